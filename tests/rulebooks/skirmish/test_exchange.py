"""The exchange of blows of a charger and a model that reacts (SK-58 to SK-63, SK-97, SK-109 to SK-123)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from coldsteel.kernel.asks import Choose
from coldsteel.kernel.plain import ask_after, is_legal
from coldsteel.rulebooks.skirmish.charge import charge
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.state import Fight
from tests.driving import alone, ask_of, before, chance, legal, outcomes, spread, taking
from tests.rulebooks.skirmish.builders import dead, fight, obstacle_of, slot, trooper, weapon

COUNTER, GUARD = "D counter-charges", "D is on guard"


def met(a: tuple[str, ...] = ("sword",), d: tuple[str, ...] = ("sword",), gap: float = 2, **given: Any) -> Fight:
    """C, a trooper, charges D, another that waits, from this gap."""
    f = fight(trooper("C", *a), trooper("D", *d, waiting=True), gap=gap, **given)
    return alone(f, charge, slot(f, "C"))


def fate(f: Fight) -> str:
    """Who is dead."""
    return "".join(name for name in "CD" if dead(name)(f)) or "nobody"


def fates(f: Fight, *words: str) -> dict[str, Fraction]:
    """The chances of who is dead; of every choice the first option that begins with one of the words."""
    return spread(f, fate, choose=taking(*words, "D", "+4"))


def touching(f: Fight) -> bool:
    return field_of(f.setup).touching(f.ground, slot(f, "C"), slot(f, "D"))


def asked(f: Fight, *words: str) -> list[str]:
    """What the choices up to the first die are about, answered by these words."""
    take, out = taking(*words), []
    answers: tuple[Any, ...] = ()
    while True:
        ask, end = ask_after(f, answers)
        if ask is None:
            f, answers = end, ()
        elif isinstance(ask, Choose):
            if sum(is_legal(o) for o in ask.options) > 1:
                out.append(ask.what)
            answers = (*answers, take(ask))
        else:
            return out


# ---------------------------------------------------------------- at the same time
def test_sk_w9_in_a_counter_charge_both_strike_with_every_modifier():
    """SK-W9: trooper (sword) charges a waiting trooper (sword) that counter-charges (SK-94, SK-97, SK-80)."""
    assert fates(met(), COUNTER, "sword") == {
        "CD": Fraction(289, 2500),
        "C": Fraction(561, 2500),
        "D": Fraction(561, 2500),
        "nobody": Fraction(1089, 2500),
    }


def test_sk_w10_under_guard_nobody_has_the_modifiers_of_a_charge():
    """SK-W10: the same with guard (SK-120)."""
    assert fates(met(), GUARD, "sword") == {
        "CD": Fraction(3249, 40000),
        "C": Fraction(8151, 40000),
        "D": Fraction(8151, 40000),
        "nobody": Fraction(20449, 40000),
    }


@pytest.mark.parametrize(
    ("reaction", "lead", "target_lives"),
    [
        ("nothing", Fraction(-17, 50), Fraction(33, 50)),
        (COUNTER, Fraction(0), Fraction(33, 50)),
        (GUARD, Fraction(0), Fraction(143, 200)),
    ],
)
def test_sk_w18_guard_is_best_for_survival(reaction: str, lead: Fraction, target_lives: Fraction):
    """SK-W18: the situation of SK-W9, flight left out, only the exchange counts (SK-88, SK-119, SK-94)."""
    take = taking(reaction, "sword", "D", "+4")
    assert chance(met(), lambda s: 1 * dead("C")(s) - 1 * dead("D")(s), choose=take) == lead
    assert chance(met(), lambda s: not dead("D")(s), choose=take) == target_lives


# ---------------------------------------------------------------- the longer reach strikes first
def test_sk_w12_a_the_longer_reach_on_guard_strikes_first():
    """SK-W12 (a): sword charges a spear that guards: spear first (SK-109, SK-110, SK-122)."""
    assert fates(met(d=("spear",)), GUARD, "sword", "spear") == {
        "C": Fraction(47, 200),
        "D": Fraction(8721, 40000),
        "nobody": Fraction(21879, 40000),
    }


def test_sk_w12_b_the_survivor_of_a_counter_charge_keeps_its_modifiers():
    """SK-W12 (b): sword charges a spear that counter-charges: spear first, without modifiers (SK-109, SK-113)."""
    assert fates(met(d=("spear",)), COUNTER, "sword", "spear") == {
        "C": Fraction(47, 200),
        "D": Fraction(2601, 10000),
        "nobody": Fraction(5049, 10000),
    }


@pytest.mark.parametrize(("reading", "kills"), [("kept", Fraction(17, 50)), ("lost", Fraction(57, 200))])
def test_sk_r17_late_bonus(reading: str, kills: Fraction):
    """SK-R17: 17/50 to kill if it survives; 57/200 under `lost`."""
    found = fates(met(d=("spear",), rulings={"late_bonus": reading}), COUNTER, "sword", "spear")
    assert found["D"] == Fraction(153, 200) * kills


def test_sk_r15_the_reach_of_the_weapon_used_is_compared():
    """SK-R15: armed with a spear but striking with its sword against a sword: both may die; under `best_weapon` it
    strikes first, with 57/200, as it forgoes the modifiers (SK-109)."""
    used = fates(met(d=("spear", "sword")), COUNTER, "sword")
    assert used == fates(met(), COUNTER, "sword")
    best = fates(met(d=("spear", "sword"), rulings={"reach_compared": "best_weapon"}), COUNTER, "sword")
    assert best["C"] == Fraction(57, 200)
    assert "CD" not in best


def test_sk_r16_by_default_nobody_is_asked_whether_the_longer_reach_strikes_first():
    """SK-R16, SK-112: the longer reach can't renounce its first strike."""
    assert "reach of D" not in asked(met(d=("spear",)), COUNTER, "D", "sword", "spear")


