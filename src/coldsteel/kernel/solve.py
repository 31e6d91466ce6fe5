"""The solution of a graph: the value of every node under best play, and how often each is visited.

Nodes are settled once all that they lead to is settled: by sweeps over the blocks in reverse order of their making.
What no sweep settles lies on cycles or leads into them. There:

* states from which no end can be reached, whatever anybody does, are *stuck*: the fight is broken off and valued as it
  stands, and reported as unresolved;
* cycles of chance are linear systems, solved at once; the bound is the residual times the longest expected stay;
* cycles with decisions (two sides with opposite aims) are solved by strategy iteration, component by component, and the
  bound is the residual of the optimality equations times the longest expected stay under any play. Where players may
  stay for ever, values are those of the fight broken off after ever more steps, and the bound is the honest gap between
  the most and the least that either could claim.

Sides with aims that aren't opposite are solved by backward induction (each side takes what is best for itself; of equal
options the one listed first), which needs decisions to lie on no cycle.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from coldsteel.errors import NotSolvable
from coldsteel.kernel.cycles import Cycles
from coldsteel.kernel.edges import Floats, Nodes, best_edges, each_once, less_identity, place_of, spans
from coldsteel.kernel.games import matrix_game
from coldsteel.kernel.graph import CHANCE, ENDED, GAME, Graph
from coldsteel.kernel.run import COLUMNS

WHOLE = 4_000  # a part with cycles of chance up to this size is solved as one system

__all__ = ["Mixed", "Solution", "solve"]


@dataclass(slots=True)
class Mixed:
    """Best play where both sides choose at one time: the chances of each side's options, in order of option number."""

    rows: dict[int, float]
    columns: dict[int, float]


@dataclass(slots=True)
class _Settled:
    """Nodes settled together. Where they lie on cycles `system` is I - P under best play, factorised, if it is kept."""

    nodes: Nodes
    on_cycles: bool = False
    system: Any = None


@dataclass
class Solution:
    """`value[k, node]` for each aim k; `pick[node]` the edge that best play takes at a decision; `visits` how often
    each node is met; `stuck` the states at which the fight cannot end any more."""

    graph: Graph
    value: Floats
    pick: Nodes
    mixed: dict[int, Mixed]
    owner: tuple[tuple[int, float], ...]
    bound: float
    stuck: NDArray[np.bool_]
    may_be_endless: bool
    order: list[_Settled] = field(repr=False, default_factory=list)

    def visits(self) -> Floats:
        """Expected number of visits of every node under best play; 1 for the start. Stuck states take what reaches
        them."""
        g = self.graph
        seen = np.zeros(g.nodes)
        if g.nodes:
            seen[0] = 1.0
        for group in reversed(self.order):
            nodes = group.nodes
            if group.on_cycles and seen[nodes].any():
                seen[nodes] = (group.system or self._system(nodes)).solve(seen[nodes], "T")
            nodes = nodes[(seen[nodes] != 0) & ~self.stuck[nodes]]
            if not len(nodes):
                continue
            span, owner = spans(g, nodes)
            flow = self.chance_of(span, nodes[owner]) * seen[nodes][owner]
            target = g.target[span]
            if group.on_cycles:
                keep = ~place_of(group.nodes, target)[1]
                target, flow = target[keep], flow[keep]
            np.add.at(seen, target, flow)
        return seen

    def on_cycle(self, node: int) -> bool:
        """Does a node lie on a cycle, or lead into one together with it?"""
        return any(group.on_cycles and bool((group.nodes == node).any()) for group in self.order)

    @cached_property
    def remaining(self) -> Floats:
        """Expected number of nodes that are still met under best play, at every node; 0 at the last."""
        g = self.graph
        left = np.zeros(g.nodes)
        for group in self.order:
            nodes = group.nodes[(g.kind[group.nodes] != ENDED) & ~self.stuck[group.nodes]]
            if not len(nodes):
                continue
            span, owner = spans(g, nodes)
            p = self.chance_of(span, nodes[owner])
            target = g.target[span]
            if group.on_cycles:
                place, inside = place_of(nodes, target)
                out = 1.0 + np.bincount(owner[~inside], (p * left[target])[~inside], len(nodes))
                left[nodes] = splu(less_identity(owner[inside], place[inside], p[inside], len(nodes))).solve(out)
            else:
                left[nodes] = 1.0 + np.bincount(owner, p * left[target], len(nodes))
        return left

    def chance_of(self, span: Nodes, source: Nodes) -> Floats:
        """The chances, under best play, of edges given with their sources."""
        g = self.graph
        p: Floats = g.weight[span].copy()
        kinds = g.kind[source]
        decides = kinds >= 0
        if decides.any():
            self._pick(np.unique(source[decides]))
        p[decides] = span[decides] == self.pick[source[decides]]
        for at in np.flatnonzero(kinds == GAME):
            mix = self.mixed[int(source[at])]
            i, j = divmod(int(g.weight[span[at]]), COLUMNS)
            p[at] = mix.rows.get(i, 0.0) * mix.columns.get(j, 0.0)
        return p

    def _system(self, nodes: Nodes) -> Any:
        """I - P under best play within nodes on cycles, factorised. From stuck states nothing goes on."""
        span, owner = spans(self.graph, nodes)
        p = self.chance_of(span, nodes[owner])
        p[self.stuck[nodes[owner]]] = 0.0
        place, inside = place_of(nodes, self.graph.target[span])
        return splu(less_identity(owner[inside], place[inside], p[inside], len(nodes)))

    def _pick(self, nodes: Nodes) -> None:
        """Finds the edges that best play takes at these decisions, where that has not been done."""
        nodes = nodes[self.pick[nodes] < 0]
        for side, (row, sign) in enumerate(self.owner):
            who = nodes[self.graph.kind[nodes] == side]
            if len(who):
                self.pick[who] = best_edges(self.graph, who, sign * self.value[row])


