"""Laying a rectangle against a side of another, and what is left of that side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Literal

import shapely
from shapely import Polygon

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.contact import Stretch, half_side, joined, merged, on_side, rectangle_of
from coldsteel.battlefield.distances import Obstacle, distance_to_point, gap, margin_of
from coldsteel.battlefield.lengths import EPS, GRAIN, Point, turned
from coldsteel.battlefield.quarters import Quarter
from coldsteel.battlefield.table import Piece
from coldsteel.errors import BattlefieldError

__all__ = ["Flush", "Tie", "flush", "free_length", "shrunk_square"]

Tie = Literal["nearest", "centre"]
"""Which of several equally good positions is taken: the nearest to where one came from, or to the middle."""


@dataclass(frozen=True, slots=True)
class Flush:
    """A rectangle laid with its front edge on a side of another.

    `offset` is where along the side the middle of the front edge lies (see `contact.on_side`), `contact` the length
    of the side that it covers. Nothing is quantised yet.
    """

    base: Base
    offset: float
    contact: float


# ---------------------------------------------------------------- flush on a side
def flush(
    charger: Rectangle,
    target: Base,
    side: Quarter,
    at: Point,
    obstacles: Sequence[Obstacle],
    tie: Tie = "nearest",
    tolerance: float = EPS,
) -> Flush | None:
    """A rectangle with its front edge flush on a side of another, where it covers most of it and overlaps no obstacle.

    It faces against the side. Of positions that cover as much it takes the nearest to `at`, projected on the side
    (for the tie "centre": to the middle of the side), and of two as near the one with the lower coordinate along the
    side. The target may be among the obstacles. None if no free position covers any of the side. Raises
    `BattlefieldError` for a round target.
    """
    half, own = half_side(target, side), charger.width / 2
    free = _free(charger, target, side, obstacles, tolerance)
    plateau = abs(half - own)
    wanted = on_side(target, side, at)[0] if tie == "nearest" else 0.0
    spots = [_clamp(x, lo, hi) for lo, hi in free for x in (-plateau, plateau, _clamp(wanted, -plateau, plateau))]
    if not spots:
        return None
    most = max(_cover(half, own, s) for s in spots)
    if most <= EPS:
        return None
    best = [s for s in spots if _cover(half, own, s) >= most - EPS]
    near = min(abs(s - wanted) for s in best)
    offset = min(s for s in best if abs(s - wanted) <= near + EPS)
    return Flush(Base(charger, _laid(charger, target, side, offset)), offset, _cover(half, own, offset))


def _clamp(x: float, lo: float, hi: float) -> float:
    return min(max(x, lo), hi)


def _cover(half: float, own: float, offset: float) -> float:
    """How much of a side a front edge covers that has its middle at `offset`."""
    return max(0.0, min(half, offset + own) - max(-half, offset - own))


def _laid(charger: Rectangle, target: Base, side: Quarter, offset: float) -> Place:
    """The place of a rectangle whose front edge lies on a side."""
    shape = rectangle_of(target)
    out = ((shape.depth if side in (Quarter.FRONT, Quarter.REAR) else shape.width) + charger.depth) / 2
    u, v = {
        Quarter.FRONT: (offset, out),
        Quarter.RIGHT: (out, offset),
        Quarter.REAR: (offset, -out),
        Quarter.LEFT: (-out, offset),
    }[side]
    x, y = target.point_at(u, v)
    return Place(x, y, turned(target.place.facing, 90.0 * side + 180.0), target.place.z)


def _free(
    charger: Rectangle, target: Base, side: Quarter, obstacles: Sequence[Obstacle], tolerance: float
) -> list[Stretch]:
    """The offsets, as closed stretches, at which the charger touches the side or its ends and overlaps no obstacle."""
    own = charger.width / 2
    end = half_side(target, side) + own
    near = [o for o in obstacles if o != target and gap(target, o) <= hypot(charger.width, charger.depth)]
    shadows = [s for o in near for s in _shadows(target, side, o, charger.depth, tolerance)]
    free: list[Stretch] = []
    start = -end
    for lo, hi in sorted((lo - own, hi + own) for lo, hi in shadows):
        if start <= lo + tolerance:
            middle = (start + lo) / 2  # a gap just too narrow by the noise of floats
            free.append((start, lo) if start <= lo else (middle, middle))
        start = max(start, hi)
    free.append((start, end))
    return [(lo, min(hi, end)) for lo, hi in free if lo <= min(hi, end)]


def _shadows(target: Base, side: Quarter, obstacle: Obstacle, depth: float, tolerance: float) -> list[Stretch]:
    """What an obstacle bars of a side, for a front edge `depth` deep: its parts in the band before the side, projected.

    Each connected part of it bars all between its ends, for the charger fills the whole depth of the band.
    """
    if isinstance(obstacle, Base) and isinstance(obstacle.shape, Round):
        s, n = on_side(target, side, obstacle.centre)
        away, reach = abs(n - _clamp(n, 0.0, depth)), obstacle.shape.radius
        if away >= reach - tolerance:
            return []
        return [(s - sqrt(reach * reach - away * away), s + sqrt(reach * reach - away * away))]
    corners = obstacle.outline if isinstance(obstacle, Piece) else obstacle.corners()
    ring = [on_side(target, side, corner) for corner in corners]
    low, high = min(n for _, n in ring), max(n for _, n in ring)
    if high <= tolerance or low >= depth - tolerance:
        return []
    return _parts(ring, tolerance, depth - tolerance)


def _parts(ring: Sequence[Point], low: float, high: float) -> list[Stretch]:
    """The connected parts of a polygon in the band low < n < high, each from its least s to its greatest."""
    left, right = min(s for s, _ in ring) - 1, max(s for s, _ in ring) + 1
    band = shapely.box(left, low, right, high)
    cut = shapely.intersection(Polygon(ring), band)
    bounds = [part.bounds for part in shapely.get_parts(cut) if isinstance(part, Polygon)]
    return [(float(lo), float(hi)) for lo, _, hi, _ in bounds]


# ---------------------------------------------------------------- what is left of a side
def free_length(
    target: Base, side: Quarter, others: Sequence[Obstacle], tolerance: float = GRAIN
) -> tuple[float, float]:
    """How much of a side no edge of the others lies against: in all, and the longest stretch of it.

    Raises `BattlefieldError` for a round target.
    """
    half = half_side(target, side)
    taken = merged(part for o in others for s, part in joined(target, o, tolerance) if s == side)
    ends = [-half, *(x for part in taken for x in part), half]
    open_parts = [max(0.0, hi - lo) for lo, hi in zip(ends[::2], ends[1::2], strict=True)]
    return sum(open_parts), max(open_parts)


# ---------------------------------------------------------------- a square that fits
def shrunk_square(centre: Point, facing: float, side: float, others: Sequence[Obstacle]) -> Base | None:
    """The largest square with this centre and facing, `side` long at most, that overlaps nothing.

    None if the centre itself lies in or on one of the others, so that there is no room for any. Raises
    `BattlefieldError` for a `side` that isn't above 0.
    """
    if side <= 0:
        raise BattlefieldError(f"a square with a side of {side:g} has no extent")
    square = Base(Rectangle(side, side), Place(*centre, facing))
    near = [o for o in others if distance_to_point(o, centre) < side]
    half = min([side / 2, *(_square_reach(square, o) for o in near)])
    if half <= EPS:
        return None
    return square if half == side / 2 else Base(Rectangle(2 * half, 2 * half), square.place)


def _square_reach(square: Base, other: Obstacle) -> float:
    """Half the side of the square that just touches a thing; 0 if its centre lies in it."""
    if isinstance(other, Base) and isinstance(other.shape, Round):
        y, x = sorted(abs(c) for c in square.frame_of(other.centre))
        r = margin_of(other)
        if x - r >= y:
            return x - r
        return max(0.0, (x + y - sqrt(2 * r * r - (x - y) ** 2)) / 2)
    corners = other.outline if isinstance(other, Piece) else other.corners()
    ring = [square.frame_of(corner) for corner in corners]
    if shapely.intersects_xy(Polygon(ring), 0.0, 0.0):
        return 0.0
    return min(_edge_reach(p, q) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True))


def _edge_reach(p: Point, q: Point) -> float:
    """The least of max(|x|, |y|) on an edge: at an end, or where |x|, |y| or |x| - |y| is 0."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    zeros = ((p[0], dx), (p[1], dy), (p[0] - p[1], dx - dy), (p[0] + p[1], dx + dy))
    shares = [0.0, 1.0, *(_clamp(-c / d, 0.0, 1.0) for c, d in zeros if d)]
    return min(max(abs(p[0] + t * dx), abs(p[1] + t * dy)) for t in shares)
