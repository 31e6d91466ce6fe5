"""Losses, Spirit tests and free attacks (WL-69 to WL-82, WL-87 to WL-89)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.wasteland.nerve import in_contact, losses, passes, run
from tests.driving import alone, before, chance, outcomes, step
from tests.rulebooks.wasteland.builders import fight, of, removed, slot, squad, stands, sure, taking, unit, weapon


def who_tests(lost, **rulings):
    """Who takes the losers' test after these losses (unit -> models)."""
    names = list(lost)
    sides = [[squad(n, 9) for n in names if n[0] == side] for side in "AB"]
    f = fight(*sides, rulings=rulings)
    for name, n in lost.items():
        f = f.with_unit(slot(f, name), lost=n)
    after = step(alone(f, losses))
    return [n for n in names if of(after, n).loses]


@pytest.mark.parametrize(
    ("lost", "tests"),
    [
        ({"A1": 2, "B1": 1}, ["A1"]),
        ({"A1": 1, "B1": 1}, []),
        ({"A1": 0, "B1": 0}, []),
        ({"A1": 2, "A2": 1, "B1": 2}, []),
        ({"A1": 2, "A2": 2, "B1": 1}, ["A1", "A2"]),
    ],
)
def test_w10_who_takes_the_losers_test(lost, tests):
    """W10: 2-1: A; 1-1, 0-0: nobody; 2, 1 - 2: nobody; 2, 2 - 1: both of A (WL-69, WL-70, WL-71, WL-72)."""
    assert who_tests(lost) == tests


def test_w10_wounds_are_no_losses():
    """W10: a hero lost 2 of 3 wounds: nobody tests (WL-70)."""
    f = fight(
        unit("a", weapons=["big"], mobility=9),
        unit("b", toughness=3, weapons=[]),
        weapons=[weapon("big", strike=1, damage=2)],
    )
    end = outcomes(f, before("tests", "end_of_bout"))
    assert not any(of(s, "b").loses for s in end)


def holds(spirit, bought=0, **rulings):
    f = fight(unit("a", spirit=spirit), unit("b"), rulings=rulings)

    def step_(f):
        held = yield from passes(f, slot(f, "a"), bought, "test")
        return f.with_unit(slot(f, "a"), breaks=held)

    return chance(alone(f, step_), lambda s: of(s, "a").breaks)


@pytest.mark.parametrize(
    ("spirit", "bought", "dice", "expected"),
    [
        (4, 0, 1, F(2, 3)),
        (4, 1, 1, F(5, 6)),
        (6, 0, 1, F(5, 6)),
        (5, 0, 1, F(5, 6)),
        (0, 0, 1, 0),
        (7, 0, 2, F(7, 12)),
        (7, 1, 2, F(13, 18)),
        (12, 0, 2, 1),
    ],
)
def test_w11_spirit_tests(spirit, bought, dice, expected):
    """W11: Spirit 4: 2/3; boosted 5/6; 6: 5/6. On 2D6: 7: 7/12; boosted 13/18; 12: 1 (WL-73, WL-100, WL-58, WL-C7)."""
    assert holds(spirit, bought, spirit_dice=dice) == expected


def routed(squad_, enemies, **given):
    """The chance that a broken squad loses all its models to the free attack."""
    f = fight(squad_, enemies, **given)
    b = slot(f, squad_["id"])
    f = alone(f.with_unit(b, breaks=True), run, b)
    return chance(f, lambda s: not s.alive(b))


@pytest.mark.parametrize(("defence", "all_dead"), [(0, 1), (3, F(1, 2))])
def test_w12_a_free_attack(defence, all_dead):
    """W12: a broken squad of 2, three enemies in contact: both removed with 1; with Defence 3 1/2
    (WL-77, WL-78, WL-79)."""
    assert routed(squad("a", 2, defence=defence), squad("b", 3)) == all_dead


@pytest.mark.parametrize(("reading", "hits"), [("once_per_enemy", 1), ("per_pair", 2)])
def test_w12_one_enemy_touches_both(reading, hits):
    """W12: one enemy touches both: 1 hit, 2 under `per_pair` (WL-78, WL-R23)."""
    f = fight(squad("a", 2, contact_pairs=2), unit("b"), rulings={"free_attack_count": reading})
    assert in_contact(f, slot(f, "a"), slot(f, "b"), 0, (0,)) == hits


def test_wl_78_the_broken_and_the_knocked_down_score_no_hit():
    f = fight(squad("a", 2), [unit("b", knocked_down=True), unit("c")])
    assert in_contact(f, slot(f, "a"), slot(f, "c"), 0, (0,)) == 1
    g = f.with_unit(slot(f, "a"), breaks=True).with_unit(slot(f, "c"), breaks=True)
    after = step(alone(g, run, slot(g, "a")))
    assert not after.then.tasks


def test_wl_80_the_weapon_in_use_hits():
    f = fight(
        squad("a", 3),
        unit("b", weapons=["axe", "knife"]),
        weapons=[weapon("axe", damage=3), weapon("knife")],
    )
    (s,) = outcomes(f, before("order_of_blows"), taking("knife"))
    a = slot(s, "a")
    end = outcomes(alone(s.with_unit(a, breaks=True), run, a))
    assert {removed(x, "a") for x in end} == {1}


def test_wl_81_the_broken_are_out_of_the_melee():
    f = fight(squad("a", 3), unit("b"))
    a = slot(f, "a")
    (end,) = outcomes(alone(f.with_unit(a, breaks=True), run, a))
    assert of(end, "a").fled
    assert not stands(end, "a")
    assert not end.fights(a)  # WL-75, WL-76


def test_w15_squads_of_two():
    """W15: losses before tests (0,0) 1/16, (0,1) 1/4, (0,2) 1/4, (1,0) 1/8, (1,1) 1/4, (2,0) 1/16; after tests A stands
    and B is destroyed 1/3, the other way 5/48 (WL-35, WL-34, WL-69, WL-71, WL-77)."""
    f = fight(squad("A1", 2, mobility=5), squad("B1", 2), max_rounds=1)
    found: dict[tuple[int, int], F] = {}
    for s, p in outcomes(f, before("losses")).items():
        key = removed(s, "A1"), removed(s, "B1")
        found[key] = found.get(key, F(0)) + p
    assert found == {
        (0, 0): F(1, 16),
        (0, 1): F(1, 4),
        (0, 2): F(1, 4),
        (1, 0): F(1, 8),
        (1, 1): F(1, 4),
        (2, 0): F(1, 16),
    }
    assert sure(f, lambda s: stands(s, "A1") and removed(s, "B1") == 2) == F(1, 3)
    assert sure(f, lambda s: stands(s, "B1") and removed(s, "A1") == 2) == F(5, 48)


def test_wl_72_the_owner_says_who_tests_first():
    f = fight([squad("A1", 2), squad("A2", 2)], squad("B1", 2))
    for name in ("A1", "A2"):
        f = f.with_unit(slot(f, name), lost=1)
    found = outcomes(alone(f, losses), before("take_test"), taking("A2"))
    assert {s.then.tasks[0].args[0] for s in found} == {slot(f, "A2")}


def test_wl_74_a_unit_without_models_takes_no_test():
    f = fight(unit("a", weapons=["sure"], mobility=9), unit("b"), weapons=[weapon("sure", strike=1)], max_rounds=1)
    assert not any(of(s, "b").loses for s in outcomes(f, before("tests")))
