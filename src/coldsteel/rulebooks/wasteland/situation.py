"""How models stand to each other: as the table shows, or, without one, as the fight file states (WL-6, WL-C3).

Each question is asked of a unit `u` and, where it matters, of its group `g`: on a table that is one model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from coldsteel.kernel.figures import any_of
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.wasteland.setup import NOBODY, Line
from coldsteel.rulebooks.wasteland.state import Fight

if TYPE_CHECKING:
    from coldsteel.rulebooks.wasteland.ground import Field

__all__ = [
    "Tiers",
    "building",
    "elevated",
    "engaged",
    "field_of",
    "higher",
    "in_blast",
    "in_cover",
    "in_radius",
    "line",
    "melee_on",
    "near",
    "number",
    "placed",
    "reached",
    "sheltered",
    "touched",
    "within_blast",
]

Tiers = tuple[tuple[int, ...], ...]
"""Groups of a unit that damage may fall on, the nearest first; those that count as equally near together."""


# ---------------------------------------------------------------- the table
def field_of(f: Fight) -> Field:
    """The table as it is; who has fled and what has gone off parts the states."""
    from coldsteel.rulebooks.wasteland.ground import field_of as read

    return read(f.setup, f.then.ground, tuple(bool(x.fled) for x in f.units), tuple(bool(x) for x in f.exploded))


def number(f: Fight, u: int, g: int) -> int:
    """The number of a model in the layout."""
    assert f.setup.layout is not None, "models have numbers on a table only"
    return f.setup.layout.number[int(u), g]


def placed(f: Fight, u: int) -> Iterator[tuple[int, int]]:
    """The groups of a unit that are on the table, with their numbers."""
    return ((g, number(f, u, g)) for g in f.groups(u) if f.spot(u, g) is not None)


# ---------------------------------------------------------------- the melee
def melee_on(f: Fight) -> bool:
    """WL-3: is there a melee, standing models of both sides in contact?"""
    if f.on_table:
        return bool(field_of(f).contacts)
    first, second = (any_of(f.fights(u) for u in f.setup.slots(side)) for side in (0, 1))
    return first & second


def engaged(f: Fight, u: int, g: int) -> bool:
    """WL-3, WL-114: is the model in contact with an enemy?"""
    if f.on_table:
        return number(f, u, g) in field_of(f).fighting
    return f.fights(u) & melee_on(f)


def near(f: Fight, u: int, g: int = NOBODY) -> bool:
    """WL-7, WL-17: is the model within 3 steps of a fighting model of either side?"""
    if f.on_table:
        return f.spot(u, g) is not None and field_of(f).near(number(f, u, g))
    limit = f.p.draw_in_steps
    close = f.profile(u).distance <= limit
    gaps = ((t, f.setup.gap(u, t)) for t in range(len(f.setup.units)) if t != u)
    drawn = any_of(f.fights(t) for t, gap in gaps if gap is not None and gap <= limit)
    return melee_on(f) & (drawn | close)


# ---------------------------------------------------------------- blows
def reached(f: Fight, u: int, g: int, w: int, t: int) -> tuple[bool, bool]:
    """WL-22 to WL-26, on a table: is a model of a unit within reach of a weapon, and is one of these in sight?"""
    if f.spot(u, g) is None:
        return False, False
    field, i, reach = field_of(f), number(f, u, g), f.weapon(w).reach
    there = [(h, j) for h, j in placed(f, t) if field.reaches(i, j, reach)]
    seen = [h for h, j in there if field.sees(i, j)]
    return any_of(f.models(t, h) > 0 for h, _ in there), any_of(f.models(t, h) > 0 for h in seen)


def in_radius(f: Fight, u: int, groups: Sequence[int], w: int, t: int) -> Tiers | None:
    """WL-62: the models of `t` within reach of those that strike, by WL-R18 nearest in order of distance; None without
    a table."""
    if not f.on_table:
        return None
    field, strikers = field_of(f), [number(f, u, g) for g in groups if f.spot(u, g) is not None]
    targets = {j: h for h, j in placed(f, t)}
    found = field.exposed(strikers, targets, f.weapon(w).reach)
    return _tiers(f, field.tiers(strikers, found), targets)


def in_blast(f: Fight, u: int, g: int, w: int, t: int, h: int) -> Tiers | None:
    """WL-62, of a shot: the models within `blast_radius` of the targeted one, else all of its unit that the shooter
    sees and has in range; None without a table."""
    if not f.on_table:
        return None
    field, i, aimed, weapon = field_of(f), number(f, u, g), number(f, t, h), f.weapon(w)
    targets = {j: k for k, j in placed(f, t)}
    if weapon.blast_radius is not None:
        found = [j for j in targets if j == aimed or field.gap(aimed, j) <= weapon.blast_radius]
    else:
        found = [j for j in targets if j == aimed or (field.gap(i, j) <= weapon.range and field.line(i, j).visible > 0)]
    return _tiers(f, field.tiers([i], found), targets)


def _tiers(f: Fight, found: Tiers, group: dict[int, int]) -> Tiers:
    if f.r.wound_chooser == "nearest":  # WL-R18
        return tuple(tuple(group[j] for j in same) for same in found)
    return (tuple(sorted(group[j] for same in found for j in same)),)


def touched(f: Fight, u: int, e: int, g: int) -> int:
    """WL-78: how many models of a unit an enemy model touches, on a table."""
    if f.spot(e, g) is None:
        return 0
    field, i = field_of(f), number(f, e, g)
    return sum(field.touch(i, j) for _, j in placed(f, u))


# ---------------------------------------------------------------- height
def elevated(f: Fight, u: int, g: int) -> bool:
    """WL-84, WL-95, WL-139: does the model stand higher than 1 step above the table?"""
    if f.on_table:
        return f.spot(u, g) is not None and field_of(f).elevated(number(f, u, g))
    return f.group(u, g).elevated


def higher(f: Fight, u: int, g: int, t: int, h: int = NOBODY) -> bool:
    """WL-95: elevated, whatever the enemy's height (WL-R12: or higher than the enemy, that is its nearest model)."""
    if not elevated(f, u, g):
        return False
    if f.r.elevation_reference == "absolute":
        return True
    if not f.on_table:
        return not f.group(t, 0).elevated
    field, i = field_of(f), number(f, u, g)
    j = number(f, t, h) if h != NOBODY else field.nearest(i, (k for _, k in placed(f, t)))
    return j is None or field.places[j] is None or field.above(i, j)


