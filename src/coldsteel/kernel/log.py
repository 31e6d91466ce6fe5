"""The log of a fight: an entry for every throw, choice and event, with all that is needed to explain it.

The text of an entry is made here once, from the ask and its answer; `explain` only dresses it.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coldsteel.errors import RulebookError
from coldsteel.kernel.asks import (
    Choose,
    DiceAsk,
    Link,
    Option,
    Pick,
    Pool,
    Roll,
    Say,
    Stage,
    Tally,
    Total,
    read_contest,
    read_contest_under,
    read_faces,
)
from coldsteel.kernel.dice import Throw, chains_of, goes_on, throws
from coldsteel.kernel.tables import Applied

__all__ = [
    "Entry",
    "Offered",
    "choice_entry",
    "counting",
    "dice_entries",
    "event_entry",
    "labels",
    "link_need",
    "need",
    "reasons",
    "span",
]

MOST_FACES_READ = 1_000  # a single die is read face by face for the log up to this size


@dataclass(frozen=True, slots=True)
class Offered:
    """An option as it stood: legal or not, why not (text and clause), and what it was worth to the side, if known."""

    label: str
    legal: bool
    reasons: tuple[tuple[str, str], ...] = ()
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. A tally whose dice are rolled again has an entry for each throw, and so has each side's
    throw of a contest; `answer` stands with the last of them.
    """

    step: int
    task: str
    kind: str  # "dice", "choice", "event" or "undone"
    side: int | None
    what: str
    clause: str = ""
    n: int = 0
    die: int = 0
    need: str = ""  # what counts: "3+", or bands of faces with their names
    n_rows: tuple[Applied, ...] = ()  # why so many dice
    rows: tuple[Applied, ...] = ()  # why this need
    faces: tuple[int, ...] = ()
    counted: tuple[bool, ...] = ()  # which faces count, in a tally
    result: str = ""
    answer: tuple[int, ...] = ()
    options: tuple[Offered, ...] = ()
    chosen: str = ""
    forced: bool = False  # nobody was asked: one option was legal, or none
    heading: bool = False  # an event that starts a section


# ---------------------------------------------------------------- what counts, in words
def span(low: int, high: int, die: int) -> str:
    """The faces from `low` to `high` of a die: "3+", "1-2", "4", "any", "none"."""
    low, high = max(low, 1), min(high, die)
    if low > high:
        return "none"
    if low == high:
        return str(low) if die > 1 else "any"
    if low == 1 and high == die:
        return "any"
    return f"{low}+" if high == die else f"{low}-{high}"


def counting(c: Stage | Link) -> str:
    """What a die that counts at this stage is called."""
    return c.counts or c.what or "count"


def link_need(part: Link) -> str:
    """What the die of a link must show for its chain to go on."""
    if part.needs or part.looks > 1 or part.die > MOST_FACES_READ:
        return part.needs
    faces = [face for face in range(1, part.die + 1) if goes_on(part, (face,))]
    low, high = (faces[0], faces[-1]) if faces else (1, 0)
    runs = [span(low, high, part.die)] if len(faces) == high - low + 1 else [str(face) for face in faces]
    return ", ".join(runs)


def _named(names: Sequence[str], k: int) -> str:
    return names[k] if 0 <= k < len(names) else str(k)


def _bands(starts: Sequence[int], names: Sequence[str], low: int, high: int) -> str:
    """Bands of totals, those that cannot come left out: "2-5: flight, 6-8: halt, 9+: charge"."""
    edges = [low, *sorted(int(s) for s in starts), high + 1]
    words = []
    for k, (start, end) in enumerate(itertools.pairwise(edges)):
        start, end = max(start, low), min(end - 1, high)
        if start <= end:
            shown = str(start) if start == end else f"{start}+" if end == high and start > low else f"{start}-{end}"
            words.append(f"{shown}: {_named(names, k)}")
    return ", ".join(words)


