"""Night: detection and star shells (TR-108 to TR-119)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.trench.night import burst, look_out, read_burst, required
from tests.driving import alone, ask_of, chance, codes, legal, outcomes, spread, taking
from tests.rulebooks.trench.builders import foot, night, step


def watch(distance=15.0, by="A", target="b", **given):
    return {"by": by, "target": target, "distance": distance, **given}


def look(*watches, moon="new", **given):
    return night(foot("a", 3, gap=20.0), foot("b", 3), watches or [watch()], moon, **given)


def seen(f):
    return chance(alone(f, look_out, 0), lambda s: s.watches[0].seen)


@pytest.mark.parametrize(("moon", "p"), [("day", F(7, 12)), ("full", F(5, 12)), ("new", F(5, 18))])
def test_w20_a_target_in_the_open(moon, p):
    """W20: at 15 inches by day 7/12, under a full moon 5/12, under a new moon 5/18 (TR-108, TR-109)."""
    assert seen(look(moon=moon)) == p


@pytest.mark.parametrize(("still", "p"), [(False, F(7, 12)), (True, F(5, 18))])
def test_w20_in_a_lit_zone(still, p):
    """W20: in a lit zone at new moon moving 7/12, still 5/18 (TR-116, TR-117)."""
    assert seen(look(watch(lit=True, stationary=still))) == p


@pytest.mark.parametrize(("reading", "p"), [("lit", F(5, 18)), ("night", F(1, 12))])
def test_w20_still_and_unlit(reading, p):
    """W20: still and unlit at new moon 5/18, `stationary_scope = night` 1/12 (TR-117)."""
    assert seen(look(watch(stationary=True), rulings={"stationary_scope": reading})) == p


@pytest.mark.parametrize(
    ("ahead", "diameter", "radius"), [(0.0, F(5, 6), F(1)), (6.0, F(49, 96), None), (12.0, F(85, 288), F(79, 96))]
)
def test_w20_what_a_star_shell_shows_up(ahead, diameter, radius):
    """W20: the aiming point 5/6, 6 inches beyond 49/96, 12 beyond 85/288; `radius` 1 and 79/96 (TR-110 to TR-113)."""
    for reading, p in (("diameter", diameter), ("radius", radius)):
        f = look(watch(ahead=ahead), rulings={"illum_zone": reading})
        if p is not None:
            assert chance(alone(f, burst, 0), lambda s: s.watches[0].lit) == p


def test_w20_the_number_of_shells():
    """W20: 2, 3, 4, 5 shells with 1/6, 1/3, 1/3, 1/6 (TR-118, TR-119)."""
    assert spread(alone_roll(look()), lambda s: s.shells[0]) == {2: F(1, 6), 3: F(1, 3), 4: F(1, 3), 5: F(1, 6)}


def alone_roll(f):
    from coldsteel.rulebooks.trench.night import roll_shells

    return alone(f, roll_shells, 0)


@pytest.mark.parametrize(("distance", "need"), [(9.0, 5), (9.1, 7), (27.0, 7), (27.1, 9)])
def test_tr_109_bands_of_distance(distance, need):
    assert required(look(watch(distance), moon="day"), 0).value == need


@pytest.mark.parametrize(("cover", "need"), [("none", 7), ("light", 8), ("medium", 9), ("heavy", 10)])
def test_tr_109_cover_of_the_target(cover, need):
    found = required(look(watch(target_cover=cover), moon="day"), 0)
    assert found.value == need
    assert [row.clause for row in found.rows] == ([] if cover == "none" else ["TR-109"])


@pytest.mark.parametrize(("turns", "reading"), [(3, "with_firing_turn"), (4, "after_firing_turn")])
def test_tr_114_and_tr_115_a_shell_burns_three_turns(turns, reading):
    watches = [watch(turn=t) for t in range(4, 10)]
    f = look(*watches, rulings={"illum_turns": reading}, parameters={"deviation_dice": 0})
    (s,) = outcomes(alone(f, burst, 0))
    assert [w.lit for w in s.watches] == [True] * turns + [False] * (6 - turns)


def test_tr_118_a_shell_is_used_up_and_without_one_none_is_fired():
    f = look(side_a={"star_shells": 1}, side_b={"star_shells": 0})
    ask = ask_of(f)
    assert legal(ask) == ["no star shell", "a star shell"]
    s = step(f, 1)
    assert s.shells == (0, 0)
    assert codes(
        ask_of(look(watch(by="B", target="a"), side_a={"star_shells": 0}, side_b={"star_shells": 0})), "a star"
    ) == {"no_shell_left": "TR-118"}
    by_day = look(moon="day", side_a={"star_shells": 1}, side_b={"star_shells": 1})
    assert codes(ask_of(by_day), "a star") == {"no_night": "TR-118"}


def test_tr_113_a_face_that_means_on_target():
    """Faces above the directions are hits: then the shell bursts at the aiming point."""
    assert read_burst((6, 6, 9), 2, 8, 90, 0, 0) == 1
    assert read_burst((6, 6, 8), 2, 8, 90, 0, 0) == 0
    assert read_burst((5, 4, 1), 2, 8, 90, 0, 0, 90, 0, 0, 90) == 0b011


def test_tr_110_a_light_shows_up_to_both():
    """A light over a Group lasts for every look-out at it."""
    f = look(watch(turn=1), watch(turn=2), side_a={"star_shells": 1}, side_b={"star_shells": 0})
    first = chance(f, lambda s: s.watches[1].seen, choose=taking("a star", "no star"))
    dark = chance(f, lambda s: s.watches[1].seen, choose=taking("no star"))
    assert first == F(5, 6) * F(7, 12) + F(1, 6) * F(5, 18)
    assert dark == F(5, 18)
