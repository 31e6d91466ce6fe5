"""Who stands where in the values of a fight file, right or wrong: for an editor that draws them and writes them back.

A book reads its values into a `Board`; everything here works on that and on the values, which are plain dicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round, Shape
from coldsteel.battlefield.lengths import Point, quantised
from coldsteel.battlefield.scene import Scene, Stroke, Token
from coldsteel.battlefield.table import Piece, Table
from coldsteel.errors import BattlefieldError

__all__ = [
    "Board",
    "Stand",
    "bases",
    "figure",
    "lift",
    "pieces",
    "place_all",
    "points",
    "put",
    "scene",
    "shape_of",
    "table_of",
    "tables",
    "turn",
]

Key = tuple[str | int, ...]
LEAST, MOST = 0.01, 1000.0  # of what a base measures, as far as it is drawn


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit, or a model of its own: `key` is the table of its values, `at` the places that it has (none: it is not on
    the table) out of `wanted`. `listed` names the field that lists its places; without one they are `x` and `y`."""

    key: Key
    name: str
    side: int
    shapes: tuple[Shape, ...]  # one for every place, the last for all others
    at: tuple[Place, ...]
    wanted: int = 1
    listed: str = ""
    turns: bool = True

    def shape(self, part: int) -> Shape:
        """The shape of one of its bases."""
        return self.shapes[min(part, len(self.shapes) - 1)]


@dataclass(frozen=True)
class Board:
    """What stands on the table of a fight file; `size` None without edges."""

    unit: str
    stands: tuple[Stand, ...]
    pieces: tuple[Piece, ...] = ()
    size: tuple[float, float] | None = None
    sides: tuple[str, ...] = ("A", "B")


# ---------------------------------------------------------------- reading values, right or wrong
def figure(x: Any, default: float | None = None) -> float | None:
    """A number that can be drawn; `default` for anything else."""
    good = isinstance(x, int | float) and not isinstance(x, bool) and isfinite(x) and abs(x) < 1e5
    return float(x) if good else default


