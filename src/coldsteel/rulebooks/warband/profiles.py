"""The fight file of this book, as pydantic models: the fields of ledger sections 3.1 to 3.4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from coldsteel.errors import NotSolvable
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.sheets import Fault, Sheet, parameters_model, rulings_model
from coldsteel.rulebooks.warband.measures import LETTERS, aims
from coldsteel.rulebooks.warband.places import layout_of, meetings, table_faults
from coldsteel.rulebooks.warband.plans import ways_to_split
from coldsteel.rulebooks.warband.rulings import CATALOGUE, Parameters, Rulings
from coldsteel.rulebooks.warband.setup import (
    IMPROVISED,
    Charge,
    Distance,
    Duel,
    Profile,
    RunningDuel,
    Setup,
    UnitProfile,
    Weapon,
)

__all__ = ["FightFile", "cross_faults", "setup_of"]

Place = tuple[str | int, ...]
MOST_KINDS = 5  # kinds of blows of the ordinary models of a unit: their order is a choice
MOST_PLANS = 3_000  # ways in which a row of models may split its attacks


Skill = Annotated[int, Field(ge=0, le=150)]
Metres = Annotated[float, Field(ge=-1000, le=1000)]
Radius = Annotated[float, Field(ge=0.01, le=50)]


class WeaponGiven(Sheet):
    """A weapon, named by models."""

    name: Annotated[str, Field(min_length=1, max_length=60, description="name of the weapon, unique in the fight")]
    type: Annotated[Literal["melee", "ranged"], Field(description="whether it strikes in melee (WB-35)")] = "melee"
    strength_mode: Annotated[
        Literal["bearer", "bearer_plus", "fixed"],
        Field(description="strength of the bearer, that and a number, or a number (WB-35)"),
    ] = "bearer"
    strength: Annotated[int, Field(ge=-150, le=150, description="the number added, or fixed (WB-50)")] = 0
    piercing: Annotated[int, Field(ge=0, le=100, description="points taken off a save (WB-52)")] = 0
    damage: Annotated[
        Annotated[int, Field(ge=1, le=20)] | Annotated[str, Field(pattern=r"^d[36](\+[1-9])?$")],
        Field(description='wounds of an unsaved wound: a number, or "d3", "d6", "d3+1" (WB-53)'),
    ] = 1
    damage_type: Annotated[
        Literal["impact", "rending", "energy", "explosive", "none"], Field(description="recorded only (WB-38)")
    ] = "none"
    extra_attacks: Annotated[int, Field(ge=0, le=5, description="attacks more with this weapon (WB-30)")] = 0
    parry_grade: Annotated[int, Field(ge=0, le=2, description="0 crude, 1 ordinary, 2 power (WB-45)")] = 1
    unparryable: Annotated[bool, Field(description="cannot be parried at all (WB-45)")] = False
    hit_modifier: Annotated[int, Field(ge=-60, le=60, description="added to the number to hit (WB-39)")] = 0


class Model(Sheet):
    """A row of a unit's datasheet: so many models of one profile."""

    name: Annotated[str, Field(min_length=1, max_length=60, description="name of the row, unique in the unit")]
    count: Annotated[int, Field(ge=1, le=60, description="models of this profile (WB-20, WB-48)")] = 1
    is_hero: Annotated[bool, Field(description="a named leader with action points (WB-17, WB-55)")] = False
    is_leader: Annotated[bool | None, Field(description="a champion; heroes are leaders (WB-98)")] = None
    gift_champion: Annotated[bool, Field(description="a hero who receives gifts (WB-77)")] = False
    weapon_skill: Annotated[Skill, Field(description="skill in melee (WB-41, WB-42)")]
    agility: Annotated[Skill, Field(description="used to dodge (WB-43)")]
    strength: Annotated[Skill, Field(description="strength of its blows (WB-35, WB-50)")]
    toughness: Annotated[Skill, Field(description="resists the wound roll (WB-50)")]
    willpower: Annotated[Skill, Field(description="used in morale (WB-93, WB-98)")]
    leadership: Annotated[Skill | None, Field(description="of a hero; default his willpower (WB-83, WB-C18)")] = None
    armour: Annotated[Skill, Field(description="per cent save (WB-52)")] = 0
    wounds: Annotated[int, Field(ge=1, le=30, description="life of a model (WB-53)")] = 1
    wounds_lost: Annotated[int, Field(ge=0, le=29, description="lost before the fight by one model of it (WB-51)")] = 0
    attacks: Annotated[int, Field(ge=0, le=20, description="in a turn, or for an action point (WB-16, WB-17)")] = 1
    action_points: Annotated[int, Field(ge=0, le=6, description="of a hero (WB-18)")] = 1
    weapons: Annotated[tuple[str, ...], Field(max_length=5, description="names of its weapons (WB-35, WB-36)")] = ()


