"""The fight file of this book, as pydantic models: the fields of ledger section 3 in abstract mode."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.sheets import Fault, Sheet, parameters_model, rulings_model
from coldsteel.rulebooks.wasteland.rulings import CATALOGUE, Parameters, Rulings
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
from coldsteel.rulebooks.wasteland.state import MOST_FP, MOST_MODELS, MOST_WOUNDS

__all__ = ["FightFile", "cross_faults", "setup_of"]

Name = Annotated[str, Field(min_length=1, max_length=60)]
Defences = Literal["parry", "magic", "defence"]
MOST_WAYS = 2_000
TERRAIN = "terrain"


class OnCrit(Sheet):
    """What a critical hit does more (WL-43, WL-44)."""

    damage_plus: Annotated[int, Field(ge=0, le=20, description="damage that it does more (WL-44)")] = 0
    extra_hits: Annotated[int, Field(ge=0, le=5, description="ordinary hits that it brings along (WL-44)")] = 0
    ignores: Annotated[tuple[Defences, ...], Field(description="defences that it isn't tested against (WL-44)")] = ()


class OnFumble(Sheet):
    """What a critical miss does more (WL-47, WL-48)."""

    self_damage: Annotated[int, Field(ge=0, le=20, description="damage to the own unit for each natural 1 (WL-48)")] = 0


class WeaponGiven(Sheet):
    """A weapon profile; a weapon of both uses is two entries."""

    id: Annotated[Name, Field(description="name of the weapon, unique in the fight")]
    type: Annotated[Literal["melee", "shooting"], Field(description="how it is used (WL-20, WL-110)")] = "melee"
    strike: Annotated[
        int, Field(ge=1, le=8, description="Strike, or hit value of a shooting weapon (WL-40, WL-149)")
    ] = 4
    attacks: Annotated[int, Field(ge=0, le=12, description="dice per model in melee (WL-35)")] = 1
    reach: Annotated[float, Field(ge=0, le=24, description="steps, in melee (WL-22, WL-23)")] = 1.0
    rate_of_fire: Annotated[int, Field(ge=0, le=20, description="dice per shot (WL-147)")] = 1
    range: Annotated[float, Field(ge=0, le=200, description="steps, of a shot (WL-145)")] = 24.0
    pair: Annotated[bool, Field(description="a brace, fired together (WL-111, WL-112)")] = False
    damage: Annotated[int, Field(ge=0, le=20, description="wounds per hit that gets through (WL-60)")] = 1
    blast_radius: Annotated[float | None, Field(ge=0, le=24, description="steps; read on a table only (WL-62)")] = None
    parry: Annotated[bool, Field(description="stops hits on a 6 (WL-51)")] = False
    magical: Annotated[bool, Field(description="read by WL-R15 magical_only (WL-54)")] = False
    in_hand: Annotated[bool, Field(description="in hand when shooting is declared (WL-110)")] = True
    on_crit: OnCrit = OnCrit()
    on_fumble: OnFumble = OnFumble()


class ExtraMods(Sheet):
    """Modifiers from other chapters."""

    mobility: Annotated[int, Field(ge=-12, le=12, description="to Mobility (WL-29)")] = 0
    strike: Annotated[int, Field(ge=-6, le=6, description="to strike rolls (WL-41)")] = 0
    shot: Annotated[int, Field(ge=-6, le=6, description="to shots (WL-148)")] = 0
    spirit: Annotated[int, Field(ge=-6, le=6, description="to Spirit (WL-73)")] = 0
    defence: Annotated[int, Field(ge=-6, le=6, description="to Defence (WL-56)")] = 0
    magic: Annotated[int, Field(ge=-6, le=6, description="to Magic Defence (WL-56)")] = 0


class Group(Sheet):
    """Identical models inside a unit. Groups are listed from the front: the first stands nearest to the enemy."""

    name: Annotated[str, Field(max_length=60, description="name of the group; default its number")] = ""
    models: Annotated[int, Field(ge=0, le=MOST_MODELS, description="how many (WL-35, WL-69)")] = 1
    toughness: Annotated[int, Field(ge=1, le=30, description="wounds that remove a model (WL-63)")] = 1
    wounds_taken: Annotated[
        int | tuple[int, ...],
        Field(description="wounds on one model, a list for several under WL-R19 one_each (WL-66)"),
    ] = 0
    defence: Annotated[int, Field(ge=0, le=6, description="Defence, 0: none (WL-55)")] = 0
    magic_defence: Annotated[int, Field(ge=0, le=6, description="Magic Defence, 0: none (WL-53)")] = 0
    weapons: Annotated[tuple[str, ...], Field(max_length=6, description="ids of its weapons (WL-20, WL-110)")] = ()
    elevated: Annotated[bool, Field(description="its base is higher than 1 step (WL-84, WL-139)")] = False
    building: Annotated[str, Field(max_length=60, description="building that it stands in (WL-142)")] = ""
    knocked_down: Annotated[bool, Field(description="its models lie (WL-116, WL-122)")] = False
    charged_this_round: Annotated[
        bool | None, Field(description="default as the unit; read by WL-R9 model (WL-31)")
    ] = None


class Unit(Sheet):
    """A lone warrior, a squad or a vehicle."""

    id: Annotated[Name, Field(description="name of the unit, unique in the fight")]
    kind: Annotated[Literal["fighter", "vehicle"], Field(description="a vehicle can't hide (WL-134)")] = "fighter"
    groups: Annotated[tuple[Group, ...], Field(min_length=1, max_length=6, description="its models, from the front")]
    mobility: Annotated[int, Field(ge=0, le=12, description="decides who strikes first (WL-29)")] = 4
    spirit: Annotated[
        int | None,
        Field(ge=0, le=12, description="nerve; default 4, 7 with spirit_dice 2 (WL-73)"),
    ] = None
    multi_weapon: Annotated[bool, Field(description="may fight with all its weapons (WL-38)")] = False
    shoots_into_melee: Annotated[bool, Field(description="engaged models are targets to it (WL-128)")] = False
    large_target: Annotated[bool, Field(description="may always be picked (WL-126, WL-129)")] = False
    charged_this_round: Annotated[bool, Field(description="charged in the first round (WL-83)")] = False
    was_charged_this_round: Annotated[
        bool | None, Field(description="default: an enemy in its melee charged (WL-85, WL-86)")
    ] = None
    prepared_defence: Annotated[bool, Field(description="braced for a charge (WL-85)")] = False
    camouflaged: Annotated[bool, Field(description="concealed (WL-86, WL-133)")] = False
    fleeing: Annotated[bool, Field(description="in flight: out of the melee (WL-12, WL-114, WL-127)")] = False
    recovering: Annotated[bool, Field(description="has only now come back under control (WL-114)")] = False
    ran_this_activation: Annotated[bool, Field(description="ran in the first round (WL-115)")] = False
    in_cover: Annotated[bool, Field(description="every model on, in or behind cover (WL-90, WL-133)")] = False
    distance_to_melee: Annotated[
        float, Field(ge=0, le=500, description="steps to the nearest fighting model; 0: engaged (WL-7)")
    ] = 0.0
    contact_distance: Annotated[
        float | None, Field(ge=0, le=500, description="steps to a place in contact; default as above (WL-10)")
    ] = None
    contact_room: Annotated[bool, Field(description="there is a place in contact to be drawn to (WL-10)")] = True
    engaged_cap: Annotated[int | None, Field(ge=0, le=99, description="models that strike at most (WL-6)")] = None
    exposed_cap: Annotated[int | None, Field(ge=0, le=99, description="models a batch can reach at most (WL-6)")] = None
    contact_cap: Annotated[int | None, Field(ge=0, le=99, description="models in contact at most (WL-6)")] = None
    targets: Annotated[
        tuple[str, ...] | None, Field(description="enemies that it may strike at; default all (WL-20)")
    ] = None
    contact_pairs: Annotated[
        int | None,
        Field(ge=0, le=99, description="touching pairs when it breaks; read by WL-R23 per_pair (WL-78)"),
    ] = None
    extra_mods: ExtraMods = ExtraMods()


class Force(Sheet):
    """One of the two sides."""

    name: Annotated[Literal["A", "B"], Field(description="A or B")]
    fp: Annotated[int, Field(ge=0, le=MOST_FP, description="FP that it has (WL-97)")] = 0
    fp_per_round: Annotated[int, Field(ge=0, le=20, description="FP at the start of later rounds (WL-103)")] = 0
    units: Annotated[tuple[Unit, ...], Field(min_length=1, max_length=20, description="its units")]


class LineGiven(Sheet):
    """From a unit (or one of its groups, 'unit/group') to another: read by blows, shots and drawing in."""

    unit: Annotated[str, Field(description="who looks, shoots or strikes: id of a unit, or unit/group")]
    other: Annotated[str, Field(description="at whom: id of a unit, or unit/group")]
    distance: Annotated[float, Field(ge=0, le=500, description="steps between the nearest bases (WL-1)")] = 0.0
    visible_fraction: Annotated[float, Field(ge=0, le=1, description="how much of it is seen (WL-131)")] = 1.0
    cover_struck: Annotated[
        str, Field(max_length=60, description="what stands in the way of shots: a unit or an explosive piece (WL-138)")
    ] = ""
    screened_by: Annotated[
        str, Field(max_length=60, description="what stands in the way of blows: a unit, or 'terrain' (WL-24)")
    ] = ""


class Explosive(Sheet):
    """A piece of terrain that goes off (WL-138)."""

    id: Annotated[Name, Field(description="name of the piece, unique in the fight")]
    radius: Annotated[float, Field(ge=0, le=24, description="steps; read on a table only (WL-138)")] = 2.0
    damage: Annotated[int, Field(ge=0, le=20, description="damage to each model near it (WL-138)")] = 1
    near: Annotated[dict[str, int], Field(description="unit -> how many of its models stand within the radius")] = {}  # noqa: RUF012 pydantic gives every model a copy


if TYPE_CHECKING:

    class RulingsChosen(Sheet):
        """The readings of disputed places."""

    class ParametersChosen(Sheet):
        """Numbers other than the book's."""

