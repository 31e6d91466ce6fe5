"""Charge lines on a table: the shortest way to contact, into reach, or up to an obstacle (SK-48 to SK-57).

Inches here, as the battlefield has them. A way ends where a base can stand, room being made there by friends who fight
the target already (SK-52, SK-53).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from coldsteel.battlefield.bases import Base, Round
from coldsteel.battlefield.contact import overlapping, overlaps
from coldsteel.battlefield.distances import distance, gap, nearest_point
from coldsteel.battlefield.grown import radius_of
from coldsteel.battlefield.lengths import GRAIN, Point, hundredths
from coldsteel.battlefield.paths import Path, Within, shortest_path
from coldsteel.battlefield.room import shifted
from coldsteel.battlefield.sweeps import blocked, farthest, slide
from coldsteel.battlefield.table import Piece
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.places import LAP, Layout, facing_to, settled, slim, swollen
from coldsteel.rulebooks.skirmish.setup import Obstacle

# concrete throughout: the set-up and the ground

__all__ = [
    "Barred",
    "Way",
    "barred",
    "contact_way",
    "faced",
    "may_fight_across",
    "near_way",
    "opposed_way",
    "path_to",
    "slide_to",
    "turned_to",
]

SLACK = GRAIN / 2
"""Ways are measured in whole hundredths: as much longer than a limit they may be."""


@dataclass(frozen=True)
class Barred:
    """What a base may not cross, and what its last place must be clear of besides (SK-49, SK-50, SK-51)."""

    crossing: tuple[Base | Piece, ...]
    ending: tuple[Base, ...]
    straight: bool  # the line may not bend (SK-R6)

    def met(self, base: Base) -> bool:
        """Can the base not stand there?"""
        return _hit(base, (*self.crossing, *self.ending))

    def met_between(self, start: Base, end: Base) -> bool:
        """Is anything in the way of a straight slide?"""
        return any(blocked(start, end.place, [o], _lap(o)) for o in self.crossing)


def _hit(base: Base, others: Sequence[Base | Piece]) -> bool:
    return any(overlaps(base, o, _lap(o)) for o in others)


def _lap(other: Base | Piece) -> float:
    """Bases are slim already (see `barred`)."""
    return LAP if isinstance(other, Piece) else LAP - GRAIN


@dataclass(frozen=True)
class Way:
    """A way of a base, the place at its end (in whole hundredths), the friends that make room, an obstacle fought
    across."""

    path: Path
    last: Base
    shifts: tuple[tuple[Slot, Base], ...] = ()
    across: bool = False

    @property
    def length(self) -> int:
        """Its length in hundredths."""
        return hundredths(self.path.length)


def barred(t: Layout, mover: int, pieces: Sequence[Piece], but: Sequence[int] = (), mates: bool = True) -> Barred:
    """What bars a model: these pieces, but for those that it stands on, and all other models; those of its own unit
    only where it ends, if `mates` may be passed (SK-50). `but`: models that are left out."""
    here = t.base(mover)
    passed = t.mates(mover) if mates else ()
    others = [k for k in t.living if k != mover and k not in but]
    ground = tuple(p for p in pieces if not overlaps(here, p, LAP))
    return Barred(
        (*ground, *(slim(t.base(k)) for k in others if k not in passed)),
        tuple(slim(t.base(k)) for k in others if k in passed),
        t.setup.rulings.charge_line == "straight_only",
    )


# ---------------------------------------------------------------- one base and its path
def path_to(
    base: Base, goal: Point | Within, bars: Barred, t: Layout, limit: float = inf, straight: bool | None = None
) -> Path | None:
    """The shortest path (SK-49). A rectangular base goes straight on, turned to its goal, if it can; else as the circle
    round it, and the last bit straight on."""
    straight = bars.straight if straight is None else straight
    if not isinstance(base.shape, Round) and isinstance(goal, Within):
        direct = _straight_on(base, goal, bars, limit)
        if direct is not None or straight:
            return direct
    found = shortest_path(base, goal, bars.crossing, t.setup.table, straight, limit + SLACK, ends_clear=bars.ending)
    if found is None or isinstance(base.shape, Round) or not isinstance(goal, Within):
        return found
    rest = _straight_on(base.at(replace(base.place, x=found.end[0], y=found.end[1])), goal, bars, limit - found.length)
    return None if rest is None else Path((*found.points, *rest.points[1:]))


def turned_to(base: Base, point: Point, bars: Barred, enemy: Base | None = None) -> tuple[Base, float]:
    """The base turned to a point, and the facing of that; one that has no room to turn keeps its own."""
    turned = facing_to(base, base.centre, point)
    tight = bars.met(turned) or (enemy is not None and overlaps(turned, enemy, LAP))
    return (base if tight and not isinstance(base.shape, Round) else turned), turned.place.facing


def slide_to(base: Base, goal: Within) -> Base:
    """The base turned to another, if there is room for that, and moved straight on until it is near enough."""
    turned = facing_to(base, base.centre, nearest_point(goal.base, base.centre))
    facing = turned.place.facing
    if not isinstance(base.shape, Round) and overlaps(turned, goal.base, LAP):
        turned = base
    if gap(turned, goal.base) <= goal.gap:
        return turned
    far = farthest(turned, facing, gap(base, goal.base) + radius_of(base), [goal.base], clearance=goal.gap)
    return turned.at(slide(turned, facing, far))


def faced(base: Base, point: Point, target: Base, near: float) -> Base:
    """The base at the end of its way, facing the target; a rectangular one may have a bit to go when it has turned."""
    there = base.at(replace(base.place, x=point[0], y=point[1]))
    if isinstance(base.shape, Round):
        return facing_to(base, point, nearest_point(target, point))
    return slide_to(there, Within(target, near))


def _straight_on(base: Base, goal: Within, bars: Barred, limit: float) -> Path | None:
    end = slide_to(base, goal)
    start = end.at(replace(end.place, x=base.place.x, y=base.place.y))
    near = gap(end, goal.base) <= goal.gap + GRAIN and distance(base.centre, end.centre) <= limit + SLACK
    if not near or bars.met_between(start, end) or _hit(end, bars.ending):
        return None
    return Path((base.centre, end.centre)) if end.centre != base.centre else Path((base.centre,))


def _last(base: Base, path: Path, target: Base, bars: Barred, t: Layout, most: float) -> Base:
    """The place at the end of a path, facing the target, at which the gap to it is not above `most`."""
    end = faced(base, path.end, target, most)

    def fits(b: Base) -> bool:
        apart = gap(b, target)
        near = t.joined(apart) if most == 0 else not t.joined(apart) and hundredths(apart) <= hundredths(most)
        return near and not overlaps(b, target, LAP) and not bars.met(b)

    return settled(end, fits)


# ---------------------------------------------------------------- the three ends of a charge
def contact_way(t: Layout, mover: int, target: int, pieces: Sequence[Piece], limit: float = inf) -> Way | None:
    """The shortest way into contact, friends at the target making room if they can (SK-48, SK-52, SK-53)."""
    base, enemy, friends = t.base(mover), t.base(target), _shiftable(t, mover, target)
    tight = barred(t, mover, pieces, but=(target,))
    if not friends:
        return _contact(t, base, enemy, path_to(base, Within(enemy), tight, t, limit), tight)
    loose = barred(t, mover, pieces, but=(target, *friends))
    path = path_to(base, Within(enemy), loose, t, limit)
    if path is None:
        return None
    if not overlapping(base.at(replace(base.place, x=path.end[0], y=path.end[1])), _slim(t, friends)):
        past = _past(t, mover, target, path.end, {k: t.base(k) for k in friends}, loose, limit)
        made = _contact(t, base, enemy, past, loose)
    else:
        made = _with_room(t, mover, target, path.end, friends, loose, limit)
    fixed = _contact(t, base, enemy, path_to(base, Within(enemy), tight, t, limit), tight)
    return min((w for w in (made, fixed) if w is not None), key=lambda w: w.length, default=None)


def _contact(t: Layout, base: Base, enemy: Base, path: Path | None, bars: Barred) -> Way | None:
    return None if path is None else Way(path, _last(base, path, enemy, bars, t, 0.0))


def _shiftable(t: Layout, mover: int, target: int) -> tuple[Slot, ...]:
    """Friends who fight the target with bases that touch it (SK-52); a marked pair stands as close as it goes."""
    near = (k for k in t.friends(mover) if t.gap(k, target) == 0)
    return tuple(k for k in near if not any(k in pair for pair in t.ground[1]))


def _slim(t: Layout, models: Sequence[int]) -> list[Base]:
    return [slim(t.base(k)) for k in models]


def _with_room(
    t: Layout, mover: int, target: int, end: Point, friends: Sequence[Slot], loose: Barred, limit: float
) -> Way | None:
    """The way to the place at the target's edge nearest to the wanted one at which friends can let the newcomer in."""
    base, enemy = t.base(mover), t.base(target)
    around = [(swollen(t.base(k), -SLACK), [t.base(e) for e in t.touched_by(k)]) for k in friends]
    wanted = facing_to(base, end, enemy.centre)
    both_round = isinstance(base.shape, Round) and isinstance(enemy.shape, Round)
    made = shifted(wanted, enemy, around, (*loose.crossing, *loose.ending), t.setup.table, anywhere=both_round)
    if made is None:
        return None
    new = {
        k: t.base(k).at(b.place) for k, b in zip(friends, made.neighbours, strict=True) if b.place != t.base(k).place
    }
    path = _past(t, mover, target, made.newcomer.centre, {k: new.get(k, t.base(k)) for k in friends}, loose, limit)
    if path is None:
        return None
    last = _last(base, path, enemy, loose, t, 0.0)
    there = {k: t.base(k) for k in friends if k not in new}
    for k, b in new.items():
        there[k] = _made_room(t, b, enemy, [last, *there.values()])
    return Way(path, last, tuple(sorted((k, there[k]) for k in new)))


