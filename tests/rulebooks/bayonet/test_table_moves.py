"""Moves on a table other than charges: evasion, counter-charge, turn to face, square, retreats (BY-59 to BY-136)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.bayonet.rout import retreats
from coldsteel.rulebooks.bayonet.setup import Fate, Formation
from coldsteel.rulebooks.bayonet.supports import supports
from coldsteel.rulebooks.bayonet.tabletop import command_zone, footprint
from tests.driving import alone, ask_of, codes, legal, outcomes, spread, step, taking
from tests.rulebooks.bayonet.builders import (
    HOME,
    at,
    battery,
    cavalry,
    extent_of,
    fight,
    line,
    need,
    order,
    reactions,
    round_won,
    slot,
    stand_at,
    unit,
)


def charged(a, b, *others, friends=(), **given):
    """`a` of A charges `b` of B; `others` of B and `friends` of A stand by."""
    return fight([a, *friends], [b, *others], orders=[order(a["id"], b["id"])], **given)


def after(f, *wishes):
    (found,) = outcomes(f, HOME, taking("a ", *wishes))
    return found


# ---------------------------------------------------------------- evade
def evading(*others, b=(30, 24), friends=(), **given):
    """V8: cavalry, facing 0, struck in front by a line 10 inches ahead of it."""
    x, y = b
    f = charged(at(line("a"), x, y + 12, 180), at(cavalry("b"), x, y), *others, friends=friends, **given)
    return after(f, "evade")


def ended(f):
    return Fate(unit(f, "b").fate), stand_at(f, "b")


def test_v8_by_63_by_64_by_65_it_slides_straight_to_its_rear():
    """V8: centre (30, 24), struck in front: ends at (30, 6); the charger has completed its move (BY-63)."""
    f = evading()
    assert ended(f) == (Fate.EVADED, (30, 6, 0))
    assert stand_at(f, "a") == (30, 26, 180)
    assert not f.fighting()
    assert not unit(f, "a").charged


def test_v8_by_66_by_67_an_enemy_in_its_way():
    """V8: with an enemy 4x2 at (31, 12): destroyed (BY-66)."""
    f = evading(friends=[at(line("e"), 31, 12, width=4)])
    assert ended(f) == (Fate.DESTROYED, None)
    ground = evading(impassable=[[[29, 11], [31, 11], [31, 12]]])
    assert ended(ground) == (Fate.DESTROYED, None)


@pytest.mark.parametrize(("y", "fate"), [(7, (Fate.DESTROYED, None)), (12, (Fate.EVADED, (30, 6, 0)))])
def test_v8_by_68_by_69_friends_are_passed_completely_or_not_at_all(y, fate):
    """V8: with a friend 6x2 at (30, 7): destroyed; at (30, 12): it passes and ends at (30, 6) (BY-68, BY-C10)."""
    assert ended(evading(at(line("g"), 30, y))) == fate


def test_v8_by_65_struck_on_the_left():
    """V8: struck on the left: ends at (48, 24)."""
    f = charged(at(line("a"), 15, 24, 90), at(cavalry("b"), 30, 24))
    assert ended(after(f, "evade")) == (Fate.EVADED, (48, 24, 0))


def test_v8_by_70_by_71_over_the_edge():
    """V8: the footprint would reach y = -0.5: `left_table`; under `table_edge` = `centre` it stays in play (BY-R24)."""
    assert ended(evading(b=(30, 18.5))) == (Fate.LEFT_TABLE, None)
    assert ended(evading(b=(30, 18.5), rulings={"table_edge": "centre"})) == (Fate.EVADED, (30, 0.5, 0))
    assert ended(evading(b=(30, 17.5), rulings={"table_edge": "whole"})) == (Fate.EVADED, (30, -0.5, 0))
    assert ended(evading(b=(30, 17.5), rulings={"table_edge": "centre"})) == (Fate.LEFT_TABLE, None)
    assert ended(evading(b=(30, 17), rulings={"table_edge": "whole"})) == (Fate.LEFT_TABLE, None)  # its front on y = 0


def test_by_71_room_comes_before_friends_and_friends_before_the_edge():
    f = evading(at(line("g"), 30, 1.2), b=(30, 18.5), friends=[at(line("e"), 30, 10)])
    assert ended(f)[0] == Fate.DESTROYED
    assert ended(evading(at(line("g"), 30, 1.2), b=(30, 18.5)))[0] == Fate.DESTROYED


def test_by_66_the_owner_is_told_before():
    f = charged(at(line("a"), 30, 36, 180), at(cavalry("b"), 30, 24), friends=[at(line("e"), 31, 12, width=4)])
    assert reactions(f) == ["stand", "evade (destroyed)", "counter-charge"]


def test_by_29_the_charger_of_an_evader_may_touch_another():
    """BY-29, BY-63: it has closed on the evader's side, and there it touches another enemy, which it fights."""
    f = charged(at(line("a"), 35, 36, 180), at(cavalry("b"), 34, 24, width=2), at(line("c"), 38, 24))
    now = after(f, "evade")
    assert now.touches(slot(f, "a"), slot(f, "c"))
    assert not now.touches(slot(f, "a"), slot(f, "b"))
    assert unit(now, "a").charged


