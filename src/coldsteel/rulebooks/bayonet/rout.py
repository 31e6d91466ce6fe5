"""After the blows: break tests and retreats (BY-123 to BY-134)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, choose, option, say, total
from coldsteel.kernel.figures import all_of, any_of, least, look, no, where
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.bayonet.setup import Fate, Formation, Side
from coldsteel.rulebooks.bayonet.state import GONE, Fight
from coldsteel.rulebooks.bayonet.tables import bands, break_modifiers
from coldsteel.rulebooks.bayonet.tabletop import getting_away, hinders, moved, place_of_retreat, removed

__all__ = ["break_test", "carried_out", "outcome", "retreat", "retreats", "surrounded"]

RESULTS = ("broken", "retires disordered", "retires in good order", "holds")
BROKEN = 0


# ---------------------------------------------------------------- the test
def break_test(f: Fight, u: Slot) -> Steps[Fight]:
    """The losers of a round, and after a draw the shaken, throw 2d6 (BY-123 to BY-127). On a table those that retire
    move when all tests are rolled (BY-125); until then they have the fate that they have if there is room."""
    if f.units[u].testing:
        result = yield from outcome(f, u, "melee")
        f = carried_out(f, u, result, "one" if f.then.ground else f.profile(u).retire_room)
        return removed(f, u) if f.then.ground and f.gone(u) else f
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


def carried_out(f: Fight, u: Slot, result: int, room: str) -> Fight:
    """A unit's fate after its test with this much room to retire; its casualties are cut to its stamina (BY-128)."""
    p, x = f.profile(u), f.units[u]
    garrison = p.formation == Formation.GARRISON
    fate = look(fates(room, garrison), result)
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
    held = all_of(
        any_of(f.touches(u, e) & (f.touched_side(u, e) == side) & still_there(f, u, e, active) for e in f.enemies(u))
        for side in Side
    )
    lost = retires(f, u) & held
    return f.with_unit(u, fate=where(lost, Fate.DESTROYED, fate), disordered=f.units[u].disordered & no(lost))


def retires(f: Fight, u: Slot) -> bool:
    """Does the unit retire?"""
    fate = f.units[u].fate
    return (fate == Fate.RETIRED_GOOD) | (fate == Fate.RETIRED_DISORDERED)


def still_there(f: Fight, u: Slot, e: Slot, active: int) -> bool:
    """Is this enemy there as the unit retires? The broken are not; nor, when the other side moves, are those of the
    active side that have retired (BY-136)."""
    return no(f.gone(e)) if f.side(u) == active else f.in_place(e)


# ---------------------------------------------------------------- retreats on a table
def retreats(f: Fight, units: tuple[Slot, ...], active: int) -> Steps[Fight]:
    """Those of one side that retire move one at a time; their owner picks the order, where it can matter (BY-136)."""
    moving = tuple(u for u in units if retires(f, u))
    if len(moving) < 2 or not hinders(f, moving, tuple(touched_sides(f, u, active) for u in moving)):
        return f.first(*(do(retreat, u, active) for u in moving))
    options = [option(u, f"{f.id(u)} retires first") for u in moving]
    first = yield from choose(f.side(moving[0]), options, what="order of retreats", clause="BY-136")
    assert first is not None, "any of them may be the first"
    rest = tuple(u for u in moving if u != first)
    return f.first(do(retreat, first, active), do(retreats, rest, active))


def touched_sides(f: Fight, u: Slot, active: int) -> tuple[int, ...]:
    """BY-131: the sides of the unit that enemies touch as it retires; if none does any more, those that were touched in
    the round."""
    round_ = [(int(f.touched_side(u, e)), e) for e in f.enemies(u) if f.touches(u, e)]
    now = {side for side, e in round_ if still_there(f, u, e, active)}
    return tuple(sorted(now or {side for side, _ in round_}))


def retreat(f: Fight, u: Slot, active: int) -> Steps[Fight]:
    """One full move out of contact, or two (BY-130 to BY-132); a garrison leaves its building (BY-134)."""
    ways = {int(side): place_of_retreat(f, u, side) for side in getting_away(f, u, touched_sides(f, u, active))}
    taken = next(iter(ways), None)
    if len(ways) > 1:
        options = [
            option(side, f"{f.id(u)} retires by its {Side(side).name.lower()}: {HOW_FAR[room]}")
            for side, (room, _) in sorted(ways.items(), key=lambda way: list(HOW_FAR).index(way[1][0]))
        ]
        taken = yield from choose(f.side(u), options, what=f"retreat of {f.id(u)}", clause="BY-131")
    room, entry = ("none", None) if taken is None else ways[taken]
    yield from say("{who} retires: {room}", "BY-132", who=f.id(u), room=HOW_FAR[room])
    if room == "one":
        return moved(f, u, entry)
    if room == "two":
        return moved(f, u, entry).with_unit(u, fate=Fate.RETIRED_DISORDERED, disordered=True)
    fate = Fate.LEFT_TABLE if room == "off_table" else Fate.DESTROYED
    return removed(f, u).with_unit(u, fate=fate, disordered=False)


HOW_FAR = {"one": "one full move", "two": "two full moves", "off_table": "over the table edge", "none": "no room"}
