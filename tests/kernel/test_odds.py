"""Odds: the same graph whatever the chunks, budgets, stopping, the policy, aims in words."""

import pickle
import time

import numpy as np
import pytest

from bench.duel import DUEL as FENCING
from coldsteel.errors import NotSolvable, RulebookError, Stopped, TooLarge
from coldsteel.kernel import odds, plain
from coldsteel.kernel.asks import bar, choose, choose_both, option, pick, stage, tally, total
from coldsteel.kernel.figures import most, where
from coldsteel.kernel.graph import build
from coldsteel.kernel.rulebook import Aim, Measure, weighted
from coldsteel.kernel.state import do, evolve
from tests.kernel.duel import DUEL, Setup
from tests.kernel.duel import start as duel
from tests.kernel.games import BOARD, SkirmishSetup, board, book, skirmish, skirmish_book

FIGHTS = {
    "duel": (DUEL, duel(Setup(rounds=2), (2, 3))),
    "fencing": (FENCING, FENCING.start(3)),
    "skirmish": (skirmish_book(3), skirmish(SkirmishSetup(3, 1), (1, 1, 1, 1, 1, 1))),
    "skirmish by chance": (skirmish_book(3), skirmish(SkirmishSetup(3, 1, random=True), (2, 1, 1, 1, 1, 1))),
}


@pytest.fixture(params=FIGHTS)
def fight(request):
    return FIGHTS[request.param]


# ---------------------------------------------------------------- chunks
@pytest.mark.parametrize("chunk", [3, 50])
def test_small_chunks_give_the_same_graph_and_values(fight, chunk):
    """Faults here move odds while chances still add up to 1. Values are the same sums in another order: within a few
    units in the last place of 1 (1e-15); on cycles and in matrix games within what their systems are solved to."""
    rulebook, start = fight
    whole, parts = odds.solve(rulebook, start), odds.solve(rulebook, start, chunk=chunk)
    assert (parts.states, parts.edges, parts.graph.nodes) == (whole.states, whole.edges, whole.graph.nodes)
    assert parts.graph.paths > whole.graph.paths  # the chunks were small indeed
    exact = rulebook is not DUEL and rulebook is not FENCING
    assert abs(parts.value - whole.value) <= (1e-15 if exact else whole.bound + parts.bound + 1e-13)
    assert whole.results.keys() == parts.results.keys()
    assert max(abs(whole.results[k] - parts.results[k]) for k in whole.results) < (1e-14 if exact else 1e-12)


@pytest.mark.parametrize("chunk", [3, 50, 1_000_000])
def test_values_within_1e_15_on_a_duel_with_decisions(chunk):
    """No cycles and no mixed choices: a pool of blows, each chosen."""
    start = board(blow, 3, 3, args=(5,))
    found = odds.solve(LEAD, start, chunk=chunk)
    value, states = plain.value(start, lambda f: lead(f, 0))
    assert found.states == states
    assert abs(found.value - float(value)) <= 1e-15
    assert found.edges == odds.solve(LEAD, start).edges


def blow(f, n):
    """Dice first, then a choice that sees them, then dice again. Figures: wounds of A, of B."""
    me = n % 2
    if (f.figures[0] == 0) | (f.figures[1] == 0):
        return f
    force = yield from total(me, 2, bands=(5, 8))
    tired = bar(force == 0, "weak", "G-1", "too weak a blow")
    way = yield from choose(
        me, [option("plain", "plain"), option("heavy", "heavy", tired)], what="a blow", clause="G-2"
    )
    heavy = way == "heavy"
    hits = yield from tally(me, 1 + force, stage("hits", 4 + heavy))
    f = f.put(**{f"_{1 - me}": most(0, f.figures[1 - me] - hits * (1 + heavy))})
    return f.first(do(blow, n - 1)) if n > 1 else f


def lead(f, side):
    return (f.figures[0] - f.figures[1]) * (1 - 2 * side)


LEAD = book(
    (Aim("lead", lead), Aim("own", lambda f, side: f.figures[side], zero_sum=False)),
    verdict=lambda f: where(f.figures[0] > f.figures[1], 0, where(f.figures[1] > f.figures[0], 1, 2)),
    verdicts=("A", "B", "even", "no end"),
    measures=(
        Measure("wounds.1st Line", lambda f: f.figures[0]),
        Measure("wounds.Old Guard", lambda f: f.figures[1]),
        Measure("lost", lambda f: 6 - f.figures[0] - f.figures[1]),
    ),
)


