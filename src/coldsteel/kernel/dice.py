"""What the dice of an ask can show: exact weights, a throw, and a reading of real faces.

`chances(ask, figures)` gives integer weights, so that `odds` may divide them into floats and a test into fractions.
Sizes are bounded: a pool of more than `MOST_DICE` dice, a die of more than `MOST_FACES` faces, or a roll whose faces
combine in more than `MOST_COMBINATIONS` ways is refused with the limit named; so is a total that would take more than
`MOST_WORK` (dice x dice x faces; some seconds) to work out.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from coldsteel.errors import DiceError
from coldsteel.kernel.asks import DiceAsk, Link, Pick, Pool, Roll, Stage, Tally, Total

MOST_DICE = 1_000
MOST_FACES = 1_000_000
MOST_COMBINATIONS = 200_000
MOST_OUTCOMES = 2_000_000
MOST_WORK = 20_000_000

__all__ = ["MOST_COMBINATIONS", "MOST_DICE", "MOST_FACES", "Chances", "Throw", "answer_of", "chances", "throws"]


@dataclass(frozen=True, slots=True)
class Chances:
    """The answers of an ask with their integer weights; `weights[i] / total` is the chance of `answers[i]`.
    An answer is a tuple of ints: one for each class of a tally, else of length 1."""

    answers: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]
    total: int


def chances(ask: DiceAsk, figures: tuple[int, ...]) -> Chances:
    """Exact chances of an ask whose figures have these values.

    Raises `DiceError` where it is over a limit or makes no sense.
    """
    if isinstance(ask, Tally):
        shape = tuple(_depth(c) for c in ask.classes)
        return _tally(ask.die, shape, figures)
    if isinstance(ask, Pool):
        return _pool(tuple((x.die, x.read, x.looks, len(x.on)) for x in ask.links), figures)
    if isinstance(ask, Total):
        return _total(ask.die, bool(ask.bands), figures)
    if isinstance(ask, Pick):
        return _pick(figures[0])
    return _roll(tuple(die for _, die in ask.dice), ask.read, ask.again, figures)


def _depth(c: Stage) -> int:
    return 1 if c.then is None else 1 + _depth(c.then)


def _check(n: int, die: int) -> None:
    if not 0 <= n <= MOST_DICE:
        raise DiceError(f"{n} dice: a pool has 0 to {MOST_DICE:,}")
    if not 1 <= die <= MOST_FACES:
        raise DiceError(f"a die of {die} faces: a die has 1 to {MOST_FACES:,}")


def _check_apart(die: int, classes: Sequence[tuple[int, int]]) -> None:
    for (low, high), (other, end) in itertools.combinations(classes, 2):
        if covered(max(low, other), min(high, end), die):
            raise DiceError(f"classes of faces overlap: {low}-{min(high, die)} and {other}-{min(end, die)}")


def covered(low: int, high: int, die: int) -> int:
    """How many faces of a die lie from `low` to `high`."""
    return max(0, min(high, die) - max(low, 1) + 1)


@lru_cache(100_000)
def _tally(die: int, shape: tuple[int, ...], figures: tuple[int, ...]) -> Chances:
    n, *taken = figures[:3]
    _check(n, die)
    ways, at = [], 3  # of die ** deepest equally likely histories of one die, how many end in each class
    deepest, first = max(shape), []
    for depth in shape:
        w = 1
        first.append((figures[at], figures[at + 1]))
        for k in range(depth):
            w *= covered(figures[at + 2 * k], figures[at + 2 * k + 1], die)
        ways.append(w * die ** (deepest - depth))
        at += 2 * depth
    left = die - covered(taken[0], taken[1], die)
    _check_apart(die, [*first, (taken[0], taken[1])])
    if n and not left:
        raise DiceError("dice of which every face has been counted before")
    whole = left * die ** (deepest - 1)
    rest = whole - sum(ways)
    if math.comb(n + len(ways), len(ways)) > MOST_OUTCOMES:
        raise DiceError(f"{n} dice in {len(ways)} classes: more than {MOST_OUTCOMES:,} outcomes")
    answers, weights = [], []
    for answer, others, weight in _spread(n, tuple(ways)):
        if w := weight * rest**others:
            answers.append(answer)
            weights.append(w)
    return Chances(tuple(answers), tuple(weights), whole**n)


def _spread(n: int, ways: tuple[int, ...]) -> list[tuple[tuple[int, ...], int, int]]:
    """(counts, dice left, multinomial weight) for every way to sort n dice into classes."""
    out: list[tuple[tuple[int, ...], int, int]] = [((), n, 1)]
    for w in ways:
        out = [
            ((*counts, k), left - k, weight * math.comb(left, k) * w**k)
            for counts, left, weight in out
            for k in range(left + 1 if w else 1)
        ]
    return out


_Shape = tuple[tuple[int, Callable[..., bool], int, int], ...]  # of every link: die, reading, faces read, figures


@lru_cache(100_000)
def _pool(shape: _Shape, figures: tuple[int, ...]) -> Chances:
    n, *on = figures
    ways, whole = _chain(shape, tuple(on))
    _check(n, 1)
    kept = [k for k in range(n + 1) if (ways or not k) and (ways < whole or k == n)]
    weights = tuple(math.comb(n, k) * ways**k * (whole - ways) ** (n - k) for k in kept)
    return Chances(tuple((k,) for k in kept), weights, whole**n)


@lru_cache(100_000)
def _chain(shape: _Shape, on: tuple[int, ...]) -> tuple[int, int]:
    """Of how many equally likely histories of one chain how many come through (both in lowest terms)."""
    histories: dict[tuple[int, ...], int] = {(): 1}  # the faces that later links look at -> ways to show them
    at, whole = 0, 1
    for k, (die, read, _, figures) in enumerate(shape):
        _check(1, die)
        if len(histories) * die > MOST_COMBINATIONS:
            raise DiceError(f"a link that looks at more than {MOST_COMBINATIONS:,} combinations of faces")
        given, at, whole = on[at : at + figures], at + figures, whole * die
        seen = _seen_later(shape, k)
        after: dict[tuple[int, ...], int] = {}
        for faces, ways in histories.items():
            for face in range(1, die + 1):
                shown = (*faces, face)
                if read(_last(shown, shape[k][2]), *given):
                    kept = _last(shown, seen)
                    after[kept] = after.get(kept, 0) + ways
        histories = after
    ways = sum(histories.values())
    common = math.gcd(ways, whole)
    return ways // common, whole // common


def _seen_later(shape: _Shape, k: int) -> int:
    """How many of the faces up to link k some later link looks at."""
    return max((looks - (j - k) for j, (_, _, looks, _) in enumerate(shape) if j > k), default=0)


def _last(faces: tuple[int, ...], n: int) -> tuple[int, ...]:
    return faces[len(faces) - n :] if 0 < n < len(faces) else faces if n > 0 else ()


@lru_cache(10_000)
def _sums(n: int, die: int) -> tuple[int, ...]:
    """Ways to throw each total of n dice, from total n on."""
    row = [1]
    for _ in range(n):
        window, new = 0, []
        for i in range(len(row) + die - 1):
            window += row[i] if i < len(row) else 0
            window -= row[i - die] if i >= die else 0
            new.append(window)
        row = new
    return tuple(row)


@lru_cache(100_000)
def _total(die: int, banded: bool, figures: tuple[int, ...]) -> Chances:
    n, plus, *starts = figures
    _check(n, die)
    if n * die > MOST_COMBINATIONS:
        raise DiceError(f"{n} dice of {die} faces: their total may span {MOST_COMBINATIONS:,} at most")
    if n * n * die > MOST_WORK:
        raise DiceError(f"the total of {n} dice of {die} faces: dice x dice x faces may be {MOST_WORK:,} at most")
    found: dict[int, int] = {}
    for i, w in enumerate(_sums(n, die)):
        value = n + i + plus
        key = sum(value >= s for s in starts) if banded else value
        found[key] = found.get(key, 0) + w
    keys = sorted(found)
    return Chances(tuple((k,) for k in keys), tuple(found[k] for k in keys), die**n)


@lru_cache(10_000)
def _pick(n: int) -> Chances:
    if not 1 <= n <= MOST_COMBINATIONS:
        raise DiceError(f"a pick among {n}: there must be 1 to {MOST_COMBINATIONS:,}")
    return Chances(tuple((k,) for k in range(n)), (1,) * n, n)


@lru_cache(100_000)
def _roll(dice: tuple[int, ...], read: Callable[..., int], again: int | None, figures: tuple[int, ...]) -> Chances:
    for die in dice:
        _check(1, die)
    if math.prod(dice) > MOST_COMBINATIONS:
        raise DiceError(f"dice of {' x '.join(map(str, dice))} faces: at most {MOST_COMBINATIONS:,} combinations")
    found: dict[int, int] = {}
    for faces in itertools.product(*(range(1, d + 1) for d in dice)):
        answer = int(read(faces, *figures))
        if answer != again:
            found[answer] = found.get(answer, 0) + 1
    if not found:
        raise DiceError("a roll that is rolled again whatever it shows")
    keys = sorted(found)
    return Chances(tuple((k,) for k in keys), tuple(found[k] for k in keys), sum(found.values()))


# ---------------------------------------------------------------- real dice
@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that one side throws at one time: `n` dice of `die` faces, for `what`; `stage` tells which of them count,
    where there is one class only. In a pool `link` does, and `shown` are the faces of each chain so far, as far as the
    link looks at them."""

    side: int
    n: int
    die: int
    what: str
    clause: str
    stage: Stage | None = None
    link: Link | None = None
    shown: tuple[tuple[int, ...], ...] = ()
    taken: tuple[int, int] | None = None  # faces that these dice do not show: they lie on the table already


