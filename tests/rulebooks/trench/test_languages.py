"""The book in Polish and Russian: all clauses and phrases are there, and fights in play show no English."""

import ast
import re
import tomllib
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from coldsteel.fights import load
from coldsteel.kernel.asks import Both, Choose, Tally
from coldsteel.kernel.explain import result_of
from coldsteel.kernel.log import counting, labels, need, span
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks import trench
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.measures import Fate
from coldsteel.rulebooks.trench.retreat import NextTurn
from coldsteel.rulebooks.trench.scene import scene
from coldsteel.rulebooks.trench.sketch import sketch
from coldsteel.rulebooks.trench.state import End, Pursuit, Status
from tests.rulebooks.trench.builders import cavalry, dugout, fight, foot, house, leader, night, recruits, veterans
from tests.rulebooks.trench.exam import SMALL, TINY, WATCH

BOOK = Path(trench.__file__).parent
EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "trench").glob("*.toml"))
TEXTS = {x: tomllib.loads((BOOK / "text" / f"{x}.toml").read_text(encoding="utf-8")) for x in ("en", "pl", "ru")}
FIGURES = re.compile(r"\d+")
SIGNED = re.compile(r"(?<![\w-])[+-]\d+")
CODE = re.compile(r"TR-\w+|\b[a-z]+(?:_[a-z]+)+\b|\b(?:elan|exits|mutual|stalemate)\b|[a-z]+\(G\)|min\(4, .*?\)|[<>]=?")
HOLE = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[^\W\d_]{2,}")
POLISH_TOO = {"same"}
MODULES = [p for p in sorted(BOOK.glob("*.py")) if p.stem not in ("board", "faults", "filling", "profiles", "rulings")]

languages = pytest.mark.parametrize("language", ["pl", "ru"])


# ---------------------------------------------------------------- clauses
@languages
def test_every_clause_is_there_in_order(language):
    assert TEXTS[language]["title"] != TEXTS["en"]["title"]
    assert list(TEXTS[language]["clauses"]) == list(TEXTS["en"]["clauses"])
    assert set(TEXTS[language]) == {"title", "clauses", "phrases"}


@languages
@pytest.mark.parametrize("pattern", [FIGURES, SIGNED, CODE])
def test_clauses_keep_figures_references_and_names_of_switches(language, pattern):
    for number, clause in TEXTS["en"]["clauses"].items():
        said = TEXTS[language]["clauses"][number]["text"]
        assert sorted(pattern.findall(said)) == sorted(pattern.findall(clause["text"])), number


@languages
def test_the_catalogue_gives_clauses_in_the_language(language):
    for number, clause in RULEBOOK.catalogue.clauses.items():
        said = RULEBOOK.catalogue.clause(number, language)
        assert (said.number, said.origin, said.language) == (number, clause.origin, language)
        assert said.text != clause.text
        assert "\n" not in said.text


# ---------------------------------------------------------------- phrases
@languages
def test_phrases_keep_what_is_filled_in(language):
    for phrase, said in TEXTS[language]["phrases"].items():
        assert said.strip(), phrase
        assert sorted(HOLE.findall(said)) == sorted(HOLE.findall(phrase)), phrase


def test_both_languages_know_the_same_phrases():
    assert list(TEXTS["pl"]["phrases"]) == list(TEXTS["ru"]["phrases"])


BUILT = {"Initiative for {}{}", "{}: {}"}
"""Texts of the steps that have a part built by other means: fights in play show them."""


def shown_by_the_steps() -> Iterator[str]:
    """The texts in the modules of the book that are shown, with {} for what is filled in: reasons, labels, questions,
    rows, what a die means, events."""
    at = {"bar": 3, "option": 1, "Row": 1, "Applied": 1, "stage": 0, "say": 0, "Measure": 3, "Aim": 2}
    for tree in (ast.parse(p.read_text(encoding="utf-8")) for p in MODULES):
        for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
            name = getattr(call.func, "id", "")
            given = [call.args[at[name]]] if len(call.args) > at.get(name, 99) else []
            given += [k.value for k in call.keywords if k.arg in ("what", "counts")]
            for x in given:
                if isinstance(x, ast.Constant) and isinstance(x.value, str):
                    yield re.sub(r"\{[^}]*\}", "{}", x.value)
                elif isinstance(x, ast.JoinedStr):
                    yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in x.values)


@languages
def test_every_text_of_the_steps_is_a_phrase(language):
    known = {HOLE.sub("{}", phrase) for phrase in TEXTS[language]["phrases"]}
    found = set(shown_by_the_steps())
    assert len(found) > 100
    assert found - known - BUILT == set()


@languages
@pytest.mark.parametrize("kind", [End, Pursuit, Status, Fate, NextTurn])
def test_words_for_what_becomes_of_groups_and_fights_are_phrases(language, kind: type[IntEnum]):
    words = {x.name.lower() for x in kind}
    assert words | {word.replace("_", " ") for word in words} <= set(TEXTS[language]["phrases"])


