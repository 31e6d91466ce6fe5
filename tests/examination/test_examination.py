"""One examination for every rulebook in the list: the readers agree, nothing is lost, everything is cited."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

from coldsteel.kernel import explain, plain, record
from coldsteel.kernel.asks import Both, Choose
from coldsteel.kernel.graph import build
from coldsteel.kernel.odds import solve
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.kernel.simulate import simulate
from coldsteel.kernel.state import leaves, outline, parsed, text
from tests.examination.books import CANDIDATES, SMALL, TINY
from tests.examination.readings import raw_faces, worth

CHUNKS = (3, 50, 1_000_000)
ENDING = [(name, fight) for name, fight in SMALL if fight not in CANDIDATES[name].endless]


def small(name: str, fight: str) -> tuple[Any, Any]:
    return CANDIDATES[name].book, CANDIDATES[name].small[fight]


@pytest.mark.parametrize("name", CANDIDATES)
def test_a_rulebook_brings_a_full_exam(name: str) -> None:
    c = CANDIDATES[name]
    assert len(c.small) >= 4
    assert len(c.tiny) >= 2
    assert len(c.golden) >= 3


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_chances_add_up_to_one(name: str, fight: str) -> None:
    book, start = small(name, fight)
    odds = solve(book, start)
    assert math.isclose(sum(odds.results.values()), 1.0, abs_tol=1e-12)
    assert all(0.0 <= p <= 1.0 + 1e-12 for p in odds.results.values())
    for marginal in odds.measures.values():
        assert math.isclose(sum(marginal.values()), 1.0 - odds.joint.missing, abs_tol=1e-9)
    assert odds.bound < 1e-9


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_lanes_equal_the_plain_reader_on_every_state(name: str, fight: str) -> None:
    """As many states, and at every one of them the value that the plain reader works out from those that follow."""
    book, start = small(name, fight)
    trees = plain.reachable(start)
    odds = solve(book, start, sort=False)
    assert odds.states == len(trees)
    signs = tuple(sign for _, sign in odds.solution.owner)
    aim = book.aim(start.setup, None)
    for state, tree in trees.items():
        node = odds.graph.node_of(state)
        assert node >= 0, text(state)
        value = float(odds.solution.value[0, node])
        if odds.solution.stuck[node] or not state.then.tasks:
            expected = float(aim.of(state, 0))
        else:
            expected = worth(tree, lambda s: odds.policy.value(s)[0], signs)
        assert abs(value - expected) < 1e-11, text(state)


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_chunks_change_nothing(name: str, fight: str) -> None:
    book, start = small(name, fight)
    found = [solve(book, start, chunk=chunk) for chunk in CHUNKS]
    assert len({(o.states, o.edges) for o in found}) == 1
    for other in found[1:]:
        assert abs(other.value - found[0].value) < 1e-13
        for verdict, p in found[0].results.items():
            assert abs(other.results[verdict] - p) < 1e-12


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_interchangeable_units_change_no_value(name: str, fight: str) -> None:
    book, start = small(name, fight)
    plainly, sorted_ = solve(book, start, sort=False), solve(book, start)
    assert sorted_.states <= plainly.states
    assert abs(sorted_.value - plainly.value) < 1e-11


@pytest.mark.parametrize(("name", "fight"), TINY)
def test_odds_equal_the_enumeration_of_raw_faces(name: str, fight: str) -> None:
    book, start = CANDIDATES[name].book, CANDIDATES[name].tiny[fight]
    by_faces = raw_faces(start)
    odds = solve(book, start, sort=False)
    by_lanes = dict(odds.joint.states())
    assert len(by_lanes) == len(by_faces)
    for state, p in by_faces.items():
        assert math.isclose(by_lanes[state], p, abs_tol=1e-12), text(state)


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_simulation_agrees_with_the_exact_value_of_random_play(name: str, fight: str) -> None:
    """Five standard deviations: a right program fails one of 1.7 million such comparisons, and the seed is fixed."""
    book, start = small(name, fight)
    n = 20_000
    sampled = simulate(book, start, n, seed=5)
    exact = random_play(book, start)
    for verdict, p in exact.items():
        allowed = 5 * math.sqrt(p * (1 - p) / n) + 5 / n
        assert abs(sampled.results[verdict][0] - p) < allowed, verdict


def random_play(book: Any, start: Any) -> dict[str, float]:
    """The chances of the verdicts if every choice is made at random: mass is passed on until hardly any is left."""
    trees = plain.reachable(start)
    mass, ended = {start: 1.0}, dict.fromkeys(book.verdicts, 0.0)
    for _ in range(5_000):
        after: dict[Any, float] = {}
        for state, p in mass.items():
            if not state.then.tasks:
                ended[book.verdicts[int(book.verdict(state))]] += p
                continue
            for s, q in spread(trees[state]):
                after[s] = after.get(s, 0.0) + p * q
        mass = {s: p for s, p in after.items() if p > 1e-14}
        if not mass:
            return ended
    ended[book.unresolved] += sum(mass.values())
    return ended


def spread(tree: plain.Tree) -> list[tuple[Any, float]]:
    if isinstance(tree, plain.End):
        return [(tree.state, 1.0)]
    if isinstance(tree, plain.Chance):
        return [(s, w / tree.total * q) for w, t in tree.branches for s, q in spread(t)]
    assert isinstance(tree, plain.Decision)
    return [(s, q / len(tree.branches)) for _, t in tree.branches for s, q in spread(t)]


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_the_same_fight_gives_the_same_graph(name: str, fight: str) -> None:
    book, start = small(name, fight)
    one, two = build(book, start), build(book, start)
    for a, b in ((one.kind, two.kind), (one.first, two.first), (one.target, two.target), (one.weight, two.weight)):
        assert np.array_equal(a, b)


@pytest.mark.parametrize(("name", "fight"), ENDING)
def test_the_same_seed_gives_the_same_fight(name: str, fight: str) -> None:
    book, start = small(name, fight)
    logs = []
    for _ in range(2):
        playing = Playing(book, start, Seeded(11), Random(12))
        playing.run()
        logs.append(explain.as_text(explain.Report(tuple(playing.log), book.sides(start.setup))))
    assert logs[0] == logs[1]
    one, two = simulate(book, start, 1_000, seed=4), simulate(book, start, 1_000, seed=4)
    assert one.results == two.results


@pytest.mark.parametrize(("name", "fight"), ENDING)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_record_plays_the_same_fight(name: str, fight: str, seed: int) -> None:
    book, start = small(name, fight)
    playing = Playing(book, start, Seeded(seed), Random(seed))
    last = playing.run()
    lines = "\n".join(record.lines(record.record_of(playing, {"fight": fight})))
    again = record.replay(book, start, record.parsed(lines))
    assert text(again.state) == text(last)
    assert again.log == playing.log


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_every_state_prints_and_parses_back(name: str, fight: str) -> None:
    book, start = small(name, fight)
    shape = outline(start)
    for state in list(plain.reachable(start))[:1_500]:
        line = text(state)
        assert "\n" not in line
        back = parsed(line, start, book.steps, book.words)
        assert back == state
        assert hash(back) == hash(state)
        for leaf, x in zip(shape, leaves(state), strict=True):
            assert leaf.low <= int(x) < leaf.high, leaf.name


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_a_step_asks_the_same_when_asked_again(name: str, fight: str) -> None:
    """No step depends on anything but its state and the answers."""
    _, start = small(name, fight)
    for state in list(plain.reachable(start))[:2_000]:
        if state.then.tasks:
            assert plain.expand(state) == plain.expand(state)


@pytest.mark.parametrize(("name", "fight"), ENDING)
def test_every_number_in_a_log_cites_a_clause_that_there_is(name: str, fight: str) -> None:
    book, start = small(name, fight)
    for seed in range(5):
        playing = Playing(book, start, Seeded(seed), Random(seed))
        playing.run()
        for entry in playing.log:
            cited = [entry.clause, *(row.clause for row in entry.rows)]
            assert all(not c or c in book.catalogue.clauses for c in cited), entry
            assert entry.clause, f"an entry without a clause: {entry}"


@pytest.mark.parametrize(("name", "fight"), SMALL)
def test_every_refusal_cites_a_clause_and_gives_a_reason(name: str, fight: str) -> None:
    book, start = small(name, fight)
    for state in list(plain.reachable(start))[:500]:
        for ask in asks_of(state):
            for option in ask.options:
                for bar in option.bars:
                    assert bar.clause in book.catalogue.clauses, bar
                    assert bar.reason


def asks_of(state: Any) -> list[Choose]:
    """The choices that a state's first task comes to, without dice."""
    if not state.then.tasks:
        return []
    ask, _ = plain.ask_after(state, ())
    return [ask] if isinstance(ask, Choose) else [ask.first, ask.second] if isinstance(ask, Both) else []