def _tally_need(ask: Tally) -> str:
    if len(ask.classes) == 1:
        return span(ask.classes[0].low, ask.classes[0].high, ask.die)
    return ", ".join(f"{span(c.low, c.high, ask.die)}: {counting(c)}" for c in ask.classes)


def _roll_need(ask: Roll) -> str:
    if len(ask.dice) == 1 and ask.dice[0][1] <= MOST_FACES_READ:
        return _face_need(ask, ask.dice[0][1])
    if ask.read is read_faces:
        n, *wanted = ask.on
        shown = [" ".join(map(str, wanted[k : k + n])) for k in range(0, len(wanted), n)]
        return ", ".join(f"{faces}: {_named(ask.names, k)}" for k, faces in enumerate(shown, 1))
    if ask.read is read_contest:
        lead = int(ask.on[0])
        return f"the higher total, {lead:+d} for the first" if lead else "the higher total"
    if ask.read is read_contest_under:
        return f"{int(ask.on[0])} or less against {int(ask.on[1])} or less"
    return " / ".join(ask.names)


def _face_need(ask: Roll, die: int) -> str:
    """A single die: runs of faces that mean the same."""
    runs: list[tuple[int, int, int]] = []
    for face in range(1, die + 1):
        k = int(ask.read((face,), *ask.on))
        if runs and runs[-1][2] == k:
            runs[-1] = (runs[-1][0], face, k)
        else:
            runs.append((face, face, k))
    return ", ".join(f"{span(low, high, die)}: {_named(ask.names, k)}" for low, high, k in runs)


def need(ask: DiceAsk) -> str:
    """What the first throw of an ask has to show."""
    if isinstance(ask, Pool):
        return link_need(ask.links[0]) if ask.links else ""
    if isinstance(ask, Tally):
        return _tally_need(ask)
    if isinstance(ask, Total):
        return _bands(ask.bands, ask.names, ask.n + ask.plus, ask.n * ask.die + ask.plus) if ask.bands else ""
    return f"one of {int(ask.n)}" if isinstance(ask, Pick) else _roll_need(ask)


# ---------------------------------------------------------------- entries
def dice_entries(
    step: int, task: str, ask: DiceAsk, thrown: Sequence[Sequence[int]], answer: tuple[int, ...]
) -> list[Entry]:
    """The throws of an ask that is answered, an entry each."""
    out = []
    for k in range(len(thrown)):
        throw, faces = throws(ask, thrown[:k]), tuple(thrown[k])
        assert throw is not None
        given = answer if k == len(thrown) - 1 else ()
        if isinstance(ask, Tally):
            out.append(_tally_entry(step, task, ask, throw, faces, given, first=k == 0))
        elif isinstance(ask, Pool):
            out.append(_pool_entry(step, task, ask, thrown[: k + 1], given))
        else:
            result = _result(ask, faces, given[0]) if given else _meanwhile(ask, k)
            rows = () if isinstance(ask, Pick) else ask.rows
            out.append(
                Entry(
                    step,
                    task,
                    "dice",
                    throw.side,
                    throw.what,
                    throw.clause,
                    throw.n,
                    throw.die,
                    need(ask),
                    rows=rows,
                    faces=faces,
                    result=result,
                    answer=given,
                )
            )
    return out


def _tally_entry(
    step: int, task: str, ask: Tally, throw: Throw, faces: tuple[int, ...], answer: tuple[int, ...], first: bool
) -> Entry:
    again = None if first else throw.stage  # None: the first throw, for all classes
    stages = ask.classes if again is None else (again,)
    return Entry(
        step,
        task,
        "dice",
        throw.side,
        throw.what,
        throw.clause or stages[0].clause,
        throw.n,
        throw.die,
        need=_tally_need(ask) if again is None else span(again.low, again.high, ask.die),
        n_rows=ask.n_rows if again is None else (),
        rows=stages[0].rows if len(stages) == 1 else tuple(dict.fromkeys(row for c in stages for row in c.rows)),
        faces=faces,
        counted=tuple(any(c.low <= face <= c.high for c in stages) for face in faces),
        result=", ".join(f"{sum(c.low <= face <= c.high for face in faces)} × {counting(c)}" for c in stages),
        answer=answer,
    )


