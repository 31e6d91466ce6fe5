"""Lengths and angles: one grain for all of them, so that places that are the same compare equal.

Lengths are in the unit of the book (inches, steps, metres). Angles are degrees clockwise from the +y axis, so that a
unit that faces 90 looks along +x.
"""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

__all__ = ["EPS", "GRAIN", "Point", "bearing", "heading", "hundredths", "quantised", "right_of", "turned"]

GRAIN = 0.01
"""Places, lengths and angles in a state are whole multiples of this."""

EPS = 1e-6
"""What lies nearer than this is taken for the same: far below the grain, far above the noise of floats."""

Point = tuple[float, float]


def hundredths(x: float) -> int:
    """A length or an angle as a whole number of grains, halves away from 0 (so that mirror images agree)."""
    n = int(abs(x) / GRAIN + 0.5 + EPS)
    return -n if x < 0 else n


def quantised(x: float) -> float:
    """The nearest multiple of the grain."""
    return hundredths(x) / 100


def heading(facing: float) -> Point:
    """The unit vector of a facing."""
    return sin(radians(facing)), cos(radians(facing))


def right_of(facing: float) -> Point:
    """The unit vector to the right of a facing."""
    x, y = heading(facing)
    return y, -x


def bearing(a: Point, b: Point) -> float:
    """The facing from one point to another, 0 <= degrees < 360; 0 for equal points."""
    return degrees(atan2(b[0] - a[0], b[1] - a[1])) % 360.0


def turned(facing: float, by: float) -> float:
    """A facing turned clockwise by some degrees, 0 <= degrees < 360."""
    return (facing + by) % 360.0
