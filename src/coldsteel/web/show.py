"""What the kernel knows of a fight in play, turned into views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from coldsteel.fights import Fight
from coldsteel.kernel import explain
from coldsteel.kernel.asks import Both, Choose, DiceAsk, Pick, Pool, Tally
from coldsteel.kernel.dice import Throw
from coldsteel.kernel.log import Entry, counting, labels, link_need, need, span
from coldsteel.kernel.play import Playing
from coldsteel.kernel.tables import Applied
from coldsteel.web.views import AskView, EntryView, OptionView, PartView, ReasonView, RowView

if TYPE_CHECKING:
    from coldsteel.battlefield.scene import Scene

__all__ = ["ask_views", "caption_of", "entry_views", "picture_of", "result_of", "scene_of"]


Says = Callable[[str], str]
"""What turns the English of the steps into a language."""


# ---------------------------------------------------------------- what is asked
def ask_views(
    playing: Playing, sides: Sequence[str], worths: Mapping[int, float], says: Says = str
) -> tuple[AskView, ...]:
    """What is asked next: nothing at the end, two choices where both sides choose at one time, else one ask."""
    ask = playing.ask
    if ask is None:
        return ()
    if isinstance(ask, Both):
        return tuple(_choice(c, sides, {}, says, secret=True) for c in (ask.first, ask.second))
    if isinstance(ask, Choose):
        return (_choice(ask, sides, worths, says, secret=False),)
    throw = playing.throw
    return () if throw is None else (_dice(ask, throw, playing.thrown, sides, says),)


def _choice(ask: Choose, sides: Sequence[str], worths: Mapping[int, float], says: Says, secret: bool) -> AskView:
    options = tuple(
        OptionView(
            number=k,
            label=says(label),
            legal=not any(b.when for b in o.bars),
            reasons=tuple(ReasonView(text=says(b.reason), clause=b.clause) for b in o.bars if b.when),
            value=worths.get(k),
        )
        for k, (label, o) in enumerate(zip(labels(ask), ask.options, strict=True))
    )
    return AskView(
        kind="choice",
        side=ask.side,
        side_name=_name(sides, ask.side),
        what=says(ask.what),
        clause=ask.clause,
        options=options,
        secret=secret,
    )


def _name(sides: Sequence[str], side: int) -> str:
    return sides[side] if 0 <= side < len(sides) else ""


def _dice(ask: DiceAsk, throw: Throw, thrown: Sequence[tuple[int, ...]], sides: Sequence[str], says: Says) -> AskView:
    wanted, rows = _wanted(ask, throw, first=not thrown)
    n_rows = ask.n_rows if isinstance(ask, Tally | Pool) and not thrown else ()
    return AskView(
        kind="dice",
        side=throw.side,
        side_name=_name(sides, throw.side),
        what=says(throw.what),
        clause=throw.clause,
        n=throw.n,
        die=throw.die,
        need=says(wanted),
        rows=_rows(rows, says),
        n_rows=_rows(n_rows, says),
        thrown=tuple(thrown),
    )


def _wanted(ask: DiceAsk, throw: Throw, first: bool) -> tuple[str, Iterable[Applied]]:
    """What the dice of a throw must show, and the rows that say why."""
    if throw.link is not None:
        return f"{link_need(throw.link)} {counting(throw.link)}".strip(), throw.link.rows
    if isinstance(ask, Tally):
        if len(ask.classes) > 1 and first:
            return need(ask), dict.fromkeys(row for c in ask.classes for row in c.rows)
        stage = ask.classes[0] if first or throw.stage is None else throw.stage
        return f"{span(stage.low, stage.high, ask.die)} {counting(stage)}".strip(), stage.rows
    return need(ask), () if isinstance(ask, Pick | Pool) else ask.rows


def _rows(rows: Iterable[Applied], says: Says) -> tuple[RowView, ...]:
    return tuple(RowView(amount=int(r.amount), name=says(r.name), clause=r.clause) for r in rows)


# ---------------------------------------------------------------- what has happened
def entry_views(log: Sequence[Entry], sides: Sequence[str], says: Says = str) -> tuple[EntryView, ...]:
    """The log in words."""
    report = explain.Report(log, sides, says=says)
    return tuple(_entry(k, e, report) for k, e in enumerate(log))


def _entry(k: int, e: Entry, report: explain.Report) -> EntryView:
    head, notes = explain.told(e, report)
    return EntryView(
        number=k,
        kind=e.kind,
        heading=e.heading,
        side=e.side,
        head=_parts(head),
        notes=tuple(map(_parts, notes)),
    )


def _parts(line: Iterable[tuple[str, str]]) -> tuple[PartView, ...]:
    return tuple(PartView(text=text, part=part) for text, part in line)


# ---------------------------------------------------------------- how it stands
def scene_of(fight: Fight, state: Any) -> Scene | None:
    """What stands on the table in a state; None where nothing stands on one."""
    found: Scene | None = fight.rulebook.scene(state) if fight.rulebook.scene else None
    return found


def caption_of(fight: Fight, state: Any) -> str:
    """What is written over the map or the sketch of a state."""
    found = scene_of(fight, state) or (fight.rulebook.sketch(state) if fight.rulebook.sketch else None)
    return str(found.caption) if found is not None else ""


def picture_of(
    fight: Fight,
    state: Any,
    close: bool = False,
    *,
    narrow: bool = False,
    headed: bool = True,
    says: Says = str,
) -> str | None:
    """The map of a state as SVG (`close`: only where somebody stands; `narrow`: for a phone); where nothing stands on a
    table, a sketch of who is there; None without either."""
    scene = scene_of(fight, state)
    if scene is not None:
        from coldsteel.battlefield.picture import svg

        return svg(scene, close, narrow=narrow, headed=headed, says=says)
    sketch = fight.rulebook.sketch(state) if fight.rulebook.sketch else None
    if sketch is None:
        return None
    from coldsteel.battlefield.sketch import sketch_svg

    return sketch_svg(sketch, headed=headed, says=says)


def result_of(fight: Fight, state: Any) -> tuple[tuple[str, str], ...]:
    """How a fight ended: the verdict and every measure."""
    return explain.result_of(fight.rulebook, state)
