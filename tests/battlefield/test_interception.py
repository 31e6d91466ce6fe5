"""Where along its path a base comes near another one."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.interception import first_within, interceptable, on_strip, within_reach
from coldsteel.battlefield.paths import Path, Within, shortest_path
from coldsteel.battlefield.table import Piece
from coldsteel.errors import BattlefieldError


def disc(x: float, y: float, r: float = 0.5) -> Base:
    return Base(Round(r), Place(x, y))


def near(*spans: tuple[float, float]) -> tuple[object, ...]:
    return tuple(pytest.approx(span) for span in spans)


A = disc(0, 0)
LINE = Path(((0, 0), (10, 0)))


def test_a_watcher_beside_the_line_reaches_a_part_of_it():
    """Centres 3 apart at the nearest, gap of 3 at 4: from 5 - sqrt(7) to 5 + sqrt(7)."""
    assert within_reach(LINE, A, disc(5, 3), 3.0) == near((5 - sqrt(7), 5 + sqrt(7)))
    assert within_reach(LINE, A, disc(5, 3), 1.99) == ()


def test_a_gap_that_is_exactly_the_reach_is_within_reach_at_one_point():
    assert within_reach(LINE, A, disc(5, 3), 2.0) == near((5, 5))
    assert within_reach(LINE, A, disc(12, 0), 1.0) == near((10, 10))


def test_reach_from_a_corner_of_the_path_is_one_part_and_a_horseshoe_three():
    bent = Path(((0, 0), (4, 0), (4, 4)))
    assert within_reach(bent, A, disc(4, 0), 1.0) == near((2, 6))
    shoe = Path(((0, 0), (4, 0), (4, 8), (0, 8)))
    assert within_reach(shoe, A, disc(0, 4), 3.0) == near((0, 0), (8, 8), (16, 16))


def test_a_rectangle_is_reached_from_its_side():
    watcher = Base(Rectangle(2, 4), Place(5, 4))  # from (4, 2) to (6, 6)
    assert within_reach(LINE, A, watcher, 1.5) == near((4, 6))
    spread = sqrt(2.5**2 - 2**2)
    assert within_reach(LINE, A, watcher, 2.0) == near((4 - spread, 6 + spread))


def test_two_rectangles():
    mover, watcher = Base(Rectangle(2, 2), Place(0, 0)), Base(Rectangle(2, 2), Place(6, 0))
    assert first_within(LINE, mover, watcher, 0.0) == pytest.approx(4)
    assert first_within(LINE, mover, watcher, 1.5) == pytest.approx(2.5)
    assert first_within(LINE, mover, Base(Rectangle(2, 2), Place(6, 5)), 2.9) is None


def test_first_within_a_path_without_length():
    assert first_within(Path(((0, 0),)), A, disc(1, 0), 0.0) == pytest.approx(0)
    assert first_within(Path(((0, 0),)), A, disc(2, 0), 0.5) is None


def test_a_reach_below_0_is_refused():
    with pytest.raises(BattlefieldError):
        within_reach(LINE, A, disc(5, 3), -1)


def test_sk_103_a_rescuer_with_a_free_way_reaches_what_its_run_does():
    """Centres 4 apart at the least, contact at 1: a run of 4 reaches all within 3 either way."""
    assert interceptable(LINE, A, disc(5, 4), 4.0, 0.0) == near((2, 8))
    assert interceptable(LINE, A, disc(5, 4), 2.0, 2.0) == near((2, 8))
    assert interceptable(LINE, A, disc(5, 4), 2.9, 0.0) == ()


def test_sk_100_a_rescuer_with_something_in_its_way_reaches_less_of_the_line():
    wall = Piece("wall", ((5, 2), (9, 2), (9, 2.5), (5, 2.5)))
    ((start, end),) = interceptable(LINE, A, disc(5, 4), 4.0, 0.0, [wall])
    assert start == pytest.approx(2)
    assert 6 < end < 7.9
    way = shortest_path(disc(5, 4), Within(disc(end, 0)), [wall])
    assert way is not None
    assert way.length == pytest.approx(4, abs=0.01)
    assert interceptable(LINE, A, disc(5, 4), 4.0, 0.0, [wall], straight_only=True)[0][1] < end


@pytest.mark.parametrize(("y", "on"), [(1.01, False), (1.0, False), (0.99, True), (0.0, True)])
def test_sk_117_on_the_line_is_overlapping_the_strip_not_touching_it(y, on):
    assert on_strip(disc(5, y), LINE, A) is on
    assert on_strip(Base(Rectangle(1, 1), Place(5, y)), LINE, Base(Rectangle(1, 1), Place(0, 0))) is on


def test_sk_117_only_the_rest_of_the_path_counts():
    assert on_strip(disc(5, 0), LINE, A, from_s=5.5)
    assert not on_strip(disc(5, 0), LINE, A, from_s=6)
    assert not on_strip(disc(5, 0.5), LINE, A, from_s=6)


number = st.integers(-60, 60).map(lambda n: n / 10)
size = st.integers(2, 30).map(lambda n: n / 10)
shape = st.one_of(st.builds(Round, size), st.builds(Rectangle, size, size))
facing = st.integers(0, 359)


@settings(max_examples=150, deadline=None)
@given(shape, shape, number, number, facing, facing, st.lists(st.tuples(number, number), max_size=4), size)
def test_the_parts_are_those_where_the_gap_is_within_reach(one, other, x, y, f, g, points, reach):
    path = Path(((-6.0, 0.0), *points, (6.0, 0.1)))
    mover, watcher = Base(one, Place(-6, 0, f)), Base(other, Place(x, y, g))
    spans = within_reach(path, mover, watcher, reach)
    assert all(a <= b for a, b in spans)
    assert all(b[0] > a[1] for a, b in pairwise(spans))
    for n in range(101):
        s = path.length * n / 100
        p, q = path.at(s)
        there = mover.at(Place(p, q, f))
        gap = shapely.distance(there.core, watcher.core) - there.margin - watcher.margin
        if abs(gap - reach) > 1e-5:
            assert any(a - 1e-6 <= s <= b + 1e-6 for a, b in spans) is bool(gap < reach)
    for s in [e for span in spans for e in span if 0 < e < path.length]:
        p, q = path.at(s)
        there = mover.at(Place(p, q, f))
        gap = shapely.distance(there.core, watcher.core) - there.margin - watcher.margin
        assert gap == pytest.approx(reach, abs=1e-4)


@settings(max_examples=100, deadline=None)
@given(shape, shape, number, number, facing, facing, st.tuples(number, number))
def test_on_the_strip_is_overlapping_what_the_mover_sweeps(one, other, x, y, f, g, end):
    path = Path(((-6.0, 0.0), end))
    mover, base = Base(one, Place(-6, 0, f)), Base(other, Place(x, y, g))
    to = mover.at(Place(*end, f))
    strip = shapely.union(mover.core, to.core).convex_hull
    gap = shapely.distance(strip, base.core) - mover.margin - base.margin
    deep = gap < -1e-4 if mover.margin + base.margin else strip.intersection(base.core).area > 1e-3
    if deep or gap > 1e-4:
        assert on_strip(base, path, mover) is bool(deep)
