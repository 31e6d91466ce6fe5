"""bayonet: close combat of battalions, squadrons and batteries in the horse-and-musket period."""

from __future__ import annotations

from functools import partial

from coldsteel.kernel.rulebook import Rulebook, later, named
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

__all__ = ["RULEBOOK"]


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
    model=partial(named, "coldsteel.rulebooks.bayonet.profiles:FightFile"),
    setup_of=later("coldsteel.rulebooks.bayonet.profiles:setup_of"),
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
    sketch=later("coldsteel.rulebooks.bayonet.sketch:sketch"),
    board=later("coldsteel.rulebooks.bayonet.board:board"),
    scene=later("coldsteel.rulebooks.bayonet.scene:scene"),
)
