"""The fight, its turns, activations and the actions of a model (SK-7 to SK-14, SK-83, SK-162 to SK-167)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Bar, Option, bar, choose, contest, option, say
from coldsteel.kernel.figures import all_of, is_plain, no
from coldsteel.kernel.state import Slot, Steps, Task, do, evolve
from coldsteel.kernel.tables import Applied
from coldsteel.rulebooks.skirmish.blows import attack, ended, weapon_options
from coldsteel.rulebooks.skirmish.breaking import break_off, break_off_bars
from coldsteel.rulebooks.skirmish.charge import charge, charge_targets, charger_bars
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.legality import melee_bar, none_open, standing_bar
from coldsteel.rulebooks.skirmish.setup import ForcedMove, Setup, Stance
from coldsteel.rulebooks.skirmish.state import Fight, opening
from coldsteel.rulebooks.skirmish.tables import SIDES_OF_DIE

__all__ = ["activate", "alternate", "new_turn", "next_action", "start"]

Action = tuple[str, int]


# ---------------------------------------------------------------- the turn
def start(setup: Setup) -> Fight:
    """The opening state, with the rest of its turn to be fought."""
    f = opening(setup)
    if setup.rulings.initiative == "alternate":
        f = evolve(f, first_side=(setup.turn - 1) % 2)
    busy = setup.models[setup.acting[0]].unit if setup.acting else None
    for m, p in enumerate(setup.models):  # who has acted matters within an activation only
        if p.unit != busy:
            f = f.with_model(m, acted=False)
    return f.first(do(new_turn, setup.initiative_side, True))


def new_turn(f: Fight, given: int | None, opens: bool) -> Steps[Fight]:
    """A turn: initiative (SK-163), then the activations (SK-164), then its end. `given`: who has the initiative, as the
    file says; `opens`: the fight begins in this turn, perhaps in the middle of an activation."""
    if f.setup.max_turns is None:
        yield from say("Turn #", "SK-163", heading=True)
    else:
        yield from say("Turn {turn}", "SK-163", heading=True, turn=f.turn)
    acting = f.setup.acting if opens else None
    if acting is not None:
        return _in_the_middle(f, *acting)
    side = given if given is not None else (yield from _initiative(f))
    return f.first(do(alternate, side))


def _in_the_middle(f: Fight, me: Slot, left: int) -> Fight:
    """A model has this many actions left; then the rest of its unit, then the other side (SK-164, SK-165)."""
    f = f.with_model(me, actions_left=left, acted=_has_mates(f, me))
    f = f.with_unit(f.profile(me).unit, activated=True)
    return f.first(do(next_action, me), *_mates_of(f, me), do(alternate, 1 - f.side(me)))


def _initiative(f: Fight) -> Answer[int]:
    """SK-163: d20 and the highest printed DW of the living, ties again (SK-C2: or A always, or in turn)."""
    if f.r.initiative == "side_a_first":
        return 0
    if f.r.initiative == "alternate":
        return 1 if f.first_side else 0
    best = [_best_dw(f, side) for side in (0, 1)]
    rows = (Applied(best[0], "highest DW of A", "SK-163"), Applied(-best[1], "highest DW of B", "SK-163"))
    lead = best[0] - best[1]
    result = yield from contest(
        0, 1, SIDES_OF_DIE, lead=lead, ties_again=True, what="initiative", clause="SK-163", rows=rows
    )
    return 0 if result == 2 else 1


def _best_dw(f: Fight, side: int) -> int:
    field = field_of(f.setup)
    there = [f.profile(m).dw for m in f.setup.slots(side) if field.there(f.ground, m)]
    return max(there)  # concrete: profiles and the ground


# ---------------------------------------------------------------- activations
def alternate(f: Fight, side: int) -> Steps[Fight]:
    """SK-164: the side activates a unit that has not acted; with none left it lets the other go on."""
    f = _late_penalties_dropped(f)
    for s in (side, 1 - side):
        units = [u for u, p in enumerate(f.setup.units) if p.side == s and _living(f, u)]
        if all_of(f.units[u].activated for u in units):
            continue
        unit = yield from _which_unit(f, s, units)
        f = f.with_unit(unit, activated=True).first(do(alternate, 1 - s))
        models = f.unit_profile(unit).models  # one by itself is named as such, so that it may change names
        return begun(f, models[0]) if len(models) == 1 else f.first(do(activate, unit))
    return end_of_turn(f)


def _which_unit(f: Fight, side: int, units: list[int]) -> Answer[int]:
    """The owner's choice among units one of which has not acted."""
    options = [
        option(
            u,
            f.unit_profile(u).name,
            bar(f.units[u].activated, "unit_has_acted", "SK-164", "the unit has been activated"),
        )
        for u in units
    ]
    taken = units[0] if len(units) == 1 else (yield from choose(side, options, what="which unit", clause="SK-164"))
    assert taken is not None
    return taken


