"""A state of a fight with places, to draw: Groups, terrain, doors, and how near the enemies in the fight are."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.bases import Base, Place, Round
from coldsteel.battlefield.lengths import Point
from coldsteel.battlefield.scene import Mark, Scene, Stroke, Token
from coldsteel.battlefield.table import Piece, Table
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.trench.places import Body, apart, to_point
from coldsteel.rulebooks.trench.setup import OUTSIDE
from coldsteel.rulebooks.trench.state import Fight, Status
from coldsteel.rulebooks.trench.tabletop import body, facing, stands, top_of

__all__ = ["scene"]

DRAWN = 0.25  # the radius with which a man is drawn who has no base
DOOR = 0.3  # half the width of a door


def scene(f: Fight) -> Scene | None:
    """The map of a state; None in a fight without places. The living are drawn in those places of their Group that are
    nearest to the enemy, from which distances are measured."""
    if not f.then.ground:
        return None
    top = top_of(f)
    pieces = (*top.table.pieces, *((top.house,) if top.house else ()), *_doors(f))
    return Scene(
        title=f.setup.title or "Trench",
        unit="inch",
        table=Table(top.table.width, top.table.height, pieces),
        tokens=tuple(t for g in range(len(f.groups)) if f.then.ground[g] for t in _tokens(f, Slot(g))),
        strokes=tuple(_strokes(f)),
        sides=f.setup.names,
        caption=_caption(f),
    )


def _doors(f: Fight) -> Iterator[Piece]:
    what = "entrance" if f.setup.place.name == "DUGOUT" else "door"
    for k, (floor, (x, y)) in enumerate(top_of(f).doors):
        name = what if len(top_of(f).doors) == 1 else f"{what} {k + 1}, floor {floor}"
        corners = ((x - DOOR, y - DOOR), (x + DOOR, y - DOOR), (x + DOOR, y + DOOR), (x - DOOR, y + DOOR))
        yield Piece(name, corners)


def _caption(f: Fight) -> str:
    """Those who stand nowhere on the table."""
    words = []
    for g, x in enumerate(f.groups):
        if x.status == Status.OFF_TABLE:
            words.append(f"{f.id(g)} has left the table")
        elif x.men > 0 and x.housed and x.housed[0].floor != OUTSIDE:
            words.append(f"{f.id(g)}: {int(x.men)} men on floor {int(x.housed[0].floor)}")
    return "; ".join(words)


# ---------------------------------------------------------------- Groups
def _tokens(f: Fight, g: Slot) -> Iterator[Token]:
    """A Group, and the shadows of the fallen where it has not moved since."""
    if f.groups[g].housed and f.groups[g].men > 0 and f.floor(g) != OUTSIDE:
        return
    bases = _bases(_nearest_first(f, g), facing(f, g))
    alive = int(f.groups[g].men) + f.profile(g).standing_by
    left, fallen = bases[:alive], bases[alive:]
    if left:
        yield Token(f.id(g), f.side(g), left[0], _note(f, g), members=left)
    if fallen and f.groups[g].went == (0,):
        name = "" if left else f.id(g)
        yield Token(name, f.side(g), fallen[0], "" if left else "no men", members=fallen, lost=True)


def _nearest_first(f: Fight, g: Slot) -> Body:
    """The places of a Group, those nearest to the enemy first."""
    men = body(f, g)
    foes = [body(f, e) for e in f.setup.slots(1 - f.side(g)) if f.then.ground[e] and stands(f, e)]
    if not foes:
        return men
    near = {p: min(to_point(foe, p) for foe in foes) for p in men.men}  # concrete: a state to draw
    return Body(tuple(sorted(men.men, key=lambda p: near[p])), men.radius)


def _bases(men: Body, degrees: float) -> tuple[Base, ...]:
    shape = Round(men.radius or DRAWN)
    return tuple(Base(shape, Place(x, y, degrees)) for x, y in men.men)


def _note(f: Fight, g: Slot) -> str:
    x = f.groups[g]
    men = int(x.men) + f.profile(g).standing_by
    words = [f"{men} man" if men == 1 else f"{men} men"]
    if x.shock:
        words.append(f"Shock {int(x.shock)}")
    if x.status == Status.SURRENDERED:
        words.append("surrendered")
    return ", ".join(words)


# ---------------------------------------------------------------- distances
def _strokes(f: Fight) -> Iterator[Stroke]:
    """From every Group in the fight to the nearest enemy in it; outside a dugout to the entrance."""
    if f.setup.house is not None:
        yield from _to_doors(f)
        return
    drawn: set[frozenset[int]] = set()
    for g in (*f.setup.fighting[0], *f.setup.fighting[1]):
        foes = [e for e in f.setup.fighting[1 - f.side(g)] if f.then.ground[e] and stands(f, e)]
        if not (f.then.ground[g] and stands(f, g) and foes):
            continue
        e = min(foes, key=lambda e: apart(body(f, g), body(f, e)))  # concrete: a state to draw
        if frozenset((g, e)) not in drawn:
            drawn.add(frozenset((g, e)))
            a, b = _nearest_points(body(f, g), body(f, e))
            yield Stroke(Mark.DISTANCE, (a, b), f"{apart(body(f, g), body(f, e)):.4g} in")


def _nearest_points(a: Body, b: Body) -> tuple[Point, Point]:
    """The points of two Groups that are nearest to each other."""
    from coldsteel.battlefield.distances import beyond, distance

    p, q = min(((p, q) for p in a.men for q in b.men), key=lambda x: distance(*x))  # concrete: a state to draw
    if distance(p, q) <= a.radius + b.radius:
        return p, q
    return beyond(q, p, -a.radius), beyond(p, q, -b.radius)


def _to_doors(f: Fight) -> Iterator[Stroke]:
    for g in f.setup.slots(f.setup.attacker):
        if f.then.ground[g] and stands(f, g):
            doors = [at for _, at in top_of(f).doors]
            men = body(f, g)
            at = min(doors, key=lambda at: to_point(men, at))  # concrete: a state to draw
            man = min(men.men, key=lambda p: to_point(Body((p,), men.radius), at))  # concrete: a state to draw
            yield Stroke(Mark.DISTANCE, (man, at), f"{to_point(men, at):.4g} in")
