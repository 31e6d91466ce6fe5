"""What is wrong with a file: where, what stands there, what may stand there, and the clause that says so."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as kept
from difflib import get_close_matches
from typing import Any

from coldsteel.fights.locate import Key

__all__ = ["Fault", "Faulty", "Place", "named", "nearest", "shown"]

LONGEST_VALUE = 60
MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file; line 0 is the file as a whole."""

    file: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: `field` with `value` at `line` of `file`, what is the matter, and what is `allowed`.
    `key` is the place for programs; () where a fault has none."""

    file: str
    line: int
    what: str
    field: str = ""
    value: str = ""  # as it would be written in a file; empty where nothing stands
    allowed: str = ""
    clause: str = ""
    key: Key = kept(default=(), compare=False)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        thing = f"{self.field} = {self.value}" if self.field and self.value else self.field or self.value
        asked = self.allowed.startswith("did you mean")
        allowed = f"; {'' if asked else 'allowed: '}{self.allowed}" if self.allowed else ""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{place}: {thing + ': ' if thing else ''}{self.what}{allowed}{clause}"


class Faulty(Exception):
    """A file that cannot be read any further."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*map(str, faults))
        self.faults = faults


def shown(value: Any) -> str:
    """A value as a file would have it, cut short where it is long."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list) and any(isinstance(x, (dict, list)) for x in value):
        return f"a list of {len(value)}"
    if isinstance(value, list):
        return _cut(f"[{', '.join(map(shown, value))}]")
    if isinstance(value, (bool, str)):
        return _cut(json.dumps(value, ensure_ascii=False))
    if isinstance(value, int) and abs(value) >= 10**LONGEST_VALUE:
        return "a number too long to show"
    return _cut(str(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def named(data: Any, key: Key) -> str:
    """A place in words: `sides[A].units[1st Line].morale`. Elements go by their id or name, or are numbered from 1."""
    out = ""
    for part in key:
        inside = data[part] if _holds(data, part) else None
        if isinstance(part, int):
            out += f"[{_called(inside) or f'#{part + 1}'}]"
        else:
            out += f".{_plain(part)}" if out else _plain(part)
        data = inside
    return out


def _holds(data: Any, part: str | int) -> bool:
    if isinstance(part, int):
        return isinstance(data, list) and 0 <= part < len(data)
    return isinstance(data, dict) and part in data


def _called(x: Any) -> str:
    words: Mapping[str, Any] = x if isinstance(x, dict) else {}
    name = next((words[k] for k in ("id", "name") if isinstance(words.get(k), str)), "")
    return _plain(str(name))


def _plain(name: str) -> str:
    return _cut("".join(c if c.isprintable() else " " for c in name))


def nearest(word: str, known: Iterable[str]) -> str:
    """What is allowed in place of a word that is not known: the one that was meant, or all if they are few."""
    words = list(known)
    close = get_close_matches(word.lower(), {w.lower(): w for w in words}, n=1)
    meant = [w for w in words if close and w.lower() == close[0]]
    if meant:
        return f"did you mean {meant[0]}?"
    listed = ", ".join(words[:MOST_LISTED])
    return listed + (", …" if len(words) > MOST_LISTED else "")
