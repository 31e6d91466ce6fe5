"""Room round a round base: who fits beside whom, and how friends slide along its edge to let a newcomer in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from math import acos, atan2, cos, degrees, hypot, inf, radians, sin

from coldsteel.battlefield.bases import Base, Rectangle
from coldsteel.battlefield.grown import Grown, Obstacle, corners_of, crossings, grown, point_distance, radius_of
from coldsteel.battlefield.lengths import EPS, GRAIN, Point
from coldsteel.battlefield.table import Table
from coldsteel.battlefield.ways import Bounds, clear
from coldsteel.errors import BattlefieldError

__all__ = ["Neighbour", "Shift", "angle_apart", "room_around", "shifted"]

Neighbour = tuple[Base, Sequence[Base]]
"""A base at the edge of another, and the bases besides with which it must stay in contact."""

_TINY = 1e-7  # degrees


@dataclass(frozen=True, slots=True)
class Shift:
    """An arrangement: the newcomer, the neighbours (in the order given) and the sum of the lengths of their slides."""

    newcomer: Base
    neighbours: tuple[Base, ...]
    total: float


def angle_apart(a: float, b: float, c: float) -> float:
    """The angle in degrees between two round bases of radii b and c that touch a third of radius a and each other."""
    return _angle(a + b, a + c, b + c)


def room_around(a: float, radii: Sequence[float]) -> bool:
    """Is there room for round bases of these radii to touch one of radius a all at once, in some order?"""
    return _room_around(a, tuple(sorted(radii)))


def shifted(
    newcomer: Base,
    around: Base,
    neighbours: Sequence[Neighbour],
    obstacles: Sequence[Obstacle] = (),
    table: Table | None = None,
    anywhere: bool = False,
) -> Shift | None:
    """The arrangement that lets a newcomer stand where it wants at the edge of `around`, with the least sliding.

    Neighbours slide round the edge and turn with it; they neither pass each other nor cross an obstacle, nor leave the
    table. One that has another contact to keep stays where it is. With `anywhere` the newcomer takes, if there is no
    room where it wants, the nearest place (in steps of a degree) where there is. None if there is no arrangement.

    Only round bases slide. Neighbours whose places were rounded to the grain count as in contact, which they are in
    after a slide. Raises `BattlefieldError` if the newcomer stands on the centre of `around`.
    """
    if hypot(newcomer.place.x - around.place.x, newcomer.place.y - around.place.y) < EPS:
        raise BattlefieldError(f"a newcomer on the centre {around.centre} of another base stands at no edge of it")
    friends = {b for b, _ in neighbours}
    edge = _Edge(around, tuple(neighbours), tuple(o for o in obstacles if o not in friends), _bounds_of(table))
    for turn in (0, *(s * n for n in range(1, 181) for s in (1, -1))) if anywhere else (0,):
        found = edge.arrangement(_turned(newcomer, around.centre, turn))
        if found is not None:
            return found
    return None


@lru_cache(maxsize=1024)
def _room_around(a: float, radii: tuple[float, ...]) -> bool:
    if len(radii) < 2:
        return True
    return any(_closes(a, (radii[0], *order)) for order in _orders(Counter(radii[1:]), len(radii) - 1))


def _orders(left: Counter[float], n: int) -> Iterator[tuple[float, ...]]:
    """All orders of a multiset that differ."""
    if n == 0:
        yield ()
    for r in [r for r, k in left.items() if k]:
        left[r] -= 1
        for rest in _orders(left, n - 1):
            yield (r, *rest)
        left[r] += 1


def _closes(a: float, ring: tuple[float, ...]) -> bool:
    """Do bases in this order fit? Also those that aren't next to each other must keep apart."""
    n = len(ring)
    apart = {(i, j): angle_apart(a, ring[i], ring[j]) for i, j in combinations(range(n), 2)}
    at = [0.0] * n
    for _ in range(n + 1):
        before = list(at)
        for (i, j), t in apart.items():
            at[j] = max(at[j], at[i] + t)
            at[i] = max(at[i], at[j] + t - 360)
        if max(abs(x - y) for x, y in zip(at, before, strict=True)) < _TINY:
            return True
    return False


def _angle(d: float, e: float, s: float) -> float:
    """The angle at which two points at distances d and e from a corner are s apart, in degrees."""
    return degrees(acos(max(-1.0, min(1.0, (d * d + e * e - s * s) / (2 * d * e)))))


