"""The shortest way of a base round what is in its way.

A path is the path of the base's centre. It bends in arcs round the corners of pieces and round bases; the moving base
may touch what it passes. A rectangular base is taken as the circle round it, wherever it goes or ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, pairwise
from math import hypot, inf

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.grown import (
    Grown,
    Obstacle,
    corners_of,
    crossings,
    grown,
    point_distance,
    radius_of,
)
from coldsteel.battlefield.lengths import EPS, GRAIN, Point
from coldsteel.battlefield.table import Table
from coldsteel.battlefield.ways import Bounds, Goal, clear, free, leg_points, shortest_legs
from coldsteel.errors import BattlefieldError

__all__ = ["Path", "Within", "shortest_path"]


@dataclass(frozen=True)
class Path:
    """A way through points. Arcs are chords of two degrees, so that lengths are right to 1 part in 10 000.

    Raises `BattlefieldError` for a path without a point.
    """

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        if not self.points:
            raise BattlefieldError("a path has one point at least")

    @cached_property
    def marks(self) -> tuple[float, ...]:
        """How far along the path each of its points lies."""
        steps = (hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(self.points))
        return tuple(accumulate(steps, initial=0.0))

    @property
    def length(self) -> float:
        """The length of the way."""
        return self.marks[-1]

    @property
    def end(self) -> Point:
        """The last point."""
        return self.points[-1]

    def at(self, length: float) -> Point:
        """The point that lies so far along; before the start the first point, beyond the end the last."""
        if length <= 0:
            return self.points[0]
        if length >= self.length:
            return self.end
        i = bisect_left(self.marks, length)
        (ax, ay), (bx, by) = self.points[i - 1], self.points[i]
        t = (length - self.marks[i - 1]) / (self.marks[i] - self.marks[i - 1])
        return ax + t * (bx - ax), ay + t * (by - ay)

    def cut(self, length: float) -> Path:
        """The path as far as `length`."""
        if length >= self.length:
            return self
        kept = tuple(p for p, m in zip(self.points, self.marks, strict=True) if m < length - 1e-9)
        return Path((*kept, self.at(length)) if length > 1e-9 else self.points[:1])

    def rest(self, length: float) -> Path:
        """The path from `length` on."""
        kept = tuple(p for p, m in zip(self.points, self.marks, strict=True) if m > length + 1e-9)
        return Path((self.at(length), *kept))


@dataclass(frozen=True, slots=True)
class Within:
    """The goal of coming as near to a base as `gap` between the edges; 0 is contact.

    Raises `BattlefieldError` for a gap below 0.
    """

    base: Base
    gap: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.gap < inf:
            raise BattlefieldError(f"a gap of {self.gap} between bases is below 0 or without end")


def shortest_path(
    base: Base,
    goal: Point | Within,
    obstacles: Sequence[Obstacle],
    table: Table | None = None,
    straight_only: bool = False,
    limit: float = inf,
    ignore: Sequence[Obstacle] = (),
    ends_clear: Sequence[Obstacle] = (),
) -> Path | None:
    """The shortest path of a base to a point, or to the first place that is near enough to another base.

    It crosses none of the obstacles and stays on the table; the last place is clear of `ends_clear` besides. None if
    there is no such path, or none as short as `limit`, or the base stands in an obstacle. `ignore` are obstacles that
    don't count (such as a piece on which the base stands). What the base overlaps by two grains or less at the start
    is taken as touched.
    """
    away = set(ignore)
    bounds = (table.width, table.height) if table is not None and table.bounded else None
    return _shortest(
        base, goal, _others(obstacles, base, away), _others(ends_clear, base, away), bounds, straight_only, limit
    )


def _others(things: Sequence[Obstacle], base: Base, away: set[Obstacle]) -> tuple[Obstacle, ...]:
    return tuple(o for o in dict.fromkeys(things) if o != base and o not in away)


@lru_cache(maxsize=8192)
def _shortest(
    base: Base,
    goal: Point | Within,
    obstacles: tuple[Obstacle, ...],
    ends_clear: tuple[Obstacle, ...],
    table: tuple[float, float] | None,
    straight_only: bool,
    limit: float,
) -> Path | None:
    start, radius = base.centre, radius_of(base)
    if _too_far(start, goal, radius, limit):
        return None
    target = goal.base if isinstance(goal, Within) else None
    if target is not None and target not in obstacles:
        obstacles = (*obstacles, target)
    solids = [_left(start, s) for s in _grown(obstacles, radius)]
    if any(s is None for s in solids):
        return None
    standing = tuple(s for s in solids if s is not None)
    barred = standing + _grown(tuple(o for o in ends_clear if o != target), radius)
    bounds = _inset(table, radius, start)
    if isinstance(goal, Within):
        corners, margin = corners_of(goal.base)
        aim = Goal((), corners, margin + radius + goal.gap, barred)
    else:
        aim = Goal((goal,) if clear(goal, barred, bounds) else (), (), 0.0, barred)
    return _way(start, aim, standing, bounds, limit, straight_only)


def _too_far(start: Point, goal: Point | Within, radius: float, limit: float) -> bool:
    """Is even the straight way longer than the limit?"""
    if isinstance(goal, Within):
        corners, margin = corners_of(goal.base)
        return point_distance(start, corners) - (margin + radius + goal.gap) > limit + EPS
    return hypot(goal[0] - start[0], goal[1] - start[1]) > limit + EPS


def _way(
    start: Point, aim: Goal, solids: tuple[Grown, ...], bounds: Bounds, limit: float, straight_only: bool
) -> Path | None:
    """The way to a goal: there already, straight on, or searched for."""
    if aim.estimate(start) > limit + EPS:
        return None
    if aim.corners:
        if point_distance(start, aim.corners) <= aim.reach + EPS and clear(start, aim.barred, bounds):
            return Path((start,))
        head_on = shortest_legs(start, aim, (), bounds, limit, True)
        if head_on is not None and all(free(leg, solids) for leg in head_on):
            return Path(leg_points(head_on))
        aim = aim._replace(points=_last_places(aim, bounds))
    legs = shortest_legs(start, aim, solids, bounds, limit, straight_only)
    return None if legs is None else Path(leg_points(legs))


@lru_cache(maxsize=256)
def _grown(obstacles: tuple[Obstacle, ...], radius: float) -> tuple[Grown, ...]:
    return tuple(_one_grown(o, radius) for o in obstacles)


@lru_cache(maxsize=4096)
def _one_grown(obstacle: Obstacle, radius: float) -> Grown:
    corners, margin = corners_of(obstacle)
    return grown(corners, margin + radius)


def _left(start: Point, s: Grown) -> Grown | None:
    """A solid as it counts for one who starts a trifle inside; None if it is more than a trifle."""
    west, south, east, north = s.box
    if not (west < start[0] < east and south < start[1] < north):
        return s
    d = point_distance(start, s.corners)
    if d >= s.reach:
        return s
    return grown(s.corners, d) if d >= max(s.reach - 2 * GRAIN, s.reach / 2) else None


def _inset(table: tuple[float, float] | None, radius: float, start: Point) -> Bounds:
    """Where the centre may go: the base stays whole on the table (one that stands over the edge may stay as it is)."""
    if table is None:
        return None
    (x, y), (width, height) = start, table
    return min(radius, x), min(radius, y), max(width - radius, x), max(height - radius, y)


def _last_places(aim: Goal, bounds: Bounds) -> tuple[Point, ...]:
    """The corners of the region where a way may end: where outlines cross within reach of the goal."""
    zone = grown(aim.corners, aim.reach)
    west, south, east, north = zone.box
    near = [
        s
        for s in dict.fromkeys(aim.barred)
        if s.box[0] <= east and s.box[2] >= west and s.box[1] <= north and s.box[3] >= south
    ]
    found = dict.fromkeys(p for p in _crossings(zone, near, bounds) if clear(p, near, bounds))
    return tuple(p for p in found if point_distance(p, aim.corners) <= aim.reach + EPS)


def _crossings(zone: Grown, near: list[Grown], bounds: Bounds) -> Iterator[Point]:
    for s in near:
        yield from crossings(zone, s)
    for one, other in combinations(near, 2):
        yield from crossings(one, other)
    if bounds is not None:
        west, south, east, north = bounds
        edge = grown(((west, south), (east, south), (east, north), (west, north)), 0.0)
        for s in (zone, *near):
            yield from crossings(edge, s)
