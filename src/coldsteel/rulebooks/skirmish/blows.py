"""Blows: the attack action, its hit tests, armour tests, wounds, and who is taken off (SK-16 to SK-31, SK-64 to SK-82).

Whoever leaves the ground is dead; while blows are simultaneous a model without wounds stays on it (SK-80).
"""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Option, bar, choose, option, pick, say, stage, tally, test
from coldsteel.kernel.figures import any_of, count, most, where, within
from coldsteel.kernel.state import Agenda, Slot, Steps, do, evolve
from coldsteel.kernel.tables import Applied
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.legality import is_open, none_open, reach_of, target_bars, weapon_bars
from coldsteel.rulebooks.skirmish.setup import ForcedMove, Stance, Weapon
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.tables import SIDES_OF_DIE, armour_band, damage_of, modified_ww

__all__ = ["attack", "attack_targets", "ended", "remove_dead", "strike", "weapon_options"]

FACES = ("natural 1", "hit", "miss", "natural 20")
ONE, HIT, MISS, TWENTY = range(4)


# ---------------------------------------------------------------- the attack action
def attack(
    f: Fight,
    me: Slot,
    target: Slot | None,
    bonus: bool,
    reach: int | None,
    weapon: int | None,
    simultaneous: bool,
) -> Steps[Fight]:
    """ATTACK_ACTION: the owner picks a weapon, and its hit tests follow one after the other (SK-16, SK-19, SK-64).

    `target`: the only one of all tests (SK-63), None: the owner chooses. `bonus`: charge modifiers, where they apply
    (SK-59). `reach`: the weapon must reach that far (SK-56). `weapon`: has been chosen (SK-118). `simultaneous`: who
    has no wounds left stays where it is until `remove_dead` (SK-80).
    """
    field = field_of(f.setup)
    if not field.there(f.ground, me) or not (target is None or field.there(f.ground, target)):
        return f
    if weapon is None:
        options = weapon_options(f, me, target, reach)
        weapon = yield from choose(f.side(me), options, what=f"weapon of {f.name(me)}", clause="SK-16")
        if weapon is None:
            return f
    arms = f.profile(me).weapons[weapon]
    targets: tuple[Slot | None, ...] = (target,) * arms.hits
    if target is None and f.r.split_timing == "declared":  # SK-R1
        targets = yield from _declared(f, me, arms)
    carried: tuple[str, ...] = ()
    if f.r.fumble_scope == "next_action" and f.models[me].pending_penalty:  # SK-R10
        f, carried = f.with_model(me, pending_penalty=False), ("penalty",)
    return (yield from strike(f, me, weapon, targets, bonus, simultaneous, True, carried))


def weapon_options(f: Fight, me: Slot, target: Slot | None = None, reach: int | None = None) -> list[Option[int]]:
    """The weapons of a model for an attack: one of its own, or the improvised one (SK-15, SK-16, SK-17)."""
    options = []
    for k, weapon in enumerate(f.profile(me).weapons):
        bars = weapon_bars(f, me, weapon, reach)
        if target is None and not bars:  # SK-29
            bars = none_open(attack_targets(f, me, weapon))
        options.append(option(k, weapon.name, *bars))
    return options


def attack_targets(f: Fight, me: Slot, weapon: Weapon, first: bool = True) -> list[Option[Slot]]:
    """The enemies as targets of a hit test (SK-30, SK-31); `first`: of an attack."""
    field, reach = field_of(f.setup), reach_of(f, me, weapon)
    there = [e for e in f.setup.foes(me) if field.there(f.ground, e)]
    return [option(e, f.name(e), *target_bars(f, me, e, reach, first)) for e in there]


def _declared(f: Fight, me: Slot, weapon: Weapon) -> Answer[tuple[Slot | None, ...]]:
    """SK-R1 declared: the targets of all tests, before the first of them."""
    targets: list[Slot | None] = []
    for k in range(weapon.hits):
        targets.append((yield from _target(f, me, weapon, k == 0)))
    return tuple(targets)


def _target(f: Fight, me: Slot, weapon: Weapon, first: bool) -> Answer[Slot | None]:
    """The owner's choice of a target (SK-21); where there is but one enemy there is none."""
    options = attack_targets(f, me, weapon, first)
    if len(options) == 1 and is_open(options[0].bars):
        return options[0].value
    return (yield from choose(f.side(me), options, what=f"target of {f.name(me)}", clause="SK-21"))


