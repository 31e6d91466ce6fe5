"""Moves on a table: the inch, rescues, flights, plain moves, breaking off; and the same fights stated and placed."""

from fractions import Fraction
from typing import Any

import pytest

from coldsteel.rulebooks.skirmish.charge import charge, charge_targets
from coldsteel.rulebooks.skirmish.field import Field, Ground, NoWay, field_of
from coldsteel.rulebooks.skirmish.state import Fight
from tests.driving import alone, spread, taking
from tests.rulebooks.skirmish.builders import brute, gap_of, obstacle_of, pair_of, slot, unit
from tests.rulebooks.skirmish.placed import Spot, apart, around, at, block, fence, field, fight, man, number, place


# ---------------------------------------------------------------- the inch
def test_sk_95_an_inch_toward_the_charger_and_sk_96_a_shorter_line():
    field_, g = field(fight(man("C", 0, 0), man("D", 5, 0)))
    line = field_.line(g, 0, 1, 0, False)
    now = field_.at(g, 0, line, 150)
    met = field_.inch(now, 1, 0, 100)
    assert met[0][1] == (400, 0, 27000)
    rest = field_.left(met, 0, 1, line, 150, 0)
    assert rest[0] == 150
    assert place(field_.arrived(met, 0, 1, rest), 0) == (3, 0)
    near = field_.at(g, 0, line, 340)
    assert field_.touching(field_.inch(near, 1, 0, 100), 0, 1)


def test_what_is_left_of_a_line_that_nothing_changed_is_its_rest():
    field_, g = field(around())
    line = field_.line(g, 0, 2, 0, False)
    now = field_.at(g, 0, line, 100)
    rest = field_.left(now, 0, 2, line, 100, 0)
    assert rest[0] == pytest.approx(line[0] - 100, abs=2)
    assert field_.arrived(now, 0, 2, rest) == field_.arrived(g, 0, 2, line)


@pytest.mark.parametrize(("conditions", "legal"), [("path_and_priority", False), ("none", True)])
def test_sk_r14_a_low_wall_half_an_inch_in_front_of_the_target(conditions: str, legal: bool):
    """SK-R14: no counter-charge by default, allowed under `none`."""
    wall = block("wall", 3.8, -1, 4, 1, size=1)
    field_, g = field(fight(man("C", 0, 0), man("D", 5, 0), terrain=[wall], rulings={"counter_conditions": conditions}))
    met = field_.inch(g, 1, 0, 100)
    if legal:
        assert place(met, 1) == (4, 0)
    else:
        assert isinstance(met, NoWay)
        assert met.clause == "SK-100"


def test_sk_110_moving_on_toward_an_enemy():
    field_, g = field(fight(man("C", 0, 0), man("D", 4, 0)))
    assert place(field_.closes(g, 1, 0, 150, 0), 1) == (2.5, 0)
    assert field_.touching(field_.closes(g, 1, 0, 300, 0), 0, 1)
    assert place(field_.closes(g, 1, 0, 300, 200), 1) == (3, 0)


# ---------------------------------------------------------------- cut short
# a charge that cannot reach its target any more: models of the charger's unit stand where it would end (SK-50)
COUNTER = taking("D counter-charges", "D", "nothing", "spear", "sword", "+4", "close in")
STAYS = taking("D counter-charges", "D", "nothing", "spear", "sword", "+4", "stay")


def squeezed(c: str = "sword", d: str = "sword") -> Fight:
    """C charges D at (5, 0). After D's inch it would end at (3, 0), where M and N bar it, 0.9 inches off; the next
    places at D are (4, 1) and (4, -1), over sqrt(17) = 4.12 inches off. On the straight line it is clear of them 0.44
    inches before (3, 0), for 0.44 x 0.44 + 0.9 x 0.9 = 1; then 0.44 are between C and D. E and F hold M and N in melee.
    """
    squad = unit("squad", man("C", 0, 0, weapons=(c,)), man("M", 3, 0.9), man("N", 3, -0.9))
    foes = [man("D", 5, 0, 270, weapons=(d,), waiting=True), man("E", 3, 1.9), man("F", 3, -1.9)]
    f = fight(squad, foes)
    return alone(f, charge, slot(f, "C"))


def lives(*names: str) -> Any:
    """Who of these lives."""
    return lambda f: tuple(bool(field_of(f.setup).there(f.ground, slot(f, name))) for name in names)