else:
    RulingsChosen = rulings_model(Rulings, CATALOGUE)
    ParametersChosen = parameters_model(Parameters)


class FightFile(Sheet):
    """A skirmish after the end of the world."""

    rulebook: Annotated[Literal["wasteland"], Field(description="the rulebook")] = "wasteland"
    title: Annotated[str, Field(max_length=200, description="what the fight is called")] = ""
    shows: Annotated[str, Field(max_length=400, description="one line on what it shows")] = ""
    active: Annotated[
        Literal["A", "B"] | None,
        Field(description="the active side; default who charged, else the first listed (WL-5)"),
    ] = None
    melee_in_progress: Annotated[
        bool | None, Field(description="was it going on when round 1 began; default unless a unit charged (WL-4)")
    ] = None
    max_rounds: Annotated[int, Field(ge=0, le=100, description="rounds at most; 0: no limit (WL-157)")] = 0
    rulings: RulingsChosen = RulingsChosen()
    parameters: ParametersChosen = ParametersChosen()
    weapons: Annotated[tuple[WeaponGiven, ...], Field(max_length=30, description="the weapons of the fight")] = ()
    sides: Annotated[tuple[Force, Force], Field(description="the two sides, A and B")]
    lines: Annotated[
        tuple[LineGiven, ...], Field(max_length=400, description="what is seen and how far it is, pair by pair")
    ] = ()
    explosives: Annotated[tuple[Explosive, ...], Field(max_length=8, description="pieces that explode (WL-138)")] = ()
    activations: Annotated[
        tuple[str, ...], Field(max_length=20, description="units that shoot each round, in this order (WL-109)")
    ] = ()


