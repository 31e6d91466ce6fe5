"""Slow, independent readings of a fight, to hold the fast ones against."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

from coldsteel.kernel.asks import Both, Choose, DiceAsk, Say
from coldsteel.kernel.dice import answer_of, shaped, throws
from coldsteel.kernel.plain import Chance, Decision, End, Game, Tree, ask_after
from coldsteel.kernel.play import legal
from coldsteel.kernel.state import Agenda, evolve


def worth(tree: Tree, value: Callable[[Any], float], signs: tuple[float, ...]) -> float:
    """The value of a step for who wants it high, given the values of the next states; `signs[side]` is 1 for the side
    that wants it high, -1 for the other."""
    if isinstance(tree, End):
        return value(tree.state)
    if isinstance(tree, Chance):
        return sum(w / tree.total * worth(t, value, signs) for w, t in tree.branches)
    if isinstance(tree, Decision):
        sign = signs[tree.ask.side]
        return sign * max(sign * worth(t, value, signs) for _, t in tree.branches)
    assert isinstance(tree, Game)
    raise AssertionError("no exam has choices made at one time")


def raw_faces(state: Any, chance: float = 1.0, found: dict[Any, float] | None = None) -> Mapping[Any, float]:
    """The last states of a fight with their chances, by throwing every face of every die, one by one.

    Where things stand at the end is left out, as in a joint outcome.
    """
    found = {} if found is None else found
    todo = {state: chance}
    while todo:
        now, p = todo.popitem()
        if not now.then.tasks:
            last = evolve(now, then=Agenda())
            found[last] = found.get(last, 0.0) + p
            continue
        for after, q in _faces_of_step(now):
            todo[after] = todo.get(after, 0.0) + p * q
    return found


def _faces_of_step(state: Any) -> list[tuple[Any, float]]:
    out: list[tuple[Any, float]] = []
    stack: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    while stack:
        answers, p = stack.pop()
        ask, end = ask_after(state, answers)
        if ask is None:
            out.append((end, p))
            continue
        if isinstance(ask, Choose) and len(numbers := legal(ask)) == 1:
            stack.append(((*answers, numbers[0]), p))
            continue
        assert not isinstance(ask, (Choose, Both, Say)), "a tiny fight has no decisions"
        stack += [((*answers, answer), p * q) for answer, q in _faces_of_ask(ask)]
    return out


def _faces_of_ask(ask: DiceAsk) -> list[tuple[Any, float]]:
    """Every way the dice of an ask can fall."""
    out = []
    stack: list[tuple[tuple[tuple[int, ...], ...], float]] = [((), 1.0)]
    while stack:
        thrown, p = stack.pop()
        throw = throws(ask, thrown)
        if throw is None:
            out.append((shaped(ask, answer_of(ask, thrown)), p))
            continue
        low, high = throw.taken or (1, 0)  # dice that lie on the table show none of these
        shown = [face for face in range(1, throw.die + 1) if not low <= face <= high]
        for faces in itertools.product(shown, repeat=throw.n):
            stack.append(((*thrown, faces), p / len(shown) ** throw.n))
    return out
