"""Reinforcement with FP: what may be bought, when, and by whom (WL-97 to WL-108)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Bar, Option, bar, choose, option
from coldsteel.kernel.figures import no
from coldsteel.kernel.state import Slot, Steps, evolve
from coldsteel.rulebooks.wasteland.state import MOST_BOOST, Fight

__all__ = ["buy", "raise_mobility", "ward_open"]

KINDS = {
    "mobility": ("+{} Mobility", "WL-99", "bought before totals are compared"),
    "hit": ("+{} to hit", "WL-98", "bought before the unit's first dice"),
    "magic": ("+{} Magic Defence", "WL-101", "bought when it has to be rolled"),
    "spirit": ("+{} Spirit", "WL-100", "bought when a test is due"),
}


def most_boosts(f: Fight, side: int) -> int:
    """How many of a kind a unit can have at most (WL-105, WL-R32)."""
    if f.r.fp_stacking == "once_each":
        return 1
    more = f.setup.fp_per_round[side] * max(f.setup.max_rounds - 1, 0)  # concrete: the set-up
    return min(MOST_BOOST, f.setup.fp[side] + more)  # concrete: the set-up


def bars_of(f: Fight, u: int, kind: str, amount: int, had: int) -> tuple[Bar, ...]:
    """Why a boost may not be bought."""
    found = [bar(f.fp[f.side(u)] < amount, "no_fp", "WL-97", "the side has no FP left for it")]
    if had is not None:
        found.append(bar(had + amount > most_boosts(f, f.side(u)), "boost_twice", "WL-105", "once a round, at most"))
    if kind == "magic" and not warded(f, u):
        found.append(bar(True, "no_magic_defence", "WL-57", "the unit has no Magic Defence"))
    return tuple(b for b in found if not (isinstance(b.when, int) and not b.when))


def warded(f: Fight, u: int) -> bool:
    """Has the unit Magic Defence to raise (WL-R14: or does a bonus count by itself)?"""
    alone = f.r.zero_value_bonus == "counts" and f.r.defence_read == "roll_under"
    return alone or any(g.magic_defence for g in f.profile(u).groups)


def buy(
    f: Fight, u: Slot, kind: str, had: int = 0, *also: Bar, others: tuple[str, ...] = ()
) -> Answer[tuple[Fight, int]]:
    """The owner of a unit buys a boost or not -> the fight with the FP paid, and how much is bought.

    `also` are further bars; `others` are kinds whose moment this is not (WL-104).
    """
    side = f.side(u)
    if not f.setup.spends(side):
        return f, 0
    words, clause, _ = KINDS[kind]
    options: list[Option[int]] = [option(0, "no")]
    for n in range(1, most_boosts(f, side) + 1):
        options.append(option(n, words.format(n * f.p.boost), *bars_of(f, u, kind, n, had), *also))
    for other in others:
        text, _, moment = KINDS[other]
        options.append(option(0, text.format(f.p.boost), bar(True, "wrong_moment", "WL-104", moment)))
    bought = yield from choose(side, options, what=f"FP for {f.id(u)}", clause=clause)
    return (paid(f, side, bought), bought) if bought else (f, 0)


def paid(f: Fight, side: int, points: int) -> Fight:
    """With these points spent."""
    return evolve(f, fp=tuple(x - points if k == side else x for k, x in enumerate(f.fp)))


# ---------------------------------------------------------------- before totals are compared
def raise_mobility(f: Fight, u: Slot) -> Steps[Fight]:
    """F1: +1 Mobility for the bout (WL-99, WL-106). By WL-R30 start_of_bout the melee boosts are bought here too."""
    early = f.r.fp_windows == "start_of_bout"
    f, bought = yield from buy(f, u, "mobility", 0, others=() if early else ("hit",))
    if bought:
        f = f.with_boost(u, mobility=bought)
    if early:
        f, bought = yield from buy(f, u, "hit", f.boost(u, "hit"))
        if bought:
            f = f.with_boost(u, hit=bought)
            if u in f.setup.shooters:
                f = f.with_boost(u, hit_had=True)
        f, bought = yield from buy(f, u, "magic", f.boost(u, "magic"))
        if bought:
            f = f.with_boost(u, magic=bought)
    return f


def ward_open(f: Fight, u: Slot) -> bool:
    """Is F3 a window for this unit (WL-101, WL-104)?"""
    return f.setup.spends(f.side(u)) and f.r.fp_windows == "just_in_time"


def buy_ward(f: Fight, u: Slot, hits: int) -> Answer[Fight]:
    """F3: +1 Magic Defence, when it is to be rolled for at least one hit (WL-101, WL-104)."""
    idle = bar(no(hits > 0), "wrong_moment", "WL-104", "there is no hit to roll it for")
    f, bought = yield from buy(f, u, "magic", f.boost(u, "magic"), idle)
    return f.with_boost(u, magic=f.boost(u, "magic") + bought) if bought else f
