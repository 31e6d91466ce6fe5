"""Moves on a table that are no charges: flight and pursuit, plain moves, breaking off, moves that are owed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.distances import distance, gap
from coldsteel.battlefield.interception import first_within
from coldsteel.battlefield.lengths import EPS, GRAIN, bearing, heading, hundredths, turned
from coldsteel.battlefield.paths import Path, Within
from coldsteel.battlefield.spots import farthest_from
from coldsteel.battlefield.sweeps import farthest, slide
from coldsteel.battlefield.table import Piece
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.field import Ground, Move
from coldsteel.rulebooks.skirmish.places import LAP, Layout, clear_of_grain, facing_to, settled, slim, swollen
from coldsteel.rulebooks.skirmish.ways import SLACK, Barred, barred, contact_way, near_way, path_to, turned_to

# concrete throughout: the set-up and the ground

__all__ = ["breakaways", "closes", "flight", "moves", "owed", "pursuit"]

INCH = 1.0


# ---------------------------------------------------------------- straight moves
def _run(t: Layout, m: int, facing: float, length: float, clearance: float = 0.0) -> Base:
    """The model moved straight in a direction, as far as the way is free and ends out of contact (SK-37, SK-51)."""
    base, bars = t.base(m), barred(t, m, t.terrain.impassable, mates=False)
    x, y = heading(facing)
    way, facing = turned_to(base, (base.place.x + x, base.place.y + y), bars)
    free = farthest(way, facing, length, t.terrain.impassable_for(base), table=t.setup.table, tolerance=LAP)
    free = farthest(way, facing, free, [t.base(k) for k in t.friends(m)], tolerance=LAP)
    foes = [slim(t.base(e)) for e in t.foes(m)]  # one that it touches may overlap it by the grain, and doesn't hold it
    for apart in (clearance, t.apart):
        free = farthest(way, facing, free, foes, clearance=apart + GRAIN, tolerance=SLACK)
    end = way.at(slide(way, facing, free))
    return settled(end, lambda b: distance(base.centre, b.centre) <= length + EPS and not bars.met(b))


def _nearest_seen(t: Layout, m: int) -> Slot | None:
    """The nearest enemy in sight."""
    seen = [e for e in t.foes(m) if t.sees(m, e)]
    return min(seen, key=lambda e: (t.gap(m, e), e), default=None)


def _way_from(t: Layout, m: int, e: int) -> float:
    """The facing straight away from the centre of an enemy's base (SK-126)."""
    return bearing(t.base(e).centre, t.base(m).centre)


def moves(t: Layout, m: int, panicked: bool) -> tuple[Move, ...]:
    """The full move straight toward the nearest enemy in sight, 1 inch short of contact, and away from it (SK-C13)."""
    e = _nearest_seen(t, m)
    if e is None:
        return ()
    name, r = t.setup.models[e].name, t.setup.models[m].r / 100
    near = turned(_way_from(t, m, e), 180)
    found = []
    if not panicked:
        # not even past another enemy does it come nearer than an inch
        end = _run(t, m, near, min(r, max(0.0, t.gap(m, e) / 100 - INCH)), clearance=INCH)
        found.append((f"toward {name}", end))
    found.append((f"away from {name}", _run(t, m, turned(near, 180), r)))
    here = t.base(m).centre
    return tuple(
        Move(label, t.moved((m, end)), hundredths(distance(here, end.centre)))
        for label, end in found
        if distance(here, end.centre) > GRAIN
    )


def owed(t: Layout, m: int, toward: Slot | None) -> Ground:
    """The move that a model owes, as far as the way is free; nothing without a leader or an enemy in sight (SK-C8)."""
    r = t.setup.models[m].r / 100
    if toward is None:
        e = _nearest_seen(t, m)
        return t.ground if e is None else t.moved((m, _run(t, m, _way_from(t, m, e), r)))
    if not t.there(toward) or toward == m:
        return t.ground
    bars = barred(t, m, t.terrain.impassable, but=(toward,), mates=False)
    path = path_to(t.base(m), Within(t.base(toward)), bars, t, straight=False)
    return t.ground if path is None else t.moved((m, _halted(t, m, path, r, bars)))


def _halted(t: Layout, m: int, path: Path, length: float, bars: Barred, but: Sequence[int] = ()) -> Base:
    """The model on its path after `length`, or before it where it can stand, in contact with no enemy."""
    base, foes = t.base(m), [t.base(e) for e in t.foes(m) if e not in but]
    s = min(length, path.length)
    while s > GRAIN:
        end = path.at(s)
        back = path.at(max(0.0, s - 0.1))
        there = clear_of_grain(facing_to(base, end, (2 * end[0] - back[0], 2 * end[1] - back[1])))
        if not bars.met(there) and not any(t.joined(gap(there, e)) for e in foes):
            return there
        s -= GRAIN
    return base


