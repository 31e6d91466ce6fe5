"""Blows: volleys, who takes a wound, saves and damage (WB-33 to WB-54).

Where all wounds can only go to models of one profile, a volley is one pool of dice. Where the target's controller may
choose who takes each wound, attacks come one by one, since each choice knows only what has been rolled.
"""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Bar, bar, choose, option, pool, say, total
from coldsteel.kernel.figures import any_of, least, look, no, where
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.warband.rolls import save_link, to_hit, to_wound
from coldsteel.rulebooks.warband.setup import Weapon
from coldsteel.rulebooks.warband.state import Fight

__all__ = ["NO_DUEL", "attack", "damage", "defender", "life_left", "take_wound", "volley"]

NO_DUEL = -1


# ---------------------------------------------------------------- a volley
def volley(f: Fight, u: Slot, t: Slot, arm: int, duel: int) -> Steps[Fight]:
    """All attacks of one weapon of one row on one target (WB-33); those into a unit without a model that may take a
    wound are lost."""
    n = f.link(u, t).blows[arm]
    row, weapon = f.unit(u).arms[arm]
    takers = duellist(f, duel, t) if duel != NO_DUEL else open_rows(f, t)
    if not takers or not f.profile(u, row).weapon_skill:
        return f.with_blows(u, t, arm, 0)
    by_die = weapon.damage_die > 0 and f.profile(t, takers[0]).wounds > 1
    if len(f.unit(u).arms) * len(f.enemies(u)) > 1 or by_die or len(takers) > 1:
        if n == 0:  # nothing declared, or nobody left to strike
            return f
    if len(takers) > 1:
        return f.first(do(attack, u, t, arm))
    (taker,) = takers
    target = f.profile(t, taker if duel != NO_DUEL else defender(f, t))
    unsaved = yield from pool(
        where(f.alive(t, taker) > 0, n, 0),
        *to_hit(f, u, row, weapon, t, target),
        to_wound(f, u, row, weapon, target),
        *save_link(f, t, taker, weapon),
        clause="WB-33",
    )
    if by_die:
        return f.with_blows(u, t, arm, unsaved).first(do(damage, u, t, arm, taker, duel))
    before = f.alive(t, taker)
    f = hurt(f.with_blows(u, t, arm, 0), u, t, taker, unsaved, weapon, duel)
    yield from say("{who}: {n} killed", "WB-53", who=f.name(t, taker), n=before - f.alive(t, taker))
    return f


def duellist(f: Fight, duel: int, t: int) -> tuple[int, ...]:
    """WB-64: in a duel the only target is the other hero."""
    return tuple(
        row for unit, row in zip(f.setup.duels[duel].units, f.setup.duels[duel].rows, strict=True) if unit == t
    )


def open_rows(f: Fight, t: int) -> tuple[int, ...]:
    """WB-51, WB-63: the rows with living models that may take a wound from outside."""
    if len(f.rows(t)) == 1 and not f.duels_of(t):
        return (0,)
    if f.r.duel_shield == "whole_units":
        if f.in_duel(t):
            return ()
    return tuple(row for row in f.rows(t) if (f.alive(t, row) > 0) & no(f.shielded(t, row)))


def defender(f: Fight, t: int) -> int:
    """WB-48, WB-C10: the profile with the most living models that aren't heroes, the first listed of equal ones; a
    hero's only where no such model lives."""
    rank = [row for row in f.rows(t) if not f.profile(t, row).is_hero]
    if len(f.rows(t)) == 1:
        return 0
    best = -1
    for row in rank:
        if f.alive(t, row) > (0 if best < 0 else f.alive(t, best)):
            best = row
    if best >= 0:
        return best
    heroes = [row for row in f.rows(t) if f.profile(t, row).is_hero]
    return next((row for row in heroes if f.alive(t, row) > 0), heroes[-1])


# ---------------------------------------------------------------- attack by attack
def attack(f: Fight, u: Slot, t: Slot, arm: int) -> Steps[Fight]:
    """One attack of a volley into a unit of several profiles: to hit and to wound (WB-46, WB-50)."""
    n = f.link(u, t).blows[arm]
    if n == 0:
        return f
    takers = open_rows(f, t)
    if len(takers) < 2:  # all the others go to one profile, or are lost
        return f.first(do(volley, u, t, arm, NO_DUEL))
    row, weapon = f.unit(u).arms[arm]
    target = f.profile(t, defender(f, t))
    f = f.with_blows(u, t, arm, n - 1).first(do(attack, u, t, arm))
    if (yield from pool(1, *to_hit(f, u, row, weapon, t, target), to_wound(f, u, row, weapon, target), clause="WB-33")):
        return f.first(do(take_wound, u, t, arm))
    return f


def take_wound(f: Fight, u: Slot, t: Slot, arm: int) -> Steps[Fight]:
    """WB-51: the wound is given to a living model before the save; then save and damage (WB-52, WB-53)."""
    takers = open_rows(f, t)
    options = [option(row, f.name(t, row), *taker_bars(f, t, row, takers)) for row in takers]
    chooser = f.side(u) if f.r.allocation == "attacker" else f.side(t)
    taker = takers[0]
    if len(takers) > 1:
        picked = yield from choose(chooser, options, what=f"who of {f.id(t)} takes the wound", clause="WB-51")
        taker = taker if picked is None else picked
    _, weapon = f.unit(u).arms[arm]
    unsaved = yield from pool(1, *save_link(f, t, taker, weapon), clause="WB-52")
    worth = weapon.damage
    if weapon.damage_die and f.profile(t, taker).wounds > 1:
        if unsaved:
            worth = yield from damage_roll(f, u, weapon)
            return wound_of(f, t, taker, worth)
        return f
    return hurt(f, u, t, taker, unsaved, weapon, NO_DUEL)


