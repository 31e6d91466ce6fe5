"""Blows: sharing out dice, hits and saves, the combat result (BY-86 to BY-124)."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.kernel.asks import Answer, Option, bar, choose, option, say, stage, tally
from coldsteel.kernel.figures import any_of, least, no, where
from coldsteel.kernel.state import Slot, Steps
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.supports import Held
from coldsteel.rulebooks.bayonet.tables import blow_dice, bonuses, hit_need, save_need, total_dice

__all__ = ["combat_result", "exchange", "share_out"]

Slots = tuple[Slot, ...]


# ---------------------------------------------------------------- sharing out
def share_out(f: Fight, u: Slot, foes: Slots) -> Steps[Fight]:
    """A unit with several enemies says how many dice go to each (BY-97, BY-98, BY-99)."""
    sides = tuple(int(f.touched_side(u, e)) for e in foes)
    boxed = bool(f.boxed(u))
    dice = int(total_dice(f, u).value)
    total = min(dice, f.p.dice_side_cap * len(set(sides))) if boxed else dice  # concrete: looked at above
    cap = f.p.dice_side_cap if boxed else total
    if f.r.split_policy == "even":  # BY-R30
        return _shared(f, u, foes, even_shares(total, sides, cap))
    options = share_options(f, foes, total, sides, cap)
    taken = yield from choose(f.side(u), options, what=f"dice of {f.id(u)}", clause="BY-98")
    return f if taken is None else _shared(f, u, foes, taken)


def share_options(f: Fight, foes: Slots, total: int, sides: tuple[int, ...], cap: int) -> list[Option[tuple[int, ...]]]:
    """All ways to deal `total` dice to these enemies; over `cap` on one side is not allowed, nor is holding back."""
    wanted = [*dealt(total, len(foes)), *([(0,) * len(foes)] if total else [])]
    return [_share_option(f, foes, split, total, sides, cap) for split in wanted]


def dealt(n: int, ways: int) -> Iterator[tuple[int, ...]]:
    """All ways to deal `n` dice to several enemies, the first enemy's share rising."""
    if ways == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in dealt(n - first, ways - 1):
            yield (first, *rest)


def _share_option(
    f: Fight, foes: Slots, split: tuple[int, ...], total: int, sides: tuple[int, ...], cap: int
) -> Option[tuple[int, ...]]:
    label = ", ".join(f"{n} on {f.id(e)}" for n, e in zip(split, foes, strict=True))
    on_side = [sum(n for n, s in zip(split, sides, strict=True) if s == side) for side in set(sides)]
    return option(
        split,
        label,
        bar(sum(split) != total, "wrong_dice_total", "BY-98", f"all {total} dice are to be shared out"),
        bar(any(n > cap for n in on_side), "too_many_dice_on_side", "BY-93", f"at most {cap} dice on one side"),
    )


def even_shares(total: int, sides: tuple[int, ...], cap: int) -> tuple[int, ...]:
    """BY-R30, second reading: one by one to the front, then right, rear, left, never over `cap` a side."""
    shares = [0] * len(sides)
    order = sorted(range(len(sides)), key=lambda k: sides[k])
    left = total
    while left:
        for k in order:
            on_side = sum(n for n, s in zip(shares, sides, strict=True) if s == sides[k])
            if left and on_side < cap:
                shares[k] += 1
                left -= 1
    return tuple(shares)


def _shared(f: Fight, u: Slot, foes: Slots, split: tuple[int, ...]) -> Fight:
    for e, n in zip(foes, split, strict=True):
        f = f.with_contact(u, e, **{"dice_b" if f.side(u) else "dice_a": n})
    return f


# ---------------------------------------------------------------- blows
def exchange(f: Fight, a: Slot, b: Slot, all_a: bool, all_b: bool) -> Steps[Fight]:
    """The blows of two enemies at one another, at the same time (BY-86, BY-100, BY-114, BY-116)."""
    by_a = yield from blows(f, a, b, all_a)
    by_b = yield from blows(f, b, a, all_b)
    f = f.with_unit(b, lost=f.units[b].lost + by_a)
    f = f.with_unit(a, lost=f.units[a].lost + by_b)
    if not all_a:
        f = f.with_contact(a, b, dice_a=0)
    if not all_b:
        f = f.with_contact(a, b, dice_b=0)
    if f.r.result_scope == "pairwise":
        c = f.contact(a, b)
        f = f.with_contact(a, b, score_a=c.score_a + by_a, score_b=c.score_b + by_b)
    return f


