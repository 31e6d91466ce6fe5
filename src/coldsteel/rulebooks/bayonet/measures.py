"""How a fight ended, and what can be counted at its end (BY-139)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from coldsteel.kernel.figures import any_of, count, no, where
from coldsteel.kernel.rulebook import Aim, Measure
from coldsteel.rulebooks.bayonet.setup import Fate, Setup
from coldsteel.rulebooks.bayonet.state import Fight

__all__ = ["VERDICTS", "aims", "describe", "measures", "verdict"]

A, B, NEITHER, UNRESOLVED = range(4)
VERDICTS = ("A", "B", "neither", "unresolved")


# ---------------------------------------------------------------- the verdict
def verdict(f: Fight) -> int:
    """BY-139: the only side with a unit of this fight in place, once enemies touch no more. If no fight followed, a
    charger driven off and an evader lost give it to the other side."""
    left_a, left_b = left(f, 0), left(f, 1)
    driven_a, driven_b = driven_off(f, 0), driven_off(f, 1)
    fought = any_of(x.fought for x in f.units)
    for_a = where(fought, left_a & no(left_b), driven_b & no(driven_a))
    for_b = where(fought, left_b & no(left_a), driven_a & no(driven_b))
    return where(f.fighting(), UNRESOLVED, where(for_a, A, where(for_b, B, NEITHER)))


def left(f: Fight, side: int) -> bool:
    """Has the side a unit of this fight in place?"""
    return any_of(f.units[u].fought & f.in_place(u) for u in f.setup.slots(side))


def driven_off(f: Fight, side: int) -> bool:
    """Is a unit of the side gone, other than by an evasion that came off?"""
    return any_of(no(f.in_place(u)) & (f.units[u].fate != Fate.EVADED) for u in f.setup.slots(side))


# ---------------------------------------------------------------- measures
def measures(setup: Setup) -> tuple[Measure, ...]:
    """Fate, casualties and disorder of every unit; casualties carried and units lost of every side."""
    fates = tuple(fate.name.lower() for fate in Fate)
    carried = "casualties: carried at the end, those of the start among them"
    out: list[Measure] = []
    for u, p in enumerate(setup.units):
        out += [
            Measure(f"fate.{p.id}", partial(_fate, u), fates, "what has become of the unit"),
            Measure(f"casualties.{p.id}", partial(_casualties, (u,)), (), carried),
            Measure(f"disordered.{p.id}", partial(_disordered, u), ("no", "yes"), "disordered, and not lost"),
        ]
    for side, name in enumerate("AB"):
        units = setup.slots(side)
        out += [
            Measure(f"casualties.{name}", partial(_casualties, units), (), carried),
            Measure(f"broken.{name}", partial(_lost, units), (), "units lost: broken, destroyed or off the table"),
        ]
    return tuple(out)


def _fate(u: int, f: Fight) -> int:
    return f.units[u].fate


def _casualties(units: tuple[int, ...], f: Fight) -> int:
    out = 0
    for u in units:
        out = out + f.units[u].casualties
    return out


def _disordered(u: int, f: Fight) -> int:
    return f.units[u].disordered


def _lost(units: tuple[int, ...], f: Fight) -> int:
    return count(f.gone(u) for u in units)


# ---------------------------------------------------------------- aims
def aims(setup: Setup) -> tuple[Aim, ...]:
    """What a side may want; the first is the default."""
    out = [
        Aim("win", _win, "from -1, a certain defeat, to +1, a certain victory"),
        Aim("losses", _losses, "casualties inflicted less casualties suffered"),
    ]
    less = "a minus for the enemy"
    for u, p in enumerate(setup.units):
        out += [
            Aim(f"survive.{p.id}", partial(_for_owner, u, _survives), f"the chance that it is not lost; {less}"),
            Aim(f"hold.{p.id}", partial(_for_owner, u, _holds), f"the chance that it is in place at the end; {less}"),
        ]
    return tuple(out)


def _win(f: Fight, side: int) -> float:
    ended = verdict(f)
    return 1 * (ended == side) - 1 * (ended == 1 - side)


def _losses(f: Fight, side: int) -> float:
    ours, theirs = f.setup.slots(side), f.setup.slots(1 - side)
    before = sum(f.profile(u).casualties for u in ours) - sum(f.profile(u).casualties for u in theirs)
    return _casualties(theirs, f) - _casualties(ours, f) + before


def _survives(f: Fight, u: int) -> bool:
    return no(f.gone(u))


def _holds(f: Fight, u: int) -> bool:
    return f.in_place(u)


def _for_owner(u: int, wish: Callable[[Fight, int], bool], f: Fight, side: int) -> float:
    """What a unit's own side wants and the other wants not."""
    return (1 if f.side(u) == side else -1) * wish(f, u)


# ---------------------------------------------------------------- in words
def describe(f: Fight) -> Sequence[str]:
    """A state in words, a line a unit."""
    return [_line(f, u) for u in range(len(f.units))]


def _line(f: Fight, u: int) -> str:
    p, x = f.profile(u), f.units[u]
    words = [f"{p.id} ({'AB'[p.side]}, {_word(p.arm.name)}, {_word(type(p.formation)(x.formation).name)})"]
    words.append(f"casualties {int(x.casualties)} of {p.stamina}")
    if not f.in_place(u):
        return ", ".join([*words, _word(Fate(x.fate).name), *_where(f, u)])
    for holds, word in (
        (f.shaken(u), "shaken"),
        (x.disordered, "disordered"),
        (x.charged, "charging"),
        (x.won_last, "won the last round"),
        (x.behind_cover, "behind cover"),
        (x.testing, "has a break test to take"),
    ):
        if holds:
            words.append(word)
    touched = [f.id(e) for e in f.enemies(u) if f.touches(u, e)]
    words.append(f"touches {' and '.join(touched)}" if touched else "touches nobody")
    return ", ".join([*words, *_where(f, u)])


def _where(f: Fight, u: int) -> Iterator[str]:
    """Its place, if there is a table."""
    if f.then.ground and f.then.ground[u] is not None:
        x, y, facing, _, _ = f.then.ground[u]
        yield f"at ({x / 100:g}, {y / 100:g}) facing {facing / 100:g}"


def _word(name: str) -> str:
    return name.lower().replace("_", " ")
