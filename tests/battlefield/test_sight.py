"""Sight in plan and over what is in the way."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.sight import crossed, sees, thickness, visible_fraction, worst_hiders
from coldsteel.battlefield.table import Piece
from coldsteel.errors import BattlefieldError


def disc(x: float, y: float, r: float = 0.5, z: float = 0.0) -> Base:
    return Base(Round(r), Place(x, y, 0.0, z))


def box(name: str, west: float, south: float, east: float, north: float, width: float | None = None) -> Piece:
    return Piece(name, ((west, south), (east, south), (east, north), (west, north)), obstacle_width=width)


A, B = disc(0, 0), disc(10, 0)


# ---------------------------------------------------------------- sees
def test_nothing_in_the_way():
    assert sees(A, B, [])
    assert sees(A, B, [box("far", 4, 5, 6, 7)])


def test_a_wall_right_across_hides():
    assert not sees(A, B, [box("wall", 4, -3, 5, 3)])


@pytest.mark.parametrize(("top", "seen"), [(0.49, True), (0.5, True), (0.51, False)])
def test_a_wall_hides_once_it_covers_both_bases_from_edge_to_edge(top, seen):
    """The last line to go is the common tangent at y = 0.5; to graze the wall's top is free."""
    assert sees(A, B, [box("wall", 4, -9, 5, top)]) is seen


@pytest.mark.parametrize(("slit", "seen"), [(0.0, False), (0.01, True)])
def test_bases_see_through_a_slit_but_not_through_a_joint(slit, seen):
    walls = [box("south", 4, -9, 5, 0.2), box("north", 4, 0.2 + slit, 5, 9)]
    assert sees(A, B, walls) is seen


def test_a_slit_that_no_line_of_the_centres_finds():
    """Two walls, open at different ends: the only lines go from the low side of A to the high side of B."""
    near, far = box("near", 2, -0.25, 2.1, 9), box("far", 8, -9, 8.1, 0.25)
    assert sees(A, B, [near, far])
    assert not sees(A, B, [box("near", 2, -0.32, 2.1, 9), box("far", 8, -9, 8.1, 0.32)])


def test_a_piece_that_one_stands_on_is_ignored_unless_told():
    wood = box("wood", -1, -1, 1, 1)
    assert sees(A, B, [wood])
    assert not sees(A, B, [wood], ignore_own=False)


def test_round_blockers_hide_too():
    assert not sees(disc(0, 0, 0.3), disc(10, 0, 0.3), [disc(5, 0, 0.5)])
    assert sees(A, B, [disc(5, 0, 0.4)])
    assert sees(A, B, [A, B])


def test_rectangles_see_from_their_corners():
    low, high = Base(Rectangle(4, 1), Place(0, 0)), Base(Rectangle(4, 1), Place(0, 6))
    assert sees(low, high, [box("wall", -9, 2, 1.9, 3)])
    assert sees(low, high, [box("wall", -9, 2, 2.0, 3)])
    assert not sees(low, high, [box("wall", -9, 2, 2.1, 3)])


def test_bases_that_touch_see_each_other():
    assert sees(A, disc(1, 0), [box("wall", 0.4, -3, 0.6, 3)], ignore_own=False)


coordinate = st.integers(-60, 60).map(lambda n: n / 10)
walls = st.lists(
    st.tuples(coordinate, coordinate, st.integers(5, 40), st.integers(5, 40), st.integers(0, 89)),
    min_size=1,
    max_size=5,
)


def _pieces(drawn, by: float = 0.0, shift: tuple[float, float] = (0.0, 0.0)) -> list[Piece]:
    pieces = []
    for i, (x, y, w, h, turn) in enumerate(drawn):
        corners = Base(Rectangle(w / 10, h / 10), Place(x, y, turn)).corners()
        pieces.append(Piece(f"piece {i}", tuple(_moved(p, by, shift) for p in corners)))
    return pieces


def _moved(p, by, shift):
    c, s = cos(radians(by)), sin(radians(by))
    return p[0] * c - p[1] * s + shift[0], p[0] * s + p[1] * c + shift[1]


@settings(max_examples=80, deadline=None)
@given(walls, st.booleans())
def test_sight_is_mutual_and_whatever_samples_see_it_sees(drawn, square):
    a = Base(Rectangle(2, 1), Place(-8, 0, 30)) if square else disc(-8, 0)
    b, pieces = disc(8, 1, 0.8), _pieces(drawn)
    seen = sees(a, b, pieces, ignore_own=False)
    assert seen is sees(b, a, pieces, ignore_own=False)
    solid = shapely.union_all([p.shape for p in pieces])
    starts = shapely.get_coordinates(a.outline.segmentize(0.2))
    ends = shapely.get_coordinates(b.outline.segmentize(0.2))
    lines = shapely.linestrings([(s, e) for s in starts for e in ends])
    if not shapely.intersects(lines, solid).all():
        assert seen
    if seen:  # then, to bases and past pieces that differ by a trifle, a fine sample finds a line
        thin = solid.buffer(-0.15)
        lines = shapely.linestrings([(s, e) for s in starts for e in ends])
        assert not shapely.intersects(lines, thin).all()


@settings(max_examples=60, deadline=None)
@given(walls, st.integers(0, 359), coordinate, coordinate)
def test_sight_does_not_depend_on_where_north_is(drawn, by, dx, dy):
    a, b = disc(-8, 0), disc(8, 1, 0.8)
    pieces = _pieces(drawn)
    edge = [
        sees(a, b, [Piece(p.name, tuple(p.shape.buffer(e).exterior.coords)) for p in pieces]) for e in (1e-3, -1e-3)
    ]
    assume(edge[0] == edge[1])  # not a matter of a hair
    there = [disc(*_moved(c.centre, by, (dx, dy)), c.margin) for c in (a, b)]
    assert sees(*there, _pieces(drawn, by, (dx, dy))) is sees(a, b, pieces)


