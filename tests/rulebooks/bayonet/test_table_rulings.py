"""The disputed places that need a table: the ledger's own situation in which their readings differ (section 6)."""

import pytest

from coldsteel.rulebooks.bayonet.setup import Fate, Side
from coldsteel.rulebooks.bayonet.tabletop import distance, struck_side
from tests.driving import ask_of, before, codes, legal, next_step, outcomes, step, taking
from tests.rulebooks.bayonet.builders import (
    HOME,
    STAND,
    at,
    cavalry,
    fight,
    line,
    order,
    refused,
    stand_at,
    unit,
)
from tests.rulebooks.bayonet.test_rulings import readings


def charged(a, b, rulings, **given):
    return fight(a, b, orders=[order(a["id"], b["id"])], rulings=rulings, **given)


def home(f, *wishes):
    (found,) = outcomes(f, HOME, taking("a ", *wishes, "stand"))
    return found


def test_by_r4_where_the_distance_is_taken_from():
    """BY-R4: charger 8 wide, the target's nearest edge from (3, 4) to (11, 4): distance 5, or 4."""
    a, b = at(line("a"), 20, 19, width=8), at(line("b"), 27, 25, 180, width=8)
    found = [distance(f, f.setup.orders[0]) for f in (charged(a, b, r) for r in readings("command_zone"))]
    assert found == pytest.approx([5, 4])


def test_by_r5_where_the_quarters_run():
    """BY-R5: target 8 x 2, point at u = 8, v = 3: right flank, or front."""
    a, b = at(line("a"), 38, 27.5, 180, width=1, depth=1), at(line("b"), 30, 24, width=8)
    found = [struck_side(f, f.setup.orders[0]) for f in (charged(a, b, r) for r in readings("quarter_rule"))]
    assert found == [Side.RIGHT, Side.FRONT]


def test_by_r6_which_point_decides_the_quarter():
    """BY-R6: command zone at (7, 4.5), centre at (8.5, 4.5) of the target's frame: front, or right flank."""
    a, b = at(line("a"), 38.5, 28.5, 270, width=2, depth=3), at(line("b"), 30, 24, width=8)
    found = [struck_side(f, f.setup.orders[0]) for f in (charged(a, b, r) for r in readings("quarter_point"))]
    assert found == [Side.FRONT, Side.RIGHT]


def test_by_r7_which_of_equal_places():
    """BY-R7: a 3-inch column strikes an 8-inch front at offset 2: it stays there, or moves to the middle."""
    a, b = at(line("a"), 32, 36, 180, width=3, depth=3), at(line("b"), 30, 24, width=8)
    found = [stand_at(home(charged(a, b, r)), "a") for r in readings("place_tie")]
    assert found == [(32, 26.5, 180), (30, 26.5, 180)]


def test_by_r8_who_is_touched_by_accident():
    """BY-R8: a charger that laps over two lines side by side: two enemies strike, or one."""
    b = [at(line("b"), 33, 24, width=2), at(line("c"), 37, 24)]
    found = []
    for r in readings("collateral_contact"):
        f = home(fight(at(line("a"), 34, 36, 180), b, orders=[order("a", "b")], rulings=r))
        found.append(sum(t.step.__name__ == "exchange" for t in step(f).then.tasks))
    assert found == [2, 1]


def test_by_r9_how_the_free_half_is_measured():
    """BY-R9: an 8-inch front with a 3-inch enemy in the middle: 5 >= 4 is legal, 2.5 < 4 is refused."""
    a = [at(line("c"), 30, 26.5, 180, width=3, depth=3), at(line("a"), 33.5, 36, 180, width=2)]
    found = []
    for r in readings("free_half_measure"):
        f = fight(a, at(line("b"), 30, 24, width=8), orders=[order("a", "b")], rulings=r)
        assert f.fighting()
        found.append(refused(f))
    assert found == [{}, {"side_half_taken": "BY-30"}]


def test_by_r22_how_an_evader_faces():
    """BY-R22: a second charger behind the first finds the cavalry's front, or its rear."""
    chargers = [at(line("a"), 30, 40, 180), at(cavalry("d", full_move=40), 36, 42, 180, width=2)]
    found = []
    for r in readings("evade_facing"):
        f = fight(chargers, at(cavalry("b"), 30, 30), orders=[order("a", "b"), order("d", "b", turn=3)], rulings=r)
        (gone,) = outcomes(f, before("close_combat"), taking("a ", "evade"))
        found.append((stand_at(gone, "b"), struck_side(gone, f.setup.orders[1])))
    assert found == [((30, 12, 0), Side.FRONT), ((30, 12, 180), Side.REAR)]


