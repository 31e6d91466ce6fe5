"""The solution of a graph: chances, choices, cycles, choices made at one time, aims of one's own."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from bench.duel import DUEL as FENCING
from coldsteel.errors import NotSolvable, RulebookError
from coldsteel.kernel import odds, plain
from coldsteel.kernel.asks import choose, option, pick
from coldsteel.kernel.figures import where
from coldsteel.kernel.games import matrix_game
from coldsteel.kernel.rulebook import Aim, Measure
from coldsteel.kernel.state import Agenda, do, evolve
from tests.kernel.duel import DUEL, Setup
from tests.kernel.duel import start as duel
from tests.kernel.games import BOARD, Board, Clash, Luck, Over, Will, board, book, figure, maze, visit

A, B = 0, 1


def solved(*rooms, stands=(0, 0), rulebook=BOARD, **options):
    return odds.solve(rulebook, maze(*rooms, stands=stands), **options)


def exactly(*rooms, stands=(0, 0)):
    return plain.value(maze(*rooms, stands=stands), lambda f: f.figures[0], endless=stands[0])[0]


# ---------------------------------------------------------------- brute force
def brute(rooms, stands):
    """The value of room 0 for A by all pure strategies of both sides; what goes round for ever is worth `stands`.

    Pure strategies suffice on both sides: with a last payment, or `stands` a step for ever, it is a game of mean payoff
    with perfect information (Liggett and Lippman).
    """
    own = [[k for k, r in enumerate(rooms) if isinstance(r, Will) and r.side == side] for side in (A, B)]
    plays = [list(itertools.product(*(range(len(rooms[k].rooms)) for k in ks))) for ks in own]
    return max(
        min(follow(rooms, dict(zip(own[A] + own[B], a + b, strict=True)), stands) for b in plays[B]) for a in plays[A]
    )


def follow(rooms, play, stands):
    """The value of room 0 when everybody keeps to this play."""
    n = len(rooms)
    p, c = np.zeros((n, n)), np.zeros(n)
    for k, room in enumerate(rooms):
        if isinstance(room, Over):
            c[k] = room.figures[0]
        elif isinstance(room, Luck):
            whole = sum(w for w, _ in room.ways)
            for w, to in room.ways:
                p[k, to] += w / whole
        else:
            p[k, room.rooms[play[k]]] = 1.0
    ends = np.array([isinstance(r, Over) for r in rooms])
    while (new := ends | (p @ ends > 0)).tolist() != ends.tolist():
        ends = new
    p[~ends], c[~ends] = 0.0, stands  # from here it never ends
    return np.linalg.solve(np.eye(n) - p, c)[0]


@st.composite
def mazes(draw, forward=False, kinds=(Over, Luck, Will), sides=(A, B)):
    """Up to eight rooms, of which at most three belong to either side; the last one is an end. With `forward` no way
    leads back."""
    n = draw(st.integers(2, 8))
    rooms, left = [], {A: 3, B: 3}
    for k in range(n - 1):
        to = st.integers(k + 1, n - 1) if forward else st.integers(0, n - 1)
        kind = draw(st.sampled_from(kinds))
        side = draw(st.sampled_from(sides))
        if kind is Over:
            rooms.append(Over((draw(st.integers(-5, 5)), draw(st.integers(-5, 5)))))
        elif kind is Luck or left[side] == 0:
            rooms.append(Luck(tuple(draw(st.lists(st.tuples(st.integers(1, 4), to), min_size=1, max_size=3)))))
        else:
            left[side] -= 1
            rooms.append(Will(side, tuple(draw(st.lists(to, min_size=1, max_size=3)))))
    return (*rooms, Over((draw(st.integers(-5, 5)), draw(st.integers(-5, 5)))))


# ---------------------------------------------------------------- chance only
@settings(max_examples=120, deadline=None)
@given(mazes(kinds=(Over, Luck)), st.integers(-3, 3))
def test_graphs_of_chance_with_cycles_are_as_fractions_say(rooms, stands):
    """What cannot end is worth what it stands at. Tolerance: the bound that is reported, and 1e-12 for the sums of a
    dozen floats up to 5."""
    found = solved(*rooms, stands=(stands, 0))
    assert found.bound < 1e-9
    assert abs(found.value - float(exactly(*rooms, stands=(stands, 0)))) <= found.bound + 1e-12
    assert abs(sum(found.joint.chance) - 1) < 1e-12
    assert abs(sum(found.results.values()) - 1) < 1e-12
    assert abs(found.joint.mean(figure(0)) - found.value) < 1e-11


@settings(max_examples=80, deadline=None)
@given(mazes(forward=True))
def test_games_without_cycles_are_as_fractions_say(rooms):
    found = solved(*rooms)
    assert found.bound == 0.0
    assert found.unresolved == 0.0
    assert abs(found.value - float(exactly(*rooms))) < 1e-12
    assert abs(found.joint.mean(figure(0)) - found.value) < 1e-12


def test_a_gambler_is_ruined():
    """One of three coins, heads 2 to 1; 3 is home: (1 - 1/2) / (1 - 1/8) = 4/7."""
    rooms = (Luck(((2, 1), (1, 2))), Luck(((2, 3), (1, 0))), Over((0, 0)), Over((1, 0)))
    assert exactly(*rooms) == Fraction(4, 7)
    found = solved(*rooms)
    assert abs(found.value - 4 / 7) < 1e-14
    assert found.bound < 1e-14


def test_a_long_walk_on_a_cycle_is_still_exact():
    """200 places in a row, a fair coin: from the k-th of n the far end is reached with k / n, in some 7,500 steps."""
    n = 200
    rooms = [Luck(((1, k - 1), (1, k + 1))) for k in range(1, n)]
    rooms = [Luck(((1, 50),)), *rooms[:]]
    walk = (*rooms, Over((1, 0)), Over((0, 0)))
    walk = tuple(
        Luck(tuple((w, n + 1 if to == 0 else to) for w, to in r.ways)) if isinstance(r, Luck) else r for r in walk
    )
    found = solved(*walk)
    assert found.bound < 1e-9
    assert abs(found.value - 50 / n) <= found.bound + 1e-12


# ---------------------------------------------------------------- decisions
@settings(max_examples=200, deadline=None)
@given(mazes(), st.integers(-3, 3))
def test_games_with_cycles_are_as_all_pure_strategies_say(rooms, stands):
    """Endless play is worth what it stands at. Tolerance: the bound, and 1e-10 for the dense systems of the brute
    force, whose condition is at most the longest stay (12^8 in theory, far less in the mazes drawn)."""
    found = solved(*rooms, stands=(stands, 0))
    assert found.bound < 1e-9
    assert abs(found.value - brute(rooms, stands)) <= found.bound + 1e-10
    assert abs(sum(found.results.values()) - 1) < 1e-9
    assert (
        abs(found.joint.mean(figure(0)) - found.value) < 1e-9
    )  # mass that is stuck stands in the state it is stuck in


@settings(max_examples=60, deadline=None)
@given(mazes(sides=(A,)), st.integers(-3, 3))
def test_one_player_on_cycles(rooms, stands):
    found = solved(*rooms, stands=(stands, 0))
    assert abs(found.value - brute(rooms, stands)) <= found.bound + 1e-10


@settings(max_examples=40, deadline=None)
@given(mazes())
def test_the_other_side_s_view_is_the_mirror(rooms):
    """Figure 0 for side 1 is its negative, by the aim: side 1 asked for the same fight is worth the opposite."""
    assert abs(solved(*rooms).value + solved(*rooms, side=1).value) < 1e-9


def test_a_cycle_that_must_be_left_is_left_as_well_as_may_be():
    """A may take 1 or try: 1/4 gives 3, 1/4 gives 0, 1/2 leads back. To try for ever is worth x = x/2 + 3/4 = 1.5."""
    rooms = (Will(A, (1, 2)), Luck(((2, 0), (1, 3), (1, 4))), Over((1, 0)), Over((3, 0)), Over((0, 0)))
    found = solved(*rooms)
    assert abs(found.value - 1.5) < 1e-12
    assert found.bound < 1e-12


@pytest.mark.parametrize(("stands", "value"), [(0, 2), (2, 2), (3, 3)])
def test_who_may_stay_for_ever_has_no_less_than_the_fight_stands_at(stands, value):
    """A alone on a cycle: to stay is worth `stands`, to leave 2."""
    assert abs(solved(Will(A, (0, 1)), Over((2, 0)), stands=(stands, 0)).value - value) < 1e-12


@pytest.mark.parametrize(("stands", "value"), [(0, 0), (2, 2), (3, 2)])
def test_who_wants_it_low_stays_where_that_is_lower(stands, value):
    found = solved(Will(B, (0, 1)), Over((2, 0)), stands=(stands, 0))
    assert abs(found.value - value) < 1e-12
    assert found.unresolved == pytest.approx(1.0 if stands <= 2 else 0.0)  # to stay is listed first


def test_endless_play_of_both_is_unresolved():
    """Each may leave to its own loss: nobody does."""
    found = solved(Will(A, (1, 2)), Will(B, (0, 3)), Over((-1, 0)), Over((1, 0)))
    assert found.value == 0.0
    assert found.unresolved == 1.0
    assert found.results["no end"] == 1.0
    assert abs(sum(found.joint.chance) - 1) < 1e-15


def test_a_cycle_that_nobody_can_leave_is_found_and_its_mass_reported():
    """A quarter of the fights end, three quarters go round for ever and are valued as they stand."""
    found = solved(Luck(((1, 1), (3, 2))), Over((8, 0)), Luck(((1, 2), (1, 3))), Will(B, (2, 3)), stands=(4, 0))
    assert found.unresolved == 0.75
    assert found.results == {"over": 0.25, "no end": 0.75}
    assert found.value == 0.25 * 8 + 0.75 * 4
    assert abs(sum(found.joint.chance) - 1) < 1e-15
    assert found.joint.mean(figure(0)) == found.value
    assert found.joint.missing == 0.0


def test_a_fight_that_never_ends_is_whole_unresolved():
    found = solved(Luck(((1, 0),)), stands=(4, 0))
    assert (found.value, found.unresolved) == (4.0, 1.0)


# ---------------------------------------------------------------- the waiting war
@pytest.mark.parametrize("wounds", range(1, 9))
def test_two_fencers_who_may_guard_for_ever(wounds):
    """bench/duel.py. Values are the same for both by turn, lie between -1 and 1, and the bound is honest and small."""
    found = odds.solve(FENCING, FENCING.start(wounds))
    assert found.bound < 1e-9
    assert -1 <= found.value <= 1
    assert abs(sum(found.results.values()) - 1) < 1e-9
    assert abs(found.results["A"] - found.results["B"] - found.value) < 1e-9  # what is unresolved counts 0
    assert found.solution.may_be_endless


def fencing_rooms(wounds):
    """The waiting war as a maze of states, read by the plain reader: its rooms, and the number of every state."""
    trees = plain.reachable(FENCING.start(wounds))
    number = {state: k for k, state in enumerate(trees)}
    rooms = [None] * len(trees)

    def room_of(tree):
        if isinstance(tree, plain.End):
            return number[tree.state]
        rooms.append(Luck(tuple((w, room_of(t)) for w, t in tree.branches)))
        return len(rooms) - 1

    for state, k in number.items():
        tree = trees[state]
        if not state.then.tasks:
            wins = FENCING.aims(None)[0].of(state, 0)
            rooms[k] = Over((int(wins), 0))
        else:
            assert isinstance(tree, plain.Decision)
            rooms[k] = Will(tree.ask.side, tuple(room_of(t) for _, t in tree.branches))
    return tuple(rooms)


def replies(rooms, side, play, stands):
    """The values of room 0 when `side` keeps to a play and the other side to each of all its pure strategies."""
    other = [k for k, r in enumerate(rooms) if isinstance(r, Will) and r.side != side]
    for reply in itertools.product(*(range(len(rooms[k].rooms)) for k in other)):
        yield follow(rooms, play | dict(zip(other, reply, strict=True)), stands)


def test_the_waiting_war_for_one_wound_as_all_pure_strategies_say():
    """The play that the policy advises is held against all 3^7 strategies of the other side. None of B's brings A below
    the value, none of A's above it: so it is the value, and the advice is best play (weak duality)."""
    found = odds.solve(FENCING, FENCING.start(1))
    rooms, states = fencing_rooms(1), list(plain.reachable(FENCING.start(1)))
    play = [{}, {}]
    for k, room in enumerate(rooms):
        if isinstance(room, Will):
            play[room.side][k] = found.policy.options(states[k]).best.number
    assert [len(p) for p in play] == [7, 7]
    assert min(replies(rooms, A, play[A], 0)) >= found.value - 1e-9
    assert max(replies(rooms, B, play[B], 0)) <= found.value + 1e-9


