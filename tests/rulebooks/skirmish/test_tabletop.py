"""Where everybody stands in a fight on a table: charge lines, room, obstacles, worked out by hand."""

from math import hypot, pi, radians, sin, sqrt
from typing import Any

import pytest

from coldsteel.rulebooks.skirmish.charge import charge_targets
from coldsteel.rulebooks.skirmish.field import NoWay, field_of
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.tabletop import Tabletop
from tests.rulebooks.skirmish.builders import labels, pair_of, slot, unit
from tests.rulebooks.skirmish.placed import apart, around, block, fence, field, fight, man, number, place


# ---------------------------------------------------------------- the ground
def test_the_ground_is_places_and_marked_pairs_in_hundredths():
    f = fight(man("C", 1.25, 2, 90), man("D", 1.25, 4), marked=[pair_of("D", "C")])
    field_, g = field(f)
    assert isinstance(field_, Tabletop)
    assert g == field_.start() == (((125, 200, 9000), (125, 400, 0)), ((0, 1),))
    assert field_.words(g, 0) == "at 1.25, 2"


def test_sk_4_bases_touch_within_a_hundredth_of_an_inch():
    for y, touching, gap in ((1.0, True, 0), (1.01, True, 0), (1.02, False, 2)):
        field_, g = field(fight(man("C", 0, 0), man("D", 0, y)))
        assert (field_.touching(g, 0, 1), field_.gap(g, 0, 1)) == (touching, gap)
    field_, g = field(fight(man("C", 0, 0), man("D", 0, 1.2), parameters={"contact_tolerance": 0.2}))
    assert field_.touched_by(g, 1) == (0,)


def test_sk_5_a_marked_pair_touches_until_one_of_the_two_moves():
    f = fight([man("C", 0, 0), man("E", 5, 0)], man("D", 0, 1.2), marked=[pair_of("C", "D")])
    field_, g = field(f)
    assert field_.touching(g, 0, 2)
    assert field_.gap(g, 0, 2) == 20
    (move,) = field_.breakaways(g, 0)
    assert not field_.touching(move.ground, 0, 2)
    assert move.ground[1] == ()
    elsewhere = field_.moves(g, 1, False)[0].ground
    assert field_.touching(elsewhere, 0, 2)
    assert field_.without(g, 2)[1] == ()


def test_sk_32_terrain_blocks_sight_and_models_do_not():
    wall = block("wall", -0.5, 1.5, 4, 2, blocks_los=True)
    field_, g = field(fight([man("C", 1, 0), man("E", -1, 0)], man("D", 1, 4), terrain=[wall]))
    assert not field_.sees(g, 0, 2)
    assert field_.sees(g, 1, 2)
    field_, g = field(fight([man("C", 0, 0), man("E", 0, 2)], man("D", 0, 4)))
    assert field_.sees(g, 0, 2)


@pytest.mark.parametrize(("facing", "degrees", "seen"), [(0, 180, False), (100, 180, True), (100, 8, False)])
def test_sk_85_field_of_view(facing: float, degrees: float, seen: bool):
    """The charger is to the right and a trifle behind: bearing 95 degrees."""
    f = fight(man("C", 4, -0.35), man("D", 0, 0, facing), parameters={"fov_degrees": degrees})
    field_, g = field(f)
    assert field_.in_view(g, 1, 0) is seen
    f = fight(man("C", 4, -0.35), man("D", 0, 0, facing), rulings={"waiting_view": "none"})
    assert field(f)[0].in_view(f.ground, 1, 0)


# ---------------------------------------------------------------- SK-W17
def layout_of_w17(b: float = 3.2, c: float = -4.8, **given: Any) -> Fight:
    """The charger and the friend of the enemy B, whom we call Q; A is P, C is X."""
    friend = man("F", 0, b + 1)
    return fight([man("Charger", 0, 0, **given), friend], [man("P", 3.5, 0), man("Q", 0, b), man("X", c, 0)])


