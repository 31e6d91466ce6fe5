"""What may be ordered and what may be answered: every refusal has a code, a clause and a reason (ledger 5.2, 5.5)."""

from __future__ import annotations

from coldsteel.kernel.asks import Bar, bar
from coldsteel.kernel.figures import any_of, look, no
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet import tabletop
from coldsteel.rulebooks.bayonet.setup import Arm, Formation, Order, Side
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.tabletop import (
    counter_room,
    half_free,
    has_place,
    needs_turn,
    out_of_reach,
    path_crossed,
    present,
    turn_room,
)

__all__ = [
    "counter_bars",
    "evade_bars",
    "order_bars",
    "square_bars",
    "stand_bars",
    "struck_side",
    "turn_bars",
    "turned_side",
    "volley_bars",
]

FORMED = (Formation.LINE, Formation.ATTACK_COLUMN, Formation.SQUARE, Formation.MIXED)


def _bars(*bars: Bar) -> tuple[Bar, ...]:
    """Without those that can't hold."""
    return tuple(b for b in bars if not (isinstance(b.when, int) and not b.when))


# ---------------------------------------------------------------- orders
def order_bars(f: Fight, order: int, done: tuple[int, ...] = ()) -> tuple[Bar, ...]:
    """Why an order may not be given, after those that are done (BY-4 to BY-30)."""
    o = f.setup.orders[order]
    ordered = any(f.setup.orders[k].unit == o.unit for k in done)
    found = [
        bar(ordered, "unit_has_order", "BY-33", "the unit has had another order this turn"),
        bar(no(f.in_place(o.unit)), "unit_gone", "BY-139", "the unit is no longer there"),
        bar(no(f.in_place(o.target)), "target_gone", "BY-139", "the target is no longer there"),
        bar(
            o.conditional and f.r.conditional_order == "refuse",
            "order_conditional",
            "BY-4",
            "an order has no 'if': it is to be restated (BY-6)",
        ),
        bar(f.engaged(o.unit), "charger_engaged", "BY-8", "the unit is in contact with an enemy"),
    ]
    if o.says_attack and not o.conditional:
        found += charger_bars(f, o.unit, o.target)
        if o.order_moves:
            found += way_bars(f, o)
    return _bars(*found)


def charger_bars(f: Fight, u: Slot, target: Slot) -> tuple[Bar, ...]:
    """Who may not charge whom (BY-13 to BY-19)."""
    formation = f.units[u].formation
    return _bars(
        bar(f.shaken(u), "charger_shaken", "BY-13", "a shaken unit may not charge"),
        bar(formation == Formation.MARCH_COLUMN, "charger_march_column", "BY-14", "a march column may not charge"),
        bar(f.profile(u).is_artillery, "charger_artillery", "BY-15", "artillery may not charge"),
        bar(formation == Formation.SQUARE, "charger_square", "BY-16", "a square may not charge"),
        bar(skirmishers_at_formed(f, u, target), "skirmishers_vs_formed", "BY-17", "skirmishers charge no formed unit"),
        bar(formation == Formation.GARRISON, "charger_in_building", "BY-19", "a garrison first leaves its building"),
        bar(
            f.units[u].disordered & (not f.r.disordered_may_charge),  # BY-R3
            "charger_disordered",
            "BY-19",
            "by this reading a disordered unit may not charge",
        ),
    )


def skirmishers_at_formed(f: Fight, u: Slot, target: Slot) -> bool:
    """BY-17, BY-18: the target's formation decides, whatever its arm (BY-R2: or formed infantry only)."""
    if not (f.profile(target).is_infantry or f.r.skirmish_ban_covers_cavalry):
        return False
    formed = any_of(f.units[target].formation == formation for formation in FORMED)
    return (f.units[u].formation == Formation.SKIRMISH) & formed


