"""The clauses of a rulebook (number, origin, text per language) and its rulings: switches with named values.

The texts live in TOML files beside the rulebook, one a language (`text/en.toml`, `text/pl.toml`, `text/ru.toml`).
English is complete; a clause that another language lacks is given in English and marked so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib.resources import files
from typing import Any, get_args, get_type_hints

__all__ = ["Catalogue", "Clause", "Number", "Ruling", "ruling_values"]

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

    def clause(self, number: str, language: str = "en") -> Clause:
        """A clause by its number (`BY-12`, `by12`, `12`).

        Raises `KeyError` for a number that the book has not.
        """
        number = self.normal(number)
        found = self.clauses[number]
        said = self._file(language).get("clauses", {}).get(number) if language != "en" else None
        return Clause(number, found.origin, said["text"], language) if said else found

    def normal(self, number: str) -> str:
        """The number as it is written in the catalogue."""
        bare = number.upper().removeprefix(self.prefix).lstrip("-")
        return f"{self.prefix}-{bare}"

    def ruling_of(self, number: str) -> Ruling | None:
        """The ruling with this number (`BY-R5`), if there is one."""
        number = self.normal(number)
        return next((r for r in self.rulings.values() if r.number == number), None)


def ruling_values(rulings: type) -> Mapping[str, tuple[Any, ...]]:
    """Switch -> its values, the default first, as declared by a rulebook's frozen dataclass of rulings."""
    hints = get_type_hints(rulings)
    out = {}
    for f in fields(rulings):
        values = (True, False) if hints[f.name] is bool else get_args(hints[f.name])
        out[f.name] = (f.default, *[v for v in values if v != f.default])
    return out
