"""The set-up of a fight file, with what it does not say filled in (ledger 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from coldsteel.battlefield.lengths import hundredths
from coldsteel.battlefield.table import Piece, Table
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet.profiles import BuildingOnTable, Contact, FightFile, Unit
from coldsteel.rulebooks.bayonet.rulings import Parameters, Rulings
from coldsteel.rulebooks.bayonet.setup import (
    Arm,
    Building,
    Cover,
    Entry,
    Formation,
    Ground,
    Order,
    Setup,
    Side,
    Size,
    Touch,
    UnitProfile,
)

__all__ = [
    "MOST_ENEMIES",
    "buildings_of",
    "filled",
    "formation_of",
    "ground_of",
    "has_places",
    "stamina_of",
    "table_of",
    "units_of",
]

MOST_ENEMIES = 8
"""Enemies that one unit can ever touch."""

PLACE = ("x", "y", "facing", "width", "depth", "square_side")


def units_of(model: FightFile) -> Iterator[tuple[tuple[str | int, ...], Unit]]:
    """The units of a file, each with its place in it."""
    for s, side in enumerate(model.sides):
        for u, unit in enumerate(side.units):
            yield ("sides", s, "units", u), unit


def has_places(model: FightFile) -> bool:
    """Is the fight stated on a table: has any unit a place?"""
    return any(name in unit.model_fields_set for _, unit in units_of(model) for name in PLACE)


def filled(model: FightFile) -> Setup:
    """The set-up of a checked file."""
    forces = sorted(model.sides, key=lambda side: side.name)
    buildings = {b.id: b for b in model.buildings}
    units = tuple(_profile(unit, s, buildings) for s, side in enumerate(forces) for unit in side.units)
    slot = {p.id: Slot(u) for u, p in enumerate(units)}
    orders = tuple(
        Order(**{**o.model_dump(), "unit": slot[o.unit], "target": slot[o.target], "struck_side": _side(o.struck_side)})
        for o in model.orders
    )
    setup = Setup(
        title=model.title,
        units=units,
        orders=orders,
        touches=tuple(_touch(c, slot, units) for c in model.contacts),
        pairs=(),
        pair_of={},
        enemies=(),
        active="AB".index(model.active),
        max_rounds=model.max_rounds,
        last_turn=max((o.turn for o in orders), default=0),  # concrete: the file
        rulings=Rulings(**model.rulings.model_dump()),
        parameters=Parameters(**model.parameters.model_dump()),
    )
    if has_places(model):
        setup = replace(setup, ground=ground_of(model), table=table_of(model), buildings=buildings_of(model))
        setup = replace(setup, touches=touches_on(setup))
    return _paired(setup)


def _paired(setup: Setup) -> Setup:
    """With all pairs (unit of A, unit of B) that may ever touch: an order or contact names them, or a table allows."""
    found = {(t.a, t.b) for t in setup.touches}
    found |= {_pair(setup, o.unit, o.target) for o in setup.orders}
    if setup.ground:
        found |= _by_accident(setup, found)
    pairs = tuple(sorted(found))
    return replace(
        setup,
        pairs=pairs,
        pair_of={key: k for k, (a, b) in enumerate(pairs) for key in ((a, b), (b, a))},
        enemies=tuple(tuple(b if u == a else a for a, b in pairs if u in (a, b)) for u in range(len(setup.units))),
    )


def _pair(setup: Setup, u: Slot, e: Slot) -> tuple[Slot, Slot]:
    return (e, u) if setup.units[u].side else (u, e)


# ---------------------------------------------------------------- the table
def _entry(x: float, y: float, facing: float, width: float, depth: float) -> Entry:
    return hundredths(x), hundredths(y), hundredths(facing) % 36000, hundredths(width), hundredths(depth)


def buildings_of(model: FightFile) -> tuple[Building, ...]:
    """The buildings on the table."""
    return tuple(Building(b.id, _entry(b.x, b.y, b.facing, b.width, b.depth)) for b in model.buildings)


def ground_of(model: FightFile) -> Ground:
    """Where the units stand, side A's first; a garrison stands where its building does (BY-23)."""
    houses = {b.id: b.entry for b in buildings_of(model)}
    forces = sorted(model.sides, key=lambda side: side.name)
    return tuple(houses.get(unit.building) or _place(unit) for side in forces for unit in side.units)


