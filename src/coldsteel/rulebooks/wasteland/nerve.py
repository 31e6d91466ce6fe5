"""Losses, Spirit tests, those who break and what it costs them (WL-69 to WL-82, WL-87 to WL-89)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, choose, option, say, stage, tally, total
from coldsteel.kernel.figures import any_of, least, most, no, where, within
from coldsteel.kernel.state import Slot, Steps, Task, do
from coldsteel.rulebooks.wasteland.boosts import buy, buy_ward, ward_open, warded
from coldsteel.rulebooks.wasteland.damage import Blows, How, falling
from coldsteel.rulebooks.wasteland.declare import count_of
from coldsteel.rulebooks.wasteland.defences import get_through, guard_of, magic_rolled, stopped
from coldsteel.rulebooks.wasteland.setup import NOBODY
from coldsteel.rulebooks.wasteland.situation import field_of, touched
from coldsteel.rulebooks.wasteland.state import Fight, cleared
from coldsteel.rulebooks.wasteland.tables import ambushing, spirit, under
from coldsteel.rulebooks.wasteland.wounds import suffer

__all__ = ["arm_free_hits", "flee", "free_hits", "losses", "passes", "run", "take_test", "tests"]


# ---------------------------------------------------------------- who tests
def losses(f: Fight) -> Steps[Fight]:
    """After the last blow losses are compared, and it is settled who tests (WL-69 to WL-74, WL-87 to WL-89)."""
    worst = [_worst(f, side) for side in (0, 1)]
    yield from say("losses: {a} and {b}", "WL-70", a=worst[0], b=worst[1])
    loses = {u: owes(f, u, worst) for u in range(len(f.units))}
    panics = {u: ambushed(f, u) for u in range(len(f.units))}
    for u in range(len(f.units)):
        both = f.r.camouflage_double_test == "two"  # WL-R26
        f = f.with_unit(u, **cleared(f.units[u], ("lost",)))
        f = f.with_unit(u, loses=loses[u], panics=panics[u] if both else panics[u] & no(loses[u]))
    later = f.r.equal_losses == "both"
    order = (f.setup.active, 1 - f.setup.active)
    tasks = [do(tests, side, panic) for panic in (False, True) for side in order if _may_test(f, side, panic)]
    runners = [do(run, u) for side in order for u in f.setup.slots(side)] if later else []
    kept = [task for task in tasks if not task.args[1]]
    return f.first(*kept, *runners, *(task for task in tasks if task.args[1]), *runners)


def _may_test(f: Fight, side: int, panic: bool) -> bool:
    """Could a unit of the side owe this test, by what stays the same in the fight?"""
    return not panic or any(f.profile(e).camouflaged for e in f.setup.slots(1 - side))


def _worst(f: Fight, side: int) -> int:
    """The greatest loss of a unit of the side (WL-R22 losing_side: the losses of all)."""
    out = 0
    for u in f.setup.slots(side):
        out = out + f.units[u].lost if f.r.loss_scope == "losing_side" else most(out, f.units[u].lost)
    return out


def owes(f: Fight, u: int, worst: list[int]) -> bool:
    """Does the unit take the losers' test (WL-71, WL-72, WL-74)?"""
    mine, theirs = worst[f.side(u)], worst[1 - f.side(u)]
    beaten = mine > theirs if f.r.equal_losses == "nobody" else mine >= theirs  # WL-R21
    lost = f.units[u].lost
    own = lost > 0 if f.r.loss_scope == "losing_side" else (lost > 0) & (lost == mine)
    return beaten & own & f.fights(u)


def ambushed(f: Fight, u: int) -> bool:
    """WL-87, WL-88: an enemy of the melee was charged while camouflaged; it may be dead by now."""
    met = any_of(ambushing(f, e) & f.units[e].engaged for e in f.enemies(u))
    met = met & f.units[u].charged if f.r.camouflage_who == "chargers" else met  # WL-R25
    return met & f.fights(u)


