"""A pursuit on the table, turn by turn: who runs whereto, who rides at whom, and who is caught (TR-79, TR-81)."""

from __future__ import annotations

from coldsteel.battlefield.lengths import EPS, GRAIN, bearing, turned
from coldsteel.kernel.asks import choose, option, say, total
from coldsteel.kernel.figures import least, most, no
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.trench.legality import run_bars
from coldsteel.rulebooks.trench.places import LOOSE, apart, first_within, straight_away, to_edge, way_free
from coldsteel.rulebooks.trench.state import Fight, Pursuit, Status
from coldsteel.rulebooks.trench.tabletop import body, facing, known, moved_along, off_table, standing, top_of

__all__ = ["LATE", "flee", "hunt", "hunter", "on_the_run", "over", "ride_at"]

Slots = tuple[Slot, ...]
LATE = 9  # turns beyond this aren't told apart


def on_the_run(f: Fight, g: Slot) -> bool:
    """A beaten foot Group still on the table that has not surrendered (TR-81)."""
    return (f.groups[g].men > 0) & (f.groups[g].status == Status.FELL_BACK)


def over(f: Fight, how: Pursuit, prey: Slots) -> Fight:
    """The pursuit has ended: what no turn will look at is cleared."""
    for g in prey:
        f = f.with_flight(g, lead=0, run=0) if f.groups[g].flight else f
    return f.with_chase(pursuit=how)


# ---------------------------------------------------------------- a turn
def hunt(f: Fight, prey: Slots) -> Steps[Fight]:
    """One turn: every cavalry Group of the fight in turn, and who runs from it (TR-79, TR-81). Where none of them can
    ride on at anybody, the pursuit is over; the text does not say what becomes of it."""
    if f.chase[0].pursuit != Pursuit.ON:
        return f
    left = tuple(g for g in prey if on_the_run(f, g))
    if not left:
        yield from say("no beaten Group is left on the table", "TR-81")
        return over(f, Pursuit.DRIVEN_OFF, prey)
    riders = _riders(f, prey)
    if all(_barred(f, c, left) for c in riders):
        yield from say("the ground bars the way of the cavalry", "TR-79")
        return over(f, Pursuit.UNDER_CONTROL, prey)
    f = f.with_chase(turn=least(LATE, f.chase[0].turn + 1))
    return f.first(do(hunter, riders, prey, ()), do(hunt, prey))


def _riders(f: Fight, prey: Slots) -> Slots:
    side = 1 - f.side(prey[0])
    return tuple(c for c in f.setup.fighting[side] if f.profile(c).cavalry and f.living(c))


def _nearest(f: Fight, c: Slot, prey: Slots) -> Slot | None:
    """The beaten Group that is nearest to a cavalry Group; of two as near the one listed first."""
    left = [g for g in prey if on_the_run(f, g)]
    return min(left, key=lambda g: apart(body(f, c), body(f, g)), default=None)  # concrete: ground


def hunter(f: Fight, riders: Slots, prey: Slots, ran: Slots) -> Fight:
    """The next cavalry Group rides at the nearest beaten Group, which may run first, once a turn (TR-81, TR-C11)."""
    if f.chase[0].pursuit != Pursuit.ON:
        return f
    g = _nearest(f, riders[0], prey)
    if g is None:
        return f
    both = [do(flee, g, riders[0])] if g not in ran else []
    both.append(do(ride_at, riders[0], prey))
    rest = [do(hunter, riders[1:], prey, (*ran, g))] if len(riders) > 1 else []
    return f.first(*(both if f.r.pursued_first else reversed(both)), *rest)


# ---------------------------------------------------------------- the run
def flee(f: Fight, g: Slot, c: Slot) -> Steps[Fight]:
    """The chased Group may run 2d6 inches less its Shock straight away from the cavalry, if its next turn lets it; at
    the edge it is gone (TR-81)."""
    if no(on_the_run(f, g)) | (f.chase[0].pursuit != Pursuit.ON):
        return f
    options = [option("run", "runs", *run_bars(f, g, f.chase[0].turn)), option("stay", "stays")]
    taken = yield from choose(f.side(g), options, what=f.id(g), clause="TR-81")
    if taken == "stay":
        return f
    shown = yield from total(f.side(g), f.p.flee_dice, what=f"{f.id(g)} runs", clause="TR-81")
    return _run(f, g, c, known(most(0, shown - f.groups[g].shock), 0, 13))


def _run(f: Fight, g: Slot, c: Slot, inches: int) -> Fight:
    """So far straight away from a cavalry Group: to the edge, or as far as nothing bars the way as in TR-74."""
    men, top = body(f, g), top_of(f)
    away = straight_away(men, body(f, c).centre, turned(facing(f, g), 180.0))
    foes = tuple(body(f, e) for e in standing(f, f.side(c)))
    free = way_free(men, away, foes, top.barred, f.p.retreat_clearance, float(inches))
    edge = to_edge(men, away, top.table)
    if free >= edge - EPS:  # who reaches the edge is gone
        return off_table(f.with_group(g, status=Status.OFF_TABLE), g)
    return moved_along(f, g, away, free) if inches else f


# ---------------------------------------------------------------- the ride
def _way(f: Fight, c: Slot, prey: Slots) -> tuple[float, float, float | None]:
    """The direction of a ride, how far it is free, and where on it the cavalry is nearer than 4 inches to an enemy."""
    target = _nearest(f, c, prey)
    assert target is not None, "somebody is on the run"
    men, top = body(f, c), top_of(f)
    at_him = bearing(men.centre, body(f, target).centre)
    free = way_free(men, at_him, (), top.barred, 0.0, float(f.p.pursuit_in))
    foes = [body(f, e) for e in standing(f, 1 - f.side(c))]
    return at_him, free, first_within(men, at_him, free - LOOSE, foes, f.p.melee_distance)


def _barred(f: Fight, c: Slot, prey: Slots) -> bool:
    """Can a cavalry Group ride no further at the nearest, though it is not upon anybody?"""
    _, free, met = _way(f, c, prey)
    return free < GRAIN and met is None


def ride_at(f: Fight, c: Slot, prey: Slots) -> Steps[Fight]:
    """The cavalry moves straight at the Group that is nearest now, as far as the ground lets it, and stops nearer than
    4 inches to any enemy: a new melee (TR-79, TR-81)."""
    if f.chase[0].pursuit != Pursuit.ON or _nearest(f, c, prey) is None:
        return f
    at_him, free, met = _way(f, c, prey)
    goes = free if met is None else min(met + GRAIN, free)  # concrete: ground
    f = moved_along(f, c, at_him, goes)
    if met is None:
        return f
    caught = _upon(f, c)
    yield from say("{who} is caught: a new melee, the cavalry attacks", "TR-79", who=f.id(caught))
    return over(f, Pursuit.CAUGHT, prey)


def _upon(f: Fight, c: Slot) -> Slot:
    """The enemy whom the cavalry has come upon."""
    foes = standing(f, 1 - f.side(c))
    return min(foes, key=lambda e: apart(body(f, c), body(f, e)))  # concrete: ground
