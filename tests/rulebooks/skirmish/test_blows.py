"""Blows: weapons, hit tests, natural 1 and 20, damage, armour, wounds, crews, obstacles (SK-15 to SK-32, SK-64 to
SK-82, SK-154 to SK-158)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.figures import within
from coldsteel.rulebooks.skirmish.blows import attack, attack_targets, weapon_options
from coldsteel.rulebooks.skirmish.legality import target_bars
from coldsteel.rulebooks.skirmish.tables import armour_band, damage_of, modified_ww
from coldsteel.rulebooks.skirmish.turns import next_action
from tests.driving import alone, ask_of, chance, codes, figures, legal, outcomes, spread, taking
from tests.rulebooks.skirmish.builders import (
    after,
    attacking,
    brute,
    champion,
    changed,
    dead,
    fight,
    gap_of,
    obstacle_of,
    recruit,
    slot,
    state_of,
    trooper,
    weapon,
    weapon_number,
)

DAMAGE = taking("+4")
AV = taking("AV")


def duel(a=None, b=None, **given):
    """Two models in contact, the first of which attacks."""
    return fight(a or trooper("T", "sword"), b or trooper("U", "sword"), **given)


def weapon_of(f, name, arms):
    return f.profile(slot(f, name)).weapons[weapon_number(f, name, arms)]


def need(f, who, whom, arms, charge=False):
    """What the hit test of one at the other must not exceed."""
    late = state_of(f, who).pending_penalty
    return modified_ww(f, slot(f, who), slot(f, whom), weapon_of(f, who, arms), charge, late).value


def damage(f, who, arms, charge=False, absolute=False):
    return damage_of(f, slot(f, who), weapon_of(f, who, arms), charge, absolute).value


def acting(f, who, left=3):
    """The model is about to choose an action."""
    return alone(changed(f, who, actions_left=left), next_action, slot(f, who))


# ---------------------------------------------------------------- needs and damage
@pytest.mark.parametrize(
    ("arms", "charge", "wanted"),
    [
        ("sword", True, (12, 9)),
        ("pistol", True, (10, 9)),
        ("improvised", True, (11, 7)),
        ("sword", False, (11, 8)),
        ("pistol", False, (9, 9)),
        ("improvised", False, (10, 6)),
    ],
)
def test_w1_needs_and_damage_with_and_without_charge(arms, charge, wanted):
    """SK-W1: a trooper's need and damage (SK-66, SK-59, SK-61, SK-17, SK-26, SK-27)."""
    f = duel(trooper("T", "sword", "pistol"))
    assert (need(f, "T", "U", arms, charge), damage(f, "T", arms, charge)) == wanted


def test_w1_in_melee_with_a_rifle_only():
    """SK-W1: the rifle is no melee weapon (SK-15), the improvised one is; wait, move and charge are illegal (SK-7)."""
    f = duel(trooper("T", "rifle"))
    ask = ask_of(attacking(f, "T"), "weapon")
    assert (codes(ask, "rifle"), legal(ask)) == ({"no_melee_value": "SK-15"}, ["improvised"])
    ask = ask_of(acting(f, "T"), "action")
    assert codes(ask, "wait") == codes(ask, "move") == {"in_melee": "SK-7"}
    assert codes(ask, "charge") == {"in_melee": "SK-42"}
    assert legal(ask) == ["attack", "break off", "stop"]


def test_16_one_weapon_an_action_is_chosen_by_the_owner():
    """SK-16, SK-64: the owner picks one of the usable weapons for an attack action."""
    ask = ask_of(attacking(duel(trooper("T", "sword", "pistol")), "T"), "weapon")
    assert (ask.side, ask.clause, legal(ask)) == (0, "SK-16", ["sword", "pistol", "improvised"])


def test_66_all_that_changes_a_need_is_added_up():
    """SK-66: weapon +1, abilities +2 and -3, lasting -1, panic -3, penalty -4: 10 becomes 2; no bound (SK-R8: -1)."""
    f = duel(trooper("T", "sword", "maul", hit_bonus=2, lasting_ww=-1), trooper("U", hit_against=-3))
    assert need(f, "T", "U", "sword") == 9
    f = changed(f, "T", panicked=True, pending_penalty=True)
    assert (need(f, "T", "U", "sword"), need(f, "T", "U", "maul")) == (2, -1)
    rows = modified_ww(f, slot(f, "T"), slot(f, "U"), weapon_of(f, "T", "sword"), False, True).rows
    assert [(r.amount, r.clause) for r in rows] == [
        *((1, "SK-18"), (2, "SK-66"), (-3, "SK-66"), (-1, "SK-13"), (-3, "SK-161"), (-4, "SK-73"))
    ]


