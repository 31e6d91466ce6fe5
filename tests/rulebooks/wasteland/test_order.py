"""Who strikes first (WL-29 to WL-34), and whole duels (WL-156)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.wasteland.tables import mobility
from tests.driving import before, chance, outcomes
from tests.rulebooks.wasteland.builders import (
    best,
    fight,
    odds,
    of,
    removed,
    score,
    slot,
    squad,
    stands,
    sure,
    taking,
    unit,
    worth,
)


def test_w4_mobility_totals():
    """W4: charger 5; prepared and charged 5; camouflaged and charged 4; not charged 4 (WL-29, WL-83, WL-85, WL-86)."""
    f = fight(
        unit("charger", charged_this_round=True),
        [unit("braced", prepared_defence=True), unit("hidden", camouflaged=True, mobility=3)],
    )
    calm = fight(unit("a"), unit("braced", prepared_defence=True))
    totals = [mobility(f, slot(f, name)).value for name in ("charger", "braced", "hidden")]
    assert totals == [5, 5, 4]
    assert mobility(calm, slot(calm, "braced")).value == 4


def test_w4_a_tie_is_rolled_off():
    """W4: tie on 5: each side strikes first with 1/2 (WL-32)."""
    f = fight(unit("a", charged_this_round=True), unit("b", prepared_defence=True))
    first = chance(f, lambda s: s.then.tasks[0].args[0] == Slot(0), before("blow"))
    assert first == F(1, 2)


def test_w13_a_duel():
    """W13: first bout: B dead 1/2, A dead 1/4; to the death A wins with 2/3 (WL-30, WL-34, WL-156)."""
    f = fight(unit("A", mobility=5) | {"id": "a"}, unit("b"), max_rounds=1)
    assert sure(f, lambda s: removed(s, "b")) == F(1, 2)
    assert sure(f, lambda s: removed(s, "a")) == F(1, 4)
    to_the_death = fight(unit("a", mobility=5), unit("b"))
    assert worth(to_the_death) == F(2, 3)
    assert best(to_the_death) == pytest.approx(2 / 3, abs=1e-12)


def test_w14_an_equal_duel():
    """W14: both Mobility 4: 1/2; `simultaneous`: A alone 1/3, both dead 1/3 (WL-32, WL-R8)."""
    assert worth(fight(unit("a"), unit("b"))) == F(1, 2)
    found = odds(fight(unit("a"), unit("b"), rulings={"mobility_tie": "simultaneous"})).results
    assert found["A"] == pytest.approx(1 / 3, abs=1e-12)
    assert found["nobody"] == pytest.approx(1 / 3, abs=1e-12)


@pytest.mark.parametrize(
    ("reading", "value"), [("roll_off", F(11, 24)), ("simultaneous", F(11, 24)), ("charger_first", F(7, 12))]
)
def test_wl_r8_a_charger_against_the_quicker(reading, value):
    f = fight(unit("a", charged_this_round=True), unit("b", mobility=5), rulings={"mobility_tie": reading})
    assert worth(f) == value
    assert best(f) == pytest.approx(float(value), abs=1e-12)


def test_w16_an_ambush():
    """W16: A charged camouflaged B: A stands, B dead 1/4; A broke, B dead 1/8; A dead, B stands 11/24
    (WL-83, WL-86, WL-87, WL-89, WL-77)."""
    f = fight(unit("a", charged_this_round=True), unit("b", camouflaged=True), max_rounds=1)
    assert sure(f, lambda s: stands(s, "a") and removed(s, "b")) == F(1, 4)
    assert sure(f, lambda s: of(s, "a").fled and not removed(s, "a") and removed(s, "b")) == F(1, 8)
    assert sure(f, lambda s: removed(s, "a") and stands(s, "b")) == F(11, 24)


@pytest.mark.parametrize(("fp", "value"), [((1, 0), F(5, 8)), ((1, 1), F(1, 2))])
def test_w17_a_duel_of_fp(fp, value):
    """W17: A with 1 FP against 0: 5/8; 1 against 1: 1/2 (WL-97, WL-98, WL-99, WL-106, WL-159)."""
    f = fight(unit("a"), unit("b"), fp=fp, active="A")
    assert best(f) == pytest.approx(float(value), abs=1e-12)


def test_w17_the_point_goes_into_mobility_at_once():
    """W17: A buys Mobility at once (WL-99)."""
    found = odds(fight(unit("a"), unit("b"), fp=(1, 0)), aim="score")
    assert found.advice[0].best.label == "+1 Mobility"


def test_wl_33_units_with_one_total_strike_as_their_owner_likes():
    f = fight([unit("a"), unit("a2"), unit("a3")], unit("b", mobility=1))
    asked = {s.then.tasks[0] for s in outcomes(f, before("blow"), taking("a2"))}
    assert {t.args[0] for t in asked} == {Slot(1)}
    assert {s.then.tasks[1].step.__name__ for s in outcomes(f, before("blow"), taking("a2"))} == {"next_blow"}


def test_wl_31_a_squad_charges_if_any_of_it_does():
    groups = [
        {"models": 2, "charged_this_round": True, "name": "x"},
        {"models": 2, "charged_this_round": False, "name": "y"},
    ]
    f = fight(unit("a", groups), unit("b"))
    assert mobility(f, slot(f, "a")).value == 5
    g = fight(unit("a", groups), unit("b"), rulings={"order_by": "model"})
    firsts = outcomes(g, before("blow", "roll_off"))
    (s,) = firsts
    assert s.then.tasks[0].args[1] == (0,)
    assert s.then.tasks[1].step.__name__ == "roll_off"


def test_wl_34_the_slower_strikes_with_its_survivors_only():
    f = fight(squad("a", 2, mobility=5, weapons=["blade"]), squad("b", 2), max_rounds=1)
    assert sure(f, lambda s: removed(s, "b") == 2 and removed(s, "a")) == 0


@pytest.mark.parametrize(("reading", "both"), [("no", 0), ("yes", F(1, 4))])
def test_wl_r10_the_slain_strike_back(reading, both):
    f = fight(unit("a", mobility=5), unit("b"), rulings={"slain_strike_back": reading}, max_rounds=1)
    assert sure(f, lambda s: removed(s, "a") and removed(s, "b")) == both


def test_wl_158_one_side_standing_wins_else_nobody():
    f = fight(unit("a", mobility=5), unit("b"), max_rounds=1)
    assert {score(s) for s in outcomes(f)} == {F(0), F(1, 2), F(1)}
