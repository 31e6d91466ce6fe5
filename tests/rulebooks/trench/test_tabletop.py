"""Who is in it, who is struck from behind, who is hit first: from places on a table (TR-5 to TR-9, TR-27, TR-50)."""

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.setup import Cover
from coldsteel.rulebooks.trench.tabletop import hit_order
from tests.driving import next_step
from tests.rulebooks.trench.builders import (
    bout,
    fight,
    foot,
    group,
    lancers,
    leader,
    pools,
    said,
    slot,
    step,
    veterans,
    with_group,
)
from tests.rulebooks.trench.places import at, line, square, terrain
from tests.rulebooks.trench.test_contact import takes_part


@pytest.mark.parametrize(("apart", "starts"), [(3.9, True), (4.0, False), (4.1, False)])
def test_w1_a_melee_starts_nearer_than_four_inches(apart, starts):
    """W1: men on a grid, 4.0 inches apart no melee, at 3.9 a melee (TR-5, TR-6)."""
    f = fight(foot("a", 3, **line(3, 10, 10)), foot("b", 3, **line(3, 11, 10 + apart)))
    assert said(f) == ([] if starts else [("too_far", "TR-5")])
    assert (next_step(step(f)) == "exchange") == starts


@pytest.mark.parametrize(("apart", "joins"), [(8.9, True), (9.0, True), (9.2, False)])
def test_w1_everybody_within_nine_inches_of_a_triggering_group(apart, joins):
    """W1: a second Group of that side, whose nearest man is 9.0 inches from the triggering enemy, takes part with all
    its men, a third at 9.2 does not (TR-8, TR-9)."""
    f = fight(
        [foot("a", 3, **line(3, 8, 10)), foot("c", 4, **line(4, 10 + apart, 13.9))], foot("b", 1, **line(1, 10, 13.9))
    )
    assert takes_part(f, "c") == joins
    assert pools(f)[0] == (7 if joins else 3)


def test_tr_6_distances_run_between_the_edges_of_bases():
    f = fight(foot("a", 1, base_diameter=1.0, **line(1, 10, 10)), foot("b", 1, base_diameter=0.5, **line(1, 10, 14)))
    assert f.setup.groups[0].gap == 3.25
    assert takes_part(f, "a")


@pytest.mark.parametrize(("chain", "third"), [("direct", False), ("chain", True)])
def test_tr_9_from_one_who_only_joined_nobody_is_drawn_in_but_by_chain(chain, third):
    """TR-R1: c joins; d is 6.3 inches from c, which itself only joined, and over 9 from b, which began it."""
    f = fight(
        [foot("a", 1, **at(10, 10)), foot("d", 1, **line(1, 18, 12 + 9))],
        [foot("b", 1, **at(10, 12)), foot("c", 1, **line(1, 16, 15))],
        rulings={"participation_chain": chain},
    )
    assert takes_part(f, "c")
    assert takes_part(f, "d") == third


@pytest.mark.parametrize(("unit", "dice"), [("group", 8), ("man", 3)])
def test_tr_9_eight_men_three_of_them_in_reach(unit, dice):
    """TR-R1: eight men, three of them within 9 inches: 8 dice or 3."""
    men = {"positions": [[10 + 3.5 * k, 10] for k in range(8)]}
    f = fight(foot("a", 8, **men), foot("b", 1, **line(1, 10, 13)), rulings={"participation_unit": unit})
    assert pools(f)[0] == dice
    assert f.setup.groups[0].standing_by == 8 - dice


def test_tr_9_the_men_in_reach_are_those_whose_places_are():
    """The broom and the Leader, last of the places, stand far behind: one plain man fights."""
    men = {"positions": [[10, 10], [30, 10], [31, 10]]}
    a = foot("a", 1, trench_brooms=1, leaders=[leader(2)], **men)
    f = fight(a, foot("b", 1, **line(1, 10, 13)), rulings={"participation_unit": "man"})
    assert f.setup.groups[0].left[1] == "1 plain"
    assert f.setup.groups[0].leaders == ()


# ---------------------------------------------------------------- the rear
def struck(y, facing=0.0, **given):
    """An attacker who comes from the place (10, y) to within 3 inches of a defender at (10, 10)."""
    a = foot("a", 2, positions=[[10, 13], [11, 13]], moved_from=[[10, y], [11, y]])
    return fight(a, foot("b", 5, facing=facing, **line(5, 8, 10)), **given)


@pytest.mark.parametrize(
    ("y", "facing", "rear"), [(9.9, 0.0, True), (10.0, 0.0, False), (10.1, 0.0, False), (14.0, 180.0, True)]
)
def test_tr_6_struck_from_behind_the_line_through_the_centre(y, facing, rear):
    """Behind the line, on it, before it: where every man was at the start of the move counts (TR-31)."""
    f = struck(y, facing)
    assert f.setup.groups[1].struck_in_rear == rear
    assert pools(f)[1] == (3 if rear else 5)


