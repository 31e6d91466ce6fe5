"""The book in Polish and Russian: all clauses and phrases are there, and fights in play show no English."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coldsteel.fights import load
from coldsteel.kernel.asks import Both, Choose, Tally
from coldsteel.kernel.explain import result_of
from coldsteel.kernel.log import counting, labels, span
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks import bayonet
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.scene import scene
from coldsteel.rulebooks.bayonet.setup import Arm, Cover, Fate, Formation, Side, Size
from coldsteel.rulebooks.bayonet.sketch import sketch
from tests.rulebooks.bayonet.builders import (
    at,
    battery,
    cavalry,
    chain,
    charge,
    engaged,
    fight,
    horse_battery,
    line,
    order,
    touched,
)

BOOK = Path(bayonet.__file__).parent
UNPLAYABLE = "never-ending"
EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "bayonet").glob("*.toml"))
EXAMPLES = [p for p in EXAMPLES if p.stem != UNPLAYABLE]
TEXTS = {x: tomllib.loads((BOOK / "text" / f"{x}.toml").read_text(encoding="utf-8")) for x in ("en", "pl", "ru")}
FIGURES = re.compile(r"\d+")
SIGNED = re.compile(r"(?<![\w-])[+-]\d+")
CODE = re.compile(r"BY-\w+|\b[a-z]+(?:_[a-z]+)+\b|\b(?:true|false|pairwise|unresolved|fate)\b")
HOLE = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[^\W\d_]{2,}")
SAME_IN_POLISH = {"front", "morale", "test"}
NOT_SHOWN = ("board", "faults", "filling", "profiles", "rulings", "table_faults")
MODULES = [p for p in sorted(BOOK.glob("*.py")) if p.stem not in NOT_SHOWN]

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


BUILT = {"evade{}", "hold back {}", "the fight of {}", "{} attacks {} on its {}", "combat result: {} for A"}
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
                elif isinstance(x, ast.JoinedStr) and name != "Aim":
                    yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in x.values)


@languages
def test_every_text_of_the_steps_is_a_phrase(language):
    known = {HOLE.sub("{}", phrase) for phrase in TEXTS[language]["phrases"]}
    assert {text for text in shown_by_the_steps() if text not in known} - BUILT == set()


@languages
def test_words_for_what_units_are_and_what_becomes_of_them_are_phrases(language):
    words = {x.name.lower() for kind in (Arm, Formation, Side, Fate) for x in kind}
    words |= {x.name.lower() for x in Size} | {f"{x.name.lower()} cover" for x in Cover if x}
    spoken = {word.replace("_", " ") for word in words} | {fate.name.lower() for fate in Fate}
    assert spoken - set(TEXTS[language]["phrases"]) == set()


# ---------------------------------------------------------------- fights in play
def readings() -> dict[str, Any]:
    """Fights for what the examples do not show: other readings, refusals, sharing out of dice, both alike."""
    horse, foot = cavalry("Rtr", formation="line"), line("Bn", shooting=4)
    other = {"successful_declaration": "order_passed", "reaction_limit": "per_turn", "disordered_may_charge": False}
    crowd = [at(line("Bn1"), 20, 20), at(line("Bn2", disordered=True), 30, 20), at(battery("Gn1"), 40, 20, depth=2)]
    facing = [at(cavalry("Rtr1", size="large"), 20, 32, 180), at(line("Bn3", size="small"), 30, 32, 180)]
    both = [order("Bn1", "Rtr1"), order("Bn2", "Bn3", says_attack=False), order("Gn1", "Bn3", optional=True)]
    return {
        "horse at foot": charge(horse, foot),
        "foot at horse": charge(foot, horse),
        "horse at disordered horse": charge(horse, cavalry("Rtr2", disordered=True), struck_side="rear"),
        "foot at guns": charge(foot, battery("Gn", shooting=4)),
        "foot at horse guns": charge(line("Bn", shooting=4), horse_battery("Gn"), struck_side="left"),
        "foot at limbered guns": charge(foot, battery("Gn", formation="limbered"), struck_side="right"),
        "no moves": charge(foot, line("Bn2"), order_moves=0),
        "an if that is lost": charge(foot, line("Bn2"), {"conditional_order": "lost"}, conditional=True),
        "not told to attack": charge(foot, line("Bn2"), says_attack=False),
        "too far": charge(horse, line("Bn2"), {"successful_declaration": "order_passed"}, distance=40),
        "other readings": charge(line("Bn", disordered=True), line("Bn2"), other),
        "charged while engaged": engaged(cavalry("Rtr")),
        "a chain": chain(),
        "a square touched on all sides": touched(line("Sq", formation="square"), ["front", "right", "rear", "left"]),
        "a column touched on two sides": touched(line("Cl", formation="attack_column", melee=4), ["front", "left"]),
        "on a table": fight(crowd, facing, orders=both),
    }


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
        if e.kind == "dice":
            yield e.result
    for what, how in result_of(RULEBOOK, playing.state):
        yield from (how, *([what] if what != "outcome" else []))
    for x in (*RULEBOOK.measures(start.setup), *RULEBOOK.aims(start.setup)):
        yield from (x.name, x.name.partition(".")[0], x.says)


def of_state(state: Any) -> Iterator[str]:
    """How a fight stands, in words and on the picture."""
    yield from RULEBOOK.describe(state)
    drawn, plain = scene(state), sketch(state)
    if drawn is not None:
        yield from (drawn.caption, *(t.note for t in drawn.tokens))
    yield from (*(x.note for x in plain.figures), *(tie.label for tie in plain.ties))


def of_ask(ask: Any) -> Iterator[str]:
    """What is asked: options and the reasons against them; of dice what they must show."""
    assert not isinstance(ask, Both)
    yield ask.what
    if isinstance(ask, Choose):
        yield from labels(ask)
        yield from (b.reason for o in ask.options for b in o.bars)
    elif isinstance(ask, Tally):
        for c in (x for first in ask.classes for x in (first, first.then) if x):
            yield from (c.what, counting(c), f"{span(c.low, c.high, ask.die)} {counting(c)}")


def words(text: str, names: set[str]) -> set[str]:
    """The words of a text, without those names and the numbers of clauses."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    return set(WORD.findall(re.sub(r"BY-\w+", " ", text)))


