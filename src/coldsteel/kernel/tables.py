"""Modifier tables. A row is an amount, a name, a clause and a condition.

Applying a table gives the sum *and* the rows, so the log of a fight cites every number without extra code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Applied", "Row", "Sum", "Table"]


@dataclass(frozen=True, slots=True)
class Applied:
    """A row that was applied: what it added, and why."""

    amount: int
    name: str
    clause: str


@dataclass(frozen=True, slots=True)
class Sum:
    """A figure with the rows it comes from."""

    value: int
    rows: tuple[Applied, ...] = ()


class Row:
    """One line of a modifier table. `amount` is a number or a function of the fight (for a parameter);
    `when` is a condition, or how many times the row counts."""

    __slots__ = ("amount", "clause", "name", "when")

    def __init__(self, amount: int | Callable[[Any], int], name: str, clause: str, when: Callable[..., int]) -> None:
        self.amount, self.name, self.clause, self.when = amount, name, clause, when


class Table:
    """A named table of modifiers."""

    __slots__ = ("name", "rows")

    def __init__(self, name: str, *rows: Row) -> None:
        self.name, self.rows = name, rows

    def apply(self, fight: Any, *args: Any, base: int = 0) -> Sum:
        """`base` plus every row whose condition holds for `(fight, *args)`; rows that add nothing are left out."""
        value, applied = base, []
        for row in self.rows:
            times = row.when(fight, *args)
            if isinstance(times, int) and not times:
                continue
            amount = (row.amount if isinstance(row.amount, int) else row.amount(fight)) * times
            if isinstance(amount, int) and not amount:
                continue
            value = value + amount
            applied.append(Applied(amount, row.name, row.clause))
        return Sum(value, tuple(applied))
