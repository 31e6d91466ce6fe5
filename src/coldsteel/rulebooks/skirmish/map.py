"""Where everybody stands on a table, to be drawn: who touches whom, what a model may charge, a charge on its way."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.battlefield.bases import Base, Place
from coldsteel.battlefield.distances import nearest_points
from coldsteel.battlefield.lengths import Point
from coldsteel.battlefield.scene import Mark, Scene, Stroke, Token
from coldsteel.kernel.plain import is_legal
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish.charge import charge_targets
from coldsteel.rulebooks.skirmish.course import Course
from coldsteel.rulebooks.skirmish.field import Line, field_of
from coldsteel.rulebooks.skirmish.setup import ForcedMove, Stance
from coldsteel.rulebooks.skirmish.state import Fight

# concrete throughout: a plain state

__all__ = ["scene"]

MOST_LINES = 12  # charge lines drawn for models whose turn it is not
ON_ITS_WAY = ("approach", "taken_over", "answer")  # steps of a charge that has been declared


def scene(f: Fight) -> Scene | None:
    """The map of a state; None without a table."""
    if f.setup.table is None:
        return None
    here = [m for m in (*f.setup.slots(0), *f.setup.slots(1)) if field_of(f.setup).there(f.ground, m)]
    return Scene(
        title=f.setup.title,
        unit="inch",
        table=f.setup.table,
        tokens=tuple(_token(f, m) for m in here),
        strokes=(*_contacts(f, here), *_charges(f, here), *_sights(f)),
    )


# ---------------------------------------------------------------- who stands there
def _base(f: Fight, m: int) -> Base:
    x, y, facing = f.ground[0][m]
    return Base(f.profile(m).base, Place(x / 100, y / 100, facing / 100))


def _token(f: Fight, m: int) -> Token:
    x, p = f.models[m], f.profile(m)
    notes = [f"{int(x.wounds_left)} of {p.wounds}"] if p.wounds > 1 else []
    notes += ["waits"] if x.waiting else []
    notes += ["panicked"] if x.panicked else ["has a move to make"] if x.forced_move != ForcedMove.NONE else []
    notes += ["firing position"] if x.stance == Stance.FIRING else []
    return Token(p.name, p.side, _base(f, m), ", ".join(notes))


# ---------------------------------------------------------------- who touches whom, who sees whom
def _contacts(f: Fight, here: list[Slot]) -> Iterator[Stroke]:
    """Pairs in contact, marked ones among them (SK-4, SK-5)."""
    field = field_of(f.setup)
    for a in here:
        for b in here:
            if f.side(a) == 0 and f.side(b) == 1 and field.touching(f.ground, a, b):
                yield Stroke(Mark.CONTACT, _across(*nearest_points(_base(f, a), _base(f, b))))


def _across(p: Point, q: Point) -> tuple[Point, Point]:
    """A short mark over the place where two bases meet, or the gap between a marked pair."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    if dx * dx + dy * dy > 0.01:
        return p, q
    return (p[0] - 0.08, p[1] - 0.08), (p[0] + 0.08, p[1] + 0.08)


def _sights(f: Fight) -> Iterator[Stroke]:
    """What the model whose turn it is sees, and how far that is (SK-32)."""
    me, field = _acting(f), field_of(f.setup)
    if me is None or field.touched_by(f.ground, me):
        return
    for e in f.setup.foes(me):
        if field.there(f.ground, e):
            seen = field.sees(f.ground, me, e)
            ends = nearest_points(_base(f, me), _base(f, e))
            label = f'{field.gap(f.ground, me, e) / 100:g}"'
            yield Stroke(Mark.SIGHT if seen else Mark.NO_SIGHT, ends, label, f.side(me))


def _acting(f: Fight) -> Slot | None:
    """The model whose action is next."""
    task = f.then.tasks[0] if f.then.tasks else None
    named = task is not None and task.step.__name__ in ("next_action", "charge", "attack")
    me = task.args[0] if task is not None and named else None
    return me if me is not None and field_of(f.setup).there(f.ground, me) else None


# ---------------------------------------------------------------- charges
def _charges(f: Fight, here: list[Slot]) -> Iterator[Stroke]:
    """The charge on its way; else the charges open to the model whose turn it is; else those open to anybody."""
    course = next((c for task in f.then.tasks if (c := _course(task.step.__name__, task.args)) is not None), None)
    if course is not None:
        yield _stroke(f, course.charger, course.line, "charge")
        return
    me = _acting(f)
    models = [me] if me is not None else [m for m in here if not field_of(f.setup).touched_by(f.ground, m)]
    lines = [(m, o.value[2]) for m in models for o in charge_targets(f, m) if is_legal(o)]
    for m, line in lines[: None if me is not None else MOST_LINES]:
        yield _stroke(f, m, line, "")


def _course(step: str, args: tuple[object, ...]) -> Course | None:
    """The charge that a task is part of."""
    if step not in ON_ITS_WAY:
        return None
    start = {"approach": 0, "taken_over": 1, "answer": 2}[step]
    return Course(*args[start:])  # type: ignore[arg-type]


def _stroke(f: Fight, charger: Slot, line: Line, word: str) -> Stroke:
    points = tuple((x / 100, y / 100) for x, y in line[2])
    last = line[3]
    if len(points) < 2:
        points = (_base(f, charger).centre, (last[0] / 100, last[1] / 100))
    label = f'{word} {line[0] / 100:g}"'.strip()
    return Stroke(Mark.CHARGE, points, label, f.side(charger))
