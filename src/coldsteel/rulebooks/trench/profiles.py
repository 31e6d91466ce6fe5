"""The fight file of this book, as pydantic models: the fields of ledger section 3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from coldsteel.rulebooks.sheets import Fault, Sheet, parameters_model, rulings_model
from coldsteel.rulebooks.trench.layout import CoverName, DoorGiven, Outline, Spot, TableGiven, TerrainGiven
from coldsteel.rulebooks.trench.rulings import CATALOGUE, Parameters, Rulings

__all__ = ["FightFile", "attacker_of", "cross_faults", "house_of", "men_of"]

SideName = Literal["A", "B"]
Men = Annotated[int, Field(ge=0, le=40)]
Stairs = Annotated[int, Field(ge=0, le=9)]
FloorNumber = Annotated[int, Field(ge=0, le=11)]
Face = Annotated[int, Field(ge=0, le=9)]


class Leader(Sheet):
    """A Leader, attached to a Group: one more man of it (TR-2)."""

    status: Annotated[int, Field(ge=0, le=4, description="rank (TR-16)")] = 1
    initiative: Annotated[
        int | None, Field(ge=0, le=9, description="points not yet used this turn; default his Status (TR-14)")
    ] = None


class GroupGiven(Sheet):
    """A Group: the smallest body that fights (TR-1). All distances are in inches."""

    id: Annotated[str, Field(min_length=1, max_length=60, description="name of the Group, unique in the fight")]
    arm: Annotated[Literal["foot", "cavalry"], Field(description="on foot or mounted (TR-38)")] = "foot"
    lancers: Annotated[bool, Field(description="cavalry with lances (TR-33)")] = False
    experience: Annotated[
        Literal["recruit", "regular", "veteran"], Field(description="level of experience (TR-4, TR-18, TR-70, TR-72)")
    ] = "regular"
    aggressive: Annotated[bool, Field(description="half a die more a man, fights on after a defeat by 1 (TR-23)")] = (
        False
    )
    poor_morale: Annotated[bool, Field(description="three times its dice drive it off (TR-42)")] = False
    plain: Annotated[Men, Field(description="men with nothing special (TR-10)")] = 0
    bombers: Annotated[Men, Field(description="men with hand grenades, half a die more each (TR-24)")] = 0
    trench_fighters: Annotated[Men, Field(description="men with club, knife or spade, a die more each (TR-25)")] = 0
    trench_brooms: Annotated[Men, Field(description="men with sub-machine or trench guns, two dice more (TR-26)")] = 0
    leaders: Annotated[tuple[Leader, ...], Field(max_length=4, description="Leaders attached to it (TR-2)")] = ()
    shock: Annotated[int, Field(ge=0, le=60, description="Shock that it carries (TR-22)")] = 0
    formation: Annotated[
        str, Field(max_length=60, description="formation that it belongs to; it dissolves on contact (TR-1)")
    ] = ""
    cover: Annotated[CoverName, Field(description="what it stands in against this enemy (TR-27 to TR-30)")] = "none"
    struck_in_rear: Annotated[bool, Field(description="attacked from behind (TR-31)")] = False
    elan: Annotated[bool, Field(description="cavalry that came in at the gallop this turn (TR-36, TR-37)")] = False
    move_dice: Annotated[int, Field(ge=0, le=6, description="dice rolled for the move into this fight (TR-20)")] = 0
    move_dice_seen: Annotated[
        int | None, Field(ge=0, le=6, description="of these, wholly in the enemy's sight; default all (TR-21)")
    ] = None
    cavalry_fight_turn: Annotated[
        int, Field(ge=1, le=9, description="turn of its contact with cavalry; read by TR-R13 turn only (TR-35)")
    ] = 1
    grenades: Annotated[bool, Field(description="has grenades that are not used up (TR-97, TR-107)")] = True
    gap: Annotated[
        float | None,
        Field(
            ge=0,
            le=48,
            description="inches to the nearest enemy, or to the entrance of a dugout; default as near "
            "as any Group of the fight (TR-5)",
        ),
    ] = None
    reach: Annotated[
        float | None,
        Field(
            ge=0, le=96, description="inches to the nearest enemy Group nearer than 4 to an enemy; default gap (TR-8)"
        ),
    ] = None
    chain_reach: Annotated[
        float | None,
        Field(
            ge=0,
            le=96,
            description="inches to the nearest enemy in the fight; read by TR-R1 chain only; default reach (TR-9)",
        ),
    ] = None
    men_out_of_reach: Annotated[
        int, Field(ge=0, le=160, description="its men who are not within reach; read by TR-R1 man only (TR-9)")
    ] = 0
    retreat_room: Annotated[
        int | None, Field(ge=0, le=144, description="inches that it can fall back; default as far as it likes (TR-47)")
    ] = None
    edge_distance: Annotated[
        int | None, Field(ge=0, le=144, description="inches to the table edge behind it; default far away (TR-81)")
    ] = None
    floor: Annotated[
        FloorNumber | None,
        Field(description="floor of the building or dugout; default 0 for defenders, outside for attackers (TR-84)"),
    ] = None
    positions: Annotated[
        tuple[Spot, ...],
        Field(
            max_length=160,
            description="[[x, y], ...] in inches, a place for every man, kinds in the order of this table, Leaders "
            "last; on a table, where gap, reach, retreat_room and the like follow from it (TR-6)",
        ),
    ] = ()
    moved_from: Annotated[
        tuple[Spot, ...],
        Field(
            max_length=160,
            description="where its men stood at the start of the move that brought them near; default positions (TR-6)",
        ),
    ] = ()
    facing: Annotated[
        float | None,
        Field(ge=0, lt=360, description="degrees clockwise from +y; on a table; default towards the enemy (TR-6)"),
    ] = None
    base_diameter: Annotated[
        float, Field(ge=0, le=6, description="inches across the base of a man; on a table (TR-6)")
    ] = 0.0


class Force(Sheet):
    """One of the two sides."""

    name: Annotated[SideName, Field(description="A or B")]
    attacker: Annotated[bool | None, Field(description="its move started the fight; default side A (TR-7)")] = None
    dav_faces: Annotated[
        tuple[Face, Face, Face, Face, Face, Face], Field(description="marks of the average die (TR-119)")
    ] = (2, 3, 3, 4, 4, 5)
    star_shells: Annotated[
        int | None, Field(ge=0, le=9, description="star shells that it has; default rolled for (TR-118)")
    ] = None
    groups: Annotated[tuple[GroupGiven, ...], Field(min_length=1, max_length=12, description="its Groups, in order")]


class Building(Sheet):
    """A house of several storeys (TR-82). Floors are numbered from 0, the ground floor."""

    floors: Annotated[int, Field(ge=1, le=12, description="how many floors it has (TR-82)")] = 1
    staircases: Annotated[
        tuple[Stairs, ...] | None, Field(max_length=11, description="between floors k and k+1; default 1 each (TR-86)")
    ] = None
    exits: Annotated[tuple[FloorNumber, ...], Field(max_length=12, description="floors with a door (TR-88)")] = (0,)
    watched_exits: Annotated[
        tuple[FloorNumber, ...],
        Field(max_length=12, description="of these, such as have an enemy within 4 inches outside (TR-90)"),
    ] = ()
    door_cover: Annotated[CoverName, Field(description="cover against who comes through a door (TR-90)")] = "none"
    shape: Annotated[Outline, Field(description="its corners on a table, [[x, y], ...] in inches (TR-90)")] = ()
    doors: Annotated[
        tuple[DoorGiven, ...], Field(max_length=12, description="places of its doors on a table, one or more an exit")
    ] = ()


class Dugout(Sheet):
    """A bunker or dugout (TR-91). Its entrances lead to floor 0."""

    floors: Annotated[int, Field(ge=1, le=12, description="how many floors it has (TR-91)")] = 1
    staircases: Annotated[
        tuple[Stairs, ...] | None, Field(max_length=11, description="between floors k and k+1; default 1 each (TR-86)")
    ] = None
    entrances: Annotated[int, Field(ge=1, le=6, description="its entrances; they are its exits (TR-101)")] = 1
    watched_entrances: Annotated[
        int, Field(ge=0, le=6, description="of these, such as have an enemy outside (TR-90)")
    ] = 1
    this_turn: Annotated[
        Literal["nothing", "called", "grenaded"], Field(description="what was done there this turn already (TR-101)")
    ] = "nothing"
    shape: Annotated[Outline, Field(description="its corners on a table, [[x, y], ...] in inches (TR-90)")] = ()
    doors: Annotated[
        tuple[DoorGiven, ...], Field(max_length=6, description="places of its entrances on a table (TR-101)")
    ] = ()


class WatchGiven(Sheet):
    """A look-out at night: a side tries to see an enemy Group, and may fire a star shell first."""

    by: Annotated[SideName, Field(description="the side that looks out")]
    target: Annotated[str, Field(description="id of the Group that it might see")]
    turn: Annotated[int, Field(ge=1, le=40, description="turn in which it does (TR-114)")] = 1
    distance: Annotated[float, Field(ge=0, le=144, description="inches to the target (TR-109)")]
    target_cover: Annotated[CoverName, Field(description="cover of the target (TR-109)")] = "none"
    stationary: Annotated[bool, Field(description="the target has not moved this turn (TR-116)")] = False
    ahead: Annotated[
        float, Field(ge=-48, le=48, description="inches from the aiming point to the target, straight on (TR-112)")
    ] = 0.0
    aside: Annotated[float, Field(ge=-48, le=48, description="the same, to the right (TR-112)")] = 0.0
    lit: Annotated[bool, Field(description="stands in a zone that is lit already (TR-116)")] = False


class NightGiven(Sheet):
    """The night (TR-108 to TR-119)."""

    moon: Annotated[Literal["day", "full", "new"], Field(description="how dark it is (TR-108)")] = "new"
    watches: Annotated[
        tuple[WatchGiven, ...], Field(max_length=12, description="look-outs before the melee, in order (TR-109)")
    ] = ()


if TYPE_CHECKING:

    class RulingsChosen(Sheet):
        """The readings of disputed places."""

    class ParametersChosen(Sheet):
        """Numbers other than the book's."""

