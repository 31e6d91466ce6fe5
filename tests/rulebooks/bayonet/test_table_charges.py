"""Charges on a table: distance, enemy-near zone, the way, the struck side, where the charger stands (BY-10 to BY-33).

The ledger's places are moved to the middle of the table where they lie at its corner.
"""

import pytest

from coldsteel.rulebooks.bayonet.setup import Side
from coldsteel.rulebooks.bayonet.tabletop import distance, needs_turn, out_of_reach, path_crossed, struck_side
from tests.driving import ask_of, codes, legal, next_step, outcomes, step, taking
from tests.rulebooks.bayonet.builders import (
    HOME,
    STAND,
    at,
    cavalry,
    fight,
    line,
    order,
    refused,
    slot,
    stand_at,
    unit,
)


def charge(a, b, *others, friends=(), **given):
    """`a` of side A has the order to charge `b` of B; `others` of B and `friends` of A stand by."""
    words = {k: given.pop(k) for k in list(given) if k in ("order_moves", "says_attack", "optional")}
    return fight([a, *friends], [b, *others], orders=[order(a["id"], b["id"], **words)], **given)


def first_order(f):
    return f.setup.orders[0]


def gone_home(f, *wishes):
    """The only state once the orders are carried out, if nothing is thrown for."""
    (found,) = outcomes(f, HOME, taking(*wishes, "a ", "stand"))
    return found


# ---------------------------------------------------------------- distance and allowance
V3 = at(line("a"), 20, 19), at(line("b"), 29, 33, 180, width=8)


def test_v3_by_20_to_by_22_a_charge_falls_short_and_stands_an_inch_away():
    """V3: distance 13; with one move out of reach, BY-22; it moves 12 and stands 1 inch short (BY-C1, BY-C4)."""
    f = charge(*V3)
    assert distance(f, first_order(f)) == pytest.approx(13)
    assert out_of_reach(f, first_order(f))
    short = gone_home(f)
    x, y, facing = stand_at(short, "a")
    assert (x, y) == pytest.approx((20 + 60 / 13 - 5 / 13, 20 + 144 / 13 - 12 / 13), abs=0.006)
    assert facing == pytest.approx(22.62, abs=0.006)  # outside every zone it has turned first (BY-11)
    assert distance(short, first_order(f)) == pytest.approx(1, abs=0.01)
    assert not short.fighting()
    assert not unit(short, "a").charged


def test_v3_by_7_by_21_with_two_moves_it_is_in_contact():
    """V3: with order_moves 2 there is contact (BY-7, BY-20, BY-21), as near to its own line as may be (BY-28)."""
    f = gone_home(charge(*V3, order_moves=2))
    assert f.fighting()
    assert unit(f, "a").charged
    assert stand_at(f, "a") == (28, 31, 0)


def test_v3_by_r4_distance_from_the_whole_front_edge():
    """V3: under `command_zone` = `front_edge` the distance is 12.1655 (BY-R4)."""
    f = charge(*V3, rulings={"command_zone": "front_edge"})
    assert distance(f, first_order(f)) == pytest.approx(12.1655, abs=5e-5)


def test_by_20_the_distance_is_that_to_the_closest_point_not_to_the_middle():
    f = charge(at(line("a"), 20, 10), at(line("b"), 20, 24.5, 180, width=12))
    assert distance(f, first_order(f)) == pytest.approx(12.5)


# ---------------------------------------------------------------- the enemy-near zone
def test_v3_by_10_by_11_inside_the_zone_no_turn():
    """V3: gap 10, the target in the charger's right flank quarter: refused; gap 14: legal, the charger turns first."""
    near = charge(at(line("a"), 20, 20), at(line("b"), 34, 20, 270), order_moves=2)
    far = charge(at(line("a"), 20, 20), at(line("b"), 38, 20, 270), order_moves=2)
    assert refused(near) == {"needs_turn_in_near_zone": "BY-10"}
    assert needs_turn(near, first_order(near))
    assert refused(far) == {}
    assert stand_at(gone_home(far), "a") == (36, 20, 90)


