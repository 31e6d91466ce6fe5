"""Every book in Polish and Russian: all clauses and phrases are there, and say what the English ones say."""

import re
import tomllib
from typing import Any

import pytest

from coldsteel.rulebooks import bayonet, skirmish, trench, warband, wasteland
from tests.languages import HOLE, LANGUAGES, folder_of, shown_by_the_steps, words

FIGURES = re.compile(r"\d+")
SIGNED = re.compile(r"(?<![\w-])[+-]\d+")
NAMED = r"[A-Z]{2}-\w+|\b[A-Za-z]\w*_\w+(?:\.\w+)?"
"""Numbers of clauses and names of switches, fields and readings."""

CODES = {
    bayonet: r"\b(?:true|false|pairwise|unresolved|fate)\b",
    trench: r"\b(?:elan|exits|mutual|stalemate)\b|[a-z]+\(G\)|min\(4, .*?\)|[<>]=?",
    wasteland: r"(?<=: )mobility|(?<=\| )[a-z]\w*|(?<=none )none|\b(?:ignores|objective)\b",
    warband: r"(?<== )[a-z]+\b(?= \(|\.)|unparryable",
    skirmish: r"\b(?:WW|ST|DW|AV|R|P|X|N|xN|x\d)\b",
}
"""What else of each book's clauses is no word of a language."""

BUILT: dict[Any, set[str]] = {
    bayonet: {"evade{}", "hold back {}", "the fight of {}", "{} attacks {} on its {}", "combat result: {} for A"},
    trench: {"Initiative for {}{}"},
    wasteland: {"{} at several units"},
    warband: set(),
    skirmish: {"{} of {}"},
}
"""Texts of the steps with a part that is built by other means: the books' own tests see them in fights."""

books = pytest.mark.parametrize("book", CODES, ids=lambda book: book.RULEBOOK.name)
languages = pytest.mark.parametrize("language", LANGUAGES)


def texts(book: Any, language: str) -> dict[str, Any]:
    return tomllib.loads((folder_of(book) / "text" / f"{language}.toml").read_text(encoding="utf-8"))


@books
@languages
def test_every_clause_is_there_in_order(book, language):
    english, said = texts(book, "en"), texts(book, language)
    assert set(said) == {"title", "clauses", "phrases"}
    assert said["title"] != english["title"]
    assert list(said["clauses"]) == list(english["clauses"]) == list(book.RULEBOOK.catalogue.clauses)


@books
@languages
def test_clauses_keep_figures_references_and_names_of_switches(book, language):
    said = texts(book, language)["clauses"]
    for number, clause in texts(book, "en")["clauses"].items():
        for pattern in (FIGURES, SIGNED, re.compile(f"{NAMED}|{CODES[book]}")):
            kept = sorted(pattern.findall(said[number]["text"]))
            assert kept == sorted(pattern.findall(clause["text"])), number


@books
@languages
def test_the_catalogue_gives_clauses_in_the_language(book, language):
    catalogue = book.RULEBOOK.catalogue
    for number, clause in catalogue.clauses.items():
        said = catalogue.clause(number, language)
        assert (said.number, said.origin, said.language) == (number, clause.origin, language)
        assert said.text != clause.text
        assert "\n" not in said.text


@books
@languages
def test_phrases_keep_what_is_filled_in(book, language):
    for phrase, said in texts(book, language)["phrases"].items():
        assert said.strip(), phrase
        assert sorted(HOLE.findall(said)) == sorted(HOLE.findall(phrase)), phrase


@books
def test_both_languages_know_the_same_phrases(book):
    assert list(texts(book, "pl")["phrases"]) == list(texts(book, "ru")["phrases"])


@books
@languages
def test_every_text_of_the_steps_is_a_phrase(book, language):
    known = {HOLE.sub("{}", phrase) for phrase in texts(book, language)["phrases"]}
    found = {text for text in shown_by_the_steps(folder_of(book)) if words(text)}
    assert len(found) > 60
    assert found - known - BUILT[book] == set()
