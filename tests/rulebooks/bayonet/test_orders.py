"""Orders and charges: who may charge whom, how far, and every refusal that needs no table (BY-1 to BY-33)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.plain import ask_after, value
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.measures import verdict
from tests.driving import ask_of, before, codes, legal, outcomes, step, taking
from tests.rulebooks.bayonet.builders import (
    HOME,
    STAND,
    VERDICT,
    battery,
    cavalry,
    charge,
    contact,
    fight,
    horse_battery,
    line,
    order,
    refused,
    slot,
    unit,
    verdicts,
)

SHAKEN = {"casualties": 3}


@pytest.mark.parametrize(
    ("a", "b", "found"),
    [
        (line("a", **SHAKEN), line("b"), {"charger_shaken": "BY-13"}),
        (line("a", disordered=True), line("b"), {}),
        (line("a", formation="skirmish"), line("b", formation="mixed"), {"skirmishers_vs_formed": "BY-17"}),
        (line("a", formation="skirmish"), battery("b"), {}),
        (horse_battery("a", formation="limbered"), line("b"), {"charger_artillery": "BY-15"}),
        (line("a", formation="skirmish"), line("b", formation="march_column"), {}),
        (
            line("a", formation="skirmish", **SHAKEN),
            line("b", formation="square"),
            {"charger_shaken": "BY-13", "skirmishers_vs_formed": "BY-17"},
        ),
        (line("a", formation="garrison"), line("b"), {"charger_in_building": "BY-19"}),
    ],
    ids="abcdefgh",
)
def test_v1_who_may_charge(a, b, found):
    """V1: the shaken, guns and garrisons may not charge, nor skirmishers a formed unit (BY-13, BY-15, BY-17, BY-19)."""
    assert refused(charge(a, b)) == found


@pytest.mark.parametrize(("casualties", "found"), [(2, {}), (3, {"charger_shaken": "BY-13"})])
def test_by_12_shaken_is_casualties_equal_to_stamina(casualties, found):
    assert refused(charge(line("a", casualties=casualties), line("b"))) == found


def test_by_14_and_by_16_march_columns_and_squares_may_not_charge():
    assert refused(charge(line("a", formation="march_column"), line("b"))) == {"charger_march_column": "BY-14"}
    assert refused(charge(line("a", formation="square"), line("b"))) == {"charger_square": "BY-16"}


@pytest.mark.parametrize("formation", ["line", "attack_column", "square", "mixed"])
def test_by_17_skirmishers_are_barred_from_every_formed_target(formation):
    found = refused(charge(line("a", formation="skirmish"), line("b", formation=formation)))
    assert found == {"skirmishers_vs_formed": "BY-17"}


def test_v2_an_order_with_an_if_is_refused():
    """V2: (a) the source's own example, an order with an 'if', is refused (BY-4, BY-5, BY-6)."""
    assert refused(charge(line("a"), line("b"), conditional=True)) == {"order_conditional": "BY-4"}


def said(f):
    """The events of the first charge: (code, clause)."""
    from coldsteel.kernel.asks import Say
    from coldsteel.kernel.state import next_task

    ordered = step(f, 0)
    return [(dict(x.facts)["code"], x.clause) for x in next_task(ordered) if isinstance(x, Say)]


@pytest.mark.parametrize(
    ("given", "event"),
    [
        ({"says_attack": False}, ("order_no_attack", "BY-2")),
        ({"order_moves": 0}, ("order_failed", "BY-7")),
        ({"distance": 12.5}, ("out_of_reach", "BY-22")),
    ],
)
def test_v2_no_attack_no_moves_no_contact(given, event):
    """V2: (b) without the word attack the unit halts short (BY-2, BY-3); (c) without moves it stays (BY-7)."""
    f = charge(line("a"), line("b"), **given)
    assert refused(f) == {}
    assert said(f) == [event]
    assert verdicts(f) == {"A": 0, "B": 0, "neither": 1, "unresolved": 0}