def way_bars(f: Fight, o: Order) -> tuple[Bar, ...]:
    """What may stand between a charger and its target (BY-10, BY-23, BY-28, BY-30)."""
    if f.then.ground and not present(f, o.unit, o.target):  # there is nothing to measure
        return ()
    near_zone = f.r.near_zone_check == "front_quarter" and needs_turn(f, o)
    crossed = f.r.path_check == "segment" and path_crossed(f, o)
    side, short = struck_side(f, o), out_of_reach(f, o)
    taken = False if short or half_free(f, o, side) else engaged_on(f, o.target, side)
    return _bars(
        bar(near_zone, "needs_turn_in_near_zone", "BY-10", "this near an enemy the charger may not turn first (BY-11)"),
        bar(crossed, "path_blocked", "BY-23", "something stands on the way"),
        bar(taken, "side_half_taken", "BY-30", "less than half of that side is free"),
        bar(not short and not has_place(f, o, side), "no_place", "BY-28", "there is no place for it on that side"),
    )


# ---------------------------------------------------------------- the struck side, close combat
def turned_side(side: int, quarters: int) -> int:
    """The name of a side after the unit has turned this many quarters clockwise."""
    return look((1, 2, 3, 0, 1, 2, 3), side - quarters + 3)


def struck_side(f: Fight, o: Order) -> int:
    """BY-24: the side of the target that the charger strikes; a target that has turned since shows another (BY-83)."""
    if f.then.ground:
        return tabletop.struck_side(f, o)
    return turned_side(o.struck_side, f.units[o.target].turned) if turns_matter(f, o.target) else o.struck_side


def turns_matter(f: Fight, u: Slot) -> bool:
    """Is the unit the target of several orders?"""
    return sum(o.target == u for o in f.setup.orders) > 1


def counts(f: Fight, u: Slot, e: Slot) -> bool:
    """BY-33: is this contact close combat already (BY-R10: not if it was made in this phase)?"""
    c = f.contact(u, e)
    return c.on if f.r.phase_contacts_count else c.on & no(c.fresh)


def engaged_on(f: Fight, u: Slot, side: int) -> bool:
    """Is the unit in close combat on this side?"""
    return any_of(counts(f, u, e) & (f.touched_side(u, e) == side) for e in f.enemies(u))


def in_combat(f: Fight, u: Slot) -> bool:
    """Is the unit in close combat?"""
    return any_of(counts(f, u, e) for e in f.enemies(u))


def defends(f: Fight, u: Slot, side: int) -> bool:
    """BY-51, BY-52: infantry in a building, or behind cover that protects this side."""
    p, x = f.profile(u), f.units[u]
    return (x.formation == Formation.GARRISON) | (x.behind_cover & any_of(side == s for s in p.cover_sides))


# ---------------------------------------------------------------- reactions
def square_case(f: Fight, o: Order) -> bool:
    """BY-50, BY-53: infantry not yet in square (BY-R19: in any other formation), struck in front by cavalry."""
    formation = f.units[o.target].formation
    if not (f.profile(o.target).is_infantry and f.profile(o.unit).is_cavalry):
        return False
    loose = (formation == Formation.SKIRMISH) | (formation == Formation.MARCH_COLUMN)
    asked = (formation != Formation.SQUARE) & (no(loose) if f.r.square_formations == "formed_only" else True)
    return asked & (struck_side(f, o) == Side.FRONT)


def exempt(f: Fight, o: Order) -> bool:
    """BY-51: infantry already in close combat, or defending cover, a house or the like."""
    return in_combat(f, o.target) | defends(f, o.target, struck_side(f, o))


def _pinned(f: Fight, o: Order) -> bool:
    """BY-37: a unit in contact can only stand (BY-R13)."""
    return in_combat(f, o.target) if f.r.engaged_reactions == "stand_only" else False


def _common(f: Fight, o: Order) -> tuple[Bar, ...]:
    """What stands against every reaction but standing and forming square."""
    must = square_case(f, o) & no(exempt(f, o))
    return (
        bar(_pinned(f, o), "reaction_engaged", "BY-37", "a unit in contact can only stand"),
        bar(must, "must_form_square", "BY-50", "infantry charged in front by cavalry has to form square"),
        bar(f.units[o.target].reacted, "reaction_spent", "BY-36", "by this reading a unit reacts once a turn"),
    )


def stand_bars(f: Fight, o: Order) -> tuple[Bar, ...]:
    """BY-38: open to every unit except under BY-50."""
    must = square_case(f, o) & no(exempt(f, o))
    return _bars(bar(must, "must_form_square", "BY-50", "infantry charged in front by cavalry has to form square"))


