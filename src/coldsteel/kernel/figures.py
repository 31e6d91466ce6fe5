"""Figures: the ints and bools of a state. One text serves one fight (plain ints) and many at once (`Lanes`).

A rulebook is typed as if every figure were an `int` or a `bool`. Where a reader puts `Lanes` in their place, the
functions here pass the work on; so `least` never splits lanes where `min` would.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar, cast

T = TypeVar("T", int, bool)

__all__ = ["all_of", "any_of", "count", "is_plain", "least", "look", "most", "no", "where", "within"]


def is_plain(*xs: object) -> bool:
    """Are all of these ints or bools, none of them lanes?"""
    return all(isinstance(x, int) for x in xs)


def least(a: int, b: int) -> int:
    """The smaller of two figures."""
    if isinstance(a, int) and isinstance(b, int):
        return a if a < b else b
    from coldsteel.kernel.lanes import least as on_lanes

    return cast(int, on_lanes(a, b))


def most(a: int, b: int) -> int:
    """The larger of two figures."""
    if isinstance(a, int) and isinstance(b, int):
        return a if a > b else b
    from coldsteel.kernel.lanes import most as on_lanes

    return cast(int, on_lanes(a, b))


def within(low: int, x: int, high: int) -> int:
    """`x`, but not below `low` and not above `high`."""
    return most(low, least(x, high))


def where(condition: bool, yes: T, no_: T) -> T:
    """`yes` if the condition holds, else `no_`. Both are worked out, neither splits lanes."""
    if isinstance(condition, int):
        return yes if condition else no_
    from coldsteel.kernel.lanes import where as on_lanes

    return cast(T, on_lanes(condition, yes, no_))


def no(x: bool) -> bool:
    """Not `x` (`not` would split lanes, `~True` is -2)."""
    return (not x) if isinstance(x, int) else cast(bool, x == 0)


def any_of(flags: Iterable[bool]) -> bool:
    """Does one of them hold? False for none at all."""
    out: bool = False
    for flag in flags:
        out = out | flag
    return out


def all_of(flags: Iterable[bool]) -> bool:
    """Do all of them hold? True for none at all."""
    out: bool = True
    for flag in flags:
        out = out & flag
    return out


def count(flags: Iterable[bool]) -> int:
    """How many of them hold."""
    out = 0
    for flag in flags:
        out = out + 1 * flag
    return out


def look(table: Sequence[int], index: int) -> int:
    """`table[index]`; the index runs from 0 and must lie within the table."""
    if isinstance(index, int):
        if index < 0:
            raise IndexError(f"look: index {index} is below 0")
        return table[index]
    from coldsteel.kernel.lanes import look as on_lanes

    return cast(int, on_lanes(table, index))