# ---------------------------------------------------------------- a hit test
def strike(
    f: Fight,
    me: Slot,
    weapon: int,
    targets: tuple[Slot | None, ...],
    bonus: bool,
    simultaneous: bool,
    first: bool,
    carried: tuple[str, ...],
) -> Steps[Fight]:
    """HIT_TEST: the first of the tests that are left, one for each of `targets` (None: the owner chooses now, SK-22).

    `carried` is what second readings carry from test to test of one action: "damage" and "AV", chosen on an earlier
    natural 1 (SK-R9), and "penalty" (SK-R10).
    """
    arms = f.profile(me).weapons[weapon]
    target = targets[0]
    if target is None:
        target = yield from _target(f, me, arms, first)
    if target is None:  # SK-22: the rest is lost
        return f
    if not field_of(f.setup).there(f.ground, target):  # SK-63, SK-R1: lost are the tests that were to go at it
        left = tuple(t for t in targets if t != target)
        return _next_test(f, me, weapon, left, bonus, simultaneous, carried)
    if simultaneous and f.models[target].wounds_left == 0:
        return f
    f, face = yield from _hit_test(f, me, target, arms, bonus, "penalty" in carried)
    absolute: str | None = None
    if face == ONE:  # SK-68
        absolute = yield from _absolute_success(f, me, target)
    if absolute in ("damage", "AV") and f.r.crit_scope == "rest_of_action":  # SK-R9
        carried = tuple(sorted({*carried, absolute}))
    f = _next_test(f, me, weapon, targets[1:], bonus, simultaneous, carried)
    if (face == MISS) | (face == TWENTY):
        return f
    if absolute == "crew":
        return (yield from _crew_hit(f, me, target, arms, bonus, "damage" in carried))
    chosen = {*carried, absolute}
    return (yield from _on_hit(f, me, target, arms, bonus, "damage" in chosen, "AV" in chosen, simultaneous))


def _next_test(
    f: Fight,
    me: Slot,
    weapon: int,
    targets: tuple[Slot | None, ...],
    bonus: bool,
    simultaneous: bool,
    carried: tuple[str, ...],
) -> Fight:
    """With the other tests of the action to be made; nothing can come between them (SK-20)."""
    return f.first(do(strike, me, weapon, targets, bonus, simultaneous, False, carried)) if targets else f


def _hit_test(f: Fight, me: Slot, target: Slot, arms: Weapon, bonus: bool, late: bool) -> Answer[tuple[Fight, int]]:
    """SK-65: one d20 -> the state with the penalty used up or new (SK-73, SK-74), and one of `FACES`."""
    next_test = f.r.fumble_scope == "next_test"
    penalty = f.models[me].pending_penalty if next_test else late
    charging = bonus and _clear(f, me, target)  # SK-62, SK-158
    need = modified_ww(f, me, target, arms, charging, penalty)
    face = yield from test(
        f.side(me),
        SIDES_OF_DIE,
        2,
        within(2, need.value + 1, 20),
        20,
        names=FACES,
        what=f"{f.name(me)} strikes {f.name(target)} with {arms.name}",
        clause="SK-65",
        rows=need.rows,
    )
    if f.r.natural_one == "needs_value":  # SK-R8
        face = where((face == ONE) & (need.value < 1), MISS, face)
    pending = (face == TWENTY) if next_test else (face == TWENTY) | f.models[me].pending_penalty
    return f.with_model(me, pending_penalty=pending), face


def _clear(f: Fight, me: Slot, target: Slot) -> bool:
    """Do the two touch? No charge modifiers by reach (SK-55) or across an obstacle (SK-158)."""
    return field_of(f.setup).touching(f.ground, me, target)


def _absolute_success(f: Fight, me: Slot, target: Slot) -> Answer[str | None]:
    """SK-68 to SK-71: what the attacker makes of a natural 1."""
    victim = f.profile(target)
    options = [
        option("damage", f"+{f.p.absolute_damage} damage"),
        option("AV", f"AV +{f.p.absolute_av}"),
    ]
    if victim.vehicle:
        crew = any_of(w > 0 for w in f.models[target].crew)
        options.append(
            option(
                "crew",
                "a random member of the crew",
                bar(not victim.open_topped, "not_open_topped", "SK-71", "the vehicle is not open-topped"),
                bar(crew == 0, "no_crew", "SK-71", "no member of the crew is alive"),
            )
        )
    return (yield from choose(f.side(me), options, what=f"natural 1 of {f.name(me)}", clause="SK-68"))


# ---------------------------------------------------------------- armour tests and wounds
def _on_hit(
    f: Fight, me: Slot, target: Slot, arms: Weapon, bonus: bool, damage: bool, av: bool, simultaneous: bool
) -> Steps[Fight]:
    """Armour tests, unless the AV of the hit is too low (SK-81); each that fails is a wound (SK-79)."""
    victim = f.profile(target)
    if f.r.av_rule == "threshold" and arms.av + av * f.p.absolute_av < victim.heavy_armour:
        yield from say(f"{arms.name} cannot pierce the armour of {victim.name}", "SK-81")
        return f
    wounds = yield from _armour_tests(f, me, target, victim.p, arms, bonus, damage, victim.name)
    f = f.with_model(target, wounds_left=most(0, f.models[target].wounds_left - wounds))
    return f if simultaneous else dead_removed(f, target)


