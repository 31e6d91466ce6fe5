"""What there is to draw of a situation: a book fills in a `Scene`, `picture` draws it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.lengths import Point
from coldsteel.battlefield.table import Table

__all__ = ["Mark", "Scene", "Stroke", "Token"]


class Mark(Enum):
    """What a line on a map means."""

    CHARGE = "charge line"
    MOVE = "move"
    CONTACT = "contact"
    SIGHT = "sight"
    NO_SIGHT = "no sight"
    DISTANCE = "distance"
    REACH = "reach"


@dataclass(frozen=True, slots=True)
class Token:
    """A base to draw. `side` is its number; `note` a few words below the name; `facing` whether its facing matters."""

    name: str
    side: int
    base: Base
    note: str = ""
    facing: bool = True
    members: tuple[Base, ...] = ()  # single figures of a unit, drawn instead of one footprint
    lost: bool = False  # drawn as a shadow where it fell


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, and what is written on it (a distance in the unit of the scene)."""

    mark: Mark
    points: tuple[Point, ...]
    label: str = ""
    side: int | None = None


@dataclass(frozen=True)
class Scene:
    """A situation to draw. Without `table.bounded` the picture goes as far as what stands there, and a margin."""

    title: str
    unit: str  # "inch", "step", "metre": of the legend and the scale
    table: Table
    tokens: tuple[Token, ...]
    strokes: tuple[Stroke, ...] = ()
    sides: tuple[str, ...] = ("A", "B")
    caption: str = ""
