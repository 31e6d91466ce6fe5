"""Random small fights on a table: lanes against the plain reader, and against the same fight moved elsewhere."""

import random

import pytest

from coldsteel.kernel import plain
from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.wasteland import RULEBOOK
from coldsteel.rulebooks.wasteland.interchange import groups
from coldsteel.rulebooks.wasteland.profiles import cross_faults
from coldsteel.rulebooks.wasteland.rulings import Rulings
from tests.examination.readings import worth
from tests.rulebooks.wasteland.builders import at, bow, fight, file, odds, piece, weapon

ARMS = [
    weapon("blade"),
    weapon("foil", parry=True, strike=3),
    weapon("axe", strike=5, damage=2, on_crit={"damage_plus": 1, "ignores": ["defence"]}, on_fumble={"self_damage": 1}),
    weapon("pike", strike=5, reach=2),
    bow(strike=3, rate_of_fire=2),
]
SEEDS = (0, 1, 3, 5, 9, 11, 12, 13, 15, 16, 18, 21, 22, 23, 24, 31)  # those that have at most 1,200 states


def stated(seed):
    """A fight of up to five models in a yard, with a wall and a barrel, one to two rounds, and its rulings."""
    dice = random.Random(seed)
    values = ruling_values(Rulings)
    rulings = {k: dice.choice(values[k]) for k in dice.sample(sorted(values), 8)}
    spots = dice.sample([(x, y) for x in range(3, 8) for y in range(3, 7)], 4)
    spots[1:1] = [(spots[0][0] + 1, spots[0][1])] if (spots[0][0] + 1, spots[0][1]) not in spots else []
    a, b, *others = spots
    sides = {"A": [[a]], "B": [[b]]}
    for k, (x, y) in enumerate(others[:2]):
        spot = x + dice.randint(1, 9) / 100, y + dice.randint(11, 19) / 100  # no two ways are equally long
        mine = sides["AB"[k % 2]]
        mine.append([spot]) if dice.random() < 0.5 else mine[0].append(spot)
    forces = [[_unit(dice, f"{side}{k}", mine) for k, mine in enumerate(sides[side])] for side in "AB"]
    shooters = [u["id"] for units in forces for u in units if u["groups"][0]["weapons"] == ["bow"]]
    terrain = [
        piece("wall", 2, 4.4, 5, 4.6, height=dice.choice([0.5, 2])),
        piece("barrel", 8.7, 3, 9.3, 3.6, height=0.9, explosive={}),
    ]
    fp = dice.choice([(0, 0), (1, 0)])
    return forces, {
        "weapons": ARMS,
        "rulings": rulings,
        "terrain": terrain,
        "activations": shooters,
        "table": {"width": 12, "height": 9},
        "fp": fp,
        "max_rounds": 1,
    }


def _unit(dice, name, spots):
    given = {k: dice.random() < 0.2 for k in ("camouflaged", "prepared_defence")}
    return at(
        name,
        *spots,
        weapons=[dice.choice(ARMS)["id"]],
        toughness=dice.choice([1, 1, 2]),
        defence=dice.choice([0, 2]),
        mobility=dice.choice([3, 4, 5]),
        spirit=dice.choice([2, 3, 4]),
        **given,
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_lanes_equal_the_plain_reader_on_random_fights(seed):
    forces, given = stated(seed)
    start = fight(*forces, **given)
    trees = plain.reachable(start, limit=1_200)
    found = solve(RULEBOOK, start, sort=False)
    assert found.states == len(trees)
    signs = tuple(sign for _, sign in found.solution.owner)
    aim = RULEBOOK.aim(start.setup, None)
    for state, tree in trees.items():
        expected = worth(tree, lambda s: found.policy.value(s)[0], signs) if state.then.tasks else aim.of(state, 0)
        assert abs(found.policy.value(state)[0] - float(expected)) < 1e-11
    assert solve(RULEBOOK, start, chunk=3).states == found.states


def moved(unit, turn):
    """A unit in other places."""
    return {**unit, "groups": [{**g, "positions": [turn(*spot) for spot in g["positions"]]} for g in unit["groups"]]}


@pytest.mark.parametrize("seed", SEEDS[:6])
@pytest.mark.parametrize("turn", [lambda x, y: [x + 20, y + 30], lambda x, y: [-y, x], lambda x, y: [y, x]])
def test_it_does_not_matter_where_on_the_table_it_happens(seed, turn):
    """The same fight pushed, turned by a right angle, or seen in a mirror (WL-1), on a table without edges."""
    forces, given = stated(seed)
    given = {**given, "table": None}
    there = [[moved(u, turn) for u in units] for units in forces]
    terrain = [{**t, "footprint": [turn(*p) for p in t["footprint"]]} for t in given["terrain"]]
    here, elsewhere = fight(*forces, **given), fight(*there, **{**given, "terrain": terrain})
    assert odds(here).value == pytest.approx(odds(elsewhere).value, abs=1e-9)


def test_on_a_table_nobody_is_interchangeable():
    assert groups(fight([at("a", (0, 0)), at("a2", (2, 0))], at("b", (1, 0)))) == ()


def test_every_random_fight_is_in_order():
    assert all(not cross_faults(file(*stated(seed)[0], **stated(seed)[1])) for seed in SEEDS)
