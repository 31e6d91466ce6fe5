"""Faults of a fight on a table: where nobody can stand, and what is stated otherwise than places show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import inf
from typing import Any

from coldsteel.battlefield.contact import overlaps
from coldsteel.battlefield.distances import off_table
from coldsteel.battlefield.lengths import EPS, GRAIN
from coldsteel.errors import BattlefieldError
from coldsteel.rulebooks.sheets import Fault
from coldsteel.rulebooks.wasteland.filling import filled, group_name, outline_of, table_of, units_of
from coldsteel.rulebooks.wasteland.ground import Field, field_of
from coldsteel.rulebooks.wasteland.moves import way_in
from coldsteel.rulebooks.wasteland.profiles import FightFile, Group, LineGiven, Unit
from coldsteel.rulebooks.wasteland.setup import NOBODY, Setup

__all__ = ["layout_faults"]

Place = tuple[str | int, ...]
STEPS = 0.05
"""What a stated distance may differ by from the measured one: it is given to one decimal place, at the least."""


def layout_faults(model: FightFile) -> list[Fault]:
    """All that is wrong with places and terrain; what is stated besides them is looked at once they are right."""
    found = [*_place_faults(model), *_terrain_faults(model)]
    if found:
        return found
    setup = filled(model)
    assert setup.layout is not None, "on a table"
    fled = tuple(p.fleeing for p in setup.units)
    field = field_of(setup, setup.layout.start, fled, (False,) * len(setup.pieces))
    found = [*_standing_faults(model, field)]
    return found or [*_nothing_happens(model, field), *_stated_faults(model, setup, field)]


# ---------------------------------------------------------------- places and terrain
def _groups(model: FightFile) -> Iterator[tuple[Place, Unit, int, Group]]:
    for place, unit in units_of(model):
        for k, g in enumerate(unit.groups):
            yield (*place, "groups", k), unit, k, g


def _place_faults(model: FightFile) -> Iterator[Fault]:
    for place, unit, _, g in _groups(model):
        if len(g.positions) != g.models:
            what = f"on a table '{unit.id}' needs as many positions as models, {g.models}"
            yield (*place, "positions"), what, "WL-1"


def _terrain_faults(model: FightFile) -> Iterator[Fault]:
    sound = True
    for k, t in enumerate(model.terrain):
        try:
            outline_of(t)
        except BattlefieldError as error:
            sound = False
            yield ("terrain", k, "footprint"), str(error), "WL-90"
    try:
        table_of(model) if sound else None
    except BattlefieldError as error:
        yield ("terrain",), str(error), "WL-90"


def _spots(model: FightFile, field: Field) -> dict[int, Place]:
    """The number of every model, with its place in the file (side A's units come first there too)."""
    slots = {p.id: u for u, p in enumerate(field.setup.units)}
    out: dict[int, Place] = {}
    for place, unit in units_of(model):
        numbers = iter(field.layout.of(slots[unit.id]))
        for k, g in enumerate(unit.groups):
            out.update({next(numbers): (*place, "groups", k, "positions", n) for n in range(g.models)})
    return out


def _name(field: Field, i: int) -> str:
    """A model, as people call it."""
    m = field.model(i)
    p = field.setup.units[m.unit]
    return p.id if len(p.groups) == 1 else f"{p.id}/{p.groups[m.group].name}"


def _standing_faults(model: FightFile, field: Field) -> Iterator[Fault]:
    places = _spots(model, field)
    for i, place in places.items():
        if off_table(field.base(i), field.layout.table):
            yield place, f"'{_name(field, i)}' reaches over the edge of the table", "WL-1"
        z = field.spot(i)[2]
        if z and z not in field.floors(i):
            what = f"where '{_name(field, i)}' stands there is no level at {z / 100:g} steps"
            yield place, what, "WL-139"
    p = field.setup.parameters
    tolerance = max(GRAIN, p.contact_mm / p.step_mm)  # concrete: parameters
    for i, j in combinations(sorted(places), 2):
        low, high = sorted((i, j), key=lambda k: field.spot(k)[2])
        clear = field.spot(low)[2] / 100 + field.model(low).height <= field.spot(high)[2] / 100 + EPS
        if not clear and overlaps(field.base(i), field.base(j), tolerance):
            yield places[j], f"the bases of '{_name(field, i)}' and '{_name(field, j)}' overlap", "WL-1"


def _nothing_happens(model: FightFile, field: Field) -> Iterator[Fault]:
    if not field.contacts and not model.activations:
        yield ("sides",), "nobody is in contact with an enemy, and nobody shoots: nothing can happen", "WL-3"
    for place, unit in units_of(model):
        slot = next(u for u, p in enumerate(field.setup.units) if p.id == unit.id)
        for name in ("charged_this_round", "was_charged_this_round"):
            if getattr(unit, name) and not field.fighting & set(field.layout.of(slot)):
                yield (*place, name), "who is not in the melee neither charged nor was charged", "WL-83"


# ---------------------------------------------------------------- what is stated besides
def _stated_faults(model: FightFile, setup: Setup, field: Field) -> Iterator[Fault]:
    slots = {p.id: u for u, p in enumerate(setup.units)}
    for place, unit in units_of(model):
        for name, clause, agrees, shown in _of_unit(unit, slots, field):
            if name in unit.model_fields_set and not agrees:
                yield (*place, name), f"as they are placed it is {shown}", clause
    for place, unit, k, g in _groups(model):
        mine = _numbers(field, slots, unit, k)
        high = {field.elevated(i) for i in mine}
        if "elevated" in g.model_fields_set and high != {g.elevated}:
            yield (*place, "elevated"), "as they are placed it is otherwise", "WL-139"
        if "building" in g.model_fields_set and {field.building(i) for i in mine} != {g.building}:
            yield (*place, "building"), "as they are placed they stand elsewhere", "WL-142"
    yield from _explosive_faults(model, slots, field)
    for n, line in enumerate(model.lines):
        for name, clause, agrees, shown in _of_line(model, line, slots, field):
            if name in line.model_fields_set and not agrees:
                yield ("lines", n, name), f"as they are placed it is {shown}", clause


Stated = tuple[str, str, bool, Any]


def _of_unit(unit: Unit, slots: dict[str, int], field: Field) -> Iterator[Stated]:
    """What a unit states of the situation: field, clause, whether the table agrees, what that shows."""
    mine = field.layout.of(slots[unit.id])
    foes = field.foes(mine[0])
    touching = sum(field.touch(i, j) for i in mine for j in foes)
    away = _away(field, mine)
    yield "distance_to_melee", "WL-7", away == inf or abs(away - unit.distance_to_melee) <= STEPS, f"{away:.2f}"
    ways = [way_in(field, i, [j for j in foes if j in field.fighting]) for i in mine if i not in field.fighting]
    found = [way[1] for way in ways if way is not None]
    if unit.contact_distance is not None:
        shown = min(found, default=0.0)  # concrete: places
        yield "contact_distance", "WL-10", abs(shown - unit.contact_distance) <= STEPS, f"{shown:.2f}"
    yield "contact_room", "WL-10", unit.contact_room == (bool(found) or not ways), "otherwise"
    sheltered = all(field.sheltered(i, field.nearest(i, foes)) for i in mine)
    yield "in_cover", "WL-90", unit.in_cover == sheltered, str(sheltered).lower()
    if unit.targets is not None:
        near = {field.setup.units[field.model(j).unit].id for i in mine for j in foes if _may_strike(field, i, j)}
        yield "targets", "WL-20", set(unit.targets) == near, ", ".join(sorted(near)) or "nobody"
    counts = {
        "engaged_cap": sum(any(_may_strike(field, i, j) for j in foes) for i in mine),
        "exposed_cap": sum(any(_may_strike(field, j, i) for j in foes) for i in mine),
        "contact_cap": sum(any(field.touch(i, j) for j in foes) for i in mine),
    }
    for name, n in counts.items():
        cap = getattr(unit, name)
        yield name, "WL-6", cap is None or min(cap, len(mine)) == n, n  # concrete: places
    yield "contact_pairs", "WL-78", unit.contact_pairs is None or unit.contact_pairs == touching, touching


def _away(field: Field, mine: range) -> float:
    if field.fighting & set(mine):
        return 0.0
    return min(field.nearness(i, field.fighting) for i in mine)  # concrete: places


def _may_strike(field: Field, i: int, j: int) -> bool:
    """Has a model an enemy within reach of one of its weapons, and in sight?"""
    m = field.model(i)
    reaches = [field.setup.weapons[w].reach for w in field.setup.arms(m.unit, m.group)]
    return any(field.reaches(i, j, reach) for reach in reaches) and field.sees(i, j)


def _numbers(field: Field, slots: dict[str, int], unit: Unit, k: int) -> list[int]:
    """The models of a group of the file."""
    before = sum(g.models for g in unit.groups[:k])
    return list(field.layout.of(slots[unit.id]))[before : before + unit.groups[k].models]


def _explosive_faults(model: FightFile, slots: dict[str, int], field: Field) -> Iterator[Fault]:
    terrain = {t.id: n for n, t in enumerate(model.terrain) if t.explosive}
    for k, x in enumerate(model.explosives):
        if x.id not in terrain:
            yield ("explosives", k, "id"), f"on a table '{x.id}' is a piece of terrain that is `explosive`", "WL-138"
            continue
        n = terrain[x.id]
        charge = model.terrain[n].explosive
        assert charge is not None, "it is explosive"
        for name in ("radius", "damage"):
            if name in x.model_fields_set and getattr(x, name) != getattr(charge, name):
                yield ("explosives", k, name), f"of the terrain it is {getattr(charge, name):g}", "WL-138"
        if "near" in x.model_fields_set:
            found = {u: sum(field.gap_to(i, n) <= charge.radius for i in field.layout.of(s)) for u, s in slots.items()}
            shown = {u: m for u, m in found.items() if m}
            if {u: m for u, m in x.near.items() if m} != shown:
                yield ("explosives", k, "near"), f"as they are placed it is {shown}", "WL-138"


def _of_line(model: FightFile, line: LineGiven, slots: dict[str, int], field: Field) -> Iterator[Stated]:
    """What a line states, of the nearest pair of models of its ends."""
    ends = _end(model, line.unit, slots, field), _end(model, line.other, slots, field)
    i, j = min(product(*ends), key=lambda pair: (field.gap(*pair), pair))  # concrete: places
    shown = field.line(i, j)
    yield "distance", "WL-1", abs(shown.distance - line.distance) <= STEPS, f"{shown.distance:.2f}"
    seen = abs(shown.visible - line.visible_fraction) <= 0.01
    yield "visible_fraction", "WL-119", seen, f"{shown.visible:.3f}"
    unit = "" if shown.cover_unit == NOBODY else field.setup.units[shown.cover_unit].id
    struck = unit or ("" if shown.cover_piece == NOBODY else field.setup.pieces[shown.cover_piece].id)
    yield "cover_struck", "WL-138", struck == line.cover_struck, struck or "nothing"
    yield "screened_by", "WL-24", field.sees(i, j) == (line.screened_by == ""), "otherwise"


def _end(model: FightFile, name: str, slots: dict[str, int], field: Field) -> list[int]:
    unit, slash, group = name.partition("/")
    if not slash:
        return list(field.layout.of(slots[unit]))
    given = next(x for _, x in units_of(model) if x.id == unit)
    k = next(k for k, g in enumerate(given.groups) if group_name(g, k) == group)
    return _numbers(field, slots, given, k)
