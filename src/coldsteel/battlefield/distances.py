"""How far apart things stand: from nearest edge to nearest edge, along a path, and from the edges of the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Literal

import shapely
from shapely import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from coldsteel.battlefield.bases import Base, Round
from coldsteel.battlefield.lengths import EPS, Point
from coldsteel.battlefield.table import Piece, Table
from coldsteel.errors import BattlefieldError

__all__ = [
    "Obstacle",
    "Off",
    "along",
    "beyond",
    "distance",
    "distance_to_point",
    "extent",
    "gap",
    "gap_to",
    "ground_of",
    "margin_of",
    "nearest_point",
    "nearest_points",
    "off_table",
    "path_length",
]

Obstacle = Base | Piece
"""What takes up ground: a base or a piece of terrain."""

Off = Literal["any_part", "centre", "whole"]
"""How much of a base has to lie beyond the edge before it is off the table."""


def ground_of(solid: Obstacle) -> BaseGeometry:
    """The ground a thing takes up, less its `margin_of`: a point for a round base, else a polygon."""
    return solid.core if isinstance(solid, Base) else solid.shape


def margin_of(solid: Obstacle) -> float:
    """How far a thing reaches beyond its core: the radius of a round base, else 0."""
    return solid.margin if isinstance(solid, Base) else 0.0


# ---------------------------------------------------------------- between points
def distance(a: Point, b: Point) -> float:
    """The length of the straight line between two points."""
    return hypot(b[0] - a[0], b[1] - a[1])


def beyond(start: Point, through: Point, by: float) -> Point:
    """The point `by` beyond `through`, seen from `start`; short of it if `by` is below 0.

    Raises `BattlefieldError` if the two points are one, for then they give no direction.
    """
    whole = distance(start, through)
    if whole <= EPS:
        raise BattlefieldError(f"from {start} to {through}: one point gives no direction")
    return _between(start, through, 1 + by / whole)


def path_length(path: Sequence[Point]) -> float:
    """The length of a line through points; 0 for one point or none."""
    return sum(distance(a, b) for a, b in pairwise(path))


def along(path: Sequence[Point], length: float) -> Point:
    """The point that lies `length` along a line through points; its ends for lengths below 0 or past the end.

    Raises `BattlefieldError` for a path without points.
    """
    if not path:
        raise BattlefieldError("a path without points has no place on it")
    left = max(length, 0.0)
    for a, b in pairwise(path):
        step = distance(a, b)
        if left < step:
            return _between(a, b, left / step)
        left -= step
    return path[-1]


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


# ---------------------------------------------------------------- from edge to edge
def gap(a: Obstacle, b: Obstacle) -> float:
    """The distance between the nearest edges of two things, 0 if they touch or overlap."""
    if isinstance(a, Base) and isinstance(b, Base):
        if isinstance(b.shape, Round):
            return _open(distance_to_point(a, b.centre) - b.shape.radius)
        if isinstance(a.shape, Round):
            return _open(distance_to_point(b, a.centre) - a.shape.radius)
    return _gap(a, b)


@lru_cache(maxsize=1 << 15)
def _gap(a: Obstacle, b: Obstacle) -> float:
    return _open(shapely.distance(ground_of(a), ground_of(b)) - margin_of(a) - margin_of(b))


def _open(length: float) -> float:
    return length if length > EPS else 0.0


def gap_to(a: Base, piece: Piece) -> float:
    """The distance from the edge of a base to a piece of terrain, 0 if the base touches it or stands in it."""
    return gap(a, piece)


def distance_to_point(of: Obstacle, point: Point) -> float:
    """The distance from the edge of a thing to a point, 0 for a point inside it."""
    if isinstance(of, Piece):
        return float(shapely.distance(of.shape, ShapelyPoint(point)))
    if isinstance(of.shape, Round):
        return max(0.0, distance(of.centre, point) - of.shape.radius)
    u, v = of.frame_of(point)
    return hypot(max(0.0, abs(u) - of.shape.width / 2), max(0.0, abs(v) - of.shape.depth / 2))


def nearest_point(of: Obstacle, to: Point) -> Point:
    """The point of a thing that is nearest to a point: on its outline, or the point itself if that lies inside."""
    if isinstance(of, Piece):
        return _nearest_of(of.shape, ShapelyPoint(to))[0]
    if isinstance(of.shape, Round):
        whole = distance(of.centre, to)
        return to if whole <= of.shape.radius else _between(of.centre, to, of.shape.radius / whole)
    u, v = of.frame_of(to)
    a, b = of.shape.width / 2, of.shape.depth / 2
    if abs(u) <= a and abs(v) <= b:
        return to
    return of.point_at(min(max(u, -a), a), min(max(v, -b), b))


def nearest_points(a: Obstacle, b: Obstacle) -> tuple[Point, Point]:
    """The points of two things that are nearest to each other, each on its own outline.

    Where several pairs are equally near (two parallel sides), it is one of them. Things that touch or overlap give
    one point of both, twice.
    """
    p, q = _nearest_of(ground_of(a), ground_of(b))
    whole, ma, mb = distance(p, q), margin_of(a), margin_of(b)
    if whole <= EPS:
        return p, p
    if whole <= ma + mb:
        shared = _between(p, q, (max(0.0, whole - mb) + min(whole, ma)) / 2 / whole)
        return shared, shared
    return _between(p, q, ma / whole), _between(q, p, mb / whole)


def _nearest_of(a: BaseGeometry, b: BaseGeometry) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = shapely.get_coordinates(shapely.shortest_line(a, b))
    return (float(ax), float(ay)), (float(bx), float(by))


# ---------------------------------------------------------------- the edges of the table
def extent(base: Base) -> tuple[float, float, float, float]:
    """How far a base reaches along the edges of the table: least x, least y, greatest x, greatest y."""
    (x, y), m = base.centre, base.margin
    points = base.corners() or ((x, y),)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - m, min(ys) - m, max(xs) + m, max(ys) + m


def off_table(base: Base, table: Table, how: Off = "any_part", tolerance: float = EPS) -> bool:
    """Does a base lie beyond the edge: any part of it, its centre, or the whole of it? The edge itself is table.

    A part or a centre that lies beyond it by no more than `tolerance` lies on the edge: give `GRAIN` for places of the
    grain. Never, on a table without edges. Raises `BattlefieldError` for another `how`.
    """
    if how not in ("any_part", "centre", "whole"):
        raise BattlefieldError(f"a base is off the table by 'any_part', 'centre' or 'whole', not '{how}'")
    if not table.bounded:
        return False
    if how == "whole":
        return _wholly_off(base, table)
    left, low, right, high = extent(base) if how == "any_part" else base.centre * 2
    return min(left, low) < -tolerance or right > table.width + tolerance or high > table.height + tolerance


def _wholly_off(base: Base, table: Table) -> bool:
    if base.margin:
        return bool(shapely.distance(base.core, table.edge) >= base.margin - EPS)
    shared = shapely.intersection(base.core, table.edge)
    return bool(2 * shared.area <= EPS * shared.length)  # a strip thinner than EPS is an edge that touches
