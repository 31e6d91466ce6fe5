"""Every disputed place: the situation in which its readings differ (ledger section 6)."""

import re
from dataclasses import fields
from fractions import Fraction as F
from pathlib import Path

import pytest

from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.odds import solve
from coldsteel.kernel.state import evolve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.dugout import call
from coldsteel.rulebooks.trench.initiative import spent
from coldsteel.rulebooks.trench.melee import answer_defeat, driven_off, exchange
from coldsteel.rulebooks.trench.night import burst, look_out
from coldsteel.rulebooks.trench.rulings import CATALOGUE, Rulings
from coldsteel.rulebooks.trench.setup import Way
from coldsteel.rulebooks.trench.spread import deal_kill
from coldsteel.rulebooks.trench.state import Chase, End, Pursuit, Status, Winner
from tests.driving import alone, ask_of, before, chance, codes, ended, legal, next_step, outcomes, taking
from tests.rulebooks.trench.builders import (
    after_round,
    beaten_by,
    bout,
    cavalry,
    corner,
    dugout,
    fight,
    foot,
    group,
    house,
    lancers,
    leader,
    measure,
    melee,
    night,
    pick,
    pools,
    recruits,
    slot,
    step,
    to,
    verdicts,
    veterans,
    with_group,
)


def readings(switch):
    """The values of a switch, the default first."""
    return [{switch: value} for value in ruling_values(Rulings)[switch]]


def dice(switch, a, b, side=0, r=1, **given):
    """The dice of a side under each reading."""
    return [pools(fight(a, b, rulings=x, **given), r)[side] for x in readings(switch)]


def test_every_switch_is_in_the_catalogue_with_its_values_in_order():
    assert set(CATALOGUE.rulings) == {f.name for f in fields(Rulings)}
    for switch, values in ruling_values(Rulings).items():
        found = CATALOGUE.rulings[switch]
        assert list(found.values) == [str(v).lower() if isinstance(v, bool) else str(v) for v in values], switch
        assert found.question.endswith("?"), switch
        assert found.reason, switch
        assert found.differs, switch


def test_every_switch_has_a_test():
    text = Path(__file__).read_text(encoding="utf-8")
    tested = set(re.findall(r'(?:readings|dice)\(\s*"(\w+)"', text))
    assert set(ruling_values(Rulings)) - tested == set()


EIGHT = foot("a", 8)


# ---------------------------------------------------------------- who takes part
def test_tr_r1_whole_groups_or_the_men_in_range():
    a = foot("a", 8, men_out_of_reach=5)
    assert dice("participation_unit", a, foot("b", 8)) == [8, 3]
    f = fight(a, foot("b", 8), rulings={"participation_unit": "man"})
    assert measure(f, "men.a") == 8  # those out of reach do not fall
    assert group(f, "a").men == 3


def test_tr_r1_measured_to_triggers_or_to_anybody():
    a = [foot("a", 3), foot("c", 4, gap=12.0, chain_reach=8.0)]
    assert dice("participation_chain", a, foot("b", 8, gap=1.0)) == [3, 7]


# ---------------------------------------------------------------- counting
def test_tr_r2_the_base_of_sets():
    found = []
    for x in readings("proportional_base"):
        f = fight(foot("a", 9), foot("b", 7, cover="light", leaders=[leader(1)]), rulings=x)
        found.append(pools(f.with_leader(1, 0, points=0, spent=1))[1])
    assert found == [11, 12]


def test_tr_r3_fractions_rounded_for_the_side():
    b = [foot("b", 7, cover="light"), foot("c", 7, cover="light")]
    assert dice("rounding_moment", foot("a", 9), b, side=1) == [18, 19]


