"""Regions: where something may stand, put together from what is near to this and clear of that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.distances import Obstacle, distance
from coldsteel.battlefield.lengths import Point

__all__ = ["Region", "around", "beside", "common", "disc", "points_of", "straightened", "without"]

Region = BaseGeometry
"""A part of the plane, of whatever shape; round parts are made of 128 straight ones."""

_ROUND = 32  # straight parts to a quarter of a circle


def disc(centre: Point, radius: float) -> Region:
    """All points within `radius` of a point."""
    return shapely.buffer(shapely.Point(centre), radius, quad_segs=_ROUND)


def around(thing: Obstacle, by: float) -> Region:
    """All points within `by` of a base or a piece of terrain, its inside among them."""
    if isinstance(thing, Base):
        return shapely.buffer(thing.core, thing.margin + by, quad_segs=_ROUND)
    return shapely.buffer(thing.shape, by, quad_segs=_ROUND)


def beside(line: Sequence[Point], by: float) -> Region:
    """All points within `by` of a line through points (of a single point: round it)."""
    core = shapely.LineString(line) if len(line) > 1 else shapely.Point(line[0])
    return shapely.buffer(core, by)


def common(a: Region, b: Region) -> Region:
    """What lies in both."""
    return shapely.intersection(a, b)


def without(region: Region, others: Iterable[Region]) -> Region:
    """What lies in none of the others."""
    return shapely.difference(region, shapely.union_all(list(others)))


def points_of(region: Region, start: Point, apart: float = 0.5, slack: float = 0.05) -> list[Point]:
    """The point of a region nearest to a start, then points along its edge, `apart` from one another at most, the
    nearest first. None for an empty region."""
    if region.is_empty:
        return []
    nearest = shapely.get_point(shapely.shortest_line(region, shapely.Point(start)), 0)
    coarse = shapely.segmentize(shapely.simplify(region, slack), apart)
    edge = {(float(x), float(y)) for x, y in shapely.get_coordinates(coarse)}
    return [(nearest.x, nearest.y), *sorted(edge, key=lambda p: (round(distance(p, start), 6), p))]


def straightened(line: Sequence[Point], slack: float) -> list[Point]:
    """A line through points without those that lie within `slack` of the straight line past them."""
    if len(line) < 3:
        return list(line)
    kept = shapely.simplify(shapely.LineString(line), slack)
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(kept)]
