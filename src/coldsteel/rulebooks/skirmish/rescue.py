"""A waiting model comes to the aid of one that is charged (SK-98 to SK-108, SK-115 to SK-117)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Bar, Option, bar, choose, option
from coldsteel.kernel.state import Slot, Task, do
from coldsteel.rulebooks.skirmish.blows import attack
from coldsteel.rulebooks.skirmish.course import COUNTER, Course, needed_reach
from coldsteel.rulebooks.skirmish.exchange import exchange
from coldsteel.rulebooks.skirmish.field import NoWay, Rescue, field_of
from coldsteel.rulebooks.skirmish.legality import longest_reach, none_open, size_bars
from coldsteel.rulebooks.skirmish.setup import Stance
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = ["interception", "rescue_bars", "way_of"]


def rescue_bars(f: Fight, c: Course, who: Slot) -> tuple[Bar, ...]:
    """Why a model may not come to the aid of another at this point (SK-99 to SK-103, SK-152). All that is asked of a
    charge is asked of it."""
    x, field = f.models[who], field_of(f.setup)
    return (
        bar(bool(field.touched_by(f.ground, who)), "in_melee", "SK-99", "the rescuer is in melee"),
        bar(x.panicked, "panicked", "SK-99", "the rescuer is panicked"),
        bar(x.stance == Stance.FIRING, "not_standing", "SK-162", "the rescuer is not standing"),
        bar(who not in c.admits, "never_priority", "SK-101", "target priority has not admitted the charger"),
        *none_open(ways_of(f, c, who)),
    )


def ways_of(f: Fight, c: Course, who: Slot) -> list[Option[Rescue]]:
    """The ways to intercept the charger where it stands, with what stands against each (SK-100, SK-103, SK-107, SK-115,
    SK-152)."""
    field = field_of(f.setup)
    ways = field.rescues(f.ground, who, c.charger, c.target, c.line, c.s, longest_reach(f, who))
    if isinstance(ways, NoWay):
        nowhere = Rescue("nowhere", f.ground, False, False)
        return [option(nowhere, nowhere.label, bar(True, ways.code, ways.clause, ways.why))]
    return [option(way, way.label, *_way_bars(f, c, who, way)) for way in ways]


def _way_bars(f: Fight, c: Course, who: Slot, way: Rescue) -> tuple[Bar, ...]:
    too_far = not way.contact and needed_reach(f.on(way.ground), who, c.charger) is None
    return (
        *size_bars(f, who, c.charger, distant=not way.contact),
        bar(too_far, "out_of_reach", "SK-29", "from there it cannot strike the charger"),
    )


def way_of(f: Fight, c: Course, who: Slot) -> Answer[Rescue]:
    """The rescuer's owner picks contact or, with reach, a place without contact (SK-105, SK-107, SK-115)."""
    what = f"interception by {f.name(who)}"
    taken = yield from choose(f.side(who), ways_of(f, c, who), what=what, clause="SK-115")
    assert taken is not None, "a rescue that was declared is possible"
    return taken


def interception(f: Fight, c: Course, who: Slot, way: Rescue) -> Task:
    """The blows at the point of interception, the rescuer being there already. In contact both strike, and the charge
    is over, however they fall (SK-107, SK-108); without contact the rescuer alone does, without modifiers (SK-115,
    SK-117)."""
    if way.contact:
        return do(exchange, c.charger, who, COUNTER, 0, 0)
    return do(attack, who, c.charger, False, needed_reach(f, who, c.charger), None, False)
