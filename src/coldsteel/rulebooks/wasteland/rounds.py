"""Rounds: drawing in, the bout, shooting, and what ends a fight (WL-4, WL-19, WL-155 to WL-157)."""

from __future__ import annotations

from coldsteel.kernel.asks import choose, option
from coldsteel.kernel.figures import any_of, least, no
from coldsteel.kernel.state import Slot, Steps, Task, do, evolve
from coldsteel.rulebooks.wasteland.boosts import raise_mobility
from coldsteel.rulebooks.wasteland.declare import declare, undeclared
from coldsteel.rulebooks.wasteland.drawing import gather
from coldsteel.rulebooks.wasteland.nerve import losses
from coldsteel.rulebooks.wasteland.order import order_of_blows
from coldsteel.rulebooks.wasteland.pulling import pull
from coldsteel.rulebooks.wasteland.setup import Setup
from coldsteel.rulebooks.wasteland.shooting import activation
from coldsteel.rulebooks.wasteland.situation import field_of, melee_on
from coldsteel.rulebooks.wasteland.state import MOST_FP, Fight, cleared, opening

__all__ = ["bout", "end_of_bout", "end_of_round", "new_round", "next_melee", "start"]

LAPSING = ("charged", "was_charged", "prepared", "camouflaged")


def start(setup: Setup) -> Fight:
    """The opening state: the first round; a melee begun by a charge fights at once (WL-4)."""
    return opening(setup).first(do(new_round, setup.melee_in_progress))


def new_round(f: Fight, drawing: bool) -> Fight:
    """Drawing in, then the bout, then the shooting of those that have activations (WL-4, WL-C2)."""
    shots = [do(activation, u) for u in f.setup.activations]
    return f.first(*_drawing(f, drawing), do(bout), *shots, do(end_of_round))


def _drawing(f: Fight, drawing: bool) -> list[Task]:
    """WL-4, WL-8: a melee begun by a charge in this round has its first drawing in at the start of the next."""
    if f.setup.layout is None:
        return [do(gather, ())] if drawing and any(p.distance > 0 for p in f.setup.units) else []
    fresh = not drawing
    return [] if fresh and f.setup.layout.first_draw is not None else [do(pull, (), fresh)]


def bout(f: Fight) -> Fight:
    """Every melee fights its bout (WL-4); without a table there is one."""
    if no(melee_on(f)):
        return f
    if f.on_table:
        melees = tuple(tuple(map(Slot, melee.units)) for melee in field_of(f).melees)
        return f.first(do(next_melee, melees))
    return exchange(f)


def next_melee(f: Fight, melees: tuple[tuple[Slot, ...], ...]) -> Steps[Fight]:
    """The active side says which melee fights next (WL-4)."""
    taken = melees[0]
    if len(melees) > 1:
        options = [option(units, " and ".join(map(f.id, units))) for units in melees]
        chosen = yield from choose(f.setup.active, options, what="which melee fights next", clause="WL-4")
        assert chosen is not None, "any of them may be next"
        taken = chosen
    rest = tuple(units for units in melees if units != taken)
    f = f.first(do(next_melee, rest)) if rest else f
    for u in taken:
        f = f.with_unit(u, engaged=True)
    return exchange(f)


def exchange(f: Fight) -> Fight:
    """One exchange of a melee: targets, Mobility, blows, losses (WL-19)."""
    active, other = f.setup.active, 1 - f.setup.active
    here = [u for side in (active, other) for u in f.setup.slots(side) if f.fights(u)]
    naming = [do(declare, u, g) for u in here for g in f.groups(u) if f.setup.uses[u][g]]  # WL-5, WL-21
    first = active if f.r.fp_order == "active_first" else other  # WL-106, WL-R31
    buyers = [u for side in (first, 1 - first) for u in here if f.side(u) == side and f.setup.spends(side)]
    buying = [do(raise_mobility, u) for u in buyers]
    return f.first(*naming, *buying, do(order_of_blows), do(losses), do(end_of_bout))


def end_of_bout(f: Fight) -> Fight:
    """Charge, prepared defence, camouflage and all melee boosts lapse (WL-155); who broke is out of it (WL-81)."""
    for u in range(len(f.units)):
        x = f.units[u]
        stays = f.fights(u)
        f = f.with_unit(u, **cleared(x, LAPSING, x.engaged), **cleared(x, ("lost", "loses", "panics")))
        if x.engaged or not isinstance(x.engaged, int):
            f = f.with_unit(u, engaged=False if f.on_table else stays)
        if x.boosts:
            again = ("spirit_had",) if f.r.shooting_morale == "none" else ()
            f = f.with_boost(u, **cleared(x.boosts[0], ("mobility", "hit", "magic", *again)))
        f = undeclared(f, u)
    return f.ended() if f.over() else f


def end_of_round(f: Fight) -> Fight:
    """FP come in, the first round's states end (WL-103, WL-C9, WL-C10); limit and stalemate (WL-157)."""
    f = evolve(f, **cleared(f, ("first_round",)))
    for u in range(len(f.units)):
        gone = no(f.standing(u))
        if f.units[u].boosts:
            f = f.with_boost(u, **cleared(f.units[u].boosts[0], ("hit_had", "spirit_had")))
        f = f.with_unit(u, **cleared(f.units[u], LAPSING, gone))
    if f.setup.max_rounds:
        f = evolve(f, rounds_left=f.rounds_left - 1)
        if f.rounds_left == 0:
            return _at_rest(f)
    if no(melee_on(f)) & no(any_of(f.standing(u) for u in f.setup.activations)):
        return _at_rest(f)
    more = f.setup.fp_per_round
    if any(more):
        f = evolve(f, fp=tuple(least(x + n, MOST_FP) if n else x for x, n in zip(f.fp, more, strict=True)))
    return f.first(do(new_round, True))


def _at_rest(f: Fight) -> Fight:
    """The end of a fight; what no later round will look at is cleared."""
    for u in range(len(f.units)):
        f = f.with_unit(u, **cleared(f.units[u], LAPSING))
    return evolve(f, **cleared(f, ("rounds_left",))).ended()
