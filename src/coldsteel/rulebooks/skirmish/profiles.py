"""The fight file of this book, as pydantic models: the fields of ledger sections 3.1 to 3.4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from coldsteel.rulebooks.sheets import Fault, Sheet, parameters_model, rulings_model
from coldsteel.rulebooks.skirmish.rulings import CATALOGUE, NEED_TABLE, Parameters, Rulings

if TYPE_CHECKING:
    from coldsteel.rulebooks.skirmish.setup import Setup

__all__ = ["FightFile", "cross_faults", "setup_of"]

MOST_MODELS = 40
Name = Annotated[str, Field(min_length=1, max_length=60)]
SideName = Literal["A", "B"]
Length = Annotated[float, Field(gt=0, le=40)]
Spot = Annotated[float, Field(ge=-500, le=500)]


class WeaponGiven(Sheet):
    """A weapon, named by models. The improvised weapon, which every model has, is not listed (SK-17)."""

    name: Annotated[Name, Field(description="name of the weapon, unique in the fight")]
    cc_modifier: Annotated[
        int | None, Field(ge=-10, le=10, description="hit modifier; not given: a dash, no use in melee (SK-15, SK-18)")
    ] = None
    hits: Annotated[int, Field(ge=1, le=6, description="hit tests of an attack action, xN (SK-19)")] = 1
    damage: Annotated[int, Field(ge=-5, le=30, description="the number in the damage column (SK-24)")] = 0
    damage_base: Annotated[
        Literal["st", "fixed"] | None,
        Field(description="is that number added to ST; default st, of a firearm fixed (SK-26, SK-27)"),
    ] = None
    damage_multiplier: Annotated[int, Field(ge=1, le=6, description="armour tests of a hit, xN (SK-25)")] = 1
    av: Annotated[int, Field(ge=0, le=5, description="armour-defeating rating (SK-81)")] = 0
    reach: Annotated[float, Field(ge=0, le=12, description="inches between bases at which it strikes (SK-28)")] = 0.0
    firearm: Annotated[bool, Field(description="strength plays no part, nor a charge in its damage (SK-27, SK-61)")] = (
        False
    )


class CrewGiven(Sheet):
    """A member of the crew of a vehicle (SK-82)."""

    name: Annotated[Name, Field(description="name of the member, unique in the vehicle")]
    p: Annotated[int, Field(ge=0, le=40, description="its armour (SK-82)")]
    wounds: Annotated[int, Field(ge=1, le=20, description="wounds that it has left (SK-79)")] = 1


class ModelGiven(Sheet):
    """A model: its profile and its state as the fight opens."""

    name: Annotated[Name, Field(description="name of the model, unique in the fight")]
    ww: Annotated[int, Field(ge=0, le=25, description="close combat skill (SK-65, SK-137)")]
    st: Annotated[int, Field(ge=0, le=30, description="strength (SK-26, SK-137)")]
    p: Annotated[int, Field(ge=0, le=40, description="armour (SK-76)")]
    wounds: Annotated[int, Field(ge=1, le=20, description="wounds that kill it (SK-79, SK-80, SK-C3)")] = 1
    r: Annotated[float, Field(ge=0, le=24, description="movement in inches (SK-38, SK-95, SK-125, SK-143)")]
    size: Annotated[int, Field(ge=1, le=10, description="size class (SK-140, SK-149, SK-154)")] = 2
    dw: Annotated[int, Field(ge=0, le=20, description="leadership (SK-2, SK-84, SK-132, SK-163)")]
    actions: Annotated[int, Field(ge=0, le=6, description="actions of an activation (SK-165)")] = 3
    heavy_armour: Annotated[int, Field(ge=0, le=5, description="AV that a hit needs to count (SK-81)")] = 0
    kind: Annotated[Literal["living", "vehicle"], Field(description="a living being or a vehicle (SK-71)")] = "living"
    open_topped: Annotated[bool, Field(description="a vehicle whose crew can be hit (SK-71)")] = False
    crew: Annotated[tuple[CrewGiven, ...], Field(max_length=6, description="of a vehicle (SK-71, SK-82)")] = ()
    base: Annotated[
        Length | tuple[Length, Length],
        Field(description="inches: radius of a round base, or [length, width] of a rectangular one (SK-4, SK-49)"),
    ] = 0.5
    weapons: Annotated[
        tuple[str, ...], Field(max_length=6, description="names of its weapons, beside the improvised one (SK-16)")
    ] = ()
    extra_reach: Annotated[float, Field(ge=0, le=12, description="inches added to every reach (SK-28)")] = 0.0
    hit_bonus: Annotated[int, Field(ge=-10, le=10, description="abilities: to its own hit tests (SK-66)")] = 0
    hit_against: Annotated[int, Field(ge=-10, le=10, description="abilities: to hit tests against it (SK-66)")] = 0
    melee_actions: Annotated[
        tuple[Literal["charge", "move", "wait"], ...], Field(description="actions it may take in melee (SK-8)")
    ] = ()
    wounds_left: Annotated[int | None, Field(ge=1, le=20, description="default all (SK-79)")] = None
    stance: Annotated[Literal["standing", "firing"], Field(description="how it stands (SK-41, SK-162)")] = "standing"
    waiting: Annotated[bool, Field(description="has saved an action (SK-83)")] = False
    panicked: Annotated[bool, Field(description="has panicked (SK-161)")] = False
    pending_penalty: Annotated[bool, Field(description="its next hit test has the -4 of a natural 20 (SK-73)")] = False
    forced_move: Annotated[
        Literal["none", "toward_leader", "away_from_enemy"], Field(description="a move that it owes (SK-10 to SK-12)")
    ] = "none"
    lasting_ww: Annotated[int, Field(ge=-10, le=10, description="lasting modifier of WW, panic apart (SK-13)")] = 0
    lasting_dw: Annotated[int, Field(ge=-10, le=10, description="lasting modifier of DW, panic apart (SK-13)")] = 0
    actions_left: Annotated[
        int, Field(ge=0, le=6, description="above 0: it is in the middle of its activation, with so many (SK-165)")
    ] = 0
    activated: Annotated[bool, Field(description="has acted in the activation of its unit (SK-165)")] = False
    x: Annotated[Spot | None, Field(description="inches; place on a table (SK-4)")] = None
    y: Annotated[Spot | None, Field(description="inches; place on a table (SK-4)")] = None
    facing: Annotated[
        float, Field(ge=-360, le=360, description="degrees clockwise from +y; on a table (SK-85, SK-125)")
    ] = 0.0
    in_view: Annotated[
        bool | None, Field(description="without a table: does it see a charger; default true (SK-85)")
    ] = None
    interceptable: Annotated[
        bool | None, Field(description="without a table: can it cut a charge line; default false (SK-99 to SK-103)")
    ] = None


class UnitGiven(Sheet):
    """A squad: models that are activated together (SK-165)."""

    name: Annotated[Name, Field(description="name of the unit, unique in the fight")]
    leader: Annotated[str | None, Field(description="name of one of its models (SK-12)")] = None
    activated: Annotated[bool, Field(description="has acted in this turn (SK-164)")] = False
    models: Annotated[tuple[ModelGiven, ...], Field(min_length=1, max_length=20, description="its models")]


class Force(Sheet):
    """One of the two sides."""

    name: Annotated[SideName, Field(description="A or B")]
    units: Annotated[tuple[UnitGiven, ...], Field(min_length=1, max_length=20, description="its units")]


class TableGiven(Sheet):
    """The table, from (0, 0). Without it places lie on open ground without edges."""

    width: Annotated[float, Field(gt=0, le=500, description="inches along x (SK-49)")]
    height: Annotated[float, Field(gt=0, le=500, description="inches along y (SK-49)")]


class TerrainGiven(Sheet):
    """A piece of terrain on the table."""

    name: Annotated[Name, Field(description="name of the piece, unique in the fight")]
    shape: Annotated[
        tuple[tuple[Spot, Spot], ...],
        Field(min_length=3, max_length=60, description="corners in order round, [[x, y], ...] in inches (SK-49)"),
    ]
    size: Annotated[float, Field(ge=0, le=20, description="height class on the scale of models (SK-154)")] = 0.0
    width: Annotated[
        float | None,
        Field(ge=0, le=100, description="inches between two fighters; default as the shape shows (SK-154)"),
    ] = None
    impassable: Annotated[bool, Field(description="no base may stand in it or cross it (SK-49, SK-100)")] = False
    blocks_los: Annotated[bool, Field(description="no line of sight crosses it (SK-32)")] = False


class PairGiven(Sheet):
    """Two enemies."""

    a: Annotated[str, Field(description="name of a model")]
    b: Annotated[str, Field(description="name of an enemy of it")]


class GapGiven(PairGiven):
    """How far two enemies are apart, in place of positions on a table."""

    gap_in: Annotated[float, Field(ge=0, le=500, description="inches between the two bases (SK-38, SK-129)")]


class ObstacleGiven(PairGiven):
    """The obstacle that two enemies would fight across, in place of terrain on a table."""

    size: Annotated[float, Field(ge=0, le=20, description="its size, on the scale of models (SK-154)")]
    width: Annotated[float, Field(gt=0, le=100, description="inches between the two (SK-154, SK-157)")]


if TYPE_CHECKING:

    class RulingsChosen(Sheet):
        """The readings of disputed places."""

    class ParametersChosen(Sheet):
        """Numbers other than the book's."""

