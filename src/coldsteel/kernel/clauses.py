"""The clauses of a rulebook (number, origin, text per language) and its rulings: switches with named values.

The texts live in TOML files beside the rulebook, one a language (`text/en.toml`, `text/pl.toml`, `text/ru.toml`).
English is complete; a clause that another language lacks is given in English and marked so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib.resources import files
from typing import Any, get_args, get_type_hints

__all__ = ["Catalogue", "Clause", "Number", "Phrases", "Ruling", "ruling_values"]

LANGUAGES = ("en", "pl", "ru")
ORIGINS = ("source", "example", "ruling", "completion")


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause. `origin`: from the source, its example, a ruling on a doubtful place, or a completion."""

    number: str
    origin: str
    text: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A disputed place: a switch of the fight's rulings with its values, the first of which is the default."""

    number: str
    switch: str
    question: str
    values: Mapping[str, str]  # value -> what it means
    reason: str = ""  # why the first is the default
    differs: str = ""  # a situation in which the values differ


@dataclass(frozen=True, slots=True)
class Number:
    """What a parameter is: the clause that states it, what it stands for, its least and greatest value."""

    clause: str
    says: str
    low: float
    high: float


@dataclass(frozen=True)
class Catalogue:
    """All clauses and rulings of one rulebook; texts are read when first asked for."""

    package: str
    prefix: str
    _cache: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def _file(self, language: str) -> Mapping[str, Any]:
        if language not in self._cache:
            path = files(self.package).joinpath("text", f"{language}.toml")
            self._cache[language] = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        found: Mapping[str, Any] = self._cache[language]
        return found

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """Number -> clause, in the ledger's order, in English."""
        return {n: Clause(n, c["origin"], c["text"]) for n, c in self._file("en")["clauses"].items()}

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """Switch -> ruling."""
        return {
            name: Ruling(r["number"], name, r["question"], r["values"], r.get("reason", ""), r.get("differs", ""))
            for name, r in self._file("en")["rulings"].items()
        }

    @property
    def title(self) -> str:
        """The book's title in English."""
        return str(self._file("en").get("title", self.package.rpartition(".")[2]))

    def titled(self, language: str) -> str:
        """The book's title in a language; in English where the language lacks it."""
        return str(self._file(language).get("title", self.title))

    def clause(self, number: str, language: str = "en") -> Clause:
        """A clause by its number (`BY-12`, `by12`, `12`).

        Raises `KeyError` for a number that the book has not.
        """
        number = self.normal(number)
        found = self.clauses[number]
        said = self._file(language).get("clauses", {}).get(number) if language != "en" else None
        return Clause(number, found.origin, said["text"], language) if said else found

    def said(self, text: str, language: str) -> str:
        """A phrase of the book's steps (what is asked, an option, a reason) in another language; as it is where the
        language lacks it. Phrases stand in `[phrases]`: a name in braces stands for anything, which is put in again
        (translated, if it is a phrase itself)."""
        if language == "en" or not text:
            return text
        phrases = self._cache.get(f"{language} phrases")
        if phrases is None:
            phrases = self._cache[f"{language} phrases"] = Phrases(self.phrases(language))
        found: str = phrases(text)
        return found

    def phrases(self, language: str) -> Mapping[str, str]:
        """The phrases of the book's steps in another language."""
        found: Mapping[str, str] = self._file(language).get("phrases", {})
        return found

    def normal(self, number: str) -> str:
        """The number as it is written in the catalogue."""
        bare = number.upper().removeprefix(self.prefix).lstrip("-")
        return f"{self.prefix}-{bare}"

    def ruling_of(self, number: str) -> Ruling | None:
        """The ruling with this number (`BY-R5`), if there is one."""
        number = self.normal(number)
        return next((r for r in self.rulings.values() if r.number == number), None)


class Phrases:
    """Phrases of one language: templates with names in braces, and what they are there. A name with `#` before it
    stands for a number only."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._plain = {text: said for text, said in given.items() if "{" not in text}
        longest = sorted((t for t in given if "{" in t), key=lambda t: -len(_HOLE.sub("", t)))
        self._templates = [(re.compile(_pattern(t), re.DOTALL), given[t]) for t in longest]
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """The phrase, or as many parts of a list (`2 × hit, 1 × six`) as are known."""
        found = self._known.get(text)
        if found is None:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            found = self._known[text] = self._whole(text) or self._in_parts(text)
        return found

    def _whole(self, text: str) -> str:
        if text in self._plain:
            return self._plain[text]
        for pattern, said in self._templates:
            if match := pattern.fullmatch(text):
                return self._filled(said, match.groupdict())
        return ""

    def _filled(self, said: str, parts: Mapping[str, str]) -> str:
        names = ((hole[0], hole[1].lstrip("#")) for hole in _HOLE.finditer(said))
        known = {whole: self(parts[name]) for whole, name in names if name in parts}
        return _HOLE.sub(lambda hole: known.get(hole[0], hole[0]), said)

    def _in_parts(self, text: str) -> str:
        for between in ("; ", ", ", ": ", " × "):
            if between in text:
                return between.join(map(self, text.split(between)))
        return text


MOST_KNOWN = 20_000
_HOLE = re.compile(r"\{(#?\w+)\}")


def _pattern(template: str) -> str:
    parts = _HOLE.split(template)
    return "".join(_hole(part) if k % 2 else re.escape(part) for k, part in enumerate(parts))


def _hole(name: str) -> str:
    return rf"(?P<{name[1:]}>\d+(?:[.,]\d+)*)" if name[0] == "#" else f"(?P<{name}>.+?)"


def ruling_values(rulings: type) -> Mapping[str, tuple[Any, ...]]:
    """Switch -> its values, the default first, as declared by a rulebook's frozen dataclass of rulings."""
    hints = get_type_hints(rulings)
    out = {}
    for f in fields(rulings):
        values = (True, False) if hints[f.name] is bool else get_args(hints[f.name])
        out[f.name] = (f.default, *[v for v in values if v != f.default])
    return out
