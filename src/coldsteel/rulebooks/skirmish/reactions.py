"""The move of a charge and the reactions of models that wait: counter-charge, guard, flight, rescue, a plain attack on
the charger, standing up (SK-84 to SK-96, SK-119, SK-124)."""

from __future__ import annotations

from typing import Any

from coldsteel.kernel.asks import Bar, Option, bar, choose, option, say
from coldsteel.kernel.figures import any_of, no
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.skirmish.blows import attack
from coldsteel.rulebooks.skirmish.course import COUNTER, GUARD, Course, chargeable, inch, needed_reach, placed
from coldsteel.rulebooks.skirmish.exchange import charge_attack
from coldsteel.rulebooks.skirmish.field import NoWay, field_of
from coldsteel.rulebooks.skirmish.flight import pursuit
from coldsteel.rulebooks.skirmish.legality import is_open, longest_reach, priority_bars, target_bars
from coldsteel.rulebooks.skirmish.morale import dw_test
from coldsteel.rulebooks.skirmish.rescue import interception, rescue_bars, way_of
from coldsteel.rulebooks.skirmish.setup import Stance
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = ["answer", "approach", "taken_over"]

RESCUE, FLIGHT, ATTACK, STAND = "rescue", "flight", "attack", "stand up"

Reaction = tuple[str, Slot]


# ---------------------------------------------------------------- the move
def approach(f: Fight, *course: Any) -> Steps[Fight]:
    """The charger stands at a point of its line; the other side may spend a saved action, one after the other, before
    it goes on to the next point or makes its attack (SK-54, SK-88, SK-89, SK-92)."""
    c = Course(*course)
    if not goes_on(f, c):
        return f
    watchers = tuple(m for m in f.setup.foes(c.charger) if watches(f, m))
    if not watchers:
        c = c._replace(s=c.length, admits=())
        f = placed(f, c)
        return f.first(*charge_attack(f, c))
    f, c, options = asked(f, c, watchers)
    what = f"reaction to the charge of {f.name(c.charger)}, {(c.moved + c.s) / 100:g} in from its start"
    taken = yield from choose(1 - f.side(c.charger), options, what=what, clause="SK-88")
    if taken is None or not taken[0]:
        return f.first(*charge_attack(f, c)) if c.at_end else f.first(do(approach, *next_point(f, c, watchers)))
    kind, who = taken
    return reacted(f.with_model(who, waiting=False), c, kind, who)


def asked(f: Fight, c: Course, watchers: tuple[Slot, ...]) -> tuple[Fight, Course, list[Option[Reaction]]]:
    """The charger at the point where the other side is asked, and what it may do there. Start and end show what stands
    against every reaction; at a point between them nobody is asked unless one is legal."""
    while True:
        f = placed(f, c)
        c = c._replace(admits=tuple(m for m in watchers if admitted(f, c, m)))
        options = reactions(f, c)
        if c.s == 0 or c.at_end or any_of(is_open(o.bars) for o in options[1:]):
            return f, c, options
        c = next_point(f, c, watchers)


def goes_on(f: Fight, c: Course) -> bool:
    """The charge goes on while charger and target live (SK-92)."""
    field = field_of(f.setup)
    return field.there(f.ground, c.charger) and field.there(f.ground, c.target)


def watches(f: Fight, m: Slot) -> bool:
    """Is the model alive, and does it wait?"""
    return field_of(f.setup).there(f.ground, m) and f.models[m].waiting


def admitted(f: Fight, c: Course, m: Slot) -> bool:
    """Does target priority admit the charger, here or at an earlier point (SK-101, SK-102, SK-R13)?"""
    now = not priority_bars(f, m, c.charger, lambda e: chargeable(f, m, e))
    return now or (m in c.admits and f.r.counter_priority == "any_moment")


def next_point(f: Fight, c: Course, watchers: tuple[Slot, ...]) -> Course:
    """At the next point of the line (SK-C13)."""
    points = field_of(f.setup).points(f.ground, c.charger, c.target, c.line, watchers)
    return c._replace(s=next(p for p in (*points, c.length) if p > c.s))


# ---------------------------------------------------------------- what may be done
def reactions(f: Fight, c: Course) -> list[Option[Reaction]]:
    """Nothing, or a reaction of one model that waits (SK-87, SK-90, SK-91)."""
    out: list[Option[Reaction]] = [option(("", c.target), "nothing")]
    for who in f.setup.foes(c.charger):
        if watches(f, who):
            out += reactions_of(f, c, who)
        elif field_of(f.setup).there(f.ground, who):
            waits = bar(True, "not_waiting", "SK-87", "the model is not waiting")
            out.append(option((STAND, who), f"{f.name(who)} reacts", waits))
    return out


def reactions_of(f: Fight, c: Course, who: Slot) -> list[Option[Reaction]]:
    """What one waiting model may do, with what stands against it."""
    name, unseen = f.name(who), sight_bars(f, c, who)
    counter = COUNTER if who == c.target else RESCUE
    return [
        option((counter, who), f"{name} counter-charges", *unseen, *counter_bars(f, c, who)),
        option((GUARD, who), f"{name} is on guard", *unseen, *guard_bars(f, c, who)),
        option((FLIGHT, who), f"{name} flees", *unseen, *flight_bars(f, c, who)),
        option((ATTACK, who), f"{name} attacks", *unseen, *target_bars(f, who, c.charger, longest_reach(f, who))),
        option((STAND, who), f"{name} stands up", *unseen, *stand_bars(f, who)),
    ]


