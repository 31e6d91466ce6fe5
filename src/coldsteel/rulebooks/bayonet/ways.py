"""The way of a charge on a table (ledger 4.3): how far it is, what stands on it, which side it strikes, and where the
charger comes to stand. Pure functions of the set-up and the ground.
"""

from __future__ import annotations

from functools import lru_cache

from coldsteel.battlefield.bases import Base, Place, Rectangle
from coldsteel.battlefield.contact import overlapping, rectangle_of, shared_edge, touched_side
from coldsteel.battlefield.distances import distance as length
from coldsteel.battlefield.distances import gap, nearest_point, off_table
from coldsteel.battlefield.lengths import EPS, GRAIN, Point, bearing, turned
from coldsteel.battlefield.placing import flush, free_length
from coldsteel.battlefield.quarters import Quarter, quarter
from coldsteel.battlefield.sight import crossed
from coldsteel.battlefield.sweeps import farthest, slide
from coldsteel.battlefield.table import Piece
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet.setup import Entry, Ground, Order, Setup, Side
from coldsteel.rulebooks.bayonet.tabletop import command_zone, entry_of, footprint, footprints, impassable

# concrete throughout: the set-up and the ground

__all__ = [
    "distance",
    "edges",
    "half_free",
    "halted",
    "line_of_charge",
    "needs_turn",
    "path_crossed",
    "placed",
    "struck_side",
    "touched",
]

BEYOND = 100.0  # how wide the strips are that keep a charger from lining up beyond the edge


# ---------------------------------------------------------------- distance and path
@lru_cache(maxsize=1 << 12)
def line_of_charge(s: Setup, ground: Ground, o: Order) -> tuple[Point, Point]:
    """BY-20: from the command zone to the nearest point of the target (BY-R4: from the nearest point of the front)."""
    own, target = footprint(ground, o.unit), footprint(ground, o.target)
    zone = command_zone(own)
    straight = zone, nearest_point(target, zone)
    if s.rulings.command_zone == "front_midpoint":
        return straight
    ends = own.corners()[:2]  # of the front, and what of it lies opposite a corner of the target
    spots = [*ends, *(_on_front(own, corner) for corner in target.corners())]
    lines = [straight, *((spot, nearest_point(target, spot)) for spot in spots)]
    return min(lines, key=lambda line: round(length(*line), 9))  # concrete: lengths; of equals the midpoint


def _on_front(base: Base, point: Point) -> Point:
    """The point of the front edge that is nearest to a point."""
    shape = rectangle_of(base)
    a = shape.width / 2
    return base.point_at(min(max(base.frame_of(point)[0], -a), a), shape.depth / 2)  # concrete: lengths


def distance(s: Setup, ground: Ground, o: Order) -> float:
    """BY-20: how far the charger has to go."""
    return length(*line_of_charge(s, ground, o))


@lru_cache(maxsize=1 << 12)
def path_crossed(s: Setup, ground: Ground, o: Order) -> bool:
    """BY-23: does the segment cross the inside of another footprint or of impassable ground?"""
    start, end = line_of_charge(s, ground, o)
    others = (*footprints(s, ground, but=(o.unit, o.target)), *impassable(s, ground))
    return bool(crossed([_inside(x) for x in others], start, end))


@lru_cache(maxsize=1 << 12)
def _inside(x: Base | Piece) -> Piece:
    """What a line may not cross: of a footprint all but the grain along its edges."""
    if isinstance(x, Piece):
        return x
    shape = rectangle_of(x)
    smaller = Rectangle(*(max(size - 2 * GRAIN, size / 2) for size in (shape.width, shape.depth)))  # concrete: lengths
    return Piece("footprint", Base(smaller, x.place).corners())


# ---------------------------------------------------------------- the enemy-near zone
def in_zone(s: Setup, ground: Ground, u: int) -> bool:
    """BY-11: does any part of the unit stand within the zone around an enemy?"""
    own, enemies = footprint(ground, u), footprints(s, ground, 1 - s.units[u].side)
    return any(gap(own, e) <= s.parameters.near_zone_in + EPS for e in enemies)


@lru_cache(maxsize=1 << 12)
def needs_turn(s: Setup, ground: Ground, o: Order) -> bool:
    """BY-11: it starts inside a zone, and the nearest point of the target is not in its own front quarter."""
    own, target = footprint(ground, o.unit), footprint(ground, o.target)
    ahead = quarter(own, nearest_point(target, command_zone(own)), s.rulings.quarter_rule) == Quarter.FRONT
    return not ahead and in_zone(s, ground, o.unit)


# ---------------------------------------------------------------- the struck side
def struck_side(s: Setup, ground: Ground, o: Order) -> Side:
    """BY-24 to BY-26: the quarter of the target that holds the charger's command zone (BY-R6: its centre)."""
    own = footprint(ground, o.unit)
    point = command_zone(own) if s.rulings.quarter_point == "command_zone" else own.centre
    return Side(quarter(footprint(ground, o.target), point, s.rulings.quarter_rule))


