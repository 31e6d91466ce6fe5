"""When a melee starts and who is in it (TR-1 to TR-9)."""

import pytest

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.trench.legality import join_bars, keep_out_bars, melee_bars
from tests.driving import ended, next_step
from tests.rulebooks.trench.builders import fight, foot, house, pools, said, slot, step, to, verdicts


def takes_part(f, name):
    return slot(f, name) in (*f.setup.fighting[0], *f.setup.fighting[1])


@pytest.mark.parametrize(("gap", "starts"), [(3.9, True), (4.0, False), (4.1, False)])
def test_w1_a_melee_starts_nearer_than_four_inches(gap, starts):
    """W1: 4.0 inches apart no melee, at 3.9 a melee (TR-5)."""
    f = fight(foot("a", 3, gap=gap), foot("b", 3, gap=gap))
    assert said(f) == [] if starts else [("too_far", "TR-5")]
    assert (next_step(step(f)) == "exchange") == starts
    assert bool(melee_bars(f.setup, Slot(0))) != starts


def test_w1_nobody_wins_where_nobody_fights():
    """W1: no melee: neither side wins (TR-5)."""
    f = fight(foot("a", 3, gap=4.0), foot("b", 3))
    assert verdicts(f) == {"A": 0, "B": 0, "neither": 1}


@pytest.mark.parametrize(("reach", "joins"), [(8.9, True), (9.0, True), (9.2, False)])
def test_w1_everybody_within_nine_inches_takes_part(reach, joins):
    """W1: a Group with a man 9.0 inches away takes part with all its men, one at 9.2 does not (TR-8, TR-9)."""
    f = fight([foot("a", 3), foot("c", 4, gap=9.5, reach=reach)], foot("b", 3, gap=3.9))
    assert takes_part(f, "c") == joins
    assert pools(f)[0] == (7 if joins else 3)
    found = join_bars(f.setup, slot(f, "c")), keep_out_bars(f.setup, slot(f, "c"))
    assert [b.code for bars in found for b in bars] == (["drawn_in"] if joins else ["out_of_reach"])


def test_tr_8_who_joins_and_who_does_not_is_told():
    f = fight([foot("a", 3), foot("c", 4, gap=9.2)], foot("b", 3, gap=0.5))
    assert said(f) == [("out_of_reach", "TR-8")]


def test_tr_1_a_formation_breaks_up_into_its_groups():
    f = fight([foot("a", 3, formation="1st Platoon"), foot("c", 3, formation="1st Platoon")], foot("b", 3))
    assert said(f)[0] == ("{formation} breaks up into its Groups", "TR-1")


def test_tr_7_side_a_attacks_if_nobody_is_said_to():
    assert fight(foot("a", 3), foot("b", 3)).setup.attacker == 0
    assert fight(foot("a", 3), foot("b", 3), side_b={"attacker": True}).setup.attacker == 1
    assert fight(foot("a", 3), foot("b", 3), side_a={"attacker": False}).setup.attacker == 1
    f = fight(foot("a", 6, cover="light"), foot("b", 6, cover="light"), side_b={"attacker": True})
    assert pools(f) == (8, 6)


def test_tr_84_walls_stand_between():
    f = house(foot("a", 3), foot("b", 3))
    assert [b.code for b in melee_bars(f.setup, slot(f, "a"))] == ["walls_between"]
    assert next_step(f) == "next_floor"


def test_a_group_that_keeps_out_is_untouched():
    f = to(fight([foot("a", 3), foot("c", 4, gap=20.0)], foot("b", 3, gap=1.0)), "exchange")
    assert not ended(f)
    assert f.setup.fighting == ((Slot(0),), (Slot(2),))
