"""wasteland: a skirmish of warriors and squads after the end of the world, melee and shooting."""

from __future__ import annotations

from functools import partial

from coldsteel.kernel.rulebook import Rulebook, later, named
from coldsteel.rulebooks.wasteland.blows import batches, blow, strike
from coldsteel.rulebooks.wasteland.boosts import raise_mobility
from coldsteel.rulebooks.wasteland.damage import fall
from coldsteel.rulebooks.wasteland.declare import declare
from coldsteel.rulebooks.wasteland.drawing import draw_in, gather
from coldsteel.rulebooks.wasteland.interchange import groups
from coldsteel.rulebooks.wasteland.measures import VERDICTS, aims, describe, measures, verdict
from coldsteel.rulebooks.wasteland.nerve import arm_free_hits, flee, free_hits, losses, run, take_test, tests
from coldsteel.rulebooks.wasteland.order import bury, next_blow, order_of_blows, roll_off
from coldsteel.rulebooks.wasteland.pulling import draw_models, pull, summon
from coldsteel.rulebooks.wasteland.rounds import bout, end_of_bout, end_of_round, new_round, next_melee, start
from coldsteel.rulebooks.wasteland.rulings import CATALOGUE, Parameters, Rulings
from coldsteel.rulebooks.wasteland.shooting import (
    activation,
    blast,
    burst,
    cover_struck,
    end_of_activation,
    fire,
    settle,
    shoot,
)
from coldsteel.rulebooks.wasteland.wounds import deal

__all__ = ["RULEBOOK"]


RULEBOOK = Rulebook(
    name="wasteland",
    version="1",
    catalogue=CATALOGUE,
    steps=(
        new_round,
        gather,
        draw_in,
        pull,
        summon,
        draw_models,
        bout,
        next_melee,
        declare,
        raise_mobility,
        order_of_blows,
        roll_off,
        next_blow,
        blow,
        batches,
        strike,
        deal,
        fall,
        bury,
        losses,
        tests,
        take_test,
        run,
        arm_free_hits,
        free_hits,
        flee,
        end_of_bout,
        activation,
        shoot,
        fire,
        blast,
        burst,
        cover_struck,
        end_of_activation,
        settle,
        end_of_round,
    ),
    model=partial(named, "coldsteel.rulebooks.wasteland.profiles:FightFile"),
    setup_of=later("coldsteel.rulebooks.wasteland.profiles:setup_of"),
    start=start,
    verdict=verdict,
    verdicts=VERDICTS,
    unresolved="stalemate",
    measures=measures,
    aims=aims,
    rulings=Rulings,
    parameters=Parameters,
    groups=groups,
    counters={"new_round": "rounds"},
    describe=describe,
    sketch=later("coldsteel.rulebooks.wasteland.sketch:sketch"),
    board=later("coldsteel.rulebooks.wasteland.board:board"),
    scene=later("coldsteel.rulebooks.wasteland.scene:scene"),
)
