"""What never changes in a fight: weapons, profiles, lines between units, terrain, rulings, parameters (ledger 3).

Without a table caps stand for frontage, distances and what is seen are given (WL-C3); on one there is a `Layout`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.wasteland.places import Layout
from coldsteel.rulebooks.wasteland.rulings import Parameters, Rulings

__all__ = ["NOBODY", "Extra", "GroupProfile", "Line", "Piece", "Setup", "UnitProfile", "Use", "Weapon"]

NOBODY = -1
"""No target: a weapon named only (WL-21)."""

Use = tuple[tuple[int, int], ...]
"""What a model declares: (weapon, target) of each weapon that it uses (WL-20, WL-38)."""


@dataclass(frozen=True)
class Weapon:
    """A weapon profile: melee or shooting; one of both uses is two entries."""

    id: str
    shooting: bool
    strike: int
    attacks: int
    reach: float
    rate_of_fire: int
    range: float
    blast_radius: float | None  # steps, on a table
    pair: bool
    damage: int
    parry: bool
    magical: bool
    in_hand: bool
    crit_damage: int
    crit_hits: int
    crit_ignores: tuple[str, ...]
    fumble_damage: int

    @property
    def sharp(self) -> bool:
        """WL-43: does a critical hit do more than another (WL-C5)?"""
        return bool(self.crit_damage or self.crit_hits or self.crit_ignores)


@dataclass(frozen=True)
class GroupProfile:
    """Identical models inside a unit. `weapons` are numbers in `Setup.weapons`."""

    name: str
    models: int
    toughness: int
    wounds_taken: tuple[int, ...]
    defence: int
    magic_defence: int
    weapons: tuple[int, ...]
    elevated: bool
    building: str
    knocked_down: bool
    charged: bool


@dataclass(frozen=True)
class Extra:
    """Modifiers from other chapters."""

    mobility: int = 0
    strike: int = 0
    shot: int = 0
    spirit: int = 0
    defence: int = 0
    magic: int = 0


@dataclass(frozen=True)
class UnitProfile:
    """A lone warrior, a squad or a vehicle as the fight file gives it."""

    id: str
    side: int
    vehicle: bool
    groups: tuple[GroupProfile, ...]
    mobility: int
    spirit: int
    multi_weapon: bool
    shoots_into_melee: bool
    large_target: bool
    charged: bool
    was_charged: bool | None
    prepared: bool
    camouflaged: bool
    fleeing: bool
    recovering: bool
    ran: bool
    in_cover: bool
    distance: float  # to the melee; 0: engaged
    contact_distance: float
    contact_room: bool
    engaged_cap: int
    exposed_cap: int
    contact_cap: int
    extra: Extra

    @property
    def models(self) -> int:
        """How many models it starts with."""
        return sum(g.models for g in self.groups)


@dataclass(frozen=True)
class Line:
    """From one unit (or group) to another: how far, how much is seen, what stands between; stated, or as it shows."""

    distance: float
    visible: float
    cover_unit: int  # what a shot turned aside strikes: a unit's slot ..
    cover_piece: int  # .. or an explosive piece; NOBODY for neither
    screen: int  # who stands in the way of blows: a slot, NOBODY, or SOLID
    cover_group: int = 0  # on a table: which model of that unit


SOLID = -2
"""A screen that is no unit: terrain."""


@dataclass(frozen=True)
class Piece:
    """A piece of terrain that explodes (WL-138): the models of each unit within its radius (on a table: see there)."""

    id: str
    radius: float
    damage: int
    near: tuple[tuple[Slot, int], ...]


@dataclass(frozen=True, eq=False)
class Setup:
    """All that stays the same in a fight. Units are numbered through: side A's, then side B's."""

    title: str
    units: tuple[UnitProfile, ...]
    weapons: tuple[Weapon, ...]
    pieces: tuple[Piece, ...]
    targets: tuple[tuple[Slot, ...], ...]  # of each unit: the enemies it may strike at
    lines: dict[tuple[int, int, int, int], Line]  # (unit, group, unit, group); NOBODY: the whole unit
    contact_pairs: tuple[int, ...]  # of each unit: pairs of touching models when it breaks; NOBODY: one an enemy
    activations: tuple[Slot, ...]
    active: int
    fp: tuple[int, int]
    fp_per_round: tuple[int, int]
    melee_in_progress: bool
    max_rounds: int
    rulings: Rulings
    parameters: Parameters
    layout: Layout | None = None  # on a table

    def slots(self, side: int) -> tuple[Slot, ...]:
        """The units of a side."""
        return tuple(Slot(u) for u, p in enumerate(self.units) if p.side == side)

    def enemies(self, u: int) -> tuple[Slot, ...]:
        """The units of the other side."""
        return self.slots(1 - self.units[u].side)

    def spends(self, side: int) -> bool:
        """Can the side ever have FP?"""
        return self.fp[side] + self.fp_per_round[side] > 0

    def line(self, u: int, g: int, t: int, h: int = NOBODY) -> Line | None:
        """The line from a group to a unit or group: the most particular one that is stated, else the way back."""
        for key in ((u, g, t, h), (u, NOBODY, t, h), (u, g, t, NOBODY), (u, NOBODY, t, NOBODY)):
            if key in self.lines:
                return self.lines[key]
        return None

    def gap(self, u: int, t: int) -> float | None:
        """The distance of two units, stated either way."""
        for line in (self.line(u, NOBODY, t), self.line(t, NOBODY, u)):
            if line is not None:
                return line.distance
        return None

    def arms(self, u: int, g: int, shooting: bool = False) -> tuple[int, ...]:
        """The melee (or shooting) weapons of a group."""
        return tuple(w for w in self.units[u].groups[g].weapons if self.weapons[w].shooting == shooting)

    # -- what models may declare
    @cached_property
    def uses(self) -> tuple[tuple[tuple[Use, ...], ...], ...]:
        """Of each unit and group: all that a model may declare; empty where there is nothing to declare."""
        return tuple(tuple(self._uses(u, g) for g in range(len(p.groups))) for u, p in enumerate(self.units))

    def _uses(self, u: int, g: int) -> tuple[Use, ...]:
        arms, targets = self.arms(u, g), self.targets[u]
        few = len(targets) < 2 and (self.layout is None or len(self.units) == 2)  # on a table others hide a target
        if not arms or (few and (len(arms) == 1 or self.units[u].multi_weapon)):
            return ()
        if self.units[u].multi_weapon:
            ways = [[(w, int(t)) for t in (*targets, NOBODY)] for w in arms]
            return tuple(product(*ways))
        aimed = [((w, int(t)),) for w in arms for t in targets]
        return (*aimed, *(((w, NOBODY),) for w in arms))

    def only(self, u: int, g: int) -> Use:
        """What a model of a group does that has nothing to declare."""
        arms, targets = self.arms(u, g), self.targets[u]
        return tuple((w, int(targets[0]) if targets else NOBODY) for w in arms)

    @cached_property
    def spread(self) -> bool:
        """Can several models of a group be wounded at one time (WL-R17, WL-R19)?"""
        return self.rulings.damage_radius == "each" or self.rulings.multi_damage == "one_each"

    def blasted(self, u: int) -> bool:
        """Can an explosion wound several models of a unit at one time (WL-138)?"""
        return any(v == u and n > 1 for piece in self.pieces for v, n in piece.near)

    @cached_property
    def waits(self) -> bool:
        """Can models strike after they were slain (WL-R8, WL-R10)?"""
        return self.rulings.slain_strike_back == "yes" or self.rulings.mobility_tie == "simultaneous"

    @cached_property
    def shooters(self) -> frozenset[int]:
        """Units with an activation."""
        return frozenset(self.activations)
