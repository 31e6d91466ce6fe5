"""Touching, overlapping, shared edges, and layouts that no table can hold."""

from math import cos, radians, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.contact import (
    check_apart,
    faults_of_layout,
    inset,
    joined,
    merged,
    on_side,
    overlapping,
    overlaps,
    shared_edge,
    touched_side,
    touching,
)
from coldsteel.battlefield.distances import gap
from coldsteel.battlefield.quarters import Quarter
from coldsteel.battlefield.table import Piece, Table
from coldsteel.errors import BattlefieldError

near = pytest.approx
COORDINATE = st.integers(-600, 600).map(lambda n: n / 100)
SIZE = st.integers(50, 600).map(lambda n: n / 100)
FACING = st.integers(0, 35999).map(lambda n: n / 100)
SHAPE = st.builds(Round, SIZE) | st.builds(Rectangle, SIZE, SIZE)
BASE = st.builds(Base, SHAPE, st.builds(Place, COORDINATE, COORDINATE, FACING))
BOX = st.builds(Base, st.builds(Rectangle, SIZE, SIZE), st.builds(Place, COORDINATE, COORDINATE, FACING))
WOOD = Piece("wood", ((10, 10), (14, 10), (14, 14), (10, 14)))
HOUSE = Piece("house", ((20, 10), (20, 14), (24, 14), (24, 10)), impassable=True)
WEDGE = Piece("wedge", ((1, -5), (9, 0), (1, 5)))
ELL = Piece("wall", ((0, 0), (6, 0), (6, 1), (1, 1), (1, 6), (0, 6)), impassable=True)


def round_at(x, y, r=1.0):
    return Base(Round(r), Place(x, y))


def box(w, d, x, y, facing=0.0):
    return Base(Rectangle(w, d), Place(x, y, facing))


# ---------------------------------------------------------------- touching is not overlapping
@pytest.mark.parametrize(
    "other", [round_at(2, 0), box(2, 2, 2, 0), box(2, 2, 2, 0, 180), Piece("p", ((1, -5), (9, 0), (1, 5)))]
)
@pytest.mark.parametrize("shape", [Round(1), Rectangle(2, 2)])
def test_bases_side_by_side_touch_and_do_not_overlap(shape, other):
    base = Base(shape, Place(0, 0))
    assert touching(base, other)
    assert not overlaps(base, other)
    assert overlaps(Base(shape, Place(0.001, 0)), other)
    assert not overlaps(Base(shape, Place(0.001, 0)), other, tolerance=0.01)
    assert touching(Base(shape, Place(-0.01, 0)), other)
    assert not touching(Base(shape, Place(-0.02, 0)), other)
    assert touching(Base(shape, Place(-0.02, 0)), other, tolerance=0.02)


def test_turned_rectangles_overlap_only_if_no_side_parts_them():
    """The circles round the two meet, and their extents along the axes too, yet a side of the turned one parts them."""
    assert not overlaps(box(2, 2, 0, 0), box(2, 2, 1.75, 1.75, 45))
    assert overlaps(box(2, 2, 0, 0), box(2, 2, 1.65, 1.65, 45))


def test_a_round_base_at_a_corner():
    assert not overlaps(round_at(1.8, 1.8), box(2, 2, 0, 0))
    assert overlaps(round_at(1.7, 1.7), box(2, 2, 0, 0))
    assert overlaps(box(2, 2, 0, 0), round_at(1.7, 1.7))


def test_the_bay_of_a_piece_is_no_part_of_it():
    assert not overlaps(box(4, 4, 3.5, 3.5), ELL)
    assert not overlaps(round_at(3, 3, 2), ELL)
    assert overlaps(box(4, 4, 2.9, 3.5), ELL)
    assert overlaps(round_at(3, 2.9, 2), ELL)
    assert overlaps(round_at(0.5, 0.5, 0.1), ELL)


def test_one_thing_inside_another_overlaps_it():
    assert overlaps(box(1, 1, 12, 12), WOOD)
    assert overlaps(box(10, 10, 12, 12), WOOD)
    assert overlaps(box(10, 10, 0, 0), box(1, 1, 2, 2, 30))


def test_what_a_base_overlaps_is_told_in_order():
    others = [round_at(1, 0), round_at(2, 0), round_at(0, -1)]
    assert overlapping(round_at(0, 0), others) == [others[0], others[2]]


@given(BASE, BASE)
def test_overlap_is_mutual_and_closes_the_gap(a, b):
    assert overlaps(a, b) == overlaps(b, a)
    assert not overlaps(a, b) or gap(a, b) == 0
    assert gap(a, b) > 0 or overlaps(a, b) or not overlaps(a, b, 1e-3)


@given(BOX, BOX)
def test_rectangles_overlap_as_pieces_of_the_same_outline_do(a, b):
    piece = Piece("p", b.corners())
    assume(overlaps(a, b, -1e-4) == overlaps(a, b, 1e-4))
    assert overlaps(a, b) == overlaps(a, piece)


def test_a_rectangle_made_smaller():
    assert inset(box(6, 2, 0, 0), 0.5).bounds == near((-2.5, -0.5, 2.5, 0.5))
    assert inset(box(6, 2, 0, 0), 5).area > 0


# ---------------------------------------------------------------- shared edges
def test_v5_edges_of_three_columns():
    """V5: the first column covers 3 inches of the front, the second, at offset 2.5, 3 more."""
    target = box(8, 2, 0, 0, 180)
    first, second = box(3, 3, 1, -2.5), box(3, 3, -2.5, -2.5)
    assert joined(target, first) == ((Quarter.FRONT, near((-2.5, 0.5))),)
    assert joined(target, second) == ((Quarter.FRONT, near((1, 4))),)
    assert shared_edge(target, first) == shared_edge(first, target) == near(3)
    assert touched_side(target, first) is touched_side(first, target) is Quarter.FRONT