@pytest.mark.parametrize(
    ("b", "line", "total"),
    [
        ([foot("b", 3, aggressive=True), foot("c", 3, aggressive=True)], 10, 9),
        ([foot("b", 5, struck_in_rear=True), foot("c", 5, struck_in_rear=True)], 6, 5),
        ([foot("b", 0, bombers=1), foot("c", 0, bombers=1)], 4, 3),
        ([foot("b", 5, cover="heavy"), foot("c", 1, cover="heavy")], 8, 10),
        ([foot("b", 7, cover="medium", aggressive=True)], 14, 14),
    ],
)
def test_tr_r3_halves_and_thirds_stay_exact(b, line, total):
    assert dice("rounding_moment", foot("a", 9), b, side=1) == [line, total]


def test_tr_r3_a_quarter_stays_exact():
    a = [cavalry("a", 6, elan=True), cavalry("c", 6, elan=True)]
    assert dice("rounding_moment", a, cavalry("b", 9)) == [14, 15]


def test_tr_r4_incomplete_sets_and_halves():
    assert dice("round_sets", foot("a", 9), foot("b", 8, cover="light"), side=1) == [10, 11]
    assert dice("round_halves", foot("a", 3, aggressive=True), foot("b", 8)) == [5, 4]


def test_tr_r5_how_many_dice_a_point_buys():
    found = []
    for x in readings("initiative_dice"):
        f = to(fight(foot("a", 3, leaders=[leader(2), leader(1)]), foot("b", 4), rulings=x), "spend")
        first = legal(ask_of(f))
        second = legal(ask_of(step(f, 1)))
        found.append((first, second))
    assert found == [
        (["0", "1"], ["0", "1", "2"]),
        (["0", "1"], ["0", "1"]),
        (["0", "1"], ["0"]),
    ]
    f = to(
        fight(foot("a", 3, leaders=[leader(2)]), foot("b", 4), rulings={"initiative_dice": "one_per_leader"}), "spend"
    )
    assert codes(ask_of(f), "2") == {"one_die": "TR-15"}
    two = foot("a", 3, leaders=[leader(2), leader(1)])
    f = step(to(fight(two, foot("b", 4), rulings={"initiative_dice": "one_per_side"}), "spend"), 1)
    assert codes(ask_of(f), "1") == {"side_has_bought": "TR-15"}


def test_tr_r5_for_the_round_or_the_fight():
    found = []
    for x in readings("initiative_lasts"):
        f = fight(foot("a", 2, leaders=[leader(1)]), foot("b", 4), rulings=x).with_leader(0, 0, points=0, spent=1)
        found.append((pools(f)[0], pools(spent(f, bout(f)), 2)[0]))
    assert found == [(4, 3), (4, 4)]


def test_tr_r6_status_against_the_best_or_sum_against_sum():
    a = foot("a", 1, leaders=[leader(3), leader(3)])
    b = foot("b", 2, leaders=[leader(2)])
    assert dice("status_versus", a, b) == [3, 5]


def test_tr_r7_experience_against_the_best_or_the_worst():
    b = [foot("b", 3), veterans("c", 3)]
    assert dice("experience_versus", veterans("a", 4), b) == [4, 6]


def test_tr_r8_whose_dice_for_movement():
    a = foot("a", 8, move_dice=2)
    found = [pools(fight(a, foot("b", 8), rulings=x)) for x in readings("movement_penalty")]
    assert found == [(8, 4), (4, 8), (8, 12)]


def test_tr_r8_each_group_or_once_every_round_seen():
    three = [foot(f"a{k}", 8, move_dice=2) for k in range(3)]
    assert dice("movement_scope", three, foot("b", 24), side=1) == [12, 20]
    once = {"movement_scope": "once", "movement_penalty": "mover"}
    assert pools(fight(three, foot("b", 24), rulings=once)) == (20, 24)
    assert dice("movement_rounds", foot("a", 8, move_dice=2), foot("b", 8), side=1, r=2) == [8, 4]
    assert dice("movement_counted", foot("a", 8, move_dice=2, move_dice_seen=0), foot("b", 8), side=1) == [4, 8]


def test_tr_r9_pairs_of_the_group_or_the_side():
    assert dice("shock_scope", [foot("a", 4, shock=1), foot("c", 4, shock=1)], EIGHT | {"id": "b"}) == [8, 7]