def _pool_entry(step: int, task: str, ask: Pool, thrown: Sequence[Sequence[int]], answer: tuple[int, ...]) -> Entry:
    """The last of these throws of a pool."""
    part, faces = ask.links[len(thrown) - 1], tuple(thrown[-1])
    before = chains_of(ask, thrown[:-1])
    counted = tuple(goes_on(part, (*chain, face)) for chain, face in zip(before, faces, strict=True))
    return Entry(
        step,
        task,
        "dice",
        part.side,
        part.what,
        part.clause or ask.clause,
        len(faces),
        part.die,
        need=link_need(part),
        n_rows=ask.n_rows if len(thrown) == 1 else (),
        rows=part.rows,
        faces=faces,
        counted=counted,
        result=f"{sum(counted)} × {counting(part)}",
        answer=answer,
    )


def _meanwhile(ask: DiceAsk, k: int) -> str:
    """The result of a throw that is not the last: nothing yet, or that all dice are thrown again."""
    hands = len(list(itertools.groupby(ask.dice))) if isinstance(ask, Roll) else 1
    return "" if (k + 1) % hands else "again"


def _result(ask: Total | Roll | Pick, faces: tuple[int, ...], answer: int) -> str:
    if isinstance(ask, Pick):
        return f"number {answer + 1}"
    if isinstance(ask, Roll):
        return _named(ask.names, answer)
    value = sum(faces) + int(ask.plus)
    shown = f"{sum(faces)} {'+' if ask.plus > 0 else '-'} {abs(int(ask.plus))} = {value}" if ask.plus else str(value)
    return f"{shown}: {_named(ask.names, answer)}" if ask.bands else shown


def reasons(o: Option[Any]) -> tuple[tuple[str, str], ...]:
    """Why an option may not be taken, as text and clause; empty for a legal one."""
    return tuple((b.reason, b.clause) for b in o.bars if b.when)


def labels(ask: Choose) -> tuple[str, ...]:
    """The labels of the options; where several are the same, the later ones are numbered."""
    met: dict[str, int] = {}
    out = []
    for o in ask.options:
        met[o.label] = met.get(o.label, 0) + 1
        out.append(o.label if met[o.label] == 1 else f"{o.label} ({met[o.label]})")
    return tuple(out)


def choice_entry(
    step: int, task: str, ask: Choose, number: int, worth: Mapping[int, float], forced: bool = False
) -> Entry:
    """A choice that was made, or that nobody had to make."""
    named = labels(ask)
    offered = tuple(
        Offered(label, not reasons(o), reasons(o), worth.get(k))
        for k, (label, o) in enumerate(zip(named, ask.options, strict=True))
    )
    result = "" if not forced else "the only legal option" if number >= 0 else "no option is legal"
    chosen = named[number] if number >= 0 else ""
    return Entry(
        step,
        task,
        "choice",
        ask.side,
        ask.what,
        ask.clause,
        result=result,
        answer=(number,),
        options=offered,
        chosen=chosen,
        forced=forced,
    )


def event_entry(step: int, task: str, ask: Say) -> Entry:
    """An event. The fact `heading=True` makes it the heading of what follows and is no part of the text.

    Raises `RulebookError` where the text does not fit its facts.
    """
    facts = dict(ask.facts)
    heading = bool(facts.pop("heading", False))
    try:
        said = ask.text.format(**facts)
    except (LookupError, ValueError, AttributeError, TypeError) as fault:
        raise RulebookError(f"{task}: the event '{ask.text}' does not fit its facts: {fault!r}") from None
    return Entry(step, task, "event", None, said, ask.clause, heading=heading)
