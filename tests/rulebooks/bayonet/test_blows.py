"""Blows: dice, sharing out, needs, saves, casualties (BY-86 to BY-116)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.plain import ask_after, is_legal
from coldsteel.kernel.state import evolve
from coldsteel.rulebooks.bayonet.melee import exchange, share_out
from coldsteel.rulebooks.bayonet.tables import blow_dice, save_need, total_dice
from tests.driving import alone, outcomes, step, taking
from tests.rulebooks.bayonet.builders import (
    SIDES,
    battery,
    cavalry,
    chain,
    contact,
    fight,
    horse_battery,
    line,
    melee,
    need,
    round_won,
    slot,
    touched,
    unit,
)


def save(f, who, side=0):
    return save_need(f, slot(f, who), side).value


# ---------------------------------------------------------------- dice
@pytest.mark.parametrize(
    ("b", "dice"),
    [
        (line("b"), 6),
        (line("b", size="large"), 8),
        (line("b", size="small"), 4),
        (line("b", size="tiny"), 1),
        (battery("b", size="small", melee=1), 1),
        (battery("b", size="small", melee=0), 0),
        (horse_battery("b", formation="limbered"), 0),
        (line("b", size="large", formation="march_column"), 1),
        (line("b", formation="square"), 2),
        (line("b", formation="garrison", size="tiny"), 1),
    ],
)
def test_v11_dice_against_one_enemy(b, dice):
    """V11: large 8, small 4, tiny 1, small battery 1, limbered 0, march column 1 (BY-88 to BY-92, BY-95, BY-96)."""
    f = melee(line("a"), b)
    assert blow_dice(f, slot(f, "b")).value == dice


@pytest.mark.parametrize(
    ("b", "sides", "dice"),
    [
        (line("b", formation="square"), SIDES, 6),
        (line("b", formation="square", size="large"), SIDES, 8),
        (line("b", formation="garrison", size="small"), SIDES[:3], 4),
        (line("b", formation="garrison", size="tiny"), SIDES[:2], 1),
        (line("b", formation="square"), SIDES[:2], 4),
        (line("b"), SIDES[:2], 6),
    ],
)
def test_v11_dice_against_several(b, sides, dice):
    """V11: a square or garrison uses two dice a side and its modified value in all (BY-93, BY-94, BY-97)."""
    ask = share_ask(touched(b, sides))
    assert {sum(o.value) for o in ask.options if is_legal(o)} == {dice}


def share_ask(f):
    ask, _ = ask_after(alone(f, share_out, slot(f, "b"), f.enemies(slot(f, "b"))), ())
    return ask


def test_v11_a_small_square_on_three_sides_has_six_ways():
    """V11: a small square with one enemy on each of three sides has 6 legal sharings-out of its 4 dice (BY-97)."""
    ask = share_ask(touched(line("b", formation="square", size="small"), SIDES[:3]))
    assert sum(is_legal(o) for o in ask.options) == 6


def test_by_93_and_by_98_bad_sharings_are_refused():
    ask = share_ask(touched(line("b", formation="square"), SIDES[:2]))
    found = {o.value: {b.code: b.clause for b in o.bars if b.when} for o in ask.options}
    assert found[4, 0] == {"too_many_dice_on_side": "BY-93"}
    assert found[0, 0] == {"wrong_dice_total": "BY-98"}
    assert found[2, 2] == {}


def test_by_97_two_enemies_on_one_side_of_a_square_share_two_dice():
    ask = share_ask(touched(line("b", formation="square"), ["front", "front"]))
    assert sorted(o.value for o in ask.options if is_legal(o)) == [(0, 2), (1, 1), (2, 0)]


def test_by_98_an_ordinary_unit_shares_as_it_likes():
    ask = share_ask(touched(line("b", melee=2), ["front", "front"]))
    assert sorted(o.value for o in ask.options if is_legal(o)) == [(0, 2), (1, 1), (2, 0)]


@pytest.mark.parametrize(("first", "names"), [("active", ["a2", "b1"]), ("other", ["b1", "a2"])])
@pytest.mark.parametrize("active", ["A", "B"])
def test_by_99_the_active_side_shares_out_first(active, first, names):
    f = chain(active=active, rulings={"allocation_first": first})
    tasks = step(f).then.tasks
    found = [f.id(t.args[0]) for t in tasks if t.step == share_out]
    assert found == (names if active == "A" else names[::-1])


# ---------------------------------------------------------------- to hit
def test_v12_a_charging_line_on_the_left_flank_of_a_line():
    """V12: (a) charging line on a flank 2+, the target 5+ (BY-101, BY-105, BY-106)."""
    f = fight(line("a", charged=True), line("b"), contacts=[contact("a", "b", "left")])
    assert (need(f, "a", "b"), need(f, "b", "a")) == (2, 5)


def test_v12_charging_cavalry_on_the_rear_of_disordered_skirmishers():
    """V12: (b) charging cavalry 2+; disordered skirmishers in the rear 7+, no hit possible (BY-103, BY-104, BY-113)."""
    b = line("b", formation="skirmish", disordered=True)
    f = fight(cavalry("a", charged=True), b, contacts=[contact("a", "b", "rear")])
    assert (need(f, "a", "b"), need(f, "b", "a")) == (2, 7)


def test_v12_a_winner_and_a_line_in_poor_order():
    """V12: (c) cavalry that won the last round 3+; a shaken and disordered line 5+ (BY-102, BY-109)."""
    f = melee(cavalry("a", won_last=True), line("b", casualties=3, disordered=True))
    assert (need(f, "a", "b"), need(f, "b", "a")) == (3, 5)


def test_v12_two_chargers():
    """V12: (d) front charger 3+, flank charger 2+, the target 5+ against both (BY-111)."""
    f = fight(
        [line("a1", charged=True), cavalry("a2", charged=True)],
        line("b"),
        contacts=[contact("a1", "b"), contact("a2", "b", "right")],
    )
    assert [need(f, "a1", "b"), need(f, "a2", "b"), need(f, "b", "a1"), need(f, "b", "a2")] == [3, 2, 5, 5]


def test_v12_a_square_has_no_flank():
    """V12: (e) charging cavalry on a square's left side 3+, the square 4+ (BY-112)."""
    f = fight(cavalry("a", charged=True), line("b", formation="square"), contacts=[contact("a", "b", "left")])
    assert (need(f, "a", "b"), need(f, "b", "a")) == (3, 4)


