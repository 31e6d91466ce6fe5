"""Simulation: within its error of what is exact, the same for the same seed, honest about its error."""

import math

import numpy as np
import pytest

from bench.duel import DUEL as FENCING
from coldsteel.errors import NotSolvable, Stopped
from coldsteel.kernel import odds, plain
from coldsteel.kernel.figures import where
from coldsteel.kernel.rulebook import Aim
from coldsteel.kernel.simulate import MOST_FIGHTS, NORMAL, simulate, wilson
from tests.kernel.duel import DUEL, Setup
from tests.kernel.duel import start as duel
from tests.kernel.games import BOARD, Clash, Luck, Over, SkirmishSetup, Will, book, maze, skirmish, skirmish_book


def random_play(start):
    """The chances of the last states when every choice is drawn, all legal options (pairs of options) equally likely.
    A fight without cycles; plain recursion over the trees of the plain reader."""
    known = {}

    def of_state(state):
        if not state.then.tasks:
            return {state: 1.0}
        if state not in known:
            known[state] = of_tree(plain.expand(state))
        return known[state]

    def of_tree(tree):
        if isinstance(tree, plain.End):
            return of_state(tree.state)
        if isinstance(tree, plain.Game):
            parts = [(1, t) for row in tree.rows for t in row]
        elif isinstance(tree, plain.Decision):
            parts = [(1, t) for _, t in tree.branches]
        else:
            parts = tree.branches
        whole, out = sum(w for w, _ in parts), {}
        for w, t in parts:
            for state, p in of_tree(t).items():
                out[state] = out.get(state, 0.0) + p * w / whole
        return out

    return of_state(start)


def chance_of(ends, number, rulebook):
    return sum(p for state, p in ends.items() if int(rulebook.verdict(state)) == number)


def moments(ends, of):
    """Mean and standard deviation."""
    mean = sum(p * of(state) for state, p in ends.items())
    return mean, math.sqrt(sum(p * (of(state) - mean) ** 2 for state, p in ends.items()))


FIGHTS = {
    "duel with choices at one time": (DUEL, duel(Setup(rounds=2), (2, 3))),
    "skirmish with choices": (skirmish_book(2), skirmish(SkirmishSetup(2, 2), (1, 1, 1, 1))),
    "skirmish by chance": (skirmish_book(2), skirmish(SkirmishSetup(2, 2, random=True), (2, 1, 1, 1))),
}


@pytest.fixture(scope="module", params=FIGHTS)
def fight(request):
    rulebook, start = FIGHTS[request.param]
    return rulebook, start, random_play(start)


# ---------------------------------------------------------------- agreement
@pytest.mark.parametrize("n", [300, 20_000, 5_000_000])
def test_as_exact_within_five_sigma(fight, n):
    """A share of n fights has the standard deviation sqrt(p (1 - p) / n), a mean that of one fight over sqrt(n). Five
    of them are passed by chance once in two million times; some 30 figures are compared, with fixed seeds. (n = 300
    draws every fight for itself, 5,000,000 spreads numbers of fights.) 1 / n more, since shares are whole fights."""
    rulebook, start, ends = fight
    found = simulate(rulebook, start, n, seed=11)
    assert found.n == n
    assert abs(sum(found.joint.chance) - 1) < 1e-9
    for k, name in enumerate(rulebook.verdicts):
        p = chance_of(ends, k, rulebook)
        share, low, high = found.results[name]
        assert abs(share - p) <= 5 * math.sqrt(p * (1 - p) / n) + 1 / n, name
        assert low <= share <= high
    for m in rulebook.measures(start.setup):
        for value in {int(m.of(state)) for state in ends}:
            p = sum(q for state, q in ends.items() if int(m.of(state)) == value)
            share = found.measures[m.name].get(m.names[value] if m.names else value, 0.0)
            assert abs(share - p) <= 5 * math.sqrt(p * (1 - p) / n) + 1 / n, (m.name, value)
        if not m.names:
            mean, sigma = moments(ends, m.of)
            assert abs(found.means[m.name][0] - mean) <= 5 * sigma / math.sqrt(n) + 1e-9
            assert found.means[m.name][1] == pytest.approx(NORMAL * sigma / math.sqrt(n), rel=0.3)
    mean, sigma = moments(ends, lambda s: found.aim.of(s, 0))
    assert abs(found.value - mean) <= 5 * sigma / math.sqrt(n) + 1e-9
    assert found.error == pytest.approx(NORMAL * sigma / math.sqrt(n), rel=0.3)


