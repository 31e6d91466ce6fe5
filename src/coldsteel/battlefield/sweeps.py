"""Straight moves without a turn: the strip that a base sweeps, what stands on it, and how far the base can go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor, inf
from typing import TypeVar

import shapely
from shapely import LineString, MultiPoint
from shapely.geometry.base import BaseGeometry

from coldsteel.battlefield.bases import Base, Place, Round
from coldsteel.battlefield.contact import inset
from coldsteel.battlefield.distances import Obstacle, extent, ground_of, margin_of
from coldsteel.battlefield.entries import entry
from coldsteel.battlefield.lengths import EPS, Point, heading, turned
from coldsteel.battlefield.table import Table
from coldsteel.errors import BattlefieldError

__all__ = ["blocked", "farthest", "rotated", "slide", "swept"]

S = TypeVar("S", bound=Obstacle)


def slide(base: Base, facing: float, length: float) -> Place:
    """The place `length` away from a base in the direction of `facing`; the base keeps its own facing and height."""
    x, y = heading(facing)
    here = base.place
    return Place(here.x + length * x, here.y + length * y, here.facing, here.z)


def rotated(base: Base, by: float) -> Base:
    """A base turned clockwise by some degrees about its centre."""
    here = base.place
    return base.at(Place(here.x, here.y, turned(here.facing, by), here.z))


# ---------------------------------------------------------------- the strip
def swept(base: Base, to: Place) -> BaseGeometry:
    """The strip that a base sweeps as it slides straight to a place, its ground at both ends included.

    Exact for a rectangle; the ends of the strip of a round base have 64 corners to the circle (`blocked` is exact for
    both). Raises `BattlefieldError` if the place has another facing: a slide does not turn a rectangle.
    """
    strip = _strip(base, to, 0.0)
    return strip.buffer(base.margin, quad_segs=16) if base.margin else strip


@lru_cache(maxsize=1 << 12)
def _strip(base: Base, to: Place, tolerance: float) -> BaseGeometry:
    """The strip of the core of a base, of a rectangle less the tolerance all round."""
    if isinstance(base.shape, Round):
        strip: BaseGeometry = LineString([base.centre, to.point]) if base.centre != to.point else base.core
    else:
        if abs((to.facing - base.place.facing + 180) % 360 - 180) > EPS:
            raise BattlefieldError(f"a slide does not turn a base: from {base.place.facing:g} to {to.facing:g} degrees")
        dx, dy = to.x - base.place.x, to.y - base.place.y
        start = _corners(base, tolerance)
        strip = MultiPoint([*start, *((x + dx, y + dy) for x, y in start)]).convex_hull
    shapely.prepare(strip)
    return strip


def _corners(base: Base, tolerance: float) -> tuple[Point, ...]:
    """The corners of the core, of a rectangle less the tolerance all round; the centre of a round base."""
    if isinstance(base.shape, Round):
        return (base.centre,)
    if tolerance <= 0:
        return base.corners()
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(inset(base, tolerance))[:4])


def blocked(base: Base, to: Place, obstacles: Sequence[S], tolerance: float = EPS) -> list[S]:
    """The obstacles that a base overlaps somewhere on its straight way to a place, in their order.

    To touch one is free; so is to overlap it no deeper than `tolerance`. Raises `BattlefieldError` as `swept` does.
    """
    return [o for o in obstacles if _within(base, to, o, base.margin + margin_of(o), tolerance)]


def _within(base: Base, to: Place, obstacle: Obstacle, reach: float, tolerance: float) -> bool:
    """Do the cores come nearer than `reach` less the tolerance (or, without a reach, overlap deeper than that)?"""
    if reach <= 0:
        return bool(shapely.intersects(_strip(base, to, tolerance), ground_of(obstacle)))
    return bool(shapely.dwithin(_strip(base, to, 0.0), ground_of(obstacle), reach - tolerance))


# ---------------------------------------------------------------- how far
def farthest(
    base: Base,
    facing: float,
    length: float,
    obstacles: Sequence[Obstacle],
    step: float | None = None,
    clearance: float = 0.0,
    table: Table | None = None,
    tolerance: float = EPS,
) -> float:
    """How far a base can slide in a direction, `length` at most.

    It stops before it overlaps an obstacle, or comes nearer to one than `clearance` (an obstacle to which it began
    nearer it may only not overlap), or reaches off the table, if one is given; all this by no more than `tolerance`.
    Where it overlaps an obstacle to begin with, it does not move. With a `step` the way is the longest of whole steps,
    or all of `length`. Raises `BattlefieldError` for a length or a clearance below 0 and a step that isn't above 0.
    """
    if length < 0 or clearance < 0 or (step is not None and step <= 0):
        raise BattlefieldError(f"a slide of {length:g}, clearance {clearance:g}, step {step}: no length is below 0")
    free = length if table is None else min(length, _room(base, facing, table))
    for obstacle in obstacles:
        free = _up_to(base, facing, free, obstacle, clearance, tolerance)
    if step is None or free >= length - EPS:
        return free
    return min(free, step * floor(free / step + EPS))


def _up_to(base: Base, facing: float, length: float, obstacle: Obstacle, clearance: float, tolerance: float) -> float:
    """How far the base can go before this one obstacle."""
    margins = base.margin + margin_of(obstacle)
    reach = margins + clearance
    if clearance and _within(base, base.place, obstacle, reach, tolerance):
        reach = margins
    to = slide(base, facing, length)
    if not _within(base, to, obstacle, reach, tolerance):
        return length
    if _within(base, base.place, obstacle, reach, tolerance):
        return 0.0
    way, less = heading(facing), (tolerance if reach <= 0 else 0.0)
    standing = tuple((float(x), float(y)) for x, y in shapely.get_coordinates(ground_of(obstacle)))
    first = entry(_corners(base, less), way, standing, max(0.0, reach - tolerance))
    return min(length, max(0.0, first - tolerance))


def _room(base: Base, facing: float, table: Table) -> float:
    """How far the base can go before a part of it lies beyond an edge of the table."""
    if not table.bounded:
        return inf
    (dx, dy), (left, low, right, high) = heading(facing), extent(base)
    rooms = ((-dx, left), (dx, table.width - right), (-dy, low), (dy, table.height - high))
    return min((max(0.0, room) / rate for rate, room in rooms if rate > EPS), default=inf)
