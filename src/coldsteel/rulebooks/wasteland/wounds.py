"""Wounds: damage over the models of a unit, removal, and what was lost (WL-60 to WL-68)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coldsteel.kernel.asks import Bar, bar, choose, option
from coldsteel.kernel.figures import any_of, least, no, where, within
from coldsteel.kernel.state import Slot, Steps, do, evolve
from coldsteel.rulebooks.wasteland.damage import Blows, How, removed
from coldsteel.rulebooks.wasteland.declare import use_words
from coldsteel.rulebooks.wasteland.setup import NOBODY
from coldsteel.rulebooks.wasteland.shares import Shares, spread
from coldsteel.rulebooks.wasteland.situation import Tiers
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["deal", "one_model_suffers", "suffer"]


# ---------------------------------------------------------------- the damage of a batch
def suffer(f: Fight, t: Slot, blows: Sequence[Blows], how: How) -> Fight:
    """The damage of a batch falls on a unit: a pool, one model filled before the next suffers (WL-61 to WL-66)."""
    if f.setup.spread:
        return spread(f, t, blows, how)
    pool = 0
    for b in blows:
        pool = pool + b.hits * b.damage
    if simple(f, t):
        return filled(f, t, pool, how)
    if pool == 0:
        return f
    cap = f.profile(t).exposed_cap if how.capped else NOBODY
    f = _dealing(f, t, pool, cap if cap >= 0 else f.profile(t).models)
    among = () if how.among is None else (how.among,)
    return f.first(do(deal, t, how.by, how.first, how.waits, how.counted, *among))


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


def deal(
    f: Fight, t: Slot, by: int, first: int, waits: bool, counted: bool, among: Tiers | None = None
) -> Steps[Fight]:
    """The next model to suffer, of those that differ: a wounded one first, else as its owner likes (WL-66, WL-67)."""
    side = f.side(t)
    if (f.pool[side] == 0) | (f.exposed[side] == 0):
        return _dealing(f, t, 0, 0)
    known = None if among is None else {g for same in among for g in same}
    here = [at for at in places(f, t) if (known is None or at.g in known) and number(f, t, at) > 0]
    if not here:  # what is left over is lost (WL-62)
        return _dealing(f, t, 0, 0)
    chosen = here[0]
    if len(here) > 1:
        chooser = by if f.r.wound_chooser == "striker" else side  # WL-R18
        options = [option(at, _words(f, t, at), *_deal_bars(f, t, at, here, first, among)) for at in here]
        taken = yield from choose(chooser, options, what=f"who of {f.id(t)} suffers", clause="WL-67")
        assert taken is not None, "somebody has to suffer"
        chosen = taken
    f = _fill(f, t, chosen, How(by, NOBODY, waits, counted))
    return f.first(do(deal, t, by, NOBODY, waits, counted, *(() if among is None else (among,))))


def _deal_bars(
    f: Fight, t: Slot, at: Place, here: Sequence[Place], first: int, among: Tiers | None = None
) -> list[Bar]:
    """Why this model does not suffer next."""
    aimed = [a for a in here if a.g == first]
    if aimed and at.g != first:
        return [bar(True, "targeted_first", "WL-153", "the targeted model suffers first")]
    rivals = aimed or here
    wounded = any_of(hurt(f, t, a) for a in rivals)
    bars = [bar(wounded & no(hurt(f, t, at)), "wounded_first", "WL-66", "a wounded model is filled first")]
    if f.r.wound_chooser == "nearest" and any(_rank(a.g, among) < _rank(at.g, among) for a in rivals):
        bars.append(bar(no(wounded), "not_nearest", "WL-67", "another model stands nearer"))
    return [b for b in bars if not (isinstance(b.when, int) and not b.when)]


def _rank(g: int, among: Tiers | None) -> int:
    """How far back a group stands: as it is listed, or (on a table) as it is placed."""
    return g if among is None else next((k for k, same in enumerate(among) if g in same), len(among))


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
