"""The fight file of this book, as pydantic models: the fields of ledger section 3.

A fight is stated on a table, every model with its place, or without one (abstract mode): distances, caps and lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from coldsteel.rulebooks.sheets import Fault, Sheet, parameters_model, rulings_model
from coldsteel.rulebooks.wasteland.rulings import CATALOGUE, Parameters, Rulings
from coldsteel.rulebooks.wasteland.setup import Setup
from coldsteel.rulebooks.wasteland.state import MOST_FP, MOST_MODELS

__all__ = ["FightFile", "cross_faults", "setup_of"]

Name = Annotated[str, Field(min_length=1, max_length=60)]
Defences = Literal["parry", "magic", "defence"]
Spot = Annotated[float, Field(ge=-1000, le=1000)]
Millimetres = Annotated[float, Field(gt=0, le=500)]
Size = Annotated[float, Field(gt=0, le=1000)]
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
    blast_radius: Annotated[float | None, Field(ge=0, le=24, description="steps, on a table (WL-62)")] = None
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
    positions: Annotated[
        tuple[tuple[Spot, Spot] | tuple[Spot, Spot, Spot], ...],
        Field(max_length=MOST_MODELS, description="on a table: [x, y] or [x, y, z] of every model, in steps (WL-1)"),
    ] = ()
    base: Annotated[
        Millimetres | tuple[Millimetres, Millimetres],
        Field(description="mm, on a table: diameter of a round base, or [width, depth] of a rectangular one (WL-1)"),
    ] = 25.0
    facing: Annotated[
        float, Field(ge=-360, le=360, description="degrees clockwise from +y, on a table: of a rectangle (WL-1)")
    ] = 0.0
    height: Annotated[float, Field(gt=0, le=24, description="steps, on a table: its eye and its top (WL-119)")] = 1.0


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


class TableGiven(Sheet):
    """The table, from (0, 0). Without it places lie on open ground without edges."""

    width: Annotated[Size, Field(description="steps along x (WL-81)")]
    height: Annotated[Size, Field(description="steps along y (WL-81)")]


class Charge(Sheet):
    """What goes off if a shot strikes it (WL-138)."""

    radius: Annotated[float, Field(ge=0, le=24, description="steps from its edge to those of bases (WL-138)")] = 2.0
    damage: Annotated[int, Field(ge=0, le=20, description="damage to each model near it (WL-138)")] = 1


class TerrainGiven(Sheet):
    """A piece of terrain on the table."""

    id: Annotated[Name, Field(description="name of the piece, unique in the fight")]
    footprint: Annotated[
        tuple[tuple[Spot, Spot], ...],
        Field(min_length=3, max_length=60, description="corners in order round, [[x, y], ...] in steps (WL-90)"),
    ]
    height: Annotated[float, Field(ge=0, le=100, description="steps (WL-119)")] = 1.0
    cover: Annotated[bool, Field(description="gives cover and hides (WL-90, WL-131)")] = True
    building: Annotated[bool, Field(description="a house: who is in it is shot at first from inside (WL-142)")] = False
    levels: Annotated[
        tuple[Annotated[float, Field(ge=0, le=100)], ...],
        Field(max_length=12, description="heights of its floors in steps: where models may stand (WL-139)"),
    ] = (0.0,)
    explosive: Annotated[Charge | None, Field(description="it may go off: radius and damage (WL-138)")] = None


class Explosive(Sheet):
    """A piece of terrain that goes off, of a fight without a table (WL-138)."""

    id: Annotated[Name, Field(description="name of the piece, unique in the fight")]
    radius: Annotated[float, Field(ge=0, le=24, description="steps; `near` says who is within it (WL-138)")] = 2.0
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
    mode: Annotated[
        Literal["table", "abstract"] | None,
        Field(description="on a table or without one; default: a table if models have positions (WL-6)"),
    ] = None
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
    table: Annotated[TableGiven | None, Field(description="the table; default open ground, or none at all")] = None
    terrain: Annotated[tuple[TerrainGiven, ...], Field(max_length=40, description="terrain on the table")] = ()
    lines: Annotated[
        tuple[LineGiven, ...], Field(max_length=400, description="what is seen and how far it is, pair by pair")
    ] = ()
    explosives: Annotated[tuple[Explosive, ...], Field(max_length=8, description="pieces that explode (WL-138)")] = ()
    activations: Annotated[
        tuple[str, ...], Field(max_length=20, description="units that shoot each round, in this order (WL-109)")
    ] = ()


def cross_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    from coldsteel.rulebooks.wasteland.faults import all_faults

    return all_faults(model)


def setup_of(model: FightFile) -> Setup:
    """The set-up of a checked file."""
    from coldsteel.rulebooks.wasteland.filling import filled

    return filled(model)
