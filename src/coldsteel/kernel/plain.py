"""The plain reader: one state at a time, plain figures, every way through a step by replay. Slow, simple, exact.

It is what the fast readers are held against, what gives fractions on request, and how best play is asked at a place
in the middle of a step.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from coldsteel.errors import NotSolvable, RulebookError
from coldsteel.kernel.asks import Ask, Both, Choose, Option, Say
from coldsteel.kernel.dice import chances, shaped
from coldsteel.kernel.state import next_task

__all__ = [
    "Chance",
    "Decision",
    "End",
    "Game",
    "Tree",
    "advance",
    "ask_after",
    "expand",
    "is_legal",
    "reachable",
    "value",
]


@dataclass(frozen=True, slots=True)
class End:
    """The step is over; `state` is what it returned."""

    state: Any


@dataclass(frozen=True, slots=True)
class Chance:
    """Dice: (weight, tree) for every answer; the weights add up to `total`."""

    branches: tuple[tuple[int, Tree], ...]
    total: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice among several legal options."""

    ask: Choose
    branches: tuple[tuple[int, Tree], ...]  # (number of the option, what follows)


@dataclass(frozen=True, slots=True)
class Game:
    """Two choices made at the same time: `rows[i][j]` follows the i-th and the j-th legal option."""

    ask: Both
    rows: tuple[tuple[Tree, ...], ...]
    options: tuple[tuple[int, ...], tuple[int, ...]]


Tree = End | Chance | Decision | Game


def is_legal(o: Option[Any]) -> bool:
    """May this option be taken (plain figures)?"""
    return not any(b.when for b in o.bars)


def advance(generator: Generator[Ask, Any, Any], answer: Any) -> tuple[Ask | None, Any]:
    """Sends an answer; -> (next ask that wants one, None), or (None, the next state). Passes over events."""
    try:
        ask = generator.send(answer)
        while isinstance(ask, Say):
            ask = generator.send(None)
    except StopIteration as stop:
        return None, stop.value
    return ask, None


def ask_after(state: Any, answers: tuple[Any, ...]) -> tuple[Ask | None, Any]:
    """Runs a state's first task with these answers; -> (the ask that is open, None), or (None, the next state)."""
    generator = next_task(state)
    ask, end = advance(generator, None)
    for answer in answers:
        if ask is None:
            raise RulebookError(f"{state.then!r}: more answers than asks")
        ask, end = advance(generator, answer)
    return ask, end


def _legal(ask: Choose) -> tuple[int, ...]:
    return tuple(k for k, o in enumerate(ask.options) if is_legal(o))


def expand(state: Any, answers: tuple[Any, ...] = ()) -> Tree:
    """All ways through the first task of a state's agenda, from the place that `answers` lead to."""
    ask, end = ask_after(state, answers)
    if ask is None:
        return End(end)
    if isinstance(ask, Choose):
        legal = _legal(ask) or (-1,)
        if len(legal) == 1:
            return expand(state, (*answers, legal[0]))
        return Decision(ask, tuple((k, expand(state, (*answers, k))) for k in legal))
    if isinstance(ask, Both):
        mine, theirs = _legal(ask.first) or (-1,), _legal(ask.second) or (-1,)
        rows = tuple(tuple(expand(state, (*answers, (i, j))) for j in theirs) for i in mine)
        if len(mine) == len(theirs) == 1:
            return rows[0][0]
        return Game(ask, rows, (mine, theirs))
    assert not isinstance(ask, Say)
    found = chances(ask, tuple(int(x) for x in ask.figures()))
    branches = tuple(
        (w, expand(state, (*answers, shaped(ask, a)))) for a, w in zip(found.answers, found.weights, strict=True)
    )
    return Chance(branches, found.total)


def reachable(start: Any, limit: int = 200_000) -> dict[Any, Tree]:
    """Every state that the start can lead to, with the tree of its step; a state that has ended has the tree `End`.

    Raises `NotSolvable` over `limit` states.
    """
    trees: dict[Any, Tree] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state in trees:
            continue
        if len(trees) >= limit:
            raise NotSolvable(f"more than {limit:,} states: too many for the plain reader")
        trees[state] = tree = expand(state) if state.then.tasks else End(state)
        stack = [tree]
        while stack:
            t = stack.pop()
            if isinstance(t, End):
                if t.state not in trees:
                    todo.append(t.state)
            elif isinstance(t, Game):
                stack += [x for row in t.rows for x in row]
            else:
                stack += [x for _, x in t.branches]
    return trees


