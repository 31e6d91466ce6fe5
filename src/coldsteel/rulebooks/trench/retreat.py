"""Falling back in the open: how far, whereto, and what it means for the next turn (TR-44 to TR-47, TR-58 to TR-77).

Distances, facing and the next turn follow from the level and the end of a fight; they aren't kept in the state, but
worked out here.
"""

from __future__ import annotations

from enum import IntEnum

from coldsteel.kernel.figures import any_of, least, look, most, no, where
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.trench.setup import OUTSIDE
from coldsteel.rulebooks.trench.state import End, Fight, Status
from coldsteel.rulebooks.trench.tabletop import on_the_table, out_of_the_house

__all__ = ["NextTurn", "demanded", "faces_away", "fall_back", "moved", "next_turn", "on_level"]


class NextTurn(IntEnum):
    """What a Group may do in its next turn (TR-61, TR-63, TR-64)."""

    FREE = 0
    FIRE_ONLY = 1
    NOTHING = 2


# ---------------------------------------------------------------- levels
def on_level(f: Fight, g: Slot, broken: bool) -> int:
    """Inches back at a Group's level (TR-60 to TR-64); `broken`: beaten by victorious cavalry (TR-76, TR-77)."""
    p, level = f.profile(g), f.groups[g].level
    inches = look((0, *(f.p.cavalry_back if p.cavalry else f.p.foot_back)), level)
    if p.cavalry:
        return inches
    further = most(inches, f.p.break_in) if f.r.cavalry_break == "at_least" else f.p.break_in  # TR-R28
    return where(broken & (level >= 2), further, inches)


def rolled(f: Fight, g: Slot) -> int:
    """The inches that the overwhelmed rolled, 4 at least (TR-44, TR-74, TR-R16)."""
    return most(4, f.rolls[int(g) if f.r.overwhelm_roll == "group" else 0])


def beaten_by_cavalry(f: Fight, g: Slot) -> bool:
    """TR-77: has the winning side a living cavalry Group? Who has gone as a guard since lived then."""
    foes = [e for e in f.setup.fighting[1 - f.side(g)] if f.profile(e).cavalry]
    return any_of(f.living(e) | (f.groups[e].taken[0].guards > 0 if f.groups[e].taken else False) for e in foes)


def demanded(f: Fight, g: Slot) -> int:
    """The inches that a Group's result asks for, 0 for none."""
    housed = f.groups[g].housed
    return housed[0].back if housed else in_the_open(f, g)


def in_the_open(f: Fight, g: Slot) -> int:
    """The same where there is no building: it follows from how the fight ended."""
    loser = (f.winner == 2 - f.side(g)) & (f.groups[g].men > 0)
    by_level = on_level(f, g, beaten_by_cavalry(f, g))
    back = where(f.end == End.OVERWHELMED, rolled(f, g), where(f.end == End.DEFEAT, by_level, 0))
    attacker_only = f.r.draw_retreat == "attacker" and f.side(g) != f.setup.attacker  # TR-R21
    step = 0 if attacker_only else f.p.stalemate_in  # TR-59
    return where(loser, back, where((f.end == End.STALEMATE) & f.living(g), step, 0))


def moved(f: Fight, g: Slot) -> int:
    """The inches that it goes: as far as it has room (TR-74); none on a staircase or for who gives himself up."""
    if g not in (*f.setup.fighting[0], *f.setup.fighting[1]):
        return 0
    x = f.groups[g]
    if x.went:
        return x.went[0] // 100
    goes = (x.status == Status.FELL_BACK) | (x.status == Status.OFF_TABLE)
    steps_back = (f.end == End.STALEMATE) & (x.status == Status.HOLDING) & (not x.housed)
    return least(demanded(f, g), f.profile(g).room) * (goes | steps_back)


# ---------------------------------------------------------------- the move
def fall_back(f: Fight, g: Slot, inches: int, hard: bool, door: int = OUTSIDE) -> Fight:
    """A beaten Group falls back, surrenders, or leaves the table (TR-46, TR-47, TR-68, TR-74). `hard`: overwhelmed or
    at level 4 (TR-R17); `door`: the floor by whose door it comes out of a house."""
    x = f.groups[g]
    if not f.then.ground or f.setup.last_fight:
        f = _by_its_room(f, g, inches, hard)
    elif door == OUTSIDE:
        f = on_the_table(f, g, inches, hard)
    else:
        f = out_of_the_house(f, g, door, inches, hard)
    if x.housed:
        out = f.groups[g].status != Status.HOLDING
        f = f.with_housed(g, floor=where(out, OUTSIDE, x.housed[0].floor), back=where(out, inches, x.housed[0].back))
    return f


def _by_its_room(f: Fight, g: Slot, inches: int, hard: bool) -> Fight:
    """The same from the room that the fight file gives it."""
    p, x = f.profile(g), f.groups[g]
    caught = f.setup.surrounded(g)
    lost = caught & (True if f.r.surrounded_scope == "any_retreat" else hard)
    if f.r.no_retreat_means == "cannot_go_full":
        lost = lost | (hard & (inches > p.room))
    off = least(inches, p.room) > p.edge
    status = where(lost, Status.SURRENDERED, where(off, Status.OFF_TABLE, Status.FELL_BACK))
    return f.with_group(g, status=where(f.living(g), status, x.status))


# ---------------------------------------------------------------- what it means
def next_turn(f: Fight, g: Slot) -> int:
    """A Group's next turn (TR-61, TR-63, TR-64; TR-67, TR-R25)."""
    x = f.groups[g]
    there = (x.men > 0) & ((x.status == Status.FELL_BACK) | (x.status == Status.HOLDING))
    level = x.level
    nothing = level == 4
    if f.r.loss4_idle == "winner":
        foes = f.setup.slots(1 - f.side(g))
        nothing = (f.winner == 1 + f.side(g)) & any_of(f.groups[e].level == 4 for e in foes)
    shooting = (level == 2) | (level == 3)
    return where(there & nothing, NextTurn.NOTHING, where(there & shooting, NextTurn.FIRE_ONLY, NextTurn.FREE))


def faces_away(f: Fight, g: Slot) -> bool:
    """Does a Group end with its back to the enemy (TR-44, TR-64, TR-66)? Who stands where he stood does not."""
    if f.r.unstated_facing == "enemy":  # TR-R24
        return False
    x = f.groups[g]
    driven = (f.end == End.OVERWHELMED) & (f.winner == 2 - f.side(g))
    return (x.men > 0) & (x.status == Status.FELL_BACK) & ((x.level == 4) | driven) & no(f.end == End.STALEMATE)
