"""Wounds: damage over the models of a unit, removal, and what was lost (WL-60 to WL-68)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coldsteel.kernel.asks import Bar, bar, choose, option
from coldsteel.kernel.figures import any_of, least, most, no, where, within
from coldsteel.kernel.state import Slot, Steps, do, evolve
from coldsteel.rulebooks.wasteland.declare import use_words
from coldsteel.rulebooks.wasteland.setup import NOBODY
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["Blows", "How", "Shares", "deal", "one_model_suffers", "suffer"]


@dataclass(frozen=True)
class Blows:
    """Hits of one kind that got through: how many (at most `limit`, a plain number), and what each does."""

    hits: int
    damage: int
    limit: int


@dataclass(frozen=True)
class How:
    """In what way damage comes: by which side, on which group first, while slain models still strike, as losses."""

    by: int
    first: int = NOBODY
    waits: bool = False
    counted: bool = True
    capped: bool = False


# ---------------------------------------------------------------- the damage of a batch
def suffer(f: Fight, t: Slot, blows: Sequence[Blows], how: How) -> Fight:
    """The damage of a batch falls on a unit: a pool, one model filled before the next suffers (WL-61 to WL-66)."""
    if f.setup.spread:
        return _spread(f, t, blows, how)
    pool = 0
    for b in blows:
        pool = pool + b.hits * b.damage
    if simple(f, t):
        return filled(f, t, pool, how)
    if pool == 0:
        return f
    cap = f.profile(t).exposed_cap if how.capped else NOBODY
    f = _dealing(f, t, pool, cap if cap >= 0 else f.profile(t).models)
    return f.first(do(deal, t, how.by, how.first, how.waits, how.counted))


def _dealing(f: Fight, t: Slot, pool: int, exposed: int) -> Fight:
    """With this much damage to deal to a unit's side, and so many models that it may fall on."""
    side = f.side(t)
    return evolve(
        f,
        pool=tuple(pool if k == side else x for k, x in enumerate(f.pool)),
        exposed=tuple(exposed if k == side else x for k, x in enumerate(f.exposed)),
    )


def simple(f: Fight, t: int) -> bool:
    """Are all models of the unit alike, so that nobody has anything to choose (WL-67)?"""
    return len(f.profile(t).groups) == 1 and not f.units[t].groups[0].cells


def filled(f: Fight, t: Slot, pool: int, how: How) -> Fight:
    """A unit of models all alike: what its models in reach can't take is lost (WL-62)."""
    g, x, models = f.group(t, 0), f.units[t].groups[0], f.models(t, 0)
    cap = f.profile(t).exposed_cap if how.capped else NOBODY
    within_radius = least(models, cap) if cap >= 0 else models
    partial = x.wounds % g.toughness if g.toughness > 1 else 0
    taken = least(pool, within_radius * g.toughness - partial)
    f = f.with_group(t, 0, wounds=x.wounds + taken)
    return removed(f, t, 0, 0, models - f.models(t, 0), taken, how)


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


# ---------------------------------------------------------------- model by model, where they differ
@dataclass(frozen=True)
class Place:
    """Models alike in everything: group, declaration, wounds (NOBODY: as the number of the group says)."""

    g: int
    column: int = 0
    level: int = NOBODY


def places(f: Fight, t: int) -> list[Place]:
    """All places of a unit, the front first."""
    out: list[Place] = []
    for g in f.groups(t):
        cells = f.units[t].groups[g].cells
        if cells:
            out += [Place(g, c, k) for c, row in enumerate(cells) for k in range(len(row))]
        else:
            out.append(Place(g))
    return out


def number(f: Fight, t: int, at: Place) -> int:
    """Models at a place."""
    return f.models(t, at.g) if at.level == NOBODY else f.units[t].groups[at.g].cells[at.column][at.level]


def hurt(f: Fight, t: int, at: Place) -> bool:
    """Is the next model of this place wounded already?"""
    if at.level != NOBODY:
        return at.level > 0 and number(f, t, at) > 0
    g = f.group(t, at.g)
    return False if g.toughness == 1 else f.units[t].groups[at.g].wounds % g.toughness > 0