# ---------------------------------------------------------------- the tests
def tests(f: Fight, side: int, panic: bool) -> Steps[Fight]:
    """The units of a side that owe this test take it one by one, in their owner's order (WL-72, WL-89)."""
    units = f.setup.slots(side)
    if len(units) == 1:
        return (yield from take_test(f, units[0], panic))
    due = [u for u in units if (f.units[u].panics if panic else f.units[u].loses)]
    if len(due) < 2:
        return f.first(*(do(take_test, u, panic) for u in due))
    taken = yield from choose(side, [option(u, f.id(u)) for u in due], what="who tests next", clause="WL-72")
    assert taken is not None, "any of them may be first"
    return f.first(do(take_test, taken, panic), do(tests, side, panic))


def take_test(f: Fight, u: Slot, panic: bool) -> Steps[Fight]:
    """F4, then the Spirit test; who fails breaks (WL-73 to WL-76, WL-100)."""
    flag = "panics" if panic else "loses"
    owed = getattr(f.units[u], flag)
    f = f.with_unit(u, **{flag: False})
    if no(owed) | no(f.standing(u)) | f.units[u].breaks:
        return f
    bought = 0
    if panic or f.r.fp_spirit_scope == "any_test":  # WL-108, WL-R34
        f, bought = yield from buy(f, u, "spirit", 1 * f.boost(u, "spirit_had"))
        if bought and (f.r.camouflage_double_test == "two" or f.r.shooting_morale == "worst_unit"):
            f = f.with_boost(u, spirit_had=True)
    what = f"{'panic' if panic else 'Spirit'} test of {f.id(u)}"
    held = yield from passes(f, u, bought, what)
    if held:
        return f
    if f.r.equal_losses == "both":
        return f.with_unit(u, breaks=True)
    return f.with_unit(u, breaks=True).first(do(run, u))


def passes(f: Fight, u: Slot, bought: int, what: str) -> Answer[bool]:
    """A Spirit test: one D6 not above Spirit with its modifiers, a 6 fails (WL-58, WL-73; WL-C7: or 2D6)."""
    value = spirit(f, u, bought)
    if f.r.spirit_dice == 2:
        shown = yield from total(
            f.side(u),
            bands=(value.value + 1,),
            names=("holds", "breaks"),
            what=what,
            clause="WL-73",
            rows=value.rows,
        )
        return shown == 0
    test = stage(what, 1, under(f, value.value), clause="WL-73", rows=value.rows, counts="holds")
    held = yield from tally(f.side(u), 1, test, clause="WL-73")
    return held > 0


# ---------------------------------------------------------------- breaking
def run(f: Fight, u: Slot) -> Steps[Fight]:
    """A broken unit turns its back: every enemy in contact has a free attack, then it flees (WL-75 to WL-82).

    Off the table a unit that flees is out of play; on a table it runs 2D6 steps (WL-C8).
    """
    broken = f.units[u].breaks
    if no(broken):
        return f
    yield from say("{who} breaks and runs", "WL-75", who=f.id(u))
    f = f.with_unit(u, breaks=False, fled=True, **cleared(f.units[u], ("loses", "panics")))
    if f.on_table:
        foes = [e for e in f.enemies(u) if f.standing(e) & no(f.units[e].breaks)]
        return f.first(*(task for e in foes for task in arms(f, u, e)), do(flee, u))
    if f.units[u].engaged:
        return f.first(*(task for e in f.enemies(u) if f.fights(e) & no(f.units[e].breaks) for task in arms(f, u, e)))
    return f


def arms(f: Fight, u: Slot, e: Slot) -> list[Task]:
    """The free attacks of one enemy unit: a batch for each weapon in use; where several are in use, its owner says."""
    by_weapon: dict[int, list[int]] = {}
    chosen: list[Task] = []
    for g in f.groups(e):
        carried = f.setup.arms(e, g)
        if f.down(e, g) or not carried or (f.on_table and not touched(f, u, e, g)):
            continue
        if len(carried) > 1 and f.profile(e).multi_weapon:
            chosen.append(do(arm_free_hits, u, e, g))
            continue
        for w in carried:
            by_weapon.setdefault(w, []).append(g)
    order = sorted(by_weapon, key=lambda w: -f.weapon(w).damage)
    return [*(do(free_hits, u, e, w, tuple(by_weapon[w])) for w in order), *chosen]


