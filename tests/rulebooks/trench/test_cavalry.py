"""Cavalry against infantry: breaking, control, pursuit (TR-76 to TR-81)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.state import evolve
from coldsteel.rulebooks.trench.cavalry import chase, pursue, ride
from coldsteel.rulebooks.trench.prisoners import tell_off
from coldsteel.rulebooks.trench.state import End, Pursuit, Status, Winner
from tests.driving import alone, ask_of, chance, codes, legal, taking
from tests.rulebooks.trench.builders import (
    beaten_by,
    cavalry,
    fight,
    foot,
    lancers,
    measure,
    recruits,
    slot,
    step,
    with_group,
)


@pytest.mark.parametrize(("reading", "inches"), [("at_least", (6, 12, 12, 18)), ("replace", (6, 12, 12, 12))])
def test_w15_foot_breaks_before_cavalry(reading, inches):
    """W15: foot beaten by cavalry by 1 to 4: 6, 12, 12, 18 inches; `replace` 6, 12, 12, 12 (TR-76, TR-77)."""
    f = fight(cavalry("a", 9), foot("b", 9), rulings={"cavalry_break": reading})
    assert tuple(measure(beaten_by(f, d), "demanded.b") for d in (1, 2, 3, 4)) == inches


def test_tr_77_it_takes_a_living_cavalry_group_and_the_level_of_the_group():
    f = fight([cavalry("a", 4), foot("c", 4)], [foot("b", 9), recruits("d", 4), cavalry("e", 4)])
    s = beaten_by(f, 1)
    assert [measure(s, f"demanded.{x}") for x in "bde"] == [6, 12, 12]
    s = beaten_by(with_group(f, "a", men=0), 2)
    assert measure(s, "demanded.b") == 9


def after(killed, of, **rulings):
    """Cavalry has beaten foot by 1, after so many of them have been killed; what may it do?"""
    f = fight(cavalry("a", 8), foot("b", of), rulings=rulings)
    f = with_group(f, "b", men=of - killed, status=Status.FELL_BACK, level=1)
    f = evolve(f, end=End.DEFEAT, winner=Winner.A, margin=1)
    return ask_of(alone(f, pursue, 0), "cavalry")


@pytest.mark.parametrize(("killed", "of", "runs"), [(4, 8, False), (5, 8, True), (4, 9, False), (5, 9, True)])
def test_w15_over_half_killed_and_it_runs_on(killed, of, runs):
    """W15: 4 of 8 and 4 of 9 under control, 5 of 8 and 5 of 9 pursues (TR-78 to TR-80)."""
    ask = after(killed, of)
    assert legal(ask) == (["pursue"] if runs else ["hold"])
    assert codes(ask, "hold" if runs else "pursue") == ({"runs_on": "TR-79"} if runs else {"under_control": "TR-78"})


def chased(d, gap=0.0, shock=0, edge=None, **given):
    """Foot beaten by `d` by cavalry that runs on after it."""
    f = fight(cavalry("a", 8, gap=gap), foot("b", 8, gap=gap, edge_distance=edge), **given)
    f = with_group(f, "b", men=2, status=Status.FELL_BACK, level=d, shock=shock)
    f = evolve(f, end=End.DEFEAT, winner=Winner.A, margin=d).with_chase(pursuit=Pursuit.ON)
    return alone(f, chase, (slot(f, "b"),))


RUNS, STAYS = taking("runs", "stays"), taking("stays")


def caught_in(f, turn, choose=RUNS):
    return chance(
        f, lambda s: s.chase[0].pursuit == Pursuit.CAUGHT and s.chase[0].turn == turn, turn_over(turn), choose
    )


def turn_over(turn):
    """Have so many turns been played, or is it over?"""

    def over(s):
        at_chase = s.then.tasks and s.then.tasks[0].step.__name__ == "chase"
        return not s.then.tasks or s.chase[0].pursuit != Pursuit.ON or (at_chase and s.chase[0].turn >= turn)

    return over


def test_w15_beaten_by_two_and_caught():
    """W15: beaten by 2 in contact, 12 inches away, fire only: caught next turn for certain (TR-81)."""
    assert caught_in(chased(2), 1) == 1


def test_w15_beaten_by_four_and_caught_in_the_turn_after():
    """W15: beaten by 4, 18 inches away: not caught next turn; in the turn after with 5/6 (TR-81)."""
    assert caught_in(chased(4), 1) == 0
    assert caught_in(chased(4), 2) == F(5, 6)
    assert caught_in(chased(4), 2, STAYS) == 1


@pytest.mark.parametrize(("gap", "caught"), [(3.5, 1), (0.0, 1)])
def test_tr_81_caught_nearer_than_four_inches(gap, caught):
    assert caught_in(chased(2, gap=gap), 1) == caught


def test_tr_81_shock_slows_the_run():
    """18 inches away, 6 after a ride: with Shock it runs less, so it is caught more often."""
    found = [caught_in(chased(4, shock=n), 2) for n in (0, 1, 2, 3, 12)]
    assert found == [F(30, 36), F(33, 36), F(35, 36), 1, 1]


def test_tr_81_at_the_edge_it_is_driven_off():
    """18 inches back, 25 to the edge: it is gone when it runs 7 or more."""
    f = chased(4, edge=25)
    gone = chance(f, lambda s: s.chase[0].pursuit == Pursuit.DRIVEN_OFF, choose=RUNS, until=turn_over(2))
    reached = chance(f, lambda s: s.groups[1].status == Status.OFF_TABLE, choose=RUNS, until=turn_over(2))
    assert reached == F(21, 36)
    assert gone in (0, reached)


def test_tr_61_and_tr_64_its_next_turn_binds_the_chased():
    for level, code in (
        (2, {"may_only_shoot": "TR-61"}),
        (3, {"may_only_shoot": "TR-61"}),
        (4, {"may_do_nothing": "TR-64"}),
    ):
        ask = ask_of(step(chased(level)), "b")
        assert codes(ask, "runs") == code
    assert codes(ask_of(step(chased(1)), "b"), "runs") == {}
    second = step(step(step(step(chased(4)))))  # chase, run, ride, and chase again
    assert codes(ask_of(second, "b"), "runs") == {}


def test_tr_81_the_cavalry_may_move_first():
    first, second = (caught_in(chased(1, rulings={"pursued_first": x}), 1) for x in (True, False))
    assert first == F(30, 36)
    assert second == 1


def test_tr_81_the_nearest_is_chased():
    f = fight(cavalry("a", 8), [foot("b", 4), recruits("c", 4)])
    f = with_group(
        with_group(f, "b", men=1, status=Status.FELL_BACK, level=2), "c", men=1, status=Status.FELL_BACK, level=1
    )
    f = evolve(f, end=End.DEFEAT, winner=Winner.A, margin=1).with_chase(pursuit=Pursuit.ON)
    s = step(alone(f, chase, (slot(f, "b"), slot(f, "c"))))
    assert s.then.tasks[0].args == (slot(f, "c"),)


def test_tr_81_a_whole_fight_of_lancers_against_foot():
    f = fight(lancers("a", 3, elan=True), foot("b", 3), rulings={"ratio_check": "first_round"})
    from coldsteel.kernel.odds import solve
    from coldsteel.rulebooks.trench import RULEBOOK

    odds = solve(RULEBOOK, f)
    assert sum(odds.measures["pursuit"].values()) == pytest.approx(1.0)
    assert odds.measures["pursuit"].get("caught", 0) > 0


def test_measures_of_a_pursuit():
    s = beaten_by(fight(cavalry("a", 8), foot("b", 8)), 1)
    assert measure(s, "pursuit") == "under_control"
    assert measure(s, "fate.a") == "holding"


def test_tr_77_foot_broke_before_cavalry_that_has_gone_as_guards_since():
    """The only horseman guards a prisoner: the foot beaten by 2 has gone back 12 inches all the same."""
    f = fight(cavalry("a", 1), foot("b", 9), take_prisoners=True)
    f = with_group(f, "b", men=5, level=2, status=Status.FELL_BACK).with_taken(1, from_dead=1)
    f = step(alone(evolve(f, end=End.DEFEAT, winner=Winner.A, margin=2), tell_off, 0, (slot(f, "a"),)))
    assert (measure(f, "fate.a"), measure(f, "moved.b")) == ("guarding", 12)


def two_chased(rooms, leads, edge=None):
    """Two beaten Groups, so many inches away and with so much of a lead; the cavalry comes next."""
    f = fight(cavalry("a", 8), [foot("b", 4, edge_distance=edge), foot("c", 4)])
    for name, level, lead in zip("bc", rooms, leads, strict=True):
        f = with_group(f, name, men=1, status=Status.FELL_BACK, level=level).with_flight(slot(f, name), lead=lead)
    return evolve(f, end=End.DEFEAT, winner=Winner.A, margin=1).with_chase(pursuit=Pursuit.ON, turn=1)


def test_tr_81_the_cavalry_rides_at_who_is_nearest_after_the_run():
    """The one at 12 inches has run 7 more, the other is 13 away: it is caught."""
    f = two_chased((2, 2), (7, 1))
    assert step(alone(f, ride, (slot(f, "b"), slot(f, "c")))).chase[0].pursuit == Pursuit.CAUGHT
    f = two_chased((2, 2), (7, 4))
    assert step(alone(f, ride, (slot(f, "b"), slot(f, "c")))).chase[0].pursuit == Pursuit.ON


def test_tr_81_the_cavalry_rides_on_in_the_turn_in_which_the_nearest_is_gone():
    f = with_group(two_chased((2, 2), (7, 1), edge=15), "b", status=Status.OFF_TABLE)
    assert step(alone(f, ride, (slot(f, "b"), slot(f, "c")))).chase[0].pursuit == Pursuit.CAUGHT


def test_tr_79_only_cavalry_of_the_fight_runs_on():
    f = fight([cavalry("a", 8, gap=1.0), cavalry("far", 4, gap=20.0)], foot("b", 8, gap=1.0))
    f = evolve(f, end=End.DEFEAT, winner=Winner.A, margin=1).with_chase(pursuit=Pursuit.CAUGHT)
    assert (measure(f, "fate.a"), measure(f, "fate.far")) == ("pursuing", "holding")
