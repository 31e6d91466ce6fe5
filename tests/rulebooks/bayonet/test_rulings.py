"""Every disputed place: the situation in which its readings differ, where that can be stated without a table."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from coldsteel.kernel.clauses import ruling_values
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.melee import combat_result, exchange, share_out
from coldsteel.rulebooks.bayonet.rounds import end_of_round
from coldsteel.rulebooks.bayonet.rulings import CATALOGUE, NEED_TABLE, Rulings
from coldsteel.rulebooks.bayonet.setup import Fate, Formation
from coldsteel.rulebooks.bayonet.tables import bonuses, save_need, total_dice
from tests.driving import alone, ask_of, before, chance, codes, legal, outcomes, step, taking
from tests.rulebooks.bayonet.builders import (
    HOME,
    STAND,
    VOLLEY,
    battery,
    cavalry,
    chain,
    charge,
    contact,
    engaged,
    fight,
    horse_battery,
    line,
    melee,
    need,
    order,
    reactions,
    refused,
    slot,
    touched,
    unit,
    verdicts,
)

HERE = Path(__file__).parent


def readings(switch):
    """The values of a switch, the default first."""
    return [{switch: value} for value in ruling_values(Rulings)[switch]]


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
    text, table = (p.read_text(encoding="utf-8") for p in (HERE / "test_rulings.py", HERE / "test_table_rulings.py"))
    tested, on_table = (set(re.findall(r'readings\("(\w+)"\)', t)) for t in (text, table))
    assert set(ruling_values(Rulings)) - tested - {"split_policy"} == NEED_TABLE
    assert on_table >= NEED_TABLE


@pytest.mark.parametrize("switch", sorted(NEED_TABLE))
def test_without_a_table_what_needs_coordinates_changes_nothing(switch):
    found = [
        verdicts(charge(line("a"), cavalry("b"), rulings, max_rounds=1), taking("counter-charge"))
        for rulings in readings(switch)
    ]
    assert all(x == found[0] for x in found)


def test_by_r1_a_conditional_order_is_restated_or_lost():
    orders = [order("a", "b", conditional=True), order("a", "b")]
    first, second = (fight(line("a"), line("b"), orders=orders, rulings=r) for r in readings("conditional_order"))
    assert refused(first) == {"order_conditional": "BY-4"}
    assert all(s.contacts[0].on for s in outcomes(first, HOME, taking("a ", "stand")))
    lost = step(step(second, 0))
    assert step(lost).then.tasks[0].step.__name__ == "close_combat"  # the unit has no other order this turn
    assert verdicts(second, taking("a "))["neither"] == 1


def test_by_r2_cavalry_in_line_and_skirmishers():
    first, second = (
        charge(line("a", formation="skirmish"), cavalry("b"), r) for r in readings("skirmish_ban_covers_cavalry")
    )
    assert refused(first) == {"skirmishers_vs_formed": "BY-17"}  # BY-18
    assert refused(second) == {}


def test_by_r3_a_disordered_charger():
    first, second = (charge(line("a", disordered=True), battery("b"), r) for r in readings("disordered_may_charge"))
    assert refused(first) == {}
    assert refused(second) == {"charger_disordered": "BY-19"}
    (home,) = outcomes(first, HOME, STAND)
    assert need(home, "a", "b") == 4


def test_by_r10_contact_made_in_the_same_phase():
    orders = [order("a", "b"), order("c", "b")]
    found = []
    for r in readings("phase_contacts_count"):
        f = fight([line("a"), cavalry("c")], line("b"), orders=orders, rulings=r)
        after = next(s for s in outcomes(f, lambda s: bool(s.contacts[0].on), taking("a ", "stand")))
        found.append(reactions(after))
    assert found == [["stand"], ["form square"]]


@pytest.mark.parametrize(("charged", "found"), [(True, ["form square"]), (False, ["stand"])])
def test_by_r10_a_contact_of_the_file_was_made_in_this_phase_if_a_unit_has_charged(charged, found):
    """A unit in contact may not charge (BY-8), so whoever has the bonus of a charge has made its contacts with it."""
    f = engaged(cavalry("a"), c=line("c", charged=charged), rulings={"phase_contacts_count": False})
    assert reactions(f) == found
    assert reactions(engaged(cavalry("a"), c=line("c", charged=charged))) == ["stand"]


def test_by_r11_a_charge_that_will_fall_short():
    first, second = (charge(cavalry("a"), line("b"), r, distance=19) for r in readings("successful_declaration"))
    assert {unit(s, "b").formation for s in outcomes(first)} == {Formation.LINE}
    assert {unit(s, "b").formation for s in outcomes(second)} == {Formation.LINE, Formation.SQUARE}
    assert not any(s.contacts[0].on for s in outcomes(second))


@pytest.mark.parametrize(
    ("b", "reaction", "fate"),
    [
        (horse_battery("b"), "evade", Fate.EVADED),
        (horse_battery("b"), "closing volley", Fate.IN_PLACE),
        (horse_battery("b"), "stand", Fate.IN_PLACE),
        (cavalry("b"), "counter-charge", Fate.IN_PLACE),
    ],
)
def test_by_r11_an_evasion_stands_and_the_rest_lapses(b, reaction, fate):
    f = charge(line("a"), b, {"successful_declaration": "order_passed"}, distance=14)
    (state,) = outcomes(f, choose=taking(reaction))
    assert unit(state, "b").fate == fate
    assert unit(state, "a").casualties == 0
    assert not unit(state, "b").charged


def test_by_r11_a_turn_lapses_too():
    f = charge(line("a"), cavalry("b"), {"successful_declaration": "order_passed"}, distance=14, struck_side="left")
    (state,) = outcomes(f, choose=taking("turn"))
    assert not state.contacts[0].on


def test_by_r12_how_often_a_unit_reacts():
    orders = [order("a", "b"), order("c", "b")]
    found = []
    for r in readings("reaction_limit"):
        f = fight([line("a", casualties=2), line("c")], line("b"), orders=orders, rulings=r)
        driven = [
            s
            for s in outcomes(f, before("command", "close_combat"), taking("a ", "closing volley"))
            if not s.in_place(slot(s, "a"))
        ]
        assert not driven  # the first step is the command itself
        after = outcomes(step(f, 0), before("command"), VOLLEY)
        gone = next(s for s in after if not s.in_place(slot(s, "a")))
        ask = ask_of(gone, "reaction")
        found.append((legal(ask), codes(ask, "closing volley")))
    assert found == [(["stand", "closing volley"], {}), (["stand"], {"reaction_spent": "BY-36"})]


def test_by_r12_the_profile_tells_who_has_reacted():
    f = charge(line("a"), line("b", reacted=True), {"reaction_limit": "per_turn"})
    assert reactions(f) == ["stand"]
    assert not any(unit(s, "b").reacted for s in outcomes(f, HOME))
    assert "closing volley" in reactions(charge(line("a"), line("b", reacted=True)))


def test_by_r13_a_unit_in_melee():
    found = [reactions(engaged(line("a"), rulings=r)) for r in readings("engaged_reactions")]
    assert found == [["stand"], ["stand", "closing volley"]]
    assert reactions(engaged(cavalry("a"), rulings={"engaged_reactions": "as_listed"})) == ["stand", "closing volley"]


def engaged_cavalry(by_side, c_side="front"):
    c, r = line("c", won_last=True), {"engaged_reactions": "as_listed"}
    return engaged(line("a"), cavalry("b"), c, touched=c_side, rulings=r, struck_side=by_side)


def test_by_r13_an_engaged_unit_that_evades_leaves_its_other_enemies():
    (state,) = outcomes(engaged_cavalry("front", "left"), HOME, taking("evade"))
    assert not state.fighting()
    assert not unit(state, "c").won_last
    assert unit(state, "b").fate == Fate.EVADED


def test_by_r13_an_engaged_unit_that_counter_charges_leaves_its_other_enemies():
    (state,) = outcomes(engaged_cavalry("front", "left"), HOME, taking("counter"))
    assert [bool(state.touches(slot(state, "b"), slot(state, x))) for x in "ac"] == [True, False]


def test_by_r13_an_engaged_unit_that_turns_shows_its_other_enemies_another_side():
    (state,) = outcomes(engaged_cavalry("right"), HOME, taking("turn"))
    assert state.touched_side(slot(state, "b"), slot(state, "a")) == 0
    assert state.touched_side(slot(state, "b"), slot(state, "c")) == 3


def test_by_r14_a_volley_to_the_rear():
    found = [reactions(charge(line("a"), line("b"), r, struck_side="rear")) for r in readings("volley_arc")]
    assert found == [["stand"], ["stand", "closing volley"]]


def test_by_r15_a_volley_of_limbered_guns():
    found = [
        reactions(charge(line("a"), battery("b", formation="limbered"), r))
        for r in readings("volley_bars_column_and_limbers")
    ]
    assert found == [["stand"], ["stand", "closing volley"]]


def test_by_r16_a_charger_that_the_volley_has_shaken():
    found = []
    for r in readings("volley_shaken_charger"):
        ends = outcomes(charge(line("a", casualties=2), line("b"), r), HOME, VOLLEY)
        holding = [s for s in ends if unit(s, "a").casualties == 3 and s.in_place(slot(s, "a"))]
        found.append({bool(s.contacts[0].on) for s in holding})
        assert all(bool(unit(s, "a").charged) == bool(s.contacts[0].on) for s in ends)
    assert found == [{True}, {False}]  # BY-48


def test_by_r17_volley_casualties_in_the_combat_result():
    found = []
    for r in readings("volley_counts_in_result"):
        f = charge(line("a"), line("b"), r)
        s = next(s for s in outcomes(f, HOME, VOLLEY) if unit(s, "a").casualties == 1)
        a, b = slot(s, "a"), slot(s, "b")
        s = step(alone(s.with_unit(a, lost=1).with_unit(b, lost=1), combat_result, (a,), (b,)))
        found.append((unit(s, "b").won_last, unit(s, "a").testing))
        assert s.contacts[0].score_b == 0
    assert found == [(False, False), (True, True)]  # BY-49


def test_by_r17_a_charger_driven_off_leaves_no_score():
    f = charge(line("a", casualties=2), line("b"), {"volley_counts_in_result": True})
    for s in outcomes(f, HOME, VOLLEY):
        assert s.contacts[0].on or s.contacts[0].score_b == 0


def test_by_r18_infantry_behind_a_wall():
    found = [reactions(charge(cavalry("a"), line("b", cover="light"), r)) for r in readings("square_exemption")]
    assert found == [["stand", "closing volley"], ["stand", "closing volley", "form square"]]
    garrison = charge(cavalry("a"), line("b", formation="garrison"), {"square_exemption": "need_not"})
    assert "form square" not in reactions(garrison)


def test_by_115_a_square_leaves_its_cover_behind():
    f = charge(cavalry("a"), line("b", cover="light"), {"square_exemption": "need_not"})
    for s in outcomes(f, HOME, taking("form")):
        assert unit(s, "b").behind_cover == (unit(s, "b").formation == Formation.LINE)


def test_by_r19_skirmishers_and_squares():
    found = [reactions(charge(cavalry("a"), line("b", formation="skirmish"), r)) for r in readings("square_formations")]
    assert found == [["form square"], ["stand", "closing volley"]]  # BY-53


def test_by_r20_a_good_roll_and_earlier_disorder():
    found = []
    for r in readings("square_clears_disorder"):
        f = charge(cavalry("a"), line("b", disordered=True), r)
        (s,) = (s for s, p in outcomes(f, HOME).items() if p > 0.5)
        found.append(need(s, "b", "a"))
    assert found == [5, 4]


def test_by_r21_the_bonus_against_a_new_square():
    found = []
    for r in readings("charge_bonus_against_new_square"):
        ends = outcomes(charge(cavalry("a"), line("b"), r), HOME)
        squares = {need(s, "a", "b") for s in ends if unit(s, "b").formation == Formation.SQUARE}
        assert {need(s, "a", "b") for s in ends if unit(s, "b").formation == Formation.LINE} == {3}
        found += squares
    assert found == [3, 4]


def test_by_r23_who_is_destroyed_for_want_of_room():
    b = line("b", formation="skirmish", evade_room="blocked")
    found = []
    for r in readings("evade_destroys"):
        (s,) = outcomes(charge(line("a"), b, r), choose=taking("evade"))
        found.append(unit(s, "b").fate)
    assert found == [Fate.DESTROYED, Fate.EVADED]  # BY-67
    (s,) = outcomes(charge(line("a"), cavalry("b", evade_room="blocked"), r), choose=taking("evade"))
    assert unit(s, "b").fate == Fate.DESTROYED


def test_by_r25_shaken_cavalry_counter_charges():
    found = [
        reactions(charge(cavalry("a"), cavalry("b", casualties=3), r))
        for r in readings("charge_bans_bind_countercharge")
    ]
    assert found == [["stand"], ["stand", "counter-charge"]]


def test_by_r27_cavalry_without_room_to_turn():
    b = cavalry("b", turn_room=False)
    first, second = (charge(line("a"), b, r, struck_side="left") for r in readings("turn_without_room"))
    assert "turn to face" not in reactions(first)
    stood, turned = (next(iter(outcomes(second, HOME, taking(x)))) for x in ("stand", "turn"))
    assert stood == turned


def test_by_r28_a_tiny_unit_of_value_0():
    found = []
    for r in readings("fixed_dice"):
        f = melee(line("a"), line("b", size="tiny", melee=0), rulings=r)
        found.append(total_dice(f, slot(f, "b")).value)
    assert found == [0, 1]


def test_by_r29_a_small_battery_of_value_1():
    found = []
    for r in readings("small_floor"):
        f = melee(line("a"), battery("b", size="small", melee=1), rulings=r)
        found.append(total_dice(f, slot(f, "b")).value)
    assert found == [1, 0]


@pytest.mark.parametrize(
    ("b", "sides", "shares"),
    [
        (line("b", formation="square", melee=3), ["front", "right"], (2, 1)),
        (line("b", formation="square", melee=3), ["right", "front"], (1, 2)),
        (line("b", melee=5), ["left", "front", "rear"], (1, 2, 2)),
        (line("b", formation="square"), ["front", "front", "left"], (1, 1, 2)),
    ],
)
def test_by_r30_an_even_split(b, sides, shares):
    f = touched(b, sides, rulings={"split_policy": "even"})
    after = step(alone(f, share_out, slot(f, "b"), f.enemies(slot(f, "b"))))
    assert tuple(c.dice_b for c in after.contacts) == shares


def test_by_r31_how_long_the_charge_bonus_lasts():
    found = []
    for r in readings("charge_bonus_lasts"):
        f = melee(line("a", charged=True), line("b"), rulings=r)
        a, b = slot(f, "a"), slot(f, "b")
        drawn = step(alone(step(alone(f, combat_result, (a,), (b,))), end_of_round, 0, 0))
        found.append(need(drawn, "a", "b"))
    assert found == [4, 3]


def test_by_r32_against_whom_the_winner_has_its_bonus():
    found = []
    for r in readings("won_last_scope"):
        f = fight(
            [line("a")],
            [line("b"), line("c")],
            contacts=[contact("a", "b"), contact("a", "c")],
            rulings=r,
        )
        f = f.with_contact(0, 2, on=False).with_unit(0, won_last=True)
        later = step(alone(f, end_of_round, 0, 0)).with_contact(0, 2, on=True)
        found.append((need(later, "a", "b"), need(later, "a", "c")))
    assert found == [(3, 3), (3, 4)]


def test_by_r32_the_profile_names_those_it_won_against():
    f = fight(
        line("a", won_last=True, won_against=["b"]),
        [line("b"), line("c")],
        contacts=[contact("a", "b"), contact("a", "c")],
        rulings={"won_last_scope": "same_enemy"},
    )
    assert (need(f, "a", "b"), need(f, "a", "c")) == (3, 4)


@pytest.mark.parametrize(
    ("a", "b", "needs"),
    [
        ({"won_last": True, "won_against": ["b"]}, {}, (3, 4)),
        ({"won_last": True}, {}, (4, 4)),  # it was not b that it beat
        ({}, {"won_last": True, "won_against": ["a"]}, (4, 3)),
    ],
)
def test_by_r32_only_the_list_of_the_winner_counts(a, b, needs):
    f = melee(line("a", **a), line("b", **b), rulings={"won_last_scope": "same_enemy"})
    assert (need(f, "a", "b"), need(f, "b", "a")) == needs


def test_by_r33_shaken_and_disordered():
    found = [
        need(melee(line("a"), line("b", casualties=3, disordered=True), rulings=r), "b", "a")
        for r in readings("shaken_and_disordered")
    ]
    assert found == [5, 6]


def test_by_r34_the_second_round_on_a_flank():
    found = []
    for r in readings("flank_modifiers_last"):
        f = charge(line("a"), line("b"), r, struck_side="left")
        (f,) = outcomes(f, HOME, STAND)
        assert (need(f, "a", "b"), need(f, "b", "a")) == (2, 5)
        later = step(alone(f.with_unit(slot(f, "a"), charged=False), end_of_round, 1, 0))
        found.append((need(later, "a", "b"), need(later, "b", "a")))
    assert found == [(3, 5), (4, 4)]


def test_by_r35_a_line_in_front_and_flank():
    found = []
    for r in readings("flanked_penalty_scope"):
        contacts = [contact("a1", "b"), contact("a2", "b", "right")]
        f = fight([line("a1"), line("a2")], line("b"), contacts=contacts, rulings=r)
        found.append((need(f, "b", "a1"), need(f, "b", "a2")))
    assert found == [(5, 5), (4, 5)]


def test_by_r36_skirmishers_in_the_rear():
    found = []
    for r in readings("skirmish_has_flanks"):
        f = fight(line("a"), line("b", formation="skirmish"), contacts=[contact("a", "b", "rear")], rulings=r)
        found.append(need(f, "b", "a"))
    assert found == [6, 5]


@pytest.mark.parametrize(("base", "needs"), [(1, [1, 2]), (2, [2, 2]), (6, [6, 6]), (7, [7, 6])])
def test_by_r37_natural_extremes(base, needs):
    found = []
    for r in readings("natural_extremes"):
        f = melee(line("a"), line("b", morale=2, formation="attack_column"), rulings=r, parameters={"hit_base": base})
        found.append(need(f, "a", "b"))
        assert save_need(f, slot(f, "b"), 0).value == (1 if r["natural_extremes"] == "arithmetic" else 2)
    assert found == needs


def test_by_r38_a_square_against_horse_and_foot():
    found = []
    for r in readings("square_bonus_scope"):
        contacts = [contact("a", "b"), contact("c", "b", "left")]
        f = fight([line("a"), cavalry("c")], line("b", formation="square"), contacts=contacts, rulings=r)
        found.append(bonuses(f, slot(f, "b"), (slot(f, "a"), slot(f, "c"))).value)
    assert found == [3, 0]


def test_by_r39_cavalry_that_cavalry_charges():
    found = [reactions(charge(cavalry("a"), cavalry("b"), r)) for r in readings("cavalry_evades")]
    assert found == [["stand", "counter-charge"], ["stand", "evade", "counter-charge"]]


# ---------------------------------------------------------------- switches of completions
def test_by_c3_near_zone_check():
    found = [refused(charge(line("a"), line("b"), r, turn_needed=True)) for r in readings("near_zone_check")]
    assert found == [{"needs_turn_in_near_zone": "BY-10"}, {}]


def test_by_c5_path_check():
    found = [refused(charge(line("a"), line("b"), r, path_clear=False)) for r in readings("path_check")]
    assert found == [{"path_blocked": "BY-23"}, {}]


def test_by_c7_a_six_that_disorders():
    found = []
    for r in readings("volley_six_disorders"):
        f = charge(line("a"), line("b"), r)
        found.append(chance(f, lambda s: unit(s, "a").disordered, before("volley_test"), VOLLEY) > 0)
    assert found == [True, False]


def test_by_c8_which_test_a_charger_takes():
    found = []
    for r in readings("volley_break_test"):
        f = charge(line("a", casualties=2, morale=6), line("b", shooting=1), {**r, "volley_six_disorders": False})
        home = chance(f, lambda s: s.contacts[0].on, HOME, VOLLEY)
        # shaken with 4/6 * 5/6 = 20/36; holds on 6 or more (26/36), 7 or more (21/36), always
        found.append((1 - home) * 36 * 36 / 20)
        assert all(unit(s, "a").casualties <= 3 for s in outcomes(f, HOME, VOLLEY))
    assert found == [10, 15, 0]


def test_by_c11_room_for_a_counter_charge():
    found = [
        "counter-charge" in reactions(charge(cavalry("a"), cavalry("b", counter_room=False), r))
        for r in readings("counter_needs_room")
    ]
    assert found == [False, True]


def test_by_c12_who_shares_out_first():
    found = []
    for r in readings("allocation_first"):
        f = chain(rulings=r)
        found.append(f.id(step(f).then.tasks[0].args[0]))
    assert found == ["a2", "b1"]


def three(rulings, **b):
    """B between two enemies."""
    return fight(
        [line("a"), line("c")], line("b", **b), contacts=[contact("a", "b"), contact("c", "b")], rulings=rulings
    )


def compared(f, scores):
    """After the combat result, given what each pair inflicted on each other: {(a's name): (by a, by b)}."""
    b = slot(f, "b")
    for name, (by_a, by_b) in scores.items():
        a = slot(f, name)
        f = f.with_unit(a, lost=by_b).with_unit(b, lost=f.units[b].lost + by_a)
        if f.r.result_scope == "pairwise":
            f = f.with_contact(a, b, score_a=by_a, score_b=by_b)
    return step(alone(f, combat_result, (slot(f, "a"), slot(f, "c")), (b,)))


def state_of(f):
    return {f.id(u): (bool(x.testing), bool(x.won_last)) for u, x in enumerate(f.units)}


def test_by_c14_pairwise_results():
    first, second = (state_of(compared(three(r), {"a": (2, 1), "c": (0, 3)})) for r in readings("result_scope"))
    assert first == {"a": (True, False), "c": (True, False), "b": (False, True)}
    assert second == {"a": (False, True), "c": (True, False), "b": (True, False)}


def test_by_c14_pairwise_draws_and_shaken_units():
    found = state_of(compared(three({"result_scope": "pairwise"}), {"a": (1, 1), "c": (2, 3)}))
    assert found == {"a": (False, False), "c": (True, False), "b": (True, True)}


def test_by_c14_exchange_keeps_the_scores_of_pairs():
    f = melee(line("a"), line("b"), rulings={"result_scope": "pairwise"})
    after = step(alone(f, exchange, slot(f, "a"), slot(f, "b"), True, True), 2, 1)
    assert (after.contacts[0].score_a, after.contacts[0].score_b) == (2, 1)
    done = step(alone(after, combat_result, (slot(f, "a"),), (slot(f, "b"),)))
    assert (done.contacts[0].score_a, done.contacts[0].score_b) == (0, 0)


def test_by_c16_shaken_units_after_a_draw():
    found = []
    for r in readings("draw_shaken_test"):
        f = melee(line("a", casualties=3), line("b"), rulings=r)
        after = step(alone(f, combat_result, (slot(f, "a"),), (slot(f, "b"),)))
        found.append(bool(unit(after, "a").testing))
    assert found == [True, False]


def test_the_rulebook_hands_over_its_rulings():
    assert RULEBOOK.rulings == Rulings
