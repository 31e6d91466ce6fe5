"""Runs one step over a batch of states: every outcome of every roll at once, path by path.

A roll multiplies the lanes by its outcomes (or, with a sink that samples, draws). An `if` on lanes that disagree keeps
one part and puts the others on a work list; they run the step again from its start with the answers so far, and the ifs
settled so far. A choice gives one path per option. So the generator runs once per control path.

What is done with the chances is the business of the sink: a graph with nodes and edges, or numbers of sampled fights.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from coldsteel.errors import RulebookError
from coldsteel.kernel import dice
from coldsteel.kernel.asks import Ask, Both, Choose, DiceAsk, Option, Pick, Pool, Roll, Say
from coldsteel.kernel.lanes import Array, Lanes, known, raw
from coldsteel.kernel.packing import Codec, Words
from coldsteel.kernel.state import Agenda, next_task

__all__ = ["COLUMNS", "Carried", "Path", "Run", "Sink"]

Index = NDArray[np.intp]
CHUNK = 1 << 20
WIDE = 1 << 16  # a figure that spans more is not counted value by value
_batches = itertools.count(1)  # counted over all runs, so that a figure kept from another fight is found out


@dataclass(slots=True)
class Carried:
    """What goes along with every lane: where it comes from, and its weight (a chance, or a number of fights)."""

    origin: NDArray[Any]
    weight: NDArray[Any]
    rolled: bool = False  # since the state: dice have been thrown
    decided: bool = False  # since the last dice: a choice has been made


class Sink(Protocol):
    """What a reader does with the chances of a run."""

    def roll(
        self, run: Run, widths: NDArray[np.int64], which: NDArray[np.int64], chances: Sequence[NDArray[np.float64]]
    ) -> tuple[Index, NDArray[np.int64]]:
        """Goes on with the lanes after a roll. `which[lane]` tells which of the `chances` holds for a lane, `widths`
        are their lengths. -> for every lane after the roll: the lane it comes from, and the number of its outcome."""

    def choose(self, run: Run, side: int, legal: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """Before the lanes part by option; may select lanes and put what is left to them into `run.choices`. -> in
        which lanes the choice is a real one, if that is to be marked by a node."""

    def both(self, run: Run, ask: Both, legal: NDArray[np.bool_], other: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """The same for two choices made at one time."""

    def out(self, agenda: Agenda, carried: Carried, words: Words) -> None:
        """The next states of a path."""


@dataclass(slots=True)
class Path:
    """A part of a batch and its way through the step so far."""

    root: Index  # lanes of the batch
    carried: Carried
    answers: list[Any]
    asked: list[Any]  # the asks those answer, to be sure that they come again
    trail: list[int]  # values settled so far, answers interleaved as they came
    links: list[Index]


class Run:
    """Drives steps over batches for one sink. `paths` and `lanes` count what was done."""

    def __init__(self, codec: Codec, sink: Sink, chunk: int = CHUNK) -> None:
        self.codec, self.sink, self.chunk = codec, sink, chunk
        self.paths = self.lanes = self.batch = self.path_number = 0
        self.links: list[Index] = []
        self.choices: list[NDArray[np.bool_]] = []  # what may be chosen, a row per option; a sink may put others here
        self._since: dict[int, Index] = {}
        self._tables: dict[int, tuple[dice.Chances, NDArray[np.int64], NDArray[np.float64]]] = {}

    # -- one batch
    def over(self, agenda: Agenda, words: Words, origin: NDArray[Any], weight: NDArray[Any]) -> None:
        """Runs the first task of `agenda` over states given as words; the sink is told what comes out."""
        for lo in range(0, len(origin), self.chunk):
            part = slice(lo, lo + self.chunk)
            self._batch(agenda, [w[part] for w in words], origin[part], weight[part])

    def _batch(self, agenda: Agenda, words: Words, origin: NDArray[Any], weight: NDArray[Any]) -> None:
        self.batch = next(_batches)
        Lanes.run = self
        try:
            state = self.codec.make(agenda, iter(self._figures(words)))
            self.work = [Path(np.arange(len(origin)), Carried(origin, weight), [], [], [], [])]
            while self.work:
                self._follow(self.work.pop(), agenda, words, state)
        finally:
            Lanes.run = None

    def _figures(self, words: Words) -> list[Any]:
        """The leaves: plain where all states of the batch agree (decided once, for all its paths)."""
        varying = [int(np.bitwise_or.reduce(w) ^ np.bitwise_and.reduce(w)) for w in words]
        out: list[Any] = []
        for f, leaf in zip(self.codec.fields, self.codec.outline, strict=True):
            word, shift, mask, low = words[f.word], f.shift, f.mask, f.low
            if not (varying[f.word] >> shift) & mask:
                x = (int(word[0] >> shift) & mask) + low
                out.append(x != 0 if leaf.kind is bool else x)
            else:
                out.append(Lanes(self._reader(word, shift, mask, low, leaf.kind is bool)))
        return out

    def _reader(self, word: NDArray[np.int64], shift: int, mask: int, low: int, flag: bool) -> Callable[[], Array]:
        """A function that gives the values of a leaf for the lanes of the present path."""
        bit = np.int64(mask << shift)
        if flag:
            return lambda: cast(Array, (word[self.path.root] & bit) != 0)
        return lambda: cast(Array, ((word[self.path.root] >> shift) & mask) + low)

    def _follow(self, path: Path, agenda: Agenda, words: Words, state: Any) -> None:
        self.path, self.links, self.settled, self.paths = path, path.links, 0, self.paths + 1
        self.path_number += 1
        self._since = {}
        recorded = len(path.answers)
        self.answers = [self._restored(a) for a in path.answers]
        generator, k, answer = next_task(state), 0, None
        try:
            while True:
                ask = generator.send(answer)
                if type(ask) is Say:
                    answer = None
                    continue
                if k < recorded:
                    self._same(path.asked[k], ask, agenda)
                else:
                    self.answers.append(self._answered(ask))
                    self.path.asked = [*self.path.asked, ask]
                answer, k = self.answers[k], k + 1
        except StopIteration as stop:
            new = stop.value
        if k < recorded:
            raise RulebookError(f"{agenda!r}: a step asked {recorded} times and then, with the same answers, {k} times")
        self._finish(agenda, words, state, new)

    def _finish(self, agenda: Agenda, words: Words, state: Any, new: Any) -> None:
        if type(new) is not type(state):
            raise RulebookError(f"{agenda!r}: a step must return the next state, not {type(new).__name__}")
        if not isinstance(new.then, Agenda):
            raise RulebookError(f"{agenda!r}: a step put a {type(new.then).__name__} in the place of the agenda")
        changes = self.codec.changes(state, new)
        packed = [w[self.path.root] for w in words]
        for number, leaf in changes:
            x = raw(leaf)
            self.codec.put(packed, number, x)
        self.lanes += len(self.path.root)
        self.sink.out(new.then, self.path.carried, packed)

    @staticmethod
    def _same(before: Any, now: Ask, agenda: Agenda) -> None:
        if type(before) is not type(now) or _fixed(before) != _fixed(now):
            raise RulebookError(f"{agenda!r}: with the same answers a step asked another question")

    # -- answers
    def _restored(self, answer: Any) -> Any:
        if isinstance(answer, tuple) and answer and answer[0] is _DICE:
            _, ask, columns, version = answer
            return dice.shaped(ask, tuple(cast(int, self._column(c, version)) for c in columns))
        return answer

    def _column(self, values: Array, version: int) -> Lanes:
        x = known(values, self)
        x.version = version
        return x

    def _answered(self, ask: Ask) -> Any:
        if isinstance(ask, Choose):
            return self._choose(ask)
        if isinstance(ask, Both):
            return self._both(ask)
        assert not isinstance(ask, Say)
        return self._roll(ask)

    def _saved_answers(self) -> list[Any]:
        """The answers as they can be taken up again: the arrays of dice with the number of links they have followed."""
        out = []
        for asked, a in zip(self.path.asked, self.answers, strict=False):
            if isinstance(a, Lanes):
                out.append((_DICE, asked, (a.values,), a.version))
            elif isinstance(a, tuple) and a and isinstance(a[0], Lanes):
                columns = tuple(x.now() for x in a)
                out.append((_DICE, asked, columns, len(self.links)))
            else:
                out.append(a)
        return out

    def since(self, version: int) -> Index:
        """How the lanes of now come from those of when `version` links had been made."""
        index = self._since.get(version)
        if index is None:
            index = self.links[version]
            for link in self.links[version + 1 :]:
                index = index[link]
            self._since[version] = index
        return index

    def select(self, link: Index) -> None:
        """Goes on with these lanes."""
        p = self.path
        self.links = p.links = [*p.links, link]
        self._since = {}
        p.root, c = p.root[link], p.carried
        p.carried = Carried(c.origin[link], c.weight[link], c.rolled, c.decided)

    def _later(
        self,
        part: Index,
        answer: Sequence[Any] = (),
        asked: Sequence[Any] = (),
        settled: Sequence[int] = (),
        weight: NDArray[Any] | None = None,
    ) -> None:
        """Puts a part of the lanes on the work list."""
        p, c = self.path, self.path.carried
        carried = Carried(c.origin[part], c.weight[part] if weight is None else weight, c.rolled, c.decided)
        answers = [*self._saved_answers(), *answer]
        self.work.append(
            Path(p.root[part], carried, answers, [*p.asked, *asked], [*p.trail, *settled], [*p.links, part])
        )

    def settle(self, x: Lanes, flag: bool) -> int:
        """One value for all lanes: where they disagree, the others are put on the work list."""
        trail = self.path.trail
        if self.settled == len(trail):
            values = x.now()
            if flag:
                yes = int(np.count_nonzero(values))
                found = [1] if yes == len(values) else [0] if not yes else [0, 1]
                values = values if values.dtype == bool or len(found) == 1 else values != 0
            else:
                low, high = int(values.min()), int(values.max())
                if high - low > WIDE:
                    found = np.unique(values).tolist()
                else:
                    found = [low] if low == high else (np.flatnonzero(np.bincount(values - low)) + low).tolist()
            for other in found[:-1]:
                self._later(np.flatnonzero(values == other), settled=(other,))
            if len(found) > 1:
                self.select(np.flatnonzero(values == found[-1]))
            self.path.trail = [*trail, found[-1]]
        self.settled += 1
        return self.path.trail[self.settled - 1]

    # -- dice
    def _roll(self, ask: DiceAsk) -> Any:
        figures = [raw(x) for x in ask.figures()]
        n = len(self.path.root)
        if any(isinstance(x, np.ndarray) for x in figures):
            rows, which = _groups([np.broadcast_to(np.asarray(x, np.int64), n) for x in figures])
        else:
            rows, which = [tuple(map(int, figures))], np.zeros(n, np.int64)
        tables = [self._table(ask, row) for row in rows]
        widths = np.array([len(p) for _, _, p in tables], np.int64)
        room = self._fit(widths[which])
        if room is not None:
            which = which[room]
        link, outcome = self.sink.roll(self, widths, which, [p for _, _, p in tables])
        if len(tables) == 1:
            answers = tables[0][1][outcome]
        else:
            starts = np.concatenate([[0], np.cumsum(widths)[:-1]])
            answers = np.concatenate([a for _, a, _ in tables])[starts[which[link]] + outcome]
        columns = [known(np.ascontiguousarray(answers[:, k]), self) for k in range(answers.shape[1])]
        return dice.shaped(ask, cast("tuple[int, ...]", tuple(columns)))

    def _table(
        self, ask: DiceAsk, figures: tuple[int, ...]
    ) -> tuple[dice.Chances, NDArray[np.int64], NDArray[np.float64]]:
        """The chances with their arrays; the chances are kept so that their id stays theirs."""
        found = dice.chances(ask, figures)
        table = self._tables.get(id(found))
        if table is None:
            p = np.array([w / found.total for w in found.weights])
            table = self._tables[id(found)] = (found, np.array(found.answers, np.int64), p)
        return table

    def _fit(self, widths: NDArray[np.int64]) -> Index | None:
        """Keeps as many lanes as a roll lets grow to no more than a chunk; the others go on the work list."""
        total = np.cumsum(widths)
        if len(widths) < 2 or total[-1] <= self.chunk:
            return None
        ends = np.searchsorted(total, np.arange(self.chunk, int(total[-1]) + self.chunk, self.chunk), "right")
        ends = np.unique(np.clip(np.append(ends, len(widths)), 1, len(widths)))
        for a, b in pairwise(ends):
            self._later(np.arange(a, b))
        kept = np.arange(ends[0])
        self.select(kept)
        return kept

    # -- choices
    def _legal(self, options: Sequence[Option[Any]]) -> NDArray[np.bool_]:
        """A row per option: in which lanes none of its bars holds."""
        n = len(self.path.root)
        legal = np.ones((len(options), n), bool)
        for row, option in zip(legal, options, strict=True):
            for bar in option.bars:
                if isinstance(bar.when, Lanes):
                    row &= bar.when.now() == 0
                elif bar.when:
                    row[:] = False
        return legal

    def _choose(self, ask: Choose) -> int:
        self.choices = [self._legal(ask.options)]
        real = self.sink.choose(self, ask.side, self.choices[0])
        (legal,) = self.choices
        count = legal.sum(0)
        rows = [*enumerate(legal), (-1, count == 0)]
        return int(self._parted(ask, [(k, k, part) for k, row in rows if len(part := np.flatnonzero(row))], real))

    def _both(self, ask: Both) -> tuple[int, int]:
        if max(len(ask.first.options), len(ask.second.options)) > COLUMNS:
            raise RulebookError(f"a choice made at one time has at most {COLUMNS:,} options a side")
        self.choices = [self._legal(ask.first.options), self._legal(ask.second.options)]
        real = self.sink.both(self, ask, *self.choices)
        mine, theirs = self.choices
        rows = [*enumerate(mine), (-1, ~mine.any(0))]
        columns = [*enumerate(theirs), (-1, ~theirs.any(0))]
        some = [
            ((i, j), max(i, 0) * COLUMNS + max(j, 0), part)
            for i, a in rows
            for j, b in columns
            if len(part := np.flatnonzero(a & b))
        ]
        pair: tuple[int, int] = self._parted(ask, some, real)
        return pair

    def _parted(self, ask: Ask, some: Sequence[tuple[Any, int, Index]], real: NDArray[np.bool_] | None) -> Any:
        """Goes on with the lanes of the first answer, puts the others back. Where the choice was a real one, the weight
        of the lane becomes the number of what was chosen: it is the label of the edge that leaves the decision."""
        carried = self.path.carried
        for answer, label, part in some[1:]:
            self._later(part, (answer,), (ask,), weight=_labelled(carried.weight, real, label, part))
        answer, label, part = some[0]
        weight = _labelled(carried.weight, real, label, part)
        if len(some) > 1:
            self.select(part)
        self.path.carried.weight = weight
        return answer


def _fixed(ask: Ask) -> list[Any]:
    """What of an ask is the same whenever it comes again with the same answers: options, dice and plain figures."""
    if isinstance(ask, Choose):
        return [o.value for o in ask.options]
    if isinstance(ask, Both):
        return [_fixed(ask.first), _fixed(ask.second)]
    assert not isinstance(ask, Say)
    if isinstance(ask, Pool):
        return [
            [(x.die, x.read, x.looks) for x in ask.links],
            *(x if isinstance(x, int) else None for x in ask.figures()),
        ]
    thrown = ask.dice if isinstance(ask, Roll) else None if isinstance(ask, Pick) else ask.die
    return [thrown, *(x if isinstance(x, int) else None for x in ask.figures())]


def _labelled(weight: NDArray[Any], real: NDArray[np.bool_] | None, label: int, part: Index) -> NDArray[Any]:
    return weight[part] if real is None else np.where(real[part], float(label), weight[part])


COLUMNS = 1 << 20  # the label of a pair of options is a whole number that a double holds: first * COLUMNS + second
_DICE = object()


def _groups(columns: Sequence[NDArray[np.int64]]) -> tuple[list[tuple[int, ...]], NDArray[np.int64]]:
    """Columns of small ints -> (distinct rows, number of its row for every lane)."""
    low = [int(c.min()) for c in columns]
    span = [int(c.max()) - a + 1 for c, a in zip(columns, low, strict=True)]
    size = 1
    for s in span:
        size *= s
    if size > max(1 << 16, 4 * len(columns[0])):
        rows, which = np.unique(np.stack(columns, 1), axis=0, return_inverse=True)
        return [tuple(r) for r in rows.tolist()], which.reshape(-1)
    key = np.zeros(len(columns[0]), np.int64)
    for c, a, s in zip(columns, low, span, strict=True):
        if s > 1:
            key = key * s + (c - a)
    number = np.zeros(size, np.int64)
    number[key] = 1
    cells = np.flatnonzero(number)
    number[cells] = np.arange(len(cells))
    found = np.stack(np.unravel_index(cells, span), 1) + low
    return [tuple(r) for r in found.tolist()], number[key]