def english_in(start: Any) -> dict[str, set[str]]:
    """The texts that some language leaves in English, at least in part."""
    names, said = {p.id for p in start.setup.units}, RULEBOOK.catalogue.said
    english: dict[str, set[str]] = {"pl": set(), "ru": set()}
    for text in {t for seed in range(1, 6) for t in texts_of(start, seed) if t}:
        left = words(text, names)
        if left & words(said(text, "pl"), names) - SAME_IN_POLISH:
            english["pl"].add(text)
        if {w for w in words(said(text, "ru"), names) if w.isascii()}:
            english["ru"].add(text)
    return english


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_an_example_in_play_shows_no_english(path):
    assert english_in(load(path).start) == {"pl": set(), "ru": set()}


@pytest.mark.parametrize("name", readings())
def test_other_fights_in_play_show_no_english(name):
    assert english_in(readings()[name]) == {"pl": set(), "ru": set()}


def test_a_phrase_within_a_phrase_is_translated_too():
    said = RULEBOOK.catalogue.said
    assert said("Guard attacks Hussars on its right", "pl") == "Guard atakuje: Hussars (prawe skrzydło)"
    assert said("Guard on the hill attacks Hussars on its rear", "ru") == "Guard on the hill атакует: Hussars (тыл)"
    assert said("2 on Guard, 1 on Hussars", "pl") == "2 → Guard, 1 → Hussars"
    assert said("1 × six, 2 × hit", "ru") == "1 × шестёрка, 2 × попадание"
    assert said("evade (left table)", "pl") == "unik (poza stołem)"
    assert said("2-4: broken, 5-6: retires disordered, 7+: holds", "ru") == (
        "2-4: обращён в бегство, 5-6: отходит дезорганизованным, 7+: держится"
    )
    stands = "Guard (A, infantry, line), casualties 1 of 3, shaken, touches X and Y and Z, at (36, 24.5) facing 180"
    assert said(stands, "pl") == (
        "Guard (A, piechota, linia), straty 1 z 3, zachwiany, styka się z: X, Y i Z, w punkcie (36, 24.5), zwrot 180"
    )
    lost = "Guard (B, cavalry, attack column), casualties 3 of 3, retired disordered"
    assert said(lost, "ru") == "Guard (B, кавалерия, атакующая колонна), потери 3 из 3, отошёл дезорганизованным"
