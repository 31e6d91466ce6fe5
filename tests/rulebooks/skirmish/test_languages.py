"""The book in Polish and Russian: all clauses and phrases are there, and a fight in play shows no English."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from coldsteel.fights.files import document
from coldsteel.fights.rosters import spread
from coldsteel.kernel.explain import result_of
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks import skirmish
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.profiles import FightFile, setup_of

BOOK = Path(skirmish.__file__).parent
EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "skirmish").glob("*.toml"))
TEXTS = {x: tomllib.loads((BOOK / "text" / f"{x}.toml").read_text(encoding="utf-8")) for x in ("en", "pl", "ru")}
FIGURES = re.compile(r"\d+(?:\.\d+)?")
SIGNED = re.compile(r"(?<![\w-])[+-]\d+")
CODE = re.compile(r"SK-\w+|\b[a-z]+(?:_[a-z]+)+\b|\b(?:WW|ST|DW|AV|R|P|X|N|xN|x\d)\b")
HOLE = re.compile(r"\{(\w+)\}")
ABBREVIATIONS = {"WW", "ST", "DW", "AV"}
SAME_IN_POLISH = {*ABBREVIATIONS, "minus", "model", "test"}
MODULES = [p for p in sorted(BOOK.glob("*.py")) if p.stem not in ("board", "faults", "filling", "layout", "profiles")]

languages = pytest.mark.parametrize("language", ["pl", "ru"])


# ---------------------------------------------------------------- clauses
@languages
def test_every_clause_is_there_in_order(language):
    assert TEXTS[language]["title"] != TEXTS["en"]["title"]
    assert list(TEXTS[language]["clauses"]) == list(TEXTS["en"]["clauses"])


@languages
@pytest.mark.parametrize("pattern", [FIGURES, SIGNED, CODE])
def test_clauses_keep_figures_references_and_names_of_switches(language, pattern):
    for number, clause in TEXTS["en"]["clauses"].items():
        said = TEXTS[language]["clauses"][number]["text"]
        assert sorted(pattern.findall(said)) == sorted(pattern.findall(clause["text"])), number


@languages
def test_the_catalogue_gives_clauses_in_the_language(language):
    for number in RULEBOOK.catalogue.clauses:
        assert RULEBOOK.catalogue.clause(number, language).language == language


# ---------------------------------------------------------------- phrases
@languages
def test_phrases_keep_what_is_filled_in(language):
    for phrase, said in TEXTS[language]["phrases"].items():
        assert said.strip(), phrase
        assert sorted(HOLE.findall(said)) == sorted(HOLE.findall(phrase)), phrase


def test_both_languages_know_the_same_phrases():
    assert list(TEXTS["pl"]["phrases"]) == list(TEXTS["ru"]["phrases"])


def shown_by_the_steps():
    """The plain texts in the modules of the book that are shown: reasons, labels, questions, rows, what a die means."""
    at = {"bar": 3, "NoWay": 2, "option": 1, "Rescue": 0, "Move": 0, "Row": 1, "Applied": 1, "stage": 0, "say": 0}
    for tree in (ast.parse(p.read_text(encoding="utf-8")) for p in MODULES):
        for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
            name = getattr(call.func, "id", "")
            given = [call.args[at[name]]] if len(call.args) > at.get(name, 99) else []
            given += [k.value for k in call.keywords if k.arg in ("what", "counts")]
            yield from (x.value for x in given if isinstance(x, ast.Constant) and isinstance(x.value, str))


@languages
def test_every_plain_text_of_the_steps_is_a_phrase(language):
    assert {t for t in shown_by_the_steps() if t not in TEXTS[language]["phrases"]} == set()


# ---------------------------------------------------------------- fights in play
def names_in(setup):
    """Whatever a fight file has named: it stays as it is."""
    return {p.name for p in (*setup.models, *setup.units)} | {w.name for p in setup.models for w in p.weapons[:-1]}


def texts_of(path, seed):
    """All that a played fight shows, apart from what the program itself says."""
    state = RULEBOOK.start(setup_of(FightFile.model_validate(spread(document(path)).data)))
    playing = Playing(RULEBOOK, state, Seeded(seed), Random(seed))
    playing.run()
    for e in playing.log:
        yield from (e.what, e.need, e.chosen, *(r.name for r in (*e.n_rows, *e.rows)))
        if e.kind == "dice":
            yield e.result
        for o in e.options:
            yield from (o.label, *(why for why, _ in o.reasons))
    for s in (state, *(s for _, s in playing.moved), playing.state):
        yield from RULEBOOK.describe(s)
    for what, how in result_of(RULEBOOK, playing.state):
        yield from (what, what.partition(".")[0], how)
    for x in (*RULEBOOK.measures(state.setup), *RULEBOOK.aims(state.setup)):
        yield from (x.name, x.says)


def words(text, names):
    """The Latin words of a text, without those names."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    return set(re.findall(r"[^\W\d_]{2,}", text))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_a_fight_in_play_shows_no_english(path):
    names = names_in(setup_of(FightFile.model_validate(spread(document(path)).data)))
    said = RULEBOOK.catalogue.said
    english = {"pl": set(), "ru": set()}
    for text in {t for seed in range(1, 6) for t in texts_of(path, seed) if t}:
        left = words(text, names)
        if left & words(said(text, "pl"), names) - SAME_IN_POLISH:
            english["pl"].add(text)
        if {w for w in words(said(text, "ru"), names) if w.isascii()} - ABBREVIATIONS:
            english["ru"].add(text)
    assert english == {"pl": set(), "ru": set()}


def test_a_phrase_within_a_phrase_is_translated_too():
    said = RULEBOOK.catalogue.said
    assert said("Ann strikes Bob with improvised", "pl") == "Ann uderza, cel: Bob, broń: improwizowana"
    assert said("2 × wound", "ru") == "2 × рана"
    assert said("move toward Bob", "pl") == "ruch w stronę modelu Bob"
    assert said("1: natural 1, 2-10: hit, 11-19: miss", "ru") == "1: натуральная 1, 2-10: попадание, 11-19: промах"
    line = "Ann (A, Patrol), wounds left 1 of 3, waiting, touches Bob and Cid, 0 from Bob, 0 from Cid"
    assert said(line, "pl") == (
        "Ann (A, Patrol), żywotność: 1 z 3, czeka, styka się z: Bob i Cid, 0 od modelu Bob, 0 od modelu Cid"
    )
