"""Faults of a fight file that no single field shows: what does not go together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from coldsteel.rulebooks.sheets import Fault
from coldsteel.rulebooks.skirmish.filling import IMPROVISED, on_table
from coldsteel.rulebooks.skirmish.layout import layout_faults
from coldsteel.rulebooks.skirmish.profiles import FightFile, ModelGiven, PairGiven, UnitGiven

__all__ = ["all_faults"]

Place = tuple[str | int, ...]
MOST_PAIRS = 127


def all_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    found = [*_name_faults(model), *_weapon_faults(model), *_model_faults(model), *_unit_faults(model)]
    found += [*_turn_faults(model), *_pair_faults(model)]
    if found:
        return found
    return [*(layout_faults(model) if on_table(model) else _stated_faults(model))]


def _units(model: FightFile) -> Iterator[tuple[Place, UnitGiven]]:
    for s, side in enumerate(model.sides):
        for u, unit in enumerate(side.units):
            yield ("sides", s, "units", u), unit


def _models(model: FightFile) -> Iterator[tuple[Place, ModelGiven]]:
    for place, unit in _units(model):
        for k, m in enumerate(unit.models):
            yield (*place, "models", k), m


# ---------------------------------------------------------------- names
def _name_faults(model: FightFile) -> Iterator[Fault]:
    if model.sides[0].name == model.sides[1].name:
        yield ("sides", 1, "name"), f"both sides are called {model.sides[0].name}; one is A, the other B", ""
    yield from _twice("units", [(place, unit.name) for place, unit in _units(model)])
    yield from _twice("models", [(place, m.name) for place, m in _models(model)])
    yield from _twice("weapons", [(("weapons", k), w.name) for k, w in enumerate(model.weapons)])
    yield from _twice("pieces of terrain", [(("terrain", k), t.name) for k, t in enumerate(model.terrain)])
    for place, m in _models(model):
        yield from _twice("members of one crew", [((*place, "crew", k), c.name) for k, c in enumerate(m.crew)])
        if m.name in ("A", "B"):
            yield (*place, "name"), f"a model may not be called '{m.name}' like a side", ""


def _twice(what: str, named: list[tuple[Place, str]]) -> Iterator[Fault]:
    seen: set[str] = set()
    for place, name in named:
        if name in seen:
            yield (*place, "name"), f"two {what} are called '{name}'", ""
        seen.add(name)


def _weapon_faults(model: FightFile) -> Iterator[Fault]:
    known = {w.name for w in model.weapons}
    for k, w in enumerate(model.weapons):
        if w.name == IMPROVISED.name:
            yield ("weapons", k, "name"), "every model has the improvised weapon already", "SK-17"
        if w.firearm and w.damage_base == "st":
            yield ("weapons", k, "damage_base"), "a firearm does the damage printed for it", "SK-27"
    for place, m in _models(model):
        for k, name in enumerate(m.weapons):
            if name not in known:
                yield (*place, "weapons", k), f"there is no weapon '{name}'", "SK-16"
            elif name in m.weapons[:k]:
                yield (*place, "weapons", k), f"'{m.name}' has '{name}' twice; once is enough", "SK-16"


# ---------------------------------------------------------------- models and units
def _model_faults(model: FightFile) -> Iterator[Fault]:
    for place, m in _models(model):
        if m.wounds_left is not None and m.wounds_left > m.wounds:
            yield (*place, "wounds_left"), f"{m.wounds_left} wounds left: it has {m.wounds}", "SK-79"
        for name in ("open_topped", "crew"):
            if getattr(m, name) and m.kind != "vehicle":
                yield (*place, name), "only a vehicle has a crew", "SK-71"
        if m.waiting and m.panicked:
            yield (*place, "waiting"), "a panicked model does not wait", "SK-161"
        if m.waiting and m.actions_left:
            yield (*place, "waiting"), "a model that waits has ended its activation", "SK-83"
        if m.actions_left > m.actions:
            yield (*place, "actions_left"), f"{m.actions_left} actions left: it has {m.actions}", "SK-165"
        if m.actions_left and m.activated:
            yield (*place, "activated"), "it has actions left, so that it has not acted yet", "SK-165"


def _unit_faults(model: FightFile) -> Iterator[Fault]:
    busy = ""
    for place, unit in _units(model):
        names = [m.name for m in unit.models]
        if unit.leader is not None and unit.leader not in names:
            yield (*place, "leader"), f"'{unit.leader}' is no model of '{unit.name}'", "SK-12"
        acting = any(m.actions_left for m in unit.models)
        for k, m in enumerate(unit.models):
            here = (*place, "models", k)
            if m.actions_left and (busy or unit.activated):
                why = f"'{busy}' is in the middle of its activation" if busy else f"'{unit.name}' has acted"
                yield (*here, "actions_left"), why, "SK-165"
            if m.activated and not (acting or unit.activated):
                yield (*here, "activated"), f"'{unit.name}' is not in the middle of its activation", "SK-165"
            if m.forced_move == "toward_leader" and unit.leader in (None, m.name):
                yield (*here, "forced_move"), "it has no leader to move to", "SK-12"
            busy = m.name if m.actions_left else busy


def _turn_faults(model: FightFile) -> Iterator[Fault]:
    if model.max_turns and model.turn > model.max_turns:
        yield ("turn",), f"turn {model.turn} is after the last one, {model.max_turns}", "SK-167"
    ruled = model.rulings.model_dump()["initiative"]
    first = {"side_a_first": "A", "alternate": "AB"[(model.turn - 1) % 2]}.get(ruled)
    if first and model.initiative_side not in (None, first):
        what = f"by initiative = '{ruled}' side {first} has the initiative in turn {model.turn}"
        yield ("initiative_side",), what, "SK-C2"


# ---------------------------------------------------------------- pairs
_LISTS = {"marked": "SK-5", "contacts": "SK-4", "gaps": "SK-38", "across_obstacle": "SK-154"}
"""The lists of pairs, each with the clause that speaks of enemies."""


def _pair_faults(model: FightFile) -> Iterator[Fault]:
    side = {m.name: int(place[1]) for place, m in _models(model)}
    for name, clause in _LISTS.items():
        yield from _list_faults(name, getattr(model, name), side, clause)
    n = Counter(side.values())
    if n[0] * n[1] > MOST_PAIRS:
        yield ("sides",), f"{n[0]} against {n[1]} models are {n[0] * n[1]} pairs; at most {MOST_PAIRS}", ""


def _list_faults(name: str, given: Iterable[PairGiven], side: dict[str, int], clause: str) -> Iterator[Fault]:
    seen: set[frozenset[str]] = set()
    for k, c in enumerate(given):
        unknown = [end for end in ("a", "b") if getattr(c, end) not in side]
        for end in unknown:
            yield (name, k, end), f"there is no model '{getattr(c, end)}'", ""
        if not unknown and side[c.a] == side[c.b]:
            yield (name, k, "b"), f"'{c.a}' and '{c.b}' are on one side", clause
        if frozenset((c.a, c.b)) in seen:
            yield (name, k), f"'{c.a}' and '{c.b}' are named twice", clause
        seen.add(frozenset((c.a, c.b)))


# ---------------------------------------------------------------- without a table
def _stated_faults(model: FightFile) -> Iterator[Fault]:
    within = model.parameters.model_dump()["contact_tolerance"]
    touching = {frozenset((c.a, c.b)) for c in model.contacts}
    marked = {frozenset((c.a, c.b)) for c in model.marked}
    for k, g in enumerate(model.gaps):
        if frozenset((g.a, g.b)) in touching - marked and g.gap_in > within:
            yield ("gaps", k, "gap_in"), f"'{g.a}' and '{g.b}' are in contact", "SK-4"
    for k, c in enumerate(model.across_obstacle):
        if frozenset((c.a, c.b)) in touching | marked:
            yield ("across_obstacle", k), f"'{c.a}' and '{c.b}' are in contact: nothing is between them", "SK-156"
    known = touching | marked | {frozenset((g.a, g.b)) for g in model.gaps}
    sides = [[m.name for place, m in _models(model) if place[1] == s] for s in (0, 1)]
    missing = [(a, b) for a, b in product(*sides) if frozenset((a, b)) not in known]
    if missing:
        pairs = ", ".join(f"'{a}' and '{b}'" for a, b in missing[:3])
        more = f" and {len(missing) - 3} other pairs" if len(missing) > 3 else ""
        yield ("gaps",), f"there is no gap between {pairs}{more}; or give every model a place", "SK-38"
