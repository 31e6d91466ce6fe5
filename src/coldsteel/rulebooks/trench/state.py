"""The state of a fight (ledger 5.1): men and Shock of every Group, what became of it, and what is still to be done.

Kinds of men follow from the number left, since the order of falling is fixed. What only some fights need (points of
Leaders, prisoners, floors, a pursuit, a night) stands in tuples that are empty in all others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, Any

from coldsteel.kernel.figures import where
from coldsteel.kernel.state import Agenda, Slot, Task, evolve
from coldsteel.rulebooks.trench.rulings import Parameters, Rulings
from coldsteel.rulebooks.trench.setup import GroupProfile, Setup

__all__ = [
    "Chase",
    "Dealt",
    "End",
    "Fight",
    "Flight",
    "GroupState",
    "Housed",
    "LeaderState",
    "Pursuit",
    "Status",
    "Taken",
    "WatchState",
    "Winner",
    "opening",
]


class End(IntEnum):
    """How a fight ended."""

    NONE = 0
    OVERWHELMED = 1
    DEFEAT = 2
    STALEMATE = 3
    WIPED_OUT = 4
    MUTUAL = 5
    SURRENDERED_TO_CALL = 6
    CLEARED_BY_GRENADE = 7


class Winner(IntEnum):
    """Who won."""

    NOBODY = 0
    A = 1
    B = 2


class Status(IntEnum):
    """What has become of a Group with men."""

    HOLDING = 0
    FELL_BACK = 1
    SURRENDERED = 2
    OFF_TABLE = 3


class Pursuit(IntEnum):
    """How a pursuit ended, or that it is on."""

    NONE = 0
    UNDER_CONTROL = 1
    ON = 2
    CAUGHT = 3
    DRIVEN_OFF = 4


@dataclass(frozen=True)
class LeaderState:
    """A Leader with Initiative: points left, and those spent in this round."""

    points: Annotated[int, range(16)] = 0
    spent: Annotated[int, range(16)] = 0


@dataclass(frozen=True)
class Taken:
    """Men of a Group who are prisoners (living ones, and such as were thought dead; `told` of them have been seen to),
    and those told off as guards. `broken`: at the end their morale was gone (where Shock is not remembered)."""

    captured: Annotated[int, range(128)] = 0
    from_dead: Annotated[int, range(128)] = 0
    guards: Annotated[int, range(128)] = 0
    told: Annotated[int, range(256)] = 0
    broken: bool = False


@dataclass(frozen=True)
class Housed:
    """Where a Group is in a building, what it was when the fight for the floor began, and the inches back that its
    result asked for when it left by a door. TR-R31 `stay`: who got away before the others stood again, and whereto."""

    floor: Annotated[int, range(-1, 12)] = -1
    men: Annotated[int, range(128)] = 0
    shock: Annotated[int, range(2048)] = 0
    back: Annotated[int, range(32)] = 0
    away: Annotated[int, range(128)] = 0
    away_floor: Annotated[int, range(-1, 12)] = -1


@dataclass(frozen=True)
class Flight:
    """What a beaten foot Group has run, less what the cavalry has ridden since; and what it has run, where an edge is
    near."""

    lead: Annotated[int, range(-128, 16)] = 0
    run: Annotated[int, range(256)] = 0


@dataclass(frozen=True)
class GroupState:
    """What can change in a Group."""

    men: Annotated[int, range(128)] = 0
    shock: Annotated[int, range(2048)] = 0
    level: Annotated[int, range(5)] = 0
    status: Status = Status.HOLDING
    leaders: tuple[LeaderState, ...] = ()
    lasting: tuple[Annotated[int, range(128)], ...] = ()  # TR-R5 fight: dice bought in earlier rounds
    taken: tuple[Taken, ...] = ()
    housed: tuple[Housed, ...] = ()
    flight: tuple[Flight, ...] = ()
    went: tuple[Annotated[int, range(14401)], ...] = ()  # on a table: hundredths of an inch that it has gone back


@dataclass(frozen=True)
class Dealt:
    """TR-R18: hits of a side that are still to be dealt out, and the men it loses in this round."""

    kills: Annotated[int, range(512)] = 0
    shock: Annotated[int, range(512)] = 0
    lost: Annotated[int, range(512)] = 0


@dataclass(frozen=True)
class Chase:
    """A pursuit: how it stands, and in which turn (9: or later)."""

    pursuit: Pursuit = Pursuit.NONE
    turn: Annotated[int, range(10)] = 0
    last_lost: Annotated[int, range(512)] = 0  # TR-R29 last_round


@dataclass(frozen=True)
class WatchState:
    """A look-out at night: is the target in light, and was it seen?"""

    lit: bool = False
    seen: bool = False


@dataclass(frozen=True)
class Fight:
    """A fight. `groups` goes by `setup.groups`; `margin` 4 means 4 or more; `rolls` are those of TR-44."""

    setup: Setup = field(compare=False, repr=False)
    groups: tuple[GroupState, ...]
    end: End
    winner: Winner
    margin: Annotated[int, range(5)]
    round: Annotated[int, range(5)]
    rolls: tuple[Annotated[int, range(32)], ...]
    lying: tuple[Annotated[int, range(256)], ...]  # dice of each side that did not kill, not yet looked at for Shock
    dealt: tuple[Dealt, ...]  # TR-R18: of each side
    stairs: tuple[Annotated[int, range(128)], ...]  # men who have used the stairs up, and down, after this defeat
    held: tuple[bool, ...]  # floors that the attackers have taken
    chase: tuple[Chase, ...]
    watches: tuple[WatchState, ...]
    shells: tuple[Annotated[int, range(16)], ...]
    renewed: tuple[bool, ...]  # on a table: do enemies stand near enough for a new melee at the end?
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

    def profile(self, g: int) -> GroupProfile:
        """A Group's profile."""
        return self.setup.groups[g]

    def side(self, g: int) -> int:
        """The side of a Group: 0 or 1."""
        return self.setup.groups[g].side

    def id(self, g: int) -> str:
        """A Group's name."""
        return self.setup.groups[g].id

    def side_name(self, side: int) -> str:
        """The name of a side."""
        return self.setup.names[side]

    # -- figures
    def living(self, g: int) -> bool:
        """Has the Group men who can fight?"""
        x = self.groups[g]
        return (x.men > 0) & (x.status == Status.HOLDING)

    def men(self, g: int) -> int:
        """The men of a Group who can fight."""
        x = self.groups[g]
        return x.men * (x.status == Status.HOLDING)

    def leader_lives(self, g: int, k: int) -> bool:
        """Does the k-th Leader of a Group live?"""
        return self.men(g) >= self.profile(g).leaders[k].needs

    def men_before(self, g: int) -> int:
        """The men of a Group when this fight began."""
        housed = self.groups[g].housed
        return housed[0].men if housed else self.profile(g).men

    def shock_before(self, g: int) -> int:
        """The Shock of a Group when this fight began."""
        housed = self.groups[g].housed
        return housed[0].shock if housed else self.profile(g).shock

    def captured(self, g: int) -> int:
        """Men of a Group taken alive; a Group that has surrendered counts with all it has."""
        x = self.groups[g]
        alive = x.men * (x.status == Status.SURRENDERED)
        return alive + x.taken[0].captured if x.taken else alive

    def morale_lost(self, g: int) -> bool:
        """TR-99: Shock above `morale_factor` times the men, prisoners among them."""
        x = self.groups[g]
        men = x.men + (x.taken[0].captured if x.taken else 0)
        return (men > 0) & (x.shock > self.p.morale_factor * men)

    def floor(self, g: int) -> int:
        """The floor that a Group is on."""
        return self.groups[g].housed[0].floor

    # -- the next state
    def first(self, *tasks: Task) -> Fight:
        """With these tasks before what was to be done anyway."""
        return evolve(self, then=self.then.first(*tasks))

    def with_group(self, g: int, **changes: Any) -> Fight:
        """With changes to one Group."""
        groups = tuple(evolve(x, **changes) if k == g else x for k, x in enumerate(self.groups))
        return evolve(self, groups=groups)

    def with_leader(self, g: int, k: int, **changes: Any) -> Fight:
        """With changes to one Leader of a Group: the k-th of those that have points."""
        leaders = tuple(evolve(x, **changes) if n == k else x for n, x in enumerate(self.groups[g].leaders))
        return self.with_group(g, leaders=leaders)

    def with_taken(self, g: int, **changes: Any) -> Fight:
        """With changes to the prisoners and guards of a Group."""
        return self.with_group(g, taken=(evolve(self.groups[g].taken[0], **changes),))

    def with_housed(self, g: int, **changes: Any) -> Fight:
        """With changes to where a Group is."""
        return self.with_group(g, housed=(evolve(self.groups[g].housed[0], **changes),))

    def with_flight(self, g: int, **changes: Any) -> Fight:
        """With changes to the flight of a Group."""
        return self.with_group(g, flight=(evolve(self.groups[g].flight[0], **changes),))

    def with_dealt(self, side: int, **changes: Any) -> Fight:
        """With changes to the hits that a side has still to deal out."""
        return evolve(self, dealt=tuple(evolve(x, **changes) if s == side else x for s, x in enumerate(self.dealt)))

    def with_chase(self, **changes: Any) -> Fight:
        """With changes to the pursuit."""
        return evolve(self, chase=(evolve(self.chase[0], **changes),))

    def with_watch(self, k: int, when: bool = True, **changes: bool) -> Fight:
        """With changes to a look-out, where `when` holds."""
        now = self.watches[k]
        new = {name: where(when, x, getattr(now, name)) for name, x in changes.items()}
        return evolve(self, watches=tuple(evolve(x, **new) if n == k else x for n, x in enumerate(self.watches)))


