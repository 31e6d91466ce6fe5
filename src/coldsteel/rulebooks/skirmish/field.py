"""Where everybody stands: what the steps ask about it and what moves do to it, on a table or stated without one.

A ground is the concrete part of a state: plain tuples of whole numbers. A `Field` reads it; there are two, `stated`
(gaps and contacts, ledger 3.4) and `tabletop` (places and shapes). Both feed the same clauses. All lengths here are
hundredths of an inch. Every function takes the ground first and changes nothing: a move gives another ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.setup import Obstacle, Setup

__all__ = ["Field", "Ground", "Line", "Move", "NoWay", "Rescue", "field_of"]

Ground = tuple[Any, ...]

Line = tuple[Any, ...]
"""A charge line as it stands on an agenda: (length, across, ...), where `across` is 1 if it ends across an obstacle;
what follows is the business of the field (on a table: corners of the path, the place at its end, friends shifted)."""


@dataclass(frozen=True, slots=True)
class NoWay:
    """Why there is no such move: a code, the clause and the reason of the ledger's 5.1."""

    code: str
    clause: str
    why: str


@dataclass(frozen=True, slots=True)
class Move:
    """A move on offer: what it is called, where it leads, and how far it is."""

    label: str
    ground: Ground
    length: int = 0


@dataclass(frozen=True, slots=True)
class Rescue:
    """A way to come to the aid of a friend: in contact at the point, or a place from which a reach serves (SK-107,
    SK-115). `on_line`: it stands on what is left of the charge line (SK-116)."""

    label: str
    ground: Ground
    contact: bool
    on_line: bool


class Field(Protocol):
    """What the steps ask about the ground."""

    def start(self) -> Ground:
        """The ground at the start."""

    # -- who stands where
    def there(self, g: Ground, m: int) -> bool:
        """Is the model alive and in play?"""

    def without(self, g: Ground, m: int) -> Ground:
        """With a model taken off (SK-80)."""

    def gap(self, g: Ground, a: int, b: int) -> int:
        """The distance between two bases, at closest."""

    def touching(self, g: Ground, a: int, b: int) -> bool:
        """Are two enemies in contact: bases that touch, or a marked pair (SK-4, SK-5)?"""

    def touched_by(self, g: Ground, m: int) -> tuple[Slot, ...]:
        """The enemies that a model is in contact with."""

    def sees(self, g: Ground, a: int, b: int) -> bool:
        """Is there a line of sight (SK-32)?"""

    def in_view(self, g: Ground, watcher: int, other: int) -> bool:
        """Is the other in sight and in the watcher's field of view (SK-85, `waiting_view`)?"""

    def between(self, g: Ground, a: int, b: int) -> Obstacle | None:
        """The obstacle that two enemies would fight across, if there is one (SK-154)."""

    # -- charges
    def line(self, g: Ground, charger: int, target: int, reach: int, usable: bool) -> Line | NoWay:
        """The charge line to contact (`reach` 0) or to where the target is within `reach` (SK-48 to SK-53, SK-56), not
        longer than R (SK-38). `usable`: the charger may fight across an obstacle that stands between (SK-57)."""

    def points(self, g: Ground, charger: int, target: int, line: Line, watchers: Sequence[int]) -> tuple[int, ...]:
        """The points of a line that are on offer to the other side, by distance moved (SK-C13), ascending."""

    def at(self, g: Ground, charger: int, line: Line, s: int) -> Ground:
        """The charger moved to a point of its line short of the end."""

    def arrived(self, g: Ground, charger: int, target: int, line: Line) -> Ground:
        """The charger at the end of its line: in contact (friends shifted, SK-52), in reach, or across an obstacle."""

    def left(self, g: Ground, charger: int, target: int, line: Line, s: int, reach: int) -> Line:
        """What is left of a line, the charger standing at a point of it, when the target has moved since (SK-94, SK-96)
        or a rescuer is the target now (SK-116). Its points count from 0 again."""

    # -- reactions
    def inch(self, g: Ground, target: int, charger: int, length: int) -> Ground | NoWay:
        """The target moved straight toward the charger by `length`, or until the bases touch (SK-95, SK-96, SK-100)."""

    def closes(self, g: Ground, m: int, enemy: int, length: int, gap: int) -> Ground:
        """A model moved on toward an enemy, by `length` at most and until the gap is `gap` (SK-110, SK-114)."""

    def rescues(
        self, g: Ground, rescuer: int, charger: int, target: int, line: Line, s: int, reach: int
    ) -> tuple[Rescue, ...] | NoWay:
        """The ways for a rescuer at this point of the line: contact, and with `reach` > 0 places without contact, each
        the nearest of its kind (SK-99, SK-100, SK-103, SK-107, SK-115, SK-C13). The charger stands at the point."""

    def flight(self, g: Ground, target: int, charger: int) -> Ground:
        """The target run straight away by its R, as far as the way is free, its back to the charger (SK-125)."""

    def pursuit(self, g: Ground, charger: int, target: int, length: int, reach: int) -> tuple[Ground, bool, bool]:
        """The charger moved after a fugitive by what is left of its move -> (ground, caught, in contact) (SK-128 to
        SK-131)."""

    # -- other moves
    def moves(self, g: Ground, m: int, panicked: bool) -> tuple[Move, ...]:
        """Plain moves on offer (SK-37, SK-C13); a panicked model has none toward a visible enemy (SK-161)."""

    def breakaways(self, g: Ground, m: int) -> tuple[Move, ...]:
        """Moves out of contact on offer (SK-143, SK-C13); none if there is no clear spot (SK-145)."""

    def owed(self, g: Ground, m: int, toward: Slot | None) -> Ground:
        """The move that a model owes: toward its leader, or away from the nearest enemy in sight (SK-12, SK-C8)."""

    # -- names and words
    def renamed(self, g: Ground, new: dict[int, int]) -> Ground:
        """The ground with models named anew."""

    def words(self, g: Ground, m: int) -> str:
        """Where a model stands, in a few words ("at 12, 4.5"; "")."""


@lru_cache(maxsize=256)
def field_of(setup: Setup) -> Field:
    """The field of a fight: one for every set-up."""
    if setup.table is None:
        from coldsteel.rulebooks.skirmish.stated import Stated

        return Stated(setup)
    from coldsteel.rulebooks.skirmish.tabletop import Tabletop

    return Tabletop(setup)
