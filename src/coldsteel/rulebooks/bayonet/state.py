"""The state of a fight (ledger 3.4): casualties, disorder, contacts, and what is still to be done.

A figure that only a second reading of the rules looks at stays 0 under the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from coldsteel.kernel.figures import any_of, where
from coldsteel.kernel.state import Agenda, Slot, Task, evolve
from coldsteel.rulebooks.bayonet.rulings import Parameters, Rulings
from coldsteel.rulebooks.bayonet.setup import Fate, Formation, Setup, Side, UnitProfile

__all__ = ["GONE", "ContactState", "Fight", "UnitState", "opening"]

GONE = (Fate.BROKEN, Fate.DESTROYED, Fate.LEFT_TABLE)
"""Fates of units that are lost for the game."""


@dataclass(frozen=True)
class UnitState:
    """What can change in a unit."""

    casualties: Annotated[int, range(128)] = 0
    lost: Annotated[int, range(128)] = 0  # in this round, not yet carried (BY-86)
    disordered: bool = False
    charged: bool = False
    won_last: bool = False
    formation: Formation = Formation.LINE
    behind_cover: bool = False
    testing: bool = False  # has a break test to take
    fate: Fate = Fate.IN_PLACE
    fought: bool = False  # has been in contact: a unit of this fight (BY-139)
    reacted: bool = False  # BY-R12 per_turn only
    turned: Annotated[int, range(4)] = 0  # quarter turns made in reaction, where a later order asks (BY-83)


@dataclass(frozen=True)
class ContactState:
    """A unit of A and a unit of B: whether they touch, with which sides, and the dice shared out for this round."""

    on: bool = False
    side_a: Side = Side.FRONT
    side_b: Side = Side.FRONT
    dice_a: Annotated[int, range(32)] = 0
    dice_b: Annotated[int, range(32)] = 0
    score_a: Annotated[int, range(64)] = 0  # BY-R17 true and BY-C14 pairwise only: what A's unit inflicted on B's
    score_b: Annotated[int, range(64)] = 0
    fresh: bool = False  # BY-R10 false and BY-R34 charge_round only: made in this turn
    held: bool = False  # BY-R32 same_enemy only: they touched in the last round


@dataclass(frozen=True)
class Fight:
    """A fight. `units` and `contacts` go by `setup.units` and `setup.pairs`."""

    setup: Setup = field(compare=False, repr=False)
    units: tuple[UnitState, ...]
    contacts: tuple[ContactState, ...]
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

    def side(self, u: int) -> int:
        """The side of a unit: 0 or 1."""
        return self.setup.units[u].side

    def id(self, u: int) -> str:
        """A unit's name."""
        return self.setup.units[u].id

    def enemies(self, u: int) -> tuple[Slot, ...]:
        """The enemies that a unit can ever touch."""
        return self.setup.enemies[u]

    # -- figures
    def shaken(self, u: int) -> bool:
        """BY-12: casualties have reached stamina."""
        return self.units[u].casualties >= self.profile(u).stamina

    def contact(self, u: int, e: int) -> ContactState:
        """The contact of two enemies, named in either order."""
        return self.contacts[self.setup.pair_of[u, e]]

    def touches(self, u: int, e: int) -> bool:
        """Do these two touch?"""
        return self.contact(u, e).on

    def touched_side(self, u: int, e: int) -> int:
        """The side of `u` that `e` touches."""
        c = self.contact(u, e)
        return c.side_b if self.side(u) else c.side_a

    def engaged(self, u: int) -> bool:
        """Does any enemy touch the unit?"""
        return any_of(self.touches(u, e) for e in self.enemies(u))

    def boxed(self, u: int) -> bool:
        """Is it a square or a garrison: four sides, no flank or rear?"""
        formation = self.units[u].formation
        return (formation == Formation.SQUARE) | (formation == Formation.GARRISON)

    def in_place(self, u: int) -> bool:
        """Is the unit still there?"""
        return self.units[u].fate == Fate.IN_PLACE

    def gone(self, u: int) -> bool:
        """Is the unit lost for the game: broken, destroyed or off the table?"""
        return any_of(self.units[u].fate == fate for fate in GONE)

    def fighting(self) -> bool:
        """Do any two enemies touch?"""
        return any_of(c.on for c in self.contacts)

    # -- the next state
    def first(self, *tasks: Task) -> Fight:
        """With these tasks before what was to be done anyway."""
        return evolve(self, then=self.then.first(*tasks))

    def with_unit(self, u: int, **changes: Any) -> Fight:
        """With changes to one unit."""
        units = tuple(evolve(x, **changes) if k == u else x for k, x in enumerate(self.units))
        return evolve(self, units=units)

    def with_contact(self, u: int, e: int, **changes: Any) -> Fight:
        """With changes to the contact of two enemies."""
        n = self.setup.pair_of[u, e]
        return evolve(self, contacts=tuple(evolve(c, **changes) if k == n else c for k, c in enumerate(self.contacts)))

    def without_contact(self, u: int, e: int, when: bool = True) -> Fight:
        """With the contact of two enemies broken, where `when` holds."""
        return self.with_contact(u, e, **dict(cleared(self.contact(u, e), when)))

    def apart(self, u: int, when: bool = True) -> Fight:
        """With all contacts of a unit broken, where `when` holds."""
        f = self
        for e in self.enemies(u):
            f = f.without_contact(u, e, when)
        return f


