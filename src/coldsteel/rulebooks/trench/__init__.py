"""trench: hand-to-hand fights of First World War platoons."""

from __future__ import annotations

from functools import partial

from coldsteel.kernel.rulebook import Rulebook, later, named
from coldsteel.rulebooks.trench.cavalry import chase, pursue, ride, run
from coldsteel.rulebooks.trench.contact import contact, start
from coldsteel.rulebooks.trench.dugout import at_entrance, call, grenade, nerve
from coldsteel.rulebooks.trench.house import floor_decided, gather, help_floor, next_floor, settled, storm
from coldsteel.rulebooks.trench.hunt import flee, hunt, hunter, ride_at
from coldsteel.rulebooks.trench.initiative import spend
from coldsteel.rulebooks.trench.measures import VERDICTS, aims, describe, measures, verdict
from coldsteel.rulebooks.trench.melee import answer_defeat, compare, driven_off, exchange, roll_back
from coldsteel.rulebooks.trench.night import burst, look_out, roll_shells, star_shell
from coldsteel.rulebooks.trench.prisoners import survivors, take, tell_off
from coldsteel.rulebooks.trench.result import beaten, closing, go_back, suffered
from coldsteel.rulebooks.trench.rulings import CATALOGUE, Parameters, Rulings
from coldsteel.rulebooks.trench.scene import scene
from coldsteel.rulebooks.trench.setup import Way
from coldsteel.rulebooks.trench.spread import deal_kill, deal_shock, take_shock
from coldsteel.rulebooks.trench.stairs import leave, withdraw

__all__ = ["RULEBOOK"]


RULEBOOK = Rulebook(
    name="trench",
    version="1",
    catalogue=CATALOGUE,
    steps=(
        roll_shells,
        star_shell,
        burst,
        look_out,
        contact,
        spend,
        exchange,
        take_shock,
        deal_kill,
        deal_shock,
        compare,
        driven_off,
        roll_back,
        answer_defeat,
        beaten,
        go_back,
        pursue,
        chase,
        run,
        ride,
        hunt,
        hunter,
        flee,
        ride_at,
        next_floor,
        gather,
        help_floor,
        storm,
        floor_decided,
        withdraw,
        leave,
        settled,
        at_entrance,
        call,
        grenade,
        nerve,
        take,
        survivors,
        suffered,
        tell_off,
        closing,
    ),
    model=partial(named, "coldsteel.rulebooks.trench.profiles:FightFile"),
    setup_of=later("coldsteel.rulebooks.trench.filling:setup_of"),
    start=start,
    verdict=verdict,
    verdicts=VERDICTS,
    unresolved="unresolved",
    measures=measures,
    aims=aims,
    rulings=Rulings,
    parameters=Parameters,
    words=(Way,),
    counters={"exchange": "rounds"},
    describe=describe,
    sketch=later("coldsteel.rulebooks.trench.sketch:sketch"),
    board=later("coldsteel.rulebooks.trench.board:board"),
    scene=scene,
)
