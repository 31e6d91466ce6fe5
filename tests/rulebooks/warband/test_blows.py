"""One attack and one volley: what opposes, hits, wounds, saves, damage (WB-34 to WB-54)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.plain import ask_after
from coldsteel.rulebooks.warband.blows import attack, damage, deaths, defender, take_wound, volley
from coldsteel.rulebooks.warband.rolls import (
    degrees,
    evades_with,
    hit_number,
    read_not_evaded,
    save_number,
    succeeds,
    wound_need,
)
from coldsteel.rulebooks.warband.setup import IMPROVISED
from coldsteel.rulebooks.warband.strikes import all_blows
from tests.driving import alone
from tests.rulebooks.warband.builders import (
    CHANCES_TO_HIT,
    P,
    Q,
    blade,
    blow,
    by_odds,
    captain,
    chance,
    chief,
    codes,
    fight,
    killed,
    levy,
    melee,
    other,
    outcomes,
    raider,
    row,
    savant,
    slot,
    state_of,
    unit,
    warrior,
)

MUST = {"activation_optional": False}


def weapon_of(f, name, which=0):
    return f.profile(slot(f, name), 0).weapons[which]


# ---------------------------------------------------------------- weapons
def test_v5_whatever_is_at_hand():
    """V5: strength 40, piercing 10, damage 1, impact, grade 0; a save of 40 is left of armour 50 (WB-36, WB-38)."""
    f = melee(warrior(), warrior())
    arm = weapon_of(f, "a")
    assert arm is IMPROVISED
    assert (arm.strength_of(40), arm.piercing, arm.damage, arm.damage_type, arm.parry_grade) == (40, 10, 1, "impact", 0)
    assert save_number(f, arm, 50) == 40


def test_v5_who_has_a_weapon_may_not_use_it():
    """V5: a raider has a mace and a knife, and nothing else to strike with (WB-37)."""
    f = melee(raider(), warrior())
    assert [w.name for w in f.profile(0, 0).weapons] == ["mace", "knife"]


@pytest.mark.parametrize(("when", "weapons"), [("no_melee_weapon", (IMPROVISED,)), ("no_weapon", ())])
def test_wb_r9_a_rifleman(when, weapons):
    """A rifle butt is something at hand: strength 40, piercing 10; or he has no attack at all (WB-R9)."""
    rifleman = row("rifleman", 40, 40, 40, 40, 40, 0, 1, 1, weapons=("rifle",))
    f = melee(rifleman, levy(), rulings={"unarmed_when": when})
    assert f.profile(0, 0).weapons == weapons
    assert f.profile(0, 0).parry_grade == 0


def test_wb_35_strength_of_a_weapon():
    f = melee(raider(), levy())
    mace, knife = f.profile(0, 0).weapons
    assert (mace.strength_of(40), knife.strength_of(40)) == (60, 40)
    fixed = fight(
        unit("a", P, other(blade(), weapons=["lance"]), tied_with=["b"]),
        unit("b", Q, levy()),
        weapons=[{"name": "lance", "strength_mode": "fixed", "strength": 70}, {"name": "club"}],
    )
    assert weapon_of(fixed, "a").strength_of(40) == 70


# ---------------------------------------------------------------- what opposes
SIXTY_FORTY = row("t", 60, 40, 40, 40, 40, 0, 1, 1, weapons=("blade",))


@pytest.mark.parametrize(
    ("target", "weapon", "gap", "opposes"),
    [
        (SIXTY_FORTY, "blade", 2, ("parry", 60)),
        (other(SIXTY_FORTY, weapon_skill=50, agility=50), "blade", 2, ("dodge", 50)),
        (warrior(), "mace", 2, ("dodge", 20)),
        (warrior(), "knife", 2, ("parry", 40)),
        (SIXTY_FORTY, "mace", 2, ("parry", 60)),
        (SIXTY_FORTY, "mace", 1, ("dodge", 40)),
        (other(SIXTY_FORTY, weapons=["staff"]), "mace", 1, ("parry", 60)),
        (SIXTY_FORTY, "whip", 2, ("dodge", 40)),
        (other(SIXTY_FORTY, weapons=["stick"]), "blade", 2, ("parry", 60)),
        (other(SIXTY_FORTY, weapons=["stick"]), "mace", 2, ("dodge", 40)),
    ],
)
def test_v6_what_opposes(target, weapon, gap, opposes):
    """V6: the higher characteristic, agility where the attack cannot be parried (WB-42 to WB-45, WB-R11)."""
    f = melee(other(blade(), weapons=[weapon]), target, rulings={"parry_gap": gap})
    assert evades_with(f, weapon_of(f, "a"), f.profile(1, 0)) == opposes


def test_wb_48_the_profile_of_most_ordinary_models_defends():
    f = melee(levy(), [captain(), blade(2), levy(2)])
    assert defender(f, 1) == 1
    f = f.with_row(1, 1, alive=1)
    assert defender(f, 1) == 2
    f = f.with_row(1, 1, alive=0).with_row(1, 2, alive=0)
    assert defender(f, 1) == 0


# ---------------------------------------------------------------- opposed rolls
def hits(ours, roll, theirs, other_roll, mode=0, tie=0):
    return succeeds(roll, ours, 1) and read_not_evaded((roll, other_roll), ours, ours, theirs, 1, mode, tie)


def test_v7_single_opposed_rolls():
    """V7: degrees, then bonuses, then the lower die; equal dice miss (WB-39, WB-40, WB-46, WB-47)."""
    assert hits(60, 35, 50, 28)
    assert not hits(60, 35, 50, 28, tie=2)
    assert not hits(50, 25, 60, 35)
    assert not hits(45, 22, 40, 19)
    assert hits(45, 18, 40, 19)
    assert not hits(40, 41, 40, 1)
    assert hits(40, 40, 40, 41)
    assert (degrees(35, 60, 0), degrees(35, 60, 1)) == (2, 3)
    assert not hits(40, 20, 40, 20)


def test_wb_39_a_test_below_at_and_above_its_number():
    assert [succeeds(roll, 60, 1) for roll in (1, 59, 60, 61, 100)] == [True, True, True, False, False]
    assert succeeds(1, -20, 1)
    assert not succeeds(100, 120, 1)
    assert succeeds(100, 120, 0)


def test_wb_39_modifiers_change_the_number_and_not_the_bonus():
    weapons = [{"name": "blade", "hit_modifier": -10}, {"name": "club"}]
    f = fight(unit("a", P, blade(), tied_with=["b"], hit_modifier=25), unit("b", Q, levy()), weapons=weapons)
    number, rows = hit_number(f, slot(f, "a"), 0, weapon_of(f, "a"))
    assert number == 75
    assert [(r.amount, r.clause) for r in rows] == [(60, "WB-41"), (-10, "WB-39"), (25, "WB-39")]


FORTY = row("s", 40, 40, 40, 40, 40, 0, 1, 1, weapons=("blade",))


def skilled(skill, **given):
    return other(FORTY, weapon_skill=skill, **given)


@CHANCES_TO_HIT
def test_v8_chance_to_hit(ours, theirs, rulings, expected):
    """V8: all 10,000 pairs counted (WB-41 to WB-47, WB-C6, WB-C7, WB-C8)."""
    f = melee(skilled(ours), skilled(0, agility=theirs), rulings=rulings)
    assert blow(f, "a", "blade", "b")[0] == expected


def test_v8_the_raiders_weapons():
    """V8: a knife on warriors is parried: 11/25; a mace is dodged: 49/100 (WB-44, WB-45)."""
    f = melee(raider(), warrior())
    assert blow(f, "a", "knife", "b")[0] == F(11, 25)
    assert blow(f, "a", "mace", "b")[0] == F(49, 100)


@pytest.mark.parametrize(("switch", "expected"), [("opposed", F(1, 2)), ("simple", F(3, 5))])
def test_wb_r10_what_opposes_by_agility(switch, expected):
    """Blade on levy: agility opposes, 1/2; or nothing, 3/5. What cannot be parried is dodged in both (WB-R10)."""
    f = melee(blade(), levy(), rulings={"evade_by_agility": switch})
    assert blow(f, "a", "blade", "b")[0] == expected
    whip = melee(other(blade(), weapons=["whip"]), SIXTY_FORTY, rulings={"evade_by_agility": switch})
    assert evades_with(whip, weapon_of(whip, "a"), whip.profile(1, 0)) == ("dodge", 40)


@pytest.mark.parametrize(("gap", "expected"), [(2, F(417, 1000)), (1, F(27, 50))])
def test_wb_r11_a_power_blade_against_steel(gap, expected):
    """Weapon skill 60 against 60/40: parried, 417/1000; or dodged, 27/50 (WB-R11)."""
    f = melee(other(blade(), weapons=["staff"]), SIXTY_FORTY, rulings={"parry_gap": gap})
    assert blow(f, "a", "staff", "b")[0] == expected


# ---------------------------------------------------------------- to wound, to save
@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [(40, 40, 4), (45, 40, 4), (50, 40, 3), (80, 40, 2), (30, 40, 5), (20, 40, 6), (30, 50, 5), (10, 5, 2), (5, 5, 4)],
)
def test_v9_wound_numbers(strength, toughness, need):
    """V9: by the bonuses: equal 4+, double 2+, more 3+, half 6+, less 5+ (WB-50)."""
    assert wound_need(strength, toughness) == need


def test_v9_wounds_on_a_d100():
    """V9: `d100_difference`, 45 against 40: 11/20 (WB-C11)."""
    f = melee(skilled(100, strength=45), skilled(0, agility=0), rulings={"wound_mode": "d100_difference"})
    hit, wound = blow(f, "a", "blade", "b")
    assert wound / hit == F(11, 20)


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
    """V10: armour less piercing; cover adds nothing in melee, whatever it is (WB-49, WB-52, WB-C13)."""
    target = skilled(0, agility=0, armour=armour)
    f = melee(other(skilled(100), weapons=[weapon]), target, rulings={"bb_mode": mode})
    hit, unsaved = blow(f, "a", weapon, "b")
    assert unsaved / hit == F(1, 2) * (1 - saved)


@pytest.mark.parametrize(
    ("attacker", "weapon", "target", "expected"),
    [
        (blade(), "blade", levy(), F(1, 4)),
        (levy(), "club", blade(), F(21, 200)),
        (captain(), "sword", chief(), F(1, 4)),
        (chief(), "axe", captain(), F(1, 10)),
        (captain(), "sword", levy(), F(1, 3)),
        (raider(), "mace", savant(), F(1043, 6000)),
        (raider(), "knife", warrior(), F(33, 250)),
        (raider(), "mace", warrior(), F(343, 1500)),
    ],
)
def test_v11_one_attack(attacker, weapon, target, expected):
    """V11: one attack ends as an unsaved wound (WB-41 to WB-53)."""
    assert blow(melee(attacker, target), "a", weapon, "b")[1] == expected


# ---------------------------------------------------------------- volleys
def test_v12a_a_volley_on_models_of_one_wound():
    """V12(a): 4 blade attacks on 3 levies kill 0, 1, 2, 3 with 81/256, 27/64, 27/128, 13/256; 255/256 expected."""
    f = melee(blade(4), levy(3), max_posts=1, rulings={**MUST, "who_fights": "own_post"})
    found = [chance(f, lambda s, n=n: killed(s, "b") == n) for n in range(4)]
    assert found == [F(81, 256), F(27, 64), F(27, 128), F(13, 256)]
    assert chance(f, lambda s: killed(s, "b")) == F(255, 256)
    assert by_odds(f, lambda s: killed(s, "b")) == pytest.approx(255 / 256, abs=1e-12)


def test_v12b_the_wounded_model_is_hit_again():
    """V12(b): 3 attacks of damage 2 on two levies of 3 wounds: 27/64, 27/64, 9/64, 1/64 (WB-51, WB-53)."""
    f = melee(
        other(blade(3), weapons=["hammer"]), levy(2, wounds=3), max_posts=1, rulings={**MUST, "who_fights": "own_post"}
    )
    wanted = {(2, 0): F(27, 64), (2, 2): F(27, 64), (1, 0): F(9, 64), (1, 2): F(1, 64)}
    for (alive, lost), expected in wanted.items():

        def so(s, alive=alive, lost=lost):
            x = state_of(s, "b").rows[0]
            return (x.alive == alive) & (x.lost == lost)

        assert chance(f, so) == expected
        assert by_odds(f, so) == pytest.approx(float(expected), abs=1e-12)


def test_v12c_the_sources_split():
    """V12(c): expected wounds on the savant 1043/1200, expected kills among the warriors 33/25."""
    f = melee(raider(), savant())
    assert 5 * blow(f, "a", "mace", "b")[1] == F(1043, 1200)
    f = melee(raider(5), warrior(10))
    assert 10 * blow(f, "a", "knife", "b")[1] == F(33, 25)
    f = f.with_blows(slot(f, "a"), slot(f, "b"), 1, 10)
    found = outcomes(alone(f, volley, slot(f, "a"), slot(f, "b"), 1, -1))
    assert sum(p * killed(s, "b") for s, p in found.items()) == F(33, 25)


@pytest.mark.parametrize(
    ("alive", "lost", "wounds", "unsaved", "each", "expected"),
    [
        (2, 0, 3, 3, 2, (1, 2)),
        (2, 2, 3, 1, 2, (1, 0)),
        (2, 0, 3, 4, 2, (2, 0)),
        (2, 0, 3, 9, 2, (2, 0)),
        (3, 1, 4, 0, 1, (0, 1)),
        (3, 1, 4, 3, 1, (1, 0)),
        (3, 1, 4, 4, 1, (1, 1)),
        (1, 3, 4, 1, 5, (1, 0)),
    ],
)
def test_wb_53_deaths(alive, lost, wounds, unsaved, each, expected):
    assert deaths(alive, lost, wounds, unsaved, each) == expected


def test_wb_53_damage_that_is_a_die():
    """A flail of d3 on a model of 3 wounds: after one unsaved wound it has lost 1, 2 or is dead, 1/3 each."""
    f = melee(other(blade(), weapons=["flail"]), levy(wounds=3))
    f = f.with_blows(slot(f, "a"), slot(f, "b"), 0, 1)
    found = outcomes(alone(f, damage, slot(f, "a"), slot(f, "b"), 0, 0, -1))
    shown = {(s.units[1].rows[0].alive, s.units[1].rows[0].lost): p for s, p in found.items()}
    assert shown == {(1, 1): F(1, 3), (1, 2): F(1, 3), (0, 0): F(1, 3)}


def test_wb_53_models_of_one_wound_ask_for_no_damage_die():
    f = melee(other(blade(), weapons=["flail"]), levy(), max_posts=1, rulings={**MUST, "who_fights": "own_post"})
    assert chance(f, lambda s: killed(s, "b")) == F(1, 4)


def test_v13_one_post_of_both_sides():
    """V13: 2 blades posting, 2 levies: blades 63/400, levies 1/2; in the levies' post 21/100 and 179/400 (WB-54)."""
    for first, a, b in ((P, F(63, 400), F(1, 2)), (Q, F(21, 100), F(179, 400))):
        f = melee(blade(2), levy(2), max_posts=1, first_poster=first, rulings=MUST)
        for name, expected in (("a", a), ("b", b)):
            assert chance(f, lambda s, name=name: killed(s, name)) == expected
            assert by_odds(f, lambda s, name=name: killed(s, name)) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize(("who", "a"), [("both_sides", F(63, 400)), ("own_post", F(0))])
