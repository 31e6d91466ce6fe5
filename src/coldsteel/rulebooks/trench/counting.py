"""Counting the dice (TR-10 to TR-41): what each Group brings, and the pool of its side, line by line.

`part` is what a die is counted in: 1, or 48 under TR-R3 `side_total`, where halves, thirds and quarters stay exact
until the side's sum is rounded once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coldsteel.kernel.figures import all_of, any_of, is_plain, least, look, most, no, where
from coldsteel.kernel.state import Slot
from coldsteel.kernel.tables import Applied, Row, Sum, Table
from coldsteel.rulebooks.trench.bout import Bout
from coldsteel.rulebooks.trench.setup import Cover, Way, around_a_corner
from coldsteel.rulebooks.trench.state import Fight

__all__ = ["count", "overwhelmed", "pool", "pool_rows"]

EXACT = 48


def part(f: Fight) -> int:
    """What a die is counted in (TR-R3)."""
    return 1 if f.r.rounding_moment == "line" else EXACT


def half(f: Fight, n: int) -> int:
    """Half of `n` dice (TR-13, TR-R4)."""
    if part(f) == EXACT:
        return n * EXACT // 2
    return (n + 1) // 2 if f.r.round_halves == "up" else n // 2


def sets(f: Fight, base: int, size: int, worth: int = 1) -> int:
    """`worth` dice for each complete set of `size` (TR-13, TR-R4); `base` is counted in parts."""
    if part(f) == EXACT:
        return base * worth // size
    return (base + size - 1 if f.r.round_sets == "up" else base) // size * worth


# ---------------------------------------------------------------- flat lines
def best(pairs: Iterable[tuple[bool, int]]) -> int:
    """The highest value that holds, 0 if none does; of a single one its value."""
    found = list(pairs)
    if len(found) == 1:
        return most(0, found[0][1])
    out = 0
    for holds, value in found:
        out = most(out, value * holds)
    return out


def statuses(f: Fight, groups: Iterable[Slot]) -> Iterator[tuple[bool, int]]:
    """(lives, Status) of the Leaders of these Groups."""
    for g in groups:
        for k, leader in enumerate(f.profile(g).leaders):
            yield f.leader_lives(g, k), leader.status


def status_dice(f: Fight, b: Bout, g: Slot) -> int:
    """TR-16, TR-17: each Leader against the enemy's best (TR-R6: or sum against sum, see `status_total`)."""
    leaders = f.profile(g).leaders
    if not leaders or f.r.status_versus == "total":
        return 0
    enemy, dice = 0, 0
    for lives, status in statuses(f, b.foes(g, f)):
        enemy = most(enemy, status * lives)
    for k, leader in enumerate(leaders):
        dice = dice + f.leader_lives(g, k) * (most(0, leader.status - enemy) // f.p.status_step)
    return dice


def initiative(f: Fight, b: Bout, g: Slot) -> int:
    """TR-14, TR-15: a die for each point spent in this round (TR-R5: or in this fight)."""
    dice = 0
    for leader in f.groups[g].leaders:
        dice = dice + leader.spent
    for lasting in f.groups[g].lasting:
        dice = dice + lasting
    return dice


def leaders_die(f: Fight, b: Bout, g: Slot) -> bool:
    """TR-94, TR-95: one die for the dugout's defenders, to the first Group with a living Leader (TR-R32)."""
    dug = b.way in (Way.ENTRANCE, Way.AFTER_GRENADE) and f.r.dugout_leader == "fight_die"
    if not dug or f.side(g) == b.attacker:
        return False
    ours = b.ours(g, f)
    before = any_of(has_leader(f, x) for x in ours[: ours.index(g)])
    return has_leader(f, g) & no(before)


def has_leader(f: Fight, g: Slot) -> bool:
    """Has the Group a living Leader?"""
    return any_of(f.leader_lives(g, k) for k in range(len(f.profile(g).leaders)))


def edge(f: Fight, b: Bout, g: Slot) -> int:
    """TR-18, TR-19: levels of experience above the enemy's best (TR-R7: or his worst)."""
    levels = f.p.experience_levels
    foes = [(f.living(e), levels[f.profile(e).experience]) for e in b.foes(g, f)]
    if len({level for _, level in foes}) == 1:
        enemy = foes[0][1]
    elif f.r.experience_versus == "enemy_best":
        enemy = best(foes)
    else:
        enemy = 9
        for lives, level in foes:
            enemy = least(enemy, where(lives, level, 9))
    return most(0, levels[f.profile(g).experience] - enemy)


def own_movement(f: Fight, b: Bout, g: Slot) -> int:
    """TR-R8 `mover`: movement dice come off the Group that moved."""
    mine = f.r.movement_penalty == "mover" and f.r.movement_scope == "group"
    return f.profile(g).move_dice if mine and moved_now(f, b) else 0


def moved_now(f: Fight, b: Bout) -> bool:
    """Do movement dice count in this round (TR-21, TR-R8)? They were rolled for the move into the first melee."""
    return not b.again and (b.first or f.r.movement_rounds == "every")


def lancing(f: Fight, b: Bout, g: Slot) -> bool:
    """TR-33 to TR-35: does a living lancer Group fight other cavalry (TR-R13)?"""
    if not f.profile(g).lancers:
        return False
    other = [e for e in b.foes(g, f) if f.profile(e).cavalry]
    if f.r.lancer_target == "not_lancers":
        other = [e for e in other if not f.profile(e).lancers]
    return f.living(g) & any_of(f.living(e) for e in other)


def first_clash(f: Fight, b: Bout, g: Slot) -> bool:
    """TR-35: the first round (TR-R13: or the first turn of contact with cavalry)."""
    return b.first if f.r.lancer_clock == "round" else f.profile(g).cavalry_fight_turn == 1


def lances(f: Fight, b: Bout, g: Slot, first: bool) -> bool:
    """Does the Group itself have the line of TR-33, or of TR-34?"""
    return lancing(f, b, g) & (f.r.lancer_scope == "group" and first_clash(f, b, g) == first)


FLAT = Table(
    "flat lines",
    Row(1, "Status above the enemy's best", "TR-16", status_dice),
    Row(1, "Initiative", "TR-14", initiative),
    Row(1, "a Leader in the dugout", "TR-94", leaders_die),
    Row(lambda f: f.p.experience_dice, "better trained", "TR-18", edge),
    Row(-1, "Shock", "TR-22", lambda f, b, g: _pairs(f, g)),
    Row(lambda f: -f.p.movement_dice, "its own movement", "TR-21", own_movement),
    Row(lambda f: f.p.fighter_dice, "trench fighters", "TR-25", lambda f, b, g: look(f.profile(g).fighters, f.men(g))),
    Row(lambda f: f.p.broom_dice, "trench brooms", "TR-26", lambda f, b, g: look(f.profile(g).brooms, f.men(g))),
    Row(lambda f: f.p.lancer_first, "lancers, first clash", "TR-33", lambda f, b, g: lances(f, b, g, True)),
    Row(lambda f: f.p.lancer_later, "lancers, later", "TR-34", lambda f, b, g: lances(f, b, g, False)),
)


def _pairs(f: Fight, g: Slot) -> int:
    """TR-22: complete pairs of the Group's own Shock (TR-R9: or of the side's)."""
    return f.groups[g].shock // f.p.shock_per_die if f.r.shock_scope == "group" else 0


# ---------------------------------------------------------------- half dice and sets
def bomber_dice(f: Fight, b: Bout, g: Slot) -> int:
    """TR-24: half a die for each bomber (TR-R10: or for each man of a Group that has some)."""
    bombers = look(f.profile(g).bombers, f.men(g))
    return half(f, bombers if f.r.bomber_scope == "bombers" else f.men(g) * (bombers > 0))


HALVES = Table(
    "half dice",
    Row(1, "aggressive", "TR-23", lambda f, b, g: half(f, f.men(g)) if f.profile(g).aggressive else 0),
    Row(1, "bombers", "TR-24", bomber_dice),
)


def defends(f: Fight, b: Bout, g: Slot, cover: Cover) -> bool:
    """TR-30: is it the defenders' cover (TR-R11: or anybody's), in this round?"""
    if b.cover(g, f) != cover or (f.r.situation_rounds == "first" and not b.first):
        return False
    return f.side(g) != b.attacker or f.r.cover_role == "either"


def elan(f: Fight, b: Bout, g: Slot) -> bool:
    """TR-36, TR-37: cavalry that came in at the gallop, in the first round."""
    return f.profile(g).cavalry and f.profile(g).elan and b.first and not b.again


SETS = Table(
    "dice for so many dice",
    Row(1, "light cover", "TR-27", lambda f, b, g, base: sets(f, base, 3) if defends(f, b, g, Cover.LIGHT) else 0),
    Row(1, "medium cover", "TR-28", lambda f, b, g, base: sets(f, base, 2) if defends(f, b, g, Cover.MEDIUM) else 0),
    Row(1, "heavy cover", "TR-29", lambda f, b, g, base: sets(f, base, 3, 2) if defends(f, b, g, Cover.HEAVY) else 0),
    Row(1, "Elan", "TR-36", lambda f, b, g, base: sets(f, base, 4) if elan(f, b, g) else 0),
)


# ---------------------------------------------------------------- one Group
def doubles(f: Fight, b: Bout, g: Slot) -> bool:
    """TR-38, TR-39: cavalry against foot alone, all of it without cover."""
    if not f.profile(g).cavalry:
        return False
    return all_of(no(f.living(e)) for e in b.foes(g, f) if f.profile(e).cavalry or b.cover(e, f) != Cover.NONE)


def in_rear(f: Fight, b: Bout, g: Slot) -> bool:
    """TR-31, TR-32: struck from behind, in this round (TR-R11)."""
    return f.profile(g).struck_in_rear and (b.first or f.r.situation_rounds == "every")


def count(f: Fight, b: Bout, g: Slot) -> Sum:
    """The dice of one Group in the order of TR-40, in parts; a Group without men has none."""
    n, unit = f.men(g), part(f)
    rows = [_row(f, n * unit, "men", "TR-10")]
    flat, halves = FLAT.apply(f, b, g), HALVES.apply(f, b, g)
    total = (n + flat.value) * unit + halves.value
    base = n * unit if f.r.proportional_base == "men" else most(0, total)  # TR-11, TR-R2
    some = SETS.apply(f, b, g, base)
    total = total + some.value
    rows += [*flat.rows, *(_row(f, x.amount, x.name, x.clause) for x in (*halves.rows, *some.rows))]
    for more, name, clause in _last_lines(f, b, g, n, total):
        total = total + more
        rows.append(_row(f, more, name, clause))
    return Sum(total * (n > 0), tuple(x for x in rows if not isinstance(x.amount, int) or x.amount))


def _row(f: Fight, parts: int, name: str, clause: str) -> Applied:
    return Applied(parts // part(f) if part(f) > 1 else parts, name, clause)


def _last_lines(f: Fight, b: Bout, g: Slot, n: int, total: int) -> Iterator[tuple[int, str, str]]:
    """What is done to the sum: doubling, the least number, the rear."""
    unit, men_only = part(f), f.r.rear_half == "men"
    if in_rear(f, b, g) and men_only:  # TR-R12: only the men's dice are halved
        more = half(f, n) - n * unit
        total = total + more
        yield more, "struck in the rear", "TR-31"
    if f.profile(g).cavalry:
        more = (n * unit if f.r.double_open == "men" else total) * doubles(f, b, g)  # TR-R14
        total = total + more
        yield more, "foot in the open", "TR-38"
    more = most(0, f.p.min_dice * unit - total)
    total = total + more
    yield more, "never fewer", "TR-40"
    if in_rear(f, b, g) and not men_only:
        yield (total // 2 if unit > 1 else half(f, total)) - total, "struck in the rear", "TR-31"


# ---------------------------------------------------------------- the side
def enemy_movement(f: Fight, b: Bout, side: int) -> int:
    """TR-20, TR-21: movement dice that change this side's pool; TR-R8 says whose, which and when."""
    if not moved_now(f, b):
        return 0
    mover = f.r.movement_penalty == "mover"
    movers = b.sides[side if mover else 1 - side]
    if f.r.movement_scope == "once":
        return best((f.living(g), f.profile(g).move_dice) for g in movers)
    dice = 0
    for g in () if mover else movers:
        dice = dice + f.profile(g).move_dice * f.living(g)
    return dice


def status_total(f: Fight, b: Bout, side: int) -> int:
    """TR-R6 `total`: sum of Status against sum."""
    if f.r.status_versus != "total":
        return 0
    lead = 0
    for lives, status in statuses(f, b.sides[side]):
        lead = lead + status * lives
    for lives, status in statuses(f, b.sides[1 - side]):
        lead = lead - status * lives
    return most(0, lead) // f.p.status_step


def shock_total(f: Fight, b: Bout, side: int) -> int:
    """TR-R9 `side`: pairs over the side's total."""
    shock = 0
    for g in b.sides[side] if f.r.shock_scope == "side" else ():
        shock = shock + f.groups[g].shock * f.living(g)
    return shock // f.p.shock_per_die


def side_lances(f: Fight, b: Bout, side: int, first: bool) -> bool:
    """TR-R13 `side`: the lancers' line once."""
    if f.r.lancer_scope != "side":
        return False
    return any_of(lancing(f, b, g) for g in b.sides[side] if first_clash(f, b, g) == first)


SIDE = Table(
    "lines of the side",
    Row(
        lambda f: f.p.movement_dice * (1 if f.r.movement_penalty == "foe_gains" else -1),
        "movement dice",
        "TR-20",
        enemy_movement,
    ),
    Row(1, "Status above the enemy's", "TR-16", status_total),
    Row(-1, "Shock", "TR-22", shock_total),
    Row(lambda f: f.p.lancer_first, "lancers, first clash", "TR-33", lambda f, b, s: side_lances(f, b, s, True)),
    Row(lambda f: f.p.lancer_later, "lancers, later", "TR-34", lambda f, b, s: side_lances(f, b, s, False)),
)


def pool(f: Fight, b: Bout, side: int) -> Sum:
    """The dice of a side (TR-12, TR-40); around a corner those of a grenade (TR-107)."""
    if around_a_corner(f.setup):
        return grenades(f, b, side)
    total, rows = 0, list[Applied]()
    for g in b.sides[side]:
        counted = count(f, b, g)
        total = total + counted.value
        rows += pool_rows(f, g, counted, several=len(b.sides[side]) > 1)
    if part(f) == EXACT:
        total = (total + EXACT - 1 if f.r.round_halves == "up" else total) // EXACT
        shown = [x.amount for x in rows]
        rows.append(Applied(total - sum(shown), "fractions, rounded once", "TR-13"))
    more = SIDE.apply(f, b, side)
    total = total + more.value
    short = most(0, f.p.min_dice - total)
    rows += [*more.rows, Applied(short, "never fewer", "TR-40")]
    return Sum(total + short, tuple(x for x in rows if not isinstance(x.amount, int) or x.amount))


def pool_rows(f: Fight, g: Slot, counted: Sum, several: bool) -> list[Applied]:
    """The lines of a Group, under its name where there are several; none for a Group without men."""
    men = f.men(g)
    if is_plain(men) and men == 0:
        return []
    return [Applied(x.amount, f"{f.id(g)}: {x.name}", x.clause) if several else x for x in counted.rows]


def grenades(f: Fight, b: Bout, side: int) -> Sum:
    """TR-107: a grenade's dice for a side with a living man who has some."""
    throws = any_of(f.living(g) for g in b.sides[side] if f.profile(g).grenades)
    dice = f.p.grenade_dice * throws
    return Sum(dice, (Applied(dice, "a grenade", "TR-107"),))


# ---------------------------------------------------------------- overwhelming odds
def overwhelmed(f: Fight, b: Bout, weak: int, pools: tuple[int, int]) -> bool:
    """TR-42, TR-43: four times its dice against a side, three times if its morale is poor (TR-R15)."""
    if f.r.ratio_check == "first_round" and not b.first:
        return False
    poor = [g for g in b.sides[weak] if f.profile(g).poor_morale]
    steady = [g for g in b.sides[weak] if not f.profile(g).poor_morale]
    if f.r.poor_morale_scope == "all":
        shaky = all_of(no(f.living(g)) for g in steady)
    else:
        shaky = any_of(f.living(g) for g in poor)
    factor = where(shaky, f.p.overwhelm_factor_poor, f.p.overwhelm_factor)
    strong = pools[1 - weak]
    return (strong >= factor * pools[weak]) & (strong > pools[weak])
