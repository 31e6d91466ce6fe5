"""A sheet held against a rulebook's model: all that is wrong with it, in words that name what is allowed."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from coldsteel.fights.faults import nearest
from coldsteel.fights.locate import Key, within
from coldsteel.fights.rosters import Sheet
from coldsteel.fights.schema import Shape
from coldsteel.kernel.rulebook import Rulebook

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

__all__ = ["checked"]

MOST_TRIED = 200  # readings of what is wrong that are tried, to see what else is


def checked(book: Rulebook, sheet: Sheet) -> Any:
    """The sheet as the book's model. What is wrong is noted on the sheet; None where no model could be made."""
    from pydantic import ValidationError

    model = book.model()
    _note_controls(sheet, sheet.data, ())
    try:
        out = _validated(model, sheet.data)
    except ValidationError as error:
        _Faults(book, sheet).note(error.errors(include_url=False))
        return None
    for key, what, clause in _cross(model, out):
        sheet.fault(key, what, value=_at(sheet.data, key), clause=clause)
    return out


def _note_controls(sheet: Sheet, data: Any, key: Key) -> None:
    """Text that would drive a terminal instead of being shown on it."""
    if isinstance(data, str):
        found = next((c for c in data if unicodedata.category(c) == "Cc" and c not in "\n\t"), None)
        if found is not None:
            what = f"holds the control character U+{ord(found):04X}"
            sheet.fault(key, what, value=data, allowed="text that can be shown")
    for name, x in within(data):
        _note_controls(sheet, x, (*key, name))


def _validated(model: Any, data: Any) -> Any:
    """Strictly: "4" is not 4. By way of JSON, where a list may stand for a tuple all the same."""
    return model.model_validate_json(json.dumps(data, default=str), strict=True)


def _cross(model: Any, made: Any) -> Iterator[tuple[Key, str, str]]:
    """What a book finds wrong with fields that do not go together."""
    find = getattr(sys.modules[model.__module__], "cross_faults", None)
    for key, what, clause in find(made) if find else ():
        yield tuple(key), what, clause


def _at(data: Any, key: Key) -> Any:
    """The value at a place, None where nothing stands."""
    for part in key:
        if not _has(data, part):
            return None
        data = data[part]
    return data


def _has(data: Any, part: str | int) -> bool:
    if isinstance(data, dict):
        return part in data
    return isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data)


class _Faults:
    """Notes what pydantic found, in our words, and then looks for what else is wrong behind it."""

    def __init__(self, book: Rulebook, sheet: Sheet) -> None:
        self.book, self.sheet = book, sheet
        self.shape = Shape(book.model(), book.catalogue.prefix)
        self.noted: set[Key] = set()

    def note(self, errors: list[ErrorDetails]) -> None:
        placed = [(self.key(error), error) for error in errors]
        for key, error in placed:
            short = error["type"] == "too_short"  # so is a list whose elements have faults of their own
            if short and any(other[: len(key)] == key != other for other, _ in placed):
                continue
            if key not in self.noted:  # a union has one error for each of its members
                self.noted.add(key)
                self.one(error, key)
        self.behind()

    def key(self, error: ErrorDetails) -> Key:
        """Where the error is, without the tags that pydantic puts in for unions."""
        data, key = self.sheet.data, list[str | int]()
        loc = error["loc"]
        for n, part in enumerate(loc):
            if _has(data, part):
                key.append(part)
                data = data[part]  # type: ignore[index]
            elif error["type"] == "missing" and n == len(loc) - 1:
                key.append(part)
        return tuple(key)

    def one(self, error: ErrorDetails, key: Key) -> None:
        value = None if error["type"] == "missing" else _at(self.sheet.data, key)
        if error["type"] == "missing":
            what, allowed = "is missing", self.shape.allowed(key)
        elif error["type"] == "extra_forbidden":
            what, allowed = "unknown field", nearest(str(key[-1]), self.shape.fields(key[:-1]))
        elif error["type"] in ("value_error", "assertion_error"):
            what, allowed = re.sub(r"^(Value error|Assertion failed), ", "", error["msg"]), ""
        else:
            what, allowed = _matter(error), self.shape.allowed(key)
        self.sheet.fault(key, what, value=value, allowed=allowed, clause=self.clause(key))

    def clause(self, key: Key) -> str:
        ruling = self.book.catalogue.rulings.get(str(key[-1])) if key[:1] == ("rulings",) and len(key) == 2 else None
        return ruling.number if ruling else self.shape.clause(key)

    def behind(self) -> None:
        """Leaves out what is wrong and asks again, for fields that do not go together.

        What is found so counts if it is there whatever might have been meant in place of what is wrong.
        """
        wrong = {key[:-1] if isinstance(key[-1], int) else key for key in self.noted if key}
        meant = {key: self.shape.samples(key, _at(self.sheet.data, key)) for key in wrong}
        rest = _without(self.sheet.data, wrong)
        found = self.cross(rest)
        if found is None:  # something wrong is needed
            rest = _with(rest, {key: values[0] for key, values in meant.items() if values})
            found = self.cross(rest)
        for key, value in list(_pairs(meant))[:MOST_TRIED] if found else ():
            other = self.cross(_with(rest, {key: value}))
            found = {k: x for k, x in (found or {}).items() if other is None or k in other}
        for key, (what, clause) in (found or {}).items():
            if key not in wrong:
                self.sheet.fault(key, what, value=_at(self.sheet.data, key), clause=clause)

    def cross(self, data: Any) -> dict[Key, tuple[str, str]] | None:
        """What does not go together in these values; None where a single one is wrong."""
        from pydantic import ValidationError

        model = self.book.model()
        try:
            made = _validated(model, data)
        except ValidationError:
            return None
        return {key: (what, clause) for key, what, clause in _cross(model, made)}


def _pairs(meant: dict[Key, list[Any]]) -> Iterator[tuple[Key, Any]]:
    return ((key, value) for key, values in meant.items() for value in values)


def _matter(error: ErrorDetails) -> str:
    kind = error["type"]
    if kind.startswith(("greater_than", "less_than", "multiple_of", "finite_number", "int_parsing_size")):
        return "out of range"
    if kind in ("literal_error", "enum", "const", "union_tag_invalid"):
        return "no such choice"
    if kind in ("too_short", "string_too_short"):
        return "too short"
    if kind in ("too_long", "string_too_long"):
        return "too long"
    return "of the wrong kind"


def _without(data: Any, keys: set[Key], here: Key = ()) -> Any:
    """The values without what stands at these keys; elements of lists stay, so that the others keep their numbers."""
    if isinstance(data, dict):
        return {name: _without(x, keys, (*here, name)) for name, x in data.items() if (*here, name) not in keys}
    if isinstance(data, list):
        return [_without(x, keys, (*here, k)) for k, x in enumerate(data)]
    return data


def _with(data: Any, changes: dict[Key, Any]) -> Any:
    """The values with others at these keys, wherever there is a table to hold them."""
    out = deepcopy(data)
    for key, value in changes.items():
        table = _at(out, key[:-1])
        if isinstance(table, dict):
            table[key[-1]] = value
    return out