def targets(f: Fight, who: str = "Charger") -> list[str]:
    return labels(charge_targets(f, slot(f, who)))


def test_sk_w17_whom_the_charger_may_charge():
    """SK-W17: A and B; C is not the priority target; with B at (0, 4) only A; in firing position nobody."""
    f = layout_of_w17()
    field_, g = field(f)
    assert [field_.gap(g, 0, m) for m in number(f, "P", "Q", "X")] == [250, 220, 380]
    assert targets(f) == ["P", "Q"]
    assert codes_of(f, "X") == {"not_priority": "SK-40"}
    assert targets(layout_of_w17(b=4)) == ["P"]
    assert targets(layout_of_w17(stance="firing")) == []


def codes_of(f: Fight, label: str) -> dict[str, str]:
    options = charge_targets(f, slot(f, "Charger"))
    return {x.code: x.clause for o in options if o.label == label for x in o.bars if x.when}


@pytest.mark.parametrize(("weapon", "legal"), [("sword", []), ("spear", ["X by reach 2"])])
def test_sk_w17_a_gap_of_4_2_inches(weapon: str, legal: list[str]):
    """SK-W17: with A and B gone and C at (-5.2, 0): out of range for a sword, a reach charge for a spear (SK-38)."""
    f = fight(man("Charger", 0, 0, weapons=(weapon,)), man("X", -5.2, 0))
    assert targets(f) == legal
    assert codes_of(f, "X") == {"out_of_range": "SK-38"}


# ---------------------------------------------------------------- lines
def test_sk_48_straight_to_contact_facing_the_target():
    f = fight(man("C", 0, 0), man("D", 3, 4, r=4))
    field_, g = field(f)
    line = field_.line(g, 0, 1, 0, False)
    assert line[:3] == (400, 0, ((0, 0), (240, 320)))
    there = field_.arrived(g, 0, 1, line)
    assert there[0][0] == (240, 320, 3687)  # atan(3/4) = 36.87 degrees
    assert field_.touched_by(there, 1) == (0,)
    half = field_.at(g, 0, line, 200)
    assert half[0][0] == (120, 160, 3687)


def test_sk_r6_round_a_friend_of_another_unit():
    """SK-R6, SK-51: a tangent of sqrt(3) inches, an arc of 60 degrees of radius 1, and sqrt(3) - 1 to contact: 3.51."""
    field_, g = field(around())
    line = field_.line(g, 0, 2, 0, False)
    assert line[0] / 100 == pytest.approx(2 * sqrt(3) - 1 + pi / 3, abs=0.03)
    there = field_.arrived(g, 0, 2, line)
    assert field_.touching(there, 0, 2)
    for s in range(0, line[0], 10):  # it passes the friend by
        assert apart(place(field_.at(g, 0, line, s), 0), (2, 0)) > 0.97
    field_, g = field(around(rulings={"charge_line": "straight_only"}))
    refused = field_.line(g, 0, 2, 0, False)
    assert isinstance(refused, NoWay)
    assert refused.clause == "SK-43"


def test_sk_38_a_way_round_may_be_too_long():
    field_, g = field(fight([man("C", 0, 0, r=3.4), man("Between", 2, 0)], man("D", 4, 0)))
    refused = field_.line(g, 0, 2, 0, False)
    assert isinstance(refused, NoWay)
    assert refused.clause == "SK-38"


def test_sk_50_models_of_its_own_unit_do_not_bar_the_path():
    field_, g = field(fight(unit("squad", man("C", 0, 0), man("Between", 2, 0)), man("D", 4, 0)))
    line = field_.line(g, 0, 2, 0, False)
    assert line[:3] == (300, 0, ((0, 0), (300, 0)))
    assert isinstance(field_.rescues(field_.at(g, 0, line, 200), 2, 0, 2, line, 200, 0), NoWay)  # it can't halt there


