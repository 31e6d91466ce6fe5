"""Odds: the exact outcome of a fight under best play of both sides, and the worth of every option on the way.

`solve` builds the graph of a fight and solves it. The result keeps the *joint* outcome of all units (`Joint`): the
states in which the fight can end with their chances; marginals, means and quantiles are derived from it. `Policy` can
be asked at any state of the fight, also in the middle of a step, what each option is worth and what best play does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, cast

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from coldsteel.errors import NotSolvable, RulebookError
from coldsteel.kernel import plain
from coldsteel.kernel.asks import Both, Choose, DiceAsk
from coldsteel.kernel.dice import chances, shaped
from coldsteel.kernel.edges import TIE
from coldsteel.kernel.games import matrix_game
from coldsteel.kernel.graph import GAME, MAX_BYTES, MAX_STATES, Graph, Progress, StateBlock, build
from coldsteel.kernel.lanes import Lanes, raw
from coldsteel.kernel.packing import Codec, Words
from coldsteel.kernel.rulebook import Aim, Measure, Rulebook
from coldsteel.kernel.run import CHUNK
from coldsteel.kernel.solve import Solution
from coldsteel.kernel.solve import solve as solve_graph
from coldsteel.kernel.state import Agenda, text

__all__ = ["Advice", "Joint", "Odds", "Policy", "Worth", "figures_of", "solve"]

Floats = NDArray[np.float64]

MOST_ROUNDS = 20_000  # steps that are followed from the start of a fight to its first decisions
NEGLIGIBLE = 1e-15  # of the chance that a decision comes up, less than this is not followed any further


class _Look:
    """Stands for a run where lanes are only added up, never split: the rows of ended states."""

    def __init__(self) -> None:
        self.batch, self.path_number = -2, 0
        self.links: list[Any] = []

    def settle(self, x: Lanes, flag: bool) -> int:
        raise RulebookError("a measure, a verdict or an aim must not branch on figures: use where(..)")


def _given() -> NDArray[Any]:
    raise RulebookError("a figure of a last state was kept and used elsewhere")


def figures_of(codec: Codec, words: Words, of: Callable[[Any], Any]) -> NDArray[Any]:
    """`of(state)` for every row of packed states, worked out for all at once."""
    n = len(words[0])
    Lanes.run = _Look()  # type: ignore[assignment]
    try:
        columns = []
        for number, leaf in enumerate(codec.outline):
            column = codec.column(words, number)
            x = Lanes(_given)
            x.values, x.path, x.version = column != 0 if leaf.kind is bool else column, 0, 0
            columns.append(x)
        found = raw(of(codec.make(Agenda(), iter(columns))))
    finally:
        Lanes.run = None
    return np.broadcast_to(np.asarray(found), n)


@dataclass(frozen=True)
class Joint:
    """The joint outcome: packed last states, each with its chance. Chances add up to 1 less `missing`."""

    codec: Codec
    words: Words
    chance: Floats
    missing: float = 0.0

    def column(self, of: Callable[[Any], Any]) -> NDArray[Any]:
        """A figure of every last state."""
        return figures_of(self.codec, self.words, of)

    def table(self, *measures: Measure) -> dict[tuple[Any, ...], float]:
        """The joint distribution of some measures: their values (named where they have names) to chances."""
        if not len(self.chance):
            return {}
        columns = np.stack([self.column(m.of).astype(np.int64) for m in measures], 1)
        rows, which = np.unique(columns, axis=0, return_inverse=True)
        mass = np.bincount(which.reshape(-1), self.chance)
        return {
            tuple(m.names[v] if m.names else v for m, v in zip(measures, row, strict=True)): float(p)
            for row, p in zip(rows.tolist(), mass, strict=True)
            if p > 0
        }

    def mean(self, measure: Measure, given: Callable[[Any], Any] | None = None) -> float:
        """The mean of a measure, among the outcomes where `given` holds; not a number where that never happens."""
        weight = self.chance if given is None else self.chance * (self.column(given) != 0)
        whole = float(weight.sum())
        return float(weight @ self.column(measure.of)) / whole if whole > 0 else float("nan")

    def quantile(self, measure: Measure, q: float) -> int:
        """The least value that is not passed with a chance of at least `q`."""
        x = self.column(measure.of).astype(np.int64)
        order = np.argsort(x, kind="stable")
        rising = np.cumsum(self.chance[order]) / self.chance.sum()
        return int(x[order][min(int(np.searchsorted(rising, q - 1e-12)), len(x) - 1)])

    def states(self) -> Iterable[tuple[Any, float]]:
        """The last states themselves, with their chances."""
        for row, p in enumerate(self.chance.tolist()):
            yield self.codec.state(Agenda(), self.words, row), p


@dataclass(frozen=True, slots=True)
class Worth:
    """An option at a decision: its worth for the side that decides, and the chance that best play takes it."""

    number: int
    label: str
    value: float | None  # None where it is not legal
    chance: float
    legal: bool = True
    reasons: tuple[tuple[str, str], ...] = ()  # (why not, clause)


@dataclass(frozen=True, slots=True)
class Advice:
    """A decision: who has to decide what, and what each option is worth."""

    side: int
    what: str
    clause: str
    state: str
    reach: float
    options: tuple[Worth, ...]

    @property
    def best(self) -> Worth:
        """The option that best play takes most often."""
        return max(self.options, key=lambda w: w.chance)


class Policy:
    """Best play, to be asked at any state of the fight. Values are of the aim, from the view of `side` 0's line for
    opposite aims; `Advice` turns them to the side that decides."""

    def __init__(self, rulebook: Rulebook, solution: Solution, ended: Callable[[Any], Sequence[float]]) -> None:
        self.rulebook, self.solution, self._ended = rulebook, solution, ended

    def value(self, state: Any) -> tuple[float, ...]:
        """The value of a state, for each aim.

        Raises `NotSolvable` for a state that this fight cannot come to.
        """
        if not state.then.tasks:
            return tuple(self._ended(state))
        node = self.solution.graph.node_of(state)
        if node < 0:
            raise NotSolvable(f"the fight cannot come to this state: {text(state)}")
        return tuple(self.solution.value[:, node].tolist())

    def options(self, state: Any, answers: tuple[Any, ...] = ()) -> Advice:
        """What each option is worth at the decision that a state's first task, with these answers, leads to.

        Raises `NotSolvable` where there is no decision.
        """
        return self.both_options(state, answers)[0]

    def both_options(self, state: Any, answers: tuple[Any, ...] = ()) -> tuple[Advice, ...]:
        """As `options`; two of them where both sides choose at one time."""
        ask, _ = plain.ask_after(state, answers)
        if isinstance(ask, Choose):
            return (self._advice(ask, state, answers),)
        if isinstance(ask, Both):
            return self._game(ask, state, answers)
        raise NotSolvable("nobody has to decide anything here")

    def _advice(self, ask: Choose, state: Any, answers: tuple[Any, ...]) -> Advice:
        row, sign = self.solution.owner[ask.side]
        worth = {
            k: sign * self._worth(plain.expand(state, (*answers, k)))[row]
            for k, o in enumerate(ask.options)
            if plain.is_legal(o)
        }
        return _advice(ask, state, worth, {self._taken(state, answers, worth): 1.0})

    def _taken(self, state: Any, answers: tuple[Any, ...], worth: Mapping[int, float]) -> int:
        """The option that best play takes: of equal ones the one listed first; on a cycle, where that one might go
        round for ever, the one that is sooner over."""
        best = max(worth.values(), default=0.0)
        equal = [k for k, v in worth.items() if v >= best - TIE * max(1.0, abs(best))]
        if len(equal) > 1 and self.solution.on_cycle(self.solution.graph.node_of(state)):
            left = {k: self._left(plain.expand(state, (*answers, k))) for k in equal}
            return min(equal, key=lambda k: left[k])
        return equal[0] if equal else -1

    def _left(self, tree: plain.Tree) -> float:
        """How long it takes under best play until the fight is over, in nodes, from the end of a step on."""
        if isinstance(tree, plain.End):
            if not tree.state.then.tasks:
                return 0.0
            return float(self.solution.remaining[self.solution.graph.node_of(tree.state)])
        if isinstance(tree, plain.Chance):
            return sum(w / tree.total * self._left(t) for w, t in tree.branches)
        if isinstance(tree, plain.Decision):
            row, sign = self.solution.owner[tree.ask.side]
            return min((-sign * self._worth(t)[row], self._left(t)) for _, t in tree.branches)[1]
        return min(self._left(t) for row in tree.rows for t in row)

    def _game(self, ask: Both, state: Any, answers: tuple[Any, ...]) -> tuple[Advice, Advice]:
        mine = [k for k, o in enumerate(ask.first.options) if plain.is_legal(o)] or [-1]
        theirs = [k for k, o in enumerate(ask.second.options) if plain.is_legal(o)] or [-1]
        table = np.array([[self._worth(plain.expand(state, (*answers, (i, j))))[0] for j in theirs] for i in mine])
        sign = self.solution.owner[ask.first.side][1]
        _, x, y = matrix_game(sign * table)
        first = dict(zip(mine, (sign * table @ y).tolist(), strict=True))
        second = dict(zip(theirs, (-sign * x @ table).tolist(), strict=True))
        return (
            _advice(ask.first, state, first, dict(zip(mine, x.tolist(), strict=True))),
            _advice(ask.second, state, second, dict(zip(theirs, y.tolist(), strict=True))),
        )

    def _worth(self, tree: plain.Tree) -> tuple[float, ...]:
        """The value of what is left of a step under best play."""
        if isinstance(tree, plain.End):
            return self.value(tree.state)
        if isinstance(tree, plain.Chance):
            parts = [(w / tree.total, self._worth(t)) for w, t in tree.branches]
            return tuple(sum(p * v[k] for p, v in parts) for k in range(len(parts[0][1])))
        if isinstance(tree, plain.Decision):
            row, sign = self.solution.owner[tree.ask.side]
            return max((self._worth(t) for _, t in tree.branches), key=lambda v: sign * v[row])
        sign = self.solution.owner[tree.ask.first.side][1]
        table = np.array([[self._worth(t)[0] for t in row] for row in tree.rows])
        return (sign * matrix_game(sign * table)[0],)


def _advice(ask: Choose, state: Any, worth: Mapping[int, float], chance: Mapping[int, float]) -> Advice:
    options = tuple(
        Worth(
            k,
            o.label,
            worth.get(k),
            chance.get(k, 0.0),
            k in worth,
            tuple((b.reason, b.clause) for b in o.bars if b.when),
        )
        for k, o in enumerate(ask.options)
    )
    return Advice(ask.side, ask.what, ask.clause, text(state), 1.0, options)


@dataclass(frozen=True)
class Odds:
    """What `solve` found. `value` is for `side`; `results` are chances of the verdicts; `measures` marginal
    distributions by name; `expected` mean numbers of what the rulebook counts (rounds)."""

    rulebook: Rulebook = field(repr=False)
    aim: Aim
    side: int
    value: float
    values: tuple[float, ...]
    states: int
    edges: int
    seconds: float
    unresolved: float
    bound: float
    results: Mapping[str, float]
    expected: Mapping[str, float]
    joint: Joint = field(repr=False)
    policy: Policy = field(repr=False)
    graph: Graph = field(repr=False)
    solution: Solution = field(repr=False)
    start: Any = field(repr=False)
    method: str = "exact"

    @cached_property
    def measures(self) -> Mapping[str, Mapping[Any, float]]:
        """Name -> value -> chance, for every measure of the fight."""
        return {m.name: self.distribution(m) for m in self.rulebook.measures(self.start.setup)}

    def distribution(self, measure: Measure) -> dict[Any, float]:
        """The distribution of one measure."""
        return {value[0]: p for value, p in self.joint.table(measure).items()}

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """The first decisions that the fight comes to, the likeliest first (ten at most)."""
        if not _decides(self.graph).any():
            return ()
        if self.graph.interchange.groups:  # there a state may stand for one in which units are called otherwise
            return tuple(first_decisions(self.policy, self.start))
        return tuple(decisions_met(self.policy, self.graph))

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("odds hold a whole graph; send what you need of them")


def first_decisions(policy: Policy, start: Any, most: int = 10, patience: int = 4_000) -> list[Advice]:
    """The first decision on every line from `start`, with the chance that it comes up; the likeliest `most` of them.
    Likely states are looked at first, and some `patience` lines at most; on cycles, until less than `NEGLIGIBLE` of the
    chance is left."""
    found: dict[tuple[Any, tuple[Any, ...]], float] = {}
    todo: dict[Any, float] = {start: 1.0}
    lines: dict[Any, list[tuple[float, tuple[Any, ...], Any]]] = {}
    while todo and patience > 0:
        state = max(todo, key=todo.__getitem__)
        p = todo.pop(state)
        if not state.then.tasks or p < NEGLIGIBLE:
            continue
        if state not in lines:
            lines[state] = list(_to_decisions(state))
            patience -= len(lines[state])
        for q, answers, end in lines[state]:
            if end is None:
                found[state, answers] = found.get((state, answers), 0.0) + p * q
            else:
                todo[end] = todo.get(end, 0.0) + p * q
    return _advised(policy, found, most)


def _advised(policy: Policy, found: Mapping[tuple[Any, tuple[Any, ...]], float], most: int) -> list[Advice]:
    """The advice at the likeliest of these decisions."""
    likeliest = sorted(found.items(), key=lambda f: -f[1])[:most]
    return [
        replace(advice, reach=min(1.0, p))
        for (state, answers), p in likeliest
        for advice in policy.both_options(state, answers)
    ]


# ---------------------------------------------------------------- the same by the graph
def _decides(graph: Graph) -> NDArray[np.bool_]:
    decides: NDArray[np.bool_] = (graph.kind >= 0) | (graph.kind == GAME)
    return decides


def decisions_met(policy: Policy, graph: Graph, most: int = 10, patience: int = 4_000) -> list[Advice]:
    """As `first_decisions`, for a graph whose states are called as they are: which states come up before anything is
    decided is read from its edges, and only the likeliest of those with a decision are gone through (some `patience`
    lines of each at most)."""
    seen, decided = _before_decisions(graph)
    home: dict[int, float] = {}
    state_of = _states(graph)
    for node in np.argsort(-decided, kind="stable")[: 4 * most].tolist():
        if decided[node] >= NEGLIGIBLE and (at := _state_above(graph, state_of, node)) is not None:
            home[at] = home.get(at, 0.0) + float(decided[node])
    found: dict[tuple[Any, tuple[Any, ...]], float] = {}
    for node in sorted(home, key=lambda n: -home[n])[:most]:
        block, row = state_of[node]
        state = graph.codec.state(block.agenda, block.words, row)
        for p, answers, end in islice(_to_decisions(state), patience):
            if end is None:
                found[state, answers] = found.get((state, answers), 0.0) + p * float(seen[node])
    return _advised(policy, found, most)


def _before_decisions(graph: Graph) -> tuple[Floats, Floats]:
    """How often every node is met before anything is decided, and how often every decision is the first."""
    step = sp.csr_matrix((graph.weight, graph.target, graph.first), shape=(graph.nodes, graph.nodes)).T
    decides = _decides(graph)
    mass, seen = np.zeros(graph.nodes), np.zeros(graph.nodes)
    mass[0] = 1.0
    for _ in range(MOST_ROUNDS):
        seen += mass
        mass = np.where(decides, 0.0, mass)
        if mass.sum() < NEGLIGIBLE:
            break
        mass = np.asarray(step @ mass, np.float64)
    return seen, np.where(decides, seen, 0.0)


def _states(graph: Graph) -> dict[int, tuple[StateBlock, int]]:
    """Node -> the block and the row of the state that it is."""
    return {node: (block, row) for block in graph.blocks for row, node in enumerate(block.ids.tolist())}


def _state_above(graph: Graph, state_of: Mapping[int, Any], node: int) -> int | None:
    """The state in whose step a node lies."""
    while node not in state_of:
        into = np.flatnonzero(graph.target == node)
        if not len(into):
            return None
        node = int(np.searchsorted(graph.first, into[0], "right")) - 1
    return node


def _to_decisions(state: Any) -> Iterator[tuple[float, tuple[Any, ...], Any]]:
    """The lines of a state's first task up to a decision or its end: (chance, answers so far, next state or None)."""
    stack: list[tuple[float, tuple[Any, ...]]] = [(1.0, ())]
    while stack:
        p, answers = stack.pop()
        ask, end = plain.ask_after(state, answers)
        if ask is None:
            yield p, answers, end
        elif isinstance(ask, Choose):
            legal = [k for k, o in enumerate(ask.options) if plain.is_legal(o)] or [-1]
            if len(legal) > 1:
                yield p, answers, None
            else:
                stack.append((p, (*answers, legal[0])))
        elif isinstance(ask, Both):
            yield p, answers, None
        else:
            ask = cast(DiceAsk, ask)
            table = chances(ask, tuple(int(x) for x in ask.figures()))
            for a, w in zip(table.answers, table.weights, strict=True):
                stack.append((p * w / table.total, (*answers, shaped(ask, a))))