def _place(unit: Unit) -> Entry:
    return _entry(unit.x or 0.0, unit.y or 0.0, unit.facing, unit.width or 0.0, unit.depth or 0.0)


def table_of(model: FightFile) -> Table:
    """The table with its impassable ground. Raises `BattlefieldError` for an outline that is none."""
    pieces = (Piece(f"impassable {k}", outline, impassable=True) for k, outline in enumerate(model.impassable, 1))
    return Table(model.table_width, model.table_height, tuple(pieces))


def touches_on(setup: Setup) -> tuple[Touch, ...]:
    """The contacts that a table shows (BY-29)."""
    from coldsteel.rulebooks.bayonet.ways import touched

    return tuple(Touch(a, own, b, theirs) for a in setup.slots(0) for b, own, theirs in touched(setup, setup.ground, a))


def _by_accident(setup: Setup, named: set[tuple[Slot, Slot]]) -> set[tuple[Slot, Slot]]:
    """BY-29: a charger may touch any enemy, and so may cavalry that counter-charges. Where that is more than a unit can
    have, those are left out that stand farthest from it as the fight opens."""
    from coldsteel.battlefield.distances import gap
    from coldsteel.rulebooks.bayonet.tabletop import base_of

    if setup.rulings.collateral_contact == "ignored":  # BY-R8
        return set()
    chargers = {o.unit for o in setup.orders} | {o.target for o in setup.orders if setup.units[o.target].is_cavalry}
    allowed = [(u, e) for u in chargers for e in setup.slots(1 - setup.units[u].side)]
    stand = [base_of(entry) for entry in setup.ground if entry is not None]
    allowed.sort(key=lambda pair: (gap(stand[pair[0]], stand[pair[1]]), pair))
    many = Counter(u for pair in named for u in pair)
    found: set[tuple[Slot, Slot]] = set()
    for pair in (_pair(setup, u, e) for u, e in allowed):
        if pair not in named | found and all(many[u] < MOST_ENEMIES for u in pair):
            found.add(pair)
            many.update(pair)
    return found


# ---------------------------------------------------------------- units
def _side(name: str) -> Side:
    return Side[name.upper()]


def formation_of(unit: Unit) -> str:
    """Its formation, or that of its arm."""
    return unit.formation or ("deployed" if unit.arm.endswith("artillery") else "line")


def stamina_of(unit: Unit) -> int:
    """Its stamina, or that of its arm (BY-12)."""
    return unit.stamina or (2 if unit.arm.endswith("artillery") else 3)


def _full_move(unit: Unit) -> float:
    if unit.full_move is not None:
        return unit.full_move
    if unit.arm in ("cavalry", "horse_artillery"):
        return 18.0
    return 6.0 if unit.arm == "foot_artillery" and formation_of(unit) == "deployed" else 12.0


def _given(value: int | None, default: int) -> int:
    return default if value is None else value


def _profile(unit: Unit, side: int, buildings: Mapping[str, BuildingOnTable]) -> UnitProfile:
    guns, formation = unit.arm.endswith("artillery"), formation_of(unit)
    house = buildings[unit.building].building_size if unit.building in buildings else 1
    width, depth = unit.width or 0.0, unit.depth or 0.0
    filled: dict[str, Any] = {
        "side": side,
        "arm": Arm[unit.arm.upper()],
        "formation": Formation[formation.upper()],
        "size": Size[unit.size.upper()],
        "melee": _given(unit.melee, 1 if guns else 6),
        "shooting": _given(unit.shooting, 0 if unit.arm == "cavalry" else 3),
        "stamina": stamina_of(unit),
        "full_move": _full_move(unit),
        "cover": Cover[unit.cover.upper()],
        "cover_sides": tuple(_side(name) for name in unit.cover_sides),
        "building_size": _given(unit.building_size, house) if formation == "garrison" else 0,
        "width": width,
        "depth": depth,
        "square_side": unit.square_side or max(width / 2, depth),  # concrete: the file (BY-C9)
    }
    return UnitProfile(**{**unit.model_dump(exclude={"x", "y", "facing"}), **filled})


def _touch(c: Contact, slot: dict[str, Slot], units: tuple[UnitProfile, ...]) -> Touch:
    u, e, side, enemy_side = slot[c.unit], slot[c.enemy], _side(c.side), _side(c.enemy_side)
    return Touch(e, enemy_side, u, side) if units[u].side else Touch(u, side, e, enemy_side)