# ---------------------------------------------------------------- faults that no single field shows
def cross_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    found = [*_name_faults(model), *_unit_faults(model), *_group_faults(model), *_line_faults(model)]
    found += [*_situation_faults(model)]
    return found or [*_ways_faults(model)]


def _units(model: FightFile) -> Iterator[tuple[tuple[str | int, ...], Unit]]:
    for s, side in enumerate(model.sides):
        for u, unit in enumerate(side.units):
            yield ("sides", s, "units", u), unit


def _name_faults(model: FightFile) -> Iterator[Fault]:
    if model.sides[0].name == model.sides[1].name:
        yield ("sides", 1, "name"), f"both sides are called {model.sides[0].name}; one is A, the other B", ""
    seen: set[str] = set()
    for place, unit in _units(model):
        if unit.id in seen:
            yield (*place, "id"), f"two units are called '{unit.id}'", ""
        if unit.id in ("A", "B", TERRAIN) or "/" in unit.id:
            yield (*place, "id"), f"a unit may not be called '{unit.id}': no side's name, not '{TERRAIN}', no '/'", ""
        seen.add(unit.id)
    listed = {"weapons": [w.id for w in model.weapons], "explosives": [x.id for x in model.explosives]}
    for name, ids in listed.items():
        for k, given in enumerate(ids):
            if given in ids[:k] or (name == "explosives" and given in seen):
                yield (name, k, "id"), f"two things are called '{given}'", ""