def test_sk_50_a_charger_halts_where_models_of_its_unit_bar_the_place_at_its_target():
    f = squeezed()
    field_, g = field(f)
    c, d = number(f, "C", "D")
    met = field_.inch(g, d, c, 100)
    end = field_.arrived(met, c, d, field_.left(met, c, d, field_.line(g, c, d, 0, False), 0, 0))
    assert place(end, c) == pytest.approx((2.56, 0), abs=0.04)
    assert field_.gap(end, c, d) == pytest.approx(44, abs=4)


def test_sk_114_a_target_that_the_charger_cannot_reach_moves_on_to_it():
    """SK-W9: then the bases touch, and both strike at the same time with every modifier (SK-97); if it stays nobody
    strikes, for neither sword reaches (SK-29)."""
    both, one = Fraction(289, 2500), Fraction(561, 2500)
    assert spread(squeezed(), lives("C", "D"), choose=COUNTER) == {
        (False, False): both,
        (True, False): one,
        (False, True): one,
        (True, True): Fraction(1089, 2500),
    }
    assert spread(squeezed(), lives("C", "D"), choose=STAYS) == {(True, True): 1}


def test_sk_109_the_longer_reach_strikes_over_the_gap_that_is_left():
    """SK-W12: a spear without modifiers kills with 47/200, C's with what its sword does after it as in SK-W12 (b), D's
    with no reply, as C can't come nearer."""
    assert spread(squeezed(c="spear"), lives("C", "D"), choose=COUNTER) == {
        (True, False): Fraction(47, 200),
        (False, True): Fraction(2601, 10000),
        (True, True): Fraction(5049, 10000),
    }
    replies = spread(squeezed(d="spear"), lives("C", "D"), choose=COUNTER)
    assert replies == {(False, True): Fraction(47, 200), (True, True): Fraction(153, 200)}


@pytest.mark.parametrize(("c", "killed"), [("sword", Fraction(0)), ("spear", Fraction(47, 200))])
def test_sk_116_a_rescuer_that_takes_over_where_it_cannot_be_reached(c: str, killed: Fraction):
    """H comes onto the line at (4.02, -0.98); of the places at it before the end of the line, (3.98, 0), M at
    (3.55, 0.9) bars those above and N at (3, -0.86) those below. C halts before N, at x = 3 - sqrt(1 - 0.86 x 0.86) =
    2.49; sqrt(1.53 x 1.53 + 0.98 x 0.98) - 1 = 0.82 are left: an attack by reach, without modifiers, or none."""
    squad = unit("squad", man("C", 0, 0, weapons=(c,), r=5), man("M", 3.55, 0.9), man("N", 3, -0.86))
    foes = [man("D", 4.98, 0), man("H", 4.03, -3.2, 0, weapons=("spear",), waiting=True)]
    f = fight(squad, [*foes, man("E", 3.55, 1.9), man("F", 3, -1.86)])
    early = taking("nothing", "D", "spear", "sword", "+4", "on the line")
    late = taking("H counter-charges", "on the line", "nothing", "D", "spear", "sword", "+4")
    found = spread(
        alone(f, charge, slot(f, "C")),
        lambda s: (*lives("C", "H")(s), place(s.ground, 0)[0] if lives("C")(s)[0] else 0.0),
        choose=lambda ask: (late if ", 2 in" in ask.what or "reaction" not in ask.what else early)(ask),
    )
    struck = Fraction(3, 5) * Fraction(153, 200)  # H comes (SK-98) and does not kill C
    cut_short = {k: p for k, p in found.items() if 2.46 < k[2] < 2.52}
    assert sum(cut_short.values()) == struck
    assert sum(p for (_, h, _), p in cut_short.items() if not h) == struck * killed


def test_sk_117_a_rescuer_on_this_side_of_an_obstacle_is_charged_to_contact():
    """The charge goes at D across a fence; H comes onto the line at (1, -0.98): contact after 1 - sqrt(1 - 0.98 x 0.98)
    = 0.80 inches."""
    fence_ = block("fence", 3, -8, 3.5, 8, size=1)
    f = fight(man("C", 0, 0), [man("D", 4, 0), man("H", 1, -4, 0, weapons=("spear",))], terrain=[fence_])
    field_, g = field(f)
    line = field_.line(g, 0, 1, 0, True)
    assert line[:2] == (250, 1)
    on = field_.rescues(g, 2, 0, 1, line, 0, 200)[-1]
    assert (on.on_line, place(on.ground, 2)) == (True, (1, -0.98))
    rest = field_.left(on.ground, 0, 2, line, 0, 0)
    assert rest[:2] == (80, 0)
    assert field_.touched_by(field_.arrived(on.ground, 0, 2, rest), 0) == (2,)


