"""The whole graph of a fight: every state it can come to, the chances between them, the choices of both sides.

Nodes are states, decisions in the middle of a step, and chance nodes after those. Edges are kept by source (CSR); the
weight of an edge is its chance, or, where the source is a decision, the number of the option that it follows. Nodes are
numbered in the order of their making, which is the same for the same fight on every machine; those made together (a
block) never lead to one another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from coldsteel.errors import Stopped, TooLarge
from coldsteel.kernel.asks import Both
from coldsteel.kernel.packing import Codec, Interchange, Known, Words
from coldsteel.kernel.rulebook import Rulebook
from coldsteel.kernel.run import CHUNK, Carried, Index, Run
from coldsteel.kernel.state import Agenda

CHANCE, ENDED, GAME = -1, -2, -3
MAX_STATES = 5_000_000
MAX_BYTES = 4 << 30
MEET = 1 << 21  # lanes of one agenda that wait at most before it is looked which states they are in

__all__ = ["CHANCE", "ENDED", "GAME", "MAX_BYTES", "MAX_STATES", "Graph", "Inbox", "StateBlock", "build"]

Progress = Callable[[int, int], None]


class Inbox:
    """Lanes that wait, by agenda. The deepest agenda goes first, so that lanes meet again before they go on; then the
    fullest."""

    def __init__(self) -> None:
        self._waiting: dict[Agenda, list[tuple[NDArray[Any], ...]]] = defaultdict(list)
        self._sizes: dict[int, dict[Agenda, int]] = defaultdict(dict)  # by depth: thousands of agendas may wait
        self.lanes = 0

    def put(self, agenda: Agenda, *columns: NDArray[Any]) -> None:
        """Columns of the same length: origin, weight, words."""
        n = len(columns[0])
        self._waiting[agenda].append(columns)
        self._sizes[len(agenda.tasks)][agenda] = self.size(agenda) + n
        self.lanes += n

    def take(self) -> tuple[Agenda, list[NDArray[Any]]]:
        """The agenda that goes next, and the columns of its lanes."""
        agenda = self.next()
        return agenda, self.take_of(agenda)

    def next(self) -> Agenda:
        """The agenda that goes next."""
        deepest = self._sizes[max(self._sizes)]
        return max(deepest, key=deepest.__getitem__)

    def take_of(self, agenda: Agenda) -> list[NDArray[Any]]:
        """The columns of the lanes of one agenda."""
        depth = len(agenda.tasks)
        self.lanes -= self._sizes[depth].pop(agenda)
        if not self._sizes[depth]:
            del self._sizes[depth]
        chunks = self._waiting.pop(agenda)
        return list(chunks[0]) if len(chunks) == 1 else [np.concatenate(c) for c in zip(*chunks, strict=True)]

    def size(self, agenda: Agenda) -> int:
        """How many lanes of an agenda wait."""
        return self._sizes.get(len(agenda.tasks), {}).get(agenda, 0)

    def __bool__(self) -> bool:
        return bool(self._sizes)


@dataclass(frozen=True, slots=True)
class StateBlock:
    """States that were met together: their agenda, their nodes and their packed figures."""

    agenda: Agenda
    ids: NDArray[np.int64]
    words: Words


@dataclass(slots=True)
class Graph:
    """A built graph. `kind[node]`: the side that decides, or CHANCE, ENDED, GAME (two sides at one time)."""

    codec: Codec
    interchange: Interchange
    kind: NDArray[np.int8]
    first: NDArray[Any]
    target: NDArray[Any]
    weight: NDArray[np.float64]
    starts: NDArray[np.int64]  # first node of every block
    blocks: list[StateBlock]
    known: dict[Agenda, Known]
    states: int
    paths: int
    lanes: int

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.kind)

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return len(self.target)

    def node_of(self, state: Any) -> int:
        """The node of a state; -1 for one that the fight cannot come to."""
        agenda, words = self.interchange(state.then, self.codec.pack(state))
        return self.known[agenda].find(words) if agenda in self.known else -1


class _Builder:
    """The sink that makes nodes and edges."""

    def __init__(self, start: Any, rulebook: Rulebook, max_states: int, max_bytes: int, chunk: int, sort: bool) -> None:
        self.codec = Codec(start)
        self.interchange = Interchange(self.codec, rulebook.groups(start) if sort else (), start, rulebook.renamed)
        self.run = Run(self.codec, self, chunk)
        self.inbox = Inbox()
        self.fresh = Inbox()  # new states that wait to be run: nodes and words
        self.known: dict[Agenda, Known] = {}
        self.blocks: list[StateBlock] = []
        self.kind = np.full(1024, CHANCE, np.int8)
        self.count = self.states = self.edge_count = 0
        self.starts: list[int] = []
        self.source: list[NDArray[np.int32]] = []
        self.target: list[NDArray[np.int32]] = []
        self.weight: list[NDArray[np.float64]] = []
        self.max_states, self.max_bytes = max_states, max_bytes

    # -- nodes and edges
    def add(self, n: int, kind: int = CHANCE) -> NDArray[np.int64]:
        if self.count + n > len(self.kind):
            self.kind = np.concatenate([self.kind, np.full(self.count + n, CHANCE, np.int8)])
        ids = np.arange(self.count, self.count + n)
        self.kind[ids] = kind
        self.starts.append(self.count)
        self.count += n
        return ids

    def edge(self, source: NDArray[Any], target: NDArray[Any], weight: NDArray[np.float64]) -> None:
        self.source.append(source.astype(np.int32, copy=False))
        self.target.append(target.astype(np.int32, copy=False))
        self.weight.append(weight)
        self.edge_count += len(source)

    def too_large(self) -> None:
        """Raises `TooLarge` over the budget of states or of memory."""
        waiting = self.inbox.lanes * 8 * (2 + self.codec.words)
        size = 80 * self.edge_count + waiting + self.count * (80 + 16 * self.codec.words)  # measured, to the solution
        if self.states > self.max_states or size > self.max_bytes:
            what = f"{self.max_states:,} states" if self.states > self.max_states else f"{self.max_bytes >> 20:,} MiB"
            raise TooLarge(
                f"the graph has outgrown {what}: it came to {self.states:,} states and {self.edge_count:,} edges, "
                f"with {self.inbox.lanes:,} lane{'' if self.inbox.lanes == 1 else 's'} still waiting",
                self.states,
                self.edge_count,
            )

    # -- what a run tells
    def roll(
        self, run: Run, widths: NDArray[np.int64], which: NDArray[np.int64], chances: Sequence[NDArray[np.float64]]
    ) -> tuple[Index, NDArray[np.int64]]:
        self._after_decision(run)
        run.path.carried.rolled = True
        if len(chances) == 1:
            n, m = len(which), int(widths[0])
            link, outcome = np.repeat(np.arange(n), m), np.tile(np.arange(m), n)
            p = np.tile(chances[0], n)
        else:
            width = widths[which]
            ends = np.cumsum(width)
            link = np.repeat(np.arange(len(which)), width)
            outcome = np.arange(int(ends[-1])) - np.repeat(ends - width, width)
            starts = np.concatenate([[0], np.cumsum(widths)[:-1]])
            p = np.concatenate(chances)[np.repeat(starts[which], width) + outcome]
        run.select(link)
        run.path.carried.weight = run.path.carried.weight * p
        return link, outcome

    def choose(self, run: Run, side: int, legal: NDArray[np.bool_]) -> NDArray[np.bool_]:
        real: NDArray[np.bool_] = legal.sum(0) > 1
        self._decide(run, side, real)
        return real

    def both(self, run: Run, ask: Both, legal: NDArray[np.bool_], other: NDArray[np.bool_]) -> NDArray[np.bool_]:
        real: NDArray[np.bool_] = (legal.sum(0) > 1) | (other.sum(0) > 1)
        self._decide(run, GAME, real)
        return real

    def _decide(self, run: Run, kind: int, real: NDArray[np.bool_]) -> None:
        if not real.any():
            return
        c = run.path.carried
        own = real & (self.kind[c.origin] == CHANCE) & (not c.rolled)  # the state's own node is the decision
        self.kind[c.origin[own]] = kind
        later = real & ~own
        if later.any():
            c.origin, c.weight = c.origin.copy(), c.weight.copy()
            node = self.add(int(later.sum()), kind)
            self.edge(c.origin[later], node, c.weight[later])
            c.origin[later] = node
        c.decided = True

    def _after_decision(self, run: Run) -> None:
        """A roll needs a chance node between it and the decision that it follows."""
        c = run.path.carried
        if c.decided and (at := self.kind[c.origin] != CHANCE).any():
            c.origin, c.weight = c.origin.copy(), c.weight.copy()
            node = self.add(int(at.sum()))
            self.edge(c.origin[at], node, c.weight[at])
            c.origin[at], c.weight[at] = node, 1.0
        c.decided = False

    def out(self, agenda: Agenda, carried: Carried, words: Words) -> None:
        agenda, words = self.interchange(agenda, words)
        self.inbox.put(agenda, carried.origin, carried.weight, *words)
        if self.inbox.size(agenda) > MEET:
            self._meet(agenda)
        self.too_large()

    def _meet(self, agenda: Agenda) -> None:
        """The lanes that wait for an agenda become edges; the states among them that are new wait to be run."""
        if not self.inbox.size(agenda):
            return
        origin, weight, *words = self.inbox.take_of(agenda)
        known = self.known.get(agenda)
        if known is None:
            known = self.known[agenda] = Known(self.codec.words > 1)
        ids, fresh = known.look(words, self.add)
        if origin[0] >= 0:
            self.edge(origin, ids, weight)
        if len(fresh):
            words, ids = [w[fresh] for w in words], ids[fresh]
            self.states += len(ids)
            self.blocks.append(StateBlock(agenda, ids, words))
            if agenda.tasks:
                self.fresh.put(agenda, ids, *words)
            else:
                self.kind[ids] = ENDED

    # -- the whole
    def follow(self, start: Any, progress: Progress | None) -> None:
        agenda, words = self.interchange(start.then, self.codec.pack(start))
        self.inbox.put(agenda, np.array([-1]), np.ones(1), *words)
        while self.inbox or self.fresh:
            agenda = max((box.next() for box in (self.inbox, self.fresh) if box), key=lambda a: len(a.tasks))
            self._meet(agenda)
            if self.fresh.size(agenda):
                ids, *words = self.fresh.take_of(agenda)
                self.run.over(agenda, words, ids, np.ones(len(ids)))
            self.too_large()
            if progress:
                progress(self.states, self.edge_count)

    def graph(self) -> Graph:
        n = self.count
        if self.source:
            coo = sp.coo_matrix(
                (np.concatenate(self.weight), (np.concatenate(self.source), np.concatenate(self.target))), shape=(n, n)
            )
        else:
            coo = sp.coo_matrix((n, n))
        self.source, self.target, self.weight = [], [], []
        coo.has_canonical_format = True  # two options, or two rolls, may lead to one node: they are not to be added up
        m = coo.tocsr()
        return Graph(
            self.codec,
            self.interchange,
            self.kind[:n].copy(),
            m.indptr,
            m.indices,
            m.data,
            np.unique(np.array([*self.starts, n], np.int64)),
            self.blocks,
            self.known,
            self.states,
            self.run.paths,
            self.run.lanes,
        )


def build(
    rulebook: Rulebook,
    start: Any,
    *,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
    chunk: int = CHUNK,
    sort: bool = True,
    progress: Progress | None = None,
) -> Graph:
    """The graph of the fight that starts with `start`.

    `chunk` bounds the lanes worked on at one time, `sort` lets interchangeable units stand for one another. Raises
    `TooLarge` over a budget and `Stopped` if stopped by hand, both with the size reached.
    """
    builder = _Builder(start, rulebook, max_states, max_bytes, chunk, sort)
    try:
        builder.follow(start, progress)
    except KeyboardInterrupt as e:
        raise Stopped(f"stopped at {builder.states:,} states and {builder.edge_count:,} edges") from e
    return builder.graph()
