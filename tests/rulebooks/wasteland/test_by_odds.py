"""Worked values once more, by the fast reader, to 1e-12: the plain reader has them as fractions."""

from fractions import Fraction as F

import pytest

from tests.rulebooks.wasteland.builders import bow, fight, line, odds, range_, squad, unit, weapon

CLOSE = 1e-12


def close(x, expected):
    return abs(x - float(expected)) < CLOSE


def shots(arm, target=None, visible=1.0, distance=5.0, **given):
    """Expected models removed by one activation against a lone target, by best play; shooting is the better choice."""
    f = range_(
        unit("S", weapons=["bow"]),
        {**unit("N"), **(target or {})},
        [line("S", "N", distance, visible_fraction=visible)],
        weapons=[bow(**arm)],
        **given,
    )
    return odds(f, aim="losses").value


@pytest.mark.parametrize(
    ("arm", "given", "expected"),
    [
        ({"strike": 3, "rate_of_fire": 2}, {"visible": 0.6}, F(5, 9)),
        ({"strike": 3, "rate_of_fire": 2}, {"visible": 0.6, "rulings": {"shot_compare": "at_least"}}, F(3, 4)),
        ({"strike": 4}, {}, F(1, 3)),
        ({"strike": 6}, {"visible": 0.6}, F(1, 6)),
        ({"strike": 4, "range": 4.9}, {}, 0),
        ({"strike": 3}, {"target": unit("N", defence=2)}, F(1, 3)),
        ({"strike": 3}, {"target": unit("N", defence=2, in_cover=True), "visible": 0.6}, F(1, 6)),
    ],
)
def test_w19_shots_by_best_play(arm, given, expected):
    """W19: 5/9; `at_least` 3/4; 1/3; 1/6; beyond range 0; Defence 2: 1/3 and 1/6 (WL-147, WL-149, WL-131, WL-152)."""
    assert close(shots(arm, **given), expected)


@pytest.mark.parametrize(("visible", "goes_off"), [(0.6, F(11, 36)), (1.0, 0)])
def test_w20_a_powder_barrel_by_best_play(visible, goes_off):
    """W20: it goes off with 11/36; without the penalty 0 (WL-135, WL-137, WL-138). N stands beside it."""
    struck = {"cover_struck": "barrel"} if visible < 1 else {}
    f = range_(
        unit("S", weapons=["bow"]),
        unit("N"),
        [line("S", "N", 5, visible_fraction=visible, **struck)],
        weapons=[bow(strike=3, rate_of_fire=2)],
        explosives=[{"id": "barrel", "near": {"N": 1}}],
    )
    found = odds(f, aim="losses")
    assert close(found.measures["exploded.barrel"].get("yes", found.measures["exploded.barrel"].get(1, 0)), goes_off)
    assert close(found.value, 1 - F(1, 2) ** 2)  # a die harms by 1, 5, 6; in the open by 4, 5, 6


def test_w20_from_above_by_best_play():
    """W20: hit on F, half hidden, from above, hit value 3: 1/2 (WL-139, WL-141)."""
    far = line("S", "F", 20, visible_fraction=0.5)
    f = range_(unit("S", weapons=["bow"], elevated=True), unit("F"), [far], weapons=[bow(strike=3)])
    assert close(odds(f, aim="losses").value, F(1, 2))


def test_w18_the_best_of_the_allowed_targets():
    """W18: N or M; F no: though F would be the better prey (WL-121, WL-124)."""
    f = range_(
        unit("S", weapons=["bow"]),
        [unit("N"), unit("M", defence=3), unit("F")],
        [line("S", "N", 6, visible_fraction=0.6), line("S", "M", 9), line("S", "F", 12)],
        weapons=[bow(strike=3)],
    )
    (advice,) = odds(f, aim="losses").advice
    worth = {o.label: o.value for o in advice.options if o.legal}
    assert worth.keys() == {"bow at N", "bow at M", "stop"}
    assert close(worth["bow at N"], F(1, 3))
    assert close(worth["bow at M"], F(1, 4))
    assert worth["stop"] == 0


@pytest.mark.parametrize(("mobility", "stays"), [(3, F(1, 2)), (4, F(2, 3)), (7, F(5, 6))])
def test_w3_keeping_out_by_best_play(mobility, stays):
    """W3: Mobility 3: 1/2; 4: 2/3; 7: 5/6 (WL-14, WL-15, WL-58). Who has nothing to strike with is killed by one sure
    hit of 5/6 if it is drawn in: it tries to keep out."""
    f = fight(
        [unit("A1", weapons=[], toughness=9), unit("A2", weapons=[], distance_to_melee=2, mobility=mobility)],
        unit("B1", weapons=["sure"], targets=["A2"]),
        weapons=[weapon("sure", strike=1)],
        max_rounds=1,
    )
    found = odds(f, aim="survive.A2")
    assert found.advice[0].best.label == "try to keep out"
    assert close(found.value, 1 - (1 - stays) * F(5, 6))


@pytest.mark.parametrize(("fp", "value"), [((1, 0), F(5, 8)), ((1, 1), F(1, 2))])
def test_w17_the_score_of_a_duel_of_fp(fp, value):
    """W17: 5/8; 1/2 (WL-97, WL-98, WL-99, WL-106, WL-159)."""
    found = odds(fight(unit("a"), unit("b"), fp=fp, active="A"), aim="score")
    assert close(found.value, value)
    assert found.bound < CLOSE


def test_w15_squads_of_two_in_the_joint_outcome():
    """W15: A stands, B destroyed 1/3; B stands, A destroyed 5/48 (WL-34, WL-69, WL-77)."""
    f = fight(squad("A1", 2, mobility=5), squad("B1", 2), max_rounds=1)
    states = list(odds(f).joint.states())
    stands = [(s.standing(0), s.standing(1), s.alive(0), s.alive(1), p) for s, p in states]
    assert close(sum(p for a, _, _, alive, p in stands if a and not alive), F(1, 3))
    assert close(sum(p for _, b, alive, _, p in stands if b and not alive), F(5, 48))