class Unit(Sheet):
    """A unit of one controller."""

    id: Annotated[str, Field(min_length=1, max_length=60, description="name of the unit, unique in the fight")]
    controller: Annotated[str, Field(description="who runs it: one of `order` (WB-1, WB-2)")]
    models: Annotated[tuple[Model, ...], Field(min_length=1, max_length=8, description="its rows")]
    tied_with: Annotated[
        tuple[str, ...], Field(description="ids of enemies it is in melee with as the fight opens (WB-7)")
    ] = ()
    positions: Annotated[
        tuple[tuple[Metres, Metres], ...],
        Field(max_length=480, description="on a table: x and y of every model, in metres, row by row (WB-7, WB-56)"),
    ] = ()
    bases: Annotated[
        Radius | Annotated[tuple[Radius, ...], Field(max_length=8)],
        Field(description="radius of its models' bases in metres, or one a row (WB-7)"),
    ] = 0.2
    losses_due: Annotated[int, Field(ge=0, le=60, description="losses of this round before the fight (WB-100)")] = 0
    losses_open: Annotated[int, Field(ge=0, le=60, description="losses of the current window (WB-100)")] = 0
    fearless: Annotated[bool, Field(description="takes no morale test (WB-82)")] = False
    hit_modifier: Annotated[int, Field(ge=-60, le=60, description="of the situation, to its hits (WB-39)")] = 0
    attack_bonus_left: Annotated[int, Field(ge=0, le=3, description="own posts for which it has +1 attack (WB-81)")] = 0
    fearless_left: Annotated[int, Field(ge=0, le=3, description="own posts for which it is fearless (WB-74)")] = 0
    withdrew: Annotated[bool, Field(description="has left melee after a lost duel (WB-75)")] = False


class ChargeMade(Sheet):
    """A charge made in another chapter."""

    post: Annotated[int, Field(ge=1, le=40, description="the post in which it is made (WB-5)")] = 1
    unit: Annotated[str, Field(description="id of the unit that charges")]
    target: Annotated[str, Field(description="id of the enemy that it charges")]
    success: Annotated[bool, Field(description="did it come home? (WB-6)")] = True


class Intervention(Sheet):
    """A heroic intervention made in another chapter."""

    post: Annotated[int, Field(ge=1, le=40, description="the post in which it is made (WB-5)")] = 1
    unit: Annotated[str, Field(description="id of the unit that intervenes")]
    target: Annotated[str, Field(description="id of the enemy that it joins")]


class DistanceGiven(Sheet):
    """How far apart two enemy units are, where there is no table; with positions it has to agree with them."""

    unit: Annotated[str, Field(description="id of a unit")]
    enemy: Annotated[str, Field(description="id of an enemy")]
    metres: Annotated[float, Field(ge=0, le=1000, description="edge to edge, nearest models (WB-7, WB-56)")]
    heroes: Annotated[float | None, Field(ge=0, le=1000, description="between their heroes; default the same")] = None
    moved_in: Annotated[
        int, Field(ge=0, le=40, description="came so near by a plain move in that post; 0: stood so before (WB-5)")
    ] = 0


