"""Where units stand (ledger 4.3): the ground of a state, and the questions that it answers. Without a table the fields
of the situation answer them.

A ground is plain Python in every reader, so what reckons with it (`ways`, `moves`) is called on the set-up and the
ground alone. Both are imported when they are needed: a fight without a table has no use for shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from coldsteel.battlefield.bases import Base, Place, Rectangle
from coldsteel.battlefield.lengths import EPS, Point, hundredths
from coldsteel.battlefield.table import Piece
from coldsteel.kernel.state import Slot, evolve
from coldsteel.rulebooks.bayonet.setup import Entry, Fate, Ground, Order, Setup, Side
from coldsteel.rulebooks.bayonet.state import Fight

__all__ = [
    "base_of",
    "command_zone",
    "counter_room",
    "distance",
    "entry_of",
    "fights_meet",
    "footprint",
    "footprints",
    "getting_away",
    "half_free",
    "has_place",
    "hinders",
    "impassable",
    "in_building",
    "moved",
    "needs_turn",
    "out_of_reach",
    "path_crossed",
    "place_back",
    "place_in_square",
    "place_of_retreat",
    "place_on",
    "place_short",
    "place_turned",
    "places_of_meeting",
    "present",
    "removed",
    "struck_side",
    "touching_others",
    "turn_room",
    "volley_room",
    "way_of_evasion",
]


# ---------------------------------------------------------------- footprints
@lru_cache(maxsize=1 << 12)
def base_of(entry: Entry) -> Base:
    """The footprint of an entry of a ground."""
    x, y, facing, width, depth = (n / 100 for n in entry)
    return Base(Rectangle(width, depth), Place(x, y, facing))


def entry_of(base: Base) -> Entry:
    """The entry of a rectangular footprint: the inverse of `base_of`, to the nearest hundredth."""
    assert isinstance(base.shape, Rectangle)
    x, y, facing, _ = base.place.grains()
    return x, y, facing, hundredths(base.shape.width), hundredths(base.shape.depth)


def footprint(ground: Ground, u: int) -> Base:
    """The footprint of a unit that is on the table; a garrison's is that of its building (BY-23)."""
    entry = ground[u]
    assert entry is not None, "a unit that has left the table stands nowhere"
    return base_of(entry)


def command_zone(base: Base) -> Point:
    """BY-21: the midpoint of the front edge."""
    assert isinstance(base.shape, Rectangle)
    return base.point_at(0.0, base.shape.depth / 2)


def footprints(s: Setup, ground: Ground, side: int | None = None, but: tuple[int, ...] = ()) -> tuple[Base, ...]:
    """The footprints of the units on the table, of one side or both, but for some."""
    return tuple(
        base_of(entry)
        for u, entry in enumerate(ground)
        if entry is not None and u not in but and side in (None, s.units[u].side)
    )


def impassable(s: Setup, ground: Ground) -> tuple[Base | Piece, ...]:
    """BY-23: impassable ground, empty buildings among it."""
    return (*s.table.pieces, *(base_of(b.entry) for b in s.buildings if b.entry not in ground))


def in_building(s: Setup, ground: Ground, u: int) -> bool:
    """Does the unit stand in its building?"""
    return any(b.id == s.units[u].building and b.entry == ground[u] for b in s.buildings)


# ---------------------------------------------------------------- the ground of a state
def present(f: Fight, *units: int) -> bool:
    """Is the fight on a table, and are these units on it?"""
    return bool(f.then.ground) and all(f.then.ground[u] is not None for u in units)


def moved(f: Fight, u: int, entry: Entry | None) -> Fight:
    """The unit stands elsewhere; with None it leaves the table."""
    ground = f.then.ground
    return evolve(f, then=f.then.on((*ground[:u], entry, *ground[u + 1 :])))


def removed(f: Fight, u: int) -> Fight:
    """The unit leaves the table, if there is one."""
    return moved(f, u, None) if f.then.ground else f


# ---------------------------------------------------------------- orders
def distance(f: Fight, o: Order) -> float:
    """BY-20: how far the charger has to go."""
    if not f.then.ground:
        return o.distance
    from coldsteel.rulebooks.bayonet import ways

    return ways.distance(f.setup, f.then.ground, o)


def out_of_reach(f: Fight, o: Order) -> bool:
    """BY-22: is the distance above the allowance (BY-7)?"""
    return distance(f, o) > o.order_moves * f.profile(o.unit).full_move + (EPS if f.then.ground else 0.0)


def needs_turn(f: Fight, o: Order) -> bool:
    """BY-11: does the charger start inside an enemy-near zone, with the target not in its front quarter?"""
    if not f.then.ground:
        return o.turn_needed
    from coldsteel.rulebooks.bayonet import ways

    return ways.needs_turn(f.setup, f.then.ground, o)


def path_crossed(f: Fight, o: Order) -> bool:
    """BY-23: does something stand on the way?"""
    if not f.then.ground:
        return not o.path_clear
    from coldsteel.rulebooks.bayonet import ways

    return ways.path_crossed(f.setup, f.then.ground, o)


def struck_side(f: Fight, o: Order) -> Side:
    """BY-24: the side of the target in whose quarter the charger stands; only for fights on a table."""
    from coldsteel.rulebooks.bayonet import ways

    return ways.struck_side(f.setup, f.then.ground, o)


