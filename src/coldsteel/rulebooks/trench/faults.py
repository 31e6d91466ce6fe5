"""Faults of a fight file that no single field shows: what does not go together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coldsteel.rulebooks.sheets import Fault
from coldsteel.rulebooks.trench.profiles import (
    Building,
    Dugout,
    FightFile,
    Force,
    GroupGiven,
    attacker_of,
    house_of,
    men_of,
)
from coldsteel.rulebooks.trench.rulings import KINDS
from coldsteel.rulebooks.trench.table_faults import on_a_table, table_faults

__all__ = ["all_faults"]

MOST_MEN = 80
MOST_DICE = 250


def all_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    found = [*_side_faults(model), *_group_faults(model), *_house_faults(model), *_gap_faults(model)]
    found += [*_night_faults(model), *_number_faults(model)]
    return [*found, *table_faults(model)] if on_a_table(model) else found


def _groups(model: FightFile) -> Iterator[tuple[tuple[str | int, ...], Force, GroupGiven]]:
    for s, side in enumerate(model.sides):
        for g, group in enumerate(side.groups):
            yield ("sides", s, "groups", g), side, group


def _side_faults(model: FightFile) -> Iterator[Fault]:
    first, second = model.sides
    if first.name == second.name:
        yield ("sides", 1, "name"), f"both sides are called {first.name}; one is A, the other B", ""
    if first.attacker is not None and first.attacker == second.attacker:
        yield ("sides", 1, "attacker"), "one side attacks, the other defends", "TR-7"
    seen: set[str] = set()
    for place, _, group in _groups(model):
        if group.id in seen:
            yield (*place, "id"), f"two Groups are called '{group.id}'", ""
        if group.id in ("A", "B", "the fight"):
            yield (*place, "id"), f"a Group may not be called '{group.id}'", ""
        seen.add(group.id)
    if model.take_prisoners and model.remember == "end":
        yield ("remember",), "what becomes of prisoners is no part of 'end'", "TR-102"
    for s, side in enumerate(model.sides):
        men = sum(men_of(group) for group in side.groups)
        if men > MOST_MEN:
            yield ("sides", s, "groups"), f"{men} men on a side; at most {MOST_MEN}", ""
        elif sum(_most_dice(group) for group in side.groups) > MOST_DICE:
            yield ("sides", s, "groups"), f"the side may bring more than {MOST_DICE} dice", ""


def _most_dice(group: GroupGiven) -> int:
    """More dice than the Group can ever bring."""
    special = group.bombers + group.trench_fighters + 2 * group.trench_brooms
    return men_of(group) * (3 if group.arm == "cavalry" else 2) + special + 20 * len(group.leaders)


def _group_faults(model: FightFile) -> Iterator[Fault]:
    for place, _, group in _groups(model):
        men = men_of(group)
        if men == 0:
            yield (*place, "plain"), f"'{group.id}' has no men", "TR-2"
        elif men == len(group.leaders):
            yield (*place, "leaders"), "a Leader on his own does not fight", "TR-3"
        if group.men_out_of_reach and group.men_out_of_reach >= men:
            yield (*place, "men_out_of_reach"), f"at least one of its {men} men is within reach", "TR-9"
        if group.move_dice_seen is not None and group.move_dice_seen > group.move_dice:
            yield (*place, "move_dice_seen"), f"only {group.move_dice} movement dice were rolled", "TR-21"
        for name, clause in (("lancers", "TR-33"), ("elan", "TR-37")):
            if getattr(group, name) and group.arm == "foot":
                yield (*place, name), "only cavalry has it", clause


def _house_faults(model: FightFile) -> Iterator[Fault]:
    for name, given in (("building", model.building), ("dugout", model.dugout)):
        if given is not None and model.place != name:
            yield (name,), f"the place is '{model.place}'", "TR-82" if name == "building" else "TR-91"
        if given is None and model.place == name:
            yield ("place",), f"a [{name}] is needed", "TR-82" if name == "building" else "TR-91"
        if given is not None:
            yield from _floor_faults(name, given)
    house = house_of(model)
    for place, side, group in _groups(model):
        if group.floor is not None and model.place not in ("building", "dugout"):
            yield (*place, "floor"), "floors are those of a building or a dugout", "TR-84"
        elif house is not None and (group.floor or 0) >= house.floors:
            yield (*place, "floor"), f"there are only {house.floors} floors, from 0", "TR-82"
        if house is not None and group.arm == "cavalry":
            yield (*place, "arm"), "cavalry does not fight in there", ""
        if house is not None and group.floor is not None and side.name == attacker_of(model):
            if any(side.name != other.name and (e.floor or 0) == group.floor for _, other, e in _groups(model)):
                yield (*place, "floor"), "enemies are on that floor", "TR-84"


def _floor_faults(name: str, house: Building | Dugout) -> Iterator[Fault]:
    if house.staircases is not None and len(house.staircases) != house.floors - 1:
        yield (name, "staircases"), f"{house.floors} floors have {house.floors - 1} sets of staircases", "TR-86"
    if isinstance(house, Dugout):
        if house.watched_entrances > house.entrances:
            yield (name, "watched_entrances"), f"it has {house.entrances} entrances", "TR-90"
        return
    for k, floor in enumerate(house.exits):
        if floor >= house.floors:
            yield (name, "exits", k), f"there are only {house.floors} floors, from 0", "TR-88"
    for k, floor in enumerate(house.watched_exits):
        if floor not in house.exits:
            yield (name, "watched_exits", k), "no exit is there", "TR-90"


def _gap_faults(model: FightFile) -> Iterator[Fault]:
    if house_of(model) is not None:
        return
    gaps = [[g.gap for g in side.groups if g.gap is not None] for side in model.sides]
    some = [len(given) == len(side.groups) for given, side in zip(gaps, model.sides, strict=True)]
    if all(some) and sorted(gaps[0])[0] != sorted(gaps[1])[0]:
        a, b = sorted(gaps[0])[0], sorted(gaps[1])[0]
        what = f"the nearest enemies are {a} and {b} inches apart: both sides see one distance"
        yield ("sides", 1, "groups"), what, "TR-5"


def _night_faults(model: FightFile) -> Iterator[Fault]:
    if model.night is None:
        return
    side_of = {group.id: side.name for _, side, group in _groups(model)}
    last = 0
    for k, watch in enumerate(model.night.watches):
        if watch.target not in side_of:
            yield ("night", "watches", k, "target"), f"there is no Group '{watch.target}'", ""
        elif side_of[watch.target] == watch.by:
            yield ("night", "watches", k, "target"), f"'{watch.target}' is on the side that looks out", "TR-109"
        if watch.turn < last:
            yield ("night", "watches", k, "turn"), "look-outs come in the order of their turns", "TR-114"
        last = watch.turn


def _number_faults(model: FightFile) -> Iterator[Fault]:
    numbers: Any = model.parameters
    if sorted(numbers.casualty_order) != sorted(KINDS):
        yield ("parameters", "casualty_order"), f"each kind stands in it once: {', '.join(KINDS)}", "TR-51"
    for name, clause in (("spot_bands", "TR-109"), ("foot_back", "TR-60"), ("cavalry_back", "TR-60")):
        row = list(getattr(numbers, name))
        if row != sorted(row):
            yield ("parameters", name), f"{row}: the inches must not fall", clause
