"""What never changes in a fight: controllers, profiles, weapons, inputs of other chapters, rulings, parameters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.warband.rulings import Parameters, Rulings

__all__ = [
    "IMPROVISED",
    "Charge",
    "Distance",
    "Duel",
    "Ground",
    "Layout",
    "Profile",
    "RunningDuel",
    "Setup",
    "UnitProfile",
    "Weapon",
]

Ground = tuple[tuple[tuple[int, int], ...], ...]
"""Of every unit the places of its models, row by row, in hundredths of a metre; () without a table."""


@dataclass(frozen=True)
class Weapon:
    """A weapon (ledger 3.2). Its damage is `damage`, or a die of `damage_die` faces and `damage` more; its type is
    recorded only (WB-38, WB-C15)."""

    name: str
    type: str = "melee"
    strength_mode: str = "bearer"
    strength: int = 0
    piercing: int = 0
    damage: int = 1
    damage_die: int = 0
    damage_type: str = "none"
    extra_attacks: int = 0
    parry_grade: int = 1
    unparryable: bool = False
    hit_modifier: int = 0

    def strength_of(self, bearer: int) -> int:
        """WB-35: the bearer's strength, the bearer's and a number, or a fixed one."""
        return {"bearer": bearer, "bearer_plus": bearer + self.strength, "fixed": self.strength}[self.strength_mode]


IMPROVISED = Weapon("whatever is at hand", piercing=10, damage_type="impact", parry_grade=0)
"""WB-36: strength of the bearer, piercing 10, damage 1, type impact, crude (WB-C9)."""


@dataclass(frozen=True)
class Profile:
    """A row of a unit's datasheet (ledger 3.1). A hero's row is one model."""

    name: str
    count: int
    is_hero: bool
    is_leader: bool
    gift_champion: bool
    weapon_skill: int
    agility: int
    strength: int
    toughness: int
    willpower: int
    leadership: int
    armour: int
    wounds: int
    wounds_lost: int
    attacks: int
    action_points: int
    weapons: tuple[Weapon, ...]  # those that it strikes with (WB-35, WB-37)
    parry_grade: int  # the best among its melee weapons (WB-45)


@dataclass(frozen=True)
class UnitProfile:
    """A unit (ledger 3.3). `controller` is a number in posting order."""

    id: str
    controller: int
    rows: tuple[Profile, ...]
    losses_due: int
    losses_open: int
    fearless: bool
    hit_modifier: int
    attack_bonus_left: int
    fearless_left: int
    withdrew: bool

    @property
    def arms(self) -> tuple[tuple[int, Weapon], ...]:
        """Every weapon of every row: the kinds of blows that the unit can strike."""
        return tuple((r, w) for r, p in enumerate(self.rows) if p.attacks for w in p.weapons)

    def arms_of(self, row: int) -> tuple[int, ...]:
        """The numbers among `arms` of one row."""
        return tuple(k for k, (r, _) in enumerate(self.arms) if r == row)


@dataclass(frozen=True)
class Charge:
    """A charge, or an intervention, made in another chapter (WB-3)."""

    post: int
    unit: Slot
    target: Slot
    success: bool = True
    intervention: bool = False


@dataclass(frozen=True)
class Distance:
    """How far apart two enemy units are, edge to edge (WB-7, WB-56). `moved_in`: came so near in that post; 0: stood
    so at its start. On a table only `moved_in` is read: the places say how far."""

    metres: float
    heroes: float
    moved_in: int


@dataclass(frozen=True)
class Duel:
    """Two enemy heroes who can ever fight one to one: units and rows."""

    units: tuple[Slot, Slot]
    rows: tuple[int, int]


@dataclass(frozen=True)
class RunningDuel:
    """A duel that goes on when the fight starts; `dealt` and `second_challenged` go by the order of `Duel`."""

    duel: int
    dealt: tuple[int, int]
    second_challenged: bool
    began_by: int


@dataclass(frozen=True, eq=False)
class Layout:
    """A table: where the models stand as the fight opens, the radii of the bases of every unit's rows, and width and
    height if it has edges; all in hundredths of a metre."""

    start: Ground
    bases: tuple[tuple[int, ...], ...]
    edges: tuple[int, int] | None


@dataclass(frozen=True, eq=False)
class Setup:
    """All that stays the same in a fight. Units are numbered through in the order listed."""

    title: str
    controllers: tuple[str, ...]  # in posting order
    teams: tuple[int, ...]  # of the controllers: the side that each is on
    first_poster: int
    units: tuple[UnitProfile, ...]
    tied: frozenset[tuple[int, int]]
    charges: tuple[Charge, ...]
    pairs: tuple[tuple[Slot, Slot], ...]  # enemies that can ever be in melee, or duel
    pair_of: dict[tuple[int, int], int]  # in either order -> number of the pair
    enemies: tuple[tuple[Slot, ...], ...]
    distances: dict[int, Distance]  # of pairs
    layout: Layout | None  # None without a table
    duels: tuple[Duel, ...]
    running: tuple[RunningDuel, ...]
    max_posts: int
    goals: tuple[str, ...]  # of the controllers
    keeps: frozenset[str]  # what the outcome keeps apart: "fled", "duels"
    rulings: Rulings
    parameters: Parameters

    def poster(self, post: int) -> int:
        """WB-1, WB-C1: the controller whose post it is."""
        return (self.first_poster + post - 1) % len(self.controllers)

    def after(self, controller: int) -> int:
        """The next controller in posting order."""
        return (controller + 1) % len(self.controllers)

    def team(self, unit: int) -> int:
        """The side of a unit."""
        return self.teams[self.units[unit].controller]

    def slots(self, controller: int) -> tuple[Slot, ...]:
        """The units of a controller, in the order listed."""
        return tuple(Slot(u) for u, p in enumerate(self.units) if p.controller == controller)

    def walked_up_in(self, pair: int) -> int:
        """The post in which two enemies came near by a plain move; 0 for none (WB-5)."""
        return self.distances[pair].moved_in if pair in self.distances else 0

    def charges_in(self, post: int) -> tuple[Charge, ...]:
        """The charges and interventions of a post."""
        return tuple(c for c in self.charges if c.post == post)

    @cached_property
    def last_input(self) -> int:
        """The last post in which a charge, an intervention or a move brings enemies together."""
        moves = [d.moved_in + 1 for d in self.distances.values() if d.metres <= self.parameters.engagement_range_m]
        return max([0, *moves, *(c.post for c in self.charges if c.success)])  # concrete: the set-up

    @cached_property
    def joined(self) -> frozenset[int]:
        """The pairs that a charge or an intervention brings into contact."""
        return frozenset(self.pair_of[c.unit, c.target] for c in self.charges if c.success)

    @cached_property
    def several_duels(self) -> bool:
        """Can two duels run at one time, so that the order of their first turns matters?"""
        return any(not set(a.units) & set(b.units) for a in self.duels for b in self.duels)

    @cached_property
    def opposite(self) -> bool:
        """WB-105: two sides that want opposite things."""
        return len(set(self.teams)) == 2 and len(set(self.goals)) == 1 and self.goals[0] in ("win", "losses", "hero")
