"""Strike rolls, defences, wounds (WL-35 to WL-68)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.plain import ask_after
from coldsteel.rulebooks.wasteland.damage import Blows, How
from coldsteel.rulebooks.wasteland.tables import strike_need
from coldsteel.rulebooks.wasteland.wounds import suffer
from tests.driving import before, chance, legal, outcomes
from tests.rulebooks.wasteland.builders import (
    ask_of,
    codes,
    fight,
    models,
    of,
    one_hit,
    removed,
    slot,
    squad,
    sure,
    taking,
    unit,
    weapon,
)


def lone_strike(arm, **target):
    """The chance of at least one wound by one die of a weapon that strikes first."""
    f = fight(unit("a", weapons=["arm"], mobility=9), unit("b", **target), weapons=[weapon("arm", **arm)], max_rounds=1)
    return sure(f, lambda s: removed(s, "b"))


# ---------------------------------------------------------------- strike rolls
def test_w5_dice_and_hits():
    """W5: 3 models with 2 attacks, Strike 4: 6 dice, 3 hits expected, P(at least 4) 11/32, P(none) 1/64
    (WL-35, WL-40)."""
    f = fight(
        squad("a", 3, weapons=["claws"], mobility=9),
        squad("b", 6),
        weapons=[weapon("claws", attacks=2)],
        max_rounds=1,
    )
    (start,) = outcomes(f, before("blow"))
    ask, _ = ask_after(start, ())
    assert ask.n == 6
    found = outcomes(start, lambda s: s is not start)
    mean = sum(p * removed(s, "b") for s, p in found.items())
    assert mean == 3
    assert sum(p for s, p in found.items() if removed(s, "b") >= 4) == F(11, 32)
    assert sum(p for s, p in found.items() if not removed(s, "b")) == F(1, 64)


def test_w5_one_die():
    """W5: Strike 2 with +1: 5/6; Strike 7: 1/6; Strike 5 elevated and in prepared defence: 2/3
    (WL-42, WL-46, WL-84, WL-85, WL-96)."""
    assert lone_strike({"strike": 1}) == F(5, 6)
    assert lone_strike({"strike": 7}) == F(1, 6)
    f = fight(
        unit("a", weapons=["arm"], elevated=True, prepared_defence=True),
        unit("b", charged_this_round=True),
        weapons=[weapon("arm", strike=5)],
    )
    assert 7 - strike_need(f, slot(f, "a"), 0, 0, slot(f, "b")).value == 4
    g = fight(unit("a", weapons=["arm"], extra_mods={"strike": 1}), unit("b"), weapons=[weapon("arm", strike=2)])
    assert strike_need(g, slot(g, "a"), 0, 0, slot(g, "b")).value == 2  # WL-41


@pytest.mark.parametrize(("strike", "hits"), [(1, 5), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 1), (8, 1)])
def test_wl_40_reach_or_exceed(strike, hits):
    assert lone_strike({"strike": strike}) == F(hits, 6)


def test_w6_a_critical_hit():
    """W6: Strike 5, damage 1, critical +1 damage and ignores Defence, target Defence 3: damage 0, 1, 2 with 3/4, 1/12,
    1/6 (WL-43, WL-44, WL-55, WL-56)."""
    arm = weapon("arm", strike=5, on_crit={"damage_plus": 1, "ignores": ["defence"]})
    f = fight(
        unit("a", weapons=["arm"], mobility=9),
        unit("b", toughness=9, defence=3, weapons=[]),
        weapons=[arm],
        max_rounds=1,
    )
    found = [sure(f, lambda s, n=n: s.wounds(slot(s, "b"), 0) == n) for n in (0, 1, 2)]
    assert found == [F(3, 4), F(1, 12), F(1, 6)]


def test_wl_44_a_critical_brings_further_hits():
    arm = weapon("arm", strike=6, on_crit={"extra_hits": 2})
    f = fight(unit("a", weapons=["arm"], mobility=9), squad("b", 4, defence=3, weapons=[]), weapons=[arm])
    end = outcomes(f, before("losses"))
    assert sum(p for s, p in end.items() if removed(s, "b") == 3) == F(1, 6) * F(1, 8)
    assert sum(p for s, p in end.items() if removed(s, "b") == 1) == F(1, 6) * F(3, 8)


def test_wl_48_a_fumble_hurts_its_own():
    arm = weapon("arm", strike=6, on_fumble={"self_damage": 1})
    f = fight(squad("a", 2, weapons=["arm"], mobility=9, spirit=0), unit("b", weapons=[]), weapons=[arm], max_rounds=1)
    end = outcomes(f, before("losses"))
    assert sum(p for s, p in end.items() if removed(s, "a") == 2) == F(1, 36)
    assert sum(p for s, p in end.items() if of(s, "a").lost == 1) == 2 * F(1, 6) * F(5, 6)  # WL-70


# ---------------------------------------------------------------- defences
def test_w7_layers_of_defence():
    """W7: parry + Magic Defence 2 + Defence 3: 5/18; with the boost 5/24; parry only 5/6; nothing 1
    (WL-50, WL-51, WL-53, WL-55, WL-101)."""
    full = {"magic_defence": 2, "defence": 3, "weapons": ["foil"]}
    assert one_hit(unit("b", **full)) == F(5, 18)
    assert one_hit(unit("b", **full, extra_mods={"magic": 1})) == F(5, 24)
    assert one_hit(unit("b", weapons=["foil"])) == F(5, 6)
    assert one_hit(unit("b")) == 1


@pytest.mark.parametrize(("spend", "through"), [("no", F(5, 18)), ("+1 Magic", F(5, 24))])
def test_w7_the_boost_is_bought_when_hits_are_known(spend, through):
    """W7: the Magic Defence boost, just in time (WL-101, WL-104)."""
    f = fight(
        unit("a", weapons=["sure"], mobility=12),
        unit("b", magic_defence=2, defence=3, weapons=["foil"]),
        weapons=[weapon("sure", strike=1), weapon("foil", parry=True)],
        fp=(0, 1),
        max_rounds=1,
    )
    assert chance(f, lambda s: removed(s, "b"), choose=taking(spend, "no")) == through * F(5, 6)


@pytest.mark.parametrize(
    ("target", "rulings", "through"),
    [
        (unit("b", defence=2, in_cover=True), {}, F(1, 2)),
        (unit("b", defence=2, in_cover=True, charged_this_round=True), {}, F(2, 3)),
        (unit("b", in_cover=True), {}, 1),
        (unit("b", defence=4, in_cover=True), {}, F(1, 6)),
        (unit("b", defence=5, in_cover=True), {}, F(1, 6)),
        (unit("b", defence=4, in_cover=True), {"defence_read": "threshold"}, F(1, 3)),
    ],
)
def test_w8_cover_in_melee(target, rulings, through):
    """W8: 1/2; 2/3 if the unit charged; Defence 0: 1; 4: 1/6; 5: 1/6; 4 by `threshold`: 1/3
    (WL-90, WL-91, WL-57, WL-56, WL-58)."""
    assert one_hit(target, rulings=rulings) == through


@pytest.mark.parametrize(("value", "through"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 1)])
def test_wl_56_a_test_passes_at_or_below_its_value(value, through):
    assert one_hit(unit("b", defence=value)) == F(through, 6)
    assert one_hit(unit("b", magic_defence=value)) == F(through, 6)


def mixed(front, back, **given):
    return unit("b", [{"models": front, "defence": 3, "name": "plate"}, {"models": back, "name": "rags"}], **given)


@pytest.mark.parametrize(
    ("front", "back", "offered"), [(2, 1, ["b/plate"]), (1, 2, ["b/rags"]), (1, 1, ["b/plate", "b/rags"])]
)
def test_wl_59_the_majority_is_tested(front, back, offered):
    f = fight(unit("a", mobility=9), mixed(front, back))
    ask = ask_of(f, "values of b")
    assert legal(ask) == offered
    if len(offered) == 1:
        other = "b/rags" if offered == ["b/plate"] else "b/plate"
        assert codes(ask, other) == {"fewer_models": "WL-59"}


# ---------------------------------------------------------------- wounds
def hit(f, name, hits, damage):
    return suffer(f, slot(f, name), [Blows(hits, damage, hits)], How(0, capped=True))


def test_w9_damage_over_models():
    """W9: four hits of damage 2 on 4 models of Toughness 3: 2 removed, one of the rest has 2 wounds; with 2 models in
    the damage radius 2 removed, 6 wounds left (WL-60, WL-61, WL-62, WL-63, WL-64)."""
    after = hit(fight(unit("a"), squad("b", 4, toughness=3)), "b", 4, 2)
    assert (removed(after, "b"), 12 - after.wounds(slot(after, "b"), 0)) == (2, 4)
    capped = hit(fight(unit("a"), squad("b", 4, toughness=3, exposed_cap=2)), "b", 4, 2)
    assert (removed(capped, "b"), 12 - capped.wounds(slot(capped, "b"), 0)) == (2, 6)


@pytest.mark.parametrize(("damage", "left"), [(1, 2), (2, 1), (4, 1), (5, 0), (9, 0)])
def test_wl_66_the_wounded_model_is_filled_first(damage, left):
    f = fight(unit("a"), squad("b", 2, toughness=3, wounds_taken=1))
    assert models(hit(f, "b", 1, damage), "b") == left


def test_wl_67_the_owner_chooses_among_models_that_differ():
    groups = [{"models": 2, "name": "grunts"}, {"name": "leader", "toughness": 2, "wounds_taken": 1}]
    f = fight(unit("a", mobility=9, weapons=["sure"]), unit("b", groups), weapons=[weapon("sure", strike=1)])
    ask = ask_of(f, "who of b suffers")
    assert legal(ask) == ["b/leader"]
    assert codes(ask, "b/grunts") == {"wounded_first": "WL-66"}


def test_wl_36_caps_on_who_strikes():
    f = fight(squad("a", 5, mobility=9, engaged_cap=2), squad("b", 5))
    (s,) = outcomes(f, before("blow"))
    ask, _ = ask_after(s, ())
    assert ask.n == 2  # WL-6


def test_wl_37_other_weapons_are_rolled_apart():
    groups = [{"models": 2, "weapons": ["axe"], "name": "axes"}, {"models": 3, "name": "rest"}]
    f = fight(unit("a", groups, mobility=9), squad("b", 9), weapons=[weapon("axe", strike=5)])
    ask = ask_of(f, "next batch")
    assert legal(ask) == ["axe at b", "blade at b"]  # WL-39


def test_wl_38_several_weapons():
    arms = {"weapons": [weapon("axe", strike=5), weapon("knife")]}
    one = fight(unit("a", weapons=["axe", "knife"], mobility=9), unit("b"), **arms)
    ask = ask_of(one, "targets of a")
    assert legal(ask) == ["axe at b", "knife at b"]
    assert codes(ask, "axe and knife") == {"one_weapon_only": "WL-38"}
    all_ = fight(unit("a", weapons=["axe", "knife"], mobility=9, multi_weapon=True), unit("b"), **arms)
    assert legal(ask_of(all_, "next batch")) == ["axe at b", "knife at b"]
