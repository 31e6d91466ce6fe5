"""Nearness forces models into a melee, and how one keeps out of it (WL-7 to WL-18)."""

from __future__ import annotations

from collections.abc import Sequence

from coldsteel.kernel.asks import Answer, Bar, bar, choose, contest, option, say, stage, tally
from coldsteel.kernel.figures import any_of, no
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.wasteland.nerve import passes
from coldsteel.rulebooks.wasteland.situation import melee_on, near
from coldsteel.rulebooks.wasteland.state import Fight, cleared
from coldsteel.rulebooks.wasteland.tables import under

__all__ = ["IN", "OUT", "avoids", "draw_in", "gather", "left_out", "pull_bars"]

IN, OUT = 0, 1


# ---------------------------------------------------------------- what is near
def exempt(f: Fight, u: int) -> bool:
    """WL-12: fleeing, knocked down, or engaged already."""
    x = f.units[u]
    return x.fled | x.engaged | all(g.knocked_down for g in f.profile(u).groups)


def has_place(f: Fight, u: int) -> bool:
    """WL-10: is there a free way to a place in contact (WL-R2: of 3 steps at most)?"""
    p = f.profile(u)
    return p.contact_room and (f.r.pull_in_move_limit == "none" or p.contact_distance <= f.p.draw_in_move)


def pull_bars(close: bool, free: bool, place: bool) -> tuple[Bar, ...]:
    """Why a unit is not drawn in: it is not near, not free to be moved, or there is no place for it."""
    return (
        bar(no(close), "not_within_three", "WL-7", "it is more than 3 steps from the melee"),
        bar(no(free), "exempt_from_pull", "WL-12", "it is fleeing, knocked down or engaged"),
        bar(no(place), "no_place", "WL-10", "there is no place in contact that it can come to"),
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
            yield from left_out(f, u, pull_bars(near(f, u), no(exempt(f, u)), has_place(f, u)))
    if tasks and f.r.pull_in_chain == "chain":
        tasks.append(do(gather, (*asked, *(task.args[0] for task in tasks))))
    return f.first(*tasks)


def left_out(f: Fight, u: Slot, bars: tuple[Bar, ...]) -> Answer[None]:
    """What a unit that nothing draws in may not do; it may play Melodies, but near a melee not shoot (WL-17, WL-18)."""
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
        # WL-R4: if one fails, the unit is in the melee (WL-3)
        dice = f.size(u) if f.r.avoid_scope == "per_model" else 1
        if (yield from avoids(f, u, dice, [e for e in f.enemies(u) if f.fights(e)])):
            yield from say("{who} keeps out: no shooting, but it may play Melodies", "WL-18", who=f.id(u))
            return f
    return drawn(f, u)


def avoids(f: Fight, u: Slot, dice: int, foes: Sequence[Slot]) -> Answer[bool]:
    """WL-15: a Mobility test of the unit, of so many dice, or what WL-C4 puts in its place; `foes` are the enemy units
    of the melee."""
    what = f"{f.id(u)} keeps out of the melee"
    if f.r.avoid_test == "none":
        return True
    if f.r.avoid_test == "spirit":
        return (yield from passes(f, u, 0, what))
    if f.r.avoid_test == "opposed":
        return (yield from _outruns(f, u, foes, what))
    test = stage(what, 1, under(f, f.profile(u).mobility), clause="WL-15", counts="keeps out")
    kept = yield from tally(f.side(u), dice, test, clause="WL-15")
    return kept == dice


def _outruns(f: Fight, u: Slot, foes: Sequence[Slot], what: str) -> Answer[bool]:
    """WL-C4 opposed: D6 + Mobility above that of the most mobile enemy unit in the melee."""
    for e in sorted(foes, key=lambda e: -f.profile(e).mobility):
        lead = f.profile(u).mobility - f.profile(e).mobility
        shown = yield from contest(f.side(u), f.side(e), 6, lead=lead, what=what, clause="WL-15")
        return shown == 2
    return True


def drawn(f: Fight, u: Slot) -> Fight:
    """The unit is moved into contact: no FP, no fatigue, no charge (WL-8, WL-11, WL-13, WL-R3); it has moved, so that
    preparation and camouflage end (WL-C10)."""
    f = f.with_unit(u, engaged=True, **cleared(f.units[u], ("prepared", "camouflaged")))
    return f.with_unit(u, charged=True) if f.r.pulled_counts_as_charge == "yes" else f
