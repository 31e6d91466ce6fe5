"""Counting the dice (TR-10 to TR-41)."""

import pytest

from coldsteel.rulebooks.trench.initiative import spend, spent
from coldsteel.rulebooks.trench.setup import Way
from tests.driving import alone
from tests.rulebooks.trench.builders import (
    bout,
    cavalry,
    fight,
    foot,
    group,
    lancers,
    leader,
    lines,
    pools,
    recruits,
    slot,
    step,
    veterans,
    with_group,
)

ALL_KINDS = {"bombers": 2, "trench_fighters": 1, "trench_brooms": 1}


def raid(cover="none", **rulings):
    """W2: a mixed Group of aggressive veterans against ten plain men with a Leader."""
    a = veterans("a", 4, **ALL_KINDS, aggressive=True, leaders=[leader(3)], shock=3, move_dice=2)
    return fight(a, foot("b", 10, leaders=[leader(1)], cover=cover), rulings=rulings)


def bought(f, points=1):
    """The Leader of the first Group has spent so many points."""
    return f.with_leader(0, 0, points=f.groups[0].leaders[0].points - points, spent=points)


def test_w2_the_lines_of_a_mixed_group():
    """W2: men 9, Initiative 1, Status 1, experience 2, Shock -1, aggressive 5, bombers 1, fighter 1, broom 2: 21 dice
    (TR-10 to TR-26, TR-40)."""
    assert lines(bought(raid())) == {
        "men": 9,
        "Initiative": 1,
        "Status above the enemy's best": 1,
        "better trained": 2,
        "Shock": -1,
        "aggressive": 5,
        "bombers": 1,
        "trench fighters": 1,
        "trench brooms": 2,
    }
    assert pools(bought(raid()))[0] == 21
    assert pools(raid(), 2)[0] == 20


@pytest.mark.parametrize(
    ("cover", "first", "second"), [("none", 7, 11), ("light", 10, 14), ("medium", 12, 16), ("heavy", 13, 17)]
)
def test_w2_the_defenders_in_every_cover(cover, first, second):
    """W2: in no, light, medium, heavy cover 7, 10, 12, 13, in round 2 11, 14, 16, 17 (TR-20, TR-27 to TR-30)."""
    f = raid(cover)
    assert (pools(f)[1], pools(f, 2)[1]) == (first, second)


@pytest.mark.parametrize(("reading", "dice"), [("foe", (21, 12)), ("mover", (17, 16)), ("foe_gains", (21, 20))])
def test_w2_whose_dice_the_movement_changes(reading, dice):
    """W2: in medium cover, `mover` 17 and 16, `foe_gains` 21 and 20 (TR-20, TR-21)."""
    assert pools(bought(raid("medium", movement_penalty=reading))) == dice


def test_w2_bombers_of_the_whole_group():
    """W2: `bomber_scope = whole_group`: 25 (TR-24)."""
    assert pools(bought(raid("none", bomber_scope="whole_group")))[0] == 25


@pytest.mark.parametrize(("rulings", "dice"), [({}, 6), ({"round_halves": "down"}, 5), ({"rear_half": "men"}, 5)])
def test_w3_struck_in_the_rear(rulings, dice):
    """W3: 13 + 1 - 3 = 11, halved: 6; rounded down 5; men only 7 + 1 - 3 = 5 (TR-16, TR-22, TR-31, TR-32)."""
    a = foot("a", 12, leaders=[leader(2)], shock=6, struck_in_rear=True)
    assert pools(fight(a, foot("b", 12), rulings=rulings))[0] == dice


