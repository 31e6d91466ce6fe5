"""A charge arrives: the charger closes on its target and is in contact, or halts short of it (BY-3, BY-27 to BY-29)."""

from __future__ import annotations

from coldsteel.kernel.figures import where
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet.setup import Order, Side
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.tabletop import moved, place_on, place_short, touching_others

__all__ = ["closed", "goes_home", "halts", "strikes", "touches_more"]


def strikes(f: Fight, o: Order, side: int, when: bool = True) -> Fight:
    """The charger is in contact with this side of its target, and has its bonus (BY-27, BY-101, BY-115); so it is with
    others that it touches (BY-29)."""
    f = joined(f, o.unit, Side.FRONT, o.target, side, when)
    f = f.with_unit(o.unit, charged=when, behind_cover=False)
    return touches_more(f, o.unit, o.target) if f.then.ground and when else f


def joined(f: Fight, c: Slot, own: int, e: Slot, theirs: int, when: bool) -> Fight:
    """Two enemies touch with these sides, where `when` holds."""
    own, theirs = where(when, own, Side.FRONT), where(when, theirs, Side.FRONT)
    sides = {"side_a": theirs, "side_b": own} if f.side(c) else {"side_a": own, "side_b": theirs}
    f = f.with_contact(c, e, on=when, **sides)
    if f.r.flank_modifiers_last == "charge_round" or not f.r.phase_contacts_count:
        f = f.with_contact(c, e, fresh=when)
    f = f.with_unit(c, fought=f.units[c].fought | when)
    return f.with_unit(e, fought=f.units[e].fought | when)


def touches_more(f: Fight, c: Slot, target: Slot) -> Fight:
    """BY-29: whom the charger touches besides, on a table. Units that have retired or evaded are out of the fight."""
    for e, own, theirs in touching_others(f, c, target):
        f = joined(f, c, own, e, theirs, f.in_place(e))
    return f


def lined_up(f: Fight, o: Order, side: int) -> Fight | None:
    """BY-27, BY-28: the charger closes on that side; None if there is no place for it."""
    if not f.then.ground:
        return f
    entry = place_on(f, o, side)
    return None if entry is None else moved(f, o.unit, entry)


def goes_home(f: Fight, o: Order, side: int) -> Fight:
    """The charger strikes; if the target's reaction has left no place for it, it halts (BY-28)."""
    there = lined_up(f, o, side)
    return halts(f, o) if there is None else strikes(there, o, side)


def halts(f: Fight, o: Order) -> Fight:
    """On a table: the charger goes as far as it may and stays short of the enemy (BY-3, BY-22)."""
    return moved(f, o.unit, place_short(f, o)) if f.then.ground else f


def closed(f: Fight, o: Order, side: int) -> Fight:
    """The charger on that side of its target, which has not changed since the order was found legal."""
    there = lined_up(f, o, side)
    assert there is not None, "an order without a place is refused"
    return there
