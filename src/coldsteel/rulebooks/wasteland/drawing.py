"""Nearness forces models into a melee, and how one keeps out of it (WL-7 to WL-18)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Bar, bar, choose, contest, option, say, stage, tally
from coldsteel.kernel.figures import any_of, no
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.wasteland.nerve import passes
from coldsteel.rulebooks.wasteland.state import Fight, cleared
from coldsteel.rulebooks.wasteland.tables import under

__all__ = ["draw_in", "gather", "melee_on", "near"]

IN, OUT = 0, 1


# ---------------------------------------------------------------- what is near
def melee_on(f: Fight) -> bool:
    """WL-3: is there a melee, standing models of both sides in contact?"""
    first, second = (any_of(f.fights(u) for u in f.setup.slots(side)) for side in (0, 1))
    return first & second


def near(f: Fight, u: int) -> bool:
    """WL-7: is the unit within 3 steps of a fighting model of either side?"""
    limit = f.p.draw_in_steps
    close = f.profile(u).distance <= limit
    gaps = ((t, f.setup.gap(u, t)) for t in range(len(f.setup.units)) if t != u)
    drawn = any_of(f.fights(t) for t, gap in gaps if gap is not None and gap <= limit)
    return melee_on(f) & (drawn | close)


def exempt(f: Fight, u: int) -> bool:
    """WL-12: fleeing, knocked down, or engaged already."""
    x = f.units[u]
    return x.fled | x.engaged | all(g.knocked_down for g in f.profile(u).groups)


def has_place(f: Fight, u: int) -> bool:
    """WL-10: is there a free way to a place in contact (WL-R2: of 3 steps at most)?"""
    p = f.profile(u)
    return p.contact_room and (f.r.pull_in_move_limit == "none" or p.contact_distance <= f.p.draw_in_move)


def pull_bars(f: Fight, u: int) -> tuple[Bar, ...]:
    """Why a unit is not drawn in."""
    return (
        bar(no(near(f, u)), "not_within_three", "WL-7", "it is more than 3 steps from the melee"),
        bar(exempt(f, u), "exempt_from_pull", "WL-12", "it is fleeing, knocked down or engaged"),
        bar(not has_place(f, u), "no_place", "WL-10", "there is no place in contact that it can come to"),
    )


# ---------------------------------------------------------------- the start of a round
def gather(f: Fight, asked: tuple[Slot, ...]) -> Steps[Fight]:
    """Who is drawn in is measured once (WL-8, WL-9); by WL-R1 chain again while somebody new is in."""
    if no(melee_on(f)):
        return f
    order = (*f.setup.slots(f.setup.active), *f.setup.slots(1 - f.setup.active))  # WL-5
    tasks = []
    for u in order:
        if f.profile(u).distance == 0 or u in asked or f.units[u].engaged or no(f.alive(u)):
            continue
        if near(f, u) & no(exempt(f, u)) & has_place(f, u):
            tasks.append(do(draw_in, u))
        else:
            yield from _left_out(f, u)
    if tasks and f.r.pull_in_chain == "chain":
        tasks.append(do(gather, (*asked, *(task.args[0] for task in tasks))))
    return f.first(*tasks)


def _left_out(f: Fight, u: Slot) -> Answer[None]:
    """What a unit that nothing draws in may not do; it may play Melodies, but near a melee not shoot (WL-17, WL-18)."""
    bars = pull_bars(f, u)
    out = any_of(b.when for b in bars)
    options = [
        option(IN, "is drawn in", *bars),
        option(OUT, "tries to keep out", bar(out, "not_being_drawn_in", "WL-14", "nothing draws it in")),
    ]
    yield from choose(f.side(u), options, what=f"{f.id(u)} near the melee", clause="WL-7")


def draw_in(f: Fight, u: Slot) -> Steps[Fight]:
    """The owner lets the unit be drawn in, or tries to avoid it (WL-14, WL-16)."""
    options = [option(OUT, "try to keep out"), option(IN, "be drawn in")]
    taken = yield from choose(f.side(u), options, what=f"{f.id(u)} near the melee", clause="WL-14")
    if taken == OUT:
        if (yield from avoids(f, u)):
            yield from say("{who} keeps out: no shooting, but it may play Melodies", "WL-18", who=f.id(u))
            return f
    return drawn(f, u)


def avoids(f: Fight, u: Slot) -> Answer[bool]:
    """WL-15: a Mobility test of the unit, or what WL-C4 puts in its place."""
    what = f"{f.id(u)} keeps out of the melee"
    if f.r.avoid_test == "none":
        return True
    if f.r.avoid_test == "spirit":
        return (yield from passes(f, u, 0, what))
    if f.r.avoid_test == "opposed":
        return (yield from _outruns(f, u, what))
    dice = f.size(u) if f.r.avoid_scope == "per_model" else 1  # WL-R4: if one fails, the unit is in the melee (WL-3)
    test = stage(what, 1, under(f, f.profile(u).mobility), clause="WL-15", counts="keeps out")
    kept = yield from tally(f.side(u), dice, test, clause="WL-15")
    return kept == dice


def _outruns(f: Fight, u: Slot, what: str) -> Answer[bool]:
    """WL-C4 opposed: D6 + Mobility above that of the most mobile enemy unit in the melee."""
    own, foes = f.profile(u).mobility, sorted(f.enemies(u), key=lambda e: -f.profile(e).mobility)
    for e in foes:
        if f.fights(e):
            lead = own - f.profile(e).mobility
            shown = yield from contest(f.side(u), f.side(e), 6, lead=lead, what=what, clause="WL-15")
            return shown == 2
    return True


def drawn(f: Fight, u: Slot) -> Fight:
    """The unit is moved into contact: no FP, no fatigue, no charge (WL-8, WL-11, WL-13, WL-R3); it has moved, so that
    preparation and camouflage end (WL-C10)."""
    f = f.with_unit(u, engaged=True, **cleared(f.units[u], ("prepared", "camouflaged")))
    return f.with_unit(u, charged=True) if f.r.pulled_counts_as_charge == "yes" else f
