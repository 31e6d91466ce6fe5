"""Lanes against the plain reader on random small fights: values and numbers of states; interchangeable units."""

import random

import pytest

from coldsteel.kernel import plain
from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.wasteland import RULEBOOK
from coldsteel.rulebooks.wasteland.interchange import groups
from coldsteel.rulebooks.wasteland.rulings import Rulings
from tests.examination.readings import worth
from tests.rulebooks.wasteland.builders import bow, fight, line, odds, squad, unit, weapon

ARMS = [
    weapon("blade"),
    weapon("foil", parry=True, strike=3),
    weapon("axe", strike=5, damage=2, on_crit={"damage_plus": 1, "ignores": ["defence"]}),
    weapon("flail", attacks=2, on_fumble={"self_damage": 1}, on_crit={"extra_hits": 1}),
]
STEADY = {"pull_in_chain", "avoid_scope", "spirit_dice", "avoid_test"}


def random_unit(dice, name):
    groups_ = [
        {
            "models": 1 if k else dice.choice([1, 1, 2]),
            "name": f"g{k}",
            "toughness": dice.choice([1, 1, 2]),
            "defence": dice.choice([0, 2, 3]),
            "magic_defence": dice.choice([0, 0, 3]),
            "weapons": [dice.choice(ARMS)["id"]],
            "elevated": dice.random() < 0.2,
        }
        for k in range(dice.choice([1, 1, 2]))
    ]
    flags = {k: dice.random() < 0.3 for k in ("camouflaged", "prepared_defence", "in_cover")}
    return unit(name, groups_, mobility=dice.choice([3, 4, 5]), spirit=dice.choice([2, 4, 6]), **flags)


def random_fight(seed):
    """A melee of one to two units a side under a few readings other than the defaults."""
    dice = random.Random(seed)
    values = {k: v for k, v in ruling_values(Rulings).items() if k not in STEADY}
    rulings = {k: dice.choice(values[k]) for k in dice.sample(sorted(values), 6)}
    a, b = ([random_unit(dice, f"{side}{k}") for k in range(dice.choice([1, 1, 2]))] for side in "AB")
    a[0]["charged_this_round"] = dice.random() < 0.5
    a[0]["camouflaged"] = a[0]["prepared_defence"] = False
    return fight(a, b, weapons=ARMS, fp=dice.choice([(0, 0), (1, 0), (1, 1)]), rulings=rulings, max_rounds=1)


SEEDS = (0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 16, 18, 19, 21, 23, 24)  # those whose fights have at most 1,500 states


@pytest.mark.parametrize("seed", SEEDS)
def test_lanes_equal_the_plain_reader_on_random_fights(seed):
    start = random_fight(seed)
    trees = plain.reachable(start, limit=1_500)
    found = solve(RULEBOOK, start, sort=False)
    assert found.states == len(trees)
    signs = tuple(sign for _, sign in found.solution.owner)
    aim = RULEBOOK.aim(start.setup, None)
    for state, tree in trees.items():
        expected = worth(tree, lambda s: found.policy.value(s)[0], signs) if state.then.tasks else aim.of(state, 0)
        assert abs(found.policy.value(state)[0] - float(expected)) < 1e-11
    again = solve(RULEBOOK, start, sort=False, chunk=3)
    assert again.states == found.states
    assert abs(again.value - found.value) < 1e-12


def test_three_a_side_are_interchangeable():
    f = fight([unit(f"A{k}", mobility=5) for k in range(3)], [unit(f"B{k}") for k in range(3)], max_rounds=1)
    assert [len(g.slots) for g in groups(f)] == [3, 3]
    sorted_, plainly = odds(f), odds(f, sort=False)
    assert sorted_.states * 5 < plainly.states
    assert sorted_.value == pytest.approx(plainly.value, abs=1e-12)
    for name, table in plainly.measures.items():
        for value, p in table.items():
            assert sorted_.measures[name].get(value, 0.0) == pytest.approx(p, abs=1e-12)


def test_who_is_told_apart_is_not_interchangeable():
    three = [unit(f"A{k}", distance_to_melee=20 * (k > 0)) for k in range(3)]
    f = fight(three, unit("b"), lines=[line("A1", "b", 9)], weapons=[bow()])
    assert groups(f) == ()


def test_five_against_five_with_fp_to_the_end():
    arms = {"defence": 2, "magic_defence": 2, "weapons": ["foil"]}
    f = fight(squad("a", 5, **arms), squad("b", 5, **arms), weapons=[weapon("foil", parry=True)], fp=(2, 2))
    found = odds(f)
    assert found.value == pytest.approx(0.5, abs=1e-12)
    assert found.states < 25_000
    assert found.bound < 1e-9
    assert found.results["stalemate"] == 0