# ---------------------------------------------------------------- counter-charge
def test_v9_by_75_by_76_they_meet_half_way():
    """V9: they meet at (13, 14), each command zone moves 5, the charger ends facing 36.87 degrees (BY-78)."""
    f = charged(at(cavalry("a"), 10, 9), at(cavalry("b"), 16, 19, 180))
    now = after(f, "counter-charge")
    for name in "ab":
        x, y = command_zone(footprint(now.then.ground, slot(f, name)))
        assert (x, y) == pytest.approx((13, 14), abs=0.01)
    assert stand_at(now, "a")[2] == 36.87
    assert stand_at(now, "b")[2] == 216.87
    assert (need(now, "a", "b"), need(now, "b", "a")) == (3, 3)


def test_v9_by_79_against_charging_infantry():
    """V9: infantry charging cavalry that counter-charges: infantry 4+, cavalry 3+ (BY-79)."""
    now = after(charged(at(line("a"), 10, 9), at(cavalry("b"), 16, 19, 180)), "counter-charge")
    assert (need(now, "a", "b"), need(now, "b", "a")) == (4, 3)


def test_by_77_no_room_where_they_would_meet():
    """BY-77, BY-C11: impassable ground beside the middle bars the counter-charge, or the overlap is let stand."""
    wall = [[[14, 11], [15, 11], [15, 12]]]
    first, second = (
        charged(
            at(cavalry("a"), 10, 9),
            at(cavalry("b"), 16, 19, 180),
            impassable=wall,
            rulings={"counter_needs_room": needed},
        )
        for needed in (True, False)
    )
    assert codes(ask_of(first, "reaction"), "counter-charge") == {"counter_no_room": "BY-77"}
    assert reactions(second) == ["stand", "counter-charge"]


# ---------------------------------------------------------------- turn to face
V10 = at(cavalry("a"), 45, 24, 270), at(cavalry("b"), 30, 24)


def test_v10_by_82_by_83_by_84_it_turns_about_its_centre():
    """V10: it turns to facing 90, its footprint becomes x 29 to 31, y 21 to 27; then the charge strikes its front."""
    now = after(charged(*V10), "turn")
    assert stand_at(now, "b") == (30, 24, 90)
    assert extent_of(now, "b") == pytest.approx((29, 31, 21, 27))
    assert stand_at(now, "a") == (32, 24, 270)
    assert (need(now, "a", "b"), need(now, "b", "a")) == (3, 4)
    stood = after(charged(*V10), "stand")
    assert (need(stood, "a", "b"), need(stood, "b", "a")) == (2, 5)


def test_v10_by_83_a_friend_in_the_way():
    """V10: a friend 4x2 at (30, 27) would overlap: not offered (BY-82)."""
    f = charged(*V10, at(line("g"), 30, 27, width=4))
    assert codes(ask_of(f, "reaction"), "turn") == {"turn_no_room": "BY-82"}


def test_by_83_a_corner_off_the_table():
    f = charged(at(cavalry("a"), 45, 3, 270), at(cavalry("b"), 30, 2))
    assert codes(ask_of(f, "reaction"), "turn") == {"turn_no_room": "BY-82"}