class DuelGoing(Sheet):
    """A duel that goes on when the fight starts."""

    hero: Annotated[str, Field(description="id of the unit of the hero who challenged")]
    other: Annotated[str, Field(description="id of the unit of the other hero (WB-86)")]
    dealt: Annotated[
        tuple[Annotated[int, Field(ge=0, le=60)], Annotated[int, Field(ge=0, le=60)]],
        Field(description="wounds dealt so far by each (WB-67)"),
    ] = (0, 0)
    began_by: Annotated[str | None, Field(description="controller in whose post it began; default the first one's")] = (
        None
    )


if TYPE_CHECKING:

    class RulingsChosen(Sheet):
        """The readings of disputed places."""

    class ParametersChosen(Sheet):
        """Numbers other than the book's."""

else:
    RulingsChosen = rulings_model(Rulings, CATALOGUE)
    ParametersChosen = parameters_model(Parameters)


class FightFile(Sheet):
    """A fight of units and heroes, played by posts."""

    rulebook: Annotated[Literal["warband"], Field(description="the rulebook")] = "warband"
    title: Annotated[str, Field(max_length=200, description="what the fight is called")] = ""
    shows: Annotated[str, Field(max_length=400, description="one line on what it shows")] = ""
    order: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=60)], ...],
        Field(min_length=2, max_length=6, description="the controllers in posting order (WB-1)"),
    ]
    sides: Annotated[
        dict[str, str], Field(description="the side of a controller; default: each is one of its own (WB-104)")
    ] = {}  # noqa: RUF012 pydantic gives every model a copy
    first_poster: Annotated[str | None, Field(description="who posts first; default the first of order (WB-1)")] = None
    max_posts: Annotated[int, Field(ge=1, le=40, description="posts after which the fight is over (WB-103)")] = 12
    goals: Annotated[
        dict[str, Annotated[str, Field(min_length=1)]],
        Field(description="what a controller wants: win, losses, hero, or a sum of measures; default win (WB-105)"),
    ] = {}  # noqa: RUF012 pydantic gives every model a copy
    outcome_keeps: Annotated[
        tuple[Literal["fled", "duels"], ...],
        Field(description="what the outcome keeps apart: the fled from the killed, how duels ended; costs states"),
    ] = ("fled", "duels")
    rulings: RulingsChosen = RulingsChosen()
    parameters: ParametersChosen = ParametersChosen()
    weapons: Annotated[tuple[WeaponGiven, ...], Field(max_length=40, description="the weapons that models name")] = ()
    units: Annotated[tuple[Unit, ...], Field(min_length=2, max_length=40, description="the units of all controllers")]
    charges: Annotated[tuple[ChargeMade, ...], Field(max_length=40, description="charges, by post (WB-5)")] = ()
    interventions: Annotated[
        tuple[Intervention, ...], Field(max_length=40, description="heroic interventions, by post (WB-5)")
    ] = ()
    distances: Annotated[
        tuple[DistanceGiven, ...], Field(max_length=80, description="distances between enemies (WB-7, WB-56)")
    ] = ()
    table_width: Annotated[float | None, Field(gt=0, le=1000, description="metres; none: no edges (WB-85)")] = None
    table_height: Annotated[float | None, Field(gt=0, le=1000, description="metres (WB-85)")] = None
    running_duels: Annotated[
        tuple[DuelGoing, ...], Field(max_length=10, description="duels that go on as the fight starts (WB-86)")
    ] = ()


# ---------------------------------------------------------------- faults that no single field shows
def cross_faults(model: FightFile) -> list[Fault]:
    """Everything wrong with a file whose fields are each right: (place, message, clause)."""
    found = [*_controller_faults(model), *_weapon_faults(model), *_unit_faults(model)]
    found += [*_pair_faults(model), *_charge_faults(model), *_duel_faults(model), *table_faults(model)]
    return found or [*_plan_faults(model), *_goal_faults(model)]


def _controller_faults(model: FightFile) -> Iterator[Fault]:
    for k, name in enumerate(model.order):
        if name in model.order[:k]:
            yield ("order", k), f"'{name}' posts twice in a round", "WB-1"
    for field in ("sides", "goals"):
        for name in getattr(model, field):
            if name not in model.order:
                yield (field, name), f"there is no controller '{name}' in order", "WB-1"
    if model.first_poster is not None and model.first_poster not in model.order:
        yield ("first_poster",), f"there is no controller '{model.first_poster}' in order", "WB-1"
    n = len(set(_side_names(model)))
    if not 2 <= n <= len(LETTERS):
        yield ("sides",), f"there are {n} sides; there have to be 2 to {len(LETTERS)}", "WB-104"


