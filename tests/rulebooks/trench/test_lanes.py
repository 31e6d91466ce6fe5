"""Lanes against the plain reader on small fights drawn at random, under readings drawn at random."""

import random

import pytest

from coldsteel.kernel import plain
from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.profiles import cross_faults
from coldsteel.rulebooks.trench.rulings import Rulings
from tests.examination.readings import worth
from tests.rulebooks.trench.builders import corner, dugout, fight, file, house
from tests.rulebooks.trench.places import square, terrain

KINDS = ("plain", "bombers", "trench_fighters", "trench_brooms")


def drawn_group(bits, name, mounted):
    """A Group of one or two men with a few traits."""
    out = {"id": name, bits.choice(KINDS): 1}
    if bits.random() < 0.4:
        out["plain"] = out.get("plain", 0) + 1
    if bits.random() < 0.25 and len(out) == 2:
        out["leaders"] = [{"status": bits.choice((1, 2)), "initiative": bits.choice((0, 0, 1))}]
    for trait, p in (("aggressive", 0.15), ("poor_morale", 0.2), ("struck_in_rear", 0.15)):
        out[trait] = bits.random() < p
    out["experience"] = bits.choice(("recruit", "regular", "regular", "veteran"))
    out["cover"] = bits.choice(("none", "none", "light", "heavy"))
    out["shock"] = bits.choice((0, 0, 1, 2))
    out["move_dice"] = bits.choice((0, 0, 0, 1))
    if mounted and bits.random() < 0.5:
        out |= {"arm": "cavalry", "lancers": bits.random() < 0.5, "elan": bits.random() < 0.5}
    if bits.random() < 0.2:
        out["retreat_room"] = bits.choice((2, 5, 12))
    return out


def drawn(seed):
    """A fight of one to three Groups a side, at most five men in all, under a few readings other than the default."""
    bits = random.Random(seed)
    place = bits.choice((fight, fight, fight, fight, corner, house, dugout))
    sides = []
    for side in "AB":
        most = bits.choice((1, 1, 2, 3)) if place is fight else bits.choice((1, 2))
        sides.append([drawn_group(bits, f"{side}{k}", place is fight) for k in range(most)])
    values = ruling_values(Rulings)
    rulings = {switch: bits.choice(values[switch]) for switch in bits.sample(sorted(values), 6)}
    more = {"remember": bits.choice(("men", "end", "end"))}
    more["take_prisoners"] = more["remember"] == "men" and bits.random() < 0.5
    parameters = {"grenade_dice": 2, "flee_dice": 1, "overwhelm_roll_dice": 1}
    return place(*sides, rulings=rulings, parameters=parameters, **more)


def small(seed, most=1_500):
    """The first fight from this seed on that the plain reader can visit."""
    for k in range(20):
        start = drawn(100 * seed + k)
        if solve(RULEBOOK, start, sort=False).states <= most:
            return start
    raise AssertionError("no small fight")


def drawn_on_a_table(seed):
    """The same with places: men about the middle of a small table with a wall, or None where that is a fault."""
    bits = random.Random(seed)
    sides = []
    for side, y in (("A", 10), ("B", 13)):
        sides.append([drawn_group(bits, f"{side}{k}", True) for k in range(bits.choice((1, 1, 2)))])
        for group in sides[-1]:
            for name in ("retreat_room", "struck_in_rear", "cover"):
                group.pop(name, None)
            men = sum(group.get(kind, 0) for kind in KINDS) + len(group.get("leaders", ()))
            x = bits.uniform(8, 16)
            group["positions"] = [[round(x + k, 2), round(y + bits.uniform(-1.5, 1), 2)] for k in range(men)]
    values = ruling_values(Rulings)
    rulings = {switch: bits.choice(values[switch]) for switch in bits.sample(sorted(values), 6)}
    wall = terrain("wall", square(4, 15, bits.uniform(10, 20), 16), impassable=True)
    parameters = {"flee_dice": 1, "overwhelm_roll_dice": 1, "most_rounds": bits.choice((1, 2))}
    given = {"rulings": rulings, "parameters": parameters, "remember": "men", "terrain": [wall]}
    model = file(*sides, table={"width": 24, "height": 28}, **given)
    return None if cross_faults(model) else fight(*sides, table={"width": 24, "height": 28}, **given)


@pytest.mark.parametrize("seed", range(10))
def test_lanes_equal_the_plain_reader_on_a_table(seed):
    starts = (drawn_on_a_table(100 * seed + k) for k in range(20))
    check_against_the_plain_reader(next(f for f in starts if f and solve(RULEBOOK, f, sort=False).states <= 1_500))


@pytest.mark.parametrize("seed", range(14))
def test_lanes_equal_the_plain_reader(seed):
    check_against_the_plain_reader(small(seed))


def check_against_the_plain_reader(start):
    """As many states, and at every one of them the value that follows from the next ones."""
    odds = solve(RULEBOOK, start, sort=False)
    trees = plain.reachable(start)
    assert odds.states == len(trees)
    signs = tuple(sign for _, sign in odds.solution.owner)
    aim = RULEBOOK.aim(start.setup, None)
    for state, tree in trees.items():
        value = odds.policy.value(state)[0]
        if not state.then.tasks:
            expected = float(aim.of(state, 0))
        else:
            expected = worth(tree, lambda s: odds.policy.value(s)[0], signs)
        assert abs(value - expected) < 1e-11


@pytest.mark.parametrize("seed", range(6))
def test_small_chunks_give_the_same_odds(seed):
    start = small(seed)
    one, two = (solve(RULEBOOK, start, chunk=chunk) for chunk in (7, 1_000_000))
    assert (one.states, one.edges) == (two.states, two.edges)
    for verdict, p in one.results.items():
        assert abs(two.results[verdict] - p) < 1e-12


@pytest.mark.parametrize("seed", range(8))
def test_what_is_remembered_changes_no_chance_of_winning(seed):
    """The same fight, remembering all, men, or the end."""
    found = []
    for remember in ("all", "men", "end"):
        start = drawn_with(seed, remember)
        found.append(solve(RULEBOOK, start).value)
    assert max(found) - min(found) < 1e-12


def drawn_with(seed, remember):
    from dataclasses import replace

    return RULEBOOK.start(replace(drawn(seed).setup, remember=remember))
