"""How a fight ended, and what can be counted at its end (WB-104, WB-105)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from coldsteel.kernel.figures import any_of, no, where
from coldsteel.kernel.rulebook import Aim, Measure, weighted
from coldsteel.rulebooks.warband.setup import Setup
from coldsteel.rulebooks.warband.state import Fight

__all__ = [
    "UNRESOLVED",
    "VERDICTS",
    "aims",
    "describe",
    "goals",
    "measures",
    "sides",
    "teams",
    "verdict",
    "verdict_names",
]

LETTERS = ("A", "B", "C", "D")
NOBODY, OPEN = len(LETTERS), len(LETTERS) + 1
UNRESOLVED = "unresolved"
VERDICTS = (*LETTERS, "nobody", UNRESOLVED)
"""The sides, lettered in posting order of their first controllers."""
RESULTS = ("no duel", "drawn", "won partly", "lost partly", "won fully", "lost fully")


def sides(setup: Setup) -> tuple[str, ...]:
    """The controllers: who rolls, chooses, and has a goal."""
    return setup.controllers


def teams(setup: Setup) -> tuple[int, ...]:
    """The side that each controller is on."""
    return setup.teams


def verdict_names(setup: Setup) -> tuple[str, ...]:
    """The verdicts by the names of the controllers on a side; a letter that no side has is not shown."""
    won = []
    for team in range(len(LETTERS)):
        names = [name for name, of in zip(setup.controllers, setup.teams, strict=True) if of == team]
        won.append(f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'}" if names else "")
    return (*won, "nobody wins", UNRESOLVED)


def goals(setup: Setup) -> tuple[str, ...]:
    """WB-105: each controller's goal, where they are not opposite."""
    return () if setup.opposite else setup.goals


# ---------------------------------------------------------------- the verdict
def verdict(f: Fight) -> int:
    """WB-104: the side that has living models while no other side has any outside units that withdrew; nobody, if this
    fits no side or more than one."""
    out, fitting = NOBODY, 0
    for team in sorted(set(f.setup.teams)):
        fits = has_living(f, team) & no(any_of(holds_out(f, u) for u in range(len(f.units)) if f.setup.team(u) != team))
        out, fitting = where(fits, team, out), fitting + 1 * fits
    return where(fitting == 1, out, NOBODY)


def has_living(f: Fight, team: int) -> bool:
    """Has the side a living model anywhere?"""
    return any_of(f.lives(u) for u in range(len(f.units)) if f.setup.team(u) == team)


def holds_out(f: Fight, u: int) -> bool:
    """Has the unit a living model, and has not withdrawn?"""
    return f.lives(u) & no(f.units[u].withdrew)


# ---------------------------------------------------------------- measures
def measures(setup: Setup) -> tuple[Measure, ...]:
    """Who is left, killed and fled; wounds, withdrawals, what still waits; of every unit and every controller."""
    out: list[Measure] = []
    for u, p in enumerate(setup.units):
        out.append(Measure(f"left.{p.id}", partial(_left, (u,)), (), "living models"))
        if len(p.rows) > 1:
            out += [
                Measure(f"left {row.name}.{p.id}", partial(_of_row, u, r), (), f"living models of {row.name}")
                for r, row in enumerate(p.rows)
            ]
        if "fled" in setup.keeps:
            out += [
                Measure(f"killed.{p.id}", partial(_killed, u), (), "models killed"),
                Measure(f"fled.{p.id}", partial(_fled, u), (), "models that ran away"),
            ]
        if any(row.wounds > 1 for row in p.rows):
            out.append(Measure(f"wounds.{p.id}", partial(_wounds, u), (), "wounds lost by living models"))
        if setup.duels:
            out.append(Measure(f"withdrew.{p.id}", partial(_withdrew, u), ("no", "yes"), "left melee after a duel"))
            out.append(Measure(f"bonus.{p.id}", partial(_bonus, u), (), "posts for which its bonus attack still holds"))
        out.append(Measure(f"waiting.{p.id}", partial(_waiting, u), (), "losses that still wait for a test"))
        if any(row.gift_champion for row in p.rows):
            out.append(Measure(f"gift.{p.id}", partial(_gift, u), ("no", "yes"), "its champion receives a gift"))
    out += [
        Measure(f"lost.{name}", partial(_lost, setup.slots(c)), (), "its models killed or fled in this fight")
        for c, name in enumerate(setup.controllers)
    ]
    if "duels" in setup.keeps:
        out += [
            Measure(duel_name(setup, d), partial(_duel, d), RESULTS, "how the last turn of a duel came out")
            for d in range(len(setup.duels))
        ]
    return (*out, Measure("posts", _posts, (), "posts played"))