def test_every_state_has_the_value_that_the_plain_reader_finds():
    """Fast equals slow on every state, not only on the first. Tolerance: sums of a few floats up to 3."""
    start = board(blow, 2, 2, args=(4,))
    found = odds.solve(LEAD, start)
    states = plain.reachable(start)
    assert found.states == len(states)
    for state in states:
        exact = plain.value(state, lambda f: lead(f, 0))[0]
        assert abs(found.policy.value(state)[0] - float(exact)) < 1e-14


def test_numbers_of_states_are_those_of_the_plain_reader(fight):
    rulebook, start = fight
    if rulebook is FIGHTS["skirmish"][0] or rulebook is FIGHTS["skirmish by chance"][0]:
        start = skirmish(SkirmishSetup(2, 1, random=start.setup.random), (1, 1, 1, 1))
    assert build(rulebook, start, sort=False).states == len(plain.reachable(start))


# ---------------------------------------------------------------- the same for the same
def test_two_builds_number_their_nodes_alike(fight):
    a, b = build(*fight), build(*fight)
    for name in ("kind", "first", "target", "weight", "starts"):
        assert np.array_equal(getattr(a, name), getattr(b, name)), name
    assert [repr(x.agenda) for x in a.blocks] == [repr(x.agenda) for x in b.blocks]


def test_the_chances_of_every_chance_node_sum_to_one(fight):
    """Each is a sum of at most a few hundred quotients, each rounded to 1e-16 of itself."""
    g = build(*fight)
    sums = np.add.reduceat(g.weight, g.first[:-1][np.diff(g.first) > 0])
    chance = g.kind[np.diff(g.first) > 0] == -1
    assert np.abs(sums[chance] - 1).max() < 1e-13
    assert (g.weight[np.repeat(g.kind, np.diff(g.first)) == -1] > 0).all()


def test_a_block_of_nodes_never_leads_into_itself_but_for_later_ones(fight):
    """Nodes made together: what the solver's sweeps rely on is that no edge joins two nodes of one block."""
    g = build(*fight)
    block = np.searchsorted(g.starts, np.arange(g.nodes), "right")
    source = np.repeat(np.arange(g.nodes), np.diff(g.first))
    assert (block[source] != block[g.target]).all()


# ---------------------------------------------------------------- budgets
BIG = skirmish(SkirmishSetup(3, turns=3), (2, 2, 2, 2, 2, 2))


@pytest.mark.parametrize("limit", [1_000, 20_000])
def test_over_a_budget_of_states_odds_decline_early_and_say_how_far_they_came(limit):
    began = time.perf_counter()
    with pytest.raises(TooLarge, match=f"{limit:,} states") as e:
        odds.solve(skirmish_book(3), BIG, max_states=limit)
    assert limit < e.value.states <= 40 * limit  # one batch over at most: 512 contacts x 9 orders at the start
    assert e.value.edges > 0
    assert f"{e.value.states:,} states" in str(e.value)
    assert f"{e.value.edges:,} edges" in str(e.value)
    assert time.perf_counter() - began < 10


def test_over_a_budget_of_memory_odds_decline_early():
    with pytest.raises(TooLarge, match="4 MiB") as e:
        odds.solve(skirmish_book(3), BIG, max_bytes=4 << 20)
    assert 0 < e.value.edges < 1_000_000  # at 40 bytes an edge
    assert isinstance(e.value, MemoryError)


def test_a_budget_is_no_limit_to_what_just_fits():
    found = odds.solve(FENCING, FENCING.start(2))
    assert odds.solve(FENCING, FENCING.start(2), max_states=found.states).value == found.value
    with pytest.raises(TooLarge):
        odds.solve(FENCING, FENCING.start(2), max_states=found.states - 1)


def test_stopped_by_hand_odds_tell_what_was_reached():
    seen = []

    def progress(states, edges):
        seen.append((states, edges))
        if len(seen) == 5:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as e:
        odds.solve(FENCING, FENCING.start(20), progress=progress)
    states, edges = seen[-1]
    assert str(e.value) == f"stopped at {states:,} states and {edges:,} edges"
    assert isinstance(e.value, KeyboardInterrupt)
    assert seen == sorted(seen)
    assert odds.solve(FENCING, FENCING.start(1)).states > 0  # and nothing is left of it


def test_an_error_of_a_rulebook_leaves_nothing_behind():
    def fails(f):
        a = yield from total(0, 2)
        return f.put(_0=a * 1_000)

    with pytest.raises(RulebookError):
        odds.solve(BOARD, board(fails, 0))
    assert odds.solve(BOARD, board(lambda f: f.put(_0=3), 0)).value == 3.0