@settings(max_examples=100, deadline=None)
@given(mazes(), st.integers(-3, 3))
def test_the_advice_keeps_its_word_against_every_reply(rooms, stands):
    """Who follows the policy gets the value, also where another option looks as good but goes round for ever."""
    found = solved(*rooms, stands=(stands, 0))
    play = [{}, {}]
    for k, room in enumerate(rooms):
        if isinstance(room, Will):
            state = evolve(found.start, then=Agenda(do(visit, k)))
            met = found.graph.node_of(state) >= 0
            play[room.side][k] = found.policy.options(state).best.number if met else 0
    assert min(replies(rooms, A, play[A], stands)) >= found.value - found.bound - 1e-10
    assert max(replies(rooms, B, play[B], stands)) <= found.value + found.bound + 1e-10


def test_of_two_options_of_one_worth_the_one_that_ends_is_advised_where_to_stay_is_worse():
    """To stay is listed first and looks as good as to leave, as long as one leaves in the end."""
    found = solved(Will(A, (0, 1)), Over((2, 0)))
    advice = found.policy.options(found.start)
    assert [w.value for w in advice.options] == [2.0, 2.0]
    assert advice.best.number == 1
    assert found.unresolved == 0.0


# ---------------------------------------------------------------- choices made at one time
def game(table):
    """A table of values as rooms."""
    rows, columns = len(table), len(table[0])
    ends = tuple(Over((x, 0)) for row in table for x in row)
    return Clash(tuple(tuple(1 + i * columns + j for j in range(columns)) for i in range(rows))), *ends


