"""The fight file of this book, as pydantic models: the fields of ledger sections 3.1 to 3.3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from coldsteel.rulebooks.bayonet.rulings import CATALOGUE, NEED_TABLE, Parameters, Rulings
from coldsteel.rulebooks.bayonet.setup import Setup
from coldsteel.rulebooks.sheets import Fault, Sheet, parameters_model, rulings_model

__all__ = ["FightFile", "cross_faults", "setup_of"]

ArmName = Literal["infantry", "cavalry", "foot_artillery", "horse_artillery"]
FormationName = Literal[
    "line", "attack_column", "march_column", "square", "skirmish", "mixed", "garrison", "deployed", "limbered"
]
SideName = Literal["front", "right", "rear", "left"]
Inches = Annotated[float, Field(ge=-480, le=960)]
Outline = Annotated[tuple[tuple[Inches, Inches], ...], Field(min_length=3, max_length=40)]


class Unit(Sheet):
    """A battalion, a cavalry regiment or a battery: its profile and its state as the fight opens."""

    id: Annotated[str, Field(min_length=1, max_length=60, description="name of the unit, unique in the fight")]
    arm: Annotated[ArmName, Field(description="arm of service")] = "infantry"
    formation: Annotated[
        FormationName | None, Field(description="formation; default line, for artillery deployed (BY-14 to BY-17)")
    ] = None
    size: Annotated[Literal["standard", "large", "small", "tiny"], Field(description="size class (BY-88 to BY-90)")] = (
        "standard"
    )
    melee: Annotated[int | None, Field(ge=0, le=12, description="dice in a round; default 6, artillery 1 (BY-87)")] = (
        None
    )
    shooting: Annotated[
        int | None, Field(ge=0, le=6, description="dice of a closing volley; default 3, cavalry 0 (BY-43)")
    ] = None
    morale: Annotated[int, Field(ge=2, le=6, description="number on a d6 needed to save (BY-114)")] = 4
    stamina: Annotated[
        int | None, Field(ge=1, le=8, description="casualties that make it shaken; default 3, artillery 2 (BY-12)")
    ] = None
    casualties: Annotated[int, Field(ge=0, le=8, description="casualties it carries, at most its stamina (BY-12)")] = 0
    disordered: Annotated[bool, Field(description="disordered (BY-103)")] = False
    full_move: Annotated[
        float | None,
        Field(gt=0, le=72, description="inches; default 12, mounted arms 18, deployed foot guns 6 (BY-7)"),
    ] = None
    charged: Annotated[bool, Field(description="has the charge bonus in the coming round (BY-101, BY-107)")] = False
    won_last: Annotated[bool, Field(description="its side won the last round of this fight (BY-102, BY-108)")] = False
    won_against: Annotated[
        tuple[str, ...], Field(description="enemies it touched in the round it won; read by BY-R32 same_enemy only")
    ] = ()
    reacted: Annotated[bool, Field(description="has reacted in this phase; read by BY-R12 per_turn only")] = False
    cover: Annotated[Literal["none", "light", "heavy"], Field(description="cover it defends (BY-51, BY-115)")] = "none"
    cover_sides: Annotated[
        tuple[SideName, ...], Field(description="own sides that the cover protects; default front (BY-52)")
    ] = ("front",)
    building: Annotated[str, Field(max_length=60, description="building that a garrison holds (BY-23, BY-94)")] = ""
    building_size: Annotated[
        int | None, Field(ge=0, le=3, description="bonus of a garrison to the combat result; default 1 (BY-120)")
    ] = None
    support_rear: Annotated[int, Field(ge=0, le=1, description="friends supporting its rear (BY-120)")] = 0
    support_flanks: Annotated[int, Field(ge=0, le=2, description="flanks with a friend in support (BY-120)")] = 0
    retire_room: Annotated[
        Literal["one", "two", "none", "off_table"],
        Field(description="room to retire: one full move, only two, none, or over the table edge (BY-132)"),
    ] = "one"
    evade_room: Annotated[
        Literal["clear", "blocked", "friend_passed", "friend_not_passed", "off_table"],
        Field(description="what lies in the way of an evasion (BY-66, BY-68, BY-70)"),
    ] = "clear"
    turn_room: Annotated[bool, Field(description="has room to turn to face (BY-82)")] = True
    counter_room: Annotated[bool, Field(description="has room to counter-charge (BY-77)")] = True
    x: Annotated[
        float | None, Field(ge=0, le=480, description="inches from the left edge of the table to its centre (BY-21)")
    ] = None
    y: Annotated[
        float | None, Field(ge=0, le=480, description="inches from the lower edge of the table to its centre (BY-21)")
    ] = None
    facing: Annotated[
        float, Field(ge=0, lt=360, description="degrees clockwise from the +y axis, on a table (BY-25)")
    ] = 0.0
    width: Annotated[
        float | None, Field(ge=0.1, le=72, description="inches: its front edge; of a garrison when it is out (BY-28)")
    ] = None
    depth: Annotated[
        float | None, Field(ge=0.1, le=72, description="inches: its side edge; of a garrison when it is out (BY-28)")
    ] = None
    square_side: Annotated[
        float | None,
        Field(ge=0.1, le=72, description="inches: side of its square; default half of width, at least depth (BY-59)"),
    ] = None


class Force(Sheet):
    """One of the two sides."""

    name: Annotated[Literal["A", "B"], Field(description="A or B")]
    units: Annotated[tuple[Unit, ...], Field(min_length=1, max_length=40, description="its units")]


class OrderGiven(Sheet):
    """An order of the side whose turn it is. It is given, unless it is optional or may not be given; several for one
    unit in one turn are alternatives."""

    unit: Annotated[str, Field(description="id of the unit that is ordered")]
    target: Annotated[str, Field(description="id of the enemy that it is to charge")]
    says_attack: Annotated[bool, Field(description="the words of the order contain a plain attack (BY-2)")] = True
    conditional: Annotated[bool, Field(description="the order contains an 'if' (BY-4)")] = False
    order_moves: Annotated[int, Field(ge=0, le=3, description="moves granted by the command roll (BY-7)")] = 1
    sees_target: Annotated[bool, Field(description="recorded only, never a bar (BY-9)")] = True
    distance: Annotated[float, Field(ge=0, le=144, description="inches from command zone to target (BY-20)")] = 0.0
    struck_side: Annotated[SideName, Field(description="side of the target that is struck (BY-24)")] = "front"
    path_clear: Annotated[bool, Field(description="nothing stands on the way (BY-23)")] = True
    half_free: Annotated[bool, Field(description="half of that side is free, if it is engaged (BY-30)")] = True
    turn_needed: Annotated[
        bool, Field(description="starts within 12 inches of an enemy, target not ahead (BY-10, BY-11)")
    ] = False
    turn: Annotated[
        int, Field(ge=1, le=40, description="player turn it is given in; odd turns are the active side's (BY-136)")
    ] = 1
    optional: Annotated[
        bool, Field(description="the side may hold the unit back instead; else the order is given (BY-33)")
    ] = False


class Contact(Sheet):
    """Two enemies that touch as the fight opens. What a table shows need not be stated."""

    unit: Annotated[str, Field(description="id of a unit")]
    side: Annotated[SideName, Field(description="its side that is touched")] = "front"
    enemy: Annotated[str, Field(description="id of the enemy that touches it")]
    enemy_side: Annotated[SideName, Field(description="the enemy's side that is touched")] = "front"


class BuildingOnTable(Sheet):
    """A building on the table: impassable ground, unless a garrison holds it (BY-23)."""

    id: Annotated[str, Field(min_length=1, max_length=60, description="name of the building, unique in the fight")]
    x: Annotated[float, Field(ge=0, le=480, description="inches from the left edge of the table to its centre")]
    y: Annotated[float, Field(ge=0, le=480, description="inches from the lower edge of the table to its centre")]
    facing: Annotated[float, Field(ge=0, lt=360, description="degrees clockwise from the +y axis")] = 0.0
    width: Annotated[float, Field(ge=0.1, le=72, description="inches: its front side")]
    depth: Annotated[float, Field(ge=0.1, le=72, description="inches: its flank")]
    building_size: Annotated[
        int, Field(ge=0, le=3, description="bonus of its garrison to the combat result (BY-120)")
    ] = 1


if TYPE_CHECKING:

    class RulingsChosen(Sheet):
        """The readings of disputed places."""

        result_scope: Literal["whole_fight", "pairwise"] = "whole_fight"

    class ParametersChosen(Sheet):
        """Numbers other than the book's."""

