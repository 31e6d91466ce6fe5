"""Moves other than charges on a table: evasion, counter-charge, turn to face, the square, retreats (BY-59 to BY-134).

Pure functions of the set-up and the ground.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from coldsteel.battlefield.bases import Base, Place, Rectangle
from coldsteel.battlefield.contact import overlapping
from coldsteel.battlefield.distances import off_table
from coldsteel.battlefield.lengths import GRAIN, bearing, turned
from coldsteel.battlefield.placing import shrunk_square
from coldsteel.battlefield.sweeps import blocked, farthest, rotated, slide
from coldsteel.rulebooks.bayonet.setup import Entry, Fate, Ground, Order, Setup, Side
from coldsteel.rulebooks.bayonet.tabletop import (
    base_of,
    command_zone,
    entry_of,
    footprint,
    footprints,
    impassable,
    in_building,
)
from coldsteel.rulebooks.bayonet.ways import edges

__all__ = [
    "evade_room",
    "evasion",
    "fights_meet",
    "has_meeting_room",
    "meet_as_friends",
    "meeting",
    "retreat",
    "square",
    "stepped_back",
    "turned_about",
    "ways_out",
]

Way = tuple[str, Entry | None]
"""How a retreat comes off (`one`, `two`, `none`, `off_table`, as `retire_room` has it) and where it ends."""


def outward(base: Base, side: int) -> float:
    """The facing from a side of a footprint outwards."""
    return turned(base.place.facing, 90.0 * side)


def clear_of(s: Setup, ground: Ground, base: Base, but: tuple[int, ...]) -> bool:
    """Does the footprint overlap no other unit and no impassable ground, and lie on the table?"""
    others = (*footprints(s, ground, but=but), *impassable(s, ground))
    return not overlapping(base, others, GRAIN) and not off_table(base, s.table, tolerance=GRAIN)


def slid(s: Setup, ground: Ground, u: int, start: Base, end: Base) -> str:
    """BY-67, BY-69, BY-71, in this order: `blocked`, `friend`, `off_table`, or else `clear`."""
    barred = (*footprints(s, ground, 1 - s.units[u].side), *impassable(s, ground))
    return "blocked" if blocked(start, end.place, barred, GRAIN) else ending(s, ground, u, end)


def ending(s: Setup, ground: Ground, u: int, end: Base) -> str:
    """BY-69, BY-71: `friend` if it ends on one, `off_table` if it is over the edge (BY-R24), or else `clear`."""
    if overlapping(end, footprints(s, ground, s.units[u].side, but=(u,)), GRAIN):
        return "friend"
    return "off_table" if off_table(end, s.table, s.rulings.table_edge, GRAIN) else "clear"


# ---------------------------------------------------------------- evade
@lru_cache(maxsize=1 << 12)
def evasion(s: Setup, ground: Ground, u: int, side: int) -> tuple[Fate, Entry | None]:
    """BY-64 to BY-71: one full move away from the struck side, once the charger has closed on it."""
    base = footprint(ground, u)
    way = outward(base, side + 2)
    end = base.at(slide(base, way, s.units[u].full_move))
    barred = (*footprints(s, ground, 1 - s.units[u].side), *impassable(s, ground))
    if blocked(base, end.place, barred, GRAIN):
        if s.rulings.evade_destroys == "all_evaders" or s.units[u].is_cavalry:  # BY-66, BY-R23
            return Fate.DESTROYED, None
        end = base.at(slide(base, way, farthest(base, way, s.units[u].full_move, barred, tolerance=GRAIN)))
    end = _as_it_faces(s, ground, u, end, side)
    found = ending(s, ground, u, end)
    if found != "clear":
        return (Fate.DESTROYED if found == "friend" else Fate.LEFT_TABLE), None
    return Fate.EVADED, entry_of(end)


def evade_room(s: Setup, ground: Ground, u: int, side: int) -> str:
    """What lies in the way of an evasion, in the words of `evade_room`."""
    base = footprint(ground, u)
    end = base.at(slide(base, outward(base, side + 2), s.units[u].full_move))
    found = slid(s, ground, u, base, end)
    if found == "friend":
        return "friend_not_passed"
    passed = blocked(base, end.place, footprints(s, ground, s.units[u].side, but=(u,)), GRAIN)
    return "friend_passed" if found == "clear" and passed else found


def _as_it_faces(s: Setup, ground: Ground, u: int, end: Base, side: int) -> Base:
    """BY-65: it keeps its facing (BY-R22: it faces the way it went, if it has the room to turn there)."""
    if s.rulings.evade_facing == "kept":
        return end
    about = rotated(end, 90.0 * side + 180.0)
    barred = (*footprints(s, ground, 1 - s.units[u].side), *impassable(s, ground))
    return end if overlapping(about, barred, GRAIN) else about


# ---------------------------------------------------------------- counter-charge, turn to face, square
@lru_cache(maxsize=1 << 12)
def meeting(s: Setup, ground: Ground, o: Order) -> tuple[Entry, Entry]:
    """BY-75, BY-76: charger and target with the midpoints of their fronts on the middle between their command zones."""
    own, target = footprint(ground, o.unit), footprint(ground, o.target)
    a, b = command_zone(own), command_zone(target)
    middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    aligned = s.rulings.countercharge_alignment == "segment" and a != b
    facing = bearing(a, b) if aligned else turned(target.place.facing, 180.0)  # BY-R26
    first = base_of(entry_of(_fronting(own, middle, facing)))
    return entry_of(first), entry_of(_fronting(target, command_zone(first), turned(facing, 180.0)))


def _fronting(base: Base, point: tuple[float, float], facing: float) -> Base:
    """The footprint with the midpoint of its front on a point."""
    assert isinstance(base.shape, Rectangle)
    there = Base(Rectangle(1, 1), Place(*point, facing))
    return base.at(Place(*there.point_at(0.0, -base.shape.depth / 2), facing))


@lru_cache(maxsize=1 << 12)
def has_meeting_room(s: Setup, ground: Ground, o: Order) -> bool:
    """BY-77: does neither of them overlap there another unit or impassable ground (nor reach over the edge)?"""
    return all(clear_of(s, ground, base_of(x), (o.unit, o.target)) for x in meeting(s, ground, o))


@lru_cache(maxsize=1 << 12)
def turned_about(s: Setup, ground: Ground, u: int, side: int) -> Entry | None:
    """BY-83: turned about its centre, so that its front takes the place of that side; None without room."""
    base = rotated(footprint(ground, u), 90.0 * side)
    return entry_of(base) if clear_of(s, ground, base, (u,)) else None


@lru_cache(maxsize=1 << 12)
def square(s: Setup, ground: Ground, u: int) -> Entry:
    """BY-59: a square with the same centre and facing, its side shrunk until it overlaps nothing. At the edge of the
    table it shrinks too, of which the text is silent."""
    base = footprint(ground, u)
    others = (*footprints(s, ground, but=(u,)), *impassable(s, ground), *edges(s))
    found = shrunk_square(base.centre, base.place.facing, s.units[u].square_side, others)
    entry = entry_of(found or base)
    return entry if entry[3] > 0 and entry[4] > 0 else entry_of(base)


@lru_cache(maxsize=1 << 12)
def stepped_back(s: Setup, ground: Ground, u: int) -> Entry:
    """BY-R16 `halts`: a charger in contact goes back as far as it should have halted, or as far as there is room."""
    base = footprint(ground, u)
    others = (*footprints(s, ground, but=(u,)), *impassable(s, ground))
    way = outward(base, Side.REAR)
    free = farthest(base, way, s.parameters.stop_gap_in, others, table=s.table, tolerance=GRAIN)
    return entry_of(base.at(slide(base, way, free)))


# ---------------------------------------------------------------- retreats
def ways_out(s: Setup, ground: Ground, u: int, touched: tuple[int, ...]) -> tuple[int, ...]:
    """BY-131, BY-134: the own sides by which a unit touched on these may leave; its owner has the choice."""
    free = [side for side in Side if side not in touched]
    if in_building(s, ground, u):
        return tuple(free)
    if len(touched) == 1:
        return ((touched[0] + 2) % 4,)
    if Side.REAR in free:
        return (Side.REAR,)
    flanks = tuple(side for side in (Side.LEFT, Side.RIGHT) if side in free)
    return flanks or tuple(free)


@lru_cache(maxsize=1 << 12)
def retreat(s: Setup, ground: Ground, u: int, side: int) -> Way:
    """BY-130, BY-132: one full move out by that side, or else two; a garrison leaves its building (BY-134)."""
    base = footprint(ground, u)
    way, one = outward(base, side), s.parameters.retire_moves * s.units[u].full_move
    start = _before_the_door(s, base, u, side) if in_building(s, ground, u) else base
    for word, length in (("one", one), ("two", 2 * one)):
        end = start.at(slide(start, way, length))
        found = slid(s, ground, u, start, end)
        if found == "clear":
            return word, entry_of(end)
        if found == "off_table":
            return "off_table", None
    return "none", None


def _before_the_door(s: Setup, building: Base, u: int, side: int) -> Base:
    """BY-134: a line with its front on the middle of a side of the building, facing it."""
    assert isinstance(building.shape, Rectangle)
    out = (building.shape.depth if side in (Side.FRONT, Side.REAR) else building.shape.width) / 2
    way = outward(building, side)
    door = Base(building.shape, Place(*building.centre, way)).point_at(0.0, out)
    unit = s.units[u]
    return _fronting(Base(Rectangle(unit.width, unit.depth), building.place), door, turned(way, 180.0))


# ---------------------------------------------------------------- does an order of moves matter?
def ends(s: Setup, ground: Ground, u: int, side: int) -> tuple[Base, Base, Base]:
    """Where a unit begins a retreat by that side, and where it ends after one full move and after two."""
    base = footprint(ground, u)
    way, one = outward(base, side), s.parameters.retire_moves * s.units[u].full_move
    start = _before_the_door(s, base, u, side) if in_building(s, ground, u) else base
    return start, start.at(slide(start, way, one)), start.at(slide(start, way, 2 * one))


@lru_cache(maxsize=1 << 12)
def meet_as_friends(s: Setup, ground: Ground, units: tuple[int, ...], touched: tuple[tuple[int, ...], ...]) -> bool:
    """May one of these friends end where another of them stands or ends? An empty building is in the way of all."""
    spots = [
        [footprint(ground, u), *(b for side in ways_out(s, ground, u, t) for b in ends(s, ground, u, side)[1:])]
        for u, t in zip(units, touched, strict=True)
    ]
    apart = all(not overlapping(x, b, GRAIN) for a, b in combinations(spots, 2) for x in a)
    return not apart or any(in_building(s, ground, u) for u in units)


@lru_cache(maxsize=1 << 12)
def fights_meet(s: Setup, ground: Ground, fights: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]) -> bool:
    """May a unit of one fight retire over ground where one of another fight stands or retires?"""
    taken = [[strip for u, touched in fight for strip in strips(s, ground, u, touched)] for fight in fights]
    return any(overlapping(x, b, GRAIN) for a, b in combinations(taken, 2) for x in a)


def strips(s: Setup, ground: Ground, u: int, touched: tuple[int, ...]) -> list[Base]:
    """Where it stands, and all the strips of its retreat, whichever of the enemies on these sides are gone by then."""
    still = [some for n in range(1, len(touched) + 1) for some in combinations(touched, n)]
    sides = {side for some in still for side in ways_out(s, ground, u, some)}
    return [footprint(ground, u), *(_strip(*ends(s, ground, u, side)[::2]) for side in sorted(sides))]


def _strip(start: Base, end: Base) -> Base:
    """The rectangle that a footprint sweeps as it slides along one of its own edges."""
    assert isinstance(start.shape, Rectangle)
    u, v = (abs(x) for x in start.frame_of(end.centre))
    (ax, ay), (bx, by) = start.centre, end.centre
    shape = Rectangle(start.shape.width + u, start.shape.depth + v)
    return Base(shape, Place((ax + bx) / 2, (ay + by) / 2, start.place.facing))
