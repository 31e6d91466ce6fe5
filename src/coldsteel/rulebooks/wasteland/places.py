"""What never changes on a table: its terrain, and of every model the unit, the base and the height (ledger 3).

On a table every model is a group of its own. The ground of a state (`Agenda.ground`) has one entry a model, in the
order of units and groups: where it stands, in hundredths of a step, or None once it is removed or off the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from coldsteel.battlefield.bases import Shape
from coldsteel.battlefield.table import Piece as Outline
from coldsteel.battlefield.table import Table
from coldsteel.kernel.state import Slot

__all__ = ["Ground", "Layout", "Model", "Spot", "Terrain"]

Spot = tuple[int, int, int] | None
"""Where a model stands: x, y and the height of its base."""

Ground = tuple[Spot, ...]


@dataclass(frozen=True)
class Terrain:
    """A piece of terrain. `piece` is the number of an explosive one in `Setup.pieces`, else -1."""

    outline: Outline
    height: float
    cover: bool
    building: bool
    levels: tuple[float, ...]
    piece: int


@dataclass(frozen=True)
class Model:
    """A model: its unit, its group there, its base in steps, its height."""

    unit: Slot
    group: int
    shape: Shape
    facing: float
    height: float


@dataclass(frozen=True, eq=False)
class Layout:
    """The table of a fight and who stands on it; `start` is the ground as the fight opens."""

    table: Table
    terrain: tuple[Terrain, ...]
    models: tuple[Model, ...]
    start: Ground
    first_draw: bool | None  # stated: was a melee in progress as round 1 began (WL-4)?

    @cached_property
    def number(self) -> dict[tuple[int, int], int]:
        """The number of a model, by unit and group."""
        return {(int(m.unit), m.group): k for k, m in enumerate(self.models)}

    def of(self, u: int) -> range:
        """The numbers of a unit's models."""
        first = self.number[u, 0]
        return range(first, first + sum(m.unit == u for m in self.models))
