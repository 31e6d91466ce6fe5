"""A checked fight file made into a set-up. On a table every model becomes a group of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coldsteel.battlefield.bases import Rectangle, Round, Shape
from coldsteel.battlefield.lengths import hundredths
from coldsteel.battlefield.table import Piece as Outline
from coldsteel.battlefield.table import Table
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.wasteland.places import Layout, Model, Spot, Terrain
from coldsteel.rulebooks.wasteland.profiles import TERRAIN, FightFile, Group, TerrainGiven, Unit, WeaponGiven
from coldsteel.rulebooks.wasteland.rulings import Parameters, Rulings
from coldsteel.rulebooks.wasteland.setup import (
    NOBODY,
    SOLID,
    Extra,
    GroupProfile,
    Line,
    Piece,
    Setup,
    UnitProfile,
    Weapon,
)

__all__ = ["filled", "group_name", "hurt_of", "on_table", "outline_of", "placed_as", "table_of", "units_of"]


def group_name(g: Group, k: int) -> str:
    """The name of a group; its number where none is given."""
    return g.name or str(k + 1)


def hurt_of(g: Group) -> tuple[int, ...]:
    """The wounds of the wounded models of a group."""
    return (g.wounds_taken,) if isinstance(g.wounds_taken, int) else g.wounds_taken


def units_of(model: FightFile) -> Iterator[tuple[tuple[str | int, ...], Unit]]:
    """All units, with their places in the file."""
    for s, side in enumerate(model.sides):
        for u, unit in enumerate(side.units):
            yield ("sides", s, "units", u), unit


def filled(model: FightFile) -> Setup:
    """The set-up of a checked file."""
    forces = sorted(model.sides, key=lambda side: side.name)
    rulings = Rulings(**model.rulings.model_dump())
    numbers = {w.id: k for k, w in enumerate(model.weapons)}
    given = [(unit, s) for s, side in enumerate(forces) for unit in side.units]
    units = tuple(_profile(unit, s, numbers, rulings, on_table(model)) for unit, s in given)
    slot = {p.id: Slot(u) for u, p in enumerate(units)}
    charged = [p for p in units if p.charged]
    active = model.active or ("AB"[charged[0].side] if charged else model.sides[0].name)
    going = model.melee_in_progress
    tabled = on_table(model)
    setup = Setup(
        title=model.title,
        units=units,
        weapons=tuple(_weapon(w) for w in model.weapons),
        pieces=_pieces(model, slot),
        targets=tuple(_targets(unit, s, units, slot, tabled) for unit, s in given),
        lines={} if tabled else _lines(model, slot),
        contact_pairs=tuple(NOBODY if unit.contact_pairs is None else unit.contact_pairs for unit, _ in given),
        activations=tuple(slot[name] for name in model.activations),
        active="AB".index(active),
        fp=(forces[0].fp, forces[1].fp),
        fp_per_round=(forces[0].fp_per_round, forces[1].fp_per_round),
        melee_in_progress=not charged if going is None else going,
        max_rounds=model.max_rounds,
        rulings=rulings,
        parameters=Parameters(**model.parameters.model_dump()),
        layout=_layout(model, [unit for unit, _ in given]) if tabled else None,
    )
    return _measured(setup) if tabled else setup


def _pieces(model: FightFile, slot: dict[str, Slot]) -> tuple[Piece, ...]:
    if on_table(model):
        charges = [(t.id, t.explosive) for t in model.terrain if t.explosive is not None]
        return tuple(Piece(name, charge.radius, charge.damage, ()) for name, charge in charges)
    return tuple(
        Piece(x.id, x.radius, x.damage, tuple((slot[name], n) for name, n in x.near.items())) for x in model.explosives
    )


def _targets(
    unit: Unit, side: int, units: tuple[UnitProfile, ...], slot: dict[str, Slot], tabled: bool
) -> tuple[Slot, ...]:
    enemies = tuple(slot[p.id] for p in units if p.side != side)
    return enemies if unit.targets is None or tabled else tuple(e for e in enemies if units[e].id in unit.targets)


def _weapon(w: WeaponGiven) -> Weapon:
    return Weapon(
        id=w.id,
        shooting=w.type == "shooting",
        strike=w.strike,
        attacks=w.attacks,
        reach=w.reach,
        rate_of_fire=w.rate_of_fire,
        range=w.range,
        blast_radius=w.blast_radius,
        pair=w.pair,
        damage=w.damage,
        parry=w.parry,
        magical=w.magical,
        in_hand=w.in_hand,
        crit_damage=w.on_crit.damage_plus,
        crit_hits=w.on_crit.extra_hits,
        crit_ignores=w.on_crit.ignores,
        fumble_damage=w.on_fumble.self_damage,
    )


def _profile(unit: Unit, side: int, numbers: dict[str, int], rulings: Rulings, tabled: bool) -> UnitProfile:
    nerve = 4 if rulings.spirit_dice == 1 else 7
    drawn = unit.distance_to_melee > 0 and rulings.pulled_counts_as_charge == "yes"
    near = unit.contact_distance
    return UnitProfile(
        id=unit.id,
        side=side,
        vehicle=unit.kind == "vehicle",
        groups=tuple(x for k, g in enumerate(unit.groups) for x in _groups(g, k, unit, drawn, numbers, tabled)),
        mobility=unit.mobility,
        spirit=nerve if unit.spirit is None else unit.spirit,
        multi_weapon=unit.multi_weapon,
        shoots_into_melee=unit.shoots_into_melee,
        large_target=unit.large_target,
        charged=unit.charged_this_round or any(g.charged_this_round for g in unit.groups),
        was_charged=unit.was_charged_this_round,
        prepared=unit.prepared_defence,
        camouflaged=unit.camouflaged,
        fleeing=unit.fleeing,
        recovering=unit.recovering,
        ran=unit.ran_this_activation,
        in_cover=unit.in_cover,
        distance=unit.distance_to_melee,
        contact_distance=unit.distance_to_melee if near is None else near,
        contact_room=unit.contact_room,
        engaged_cap=NOBODY if unit.engaged_cap is None or tabled else unit.engaged_cap,
        exposed_cap=NOBODY if unit.exposed_cap is None or tabled else unit.exposed_cap,
        contact_cap=NOBODY if unit.contact_cap is None or tabled else unit.contact_cap,
        extra=Extra(**unit.extra_mods.model_dump()),
    )


def _groups(
    g: Group, k: int, unit: Unit, drawn: bool, numbers: dict[str, int], tabled: bool
) -> tuple[GroupProfile, ...]:
    """A group as it is given; on a table its models one by one, the wounded first."""
    whole = _group(g, k, unit, drawn, numbers)
    if not tabled:
        return (whole,)
    hurt = [*whole.wounds_taken, *((0,) * g.models)]
    names = placed_as(unit, k)
    return tuple(replace(whole, name=name, models=1, wounds_taken=(w,)) for name, w in zip(names, hurt, strict=False))


def placed_as(unit: Unit, k: int) -> list[str]:
    """What the models of a group are called on a table, each a group of its own: by the group's name and a number."""
    g, alone = unit.groups[k], len(unit.groups) == 1
    if g.models == 1:
        return [group_name(g, k)]
    return [str(n) if alone and not g.name else f"{group_name(g, k)} {n}" for n in range(1, g.models + 1)]