# ---------------------------------------------------------------- the policy
def test_the_policy_in_the_middle_of_a_step_is_as_the_graph():
    """After the dice of the step: the worth of its best options, weighed with the dice, is the value of the state."""
    start = board(blow, 2, 2, args=(4,))
    found = odds.solve(LEAD, start)
    whole = {0: 6 / 36, 1: 15 / 36, 2: 15 / 36}  # 2d6 below 5, 5 to 7, 8 and more
    n = 0
    for state in plain.reachable(start):
        if not state.then.tasks or not all(state.figures):
            continue
        n += 1
        side = state.then.tasks[0].args[0] % 2
        sign = 1 - 2 * side
        mean = 0.0
        for force, p in whole.items():
            advice = found.policy.options(state, (force,))
            assert (advice.side, advice.what, advice.clause) == (side, "a blow", "G-2")
            worth = {w.label: w.value for w in advice.options}
            for w in advice.options:
                exact = _after(state, (force, w.number)) if w.legal else None
                assert w.value == (None if exact is None else pytest.approx(sign * exact, abs=1e-13))
            if force == 0:
                assert worth["heavy"] is None
                assert advice.options[1].reasons == (("too weak a blow", "G-1"),)
            mean += p * max(v for v in worth.values() if v is not None)
            assert advice.best.value == max(v for v in worth.values() if v is not None)
        assert abs(sign * mean - found.policy.value(state)[0]) < 1e-14
    assert n > 10


def _after(state, answers):
    """The exact value after these answers, by the plain reader."""

    def worth(tree):
        if isinstance(tree, plain.End):
            return plain.value(tree.state, lambda f: lead(f, 0))[0]
        return sum(w * worth(t) for w, t in tree.branches) / tree.total

    return float(worth(plain.expand(state, answers)))


def test_no_policy_for_a_state_that_the_fight_cannot_come_to():
    found = odds.solve(LEAD, board(blow, 2, 2, args=(4,)))
    with pytest.raises(NotSolvable, match=r"cannot come to this state: figures\[0\]=9 figures\[1\]=2 \| blow\(4\)"):
        found.policy.value(board(blow, 9, 2, args=(4,)))
    with pytest.raises(NotSolvable, match=r"blow\(9\)"):
        found.policy.value(board(blow, 2, 2, args=(9,)))


def test_no_options_where_nobody_decides():
    found = odds.solve(LEAD, board(blow, 2, 2, args=(4,)))
    with pytest.raises(NotSolvable, match="nobody has to decide"):
        found.policy.options(found.start)


def test_an_ended_state_is_worth_what_it_is():
    found = odds.solve(LEAD, board(blow, 2, 2, args=(4,)))
    assert found.policy.value(evolve(board(lambda f: f, 2, 0), then=found.start.then.rest())) == (2.0,)


def test_the_advice_lists_the_first_decisions_the_likeliest_first():
    found = odds.solve(LEAD, board(blow, 2, 2, args=(1,)))
    assert [a.reach for a in found.advice] == pytest.approx([15 / 36, 15 / 36])  # below 5 nothing is to be chosen
    assert {a.side for a in found.advice} == {1}
    assert sum(a.reach for a in odds.solve(LEAD, board(blow, 1, 1, args=(4,))).advice) <= 2


@pytest.mark.parametrize(
    "found",
    [
        odds.solve(LEAD, board(blow, 2, 2, args=(1,))),
        odds.solve(LEAD, board(blow, 4, 3, args=(2,))),
        odds.solve(DUEL, duel(Setup(rounds=2), (2, 2)), sort=False),
        odds.solve(DUEL, duel(Setup(rounds=3), (3, 2)), sort=False),
    ],
    ids=["own decisions", "longer", "at one time", "at one time, longer"],
)
def test_the_graph_tells_the_same_first_decisions_as_playing_all_lines(found):
    by_graph = odds.decisions_met(found.policy, found.graph)
    by_lines = odds.first_decisions(found.policy, found.start, patience=100_000)
    assert len(by_graph) == len(by_lines) > 0

    def told(advice):
        return sorted((a.side, a.what, a.state, round(a.reach, 12)) for a in advice)

    assert told(by_graph) == told(by_lines)
    assert {a.options for a in by_graph} == {a.options for a in by_lines}


def test_odds_of_a_duel_with_choices_at_one_time_add_up():
    found = odds.solve(DUEL, duel(Setup(rounds=2), (2, 2)))
    assert abs(sum(found.results.values()) - 1) < 1e-12
    for of_measure in found.measures.values():
        assert abs(sum(of_measure.values()) - 1) < 1e-12
    first, second = found.policy.both_options(found.start)
    for advice in (first, second):
        assert abs(sum(w.chance for w in advice.options) - 1) < 1e-12
        played = sum(w.chance * w.value for w in advice.options)
        assert abs(played - (found.value if advice.side == 0 else -found.value)) < 1e-9


