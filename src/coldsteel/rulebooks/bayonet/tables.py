"""The modifier tables: dice, to hit, morale save, closing volley, combat result, break test."""

from __future__ import annotations

from coldsteel.kernel.figures import all_of, any_of, count, least, most, no, where, within
from coldsteel.kernel.tables import Applied, Row, Sum, Table
from coldsteel.rulebooks.bayonet.rulings import Bands
from coldsteel.rulebooks.bayonet.setup import Arm, Cover, Formation, Side, Size
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.supports import Held

__all__ = [
    "bands",
    "blow_dice",
    "bonuses",
    "break_modifiers",
    "hit_need",
    "save_need",
    "total_dice",
    "volley_dice",
    "volley_need",
]


# ---------------------------------------------------------------- dice of a round
def total_dice(f: Fight, u: int) -> Sum:
    """T: the close-combat value, sized, then under its fixed limits (BY-87 to BY-92, BY-95, BY-96)."""
    p, formation = f.profile(u), f.units[u].formation
    n, rows = p.melee, []
    if p.size == Size.LARGE:  # BY-88
        n += f.p.dice_large
        rows.append(Applied(f.p.dice_large, "large", "BY-88"))
    if p.size == Size.SMALL:  # BY-89, BY-96
        sized = max(n + f.p.dice_small, 0, f.r.small_floor if n else 0)  # concrete: profile and rulings
        rows.append(Applied(sized - n, "small", "BY-89"))
        n = sized
    one = _fixed(f, n, f.p.dice_tiny) if p.size == Size.TINY else n  # BY-90
    if one != n:
        rows.append(Applied(one - n, "tiny", "BY-90"))
    dice = where(formation == Formation.MARCH_COLUMN, _fixed(f, one, f.p.dice_march_column), one)  # BY-92
    dice = where(formation == Formation.LIMBERED, _fixed(f, one, f.p.dice_limbered), dice)  # BY-91
    if isinstance(dice, int) and dice != one:
        why = ("march column", "BY-92") if formation == Formation.MARCH_COLUMN else ("limbered", "BY-91")
        rows.append(Applied(dice - one, *why))
    return Sum(dice, tuple(rows))


def _fixed(f: Fight, n: int, fixed: int) -> int:
    """BY-95: 'only one die' is an upper limit on the sized total (BY-R28: or takes its place)."""
    return fixed if f.r.fixed_dice == "replace" else min(n, fixed)  # concrete: profile and rulings


def blow_dice(f: Fight, u: int) -> Sum:
    """The dice of a unit that one enemy touches: all it has, a square or garrison two on a side (BY-93, BY-94)."""
    t = total_dice(f, u)
    capped = where(f.boxed(u), least(t.value, f.p.dice_side_cap), t.value)
    if isinstance(capped, int) and capped != t.value:
        return Sum(capped, (*t.rows, Applied(capped - t.value, "on one side", "BY-93")))
    return Sum(capped, t.rows)


# ---------------------------------------------------------------- to hit
def has_flanks(f: Fight, u: int) -> bool:
    """BY-112: a square and a garrison have neither flank nor rear (BY-R36: skirmishers have)."""
    if f.r.skirmish_has_flanks:
        return no(f.boxed(u))
    return no(f.boxed(u)) & (f.units[u].formation != Formation.SKIRMISH)


def on_flank(f: Fight, u: int, e: int) -> bool:
    """Does `e` attack `u` on a flank or the rear? It lasts as long as the contact (BY-110, BY-R34)."""
    found = f.touches(u, e) & (f.touched_side(u, e) != Side.FRONT) & has_flanks(f, u)
    return found if f.r.flank_modifiers_last == "while_in_contact" else found & f.contact(u, e).fresh


def flanked(f: Fight, u: int, e: int) -> bool:
    """BY-111: while at least one enemy is on its flank or rear (BY-R35: or only against that enemy)."""
    if f.r.flanked_penalty_scope == "that_enemy":
        return on_flank(f, u, e)
    return any_of(on_flank(f, u, x) for x in f.enemies(u))


def won(f: Fight, u: int, e: int) -> bool:
    """BY-108: against every enemy (BY-R32: or only against those it was in contact with)."""
    return f.units[u].won_last & f.contact(u, e).held if f.r.won_last_scope == "same_enemy" else f.units[u].won_last


def poor_order(f: Fight, u: int) -> int:
    """BY-109: shaken, disordered or both count once (BY-R33: or each)."""
    if f.r.shaken_and_disordered == "stacking":
        return count((f.shaken(u), f.units[u].disordered))
    return f.shaken(u) | f.units[u].disordered


