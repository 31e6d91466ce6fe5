"""What never changes in a fight: profiles, orders, the contacts at its start, rulings and parameters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from coldsteel.battlefield.table import OPEN, Table
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet.rulings import Parameters, Rulings

__all__ = [
    "Arm",
    "Building",
    "Cover",
    "Entry",
    "Fate",
    "Formation",
    "Ground",
    "Order",
    "Setup",
    "Side",
    "Size",
    "Touch",
    "UnitProfile",
]

Entry = tuple[int, int, int, int, int]
"""Where a unit or a building stands, in hundredths: x and y of its centre, facing, width, depth."""

Ground = tuple[Entry | None, ...]
"""Where every unit stands, in the order of `Setup.units`; None for one that has left the table. () without a table."""


class Arm(IntEnum):
    """Arm of service."""

    INFANTRY = 0
    CAVALRY = 1
    FOOT_ARTILLERY = 2
    HORSE_ARTILLERY = 3


class Formation(IntEnum):
    """How a unit stands."""

    LINE = 0
    ATTACK_COLUMN = 1
    MARCH_COLUMN = 2
    SQUARE = 3
    SKIRMISH = 4
    MIXED = 5
    GARRISON = 6
    DEPLOYED = 7
    LIMBERED = 8


class Size(IntEnum):
    """Size class."""

    STANDARD = 0
    LARGE = 1
    SMALL = 2
    TINY = 3


class Side(IntEnum):
    """A side of a unit, clockwise from its front."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


class Cover(IntEnum):
    """A wall, hedge or works that a unit defends."""

    NONE = 0
    LIGHT = 1
    HEAVY = 2


class Fate(IntEnum):
    """What has become of a unit (BY-139)."""

    IN_PLACE = 0
    BROKEN = 1
    RETIRED_GOOD = 2
    RETIRED_DISORDERED = 3
    DESTROYED = 4
    LEFT_TABLE = 5
    EVADED = 6


@dataclass(frozen=True)
class UnitProfile:
    """A unit as the fight file gives it, with the defaults of its arm filled in (ledger 3.1)."""

    id: str
    side: int
    arm: Arm
    formation: Formation
    size: Size
    melee: int
    shooting: int
    morale: int
    stamina: int
    casualties: int
    disordered: bool
    full_move: float
    charged: bool
    won_last: bool
    won_against: tuple[str, ...]
    reacted: bool
    cover: Cover
    cover_sides: tuple[Side, ...]
    building: str
    building_size: int
    support_rear: int
    support_flanks: int
    retire_room: str
    evade_room: str
    turn_room: bool
    counter_room: bool
    width: float = 0.0  # of a garrison: once it is out of its building
    depth: float = 0.0
    square_side: float = 0.0

    @property
    def is_artillery(self) -> bool:
        """Foot or horse artillery."""
        return self.arm in (Arm.FOOT_ARTILLERY, Arm.HORSE_ARTILLERY)

    @property
    def is_infantry(self) -> bool:
        """Infantry."""
        return self.arm == Arm.INFANTRY

    @property
    def is_cavalry(self) -> bool:
        """Cavalry."""
        return self.arm == Arm.CAVALRY


@dataclass(frozen=True)
class Order:
    """An order (ledger 3.2). It is given, unless it is `optional`. `turn`, from 1; odd turns are the active side's."""

    unit: Slot
    target: Slot
    says_attack: bool
    conditional: bool
    order_moves: int
    sees_target: bool
    distance: float
    struck_side: Side
    path_clear: bool
    half_free: bool
    turn_needed: bool
    turn: int
    optional: bool


@dataclass(frozen=True)
class Touch:
    """Two enemies that touch as the fight opens: unit of A, its side; unit of B, its side."""

    a: Slot
    side_a: Side
    b: Slot
    side_b: Side


@dataclass(frozen=True)
class Building:
    """A building on the table: impassable ground, unless a unit holds it (BY-23)."""

    id: str
    entry: Entry


@dataclass(frozen=True, eq=False)
class Setup:
    """All that stays the same in a fight. Units are numbered through: side A's, then side B's."""

    title: str
    units: tuple[UnitProfile, ...]
    orders: tuple[Order, ...]
    touches: tuple[Touch, ...]
    pairs: tuple[tuple[Slot, Slot], ...]  # all (unit of A, unit of B) that can ever touch
    pair_of: dict[tuple[int, int], int]  # in either order -> number of the pair
    enemies: tuple[tuple[Slot, ...], ...]  # of each unit: those it can ever touch
    active: int
    max_rounds: int
    last_turn: int  # of an order; 0 if there are none
    rulings: Rulings
    parameters: Parameters
    ground: Ground = ()  # as the fight opens; () without a table
    table: Table = OPEN  # its edges and the impassable ground on it
    buildings: tuple[Building, ...] = ()

    @property
    def several(self) -> bool:
        """Can some unit have several enemies, so that it matters whose turn it is?"""
        return any(len(e) > 1 for e in self.enemies)

    def slots(self, side: int) -> tuple[Slot, ...]:
        """The units of a side."""
        return tuple(Slot(u) for u, p in enumerate(self.units) if p.side == side)