# ---------------------------------------------------------------- one attack
def test_w2_a_sword_on_a_trooper():
    """SK-W2: armour number 10, kills 57/200, penalty afterwards 1/20 (SK-65, SK-69, SK-73, SK-76)."""
    f = duel()
    assert f.profile(slot(f, "U")).p - damage(f, "T", "sword") == 10
    g = attacking(f, "T", weapon="sword")
    assert chance(g, dead("U"), choose=DAMAGE) == F(57, 200)
    assert chance(g, lambda s: state_of(s, "T").pending_penalty, choose=DAMAGE) == F(1, 20)


@pytest.mark.parametrize(
    ("arms", "charge", "kills"),
    [("sword", True, F(17, 50)), ("pistol", False, F(103, 400)), ("pistol", True, F(57, 200))],
)
def test_w3_the_same_as_a_charge_and_with_a_pistol(arms, charge, kills):
    """SK-W3: sword on a charge 17/50; pistol 103/400, on a charge 57/200 (SK-59, SK-61)."""
    f = duel(trooper("T", "sword", "pistol"))
    assert chance(attacking(f, "T", "U", bonus=charge, weapon=arms), dead("U"), choose=DAMAGE) == kills


def test_w4_twin_blades_of_a_champion():
    """SK-W4: wounds left 3 / 2 / 1 (SK-19, SK-74)."""
    f = attacking(duel(champion("T", "twin blades"), champion("U")), "T", weapon="twin blades")
    left = spread(f, lambda s: state_of(s, "U").wounds_left, choose=DAMAGE)
    assert left == {3: F(78561, 160000), 2: F(33399, 80000), 1: F(14641, 160000)}


def test_w5_maul_of_a_brute():
    """SK-W5: wounds left 3 / 2 / 1 (SK-25, SK-72)."""
    f = attacking(duel(brute("T", "maul"), champion("U")), "T", weapon="maul")
    left = spread(f, lambda s: state_of(s, "U").wounds_left, choose=DAMAGE)
    assert left == {3: F(1173, 2000), 2: F(177, 1000), 1: F(473, 2000)}


@pytest.mark.parametrize(("failure", "kills"), [(-4, F(19351, 40000)), (0, F(19551, 40000))])
def test_w6_two_attack_actions_in_a_turn(failure, kills):
    """SK-W6: the penalty carries over to the second action; 19551/40000 without it (SK-73, SK-74)."""
    f = duel(max_turns=1, parameters={"failure_ww": failure})
    f = acting(f, "T", 2)
    assert chance(f, dead("U"), choose=taking("attack", "sword", "+4")) == kills


@pytest.mark.parametrize(
    ("number", "both", "twenty_only", "none"),
    [
        (18 - 8, F(1, 2), F(1, 2), F(1, 2)),
        (26 - 5, F(1, 20), F(1, 20), F(0)),
        (10 - 12, F(19, 20), F(1), F(1)),
        (23 - 3, F(1, 20), F(1, 20), F(0)),
        (19, F(1, 20), F(1, 20), F(1, 20)),
        (1, F(19, 20), F(19, 20), F(19, 20)),
        (0, F(19, 20), F(1), F(1)),
    ],
)
def test_w7_r11_naturals_of_an_armour_test(number, both, twenty_only, none):
    """SK-W7, SK-R11: a wound under each reading of SK-77; 19, 20 and 21, 1, 0 and below are thresholds."""
    for reading, wanted in {"both": both, "twenty_only": twenty_only, "none": none}.items():
        f = duel(rulings={"armour_naturals": reading})
        assert F(within(0, 21 - armour_band(f, number), 20), 20) == wanted, reading


