"""A fight stated without a table (ledger 3.4, SK-C13): who is there, and the gap between each two enemies.

All are in sight of each other, ways are free and room is not checked. The ground is `(there, gaps, n)`: 1 or 0 for
every model; hundredths of an inch for every pair of a model of side A and one of side B, -1 where one of them is gone;
and how many models side A has (the first of all), so that a ground by itself says whose gaps they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.field import Ground, Line, Move, NoWay, Rescue
from coldsteel.rulebooks.skirmish.setup import Obstacle, Setup

# concrete throughout: the set-up and the ground

__all__ = ["FAR", "INCH", "Stated", "opening"]

INCH = 100
FAR = 72 * INCH
"""No gap grows beyond this: who is that far off has left the fight. So a fight has finitely many states."""


def opening(sides: Sequence[int], gaps: Mapping[tuple[int, int], int], gone: Collection[int] = ()) -> Ground:
    """The ground at the start: the side of every model, the gap of every pair of enemies (in either order), and who is
    dead already.

    Raises `KeyError` for a pair of enemies without a gap (ledger 3.4: it is required).
    """
    there = tuple(0 if m in gone else 1 for m in range(len(sides)))
    pairs = product(*([m for m, side in enumerate(sides) if side == s] for s in (0, 1)))
    found = tuple(_stated(gaps, a, b) if there[a] and there[b] else -1 for a, b in pairs)
    return there, found, sum(1 for side in sides if side == 0)


def _stated(gaps: Mapping[tuple[int, int], int], a: int, b: int) -> int:
    return gaps[a, b] if (a, b) in gaps else gaps[b, a]


class Stated:
    """The field of a fight without a table."""

    def __init__(self, setup: Setup) -> None:
        """The field of this fight."""
        self.setup = setup
        self._pairs = tuple(product(setup.slots(0), setup.slots(1)))
        self._index: dict[tuple[int, int], int] = {
            pair: k for k, (a, b) in enumerate(self._pairs) for pair in ((a, b), (b, a))
        }
        self._foes = tuple(setup.foes(m) for m in range(len(setup.models)))

    def start(self) -> Ground:
        """The ground at the start."""
        return self.setup.opening

    # -- who stands where
    def there(self, g: Ground, m: int) -> bool:
        """Is the model alive and in play?"""
        return bool(g[0][m])

    def without(self, g: Ground, m: int) -> Ground:
        """With a model taken off (SK-80)."""
        there = tuple(0 if k == m else x for k, x in enumerate(g[0]))
        return there, tuple(-1 if m in pair else x for pair, x in zip(self._pairs, g[1], strict=True)), g[2]

    def gap(self, g: Ground, a: int, b: int) -> int:
        """The distance between two enemies. Raises `KeyError` for two friends, whose distance is not stated."""
        gap: int = g[1][self._index[a, b]]
        return gap

    def touching(self, g: Ground, a: int, b: int) -> bool:
        """Is the gap between two enemies 0, with no obstacle between them (SK-4, SK-159)?"""
        return self.gap(g, a, b) == 0 and self.between(g, a, b) is None

    def touched_by(self, g: Ground, m: int) -> tuple[Slot, ...]:
        """The enemies that a model is in contact with."""
        return tuple(e for e in self._foes[m] if self.touching(g, m, e))

    def sees(self, g: Ground, a: int, b: int) -> bool:
        """All see each other (ledger 3.4)."""
        return self.there(g, a) and self.there(g, b)

    def in_view(self, g: Ground, watcher: int, other: int) -> bool:
        """What is stated of the waiting model (SK-85); its field of view may be ruled to mean nothing."""
        stated = self.setup.models[watcher].in_view or self.setup.rulings.waiting_view == "none"
        return stated and self.sees(g, watcher, other)

    def between(self, g: Ground, a: int, b: int) -> Obstacle | None:
        """The obstacle stated for two enemies (SK-154)."""
        across = self.setup.across
        return (across.get((a, b)) or across.get((b, a))) if across else None

    # -- charges
    def line(self, g: Ground, charger: int, target: int, reach: int, usable: bool) -> Line | NoWay:
        """The charge line: `(length, across, target, gap at its end)`. Across an obstacle it ends at a gap equal to the
        width (SK-C13), and by reach at that much more (SK-157)."""
        obstacle = self.between(g, charger, target)
        if obstacle is not None and not usable:
            return NoWay("obstacle", "SK-154", "the obstacle is too big or too wide to fight across")
        gap = self.gap(g, charger, target)
        end = min(gap, reach + (obstacle.width if obstacle else 0))
        if gap - end > self.setup.models[charger].r:
            return NoWay("out_of_range", "SK-38", "the target is beyond movement and reach")
        return gap - end, int(obstacle is not None), Slot(target), end

    def points(self, g: Ground, charger: int, target: int, line: Line, watchers: Sequence[int]) -> tuple[int, ...]:
        """Start, every full inch, end, and where the target can first strike (SK-C13). To other models the gaps stay
        as they are, so what they can do at the start they can do all along."""
        length, end = line[0], line[3]
        strikes = {length + end - reach for reach in self._reaches(target)} if target in watchers else set()
        inches = range(0, length, INCH)
        return tuple(sorted({*inches, *(s for s in strikes if 0 < s < length), length}))

    def _reaches(self, m: int) -> set[int]:
        """The reaches of a model's attacks (SK-28)."""
        p = self.setup.models[m]
        return {w.reach + p.extra_reach for w in p.weapons if w.cc_modifier is not None}

    def at(self, g: Ground, charger: int, line: Line, s: int) -> Ground:
        """The charger moved to a point of its line: only the gap to its target changes (SK-C13)."""
        length, _, target, end = line
        return self._with(g, charger, target, end + length - s)

    def arrived(self, g: Ground, charger: int, target: int, line: Line) -> Ground:
        """The charger at the end of its line."""
        return self._with(g, charger, target, line[3])

    def left(self, g: Ground, charger: int, target: int, line: Line, s: int, reach: int) -> Line:
        """What is left of a line when target or charger have moved since, or a rescuer is the target now (SK-96,
        SK-116). Its points count from 0 again."""
        obstacle = self.between(g, charger, target)
        gap = self.gap(g, charger, target)
        end = min(gap, reach + (obstacle.width if obstacle else 0))
        return gap - end, int(obstacle is not None), Slot(target), end

    # -- reactions
    def inch(self, g: Ground, target: int, charger: int, length: int) -> Ground | NoWay:
        """The target moved straight toward the charger, until the bases touch at most (SK-95, SK-96). An obstacle
        between them bars the way, unless the conditions of a rescuer do not bind the target (SK-R14)."""
        bound = self.setup.rulings.counter_conditions == "path_and_priority"
        if bound and self.between(g, charger, target) is not None:
            return NoWay("no_way", "SK-100", "the way to the charger crosses an obstacle")
        return self.closes(g, target, charger, length, 0)

    def closes(self, g: Ground, m: int, enemy: int, length: int, gap: int) -> Ground:
        """A model moved on toward an enemy (SK-110, SK-114); at an obstacle it stops."""
        obstacle = self.between(g, m, enemy)
        now = self.gap(g, m, enemy)
        least = max(gap, obstacle.width if obstacle else 0)
        return self._with(g, m, enemy, min(now, max(least, now - length)))

    def rescues(
        self, g: Ground, rescuer: int, charger: int, target: int, line: Line, s: int, reach: int
    ) -> tuple[Rescue, ...] | NoWay:
        """Contact, and with a reach a place beside the line and one on it, if that is stated to be possible
        (`interceptable`, SK-99)."""
        if not self.setup.models[rescuer].interceptable:
            return NoWay("out_of_reach", "SK-103", "no point of the charge line is within its movement and reach")
        if self.between(g, rescuer, charger) is not None:
            return NoWay("no_way", "SK-100", "the way to the charger crosses an obstacle")
        ways = [Rescue("contact", self._with(g, rescuer, charger, 0), True, False)]
        if reach:
            gap, rest = min(self.gap(g, rescuer, charger), reach), line[0] - s
            ways.append(Rescue("beside the line", self._with(g, rescuer, charger, gap), False, False))
            # who stands on the rest of the line is no farther off than the line is long
            if rest > 0:
                ways.append(Rescue("on the line", self._with(g, rescuer, charger, min(gap, rest)), False, True))
        return tuple(ways)

    def flight(self, g: Ground, target: int, charger: int) -> Ground:
        """R more between the fugitive and the charger, nobody else (SK-C13)."""
        return self._with(g, charger, target, self.gap(g, charger, target) + self.setup.models[target].r)

    def pursuit(self, g: Ground, charger: int, target: int, length: int, reach: int) -> tuple[Ground, bool, bool]:
        """After a fugitive: into contact if the move suffices, else into reach (SK-129 to SK-131)."""
        gap, obstacle = self.gap(g, charger, target), self.between(g, charger, target)
        width = obstacle.width if obstacle else 0
        if gap <= width + length:
            return self._with(g, charger, target, min(gap, width)), True, obstacle is None
        if gap <= width + length + reach:
            return self._with(g, charger, target, width + reach), True, False
        return self._with(g, charger, target, gap - length), False, False

    # -- other moves
    def moves(self, g: Ground, m: int, panicked: bool) -> tuple[Move, ...]:
        """The same whole inches nearer to all enemies, 1 inch short of the nearest, or away from all (SK-C13)."""
        gaps = [self.gap(g, m, e) for e in self._foes[m] if self.there(g, e)]
        if not gaps:
            return ()
        full = self.setup.models[m].r // INCH
        nearer = min(full, (min(gaps) - INCH) // INCH)
        found = []
        if nearer > 0 and not panicked:
            found.append(Move("toward the enemy", self._shifted(g, m, -nearer * INCH), nearer * INCH))
        if full > 0 and min(gaps) < FAR:
            found.append(Move("away from the enemy", self._shifted(g, m, full * INCH), full * INCH))
        return tuple(found)

    def breakaways(self, g: Ground, m: int) -> tuple[Move, ...]:
        """A gap of R to each former contact (SK-C13); a model that cannot move has no clear spot to go to (SK-145)."""
        r = self.setup.models[m].r
        if r <= 0:
            return ()
        for e in self.touched_by(g, m):
            g = self._with(g, m, e, r)
        return (Move("clear of the enemy", g, r),)

    def owed(self, g: Ground, m: int, toward: Slot | None) -> Ground:
        """Away from all enemies by whole inches. Where a leader stands is not stated: the way to it changes no gap."""
        return g if toward is not None else self._shifted(g, m, self.setup.models[m].r // INCH * INCH)

    # -- names and words
    def renamed(self, g: Ground, new: dict[int, int]) -> Ground:
        """The ground with models named anew."""
        there, gaps = list(g[0]), list(g[1])
        for m, x in enumerate(g[0]):
            there[new.get(m, m)] = x
        for (a, b), x in zip(self._pairs, g[1], strict=True):
            gaps[self._index[new.get(a, a), new.get(b, b)]] = x
        return tuple(there), tuple(gaps), g[2]

    def words(self, g: Ground, m: int) -> str:
        """How far a model is from its enemies."""
        near = [e for e in self._foes[m] if self.there(g, m) and self.there(g, e)]
        return ", ".join(f"{self.gap(g, m, e) / INCH:g} from {self.setup.models[e].name}" for e in near)

    # -- the next ground
    def _with(self, g: Ground, a: int, b: int, gap: int) -> Ground:
        k, gaps = self._index[a, b], g[1]
        return (g[0], (*gaps[:k], min(gap, max(FAR, gaps[k])), *gaps[k + 1 :]), g[2]) if gaps[k] != gap else g

    def _shifted(self, g: Ground, m: int, by: int) -> Ground:
        """With every gap of a model changed by as much."""
        pairs = zip(self._pairs, g[1], strict=True)
        shifted = tuple(min(x + by, max(FAR, x)) if m in pair and x >= 0 else x for pair, x in pairs)
        return g[0], shifted, g[2]
