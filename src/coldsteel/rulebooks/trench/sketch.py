"""A state without places, to draw: the Groups, who is in the melee, and how far off the others are."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.scene import Figure, Mark, Sketch, Tie
from coldsteel.rulebooks.trench.setup import OUTSIDE
from coldsteel.rulebooks.trench.state import End, Fight, Status

__all__ = ["sketch"]

WHERE = {"OPEN": "", "BUILDING": "for a house", "DUGOUT": "for a dugout", "CORNER": "round a trench corner"}


def sketch(f: Fight) -> Sketch:
    """Every Group with its men and Shock; those who fight are tied to the melee."""
    return Sketch(
        title=f.setup.title,
        figures=tuple(_figure(f, g) for g in range(len(f.groups))),
        ties=tuple(_ties(f)),
        sides=f.setup.names,
        hub="melee",
        caption=WHERE[f.setup.place.name],
    )


def _figure(f: Fight, g: int) -> Figure:
    p, x = f.profile(g), f.groups[g]
    men = int(x.men) + p.standing_by
    words = ["1 man" if men == 1 else f"{men} men" if men else "no men left"]
    words += [f"Shock {int(x.shock)}"] if x.shock else []
    words += [Status(x.status).name.lower().replace("_", " ")] if x.status != Status.HOLDING else []
    if x.housed and men:
        floor = int(x.housed[0].floor)
        words.append("outside" if floor == OUTSIDE else f"on floor {floor}")
    if not _fights(f, g) and p.gap:
        words.append(f"{p.gap:.4g} in from the enemy")
    return Figure(p.id, p.side, ", ".join(words), lost=not men or x.status == Status.OFF_TABLE)


def _fights(f: Fight, g: int) -> bool:
    return any(g == k for side in f.setup.fighting for k in side)


def _ties(f: Fight) -> Iterator[Tie]:
    """Those who take part and can still fight (TR-5 to TR-9), while it is not over."""
    fighting = [int(g) for side in f.setup.fighting for g in side if f.living(g)]
    if f.end == End.NONE and {f.side(g) for g in fighting} == {0, 1}:
        yield from (Tie(Mark.CONTACT, g, None) for g in fighting)