def test_sk_r16_under_optional_the_spearman_may_take_the_simultaneous_exchange():
    """SK-R16: with +1/+1 for both: spear need 11, damage 8: 1/20 x 14/20 + 10/20 x 1/2 = 57/200; sword 17/50."""
    f = met(d=("spear",), rulings={"longer_reach": "optional"})
    assert asked(f, COUNTER, "D", "sword", "spear", "strike first")[-1] == "reach of D"
    found = fates(f, COUNTER, "sword", "spear", "strike at the same time")
    assert found["CD"] == Fraction(57, 200) * Fraction(17, 50)
    assert fates(f, COUNTER, "sword", "spear", "strike first")["C"] == Fraction(47, 200)


@pytest.mark.parametrize(
    ("reading", "order"),
    [("charger_first", ["weapon of C", "weapon of D"]), ("reactor_first", ["weapon of D", "weapon of C"])],
)
def test_sk_r19_who_declares_weapons_first(reading: str, order: list[str]):
    """SK-R19, SK-118: a reactor with spear and pistol sees the charger's choice by default."""
    f = met(d=("spear", "pistol"), rulings={"declare_order": reading})
    assert asked(f, GUARD, "D", "sword", "pistol")[1:] == order


@pytest.mark.parametrize(("reading", "first"), [("charger_first", "C"), ("reactor_first", "D")])
def test_sk_118_the_natural_1_of_the_first_to_declare_is_settled_first(reading: str, first: str):
    """SK-118, SK-R19: the attack of who declares first, with its choices, comes first."""
    f = met(rulings={"declare_order": reading})
    (after,) = outcomes(f, before("attack"), taking(GUARD, "sword", "D"))
    assert after.then.tasks[0].args[0] == slot(f, first)