def sight_bars(f: Fight, c: Course, who: Slot) -> tuple[Bar, ...]:
    """SK-85: only a charger in view is reacted to."""
    seen = field_of(f.setup).in_view(f.ground, who, c.charger)
    return () if seen else (bar(True, "not_in_view", "SK-85", "the charger is not in its view"),)


def counter_bars(f: Fight, c: Course, who: Slot) -> tuple[Bar, ...]:
    """Why a model may not counter-charge: as a rescuer, or as the target (SK-93 to SK-96, SK-100, SK-101, SK-104)."""
    if who != c.target:
        return rescue_bars(f, c, who)
    field, bound = field_of(f.setup), f.r.counter_conditions == "path_and_priority"  # SK-R14
    way = field.inch(f.ground, who, c.charger, inch(f))
    closed = (bar(True, way.code, way.clause, way.why),) if isinstance(way, NoWay) and bound else ()
    never = bound and who not in c.admits
    return (
        *melee_bars(f, c, who),
        bar(f.models[who].stance == Stance.FIRING, "not_standing", "SK-162", "the target is not standing"),
        bar(field.touching(f.ground, who, c.charger), "no_gap", "SK-96", "the bases touch already"),
        bar(never, "never_priority", "SK-101", "target priority has not admitted the charger"),
        *closed,
    )


def melee_bars(f: Fight, c: Course, who: Slot, guard: bool = False) -> tuple[Bar, ...]:
    """SK-93: a target that another enemy touches may not move (SK-R12: or not react at all, or it may do anything)."""
    others = [e for e in field_of(f.setup).touched_by(f.ground, who) if e != c.charger]
    free = {"all": True, "guard_only": guard, "none": False}[f.r.engaged_reactions]
    return (bar(bool(others) and not free, "engaged", "SK-93", "the target is in melee with another enemy"),)


def guard_bars(f: Fight, c: Course, who: Slot) -> tuple[Bar, ...]:
    """Why a model may not be on guard (SK-93, SK-119)."""
    not_target = bar(who != c.target, "not_target", "SK-119", "it is not the target of the charge")
    return (not_target, *melee_bars(f, c, who, guard=True))


def flight_bars(f: Fight, c: Course, who: Slot) -> tuple[Bar, ...]:
    """Why a model may not flee (SK-93, SK-124, SK-162)."""
    return (
        bar(who != c.target, "not_target", "SK-124", "it is not the target of the charge"),
        bar(not c.at_end, "too_early", "SK-124", "the charger would not attack yet"),
        bar(f.models[who].stance == Stance.FIRING, "not_standing", "SK-162", "the target is not standing"),
        *melee_bars(f, c, who),
    )


def stand_bars(f: Fight, who: Slot) -> tuple[Bar, ...]:
    """Who stands has nothing to stand up for (SK-162)."""
    return (bar(f.models[who].stance == Stance.STANDING, "standing", "SK-162", "the model stands"),)


# ---------------------------------------------------------------- what comes of it
def reacted(f: Fight, c: Course, kind: str, who: Slot) -> Fight:
    """The saved action is spent (SK-84); the target's own three take no DW test (SK-94, SK-119, SK-124)."""
    if kind == COUNTER:
        return counter_charge(f, c)
    if kind == GUARD:
        return f.first(do(approach, *c._replace(reaction=GUARD)))
    if kind == FLIGHT:
        return f.on(field_of(f.setup).flight(f.ground, who, c.charger)).first(pursuit(f, c))
    return f.first(do(answer, kind, who, *c))


def counter_charge(f: Fight, c: Course) -> Fight:
    """The target moves an inch toward the charger, and the line gets shorter (SK-94, SK-95, SK-96)."""
    field = field_of(f.setup)
    before = field.gap(f.ground, c.target, c.charger)
    way = field.inch(f.ground, c.target, c.charger, inch(f))
    f = f if isinstance(way, NoWay) else f.on(way)  # SK-R14 none: what bars the way holds it where it is
    inched = before - field.gap(f.ground, c.target, c.charger)
    return f.first(do(approach, *shortened(f, c._replace(reaction=COUNTER, inched=inched))))


def shortened(f: Fight, c: Course) -> Course:
    """The charge on what is left of its line (SK-94, SK-96, SK-116)."""
    left = field_of(f.setup).left(f.ground, c.charger, c.target, c.line, c.s, c.reach)
    return c._replace(line=left, moved=c.moved + c.s, s=0)


def answer(f: Fight, kind: str, who: Slot, *course: Any) -> Steps[Fight]:
    """Any other reaction takes a DW test; after a failed one the charge goes on from that point (SK-84, SK-91, SK-98,
    SK-106)."""
    c, on = Course(*course), do(approach, *course)
    passed = yield from dw_test(f, who, clause="SK-98" if kind == RESCUE else "SK-84")
    if no(passed):
        return f.first(on)
    if kind == STAND:
        return f.with_model(who, stance=Stance.STANDING).first(on)
    if kind == ATTACK:  # SK-91
        return f.first(do(attack, who, c.charger, False, needed_reach(f, who, c.charger), None, False), on)
    way = yield from way_of(f, c, who)
    f = f.on(way.ground)
    blows = interception(f, c, who, way)
    if way.contact:  # SK-106, SK-108 the charge is over
        return f.first(blows)
    return f.first(blows, do(taken_over, who, *course) if way.on_line else on)


def taken_over(f: Fight, who: Slot, *course: Any) -> Steps[Fight]:
    """A rescuer on the rest of the line is the target now: the charger goes on to it (SK-116, SK-117)."""
    c = Course(*course)._replace(target=who, reaction="", inched=0)
    if not goes_on(f, c):
        return f
    yield from say("{who} takes over as the target of the charge", "SK-116", who=f.name(who))
    return f.first(do(approach, *shortened(f, c)))