def test_v2_sight_changes_nothing():
    """V2: a target out of sight changes nothing (BY-9)."""
    seen, unseen = (charge(line("a"), line("b"), sees_target=sees, max_rounds=1) for sees in (True, False))
    assert refused(unseen) == refused(seen) == {}
    assert verdicts(seen, STAND) == verdicts(unseen, STAND)


@pytest.mark.parametrize(
    ("distance", "moves", "reaches"), [(13, 1, False), (13, 2, True), (12, 1, True), (24.1, 2, False)]
)
def test_v3_a_charge_reaches_within_its_allowance(distance, moves, reaches):
    """V3: infantry 13 inches away is out of reach with one move, and in contact with two (BY-7, BY-20, BY-22)."""
    f = charge(line("a"), line("b"), distance=distance, order_moves=moves)
    arrived = outcomes(f, HOME, STAND)
    assert {bool(x.contacts[0].on) for x in arrived} == {reaches}
    assert {bool(unit(x, "a").charged) for x in arrived} == {reaches}


def test_v3_near_an_enemy_a_charger_does_not_turn():
    """V3: a target that is not ahead, inside the enemy-near zone: refused (BY-10, BY-11)."""
    assert refused(charge(line("a"), line("b"), turn_needed=True)) == {"needs_turn_in_near_zone": "BY-10"}


def test_by_8_a_unit_in_contact_gets_no_charge_order():
    f = fight(line("a"), [line("b"), line("c")], contacts=[contact("a", "b")], orders=[order("a", "c")])
    assert refused(f) == {"charger_engaged": "BY-8"}


def test_by_23_the_way_must_be_clear():
    assert refused(charge(line("a"), line("b"), path_clear=False)) == {"path_blocked": "BY-23"}


@pytest.mark.parametrize(
    ("side", "half_free", "found"),
    [
        ("front", False, {"side_half_taken": "BY-30"}),
        ("front", True, {}),
        ("left", False, {}),  # BY-32 the limit is for that side alone
    ],
)
def test_by_30_a_taken_side_bars_a_further_charger(side, half_free, found):
    f = fight(
        [line("a"), line("c")],
        line("b"),
        contacts=[contact("c", "b")],
        orders=[order("a", "b", struck_side=side, half_free=half_free)],
    )
    assert refused(f) == found


def test_by_33_orders_are_carried_out_in_the_order_the_active_side_picks():
    f = fight([line("a"), line("c")], line("b"), orders=[order("a", "b"), order("c", "b", struck_side="left")])
    second = step(f, 1)
    assert second.then.tasks[0].args == (1,)
    assert second.then.tasks[1].args == (1, 0, (1,))


def test_by_33_orders_of_one_unit_are_alternatives():
    f = fight(line("a"), [line("b"), line("c")], orders=[order("a", "b"), order("a", "c")])
    given = outcomes(f, HOME, taking("a attacks c", "stand"))
    (state,) = given
    assert [bool(c.on) for c in state.contacts] == [False, True]


def test_by_36_an_order_of_a_later_turn_waits_for_it():
    f = fight(line("a"), line("b"), orders=[order("b", "a", turn=2)])
    assert [t.step.__name__ for t in f.then.tasks] == ["command", "close_combat"]
    state = next(iter(outcomes(f, lambda s: bool(s.contacts[0].on), STAND)))
    assert unit(state, "b").charged
    assert not unit(state, "a").charged


def test_by_139_no_order_touches_a_unit_that_has_gone():
    orders = [order("a", "b"), order("c", "b", turn=3), order("b", "a", turn=2)]
    f = fight([line("a"), line("c")], horse_battery("b", formation="limbered"), orders=orders)
    found = outcomes(f, choose=taking("evade", "a ", "b ", "c "))
    assert {verdict(s) for s in found} == {VERDICT["neither"]}
    assert all(unit(s, "c").fate == 0 and not s.engaged(slot(s, "c")) for s in found)


