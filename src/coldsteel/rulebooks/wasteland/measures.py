"""How a fight ended, and what can be counted at its end (WL-158, WL-159)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from coldsteel.kernel.figures import no, where
from coldsteel.kernel.rulebook import Aim, Measure
from coldsteel.rulebooks.wasteland.setup import Setup
from coldsteel.rulebooks.wasteland.situation import elevated, engaged
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["FATES", "VERDICTS", "aims", "describe", "fate", "measures", "verdict"]

A, B, NOBODY_WINS, STALEMATE = range(4)
VERDICTS = ("A", "B", "nobody", "stalemate")
STANDING, BROKEN, DESTROYED = range(3)
FATES = ("standing", "broken", "destroyed")


# ---------------------------------------------------------------- the verdict
def verdict(f: Fight) -> int:
    """WL-158: the side that alone has a standing model wins; if neither has one, or both at the limit, nobody. Both
    without a limit: nothing could change any more (WL-157)."""
    a, b = f.stands(0), f.stands(1)
    both = NOBODY_WINS if f.setup.max_rounds else STALEMATE
    return where(a & b, both, where(a, A, where(b, B, NOBODY_WINS)))


def fate(f: Fight, u: int) -> int:
    """Standing, broken with models left, or destroyed."""
    return where(f.alive(u), where(f.units[u].fled, BROKEN, STANDING), DESTROYED)


# ---------------------------------------------------------------- measures
def measures(setup: Setup) -> tuple[Measure, ...]:
    """Fate, models and wounds left of every unit; models removed and FP left of every side; what went off."""
    out: list[Measure] = []
    for u, p in enumerate(setup.units):
        out += [
            Measure(f"fate.{p.id}", partial(_fate, u), FATES, "what has become of the unit"),
            Measure(f"models.{p.id}", partial(_models, u), (), "its models left"),
        ]
        if any(g.toughness > 1 for g in p.groups):
            out.append(Measure(f"wounds.{p.id}", partial(_wounds_left, u), (), "wounds that its models can still take"))
    for side, name in enumerate("AB"):
        out.append(Measure(f"removed.{name}", partial(_removed, side), (), "its models removed"))
        if setup.spends(side):
            out.append(Measure(f"fp.{name}", partial(_fp, side), (), "its FP left"))
    for k, piece in enumerate(setup.pieces):
        out.append(Measure(f"exploded.{piece.id}", partial(_exploded, k), ("no", "yes"), "it went off"))
    return tuple(out)


def _fate(u: int, f: Fight) -> int:
    return fate(f, u)


def _models(u: int, f: Fight) -> int:
    return f.size(u)


def _wounds_left(u: int, f: Fight) -> int:
    out = 0
    for g in f.groups(u):
        out = out + f.group(u, g).models * f.group(u, g).toughness - f.wounds(u, g)
    return out


def _removed(side: int, f: Fight) -> int:
    out = 0
    for u in f.setup.slots(side):
        out = out + f.profile(u).models - f.size(u)
    return out


def _fp(side: int, f: Fight) -> int:
    return f.fp[side]


def _exploded(k: int, f: Fight) -> int:
    return f.exploded[k]


# ---------------------------------------------------------------- aims
def aims(setup: Setup) -> tuple[Aim, ...]:
    """What a side may want; the first is the default (WL-159, WL-C14)."""
    score = Aim("score", _score, "win 1, nobody wins 1/2, loss 0")
    losses = Aim("losses", _losses, "enemy models removed less own")
    only_shooting = len(setup.activations) == 1 and all(p.distance > 0 for p in setup.units)
    out = [losses, score] if only_shooting else [score, losses]
    out.append(Aim("win", _win, "the chance to win less that to lose"))
    for u, p in enumerate(setup.units):
        out += [
            Aim(f"survive.{p.id}", partial(_for_owner, u, _alive), "it is not destroyed"),
            Aim(f"hold.{p.id}", partial(_for_owner, u, _standing), "it is standing at the end"),
        ]
    return tuple(out)


def _score(f: Fight, side: int) -> float:
    return 0.5 + 0.5 * _win(f, side)


def _win(f: Fight, side: int) -> float:
    ended = verdict(f)
    return 1 * (ended == side) - 1 * (ended == 1 - side)


def _losses(f: Fight, side: int) -> float:
    return _removed(1 - side, f) - _removed(side, f)


def _alive(f: Fight, u: int) -> bool:
    return f.alive(u)


def _standing(f: Fight, u: int) -> bool:
    return f.standing(u)


def _for_owner(u: int, wish: Callable[[Fight, int], bool], f: Fight, side: int) -> float:
    """What a unit's own side wants and the other wants not."""
    return (1 if f.side(u) == side else -1) * wish(f, u)


# ---------------------------------------------------------------- in words
def describe(f: Fight) -> Sequence[str]:
    """A state in words, a line a unit."""
    fp = [f"FP {'AB'[side]} {int(f.fp[side])}" for side in (0, 1) if f.setup.spends(side)]
    return [*(_line(f, u) for u in range(len(f.units))), *([", ".join(fp)] if fp else [])]


def _line(f: Fight, u: int) -> str:
    p, x = f.profile(u), f.units[u]
    words = [f"{p.id} ({'AB'[p.side]}, {'vehicle' if p.vehicle else 'fighter'})", f"{int(f.size(u))} of {p.models}"]
    if any(g.toughness > 1 for g in p.groups):
        words.append(f"wounds left {int(_wounds_left(u, f))}")
    if no(f.standing(u)):
        return ", ".join([*words, FATES[int(fate(f, u))]])
    fights = any(engaged(f, u, g) for g in f.groups(u)) if f.on_table else x.engaged
    raised = any(elevated(f, u, g) for g in f.groups(u))
    for holds, word in (
        (fights, "in melee"),
        (x.charged, "charging"),
        (x.prepared, "in prepared defence"),
        (x.camouflaged, "camouflaged"),
        (p.in_cover, "in cover"),
        (raised, "on high ground"),
        (x.loses | x.panics, "has a test to take"),
    ):
        if holds:
            words.append(word)
    return ", ".join(words)