def solve(
    rulebook: Rulebook,
    start: Any,
    *,
    aim: str | None = None,
    side: int = 0,
    other_aim: str | None = None,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
    chunk: int = CHUNK,
    sort: bool = True,
    progress: Progress | None = None,
) -> Odds:
    """The exact odds of a fight.

    `side` and its allies want `aim` high and the other sides want it low; with `other_aim` those want that one high
    instead (each takes what is best for itself). Without either, sides that have goals of their own follow these.
    Raises `TooLarge` over a budget, `NotSolvable` where best play has no answer here, `Stopped` when stopped by hand.
    """
    began = time.perf_counter()
    graph = build(
        rulebook, start, max_states=max_states, max_bytes=max_bytes, chunk=chunk, sort=sort, progress=progress
    )
    wanted, owner = _wishes(rulebook, start.setup, aim, side, other_aim)
    ask = _Asked(graph, wanted)
    if not ask.alike():  # the aim tells interchangeable units apart
        graph = build(
            rulebook, start, max_states=max_states, max_bytes=max_bytes, chunk=chunk, sort=False, progress=progress
        )
        ask = _Asked(graph, wanted)
    solution = solve_graph(graph, ask.ends(), ask.at_nodes, owner)
    return _odds(rulebook, graph, solution, ask, start, time.perf_counter() - began)