def test_tr_r10_each_bomber_or_the_whole_group():
    a = foot("a", 6, bombers=2)
    assert dice("bomber_scope", a, foot("b", 8)) == [9, 12]
    f = fight(foot("a", 1, trench_fighters=1, bombers=1), foot("b", 8), rulings={"bomber_scope": "whole_group"})
    assert pools(with_group(f, "a", men=1))[0] == 2  # the last is the fighter: no bomber is left


def test_tr_r11_how_long_cover_and_a_rear_attack_count():
    assert dice("situation_rounds", foot("a", 9), foot("b", 8, cover="light"), side=1, r=2) == [10, 8]
    assert dice("situation_rounds", foot("a", 8, struck_in_rear=True), foot("b", 8), r=2) == [4, 8]
    assert dice("cover_role", foot("a", 8, cover="light"), foot("b", 8)) == [8, 10]


def test_tr_r12_half_of_the_total_or_of_the_men():
    a = foot("a", 12, leaders=[leader(2)], shock=6, struck_in_rear=True)
    assert dice("rear_half", a, foot("b", 12)) == [6, 5]


def test_tr_r13_lancers():
    four = lancers("a", 4)
    assert dice("lancer_clock", four, cavalry("b", 8), r=2) == [2, 6]
    assert dice("lancer_clock", lancers("a", 4, cavalry_fight_turn=2), cavalry("b", 8)) == [6, 2]
    assert dice("lancer_scope", [four, lancers("c", 4)], cavalry("b", 8)) == [12, 10]
    assert dice("lancer_scope", [four, lancers("c", 4)], cavalry("b", 8), r=2) == [4, 6]
    assert dice("lancer_target", four, lancers("b", 8)) == [6, 4]


def test_tr_r14_doubling_of_the_men_or_the_total():
    assert dice("double_open", lancers("a", 8, elan=True), foot("b", 10)) == [18, 20]


# ---------------------------------------------------------------- overwhelmed
def test_tr_r15_every_round_or_the_first():
    found = []
    for x in readings("ratio_check"):
        f = fight(foot("a", 4), foot("b", 1), rulings=x)
        try:
            found.append(next_step(step(alone(f, exchange, 2, melee(f)))))
        except AssertionError:
            found.append("blows")
    assert found == ["driven_off", "blows"]


def test_tr_r15_all_of_poor_morale_or_one():
    found = []
    for x in readings("poor_morale_scope"):
        f = to(fight(foot("a", 12), [foot("b", 2, poor_morale=True), foot("c", 2)], rulings=x), "exchange")
        try:
            found.append(next_step(step(f)))
        except AssertionError:
            found.append("blows")
    assert found == ["blows", "driven_off"]


def test_tr_r16_one_roll_or_one_each():
    found = []
    for x in readings("overwhelm_roll"):
        f = fight(foot("a", 20), [foot("b", 2), foot("c", 2)], rulings=x, parameters={"overwhelm_roll_dice": 1})
        f = alone(f, driven_off, 1, melee(f))
        found.append(len({(measure(s, "moved.b"), measure(s, "moved.c")) for s in outcomes(f)}))
    assert found == [3, 9]  # 4, 5, 6 inches


def test_tr_r17_surrounded():
    found = [
        measure(beaten_by(fight(EIGHT, foot("b", 6, retreat_room=3), rulings=x), 1), "fate.b")
        for x in readings("surrounded_scope")
    ]
    assert found == ["surrendered", "fell_back"]
    found = [
        measure(beaten_by(fight(EIGHT, foot("b", 6, retreat_room=10), rulings=x), 4), "fate.b")
        for x in readings("no_retreat_means")
    ]
    assert found == ["fell_back", "surrendered"]


