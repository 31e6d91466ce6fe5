"""Beaten in a building: up, down, out by a door, or nowhere (TR-85 to TR-90)."""

from __future__ import annotations

from coldsteel.kernel.asks import choose, option, total
from coldsteel.kernel.figures import least, where
from coldsteel.kernel.state import Slot, Steps, do, evolve
from coldsteel.rulebooks.trench.legality import exit_bars, floor_bars, nowhere_bars, stay_bars
from coldsteel.rulebooks.trench.result import inches_back
from coldsteel.rulebooks.trench.retreat import fall_back
from coldsteel.rulebooks.trench.setup import OUTSIDE
from coldsteel.rulebooks.trench.state import End, Fight, Status

__all__ = ["leave", "withdraw"]

Slots = tuple[Slot, ...]
OUT, GIVE_UP, STAY = -2, -3, -4  # besides a floor, what may become of beaten men


def withdraw(f: Fight, side: int, floor: int, back: int, groups: Slots) -> Steps[Fight]:
    """The beaten Groups of a side leave a floor, in the order that their owner chooses (TR-86, TR-87). Attackers go
    back whence they came."""
    left = tuple(g for g in groups if f.living(g))
    if not left:
        return f
    first: Slot | None = left[0]
    if len(left) > 1:
        options = [option(g, f.id(g)) for g in left]
        first = yield from choose(side, options, what="who goes first", clause="TR-87")
    assert first is not None
    rest = tuple(g for g in left if g != first)
    f = f.first(do(withdraw, side, floor, back, rest)) if rest else f
    if side == f.setup.attacker:
        return (yield from go_back_the_way(f, first, floor, back))
    return (yield from leave(f, first, floor))


def out_by_a_door(f: Fight, g: Slot, floor: int) -> Steps[Fight]:
    """A beaten Group leaves by a door, by its distance; the overwhelmed roll for it, once a side (TR-44, TR-45)."""
    place = int(g) if f.r.overwhelm_roll == "group" else 0  # TR-R16
    if (f.end == End.OVERWHELMED) & (f.rolls[place] == 0):
        dice = f.p.overwhelm_roll_dice
        inches = yield from total(f.side(g), dice, what="inches of the retreat", clause="TR-44")
        f = evolve(f, rolls=tuple(inches if k == place else x for k, x in enumerate(f.rolls)))
    inches = where(f.end == End.STALEMATE, f.p.stalemate_in, inches_back(f, g))
    return fall_back(f, g, inches, (f.end == End.OVERWHELMED) | (f.groups[g].level == 4), floor)


def go_back_the_way(f: Fight, g: Slot, floor: int, back: int) -> Steps[Fight]:
    """Beaten attackers go back by the stairs, or by the door with the table's distance (TR-58, TR-90)."""
    if back != OUTSIDE:
        return by_stairs(f, g, floor, back)
    return (yield from out_by_a_door(f, g, floor))


def leave(f: Fight, g: Slot, floor: int) -> Steps[Fight]:
    """A beaten Group goes one floor up or down, or out by a door; who has nowhere to go gives himself up (TR-85 to
    TR-88, TR-90)."""
    house = f.setup.house
    assert house is not None
    floors = [(k, floor_bars(f, g, floor, k)) for k in range(house.floors) if k != floor]
    out = exit_bars(f, floor)
    stays = f.r.stairs_excess == "stay"  # TR-R31
    options = [option(k, f"to floor {k}", *bars) for k, bars in floors]
    options.append(option(OUT, "out by a door", *out))
    if stays:
        options.append(option(STAY, "stays", *stay_bars([bars for _, bars in floors], out)))
    options.append(option(GIVE_UP, "gives itself up", *nowhere_bars([bars for _, bars in floors], out, stays)))
    taken = yield from choose(f.side(g), options, what=f"{f.id(g)}, beaten", clause="TR-85")
    assert taken is not None, "who has nowhere to go gives himself up"
    if taken == OUT:
        return (yield from out_by_a_door(f, g, floor))
    if taken == GIVE_UP:
        return f.with_group(g, status=Status.SURRENDERED)
    return f if taken == STAY else by_stairs(f, g, floor, taken)


def by_stairs(f: Fight, g: Slot, floor: int, there: int) -> Fight:
    """Three men for each staircase get away; those left over surrender (TR-86, TR-87, TR-R31)."""
    house = f.setup.house
    assert house is not None
    up, x = there > floor, f.groups[g]
    room = f.p.stair_men * house.stairs[min(floor, there)]  # concrete: floors
    used = f.stairs[0 if up else 1]
    goes = least(f.men(g), room - used)
    f = evolve(f, stairs=(used + goes, f.stairs[1]) if up else (f.stairs[0], used + goes))
    stuck = x.men - goes
    if f.r.stairs_excess == "stay" and f.side(g) != f.setup.attacker:
        return _parted(f, g, there, goes, stuck)
    f = f.with_taken(g, captured=x.taken[0].captured + stuck)
    return f.with_group(g, men=goes).with_housed(g, floor=there)


def _parted(f: Fight, g: Slot, there: int, goes: int, stuck: int) -> Fight:
    """TR-R31 `stay`: some get away, the others stay on the floor."""
    x = f.groups[g].housed[0]
    all_away = stuck == 0
    away = x.away + goes
    f = f.with_group(g, men=where(all_away, away, stuck))
    return f.with_housed(
        g,
        floor=where(all_away, there, x.floor),
        away=where(all_away, 0, away),
        away_floor=where(all_away, OUTSIDE, there),
    )
