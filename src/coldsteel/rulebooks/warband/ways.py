"""Plain arithmetic of round bases: gaps, the way into contact (WB-C2), the way out of melee (WB-85). All lengths are
hundredths of a metre, and all of them are concrete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import hypot, inf, sqrt

from coldsteel.battlefield.lengths import EPS, heading, hundredths

__all__ = ["NOWHERE", "Disc", "Discs", "Vector", "into_contact", "nearest", "overlaps", "way_out"]

Disc = tuple[int, int, int]
"""A round base: x and y of its centre, its radius."""

Discs = tuple[Disc, ...]
Vector = tuple[int, int]
Edges = tuple[int, int] | None
"""Width and height of a table, or none."""

Pair = tuple[int, int, int]
"""From one centre to another, and both radii together."""

NOWHERE: Vector = (0, 0)
MORE = 1  # of two lengths that differ, the least by which they do
STEP = 10
DIRECTIONS = tuple(heading(angle) for angle in range(360))


# ---------------------------------------------------------------- gaps
@lru_cache(maxsize=1 << 14)
def nearest(ours: Discs, theirs: Discs) -> tuple[float, Disc, Disc]:
    """The shortest distance from edge to edge, and the two bases that it is between, the first listed of equal ones."""
    pairs = ((_gap(a, b), a, b) for a in ours for b in theirs)
    return min(pairs, key=lambda found: round(found[0], 6))  # concrete


def _gap(a: Disc, b: Disc) -> float:
    return hypot(b[0] - a[0], b[1] - a[1]) - a[2] - b[2]


def overlaps(discs: Iterable[tuple[Disc, int]]) -> Iterator[tuple[int, int]]:
    """The numbers of those who stand on one another by more than the grain; from left to right."""
    row = sorted(discs)
    widest = max((d[2] for d, _ in row), default=0)  # concrete
    for k, (a, i) in enumerate(row):
        for b, j in row[k + 1 :]:
            if b[0] - a[0] > a[2] + widest:
                break
            if _gap(a, b) < -MORE - EPS:
                yield i, j


# ---------------------------------------------------------------- into contact
def into_contact(ours: Discs, theirs: Discs) -> Vector:
    """The way by the shortest line until the nearest bases touch."""
    gap, a, b = nearest(ours, theirs)
    length = hypot(b[0] - a[0], b[1] - a[1])
    if gap <= 0 or length == 0:
        return NOWHERE
    return _whole(gap * (b[0] - a[0]) / length, gap * (b[1] - a[1]) / length)


def _whole(x: float, y: float) -> Vector:
    return hundredths(x / 100), hundredths(y / 100)


# ---------------------------------------------------------------- out of melee
@lru_cache(maxsize=1 << 10)
def way_out(ours: Discs, enemies: Discs, friends: Discs, clear: int, most: int, edges: Edges) -> Vector:
    """WB-85, WB-C19: the shortest straight way, of at most `most`, until every enemy is more than `clear` away; the
    least angle of equal ones. Nobody's base and no edge is crossed. Where there is no such way: to where the nearest
    enemy is farthest, looked for at the end of what is free in every direction and every 10 cm before."""
    near = _pairs(ours, enemies)
    others = near + _pairs(ours, friends)
    ways = [(_room(ours, others, v, most, edges), v) for v in DIRECTIONS]
    freed = [(_freed(near, v, clear + MORE), room, v) for room, v in ways]
    good = [(way, v) for way, room, v in freed if way <= room + EPS]
    if good:
        way, (x, y) = min(good, key=lambda found: round(found[0], 6))  # concrete
        return _whole(way * x, way * y)
    ends = [(way, v) for room, v in ways for way in (room, *range(0, int(room), STEP))]
    way, (x, y) = max(ends, key=lambda found: (round(_left(near, *found), 6), -round(found[0], 6)))  # concrete
    return _short(way * x), _short(way * y)


def _short(x: float) -> int:
    """A length that is cut rather than rounded, so that nobody is run into."""
    return int(x + EPS) if x >= 0 else -int(-x + EPS)


def _pairs(ours: Discs, theirs: Discs) -> tuple[Pair, ...]:
    return tuple(dict.fromkeys((b[0] - a[0], b[1] - a[1], a[2] + b[2]) for a in ours for b in theirs))


def _passes(pair: Pair, v: tuple[float, float], reach: float) -> tuple[float, float] | None:
    """From where to where on its way a base is nearer to another than `reach` from centre to centre."""
    x, y, _ = pair
    along = x * v[0] + y * v[1]
    inside = reach * reach - (x * x + y * y - along * along)
    if inside <= EPS:
        return None
    half = sqrt(inside)
    return along - half, along + half


def _room(ours: Discs, others: tuple[Pair, ...], v: tuple[float, float], most: int, edges: Edges) -> float:
    """How far all bases can go before one runs into another or off the table. Those in contact may part."""
    room = float(most)
    for pair in others:
        passed = _passes(pair, v, pair[2] - EPS)
        if passed and passed[0] + passed[1] > EPS:  # it comes nearer at first
            room = min(room, max(passed[0], 0.0))  # concrete
    for at, length, axis in ((v[0], edges[0], 0), (v[1], edges[1], 1)) if edges else ():
        for disc in ours:
            ahead = length - disc[2] - disc[axis] if at > 0 else disc[axis] - disc[2]
            if abs(at) > EPS:
                room = min(room, max(ahead, 0) / abs(at))  # concrete
    return room


def _freed(near: tuple[Pair, ...], v: tuple[float, float], clear: int) -> float:
    """The shortest way at whose end no enemy is nearer than `clear`."""
    spans = sorted(span for pair in near if (span := _passes(pair, v, pair[2] + clear)))
    way = 0.0
    for first, last in spans:
        if first > way - EPS:
            break
        way = max(way, last)  # concrete
    return way


def _left(near: tuple[Pair, ...], way: float, v: tuple[float, float]) -> float:
    """How far the nearest enemy is at the end of a way."""
    return min((hypot(x - way * v[0], y - way * v[1]) - r for x, y, r in near), default=inf)  # concrete
