"""The table: each question about places has a function here, which asks the ground if there is one, else the situation
as the fight file states it (TR-6, TR-47, TR-50, TR-58, TR-74, TR-90).

The ground has an entry for every Group: the places of its men in hundredths of an inch and its facing in hundredths of
a degree, or None for who is not on the table. A Group holds all its places as long as a man of it lives, those nearest
to the enemy before others: the rules don't say which place a fallen man gives up, and so a fight stated with places has
the odds of one stated with distances.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from coldsteel.battlefield.lengths import GRAIN, Point, bearing, heading, hundredths
from coldsteel.kernel.figures import all_of, any_of, no
from coldsteel.kernel.state import Slot, evolve
from coldsteel.rulebooks.trench.bout import Bout
from coldsteel.rulebooks.trench.places import Body, Course, Move, apart, block, fallen_back, straight_away, to_point
from coldsteel.rulebooks.trench.setup import OUTSIDE, Tabletop
from coldsteel.rulebooks.trench.state import End, Fight, Status

__all__ = [
    "body",
    "course",
    "exit_watched",
    "facing",
    "hit_order",
    "known",
    "middle",
    "moved_along",
    "off_table",
    "on_the_table",
    "out_of_the_house",
    "placed",
    "renewed",
    "standing",
    "stands",
    "step_back",
    "top_of",
]

Slots = tuple[Slot, ...]
MOST = 32  # inches: no result asks for as many


def known(x: int, low: int, high: int) -> int:
    """A figure as a plain number of `low <= x < high`: states that differ in it part here."""
    for k in range(low, high):
        if x == k:
            return k
    raise AssertionError(f"a figure lies beyond {low} and {high}")


# ---------------------------------------------------------------- who stands where
def top_of(f: Fight) -> Tabletop:
    """The table of a fight that has one."""
    assert f.setup.tabletop is not None
    return f.setup.tabletop


@lru_cache(1 << 12)
def _body(men: tuple[tuple[int, int], ...], radius: float) -> Body:
    return Body(tuple((x / 100, y / 100) for x, y in men), radius)


def body(f: Fight, g: int) -> Body:
    """The men of a Group on the table."""
    return _body(f.then.ground[g][0], top_of(f).radii[g])


def facing(f: Fight, g: int) -> float:
    """How a Group on the table faces."""
    return float(f.then.ground[g][1] / 100)


def placed(f: Fight, g: int, men: Any, degrees: float) -> Fight:
    """With a Group elsewhere: places in hundredths, its facing in degrees."""
    return _entered(f, g, (men, hundredths(degrees % 360) % 36000))


def off_table(f: Fight, g: int) -> Fight:
    """With a Group that has left the table."""
    return _entered(f, g, None)


def _entered(f: Fight, g: int, entry: Any) -> Fight:
    ground = tuple(entry if k == g else x for k, x in enumerate(f.then.ground))
    return evolve(f, then=f.then.on(ground))


def stands(f: Fight, g: int) -> bool:
    """Are men of a Group on the table, under arms?"""
    x = f.groups[g]
    there = (x.men > 0) & ((x.status == Status.HOLDING) | (x.status == Status.FELL_BACK))
    return there & (x.housed[0].floor == OUTSIDE) if x.housed else there


def standing(f: Fight, side: int) -> Slots:
    """The Groups of a side that stand on the table; states that differ in this part here."""
    return tuple(g for g in f.setup.slots(side) if f.then.ground[g] is not None and stands(f, g))


def middle(f: Fight, groups: Slots) -> Point:
    """The centre of some Groups: the mean of theirs (TR-74)."""
    centres = [body(f, g).centre for g in groups]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def course(f: Fight, foes: Slots, keep: float, leaves: bool = True, through_house: bool = False) -> Course:
    """What a Group minds when it moves before these enemies."""
    top, p = top_of(f), f.p
    barred = tuple(x for x in top.barred if not (through_house and x == top.house))
    enemies = tuple(body(f, e) for e in foes)
    return Course(top.table, barred, enemies, p.retreat_clearance, p.move_step, p.turn_step, p.turn_max, keep, leaves)


# ---------------------------------------------------------------- TR-50: who is hit first
def hit_order(f: Fight, b: Bout, side: int) -> Slots:
    """The Groups of a side in the order in which kills are dealt: on a table the nearest to the enemy first, each round
    anew; else as they are listed (TR-50)."""
    groups, foes = b.sides[side], b.sides[1 - side]
    if not f.then.ground or f.setup.house is not None or len(groups) == 1:
        return groups
    near = foes if len(foes) == 1 else tuple(e for e in foes if f.living(e))
    if not near:
        return groups
    return tuple(sorted(groups, key=lambda g: min(apart(body(f, g), body(f, e)) for e in near)))  # concrete: ground


# ---------------------------------------------------------------- falling back
def on_the_table(f: Fight, g: Slot, inches: int, hard: bool) -> Fight:
    """A beaten Group falls back from the Groups that have beaten it, in the open (TR-47, TR-66, TR-68, TR-74)."""
    if no(f.living(g)):
        return f
    n, side = known(inches, 0, MOST), 1 - f.side(g)
    foes = standing(f, side)
    beaten_by = tuple(e for e in foes if e in f.setup.fighting[side])
    men, enemy = body(f, g), middle(f, beaten_by)
    away = straight_away(men, enemy, facing(f, g))
    return _back(f, g, men, away, enemy, n, hard, course(f, foes, f.p.melee_distance))


def _back(f: Fight, g: Slot, men: Body, away: float, enemy: Point, n: int, hard: bool, way: Course) -> Fight:
    """The retreat of TR-74, or surrender (TR-47, TR-R17)."""
    move = fallen_back(men, away, float(n), way)
    if f.r.no_retreat_means == "cannot_go_full" and (move is None or move.length < n):
        if hard:
            return f.with_group(g, status=Status.SURRENDERED)
    if move is None and f.r.surrounded_scope == "overwhelmed_only" and no(hard):
        move = fallen_back(men, away, float(n), _anywhere(way))
    if move is None:
        return f.with_group(g, status=Status.SURRENDERED)
    turned_away = hard if f.r.unstated_facing == "away" else False
    f = f.with_group(g, status=Status.OFF_TABLE if move.off else Status.FELL_BACK)
    return _gone(f, g, men, enemy, move, 180.0 if turned_away else 0.0)


def _anywhere(way: Course) -> Course:
    """TR-R17: without the 4 inches that TR-74 asks for."""
    return evolve(way, keep=0.0)


def _gone(f: Fight, g: Slot, men: Body, enemy: Point, move: Move, turn: float) -> Fight:
    """A Group after its move: every man by the same vector, its front to the enemy or turned from him."""
    f = f.with_group(g, went=(hundredths(move.length),))
    if move.off:
        return off_table(f, g)
    x, y = heading(move.facing)
    dx, dy = hundredths(move.length * x), hundredths(move.length * y)
    there = men.shifted((dx / 100, dy / 100))
    new = tuple((hundredths(px), hundredths(py)) for px, py in there.men)
    return placed(f, g, new, bearing(there.centre, enemy) + turn)


def moved_along(f: Fight, g: Slot, degrees: float, inches: float) -> Fight:
    """With a Group further on in a direction, which it faces."""
    x, y = heading(degrees)
    dx, dy = hundredths(inches * x), hundredths(inches * y)
    men = tuple((px + dx, py + dy) for px, py in f.then.ground[g][0])
    return placed(f, g, men, degrees)


def step_back(f: Fight, b: Bout) -> Fight:
    """Nothing is decided: both sides, or the attackers, step back, their fronts to the enemy, as far as they have room
    (TR-58, TR-59, TR-R21). Nobody steps off the table."""
    if not f.then.ground or f.setup.house is not None:
        return f
    before = f
    for side in (0, 1):
        stays = f.r.draw_retreat == "attacker" and side != b.attacker
        for g in () if stays else b.sides[side]:
            f = _stepped(f, before, g, b)
    return f


def _stepped(f: Fight, before: Fight, g: Slot, b: Bout) -> Fight:
    if no(before.living(g)):
        return f
    side = 1 - f.side(g)
    foes = standing(before, side)
    enemy, men = middle(before, tuple(e for e in foes if e in b.sides[side])), body(before, g)
    away = straight_away(men, enemy, facing(before, g))
    move = fallen_back(men, away, float(f.p.stalemate_in), course(before, foes, 0.0, leaves=False))
    return _gone(f, g, men, enemy, move, 0.0) if move else f


# ---------------------------------------------------------------- doors
def exit_watched(f: Fight, floor: int) -> bool:
    """TR-90: is there an enemy within 4 inches outside every door of a floor with an exit?"""
    house = f.setup.house
    assert house is not None
    if not f.then.ground:
        return floor in house.exits and floor not in house.free_exits
    doors = [at for k, at in top_of(f).doors if k == floor]
    return all_of(_watched(f, at, f.setup.attacker) for at in doors) if doors else False


def _watched(f: Fight, at: Point, by: int) -> bool:
    near = [e for e in f.setup.slots(by) if f.then.ground[e] and to_point(body(f, e), at) <= f.p.melee_distance]
    return any_of(stands(f, e) for e in near)


def out_of_the_house(f: Fight, g: Slot, floor: int, inches: int, hard: bool) -> Fight:
    """A beaten Group comes out of a door and falls back, away from the house (TR-90): attackers by the door nearest to
    where they stood, defenders by the first that nobody watches."""
    house = top_of(f).house
    assert house is not None
    n, xs, ys = known(inches, 0, MOST), *zip(*house.outline, strict=True)
    inside = sum(xs) / len(xs), sum(ys) / len(ys)
    at = _door(f, g, floor)
    men = block(at, bearing(at, inside), known(f.groups[g].men, 1, 128), top_of(f).radii[g])
    foes = standing(f, 1 - f.side(g))
    keep = 0.0 if f.end == End.STALEMATE else f.p.melee_distance  # TR-59 is no such retreat
    return _back(f, g, men, bearing(inside, at), inside, n, hard, course(f, foes, keep, through_house=True))


def _door(f: Fight, g: Slot, floor: int) -> Point:
    doors = [at for k, at in top_of(f).doors if k == floor]
    if f.side(g) == f.setup.attacker:
        old = f.then.ground[g]
        return min(doors, key=lambda at: to_point(body(f, g), at)) if old else doors[0]  # concrete: ground
    for at in doors:
        if no(_watched(f, at, f.setup.attacker)):
            return at
    raise AssertionError("who goes out by a door has one")


# ---------------------------------------------------------------- afterwards
def renewed(f: Fight) -> bool:
    """TR-5: do enemies stand nearer than 4 inches after it all, so that there will be a new melee?"""
    near = [
        (a, b)
        for a in f.setup.slots(0)
        for b in f.setup.slots(1)
        if f.then.ground[a] and f.then.ground[b] and apart(body(f, a), body(f, b)) < f.p.melee_distance - GRAIN
    ]
    return any_of(stands(f, a) & stands(f, b) for a, b in near)
