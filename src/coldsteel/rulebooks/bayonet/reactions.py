"""The target answers: stand, closing volley, form square, evade, counter-charge, turn to face (BY-34 to BY-85)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coldsteel.kernel.asks import Option, choose, faces, option, say, stage, tally, tally_classes
from coldsteel.kernel.figures import least, most, no, where
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.bayonet.arrival import closed, goes_home, strikes, touches_more
from coldsteel.rulebooks.bayonet.legality import (
    counter_bars,
    evade_bars,
    square_bars,
    stand_bars,
    struck_side,
    turn_bars,
    turned_side,
    turns_matter,
    volley_bars,
)
from coldsteel.rulebooks.bayonet.rout import carried_out, outcome
from coldsteel.rulebooks.bayonet.setup import Fate, Formation, Order, Side
from coldsteel.rulebooks.bayonet.state import GONE, Fight
from coldsteel.rulebooks.bayonet.tables import save_need, volley_dice, volley_need
from coldsteel.rulebooks.bayonet.tabletop import (
    moved,
    out_of_reach,
    place_back,
    place_in_square,
    place_turned,
    places_of_meeting,
    removed,
    turn_room,
    volley_room,
    way_of_evasion,
)

__all__ = ["closing_volley", "counter_charge", "evade", "form_square", "react", "stand", "turn_to_face", "volley_test"]


def react(f: Fight, order: int, short: bool = False) -> Steps[Fight]:
    """The target's owner names one reaction (BY-34, BY-35, BY-36). `short`: on a table, to a charge that has fallen
    short (BY-R11)."""
    o = f.setup.orders[order]
    options: list[Option[Callable[..., Any]]] = [
        option(stand, "stand", *stand_bars(f, o)),
        option(closing_volley, "closing volley", *volley_bars(f, o)),
        option(form_square, "form square", *square_bars(f, o)),
        option(evade, f"evade{_evasion(f, o, short)}", *evade_bars(f, o)),
        option(counter_charge, "counter-charge", *counter_bars(f, o)),
        option(turn_to_face, "turn to face", *turn_bars(f, o)),
    ]
    what = f"reaction of {f.id(o.target)}"
    taken = yield from choose(f.side(o.target), options, what=what, clause="BY-34")
    assert taken is not None, "a unit can stand, or has to form square"
    if f.r.reaction_limit == "per_turn" and taken not in (stand, form_square):  # BY-R12
        f = f.with_unit(o.target, reacted=True)
    return f.first(do(taken, order, *((True,) if short else ())))


def _evasion(f: Fight, o: Order, short: bool) -> str:
    """A word of warning before a unit runs to its destruction."""
    fate, _ = flight(f, o, short)
    return "" if fate == Fate.EVADED else f" ({fate.name.lower().replace('_', ' ')})"


# ---------------------------------------------------------------- stand
def stand(f: Fight, order: int, short: bool = False) -> Fight:
    """The charge is received as the unit is (BY-38). If it falls short, nothing comes of it (BY-R11)."""
    o = f.setup.orders[order]
    return f if short or out_of_reach(f, o) else goes_home(f, o, struck_side(f, o))


# ---------------------------------------------------------------- closing volley
def closing_volley(f: Fight, order: int, short: bool = False) -> Steps[Fight]:
    """The target shoots at the charger before any blow, once it has closed (BY-39 to BY-46, BY-C6)."""
    o = f.setup.orders[order]
    if short or out_of_reach(f, o):  # BY-R11 it lapses
        return f
    told: tuple[int, ...] = ()
    if f.then.ground:  # BY-42
        side = struck_side(f, o)
        f, told = closed(f, o, side), (int(side),)
    c, t = o.unit, o.target
    guns = f.profile(t).is_artillery
    dice, hit = volley_dice(f, t), volley_need(f, t, c)
    sixes, others = yield from tally_classes(
        f.side(t),
        dice.value,
        stage("a six that hits", most(hit.value, 6), 6, clause="BY-46", rows=hit.rows, counts="six"),
        stage("any other hit", hit.value, 5, clause="BY-44", rows=hit.rows, counts="hit"),
        what=f"closing volley of {f.id(t)}",
        clause="BY-42",
        n_rows=dice.rows,
    )
    save = save_need(f, c, Side.FRONT, artillery_shot=guns)  # BY-45
    unsaved = stage(f"morale saves of {f.id(c)}", 1, save.value - 1, clause="BY-45", rows=save.rows, counts="not saved")
    hurt = yield from tally(f.side(c), sixes + others, unsaved, clause="BY-45")
    if f.r.volley_six_disorders:  # BY-46, BY-C7
        f = f.with_unit(c, disordered=f.units[c].disordered | (sixes > 0))
    f = f.with_unit(c, casualties=f.units[c].casualties + hurt)
    if f.r.volley_counts_in_result:  # BY-49, BY-R17
        f = f.with_contact(c, t, **{"score_b" if f.side(t) else "score_a": hurt})
    if f.r.volley_break_test != "none":  # BY-47, BY-C8
        f = f.with_unit(c, testing=f.shaken(c) | ((hurt > 0) & guns))
    return f.first(do(volley_test, order, *told))


def volley_test(f: Fight, order: int, side: int = Side.FRONT) -> Steps[Fight]:
    """A charger shaken by the volley, or hurt by guns, tests; if it holds, the charge goes home (BY-47). `side` is told
    on a table, where the charger stands on it already."""
    o = f.setup.orders[order]
    c, t = o.unit, o.target
    if f.units[c].testing:  # guns that are the reason have caused a casualty, and so have they if it is shaken
        result = yield from outcome(f, c, f.r.volley_break_test, artillery_hurt=f.profile(t).is_artillery)
        f = carried_out(f, c, result, volley_room(f, c))
    else:
        f = f.with_unit(c, casualties=least(f.units[c].casualties, f.profile(c).stamina))
    home = f.in_place(c)
    if f.r.volley_shaken_charger == "halts":  # BY-48, BY-R16
        home = home & no(f.shaken(c))
    if f.r.volley_counts_in_result:
        score = f.contact(c, t)
        f = f.with_contact(c, t, score_a=where(home, score.score_a, 0), score_b=where(home, score.score_b, 0))
    return driven_or_home(f, o, side, home) if f.then.ground else strikes(f, o, struck_side(f, o), home)


def driven_or_home(f: Fight, o: Order, side: int, home: bool) -> Fight:
    """BY-47 on a table: the charger strikes, or is gone, or has retired straight back (BY-R16: or steps back)."""
    if home:
        return strikes(f, o, side)
    f = strikes(f, o, side, False)
    if f.gone(o.unit):
        return removed(f, o.unit)
    return moved(f, o.unit, place_back(f, o.unit, halted=bool(f.in_place(o.unit))))


# ---------------------------------------------------------------- form square
def form_square(f: Fight, order: int, short: bool = False) -> Steps[Fight]:
    """2d6: 1-1 no square and disordered, 6-6 square but disordered, else square (BY-54 to BY-58)."""
    o = f.setup.orders[order]
    short = short or out_of_reach(f, o)
    t, x = o.target, f.units[o.target]
    names = ("square", "no square, disordered", "square, disordered")
    what = f"{f.id(t)} forms square"
    shown = yield from faces(f.side(t), 2, 6, (1, 1), (6, 6), names=names, what=what, clause="BY-55")
    formed = shown != 1
    kept = x.disordered & (not f.r.square_clears_disorder)  # BY-56, BY-R20
    f = f.with_unit(
        t,
        formation=where(formed, Formation.SQUARE, x.formation),
        disordered=where(shown == 0, kept, True),
        behind_cover=x.behind_cover & no(formed),  # BY-115
    )
    if f.then.ground and formed:
        f = moved(f, t, place_in_square(f, t))
    if short:  # BY-R11 the square stands, no charge arrives
        return f
    f = goes_home(f, o, Side.FRONT)  # BY-58, BY-59
    if not f.r.charge_bonus_against_new_square:  # BY-R21
        f = f.with_unit(o.unit, charged=f.units[o.unit].charged & no(formed))
    return f


# ---------------------------------------------------------------- evade
def evasion_fate(f: Fight, u: Slot) -> Fate:
    """What becomes of an evader: room, then friends, then the edge (BY-66 to BY-71)."""
    p = f.profile(u)
    if p.evade_room == "blocked" and f.r.evade_destroys == "cavalry_only" and not p.is_cavalry:  # BY-R23
        return Fate.EVADED
    return {
        "clear": Fate.EVADED,
        "blocked": Fate.DESTROYED,
        "friend_passed": Fate.EVADED,
        "friend_not_passed": Fate.DESTROYED,
        "off_table": Fate.LEFT_TABLE,
    }[p.evade_room]


def flight(f: Fight, o: Order, short: bool) -> tuple[Fate, Fight]:
    """BY-63, BY-64: the charger completes its move, then the evader leaves: its fate, and the fight with both there."""
    if not f.then.ground:
        return evasion_fate(f, o.target), f
    side = struck_side(f, o)
    if not (short or out_of_reach(f, o)):
        f = closed(f, o, side)
    fate, entry = way_of_evasion(f, o.target, side)
    return fate, moved(f, o.target, entry)


def evade(f: Fight, order: int, short: bool = False) -> Steps[Fight]:
    """The charger completes its move, the evader leaves by one full move; the two do not fight (BY-63, BY-64)."""
    o = f.setup.orders[order]
    c, t = o.unit, o.target
    disordered = f.units[t].disordered
    short = short or out_of_reach(f, o)
    fate, f = flight(f, o, short)
    yield from say("{who} evades: {fate}", "BY-64", who=f.id(t), fate=fate.name.lower().replace("_", " "))
    f = f.with_unit(t, fate=fate, disordered=False if fate in GONE else disordered, behind_cover=False)
    f = _out_of_contact(f, t)
    if not f.then.ground or short:
        return f
    f = touches_more(f, c, t)
    return f.with_unit(c, charged=f.engaged(c))


def _out_of_contact(f: Fight, u: Slot) -> Fight:
    """A unit that leaves its fight (BY-R13 as_listed only: by default a unit in contact can only stand)."""
    if f.r.engaged_reactions == "stand_only" and f.r.phase_contacts_count:
        return f
    f = f.apart(u).with_unit(u, won_last=False, charged=False)
    for e in f.enemies(u):  # BY-108 their contact may have been their last
        engaged = f.engaged(e)
        f = f.with_unit(e, won_last=f.units[e].won_last & engaged, charged=f.units[e].charged & engaged)
    return f


# ---------------------------------------------------------------- counter-charge, turn to face
def counter_charge(f: Fight, order: int, short: bool = False) -> Fight:
    """Cavalry meets the charger half-way; against charging infantry it alone has the bonus (BY-75, BY-78, BY-79)."""
    o = f.setup.orders[order]
    c, t = o.unit, o.target
    if short or out_of_reach(f, o):  # BY-R11 it lapses
        return f
    f = _out_of_contact(f, t)
    if f.then.ground:
        there, here = places_of_meeting(f, o)
        f = moved(moved(f, c, there), t, here)
    f = touches_more(strikes(f, o, Side.FRONT), t, c)
    f = f.with_unit(t, charged=True, behind_cover=False)
    return f.with_unit(c, charged=f.profile(c).is_cavalry)


def turn_to_face(f: Fight, order: int, short: bool = False) -> Fight:
    """Cavalry pivots so that its front takes the place of the struck side (BY-82, BY-83, BY-84)."""
    o = f.setup.orders[order]
    t, side = o.target, struck_side(f, o)
    if short or out_of_reach(f, o):  # BY-R11 it lapses
        return f
    if not turn_room(f, o, side):  # BY-R27 forfeited
        return goes_home(f, o, side)
    for e in f.enemies(t):  # BY-R13 as_listed: it may touch others
        seen = where(f.touches(t, e), turned_side(f.touched_side(t, e), side), Side.FRONT)
        f = f.with_contact(t, e, **{"side_b" if f.side(t) else "side_a": seen})
    if f.then.ground:
        f = moved(f, t, place_turned(f, t, side)).with_unit(t, behind_cover=False)
        return goes_home(f, o, Side.FRONT)
    turned = turned_side(f.units[t].turned, 4 - side) if turns_matter(f, t) else 0
    f = f.with_unit(t, behind_cover=False, turned=turned)
    return strikes(f, o, Side.FRONT)
