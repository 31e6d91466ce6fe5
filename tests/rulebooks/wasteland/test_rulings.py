"""Every disputed place: the situation in which its readings differ."""

import re
from dataclasses import fields
from fractions import Fraction as F
from pathlib import Path

import pytest

from coldsteel.kernel.clauses import ruling_values
from coldsteel.rulebooks.wasteland.damage import Blows, How
from coldsteel.rulebooks.wasteland.declare import blow_bars
from coldsteel.rulebooks.wasteland.nerve import losses, run
from coldsteel.rulebooks.wasteland.rulings import CATALOGUE, Rulings
from coldsteel.rulebooks.wasteland.tables import strike_need
from coldsteel.rulebooks.wasteland.wounds import suffer
from tests.driving import alone, before, chance, legal, outcomes, step
from tests.rulebooks.wasteland.builders import (
    ask_of,
    best,
    bow,
    codes,
    fight,
    line,
    models,
    odds,
    of,
    one_hit,
    range_,
    removed,
    slot,
    squad,
    stands,
    sure,
    taking,
    unit,
    weapon,
)
from tests.rulebooks.wasteland.test_shooting import ROOF, hits, refused, targets, view


def readings(switch):
    """The values of a switch, the default first."""
    return [{switch: value} for value in ruling_values(Rulings)[switch]]


ELSEWHERE = {  # tested with the chapter they belong to
    "pull_in_chain",
    "pull_in_move_limit",
    "pulled_counts_as_charge",
    "avoid_scope",
    "mobility_tie",
    "order_by",
    "slain_strike_back",
    "free_attack_count",
    "avoid_test",
    "spirit_dice",
    "shooting_morale",
}


def test_every_switch_is_in_the_catalogue_with_its_values_in_order():
    assert set(CATALOGUE.rulings) == {f.name for f in fields(Rulings)}
    for switch, values in ruling_values(Rulings).items():
        found = CATALOGUE.rulings[switch]
        shown = [str(v).lower() if isinstance(v, bool) else str(v) for v in values]
        assert list(found.values) == shown, switch
        assert found.question.endswith("?"), switch
        assert found.reason, switch
        assert found.differs, switch


def test_every_switch_has_a_test():
    folder = Path(__file__).parent
    own = set(re.findall(r'readings\("(\w+)"\)', Path(__file__).read_text(encoding="utf-8")))
    others = "".join(p.read_text(encoding="utf-8") for p in folder.glob("test_*.py") if p.name != Path(__file__).name)
    assert all(f'"{name}"' in others or f"{name}=" in others for name in ELSEWHERE)
    assert own | ELSEWHERE == set(ruling_values(Rulings))


# ---------------------------------------------------------------- targets
def test_wl_r5_whose_models_block_sight():
    found = []
    for r in readings("sight_through"):
        f = fight(
            [unit("a", weapons=["pike"]), unit("friend")],
            unit("b"),
            weapons=[weapon("pike", reach=2)],
            lines=[line("a", "b", 2, screened_by="friend")],
            rulings=r,
        )
        found.append({b.code for b in blow_bars(f, slot(f, "a"), 0, slot(f, "b")) if b.when})
    assert found == [{"not_seen_in_melee"}, set()]  # WL-25, WL-26


def test_wl_r6_one_target_a_model_or_a_squad():
    found = []
    for r in readings("multi_target"):
        f = fight(squad("a", 2), [unit("b"), unit("c")], rulings=r)
        found.append(legal(ask_of(f, "targets of a")))
    assert found == [["2 blade at b", "1 blade at b, 1 blade at c", "2 blade at c"], ["2 blade at b", "2 blade at c"]]
    assert codes(ask_of(f, "targets of a"), "1 blade at b, 1") == {"split_weapon": "WL-27"}