def taker_bars(f: Fight, t: int, row: int, takers: tuple[int, ...]) -> list[Bar]:
    """Who may not take a wound: unhurt models while another that is no hero is hurt (WB-51); heroes and leaders while
    another lives, under `rank_first` (WB-C12)."""
    p, out = f.profile(t, row), []
    spare = f.r.allocation == "rank_first" and any(not f.profile(t, other).is_leader for other in takers)
    ranks = [other for other in takers if not (f.profile(t, other).is_leader if spare else f.profile(t, other).is_hero)]
    hurt_elsewhere = any_of(f.units[t].rows[other].lost > 0 for other in ranks if other != row)
    if not p.is_hero:
        unhurt = hurt_elsewhere & (f.units[t].rows[row].lost == 0)
        out.append(bar(unhurt, "wounded_first", "WB-51", "one that has lost wounds has to take it"))
    if f.r.allocation == "rank_first" and p.is_leader:
        out.append(bar(spare, "rank_first", "WB-51", "heroes and leaders only when no other model lives"))
    return out


# ---------------------------------------------------------------- damage
def damage_roll(f: Fight, u: int, weapon: Weapon) -> Answer[int]:
    """WB-53: damage that is a die is rolled first."""
    plus, die = weapon.damage, weapon.damage_die
    return (yield from total(f.side(u), 1, die, plus=plus, what=f"damage of {weapon.name}", clause="WB-53"))


def damage(f: Fight, u: Slot, t: Slot, arm: int, row: int, duel: int) -> Steps[Fight]:
    """WB-53: unsaved wounds whose damage is a die, one after the other."""
    n = f.link(u, t).blows[arm]
    if n * (f.alive(t, row) > 0) == 0:
        return f.with_blows(u, t, arm, 0)
    _, weapon = f.unit(u).arms[arm]
    f = f.with_blows(u, t, arm, n - 1).first(do(damage, u, t, arm, row, duel))
    worth = yield from damage_roll(f, u, weapon)
    if duel != NO_DUEL:
        f = dealt(f, duel, u, worth)
    return wound_of(f, t, row, worth)


def wound_of(f: Fight, t: int, row: int, worth: int) -> Fight:
    """One model of a row takes `worth` wounds; what is beyond its last is lost (WB-53)."""
    x, wounds = f.units[t].rows[row], f.profile(t, row).wounds
    dead = x.lost + worth >= wounds
    f = f.with_row(t, row, alive=x.alive - 1 * dead, lost=where(dead, 0, x.lost + worth))
    return f.suffers(t, 1 * dead)


def hurt(f: Fight, u: int, t: int, row: int, unsaved: int, weapon: Weapon, duel: int) -> Fight:
    """So many unsaved wounds of fixed damage, one after the other: the wounded model first, each killed at no wounds
    left, damage beyond its last one lost (WB-51, WB-53, WB-C14). Models of one wound ask for no damage die."""
    wounds = f.profile(t, row).wounds
    if duel != NO_DUEL:
        f = dealt(f, duel, u, unsaved * (1 if wounds == 1 else weapon.damage))
    x = f.units[t].rows[row]
    if wounds == 1:
        killed, lost = least(unsaved, x.alive), 0
    else:
        killed, lost = deaths(x.alive, x.lost, wounds, unsaved, weapon.damage)
    f = f.with_row(t, row, alive=x.alive - killed, lost=lost)
    return f.suffers(t, killed)


def deaths(alive: int, lost: int, wounds: int, unsaved: int, each: int) -> tuple[int, int]:
    """-> how many models of a row die, and the wounds that the next has lost."""
    blows = -(-wounds // each)  # that kill an unhurt model
    first = look(tuple(-(-(wounds - gone) // each) for gone in range(wounds)), lost)  # .. the wounded one
    over = unsaved - first
    spare = where(over >= 0, over, 0)
    killed = least(where(over >= 0, 1 + spare // blows, 0), alive)
    left = where(over >= 0, (spare % blows) * each, lost + unsaved * each)
    return killed, where(killed == alive, 0, left)


# ---------------------------------------------------------------- in a duel
def life_left(f: Fight, duel: int, u: int) -> int:
    """The wounds that the hero opposed to unit `u` has left."""
    d = f.setup.duels[duel]
    v, row = (d.units[1], d.rows[1]) if u == d.units[0] else (d.units[0], d.rows[0])
    x = f.units[v].rows[row]
    return where(x.alive > 0, f.profile(v, row).wounds - x.lost, 0)


def dealt(f: Fight, duel: int, u: int, worth: int) -> Fight:
    """WB-67: wounds really taken from the other hero."""
    real = least(worth, life_left(f, duel, u))
    if u == f.setup.duels[duel].units[0]:
        return f.with_duel(duel, dealt_first=f.duels[duel].dealt_first + real)
    return f.with_duel(duel, dealt_second=f.duels[duel].dealt_second + real)
