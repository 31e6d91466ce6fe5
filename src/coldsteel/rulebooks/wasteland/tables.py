"""The modifier tables: Mobility, strike rolls, shots, defences, Spirit; and what a die must show by them."""

from __future__ import annotations

from coldsteel.kernel.figures import least, no, within
from coldsteel.kernel.tables import Applied, Row, Sum, Table
from coldsteel.rulebooks.wasteland.setup import NOBODY, Line
from coldsteel.rulebooks.wasteland.situation import higher, in_cover, line
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = [
    "armour",
    "covered",
    "favour",
    "hidden_part",
    "magic",
    "mobility",
    "parry_need",
    "shot_modifiers",
    "shot_need",
    "spirit",
    "strike_need",
    "under",
]


# ---------------------------------------------------------------- states that modify
def charging(f: Fight, u: int, g: int) -> bool:
    """WL-83: the unit charged this round (WL-R9 model: or this group of it)."""
    if g != NOBODY and not f.group(u, g).charged:
        return False
    return f.units[u].charged


def braced(f: Fight, u: int) -> bool:
    """WL-85: charged in prepared defence."""
    return f.units[u].prepared & f.was_charged(u)


def ambushing(f: Fight, u: int) -> bool:
    """WL-86: charged while camouflaged."""
    return f.units[u].camouflaged & f.was_charged(u)


def covered(f: Fight, u: int, by: int, shot: bool, at: int) -> bool:
    """WL-90, WL-91, WL-92: does cover add to the unit's Defence? Its owner always likes that."""
    if not in_cover(f, u, by, at):
        return False
    if shot:
        return f.r.cover_vs_shots != "hit_penalty"  # WL-R27
    return no(f.units[u].charged)


def favour(f: Fight, u: int, g: int, t: int, what: str) -> int:
    """WL-94: what else than strike rolls the +1 of WL-84 and WL-85 touches: nothing (WL-R11)."""
    if f.r.d6_bonus_scope == "strike" or (f.r.d6_bonus_scope == "strike_and_parry" and what != "parry"):
        return 0
    raised = f.p.elevation_strike * (t != NOBODY and higher(f, u, g, t))
    return raised + f.p.prepared_strike * braced(f, u)


# ---------------------------------------------------------------- tables
MOBILITY = Table(
    "Mobility",
    Row(lambda f: f.p.charge_mobility, "charging", "WL-83", charging),
    Row(lambda f: f.p.prepared_mobility, "charged in prepared defence", "WL-85", lambda f, u, g: braced(f, u)),
    Row(lambda f: f.p.camouflage_mobility, "charged while camouflaged", "WL-86", lambda f, u, g: ambushing(f, u)),
    Row(lambda f: f.p.boost, "reinforced with FP", "WL-99", lambda f, u, g: f.boost(u, "mobility")),
    Row(1, "other chapters", "WL-29", lambda f, u, g: f.profile(u).extra.mobility),
)

STRIKE = Table(
    "strike roll",
    Row(lambda f: f.p.elevation_strike, "high ground", "WL-84", lambda f, u, g, t: higher(f, u, g, t)),
    Row(lambda f: f.p.prepared_strike, "charged in prepared defence", "WL-85", lambda f, u, g, t: braced(f, u)),
    Row(lambda f: f.p.boost, "reinforced with FP", "WL-98", lambda f, u, g, t: f.boost(u, "hit")),
    Row(1, "other chapters", "WL-41", lambda f, u, g, t: f.profile(u).extra.strike),
)


def hit_boost(f: Fight, u: int) -> int:
    """WL-107: the boost to hit works in shooting too (WL-R33)."""
    return f.boost(u, "hit") if f.r.fp_hit_scope == "all" else 0


SHOT = Table(
    "shot",
    Row(lambda f: f.p.cover_shot, "partially hidden", "WL-131", lambda f, u, g, t, h: hidden_part(f, u, g, t, h)),
    Row(lambda f: f.p.elevation_shot, "from high ground", "WL-141", lambda f, u, g, t, h: higher(f, u, g, t, h)),
    Row(lambda f: f.p.boost, "reinforced with FP", "WL-107", lambda f, u, g, t, h: hit_boost(f, u)),
    Row(1, "other chapters", "WL-148", lambda f, u, g, t, h: f.profile(u).extra.shot),
)

DEFENCE = Table(
    "Defence",
    Row(lambda f: f.p.cover_defence, "in cover", "WL-90", lambda f, u, g, t, *how: covered(f, u, t, *how)),
    Row(1, "results in its favour", "WL-94", lambda f, u, g, t, *how: favour(f, u, g, t, "defence")),
    Row(1, "other chapters", "WL-56", lambda f, u, g, t, *how: f.profile(u).extra.defence),
)

