"""When a shape that moves in a straight line comes near another: solved side by side, without sampling."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt

from coldsteel.battlefield.lengths import Point

__all__ = ["entry"]

_SLOP = 1e-9
"""What floats may miss the end of a side by."""

Side = tuple[Point, Point]


def entry(moving: Sequence[Point], way: Point, standing: Sequence[Point], reach: float) -> float:
    """How far `moving` goes along the unit vector `way` before it is as near to `standing` as `reach`; inf for never.

    Both are corners of shapes in order round (or a single point), farther apart than `reach` to begin with. Two such
    shapes are nearest at a corner of one of them, so each corner is followed towards each side of the other.
    """
    back = -way[0], -way[1]
    first = inf
    for side in _sides(standing):
        for corner in moving:
            first = min(first, _to_side(corner, way, side, reach))
    for side in _sides(moving):
        for corner in standing:
            first = min(first, _to_side(corner, back, side, reach))
    return first


def _sides(corners: Sequence[Point]) -> list[Side]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _to_side(point: Point, way: Point, side: Side, reach: float) -> float:
    """How far a point goes before it is as near to a side as `reach`."""
    a, b = side
    length = hypot(b[0] - a[0], b[1] - a[1])
    ends = min(_to_point(point, way, a, reach), _to_point(point, way, b, reach)) if reach > 0 else inf
    if length <= _SLOP:
        return ends
    tx, ty = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    off = (point[0] - a[0]) * ty - (point[1] - a[1]) * tx
    rate = way[0] * ty - way[1] * tx
    if off * rate >= 0 or abs(rate) <= _SLOP:  # going away from the line, or along it: only the ends can come near
        return ends
    s = (abs(off) - reach) / abs(rate)
    foot = (point[0] + s * way[0] - a[0]) * tx + (point[1] + s * way[1] - a[1]) * ty
    return min(ends, s) if s >= -_SLOP and -_SLOP <= foot <= length + _SLOP else ends


def _to_point(point: Point, way: Point, target: Point, reach: float) -> float:
    """How far a point goes before it is as near to another as `reach`."""
    dx, dy = target[0] - point[0], target[1] - point[1]
    ahead = dx * way[0] + dy * way[1]
    beside = dx * dx + dy * dy - ahead * ahead
    if ahead <= 0 or beside >= reach * reach:
        return inf
    return ahead - sqrt(reach * reach - beside)
