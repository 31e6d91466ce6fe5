"""Attack totals, splits over weapons and targets, extra attacks, bouts (WB-15 to WB-33)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.plain import ask_after
from coldsteel.rulebooks.warband import RULEBOOK
from coldsteel.rulebooks.warband.plans import patterns, plans
from coldsteel.rulebooks.warband.posts import end_of_post, start_post
from coldsteel.rulebooks.warband.strikes import (
    all_blows,
    another_bout,
    attacks_each,
    bout,
    declare,
    favour,
    legal_plans,
    order_volleys,
    strike_singly,
)
from tests.driving import alone, legal, step
from tests.rulebooks.warband.builders import (
    P,
    Q,
    R,
    beast,
    blade,
    captain,
    codes,
    fight,
    guard,
    levy,
    melee,
    opened,
    other,
    outcomes,
    raider,
    row,
    savant,
    slayer,
    slot,
    unit,
    warrior,
)


def mob(*models, enemies=2, **given):
    """A unit of P tied with a squad of warriors and a lone savant, of Q."""
    foes = [unit("warriors", Q, warrior(10)), unit("savant", Q, savant())][:enemies]
    return fight(unit("mob", P, *models, tied_with=[f["id"] for f in foes]), *foes, **given)


def split(f, of_row=0, favoured=False, duel=-1):
    """The options of the split of a row's attacks: label -> value."""
    ask, _ = ask_after(alone(opened(f), declare, slot(f, "mob"), of_row, duel, favoured), ())
    return {o.label: o.value for o in ask.options}


def test_v1a_the_sources_split():
    """V1(a): 5 raiders, one mace attack each into the savant, one knife attack each into the warriors: 5 mace, 10 knife
    (WB-25, WB-26, WB-30, WB-32)."""
    assert "5 mace on savant, 10 knife on warriors" in split(mob(raider(5)))


@pytest.mark.parametrize(("scope", "knives"), [("per_model", 15), ("per_attack", 20)])
def test_v1b_all_with_knives(scope, knives):
    """V1(b): 15 knife attacks into the warriors, 20 under `per_attack` (WB-31, WB-R8)."""
    found = split(mob(raider(5), rulings={"extra_attack_scope": scope}))
    only = [label for label in found if label.endswith("knife on warriors") and "," not in label]
    assert only == [f"{knives} knife on warriors"]


def test_v1c_the_other_way_round():
    """V1(c): 10 knife attacks on the savant, 5 mace attacks on the warriors."""
    assert "5 mace on warriors, 10 knife on savant" in split(mob(raider(5)))


def test_v1d_a_hero_of_two_points():
    """V1(d): 3 attacks, 2 points; a sword twice and a knife (extra 1) once in each bout: 4 and 4 (WB-16, WB-17)."""
    f = mob(other(captain(action_points=2), weapons=["sword", "knife"]), enemies=1)
    plan = split(f)["2 sword on warriors, 2 knife on warriors"]
    assert tuple(2 * n for n in plan) == (4, 4)
    assert f.profile(slot(f, "mob"), 0).action_points == 2


def test_wb_30_no_attack_declared_no_extra_attack():
    assert (2, 0, 0, 0) in patterns(2, (0, 1), 2, True, False)
    assert all(plan[2] + plan[3] != 1 for plan in patterns(2, (0, 1), 2, True, False))


def test_wb_31_the_extras_of_a_model_go_into_one_of_its_targets():
    """Two knife attacks on two targets bring one more, on either of them."""
    found = patterns(2, (1,), 2, True, False)
    assert sorted(found) == [(0, 3), (1, 2), (2, 1), (3, 0)]
    assert sorted(patterns(2, (1,), 2, True, True)) == [(0, 4), (2, 2), (4, 0)]


def test_wb_25_plans_with_the_same_totals_are_one():
    pattern = patterns(1, (0,), 3, True, False)
    assert len(plans(4, pattern)) == 15
    assert plans(0, pattern) == ((0, 0, 0),)


@pytest.mark.parametrize(("rule", "splits"), [("free", 3), ("needs_two_weapons", 2)])
def test_wb_r6_one_weapon_and_two_targets(rule, splits):
    """A model with 2 attacks and one blade: 3 target splits, or 2 (WB-27, WB-R6)."""
    assert len(split(mob(blade(attacks=2), rulings={"split_rule": rule}))) == splits


def test_wb_r6_two_weapons_may_always_be_split():
    assert len(split(mob(raider(), rulings={"split_rule": "needs_two_weapons"}))) == len(split(mob(raider())))