def test_by_r27_on_a_table_the_turn_is_forfeited():
    f = charged(*V10, at(line("g"), 30, 27, width=4), rulings={"turn_without_room": "forfeited"})
    now = after(f, "turn")
    assert stand_at(now, "b") == (30, 24, 0)
    assert need(now, "a", "b") == 2


# ---------------------------------------------------------------- form square
def squares(*others, **b):
    return charged(at(cavalry("a"), 30, 40, 180), at(line("b", **b), 30, 24, width=8), *others)


def test_by_59_by_c9_the_footprint_of_a_square():
    """BY-59: same centre and facing, `square_side` long (default: half of the width); the charger strikes its front."""
    f = squares()
    found = spread(f, lambda s: (unit(s, "b").formation, extent_of(s, "b"), stand_at(s, "a")), HOME, taking("a "))
    square, old = (28.0, 32.0, 22.0, 26.0), (26.0, 34.0, 23.0, 25.0)
    assert found == {
        (Formation.SQUARE, square, (30, 27, 180)): F(35, 36),
        (Formation.LINE, old, (30, 26, 180)): F(1, 36),
    }


def test_by_59_the_square_shrinks_until_it_fits():
    f = squares(at(line("g"), 30, 21.5, width=2), square_side=5)
    (s,) = [
        s
        for s in outcomes(f, HOME, taking("a "))
        if unit(s, "b").formation == Formation.SQUARE and not unit(s, "b").disordered
    ]
    assert extent_of(s, "b") == pytest.approx((28.5, 31.5, 22.5, 25.5))


def test_by_59_the_square_shrinks_at_the_edge_too():
    """BY-59: centre 1.5 inches from the edge: of 4 inches 3 are left, and the charger strikes its front at y = 3."""
    f = charged(at(cavalry("a"), 30, 20, 180), at(line("b"), 30, 1.5, width=8))
    found = spread(f, lambda s: (unit(s, "b").formation, extent_of(s, "b"), stand_at(s, "a")), HOME, taking("a "))
    assert found[Formation.SQUARE, (28.5, 31.5, 0.0, 3.0), (30, 4, 180)] == F(35, 36)


# ---------------------------------------------------------------- supports
def supported(*friends, rulings=None, b=None, **given):
    """V14: B at (30, 30), facing 0, is charged in front; its friends stand around."""
    a = at(line("a"), 30, 40, 180)
    return charged(a, at(b or line("b"), 30, 30), *friends, max_rounds=1, rulings=rulings or {}, **given)


V14 = (
    at(line("rear"), 30, 25),
    at(line("flank"), 24, 26),
    at(line("far"), 30, 21),
    at(line("marching", formation="march_column"), 38, 30),
)


def test_v14_by_120_by_121_by_c15_supports():
    """V14: rear support, support of the left flank, one too far, one in march column: +2 (BY-120, BY-121, BY-C15)."""
    f = supported(*V14)
    home = after(f, "stand")
    b = slot(f, "b")
    assert supports(home, (slot(f, "a"), b)) == ((b, 1, 1),)
    assert round_won(f, taking("a ", "stand")) == (F(5419, 55296), F(18065, 110592), F(81689, 110592))


@pytest.mark.parametrize(
    ("friend", "held"),
    [
        (at(line("g"), 30, 25), 1),
        (at(line("g", casualties=3), 30, 25), 0),
        (at(battery("g"), 30, 25), 0),
        (at(line("g", disordered=True), 30, 25), 1),
        (at(line("g"), 30, 21.98), 0),
        (at(line("g"), 30, 22), 1),
        (at(line("g"), 38, 36), 0),
    ],
)
def test_by_121_who_supports(friend, held):
    """BY-121: not the shaken, not artillery, not beyond 6 inches, not from the front quarter."""
    f = after(supported(friend), "stand")
    assert sum(x[1] + x[2] for x in supports(f, (slot(f, "a"), slot(f, "b")))) == held


