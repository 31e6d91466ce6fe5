"""A state to draw: the table, where everybody stands, the charges that are ordered, the contacts."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.scene import Mark, Scene, Stroke, Token
from coldsteel.battlefield.table import Piece, Table
from coldsteel.rulebooks.bayonet.setup import Fate, Order
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.tabletop import base_of, footprint, present

__all__ = ["scene"]


def scene(f: Fight) -> Scene | None:
    """The situation as it stands; None for a fight without a table."""
    if not f.then.ground:
        return None
    s = f.setup
    houses = tuple(
        Piece(b.id, base_of(b.entry).corners(), impassable=b.entry not in f.then.ground) for b in s.buildings
    )
    table = Table(s.table.width, s.table.height, (*s.table.pieces, *houses))
    tokens = tuple(_token(f, u) for u in range(len(f.units)) if present(f, u))
    return Scene(s.title, "inch", table, tokens, (*_charges(f), *_contacts(f)), caption=_caption(f))


def _token(f: Fight, u: int) -> Token:
    p, x = f.profile(u), f.units[u]
    notes = [type(p.formation)(x.formation).name.lower().replace("_", " "), f"{int(x.casualties)}/{p.stamina}"]
    if x.disordered:
        notes.append("disordered")
    if not f.in_place(u):
        notes.append("evaded" if x.fate == Fate.EVADED else "retired")
    return Token(p.id, p.side, footprint(f.then.ground, u), ", ".join(notes))


def _caption(f: Fight) -> str:
    """Who is no longer there."""
    lost = [f"{f.id(u)} {Fate(x.fate).name.lower().replace('_', ' ')}" for u, x in enumerate(f.units) if f.gone(u)]
    return f"gone: {', '.join(lost)}" if lost else ""


def _open_orders(f: Fight) -> Iterator[Order]:
    """The orders of the turn at hand, or of the next one that has any, that may still be given (BY-33)."""
    for task in f.then.tasks:
        if task.step.__name__ == "command":
            turn, done = task.args[0], (task.args[2:] or ((),))[0]
            given = {f.setup.orders[k].unit for k in done}
            found = [o for o in f.setup.orders if o.turn == turn and o.unit not in given]
            yield from (
                o for o in found if present(f, o.unit, o.target) and f.in_place(o.unit) and f.in_place(o.target)
            )


def _charges(f: Fight) -> Iterator[Stroke]:
    """The way of every order that is open, with its length (BY-20)."""
    from coldsteel.rulebooks.bayonet.ways import distance, line_of_charge

    for o in _open_orders(f):
        line, mark = line_of_charge(f.setup, f.then.ground, o), Mark.CHARGE if o.says_attack else Mark.MOVE
        yield Stroke(mark, line, f"{distance(f.setup, f.then.ground, o):.1f}", f.side(o.unit))


def _contacts(f: Fight) -> Iterator[Stroke]:
    """The stretch along which two enemies touch (BY-29)."""
    from coldsteel.battlefield.contact import joined, rectangle_of
    from coldsteel.battlefield.quarters import Quarter

    for a, b in f.setup.pairs:
        if not f.touches(a, b) or not present(f, a, b):
            continue
        base = footprint(f.then.ground, a)
        for side, (lo, hi) in joined(base, footprint(f.then.ground, b)):
            shape = rectangle_of(base)
            half = (shape.depth if side in (Quarter.FRONT, Quarter.REAR) else shape.width) / 2
            out = half if side in (Quarter.FRONT, Quarter.RIGHT) else -half
            ends = ((lo, out), (hi, out)) if side in (Quarter.FRONT, Quarter.REAR) else ((out, lo), (out, hi))
            yield Stroke(Mark.CONTACT, tuple(base.point_at(u, v) for u, v in ends))
