"""Where the models of a fight file stand, right or wrong: for an editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coldsteel.battlefield.bases import Place, Shape
from coldsteel.battlefield.board import Board, Stand, figure, pieces, points, shape_of, table_of, tables

__all__ = ["board"]

STEP_MM = 25.0


def board(values: Mapping[str, Any]) -> Board:
    """Groups by their `positions`, in steps, and `base`, in millimetres; terrain by its `footprint`."""
    table, numbers = values.get("table"), values.get("parameters")
    given = table if isinstance(table, Mapping) else {}
    step = figure(numbers.get("step_mm")) if isinstance(numbers, Mapping) else None
    ground = pieces(values, "terrain", "footprint", "id", cover="cover")
    size = table_of(given.get("width"), given.get("height"))
    return Board("step", tuple(_stands(values, step or STEP_MM)), tuple(ground), size)


def _stands(values: Mapping[str, Any], step: float) -> Iterator[Stand]:
    for s, force in tables(values, "sides"):
        for u, unit in tables(force, "units"):
            for g, group in tables(unit, "groups"):
                facing = figure(group.get("facing"), 0.0) or 0.0
                at = tuple(Place(x, y, facing) for x, y in points(group.get("positions")))
                several = isinstance(unit.get("groups"), list | tuple) and len(unit["groups"]) > 1
                name = str(unit.get("id") or f"#{u + 1}")
                called = f"{name}/{group.get('name') or g + 1}" if several else name
                wanted = int(figure(group.get("models"), 1.0) or 0)
                shape = _shape(group.get("base"), step)
                key = ("sides", s, "units", u, "groups", g)
                turns = isinstance(group.get("base"), list | tuple)
                yield Stand(key, called, s, (shape,), at, wanted, "positions", turns)


def _shape(base: Any, step: float) -> Shape:
    """A diameter, or [width, depth] (WL-1)."""
    if isinstance(base, list | tuple) and len(base) == 2:
        wide, deep = (figure(x, STEP_MM) or STEP_MM for x in base)
        return shape_of(wide / step, deep / step, 1.0)
    return shape_of((figure(base, STEP_MM) or STEP_MM) / step / 2, None, 0.5)
