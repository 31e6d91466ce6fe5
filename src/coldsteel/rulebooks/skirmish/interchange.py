"""Which models are interchangeable: same side, same profile but for the name, told apart by nothing.

A model that is a unit by itself changes names together with its unit; others do so within their unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from coldsteel.kernel.rulebook import Group
from coldsteel.kernel.state import Slot, outline
from coldsteel.rulebooks.skirmish.setup import Setup
from coldsteel.rulebooks.skirmish.state import Fight, UnitState

__all__ = ["groups", "renamed"]


def groups(f: Fight) -> Sequence[Group]:
    """The groups of interchangeable models of a fight; that they also stand alike at its start is for the reader."""
    setup = f.setup
    if setup.table is not None:
        return ()  # places are hardly ever alike
    named = {m for pair in setup.across for m in pair}
    named |= {setup.acting[0]} if setup.acting else set()
    named |= {u.leader for u in setup.units if u.leader is not None and len(u.models) > 1}
    alike: dict[object, list[Slot]] = {}
    for side in (0, 1):
        for m in setup.slots(side):
            if m not in named:
                alike.setdefault((replace(setup.models[m], name="", unit=0), _home(setup, m)), []).append(m)
    names = tuple(leaf.name for leaf in outline(f))
    return tuple(_group(setup, names, slots) for slots in alike.values() if len(slots) > 1)


def _home(setup: Setup, m: Slot) -> int:
    """The unit within which a model may change names; -1 for one that is a unit by itself."""
    u = setup.models[m].unit
    return u if len(setup.units[u].models) > 1 else -1


def _group(setup: Setup, names: tuple[str, ...], slots: list[Slot]) -> Group:
    return Group(
        tuple(slots),
        tuple(
            (
                *(n for n in names if n.startswith(f"models[{int(m)}].")),
                *(
                    f"units[{setup.models[m].unit}].{x.name}"
                    for x in fields(UnitState)
                    if len(setup.units[setup.models[m].unit].models) == 1
                ),
            )
            for m in slots
        ),
    )


def renamed(ground: tuple[Any, ...], new: Mapping[int, int]) -> tuple[Any, ...]:
    """A ground without a table with models named anew: who is there, and the gap of each to every enemy."""
    there, gaps, n = ground  # the first n models are side A's
    old = {new.get(m, m): m for m in range(len(there))}
    b = len(there) - n
    pairs = ((old[x], old[y]) for x in range(n) for y in range(n, len(there)))
    return tuple(there[old[m]] for m in range(len(there))), tuple(gaps[x * b + y - n] for x, y in pairs), n
