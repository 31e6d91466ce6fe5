"""How a fight ended, and what can be counted at its end (SK-167)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from coldsteel.kernel.figures import any_of, count, where
from coldsteel.kernel.rulebook import Aim, Measure
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.setup import ForcedMove, Setup, Stance
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = ["VERDICTS", "aims", "describe", "measures", "verdict"]

SIDE_A, SIDE_B, BOTH_DEAD, UNDECIDED = range(4)
VERDICTS = ("side_a", "side_b", "both_dead", "undecided")


# ---------------------------------------------------------------- the verdict
def verdict(f: Fight) -> int:
    """SK-167: the side that still has a living model when the other has none."""
    a, b = lives(f, 0), lives(f, 1)
    return where(a & b, UNDECIDED, where(a, SIDE_A, where(b, SIDE_B, BOTH_DEAD)))


def lives(f: Fight, side: int) -> bool:
    """Has the side a living model?"""
    return any_of(f.models[m].wounds_left > 0 for m in f.setup.slots(side))


# ---------------------------------------------------------------- measures
def measures(setup: Setup) -> tuple[Measure, ...]:
    """The turn, and of every model and side what has become of it (SK-167)."""
    out: list[Measure] = []
    if setup.max_turns is not None:
        out.append(Measure("turn", _turn, says="number of the turn in which it ended"))
    for m, p in enumerate(setup.models):
        out += [
            Measure(f"killed.{p.name}", partial(_killed, (m,)), ("no", "yes"), "it has no wounds left"),
            Measure(f"wounds.{p.name}", partial(_wounds, (m,)), says="wounds lost in this fight"),
            Measure(f"panicked.{p.name}", partial(_panicked, (m,)), ("no", "yes"), "alive and in panic"),
        ]
    for side, name in enumerate("AB"):
        models = setup.slots(side)
        out += [
            Measure(f"killed.{name}", partial(_killed, models), says="models killed"),
            Measure(f"wounds.{name}", partial(_wounds, models), says="wounds lost in this fight"),
            Measure(f"panicked.{name}", partial(_panicked, models), says="models alive and in panic"),
            Measure(f"saved.{name}", partial(_saved, models), says="saved actions that were not used by the end"),
        ]
    out.append(Measure("contacts", _contacts, says="pairs of enemies in contact at the end"))
    return tuple(out)


def _turn(f: Fight) -> int:
    return f.turn


def _killed(models: Sequence[int], f: Fight) -> int:
    return count(f.models[m].wounds_left == 0 for m in models)


def _wounds(models: Sequence[int], f: Fight) -> int:
    out = 0
    for m in models:
        out = out + (f.profile(m).wounds_left - f.models[m].wounds_left)
    return out


def _panicked(models: Sequence[int], f: Fight) -> int:
    return count(f.models[m].panicked for m in models)


def _saved(models: Sequence[int], f: Fight) -> int:
    return count(f.models[m].waiting for m in models)


def _contacts(f: Fight) -> int:
    return f.contacts


# ---------------------------------------------------------------- aims
def aims(setup: Setup) -> tuple[Aim, ...]:
    """What a side may want; the first is the default."""
    out = [
        Aim("win", _win, "from -1, a certain defeat, to +1, a certain victory"),
        Aim("wounds", _wounds_aim, "wounds inflicted less wounds suffered"),
        Aim("kills", _kills, "models killed less models lost"),
    ]
    for side, name in enumerate("AB"):
        says = "the chance that it alone has living models at the end; a minus for the enemy"
        out.append(Aim(f"wins.{name}", partial(_wins, side), says))
    for m, p in enumerate(setup.models):
        says = "the chance that it lives; a minus for the enemy"
        out.append(Aim(f"survive.{p.name}", partial(_for_owner, m, _survives), says))
    return tuple(out)


def _win(f: Fight, side: int) -> float:
    ended = verdict(f)
    return 1 * (ended == side) - 1 * (ended == 1 - side)


def _wins(winner: int, f: Fight, side: int) -> float:
    return (1 if side == winner else -1) * (verdict(f) == winner)


def _wounds_aim(f: Fight, side: int) -> float:
    return _wounds(f.setup.slots(1 - side), f) - _wounds(f.setup.slots(side), f)


def _kills(f: Fight, side: int) -> float:
    return _killed(f.setup.slots(1 - side), f) - _killed(f.setup.slots(side), f)


def _survives(f: Fight, m: int) -> bool:
    return f.models[m].wounds_left > 0


def _for_owner(m: int, wish: Callable[[Fight, int], bool], f: Fight, side: int) -> float:
    """What a model's own side wants and the other wants not."""
    return (1 if f.side(m) == side else -1) * wish(f, m)


# ---------------------------------------------------------------- in words
def describe(f: Fight) -> Sequence[str]:
    """A state in words, a line a model."""
    return [_line(f, m) for m in range(len(f.models))]


def _line(f: Fight, m: int) -> str:
    p, x, field = f.profile(m), f.models[m], field_of(f.setup)
    words = [f"{p.name} ({'AB'[p.side]}, {f.unit_profile(p.unit).name})"]
    if not field.there(f.ground, m):
        return ", ".join([*words, "dead"])
    words.append(f"wounds left {int(x.wounds_left)} of {p.wounds}")
    for holds, word in (
        (x.stance == Stance.FIRING, "in firing position"),
        (x.waiting, "waiting"),
        (x.panicked, "panicked"),
        (x.pending_penalty, "after an absolute failure"),
        (x.forced_move != ForcedMove.NONE, "owes a move"),
        (x.actions_left > 0, f"actions left {int(x.actions_left)}"),
    ):
        if holds:
            words.append(word)
    touched = [f.name(e) for e in field.touched_by(f.ground, m)]
    where_ = field.words(f.ground, m)
    words += [f"touches {' and '.join(touched)}"] if touched else []
    return ", ".join([*words, where_] if where_ else words)
