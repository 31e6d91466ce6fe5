"""Moves on a table: into a melee by the shortest free way, and away from it in flight (WL-8, WL-10, WL-81)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf

from coldsteel.battlefield.bases import Base, Round
from coldsteel.battlefield.distances import nearest_points, off_table
from coldsteel.battlefield.lengths import EPS, hundredths
from coldsteel.battlefield.paths import Within, shortest_path
from coldsteel.battlefield.spots import straight_away
from coldsteel.rulebooks.wasteland.ground import Field, _lies_on
from coldsteel.rulebooks.wasteland.places import Spot

__all__ = ["flight", "way_in"]


def way_in(field: Field, i: int, foes: Sequence[int], limit: float = inf) -> tuple[Spot, float] | None:
    """WL-10: the place in contact with the nearest of these enemies that has room, by the shortest free way, and how
    long that is; None if there is no such place, or (WL-R2) it is farther than `limit`."""
    return _way_in(field, i, tuple(sorted(foes, key=lambda j: (field.gap(i, j), j))), limit)


@lru_cache(maxsize=1 << 12)
def _way_in(field: Field, i: int, foes: tuple[int, ...], limit: float) -> tuple[Spot, float] | None:
    others = [field.base(k) for k in field.here if k != i and not field.parted(i, k)]
    for j in foes:
        path = shortest_path(field.base(i), Within(field.base(j)), others, field.layout.table)
        if path is not None:
            if path.length > limit + EPS:
                return None
            x, y = path.end
            return _touching(field, i, j, x, y), round(path.length, 2)
    return None


def _touching(field: Field, i: int, j: int, x: float, y: float) -> Spot:
    """The place of the grain where a base is in contact; a rectangle, led as the circle round it, closes up."""
    height = _height_at(field, x, y, field.spot(j)[2])
    spot = hundredths(x), hundredths(y), height
    if isinstance(field.model(i).shape, Round) and isinstance(field.model(j).shape, Round):
        return spot
    mine, other = nearest_points(field.at(i, spot).base(i), field.base(j))
    return hundredths(x + other[0] - mine[0]), hundredths(y + other[1] - mine[1]), height


def _height_at(field: Field, x: float, y: float, wish: int) -> int:
    """The floor there whose height is nearest to that of the enemy; the table where there is none."""
    point = (hundredths(x), hundredths(y), 0)
    floors = {hundredths(z) for t in field.layout.terrain if _lies_on(t, point) for z in t.levels} | {0}
    return min(floors, key=lambda z: (abs(z - wish), z))  # concrete: floors of the terrain


def flight(field: Field, unit: int, length: int) -> Field:
    """WL-C8: every model of a unit straight away from the nearest standing enemy, as far as it can; None where it has
    left the table. Those farthest away go first, so that nobody is in the way of his fellows."""
    mine = [i for i in field.here if field.model(i).unit == unit]
    foes = [j for j in field.standing if field.side(j) != field.setup.units[unit].side]
    if not foes:
        return field
    for i in sorted(mine, key=lambda i: (-field.nearness(i, foes), i)):
        field = field.at(i, _gone(field, i, foes, length))
    return field


def _gone(field: Field, i: int, foes: Sequence[int], length: int) -> Spot:
    enemy = field.nearest(i, foes)
    assert enemy is not None, "somebody is fled from"
    base, point = field.base(i), field.base(enemy).centre
    if abs(base.place.x - point[0]) < EPS and abs(base.place.y - point[1]) < EPS:
        return field.spot(i)  # right above: there is no direction
    others = [field.base(k) for k in field.here if k != i and not field.parted(i, k)]
    to = straight_away(base, point, length, others)
    there: Base = base.at(to)
    if off_table(there, field.layout.table):
        return None
    if hundredths(to.x) == field.spot(i)[0] and hundredths(to.y) == field.spot(i)[1]:
        return field.spot(i)
    return hundredths(to.x), hundredths(to.y), _height_at(field, to.x, to.y, 0)
