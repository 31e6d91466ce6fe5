"""Breaking off: an opposed roll, and a move clear of every enemy (SK-136 to SK-145)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Bar, bar, choose, contest, option
from coldsteel.kernel.state import Slot, Steps
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.legality import standing_bar
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.tables import SIDES_OF_DIE, break_off_lead

__all__ = ["break_off", "break_off_bars"]

HIGHER = 2


def break_off_bars(f: Fight, me: Slot) -> tuple[Bar, ...]:
    """Why a model may not try to break off (SK-136, SK-145, SK-162)."""
    field, g = field_of(f.setup), f.ground
    if not field.touched_by(g, me):
        return (bar(True, "not_in_melee", "SK-136", "the model is not in melee"),)
    pinned = not field.breakaways(g, me)
    return standing_bar(f, me), bar(pinned, "nowhere_to_go", "SK-145", "there is no spot clear of enemy bases to go to")


def break_off(f: Fight, me: Slot) -> Steps[Fight]:
    """BREAK_OFF: the opponent names the enemy whose figures count (SK-139), both roll, and only a higher sum sets the
    model free to move (SK-141, SK-143)."""
    field = field_of(f.setup)
    foes = field.touched_by(f.ground, me)
    enemy = yield from _rival(f, me, foes)
    if enemy is None:
        return f
    lead = break_off_lead(f, me, enemy, len(foes) - 1)
    result = yield from contest(
        f.side(me),
        1 - f.side(me),
        SIDES_OF_DIE,
        lead=lead.value,
        what=f"{f.name(me)} breaks off from {f.name(enemy)}",
        clause="SK-137",
        rows=lead.rows,
    )
    if result != HIGHER:  # SK-141: equal sums stay
        return f
    ways = [option(k, move.label) for k, move in enumerate(field.breakaways(f.ground, me))]
    options = [*ways, option(-1, "stay")]
    taken = yield from choose(f.side(me), options, what=f"way out for {f.name(me)}", clause="SK-143")
    if taken is None or taken < 0:
        return f
    return f.on(field.breakaways(f.ground, me)[taken].ground)


def _rival(f: Fight, me: Slot, foes: tuple[Slot, ...]) -> Answer[Slot | None]:
    """SK-139: the opponent's choice, if there is more than one enemy in contact."""
    if len(foes) == 1:
        return foes[0]
    options = [option(e, f.name(e)) for e in foes]
    return (yield from choose(1 - f.side(me), options, what=f"who holds {f.name(me)}", clause="SK-139"))