def test_rock_paper_scissors():
    found = solved(*game([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert abs(found.value) < 1e-12
    mine, theirs = found.policy.both_options(found.start)
    for advice in (mine, theirs):
        assert [w.chance for w in advice.options] == pytest.approx([1 / 3] * 3, abs=1e-9)
        assert [w.value for w in advice.options] == pytest.approx([0] * 3, abs=1e-9)
    assert found.joint.table(figure(0)) == pytest.approx({(-1,): 1 / 3, (0,): 1 / 3, (1,): 1 / 3}, abs=1e-9)


def test_a_game_with_a_saddle_is_played_pure():
    found = solved(*game([[3, 2, 5], [1, 0, 9]]))
    assert found.value == 2.0
    mine, theirs = found.policy.both_options(found.start)
    assert [w.chance for w in mine.options] == [1.0, 0.0]
    assert [w.chance for w in theirs.options] == [0.0, 1.0, 0.0]
    assert found.joint.table(figure(0)) == {(2,): 1.0}


@pytest.mark.parametrize("side", [A, B])
def test_two_by_two_by_formula(side):
    """[[a, b], [c, d]] without a saddle: (ad - bc) / (a + d - b - c)."""
    found = solved(*game([[4, -2], [-3, 1]]), side=side)
    # from the other side the aim of side 1 is minus figure 0, so that A wants it high all the same
    assert abs(abs(found.value) - abs((4 * 1 - -2 * -3) / (4 + 1 + 2 + 3))) < 1e-12


tables = st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=3, max_size=3)


@settings(max_examples=60, deadline=None)
@given(tables)
def test_a_matrix_game_comes_with_its_proof(table):
    """The mixtures prove the value: no column holds the first below it, no row gets more against the second. Tolerance:
    the linear program is solved to 1e-9 of values up to 9."""
    m = np.array(table, float)
    value, x, y = matrix_game(m)
    assert min(x) >= 0
    assert min(y) >= 0
    assert x.sum() == pytest.approx(1)
    assert y.sum() == pytest.approx(1)
    assert (x @ m).min() >= value - 1e-7
    assert (m @ y).max() <= value + 1e-7
    assert abs(solved(*game(table)).value - value) < 1e-9


@settings(max_examples=30, deadline=None)
@given(tables)
def test_a_matrix_game_as_scipy_solves_it_for_the_other_side(table):
    """The dual program, written down on its own: the least v that no row exceeds against a mixture of columns."""
    m = np.array(table, float)
    lp = linprog(
        [0, 0, 0, 1],
        A_ub=np.hstack([m, -np.ones((3, 1))]),
        b_ub=np.zeros(3),
        A_eq=[[1, 1, 1, 0]],
        b_eq=[1],
        bounds=[(0, None)] * 3 + [(None, None)],
    )
    assert abs(matrix_game(m)[0] - lp.fun) < 1e-7


def test_a_choice_made_at_one_time_on_a_cycle_is_refused():
    with pytest.raises(NotSolvable, match="made at one time lies on a cycle"):
        solved(Clash(((0, 1), (1, 2))), Over((1, 0)), Over((0, 0)))


# ---------------------------------------------------------------- aims of their own
def own(rooms, **options):
    return solved(*rooms, aim="own", other_aim="own", **options)


def backward(rooms, k=0):
    """What each side gets when each takes what is best for itself, and of equal options the one listed first."""
    room = rooms[k]
    if isinstance(room, Over):
        return tuple(map(Fraction, room.figures))
    if isinstance(room, Luck):
        whole = sum(w for w, _ in room.ways)
        parts = [(Fraction(w, whole), backward(rooms, to)) for w, to in room.ways]
        return tuple(sum(p * v[side] for p, v in parts) for side in (A, B))
    return max((backward(rooms, to) for to in room.rooms), key=lambda v: v[room.side])  # the first of equals


def test_each_takes_what_is_best_for_itself():
    rooms = (Will(A, (1, 2)), Will(B, (3, 4)), Will(B, (5, 6)), *[Over(x) for x in ((9, 1), (0, 2), (3, 5), (8, 4))])
    found = own(rooms)
    assert found.values == (3.0, 5.0)
    assert solved(*rooms).value == 3.0  # with opposite aims B would leave A 0 or 3
    assert own(rooms, side=1).values == (5.0, 3.0)


@pytest.mark.parametrize("order", [(3, 4), (4, 3)])
def test_of_equal_options_the_one_listed_first_is_taken(order):
    """B gets 1 either way; what A gets hangs on it."""
    rooms = (Will(A, (1, 2)), Will(B, order), Over((4, 0)), Over((5, 1)), Over((3, 1)))
    found = own(rooms)
    assert found.values == ((5.0, 1.0) if order == (3, 4) else (4.0, 0.0))


@settings(max_examples=100, deadline=None)
@given(mazes(forward=True))
def test_aims_of_their_own_by_backward_induction(rooms):
    """Ties of sums of chances may differ in the last digit: what is within 1e-12 counts as equal here as there."""
    found = own(rooms)
    assert found.values == pytest.approx(tuple(map(float, backward(rooms))), abs=1e-11)


def test_aims_of_their_own_with_a_decision_on_a_cycle_are_refused():
    with pytest.raises(NotSolvable, match="a decision lies on a cycle"):
        own((Will(A, (0, 1)), Over((1, 0))))


def test_aims_of_their_own_with_a_cycle_of_chance_only():
    """The dice go round until they stop; the choice comes before."""
    rooms = (Will(B, (1, 4)), Luck(((1, 1), (1, 2), (2, 3))), Over((6, 3)), Over((0, 9)), Over((9, 6)))
    found = own(rooms)
    assert found.values == pytest.approx((2.0, 7.0), abs=1e-12)


def test_aims_of_their_own_with_choices_at_one_time_are_refused():
    with pytest.raises(NotSolvable, match="for opposite aims only"):
        own(game([[1, 2], [3, 4]]))


# ---------------------------------------------------------------- visits and what is counted
def test_expected_visits_by_hand():
    """Room 0 is gone back to with 2/3 each time, so it is met 3 times."""
    rooms = (Luck(((4, 0), (1, 1), (1, 2))), Luck(((1, 2),)), Over((0, 0)))
    found = solved(*rooms)
    # 3 visits of room 0; room 1 in half of the fights; room 2 once in every fight
    assert found.expected["visit"] == pytest.approx(3 + 0.5 + 1, abs=1e-12)
    assert found.expected["round"] == 0.0


def test_expected_visits_under_best_play_on_a_cycle():
    """A tries until it gets 3, every try goes on with 1/2: the choice and the dice are met twice each, then the end."""
    rooms = (Will(A, (1, 2)), Luck(((2, 0), (1, 3), (1, 4))), Over((1, 0)), Over((3, 0)), Over((0, 0)))
    assert solved(*rooms).expected["visit"] == pytest.approx(2 + 2 + 1, abs=1e-10)


def test_expected_visits_with_mixed_choices():
    """Scissors loses a turn: where both mix a half and a half, one of four ways goes through one more room."""
    rooms = (Clash(((1, 2), (3, 4))), Over((1, 0)), Over((0, 0)), Over((0, 0)), Luck(((1, 1),)))
    assert solved(*rooms).expected["visit"] == pytest.approx(1 + 1 + 0.25, abs=1e-9)


def test_the_rounds_of_a_duel_are_counted():
    found = odds.solve(DUEL, duel(Setup(rounds=3), (2, 2)))
    assert 1 < found.expected["round"] < 3
    assert odds.solve(DUEL, duel(Setup(rounds=1), (2, 2))).expected["round"] == 1.0


# ---------------------------------------------------------------- the joint outcome
def spread(*ways):
    """Ends with these (weight, figures)."""
    return (Luck(tuple((w, k + 1) for k, (w, _) in enumerate(ways))), *[Over(x) for _, x in ways])


WAYS = ((1, (0, 7)), (2, (3, 7)), (3, (3, 1)), (4, (9, 1)))


def test_means_quantiles_and_conditional_means_by_hand():
    joint = solved(*spread(*WAYS)).joint
    assert joint.mean(figure(0)) == pytest.approx((2 * 3 + 3 * 3 + 4 * 9) / 10, abs=1e-14)
    assert joint.mean(figure(0), lambda f: f.figures[1] == 7) == pytest.approx(2 * 3 / 3, abs=1e-14)
    assert joint.mean(figure(0), lambda f: where(f.figures[1] == 1, 1, 0)) == pytest.approx((9 + 36) / 7, abs=1e-14)
    assert np.isnan(joint.mean(figure(0), lambda f: f.figures[1] == 2))
    quantiles = {0: 0, 0.1: 0, 0.11: 3, 0.5: 3, 0.6: 3, 0.61: 9, 1: 9}
    assert {q: joint.quantile(figure(0), q) for q in quantiles} == quantiles


def test_the_joint_table_keeps_what_comes_together():
    found = solved(*spread(*WAYS))
    assert found.joint.table(figure(0), figure(1)) == pytest.approx(
        {(0, 7): 0.1, (3, 7): 0.2, (3, 1): 0.3, (9, 1): 0.4}
    )
    named = Measure("big", lambda f: 1 * (f.figures[0] > 2), ("small", "big"))
    assert found.joint.table(named, figure(1)) == pytest.approx({("small", 7): 0.1, ("big", 7): 0.2, ("big", 1): 0.7})
    assert found.measures["figure.1"] == pytest.approx({7: 0.3, 1: 0.7})


def test_a_measure_that_branches_on_figures_is_refused():
    found = solved(*spread(*WAYS))
    with pytest.raises(RulebookError, match="must not branch"):
        found.joint.table(Measure("bad", lambda f: 1 if f.figures[0] > 2 else 0))


def test_verdicts_are_chances_of_what_they_say():
    rules = book(
        (Aim("figure", lambda f, side: f.figures[0] * (1 - 2 * side)),),
        verdict=lambda f: where(f.figures[0] > 5, 0, where(f.figures[0] > 2, 1, 2)),
        verdicts=("much", "some", "none", "no end"),
    )
    found = odds.solve(rules, maze(*spread(*WAYS)))
    assert found.results == pytest.approx({"much": 0.4, "some": 0.5, "none": 0.1, "no end": 0.0})


def test_a_fight_that_is_over_before_it_begins():
    found = odds.solve(BOARD, Board((5, 0), None, Agenda()))
    assert (found.value, found.states, found.edges) == (5.0, 1, 0)
    assert found.joint.table(figure(0)) == {(5,): 1.0}


# ---------------------------------------------------------------- broken off where it goes round, not before
def test_what_happens_on_the_way_to_a_cycle_nobody_leaves_is_kept():
    """Two steps of chance, then round for ever: the figures are those of the cycle, not those of the start."""

    def climb(f, left):
        k = yield from pick(0, 2)
        f = f.put(_0=f.figures[0] + k)
        return f.first(do(climb, left - 1)) if left > 1 else f.first(do(idle))

    def idle(f):
        return f.first(do(idle))

    found = odds.solve(BOARD, board(climb, 0, args=(2,)))
    assert found.unresolved == 1.0
    shown = {int(s.figures[0]): p for s, p in found.joint.states()}
    assert shown == {0: 0.25, 1: 0.5, 2: 0.25}
    assert found.value == 1.0


def test_a_choice_on_the_way_to_a_cycle_nobody_leaves_counts():
    """The value of the start is that of its best option, though no play ends the fight."""

    def start(f):
        got = yield from choose(0, [option(1, "one"), option(2, "two")])
        return f.put(_0=got).first(do(idle))

    def idle(f):
        return f.first(do(idle))

    found = odds.solve(BOARD, board(start, 0))
    (advice,) = found.advice
    assert found.value == 2.0
    assert advice.best.label == "two"
    assert [o.value for o in advice.options] == [1.0, 2.0]
