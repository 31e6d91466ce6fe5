"""Which things touch, which overlap, and along which edges rectangles are joined. To touch is not to overlap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

import shapely
from shapely import Polygon

from coldsteel.battlefield.bases import Base, Rectangle, Round
from coldsteel.battlefield.distances import Obstacle, distance, gap, margin_of, off_table
from coldsteel.battlefield.lengths import EPS, GRAIN, Point, heading, right_of
from coldsteel.battlefield.quarters import Quarter
from coldsteel.battlefield.table import Piece, Table
from coldsteel.errors import BattlefieldError

__all__ = [
    "Stretch",
    "check_apart",
    "faults_of_layout",
    "half_side",
    "inset",
    "joined",
    "merged",
    "on_side",
    "overlapping",
    "overlaps",
    "rectangle_of",
    "shared_edge",
    "touched_side",
    "touching",
]

S = TypeVar("S", bound=Obstacle)

Stretch = tuple[float, float]
"""Where a part of a side begins and ends, measured from the middle of the side (see `on_side`)."""


# ---------------------------------------------------------------- touching and overlapping
def touching(a: Obstacle, b: Obstacle, tolerance: float = GRAIN) -> bool:
    """Are two things no more than `tolerance` apart? So they are if they overlap."""
    return gap(a, b) <= tolerance + EPS


def overlaps(a: Base, b: Obstacle, tolerance: float = EPS) -> bool:
    """Do the insides of two things share ground, deeper than `tolerance`?

    Places of the grain that should touch may overlap by almost `GRAIN`: give that as the tolerance for them.
    """
    if isinstance(b, Base):
        if isinstance(a.shape, Rectangle) and isinstance(b.shape, Rectangle):
            return _crossed(a, b, tolerance)
        return _deeper(a, b, tolerance)
    if isinstance(a.shape, Round):
        return bool(shapely.dwithin(a.core, b.shape, a.shape.radius - tolerance - EPS / 2))
    return bool(shapely.intersects(inset(a, tolerance), b.shape))


def _deeper(a: Base, b: Base, tolerance: float) -> bool:
    """Two bases, one of them round at least."""
    if isinstance(a.shape, Round) and isinstance(b.shape, Round):
        return distance(a.centre, b.centre) < a.shape.radius + b.shape.radius - tolerance
    ball, box = (a, b) if isinstance(a.shape, Round) else (b, a)
    assert isinstance(box.shape, Rectangle)
    u, v = box.frame_of(ball.centre)
    beside, ahead = max(0.0, abs(u) - box.shape.width / 2), max(0.0, abs(v) - box.shape.depth / 2)
    reach = ball.margin - tolerance
    return reach > 0 and beside * beside + ahead * ahead < reach * reach


def _crossed(a: Base, b: Base, tolerance: float) -> bool:
    """Two rectangles: no line along a side of either parts them (a separating axis)."""
    assert isinstance(a.shape, Rectangle) and isinstance(b.shape, Rectangle)
    dx, dy = b.place.x - a.place.x, b.place.y - a.place.y
    ha, wa, hb, wb = (f(x.place.facing) for x in (a, b) for f in (heading, right_of))
    halves = (a.shape.depth / 2, a.shape.width / 2, b.shape.depth / 2, b.shape.width / 2)
    axes = (ha, wa, hb, wb)
    for x, y in axes:
        reach = sum(half * abs(ax * x + ay * y) for half, (ax, ay) in zip(halves, axes, strict=True))
        if abs(dx * x + dy * y) >= reach - tolerance:
            return False
    return True


@lru_cache(maxsize=1 << 12)
def inset(base: Base, by: float) -> Polygon:
    """A rectangle made smaller by `by` on every side, but never to nothing."""
    shape = rectangle_of(base)
    a, b = (max(size / 2 - by, size / 8) for size in (shape.width, shape.depth))
    smaller = Polygon([base.point_at(u, v) for u, v in ((-a, b), (a, b), (a, -b), (-a, -b))])
    shapely.prepare(smaller)
    return smaller


def overlapping(base: Base, others: Iterable[S], tolerance: float = EPS) -> list[S]:
    """Those of the others that a base overlaps, in their order."""
    return [other for other in others if overlaps(base, other, tolerance)]


# ---------------------------------------------------------------- sides and shared edges
def rectangle_of(base: Base) -> Rectangle:
    """The shape of a base that has sides. Raises `BattlefieldError` for a round one."""
    if isinstance(base.shape, Round):
        raise BattlefieldError(f"{base}: a round base has no sides")
    return base.shape


def on_side(base: Base, side: Quarter, point: Point) -> Point:
    """A point as seen from a side of a rectangle: how far along the side from its middle, how far out from it.

    Along the front and the rear one counts to the right of the base, along the flanks towards its front.
    """
    shape, (u, v) = rectangle_of(base), base.frame_of(point)
    if side in (Quarter.FRONT, Quarter.REAR):
        return u, (v if side == Quarter.FRONT else -v) - shape.depth / 2
    return v, (u if side == Quarter.RIGHT else -u) - shape.width / 2


def half_side(base: Base, side: Quarter) -> float:
    """Half the length of a side of a rectangle."""
    shape = rectangle_of(base)
    return (shape.width if side in (Quarter.FRONT, Quarter.REAR) else shape.depth) / 2


def joined(a: Base, b: Obstacle, tolerance: float = GRAIN) -> tuple[tuple[Quarter, Stretch], ...]:
    """The parts of the sides of `a` that an edge of `b` lies against, side by side from the front clockwise.

    The edges must look at each other and lie within `tolerance` of one line. What is not longer than that is a corner
    and no edge. A round base has no edges.
    """
    if isinstance(a.shape, Round) or margin_of(b) or not touching(a, b, tolerance):
        return ()
    return _joined(a, b, tolerance)


@lru_cache(maxsize=1 << 13)
def _joined(a: Base, b: Obstacle, tolerance: float) -> tuple[tuple[Quarter, Stretch], ...]:
    corners = b.outline if isinstance(b, Piece) else b.corners()
    found: list[tuple[Quarter, Stretch]] = []
    for side in Quarter:
        ring = [on_side(a, side, corner) for corner in corners]
        parts = _against(ring, half_side(a, side), tolerance)
        found += [(side, (lo, hi)) for lo, hi in merged(parts) if hi - lo > tolerance]
    return tuple(found)


def _against(ring: Sequence[Point], half: float, tolerance: float) -> list[Stretch]:
    """The edges of a ring, in the frame of a side, that lie on the side and have the inside of the ring beyond it."""
    edges = list(zip(ring, (*ring[1:], ring[0]), strict=True))
    turn = sum(p[0] * q[1] - q[0] * p[1] for p, q in edges)  # above 0: anticlockwise, the inside to the left
    parts = []
    for (s, n), (t, m) in edges:
        lo, hi = max(-half, min(s, t)), min(half, max(s, t))
        if hi - lo <= EPS or (t - s) * turn <= 0:
            continue
        slope = (m - n) / (t - s)
        if all(abs(n + slope * (x - s)) <= tolerance + EPS for x in (lo, hi)):
            parts.append((lo, hi))
    return parts


def merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same ground in as few stretches as will do, in order."""
    out: list[Stretch] = []
    for lo, hi in sorted(stretches):
        if out and lo <= out[-1][1] + EPS:
            out[-1] = out[-1][0], max(out[-1][1], hi)
        else:
            out.append((lo, hi))
    return out