def test_by_121_a_friend_supports_one_unit_the_nearest():
    """BY-121: of two that fight it supports the nearer; of two as near the one that is listed first."""
    a = [at(line(f"a{k}"), x, 40, 180) for k, x in enumerate((26, 36))]
    for x, wanted in ((30.9, "b0"), (31, "b0"), (31.1, "b1")):
        b = [at(line(f"b{k}"), x, 30) for k, x in enumerate((26, 36))]
        f = fight(a, [*b, at(line("g"), x, 26, width=2)], orders=[order("a0", "b0"), order("a1", "b1")])
        (home,) = outcomes(f, HOME, taking("a0", "a1", "stand"))
        (found,) = supports(home, tuple(slot(f, n) for n in ("a0", "a1", "b0", "b1")))
        assert (f.id(found[0]), found[1:]) == (wanted, (1, 0))


def test_by_121_as_near_is_as_near_whatever_the_last_digit_of_a_float_says():
    """BY-121: 2.5 to the side and 1.7 ahead of it on either hand: the one listed first, wherever the friend stands."""
    for x, y in ((29.91, 24.49), (28.91, 27.22), (20.51, 25.41)):
        b = [at(line("b0"), x - 5, y + 3.7, width=3), at(line("b1"), x + 5, y + 3.7, width=3)]
        f = fight(at(line("a"), 5, 5), [*b, at(line("g"), x, y, width=2)])
        assert supports(f, (slot(f, "b0"), slot(f, "b1"))) == ((slot(f, "b0"), 0, 1),)


def test_by_120_a_square_has_no_support():
    f = fight(at(line("a"), 30, 32, 180), [at(line("b", formation="square"), 30, 30), at(line("g"), 30, 25)])
    assert supports(f, (slot(f, "a"), slot(f, "b"))) == ()


def test_by_c15_the_reach_is_a_parameter():
    f = after(supported(at(line("g"), 30, 21), parameters={"support_reach_in": 7}), "stand")
    assert supports(f, (slot(f, "a"), slot(f, "b"))) == ((slot(f, "b"), 1, 0),)


# ---------------------------------------------------------------- retreats
def lost(f, name, answer, *wishes):
    """The state after a unit's test has the result `answer` (1: retires disordered) and the moves are made."""
    u = slot(f, name)
    f = f.with_unit(u, fate=Fate.RETIRED_DISORDERED if answer == 1 else Fate.RETIRED_GOOD, disordered=answer == 1)
    todo = alone(f, retreats, (u,), 1 - f.side(u))
    (found,) = outcomes(todo, choose=taking(*wishes) if wishes else None)
    return found


FRONT = at(line("a"), 30, 32, 180)


def test_v17_by_130_one_full_move():
    """V17: touched in front: one full move straight back, keeping its facing (BY-130, BY-131)."""
    f = lost(fight(FRONT, at(line("b"), 30, 30)), "b", 2)
    assert stand_at(f, "b") == (30, 18, 0)
    assert (unit(f, "b").fate, unit(f, "b").disordered) == (Fate.RETIRED_GOOD, False)


def test_v17_by_132_a_friend_where_it_would_end():
    """V17: with a friend 6x2 at (30, 18): two full moves, ends at (30, 6), disordered (BY-132)."""
    f = lost(fight(FRONT, [at(line("b"), 30, 30), at(line("g"), 30, 18)]), "b", 2)
    assert stand_at(f, "b") == (30, 6, 0)
    assert (unit(f, "b").fate, unit(f, "b").disordered) == (Fate.RETIRED_DISORDERED, True)


@pytest.mark.parametrize(
    ("others", "y", "fate"),
    [
        ([at(line("g"), 30, 6), at(line("h"), 30, 18)], 30, Fate.DESTROYED),
        ([], 12.5, Fate.LEFT_TABLE),
        ([], 13, Fate.RETIRED_GOOD),
    ],
)
def test_by_132_no_room_and_the_edge(others, y, fate):
    f = lost(fight(at(line("a"), 30, y + 2, 180), [at(line("b"), 30, y), *others]), "b", 2)
    assert unit(f, "b").fate == fate
    assert (stand_at(f, "b") is None) == (fate in (Fate.DESTROYED, Fate.LEFT_TABLE))


def test_by_71_half_a_grain_over_the_edge_is_not_off_the_table():
    """BY-71: a charger 6.01 wide whose end should lie on the edge x = 72 stands with its centre at 69, the hundredth
    next to 68.995; it retires along the edge, and has not left the table."""
    a, b = at(line("a", full_move=20), 68.9, 30, 180, width=6.01), at(line("b"), 70.5, 14, width=3)
    home = after(charged(a, b), "stand")
    assert stand_at(home, "a") == (69, 16, 180)
    f = lost(home, "a", 2)
    assert (unit(f, "a").fate, stand_at(f, "a")) == (Fate.RETIRED_GOOD, (69, 36, 180))