@pytest.mark.parametrize(
    ("other", "side"),
    [
        (box(2, 2, 0, 2), Quarter.FRONT),
        (box(2, 2, 5, 0), Quarter.RIGHT),
        (box(2, 2, 0, -2), Quarter.REAR),
        (box(2, 2, -5, 0), Quarter.LEFT),
    ],
)
def test_the_side_that_is_touched(other, side):
    assert touched_side(box(8, 2, 0, 0), other) is side
    assert shared_edge(box(8, 2, 0, 0), other) == near(2)


def test_a_corner_is_no_edge():
    target = box(8, 2, 0, 0)
    for other in (box(2, 2, 5, 2), box(2, 2, 0, 1 + 2**0.5, 45), round_at(0, 2), box(2, 2, 5 - 0.01, 2)):
        assert touching(target, other)
        assert shared_edge(target, other) == 0
        assert touched_side(target, other) is None
    assert shared_edge(target, box(2, 2, 5 - 0.02, 2)) == near(0.02)


def test_what_is_farther_off_than_the_tolerance_shares_no_edge():
    target = box(8, 2, 0, 0)
    assert shared_edge(target, box(2, 2, 0, 2.01)) == near(2)
    assert shared_edge(target, box(2, 2, 0, 2.02)) == 0
    assert shared_edge(target, box(2, 2, 0, 2.02), tolerance=0.02) == near(2)
    assert shared_edge(target, box(2, 2, 0, 2.01, 5)) == 0


def test_edges_that_look_the_same_way_are_not_shared():
    """A rectangle that stands inside another, against its front edge from behind, touches nothing."""
    assert shared_edge(box(8, 2, 0, 0), box(2, 1, 0, 0.5)) == 0


def test_edges_shared_with_a_piece_whichever_way_its_outline_runs():
    base = box(4, 2, 3, 2)
    backwards = Piece("wall", ELL.outline[::-1])
    for wall in (ELL, backwards):
        assert joined(base, wall) == ((Quarter.REAR, near((-2, 2))), (Quarter.LEFT, near((-1, 1))))
        assert shared_edge(base, wall) == near(6)
        assert touched_side(base, wall) is Quarter.REAR


def test_an_edge_with_a_needless_corner_is_one_edge():
    wall = Piece("wall", ((-3, 1), (-0.005, 1), (0, 1), (3, 1), (3, 2), (-3, 2)))
    assert joined(box(8, 2, 0, 0), wall) == ((Quarter.FRONT, near((-3, 3))),)


@given(BOX, st.sampled_from(Quarter), SIZE, SIZE, st.floats(-1, 1))
def test_a_quantised_rectangle_laid_on_a_side_shares_its_edge(target, side, width, depth, share):
    a, b = target.shape.width / 2, target.shape.depth / 2
    along, out = (a, b) if side in (Quarter.FRONT, Quarter.REAR) else (b, a)
    offset, away = share * along, out + depth / 2
    u, v = {0: (offset, away), 1: (away, offset), 2: (offset, -away), 3: (-away, offset)}[side]
    x, y = target.point_at(u, v)
    other = Base(Rectangle(width, depth), Place(x, y, target.place.facing + 90 * side + 180).quantised())
    expected = min(along, offset + width / 2) - max(-along, offset - width / 2)
    assert shared_edge(target, other) == near(expected, abs=0.03)
    assert touched_side(target, other) is side
    assert touched_side(other, target) is Quarter.FRONT


@given(BOX, COORDINATE, COORDINATE)
def test_a_point_on_a_side_is_no_way_out_from_it(base, u, v):
    s, n = on_side(base, Quarter.FRONT, base.point_at(u, v))
    assert (s, n) == near((u, v - base.shape.depth / 2), abs=1e-9)
    s, n = on_side(base, Quarter.LEFT, base.point_at(u, v))
    assert (s, n) == near((v, -u - base.shape.width / 2), abs=1e-9)


def test_a_round_base_has_no_sides():
    with pytest.raises(BattlefieldError, match="no sides"):
        on_side(round_at(0, 0), Quarter.FRONT, (0, 0))


def test_stretches_are_joined():
    assert merged([(3, 4), (0, 1), (1, 2), (0.5, 0.6)]) == [(0, 2), (3, 4)]


# ---------------------------------------------------------------- layouts
def test_all_faults_of_a_layout_are_found_at_once():
    table = Table(40, 30, (WOOD, HOUSE))
    bases = {"A1": box(6, 2, 12, 12), "A2": box(6, 2, 14, 12), "B1": round_at(22, 12), "B2": round_at(39.5, 20)}
    assert [name for name, _ in faults_of_layout(bases, table)] == ["B1", "B2", "A2"]
    with pytest.raises(BattlefieldError, match="A2: it overlaps 'A1'") as caught:
        check_apart(bases, table)
    assert "B1: it stands in 'house'" in str(caught.value)
    assert "B2: it reaches over the edge of the table of 40 by 30" in str(caught.value)


def test_a_sound_layout_passes():
    x, y = 2 * sin(radians(33)), 2 * cos(radians(33))
    touching_in_grains = Base(Round(1), Place(15 + x, 15 + y).quantised())
    check_apart({"a": round_at(15, 15), "b": touching_in_grains}, Table(40, 30, (HOUSE,)))
