"""warband: close combat of units and heroes in a percentile game played by posts."""

from __future__ import annotations

from functools import partial

from coldsteel.kernel.rulebook import Rulebook, later, named
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
from coldsteel.rulebooks.warband.strikes import (
    another_bout,
    bout,
    declare,
    favour,
    order_volleys,
    strike_singly,
)

__all__ = ["RULEBOOK"]


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
    model=partial(named, "coldsteel.rulebooks.warband.profiles:FightFile"),
    setup_of=later("coldsteel.rulebooks.warband.profiles:setup_of"),
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
    sketch=later("coldsteel.rulebooks.warband.sketch:sketch"),
    board=later("coldsteel.rulebooks.warband.board:board"),
    sides=sides,
    teams=teams,
    goals=goals,
    scene=later("coldsteel.rulebooks.warband.map:scene"),
)