def test_by_132_an_enemy_on_the_strip():
    f = lost(fight([FRONT, at(line("e"), 33, 20)], at(line("b"), 30, 30)), "b", 2)
    assert unit(f, "b").fate == Fate.DESTROYED


def test_by_130_the_number_of_moves_is_a_parameter():
    f = lost(fight(FRONT, at(line("b"), 30, 30), parameters={"retire_moves": 2}), "b", 2)
    assert stand_at(f, "b") == (30, 6, 0)


LEFT, RIGHT, REAR = at(line("l"), 26, 30, 90), at(line("r"), 34, 30, 270), at(line("q"), 30, 28)


@pytest.mark.parametrize(
    ("enemies", "wishes", "end"),
    [
        ([FRONT, LEFT], (), (30, 18, 0)),
        ([LEFT], (), (42, 30, 0)),
        ([FRONT, REAR], ("b retires by its left",), (18, 30, 0)),
        ([FRONT, REAR], ("b retires by its right",), (42, 30, 0)),
        ([FRONT, REAR, LEFT], (), (42, 30, 0)),
        ([REAR, LEFT, RIGHT], (), (30, 42, 0)),
        ([FRONT, REAR, LEFT, RIGHT], (), None),
    ],
)
def test_by_131_where_it_retires_to(enemies, wishes, end):
    """BY-131: away from the only side touched; else by its rear, left or right (owner's choice), front; else lost."""
    f = lost(fight(enemies, at(line("b"), 30, 30)), "b", 2, *wishes)
    assert stand_at(f, "b") == end
    assert unit(f, "b").fate == (Fate.RETIRED_GOOD if end else Fate.DESTROYED)


HOUSE = {"id": "Inn", "x": 30, "y": 30, "facing": 0, "width": 4, "depth": 4}


def garrisoned(enemies, **given):
    b = line("b", formation="garrison", building="Inn", width=6, depth=2)
    return fight(enemies, b, buildings=[HOUSE], **given)


@pytest.mark.parametrize(("side", "end"), [("rear", (30, 15, 0)), ("left", (15, 30, 90)), ("right", (45, 30, 270))])
def test_v17_by_134_a_garrison_leaves_its_building(side, end):
    """V17: a 6x2 garrison of a 4x4 building that leaves by the rear ends at (30, 15), facing 0 (BY-134)."""
    f = garrisoned(at(line("a"), 30, 33, 180, width=4))
    f = f.with_unit(slot(f, "b"), formation=Formation.LINE)
    found = lost(f, "b", 1, f"b retires by its {side}")
    assert stand_at(found, "b") == end
    assert extent_of(found, "a")[2] == 32  # the building is where it was


def test_by_134_the_whole_round_of_a_garrison():
    """BY-134: whatever its test says it comes out disordered, as a line; the building is impassable ground then."""
    f = garrisoned(at(line("a", melee=12), 30, 33, 180), max_rounds=1)
    found = outcomes(f, choose=taking("b retires by its rear"))
    out = [s for s in found if unit(s, "b").fate == Fate.RETIRED_DISORDERED]
    assert out
    assert all(stand_at(s, "b") == (30, 15, 0) and unit(s, "b").formation == Formation.LINE for s in out)
    assert all(unit(s, "b").disordered for s in out)
    gone = [s for s in found if unit(s, "b").fate == Fate.BROKEN]
    assert gone
    assert all(stand_at(s, "b") is None for s in gone)


def test_by_23_an_empty_building_bars_the_way_out():
    """BY-134: the building stays, empty: who retires over it has no room; while a friend holds it, it may be passed."""
    inn = {**HOUSE, "y": 20}
    for held, fate in ((False, Fate.DESTROYED), (True, Fate.RETIRED_GOOD)):
        holder = [line("h", formation="garrison", building="Inn", width=6, depth=2)] if held else []
        f = fight(FRONT, [at(line("b", full_move=14), 30, 30), *holder], buildings=[inn])
        assert unit(lost(f, "b", 2), "b").fate == fate


