"""Properties of random fights on a table: nobody ever stands on another or off the table, and who fights touches."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from coldsteel.battlefield.contact import overlaps, shared_edge
from coldsteel.battlefield.distances import off_table
from coldsteel.kernel.odds import solve
from coldsteel.kernel.plain import reachable
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks.bayonet.profiles import cross_faults
from coldsteel.rulebooks.bayonet.setup import Fate
from coldsteel.rulebooks.bayonet.tabletop import footprint
from tests.rulebooks.bayonet.builders import RULEBOOK, at, fight, file, order

SLOW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
HOUSE = {"id": "Inn", "x": 24, "y": 10, "facing": 20, "width": 4, "depth": 3}
READINGS = {
    "command_zone": "front_edge",
    "quarter_rule": "diagonals",
    "quarter_point": "centre",
    "place_tie": "centre",
    "collateral_contact": "ignored",
    "free_half_measure": "longest_stretch",
    "evade_facing": "reversed",
    "evade_destroys": "cavalry_only",
    "countercharge_alignment": "target_facing",
    "successful_declaration": "order_passed",
    "engaged_reactions": "as_listed",
    "volley_shaken_charger": "halts",
    "phase_contacts_count": False,
}


@st.composite
def units(draw, name):
    arm = draw(st.sampled_from(["infantry", "infantry", "cavalry", "horse_artillery"]))
    kinds = {
        "infantry": ["line", "attack_column", "skirmish", "square"],
        "cavalry": ["line"],
        "horse_artillery": ["limbered"],
    }
    unit = {
        "id": name,
        "arm": arm,
        "formation": draw(st.sampled_from(kinds[arm])),
        "melee": 1,
        "shooting": draw(st.integers(0, 1)),
        "stamina": 1,
        "casualties": draw(st.sampled_from([0, 0, 1])),
        "full_move": draw(st.sampled_from([6, 9, 12])),
        "morale": 5,
    }
    facing = draw(st.sampled_from([0, 45, 90, 180, 270, 10.5, 333.33]))
    x, y = (draw(st.sampled_from([14, 17, 20, 23, 26, 29, 32]) | st.floats(14, 34)) for _ in "xy")
    return at(unit, round(x, 2), round(y, 2), facing, width=draw(st.sampled_from([3, 6])), depth=2)


@st.composite
def fights(draw):
    a = [draw(units(f"A{k}")) for k in range(draw(st.integers(1, 2)))]
    b = [draw(units(f"B{k}")) for k in range(draw(st.integers(1, 2)))]
    if draw(st.booleans()):
        b.append(
            {"id": "G", "formation": "garrison", "building": "Inn", "width": 4, "depth": 2, "melee": 1, "stamina": 1}
        )
    orders = [order(u["id"], draw(st.sampled_from(b))["id"], order_moves=draw(st.integers(1, 3))) for u in a]
    switches = draw(st.sets(st.sampled_from(list(READINGS)), max_size=3))
    width = draw(st.sampled_from([48, 40]))
    return {
        "a": a,
        "b": b,
        "orders": orders,
        "parameters": {"near_zone_in": draw(st.sampled_from([0, 0, 0, 4]))},
        "rulings": {s: READINGS[s] for s in switches},
        "table_width": width,
        "buildings": [HOUSE],
        "impassable": [[[36, 20], [39, 20], [38, 26]]],
        "max_rounds": 1,
    }


def misplaced(f):
    """What is wrong with where the units of a state stand."""
    s, ground = f.setup, f.then.ground
    there = [u for u, entry in enumerate(ground) if entry is not None]
    for u in there:
        base = footprint(ground, u)
        if off_table(base, s.table, tolerance=0.01):
            yield f"{f.id(u)} is off the table"
        for e in there:
            if u < e and overlaps(base, footprint(ground, e), 0.03):
                yield f"{f.id(u)} stands on {f.id(e)}"
        for piece in s.table.pieces:
            if overlaps(base, piece, 0.03):
                yield f"{f.id(u)} stands in {piece.name}"
    for u, x in enumerate(f.units):
        lost = x.fate in (Fate.BROKEN, Fate.DESTROYED, Fate.LEFT_TABLE)
        if lost != (ground[u] is None):
            yield f"{f.id(u)}: {Fate(x.fate).name}, {ground[u]}"


@SLOW
@given(fights(), st.integers(0, 99))
def test_by_28_nobody_stands_on_another(stated, seed):
    assume(not cross_faults(file(**stated)))
    start = fight(**stated)
    states = reachable(start)
    for f in states:
        assert not list(misplaced(f))
        for a, b in f.setup.pairs:
            if f.touches(a, b) and f.in_place(a) and f.in_place(b):
                assert shared_edge(footprint(f.then.ground, a), footprint(f.then.ground, b), 0.03) > 0
    odds = solve(RULEBOOK, start, sort=False)
    assert odds.states == len(states)
    assert abs(sum(odds.results.values()) - 1) < 1e-9
    assert not Playing(RULEBOOK, start, Seeded(seed), Random(seed)).run().then.tasks
