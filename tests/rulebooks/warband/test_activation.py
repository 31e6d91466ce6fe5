"""Who may be activated, in which order, and who may shoot (WB-1 to WB-14, WB-21 to WB-24)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.asks import Choose
from coldsteel.kernel.figures import is_plain
from coldsteel.kernel.plain import End, ask_after, expand, is_legal
from coldsteel.rulebooks.warband.legality import ALL, CHARGERS, activation_bars, decline_bars, may_shoot
from coldsteel.rulebooks.warband.posts import command, options_of
from coldsteel.rulebooks.warband.strikes import all_blows
from tests.driving import alone, step
from tests.rulebooks.warband.builders import (
    P,
    Q,
    blade,
    captain,
    chance,
    chief,
    codes,
    fight,
    killed,
    levy,
    melee,
    opened,
    row,
    slot,
    taking,
    unit,
)


def tower(**given):
    return row("tower", 0, 0, 40, 60, 40, 50, 6, 0, **given)


def harmless(name, controller, **given):
    """A unit that never hits, so that a fight of such units throws no dice."""
    return unit(name, controller, row("m", 0, 0, 40, 40, 40, 0, 1, 1), **given)


def pair(**given):
    return fight(unit("a", P, blade(2)), unit("b", Q, levy(2)), **given)


def refused(f, name, phase=ALL, post=1):
    return codes(activation_bars(f, slot(f, name), post, phase))


# ---------------------------------------------------------------- V2
CHARGE = {"unit": "a", "target": "b"}


def test_v2_charged_or_was_charged():
    """V2: charged successfully: yes; was charged successfully: yes (WB-5)."""
    f = opened(pair(charges=[CHARGE]))
    assert refused(f, "a") == {}
    assert refused(f, "b") == {}


def test_v2_a_charge_that_failed():
    """V2: neither side may be activated (WB-6)."""
    f = opened(pair(charges=[{**CHARGE, "success": False}]))
    for name in ("a", "b"):
        found = refused(f, name)
        assert found["not_eligible"] == "WB-5"
        assert found["charge_failed"] == "WB-6"


def test_v2_a_charge_that_failed_while_tied():
    f = fight(unit("a", P, blade(2)), unit("b", Q, levy(2), tied_with=["a"]), charges=[{**CHARGE, "success": False}])
    assert refused(opened(f), "b") == {}


def test_v2_intervened():
    """V2: a heroic intervention: yes."""
    f = opened(pair(interventions=[{"unit": "b", "target": "a"}]))
    assert refused(f, "b") == {}
    assert "not_eligible" in refused(f, "a")


def test_v2_tied_at_the_start():
    """V2: tied when the post began: yes."""
    assert refused(opened(melee(blade(2), levy(2))), "a") == {}


@pytest.mark.parametrize(
    ("moved_in", "metres", "eligible"), [(1, 0.5, False), (0, 0.5, True), (0, 1.0, True), (0, 1.1, False)]
)
def test_v2_near_by_a_plain_move(moved_in, metres, eligible):
    """V2: came within 0.5 m by a plain move in this post: no; so near at its start, to 1 m inclusive: yes (WB-7)."""
    given = [{"unit": "a", "enemy": "b", "metres": metres, "moved_in": moved_in}]
    f = opened(pair(distances=given))
    assert ("not_eligible" not in refused(f, "a")) == eligible


def test_wb_7_who_withdrew_is_linked_by_no_distance():
    given = [{"unit": "a", "enemy": "b", "metres": 0.5}]
    f = opened(fight(unit("a", P, blade(2), withdrew=True), unit("b", Q, levy(2)), distances=given))
    assert not f.linked(0, 1)
    charged = fight(unit("a", P, blade(2), withdrew=True), unit("b", Q, levy(2)), charges=[{**CHARGE, "unit": "a"}])
    f = opened(charged)
    assert f.linked(0, 1)
    assert not f.units[0].withdrew


def test_v2_the_only_enemy_was_just_destroyed():
    """V2: no (WB-9); and who has been activated in this post: no (WB-10)."""
    f = opened(melee(blade(2), levy(2)))
    assert refused(f.with_row(1, 0, alive=0), "a") == {"no_target": "WB-9"}
    assert refused(f.with_row(1, 0, alive=0), "b").keys() >= {"unit_gone"}
    assert refused(f.with_unit(0, activated=True), "a") == {"already_activated": "WB-10"}
    assert refused(f.with_unit(0, declined=True), "a") == {"declined": "WB-8"}


def test_v2_all_models_without_attacks():
    """V2: tied at the start, all models `attacks` 0: no (WB-7, WB-21)."""
    found = refused(opened(melee(tower(), levy(2))), "a")
    assert found == {"not_eligible": "WB-5", "cannot_strike": "WB-9"}


# ---------------------------------------------------------------- V3
def order_of_three(**rulings):
    """P1 charged Q1, P2 and P4 are tied with Q2, the charge of P3 failed."""
    return fight(
        harmless("P1", P),
        harmless("P2", P, tied_with=["Q2"]),
        harmless("P3", P),
        harmless("P4", P, tied_with=["Q2"]),
        harmless("Q1", Q),
        harmless("Q2", Q),
        charges=[{"unit": "P1", "target": "Q1"}, {"unit": "P3", "target": "Q1", "success": False}],
        max_posts=1,
        rulings=rulings,
    )


def sequences(f):
    """In how many ways everybody can be activated, nobody held back, no dice thrown."""
    return len(set(lines(f, ())))


def lines(f, done):
    if not f.then.tasks:
        yield done
        return
    ask, end = ask_after(f, ())
    if ask is None:
        yield from lines(end, done)
        return
    assert isinstance(ask, Choose)
    strikes = [k for k, o in enumerate(ask.options) if is_legal(o) and o.value[0] == "activate"]
    for k in strikes or [-1]:
        tree = expand(f, (k,))
        assert isinstance(tree, End)
        yield from lines(tree.state, (*done, ask.options[k].value) if k >= 0 else done)


@pytest.mark.parametrize(
    ("rulings", "n"), [({}, 4), ({"who_fights": "own_post"}, 2), ({"second_side_order": "alternate"}, 4)]
)
def test_v3_legal_sequences(rulings, n):
    """V3: default 4, `own_post` 2, `alternate` 4 (WB-11 to WB-14, WB-R1, WB-R2)."""
    assert sequences(order_of_three(**rulings)) == n


def test_v3_chargers_come_first():
    """V3: P2 before P1 is illegal (WB-12), unless P1 was declined; P3 is illegal (WB-5, WB-6)."""
    f = opened(order_of_three())
    assert f.then.tasks[0].args[-1] == CHARGERS
    assert refused(f, "P2", CHARGERS) == {"chargers_first": "WB-12"}
    assert {"not_eligible", "charge_failed"} <= set(refused(f, "P3", CHARGERS))
    options = options_of(f, 1, 0, CHARGERS)
    k = next(k for k, o in enumerate(options) if o.label == "P1 holds back")
    after = step(step(f, k))  # nobody of the class is left
    assert "P2 strikes" in [o.label for o in ask_after(after, ())[0].options if is_legal(o)]


def test_wb_r2_alternating_controllers():
    """`alternate`: the second levies strike before their blades (WB-R2)."""
    f = fight(
        harmless("a1", P, tied_with=["b1"]),
        harmless("a2", P, tied_with=["b2"]),
        harmless("b1", Q),
        harmless("b2", Q),
        max_posts=1,
        rulings={"second_side_order": "alternate"},
    )
    orders = {tuple(value[1] for value in line) for line in lines(f, ())}
    assert len(orders) == 4
    assert all({order[0], order[2]} == {0, 1} for order in orders)


@pytest.mark.parametrize(("order", "expected"), [("after_poster", F(63, 200)), ("alternate", F(147, 400))])
def test_wb_r2_levies_strike_before_their_blades(order, expected):
    """Two separate pairs of 2 blades (posting) and 2 levies: 63/200 or 147/400 blades killed are expected (WB-R2)."""
    f = fight(
        unit("a1", P, blade(2), tied_with=["b1"]),
        unit("a2", P, blade(2), tied_with=["b2"]),
        unit("b1", Q, levy(2)),
        unit("b2", Q, levy(2)),
        max_posts=1,
        rulings={"second_side_order": order},
    )
    take = taking("a1 strikes", "b2 strikes", "strikes")
    assert chance(f, lambda s: killed(s, "a1") + killed(s, "a2"), choose=take) == expected


# ---------------------------------------------------------------- holding back
def test_wb_8_holding_back_is_final():
    f = opened(
        fight(unit("a", P, blade(2), tied_with=["b"]), unit("c", P, blade(), tied_with=["b"]), unit("b", Q, levy(2)))
    )
    ask, _ = ask_after(f, ())
    k = next(k for k, o in enumerate(ask.options) if o.label == "a holds back")
    after = step(f, k)
    assert refused(after, "a") == {"declined": "WB-8"}


@pytest.mark.parametrize(("optional", "found"), [(True, {}), (False, {"must_fight": "WB-8"})])
def test_wb_r3_must_an_eligible_unit_fight(optional, found):
    """3 blades want no attack: legal, or illegal (WB-R3)."""
    f = opened(melee([blade(3)], levy(2), rulings={"activation_optional": optional}))
    assert codes(decline_bars(f, slot(f, "a"), 1, ALL)) == found


def test_wb_8_nothing_to_decline():
    f = opened(pair())
    assert codes(decline_bars(f, slot(f, "a"), 1, ALL)) == {"nothing_to_decline": "WB-8"}


def test_wb_r3_a_unit_that_could_only_duel_may_hold_back():
    f = opened(melee([captain(), levy()], [chief()], rulings={"activation_optional": False}))
    assert "must_fight" in codes(decline_bars(f, slot(f, "a"), 1, ALL))


def test_a_class_of_one_unit_that_has_to_fight_asks_nobody():
    f = opened(melee(blade(), levy(), rulings={"activation_optional": False}))
    ask, _ = ask_after(alone(f, command, 1, 0, ALL), ())
    assert not isinstance(ask, Choose)


# ---------------------------------------------------------------- V4
def test_v4_a_tower_and_blades():
    """V4: the tower may shoot and makes no attack; the blades are tied and may not (WB-21 to WB-24)."""
    f = opened(melee(tower(), blade(5)))
    assert not may_shoot(f, slot(f, "a"), 0).when
    shoot = may_shoot(f, slot(f, "b"), 0)
    assert (shoot.when, shoot.clause) == (True, "WB-23")
    assert f.tied(slot(f, "b"))
    assert refused(f, "b") == {}


def test_v4_gunners_and_their_gun():
    """V4: 4 attacks, 8 with the bonus; the gun may shoot, the gunners may not (WB-80)."""
    gunners = [row("gunner", 40, 40, 40, 40, 40, 0, 1, 1, count=4), row("gun", 0, 0, 40, 60, 40, 0, 4, 0)]
    f = opened(melee(gunners, blade(2)))
    weapon = f.profile(0, 0).weapons[0]
    assert all_blows(f, 0, 0, weapon, False) == 4
    assert all_blows(f.with_unit(0, attack_bonus_left=1), 0, 0, weapon, False) == 8
    assert may_shoot(f, 0, 0).when
    assert not may_shoot(f, 0, 1).when


@pytest.mark.parametrize("may", [True, False])
def test_wb_r4_may_a_tied_rifleman_shoot(may):
    """No, citing WB-23; or yes (WB-R4)."""
    f = opened(melee(blade(), levy(), rulings={"tied_may_shoot": may}))
    assert may_shoot(f, 0, 0).when != may


@pytest.mark.parametrize(("ties", "eligible"), [(True, True), (False, False)])
def test_wb_r5_tied_by_a_tower(ties, eligible):
    """5 blades charged a tower last post: in this post they are eligible, or not (WB-24, WB-R5)."""
    f = opened(melee(blade(5), tower(), rulings={"zero_attack_ties_enemy": ties}))
    assert ("not_eligible" not in refused(f, "a")) == eligible


def test_the_bars_of_plain_fights_are_plain():
    f = opened(melee(blade(), levy()))
    assert all(is_plain(b.when) for b in activation_bars(f, 0, 1, ALL))


@pytest.mark.parametrize("optional", [True, False])
@pytest.mark.parametrize("idle", [0, 1])
def test_wb_10_a_lone_unit_that_charged_strikes_once(optional, idle):
    """2 blades that charge kill 1/2 of 4 levies, whether or not their controller has another unit (WB-10 to WB-12)."""
    f = fight(
        unit("a", P, blade(2)),
        *(unit("idle", P, blade()) for _ in range(idle)),
        unit("b", Q, levy(4)),
        charges=[CHARGE],
        max_posts=1,
        rulings={"activation_optional": optional, "who_fights": "own_post"},
    )
    assert chance(f, lambda s: killed(s, "b"), choose=taking("a strikes")) == F(1, 2)


def test_wb_8_a_lone_charger_that_holds_back_has_done_so_for_good():
    f = opened(pair(charges=[CHARGE]))
    after = step(f, 1)
    assert refused(after, "a") == {"declined": "WB-8"}
    assert chance(f, lambda s: killed(s, "b"), lambda s: s.then.tasks[0].args[1] == 1, taking("holds back")) == 0
