"""Prisoners: throws for the dead, and the guards they need (TR-69, TR-102 to TR-105)."""

from __future__ import annotations

from coldsteel.kernel.asks import choose, option, say, stage, tally
from coldsteel.kernel.figures import all_of, least, no
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.trench.legality import guard_bars, prisoner_bars
from coldsteel.rulebooks.trench.state import Fight

__all__ = ["all_told_off", "dead", "escorted", "guards", "prisoners_of", "survivors", "take", "tell_off", "unescorted"]

Slots = tuple[Slot, ...]


def dead(f: Fight, g: Slot) -> int:
    """The men of a Group killed in this fight."""
    x = f.groups[g]
    gone = f.men_before(g) - x.men
    if x.taken:
        gone = gone - x.taken[0].captured - x.taken[0].guards
    return gone - x.housed[0].away if x.housed else gone


# ---------------------------------------------------------------- throws
def take(f: Fight, winner: int, g: Slot) -> Steps[Fight]:
    """The winner throws for as many dead of a Group as he likes: on 5 or 6 that man is a prisoner (TR-102, TR-103)."""
    killed = dead(f, g)
    options = [option(n, str(n), *prisoner_bars(n, killed)) for n in range(f.profile(g).men, -1, -1)]
    dice = yield from choose(winner, options, what=f"dice for prisoners among {f.id(g)}", clause="TR-102")
    assert dice is not None, "nobody has to throw"
    taken = yield from _thrown(f, winner, dice)
    return f.with_taken(g, from_dead=f.groups[g].taken[0].from_dead + taken)


def survivors(f: Fight, winner: int, groups: Slots) -> Steps[Fight]:
    """TR-R34 `extra_survivor`: each 5 or 6 takes a living man of the beaten, before they fall back."""
    killed = 0
    for g in groups:
        killed = killed + dead(f, g)
    most_dice = sum(f.profile(g).men for g in groups)
    options = [option(n, str(n), *prisoner_bars(n, killed)) for n in range(most_dice, -1, -1)]
    dice = yield from choose(winner, options, what="dice for prisoners", clause="TR-102")
    assert dice is not None, "nobody has to throw"
    left = yield from _thrown(f, winner, dice)
    for g in groups:
        x = f.groups[g]
        caught = least(left, f.men(g))
        left = left - caught
        f = f.with_taken(g, captured=x.taken[0].captured + caught).with_group(g, men=x.men - caught)
    return f


def _thrown(f: Fight, winner: int, dice: int) -> Steps[int]:
    """How many of these dice take a prisoner."""
    if dice == 0:
        return 0
    takes = stage("prisoners", f.p.prisoner_face, clause="TR-102", counts="prisoner")
    return (yield from tally(winner, dice, takes, clause="TR-102"))


# ---------------------------------------------------------------- guards
def prisoners_of(f: Fight, g: Slot) -> int:
    """The prisoners that a Group has lost: living men, and such as were thought dead."""
    x = f.groups[g]
    return f.captured(g) + x.taken[0].from_dead if x.taken else f.captured(g)


def unescorted(f: Fight, side: int) -> int:
    """TR-104: a side's men who walk to the rear by themselves, their morale gone (TR-99, TR-105)."""
    out = 0
    for g in f.setup.slots(side):
        broken = f.morale_lost(g) | f.groups[g].taken[0].broken if f.groups[g].taken else f.morale_lost(g)
        out = out + prisoners_of(f, g) * broken
    return out


def to_escort(f: Fight, side: int) -> int:
    """A side's prisoners who need guards."""
    out = 0
    for g in f.setup.slots(side):
        out = out + prisoners_of(f, g)
    return out - unescorted(f, side)


def guards(f: Fight, side: int) -> int:
    """The men of a side told off as guards."""
    out = 0
    for g in f.setup.slots(side):
        out = out + (f.groups[g].taken[0].guards if f.groups[g].taken else 0)
    return out


def escorted(f: Fight, side: int) -> int:
    """A side's prisoners under guard: five to a man; the others scatter (TR-105)."""
    return least(to_escort(f, side), f.p.prisoners_per_guard * guards(f, 1 - side))


def wanted(f: Fight, winner: int) -> int:
    """TR-69, TR-105: guards still to be told off for the prisoners of this fight."""
    new = 0
    for g in f.setup.slots(1 - winner):
        new = new + (prisoners_of(f, g) - f.groups[g].taken[0].told) * no(f.morale_lost(g))
    return (new + f.p.prisoners_per_guard - 1) // f.p.prisoners_per_guard


def tell_off(f: Fight, winner: int, groups: Slots) -> Steps[Fight]:
    """The winner tells off guards, from Groups of his choice (TR-69, TR-104, TR-105)."""
    if len(groups) == 1:
        return all_told_off(f, winner, groups[0])
    if (wanted(f, winner) == 0) | all_of(f.groups[g].men == 0 for g in groups):
        return f
    f = f.first(do(tell_off, winner, groups))
    options = [option(g, f.id(g), *guard_bars(f, g)) for g in groups]
    named = yield from choose(winner, options, what="who gives a guard", clause="TR-105")
    assert named is not None, "a Group has men"
    yield from say("{who} gives a guard", "TR-105", who=f.id(named))
    return _told_off(f, winner, named)


def all_told_off(f: Fight, winner: int, g: Slot) -> Fight:
    """One Group gives all guards."""
    men = least(wanted(f, winner), f.groups[g].men)
    return f.with_group(g, men=f.groups[g].men - men).with_taken(g, guards=f.groups[g].taken[0].guards + men)


def _told_off(f: Fight, winner: int, g: Slot) -> Fight:
    """One man of a Group guards as many prisoners as he can."""
    left = f.p.prisoners_per_guard
    for e in f.setup.slots(1 - winner):
        told = f.groups[e].taken[0].told
        his = least(left, (prisoners_of(f, e) - told) * no(f.morale_lost(e)))
        left = left - his
        f = f.with_taken(e, told=told + his)
    return f.with_group(g, men=f.groups[g].men - 1).with_taken(g, guards=f.groups[g].taken[0].guards + 1)


def guarding(f: Fight, g: Slot) -> bool:
    """Has the whole of a Group's living men gone as guards?"""
    x = f.groups[g]
    return (x.men == 0) & (x.taken[0].guards > 0) if x.taken else False