# ---------------------------------------------------------------- natural 1: AV, crew
def test_w8_a_sword_hurts_a_brute_by_av_alone():
    """SK-W8: heavy armour 1 against AV 0: 1/80 with AV +1 on a natural 1, never with +4 damage (SK-81, SK-70)."""
    f = attacking(duel(b=brute("U")), "T", weapon="sword")
    assert chance(f, lambda s: state_of(s, "U").wounds_left == 2, choose=AV) == F(1, 80)
    assert chance(f, lambda s: state_of(s, "U").wounds_left == 3, choose=DAMAGE) == 1


def test_w8_a_claw_of_av_1_on_a_brute():
    """SK-W8: 27/100, +4 being the better choice (SK-81, SK-68)."""
    f = attacking(duel(champion("T", "claw"), brute("U")), "T", weapon="claw")

    def hurt(s):
        return state_of(s, "U").wounds_left == 2

    assert chance(f, hurt, choose=DAMAGE) == F(27, 100)
    assert chance(f, hurt, choose=AV) < F(27, 100)


CAR = {"kind": "vehicle", "open_topped": True, "heavy_armour": 2, "crew": [{"name": "R", "p": 16}]}


def test_w8_the_crew_of_an_open_topped_vehicle():
    """SK-W8: the recruit of the crew dies 3/100, the vehicle is never hurt (SK-71, SK-82)."""
    f = attacking(duel(b=trooper("U", **CAR)), "T", weapon="sword")
    found = outcomes(f, choose=taking("a random"))
    assert sum(p for s, p in found.items() if state_of(s, "U").crew == (0,)) == F(3, 100)
    assert {state_of(s, "U").wounds_left for s in found} == {1}


@pytest.mark.parametrize(
    ("changes", "code"), [({"open_topped": False}, "not_open_topped"), ({"crew": []}, "no_crew"), ({}, None)]
)
def test_71_only_an_open_topped_vehicle_with_crew(changes, code):
    """SK-71: the third choice needs an open-topped vehicle with living crew."""
    f = attacking(duel(b=trooper("U", **{**CAR, **changes})), "T", weapon="sword")
    ask, _ = after(f, 0)
    assert codes(ask, "a random") == ({code: "SK-71"} if code else {})


def test_71_no_living_model_has_the_third_choice():
    """SK-68, SK-71: of a living model there is no crew to choose."""
    ask, _ = after(attacking(duel(), "T", weapon="sword"), 0)
    assert legal(ask) == ["+4 damage", "AV +1"]


def test_82_each_living_member_is_as_likely():
    """SK-82: of three members one is dead; the others, P 1 and P 40, are hit with 1/2 each: 19/20 and 1/20 wound."""
    crew = [{"name": "a", "p": 1}, {"name": "b", "p": 10}, {"name": "c", "p": 40}]
    f = duel(b=trooper("U", **{**CAR, "crew": crew}))
    f = attacking(changed(f, "U", crew=(1, 0, 1)), "T", weapon="sword")
    found = spread(f, lambda s: state_of(s, "U").crew, choose=taking("a random"))
    one = F(1, 20)
    assert found == {
        (0, 0, 1): one * F(1, 2) * F(19, 20),
        (1, 0, 0): one * F(1, 2) * F(1, 20),
        (1, 0, 1): 1 - one * F(1, 2),
    }


@pytest.mark.parametrize(
    ("rule", "hurt"), [("threshold", F(0)), ("ignore", F(10, 20) * F(5, 20) + F(1, 20) * F(9, 20))]
)
def test_81_av_rule(rule, hurt):
    """SK-81, SK-C4: AV ignored, a sword wounds a brute (P 23 - 8) on 16 or more, after a natural 1 on 12 or more."""
    f = attacking(duel(b=brute("U"), rulings={"av_rule": rule}), "T", weapon="sword")
    assert chance(f, lambda s: state_of(s, "U").wounds_left == 2, choose=DAMAGE) == hurt


# ---------------------------------------------------------------- naturals of a hit test
@pytest.mark.parametrize(("reading", "hits"), [("always_hits", F(1, 20)), ("needs_value", F(0))])
def test_r8_a_natural_1_with_a_need_below_1(reading, hits):
    """SK-R8: recruit, maul (-2), panicked, penalty: need -1; each hit at P 0 wounds with 19/20 a test (SK-67)."""
    f = duel(recruit("T", "maul"), trooper("U", p=0), rulings={"natural_one": reading})
    f = changed(f, "T", panicked=True, pending_penalty=True)
    assert need(f, "T", "U", "maul") == -1
    two_tests = 1 - F(1, 400)
    assert chance(attacking(f, "T", weapon="maul"), dead("U"), choose=DAMAGE) == hits * two_tests