def deal(f: Fight, t: Slot, by: int, first: int, waits: bool, counted: bool) -> Steps[Fight]:
    """The next model to suffer, of those that differ: a wounded one first, else as its owner likes (WL-66, WL-67)."""
    side = f.side(t)
    if (f.pool[side] == 0) | (f.exposed[side] == 0):
        return _dealing(f, t, 0, 0)
    here = [at for at in places(f, t) if number(f, t, at) > 0]
    if not here:  # what is left over is lost (WL-62)
        return _dealing(f, t, 0, 0)
    chosen = here[0]
    if len(here) > 1:
        chooser = by if f.r.wound_chooser == "striker" else side  # WL-R18
        options = [option(at, _words(f, t, at), *_deal_bars(f, t, at, here, first)) for at in here]
        taken = yield from choose(chooser, options, what=f"who of {f.id(t)} suffers", clause="WL-67")
        assert taken is not None, "somebody has to suffer"
        chosen = taken
    f = _fill(f, t, chosen, How(by, NOBODY, waits, counted))
    return f.first(do(deal, t, by, NOBODY, waits, counted))


def _deal_bars(f: Fight, t: Slot, at: Place, here: Sequence[Place], first: int) -> list[Bar]:
    """Why this model does not suffer next."""
    aimed = [a for a in here if a.g == first]
    if aimed and at.g != first:
        return [bar(True, "targeted_first", "WL-153", "the targeted model suffers first")]
    rivals = aimed or here
    wounded = any_of(hurt(f, t, a) for a in rivals)
    bars = [bar(wounded & no(hurt(f, t, at)), "wounded_first", "WL-66", "a wounded model is filled first")]
    if f.r.wound_chooser == "nearest" and any(a.g < at.g for a in rivals):
        bars.append(bar(no(wounded), "not_nearest", "WL-67", "another model stands nearer"))
    return [b for b in bars if not (isinstance(b.when, int) and not b.when)]


def _words(f: Fight, t: int, at: Place) -> str:
    words = f.group_id(t, at.g)
    if at.column:
        words += f" ({use_words(f, f.setup.uses[t][at.g][at.column - 1])})"
    return words + (f", {at.level} wounded" if at.level > 0 else "")


def _fill(f: Fight, t: Slot, at: Place, how: How) -> Fight:
    """One model takes what it can of the pool (WL-63, WL-65, WL-68)."""
    g, x = f.group(t, at.g), f.units[t].groups[at.g]
    had = at.level if at.level != NOBODY else (x.wounds % g.toughness if g.toughness > 1 else 0)
    pool = f.pool[f.side(t)]
    taken = least(pool, g.toughness - had)
    dies = 1 * (had + taken == g.toughness)
    if at.level == NOBODY:
        f = f.with_group(t, at.g, wounds=x.wounds + taken)
    else:
        row = list(x.cells[at.column])
        row[at.level] = row[at.level] - 1
        for k in range(at.level + 1, g.toughness):
            row[k] = row[k] + 1 * (had + taken == k)
        cells = tuple(tuple(row) if c == at.column else old for c, old in enumerate(x.cells))
        f = f.with_group(t, at.g, cells=cells)
    f = removed(f, t, at.g, at.column, dies, taken, how)
    return _dealing(f, t, pool - taken, f.exposed[f.side(t)] - 1)


# ---------------------------------------------------------------- one model alone
def one_model_suffers(f: Fight, t: Slot, g: int, blows: Blows, models: int, how: How) -> Fight:
    """Hits on particular models of a group, at most `models` of them: what they can't take is lost (WL-138)."""
    p = f.group(t, g)
    each = least(blows.damage, p.toughness)
    room = models * p.toughness if models == 1 else models * each
    first = least(blows.hits * blows.damage if models == 1 else blows.hits * each, room)
    x = f.units[t].groups[g]
    if x.cells:
        return _pooled(f, t, g, first, how)
    before = f.models(t, g)
    had = x.wounds % p.toughness if p.toughness > 1 else 0
    limit = p.toughness - had if models == 1 else before * p.toughness - had
    taken = within(0, least(first, limit), before * p.toughness)
    taken = where(before > 0, taken, 0)
    f = f.with_group(t, g, wounds=x.wounds + taken)
    return removed(f, t, g, 0, before - f.models(t, g), taken, how)


def _pooled(f: Fight, t: Slot, g: int, pool: int, how: How) -> Fight:
    """Deals to a group with a table, the most wounded first."""
    shares = Shares(f, t, [g])
    for _ in range(f.group(t, g).models * f.group(t, g).toughness):
        one = 1 * (pool > 0)
        shares.point(one)
        pool = pool - one
    return shares.put(f, how)


# ---------------------------------------------------------------- by other readings
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


def _spread(f: Fight, t: Slot, blows: Sequence[Blows], how: How) -> Fight:
    """WL-R17 each: every model in the radius suffers every hit; WL-R19 one_each: point by point, each to another."""
    shares = Shares(f, t, list(f.groups(t)))
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
