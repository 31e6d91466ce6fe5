"""The table: its edges and the pieces of terrain on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from coldsteel.battlefield.lengths import Point
from coldsteel.errors import BattlefieldError

if TYPE_CHECKING:
    from shapely import Polygon

__all__ = ["OPEN", "Piece", "Stairs", "Table"]


@dataclass(frozen=True, slots=True)
class Stairs:
    """Staircases between two floors of a building: how many, and where (the middle of each, if it matters)."""

    low: int
    high: int
    number: int = 1
    at: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Piece:
    """A piece of terrain. What `size` (a height class) and `cover` mean is the business of a book.

    Raises `BattlefieldError` for an outline that crosses itself or has no area.
    """

    name: str
    outline: tuple[Point, ...]
    height: float = 0.0
    size: float = 0.0
    impassable: bool = False
    blocks_sight: bool = False
    cover: str = ""
    obstacle_width: float | None = None  # given by hand; else measured along a line (see `sight.thickness`)
    floors: int = 1
    stairs: tuple[Stairs, ...] = ()

    def __post_init__(self) -> None:
        if len(self.outline) < 3:
            raise BattlefieldError(f"{self.name}: an outline has three corners or more")
        shape = self.shape
        if not shape.is_valid or shape.area <= 0:
            raise BattlefieldError(f"{self.name}: its outline crosses itself or has no area")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.outline, self.height, self.size, self.impassable, self.blocks_sight))

    @cached_property
    def shape(self) -> Polygon:
        """The outline as a polygon."""
        import shapely

        return shapely.Polygon(self.outline)


@dataclass(frozen=True)
class Table:
    """A table from (0, 0) to (width, height), or without edges, and its terrain.

    Raises `BattlefieldError` for a piece that lies wholly off the table, and for two pieces of one name.
    """

    width: float = inf
    height: float = inf
    pieces: tuple[Piece, ...] = field(default=())

    def __post_init__(self) -> None:
        if not (self.width > 0 and self.height > 0):
            raise BattlefieldError(f"a table of {self.width} by {self.height} has no room")
        names = [p.name for p in self.pieces]
        for name in names:
            if names.count(name) > 1:
                raise BattlefieldError(f"two pieces of terrain are called '{name}'")
        for p in self.pieces:
            if self.bounded and not self.edge.intersects(p.shape):
                raise BattlefieldError(f"{p.name}: it lies off the table of {self.width:g} by {self.height:g}")

    @property
    def bounded(self) -> bool:
        """Has the table edges?"""
        return self.width < inf and self.height < inf

    @cached_property
    def edge(self) -> Polygon:
        """The table as a polygon; only for one with edges."""
        import shapely

        return shapely.Polygon(((0, 0), (self.width, 0), (self.width, self.height), (0, self.height)))


OPEN = Table()
"""A table without edges and terrain."""
