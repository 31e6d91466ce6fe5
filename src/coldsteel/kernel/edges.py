"""Edges of a graph as arrays: those of some nodes, the best of each, the system that cycles of chance make."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from coldsteel.kernel.graph import Graph

Floats = NDArray[np.float64]
Nodes = NDArray[np.int64]

TIE = 1e-12  # options closer than this count as equal, and the one listed first is taken

__all__ = ["TIE", "Floats", "Nodes", "best_edges", "each_once", "less_identity", "place_of", "spans"]


def best_edges(g: Graph, nodes: Nodes, gain: Floats) -> Nodes:
    """The best edge of each of these nodes for who gains `gain[node]`; of equal ones that of the option listed
    first."""
    span, owner = spans(g, nodes)
    begins = np.searchsorted(owner, np.arange(len(nodes)))
    x = gain[g.target[span]]
    best = np.maximum.reduceat(x, begins)
    equal = x >= (best - TIE * np.maximum(1.0, np.abs(best)))[owner]
    label = np.where(equal, g.weight[span], np.inf)
    lowest = np.minimum.reduceat(label, begins)
    place = np.where(label == lowest[owner], np.arange(len(span)), len(span))
    best_of: Nodes = span[np.minimum.reduceat(place, begins)]
    return best_of


def place_of(nodes: Nodes, target: NDArray[Any]) -> tuple[Nodes, NDArray[np.bool_]]:
    """Where targets stand among `nodes` (ascending), and which of them do."""
    place = np.searchsorted(nodes, target)
    place[place == len(nodes)] = 0
    return place, nodes[place] == target


def less_identity(row: Nodes, column: Nodes, p: Floats, n: int) -> sp.csc_matrix:
    """I - P, of the chances `p` that are not 0."""
    real = p != 0
    diagonal = np.arange(n)
    values = np.concatenate([-p[real], np.ones(n)])
    rows, columns = np.concatenate([row[real], diagonal]), np.concatenate([column[real], diagonal])
    return sp.csc_matrix((values, (rows, columns)), shape=(n, n))


def each_once(x: NDArray[Any]) -> NDArray[Any]:
    """The values of an array, each once, in order. (np.unique hashes, which takes five times as long here.)"""
    if len(x) < 2:
        return x
    x = np.sort(x)
    new = np.empty(len(x), bool)
    new[0] = True
    np.not_equal(x[1:], x[:-1], out=new[1:])
    return x[new]


def spans(g: Graph, nodes: Nodes) -> tuple[Nodes, Nodes]:
    """The edges of these nodes, and for each the place of its source in `nodes`."""
    lo = g.first[nodes].astype(np.int64)
    width = g.first[nodes + 1] - lo
    owner = np.repeat(np.arange(len(nodes)), width)
    ends = np.cumsum(width)
    span = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - width, width) + np.repeat(lo, width)
    return span, owner
