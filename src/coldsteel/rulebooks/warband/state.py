"""The state of a fight: who lives, who is wounded, losses, links, duels, and what is still to be done (ledger 3.3).
On a table its ground says where everybody stands.

A figure that only a second reading of the rules looks at, or an outcome that nobody asked for, stays 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, Any

from coldsteel.kernel.figures import any_of, no, where
from coldsteel.kernel.state import Agenda, Slot, Task, evolve
from coldsteel.rulebooks.warband.rulings import Rulings
from coldsteel.rulebooks.warband.setup import Duel, Profile, Setup, UnitProfile

__all__ = [
    "DuelResult",
    "DuelState",
    "Fight",
    "LinkState",
    "RowState",
    "UnitState",
    "opening",
    "remembers_challenger",
]


class DuelResult(IntEnum):
    """How the last turn of a duel came out; first and second go by the order of `Duel` (WB-68 to WB-79)."""

    NONE = 0
    DRAW = 1
    FIRST_PARTIAL = 2
    SECOND_PARTIAL = 3
    FIRST_FULL = 4
    SECOND_FULL = 5


@dataclass(frozen=True)
class RowState:
    """The models of one profile: those who live, the wounds that one of them has lost, a hero's action points."""

    alive: Annotated[int, range(64)] = 0
    lost: Annotated[int, range(32)] = 0  # at most one of a row is wounded (WB-51)
    points: Annotated[int, range(8)] = 0
    gift: bool = False  # WB-77
    ran: bool = False  # of a hero: fled, not killed (WB-97)


@dataclass(frozen=True)
class UnitState:
    """What can change in a unit."""

    rows: tuple[RowState, ...]
    fled: Annotated[int, range(512)] = 0
    losses_open: Annotated[int, range(1024)] = 0  # WB-100
    losses_due: Annotated[int, range(1024)] = 0
    counted_open: Annotated[int, range(1024)] = 0  # WB-R21 floor only: losses that a duel makes it count
    counted_due: Annotated[int, range(1024)] = 0
    attack_bonus_left: Annotated[int, range(4)] = 0  # WB-81
    fearless_left: Annotated[int, range(4)] = 0
    fearless_for_good: bool = False  # WB-R17 rest_of_fight only
    charged: bool = False
    was_charged: bool = False
    intervened: bool = False
    tied_at_start: bool = False
    activated: bool = False
    declined: bool = False
    withdrew: bool = False


@dataclass(frozen=True)
class LinkState:
    """Two enemy units: in melee with each other or not (WB-7), and the attacks that one of them has declared on the
    other, by its kinds of blows."""

    on: bool = False
    challenged: bool = False  # in this post (WB-58)
    blows: tuple[Annotated[int, range(2048)], ...] = ()


@dataclass(frozen=True)
class DuelState:
    """Two enemy heroes. `fought`: in this post, or it goes on (WB-63)."""

    fought: bool = False
    running: bool = False
    dealt_first: Annotated[int, range(128)] = 0  # wounds taken from the other hero (WB-67)
    dealt_second: Annotated[int, range(128)] = 0
    began: Annotated[int, range(64)] = 0  # post, where several may run; WB-R20 next_own_post: in whose, from 1
    second_challenged: bool = False  # where a later turn asks for it (WB-65)
    result: DuelResult = DuelResult.NONE  # where the outcome keeps it