def blows(f: Fight, u: Slot, e: Slot, everything: bool) -> Answer[int]:
    """The casualties that `u` causes `e`: hits (BY-100) that are not saved (BY-114)."""
    dice = blow_dice(f, u)
    shared = f.contact(u, e).dice_b if f.side(u) else f.contact(u, e).dice_a
    hit, save = hit_need(f, u, e), save_need(f, e, f.touched_side(e, u))
    saved = stage(
        f"morale saves of {f.id(e)}",
        1,
        save.value - 1,
        side=f.side(e),
        clause="BY-114",
        rows=save.rows,
        counts="not saved",
    )
    blow = stage(f"{f.id(u)} strikes {f.id(e)}", hit.value, 6, clause="BY-100", rows=hit.rows, then=saved, counts="hit")
    n, rows = (dice.value, dice.rows) if everything else (shared, ())
    return (yield from tally(f.side(u), n, blow, clause="BY-87", n_rows=rows))


# ---------------------------------------------------------------- the result
def combat_result(f: Fight, ours: Slots, theirs: Slots, held: Held = ()) -> Steps[Fight]:
    """Casualties are carried, scores compared, and it is settled who tests (BY-116 to BY-124)."""
    if f.r.result_scope == "pairwise":
        lost, won, drew = pairwise(f, ours, theirs, held)
    else:
        lead = score(f, ours, theirs, held) - score(f, theirs, ours, held)
        yield from say("combat result: {lead:+d} for A", "BY-118", lead=lead)
        lost = {u: lead < 0 if u in ours else lead > 0 for u in (*ours, *theirs)}
        won = {u: lead > 0 if u in ours else lead < 0 for u in (*ours, *theirs)}
        drew = dict.fromkeys((*ours, *theirs), lead == 0)
    for u in (*ours, *theirs):
        f = _carried(f, u, lost[u], won[u], drew[u])
    return _scores_cleared(f, ours, theirs)


def score(f: Fight, side: Slots, foes: Slots, held: Held = ()) -> int:
    """BY-118, BY-119: casualties inflicted in this round by all units, and their bonuses (BY-120)."""
    out = 0
    for e in foes:
        out = out + f.units[e].lost
    for u in side:
        out = out + bonuses(f, u, foes, held).value
    if f.r.volley_counts_in_result:  # BY-49, BY-R17
        for u, e in touching(f, side, foes):
            out = out + (f.contact(u, e).score_b if f.side(u) else f.contact(u, e).score_a)
    return out


def touching(f: Fight, side: Slots, foes: Slots) -> Iterator[tuple[Slot, Slot]]:
    """The pairs of these units that can touch."""
    return ((u, e) for u in side for e in foes if (u, e) in f.setup.pair_of)


def pairwise(
    f: Fight, ours: Slots, theirs: Slots, held: Held = ()
) -> tuple[dict[Slot, bool], dict[Slot, bool], dict[Slot, bool]]:
    """BY-C14 `pairwise`: each pair by itself -> who lost a pair; who won one, who drew one, and lost none."""
    led: dict[Slot, list[tuple[bool, int]]] = {u: [] for u in (*ours, *theirs)}
    for a, b in touching(f, ours, theirs):
        c = f.contact(a, b)
        lead = c.score_a + bonuses(f, a, (b,), held).value - c.score_b - bonuses(f, b, (a,), held).value
        led[a].append((c.on, lead))
        led[b].append((c.on, 0 - lead))
    lost = {u: any_of(on & (lead < 0) for on, lead in found) for u, found in led.items()}
    won = {u: any_of(on & (lead > 0) for on, lead in found) & no(lost[u]) for u, found in led.items()}
    drew = {u: any_of(on & (lead == 0) for on, lead in found) & no(lost[u]) for u, found in led.items()}
    return lost, won, drew


def _carried(f: Fight, u: Slot, lost: bool, won: bool, drew: bool) -> Fight:
    """Casualties, test and bonus of one unit; the excess of a unit that does not test is dropped at once (BY-128)."""
    x = f.units[u]
    casualties = x.casualties + x.lost
    shaken = casualties >= f.profile(u).stamina
    testing = (lost | (drew & shaken)) if f.r.draw_shaken_test else lost  # BY-123, BY-124
    kept = where(testing, casualties, least(casualties, f.profile(u).stamina))
    charged = x.charged if f.r.charge_bonus_lasts == "whole_fight" else False  # BY-107, BY-137, BY-R31
    return f.with_unit(u, casualties=kept, lost=0, testing=testing, won_last=won, charged=charged)


def _scores_cleared(f: Fight, ours: Slots, theirs: Slots) -> Fight:
    if not (f.r.volley_counts_in_result or f.r.result_scope == "pairwise"):
        return f
    for a, b in touching(f, ours, theirs):
        f = f.with_contact(a, b, score_a=0, score_b=0)
    return f
