"""Who may be activated, who may be struck, who may be challenged: every refusal has a code, a clause and a reason."""

from __future__ import annotations

from coldsteel.kernel.asks import Bar, bar
from coldsteel.kernel.figures import all_of, any_of, no
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.warband.state import Fight
from coldsteel.rulebooks.warband.tabletop import heroes_near, is_on_table, near

__all__ = [
    "activation_bars",
    "can_strike",
    "challenge_bars",
    "decline_bars",
    "eligible",
    "may_be_struck",
    "may_shoot",
    "within_duel_range",
]

CHARGERS, OTHERS, ALL = "chargers", "others", "all"


def _bars(*bars: Bar) -> tuple[Bar, ...]:
    """Without those that can't hold."""
    return tuple(b for b in bars if not (isinstance(b.when, int) and not b.when))


# ---------------------------------------------------------------- who may be struck, who may shoot
def may_be_struck(f: Fight, u: int, t: int) -> bool:
    """WB-28, WB-63: linked, and with a living model that an outsider may wound."""
    if f.r.duel_shield == "whole_units":  # WB-R22
        return f.linked(u, t) & no(f.in_duel(t))
    return f.linked(u, t) & any_of((f.alive(t, row) > 0) & no(f.shielded(t, row)) for row in f.rows(t))


def may_shoot(f: Fight, u: int, row: int) -> Bar:
    """WB-22, WB-23: why a model may not shoot; a legality answer for the shooting chapter (WB-R4)."""
    barred = f.tied(u) & bool(f.profile(u, row).attacks) & (not f.r.tied_may_shoot)
    return bar(barred, "tied", "WB-23", "a model with attacks in a unit tied in melee may not shoot")


# ---------------------------------------------------------------- activation
def eligible(f: Fight, u: int) -> bool:
    """WB-5: charged, was charged, intervened, or tied in melee when the post began."""
    x = f.units[u]
    return x.charged | x.was_charged | x.intervened | x.tied_at_start


def can_strike(f: Fight, u: int) -> bool:
    """WB-9: a living model with attacks, a weapon and, for a hero, an action point."""
    return any_of(row_can_strike(f, u, row) for row in f.rows(u))


def row_can_strike(f: Fight, u: int, row: int) -> bool:
    """WB-9 for one row."""
    p, x = f.profile(u, row), f.units[u].rows[row]
    if not (p.attacks and p.weapons):
        return False
    return (x.alive > 0) & (x.points > 0) if p.is_hero else x.alive > 0


def activation_bars(f: Fight, u: Slot, post: int, phase: str) -> tuple[Bar, ...]:
    """Why a unit may not be activated now (WB-5 to WB-12, WB-86)."""
    x = f.units[u]
    failed = any(not c.success and u in (c.unit, c.target) for c in f.setup.charges_in(post))
    barred = no(eligible(f, u))
    return _bars(
        bar(no(f.lives(u)), "unit_gone", "WB-9", "no model of the unit is left"),
        _turn_bar(f, u, phase),
        bar(x.activated, "already_activated", "WB-10", "the unit has been activated in this post"),
        bar(x.declined, "declined", "WB-8", "the unit has been held back in this post"),
        bar(
            barred,
            "not_eligible",
            "WB-5",
            "it neither charged nor was charged nor intervened, nor was it tied in melee when the post began",
        ),
        bar(barred & failed, "charge_failed", "WB-6", "a charge that failed gives activation to neither side"),
        bar(
            no(any_of(may_be_struck(f, u, t) for t in f.enemies(u))),
            "no_target",
            "WB-9",
            "no enemy in melee with it may be struck (WB-28, WB-63)",
        ),
        bar(no(can_strike(f, u)), "cannot_strike", "WB-9", "it has no living model that can strike"),
        bar(f.in_running_duel(u), "duel_runs", "WB-86", "its hero's duel goes on"),
    )


def _turn_bar(f: Fight, u: Slot, phase: str) -> Bar:
    """WB-11, WB-12: those that charged in this post come first."""
    early = no(f.units[u].charged) if phase == CHARGERS else False
    return bar(early, "chargers_first", "WB-12", "the units that charged in this post come first")


def decline_bars(f: Fight, u: Slot, post: int, phase: str) -> tuple[Bar, ...]:
    """Why a unit may not be held back (WB-8, WB-R3)."""
    could_strike = all_of(no(b.when) for b in activation_bars(f, u, post, phase))
    could_duel = any_of(all_of(no(b.when) for b in challenge_bars(f, d, k, phase)) for d, k in f.duels_of(u))
    return _bars(
        bar(no(could_strike | could_duel), "nothing_to_decline", "WB-8", "it has nothing to do that it could decline"),
        bar(could_strike & (not f.r.activation_optional), "must_fight", "WB-8", "by this reading it has to fight"),
    )


# ---------------------------------------------------------------- challenges
def within_duel_range(f: Fight, d: int) -> bool:
    """WB-56: within the range of a duel (WB-R12). Without a known distance, or once a charge has joined them, units
    that are linked are within it and others are not; who withdrew has moved away (WB-85). On a table the places say."""
    u, v = f.setup.duels[d].units
    metres = f.setup.parameters.duel_range_m
    if is_on_table(f):
        return heroes_near(f, d, metres) if f.r.duel_distance_between == "heroes" else near(f, u, v, metres)
    pair = f.setup.pair_of[u, v]
    known = f.setup.distances.get(pair)
    if known is None:
        return f.linked(u, v)
    apart = known.heroes if f.r.duel_distance_between == "heroes" else known.metres
    stay = no(f.units[u].withdrew) & no(f.units[v].withdrew) if apart <= metres else False
    return stay | f.linked(u, v) if pair in f.setup.joined else stay


def challenge_bars(f: Fight, d: int, k: int, phase: str) -> tuple[Bar, ...]:
    """Why the first (`k` = 0) or the second hero of a duel may not challenge (WB-55 to WB-59, WB-86, WB-C16)."""
    duel = f.setup.duels[d]
    u, v = duel.units[k], duel.units[1 - k]
    both = tuple(zip(duel.units, duel.rows, strict=True))
    return _bars(
        bar(no(all_of(f.alive(x, row) > 0 for x, row in both)), "hero_dead", "WB-55", "both heroes have to live"),
        _turn_bar(f, u, phase),
        bar(no(within_duel_range(f, d)), "too_far", "WB-56", "the units are too far apart for a duel"),
        bar(
            no(all_of(row_can_strike(f, x, row) for x, row in both)),
            "hero_cannot_strike",
            "WB-58",
            "both heroes need attacks and an action point",
        ),
        bar(
            f.units[u].activated | f.units[v].activated,
            "already_activated",
            "WB-58",
            "one of the units has been activated in this post",
        ),
        bar(f.units[u].declined, "declined", "WB-58", "the challenger's unit has been held back in this post"),
        bar(f.link(u, v).challenged, "challenged_before", "WB-58", "one challenge for two units in a post"),
        bar(f.in_running_duel(u) | f.in_running_duel(v), "duel_runs", "WB-86", "a duel of one of the units goes on"),
        bar(
            no(eligible(f, u)) & f.r.duel_needs_melee,  # WB-R13
            "not_eligible",
            "WB-59",
            "a duel takes the place of a fight, and the challenger's unit could not fight",
        ),
    )
