"""What `skirmish` brings to the examination."""

from coldsteel.rulebooks.skirmish.morale import unit_morale
from tests.driving import alone
from tests.rulebooks.skirmish.builders import (
    brute,
    champion,
    fight,
    gap_of,
    obstacle_of,
    pair_of,
    recruit,
    slot,
    trooper,
    unit,
)


def low(make, name, *weapons, **given):
    """A model in firing position with one action: it strikes or stands up, and goes nowhere."""
    return make(name, *weapons, **{"stance": "firing", "actions": 1, **given})


def charge(a, *enemies, gap=3, **given):
    """One model has an action left; of the other side all have acted."""
    return fight({**a, "actions_left": 1}, unit("u", *enemies, activated=True), gap=gap, max_turns=1, **given)


def rows(n):
    """Pairs that touch, one by one; the others are an inch apart."""
    names = [(f"A{i}", f"B{k}") for i in range(n) for k in range(n)]
    return {
        "contacts": [pair_of(a, b) for a, b in names if a[1] == b[1]],
        "gaps": [gap_of(a, b, 1) for a, b in names if a[1] != b[1]],
    }


def nerve(*models, **given):
    """Nothing to do but the morale of a unit that has lost its fugitive (SK-134)."""
    f = fight(unit("u", *models), trooper("T"), **given)
    return alone(f, unit_morale, slot(f, models[0]["name"]), -6)


TWINS = {"max_turns": 1, "initiative_side": "A"}
WAITING = {"waiting": True}

SMALL = {
    "duel": fight(low(trooper, "T", "sword"), low(recruit, "U", "sword"), max_turns=2),
    "duel to the end": fight(low(trooper, "T", "sword", r=0), low(recruit, "U", "sword", r=0), max_turns=0),
    "charge": charge(trooper("T", "sword"), trooper("U", "sword", **WAITING)),
    "charge by reach": charge(trooper("T", "spear", "pistol"), recruit("U", "sword", **WAITING), gap=5),
    "spear that waits": charge(
        trooper("T", "sword"), trooper("U", "spear", **WAITING), rulings={"longer_reach": "optional"}
    ),
    "flight": charge(brute("T", "maul"), trooper("U", "sword", **WAITING), recruit("V"), gap=1),
    "flight, one roll for all": charge(
        brute("T", "maul", wounds_left=1),
        *(trooper("U", "sword", **WAITING), recruit("V"), recruit("W")),
        gap=1,
        rulings={"unit_morale": "highest_dw", "flight_morale": "always", "flight_range": "fresh_move"},
    ),
    "rescue": charge(
        trooper("T", "sword"), recruit("U"), trooper("V", "sword", "spear", **WAITING, interceptable=True)
    ),
    "engaged and charged": fight(
        unit("t", trooper("T", "sword", actions_left=1), trooper("S", "sword", activated=True)),
        unit("u", trooper("U", "sword", **WAITING), activated=True),
        contacts=[pair_of("S", "U")],
        gap=2,
        max_turns=1,
        rulings={"engaged_reactions": "all", "declare_order": "reactor_first"},
    ),
    "twin blades": fight(
        low(champion, "C", "twin blades"), [low(trooper, "T", "sword"), low(recruit, "U", "sword")], **TWINS
    ),
    "twin blades, declared": fight(
        low(champion, "C", "twin blades"),
        unit("u", low(trooper, "T", "sword"), low(recruit, "U", "sword"), activated=True),
        rulings={"split_timing": "declared", "crit_scope": "rest_of_action", "fumble_scope": "next_action"},
        **TWINS,
    ),
    "fence": fight(
        trooper("T", "sword", actions=1),
        low(trooper, "U", "sword", **WAITING),
        gap=1,
        across_obstacle=[obstacle_of("T", "U")],
        max_turns=1,
        initiative_side="A",
    ),
    "break off": fight(
        trooper("T", "sword", actions=1),
        unit("u", low(brute, "U", "maul"), low(trooper, "V", actions=0)),
        max_turns=1,
        initiative_side="A",
    ),
    "crew": fight(
        low(trooper, "T", "claw", actions=2),
        brute(
            *("C", "maul"),
            actions=0,
            kind="vehicle",
            open_topped=True,
            heavy_armour=2,
            wounds_left=1,
            crew=[{"name": "driver", "p": 16}, {"name": "gunner", "p": 12}],
        ),
        **TWINS,
    ),
    "three a side": fight(
        unit("a", *(low(recruit, f"A{k}") for k in range(3))),
        unit("b", *(low(recruit, f"B{k}") for k in range(3)), activated=True),
        max_turns=1,
        **rows(3),
    ),
    "one against two alike": fight(
        low(trooper, "T", "sword"), [low(recruit, "U", "sword"), low(recruit, "V", "sword")], max_turns=1
    ),
    "two turns, alternating": fight(
        low(recruit, "T", "sword", p=12),
        low(recruit, "U", "sword", p=12, **WAITING),
        gap=3,
        max_turns=2,
        rulings={"initiative": "alternate", "waiting_expiry": "own_next_activation"},
    ),
    "panic and a leader far off": fight(
        unit(
            *("a", trooper("L", actions=0), low(recruit, "T", stance="standing", forced_move="toward_leader")),
            leader="L",
        ),
        unit("b", low(recruit, "U", panicked=True, forced_move="away_from_enemy")),
        gap=2,
        max_turns=1,
    ),
    "on a table": fight(
        unit("t", champion("T", "spear", x=10, y=6, actions_left=1)),
        unit("u", trooper("U", "sword", x=10, y=11, facing=180, **WAITING), activated=True),
        table={"width": 20, "height": 20},
        terrain=[{"name": "pit", "shape": [[9.5, 8], [10.5, 8], [10.5, 9], [9.5, 9]], "impassable": True}],
        max_turns=1,
    ),
    "nobody acts": fight(trooper("T", actions=0), trooper("U", actions=0), max_turns=0),
}

TINY = {
    "nerve of two": nerve(recruit("A1"), trooper("B1", lasting_dw=2)),
    "nerve of three": nerve(recruit("A1"), trooper("B1"), champion("C1", panicked=True)),
    "one roll for all": nerve(recruit("A1"), trooper("B1"), rulings={"unit_morale": "highest_dw"}),
}

GOLDEN = (
    ("duel", 16, 16),
    ("guard", 2, 2),
    ("spear-wall", 2, 2),
    ("run", 56, 56),
    ("rescue", 77, 77),
    ("break-off", 99, 99),
    ("twin-blades", 8, 8),
    ("fence", 42, 42),
    ("armoured-car", 22, 22),
    ("whom-to-charge", 2, 2),
    ("round-the-pit", 2, 2),
    ("hedge", 2, 2),
)

ENDLESS = ("nobody acts",)

NOTHING_TO_DO = (
    "SK-144",  # with the move out of melee the action is over
)

UNCITED = dict.fromkeys(NOTHING_TO_DO, "nothing is to be done")