# ---------------------------------------------------------------- thickness, crossed
def test_thickness_is_what_lies_on_the_line():
    assert thickness(box("fence", 4, -3, 5, 3), (0, 0), (10, 0)) == pytest.approx(1)
    assert thickness(box("fence", 4, -3, 5, 3), (4, -1), (5, 0)) == pytest.approx(2**0.5)
    assert thickness(box("fence", 4, -3, 5, 3), (4.5, 0), (10, 0)) == pytest.approx(0.5)
    assert thickness(box("fence", 4, -3, 5, 3), (0, 3), (10, 3)) == 0  # along its edge
    assert thickness(box("fence", 4, -3, 5, 3, width=0.3), (0, 0), (10, 0)) == 0.3
    assert thickness(box("fence", 4, -3, 5, 3, width=0.3), (0, 9), (10, 9)) == 0


def test_thickness_of_a_horseshoe_counts_both_arms():
    shoe = Piece("shoe", ((0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)))
    assert thickness(shoe, (-1, 2), (9, 2)) == pytest.approx(2)


def test_pieces_are_crossed_in_the_order_of_the_line():
    first, second, third = box("1", 1, -1, 2, 1), box("2", 4, -1, 5, 1), box("3", 7, 0, 8, 1)
    assert [p.name for p in crossed([third, second, first], (0, 0), (10, 0))] == ["1", "2"]
    assert [p.name for p in crossed([third, second, first], (10, 0.5), (0, 0.5))] == ["3", "2", "1"]


# ---------------------------------------------------------------- how much is seen
def test_wl_c11_all_is_seen_of_a_target_in_the_open():
    assert visible_fraction(A, 1, B, 1, []) == 1
    assert visible_fraction(A, 1, B, 1, [(A, 9), (B, 9)]) == 1


def test_wl_c11_a_wall_as_high_as_the_eye_hides_all_of_an_equal_target():
    assert visible_fraction(A, 1, B, 1, [(box("wall", 4, -3, 5, 3), 1.0)]) == 0


def test_wl_c11_a_low_wall_hides_as_the_eye_sees_it_past_its_far_edge():
    """Eye at 1, top 0.75: from the far edge at 5/10 of the way the line comes down to 1 - 0.25 / 0.5 = 0.5."""
    assert visible_fraction(A, 1, disc(10, 0, 1e-4), 1, [(box("wall", 4, -3, 5, 3), 0.75)]) == pytest.approx(
        0.5, abs=1e-4
    )


def test_wl_c11_a_high_wall_hides_most_from_its_near_edge():
    """Eye at 1, top 1.5: from the near edge at 4/10 of the way the line goes up to 1 + 0.5 / 0.4 = 2.25, of 3."""
    assert visible_fraction(A, 1, disc(10, 0, 1e-4), 3, [(box("wall", 4, -3, 5, 3), 1.5)]) == pytest.approx(
        0.25, abs=1e-4
    )


def test_wl_c11_a_wall_from_the_side_hides_whole_slices():
    """The 16 lines end at y = (i + 1/2)/16 - 1/2; the wall's end at y = 0, half way, hides the 8 that pass below it."""
    assert visible_fraction(A, 1, B, 1, [(box("wall", 5, -9, 5.1, 0), 5.0)]) == 0.5


def test_wl_c11_an_eye_above_looks_over_what_is_near_it():
    tower = disc(0, 0, 0.5, z=10)
    assert visible_fraction(tower, 1, B, 1, [(box("wall", 1, -3, 2, 3), 1.0)]) == 1
    assert visible_fraction(tower, 1, B, 1, [(box("wall", 9, -3, 9.4, 3), 1.0)]) < 1


def test_wl_c12_the_worst_hider_comes_first_and_of_equals_the_one_nearer_to_the_target():
    half, near, far = box("half", 5, -9, 5.1, 0), box("near", 8, -3, 8.5, 3), box("far", 2, -3, 2.5, 3)
    found = worst_hiders(A, 1, B, 1, [(half, 5.0), (far, 1.0), (near, 1.0), (disc(5, 8), 1.0)])
    assert [thing.name for thing, _ in found] == ["near", "far", "half"]
    assert [share for _, share in found] == [1, 1, 0.5]


@given(st.lists(st.tuples(coordinate, coordinate, st.floats(0, 3)), max_size=4))
@settings(max_examples=60, deadline=None)
def test_more_in_the_way_hides_more_and_no_less_than_the_worst_alone(drawn):
    eye, target = disc(-8, 0), disc(8, 0)
    things = [(disc(x, y), top) for x, y, top in drawn]
    seen = visible_fraction(eye, 1, target, 1, things)
    assert 0 <= seen <= visible_fraction(eye, 1, target, 1, things[1:]) + 1e-12
    hiders = worst_hiders(eye, 1, target, 1, things)
    assert all(seen <= 1 - share + 1e-9 for _, share in hiders)
    assert seen >= 1 - sum(share for _, share in hiders) - 1e-9


def test_no_target_without_height_and_no_eye_above_it():
    with pytest.raises(BattlefieldError):
        visible_fraction(A, 1, B, 0, [(box("wall", 4, -3, 5, 3), 1.0)])
    with pytest.raises(BattlefieldError):
        visible_fraction(A, 1, A, 1, [(box("wall", 4, -3, 5, 3), 1.0)])