# ---------------------------------------------------------------- hits, losses, draws
def test_tr_r18_who_is_hit():
    """Two kills on Groups of 1 and 4: the lone man dies for certain, by choice, or with 2/5."""
    found = []
    for x in readings("hit_allocation"):
        f = fight(foot("a", 6), [foot("b", 1), foot("c", 4)], rulings=x)
        if x["hit_allocation"] == "even":
            from coldsteel.rulebooks.trench.spread import killed

            found.append(F(int(group(killed(f, (1, 2), 2), "b").men == 0)))
            continue
        f = alone(f.with_dealt(1, kills=2), deal_kill, 1, (1, 2))
        choices = ("b", "c") if x["hit_allocation"] == "owner_choice" else ("",)
        lone = [chance(f, lambda s: group(s, "b").men == 0, choose=taking(word, "c")) for word in choices]
        found.append(lone[0] if len(lone) == 1 else (lone[0], lone[1]))
    assert found == [1, (1, 0), F(2, 5)]


def test_tr_r18_a_group_without_men_is_not_named():
    f = fight(foot("a", 6), [foot("b", 1), foot("c", 4), foot("d", 1)], rulings={"hit_allocation": "owner_choice"})
    f = alone(with_group(f, "b", men=0).with_dealt(1, kills=1), deal_kill, 1, (1, 2, 3))
    assert codes(ask_of(f, "kill"), "b") == {"no_men": "TR-50"}


def test_tr_r18_the_same_hits_are_dealt():
    totals = [
        solve(RULEBOOK, fight(foot("a", 2), [foot("b", 1), foot("c", 1)], rulings=x, remember="men"))
        for x in readings("hit_allocation")
    ]
    assert max(o.measures["lost.B"][1] for o in totals) - min(o.measures["lost.B"][1] for o in totals) < 0.05


def test_tr_r19_losses_of_the_round_or_the_fight():
    """Veterans lose round 1 by 1 and fight on; round 2 is even."""
    found = []
    for x in readings("loss_window"):
        f = fight(veterans("a", 4), veterans("b", 4), rulings=x, remember="men")
        s = alone(with_group(f, "b", men=3), exchange, 2, melee(f))
        states = [
            y
            for y in outcomes(s, before("take_shock", "answer_defeat"))
            if group(y, "a").men == 3 and group(y, "b").men == 2
        ]
        found.append({int(y.margin) for y in states})
    assert found == [{0}, {1}]


def test_tr_r20_three_rounds_or_three_refights():
    found = []
    for x in readings("draw_rounds"):
        f = fight(foot("a", 2), foot("b", 2), rulings=x)
        found.append(max(int(s.round) for s in outcomes(f)))
    assert found == [3, 4]


def test_tr_r21_who_steps_back():
    found = []
    for x in readings("draw_retreat"):
        f = evolve(fight(EIGHT, foot("b", 8), rulings=x), end=End.STALEMATE)
        found.append((measure(f, "moved.a"), measure(f, "moved.b")))
    assert found == [(2, 2), (2, 0)]


# ---------------------------------------------------------------- results
def test_tr_r22_two_shock_for_the_side_or_each_group():
    b = [foot("b", 3), foot("c", 3)]
    found = [beaten_by(fight(EIGHT, b, rulings=x), 2) for x in readings("loss2_shock")]
    assert [(group(s, "b").shock, group(s, "c").shock) for s in found] == [(1, 1), (2, 2)]


def test_tr_r23_which_shock_counts_twice():
    found = []
    for x in readings("loss4_double"):
        f = with_group(fight(EIGHT, foot("b", 6, shock=2), rulings=x), "b", shock=5)
        found.append(group(beaten_by(f, 4), "b").shock)
    assert found == [8, 10]


def test_tr_r24_where_it_faces():
    found = [
        measure(beaten_by(fight(EIGHT, foot("b", 6), rulings=x), 4), "facing_away.b")
        for x in readings("unstated_facing")
    ]
    assert found == ["yes", "no"]


