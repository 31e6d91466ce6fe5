"""Around a trench corner: grenades (TR-106, TR-107)."""

from fractions import Fraction as F

import pytest

from tests.driving import ask_of, chance, codes, ended, next_step
from tests.rulebooks.trench.builders import after_round, corner, foot, group, leader, lines, pools, step, to


def test_w19_an_even_round():
    """W19: both with grenades, more than eight men each: even with 42622649707/156728328192 (TR-107)."""
    f = corner(foot("a", 9), foot("b", 9))
    assert pools(f) == (8, 8)
    assert chance(f, lambda s: not ended(s), after_round()) == F(42622649707, 156728328192)


def test_w19_a_lone_man():
    """W19: a lone man dies in a round with 1288991/1679616 (TR-107)."""
    f = corner(foot("a", 1), foot("b", 9))
    assert pools(f) == (8, 8)
    assert chance(f, lambda s: group(s, "a").men == 0, after_round()) == F(1288991, 1679616)


def test_w19_one_with_grenades_against_nine_without():
    """W19: those without are overwhelmed (TR-42, TR-107)."""
    f = to(corner(foot("a", 1), foot("b", 9, grenades=False)), "exchange")
    assert pools(f) == (8, 0)
    assert next_step(step(f)) == "driven_off"


@pytest.mark.parametrize(("reading", "dice"), [("grenades", (8, 8)), ("melee", (1, 8))])
def test_tr_107_or_the_dice_of_a_melee(reading, dice):
    assert pools(corner(foot("a", 1), foot("b", 8), rulings={"corner_fight": reading})) == dice


def test_tr_107_nothing_else_counts():
    a = foot("a", 5, aggressive=True, shock=4, leaders=[leader(4)], move_dice=2)
    f = corner(a, foot("b", 5, cover="heavy"))
    assert pools(f) == (8, 8)
    assert lines(f) == {"a grenade": 8}
    ask = ask_of(f, "Initiative")
    assert codes(ask, "1") == {"grenade_fight": "TR-107"}
