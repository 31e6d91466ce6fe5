"""What is wrong with a fight file whose fields are each right (ledger 3)."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from coldsteel.rulebooks.sheets import Fault
from coldsteel.rulebooks.wasteland.filling import filled, group_name, hurt_of, on_table, units_of
from coldsteel.rulebooks.wasteland.profiles import TERRAIN, FightFile
from coldsteel.rulebooks.wasteland.state import MOST_WOUNDS

__all__ = ["all_faults"]

MOST_WAYS = 2_000


def all_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    found = [*_name_faults(model), *_unit_faults(model), *_group_faults(model), *_line_faults(model)]
    found += [*_situation_faults(model)]
    if not on_table(model):
        found += [*_table_faults(model)]
    elif not found:
        from coldsteel.rulebooks.wasteland.table_faults import layout_faults

        found += layout_faults(model)
    return found or [*_ways_faults(model)]


def _table_faults(model: FightFile) -> Iterator[Fault]:
    """What only a table has, without one."""
    if model.mode is None:
        for name in ("table", "terrain"):
            if getattr(model, name):
                yield (name,), "no model has a place, so that this is read by nothing", "WL-1"


def _name_faults(model: FightFile) -> Iterator[Fault]:
    if model.sides[0].name == model.sides[1].name:
        yield ("sides", 1, "name"), f"both sides are called {model.sides[0].name}; one is A, the other B", ""
    seen: set[str] = set()
    for place, unit in units_of(model):
        if unit.id in seen:
            yield (*place, "id"), f"two units are called '{unit.id}'", ""
        if unit.id in ("A", "B", TERRAIN) or "/" in unit.id:
            yield (*place, "id"), f"a unit may not be called '{unit.id}': no side's name, not '{TERRAIN}', no '/'", ""
        seen.add(unit.id)
    listed = {name: [x.id for x in getattr(model, name)] for name in ("weapons", "explosives", "terrain")}
    for name, ids in listed.items():
        for k, given in enumerate(ids):
            if given in ids[:k] or (name != "weapons" and given in seen):
                yield (name, k, "id"), f"two things are called '{given}'", ""


def _unit_faults(model: FightFile) -> Iterator[Fault]:
    sides = {unit.id: int(place[1]) for place, unit in units_of(model)}
    dice = model.rulings.model_dump()["spirit_dice"]
    for place, unit in units_of(model):
        if unit.kind == "vehicle" and sum(g.models for g in unit.groups) > 1:
            yield (*place, "groups"), "a vehicle is a unit of one model", "WL-3"
        if not any(g.models for g in unit.groups):
            yield (*place, "groups"), "a unit has at least one model", "WL-2"
        for k, target in enumerate(unit.targets or ()):
            if sides.get(target, place[1]) == place[1]:
                yield (*place, "targets", k), f"'{target}' is no unit of the other side", "WL-20"
        if unit.spirit is not None and unit.spirit > 6 and dice == 1:
            yield (*place, "spirit"), "a Spirit test of one D6 knows values up to 6", "WL-73"
        for name in ("charged_this_round", "was_charged_this_round"):
            if getattr(unit, name) and unit.distance_to_melee > 0 and not on_table(model):
                yield (*place, name), "who is not in the melee neither charged nor was charged", "WL-83"
        if unit.fleeing and unit.charged_this_round:
            yield (*place, "charged_this_round"), "a fleeing unit does not charge", "WL-81"


def _group_faults(model: FightFile) -> Iterator[Fault]:
    known = {w.id for w in model.weapons}
    spread = _spread(model)
    for place, unit in units_of(model):
        names = [group_name(g, k) for k, g in enumerate(unit.groups)]
        for k, g in enumerate(unit.groups):
            here = (*place, "groups", k)
            if names.count(names[k]) > 1:
                yield (*here, "name"), f"two groups of '{unit.id}' are called '{names[k]}'", ""
            for j, w in enumerate(g.weapons):
                if w not in known:
                    yield (*here, "weapons", j), f"there is no weapon '{w}'", "WL-20"
            if g.models * g.toughness > MOST_WOUNDS:
                yield (*here, "toughness"), f"models x Toughness is at most {MOST_WOUNDS}", "WL-63"
            hurt = hurt_of(g)
            if any(not 0 <= w < g.toughness for w in hurt):
                yield (*here, "wounds_taken"), f"a model has taken 0 to {g.toughness - 1} wounds", "WL-68"
            if len([w for w in hurt if w]) > (g.models if spread else 1):
                yield (*here, "wounds_taken"), "one model at most is wounded (WL-R19 one_each: several)", "WL-66"


def _spread(model: FightFile) -> bool:
    chosen = model.rulings.model_dump()
    return bool(chosen["damage_radius"] == "each" or chosen["multi_damage"] == "one_each")


def _line_faults(model: FightFile) -> Iterator[Fault]:
    known = {unit.id for _, unit in units_of(model)}
    marks = {f"{unit.id}/{group_name(g, k)}" for _, unit in units_of(model) for k, g in enumerate(unit.groups)}
    pieces = {piece.id for piece in model.explosives} | {t.id for t in model.terrain if t.explosive}
    seen: set[tuple[str, str]] = set()
    for k, line in enumerate(model.lines):
        for name in ("unit", "other"):
            if getattr(line, name) not in known | marks:
                yield ("lines", k, name), f"there is no unit or group '{getattr(line, name)}'", ""
        if line.unit == line.other:
            yield ("lines", k, "other"), "a line leads from one unit to another", ""
        if (line.unit, line.other) in seen:
            yield ("lines", k), f"two lines lead from '{line.unit}' to '{line.other}'", ""
        seen.add((line.unit, line.other))
        if line.cover_struck and line.cover_struck not in known | pieces:
            yield ("lines", k, "cover_struck"), f"there is no unit or explosive '{line.cover_struck}'", "WL-138"
        if line.cover_struck and line.visible_fraction >= 1:
            yield ("lines", k, "cover_struck"), "what is wholly seen has no cover that could be struck", "WL-135"
        if line.screened_by and line.screened_by not in known | {TERRAIN}:
            yield ("lines", k, "screened_by"), f"there is no unit '{line.screened_by}', nor is it 'terrain'", "WL-24"
    for k, piece in enumerate(model.explosives):
        for name, n in piece.near.items():
            if name not in known:
                yield ("explosives", k, "near"), f"there is no unit '{name}'", "WL-138"
            elif n < 0:
                yield ("explosives", k, "near"), f"{n} models of '{name}' cannot be near", "WL-138"


def _situation_faults(model: FightFile) -> Iterator[Fault]:
    units = {unit.id: unit for _, unit in units_of(model)}
    for k, name in enumerate(model.activations):
        if name not in units:
            yield ("activations", k), f"there is no unit '{name}'", "WL-109"
        elif name in model.activations[:k]:
            yield ("activations", k), f"'{name}' is activated twice in a round", "WL-109"
    if any(side.fp_per_round for side in model.sides) and not model.max_rounds:
        yield ("max_rounds",), "with fp_per_round a fight needs a limit of rounds", "WL-103"
    if on_table(model):
        return
    engaged = [any(u.distance_to_melee == 0 and not u.fleeing for u in side.units) for side in model.sides]
    if any(engaged) and not all(engaged) and not model.activations:
        yield ("sides",), "only one side is in the melee, and nobody shoots: nothing can happen", "WL-3"


def _ways_faults(model: FightFile) -> Iterator[Fault]:
    setup = filled(model)
    for place, unit in units_of(model):
        u = next(k for k, p in enumerate(setup.units) if p.id == unit.id)
        for g, uses in enumerate(setup.uses[u]):
            n = setup.units[u].groups[g].models
            if uses and comb(n + len(uses) - 1, n) > MOST_WAYS:
                ways = comb(n + len(uses) - 1, n)
                what = f"its {n} models could name targets and weapons in {ways:,} ways; at most {MOST_WAYS:,}"
                yield (*place, "groups", g, "models"), what, "WL-20"
