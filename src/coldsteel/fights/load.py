"""A fight file made ready for the readers, or all that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coldsteel import rulebooks
from coldsteel.errors import FightFileError
from coldsteel.fights.faults import Fault, Faulty, Place, nearest, shown
from coldsteel.fights.files import Document, document, document_of
from coldsteel.fights.profile import checked
from coldsteel.fights.rosters import Sheet, spread
from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.rulebook import Rulebook

__all__ = ["Fight", "check", "examined", "load", "received", "restored", "values_of"]


@dataclass(frozen=True)
class Fight:
    """A fight file that is in order: its book, the checked values, the set-up and the opening state."""

    path: Path
    rulebook: Rulebook
    model: Any
    setup: Any
    start: Any
    title: str
    shows: str = ""


def check(path: str | Path, rulings: Mapping[str, str] | None = None) -> tuple[Fault, ...]:
    """All that is wrong with a fight file; nothing for a good one. `rulings` are set over those of the file."""
    return _read(Path(path), rulings or {})[1]


def load(path: str | Path, rulings: Mapping[str, str] | None = None) -> Fight:
    """The fight of a file, with these rulings (switch -> value, as text) set over those of the file.

    Raises `FightFileError` with all faults of the file.
    """
    return _made(Path(path), *_read(Path(path), rulings or {}))


def restored(values: Mapping[str, Any], source: str | Path) -> Fight:
    """The fight that a record holds: the checked values of a fight file, as JSON has them.

    Raises `FightFileError` with all faults.
    """
    sheet = Sheet(Document(str(source), dict(values), {}))
    return _made(Path(source), *_checked(sheet, {}))


def received(raw: bytes, name: str = "fight.toml") -> tuple[Fight | None, tuple[Fault, ...]]:
    """A fight file that somebody has sent: the fight, or all that is wrong with it. It may name no roster, for it lies
    in no folder."""
    try:
        sheet = Sheet(document_of(raw, name))
    except Faulty as error:
        return None, error.faults
    if "rosters" in sheet.data:
        sheet.fault(("rosters",), "a file that is sent states its units itself; rosters are read from a folder only")
        del sheet.data["rosters"]
    book, faults, model = _checked(sheet, {})
    return (None, faults) if faults else (_made(Path(name), book, faults, model), ())


def examined(values: Mapping[str, Any], name: str = "fight") -> tuple[Fight | None, tuple[Fault, ...]]:
    """The values of a fight file, as JSON has them: the fight, or all that is wrong with them, each fault with its
    key."""
    sheet = Sheet(Document(name, deepcopy(dict(values)), {}))
    book, faults, model = _checked(sheet, {})
    return (None, faults) if faults else (_made(Path(name), book, faults, model), ())


def values_of(fight: Fight) -> dict[str, Any]:
    """The checked values of a fight as JSON has them, from which `restored` makes it again."""
    return {**fight.model.model_dump(mode="json", exclude_unset=True), "rulebook": fight.rulebook.name}


def _made(path: Path, book: Rulebook | None, faults: tuple[Fault, ...], model: Any) -> Fight:
    if faults or book is None:
        raise FightFileError(tuple(map(str, faults)))
    setup = book.setup_of(model)
    title = getattr(model, "title", "") or path.stem.replace("-", " ").replace("_", " ")
    return Fight(path, book, model, setup, book.start(setup), title, getattr(model, "shows", "") or "")


def _read(path: Path, rulings: Mapping[str, str]) -> tuple[Rulebook | None, tuple[Fault, ...], Any]:
    try:
        sheet = spread(document(path))
    except Faulty as error:
        return None, error.faults, None
    return _checked(sheet, rulings)


def _checked(sheet: Sheet, rulings: Mapping[str, str]) -> tuple[Rulebook | None, tuple[Fault, ...], Any]:
    book = _book(sheet)
    if book is None:
        return None, _in_order(sheet), None
    _override(book, sheet, rulings)
    model = checked(book, sheet)
    return book, _in_order(sheet), model


def _book(sheet: Sheet) -> Rulebook | None:
    name = sheet.data.get("rulebook")
    if name is None:
        sheet.faults.insert(
            0, Fault(sheet.file, 1, "is missing", "rulebook", "", _one_of(rulebooks.BOOKS), key=("rulebook",))
        )
        return None
    if name not in rulebooks.BOOKS:
        sheet.fault(("rulebook",), "no such rulebook", value=name, allowed=_one_of(rulebooks.BOOKS))
        return None
    return rulebooks.rulebook(name)


def _one_of(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"one of {', '.join(words)}"


def _override(book: Rulebook, sheet: Sheet, rulings: Mapping[str, str]) -> None:
    """Sets rulings given as text over those of the file."""
    known = ruling_values(book.rulings) if rulings else {}
    table = sheet.data.setdefault("rulings", {}) if rulings else {}
    for switch, text in rulings.items():
        values = {shown(v).strip('"'): v for v in known.get(switch, ())}
        if switch not in known:
            allowed = nearest(switch, known)
            sheet.faults.append(Fault("--ruling", 0, "no such ruling", switch, text, allowed))
        elif text not in values:
            number = book.catalogue.rulings[switch].number
            what = "no such reading"
            sheet.faults.append(Fault("--ruling", 0, what, switch, text, f"one of {', '.join(values)}", number))
        elif isinstance(table, dict):
            table[switch] = values[text]
            sheet.places[("rulings", switch)] = Place("--ruling")


def _in_order(sheet: Sheet) -> tuple[Fault, ...]:
    """The faults as one reads a file: from top to bottom, the fight before its rosters, each once."""
    first = {sheet.file: 0}
    return tuple(sorted(dict.fromkeys(sheet.faults), key=lambda f: (first.get(f.file, 1), f.file, f.line)))
