"""Defence rolls: parry, Magic Defence, Defence, in this order (WL-49 to WL-59)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coldsteel.kernel.asks import Answer, Stage, bar, choose, option, stage, tally
from coldsteel.kernel.figures import any_of
from coldsteel.kernel.state import Slot
from coldsteel.kernel.tables import Sum
from coldsteel.rulebooks.wasteland.setup import NOBODY, Weapon
from coldsteel.rulebooks.wasteland.situation import Tiers, elevated
from coldsteel.rulebooks.wasteland.state import Fight
from coldsteel.rulebooks.wasteland.tables import armour, magic, parry_need, under

__all__ = ["Guard", "get_through", "guard_of", "guards", "magic_rolled", "stopped"]


@dataclass(frozen=True)
class Guard:
    """The values that hits on a unit are tested with: those of a group, and whether it parries (WL-59)."""

    group: int
    parries: bool


# ---------------------------------------------------------------- whose values
def guards(f: Fight, t: int, among: Tiers | None = None) -> list[tuple[Guard, int]]:
    """All that models of a unit (of those within the damage radius) may be tested with, and how many models each stands
    for."""
    found: dict[Guard, int] = {}
    for g in f.groups(t) if among is None else sorted(g for same in among for g in same):
        for parries, n in _parrying(f, t, g):
            same = next((k for k in found if k.parries == parries and _alike(f, t, k.group, g)), Guard(g, parries))
            found[same] = found.get(same, 0) + n
    return list(found.items())


def _alike(f: Fight, t: int, g: int, h: int) -> bool:
    a, b = f.group(t, g), f.group(t, h)
    same = (a.defence, a.magic_defence) == (b.defence, b.magic_defence)
    return same and elevated(f, t, g) == elevated(f, t, h)


def _parrying(f: Fight, t: int, g: int) -> list[tuple[bool, int]]:
    """WL-52: the weapon in use parries (WL-R16: or any that is carried). Who has named none yet may use any."""
    arms, uses = f.setup.arms(t, g), f.setup.uses[t][g]
    some = {f.weapon(w).parry for w in arms}
    if not uses or f.r.parry_weapon == "any_carried" or len(some) < 2 or f.profile(t).multi_weapon:
        return [(True in some, f.models(t, g))]
    count = {True: 0, False: 0}
    for k, row in enumerate(f.units[t].groups[g].cells):
        parries = any(f.weapon(w).parry for w, _ in uses[k - 1]) if k else True
        for n in row:
            count[parries] = count[parries] + n
    return list(count.items())


def guard_of(f: Fight, t: Slot, among: Tiers | None = None) -> Answer[Guard]:
    """WL-59: the values of the group with most models within the damage radius; if equal, the owner chooses."""
    known = guards(f, t, among)
    if len(known) < 2:
        return known[0][0] if known else Guard(0, False)
    options = []
    for k, (guard, n) in enumerate(known):
        more = any_of(m > n for j, (_, m) in enumerate(known) if j != k)
        words = f.group_id(t, guard.group) + (", parrying" if guard.parries else "")
        options.append(option(guard, words, bar(more, "fewer_models", "WL-59", "another group has more models")))
    taken = yield from choose(f.side(t), options, what=f"values of {f.id(t)}", clause="WL-59")
    assert taken is not None, "some group has most models"
    return taken


# ---------------------------------------------------------------- the rolls
def magic_rolled(f: Fight, t: int, w: Weapon | None) -> bool:
    """Is Magic Defence tested against this weapon (WL-54, WL-R15)?"""
    return f.r.magic_defence_scope == "all_hits" or (w is not None and w.magical)


def stopped(
    f: Fight,
    t: Slot,
    guard: Guard,
    by: int,
    w: Weapon | None,
    *,
    shot: bool = False,
    at: int = NOBODY,
    ignores: Sequence[str] = (),
) -> Stage | None:
    """The rolls that a hit has to get through, chained in their order (WL-50); None if there are none. `by` is the
    unit that strikes, NOBODY for an explosion; `at` the group of it that shoots."""
    chain: list[Stage] = []
    if guard.parries and "parry" not in ignores and (not shot or f.r.parry_vs_shots == "yes"):
        need = parry_need(f, t, guard.group, by)
        chain.append(_stage(f, t, "parries", 1, need.value - 1, "WL-51", need))
    ward = magic(f, t, guard.group, by) if magic_rolled(f, t, w) and "magic" not in ignores else None
    if ward is not None:
        chain.append(_test(f, t, "Magic Defence", "WL-53", ward))
    plate = armour(f, t, guard.group, by, shot, at) if "defence" not in ignores else None
    if plate is not None:
        chain.append(_test(f, t, "Defence", "WL-55", plate))
    out: Stage | None = None
    for link in reversed(chain):
        out = Stage(link.what, link.low, link.high, link.clause, link.rows, link.side, out, link.counts)
    return out


def _test(f: Fight, t: Slot, what: str, clause: str, value: Sum) -> Stage:
    """WL-56: one D6 not above the value stops the hit (WL-R13: or D6 plus bonus at least the value)."""
    if f.r.defence_read == "roll_under":
        return _stage(f, t, what, under(f, value.value) + 1, 6, clause, value)
    base = value.value
    for row in value.rows:
        base = base - 2 * row.amount  # a bonus counts for the die, not for the value
    return _stage(f, t, what, 1, base - 1, clause, value)


def _stage(f: Fight, t: Slot, what: str, low: int, high: int, clause: str, value: Sum) -> Stage:
    counts = "not parried" if what == "parries" else "gets through"
    return stage(f"{f.id(t)}: {what}", low, high, clause=clause, rows=value.rows, side=f.side(t), counts=counts)


def get_through(f: Fight, t: Slot, hits: int, test: Stage | None) -> Answer[int]:
    """How many of these hits no defence stops (WL-49)."""
    if test is None or (isinstance(hits, int) and hits == 0):
        return hits
    return (yield from tally(f.side(t), hits, test, clause=test.clause))