def test_tr_r25_who_sits_out_a_turn():
    found = [beaten_by(fight(EIGHT, foot("b", 8), rulings=x), 5) for x in readings("loss4_idle")]
    assert [(measure(s, "next_turn.a"), measure(s, "next_turn.b")) for s in found] == [
        ("free", "nothing"),
        ("nothing", "free"),
    ]


def test_tr_r26_all_of_them_or_one():
    found = []
    for x in readings("ignore_scope"):
        f = evolve(fight(EIGHT, [veterans("b", 4), foot("c", 4)], rulings={**x, "ignore_choice": "may"}), margin=1)
        found.append(legal(ask_of(alone(f, answer_defeat, 1, 1, melee(f)))))
    assert found == [["fall back"], ["fight on", "fall back"]]


def test_tr_r26_in_the_last_round():
    found = []
    for x in readings("ignore_at_cap"):
        f = fight(veterans("a", 2), foot("b", 2), rulings=x, remember="men")
        s = alone(f, exchange, 3, melee(f))
        found.append({(End(y.end).name, int(y.margin)) for y in outcomes(s, before("take_shock", "answer_defeat"))})
    assert ("NONE", 1) not in found[0]
    assert ("DEFEAT", 1) in found[0]
    assert ("NONE", 1) in found[1]  # asked, and then it is a stalemate
    assert ("NONE", 1) in found[2]  # asked, and then they fight on


def test_tr_r26_a_draw_in_the_last_round():
    f = fight(veterans("a", 4), foot("b", 9), rulings={"ignore_at_cap": "draw"})
    s = step(alone(evolve(f, margin=1), answer_defeat, 3, 0, melee(f)))
    assert (s.end, s.winner, s.margin) == (End.STALEMATE, Winner.NOBODY, 0)


def test_tr_r26_must_or_may():
    found = []
    for x in readings("ignore_choice"):
        f = evolve(fight(EIGHT, veterans("b", 4), rulings=x), margin=1)
        found.append(legal(ask_of(alone(f, answer_defeat, 1, 1, melee(f)))))
    assert found == [["fight on"], ["fight on", "fall back"]]


def test_tr_r27_aggressive_recruits():
    found = []
    for x in readings("recruit_order"):
        f = evolve(fight(EIGHT, recruits("b", 4, aggressive=True), rulings={**x, "ignore_choice": "may"}), margin=1)
        ask = ask_of(alone(f, answer_defeat, 1, 1, melee(f)))
        found.append((legal(ask), codes(ask, "fight on")))
    assert found == [(["fall back"], {"recruits": "TR-73"}), (["fight on", "fall back"], {})]


def test_tr_r28_at_least_twelve_or_twelve():
    found = [
        measure(beaten_by(fight(cavalry("a", 9), foot("b", 9), rulings=x), 4), "demanded.b")
        for x in readings("cavalry_break")
    ]
    assert found == [18, 12]


def test_tr_r29_men_of_the_whole_fight_or_of_the_last_round():
    """Of eight foot 2 fell in a drawn round and 3 in the next."""
    from coldsteel.rulebooks.trench.cavalry import pursue

    found = []
    for x in readings("pursuit_share"):
        f = with_group(fight(cavalry("a", 8), foot("b", 8), rulings=x), "b", men=3, status=Status.FELL_BACK, level=1)
        f = evolve(f, end=End.DEFEAT, winner=Winner.A, margin=1, chase=(Chase(last_lost=3),))
        found.append(legal(ask_of(alone(f, pursue, 0))))
    assert found == [["pursue"], ["hold"]]


# ---------------------------------------------------------------- houses and dugouts
def test_tr_r30_separate_floors_or_help_from_the_next():
    found = []
    for x in readings("floor_defence"):
        f = pick(house(foot("a", 9), [foot("b", 4), foot("c", 4, floor=1)], rulings=x), "floor 0 from outside")
        f = pick(f, "comes to help") if x["floor_defence"] == "join" else to(f, "exchange")
        defenders = to(f, "exchange").then.tasks[0].args[1][1]
        found.append(sum(f.groups[g].men for g in defenders))
    assert found == [4, 8]


