"""Where the men of a fight file stand, right or wrong: for an editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coldsteel.battlefield.bases import Place
from coldsteel.battlefield.board import Board, Stand, figure, pieces, points, shape_of, table_of, tables
from coldsteel.battlefield.table import Piece
from coldsteel.errors import BattlefieldError

__all__ = ["board"]

KINDS = ("plain", "bombers", "trench_fighters", "trench_brooms")
DRAWN = 0.25  # the radius with which a man is drawn who has no base


def board(values: Mapping[str, Any]) -> Board:
    """Groups by their `positions` and `base_diameter` in inches; terrain by its `shape`, and the house."""
    table = values.get("table")
    given = table if isinstance(table, Mapping) else {}
    ground = [*pieces(values, "terrain", "shape", "name", impassable="impassable", cover="cover"), *_house(values)]
    return Board("inch", tuple(_stands(values)), tuple(ground), table_of(given.get("width"), given.get("height")))


def _house(values: Mapping[str, Any]) -> Iterator[Piece]:
    name = str(values.get("place"))
    house = values.get(name) if name in ("building", "dugout") else None
    if isinstance(house, Mapping):
        try:
            yield Piece(name, points(house.get("shape")), floors=2)
        except BattlefieldError:
            return


def _stands(values: Mapping[str, Any]) -> Iterator[Stand]:
    for s, force in tables(values, "sides"):
        for g, group in tables(force, "groups"):
            facing = figure(group.get("facing"))
            ahead = facing if facing is not None else 0.0 if s == 0 else 180.0
            at = tuple(Place(x, y, ahead) for x, y in points(group.get("positions")))
            men = sum(int(figure(group.get(kind), 0.0) or 0) for kind in KINDS) + sum(
                1 for _ in tables(group, "leaders")
            )
            across = figure(group.get("base_diameter"), 0.0) or 2 * DRAWN
            name = str(group.get("id") or f"#{g + 1}")
            yield Stand(("sides", s, "groups", g), name, s, (shape_of(across / 2, None, DRAWN),), at, men, "positions")