def test_tr_6_every_man_has_to_come_from_behind():
    a = foot("a", 2, positions=[[10, 13], [11, 13]], moved_from=[[10, 5], [11, 11]])
    f = fight(a, foot("b", 5, facing=0.0, **line(5, 8, 10)))
    assert not f.setup.groups[1].struck_in_rear


def test_tr_6_a_narrower_arc():
    """A man at 45 degrees behind is in an arc of 180 degrees, not in one of 90."""
    a = foot("a", 1, positions=[[10, 13]], moved_from=[[13.1, 7]])
    b = foot("b", 4, facing=0.0, **line(1, 10, 10)) | {"plain": 1}
    assert fight(a, b).setup.groups[1].struck_in_rear
    assert not fight(a, b, parameters={"rear_arc": 90}).setup.groups[1].struck_in_rear


def test_tr_6_only_who_has_moved_strikes_from_behind():
    """The defenders stand behind the attackers, who have come to them back to front."""
    f = fight(foot("a", 1, facing=0.0, **line(1, 10, 10)), foot("b", 1, **line(1, 10, 8)))
    assert [p.struck_in_rear for p in f.setup.groups] == [False, False]


# ---------------------------------------------------------------- cover
def test_tr_27_cover_is_that_in_which_every_man_stands():
    wood = terrain("wood", square(5, 11, 20, 20), cover="medium")
    inside = fight(foot("a", 2, **line(2, 10, 10)), foot("b", 4, **line(4, 8, 12)), terrain=[wood])
    half = fight(foot("a", 2, **line(2, 10, 10)), foot("b", 4, **line(4, 3, 12)), terrain=[wood])
    assert [f.setup.groups[1].cover for f in (inside, half)] == [Cover.MEDIUM, Cover.NONE]
    assert [pools(f)[1] for f in (inside, half)] == [6, 0]


def test_tr_27_without_terrain_that_covers_the_file_has_the_word():
    f = fight(foot("a", 2, **line(2, 10, 10)), foot("b", 4, cover="light", **line(4, 8, 12)))
    assert f.setup.groups[1].cover == Cover.LIGHT


# ---------------------------------------------------------------- who is hit first
def test_tr_50_kills_are_dealt_to_the_nearest_first_each_round_anew():
    """The one listed second is nearer to a; to c, when a has fallen, it is the one listed first."""
    f = fight(
        [foot("a", 1, **at(10, 10)), foot("c", 1, **at(20, 10))],
        [foot("b", 1, **at(18, 12)), foot("d", 1, **at(10, 11))],
    )
    assert hit_order(f, bout(f), 1) == (slot(f, "d"), slot(f, "b"))
    assert hit_order(with_group(f, "a", men=0), bout(f), 1) == (slot(f, "b"), slot(f, "d"))
    listed = fight([foot("a", 1), foot("c", 1)], [foot("b", 1), foot("d", 1)])
    assert hit_order(listed, bout(listed), 1) == bout(listed).sides[1]


def test_tr_50_a_kill_falls_on_the_nearest():
    f = step(fight(foot("a", 2, **line(2, 10, 10)), [foot("b", 1, **at(14, 12)), foot("d", 1, **at(10, 11))]))
    f = step(f, 1, 0)  # A kills one, B nobody
    assert (group(f, "b").men, group(f, "d").men) == (1, 0)


# ---------------------------------------------------------------- stated with places, or with fields
SAME = [
    (foot("a", 2), foot("b", 3), (10, 10), (10, 12), {}),
    (veterans("a", 2), foot("b", 2), (10, 10), (11, 13), {"rulings": {"unstated_facing": "enemy"}}),
    (lancers("a", 2), foot("b", 2), (30, 8), (30, 9), {}),
]


@pytest.mark.parametrize(("a", "b", "one", "other", "given"), SAME)
def test_a_fight_stated_with_places_has_the_odds_of_one_stated_with_fields(a, b, one, other, given):
    """The states are as many, and every measure has the same chances (TR-5, TR-74)."""
    gap = float(other[1] - one[1])
    table = {"width": 60.0, "height": 60.0}
    by_places = fight(
        {**a, **line(2, *one, 0.0)}, {**b, **line(b["plain"], one[0], other[1], 0.0)}, table=table, **given
    )
    edges = (int(one[1]), int(60 - other[1]))
    by_fields = fight(
        {**a, "gap": gap, "edge_distance": edges[0]}, {**b, "gap": gap, "edge_distance": edges[1]}, **given
    )
    one_, other_ = solve(RULEBOOK, by_places), solve(RULEBOOK, by_fields)
    assert one_.value == pytest.approx(other_.value, abs=1e-12)
    for name, chances in other_.measures.items():
        assert one_.measures[name] == pytest.approx(chances, abs=1e-12), name