def test_sk_50_who_has_made_room_is_in_the_way_where_it_stands_now():
    """C would meet H at x = 3 - sqrt(1 - 0.95 x 0.95) = 2.69, on F of its own unit, which had made room at D."""
    f = fight(unit("squad", man("C", 0, 0), man("F", 2.2, 0.3)), [man("D", 5, 0), man("H", 3, -0.95)])
    field_, g = field(f)
    line = (400, 0, ((0, 0), (400, 0)), (400, 0, 9000), ((slot(f, "F"), (220, 30, 0)),))
    end = field_.arrived(g, 0, 3, field_.left(g, 0, 3, line, 0, 0))
    assert field_.touched_by(end, 0) == (3,)
    assert apart(place(end, 0), (2.2, 0.3)) > 0.98


# ---------------------------------------------------------------- rescuers
def rescue(spot: Spot, s: int, reach: int = 0, **given: Any) -> tuple[Field, Ground, Any]:
    """C charges D along x, 3 inches; H, of another unit than D, waits. The ways of H at a point of the line."""
    f = fight(man("C", 0, 0), [man("D", 4, 0), man("H", *spot, **given.pop("h", {}))], **given)
    field_, g = field(f)
    line = field_.line(g, 0, 1, 0, False)
    now = field_.at(g, 0, line, s)
    return field_, now, field_.rescues(now, 2, 0, 1, line, s, reach)


def test_sk_w13_contact_at_the_point_of_interception():
    """SK-W13, SK-107: at x = 2 the charger is 3 inches below the rescuer."""
    field_, _, ways = rescue((2, 4), 200)
    (way,) = ways
    assert way.contact
    assert place(way.ground, 2) == (2, 1)
    assert way.ground[0][2][2] == 18000  # facing the charger
    assert field_.touched_by(way.ground, 0) == (2,)


def test_sk_w13_a_spear_beside_the_line_and_on_it():
    """SK-W13, SK-115 to SK-117: beside the line 2 inches above the charger; on it where the base overlaps the strip,
    1 inch wide, that is left to sweep, 1 inch long."""
    field_, _, ways = rescue((2, 4), 200, 200)
    assert [(w.contact, w.on_line) for w in ways] == [(True, False), (False, False), (False, True)]
    beside, on = ways[1].ground, ways[2].ground
    assert place(beside, 2) == pytest.approx((2, 3), abs=0.011)
    assert field_.gap(beside, 0, 2) <= 200
    assert field_.touched_by(beside, 2) == field_.touched_by(on, 2) == ()
    x, y = place(on, 2)
    assert 0.95 < y < 1
    assert 2 < x < 2.4
    line = field_.line(field_.start(), 0, 1, 0, False)
    rest = field_.left(on, 0, 2, line, 200, 0)  # SK-116: the charger goes on to the rescuer
    assert 0 < rest[0] < 100
    assert field_.touched_by(field_.arrived(on, 0, 2, rest), 2) == (0,)


def test_sk_115_a_rescuer_within_reach_already_stays_where_it_is():
    _, _, ways = rescue((2, 2.5), 200, 200)
    assert place(ways[1].ground, 2) == (2, 2.5)


def test_sk_117_at_the_end_of_the_line_nothing_is_left_to_stand_on():
    _, _, ways = rescue((3, 4), 300, 200)
    assert [(w.contact, w.on_line) for w in ways] == [(True, False), (False, False)]


def test_sk_103_a_point_out_of_movement_and_reach():
    """Gaps of 4.5 inches: too far for R 4, not for R 4 and a reach of 2."""
    _, _, ways = rescue((2, 5.5), 200)
    assert isinstance(ways, NoWay)
    assert ways.clause == "SK-103"
    _, _, ways = rescue((2, 5.5), 200, 200)
    assert {w.contact for w in ways} == {False}


