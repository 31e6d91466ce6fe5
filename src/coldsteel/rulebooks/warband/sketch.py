"""A state without places, to draw: the units, who is in melee or in a duel with whom, distances that are stated."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.scene import Figure, Mark, Sketch, Tie
from coldsteel.rulebooks.warband.state import Fight

__all__ = ["sketch"]


def sketch(f: Fight) -> Sketch:
    """Every unit with its models; melees, duels, and the distances of enemies that are not in melee."""
    return Sketch(
        title=f.setup.title,
        figures=tuple(_figure(f, u) for u in range(len(f.units))),
        ties=tuple(_ties(f)),
        sides=tuple(_names(f, team) for team in sorted(set(f.setup.teams))),
    )


def _names(f: Fight, team: int) -> str:
    of = zip(f.setup.controllers, f.setup.teams, strict=True)
    return " and ".join(name for name, side in of if side == team)


def _figure(f: Fight, u: int) -> Figure:
    p, x = f.unit(u), f.units[u]
    several = len(p.rows) > 1
    words = [f"{int(f.alive(u, r))} of {row.count}{f' {row.name}' if several else ''}" for r, row in enumerate(p.rows)]
    lost = sum(int(row.lost) for row in x.rows)
    words += [f"{lost} wounds lost" if lost > 1 else "1 wound lost"] if lost else []
    words += [f"{int(x.fled)} fled"] if x.fled else []
    words += ["withdrew"] if x.withdrew else []
    return Figure(p.id, f.setup.team(u), ", ".join(words), lost=not f.lives(u))


def _ties(f: Fight) -> Iterator[Tie]:
    duels = {duel.units for d, duel in enumerate(f.setup.duels) if f.duels[d].fought}
    for k, (u, e) in enumerate(f.setup.pairs):
        if not (f.lives(u) and f.lives(e)):
            continue
        duel = (u, e) in duels or (e, u) in duels
        if f.linked(u, e):
            yield Tie(Mark.CONTACT, int(u), int(e), "duel" if duel else "")
        elif duel:
            yield Tie(Mark.REACH, int(u), int(e), "duel")
        elif k in f.setup.distances:
            yield Tie(Mark.DISTANCE, int(u), int(e), f"{f.setup.distances[k].metres:g} m")
