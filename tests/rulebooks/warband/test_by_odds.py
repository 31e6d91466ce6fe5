"""Worked values once more as whole fights, by the fast reader, to 1e-12: `outcomes` has them as fractions."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.warband import RULEBOOK
from tests.rulebooks.warband.builders import (
    CHANCES_TO_HIT,
    P,
    Q,
    R,
    beast,
    blade,
    captain,
    chief,
    fight,
    levy,
    melee,
    other,
    raider,
    row,
    savant,
    unit,
    warrior,
)

CLOSE = 1e-12
ONE_SIDED = {"activation_optional": False, "who_fights": "own_post"}


def odds(f):
    return solve(RULEBOOK, f)


def mean(found, name):
    return sum(int(n) * p for n, p in found.measures[name].items())


def close(found, expected):
    return abs(found - float(expected)) < CLOSE


def struck(attacker, target, **rulings):
    """The chance that one attack of one model ends as an unsaved wound of a target that dies of it."""
    f = melee(
        other(attacker, attacks=1, is_hero=False),
        other(target, wounds=1, is_hero=False),
        max_posts=1,
        rulings={**ONE_SIDED, **rulings},
    )
    return mean(odds(f), "killed.b")


SURE = row("sure", 100, 0, 40, 40, 40, 0, 1, 1, weapons=("blade",))
"""Hits 99 of 100 that do not evade."""
STILL = row("still", 0, 0, 40, 40, 40, 0, 1, 1)


@CHANCES_TO_HIT
def test_v8_chance_to_hit(ours, theirs, rulings, expected):
    """V8: with a wound roll of 4+ and no save half of it kills (WB-41 to WB-47)."""
    assert close(struck(other(SURE, weapon_skill=ours), other(STILL, agility=theirs), **rulings), expected / 2)


@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [(40, 40, 4), (45, 40, 4), (50, 40, 3), (80, 40, 2), (30, 40, 5), (20, 40, 6), (30, 50, 5), (10, 5, 2), (5, 5, 4)],
)
def test_v9_wound_numbers(strength, toughness, need):
    """V9: 4+, 3+, 2+, 5+, 6+ (WB-50)."""
    found = struck(other(SURE, strength=strength), other(STILL, toughness=toughness))
    assert close(found, F(99, 100) * F(7 - need, 6))


def test_v9_wounds_on_a_d100():
    """V9: `d100_difference`, 45 against 40: 11/20 (WB-C11)."""
    assert close(struck(other(SURE, strength=45), STILL, wound_mode="d100_difference"), F(99, 100) * F(11, 20))


@pytest.mark.parametrize(
    ("armour", "weapon", "mode", "saved"),
    [
        (50, "club", "subtract", F(2, 5)),
        (50, "blade", "subtract", F(3, 10)),
        (10, "club", "subtract", F(0)),
        (120, "club", "subtract", F(99, 100)),
        (50, "blade", "negate", F(1, 2)),
        (20, "blade", "negate", F(0)),
    ],
)
def test_v10_chance_to_save(armour, weapon, mode, saved):
    """V10: armour less piercing, or all of it (WB-52, WB-C13)."""
    found = struck(other(SURE, weapons=[weapon]), other(STILL, armour=armour), bb_mode=mode)
    assert close(found, F(99, 200) * (1 - saved))


@pytest.mark.parametrize(
    ("attacker", "weapon", "target", "expected"),
    [
        (blade(), "blade", levy(), F(1, 4)),
        (levy(), "club", blade(), F(21, 200)),
        (captain(), "sword", chief(), F(1, 4)),
        (chief(), "axe", captain(), F(1, 10)),
        (captain(), "sword", levy(), F(1, 3)),
        (raider(), "mace", savant(), F(1043, 6000)),
        (raider(), "mace", warrior(), F(343, 1500)),
    ],
)
def test_v11_one_attack(attacker, weapon, target, expected):
    """V11: one attack ends as an unsaved wound (WB-41 to WB-53)."""
    assert close(struck(other(attacker, weapons=[weapon]), target), expected)


def test_v11_a_knife_brings_another_attack():
    """V11: raider's knife on warrior 33/250; with its extra attack two of them on as many warriors (WB-30)."""
    f = melee(other(raider(), weapons=["knife"], attacks=1), warrior(2), max_posts=1, rulings=ONE_SIDED)
    assert close(mean(odds(f), "killed.b"), 2 * F(33, 250))


