"""Who may attack whom, with what: every refusal has a code, a clause and a reason (ledger 5.1).

All of it is looked up on the ground, which is the same in all states at hand; so plain `if` and `and` serve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from coldsteel.kernel.asks import Bar, Option, bar
from coldsteel.kernel.figures import any_of, no
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.setup import Obstacle, Stance, Weapon
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = [
    "is_open",
    "longest_reach",
    "may_fight_across",
    "melee_bar",
    "none_open",
    "priority_bars",
    "reach_of",
    "size_bars",
    "standing_bar",
    "target_bars",
    "weapon_bars",
    "within_reach",
]

Wish = Callable[[Slot], bool]


# ---------------------------------------------------------------- weapons and reach
def reach_of(f: Fight, m: int, weapon: Weapon) -> int:
    """SK-28: the reach of an attack with this weapon, in hundredths of an inch; 0 is base contact."""
    return weapon.reach + f.profile(m).extra_reach


def longest_reach(f: Fight, m: int) -> int:
    """The longest reach that a model can attack with (SK-28, SK-15)."""
    usable = [w for w in f.profile(m).weapons if w.cc_modifier is not None]
    return max(reach_of(f, m, w) for w in usable)  # concrete: a profile; the improvised weapon is always there (SK-17)


def weapon_bars(f: Fight, m: int, weapon: Weapon, reach: int | None = None) -> tuple[Bar, ...]:
    """Why a weapon may not be used for an attack that has to reach this far (SK-15, SK-56)."""
    short = reach is not None and weapon.cc_modifier is not None and reach_of(f, m, weapon) < reach
    return _bars(
        bar(weapon.cc_modifier is None, "no_melee_value", "SK-15", "a dash in its close-combat column"),
        bar(short, "weapon_too_short", "SK-56", "it does not reach as far as the charge was declared for"),
    )


def may_fight_across(f: Fight, attacker: int, obstacle: Obstacle, other: int | None = None) -> bool:
    """SK-154, SK-155: is the obstacle at most half as big as the attacker (SK-R27: and as the other fighter), and not
    too wide?"""
    fighters = [attacker] if other is None or f.r.obstacle_model == "attacker" else [attacker, other]
    small = all(2 * obstacle.size <= f.profile(m).size for m in fighters)
    return small and obstacle.width <= round(100 * f.p.obstacle_width_in)


def within_reach(f: Fight, attacker: int, target: int, reach: int) -> bool:
    """SK-29: in contact, within reach and in sight (SK-32), or at hand across an obstacle (SK-156, SK-157)?"""
    field, g = field_of(f.setup), f.ground
    if field.touching(g, attacker, target):
        return True
    obstacle = field.between(g, attacker, target)
    # SK-154 speaks of fighting across, not of contact alone, and SK-57 refuses a reach charge there: a long weapon is
    # bound by it too
    if obstacle and not may_fight_across(f, attacker, obstacle, target):
        return False
    over = obstacle.width if obstacle else 0  # SK-157
    return field.gap(g, attacker, target) <= reach + over and field.sees(g, attacker, target)


# ---------------------------------------------------------------- targets
def target_bars(f: Fight, attacker: Slot, target: Slot, reach: int, first: bool = True) -> tuple[Bar, ...]:
    """Why an attack of this reach may not be made on an enemy; `first`: by its first hit test (SK-29 to SK-35)."""
    field, g = field_of(f.setup), f.ground
    if field.touching(g, attacker, target):
        return size_bars(f, attacker, target)
    if field.touched_by(g, attacker):
        return (bar(True, "in_melee_with_others", "SK-30", "in melee it attacks enemies that it is in contact with"),)
    if not within_reach(f, attacker, target, reach):
        return (_out_of_reach(f, attacker, target, reach),)

    def struck(e: Slot) -> bool:
        return within_reach(f, attacker, e, reach) and not size_bars(f, attacker, e, distant=True)

    bound = first or f.r.split_priority == "strict"  # SK-23, SK-R2
    wanted = priority_bars(f, attacker, target, struck) if bound else ()
    return (*wanted, *size_bars(f, attacker, target, distant=True))


def _out_of_reach(f: Fight, attacker: Slot, target: Slot, reach: int) -> Bar:
    field, g = field_of(f.setup), f.ground
    obstacle = field.between(g, attacker, target)
    if obstacle and not may_fight_across(f, attacker, obstacle, target):
        return bar(True, "obstacle", "SK-154", "the obstacle is too big or too wide to fight across")
    if field.gap(g, attacker, target) <= reach:
        return bar(True, "out_of_sight", "SK-32", "a strike without contact needs a line of sight")
    return bar(True, "out_of_reach", "SK-29", "the enemy is out of reach")


def priority_bars(f: Fight, who: Slot, enemy: Slot, may: Wish | None = None, clause: str = "SK-31") -> tuple[Bar, ...]:
    """Why target priority does not admit an enemy: it is not the nearest in sight of those that are not in melee
    (SK-33, SK-34), or it is in melee and one of those is nearer (SK-35, SK-R4). `may` tells whom `who` could attack or
    charge but for priority; only two second readings ask it (SK-R3, SK-R4). `clause` is the one that asks: SK-31 for
    an attack, SK-40 for a charge, SK-101 for a counter-charge."""
    field, g = field_of(f.setup), f.ground
    free = [e for e in f.setup.foes(who) if field.there(g, e) and field.sees(g, who, e) and not field.touched_by(g, e)]
    pool = [e for e in free if may is None or may(e)] if f.r.priority_pool == "chargeable" else free  # SK-R3
    nearer = any(field.gap(g, who, e) < field.gap(g, who, enemy) for e in pool if e != enemy)
    if not field.touched_by(g, enemy):
        return _bars(bar(nearer, "not_priority", clause, "another enemy, not in melee, is nearer"))
    if f.r.priority_engaged == "if_no_unengaged":
        refused = any(may is None or may(e) for e in free)
    else:
        refused = {"if_nearest": nearer, "always_allowed": False, "unengaged_only": True}[f.r.priority_engaged]
    return _bars(bar(refused, "engaged", "SK-35", "it is in melee, and an enemy that is not comes first"))


def size_bars(f: Fight, attacker: Slot, target: Slot, distant: bool = False) -> tuple[Bar, ...]:
    """Why an attacker may not join in: with those in contact with the target its size would be over four times the
    target's (SK-149, SK-152; SK-153 alone it always may). `distant`: it comes into no contact (SK-R5)."""
    field, g = field_of(f.setup), f.ground
    limit = f.p.size_factor * f.profile(target).size
    literal = f.r.size_cap_single == "literal"  # SK-R26
    if field.touching(g, attacker, target):  # not tested again
        return _bars(_too_big(literal and f.profile(attacker).size > limit))
    if distant and f.r.size_cap_counts == "contacts_only":  # SK-R5
        return ()
    others = [m for m in field.touched_by(g, target) if m != attacker]
    total = f.profile(attacker).size + sum(f.profile(m).size for m in others)
    return _bars(_too_big(total > limit and (literal or bool(others))))


