"""Where the models of a fight file stand, right or wrong: for an editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coldsteel.battlefield.bases import Place, Shape
from coldsteel.battlefield.board import Board, Stand, figure, pieces, shape_of, table_of, tables

__all__ = ["board"]


def board(values: Mapping[str, Any]) -> Board:
    """Models by their `x`, `y`, `facing` and `base` in inches; terrain by its `shape`."""
    table = values.get("table")
    given = table if isinstance(table, Mapping) else {}
    ground = pieces(values, "terrain", "shape", "name", impassable="impassable", blocks_sight="blocks_los")
    return Board("inch", tuple(_stands(values)), tuple(ground), table_of(given.get("width"), given.get("height")))


def _stands(values: Mapping[str, Any]) -> Iterator[Stand]:
    for s, force in tables(values, "sides"):
        for u, unit in tables(force, "units"):
            for m, model in tables(unit, "models"):
                x, y = figure(model.get("x")), figure(model.get("y"))
                there = x is not None and y is not None
                at = (Place(x or 0.0, y or 0.0, figure(model.get("facing"), 0.0) or 0.0),) if there else ()
                name = str(model.get("name") or f"#{m + 1}")
                yield Stand(("sides", s, "units", u, "models", m), name, s, (_shape(model.get("base")),), at)


def _shape(base: Any) -> Shape:
    """A radius, or [length, width] (SK-4)."""
    if isinstance(base, list | tuple) and len(base) == 2:
        return shape_of(figure(base[1], 1.0), figure(base[0], 1.0), 1.0)
    return shape_of(figure(base, 0.5), None, 0.5)
