"""The lines that decide what can be seen: those that touch two things out of bases, corners and round blockers.

If some free line leads from one base to another, it can be moved and turned, free all the while, until it touches two
of them. So it's enough to look at the lines that do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.grown import Obstacle, convex_corners, corners_of, crossings, grown
from coldsteel.battlefield.lengths import Point

__all__ = ["critical_segments"]

Floats = npt.NDArray[np.float64]


def critical_segments(a: Base, b: Base, blockers: Sequence[Obstacle]) -> Floats:
    """The shortest stretches from base to base on all lines that touch two things: an array of n x 2 ends x 2."""
    origin, u = _lines(np.array(_features(a, b, blockers)))
    a_low, a_high = _chord(a, origin, u)
    b_low, b_high = _chord(b, origin, u)
    ahead = a_high <= b_low
    start, end = np.where(ahead, a_high, a_low), np.where(ahead, b_low, b_high)
    ok = (a_low <= a_high) & (b_low <= b_high) & (ahead | (b_high <= a_low))
    origin, u = origin[ok], u[ok]
    return np.stack((origin + start[ok, None] * u, origin + end[ok, None] * u), axis=1)


def _features(a: Base, b: Base, blockers: Sequence[Obstacle]) -> list[tuple[float, float, float]]:
    """Circles (x, y, radius), points among them, that a line may touch."""
    found: dict[tuple[float, float, float], None] = {}
    for thing in (a, b, *blockers):
        corners, margin = corners_of(thing)
        found.update({(x, y, margin): None for x, y in convex_corners(corners)})
    for base in (a, b):
        own = grown(*corners_of(base))
        for blocker in blockers:
            points: list[Point] = list(crossings(own, grown(*corners_of(blocker))))
            found.update({(x, y, 0.0): None for x, y in points})
    return list(found)


def _lines(features: Floats) -> tuple[Floats, Floats]:
    """A point and the direction of each line that touches two of the features, on either side of each."""
    i, j = np.triu_indices(len(features), 1)
    points, directions = [], []
    for s, t in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        p, q = features[i], features[j]
        keep = np.ones(len(i), dtype=bool)
        if s < 0:
            keep &= p[:, 2] > 0
        if t < 0:
            keep &= q[:, 2] > 0
        e = q[:, :2] - p[:, :2]
        n = np.hypot(e[:, 0], e[:, 1])
        k = t * q[:, 2] - s * p[:, 2]
        keep &= (n > 1e-9) & (np.abs(k) <= n)
        p, e, n, k = p[keep], e[keep], n[keep], k[keep]
        along, across = np.sqrt(n * n - k * k) / n, k / n
        u = np.stack((e[:, 0] * along + e[:, 1] * across, e[:, 1] * along - e[:, 0] * across), axis=1) / n[:, None]
        left = np.stack((-u[:, 1], u[:, 0]), axis=1)
        points.append(p[:, :2] - s * p[:, 2:] * left)
        directions.append(u)
    return np.concatenate(points), np.concatenate(directions)


def _chord(base: Base, origin: Floats, u: Floats) -> tuple[Floats, Floats]:
    """Where each line enters and leaves a base; enters after it leaves if it misses the base."""
    corners, margin = corners_of(base)
    if len(corners) == 1:
        d = np.array(corners[0]) - origin
        middle, off = (d * u).sum(axis=1), np.abs(d[:, 0] * u[:, 1] - d[:, 1] * u[:, 0])
        half = np.sqrt(np.maximum(0.0, margin * margin - off * off))
        return np.where(off <= margin + 1e-9, middle - half, np.inf), middle + half
    low, high = np.full(len(u), -np.inf), np.full(len(u), np.inf)
    for (px, py), (qx, qy) in zip(corners, (*corners[1:], corners[0]), strict=True):
        normal = np.array((qy - py, px - qx)) / np.hypot(qx - px, qy - py)
        speed, room = u @ normal, (np.array((px, py)) - origin) @ normal
        flat = np.abs(speed) < 1e-12
        bound = np.divide(room, speed, out=np.zeros_like(room), where=~flat)
        high = np.where(~flat & (speed > 0), np.minimum(high, bound), high)
        low = np.where(~flat & (speed < 0), np.maximum(low, bound), low)
        low = np.where(flat & (room < -1e-9), np.inf, low)
    return np.where(low <= high + 1e-9, np.minimum(low, high), np.inf), high
