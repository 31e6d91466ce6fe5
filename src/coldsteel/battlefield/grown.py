"""Bases and pieces as corners and a margin, and exact distances from points, segments and arcs to them.

What stands on the table is taken as its core (a point, or a polygon run through against the clock) and a margin all
round, so that a round base that moves is a point which keeps away from cores by the sum of two margins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, cos, hypot, sin, sqrt, tau
from typing import NamedTuple

from coldsteel.battlefield.bases import Base, Rectangle
from coldsteel.battlefield.lengths import EPS, Point
from coldsteel.battlefield.table import Piece

__all__ = [
    "Arc",
    "Corners",
    "Grown",
    "Obstacle",
    "Segment",
    "arc_distance",
    "convex_corners",
    "corners_of",
    "crossings",
    "grown",
    "inside",
    "point_distance",
    "projections",
    "radius_of",
    "segment_distance",
]

Obstacle = Base | Piece
Corners = tuple[Point, ...]


class Segment(NamedTuple):
    """A straight stretch."""

    a: Point
    b: Point


class Arc(NamedTuple):
    """A stretch of a circle from the angle `start` (radians from +x, against the clock) on by `sweep` (signed)."""

    centre: Point
    radius: float
    start: float
    sweep: float

    def point(self, angle: float) -> Point:
        """The point of the circle at an angle."""
        return self.centre[0] + self.radius * cos(angle), self.centre[1] + self.radius * sin(angle)

    def holds(self, angle: float) -> bool:
        """Is an angle within the stretch?"""
        turn = (angle - self.start) % tau if self.sweep >= 0 else (self.start - angle) % tau
        return turn <= abs(self.sweep) + 1e-12 or tau - turn <= 1e-12


class Grown(NamedTuple):
    """Corners, how far from them a moving point must keep, and the box that holds all of it."""

    corners: Corners
    reach: float
    box: tuple[float, float, float, float]


@lru_cache(maxsize=8192)
def corners_of(thing: Obstacle) -> tuple[Corners, float]:
    """The corners of the core, against the clock (one for a round base), and the margin."""
    if isinstance(thing, Base):
        return (thing.corners()[::-1] if isinstance(thing.shape, Rectangle) else (thing.centre,)), thing.margin
    corners = thing.outline[:-1] if thing.outline[0] == thing.outline[-1] else thing.outline
    return (corners if _area(corners) > 0 else corners[::-1]), 0.0


def radius_of(base: Base) -> float:
    """The radius of a round base, or of the circle round a rectangular one."""
    return hypot(base.shape.width, base.shape.depth) / 2 if isinstance(base.shape, Rectangle) else base.shape.radius


def grown(corners: Corners, reach: float) -> Grown:
    """A solid of these corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Grown(corners, reach, (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach))


def convex_corners(corners: Corners) -> list[Point]:
    """The corners that stick out: those that a shortest way can bend round."""
    if len(corners) < 3:
        return list(corners)
    triples = zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True)
    return [b for a, b, c in triples if (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0]


def inside(p: Point, corners: Corners) -> bool:
    """Is a point inside the polygon of these corners? On its outline the answer may be either."""
    x, y = p
    odd = False
    for (ax, ay), (bx, by) in _edges(corners):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def point_distance(p: Point, corners: Corners) -> float:
    """The distance from a point to a core; 0 inside."""
    if len(corners) == 1:
        return hypot(p[0] - corners[0][0], p[1] - corners[0][1])
    return 0.0 if inside(p, corners) else min(_to_segment(p, a, b) for a, b in _edges(corners))


def segment_distance(s: Segment, corners: Corners) -> float:
    """The least distance from a segment to the outline of a core."""
    if len(corners) == 1:
        return _to_segment(corners[0], s.a, s.b)
    return min(_between(s.a, s.b, a, b) for a, b in _edges(corners))


def arc_distance(arc: Arc, corners: Corners) -> float:
    """The least distance from an arc to the outline of a core."""
    ends = arc.point(arc.start), arc.point(arc.start + arc.sweep)
    if len(corners) == 1:
        return _arc_to_point(arc, ends, corners[0])
    return min(_arc_to_segment(arc, ends, a, b) for a, b in _edges(corners))


def crossings(one: Grown, other: Grown) -> Iterator[Point]:
    """A finite set of points that holds all in which the outlines of two solids (grown by their reaches) cross."""
    (lines, circles), (others, rounds) = _outline(one), _outline(other)
    for a, b in lines:
        for c, d in others:
            yield from _line_line(a, b, c, d)
    for edges, discs in ((lines, rounds), (others, circles)):
        for a, b in edges:
            for c, r in discs:
                yield from _line_circle(a, b, c, r)
    for c, r in circles:
        for d, q in rounds:
            yield from _circle_circle(c, r, d, q)


def projections(p: Point, s: Grown) -> Iterator[Point]:
    """A finite set of points that holds the point nearest to p on the outline of a grown solid."""
    lines, circles = _outline(s)
    for (x, y), r in circles:
        n = hypot(p[0] - x, p[1] - y)
        if n < 1e-9:
            yield from ((x + r, y), (x, y + r), (x - r, y), (x, y - r))
        else:
            yield x + r * (p[0] - x) / n, y + r * (p[1] - y) / n
    for a, b in lines:
        foot = _foot(p, a, b)
        if foot is not None:
            yield foot


def _area(corners: Corners) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _edges(corners)) / 2


