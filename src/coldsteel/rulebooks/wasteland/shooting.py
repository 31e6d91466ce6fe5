"""Shooting: one model after the other, the roll, what it hits and what goes into the cover (WL-109 to WL-154)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coldsteel.kernel.asks import Answer, Option, Stage, bar, choose, option, say, stage, tally, tally_classes
from coldsteel.kernel.figures import any_of, least, most, no, where
from coldsteel.kernel.state import Slot, Steps, do, evolve
from coldsteel.kernel.tables import Applied, Sum
from coldsteel.rulebooks.wasteland.boosts import buy
from coldsteel.rulebooks.wasteland.damage import Blows, How, fall, falling
from coldsteel.rulebooks.wasteland.defences import Guard, get_through, stopped
from coldsteel.rulebooks.wasteland.legality import shooter_bars, target_bars
from coldsteel.rulebooks.wasteland.nerve import run, tests
from coldsteel.rulebooks.wasteland.setup import NOBODY, Line, Weapon
from coldsteel.rulebooks.wasteland.shares import Shares
from coldsteel.rulebooks.wasteland.situation import engaged, in_blast, near, within_blast
from coldsteel.rulebooks.wasteland.situation import line as line_of
from coldsteel.rulebooks.wasteland.state import Fight, cleared
from coldsteel.rulebooks.wasteland.tables import hidden_part, shot_modifiers, shot_need
from coldsteel.rulebooks.wasteland.wounds import one_model_suffers, suffer

__all__ = ["activation", "blast", "burst", "cover_struck", "end_of_activation", "fire", "shoot"]

Shot = tuple[int, int, Slot, int]
"""Group of the shooter, weapon, target unit, its group."""


# ---------------------------------------------------------------- an activation
def activation(f: Fight, u: Slot) -> Fight:
    """A unit's own go: its models may shoot, each with one weapon (WL-109, WL-112)."""
    if no(f.standing(u)):
        return f
    for g in f.groups(u):
        f = f.with_group(u, g, ready=(f.models(u, g),))
    return f.first(do(shoot, u, ()), do(end_of_activation, u))


def shoot(f: Fight, u: Slot, named: tuple[Shot, ...]) -> Steps[Fight]:
    """The owner says which model shoots next, with what, at whom; or stops (WL-113, WL-120, WL-144)."""
    if no(any_of(f.alive(t) for t in f.enemies(u))) & (not named):  # who flees may still be shot at (WL-127)
        return f
    options: list[Option[Shot | None]] = [*_shots(f, u)]
    options += [option(None, "stop"), *_others(f, u)]
    taken = yield from choose(f.side(u), options, what=f"shot of {f.id(u)}", clause="WL-113")
    if taken is None:
        return f.first(*(do(fire, u, *shot) for shot in named))
    g = taken[0]
    f = f.with_group(u, g, ready=(f.units[u].groups[g].ready[0] - 1,))
    if f.r.volley == "all_declared":  # WL-R39
        return f.first(do(shoot, u, (*named, taken)))
    return f.first(do(fire, u, *taken), do(shoot, u, ()))


def _shots(f: Fight, u: Slot) -> Iterator[Option[Shot | None]]:
    """All shots there might be, those that may not be made with their reasons."""
    for g in f.groups(u):
        arms = f.setup.arms(u, g, shooting=True)
        if f.on_table and f.spot(u, g) is None:
            continue
        if not arms or _kept_from_it(f, u, g):
            arm = arms[0] if arms else NOBODY
            yield option((g, arm, u, 0), f"{f.group_id(u, g)} shoots", *shooter_bars(f, u, g, arm))
            continue
        for w in arms:
            bars = shooter_bars(f, u, g, w)
            for t in f.enemies(u):
                for h in f.groups(t):
                    more = target_bars(f, u, g, w, (t, h))
                    words = f"{f.weapon(w).id} at {f.group_id(t, h)}"
                    words = words if len(f.groups(u)) == 1 else f"{f.group_id(u, g)}: {words}"
                    yield option((g, w, t, h), words, *bars, *more)


def _kept_from_it(f: Fight, u: Slot, g: int) -> bool:
    """On a table: does a model's place keep it from shooting, whatever the weapon and the target?"""
    return f.on_table and (engaged(f, u, g) or near(f, u, g) or f.down(u, g))


