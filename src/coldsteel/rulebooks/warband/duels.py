"""Duels of heroes: challenge and answer, the turn, its result and what comes of it (WB-55 to WB-87)."""

from __future__ import annotations

from coldsteel.kernel.asks import choose, option, say
from coldsteel.kernel.figures import most, where
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.warband.setup import Duel
from coldsteel.rulebooks.warband.state import DuelResult, DuelState, Fight, remembers_challenger
from coldsteel.rulebooks.warband.strikes import bout
from coldsteel.rulebooks.warband.tabletop import is_on_table, withdrawn

__all__ = ["due", "duel_bouts", "duel_result", "duel_turn", "go_on_or_break_off", "grant", "title_of", "withdraw"]

FIRST, SECOND = 0, 1


def title_of(f: Fight, d: int) -> str:
    """Who fights whom."""
    duel = f.setup.duels[d]
    return " and ".join(f.name(u, row) for u, row in zip(duel.units, duel.rows, strict=True))


def due(f: Fight, d: int, post: int) -> bool:
    """WB-86: does a duel go on in this post? In those of the duellists' controllers (WB-R20: of the one in whose post
    it began); in others it stands still."""
    poster = f.setup.poster(post)
    if f.r.duel_next_turn == "next_own_post":
        return f.runs(d) & (f.duels[d].began == poster + 1)
    if poster not in [f.side(u) for u in f.setup.duels[d].units]:
        return False
    return f.runs(d)


# ---------------------------------------------------------------- a turn
def duel_turn(f: Fight, post: int, d: int, challenger: int) -> Steps[Fight]:
    """One turn of a duel: one hero takes all his bouts, then the other (WB-62, WB-64, WB-65). `challenger`: the first
    or the second of the duel, -1 where it goes on."""
    yield from say("duel of {who}", "WB-62", who=title_of(f, d))
    duel, x = f.setup.duels[d], f.duels[d]
    f = taken_up(f, post, d, challenger)
    for u in duel.units:
        f = f.with_unit(u, activated=True)
    second_first = strikes_second(f, post, d, challenger if challenger >= 0 else x.second_challenged)
    order = (SECOND, FIRST) if second_first else (FIRST, SECOND)
    lucky = f.r.bonus_attack_scope == "unit_once"
    bouts = [do(duel_bouts, d, k, lucky) for k in order]
    return f.first(*bouts, do(duel_result, post, d))


def taken_up(f: Fight, post: int, d: int, challenger: int) -> Fight:
    """The duel is noted; what a later turn has to know of the first one is remembered."""
    f = f.with_duel(d, fought=True, running=False)
    if challenger < 0:
        return f
    if remembers_challenger(f.setup):
        f = f.with_duel(d, second_challenged=challenger == SECOND)
    if f.r.duel_next_turn == "next_own_post":
        return f.with_duel(d, began=f.setup.poster(post) + 1)
    return f.with_duel(d, began=post) if f.setup.several_duels else f


def strikes_second(f: Fight, post: int, d: int, second_challenged: int) -> bool:
    """WB-65: does the second hero strike first? The one whose unit charged in this post, else the posting controller's,
    else the challenger (WB-R14)."""
    a, b = f.setup.duels[d].units
    if f.r.duel_first_strike == "challenger":
        return bool(second_challenged)
    if f.units[a].charged:
        return False
    if f.units[b].charged:
        return True
    poster = f.setup.poster(post)
    if poster in (f.side(a), f.side(b)):
        return poster == f.side(b)
    return bool(second_challenged)


def duel_bouts(f: Fight, d: int, k: int, lucky: bool) -> Fight:
    """WB-64, WB-65: the bouts of one of the heroes; one killed before does not strike. `lucky`: he has the bonus attack
    of WB-R18 `unit_once`."""
    u, row = f.setup.duels[d].units[k], f.setup.duels[d].rows[k]
    if lucky:
        if f.units[u].attack_bonus_left > 0:
            return f.first(do(bout, u, row, d, True))
    return f.first(do(bout, u, row, d, False))


# ---------------------------------------------------------------- the result
def duel_result(f: Fight, post: int, d: int) -> Steps[Fight]:
    """The result is drawn up after the last attack (WB-66 to WB-79)."""
    duel, x = f.setup.duels[d], f.duels[d]
    result = compared(f, duel, x)
    told = f"{title_of(f, d)}: {RESULT_TEXT[result]}"
    yield from say("{told}, {a} to {b} wounds dealt", "WB-66", told=told, a=x.dealt_first, b=x.dealt_second)
    if "duels" in f.setup.keeps:
        f = f.with_duel(d, result=result)
    if result == DuelResult.DRAW:  # WB-68, WB-69
        return over(f, d)
    winner = FIRST if result in (DuelResult.FIRST_PARTIAL, DuelResult.FIRST_FULL) else SECOND
    if result in (DuelResult.FIRST_PARTIAL, DuelResult.SECOND_PARTIAL):  # WB-70
        f = grant(f, duel.units[winner], 1, post)
        return f.first(do(go_on_or_break_off, d, winner))
    return (yield from full_victory(over(f, d), post, d, winner))