def _made_room(t: Layout, friend: Base, enemy: Base, others: Sequence[Base]) -> Base:
    """The place of a friend who has slid, clear of the others too if a place of the grain near by is."""

    def fits(b: Base) -> bool:
        return t.joined(gap(b, enemy)) and not overlaps(b, enemy, LAP)

    end = settled(friend, lambda b: fits(b) and not any(overlaps(b, o, LAP) for o in others))
    return end if fits(end) else settled(friend, fits)


def _past(
    t: Layout, mover: int, target: int, end: Point, friends: Mapping[Slot, Base], loose: Barred, limit: float
) -> Path | None:
    """The path to a place past the friends where they stand then: only those of its unit may be passed (SK-51)."""
    base, mates = t.base(mover), t.mates(mover)
    there = tuple(slim(b) for k, b in friends.items() if k not in mates)
    crossing = (*loose.crossing, slim(t.base(target)), *there)
    return path_to(base, end, replace(loose, crossing=crossing), t, limit)


def near_way(
    t: Layout, mover: int, target: int, pieces: Sequence[Piece], reach: float, limit: float = inf
) -> Way | None:
    """The shortest way to the first place from which the target is within reach (SK-56)."""
    base, enemy = t.base(mover), t.base(target)
    bars = barred(t, mover, pieces, but=(target,))
    path = path_to(base, Within(enemy, reach), bars, t, limit)
    return None if path is None else Way(path, _last(base, path, enemy, bars, t, reach))


