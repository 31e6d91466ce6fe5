"""A fight on a table: the field that reads places and shapes (SK-4, SK-32, SK-38, SK-C11, SK-C13).

Lengths are whole hundredths here and inches in the modules that do the geometry. Whatever was worked out is kept, for
the same ground is asked the same again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish import interceptions, lines, runs
from coldsteel.rulebooks.skirmish.field import Ground, Line, Move, NoWay, Rescue
from coldsteel.rulebooks.skirmish.places import Layout, Terrain, opening
from coldsteel.rulebooks.skirmish.setup import Obstacle, Setup

# concrete throughout: the set-up and the ground

__all__ = ["Tabletop", "opening"]

KEPT = 1 << 16
"""So many answers of a kind are kept; then they are forgotten."""

P = ParamSpec("P")
T = TypeVar("T")


def _kept(method: Callable[Concatenate[Tabletop, P], T]) -> Callable[Concatenate[Tabletop, P], T]:
    """A method whose answers are kept, by its arguments."""
    name = method.__name__

    @wraps(method)
    def asked(self: Tabletop, *args: P.args, **kwargs: P.kwargs) -> T:
        known = self.known.setdefault(name, {})
        if args in known and not kwargs:
            answer: T = known[args]
            return answer
        if len(known) >= KEPT:
            known.clear()
        answer = known[args] = method(self, *args, **kwargs)
        return answer

    return cast("Callable[Concatenate[Tabletop, P], T]", asked)


class Tabletop:
    """The field of a fight on a table."""

    def __init__(self, setup: Setup) -> None:
        """The field of this fight."""
        assert setup.table is not None
        self.setup, self.terrain = setup, Terrain(setup.table.pieces)
        self.known: dict[str, dict[Any, Any]] = {}

    def start(self) -> Ground:
        """The ground at the start."""
        return self.setup.opening

    @_kept
    def layout(self, g: Ground) -> Layout:
        """The ground, read as bases."""
        return Layout(self.setup, self.terrain, g)

    # -- who stands where
    def there(self, g: Ground, m: int) -> bool:
        """Is the model alive and in play?"""
        return g[0][m] is not None

    def without(self, g: Ground, m: int) -> Ground:
        """With a model taken off (SK-80)."""
        return self.layout(g).without(m)

    def gap(self, g: Ground, a: int, b: int) -> int:
        """The distance between two bases, at closest; 0 for those that touch, -1 if one of them is gone."""
        return self.layout(g).gap(a, b)

    def touching(self, g: Ground, a: int, b: int) -> bool:
        """Do two enemies touch, or are they marked (SK-4, SK-5)?"""
        return self.layout(g).touching(a, b)

    @_kept
    def touched_by(self, g: Ground, m: int) -> tuple[Slot, ...]:
        """The enemies that a model is in contact with."""
        return self.layout(g).touched_by(m)

    @_kept
    def sees(self, g: Ground, a: int, b: int) -> bool:
        """Is there a line of sight (SK-32)?"""
        return self.layout(g).sees(a, b)

    @_kept
    def in_view(self, g: Ground, watcher: int, other: int) -> bool:
        """Is the other in sight and in the watcher's field of view (SK-85)?"""
        return self.layout(g).in_view(watcher, other)

    @_kept
    def between(self, g: Ground, a: int, b: int) -> Obstacle | None:
        """The obstacle that two enemies would fight across (SK-154)."""
        return self.layout(g).between(a, b)

    # -- charges
    @_kept
    def line(self, g: Ground, charger: int, target: int, reach: int, usable: bool) -> Line | NoWay:
        """The charge line `(length, across, corners, last place, friends shifted)` (SK-38, SK-48 to SK-57). Whether an
        obstacle is `usable` shows where the line ends: seen aslant from its start it may look too wide."""
        t, r = self.layout(g), self.setup.models[charger].r
        found = lines.charge_way(t, charger, target, reach, r / 100)
        if found is None:
            return self._no_line(t, charger, target, reach)
        return found if isinstance(found, NoWay) else lines.written(found)

    def _no_line(self, t: Layout, charger: int, target: int, reach: int) -> NoWay:
        r = self.setup.models[charger].r
        beyond = t.gap(charger, target) - reach > r
        if beyond or lines.charge_way(t, charger, target, reach, 2 * r / 100 + 6) is not None:
            return NoWay("out_of_range", "SK-38", "the target is beyond movement and reach")
        return NoWay("no_path", "SK-43", "no path, or no room at the target")

    def points(self, g: Ground, charger: int, target: int, line: Line, watchers: Sequence[int]) -> tuple[int, ...]:
        """Start, every full inch, end, and the first and last points at which a waiting model can strike the charger
        or come to it (SK-C13)."""
        return self._points(g, charger, target, line, tuple(watchers))

    @_kept
    def _points(self, g: Ground, charger: int, target: int, line: Line, watchers: tuple[int, ...]) -> tuple[int, ...]:
        return lines.points(self.layout(g), charger, target, line, watchers)

    @_kept
    def at(self, g: Ground, charger: int, line: Line, s: int) -> Ground:
        """The charger at a point of its line short of the end."""
        return lines.at(self.layout(g), charger, line, s)

    @_kept
    def arrived(self, g: Ground, charger: int, target: int, line: Line) -> Ground:
        """The charger at the end of its line: in contact, in reach, or across an obstacle."""
        return lines.arrived(self.layout(g), charger, line)

    @_kept
    def left(self, g: Ground, charger: int, target: int, line: Line, s: int, reach: int) -> Line:
        """What is left of a line from the point on it where the charger stands (SK-96, SK-116)."""
        return lines.left(self.layout(g), charger, target, line, s, reach)

    # -- reactions
    @_kept
    def inch(self, g: Ground, target: int, charger: int, length: int) -> Ground | NoWay:
        """The target moved straight toward the charger (SK-95, SK-96, SK-100)."""
        return interceptions.inch(self.layout(g), target, charger, length / 100)

    @_kept
    def closes(self, g: Ground, m: int, enemy: int, length: int, gap: int) -> Ground:
        """A model moved on toward an enemy (SK-110, SK-114)."""
        return runs.closes(self.layout(g), m, enemy, length / 100, gap / 100)

    @_kept
    def rescues(
        self, g: Ground, rescuer: int, charger: int, target: int, line: Line, s: int, reach: int
    ) -> tuple[Rescue, ...] | NoWay:
        """The ways for a rescuer to the charger at this point of its line (SK-99 to SK-103, SK-107, SK-115)."""
        return interceptions.rescues(self.layout(g), rescuer, charger, lines.rest_of(line, s), reach / 100)

    @_kept
    def flight(self, g: Ground, target: int, charger: int) -> Ground:
        """The target run away from the charger (SK-125, SK-126)."""
        return runs.flight(self.layout(g), target, charger)

    @_kept
    def pursuit(self, g: Ground, charger: int, target: int, length: int, reach: int) -> tuple[Ground, bool, bool]:
        """The charger moved after a fugitive (SK-128 to SK-131)."""
        return runs.pursuit(self.layout(g), charger, target, length / 100, reach / 100)

    # -- other moves
    @_kept
    def moves(self, g: Ground, m: int, panicked: bool) -> tuple[Move, ...]:
        """Plain moves on offer (SK-37, SK-C13)."""
        return runs.moves(self.layout(g), m, panicked)

    @_kept
    def breakaways(self, g: Ground, m: int) -> tuple[Move, ...]:
        """Moves out of contact on offer (SK-143, SK-145)."""
        return runs.breakaways(self.layout(g), m)

    @_kept
    def owed(self, g: Ground, m: int, toward: Slot | None) -> Ground:
        """The move that a model owes (SK-12, SK-C8)."""
        return runs.owed(self.layout(g), m, toward)

    # -- names and words
    def renamed(self, g: Ground, new: dict[int, int]) -> Ground:
        """The ground with models named anew."""
        places = list(g[0])
        for m, place in enumerate(g[0]):
            places[new.get(m, m)] = place
        marks = ((new.get(a, a), new.get(b, b)) for a, b in g[1])
        return tuple(places), tuple(sorted((min(pair), max(pair)) for pair in marks))

    def words(self, g: Ground, m: int) -> str:
        """Where a model stands."""
        place = g[0][m]
        return "" if place is None else f"at {place[0] / 100:g}, {place[1] / 100:g}"
