"""The fight file of this book, as pydantic models: the fields of ledger section 3 that need no table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.sheets import Fault, Sheet, parameters_model, rulings_model
from coldsteel.rulebooks.trench.rulings import CATALOGUE, Parameters, Rulings
from coldsteel.rulebooks.trench.setup import (
    FAR,
    OUTSIDE,
    Cover,
    Experience,
    GroupProfile,
    House,
    LeaderProfile,
    Moon,
    Night,
    Place,
    Setup,
    Watch,
)

__all__ = ["FightFile", "attacker_of", "cross_faults", "house_of", "men_of", "setup_of"]

CoverName = Literal["none", "light", "medium", "heavy"]
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
    sides: Annotated[tuple[Force, Force], Field(description="the two sides, A and B")]


def cross_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    from coldsteel.rulebooks.trench.faults import all_faults

    return all_faults(model)


# ---------------------------------------------------------------- the set-up
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


def setup_of(model: FightFile) -> Setup:
    """The set-up of a checked file, with the defaults filled in."""
    rulings, parameters = Rulings(**model.rulings.model_dump()), Parameters(**model.parameters.model_dump())
    forces = sorted(model.sides, key=lambda side: side.name)
    attacker = "AB".index(attacker_of(model))
    nearest = min((g.gap for side in forces for g in side.groups if g.gap is not None), default=0.0)
    house = _made_house(model)
    groups = tuple(
        _profile(g, s, _floor_of(g, s, attacker, house), 0.0 if house else nearest, rulings, parameters)
        for s, side in enumerate(forces)
        for g in side.groups
    )
    slot = {p.id: Slot(g) for g, p in enumerate(groups)}
    return Setup(
        title=model.title,
        groups=groups,
        names=("A", "B"),
        attacker=attacker,
        place=Place[model.place.upper()],
        house=house,
        night=_night(model, forces, slot),
        fighting=_fighting(groups, house, parameters),
        take_prisoners=model.take_prisoners,
        remember=model.remember or _remembered(model),
        rulings=rulings,
        parameters=parameters,
    )


def _remembered(model: FightFile) -> str:
    """What is kept of the outcome of a fight of this size, so that odds take seconds."""
    groups = [g for side in model.sides for g in side.groups]
    dice = sum(_dice(g) for g in groups)
    if house_of(model) is not None:
        return "all" if dice <= 8 else "men" if model.take_prisoners else "end"
    more = any(_points(x) for g in groups for x in g.leaders) or any(g.arm == "cavalry" for g in groups)
    several = len(groups) > 2 or model.take_prisoners or model.night is not None
    return "all" if dice <= (16 if more or several else 30) else "men"


def _dice(group: GroupGiven) -> float:
    """About as many dice as the Group brings."""
    men, special = men_of(group), group.bombers / 2 + group.trench_fighters + 2 * group.trench_brooms
    trained = {"recruit": 0, "regular": 0, "veteran": 2}[group.experience]
    return men * (1 + group.aggressive / 2 + (group.cover != "none") / 3) + special + trained


def _fighting(
    groups: tuple[GroupProfile, ...], house: House | None, parameters: Parameters
) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    """TR-5, TR-8, TR-9: who takes part; in a house all may."""
    near = [p.gap < parameters.melee_distance for p in groups]
    found: list[tuple[Slot, ...]] = []
    for side in (0, 1):
        joins = [
            Slot(g)
            for g, p in enumerate(groups)
            if p.side == side and (house or near[g] or p.reach <= parameters.join_distance)
        ]
        found.append(tuple(joins) if house or any(near) else ())
    return found[0], found[1]


def _made_house(model: FightFile) -> House | None:
    given = house_of(model)
    if given is None:
        return None
    stairs = given.staircases if given.staircases is not None else (1,) * (given.floors - 1)
    if isinstance(given, Dugout):
        free: tuple[int, ...] = (0,) if given.entrances > given.watched_entrances else ()
        used = given.this_turn
        return House(given.floors, stairs, (0,), free, Cover.NONE, used == "called", used == "grenaded")
    free = tuple(floor for floor in given.exits if floor not in given.watched_exits)
    return House(given.floors, stairs, given.exits, free, Cover[given.door_cover.upper()], False, False)


def _floor_of(group: GroupGiven, side: int, attacker: int, house: House | None) -> int:
    if house is None or (group.floor is None and side == attacker):
        return OUTSIDE
    return group.floor or 0


def _night(model: FightFile, forces: list[Force], slot: dict[str, Slot]) -> Night | None:
    if model.night is None:
        return None
    watches = tuple(
        Watch(
            side="AB".index(w.by),
            target=slot[w.target],
            turn=w.turn,
            distance=w.distance,
            cover=Cover[w.target_cover.upper()],
            still=w.stationary,
            ahead=w.ahead,
            aside=w.aside,
            lit=w.lit,
        )
        for w in model.night.watches
    )
    a, b = forces
    return Night(Moon[model.night.moon.upper()], (a.star_shells, b.star_shells), watches, (a.dav_faces, b.dav_faces))


# ---------------------------------------------------------------- a Group
def _falling(group: GroupGiven, parameters: Parameters, out_of_reach: int) -> list[str | Leader]:
    """The men of a Group in the order in which they fall: kinds, and Leaders themselves, lowest Status first, then
    fewest points (TR-51). Under TR-R1 `man` those out of reach are left out, from the front."""
    men: list[str | Leader] = []
    for kind in parameters.casualty_order:
        if kind == "leaders":
            men += _leaders_falling(group)
        else:
            men += [kind] * int(getattr(group, kind))
    return men[out_of_reach:]


def _leaders_falling(group: GroupGiven) -> list[Leader]:
    return sorted(group.leaders, key=lambda x: (x.status, _points(x)))


def _points(leader: Leader) -> int:
    return leader.status if leader.initiative is None else leader.initiative


def _leaders(men: list[str | Leader]) -> tuple[LeaderProfile, ...]:
    out: list[LeaderProfile] = []
    for k, man in enumerate(men):
        if isinstance(man, Leader):
            number = sum(x.initiative > 0 for x in out) if _points(man) else -1
            out.append(LeaderProfile(man.status, _points(man), len(men) - k, number))
    return tuple(out)


def _among_last(men: list[str | Leader], kind: str) -> tuple[int, ...]:
    """How many of a kind are among the last n men, for every n."""
    return tuple(men[len(men) - n :].count(kind) for n in range(len(men) + 1))


WORDS = {"plain": "plain", "bombers": "bomber", "trench_fighters": "trench fighter", "trench_brooms": "trench broom"}


def _in_words(men: list[str | Leader]) -> str:
    counted = [(men.count(kind), word) for kind, word in WORDS.items()]
    counted.append((sum(isinstance(man, Leader) for man in men), "Leader"))
    some = [f"{n} {word}{'' if n == 1 or word == 'plain' else 's'}" for n, word in counted if n]
    return ", ".join(some) or "no men"


def _profile(
    given: GroupGiven, side: int, floor: int, nearest: float, rulings: Rulings, parameters: Parameters
) -> GroupProfile:
    out = given.men_out_of_reach if rulings.participation_unit == "man" else 0
    men = _falling(given, parameters, out)
    gap = nearest if given.gap is None else given.gap
    reach = gap if given.reach is None else given.reach
    if rulings.participation_chain == "chain" and given.chain_reach is not None:
        reach = given.chain_reach
    seen = given.move_dice if given.move_dice_seen is None else given.move_dice_seen
    return GroupProfile(
        id=given.id,
        side=side,
        cavalry=given.arm == "cavalry",
        lancers=given.lancers,
        experience=Experience[given.experience.upper()],
        aggressive=given.aggressive,
        poor_morale=given.poor_morale,
        men=len(men),
        standing_by=out,
        bombers=_among_last(men, "bombers"),
        fighters=_among_last(men, "trench_fighters"),
        brooms=_among_last(men, "trench_brooms"),
        left=tuple(_in_words(men[len(men) - n :]) for n in range(len(men) + 1)),
        leaders=_leaders(men),
        shock=given.shock,
        formation=given.formation,
        cover=Cover[given.cover.upper()],
        struck_in_rear=given.struck_in_rear,
        elan=given.elan,
        move_dice=seen if rulings.movement_counted == "seen" else given.move_dice,
        cavalry_fight_turn=given.cavalry_fight_turn,
        grenades=given.grenades,
        gap=gap,
        reach=reach,
        room=FAR if given.retreat_room is None else given.retreat_room,
        edge=FAR if given.edge_distance is None else given.edge_distance,
        floor=floor,
    )
