"""Clearing buildings floor by floor (TR-82 to TR-90)."""

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.state import evolve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.house import floor_decided
from coldsteel.rulebooks.trench.setup import OUTSIDE, Way
from coldsteel.rulebooks.trench.stairs import leave
from coldsteel.rulebooks.trench.state import End, Status, Winner
from tests.driving import alone, ask_of, codes, legal, next_step, outcomes, taking
from tests.rulebooks.trench.builders import foot, group, house, leader, measure, pick, slot, to


def beaten_on(f, floor=0, d=2, way=Way.DOOR, here=OUTSIDE, loser=1):
    """The defenders, or the attackers, have lost the melee for a floor by `d`; what comes of it is still to be done."""
    f = evolve(f, end=End.DEFEAT, winner=Winner(2 - loser), margin=min(d, 4))
    for g in f.setup.slots(loser):
        f = f.with_group(g, level=min(d, 4))
    ours = tuple(g for g in f.setup.slots(0))
    theirs = tuple(g for g in f.setup.slots(1) if f.floor(g) == floor)
    return alone(f, floor_decided, here, (ours, theirs, way, floor, False))


def got_away(men, stairs, **rulings):
    """W16: so many beaten men on the ground floor, so many staircases to the floor above, no door to use."""
    given = {"staircases": [stairs], "watched_exits": [0]}
    f = beaten_on(house(foot("a", 6), foot("b", men), given, rulings=rulings))
    return to(f, "next_floor", "exchange")


@pytest.mark.parametrize(
    ("men", "stairs", "away", "taken"), [(5, 1, 3, 2), (5, 2, 5, 0), (3, 1, 3, 0), (2, 0, 0, 2), (4, 1, 3, 1)]
)
def test_w16_three_men_for_each_staircase(men, stairs, away, taken):
    """W16: five men, one staircase 3 and 2; two 5 and 0; three men 3 and 0; two men, none 0 and 2 (TR-86 to TR-88)."""
    s = got_away(men, stairs)
    x = group(s, "b")
    free = x.men * (x.status == Status.HOLDING)
    assert (free, s.captured(slot(s, "b"))) == (away, taken)
    if away:
        assert x.housed[0].floor == 1


def test_tr_87_those_for_whom_there_is_no_room_may_stay():
    """TR-R31: two of five stay and are attacked again."""
    s = got_away(5, 1, stairs_excess="stay")
    x = group(s, "b")
    assert (x.men, x.housed[0].floor, x.housed[0].away, x.housed[0].away_floor) == (2, 0, 3, 1)
    assert next_step(s) == "exchange"
    assert s.then.tasks[0].args[1][2] == Way.GROUND


def test_tr_87_stairs_are_shared_by_all_groups_of_the_side():
    given = {"watched_exits": [0]}
    f = beaten_on(house(foot("a", 6), [foot("b", 2), foot("c", 2)], given))
    assert legal(ask_of(f, "who goes first")) == ["b", "c"]
    f = pick(f, "c")
    assert group(f, "c").housed[0].floor == 1
    f = to(f, "next_floor")
    assert (group(f, "b").men, group(f, "b").taken[0].captured) == (1, 1)


def ways(f, floor, name="b"):
    """What a beaten Group on a floor may do, and why not the rest."""
    ask = ask_of(alone(f, leave, slot(f, name), floor))
    return legal(ask), {o.label: codes(ask, o.label) for o in ask.options if o.bars}


def three_storeys(floor, enemy=2, **given):
    return house(
        [foot("a", 6), foot("c", 3, floor=enemy)],
        [foot("b", 4, floor=floor), foot("d", 2, floor=0)],
        {"floors": 3, **given},
    )


def test_tr_85_and_tr_90_up_or_down_but_not_to_the_enemy():
    free, barred = ways(three_storeys(1), 1)
    assert free == ["to floor 0"]
    assert barred["to floor 2"] == {"enemy_on_it": "TR-90"}
    assert barred["out by a door"] == {"no_exit": "TR-88"}
    assert barred["gives itself up"] == {"has_a_way": "TR-88"}


