"""Faults of a fight file with a table: places that no table can hold, and fields that contradict it."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.contact import faults_of_layout
from coldsteel.battlefield.lengths import GRAIN
from coldsteel.errors import BattlefieldError
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet import moves, ways
from coldsteel.rulebooks.bayonet.filling import filled, formation_of, table_of, units_of
from coldsteel.rulebooks.bayonet.profiles import FightFile
from coldsteel.rulebooks.bayonet.setup import Entry, Ground, Order, Setup, Side
from coldsteel.rulebooks.bayonet.state import opening
from coldsteel.rulebooks.bayonet.supports import supports
from coldsteel.rulebooks.bayonet.tabletop import base_of, footprint
from coldsteel.rulebooks.sheets import Fault

__all__ = ["table_faults"]

Place = tuple[str | int, ...]


def table_faults(model: FightFile, sound: bool) -> list[Fault]:
    """Everything wrong with the table of a file; what contradicts it, if the file is `sound` otherwise."""
    found = [*_place_faults(model), *_ground_faults(model)]
    if found or not sound:
        return found
    setup = filled(model)
    found = list(_layout_faults(model, setup))
    if found:
        return found
    return [*_contact_faults(model, setup), *_order_faults(model, setup), *_unit_faults(model, setup)]


# ---------------------------------------------------------------- places
def _place_faults(model: FightFile) -> Iterator[Fault]:
    """All units have places, garrisons that of their building."""
    houses = {b.id: b for b in model.buildings}
    for place, unit in units_of(model):
        wanted = ("width", "depth") if formation_of(unit) == "garrison" else ("x", "y", "width", "depth")
        for name in wanted:
            if getattr(unit, name) is None:
                yield (*place, name), "other units have places on the table, so it needs one too", "BY-20"
        if formation_of(unit) != "garrison":
            continue
        if unit.building not in houses:
            yield (*place, "building"), "on a table a garrison holds one of the 'buildings'", "BY-23"
            continue
        house = houses[unit.building]
        for name in ("x", "y", "facing", "building_size"):
            stated = getattr(unit, name)
            if name in unit.model_fields_set and stated is not None and abs(stated - getattr(house, name)) > GRAIN:
                clause = "BY-120" if name == "building_size" else "BY-23"
                yield (*place, name), f"{stated:g} here, {getattr(house, name):g} at the building '{house.id}'", clause


def _ground_faults(model: FightFile) -> Iterator[Fault]:
    """Outlines that are none, buildings of one name."""
    seen: set[str] = set()
    for k, house in enumerate(model.buildings):
        if house.id in seen:
            yield ("buildings", k, "id"), f"two buildings are called '{house.id}'", ""
        seen.add(house.id)
    for k in range(len(model.impassable)):
        try:
            table_of(model.model_copy(update={"impassable": model.impassable[k : k + 1]}))
        except BattlefieldError as error:
            yield ("impassable", k), str(error).partition(": ")[2], "BY-23"


def _layout_faults(model: FightFile, setup: Setup) -> Iterator[Fault]:
    """What stands off the table, in impassable ground or on something else."""
    where: dict[str, tuple[Place, Base]] = {}
    places = {unit.id: place for place, unit in units_of(model)}
    for u, p in enumerate(setup.units):
        where[p.id] = places[p.id], footprint(setup.ground, u)
    for k, house in enumerate(setup.buildings):
        if house.entry not in setup.ground:
            where[f"building '{house.id}'"] = ("buildings", k), base_of(house.entry)
    for name, sentence in faults_of_layout({name: base for name, (_, base) in where.items()}, setup.table):
        clause = "BY-71" if "edge of the table" in sentence else "BY-23" if "impassable" in sentence else "BY-28"
        yield where[name][0], sentence.partition(": ")[2], clause


# ---------------------------------------------------------------- contacts
def _contact_faults(model: FightFile, setup: Setup) -> Iterator[Fault]:
    """BY-29: contacts that the table does not show, or shows on other sides."""
    shown: dict[tuple[str, str], tuple[Side, Side]] = {}
    for t in setup.touches:
        a, b = setup.units[t.a].id, setup.units[t.b].id
        shown[a, b], shown[b, a] = (t.side_a, t.side_b), (t.side_b, t.side_a)
    for k, c in enumerate(model.contacts):
        sides = shown.get((c.unit, c.enemy))
        if sides is None:
            yield ("contacts", k), f"as they stand on the table, '{c.unit}' and '{c.enemy}' do not touch", "BY-29"
            continue
        for name, side in zip(("side", "enemy_side"), sides, strict=True):
            if name in c.model_fields_set and getattr(c, name) != side.name.lower():
                yield ("contacts", k, name), _disagrees(side.name.lower()), "BY-29"
    touching = {name for pair in shown for name in pair}
    unit_of = {unit.id: unit for _, unit in units_of(model)}
    for place, unit in units_of(model):
        for name, clause in (("charged", "BY-107"), ("won_last", "BY-108")):
            if getattr(unit, name) and unit.id not in touching:
                yield (*place, name), "it touches no enemy, so it has no such bonus in the coming round", clause
        beaten = [e for u, e in shown if u == unit.id and unit_of[e].won_last and u < e]
        if unit.won_last and beaten and model.rulings.result_scope == "whole_fight":
            yield (*place, "won_last"), f"it and '{beaten[0]}' cannot both have won the last round", "BY-108"


def _disagrees(*shown: object) -> str:
    return f"the table shows {' or '.join(map(_word, shown))}"


def _word(shown: object) -> str:
    return str(shown).lower() if isinstance(shown, bool) else f"{shown:g}" if isinstance(shown, float) else str(shown)


# ---------------------------------------------------------------- orders
ORDER_FIELDS = {
    "distance": "BY-20",
    "struck_side": "BY-24",
    "path_clear": "BY-23",
    "half_free": "BY-30",
    "turn_needed": "BY-11",
}


def _order_faults(model: FightFile, setup: Setup) -> Iterator[Fault]:
    """Fields of orders that the table contradicts as the fight opens; of later turns it cannot tell yet."""
    for k, (given, o) in enumerate(zip(model.orders, setup.orders, strict=True)):
        for name, clause in ORDER_FIELDS.items():
            if name not in given.model_fields_set:
                continue
            if o.turn > 1:
                yield ("orders", k, name), "on a table this is measured as the order is given: leave it out", clause
                continue
            shown = _shown(setup, o, name)
            if not _agree(getattr(given, name), shown):
                yield ("orders", k, name), _disagrees(shown), clause


def _shown(s: Setup, o: Order, name: str) -> float | str | bool:
    if name == "distance":
        return round(ways.distance(s, s.ground, o), 4)
    side = ways.struck_side(s, s.ground, o)
    shown: dict[str, str | bool] = {
        "struck_side": side.name.lower(),
        "path_clear": not ways.path_crossed(s, s.ground, o),
        "half_free": ways.half_free(s, s.ground, o, side),
        "turn_needed": ways.needs_turn(s, s.ground, o),
    }
    return shown[name]


def _agree(stated: object, shown: object) -> bool:
    if isinstance(stated, float) and isinstance(shown, float):
        return abs(stated - shown) <= GRAIN + 1e-6
    return stated == shown


# ---------------------------------------------------------------- units
UNIT_FIELDS = {
    "retire_room": "BY-132",
    "evade_room": "BY-66",
    "turn_room": "BY-82",
    "counter_room": "BY-77",
    "support_rear": "BY-121",
    "support_flanks": "BY-121",
}


def _unit_faults(model: FightFile, setup: Setup) -> Iterator[Fault]:
    """Fields of units that the table contradicts, for each contact and each charge of the first turn alike."""
    slot = {p.id: Slot(u) for u, p in enumerate(setup.units)}
    for place, unit in units_of(model):
        for name, clause in UNIT_FIELDS.items():
            if name in unit.model_fields_set:
                shown = _rooms(setup, slot[unit.id], name)
                if shown and getattr(unit, name) not in shown:
                    yield (*place, name), _disagrees(*shown), clause


def _rooms(s: Setup, u: Slot, name: str) -> list[str | bool | int]:
    """What the table shows of a unit, in the words of a field: once for each contact or charge that asks for it."""
    charges = [o for o in s.orders if o.turn == 1 and o.says_attack and u in (o.unit, o.target)]
    struck = [o for o in charges if o.target == u]
    if name.startswith("support"):
        return _supports(s, u, name) if struck or _touched(s, u) else []
    if name == "counter_room":
        return [moves.has_meeting_room(s, s.ground, o) for o in struck]
    sides = [(o, ways.struck_side(s, s.ground, o)) for o in struck]
    if name == "turn_room":
        return [moves.turned_about(s, s.ground, u, side) is not None for _, side in sides]
    after = [(_once_closed(s, o), o) for o in charges]
    if name == "evade_room":
        return [moves.evade_room(s, g, u, ways.struck_side(s, s.ground, o)) for g, o in after if g and o in struck]
    touched = _touched(s, u)
    out = [
        moves.retreat(s, s.ground, u, side)[0] for side in (moves.ways_out(s, s.ground, u, touched) if touched else ())
    ]
    for g, o in after:
        if g:
            hit = Side.FRONT if o.unit == u else ways.struck_side(s, s.ground, o)
            out += [moves.retreat(s, g, u, side)[0] for side in moves.ways_out(s, g, u, (*touched, hit))]
    return list(dict.fromkeys(out))


def _touched(s: Setup, u: Slot) -> tuple[int, ...]:
    return tuple({side for _, side, _ in ways.touched(s, s.ground, u)})


def _once_closed(s: Setup, o: Order) -> Ground:
    """The ground once a charger has closed on its target; () where it cannot."""
    entry: Entry | None = ways.placed(s, s.ground, o.unit, o.target, ways.struck_side(s, s.ground, o))
    return (*s.ground[: o.unit], entry, *s.ground[o.unit + 1 :]) if entry else ()


def _supports(s: Setup, u: Slot, name: str) -> list[str | bool | int]:
    fighting = {Slot(x) for t in s.touches for x in (t.a, t.b)} | {o.target for o in s.orders if o.turn == 1} | {u}
    rear, flanks = next(((r, f) for x, r, f in supports(opening(s), fighting) if x == u), (0, 0))
    return [rear if name == "support_rear" else flanks]
