"""Who may shoot, and at whom: every refusal has a code, a clause and a reason (WL-110 to WL-143)."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.kernel.asks import Bar, bar
from coldsteel.kernel.figures import any_of, no
from coldsteel.rulebooks.wasteland.setup import NOBODY
from coldsteel.rulebooks.wasteland.situation import building, elevated, engaged, line, near, sheltered
from coldsteel.rulebooks.wasteland.state import Fight
from coldsteel.rulebooks.wasteland.tables import cover_stands, shot_modifiers, shot_need

__all__ = ["shooter_bars", "target_bars"]

Mark = tuple[int, int]
"""A target: a unit and a group of it."""


def _bars(*bars: Bar) -> tuple[Bar, ...]:
    """Without those that can't hold."""
    return tuple(b for b in bars if not (isinstance(b.when, int) and not b.when))


# ---------------------------------------------------------------- who may shoot, and with what
def shooter_bars(f: Fight, u: int, g: int, w: int) -> tuple[Bar, ...]:
    """Why a model may not shoot with a weapon (WL-110, WL-112, WL-114 to WL-116)."""
    p, x = f.profile(u), f.units[u]
    fights = engaged(f, u, g)
    ran = p.ran and f.r.run_bars_shooting == "run_and_flee"  # WL-R38
    in_hand = w != NOBODY and f.weapon(w).in_hand
    return _bars(
        bar(fights, "engaged", "WL-114", "it is in melee"),
        bar(no(fights) & near(f, u, g), "near_melee", "WL-17", "it is within 3 steps of a melee"),
        bar(x.fled | (f.first_round & ran), "running", "WL-115", "it runs"),
        bar(f.first_round & p.recovering, "recovering", "WL-114", "it has only now come back under control"),
        bar(f.down(u, g), "knocked_down", "WL-116", "it is knocked down"),
        bar(not in_hand, "not_in_hand", "WL-110", "it holds no such shooting weapon"),
        bar(f.models(u, g) == 0, "nobody_left", "WL-68", "no such model is left"),
        bar(
            (x.groups[g].ready[0] == 0) & (f.models(u, g) > 0),
            "second_weapon",
            "WL-112",
            "one weapon a model in an activation: all have shot",
        ),
    )


# ---------------------------------------------------------------- candidates
def marks(f: Fight, u: int) -> Iterator[Mark]:
    """All enemy groups."""
    return ((t, h) for t in f.enemies(u) for h in f.groups(t))


def seen(f: Fight, u: int, g: int, mark: Mark) -> bool:
    """WL-113, WL-119: is the target in view (WL-R28: and at least half of it)? Sight is all round, turning is free
    (WL-118). What no line is stated to is not seen."""
    t, h = mark
    found = line(f, u, g, t, h)
    if found is None or found.visible <= 0:
        return False
    if found.visible < 0.5 and f.r.under_half_visible == "untargetable":
        return no(cover_stands(f, found)) & (f.models(t, h) > 0)
    return f.models(t, h) > 0


def hidden(f: Fight, u: int, g: int, mark: Mark) -> bool:
    """WL-133: a camouflaged fighter in cover, or partly in cover; a vehicle can't hide (WL-134)."""
    t, h = mark
    found = line(f, u, g, t, h)
    if f.profile(t).vehicle or _overrides(f, t):
        return False
    partly = cover_stands(f, found) if found is not None and found.visible < 1 else False
    return f.units[t].camouflaged & (sheltered(f, u, g, t, h) | partly)


def banned(f: Fight, u: int, mark: Mark) -> bool:
    """WL-128: engaged models are no targets."""
    t, h = mark
    if f.profile(u).shoots_into_melee or _overrides(f, t):
        return False
    return engaged(f, t, h)


def _overrides(f: Fight, t: int) -> bool:
    """WL-129: by WL-R42 a Large Target may be shot at though in melee or hidden."""
    return f.profile(t).large_target and f.r.large_target_bans == "large_overrides"


def candidate(f: Fight, u: int, g: int, mark: Mark) -> bool:
    """WL-124: seen, not hidden, not barred by melee."""
    return seen(f, u, g, mark) & no(hidden(f, u, g, mark)) & no(banned(f, u, mark))


