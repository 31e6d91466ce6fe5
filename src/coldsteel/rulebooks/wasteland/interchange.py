"""Which units are interchangeable: same side, same profile but for the name, and told apart by nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from coldsteel.kernel.rulebook import Group
from coldsteel.kernel.state import Slot, outline
from coldsteel.rulebooks.wasteland.setup import Setup
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["groups"]


def groups(f: Fight) -> Sequence[Group]:
    """The groups of interchangeable units of a fight; that they also stand alike at its start is for the reader."""
    setup = f.setup
    if any(p.multi_weapon for p in setup.units):
        return ()  # what such a model declares names several targets at one time
    if setup.layout is not None:
        return ()  # on a table everybody has a place of his own
    apart = {*setup.activations, *(k for u, _, t, _ in setup.lines for k in (u, t))}
    apart |= {line.cover_unit for line in setup.lines.values()} | {line.screen for line in setup.lines.values()}
    apart |= {u for piece in setup.pieces for u, _ in piece.near}
    alike: dict[object, list[Slot]] = {}
    for side in (0, 1):
        for u in setup.slots(side):
            if u not in apart and _named_by_all(setup, u):
                key = (replace(setup.units[u], id=""), setup.targets[u], setup.contact_pairs[u])
                alike.setdefault(key, []).append(u)
    names = tuple(leaf.name for leaf in outline(f))
    return tuple(_group(setup, names, slots) for slots in alike.values() if len(slots) > 1)


def _named_by_all(setup: Setup, u: Slot) -> bool:
    """May every enemy strike at this unit?"""
    return all(u in setup.targets[e] for e in setup.enemies(u))


def _group(setup: Setup, names: tuple[str, ...], slots: list[Slot]) -> Group:
    return Group(
        tuple(slots),
        tuple(tuple(n for n in names if n.startswith(f"units[{int(u)}].")) for u in slots),
        tuple(tuple(_named(setup, names, u)) for u in slots),
    )


def _named(setup: Setup, names: tuple[str, ...], u: Slot) -> Iterator[str]:
    """The leaves of enemies that say how many models have named this unit as their target."""
    for e in setup.enemies(u):
        for g, uses in enumerate(setup.uses[e]):
            for k, use in enumerate(uses, 1):
                if use[0][1] == u:
                    start = f"units[{int(e)}].groups[{g}]."
                    yield from (n for n in names if n.startswith(f"{start}cells[{k}]["))
                    yield from (n for n in names if n == f"{start}ghosts[{k}]")