@dataclass(frozen=True)
class Fight:
    """A fight. `units`, `links` and `duels` go by `setup.units`, `setup.pairs` and `setup.duels`."""

    setup: Setup = field(compare=False, repr=False)
    units: tuple[UnitState, ...]
    links: tuple[LinkState, ...]
    duels: tuple[DuelState, ...]
    fleeing: Annotated[int, range(512)]  # models that run and are still to be named (WB-102)
    posts: Annotated[int, range(64)]  # played, once the fight is over
    then: Agenda

    # -- what never changes
    @property
    def r(self) -> Rulings:
        """The readings."""
        return self.setup.rulings

    def unit(self, u: int) -> UnitProfile:
        """A unit's profile."""
        return self.setup.units[u]

    def profile(self, u: int, row: int) -> Profile:
        """The profile of one row of a unit."""
        return self.setup.units[u].rows[row]

    def side(self, u: int) -> int:
        """The controller of a unit: the side that rolls and chooses for it."""
        return self.setup.units[u].controller

    def id(self, u: int) -> str:
        """A unit's name."""
        return self.setup.units[u].id

    def name(self, u: int, row: int) -> str:
        """The name of one row of a unit."""
        rows = self.setup.units[u].rows
        return (
            self.id(u) if len(rows) == 1 else rows[row].name if rows[row].is_hero else f"{self.id(u)}: {rows[row].name}"
        )

    def rows(self, u: int) -> range:
        """The numbers of a unit's rows."""
        return range(len(self.setup.units[u].rows))

    def enemies(self, u: int) -> tuple[Slot, ...]:
        """The enemies that a unit can ever be in melee with."""
        return self.setup.enemies[u]

    # -- who lives
    def alive(self, u: int, row: int) -> int:
        """The living models of a row."""
        return self.units[u].rows[row].alive

    def living(self, u: int, rows: Sequence[int] | None = None) -> int:
        """The living models of a unit, or of some of its rows."""
        out = 0
        for row in self.rows(u) if rows is None else rows:
            out = out + self.alive(u, row)
        return out

    def lives(self, u: int) -> bool:
        """Has the unit a living model?"""
        return self.living(u) > 0

    # -- links
    def link(self, u: int, e: int) -> LinkState:
        """What is between two enemies, named in either order."""
        return self.links[self.setup.pair_of[u, e]]

    def linked(self, u: int, e: int) -> bool:
        """WB-7, WB-C3: are these two in melee with each other?"""
        return self.link(u, e).on & self.lives(u) & self.lives(e)

    def tied(self, u: int) -> bool:
        """WB-7, WB-22, WB-24: a living model with attacks, and an enemy in melee (WB-R5: one that has attacks)."""
        foes = any_of(
            self.linked(u, e) & (self.r.zero_attack_ties_enemy | self.has_attacks(e)) for e in self.enemies(u)
        )
        return foes & self.has_attacks(u)

    def has_attacks(self, u: int) -> bool:
        """Has the unit a living model with attacks (WB-21)?"""
        return any_of(self.alive(u, row) > 0 for row in self.rows(u) if self.profile(u, row).attacks)

    # -- duels
    def runs(self, d: int) -> bool:
        """Does a duel go on? It ends at once when a duellist is gone (WB-87)."""
        duel = self.setup.duels[d]
        both = [self.alive(u, row) > 0 for u, row in zip(duel.units, duel.rows, strict=True)]
        return self.duels[d].running & both[0] & both[1]

    def in_running_duel(self, u: int) -> bool:
        """WB-86: is a hero of the unit in a duel that goes on?"""
        return any_of(self.runs(d) for d, _ in self.duels_of(u))

    def duels_of(self, u: int, row: int | None = None) -> list[tuple[int, int]]:
        """The duels that a unit's heroes (or one of them) can fight: number, and 0 or 1 for first or second."""
        out = []
        for d, duel in enumerate(self.setup.duels):
            for k, (unit, r) in enumerate(zip(duel.units, duel.rows, strict=True)):
                if unit == u and row in (None, r):
                    out.append((d, k))
        return out

    def shielded(self, u: int, row: int) -> bool:
        """WB-63: may this row be given no wounds from outside (WB-R22)?"""
        if self.r.duel_shield == "free":
            return False
        return any_of(self.duels[d].fought for d, _ in self.duels_of(u, row))

    def in_duel(self, u: int) -> bool:
        """WB-63: has a hero of the unit fought a duel in this post, or goes it on?"""
        return any_of(self.duels[d].fought for d, _ in self.duels_of(u))

    # -- the next state
    def first(self, *tasks: Task) -> Fight:
        """With these tasks before what was to be done anyway."""
        return evolve(self, then=self.then.first(*tasks))

    def with_unit(self, u: int, **changes: Any) -> Fight:
        """With changes to one unit."""
        units = tuple(evolve(x, **changes) if k == u else x for k, x in enumerate(self.units))
        return evolve(self, units=units)

    def with_row(self, u: int, row: int, **changes: Any) -> Fight:
        """With changes to one row of a unit."""
        rows = tuple(evolve(x, **changes) if k == row else x for k, x in enumerate(self.units[u].rows))
        return self.with_unit(u, rows=rows)

    def with_link(self, u: int, e: int, **changes: Any) -> Fight:
        """With changes to what is between two enemies."""
        n = self.setup.pair_of[u, e]
        return evolve(self, links=tuple(evolve(x, **changes) if k == n else x for k, x in enumerate(self.links)))

    def with_blows(self, u: int, e: int, arm: int, n: int) -> Fight:
        """With `n` attacks of `u` declared on `e`, of one of its kinds of blows."""
        blows = self.link(u, e).blows
        return self.with_link(u, e, blows=tuple(n if k == arm else x for k, x in enumerate(blows)))

    def with_duel(self, d: int, **changes: Any) -> Fight:
        """With changes to one duel."""
        return evolve(self, duels=tuple(evolve(x, **changes) if k == d else x for k, x in enumerate(self.duels)))

    def apart(self, u: int, when: bool = True) -> Fight:
        """With all links of a unit ended, where `when` holds (WB-75)."""
        f = self
        for e in self.enemies(u):
            f = f.with_link(u, e, on=f.link(u, e).on & no(when))
        return f

    def suffers(self, u: int, losses: int) -> Fight:
        """With real losses (WB-53, WB-100), which nobody counts in a unit that never tests (WB-82)."""
        if never_tests(self.setup, u):
            return self
        return self.with_unit(u, losses_open=self.units[u].losses_open + losses)

    def counts(self, u: int, losses: int) -> Fight:
        """With losses that a duel makes a unit count (WB-84, WB-R21)."""
        if never_tests(self.setup, u):
            return self
        losses = where(self.lives(u), losses, 0)
        if self.r.duel_losses == "floor":
            return self.with_unit(u, counted_open=self.units[u].counted_open + losses)
        return self.suffers(u, losses)


