"""After victorious cavalry: in hand or running on, and the pursuit turn by turn (TR-78 to TR-81). On a table it is
that of `hunt`."""

from __future__ import annotations

from coldsteel.kernel.asks import choose, option, say, total
from coldsteel.kernel.figures import all_of, any_of, least, most, no, where
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.trench.hunt import LATE, hunt, on_the_run, over
from coldsteel.rulebooks.trench.legality import hold_bars, pursue_bars, run_bars
from coldsteel.rulebooks.trench.prisoners import dead
from coldsteel.rulebooks.trench.retreat import moved
from coldsteel.rulebooks.trench.setup import FAR
from coldsteel.rulebooks.trench.state import Fight, Pursuit, Status

__all__ = ["chase", "distance", "pursue", "ride", "run"]

Slots = tuple[Slot, ...]


def over_half(f: Fight, loser: int) -> bool:
    """TR-79, TR-80: have more than half of the enemy been killed? Exactly half is not more (TR-R29)."""
    foes = f.setup.fighting[loser]
    killed, before = 0, 0
    for g in foes:
        killed = killed + dead(f, g)
        before = before + f.men_before(g)
    if f.r.pursuit_share == "last_round":
        before = f.chase[0].last_lost + before - killed
        killed = f.chase[0].last_lost
    return 2 * killed > before


def pursue(f: Fight, winner: int) -> Steps[Fight]:
    """Cavalry that has beaten foot is under control, or runs on after it (TR-78 to TR-80)."""
    riders = [g for g in f.setup.fighting[winner] if f.profile(g).cavalry]
    prey = tuple(g for g in f.setup.fighting[1 - winner] if not f.profile(g).cavalry)
    if no(any_of(f.living(g) for g in riders)):
        return f
    if no(any_of(on_the_run(f, g) for g in prey)):
        return f.with_chase(pursuit=Pursuit.UNDER_CONTROL)
    over = over_half(f, 1 - winner)
    options = [option("pursue", "pursue", *pursue_bars(over)), option("hold", "hold", *hold_bars(over))]
    taken = yield from choose(winner, options, what="the cavalry after its victory", clause="TR-79")
    if taken == "hold":
        return f.with_chase(pursuit=Pursuit.UNDER_CONTROL)
    return f.with_chase(pursuit=Pursuit.ON).first(do(hunt if f.then.ground else chase, prey))


def distance(f: Fight, g: Slot) -> float:
    """Inches between the cavalry and a beaten Group."""
    return f.profile(g).gap + (moved(f, g) + f.groups[g].flight[0].lead)


def nearer(f: Fight, g: Slot, e: Slot) -> bool:
    """Is `g` the one to be chased, and not `e`? Of two as near the one listed first."""
    apart = distance(f, g) - distance(f, e)
    return no(on_the_run(f, e)) | (apart <= 0 if g < e else apart < 0)


def chase(f: Fight, prey: Slots) -> Steps[Fight]:
    """One turn: the nearest beaten Group may run, the cavalry rides at it (TR-79, TR-81)."""
    if f.chase[0].pursuit != Pursuit.ON:
        return f
    for g in prey:
        if on_the_run(f, g) & all_of(nearer(f, g, e) for e in prey if e != g):
            f = f.with_chase(turn=least(LATE, f.chase[0].turn + 1))
            both = [do(run, g), do(ride, prey)]
            return f.first(*(both if f.r.pursued_first else reversed(both)), do(chase, prey))
    yield from say("no beaten Group is left on the table", "TR-81")
    return over(f, Pursuit.DRIVEN_OFF, prey)


def run(f: Fight, g: Slot) -> Steps[Fight]:
    """The chased Group may run 2d6 inches less its Shock, if its next turn lets it; at the edge it is gone (TR-81)."""
    if no(on_the_run(f, g)) | (f.chase[0].pursuit != Pursuit.ON):
        return f
    options = [option("run", "runs", *run_bars(f, g, f.chase[0].turn)), option("stay", "stays")]
    taken = yield from choose(f.side(g), options, what=f.id(g), clause="TR-81")
    if taken == "stay":
        return f
    shown = yield from total(f.side(g), f.p.flee_dice, what=f"{f.id(g)} runs", clause="TR-81")
    x = f.groups[g].flight[0]
    inches = most(0, shown - f.groups[g].shock)
    f = f.with_flight(g, lead=x.lead + inches)
    if f.profile(g).edge == FAR:
        return f
    return _at_the_edge(f.with_flight(g, run=x.run + inches), g)


def _at_the_edge(f: Fight, g: Slot) -> Fight:
    gone = moved(f, g) + f.groups[g].flight[0].run >= f.profile(g).edge
    status = f.groups[g].status
    return f.with_group(g, status=where(gone, Status.OFF_TABLE, status))


def ride(f: Fight, prey: Slots) -> Steps[Fight]:
    """The cavalry moves straight at the Group that is nearest now, and stops nearer than 4 inches to any: a new melee
    (TR-79, TR-81)."""
    for e in prey:
        x = f.groups[e].flight[0]
        f = f.with_flight(e, lead=x.lead - f.p.pursuit_in * on_the_run(f, e))
    for g in prey:
        caught = on_the_run(f, g) & (distance(f, g) < f.p.melee_distance)
        if caught & all_of(nearer(f, g, e) for e in prey if e != g):
            yield from say("{who} is caught: a new melee, the cavalry attacks", "TR-79", who=f.id(g))
            return over(f, Pursuit.CAUGHT, prey)
    return f
