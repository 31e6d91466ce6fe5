"""Straight moves: the strip, what bars it, and how far one comes."""

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.contact import overlaps
from coldsteel.battlefield.distances import along, distance, gap, off_table
from coldsteel.battlefield.entries import entry
from coldsteel.battlefield.lengths import bearing, turned
from coldsteel.battlefield.sweeps import blocked, farthest, rotated, slide, swept
from coldsteel.battlefield.table import OPEN, Piece, Table
from coldsteel.errors import BattlefieldError

near = pytest.approx
COORDINATE = st.integers(-1200, 1200).map(lambda n: n / 100)
SIZE = st.integers(50, 400).map(lambda n: n / 100)
FACING = st.integers(0, 35999).map(lambda n: n / 100)
LENGTH = st.integers(0, 1500).map(lambda n: n / 100)
SHAPE = st.builds(Round, SIZE) | st.builds(Rectangle, SIZE, SIZE)
BASE = st.builds(Base, SHAPE, st.builds(Place, COORDINATE, COORDINATE, FACING))
BAY = Piece("bay", ((-6, 4), (6, 4), (6, 9), (2, 9), (2, 6), (-2, 6), (-2, 9), (-6, 9)))
TABLE = Table(72, 48)


def round_at(x, y, r=1.0):
    return Base(Round(r), Place(x, y))


def box(w, d, x, y, facing=0.0):
    return Base(Rectangle(w, d), Place(x, y, facing))


# ---------------------------------------------------------------- the strip
def test_the_strip_of_a_rectangle_is_exact():
    assert swept(box(6, 2, 0, 0), Place(0, 10)).area == near(6 * 12)
    assert swept(box(6, 2, 0, 0), Place(0, 10, 360)).area == near(6 * 12)
    assert swept(box(2, 2, 0, 0), Place(3, 3)).area == near(4 + 2 * 3 * 2)


def test_the_strip_of_a_round_base_is_a_stadium():
    assert swept(round_at(0, 0), Place(3, 4)).area == near(10 + 3.14159, abs=0.01)


def test_a_slide_does_not_turn_a_rectangle():
    with pytest.raises(BattlefieldError, match="does not turn"):
        swept(box(6, 2, 0, 0), Place(0, 10, 5))
    swept(round_at(0, 0), Place(0, 10, 5))


def test_a_slide_keeps_facing_and_height():
    base = Base(Round(1), Place(1, 2, 30, 3))
    to = slide(base, 90, 5)
    assert (to.x, to.y, to.facing, to.z) == near((6, 2, 30, 3))
    assert rotated(base, 350).place == Place(1, 2, 20, 3)


# ---------------------------------------------------------------- what bars the way
def test_v8_evading():
    """V8: 18 inches to the rear of (30, 24) end at (30, 6); an enemy at (31, 12) bars the way, and so on."""
    evader = box(6, 2, 30, 24)
    to = slide(evader, 180, 18)
    assert (to.x, to.y) == near((30, 6))
    assert blocked(evader, to, [box(4, 2, 31, 12)]) == [box(4, 2, 31, 12)]
    assert overlaps(evader.at(to), box(6, 2, 30, 7))
    assert not overlaps(evader.at(to), box(6, 2, 30, 12))
    left = slide(evader, 90, 18)
    assert (left.x, left.y) == near((48, 24))
    assert off_table(evader.at(slide(box(6, 2, 30, 18.5), 180, 18)), TABLE)
    assert not off_table(evader.at(slide(box(6, 2, 30, 18.5), 180, 18)), TABLE, "centre")


def test_v10_turning_on_the_spot():
    """V10: turned to 90 the footprint is x 29 to 31, y 21 to 27; a friend 4x2 at (30, 27) would overlap."""
    faced = rotated(box(6, 2, 30, 24), 90)
    assert faced.outline.bounds == near((29, 21, 31, 27))
    assert overlaps(faced, box(4, 2, 30, 27))
    assert not overlaps(box(6, 2, 30, 24), box(4, 2, 30, 27))


