"""Which units are interchangeable: one controller, one profile but for the name, the same possible enemies, no heroes,
and no charge, intervention or distance that names them. On a table no two are: each stands elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from coldsteel.kernel.rulebook import Group
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.warband.setup import Setup
from coldsteel.rulebooks.warband.state import Fight, RowState, UnitState

__all__ = ["groups"]


def groups(f: Fight) -> Sequence[Group]:
    """The groups of interchangeable units of a fight; that they also stand alike at its start is for the reader."""
    setup = f.setup
    named = {u for c in setup.charges for u in (c.unit, c.target)}
    named |= {u for pair in setup.distances for u in setup.pairs[pair]}
    alike: dict[object, list[Slot]] = {}
    for number, p in enumerate(setup.units):
        u = Slot(number)
        if u not in named and not any(row.is_hero for row in p.rows):
            alike.setdefault((replace(p, id=""), setup.enemies[u]), []).append(u)
    return tuple(_group(setup, slots) for slots in alike.values() if len(slots) > 1)


def _group(setup: Setup, slots: list[Slot]) -> Group:
    rows = len(setup.units[slots[0]].rows)
    own = [f".rows[{r}].{x.name}" for r in range(rows) for x in fields(RowState)]
    own += [f".{x.name}" for x in fields(UnitState) if x.name != "rows"]
    shared = {e: ("on", "challenged", *_blows(setup, slots[0], e)) for e in setup.enemies[slots[0]]}
    return Group(
        tuple(slots),
        tuple(tuple(f"units[{int(u)}]{name}" for name in own) for u in slots),
        tuple(
            tuple(f"links[{setup.pair_of[u, e]}].{name}" for e in setup.enemies[u] for name in shared[e]) for u in slots
        ),
    )


def _blows(setup: Setup, u: Slot, e: Slot) -> list[str]:
    """The names of the declared blows on a link."""
    kinds = max(len(setup.units[u].arms), len(setup.units[e].arms))  # concrete: the set-up
    return [f"blows[{k}]" for k in range(kinds)]
