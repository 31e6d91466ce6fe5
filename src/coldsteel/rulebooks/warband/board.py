"""Where the models of a fight file stand, right or wrong: for an editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coldsteel.battlefield.bases import Place, Shape
from coldsteel.battlefield.board import Board, Stand, figure, points, shape_of, table_of, tables

__all__ = ["board"]

RADIUS = 0.2


def board(values: Mapping[str, Any]) -> Board:
    """Units by their `positions` and `bases` in metres; a side is all controllers that are of one."""
    order = values.get("order")
    names = [str(x) for x in order] if isinstance(order, list | tuple) else []
    given = values.get("sides")
    of = given if isinstance(given, Mapping) else {}
    sides = list(dict.fromkeys(str(of.get(name, name)) for name in names))
    number = {name: sides.index(str(of.get(name, name))) for name in names}
    size = table_of(values.get("table_width"), values.get("table_height"))
    return Board("metre", tuple(_stands(values, number)), (), size, tuple(sides))


def _stands(values: Mapping[str, Any], number: Mapping[str, int]) -> Iterator[Stand]:
    for u, unit in tables(values, "units"):
        counts = [int(figure(row.get("count"), 1.0) or 0) for _, row in tables(unit, "models")]
        at = tuple(Place(x, y) for x, y in points(unit.get("positions")))
        name = str(unit.get("id") or f"#{u + 1}")
        side = number.get(str(unit.get("controller")), 0)
        shapes = tuple(_shapes(unit.get("bases"), counts)) or (shape_of(RADIUS, None, RADIUS),)
        yield Stand(("units", u), name, side, shapes, at, sum(counts), "positions", turns=False)


def _shapes(bases: Any, counts: list[int]) -> Iterator[Shape]:
    """A radius for all, or one a row, for every model in the order of the rows."""
    for row, count in enumerate(counts):
        radius = bases[row] if isinstance(bases, list | tuple) and row < len(bases) else bases
        yield from (shape_of(figure(radius, RADIUS), None, RADIUS) for _ in range(count))
