"""The modifier tables: to hit (SK-66), damage (SK-78), DW tests (SK-2), the opposed roll of breaking off (SK-137)."""

from __future__ import annotations

from collections.abc import Sequence

from coldsteel.kernel.figures import within
from coldsteel.kernel.state import Slot
from coldsteel.kernel.tables import Applied, Row, Sum, Table
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.setup import Weapon
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = ["SIDES_OF_DIE", "armour_band", "break_off_lead", "damage_of", "dw_need", "friends_with", "modified_ww"]

SIDES_OF_DIE = 20
"""SK-1: every roll is one d20."""


# ---------------------------------------------------------------- to hit
def friends_with(f: Fight, me: int, target: int) -> int:
    """How many further friends are in melee with the victim (SK-146, SK-148; SK-R25: or can strike it from where they
    are), at most as many as count (SK-147, SK-R24)."""
    field, g = field_of(f.setup), f.ground
    friends = [m for m in field.touched_by(g, target) if m != me]
    if f.r.outnumber_counts == "all_attackers":
        friends += [m for m in f.setup.slots(f.side(me)) if m not in (me, *friends) and _strikes(f, m, target)]
    found = len(friends)
    if f.r.outnumber_cap == "none" or not f.p.outnumber_ww:
        return found
    return min(found, f.p.outnumber_most // f.p.outnumber_ww)  # concrete: the ground


def _strikes(f: Fight, m: Slot, target: int) -> bool:
    """SK-R25 all_attackers: is the friend out of melee, and the victim within its longest reach or across an obstacle
    that it may fight over?"""
    from coldsteel.rulebooks.skirmish.legality import longest_reach, within_reach

    field, g = field_of(f.setup), f.ground
    if not field.there(g, m) or field.touched_by(g, m):
        return False
    return within_reach(f, m, Slot(target), longest_reach(f, m))


TO_HIT = Table(
    "to hit",
    Row(1, "weapon", "SK-18", lambda f, me, target, weapon, charge: weapon.cc_modifier or 0),
    Row(lambda f: f.p.charge_ww, "charge", "SK-59", lambda f, me, target, weapon, charge: charge),
    Row(
        lambda f: f.p.outnumber_ww,
        "friends in contact with the victim",
        "SK-146",
        lambda f, me, target, weapon, charge: friends_with(f, me, target),
    ),
    Row(1, "ability", "SK-66", lambda f, me, target, weapon, charge: f.profile(me).hit_bonus),
    Row(1, "ability of the victim", "SK-66", lambda f, me, target, weapon, charge: f.profile(target).hit_against),
    Row(1, "lasting", "SK-13", lambda f, me, target, weapon, charge: f.profile(me).lasting_ww),
    Row(lambda f: f.p.panic_ww, "panicked", "SK-161", lambda f, me, target, weapon, charge: f.models[me].panicked),
)


def modified_ww(f: Fight, me: int, target: int, weapon: Weapon, charge: bool, penalty: bool) -> Sum:
    """What a hit test must not exceed, without bounds (SK-65, SK-66); `penalty`: after a natural 20 (SK-73)."""
    found = TO_HIT.apply(f, me, target, weapon, charge, base=f.profile(me).ww)
    late = FAILURE.apply(f, penalty)
    return Sum(found.value + late.value, found.rows + late.rows)


FAILURE = Table(
    "after a natural 20", Row(lambda f: f.p.failure_ww, "absolute failure", "SK-73", lambda f, penalty: penalty)
)


# ---------------------------------------------------------------- damage and armour
DAMAGE = Table(
    "damage",
    Row(1, "strength", "SK-26", lambda f, me, weapon, charge, absolute: 0 if weapon.fixed else f.profile(me).st),
    Row(
        lambda f: f.p.charge_damage,
        "charge",
        "SK-59",  # SK-61: not for a firearm
        lambda f, me, weapon, charge, absolute: charge and not weapon.firearm,  # concrete
    ),
    Row(lambda f: f.p.absolute_damage, "absolute success", "SK-69", lambda f, me, weapon, charge, absolute: absolute),
)


def damage_of(f: Fight, me: int, weapon: Weapon, charge: bool, absolute: bool) -> Sum:
    """The damage of a hit (SK-78); `charge` and `absolute`: with that of a charge, of an absolute success."""
    return DAMAGE.apply(f, me, weapon, charge, absolute, base=weapon.damage)


def armour_band(f: Fight, number: int) -> int:
    """The lowest face that is a wound in an armour test against P minus damage (SK-76; SK-77, SK-R11)."""
    lowest, highest = {"both": (2, 20), "twenty_only": (1, 20), "none": (1, 21)}[f.r.armour_naturals]
    return within(lowest, number + 1, highest)


# ---------------------------------------------------------------- DW tests
DW = Table(
    "DW",
    Row(1, "asked for", "SK-160", lambda f, m, modifier: modifier),
    Row(1, "lasting", "SK-13", lambda f, m, modifier: f.profile(m).lasting_dw),
    Row(lambda f: f.p.panic_dw, "panicked", "SK-161", lambda f, m, modifier: f.models[m].panicked),
)


def dw_need(f: Fight, m: int, modifier: int = 0) -> Sum:
    """What a DW test of a model must not exceed (SK-1, SK-2, SK-160)."""
    return DW.apply(f, m, modifier, base=f.profile(m).dw)


# ---------------------------------------------------------------- breaking off
BREAK_OFF = Table(
    "breaking off",
    Row(1, "lasting", "SK-138", lambda f, m, other, more: f.profile(m).lasting_ww if _lasts(f) else 0),
    Row(
        lambda f: f.p.panic_ww,
        "panicked",
        "SK-138",
        lambda f, m, other, more: f.models[m].panicked if _lasts(f) else False,
    ),
    Row(lambda f: f.p.break_off_size, "smaller", "SK-140", lambda f, m, other, more: _smaller(f, m, other)),
    Row(lambda f: f.p.break_off_more, "further models in contact", "SK-139", lambda f, m, other, more: more),
)


def _lasts(f: Fight) -> bool:
    """SK-R23: is WW taken with lasting modifiers?"""
    return f.r.break_off_ww == "lasting"


def _smaller(f: Fight, m: int, other: int) -> int:
    return max(0, f.profile(other).size - f.profile(m).size)  # concrete: profiles


def break_off_lead(f: Fight, me: int, enemy: int, more: int) -> Sum:
    """How much more than the enemy a model adds to its d20 as it breaks off; `more`: further enemies in contact
    (SK-137 to SK-140)."""
    mine = BREAK_OFF.apply(f, me, enemy, 0, base=f.profile(me).ww + f.profile(me).st)
    theirs = BREAK_OFF.apply(f, enemy, me, more, base=f.profile(enemy).ww + f.profile(enemy).st)
    sums = (
        Applied(f.profile(me).ww + f.profile(me).st, f"WW + ST of {f.name(me)}", "SK-137"),
        Applied(-f.profile(enemy).ww - f.profile(enemy).st, f"WW + ST of {f.name(enemy)}", "SK-137"),
    )
    return Sum(mine.value - theirs.value, (*sums, *mine.rows, *_against(f.name(enemy), theirs.rows)))


def _against(name: str, rows: Sequence[Applied]) -> tuple[Applied, ...]:
    return tuple(Applied(0 - r.amount, f"{name}: {r.name}", r.clause) for r in rows)
