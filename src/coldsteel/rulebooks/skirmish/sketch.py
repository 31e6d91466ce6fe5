"""A state without a table, to draw: the models, who touches whom, and how far the nearest enemies are apart."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.scene import Figure, Mark, Sketch, Tie
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.setup import ForcedMove, Stance
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = ["sketch"]

INCH = 100  # the ground is in hundredths


def sketch(f: Fight) -> Sketch:
    """Every model with its wounds; contacts, and the gap of each to the nearest enemy (SK-4, SK-38)."""
    figures = tuple(_figure(f, m) for m in range(len(f.models)))
    return Sketch(f.setup.title, figures, tuple(_ties(f)))


def _figure(f: Fight, m: int) -> Figure:
    p, x = f.profile(m), f.models[m]
    if not field_of(f.setup).there(f.ground, m):
        return Figure(p.name, p.side, "dead", lost=True)
    words = [f"wounds left {int(x.wounds_left)} of {p.wounds}"] if p.wounds > 1 else []
    for holds, word in (
        (x.stance == Stance.FIRING, "in firing position"),
        (x.waiting, "waiting"),
        (x.panicked, "panicked"),
        (x.forced_move != ForcedMove.NONE, "owes a move"),
        (x.actions_left > 0, f"actions left {int(x.actions_left)}"),
    ):
        if holds:
            words.append(word)
    return Figure(p.name, p.side, ", ".join(words))


def _ties(f: Fight) -> Iterator[Tie]:
    field, g = field_of(f.setup), f.ground
    near: dict[frozenset[int], int] = {}
    for m in range(len(f.models)):
        gaps = {e: field.gap(g, m, e) for e in f.setup.foes(m) if field.there(g, m) and field.there(g, e)}
        for e, gap in gaps.items():
            if field.touching(g, m, e) or gap == min(gaps.values()):  # concrete: a state to draw
                near[frozenset((int(m), int(e)))] = gap
    for pair, gap in near.items():
        a, b = sorted(pair)
        if field.touching(g, a, b):
            yield Tie(Mark.CONTACT, a, b)
        else:
            across = ", an obstacle between" if field.between(g, a, b) is not None else ""
            yield Tie(Mark.DISTANCE, a, b, f"{gap / INCH:g} in{across}")
