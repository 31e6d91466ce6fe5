"""One attack in dice: to hit, evade, wound, save (WB-39 to WB-50, WB-52), each a link of a chain.

What is read from the dice are pure functions of faces; the numbers that they are held against come with their reasons.
"""

from __future__ import annotations

from coldsteel.kernel.asks import Link, link
from coldsteel.kernel.tables import Applied, Row, Table
from coldsteel.rulebooks.warband.setup import Profile, Weapon
from coldsteel.rulebooks.warband.state import Fight

__all__ = ["evades_with", "hit_number", "save_link", "save_number", "to_hit", "to_wound", "wound_need"]

FULL_TENS, TENS_DIGITS = 0, 1
FAMILY, ATTACKER, DEFENDER = 0, 1, 2


# ---------------------------------------------------------------- readings of faces
def succeeds(roll: int, target: int, automatic: int) -> bool:
    """WB-39: a d100 test; 1 always succeeds and 100 always fails, where results are automatic (WB-C6)."""
    return roll == 1 or (roll <= target and roll != 100) if automatic else roll <= target


def degrees(roll: int, target: int, mode: int) -> int:
    """WB-40: degrees of success, the margin in full tens, or the difference of the tens digits (WB-C7)."""
    margin = target // 10 - roll // 10 if mode == TENS_DIGITS else (target - roll) // 10
    return max(0, margin)  # concrete: faces


def read_test(faces: tuple[int, ...], target: int, automatic: int) -> bool:
    """A test that succeeds."""
    return succeeds(faces[0], target, automatic)


def read_failure(faces: tuple[int, ...], target: int, automatic: int) -> bool:
    """A test that fails."""
    return not succeeds(faces[0], target, automatic)


def read_not_evaded(
    faces: tuple[int, ...], target: int, skill: int, other: int, automatic: int, mode: int, tie: int
) -> bool:
    """WB-46, WB-47: a successful attack is not evaded: the target fails, or has fewer degrees; of equal ones the higher
    bonus of the unmodified characteristics wins, then the lower die. `target` is the attacker's number, `skill` his
    characteristic, `other` the target's."""
    attack, evasion = faces
    if not succeeds(evasion, other, automatic):
        return True
    ours, theirs = degrees(attack, target, mode), degrees(evasion, other, mode)
    if ours != theirs:
        return ours > theirs
    if tie != FAMILY:
        return tie == ATTACKER
    return skill // 10 > other // 10 or (skill // 10 == other // 10 and attack < evasion)


def read_at_least(faces: tuple[int, ...], need: int) -> bool:
    """A die that reaches a number."""
    return faces[0] >= need


def read_at_most(faces: tuple[int, ...], target: int) -> bool:
    """A die that is not above a number."""
    return faces[0] <= target


# ---------------------------------------------------------------- to hit
HIT = Table(
    "to hit",
    Row(1, "of the weapon", "WB-39", lambda f, u, weapon: weapon.hit_modifier),
    Row(1, "of the situation", "WB-39", lambda f, u, weapon: f.unit(u).hit_modifier),
)


def hit_number(f: Fight, u: int, row: int, weapon: Weapon) -> tuple[int, tuple[Applied, ...]]:
    """WB-39, WB-41: weapon skill and modifiers. A weapon skill of 0 never hits."""
    skill = f.profile(u, row).weapon_skill
    found = HIT.apply(f, u, weapon, base=skill)
    return found.value, (Applied(skill, "weapon skill", "WB-41"), *found.rows)


def unparryable(f: Fight, weapon: Weapon, target: Profile) -> bool:
    """WB-45: by itself, or too fine for what the target holds (WB-R11)."""
    return weapon.unparryable or weapon.parry_grade - target.parry_grade >= f.r.parry_gap