@pytest.mark.parametrize("name", CANDIDATES)
def test_cited_clauses_are_known_and_clauses_are_cited(name: str) -> None:
    c = CANDIDATES[name]
    prefix = c.book.catalogue.prefix
    files = [*c.source.rglob("*.py"), *c.tests.rglob("*.py")]
    pattern = re.compile(rf"\b{prefix}-(?:[CR]?\d+)\b|(?<![a-z]){prefix.lower()}_(\d+)")
    listed = re.compile(rf'^\s*"{prefix}-\w+",')  # a line that only lists a number cites nothing
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    cited = {
        f"{prefix}-{found[1]}" if found[1] else found[0]
        for line in lines
        if not listed.match(line)
        for found in pattern.finditer(line)
    }
    rulings = {r.number for r in c.book.catalogue.rulings.values()}
    unknown = cited - set(c.book.catalogue.clauses) - rulings
    assert not unknown
    asked = {n for n, clause in c.book.catalogue.clauses.items() if clause.origin != "example"}
    assert asked - cited == set(c.uncited)
    assert all(c.uncited.values())


@pytest.mark.parametrize("name", CANDIDATES)
def test_rulings_are_in_the_catalogue_with_their_values(name: str) -> None:
    from coldsteel.kernel.clauses import ruling_values

    book = CANDIDATES[name].book
    switches = ruling_values(book.rulings)
    assert set(switches) == set(book.catalogue.rulings)
    for switch, values in switches.items():
        said = book.catalogue.rulings[switch].values
        assert [str(v).lower() for v in values] == [str(v).lower() for v in said], switch
