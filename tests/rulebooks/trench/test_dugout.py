"""Bunkers and dugouts: call, grenade, assault (TR-91 to TR-101)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.plain import value
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.dugout import call, grenade
from coldsteel.rulebooks.trench.setup import Way
from coldsteel.rulebooks.trench.state import End, Status
from tests.driving import alone, ask_of, before, chance, codes, ended, legal, next_step, outcomes
from tests.rulebooks.trench.builders import (
    dugout,
    foot,
    group,
    leader,
    measure,
    pick,
    pools,
    slot,
    step,
    to,
    with_group,
)


def w17(**rulings):
    """W17: five plain attackers, two plain men and a Leader without points inside."""
    return dugout(foot("a", 5), foot("b", 2, leaders=[leader(1, initiative=0)]), rulings=rulings, remember="end")


def a_wins(s):
    return RULEBOOK.verdict(s) == 0


WORTH = {
    "call": F(44876789585371955983, 53973124931819667456),
    "grenade": F(828464723959448565247, 922181439264762599424),
    "assault": F(8894706297492177679, 17991041643939889152),
}


def test_w17_the_pools_in_the_fight():
    """W17: 5 v 5: three men, light cover, the Leader's die (TR-94, TR-95)."""
    assert pools(w17(), way=Way.ENTRANCE) == (5, 5)


@pytest.mark.parametrize(("option", "act"), [(0, "call"), (1, "grenade"), (2, "assault")])
def test_w17_what_each_way_is_worth(option, act):
    """W17: taken by call 0.8315, grenade 0.8984, assault 0.4944, exactly (TR-93 to TR-101)."""
    assert value(step(w17(), option), a_wins)[0] == WORTH[act]


def test_w17_by_the_fast_reader():
    """W17: the same from odds, to 1e-12; the best is the grenade (TR-96)."""
    f = w17()
    odds = solve(RULEBOOK, f)
    assert abs(odds.results["A"] - float(WORTH["grenade"])) < 1e-12
    (advice,) = odds.policy.both_options(f, ())
    assert [o.label for o in advice.options if o.value is not None] == ["call", "grenade of a", "assault", "wait"]
    assert advice.best.label == "grenade of a"


def test_w17_what_the_grenade_does():
    """W17: all dead 75497/559872, morale lost 265285/1679616, surrender to the roll 2320/6561 (TR-97 to TR-99)."""
    found = outcomes(alone(w17(), grenade, slot(w17(), "a")), before("nerve"))
    dead = sum(p for s, p in found.items() if group(s, "b").men == 0)
    broken = sum(p for s, p in found.items() if group(s, "b").status == Status.SURRENDERED)
    assert dead == F(75497, 559872)
    assert broken == F(265285, 1679616)
    assert (1 - dead - broken) / 2 == F(2320, 6561)


def gives_up(f):
    return chance(alone(f, call), lambda s: s.end == End.SURRENDERED_TO_CALL, before("gather", "tell_off"))


def test_w17_two_thirds_at_once():
    """W17: 2/3 give up to the call; `dugout_leader = test_bonus` 1/2 (TR-93)."""
    assert gives_up(w17()) == F(2, 3)
    assert gives_up(w17(dugout_leader="test_bonus")) == F(1, 2)


def test_tr_95_the_die_lasts_as_long_as_a_leader_lives_and_comes_once():
    two = dugout(foot("a", 5), [foot("b", 2, leaders=[leader(1)]), foot("c", 2, leaders=[leader(1)])])
    assert pools(two, way=Way.ENTRANCE)[1] == 6 + 1 + 1 + 1
    assert pools(with_group(two, "b", men=0), way=Way.ENTRANCE)[1] == 3 + 1 + 1


@pytest.mark.parametrize(("reading", "dice"), [("light", 8), ("none", 6)])
def test_tr_100_cover_in_the_fight_after_a_grenade(reading, dice):
    f = dugout(foot("a", 5), foot("b", 6), rulings={"grenade_fight_cover": reading})
    assert pools(f, way=Way.AFTER_GRENADE)[1] == dice