def opening(setup: Setup) -> Fight:
    """The opening state with an empty agenda."""
    house, night = setup.house, setup.night
    rolls = len(setup.groups) if setup.rulings.overwhelm_roll == "group" else 1
    return Fight(
        setup,
        groups=tuple(_group(Slot(g), setup) for g in range(len(setup.groups))),
        end=End.NONE,
        winner=Winner.NOBODY,
        margin=0,
        round=0,
        rolls=(0,) * rolls,
        lying=(0, 0) if setup.rulings.hit_allocation == "even" else (),
        dealt=() if setup.rulings.hit_allocation == "even" else (Dealt(), Dealt()),
        stairs=(0, 0) if house else (),
        held=(False,) * house.floors if house else (),
        chase=(Chase(),) if setup.may_pursue else (),
        watches=tuple(WatchState(lit=w.lit) for w in night.watches) if night else (),
        shells=(night.shells[0] or 0, night.shells[1] or 0) if night else (),
        renewed=(False,) if setup.tabletop else (),
        then=Agenda(ground=setup.tabletop.ground if setup.tabletop else ()),
    )


def _group(g: Slot, setup: Setup) -> GroupState:
    p, house = setup.groups[g], setup.house
    return GroupState(
        men=p.men,
        shock=p.shock,
        leaders=tuple(LeaderState(points=x.initiative) for x in p.leaders if x.number >= 0),
        lasting=(0,) if setup.rulings.initiative_lasts == "fight" and any(x.initiative for x in p.leaders) else (),
        taken=(Taken(),) if setup.captures else (),
        housed=(Housed(floor=p.floor, men=p.men, shock=p.shock),) if house else (),
        flight=(Flight(),) if setup.may_pursue and not p.cavalry and not setup.tabletop else (),
        went=(0,) if setup.tabletop else (),
    )