def test_sk_r13_a_rescuer_with_r_6_reaches_a_charger_5_5_inches_off():
    """SK-R13: that the charger is its nearest enemy no longer is a matter of priority, not of the way."""
    _, _, ways = rescue((0.5, 6.4), 200, h={"r": 6})
    assert [w.contact for w in ways] == [True]


@pytest.mark.parametrize(("way", "legal"), [("round_allowed", True), ("obstacle_closes", False)])
def test_sk_r29_a_crate_on_the_way_to_the_line(way: str, legal: bool):
    """SK-R29: a crate of 0.6 by 0.6 in the middle of the straight way of 3 inches; round it is less than 4."""
    crate = block("crate", 1.7, 2, 2.3, 2.6, size=1)
    field_, _, ways = rescue((2, 4), 200, terrain=[crate], rulings={"counter_way": way})
    if legal:
        assert [w.contact for w in ways] == [True]
        assert field_.touched_by(ways[0].ground, 0) == (2,)
    else:
        assert isinstance(ways, NoWay)
        assert ways.clause == "SK-100"


def test_sk_100_a_wall_with_no_way_round():
    wall = block("wall", -6, 2, 10, 2.2, size=0.5)
    _, _, ways = rescue((2, 4), 200, terrain=[wall])
    assert isinstance(ways, NoWay)
    assert ways.clause == "SK-100"


# ---------------------------------------------------------------- flight and pursuit
@pytest.mark.parametrize(("gap", "left", "caught"), [(1, 500, True), (3, 300, False)])
def test_sk_w11_on_a_table(gap: float, left: int, caught: bool):
    """SK-W11: brute with R 6, the trooper flees 4 inches: caught from a gap of 1, escaped from 3."""
    f = fight(at(brute("C", "maul"), 0, 0), man("D", 1 + gap, 0))
    field_, g = field(f)
    there = field_.arrived(g, 0, 1, field_.line(g, 0, 1, 0, False))
    fled = field_.flight(there, 1, 0)
    assert fled[0][1] == (round(100 * (5 + gap)), 0, 9000)  # its back to the charger
    end, *found = field_.pursuit(fled, 0, 1, left, 0)
    assert found == [caught, caught]
    assert field_.touching(end, 0, 1) is caught
    assert place(end, 0) == (gap + (4 if caught else 3), 0)


def test_sk_125_a_charger_that_touches_does_not_hold_the_fugitive():
    """In whole hundredths C arrives at (1.86, 0.43), 0.9946 from D: the bases overlap by a trifle. D runs 4 inches all
    the same, straight away: (0.97, 0.22) x 4 / 0.9946 = (3.90, 0.88) from where it stood."""
    field_, g = field(fight(man("C", 0, 0), man("D", 2.83, 0.65)))
    there = field_.arrived(g, 0, 1, field_.line(g, 0, 1, 0, False))
    assert place(there, 0) == (1.86, 0.43)
    assert place(field_.flight(there, 1, 0), 1) == pytest.approx((6.73, 1.53), abs=0.011)


def test_sk_130_caught_by_reach():
    field_, g = field(fight(man("C", 0, 0), man("D", 5, 0)))
    end, caught, contact = field_.pursuit(g, 0, 1, 250, 200)
    assert (place(end, 0), caught, contact) == ((2, 0), True, False)


@pytest.mark.parametrize("path", ["straight_away", "free"])
def test_sk_r20_a_wall_1_inch_behind_the_fugitive(path: str):
    """SK-R20: it moves 1 inch by default; under `free` it may run along the wall."""
    wall = block("wall", 2.5, -6, 3, 6, impassable=True)
    f = fight(man("C", 0, 0), man("D", 1, 0), terrain=[wall], rulings={"flight_path": path})
    field_, g = field(f)
    fled = field_.flight(g, 1, 0)
    if path == "straight_away":
        assert fled[0][1] == (200, 0, 9000)
    else:
        assert field_.gap(fled, 0, 1) > 290
        assert apart(place(fled, 1), (1, 0)) <= 4.01


def test_sk_37_a_flight_does_not_end_in_contact_nor_past_the_edge():
    field_, g = field(fight([man("C", 0, 0), man("E", 4, 0)], man("D", 1, 0)))
    fled = field_.flight(g, 2, 0)
    assert place(fled, 2) == pytest.approx((2.97, 0), abs=0.011)
    assert field_.touched_by(fled, 2) == ()
    field_, g = field(fight(man("C", 1, 1), man("D", 2, 1), table={"width": 4, "height": 4}))
    assert place(field_.flight(g, 1, 0), 1) == (3.5, 1)