def half_free(f: Fight, o: Order, side: int) -> bool:
    """BY-30, BY-31: is half of that side open to contact, or more?"""
    if not f.then.ground:
        return o.half_free
    from coldsteel.rulebooks.bayonet import ways

    return ways.half_free(f.setup, f.then.ground, o, side)


def has_place(f: Fight, o: Order, side: int) -> bool:
    """BY-28: is there a position with a shared edge? Without a table there always is."""
    return not f.then.ground or place_on(f, o, side) is not None


def place_on(f: Fight, o: Order, side: int) -> Entry | None:
    """BY-27, BY-28: where the charger stands once it has closed on that side of its target."""
    from coldsteel.rulebooks.bayonet import ways

    return ways.placed(f.setup, f.then.ground, o.unit, o.target, side)


def place_short(f: Fight, o: Order) -> Entry:
    """BY-3, BY-22: where a unit stands that stays short of its target."""
    from coldsteel.rulebooks.bayonet import ways

    return ways.halted(f.setup, f.then.ground, o)


# ---------------------------------------------------------------- reactions
def counter_room(f: Fight, o: Order) -> bool:
    """BY-77: is there room where the two would meet?"""
    if not f.then.ground:
        return f.profile(o.target).counter_room
    from coldsteel.rulebooks.bayonet import moves

    return moves.has_meeting_room(f.setup, f.then.ground, o)


def turn_room(f: Fight, o: Order, side: int) -> bool:
    """BY-82, BY-83: has the target room to turn its front to that side?"""
    if not f.then.ground:
        return f.profile(o.target).turn_room
    from coldsteel.rulebooks.bayonet import moves

    return moves.turned_about(f.setup, f.then.ground, o.target, side) is not None


def places_of_meeting(f: Fight, o: Order) -> tuple[Entry, Entry]:
    """BY-75, BY-76: where charger and counter-charger meet."""
    from coldsteel.rulebooks.bayonet import moves

    return moves.meeting(f.setup, f.then.ground, o)


def place_turned(f: Fight, u: Slot, side: int) -> Entry | None:
    """BY-83: where a unit stands whose front has taken the place of a side."""
    from coldsteel.rulebooks.bayonet import moves

    return moves.turned_about(f.setup, f.then.ground, u, side)


def place_in_square(f: Fight, u: Slot) -> Entry:
    """BY-59: where a unit stands in square."""
    from coldsteel.rulebooks.bayonet import moves

    return moves.square(f.setup, f.then.ground, u)


def way_of_evasion(f: Fight, u: Slot, side: int) -> tuple[Fate, Entry | None]:
    """BY-64 to BY-71: what becomes of an evader that is struck on a side, and where it ends."""
    from coldsteel.rulebooks.bayonet import moves

    return moves.evasion(f.setup, f.then.ground, u, side)


# ---------------------------------------------------------------- after a volley
def volley_room(f: Fight, c: Slot) -> str:
    """BY-47, BY-132: the room of a charger to retire straight back, in the words of `retire_room`."""
    if not f.then.ground:
        return f.profile(c).retire_room
    from coldsteel.rulebooks.bayonet import moves

    return moves.retreat(f.setup, f.then.ground, c, Side.REAR)[0]


def place_back(f: Fight, c: Slot, halted: bool) -> Entry | None:
    """BY-47: where a charger stands that has retired; or one that the volley has halted (BY-R16)."""
    from coldsteel.rulebooks.bayonet import moves

    if halted:
        return moves.stepped_back(f.setup, f.then.ground, c)
    return moves.retreat(f.setup, f.then.ground, c, Side.REAR)[1]


# ---------------------------------------------------------------- retreats
def getting_away(f: Fight, u: Slot, touched: tuple[int, ...]) -> tuple[int, ...]:
    """BY-131, BY-134: the own sides by which a unit touched on these may retire; several are its owner's choice."""
    from coldsteel.rulebooks.bayonet import moves

    return moves.ways_out(f.setup, f.then.ground, u, touched)


def place_of_retreat(f: Fight, u: Slot, side: int) -> tuple[str, Entry | None]:
    """BY-130, BY-132: how a retreat by that side comes off, in the words of `retire_room`, and where it ends."""
    from coldsteel.rulebooks.bayonet import moves

    return moves.retreat(f.setup, f.then.ground, u, side)


def hinders(f: Fight, units: tuple[Slot, ...], touched: tuple[tuple[int, ...], ...]) -> bool:
    """BY-136: can it matter in which order these friends retire, each touched on these sides?"""
    from coldsteel.rulebooks.bayonet import moves

    return moves.meet_as_friends(f.setup, f.then.ground, units, touched)


def fights_meet(f: Fight, fights: tuple[tuple[tuple[Slot, tuple[int, ...]], ...], ...]) -> bool:
    """BY-136: can it matter in which order these fights are settled, of units each touched on these sides?"""
    from coldsteel.rulebooks.bayonet import moves

    return moves.fights_meet(f.setup, f.then.ground, fights)


# ---------------------------------------------------------------- contact
def touching_others(f: Fight, c: Slot, target: Slot) -> Iterator[tuple[Slot, Side, Side]]:
    """BY-29: the other enemies that a charger touches where it stands: enemy, the charger's side, the enemy's side."""
    if not f.then.ground or f.r.collateral_contact == "ignored":  # BY-R8
        return
    from coldsteel.rulebooks.bayonet import ways

    for e, own, theirs in ways.touched(f.setup, f.then.ground, c):
        if e != target and e in f.enemies(c):
            yield e, own, theirs