def shared_edge(a: Base, b: Obstacle, tolerance: float = GRAIN) -> float:
    """The length along which the sides of rectangle `a` lie against edges of a rectangle or a piece of terrain.

    0 for a corner, and for round bases.
    """
    return sum(hi - lo for _, (lo, hi) in joined(a, b, tolerance))


def touched_side(a: Base, b: Obstacle, tolerance: float = GRAIN) -> Quarter | None:
    """The side of rectangle `a` that `b` lies against, the longest if there are several; None without a shared edge."""
    lengths = dict.fromkeys(Quarter, 0.0)
    for side, (lo, hi) in joined(a, b, tolerance):
        lengths[side] += hi - lo
    best = max(Quarter, key=lengths.__getitem__)
    return best if lengths[best] > 0 else None


# ---------------------------------------------------------------- a sound layout
def faults_of_layout(bases: Mapping[str, Base], table: Table, tolerance: float = GRAIN) -> list[tuple[str, str]]:
    """All that no table can hold: bases off the table, in impassable ground, on each other.

    -> pairs of the name of the base and a sentence; of two bases that overlap the later one is named.
    """
    faults = []
    for name, base in bases.items():
        if off_table(base, table, tolerance=tolerance):
            faults.append(
                (name, f"{name}: it reaches over the edge of the table of {table.width:g} by {table.height:g}")
            )
        barred = overlapping(base, (p for p in table.pieces if p.impassable), tolerance)
        faults += [(name, f"{name}: it stands in '{piece.name}', which is impassable") for piece in barred]
    for (one, a), (other, b) in combinations(bases.items(), 2):
        if overlaps(a, b, tolerance):
            faults.append((other, f"{other}: it overlaps '{one}'"))
    return faults


def check_apart(bases: Mapping[str, Base], table: Table, tolerance: float = GRAIN) -> None:
    """Raises `BattlefieldError` with all of `faults_of_layout`, a line each, if there are any."""
    faults = faults_of_layout(bases, table, tolerance)
    if faults:
        raise BattlefieldError("\n".join(sentence for _, sentence in faults))