def test_v12c_the_sources_split_weapon_by_weapon():
    """V12(c): 5 mace attacks on the savant, expected wounds 1043/1200 before the cut at 4; 10 knife attacks on 10
    warriors, expected kills 33/25 (WB-33, WB-53)."""
    maces = other(raider(5), weapons=["mace"], attacks=1)
    f = melee(maces, other(savant(), wounds=30), max_posts=1, rulings=ONE_SIDED)
    assert close(mean(odds(f), "wounds.b"), F(1043, 1200))
    knives = other(raider(5), weapons=["knife"], attacks=1)
    f = melee(knives, warrior(10), max_posts=1, rulings=ONE_SIDED)
    assert close(mean(odds(f), "killed.b"), F(33, 25))


@pytest.mark.parametrize(
    ("first", "who", "blades", "levies"),
    [
        (P, "both_sides", F(63, 400), F(1, 2)),
        (Q, "both_sides", F(21, 100), F(179, 400)),
        (P, "own_post", F(0), F(1, 2)),
    ],
)
def test_v13_one_post(first, who, blades, levies):
    """V13: 2 blades and 2 levies in either's post; `own_post` (WB-14, WB-54, WB-R1)."""
    rulings = {"activation_optional": False, "who_fights": who}
    found = odds(melee(blade(2), levy(2), max_posts=1, first_poster=first, rulings=rulings))
    assert close(mean(found, "killed.a"), blades)
    assert close(mean(found, "killed.b"), levies)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"tied_with": ["b"]}, F(1, 2)),
        ({}, F(1, 2)),
    ],
)
def test_v13_a_charge_brings_no_second_blow(given, expected):
    """V13: 2 blades that strike once kill 1/2 levy, tied before or not, with one unit or two (WB-10, WB-11)."""
    charge = [] if given else [{"unit": "a", "target": "b"}]
    for more in ((), (unit("idle", P, blade()),)):
        f = fight(unit("a", P, blade(2), **given), *more, unit("b", Q, levy(2)), charges=charge, max_posts=1)
        found = odds(f)
        assert close(mean(found, "killed.b"), expected)
        assert close(mean(found, "killed.a"), F(63, 400))


# ---------------------------------------------------------------- duels
def duel(hero="a", **given):
    """Captain and chief, fresh, in a duel that goes on in the captain's post."""
    going = [{"hero": hero, "other": "b" if hero == "a" else "a"}]
    return melee([captain()], [chief()], running_duels=going, max_posts=1, **given)


def test_v16_captain_and_chief():
    """V16: the duel as a whole fight: 5/32, 255879/640000, 190269/640000, 46899/320000, 27/320000 (WB-64 to WB-73)."""
    found = odds(duel()).measures["duel with chief.a"]
    expected = {
        "won fully": F(5, 32),
        "won partly": F(255879, 640000),
        "drawn": F(190269, 640000),
        "lost partly": F(46899, 320000),
        "lost fully": F(27, 320000),
    }
    assert all(close(found[name], p) for name, p in expected.items())
    assert close(sum(found.values()), 1)


@pytest.mark.parametrize(
    ("rule", "lost", "both"),
    [
        ("charger_then_poster", F(27, 320000), 0),
        ("challenger", F(1, 10000), 0),
        ("simultaneous", F(27, 320000), F(1, 64000)),
    ],
)
def test_v16_wb_r14_who_strikes_first(rule, lost, both):
    """V16, WB-R14: the chief challenged, in the captain's post."""
    found = odds(duel("b", rulings={"duel_first_strike": rule}))
    assert close(found.measures["duel with chief.a"]["lost fully"], lost)
    dead = sum(p * ((s.living(0) == 0) & (s.living(1) == 0)) for s, p in found.joint.states())
    assert close(dead, both)