def never_tests(setup: Setup, u: int) -> bool:
    """WB-82, WB-C17: is the unit fearless for good?"""
    return setup.units[u].fearless and setup.rulings.fearless_effect == "no_test"


def remembers_challenger(setup: Setup) -> bool:
    """WB-65: does a later turn of a duel ask who challenged? By WB-R14 `challenger`; else only where it may be fought
    in the post of a controller who has no hero in it (WB-R20 `next_own_post`)."""
    if setup.rulings.duel_first_strike == "challenger":
        return True
    return setup.rulings.duel_next_turn == "next_own_post" and len(setup.controllers) > 2


# ---------------------------------------------------------------- the opening
def opening(setup: Setup) -> Fight:
    """The opening state with an empty agenda."""
    units = tuple(_unit(p, u, setup) for u, p in enumerate(setup.units))
    links = tuple(_link(setup, a, b) for a, b in setup.pairs)
    duels = tuple(_duel(setup, d, duel) for d, duel in enumerate(setup.duels))
    ground = setup.layout.start if setup.layout else ()
    return Fight(setup, units, links, duels, 0, 0, Agenda(ground=ground))


def _unit(p: UnitProfile, u: int, setup: Setup) -> UnitState:
    saved = setup.rulings.ap_refresh == "own_post"  # WB-C4 all are full when the fight starts
    rows = tuple(RowState(x.count, x.wounds_lost, x.action_points if saved and x.is_hero else 0) for x in p.rows)
    bold = never_tests(setup, u)
    return UnitState(
        rows=rows,
        losses_open=0 if bold else p.losses_open,
        losses_due=0 if bold else p.losses_due,
        attack_bonus_left=p.attack_bonus_left,
        fearless_left=0 if setup.rulings.fearless_effect == "none" else p.fearless_left,
        withdrew=p.withdrew,
    )


def _link(setup: Setup, a: Slot, b: Slot) -> LinkState:
    kinds = max(len(setup.units[a].arms), len(setup.units[b].arms))  # concrete: the set-up
    return LinkState(on=(a, b) in setup.tied, blows=(0,) * kinds)


def _duel(setup: Setup, d: int, duel: Duel) -> DuelState:
    for running in setup.running:
        if running.duel == d:
            kept = setup.rulings.duel_next_turn == "next_own_post"
            asked = remembers_challenger(setup)
            return DuelState(
                fought=True,
                running=True,
                dealt_first=running.dealt[0] if setup.rulings.duel_wound_count == "cumulative" else 0,
                dealt_second=running.dealt[1] if setup.rulings.duel_wound_count == "cumulative" else 0,
                began=running.began_by + 1 if kept else 0,
                second_challenged=running.second_challenged and asked,
            )
    return DuelState()
