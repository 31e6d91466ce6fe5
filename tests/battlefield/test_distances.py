"""Distances between edges, along paths, and to the edges of the table."""

from math import cos, hypot, radians, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.distances import (
    along,
    beyond,
    distance,
    distance_to_point,
    extent,
    gap,
    gap_to,
    nearest_point,
    nearest_points,
    off_table,
    path_length,
)
from coldsteel.battlefield.table import OPEN, Piece, Table
from coldsteel.errors import BattlefieldError

near = pytest.approx
COORDINATE = st.integers(-2000, 2000).map(lambda n: n / 100)
POINT = st.tuples(COORDINATE, COORDINATE)
SIZE = st.integers(10, 800).map(lambda n: n / 100)
FACING = st.integers(0, 35999).map(lambda n: n / 100)
SHAPE = st.builds(Round, SIZE) | st.builds(Rectangle, SIZE, SIZE)
BASE = st.builds(Base, SHAPE, st.builds(Place, COORDINATE, COORDINATE, FACING))
ROUND = st.builds(Base, st.builds(Round, SIZE), st.builds(Place, COORDINATE, COORDINATE, FACING))
SQUARE = Piece("wood", ((10, 10), (14, 10), (14, 14), (10, 14)))


def round_at(x, y, r=1.0):
    return Base(Round(r), Place(x, y))


def box(w, d, x, y, facing=0.0):
    return Base(Rectangle(w, d), Place(x, y, facing))


# ---------------------------------------------------------------- gaps
def test_round_bases_are_as_far_apart_as_their_centres_less_their_radii():
    assert gap(round_at(0, 0), round_at(3, 4, 0.5)) == near(3.5)


def test_bases_that_touch_or_overlap_have_no_gap():
    assert gap(round_at(0, 0), round_at(2, 0)) == 0.0
    assert gap(round_at(0, 0), round_at(1, 0)) == 0.0
    assert gap(box(6, 2, 0, 0), box(6, 2, 0, 2)) == 0.0
    assert gap(box(6, 2, 0, 0), box(1, 1, 0, 0)) == 0.0


def test_a_round_base_is_measured_to_the_side_or_to_the_corner_of_a_rectangle():
    assert gap(round_at(0, 5), box(6, 2, 0, 0)) == near(3)
    assert gap(round_at(6, 5), box(6, 2, 0, 0)) == near(4)
    assert gap(box(6, 2, 0, 0), round_at(6, 5)) == near(4)


def test_rectangles_are_measured_from_corner_to_side_when_one_is_turned():
    assert gap(box(2, 2, 0, 0), box(2, 2, 5, 0, 45)) == near(5 - 1 - sqrt(2))


def test_a_piece_of_terrain_is_measured_to_its_outline():
    assert gap_to(round_at(7, 6), SQUARE) == near(4)
    assert gap_to(box(2, 2, 12, 12), SQUARE) == 0.0
    assert gap_to(box(2, 2, 12, 20), SQUARE) == near(5)
    assert gap(SQUARE, box(2, 2, 12, 20)) == near(5)


def test_v3_distance_from_the_command_zone_and_from_the_front_edge():
    """V3: from (0, 0) the nearest point of the target is (5, 12), 13 away; from the whole front edge 12.1655."""
    target, charger = box(8, 2, 9, 13, 180), box(6, 2, 0, -1)
    assert nearest_point(target, (0, 0)) == near((5, 12))
    assert distance_to_point(target, (0, 0)) == near(13)
    assert gap(charger, target) == near(12.1655, abs=5e-5)


def test_v3_gaps_inside_and_outside_the_zone():
    """V3: the target at (34, 20) is 10 away, at (38, 20) 14."""
    charger = box(6, 2, 20, 20)
    assert gap(charger, box(6, 2, 34, 20, 270)) == near(10)
    assert gap(charger, box(6, 2, 38, 20, 270)) == near(14)


def test_v14_gaps_of_the_supports():
    """V14: the rear support is near enough, the friend at (30, 21) 7 away."""
    unit = box(6, 2, 30, 30)
    assert [gap(unit, box(6, 2, x, y)) for x, y in ((30, 25), (24, 26), (30, 21))] == near([3, 2, 7])


@given(BASE, BASE)
def test_a_gap_is_the_same_from_both_sides(a, b):
    assert gap(a, b) == near(gap(b, a), abs=1e-9)


@given(ROUND, ROUND, ROUND)
def test_a_detour_over_a_third_round_base_is_no_shorter(a, b, c):
    assert gap(a, c) <= gap(a, b) + 2 * b.margin + gap(b, c) + 1e-6


@given(BASE, BASE, FACING, POINT)
def test_a_gap_does_not_depend_on_where_the_table_lies(a, b, by, shift):
    c, s = cos(radians(by)), sin(radians(by))

    def moved(base):
        x, y, facing = base.place.x, base.place.y, base.place.facing
        return base.at(Place(c * x + s * y + shift[0], c * y - s * x + shift[1], facing + by))

    assert gap(moved(a), moved(b)) == near(gap(a, b), abs=3e-6)


