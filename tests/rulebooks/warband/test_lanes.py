"""Lanes against the plain reader on random little fights under random readings: as many states, the same values."""

import random

import pytest

from coldsteel.errors import TooLarge
from coldsteel.kernel import plain
from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.odds import solve
from coldsteel.kernel.packing import Codec, Interchange
from coldsteel.kernel.state import text
from coldsteel.rulebooks.warband import RULEBOOK
from coldsteel.rulebooks.warband.interchange import groups
from coldsteel.rulebooks.warband.rulings import Rulings
from tests.examination.readings import worth
from tests.rulebooks.warband.builders import P, Q, blade, captain, chief, fight, levy, melee, raider, unit


def random_rulings(draw):
    values = ruling_values(Rulings)
    return {name: draw.choice(values[name]) for name in draw.sample(sorted(values), 9)}


def random_unit(draw, name, controller, **given):
    rows = [draw.choice([blade, levy, raider])(draw.randint(1, 2), wounds=draw.choice([1, 1, 2]))]
    if draw.random() < 0.4:
        hero = draw.choice([captain, chief])(wounds=2, attacks=1, action_points=draw.randint(1, 2))
        rows.append(hero)
    return unit(name, controller, *rows, **given)


def little(seed):
    """One unit against one, or two against one, for two posts."""
    draw = random.Random(seed)
    foes = [random_unit(draw, "b", Q)]
    if draw.random() < 0.3:
        foes.append(unit("c", Q, levy(1)))
    linked = [f["id"] for f in foes]
    charges = [{"unit": "a", "target": "b"}] if draw.random() < 0.3 else []
    tied = linked[1:] if charges else linked
    own = random_unit(draw, "a", P, tied_with=tied, losses_due=draw.randint(0, 2))
    return fight(own, *foes, charges=charges, max_posts=2, rulings=random_rulings(draw))


def small_enough(seed, most=2_500):
    """The first little fight from a seed on that the plain reader can visit in no time, and its odds."""
    for k in range(seed, seed + 100_000, 1_000):
        start = little(k)
        try:
            return start, solve(RULEBOOK, start, sort=False, max_states=most)
        except TooLarge:
            continue
    raise AssertionError("no little fight")


@pytest.mark.parametrize("seed", range(24))
def test_lanes_equal_plain_on_random_fights(seed):
    start, odds = small_enough(seed)
    trees = plain.reachable(start)
    assert odds.states == len(trees)
    signs = tuple(sign for _, sign in odds.solution.owner)
    aim = RULEBOOK.aim(start.setup, None)
    for state, tree in trees.items():
        value = odds.policy.value(state)[0]
        expected = (
            worth(tree, lambda s: odds.policy.value(s)[0], signs) if state.then.tasks else float(aim.of(state, 0))
        )
        assert abs(value - expected) < 1e-11, text(state)


@pytest.mark.parametrize("seed", range(6))
def test_chunks_change_nothing_in_random_fights(seed):
    start, _ = small_enough(50 + seed)
    found = [solve(RULEBOOK, start, chunk=chunk, max_states=200_000) for chunk in (3, 50, 1_000_000)]
    assert len({(o.states, o.edges) for o in found}) == 1
    assert max(o.value for o in found) - min(o.value for o in found) < 1e-12


# ---------------------------------------------------------------- interchangeable units
def crowd(**given):
    return fight(
        *(unit(f"a{k}", P, levy(1), tied_with=["b0", "b1"]) for k in range(2)),
        *(unit(f"b{k}", Q, blade(1)) for k in range(2)),
        max_posts=2,
        outcome_keeps=[],
        **given,
    )


def test_units_alike_are_interchangeable():
    f = crowd()
    assert [g.slots for g in groups(f)] == [(0, 1), (2, 3)]
    assert Interchange(Codec(f), groups(f), f).groups == [(0, 1), (2, 3)]


def test_interchange_changes_no_value_and_saves_states():
    plainly, sorted_ = solve(RULEBOOK, crowd(), sort=False), solve(RULEBOOK, crowd())
    assert sorted_.states < 0.6 * plainly.states
    assert sorted_.value == pytest.approx(plainly.value, abs=1e-12)


def test_heroes_and_units_named_by_inputs_are_told_apart():
    assert groups(melee([captain()], [chief()])) == ()
    charging = fight(
        unit("a0", P, levy(1)),
        unit("a1", P, levy(1), tied_with=["b"]),
        unit("b", Q, blade(1)),
        charges=[{"unit": "a0", "target": "b"}],
    )
    assert groups(charging) == ()