@lru_cache(maxsize=1 << 12)
def half_free(s: Setup, ground: Ground, o: Order, side: int) -> bool:
    """BY-30, BY-31: is half of that side touched by nothing (BY-R9: half of it in one stretch)?"""
    target = footprint(ground, o.target)
    others = (*footprints(s, ground, but=(o.unit, o.target)), *impassable(s, ground))
    total, longest = free_length(target, Quarter(side), others)
    shape = target.shape
    assert isinstance(shape, Rectangle)
    half = (shape.width if side in (Side.FRONT, Side.REAR) else shape.depth) / 2
    return (total if s.rulings.free_half_measure == "total" else longest) >= half - GRAIN


# ---------------------------------------------------------------- where the charger stands
@lru_cache(maxsize=1 << 12)
def placed(s: Setup, ground: Ground, unit: int, target: int, side: int) -> Entry | None:
    """BY-27, BY-28: flush on that side with as much contact as can be had; None if there is no place for it. Where it
    would reach over the edge of the table there is none either, of which the text is silent."""
    own, struck = footprint(ground, unit), footprint(ground, target)
    assert isinstance(own.shape, Rectangle)
    others = (*footprints(s, ground, but=(unit, target)), *impassable(s, ground), *edges(s))
    laid = flush(own.shape, struck, Quarter(side), command_zone(own), others, s.rulings.place_tie, GRAIN)
    return entry_of(laid.base) if laid and laid.contact > GRAIN else None


def edges(s: Setup) -> tuple[Base, ...]:
    """What lies beyond the table, as four strips around it."""
    w, h, b = s.table.width, s.table.height, BEYOND
    strips = (
        (w / 2, -b / 2, w + 2 * b, b),
        (w / 2, h + b / 2, w + 2 * b, b),
        (-b / 2, h / 2, b, h),
        (w + b / 2, h / 2, b, h),
    )
    return tuple(Base(Rectangle(width, depth), Place(x, y)) for x, y, width, depth in strips)


@lru_cache(maxsize=1 << 12)
def touched(s: Setup, ground: Ground, u: int) -> tuple[tuple[Slot, Side, Side], ...]:
    """BY-29: the enemies with which a unit shares an edge, more than a corner: enemy, own side, the enemy's side."""
    own, found = footprint(ground, u), []
    for e in s.slots(1 - s.units[u].side):
        if ground[e] is None or shared_edge(own, footprint(ground, e)) <= GRAIN:
            continue
        mine, theirs = touched_side(own, footprint(ground, e)), touched_side(footprint(ground, e), own)
        if mine is not None and theirs is not None:
            found.append((e, Side(mine), Side(theirs)))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def halted(s: Setup, ground: Ground, o: Order) -> Entry:
    """BY-3, BY-22: the whole allowance straight at the nearest point of the target, but short of any enemy.

    Friends, impassable ground and the edge of the table stop it too, of which the text is silent.
    """
    own = footprint(ground, o.unit)
    zone, point = command_zone(own), nearest_point(footprint(ground, o.target), command_zone(own))
    if length(zone, point) <= EPS:
        return entry_of(own)
    way, side = bearing(zone, point), s.units[o.unit].side
    standing = (*footprints(s, ground, side, but=(o.unit,)), *impassable(s, ground))
    enemies = footprints(s, ground, 1 - side)
    if s.rulings.near_zone_check == "off" or not in_zone(s, ground, o.unit):
        ahead = _pivoted(own, way)
        room = not overlapping(ahead, (*standing, *enemies), GRAIN) and not off_table(ahead, s.table, tolerance=GRAIN)
        own = ahead if room else own
    allowance = o.order_moves * s.units[o.unit].full_move
    free = farthest(own, way, allowance, standing, table=s.table, tolerance=GRAIN)
    for enemy in enemies:  # concrete: lengths; to one nearer than that it comes no nearer
        near = min(gap(own, enemy), s.parameters.stop_gap_in)
        free = min(free, farthest(own, way, allowance, (enemy,), clearance=near, tolerance=EPS if near else GRAIN))
    if gap(own, footprint(ground, o.target)) < s.parameters.stop_gap_in:  # it is nearer than that already
        free = 0.0
    return entry_of(own.at(slide(own, way, free)))


def _pivoted(base: Base, facing: float) -> Base:
    """BY-11: turned on its command zone, so that it faces there."""
    assert isinstance(base.shape, Rectangle)
    x, y = command_zone(base)
    behind = Base(Rectangle(1, 1), Place(x, y, facing)).point_at(0.0, -base.shape.depth / 2)
    return base.at(Place(*behind, turned(facing, 0.0)))
