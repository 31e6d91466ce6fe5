"""Attack plans: how a unit may split its attacks over weapons and targets (WB-25 to WB-32).

A plan is the totals for each (weapon, target). Identical models are interchangeable, so plans with the same totals are
one; what a single model can do is a pattern, and a plan is what so many models can do together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

__all__ = ["Totals", "patterns", "plans", "ways_to_split"]

Totals = tuple[int, ...]
"""Attacks for every (weapon, target): weapon by weapon, and for each target by target."""


@lru_cache(10_000)
def patterns(attacks: int, extras: Totals, targets: int, split: bool, each: bool) -> tuple[Totals, ...]:
    """What one model can do with so many attacks.

    `extras` are the extra attacks of each weapon, `each` tells that they come for every attack (WB-R8). Without
    `split` all attacks go one way (WB-R6).
    """
    cells = tuple(product(range(len(extras)), range(targets)))
    found: dict[Totals, None] = {}
    for chosen in combinations_with_replacement(range(len(cells)), attacks):
        if not split and len(set(chosen)) > 1:
            continue
        declared = tuple(chosen.count(k) for k in range(len(cells)))
        for total in _with_extras(declared, extras, targets, each):
            found[total] = None
    return tuple(found)


def _with_extras(declared: Totals, extras: Totals, targets: int, each: bool) -> Iterator[Totals]:
    """The extra attacks go into a target into which the weapon struck: once for a model, or once for every attack
    (WB-30, WB-31)."""
    if each:
        yield tuple(n * (1 + extras[k // targets]) for k, n in enumerate(declared))
        return
    ways: list[list[tuple[int, int]]] = []
    for weapon, extra in enumerate(extras):
        struck = [k for k in range(weapon * targets, (weapon + 1) * targets) if declared[k]]
        if extra and struck:
            ways.append([(k, extra) for k in struck])
    for added in product(*ways):
        more = dict(added)
        yield tuple(n + more.get(k, 0) for k, n in enumerate(declared))


@lru_cache(10_000)
def plans(models: int, pattern: tuple[Totals, ...], favoured: tuple[Totals, ...] = ()) -> tuple[Totals, ...]:
    """What so many models can do together, the most on the first (weapon, target) first. With `favoured` one of them
    does one of those instead (the model that has the bonus attack, WB-R18)."""
    rest = models - 1 if favoured and models else models
    found: dict[Totals, None] = {(0,) * len(pattern[0]): None}
    for step in (*[pattern] * rest, *([favoured] if favoured and models else [])):
        found = {tuple(a + b for a, b in zip(x, y, strict=True)): None for x in found for y in step}
    return tuple(sorted(found, reverse=True))


def ways_to_split(models: int, attacks: int, cells: int) -> int:
    """At most how many plans so many models have, extra attacks aside: a bound for the files."""
    from math import comb

    n = models * attacks
    return comb(n + cells - 1, cells - 1) if cells else 1
