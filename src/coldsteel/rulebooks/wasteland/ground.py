"""What stands where on a table, and what follows from it: contact, melees, nearness, reach, sight, cover.

Everything here is concrete: places, who has fled, what has gone off. Lengths are in steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot

from coldsteel.battlefield.bases import Base, Place, Round, Shape
from coldsteel.battlefield.distances import Obstacle, distance_to_point, gap
from coldsteel.battlefield.lengths import EPS, GRAIN, hundredths
from coldsteel.battlefield.sight import crossed, visible_fraction, worst_hiders
from coldsteel.rulebooks.wasteland.places import Ground, Layout, Model, Spot, Terrain
from coldsteel.rulebooks.wasteland.setup import NOBODY, Line, Setup

__all__ = ["Field", "Melee", "field_of"]

Tops = list[tuple[Obstacle, float]]


@dataclass(frozen=True, slots=True)
class Melee:
    """Units linked by contact, and those models of them that are in contact with an enemy (WL-3)."""

    units: tuple[int, ...]
    models: tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def field_of(setup: Setup, ground: Ground, fled: tuple[bool, ...], exploded: tuple[bool, ...]) -> Field:
    """The field of a state: `fled` by unit, `exploded` by explosive piece."""
    return Field(setup, ground, fled, exploded)


@lru_cache(maxsize=1 << 14)
def _base(shape: Shape, facing: float, spot: tuple[int, int, int]) -> Base:
    x, y, z = (n / 100 for n in spot)
    return Base(shape, Place(x, y, facing, z))


def _reach_of(model: Model) -> float:
    """How far a base reaches from its centre."""
    shape = model.shape
    return shape.radius if isinstance(shape, Round) else hypot(shape.width, shape.depth) / 2


@lru_cache(maxsize=1 << 14)
def _lies_on(terrain: Terrain, spot: tuple[int, int, int]) -> bool:
    """WL-93: does the centre of a base lie on the piece?"""
    return distance_to_point(terrain.outline, (spot[0] / 100, spot[1] / 100)) <= EPS


@dataclass(frozen=True, eq=False)
class Field:
    """A ground, read. Models go by their number in the layout."""

    setup: Setup
    places: Ground
    fled: tuple[bool, ...]
    exploded: tuple[bool, ...]

    @property
    def layout(self) -> Layout:
        """What never changes on the table."""
        assert self.setup.layout is not None, "a field is of a fight on a table"
        return self.setup.layout

    # ---------------------------------------------------------------- who is where
    def model(self, i: int) -> Model:
        """A model."""
        return self.layout.models[i]

    def side(self, i: int) -> int:
        """The side of a model."""
        return self.setup.units[self.model(i).unit].side

    def spot(self, i: int) -> tuple[int, int, int]:
        """Where a model stands that is on the table."""
        spot = self.places[i]
        assert spot is not None, "a model that is gone stands nowhere"
        return spot

    @cached_property
    def _bases(self) -> dict[int, Base]:
        return {i: _base(self.model(i).shape, self.model(i).facing, self.spot(i)) for i in self.here}

    def base(self, i: int) -> Base:
        """The base of a model that is on the table."""
        return self._bases[i]

    def at(self, i: int, spot: Spot) -> Field:
        """The field with a model elsewhere."""
        places = (*self.places[:i], spot, *self.places[i + 1 :])
        return field_of(self.setup, places, self.fled, self.exploded)

    @cached_property
    def here(self) -> tuple[int, ...]:
        """All models on the table, fleeing ones included."""
        return tuple(i for i, spot in enumerate(self.places) if spot is not None)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """All models on the table that do not flee."""
        return tuple(i for i in self.here if not self.fled[self.model(i).unit])

    def foes(self, i: int) -> tuple[int, ...]:
        """The standing models of the other side."""
        return tuple(j for j in self.standing if self.side(j) != self.side(i))

    # ---------------------------------------------------------------- distance and contact
    def gap(self, i: int, j: int) -> float:
        """WL-1, WL-C1: in plan, between the nearest edges of two bases."""
        return round(gap(self.base(i), self.base(j)), 6)

    def gap_to(self, i: int, k: int) -> float:
        """WL-C12: from the edge of a piece of terrain to that of a base."""
        return round(gap(self.base(i), self.layout.terrain[k].outline), 6)

    def parted(self, i: int, j: int) -> bool:
        """On two floors of one building: distances are in plan, but a floor parts those above it from those below."""
        low, high = sorted((i, j), key=lambda k: self.spot(k)[2])
        below = self.spot(low)[2] / 100 + self.model(low).height <= self.spot(high)[2] / 100 + EPS
        return below and self.building(i) != "" and self.building(i) == self.building(j)

    def touch(self, i: int, j: int) -> bool:
        """WL-3, WL-C1: in base contact; who has come into contact stands in a place of the grain."""
        tolerance = max(GRAIN, self.setup.parameters.contact_mm / self.setup.parameters.step_mm)  # concrete: parameters
        return self.gap(i, j) <= tolerance + EPS and not self.parted(i, j)

    @cached_property
    def contacts(self) -> tuple[tuple[int, int], ...]:
        """All pairs of standing enemies in contact, side A's model first."""
        a = [i for i in self.standing if self.side(i) == 0]
        return tuple((i, j) for i in a for j in self.foes(i) if self.touch(i, j))

    @cached_property
    def fighting(self) -> frozenset[int]:
        """WL-3: the engaged models."""
        return frozenset(k for pair in self.contacts for k in pair)

    @cached_property
    def melees(self) -> tuple[Melee, ...]:
        """WL-3: engaged models linked by contact or by belonging to one unit."""
        linked: list[set[int]] = []
        for i, j in self.contacts:
            both = {int(self.model(i).unit), int(self.model(j).unit)}
            others = [units for units in linked if not units & both]
            linked = [*others, both.union(*(units for units in linked if units & both))]
        return tuple(Melee(tuple(sorted(units)), self._engaged_of(units)) for units in sorted(linked, key=sorted))

    def _engaged_of(self, units: set[int]) -> tuple[int, ...]:
        return tuple(i for i in sorted(self.fighting) if self.model(i).unit in units)

    def nearness(self, i: int, models: Iterable[int]) -> float:
        """The distance to the nearest of some models; inf if there are none."""
        return min((self.gap(i, j) for j in models if j != i), default=float("inf"))  # concrete: places

    def near(self, i: int, models: Iterable[int] | None = None) -> bool:
        """WL-7: within 3 steps of a fighting model (of these)."""
        return (
            self.nearness(i, self.fighting if models is None else models) <= self.setup.parameters.draw_in_steps + EPS
        )

    # ---------------------------------------------------------------- reach and sight in melee
    def reaches(self, i: int, j: int, reach: float) -> bool:
        """WL-22, WL-23: within the reach of a weapon; contact always is."""
        return self.touch(i, j) or (self.gap(i, j) <= reach + EPS and not self.parted(i, j))

    def sees(self, i: int, j: int) -> bool:
        """WL-24 to WL-26: through the own squad (WL-R5: the own side), past nobody else; WL-C11."""
        if self.touch(i, j):
            return True
        own = self.setup.rulings.sight_through == "own_unit"
        through = {k for k in self.here if (self.model(k).unit == self.model(i).unit if own else self.alike(k, i))}
        return self._seen(i, j, self._in_the_way(i, j, through)) > EPS

    def alike(self, i: int, j: int) -> bool:
        """Of one side?"""
        return self.side(i) == self.side(j)

    def exposed(self, strikers: Sequence[int], targets: Iterable[int], reach: float) -> tuple[int, ...]:
        """WL-62: the models of a unit within the damage radius of those that struck."""
        return tuple(j for j in targets if any(self.reaches(i, j, reach) for i in strikers))

    def tiers(self, strikers: Sequence[int], targets: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Models by their distance from the strikers, the nearest first; those equally near together (WL-R18)."""
        at: dict[float, list[int]] = {}
        for j in targets:
            at.setdefault(min(self.gap(i, j) for i in strikers), []).append(j)  # concrete: places
        return tuple(tuple(at[d]) for d in sorted(at))

    # ---------------------------------------------------------------- sight and cover
    def standing_terrain(self) -> Iterator[Terrain]:
        """Terrain that has not gone off."""
        return (t for t in self.layout.terrain if t.piece == NOBODY or not self.exploded[t.piece])

    def _inside(self, i: int, t: Terrain) -> bool:
        """In a piece, not on its top: then it is no obstacle (one looks out of a window, or from under the trees)."""
        return _lies_on(t, self.spot(i)) and self.spot(i)[2] / 100 < t.height - EPS

    def _in_the_way(self, i: int, j: int, through: Iterable[int] = ()) -> Tops:
        """WL-C11, WL-130: terrain that gives cover and all other models, each with the height of its top."""
        left_out = {i, j, *through}
        models = (k for k in self.here if k not in left_out and self._between(i, j, k))
        tops: Tops = [(self.base(k), self.spot(k)[2] / 100 + self.model(k).height) for k in models]
        for t in self.standing_terrain():
            if t.cover and t.height > 0 and not self._inside(i, t) and not self._inside(j, t):
                tops.append((t.outline, t.height))
        return tops

    def _between(self, i: int, j: int, k: int) -> bool:
        """Might a model be in the way of another? Only if it is near the line of the centres."""
        (ax, ay), (bx, by), (x, y) = self.base(i).centre, self.base(j).centre, self.base(k).centre
        dx, dy = bx - ax, by - ay
        whole = dx * dx + dy * dy
        share = 0.0 if whole == 0 else sorted((0.0, ((x - ax) * dx + (y - ay) * dy) / whole, 1.0))[1]
        return hypot(x - ax - share * dx, y - ay - share * dy) <= _reach_of(self.model(j)) + _reach_of(self.model(k))

    def _seen(self, i: int, j: int, tops: Tops) -> float:
        """WL-117, WL-119, WL-C11: how much is seen from the eye of a model."""
        if self.parted(i, j) or self.spot(i)[:2] == self.spot(j)[:2]:
            return 0.0  # there is a floor between them
        eye, target, n = self.model(i).height, self.model(j).height, self.setup.parameters.sight_samples
        share = visible_fraction(self.base(i), eye, self.base(j), target, tops, n)
        return 1.0 if share > 1 - EPS else round(share, 9)

    @cached_property
    def _lines(self) -> dict[tuple[int, int], Line]:
        return {}

    def line(self, i: int, j: int) -> Line:
        """From a shooter to a target: distance, how much is seen, what a shot turned aside strikes (WL-119, WL-138)."""
        if (i, j) not in self._lines:
            self._lines[i, j] = self._line(i, j)
        return self._lines[i, j]

    def _line(self, i: int, j: int) -> Line:
        tops = self._in_the_way(i, j)
        seen = self._seen(i, j, tops)
        unit, group, piece, screen = NOBODY, 0, NOBODY, NOBODY
        if 0 < seen < 1:
            eye, target, n = self.model(i).height, self.model(j).height, self.setup.parameters.sight_samples
            hiders = worst_hiders(self.base(i), eye, self.base(j), target, tops, n)
            hider = next((thing for thing, _ in hiders), None)
            k = next((k for k in self.here if self.base(k) == hider), NOBODY)
            if k != NOBODY:
                unit, group = int(self.model(k).unit), self.model(k).group
            else:
                piece = next((t.piece for t in self.layout.terrain if t.outline == hider), NOBODY)
        return Line(self.gap(i, j), seen, unit, piece, screen, group)

    def sheltered(self, j: int, of: int | None) -> bool:
        """WL-93: on or in a piece of terrain, or behind one as seen by an attacker (not one that it stands on)."""
        giving = [t for t in self.standing_terrain() if t.cover]
        if any(_lies_on(t, self.spot(j)) for t in giving):
            return True
        if of is None:
            return False
        between = [t.outline for t in giving if not _lies_on(t, self.spot(of))]
        return bool(crossed(between, self.base(of).centre, self.base(j).centre))

    # ---------------------------------------------------------------- height
    def elevated(self, i: int) -> bool:
        """WL-95, WL-139: does the base stand higher than 1 step above the table?"""
        return self.spot(i)[2] / 100 > self.setup.parameters.elevated_above + EPS

    def floors(self, i: int) -> frozenset[int]:
        """The levels of the terrain under a model, in hundredths of a step."""
        return frozenset(hundredths(z) for t in self.layout.terrain if _lies_on(t, self.spot(i)) for z in t.levels)

    def above(self, i: int, j: int) -> bool:
        """WL-R12: does a model stand higher than another?"""
        return self.spot(i)[2] > self.spot(j)[2]

    def building(self, i: int) -> str:
        """WL-142: the building in which a model stands, or nothing."""
        inside = (t.outline.name for t in self.layout.terrain if t.building and _lies_on(t, self.spot(i)))
        return next(inside, "")

    def nearest(self, i: int, models: Iterable[int]) -> int | None:
        """The nearest of some models, the first listed of several."""
        return min(models, key=lambda j: (self.gap(i, j), j), default=None)  # concrete: places