# ---------------------------------------------------------------- the volley that drives off
def test_by_47_a_charger_driven_off_retires_straight_back():
    """BY-47: it has closed first (BY-42), and retires one full move straight back from there, or breaks."""
    f = charged(at(line("a", casualties=2), 30, 40, 180), at(line("b"), 30, 30))
    found = spread(f, lambda s: (unit(s, "a").fate, stand_at(s, "a")), HOME, VOLLEY_A)
    assert found == {
        (Fate.IN_PLACE, (30, 32, 180)): F(22217, 31104),
        (Fate.RETIRED_DISORDERED, (30, 44, 180)): F(5861, 62208),
        (Fate.BROKEN, None): F(3971, 20736),
    }


VOLLEY_A = taking("a ", "closing volley")


def test_by_r16_a_shaken_charger_halts_an_inch_short():
    f = charged(
        at(line("a", casualties=2), 30, 40, 180), at(line("b"), 30, 30), rulings={"volley_shaken_charger": "halts"}
    )
    found = spread(f, lambda s: (s.fighting(), stand_at(s, "a")), HOME, VOLLEY_A)
    assert set(found) == {(True, (30, 32, 180)), (False, (30, 33, 180)), (False, (30, 44, 180)), (False, None)}
    assert found[True, (30, 32, 180)] == F(8, 27)  # no casualty at all (V16)


# ---------------------------------------------------------------- the order of moves and of fights
def test_by_125_all_tests_are_rolled_before_anybody_moves():
    f = fight([FRONT, LEFT], at(line("b"), 30, 30), max_rounds=1)
    steps = [t.step.__name__ for t in step(f).then.tasks]
    assert steps[-4:] == ["break_test", "retreats", "retreats", "end_of_round"]


def test_by_136_the_owner_picks_who_retires_first_where_it_matters():
    """BY-136: each would end where the other stands, and on two moves meet an enemy: only the second has room."""
    enemies = [FRONT, at(line("d"), 30, 16)]
    f = fight(enemies, [at(line("b"), 30, 30), at(line("c"), 30, 18)])
    b, c = slot(f, "b"), slot(f, "c")
    for u in (b, c):
        f = f.with_unit(u, fate=Fate.RETIRED_GOOD)
    todo = alone(f, retreats, (b, c), 0)
    assert legal(ask_of(todo, "order of retreats")) == ["b retires first", "c retires first"]
    ends = {}
    for first in ("b", "c"):
        (s,) = outcomes(todo, choose=taking(f"{first} retires first"))
        ends[first] = (stand_at(s, "b"), stand_at(s, "c"))
    assert ends == {"b": (None, (30, 30, 0)), "c": ((30, 18, 0), None)}


def test_by_136_no_choice_where_it_cannot_matter():
    f = fight([FRONT, at(line("d"), 50, 32, 180)], [at(line("b"), 30, 30), at(line("c"), 50, 30)])
    for name in "bc":
        f = f.with_unit(slot(f, name), fate=Fate.RETIRED_GOOD)
    (s,) = outcomes(alone(f, retreats, (slot(f, "b"), slot(f, "c")), 0))
    assert (stand_at(s, "b"), stand_at(s, "c")) == ((30, 18, 0), (50, 18, 0))


def test_by_136_the_active_side_picks_the_order_of_fights_where_it_matters():
    near = fight([FRONT, at(line("d"), 30, 14)], [at(line("b"), 30, 30), at(line("c"), 30, 16, 180)], max_rounds=1)
    assert legal(ask_of(near, "which fight")) == ["the fight of a and b", "the fight of d and c"]
    apart = fight([FRONT, at(line("d"), 50, 32, 180)], [at(line("b"), 30, 30), at(line("c"), 50, 30)], max_rounds=1)
    assert "next_fight" not in [t.step.__name__ for t in step(apart).then.tasks]


def test_by_129_the_broken_leave_the_ground():
    f = fight(FRONT, at(battery("b"), 30, 30), max_rounds=1)
    for s in outcomes(f):
        assert (stand_at(s, "b") is None) == (unit(s, "b").fate == Fate.BROKEN)
