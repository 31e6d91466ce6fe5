"""What a fight file says of a table: its size, terrain, doors (ledger section 3, fields marked *(table)*)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from coldsteel.battlefield.table import Piece, Table
from coldsteel.rulebooks.sheets import Sheet

__all__ = ["CoverName", "DoorGiven", "Outline", "Spot", "TableGiven", "TerrainGiven", "piece_of", "table_of"]

CoverName = Literal["none", "light", "medium", "heavy"]
Length = Annotated[float, Field(ge=-500, le=500)]
Spot = tuple[Length, Length]
Outline = Annotated[tuple[Spot, ...], Field(max_length=60)]


class TableGiven(Sheet):
    """The table, from (0, 0). Without it the places lie on open ground without edges."""

    width: Annotated[float, Field(gt=0, le=500, description="inches along x (TR-74)")]
    height: Annotated[float, Field(gt=0, le=500, description="inches along y (TR-74)")]


class TerrainGiven(Sheet):
    """A piece of terrain on the table."""

    name: Annotated[str, Field(min_length=1, max_length=60, description="name of the piece, unique in the fight")]
    shape: Annotated[
        Outline, Field(min_length=3, description="corners in order round, [[x, y], ...] in inches (TR-74)")
    ]
    impassable: Annotated[bool, Field(description="nobody may stand in it or cross it (TR-74)")] = False
    cover: Annotated[CoverName, Field(description="cover of a Group of which every man stands in it (TR-27)")] = "none"


class DoorGiven(Sheet):
    """A door of a building, or an entrance of a dugout."""

    floor: Annotated[int, Field(ge=0, le=11, description="the floor that it leads to (TR-88)")] = 0
    at: Annotated[Spot, Field(description="its place, [x, y] in inches (TR-90, TR-101)")]


def piece_of(given: TerrainGiven) -> Piece:
    """A piece of terrain as the battlefield has it.

    Raises `BattlefieldError` for an outline that crosses itself.
    """
    cover = "" if given.cover == "none" else given.cover
    return Piece(given.name, given.shape, impassable=given.impassable, cover=cover)


def table_of(given: TableGiven | None, pieces: tuple[Piece, ...]) -> Table:
    """The table with its terrain. Raises `BattlefieldError` for what can't lie on it."""
    return Table(pieces=pieces) if given is None else Table(given.width, given.height, pieces)
