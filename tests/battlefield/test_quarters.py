"""Quarters, arcs and front lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.quarters import Quarter, behind_front_line, in_arc, quarter
from coldsteel.errors import BattlefieldError

FRONT, RIGHT, REAR, LEFT = Quarter
UNIT = Base(Rectangle(8, 2), Place(0, 0))
COORDINATE = st.integers(-2000, 2000).map(lambda n: n / 100)
FACING = st.integers(0, 35999).map(lambda n: n / 100)


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((25, 20), FRONT),
        ((20, 26), LEFT),
        ((27, 26), FRONT),
        ((14, 27), REAR),
        ((18, 26), LEFT),
        ((23, 26), FRONT),
        ((20, 14), RIGHT),
    ],
)
def test_v4_quarters(point, expected):
    """V4: seven points around a target 8x2 at (20, 20) that faces 90."""
    assert quarter(Base(Rectangle(8, 2), Place(20, 20, 90)), point) is expected


def test_by_r5_the_two_rules_differ():
    assert quarter(UNIT, (8, 3)) is RIGHT
    assert quarter(UNIT, (8, 3), "diagonals") is FRONT


@pytest.mark.parametrize("rule", ["corners_45", "diagonals"])
def test_on_a_boundary_front_beats_flank_and_flank_beats_rear(rule):
    u, v = (6, 3) if rule == "corners_45" else (8, 2)
    assert quarter(UNIT, (u, v), rule) is FRONT
    assert quarter(UNIT, (-u, v), rule) is FRONT
    assert quarter(UNIT, (u, -v), rule) is RIGHT
    assert quarter(UNIT, (-u, -v), rule) is LEFT
    assert quarter(UNIT, (u - 0.01, -v), rule) is REAR
    assert quarter(UNIT, (u + 0.01, v), rule) is RIGHT


def test_a_point_inside_is_told_by_the_same_formula():
    assert quarter(UNIT, (1, 0.9)) is RIGHT
    assert quarter(UNIT, (0, 0)) is LEFT
    assert quarter(UNIT, (0, 1)) is FRONT
    assert quarter(UNIT, (0, -1)) is LEFT
    assert quarter(UNIT, (0, -1.01)) is REAR


@given(COORDINATE, COORDINATE, FACING, COORDINATE, COORDINATE, st.sampled_from(["corners_45", "diagonals"]))
def test_quarters_turn_with_the_base(u, v, facing, x, y, rule):
    there = Base(Rectangle(8, 2), Place(x, y, facing))
    assert quarter(there, there.point_at(u, v), rule) is quarter(UNIT, (u, v), rule)


def test_a_round_base_and_an_unknown_rule_are_refused():
    with pytest.raises(BattlefieldError, match="no quarters"):
        quarter(Base(Round(1), Place(0, 0)), (1, 1))
    with pytest.raises(BattlefieldError, match="'thirds'"):
        quarter(UNIT, (1, 1), "thirds")


def test_an_arc_holds_its_boundary():
    base = Base(Round(0.5), Place(2, 3, 90))
    assert in_arc(base, (5, 3))
    assert in_arc(base, (2, 9))
    assert not in_arc(base, (1.99, 9))
    assert in_arc(base, (2, 3))
    assert in_arc(base, (5, 6), degrees=90)
    assert not in_arc(base, (5, 6.01), degrees=90)
    assert in_arc(base, (-4, 3), centre_facing=180, degrees=10)
    assert in_arc(base, (-4, 3), degrees=360)


@given(COORDINATE, COORDINATE, FACING, FACING, st.integers(1, 360))
def test_an_arc_of_all_round_holds_all_and_a_wider_arc_no_less(u, v, facing, centre, degrees):
    base = Base(Round(1), Place(0, 0, facing))
    assert in_arc(base, (u, v), centre, 360)
    assert not in_arc(base, (u, v), centre, degrees - 1) or in_arc(base, (u, v), centre, degrees)


def test_the_front_line_runs_along_the_front_edge():
    base = Base(Rectangle(6, 2), Place(10, 10, 90))
    assert behind_front_line(base, (10.9, 50))
    assert not behind_front_line(base, (11, 50))
    assert not behind_front_line(base, (12, 10))
    assert not behind_front_line(Base(Round(1), Place(0, 0)), (0, 1))
    assert behind_front_line(Base(Round(1), Place(0, 0)), (0, 0.9))
