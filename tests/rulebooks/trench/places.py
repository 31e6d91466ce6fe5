"""Fights on a table for tests: men in lines, Groups with places."""

from typing import Any

from coldsteel.rulebooks.trench.tabletop import body, facing
from tests.rulebooks.trench.builders import slot

Point = tuple[float, float]


def line(n: int, x: float, y: float, space: float = 1.0) -> dict[str, Any]:
    """So many men side by side, from a point to the right."""
    return {"positions": [[x + space * k, y] for k in range(n)]}


def at(x: float, y: float, **more: Any) -> dict[str, Any]:
    """One man."""
    return {**line(1, x, y), **more}


def square(x: float, y: float, right: float, top: float) -> list[list[float]]:
    """A rectangle by two corners."""
    return [[x, y], [right, y], [right, top], [x, top]]


def terrain(name: str, shape: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "shape": shape, **more}


def centre(f: Any, name: str) -> Point:
    """Where a Group is: the middle of it."""
    return body(f, slot(f, name)).centre


def looks(f: Any, name: str) -> float:
    """How a Group faces."""
    return facing(f, slot(f, name))


def on_table(f: Any, name: str) -> bool:
    return f.then.ground[slot(f, name)] is not None