def test_sk_50_but_its_final_place_must_be_clear_of_them():
    """A mate, who does not touch D, stands where C would end: C ends beside it."""
    field_, g = field(fight(unit("squad", man("C", 0, 0), man("Between", 2.9, 0)), man("D", 4, 0)))
    line = field_.line(g, 0, 2, 0, False)
    end = place(field_.arrived(g, 0, 2, line), 0)
    assert apart(end, (2.9, 0)) == pytest.approx(1, abs=0.02)
    assert apart(end, (4, 0)) == pytest.approx(1, abs=0.01)
    assert line[0] / 100 == pytest.approx(hypot(*end), abs=0.01)


def test_sk_r3_an_impassable_pit_and_no_way_round():
    """SK-R3: the nearest enemy is 2 inches off behind a pit; the second, 3 inches off, may be charged only under
    `chargeable`."""
    for pool, legal in (("visible", []), ("chargeable", ["E"])):
        pit = block("pit", 1, -6, 2, 6, impassable=True)
        both = [man("D", 3, 0), man("E", -4, 0)]
        f = fight(man("Charger", 0, 0), both, terrain=[pit], rulings={"priority_pool": pool})
        assert targets(f) == legal
        assert isinstance(field_of(f.setup).line(f.ground, 0, 1, 0, False), NoWay)


def test_sk_56_a_reach_charge_stops_where_the_target_is_within_reach():
    field_, g = field(fight(man("C", 0, 0, weapons=("spear",)), man("D", 5.2, 0)))
    line = field_.line(g, 0, 1, 200, False)
    assert line[0] == 220
    there = field_.arrived(g, 0, 1, line)
    assert field_.gap(there, 0, 1) == 200
    assert field_.touched_by(there, 0) == ()


def test_sk_56_by_reach_in_a_slanting_direction_the_place_is_within_reach_for_certain():
    field_, g = field(fight(man("C", 0.37, 0.11, weapons=("spear",)), man("D", 3.29, 3.91)))
    there = field_.arrived(g, 0, 1, field_.line(g, 0, 1, 200, False))
    assert 198 <= field_.gap(there, 0, 1) <= 200


def test_sk_c13_points_on_offer_on_a_table():
    """The line runs 4 inches along x. H, 5.5 inches above x = 2 and with R 4, has gaps of 4.5 at x = 2 at the least:
    it never comes to the line. K, 4.5 above, comes to it while the gap is 4 at most: sqrt(5^2 - 4.5^2) = 2.18 from
    x = 2, so all along. With R 3.6: sqrt(4.6^2 - 4.5^2) = 0.954: from 1.05 to 2.95."""
    for y, r, points in (
        (5.5, 4, (0, 100, 200, 300, 400)),
        (4.5, 4, (0, 100, 200, 300, 400)),
        (4.5, 3.6, (0, 100, 105, 200, 295, 300, 400)),
    ):
        field_, g = field(fight(man("C", 0, 0), [man("D", 5, 0), man("H", 2, y, r=r)]))
        line = field_.line(g, 0, 1, 0, False)
        assert field_.points(g, 0, 1, line, (2,)) == points
        assert field_.points(g, 0, 1, line, ()) == (0, 100, 200, 300, 400)


def test_a_vehicle_with_a_rectangular_base_ends_edge_to_edge():
    """Its base is 2 inches long and 1 wide: turned to the target it has 5 - 0.5 - 1 = 3.5 inches to go."""
    field_, g = field(fight(man("C", 0, 0, 0, base=(2, 1)), man("D", 5, 0)))
    line = field_.line(g, 0, 1, 0, False)
    assert line[0] == 350
    assert field_.touching(field_.arrived(g, 0, 1, line), 0, 1)


# ---------------------------------------------------------------- room
def ring(*angles: float, centre: tuple[float, float] = (0, 0)) -> list[dict[str, Any]]:
    """Friends round one enemy, at these bearings."""
    x, y = centre
    return [
        man(f"F{k}", round(x + sin(radians(a)), 2), round(y + sin(radians(90 - a)), 2)) for k, a in enumerate(angles)
    ]


