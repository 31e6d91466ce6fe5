"""Cutting a charge line on a table: where a rescuer can go, and what a target's inch takes (SK-95 to SK-117)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.contact import overlaps
from coldsteel.battlefield.distances import distance, gap, nearest_point
from coldsteel.battlefield.grown import radius_of
from coldsteel.battlefield.interception import on_strip
from coldsteel.battlefield.lengths import GRAIN, Point, hundredths
from coldsteel.battlefield.paths import Path, Within
from coldsteel.battlefield.regions import Region, around, beside, common, disc, points_of, without
from coldsteel.battlefield.sweeps import blocked, farthest, slide
from coldsteel.rulebooks.skirmish.field import Ground, NoWay, Rescue
from coldsteel.rulebooks.skirmish.places import LAP, Layout, facing_to, settled
from coldsteel.rulebooks.skirmish.ways import SLACK, barred, contact_way, may_fight_across, path_to, slide_to, turned_to

__all__ = ["inch", "rescues"]

NO_WAY = NoWay("no_way", "SK-100", "no way free of terrain and of models that may not be passed")
OUT_OF_REACH = NoWay("out_of_reach", "SK-103", "the point of the line is out of movement and reach")
PASSING = NoWay("no_place", "SK-43", "the charger is just passing a model of its unit, where it can't be halted")


# ---------------------------------------------------------------- the target's inch
def inch(t: Layout, target: int, charger: int, length: float) -> Ground | NoWay:
    """The target moved straight toward the charger, until the bases touch at most (SK-95, SK-96). The way has to be
    free (SK-100), but under a reading of SK-R14, by which it goes as far as it can."""
    if _passing(t, charger):
        return PASSING
    base, enemy = t.base(target), t.base(charger)
    bound = t.setup.rulings.counter_conditions == "path_and_priority"
    bars = barred(t, target, t.terrain.all if bound else t.terrain.impassable, but=(charger,))
    turned, facing = turned_to(base, nearest_point(enemy, base.centre), bars, enemy)
    way = farthest(turned, facing, length, [enemy])
    if not bound:
        way = farthest(turned, facing, way, (*bars.crossing, *bars.ending), tolerance=LAP - GRAIN)
    end = turned.at(slide(turned, facing, way))
    if bars.met_between(turned, end):
        return NO_WAY
    end = settled(end, lambda b: not overlaps(b, enemy, LAP) and (way >= length - SLACK or t.joined(gap(b, enemy))))
    if bars.met(end):
        return NoWay("no_place", "SK-43", "a model of its unit stands where it would end")
    return t.moved((target, end))


# ---------------------------------------------------------------- rescuers
def rescues(t: Layout, rescuer: int, charger: int, rest: Path, reach: float) -> tuple[Rescue, ...] | NoWay:
    """Contact with the charger where it stands, and with a reach the nearest places beside and on what is left of its
    line (SK-99 to SK-103, SK-107, SK-115, SK-C13)."""
    r = t.setup.models[rescuer].r / 100
    apart = t.gap(rescuer, charger) / 100
    if apart > r + reach + SLACK:
        return OUT_OF_REACH
    if _passing(t, charger):
        return PASSING
    if _straight_closed(t, rescuer, charger):
        return NO_WAY
    found = list(_contact(t, rescuer, charger, r))
    if reach > 0:
        found += _standing_off(t, rescuer, charger, rest, reach, r)
    # what stands in the way may be gone round, but within R (SK-100)
    return tuple(found) or NO_WAY


def _passing(t: Layout, charger: int) -> bool:
    """Is the charger just passing through a model of its own unit?"""
    here = t.base(charger)
    return any(overlaps(here, t.base(k), LAP) for k in t.mates(charger))


def _contact(t: Layout, rescuer: int, charger: int, r: float) -> Iterator[Rescue]:
    way = contact_way(t, rescuer, charger, t.terrain.all, r)
    if way is not None and way.length <= round(100 * r):
        yield Rescue("contact", t.moved((rescuer, way.last), *way.shifts), True, False)


def _straight_closed(t: Layout, rescuer: int, charger: int) -> bool:
    """Under a reading of SK-R29: does a piece of terrain stand on the straight way?"""
    if t.setup.rulings.counter_way == "round_allowed":
        return False
    base, enemy = t.base(rescuer), t.base(charger)
    end = slide_to(base, Within(enemy))
    pieces = [p for p in t.terrain.all if not overlaps(base, p, LAP)]
    return bool(blocked(end.at(replace(end.place, x=base.place.x, y=base.place.y)), end.place, pieces, LAP))


def _standing_off(t: Layout, rescuer: int, charger: int, rest: Path, reach: float, r: float) -> Iterator[Rescue]:
    """The nearest place beside the line, and the nearest on it: within reach and in sight of the charger, in contact
    with nobody."""
    base, enemy = t.base(rescuer), t.base(charger)
    bars = barred(t, rescuer, t.terrain.all)
    zone = _zone(t, rescuer, charger, reach, r)
    wide = radius_of(enemy) + radius_of(base)
    for on_line, label in ((False, "beside the line"), (True, "on the line")):
        if on_line and rest.length <= GRAIN:
            return  # at the end of the line nothing is left of it
        if on_line:
            part = common(zone, beside(rest.points, wide - 2 * GRAIN))
        else:
            part = without(zone, [beside(rest.points, wide)])

        def fits(b: Base, on_line: bool = on_line) -> bool:
            near = hundredths(gap(b, enemy)) <= hundredths(reach) and t.clear_view(b, enemy)
            obstacle = t.terrain.between(b, enemy)
            free = not bars.met(b) and not any(t.joined(gap(b, t.base(e))) for e in t.foes(rescuer))
            open_to = obstacle is None or may_fight_across(t, obstacle, rescuer, charger)
            return near and free and open_to and on_strip(b, rest, enemy) == on_line

        last = _nearest(base, enemy, part, fits, lambda p: path_to(base, p, bars, t, r))
        if last is not None:
            yield Rescue(label, t.moved((rescuer, last)), False, on_line)


def _zone(t: Layout, rescuer: int, charger: int, reach: float, r: float) -> Region:
    """Where the centre of the rescuer may be: within reach, in contact with no enemy, on nobody and no terrain."""
    base, enemy = t.base(rescuer), t.base(charger)
    wide = radius_of(base)
    zone = common(around(enemy, wide + reach - SLACK), disc(base.centre, r + GRAIN))
    taken = [around(t.base(e), wide + t.apart) for e in t.foes(rescuer)]
    taken += [around(t.base(k), wide) for k in t.friends(rescuer)]
    taken += [around(p, wide) for p in t.terrain.all if not overlaps(base, p, LAP)]
    return without(zone, taken)


def _nearest(
    base: Base, enemy: Base, part: Region, fits: Callable[[Base], bool], way: Callable[[Point], Path | None]
) -> Base | None:
    """The place in a part of the table to which the way is shortest, facing the charger; where it stands, if it may."""
    found: list[tuple[float, Point, Base]] = []
    for p in (base.centre, *points_of(part, base.centre)):
        if found and distance(p, base.centre) >= found[0][0] - GRAIN:
            break
        last = settled(facing_to(base, p, enemy.centre), fits)
        path = way(last.centre) if fits(last) else None
        if path is not None:
            found = sorted([*found, (path.length, last.centre, last)], key=lambda f: f[:2])[:1]
    return found[0][2] if found else None