def test_tr_r31_two_prisoners_or_two_who_stay():
    from tests.rulebooks.trench.test_house import got_away

    found = []
    for x in readings("stairs_excess"):
        s = got_away(5, 1, **x)
        found.append((s.captured(slot(s, "b")), group(s, "b").housed[0].floor, group(s, "b").men))
    assert found == [(2, 1, 3), (0, 0, 2)]


def test_tr_r31_who_stays_is_one_group_again_with_those_who_left():
    from tests.rulebooks.trench.test_house import got_away

    s = got_away(5, 1, stairs_excess="stay")
    f = with_group(s, "b", men=0)
    f = evolve(f, end=End.WIPED_OUT, winner=Winner.A)
    while next_step(f) != "floor_decided":
        f = evolve(f, then=f.then.rest())
    f = step(f)
    assert (group(f, "b").men, group(f, "b").housed[0].floor) == (3, 1)


def test_tr_r31_full_stairs_let_a_second_group_stay():
    given = {"watched_exits": [0]}
    f = house(foot("a", 9), [foot("b", 3), foot("c", 2)], given, rulings={"stairs_excess": "stay"})
    from coldsteel.rulebooks.trench.stairs import leave

    used = evolve(f, stairs=(3, 0))
    ask = ask_of(alone(used, leave, slot(f, "c"), 0))
    assert legal(ask) == ["stays"]
    assert codes(ask, "gives itself up") == {"may_stay": "TR-87"}
    ask = ask_of(alone(f, leave, slot(f, "c"), 0))
    assert legal(ask) == ["to floor 1"]
    assert codes(ask, "stays") == {"has_a_way": "TR-87", "no_stairs_at_all": "TR-88"}


def test_tr_r32_a_fighting_die_or_a_bonus_to_the_test():
    found = []
    for x in readings("dugout_leader"):
        f = dugout(foot("a", 5), foot("b", 2, leaders=[leader(1)]), rulings=x)
        gives_up = chance(alone(f, call), lambda s: s.end == End.SURRENDERED_TO_CALL, before("gather", "tell_off"))
        found.append((gives_up, pools(f, way=Way.ENTRANCE)[1]))
    assert found == [(F(2, 3), 5), (F(1, 2), 4)]


def test_tr_r33_cover_after_a_grenade():
    found = [
        pools(dugout(foot("a", 5), foot("b", 6), rulings=x), way=Way.AFTER_GRENADE)[1]
        for x in readings("grenade_fight_cover")
    ]
    assert found == [8, 6]


def test_tr_r34_instead_of_dead_or_an_extra_survivor():
    """Three killed, two survivors."""
    found = []
    for x in readings("prisoner_roll"):
        f = with_group(fight(foot("a", 6), foot("b", 5), take_prisoners=True, rulings=x), "b", men=2)
        s = beaten_until(f)
        taken = {(group(y, "b").taken[0].from_dead, group(y, "b").taken[0].captured) for y in s}
        found.append((max(a for a, _ in taken), max(c for _, c in taken)))
    assert found == [(3, 0), (0, 2)]


def beaten_until(f):
    from coldsteel.kernel.state import Agenda
    from coldsteel.rulebooks.trench.result import beaten, decided

    f = evolve(f, then=Agenda(), margin=3)
    return outcomes(beaten(decided(f, End.DEFEAT, 0), 1, melee(f)), choose=taking("3"))


def test_tr_r35_grenades_or_a_melee():
    found = [pools(corner(foot("a", 1), foot("b", 8), rulings=x)) for x in readings("corner_fight")]
    assert found == [(8, 8), (1, 8)]


# ---------------------------------------------------------------- night
def dark(rulings, *watches):
    return night(foot("a", 3, gap=20.0), foot("b", 3), watches, rulings=rulings, side_a={"star_shells": 1})


WATCH = {"by": "A", "target": "b", "distance": 15.0}


