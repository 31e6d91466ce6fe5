"""A unit strikes: ordinary models, then each hero bout by bout; plans and the order of volleys (WB-15 to WB-33)."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from coldsteel.kernel.asks import Answer, Option, bar, choose, option, say
from coldsteel.kernel.figures import any_of, no
from coldsteel.kernel.state import Slot, Steps, Task, do
from coldsteel.rulebooks.warband.blows import NO_DUEL, life_left, volley
from coldsteel.rulebooks.warband.legality import may_be_struck, row_can_strike
from coldsteel.rulebooks.warband.plans import Totals, patterns, plans
from coldsteel.rulebooks.warband.setup import Weapon
from coldsteel.rulebooks.warband.state import Fight

__all__ = ["activate", "another_bout", "bout", "declare", "favour", "order_volleys", "strike_singly"]

NOBODY = -1


# ---------------------------------------------------------------- a unit
def activate(f: Fight, u: Slot) -> Steps[Fight]:
    """The unit strikes: ordinary models first, then each hero, in the order of the list (WB-15, WB-19)."""
    yield from say("{who} strikes", "WB-15", who=f.id(u))
    if f.r.bonus_attack_scope == "unit_once":
        if f.units[u].attack_bonus_left > 0:
            return f.first(do(favour, u))
    if one_volley(f, u):
        (t,), (row, weapon) = f.enemies(u), f.unit(u).arms[0]
        f = f.with_blows(u, t, 0, all_blows(f, u, row, weapon, False))
        return (yield from volley(f, u, t, 0, NO_DUEL))
    return f.first(*strikers(f, u, NOBODY))


def one_volley(f: Fight, u: int) -> bool:
    """Has the unit one weapon and one possible enemy, whose models are alike? Then there is nothing to declare."""
    arms, enemies = f.unit(u).arms, f.enemies(u)
    if len(arms) != 1 or len(enemies) != 1 or len(f.rows(enemies[0])) > 1:
        return False
    return not f.profile(u, arms[0][0]).is_hero and f.r.attack_declaration == "all_first"


def strikers(f: Fight, u: Slot, favoured: int) -> list[Task]:
    """What the rows of a unit do, in their order (WB-19, WB-C5). `favoured` has the bonus attack (WB-R18)."""
    rank = [row for row in f.rows(u) if not f.profile(u, row).is_hero and f.profile(u, row).attacks]
    heroes = [row for row in f.rows(u) if f.profile(u, row).is_hero and f.profile(u, row).attacks]
    one_by_one = f.r.attack_declaration == "one_by_one"
    if one_by_one:  # WB-R7
        ranks = [do(strike_singly, u, row, NO_DUEL, row == favoured) for row in rank]
    else:
        ranks = [do(declare, u, row, NO_DUEL, row == favoured) for row in rank]
        ranks += volleys_of(f, u, tuple(rank), NO_DUEL) if rank else []
    bouts = [do(bout, u, row, NO_DUEL, row == favoured) for row in heroes]
    return [*bouts, *ranks] if f.r.hero_strikes == "before_rank" else [*ranks, *bouts]


def favour(f: Fight, u: Slot) -> Steps[Fight]:
    """WB-R18 `unit_once`: the controller picks the model that has the one attack more."""
    rows = [row for row in f.rows(u) if f.profile(u, row).attacks and f.profile(u, row).weapons]
    options = [
        option(row, f.name(u, row), bar(no(row_can_strike(f, u, row)), "cannot_strike", "WB-80", "it cannot strike"))
        for row in rows
    ]
    taken = yield from chosen(f.side(u), options, what="who has the bonus attack", clause="WB-80")
    return f.first(*strikers(f, u, NOBODY if taken is None else taken))


def chosen(side: int, options: list[Option[int]], what: str, clause: str) -> Answer[int | None]:
    """A choice; nobody is asked where there is but one thing to take, and no bar can hold against it."""
    if len(options) == 1 and not options[0].bars:
        return options[0].value
    return (yield from choose(side, options, what=what, clause=clause))


# ---------------------------------------------------------------- a hero
def bout(f: Fight, u: Slot, row: int, duel: int, favoured: bool) -> Fight:
    """WB-17, WB-18: one action point buys one bout. The first one of an activation is compulsory."""
    if may_bout(f, u, row, duel):
        return bought(f, u, row, duel, favoured)
    return f


def may_bout(f: Fight, u: Slot, row: int, duel: int) -> bool:
    """Does the hero live, with an action point and somebody to strike?"""
    struck = [may_be_struck(f, u, t) for t in f.enemies(u)] if duel == NO_DUEL else [life_left(f, duel, u) > 0]
    dying = duel != NO_DUEL and f.r.duel_first_strike == "simultaneous"  # WB-R14: deaths come afterwards
    return any_of(struck) & (f.units[u].rows[row].points > 0) & ((f.alive(u, row) > 0) | dying)


def bought(f: Fight, u: Slot, row: int, duel: int, favoured: bool) -> Fight:
    """The point is spent; attacks are declared, struck, and then perhaps another bout follows."""
    f = f.with_row(u, row, points=f.units[u].rows[row].points - 1)
    again = [do(another_bout, u, row, duel)] if f.profile(u, row).action_points > 1 else []
    if f.r.attack_declaration == "one_by_one":
        return f.first(do(strike_singly, u, row, duel, favoured), *again)
    return f.first(do(declare, u, row, duel, favoured), *volleys_of(f, u, (row,), duel), *again)


def volleys_of(f: Fight, u: Slot, rows: tuple[int, ...], duel: int) -> list[Task]:
    """What follows on a declaration: the order of the volleys, if there may be several at one target."""
    arms = [k for row in rows for k in f.unit(u).arms_of(row)]
    if len(arms) > 1:
        return [do(order_volleys, u, rows, duel)]
    targets = f.enemies(u) if duel == NO_DUEL else foes(f, u, duel)
    return [do(volley, u, t, arms[0], duel) for t in targets] if arms else []


def another_bout(f: Fight, u: Slot, row: int, duel: int) -> Steps[Fight]:
    """WB-18: after each bout the controller chooses whether to spend another point."""
    barred = no(may_bout(f, u, row, duel))
    options = [
        option(True, "another bout", bar(barred, "no_bout", "WB-18", "no action point, or nobody left to strike")),
        option(False, "no more"),
    ]
    if (yield from choose(f.side(u), options, what=f"bouts of {f.name(u, row)}", clause="WB-18")):
        return bought(f, u, row, duel, False)
    return f


# ---------------------------------------------------------------- declaring
def attacks_each(f: Fight, u: int, row: int) -> int:
    """WB-16, WB-17, WB-80: the attacks of a model, with the bonus of a duel won."""
    attacks = f.profile(u, row).attacks
    if not attacks or f.r.bonus_attack_scope == "unit_once":
        return attacks
    return attacks + 1 * (f.units[u].attack_bonus_left > 0)


def foes(f: Fight, u: Slot, duel: int) -> tuple[Slot, ...]:
    """WB-28: the enemies that may be struck now; in a duel the other hero's unit (WB-64)."""
    if duel != NO_DUEL:
        a, b = f.setup.duels[duel].units
        return (b,) if u == a else (a,)
    return tuple(t for t in f.enemies(u) if may_be_struck(f, u, t))