def _too_big(when: bool) -> Bar:
    return bar(when, "sizes", "SK-149", "the attackers would be more than four times as big as the target")


# ---------------------------------------------------------------- actions
def melee_bar(f: Fight, me: Slot, action: str) -> Bar:
    """SK-7: an action that is none of the four of a model in melee, unless something it has allows it (SK-8)."""
    touched = bool(field_of(f.setup).touched_by(f.ground, me))
    return bar(touched and action not in f.profile(me).melee_actions, "in_melee", "SK-7", "the model is in melee")


def standing_bar(f: Fight, me: Slot) -> Bar:
    """SK-162: what a model in firing position cannot do."""
    return bar(f.models[me].stance != Stance.STANDING, "not_standing", "SK-162", "the model is not standing")


def is_open(bars: Iterable[Bar]) -> bool:
    """Does nothing stand against it?"""
    return no(any_of(b.when for b in bars))


def none_open(options: Iterable[Option[Any]]) -> tuple[Bar, ...]:
    """Why none of these is legal: every reason that stands against one of them, where all of them are refused."""
    options = list(options)
    closed = no(any_of(is_open(o.bars) for o in options))
    reasons: dict[tuple[str, str, str], bool] = {}
    for b in (b for o in options for b in o.bars):
        key = b.code, b.clause, b.reason
        reasons[key] = reasons.get(key, False) | b.when
    return _bars(*(bar(closed & when, *key) for key, when in reasons.items()))


def _bars(*bars: Bar) -> tuple[Bar, ...]:
    """Without those that can't hold."""
    return tuple(b for b in bars if not (isinstance(b.when, int) and not b.when))