RESULT_TEXT = {
    DuelResult.DRAW: "a draw",
    DuelResult.FIRST_PARTIAL: "partial victory of the first",
    DuelResult.SECOND_PARTIAL: "partial victory of the second",
    DuelResult.FIRST_FULL: "full victory of the first",
    DuelResult.SECOND_FULL: "full victory of the second",
}


def compared(f: Fight, duel: Duel, x: DuelState) -> DuelResult:
    """Deaths decide before the count of wounds (WB-78, WB-79; WB-R16)."""
    first_dead = f.alive(duel.units[0], duel.rows[0]) == 0
    second_dead = f.alive(duel.units[1], duel.rows[1]) == 0
    if first_dead & second_dead:
        return DuelResult.DRAW
    if f.r.duel_kill_or_tie == "tie_first":
        if x.dealt_first == x.dealt_second:
            return DuelResult.DRAW
    if first_dead:
        return DuelResult.SECOND_FULL
    if second_dead:
        return DuelResult.FIRST_FULL
    if x.dealt_first == x.dealt_second:
        return DuelResult.DRAW
    return DuelResult.FIRST_PARTIAL if x.dealt_first > x.dealt_second else DuelResult.SECOND_PARTIAL


def full_victory(f: Fight, post: int, d: int, winner: int) -> Steps[Fight]:
    """WB-73 to WB-77: the bonus, the gift (WB-C20); the other unit counts losses and leaves melee (WB-85)."""
    duel = f.setup.duels[d]
    u, v = duel.units[winner], duel.units[1 - winner]
    hero = f.profile(v, duel.rows[1 - winner])
    f = grant(f, u, 2, post)
    f = f.counts(v, 2 * (hero.leadership // 10))  # WB-76, WB-83
    if f.profile(u, duel.rows[winner]).gift_champion:
        yield from say("gift: {who}", "WB-77", who=f.name(u, duel.rows[winner]))
        f = f.with_row(u, duel.rows[winner], gift=True)
    yield from say("{who} leaves melee", "WB-75", who=f.id(v))
    f = f.apart(v).with_unit(v, withdrew=f.lives(v))
    return f.first(do(withdraw, v)) if is_on_table(f) else f


def withdraw(f: Fight, u: Slot) -> Steps[Fight]:
    """WB-85, WB-C19: on a table a unit that leaves melee moves away, all its models alike."""
    if f.living(u) == 0:
        return f
    f, told = withdrawn(f, u)
    yield from say("{told}", "WB-85", told=told)
    return f


def go_on_or_break_off(f: Fight, d: int, winner: int) -> Steps[Fight]:
    """WB-71, WB-72: it goes on if both sides agree, the loser's is asked first; else the loser's unit counts losses."""
    duel = f.setup.duels[d]
    u, v = duel.units[winner], duel.units[1 - winner]
    for unit in (v, u):
        what = f"the duel of {title_of(f, d)}"
        options = [option(False, "break off"), option(True, "continue")]
        if not (yield from choose(f.side(unit), options, what=what, clause="WB-71")):
            yield from say("the duel is broken off", "WB-72")
            hero = f.profile(v, duel.rows[1 - winner])
            return over(f.counts(v, hero.leadership // 10), d)
    yield from say("the duel goes on", "WB-71")
    f = f.with_duel(d, running=True)
    return f if f.r.duel_wound_count == "cumulative" else f.with_duel(d, dealt_first=0, dealt_second=0)


def over(f: Fight, d: int) -> Fight:
    """The duel has ended; what was counted in it is forgotten. Its heroes are shielded to the end of the post."""
    return f.with_duel(d, running=False, dealt_first=0, dealt_second=0, began=0, second_challenged=False)


def grant(f: Fight, u: Slot, posts: int, post: int) -> Fight:
    """WB-70, WB-73, WB-74, WB-80, WB-81: +1 attack and fearless, until the end of so many own posts after this one
    (WB-R19: posts of anybody); never more than +1, the later end holds."""
    own = f.setup.poster(post) == f.side(u) or f.r.duel_effect_clock == "posts"
    left, x = posts + 1 * own, f.units[u]
    f = f.with_unit(u, attack_bonus_left=where(f.lives(u), most(x.attack_bonus_left, left), 0))
    if f.r.fearless_effect == "none":  # WB-C17 a label only
        return f
    if f.r.fearless_lasts == "rest_of_fight" and posts == 1:  # WB-R17
        return f.with_unit(u, fearless_for_good=True)
    return f.with_unit(u, fearless_left=most(x.fearless_left, left))