def test_by_r22_an_evader_struck_on_a_flank_keeps_its_facing_where_it_has_no_room_to_turn():
    """BY-R22: it would face to the right, but there its footprint would lie on impassable ground."""
    for wall, facing in (([], 90), ([[[46, 26], [48, 26], [48, 27]]], 0)):
        a, b = at(line("a"), 15, 24, 90), at(cavalry("b"), 30, 24)
        f = charged(a, b, {"evade_facing": "reversed"}, impassable=wall)
        assert stand_at(home(f, "evade"), "b") == (48, 24, facing)


def test_by_r23_on_a_table_others_stop_at_the_obstacle():
    """BY-R23: skirmishers 5 inches in front of a river evade: destroyed, or they stop at the bank."""
    river = [[[0, 10], [72, 10], [72, 14], [0, 14]]]
    found = []
    for r in readings("evade_destroys"):
        f = charged(at(line("a"), 30, 30, 180), at(line("b", formation="skirmish"), 30, 20), r, impassable=river)
        found.append(stand_at(home(f, "evade"), "b"))
    assert found[0] is None
    assert found[1] == pytest.approx((30, 15, 0), abs=0.02)


def test_by_r24_when_a_unit_has_left_the_table():
    """BY-R24: a footprint 2 deep ends with half an inch over the edge: lost; in play by its centre or as a whole."""
    found = []
    for r in readings("table_edge"):
        f = charged(at(line("a"), 30, 30.5, 180), at(cavalry("b"), 30, 18.5), r)
        found.append(Fate(unit(home(f, "evade"), "b").fate))
    assert found == [Fate.LEFT_TABLE, Fate.EVADED, Fate.EVADED]


def test_by_r26_how_the_two_of_a_counter_charge_stand():
    """BY-R26: command zones 6 to the side and 8 ahead: fronts across the line between them, or along the x axis."""
    found = []
    for r in readings("countercharge_alignment"):
        f = home(charged(at(cavalry("a"), 20, 19), at(cavalry("b"), 26, 29, 180), r), "counter-charge")
        found.append((stand_at(f, "a")[2], stand_at(f, "b")[2]))
    assert found == [(36.87, 216.87), (0, 180)]


def test_by_r11_on_a_table_a_reaction_to_a_charge_that_falls_short():
    """BY-R11: distance 14, allowance 12: no reaction; or a battery runs, though the charge stays 2 inches off."""
    found = []
    for r in readings("successful_declaration"):
        b = at({"id": "b", "arm": "horse_artillery", "formation": "limbered"}, 30, 22)
        f = charged(at(line("a"), 30, 38, 180), b, r)
        (s,) = outcomes(f, HOME, taking("a ", "evade", "stand"))
        found.append((stand_at(s, "a"), stand_at(s, "b")))
    assert found == [((30, 26, 180), (30, 22, 0)), ((30, 26, 180), (30, 4, 0))]


def test_by_r10_by_33_contact_of_the_same_phase_on_a_table():
    """BY-33: a line touched in this phase can only stand; by BY-R10 it is not yet in close combat, and forms square."""
    chargers = [at(line("c"), 28, 36, 180, width=2), at(cavalry("a"), 33, 36, 180, width=2)]
    found = []
    for r in readings("phase_contacts_count"):
        f = fight(chargers, at(line("b"), 30, 24, width=8), orders=[order("c", "b"), order("a", "b")], rulings=r)
        (one,) = outcomes(step(f, 0), lambda s: next_step(s) == "command", STAND)
        found.append(legal(ask_of(one, "reaction")))
    assert found == [["stand"], ["form square"]]


def test_by_28_only_the_reaction_has_left_no_place():
    """BY-28: before its turn the target could be struck; after it two stumps bar its front: it halts (BY-3)."""
    stumps = [[[29.5, y], [30.5, y], [30.5, y + 0.4], [29.5, y + 0.4]] for y in (20.9, 26.7)]
    f = charged(at(cavalry("a"), 45, 24, 270), at(cavalry("b"), 28, 24), {}, impassable=stumps)
    assert codes(ask_of(f, "order"), "a ") == {}
    f = home(f, "turn")
    assert stand_at(f, "b") == (28, 24, 90)
    assert stand_at(f, "a") == pytest.approx((31.5, 24, 270), abs=0.02)
    assert not f.fighting()
    assert not unit(f, "a").charged
