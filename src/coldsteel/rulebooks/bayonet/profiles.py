"""The fight file of this book, as pydantic models: the fields of ledger sections 3.1 to 3.3 that need no table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet.rulings import CATALOGUE, NEED_TABLE, Parameters, Rulings
from coldsteel.rulebooks.bayonet.setup import Arm, Cover, Formation, Order, Setup, Side, Size, Touch, UnitProfile
from coldsteel.rulebooks.sheets import Fault, Sheet, parameters_model, rulings_model

__all__ = ["FightFile", "cross_faults", "setup_of"]

ArmName = Literal["infantry", "cavalry", "foot_artillery", "horse_artillery"]
FormationName = Literal[
    "line", "attack_column", "march_column", "square", "skirmish", "mixed", "garrison", "deployed", "limbered"
]
SideName = Literal["front", "right", "rear", "left"]

FORMATIONS: dict[str, tuple[str, ...]] = {
    "infantry": ("line", "attack_column", "march_column", "square", "skirmish", "mixed", "garrison"),
    "cavalry": ("line", "attack_column", "march_column", "skirmish"),
    "foot_artillery": ("deployed", "limbered"),
    "horse_artillery": ("deployed", "limbered"),
}
MOST_ENEMIES = 8


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
    """Two enemies that touch as the fight opens."""

    unit: Annotated[str, Field(description="id of a unit")]
    side: Annotated[SideName, Field(description="its side that is touched")] = "front"
    enemy: Annotated[str, Field(description="id of the enemy that touches it")]
    enemy_side: Annotated[SideName, Field(description="the enemy's side that is touched")] = "front"


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


# ---------------------------------------------------------------- faults that no single field shows
def cross_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    found = [*_side_faults(model), *_unit_faults(model), *_order_faults(model), *_contact_faults(model)]
    return [*found, *_winner_faults(model), *_crowd_faults(model), *_number_faults(model)]


def _side_faults(model: FightFile) -> Iterator[Fault]:
    if model.sides[0].name == model.sides[1].name:
        yield ("sides", 1, "name"), f"both sides are called {model.sides[0].name}; one is A, the other B", ""
    seen: set[str] = set()
    for place, unit in _units(model):
        if unit.id in seen:
            yield (*place, "id"), f"two units are called '{unit.id}'", ""
        if unit.id in ("A", "B"):
            yield (*place, "id"), f"a unit may not be called '{unit.id}' like a side", ""
        seen.add(unit.id)


def _units(model: FightFile) -> Iterator[tuple[tuple[str | int, ...], Unit]]:
    for s, side in enumerate(model.sides):
        for u, unit in enumerate(side.units):
            yield ("sides", s, "units", u), unit


def _unit_faults(model: FightFile) -> Iterator[Fault]:
    touching = {name for c in model.contacts for name in (c.unit, c.enemy)}
    side_of = {unit.id: place[1] for place, unit in _units(model)}
    for place, unit in _units(model):
        formation, stamina = _formation(unit), _stamina(unit)
        if formation not in FORMATIONS[unit.arm]:
            allowed = ", ".join(FORMATIONS[unit.arm])
            yield (*place, "formation"), f"{unit.arm} cannot stand in {formation}; it may stand in {allowed}", ""
        if unit.casualties > stamina:
            yield (*place, "casualties"), f"{unit.casualties} casualties are above its stamina of {stamina}", "BY-12"
        if formation != "garrison":
            for name in ("building", "building_size"):
                if getattr(unit, name) not in ("", None):
                    yield (*place, name), "only a unit in formation 'garrison' holds a building", "BY-94"
        if formation == "garrison" and unit.cover != "none":
            yield (*place, "cover"), "a garrison has the bonus of its building instead of cover", "BY-115"
        for name in ("charged", "won_last"):
            if getattr(unit, name) and unit.id not in touching:
                clause = "BY-107" if name == "charged" else "BY-108"
                yield (*place, name), "it touches no enemy, so it has no such bonus in the coming round", clause
        if unit.won_against and not unit.won_last:
            yield (*place, "won_against"), "it says against whom the last round was won, but not 'won_last'", "BY-108"
        for k, enemy in enumerate(unit.won_against):
            if enemy not in side_of:
                yield (*place, "won_against", k), f"there is no unit '{enemy}'", ""
            elif side_of[enemy] == side_of[unit.id]:
                yield (*place, "won_against", k), f"'{enemy}' is on the side of '{unit.id}'", "BY-108"
    held = Counter(unit.building for _, unit in _units(model) if unit.building)
    for place, unit in _units(model):
        if held[unit.building] > 1:
            yield (*place, "building"), f"two units hold the building '{unit.building}'", "BY-94"


def _order_faults(model: FightFile) -> Iterator[Fault]:
    side_of = {unit.id: model.sides[int(place[1])].name for place, unit in _units(model)}
    for k, o in enumerate(model.orders):
        known = True
        for name in ("unit", "target"):
            if getattr(o, name) not in side_of:
                known = False
                yield ("orders", k, name), f"there is no unit '{getattr(o, name)}'", ""
        if not known:
            continue
        if side_of[o.unit] == side_of[o.target]:
            yield ("orders", k, "target"), f"'{o.target}' is on the side of '{o.unit}'", "BY-1"
        whose = model.active if o.turn % 2 else "BA"["AB".index(model.active)]
        if side_of[o.unit] != whose:
            yield ("orders", k, "turn"), f"turn {o.turn} is side {whose}'s, '{o.unit}' is not", "BY-33"


def _contact_faults(model: FightFile) -> Iterator[Fault]:
    side_of = {unit.id: model.sides[int(place[1])].name for place, unit in _units(model)}
    seen: set[frozenset[str]] = set()
    for k, c in enumerate(model.contacts):
        known = True
        for name in ("unit", "enemy"):
            if getattr(c, name) not in side_of:
                known = False
                yield ("contacts", k, name), f"there is no unit '{getattr(c, name)}'", ""
        if known and side_of[c.unit] == side_of[c.enemy]:
            yield ("contacts", k, "enemy"), f"'{c.enemy}' and '{c.unit}' are friends", "BY-1"
        if frozenset((c.unit, c.enemy)) in seen:
            yield ("contacts", k), f"'{c.unit}' and '{c.enemy}' touch twice", ""
        seen.add(frozenset((c.unit, c.enemy)))


def _winner_faults(model: FightFile) -> Iterator[Fault]:
    """Two that touch stand in one fight, which one side has won (BY-C14 pairwise: both may have won another pair)."""
    unit_of = {unit.id: unit for _, unit in _units(model)}
    for k, c in enumerate(model.contacts):
        found = [unit_of[name] for name in (c.unit, c.enemy) if name in unit_of]
        if len(found) < 2 or not all(unit.won_last for unit in found):
            continue
        one, other = found
        if model.rulings.result_scope == "whole_fight":
            yield ("contacts", k), f"'{one.id}' and '{other.id}' cannot both have won the last round", "BY-108"
        elif (other.id in one.won_against) != (one.id in other.won_against):
            yield ("contacts", k), f"'{one.id}' and '{other.id}' each touched the other or neither did", "BY-108"


def _crowd_faults(model: FightFile) -> Iterator[Fault]:
    pairs = {(o.unit, o.target) for o in model.orders} | {(c.unit, c.enemy) for c in model.contacts}
    for place, unit in _units(model):
        enemies = {x for pair in pairs if unit.id in pair for x in pair if x != unit.id}
        if len(enemies) > MOST_ENEMIES:
            yield (*place, "id"), f"'{unit.id}' has {len(enemies)} possible enemies; at most {MOST_ENEMIES}", ""


def _number_faults(model: FightFile) -> Iterator[Fault]:
    for f in fields(Parameters):
        row = getattr(model.parameters, f.name)
        if isinstance(row, tuple) and list(row) != sorted(row):
            yield ("parameters", f.name), f"{list(row)}: the totals must not fall", "BY-127"


# ---------------------------------------------------------------- the set-up
def setup_of(model: FightFile) -> Setup:
    """The set-up of a checked file, with the defaults of every arm filled in."""
    forces = sorted(model.sides, key=lambda side: side.name)
    units = tuple(_profile(unit, s) for s, side in enumerate(forces) for unit in side.units)
    slot = {p.id: Slot(u) for u, p in enumerate(units)}
    orders = tuple(
        Order(**{**o.model_dump(), "unit": slot[o.unit], "target": slot[o.target], "struck_side": _side(o.struck_side)})
        for o in model.orders
    )
    touches = tuple(_touch(c, slot, units) for c in model.contacts)
    pairs = _pairs(units, orders, touches)
    return Setup(
        title=model.title,
        units=units,
        orders=orders,
        touches=touches,
        pairs=pairs,
        pair_of={key: k for k, (a, b) in enumerate(pairs) for key in ((a, b), (b, a))},
        enemies=tuple(tuple(b if u == a else a for a, b in pairs if u in (a, b)) for u in range(len(units))),
        active="AB".index(model.active),
        max_rounds=model.max_rounds,
        last_turn=max((o.turn for o in orders), default=0),
        rulings=Rulings(**model.rulings.model_dump()),
        parameters=Parameters(**model.parameters.model_dump()),
    )


def _pairs(
    units: tuple[UnitProfile, ...], orders: tuple[Order, ...], touches: tuple[Touch, ...]
) -> tuple[tuple[Slot, Slot], ...]:
    """All pairs (unit of A, unit of B) that a contact or an order names."""
    found = {(t.a, t.b) for t in touches}
    for o in orders:
        found.add((o.target, o.unit) if units[o.unit].side else (o.unit, o.target))
    return tuple(sorted(found))


def _side(name: str) -> Side:
    return Side[name.upper()]


def _formation(unit: Unit) -> str:
    return unit.formation or ("deployed" if unit.arm.endswith("artillery") else "line")


def _stamina(unit: Unit) -> int:
    return unit.stamina or (2 if unit.arm.endswith("artillery") else 3)


def _full_move(unit: Unit) -> float:
    if unit.full_move is not None:
        return unit.full_move
    if unit.arm in ("cavalry", "horse_artillery"):
        return 18.0
    return 6.0 if unit.arm == "foot_artillery" and _formation(unit) == "deployed" else 12.0


def _given(value: int | None, default: int) -> int:
    return default if value is None else value


def _profile(unit: Unit, side: int) -> UnitProfile:
    guns, formation = unit.arm.endswith("artillery"), _formation(unit)
    filled: dict[str, Any] = {
        "side": side,
        "arm": Arm[unit.arm.upper()],
        "formation": Formation[formation.upper()],
        "size": Size[unit.size.upper()],
        "melee": _given(unit.melee, 1 if guns else 6),
        "shooting": _given(unit.shooting, 0 if unit.arm == "cavalry" else 3),
        "stamina": _stamina(unit),
        "full_move": _full_move(unit),
        "cover": Cover[unit.cover.upper()],
        "cover_sides": tuple(_side(name) for name in unit.cover_sides),
        "building_size": _given(unit.building_size, 1) if formation == "garrison" else 0,
    }
    return UnitProfile(**{**unit.model_dump(), **filled})


def _touch(c: Contact, slot: dict[str, Slot], units: tuple[UnitProfile, ...]) -> Touch:
    u, e, side, enemy_side = slot[c.unit], slot[c.enemy], _side(c.side), _side(c.enemy_side)
    return Touch(e, enemy_side, u, side) if units[u].side else Touch(u, side, e, enemy_side)