def test_tr_r36_diameter_or_radius():
    """TR-111: within 9 inches of the burst, or within 18."""
    found = [chance(alone(dark(x, WATCH), burst, 0), lambda s: s.watches[0].lit) for x in readings("illum_zone")]
    assert found == [F(5, 6), 1]


def test_tr_r37_still_in_a_lit_zone_or_anywhere():
    watch = {**WATCH, "stationary": True}
    found = [
        chance(alone(dark(x, watch), look_out, 0), lambda s: s.watches[0].seen) for x in readings("stationary_scope")
    ]
    assert found == [F(5, 18), F(1, 12)]


def test_tr_r38_when_it_is_dark_again():
    watches = [{**WATCH, "turn": t} for t in (4, 6, 7)]
    found = []
    for x in readings("illum_turns"):
        states = outcomes(alone(dark(x, *watches), burst, 0))
        found.append(any(s.watches[2].lit for s in states))
    assert found == [False, True]


# ---------------------------------------------------------------- completions
def test_tr_c6_who_declares_first():
    found = []
    for x in readings("initiative_order"):
        f = to(fight(foot("a", 2, leaders=[leader(1)]), foot("b", 2, leaders=[leader(1)]), rulings=x), "spend")
        found.append(ask_of(f).side)
    assert found == [0, 1]


def test_tr_c11_who_moves_first_in_a_pursuit():
    from tests.rulebooks.trench.test_cavalry import RUNS, chased, turn_over

    found = [
        chance(chased(1, rulings=x), lambda s: s.chase[0].pursuit == Pursuit.CAUGHT, turn_over(1), RUNS)
        for x in readings("pursued_first")
    ]
    assert found == [F(30, 36), 1]


def test_readings_change_nothing_where_nothing_is_disputed():
    """Plain men in the open: only what concerns rounds, draws and losses can matter."""
    default = verdicts(fight(foot("a", 2), foot("b", 2)))
    matter = {"draw_rounds", "loss_window", "hit_allocation", "ratio_check"}
    for switch in set(ruling_values(Rulings)) - matter:
        for x in readings(switch)[1:]:
            assert verdicts(fight(foot("a", 2), foot("b", 2), rulings=x, remember="end")) == default, switch


def test_after_round_is_what_it_says():
    assert all(
        ended(s) or next_step(s) == "exchange" for s in outcomes(fight(foot("a", 1), foot("b", 1)), after_round())
    )


def test_tr_r29_the_losses_of_an_ignored_defeat_are_not_those_of_the_next_round():
    f = fight(cavalry("a", 8, experience="veteran"), foot("b", 8), rulings={"pursuit_share": "last_round"})
    f = evolve(f, margin=1, chase=(Chase(last_lost=5),))
    assert step(alone(f, answer_defeat, 1, 0, melee(f))).chase[0].last_lost == 0


def test_tr_r26_a_round_after_the_only_one_is_not_a_first_round_again():
    """Uncapped, in fights of one round: the movement dice count once (TR-21)."""
    b, rulings = foot("b", 4, move_dice=1), {"ignore_at_cap": "uncapped"}
    f = fight(veterans("a", 4), b, rulings=rulings, parameters={"most_rounds": 1})
    f = step(alone(evolve(f, margin=1), answer_defeat, 1, 0, melee(f)))
    assert (next_step(f), f.then.tasks[0].args[0]) == ("exchange", 2)


def test_tr_r5_dice_bought_for_a_fight_are_gone_in_that_for_the_next_floor():
    from coldsteel.rulebooks.trench.house import settled

    f = house(foot("a", 3, leaders=[leader(1)]), foot("b", 2, floor=1), rulings={"initiative_lasts": "fight"})
    f = evolve(with_group(f, "a", lasting=(1,)), end=End.WIPED_OUT, winner=Winner.A)
    f = with_group(f, "b", men=0)
    s = step(alone(f, settled, 0, ((slot(f, "a"),), (slot(f, "b"),), Way.DOOR, 0, False)))
    assert group(s, "a").lasting == (0,)
