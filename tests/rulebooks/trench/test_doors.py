"""Houses and dugouts on a table: doors, who watches them, the way out and back (TR-88, TR-90, TR-101)."""

from dataclasses import replace

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.dugout import at_entrance
from coldsteel.rulebooks.trench.setup import OUTSIDE, Way
from coldsteel.rulebooks.trench.state import End, Winner
from tests.driving import alone, ask_of, codes, legal
from tests.rulebooks.trench.builders import dugout, foot, house, measure, pick, step, to
from tests.rulebooks.trench.places import at, centre, line, looks, on_table, square, terrain
from tests.rulebooks.trench.test_house import beaten_on, ways

NORTH, SOUTH = {"floor": 0, "at": [15, 20]}, {"floor": 0, "at": [15, 10]}
INN = {"shape": square(10, 10, 20, 20), "doors": [SOUTH, NORTH]}


def inn(a, b, **given):
    """A house of two storeys with a door to the south and one to the north."""
    more = {name: given.pop(name) for name in ("exits", "doors", "floors") if name in given}
    return house(a, b, {**INN, **more}, **given)


def test_tr_90_a_door_is_watched_by_who_stands_within_four_inches_of_it_outside():
    """One at 4.0 inches watches it, one at 4.1 does not; with the other door free there is a way out."""
    both = [foot("a", 2, **line(2, 15, 6)), foot("c", 2, **line(2, 15, 24))]
    free, barred = ways(inn(both, foot("b", 4)), 0)
    assert "out by a door" not in free
    assert barred["out by a door"] == {"exit_watched": "TR-90"}
    assert "out by a door" in ways(inn([both[0], foot("c", 2, **line(2, 15, 24.1))], foot("b", 4)), 0)[0]


def test_tr_90_who_has_gone_in_watches_no_door():
    both = [foot("a", 2, **line(2, 15, 6)), foot("c", 2, **line(2, 15, 24))]
    f = inn(both, foot("b", 4)).with_housed(1, floor=1)
    assert "out by a door" in ways(f, 0)[0]


def test_tr_90_out_of_the_door_that_nobody_watches_and_away_from_the_house():
    """Beaten by 3: 12 inches from the door to the north, its front to the house."""
    f = beaten_on(inn(foot("a", 6, **line(6, 12, 8)), foot("b", 4)), d=3)
    s = to(pick(f, "out by a door"), "next_floor")
    assert (measure(s, "demanded.b"), measure(s, "fate.b"), measure(s, "floor.b")) == (12, "fell_back", "outside")
    assert (centre(s, "b"), looks(s, "b"), measure(s, "moved.b")) == ((15.0, 32.0), 180.0, 12)


def test_tr_90_its_way_from_the_door_is_that_of_the_table():
    """Beyond the north door lies a pond: it turns to the left of it. With a cliff before the door it goes half an
    inch, for there it is 4 inches and more from everybody."""
    pond = terrain("pond", square(12, 24, 30, 40), impassable=True)
    f = beaten_on(inn(foot("a", 6, **line(6, 12, 8)), foot("b", 1), terrain=[pond]), d=2)
    s = to(pick(f, "out by a door"), "next_floor")
    assert (measure(s, "moved.b"), centre(s, "b")[0] < 12) == (9, True)
    ring = [terrain("ring", square(0, 20.4, 30, 21), impassable=True)]
    f = beaten_on(inn(foot("a", 6, **line(6, 12, 8)), foot("b", 1), terrain=ring, parameters={"turn_max": 60}), d=2)
    s = to(pick(f, "out by a door"), "next_floor")
    assert (measure(s, "fate.b"), measure(s, "moved.b"), centre(s, "b")) == ("fell_back", 0, (14.65, 20.35))


def test_tr_90_beaten_attackers_go_back_by_the_door_with_the_tables_distance():
    """They came from the south, and go 9 inches south of that door."""
    f = beaten_on(inn(foot("a", 4, **line(4, 13, 8)), foot("b", 6)), d=2, loser=0)
    while f.then.tasks:
        f = step(f)
    assert (centre(f, "a"), looks(f, "a"), measure(f, "moved.a")) == ((15.0, 1.0), 0.0, 9)
    assert measure(f, "fate.a") == "fell_back"


def test_tr_58_after_a_draw_the_attackers_are_two_inches_before_the_door():
    f = beaten_on(inn(foot("a", 4, **line(4, 13, 8)), foot("b", 6)), d=2, loser=0)
    f = replace(
        f, end=End.STALEMATE, winner=Winner.NOBODY, margin=0, groups=tuple(replace(x, level=0) for x in f.groups)
    )
    while f.then.tasks:
        f = step(f)
    assert centre(f, "a") == (15.0, 8.0)


def test_tr_84_inside_nobody_stands_on_the_table():
    f = inn(foot("a", 4, **line(4, 13, 8)), foot("b", 6))
    assert (on_table(f, "a"), on_table(f, "b")) == (True, False)
    assert (f.floor(0), f.floor(1)) == (OUTSIDE, 0)


# ---------------------------------------------------------------- dugouts
HOLE = {"shape": square(10, 10, 14, 14), "doors": [{"at": [12, 10]}]}


@pytest.mark.parametrize(("y", "there"), [(6.1, True), (6.0, True), (5.9, False)])
def test_tr_101_within_four_inches_of_the_entrance(y, there):
    f = dugout(foot("a", 3, **line(3, 12, y)), foot("b", 2), HOLE)
    ask = ask_of(alone(f, at_entrance))
    assert ("call" in legal(ask)) == there
    assert ("grenade of a" in legal(ask)) == there
    if not there:
        assert codes(ask, "call") == {"not_at_entrance": "TR-101"}
        assert codes(ask, "grenade of a")["group_not_at_entrance"] == "TR-101"


def test_tr_101_a_man_within_reach_is_enough_for_the_group():
    f = dugout(foot("a", 2, positions=[[12, 7], [12, 0]]), foot("b", 2), HOLE)
    assert "call" in legal(ask_of(alone(f, at_entrance)))


def test_tr_101_a_second_entrance_lets_the_beaten_out():
    two = {"entrances": 2, "shape": HOLE["shape"], "doors": [{"at": [12, 10]}, {"at": [12, 14]}]}
    f = beaten_on(dugout(foot("a", 4, **line(4, 11, 8)), foot("b", 2), two), way=Way.ENTRANCE)
    assert legal(ask_of(f, "b, beaten")) == ["out by a door"]
    both = [foot("a", 4, **line(4, 11, 8)), foot("c", 1, **at(12, 16))]
    f = beaten_on(dugout(both, foot("b", 2), two), way=Way.ENTRANCE)
    assert legal(ask_of(f, "b, beaten")) == ["gives itself up"]


def test_a_dugout_stated_with_places_has_the_odds_of_one_stated_with_fields():
    given = {"remember": "men", "parameters": {"grenade_dice": 3}}
    by_places = solve(RULEBOOK, dugout(foot("a", 2, **line(2, 12, 8)), foot("b", 1), HOLE, **given))
    by_fields = solve(RULEBOOK, dugout(foot("a", 2), foot("b", 1), **given))
    assert by_places.value == pytest.approx(by_fields.value, abs=1e-12)
    for name, chances in by_fields.measures.items():
        assert by_places.measures[name] == pytest.approx(chances, abs=1e-12), name
