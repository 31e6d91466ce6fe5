"""Damage dealt point by point, or to everybody, by other readings of the rules (WL-R17, WL-R19)."""

from __future__ import annotations

from collections.abc import Sequence

from coldsteel.kernel.figures import any_of, least, most, no, where
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.wasteland.damage import Blows, How, removed
from coldsteel.rulebooks.wasteland.setup import NOBODY
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["Shares", "spread"]


class Shares:
    """Models by place, most wounded first, while points of damage are dealt one by one (WL-R17, WL-R19)."""

    def __init__(self, f: Fight, t: Slot, groups: Sequence[int]) -> None:
        self.f, self.t = f, t
        self.before: dict[tuple[int, int, int], int] = {}
        for g in groups:
            cells = f.units[t].groups[g].cells or ((f.models(t, g),),)
            for c, row in enumerate(cells):
                for k, n in enumerate(row):
                    self.before[g, c, k] = n
        self.now = dict(self.before)
        self.fresh = dict(self.before)
        self.dead: dict[tuple[int, int], int] = {}
        self.taken = 0
        self.order = sorted(self.before, key=lambda at: (-at[2], at[0], at[1]))

    def hold(self, room: int) -> dict[tuple[int, int, int], int]:
        """Keeps back all models but the first `room`, the most wounded first (WL-62) -> those kept back."""
        held = {}
        for at in self.order:
            here = least(self.now[at], room)
            held[at], self.now[at] = self.now[at] - here, here
            room = room - here
        return held

    def release(self, held: dict[tuple[int, int, int], int]) -> None:
        """Puts back those that were kept back."""
        for at, n in held.items():
            self.now[at] = self.now[at] + n

    def anew(self, when: bool = True) -> None:
        """Every model may take a point again."""
        self.fresh = {at: where(when, self.now[at], n) for at, n in self.fresh.items()}

    def point(self, one: int, fresh_only: bool = False) -> None:
        """One point (or none) falls on the most wounded model that is there."""
        pool = self.fresh if fresh_only else self.now
        moves: list[tuple[tuple[int, int, int], int]] = []
        for at in self.order:
            hit = least(one, 1 * (pool[at] > 0))
            moves.append((at, hit))
            one = one - hit
        for (g, c, k), hit in moves:
            self.moved((g, c, k), hit)

    def moved(self, at: tuple[int, int, int], n: int, by: int = 1) -> None:
        """So many models of a place take `by` points each."""
        g, c, k = at
        self.now[at] = self.now[at] - n
        self.fresh[at] = most(0, self.fresh[at] - n)
        toughness = self.f.group(self.t, g).toughness
        self.taken = self.taken + n * by
        if k + by >= toughness:
            self.dead[g, c] = self.dead.get((g, c), 0) + n
        else:
            self.now[g, c, k + by] = self.now[g, c, k + by] + n

    def put(self, f: Fight, how: How) -> Fight:
        """The fight with the models where they are now."""
        for g in {at[0] for at in self.before}:
            x = f.units[self.t].groups[g]
            if x.cells:
                cells = tuple(tuple(self.now[g, c, k] for k in range(len(row))) for c, row in enumerate(x.cells))
                f = f.with_group(self.t, g, cells=cells)
            else:
                f = f.with_group(self.t, g, wounds=x.wounds + self.dead.get((g, 0), 0))
        total = self.taken
        for (g, c), n in self.dead.items():
            f = removed(f, self.t, g, c, n, total, how)
            total = 0
        if not self.dead and f.r.loss_measure == "wounds" and how.counted:
            f = f.with_unit(self.t, lost=f.units[self.t].lost + total)
        return f


def spread(f: Fight, t: Slot, blows: Sequence[Blows], how: How) -> Fight:
    """WL-R17 each: every model in the radius suffers every hit; WL-R19 one_each: point by point, each to another."""
    shares = Shares(f, t, list(f.groups(t)) if how.among is None else sorted(g for same in how.among for g in same))
    cap = f.profile(t).exposed_cap if how.capped else NOBODY
    if f.r.damage_radius == "each":
        pool = 0
        for b in blows:
            pool = pool + b.hits * b.damage
        _all_suffer(shares, pool, cap if cap >= 0 else f.profile(t).models)
        return shares.put(f, how)
    held = shares.hold(cap) if cap >= 0 else {}
    for b in blows:
        for k in range(b.limit):
            shares.anew()
            for _ in range(b.damage):
                one = 1 * (b.hits > k)
                shares.anew(no(any_of(n > 0 for n in shares.fresh.values())))
                shares.point(one, fresh_only=True)
    shares.release(held)
    return shares.put(f, how)


def _all_suffer(shares: Shares, pool: int, room: int) -> None:
    """Each of the first `room` models takes the whole pool, the most wounded first."""
    for at in shares.order:
        here = least(shares.before[at], room)
        room = room - here
        toughness = shares.f.group(shares.t, at[0]).toughness
        for by in range(1, toughness - at[2]):
            shares.moved(at, where(pool == by, here, 0), by)
        rest = toughness - at[2]
        shares.moved(at, where(pool >= rest, here, 0), rest)