MAGIC = Table(
    "Magic Defence",
    Row(lambda f: f.p.boost, "reinforced with FP", "WL-101", lambda f, u, g, t: f.boost(u, "magic")),
    Row(1, "results in its favour", "WL-94", lambda f, u, g, t: favour(f, u, g, t, "magic")),
    Row(1, "other chapters", "WL-56", lambda f, u, g, t: f.profile(u).extra.magic),
)

SPIRIT = Table(
    "Spirit",
    Row(lambda f: f.p.boost, "reinforced with FP", "WL-100", lambda f, u, bought: bought),
    Row(1, "other chapters", "WL-73", lambda f, u, bought: f.profile(u).extra.spirit),
)


# ---------------------------------------------------------------- melee
def mobility(f: Fight, u: int, g: int = NOBODY) -> Sum:
    """WL-29: Mobility with all modifiers, of a unit or (WL-R9 model) of one of its groups."""
    return MOBILITY.apply(f, u, g, base=f.profile(u).mobility)


def strike_need(f: Fight, u: int, g: int, w: int, t: int) -> Sum:
    """The least face that hits: reach or exceed Strike; a natural 6 hits, a 1 misses (WL-40 to WL-42, WL-46)."""
    bonus = STRIKE.apply(f, u, g, t)
    return Sum(within(2, f.weapon(w).strike - bonus.value, 6), bonus.rows)


# ---------------------------------------------------------------- defences
def armour(f: Fight, t: int, h: int, by: int, shot: bool, at: int = NOBODY) -> Sum | None:
    """Defence of a group with its modifiers (WL-55, WL-90), None where there is no test (WL-57); `at` is the model of
    `by` that shoots."""
    return _tested(f, f.group(t, h).defence, DEFENCE.apply(f, t, h, by, shot, at, base=f.group(t, h).defence))


def magic(f: Fight, t: int, h: int, by: int) -> Sum | None:
    """Magic Defence of a group with its modifiers (WL-53, WL-101), None where there is no test (WL-57)."""
    return _tested(f, f.group(t, h).magic_defence, MAGIC.apply(f, t, h, by, base=f.group(t, h).magic_defence))


def _tested(f: Fight, profile: int, value: Sum) -> Sum | None:
    """WL-57: a profile value of 0 means no test, whatever modifiers there are (WL-R14: or the bonus is the value)."""
    if profile or (f.r.zero_value_bonus == "counts" and value.rows and f.r.defence_read == "roll_under"):
        return value
    return None


def under(f: Fight, value: int) -> int:
    """The highest face that passes a test of this value on one D6: a 6 always fails (WL-56, WL-58, WL-C6)."""
    return within(0, value, 5 if f.r.six_always_fails else 6)


def parry_need(f: Fight, t: int, h: int, by: int) -> Sum:
    """WL-51: the least face that parries (WL-R11: lowered by high ground and prepared defence)."""
    better = favour(f, t, h, by, "parry")
    rows = (Applied(better, "results in its favour", "WL-94"),) if not isinstance(better, int) or better else ()
    return Sum(f.p.parry_face - better, rows)


# ---------------------------------------------------------------- shooting
def hidden_part(f: Fight, u: int, g: int, t: int, h: int) -> int:
    """How often the cover penalty counts: once for what is less than wholly seen, be it a
    warrior, a beast or a vehicle (WL-130, WL-131, WL-132, WL-R27, WL-R28)."""
    found = line(f, u, g, t, h)
    if found is None or found.visible >= 1:
        return 0
    if f.r.cover_vs_shots == "defence_bonus" and in_cover(f, t, u, g):
        return 0
    twice = found.visible < 0.5 and f.r.under_half_visible == "minus_two"
    return (2 if twice else 1) * cover_stands(f, found)


def cover_stands(f: Fight, past: Line) -> bool:
    """Is what hides the target still there (WL-138)? A unit that is gone or an exploded piece hides nobody; on a table
    there is no line past what is gone."""
    if f.on_table:
        return True
    if past.cover_piece != NOBODY:
        return no(f.exploded[past.cover_piece])
    return True if past.cover_unit == NOBODY else f.standing(past.cover_unit)


def shot_modifiers(f: Fight, u: int, g: int, t: int, h: int) -> Sum:
    """All that is added to a shot (WL-148)."""
    return SHOT.apply(f, u, g, t, h)


def shot_need(f: Fight, w: int, modifier: int) -> int:
    """The least face that hits: above the hit value, unlike melee (WL-149, WL-150); naturals count (WL-151)."""
    added = modifier if f.r.shot_modifier_to == "each_die" else 0  # WL-R36
    face = f.weapon(w).strike - added + (1 if f.r.shot_compare == "strict" else 0)  # WL-R35
    return within(2, face, 6) if f.r.criticals_in_shooting == "yes" else within(1, face, 7)  # WL-R37


# ---------------------------------------------------------------- Spirit
def spirit(f: Fight, u: int, bought: int) -> Sum:
    """Spirit with its modifiers (WL-73)."""
    value = SPIRIT.apply(f, u, bought, base=f.profile(u).spirit)
    return Sum(least(value.value, 12), value.rows)
