"""Faults of a fight that is stated with places: what can't stand there, and what says one thing and shows another."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import Any

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.lengths import GRAIN
from coldsteel.battlefield.table import Piece, Table
from coldsteel.errors import BattlefieldError
from coldsteel.rulebooks.sheets import Fault
from coldsteel.rulebooks.trench.layout import piece_of
from coldsteel.rulebooks.trench.places import FURTHEST, THICK, Body, bases_of
from coldsteel.rulebooks.trench.profiles import Dugout, FightFile, Force, GroupGiven, attacker_of, house_of, men_of
from coldsteel.rulebooks.trench.rulings import Parameters, Rulings

__all__ = ["on_a_table", "table_faults"]

Where = tuple[str | int, ...]
CLAUSES = {
    "gap": "TR-5",
    "reach": "TR-8",
    "chain_reach": "TR-9",
    "men_out_of_reach": "TR-9",
    "retreat_room": "TR-47",
    "edge_distance": "TR-81",
    "struck_in_rear": "TR-6",
    "cover": "TR-27",
}
"""The fields that follow from places, and the clauses that read them."""


def on_a_table(model: FightFile) -> bool:
    """Does a file state anything that only a table has?"""
    house: Any = house_of(model)
    stated = model.table is not None or model.terrain or (house is not None and (house.doors or house.shape))
    return bool(stated) or any(_placed(g) or g.facing is not None for _, _, g in _groups(model))


def _placed(g: GroupGiven) -> bool:
    return bool(g.positions or g.moved_from or g.base_diameter)


def _groups(model: FightFile) -> Iterator[tuple[Where, Force, GroupGiven]]:
    for s, side in enumerate(model.sides):
        for g, group in enumerate(side.groups):
            yield ("sides", s, "groups", g), side, group


def table_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with the places of a file; what they show is asked only where they are sound."""
    found = [*_stated_faults(model), *_door_faults(model), *_piece_faults(model)]
    if found:
        return found
    found = [*_layout_faults(model), *_pursuit_faults(model)]
    return found or [*_shown_faults(model), *_watch_faults(model)]


# ---------------------------------------------------------------- who has a place
def _stated_faults(model: FightFile) -> Iterator[Fault]:
    if model.place == "corner":
        yield ("place",), "distances run along the trench: they can't be read off places on a table", "TR-107"
    if not any(g.positions for _, _, g in _groups(model)):
        yield ("sides",), "no Group has positions: a table and what stands on it needs them", "TR-6"
        return
    for place, side, g in _groups(model):
        inside = house_of(model) is not None and (g.floor is not None or side.name != attacker_of(model))
        if inside and g.positions:
            yield (*place, "positions"), "it is on a floor of the house, not on the table", "TR-84"
        elif not inside and not g.positions:
            yield (*place, "positions"), "all Groups have positions, or none", "TR-6"
        for name in ("positions", "moved_from"):
            stated = len(getattr(g, name))
            if stated and stated != men_of(g):
                yield (*place, name), f"{stated} places for {men_of(g)} men", "TR-2"


def _door_faults(model: FightFile) -> Iterator[Fault]:
    house, name = house_of(model), model.place
    if house is None:
        return
    if not house.shape:
        yield (name, "shape"), "where does it lie? One falls back from its doors, away from it", "TR-90"
    if isinstance(house, Dugout):
        if len(house.doors) != house.entrances:
            yield (name, "doors"), f"{len(house.doors)} places for {house.entrances} entrances", "TR-101"
        exits: tuple[int, ...] = (0,)
    else:
        exits = house.exits
        for k in exits:
            if all(door.floor != k for door in house.doors):
                yield (name, "doors"), f"the door of floor {k} has no place on the table", "TR-90"
    for k, door in enumerate(house.doors):
        if door.floor not in exits:
            yield (name, "doors", k), f"floor {door.floor} has no exit", "TR-88"


# ---------------------------------------------------------------- what lies there
def _piece_faults(model: FightFile) -> Iterator[Fault]:
    from coldsteel.rulebooks.trench.situation import table_in

    for k, given in enumerate(model.terrain):
        try:
            piece_of(given)
        except BattlefieldError as wrong:
            yield ("terrain", k, "shape"), str(wrong), "TR-74"
            return
    house: Any = house_of(model)
    try:
        if house is not None and house.shape:
            Piece(model.place, house.shape)
    except BattlefieldError as wrong:
        yield (model.place, "shape"), str(wrong), "TR-90"
    try:
        table_in(model)
    except BattlefieldError as wrong:
        yield ("terrain",), str(wrong), "TR-74"


