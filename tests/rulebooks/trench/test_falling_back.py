"""Falling back on a table (TR-47, TR-58 to TR-68, TR-74, TR-75)."""

import pytest

from coldsteel.battlefield.lengths import bearing
from coldsteel.battlefield.table import OPEN
from coldsteel.kernel.state import evolve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.melee import driven_off
from coldsteel.rulebooks.trench.places import Body, Course, fallen_back
from coldsteel.rulebooks.trench.result import closing, stepped_back, undecided
from coldsteel.rulebooks.trench.state import End
from coldsteel.rulebooks.trench.tabletop import body
from tests.driving import alone
from tests.rulebooks.trench.builders import beaten_by, bout, cavalry, fight, foot, measure, melee, recruits, step
from tests.rulebooks.trench.places import at, centre, line, looks, on_table, square, terrain
from tests.rulebooks.trench.test_results import W13, row

NEAR = (foot("a", 1, **at(17, 20)), foot("b", 1, **at(20, 20)))


def test_w14_straight_away_from_the_enemy():
    """W14: a Group at (20, 20), beaten by 1 by an enemy at (17, 20), ends at (26, 20), its front to him (TR-60)."""
    s = beaten_by(fight(*NEAR), 1)
    assert (centre(s, "b"), looks(s, "b")) == ((26.0, 20.0), 270.0)
    assert (measure(s, "moved.b"), measure(s, "fate.b"), measure(s, "new_melee")) == (6, "fell_back", "no")


def test_w14_thirty_degrees_to_the_left():
    """W14: with another enemy at (29, 20) it goes 30 degrees to the left: (25.196, 23).

    At just 9 inches that enemy would be drawn in (TR-8) and be part of the centre; so here he is out of it.
    """
    a, b = NEAR
    f = fight([a, foot("c", 1, **at(29, 20))], b, parameters={"join_distance": 8.9})
    s = beaten_by(f, 1)
    assert centre(s, "b") == pytest.approx((25.196, 23), abs=0.005)
    other = Body(((29.0, 20.0),), 0.0)
    course = Course(OPEN, (), (Body(((17.0, 20.0),), 0.0), other), 1.0, 0.5, 15, 90, 4.0)
    move = fallen_back(Body(((20.0, 20.0),), 0.0), 90.0, 6.0, course)
    assert (move.length, move.facing) == (6.0, 60.0)


@pytest.mark.parametrize(("step_", "place"), [(10, (25.196, 23)), (45, (24.243, 24.243))])
def test_tr_74_the_steps_of_the_turn(step_, place):
    a, b = NEAR
    f = fight([a, foot("c", 1, **at(29, 20))], b, parameters={"join_distance": 8.9, "turn_step": step_})
    assert centre(beaten_by(f, 1), "b") == pytest.approx(place, abs=0.005)


def test_tr_74_no_turn_is_allowed_so_the_longest_shorter_move():
    """Straight back 5 inches from the enemy at (29, 20) are left of the 6."""
    a, b = NEAR
    given = {"join_distance": 8.9, "turn_max": 0}
    f = fight([a, foot("c", 1, **at(29, 20))], b, parameters=given)
    assert centre(beaten_by(f, 1), "b") == (25.0, 20.0)
    f = fight([a, foot("c", 1, **at(29.3, 20))], b, parameters=given)
    assert centre(beaten_by(f, 1), "b") == (25.0, 20.0)
    f = fight([a, foot("c", 1, **at(29.3, 20))], b, parameters={**given, "move_step": 0.1})
    assert centre(beaten_by(f, 1), "b") == (25.3, 20.0)


@pytest.mark.parametrize("d", W13)
def test_w13_three_groups_beaten_on_a_table(d):
    """W13: inches, Shock, facing and next turn are those of the table of defeats; the places show it (TR-60 to 67)."""
    groups = [
        foot("foot", 3, **line(3, 20, 40)),
        recruits("new", 3, **line(3, 28, 40)),
        cavalry("horse", 3, **line(3, 36, 40)),
    ]
    f = fight(foot("a", 9, **line(9, 24, 37)), groups, table={"width": 72, "height": 96})
    s = beaten_by(f, d)
    assert (row(s, "foot"), row(s, "new"), row(s, "horse")) == W13[d]
    for name, expected in zip(("foot", "new", "horse"), W13[d], strict=True):
        (x, y), (px, py) = centre(f, name), centre(s, name)
        assert ((px - x) ** 2 + (py - y) ** 2) ** 0.5 == pytest.approx(expected[1], abs=0.01)
        assert (looks(s, name) % 360 < 90 or looks(s, name) > 270) == (expected[3] == "yes")


