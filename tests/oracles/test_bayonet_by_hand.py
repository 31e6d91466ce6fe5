"""`bayonet` against the same rules played by hand, on fights thrown together by chance (see `bayonet_by_hand`)."""

import math
import random

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.simulate import simulate
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.bayonet.rulings import NEED_TABLE, Rulings
from tests.oracles.bayonet_by_hand import READINGS, SIDES, played

FORMATIONS = {
    "infantry": ["line", "line", "line", "attack_column", "march_column", "square", "skirmish", "mixed", "garrison"],
    "cavalry": ["line", "line", "attack_column", "march_column", "skirmish"],
    "foot_artillery": ["deployed", "limbered"],
    "horse_artillery": ["deployed", "limbered"],
}
ARMS = ["infantry"] * 5 + ["cavalry"] * 4 + ["foot_artillery", "horse_artillery"]
FIGHTS = range(24)
MELEES = range(4)
BY_HAND, BY_LANES = 3_000, 60_000


def some_unit(chance, name):
    arm, stamina = chance.choice(ARMS), chance.randint(1, 3)
    formation = chance.choice(FORMATIONS[arm])
    unit = {
        "id": name,
        "arm": arm,
        "formation": formation,
        "size": chance.choice(["standard"] * 3 + ["large", "small", "tiny"]),
        "melee": chance.randint(0, 4),
        "shooting": chance.randint(0, 4),
        "morale": chance.randint(2, 6),
        "stamina": stamina,
        "casualties": chance.choice([0, 0, chance.randint(0, stamina)]),
        "disordered": chance.random() < 0.15,
        "support_rear": chance.randint(0, 1),
        "support_flanks": chance.choice([0, 0, 1, 2]),
        "retire_room": chance.choice(["one", "one", "two", "none", "off_table"]),
        "evade_room": chance.choice(["clear", "blocked", "friend_passed", "friend_not_passed", "off_table"]),
        "turn_room": chance.random() < 0.8,
        "counter_room": chance.random() < 0.8,
        "reacted": chance.random() < 0.1,
    }
    if formation == "garrison":
        return {**unit, "building": f"house of {name}", "building_size": chance.randint(0, 3)}
    if chance.random() < 0.3:
        sides = chance.sample(SIDES, chance.randint(1, 3))
        return {**unit, "cover": chance.choice(["light", "heavy"]), "cover_sides": sides}
    return unit


def some_order(chance, active, names):
    turn = chance.choice([1, 1, 1, 2, 2, 3])
    us, them = (0, 1) if (active == "A") == (turn % 2 == 1) else (1, 0)
    return {
        "unit": chance.choice(names[us]),
        "target": chance.choice(names[them]),
        "turn": turn,
        "struck_side": chance.choice(["front", *SIDES]),
        "distance": chance.choice([0, 5, 10, 10, 14, 20]),
        "order_moves": chance.choice([1, 1, 1, 1, 2, 0]),
        "half_free": chance.random() < 0.7,
        "path_clear": chance.random() < 0.9,
        "turn_needed": chance.random() < 0.1,
        "conditional": chance.random() < 0.07,
        "says_attack": chance.random() < 0.95,
        "optional": chance.random() < 0.3,
    }


def some_fight(seed):
    """Up to three units a side, in contact here and there, with orders for three turns and up to six other readings."""
    chance = random.Random(seed)
    units = [[some_unit(chance, f"{side}{k}") for k in range(chance.choice([1, 2, 2, 3, 3]))] for side in "AB"]
    names = [[u["id"] for u in side] for side in units]
    contacts = [
        {"unit": a, "side": chance.choice(SIDES), "enemy": b, "enemy_side": chance.choice(SIDES)}
        for a in names[0]
        for b in names[1]
        if chance.random() < 0.25
    ]
    with_history(chance, units, contacts)
    active = chance.choice("AB")
    switches = chance.sample(sorted(READINGS), chance.randint(0, 6))
    return {
        "active": active,
        "max_rounds": chance.choice([1, 2, 3, 4]),
        "rulings": {name: chance.choice(READINGS[name][1:]) for name in switches},
        "sides": [{"name": side, "units": found} for side, found in zip("AB", units, strict=True)],
        "orders": [some_order(chance, active, names) for _ in range(chance.randint(1, 4))],
        "contacts": contacts,
    }