def throws(ask: DiceAsk, thrown: Sequence[Sequence[int]]) -> Throw | None:
    """The next throw that an ask needs, given the faces of those made so far; None when it is answered.

    The chained stages of a tally, and the links of a pool, are thrown one after another, each by its side, with as many
    dice as counted before.
    Raises `DiceError` for dice over a limit, and for classes of faces that overlap.
    """
    throw = _next_throw(ask, thrown)
    if throw is not None:
        _check(throw.n, throw.die)
    return throw


def _next_throw(ask: DiceAsk, thrown: Sequence[Sequence[int]]) -> Throw | None:
    if isinstance(ask, Tally):
        return _tally_throw(ask, thrown)
    if isinstance(ask, Pool):
        return _pool_throw(ask, thrown)
    k = len(thrown)
    if isinstance(ask, Total):
        return Throw(ask.side, ask.n, ask.die, ask.what, ask.clause) if k == 0 else None
    if isinstance(ask, Pick):
        return Throw(ask.side, 1, ask.n, ask.what, ask.clause) if k == 0 else None
    hands = _hands(ask)
    if not hands:
        return None
    whole, part = divmod(k, len(hands))
    if whole and not part:
        last = tuple(f for faces in thrown[k - len(hands) : k] for f in faces)
        if ask.read(last, *ask.on) != ask.again or ask.again is None:
            return None
    side, n, die = hands[part]
    return Throw(side, n, die, ask.what, ask.clause)


