"""The state of a fight: wounds, declarations, states of units, boosts, FP, and what is still to be done.

Models of a group that differ in nothing are one number (wounds suffered). Where they can differ, in what they declare
or because several may be wounded, the group keeps a table of models by declaration and wounds. On a battlefield every
model is a group of its own, and the agenda's ground says where it stands (`places`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from coldsteel.kernel.figures import any_of, no, where
from coldsteel.kernel.state import Agenda, Slot, Task, evolve
from coldsteel.rulebooks.wasteland.places import Ground, Spot
from coldsteel.rulebooks.wasteland.rulings import Parameters, Rulings
from coldsteel.rulebooks.wasteland.setup import GroupProfile, Setup, UnitProfile, Weapon

__all__ = ["MOST_FP", "MOST_MODELS", "MOST_WOUNDS", "Boosts", "Fight", "GroupState", "UnitState", "opening"]

MOST_MODELS, MOST_UNIT, MOST_WOUNDS, MOST_FP, MOST_BOOST = 31, 63, 127, 63, 7
Count = Annotated[int, range(MOST_MODELS + 1)]


@dataclass(frozen=True)
class GroupState:
    """What can change in a group."""

    wounds: Annotated[int, range(MOST_WOUNDS + 1)] = 0  # suffered, by the removed too; 0 where there is a table
    cells: tuple[tuple[Count, ...], ...] = ()  # models by declaration (0: none) and wounds, where they can differ
    ghosts: tuple[Count, ...] = ()  # removed models that still strike, by declaration (WL-R8, WL-R10 only)
    ready: tuple[Count, ...] = ()  # models that may still shoot in this activation (WL-112)


@dataclass(frozen=True)
class Boosts:
    """What was bought for a unit in this round: once bought, it serves the whole squad (WL-97, WL-102)."""

    mobility: Annotated[int, range(MOST_BOOST + 1)] = 0
    hit: Annotated[int, range(MOST_BOOST + 1)] = 0
    magic: Annotated[int, range(MOST_BOOST + 1)] = 0
    hit_had: bool = False  # bought in the bout, by a unit that may also shoot in this round (WL-105)
    spirit_had: bool = False  # bought for a test, where another may follow in this round (WL-105)


@dataclass(frozen=True)
class UnitState:
    """What can change in a unit."""

    groups: tuple[GroupState, ...]
    boosts: tuple[Boosts, ...]  # empty for a side that never has FP
    engaged: bool = False  # in the melee; on a table: in the one whose bout is being fought
    fled: bool = False
    charged: bool = False
    was_charged: bool = False  # stated by the file, in the first round
    prepared: bool = False
    camouflaged: bool = False
    lost: Annotated[int, range(MOST_WOUNDS + 1)] = 0  # in this bout (WL-70)
    loses: bool = False  # owes the losers' test (WL-69)
    panics: bool = False  # owes the panic test (WL-87)
    breaks: bool = False  # has failed its test, and not run yet (WL-R21 both only)
    room: tuple[Count, ...] = ()  # models that may still strike in this blow, for a mixed unit under a cap (WL-36)


@dataclass(frozen=True)
class Fight:
    """A fight. `units` go by `setup.units`, `exploded` by `setup.pieces`."""

    setup: Setup = field(compare=False, repr=False)
    units: tuple[UnitState, ...]
    fp: tuple[Annotated[int, range(MOST_FP + 1)], ...]
    exploded: tuple[bool, ...]
    pool: tuple[Annotated[int, range(4096)], ...]  # damage that is being dealt to each side (WL-61)
    exposed: tuple[Annotated[int, range(MOST_UNIT + 1)], ...]  # models that it may still fall on (WL-62)
    first_round: bool
    rounds_left: Annotated[int, range(128)]
    then: Agenda

    # -- what never changes
    @property
    def p(self) -> Parameters:
        """The numbers."""
        return self.setup.parameters

    @property
    def r(self) -> Rulings:
        """The readings."""
        return self.setup.rulings

    def profile(self, u: int) -> UnitProfile:
        """A unit's profile."""
        return self.setup.units[u]

    def group(self, u: int, g: int) -> GroupProfile:
        """A group's profile."""
        return self.setup.units[u].groups[g]

    def groups(self, u: int) -> range:
        """The groups of a unit, by number."""
        return range(len(self.setup.units[u].groups))

    def weapon(self, w: int) -> Weapon:
        """A weapon."""
        return self.setup.weapons[w]

    def side(self, u: int) -> int:
        """The side of a unit: 0 or 1."""
        return self.setup.units[u].side

    def id(self, u: int) -> str:
        """A unit's name."""
        return self.setup.units[u].id

    def group_id(self, u: int, g: int) -> str:
        """A group's name, with that of its unit."""
        p = self.setup.units[u]
        return p.id if len(p.groups) == 1 else f"{p.id}/{p.groups[g].name}"

    def enemies(self, u: int) -> tuple[Slot, ...]:
        """The units of the other side."""
        return self.setup.enemies(u)

    # -- where things stand
    @property
    def on_table(self) -> bool:
        """Do models have places?"""
        return bool(self.then.ground)

    def spot(self, u: int, g: int) -> Spot:
        """Where a model stands on the table; None if it is gone."""
        assert self.setup.layout is not None
        spot: Spot = self.then.ground[self.setup.layout.number[int(u), g]]
        return spot

    # -- figures
    def models(self, u: int, g: int) -> int:
        """Living models of a group."""
        x, p = self.units[u].groups[g], self.group(u, g)
        if x.cells:
            return total(n for row in x.cells for n in row)
        if p.toughness == 1:
            return p.models - x.wounds
        return (p.models * p.toughness - x.wounds + p.toughness - 1) // p.toughness

    def wounds(self, u: int, g: int) -> int:
        """Wounds that a group has suffered, by its removed models too."""
        x, p = self.units[u].groups[g], self.group(u, g)
        if not x.cells:
            return x.wounds
        return p.models * p.toughness - total((p.toughness - k) * n for row in x.cells for k, n in enumerate(row))

    def size(self, u: int) -> int:
        """Living models of a unit."""
        return total(self.models(u, g) for g in self.groups(u))

    def alive(self, u: int) -> bool:
        """Has the unit a model left?"""
        return self.size(u) > 0

    def standing(self, u: int) -> bool:
        """Alive and not fleeing (WL-156)."""
        return self.alive(u) & no(self.units[u].fled)

    def fights(self, u: int) -> bool:
        """In the melee, and standing."""
        return self.units[u].engaged & self.standing(u)

    def stands(self, side: int) -> bool:
        """Has the side a standing model (WL-156)?"""
        return any_of(self.standing(u) for u in self.setup.slots(side))

    def over(self) -> bool:
        """WL-156: a side has no standing model."""
        return no(self.stands(0) & self.stands(1))

    def was_charged(self, u: int) -> bool:
        """Did an enemy in the unit's melee charge this round (WL-85, WL-86)?"""
        by = any_of(self.units[e].charged & self.units[e].engaged for e in self.enemies(u))
        stated = self.profile(u).was_charged
        if stated is not None and not stated:  # the file says so, of the first round
            by = by & no(self.first_round)
        return self.units[u].was_charged | (by & self.units[u].engaged)

    def boost(self, u: int, kind: str) -> int:
        """What was bought of this kind for a unit."""
        bought = self.units[u].boosts
        return getattr(bought[0], kind) if bought else 0

    def down(self, u: int, g: int) -> bool:
        """WL-116: knocked down, so that it neither strikes nor shoots (WL-C10)."""
        return self.group(u, g).knocked_down and self.r.knocked_down_acts == "no"

    # -- the next state
    def first(self, *tasks: Task) -> Fight:
        """With these tasks before what was to be done anyway."""
        return evolve(self, then=self.then.first(*tasks))

    def with_unit(self, u: int, **changes: Any) -> Fight:
        """With changes to one unit."""
        units = tuple(evolve(x, **changes) if k == u else x for k, x in enumerate(self.units))
        return evolve(self, units=units)

    def with_group(self, u: int, g: int, **changes: Any) -> Fight:
        """With changes to one group."""
        groups = tuple(evolve(x, **changes) if k == g else x for k, x in enumerate(self.units[u].groups))
        return self.with_unit(u, groups=groups)

    def with_boost(self, u: int, **changes: int) -> Fight:
        """With changes to what was bought for a unit."""
        bought = self.units[u].boosts
        return self.with_unit(u, boosts=(evolve(bought[0], **changes),)) if bought else self

    def on(self, ground: Ground) -> Fight:
        """With the models in these places."""
        return evolve(self, then=self.then.on(ground))

    def ended(self) -> Fight:
        """With nothing left to do."""
        return evolve(self, then=Agenda(ground=self.then.ground))


