"""The set-up of a checked fight file, with the defaults filled in: who takes part (TR-5, TR-8, TR-9), in what order men
fall (TR-51), and what a table shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.trench.profiles import (
    Dugout,
    FightFile,
    Force,
    GroupGiven,
    Leader,
    attacker_of,
    house_of,
    men_of,
)
from coldsteel.rulebooks.trench.rulings import Parameters, Rulings
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
    Tabletop,
    Watch,
)

if TYPE_CHECKING:
    from coldsteel.rulebooks.trench.situation import Seen

__all__ = ["setup_of"]


def setup_of(model: FightFile) -> Setup:
    """The set-up of a checked file, with the defaults filled in."""
    rulings, parameters = Rulings(**model.rulings.model_dump()), Parameters(**model.parameters.model_dump())
    forces = sorted(model.sides, key=lambda side: side.name)
    attacker = "AB".index(attacker_of(model))
    gaps = (g.gap for side in forces for g in side.groups if g.gap is not None)
    nearest = min(gaps, default=0.0)  # concrete: the file
    house, seen = _made_house(model), _seen(model, rulings, parameters)
    groups = tuple(
        _profile(g, s, _floor_of(g, s, attacker, house), 0.0 if house else nearest, rulings, parameters, seen.get(g.id))
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
        tabletop=_tabletop(model, rulings, parameters) if seen else None,
    )


def _seen(model: FightFile, rulings: Rulings, parameters: Parameters) -> dict[str, Seen]:
    """What the table shows of every Group; nothing in a fight without places."""
    if not any(g.positions for side in model.sides for g in side.groups):
        return {}
    from coldsteel.rulebooks.trench.situation import situations

    return situations(model, rulings, parameters)


def _tabletop(model: FightFile, rulings: Rulings, parameters: Parameters) -> Tabletop:
    from coldsteel.rulebooks.trench.situation import tabletop_of

    return tabletop_of(model, rulings, parameters)


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
def _mustered(group: GroupGiven) -> list[str | Leader]:
    """The men of a Group in the order in which their places are stated."""
    men: list[str | Leader] = []
    for kind in WORDS:
        men += [kind] * int(getattr(group, kind))
    return [*men, *group.leaders]


def _fighting_men(group: GroupGiven, parameters: Parameters, near: tuple[bool, ...]) -> list[str | Leader]:
    """TR-R1 `man` on a table: those in reach, in the order in which they fall."""
    men = [man for man, fights in zip(_mustered(group), near, strict=True) if fights]
    leaders = sorted((x for x in men if isinstance(x, Leader)), key=lambda x: (x.status, _points(x)))
    out: list[str | Leader] = []
    for kind in parameters.casualty_order:
        out += leaders if kind == "leaders" else [man for man in men if man == kind]
    return out


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
    given: GroupGiven,
    side: int,
    floor: int,
    nearest: float,
    rulings: Rulings,
    parameters: Parameters,
    on_table: Seen | None,
) -> GroupProfile:
    by_man = rulings.participation_unit == "man"
    out = given.men_out_of_reach if by_man else 0
    men = _falling(given, parameters, out)
    gap = nearest if given.gap is None else given.gap
    reach = gap if given.reach is None else given.reach
    if rulings.participation_chain == "chain" and given.chain_reach is not None:
        reach = given.chain_reach
    cover, in_rear = given.cover, given.struck_in_rear
    if on_table is not None:
        gap, reach, in_rear, cover = on_table.gap, on_table.reach, on_table.in_rear, on_table.cover or given.cover
        if by_man and any(on_table.near):
            men, out = _fighting_men(given, parameters, on_table.near), on_table.near.count(False)
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
        cover=Cover[cover.upper()],
        struck_in_rear=in_rear,
        elan=given.elan,
        move_dice=seen if rulings.movement_counted == "seen" else given.move_dice,
        cavalry_fight_turn=given.cavalry_fight_turn,
        grenades=given.grenades,
        gap=gap,
        reach=reach,
        room=FAR if given.retreat_room is None or on_table else given.retreat_room,
        edge=FAR if given.edge_distance is None or on_table else given.edge_distance,
        floor=floor,
    )