def _side_names(model: FightFile) -> list[tuple[str, ...]]:
    """The side of every controller; one of its own has its name."""
    return [("given", model.sides[name]) if name in model.sides else ("own", name) for name in model.order]


def _weapon_faults(model: FightFile) -> Iterator[Fault]:
    names = [w.name for w in model.weapons]
    for k, name in enumerate(names):
        if name in names[:k]:
            yield ("weapons", k, "name"), f"two weapons are called '{name}'", ""
    for u, unit in enumerate(model.units):
        for r, row in enumerate(unit.models):
            for k, name in enumerate(row.weapons):
                if name not in names:
                    yield ("units", u, "models", r, "weapons", k), f"there is no weapon '{name}'", "WB-35"


def _unit_faults(model: FightFile) -> Iterator[Fault]:
    seen: set[str] = set()
    for u, unit in enumerate(model.units):
        if unit.id in seen:
            yield ("units", u, "id"), f"two units are called '{unit.id}'", ""
        if unit.id in model.order:
            yield ("units", u, "id"), f"a unit may not be called '{unit.id}' like a controller", ""
        seen.add(unit.id)
        if unit.controller not in model.order:
            yield ("units", u, "controller"), f"there is no controller '{unit.controller}' in order", "WB-1"
        yield from _row_faults(("units", u, "models"), unit)


def _row_faults(place: Place, unit: Unit) -> Iterator[Fault]:
    names = [row.name for row in unit.models]
    for r, row in enumerate(unit.models):
        if row.name in names[:r]:
            yield (*place, r, "name"), f"two rows are called '{row.name}'", ""
        if row.wounds_lost >= row.wounds:
            yield (*place, r, "wounds_lost"), f"{row.wounds_lost} wounds lost: it has {row.wounds}", "WB-53"
        if row.is_hero and row.count > 1:
            yield (*place, r, "count"), "a hero is one model: give each a row of his own", "WB-55"
        for name in ("gift_champion",):
            if getattr(row, name) and not row.is_hero:
                yield (*place, r, name), "only a hero receives gifts", "WB-77"
        if row.is_hero and row.is_leader is False:
            yield (*place, r, "is_leader"), "a hero counts as a leader", "WB-98"


def _pairs_named(model: FightFile) -> Iterator[tuple[Place, str, str]]:
    """Every place that names an enemy of a unit: (place of the enemy, unit, enemy)."""
    for u, unit in enumerate(model.units):
        for k, name in enumerate(unit.tied_with):
            yield ("units", u, "tied_with", k), unit.id, name
    for k, c in enumerate(model.charges):
        yield ("charges", k, "target"), c.unit, c.target
    for k, i in enumerate(model.interventions):
        yield ("interventions", k, "target"), i.unit, i.target
    for k, d in enumerate(model.distances):
        yield ("distances", k, "enemy"), d.unit, d.enemy
    for k, g in enumerate(model.running_duels):
        yield ("running_duels", k, "other"), g.hero, g.other


def _pair_faults(model: FightFile) -> Iterator[Fault]:
    side = dict(zip(model.order, _side_names(model), strict=True))
    side_of = {unit.id: side.get(unit.controller) for unit in model.units}
    for place, unit, enemy in _pairs_named(model):
        first = {"target": "unit", "enemy": "unit", "other": "hero"}.get(str(place[-1]))
        if unit not in side_of and first:
            yield (*place[:-1], first), f"there is no unit '{unit}'", ""
        if enemy not in side_of:
            yield place, f"there is no unit '{enemy}'", ""
        elif side_of.get(unit) == side_of[enemy] and unit in side_of:
            yield place, f"'{enemy}' is on the side of '{unit}'", "WB-7"
    seen: set[frozenset[str]] = set()
    for k, d in enumerate(model.distances):
        if frozenset((d.unit, d.enemy)) in seen:
            yield ("distances", k), f"the distance of '{d.unit}' and '{d.enemy}' is given twice", "WB-7"
        seen.add(frozenset((d.unit, d.enemy)))