def test_v9_the_meeting_of_two_that_charge():
    """V9: they meet in the middle (13, 14) of (10, 10) and (16, 18), 5 inches from each, facing 36.87 and back."""
    a, b = (10, 10), (16, 18)
    middle = along((a, b), distance(a, b) / 2)
    facing = bearing(a, b)
    assert middle == near((13, 14))
    assert distance(a, middle) == near(5)
    assert facing == near(36.87, abs=0.005)
    charger = Base(Rectangle(6, 2), Place(*middle, facing))
    charger = charger.at(slide(charger, facing, -1))
    target = Base(Rectangle(6, 2), Place(*middle, turned(facing, 180)))
    target = target.at(slide(target, facing, 1))
    assert charger.point_at(0, 1) == near(middle)
    assert gap(charger, target) == 0
    assert not overlaps(charger, target)


def test_v17_retiring_past_a_friend():
    """V17: one move ends on a friend at (30, 18); two end at (30, 6)."""
    unit, friend = box(6, 2, 30, 30), box(6, 2, 30, 18)
    assert overlaps(unit.at(slide(unit, 180, 12)), friend)
    twice = slide(unit, 180, 24)
    assert (twice.x, twice.y) == near((30, 6))
    assert not overlaps(unit.at(twice), friend)


def test_what_is_only_touched_does_not_bar_the_way():
    base, to = box(2, 2, 0, 0), Place(0, 10)
    assert blocked(base, to, [box(2, 2, 2, 5), round_at(-2, 5), box(2, 2, 0, 12), box(2, 2, 0, -2)]) == []
    assert blocked(base, to, [box(2, 2, 1.99, 5)]) != []
    assert blocked(base, to, [box(2, 2, 1.995, 5)], tolerance=0.01) == []
    ball = round_at(0, 0)
    assert blocked(ball, to, [box(2, 2, 2, 5), round_at(-2, 5), round_at(0, 12)]) == []
    assert blocked(ball, to, [round_at(-1.99, 5)]) != []
    assert blocked(ball, ball.place, [round_at(1, 0), round_at(2, 0)]) == [round_at(1, 0)]


@given(BASE, FACING, LENGTH, BASE)
def test_what_bars_the_way_overlaps_the_strip(base, facing, length, other):
    to = slide(base, facing, length)
    strip, ground = swept(base, to), other.outline
    thick = shapely.intersection(strip.buffer(-0.02), ground.buffer(-0.02)).area > 0
    apart = strip.distance(ground) > 0.02
    assume(thick or apart)
    assert bool(blocked(base, to, [other])) == thick


# ---------------------------------------------------------------- how far
def test_one_comes_as_far_as_the_first_obstacle():
    ahead = [box(2, 2, 0, 20), box(4, 2, 1, 8)]
    assert farthest(box(2, 2, 0, 0), 0, 30, ahead) == near(6, abs=1e-5)
    assert farthest(round_at(0, 0), 0, 30, ahead) == near(6, abs=1e-5)
    assert farthest(round_at(0, 0), 180, 30, ahead) == 30
    assert farthest(round_at(0, 0), 0, 5, ahead) == 5
    assert farthest(round_at(0, 0), 0, 30, [round_at(0, 8)]) == near(6, abs=1e-5)


def test_round_bases_meet_off_their_middles():
    """Centres 1.2 apart across the way, 2 apart in contact: 1.6 of the way is left between them."""
    assert farthest(round_at(0, 0), 0, 30, [round_at(1.2, 8)]) == near(6.4, abs=1e-5)
    assert farthest(round_at(0, 0), 0, 30, [box(2, 2, 1.6, 9)]) == near(7.2, abs=1e-5)
    assert farthest(box(2, 2, 1.6, 0), 0, 30, [round_at(0, 9)]) == near(7.2, abs=1e-5)


def test_when_a_point_comes_near_a_side_its_end_or_neither():
    side = ((-1.0, 10.0), (1.0, 10.0))
    assert entry([(0.0, 0.0)], (0.0, 1.0), side, 2) == near(8)
    assert entry([(2.2, 0.0)], (0.0, 1.0), side, 2) == near(8.4)
    assert entry([(3.0, 0.0)], (0.0, 1.0), side, 2) == float("inf")
    assert entry([(0.0, 0.0)], (0.0, -1.0), side, 2) == float("inf")
    assert entry(side, (0.0, -1.0), [(0.5, 0.0)], 0) == near(10)
    assert entry([(-9.0, 10.0)], (1.0, 0.0), side, 2) == near(6)


