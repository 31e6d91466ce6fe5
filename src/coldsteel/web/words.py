"""The words of the pages in English, Polish and Russian: gettext catalogues, read by Babel."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from typing import Any

from babel.core import Locale, negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from coldsteel.kernel.clauses import LANGUAGES
from coldsteel.kernel.clauses import Catalogue as BookCatalogue

__all__ = ["NAMES", "Speech", "Words", "language_of", "words"]

NAMES = {"en": "English", "pl": "Polski", "ru": "Русский"}
"""The languages by their own names."""


class Words:
    """Turns the English of the program into a language. Call it with a text and what stands in its braces."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = Locale.parse(language)
        self._catalog = _catalog(language)

    def __call__(self, text: str, **facts: Any) -> str:
        """The text in the language; in English where the language lacks it."""
        found = self._catalog.get(text) if self._catalog else None
        said = found.string if found and isinstance(found.string, str) and found.string else text
        return said.format(**facts) if facts else said

    def many(self, one: str, several: str, n: int) -> str:
        """The text for a number of things, with `{n}` in it."""
        found = self._catalog.get((one, several)) if self._catalog else None
        forms = found.string if found and isinstance(found.string, tuple) else ()
        rule: Callable[[int], int] = self._catalog.plural_func if self._catalog else lambda n: int(n != 1)  # type: ignore[attr-defined]
        k = rule(n)
        said = forms[k] if k < len(forms) and forms[k] else (one if n == 1 else several)
        return said.format(n=self.number(n))

    def number(self, x: float, digits: int = 0) -> str:
        """A number as the language writes it."""
        return format_decimal(x, format="#,##0" + ("." + "0" * digits if digits else ""), locale=self.locale)


class Speech:
    """Turns what a book's steps say into a language: by the program's own words, else by the book's phrases."""

    def __init__(self, t: Words, catalogue: BookCatalogue) -> None:
        self.t, self.catalogue = t, catalogue

    def __call__(self, text: str) -> str:
        """The text in the language, as far as it is known there."""
        if self.t.language == "en":
            return text
        said = self.t(text)
        return said if said != text else self.catalogue.said(text, self.t.language)


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


def language_of(wanted: str, accepted: str = "") -> str:
    """The language that somebody has chosen, else the best of those that the browser accepts, else English."""
    if wanted in LANGUAGES:
        return wanted
    asked = [part.partition(";")[0].strip().replace("-", "_") for part in accepted.split(",")]
    return negotiate_locale([a for a in asked if a], LANGUAGES) or "en"