def _others(f: Fight, u: Slot) -> Iterator[Option[Shot | None]]:
    """WL-113: other units of the side do not shoot in this activation."""
    for v in f.setup.slots(f.side(u)):
        if v != u and any(f.setup.arms(v, g, shooting=True) for g in f.groups(v)):
            reason = f"this is the activation of {f.id(u)}"
            yield option(None, f"{f.id(v)} shoots", bar(True, "not_own_activation", "WL-113", reason))


def end_of_activation(f: Fight, u: Slot) -> Fight:
    """The boost to hit lapses; nobody tests for losses by shooting (WL-107, WL-154; WL-C13 worst_unit: they do)."""
    for g in f.groups(u):
        f = f.with_group(u, g, ready=(0,))
    if f.units[u].boosts:
        f = f.with_boost(u, **cleared(f.units[u].boosts[0], ("hit",)))
    if f.r.shooting_morale == "worst_unit":
        for t in range(len(f.units)):
            x = f.units[t]
            f = f.with_unit(t, loses=(x.lost > 0) & f.standing(t), **cleared(x, ("lost",)))
        order = (f.setup.active, 1 - f.setup.active)
        later = f.r.equal_losses == "both"  # WL-R21: who breaks runs when all have rolled
        runners = [do(run, v) for side in order for v in f.setup.slots(side)] if later else []
        return f.first(*(do(tests, side, False) for side in order), *runners, do(settle))
    return settle(f)


def settle(f: Fight) -> Fight:
    """WL-156: the fight ends as soon as one side has nobody standing."""
    return f.ended() if f.over() else f


# ---------------------------------------------------------------- a shot
def fire(f: Fight, u: Slot, g: int, w: int, t: Slot, h: int) -> Steps[Fight]:
    """F5, the roll, the hits on the target, then what goes wrong and what goes into the cover (WL-144 to WL-154)."""
    weapon, line = f.weapon(w), line_of(f, u, g, t, h)
    if line is None:  # WL-R39 all_declared: an earlier shot of the volley has removed it from the table
        yield from say("{who} is gone: the shot is wasted", "WL-120", who=f.group_id(t, h))
        return f
    f = f.with_unit(u, **cleared(f.units[u], ("prepared", "camouflaged")))  # WL-155
    if line.distance > weapon.range:  # WL-146
        yield from say("{who} is beyond range: the shot is wasted", "WL-146", who=f.group_id(t, h))
        return f
    if f.r.fp_hit_scope == "all":  # WL-107
        f, bought = yield from buy(f, u, "hit", most(f.boost(u, "hit"), 1 * f.boost(u, "hit_had")))
        if bought:
            f = f.with_boost(u, hit=f.boost(u, "hit") + bought)
    penalty = hidden_part(f, u, g, t, h)
    parries = any(f.weapon(arm).parry for arm in f.setup.arms(t, h))
    plain = stopped(f, t, Guard(h, parries), u, weapon, shot=True, at=g)
    sharp = stopped(f, t, Guard(h, parries), u, weapon, shot=True, at=g, ignores=weapon.crit_ignores)
    seen = yield from _roll(f, u, g, w, (t, h), plain, sharp)
    hits, crits, ones = seen.hits, seen.crits, seen.ones
    if weapon.sharp and weapon.crit_hits:
        hits = hits + (yield from get_through(f, t, seen.crits_rolled * weapon.crit_hits, plain))
    among = in_blast(f, u, g, w, t, h)
    f = falling(f, t, u, *([] if line.cover_unit == NOBODY else [Slot(line.cover_unit)]))
    f = yield from _into_cover(f, (u, g, w), t, line, where(penalty > 0, seen.strays, 0))
    counted = f.r.shooting_morale == "worst_unit"
    limit = most_dice(f, u, weapon) * (1 + weapon.crit_hits)
    if weapon.fumble_damage and f.r.criticals_in_shooting == "yes":
        f = suffer(f, u, [Blows(ones, weapon.fumble_damage, limit)], How(f.side(u), counted=counted))
    damage = [Blows(hits, weapon.damage, limit), Blows(crits, weapon.damage + weapon.crit_damage, limit)]
    return suffer(f, t, damage, How(f.side(u), h, counted=counted, among=among))


