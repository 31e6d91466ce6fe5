"""A fight on a table, to be drawn: terrain, models, contacts, and what shooters see."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.distances import nearest_points
from coldsteel.battlefield.scene import Mark, Scene, Stroke, Token
from coldsteel.battlefield.table import Table
from coldsteel.rulebooks.wasteland.ground import Field
from coldsteel.rulebooks.wasteland.situation import field_of
from coldsteel.rulebooks.wasteland.state import Fight

__all__ = ["scene"]


def scene(f: Fight) -> Scene | None:
    """Table and terrain, who stands where, who is in contact (WL-3), and the lines of those that shoot (WL-119); None
    for a fight without a table."""
    if not f.on_table:
        return None
    field = field_of(f)
    standing = {t.outline.name for t in field.standing_terrain()}
    pieces = tuple(p for p in field.layout.table.pieces if p.name in standing)
    table = Table(field.layout.table.width, field.layout.table.height, pieces)
    tokens = tuple(_token(f, field, i) for i in field.here)
    strokes = (*_contacts(field), *_sight(f, field))
    return Scene(f.setup.title, "step", table, tokens, strokes, caption=_caption(field))


def _token(f: Fight, field: Field, i: int) -> Token:
    m = field.model(i)
    name = f.group_id(m.unit, m.group)
    return Token(name, field.side(i), field.base(i), _note(f, field, i), facing=False)


def _note(f: Fight, field: Field, i: int) -> str:
    """What matters of a model, in a few words."""
    m = field.model(i)
    g = f.group(m.unit, m.group)
    words = []
    if g.toughness > 1:
        words.append(f"{g.toughness - int(f.wounds(m.unit, m.group))} of {g.toughness} wounds")
    if field.spot(i)[2]:
        words.append(f"at {field.spot(i)[2] / 100:g} steps")
    if field.fled[m.unit]:
        words.append("flees")
    if g.knocked_down:
        words.append("knocked down")
    return ", ".join(words)


def _contacts(field: Field) -> Iterator[Stroke]:
    for i, j in field.contacts:
        ends = nearest_points(field.base(i), field.base(j))
        yield Stroke(Mark.CONTACT, (_short(field, i, ends[0]), _short(field, j, ends[1])))


def _short(field: Field, i: int, end: tuple[float, float]) -> tuple[float, float]:
    """A point a little inside a base, so that a contact can be seen."""
    x, y = field.base(i).centre
    return end[0] + 0.25 * (x - end[0]), end[1] + 0.25 * (y - end[1])


def _sight(f: Fight, field: Field) -> Iterator[Stroke]:
    """From every model that has an activation and a shooting weapon to every enemy: how much it sees, how far it is."""
    for i in field.standing:
        m = field.model(i)
        if m.unit not in f.setup.shooters or not f.setup.arms(m.unit, m.group, shooting=True):
            continue
        for j in field.here:
            if field.side(j) != field.side(i):
                line = field.line(i, j)
                seen = "not seen" if line.visible <= 0 else f"{100 * line.visible:.0f} %, {line.distance:.1f}"
                mark = Mark.SIGHT if line.visible > 0 else Mark.NO_SIGHT
                yield Stroke(mark, nearest_points(field.base(i), field.base(j)), seen, field.side(i))


def _caption(field: Field) -> str:
    n = len(field.melees)
    return "no melee" if n == 0 else "one melee" if n == 1 else f"{n} melees"
