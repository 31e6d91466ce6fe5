"""A fight stated with positions has the odds of the same fight stated with fields, round for round."""

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.state import text
from tests.rulebooks.bayonet.builders import (
    RULEBOOK,
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
    return line(name, **{"melee": 2, "stamina": 1, **given})


def charge_on(a, b, *others, **given):
    return fight(a, [b, *others], orders=[order("a", "b")], **given)


A, B = at(weak("a"), 30, 40, 180), at(weak("b"), 30, 30)

SAME = {
    "in front": (charge_on(A, B, max_rounds=2), charge(weak("a"), weak("b"), max_rounds=2, distance=8)),
    "to the end": (charge_on(A, B), charge(weak("a"), weak("b"), distance=8)),
    "in the rear": (
        charge_on(at(weak("a"), 30, 20), B, max_rounds=2),
        charge(weak("a"), weak("b"), struck_side="rear", max_rounds=2),
    ),
    "out of reach": (charge_on(at(weak("a"), 30, 44.5, 180), B), charge(weak("a"), weak("b"), distance=12.5)),
    "touching": (
        fight(at(weak("a", charged=True), 30, 32, 180), B, max_rounds=2),
        melee(weak("a", charged=True), weak("b"), max_rounds=2),
    ),
    "supported": (
        fight(at(weak("a"), 30, 32, 180), [B, at(weak("g"), 30, 26)], max_rounds=1),
        fight(
            weak("a"),
            [weak("b", support_rear=1, retire_room="two"), weak("g")],
            contacts=[contact("a", "b")],
            max_rounds=1,
        ),
    ),
    "no room to retire": (
        fight([at(weak("a"), 30, 32, 180), at(weak("e"), 33, 20)], B, max_rounds=2),
        fight([weak("a"), weak("e")], weak("b", retire_room="none"), contacts=[contact("a", "b")], max_rounds=2),
    ),
    "with its back to the edge": (
        fight(at(weak("a"), 30, 6, 180), at(weak("b"), 30, 4), max_rounds=2),
        melee(weak("a"), weak("b", retire_room="off_table"), max_rounds=2),
    ),
    "a garrison": (
        fight(
            at(weak("a"), 30, 33, 180, width=4),
            weak("b", formation="garrison", building="Inn", width=4, depth=2),
            buildings=[{"id": "Inn", "x": 30, "y": 30, "width": 4, "depth": 4, "building_size": 2}],
            max_rounds=1,
        ),
        melee(weak("a"), weak("b", formation="garrison", building="Inn", building_size=2), max_rounds=1),
    ),
    "cavalry, whatever it does": (
        charge_on(A, at(cavalry("b", melee=2, stamina=1), 30, 30), max_rounds=1),
        charge(weak("a"), cavalry("b", melee=2, stamina=1), max_rounds=1),
    ),
    "cavalry on its flank": (
        charge_on(at(cavalry("a", melee=2, stamina=1), 20, 30, 90), at(cavalry("b", melee=2, stamina=1), 30, 30)),
        charge(cavalry("a", melee=2, stamina=1), cavalry("b", melee=2, stamina=1), struck_side="left"),
    ),
    "horse guns": (
        charge_on(A, at(horse_battery("b"), 30, 30), max_rounds=1),
        charge(weak("a"), horse_battery("b"), max_rounds=1),
    ),
    "guns that shoot": (charge_on(A, at(battery("b"), 30, 30)), charge(weak("a"), battery("b"))),
    "a square": (
        charge_on(at(cavalry("a", melee=2), 30, 27, 180), at(weak("b", melee=4), 30, 17), max_rounds=1),
        charge(cavalry("a", melee=2), weak("b", melee=4), max_rounds=1),
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_the_same_fight_has_the_same_odds(name):
    on_table, stated = (solve(RULEBOOK, f) for f in SAME[name])
    assert on_table.results == pytest.approx(stated.results, abs=1e-12)
    assert on_table.value == pytest.approx(stated.value, abs=1e-12)
    for measure, chances in stated.measures.items():
        found = on_table.measures[measure]
        for value in {*found, *chances}:
            assert found.get(value, 0.0) == pytest.approx(chances.get(value, 0.0), abs=1e-9), (measure, value)


def test_a_fight_without_a_table_has_no_ground():
    for _, stated in SAME.values():
        assert stated.then.ground == ()
        assert text(stated).count(" | ") == 1
