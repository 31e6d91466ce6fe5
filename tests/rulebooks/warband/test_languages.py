"""Polish and Russian: every clause is there, and every phrase that played fights show."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from coldsteel.fights import load
from coldsteel.fights.examples import examples_folder
from coldsteel.kernel.asks import Choose, Pool, Total
from coldsteel.kernel.log import counting, link_need
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks.warband import RULEBOOK
from coldsteel.rulebooks.warband.rulings import CATALOGUE
from tests.rulebooks.warband.builders import P, Q, blade, captain, chief, fight, levy, other, raider, unit

LANGUAGES = ("pl", "ru")
SEEDS = range(1, 6)
SHARED = {"model", "morale", "post", "test"}
"""Words that Polish has in common with English."""
DIGITS = re.compile(r"\d+")
CLAUSE = re.compile(r"WB-[CR]?\d+")
CODE = re.compile(r"[A-Za-z]\w*_\w+|(?<== )[a-z]+\b(?= \(|\.)|unparryable")
HOLES = re.compile(r"\{\w+\}")
WORDS = re.compile(r"[^\W\d_]{2,}")


# ---------------------------------------------------------------- the files
def file_of(language: str) -> dict[str, Any]:
    return dict(CATALOGUE._file(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_there_in_the_order_of_the_ledger(language):
    assert list(file_of(language)["clauses"]) == list(CATALOGUE.clauses)
    assert file_of(language)["title"] != CATALOGUE.title
    for number, clause in CATALOGUE.clauses.items():
        said = CATALOGUE.clause(number, language)
        assert (said.number, said.origin, said.language) == (number, clause.origin, language)
        assert said.text != clause.text
        assert "\n" not in said.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_clause_numbers_and_names_of_switches_are_kept(language):
    for number, clause in CATALOGUE.clauses.items():
        said = CATALOGUE.clause(number, language).text
        assert sorted(DIGITS.findall(said)) == sorted(DIGITS.findall(clause.text)), number
        assert sorted(CLAUSE.findall(said)) == sorted(CLAUSE.findall(clause.text)), number
        assert set(CODE.findall(said)) == set(CODE.findall(clause.text)), number


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_keep_what_is_filled_in(language):
    phrases = file_of(language)["phrases"]
    assert list(phrases) == list(file_of(LANGUAGES[0])["phrases"])
    for english, said in phrases.items():
        assert sorted(HOLES.findall(english)) == sorted(HOLES.findall(said)), english


# ---------------------------------------------------------------- what fights show
@cache
def folder() -> Path:
    found = examples_folder()
    assert found is not None
    return found / "warband"


def with_rulings(example: str, **rulings: str) -> Any:
    return load(folder() / f"{example}.toml", rulings).start


def many_volleys() -> Any:
    """Two kinds of ordinary models with several weapons against a hero of several wounds and his men."""
    band = unit("Band", P, raider(2), other(blade(), weapons=["hammer", "flail"]), tied_with=["Crowd"])
    return fight(band, unit("Crowd", Q, captain(), levy(3)), max_posts=2)


def many_bouts() -> Any:
    """A hero with two weapons and points for two bouts; wounded models that may run."""
    two = {"weapons": ["hammer", "knife"], "action_points": 2, "gift_champion": True}
    band = unit("Band", P, other(chief(), **two), tied_with=["Pack"])
    pack = unit("Pack", Q, chief(wounds=2), other(levy(4), wounds=2, wounds_lost=1), losses_due=3)
    return fight(band, pack, max_posts=4, outcome_keeps=["duels", "fled"])


FIGHTS = {
    **{path.stem: lambda name=path.stem: with_rulings(name) for path in sorted(folder().glob("*.toml"))},
    "declared one by one": lambda: with_rulings("marauders", attack_declaration="one_by_one", split_rule="free"),
    "one bonus attack": lambda: with_rulings("chiefs-on-a-table", bonus_attack_scope="unit_once"),
    "no choice but to fight": lambda: with_rulings("duel-of-chiefs", activation_optional="false"),
    "a d100 to wound": lambda: with_rulings("monster", wound_mode="d100_difference", morale_formula="prose_net"),
    "units in turn": lambda: with_rulings("duel-of-chiefs", second_side_order="alternate", duel_shield="whole_units"),
    "many volleys": many_volleys,
    "many bouts": many_bouts,
}


def of_book(setup: Any) -> Iterator[str]:
    """Verdicts, measures and aims."""
    yield from (*filter(None, RULEBOOK.verdict_names(setup)), "nobody")
    for m in RULEBOOK.measures(setup):
        yield from (m.name, m.name.partition(".")[0], m.says, *m.names)
    for a in RULEBOOK.aims(setup):
        if a.name.isalpha():  # else a formula, as the file has it
            yield from (a.name, a.says)


def of_play(start: Any, seed: int) -> Iterator[str]:
    """What a played fight asks, offers, forbids, tells, and how it stands."""
    playing = Playing(RULEBOOK, start, Seeded(seed), Random(seed))
    while not playing.ended:
        yield from RULEBOOK.describe(playing.state)
        yield from of_ask(playing.ask)
        playing.play_on()
    yield from RULEBOOK.describe(playing.state)
    for e in playing.log:
        yield from (e.what, e.result if "×" in e.result else "", *(o.label for o in e.options))
        yield from (reason for o in e.options for reason, _ in o.reasons)


def of_ask(ask: Any) -> Iterator[str]:
    """What is to be read of an ask."""
    assert isinstance(ask, Choose | Pool | Total)
    yield ask.what
    if isinstance(ask, Choose):
        yield from (text for o in ask.options for text in (o.label, *(b.reason for b in o.bars)))
    elif isinstance(ask, Pool):
        for part in ask.links:
            wanted = link_need(part)
            yield from (part.what, wanted, counting(part), f"{wanted} {counting(part)}", *(r.name for r in part.rows))
    else:
        yield from (r.name for r in ask.rows)


def bare(text: str, names: re.Pattern[str]) -> set[str]:
    """The words of a text but for names and numbers of clauses."""
    return set(WORDS.findall(names.sub(" ", CLAUSE.sub(" ", text)).lower()))


def names_of(setup: Any) -> re.Pattern[str]:
    rows = [row for p in setup.units for row in p.rows]
    names = {*setup.controllers, *(p.id for p in setup.units), *(row.name for row in rows)}
    names |= {w.name for row in rows for w in row.weapons}
    return re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)))


@pytest.mark.parametrize("name", FIGHTS)
def test_what_a_fight_shows_is_translated(name):
    start = FIGHTS[name]()
    names = names_of(start.setup)
    texts = {*of_book(start.setup), *(text for seed in SEEDS for text in of_play(start, seed))}
    left = []
    for text in sorted(texts):
        english = bare(text, names)
        for language in LANGUAGES if english else ():
            said = CATALOGUE.said(text, language)
            words = bare(said, names)
            kept = {w for w in words if w.isascii()} if language == "ru" else (words & english) - SHARED
            if said == text or kept:
                left.append((language, text, said))
    assert not left, left