# ---------------------------------------------------------------- reach charges
def reach_charge(reaction: str, d: tuple[str, ...] = ("sword",), **given: Any) -> dict[str, Fraction]:
    """A spear charges by reach from a gap of 5 inches, which leaves 2."""
    f = met(("spear", "sword"), d, 5, **given)
    return spread(f, fate, choose=at_end(reaction, "D by reach 2", "spear", "sword", "close in", "+4"))


def at_end(reaction: str, *words: str) -> Callable[[Choose], int]:
    """Reacts at the end of a line of 3 inches only."""
    late, early = taking(reaction, *words), taking("nothing", *words)
    return lambda ask: late(ask) if "reaction" not in ask.what or ", 3 in " in ask.what else early(ask)


@pytest.mark.parametrize(
    ("reading", "spear_dies"),
    [("up_to_r", Fraction(153, 200) * Fraction(17, 50)), ("one_inch", Fraction(0))],
)
def test_sk_r18_how_far_a_target_follows_after_being_struck_first(reading: str, spear_dies: Fraction):
    """SK-R18, SK-110, SK-114: spear reach charge (stops at 2 inches), target with R 4 closes the gap by default; under
    `one_inch` it stays out of reach and doesn't strike."""
    found = reach_charge(COUNTER, rulings={"counter_move": reading})
    assert found["D"] == Fraction(47, 200)
    assert found.get("C", Fraction(0)) == spear_dies


def test_sk_110_it_may_also_stay_where_it_is():
    f = met(("spear",), gap=5)
    found = spread(f, fate, choose=at_end(COUNTER, "D by reach 2", "spear", "sword", "stay", "+4"))
    assert found == {"D": Fraction(47, 200), "nobody": Fraction(153, 200)}


def test_sk_123_a_model_on_guard_does_not_follow():
    """SK-123: out of the guard's reach only the charger attacks, without modifiers (SK-120)."""
    assert reach_charge(GUARD) == {"D": Fraction(47, 200), "nobody": Fraction(153, 200)}


def test_sk_122_a_guard_of_equal_reach_strikes_at_the_same_time():
    found = reach_charge(GUARD, ("spear",))
    assert found["CD"] == Fraction(47, 200) ** 2


def test_sk_56_a_reach_charge_strikes_with_a_weapon_that_reaches_as_far():
    f = met(("spear", "sword"), gap=5)
    (after,) = outcomes(f, before("exchange"), taking(GUARD, "D by reach 2"))
    assert legal(ask_of(after, "weapon of C")) == ["spear"]


@pytest.mark.parametrize("reach", [2, 3])
def test_sk_r15_who_is_out_of_reach_does_not_strike_first(reach: float):
    """SK-110, SK-R15 best_weapon: D owns a pole that reaches as far as the spear, or farther, but uses its sword, for
    which it has to close in first: the charger's spear strikes before."""
    f = met(("spear",), ("sword", "pole"), 5, weapons=[pole(reach)], rulings={"reach_compared": "best_weapon"})
    found = spread(f, fate, choose=at_end(COUNTER, "D by reach 2", "spear", "sword", "close in", "+4"))
    assert found["D"] == Fraction(47, 200)
    assert found["C"] == Fraction(153, 200) * Fraction(17, 50)


def pole(reach: float) -> dict[str, Any]:
    return weapon("pole", 0, 1, reach=reach)


def test_sk_110_a_charger_by_reach_does_not_move_on():
    """SK-109, SK-110: the pole of the target strikes first; the charger is at its final place."""
    f = met(("spear",), ("pole",), 5, weapons=[pole(3)])
    choose = at_end(COUNTER, "D by reach 2", "spear", "pole", "+4")
    assert spread(f, fate, choose=choose)["D"] == Fraction(153, 200) * Fraction(47, 200)


# ---------------------------------------------------------------- obstacles, contact
def test_sk_158_no_modifiers_across_an_obstacle_in_an_exchange_either():
    """SK-97, SK-158, SK-R14 none: a counter-charge across a fence: 57/200 each, as under guard."""
    across = {"across_obstacle": [obstacle_of("C", "D")], "rulings": {"counter_conditions": "none"}}
    assert fates(met(**across), COUNTER, "sword") == fates(met(), GUARD, "sword")