@pytest.mark.parametrize(
    ("b", "rulings", "first", "second"),
    [
        (foot("b", 10), {}, 18, 16),
        (cavalry("b", 8), {}, 12, 6),
        (lancers("b", 8), {}, 12, 6),
        (lancers("b", 8), {"lancer_target": "not_lancers"}, 10, 8),
        (foot("b", 10, cover="light"), {}, 10, 8),
        (foot("b", 10), {"double_open": "total"}, 20, 16),
    ],
)
def test_w4_lancers_with_elan(b, rulings, first, second):
    """W4: lancers against foot in the open 18 and 16, cavalry 12 and 6, foot in cover 10 (TR-33 to TR-39)."""
    f = fight(lancers("a", 8, elan=True), b, rulings=rulings)
    assert (pools(f)[0], pools(f, 2)[0]) == (first, second)


def test_w4_the_foot_in_light_cover():
    """W4: the ten foot in light cover bring 13 (TR-27, TR-39)."""
    assert pools(fight(lancers("a", 8, elan=True), foot("b", 10, cover="light")))[1] == 13


@pytest.mark.parametrize(("reading", "dice"), [("foe", (8, 4)), ("mover", (4, 8)), ("foe_gains", (8, 12))])
def test_w5_eight_who_moved_with_two_dice(reading, dice):
    """W5: 8 v 4, from round 2 on 8 v 8; `mover` 4 v 8, `foe_gains` 8 v 12 (TR-20, TR-21)."""
    f = fight(foot("a", 8, move_dice=2), foot("b", 8), rulings={"movement_penalty": reading})
    assert pools(f) == dice
    assert pools(f, 2) == (8, 8)


def test_w5_three_movement_dice():
    """W5: 8 v 2 (TR-20)."""
    assert pools(fight(foot("a", 8, move_dice=3), foot("b", 8))) == (8, 2)


@pytest.mark.parametrize(
    ("rulings", "dice"),
    [({}, (24, 12)), ({"movement_scope": "once"}, (24, 20)), ({"movement_penalty": "mover"}, (12, 24))],
)
def test_w5_three_groups_that_moved(rulings, dice):
    """W5: 24 v 12; once a side 24 v 20; `mover` 12 v 24 (TR-20, TR-21)."""
    three = [foot(f"a{k}", 8, move_dice=2) for k in range(3)]
    assert pools(fight(three, [foot(f"b{k}", 8) for k in range(3)], rulings=rulings)) == dice


COVERS = ("light", "medium", "heavy")


@pytest.mark.parametrize(
    ("men", "down", "up"), [(7, (2, 3, 4), (3, 4, 6)), (8, (2, 4, 4), (3, 4, 6)), (9, (3, 4, 6), (3, 5, 6))]
)
def test_w6_dice_for_cover(men, down, up):
    """W6: 7, 8 and 9 men in light, medium and heavy cover; incomplete sets rounded up (TR-13, TR-27 to TR-29)."""
    for reading, expected in (("down", down), ("up", up)):
        fights = [fight(foot("a", 9), foot("b", men, cover=c), rulings={"round_sets": reading}) for c in COVERS]
        assert tuple(pools(f)[1] - men for f in fights) == expected


@pytest.mark.parametrize(("reading", "dice"), [("line", 18), ("side_total", 19)])
def test_w6_two_groups_of_seven_in_light_cover(reading, dice):
    """W6: 18; rounded once for the side 19 (TR-12, TR-13)."""
    two = [foot("b", 7, cover="light"), foot("c", 7, cover="light")]
    assert pools(fight(foot("a", 9), two, rulings={"rounding_moment": reading}))[1] == dice


@pytest.mark.parametrize(("reading", "dice"), [("defender", 8), ("either", 10)])
def test_w6_attackers_in_cover(reading, dice):
    """W6: eight attackers in light cover: 8, or 10 (TR-30)."""
    assert pools(fight(foot("a", 8, cover="light"), foot("b", 9), rulings={"cover_role": reading}))[0] == dice


@pytest.mark.parametrize(("shock", "dice"), [(0, 5), (1, 5), (2, 4), (3, 4), (4, 3), (5, 3)])
def test_w11_shock_costs_dice(shock, dice):
    """W11: five plain men in round 2 with Shock 0 to 5: 5, 5, 4, 4, 3, 3 (TR-22, TR-41)."""
    assert pools(fight(foot("a", 5, shock=shock), foot("b", 5)), 2)[0] == dice