def building(f: Fight, u: int, g: int) -> str:
    """WL-142: the building in which the model stands, or nothing."""
    if f.on_table:
        return field_of(f).building(number(f, u, g)) if f.spot(u, g) is not None else ""
    return f.group(u, g).building


# ---------------------------------------------------------------- sight and cover
def line(f: Fight, u: int, g: int, t: int, h: int) -> Line | None:
    """From a shooter to a target: distance, how much is seen, what is in the way (WL-119, WL-131, WL-138); None for
    what no line leads to."""
    if not f.on_table:
        return f.setup.line(u, g, t, h)
    if f.spot(u, g) is None or f.spot(t, h) is None:
        return None
    return field_of(f).line(number(f, u, g), number(f, t, h))


def in_cover(f: Fight, t: int, by: int = NOBODY, at: int = NOBODY) -> bool:
    """WL-90, WL-93: is every model of a unit on, in or behind terrain, as seen from the nearest model of `by` that
    attacks it (a shooter: from its model `at`)?"""
    if not f.on_table:
        return f.profile(t).in_cover
    field, mine = field_of(f), [j for _, j in placed(f, t)]
    attackers = _attackers(f, by, at, t)
    return bool(mine) and all(field.sheltered(j, field.nearest(j, attackers)) for j in mine)


def _attackers(f: Fight, by: int, at: int, t: int) -> list[int]:
    if by == NOBODY:
        return []
    if at != NOBODY:
        return [number(f, by, at)]
    field, mine = field_of(f), [j for _, j in placed(f, t)]
    reach = {g: [f.weapon(w).reach for w in f.setup.arms(by, g)] for g in f.groups(by) if not f.down(by, g)}
    able = ((i, reach[g]) for g, i in placed(f, by) if g in reach)  # WL-36
    return [i for i, far in able if any(field.reaches(i, j, r) and field.sees(i, j) for r in far for j in mine)]


def sheltered(f: Fight, u: int, g: int, t: int, h: int) -> bool:
    """WL-133: is the target in, on or behind terrain, as seen by a shooter?"""
    if not f.on_table:
        return f.profile(t).in_cover
    if f.spot(u, g) is None or f.spot(t, h) is None:
        return False
    return field_of(f).sheltered(number(f, t, h), number(f, u, g))


def within_blast(f: Fight, k: int) -> list[tuple[Slot, int]]:
    """WL-138, WL-C12: the models within the radius of an explosive piece of the table, everyone included."""
    field = field_of(f)
    t = next(n for n, terrain in enumerate(field.layout.terrain) if terrain.piece == k)
    radius = f.setup.pieces[k].radius
    found = (field.model(i) for i in field.here if field.gap_to(i, t) <= radius)
    return [(m.unit, m.group) for m in found]