else:
    RulingsChosen = rulings_model(Rulings, CATALOGUE)
    ParametersChosen = parameters_model(Parameters)


class FightFile(Sheet):
    """A fight of the First World War, hand to hand."""

    rulebook: Annotated[Literal["trench"], Field(description="the rulebook")] = "trench"
    title: Annotated[str, Field(max_length=200, description="what the fight is called")] = ""
    shows: Annotated[str, Field(max_length=400, description="one line on what it shows")] = ""
    place: Annotated[
        Literal["open", "building", "dugout", "corner"],
        Field(description="in the open, for a house (TR-82), for a dugout (TR-91), around a trench corner (TR-106)"),
    ] = "open"
    take_prisoners: Annotated[
        bool, Field(description="the winner may throw for prisoners among the dead (TR-102); odds take longer")
    ] = False
    remember: Annotated[
        Literal["all", "men", "end"] | None,
        Field(
            description="what is kept of the outcome: all; men but no Shock; only how it ended. Less is faster; by "
            "default small fights keep all, others men, large houses the end"
        ),
    ] = None
    rulings: RulingsChosen = RulingsChosen()
    parameters: ParametersChosen = ParametersChosen()
    building: Annotated[Building | None, Field(description="the house that is fought for (TR-82)")] = None
    dugout: Annotated[Dugout | None, Field(description="the dugout that is fought for (TR-91)")] = None
    night: Annotated[NightGiven | None, Field(description="the night before the melee (TR-108)")] = None
    table: Annotated[TableGiven | None, Field(description="the table; default open ground without edges (TR-74)")] = (
        None
    )
    terrain: Annotated[tuple[TerrainGiven, ...], Field(max_length=40, description="terrain on the table (TR-74)")] = ()
    sides: Annotated[tuple[Force, Force], Field(description="the two sides, A and B")]


def cross_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    from coldsteel.rulebooks.trench.faults import all_faults

    return all_faults(model)


# ---------------------------------------------------------------- what others ask of a file
def attacker_of(model: FightFile) -> str:
    """TR-7: the side that is said to attack, side A if neither is."""
    for side, other in (model.sides, model.sides[::-1]):
        if side.attacker or (other.attacker is False and side.attacker is None):
            return side.name
    return "A"


def men_of(group: GroupGiven) -> int:
    """The men of a Group, Leaders among them (TR-2)."""
    return group.plain + group.bombers + group.trench_fighters + group.trench_brooms + len(group.leaders)


def house_of(model: FightFile) -> Building | Dugout | None:
    """The building or dugout that is fought for."""
    return {"building": model.building, "dugout": model.dugout}.get(model.place)