def solve(graph: Graph, ends: Floats, as_it_stands: Any, owner: tuple[tuple[int, float], ...]) -> Solution:
    """Best play.

    `ends[k, node]` is the value of aim k at every ended node (others are ignored). `as_it_stands(nodes)` gives the
    value (k, n) of states at which the fight is broken off. `owner[side]` is the row of `ends` that the side looks at
    and the sign with which it wants it: `((0, 1), (0, -1))` for opposite aims, `((0, 1), (1, 1))` for aims of their
    own.
    """
    return _Solver(graph, ends, as_it_stands, owner).run()


class _Solver:
    def __init__(self, graph: Graph, ends: Floats, as_it_stands: Any, owner: tuple[tuple[int, float], ...]) -> None:
        self.g, self.as_it_stands, self.owner = graph, as_it_stands, owner
        n = graph.nodes
        self.opposite = len(ends) == 1
        self.value = np.where(graph.kind == ENDED, ends, 0.0)
        self.done = graph.kind == ENDED
        self.pick = np.full(n, -1, np.int64)
        self.mixed: dict[int, Mixed] = {}
        self.stuck = np.zeros(n, bool)
        self.order: list[_Settled] = []
        self.bound, self.may_be_endless = 0.0, False
        self.is_state = np.zeros(n, bool)
        for block in graph.blocks:
            self.is_state[block.ids] = True
        ended = np.flatnonzero(self.done)
        if len(ended):
            self.order.append(_Settled(ended))

    def run(self) -> Solution:
        self._sweep()
        if not self.done.all():
            self._find_stuck()
            self._sweep()
        if not self.done.all():
            self._cycles()
        return Solution(
            self.g,
            self.value,
            self.pick,
            self.mixed,
            self.owner,
            self.bound,
            self.stuck,
            self.may_be_endless,
            self.order,
        )

    # -- without cycles
    def _sweep(self) -> None:
        """Settles, block by block from the last to the first, what leads to settled nodes only, until nothing
        changes."""
        starts = self.g.starts
        left = [(int(a), int(b)) for a, b in pairwise(starts) if not self.done[a:b].all()]
        while left:
            before = len(self.order)
            left = [(a, b) for a, b in reversed(left) if not self._settle_block(a, b)][::-1]
            if len(self.order) == before:
                return

    def _settle_block(self, a: int, b: int) -> bool:
        """Settles what can be settled of the nodes from `a` to `b`; was it all?"""
        g, undone = self.g, ~self.done[a:b]
        if undone.all():
            first = g.first[a : b + 1]
            span: Any = slice(int(first[0]), int(first[-1]))
            nodes, begins = np.arange(a, b), first[:-1] - first[0]
        else:
            nodes = a + np.flatnonzero(undone)
            span, owner = spans(g, nodes)
            begins = np.searchsorted(owner, np.arange(len(nodes)))
        good = self.done[g.target[span]]
        if good.all():
            self._settle(nodes, span, begins)
            return True
        ready = nodes[np.logical_and.reduceat(good, begins)]
        if len(ready):
            self._settle_nodes(ready)
        return False

    def _settle_nodes(self, nodes: Nodes) -> None:
        span, owner = spans(self.g, nodes)
        self._settle(nodes, span, np.searchsorted(owner, np.arange(len(nodes))))

    def _settle(self, nodes: Nodes, span: Any, begins: Nodes) -> None:
        """Values of nodes whose successors are all settled; the edges of `nodes[i]` start at `begins[i]` of the
        span."""
        g = self.g
        kinds = g.kind[nodes]
        x = self.value[:, g.target[span]]
        if (kinds == CHANCE).all():
            self.value[:, nodes] = np.add.reduceat(x * g.weight[span], begins, axis=1)
        else:
            new = np.where(kinds == CHANCE, np.add.reduceat(x * g.weight[span], begins, axis=1), 0.0)
            for side, (row, sign) in enumerate(self.owner):
                who = np.flatnonzero(kinds == side)
                if len(who) and self.opposite:
                    best = np.maximum if sign > 0 else np.minimum
                    new[0, who] = best.reduceat(x[0], begins)[who]
                elif len(who):
                    new[:, who] = self.value[:, g.target[best_edges(g, nodes[who], sign * self.value[row])]]
            self.value[:, nodes] = new
            for node in nodes[kinds == GAME]:
                self._game(int(node))
        self.done[nodes] = True
        self.order.append(_Settled(nodes))

    def _game(self, node: int) -> None:
        """Two choices at one time. Opposite aims: a matrix game; otherwise refused."""
        if not self.opposite:
            raise NotSolvable("choices made at one time are solved for opposite aims only")
        g = self.g
        span = slice(int(g.first[node]), int(g.first[node + 1]))
        labels = g.weight[span].astype(np.int64)
        i, j = np.divmod(labels, COLUMNS)
        rows, columns = np.unique(i), np.unique(j)
        table = np.zeros((len(rows), len(columns)))
        table[np.searchsorted(rows, i), np.searchsorted(columns, j)] = self.value[0, g.target[span]]
        sign = self.owner[0][1]
        value, x, y = matrix_game(sign * table)
        self.value[0, node] = sign * value
        self.mixed[node] = Mixed(
            dict(zip(rows.tolist(), x.tolist(), strict=True)), dict(zip(columns.tolist(), y.tolist(), strict=True))
        )

    # -- cycles
    def _find_stuck(self) -> None:
        """States that the fight goes round for ever among, whatever anybody does (components that nothing leaves): it
        is broken off there, as it stands."""
        g = self.g
        rest = np.flatnonzero(~self.done)
        span, owner = spans(g, rest)
        local = np.full(g.nodes, -1, np.int64)
        local[rest] = np.arange(len(rest))
        target = local[g.target[span]]
        inside = target >= 0
        back = sp.csr_matrix(
            (np.ones(int(inside.sum()), bool), (target[inside], owner[inside])), shape=(len(rest), len(rest))
        )
        can_end = np.zeros(len(rest), bool)
        can_end[owner[~inside]] = True
        front: NDArray[Any] = np.flatnonzero(can_end)
        while len(front):
            before = back[front].indices
            front = each_once(before[~can_end[before]])
            can_end[front] = True
        lost = rest[~can_end]
        if not len(lost):
            return
        label, count = self._components(lost)
        span, owner = spans(g, lost)
        place, inside = place_of(lost, g.target[span])
        leaves = np.zeros(count, bool)
        leaves[label[owner[~inside | (label[place] != label[owner])]]] = True
        closed = lost[~leaves[label]]
        stuck = closed[self.is_state[closed]]
        self.stuck[stuck] = True
        self.value[:, stuck] = self.as_it_stands(stuck)
        self.done[stuck] = True
        self.order.append(_Settled(stuck))

    def _cycles(self) -> None:
        rest = np.flatnonzero(~self.done)
        kinds = self.g.kind[rest]
        if (kinds == CHANCE).all() and len(rest) <= WHOLE:
            self._linear(rest)
            return
        label, count = self._components(rest)
        span, owner = spans(self.g, rest)
        local = np.full(self.g.nodes, -1, np.int64)
        local[rest] = np.arange(len(rest))
        target = local[self.g.target[span]]
        keep = target >= 0
        a, b = label[owner[keep]], label[target[keep]]
        loops = np.zeros(count, bool)
        loops[a[a == b]] = True
        loops |= np.bincount(label, minlength=count) > 1
        across = each_once((a * count + b)[a != b])
        a, b = np.divmod(across, count)
        waiting = np.bincount(a, minlength=count)
        back = sp.csr_matrix((np.ones(len(a), bool), (b, a)), shape=(count, count))
        members = np.argsort(label, kind="stable")
        starts = np.searchsorted(label[members], np.arange(count + 1))
        ready = np.flatnonzero(waiting == 0)
        while len(ready):
            plain = ready[~loops[ready]]
            if len(plain):
                nodes = np.sort(rest[members[starts[plain]]])
                self._settle_nodes(nodes)
            looped = [np.sort(rest[members[starts[c] : starts[c + 1]]]) for c in ready[loops[ready]]]
            self._settle_loops(looped)
            before = back[ready].indices
            np.subtract.at(waiting, before, 1)
            ready = each_once(before[waiting[before] == 0])

    def _components(self, rest: Nodes) -> tuple[NDArray[Any], int]:
        """Strongly connected components of what is left."""
        g = self.g
        span, owner = spans(g, rest)
        local = np.full(g.nodes, -1, np.int64)
        local[rest] = np.arange(len(rest))
        target = local[g.target[span]]
        keep = target >= 0
        m = sp.csr_matrix((np.ones(int(keep.sum())), (owner[keep], target[keep])), shape=(len(rest), len(rest)))
        count, label = connected_components(m, connection="strong")
        return label.astype(np.int64), int(count)

    def _settle_loops(self, looped: list[Nodes]) -> None:
        """Components on cycles whose ways out are all settled: those of chance together, the others one by one."""
        chance = [nodes for nodes in looped if (self.g.kind[nodes] == CHANCE).all()]
        if chance:
            self._linear(np.sort(np.concatenate(chance)))
        if rest := [nodes for nodes in looped if not (self.g.kind[nodes] == CHANCE).all()]:
            self._decisions(rest)

    def _system(self, nodes: Nodes, span: Nodes, owner: Nodes, p: Floats) -> tuple[Any, sp.csr_matrix, Floats]:
        """I - P within `nodes`, factorised; P; and what leads out, weighed with the values there."""
        n = len(nodes)
        place, inside = place_of(nodes, self.g.target[span])
        inner = sp.csr_matrix((p[inside], (owner[inside], place[inside])), shape=(n, n))
        flow = p[~inside] * self.value[:, self.g.target[span[~inside]]]
        out: Floats = np.stack([np.bincount(owner[~inside], row, n) for row in flow]).astype(np.float64)
        return splu(less_identity(owner[inside], place[inside], p[inside], n)), inner, out

    def _linear(self, nodes: Nodes) -> None:
        """Cycles of chance: x = P x + c."""
        span, owner = spans(self.g, nodes)
        system, inner, out = self._system(nodes, span, owner, self.g.weight[span])
        x = system.solve(out.T).T
        residual = np.abs(x - (inner @ x.T).T - out).max()
        stay = system.solve(np.ones(len(nodes))).max()
        self.bound = max(self.bound, float(residual * stay))
        self.value[:, nodes] = x
        self.done[nodes] = True
        self.order.append(_Settled(nodes, True, system if len(nodes) <= WHOLE else None))

    def _decisions(self, components: list[Nodes]) -> None:
        """Components with decisions of two sides with opposite aims, by strategy iteration."""
        if not self.opposite:
            raise NotSolvable(
                "a decision lies on a cycle: aims that are not opposite can't be solved here; set max_rounds"
            )
        part = Cycles(self, components)
        if (part.kinds == GAME).any():
            raise NotSolvable("a choice made at one time lies on a cycle: it can't be solved here; set max_rounds")
        part.solve()
        self.done[part.nodes] = True
        self.order.append(_Settled(part.nodes, True))
