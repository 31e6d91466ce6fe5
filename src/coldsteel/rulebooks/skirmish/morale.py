"""DW tests, morale, panic (SK-2, SK-132 to SK-135, SK-160, SK-161)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, test
from coldsteel.kernel.figures import no, where, within
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.setup import ForcedMove
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.tables import SIDES_OF_DIE, dw_need

__all__ = ["dw_test", "morale_test", "panicked", "unit_morale"]


def dw_test(f: Fight, m: Slot, modifier: int = 0, *, what: str = "DW test", clause: str = "SK-84") -> Answer[bool]:
    """A DW test of a model: does it pass? A natural 1 always does, a natural 20 never (SK-1, SK-2)."""
    need = dw_need(f, m, modifier)
    failed = yield from test(
        f.side(m),
        SIDES_OF_DIE,
        within(2, need.value + 1, 20),
        names=("passed", "failed"),
        what=f"{what} of {f.name(m)}",
        clause=clause,
        rows=need.rows,
    )
    return failed == 0


def morale_test(f: Fight, m: Slot, modifier: int) -> Steps[Fight]:
    """A step: a morale test of a model; if it fails it panics (SK-132, SK-160)."""
    if not field_of(f.setup).there(f.ground, m):
        return f
    passed = yield from dw_test(f, m, modifier, what="morale test", clause="SK-160")
    return panicked(f, (m,), passed == 0)


def unit_morale(f: Fight, m: Slot, modifier: int) -> Steps[Fight]:
    """A step: the morale of the unit of `m`, dead or alive: every living model tests for itself (SK-134, SK-135); by
    the other reading of `unit_morale` one roll with the highest DW is for all."""
    living = [x for x in f.unit_profile(f.profile(m).unit).models if field_of(f.setup).there(f.ground, x)]
    if f.r.unit_morale == "per_model" or len(living) < 2:
        return f.first(*(do(morale_test, x, modifier) for x in living))
    best, need = living[0], dw_need(f, living[0], modifier).value
    for x in living[1:]:
        if dw_need(f, x, modifier).value > need:
            best, need = x, dw_need(f, x, modifier).value
    passed = yield from dw_test(f, best, modifier, what="morale test", clause="SK-135")
    return panicked(f, tuple(living), passed == 0)


def panicked(f: Fight, models: tuple[Slot, ...], when: bool) -> Fight:
    """Those models panic where this holds: they wait no more and owe a move away from the enemy (SK-161)."""
    for m in models:
        x = f.models[m]
        f = f.with_model(
            m,
            panicked=x.panicked | when,
            waiting=x.waiting & no(when),
            forced_move=where(when, ForcedMove.AWAY_FROM_ENEMY, x.forced_move),
        )
    return f