def _hands(ask: Roll) -> list[tuple[int, int, int]]:
    """The dice of a roll, those that one side throws together."""
    return [(side, len(list(g)), die) for (side, die), g in itertools.groupby(ask.dice)]


def _tally_throw(ask: Tally, thrown: Sequence[Sequence[int]]) -> Throw | None:
    if not thrown:
        _check_apart(ask.die, [*((c.low, c.high) for c in ask.classes), ask.taken or (1, 0)])
        only = ask.classes[0] if len(ask.classes) == 1 else None
        return Throw(ask.side, ask.n, ask.die, ask.what, ask.clause, only, taken=ask.taken)
    at, first = 1, thrown[0]
    for c in ask.classes:
        counting = sum(c.low <= face <= c.high for face in first)
        link = c.then
        while link is not None and counting:
            side = ask.side if link.side is None else link.side
            if at == len(thrown):
                return Throw(side, counting, ask.die, link.what, link.clause, link)
            counting = sum(link.low <= face <= link.high for face in thrown[at])
            at, link = at + 1, link.then
    return None


def _pool_throw(ask: Pool, thrown: Sequence[Sequence[int]]) -> Throw | None:
    chains = chains_of(ask, thrown)
    k = len(thrown)
    if k == len(ask.links) or (k and not chains):
        return None
    part = ask.links[k]
    shown = tuple(_last(faces, part.looks - 1) for faces in chains) if part.looks > 1 else ()
    return Throw(part.side, len(chains), part.die, part.what, part.clause, link=part, shown=shown)


def chains_of(ask: Pool, thrown: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The faces of the chains that have gone on so far."""
    chains: list[tuple[int, ...]] = [()] * int(ask.n)
    for part, faces in zip(ask.links, thrown, strict=False):
        longer = [(*chain, face) for chain, face in zip(chains, faces, strict=True)]
        chains = [chain for chain in longer if goes_on(part, chain)]
    return chains


def goes_on(part: Link, chain: tuple[int, ...]) -> bool:
    """Does a chain go on after this link, given all its faces?"""
    return bool(part.read(_last(chain, part.looks), *part.on))


def answer_of(ask: DiceAsk, thrown: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The answer that thrown faces give, read by the very functions that `chances` counts with."""
    if isinstance(ask, Tally):
        out, at = [], 1
        for c in ask.classes:
            counting = sum(c.low <= face <= c.high for face in thrown[0])
            link = c.then
            while link is not None and counting:
                counting = sum(link.low <= face <= link.high for face in thrown[at])
                at, link = at + 1, link.then
            out.append(counting)
        return tuple(out)
    if isinstance(ask, Pool):
        return (len(chains_of(ask, thrown)),)
    if isinstance(ask, Total):
        value = sum(thrown[0]) + ask.plus
        return (sum(value >= s for s in ask.bands) if ask.bands else value,)
    if isinstance(ask, Pick):
        return (thrown[0][0] - 1,)
    hands = len(_hands(ask))
    return (int(ask.read(tuple(f for faces in thrown[len(thrown) - hands :] for f in faces), *ask.on)),)


def untaken(ask: Tally, faces: Sequence[int]) -> tuple[int, ...]:
    """Of the dice of a tally's first throw those that counted in no class: what a recount may look at."""
    return tuple(face for face in faces if not any(c.low <= face <= c.high for c in ask.classes))


def shaped(ask: DiceAsk, answer: tuple[int, ...]) -> Any:
    """The answer as a step expects it: a tuple for a tally of several classes, else an int."""
    return answer if isinstance(ask, Tally) and len(ask.classes) > 1 else answer[0]
