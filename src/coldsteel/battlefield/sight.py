"""What can be seen past what: lines of sight in plan, and how much of a target an eye sees over what is in the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, sqrt

import numpy as np
import numpy.typing as npt
import shapely

from coldsteel.battlefield.bases import Base, Rectangle
from coldsteel.battlefield.critical import critical_segments
from coldsteel.battlefield.distances import gap, nearest_points
from coldsteel.battlefield.grown import Corners, Obstacle, corners_of, inside, segment_distance
from coldsteel.battlefield.grown import Segment as Line
from coldsteel.battlefield.lengths import EPS, Point
from coldsteel.battlefield.table import Piece
from coldsteel.errors import BattlefieldError

__all__ = ["crossed", "sees", "thickness", "visible_fraction", "worst_hiders"]

Topped = tuple[Obstacle, float]
"""Something in the way and how high its top is above the table."""


def sees(a: Base, b: Base, blockers: Sequence[Obstacle], ignore_own: bool = True) -> bool:
    """Does some straight line from a point of one base to a point of the other cross the inside of no blocker?

    To graze a blocker is free. With `ignore_own` a blocker on which one of the two stands doesn't count. Bases that
    touch see each other. Exact: all lines that touch two things are tried (see `critical`).
    """
    return _sees(a, b, tuple(o for o in blockers if o not in (a, b)), ignore_own)


@lru_cache(maxsize=16384)
def _sees(a: Base, b: Base, blockers: tuple[Obstacle, ...], ignore_own: bool) -> bool:
    if not blockers or gap(a, b) <= 0:
        return True
    corridor = shapely.union(a.outline, b.outline).convex_hull.buffer(0.01)
    near = [o for o in blockers if shapely.intersects(_shape(o), corridor)]
    if ignore_own:
        near = [o for o in near if not (_stands_on(a, o) or _stands_on(b, o))]
    if not near:
        return True
    quick = np.array((_between(a, b), nearest_points(a, b)))
    return _any_free(quick, near) or _any_free(critical_segments(a, b, near), near)


def _between(a: Base, b: Base) -> tuple[Point, Point]:
    """The line of the centres, from edge to edge."""
    (ax, ay), (bx, by) = a.centre, b.centre
    start = max(e for _, e in _chords(a, a.centre, b.centre))
    end = min(s for s, _ in _chords(b, a.centre, b.centre))
    return ((ax + start * (bx - ax), ay + start * (by - ay)), (ax + end * (bx - ax), ay + end * (by - ay)))


def _any_free(segments: npt.NDArray[np.float64], blockers: Sequence[Obstacle]) -> bool:
    """Does one of the segments cross the inside of no blocker?"""
    lines = np.asarray(shapely.linestrings(segments))
    pieces = [_shape(o) for o in blockers if not _is_round(o)]
    if pieces:
        # Joined first, so that nobody looks through the joint of two pieces.
        solid = shapely.union_all(pieces).buffer(-EPS, join_style="mitre")
        shapely.prepare(solid)
        lines = lines[~shapely.intersects(lines, solid)]
    for o in blockers:
        if isinstance(o, Base) and _is_round(o):
            lines = lines[shapely.distance(lines, o.core) >= o.margin - EPS]
    return len(lines) > 0


def _stands_on(base: Base, thing: Obstacle) -> bool:
    margin = base.margin + (thing.margin if isinstance(thing, Base) else 0.0)
    core = thing.core if isinstance(thing, Base) else thing.shape
    if margin > 0:
        return bool(shapely.distance(base.core, core) < margin - EPS)
    return bool(shapely.intersects(base.core.buffer(-EPS, join_style="mitre"), core))


def _is_round(thing: Obstacle) -> bool:
    return isinstance(thing, Base) and not isinstance(thing.shape, Rectangle)


def _shape(thing: Obstacle) -> shapely.Polygon:
    return thing.outline if isinstance(thing, Base) else thing.shape


# ---------------------------------------------------------------- how thick, and what is crossed
def thickness(piece: Piece, a: Point, b: Point) -> float:
    """The width of a piece along the line from a to b: as given by hand, else how much of the line is inside it.

    0 if the line doesn't cross the inside of the piece.
    """
    spans = _chords(piece, a, b)
    if spans and piece.obstacle_width is not None:
        return piece.obstacle_width
    return hypot(b[0] - a[0], b[1] - a[1]) * sum(e - s for s, e in spans)


def crossed(pieces: Iterable[Piece], a: Point, b: Point) -> list[Piece]:
    """The pieces whose inside the line from a to b crosses, in the order in which it comes to them."""
    found = [(spans[0][0], n, p) for n, p in enumerate(pieces) if (spans := _chords(p, a, b))]
    return [p for _, _, p in sorted(found, key=lambda f: f[:2])]


def _chords(thing: Obstacle, a: Point, b: Point) -> list[tuple[float, float]]:
    """The parts of the line from a to b that lie inside a thing, as shares of the line."""
    corners, margin = corners_of(thing)
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length < EPS or _apart(corners, margin, a, b):
        return []
    spans = _through_disc(corners[0], margin, a, b, length) if len(corners) == 1 else _through(corners, a, b)
    merged: list[tuple[float, float]] = []
    for s, e in spans:
        if merged and s <= merged[-1][1]:
            merged[-1] = merged[-1][0], e
        elif (e - s) * length > EPS:
            merged.append((s, e))
    return merged


def _apart(corners: Corners, margin: float, a: Point, b: Point) -> bool:
    """Does all of a thing lie beyond one end of the line, along either axis?"""
    return any(
        max(a[k], b[k]) < min(c[k] for c in corners) - margin or min(a[k], b[k]) > max(c[k] for c in corners) + margin
        for k in (0, 1)
    )


def _through_disc(c: Point, r: float, a: Point, b: Point, length: float) -> Iterator[tuple[float, float]]:
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    t = (c[0] - a[0]) * ux + (c[1] - a[1]) * uy
    h2 = r * r - ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) ** 2
    if h2 > EPS * r:
        low, high = (t - sqrt(h2)) / length, (t + sqrt(h2)) / length
        if high > 0 and low < 1:
            yield max(0.0, low), min(1.0, high)


def _through(corners: Corners, a: Point, b: Point) -> Iterator[tuple[float, float]]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = {0.0, 1.0}
    for (px, py), (qx, qy) in zip(corners, (*corners[1:], corners[0]), strict=True):
        det = dx * (qy - py) - dy * (qx - px)
        if abs(det) > 1e-12:
            t = ((px - a[0]) * (qy - py) - (py - a[1]) * (qx - px)) / det
            s = ((px - a[0]) * dy - (py - a[1]) * dx) / det
            if 0 < t < 1 and -1e-9 <= s <= 1 + 1e-9:
                cuts.add(t)
    ordered = sorted(cuts)
    for s, e in pairwise(ordered):
        m = (s + e) / 2
        p = a[0] + m * dx, a[1] + m * dy
        if inside(p, corners) and segment_distance(Line(p, p), corners) > EPS:
            yield s, e


# ---------------------------------------------------------------- how much of a target is seen
def visible_fraction(
    eye: Base,
    eye_height: float,
    target: Base,
    target_height: float,
    obstacles: Sequence[Topped],
    samples: int = 16,
) -> float:
    """The share of a target that an eye sees over what is in the way, 0 to 1.

    The eye is `eye_height` above the ground at the centre of its base; the target goes from the ground of its base
    `target_height` up; tops of obstacles are heights above the table. Sample lines lead from the eye to points spread
    over the target's width across the line of centres. On each the obstacle that covers most of the target's height
    counts, where it covers most. The two bases themselves are no obstacles. Raises `BattlefieldError` for a target
    without height, and for less than one sample.
    """
    shares = _covered(eye, eye_height, target, target_height, tuple(obstacles), samples)
    return 1.0 - float(shares.max(axis=0, initial=0.0).mean())


def worst_hiders(
    eye: Base,
    eye_height: float,
    target: Base,
    target_height: float,
    obstacles: Sequence[Topped],
    samples: int = 16,
) -> list[tuple[Obstacle, float]]:
    """Each obstacle that hides some of the target and the share that it alone would hide, the greatest first.

    Of equal shares the obstacle nearer to the target comes first. Arguments and errors as for `visible_fraction`.
    """
    shares = _covered(eye, eye_height, target, target_height, tuple(obstacles), samples).mean(axis=1)
    found = [(o, float(s)) for (o, _), s in zip(obstacles, shares, strict=True) if s > EPS]
    return sorted(found, key=lambda f: (-round(f[1], 9), gap(target, f[0])))


@lru_cache(maxsize=4096)
def _covered(
    eye: Base, eye_height: float, target: Base, target_height: float, obstacles: tuple[Topped, ...], samples: int
) -> npt.NDArray[np.float64]:
    """The share that each obstacle covers on each sample line: an array of obstacles x samples."""
    if target_height <= 0 or samples < 1:
        raise BattlefieldError(f"a target of height {target_height} can't be looked at along {samples} lines")
    level, feet = eye.place.z + eye_height, target.place.z
    shares = np.zeros((len(obstacles), samples))
    points = list(_spread(eye.centre, target, samples))
    half = hypot(points[0][0] - target.place.x, points[0][1] - target.place.y)
    for row, (thing, top) in zip(shares, obstacles, strict=True):
        if thing not in (eye, target) and _near_line(thing, eye.centre, target.centre, half):
            for i, point in enumerate(points):
                row[i] = (_hidden_up_to(level, thing, top, eye.centre, point) - feet) / target_height
    shares.clip(0.0, 1.0, out=shares)
    shares.setflags(write=False)
    return shares


def _spread(eye: Point, target: Base, samples: int) -> Iterator[Point]:
    """Points spread evenly over a target's width, across the line to it."""
    x, y = target.centre
    length = hypot(x - eye[0], y - eye[1])
    if length < EPS:
        raise BattlefieldError(f"an eye right above its target at {target.centre} has no line to it")
    rx, ry = (y - eye[1]) / length, (eye[0] - x) / length
    corners, margin = corners_of(target)
    half = max(abs((px - x) * rx + (py - y) * ry) for px, py in corners) + margin
    for i in range(samples):
        off = half * (2 * (i + 0.5) / samples - 1)
        yield x + off * rx, y + off * ry


def _near_line(thing: Obstacle, a: Point, b: Point, half: float) -> bool:
    """May a thing come nearer than `half` to the line from a to b?"""
    corners, margin = corners_of(thing)
    return segment_distance(Line(a, b), corners) <= margin + half + EPS or inside(a, corners)


def _hidden_up_to(level: float, thing: Obstacle, top: float, eye: Point, point: Point) -> float:
    """Up to what height at the end of a line its eye sees nothing because of an obstacle."""
    spans = _chords(thing, eye, point)
    if not spans:
        return -np.inf
    place = spans[0][0] if top >= level else spans[-1][1]
    if place <= 0:
        return np.inf if top > level else -np.inf
    return level + (top - level) / place