def end_of_turn(f: Fight) -> Fight:
    """Waiting and pending penalties lapse (SK-75, SK-86, SK-166); after the last turn it is over (SK-167)."""
    last = f.setup.max_turns is not None and bool(f.turn >= f.setup.max_turns)
    if last:  # what has been saved up to the end is counted
        return ended(f)
    for m in range(len(f.models)):
        f = f.with_model(m, pending_penalty=False)
        if f.r.waiting_expiry == "end_of_turn":
            f = f.with_model(m, waiting=False)
    for u in range(len(f.units)):
        f = f.with_unit(u, activated=False)
    if f.setup.max_turns is not None:
        f = evolve(f, turn=f.turn + 1)
    if f.r.initiative == "alternate":
        f = evolve(f, first_side=1 - f.first_side)
    return f.first(do(new_turn, None, False))


def _late_penalties_dropped(f: Fight) -> Fight:
    """A model that has acted and does not wait strikes no more in this turn: its penalty would lapse (SK-75)."""
    for m, x in enumerate(f.models):
        later = no(f.units[f.profile(m).unit].activated) | x.waiting
        f = f.with_model(m, pending_penalty=x.pending_penalty & later)
    return f


def _living(f: Fight, u: int) -> list[Slot]:
    field = field_of(f.setup)
    return [m for m in f.unit_profile(u).models if field.there(f.ground, m)]


def activate(f: Fight, u: int) -> Steps[Fight]:
    """SK-165: the unit's living models act one after the other, in the order its owner likes."""
    models, profile = _living(f, u), f.unit_profile(u)
    if all_of(f.models[m].acted for m in models):
        for m in models:
            f = f.with_model(m, acted=False)
        return f
    options = [
        option(m, f.name(m), bar(f.models[m].acted, "model_has_acted", "SK-165", "the model has acted")) for m in models
    ]
    taken = yield from choose(profile.side, options, what=f"which model of {profile.name}", clause="SK-165")
    assert taken is not None
    return begun(f.with_model(taken, acted=True).first(do(activate, u)), taken)


def begun(f: Fight, me: Slot) -> Fight:
    """A model has all its actions before it (SK-165)."""
    if f.r.waiting_expiry == "own_next_activation":  # SK-C6
        f = f.with_model(me, waiting=False)
    actions = f.profile(me).actions
    return f.with_model(me, actions_left=actions).first(do(next_action, me)) if actions else f


def _has_mates(f: Fight, me: Slot) -> bool:
    return len(f.unit_profile(f.profile(me).unit).models) > 1


def _mates_of(f: Fight, me: Slot) -> tuple[Task, ...]:
    return (do(activate, f.profile(me).unit),) if _has_mates(f, me) else ()


# ---------------------------------------------------------------- actions
def next_action(f: Fight, me: Slot) -> Steps[Fight]:
    """A living model with an action left makes the move it owes (SK-12), or its owner chooses what it does (SK-165)."""
    field = field_of(f.setup)
    if not field.there(f.ground, me):
        return f
    if not field.touched_by(f.ground, me) and f.models[me].forced_move != ForcedMove.NONE:  # SK-10, SK-11
        return (yield from _forced(f, me))
    options = action_options(f, me)
    taken = yield from choose(f.side(me), options, what=f"action of {f.name(me)}", clause="SK-165")
    if taken is None or taken[0] == "stop":
        return f.with_model(me, actions_left=0)
    if taken[0] == "wait":  # SK-83: it ends the activation
        return f.with_model(me, waiting=True, actions_left=0)
    return _done(_spent(f, me), me, taken)


def _spent(f: Fight, me: Slot) -> Fight:
    """With an action less; if any is left the next one follows."""
    left = f.models[me].actions_left - 1
    f = f.with_model(me, actions_left=left)
    return f.first(do(next_action, me)) if left > 0 else f


