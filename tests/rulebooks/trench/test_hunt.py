"""A pursuit on a table (TR-76 to TR-81)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.state import evolve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.cavalry import pursue
from coldsteel.rulebooks.trench.hunt import flee, hunt, ride_at
from coldsteel.rulebooks.trench.state import End, Pursuit, Status, Winner
from tests.driving import alone, ask_of, chance, codes, taking
from tests.rulebooks.trench.builders import beaten_by, cavalry, fight, foot, lancers, slot, step, with_group
from tests.rulebooks.trench.places import at, centre, line, on_table, square, terrain

TABLE = {"width": 60.0, "height": 80.0}
RUNS, STAYS = taking("runs", "stays"), taking("stays")


@pytest.mark.parametrize(("d", "inches"), [(1, 6), (2, 12), (3, 12), (4, 18)])
def test_w15_foot_breaks_before_cavalry(d, inches):
    """W15: foot beaten by cavalry by 1, 2, 3, 4 goes back 6, 12, 12, 18 inches (TR-76, TR-77)."""
    f = fight(cavalry("a", 9, **line(9, 30, 10, 0.0)), foot("b", 9, **line(9, 30, 11, 0.0)), table=TABLE)
    assert centre(beaten_by(f, d), "b") == (30.0, 11.0 + inches)


def chased(d, shock=0, table=TABLE, start=(30, 10), rear=180.0, **given):
    """Foot in contact, beaten by `d` by cavalry that runs on after it; six of its eight men have fallen."""
    a, b = cavalry("a", 8, **line(8, *start, 0.0)), foot("b", 8, facing=rear, **line(8, *start, 0.0))
    f = with_group(fight(a, b, table=table, **given), "b", men=2, shock=shock)
    f = _beaten(f, d)
    return alone(f.with_chase(pursuit=Pursuit.ON), hunt, (slot(f, "b"),))


def _beaten(f, d):
    from coldsteel.rulebooks.trench.result import inches_back
    from coldsteel.rulebooks.trench.retreat import fall_back

    f = evolve(with_group(f, "b", level=d), end=End.DEFEAT, winner=Winner.A, margin=d)
    return fall_back(f, slot(f, "b"), inches_back(f, slot(f, "b")), d == 4)


def turn_over(turn):
    def over(s):
        at_hunt = s.then.tasks and s.then.tasks[0].step.__name__ == "hunt"
        return not s.then.tasks or s.chase[0].pursuit != Pursuit.ON or (at_hunt and s.chase[0].turn >= turn)

    return over


def caught_in(f, turn, choose=RUNS):
    caught = chance(
        f, lambda s: s.chase[0].pursuit == Pursuit.CAUGHT and s.chase[0].turn == turn, turn_over(turn), choose
    )
    return caught


def test_w15_beaten_by_two_it_is_caught_next_turn():
    """W15: beaten by 2 in contact, 12 inches away, it may only shoot: caught with certainty (TR-61, TR-81)."""
    assert caught_in(chased(2), 1) == 1


def test_w15_beaten_by_four_it_is_caught_in_the_turn_after_next():
    """W15: 18 inches away: not next turn, in the turn after with 5/6, if it runs (TR-64, TR-81)."""
    assert caught_in(chased(4), 1) == 0
    assert caught_in(chased(4), 2) == F(5, 6)
    assert caught_in(chased(4), 2, STAYS) == 1


def test_tr_81_shock_slows_the_run():
    assert [caught_in(chased(4, shock=n), 2) for n in (1, 2, 12)] == [F(33, 36), F(35, 36), 1]


@pytest.mark.parametrize("rear", [217.0, 195.5, 261.3])
def test_w15_in_whatever_direction_it_runs(rear):
    """W15: 5/6 all the same where no place is a round number: at exactly 4 inches nobody is caught."""
    f = chased(4, start=(10, 10), rear=rear)
    assert caught_in(f, 1) == 0
    assert caught_in(f, 2) == F(5, 6)


def test_tr_81_the_cavalry_rides_twelve_inches_and_stops_when_it_is_upon_them():
    f = chased(4)
    s = step(alone(f, ride_at, slot(f, "a"), (slot(f, "b"),)))
    assert (centre(s, "a"), s.chase[0].pursuit) == ((30.0, 22.0), Pursuit.ON)
    s = step(alone(s, ride_at, slot(f, "a"), (slot(f, "b"),)))
    assert (centre(s, "a"), s.chase[0].pursuit) == (pytest.approx((30.0, 24.01)), Pursuit.CAUGHT)
    assert centre(s, "b") == (30.0, 28.0)


def test_tr_79_another_enemy_on_the_way_is_a_melee_too():
    f = fight(
        cavalry("a", 2, **line(2, 30, 10, 0.0)),
        [foot("b", 1, **at(30, 11)), foot("fresh", 3, **line(3, 33, 24))],
        table=TABLE,
    )
    f = _beaten(f, 4).with_chase(pursuit=Pursuit.ON)
    f = alone(f, ride_at, slot(f, "a"), (slot(f, "b"),))
    s = step(f)
    assert s.chase[0].pursuit == Pursuit.CAUGHT
    assert 20 < centre(s, "a")[1] < 22
    assert said_who(f) == "fresh"


def said_who(f):
    from coldsteel.kernel.asks import Say
    from coldsteel.kernel.state import next_task

    (event,) = [x for x in next_task(f) if isinstance(x, Say)]
    return dict(event.facts)["who"]


def test_tr_81_at_the_edge_it_is_driven_off():
    """18 inches back to (30, 28), the edge 7 inches on: it is gone when it runs 7 or more."""
    f = chased(4, table={"width": 60.0, "height": 35.0})
    s = f.with_chase(turn=2)
    gone = chance(alone(s, flee, slot(f, "b"), slot(f, "a")), lambda s: not on_table(s, "b"), choose=RUNS)
    assert gone == F(21, 36)


def test_tr_61_and_tr_64_its_next_turn_binds_the_chased():
    for d, code in ((2, {"may_only_shoot": "TR-61"}), (4, {"may_do_nothing": "TR-64"})):
        assert codes(ask_of(step(chased(d)), "b"), "runs") == code
    assert codes(ask_of(step(chased(1)), "b"), "runs") == {}


def test_tr_81_the_cavalry_may_move_first():
    """TR-C11: beaten by 1 it is 6 inches away; who moves first decides."""
    first, second = (caught_in(chased(1, rulings={"pursued_first": x}), 1) for x in (True, False))
    assert (first, second) == (F(30, 36), 1)


def test_tr_79_impassable_ground_stops_the_ride():
    """The cliff between them bars the way: the ride ends before it, and then the pursuit."""
    cliff = terrain("cliff", square(29, 20, 31, 21), impassable=True)
    f = fight(cavalry("a", 2, **at(30, 10)) | {"plain": 1}, foot("b", 1, **at(30, 11)), table=TABLE, terrain=[cliff])
    b = slot(f, "b")
    f = with_group(f, "b", status=Status.FELL_BACK, level=1)
    ground = (f.then.ground[0], (((3000, 2800),), 18000))
    f = evolve(f, end=End.DEFEAT, winner=Winner.A, margin=1, then=f.then.on(ground)).with_chase(pursuit=Pursuit.ON)
    s = step(alone(f, ride_at, slot(f, "a"), (b,)))
    assert s.chase[0].pursuit == Pursuit.ON
    assert centre(s, "a")[1] == pytest.approx(20.0, abs=0.03)
    assert step(alone(s, hunt, (b,))).chase[0].pursuit == Pursuit.UNDER_CONTROL


def test_tr_81_each_cavalry_group_rides_at_the_nearest():
    f = fight(
        [cavalry("a", 1, **at(20, 10)), cavalry("c", 1, **at(40, 10))],
        [foot("b", 1, **at(20, 11)), foot("d", 1, **at(40, 11))],
        table=TABLE,
    )
    for name, x in (("b", 2000), ("d", 4000)):
        f = with_group(f, name, status=Status.FELL_BACK, level=3)
        k = slot(f, name)
        f = evolve(f, then=f.then.on((*f.then.ground[:k], (((x, 5000),), 0), *f.then.ground[k + 1 :])))
    f = evolve(f, end=End.DEFEAT, winner=Winner.A, margin=3).with_chase(pursuit=Pursuit.ON)
    s = alone(f, hunt, (slot(f, "b"), slot(f, "d")))
    for _ in range(7):
        s = step(s)
    assert (centre(s, "a"), centre(s, "c"), s.chase[0].turn) == ((20.0, 22.0), (40.0, 22.0), 1)


def test_tr_78_and_tr_79_over_half_killed_and_it_runs_on():
    f = fight(cavalry("a", 8, **line(8, 30, 10, 0.0)), foot("b", 8, **line(8, 30, 11, 0.0)), table=TABLE)
    f = _beaten(with_group(f, "b", men=3), 1)
    s = step(alone(f, pursue, 0))
    assert [t.step.__name__ for t in s.then.tasks] == ["hunt"]


def test_tr_81_a_whole_fight_of_lancers_against_foot():
    given = {"rulings": {"ratio_check": "first_round"}, "remember": "men"}
    f = fight(
        lancers("a", 2, elan=True, **line(2, 30, 10, 0.0)), foot("b", 3, **line(3, 30, 12, 0.0)), table=TABLE, **given
    )
    odds = solve(RULEBOOK, f)
    assert sum(odds.measures["pursuit"].values()) == pytest.approx(1.0)
    assert odds.measures["pursuit"].get("caught", 0) > 0
    fields = fight(lancers("a", 2, elan=True, gap=2.0), foot("b", 3, gap=2.0, edge_distance=68), **given)
    assert solve(RULEBOOK, fields).measures["pursuit"] == pytest.approx(odds.measures["pursuit"], abs=1e-12)
