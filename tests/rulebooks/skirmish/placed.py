"""Fights of models that stand somewhere on a table, for tests."""

from math import hypot
from typing import Any

from coldsteel.rulebooks.skirmish.field import Field, Ground, field_of
from coldsteel.rulebooks.skirmish.state import Fight
from tests.rulebooks.skirmish.builders import fight as fight_of
from tests.rulebooks.skirmish.builders import slot, trooper

Spot = tuple[float, ...]


def fight(a: Any, b: Any, **given: Any) -> Fight:
    """A fight of models that are placed; contacts are as places show."""
    return fight_of(a, b, gap=None if "gaps" in given or "contacts" in given else 1, **given)


def at(made: dict[str, Any], *spot: float) -> dict[str, Any]:
    """A model put somewhere: x, y and perhaps its facing."""
    return {**made, **dict(zip(("x", "y", "facing"), spot, strict=False))}


def man(name: str, *spot: float, weapons: tuple[str, ...] = ("sword",), **given: Any) -> dict[str, Any]:
    """A trooper with a round base of radius 0.5 and R 4."""
    return at(trooper(name, *weapons, **given), *spot)


def block(name: str, left: float, low: float, right: float, high: float, **given: Any) -> dict[str, Any]:
    return {"name": name, "shape": [(left, low), (right, low), (right, high), (left, high)], **given}


def field(f: Fight) -> tuple[Field, Ground]:
    return field_of(f.setup), f.ground


def number(f: Fight, *names: str) -> tuple[int, ...]:
    return tuple(slot(f, name) for name in names)


def place(g: Ground, m: int) -> tuple[float, float]:
    return g[0][m][0] / 100, g[0][m][1] / 100


def apart(p: tuple[float, float], q: tuple[float, float]) -> float:
    return hypot(p[0] - q[0], p[1] - q[1])


def around(**given: Any) -> Fight:
    """A friend stands in the middle of the straight line from C to D, 4 inches off."""
    return fight([man("C", 0, 0), man("Between", 2, 0)], man("D", 4, 0), **given)


def fence(width: float = 1, size: float = 1, **given: Any) -> list[dict[str, Any]]:
    return [block("fence", 2, -8, 2 + width, 8, size=size, **given)]