def distance(f: Fight, u: int, g: int, mark: Mark) -> float:
    """The distance to a target; what is not stated is out of sight."""
    found = line(f, u, g, *mark)
    return float("inf") if found is None else found.distance


def harder(f: Fight, u: int, g: int, w: int, mark: Mark, than: Mark) -> bool:
    """WL-125: a lower total of modifiers (WL-R41: or a lower chance)."""
    a, b = shot_modifiers(f, u, g, *mark).value, shot_modifiers(f, u, g, *than).value
    if f.r.easier_measure == "chance" and w != NOBODY:
        return shot_need(f, w, a) > shot_need(f, w, b)
    return a < b


# ---------------------------------------------------------------- which target
def target_bars(f: Fight, u: int, g: int, w: int, mark: Mark) -> tuple[Bar, ...]:
    """Why a target may not be chosen (WL-113 to WL-143)."""
    t, h = mark
    gone = f.models(t, h) == 0
    if f.on_table and f.spot(t, h) is None:
        return _bars(
            bar(gone, "nobody_left", "WL-68", "no model of it is left"),
            bar(no(gone), "not_visible", "WL-113", "it has left the table"),
        )
    return _bars(
        bar(gone, "nobody_left", "WL-68", "no model of it is left"),
        bar(no(gone) & no(seen(f, u, g, mark)), "not_visible", "WL-113", "it is not seen"),
        bar(hidden(f, u, g, mark), "hidden", "WL-133", "a camouflaged fighter in cover is no target"),
        bar(banned(f, u, mark), "target_in_melee", "WL-128", "engaged models are no targets"),
        *(_inside_first(f, u, g, mark) if elevated(f, u, g) else _nearer_first(f, u, g, w, mark)),
    )


def _nearer_first(f: Fight, u: int, g: int, w: int, mark: Mark) -> Iterator[Bar]:
    """WL-121 to WL-127: every nearer candidate has to be harder to hit, knocked down or fleeing."""
    if f.profile(mark[0]).large_target:  # WL-126
        return
    for near_, why in _nearer(f, u, g, mark):
        obstacle = why & no(f.units[near_[0]].fled) & no(harder(f, u, g, w, near_, mark))
        if not f.group(*near_).knocked_down:
            reason = f"{f.group_id(*near_)} is nearer and no harder to hit"
            yield bar(obstacle, "nearer_target", "WL-121", reason)


def _nearer(f: Fight, u: int, g: int, mark: Mark) -> Iterator[tuple[Mark, bool]]:
    """Nearer candidates (WL-R40 nearest_only: only the nearest one that isn't fleeing)."""
    near_ = [m for m in marks(f, u) if distance(f, u, g, m) < distance(f, u, g, mark)]
    for m in near_:
        counts = candidate(f, u, g, m)
        if f.r.nearest_rule == "nearest_only":
            ahead = (n for n in near_ if distance(f, u, g, n) < distance(f, u, g, m))
            counts = counts & no(any_of(candidate(f, u, g, n) & no(f.units[n[0]].fled) for n in ahead))
        yield m, counts


def _inside_first(f: Fight, u: int, g: int, mark: Mark) -> Iterator[Bar]:
    """From above any target may be chosen; but enemies in the same building come first (WL-139, WL-142, WL-143)."""
    house = building(f, u, g)
    inside = [m for m in marks(f, u) if house and building(f, *m) == house]
    if mark not in inside:
        large = f.profile(mark[0]).large_target and f.r.large_vs_same_building == "large_allowed"  # WL-R43
        if not large:
            met = any_of(candidate(f, u, g, m) for m in inside)
            yield bar(met, "same_building", "WL-142", "an enemy is in the shooter's building")
    elif f.r.same_building_choice == "nearest":  # WL-R44
        for m in inside:
            if distance(f, u, g, m) < distance(f, u, g, mark):
                reason = f"{f.group_id(*m)} is nearer in the building"
                yield bar(candidate(f, u, g, m), "nearer_target", "WL-143", reason)