TO_HIT = Table(
    "to hit",
    Row(lambda f: f.p.hit_charge, "charging", "BY-101", lambda f, u, e: f.units[u].charged),
    Row(lambda f: f.p.hit_won, "won the last round", "BY-102", won),
    Row(lambda f: f.p.hit_shaken_or_disordered, "shaken or disordered", "BY-103", lambda f, u, e: poor_order(f, u)),
    Row(
        lambda f: f.p.hit_skirmish,
        "in skirmish order",
        "BY-104",
        lambda f, u, e: f.units[u].formation == Formation.SKIRMISH,
    ),
    Row(lambda f: f.p.hit_flanked, "attacked on a flank or the rear", "BY-105", flanked),
    Row(lambda f: f.p.hit_flanking, "attacks a flank or the rear", "BY-106", lambda f, u, e: on_flank(f, e, u)),
)


def hit_need(f: Fight, u: int, e: int) -> Sum:
    """What a die of `u` must show to hit `e` (BY-100), with the rows that changed it."""
    bonus = TO_HIT.apply(f, u, e)
    return Sum(_natural(f, f.p.hit_base - bonus.value), bonus.rows)


def _natural(f: Fight, need: int) -> int:
    """BY-113: the arithmetic decides (BY-R37: or a 1 always fails and a 6 always succeeds)."""
    return within(2, need, 6) if f.r.natural_extremes == "one_fails_six_succeeds" else need


# ---------------------------------------------------------------- morale save (BY-C13)
def covered(f: Fight, u: int, side: int, cover: Cover) -> bool:
    """Does this cover protect this side of a unit?"""
    p = f.profile(u)
    if p.cover != cover or p.formation == Formation.GARRISON:
        return False
    return f.units[u].behind_cover & any_of(side == s for s in p.cover_sides)


def column(f: Fight, u: int, side: int, shot: bool) -> bool:
    """Infantry in attack column, save against an artillery shot."""
    return f.profile(u).is_infantry & (f.units[u].formation == Formation.ATTACK_COLUMN) & (not shot)


TO_SAVE = Table(
    "morale save",
    Row(lambda f: f.p.save_attack_column, "attack column", "BY-115", column),
    Row(lambda f: f.p.save_light_cover, "light cover", "BY-115", lambda f, u, s, shot: covered(f, u, s, Cover.LIGHT)),
    Row(lambda f: f.p.save_heavy_cover, "heavy cover", "BY-115", lambda f, u, s, shot: covered(f, u, s, Cover.HEAVY)),
    Row(
        lambda f: f.p.save_garrison,
        "garrison",
        "BY-115",
        lambda f, u, s, shot: f.units[u].formation == Formation.GARRISON,
    ),
    Row(
        lambda f: f.p.save_march_column,
        "march column",
        "BY-115",
        lambda f, u, s, shot: f.units[u].formation == Formation.MARCH_COLUMN,
    ),
    Row(lambda f: f.p.save_artillery_shot, "artillery shot", "BY-115", lambda f, u, s, shot: shot),
)


def save_need(f: Fight, u: int, side: int, artillery_shot: bool = False) -> Sum:
    """What `u`, struck on `side`, must show to save a hit (BY-114), with the rows that changed it."""
    bonus = TO_SAVE.apply(f, u, side, artillery_shot)
    return Sum(_natural(f, f.profile(u).morale - bonus.value), bonus.rows)


# ---------------------------------------------------------------- closing volley
def volley_dice(f: Fight, u: int) -> Sum:
    """Dice of a closing volley (BY-43)."""
    p, formation = f.profile(u), f.units[u].formation
    n, rows = p.shooting, []
    if p.size == Size.LARGE:
        n += f.p.volley_large
        rows.append(Applied(f.p.volley_large, "large", "BY-43"))
    if p.size == Size.SMALL:
        sized = max(n + f.p.volley_small, 0, f.r.small_floor if n else 0)  # concrete: profile and rulings
        rows.append(Applied(sized - n, "small", "BY-43"))
        n = sized
    if p.size == Size.TINY and n > 1:
        rows.append(Applied(1 - n, "tiny", "BY-43"))
        n = 1
    capped = where(formation == Formation.SQUARE, least(n, f.p.volley_square_cap), n)
    capped = where(formation == Formation.GARRISON, least(n, f.p.volley_building_cap), capped)
    if isinstance(capped, int) and capped != n:
        rows.append(Applied(capped - n, "square or building", "BY-43"))
    return Sum(capped, tuple(rows))