# ---------------------------------------------------------------- morale
def runs(count, willpower, losses, champion=None, **given):
    """How many of so many models run in their own post, with so many losses due; nobody strikes."""
    models = [row("mutant", 40, 40, 40, 40, willpower, 0, 1, 1, count=count - (champion is not None))]
    if champion is not None:
        models.append(row("champion", 40, 40, 40, 40, champion, 0, 1, 1, is_leader=True))
    rulings = given.pop("rulings", {})
    f = fight(
        unit("mob", P, *models, losses_due=losses, **given), unit("foe", Q, blade()), max_posts=1, rulings=rulings
    )
    return {int(n): p for n, p in odds(f).measures["fled.mob"].items() if p}


@pytest.mark.parametrize(
    ("unit_of", "expected"),
    [
        ((22, 50, 8, 80), {n: F(1, 6) for n in range(1, 7)}),
        ((22, 50, 8), {n: F(1, 6) for n in range(4, 10)}),
        ((40, 80, 8), {n: F(1, 6) for n in range(1, 7)}),
        ((40, 30, 10), {n: F(1, 6) for n in range(8, 14)}),
        ((9, 60, 4), {0: F(1, 3), 1: F(1, 6), 2: F(1, 6), 3: F(1, 6), 4: F(1, 6)}),
        ((5, 30, 6), {4: F(1, 6), 5: F(5, 6)}),
        ((9, 30, 0), {0: 1}),
    ],
)
def test_v18_how_many_flee(unit_of, expected):
    """V18: (a) with the champion (die 5: 5) and without (8), (b), (c), (d), (e), (f) (WB-88 to WB-98)."""
    found = runs(*unit_of)
    assert found.keys() == expected.keys()
    assert all(close(found[n], p) for n, p in expected.items())


@pytest.mark.parametrize("given", [{"fearless": True}, {"fearless_left": 1}])
def test_v18g_fearless(given):
    """V18(g): no test; by WB-C17 `none` the word is a label only, and 2 to 7 flee."""
    assert runs(9, 30, 4, **given) == {0: pytest.approx(1, abs=CLOSE)}
    found = runs(9, 30, 4, rulings={"fearless_effect": "none"}, **given)
    assert found == {n: pytest.approx(1 / 6, abs=CLOSE) for n in range(2, 8)}


@pytest.mark.parametrize(("formula", "most"), [("example", 8), ("prose_net", 4), ("prose_gross", 0)])
def test_v18h_three_readings(formula, most):
    """V18(h): L 10, W 8, die 5: 7, 3, 0; so 8, 4, 0 with a 6 (WB-R23)."""
    found = runs(40, 80, 10, rulings={"morale_formula": formula})
    assert max(found) == most
    assert close(found[most], F(1, 6) if most else 1)


def test_v20a_a_lone_beast():
    """V20(a): 4 attacks of 2/3 on a beast of 2 wounds: 8/9 (WB-51, WB-53)."""
    hunter = row("slayer", 90, 50, 80, 40, 60, 0, 3, 4, weapons=("great blade",), is_hero=True)
    f = melee([hunter], beast(), max_posts=1, rulings=ONE_SIDED)
    assert close(mean(odds(f), "killed.b"), F(8, 9))


def test_wb_r20_a_duel_goes_on_in_the_challengers_post():
    """Captain 3 wounds left and +1 attack, chief 1 left: 69741/102400, or 175/256 (WB-86, WB-R20)."""
    for rule, posts, expected in (("next_post", 1, F(69741, 102400)), ("next_own_post", 2, F(175, 256))):
        f = fight(
            unit("a", P, captain(wounds_lost=1), attack_bonus_left=1),
            unit("b", Q, chief(wounds_lost=2)),
            running_duels=[{"hero": "a", "other": "b"}],
            first_poster=Q,
            max_posts=posts,
            rulings={"duel_next_turn": rule},
        )
        assert close(odds(f).measures["duel with chief.a"]["won fully"], expected)


def test_three_controllers_share_one_fight():
    """R is at nobody's: its unit changes nothing (WB-28)."""
    f = fight(
        unit("a", P, blade(2), tied_with=["b"]),
        unit("b", Q, levy(2)),
        unit("c", R, levy()),
        max_posts=1,
        rulings={"activation_optional": False},
    )
    assert close(mean(odds(f), "killed.a"), F(63, 400))
