"""bayonet: close combat of battalions, squadrons and batteries in the horse-and-musket period."""

from __future__ import annotations

from typing import Any

from coldsteel.kernel.rulebook import Rulebook
from coldsteel.rulebooks.bayonet.charge import charge, command
from coldsteel.rulebooks.bayonet.interchange import groups
from coldsteel.rulebooks.bayonet.measures import VERDICTS, aims, describe, measures, verdict
from coldsteel.rulebooks.bayonet.melee import combat_result, exchange, share_out
from coldsteel.rulebooks.bayonet.reactions import (
    closing_volley,
    counter_charge,
    evade,
    form_square,
    react,
    stand,
    turn_to_face,
    volley_test,
)
from coldsteel.rulebooks.bayonet.rounds import close_combat, end_of_round, next_fight, start
from coldsteel.rulebooks.bayonet.rout import break_test, retreat, retreats, surrounded
from coldsteel.rulebooks.bayonet.rulings import CATALOGUE, Parameters, Rulings
from coldsteel.rulebooks.bayonet.setup import Setup
from coldsteel.rulebooks.bayonet.state import Fight

__all__ = ["RULEBOOK"]


def _model() -> Any:
    from coldsteel.rulebooks.bayonet.profiles import FightFile

    return FightFile


def _setup_of(model: Any) -> Setup:
    from coldsteel.rulebooks.bayonet.profiles import setup_of

    return setup_of(model)


def _scene(f: Fight) -> Any:
    if not f.then.ground:
        return None
    from coldsteel.rulebooks.bayonet.scene import scene

    return scene(f)


def _sketch(state: Any) -> Any:
    from coldsteel.rulebooks.bayonet.sketch import sketch

    return sketch(state)


def _board(values: Any) -> Any:
    from coldsteel.rulebooks.bayonet.board import board

    return board(values)


RULEBOOK = Rulebook(
    name="bayonet",
    version="1",
    catalogue=CATALOGUE,
    steps=(
        command,
        charge,
        react,
        stand,
        closing_volley,
        volley_test,
        form_square,
        evade,
        counter_charge,
        turn_to_face,
        close_combat,
        next_fight,
        share_out,
        exchange,
        combat_result,
        break_test,
        surrounded,
        retreats,
        retreat,
        end_of_round,
    ),
    model=_model,
    setup_of=_setup_of,
    start=start,
    verdict=verdict,
    verdicts=VERDICTS,
    unresolved="unresolved",
    measures=measures,
    aims=aims,
    rulings=Rulings,
    parameters=Parameters,
    groups=groups,
    counters={"end_of_round": "rounds"},
    describe=describe,
    sketch=_sketch,
    board=_board,
    scene=_scene,
)