def _unit_faults(model: FightFile) -> Iterator[Fault]:
    sides = {unit.id: int(place[1]) for place, unit in _units(model)}
    dice = model.rulings.model_dump()["spirit_dice"]
    for place, unit in _units(model):
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
            if getattr(unit, name) and unit.distance_to_melee > 0:
                yield (*place, name), "who is not in the melee neither charged nor was charged", "WL-83"
        if unit.fleeing and unit.charged_this_round:
            yield (*place, "charged_this_round"), "a fleeing unit does not charge", "WL-81"


def _group_faults(model: FightFile) -> Iterator[Fault]:
    known = {w.id for w in model.weapons}
    spread = _spread(model)
    for place, unit in _units(model):
        names = [_group_name(g, k) for k, g in enumerate(unit.groups)]
        for k, g in enumerate(unit.groups):
            here = (*place, "groups", k)
            if names.count(names[k]) > 1:
                yield (*here, "name"), f"two groups of '{unit.id}' are called '{names[k]}'", ""
            for j, w in enumerate(g.weapons):
                if w not in known:
                    yield (*here, "weapons", j), f"there is no weapon '{w}'", "WL-20"
            if g.models * g.toughness > MOST_WOUNDS:
                yield (*here, "toughness"), f"models x Toughness is at most {MOST_WOUNDS}", "WL-63"
            hurt = _hurt(g)
            if any(not 0 <= w < g.toughness for w in hurt):
                yield (*here, "wounds_taken"), f"a model has taken 0 to {g.toughness - 1} wounds", "WL-68"
            if len([w for w in hurt if w]) > (g.models if spread else 1):
                yield (*here, "wounds_taken"), "one model at most is wounded (WL-R19 one_each: several)", "WL-66"


def _spread(model: FightFile) -> bool:
    chosen = model.rulings.model_dump()
    return bool(chosen["damage_radius"] == "each" or chosen["multi_damage"] == "one_each")


def _group_name(g: Group, k: int) -> str:
    return g.name or str(k + 1)


def _hurt(g: Group) -> tuple[int, ...]:
    return (g.wounds_taken,) if isinstance(g.wounds_taken, int) else g.wounds_taken


def _line_faults(model: FightFile) -> Iterator[Fault]:
    known = {unit.id for _, unit in _units(model)}
    marks = {f"{unit.id}/{_group_name(g, k)}" for _, unit in _units(model) for k, g in enumerate(unit.groups)}
    pieces = {piece.id for piece in model.explosives}
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
    units = {unit.id: unit for _, unit in _units(model)}
    for k, name in enumerate(model.activations):
        if name not in units:
            yield ("activations", k), f"there is no unit '{name}'", "WL-109"
        elif name in model.activations[:k]:
            yield ("activations", k), f"'{name}' is activated twice in a round", "WL-109"
    if any(side.fp_per_round for side in model.sides) and not model.max_rounds:
        yield ("max_rounds",), "with fp_per_round a fight needs a limit of rounds", "WL-103"
    engaged = [any(u.distance_to_melee == 0 and not u.fleeing for u in side.units) for side in model.sides]
    if any(engaged) and not all(engaged) and not model.activations:
        yield ("sides",), "only one side is in the melee, and nobody shoots: nothing can happen", "WL-3"


def _ways_faults(model: FightFile) -> Iterator[Fault]:
    setup = setup_of(model)
    for place, unit in _units(model):
        u = next(k for k, p in enumerate(setup.units) if p.id == unit.id)
        for g, uses in enumerate(setup.uses[u]):
            n = setup.units[u].groups[g].models
            if uses and comb(n + len(uses) - 1, n) > MOST_WAYS:
                ways = comb(n + len(uses) - 1, n)
                what = f"its {n} models could name targets and weapons in {ways:,} ways; at most {MOST_WAYS:,}"
                yield (*place, "groups", g, "models"), what, "WL-20"