def test_wl_r7_blows_at_who_is_gone():
    found = []
    for r in readings("lost_target"):
        slow = [unit("x", mobility=1), unit("y", mobility=1)]
        f = fight([unit("a", mobility=9), unit("a2", mobility=5)], slow, rulings=r)
        found.append(chance(f, lambda s: removed(s, "y"), before("losses"), taking("blade at x")))
    assert found == [0, F(1, 4)]  # WL-28


# ---------------------------------------------------------------- strike, defence, wounds
def test_wl_r11_what_the_bonus_touches():
    target = unit("b", defence=2, weapons=["foil"], elevated=True)
    assert [one_hit(target, rulings=r) for r in readings("d6_bonus_scope")] == [F(5, 9), F(4, 9), F(1, 3)]  # WL-94


def test_wl_r12_both_on_one_roof():
    found = []
    for r in readings("elevation_reference"):
        f = fight(
            unit("a", elevated=True, weapons=["w"]),
            unit("b", elevated=True),
            weapons=[weapon("w", strike=5)],
            rulings=r,
        )
        found.append(F(7 - strike_need(f, slot(f, "a"), 0, 0, slot(f, "b")).value, 6))
    assert found == [F(1, 2), F(1, 3)]  # WL-95


def test_wl_r13_how_a_defence_test_is_read():
    found = readings("defence_read")
    assert [one_hit(unit("b", defence=4), rulings=r) for r in found] == [F(1, 3), F(1, 2)]
    assert [one_hit(unit("b", defence=4, in_cover=True), rulings=r) for r in found] == [F(1, 6), F(1, 3)]


def test_wl_r14_a_bonus_to_nothing():
    assert [one_hit(unit("b", in_cover=True), rulings=r) for r in readings("zero_value_bonus")] == [1, F(5, 6)]


def test_wl_r15_magic_defence_against_a_sword():
    assert [one_hit(unit("b", magic_defence=3), rulings=r) for r in readings("magic_defence_scope")] == [F(1, 2), 1]
    magical = {"magic_defence_scope": "magical_only"}
    assert one_hit(unit("b", magic_defence=3), {"magical": True}, rulings=magical) == F(1, 2)  # WL-54


def test_wl_r16_the_sword_on_the_belt():
    found = []
    for r in readings("parry_weapon"):
        f = fight(
            unit("a", weapons=["sure"], mobility=12),
            unit("b", weapons=["axe", "foil"]),
            weapons=[weapon("sure", strike=1), weapon("axe"), weapon("foil", parry=True)],
            rulings=r,
            max_rounds=1,
        )
        found.append(chance(f, lambda s: removed(s, "b"), choose=taking("axe")) / F(5, 6))
    assert found == [1, F(5, 6)]  # WL-52


def after_hits(models_, hits_, damage, r, **given):
    f = fight(unit("a"), squad("b", models_, **given), rulings=r)
    return suffer(f, slot(f, "b"), [Blows(hits_, damage, hits_)], How(0, capped=True))


def test_wl_r17_the_damage_radius():
    found = [removed(after_hits(3, 1, 1, r), "b") for r in readings("damage_radius")]
    assert found == [1, 3]  # WL-61
    every = {"damage_radius": "each"}
    assert removed(after_hits(3, 1, 1, every, exposed_cap=2), "b") == 2
    hurt = after_hits(3, 1, 2, every, toughness=3)
    assert (removed(hurt, "b"), hurt.wounds(slot(hurt, "b"), 0)) == (0, 6)


def test_wl_r18_who_chooses_the_next_model():
    groups = [{"models": 2, "name": "grunts"}, {"name": "leader"}]
    found = []
    for r in readings("wound_chooser"):
        f = fight(
            unit("a", weapons=["sure"], mobility=9), unit("b", groups), weapons=[weapon("sure", strike=1)], rulings=r
        )
        ask = ask_of(f, "who of b suffers")
        found.append((ask.side, legal(ask)))
    assert found == [(1, ["b/grunts", "b/leader"]), (0, ["b/grunts", "b/leader"]), (1, ["b/grunts"])]  # WL-67


