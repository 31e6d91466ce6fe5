"""Overwhelming odds and retreat at once (TR-42 to TR-47)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.trench.state import End, Status
from tests.driving import next_step, outcomes, spread
from tests.rulebooks.trench.builders import fight, foot, group, measure, said, step, to, verdicts


def first_round(a, b, **given):
    """What comes of the first count of dice: the name of the next step, or an ask for the blows."""
    f = to(fight(a, b, **given), "exchange")
    try:
        return next_step(step(f))
    except AssertionError:
        return "blows"


@pytest.mark.parametrize(
    ("strong", "weak", "poor", "runs"),
    [
        (16, 4, False, True),
        (15, 4, False, False),
        (17, 4, False, True),
        (12, 4, False, False),
        (12, 4, True, True),
        (11, 4, True, False),
        (13, 4, True, True),
    ],
)
def test_w7_four_times_the_dice(strong, weak, poor, runs):
    """W7: 16 v 4 overwhelmed, 15 v 4 and 12 v 4 fight; poor morale: 12 v 4 overwhelmed, 11 v 4 fight (TR-42, TR-43)."""
    found = first_round(foot("a", strong), foot("b", weak, poor_morale=poor))
    assert (found == "driven_off") == runs


def test_w5_eight_against_two_dice():
    """W5: with 3 movement dice 8 v 2: overwhelmed (TR-42)."""
    assert first_round(foot("a", 8, move_dice=3), foot("b", 8)) == "driven_off"


def test_tr_43_no_dice_are_overwhelmed_by_any_and_none_against_none_is_fought():
    nothing = {"shock": 20}
    assert first_round(foot("a", 1), foot("b", 3, **nothing)) == "driven_off"
    assert first_round(foot("a", 3, **nothing), foot("b", 3, **nothing)) == "blows"
    assert verdicts(fight(foot("a", 3, **nothing), foot("b", 3, **nothing))) == {"A": 0, "B": 0, "neither": 1}


def test_w7_how_far_the_overwhelmed_run():
    """W7: the overwhelmed roll 12 inches or more with 3/8 (TR-44)."""
    found = spread(fight(foot("a", 16), foot("b", 4)), lambda s: measure(s, "moved.b"))
    assert sum(p for inches, p in found.items() if inches >= 12) == F(3, 8)
    assert found[4] == F(1 + 3, 216)  # a 3 counts as 4 (TR-74)


@pytest.mark.parametrize(("roll", "moves"), [(3, 4), (7, 7), (10, 10), (14, 10)])
def test_w7_as_far_as_there_is_room(roll, moves):
    """W7: 1 Shock and 10 inches of room: 7 on a 7, 10 on a 14, Shock 7; 4 on a 3 (TR-44, TR-74)."""
    f = step(to(fight(foot("a", 16), foot("b", 4, shock=1, retreat_room=10)), "exchange"))
    s = step(f, roll)
    assert measure(s, "moved.b") == moves
    assert measure(s, "demanded.b") == max(4, roll)
    assert group(s, "b").shock == 7
    assert measure(s, "fate.b") == "fell_back"
    assert measure(s, "facing_away.b") == "yes"  # TR-66
    assert measure(s, "next_turn.b") == "free"  # TR-45
    assert (s.end, s.winner) == (End.OVERWHELMED, 1)
    assert said(f) == [("{side} faces overwhelming odds", "TR-42")]


@pytest.mark.parametrize(("gap", "room", "lost"), [(1.0, 2, True), (1.0, 3, False), (1.5, 2, True), (0.0, 4, False)])
def test_w7_the_surrounded_surrender(gap, room, lost):
    """W7: with a gap of 1 and 2 inches of room the Group surrenders (TR-46, TR-47)."""
    f = fight(foot("a", 16, gap=gap), foot("b", 4, gap=gap, retreat_room=room))
    for s in outcomes(f):
        assert (group(s, "b").status == Status.SURRENDERED) == lost
        assert measure(s, "escorted.B") + measure(s, "unescorted.B") == (4 if lost else 0) if f.setup.captures else True


def test_tr_45_each_living_group_has_six_shock_more():
    f = step(to(fight(foot("a", 17), [foot("b", 2, shock=1), foot("c", 2)]), "exchange"))
    s = step(f, 10)
    assert (group(s, "b").shock, group(s, "c").shock) == (7, 6)


@pytest.mark.parametrize(("edge", "fate"), [(11, "off_table"), (12, "fell_back"), (13, "fell_back")])
def test_tr_74_a_move_across_the_edge_leaves_the_table(edge, fate):
    f = step(to(fight(foot("a", 16), foot("b", 4, edge_distance=edge)), "exchange"))
    assert measure(step(f, 12), "fate.b") == fate