def action_options(f: Fight, me: Slot) -> list[Option[Action]]:
    """What a model may do with an action, and why not (SK-7, ledger 5.1)."""
    shove = bar(not f.r.shove_enabled, "no_shove", "SK-9", "the book names it and gives no rules")
    return [
        option(("attack", 0), "attack", *none_open(weapon_options(f, me))),
        option(("charge", 0), "charge", *_charge_bars(f, me)),
        option(("break off", 0), "break off", *break_off_bars(f, me)),
        option(("stand up", 0), "stand up", *_stand_up_bars(f, me)),
        *_move_options(f, me),
        option(("wait", 0), "wait", *_wait_bars(f, me)),
        option(("shove", 0), "shove", shove),
        option(("stop", 0), "stop"),
    ]


def _done(f: Fight, me: Slot, action: Action) -> Fight:
    """The state as the chosen action begins."""
    what, k = action
    if what == "attack":
        return f.first(do(attack, me, None, False, None, None, False))
    if what == "charge":
        return f.first(do(charge, me))
    if what == "break off":
        return f.first(do(break_off, me))
    if what == "stand up":
        return f.with_model(me, stance=Stance.STANDING)  # SK-162
    if what == "move":
        return f.on(field_of(f.setup).moves(f.ground, me, False)[k].ground)
    return f


def _charge_bars(f: Fight, me: Slot) -> tuple[Bar, ...]:
    """A charge has to have a legal target and mode (SK-38 to SK-47); lines are sought for a model that may charge."""
    certain = tuple(b for b in charger_bars(f, me) if is_plain(b.when) and b.when)
    if certain:
        return certain
    options = charge_targets(f, me)
    return none_open(options) if options else (bar(True, "no_enemy", "SK-38", "there is nobody to charge"),)


def _stand_up_bars(f: Fight, me: Slot) -> tuple[Bar, ...]:
    return (bar(f.models[me].stance == Stance.STANDING, "standing", "SK-162", "the model is standing"),)


def _wait_bars(f: Fight, me: Slot) -> tuple[Bar, ...]:
    x = f.models[me]
    return (
        melee_bar(f, me, "wait"),
        bar(x.panicked, "panicked", "SK-161", "a panicked model cannot wait"),
        bar(x.waiting, "waits_already", "SK-83", "at most one action can be saved"),
    )


def _move_options(f: Fight, me: Slot) -> list[Option[Action]]:
    """Plain moves; a panicked model has only those that lead toward no enemy it sees (SK-161)."""
    field, g = field_of(f.setup), f.ground
    engaged = melee_bar(f, me, "move")
    if engaged.when:
        return [option(("move", 0), "move", engaged)]
    calm = {move.label for move in field.moves(g, me, True)}
    return [
        option(
            ("move", k),
            f"move {move.label}",
            standing_bar(f, me),
            bar(
                f.models[me].panicked & (move.label not in calm),
                "panicked",
                "SK-161",
                "a panicked model does not move toward an enemy it sees",
            ),
        )
        for k, move in enumerate(field.moves(g, me, False))
    ]


# ---------------------------------------------------------------- owed moves
def _forced(f: Fight, me: Slot) -> Steps[Fight]:
    """The move that is owed, as soon as play allows; a model in firing position stands up first (SK-11, SK-12, SK-C8).
    Without a living leader, or an enemy in sight, nothing is owed any more."""
    field, x = field_of(f.setup), f.models[me]
    toward = bool(x.forced_move == ForcedMove.TOWARD_LEADER)
    leader = f.unit_profile(f.profile(me).unit).leader if toward else None
    if not _is_owed(f, me, toward, leader):
        return f.with_model(me, forced_move=ForcedMove.NONE).first(do(next_action, me))
    f = _spent(f, me)
    if x.stance != Stance.STANDING:
        yield from say("{who} stands up for the move it owes", "SK-162", who=f.name(me))
        return f.with_model(me, stance=Stance.STANDING)
    yield from say("{who} makes the move it owes", "SK-12", who=f.name(me))
    return f.on(field.owed(f.ground, me, leader)).with_model(me, forced_move=ForcedMove.NONE)


def _is_owed(f: Fight, me: Slot, toward: bool, leader: Slot | None) -> bool:
    """Is there somebody to move to, or to move away from (SK-C8)?"""
    field, g = field_of(f.setup), f.ground
    if toward:
        return leader is not None and leader != me and field.there(g, leader)
    return any(field.there(g, e) and field.sees(g, me, e) for e in f.setup.foes(me))
