"""Regions: what is near to this and clear of that."""

from math import hypot, pi

import pytest

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.regions import around, beside, common, disc, points_of, straightened, without
from coldsteel.battlefield.table import Piece

SQUARE = Piece("square", ((0, 0), (2, 0), (2, 2), (0, 2)))


def test_areas_are_those_of_the_shapes():
    assert disc((1, 2), 2).area == pytest.approx(4 * pi, rel=1e-3)
    assert around(Base(Round(1), Place(5, 5)), 1).area == pytest.approx(4 * pi, rel=1e-3)
    assert around(Base(Rectangle(4, 2), Place(5, 5, 30)), 1).area == pytest.approx(8 + 12 + pi, rel=1e-3)
    assert around(SQUARE, 0.5).area == pytest.approx(4 + 4 + pi / 4, rel=1e-3)
    assert beside([(0, 0), (10, 0)], 1).area == pytest.approx(20 + pi, rel=1e-2)
    assert beside([(0, 0)], 1).area == pytest.approx(pi, rel=1e-2)


def test_what_is_taken_away_is_gone():
    ring = without(disc((0, 0), 2), [disc((0, 0), 1), disc((9, 9), 1)])
    assert ring.area == pytest.approx(3 * pi, rel=1e-3)
    assert common(ring, disc((0, 0), 1)).area == pytest.approx(0, abs=1e-6)
    assert without(SQUARE.shape, []).area == 4


def test_points_come_with_the_nearest_first():
    found = points_of(SQUARE.shape, (5, 1))
    assert found[0] == pytest.approx((2, 1))
    away = [hypot(x - 5, y - 1) for x, y in found]
    assert away[1:] == sorted(away[1:])
    assert min(away) == away[0]
    assert points_of(common(disc((0, 0), 1), disc((9, 9), 1)), (0, 0)) == []


def test_a_line_that_hardly_bends_is_straight():
    assert straightened([(0, 0), (5, 0.001), (10, 0)], 0.01) == [(0, 0), (10, 0)]
    assert straightened([(0, 0), (5, 1), (10, 0)], 0.01) == [(0, 0), (5, 1), (10, 0)]
    assert straightened([(1, 1), (1, 1)], 0.01) == [(1, 1), (1, 1)]
