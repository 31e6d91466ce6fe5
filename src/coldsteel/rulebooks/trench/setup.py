"""What never changes in a fight: the Groups as they come, the place, the night, rulings and parameters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from coldsteel.battlefield.lengths import Point
from coldsteel.battlefield.table import Piece, Table
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.trench.rulings import Parameters, Rulings

__all__ = [
    "FAR",
    "OUTSIDE",
    "Cover",
    "Experience",
    "GroupProfile",
    "House",
    "LeaderProfile",
    "Moon",
    "Night",
    "Place",
    "Setup",
    "Tabletop",
    "Watch",
    "Way",
    "around_a_corner",
]

FAR = 999
"""Inches: as far as anyone can go."""

OUTSIDE = -1
"""The floor of who is in no building."""


class Experience(IntEnum):
    """Level of experience (TR-4)."""

    RECRUIT = 0
    REGULAR = 1
    VETERAN = 2


class Cover(IntEnum):
    """What a Group stands in."""

    NONE = 0
    LIGHT = 1
    MEDIUM = 2
    HEAVY = 3


class Place(IntEnum):
    """Where one fights."""

    OPEN = 0
    BUILDING = 1
    DUGOUT = 2
    CORNER = 3


class Way(IntEnum):
    """How the attackers come."""

    GROUND = 0
    DOOR = 1
    STAIRS_FROM_BELOW = 2
    STAIRS_FROM_ABOVE = 3
    ENTRANCE = 4
    AFTER_GRENADE = 5


class Moon(IntEnum):
    """How dark it is (TR-108)."""

    DAY = 0
    FULL = 1
    NEW = 2


@dataclass(frozen=True)
class LeaderProfile:
    """A Leader. He lives while his Group has `needs` men left (TR-51); `number` is his place among the Leaders that
    have points to spend, -1 without any."""

    status: int
    initiative: int
    needs: int
    number: int


@dataclass(frozen=True)
class GroupProfile:
    """A Group as the fight file gives it (ledger section 3). `bombers[n]`, `fighters[n]`, `brooms[n]` are those among
    the last `n` men; `left[n]` tells all kinds in words."""

    id: str
    side: int
    cavalry: bool
    lancers: bool
    experience: Experience
    aggressive: bool
    poor_morale: bool
    men: int
    standing_by: int  # out of reach: they neither strike nor fall (TR-R1 man)
    bombers: tuple[int, ...]
    fighters: tuple[int, ...]
    brooms: tuple[int, ...]
    left: tuple[str, ...]
    leaders: tuple[LeaderProfile, ...]
    shock: int
    formation: str
    cover: Cover
    struck_in_rear: bool
    elan: bool
    move_dice: int
    cavalry_fight_turn: int
    grenades: bool
    gap: float
    reach: float
    room: int
    edge: int
    floor: int

    @property
    def hardened(self) -> bool:
        """TR-70: veteran or aggressive."""
        return self.experience == Experience.VETERAN or self.aggressive

    @property
    def recruit(self) -> bool:
        """A recruit Group."""
        return self.experience == Experience.RECRUIT


@dataclass(frozen=True)
class House:
    """A building or a dugout: `stairs[k]` staircases lead from floor k to k + 1; `exits` are the floors with a door,
    `free_exits` those of them at which no enemy waits outside."""

    floors: int
    stairs: tuple[int, ...]
    exits: tuple[int, ...]
    free_exits: tuple[int, ...]
    door_cover: Cover
    called_on: bool  # this turn already (TR-101)
    grenaded: bool


@dataclass(frozen=True)
class Watch:
    """One side looks for an enemy Group: `ahead` and `aside` are inches from the point at which a star shell would be
    aimed to that Group, as the firer sees it."""

    side: int
    target: Slot
    turn: int
    distance: float
    cover: Cover
    still: bool
    ahead: float
    aside: float
    lit: bool


@dataclass(frozen=True)
class Night:
    """The night: `shells` of each side, None where they are still to be rolled for."""

    moon: Moon
    shells: tuple[int | None, int | None]
    watches: tuple[Watch, ...]
    dav_faces: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Tabletop:
    """Where one fights, if it is stated with places: the table with its terrain, the radius of every Group's bases, the
    doors or entrances of the house (floor, place), the ground on which everybody stands at first, and for every Group
    whether the enemy and the terrain might keep it from falling back (TR-47)."""

    table: Table
    house: Piece | None
    radii: tuple[float, ...]
    doors: tuple[tuple[int, Point], ...]
    ground: tuple[Any, ...]
    hemmed: tuple[bool, ...]

    @property
    def barred(self) -> tuple[Piece, ...]:
        """Ground that nobody enters: what is impassable, and the house, which one enters by its doors."""
        own = (self.house,) if self.house else ()
        return (*own, *(piece for piece in self.table.pieces if piece.impassable))


@dataclass(frozen=True, eq=False)
class Setup:
    """All that stays the same in a fight. Groups are numbered through: side A's, then side B's."""

    title: str
    groups: tuple[GroupProfile, ...]
    names: tuple[str, str]
    attacker: int
    place: Place
    house: House | None
    night: Night | None
    fighting: tuple[tuple[Slot, ...], tuple[Slot, ...]]  # the Groups of each side that take part
    take_prisoners: bool
    remember: str  # "all", "men" (no Shock) or "end"
    rulings: Rulings
    parameters: Parameters
    tabletop: Tabletop | None = None

    def slots(self, side: int) -> tuple[Slot, ...]:
        """The Groups of a side."""
        return tuple(Slot(g) for g, p in enumerate(self.groups) if p.side == side)

    @property
    def captures(self) -> bool:
        """Can there be prisoners?"""
        if self.last_fight:
            return False
        return self.take_prisoners or self.house is not None or any(self.cornered(g) for g in range(len(self.groups)))

    @property
    def last_fight(self) -> bool:
        """Is it the only melee there can be, and nobody asks what becomes of the men after it?"""
        return self.remember == "end" and (self.house is None or self.house.floors == 1)

    @property
    def tells_round(self) -> bool:
        """Is it asked in which round a melee ended? Of several melees only where everything is."""
        return self.remember == "all" or self.house is None or self.house.floors == 1

    def cornered(self, g: int) -> bool:
        """May a retreat of this Group end in surrender (TR-47, TR-R17)?"""
        if self.tabletop is not None:
            return self.tabletop.hemmed[g]
        p, full = self.groups[g], self.rulings.no_retreat_means == "cannot_go_full"
        return self.surrounded(g) or (full and p.room < FAR)

    def surrounded(self, g: int) -> bool:
        """TR-47: a Group that cannot break clear of the enemy, in a fight without a table."""
        p = self.groups[g]
        return p.gap + p.room < self.parameters.melee_distance

    @property
    def may_pursue(self) -> bool:
        """TR-79: does cavalry fight foot?"""
        if self.last_fight:
            return False
        fights = [[self.groups[g] for g in side] for side in self.fighting]
        return any(
            any(p.cavalry for p in fights[side]) and any(not p.cavalry for p in fights[1 - side]) for side in (0, 1)
        )


def around_a_corner(setup: Setup) -> bool:
    """TR-106, TR-107: are grenades the only dice (TR-R35)?"""
    return setup.place == Place.CORNER and setup.rulings.corner_fight == "grenades"
