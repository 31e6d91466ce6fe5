"""What a table shows of every Group as a fight opens, in place of the fields of its situation (TR-6, TR-8, TR-9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf
from typing import Any

from coldsteel.battlefield.lengths import Point, bearing, hundredths
from coldsteel.battlefield.table import Piece, Table
from coldsteel.rulebooks.trench.layout import CoverName, piece_of, table_of
from coldsteel.rulebooks.trench.places import (
    FURTHEST,
    Body,
    Course,
    apart,
    behind,
    fallen_back,
    room,
    stands_in,
    straight_away,
    to_edge,
    to_point,
)
from coldsteel.rulebooks.trench.profiles import FightFile, GroupGiven, attacker_of, house_of
from coldsteel.rulebooks.trench.rulings import Parameters, Rulings
from coldsteel.rulebooks.trench.setup import Cover, Tabletop

__all__ = ["Seen", "edge_of", "room_of", "situations", "table_in", "tabletop_of", "watched"]

MANY = 4  # Groups on a side; above it, it isn't worked out who might be cut off, but allowed for


@dataclass(frozen=True)
class Seen:
    """What the table shows of a Group: `near` are its men within reach of the enemy, in the order of their places;
    `cover` None where no terrain says anything."""

    gap: float
    reach: float
    near: tuple[bool, ...]
    in_rear: bool
    cover: CoverName | None


@dataclass(frozen=True)
class _Standing:
    """A Group on the table."""

    given: GroupGiven
    side: int
    body: Body

    @property
    def id(self) -> str:
        return self.given.id


def _standing(model: FightFile) -> list[_Standing]:
    forces = sorted(model.sides, key=lambda side: side.name)
    return [
        _Standing(g, s, Body(g.positions, g.base_diameter / 2))
        for s, side in enumerate(forces)
        for g in side.groups
        if g.positions
    ]


def _foes(groups: list[_Standing], one: _Standing) -> list[_Standing]:
    return [e for e in groups if e.side != one.side]


def _nearest(one: _Standing, others: list[_Standing]) -> float:
    return min((apart(one.body, e.body) for e in others), default=inf)  # concrete: places


# ---------------------------------------------------------------- who is in it
def situations(model: FightFile, rulings: Rulings, parameters: Parameters) -> dict[str, Seen]:
    """What the table shows of every Group that has places."""
    groups = _standing(model)
    if house_of(model) is not None:
        return {g.id: _outside(model, g) for g in groups}
    triggering = _triggering(groups, parameters)
    against = _joined(groups, triggering, parameters) if rulings.participation_chain == "chain" else triggering
    return {g.id: _seen(model, groups, g, against, parameters) for g in groups}


def _triggering(groups: list[_Standing], parameters: Parameters) -> list[_Standing]:
    """TR-5: those nearer than 4 inches to an enemy."""
    return [g for g in groups if _nearest(g, _foes(groups, g)) < parameters.melee_distance]


def _joined(groups: list[_Standing], start: list[_Standing], parameters: Parameters) -> list[_Standing]:
    """TR-R1 `chain`: all whom an enemy in the fight draws in, and so on."""
    found = list(start)
    while True:
        more = [g for g in groups if g not in found and _nearest(g, _foes(found, g)) <= parameters.join_distance]
        if not more:
            return found
        found += more


def _seen(
    model: FightFile, groups: list[_Standing], one: _Standing, against: list[_Standing], parameters: Parameters
) -> Seen:
    foes = _foes(groups, one)
    drawn_by = _foes(against, one) or foes
    near = tuple(
        min(apart(Body((man,), one.body.radius), e.body) for e in drawn_by)  # concrete: places
        <= parameters.join_distance
        for man in one.body.men
    )
    in_rear = _in_rear(model, one, foes, parameters)
    return Seen(_nearest(one, foes), _nearest(one, drawn_by), near, in_rear, _cover(model, one))


def _in_rear(model: FightFile, one: _Standing, foes: list[_Standing], parameters: Parameters) -> bool:
    """TR-6: did an enemy who came nearer than 4 inches come from behind? Only the attackers have moved (TR-7)."""
    if "AB"[one.side] == attacker_of(model):
        return False
    facing = _facing(model, one, foes)
    return any(
        apart(one.body, e.body) < parameters.melee_distance
        and behind(facing, one.body, e.given.moved_from or e.body.men, parameters.rear_arc)
        for e in foes
    )


def _cover(model: FightFile, one: _Standing) -> CoverName | None:
    """TR-27 to TR-29: a Group has the cover in which every man of it stands; nothing if no terrain gives any."""
    pieces = [piece_of(t) for t in model.terrain if t.cover != "none"]
    if not pieces:
        return None
    worst = min(_best_cover(man, pieces) for man in one.body.men)  # concrete: places
    names: tuple[CoverName, ...] = ("none", "light", "medium", "heavy")
    return names[worst]


def _best_cover(man: Point, pieces: list[Piece]) -> int:
    found = [Cover[p.cover.upper()] for p in pieces if stands_in(man, p)]
    return max(found, default=Cover.NONE)  # concrete: places


def _outside(model: FightFile, one: _Standing) -> Seen:
    """A Group outside a house: its distance is that to the nearest entrance (TR-101)."""
    doors = [door.at for door in getattr(house_of(model), "doors", ())]
    gap = min((to_point(one.body, at) for at in doors), default=0.0)  # concrete: places
    return Seen(gap, gap, (True,) * len(one.body.men), False, None)


def _facing(model: FightFile, one: _Standing, foes: list[_Standing]) -> float:
    """How a Group stands; who isn't said to faces the enemy, or the nearest door."""
    if one.given.facing is not None:
        return one.given.facing
    if foes:
        return bearing(one.body.centre, _middle(foes))
    doors = [door.at for door in getattr(house_of(model), "doors", ())]
    nearest = min(doors, key=lambda at: to_point(one.body, at), default=one.body.centre)  # concrete: places
    return bearing(one.body.centre, nearest)


