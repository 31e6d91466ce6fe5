"""Where a point lies as seen from a base: in which quarter, in which arc, before or behind its front."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

from coldsteel.battlefield.bases import Base, Rectangle, Round
from coldsteel.battlefield.lengths import EPS, Point, bearing
from coldsteel.errors import BattlefieldError

__all__ = ["Quarter", "Rule", "behind_front_line", "in_arc", "quarter"]

Rule = Literal["corners_45", "diagonals"]
"""Where the quarters are bounded: lines at 45 degrees out of the corners, or the diagonals of the base extended."""


class Quarter(IntEnum):
    """A quarter around a rectangular base, and the side of the base that looks on it, clockwise from the front."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


def quarter(base: Base, point: Point, rule: Rule = "corners_45") -> Quarter:
    """The quarter of a rectangular base in which a point lies. On a boundary front beats flank beats rear.

    With u the way to the right of the centre, v the way ahead, and half sizes a and b, `corners_45` has it in front
    if v >= b and |u| - a <= v - b, and in the rear if v < -b and |u| - a < -v - b; else to the right if u > 0, else
    to the left: so for a point inside the base too. Raises `BattlefieldError` for a round base and for another rule.
    """
    if isinstance(base.shape, Round):
        raise BattlefieldError(f"{base}: a round base has no quarters")
    if rule not in ("corners_45", "diagonals"):
        raise BattlefieldError(f"quarters are bounded by 'corners_45' or 'diagonals', not by '{rule}'")
    u, v = base.frame_of(point)
    ahead, behind = _by_corners(base.shape, u, v) if rule == "corners_45" else _by_diagonals(base.shape, u, v)
    if ahead:
        return Quarter.FRONT
    if behind:
        return Quarter.REAR
    return Quarter.RIGHT if u > EPS else Quarter.LEFT


def _by_corners(shape: Rectangle, u: float, v: float) -> tuple[bool, bool]:
    wide, b = abs(u) - shape.width / 2, shape.depth / 2
    return v >= b - EPS and wide <= v - b + EPS, v < -b - EPS and wide < -v - b - EPS


def _by_diagonals(shape: Rectangle, u: float, v: float) -> tuple[bool, bool]:
    wide = abs(u) * shape.depth / shape.width
    return v >= wide - EPS, -v > wide + EPS


def in_arc(base: Base, point: Point, centre_facing: float = 0.0, degrees: float = 180.0) -> bool:
    """Does a point lie in a sector of some `degrees` out of the centre of a base, its boundary included?

    The middle of the sector is turned by `centre_facing` degrees clockwise from where the base faces. The centre
    itself lies in every sector.
    """
    if abs(point[0] - base.place.x) <= EPS and abs(point[1] - base.place.y) <= EPS:
        return True
    off = (bearing(base.centre, point) - base.place.facing - centre_facing + 180.0) % 360.0 - 180.0
    return abs(off) <= degrees / 2 + EPS


def behind_front_line(base: Base, point: Point) -> bool:
    """Does a point lie behind the line along the front edge of a base (of a round one: through its foremost point)?

    A point on the line is not behind it.
    """
    front = base.shape.radius if isinstance(base.shape, Round) else base.shape.depth / 2
    return base.frame_of(point)[1] < front - EPS
