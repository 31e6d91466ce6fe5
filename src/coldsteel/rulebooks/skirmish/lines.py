"""A charge line on a table as it stands on an agenda: `(length, across, corners, last place, friends shifted)`.

All in hundredths. Points of a line are told by the distance moved on it (SK-88, SK-C13).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from coldsteel.battlefield.bases import Base, Place
from coldsteel.battlefield.contact import overlaps
from coldsteel.battlefield.distances import gap, nearest_point
from coldsteel.battlefield.interception import first_within, within_reach
from coldsteel.battlefield.lengths import GRAIN, Point, hundredths
from coldsteel.battlefield.paths import Path
from coldsteel.battlefield.regions import straightened
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.field import Ground, Line, NoWay
from coldsteel.rulebooks.skirmish.places import LAP, Layout, clear_of_grain, facing_to, settled
from coldsteel.rulebooks.skirmish.ways import SLACK, Way, barred, contact_way, faced, near_way, opposed_way

# concrete throughout: the set-up and the ground

__all__ = ["arrived", "at", "charge_way", "left", "path_of", "points", "rest_of", "written"]


def charge_way(t: Layout, charger: int, target: int, reach: int, limit: float) -> Way | NoWay | None:
    """The way of a charge: across an obstacle, if the charger may fight so and that is shorter, or past it (SK-38)."""
    across = opposed_way(t, charger, target, reach / 100, limit)
    pieces = t.terrain.impassable
    if not reach:
        ways = [across, contact_way(t, charger, target, pieces, limit)]
        return min((w for w in ways if w is not None), key=lambda w: w.length, default=None)
    way = across or near_way(t, charger, target, pieces, reach / 100, limit)
    return None if way is None else _struck_from(t, way, target)


def _struck_from(t: Layout, way: Way, target: int) -> Way | NoWay:
    """By reach one strikes from where the way ends: in sight, in contact with nobody, past no obstacle (SK-55)."""
    enemy, side = t.base(target), t.setup.models[target].side
    if not t.clear_view(way.last, enemy):
        return NoWay("out_of_sight", "SK-32", "a strike without contact needs a line of sight")
    if not way.across and t.terrain.between(way.last, enemy) is not None:
        return NoWay("obstacle", "SK-154", "the obstacle is too big or too wide to fight across")
    if any(t.joined(gap(way.last, t.base(k))) for k in t.living if t.setup.models[k].side == side):
        return NoWay("contact", "SK-55", "a charge by reach ends without contact")
    return way


# ---------------------------------------------------------------- written and read
def written(way: Way) -> Line:
    """A way as a line."""
    x, y, facing, _ = way.last.place.grains()
    shifts = tuple((Slot(k), b.place.grains()[:3]) for k, b in way.shifts)
    return way.length, int(way.across), _corners(way.path.points), (x, y, facing), shifts


def _corners(path: Sequence[Point]) -> tuple[tuple[int, int], ...]:
    """The corners of a path in hundredths; what bends by less than the grain is straight."""
    return tuple((hundredths(x), hundredths(y)) for x, y in straightened(path, SLACK))


def path_of(line: Line) -> Path:
    """The path of the centre of the base."""
    return Path(tuple((x / 100, y / 100) for x, y in line[2]))


def _along(line: Line, path: Path, s: int) -> float:
    """Where on the path a point of the line is: the corners in hundredths may make it a trifle longer or shorter."""
    return min(path.length, s * path.length / line[0]) if line[0] else 0.0


def rest_of(line: Line, s: int) -> Path:
    """The path from a point of the line on."""
    path = path_of(line)
    return path.rest(_along(line, path, s))


def _placed(t: Layout, m: int, place: tuple[int, int, int]) -> Base:
    return Base(t.setup.models[m].base, Place(*(n / 100 for n in place)))


def _shifts(t: Layout, line: Line) -> list[tuple[int, Base]]:
    """The friends who make room, but for those who are gone."""
    return [(k, _placed(t, k, place)) for k, place in line[4] if t.there(k)]


# ---------------------------------------------------------------- the charger on its line
def points(t: Layout, charger: int, target: int, line: Line, watchers: Sequence[int]) -> tuple[int, ...]:
    """Start, every full inch, end, and the first and last points at which a waiting model can strike the charger or
    come to it (SK-C13)."""
    found = {0, line[0], *range(0, line[0], 100)}
    for m in (k for k in watchers if t.there(k)):
        for reach in _reaches(t, m, target):
            found.update(min(line[0], max(0, s)) for s in _ends(line, t.base(charger), t.base(m), reach))
    return tuple(sorted(found))


def _reaches(t: Layout, m: int, target: int) -> set[int]:
    """How far a waiting model strikes, and how far it comes; the target of the charge comes only its inch."""
    p = t.setup.models[m]
    strikes = {w.reach + p.extra_reach for w in p.weapons if w.cc_modifier is not None}
    return strikes if m == target else {*strikes, p.r + max(strikes)}


def _ends(line: Line, base: Base, watcher: Base, reach: int) -> Iterator[int]:
    """The first and the last point of a line that lie within reach of a base, rounded to the inside."""
    path = path_of(line)
    scale = line[0] / path.length if path.length else 0.0
    spans = within_reach(path, base, watcher, reach / 100)
    if spans:
        yield ceil(spans[0][0] * scale - 1e-6)
        yield floor(spans[-1][1] * scale + 1e-6)


def at(t: Layout, charger: int, line: Line, s: int) -> Ground:
    """The charger at a point of its line, facing the way it went; friends have made room (SK-52)."""
    if s >= line[0]:
        return arrived(t, charger, line)
    if s <= 0:
        return t.moved(*_shifts(t, line))
    path = path_of(line)
    along = _along(line, path, s)
    here, back = path.at(along), path.at(max(0.0, along - 0.05))
    there = facing_to(t.base(charger), here, (2 * here[0] - back[0], 2 * here[1] - back[1]))
    return t.moved((charger, clear_of_grain(there)), *_shifts(t, line))


def arrived(t: Layout, charger: int, line: Line) -> Ground:
    """The charger at the end of its line: in contact, in reach, or across an obstacle."""
    return t.moved((charger, _placed(t, charger, line[3])), *_shifts(t, line))


# ---------------------------------------------------------------- what is left of it
def left(t: Layout, charger: int, target: int, line: Line, s: int, reach: int) -> Line:
    """What is left from the point where the charger stands, when the target has moved since or another is the target
    now (SK-96, SK-116): it ends where this target is met. Its points count from 0 again."""
    rest, enemy, last = rest_of(line, s), t.base(target), _placed(t, charger, line[3])
    over = bool(line[1]) and t.terrain.between(last, enemy) is not None  # whoever takes over is on this side of it
    near = max(reach, hundredths(gap(last, enemy))) if over else reach
    met = first_within(rest, last, enemy, near / 100)
    if (met is None or met >= rest.length - LAP) and _meets(t, last, enemy, near):
        return hundredths(rest.length), int(over), _corners(rest.points), line[3], line[4]
    cut = rest if met is None else rest.cut(met)
    end = settled(faced(last, cut.end, enemy, near / 100), lambda b: _meets(t, b, enemy, near))
    if met is None or not _meets(t, end, enemy, near) or barred(t, charger, (), but=(target,)).met(end):
        again = charge_way(t, charger, target, reach, rest.length + SLACK)
        if isinstance(again, Way):
            return written(again)
        cut, end = _before(t, charger, target, cut)
    return (*written(Way(cut, end))[:4], line[4])


def _before(t: Layout, charger: int, target: int, path: Path) -> tuple[Path, Base]:
    """The last place on a path where the charger can stand: it doesn't get as far as its target."""
    bars, s = barred(t, charger, (), but=(target,)), path.length
    enemy = t.base(target)
    while True:
        cut = path.cut(s)
        end = clear_of_grain(facing_to(t.base(charger), cut.end, nearest_point(enemy, cut.end)))
        if s <= 0 or not (bars.met(end) or overlaps(end, enemy, LAP)):
            return cut, end
        s = max(0.0, s - GRAIN)


def _meets(t: Layout, base: Base, enemy: Base, reach: int) -> bool:
    """Does a base at the end of a line touch the target, or have it in reach?"""
    apart = gap(base, enemy)
    return (hundredths(apart) <= reach if reach else t.joined(apart)) and not overlaps(base, enemy, LAP)
