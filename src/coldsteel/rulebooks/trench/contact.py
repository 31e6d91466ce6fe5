"""When a melee starts and who is in it (TR-1 to TR-9)."""

from __future__ import annotations

from coldsteel.kernel.asks import say
from coldsteel.kernel.state import Slot, Steps, Task, do
from coldsteel.rulebooks.trench.bout import Bout
from coldsteel.rulebooks.trench.dugout import at_entrance
from coldsteel.rulebooks.trench.house import next_floor
from coldsteel.rulebooks.trench.legality import join_bars, keep_out_bars, melee_bars, triggers
from coldsteel.rulebooks.trench.melee import round_of
from coldsteel.rulebooks.trench.night import look_out, roll_shells, star_shell
from coldsteel.rulebooks.trench.result import closing
from coldsteel.rulebooks.trench.setup import OUTSIDE, Place, Setup, Way
from coldsteel.rulebooks.trench.state import Fight, opening

__all__ = ["contact", "start"]


def start(setup: Setup) -> Fight:
    """The opening state: the night's look-outs, if there are any, then the melee, the house or the dugout."""
    f = opening(setup)
    first = {Place.BUILDING: do(next_floor, False), Place.DUGOUT: do(at_entrance)}.get(setup.place, do(contact))
    return f.first(*_watches(setup), first)


def _watches(setup: Setup) -> list[Task]:
    night = setup.night
    if night is None:
        return []
    rolls = [do(roll_shells, side) for side in (0, 1) if night.shells[side] is None]
    tasks = [do(step, k) for k in range(len(night.watches)) for step in (star_shell, look_out)]
    return [*rolls, *tasks]


def contact(f: Fight) -> Steps[Fight]:
    """Formations dissolve, the melee starts and draws in those near enough (TR-1, TR-5 to TR-9)."""
    s = f.setup
    for name in sorted({p.formation for p in s.groups if p.formation}):
        yield from say("{formation} breaks up into its Groups", "TR-1", formation=name)
    if not (s.fighting[0] and s.fighting[1]):
        why = melee_bars(s, Slot(0))[0]
        yield from say("no melee: {why}", why.clause, why=why.reason, code=why.code)
        return closing(f)
    for g in (g for g in (*s.slots(0), *s.slots(1)) if not triggers(s, g)):
        for why in (*join_bars(s, g), *keep_out_bars(s, g)):
            yield from say("{who}: {why}", why.clause, who=f.id(g), why=why.reason, code=why.code)
    sides = s.fighting
    b = Bout(1, (sides[0], sides[1]), s.attacker, Way.GROUND, OUTSIDE, False)
    return f.first(*round_of(f, b))