def test_by_11_any_enemy_makes_a_zone_and_the_number_is_a_parameter():
    a, b, other = at(line("a"), 20, 20), at(line("b"), 38, 20, 270), at(line("c"), 20, 33, 180)
    assert refused(charge(a, b, other, order_moves=2)) == {"needs_turn_in_near_zone": "BY-10"}
    assert refused(charge(a, b, other, order_moves=2, parameters={"near_zone_in": 10})) == {}


def test_by_c3_near_zone_off():
    f = charge(at(line("a"), 20, 20), at(line("b"), 34, 20, 270), order_moves=2, rulings={"near_zone_check": "off"})
    assert refused(f) == {}


# ---------------------------------------------------------------- no charge, and what stands on the way
def test_v2_by_3_an_order_without_attack_halts_an_inch_short():
    """V2 (b): no contact, the unit halts 1 inch short of the nearest enemy on its way (BY-2, BY-3, BY-C1)."""
    a, b = at(line("a"), 20, 10), at(line("b"), 20, 20, 180)
    f = gone_home(charge(a, b, says_attack=False))
    assert stand_at(f, "a") == (20, 17, 0)
    assert not f.fighting()
    wide = gone_home(charge(a, b, at(line("c"), 24, 17, 180, width=4), says_attack=False))
    assert stand_at(wide, "a") == (20, 14, 0)  # another enemy, on the way of its right half
    assert stand_at(gone_home(charge(a, b, says_attack=False, parameters={"stop_gap_in": 2})), "a") == (20, 16, 0)


def test_by_3_an_enemy_nearer_than_the_gap_is_not_come_up_to():
    """BY-3, BY-22: another enemy half an inch ahead of its right end stops it at once; one beside it does not."""
    a, b = at(line("a"), 20, 10), at(line("b"), 20, 20, 180)
    ahead = gone_home(charge(a, b, at(line("c"), 24.5, 12.5, 180, width=4), says_attack=False))
    assert stand_at(ahead, "a") == (20, 10, 0)
    beside = gone_home(charge(a, b, at(line("c"), 26.5, 10, 180), says_attack=False))
    assert stand_at(beside, "a") == (20, 17, 0)


def test_by_11_nobody_turns_over_the_edge():
    """BY-11: turned north on its command zone (6, 1) its rear would lie at y -5: it goes 3 inches as it faces."""
    a, b = at(line("a", full_move=3), 3, 1, 90, width=2, depth=6), at(line("b"), 6, 30, 180)
    assert stand_at(gone_home(charge(a, b)), "a") == (3, 4, 90)


@pytest.mark.parametrize(
    "between",
    [
        {"friends": [at(line("f"), 20, 15)]},
        {"impassable": [[[18, 14], [22, 14], [22, 15]]]},
        {"buildings": [{"id": "Inn", "x": 20, "y": 15, "width": 2, "depth": 2}]},
    ],
)
def test_by_23_what_may_not_stand_on_the_way(between):
    """BY-23: another unit, impassable ground, an empty building (BY-C5)."""
    a, b = at(line("a"), 20, 8), at(line("b"), 20, 21, 180)
    friends = between.pop("friends", ())
    f = charge(a, b, friends=friends, **between)
    assert path_crossed(f, first_order(f))
    assert refused(f) == {"path_blocked": "BY-23"}
    off = charge(a, b, friends=friends, rulings={"path_check": "off"}, **between)
    assert refused(off) == {}


def test_by_23_a_line_along_an_edge_is_free():
    f = charge(at(line("a"), 20, 8), at(line("b"), 20, 21, 180), impassable=[[[20, 12], [26, 12], [26, 16], [20, 16]]])
    assert refused(f) == {}


def test_by_23_a_garrison_is_where_its_building_is():
    house = {"id": "Inn", "x": 20, "y": 20, "facing": 180, "width": 4, "depth": 4, "building_size": 2}
    b = line("b", formation="garrison", building="Inn", width=6, depth=2)
    f = charge(at(line("a"), 20, 10), b, buildings=[house])
    assert distance(f, first_order(f)) == pytest.approx(7)
    assert struck_side(f, first_order(f)) == Side.FRONT
    assert f.profile(slot(f, "b")).building_size == 2
    assert stand_at(gone_home(f), "a") == (20, 17, 0)


