"""From a checked fight file to the set-up: lengths in hundredths, the improvised weapon added, names made slots."""

from __future__ import annotations

from collections.abc import Iterable

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round, Shape
from coldsteel.battlefield.lengths import hundredths
from coldsteel.battlefield.table import OPEN, Piece, Table
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.profiles import (
    CrewGiven,
    FightFile,
    ModelGiven,
    PairGiven,
    TerrainGiven,
    UnitGiven,
    WeaponGiven,
)
from coldsteel.rulebooks.skirmish.rulings import Parameters, Rulings
from coldsteel.rulebooks.skirmish.setup import (
    CrewProfile,
    ForcedMove,
    ModelProfile,
    Obstacle,
    Setup,
    Stance,
    UnitProfile,
    Weapon,
)

__all__ = ["IMPROVISED", "base_of", "filled", "models_of", "on_table", "piece_of", "table_of"]

IMPROVISED = Weapon("improvised", 0, hits=1, damage=0, fixed=False, damage_multiplier=1, av=0, reach=0, firearm=False)
"""SK-17: what every model can always use, the last of its weapons."""


# ---------------------------------------------------------------- what the file says
def on_table(model: FightFile) -> bool:
    """Is the fight on a table? If there is one, or terrain, or a place of any model (ledger 3.4)."""
    placed = any(m.x is not None or m.y is not None for m in models_of(model))
    return model.table is not None or bool(model.terrain) or placed


def models_of(model: FightFile) -> list[ModelGiven]:
    """All models, side A's first."""
    return [m for _, unit in _units(model) for m in unit.models]


def _units(model: FightFile) -> list[tuple[int, UnitGiven]]:
    forces = sorted(model.sides, key=lambda side: side.name)
    return [(s, unit) for s, side in enumerate(forces) for unit in side.units]


def piece_of(terrain: TerrainGiven) -> Piece:
    """A piece of terrain. Raises `BattlefieldError` for an outline that is none."""
    return Piece(
        terrain.name,
        terrain.shape,
        size=terrain.size,
        impassable=terrain.impassable,
        blocks_sight=terrain.blocks_los,
        obstacle_width=terrain.width,
    )


def table_of(model: FightFile) -> Table:
    """The table, open ground if none is given. Raises `BattlefieldError` for terrain that no table can hold."""
    pieces = tuple(piece_of(t) for t in model.terrain)
    if model.table is None:
        return Table(pieces=pieces) if pieces else OPEN
    return Table(model.table.width, model.table.height, pieces)


def place_of(m: ModelGiven) -> Place:
    """Where a model stands, in the grain of states."""
    assert m.x is not None and m.y is not None
    return Place(m.x, m.y, m.facing).quantised()


def shape_of(m: ModelGiven) -> Shape:
    """The shape of a base; the length of a rectangular one is along its facing."""
    return Rectangle(m.base[1], m.base[0]) if isinstance(m.base, tuple) else Round(m.base)


def base_of(m: ModelGiven) -> Base:
    """The base of a model on a table."""
    return Base(shape_of(m), place_of(m))


# ---------------------------------------------------------------- the set-up
def filled(model: FightFile) -> Setup:
    """The set-up of a checked file."""
    weapons = {w.name: _weapon(w) for w in model.weapons}
    units = _units(model)
    profiles = tuple(_model(m, s, u, unit, weapons) for u, (s, unit) in enumerate(units) for m in unit.models)
    slot = {p.name: Slot(k) for k, p in enumerate(profiles)}
    return Setup(
        title=model.title,
        models=profiles,
        units=tuple(_unit(unit, s, slot) for s, unit in units),
        table=table_of(model) if on_table(model) else None,
        across=_across(model, slot),
        opening=_opening(model, profiles, slot),
        turn=model.turn,
        max_turns=model.max_turns or None,
        acting=_acting(model),
        initiative_side=None if model.initiative_side is None else "AB".index(model.initiative_side),
        rulings=Rulings(**model.rulings.model_dump()),
        parameters=Parameters(**model.parameters.model_dump()),
    )