def volley_bars(f: Fight, o: Order) -> tuple[Bar, ...]:
    """Who may not fire a closing volley (BY-39 to BY-41)."""
    t, formation = o.target, f.units[o.target].formation
    ahead = (struck_side(f, o) == Side.FRONT) | f.boxed(t) | (f.r.volley_arc == "any")  # BY-40, BY-R14
    marching = (formation == Formation.MARCH_COLUMN) | (formation == Formation.LIMBERED)
    return _bars(
        *_common(f, o),
        bar(f.profile(t).is_cavalry, "volley_arm", "BY-39", "cavalry fires no volley"),
        bar(no(ahead), "volley_arc", "BY-40", "a volley is fired to the front only"),
        bar(
            marching & f.r.volley_bars_column_and_limbers,  # BY-R15
            "volley_formation",
            "BY-41",
            "a march column or limbered battery cannot fire",
        ),
    )


def square_bars(f: Fight, o: Order) -> tuple[Bar, ...]:
    """Who may not form square (BY-50 to BY-53)."""
    t = o.target
    mounted = f.profile(t).is_infantry and f.profile(o.unit).is_cavalry
    housed = f.units[t].formation == Formation.GARRISON
    free = exempt(f, o) if f.r.square_exemption == "may_not" else housed  # BY-R18
    return _bars(
        bar(_pinned(f, o), "reaction_engaged", "BY-37", "a unit in contact can only stand"),
        bar(free, "square_exempt", "BY-52", "infantry in close combat or behind cover may not form square (BY-51)"),
        bar(not mounted, "square_wrong_case", "BY-50", "only infantry charged by cavalry forms square"),
        bar(
            no(square_case(f, o)) if mounted else False,
            "square_wrong_case",
            "BY-53",
            "it is in square already, or not struck in front, or has no such drill",
        ),
    )


def evade_bars(f: Fight, o: Order) -> tuple[Bar, ...]:
    """Who may not evade (BY-61, BY-62)."""
    by, t = f.profile(o.unit), f.profile(o.target)
    loose = (f.units[o.target].formation == Formation.SKIRMISH) & (f.units[o.unit].formation != Formation.SKIRMISH)
    quick = loose | t.is_cavalry | (t.arm == Arm.HORSE_ARTILLERY)
    may = quick & by.is_infantry
    if t.is_cavalry and f.r.cavalry_evades == "from_any":  # BY-R39
        may = True
    return _bars(
        *_common(f, o),
        bar(no(may), "evade_who", "BY-61", "only cavalry, horse artillery and skirmishers evade, and only infantry"),
        bar(f.units[o.target].disordered, "evade_disordered", "BY-62", "a disordered unit cannot evade"),
    )


def counter_bars(f: Fight, o: Order) -> tuple[Bar, ...]:
    """Who may not counter-charge (BY-72 to BY-77)."""
    t, x = o.target, f.units[o.target]
    barred = f.shaken(t) | (x.formation == Formation.MARCH_COLUMN) | skirmishers_at_formed(f, t, o.unit)
    no_room = f.r.counter_needs_room and not counter_room(f, o)
    fit = f.profile(t).is_cavalry & (struck_side(f, o) == Side.FRONT)
    return _bars(
        *_common(f, o),
        bar(no(fit), "counter_who", "BY-72", "only cavalry struck in front counter-charges"),
        bar(x.disordered, "counter_disordered", "BY-73", "a disordered unit cannot counter-charge"),
        bar(
            barred & f.r.charge_bans_bind_countercharge,  # BY-R25
            "counter_barred",
            "BY-74",
            "it may not charge this enemy",
        ),
        bar(no_room, "counter_no_room", "BY-77", "no room where the two would meet"),
    )


def turn_bars(f: Fight, o: Order) -> tuple[Bar, ...]:
    """Who may not turn to face (BY-80 to BY-82)."""
    fit = f.profile(o.target).is_cavalry & (struck_side(f, o) != Side.FRONT)
    no_room = f.r.turn_without_room == "not_offered" and not turn_room(f, o, struck_side(f, o))  # BY-R27
    return _bars(
        *_common(f, o),
        bar(no(fit), "turn_who", "BY-80", "only cavalry struck on a flank or the rear turns"),
        bar(f.units[o.target].disordered, "turn_disordered", "BY-81", "a disordered unit cannot turn"),
        bar(no_room, "turn_no_room", "BY-82", "no room to turn"),
    )
