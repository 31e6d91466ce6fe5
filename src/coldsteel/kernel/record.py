"""The record of a fight: rulebook and version, set-up, answers. It replays to the same fight, bit for bit, anywhere.

A record is text, one JSON object a line: first what fight it is of, then an answer a line in the order they were given,
and at the end the last state, if the fight ended.

    {"record": 1, "rulebook": "...", "version": "...", "fight": {...}}
    {"step": 1, "task": "charge(#0)", "ask": "tally 0: 4d6 3-6 [X-1]", "faces": [[6, 5, 2, 1]]}
    {"step": 2, "task": "stand(#1)", "ask": "choose 1: fight | flee! [X-2]", "choice": "fight"}
    {"undone": 2, "step": 3, "task": "blow(#0)", "what": "..."}
    {"ended": true, "state": "hp=2 | nothing"}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from coldsteel.errors import RecordError
from coldsteel.kernel.play import Answered, Choosers, Playing, Undone
from coldsteel.kernel.rulebook import Rulebook
from coldsteel.kernel.sources import DiceSource
from coldsteel.kernel.state import text as state_text

FORMAT = 1

__all__ = [
    "FORMAT",
    "Record",
    "answer_from",
    "answer_out",
    "lines",
    "mark_from",
    "mark_out",
    "parsed",
    "read",
    "record_of",
    "replay",
    "write",
]


@dataclass(frozen=True)
class Record:
    """A fight's record. `fight` is the checked fight file, of which nothing is known here; `more` is what else stands
       in
    the first line (a seed, a date)."""

    rulebook: str
    version: str
    fight: Mapping[str, Any]
    answers: tuple[Answered, ...] = ()
    undone: tuple[Undone, ...] = ()
    end: str | None = None  # the last state in one line, if the fight ended
    more: Mapping[str, Any] = field(default_factory=dict)


def record_of(playing: Playing, fight: Mapping[str, Any], **more: Any) -> Record:
    """The record of a fight in play, as far as it has come."""
    book = playing.rulebook
    end = state_text(playing.state) if playing.ended else None
    return Record(book.name, book.version, fight, tuple(playing.answers), tuple(playing.undone), end, more)


# ---------------------------------------------------------------- writing
def lines(record: Record) -> Iterator[str]:
    """The lines of a record, without line ends."""
    head = {"record": FORMAT, "rulebook": record.rulebook, "version": record.version, "fight": record.fight}
    yield _json({**head, **{k: v for k, v in record.more.items() if k not in head}})
    for k in range(len(record.answers) + 1):
        for u in record.undone:
            if u.after == k:
                yield _json(mark_out(u))
        if k < len(record.answers):
            yield _json(answer_out(record.answers[k]))
    if record.end is not None:
        yield _json({"ended": True, "state": record.end})


def _json(x: Mapping[str, Any]) -> str:
    return json.dumps(x, ensure_ascii=False, allow_nan=False)


def mark_out(u: Undone) -> dict[str, Any]:
    """What was taken back, as JSON has it."""
    return {"undone": u.after, "step": u.step, "task": u.task, "what": u.what}


def answer_out(a: Answered) -> dict[str, Any]:
    """An answer as JSON has it."""
    out: dict[str, Any] = {"step": a.step, "task": a.task, "ask": a.ask}
    if a.faces is not None:
        return {**out, "faces": [list(faces) for faces in a.faces]}
    return {**out, "choice": a.choice[0] if len(a.choice) == 1 else list(a.choice)}


def write(target: str | Path | TextIO, record: Record) -> None:
    """Writes a record to a file, or to what is open for writing."""
    whole = "".join(f"{line}\n" for line in lines(record))
    if isinstance(target, str | Path):
        Path(target).write_text(whole, encoding="utf-8", newline="\n")
    else:
        target.write(whole)


# ---------------------------------------------------------------- reading
def read(source: str | Path | TextIO) -> Record:
    """Reads a record from a file, or from what is open for reading.

    Raises `RecordError` naming the line that is no line of a record.
    """
    try:
        whole = Path(source).read_text(encoding="utf-8-sig") if isinstance(source, str | Path) else source.read()
    except UnicodeDecodeError:
        raise RecordError("not a record: it is no text in UTF-8") from None
    return parsed(whole)


def parsed(whole: str) -> Record:
    """The record in this text.

    Raises `RecordError` naming the line that is no line of a record.
    """
    written = [(k, _object(k, line)) for k, line in enumerate(whole.split("\n"), 1) if line.strip()]
    if not written:
        raise RecordError("not a record: it is empty")
    head = _head(*written[0])
    answers: list[Answered] = []
    undone: list[Undone] = []
    end: str | None = None
    for k, x in written[1:]:
        if end is not None:
            raise RecordError(f"line {k}: something follows the end of the fight")
        if "ended" in x:
            end = _field(k, x, "state", str)
        elif "undone" in x:
            undone.append(_undone_in(k, x, len(answers)))
        else:
            answers.append(_answer_in(k, x))
    known = ("record", "rulebook", "version", "fight")
    more = {name: x for name, x in head.items() if name not in known}
    return Record(head["rulebook"], head["version"], head["fight"], tuple(answers), tuple(undone), end, more)


def _object(k: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise RecordError(f"line {k}: not JSON: {fault}") from None
    if not isinstance(found, dict):
        raise RecordError(f"line {k}: an object is wanted, not {_shown(found)}")
    return found


def _head(k: int, x: dict[str, Any]) -> dict[str, Any]:
    if "record" not in x:
        raise RecordError(f'line {k}: not a record: the first line has no "record"')
    if x["record"] != FORMAT or isinstance(x["record"], bool):
        raise RecordError(f"line {k}: a record of the form {_shown(x['record'])}; this program reads form {FORMAT}")
    for name, kind in (("rulebook", str), ("version", str), ("fight", dict)):
        _field(k, x, name, kind)
    return x


def _field(k: int, x: Mapping[str, Any], name: str, kind: type) -> Any:
    found = x.get(name)
    if not isinstance(found, kind) or isinstance(found, bool):
        wanted = {str: "text", int: "a number", dict: "an object"}[kind]
        raise RecordError(f'line {k}: "{name}" must be {wanted}, not {_shown(found)}')
    return found


def answer_from(x: Mapping[str, Any]) -> Answered:
    """The answer that `answer_out` gave. Raises `RecordError` for anything else."""
    return _answer_in(1, x)


def mark_from(x: Mapping[str, Any]) -> Undone:
    """What `mark_out` gave. Raises `RecordError` for anything else."""
    return _undone_in(1, x, _field(1, x, "undone", int))


def _undone_in(k: int, x: Mapping[str, Any], after: int) -> Undone:
    if x["undone"] != after:
        raise RecordError(f"line {k}: taken back after {_shown(x['undone'])} answers, but it stands after {after}")
    return Undone(after, _field(k, x, "step", int), _field(k, x, "task", str), _field(k, x, "what", str))


def _answer_in(k: int, x: Mapping[str, Any]) -> Answered:
    step, task, ask = _field(k, x, "step", int), _field(k, x, "task", str), _field(k, x, "ask", str)
    if ("faces" in x) == ("choice" in x):
        raise RecordError(f'line {k}: an answer has either "faces" or a "choice"')
    if "faces" in x:
        return Answered(step, task, ask, faces=_faces_in(k, x["faces"]))
    choice = x["choice"] if isinstance(x["choice"], list) else [x["choice"]]
    if not all(c is None or isinstance(c, str) for c in choice):
        raise RecordError(f'line {k}: "choice" must be a label, or two, not {_shown(x["choice"])}')
    return Answered(step, task, ask, choice=tuple(choice))


def _faces_in(k: int, x: Any) -> tuple[tuple[int, ...], ...]:
    def is_throw(faces: Any) -> bool:
        return isinstance(faces, list) and all(isinstance(f, int) and not isinstance(f, bool) for f in faces)

    if not isinstance(x, list) or not all(map(is_throw, x)):
        raise RecordError(f'line {k}: "faces" must be a list of lists of numbers, not {_shown(x)}')
    return tuple(map(tuple, x))


def _shown(x: Any) -> str:
    shown = json.dumps(x, ensure_ascii=False)
    return shown if len(shown) <= 40 else shown[:37] + "..."


# ---------------------------------------------------------------- replaying
def replay(
    rulebook: Rulebook,
    start: Any,
    record: Record,
    dice: DiceSource | None = None,
    choosers: Choosers = (),
) -> Playing:
    """The fight that was recorded, from the opening state that its fight file gives; a fight that had not ended may be
    played on with these sources.

    Raises `RecordError` naming the step, with what was expected and what was found, where the record does not fit.
    """
    _check_book(rulebook, record)
    playing = Playing(rulebook, start, dice, choosers)
    playing.replay(record.answers, record.undone)
    if record.end is not None:
        _check_end(playing, record.end)
    return playing


def _check_book(rulebook: Rulebook, record: Record) -> None:
    if record.rulebook != rulebook.name:
        raise RecordError(f"a record of the rulebook '{record.rulebook}', not of '{rulebook.name}'")
    if record.version != rulebook.version:
        raise RecordError(
            f"a record made with {rulebook.name} {record.version}; this is {rulebook.version}, whose dice and choices "
            "may be others"
        )


def _check_end(playing: Playing, end: str) -> None:
    where = f"step {playing.step}, {playing.task}"
    if not playing.ended:
        raise RecordError(f"{where}: too few answers: the record says that the fight ended here, but more is asked")
    if (found := state_text(playing.state)) != end:
        raise RecordError(f"{where}: the fight ends otherwise: expected '{end}', found '{found}'")
