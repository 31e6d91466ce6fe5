"""What `bayonet` brings to the examination."""

from tests.rulebooks.bayonet.builders import (
    at,
    battery,
    cavalry,
    charge,
    contact,
    fight,
    horse_battery,
    line,
    melee,
    order,
)


def weak(name, **given):
    """A line of few dice, so that the plain reader can visit every state of its fights."""
    return line(name, **{"melee": 2, "stamina": 1, **given})


TWO_CHARGERS = fight(
    [weak("A1"), cavalry("A2", melee=2, stamina=1, morale=5)],
    [weak("B1", stamina=2)],
    orders=[order("A1", "B1"), order("A2", "B1", struck_side="right")],
)

THREE_A_SIDE = fight(
    [line(f"A{k}", melee=1, stamina=1) for k in range(3)],
    [line(f"B{k}", melee=1, stamina=1, morale=5) for k in range(3)],
    contacts=[contact(f"A{k}", f"B{k}") for k in range(3)],
    max_rounds=1,
)

CHAIN = fight(
    [weak("A1"), weak("A2", melee=1)],
    [weak("B1", melee=1), weak("B2", melee=1)],
    contacts=[contact("A1", "B1"), contact("A2", "B1", "left"), contact("A2", "B2")],
    max_rounds=2,
)

TABLE_CHARGE = fight(
    [at(weak("A1"), 30, 40, 180)],
    [at(weak("B1"), 30, 30), at(weak("B2"), 30, 25)],
    orders=[order("A1", "B1", optional=True)],
    max_rounds=2,
)

TABLE_CAVALRY = fight(
    [at(weak("A1"), 30, 40, 180), at(weak("A2", melee=1), 36, 30, 270, width=3)],
    [at(cavalry("B1", melee=2, stamina=1), 30, 30), at(weak("B2", melee=1), 30, 18)],
    orders=[order("A1", "B1"), order("A2", "B1", optional=True)],
    max_rounds=1,
)

TABLE_CROWD = fight(
    [at(weak("A1", melee=1), 30, 32, 180), at(weak("A2", melee=1), 30, 16)],
    [at(weak("B1", melee=1), 30, 30), at(weak("B2", melee=1), 30, 18)],
    max_rounds=1,
)

TABLE_HOUSE = fight(
    [at(weak("A1", melee=3), 30, 33, 180, width=4)],
    [weak("B1", formation="garrison", building="Inn", width=4, depth=2)],
    buildings=[{"id": "Inn", "x": 30, "y": 30, "width": 4, "depth": 4}],
    max_rounds=2,
)

SMALL = {
    "line charges line": charge(weak("A1"), weak("B1")),
    "line on line, to the end": melee(line("A1", melee=3, stamina=2), line("B1", melee=3, stamina=2)),
    "cavalry is charged": charge(weak("A1"), cavalry("B1", melee=3, stamina=1), max_rounds=2),
    "square": charge(cavalry("A1", melee=3, stamina=2), weak("B1", melee=4)),
    "guns": charge(weak("A1"), battery("B1")),
    "horse guns": charge(weak("A1"), horse_battery("B1", melee=1)),
    "two chargers": TWO_CHARGERS,
    "three a side": THREE_A_SIDE,
    "chain": CHAIN,
    "pairwise": charge(
        weak("A1"), weak("B1"), rulings={"result_scope": "pairwise", "flank_modifiers_last": "charge_round"}
    ),
    "may charge": charge(weak("A1", stamina=2), weak("B1"), optional=True, max_rounds=2),
    "may or must": fight(
        [weak("A1"), weak("A2", melee=1)],
        [weak("B1", formation="skirmish"), weak("B2")],
        orders=[order("A1", "B1"), order("A1", "B2", optional=True), order("A2", "B2", turn=3, optional=True)],
        max_rounds=2,
    ),
    "garrison": charge(weak("A1"), weak("B1", formation="garrison", building="Inn"), max_rounds=2),
    "table: a line with a second one behind it": TABLE_CHARGE,
    "table: cavalry between two charges": TABLE_CAVALRY,
    "table: two fights back to back": TABLE_CROWD,
    "table: a garrison": TABLE_HOUSE,
    "table: square": fight(
        at(cavalry("A1", melee=2, stamina=1), 30, 27, 180),
        at(weak("B1"), 30, 17),
        orders=[order("A1", "B1")],
        max_rounds=1,
    ),
    "never ends": melee(weak("A1", melee=0), weak("B1", melee=0)),
    "never ends, after losses": melee(
        weak("A1", stamina=2), weak("B1", stamina=3, morale=5), parameters={"break_infantry_melee": [-99, -99, -99]}
    ),
}

TINY = {
    "one round": melee(weak("A1"), weak("B1", melee=1), max_rounds=1),
    "two rounds": melee(weak("A1", melee=1), weak("B1", melee=1), max_rounds=2),
    "cavalry on a square": melee(cavalry("A1", melee=1), line("B1", formation="square", melee=2), max_rounds=1),
}

GOLDEN = (
    ("line-against-line", 1, 1),
    ("cavalry-against-square", 2, 2),
    ("front-and-flank", 3, 3),
    ("closing-volley", 4, 4),
    ("counter-charge", 5, 5),
    ("garrison", 6, 6),
    ("horse-battery", 7, 7),
    ("reserve", 8, 8),
    ("second-line", 9, 9),
    ("back-to-the-river", 10, 10),
    ("one-front", 11, 11),
    ("village", 12, 12),
)

ENDLESS = ("never ends", "never ends, after losses")

UNCITED: dict[str, str] = {}
