"""skirmish: close combat of single models on their own bases, d20."""

from __future__ import annotations

from functools import partial

from coldsteel.kernel.rulebook import Rulebook, later, named
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
from coldsteel.rulebooks.skirmish.turns import activate, alternate, new_turn, next_action, start

__all__ = ["RULEBOOK"]


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
    model=partial(named, "coldsteel.rulebooks.skirmish.profiles:FightFile"),
    setup_of=later("coldsteel.rulebooks.skirmish.profiles:setup_of"),
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
    scene=later("coldsteel.rulebooks.skirmish.map:scene"),
    sketch=later("coldsteel.rulebooks.skirmish.sketch:sketch"),
    board=later("coldsteel.rulebooks.skirmish.board:board"),
)