def test_wb_16_wb_80_attacks_of_a_model():
    f = melee([blade(5, attacks=2)], levy())
    assert attacks_each(f, 0, 0) == 2
    assert attacks_each(f.with_unit(0, attack_bonus_left=1), 0, 0) == 3
    tower = melee([row("tower", 0, 0, 40, 40, 40, 0, 5, 0)], levy())
    assert attacks_each(tower.with_unit(0, attack_bonus_left=1), 0, 0) == 0


@pytest.mark.parametrize(("scope", "attacks"), [("each_model", 15), ("unit_once", 11)])
def test_wb_r18_who_has_the_bonus(scope, attacks):
    """5 models with 2 attacks: 15, or 11 (WB-R18)."""
    f = melee([blade(5, attacks=2)], levy(), rulings={"bonus_attack_scope": scope}).with_unit(0, attack_bonus_left=1)
    assert all_blows(f, 0, 0, f.profile(0, 0).weapons[0], scope == "unit_once") == attacks


def test_wb_r18_the_controller_picks_the_model():
    f = mob(blade(2), captain(), rulings={"bonus_attack_scope": "unit_once"})
    f = opened(f).with_unit(0, attack_bonus_left=1)
    ask, _ = ask_after(alone(f, favour, slot(f, "mob")), ())
    assert legal(ask) == ["mob: blade", "captain"]
    tasks = step(alone(f, favour, slot(f, "mob")), 1).then.tasks
    assert [t.args[-1] for t in tasks if t.step in (declare, bout)] == [False, True]
    assert len(split(mob(blade(2)), favoured=True)) == 4


def test_wb_r18_who_cannot_strike_has_no_bonus():
    """Nobody is left of the row, or the hero has no action point (WB-80)."""
    f = mob(blade(2), captain(), rulings={"bonus_attack_scope": "unit_once"})
    f = opened(f).with_unit(0, attack_bonus_left=1)
    for spent in (f.with_row(0, 1, alive=0), f.with_row(0, 1, points=0)):
        ask, _ = ask_after(alone(spent, favour, slot(f, "mob")), ())
        assert [codes(o.bars) for o in ask.options] == [{}, {"cannot_strike": "WB-80"}]
    ask, _ = ask_after(alone(f.with_row(0, 0, alive=0), favour, slot(f, "mob")), ())
    assert [codes(o.bars) for o in ask.options] == [{"cannot_strike": "WB-80"}, {}]


def test_wb_18_the_first_bout_is_compulsory_and_the_next_is_not():
    f = opened(melee([captain(action_points=2)], levy(2)))
    after = step(alone(f, bout, slot(f, "a"), 0, -1, False))
    assert [t.step for t in after.then.tasks] == [declare, *[t.step for t in after.then.tasks[1:-1]], another_bout]
    assert after.units[0].rows[0].points == 1
    ask, _ = ask_after(alone(after, another_bout, slot(f, "a"), 0, -1), ())
    assert legal(ask) == ["another bout", "no more"]
    ask, _ = ask_after(alone(after.with_row(0, 0, points=0), another_bout, slot(f, "a"), 0, -1), ())
    assert codes(ask.options[0].bars) == {"no_bout": "WB-18"}


@pytest.mark.parametrize(("when", "first"), [("after_rank", declare), ("before_rank", bout)])
def test_wb_c5_heroes_and_ordinary_models(when, first):
    """Ordinary models strike first, or the heroes (WB-19, WB-C5)."""
    f = opened(melee([blade(2), captain()], levy(3), rulings={"hero_strikes": when}))
    label = next(k for k, o in enumerate(ask_after(step_to_command(f), ())[0].options) if o.label == "a strikes")
    assert step(step_to_command(f), label).then.tasks[0].step == first


def step_to_command(f):
    while f.then.tasks[0].step.__name__ != "command":
        f = step(f)
    return f


@pytest.mark.parametrize(("refresh", "points"), [("each_post", [2, 2]), ("own_post", [2, 0])])
def test_wb_c4_when_points_are_renewed(refresh, points):
    """Two points spent in the own post: two again in the enemy's next one, or none (WB-18, WB-C4)."""
    f = melee([captain(action_points=2)], levy(9), rulings={"ap_refresh": refresh})
    found = []
    for post in (1, 2):
        f = step(alone(f, start_post, post))
        found.append(f.units[0].rows[0].points)
        f = step(alone(f.with_row(0, 0, points=0), end_of_post, post))
    assert found == points


