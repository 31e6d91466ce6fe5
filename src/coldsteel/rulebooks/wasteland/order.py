"""Who strikes first: the comparison of Mobility, ties, and the owner's order (WL-29 to WL-34)."""

from __future__ import annotations

from itertools import groupby

from coldsteel.kernel.asks import choose, contest, option, say
from coldsteel.kernel.figures import any_of
from coldsteel.kernel.state import Slot, Steps, Task, do
from coldsteel.rulebooks.wasteland.blows import aims, blow, dice_of
from coldsteel.rulebooks.wasteland.damage import fallen
from coldsteel.rulebooks.wasteland.setup import NOBODY
from coldsteel.rulebooks.wasteland.state import Fight, cleared
from coldsteel.rulebooks.wasteland.tables import mobility

__all__ = ["bury", "next_blow", "order_of_blows", "roll_off"]

Entry = tuple[Slot, tuple[int, ...]]
Entries = tuple[Entry, ...]


def order_of_blows(f: Fight) -> Steps[Fight]:
    """Totals are compared unit by unit, the higher strikes first (WL-29 to WL-33)."""
    totals = [(total, entry) for u in range(len(f.units)) if f.fights(u) for total, entry in _totals(f, Slot(u))]
    for total, (who, _) in totals:
        yield from say("{who}: Mobility {total}", "WL-29", who=f.id(who), total=total)
    totals.sort(key=lambda x: -x[0])
    tasks: list[Task] = []
    for _, same in groupby(totals, key=lambda x: x[0]):
        tasks += _of_one_total(f, [entry for _, entry in same])
    for u in range(len(f.units)):
        if f.units[u].boosts:
            f = f.with_boost(u, **cleared(f.units[u].boosts[0], ("mobility",)))
    if f.r.slain_strike_back == "yes":
        tasks.append(do(bury))
    return f.first(*tasks)


def _totals(f: Fight, u: Slot) -> list[tuple[int, Entry]]:
    """The total of a unit (WL-31), or (WL-R9 model) those of its groups; nothing for who has nobody to strike."""
    groups = tuple(f.groups(u))
    if f.r.order_by == "unit":
        return [(int(mobility(f, u, NOBODY).value), (u, groups))] if aims(f, u, groups) else []
    of = {g: int(mobility(f, u, g).value) for g in groups}
    found = [(total, tuple(g for g in groups if of[g] == total)) for total in sorted(set(of.values()), reverse=True)]
    return [(total, (u, same)) for total, same in found if aims(f, u, same)]


def _of_one_total(f: Fight, entries: list[Entry]) -> list[Task]:
    """Those with one total: one side's in their owner's order (WL-33), both sides' by WL-32."""
    waits = f.r.slain_strike_back == "yes"  # WL-R10
    a, b = (tuple(e for e in entries if f.side(e[0]) == side) for side in (0, 1))
    if not a or not b:
        return _in_turn(a or b, waits)
    if f.r.mobility_tie == "simultaneous":  # WL-R8
        mine, theirs = (b, a) if f.setup.active else (a, b)
        return [*_in_turn(mine, True), *_in_turn(theirs, True), *([] if waits else [do(bury)])]
    if f.r.mobility_tie == "charger_first":
        first = [any(f.units[u].charged for u, _ in side) for side in (a, b)]
        if first[0] != first[1]:
            return (
                [*_in_turn(a, waits), *_in_turn(b, waits)] if first[0] else [*_in_turn(b, waits), *_in_turn(a, waits)]
            )
    return [do(roll_off, a, b, waits)]


def _in_turn(entries: Entries, waits: bool) -> list[Task]:
    return [do(blow, *entries[0], waits)] if len(entries) == 1 else [do(next_blow, entries, waits)]


def roll_off(f: Fight, a: Entries, b: Entries, waits: bool) -> Steps[Fight]:
    """Equal totals: one D6 a side, again while equal; the higher side strikes first (WL-32)."""
    shown = yield from contest(0, 1, 6, ties_again=True, what="who strikes first", clause="WL-32")
    first, second = (a, b) if shown == 2 else (b, a)
    return f.first(*_in_turn(first, waits), *_in_turn(second, waits))


def next_blow(f: Fight, entries: Entries, waits: bool) -> Steps[Fight]:
    """Units of one side with equal totals strike in the order that their owner likes (WL-33)."""
    options = []
    for u, groups in entries:
        if any_of(dice_of(f, u, groups, *aim) > 0 for aim in aims(f, u, groups)):  # WL-36
            options.append(option((u, groups), f.id(u)))
    if not options:
        return f
    taken = yield from choose(f.side(entries[0][0]), options, what="who strikes next", clause="WL-33")
    if taken is None:
        return f
    rest = tuple(e for e in entries if e != taken)
    return f.first(do(blow, *taken, waits), *_in_turn(rest, waits))


def bury(f: Fight) -> Fight:
    """Who was slain and has struck back is removed (WL-R8, WL-R10)."""
    for u in range(len(f.units)):
        for g in f.groups(u):
            ghosts = f.units[u].groups[g].ghosts
            f = f.with_group(u, g, ghosts=(0,) * len(ghosts))
    return fallen(f, range(len(f.units)))