def _charge_faults(model: FightFile) -> Iterator[Fault]:
    runs = {unit.id: unit.controller for unit in model.units}
    first = model.order.index(model.first_poster) if model.first_poster in model.order else 0
    for k, c in enumerate(model.charges):
        whose = model.order[(first + c.post - 1) % len(model.order)]
        if c.unit in runs and runs[c.unit] != whose:
            yield ("charges", k, "post"), f"post {c.post} is {whose}'s, '{c.unit}' is not", "WB-11"
    for name in ("charges", "interventions"):
        for k, c in enumerate(getattr(model, name)):
            if c.post > model.max_posts:
                yield (name, k, "post"), f"post {c.post} is after the last one, {model.max_posts}", "WB-103"


def _duel_faults(model: FightFile) -> Iterator[Fault]:
    heroes = {unit.id: [row for row in unit.models if row.is_hero] for unit in model.units}
    busy: set[str] = set()
    for k, g in enumerate(model.running_duels):
        for name in ("hero", "other"):
            unit = getattr(g, name)
            if heroes.get(unit) == []:
                yield ("running_duels", k, name), f"no hero leads '{unit}'", "WB-55"
            elif unit in heroes and not any(row.attacks for row in heroes[unit]):
                yield ("running_duels", k, name), f"no hero of '{unit}' has attacks", "WB-58"
            if unit in busy:
                yield ("running_duels", k, name), f"a hero of '{unit}' fights another duel", "WB-58"
            busy.add(unit)
        if g.began_by is not None and g.began_by not in model.order:
            yield ("running_duels", k, "began_by"), f"there is no controller '{g.began_by}' in order", "WB-1"


def _plan_faults(model: FightFile) -> Iterator[Fault]:
    setup = setup_of(model)
    for u, p in enumerate(setup.units):
        rank = [r for r, row in enumerate(p.rows) if not row.is_hero and row.attacks]
        kinds = sum(len(p.rows[r].weapons) for r in rank)
        if kinds > MOST_KINDS:
            what = f"its ordinary models strike {kinds} kinds of blows; at most {MOST_KINDS}"
            yield ("units", u, "models"), what, "WB-33"
        for r, row in enumerate(p.rows):
            cells = len(row.weapons) * len(setup.enemies[u])
            ways = ways_to_split(row.count, row.attacks, cells)
            if ways > MOST_PLANS:
                what = f"it may split its attacks in {ways:,} ways over weapons and enemies; at most {MOST_PLANS:,}"
                yield ("units", u, "models", r), what, "WB-25"


def _goal_faults(model: FightFile) -> Iterator[Fault]:
    for name, goal in model.goals.items():
        try:
            aims(setup_of(model.model_copy(update={"goals": {name: goal}})))
        except NotSolvable as error:
            yield ("goals", name), str(error), "WB-105"


# ---------------------------------------------------------------- the set-up
def setup_of(model: FightFile) -> Setup:
    """The set-up of a checked file, with the defaults filled in."""
    weapons = {w.name: _weapon(w) for w in model.weapons}
    rulings = Rulings(**model.rulings.model_dump())
    units = tuple(_unit(unit, model.order, weapons, rulings) for unit in model.units)
    slot = {p.id: Slot(u) for u, p in enumerate(units)}
    names = list(dict.fromkeys(_side_names(model)))
    teams = tuple(names.index(name) for name in _side_names(model))
    charges = _charges(model, slot)
    named = {_ordered(slot[a], slot[b]) for _, a, b in _pairs_named(model)}
    pairs = tuple(sorted({*named, *meetings(model, charges, [teams[p.controller] for p in units])}))
    pair_of: dict[tuple[int, int], int] = {key: k for k, (a, b) in enumerate(pairs) for key in ((a, b), (b, a))}
    duels = tuple(duel for pair in pairs for duel in _duels(units, pair))
    return Setup(
        title=model.title,
        controllers=model.order,
        teams=teams,
        first_poster=model.order.index(model.first_poster or model.order[0]),
        units=units,
        tied=frozenset(_ordered(slot[unit.id], slot[name]) for unit in model.units for name in unit.tied_with),
        charges=charges,
        pairs=pairs,
        pair_of=pair_of,
        enemies=tuple(tuple(b if u == a else a for a, b in pairs if u in (a, b)) for u in range(len(units))),
        distances={pair_of[slot[d.unit], slot[d.enemy]]: _distance(d) for d in model.distances},
        layout=layout_of(model),
        duels=duels,
        running=tuple(_running(g, slot, units, duels, model.order) for g in model.running_duels),
        max_posts=model.max_posts,
        goals=tuple(model.goals.get(name, "win") for name in model.order),
        keeps=frozenset(model.outcome_keeps),
        rulings=rulings,
        parameters=Parameters(**model.parameters.model_dump()),
    )