def test_by_110_flank_modifiers_last_as_long_as_the_contact():
    f = fight(line("a"), line("b"), contacts=[contact("a", "b", "rear")])
    assert (need(f, "a", "b"), need(f, "b", "a")) == (3, 5)


# ---------------------------------------------------------------- saves
@pytest.mark.parametrize(
    ("b", "side", "saves"),
    [
        (line("b"), 0, 4),
        (line("b", formation="attack_column"), 0, 3),
        (line("b", cover="light"), 0, 3),
        (line("b", cover="light"), 3, 4),
        (line("b", cover="heavy"), 0, 2),
        (line("b", formation="garrison"), 2, 2),
        (line("b", formation="march_column"), 0, 6),
    ],
)
def test_v13_saves(b, side, saves):
    """V13: plain 4+, column 3+, cover 3+ on its side, garrison 2+, march column 6+ (BY-114, BY-115)."""
    assert save(melee(line("a"), b), "b", side) == saves


def test_v13_a_line_that_charged_out_of_its_cover():
    """V13: a line that charged out from behind its light cover saves on 4+ (BY-115)."""
    f = melee(line("a", cover="light"), line("b"))
    a = slot(f, "a")
    assert save(f, "a") == 3
    assert save(f.with_unit(a, behind_cover=False), "a") == 4


@pytest.mark.parametrize(
    ("hit", "morale", "column", "casualty"),
    [
        (3, 4, False, F(1, 3)),
        (4, 4, False, F(1, 4)),
        (3, 3, False, F(2, 9)),
        (5, 2, False, F(1, 18)),
        (2, 6, False, F(25, 36)),
        (7, 4, False, F(0)),
        (3, 2, True, F(0)),  # saves on 1+
    ],
)
def test_v13_chance_that_one_die_causes_a_casualty(hit, morale, column, casualty):
    """V13: chance that one die causes a casualty (BY-100, BY-113, BY-116)."""
    b = line("b", melee=0, morale=morale, formation="attack_column" if column else "line")
    f = melee(line("a", melee=1), b, parameters={"hit_base": hit})
    found = outcomes(alone(f, exchange, slot(f, "a"), slot(f, "b"), True, True))
    assert sum(p for s, p in found.items() if unit(s, "b").lost == 1) == casualty


# ---------------------------------------------------------------- two chargers
@pytest.mark.parametrize(
    ("on_cavalry", "won"),
    [
        (0, F(84364061, 2448880128)),
        (3, F(41696555, 918330048)),
        (6, F(203562563, 3486784401)),
    ],
)
def test_v18_two_chargers(on_cavalry, won):
    """V18: the chance that B wins the round if it puts 0, 3 or 6 dice on the cavalry (BY-98, BY-111, BY-119)."""
    f = fight(
        [line("a1", charged=True), cavalry("a2", melee=4, morale=5, charged=True)],
        line("b"),
        contacts=[contact("a1", "b"), contact("a2", "b", "right")],
    )
    assert round_won(f, taking(f"{6 - on_cavalry} on a1"))[2] == won


def test_by_86_blows_are_simultaneous():
    """Losses wait until all blows are struck: nothing that the second side's blows look at has changed."""
    f = melee(line("a", charged=True), line("b", stamina=1))
    first = alone(f, exchange, slot(f, "a"), slot(f, "b"), True, True)
    ask, _ = ask_after(first, ())
    again, _ = ask_after(first, (6,))
    assert ask.n == again.n == 6
    assert again.classes[0].low == 4  # B is not yet shaken by its six casualties
    hurt = step(first, 6, 0)
    assert unit(hurt, "b").lost == 6
    assert unit(hurt, "b").casualties == 0


def test_by_95_rows_add_up_to_the_dice():
    f = melee(line("a"), line("b", size="large", formation="march_column"))
    found = total_dice(f, slot(f, "b"))
    assert 6 + sum(r.amount for r in found.rows) == found.value == 1
    assert [r.clause for r in found.rows] == ["BY-88", "BY-92"]


def test_a_state_without_dice_to_share_has_one_sharing():
    f = touched(line("b", melee=0), ["front", "front"])
    assert [o.value for o in share_ask(f).options if is_legal(o)] == [(0, 0)]
    assert evolve(f) == f