def _group(g: Group, k: int, unit: Unit, drawn: bool, numbers: dict[str, int]) -> GroupProfile:
    charged = g.charged_this_round
    return GroupProfile(
        name=group_name(g, k),
        models=g.models,
        toughness=g.toughness,
        wounds_taken=hurt_of(g),
        defence=g.defence,
        magic_defence=g.magic_defence,
        weapons=tuple(numbers[w] for w in dict.fromkeys(g.weapons)),
        elevated=g.elevated,
        building=g.building,
        knocked_down=g.knocked_down,
        charged=drawn or (unit.charged_this_round if charged is None else charged),
    )


def _lines(model: FightFile, slot: dict[str, Slot]) -> dict[tuple[int, int, int, int], Line]:
    number = {(unit.id, group_name(g, k)): k for _, unit in units_of(model) for k, g in enumerate(unit.groups)}
    pieces = {piece.id: k for k, piece in enumerate(model.explosives)}

    def mark(name: str) -> tuple[int, int]:
        unit, slash, group = name.partition("/")
        return slot[unit], number[unit, group] if slash else NOBODY

    out = {}
    for line in model.lines:
        screen = SOLID if line.screened_by == TERRAIN else slot.get(line.screened_by, NOBODY)
        out[(*mark(line.unit), *mark(line.other))] = Line(
            distance=line.distance,
            visible=line.visible_fraction,
            cover_unit=slot.get(line.cover_struck, NOBODY),
            cover_piece=pieces.get(line.cover_struck, NOBODY),
            screen=screen,
        )
    return out