def _wishes(
    rulebook: Rulebook, setup: Any, aim: str | None, side: int, other_aim: str | None
) -> tuple[list[tuple[Aim, int]], tuple[tuple[int, float], ...]]:
    """-> the aims, each with the side whose view it has, that of `side` first; and for every side the number of the
    aim that it looks at, with the sign with which it wants it."""
    teams = rulebook.teams(setup)
    goals: tuple[str | None, ...] = rulebook.goals(setup)
    sides = range(len(teams))
    if other_aim is not None:
        goals = tuple(aim if teams[k] == teams[side] else other_aim for k in sides)
    elif aim is not None or not goals:
        owner = tuple((0, 1.0 if teams[k] == teams[side] else -1.0) for k in sides)
        return [(rulebook.aim(setup, aim), side)], owner
    order = [side, *(k for k in sides if k != side)]
    return [(rulebook.aim(setup, goals[k]), k) for k in order], tuple((order.index(k), 1.0) for k in sides)


def _from_view(aim: Aim, side: int) -> Callable[[Any], float]:
    return lambda state: aim.of(state, side)


class _Asked:
    """Aims, worked out on packed states."""

    def __init__(self, graph: Graph, wanted: Sequence[tuple[Aim, int]]) -> None:
        self.graph, self.wanted = graph, wanted

    def values(self, words: Words) -> Floats:
        """(aims, rows)."""
        codec = self.graph.codec
        columns = [figures_of(codec, words, _from_view(aim, side)) for aim, side in self.wanted]
        return np.stack(columns).astype(np.float64)

    def alike(self) -> bool:
        """Are the aims the same whatever interchangeable slots are called? A fight may be valued at any state, if it
        is broken off."""
        if not self.graph.interchange.groups:
            return True
        words = _joined(self.graph, self.graph.blocks)
        values = self.values(words)
        return all((values == self.values(x)).all() for x in self.graph.interchange.exchanged(words))

    def ends(self) -> Floats:
        out = np.zeros((len(self.wanted), self.graph.nodes))
        last = [b for b in self.graph.blocks if not b.agenda.tasks]
        if last:
            out[:, np.concatenate([b.ids for b in last])] = self.values(_joined(self.graph, last))
        return out

    def at_nodes(self, nodes: NDArray[np.int64]) -> Floats:
        """Values of states, given by node, as they stand."""
        return self.values(words_of(self.graph, nodes))

    def of_state(self, state: Any) -> list[float]:
        return [float(a.of(state, k)) for a, k in self.wanted]