def _middle(groups: list[_Standing]) -> Point:
    """The mean of the centres of some Groups (TR-74)."""
    centres = [g.body.centre for g in groups]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def watched(model: FightFile, reach: float) -> set[Point]:
    """The doors at which one of the attackers waits outside (TR-90)."""
    house, attacker = house_of(model), "AB".index(attacker_of(model))
    ours = [g for g in _standing(model) if g.side == attacker]
    return {d.at for d in house.doors if any(to_point(g.body, d.at) <= reach for g in ours)} if house else set()


# ---------------------------------------------------------------- room to fall back
def _in_fight(model: FightFile, rulings: Rulings, parameters: Parameters) -> list[_Standing]:
    """TR-8, TR-9: the Groups that take part."""
    seen = situations(model, rulings, parameters)
    near, far = parameters.melee_distance, parameters.join_distance
    some = any(x.gap < near for x in seen.values())
    return [g for g in _standing(model) if some and (seen[g.id].gap < near or seen[g.id].reach <= far)]


def _course(tabletop: Table, barred: tuple[Piece, ...], foes: list[_Standing], p: Parameters) -> Course:
    enemies = tuple(e.body for e in foes)
    return Course(
        tabletop, barred, enemies, p.retreat_clearance, p.move_step, p.turn_step, p.turn_max, p.melee_distance
    )


def _backing(model: FightFile, group: str, rulings: Rulings, p: Parameters) -> tuple[Body, float, Course] | None:
    """What it takes to fall back at once, before anybody has fallen; None for a Group that isn't in the fight."""
    fights = _in_fight(model, rulings, p)
    one = next((g for g in fights if g.id == group), None)
    if one is None or house_of(model) is not None:
        return None
    table = table_in(model)
    barred = tuple(piece for piece in table.pieces if piece.impassable)
    course = _course(table, barred, _foes(_standing(model), one), p)
    foes = _foes(fights, one)
    return one.body, straight_away(one.body, _middle(foes), _facing(model, one, foes)), course


def room_of(model: FightFile, group: str, rulings: Rulings, p: Parameters) -> float:
    """The inches that a Group could fall back as the fight opens (TR-47)."""
    back = _backing(model, group, rulings, p)
    return room(*back) if back else FURTHEST


def edge_of(model: FightFile, group: str, rulings: Rulings, p: Parameters) -> float:
    """The inches from a Group to the edge of the table behind it (TR-81)."""
    back = _backing(model, group, rulings, p)
    if back is None:
        return inf
    body, away, course = back
    return to_edge(body, away, course.table)


# ---------------------------------------------------------------- the table
def table_in(model: FightFile) -> Table:
    """The table with its terrain. Raises `BattlefieldError` for what can't lie on it."""
    return table_of(model.table, tuple(map(piece_of, model.terrain)))


def tabletop_of(model: FightFile, rulings: Rulings, parameters: Parameters) -> Tabletop:
    """The table of a checked file, and who stands where on it."""
    house, standing = house_of(model), {g.id: g for g in _standing(model)}
    groups = [g for side in sorted(model.sides, key=lambda side: side.name) for g in side.groups]
    made = Tabletop(
        table=table_in(model),
        house=Piece(model.place, house.shape, floors=house.floors) if house and house.shape else None,
        radii=tuple(g.base_diameter / 2 for g in groups),
        doors=tuple((d.floor, d.at) for d in house.doors) if house else (),
        ground=tuple(_entry(model, standing, g.id) for g in groups),
        hemmed=(False,) * len(groups),
    )
    if house is not None or model.remember == "end":
        return made
    fights = _in_fight(model, rulings, parameters)
    cut_off = {x.id for x in fights if _hemmed(model, made, fights, x, rulings, parameters)}
    return replace(made, hemmed=tuple(g.id in cut_off for g in groups))


def _entry(model: FightFile, standing: dict[str, _Standing], group: str) -> Any:
    """How a Group stands on the ground: the places of its men and its facing, in hundredths."""
    one = standing.get(group)
    if one is None:
        return None
    men = tuple((hundredths(x), hundredths(y)) for x, y in one.body.men)
    return men, hundredths(_facing(model, one, _foes(list(standing.values()), one))) % 36000


def _hemmed(
    model: FightFile,
    top: Tabletop,
    fights: list[_Standing],
    one: _Standing,
    rulings: Rulings,
    parameters: Parameters,
) -> bool:
    """Might a Group be cut off (TR-47), whichever of the enemy Groups are left by then, whatever is asked of it?"""
    foes = _foes(fights, one)
    idle = [e for e in _foes(_standing(model), one) if e not in foes]
    facing = _facing(model, one, _foes(_standing(model), one))
    if len(foes) > MANY:
        return True
    full = rulings.no_retreat_means == "cannot_go_full"
    for left in _some(foes):
        course = _course(top.table, top.barred, [*left, *idle], parameters)
        away = straight_away(one.body, _middle(left), facing)
        if any(fallen_back(one.body, away, float(n), course, full) is None for n in range(4, 32)):
            return True
    return False


def _some(foes: list[_Standing]) -> Iterator[list[_Standing]]:
    """Every choice of one or more."""
    for n in range(1, len(foes) + 1):
        yield from map(list, combinations(foes, n))