def test_tr_85_only_to_the_next_floor():
    _, barred = ways(three_storeys(0, enemy=1), 0)
    assert barred["to floor 2"] == {"not_adjacent": "TR-85"}


def test_tr_86_no_staircase_and_used_stairs():
    f = three_storeys(1, staircases=[0, 1])
    assert ways(f, 1)[1]["to floor 0"] == {"no_staircase": "TR-86"}
    used = evolve(three_storeys(1), stairs=(0, 3))
    assert ways(used, 1)[1]["to floor 0"] == {"stairs_used": "TR-86"}
    assert ways(evolve(three_storeys(1), stairs=(0, 2)), 1)[0] == ["to floor 0"]


def test_tr_90_out_by_a_door_that_nobody_watches():
    free, barred = ways(house(foot("a", 6), foot("b", 4)), 0)
    assert free == ["to floor 1", "out by a door"]
    _, barred = ways(house(foot("a", 6), foot("b", 4), {"watched_exits": [0]}), 0)
    assert barred["out by a door"] == {"exit_watched": "TR-90"}
    f = beaten_on(house(foot("a", 6), foot("b", 4)), d=3)
    s = to(pick(f, "out by a door"), "next_floor")
    assert (measure(s, "demanded.b"), measure(s, "fate.b"), measure(s, "floor.b")) == (12, "fell_back", "outside")


def test_tr_88_nowhere_to_go():
    free, _ = ways(house(foot("a", 6), foot("b", 4), {"floors": 1, "watched_exits": [0]}), 0)
    assert free == ["gives itself up"]


# ---------------------------------------------------------------- floor after floor
def test_tr_82_and_tr_84_floors_are_won_one_by_one():
    f = house(foot("a", 6), [foot("b", 2), foot("c", 2, floor=1)])
    ask = ask_of(f)
    assert legal(ask) == ["floor 0 from outside", "no further attack"]
    assert codes(ask, "floor 1 from outside") == {"no_way_in": "TR-90"}
    assert codes(ask, "floor 1 by the stairs from floor 0") == {"nobody_there": "TR-90"}
    f = to(pick(f, "floor 0 from outside"), "exchange")
    assert f.then.tasks[0].args[1] == ((slot(f, "a"),), (slot(f, "b"),), Way.DOOR, 0, False)


def test_tr_84_a_floor_without_enemies_is_taken_by_entering_it():
    f = house(foot("a", 6), foot("c", 2, floor=1))
    f = to(pick(f, "floor 0 from outside"), "next_floor")
    assert f.held == (True, False)
    assert group(f, "a").housed[0].floor == 0
    ask = ask_of(f)
    assert legal(ask) == ["floor 1 by the stairs from floor 0", "no further attack"]
    assert codes(ask, "floor 0 from outside") == {"floor_taken": "TR-84", "nobody_there": "TR-90"}
    f = to(pick(f, "floor 1 by the stairs from floor 0"), "exchange")
    assert f.then.tasks[0].args[1][2] == Way.STAIRS_FROM_BELOW


def test_tr_83_the_beaten_take_up_the_defence_elsewhere():
    f = beaten_on(house(foot("a", 6), foot("b", 3), {"watched_exits": [0]}))
    f = to(f, "next_floor")
    assert f.held == (True, False)
    assert group(f, "b").housed[0].floor == 1
    assert f.living(slot(f, "b"))


def test_tr_90_groups_that_go_in_together_and_groups_that_wait():
    f = pick(house([foot("a", 3), foot("c", 3)], foot("b", 3)), "floor 0 from outside")
    ask = ask_of(f)
    assert (ask.what, legal(ask)) == ("a", ["goes in", "waits"])
    found = {to(pick(f, *x), "exchange").then.tasks[0].args[1][0] for x in (["goes in"] * 2, ["goes in", "waits"])}
    assert found == {(0, 1), (0,)}
    assert to(pick(f, "waits"), "exchange").then.tasks[0].args[1][0] == (1,)