def test_sk_w15_four_bases_of_size_2_round_one():
    """SK-W15, SK-52: three friends stand at 90, 180 and 270 degrees, the fourth has room in front."""
    f = fight([man("C", 0, 4), *ring(90, 180, 270)], man("D", 0, 0))
    field_, g = field(f)
    line = field_.line(g, 0, 4, 0, False)
    assert line[:2] == (300, 0)
    assert line[4] == ()
    assert field_.touched_by(field_.arrived(g, 0, 4, line), 4) == (0, 1, 2, 3)


def test_sk_53_friends_are_shifted_as_little_as_will_do():
    """SK-52, SK-53: equal bases need 60 degrees each (SK-C11). Friends at 40 and -40 degrees slide by 20 each."""
    f = fight([man("C", 0, 4), *ring(40, -40)], man("D", 0, 0))
    field_, g = field(f)
    line = field_.line(g, 0, 3, 0, False)
    assert line[0] == 300
    there = field_.arrived(g, 0, 3, line)
    assert place(there, 0) == (0, 1)
    for m, x in ((1, 1), (2, -1)):
        assert place(there, m) == pytest.approx((x * sin(radians(60)), 0.5), abs=0.03)
    assert field_.touched_by(there, 3) == (0, 1, 2)
    assert place(field_.at(g, 0, line, 100), 1) == place(there, 1)


def test_sk_53_who_has_made_room_stands_clear_of_the_others():
    """C comes to (2, 0), at 180 degrees of D; F and G slide from 140 and 80 degrees to 120 and 60, edge to edge, and
    are free to move on when D is dead (SK-51)."""
    friends = [man("F", 2.23, 0.64), man("G", 3.17, 0.99)]
    field_, g = field(fight([man("C", 0, 0), *friends], [man("D", 3, 0), man("E", 3, 9)]))
    there = field_.arrived(g, 0, 3, field_.line(g, 0, 3, 0, False))
    spots = [place(there, m) for m in range(3)]
    wanted = ((2, 0), (2.5, sqrt(3) / 2), (3.5, sqrt(3) / 2))
    assert all(apart(p, q) < 0.02 for p, q in zip(spots, wanted, strict=True))
    assert set(field_.touched_by(there, 3)) == {0, 1, 2}
    assert min(apart(spots[0], spots[1]), apart(spots[1], spots[2])) > 0.985
    assert field_.moves(field_.without(there, 3), 1, False)[0].length == 400


def test_sk_53_one_with_another_contact_stays_where_it_is():
    """The friend at 40 degrees touches E as well; so the newcomer stands 60 degrees from it, at -20, and only the one
    at -40 slides, to -80."""
    e = [man("E", round(2 * sin(radians(40)), 2), round(2 * sin(radians(50)), 2))]
    f = fight([man("C", 0, 4), *ring(40, -40)], [man("D", 0, 0), *e])
    field_, g = field(f)
    line = field_.line(g, 0, 3, 0, False)
    there = field_.arrived(g, 0, 3, line)
    assert place(there, 1) == place(g, 1)
    assert place(there, 0) == pytest.approx((-sin(radians(20)), sin(radians(70))), abs=0.04)
    assert place(there, 2) == pytest.approx((-sin(radians(80)), sin(radians(10))), abs=0.04)
    assert field_.touched_by(there, 4) == (1,)
    assert field_.touched_by(there, 3) == (0, 1, 2)


def test_sk_43_no_room_round_a_base_that_six_fight_already():
    """Six bases of its own size fit round one: the sixth gets in, the seventh does not (SK-C11)."""
    five = fight([man("C", 0, 4), *ring(40, 100, 160, 220, 320)], man("D", 0, 0))
    field_, g = field(five)
    there = field_.arrived(g, 0, 6, field_.line(g, 0, 6, 0, False))
    assert len(field_.touched_by(there, 6)) == 6
    six = fight([man("C", 0, 4), *ring(0, 60, 120, 180, 240, 300)], man("D", 0, 0))
    field_, g = field(six)
    refused = field_.line(g, 0, 7, 0, False)
    assert isinstance(refused, NoWay)
    assert refused.clause == "SK-43"