else:
    RulingsChosen = rulings_model(Rulings, CATALOGUE, lambda name: " Needs a table." if name in NEED_TABLE else "")
    ParametersChosen = parameters_model(Parameters)


class FightFile(Sheet):
    """A fight of single models, on a table (every model has `x` and `y`) or stated without one (`gaps` for every pair
    of enemies that is not in `contacts`)."""

    rulebook: Annotated[Literal["skirmish"], Field(description="the rulebook")] = "skirmish"
    title: Annotated[str, Field(max_length=200, description="what the fight is called")] = ""
    shows: Annotated[str, Field(max_length=400, description="one line on what it shows")] = ""
    turn: Annotated[int, Field(ge=1, le=100, description="number of the turn as the fight opens (SK-167)")] = 1
    max_turns: Annotated[
        int, Field(ge=0, le=100, description="number of the last turn; 0: there is no limit (SK-167, SK-C12)")
    ] = 6
    initiative_side: Annotated[
        SideName | None, Field(description="who has the initiative in the opening turn; default: rolled (SK-163)")
    ] = None
    rulings: RulingsChosen = RulingsChosen()
    parameters: ParametersChosen = ParametersChosen()
    weapons: Annotated[tuple[WeaponGiven, ...], Field(max_length=40, description="the weapons that models name")] = ()
    sides: Annotated[tuple[Force, Force], Field(description="the two sides, A and B")]
    table: Annotated[TableGiven | None, Field(description="the table; default open ground, or none at all")] = None
    terrain: Annotated[tuple[TerrainGiven, ...], Field(max_length=40, description="terrain on the table")] = ()
    marked: Annotated[
        tuple[PairGiven, ...], Field(max_length=100, description="pairs that count as touching (SK-5)")
    ] = ()
    contacts: Annotated[
        tuple[PairGiven, ...], Field(max_length=200, description="pairs whose bases touch; default as placed (SK-4)")
    ] = ()
    gaps: Annotated[
        tuple[GapGiven, ...], Field(max_length=200, description="gaps between enemies; default as placed (SK-38)")
    ] = ()
    across_obstacle: Annotated[
        tuple[ObstacleGiven, ...],
        Field(max_length=100, description="without a table: pairs with an obstacle between them (SK-154, SK-157)"),
    ] = ()


def cross_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    from coldsteel.rulebooks.skirmish.faults import all_faults

    return all_faults(model)


def setup_of(model: FightFile) -> Setup:
    """The set-up of a checked file."""
    from coldsteel.rulebooks.skirmish.filling import filled

    return filled(model)
