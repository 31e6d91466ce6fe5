"""A charge on its way as it stands on an agenda; whom a model could charge, and by which reach (SK-28, SK-38, SK-46 to
SK-57)."""

from __future__ import annotations

from typing import NamedTuple

from coldsteel.kernel.asks import Bar
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.field import Line, NoWay, field_of
from coldsteel.rulebooks.skirmish.legality import may_fight_across, reach_of, size_bars, within_reach
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = [
    "COUNTER",
    "GUARD",
    "Course",
    "chargeable",
    "inch",
    "joining_bars",
    "line_to",
    "modes",
    "needed_reach",
    "placed",
]

COUNTER, GUARD = "counter", "guard"


class Course(NamedTuple):
    """A charge that has been declared: it is played out to the end (SK-47). Lengths in hundredths of an inch."""

    charger: Slot
    target: Slot
    reach: int  # 0: to contact; else the X of a reach charge (SK-56)
    line: Line
    moved: int = 0  # on lines of this charge that have been left (SK-96, SK-116)
    s: int = 0  # the point of the line where the charger stands
    reaction: str = ""  # of the target: COUNTER, GUARD or none
    inched: int = 0  # what a counter-charging target has moved (SK-114)
    admits: tuple[Slot, ...] = ()  # who waits and has had the charger as a target that priority admits (SK-102)

    @property
    def length(self) -> int:
        """The length of the line."""
        length: int = self.line[0]
        return length

    @property
    def at_end(self) -> bool:
        """Is the charger at its final place?"""
        return self.s >= self.length


def placed(f: Fight, c: Course) -> Fight:
    """The charger stands where the course says: at a point of its line, or at its final place (SK-48, SK-52)."""
    field = field_of(f.setup)
    if c.at_end:
        return f.on(field.arrived(f.ground, c.charger, c.target, c.line))
    return f.on(field.at(f.ground, c.charger, c.line, c.s))


def inch(f: Fight) -> int:
    """The inch of a counter-charge, in hundredths (SK-95)."""
    return round(100 * f.p.counter_in)


# ---------------------------------------------------------------- reach
def reaches(f: Fight, m: int) -> tuple[int, ...]:
    """The reaches of a model's melee attacks, each once, the shortest first (SK-15, SK-17, SK-28)."""
    return tuple(sorted({reach_of(f, m, w) for w in f.profile(m).weapons if w.cc_modifier is not None}))


def modes(f: Fight, me: Slot) -> tuple[int, ...]:
    """How a model may charge: to contact, and by each reach that it has (SK-46, SK-56)."""
    return tuple(sorted({0, *reaches(f, me)}))


def needed_reach(f: Fight, me: int, enemy: int) -> int | None:
    """The shortest of a model's reaches with which it can strike an enemy from where both stand; None: none does."""
    return next((x for x in reaches(f, me) if within_reach(f, me, enemy, x)), None)


# ---------------------------------------------------------------- whom it could charge
def chargeable(f: Fight, me: Slot, target: Slot) -> bool:
    """Could the model charge it, but for priority (SK-R3, SK-R4)?"""
    lines = ((x, line_to(f, me, target, x)) for x in modes(f, me))
    return any(not isinstance(line, NoWay) and not joining_bars(f, me, target, line, x) for x, line in lines)


def line_to(f: Fight, me: Slot, target: Slot, reach: int) -> Line | NoWay:
    """The line of a charge, or why there is none (SK-38, SK-43, SK-48 to SK-57)."""
    field = field_of(f.setup)
    obstacle = field.between(f.ground, me, target)
    usable = obstacle is not None and may_fight_across(f, me, obstacle, target)  # SK-57, SK-154
    return field.line(f.ground, me, target, reach, usable)


def joining_bars(f: Fight, me: Slot, target: Slot, line: Line | NoWay, reach: int) -> tuple[Bar, ...]:
    """SK-44: the charge would break the size limit."""
    distant = reach > 0 or (not isinstance(line, NoWay) and bool(line[1]))  # SK-R5 by reach or across an obstacle
    return size_bars(f, me, target, distant)
