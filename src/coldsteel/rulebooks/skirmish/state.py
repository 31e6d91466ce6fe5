"""The state of a fight (ledger 3.2): what can change in a model, the turn, what is to be done, where everybody stands.

Who lives and where is the ground: a model that is killed is taken off it, so that whoever is there is a plain question.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from coldsteel.kernel.state import Agenda, Task, evolve
from coldsteel.rulebooks.skirmish.rulings import Parameters, Rulings
from coldsteel.rulebooks.skirmish.setup import ForcedMove, ModelProfile, Setup, Stance, UnitProfile

__all__ = ["Fight", "ModelState", "UnitState", "opening"]


@dataclass(frozen=True)
class ModelState:
    """What can change in a model."""

    wounds_left: Annotated[int, range(21)] = 1
    stance: Stance = Stance.STANDING
    waiting: bool = False
    panicked: bool = False
    pending_penalty: bool = False
    forced_move: ForcedMove = ForcedMove.NONE
    acted: bool = False  # in the present activation of its unit
    actions_left: Annotated[int, range(7)] = 0
    crew: tuple[Annotated[int, range(21)], ...] = ()  # wounds left of every member


@dataclass(frozen=True)
class UnitState:
    """What can change in a unit."""

    activated: bool = False  # in this turn


@dataclass(frozen=True)
class Fight:
    """A fight. `models` and `units` go by `setup.models` and `setup.units`."""

    setup: Setup = field(compare=False, repr=False)
    models: tuple[ModelState, ...]
    units: tuple[UnitState, ...]
    turn: Annotated[int, range(101)]  # stays 0 where there is no limit of turns (SK-167)
    first_side: Annotated[int, range(2)]  # has the initiative; needed only where it alternates (SK-C2)
    contacts: Annotated[int, range(128)]  # pairs in contact at the end (SK-167), 0 before it
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

    def profile(self, m: int) -> ModelProfile:
        """A model's profile."""
        return self.setup.models[m]

    def unit_profile(self, u: int) -> UnitProfile:
        """A unit's profile."""
        return self.setup.units[u]

    def side(self, m: int) -> int:
        """The side of a model: 0 or 1."""
        return self.setup.models[m].side

    def name(self, m: int) -> str:
        """A model's name."""
        return self.setup.models[m].name

    # -- the next state
    @property
    def ground(self) -> tuple[Any, ...]:
        """Where everybody stands, as `field` reads it."""
        return self.then.ground

    def on(self, ground: tuple[Any, ...]) -> Fight:
        """The same on another ground."""
        return evolve(self, then=self.then.on(ground))

    def first(self, *tasks: Task) -> Fight:
        """With these tasks before what was to be done anyway."""
        return evolve(self, then=self.then.first(*tasks))

    def with_model(self, m: int, **changes: Any) -> Fight:
        """With changes to one model."""
        return evolve(self, models=tuple(evolve(x, **changes) if k == m else x for k, x in enumerate(self.models)))

    def with_unit(self, u: int, **changes: Any) -> Fight:
        """With changes to one unit."""
        return evolve(self, units=tuple(evolve(x, **changes) if k == u else x for k, x in enumerate(self.units)))


def opening(setup: Setup) -> Fight:
    """The opening state with an empty agenda."""
    models = tuple(
        ModelState(
            wounds_left=p.wounds_left,
            stance=p.stance,
            waiting=p.waiting,
            panicked=p.panicked,
            pending_penalty=p.pending_penalty,
            forced_move=p.forced_move,
            acted=p.acted,
            crew=tuple(c.wounds for c in p.crew),
        )
        for p in setup.models
    )
    units = tuple(UnitState(activated=u.activated) for u in setup.units)
    turn = setup.turn if setup.max_turns else 0
    return Fight(setup, models, units, turn, 0, 0, Agenda().on(setup.opening))