def _weapon(w: WeaponGiven) -> Weapon:
    given = w.model_dump(exclude={"damage_base", "reach"})
    return Weapon(**given, fixed=(w.damage_base == "fixed" or w.firearm), reach=hundredths(w.reach))


def _model(m: ModelGiven, side: int, u: int, unit: UnitGiven, weapons: dict[str, Weapon]) -> ModelProfile:
    kept = m.model_dump(include=_KEPT)
    return ModelProfile(
        **kept,
        side=side,
        unit=u,
        r=hundredths(m.r),
        vehicle=m.kind == "vehicle",
        crew=tuple(_crew(c) for c in m.crew),
        base=shape_of(m),
        weapons=(*(weapons[name] for name in m.weapons), IMPROVISED),
        extra_reach=hundredths(m.extra_reach),
        wounds_left=m.wounds if m.wounds_left is None else m.wounds_left,
        stance=Stance[m.stance.upper()],
        forced_move=ForcedMove[m.forced_move.upper()],
        in_view=True if m.in_view is None else m.in_view,
        interceptable=bool(m.interceptable),
        acted=m.activated or unit.activated,
    )


_KEPT = {
    *("name", "ww", "st", "p", "wounds", "size", "dw", "actions", "heavy_armour", "open_topped"),
    *("hit_bonus", "hit_against", "melee_actions", "waiting", "panicked", "pending_penalty", "lasting_ww"),
    "lasting_dw",
}


def _crew(c: CrewGiven) -> CrewProfile:
    return CrewProfile(c.name, c.p, c.wounds)


def _unit(unit: UnitGiven, side: int, slot: dict[str, Slot]) -> UnitProfile:
    leader = None if unit.leader is None else slot[unit.leader]
    return UnitProfile(unit.name, side, tuple(slot[m.name] for m in unit.models), leader, unit.activated)


def _acting(model: FightFile) -> tuple[Slot, int] | None:
    """The model in the middle of its activation."""
    return next(((Slot(k), m.actions_left) for k, m in enumerate(models_of(model)) if m.actions_left), None)


def _pairs(given: Iterable[PairGiven], slot: dict[str, Slot]) -> set[tuple[Slot, Slot]]:
    """Pairs of enemies, side A's model first: it has the lower number."""
    found = (sorted((slot[c.a], slot[c.b])) for c in given)
    return {(a, b) for a, b in found}


def _across(model: FightFile, slot: dict[str, Slot]) -> dict[tuple[int, int], Obstacle]:
    found: dict[tuple[int, int], Obstacle] = {}
    for c in () if on_table(model) else model.across_obstacle:
        a, b, obstacle = slot[c.a], slot[c.b], Obstacle(c.size, hundredths(c.width))
        found[a, b] = found[b, a] = obstacle
    return found


def _opening(model: FightFile, models: tuple[ModelProfile, ...], slot: dict[str, Slot]) -> tuple[object, ...]:
    """The ground at the start. Contact is a gap of 0 (SK-C11), of a marked pair too (SK-5)."""
    if on_table(model):
        from coldsteel.rulebooks.skirmish import places

        return places.opening([place_of(m) for m in models_of(model)], _pairs(model.marked, slot))
    from coldsteel.rulebooks.skirmish import stated

    gaps: dict[tuple[int, int], int] = {(slot[g.a], slot[g.b]): _gap(g.gap_in, model) for g in model.gaps}
    for pair in _pairs([*model.contacts, *model.marked], slot):
        gaps.pop((pair[1], pair[0]), None)
        gaps[pair] = 0
    return stated.opening([m.side for m in models], gaps)


def _gap(inches: float, model: FightFile) -> int:
    within: float = model.parameters.model_dump()["contact_tolerance"]
    return 0 if inches <= within else hundredths(inches)