def duel_name(setup: Setup, d: int) -> str:
    """The measure of a duel, from the view of its first hero's unit."""
    (u, v), (_, other) = setup.duels[d].units, setup.duels[d].rows
    return f"duel with {setup.units[v].rows[other].name}.{setup.units[u].id}"


def _left(units: tuple[int, ...], f: Fight) -> int:
    out = 0
    for u in units:
        out = out + f.living(u)
    return out


def _of_row(u: int, row: int, f: Fight) -> int:
    return f.alive(u, row)


def _lost(units: tuple[int, ...], f: Fight) -> int:
    return sum(row.count for u in units for row in f.unit(u).rows) - _left(units, f)


def _killed(u: int, f: Fight) -> int:
    return _lost((u,), f) - f.units[u].fled


def _fled(u: int, f: Fight) -> int:
    return f.units[u].fled


def _wounds(u: int, f: Fight) -> int:
    out = 0
    for row in f.units[u].rows:
        out = out + row.lost
    return out


def _withdrew(u: int, f: Fight) -> int:
    return f.units[u].withdrew


def _bonus(u: int, f: Fight) -> int:
    return f.units[u].attack_bonus_left


def _waiting(u: int, f: Fight) -> int:
    x = f.units[u]
    return x.losses_open + x.losses_due + x.counted_open + x.counted_due


def _gift(u: int, f: Fight) -> int:
    return any_of(row.gift for row in f.units[u].rows)


def _duel(d: int, f: Fight) -> int:
    return f.duels[d].result


def _posts(f: Fight) -> int:
    return f.posts


# ---------------------------------------------------------------- goals
def aims(setup: Setup) -> tuple[Aim, ...]:
    """WB-105, WB-C23: what a controller may want; the first is the default. Goals of the file that are sums of others
    come along."""
    known = {a.name: a for a in named_aims()}
    counted = {m.name: Aim(m.name, partial(_as_written, m)) for m in measures(setup)}
    wanted = list(dict.fromkeys([*setup.goals, *known]))
    return tuple(known[name] if name in known else weighted(name, {**counted, **known}, {}) for name in wanted)


def _as_written(measure: Measure, f: Fight, side: int) -> float:
    """A goal's own measure counts as it is written, for whoever has that goal."""
    return measure.of(f)


def named_aims() -> tuple[Aim, ...]:
    """The goals of WB-C23; `win` is told from -1 to +1, so that with two sides one's gain is the other's loss."""
    return (
        Aim("win", _win, "1 if its own side has won, 0 if nobody has, -1 if another has"),
        Aim("losses", _losses, "enemy models killed and fled less its own"),
        Aim("hero", _hero, "1 if an enemy hero is dead, less 1 if one of its own is"),
    )


def _win(f: Fight, side: int) -> float:
    ended, own = verdict(f), f.setup.teams[side]
    return 1 * (ended == own) - 1 * ((ended != own) & (ended != NOBODY))


def _losses(f: Fight, side: int) -> float:
    team = f.setup.teams[side]
    ours = tuple(u for u in range(len(f.units)) if f.setup.team(u) == team)
    theirs = tuple(u for u in range(len(f.units)) if f.setup.team(u) != team)
    return _lost(theirs, f) - _lost(ours, f)


def _hero(f: Fight, side: int) -> float:
    team = f.setup.teams[side]
    dead = [
        (f.setup.team(u) == team, (f.alive(u, r) == 0) & no(f.units[u].rows[r].ran))
        for u, p in enumerate(f.setup.units)
        for r, row in enumerate(p.rows)
        if row.is_hero
    ]
    return 1 * any_of(gone for own, gone in dead if not own) - 1 * any_of(gone for own, gone in dead if own)


# ---------------------------------------------------------------- in words
def describe(f: Fight) -> Sequence[str]:
    """A state in words, a line a unit."""
    return [_line(f, u) for u in range(len(f.units))]


def _line(f: Fight, u: int) -> str:
    x, p = f.units[u], f.unit(u)
    words = [f"{p.id} ({f.setup.controllers[p.controller]})"]
    words += [
        f"{int(f.alive(u, r))} of {row.count}{f' {row.name}' if len(p.rows) > 1 else ''}"
        for r, row in enumerate(p.rows)
    ]
    words += [f"{int(_wounds(u, f))} wounds lost"] if _wounds(u, f) else []
    words += [f"{int(x.fled)} fled"] if x.fled else []
    words += [f"{int(_waiting(u, f))} losses wait for a test"] if _waiting(u, f) else []
    words += ["+1 attack"] if x.attack_bonus_left else []
    words += ["fearless"] if p.fearless or x.fearless_left or x.fearless_for_good else []
    words += ["withdrew"] if x.withdrew else []
    linked = [f.id(e) for e in f.enemies(u) if f.linked(u, e)]
    return ", ".join([*words, f"in melee with {' and '.join(linked)}"] if linked else words)