def test_sk_155_a_guard_that_may_not_fight_across_does_not_strike():
    """SK-123, SK-155: C (size 4) may fight across a fence of size 2, D (size 2) may not."""
    f = fight(
        trooper("C", "sword", size=4),
        trooper("D", "sword", waiting=True),
        gap=2,
        across_obstacle=[obstacle_of("C", "D", size=2)],
    )
    found = fates(alone(f, charge, slot(f, "C")), GUARD, "sword")
    assert found == {"D": Fraction(57, 200), "nobody": Fraction(143, 200)}


@pytest.mark.parametrize("reaction", [COUNTER, GUARD])
def test_sk_4_after_the_exchange_those_who_touch_are_in_melee(reaction: str):
    both = chance(met(), lambda s: fate(s) == "nobody" and touching(s), choose=taking(reaction, "sword", "D", "+4"))
    assert both == fates(met(), reaction, "sword")["nobody"]


def test_sk_119_guard_uses_up_the_waiting():
    f = met()
    assert ask_of(f, "reaction").options[2].label == GUARD
    assert chance(f, lambda s: s.models[slot(s, "D")].waiting, choose=taking(GUARD, "sword", "D", "+4")) == 0


@pytest.mark.parametrize(("reading", "strikes_back"), [("one_always_allowed", True), ("literal", False)])
def test_sk_r26_may_a_giant_strike_back_at_a_small_charger(reading: str, strikes_back: bool):
    """SK-R26, SK-153: size 5 that guards against size 1 that has charged it (limit 4)."""
    f = fight(
        trooper("C", "sword", size=1),
        trooper("D", "sword", size=5, waiting=True),
        gap=2,
        rulings={"size_cap_single": reading},
    )
    found = fates(alone(f, charge, slot(f, "C")), GUARD, "sword")
    assert found["D"] + found.get("CD", Fraction(0)) == Fraction(57, 200)
    assert ("C" in found) == strikes_back


def test_sk_62_a_contact_charge_with_a_long_weapon_that_meets_no_reaction_keeps_the_modifiers():
    """SK-62: spear need 11, damage 8: 1/20 x 14/20 + 10/20 x 1/2 = 57/200."""
    assert fates(met(("spear",)), "nothing", "D", "spear")["D"] == Fraction(57, 200)


# ---------------------------------------------------------------- on a table
def placed(a: tuple[str, ...], d: tuple[str, ...], x: float, **given: Any) -> Fight:
    """C at (0, 0) charges D, which waits at (x, 0) and looks at it."""
    f = fight(trooper("C", *a, x=0, y=0), trooper("D", *d, waiting=True, x=x, y=0, facing=270), **given)
    return alone(f, charge, slot(f, "C"))


@pytest.mark.parametrize("reaction", [COUNTER, GUARD])
@pytest.mark.parametrize("spear", ["sword", "spear"])
def test_sk_w9_w10_and_w12_are_the_same_on_a_table(reaction: str, spear: str):
    """SK-W9, SK-W10, SK-W12: a table feeds the same clauses."""
    words = (reaction, "sword", spear)
    assert fates(placed(("sword",), (spear,), 3), *words) == fates(met(d=(spear,)), *words)


@pytest.mark.parametrize("reading", ["up_to_r", "one_inch"])
def test_sk_r18_on_a_table(reading: str):
    """SK-R18: the spear stops at 2 inches, the target comes 1 nearer, and closes the last inch or does not."""
    f = placed(("spear", "sword"), ("sword",), 6, rulings={"counter_move": reading})
    found = spread(f, fate, choose=at_end(COUNTER, "D by reach 2", "spear", "sword", "close in", "+4"))
    assert found == reach_charge(COUNTER, rulings={"counter_move": reading})