def test_wl_r19_a_hit_of_more_than_one_damage():
    found = [after_hits(2, 1, 2, r, toughness=2) for r in readings("multi_damage")]
    assert [removed(s, "b") for s in found] == [1, 0]  # WL-65
    assert [s.wounds(slot(s, "b"), 0) for s in found] == [2, 2]
    twice = after_hits(2, 2, 2, {"multi_damage": "one_each"}, toughness=2)
    assert removed(twice, "b") == 2


# ---------------------------------------------------------------- losses and breaking
def flagged(sides, lost, r):
    f = fight(*sides, rulings=r)
    for name, n in lost.items():
        f = f.with_unit(slot(f, name), lost=n)
    after = step(alone(f, losses))
    return [p.id for u, p in enumerate(f.setup.units) if after.units[u].loses]


def test_wl_r20_what_losses_are():
    found = []
    for r in readings("loss_measure"):
        f = fight(
            unit("a", weapons=["big"], mobility=9),
            unit("b", toughness=3, weapons=[]),
            weapons=[weapon("big", strike=1, damage=2)],
            rulings=r,
            max_rounds=1,
        )
        found.append(sure(f, lambda s: of(s, "b").fled or not models(s, "b")) / F(5, 6))
    assert found == [0, F(1, 3)]


def test_wl_r21_equal_losses():
    found = []
    for r in readings("equal_losses"):
        f = fight(squad("a", 3), squad("b", 3), rulings=r)
        for name in ("a", "b"):
            f = f.with_unit(slot(f, name), lost=1)
        end = outcomes(alone(f, losses))
        found.append(sum(p for s, p in end.items() if of(s, "a").fled or of(s, "b").fled))
    assert found == [0, F(5, 9)]  # WL-71


def test_wl_r22_losses_of_a_side():
    sides = [squad("A1", 9), squad("A2", 9)], [squad("B1", 9)]
    found = [flagged(sides, {"A1": 2, "A2": 1, "B1": 2}, r) for r in readings("loss_scope")]
    assert found == [[], ["A1", "A2"]]


def test_wl_r24_what_helps_those_who_run():
    found = []
    for r in readings("free_hit_defences"):
        f = fight(unit("a", defence=3, weapons=["foil"]), unit("b"), weapons=[weapon("foil", parry=True)], rulings=r)
        f = f.with_unit(slot(f, "a"), breaks=True)
        found.append(chance(alone(f, run, slot(f, "a")), lambda s: not s.alive(slot(s, "a"))))
    assert found == [F(5, 12), F(1, 2), 1]  # WL-79


def panicking(r):
    f = fight(
        [unit("a", charged_this_round=True), unit("a2")],
        unit("b", camouflaged=True),
        rulings=r,
    )
    after = step(alone(f, losses))
    return [p.id for u, p in enumerate(f.setup.units) if after.units[u].panics]


def test_wl_r25_who_panics_after_an_ambush():
    assert [panicking(r) for r in readings("camouflage_who")] == [["a", "a2"], ["a"]]  # WL-88


def test_wl_r26_one_test_or_two():
    found = []
    for r in readings("camouflage_double_test"):
        f = fight(squad("a", 3, charged_this_round=True), squad("b", 3, camouflaged=True), rulings=r)
        f = f.with_unit(slot(f, "a"), lost=1)
        found.append(sum(p for s, p in outcomes(alone(f, losses)).items() if stands(s, "a")))
    assert found == [F(2, 3), F(4, 9)]


# ---------------------------------------------------------------- cover
def test_wl_r27_cover_against_shots():
    found = [
        hits({"strike": 3}, unit("N", defence=2, in_cover=True), visible=0.6, rulings=r)
        for r in readings("cover_vs_shots")
    ]
    assert found == [F(1, 6), F(2, 9), F(1, 4)]


