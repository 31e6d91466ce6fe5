"""Properties of random fight files: whatever is stated, odds are chances, and more of a good thing does no harm."""

from __future__ import annotations

import math

from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from coldsteel.errors import TooLarge
from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.odds import solve
from coldsteel.kernel.play import Playing, Random, Seeded
from tests.rulebooks.bayonet import builders
from tests.rulebooks.bayonet.builders import RULEBOOK, contact, fight, file, melee, order
from tests.rulebooks.bayonet.builders import line as line_of

FORMATIONS = {
    "infantry": ["line", "attack_column", "march_column", "square", "skirmish", "mixed", "garrison"],
    "cavalry": ["line", "attack_column", "march_column", "skirmish"],
    "foot_artillery": ["deployed", "limbered"],
    "horse_artillery": ["deployed", "limbered"],
}
SIDES = st.sampled_from(builders.SIDES)
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def units(draw, name):
    arm = draw(st.sampled_from(list(FORMATIONS)))
    formation = draw(st.sampled_from(FORMATIONS[arm]))
    stamina = draw(st.integers(1, 2))
    if formation == "garrison":
        behind = {"building": f"house of {name}", "building_size": draw(st.integers(0, 3))}
    else:
        behind = {"cover": draw(st.sampled_from(["none", "light", "heavy"]))}
    return {
        "id": name,
        "arm": arm,
        "formation": formation,
        **behind,
        "size": draw(st.sampled_from(["standard", "small", "tiny"])),
        "melee": draw(st.integers(0, 3)),
        "shooting": draw(st.integers(0, 2)),
        "morale": draw(st.integers(2, 6)),
        "stamina": stamina,
        "casualties": draw(st.integers(0, stamina)),
        "disordered": draw(st.booleans()),
        "support_rear": draw(st.integers(0, 1)),
        "retire_room": draw(st.sampled_from(["one", "two", "none", "off_table"])),
        "evade_room": draw(st.sampled_from(["clear", "blocked", "friend_passed", "friend_not_passed", "off_table"])),
    }


@st.composite
def orders_of(draw, u, foes, turn):
    return order(
        u["id"],
        draw(st.sampled_from(foes))["id"],
        turn=turn,
        struck_side=draw(SIDES),
        distance=draw(st.sampled_from([0, 8, 20])),
        optional=draw(st.booleans()),
    )


@st.composite
def fights(draw):
    a = [draw(units(f"A{k}")) for k in range(draw(st.integers(1, 2)))]
    b = [draw(units(f"B{k}")) for k in range(draw(st.integers(1, 2)))]
    orders = [draw(orders_of(u, b, 1)) for u in a if draw(st.booleans())]
    orders += [draw(orders_of(u, a, 2)) for u in b if draw(st.booleans())]  # a reserve, in the other side's turn
    contacts = []
    if not orders or draw(st.booleans()):
        one, other = draw(st.sampled_from(a)), draw(st.sampled_from(b))
        contacts = [contact(one["id"], other["id"], draw(SIDES))]
        one["charged"] = draw(st.booleans())
        if draw(st.booleans()):
            winner, beaten = draw(st.permutations([one, other]))
            winner.update(won_last=True, won_against=draw(st.sampled_from([[], [beaten["id"]]])))
    switches = draw(st.sets(st.sampled_from(list(ruling_values(RULEBOOK.rulings))), max_size=3))
    rulings = {s: draw(st.sampled_from(ruling_values(RULEBOOK.rulings)[s])) for s in switches}
    return {
        "a": a,
        "b": b,
        "orders": orders,
        "contacts": contacts,
        "rulings": rulings,
        "max_rounds": draw(st.integers(0, 2)),
    }


@SLOW
@given(fights(), st.integers(0, 99))
def test_a_random_fight_is_solved_and_played(stated, seed):
    from coldsteel.rulebooks.bayonet.profiles import cross_faults

    assume(not cross_faults(file(**stated)))
    start = fight(**stated)
    try:
        odds = solve(RULEBOOK, start, max_states=100_000)
    except TooLarge:
        reject()
    assert math.isclose(sum(odds.results.values()), 1.0, abs_tol=1e-9)
    for marginal in odds.measures.values():
        assert all(-1e-12 <= p <= 1 + 1e-9 for p in marginal.values())
    assert -1.0 - 1e-9 <= odds.value <= 1.0 + 1e-9
    if odds.unresolved < 1e-9:
        playing = Playing(RULEBOOK, start, Seeded(seed), Random(seed))
        assert not playing.run().then.tasks


def lines(draw_a, draw_b):
    keys = ("melee", "morale", "stamina")
    return line_of("a", **dict(zip(keys, draw_a, strict=True))), line_of("b", **dict(zip(keys, draw_b, strict=True)))


FIGURES = st.tuples(st.integers(1, 4), st.integers(2, 6), st.integers(1, 3))


@SLOW
@given(FIGURES, FIGURES, st.booleans())
def test_a_pure_advantage_never_hurts(one, other, charged):
    """Better morale, more stamina, more dice: never a lower value of the fight (case 10 of the public cases)."""
    a, b = lines(one, other)
    a["charged"] = charged
    value = solve(RULEBOOK, melee(a, b)).value
    better = [{**a, "melee": a["melee"] + 1}, {**a, "stamina": a["stamina"] + 1}]
    if a["morale"] > 2:
        better.append({**a, "morale": a["morale"] - 1})
    for advantage in better:
        assert solve(RULEBOOK, melee(advantage, b)).value >= value - 1e-9, advantage


@SLOW
@given(FIGURES)
def test_a_mirror_fight_is_even(figures):
    odds = solve(RULEBOOK, melee(*lines(figures, figures)))
    assert abs(odds.value) < 1e-11
    assert math.isclose(odds.results["A"], odds.results["B"], abs_tol=1e-11)


@SLOW
@given(FIGURES, FIGURES)
def test_the_other_side_sees_the_same_fight(one, other):
    """Sides exchanged, the value changes its sign."""
    a, b = lines(one, other)
    there = solve(RULEBOOK, melee(a, b)).value
    back = solve(RULEBOOK, melee({**b, "id": "a"}, {**a, "id": "b"})).value
    assert abs(there + back) < 1e-10
