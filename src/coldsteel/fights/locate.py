"""Where things stand in a TOML text: the line of every key and of every element of an array.

`tomllib` reads values but keeps no places. `lines` walks a text that `tomllib` has already accepted, so it only has to
tell keys from values, not right from wrong.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Key", "lines", "within"]

Key = tuple[str | int, ...]
"""Where a value stands: names of keys and numbers of elements, from the top of the file."""

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?!")|\'\'\'.*?\'\'\'(?!\')|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'',
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")


def within(data: Any) -> list[tuple[str | int, Any]]:
    """What a table or a list holds, by name or number; nothing for any other value."""
    if isinstance(data, dict):
        return list(data.items())
    return list(enumerate(data)) if isinstance(data, list) else []


def lines(text: str) -> dict[Key, int]:
    """The line (from 1) of every key and array element of a valid TOML text; a table has that of its first mention."""
    walk = _Walk(text.replace("\r\n", "\n"))
    walk.document()
    return walk.found


@dataclass
class _Walk:
    text: str
    at: int = 0
    found: dict[Key, int] = field(default_factory=dict)
    counts: dict[Key, int] = field(default_factory=dict)  # array of tables -> how many so far
    _line: int = 1
    _counted: int = 0

    def line(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def mark(self, key: Key, line: int) -> None:
        self.found.setdefault(key, line)

    def blank(self) -> None:
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def sees(self, token: str) -> bool:
        """Is this next? Then passes over it."""
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    # ------------------------------------------------------------ the text as a whole
    def document(self) -> None:
        here: Key = ()
        self.blank()
        while self.at < len(self.text):
            if self.sees("[["):
                here = self.header(array=True)
            elif self.sees("["):
                here = self.header(array=False)
            else:
                self.pair(here)
            self.blank()

    def header(self, array: bool) -> Key:
        line, names = self.line(), self.names()
        key: Key = ()
        self.sees("]]" if array else "]")
        for name in names[:-1]:
            key = self.inside((*key, name), line)
        key = (*key, names[-1])
        self.mark(key, line)
        if not array:
            return key
        self.counts[key] = self.counts.get(key, 0) + 1
        return self.inside(key, line)

    def inside(self, key: Key, line: int) -> Key:
        """This table, or the last one of this array of tables."""
        self.mark(key, line)
        if key in self.counts:
            key = (*key, self.counts[key] - 1)
            self.mark(key, line)
        return key

    # ------------------------------------------------------------ keys and values
    def pair(self, here: Key) -> None:
        line = self.line()
        for name in self.names():
            here = (*here, name)
            self.mark(here, line)
        self.blank()
        self.sees("=")
        self.blank()
        self.value(here)

    def names(self) -> list[str]:
        out = []
        while True:
            self.blank()
            out.append(self.name())
            self.blank()
            if not self.sees("."):
                return out

    def name(self) -> str:
        bare = _BARE.match(self.text, self.at)
        if bare:
            self.at = bare.end()
            return bare[0]
        start = self.at
        self.string()
        return str(tomllib.loads(f"k = {self.text[start : self.at]}")["k"])

    def string(self) -> bool:
        found = _STRING.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found is not None

    def value(self, key: Key) -> None:
        if self.sees("["):
            self.elements(key)
        elif self.sees("{"):
            self.inline(key)
        elif not self.string():
            found = _SCALAR.match(self.text, self.at)
            self.at = found.end() if found else len(self.text)

    def elements(self, key: Key) -> None:
        number = 0
        while True:
            self.blank()
            if self.sees("]") or self.at >= len(self.text):
                return
            self.mark((*key, number), self.line())
            self.value((*key, number))
            number += 1
            self.blank()
            self.sees(",")

    def inline(self, key: Key) -> None:
        while True:
            self.blank()
            if self.sees("}") or self.at >= len(self.text):
                return
            self.pair(key)
            self.blank()
            self.sees(",")
