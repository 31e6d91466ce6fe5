"""warband: close combat of units and heroes in a percentile game played by posts."""

from __future__ import annotations

from typing import Any

from coldsteel.kernel.rulebook import Rulebook
from coldsteel.rulebooks.warband.blows import attack, damage, take_wound, volley
from coldsteel.rulebooks.warband.duels import duel_bouts, duel_result, duel_turn, go_on_or_break_off, withdraw
from coldsteel.rulebooks.warband.interchange import groups
from coldsteel.rulebooks.warband.measures import (
    UNRESOLVED,
    VERDICTS,
    aims,
    describe,
    goals,
    measures,
    sides,
    teams,
    verdict,
    verdict_names,
)
from coldsteel.rulebooks.warband.morale import flee, morale, tests
from coldsteel.rulebooks.warband.posts import alternate, answer, command, end_of_post, go_on, start, start_post
from coldsteel.rulebooks.warband.rulings import CATALOGUE, Parameters, Rulings
from coldsteel.rulebooks.warband.setup import Setup
from coldsteel.rulebooks.warband.strikes import (
    another_bout,
    bout,
    declare,
    favour,
    order_volleys,
    strike_singly,
)

__all__ = ["RULEBOOK"]


def _model() -> Any:
    from coldsteel.rulebooks.warband.profiles import FightFile

    return FightFile


def _setup_of(model: Any) -> Setup:
    from coldsteel.rulebooks.warband.profiles import setup_of

    return setup_of(model)


def _scene(state: Any) -> Any:
    from coldsteel.rulebooks.warband.map import scene

    return scene(state)


def _sketch(state: Any) -> Any:
    from coldsteel.rulebooks.warband.sketch import sketch

    return sketch(state)


def _board(values: Any) -> Any:
    from coldsteel.rulebooks.warband.board import board

    return board(values)


RULEBOOK = Rulebook(
    name="warband",
    version="1",
    catalogue=CATALOGUE,
    steps=(
        start_post,
        command,
        alternate,
        answer,
        go_on,
        favour,
        declare,
        order_volleys,
        strike_singly,
        volley,
        attack,
        take_wound,
        damage,
        bout,
        another_bout,
        duel_turn,
        duel_bouts,
        duel_result,
        go_on_or_break_off,
        withdraw,
        tests,
        morale,
        flee,
        end_of_post,
    ),
    model=_model,
    setup_of=_setup_of,
    start=start,
    verdict=verdict,
    verdicts=VERDICTS,
    verdict_names=verdict_names,
    unresolved=UNRESOLVED,
    measures=measures,
    aims=aims,
    rulings=Rulings,
    parameters=Parameters,
    groups=groups,
    counters={"end_of_post": "posts"},
    describe=describe,
    sketch=_sketch,
    board=_board,
    sides=sides,
    teams=teams,
    goals=goals,
    scene=_scene,
)