def test_tr_66_facing_where_none_is_stated():
    """TR-R24: beaten by 4 its back is to the enemy; under the other reading its front."""
    assert looks(beaten_by(fight(*NEAR), 4), "b") == 90.0
    assert looks(beaten_by(fight(*NEAR, rulings={"unstated_facing": "enemy"}), 4), "b") == 270.0


def test_tr_74_every_man_by_the_same_vector_and_friends_are_passed_through():
    f = fight(foot("a", 2, **line(2, 10, 10)), [foot("b", 3, **line(3, 9, 12)), foot("c", 2, **line(2, 10, 15))])
    s = beaten_by(f, 1)
    old, new = (x.then.ground[1][0] for x in (f, s))
    assert len({(p[0] - q[0], p[1] - q[1]) for p, q in zip(new, old, strict=True)}) == 1
    assert measure(s, "moved.b") == 6


WALL = terrain("cliff", square(0, 24, 60, 25), impassable=True)
PEN = [  # a yard of which three sides are cliffs: 3 inches of room behind b, none beside it
    terrain("back", square(9, 16, 21, 17), impassable=True),
    terrain("left", square(9, 9, 14.5, 16), impassable=True),
    terrain("right", square(15.5, 9, 21, 16), impassable=True),
]


def penned(men=6, **given):
    """W14: six foot with room for 3 inches, an enemy in contact."""
    a, b = foot("a", 9, **line(9, 15, 12.9, 0.0)), foot("b", men, facing=180.0, **line(men, 15, 12.9, 0.0))
    return fight(a, b, terrain=PEN, **given)


@pytest.mark.parametrize("d", [1, 4])
def test_w14_no_way_back_is_surrender(d):
    """W14: with 3 inches of room, beaten by 1 or by 4: surrender (TR-46, TR-47, TR-68)."""
    s = beaten_by(penned(), d)
    assert (measure(s, "fate.b"), measure(s, "moved.b"), measure(s, "new_melee")) == ("surrendered", 0, "no")
    assert s.setup.captures


def test_w14_only_the_overwhelmed_are_surrounded():
    """W14: `surrounded_scope = overwhelmed_only`, beaten by 1: it moves 3 inches and stays, and a new melee comes of it
    (TR-47, TR-5)."""
    f = penned(rulings={"surrounded_scope": "overwhelmed_only"})
    s = beaten_by(f, 1)
    assert (measure(s, "fate.b"), measure(s, "moved.b"), measure(s, "new_melee")) == ("fell_back", 3, "yes")
    assert centre(s, "b") == (15.0, 15.9)
    assert measure(beaten_by(f, 4), "fate.b") == "surrendered"


@pytest.mark.parametrize(("gap", "fate"), [(0.9, "surrendered"), (1.0, "fell_back")])
def test_w7_a_gap_and_three_inches_of_room(gap, fate):
    """W7, TR-47: gap and room come to less than 4 inches, or to 4 (TR-44)."""
    a = foot("a", 9, **line(9, 15, 12.9 - gap, 0.0))
    f = fight(a, foot("b", 2, **line(2, 15, 12.9, 0.0)), terrain=PEN)
    s = beaten_by(f, 1)
    assert measure(s, "fate.b") == fate
    assert (centre(s, "b") == (15.0, 15.9)) == (fate == "fell_back")


def test_w14_ten_inches_of_room():
    """W14: beaten by 4 it moves 10 inches; `no_retreat_means = cannot_go_full`: it surrenders (TR-68, TR-74)."""
    pen = [terrain("back", square(9, 20, 21, 21), impassable=True)]
    pen += [
        terrain("left", square(9, 9, 14.5, 20), impassable=True),
        terrain("right", square(15.5, 9, 21, 20), impassable=True),
    ]
    a, b = foot("a", 9, **line(9, 15, 9.98, 0.0)), foot("b", 6, facing=180.0, **line(6, 15, 9.98, 0.0))
    assert measure(beaten_by(fight(a, b, terrain=pen), 4), "moved.b") == 10
    full = fight(a, b, terrain=pen, rulings={"no_retreat_means": "cannot_go_full"})
    assert measure(beaten_by(full, 4), "fate.b") == "surrendered"
    assert measure(beaten_by(full, 2), "moved.b") == 9
    assert measure(beaten_by(full, 3), "moved.b") == 10


def overwhelmed(roll):
    f = fight(foot("a", 9, **line(9, 15, 12, 0.0)), foot("b", 2, shock=1, **line(2, 15, 13, 0.0)))
    f = step(alone(f, driven_off, 1, melee(f)), roll)
    while f.then.tasks:
        f = step(f)
    return f


@pytest.mark.parametrize(("roll", "inches"), [(3, 4), (7, 7), (14, 14)])
def test_w7_the_overwhelmed_go_as_far_as_they_rolled(roll, inches):
    """W7: on a roll of 7 it goes 7 inches, on 3 it goes 4, Shock 7 each time, its back to the enemy (TR-44, TR-66)."""
    s = overwhelmed(roll)
    assert (centre(s, "b"), measure(s, "moved.b"), measure(s, "shock.b")) == ((15.0, 13.0 + inches), inches, 7)
    assert looks(s, "b") == 0.0