def _joined(graph: Graph, blocks: Sequence[StateBlock]) -> Words:
    """The packed figures of all states of some blocks."""
    return [np.concatenate([b.words[w] for b in blocks]) for w in range(graph.codec.words)]


def words_of(graph: Graph, nodes: NDArray[np.int64]) -> Words:
    """The packed figures of states given by their nodes (ascending)."""
    wanted = np.zeros(graph.nodes, bool)
    wanted[nodes] = True
    rows = [wanted[b.ids] for b in graph.blocks]
    ids = np.concatenate([b.ids[r] for b, r in zip(graph.blocks, rows, strict=True)])
    order = np.argsort(ids)
    return [
        np.concatenate([b.words[w][r] for b, r in zip(graph.blocks, rows, strict=True)])[order]
        for w in range(graph.codec.words)
    ]


def _odds(rulebook: Rulebook, graph: Graph, solution: Solution, ask: _Asked, start: Any, seconds: float) -> Odds:
    seen = solution.visits()
    last = np.zeros(graph.nodes, bool)
    for block in graph.blocks:
        if not block.agenda.tasks:
            last[block.ids] = True
    unresolved_nodes = solution.stuck & (seen > 0)
    nodes = np.flatnonzero((last | unresolved_nodes) & (seen > 0))
    words = words_of(graph, nodes)
    parts = graph.interchange.permutations(words)
    named = [np.concatenate([w[k] for _, w in parts]) for k in range(graph.codec.words)]
    chance = np.concatenate([p * seen[nodes] for p, _ in parts])
    missing = max(0.0, 1.0 - float(chance.sum()))
    joint = Joint(graph.codec, named, chance, missing if missing > 1e-9 else 0.0)
    stuck = np.concatenate([unresolved_nodes[nodes] for _ in parts])
    results = dict.fromkeys(rulebook.verdicts, 0.0)
    verdict = joint.column(rulebook.verdict).astype(np.int64) if len(chance) else np.zeros(0, np.int64)
    for k, name in enumerate(rulebook.verdicts):
        results[name] = min(1.0, float(chance[(verdict == k) & ~stuck].sum()))
    results[rulebook.unresolved] += min(1.0, float(chance[stuck].sum()) + joint.missing)
    expected = {} if unresolved_nodes.any() else _expected(rulebook, graph, seen)
    aim, side = ask.wanted[0]
    values = tuple(solution.value[:, 0].tolist())
    return Odds(
        rulebook,
        aim,
        side,
        values[0],
        values,
        graph.states,
        graph.edges,
        seconds,
        results[rulebook.unresolved],
        solution.bound,
        results,
        expected,
        joint,
        Policy(rulebook, solution, ask.of_state),
        graph,
        solution,
        start,
    )


def _expected(rulebook: Rulebook, graph: Graph, seen: Floats) -> dict[str, float]:
    """Mean numbers of times that counted steps are done; nothing for a fight that may never end."""
    out = dict.fromkeys(rulebook.counters.values(), 0.0)
    for block in graph.blocks:
        if block.agenda.tasks and (name := rulebook.counters.get(block.agenda.tasks[0].step.__name__)):
            out[name] += float(seen[block.ids].sum())
    return out