def _bounds_of(table: Table | None) -> Bounds:
    return (0.0, 0.0, table.width, table.height) if table is not None and table.bounded else None


def _bearing(centre: Point, p: Point) -> float:
    return degrees(atan2(p[1] - centre[1], p[0] - centre[0]))


def _turned(base: Base, centre: Point, by: float, away: float | None = None) -> Base:
    """A base moved round a centre, against the clock, in degrees, to `away` from it if that is given."""
    if by == 0:
        return base
    dx, dy = _less(base.centre, centre)
    scale = 1.0 if away is None else away / hypot(dx, dy)
    co, si = scale * cos(radians(by)), scale * sin(radians(by))
    x, y = centre[0] + dx * co - dy * si, centre[1] + dx * si + dy * co
    return base.at(replace(base.place, x=x, y=y, facing=(base.place.facing - by) % 360))


@dataclass(frozen=True)
class _Slider:
    """A neighbour: its angle as seen by the newcomer, how far it may slide, the radius it slides on."""

    base: Base
    at: float
    low: float
    high: float
    distance: float


@dataclass(frozen=True)
class _Edge:
    around: Base
    neighbours: tuple[Neighbour, ...]
    obstacles: tuple[Obstacle, ...]
    bounds: Bounds

    def arrangement(self, newcomer: Base) -> Shift | None:
        if not clear(newcomer.centre, self._solids(newcomer), _shrunk(self.bounds, newcomer)):
            return None
        bases = tuple(b for b, _ in self.neighbours)
        if all(_apart(newcomer, b) for b in bases):
            return Shift(newcomer, bases, 0.0)
        if isinstance(self.around.shape, Rectangle) or isinstance(newcomer.shape, Rectangle):
            return None
        sliders = [self._slider(newcomer, b, keep) for b, keep in self.neighbours]
        plans = (self._least(newcomer, sliders, order) for order in _unrolled(sliders))
        best = min((p for p in plans if p is not None), key=lambda p: p[0], default=None)
        if best is None:
            return None
        moved = tuple(
            _turned(s.base, self.around.centre, by, s.distance) for s, by in zip(sliders, best[1], strict=True)
        )
        return Shift(newcomer, moved, best[0])

    def _solids(self, base: Base) -> list[Grown]:
        cores = (corners_of(o) for o in self.obstacles if o not in (self.around, base))
        return [grown(corners, margin + base.margin) for corners, margin in cores]

    def _slider(self, newcomer: Base, base: Base, keep: Sequence[Base]) -> _Slider:
        centre = self.around.centre
        angle = _bearing(centre, base.centre)
        fixed = isinstance(base.shape, Rectangle) or any(k != self.around for k in keep)
        low, high = (0.0, 0.0) if fixed else self._freedom(base, angle)
        at = (angle - _bearing(centre, newcomer.centre)) % 360
        away, contact = hypot(*_less(base.centre, centre)), self.around.margin + base.margin
        return _Slider(base, at, low, high, contact if abs(away - contact) <= 2 * GRAIN else away)

    def _freedom(self, base: Base, angle: float) -> tuple[float, float]:
        """How far a base may slide either way before it meets an obstacle or the edge of the table."""
        solids = [_left(base.centre, s) for s in self._solids(base)]
        bounds = _shrunk(self.bounds, base)
        circle = grown((self.around.centre,), hypot(*_less(base.centre, self.around.centre)))
        points = [p for s in solids for p in crossings(circle, s)]
        if bounds is not None:
            west, south, east, north = bounds
            points += crossings(circle, grown(((west, south), (east, south), (east, north), (west, north)), 0.0))
        turns = sorted({(_bearing(self.around.centre, p) - angle) % 360 for p in points})
        stops = [0.0, *(t for t in turns if _TINY < t < 360 - _TINY), 360.0]
        shut = [
            not clear(_turned(base, self.around.centre, (s + e) / 2).centre, solids, bounds) for s, e in pairwise(stops)
        ]
        if not any(shut):
            return -360.0, 360.0
        return stops[len(shut) - shut[::-1].index(True)] - 360, stops[shut.index(True)]

    def _least(
        self, newcomer: Base, sliders: Sequence[_Slider], order: Sequence[tuple[int, float]]
    ) -> tuple[float, list[float]] | None:
        """The least total slide with the neighbours in this order, and how far each turns; None if they don't fit."""
        line = [replace(sliders[i], at=sliders[i].at + wrap) for i, wrap in order]
        reach = hypot(*_less(newcomer.centre, self.around.centre))
        ends = [_angle(reach, s.distance, newcomer.margin + radius_of(s.base)) for s in line]
        gaps = [min(_need(a, b), max(0.0, b.at - a.at)) for a, b in pairwise(line)]
        places = _cheapest(line, ends, gaps)
        if places is None:
            return None
        for (i, x), (j, y) in combinations(enumerate(places), 2):
            need = min(_need(line[i], line[j]), abs(line[j].at - line[i].at))
            if not need - _TINY <= y - x <= 360 - need + _TINY:
                return None
        turns = [0.0] * len(line)
        for (i, _), x, s in zip(order, places, line, strict=True):
            turns[i] = x - s.at if abs(x - s.at) > _TINY else 0.0
        return sum(radians(abs(t)) * s.distance for t, s in zip(turns, sliders, strict=True)), turns