def arm_free_hits(f: Fight, u: Slot, e: Slot, g: int) -> Steps[Fight]:
    """WL-80: models that used several weapons strike with one of their owner's choice."""
    options = [option(w, f.weapon(w).id) for w in f.setup.arms(e, g)]
    w = yield from choose(f.side(e), options, what=f"free attack of {f.group_id(e, g)}", clause="WL-80")
    return f.first(do(free_hits, u, e, w, (g,)))


def free_hits(f: Fight, u: Slot, e: Slot, w: int, groups: tuple[int, ...]) -> Steps[Fight]:
    """One automatic hit from every enemy model in contact, defended like any hit, never critical (WL-77 to WL-80)."""
    n = in_contact(f, u, e, w, groups)
    weapon, helps = f.weapon(w), f.r.free_hit_defences
    if helps != "none" and ward_open(f, u) and warded(f, u) and magic_rolled(f, u, weapon):
        f = yield from buy_ward(f, u, n)
    test = None
    if helps != "none":  # WL-R24
        guard = yield from guard_of(f, u)
        test = stopped(f, u, guard, e, weapon, ignores=("parry",) if helps == "no_parry" else ())
    yield from say("free attack on {who}", "WL-77", who=f.id(u))
    hits = yield from get_through(f, u, n, test)
    limit = most(f.profile(e).models, f.setup.contact_pairs[u])
    if f.on_table:
        limit = f.profile(e).models * f.profile(u).models
    how = How(f.side(e), counted=False)
    return suffer(falling(f, u), u, [Blows(hits, weapon.damage, limit)], how)


def in_contact(f: Fight, u: Slot, e: Slot, w: int, groups: tuple[int, ...]) -> int:
    """WL-78: enemy models in contact that strike with this weapon (WL-R23: or pairs of touching models)."""
    if f.on_table:
        return _touching(f, u, e, w, groups)
    here = _using(f, e, w, groups)
    cap, pairs = f.profile(e).contact_cap, f.setup.contact_pairs[u]
    if cap >= 0:
        before = 0
        for task in arms(f, u, e):
            if task.args[2] == w:
                break
            if len(task.args) == 4:
                before = before + _using(f, e, task.args[2], task.args[3])
        here = within(0, cap - before, here)
    if f.r.free_attack_count == "once_per_enemy" or pairs < 0:
        return here
    everyone = f.size(u)
    return where(here > 0, most(here, least(pairs, here * everyone)), 0)


def _touching(f: Fight, u: Slot, e: Slot, w: int, groups: tuple[int, ...]) -> int:
    n = 0
    for g in groups:
        pairs = touched(f, u, e, g)
        if pairs:
            n = n + _using(f, e, w, (g,)) * (1 if f.r.free_attack_count == "once_per_enemy" else pairs)
    return n


def _using(f: Fight, e: Slot, w: int, groups: tuple[int, ...]) -> int:
    """Models of these groups that fight with this weapon in this bout (WL-52, WL-80)."""
    n = 0
    for g in groups:
        if not f.setup.uses[e][g] or f.profile(e).multi_weapon:
            n = n + f.models(e, g)
        else:
            for t in (*f.setup.targets[e], NOBODY):
                n = n + count_of(f, e, g, w, t)
    return n


# ---------------------------------------------------------------- flight, on a table
def flee(f: Fight, u: Slot) -> Steps[Fight]:
    """Those who are left run 2D6 steps straight away from the nearest enemy; off the table they are out of play (WL-81,
    WL-C8)."""
    n = f.p.flight_dice
    if n == 0 or no(f.alive(u)):
        return f
    steps = yield from total(f.side(u), n, what=f"steps that {f.id(u)} runs", clause="WL-C8")
    if not _matters(f):
        mine = set(field_of(f).layout.of(u))
        return f.on(tuple(None if k in mine else spot for k, spot in enumerate(f.then.ground)))
    from coldsteel.rulebooks.wasteland.moves import flight

    return f.on(flight(field_of(f), u, int(steps)).places)


def _matters(f: Fight) -> bool:
    """Can it matter where they are: may anybody shoot, or a melee that goes on draw anybody in or have others run?"""
    field = field_of(f)
    others = [i for i in field.standing if i not in field.fighting]
    return bool(f.setup.shooters or (field.melees and (others or len(field.melees) > 1)))