def test_only_what_can_happen_happens(fight):
    rulebook, start, ends = fight
    possible = {tuple(int(m.of(s)) for m in rulebook.measures(start.setup)) for s in ends}
    joint = simulate(rulebook, start, 5_000, seed=3).joint
    columns = [joint.column(m.of).astype(int).tolist() for m in rulebook.measures(start.setup)]
    assert set(zip(*columns, strict=True)) <= possible


def test_a_fight_without_choices_agrees_with_odds_at_a_hundred_million():
    start = FIGHTS["skirmish by chance"][1]
    exact = odds.solve(skirmish_book(2), start)
    n = 100_000_000
    found = simulate(skirmish_book(2), start, n)
    for name, p in exact.results.items():
        assert abs(found.results[name][0] - p) <= 5 * math.sqrt(p * (1 - p) / n) + 1 / n
    assert abs(sum(found.joint.chance) - 1) < 1e-9


def test_options_are_equally_likely_among_the_legal_ones_of_each_fight():
    rooms = (Will(0, (1, 2, 3)), *[Over((k, 0)) for k in range(3)])
    n = 90_000
    shares = simulate(BOARD, maze(*rooms), n).measures["figure.0"]
    assert all(abs(shares[k] - 1 / 3) <= 5 * math.sqrt(2 / 9 / n) for k in range(3))


def test_pairs_of_options_are_equally_likely():
    table = Clash(((1, 2, 3), (4, 5, 6)))
    n = 90_000
    shares = simulate(BOARD, maze(table, *[Over((k, 0)) for k in range(6)]), n).measures["figure.0"]
    assert all(abs(shares[k] - 1 / 6) <= 5 * math.sqrt(5 / 36 / n) for k in range(6))


def test_cycles_are_left_in_the_end():
    """A fair coin until heads; the mean number of tosses is 2, its standard deviation sqrt(2)."""
    n = 50_000
    found = simulate(BOARD, maze(Luck(((1, 0), (1, 1))), Over((1, 0))), n)
    assert found.measures["figure.0"] == {1: 1.0}
    assert abs(found.expected["visit"] - 3) <= 5 * math.sqrt(2 / n)  # two tosses and the end


def test_rounds_are_counted_as_often_as_they_are_begun():
    """Two or three rounds at most of this duel, so that a number of rounds has a standard deviation of 1 at most."""
    start = duel(Setup(rounds=3), (1, 1))
    n = 50_000
    found = simulate(DUEL, start, n)
    assert abs(found.expected["round"] - rounds_of(start)) <= 5 / math.sqrt(n)


def rounds_of(start):
    """The mean number of times that `round_` is done, by plain recursion, with choices drawn."""
    known = {}

    def of_state(state):
        if not state.then.tasks:
            return 0.0
        if state not in known:
            known[state] = (state.then.tasks[0].step.__name__ == "round_") + of_tree(plain.expand(state))
        return known[state]

    def of_tree(tree):
        if isinstance(tree, plain.End):
            return of_state(tree.state)
        if isinstance(tree, plain.Game):
            parts = [(1, t) for row in tree.rows for t in row]
        elif isinstance(tree, plain.Decision):
            parts = [(1, t) for _, t in tree.branches]
        else:
            parts = tree.branches
        return sum(w * of_tree(t) for w, t in parts) / sum(w for w, _ in parts)

    return of_state(start)


def test_a_fight_that_is_over_before_it_begins():
    start = maze(Over((4, 0)))
    ended = next(iter(random_play(start)))
    found = simulate(BOARD, ended, 1_000)
    assert (found.value, found.error) == (4.0, 0.0)


# ---------------------------------------------------------------- seeds
def same(a, b):
    return (
        a.value == b.value
        and a.results == b.results
        and all(np.array_equal(x, y) for x, y in zip(a.joint.words, b.joint.words, strict=True))
        and np.array_equal(a.joint.chance, b.joint.chance)
    )