# ---------------------------------------------------------------- the edge of the table
@pytest.mark.parametrize(("height", "there"), [(26.0, True), (25.9, False)])
def test_tr_74_who_crosses_the_edge_has_left_the_table(height, there):
    f = fight(foot("a", 1, **at(15, 17)), foot("b", 1, **at(15, 20)), table={"width": 30, "height": height})
    s = beaten_by(f, 1)
    assert on_table(s, "b") == there
    assert measure(s, "fate.b") == ("fell_back" if there else "off_table")


def test_tr_74_a_base_reaches_over_the_edge():
    table = {"width": 30, "height": 26.4}
    for diameter, fate in ((0.8, "fell_back"), (1.0, "off_table")):
        f = fight(foot("a", 1, **at(15, 17)), foot("b", 1, base_diameter=diameter, **at(15, 20)), table=table)
        assert measure(beaten_by(f, 1), "fate.b") == fate


def test_tr_74_ground_that_is_impassable_turns_it_aside():
    """Straight back stands a cliff: 6 inches are free at 90 degrees only."""
    f = fight(foot("a", 1, **at(30, 20)), foot("b", 1, **at(30, 23.9)), terrain=[WALL])
    assert centre(beaten_by(f, 1), "b") == (24.0, 23.9)


@pytest.mark.parametrize(("x", "clearance", "turns"), [(15.9, 1.0, True), (16.1, 1.0, False), (15.9, 0.5, False)])
def test_tr_74_no_nearer_than_an_inch_to_an_enemy(x, clearance, turns):
    """An enemy beside the way: 0.9 inches from it bar it, 1.1 do not."""
    f = fight(
        [foot("a", 1, **at(15, 17)), foot("c", 1, **at(x, 25))],
        foot("b", 1, **at(15, 20)),
        parameters={"join_distance": 4.5, "retreat_clearance": clearance},
    )
    assert (centre(beaten_by(f, 3), "b") != (15.0, 32.0)) == turns


@pytest.mark.parametrize(("y", "straight"), [(20.5, True), (21.5, False)])
def test_tr_74_who_began_nearer_than_an_inch_may_pass(y, straight):
    """Its way leads by 0.7 inches past an enemy; from him it stood 0.8 away as it began, or 1.6."""
    f = fight(foot("a", 4, positions=[[15, 17], [15, 17], [15, 17], [15.6, y]]), foot("b", 1, **at(15, 20)))
    x, y = body(f, 0).centre
    turned_by = bearing((15.0, 20.0), centre(beaten_by(f, 1), "b")) - bearing((x, y), (15.0, 20.0))
    assert (abs(turned_by) < 0.2) == straight


# ---------------------------------------------------------------- a step back
def after_stalemate(base_diameter=0.0, **given):
    more = {"base_diameter": base_diameter}
    f = fight(foot("a", 2, **line(2, 15, 20), **more), foot("b", 2, **line(2, 15, 20.5), **more), **given)
    s = stepped_back(undecided(f, End.STALEMATE), bout(f))
    return closing(evolve(s, then=s.then.rest()))


def test_tr_59_both_step_back_two_inches():
    """TR-R21: from contact 2 + 2 inches are 4, just out of melee; if the attacker alone does, there is a new one."""
    s = after_stalemate(base_diameter=0.5)
    assert (centre(s, "a")[1], centre(s, "b")[1]) == (18.0, 22.5)
    assert (looks(s, "a"), looks(s, "b"), measure(s, "moved.a"), measure(s, "new_melee")) == (0.0, 180.0, 2, "no")
    s = after_stalemate(base_diameter=0.5, rulings={"draw_retreat": "attacker"})
    assert (centre(s, "b")[1], measure(s, "moved.b"), measure(s, "new_melee")) == (20.5, 0, "yes")


def test_tr_59_as_far_as_they_have_room_and_not_off_the_table():
    s = after_stalemate(table={"width": 30, "height": 21.5}, parameters={"turn_max": 0})
    assert (centre(s, "b")[1], measure(s, "moved.b"), measure(s, "fate.b")) == (21.5, 1, "holding")


def test_tr_75_the_winner_stays_where_it_is():
    s = beaten_by(fight(*NEAR), 2)
    assert (centre(s, "a"), looks(s, "a")) == ((17.0, 20.0), 90.0)


def test_nobody_asks_for_places_where_only_the_end_is_remembered():
    s = beaten_by(fight(*NEAR, remember="end"), 1)
    assert s.then.ground == ()
    assert RULEBOOK.scene(s) is None
