"""The command phase: orders, and the way of a charge to its target (BY-1 to BY-33)."""

from __future__ import annotations

from coldsteel.kernel.asks import Bar, Option, bar, choose, option, say
from coldsteel.kernel.figures import any_of, no
from coldsteel.kernel.state import Steps, do
from coldsteel.rulebooks.bayonet.arrival import halts
from coldsteel.rulebooks.bayonet.legality import order_bars
from coldsteel.rulebooks.bayonet.reactions import react
from coldsteel.rulebooks.bayonet.setup import Order, Side
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.tabletop import out_of_reach, present, struck_side

__all__ = ["charge", "command"]


def command(f: Fight, turn: int, active: int, done: tuple[int, ...] = ()) -> Steps[Fight]:
    """The active side carries out its orders of this turn, in the order it picks (BY-33); `done` are the numbers of
    those that it has carried out. When only optional orders are left it may hold back."""
    orders = [k for k, o in enumerate(f.setup.orders) if o.turn == turn and k not in done]
    if not any(may_still(f, k, done) for k in orders):
        return command_over(f)
    bars = {k: order_bars(f, k, done) for k in orders}
    options: list[Option[int | None]] = [option(k, order_text(f, f.setup.orders[k]), *bars[k]) for k in orders]
    idle = [f.id(f.setup.orders[k].unit) for k in orders if f.setup.orders[k].optional and may_still(f, k, done)]
    if idle:
        given = any_of(is_open(bars[k]) for k in orders if not f.setup.orders[k].optional)
        wait = bar(given, "order_not_optional", "BY-33", "there is an order to give that is not optional")
        options.append(option(None, f"hold back {' and '.join(dict.fromkeys(idle))}", wait))
    taken = yield from choose(active, options, what="which order", clause="BY-33")
    if taken is None:
        return command_over(f)
    return f.first(do(charge, taken), do(command, turn, active, tuple(sorted((*done, taken)))))


def may_still(f: Fight, order: int, done: tuple[int, ...]) -> bool:
    """Orders of one unit in one turn are alternatives: is this one open after those that are done?"""
    return all(f.setup.orders[k].unit != f.setup.orders[order].unit for k in done)


def is_open(bars: tuple[Bar, ...]) -> bool:
    """Does nothing stand against it?"""
    return no(any_of(b.when for b in bars))


def order_text(f: Fight, o: Order) -> str:
    """An order in words."""
    if not o.says_attack:
        return f"{f.id(o.unit)} moves towards {f.id(o.target)}"
    if f.then.ground and not present(f, o.unit, o.target):
        return f"{f.id(o.unit)} attacks {f.id(o.target)}"
    side = struck_side(f, o) if f.then.ground else Side(o.struck_side)
    return f"{f.id(o.unit)} attacks {f.id(o.target)} on its {side.name.lower()}"


def command_over(f: Fight) -> Fight:
    """Who has reacted is forgotten at the end of the command phase (BY-36, BY-R12)."""
    if f.r.reaction_limit == "per_turn":
        for u in range(len(f.units)):
            f = f.with_unit(u, reacted=False)
    return f


def charge(f: Fight, order: int) -> Steps[Fight]:
    """An order is carried out: it may be no charge at all, or fall short (BY-2, BY-6, BY-7, BY-22).

    The moves granted are an input (BY-C2); how far short a unit halts, a table shows (BY-C1, BY-C4). There a short
    charger has moved before the reaction of BY-R11, so that the reaction is told that it is short.
    """
    o = f.setup.orders[order]
    who, target = f.id(o.unit), f.id(o.target)
    if o.conditional:  # BY-R1 lost; under the other reading such an order is never given
        yield from say("the order of {who} has an 'if' and is lost", "BY-6", who=who, code="order_conditional")
        return f
    if o.order_moves == 0:
        yield from say("{who} is granted no moves", "BY-7", who=who, code="order_failed")
        return f
    f = f.with_unit(o.unit, behind_cover=False)  # BY-115 it leaves its cover behind
    if not o.says_attack:
        yield from say("{who} halts short of {target}", "BY-2", who=who, target=target, code="order_no_attack")
        return halts(f, o)
    if out_of_reach(f, o):
        yield from say("{who} falls short of {target}", "BY-22", who=who, target=target, code="out_of_reach")
        told = (True,) if f.then.ground else ()
        f = halts(f, o)
        return f.first(do(react, order, *told)) if f.r.successful_declaration == "order_passed" else f  # BY-R11
    return f.first(do(react, order))