def most_dice(f: Fight, u: Slot, weapon: Weapon) -> int:
    """The most dice that a shot can have, a plain number."""
    barrels = f.p.pair_barrels if weapon.pair else 1
    return weapon.rate_of_fire * barrels + (20 if f.r.shot_modifier_to == "dice_count" else 0)


@dataclass(frozen=True)
class Seen:
    """What a shot showed: hits and criticals that got through, natural 1s, dice that stray into the cover."""

    hits: int
    crits: int
    crits_rolled: int
    ones: int
    strays: int


def _roll(
    f: Fight, u: Slot, g: int, w: int, mark: tuple[Slot, int], plain: Stage | None, sharp: Stage | None
) -> Answer[Seen]:
    """As many D6 as the rate of fire, each above the hit value (WL-147 to WL-151)."""
    weapon, mods = f.weapon(w), shot_modifiers(f, u, g, *mark)
    need = Sum(shot_need(f, w, mods.value), mods.rows)
    n = weapon.rate_of_fire * (f.p.pair_barrels if weapon.pair else 1)  # WL-112
    why: tuple[Applied, ...] = (Applied(n, "rate of fire", "WL-147"),)
    if f.r.shot_modifier_to == "dice_count":  # WL-R36
        n, why = most(0, n + mods.value), (*why, *mods.rows)
    what = f"{f.group_id(u, g)} shoots at {f.group_id(*mark)} with {weapon.id}"
    naturals = f.r.criticals_in_shooting == "yes"
    sharp_now = weapon.sharp and naturals
    top = 5 if sharp_now else 6
    classes: dict[str, Stage] = {
        "hit": stage(what, need.value, top, clause="WL-149", rows=need.rows, then=plain, counts="hit")
    }
    if sharp_now:
        then = None if weapon.crit_hits else sharp
        classes["crit"] = stage("critical hit", 6, 6, clause="WL-151", then=then, counts="critical hit")
    stray = _stray(f, u, g, w, mark)
    if weapon.fumble_damage or stray == 1:
        classes["one"] = stage("critical miss", 1, where(need.value > 1, 1, 0), clause="WL-151", counts="natural 1")
    if stray is not None and not (isinstance(stray, int) and stray == 1):
        classes["stray"] = stage("into the cover", stray, least(stray, need.value - 1), clause="WL-135", counts="stray")
    found = yield from _counted(f.side(u), n, classes, what, why)
    crits = found.get("crit", 0)
    if sharp_now and weapon.crit_hits:
        through = yield from get_through(f, mark[0], crits, sharp)
    else:
        through = crits
    strays = found.get("one", 0) if stray == 1 else found.get("stray", 0)
    return Seen(found["hit"], through, crits, found.get("one", 0), strays)


def _counted(
    side: int, n: int, classes: dict[str, Stage], what: str, why: tuple[Applied, ...]
) -> Answer[dict[str, int]]:
    names, stages = list(classes), list(classes.values())
    if len(stages) == 1:
        return {names[0]: (yield from tally(side, n, stages[0], what=what, clause="WL-147", n_rows=why))}
    shown = yield from tally_classes(side, n, *stages, what=what, clause="WL-147", n_rows=why)
    return dict(zip(names, shown, strict=True))


# ---------------------------------------------------------------- what goes into the cover
def _stray(f: Fight, u: Slot, g: int, w: int, mark: tuple[Slot, int]) -> int | None:
    """The face that goes into the cover (WL-135, WL-137): the natural 1, or (WL-R29) the one that misses by one."""
    line = line_of(f, u, g, *mark)
    if line is None or line.visible >= 1 or (line.cover_unit == NOBODY and line.cover_piece == NOBODY):
        return None
    if f.r.cover_hit_trigger == "natural_one":
        return 1
    face = f.weapon(w).strike - shot_modifiers(f, u, g, *mark).value - (0 if f.r.shot_compare == "strict" else 1)
    natural = f.r.criticals_in_shooting == "yes"  # WL-R37: or a 1 and a 6 are faces like any other
    return where((face > 1) & (face < 6), face, 7) if natural else where((face > 0) & (face < 7), face, 7)