def test_wb_r1_who_fights(who, a):
    """V13: with `own_post` only the poster's units strike: blades 0, levies 1/2 (WB-14, WB-R1)."""
    f = melee(blade(2), levy(2), max_posts=1, rulings={**MUST, "who_fights": who})
    assert chance(f, lambda s: killed(s, "a")) == a
    assert chance(f, lambda s: killed(s, "b")) == F(1, 2)


def test_wb_33_attacks_on_nobody_are_lost():
    f = melee(blade(3), levy(2))
    f = f.with_blows(0, 1, 0, 3).with_row(1, 0, alive=0)
    (after,) = outcomes(alone(f, volley, slot(f, "a"), slot(f, "b"), 0, -1))
    assert after.link(0, 1).blows == (0,)


# ---------------------------------------------------------------- who takes the wound
MIXED = [captain(), levy(2, wounds=2)]


def wound_ask(f):
    ask, _ = ask_after(alone(f, take_wound, slot(f, "a"), slot(f, "b"), 0), ())
    return ask


@pytest.mark.parametrize(
    ("allocation", "side", "free"),
    [("defender", 1, ["captain", "b: levy"]), ("rank_first", 1, ["b: levy"]), ("attacker", 0, ["captain", "b: levy"])],
)
def test_wb_51_who_takes_a_wound(allocation, side, free):
    """Before the save the target's controller chooses; heroes last, or the attacker (WB-51, WB-C12)."""
    ask = wound_ask(melee(levy(2), MIXED, rulings={"allocation": allocation}))
    assert ask.side == side
    assert [o.label for o in ask.options if not codes(o.bars)] == free


