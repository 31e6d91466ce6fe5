"""Which friends support a unit in a round on a table (BY-120, BY-121, BY-C15).

They are reckoned once a round, before its first fight: a friend supports one unit in a round. Units that have retired
or evaded still stand there and may support, of which the text is silent.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet.setup import Formation, Ground, Setup, Side
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.tabletop import footprint

__all__ = ["Held", "neighbours", "supports"]

Held = tuple[tuple[Slot, int, int], ...]
"""Of each unit that has support: friends to its rear (0 or 1), flanks with a friend (0 to 2)."""


@lru_cache(maxsize=1 << 12)
def neighbours(s: Setup, ground: Ground, friend: int, units: tuple[Slot, ...]) -> tuple[tuple[Slot, Side], ...]:
    """BY-121: those of the units that a friend could support, the nearest first, and from which side."""
    from coldsteel.battlefield.distances import gap
    from coldsteel.battlefield.lengths import EPS
    from coldsteel.battlefield.quarters import quarter

    own, found = footprint(ground, friend), []
    for u in units:
        base = footprint(ground, u)
        far, side = gap(own, base), Side(quarter(base, own.centre, s.rulings.quarter_rule))
        if u != friend and side != Side.FRONT and far <= s.parameters.support_reach_in + EPS:
            found.append((round(far / EPS), u, side))  # a tie is one whatever the noise of floats
    return tuple((u, side) for _, u, side in sorted(found))


def supports(f: Fight, fighting: Iterable[Slot]) -> Held:
    """The supports of the units that fight in this round."""
    fighting = tuple(sorted(fighting))
    behind: dict[Slot, set[Side]] = {}
    for friend, p in enumerate(f.setup.units):
        if friend in fighting or f.then.ground[friend] is None or p.is_artillery:
            continue
        near = neighbours(f.setup, f.then.ground, friend, tuple(u for u in fighting if f.side(u) == p.side))
        near = tuple((u, side) for u, side in near if not f.boxed(u))  # BY-120 they get no support
        if near and able(f, friend):
            behind.setdefault(near[0][0], set()).add(near[0][1])
    return tuple((u, int(Side.REAR in found), len(found - {Side.REAR})) for u, found in sorted(behind.items()))


def able(f: Fight, friend: int) -> bool:
    """BY-121: neither shaken nor in march column."""
    if f.units[friend].formation == Formation.MARCH_COLUMN:
        return False
    return not f.shaken(friend)