@pytest.mark.parametrize(("here", "floor", "away"), [(OUTSIDE, OUTSIDE, 6), (0, 0, 3)])
def test_tr_90_beaten_attackers_go_back_the_way_they_came(here, floor, away):
    f = house(foot("a", 6), foot("b", 3, floor=1), {"exits": [0, 1]})
    f = f.with_housed(0, floor=here)
    way = Way.DOOR if here == OUTSIDE else Way.STAIRS_FROM_BELOW
    s = beaten_on(f, 1, 2, way, here, loser=0)
    s = to(s, "")
    x = group(s, "a")
    assert (x.men, x.housed[0].floor) == (away, floor)
    assert measure(s, "demanded.a") == (9 if here == OUTSIDE else 0)
    assert RULEBOOK.verdict(s) == 1


def test_tr_90_after_a_stalemate_the_attackers_go_back_and_the_defenders_stay():
    f = evolve(house(foot("a", 6), foot("b", 3)), end=End.STALEMATE)
    melee = ((slot(f, "a"),), (slot(f, "b"),), Way.DOOR, 0, False)
    s = alone(f, floor_decided, OUTSIDE, melee)
    s = to(s, "")
    assert measure(s, "floor.b") == "floor 0"
    assert (measure(s, "floor.a"), measure(s, "moved.a")) == ("outside", 2)
    assert RULEBOOK.verdict(s) == 2


def test_tr_84_a_group_from_the_next_floor_may_help_under_the_other_reading():
    a, b = foot("a", 6), [foot("b", 4), foot("c", 4, floor=1)]
    f = pick(house(a, b, rulings={"floor_defence": "join"}), "floor 0 from outside")
    assert legal(ask_of(f, "c")) == ["comes to help", "holds its floor"]
    assert to(pick(f, "comes to help"), "exchange").then.tasks[0].args[1][1] == (1, 2)
    assert to(pick(f, "holds its floor"), "exchange").then.tasks[0].args[1][1] == (1,)
    walled = house(a, b, {"staircases": [0]}, rulings={"floor_defence": "join"})
    assert codes(ask_of(pick(walled, "floor 0 from outside"), "c"), "comes") == {"no_staircase": "TR-84"}


def test_a_house_is_cleared_or_not():
    f = house(foot("a", 4), [foot("b", 1), foot("c", 1, floor=1)], {"watched_exits": [0]})
    odds = solve(RULEBOOK, f)
    assert abs(sum(odds.results.values()) - 1) < 1e-12
    taken = odds.measures["floors_taken"]
    assert abs(taken[2] - odds.results["A"]) < 1e-12


def test_no_further_attack_ends_it():
    f = pick(house(foot("a", 4), foot("b", 2)), "no further attack")
    assert not f.then.tasks
    assert RULEBOOK.verdict(f) == 2


def test_initiative_is_asked_for_on_a_floor_too():
    f = house(foot("a", 4, leaders=[leader(1)]), foot("b", 2))
    assert next_step(to(pick(f, "floor 0 from outside"), "spend", "exchange")) == "spend"


def test_tr_103_the_dead_of_a_second_melee_are_those_of_that_melee():
    """Five men: two taken on the stairs, then one killed on the floor above."""
    from coldsteel.rulebooks.trench.prisoners import dead

    f = beaten_on(house(foot("a", 9), foot("b", 5), {"watched_exits": [0]}, take_prisoners=True))
    f = to(f, "next_floor")
    assert (group(f, "b").men, group(f, "b").taken[0].captured) == (3, 2)
    f = to(pick(f, "floor 1 by the stairs from floor 0"), "exchange")
    assert dead(f, slot(f, "b")) == 0
    assert dead(f.with_group(slot(f, "b"), men=2), slot(f, "b")) == 1


def test_guards_of_a_house():
    s = got_away(5, 1)
    assert measure(s, "guards.a") == 1
    assert measure(s, "escorted.B") == 2


def test_every_ending_of_a_small_house_is_told():
    f = house(foot("a", 2), foot("b", 1), {"floors": 1})
    found = {(End(s.end).name, RULEBOOK.verdict(s)) for s in outcomes(f, choose=taking("floor 0", "out", "no further"))}
    assert ("WIPED_OUT", 0) in found
    assert ("DEFEAT", 1) in found or ("WIPED_OUT", 1) in found
