"""The search behind `paths`: the shortest way of a point among solids that are grown by the mover's radius.

A shortest way is made of straight stretches that touch the grown solids and of arcs round their corners. The search
knows at first no solid at all; each that the shortest way so far would cross is added, and it is run again. With
fewer solids a way can only be shorter, so the first way that crosses none is the shortest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import atan2, cos, hypot, inf, pi, sqrt, tau
from typing import NamedTuple

from coldsteel.battlefield.grown import (
    Arc,
    Corners,
    Grown,
    Segment,
    arc_distance,
    convex_corners,
    point_distance,
    segment_distance,
)
from coldsteel.battlefield.lengths import EPS, Point

__all__ = ["Bounds", "Goal", "Leg", "clear", "free", "leg_points", "shortest_legs"]

Leg = Segment | Arc
Bounds = tuple[float, float, float, float] | None
_STEP = pi / 90  # arcs become chords of two degrees, outside the circle: longer than it by 1 part in 10 000


class Goal(NamedTuple):
    """Where a way may end: at one of `points`, or where it comes head-on to `reach` from the core of `corners`."""

    points: tuple[Point, ...]
    corners: Corners
    reach: float
    barred: tuple[Grown, ...] = ()  # what the last place must be clear of

    def estimate(self, p: Point) -> float:
        """No way from a point to the goal is shorter than this."""
        if self.corners:
            return max(0.0, point_distance(p, self.corners) - self.reach)
        return min((hypot(p[0] - q[0], p[1] - q[1]) for q in self.points), default=inf)


def clear(p: Point, solids: Sequence[Grown], bounds: Bounds = None, slack: float = EPS) -> bool:
    """Does a point lie in the bounds and inside no grown solid?"""
    if bounds is not None and not _within(p, bounds):
        return False
    x, y = p
    for s in solids:
        west, south, east, north = s.box
        if west < x < east and south < y < north and point_distance(p, s.corners) < s.reach - slack:
            return False
    return True


def free(leg: Leg, solids: Sequence[Grown], bounds: Bounds = None) -> bool:
    """Does a leg stay in the bounds and outside the grown solids? It begins outside them."""
    box = _box(leg)
    if bounds is not None and not (_within(box[:2], bounds) and _within(box[2:], bounds)):
        return False
    return not any(_meets(leg, box, s) for s in solids)


def leg_points(legs: Sequence[Leg]) -> tuple[Point, ...]:
    """The points of a way; arcs become chords that stay outside the circle."""
    points: list[Point] = []
    for leg in legs:
        points += [leg.a, leg.b] if isinstance(leg, Segment) else _chords(leg)
    kept = points[:1]
    for p in points[1:]:
        if hypot(p[0] - kept[-1][0], p[1] - kept[-1][1]) > 1e-9:
            kept.append(p)
    return tuple(kept)


def shortest_legs(
    start: Point, goal: Goal, solids: Sequence[Grown], bounds: Bounds, limit: float, straight_only: bool
) -> list[Leg] | None:
    """The legs of the shortest way not longer than `limit`; None if there is none."""
    known: list[Grown] = []
    rest = list(solids)
    while True:
        legs = _Search(start, goal, known, bounds, limit, straight_only).run()
        if legs is None:
            return None
        boxed = [(leg, _box(leg)) for leg in legs]
        met = [s for s in rest if any(_meets(leg, box, s) for leg, box in boxed)]
        if not met:
            return legs
        known += met
        rest = [s for s in rest if s not in met]


class _Disc(NamedTuple):
    x: float
    y: float
    r: float


class _Tangent(NamedTuple):
    """From disc to disc: the stretch, the angles at which it leaves and arrives, and its length."""

    segment: Segment
    leaves: float
    arrives: float
    length: float


class _Label(NamedTuple):
    """A way so far: its length, where it stands (disc, sense of turning, angle) and its last legs."""

    length: float
    disc: int  # -1: at the goal
    sense: int
    angle: float
    legs: tuple[Leg, ...]
    before: _Label | None
    key: tuple[int, int, int, int]


@dataclass
class _Search:
    """A*: nodes are tangents; a tangent is looked at for solids in its way when its turn comes, not before."""

    start: Point
    goal: Goal
    solids: list[Grown]
    bounds: Bounds
    limit: float
    straight_only: bool
    heap: list[tuple[float, int, _Label]] = field(default_factory=list)
    checked: dict[tuple[int, int, int, int], bool] = field(default_factory=dict)
    number: Iterator[int] = field(default_factory=count)

    def run(self) -> list[Leg] | None:
        self.discs = [_Disc(*self.start, 0.0)]
        if not self.straight_only:
            self.discs += [_Disc(x, y, s.reach) for s in self.solids for x, y in convex_corners(s.corners)]
        self.onward: dict[tuple[int, int], list[tuple[_Tangent, int, int]]] = {}
        done: set[tuple[int, int, int, int]] = set()
        self._expand(_Label(0.0, 0, 1, 0.0, (), None, (0, 0, 0, 0)))
        while self.heap:
            label = heappop(self.heap)[2]
            if label.key in done or not self._open(label):
                continue
            done.add(label.key)
            if label.disc < 0:
                return _chain(label)
            self._expand(label)
        return None

    def _open(self, label: _Label) -> bool:
        last = label.legs[-1]
        if label.key not in self.checked:
            self.checked[label.key] = free(last, self.solids, self.bounds)
        return self.checked[label.key] and all(free(leg, self.solids, self.bounds) for leg in label.legs[:-1])

    def _expand(self, at: _Label) -> None:
        if (at.disc, at.sense) not in self.onward:
            self.onward[at.disc, at.sense] = list(self._tangents(at.disc, at.sense))
        for number, (tangent, disc, sense) in enumerate(self.onward[at.disc, at.sense]):
            key = (at.disc, at.sense, disc if disc >= 0 else -1 - number, sense)
            if self.checked.get(key, True):
                self._push(at, tangent, disc, sense, key)

    def _push(self, at: _Label, tangent: _Tangent, disc: int, sense: int, key: tuple[int, int, int, int]) -> None:
        radius = self.discs[at.disc].r
        turn = (at.sense * (tangent.leaves - at.angle)) % tau if radius > 0 else 0.0
        legs: tuple[Leg, ...] = (tangent.segment,)
        if 1e-9 < turn < tau - 1e-7:
            x, y, _ = self.discs[at.disc]
            legs = (Arc((x, y), radius, at.angle, at.sense * turn), tangent.segment)
        else:
            turn = 0.0
        length = at.length + radius * turn + tangent.length
        total = length + (self.goal.estimate(tangent.segment.b) if disc >= 0 else 0.0)
        if total <= self.limit + EPS:
            label = _Label(length, disc, sense, tangent.arrives, legs, at, key)
            heappush(self.heap, (total, next(self.number), label))

    def _tangents(self, i: int, sense: int) -> Iterator[tuple[_Tangent, int, int]]:
        here = self.discs[i]
        for tangent in self._arrivals(here, sense):
            yield tangent, -1, 0
        for j in range(1, len(self.discs)):
            for other in (1, -1):
                t = _tangent(here, sense, self.discs[j], other) if j != i else None
                if t is not None:
                    yield t, j, other

    def _arrivals(self, here: _Disc, sense: int) -> Iterator[_Tangent]:
        for x, y in self.goal.points:
            t = _tangent(here, sense, _Disc(x, y, 0.0), 1)
            if t is not None:
                yield t
        for t in _head_on(here, sense, self.goal):
            near = point_distance(t.segment.b, self.goal.corners)
            if near > self.goal.reach - EPS and clear(t.segment.b, self.goal.barred, self.bounds):
                yield t


def _tangent(c: _Disc, s: int, d: _Disc, t: int) -> _Tangent | None:
    """The straight stretch that leaves disc c, run round in sense s (1: against the clock), and arrives at d in t."""
    ex, ey = d.x - c.x, d.y - c.y
    n = hypot(ex, ey)
    k = t * d.r - s * c.r
    if n < 1e-9:
        return _Tangent(Segment((c.x, c.y), (d.x, d.y)), 0.0, 0.0, 0.0) if c.r == d.r == 0 else None
    if abs(k) > n + 1e-7:
        return None
    length = sqrt(max(0.0, n * n - k * k))
    co, si = length / n, min(1.0, max(-1.0, k / n))
    ux, uy = (ex * co + ey * si) / n, (ey * co - ex * si) / n
    a = (c.x + s * c.r * uy, c.y - s * c.r * ux)
    b = (d.x + t * d.r * uy, d.y - t * d.r * ux)
    return _Tangent(Segment(a, b), atan2(-s * ux, s * uy), atan2(-t * ux, t * uy), length)


def _head_on(c: _Disc, s: int, goal: Goal) -> Iterator[_Tangent]:
    """The stretches from a disc that run straight at the core of the goal, as far as its reach."""
    for x, y in goal.corners:
        t = _tangent(c, s, _Disc(x, y, 0.0), 1)
        if t is not None and t.length >= goal.reach - EPS and t.length > 0:
            (ax, ay), part = t.segment.a, max(0.0, 1 - goal.reach / t.length)
            end = ax + part * (x - ax), ay + part * (y - ay)
            yield _Tangent(Segment((ax, ay), end), t.leaves, 0.0, part * t.length)
    if len(goal.corners) < 2:
        return
    for (px, py), (qx, qy) in zip(goal.corners, (*goal.corners[1:], goal.corners[0]), strict=True):
        n = hypot(qx - px, qy - py)
        tx, ty = (qx - px) / n, (qy - py) / n
        ux, uy = -ty, tx  # into the polygon, which is run through against the clock
        ax, ay = c.x + s * c.r * uy, c.y - s * c.r * ux
        length = (px - ax) * ux + (py - ay) * uy - goal.reach
        if length >= -EPS and 0 <= (ax - px) * tx + (ay - py) * ty <= n:
            length = max(0.0, length)
            end = ax + length * ux, ay + length * uy
            yield _Tangent(Segment((ax, ay), end), atan2(-s * ux, s * uy), 0.0, length)


def _chain(label: _Label) -> list[Leg]:
    legs: list[Leg] = []
    at: _Label | None = label
    while at is not None:
        legs[:0] = at.legs
        at = at.before
    return legs


def _chords(arc: Arc) -> list[Point]:
    n = max(1, int(abs(arc.sweep) / _STEP) + 1)
    step = arc.sweep / n
    outer = arc._replace(radius=arc.radius / cos(step / 2))
    middle = [outer.point(arc.start + (i + 0.5) * step) for i in range(n)]
    return [arc.point(arc.start), *middle, arc.point(arc.start + arc.sweep)]


def _meets(leg: Leg, box: tuple[float, float, float, float], s: Grown) -> bool:
    w, so, e, n = s.box
    west, south, east, north = box
    return w < east and e > west and so < north and n > south and _distance(leg, s.corners) < s.reach - EPS


def _distance(leg: Leg, corners: Corners) -> float:
    return segment_distance(leg, corners) if isinstance(leg, Segment) else arc_distance(leg, corners)


def _within(p: Point, bounds: tuple[float, float, float, float]) -> bool:
    west, south, east, north = bounds
    return west - EPS <= p[0] <= east + EPS and south - EPS <= p[1] <= north + EPS


def _box(leg: Leg) -> tuple[float, float, float, float]:
    """The box that holds a leg: for an arc that of its ends and of the points of the circle that lie on the axes."""
    if isinstance(leg, Segment):
        (ax, ay), (bx, by) = leg
        return (ax if ax < bx else bx), (ay if ay < by else by), (bx if ax < bx else ax), (by if ay < by else ay)
    points = [leg.point(leg.start), leg.point(leg.start + leg.sweep)]
    points += [leg.point(a) for a in (0.0, pi / 2, pi, -pi / 2) if leg.holds(a)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)