def total(numbers: Iterator[int]) -> int:
    """The sum of figures."""
    out = 0
    for n in numbers:
        out = out + n
    return out


def cleared(x: Any, names: tuple[str, ...], when: bool = True) -> dict[str, Any]:
    """Changes that set these figures to 0 where `when` holds; what is 0 already stays the same object."""
    out: dict[str, Any] = {}
    for name in names:
        old = getattr(x, name)
        if not isinstance(old, int) or old:
            out[name] = where(when, False if isinstance(old, bool) else 0, old)
    return out


# ---------------------------------------------------------------- the opening
def opening(setup: Setup) -> Fight:
    """The opening state with an empty agenda."""
    units = tuple(_unit(setup, u) for u in range(len(setup.units)))
    first = any(p.recovering or p.ran or (p.was_charged is not None and not p.was_charged) for p in setup.units)
    nothing = (False,) * len(setup.pieces)
    ground = setup.layout.start if setup.layout else ()
    return Fight(setup, units, setup.fp, nothing, (0, 0), (0, 0), first, setup.max_rounds, Agenda(ground=ground))


def _unit(setup: Setup, u: int) -> UnitState:
    p = setup.units[u]
    mixed = len(p.groups) > 1 or bool(setup.uses[u][0])
    return UnitState(
        groups=tuple(_group(setup, u, g) for g in range(len(p.groups))),
        boosts=(Boosts(),) if setup.spends(p.side) else (),
        engaged=p.distance == 0 and not p.fleeing and setup.layout is None,
        fled=p.fleeing,
        charged=p.charged,
        was_charged=bool(p.was_charged),
        prepared=p.prepared,
        camouflaged=p.camouflaged,
        room=(0,) if p.engaged_cap >= 0 and mixed and not p.multi_weapon else (),
    )


def _group(setup: Setup, u: int, g: int) -> GroupState:
    p, uses = setup.units[u].groups[g], setup.uses[u][g]
    hurt = [k for k in p.wounds_taken if k]
    ghosts = (0,) * (len(uses) + 1) if setup.waits else ()
    ready = (0,) if u in setup.shooters else ()
    if not uses and (p.toughness == 1 or not (setup.spread or setup.blasted(u))):
        return GroupState(sum(hurt), (), ghosts, ready)
    here = tuple(p.models - len(hurt) if k == 0 else hurt.count(k) for k in range(p.toughness))
    return GroupState(0, (here, *((0,) * p.toughness for _ in uses)), ghosts, ready)
