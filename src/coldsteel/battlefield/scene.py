"""What there is to draw of a situation: a book fills in a `Scene` and `picture` draws it; where nothing has a place, it
fills in a `Sketch` and `sketch` draws it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.lengths import Point
from coldsteel.battlefield.table import Table

__all__ = ["Figure", "Mark", "Scene", "Sketch", "Stroke", "Tie", "Token"]


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


@dataclass(frozen=True, slots=True)
class Figure:
    """Somebody in a sketch: a name, the number of the side, a few words on how it stands."""

    name: str
    side: int
    note: str = ""
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """What is between two figures, named by their numbers. `second` None: the figure is in what `Sketch.hub` names."""

    mark: Mark
    first: int
    second: int | None
    label: str = ""


@dataclass(frozen=True)
class Sketch:
    """A situation without places: who is there, side by side, and what is between them."""

    title: str
    figures: tuple[Figure, ...]
    ties: tuple[Tie, ...] = ()
    sides: tuple[str, ...] = ("A", "B")
    hub: str = ""  # what several are in together: "melee"
    caption: str = ""