def cleared(c: ContactState, when: bool) -> Iterator[tuple[str, Any]]:
    """The changes that break a contact where `when` holds."""
    nothing = ContactState()
    for name in ("on", "side_a", "side_b", "dice_a", "dice_b", "score_a", "score_b", "fresh", "held"):
        old, new = getattr(c, name), getattr(nothing, name)
        if not isinstance(old, int) or old != new:  # what is 0 already stays the same object
            yield name, where(when, new, old)


def opening(setup: Setup) -> Fight:
    """The opening state with an empty agenda."""
    touching = {u for t in setup.touches for u in (t.a, t.b)}
    units = tuple(_unit(p, u in touching, setup) for u, p in enumerate(setup.units))
    contacts = tuple(_contact(a, b, setup) for a, b in setup.pairs)
    return Fight(setup, units, contacts, setup.max_rounds, Agenda(ground=setup.ground))


def _unit(p: UnitProfile, touching: bool, setup: Setup) -> UnitState:
    return UnitState(
        casualties=p.casualties,
        disordered=p.disordered,
        charged=p.charged and touching,
        won_last=p.won_last and touching,
        formation=p.formation,
        behind_cover=p.cover != 0,
        fought=touching,
        reacted=p.reacted and setup.rulings.reaction_limit == "per_turn",
    )


def _contact(a: Slot, b: Slot, setup: Setup) -> ContactState:
    for t in setup.touches:
        if (t.a, t.b) == (a, b):
            r, pa, pb = setup.rulings, setup.units[a], setup.units[b]
            # A unit in contact gets no order to charge (BY-8). So who has the bonus of its charge has made all its
            # contacts with it, in this phase: they are new to BY-R10 as well as to BY-R34. The file says no more, and
            # under BY-R31 whole_fight, where an older charge has the bonus too, it is read in the same way.
            fresh = pa.charged or pb.charged
            held = _won_against(pa, pb) or _won_against(pb, pa)
            return ContactState(
                on=True,
                side_a=t.side_a,
                side_b=t.side_b,
                fresh=fresh and (r.flank_modifiers_last == "charge_round" or not r.phase_contacts_count),
                held=held and r.won_last_scope == "same_enemy",
            )
    return ContactState()


def _won_against(p: UnitProfile, enemy: UnitProfile) -> bool:
    """Has the unit won the last round with this enemy in contact? It is the winner's list that tells."""
    return p.won_last and enemy.id in p.won_against