VOLLEY = Table(
    "closing volley",
    Row(lambda f: f.p.volley_bonus, "closing volley", "BY-39", lambda f, u, e: True),
    Row(
        lambda f: f.p.volley_shaken_or_disordered,
        "shooter shaken or disordered",
        "BY-44",
        lambda f, u, e: f.shaken(u) | f.units[u].disordered,
    ),
    Row(
        lambda f: f.p.volley_at_skirmish,
        "charger in skirmish order",
        "BY-44",
        lambda f, u, e: f.units[e].formation == Formation.SKIRMISH,
    ),
    Row(
        lambda f: f.p.volley_artillery_at_column,
        "artillery at an attack column",
        "BY-44",
        lambda f, u, e: f.profile(u).is_artillery & (f.units[e].formation == Formation.ATTACK_COLUMN),
    ),
)


def volley_need(f: Fight, u: int, e: int) -> Sum:
    """What a die of the volley of `u` must show to hit the charger `e` (BY-44)."""
    bonus = VOLLEY.apply(f, u, e)
    return Sum(_natural(f, f.p.volley_base - bonus.value), bonus.rows)


# ---------------------------------------------------------------- combat result
def faces_cavalry(f: Fight, u: int, foes: tuple[int, ...]) -> bool:
    """BY-122: at least one enemy in contact is cavalry (BY-R38: or all of them are)."""
    near = [e for e in foes if e in f.enemies(u)]
    mounted = any_of(f.touches(u, e) for e in near if f.profile(e).is_cavalry)
    if f.r.square_bonus_scope == "any_cavalry":
        return mounted
    return mounted & all_of(no(f.touches(u, e)) for e in near if not f.profile(e).is_cavalry)


def support(f: Fight, u: int, held: Held) -> tuple[int, int]:
    """BY-120: friends to the rear, flanks with a friend: as they stand on the table (BY-121), or as stated."""
    if f.then.ground:
        return next(((rear, flanks) for x, rear, flanks in held if x == u), (0, 0))
    return f.profile(u).support_rear, f.profile(u).support_flanks


RESULT = Table(
    "combat result",
    Row(
        lambda f: f.p.result_support_rear,
        "support to the rear",
        "BY-120",
        lambda f, u, foes, held: support(f, u, held)[0] * no(f.boxed(u)),
    ),
    Row(
        lambda f: f.p.result_support_flank,
        "flanks supported",
        "BY-120",
        lambda f, u, foes, held: support(f, u, held)[1] * no(f.boxed(u)),
    ),
    Row(
        lambda f: f.p.result_square_vs_cavalry,
        "square against cavalry",
        "BY-60",
        lambda f, u, foes, held: (
            f.profile(u).is_infantry & (f.units[u].formation == Formation.SQUARE) & faces_cavalry(f, u, foes)
        ),
    ),
    Row(
        1,
        "building held",
        "BY-120",
        lambda f, u, foes, held: f.profile(u).building_size * (f.units[u].formation == Formation.GARRISON),
    ),
)


def bonuses(f: Fight, u: int, foes: tuple[int, ...], held: Held = ()) -> Sum:
    """A unit's bonuses to the combat result against these enemies (BY-120); `held` are the supports on a table."""
    return RESULT.apply(f, u, foes, held)


# ---------------------------------------------------------------- break test
BREAK = Table(
    "break test",
    Row(
        lambda f: f.p.break_excess,
        "casualties above stamina",
        "BY-126",
        lambda f, u, artillery: most(0, f.units[u].casualties - f.profile(u).stamina),
    ),
    Row(lambda f: f.p.break_disordered, "disordered", "BY-126", lambda f, u, artillery: f.units[u].disordered),
    Row(lambda f: f.p.break_artillery, "artillery caused a casualty", "BY-126", lambda f, u, artillery: artillery),
)


def break_modifiers(f: Fight, u: int, artillery_hurt: bool = False) -> Sum:
    """What is added to a unit's 2d6 (BY-126)."""
    return BREAK.apply(f, u, artillery_hurt)


def bands(f: Fight, arm: Arm, column: str) -> Bands:
    """The row of the break table for an arm, in the `melee` or the `shooting` column (BY-127)."""
    if arm == Arm.CAVALRY:
        return f.p.break_cavalry_shooting if column == "shooting" else f.p.break_cavalry_melee
    if arm == Arm.INFANTRY:
        return f.p.break_infantry_shooting if column == "shooting" else f.p.break_infantry_melee
    return f.p.break_artillery_melee