# ---------------------------------------------------------------- flight and pursuit
def flight(t: Layout, target: int, charger: int) -> Ground:
    """The target run away from the charger, its back to it (SK-125): straight away, or by SK-R20 to where it can come
    farthest from it."""
    base, enemy = t.base(target), t.base(charger)
    r = t.setup.models[target].r / 100
    end = _run(t, target, bearing(enemy.centre, base.centre), r)
    if t.setup.rulings.flight_path == "free":
        place = farthest_from(base, [enemy], r, _in_the_way(t, target), t.setup.table, _kept_off(t, target))
        if place is not None and gap(base.at(place), enemy) > gap(end, enemy):
            end = base.at(place)
    back = clear_of_grain(end.at(replace(end.place, facing=bearing(enemy.centre, end.centre))))
    bars = barred(t, target, t.terrain.impassable, mates=False)
    return t.moved((target, end if bars.met(back) else back))


def _in_the_way(t: Layout, m: int) -> list[Base | Piece]:
    others = [slim(t.base(k)) for k in t.living if k != m]
    return [*t.terrain.impassable_for(t.base(m)), *others]


def _kept_off(t: Layout, m: int) -> list[Base]:
    """Its enemies, as wide as they count where it may not come into contact with them."""
    return [swollen(t.base(e), t.tolerance - GRAIN) for e in t.foes(m)]


def pursuit(t: Layout, charger: int, target: int, length: float, reach: float) -> tuple[Ground, bool, bool]:
    """The charger after a fugitive, by a way that is free (SK-128): into contact, else into reach, else as far as its
    move goes (SK-129 to SK-131)."""
    pieces = t.terrain.impassable
    way = contact_way(t, charger, target, pieces, length)
    if way is not None and way.length <= hundredths(length):
        return t.moved((charger, way.last), *way.shifts), True, True
    way = near_way(t, charger, target, pieces, reach, length) if reach > 0 else None
    if way is not None and t.clear_view(way.last, t.base(target)):
        return t.moved((charger, way.last)), True, False
    return t.moved((charger, _after(t, charger, target, length))), False, False


def _after(t: Layout, charger: int, target: int, length: float) -> Base:
    """The charger after a fugitive that it does not catch, up to the first enemy that bars its way (SK-128)."""
    base, others = t.base(charger), [e for e in t.foes(charger) if e != target]
    path = path_to(base, Within(t.base(target)), barred(t, charger, t.terrain.impassable, but=(target, *others)), t)
    if path is None:
        return _run(t, charger, turned(_way_from(t, charger, target), 180), length)
    stops = [first_within(path, base, t.base(e), t.apart) for e in others]
    free = min([length, *(s for s in stops if s is not None)])
    return _halted(t, charger, path, free, barred(t, charger, t.terrain.impassable, but=(target,)))


def closes(t: Layout, m: int, enemy: int, length: float, to: float) -> Ground:
    """A model moved on toward an enemy, by `length` at most and until the gap is `to` (SK-110, SK-114)."""
    if t.gap(m, enemy) <= hundredths(to) or length <= 0:
        return t.ground
    pieces = t.terrain.impassable
    way = near_way(t, m, enemy, pieces, to) if to > 0 else contact_way(t, m, enemy, pieces)
    if way is None:
        return t.moved((m, _run(t, m, turned(_way_from(t, m, enemy), 180), length)))
    if way.path.length <= length + SLACK:
        return t.moved((m, way.last), *way.shifts)
    bars = barred(t, m, pieces, but=(enemy,))
    return t.moved((m, _halted(t, m, way.path, length, bars)))


# ---------------------------------------------------------------- breaking off
def breakaways(t: Layout, m: int) -> tuple[Move, ...]:
    """The place within R, by a free way, that is farthest from all enemies and touches none (SK-143, SK-145)."""
    base, foes = t.base(m), [t.base(e) for e in t.foes(m)]
    place = farthest_from(base, _kept_off(t, m), t.setup.models[m].r / 100, _in_the_way(t, m), t.setup.table)
    if place is None:
        return ()
    bars, r = barred(t, m, t.terrain.impassable, mates=False), t.setup.models[m].r / 100

    def fits(b: Base) -> bool:
        clear = not bars.met(b) and not any(t.joined(gap(b, e)) for e in foes)
        return clear and distance(base.centre, b.centre) <= r

    end = settled(facing_to(base, place.point, (2 * place.x - base.place.x, 2 * place.y - base.place.y)), fits)
    if not fits(end):
        return ()
    return (Move("clear of the enemy", t.moved((m, end)), hundredths(distance(base.centre, end.centre))),)