def _ordered(a: Slot, b: Slot) -> tuple[Slot, Slot]:
    return (a, b) if a < b else (b, a)


def _weapon(w: WeaponGiven) -> Weapon:
    die, plus = 0, w.damage
    if isinstance(plus, str):
        faces, _, more = plus.removeprefix("d").partition("+")
        die, plus = int(faces), int(more or 0)
    return Weapon(**{**w.model_dump(), "damage": plus, "damage_die": die})


def _unit(unit: Unit, order: tuple[str, ...], weapons: dict[str, Weapon], rulings: Rulings) -> UnitProfile:
    rows = tuple(_row(row, weapons, rulings) for row in unit.models)
    given = unit.model_dump(exclude={"models", "tied_with", "controller", "positions", "bases"})
    return UnitProfile(**given, controller=order.index(unit.controller), rows=rows)


def _row(row: Model, weapons: dict[str, Weapon], rulings: Rulings) -> Profile:
    """WB-35 to WB-37, WB-45: what a model strikes with, and what it parries with."""
    held = [weapons[name] for name in dict.fromkeys(row.weapons)]
    melee = tuple(w for w in held if w.type == "melee")
    unarmed = not melee and (rulings.unarmed_when == "no_melee_weapon" or not held)  # WB-R9
    filled: dict[str, Any] = {
        "is_leader": row.is_hero or bool(row.is_leader),
        "leadership": row.willpower if row.leadership is None else row.leadership,
        "action_points": row.action_points if row.is_hero else 0,
        "weapons": (IMPROVISED,) if unarmed else melee,
    }
    grade = max((w.parry_grade for w in melee), default=0)
    return Profile(**{**row.model_dump(), **filled}, parry_grade=grade)


def _charges(model: FightFile, slot: dict[str, Slot]) -> tuple[Charge, ...]:
    charges = [Charge(c.post, slot[c.unit], slot[c.target], c.success) for c in model.charges]
    return (*charges, *(Charge(i.post, slot[i.unit], slot[i.target], True, True) for i in model.interventions))


def _distance(d: DistanceGiven) -> Distance:
    return Distance(d.metres, d.metres if d.heroes is None else d.heroes, d.moved_in)


def _duels(units: tuple[UnitProfile, ...], pair: tuple[Slot, Slot]) -> Iterator[Duel]:
    """Every hero of one unit against every hero of the other, if both can strike (WB-58)."""
    a, b = pair
    for h, hero in enumerate(units[a].rows):
        for k, other in enumerate(units[b].rows):
            if hero.is_hero and other.is_hero and hero.attacks and other.attacks:
                yield Duel(pair, (h, k))


def _running(
    g: DuelGoing, slot: dict[str, Slot], units: tuple[UnitProfile, ...], duels: tuple[Duel, ...], order: tuple[str, ...]
) -> RunningDuel:
    pair = _ordered(slot[g.hero], slot[g.other])
    turned = pair[0] != slot[g.hero]
    number = next(d for d, duel in enumerate(duels) if duel.units == pair)
    began = units[slot[g.hero]].controller if g.began_by is None else order.index(g.began_by)
    return RunningDuel(number, g.dealt[::-1] if turned else g.dealt, turned, began)