else:
    RulingsChosen = rulings_model(Rulings, CATALOGUE, lambda switch: " Needs a table." if switch in NEED_TABLE else "")
    ParametersChosen = parameters_model(Parameters)


class FightFile(Sheet):
    """A fight of the horse-and-musket age."""

    rulebook: Annotated[Literal["bayonet"], Field(description="the rulebook")] = "bayonet"
    title: Annotated[str, Field(max_length=200, description="what the fight is called")] = ""
    shows: Annotated[str, Field(max_length=400, description="one line on what it shows")] = ""
    active: Annotated[Literal["A", "B"], Field(description="whose player turn it is at the start (BY-136)")] = "A"
    max_rounds: Annotated[int, Field(ge=0, le=100, description="rounds fought at most; 0: no limit (BY-139)")] = 0
    rulings: RulingsChosen = RulingsChosen()
    parameters: ParametersChosen = ParametersChosen()
    sides: Annotated[tuple[Force, Force], Field(description="the two sides, A and B")]
    orders: Annotated[tuple[OrderGiven, ...], Field(max_length=40, description="orders of the player turns")] = ()
    contacts: Annotated[tuple[Contact, ...], Field(max_length=40, description="enemies that touch at the start")] = ()
    table_width: Annotated[
        float, Field(ge=1, le=480, description="inches; the table goes from 0 to here, if units have places (BY-70)")
    ] = 72.0
    table_height: Annotated[float, Field(ge=1, le=480, description="inches, as table_width (BY-70)")] = 48.0
    impassable: Annotated[
        tuple[Outline, ...], Field(max_length=40, description="impassable ground: the corners of each piece (BY-23)")
    ] = ()
    buildings: Annotated[
        tuple[BuildingOnTable, ...], Field(max_length=40, description="buildings on the table (BY-23)")
    ] = ()


# ---------------------------------------------------------------- what is made of a file
def cross_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    from coldsteel.rulebooks.bayonet.faults import all_faults

    return all_faults(model)


def setup_of(model: FightFile) -> Setup:
    """The set-up of a checked file, with the defaults of every arm filled in."""
    from coldsteel.rulebooks.bayonet.filling import filled

    return filled(model)
