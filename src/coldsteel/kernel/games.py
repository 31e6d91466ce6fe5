"""Choices made at one time: matrix games, by linear programming."""

from __future__ import annotations

import numpy as np

from coldsteel.errors import NotSolvable
from coldsteel.kernel.edges import Floats

__all__ = ["matrix_game"]


def matrix_game(table: Floats) -> tuple[float, Floats, Floats]:
    """Value of a matrix game for the player of the rows, who wants it high, and best mixtures of both players."""
    rows, columns = table.shape
    pure = table.min(1).max()
    if pure == table.max(0).min():  # a saddle point
        x, y = np.zeros(rows), np.zeros(columns)
        x[table.min(1).argmax()] = y[table.max(0).argmin()] = 1.0
        return float(pure), x, y
    value, x = _mixture(table)
    _, y = _mixture(-table.T)
    return value, x, y


def _mixture(table: Floats) -> tuple[float, Floats]:
    """The mixture of rows that is worth most against the worst column."""
    from scipy.optimize import linprog  # heavy, and few fights need it

    rows, columns = table.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-table.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    if not found.success or found.x is None or found.fun is None:
        raise NotSolvable(f"a matrix game was not solved: {found.message}")
    x = np.clip(found.x[:-1], 0.0, None)
    return float(-found.fun), x / x.sum()