@pytest.mark.parametrize("n", [50, 100_000])
def test_the_same_seed_gives_the_same_fights_another_seed_others(fight, n):
    rulebook, start, _ = fight
    assert same(simulate(rulebook, start, n, seed=7), simulate(rulebook, start, n, seed=7))
    assert not same(simulate(rulebook, start, n, seed=7), simulate(rulebook, start, n, seed=8))


# ---------------------------------------------------------------- error bars
COIN = book(
    (Aim("heads", lambda f, side: f.figures[0] * (1 - 2 * side)),),
    verdict=lambda f: where(f.figures[0] == 1, 0, 1),
    verdicts=("heads", "tails", "no end"),
)


@pytest.mark.parametrize(("heads", "faces", "n"), [(3, 10, 400), (1, 2, 100_000)])
def test_a_95_percent_interval_holds_the_truth_95_times_in_100(heads, faces, n):
    """200 seeds: the number of intervals that hold the truth is binomial (200, c), where c is the true coverage, within
    0.02 of 0.95 for these n (counts are whole): mean 186 to 194, standard deviation 3.6 at most; five of them: 168.
    An interval half as wide (a coverage of 0.67) gives 134 and a standard deviation of 7: well below. An interval twice
    as wide gives 200 of 200, which 0.97 gives with 0.2 percent: more than 199 is refused too."""
    p = heads / faces
    start = maze(Luck(((heads, 1), (faces - heads, 2))), Over((1, 0)), Over((0, 0)))
    held = held_mean = 0
    for seed in range(200):
        found = simulate(COIN, start, n, seed=seed)
        _, low, high = found.results["heads"]
        held += low <= p <= high
        held_mean += abs(found.value - p) <= found.error
    assert 168 <= held <= 199
    assert 168 <= held_mean <= 199


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (10, 10), (3, 10), (1, 1_000_000_000)])
def test_wilson_lies_within_0_and_1_around_the_share(hits, n):
    low, high = wilson(hits, n)
    assert 0 <= low <= hits / n <= high <= 1
    if 0 < hits < n:  # the roots of (share - p)^2 = z^2 p (1 - p) / n
        for p in (low, high):
            assert (hits / n - p) ** 2 == pytest.approx(NORMAL**2 * p * (1 - p) / n)


def test_nothing_known_of_no_trials():
    assert wilson(0, 0) == (0.0, 1.0)


def test_what_was_never_seen_is_not_said_to_be_impossible():
    found = simulate(COIN, maze(Luck(((1, 1), (99_999, 2))), Over((1, 0)), Over((0, 0))), 100, seed=1)
    share, low, high = found.results["heads"]
    assert (share, low) == (0.0, 0.0)
    assert high > 0.01


# ---------------------------------------------------------------- numbers of fights
@pytest.mark.parametrize("n", [0, -1, MOST_FIGHTS + 1])
def test_a_senseless_number_of_fights_is_refused(n):
    with pytest.raises(NotSolvable, match="from 1 to 1,000,000,000 can be simulated"):
        simulate(COIN, maze(Over((1, 0))), n)


def test_one_fight():
    found = simulate(DUEL, duel(Setup()), 1)
    assert sorted(share for share, _, _ in found.results.values()) == [0.0, 0.0, 0.0, 1.0]
    assert sum(high for _, _, high in found.results.values()) > 3  # next to nothing is known of any of them


def test_the_most_fights_of_a_small_graph():
    """A thousand million fights, kept by number: 5 sigma of 1/2 are 8e-5."""
    found = simulate(COIN, maze(Luck(((1, 1), (1, 2))), Over((1, 0)), Over((0, 0))), MOST_FIGHTS)
    assert abs(found.results["heads"][0] - 0.5) < 5 * 0.5 / math.sqrt(MOST_FIGHTS)


def test_progress_counts_the_fights_that_have_ended():
    seen = []
    simulate(FENCING, FENCING.start(3), 10_000, progress=lambda done, n: seen.append((done, n)))
    assert seen == sorted(seen)
    assert seen[-1] == (10_000, 10_000)


def test_stopped_by_hand_simulation_tells_how_many_fights_had_ended():
    def progress(done, n):
        if done > 1_000:
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match=r"stopped when [1-9],\d{3} of 10,000 fights had ended"):
        simulate(FENCING, FENCING.start(3), 10_000, progress=progress)