def value(start: Any, aim: Callable[[Any], Any], endless: Any = None, limit: int = 50_000) -> tuple[Fraction, int]:
    """The exact value of a fight for side 0, which wants `aim` of the last state high (side 1 wants it low), and the
    number of states. Lines that can never end are worth `endless`, or by default `aim` of the states they go round
    among.

    Cycles of chance are solved as a linear system in fractions. Raises `NotSolvable` where decisions lie on a cycle, or
    choices are made at the same time.
    """
    trees = reachable(start, limit)
    values: dict[Any, Fraction] = {}
    for component in _components(trees):
        state = component[0]
        if not state.then.tasks:
            values[state] = Fraction(aim(state))
        elif len(component) == 1 and state not in _next(trees[state]):
            values[state] = _worth(trees[state], values)
        else:
            inside = set(component)
            if all(t in inside for s in component for t in _next(trees[s])):  # nothing leads out
                values.update({s: Fraction(aim(s) if endless is None else endless) for s in component})
            else:
                values.update(_solve_cycle(component, trees, values))
    return values[start], len(trees)


def _worth(tree: Tree, values: dict[Any, Fraction]) -> Fraction:
    if isinstance(tree, End):
        return values[tree.state]
    if isinstance(tree, Chance):
        return sum((w * _worth(t, values) for w, t in tree.branches), Fraction(0)) / tree.total
    if isinstance(tree, Decision):
        return (min if tree.ask.side else max)(_worth(t, values) for _, t in tree.branches)
    raise NotSolvable("choices made at the same time have no exact value in fractions here")


def _next(tree: Tree) -> list[Any]:
    if isinstance(tree, End):
        return [tree.state]
    if isinstance(tree, Game):
        return [s for row in tree.rows for t in row for s in _next(t)]
    return [s for _, t in tree.branches for s in _next(t)]


def _linear(tree: Tree) -> dict[Any, Fraction]:
    """The chances of the next states."""
    if isinstance(tree, End):
        return {tree.state: Fraction(1)}
    if not isinstance(tree, Chance):
        raise NotSolvable("a decision lies on a cycle: no exact value in fractions")
    out: dict[Any, Fraction] = {}
    for w, t in tree.branches:
        for s, p in _linear(t).items():
            out[s] = out.get(s, Fraction(0)) + p * Fraction(w, tree.total)
    return out


def _solve_cycle(component: list[Any], trees: dict[Any, Tree], values: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """x = P x + c by elimination. Components come successors first, so what leads out has its value already."""
    inside = {s: k for k, s in enumerate(component)}
    rows: list[dict[int, Fraction]] = []
    const: list[Fraction] = []
    for s in component:
        row, c = {inside[s]: Fraction(1)}, Fraction(0)
        for t, p in _linear(trees[s]).items():
            if t in inside:
                row[inside[t]] = row.get(inside[t], Fraction(0)) - p
            else:
                c += p * values[t]
        rows.append(row)
        const.append(c)
    n = len(component)
    for k in range(n):  # the diagonal stays positive: from every state of the component it can be left
        pivot = rows[k][k]
        rows[k] = {j: x / pivot for j, x in rows[k].items() if x}
        const[k] /= pivot
        for i in range(n):
            factor = rows[i].get(k)
            if i != k and factor:
                for j, x in rows[k].items():
                    rows[i][j] = rows[i].get(j, Fraction(0)) - factor * x
                const[i] -= factor * const[k]
    return {s: const[k] for k, s in enumerate(component)}


def _components(trees: dict[Any, Tree]) -> list[list[Any]]:
    """Strongly connected components of the states, successors first (Tarjan, without recursion)."""
    index: dict[Any, int] = {}
    low: dict[Any, int] = {}
    stack: list[Any] = []
    on: set[Any] = set()
    out: list[list[Any]] = []
    for root in trees:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        work = [(root, iter(_next(trees[root]) if root.then.tasks else ()))]
        while work:
            s, following = work[-1]
            for t in following:
                if t not in index:
                    index[t] = low[t] = len(index)
                    stack.append(t)
                    on.add(t)
                    work.append((t, iter(_next(trees[t]) if t.then.tasks else ())))
                    break
                if t in on:
                    low[s] = min(low[s], index[t])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[s])
                if low[s] == index[s]:
                    component = []
                    while True:
                        t = stack.pop()
                        on.discard(t)
                        component.append(t)
                        if t == s:
                            break
                    out.append(component)
    return out