@given(BASE, BASE)
def test_the_nearest_points_are_a_gap_apart_and_lie_on_their_bases(a, b):
    p, q = nearest_points(a, b)
    assert distance(p, q) == near(gap(a, b), abs=2e-6)
    assert distance_to_point(a, p) == near(0, abs=1e-6)
    assert distance_to_point(b, q) == near(0, abs=1e-6)


@given(BASE, POINT)
def test_the_nearest_point_is_as_far_as_the_base(base, point):
    assert distance(point, nearest_point(base, point)) == near(distance_to_point(base, point), abs=1e-9)


def test_the_nearest_point_of_something_to_a_point_in_it_is_that_point():
    assert nearest_point(round_at(0, 0), (0.5, 0)) == (0.5, 0)
    assert nearest_point(box(6, 2, 0, 0, 30), (0.5, 0)) == (0.5, 0)
    assert nearest_point(SQUARE, (12, 13)) == (12, 13)
    assert nearest_point(SQUARE, (12, 20)) == (12, 14)
    assert nearest_point(round_at(0, 0, 2), (3, 4)) == near((1.2, 1.6))


def test_bases_that_overlap_share_their_nearest_point():
    p, q = nearest_points(round_at(0, 0, 2), round_at(3, 0, 2))
    assert p == q == near((1.5, 0))
    p, q = nearest_points(round_at(0, 0, 5), round_at(1, 0, 1))
    assert p == q == near((0.5, 0))


# ---------------------------------------------------------------- paths
def test_a_place_along_a_path():
    path = [(0, 0), (3, 4), (3, 10)]
    assert path_length(path) == 11
    assert along(path, 0) == (0, 0)
    assert along(path, 2.5) == near((1.5, 2))
    assert along(path, 5) == near((3, 4))
    assert along(path, 7) == near((3, 6))
    assert along(path, 99) == (3, 10)
    assert along(path, -1) == (0, 0)
    assert along([(1, 2)], 3) == (1, 2)
    assert path_length([]) == 0


def test_a_path_without_points_is_refused():
    with pytest.raises(BattlefieldError, match="without points"):
        along([], 1)


@given(st.lists(POINT, min_size=1, max_size=6), st.floats(0, 1), st.floats(0, 1))
def test_going_along_a_path_never_jumps(path, s, t):
    whole = path_length(path)
    assert distance(along(path, s * whole), along(path, t * whole)) <= abs(s - t) * whole + 1e-6


def test_a_place_beyond_another():
    assert beyond((0, 0), (3, 4), 5) == near((6, 8))
    assert beyond((0, 0), (3, 4), -1) == near((2.4, 3.2))
    with pytest.raises(BattlefieldError, match="no direction"):
        beyond((1, 1), (1, 1), 2)


# ---------------------------------------------------------------- the table
@pytest.mark.parametrize(
    ("x", "part", "centre", "whole"),
    [(1, 0, 0, 0), (0.99, 1, 0, 0), (0, 1, 0, 0), (-0.01, 1, 1, 0), (-0.99, 1, 1, 0), (-1, 1, 1, 1), (-3, 1, 1, 1)],
)
@pytest.mark.parametrize("shape", [Round(1), Rectangle(2, 2)])
def test_how_much_of_a_base_is_off_the_table(shape, x, part, centre, whole):
    table, base = Table(72, 48), Base(shape, Place(x, 24))
    answers = [off_table(base, table, how) for how in ("any_part", "centre", "whole")]
    assert answers == [bool(part), bool(centre), bool(whole)]


@pytest.mark.parametrize("at", [(72.5, 20), (20, 48.5), (20, -0.5), (-0.5, 20)])
def test_every_edge_counts(at):
    table = Table(72, 48)
    assert off_table(round_at(*at), table)
    assert off_table(round_at(*at), table, "centre")
    assert not off_table(round_at(*at), table, "whole")
    assert not off_table(round_at(*at), OPEN)


def test_v8_the_edge_of_the_table():
    """V8: a footprint 6x2 that would reach y = -0.5 has left; by its centre it is in play."""
    base = box(6, 2, 30, 0.5)
    assert off_table(base, Table(72, 48))
    assert not off_table(base, Table(72, 48), "centre")
    assert not off_table(box(6, 2, 30, 1), Table(72, 48))


def test_what_is_over_the_edge_by_no_more_than_the_tolerance_lies_on_it():
    assert off_table(box(6, 2, 30, 0.995), Table(72, 48))
    assert not off_table(box(6, 2, 30, 0.995), Table(72, 48), tolerance=0.01)
    assert off_table(box(6, 2, 30, 0.98), Table(72, 48), tolerance=0.01)
    assert not off_table(box(6, 2, 30, -0.005), Table(72, 48), "centre", tolerance=0.01)


def test_a_word_that_says_nothing_about_the_edge_is_refused():
    with pytest.raises(BattlefieldError, match="'half'"):
        off_table(round_at(0, 0), Table(1, 1), "half")


def test_the_extent_of_a_base():
    assert extent(round_at(5, 6, 2)) == (3, 4, 7, 8)
    assert extent(box(6, 2, 0, 0, 90)) == near((-1, -3, 1, 3))
    assert extent(box(2, 2, 0, 0, 45))[2] == near(hypot(1, 1))
