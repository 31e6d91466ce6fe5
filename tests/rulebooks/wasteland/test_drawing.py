"""Being drawn in, and keeping out (WL-7 to WL-18)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.plain import ask_after
from coldsteel.rulebooks.wasteland.drawing import draw_in
from tests.driving import alone, before, chance, legal, outcomes, step
from tests.rulebooks.wasteland.builders import all_codes, ask_of, codes, fight, line, of, slot, squad, taking, unit


def at_the_bout(f, *words):
    """The states in which the first bout begins."""
    return outcomes(f, before("bout"), taking(*words))


def test_w1_within_three_steps_of_a_fighter_of_either_side():
    """W1: A2 and A3 at exactly 3 are drawn in, B2 at 3.1 isn't (WL-7, WL-8, WL-9, WL-11)."""
    f = fight(
        [unit("A1"), unit("A2", distance_to_melee=3), unit("A3", distance_to_melee=3)],
        [unit("B1"), unit("B2", distance_to_melee=3.1)],
        fp=(2, 2),
    )
    (s,) = at_the_bout(f, "be drawn in")
    assert [bool(of(s, name).engaged) for name in ("A2", "A3", "B2")] == [True, True, False]
    assert s.fp == (2, 2)
    assert not of(s, "A2").charged


@pytest.mark.parametrize(("reading", "drawn"), [("snapshot", [True, False]), ("chain", [True, True])])
def test_w1_a_row_of_warriors_is_measured_once(reading, drawn):
    """W1: fight at 0, warriors at 3 and 5: only the first is drawn in, both under `chain` (WL-9, WL-R1)."""
    f = fight(
        [unit("A1"), unit("A2", distance_to_melee=3), unit("A3", distance_to_melee=5)],
        unit("B1"),
        lines=[line("A3", "A2", 2)],
        rulings={"pull_in_chain": reading},
    )
    (s,) = at_the_bout(f, "be drawn in")
    assert [bool(of(s, name).engaged) for name in ("A2", "A3")] == drawn


def test_wl_9_who_was_drawn_in_draws_in_others_in_the_next_round():
    f = fight(
        [squad("A1", 1, weapons=[]), unit("A2", distance_to_melee=3, weapons=[]), unit("A3", distance_to_melee=5)],
        unit("B1", weapons=[]),
        lines=[line("A3", "A2", 2)],
    )
    (first,) = at_the_bout(f, "be drawn in")
    (second,) = outcomes(step(first), before("bout"), taking("be drawn in"))
    assert of(second, "A3").engaged


def avoiding(mobility=4, models=1, enemy=4, **rulings):
    """The chance that a unit near the melee stays out."""
    f = fight(
        [unit("A1"), squad("A2", models, distance_to_melee=2, mobility=mobility, spirit=5)],
        unit("B1", mobility=enemy),
        rulings=rulings,
    )
    return chance(alone(f, draw_in, slot(f, "A2")), lambda s: not of(s, "A2").engaged, choose=taking("try"))


@pytest.mark.parametrize(
    ("mobility", "stays"), [(3, F(1, 2)), (4, F(2, 3)), (7, F(5, 6)), (0, 0), (5, F(5, 6)), (6, F(5, 6))]
)
def test_w3_avoiding_is_a_mobility_test(mobility, stays):
    """W3: Mobility 3: 1/2; 4: 2/3; 7: 5/6 (WL-14, WL-15, WL-58)."""
    assert avoiding(mobility) == stays


@pytest.mark.parametrize(("own", "enemy", "stays"), [(5, 5, F(5, 12)), (5, 4, F(7, 12)), (4, 6, F(1, 6))])
def test_w3_avoiding_against_the_enemy(own, enemy, stays):
    """W3: opposed 5-5: 5/12; 5-4: 7/12; 4-6: 1/6 (WL-15, WL-C4)."""
    assert avoiding(own, enemy=enemy, avoid_test="opposed") == stays


def test_wl_r4_one_roll_a_unit_or_each_warrior():
    assert [avoiding(4, 3, avoid_scope=way) for way in ("per_unit", "per_model")] == [F(2, 3), F(8, 27)]  # WL-16


def test_wl_c4_other_ways_to_keep_out():
    assert avoiding(avoid_test="spirit") == F(5, 6)
    assert avoiding(avoid_test="none") == 1


def test_w2_who_kept_out_may_not_shoot_but_play():
    """W2: near but outside: no shooting; Melodies are allowed, and reported (WL-17, WL-18)."""
    f = fight(
        [unit("A1", weapons=[]), unit("A2", distance_to_melee=2, weapons=["bow"])],
        unit("B1", weapons=[]),
        weapons=[{"id": "bow", "type": "shooting"}],
        lines=[line("A2", "B1", 2)],
        activations=["A2"],
        rulings={"avoid_test": "none"},
    )
    generator = alone(f, draw_in, slot(f, "A2"))
    ask, _ = ask_after(generator, ())
    assert legal(ask) == ["try to keep out", "be drawn in"]
    assert all_codes(ask_of(f, "shot of A2"))["near_melee"] == "WL-17"


@pytest.mark.parametrize(
    ("given", "code", "clause"),
    [
        ({"distance_to_melee": 3.1}, "not_within_three", "WL-7"),
        ({"distance_to_melee": 2, "fleeing": True}, "exempt_from_pull", "WL-12"),
        ({"distance_to_melee": 2, "knocked_down": True}, "exempt_from_pull", "WL-12"),
        ({"distance_to_melee": 2, "contact_room": False}, "no_place", "WL-10"),
    ],
)
def test_who_is_not_drawn_in(given, code, clause):
    f = fight([unit("A1"), unit("A2", **given)], unit("B1"))
    ask = ask_of(f, "A2")
    assert codes(ask, "is drawn in") == {code: clause}
    assert codes(ask, "tries") == {"not_being_drawn_in": "WL-14"}


@pytest.mark.parametrize(("limit", "drawn"), [("none", True), ("three_steps", False)])
def test_wl_r2_how_far_one_may_be_drawn(limit, drawn):
    f = fight(
        [unit("A1"), unit("A2", distance_to_melee=2, contact_distance=4)],
        unit("B1"),
        rulings={"pull_in_move_limit": limit},
    )
    (s,) = at_the_bout(f, "be drawn in")
    assert bool(of(s, "A2").engaged) == drawn  # WL-10


@pytest.mark.parametrize(("reading", "tasks"), [("no", "blow"), ("yes", "roll_off")])
def test_wl_r3_being_drawn_in_is_no_charge(reading, tasks):
    """WL-13: a drawn-in warrior of Mobility 4 strikes after one of 5, or ties with it."""
    f = fight(
        [unit("A1", weapons=[]), unit("A2", distance_to_melee=2)],
        unit("B1", mobility=5, targets=["A1"]),
        rulings={"pulled_counts_as_charge": reading},
    )
    (s,) = outcomes(f, before("blow", "roll_off"), taking("be drawn in"))
    assert s.then.tasks[0].step.__name__ == tasks


def test_wl_4_a_melee_begun_by_a_charge_fights_at_once():
    f = fight([unit("A1", charged_this_round=True), unit("A2", distance_to_melee=2)], unit("B1"))
    assert [t.step.__name__ for t in step(f).then.tasks] == ["bout", "end_of_round"]