# ---------------------------------------------------------------- quarters
V4 = {
    (25, 20): Side.FRONT,
    (20, 26): Side.LEFT,
    (27, 26): Side.FRONT,
    (14, 27): Side.REAR,
    (18, 26): Side.LEFT,
    (23, 26): Side.FRONT,
    (20, 14): Side.RIGHT,
}


@pytest.mark.parametrize(("point", "side"), V4.items())
def test_v4_by_24_by_25_by_26_quarters(point, side):
    """V4: the quarter that holds the command zone of a charger (BY-24, BY-25, BY-26)."""
    x, y = point
    f = charge(at(line("a"), x, y - 0.5, width=1, depth=1), at(line("b"), 20, 20, 90, width=8))
    assert struck_side(f, first_order(f)) == side


# ---------------------------------------------------------------- contact and the free half
COLUMNS = [
    at(line(n, formation="attack_column"), x, 10, width=3, depth=3) for n, x in (("a", 37), ("c", 33), ("d", 40.5))
]
TARGET = at(line("b"), 36, 24, 180, width=8)


def columns(*names, **given):
    """Three columns come at one front, those of `names` in this order."""
    return fight(COLUMNS, TARGET, orders=[order(n, "b") for n in names], **given)


def test_v5_by_27_by_28_by_30_by_31_the_free_half():
    """V5: the first column at offset -1, the second at 2.5; a third is refused: free 2 < 4 (BY-30, BY-31)."""
    f = columns("a", "c", "d")
    (one,) = outcomes(f, lambda s: next_step(s) == "command" and s != f, taking("a ", "stand"))
    assert stand_at(one, "a") == (37, 21.5, 0)
    assert "c attacks b on its front" in legal(ask_of(one, "order"))
    (two,) = outcomes(step(one, 0), lambda s: next_step(s) == "command", STAND)
    assert stand_at(two, "c") == (33.5, 21.5, 0)
    assert codes(ask_of(two, "order"), "d ") == {"side_half_taken": "BY-30"}


def test_v5_by_32_the_limit_is_for_that_side_alone():
    """V5: another side may be charged though less than half of the front is free (BY-32)."""
    flanker = at(line("e"), 50, 24, 270)
    f = fight([*COLUMNS[:2], flanker], TARGET, orders=[order(n, "b") for n in ("a", "c", "e")])
    assert {f.id(e) for e in f.enemies(slot(f, "b"))} == {"a", "c", "e"}
    after = gone_home(f, "a ", "c ", "e ")
    assert all(after.touches(slot(f, "b"), slot(f, n)) for n in "ace")
    assert after.touched_side(slot(f, "b"), slot(f, "e")) == Side.LEFT


def test_v5_by_r9_by_the_longest_stretch_the_second_is_refused():
    """V5: under `free_half_measure` = `longest_stretch` 3.5 < 4: the second is refused already (BY-R9)."""
    f = columns("a", "c", rulings={"free_half_measure": "longest_stretch"})
    (one,) = outcomes(step(f, 0), lambda s: next_step(s) == "command", STAND)
    assert codes(ask_of(one, "order"), "c ") == {"side_half_taken": "BY-30"}


def test_v5_by_28_a_line_on_a_short_side():
    """V5: a 6-inch line on a flank of length 2, coming at offset 3.5, is placed at offset 2, contact 2 (BY-28)."""
    f = charge(at(line("a"), 20, 27.5, 90), at(line("b"), 30, 24), order_moves=1)
    assert struck_side(f, first_order(f)) == Side.LEFT
    assert stand_at(gone_home(f), "a") == (26, 26, 90)