def tables(values: Any, name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The tables of a list, with their numbers; nothing where there is no list."""
    listed = values.get(name) if isinstance(values, Mapping) else None
    for k, x in enumerate(listed if isinstance(listed, list | tuple) else ()):
        if isinstance(x, Mapping):
            yield k, x


def points(x: Any) -> tuple[Point, ...]:
    """A list of points; those that are none are left out."""
    out = []
    for p in x if isinstance(x, list | tuple) else ():
        if isinstance(p, list | tuple) and len(p) >= 2:
            a, b = figure(p[0]), figure(p[1])
            if a is not None and b is not None:
                out.append((a, b))
    return tuple(out)


def shape_of(width: float | None, depth: float | None, default: float) -> Shape:
    """A rectangle, or a round base where only `width` is given: its radius."""
    first = min(max(width if width and width > 0 else default, LEAST), MOST)
    return Round(first) if depth is None else Rectangle(first, min(max(depth if depth > 0 else default, LEAST), MOST))


def pieces(values: Any, name: str, outline: str, label: str, **fields: str) -> Iterator[Piece]:
    """The pieces of terrain of a list, as far as they can be drawn: `fields` are fields of a `Piece` and of the
    file."""
    seen: set[str] = set()
    for k, x in tables(values, name):
        called = str(x.get(label) or f"{name} {k + 1}")
        try:
            given: dict[str, Any] = {ours: bool(x.get(theirs)) for ours, theirs in fields.items() if ours != "cover"}
            cover = x.get(fields["cover"]) if "cover" in fields else ""
            word = "cover" if cover not in (None, "", "none", False) else ""
            piece = Piece(called, points(x.get(outline)), cover=word, **given)
        except BattlefieldError:
            continue
        if called not in seen:
            seen.add(called)
            yield piece


def table_of(width: Any, height: Any) -> tuple[float, float] | None:
    """The size of a table; None where there is none that can be drawn."""
    wide, high = figure(width), figure(height)
    return (wide, high) if wide and high and wide > 0 and high > 0 else None


# ---------------------------------------------------------------- drawing
def bases(board: Board) -> list[tuple[Stand, int, Base]]:
    """Every base on the table in the order in which `scene` draws them: whose, which of its places, where."""
    return [(s, k, Base(s.shape(k), place)) for s in board.stands for k, place in enumerate(s.at)]


def scene(board: Board, title: str, strokes: Sequence[Stroke] = ()) -> Scene:
    """The board to draw. Terrain that lies off the table is left out."""
    table = Table(pieces=board.pieces)
    if board.size is not None:
        edge = Table(*board.size).edge
        table = Table(*board.size, tuple(p for p in board.pieces if edge.intersects(p.shape)))
    tokens = []
    for s in board.stands:
        members = tuple(Base(s.shape(k), place) for k, place in enumerate(s.at))
        if members:
            some = f"{len(members)} of {s.wanted}" if len(members) != s.wanted else ""
            tokens.append(Token(s.name, s.side, members[0], some, s.turns, members))
    return Scene(title, board.unit, table, tuple(tokens), tuple(strokes), board.sides)


# ---------------------------------------------------------------- writing back
def _at(values: Any, key: Key) -> Any:
    for part in key:
        values = values[part]
    return values


def put(values: dict[str, Any], stand: Stand, part: int, to: Point) -> None:
    """Moves one base of a stand to a point."""
    x, y = quantised(to[0]), quantised(to[1])
    table = _at(values, stand.key)
    if not stand.listed:
        table["x"], table["y"] = x, y
        return
    places = [list(p) for p in table[stand.listed]]
    places[part][:2] = [x, y]
    table[stand.listed] = places


def turn(values: dict[str, Any], stand: Stand, facing: float) -> None:
    """Turns a stand, if its facing matters."""
    if stand.turns:
        _at(values, stand.key)["facing"] = quantised(facing % 360.0) % 360.0


def lift(values: dict[str, Any], stand: Stand) -> None:
    """Takes a stand off the table."""
    table = _at(values, stand.key)
    for name in ("facing", *((stand.listed,) if stand.listed else ("x", "y"))):
        table.pop(name, None)


def place_all(values: dict[str, Any], board: Board) -> None:
    """Puts everybody on the table who is not: the sides in two lines that face each other."""
    wide, high = board.size or (16.0, 12.0)
    if board.size is None and board.unit == "metre":
        wide, high = 8.0, 8.0
    for side in sorted({s.side for s in board.stands}):
        waiting = [s for s in board.stands if s.side == side and len(s.at) < s.wanted]
        ahead = 1 if side % 2 == 0 else -1
        y = high * (0.25 if ahead > 0 else 0.75) - ahead * (side // 2) * high / 12
        _line(values, waiting, wide, y, ahead)


def _line(values: dict[str, Any], stands: Sequence[Stand], wide: float, y: float, ahead: int) -> None:
    """Stands side by side along a line, each with its bases in ranks behind its front."""
    extents = [_extent(s) for s in stands]
    room = sum(a for a, _ in extents) + 0.6 * max(0, len(stands) - 1)
    x = max(0.1, (wide - room) / 2)
    for s, (across, step) in zip(stands, extents, strict=True):
        table = _at(values, s.key)
        spots = list(_ranks(s.wanted, x, y, step, ahead))
        if s.listed:
            table[s.listed] = [[quantised(a), quantised(b)] for a, b in spots]
        else:
            table["x"], table["y"] = quantised(x + across / 2), quantised(y)
        if s.turns and ahead < 0:
            table["facing"] = 180.0
        x += across + 0.6


def _extent(s: Stand) -> tuple[float, float]:
    """How wide a stand is in a line, and the step from base to base."""
    sizes = [2 * x.radius if isinstance(x, Round) else max(x.width, x.depth) for x in s.shapes]
    step = max(sizes) * 1.05
    return step * min(s.wanted, 6), step


def _ranks(n: int, x: float, y: float, step: float, ahead: int) -> Iterator[Point]:
    for k in range(n):
        yield x + step * (k % 6 + 0.5), y - ahead * step * (k // 6)