def test_a_bay_takes_in_what_fits():
    assert farthest(box(4, 2, 0, 20), 180, 30, [BAY]) == near(13, abs=1e-5)
    assert farthest(box(4.2, 2, 0, 20), 180, 30, [BAY]) == near(10, abs=1e-5)
    assert farthest(round_at(0, 20, 2), 180, 30, [BAY]) == near(12, abs=1e-5)


def test_one_slides_along_what_one_touches():
    wall = box(20, 2, 0, 2)
    assert farthest(box(2, 2, 0, 0), 90, 30, [wall]) == 30
    assert farthest(round_at(0, 0), 90, 30, [wall]) == 30
    assert farthest(box(2, 2, 0, 0), 89, 30, [wall]) == near(0, abs=1e-4)
    assert farthest(box(2, 2, 0, 0), 89, 30, [box(2, 2, 0.5, 0)]) == 0


def test_a_clearance_holds_unless_one_began_nearer():
    ball = round_at(0, 0)
    assert farthest(ball, 0, 30, [round_at(0, 12)], clearance=1) == near(9, abs=1e-5)
    assert farthest(box(2, 2, 0, 0), 0, 30, [box(2, 2, 0, 12)], clearance=1) == near(9, abs=1e-5)
    assert farthest(ball, 180, 30, [round_at(0, 2)], clearance=1) == 30
    assert farthest(ball, 0, 30, [round_at(0, 2.5)], clearance=1) == near(0.5, abs=1e-5)
    assert farthest(ball, 90, 30, [round_at(0, -2), round_at(10, 2.5)], clearance=1) == near(10 - 2.75**0.5, abs=1e-5)


def test_a_way_in_steps_stops_at_a_whole_step():
    ahead = [round_at(0, 8.3)]
    assert farthest(round_at(0, 0), 0, 30, ahead, step=0.5) == near(6)
    assert farthest(round_at(0, 0), 0, 30, [round_at(0, 8.5)], step=0.5) == near(6.5, abs=1e-5)
    assert farthest(round_at(0, 0), 0, 4.2, ahead, step=0.5) == 4.2


def test_the_table_ends_a_way():
    assert farthest(box(6, 2, 30, 24), 180, 90, [], table=TABLE) == near(23)
    assert farthest(round_at(30, 24), 90, 90, [], table=TABLE) == near(41)
    assert farthest(round_at(30, 24), 45, 90, [], table=TABLE) == near(23 * 2**0.5)
    assert farthest(round_at(0.5, 24), 270, 9, [], table=TABLE) == 0
    assert farthest(round_at(0.5, 24), 90, 9, [], table=TABLE) == 9
    assert farthest(round_at(0, 0), 90, 9, [], table=OPEN) == 9


@pytest.mark.parametrize("bad", [{"length": -1}, {"clearance": -1}, {"step": 0}])
def test_lengths_below_zero_are_refused(bad):
    with pytest.raises(BattlefieldError, match="no length"):
        farthest(round_at(0, 0), 0, **{"length": 1, "obstacles": [], **bad})


@given(BASE, FACING, LENGTH, st.lists(BASE, max_size=3), st.sampled_from([0.0, 1.0]))
def test_farther_is_barred_and_nearer_is_free(base, facing, length, others, clearance):
    assume(not any(gap(base, o) < 0.01 or abs(gap(base, o) - clearance) < 1e-3 for o in others))
    way = farthest(base, facing, length, others, clearance=clearance)
    wide = [o for o in others if gap(base, o) >= clearance]
    reached = base.at(slide(base, facing, way))
    assert 0 <= way <= length
    assert not blocked(base, reached.place, others, tolerance=1e-5)
    assert all(gap(reached, o) >= clearance - 1e-5 for o in wide)
    if way < length - 0.05:
        on = base.at(slide(base, facing, way + 0.05))
        least = min(gap(reached, o) - (clearance if o in wide else 0.0) for o in others)
        assert least == near(0, abs=1e-4)
        assert blocked(base, on.place, others) or any(gap(on, o) < clearance for o in wide) or way < 0.05


@given(BASE, FACING, LENGTH, LENGTH, st.lists(BASE, max_size=3))
def test_more_allowance_never_takes_one_less_far(base, facing, a, b, others):
    near_way, far_way = (farthest(base, facing, x, others) for x in sorted((a, b)))
    assert near_way <= far_way + 1e-6
    assert farthest(base, facing, max(a, b), others[1:]) >= far_way - 1e-6
