"""The words of the pages: both catalogues are whole, languages are chosen rightly, played fights are told in them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from coldsteel import fights, rulebooks
from coldsteel.kernel.clauses import Phrases
from coldsteel.store.store import ALL, Store
from coldsteel.web import words as module
from coldsteel.web.live import Lives
from coldsteel.web.words import NAMES, Speech, language_of, words

WEB = Path(module.__file__).parent
LOCALE = WEB / "locale"
EXAMPLES = Path(__file__).parents[2] / "examples"
LANGUAGES = ("pl", "ru")
HOLES = re.compile(r"\{#?\w+\}")


# ---------------------------------------------------------------- what the pages ask for
def literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from (*literals(node.body), *literals(node.orelse))


def is_words(f: ast.expr) -> bool:
    """`t(..)`, `self.t(..)`, `self._t(..)`, `words(..)(..)`."""
    if isinstance(f, ast.Call):
        return isinstance(f.func, ast.Name) and f.func.id == "words"
    name = f.attr if isinstance(f, ast.Attribute) else f.id if isinstance(f, ast.Name) else ""
    return name in ("t", "_t")


@cache
def asked() -> frozenset[str | tuple[str, str]]:
    out: set[str | tuple[str, str]] = set()
    for path in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if is_words(node.func) and node.args:
                out.update(literals(node.args[0]))
            elif isinstance(node.func, ast.Attribute) and node.func.attr == "many":
                (one,), (several,) = literals(node.args[0]), literals(node.args[1])
                out.add((one, several))
    return frozenset(out)


def catalogue(language: str) -> Catalog:
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_what_the_pages_ask_for_and_nothing_else(language):
    there = {m.id for m in catalogue(language) if m.id}
    assert not asked() - there, "missing"
    assert not there - asked(), "nobody asks for"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_finished_and_keeps_what_is_filled_in(language):
    for m in catalogue(language):
        if not m.id:
            continue
        said = m.string if isinstance(m.string, tuple) else (m.string,)
        wanted = m.id[1] if isinstance(m.id, tuple) else m.id
        assert not m.fuzzy, m.id
        assert len(said) == (3 if isinstance(m.id, tuple) else 1), m.id
        for text in said:
            assert text.strip(), m.id
            assert sorted(HOLES.findall(text)) == sorted(HOLES.findall(wanted)), m.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", ["phrases", "labels"])
def test_the_programs_own_sentences_stand_in_both_languages_and_keep_what_is_filled_in(language, table):
    there = module._table(language, table)
    assert list(there) == list(module._table(LANGUAGES[0], table))
    for english, said in there.items():
        assert said.strip(), english
        assert sorted(HOLES.findall(english)) == sorted(HOLES.findall(said)), english


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_take_their_forms(language):
    t = words(language)
    forms = {
        "pl": ("1 błąd", "2 błędy", "5 błędów", "11 błędów", "12 błędów", "21 błędów", "22 błędy", "112 błędów"),
        "ru": ("1 ошибка", "2 ошибки", "5 ошибок", "11 ошибок", "12 ошибок", "21 ошибка", "22 ошибки", "112 ошибок"),
    }
    assert tuple(t.many("{n} fault", "{n} faults", n) for n in (1, 2, 5, 11, 12, 21, 22, 112)) == forms[language]
    assert words("en").many("{n} fault", "{n} faults", 1) == "1 fault"
    assert words("en").many("{n} fault", "{n} faults", 21) == "21 faults"
    assert t.number(1234.5, 1) == "1\N{NO-BREAK SPACE}234,5"


# ---------------------------------------------------------------- which language
def test_the_language_is_the_chosen_one_else_the_browsers_else_english():
    assert language_of("pl", "ru") == "pl"
    assert language_of("", "ru-RU,ru;q=0.9,en;q=0.8") == "ru"
    assert language_of("", "pl") == "pl"
    assert language_of("", "en;q=0.5, pl-PL;q=0.9") == "pl"
    assert language_of("", "pl;q=0, ru;q=0.1") == "ru"
    assert language_of("", "de-DE,fr;q=0.5") == "en"
    assert language_of("", "") == language_of("xx", "*") == language_of("xx", ";;q=a,") == "en"
    assert set(NAMES) == {"en", *LANGUAGES}


# ---------------------------------------------------------------- sentences of the program
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_went_wrong_is_said_in_the_language(language):
    t = words(language)
    for text in (
        "the fight has gone on since: look again first",
        "it is for Fritz to answer",
        "die 1: 7 is no face of a d6 (1 to 6); die 2: 9 is no face of a d6 (1 to 6)",
        "'x' is not a number; 'y' is not a number",
        "3 faces for 2 dice: 1 too many",
        "1 face for 2 dice: 1 too few",
        "this side has chosen; the other side has not yet",
        "it has been asked already whether answers are taken back",
        "this fight has not ended after 5,000 answers: it may never end",
        "the graph has outgrown 400,000 states: it came to 400,001 states and 9 edges, with 3 lanes still waiting",
    ):
        assert not english_left(t(text), text, re.compile("Fritz"), language), t(text)
    assert "7" in t("These faces cannot be: {why}", why="die 1: 7 is no face of a d6 (1 to 6)")
    assert "is no face" not in t("These faces cannot be: {why}", why="die 1: 7 is no face of a d6 (1 to 6)")
    assert words("en")("Not allowed: {why}", why="the fight has ended") == "Not allowed: the fight has ended"


def test_a_name_with_a_number_sign_stands_for_a_number_only():
    said = Phrases({"{#n} of {#all}": "{#n} z {#all}", "{who} waits": "{who} czeka"})
    assert said("3 of 12") == "3 z 12"
    assert said("3 of them") == "3 of them"
    assert said("2 of 3 waits") == "2 z 3 czeka"
    assert said("2,000 of 3.5, 1 of 2") == "2,000 z 3.5, 1 z 2"


def test_the_book_goes_before_the_program_and_both_stand_in_each_other():
    book = rulebooks.rulebook("bayonet")
    says = Speech(words("pl"), book.catalogue)
    assert says("rolls") == "rzuca"
    assert says("any") == book.catalogue.said("any", "pl")
    assert says("no such words") == "no such words"
    assert Speech(words("en"), book.catalogue)("any") == "any"


# ---------------------------------------------------------------- fights in play
SHARED = {"model", "morale", "post", "test", "front", "on", "to", "do", "no", "same", "hit"}
"""Words that Polish has in common with English."""
ABBREVIATED = re.compile(r"\b[A-Z]{2}-[CR]?\d+|\b[A-Z]{2,3}\b")
DRAWN = re.compile(r'>([^<>]+)<|aria-label="([^"]*)"')
WORD = re.compile(r"[^\W\d_]{2,}")
PLAYED = (
    "bayonet/closing-volley",
    "bayonet/counter-charge",
    "bayonet/should-i-charge",
    "skirmish/duel",
    "skirmish/whom-to-charge",
    "trench/raid",
    "trench/two-storey-house",
    "warband/duel-of-chiefs",
    "warband/charge-on-a-table",
    "wasteland/fp-duel",
    "wasteland/raiders",
)


def english_left(said: str, english: str, names: re.Pattern[str], language: str) -> set[str]:
    there = bare(said, names)
    return {w for w in there if w.isascii()} if language == "ru" else (there & bare(english, names)) - SHARED


def bare(text: str, names: re.Pattern[str]) -> set[str]:
    return set(WORD.findall(names.sub(" ", ABBREVIATED.sub(" ", names.sub(" ", text))).lower()))


def names_of(values: Any) -> Iterator[str]:
    """Every text in the values of a fight: names, titles, weapons."""
    if isinstance(values, str):
        yield values
    elif isinstance(values, dict):
        yield from (x for value in values.values() for x in names_of(value))
    elif isinstance(values, list | tuple):
        yield from (x for value in values for x in names_of(value))


def texts(view: Any) -> Iterator[str]:
    """All that is read in a view, in order."""
    for ask in view.asks:
        yield from (ask.what, ask.need, *(r.name for r in (*ask.rows, *ask.n_rows)))
        yield from (x for o in ask.options for x in (o.label, *(r.text for r in o.reasons)))
    for e in view.log:
        yield from ("".join(p.text for p in line if p.part != "clause") for line in (e.head, *e.notes))
    yield from view.units
    yield from (x for pair in view.result for x in pair)
    yield from (a or b for a, b in DRAWN.findall(view.picture or ""))


def play(live: Any, most: int = 40) -> Iterator[None]:
    """Plays on by first legal options; stops before every second answer, and at the end."""
    for k in range(most):
        if k % 2 == 0 or live.playing.ended:
            yield
        view = live.view(ALL)
        if view.ended:
            return
        ask = next(a for a in view.asks if not a.given)
        if ask.kind == "dice":
            live.throw(ALL, view.turn)
        else:
            live.choose(ALL, view.turn, next(o.number for o in ask.options if o.legal), ask.side)


@pytest.mark.parametrize("example", PLAYED)
def test_a_fight_is_seen_in_the_language(tmp_path, example):
    fight = fights.load(EXAMPLES / f"{example}.toml")
    if not fight.rulebook.catalogue.phrases("pl"):
        pytest.skip("the book has no Polish yet")
    names = {*names_of(fights.values_of(fight)), *fight.rulebook.sides(fight.setup)}
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(n)}(?!\w)" for n in sorted(filter(None, names), key=len)[::-1]))
    store = Store(f"sqlite:///{tmp_path / 'fights.db'}")
    links = store.create(
        fights.values_of(fight), rulebook=fight.rulebook.name, version="1", title=fight.title, seats=0, settings={}
    )
    live = Lives(store).live(links.fight)
    left = {}
    for _ in play(live):
        english = " ".join(texts(live.view(ALL)))
        for language in LANGUAGES:
            for said in texts(live.view(ALL, language)):
                if found := english_left(said, english, pattern, language):
                    left[said] = (language, found)
    store.close()
    assert not left, left
