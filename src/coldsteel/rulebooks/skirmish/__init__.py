"""skirmish: close combat of single models on their own bases, d20."""

from __future__ import annotations

from typing import Any

from coldsteel.kernel.rulebook import Rulebook
from coldsteel.rulebooks.skirmish.blows import attack, remove_dead, strike
from coldsteel.rulebooks.skirmish.breaking import break_off
from coldsteel.rulebooks.skirmish.charge import charge
from coldsteel.rulebooks.skirmish.exchange import exchange, second_blow
from coldsteel.rulebooks.skirmish.flight import fled, pursue
from coldsteel.rulebooks.skirmish.interchange import groups, renamed
from coldsteel.rulebooks.skirmish.measures import VERDICTS, aims, describe, measures, verdict
from coldsteel.rulebooks.skirmish.morale import morale_test, unit_morale
from coldsteel.rulebooks.skirmish.reactions import answer, approach, taken_over
from coldsteel.rulebooks.skirmish.rulings import CATALOGUE, Parameters, Rulings
from coldsteel.rulebooks.skirmish.setup import Setup
from coldsteel.rulebooks.skirmish.turns import activate, alternate, new_turn, next_action, start

__all__ = ["RULEBOOK"]


def _model() -> Any:
    from coldsteel.rulebooks.skirmish.profiles import FightFile

    return FightFile


def _setup_of(model: Any) -> Setup:
    from coldsteel.rulebooks.skirmish.profiles import setup_of

    return setup_of(model)


def _scene(state: Any) -> Any:
    from coldsteel.rulebooks.skirmish.map import scene

    return scene(state)


def _sketch(state: Any) -> Any:
    from coldsteel.rulebooks.skirmish.sketch import sketch

    return sketch(state)


def _board(values: Any) -> Any:
    from coldsteel.rulebooks.skirmish.board import board

    return board(values)


RULEBOOK = Rulebook(
    name="skirmish",
    version="1",
    catalogue=CATALOGUE,
    steps=(
        new_turn,
        alternate,
        activate,
        next_action,
        attack,
        strike,
        remove_dead,
        charge,
        approach,
        answer,
        taken_over,
        exchange,
        second_blow,
        pursue,
        fled,
        morale_test,
        unit_morale,
        break_off,
    ),
    model=_model,
    setup_of=_setup_of,
    start=start,
    verdict=verdict,
    verdicts=VERDICTS,
    unresolved="undecided",
    measures=measures,
    aims=aims,
    rulings=Rulings,
    parameters=Parameters,
    groups=groups,
    renamed=renamed,
    counters={"new_turn": "turns"},
    describe=describe,
    scene=_scene,
    sketch=_sketch,
    board=_board,
)