@pytest.mark.parametrize(("reading", "dice"), [("group", 8), ("side", 7)])
def test_w11_pairs_of_each_group(reading, dice):
    """W11: two Groups of four with 1 Shock each: 8; the side's pairs 7 (TR-22)."""
    two = [foot("a", 4, shock=1), foot("c", 4, shock=1)]
    assert pools(fight(two, foot("b", 8), rulings={"shock_scope": reading}))[0] == dice


# ---------------------------------------------------------------- thresholds and single lines
@pytest.mark.parametrize(("status", "dice"), [(1, 3), (2, 4), (3, 4), (4, 5)])
def test_tr_16_each_full_two_of_status(status, dice):
    a = foot("a", 2, leaders=[leader(status)])
    assert pools(fight(a, foot("b", 3)))[0] == dice


def test_tr_17_against_the_best_enemy_leader_while_he_lives():
    f = fight(foot("a", 2, leaders=[leader(4)]), [foot("b", 3, leaders=[leader(2)]), foot("c", 3)])
    assert pools(f)[0] == 4
    assert pools(with_group(f, "b", men=0))[0] == 5


@pytest.mark.parametrize(("left", "dice"), [(4, 4 + 1 + 1 + 1), (3, 3 + 1 + 1 + 1), (2, 2 + 1 + 1), (1, 1 + 1), (0, 0)])
def test_tr_51_specialists_count_while_they_live(left, dice):
    """Four men: a plain one, a bomber, a fighter and a Leader of Status 2; they fall in this order."""
    a = foot("a", 1, bombers=1, trench_fighters=1, leaders=[leader(2)])
    assert pools(with_group(fight(a, foot("b", 9)), "a", men=left))[0] == dice


@pytest.mark.parametrize(
    ("experience", "foes", "more"),
    [
        ("recruit", ["regular"], 0),
        ("regular", ["regular"], 0),
        ("regular", ["recruit"], 2),
        ("veteran", ["regular"], 2),
        ("veteran", ["recruit"], 4),
        ("veteran", ["recruit", "veteran"], 0),
    ],
)
def test_tr_18_and_tr_19_better_training(experience, foes, more):
    b = [foot(f"b{k}", 4, experience=x) for k, x in enumerate(foes)]
    assert pools(fight(foot("a", 4, experience=experience), b))[0] == 4 + more


def test_tr_19_the_dead_train_nobody():
    f = fight(veterans("a", 4), [recruits("b", 4), veterans("c", 4)])
    assert pools(with_group(f, "c", men=0))[0] == 4 + 4


@pytest.mark.parametrize(("men", "more"), [(1, 1), (2, 1), (3, 2)])
def test_tr_23_aggressive_half_dice_round_up(men, more):
    assert pools(fight(foot("a", men, aggressive=True), foot("b", 3)))[0] == men + more


@pytest.mark.parametrize(("bombers", "more"), [(1, 1), (2, 1), (3, 2)])
def test_tr_24_bombers(bombers, more):
    assert pools(fight(foot("a", 0, bombers=bombers), foot("b", 3)))[0] == bombers + more


def test_tr_25_and_tr_26_fighters_and_brooms():
    assert pools(fight(foot("a", 0, trench_fighters=2, trench_brooms=2), foot("b", 3)))[0] == 4 + 2 + 4


def test_tr_30_attackers_defend_no_cover():
    assert pools(fight(foot("a", 6, cover="heavy"), foot("b", 6, cover="heavy"))) == (6, 10)