def _layout_faults(model: FightFile) -> Iterator[Fault]:
    """Men off the table, on each other, or in ground that nobody enters."""
    from coldsteel.battlefield.contact import faults_of_layout
    from coldsteel.rulebooks.trench.situation import table_in

    house: Any = house_of(model)
    own = (Piece(model.place, house.shape, impassable=True),) if house is not None and house.shape else ()
    table = table_in(model)
    edges, pieces = Table(table.width, table.height), Table(pieces=(*table.pieces, *own))
    where: dict[str, Where] = {}
    thin: dict[str, Base] = {}
    thick: dict[str, Base] = {}
    for place, _, g in _groups(model):
        body = Body(g.positions, g.base_diameter / 2)
        for k, (a, b) in enumerate(zip(bases_of(body), bases_of(body, THICK), strict=True)):
            name = f"man {k + 1} of {g.id}"
            where[name], thin[name], thick[name] = (*place, "positions", k), a, b
    for name, says in faults_of_layout(thin, edges):
        yield where[name], says, "TR-6"
    for name, base in thick.items():
        for _, says in faults_of_layout({name: base}, pieces, GRAIN):
            yield where[name], says, "TR-74"


def _pursuit_faults(model: FightFile) -> Iterator[Fault]:
    arms = [{g.arm for g in side.groups} for side in model.sides]
    mounted = any("cavalry" in a and "foot" in b for a, b in (arms, arms[::-1]))
    if mounted and model.table is None and model.remember != "end":
        yield ("table",), "cavalry may run on until the foot has left the table: it needs edges", "TR-79"


# ---------------------------------------------------------------- what it shows
def _shown_faults(model: FightFile) -> Iterator[Fault]:
    """A field of the situation that says another thing than the places."""
    rulings, parameters = Rulings(**model.rulings.model_dump()), Parameters(**model.parameters.model_dump())
    for place, _, g in _groups(model):
        for name, clause in CLAUSES.items():
            if name not in g.model_fields_set or getattr(g, name) is None or not g.positions:
                continue
            shown = _shown(model, g, name, rulings, parameters)
            if shown is not None and _differ(getattr(g, name), shown):
                says = f"{getattr(g, name)} is stated, but the places show {_worded(shown)}"
                yield (*place, name), says, clause


def _shown(model: FightFile, g: GroupGiven, name: str, rulings: Rulings, parameters: Parameters) -> Any:
    """What the places show of a field; None where they show nothing."""
    from coldsteel.rulebooks.trench.situation import edge_of, room_of, situations

    if name == "retreat_room":
        return _whole(room_of(model, g.id, rulings, parameters))
    if name == "edge_distance":
        return _whole(edge_of(model, g.id, rulings, parameters))
    reading: dict[str, Any] = {"reach": "direct", "chain_reach": "chain"}
    chain = reading.get(name, rulings.participation_chain)
    seen = situations(model, Rulings(participation_chain=chain), parameters)[g.id]
    of: dict[str, Any] = {"gap": seen.gap, "men_out_of_reach": seen.near.count(False)}
    of |= {"struck_in_rear": seen.in_rear, "cover": seen.cover, "reach": seen.reach, "chain_reach": seen.reach}
    return of[name]


def _whole(inches: float) -> float:
    """As these fields count: whole inches; as far as one likes beyond all that is ever asked."""
    return float(floor(inches + GRAIN)) if inches < FURTHEST else float("inf")


def _differ(stated: Any, shown: Any) -> bool:
    if isinstance(shown, str):
        return bool(stated != shown)
    return not abs(float(stated) - float(shown)) <= GRAIN + 1e-9


def _worded(shown: Any) -> str:
    if isinstance(shown, bool):
        return str(shown).lower()
    return "no limit" if shown == float("inf") else f"{shown:g}" if isinstance(shown, float) else str(shown)


def _watch_faults(model: FightFile) -> Iterator[Fault]:
    """Doors that are said to be watched, against those at which an enemy stands (TR-90)."""
    from coldsteel.rulebooks.trench.situation import watched

    house = house_of(model)
    if house is None:
        return
    reach = model.parameters.model_dump()["melee_distance"]
    seen = watched(model, reach)
    if isinstance(house, Dugout):
        if "watched_entrances" in house.model_fields_set and house.watched_entrances != len(seen):
            says = f"{house.watched_entrances} is stated, but the places show {len(seen)}"
            yield ("dugout", "watched_entrances"), says, "TR-90"
        return
    closed = sorted(k for k in house.exits if all(d.at in seen for d in house.doors if d.floor == k))
    if "watched_exits" in house.model_fields_set and sorted(house.watched_exits) != closed:
        says = f"{sorted(house.watched_exits)} is stated, but the places show {closed}"
        yield ("building", "watched_exits"), says, "TR-90"