def test_r8_with_a_need_of_1_a_natural_1_hits_by_both_readings():
    """SK-R8: the threshold; need 1 is reached by a 1."""
    f = duel(recruit("T", "sword", ww=0), trooper("U", p=0), rulings={"natural_one": "needs_value"})
    assert need(f, "T", "U", "sword") == 1
    assert chance(attacking(f, "T", weapon="sword"), dead("U"), choose=DAMAGE) == F(1, 20) * F(19, 20)


def test_73_a_need_of_20_or_more_misses_on_a_20():
    """SK-73: a natural 20 misses whatever the need; P 0 wounds with 19/20."""
    f = duel(trooper("T", "sword", ww=25), trooper("U", p=0))
    assert chance(attacking(f, "T", weapon="sword"), dead("U"), choose=DAMAGE) == F(19, 20) * F(19, 20)


@pytest.mark.parametrize(("reading", "number"), [("that_hit", 10), ("rest_of_action", 6)])
def test_r9_how_long_a_choice_lasts(reading, number):
    """SK-R9: trooper, sword x2, rolls 1 (+4 damage) and 5: the second armour test is against 10 or 6."""
    twin = weapon("two swords", 1, 2, hits=2)
    f = duel(trooper("T", "two swords"), trooper("U", wounds=9), weapons=[twin], rulings={"crit_scope": reading})
    _, second = after(attacking(f, "T", weapon="two swords"), 0, 0, 0)
    ask, _ = after(second, 1)
    assert figures(ask)[-2] == number + 1


@pytest.mark.parametrize(("reading", "number"), [("that_hit", 8), ("rest_of_action", 4)])
def test_r9_a_choice_that_lasts_goes_for_a_crew_too(reading, number):
    """SK-R9: the first natural 1 is taken as +4 damage, the second as a member of the crew: P 16 - 8, or - 12."""
    twin = weapon("two swords", 1, 2, hits=2)
    f = duel(trooper("T", "two swords"), trooper("U", **CAR), weapons=[twin], rulings={"crit_scope": reading})
    _, second = after(attacking(f, "T", weapon="two swords"), 0, 0)
    ask, _ = after(second, 0, 2, 0)
    assert figures(ask)[-2] == number + 1


@pytest.mark.parametrize(("reading", "hits"), [("next_test", F(99, 100)), ("next_action", F(1))])
def test_r10_what_a_natural_20_spoils(reading, hits):
    """SK-R10: need 10, x2, no penalty: expected hits of the action."""
    f = duel(trooper("T", "twin blades"), trooper("U", p=0, wounds=9), rulings={"fumble_scope": reading})
    f = attacking(f, "T", weapon="twin blades")
    wounds = chance(f, lambda s: 9 - state_of(s, "U").wounds_left, choose=DAMAGE)
    assert wounds == hits * F(19, 20)


@pytest.mark.parametrize(("reading", "need_of_second"), [("next_test", 10), ("next_action", 6)])
def test_r10_all_tests_of_the_next_action(reading, need_of_second):
    """SK-R10 next_action: a pending penalty lowers both tests of an action, by default the first one only."""
    f = duel(trooper("T", "twin blades"), rulings={"fumble_scope": reading})
    f = attacking(changed(f, "T", pending_penalty=True), "T", weapon="twin blades")
    ask, _ = after(f)
    assert figures(ask) == (2, 7, 20)
    _, second = after(f, 2)
    assert not state_of(second, "T").pending_penalty
    ask, _ = after(second)
    assert figures(ask) == (2, need_of_second + 1, 20)


def test_74_the_penalty_does_not_add_up():
    """SK-74: a second natural 20 leaves one penalty, which a test uses up."""
    f = changed(duel(), "T", pending_penalty=True)
    g = attacking(f, "T", weapon="sword")
    _, again = after(g, 3)
    assert state_of(again, "T").pending_penalty
    _, used = after(g, 2)
    assert not state_of(used, "T").pending_penalty


