"""Damage as it comes, and what becomes of those it removes: losses, ghosts, empty places (WL-62, WL-68, WL-70)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coldsteel.kernel.figures import least
from coldsteel.kernel.state import Slot, do
from coldsteel.rulebooks.wasteland.setup import NOBODY
from coldsteel.rulebooks.wasteland.situation import Tiers, placed
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["Blows", "How", "fall", "fallen", "falling", "removed"]


@dataclass(frozen=True)
class Blows:
    """Hits of one kind that got through: how many (at most `limit`, a plain number), and what each does."""

    hits: int
    damage: int
    limit: int


@dataclass(frozen=True)
class How:
    """In what way damage comes: by which side, on which group first, while slain models still strike, as losses; on a
    table, on which models only."""

    by: int
    first: int = NOBODY
    waits: bool = False
    counted: bool = True
    capped: bool = False
    among: Tiers | None = None


# ---------------------------------------------------------------- who is removed
def removed(f: Fight, t: Slot, g: int, column: int, models: int, wounds: int, how: How) -> Fight:
    """Counts losses (WL-70, WL-R20), and lets the slain strike back where they may (WL-R8, WL-R10)."""
    x = f.units[t].groups[g]
    if how.waits and x.ghosts:
        ghosts = tuple(n + models if k == column else n for k, n in enumerate(x.ghosts))
        f = f.with_group(t, g, ghosts=ghosts)
    if x.ready:
        f = f.with_group(t, g, ready=(least(x.ready[0], f.models(t, g)),))
    if not how.counted:
        return f
    return f.with_unit(t, lost=f.units[t].lost + (wounds if f.r.loss_measure == "wounds" else models))


# ---------------------------------------------------------------- who has fallen, on a table
def falling(f: Fight, *units: Slot) -> Fight:
    """With the fallen of these units taken off the table once all damage is dealt (WL-68)."""
    return f.first(do(fall, *dict.fromkeys(units))) if f.on_table else f


def fall(f: Fight, *units: Slot) -> Fight:
    """Who was removed leaves the table (WL-68)."""
    return fallen(f, units)


def fallen(f: Fight, units: Sequence[int]) -> Fight:
    """With the places of removed models empty."""
    if not f.on_table:
        return f
    ground = list(f.then.ground)
    for u in units:
        for g, i in placed(f, u):
            if f.models(u, g) == 0:
                ground[i] = None
    return f.on(tuple(ground))