def _less(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1]


def _need(a: _Slider, b: _Slider) -> float:
    return _angle(a.distance, b.distance, radius_of(a.base) + radius_of(b.base))


def _apart(a: Base, b: Base) -> bool:
    (corners, margin), (point, own) = corners_of(b), corners_of(a)
    if len(point) > 1:
        return not a.outline.buffer(-EPS).intersects(b.outline)
    return point_distance(a.centre, corners) >= own + margin - EPS


def _left(start: Point, s: Grown) -> Grown:
    """A solid as it counts for one who touches it, or stands in it a trifle."""
    return grown(s.corners, min(s.reach, point_distance(start, s.corners)))


def _shrunk(bounds: Bounds, base: Base) -> Bounds:
    if bounds is None:
        return None
    (x, y), r = base.centre, radius_of(base)
    west, south, east, north = bounds
    return min(west + r, x), min(south + r, y), max(east - r, x), max(north - r, y)


def _unrolled(sliders: Sequence[_Slider]) -> Iterator[list[tuple[int, float]]]:
    """The neighbours from the newcomer on, against the clock, wherever in their ring it is let in: with full turns."""
    ring = sorted(range(len(sliders)), key=lambda i: (sliders[i].at, i))
    for k in range(len(ring)):
        yield [(i, 0.0) for i in ring[k:]] + [(i, 360.0) for i in ring[:k]]
        if k:
            yield [(i, -360.0) for i in ring[k:]] + [(i, 0.0) for i in ring[:k]]


def _cheapest(line: Sequence[_Slider], ends: Sequence[float], gaps: Sequence[float]) -> list[float] | None:
    """Angles with at least `gaps` between neighbours and `ends` to the newcomer at 0 and 360, at the least total slide.

    In the best arrangement each stands where it was, or at a limit, or in a row of touching bases with one that does;
    so a finite number of places for each is enough.
    """
    sums = list(accumulate(gaps, initial=0.0))
    anchors = [
        (x - sums[i]) for i, s in enumerate(line) for x in (s.at, s.at + s.low, s.at + s.high, ends[i], 360 - ends[i])
    ]
    table: list[dict[float, tuple[float, float]]] = []  # place -> least cost so far, place of the one before
    for i, s in enumerate(line):
        low, high = max(s.at + s.low, ends[i]) - _TINY, min(s.at + s.high, 360 - ends[i]) + _TINY
        row: dict[float, tuple[float, float]] = {}
        for x in sorted({a + sums[i] for a in anchors}):
            if low <= x <= high:
                cost, before = _before(table[-1], x - gaps[i - 1]) if table else (0.0, 0.0)
                if cost < inf:
                    row[x] = cost + radians(abs(x - s.at)) * s.distance, before
        if not row:
            return None
        table.append(row)
    places = [min(table[-1], key=lambda x: (table[-1][x][0], x))]
    for row in table[:0:-1]:
        places.insert(0, row[places[0]][1])
    return places


def _before(row: dict[float, tuple[float, float]], at_most: float) -> tuple[float, float]:
    return min(((cost, x) for x, (cost, _) in row.items() if x <= at_most + _TINY), default=(inf, 0.0))