def test_sk_128_a_charger_halts_where_other_enemies_bar_it():
    """A passage 1.2 inches wide between two blocks; E stands in it."""
    walls = [block("left", 2, 0.6, 6, 8, impassable=True), block("right", 2, -8, 6, -0.6, impassable=True)]
    field_, g = field(fight(man("C", 0, 0, r=12), [man("D", 6, 0), man("E", 3, 0)], terrain=walls))
    end, caught, contact = field_.pursuit(g, 0, 1, 600, 0)
    assert (caught, contact) == (False, False)
    assert 1.9 < place(end, 0)[0] < 2
    field_, g = field(fight(man("C", 0, 0, r=12), man("D", 6, 0), terrain=walls))
    assert field_.pursuit(g, 0, 1, 600, 0)[1:] == (True, True)


# ---------------------------------------------------------------- other moves
def test_sk_c13_plain_moves():
    """Toward the nearest in sight to 1 inch of it, and straight away from it."""
    field_, g = field(fight(man("C", 0, 0), [man("D", 3.5, 0), man("E", 0, 9)]))
    toward, away = field_.moves(g, 0, False)
    assert (place(toward.ground, 0), toward.length) == ((1.5, 0), 150)
    assert (place(away.ground, 0), away.ground[0][0][2]) == ((-4, 0), 27000)
    assert field_.moves(g, 0, True) == (away,)  # SK-161
    blind = block("wall", 1, -9, 2, 12, blocks_los=True)
    field_, g = field(fight(man("C", 0, 0), man("D", 3.5, 0), terrain=[blind]))
    assert field_.moves(g, 0, False) == ()


def test_sk_51_a_plain_move_stops_at_models():
    field_, g = field(fight([man("C", 0, 0), man("F", -2.5, 0)], man("D", 8, 0)))
    toward, away = field_.moves(g, 0, False)
    assert place(toward.ground, 0) == (4, 0)
    assert place(away.ground, 0) == pytest.approx((-1.5, 0), abs=0.02)


def test_sk_143_breaking_off_goes_as_far_from_all_enemies_as_it_can():
    field_, g = field(fight(man("C", 0, 0), [man("D", 1, 0), man("E", -1, 0)]))
    (move,) = field_.breakaways(g, 0)
    x, y = place(move.ground, 0)
    assert (abs(x), abs(y)) == pytest.approx((0, 4), abs=0.05)
    assert field_.touched_by(move.ground, 0) == ()


def test_sk_145_pinned_against_the_edges_of_the_table():
    """C stands in the corner, D and E before it: no way out."""
    f = fight(man("C", 0.5, 0.5), [man("D", 1.5, 0.5), man("E", 0.5, 1.5)], table={"width": 12, "height": 12})
    field_, g = field(f)
    assert field_.breakaways(g, 0) == ()
    field_, g = field(fight(man("C", 0.5, 0.5), [man("D", 1.5, 0.5)], table={"width": 12, "height": 12}))
    assert len(field_.breakaways(g, 0)) == 1


def test_sk_c8_moves_that_are_owed():
    """To the leader 6 inches off as far as R goes; away from the nearest enemy; nothing if none is in sight."""
    squad = unit("squad", man("D", 3, 0), man("L", 3, 7), leader="L")
    f = fight(man("C", 0, 0), squad)
    field_, g = field(f)
    d, leader = number(f, "D", "L")
    assert place(field_.owed(g, d, leader), d) == (3, 4)
    assert place(field_.owed(g, d, None), d) == (7, 0)
    near = field_.owed(field_.owed(g, d, leader), d, leader)
    assert place(near, d) == pytest.approx((3, 6), abs=0.06)
    assert field_.owed(field_.without(g, leader), d, leader) == field_.without(g, leader)
    assert field_.owed(field_.without(g, 0), d, None) == field_.without(g, 0)


def test_models_named_anew_take_each_others_places():
    f = fight(man("C", 0, 0), [man("D", 0, 1.2), man("E", 5, 5)], marked=[pair_of("C", "D")])
    field_, g = field(f)
    anew = field_.renamed(g, {0: 0, 1: 2, 2: 1})
    assert anew == ((g[0][0], g[0][2], g[0][1]), ((0, 2),))
    assert field_.renamed(anew, {1: 2, 2: 1}) == g


