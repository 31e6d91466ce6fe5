"""Cycles with decisions of two sides with opposite aims: strategy iteration."""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

from coldsteel.kernel.edges import Floats, Nodes, place_of, spans
from coldsteel.kernel.graph import Graph

GOOD = 2e-11  # on cycles that need never be left: a bound below this is not tried to be bettered

__all__ = ["Cycles", "Settling"]


class Settling(Protocol):
    """What is known of a graph so far, and is written by those who settle a part of it."""

    g: Graph
    owner: tuple[tuple[int, float], ...]
    value: Floats
    pick: Nodes
    stuck: NDArray[np.bool_]
    is_state: NDArray[np.bool_]
    bound: float
    may_be_endless: bool

    def as_it_stands(self, nodes: Nodes) -> Floats:
        """The values of states at which the fight is broken off."""


class Cycles:
    """Strongly connected components, none leading to another, with decisions of two sides with opposite aims: strategy
    iteration, for all of them together.

    Where some play need never leave a component, the fight is broken off at every step with a small chance, `eps`, as
    it stands; for a small enough one best play is best play without it (it is Blackwell optimal). The play so found is
    then worked out exactly, and held against the optimality conditions: no option is better than the one taken, and
    whoever can stay for ever has no less than the fight as it stands is worth to it.
    """

    def __init__(self, solver: Settling, components: list[Nodes]) -> None:
        nodes = np.sort(np.concatenate(components))
        self.s, self.nodes, g = solver, nodes, solver.g
        self.span, self.owner = spans(g, nodes)
        self.begins = np.searchsorted(self.owner, np.arange(len(nodes)))
        self.kinds = g.kind[nodes]
        self.decides = self.kinds >= 0
        signs = np.array([sign for _, sign in solver.owner])
        self.sign = np.where(self.decides, signs[np.maximum(self.kinds, 0)], 1.0)
        self.place, self.inside = place_of(nodes, g.target[self.span])
        self._order_entries()
        self.is_state = solver.is_state[nodes]
        first = np.array([part[solver.is_state[part].argmax()] for part in components])  # a state of every component
        order = np.argsort(first)
        value_of = np.empty(len(first))
        value_of[order] = solver.as_it_stands(first[order])[0]
        self.component = np.empty(len(nodes), np.int64)
        for number, part in enumerate(components):
            self.component[np.searchsorted(nodes, part)] = number
        self.stands = value_of[self.component]

    def _order_entries(self) -> None:
        """The places of I - P by column, once for all policies: the diagonal, then the edges that stay inside."""
        n = len(self.nodes)
        rows = np.concatenate([np.arange(n), self.owner[self.inside]])
        columns = np.concatenate([np.arange(n), self.place[self.inside]])
        self.by_column = np.argsort(columns, kind="stable")
        self.rows, self.columns = rows[self.by_column], columns[self.by_column]
        self.leaving = np.flatnonzero(~self.inside)
        self.leaving_owner = self.owner[self.leaving]

    def _factor(self, p: Floats) -> Any:
        """I - P within the nodes, factorised, for these chances of the edges."""
        n = len(self.nodes)
        values = np.concatenate([np.ones(n), -p[self.inside]])[self.by_column]
        real = values != 0
        starts = np.concatenate([[0], np.cumsum(np.bincount(self.columns[real], minlength=n))])
        return splu(sp.csc_matrix((values[real], self.rows[real], starts), shape=(n, n)))

    def solve(self) -> None:
        """Writes the values, the picks and the stuck states of these nodes into what is known of the graph."""
        every = np.ones(len(self.span), bool)
        if not self._can_stay(every, self.decides).any():
            self._improve(self._policy(self._opening(), None), 0.0)
            self.s.bound = max(self.s.bound, self._residual() * self._longest_stay())
        else:
            self.s.may_be_endless = True
            opening, found = self._policy(self._opening(), None), []
            for eps in (1e-12, 1e-10, 1e-8, 1e-6):
                self._improve(opening, eps)
                self._work_out(self.policy)
                found.append((self._violation(), eps, self.policy))
                if found[-1][0] < GOOD:
                    break
            worst, _, policy = min(found, key=lambda f: f[0])
            self._work_out(policy)
            self.s.bound = max(self.s.bound, worst)
        self.s.pick[self.nodes[self.decides]] = self.span[self.policy[self.decides]]

    def _opening(self) -> Floats:
        values = self.s.value[0].copy()
        values[self.nodes] = self.stands
        return cast(Floats, values)

    def _optimal(self, values: Floats) -> Floats:
        """The right-hand side of the optimality equations."""
        x = values[self.s.g.target[self.span]]
        chance = np.add.reduceat(x * self.s.g.weight[self.span], self.begins)
        best = np.maximum.reduceat(x * self.sign[self.owner], self.begins) * self.sign
        return cast(Floats, np.where(self.decides, best, chance))

    # -- strategies
    def _policy(self, values: Floats, before: Nodes | None) -> Nodes:
        """Place of the best edge of every node; the one of before where it is no worse (else it might never settle)."""
        gain = (values[self.s.g.target[self.span]] - self.stands[self.owner]) * self.sign[self.owner]
        best = np.maximum.reduceat(gain, self.begins)
        good = best - 1e-14 * np.abs(best)
        label = np.where(gain >= good[self.owner], self.s.g.weight[self.span], np.inf)
        lowest = np.minimum.reduceat(label, self.begins)
        place = np.where(label == lowest[self.owner], np.arange(len(self.span)), len(self.span))
        new = np.minimum.reduceat(place, self.begins)
        return cast(Nodes, new if before is None else np.where(gain[before] >= good, before, new))

    def _taken(self, policy: Nodes, of: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The edges that may be followed where the nodes `of` keep to a policy."""
        taken = np.ones(len(self.span), bool)
        own = of[self.owner]
        taken[own] = np.arange(len(taken))[own] == policy[self.owner[own]]
        return taken

    def _weights(self, policy: Nodes) -> Floats:
        p = self.s.g.weight[self.span].copy()
        own = self.decides[self.owner]
        p[own] = self._taken(policy, self.decides)[own]
        return p

    def _improve(self, policy: Nodes, eps: float) -> None:
        """Strategy iteration: the best replies of one side to a play of the other are found first, then the other
        improves its play (Hoffman and Karp); each pair of plays is worked out as a linear system."""
        sides = self.decides & (self.sign > 0), self.decides & (self.sign < 0)
        seen: set[bytes] = set()
        while (key := policy.tobytes()) not in seen:  # seen: options that differ by less than the arithmetic tells
            seen.add(key)
            self._work_out(policy, eps)
            new = self._policy(self.s.value[0], policy)
            first, second = (side & (new != policy) for side in sides)
            if not (first | second).any():
                return
            replying = (
                np.bincount(self.component, first) > 0
            )  # components in which the first side still finds better replies
            policy = np.where(np.where(replying[self.component], first, second), new, policy)

    def _work_out(self, policy: Nodes, eps: float = 0.0) -> None:
        """The values of a play, broken off at every step with chance `eps`; exact for 0. Where it goes round for ever
        it is broken off in any case, as it stands."""
        s, self.policy = self.s, policy
        p = self._weights(policy)
        stops = np.zeros(len(self.nodes), bool) if eps else self._closed(policy) & self.is_state
        p[stops[self.owner]] = 0.0
        p *= 1 - eps
        # relative to the fight as it stands: a play that goes round for ever comes to 0, not to rounding errors
        gain = s.value[0, s.g.target[self.span[self.leaving]]] - self.stands[self.leaving_owner]
        out = np.bincount(self.leaving_owner, p[self.leaving] * gain, len(self.nodes))
        s.value[0, self.nodes] = self._factor(p).solve(out) + self.stands
        s.stuck[self.nodes] = stops

    def _closed(self, policy: Nodes) -> NDArray[np.bool_]:
        """The nodes from which a play leads to no end."""
        taken = self._taken(policy, self.decides) & ((self.s.g.weight[self.span] > 0) | self.decides[self.owner])
        closed = np.ones(len(self.nodes), bool)
        while True:
            leads_out = taken & (~self.inside | ~closed[self.place])
            new = closed & ~np.logical_or.reduceat(leads_out, self.begins)
            if (new == closed).all():
                return closed
            closed = new

    # -- how good it is
    def _residual(self) -> float:
        """How far the values are from the optimality equations."""
        off = np.abs(self._optimal(self.s.value[0]) - self.s.value[0, self.nodes])
        off[self.s.stuck[self.nodes] & ~self.decides] = 0.0
        return float(off.max())

    def _can_stay(self, allowed: NDArray[np.bool_], free: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The nodes from which those who decide at `free` nodes can keep the fight inside for ever, whatever is rolled,
        if only `allowed` edges are followed."""
        stays = np.ones(len(self.nodes), bool)
        while True:
            kept = self.inside & stays[self.place]
            every = np.logical_and.reduceat(kept | ~allowed, self.begins)
            some = np.logical_or.reduceat(kept & allowed, self.begins)
            new = stays & np.where(free, some, every)
            if (new == stays).all():
                return stays
            stays = new

    def _violation(self) -> float:
        """The most by which the values break an optimality condition."""
        worst = self._residual()
        v = self.s.value[0, self.nodes]
        for sign in (1.0, -1.0):
            free = self.decides & (self.sign == sign)
            stays = self._can_stay(self._taken(self.policy, self.decides & ~free), free)
            if stays.any():
                worst = max(worst, float((sign * (self.stands - v)[stays]).max()))
        return worst

    def _longest_stay(self) -> float:
        """The most steps, in expectation, that any play can keep the fight inside the component."""
        stay, policy = np.zeros(len(self.nodes)), None
        for _ in range(1_000):
            after = np.where(self.inside, stay[self.place], 0.0)
            best = np.maximum.reduceat(after, self.begins)
            spot = np.where(after >= (best * (1 - 1e-12))[self.owner], np.arange(len(after)), len(after))
            new = np.minimum.reduceat(spot, self.begins)
            if policy is not None:
                new = np.where(after[policy] >= best * (1 - 1e-12), policy, new)
                if (new == policy)[self.decides].all():
                    break
            policy = new
            stay = self._factor(self._weights(policy)).solve(np.ones(len(self.nodes)))
        return float(stay.max())
