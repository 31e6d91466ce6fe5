"""Laying rectangles against sides, what is left of a side, and squares that fit."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.contact import half_side, on_side, overlapping, overlaps, shared_edge, touched_side
from coldsteel.battlefield.placing import flush, free_length, shrunk_square
from coldsteel.battlefield.quarters import Quarter
from coldsteel.battlefield.table import Piece
from coldsteel.errors import BattlefieldError

near = pytest.approx
FRONT, RIGHT, REAR, LEFT = Quarter
COLUMN, LINE = Rectangle(3, 3), Rectangle(6, 2)
TARGET = Base(Rectangle(8, 2), Place(0, 0, 180))
UNIT = Base(Rectangle(6, 2), Place(0, 0, 0))
COORDINATE = st.integers(-800, 800).map(lambda n: n / 100)
SIZE = st.integers(50, 500).map(lambda n: n / 100)
POINT = st.tuples(COORDINATE, COORDINATE)
FACING = st.integers(0, 35999).map(lambda n: n / 100)
SHAPE = st.builds(Round, SIZE) | st.builds(Rectangle, SIZE, SIZE)
BASE = st.builds(Base, SHAPE, st.builds(Place, COORDINATE, COORDINATE, FACING))
BOX = st.builds(Base, st.builds(Rectangle, SIZE, SIZE), st.builds(Place, COORDINATE, COORDINATE, FACING))


def box(w, d, x, y, facing=0.0):
    return Base(Rectangle(w, d), Place(x, y, facing))


# ---------------------------------------------------------------- worked values
def test_v5_three_columns_come_at_a_front():
    """V5: the first lands at offset -1, the second at 2.5; then 5, then 2 inches of the front are free."""
    first = flush(COLUMN, TARGET, FRONT, (1, -10), [TARGET])
    assert (first.offset, first.contact) == near((-1, 3))
    assert first.base.place.point == near((1, -2.5))
    assert first.base.place.facing == near(0)
    assert free_length(TARGET, FRONT, [first.base]) == near((5, 3.5))
    second = flush(COLUMN, TARGET, FRONT, (-3, -10), [TARGET, first.base])
    assert (second.offset, second.contact) == near((2.5, 3))
    assert free_length(TARGET, FRONT, [first.base, second.base]) == near((2, 1.5))
    assert free_length(TARGET, REAR, [first.base, second.base]) == (8, 8)


def test_v5_a_line_on_a_short_flank():
    """V5: a 6-inch line that comes at offset 3.5 is placed at offset 2 and covers the flank of 2 inches."""
    laid = flush(LINE, UNIT, LEFT, (-20, 3.5), [UNIT])
    assert (laid.offset, laid.contact) == near((2, 2))
    assert laid.base.place.point == near((-4, 2))
    assert laid.base.place.facing == near(90)


def test_by_r7_the_two_ties():
    """A column strikes an 8-inch front at offset 2: it stays there, or moves to the middle."""
    at = (-2, -10)
    assert flush(COLUMN, TARGET, FRONT, at, []).offset == near(2)
    assert flush(COLUMN, TARGET, FRONT, at, [], tie="centre").offset == near(0)


# ---------------------------------------------------------------- where a front edge comes to lie
@pytest.mark.parametrize(
    ("side", "at", "point", "facing"),
    [
        (FRONT, (1, 9), (1, 2.5), 180),
        (RIGHT, (9, 0), (4.5, 0), 270),
        (REAR, (1, -9), (1, -2.5), 0),
        (LEFT, (-9, 0), (-4.5, 0), 90),
    ],
)
def test_one_faces_against_the_side(side, at, point, facing):
    laid = flush(COLUMN, UNIT, side, at, [])
    assert laid.base.place.point == near(point)
    assert laid.base.place.facing == near(facing)
    assert touched_side(UNIT, laid.base) is side
    assert touched_side(laid.base, UNIT) is FRONT


def test_most_contact_comes_before_the_shortest_way():
    """What stands before the right half leaves all of the column room on the left, however far to the right it came."""
    laid = flush(COLUMN, UNIT, FRONT, (3, 9), [box(3, 1, 2.5, 2)])
    assert (laid.offset, laid.contact) == near((-0.5, 3))


def test_a_gap_as_wide_as_the_edge_takes_it_exactly():
    others = [box(2, 2, -2.5, 2), box(2, 2, 2.5, 2)]
    assert flush(COLUMN, UNIT, FRONT, (5, 9), others).offset == near(0)
    assert flush(Rectangle(3.005, 3), UNIT, FRONT, (5, 9), others) is None
    assert flush(Rectangle(3.005, 3), UNIT, FRONT, (5, 9), others, tolerance=0.01).offset == near(0)


def test_of_two_equal_positions_the_lower_is_taken():
    """A post before the middle leaves two places as good and as near."""
    post = Base(Round(0.5), Place(0, 2))
    laid = flush(COLUMN, UNIT, FRONT, (0, 9), [post])
    assert (laid.offset, laid.contact) == near((-2, 2.5))
    assert flush(COLUMN, UNIT, FRONT, (0.1, 9), [post]).offset == near(2)
    assert flush(COLUMN, UNIT, FRONT, (0.1, 9), [post], tie="centre").offset == near(-2)


def test_a_round_obstacle_bars_as_much_as_reaches_into_the_band():
    """A ball of radius 5 whose centre is 3 beyond the band of depth 3 reaches 4 to either hand of its centre in it."""
    ball = Base(Round(5), Place(3, 1 + 3 + 3))
    assert flush(COLUMN, UNIT, FRONT, (3, 9), [ball]).offset == near(3 - 4 - 1.5)
    assert flush(Rectangle(3, 1), UNIT, FRONT, (1.5, 9), [ball]).offset == near(1.5)


def test_the_bay_of_an_obstacle_is_free():
    """Two legs of a wall reach into the band, 4 apart; the lintel between them lies beyond it."""
    wall = Piece("wall", ((-3, 1), (-2, 1), (-2, 4), (2, 4), (2, 1), (3, 1), (3, 5), (-3, 5)))
    assert flush(COLUMN, UNIT, FRONT, (9, 9), [wall]).offset == near(0.5)
    assert flush(Rectangle(3, 3.5), UNIT, FRONT, (9, 9), [wall]) is None


def test_without_a_shared_edge_there_is_no_position():
    assert flush(COLUMN, UNIT, FRONT, (0, 9), [box(6, 1, 0, 1.5)]) is None
    assert flush(COLUMN, UNIT, FRONT, (0, 9), [box(7, 1, 0, 3)]) is None
    assert flush(COLUMN, UNIT, FRONT, (0, 9), [box(6, 1, 0, 4.5)]) is not None


def test_a_round_target_has_no_side():
    with pytest.raises(BattlefieldError, match="no sides"):
        flush(COLUMN, Base(Round(2), Place(0, 0)), FRONT, (0, 9), [])


@given(st.builds(Rectangle, SIZE, SIZE), BOX, st.sampled_from(Quarter), POINT, st.lists(BASE, max_size=4))
@settings(max_examples=200)
def test_no_free_position_is_better(shape, target, side, at, others):
    """Against 201 offsets from end to end: none that is free covers more, or as much nearer by."""
    others = [o for o in others if not overlaps(target, o)]
    laid = flush(shape, target, side, at, others)
    wanted, half, own = on_side(target, side, at)[0], half_side(target, side), shape.width / 2
    if laid:
        assert overlapping(laid.base, others, 2e-6) == []
        assert not overlaps(laid.base, target, 2e-6)
        assert laid.contact == near(min(half, laid.offset + own) - max(-half, laid.offset - own), abs=1e-9)
        assert laid.contact < 0.02 or shared_edge(target, laid.base) == near(laid.contact, abs=1e-6)
    whole = flush(shape, target, side, at, [])
    for n in range(-100, 101):
        offset = n * (half + own) / 100
        cover = min(half, offset + own) - max(-half, offset - own)
        there = whole.base.at(_along(whole, target, side, offset))
        if cover < 0.01 or overlapping(there, others):
            continue
        assert laid is not None
        assert cover <= laid.contact + 1e-6
        if cover >= laid.contact - 1e-9:
            assert abs(laid.offset - wanted) <= abs(offset - wanted) + 1e-5


def _along(laid, target, side, offset):
    u, v = (1, 0) if side in (FRONT, REAR) else (0, 1)
    (ox, oy), (px, py) = target.point_at(0, 0), target.point_at(u, v)
    by, here = offset - laid.offset, laid.base.place
    return Place(here.x + by * (px - ox), here.y + by * (py - oy), here.facing)


# ---------------------------------------------------------------- what is left of a side
def test_a_corner_takes_nothing_of_a_side():
    assert free_length(UNIT, FRONT, [box(2, 2, 4, 2), Base(Round(1), Place(0, 2))]) == (6, 6)


def test_terrain_takes_its_part_and_what_two_take_counts_once():
    wall = Piece("wall", ((1, 1), (5, 1), (5, 2), (1, 2)))
    assert free_length(UNIT, FRONT, [wall]) == near((4, 4))
    assert free_length(UNIT, FRONT, [wall, box(2, 2, 0.5, 2)]) == near((2.5, 2.5))
    assert free_length(UNIT, FRONT, [box(6, 2, 0, 2)]) == (0, 0)


def test_by_r9_in_all_or_the_longest_stretch():
    assert free_length(Base(Rectangle(8, 2), Place(0, 0)), FRONT, [box(3, 2, 0, 2)]) == near((5, 2.5))


@given(BOX, st.sampled_from(Quarter), st.lists(BOX, max_size=3))
def test_more_neighbours_never_leave_more(target, side, others):
    total, longest = free_length(target, side, others)
    assert 0 <= longest <= total + 1e-9 <= 2 * half_side(target, side) + 2e-9
    assert free_length(target, side, others[1:])[0] >= total - 1e-9


# ---------------------------------------------------------------- squares
def test_a_square_shrinks_to_the_nearest_thing():
    assert shrunk_square((0, 0), 0, 4, []).shape == Rectangle(4, 4)
    assert shrunk_square((0, 0), 0, 4, [box(2, 2, 0, 3)]).shape == Rectangle(4, 4)
    assert shrunk_square((0, 0), 0, 4, [box(2, 2, 0.5, 2.5)]).shape.width == near(3)
    assert shrunk_square((0, 0), 0, 4, [box(2, 2, 2.5, 2.75)]).shape.width == near(3.5)
    assert shrunk_square((0, 0), 0, 8, [box(2, 2, 2, 2, 45)]).shape.width == near(2 * (2 - 2**-0.5))


def test_a_square_shrinks_before_a_round_base():
    assert shrunk_square((0, 0), 0, 8, [Base(Round(1), Place(3, 1))]).shape.width == near(4)
    assert shrunk_square((0, 0), 0, 8, [Base(Round(1), Place(3, 3))]).shape.width == near(2 * (3 - 2**-0.5))


def test_a_square_inside_something_has_no_room():
    assert shrunk_square((0, 0), 0, 4, [box(2, 2, 0, 0.5)]) is None
    assert shrunk_square((0, 0), 0, 4, [box(2, 2, 0, 1)]) is None
    assert shrunk_square((0, 0), 0, 4, [Base(Round(1), Place(0.5, 0))]) is None
    with pytest.raises(BattlefieldError, match="no extent"):
        shrunk_square((0, 0), 0, 0, [])


@given(COORDINATE, COORDINATE, FACING, SIZE, st.lists(BASE, max_size=4))
def test_a_square_is_as_large_as_it_can_be(x, y, facing, side, others):
    square = shrunk_square((x, y), facing, side, others)
    assume(square is not None)
    assert square.shape.width <= side
    assert overlapping(square, others, 2e-6) == []
    if square.shape.width < side:
        larger = square.shape.width + 0.01
        assert overlapping(Base(Rectangle(larger, larger), square.place), others)
