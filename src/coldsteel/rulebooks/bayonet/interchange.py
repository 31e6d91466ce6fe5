"""Which units are interchangeable: same side, same profile but for the name, same possible enemies, and no orders.

Units that an order names are told apart by it; under BY-R30 `even` the order of listing tells units apart. On a table
their places do, so that no unit is interchangeable there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from coldsteel.kernel.rulebook import Group
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet.setup import Setup
from coldsteel.rulebooks.bayonet.state import ContactState, Fight, UnitState

__all__ = ["groups"]


def groups(f: Fight) -> Sequence[Group]:
    """The groups of interchangeable units of a fight; that they also stand alike at its start is for the reader."""
    setup = f.setup
    if setup.rulings.split_policy == "even" or f.then.ground:
        return ()
    ordered = {u for o in setup.orders for u in (o.unit, o.target)}
    alike: dict[object, list[Slot]] = {}
    for side in (0, 1):
        for u in setup.slots(side):
            if u not in ordered:
                alike.setdefault((replace(setup.units[u], id=""), setup.enemies[u]), []).append(u)
    return tuple(_group(setup, slots) for slots in alike.values() if len(slots) > 1)


def _group(setup: Setup, slots: list[Slot]) -> Group:
    return Group(
        tuple(slots),
        tuple(tuple(f"units[{int(u)}].{x.name}" for x in fields(UnitState)) for u in slots),
        tuple(
            tuple(f"contacts[{setup.pair_of[u, e]}].{x.name}" for e in setup.enemies[u] for x in fields(ContactState))
            for u in slots
        ),
    )
