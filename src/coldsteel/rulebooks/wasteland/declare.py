"""Targets and weapons are named before the blows (WL-20 to WL-28, WL-38)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from coldsteel.kernel.asks import Bar, Option, bar, choose, option
from coldsteel.kernel.figures import any_of, no, where
from coldsteel.kernel.state import Slot, Steps
from coldsteel.rulebooks.wasteland.setup import NOBODY, SOLID, Use
from coldsteel.rulebooks.wasteland.situation import reached
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["blow_bars", "count_of", "declare", "declared", "folded", "undeclared"]

Split = tuple[tuple[int, ...], ...]
"""Of each number of wounds: how many models declare each use."""


# ---------------------------------------------------------------- who may be struck
def blow_bars(f: Fight, u: int, w: int, t: int, g: int = NOBODY) -> tuple[Bar, ...]:
    """Why a melee weapon may not be used on a unit (WL-22 to WL-26), on a table by the model `g`."""
    weapon = f.weapon(w)
    if f.on_table:
        within, seen = reached(f, u, g, w, t) if t in f.setup.targets[u] else (False, False)
        far, screened = no(within), within & no(seen)
    else:
        line = f.setup.line(u, NOBODY, t)
        far = t not in f.setup.targets[u] or (line is not None and line.distance > weapon.reach)
        screened = _screened(f, u, t)
    found = [
        bar(no(f.fights(t)), "out_of_reach", "WL-22", "it has no model left in the melee"),
        bar(far, "out_of_reach", "WL-22", f"no model of it is within {weapon.reach:g} steps"),
        bar(screened, "not_seen_in_melee", "WL-24", "no model of it is seen"),
    ]
    return tuple(b for b in found if not (isinstance(b.when, int) and not b.when))


def _screened(f: Fight, u: int, t: int) -> bool:
    """WL-24 to WL-26: does something stand in the way? Not the models of one's own squad (WL-R5: of one's own side)."""
    line = f.setup.line(u, NOBODY, t)
    if line is None or line.screen in (NOBODY, u):
        return line is not None and line.visible <= 0
    if line.screen == SOLID:
        return True
    if f.r.sight_through == "own_side" and f.side(line.screen) == f.side(u):
        return False
    return f.standing(line.screen)


def within_reach(f: Fight, u: int, g: int, w: int, t: int) -> bool:
    """May this weapon be used on this unit?"""
    return no(any_of(b.when for b in blow_bars(f, u, w, t, g)))


def open_use(f: Fight, u: int, g: int, use: Use) -> bool:
    """May a model declare this? A weapon is named without a target only if it has none (WL-21)."""
    found: bool = True
    for w, t in use:
        if t == NOBODY:
            found = found & no(any_of(within_reach(f, u, g, w, e) for e in f.setup.targets[u]))
        else:
            found = found & within_reach(f, u, g, w, t)
    return found


# ---------------------------------------------------------------- naming
def declare(f: Fight, u: Slot, g: int) -> Steps[Fight]:
    """The models of a group name weapons and targets; those alike are split by numbers (WL-20, WL-21, WL-27)."""
    levels = tuple(int(n) for n in f.units[u].groups[g].cells[0])
    if not any(levels):
        return f
    uses = tuple(use for use in f.setup.uses[u][g] if open_use(f, u, g, use))
    options: list[Option[Split]] = [
        option(split, _label(f, uses, split), *_squad_bars(f, u, g, uses, split)) for split in splits(levels, len(uses))
    ]
    named = yield from choose(
        f.side(u), [*options, *_refused(f, u, g)], what=f"targets of {f.group_id(u, g)}", clause="WL-20"
    )
    return f if named is None else _named(f, u, g, uses, named)


def splits(levels: Sequence[int], ways: int) -> Iterator[Split]:
    """All ways to share models out over uses, those of equal wounds being alike."""
    return product(*(tuple(_shared(n, ways)) for n in levels))


def _shared(n: int, ways: int) -> Iterator[tuple[int, ...]]:
    if ways == 1:
        yield (n,)
        return
    for first in range(n, -1, -1):
        for rest in _shared(n - first, ways - 1):
            yield (first, *rest)


def use_words(f: Fight, use: Use) -> str:
    """A use in words: "axe at Rats"."""
    return " and ".join(f.weapon(w).id + (f" at {f.id(t)}" if t != NOBODY else "") for w, t in use)


def _label(f: Fight, uses: Sequence[Use], split: Split) -> str:
    models = sum(map(sum, split))
    words = []
    for k, row in enumerate(split):
        for n, use in zip(row, uses, strict=True):
            if n:
                who = "" if models == 1 else f"{n} " if not k else f"{n} ({k} wounded) "
                words.append(who + use_words(f, use))
    return ", ".join(words)


def _squad_bars(f: Fight, u: Slot, g: int, uses: Sequence[Use], split: Split) -> tuple[Bar, ...]:
    """WL-R6 per_unit: all models of the squad use a weapon on one target."""
    if f.r.multi_target == "per_model":
        return ()
    named = {pair for k, use in enumerate(uses) for pair in use if any(row[k] for row in split)}
    twice = len({w for w, _ in named}) < len(named)
    before = any_of(
        count_of(f, u, h, w, t) > 0 for w, x in named for h in range(g) for t in f.setup.targets[u] if t != x
    )
    return (bar(twice | before, "split_weapon", "WL-27", "by this reading a squad uses a weapon on one target"),)


def _refused(f: Fight, u: Slot, g: int) -> Iterator[Option[Split]]:
    """What may not be declared, with the reasons."""
    arms, several = f.setup.arms(u, g), f.profile(u).multi_weapon
    for w in arms:
        for e in f.enemies(u):
            if no(within_reach(f, u, g, w, e)):
                yield option((), f"{f.weapon(w).id} at {f.id(e)}", *blow_bars(f, u, w, e, g))
        if len(f.setup.targets[u]) > 1 and f.weapon(w).attacks > 1:
            split = bar(True, "split_weapon", "WL-27", "one weapon of a model is used on one unit")
            yield option((), f"{f.weapon(w).id} at several units", split)
    if len(arms) > 1 and not several:
        only = bar(True, "one_weapon_only", "WL-38", "the unit may not fight with all its weapons")
        yield option((), " and ".join(f.weapon(w).id for w in arms), only)
    yield option(
        (), "leave the melee", bar(True, "leaves_melee", "WL-82", "once engaged, nobody leaves of his own will")
    )


def _named(f: Fight, u: Slot, g: int, uses: Sequence[Use], split: Split) -> Fight:
    """The table of a group with its models under what they declared."""
    place = {use: k for k, use in enumerate(uses)}
    nothing = (0,) * len(split)
    rows = [nothing]
    for use in f.setup.uses[u][g]:
        rows.append(tuple(row[place[use]] for row in split) if use in place else nothing)
    return f.with_group(u, g, cells=tuple(rows))


# ---------------------------------------------------------------- who has declared what
def columns(f: Fight, u: int, g: int, w: int, t: int) -> list[int]:
    """The columns of a group's table that use this weapon on this target."""
    return [k for k, use in enumerate(f.setup.uses[u][g], 1) if (w, t) in use]