# ---------------------------------------------------------------- several targets
def two_enemies(**given):
    return fight(champion("T", "twin blades"), [trooper("U"), recruit("V")], **given)


def test_22_the_owner_chooses_the_target_of_each_test_just_before_it():
    """SK-21, SK-22: after a first test at one enemy the second may go at the other."""
    f = attacking(two_enemies(), "T", weapon="twin blades")
    ask, _ = after(f)
    assert (legal(ask), ask.clause) == (["U", "V"], "SK-21")
    _, second = after(f, 0, 2)
    ask, _ = after(second)
    assert legal(ask) == ["U", "V"]


def test_22_with_no_legal_target_left_the_rest_is_lost():
    """SK-22: the only enemy in contact dies by the first test; the other one is not in reach."""
    f = two_enemies(gaps=[gap_of("T", "V", 3)])
    _, second = after(attacking(f, "T", weapon="twin blades"), 1, 1)
    assert state_of(second, "U").wounds_left == 0
    _, end = after(second)
    assert not end.then.tasks


@pytest.mark.parametrize(("reading", "tests"), [("sequential", 1), ("declared", 0)])
def test_r1_a_declared_test_at_a_dead_enemy_is_lost(reading, tests):
    """SK-R1: both tests named for one enemy, the first of which kills it: by default the second goes at the other."""
    f = attacking(two_enemies(rulings={"split_timing": reading}), "T", weapon="twin blades")
    answers = (0, 1, 1) if reading == "sequential" else (0, 0, 1, 1)
    _, second = after(f, *answers)
    assert state_of(second, "U").wounds_left == 0
    ask, _ = after(second)
    assert (ask is not None) == tests


def test_30_in_melee_only_enemies_in_contact():
    """SK-30: an enemy within reach but not in contact is no target of a model in melee."""
    f = fight(trooper("T", "spear"), [trooper("U"), trooper("V")], gaps=[gap_of("T", "V", 1)])
    options = attack_targets(f, slot(f, "T"), weapon_of(f, "T", "spear"))
    assert [codes_of(o) for o in options] == [{}, {"in_melee_with_others": "SK-30"}]


def codes_of(o):
    return {b.code: b.clause for b in o.bars if b.when}


def spearman(**given):
    """Nobody in contact: enemies at 1 and 2 inches, a third beyond reach."""
    twice = weapon("spears", 0, 1, hits=2, reach=2)
    gaps = [gap_of("T", "U", 1), gap_of("T", "V", 2), gap_of("T", "W", 2.01)]
    enemies = [trooper("U"), trooper("V"), trooper("W")]
    return fight(trooper("T", "spears"), enemies, gaps=gaps, weapons=[twice], **given)


@pytest.mark.parametrize(("reading", "targets"), [("free_after_first", ["U", "V"]), ("strict", ["U"])])
def test_r2_the_second_test_may_go_at_the_farther_enemy(reading, targets):
    """SK-R2, SK-23: spear x2, enemies at 1 and 2 inches; the first test is bound by priority (SK-31, SK-33)."""
    f = spearman(rulings={"split_priority": reading})
    me, arms = slot(f, "T"), weapon_of(f, "T", "spears")
    first = attack_targets(f, me, arms)
    assert [codes_of(o) for o in first] == [{}, {"not_priority": "SK-31"}, {"out_of_reach": "SK-29"}]
    assert [o.label for o in attack_targets(f, me, arms, first=False) if not codes_of(o)] == targets


def test_23_who_has_killed_the_last_in_contact_goes_on_by_reach():
    """SK-23: the other tests of the action then go at any enemy within reach, not at the nearest alone."""
    twice = weapon("spears", 0, 1, hits=2, reach=2)
    gaps = [gap_of("T", "V", 1), gap_of("T", "W", 2)]
    f = fight(trooper("T", "spears"), [trooper("U"), trooper("V"), trooper("W")], gaps=gaps, weapons=[twice])
    _, second = after(attacking(f, "T", weapon="spears"), 1, 1)
    ask, _ = after(second)
    assert legal(ask) == ["V", "W"]