def declare(f: Fight, u: Slot, row: int, duel: int, favoured: bool) -> Steps[Fight]:
    """WB-25 to WB-31: a weapon and a target for each attack of the models of a row, before the first die (WB-29)."""
    targets, weapons, arms = foes(f, u, duel), f.profile(u, row).weapons, f.unit(u).arms_of(row)
    if not targets or not weapons:
        return f
    if len(targets) == len(weapons) == 1:
        return f.with_blows(u, targets[0], arms[0], all_blows(f, u, row, weapons[0], favoured))
    models = int(models_of(f, u, row))
    found = legal_plans(f, u, row, models, int(attacks_each(f, u, row)), len(targets), favoured)
    options = plan_options(found, tuple(w.name for w in weapons), tuple(f.id(t) for t in targets))
    what = f"attacks of {f.name(u, row)}"
    plan = yield from choose(f.side(u), options, what=what, clause="WB-25")
    return f if plan is None else planned(f, u, arms, targets, plan)


def all_blows(f: Fight, u: int, row: int, weapon: Weapon, favoured: bool) -> int:
    """The attacks of a row that has one weapon and one target (WB-16, WB-30, WB-31)."""
    models = models_of(f, u, row)
    blows = models * attacks_each(f, u, row) + 1 * (favoured & (models > 0))
    if f.r.extra_attack_scope == "per_attack":
        return blows * (1 + weapon.extra_attacks)
    return blows + models * weapon.extra_attacks


def models_of(f: Fight, u: int, row: int) -> int:
    """The models that strike. A hero who is at it lives, or dies afterwards (WB-R14)."""
    return 1 if f.profile(u, row).is_hero else f.alive(u, row)


def legal_plans(
    f: Fight, u: int, row: int, models: int, attacks: int, targets: int, favoured: bool = False
) -> tuple[Totals, ...]:
    """Every plan that so many models of a row can have."""
    weapons = f.profile(u, row).weapons
    extras, each = tuple(w.extra_attacks for w in weapons), f.r.extra_attack_scope == "per_attack"

    def of_one(n: int) -> tuple[Totals, ...]:
        return patterns(n, extras, targets, may_split(f, n, len(weapons)), each)

    return plans(models, of_one(attacks), of_one(attacks + 1) if favoured else ())


def may_split(f: Fight, attacks: int, weapons: int) -> bool:
    """WB-26, WB-27: may one model strike with several weapons, or at several targets (WB-R6)?"""
    return f.r.split_rule == "free" or (attacks > 1 and weapons > 1)