def test_by_28_no_position_with_a_shared_edge():
    """BY-28: friends stand along the whole front: the charge is illegal."""
    a, b = at(line("a"), 36, 36, 180), at(line("b"), 36, 24)
    wall = [[[33, 25.2], [39, 25.2], [39, 25.4], [33, 25.4]]]
    f = charge(a, b, impassable=wall, rulings={"path_check": "off"})
    assert refused(f) == {"no_place": "BY-28"}


def test_by_28_it_slides_to_where_there_is_room():
    a, b = at(line("a"), 36, 36, 180), at(line("b"), 36, 24)
    f = charge(a, b, impassable=[[[38, 25], [42, 25], [42, 28], [38, 28]]])
    assert stand_at(gone_home(f), "a") == (35, 26, 180)


def test_by_28_nobody_lines_up_beyond_the_edge():
    f = charge(at(line("a"), 3, 24, 180), at(line("b"), 1.5, 14, width=3))
    assert stand_at(gone_home(f), "a") == (3, 16, 180)


# ---------------------------------------------------------------- contact by accident
def test_by_28_of_equal_places_the_nearest_to_its_own_line():
    """BY-28: two lines side by side: the charger lies on all of its target's front, and on no edge of the other."""
    f = charge(at(line("a"), 36, 36, 180), at(line("b"), 33, 24), at(line("c"), 39, 24))
    assert [f.id(e) for e in f.enemies(slot(f, "a"))] == ["b", "c"]
    after = gone_home(f)
    assert stand_at(after, "a") == (33, 26, 180)
    assert not after.touches(slot(f, "a"), slot(f, "c"))


def test_by_29_by_r8_contact_by_accident():
    """BY-R8: a column that laps over the end of its target touches the line beside it, or not (`ignored`)."""
    b, c = at(line("b"), 33, 24, width=2), at(line("c"), 37, 24)
    found = []
    for reading in ("fights", "ignored"):
        f = charge(at(line("a"), 34, 36, 180), b, c, rulings={"collateral_contact": reading})
        after = gone_home(f)
        found.append([after.id(e) for e in after.enemies(slot(f, "a")) if after.touches(slot(f, "a"), e)])
        assert unit(after, "c").fought == (reading == "fights")
    assert found == [["b", "c"], ["b"]]


def test_by_29_a_corner_alone_is_no_contact():
    b, c = at(line("b"), 33, 24), at(line("c"), 39, 22)
    f = charge(at(line("a"), 33, 36, 180, width=12), b, c)
    after = gone_home(f)
    assert after.touches(slot(f, "a"), slot(f, "b"))
    assert not after.touches(slot(f, "a"), slot(f, "c"))


def test_by_33_the_order_of_charges_decides_who_has_the_place():
    """BY-33: charges are carried out one after another, and the second finds what the first has left of the front."""
    a = [at(line("a"), 33, 36, 180), at(line("c"), 39, 36, 180)]
    f = fight(a, at(line("b"), 36, 24, width=12), orders=[order("a", "b"), order("c", "b")])
    after = gone_home(f, "c ", "a ")
    assert (stand_at(after, "a"), stand_at(after, "c")) == ((33, 26, 180), (39, 26, 180))


def test_by_29_only_charges_make_contact():
    """BY-29: a unit that halts beside an enemy without a charge does not touch it; as a fight opens, it does."""
    f = fight(at(line("a"), 30, 30), at(line("b"), 30, 32, 180))
    assert f.fighting()
    assert f.touched_side(slot(f, "b"), slot(f, "a")) == Side.FRONT


def test_by_83_a_cavalry_target_that_has_turned_shows_another_side():
    """BY-83, BY-24: the second charger measures against the target as it stands after its turn."""
    chargers = [at(cavalry("a"), 50, 24, 270), at(line("c"), 36, 35, 180)]
    f = fight(chargers, at(cavalry("b"), 36, 24), orders=[order("a", "b"), order("c", "b")])
    (turned,) = outcomes(f, lambda s: next_step(s) == "command" and s != f, taking("a ", "turn"))
    assert stand_at(turned, "b") == (36, 24, 90)
    assert legal(ask_of(turned, "order")) == ["c attacks b on its left"]
