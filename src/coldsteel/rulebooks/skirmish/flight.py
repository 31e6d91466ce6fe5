"""Flight from a charge: the pursuit, and what it does to morale (SK-124 to SK-135)."""

from __future__ import annotations

from coldsteel.kernel.asks import Option, choose, option
from coldsteel.kernel.state import Slot, Steps, Task, do
from coldsteel.rulebooks.skirmish.blows import attack
from coldsteel.rulebooks.skirmish.course import Course, needed_reach
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.legality import longest_reach
from coldsteel.rulebooks.skirmish.morale import morale_test, unit_morale
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = ["fled", "pursue", "pursuit"]


def pursuit(f: Fight, c: Course) -> Task:
    """What follows a flight, with what is left of the charger's move (SK-130, SK-R21)."""
    fresh = f.r.flight_range == "fresh_move"
    rest = f.profile(c.charger).r - (0 if fresh else c.moved + c.s)
    return do(pursue, c.charger, c.target, max(0, rest))  # concrete: the profile and the agenda


def pursue(f: Fight, charger: Slot, target: Slot, rest: int) -> Steps[Fight]:
    """The charger's owner may press on; who is caught is attacked, else the action is wasted (SK-127 to SK-131)."""
    reach = longest_reach(f, charger)
    ground, caught, contact = field_of(f.setup).pursuit(f.ground, charger, target, rest, reach)
    after = f.on(ground)
    needed = needed_reach(after, charger, target) if caught else None
    options: list[Option[bool]] = [
        option(True, "pursue" if needed is not None else "pursue in vain"),
        option(False, "stay"),
    ]
    pressed = yield from choose(f.side(charger), options, what=f"pursuit by {f.name(charger)}", clause="SK-127")
    f = after if pressed else f
    if needed is None or not pressed:
        escaped = [do(morale_test, target, f.p.flight_dw)] if f.r.flight_morale == "always" else []
        return f.first(*escaped)  # SK-133 by default who escaped takes none
    blow = do(attack, charger, target, contact, needed, None, False)
    return f.first(blow, do(fled, target, wounds_known(f, target)))


def wounds_known(f: Fight, m: Slot) -> int:
    """How many wounds the fugitive has left before the attack, where only a wound is followed by a test (SK-R22)."""
    if f.r.flight_morale != "if_wounded":
        return 0
    for n in range(1, f.profile(m).wounds):
        if f.models[m].wounds_left == n:
            return n
    return f.profile(m).wounds


def fled(f: Fight, target: Slot, had: int) -> Fight:
    """A fugitive that lives tests its morale; if it died in this attack, all of its unit do (SK-132 to SK-135)."""
    if not field_of(f.setup).there(f.ground, target):
        return f.first(do(unit_morale, target, f.p.flight_dw))
    if had:
        if f.models[target].wounds_left == had:  # SK-R22 if_wounded
            return f
    return f.first(do(morale_test, target, f.p.flight_dw))