# ---------------------------------------------------------------- priority: SK-R4 without a charge
@pytest.mark.parametrize(
    ("reading", "targets"),
    [("if_nearest", "PQ"), ("always_allowed", "PQS"), ("unengaged_only", "P"), ("if_no_unengaged", "P")],
)
def test_r4_engaged_enemies_and_priority(reading, targets):
    """SK-R4: an unengaged enemy at 2.5 inches, engaged ones at 2.2 and 3 (SK-33, SK-35), struck by reach."""
    pike = weapon("pike", 0, 1, reach=4)
    gaps = [gap_of("T", "P", 2.5), gap_of("T", "Q", 2.2), gap_of("T", "S", 3), gap_of("F", "P", 9)]
    f = fight(
        [trooper("T", "pike"), trooper("F")],
        [trooper("P"), trooper("Q"), trooper("S")],
        gaps=gaps,
        weapons=[pike],
        rulings={"priority_engaged": reading},
    )
    options = attack_targets(f, slot(f, "T"), weapon_of(f, "T", "pike"))
    assert "".join(o.label for o in options if not codes_of(o)) == targets
    clauses = {c for o in options for c in codes_of(o).values()}
    assert clauses <= {"SK-35"}


def test_34_equal_distances_leave_the_choice():
    """SK-34: of two unengaged enemies at the same distance either may be struck; a hundredth more is too much."""
    gaps = [gap_of("T", "U", 1.5), gap_of("T", "V", 1.5), gap_of("T", "W", 1.51)]
    f = fight(trooper("T", "spear"), [trooper("U"), trooper("V"), trooper("W")], gaps=gaps)
    options = attack_targets(f, slot(f, "T"), weapon_of(f, "T", "spear"))
    assert [codes_of(o) for o in options] == [{}, {}, {"not_priority": "SK-31"}]


@pytest.mark.parametrize(("gap", "legal_"), [(2, True), (2.01, False)])
def test_29_within_reach_or_not_at_all(gap, legal_):
    """SK-28, SK-29: a spear of reach 2 strikes at 2 inches, not at 2.01; extra reach adds to it."""
    f = fight(trooper("T", "spear"), trooper("U"), gap=gap)
    ask = ask_of(acting(f, "T"), "action")
    assert ("attack" in legal(ask)) == legal_
    f = fight(trooper("T", "spear", extra_reach=0.01), trooper("U"), gap=gap)
    assert "attack" in legal(ask_of(acting(f, "T"), "action"))


def test_6_who_strikes_by_reach_is_not_in_melee():
    """SK-6: neither it nor its victim: it may wait and move."""
    f = fight(trooper("T", "spear"), trooper("U"), gap=2)
    assert {"attack", "wait"} <= set(legal(ask_of(acting(f, "T"), "action")))
    assert codes(ask_of(acting(f, "T"), "action"), "break off") == {"not_in_melee": "SK-136"}


# ---------------------------------------------------------------- simultaneous strikes
def test_80_in_simultaneous_strikes_the_dead_strike_too():
    """SK-80: who has no wounds left stays until both have struck; then it is taken off."""
    f = duel()
    a, b = slot(f, "T"), slot(f, "U")
    f = alone(f, attack, a, b, False, None, 0, True)
    _, struck = after(f, 1, 1)
    assert state_of(struck, "U").wounds_left == 0
    back = alone(struck, attack, b, a, False, None, 0, True)
    assert chance(back, dead("T"), choose=DAMAGE) == F(57, 200)


# ---------------------------------------------------------------- obstacles
@pytest.mark.parametrize(
    ("size", "width", "code"), [(1, 1, None), (1.5, 1, "obstacle"), (1.01, 1, "obstacle"), (1, 1.2, "obstacle")]
)
def test_w16_an_obstacle_of_at_most_half_its_size_and_an_inch(size, width, code):
    """SK-W16: a trooper of size 2: size 1 and width 1 it may; size 1.5 or width 1.2 it may not (SK-154)."""
    fence = [obstacle_of("T", "U", size, width)]
    f = fight(trooper("T", "sword"), trooper("U"), gap=width, across_obstacle=fence)
    bars = target_bars(f, slot(f, "T"), slot(f, "U"), 0)
    assert {b.code: b.clause for b in bars if b.when} == ({code: "SK-154"} if code else {})


