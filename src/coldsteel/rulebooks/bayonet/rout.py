"""After the blows: break tests and retreats (BY-123 to BY-134)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, say, total
from coldsteel.kernel.figures import all_of, any_of, least, look, no, where
from coldsteel.kernel.state import Slot, Steps
from coldsteel.rulebooks.bayonet.setup import Fate, Formation, Side
from coldsteel.rulebooks.bayonet.state import GONE, Fight
from coldsteel.rulebooks.bayonet.tables import bands, break_modifiers

__all__ = ["break_test", "carried_out", "outcome", "surrounded"]

RESULTS = ("broken", "retires disordered", "retires in good order", "holds")
BROKEN = 0


# ---------------------------------------------------------------- the test
def break_test(f: Fight, u: Slot) -> Steps[Fight]:
    """The losers of a round, and after a draw the shaken, throw 2d6 (BY-123 to BY-127)."""
    if f.units[u].testing:
        result = yield from outcome(f, u, "melee")
        return carried_out(f, u, result)
    return f


def outcome(f: Fight, u: Slot, column: str, artillery_hurt: bool = False) -> Answer[int]:
    """2d6 with the modifiers of BY-126, read on the table of BY-127: the number of one of `RESULTS`."""
    p = f.profile(u)
    row = bands(f, p.arm, column)
    if row[0] >= 99:  # BY-127 'always': there is nothing to throw for
        yield from say(f"{p.id} is broken: beaten artillery is lost", "BY-127")
        return BROKEN
    modifiers = break_modifiers(f, u, artillery_hurt)
    return (
        yield from total(
            p.side,
            plus=modifiers.value,
            bands=[top + 1 for top in row],
            names=RESULTS,
            what=f"break test of {p.id}",
            clause="BY-125",
            rows=modifiers.rows,
        )
    )


def fates(retire_room: str, garrison: bool = False) -> tuple[Fate, Fate, Fate, Fate]:
    """What each of `RESULTS` means for a unit with this much room (BY-129, BY-130, BY-132, BY-133, BY-C17)."""
    if garrison and retire_room == "one":  # BY-134 whatever its test says, it leaves the building disordered
        retire_room = "two"
    out_of_it = {
        "one": (Fate.RETIRED_DISORDERED, Fate.RETIRED_GOOD),
        "two": (Fate.RETIRED_DISORDERED, Fate.RETIRED_DISORDERED),
        "none": (Fate.DESTROYED, Fate.DESTROYED),
        "off_table": (Fate.LEFT_TABLE, Fate.LEFT_TABLE),
    }
    return (Fate.BROKEN, *out_of_it[retire_room], Fate.IN_PLACE)


def carried_out(f: Fight, u: Slot, result: int) -> Fight:
    """A unit's fate after its test; its casualties are cut to its stamina (BY-128)."""
    p, x = f.profile(u), f.units[u]
    garrison = p.formation == Formation.GARRISON
    fate = look(fates(p.retire_room, garrison), result)
    disordered = (fate == Fate.RETIRED_DISORDERED) | (x.disordered & no(any_of(fate == gone for gone in GONE)))
    stays = fate == Fate.IN_PLACE
    if garrison:  # BY-134 it comes out as a line
        out = (fate == Fate.RETIRED_DISORDERED) | (fate == Fate.LEFT_TABLE)
        f = f.with_unit(u, formation=where(out, Formation.LINE, x.formation))
    return f.with_unit(
        u,
        fate=fate,
        casualties=least(x.casualties, p.stamina),
        testing=False,
        disordered=disordered,
        won_last=x.won_last & stays,
        charged=x.charged & stays,
        behind_cover=x.behind_cover & stays,  # BY-115 who retires leaves it behind
    )


def surrounded(f: Fight, u: Slot, active: int) -> Fight:
    """BY-131: a unit that must retire and is touched on all four sides is destroyed. The broken are removed first, then
    the active side moves, then the other (BY-136)."""
    fate = f.units[u].fate
    retires = (fate == Fate.RETIRED_GOOD) | (fate == Fate.RETIRED_DISORDERED)

    def still_there(e: Slot) -> bool:
        return no(f.gone(e)) if f.side(u) == active else f.in_place(e)

    held = all_of(
        any_of(f.touches(u, e) & (f.touched_side(u, e) == side) & still_there(e) for e in f.enemies(u)) for side in Side
    )
    lost = retires & held
    return f.with_unit(u, fate=where(lost, Fate.DESTROYED, fate), disordered=f.units[u].disordered & no(lost))