def _edges(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    n = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / n)) if n > 0 else 0.0
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _between(a: Point, b: Point, c: Point, d: Point) -> float:
    if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
        return 0.0
    return min(_to_segment(a, c, d), _to_segment(b, c, d), _to_segment(c, a, b), _to_segment(d, a, b))


def _arc_to_point(arc: Arc, ends: tuple[Point, Point], p: Point) -> float:
    dx, dy = p[0] - arc.centre[0], p[1] - arc.centre[1]
    if arc.holds(atan2(dy, dx)):
        return abs(hypot(dx, dy) - arc.radius)
    return min(hypot(p[0] - x, p[1] - y) for x, y in ends)


def _arc_to_segment(arc: Arc, ends: tuple[Point, Point], a: Point, b: Point) -> float:
    if any(arc.holds(_angle(arc.centre, p)) for p in _line_circle(a, b, arc.centre, arc.radius)):
        return 0.0
    least = min(_to_segment(ends[0], a, b), _to_segment(ends[1], a, b))
    least = min(least, _arc_to_point(arc, ends, a), _arc_to_point(arc, ends, b))
    foot = _foot(arc.centre, a, b)
    if foot is not None and arc.holds(_angle(arc.centre, foot)):
        least = min(least, abs(hypot(foot[0] - arc.centre[0], foot[1] - arc.centre[1]) - arc.radius))
    return least


def _angle(centre: Point, p: Point) -> float:
    return atan2(p[1] - centre[1], p[0] - centre[0])


def _foot(p: Point, a: Point, b: Point) -> Point | None:
    """The foot of the perpendicular from p, if it lies on the segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    n = dx * dx + dy * dy
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / n if n > 0 else 0.0
    return (a[0] + t * dx, a[1] + t * dy) if 0 <= t <= 1 else None


def _outline(s: Grown) -> tuple[list[tuple[Point, Point]], list[tuple[Point, float]]]:
    """Edges and circles whose union holds the outline of a solid."""
    circles = [(c, s.reach) for c in s.corners] if s.reach > EPS else []
    if len(s.corners) == 1:
        return [], circles
    lines = []
    for (ax, ay), (bx, by) in _edges(s.corners):
        length = hypot(bx - ax, by - ay)
        nx, ny = s.reach * (by - ay) / length, s.reach * (ax - bx) / length
        lines.append(((ax + nx, ay + ny), (bx + nx, by + ny)))
    return lines, circles


def _line_line(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = ux * vy - uy * vx
    if abs(det) > 1e-12:
        t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / det
        s = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / det
        if -1e-9 <= t <= 1 + 1e-9 and -1e-9 <= s <= 1 + 1e-9:
            yield a[0] + t * ux, a[1] + t * uy


def _line_circle(a: Point, b: Point, c: Point, r: float) -> Iterator[Point]:
    ux, uy = b[0] - a[0], b[1] - a[1]
    length = hypot(ux, uy)
    if length == 0:
        return
    ux, uy = ux / length, uy / length
    t = (c[0] - a[0]) * ux + (c[1] - a[1]) * uy
    h2 = r * r - ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) ** 2
    if h2 < -1e-9:
        return
    h = sqrt(max(0.0, h2))
    for s in (t - h, t + h):
        if -1e-9 <= s <= length + 1e-9:
            yield a[0] + s * ux, a[1] + s * uy


def _circle_circle(c: Point, r: float, d: Point, q: float) -> Iterator[Point]:
    dx, dy = d[0] - c[0], d[1] - c[1]
    n = hypot(dx, dy)
    if n < 1e-9 or n > r + q + EPS or n < abs(r - q) - EPS:
        return
    t = (n * n + r * r - q * q) / (2 * n)
    h = sqrt(max(0.0, r * r - t * t))
    dx, dy = dx / n, dy / n
    for s in (h, -h):
        yield c[0] + t * dx - s * dy, c[1] + t * dy + s * dx