def _into_cover(f: Fight, by: tuple[Slot, int, int], t: Slot, line: Line, strays: int) -> Answer[Fight]:
    """What the cover suffers (WL-136, WL-138): a model one ordinary hit for each, an explosive piece goes off. `by`:
    the shooter, its group and weapon; `t`: the unit it shot at."""
    u, g, w = by
    if isinstance(strays, int) and strays == 0:
        return f
    if line.cover_piece != NOBODY:
        k = line.cover_piece
        if (strays > 0) & no(f.exploded[k]):
            piece = f.setup.pieces[k]
            yield from say("{what} goes off", "WL-138", what=piece.id)
            f = evolve(f, exploded=tuple(True if j == k else x for j, x in enumerate(f.exploded)))
            if f.on_table:
                found = within_blast(f, k)
                return f.first(*(do(burst, k, v, h) for v, h in found), do(fall, *dict.fromkeys(v for v, _ in found)))
            return f.first(*(do(blast, k, v, n) for v, n in piece.near))
        return f
    if line.cover_unit == NOBODY:  # other terrain: nothing
        return f
    c, h, weapon = Slot(line.cover_unit), line.cover_group, f.weapon(w)
    test = stopped(f, c, Guard(h, False), u, weapon, shot=True, at=g if f.on_table else NOBODY)
    hits = yield from get_through(f, c, where(f.models(c, h) > 0 if f.on_table else f.alive(c), strays, 0), test)
    if c in (t, u):
        return _afterwards(f, u, w, c, h, hits)
    return cover_struck(f, u, w, c, h, hits)


def _afterwards(f: Fight, u: Slot, w: int, c: Slot, h: int, hits: int) -> Fight:
    """WL-138: the cover is of a unit that has damage to share out first, so that how many hits come after is noted."""
    most_hits = f.group(c, h).toughness if f.weapon(w).damage else 0
    for n in range(1, most_hits + 1):
        if least(hits, most_hits) == n:
            return f.first(do(cover_struck, u, w, c, h, n))
    return f


def cover_struck(f: Fight, u: Slot, w: int, c: Slot, h: int, hits: int) -> Fight:
    """The model in the way suffers these hits: what it can't take is lost (WL-138)."""
    how, weapon = How(f.side(u), counted=f.r.shooting_morale == "worst_unit"), f.weapon(w)
    return one_model_suffers(f, c, h, Blows(hits, weapon.damage, most_dice(f, u, weapon)), 1, how)


def blast(f: Fight, k: int, v: Slot, n: int) -> Steps[Fight]:
    """Each model near an explosive piece takes one hit of its damage, friend or foe (WL-138, WL-C12)."""
    piece, how = f.setup.pieces[k], How(f.side(v), counted=f.r.shooting_morale == "worst_unit")
    for g in f.groups(v):
        here = least(n, f.models(v, g))
        n = n - here
        test = stopped(f, v, Guard(g, False), NOBODY, None, shot=True)
        if f.units[v].groups[g].cells:
            f = yield from _each_hurt(f, v, g, here, piece.damage, test, how)
            continue
        hits = yield from get_through(f, v, here, test)
        f = one_model_suffers(f, v, g, Blows(hits, piece.damage, f.group(v, g).models), f.group(v, g).models, how)
    return f


def burst(f: Fight, k: int, v: Slot, g: int) -> Steps[Fight]:
    """The same for one model on a table (WL-138)."""
    piece, how = f.setup.pieces[k], How(f.side(v), counted=f.r.shooting_morale == "worst_unit")
    test = stopped(f, v, Guard(g, False), NOBODY, None, shot=True)
    hits = yield from get_through(f, v, where(f.models(v, g) > 0, 1, 0), test)
    return one_model_suffers(f, v, g, Blows(hits, piece.damage, 1), 1, how)


def _each_hurt(f: Fight, v: Slot, g: int, here: int, damage: int, test: Stage | None, how: How) -> Answer[Fight]:
    """So many models of a group, the most wounded first, take one hit each: what one can't take is lost (WL-138)."""
    shares = Shares(f, v, [g])
    for at in shares.order:
        struck = least(here, shares.before[at])
        here = here - struck
        hits = yield from get_through(f, v, struck, test)
        shares.moved(at, hits, least(damage, f.group(v, g).toughness - at[2]))
    return shares.put(f, how)