def opposed_way(t: Layout, mover: int, target: int, reach: float, limit: float = inf) -> Way | None:
    """The shortest way to a place opposite the target, across the obstacle between them (SK-57): the gap there is its
    width, and the reach, at most (SK-157). Its width is measured where the way ends, so it is looked for again."""
    base, enemy, terrain = t.base(mover), t.base(target), t.terrain
    obstacle = terrain.between(base, enemy)
    if obstacle is None:
        return None
    bars = barred(t, mover, (*terrain.impassable, *terrain.in_the_way(base, enemy)), but=(target,))
    width = min(obstacle.width, _widest(t))
    for _ in range(4):
        path = path_to(base, Within(enemy, width / 100 + reach), bars, t, limit)
        if path is None:
            return None
        last = _last(base, path, enemy, bars, t, width / 100 + reach)
        found = terrain.between(last, enemy)
        if found is None:
            return None
        if hundredths(gap(last, enemy)) <= found.width + hundredths(reach):
            return Way(path, last, across=True) if may_fight_across(t, found, mover, target) else None
        width = min(found.width, width - 1)
    return None


def may_fight_across(t: Layout, obstacle: Obstacle, mover: int, target: int) -> bool:
    """SK-154, SK-155: is the obstacle narrow, and at most half as big as the attacker (SK-R27: and as the target)?"""
    fighters = [mover] if t.setup.rulings.obstacle_model == "attacker" else [mover, target]
    return obstacle.width <= _widest(t) and all(2 * obstacle.size <= t.setup.models[m].size for m in fighters)


def _widest(t: Layout) -> int:
    return round(100 * t.setup.parameters.obstacle_width_in)
