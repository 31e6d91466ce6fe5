"""Where along its path a moving base comes near another one. Exact for round and rectangular bases.

The moving base keeps its facing. One base on a path and another at rest are the same as the point of the path and the
other base grown by the first: convex corners (the sums of their corners) with a margin (the sum of their margins).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot, sqrt

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.grown import Corners, Obstacle
from coldsteel.battlefield.lengths import EPS, GRAIN, Point
from coldsteel.battlefield.paths import Path, Within, shortest_path
from coldsteel.battlefield.table import Table
from coldsteel.errors import BattlefieldError

__all__ = ["Span", "first_within", "interceptable", "on_strip", "within_reach"]

Span = tuple[float, float]
"""Where a part of a path begins and ends, as lengths along the path."""


@lru_cache(maxsize=8192)
def within_reach(path: Path, mover: Base, watcher: Base, reach: float) -> tuple[Span, ...]:
    """The parts of a path on which the gap between the moving base and the watcher is not above `reach`.

    A part may be a single place, as where the two just touch in passing. Raises `BattlefieldError` for a reach below 0.
    """
    if reach < 0:
        raise BattlefieldError(f"a reach of {reach} between bases is below 0")
    return _spans(path, _sum(mover, watcher), mover.margin + watcher.margin + reach)


def first_within(path: Path, mover: Base, target: Base, gap: float) -> float | None:
    """How far along its path a base is first within `gap` of a target; None if it never is."""
    spans = within_reach(path, mover, target, gap)
    return spans[0][0] if spans else None


def interceptable(
    path: Path,
    mover: Base,
    rescuer: Base,
    run: float,
    gap: float,
    obstacles: Sequence[Obstacle] = (),
    table: Table | None = None,
    straight_only: bool = False,
    ignore: Sequence[Obstacle] = (),
    ends_clear: Sequence[Obstacle] = (),
) -> tuple[Span, ...]:
    """The parts of a path to which a rescuer can come: to within `gap` of the mover there, by a path of `run` or less.

    Exact where its way is straight. Where it leads round something, parts (and breaks in them) shorter than a quarter
    of a unit may be missed, and ends are right to half a grain, on the near side.
    """

    def comes(s: float) -> bool:
        x, y = path.at(s)
        goal = Within(mover.at(replace(mover.place, x=x, y=y)), gap)
        way = shortest_path(rescuer, goal, obstacles, table, straight_only, run, ignore, ends_clear)
        return way is not None

    found: list[Span] = []
    for start, end in within_reach(path, mover, rescuer, run + gap):
        parts = max(1, ceil((end - start) / 0.25))
        places = [start + (end - start) * n / parts for n in range(parts + 1)]
        found += _runs(places, [comes(s) for s in places], comes)
    return tuple(found)


def _runs(places: Sequence[float], flags: Sequence[bool], test: Callable[[float], bool]) -> Iterator[Span]:
    """The stretches where a test holds, with ends between the places found by halving."""
    start: float | None = None
    for i, (s, flag) in enumerate(zip(places, flags, strict=True)):
        if flag and start is None:
            start = _border(s, places[i - 1], test) if i else s
        if not flag and start is not None:
            yield start, _border(places[i - 1], s, test)
            start = None
    if start is not None:
        yield start, places[-1]


def _border(good: float, bad: float, test: Callable[[float], bool]) -> float:
    while abs(good - bad) > GRAIN / 2:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if test(middle) else (good, middle)
    return good


def on_strip(base: Base, path: Path, mover: Base, from_s: float = 0.0) -> bool:
    """Does a base overlap the strip that the mover sweeps on the rest of its path? To touch it is not enough."""
    margin = mover.margin + base.margin - 3 * EPS
    return any(end > from_s + EPS or start >= from_s for start, end in _spans(path, _sum(mover, base), margin))


def _sum(mover: Base, other: Base) -> Corners:
    """The corners of what the centre of the mover must stay out of, less margins; against the clock."""
    corners = other.corners() or (other.centre,)
    x, y = mover.centre
    own = [(px - x, py - y) for px, py in mover.corners()] or [(0.0, 0.0)]
    return _hull([(cx - ox, cy - oy) for cx, cy in corners for ox, oy in own])


def _hull(points: Sequence[Point]) -> Corners:
    """The corners of the convex hull, against the clock."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    halves = []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for p in run:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 1e-12:
                chain.pop()
            chain.append(p)
        halves.append(chain[:-1])
    return (*halves[0], *halves[1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _spans(path: Path, corners: Corners, margin: float) -> tuple[Span, ...]:
    """The parts of a path that lie within `margin` of the convex corners; a margin below 0 shrinks the corners."""
    found: list[Span] = []
    stretches = list(pairwise(path.points)) or [(path.end, path.end)]
    for (a, b), mark in zip(stretches, path.marks, strict=False):
        found += [(mark + s, mark + e) for s, e in _on_segment(a, b, corners, margin)]
    merged: list[Span] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1] + EPS:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(merged)


def _on_segment(a: Point, b: Point, corners: Corners, margin: float) -> Iterator[Span]:
    length = hypot(b[0] - a[0], b[1] - a[1])
    u = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length > 0 else (1.0, 0.0)
    if margin >= 0:
        for c in corners:
            yield from _in_disc(a, u, length, c, margin)
    if len(corners) < 3:
        return
    walls = [_wall(p, q) for p, q in zip(corners, (*corners[1:], corners[0]), strict=True)]
    yield from _in_walls(a, u, length, [(n, d + min(margin, 0.0)) for n, d, _, _ in walls])
    if margin > 0:
        for (nx, ny), d, low, high in walls:
            band = [((nx, ny), d + margin), ((-nx, -ny), -d), ((-ny, nx), high), ((ny, -nx), -low)]
            yield from _in_walls(a, u, length, band)


def _wall(p: Point, q: Point) -> tuple[Point, float, float, float]:
    """An edge: its outward normal n, n·p, and how far along the edge's direction it begins and ends."""
    n = hypot(q[0] - p[0], q[1] - p[1])
    tx, ty = (q[0] - p[0]) / n, (q[1] - p[1]) / n
    return (ty, -tx), ty * p[0] - tx * p[1], tx * p[0] + ty * p[1], tx * q[0] + ty * q[1]


def _in_disc(a: Point, u: Point, length: float, c: Point, r: float) -> Iterator[Span]:
    dx, dy = c[0] - a[0], c[1] - a[1]
    t, off = dx * u[0] + dy * u[1], dx * u[1] - dy * u[0]
    if abs(off) <= r + EPS:
        half = sqrt(max(0.0, r * r - off * off))
        if t + half >= -EPS and t - half <= length + EPS:
            yield min(max(0.0, t - half), length), max(0.0, min(length, t + half))


def _in_walls(a: Point, u: Point, length: float, walls: Sequence[tuple[Point, float]]) -> Iterator[Span]:
    """The stretch on which n·x <= d for each wall (n, d)."""
    low, high = 0.0, length
    for (nx, ny), d in walls:
        speed, room = nx * u[0] + ny * u[1], d - nx * a[0] - ny * a[1]
        if abs(speed) < 1e-12:
            if room < -EPS:
                return
        elif speed > 0:
            high = min(high, room / speed)
        else:
            low = max(low, room / speed)
    if low <= high + EPS:
        yield min(low, high), max(low, high)
