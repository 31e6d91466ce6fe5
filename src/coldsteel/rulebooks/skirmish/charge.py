"""The charge: whom a model may charge and how (SK-36 to SK-57). Its move and attack follow in `reactions`."""

from __future__ import annotations

from coldsteel.kernel.asks import Bar, Option, bar, choose, option
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.skirmish.course import Course, chargeable, joining_bars, line_to, modes
from coldsteel.rulebooks.skirmish.field import Line, NoWay, field_of
from coldsteel.rulebooks.skirmish.legality import priority_bars
from coldsteel.rulebooks.skirmish.reactions import approach
from coldsteel.rulebooks.skirmish.setup import Stance
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = ["charge", "charge_targets"]

Declared = tuple[Slot, int, Line]
"""Whom a charge is at, the reach it is declared for (0: to contact), and its line (SK-46, SK-56)."""


def charge(f: Fight, me: Slot) -> Steps[Fight]:
    """The owner names target and mode; the line is fixed, and there is no way back (SK-36, SK-46, SK-47, SK-48)."""
    taken = yield from choose(f.side(me), charge_targets(f, me), what=f"charge of {f.name(me)}", clause="SK-46")
    return f if taken is None else f.first(do(approach, *Course(me, *taken)))


def charge_targets(f: Fight, me: Slot) -> list[Option[Declared]]:
    """Every living enemy, to contact and by every reach that the model has, with what stands against it."""
    field = field_of(f.setup)
    foes = [e for e in f.setup.foes(me) if field.there(f.ground, e)]
    return [_declared(f, me, e, reach) for e in foes for reach in modes(f, me)]


def _declared(f: Fight, me: Slot, target: Slot, reach: int) -> Option[Declared]:
    line = line_to(f, me, target, reach)
    bars = (
        *charger_bars(f, me),
        *target_bars(f, me, target),
        *joining_bars(f, me, target, line, reach),
        *way_bars(line),
    )
    by = f" by reach {reach / 100:g}" if reach else ""
    return option((target, reach, () if isinstance(line, NoWay) else line), f"{f.name(target)}{by}", *bars)


# ---------------------------------------------------------------- what stands against it
def charger_bars(f: Fight, me: Slot) -> tuple[Bar, ...]:
    """Who may not charge at all (SK-41, SK-42, SK-45)."""
    x, touched = f.models[me], bool(field_of(f.setup).touched_by(f.ground, me))
    allowed = "charge" in f.profile(me).melee_actions  # SK-8
    return (
        bar(touched and not allowed, "in_melee", "SK-42", "a model in melee can't charge"),
        bar(x.stance == Stance.FIRING, "not_standing", "SK-41", "charging takes a standing model"),
        bar(x.panicked, "panicked", "SK-45", "a panicked model can't charge an enemy that it sees"),
    )


def target_bars(f: Fight, me: Slot, target: Slot) -> tuple[Bar, ...]:
    """Whom it may not charge: who is out of sight, or passed over by priority (SK-38, SK-40)."""
    if not field_of(f.setup).sees(f.ground, me, target):  # SK-39 the firing arc is not asked for
        return (bar(True, "not_in_sight", "SK-38", "the target is not in sight"),)
    return priority_bars(f, me, target, lambda e: chargeable(f, me, e), clause="SK-40")


def way_bars(line: Line | NoWay) -> tuple[Bar, ...]:
    """Why there is no line (SK-38, SK-43, SK-51, SK-52, SK-154)."""
    return (bar(True, line.code, line.clause, line.why),) if isinstance(line, NoWay) else ()
