"""Blows of one unit: its batches, the strike rolls with criticals and fumbles (WL-34 to WL-48)."""

from __future__ import annotations

from dataclasses import dataclass

from coldsteel.kernel.asks import Answer, Stage, bar, choose, option, stage, tally, tally_classes
from coldsteel.kernel.figures import any_of, least, no
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.kernel.tables import Applied, Sum
from coldsteel.rulebooks.wasteland.boosts import buy, buy_ward, ward_open, warded
from coldsteel.rulebooks.wasteland.damage import Blows, How, falling
from coldsteel.rulebooks.wasteland.declare import declared, folded, reach_count
from coldsteel.rulebooks.wasteland.defences import Guard, get_through, guard_of, magic_rolled, stopped
from coldsteel.rulebooks.wasteland.setup import Weapon
from coldsteel.rulebooks.wasteland.situation import Tiers, higher, in_radius
from coldsteel.rulebooks.wasteland.state import Fight
from coldsteel.rulebooks.wasteland.tables import strike_need
from coldsteel.rulebooks.wasteland.wounds import suffer

__all__ = ["Rolled", "batches", "blow", "hits_of", "strike", "strike_home"]

Groups = tuple[int, ...]


# ---------------------------------------------------------------- a unit's turn
def blow(f: Fight, u: Slot, groups: Groups, waits: bool) -> Steps[Fight]:
    """A unit strikes: F2 before its first dice, then its batches (WL-34, WL-39, WL-98)."""
    pairs = aims(f, u, groups)
    dice = any_of(dice_of(f, u, groups, w, named, t) > 0 for w, named, t in pairs)
    if f.profile(u).engaged_cap >= 0 and f.units[u].room:
        f = f.with_unit(u, room=(f.profile(u).engaged_cap,))
    if f.r.fp_windows == "just_in_time":
        idle = bar(no(dice), "wrong_moment", "WL-104", "it will roll no dice")
        f, bought = yield from buy(f, u, "hit", f.boost(u, "hit"), idle)
        if bought:
            f = f.with_boost(u, hit=f.boost(u, "hit") + bought)
            if u in f.setup.shooters:
                f = f.with_boost(u, hit_had=True)
    if len(pairs) == 1:
        w, named, t = pairs[0]
        return (yield from strike(f, u, groups, w, named, Slot(t), waits))
    return f.first(do(batches, u, groups, (), waits))


def aims(f: Fight, u: Slot, groups: Groups) -> list[tuple[int, int, int]]:
    """(weapon, target named, target struck) of every batch there can be (WL-39); by WL-R7 redirect a batch whose target
    is gone may be turned on another unit."""
    found = [(w, t, t) for w, t in declared(f, u, groups)]
    if f.r.lost_target == "redirect":
        found += [(w, t, e) for w, t, _ in found for e in f.setup.targets[u] if e != t]
    return found


def dice_of(f: Fight, u: Slot, groups: Groups, w: int, named: int, t: int) -> int:
    """Dice of a batch: models able to attack x attacks of the weapon (WL-35, WL-36)."""
    n = 0
    for g in groups:
        n = n + reach_count(f, u, g, w, named, t)
    return n * f.weapon(w).attacks


def batches(f: Fight, u: Slot, groups: Groups, done: tuple[tuple[int, Slot], ...], waits: bool) -> Steps[Fight]:
    """The owner says which batch comes next (WL-39); then who has struck forgets its target."""
    options = []
    for w, named, t in aims(f, u, groups):
        if (w, named) in done or dice_of(f, u, groups, w, named, t) == 0:
            continue
        there = f.fights(named) if t != named else False
        still = bar(there, "target_still_there", "WL-28", "the unit that was named is still there")
        options.append(option((w, named, t), f"{f.weapon(w).id} at {f.id(t)}", *([still] if t != named else [])))
    if not options:
        return struck(f, u, groups)
    taken = options[0].value if len(options) == 1 and not options[0].bars else None
    if taken is None:
        taken = yield from choose(f.side(u), options, what=f"next batch of {f.id(u)}", clause="WL-39")
    if taken is None:  # WL-28 what was declared on a unit that is gone is lost
        return struck(f, u, groups)
    w, named, t = taken
    more = (*done, (w, Slot(named)))
    return f.first(do(strike, u, groups, w, Slot(named), Slot(t), waits), do(batches, u, groups, more, waits))


def struck(f: Fight, u: Slot, groups: Groups) -> Fight:
    """What no longer matters once a unit has struck: its targets, and the boost to hit."""
    f = folded(f, u, groups)
    if f.units[u].room:
        f = f.with_unit(u, room=(0,))
    again = f.r.order_by == "model" and len(groups) < len(f.groups(u))
    return f if again else f.with_boost(u, hit=0)


# ---------------------------------------------------------------- one batch
@dataclass(frozen=True)
class Rolled:
    """What a batch showed: critical hits, other hits, fumbles; `home` if its hits have passed all defences already."""

    crits: int
    hits: int
    fumbles: int
    home: bool