@pytest.mark.parametrize(("gap", "allowed"), [(1, True), (1.01, False)])
def test_157_the_gap_is_no_wider_than_the_obstacle(gap, allowed):
    """SK-156, SK-157: attacks that need contact are made over a gap of the obstacle's width, not over more."""
    f = fight(trooper("T", "sword"), trooper("U"), gap=gap, across_obstacle=[obstacle_of("T", "U")])
    assert (not target_bars(f, slot(f, "T"), slot(f, "U"), 0)) == allowed


@pytest.mark.parametrize(
    ("size", "width", "gap", "codes_"),
    [
        *((1, 1, 3, {}), (1, 1, 3.01, {"out_of_reach": "SK-29"})),
        *((1, 1.2, 1.5, {"obstacle": "SK-154"}), (1.5, 1, 1.5, {"obstacle": "SK-154"})),
    ],
)
def test_154_a_long_weapon_is_bound_like_a_short_one(size, width, gap, codes_):
    """SK-154, SK-157: a spear (2) reaches 1 + 2 inches over a fence of width 1, and past one that the model may not
    fight across it reaches nobody, though the gap is less than 2."""
    fence = [obstacle_of("T", "U", size, width)]
    f = fight(trooper("T", "spear"), trooper("U"), gap=gap, across_obstacle=fence)
    bars = target_bars(f, slot(f, "T"), slot(f, "U"), 200)
    assert {b.code: b.clause for b in bars if b.when} == codes_


@pytest.mark.parametrize(("reading", "kills"), [("none", F(57, 200)), ("damage_only", F(5, 16))])
def test_w16_no_charge_modifiers_across_an_obstacle(reading, kills):
    """SK-W16, SK-R28: need 11, damage 8: a charge across a fence kills 57/200 (SK-158); with the damage 5/16."""
    fence = [obstacle_of("T", "U")]
    f = fight(trooper("T", "sword"), trooper("U"), gap=1, across_obstacle=fence, rulings={"obstacle_bonus": reading})
    g = attacking(f, "T", "U", bonus=True, weapon="sword")
    assert figures(after(g)[0]) == (2, 12, 20)
    assert chance(g, dead("U"), choose=DAMAGE) == kills


def test_w16_fighters_across_an_obstacle_are_not_in_melee():
    """SK-W16, SK-159: moving away needs no break-off."""
    f = fight(trooper("T", "sword"), trooper("U"), gap=1, across_obstacle=[obstacle_of("T", "U")])
    ask = ask_of(acting(f, "T"), "action")
    assert {"attack", "move away from the enemy", "wait"} <= set(legal(ask))
    assert codes(ask, "break off") == {"not_in_melee": "SK-136"}


@pytest.mark.parametrize(("reading", "who"), [("attacker", ["T"]), ("both", [])])
def test_r27_whose_size_must_be_twice_the_obstacles(reading, who):
    """SK-R27: a size-4 brute and a size-2 trooper at an obstacle of size 2 (SK-155)."""
    fence = [obstacle_of("T", "U", size=2)]
    f = fight(brute("T"), trooper("U"), gap=1, across_obstacle=fence, rulings={"obstacle_model": reading})
    pairs = [("T", "U"), ("U", "T")]
    assert [a for a, b in pairs if not target_bars(f, slot(f, a), slot(f, b), 0)] == who


# ---------------------------------------------------------------- weapons that may not be used
def test_29_a_weapon_without_a_target_in_reach():
    """SK-29: of a model out of melee only the weapons that reach an enemy can be declared."""
    f = fight(trooper("T", "spear", "sword"), trooper("U"), gap=2)
    options = weapon_options(f, slot(f, "T"))
    assert [codes_of(o) for o in options] == [{}, {"out_of_reach": "SK-29"}, {"out_of_reach": "SK-29"}]


def test_56_a_weapon_for_a_reach_charge_reaches_that_far():
    """SK-56: the weapon of a charge by reach 2 reaches at least 2."""
    f = fight(trooper("T", "spear", "sword"), trooper("U"), gap=2)
    options = weapon_options(f, slot(f, "T"), slot(f, "U"), 200)
    assert [codes_of(o) for o in options] == [{}, {"weapon_too_short": "SK-56"}, {"weapon_too_short": "SK-56"}]
