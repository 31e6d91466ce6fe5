"""What never changes in a fight: profiles, weapons, units, the table or what is stated in its place, rulings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from coldsteel.battlefield.bases import Shape
from coldsteel.battlefield.table import Table
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.rulings import Parameters, Rulings

__all__ = ["CrewProfile", "ForcedMove", "ModelProfile", "Obstacle", "Setup", "Stance", "UnitProfile", "Weapon"]


class Stance(IntEnum):
    """How a model stands (SK-C9)."""

    STANDING = 0
    FIRING = 1


class ForcedMove(IntEnum):
    """A move that is owed (SK-11)."""

    NONE = 0
    TOWARD_LEADER = 1
    AWAY_FROM_ENEMY = 2


@dataclass(frozen=True)
class Weapon:
    """A weapon (ledger 3.3); `cc_modifier` None is a dash. The improvised one is the last of every model (SK-17)."""

    name: str
    cc_modifier: int | None
    hits: int
    damage: int
    fixed: bool  # damage_base = fixed: strength plays no part
    damage_multiplier: int
    av: int
    reach: int  # hundredths of an inch
    firearm: bool


@dataclass(frozen=True)
class CrewProfile:
    """A member of a vehicle's crew (SK-82)."""

    name: str
    p: int
    wounds: int


@dataclass(frozen=True)
class ModelProfile:
    """A model as the fight file gives it (ledger 3.1, and what 3.2 says of it at the start). Lengths in hundredths."""

    name: str
    side: int
    unit: int
    ww: int
    st: int
    p: int
    wounds: int
    r: int
    size: int
    dw: int
    actions: int
    heavy_armour: int
    vehicle: bool
    open_topped: bool
    crew: tuple[CrewProfile, ...]
    base: Shape
    weapons: tuple[Weapon, ...]
    extra_reach: int
    hit_bonus: int
    hit_against: int
    melee_actions: tuple[str, ...]
    # -- at the start
    wounds_left: int
    stance: Stance
    waiting: bool
    panicked: bool
    pending_penalty: bool
    forced_move: ForcedMove
    lasting_ww: int
    lasting_dw: int
    in_view: bool  # abstract fights: does it see a charger (SK-85)?
    interceptable: bool  # abstract fights: SK-100 to SK-103 hold for it (SK-99)
    acted: bool = False  # has acted already in the activation of its unit (SK-165)


@dataclass(frozen=True)
class UnitProfile:
    """A squad: the models that are activated together, and its leader (SK-12)."""

    name: str
    side: int
    models: tuple[Slot, ...]
    leader: Slot | None
    activated: bool  # at the start


@dataclass(frozen=True)
class Obstacle:
    """An obstacle between two fighters: its size, and its width in hundredths of an inch (SK-154)."""

    size: float
    width: int


@dataclass(frozen=True, eq=False)
class Setup:
    """All that stays the same in a fight. Models are numbered through: side A's, then side B's; so are units."""

    title: str
    models: tuple[ModelProfile, ...]
    units: tuple[UnitProfile, ...]
    table: Table | None  # None: an abstract fight (ledger 3.4)
    across: dict[tuple[int, int], Obstacle]  # abstract fights, in either order
    opening: tuple[object, ...]  # the ground at the start, as `field` makes it
    turn: int  # number of the turn at the start, from 1
    max_turns: int | None
    acting: tuple[Slot, int] | None  # (model, actions left): who is in the middle of its activation at the start
    initiative_side: int | None  # who has the initiative in the turn at the start; None: it is rolled (SK-163)
    rulings: Rulings
    parameters: Parameters

    def slots(self, side: int) -> tuple[Slot, ...]:
        """The models of a side."""
        return tuple(Slot(m) for m, p in enumerate(self.models) if p.side == side)

    def foes(self, m: int) -> tuple[Slot, ...]:
        """The models of the other side."""
        return self.slots(1 - self.models[m].side)