def test_by_115_a_charger_leaves_its_cover_behind():
    (state,) = outcomes(charge(line("a", cover="light"), line("b")), HOME, STAND)
    assert not unit(state, "a").behind_cover


def test_cavalry_charges_as_anyone():
    assert refused(charge(cavalry("a"), line("b"))) == {}


def test_by_33_what_a_unit_may_no_longer_do_is_told_with_the_reason():
    orders = [order("a", "b"), order("a", "c"), order("d", "c")]
    f = fight([line("a"), line("d")], [line("b"), line("c")], orders=orders)
    after = next(iter(outcomes(step(f, 0), before("command"), STAND)))
    ask, _ = ask_after(after, ())
    assert [o.label for o in ask.options] == ["a attacks c on its front", "d attacks c on its front"]
    assert codes(ask, "a ") == {"unit_has_order": "BY-33", "charger_engaged": "BY-8"}
    assert codes(ask, "d ") == {}


# ---------------------------------------------------------------- optional orders
def may_charge(**given):
    return charge(line("a"), line("b"), optional=True, **given)


def test_by_33_an_order_is_given_unless_it_is_optional():
    assert legal(ask_of(charge(line("a"), line("b")), "order")) == ["a attacks b on its front"]
    assert legal(ask_of(may_charge(), "order")) == ["a attacks b on its front", "hold back a"]


def test_by_33_a_unit_that_is_held_back_does_nothing():
    (state,) = outcomes(may_charge(max_rounds=1), choose=taking("hold back"))
    assert not unit(state, "b").fought
    assert verdict(state) == VERDICT["neither"]


def test_by_33_to_charge_or_not_is_worth_what_the_better_is():
    """V20 once more: standing costs B 413389/1889568, the counter-charge brings it 9479035/322486272. So A charges a
    unit that can only stand, and stays where it is before one that can meet it."""
    a, b = line("a", melee=2, stamina=1), cavalry("b", melee=3, stamina=1)

    def worth(b):
        f = charge(a, b, max_rounds=2, optional=True)
        return value(f, lambda s: (verdict(s) == 0) - (verdict(s) == 1))[0]

    assert worth(b) == 0
    assert worth({**b, "counter_room": False, "evade_room": "blocked"}) == F(413389, 1889568)


def test_by_33_orders_that_are_not_optional_come_before_holding_back():
    orders = [order("a", "b"), order("c", "b", struck_side="left", optional=True)]
    ask = ask_of(fight([line("a"), line("c")], line("b"), orders=orders), "order")
    assert codes(ask, "hold back c") == {"order_not_optional": "BY-33"}
    f = step(fight([line("a"), line("c")], line("b"), orders=orders), 0)
    ask = ask_of(next(iter(outcomes(f, before("command"), STAND))), "order")
    assert legal(ask) == ["c attacks b on its left", "hold back c"]


def test_by_33_an_order_that_may_not_be_given_does_not_bar_holding_back():
    orders = [order("a", "b", path_clear=False), order("c", "b", optional=True), order("c", "d", optional=True)]
    ask = ask_of(fight([line("a"), line("c")], [line("b"), line("d")], orders=orders), "order")
    assert legal(ask) == ["c attacks b on its front", "c attacks d on its front", "hold back c"]


def test_by_33_what_an_earlier_charge_leaves_open_decides_whether_there_is_an_order_to_give():
    """The second order bars holding back only while its target is there: the same command, many states at once."""
    orders = [order("a", "b"), order("c", "b"), order("d", "b", struck_side="left", optional=True)]
    f = fight([line("a"), line("c"), line("d")], line("b", formation="skirmish"), orders=orders, max_rounds=1)
    after = outcomes(step(f, 0), before("command"), taking("evade"))
    assert {verdict(s) for x in after for s in outcomes(x)} == {VERDICT["neither"]}
    assert solve(RULEBOOK, f).value <= 0
