"""A ground on a table, read as bases: who is where, what is between two of them, who sees whom (SK-C11).

The ground is `(places, marks)`: for every model `(x, y, facing)` in hundredths, or None for one that is gone, and the
marked pairs (SK-5). All places are whole hundredths, so bases that were laid edge to edge may be apart, or overlap, by
a trifle: `LAP` is what counts as touching.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import product
from math import hypot

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round, Shape
from coldsteel.battlefield.contact import overlaps
from coldsteel.battlefield.distances import gap, nearest_points
from coldsteel.battlefield.lengths import GRAIN, Point, bearing, hundredths
from coldsteel.battlefield.quarters import in_arc
from coldsteel.battlefield.sight import crossed, sees, thickness
from coldsteel.battlefield.table import Piece
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.field import Ground
from coldsteel.rulebooks.skirmish.setup import Obstacle, Setup

# concrete throughout: the set-up and the ground

__all__ = ["LAP", "Layout", "Terrain", "clear_of_grain", "facing_to", "opening", "settled", "slim", "swollen"]

LAP = 1.5 * GRAIN
"""Two places of the grain that should touch overlap by less than this."""


def opening(places: Sequence[Place | None], marks: Iterable[tuple[int, int]] = ()) -> Ground:
    """The ground at the start: where every model stands (None: it is dead already), and the marked pairs (SK-5)."""
    return tuple(None if p is None else _grains(p) for p in places), tuple(sorted(_pair(a, b) for a, b in marks))


def _grains(p: Place) -> tuple[int, int, int]:
    x, y, facing, _ = p.grains()
    return x, y, facing


def _pair(a: int, b: int) -> tuple[int, int]:
    return min(int(a), int(b)), max(int(a), int(b))


@lru_cache(maxsize=1 << 16)
def _base(shape: Shape, place: tuple[int, int, int]) -> Base:
    x, y, facing = place
    return Base(shape, Place(x / 100, y / 100, facing / 100))


def slim(base: Base) -> Base:
    """A base less a grain all round: what others may not cross, as places of the grain have it."""
    return swollen(base, -GRAIN)


@lru_cache(maxsize=1 << 16)
def swollen(base: Base, by: float) -> Base:
    """A base that reaches so much further all round (or less far, but never to nothing)."""
    s = base.shape
    if isinstance(s, Round):
        return Base(Round(max(s.radius + by, s.radius / 2)), base.place)
    return Base(Rectangle(max(s.width + 2 * by, s.width / 2), max(s.depth + 2 * by, s.depth / 2)), base.place)


def facing_to(base: Base, point: Point, other: Point) -> Base:
    """The base at a point, facing another; it keeps its facing if the two are one."""
    facing = base.place.facing if hypot(other[0] - point[0], other[1] - point[1]) < GRAIN / 2 else bearing(point, other)
    return base.at(Place(point[0], point[1], facing))


def clear_of_grain(base: Base) -> Base:
    """The base at the nearest place of the grain."""
    return base.at(base.place.quantised())


def settled(base: Base, fits: Callable[[Base], bool]) -> Base:
    """The base at the nearest place of the grain where it fits; at the nearest of all if it fits at none around."""
    x, y, facing, _ = base.place.grains()
    around = sorted(
        ((x + i, y + j, facing) for i, j in product((-1, 0, 1), repeat=2)),
        key=lambda p: (round(hypot(p[0] / 100 - base.place.x, p[1] / 100 - base.place.y), 9), p),
    )
    return next((b for p in around if fits(b := _base(base.shape, p))), _base(base.shape, around[0]))


class Terrain:
    """The pieces of a table, by what they do."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        """The pieces of this table."""
        self.all = tuple(pieces)
        self.impassable = tuple(p for p in pieces if p.impassable)
        self.blinds = tuple(p for p in pieces if p.blocks_sight)
        # flat ground that can be crossed is nothing to fight across
        self.low = tuple(p for p in pieces if p.size > 0 or p.impassable)

    def impassable_for(self, base: Base) -> tuple[Piece, ...]:
        """What a base may not cross, but for what it stands in."""
        return tuple(p for p in self.impassable if not overlaps(base, p, LAP))

    def between(self, a: Base, b: Base) -> Obstacle | None:
        """The obstacle between two bases: what their shortest line crosses and neither stands on, as one (SK-154)."""
        met = self.in_the_way(a, b) if self.low else ()
        if not met:
            return None
        p, q = nearest_points(a, b)
        return Obstacle(max(o.size for o in met), hundredths(sum(thickness(o, p, q) for o in met)))

    def in_the_way(self, a: Base, b: Base) -> tuple[Piece, ...]:
        """The pieces that make up the obstacle between two bases."""
        p, q = nearest_points(a, b)
        return tuple(o for o in crossed(self.low, p, q) if not (overlaps(a, o, LAP) or overlaps(b, o, LAP)))


class Layout:
    """One ground of a fight."""

    def __init__(self, setup: Setup, terrain: Terrain, ground: Ground) -> None:
        """The reading of a ground."""
        self.setup, self.terrain, self.ground = setup, terrain, ground
        self.tolerance = max(setup.parameters.contact_tolerance, GRAIN)  # no places are finer than the grain
        self.apart = self.tolerance + 2 * GRAIN  # no contact, nor are places in whole hundredths
        self._gaps: dict[tuple[int, int], int] = {}

    def there(self, m: int) -> bool:
        """Is the model alive and in play?"""
        return self.ground[0][m] is not None

    def base(self, m: int) -> Base:
        """The base of a model that is there."""
        return _base(self.setup.models[m].base, self.ground[0][m])

    @cached_property
    def living(self) -> tuple[Slot, ...]:
        """All who are there."""
        return tuple(Slot(m) for m, p in enumerate(self.ground[0]) if p is not None)

    def friends(self, m: int) -> tuple[Slot, ...]:
        """The others of its side who are there."""
        side = self.setup.models[m].side
        return tuple(k for k in self.living if k != m and self.setup.models[k].side == side)

    def foes(self, m: int) -> tuple[Slot, ...]:
        """The enemies who are there."""
        side = self.setup.models[m].side
        return tuple(k for k in self.living if self.setup.models[k].side != side)

    def mates(self, m: int) -> tuple[Slot, ...]:
        """The others of its unit who are there (SK-50)."""
        unit = self.setup.models[m].unit
        return tuple(k for k in self.friends(m) if self.setup.models[k].unit == unit)

    def marked(self, a: int, b: int) -> bool:
        """Are the two agreed to touch (SK-5)?"""
        return _pair(a, b) in self.ground[1]

    def gap(self, a: int, b: int) -> int:
        """The distance between two bases in hundredths, 0 for those that touch; -1 if one of them is gone."""
        if self.ground[0][a] is None or self.ground[0][b] is None:
            return -1
        pair = _pair(a, b)
        if pair not in self._gaps:
            apart = gap(self.base(a), self.base(b))
            self._gaps[pair] = 0 if self.joined(apart) else hundredths(apart)
        return self._gaps[pair]

    def joined(self, apart: float) -> bool:
        """Is that little between two bases contact (SK-C11)?"""
        return apart <= self.tolerance + 1e-6

    def touching(self, a: int, b: int) -> bool:
        """Do two models touch, or are they marked as touching (SK-4, SK-5)?"""
        return self.gap(a, b) == 0 or (self.marked(a, b) and self.there(a) and self.there(b))

    def touched_by(self, m: int) -> tuple[Slot, ...]:
        """The enemies that a model is in contact with."""
        return tuple(e for e in self.foes(m) if self.touching(m, e)) if self.there(m) else ()

    def sees(self, a: int, b: int) -> bool:
        """Is there a line of sight (SK-32)?"""
        return self.there(a) and self.there(b) and self.clear_view(self.base(a), self.base(b))

    def clear_view(self, a: Base, b: Base) -> bool:
        """Would there be a line of sight between two bases?"""
        return not self.terrain.blinds or sees(a, b, self.terrain.blinds)

    def in_view(self, watcher: int, other: int) -> bool:
        """Is the other in sight, and its centre in the field of view (SK-85)?"""
        if not self.sees(watcher, other):
            return False
        if self.setup.rulings.waiting_view == "none":
            return True
        return in_arc(self.base(watcher), self.base(other).centre, degrees=self.setup.parameters.fov_degrees)

    def between(self, a: int, b: int) -> Obstacle | None:
        """The obstacle that two enemies would fight across; none between those in contact (SK-154)."""
        if not self.terrain.low or self.touching(a, b) or self.gap(a, b) < 0:
            return None
        return self.terrain.between(self.base(a), self.base(b))

    # -- the next ground
    def moved(self, *new: tuple[int, Base]) -> Ground:
        """With models elsewhere. A marked pair is one no longer once either of the two has moved (SK-5)."""
        places, marks = list(self.ground[0]), self.ground[1]
        for m, base in new:
            there = _grains(base.place)
            if places[m] is None or there[:2] != places[m][:2]:
                marks = tuple(pair for pair in marks if m not in pair)
            places[m] = there
        return tuple(places), marks

    def without(self, m: int) -> Ground:
        """With a model taken off (SK-80)."""
        places = tuple(None if k == m else p for k, p in enumerate(self.ground[0]))
        return places, tuple(pair for pair in self.ground[1] if m not in pair)
