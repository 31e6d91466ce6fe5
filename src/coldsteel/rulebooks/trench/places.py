"""Where men stand, and how a Group of them moves: distances, rear and falling back as lengths and angles (TR-6, TR-74).

Nothing here knows a state. Men are points with one radius of base for the whole Group; 0 is a point, which takes up no
ground against other men, and two grains of it against terrain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import floor, hypot, inf, sqrt

from coldsteel.battlefield.bases import Base, Place, Round
from coldsteel.battlefield.lengths import EPS, GRAIN, Point, bearing, heading, turned
from coldsteel.battlefield.table import Piece, Table

__all__ = [
    "FURTHEST",
    "LOOSE",
    "THICK",
    "Body",
    "Course",
    "Move",
    "apart",
    "bases_of",
    "behind",
    "block",
    "fallen_back",
    "first_within",
    "room",
    "stands_in",
    "straight_away",
    "to_edge",
    "to_point",
    "way_free",
]

POINT = 1e-7  # the radius of a base that has none
THICK = 2 * GRAIN  # the same against terrain: a point could stand in nothing
LOOSE = 5 * GRAIN  # what several moves rounded to the grain may add up to; no eye sees it
FURTHEST = 144.0  # inches: further than any retreat


@dataclass(frozen=True, slots=True)
class Body:
    """The men of a Group: their centres, and the radius of their bases."""

    men: tuple[Point, ...]
    radius: float

    @property
    def centre(self) -> Point:
        """The mean of the centres."""
        n = len(self.men)
        return sum(x for x, _ in self.men) / n, sum(y for _, y in self.men) / n

    def shifted(self, by: Point) -> Body:
        """Every man by the same vector (TR-74)."""
        return Body(tuple((x + by[0], y + by[1]) for x, y in self.men), self.radius)

    def along(self, facing: float, length: float) -> Body:
        """All of them so far in a direction."""
        x, y = heading(facing)
        return self.shifted((length * x, length * y))


def bases_of(body: Body, least: float = POINT) -> tuple[Base, ...]:
    """The bases of the men, of a radius of `least` at least."""
    shape = Round(max(body.radius, least))  # concrete: places
    return tuple(Base(shape, Place(x, y)) for x, y in body.men)


# ---------------------------------------------------------------- distances
def to_point(body: Body, point: Point) -> float:
    """Inches from the nearest edge of a base to a point."""
    return max(0.0, min(hypot(x - point[0], y - point[1]) for x, y in body.men) - body.radius)  # concrete: places


@lru_cache(1 << 14)
def apart(a: Body, b: Body) -> float:
    """Inches between the nearest edges of the two nearest bases (TR-6)."""
    return round(max(0.0, min(to_point(a, p) for p in b.men) - b.radius), 6)  # concrete: places


def behind(facing: float, struck: Body, men: Sequence[Point], arc: float) -> bool:
    """TR-6: are all these men in the arc behind a Group's centre? Who stands on its boundary isn't behind."""
    from coldsteel.battlefield.quarters import in_arc

    x, y = struck.centre
    eye = Base(Round(THICK), Place(x, y, facing))
    return not any(in_arc(eye, man, 0.0, 360.0 - arc) for man in men)


def stands_in(man: Point, piece: Piece) -> bool:
    """Is the middle of a man's base in a piece of terrain, its outline included?"""
    from coldsteel.battlefield.distances import distance_to_point

    return distance_to_point(piece, man) <= EPS


# ---------------------------------------------------------------- how far it is free
@dataclass(frozen=True)
class Course:
    """What a Group minds when it moves: the table, ground that it can't enter, enemies, and how near it may come to
    them (TR-74). `keep` is how far it must be from all of them at the end, 0 where that is no matter; `leaves`: it may
    go over the edge."""

    table: Table
    barred: tuple[Piece, ...]
    enemies: tuple[Body, ...]
    clearance: float
    step: float
    turn: int
    widest: int
    keep: float
    leaves: bool = True


@lru_cache(1 << 12)
def way_free(
    body: Body, facing: float, enemies: tuple[Body, ...], barred: tuple[Piece, ...], clearance: float, length: float
) -> float:
    """How far every man can go in a direction before he comes too near to an enemy base, unless he began nearer, or
    enters ground that is impassable."""
    from coldsteel.battlefield.sweeps import farthest

    foes, free = [base for enemy in enemies for base in bases_of(enemy)], length
    for man, thick in zip(bases_of(body), bases_of(body, THICK), strict=True):
        free = farthest(man, facing, free, foes, clearance=clearance, tolerance=GRAIN)
        free = farthest(thick, facing, free, barred, tolerance=GRAIN)
    return free


