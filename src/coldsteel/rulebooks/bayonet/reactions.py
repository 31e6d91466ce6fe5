"""The target answers: stand, closing volley, form square, evade, counter-charge, turn to face (BY-34 to BY-85)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coldsteel.kernel.asks import Option, choose, faces, option, say, stage, tally, tally_classes
from coldsteel.kernel.figures import least, most, no, where
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.bayonet.legality import (
    counter_bars,
    evade_bars,
    out_of_reach,
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

__all__ = ["closing_volley", "counter_charge", "evade", "form_square", "react", "stand", "turn_to_face", "volley_test"]


def react(f: Fight, order: int) -> Steps[Fight]:
    """The target's owner names one reaction (BY-34, BY-35, BY-36)."""
    o = f.setup.orders[order]
    options: list[Option[Callable[..., Any]]] = [
        option(stand, "stand", *stand_bars(f, o)),
        option(closing_volley, "closing volley", *volley_bars(f, o)),
        option(form_square, "form square", *square_bars(f, o)),
        option(evade, f"evade{_evasion(f, o)}", *evade_bars(f, o)),
        option(counter_charge, "counter-charge", *counter_bars(f, o)),
        option(turn_to_face, "turn to face", *turn_bars(f, o)),
    ]
    what = f"reaction of {f.id(o.target)}"
    taken = yield from choose(f.side(o.target), options, what=what, clause="BY-34")
    assert taken is not None, "a unit can stand, or has to form square"
    if f.r.reaction_limit == "per_turn" and taken not in (stand, form_square):  # BY-R12
        f = f.with_unit(o.target, reacted=True)
    return f.first(do(taken, order))


def _evasion(f: Fight, o: Order) -> str:
    """A word of warning before a unit runs to its destruction."""
    fate = evasion_fate(f, o.target)
    return "" if fate == Fate.EVADED else f" ({fate.name.lower().replace('_', ' ')})"


# ---------------------------------------------------------------- the charge goes home
def strikes(f: Fight, o: Order, side: int, when: bool = True) -> Fight:
    """The charger is in contact with this side of its target, and has its bonus (BY-27, BY-29, BY-101, BY-115)."""
    c, t = o.unit, o.target
    theirs = where(when, side, Side.FRONT)
    sides = {"side_a": theirs, "side_b": Side.FRONT} if f.side(c) else {"side_a": Side.FRONT, "side_b": theirs}
    f = f.with_contact(c, t, on=when, **sides)
    if f.r.flank_modifiers_last == "charge_round" or not f.r.phase_contacts_count:
        f = f.with_contact(c, t, fresh=when)
    f = f.with_unit(c, charged=when, fought=f.units[c].fought | when, behind_cover=False)
    return f.with_unit(t, fought=f.units[t].fought | when)


def stand(f: Fight, order: int) -> Fight:
    """The charge is received as the unit is (BY-38). If it falls short, nothing comes of it (BY-R11)."""
    o = f.setup.orders[order]
    return f if out_of_reach(f, o) else strikes(f, o, struck_side(f, o))


# ---------------------------------------------------------------- closing volley
def closing_volley(f: Fight, order: int) -> Steps[Fight]:
    """The target shoots at the charger before any blow (BY-39 to BY-46, BY-C6)."""
    o = f.setup.orders[order]
    if out_of_reach(f, o):  # BY-R11 it lapses
        return f
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
    return f.first(do(volley_test, order))


def volley_test(f: Fight, order: int) -> Steps[Fight]:
    """A charger shaken by the volley, or hurt by guns, tests; if it holds, the charge goes home (BY-47)."""
    o = f.setup.orders[order]
    c, t = o.unit, o.target
    if f.units[c].testing:  # guns that are the reason have caused a casualty, and so have they if it is shaken
        result = yield from outcome(f, c, f.r.volley_break_test, artillery_hurt=f.profile(t).is_artillery)
        f = carried_out(f, c, result)
    else:
        f = f.with_unit(c, casualties=least(f.units[c].casualties, f.profile(c).stamina))
    home = f.in_place(c)
    if f.r.volley_shaken_charger == "halts":  # BY-48, BY-R16
        home = home & no(f.shaken(c))
    if f.r.volley_counts_in_result:
        score = f.contact(c, t)
        f = f.with_contact(c, t, score_a=where(home, score.score_a, 0), score_b=where(home, score.score_b, 0))
    return strikes(f, o, struck_side(f, o), home)


# ---------------------------------------------------------------- form square
def form_square(f: Fight, order: int) -> Steps[Fight]:
    """2d6: 1-1 no square and disordered, 6-6 square but disordered, else square (BY-54 to BY-58)."""
    o = f.setup.orders[order]
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
    if out_of_reach(f, o):  # BY-R11 the square stands, no charge arrives
        return f
    f = strikes(f, o, Side.FRONT)  # BY-58, BY-59
    if not f.r.charge_bonus_against_new_square:  # BY-R21
        f = f.with_unit(o.unit, charged=no(formed))
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


def evade(f: Fight, order: int) -> Steps[Fight]:
    """The charger completes its move, the evader leaves by one full move; the two do not fight (BY-63, BY-64)."""
    o = f.setup.orders[order]
    t, x = o.target, f.units[o.target]
    fate = evasion_fate(f, t)
    yield from say("{who} evades: {fate}", "BY-64", who=f.id(t), fate=fate.name.lower().replace("_", " "))
    disordered = False if fate in GONE else x.disordered
    f = f.with_unit(t, fate=fate, disordered=disordered, behind_cover=False)
    return _out_of_contact(f, t)


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
def counter_charge(f: Fight, order: int) -> Fight:
    """Cavalry meets the charger half-way; against charging infantry it alone has the bonus (BY-75, BY-78, BY-79)."""
    o = f.setup.orders[order]
    if out_of_reach(f, o):  # BY-R11 it lapses
        return f
    f = strikes(_out_of_contact(f, o.target), o, Side.FRONT)
    f = f.with_unit(o.target, charged=True, behind_cover=False)
    return f.with_unit(o.unit, charged=f.profile(o.unit).is_cavalry)


def turn_to_face(f: Fight, order: int) -> Fight:
    """Cavalry pivots so that its front takes the place of the struck side (BY-82, BY-83, BY-84)."""
    o = f.setup.orders[order]
    t, side = o.target, struck_side(f, o)
    if out_of_reach(f, o):  # BY-R11 it lapses
        return f
    if not f.profile(t).turn_room:  # BY-R27 forfeited
        return strikes(f, o, side)
    for e in f.enemies(t):  # BY-R13 as_listed: it may touch others
        seen = where(f.touches(t, e), turned_side(f.touched_side(t, e), side), Side.FRONT)
        f = f.with_contact(t, e, **{"side_b" if f.side(t) else "side_a": seen})
    turned = turned_side(f.units[t].turned, 4 - side) if turns_matter(f, t) else 0
    f = f.with_unit(t, behind_cover=False, turned=turned)
    return strikes(f, o, Side.FRONT)