@pytest.mark.parametrize(("men", "more"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_tr_36_elan_is_one_die_for_four(men, more):
    f = fight(cavalry("a", men, elan=True), cavalry("b", 9))
    assert pools(f)[0] == men + more
    assert pools(f, 2)[0] == men


def test_tr_39_every_living_enemy_has_to_be_foot_in_the_open():
    a = cavalry("a", 4)
    assert pools(fight(a, [foot("b", 4), foot("c", 4)]))[0] == 8
    covered = fight(a, [foot("b", 4), foot("c", 4, cover="light")])
    assert pools(covered)[0] == 4
    assert pools(with_group(covered, "c", men=0))[0] == 8
    mixed = fight(a, [foot("b", 4), cavalry("c", 4)])
    assert pools(mixed)[0] == 4
    assert pools(with_group(mixed, "c", men=0))[0] == 8


def test_tr_39_whichever_side_attacked():
    f = fight(foot("a", 4), cavalry("b", 4))
    assert pools(f) == (4, 8)


def test_tr_40_never_below_min_dice():
    f = fight(foot("a", 2, shock=20), foot("b", 4))
    assert pools(f) == (0, 4)
    assert pools(fight(foot("a", 2, shock=20), foot("b", 4), parameters={"min_dice": 1})) == (1, 4)
    assert pools(fight(foot("a", 4, move_dice=3), foot("b", 4), parameters={"min_dice": 1})) == (4, 1)


def test_tr_40_a_group_without_men_gives_nothing():
    f = fight([veterans("a", 4, aggressive=True), foot("c", 3)], foot("b", 4))
    assert pools(with_group(f, "a", men=0))[0] == 3


def test_tr_40_the_lower_bound_comes_before_the_halving():
    f = fight(foot("a", 5, struck_in_rear=True, shock=12), foot("b", 4), parameters={"min_dice": 3})
    assert pools(f)[0] == 3  # -1, not below 3, halved to 2, and the side again not below 3
    assert lines(f)["struck in the rear"] == -1


def test_tr_89_stairs_give_light_cover_and_a_door_that_of_the_building():
    f = fight(
        foot("a", 6),
        foot("b", 6, cover="heavy"),
        place="building",
        building={"door_cover": "medium"},
    )
    found = [pools(f, way=way)[1] for way in (Way.GROUND, Way.DOOR, Way.STAIRS_FROM_BELOW, Way.STAIRS_FROM_ABOVE)]
    assert found == [10, 9, 8, 8]


# ---------------------------------------------------------------- Initiative
def test_tr_15_points_are_spent_and_do_not_come_back():
    f = fight(foot("a", 2, leaders=[leader(3)]), foot("b", 3))
    f = step(alone(f, spend, slot(f, "a"), 0), 2)
    assert (group(f, "a").leaders[0].points, group(f, "a").leaders[0].spent) == (1, 2)
    assert pools(f)[0] == 3 + 1 + 2
    f = spent(f, bout(f))
    assert (group(f, "a").leaders[0].points, group(f, "a").leaders[0].spent) == (1, 0)
    assert pools(f)[0] == 3 + 1


def test_tr_51_of_equal_leaders_he_with_the_fewest_points_falls_first():
    f = fight(foot("a", 1, leaders=[leader(2, initiative=3), leader(2, initiative=2)]), foot("b", 3))
    assert [x.points for x in group(f, "a").leaders] == [2, 3]
    f = f.with_leader(slot(f, "a"), 1, points=0, spent=3)
    assert [x.points for x in group(spent(f, bout(f)), "a").leaders] == [0, 2]


def test_tr_51_the_leader_of_lowest_status_falls_first():
    f = fight(foot("a", 1, leaders=[leader(4), leader(1)]), foot("b", 3))
    assert [x.status for x in f.profile(0).leaders] == [1, 4]
    assert pools(with_group(f, "a", men=1))[0] == 1 + 2


def test_casualty_order_is_a_parameter():
    order = ["leaders", "trench_brooms", "trench_fighters", "bombers", "plain"]
    a = foot("a", 1, trench_brooms=1, leaders=[leader(2)])
    f = fight(a, foot("b", 3), parameters={"casualty_order": order})
    assert [pools(with_group(f, "a", men=n))[0] for n in (3, 2, 1)] == [3 + 1 + 2, 2 + 2, 1]
