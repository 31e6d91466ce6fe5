"""At the entrance of a dugout: call, grenade, assault (TR-91 to TR-101)."""

from __future__ import annotations

from coldsteel.kernel.asks import Option, choose, option, say, stage, tally_classes, test
from coldsteel.kernel.figures import any_of, no, where
from coldsteel.kernel.state import Slot, Steps, do, evolve
from coldsteel.rulebooks.trench.counting import has_leader
from coldsteel.rulebooks.trench.house import gather
from coldsteel.rulebooks.trench.legality import assault_bars, call_bars, grenade_bars
from coldsteel.rulebooks.trench.prisoners import take, tell_off
from coldsteel.rulebooks.trench.result import closing
from coldsteel.rulebooks.trench.setup import OUTSIDE, Way
from coldsteel.rulebooks.trench.spread import killed, shocked
from coldsteel.rulebooks.trench.state import End, Fight, Status, Winner

__all__ = ["at_entrance", "call", "grenade", "nerve"]

CALL, ASSAULT, WAIT = -1, -2, -3  # besides a Group that throws a grenade


def at_entrance(f: Fight) -> Steps[Fight]:
    """The attackers call, throw a grenade, go in, or wait (TR-92, TR-96, TR-101)."""
    attacker = f.setup.attacker
    throwers = [option(int(g), f"grenade of {f.id(g)}", *grenade_bars(f, g)) for g in f.setup.slots(attacker)]
    options: list[Option[int]] = [
        option(CALL, "call", *call_bars(f)),
        *throwers,
        option(ASSAULT, "assault", *assault_bars(f)),
        option(WAIT, "wait"),
    ]
    act = yield from choose(attacker, options, what="at the entrance", clause="TR-101")
    if act == CALL:
        return f.first(do(call))
    if act == ASSAULT:
        return f.first(do(gather, Way.ENTRANCE, OUTSIDE, 0, False, (), ()))
    if act == WAIT or act is None:
        return closing(f)
    return f.first(do(grenade, Slot(act)))


def inside(f: Fight) -> tuple[Slot, ...]:
    """The Groups that hold the dugout."""
    return f.setup.slots(1 - f.setup.attacker)


# ---------------------------------------------------------------- the call
def call(f: Fight) -> Steps[Fight]:
    """One die for all inside: on 1 to 4 they give up, on 5 and 6 there is a fight (TR-92, TR-93, TR-101)."""
    led = any_of(has_leader(f, g) for g in inside(f))
    last = f.p.call_surrender - (led if f.r.dugout_leader == "test_bonus" else 0)  # TR-R32
    names = ("they give up", "they fight")
    fights = yield from test(
        1 - f.setup.attacker, 6, last + 1, names=names, what="those inside are called on", clause="TR-93"
    )
    if fights == 1:
        return f.first(do(gather, Way.ENTRANCE, OUTSIDE, 0, False, (), ()))
    return _taken(f, End.SURRENDERED_TO_CALL)


def _taken(f: Fight, end: End) -> Fight:
    """All who live inside are prisoners, the dugout is taken."""
    attacker, ours = f.setup.attacker, f.setup.slots(f.setup.attacker)
    for g in inside(f):
        f = f.with_group(g, status=where(f.living(g), Status.SURRENDERED, f.groups[g].status))
    f = evolve(f, end=end, winner=Winner(1 + attacker), held=tuple(True for _ in f.held))
    instead = f.setup.take_prisoners and f.r.prisoner_roll == "instead_of_dead" and end == End.CLEARED_BY_GRENADE
    if f.setup.last_fight:
        return closing(f)
    throws = [do(take, attacker, g) for g in inside(f)] if instead else []
    return f.first(*throws, do(tell_off, attacker, ours), do(closing))


# ---------------------------------------------------------------- the grenade
def grenade(f: Fight, thrower: Slot) -> Steps[Fight]:
    """Eight dice through the entrance; who has lost his morale then gives up (TR-96, TR-97, TR-99)."""
    kills, shock = yield from tally_classes(
        f.setup.attacker,
        f.p.grenade_dice,
        stage("kills", f.p.grenade_kill, 6, clause="TR-97", counts="kill"),
        stage("Shock", f.p.grenade_shock, f.p.grenade_kill - 1, clause="TR-97", counts="Shock"),
        what=f"grenade of {f.id(thrower)}",
        clause="TR-96",
    )
    near = tuple(g for g in inside(f) if f.floor(g) == 0)
    if near:
        f = shocked(killed(f, near, kills), near, shock)
    for g in inside(f):
        broken = f.living(g) & f.morale_lost(g)
        f = f.with_group(g, status=where(broken, Status.SURRENDERED, f.groups[g].status))
    return f.first(do(nerve))


def nerve(f: Fight) -> Steps[Fight]:
    """Those who have kept their morale roll once more: on 1 to 3 they give up (TR-98, TR-99)."""
    if no(any_of(f.living(g) for g in inside(f))):
        yield from say("nobody inside is left to fight", "TR-99")
        return _taken(f, End.CLEARED_BY_GRENADE)
    names = ("they give up", "they fight")
    last, what = f.p.grenade_surrender, "those inside, after the grenade"
    fights = yield from test(1 - f.setup.attacker, 6, last + 1, names=names, what=what, clause="TR-98")
    if fights == 1:  # TR-100
        return f.first(do(gather, Way.AFTER_GRENADE, OUTSIDE, 0, False, (), ()))
    return _taken(f, End.CLEARED_BY_GRENADE)