def _armour_tests(
    f: Fight, me: Slot, target: Slot, p: int, arms: Weapon, bonus: bool, damage: bool, name: str
) -> Answer[int]:
    """SK-25, SK-76: as many armour tests as the damage multiplier says -> how many wound."""
    charging = bonus and _charge_damage(f, me, target)
    dealt = damage_of(f, me, arms, charging, damage)
    low = armour_band(f, p - dealt.value)
    own = (Applied(arms.damage, f"damage of {arms.name}", "SK-24"),) if arms.damage else ()
    rows = (*own, *dealt.rows)
    wound = stage(f"armour of {name}", low, SIDES_OF_DIE, clause="SK-76", rows=rows, counts="wound")
    return (yield from tally(f.side(target), arms.damage_multiplier, wound, die=SIDES_OF_DIE, clause="SK-25"))


def _charge_damage(f: Fight, me: Slot, target: Slot) -> bool:
    """SK-59 in contact; across an obstacle not (SK-158; SK-R28: the damage yes)."""
    if _clear(f, me, target):
        return True
    across = field_of(f.setup).between(f.ground, me, target) is not None
    return across and f.r.obstacle_bonus == "damage_only"


def _crew_hit(f: Fight, me: Slot, target: Slot, arms: Weapon, bonus: bool, damage: bool) -> Steps[Fight]:
    """SK-71, SK-82: each living member of the crew is equally likely to be the one; no heavy armour protects it."""
    vehicle, crew = f.profile(target), f.models[target].crew
    which = yield from pick(f.side(me), count(w > 0 for w in crew), what=f"crew of {vehicle.name}", clause="SK-82")
    hit = [(w > 0) & (count(x > 0 for x in crew[:k]) == which) for k, w in enumerate(crew)]
    p = 0
    for chosen, member in zip(hit, vehicle.crew, strict=True):
        p = p + chosen * member.p
    wounds = yield from _armour_tests(f, me, target, p, arms, bonus, damage, f"the crew of {vehicle.name}")
    left = tuple(where(chosen, most(0, w - wounds), w) for chosen, w in zip(hit, crew, strict=True))
    return f.with_model(target, crew=left)


# ---------------------------------------------------------------- the dead
def remove_dead(f: Fight, *models: Slot) -> Fight:
    """A step: after simultaneous strikes those without wounds are taken off together (SK-80)."""
    return dead_removed(f, *models)


def dead_removed(f: Fight, *models: Slot) -> Fight:
    """Models that have no wounds left are taken off the ground; a side without any has lost (SK-80, SK-167)."""
    field, fallen = field_of(f.setup), False
    for m in models:
        if field.there(f.ground, m) and f.models[m].wounds_left == 0:
            f, fallen = _taken_off(f, m), True
    if not fallen:
        return f
    alive = [any(field.there(f.ground, m) for m in f.setup.slots(side)) for side in (0, 1)]
    return f if all(alive) else ended(f)


def _taken_off(f: Fight, m: Slot) -> Fight:
    """Nothing is remembered of the dead, their crew is lost with them (SK-C5), and a unit without living models has no
    activation."""
    field = field_of(f.setup)
    f = f.on(field.without(f.ground, m)).with_model(
        m,
        stance=Stance.STANDING,
        waiting=False,
        panicked=False,
        pending_penalty=False,
        forced_move=ForcedMove.NONE,
        acted=False,
        actions_left=0,
        crew=(0,) * len(f.models[m].crew),
    )
    u = f.profile(m).unit
    left = any(field.there(f.ground, x) for x in f.unit_profile(u).models)
    return f if left else f.with_unit(u, activated=False)


def ended(f: Fight) -> Fight:
    """The fight is over (SK-167): what is counted at its end is kept, the rest forgotten."""
    field = field_of(f.setup)
    touching = sum(len(field.touched_by(f.ground, m)) for m in f.setup.slots(0) if field.there(f.ground, m))
    for m in range(len(f.models)):
        f = f.with_model(
            m,
            stance=Stance.STANDING,
            pending_penalty=False,
            forced_move=ForcedMove.NONE,
            acted=False,
            actions_left=0,
        )
    for u in range(len(f.units)):
        f = f.with_unit(u, activated=False)
    return evolve(f, first_side=0, contacts=touching, then=Agenda(ground=f.ground))
