"""What stands on the table: a shape at a place. A round base is kept as its centre and radius, so that distances and
contacts of round bases are exact."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from coldsteel.battlefield.lengths import Point, heading, hundredths, right_of
from coldsteel.errors import BattlefieldError

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

__all__ = ["Base", "Place", "Rectangle", "Round", "Shape"]


@dataclass(frozen=True, slots=True)
class Round:
    """A round base."""

    radius: float


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangular base or footprint: `width` is the length of the front edge, `depth` that of a side edge."""

    width: float
    depth: float


Shape = Round | Rectangle


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: the centre, the facing in degrees clockwise from +y, and how high the ground is there."""

    x: float
    y: float
    facing: float = 0.0
    z: float = 0.0

    @property
    def point(self) -> Point:
        """The centre."""
        return self.x, self.y

    def grains(self) -> tuple[int, int, int, int]:
        """The place in hundredths, as a state keeps it."""
        return hundredths(self.x), hundredths(self.y), hundredths(self.facing % 360.0) % 36000, hundredths(self.z)

    @classmethod
    def of_grains(cls, grains: tuple[int, int, int, int]) -> Place:
        """The place that `grains` gave."""
        return cls(*(n / 100 for n in grains))

    def quantised(self) -> Place:
        """The nearest place of the grain."""
        return Place.of_grains(self.grains())


@dataclass(frozen=True)
class Base:
    """A shape at a place.

    Raises `BattlefieldError` for a shape without an extent.
    """

    shape: Shape
    place: Place

    def __post_init__(self) -> None:
        sizes = (self.shape.radius,) if isinstance(self.shape, Round) else (self.shape.width, self.shape.depth)
        if not all(0 < s < 1e6 for s in sizes):
            raise BattlefieldError(f"{self.shape}: every side of a base is longer than 0")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.shape, self.place))

    def at(self, place: Place) -> Base:
        """The same shape elsewhere."""
        return replace(self, place=place)

    @property
    def centre(self) -> Point:
        """The centre."""
        return self.place.point

    @cached_property
    def core(self) -> BaseGeometry:
        """The base less its `margin`: the centre of a round base, the polygon of a rectangular one."""
        import shapely

        if isinstance(self.shape, Round):
            return shapely.Point(self.centre)
        return shapely.Polygon(self.corners())

    @property
    def margin(self) -> float:
        """How far the base reaches beyond its core, all round."""
        return self.shape.radius if isinstance(self.shape, Round) else 0.0

    @cached_property
    def outline(self) -> Polygon:
        """The base as a polygon; a round one has 64 corners on the circle."""
        import shapely

        core = self.core
        return core if isinstance(core, shapely.Polygon) else shapely.buffer(core, self.margin, quad_segs=16)

    def corners(self) -> tuple[Point, ...]:
        """The corners of a rectangle: front left, front right, rear right, rear left. None for a round base."""
        if isinstance(self.shape, Round):
            return ()
        a, b = self.shape.width / 2, self.shape.depth / 2
        return tuple(self.point_at(u, v) for u, v in ((-a, b), (a, b), (a, -b), (-a, -b)))

    def point_at(self, u: float, v: float) -> Point:
        """The point `u` to the right of the centre and `v` ahead of it, as the base faces."""
        (fx, fy), (rx, ry) = heading(self.place.facing), right_of(self.place.facing)
        return self.place.x + u * rx + v * fx, self.place.y + u * ry + v * fy

    def frame_of(self, point: Point) -> Point:
        """The inverse of `point_at`: how far right of the centre and how far ahead a point lies."""
        dx, dy = point[0] - self.place.x, point[1] - self.place.y
        (fx, fy), (rx, ry) = heading(self.place.facing), right_of(self.place.facing)
        return dx * rx + dy * ry, dx * fx + dy * fy