@lru_cache(1 << 12)
def to_edge(body: Body, facing: float, table: Table) -> float:
    """How far a Group can go in a direction before a base reaches over the edge of the table."""
    from coldsteel.battlefield.sweeps import farthest

    if not table.bounded:
        return inf
    across = hypot(table.width, table.height)
    return min(farthest(man, facing, across, (), table=table) for man in bases_of(body))  # concrete: places


def room(body: Body, away: float, course: Course) -> float:
    """How far a Group can fall back in the best of its directions (TR-47), the edge of the table left aside."""
    free = [
        way_free(body, facing, course.enemies, course.barred, course.clearance, FURTHEST)
        for facing in _turns(away, course)
    ]
    return max(free)  # concrete: places


# ---------------------------------------------------------------- falling back
@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: where it leads, how far, and whether it leaves the table."""

    facing: float
    length: float
    off: bool = False


def straight_away(body: Body, enemy: Point, facing: float) -> float:
    """The direction from the centre of the enemy through the Group's own (TR-74). Where the two are one point, as with
    enemies on both sides, it is straight to the rear: the text gives no other line."""
    x, y = body.centre
    one_point = hypot(x - enemy[0], y - enemy[1]) < GRAIN
    return turned(facing, 180.0) if one_point else bearing(enemy, (x, y))


def _turns(away: float, course: Course) -> list[float]:
    """Straight away first, then a step to the left, to the right, two to the left and so on (TR-74)."""
    out = [away]
    for by in range(course.turn, course.widest + 1, course.turn):
        out += [turned(away, -by), turned(away, by)]
    return out


def _lengths(inches: float, step: float) -> Iterator[float]:
    """The full distance, then whole steps that are shorter."""
    yield inches
    for k in range(floor((inches - EPS) / step), -1, -1):
        yield k * step


@lru_cache(1 << 12)
def fallen_back(body: Body, away: float, inches: float, course: Course, full: bool = False) -> Move | None:
    """The first legal move in the order of TR-74, `away` being straight from the enemy: all directions with the full
    distance, then with less and less (`full`: not these). None: there is no legal end."""
    facings = _turns(away, course)
    for length in (inches,) if full else _lengths(inches, course.step):
        for facing in facings:
            move = _tried(body, facing, length, course)
            if move is not None:
                return move
    return None


def _tried(body: Body, facing: float, length: float, course: Course) -> Move | None:
    edge = to_edge(body, facing, course.table)
    off = length > edge + EPS
    if off and not course.leaves:
        return None
    goes = edge if off else length
    free = way_free(body, facing, course.enemies, course.barred, course.clearance, FURTHEST)
    if free < goes - EPS:
        return None
    if not off and course.keep:
        end = body.along(facing, length)
        if any(apart(end, enemy) < course.keep - EPS for enemy in course.enemies):
            return None
    return Move(facing, length, off)


# ---------------------------------------------------------------- riding at somebody
def first_within(body: Body, facing: float, length: float, enemies: Sequence[Body], reach: float) -> float | None:
    """How far a Group goes in a direction until it is nearer than `reach` to one of these; None: not on this way."""
    hits = [
        s
        for enemy in enemies
        for man in body.men
        for foe in enemy.men
        if (s := _entered(man, heading(facing), foe, reach + body.radius + enemy.radius)) is not None
    ]
    first = min(hits, default=inf)  # concrete: places
    return first if first <= max(0.0, length) else None  # concrete: places


def _entered(man: Point, way: Point, foe: Point, reach: float) -> float | None:
    """Where a point on a straight way comes nearer than `reach` to another."""
    x, y = foe[0] - man[0], foe[1] - man[1]
    ahead, across = x * way[0] + y * way[1], x * way[1] - y * way[0]
    if abs(across) >= reach:
        return None
    half = sqrt(reach * reach - across * across)
    return None if ahead + half <= 0 else max(0.0, ahead - half)  # concrete: places


# ---------------------------------------------------------------- out of a door
def block(at: Point, facing: float, men: int, radius: float) -> Body:
    """So many men round a point, four abreast, their bases edge to edge (of points: half an inch apart)."""
    space = 2 * radius or 0.5
    ranks = [min(4, men - first) for first in range(0, men, 4)]  # concrete: places
    eye = Base(Round(1.0), Place(*at, facing))
    out = []
    for k, wide in enumerate(ranks):
        deep = ((len(ranks) - 1) / 2 - k) * space
        out += [eye.point_at((n - (wide - 1) / 2) * space, deep) for n in range(wide)]
    return Body(tuple(out), radius)
