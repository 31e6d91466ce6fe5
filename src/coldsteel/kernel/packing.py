"""Packed states: the leaves as bit fields of 63-bit words, states that are known already, interchangeable slots."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coldsteel.errors import RulebookError
from coldsteel.kernel.rulebook import Group
from coldsteel.kernel.state import Agenda, Slot, Task, leaves, outline, rebuilt, slots_in

Words = list[NDArray[np.int64]]
Renamed = Callable[[tuple[Any, ...], Mapping[int, int]], tuple[Any, ...]]

__all__ = ["Codec", "Field", "Interchange", "Known", "Words", "distinct"]

_BITS = 63
MOST_NAMED_ANEW = 5  # slots whose every order is tried on a ground


@dataclass(frozen=True, slots=True)
class Field:
    """Where a leaf stands: its word, the shift and the mask there, and the value that is stored as 0."""

    word: int
    shift: int
    mask: int
    low: int


class Codec:
    """The leaves of a state to bit fields and back. `like` is any state of the fight."""

    def __init__(self, like: Any) -> None:
        self.like, self.outline = like, outline(like)
        self.fields: list[Field] = []
        word, free = -1, 0
        for leaf in self.outline:
            bits = max(1, (leaf.high - leaf.low - 1).bit_length())
            if bits > _BITS:
                raise RulebookError(f"the leaf {leaf.name} has a range wider than {_BITS} bits")
            if bits > free:
                word, free = word + 1, _BITS
            self.fields.append(Field(word, _BITS - free, (1 << bits) - 1, leaf.low))
            free -= bits
        self.words = max(1, word + 1)
        self.number = {leaf.name: k for k, leaf in enumerate(self.outline)}
        self.make = _maker(like)
        self._differ = _differ(like, 0, True)[0]

    def changes(self, old: Any, new: Any) -> list[tuple[int, Any]]:
        """(number, leaf) of every leaf of `new` that is another object than in `old`."""
        out: list[tuple[int, Any]] = []
        try:
            self._differ(old, new, out)
        except (AttributeError, IndexError, TypeError) as e:
            raise RulebookError(f"a step returned something that is not shaped like a state: {e}") from e
        return out

    def put(self, words: Words, number: int, x: Any) -> None:
        """Writes a leaf: one figure for all rows, or an array.

        Raises `RulebookError` naming a leaf that leaves its declared range.
        """
        f, leaf = self.fields[number], self.outline[number]
        bits: Any
        if isinstance(x, np.ndarray):
            if x.dtype == bool:
                x = x.view(np.int8)
            elif x.dtype.kind != "i":
                raise RulebookError(f"the leaf {leaf.name} was given a {x.dtype.name}")
            if leaf.kind is bool and x.dtype == np.int8:
                bits = x.astype(np.int64)
            else:
                if len(x) and (int(x.min()) < leaf.low or int(x.max()) >= leaf.high):
                    self._leaves_range(leaf.name, leaf.low, leaf.high, int(x.min()), int(x.max()))
                bits = x.astype(np.int64, copy=False) - f.low if f.low else x.astype(np.int64, copy=False)
        elif isinstance(x, int):
            if not leaf.low <= x < leaf.high:
                self._leaves_range(leaf.name, leaf.low, leaf.high, x, x)
            bits = np.int64(int(x) - f.low)
        else:
            raise RulebookError(f"the leaf {leaf.name} was given a {type(x).__name__}")
        words[f.word] = (words[f.word] & ~(f.mask << f.shift)) | (bits << f.shift)

    @staticmethod
    def _leaves_range(name: str, low: int, high: int, least: int, most: int) -> None:
        raise RulebookError(f"the leaf {name} leaves its range {low}..{high - 1}: {least}..{most}")

    def pack(self, state: Any) -> Words:
        """One row of words."""
        words = [np.zeros(1, np.int64) for _ in range(self.words)]
        for number, x in enumerate(leaves(state)):
            self.put(words, number, x if isinstance(x, int) else int(x))
        return words

    def column(self, words: Words, number: int) -> NDArray[np.int64]:
        """The values of one leaf."""
        f = self.fields[number]
        return ((words[f.word] >> f.shift) & f.mask) + f.low

    def state(self, agenda: Agenda, words: Words, row: int) -> Any:
        """The state of one row."""
        figures = (
            leaf.kind(int((words[f.word][row] >> f.shift) & f.mask) + f.low)
            for leaf, f in zip(self.outline, self.fields, strict=True)
        )
        return rebuilt(self.like, agenda, figures)


Maker = Callable[[Agenda, Iterator[Any]], Any]


def _maker(like: Any) -> Maker:
    """A function (agenda, figures) -> state, compiled from the shape of `like`."""

    def of(x: Any, top: bool) -> Maker:
        if isinstance(x, tuple):
            subs = [of(y, False) for y in x]
            return lambda a, it: tuple([m(a, it) for m in subs])
        if is_dataclass(x) and not isinstance(x, type):
            cls: Any = type(x)
            makers: list[Maker] = []
            for f in fields(x):
                if top and f.name == "setup":
                    makers.append(lambda a, it: like.setup)
                elif top and f.name == "then":
                    makers.append(lambda a, it: a)
                else:
                    makers.append(of(getattr(x, f.name), False))
            return lambda a, it: cls(*[m(a, it) for m in makers])
        return lambda a, it: next(it)

    return of(like, True)


Differ = Callable[[Any, Any, list[tuple[int, Any]]], None]


def _getter(names: Sequence[str]) -> Callable[[Any], Any]:
    """As `operator.attrgetter`, but a tuple also of one name or none."""
    return lambda x: tuple([getattr(x, n) for n in names])


def _differ(like: Any, at: int, top: bool = False) -> tuple[Differ, int]:
    get: Callable[[Any], Any]
    if isinstance(like, tuple):
        parts, get = list(like), tuple
    elif is_dataclass(like) and not isinstance(like, type):
        names = [f.name for f in fields(like) if not (top and f.name in ("setup", "then"))]
        parts = [getattr(like, n) for n in names]
        get = operator.attrgetter(*names) if len(names) > 1 else _getter(names)
    else:

        def leaf(old: Any, new: Any, out: list[tuple[int, Any]], at: int = at) -> None:
            out.append((at, new))

        return leaf, at + 1
    subs: list[Differ] = []
    for part in parts:
        sub, at = _differ(part, at)
        subs.append(sub)
    size = len(parts)

    def inner(old: Any, new: Any, out: list[tuple[int, Any]]) -> None:
        if type(old) is not type(new):
            raise RulebookError(f"a state holds a {type(new).__name__} where a {type(old).__name__} belongs")
        a, b = get(old), get(new)
        if len(b) != size:
            raise RulebookError(f"a tuple of a state has {len(b)} parts for {size}")
        for k in range(size):
            if a[k] is not b[k]:
                subs[k](a[k], b[k], out)

    return inner, at


# ---------------------------------------------------------------- states that are known
def _key(words: Words) -> NDArray[np.int64]:
    key = words[0]
    for w in words[1:]:
        key = (key ^ (key >> 29)) * np.int64(0x1E3779B97F4A7C15) + w
    return key


def distinct(words: Words) -> tuple[NDArray[np.int64], NDArray[np.intp], NDArray[np.int64]]:
    """-> keys in order, one row of each, the number of every row's key."""
    key = _key(words)
    if len(key) == 1:
        return key, np.zeros(1, np.intp), np.zeros(1, np.int64)
    order = np.argsort(key)  # np.unique would sort stably, at twice the price
    ordered = key[order]
    new = np.empty(len(key), bool)
    new[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    one, which = order[new], np.empty(len(key), np.int64)
    which[order] = np.cumsum(new) - 1
    if len(words) > 1:
        for w in words:
            if (w[one][which] != w).any():
                raise RuntimeError("two states with one key: change the constant of the hash")
    return ordered[new], one, which


class Known:
    """The nodes of the states seen under one agenda: keys sorted, found by bisection; a short list is kept beside the
    long one so that additions do not copy everything."""

    __slots__ = ("_runs", "wide")

    def __init__(self, wide: bool) -> None:
        self.wide = wide  # states of several words: the key is a hash, so rows are compared on a hit
        self._runs: list[tuple[NDArray[np.int64], NDArray[np.int64], Words]] = []

    def look(self, words: Words, add: Callable[[int], NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
        """-> node of every row, one row of each new state. `add(n)` hands out nodes for states not seen before."""
        keys, one, which = distinct(words)
        ids = np.full(len(keys), -1, np.int64)
        rows = [w[one] for w in words] if self.wide else []
        for known, nodes, kept in self._runs:
            at = np.searchsorted(known, keys)
            at[at == len(known)] = 0
            hit = known[at] == keys
            if self.wide and any((k[at[hit]] != r[hit]).any() for k, r in zip(kept, rows, strict=True)):
                raise RuntimeError("two states with one key: change the constant of the hash")
            ids[hit] = nodes[at[hit]]
        new = ids < 0
        fresh = int(np.count_nonzero(new))
        if fresh:
            ids[new] = add(fresh)
            self._runs.append((keys[new], ids[new], [r[new] for r in rows]))
            self._settle()
        return ids[which], one[new]

    def _settle(self) -> None:
        while len(self._runs) > 1 and 4 * len(self._runs[-1][0]) > len(self._runs[-2][0]):
            (k2, n2, w2), (k1, n1, w1) = self._runs.pop(), self._runs.pop()
            at = np.searchsorted(k1, k2)
            self._runs.append(
                (
                    np.insert(k1, at, k2),
                    np.insert(n1, at, n2),
                    [np.insert(a, at, b) for a, b in zip(w1, w2, strict=True)],
                )
            )

    def find(self, words: Words) -> int:
        """The node of one state, -1 if it has none."""
        key = _key(words)[0]
        for known, nodes, _ in self._runs:
            at = int(np.searchsorted(known, key))
            if at < len(known) and known[at] == key:
                return int(nodes[at])
        return -1


# ---------------------------------------------------------------- the same but for names
class Interchange:
    """Sorts interchangeable slots and renames them in the agenda: those that the agenda names go to the front of their
    group in order of naming, the others are sorted by their own leaves, then by those that they share with others.

    Slots that differ at the start are not interchangeable: what is asked about them by name would be lost. On a ground
    the others are named so that it becomes the first of all that it might be, and sorted where it stays the same.
    """

    def __init__(self, codec: Codec, groups: Sequence[Group], start: Any, renamed: Renamed | None = None) -> None:
        self.codec, self.renamed = codec, renamed
        self._plans: dict[Agenda, tuple[Agenda, list[tuple[int, int]], list[tuple[int, int]]]] = {}
        self._leaves: dict[int, list[int]] = {}
        self._moves: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}
        self.groups: list[tuple[int, ...]] = []
        words, named = codec.pack(start), set(map(int, slots_in(start.then)))
        for group in groups if renamed or not start.then.ground else ():
            self._learn(group)
            alike = [
                s
                for s in group.slots
                if s not in named
                and self._stays(start.then.ground, group.slots[0], s)
                and all((a == b).all() for a, b in zip(self._swapped(words, group.slots[0], s), words, strict=True))
            ]
            if len(alike) > 1:
                self.groups.append(tuple(alike))

    def _learn(self, group: Group) -> None:
        number, fields_ = self.codec.number, self.codec.fields
        shared = group.shared or ((),) * len(group.slots)
        for slot, own, others in zip(group.slots, group.own, shared, strict=True):
            self._leaves[slot] = [number[n] for n in (*own, *others)]
        for i in group.slots:
            for j in group.slots:
                if i == j:
                    continue
                moves: dict[tuple[int, int, int], int] = {}
                for x, y in zip(self._leaves[i], self._leaves[j], strict=True):
                    a, b = fields_[x], fields_[y]
                    key = a.word, b.word, b.shift - a.shift
                    moves[key] = moves.get(key, 0) | (a.mask << a.shift)
                self._moves[i, j] = [(*key, mask) for key, mask in moves.items()]

    def _swapped(self, words: Words, i: int, j: int, rows: Any = -1) -> Words:
        """The words with slots i and j exchanged, in the rows whose mask is -1."""
        if i == j:
            return words
        words = list(words)
        for a, b, distance, mask in self._moves[i, j]:
            there = words[b] >> distance if distance >= 0 else words[b] << -distance
            x = (words[a] ^ there) & mask & rows
            words[a] = words[a] ^ x
            words[b] = words[b] ^ (x << distance if distance >= 0 else x >> -distance)
        return words

    def _plan(self, agenda: Agenda) -> tuple[Agenda, list[tuple[int, int]], list[tuple[int, int]]]:
        named = slots_in(agenda)
        swaps: list[tuple[int, int]] = []
        exchanges: list[tuple[int, int]] = []
        new: dict[int, int] = {}
        ground = agenda.ground
        for g in self.groups:
            at = list(g)
            front = [s for s in named if s in g]
            for k, s in enumerate([*front, *self._in_order(ground, g, front)]):
                j = at.index(s)
                if j != k:
                    swaps.append((g[k], g[j]))
                    at[k], at[j] = at[j], at[k]
            mine = dict(zip(at, g, strict=True))
            ground = self.renamed(ground, mine) if ground and self.renamed else ground
            new.update(mine)
            for rest in self._alike(ground, g[len(front) :]):
                exchanges += [(rest[i], rest[i + 1]) for m in range(len(rest) - 1, 0, -1) for i in range(m)]
        tasks = [Task(t.step, tuple(_renamed(x, new) for x in t.args)) for t in agenda.tasks]
        return Agenda(*tasks, ground=ground), swaps, exchanges

    def _stays(self, ground: tuple[Any, ...], i: int, j: int) -> bool:
        """Is the ground the same with these two exchanged?"""
        return not ground or self.renamed is None or self.renamed(ground, {i: j, j: i}) == ground

    def _in_order(self, ground: tuple[Any, ...], g: tuple[int, ...], front: Sequence[int]) -> Sequence[int]:
        """The slots that nobody names, in the order in which they make the ground the first of all it might be."""
        rest = [s for s in g if s not in front]
        if not ground or self.renamed is None or not 1 < len(rest) <= MOST_NAMED_ANEW:
            return rest if ground else ()
        new_ground = self.renamed

        def after(order: tuple[int, ...]) -> str:
            return repr(new_ground(ground, dict(zip([*front, *order], g, strict=True))))

        return min(permutations(rest), key=after)

    def _alike(self, ground: tuple[Any, ...], slots: tuple[int, ...]) -> list[list[int]]:
        """The slots in classes: those of one class may be exchanged on this ground."""
        if not ground:
            return [list(slots)]
        classes: list[list[int]] = []
        for s in slots:
            home = next((c for c in classes if self._stays(ground, c[0], s)), None)
            if home is None:
                classes.append([s])
            else:
                home.append(s)
        return classes

    def __call__(self, agenda: Agenda, words: Words) -> tuple[Agenda, Words]:
        """The agenda and the words of the states that stand for these."""
        if not self.groups:
            return agenda, words
        plan = self._plans.get(agenda)
        if plan is None:
            plan = self._plans[agenda] = self._plan(agenda)
        agenda, swaps, exchanges = plan
        for i, j in swaps:
            words = self._swapped(words, i, j)
        for i, j in exchanges:
            wrong = self._greater(words, i, j)
            if wrong.any():
                words = self._swapped(words, i, j, -wrong.astype(np.int64))
        return agenda, words

    def _greater(self, words: Words, i: int, j: int) -> NDArray[np.bool_]:
        """Where slot i comes after slot j: by the first leaf in which they differ."""
        greater = np.zeros(len(words[0]), bool)
        equal = np.ones(len(words[0]), bool)
        for x, y in zip(self._leaves[i], self._leaves[j], strict=True):
            a, b = self.codec.column(words, x), self.codec.column(words, y)
            greater |= equal & (a > b)
            equal &= a == b
            if not equal.any():
                break
        return greater

    def exchanged(self, words: Words) -> Iterator[Words]:
        """The rows with one pair of interchangeable slots exchanged, for pairs that make up every other exchange."""
        for g in self.groups:
            for i, j in pairwise(g):
                yield self._swapped(words, i, j)

    def permutations(self, words: Words) -> list[tuple[float, Words]]:
        """The rows under all ways to name interchangeable slots again, each with its share of the chance."""
        out = [(1.0, words)]
        for g in self.groups:
            if len(g) > 5:  # rotations give every slot its share; what two slots show together is then not kept
                turned, rounds = list(out), list(out)
                for _ in range(len(g) - 1):
                    rounds = [(p, self._rotated(w, g)) for p, w in rounds]
                    turned += rounds
                out = [(p / len(g), w) for p, w in turned]
                continue
            for k in range(len(g) - 1):
                out = [(p / (len(g) - k), self._swapped(w, g[k], g[j])) for p, w in out for j in range(k, len(g))]
        return out

    def _rotated(self, words: Words, g: tuple[int, ...]) -> Words:
        for i, j in pairwise(g):
            words = self._swapped(words, i, j)
        return words


def _renamed(x: Any, new: dict[int, int]) -> Any:
    if isinstance(x, Slot):
        return Slot(new.get(int(x), int(x)))
    return tuple(_renamed(y, new) for y in x) if isinstance(x, tuple) else x