# ---------------------------------------------------------------- the order of volleys
def test_wb_33_the_order_of_volleys_is_asked_where_it_can_matter():
    weapons = other(raider(2), weapons=["hammer", "knife"])
    f = opened(fight(unit("mob", P, weapons, tied_with=["t"]), unit("t", Q, levy(3, wounds=3))))
    f = f.with_blows(0, 1, 0, 2).with_blows(0, 1, 1, 4)
    ask, _ = ask_after(alone(f, order_volleys, slot(f, "mob"), (0,), -1), ())
    assert legal(ask) == ["hammer, then knife", "knife, then hammer"]
    assert [t.args[2] for t in step(alone(f, order_volleys, slot(f, "mob"), (0,), -1), 1).then.tasks] == [1, 0]


def test_wb_33_models_of_one_wound_fall_in_any_order():
    f = opened(fight(unit("mob", P, raider(2), tied_with=["t"]), unit("t", Q, levy(3))))
    f = f.with_blows(0, 1, 0, 2).with_blows(0, 1, 1, 4)
    assert [t.args[2] for t in step(alone(f, order_volleys, slot(f, "mob"), (0,), -1)).then.tasks] == [0, 1]


# ---------------------------------------------------------------- V20(a)
def hunt(**rulings):
    """A slayer against a lone beast and 4 guards; he wants models killed."""
    return fight(
        unit("slayer", P, slayer(), tied_with=["beast", "guards"]),
        unit("beast", Q, beast()),
        unit("guards", Q, guard(4)),
        max_posts=1,
        goals={P: "killed.beast + killed.guards", Q: "losses"},
        rulings={"who_fights": "own_post", "activation_optional": False, **rulings},
    )


def test_v20a_how_many_attacks_on_the_beast():
    """V20(a): k = 0 to 4 attacks on the beast: 2/3, 1/2, 7/9, 49/54, 8/9; best 3 (WB-25, WB-29)."""
    expected = {0: F(2, 3), 1: F(1, 2), 2: F(7, 9), 3: F(49, 54), 4: F(8, 9)}
    f = opened(hunt())
    found = split_values(f)
    assert found == expected
    odds = solve(RULEBOOK, hunt())
    assert odds.value == pytest.approx(49 / 54, abs=1e-12)
    (advice,) = odds.advice
    for o in advice.options:
        k = int(o.label.split(" ")[0]) if "beast" in o.label else 0
        assert o.value == pytest.approx(float(expected[k]), abs=1e-12)
    assert advice.best.label.startswith("3 on beast")


def split_values(f):
    """Attacks on the beast -> expected models killed, as fractions."""
    found = {}
    for k in range(5):

        def take(ask, k=k):
            return next(n for n, o in enumerate(ask.options) if o.value[0] == k)

        ends = outcomes(f, choose=take)
        found[k] = sum(p * (5 - s.living(1) - s.living(2)) for s, p in ends.items())
    return found


def test_v20a_one_by_one():
    """V20(a), WB-R7: declared one by one the best is 59/54."""
    assert solve(RULEBOOK, hunt(attack_declaration="one_by_one")).value == pytest.approx(59 / 54, abs=1e-12)


def test_wb_r7_extra_attacks_follow_on_the_first_that_brings_them():
    f = opened(mob(raider(), rulings={"attack_declaration": "one_by_one"}))
    ask, _ = ask_after(alone(f, strike_singly, slot(f, "mob"), 0, -1, False), ())
    k = legal(ask).index("knife on warriors")
    after = step(alone(f, strike_singly, slot(f, "mob"), 0, -1, False), k)
    assert after.link(0, 1).blows == (0, 2)
    again = alone(after.with_blows(0, 1, 1, 0), *[after.then.tasks[-1].step, *after.then.tasks[-1].args])
    assert step(again, k).link(0, 1).blows == (0, 1)


def test_wb_r7_models_that_may_not_split_strike_together():
    f = mob(blade(attacks=3), rulings={"attack_declaration": "one_by_one", "split_rule": "needs_two_weapons"})
    after = step(alone(opened(f), strike_singly, slot(f, "mob"), 0, -1, False), 0)
    assert after.link(0, 1).blows[0] == 3


def test_wb_15_all_attacks_are_used():
    f = mob(blade(3, attacks=2))
    assert {sum(plan) for plan in legal_plans(f, 0, 0, 3, 2, 2)} == {6}


def test_three_controllers_may_be_struck_by_one_unit():
    """A unit may split its attacks over enemies of several controllers (WB-28)."""
    f = fight(unit("mob", P, blade(2), tied_with=["q", "r"]), unit("q", Q, levy(2)), unit("r", R, levy(2)), max_posts=2)
    assert list(split(f)) == ["2 on q", "1 on q, 1 on r", "2 on r"]