def evades_with(f: Fight, weapon: Weapon, target: Profile) -> tuple[str, int]:
    """WB-42 to WB-44: "parry" with weapon skill or "dodge" with agility, and the characteristic; ("", 0) for nothing.

    Under WB-R10 `simple` nothing opposes an attack on a target whose weapon skill isn't above its agility.
    """
    if target.weapon_skill > target.agility and not unparryable(f, weapon, target):
        return "parry", target.weapon_skill
    if target.weapon_skill <= target.agility and f.r.evade_by_agility == "simple":
        return "", 0
    return ("dodge", target.agility) if target.agility else ("", 0)


def to_hit(f: Fight, u: int, row: int, weapon: Weapon, t: int, target: Profile) -> tuple[Link, ...]:
    """WB-46: the attacker's d100 and, where he succeeds, the target's."""
    number, rows = hit_number(f, u, row, weapon)
    skill, automatic = f.profile(u, row).weapon_skill, int(f.r.auto_results == "one_and_hundred")
    strikes = f"{f.name(u, row)} strikes at {f.id(t)} with {weapon.name}"
    hit = link(f.side(u), 100, read_test, number, automatic, what=strikes, clause="WB-41", rows=rows, counts="success")
    how, other = evades_with(f, weapon, target)
    if not how:
        return (hit,)
    mode = TENS_DIGITS if f.r.degrees_mode == "tens_digits" else FULL_TENS
    tie = ("family", "attacker", "defender").index(f.r.opposed_tie)
    with_ = "weapon skill" if how == "parry" else "agility"
    evade = link(
        f.side(t),
        100,
        read_not_evaded,
        *(number, skill, other, automatic, mode, tie),
        what=f"{f.id(t)} {'parries' if how == 'parry' else 'dodges'}",
        clause="WB-42" if how == "parry" else "WB-43",
        rows=(Applied(other, with_, "WB-42" if how == "parry" else "WB-43"),),
        looks=2,
        counts="hit",
        needs=f"{other} or less, and more degrees than the attack (WB-46, WB-47)",
    )
    return hit, evade


# ---------------------------------------------------------------- to wound, to save
def wound_need(strength: int, toughness: int) -> int:
    """WB-50: the number on the d6, by the characteristic bonuses."""
    s, t = strength // 10, toughness // 10
    if s == t:
        return 4
    if s >= 2 * t:
        return 2
    if s > t:
        return 3
    return 6 if 2 * s <= t else 5


def to_wound(f: Fight, u: int, row: int, weapon: Weapon, target: Profile) -> Link:
    """WB-50: the wound roll."""
    strength, side = weapon.strength_of(f.profile(u, row).strength), f.side(u)
    rows = (Applied(strength, "strength", "WB-35"), Applied(target.toughness, "toughness of the target", "WB-50"))
    if f.r.wound_mode == "d100_difference":  # WB-C11
        number = min(95, max(5, 50 + strength - target.toughness))  # concrete: profiles
        return link(side, 100, read_at_most, number, what="wound rolls", clause="WB-50", rows=rows, counts="wound")
    need = wound_need(strength, target.toughness)
    return link(side, 6, read_at_least, need, what="wound rolls", clause="WB-50", rows=rows, counts="wound")


def save_number(f: Fight, weapon: Weapon, armour: int) -> int:
    """WB-52: armour less piercing; cover adds nothing (WB-49). WB-C13 `negate`: armour above the piercing is whole."""
    if f.r.bb_mode == "negate":
        return armour if armour > weapon.piercing else 0
    return armour - weapon.piercing


def save_link(f: Fight, t: int, row: int, weapon: Weapon) -> tuple[Link, ...]:
    """WB-52: the save of the model that takes the wound; none at 0 or less."""
    armour = f.profile(t, row).armour
    number = save_number(f, weapon, armour)
    if number <= 0:
        return ()
    rows = [Applied(armour, "armour", "WB-52")]
    if number != armour:
        rows.append(Applied(number - armour, f"piercing of {weapon.name}", "WB-52"))
    return (
        link(
            f.side(t),
            100,
            read_failure,
            number,
            int(f.r.auto_results == "one_and_hundred"),
            what=f"saves of {f.name(t, row)}",
            clause="WB-52",
            rows=tuple(rows),
            counts="not saved",
        ),
    )