# ---------------------------------------------------------------- obstacles
@pytest.mark.parametrize(("size", "width", "legal"), [(1, 1, True), (1.5, 1, False), (1, 1.2, False), (0.5, 0.4, True)])
def test_sk_w16_a_trooper_across_an_obstacle(size: float, width: float, legal: bool):
    """SK-W16, SK-57: the target stands behind the fence; the charger ends at the fence, its width from the target."""
    f = fight(man("Charger", 0, 0), man("D", 2.5 + width, 0), terrain=fence(width, size, impassable=True))
    field_, g = field(f)
    obstacle = field_.between(g, 0, 1)
    assert (obstacle.size, obstacle.width) == (size, round(100 * width))
    assert targets(f) == (["D"] if legal else [])
    line = field_.line(g, 0, 1, 0, legal)
    if not legal:
        assert isinstance(line, NoWay)
        return
    assert line[:2] == (150, 1)
    there = field_.arrived(g, 0, 1, line)
    assert place(there, 0) == (1.5, 0)
    assert field_.gap(there, 0, 1) == round(100 * width)
    assert field_.touched_by(there, 0) == ()  # SK-159


def test_sk_57_seen_aslant_an_obstacle_may_look_too_wide():
    """Along the line from the start the fence of 1 inch is 1 / cos 45 degrees wide; the charger ends opposite the
    target, where it is 1 (SK-154), not where it first comes to the fence."""
    f = fight(man("Charger", 0, 0, r=6), man("D", 3.5, 3.5), terrain=fence(impassable=True))
    field_, g = field(f)
    assert field_.between(g, 0, 1).width == 141
    assert targets(f) == ["D"]
    line = field_.line(g, 0, 1, 0, False)
    assert line[1] == 1
    assert place(field_.arrived(g, 0, 1, line), 0) == pytest.approx((1.5, 3.5), abs=0.11)
    assert field_.between(field_.arrived(g, 0, 1, line), 0, 1).width == 100


def test_sk_157_behind_an_obstacle_but_not_at_it_one_is_out_of_its_width():
    """D stands half an inch behind the fence. The charger climbs over it, if that can be done."""
    f = fight(man("Charger", 0, 0, r=6), man("D", 4, 0), terrain=fence())
    field_, g = field(f)
    assert field_.line(g, 0, 1, 0, True)[:2] == (300, 0)
    f = fight(man("Charger", 0, 0, r=6), man("D", 4, 0), terrain=fence(impassable=True))
    assert isinstance(field_of(f.setup).line(f.ground, 0, 1, 0, True), NoWay)


def test_sk_154_the_width_is_measured_along_the_line_or_given():
    """A fence of 0.6 crossed at 45 degrees: 0.6 x sqrt(2) = 0.85."""
    f = fight(man("C", 1, -3), man("D", 4, 0), terrain=fence(0.6))
    assert field_of(f.setup).between(f.ground, 0, 1).width == 85
    given = {**block("fence", 2, -8, 2.6, 8, size=1), "width": 0.75}
    f = fight(man("C", 1, -3), man("D", 4, 0), terrain=[given])
    assert field_of(f.setup).between(f.ground, 0, 1).width == 75


def test_sk_154_what_one_stands_on_is_not_between():
    hill = block("hill", -2, -2, 2, 2, size=2)
    f = fight(man("C", 0, 0), man("D", 4, 0), terrain=[hill])
    assert field_of(f.setup).between(f.ground, 0, 1) is None
    flat = block("pond", 1, -2, 2, 2)
    f = fight(man("C", 0, 0), man("D", 4, 0), terrain=[flat])
    assert field_of(f.setup).between(f.ground, 0, 1) is None