# ---------------------------------------------------------------- the table
def on_table(model: FightFile) -> bool:
    """Is the fight on a table? It is if models have places, unless the file says otherwise (WL-6)."""
    if model.mode is not None:
        return model.mode == "table"
    return any(g.positions for side in model.sides for unit in side.units for g in unit.groups)


def table_of(model: FightFile) -> Table:
    """The table with its terrain."""
    pieces = tuple(outline_of(t) for t in model.terrain)
    return Table(pieces=pieces) if model.table is None else Table(model.table.width, model.table.height, pieces)


def outline_of(t: TerrainGiven) -> Outline:
    """A piece of terrain as the battlefield has it."""
    return Outline(
        t.id,
        t.footprint,
        height=t.height,
        cover="cover" if t.cover else "",
        floors=len(t.levels) if t.building else 1,
    )


def _layout(model: FightFile, units: list[Unit]) -> Layout:
    table = table_of(model)
    step = Parameters(**model.parameters.model_dump()).step_mm
    charged = [t.id for t in model.terrain if t.explosive is not None]
    terrain = tuple(
        Terrain(o, t.height, t.cover, t.building, t.levels, charged.index(t.id) if t.explosive else NOBODY)
        for o, t in zip(table.pieces, model.terrain, strict=True)
    )
    models: list[Model] = []
    start: list[Spot] = []
    for u, unit in enumerate(units):
        placed = [(g, spot) for g in unit.groups for spot in g.positions[: g.models]]
        for k, (g, (x, y, *z)) in enumerate(placed):
            models.append(Model(Slot(u), k, _shape(g, step), g.facing, g.height))
            start.append((hundredths(x), hundredths(y), hundredths(z[0]) if z else 0))
    return Layout(table, terrain, tuple(models), tuple(start), model.melee_in_progress)


def _shape(g: Group, step: float) -> Shape:
    if isinstance(g.base, tuple):
        return Rectangle(g.base[0] / step, g.base[1] / step)
    return Round(g.base / 2 / step)


def _measured(setup: Setup) -> Setup:
    """How far every unit is from the melee at the start (WL-7); by WL-R3 who is drawn in later counts as charging."""
    from coldsteel.rulebooks.wasteland.ground import field_of

    assert setup.layout is not None, "on a table"
    fled = tuple(p.fleeing for p in setup.units)
    field = field_of(setup, setup.layout.start, fled, (False,) * len(setup.pieces))
    drawn = setup.rulings.pulled_counts_as_charge == "yes"
    units = []
    for u, p in enumerate(setup.units):
        mine = setup.layout.of(u)
        away = 0.0 if field.fighting & set(mine) else min(field.nearness(i, field.fighting) for i in mine)  # concrete
        groups = tuple(
            replace(g, charged=g.charged or (drawn and i not in field.fighting))
            for g, i in zip(p.groups, mine, strict=True)
        )
        units.append(replace(p, distance=away, contact_distance=away, groups=groups))
    return replace(setup, units=tuple(units))
