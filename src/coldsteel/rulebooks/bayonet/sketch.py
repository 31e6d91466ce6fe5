"""A state without places, to draw: the units, who touches whom on which sides, the orders that may still be given."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.scene import Figure, Mark, Sketch, Tie
from coldsteel.rulebooks.bayonet.setup import Fate, Side
from coldsteel.rulebooks.bayonet.state import Fight

__all__ = ["sketch"]


def sketch(f: Fight) -> Sketch:
    """Every unit with its formation and casualties; contacts with the sides that touch, and open orders to charge."""
    figures = tuple(_figure(f, u) for u in range(len(f.units)))
    return Sketch(f.setup.title, figures, (*_contacts(f), *_orders(f)))


def _figure(f: Fight, u: int) -> Figure:
    p, x = f.profile(u), f.units[u]
    words = [_word(type(p.formation)(x.formation).name)]
    words += [f"casualties {int(x.casualties)} of {p.stamina}"] if x.casualties else []
    if not f.in_place(u):
        return Figure(p.id, p.side, ", ".join([*words, _word(Fate(x.fate).name)]), lost=bool(f.gone(u)))
    words += [word for holds, word in ((f.shaken(u), "shaken"), (x.disordered, "disordered")) if holds]
    words += ["behind cover"] if x.behind_cover else []
    return Figure(p.id, p.side, ", ".join(words))


def _contacts(f: Fight) -> Iterator[Tie]:
    """The contacts; of two fronts nothing is written, of other sides which ones (BY-24)."""
    for a, b in f.setup.pairs:
        if f.touches(a, b):
            sides = [_word(Side(f.touched_side(u, e)).name) for u, e in ((a, b), (b, a))]
            plain = sides == ["front", "front"] or (f.boxed(a) and f.boxed(b))
            yield Tie(Mark.CONTACT, int(a), int(b), "" if plain else f"{sides[0]} to {sides[1]}")


def _orders(f: Fight) -> Iterator[Tie]:
    """The orders of the turn at hand that may still be given (BY-33)."""
    for task in f.then.tasks:
        if task.step.__name__ != "command":
            continue
        turn, done = task.args[0], (task.args[2:] or ((),))[0]
        given = {f.setup.orders[k].unit for k in done}
        for o in f.setup.orders:
            both = f.in_place(o.unit) and f.in_place(o.target)
            if o.turn == turn and o.unit not in given and both and not f.touches(o.unit, o.target):
                label = f"{o.distance:g} in" if o.distance else ""
                yield Tie(Mark.CHARGE if o.says_attack else Mark.MOVE, int(o.unit), int(o.target), label)


def _word(name: str) -> str:
    return name.lower().replace("_", " ")
