"""Places that are free: the nearest one, the one farthest from enemies, whether there is any, and straight away.

A rectangular base is taken as the circle round it, but for `straight_away`. Places come out in whole grains, on the
free side of what they touch if there is such a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from math import cos, hypot, inf, pi, radians, sin

from coldsteel.battlefield.bases import Base, Place
from coldsteel.battlefield.contact import overlaps
from coldsteel.battlefield.grown import (
    Grown,
    Obstacle,
    corners_of,
    crossings,
    grown,
    point_distance,
    projections,
    radius_of,
)
from coldsteel.battlefield.lengths import EPS, GRAIN, Point, bearing, quantised
from coldsteel.battlefield.paths import Path, Within, shortest_path
from coldsteel.battlefield.sweeps import farthest, slide
from coldsteel.battlefield.table import Table
from coldsteel.battlefield.ways import Bounds, clear
from coldsteel.errors import BattlefieldError

__all__ = ["clear_spot_exists", "farthest_from", "nearest_free", "straight_away"]

_APART = 2 * GRAIN  # bases so far apart don't touch, and neither do their places in whole grains


def nearest_free(
    base: Base,
    wanted: Point | Path,
    obstacles: Sequence[Obstacle],
    table: Table | None = None,
    clear_of: Sequence[Obstacle] = (),
    beside: Sequence[tuple[Path, Base]] = (),
    within: Within | None = None,
) -> Place | None:
    """The place nearest to a point (or the place on a path that is nearest to the base) where it can stand.

    There it overlaps no obstacle, touches none of `clear_of`, overlaps none of the strips that other bases sweep on
    their paths (`beside`), comes `within` reach of a base, if one is given, and is whole on the table. How to get there
    doesn't matter. For a path with no such place on it: the place nearest to its end. None if there is no place.
    """
    search = _Spots.of(base, obstacles, table, clear_of, beside, within)
    spot = None
    if isinstance(wanted, Path):
        spot = search.on_path(wanted, base.centre)
        wanted = wanted.end
    if spot is None:
        spot = search.nearest(wanted)
    return None if spot is None else search.place(base, spot)


def farthest_from(
    base: Base,
    enemies: Sequence[Base],
    length: float,
    obstacles: Sequence[Obstacle],
    table: Table | None = None,
    clear_of: Sequence[Obstacle] = (),
) -> Place | None:
    """The place within a path of `length` whose least gap to the enemies is greatest; there it touches no enemy.

    It crosses no obstacle on the way and touches none of `clear_of` in the end. Looked for on rings and then nearby, in
    steps down to half a grain; the same arguments give the same place. None if no place can be reached. Raises
    `BattlefieldError` without enemies.
    """
    if not enemies:
        raise BattlefieldError("nothing to be farthest from: no enemies are given")
    run = _Run(base, tuple(enemies), length, tuple(obstacles), table, (*clear_of, *enemies))
    best = next((p for p in sorted(run.rings(), key=run.merit) if run.reaches(p)), None)
    if best is None:
        best = min(run.tight_spots(), key=run.merit, default=None)
        return None if best is None else run.spots.place(base, best)
    return run.spots.place(base, run.refined(best))


def clear_spot_exists(
    base: Base,
    length: float,
    obstacles: Sequence[Obstacle],
    table: Table | None = None,
    clear_of: Sequence[Obstacle] = (),
) -> bool:
    """Can a base run, within a path of `length`, to a place where it touches none of `clear_of`?"""
    run = _Run(base, (), length, tuple(obstacles), table, tuple(clear_of))
    return any(run.reaches(p) for p in run.rings()) or next(iter(run.tight_spots()), None) is not None


def straight_away(
    base: Base, from_point: Point, length: float, obstacles: Sequence[Obstacle], table: Table | None = None
) -> Place:
    """The place at the end of a move straight away from a point, cut short where the way is blocked.

    The base ends with its back to the point. Raises `BattlefieldError` if the point is its own centre.
    """
    if hypot(base.place.x - from_point[0], base.place.y - from_point[1]) < EPS:
        raise BattlefieldError(f"no direction leads away from {from_point}: the base stands there")
    facing = bearing(from_point, base.centre)
    deep = [o for o in obstacles if o != base and overlaps(base, o)]
    others = [o for o in obstacles if o != base and o not in deep]
    way = farthest(base, facing, length, others, table=table)
    way = farthest(base, facing, way, deep, tolerance=GRAIN)
    return replace(slide(base, facing, way), facing=facing).quantised()


@dataclass(frozen=True)
class _Spots:
    """Where the centre of a base may be: out of the solids, in the zone if there is one, in the bounds."""

    solids: tuple[Grown, ...]
    zone: Grown | None
    bounds: Bounds

    @classmethod
    def of(
        cls,
        base: Base,
        obstacles: Iterable[Obstacle],
        table: Table | None,
        clear_of: Iterable[Obstacle],
        beside: Iterable[tuple[Path, Base]] = (),
        within: Within | None = None,
    ) -> _Spots:
        r = radius_of(base)
        solids = dict.fromkeys(_grown(o, r) for o in obstacles if o != base)
        solids.update(dict.fromkeys(_grown(o, r + _APART) for o in clear_of if o != base))
        for path, mover in beside:
            solids.update(dict.fromkeys(grown(s, radius_of(mover) + r) for s in _stretches(path)))
        bounds = (r, r, table.width - r, table.height - r) if table is not None and table.bounded else None
        return cls(tuple(solids), None if within is None else _grown(within.base, r + within.gap), bounds)

    def fits(self, p: Point, solids: Sequence[Grown] | None = None) -> bool:
        zone = self.zone
        if zone is not None and point_distance(p, zone.corners) > zone.reach + EPS:
            return False
        return clear(p, self.solids if solids is None else solids, self.bounds)

    def nearest(self, wanted: Point) -> Point | None:
        """The nearest point that fits: itself, or on an outline, or where two outlines cross."""
        if self.fits(wanted):
            return wanted
        reach = 1.0
        while True:
            near = [s for s in self.solids if point_distance(wanted, s.corners) - s.reach <= reach]
            found = [(_distance(p, wanted), p) for p in self.corners(wanted, near)]
            best = min((f for f in sorted(found) if self.fits(f[1])), default=None)
            if best is not None and (best[0] <= reach or len(near) == len(self.solids)):
                return best[1]
            if len(near) == len(self.solids):
                return None
            reach *= 2

    def corners(self, wanted: Point, near: Sequence[Grown]) -> Iterator[Point]:
        walls = [*near, *([self.zone] if self.zone is not None else []), *_edge(self.bounds)]
        for s in walls:
            yield from projections(wanted, s)
        for one, other in combinations(walls, 2):
            yield from crossings(one, other)
        if self.bounds is not None:
            west, south, east, north = self.bounds
            yield from ((x, y) for x in (west, east) for y in (south, north))

    def on_path(self, path: Path, start: Point) -> Point | None:
        """The point of a path nearest to `start` that fits."""
        found: list[Point] = list(path.points)
        for s in _stretches(path):
            line = grown(s, 0.0)
            found += projections(start, line)
            for other in (*self.solids, *([self.zone] if self.zone is not None else []), *_edge(self.bounds)):
                found += crossings(line, other)
        fit = (p for p in found if self.fits(p))
        return min(fit, key=lambda p: (_distance(p, start), p), default=None)

    def place(self, base: Base, p: Point) -> Place:
        """The place of whole grains nearest to a point that fits as well; else the nearest."""
        x, y = quantised(p[0]), quantised(p[1])
        steps = (-GRAIN, 0.0, GRAIN)
        around = sorted((_distance(q, p), q) for q in ((x + i, y + j) for i in steps for j in steps))
        best = next((q for _, q in around if self.fits(q)), (x, y))
        return replace(base.place, x=best[0], y=best[1]).quantised()


@dataclass(frozen=True)
class _Run:
    """The places that a base can run to."""

    base: Base
    enemies: tuple[Base, ...]
    length: float
    obstacles: tuple[Obstacle, ...]
    table: Table | None
    clear_of: tuple[Obstacle, ...]

    @cached_property
    def spots(self) -> _Spots:
        return _Spots.of(self.base, self.obstacles, self.table, self.clear_of)

    def at(self, angle: float, away: float) -> Point:
        x, y = self.base.centre
        return x + away * sin(angle), y + away * cos(angle)

    def rings(self) -> Iterator[Point]:
        for share in (1.0, 0.8, 0.6, 0.4, 0.2):
            for n in range(72):
                yield self.at(radians(5 * n), share * self.length)

    def merit(self, p: Point) -> tuple[float, float]:
        """The better place comes first: that with the greater least gap, then the nearer one."""
        here = self.base.at(replace(self.base.place, x=p[0], y=p[1]))
        return -round(self.least(here), 6), round(_distance(p, self.base.centre), 6)

    def least(self, here: Base) -> float:
        gaps = []
        for e in self.enemies:
            corners, margin = corners_of(e)
            gaps.append(point_distance(here.centre, corners) - margin)
        return min(gaps, default=inf)

    def reaches(self, p: Point) -> bool:
        if not self.spots.fits(p):
            return False
        return shortest_path(self.base, p, self.obstacles, self.table, limit=self.length) is not None

    def refined(self, best: Point) -> Point:
        """The best place nearby, as far as ever smaller steps find one that is better."""
        x, y = self.base.centre
        angle, away = radians(bearing((x, y), best)), _distance(best, (x, y))
        turn, step = pi / 72, self.length / 10
        while step > GRAIN / 2:
            tries = [
                (angle + i * turn, min(self.length, max(0.0, away + j * step))) for i in (-1, 0, 1) for j in (-1, 0, 1)
            ]
            for a, d in sorted(tries, key=lambda t: self.merit(self.at(*t))):
                p = self.at(a, d)
                if self.merit(p) >= self.merit(best):
                    turn, step = turn / 2, step / 2
                    break
                if self.reaches(p):
                    best, angle, away = p, a, d
                    break
            else:
                break
        return best

    def tight_spots(self) -> Iterator[Point]:
        """The corners of the free ground that the base can run to."""
        spots, here = self.spots, self.base.centre
        near = [s for s in spots.solids if point_distance(here, s.corners) - s.reach <= self.length]
        found = dict.fromkeys(p for p in spots.corners(here, near) if _distance(p, here) <= self.length + EPS)
        return (p for p in sorted(found, key=lambda p: (_distance(p, here), p)) if self.reaches(p))


def _grown(thing: Obstacle, by: float) -> Grown:
    corners, margin = corners_of(thing)
    return grown(corners, margin + by)


def _stretches(path: Path) -> list[tuple[Point, Point]]:
    return list(pairwise(path.points)) or [(path.end, path.end)]


def _edge(bounds: Bounds) -> list[Grown]:
    if bounds is None:
        return []
    west, south, east, north = bounds
    return [grown(((west, south), (east, south), (east, north), (west, north)), 0.0)]


def _distance(p: Point, q: Point) -> float:
    return hypot(p[0] - q[0], p[1] - q[1])