# ---------------------------------------------------------------- fights in play
def readings() -> dict[str, Any]:
    """Fights for what the examples do not show: other readings, refusals, several Leaders, shells that burn on."""
    leaders = [leader(2, initiative=2), leader(1, initiative=1)]
    three = [{**WATCH, "turn": turn} for turn in (1, 2, 3)]
    after = {"illum_turns": "after_firing_turn"}
    side = {"rounding_moment": "side_total", "shock_scope": "side", "lancer_scope": "side", "status_versus": "total"}
    many = foot("A1", 2, bombers=1, trench_fighters=2, trench_brooms=1, leaders=leaders, shock=3, formation="First")
    few = foot("B1", 5, bombers=2, trench_fighters=1, trench_brooms=2, cover="heavy", aggressive=True)
    return {
        "all kinds of men": fight(many, [few, foot("B2", 2, gap=8.0), foot("B3", 2, gap=20.0)], remember="men"),
        "walls between": house(foot("A1", 2), foot("B1", 2), rulings={"floor_defence": "join"}, remember="men"),
        "helped": house(
            [foot("A1", 4), foot("A2", 2)],
            [foot("B1", 1), foot("B2", 2, floor=1)],
            {"floors": 2},
            rulings={"floor_defence": "join"},
            remember="men",
        ),
        "too far": fight(foot("A1", 2, gap=6.0), foot("B1", 2, gap=6.0)),
        "one die": fight(many, few, rulings={"initiative_dice": "one_per_side"}, remember="men"),
        "lines of the side": fight(many, few, rulings=side, remember="men"),
        "recruits may": fight(
            [recruits("A1", 2, aggressive=True)], veterans("B1", 2), rulings={"ignore_choice": "may"}, remember="men"
        ),
        "each rolls": fight(foot("A1", 8), foot("B1", 1), rulings={"overwhelm_roll": "group"}),
        "run down": fight(cavalry("A1", 5, elan=True), [foot("B1", 4), foot("B2", 2)], remember="men"),
        "two throw": dugout([foot("A1", 2), foot("A2", 3)], foot("B1", 3, leaders=[leader(1)]), take_prisoners=True),
        "long light": night(
            foot("A1", 1), foot("B1", 1), three, rulings=after, side_b={"star_shells": 3}, remember="end"
        ),
        "no shells told": night(foot("A1", 1), foot("B1", 1), three[:2], remember="end"),
    }


FIGHTS: dict[str, Any] = {**SMALL, **TINY, **readings()}


def texts_of(start: Any, seed: int) -> Iterator[str]:
    """All that a played fight shows, apart from what the program itself says."""
    playing = Playing(RULEBOOK, start, Seeded(seed), Random(seed))
    while not playing.ended:
        yield from of_state(playing.state)
        yield from of_ask(playing.ask)
        playing.play_on()
    yield from of_state(playing.state)
    for e in playing.log:
        yield from (e.what, e.need, e.chosen, *(r.name for r in (*e.n_rows, *e.rows)))
        yield from (text for o in e.options for text in (o.label, *(reason for reason, _ in o.reasons)))
        if e.kind == "dice":
            yield e.result
    for what, how in result_of(RULEBOOK, playing.state):
        yield from (how, *([what] if what != "outcome" else []))


def of_book(setup: Any) -> Iterator[str]:
    """Verdicts, measures and aims."""
    yield from RULEBOOK.verdicts
    for x in (*RULEBOOK.measures(setup), *RULEBOOK.aims(setup)):
        yield from (x.name, x.name.partition(".")[0].replace("_", " "), x.says, *getattr(x, "names", ()))


def of_state(state: Any) -> Iterator[str]:
    """How a fight stands, in words and on the picture."""
    yield from RULEBOOK.describe(state) if RULEBOOK.describe else ()
    drawn, plain = scene(state), sketch(state)
    if drawn is not None:
        pieces = drawn.table.pieces if drawn.table else ()
        yield from (drawn.caption, *(t.note for t in drawn.tokens), *(s.label for s in drawn.strokes))
        yield from (p.name for p in pieces if re.match(r"(door|entrance)\b", p.name))
    yield from (plain.hub, plain.caption, *(x.note for x in plain.figures))


def of_ask(ask: Any) -> Iterator[str]:
    """What is asked: options and the reasons against them; of dice what they must show."""
    assert not isinstance(ask, Both)
    yield ask.what
    if isinstance(ask, Choose):
        yield from labels(ask)
        yield from (b.reason for o in ask.options for b in o.bars)
        return
    yield need(ask)
    for c in ask.classes if isinstance(ask, Tally) else ():
        yield from (c.what, counting(c), f"{span(c.low, c.high, ask.die)} {counting(c)}")


def words(text: str, names: set[str]) -> set[str]:
    """The words of a text, without those names and the numbers of clauses."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    return set(WORD.findall(re.sub(r"TR-\w+", " ", text)))


def english_in(start: Any) -> dict[str, set[str]]:
    """The texts that some language leaves in English, at least in part."""
    setup, said = start.setup, RULEBOOK.catalogue.said
    names = {p.id for p in setup.groups} | {p.formation for p in setup.groups if p.formation}
    english: dict[str, set[str]] = {"pl": set(), "ru": set()}
    for text in {*of_book(setup), *(t for seed in range(1, 6) for t in texts_of(start, seed))}:
        left = words(text, names)
        if left & words(said(text, "pl"), names) - POLISH_TOO:
            english["pl"].add(text)
        if {w for w in words(said(text, "ru"), names) if w.isascii()}:
            english["ru"].add(text)
    return english


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_an_example_in_play_shows_no_english(path):
    assert english_in(load(path).start) == {"pl": set(), "ru": set()}


@pytest.mark.parametrize("name", FIGHTS)
def test_other_fights_in_play_show_no_english(name):
    assert english_in(FIGHTS[name]) == {"pl": set(), "ru": set()}