def strike(f: Fight, u: Slot, groups: Groups, w: int, named: int, t: Slot, waits: bool) -> Steps[Fight]:
    """All dice of one weapon of one unit at one target unit, through to wounds (WL-39 to WL-48)."""
    weapon = f.weapon(w)
    limit = weapon.attacks * f.profile(u).models * (1 + weapon.crit_hits)
    window = ward_open(f, t) and warded(f, t) and magic_rolled(f, t, weapon)
    among = in_reach(f, u, groups, w, named, t)
    guard = yield from guard_of(f, t, among)
    rolled = yield from _rolls(f, u, groups, (w, named, t), guard, not window)
    crits, hits = rolled.crits, rolled.hits
    if not rolled.home:
        hits = hits + crits * weapon.crit_hits  # WL-44
        if window:
            f = yield from buy_ward(f, t, crits + hits)
        crits, hits = yield from strike_home(f, t, guard, u, weapon, crits, hits)
    f = _room_taken(f, u, groups, w, named, t)
    if len(aims(f, u, groups)) == 1:
        f = struck(f, u, groups)
    f = f if waits else falling(f, t, u)
    if weapon.fumble_damage:
        own = How(f.side(u), waits=waits)
        f = suffer(f, u, [Blows(rolled.fumbles, weapon.fumble_damage, limit)], own)  # WL-48, after the batch's own
    damage = [Blows(hits, weapon.damage, limit), Blows(crits, weapon.damage + weapon.crit_damage, limit)]
    return suffer(f, t, damage, How(f.side(u), waits=waits, capped=True, among=among))


def in_reach(f: Fight, u: Slot, groups: Groups, w: int, named: int, t: int) -> Tiers | None:
    """WL-62: on whom the damage of a batch may fall: who is within reach of a model that strikes in it (on a table)."""
    if not f.on_table:
        return None
    return in_radius(f, u, [g for g in groups if reach_count(f, u, g, w, named, t) > 0], w, t)


def _room_taken(f: Fight, u: Slot, groups: Groups, w: int, named: int, t: int) -> Fight:
    """Models of a mixed unit under a cap that have struck are no longer to come (WL-6, WL-36)."""
    if not f.units[u].room:
        return f
    n = 0
    for g in groups:
        n = n + reach_count(f, u, g, w, named, t)
    return f.with_unit(u, room=(f.units[u].room[0] - least(n, f.units[u].room[0]),))


def strike_home(
    f: Fight, t: Slot, guard: Guard, by: int, weapon: Weapon, crits: int, hits: int, *, shot: bool = False
) -> Answer[tuple[int, int]]:
    """Criticals and other hits that no defence stops; a critical may ignore some (WL-43, WL-45, WL-50)."""
    plain = stopped(f, t, guard, by, weapon, shot=shot)
    if not weapon.sharp:
        return 0, (yield from get_through(f, t, crits + hits, plain))
    sharp = stopped(f, t, guard, by, weapon, shot=shot, ignores=weapon.crit_ignores)
    hits = yield from get_through(f, t, hits, plain)
    return (yield from get_through(f, t, crits, sharp)), hits


def _rolls(f: Fight, u: Slot, groups: Groups, aim: tuple[int, int, int], guard: Guard, chained: bool) -> Answer[Rolled]:
    """The strike rolls; models on high ground have dice of their own (WL-96)."""
    w, named, t = aim
    weapon = f.weapon(w)
    home = chained and not (weapon.sharp and weapon.crit_hits)
    cap = f.profile(u).engaged_cap
    left = f.units[u].room[0] if f.units[u].room else cap
    crits, hits, fumbles = 0, 0, 0
    for raised in (True, False):
        mine = [g for g in groups if higher(f, u, g, t) == raised]
        n = 0
        for g in mine:
            n = n + reach_count(f, u, g, w, named, t)
        if not mine or (isinstance(n, int) and n == 0):
            continue
        if cap >= 0:
            n = least(n, left)
            left = left - n
        need = strike_need(f, u, mine[0], w, t)
        plain = stopped(f, Slot(t), guard, u, weapon) if home else None
        sharp = stopped(f, Slot(t), guard, u, weapon, ignores=weapon.crit_ignores) if home else None
        why = (Applied(weapon.attacks, "attacks a model", "WL-35"),)
        what = f"{f.id(u)} strikes {f.id(t)} with {weapon.id}"
        dice = Dice(f.side(u), n * weapon.attacks, need, what, "WL-35", "WL-40", why)
        c, h, s = yield from hits_of(dice, weapon, plain, sharp)
        crits, hits, fumbles = crits + c, hits + h, fumbles + s
    return Rolled(crits, hits, fumbles, home)


@dataclass(frozen=True)
class Dice:
    """Dice of one attack roll: whose, how many, what they must show, and how the log calls it."""

    side: int
    n: int
    need: Sum
    what: str
    clause: str
    hit_clause: str
    n_rows: tuple[Applied, ...] = ()


def hits_of(d: Dice, weapon: Weapon, plain: Stage | None, sharp: Stage | None) -> Answer[tuple[int, int, int]]:
    """Criticals, other hits and fumbles, each told apart only where it matters (WL-42 to WL-48)."""
    fumble = stage("critical miss", 1, 1, clause="WL-46", counts="critical miss")
    if not weapon.sharp:
        hit = stage(d.what, d.need.value, 6, clause=d.hit_clause, rows=d.need.rows, then=plain, counts="hit")
        if not weapon.fumble_damage:
            return 0, (yield from tally(d.side, d.n, hit, clause=d.clause, n_rows=d.n_rows)), 0
        hits, ones = yield from tally_classes(d.side, d.n, hit, fumble, what=d.what, clause=d.clause, n_rows=d.n_rows)
        return 0, hits, ones
    crit = stage("critical hit", 6, 6, clause="WL-42", then=sharp, counts="critical hit")
    hit = stage(d.what, d.need.value, 5, clause=d.hit_clause, rows=d.need.rows, then=plain, counts="hit")
    if not weapon.fumble_damage:
        crits, hits = yield from tally_classes(d.side, d.n, crit, hit, what=d.what, clause=d.clause, n_rows=d.n_rows)
        return crits, hits, 0
    crits, hits, ones = yield from tally_classes(
        d.side, d.n, crit, hit, fumble, what=d.what, clause=d.clause, n_rows=d.n_rows
    )
    return crits, hits, ones
