"""Several attackers: the size limit and outnumbering (SK-146 to SK-153)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.skirmish.blows import attack_targets
from coldsteel.rulebooks.skirmish.charge import charge_targets
from coldsteel.rulebooks.skirmish.legality import size_bars
from coldsteel.rulebooks.skirmish.tables import modified_ww
from tests.driving import chance, taking
from tests.rulebooks.skirmish.builders import (
    after,
    attacking,
    brute,
    champion,
    dead,
    fight,
    gap_of,
    obstacle_of,
    runt,
    slot,
    trooper,
)


def crowd(victim, sizes, newcomer, **given):
    """Models of these sizes in contact with the victim, and a newcomer 2 inches away from it."""
    mates = [trooper(f"F{k}", "sword", size=size) for k, size in enumerate(sizes)]
    gaps = [gap_of(newcomer["name"], victim["name"], 2)]
    return fight([*mates, newcomer], victim, gaps=gaps, **given)


def codes_of(option):
    return {b.code: b.clause for b in option.bars if b.when}


def joining(f, who="N", victim="V"):
    """Code -> clause of what stands against a charge in contact."""
    found = next(o for o in charge_targets(f, slot(f, who)) if o.label == victim)
    return codes_of(found)


# ---------------------------------------------------------------- sizes
@pytest.mark.parametrize(
    ("sizes", "newcomer", "allowed"),
    [((2, 2, 2), 2, True), ((3, 3), 2, True), ((3, 3), 3, False), ((2, 2, 2), 3, False), ((2, 2, 2, 1), 1, True)],
)
def test_w15_source_examples_of_sizes(sizes, newcomer, allowed):
    """SK-W15: size 2 may be attacked by 2+2+2+2 and 3+3+2; 3+3+3 is illegal, 9 > 8 (SK-149, SK-150, SK-151, SK-44)."""
    f = crowd(trooper("V"), sizes, trooper("N", size=newcomer))
    assert joining(f) == ({} if allowed else {"sizes": "SK-149"})


def test_w15_a_fourth_attacker_with_three_friends():
    """SK-W15: need 14, kills a last wound of a champion 29/100 (SK-146)."""
    f = fight([trooper(n, "sword") for n in ("T", "F", "G", "H")], champion("V", wounds_left=1))
    g = attacking(f, "T", weapon="sword")
    assert after(g)[0].figures() == (2, 15, 20)
    assert chance(g, dead("V"), choose=taking("+4")) == F(29, 100)


def test_w15_a_lone_giant_may_attack_alone():
    """SK-W15: size 5 may charge size 1 (limit 4), a second model of any size may not join it (SK-152, SK-153)."""
    giant = brute("N", size=5)
    assert joining(crowd(runt("V"), (), giant)) == {}
    f = fight([giant, runt("S")], runt("V"), gaps=[gap_of("S", "V", 2)])
    assert joining(f, "S") == {"sizes": "SK-149"}


@pytest.mark.parametrize(("reading", "allowed"), [("contacts_and_attacker", False), ("contacts_only", True)])
def test_r5_a_fifth_by_reach(reading, allowed):
    """SK-R5: four of size 2 in contact with size 2, a fifth strikes with a spear (SK-152)."""
    f = crowd(trooper("V"), (2, 2, 2, 2), trooper("N", "spear"), rulings=_reach(size_cap_counts=reading))
    spear = f.profile(slot(f, "N")).weapons[0]
    (found,) = attack_targets(f, slot(f, "N"), spear)
    assert codes_of(found) == ({} if allowed else {"sizes": "SK-149"})


def _reach(**rulings):
    """SK-R4: an engaged enemy may be struck by reach."""
    return {"priority_engaged": "always_allowed", **rulings}


@pytest.mark.parametrize(("reading", "allowed"), [("one_always_allowed", True), ("literal", False)])
def test_r26_size_5_against_size_1(reading, allowed):
    """SK-R26: legal by default, also when the small one has charged it; illegal in both cases under `literal`."""
    wanted = {} if allowed else {"sizes": "SK-149"}
    f = crowd(runt("V"), (), brute("N", size=5), rulings={"size_cap_single": reading})
    assert joining(f) == wanted
    f = fight(brute("N", size=5), runt("V"), rulings={"size_cap_single": reading})
    (found,) = attack_targets(f, slot(f, "N"), f.profile(slot(f, "N")).weapons[0])
    assert codes_of(found) == wanted


def test_152_a_model_in_contact_is_not_tested_again():
    """SK-152: three of size 3 that the small one has charged, say, may all go on striking it."""
    f = fight([trooper(n, size=3) for n in ("T", "F", "G")], trooper("V"))
    assert all(not size_bars(f, slot(f, n), slot(f, "V")) for n in ("T", "F", "G"))


# ---------------------------------------------------------------- outnumbering
def ww(f, who, whom, arms=0):
    return modified_ww(f, slot(f, who), slot(f, whom), f.profile(slot(f, who)).weapons[arms], False, False).value


@pytest.mark.parametrize(("friends", "need"), [(0, 11), (1, 12), (2, 13), (3, 14), (4, 14), (5, 14)])
def test_w15_at_most_3_in_all(friends, need):
    """SK-W15: +1 for each further friend, with five of them against size 4 still +3 (SK-146, SK-147)."""
    names = ["T", *(f"F{k}" for k in range(friends))]
    f = fight([trooper(n, "sword") for n in names], brute("V"))
    assert ww(f, "T", "V") == need


@pytest.mark.parametrize(("reading", "need"), [("ww_3", 14), ("none", 15)])
def test_r24_the_fifth_attacker_of_size_4(reading, need):
    """SK-R24: +3 by default, +4 under `none`."""
    f = fight([trooper(f"F{k}", "sword") for k in range(5)], brute("V"), rulings={"outnumber_cap": reading})
    assert ww(f, "F0", "V") == need


@pytest.mark.parametrize(("reading", "need"), [("in_contact", 11), ("all_attackers", 13)])
def test_r25_two_spearmen_behind_a_swordsman(reading, need):
    """SK-R25: +0 by default, +2 under `all_attackers` (SK-148)."""
    spears = [trooper("F", "spear"), trooper("G", "spear")]
    gaps = [gap_of("F", "V", 2), gap_of("G", "V", 1)]
    f = fight([trooper("T", "sword"), *spears], trooper("V"), gaps=gaps, rulings={"outnumber_counts": reading})
    assert ww(f, "T", "V") == need


def test_r25_who_cannot_strike_does_not_count():
    """SK-R25 all_attackers: a spear that is too short, and a friend in melee with another enemy, are no attackers."""
    gaps = [gap_of("F", "V", 2.01), gap_of("G", "V", 1), gap_of("T", "W", 3), gap_of("F", "W", 9)]
    f = fight(
        [trooper("T", "sword"), trooper("F", "spear"), trooper("G", "spear")],
        [trooper("V"), trooper("W")],
        gaps=gaps,
        rulings={"outnumber_counts": "all_attackers"},
    )
    assert ww(f, "T", "V") == 11


def test_148_who_strikes_by_reach_has_the_friends_in_contact():
    """SK-148: the attacker itself may be striking by reach, or across an obstacle."""
    gaps = [gap_of("T", "V", 2)]
    f = fight([trooper("T", "spear"), trooper("F"), trooper("G")], trooper("V"), gaps=gaps)
    assert ww(f, "T", "V") == 12
    fence = [obstacle_of("T", "V")]
    f = fight([trooper("T", "spear"), trooper("F")], trooper("V"), gaps=[gap_of("T", "V", 1)], across_obstacle=fence)
    assert ww(f, "T", "V") == 11