# ---------------------------------------------------------------- aims in words
AIMS = {a.name: a for a in LEAD.aims(None)}
MEASURES = {m.name: m for m in LEAD.measures(None)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("lead", 3 - 1),
        ("2*lead", 4),
        ("2 * lead", 4),
        ("0.5*lead", 1),
        ("-lead", -2),
        ("lead + wounds.Old Guard", 2 + 1),
        ("lead - wounds.1st Line", 2 - 3),
        ("2*lead - 0.5*wounds.1st Line + 10*lost", 4 - 1.5 + 20),
        ("own+lost", 3 + 2),
        ("  lead  ", 2),
        ("- 2*lead + own", -4 + 3),
    ],
)
def test_a_weighted_aim(text, value):
    f = board(blow, 3, 1, args=(1,))
    assert weighted(text, AIMS, MEASURES).of(f, 0) == value


def test_a_measure_counts_the_same_whoever_looks_at_it_so_the_other_side_wants_it_low():
    f = board(blow, 3, 1, args=(1,))
    aim = weighted("2*lead - lost", AIMS, MEASURES)
    assert aim.of(f, 1) == -aim.of(f, 0) == -(4 - 2)
    assert aim.zero_sum
    assert not weighted("own - lost", AIMS, MEASURES).zero_sum


@pytest.mark.parametrize(
    "text", ["glory", "lead + glory", "2*", "lead lost", "lead * 2", "2*2*lead", "+", "lead -", "1"]
)
def test_an_unknown_aim_lists_what_there_is(text):
    with pytest.raises(NotSolvable) as e:
        LEAD.aim(None, text)
    assert "there are: lead, own, wounds.1st Line, wounds.Old Guard, lost" in str(e.value)


@pytest.mark.parametrize("text", ["", "   "])
def test_an_aim_without_a_name_is_refused(text):
    with pytest.raises(NotSolvable):
        LEAD.aim(None, text)


def test_no_aim_is_the_first_one():
    assert LEAD.aim(None, None).name == "lead"


def test_a_weighted_aim_is_solved():
    start = board(blow, 2, 2, args=(3,))
    found = odds.solve(LEAD, start, aim="2*lead - lost")
    exact = plain.value(start, lambda f: 2 * lead(f, 0) - (6 - f.figures[0] - f.figures[1]))[0]
    assert abs(found.value - float(exact)) < 1e-13
    assert found.aim.name == "2*lead - lost"


def test_the_side_that_asks_wants_its_aim_high():
    start = board(blow, 2, 2, args=(3,))
    assert abs(odds.solve(LEAD, start, side=1).value + odds.solve(LEAD, start).value) < 1e-14


def test_odds_are_not_pickled():
    with pytest.raises(TypeError, match="a whole graph"):
        pickle.dumps(odds.solve(LEAD, board(blow, 1, 1, args=(1,))))


def test_advice_after_dice_on_a_cycle_is_to_leave():
    """To stay is listed first and looks as good as to leave; whoever always stays never gets the 2."""

    def room(f):
        yield from pick(0, 2)
        way = yield from choose(0, [option("stay", "stay"), option("leave", "leave")])
        return f.first(do(room)) if way == "stay" else f.put(_0=2)

    start = board(room, 0)
    found = odds.solve(BOARD, start)
    assert found.value == 2.0
    assert found.unresolved == 0.0
    for rolled in (0, 1):
        assert found.policy.options(start, (rolled,)).best.label == "leave"


def test_the_reach_of_a_decision_behind_a_cycle_is_whole():
    """One in four gets to the decision at once, the others try again: all get there in the end."""

    def loop(f):
        k = yield from pick(0, 4)
        return f.first(do(loop)) if k else f.first(do(decide))

    def decide(f):
        got = yield from choose(0, [option(1, "one"), option(2, "two")])
        return f.put(_0=got)

    (advice,) = odds.solve(BOARD, board(loop, 0)).advice
    assert abs(advice.reach - 1.0) < 1e-12


def test_many_options_at_one_time_are_told_apart():
    """5,000 options of the second side: the labels of pairs must not run into one another."""

    def clash(f):
        mine, theirs = yield from choose_both(
            0, [option(1, "a"), option(2, "b")], 1, [option(k, str(k)) for k in range(5_000)]
        )
        return f.put(_0=where(theirs == 4_999, -3, mine))

    found = odds.solve(BOARD, board(clash, 0))
    assert found.value == -3.0
