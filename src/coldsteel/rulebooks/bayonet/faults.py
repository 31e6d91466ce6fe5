"""Faults of a fight file that no single field shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from coldsteel.rulebooks.bayonet.filling import MOST_ENEMIES, formation_of, has_places, stamina_of, units_of
from coldsteel.rulebooks.bayonet.profiles import FightFile
from coldsteel.rulebooks.bayonet.rulings import Parameters
from coldsteel.rulebooks.sheets import Fault

__all__ = ["all_faults"]

FORMATIONS: dict[str, tuple[str, ...]] = {
    "infantry": ("line", "attack_column", "march_column", "square", "skirmish", "mixed", "garrison"),
    "cavalry": ("line", "attack_column", "march_column", "skirmish"),
    "foot_artillery": ("deployed", "limbered"),
    "horse_artillery": ("deployed", "limbered"),
}


def all_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    found = [*_side_faults(model), *_unit_faults(model), *_order_faults(model), *_contact_faults(model)]
    found += [*_winner_faults(model), *_crowd_faults(model), *_number_faults(model)]
    if not has_places(model):
        return [*found, *_tableless_faults(model)]
    from coldsteel.rulebooks.bayonet.table_faults import table_faults

    return [*found, *table_faults(model, sound=not found)]


def _tableless_faults(model: FightFile) -> Iterator[Fault]:
    for name in ("table_width", "table_height", "impassable", "buildings"):
        if name in model.model_fields_set:
            yield (name,), "there is no table in this fight: no unit has a place (x, y, width, depth)", "BY-23"


def _side_faults(model: FightFile) -> Iterator[Fault]:
    if model.sides[0].name == model.sides[1].name:
        yield ("sides", 1, "name"), f"both sides are called {model.sides[0].name}; one is A, the other B", ""
    seen: set[str] = set()
    for place, unit in units_of(model):
        if unit.id in seen:
            yield (*place, "id"), f"two units are called '{unit.id}'", ""
        if unit.id in ("A", "B"):
            yield (*place, "id"), f"a unit may not be called '{unit.id}' like a side", ""
        seen.add(unit.id)


def _unit_faults(model: FightFile) -> Iterator[Fault]:
    touching = {name for c in model.contacts for name in (c.unit, c.enemy)}
    on_table = has_places(model)  # who touches there is for `table_faults`
    side_of = {unit.id: place[1] for place, unit in units_of(model)}
    for place, unit in units_of(model):
        formation, stamina = formation_of(unit), stamina_of(unit)
        if formation not in FORMATIONS[unit.arm]:
            allowed = ", ".join(FORMATIONS[unit.arm])
            yield (*place, "formation"), f"{unit.arm} cannot stand in {formation}; it may stand in {allowed}", ""
        if unit.casualties > stamina:
            yield (*place, "casualties"), f"{unit.casualties} casualties are above its stamina of {stamina}", "BY-12"
        if formation != "garrison":
            for name in ("building", "building_size"):
                if getattr(unit, name) not in ("", None):
                    yield (*place, name), "only a unit in formation 'garrison' holds a building", "BY-94"
        if formation == "garrison" and unit.cover != "none":
            yield (*place, "cover"), "a garrison has the bonus of its building instead of cover", "BY-115"
        for name in ("charged", "won_last"):
            if getattr(unit, name) and unit.id not in touching and not on_table:
                clause = "BY-107" if name == "charged" else "BY-108"
                yield (*place, name), "it touches no enemy, so it has no such bonus in the coming round", clause
        if unit.won_against and not unit.won_last:
            yield (*place, "won_against"), "it says against whom the last round was won, but not 'won_last'", "BY-108"
        for k, enemy in enumerate(unit.won_against):
            if enemy not in side_of:
                yield (*place, "won_against", k), f"there is no unit '{enemy}'", ""
            elif side_of[enemy] == side_of[unit.id]:
                yield (*place, "won_against", k), f"'{enemy}' is on the side of '{unit.id}'", "BY-108"
    held = Counter(unit.building for _, unit in units_of(model) if unit.building)
    for place, unit in units_of(model):
        if held[unit.building] > 1:
            yield (*place, "building"), f"two units hold the building '{unit.building}'", "BY-94"


def _order_faults(model: FightFile) -> Iterator[Fault]:
    side_of = {unit.id: model.sides[int(place[1])].name for place, unit in units_of(model)}
    for k, o in enumerate(model.orders):
        known = True
        for name in ("unit", "target"):
            if getattr(o, name) not in side_of:
                known = False
                yield ("orders", k, name), f"there is no unit '{getattr(o, name)}'", ""
        if not known:
            continue
        if side_of[o.unit] == side_of[o.target]:
            yield ("orders", k, "target"), f"'{o.target}' is on the side of '{o.unit}'", "BY-1"
        whose = model.active if o.turn % 2 else "BA"["AB".index(model.active)]
        if side_of[o.unit] != whose:
            yield ("orders", k, "turn"), f"turn {o.turn} is side {whose}'s, '{o.unit}' is not", "BY-33"


def _contact_faults(model: FightFile) -> Iterator[Fault]:
    side_of = {unit.id: model.sides[int(place[1])].name for place, unit in units_of(model)}
    seen: set[frozenset[str]] = set()
    for k, c in enumerate(model.contacts):
        known = True
        for name in ("unit", "enemy"):
            if getattr(c, name) not in side_of:
                known = False
                yield ("contacts", k, name), f"there is no unit '{getattr(c, name)}'", ""
        if known and side_of[c.unit] == side_of[c.enemy]:
            yield ("contacts", k, "enemy"), f"'{c.enemy}' and '{c.unit}' are friends", "BY-1"
        if frozenset((c.unit, c.enemy)) in seen:
            yield ("contacts", k), f"'{c.unit}' and '{c.enemy}' touch twice", ""
        seen.add(frozenset((c.unit, c.enemy)))


def _winner_faults(model: FightFile) -> Iterator[Fault]:
    """Two that touch stand in one fight, which one side has won (BY-C14 pairwise: both may have won another pair)."""
    unit_of = {unit.id: unit for _, unit in units_of(model)}
    for k, c in enumerate(model.contacts):
        found = [unit_of[name] for name in (c.unit, c.enemy) if name in unit_of]
        if len(found) < 2 or not all(unit.won_last for unit in found):
            continue
        one, other = found
        if model.rulings.result_scope == "whole_fight":
            yield ("contacts", k), f"'{one.id}' and '{other.id}' cannot both have won the last round", "BY-108"
        elif (other.id in one.won_against) != (one.id in other.won_against):
            yield ("contacts", k), f"'{one.id}' and '{other.id}' each touched the other or neither did", "BY-108"


def _crowd_faults(model: FightFile) -> Iterator[Fault]:
    pairs = {(o.unit, o.target) for o in model.orders} | {(c.unit, c.enemy) for c in model.contacts}
    for place, unit in units_of(model):
        enemies = {x for pair in pairs if unit.id in pair for x in pair if x != unit.id}
        if len(enemies) > MOST_ENEMIES:
            yield (*place, "id"), f"'{unit.id}' has {len(enemies)} possible enemies; at most {MOST_ENEMIES}", ""


def _number_faults(model: FightFile) -> Iterator[Fault]:
    for f in fields(Parameters):
        row = getattr(model.parameters, f.name)
        if isinstance(row, tuple) and list(row) != sorted(row):
            yield ("parameters", f.name), f"{list(row)}: the totals must not fall", "BY-127"
