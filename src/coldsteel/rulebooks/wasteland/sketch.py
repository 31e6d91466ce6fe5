"""A state without places, to draw: the units, who is in the melee, the lines that are stated between the others."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.scene import Figure, Mark, Sketch, Tie
from coldsteel.rulebooks.wasteland.measures import FATES, fate
from coldsteel.rulebooks.wasteland.setup import Line
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["sketch"]


def sketch(f: Fight) -> Sketch:
    """Every unit with its models; those in melee tied to it, and what shooters see of whom, how far off."""
    figures = tuple(_figure(f, u) for u in range(len(f.units)))
    melee = (Tie(Mark.CONTACT, u, None) for u in range(len(f.units)) if f.fights(u))
    return Sketch(f.setup.title, figures, (*melee, *_lines(f)), hub="melee", caption=_caption(f))


def _figure(f: Fight, u: int) -> Figure:
    p, x = f.profile(u), f.units[u]
    words = [f"{int(f.size(u))} of {p.models}"]
    if not f.standing(u):
        return Figure(p.id, p.side, ", ".join([*words, FATES[int(fate(f, u))]]), lost=True)
    for holds, word in (
        (x.charged, "charging"),
        (x.prepared, "in prepared defence"),
        (x.camouflaged, "camouflaged"),
        (p.in_cover, "in cover"),
        (not x.engaged and p.distance > 0 and _melee(f), f"{p.distance:.4g} steps from the melee"),
    ):
        if holds:
            words.append(word)
    return Figure(p.id, p.side, ", ".join(words))


def _melee(f: Fight) -> bool:
    return any(f.fights(u) for u in range(len(f.units)))


def _lines(f: Fight) -> Iterator[Tie]:
    """The lines between units of which one is not in melee, each two units once."""
    seen: set[frozenset[int]] = set()
    for (u, _, t, _), line in f.setup.lines.items():
        pair = frozenset((int(u), int(t)))
        apart = f.standing(u) and f.standing(t) and not (f.fights(u) and f.fights(t))
        if pair not in seen and apart and f.side(u) != f.side(t):
            seen.add(pair)
            yield Tie(Mark.SIGHT if line.visible > 0 else Mark.NO_SIGHT, int(u), int(t), _words(line))


def _words(line: Line) -> str:
    far = f"{line.distance:.4g} steps"
    if line.visible >= 1:
        return far
    return f"{far}, {100 * line.visible:.0f} % seen" if line.visible > 0 else f"{far}, not seen"


def _caption(f: Fight) -> str:
    """The FP that are left, of the sides that have any (WL-97)."""
    return ", ".join(f"side {'AB'[side]} has {int(f.fp[side])} FP" for side in (0, 1) if f.setup.spends(side))