# ---------------------------------------------------------------- the set-up
def setup_of(model: FightFile) -> Setup:
    """The set-up of a checked file."""
    forces = sorted(model.sides, key=lambda side: side.name)
    rulings = Rulings(**model.rulings.model_dump())
    numbers = {w.id: k for k, w in enumerate(model.weapons)}
    given = [(unit, s) for s, side in enumerate(forces) for unit in side.units]
    units = tuple(_profile(unit, s, numbers, rulings) for unit, s in given)
    slot = {p.id: Slot(u) for u, p in enumerate(units)}
    charged = [p for p in units if p.charged]
    active = model.active or ("AB"[charged[0].side] if charged else model.sides[0].name)
    going = model.melee_in_progress
    return Setup(
        title=model.title,
        units=units,
        weapons=tuple(_weapon(w) for w in model.weapons),
        pieces=tuple(
            Piece(x.id, x.radius, x.damage, tuple((slot[name], n) for name, n in x.near.items()))
            for x in model.explosives
        ),
        targets=tuple(_targets(unit, s, units, slot) for unit, s in given),
        lines=_lines(model, slot),
        contact_pairs=tuple(NOBODY if unit.contact_pairs is None else unit.contact_pairs for unit, _ in given),
        activations=tuple(slot[name] for name in model.activations),
        active="AB".index(active),
        fp=(forces[0].fp, forces[1].fp),
        fp_per_round=(forces[0].fp_per_round, forces[1].fp_per_round),
        melee_in_progress=not charged if going is None else going,
        max_rounds=model.max_rounds,
        rulings=rulings,
        parameters=Parameters(**model.parameters.model_dump()),
    )


def _targets(unit: Unit, side: int, units: tuple[UnitProfile, ...], slot: dict[str, Slot]) -> tuple[Slot, ...]:
    enemies = tuple(slot[p.id] for p in units if p.side != side)
    return enemies if unit.targets is None else tuple(e for e in enemies if units[e].id in unit.targets)


def _weapon(w: WeaponGiven) -> Weapon:
    return Weapon(
        id=w.id,
        shooting=w.type == "shooting",
        strike=w.strike,
        attacks=w.attacks,
        reach=w.reach,
        rate_of_fire=w.rate_of_fire,
        range=w.range,
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


def _profile(unit: Unit, side: int, numbers: dict[str, int], rulings: Rulings) -> UnitProfile:
    nerve = 4 if rulings.spirit_dice == 1 else 7
    drawn = unit.distance_to_melee > 0 and rulings.pulled_counts_as_charge == "yes"
    near = unit.contact_distance
    return UnitProfile(
        id=unit.id,
        side=side,
        vehicle=unit.kind == "vehicle",
        groups=tuple(_group(g, k, unit, drawn, numbers) for k, g in enumerate(unit.groups)),
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
        engaged_cap=NOBODY if unit.engaged_cap is None else unit.engaged_cap,
        exposed_cap=NOBODY if unit.exposed_cap is None else unit.exposed_cap,
        contact_cap=NOBODY if unit.contact_cap is None else unit.contact_cap,
        extra=Extra(**unit.extra_mods.model_dump()),
    )


def _group(g: Group, k: int, unit: Unit, drawn: bool, numbers: dict[str, int]) -> GroupProfile:
    charged = g.charged_this_round
    return GroupProfile(
        name=_group_name(g, k),
        models=g.models,
        toughness=g.toughness,
        wounds_taken=_hurt(g),
        defence=g.defence,
        magic_defence=g.magic_defence,
        weapons=tuple(numbers[w] for w in dict.fromkeys(g.weapons)),
        elevated=g.elevated,
        building=g.building,
        knocked_down=g.knocked_down,
        charged=drawn or (unit.charged_this_round if charged is None else charged),
    )


def _lines(model: FightFile, slot: dict[str, Slot]) -> dict[tuple[int, int, int, int], Line]:
    number = {(unit.id, _group_name(g, k)): k for _, unit in _units(model) for k, g in enumerate(unit.groups)}
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