def test_wl_r28_less_than_half_seen():
    first, second, third = readings("under_half_visible")
    assert hits({"strike": 3}, visible=0.3, rulings=first) == F(1, 3)
    assert refused(view((unit("N"), 5, 0.3), rulings=second), "bow at N") == {"not_visible": "WL-113"}
    assert hits({"strike": 3}, visible=0.3, rulings=third) == F(1, 6)
    assert hits({"strike": 3}, visible=0.5, rulings=third) == F(1, 3)


def test_wl_r29_which_die_goes_into_the_cover():
    found = []
    for r in readings("cover_hit_trigger"):
        for strike in (3, 6):
            f = range_(
                unit("S", weapons=["bow"]),
                unit("N", toughness=9),
                [line("S", "N", 5, visible_fraction=0.6, cover_struck="barrel")],
                weapons=[bow(strike=strike)],
                explosives=[{"id": "barrel"}],
                rulings=r,
            )
            found.append(chance(f, lambda s: s.exploded[0], choose=taking("bow")))
    assert found == [F(1, 6), F(1, 6), F(1, 6), 0]  # WL-137


# ---------------------------------------------------------------- FP
def test_wl_r30_when_boosts_are_bought():
    found = [
        best(fight(unit("a", mobility=5), unit("b", magic_defence=3), fp=(0, 1), rulings=r))
        for r in readings("fp_windows")
    ]
    assert found == pytest.approx([3 / 10, 1 / 3], abs=1e-12)  # WL-104


def test_wl_r31_who_buys_first():
    found = [
        best(fight(unit("a", mobility=5), unit("b"), fp=(1, 1), active="A", rulings=r)) for r in readings("fp_order")
    ]
    assert found == pytest.approx([11 / 18, 2 / 3], abs=1e-12)  # WL-106


def test_wl_r32_the_same_boost_again():
    found = []
    for r in readings("fp_stacking"):
        f = fight(
            unit("a", weapons=["w"], mobility=9),
            unit("b", weapons=[], spirit=6),
            weapons=[weapon("w", strike=6)],
            fp=(3, 0),
            rulings=r,
            max_rounds=1,
        )
        found.append(odds(f, aim="win").results["A"])
    assert found == pytest.approx([1 / 3, 2 / 3], abs=1e-12)  # WL-105


def test_wl_r33_the_boost_to_hit_in_shooting():
    found = []
    for r in readings("fp_hit_scope"):
        f = range_(unit("S", weapons=["bow"]), unit("N"), [line("S", "N", 5)], weapons=[bow()], fp=(1, 0), rulings=r)
        found.append(odds(f, aim="losses").value)
    assert found == pytest.approx([1 / 2, 1 / 3], abs=1e-12)  # WL-107


def test_wl_r34_which_test_may_be_boosted():
    found = []
    for r in readings("fp_spirit_scope"):
        f = fight(squad("a", 3), squad("b", 3), fp=(1, 0), rulings=r)
        f = f.with_unit(slot(f, "a"), lost=1)
        end = outcomes(alone(f, losses), choose=taking("+1 Spirit"))
        found.append(sum(p for s, p in end.items() if stands(s, "a")))
    assert found == [F(5, 6), F(2, 3)]  # WL-108


# ---------------------------------------------------------------- shooting
def test_wl_r35_higher_or_equal():
    assert [hits({"strike": 4}, rulings=r) for r in readings("shot_compare")] == [F(1, 3), F(1, 2)]  # WL-150


def test_wl_r36_to_the_die_or_the_number_of_dice():
    two = {"strike": 3, "rate_of_fire": 2}
    assert [hits(two, visible=0.6, rulings=r) for r in readings("shot_modifier_to")] == [F(5, 9), F(1, 2)]  # WL-148


def test_wl_r37_naturals_in_shooting():
    found = readings("criticals_in_shooting")
    assert [hits({"strike": 6}, rulings=r) for r in found] == [F(1, 6), 0]
    raised = {"extra_mods": {"shot": 1}}
    assert [hits({"strike": 1}, shooter=raised, rulings=r) for r in found] == [F(5, 6), 1]  # WL-151


