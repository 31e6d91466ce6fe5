"""The closing volley (BY-39 to BY-49)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.bayonet.measures import verdict
from coldsteel.rulebooks.bayonet.setup import Fate
from coldsteel.rulebooks.bayonet.tables import save_need, volley_dice, volley_need
from tests.driving import before, chance, outcomes
from tests.rulebooks.bayonet.builders import HOME, VERDICT, VOLLEY, battery, cavalry, charge, line, slot, unit

FIRED = before("volley_test")


def test_v16_a_volley_of_three_dice():
    """V16: casualties 0 to 3 with 8/27, 4/9, 2/9, 1/27; charger disordered 91/216 (BY-43, BY-44, BY-45, BY-46)."""
    f = charge(line("a"), line("b"))
    for hurt, expected in enumerate((F(8, 27), F(4, 9), F(2, 9), F(1, 27))):
        assert chance(f, lambda s, n=hurt: unit(s, "a").casualties == n, FIRED, VOLLEY) == expected
    assert chance(f, lambda s: unit(s, "a").disordered, FIRED, VOLLEY) == F(91, 216)


def test_v16_the_test_of_a_shaken_charger():
    """V16: with 2 of 3 casualties before: goes home 22217/31104, retires 5861/62208, breaks 3971/20736 (BY-47)."""
    f = charge(line("a", casualties=2), line("b"))
    assert chance(f, lambda s: s.contacts[0].on, HOME, VOLLEY) == F(22217, 31104)
    assert chance(f, lambda s: unit(s, "a").fate == Fate.RETIRED_DISORDERED, HOME, VOLLEY) == F(5861, 62208)
    assert chance(f, lambda s: unit(s, "a").fate == Fate.BROKEN, HOME, VOLLEY) == F(3971, 20736)


def test_by_47_a_charge_that_goes_home_has_its_bonus_and_no_excess():
    for s in outcomes(charge(line("a", casualties=2), line("b")), HOME, VOLLEY):
        assert unit(s, "a").charged == s.contacts[0].on == s.in_place(slot(s, "a"))
        assert unit(s, "a").casualties <= 3
        assert not unit(s, "a").testing


def test_by_139_a_charger_driven_off_gives_the_verdict_to_the_other_side():
    f = charge(line("a", casualties=2), line("b"))
    for s in outcomes(f, HOME, VOLLEY):
        assert verdict(s) == (VERDICT["unresolved"] if s.contacts[0].on else VERDICT["B"])


def test_by_47_guns_that_hurt_bring_a_test_with_their_modifier():
    f = charge(line("a", stamina=8), battery("b", shooting=1))
    # hits on 3+ (4/6), saves on 6+: a casualty with 20/36, of which sixes that disorder are 5/36
    broken_plain, broken_disordered = F(10, 36), F(15, 36)  # 2d6 -1 at most 4; 2d6 -2 at most 4
    expected = F(15, 36) * broken_plain + F(5, 36) * broken_disordered
    assert chance(f, lambda s: unit(s, "a").fate == Fate.BROKEN, HOME, VOLLEY) == expected


@pytest.mark.parametrize(
    ("given", "dice"),
    [
        ({}, 3),
        ({"size": "large"}, 4),
        ({"size": "small"}, 2),
        ({"size": "small", "shooting": 1}, 1),
        ({"size": "small", "shooting": 0}, 0),
        ({"size": "tiny"}, 1),
        ({"formation": "square"}, 1),
        ({"formation": "garrison"}, 2),
    ],
)
def test_by_43_dice_of_a_volley(given, dice):
    f = charge(line("a"), line("b", **given))
    assert volley_dice(f, slot(f, "b")).value == dice


@pytest.mark.parametrize(
    ("a", "b", "need"),
    [
        (line("a"), line("b"), 3),
        (line("a"), line("b", disordered=True), 4),
        (line("a"), line("b", casualties=3), 4),
        (line("a"), line("b", casualties=3, disordered=True), 4),
        (line("a", formation="skirmish"), line("b"), 4),
        (line("a", formation="attack_column"), battery("b"), 2),
        (line("a", formation="attack_column"), line("b"), 3),
    ],
)
def test_by_44_what_a_volley_must_show(a, b, need):
    f = charge(a, b)
    assert volley_need(f, slot(f, "b"), slot(f, "a")).value == need


def test_v13_an_attack_column_saves_an_artillery_volley_on_6():
    """V13: attack column hit by an artillery volley 6+ (BY-115)."""
    f = charge(line("a", formation="attack_column"), battery("b"))
    assert save_need(f, slot(f, "a"), 0, artillery_shot=True).value == 6
    assert save_need(f, slot(f, "a"), 0).value == 3


def test_by_46_a_six_disorders_only_if_it_hits():
    f = charge(line("a", formation="skirmish"), battery("b", disordered=True, shooting=1))
    assert chance(f, lambda s: unit(s, "a").disordered, FIRED, VOLLEY) == F(1, 6)
    never = charge(line("a"), battery("b", shooting=1))
    assert chance(never, lambda s: unit(s, "a").disordered, FIRED, VOLLEY) == F(1, 6)


def test_by_42_cavalry_is_shot_at_too():
    f = charge(cavalry("a"), line("b", cover="light"))
    assert chance(f, lambda s: unit(s, "a").casualties == 3, FIRED, VOLLEY) == F(1, 27)