def count_of(f: Fight, u: int, g: int, w: int, t: int) -> int:
    """Models of a group that use this weapon on this target, slain ones included that still strike."""
    x, uses = f.units[u].groups[g], f.setup.uses[u][g]
    if not uses:
        n = f.models(u, g) + (x.ghosts[0] if x.ghosts else 0)
        return n if (w, t) in f.setup.only(u, g) else 0
    out = 0
    for k in columns(f, u, g, w, t):
        for n in x.cells[k]:
            out = out + n
        if x.ghosts:
            out = out + x.ghosts[k]
    return out


def declared(f: Fight, u: int, groups: Sequence[int]) -> list[tuple[int, int]]:
    """All pairs of weapon and target that models of these groups may have declared."""
    found: dict[tuple[int, int], None] = {}
    for g in groups:
        for use in f.setup.uses[u][g] or (f.setup.only(u, g),):
            found.update(dict.fromkeys(pair for pair in use if pair[1] != NOBODY))
    return list(found)


def folded(f: Fight, u: int, groups: Sequence[int]) -> Fight:
    """Who has struck forgets its target, not its weapon, so that states merge (WL-52)."""
    for g in groups:
        uses = f.setup.uses[u][g]
        if not uses:
            continue
        x, rows = f.units[u].groups[g], [list(row) for row in f.units[u].groups[g].cells]
        for k, use in enumerate(uses, 1):
            kept = tuple((w, NOBODY) for w, _ in use)
            if kept != use:
                j = uses.index(kept) + 1
                rows[j] = [a + b for a, b in zip(rows[j], rows[k], strict=True)]
                rows[k] = [0 for _ in rows[k]]
        ghosts = (0,) * len(x.ghosts)  # who was slain before it struck has struck now, or never will
        f = f.with_group(u, g, cells=tuple(map(tuple, rows)), ghosts=ghosts)
    return f


def undeclared(f: Fight, u: int, when: bool = True) -> Fight:
    """At the end of a bout all declarations are forgotten."""
    for g in f.groups(u):
        if f.setup.uses[u][g]:
            rows = f.units[u].groups[g].cells
            here = tuple(_column(rows, k) for k in range(len(rows[0])))
            f = f.with_group(u, g, cells=(here, *((0,) * len(here) for _ in rows[1:])))
    return f


def _column(rows: tuple[tuple[int, ...], ...], k: int) -> int:
    out = 0
    for row in rows:
        out = out + row[k]
    return out


def reach_count(f: Fight, u: int, g: int, w: int, named: int, t: int) -> int:
    """WL-36: models of a group that strike at `t` now: alive, not knocked down, the target within reach (WL-28)."""
    if f.down(u, g):
        return 0
    return where(within_reach(f, u, g, w, t), count_of(f, u, g, w, named), 0)