# ---------------------------------------------------------------- stated and placed
BOTH = {
    "charge": (
        (man("Charger", 0, 0), man("D", 3.5, 0)),
        {"gaps": [gap_of("Charger", "D", 2.5)]},
    ),
    "too far": (
        (man("Charger", 0, 0), man("D", 5.5, 0)),
        {"gaps": [gap_of("Charger", "D", 4.5)]},
    ),
    "by reach": (
        (man("Charger", 0, 0, weapons=("spear",)), man("D", 5.5, 0)),
        {"gaps": [gap_of("Charger", "D", 4.5)]},
    ),
    "nearest first": (
        (man("Charger", 0, 0), [man("D", 3, 0), man("E", -4, 0)]),
        {"gaps": [gap_of("Charger", "D", 2), gap_of("Charger", "E", 3)]},
    ),
    "in melee": (
        (man("Charger", 0, 0), man("D", 0, 1)),
        {"contacts": [pair_of("Charger", "D")]},
    ),
}


@pytest.mark.parametrize("name", BOTH)
def test_the_same_situation_stated_and_placed_gives_the_same_options(name: str):
    """Ledger 3.4: both statements of a fight feed the same clauses."""
    (a, b), said = BOTH[name]
    placed, stated = fight(a, b), fight(*map(_unplaced, (a, b)), **said)
    assert seen(placed) == seen(stated)


def test_the_same_obstacle_stated_and_placed():
    a, b = man("Charger", 0, 0), man("D", 3.5, 0)
    placed = fight(a, b, terrain=fence(impassable=True))
    stated = fight(
        *map(_unplaced, (a, b)),
        gaps=[gap_of("Charger", "D", 2.5)],
        across_obstacle=[obstacle_of("Charger", "D", 1, 1)],
    )
    assert seen(placed) == seen(stated)


@pytest.mark.parametrize("answer", ["nothing", "D counter-charges", "D is on guard", "D flees"])
def test_the_same_charge_stated_and_placed_ends_alike(answer: str):
    """A brute with R 6 charges from 1 inch, so that it catches one that flees (SK-W11): the same chances, exactly."""
    a, b = at(brute("C", "maul"), 0, 0), man("D", 2, 0, waiting=True)
    found = []
    for f in (fight(a, b), fight(*map(_unplaced, (a, b)), gaps=[gap_of("C", "D", 1)])):
        take = taking(answer, "nothing", "maul", "sword", "+4", "pursue", "D")
        found.append(spread(alone(f, charge, slot(f, "C")), left, choose=take))
    assert found[0] == found[1]
    assert len(found[0]) > 1


def left(f: Fight) -> Any:
    """Who has how many wounds left, who has panicked, and whether the two are in melee."""
    field_ = field_of(f.setup)
    return tuple((int(x.wounds_left), bool(x.panicked)) for x in f.models), len(field_.touched_by(f.ground, 0))


def _unplaced(x: Any) -> Any:
    if isinstance(x, list):
        return [_unplaced(m) for m in x]
    return {k: v for k, v in x.items() if k not in ("x", "y", "facing")}


def seen(f: Fight) -> Any:
    """What a charger may do, why not, where its line may be cut, and what comes of arriving, fleeing, breaking off."""
    field_, g = field(f)
    found: list[Any] = []
    for o in charge_targets(f, slot(f, "Charger")):
        found.append((o.label, sorted((b.code, b.clause) for b in o.bars if b.when)))
        if o.value[2]:
            target, _, line = o.value
            there = field_.arrived(g, 0, target, line)
            found.append((line[:2], field_.points(g, 0, target, line, (target,)), field_.gap(there, 0, target)))
            found.append((field_.touched_by(there, 0), field_.gap(field_.flight(there, target, 0), 0, target)))
            half = field_.at(g, 0, line, line[0] // 2)
            met = field_.inch(half, target, 0, 100)
            found.append((met.code, met.clause) if isinstance(met, NoWay) else field_.gap(met, 0, target))
    found.append([[field_.gap(m.ground, 0, e) > 0 for e in f.setup.foes(0)] for m in field_.breakaways(g, 0)])
    return found