def test_wb_51_the_wounded_come_first():
    f = melee(levy(2), [captain(), levy(2, wounds=2), blade(2)]).with_row(1, 1, lost=1)
    found = {o.label: codes(o.bars) for o in wound_ask(f).options}
    assert found == {"captain": {}, "b: levy": {}, "b: blade": {"wounded_first": "WB-51"}}
    f = melee(levy(2), MIXED, rulings={"allocation": "rank_first"})
    assert codes(wound_ask(f).options[0].bars) == {"rank_first": "WB-51"}


def test_wb_51_a_wounded_champion_is_spared_for_the_ranks():
    """`rank_first` goes before the wounded: a champion who is hurt takes no wound while a levy lives (WB-C12)."""
    hurt = row("champion", 60, 40, 40, 40, 70, 30, 2, 1, weapons=("blade",), is_leader=True, wounds_lost=1)
    for allocation, free in (("rank_first", ["b: levy"]), ("defender", ["b: champion"])):
        ask = wound_ask(melee(levy(2), [hurt, levy(2)], rulings={"allocation": allocation}))
        assert [o.label for o in ask.options if not codes(o.bars)] == free


def test_wb_48_attacks_on_a_mixed_unit_come_one_by_one():
    """Each choice knows only what has been rolled: 2 attacks at a blade and a levy that a hero does not lead."""
    f = melee(levy(2), [blade(), levy()], max_posts=1, rulings={**MUST, "who_fights": "own_post"})
    f = f.with_blows(0, 1, 0, 2)
    states = outcomes(alone(f, attack, slot(f, "a"), slot(f, "b"), 0), lambda s: s.link(0, 1).blows[0] < 2)
    assert {s.link(0, 1).blows[0] for s in states} == {1}
    asked = outcomes(alone(f, attack, slot(f, "a"), slot(f, "b"), 0))
    assert all(set(s.link(0, 1).blows) == {0} for s in asked)


def test_wb_20_all_models_of_a_row_strike():
    f = melee(blade(4), levy())
    assert all_blows(f, 0, 0, weapon_of(f, "a"), False) == 4
