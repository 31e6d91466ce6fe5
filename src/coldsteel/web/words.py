"""The words of the pages in English, Polish and Russian: gettext catalogues, read by Babel; and the program's own
sentences that come with names in them, as templates in TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from gettext import c2py as _plural
from importlib.resources import files
from typing import Any

from babel.core import Locale, negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from coldsteel.kernel.clauses import LANGUAGES, Phrases
from coldsteel.kernel.clauses import Catalogue as BookCatalogue

__all__ = ["NAMES", "Speech", "Words", "language_of", "words"]

NAMES = {"en": "English", "pl": "Polski", "ru": "Русский"}
"""The languages by their own names."""

_CITED = re.compile(r"(.*) \(((?:[A-Z]{2}-[A-Z]?\d+(?:, | to )?)+)\)", re.DOTALL)
"""A text with the numbers of its clauses behind it."""


class Words:
    """Turns the English of the program into a language. Call it with a text and what stands in its braces."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = Locale.parse(language)
        self._catalog = _catalog(language)
        self._plural = _plural(self._catalog.plural_expr if self._catalog else "n != 1")
        said = _table(language, "phrases")
        self._phrases, self._whole = Phrases(said), {**_table(language, "labels"), **said}

    def __call__(self, text: str, **facts: Any) -> str:
        """The text in the language; in English where the language lacks it. A text that is no word of the pages is a
        sentence of the program (an error, say) or the name of a field. The fact `why` is such a sentence too."""
        said = self.known(text)
        if said is None:
            said = text if facts else self._sentence(text)
        if "why" in facts:
            facts["why"] = self._sentence(facts["why"])
        return said.format(**facts) if facts else said

    def known(self, text: str) -> str | None:
        """The word of the pages in the language, if it is one."""
        found = self._catalog.get(text) if self._catalog else None
        return found.string if found and isinstance(found.string, str) and found.string else None

    def _sentence(self, text: str) -> str:
        if text in self._whole or not self._catalog:
            return self._whole.get(text, text)
        if (cited := _CITED.fullmatch(text)) and cited[1] in self._whole:
            return f"{self._whole[cited[1]]} ({cited[2].replace(' to ', '–')})"
        return "; ".join(self._phrases(part) for part in text.split("; "))

    def many(self, one: str, several: str, n: int) -> str:
        """The text for a number of things, with `{n}` in it."""
        found = self._catalog.get((one, several)) if self._catalog else None
        forms = found.string if found and isinstance(found.string, tuple) else ()
        k = self._plural(n)
        said = forms[k] if k < len(forms) and forms[k] else (one if n == 1 else several)
        return said.format(n=self.number(n))

    def number(self, x: float, digits: int = 0) -> str:
        """A number as the language writes it."""
        return format_decimal(x, format="#,##0" + ("." + "0" * digits if digits else ""), locale=self.locale)


class Speech:
    """Turns what a book's steps say into a language: by the book's phrases, else by the program's own, which may
    stand in each other, else by a word of the pages."""

    def __init__(self, t: Words, catalogue: BookCatalogue) -> None:
        self.t, self.catalogue = t, catalogue
        self._phrases = None if t.language == "en" else _spoken(catalogue, t.language)

    def __call__(self, text: str) -> str:
        """The text in the language, as far as it is known there."""
        if self._phrases is None or not text:
            return text
        said = self._phrases(text)
        return said if said != text else self.t.known(text) or text


@lru_cache(maxsize=32)
def _spoken(catalogue: BookCatalogue, language: str) -> Phrases:
    book, own = catalogue.phrases(language), _table(language, "phrases")
    return Phrases({**book, **{text: said for text, said in own.items() if text not in book}})


@lru_cache(maxsize=8)
def words(language: str) -> Words:
    """The words of a language."""
    return Words(language if language in LANGUAGES else "en")


def _catalog(language: str) -> Catalog | None:
    path = files("coldsteel.web").joinpath("locale", f"{language}.po")
    if language == "en" or not path.is_file():
        return None
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _table(language: str, name: str) -> Mapping[str, str]:
    """A table of the program's own sentences."""
    path = files("coldsteel.web").joinpath("locale", f"{language}.toml")
    if language == "en" or not path.is_file():
        return {}
    found: Mapping[str, str] = tomllib.loads(path.read_text(encoding="utf-8")).get(name, {})
    return found


def language_of(wanted: str, accepted: str = "") -> str:
    """The language that somebody has chosen, else the best of those that the browser accepts, else English."""
    if wanted in LANGUAGES:
        return wanted
    return negotiate_locale(list(_asked(accepted)), LANGUAGES) or "en"


def _asked(accepted: str) -> Iterator[str]:
    """The languages of an Accept-Language, the most wanted first."""
    asked: list[tuple[float, int, str]] = []
    for part in accepted.split(","):
        name, _, weight = part.partition(";")
        try:
            wanted = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            wanted = 0.0
        if name.strip() and wanted > 0:
            asked.append((-wanted, len(asked), name.strip().replace("-", "_")))
    yield from (name for _, _, name in sorted(asked))
