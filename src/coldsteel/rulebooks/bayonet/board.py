"""Where the units of a fight file stand, right or wrong: for an editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coldsteel.battlefield.bases import Base, Place
from coldsteel.battlefield.board import Board, Stand, figure, points, shape_of, table_of, tables
from coldsteel.battlefield.table import Piece
from coldsteel.errors import BattlefieldError

__all__ = ["board"]


def board(values: Mapping[str, Any]) -> Board:
    """Units by their `x`, `y`, `facing`, `width` and `depth` in inches; buildings and impassable ground."""
    size = table_of(values.get("table_width", 72.0), values.get("table_height", 48.0))
    return Board("inch", tuple(_stands(values)), tuple(_pieces(values)), size)


def _stands(values: Mapping[str, Any]) -> Iterator[Stand]:
    for s, force in tables(values, "sides"):
        for u, unit in tables(force, "units"):
            if unit.get("formation") == "garrison":  # it is in its building
                continue
            x, y = figure(unit.get("x")), figure(unit.get("y"))
            there = x is not None and y is not None
            at = (Place(x or 0.0, y or 0.0, figure(unit.get("facing"), 0.0) or 0.0),) if there else ()
            name = str(unit.get("id") or f"#{u + 1}")
            yield Stand(("sides", s, "units", u), name, s, (_shape(unit),), at)


def _shape(unit: Mapping[str, Any]) -> Any:
    width, depth = figure(unit.get("width"), 6.0), figure(unit.get("depth"), 2.0)
    if unit.get("formation") == "square":
        side = figure(unit.get("square_side")) or max((width or 6.0) / 2, depth or 2.0)  # concrete: the file
        return shape_of(side, side, 3.0)
    return shape_of(width, depth, 2.0)


def _pieces(values: Mapping[str, Any]) -> Iterator[Piece]:
    for k, outline in enumerate(values.get("impassable") or ()):
        try:
            yield Piece(f"impassable {k + 1}", points(outline), impassable=True)
        except BattlefieldError:
            continue
    for k, b in tables(values, "buildings"):
        x, y = figure(b.get("x")), figure(b.get("y"))
        if x is not None and y is not None:
            place = Place(x, y, figure(b.get("facing"), 0.0) or 0.0)
            base = Base(shape_of(figure(b.get("width"), 4.0), figure(b.get("depth"), 4.0), 4.0), place)
            yield Piece(str(b.get("id") or f"building {k + 1}"), base.corners(), floors=2)