def with_history(chance, units, contacts):
    """What those who touch have done before: charged, or won the last round (never both of two that touch)."""
    winner = chance.choice("AB")
    for u in (u for side in units for u in side):
        foes = [x for c in contacts for x in (c["unit"], c["enemy"]) if u["id"] in (c["unit"], c["enemy"])]
        foes = [x for x in foes if x != u["id"]]
        if foes:
            u["charged"] = chance.random() < 0.3
            if u["id"][0] == winner and chance.random() < 0.5:
                u["won_last"], u["won_against"] = True, chance.sample(foes, chance.randint(0, len(foes)))


def some_melee(seed):
    """Pairs of enemies: nobody has anything to decide."""
    chance = random.Random(1_000 + seed)
    pairs = chance.randint(1, 2)
    units = [[some_unit(chance, f"{side}{k}") for k in range(pairs)] for side in "AB"]
    contacts = [{"unit": f"A{k}", "enemy": f"B{k}", "enemy_side": chance.choice(SIDES)} for k in range(pairs)]
    with_history(chance, units, contacts)
    sides = [{"name": side, "units": found} for side, found in zip("AB", units, strict=True)]
    return {"max_rounds": 3, "sides": sides, "contacts": contacts}


def opened(stated):
    model = FightFile.model_validate(stated)
    assert not cross_faults(model), cross_faults(model)
    return RULEBOOK.start(setup_of(model))


def agree(by_hand, by_lanes, n_lanes):
    """Are two sets of chances those of one fight? Five standard deviations, and a handful of fights of a rare kind.

    A right program fails one of 1.7 million such comparisons, and here are some 2,000; the seeds are fixed."""
    for name, counted in by_hand.items():
        found = by_lanes[name]
        for value in {*counted, *(v for v, p in found.items() if p > 0)}:
            p, q = counted[value] / BY_HAND, found.get(value, 0.0)
            weight = BY_HAND / (BY_HAND + n_lanes)  # 0 where the lanes are exact
            both = min(p * weight + q * (1 - weight), 1.0)
            allowed = 5 * math.sqrt(both * (1 - both) * (1 / BY_HAND + 1 / n_lanes)) + 5 / BY_HAND
            assert abs(p - q) < allowed, f"{name} = {value}: by hand {p}, by lanes {q}"


@pytest.mark.parametrize("seed", FIGHTS)
def test_simulation_agrees_with_play_by_hand(seed):
    stated = some_fight(seed)
    found = simulate(RULEBOOK, opened(stated), BY_LANES, seed=seed)
    by_lanes = {**found.measures, "verdict": {name: chance[0] for name, chance in found.results.items()}}
    agree(played(stated, BY_HAND, seed), by_lanes, BY_LANES)


@pytest.mark.parametrize("seed", MELEES)
def test_odds_agree_with_play_by_hand(seed):
    stated = some_melee(seed)
    odds = solve(RULEBOOK, opened(stated))
    assert not odds.advice
    agree(played(stated, BY_HAND, seed), {**odds.measures, "verdict": odds.results}, math.inf)


def test_the_fights_have_everything_in_them():
    fights = [*map(some_fight, FIGHTS), *map(some_melee, MELEES)]
    units = [u for f in fights for side in f["sides"] for u in side["units"]]
    orders = [o for f in fights for o in f.get("orders", ())]
    assert {u["formation"] for u in units} == {x for found in FORMATIONS.values() for x in found}
    assert any(u["won_against"] for u in units if u.get("won_last"))
    assert any(u["charged"] for u in units if u.get("charged"))
    assert {o["turn"] for o in orders} == {1, 2, 3}
    assert any(o["optional"] for o in orders)
    assert any(all(len(side["units"]) == 3 for side in f["sides"]) for f in fights)
    assert len({name for f in fights for name in f.get("rulings", ())}) > 25


def test_every_switch_that_needs_no_table_is_played_by_hand():
    assert set(READINGS) == {name for name in Rulings.__dataclass_fields__ if name not in NEED_TABLE}
    for name, (default, *_) in READINGS.items():
        assert getattr(Rulings(), name) == default