def test_wl_r38_a_warrior_that_ran():
    found = []
    for r in readings("run_bars_shooting"):
        f = view((unit("N"), 4, 1), shooter={"ran_this_activation": True}, rulings=r)
        found.append(refused(f, "bow at N"))
    assert found == [{"running": "WL-115"}, {}]


def test_wl_r39_one_after_another():
    found = []
    for r in readings("volley"):
        f = range_(
            squad("S", 2, weapons=["bow"]),
            [unit("N"), unit("M")],
            [line("S", "N", 4), line("S", "M", 9)],
            weapons=[bow(strike=3)],
            rulings=r,
        )
        end = outcomes(f, choose=taking("bow"))
        found.append(sum(p * (removed(s, "N") + removed(s, "M")) for s, p in end.items()))
    assert found == [1, F(3, 4)]  # WL-120


def test_wl_r40_which_nearer_enemies_count():
    marks = ((unit("N"), 6, 0.6), (unit("M"), 9, 1), (unit("F"), 12, 1))
    found = [targets(view(*marks, rulings=r)) for r in readings("nearest_rule")]
    assert found == [["N", "M"], ["N", "M", "F"]]  # WL-124


def test_wl_r41_what_easier_means():
    found = []
    for r in readings("easier_measure"):
        f = range_(
            unit("S", weapons=["bow"]),
            [unit("N"), unit("M")],
            [line("S", "N", 6, visible_fraction=0.6), line("S", "M", 9)],
            weapons=[bow(strike=6)],
            rulings=r,
        )
        found.append(targets(f))
    assert found == [["N", "M"], ["N"]]  # WL-125


def test_wl_r42_a_hidden_large_target():
    big = unit("G", large_target=True, camouflaged=True, in_cover=True)
    found = [refused(view((big, 4, 1), rulings=r), "bow at G") for r in readings("large_target_bans")]
    assert found == [{"hidden": "WL-133"}, {}]  # WL-129


def test_wl_r43_a_large_target_outside():
    marks = ((unit("I", building="mill"), 5, 1), (unit("G", large_target=True), 9, 1))
    found = [targets(view(*marks, shooter=ROOF, rulings=r)) for r in readings("large_vs_same_building")]
    assert found == [["I", "G"], ["I"]]


def test_wl_r44_several_in_the_building():
    marks = ((unit("I", building="mill"), 2, 1), (unit("J", building="mill"), 6, 1))
    found = [targets(view(*marks, shooter=ROOF, rulings=r)) for r in readings("same_building_choice")]
    assert found == [["I", "J"], ["I"]]  # WL-143


# ---------------------------------------------------------------- completions
def test_wl_c6_a_six_may_pass():
    assert [one_hit(unit("b", defence=6), rulings=r) for r in readings("six_always_fails")] == [F(1, 6), 0]


def test_wl_c10_the_knocked_down():
    found = []
    for r in readings("knocked_down_acts"):
        f = fight(unit("a", mobility=9, knocked_down=True), unit("b", weapons=[]), rulings=r, max_rounds=1)
        found.append(sure(f, lambda s: removed(s, "b")))
    assert found == [0, F(1, 2)]  # WL-116


def test_wl_c13_parrying_a_shot():
    found = []
    for r in readings("parry_vs_shots"):
        f = range_(
            unit("S", weapons=["bow"]),
            unit("N", weapons=["foil"]),
            [line("S", "N", 5)],
            weapons=[bow(), weapon("foil", parry=True)],
            rulings=r,
        )
        found.append(chance(f, lambda s: removed(s, "N"), choose=taking("bow")))
    assert found == [F(1, 3), F(5, 18)]


def test_wl_c14_what_best_play_aims_at():
    far = range_(unit("S", weapons=["bow"]), unit("N"), [line("S", "N", 5)], weapons=[bow()])
    assert odds(far).aim.name == "losses"
    assert odds(fight(unit("a"), unit("b"))).aim.name == "score"