@lru_cache(1_000)
def plan_options(found: tuple[Totals, ...], weapons: tuple[str, ...], targets: tuple[str, ...]) -> list[Option[Totals]]:
    """The plans as options."""
    return [option(plan, plan_text(plan, weapons, targets)) for plan in found]


def plan_text(plan: Totals, weapons: tuple[str, ...], targets: tuple[str, ...]) -> str:
    """A plan in words."""
    parts = []
    for k, n in enumerate(plan):
        weapon, target = divmod(k, len(targets))
        if n:
            what = f" {weapons[weapon]}" if len(weapons) > 1 else ""
            parts.append(f"{n}{what} on {targets[target]}")
    return ", ".join(parts) or "none"


def planned(f: Fight, u: Slot, arms: tuple[int, ...], targets: tuple[Slot, ...], plan: Totals) -> Fight:
    """The plan is noted on the links of the unit."""
    for k, n in enumerate(plan):
        weapon, target = divmod(k, len(targets))
        if n:
            f = f.with_blows(u, targets[target], arms[weapon], n)
    return f


# ---------------------------------------------------------------- the order of volleys
def order_volleys(f: Fight, u: Slot, rows: tuple[int, ...], duel: int) -> Steps[Fight]:
    """WB-33: the attacker fixes the order of the declared volleys before the first die.

    Only the order of volleys at one target can matter; who strikes where first is then the order of the list.
    """
    arms = tuple(k for row in rows for k in f.unit(u).arms_of(row))
    tasks: list[Task] = []
    for t in f.enemies(u) if duel == NO_DUEL else foes(f, u, duel):
        taken: tuple[int, ...] | None = arms
        if order_matters(f, u, t, arms):
            declared = tuple(k for k in arms if f.link(u, t).blows[k] > 0)
            if len(declared) > 1:
                options = [option(way, order_text(f, u, way)) for way in permutations(declared)]
                what = f"order of blows at {f.id(t)}"
                taken = yield from choose(f.side(u), options, what=what, clause="WB-33")
        tasks += [do(volley, u, t, k, duel) for k in taken or ()]
    return f.first(*tasks)


def order_matters(f: Fight, u: int, t: int, arms: tuple[int, ...]) -> bool:
    """May the order of volleys change what comes of them? Not where all models of the target are alike and each wound
    takes one wound."""
    if len(arms) < 2:
        return False
    rows, weapons = f.unit(t).rows, [f.unit(u).arms[k][1] for k in arms]
    single = all(w.damage == 1 and not w.damage_die for w in weapons)
    return len(rows) > 1 or (rows[0].wounds > 1 and not single)


def order_text(f: Fight, u: int, way: tuple[int, ...]) -> str:
    """An order of volleys in words."""
    arms = f.unit(u).arms
    several = len({arms[k][0] for k in way}) > 1
    return ", then ".join(f"{arms[k][1].name} of {f.name(u, arms[k][0])}" if several else arms[k][1].name for k in way)


# ---------------------------------------------------------------- one by one
def strike_singly(
    f: Fight, u: Slot, row: int, duel: int, favoured: bool, model: int = 0, struck: int = 0, used: tuple[int, ...] = ()
) -> Steps[Fight]:
    """WB-R7 `one_by_one`: each attack is declared after the one before is resolved; extra attacks follow on the first
    that brings them, into its target. `model` models have done, the next has struck `struck` times; `used` are its
    weapons whose extra attacks have come."""
    weapons, arms, targets = f.profile(u, row).weapons, f.unit(u).arms_of(row), foes(f, u, duel)
    if not weapons or not targets:
        return f
    if models_of(f, u, row) <= model:
        return f
    attacks = int(attacks_each(f, u, row)) + (favoured and model == 0)
    several = len(weapons) * len(targets) > 1
    options = [
        option((w, t), f"{weapon.name} on {f.id(t)}" if len(weapons) > 1 else f.id(t))
        for w, weapon in enumerate(weapons)
        for t in targets
    ]
    what = f"attack {struck + 1} of {f.name(u, row)}" + (f", model {model + 1}" if f.profile(u, row).count > 1 else "")
    taken = options[0].value
    if several:
        taken = (yield from choose(f.side(u), options, what=what, clause="WB-29")) or taken
    w, t = taken
    together = 1 if may_split(f, attacks, len(weapons)) else attacks - struck
    each = f.r.extra_attack_scope == "per_attack"
    extra = 0 if w in used and not each else weapons[w].extra_attacks * (together if each else 1)
    f = f.with_blows(u, t, arms[w], together + extra)
    struck, used = struck + together, used if each or w in used else (*used, w)
    if struck >= attacks:
        model, struck, used = model + 1, 0, ()
    return f.first(do(volley, u, t, arms[w], duel), do(strike_singly, u, row, duel, favoured, model, struck, used))