@pytest.mark.parametrize(("shock", "lost"), [(2, False), (3, False), (4, True)])
def test_tr_99_morale_is_lost_above_the_number_of_men(shock, lost):
    f = with_group(w17(), "b", shock=shock)
    assert f.morale_lost(slot(f, "b")) == lost
    doubled = with_group(dugout(foot("a", 5), foot("b", 3), parameters={"morale_factor": 2}), "b", shock=shock)
    assert not doubled.morale_lost(slot(doubled, "b"))


def test_tr_99_who_has_lost_it_gives_up_and_one_die_is_rolled_for_the_rest():
    f = dugout(foot("a", 5), [foot("b", 2, shock=3), foot("c", 8)])
    for s in outcomes(alone(f, grenade, slot(f, "a")), before("nerve")):
        assert group(s, "b").status == Status.SURRENDERED or group(s, "b").men == 0
        if group(s, "c").status == Status.HOLDING and group(s, "c").men:
            fights = step(s, 1)
            assert next_step(fights) == "gather"
            assert step(s, 0).end == End.CLEARED_BY_GRENADE


def test_tr_101_options_at_the_entrance():
    assert legal(ask_of(w17())) == ["call", "grenade of a", "assault", "wait"]
    far = dugout(foot("a", 5, gap=4.1), foot("b", 3))
    ask = ask_of(far)
    assert legal(ask) == ["wait"]
    assert codes(ask, "call") == {"not_at_entrance": "TR-101"}
    assert codes(ask, "assault") == {"not_at_entrance": "TR-101"}
    assert codes(ask, "grenade") == {"not_at_entrance": "TR-101", "group_not_at_entrance": "TR-101"}
    assert legal(ask_of(dugout(foot("a", 5, gap=4.0), foot("b", 3)))) == ["call", "grenade of a", "assault", "wait"]


@pytest.mark.parametrize("done", ["called", "grenaded"])
def test_tr_101_once_a_turn(done):
    ask = ask_of(dugout(foot("a", 5), foot("b", 3), {"this_turn": done}))
    assert legal(ask) == ["assault", "wait"]
    assert codes(ask, "call") == codes(ask, "grenade") == {"used_this_turn": "TR-101"}


def test_tr_97_without_grenades_none_is_thrown():
    ask = ask_of(dugout([foot("a", 5, grenades=False), foot("c", 2)], foot("b", 3)))
    assert codes(ask, "grenade of a") == {"no_grenade": "TR-97"}
    assert "grenade of c" in legal(ask)


def test_tr_101_any_defeat_means_surrender_and_beaten_attackers_fall_back_outside():
    f = pick(dugout(foot("a", 2), foot("b", 2)), "assault")
    for s in outcomes(f):
        if s.end in (End.DEFEAT, End.OVERWHELMED) and s.winner == 1:
            assert measure(s, "fate.b") == "surrendered"
        if s.end == End.DEFEAT and s.winner == 2:
            assert measure(s, "moved.a") in (6, 9, 12, 18)


def test_tr_101_a_second_entrance_is_a_way_out():
    f = dugout(foot("a", 5), foot("b", 3), {"entrances": 2})
    assert f.setup.house.free_exits == (0,)
    assert dugout(foot("a", 5), foot("b", 3)).setup.house.free_exits == ()


def test_tr_101_waiting_ends_it():
    f = step(w17(), 3)
    assert ended(f)
    assert RULEBOOK.verdict(f) == 2


def test_tr_91_the_floors_below_are_cleared_like_a_house():
    f = dugout(foot("a", 6), [foot("b", 1), foot("c", 1, floor=1)], {"floors": 2})
    odds = solve(RULEBOOK, f)
    assert abs(sum(odds.results.values()) - 1) < 1e-12
    assert odds.measures["floors_taken"][2] == pytest.approx(odds.results["A"])


def test_tr_69_guards_for_those_who_gave_up():
    s = to(step(alone(dugout(foot("a", 5), foot("b", 3)), call), 0), "")
    assert s.end == End.SURRENDERED_TO_CALL
    assert (measure(s, "escorted.B"), measure(s, "guards.a"), measure(s, "men.a")) == (3, 1, 5)
    assert measure(s, "fate.a") == "holding"
