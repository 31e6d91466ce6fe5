"""Polish and Russian: every clause is there, and every phrase that played fights show."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from coldsteel.fights import load
from coldsteel.fights.examples import examples_folder
from coldsteel.kernel.explain import result_of
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks import wasteland
from coldsteel.rulebooks.wasteland import RULEBOOK
from coldsteel.rulebooks.wasteland.rulings import CATALOGUE
from tests.rulebooks.wasteland.builders import at, bow, fight, line, piece, range_, squad, unit, weapon

LANGUAGES = ("pl", "ru")
SEEDS = range(1, 6)
SHARED = {"FP", "model", "test"}
"""Words that Polish has in common with English; FP is FP in Russian too."""
DIGITS = re.compile(r"\d+")
CLAUSE = re.compile(r"WL-[CR]?\d+")
CODE = re.compile(
    r"[A-Za-z]\w*_\w+(?:\.\w+)?|(?<=: )mobility|(?<=\| )[a-z]\w*|(?<=none )none|\b(?:ignores|objective)\b"
)
HOLES = re.compile(r"\{\w+\}")
WORDS = re.compile(r"[^\W\d_]{2,}")
UNSAID = {"board", "faults", "filling", "profiles", "table_faults"}
"""Modules that speak of files, not of a fight."""


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
        assert said.strip(), english
        assert sorted(HOLES.findall(english)) == sorted(HOLES.findall(said)), english


def texts_in_steps() -> Iterator[str]:
    """The plain texts that the modules of the book show: reasons, labels, questions, rows, what a die means."""
    place = {"bar": 3, "option": 1, "Row": 1, "Applied": 1, "stage": 0, "say": 0, "Measure": 3, "Aim": 2}
    for path in sorted(Path(wasteland.__file__).parent.glob("*.py")):
        calls = ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path.stem not in UNSAID else ()
        for call in (node for node in calls if isinstance(node, ast.Call)):
            name = getattr(call.func, "id", "")
            given = [call.args[place[name]]] if len(call.args) > place.get(name, 99) else []
            given += [k.value for k in call.keywords if k.arg in ("what", "counts")]
            yield from (x.value for x in given if isinstance(x, ast.Constant) and isinstance(x.value, str))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plain_text_of_the_steps_is_a_phrase(language):
    phrases = file_of(language)["phrases"]
    bare_of_names = {HOLES.sub("{}", phrase) for phrase in phrases}
    texts = set(texts_in_steps())
    assert len(texts) > 60
    assert {text for text in texts if HOLES.sub("{}", text) not in bare_of_names} == set()


# ---------------------------------------------------------------- fights that are played
@cache
def folder() -> Path:
    found = examples_folder()
    assert found is not None
    return found / "wasteland"


def example(name: str, **rulings: str) -> Any:
    return load(folder() / f"{name}.toml", rulings).start


def many_kinds() -> Any:
    """Mixed squads: models that differ in weapons, wounds, values; several targets; a fumble that hurts its own."""
    arms = [
        weapon("axe", attacks=2, on_fumble={"self_damage": 1}, on_crit={"extra_hits": 1}),
        weapon("sabre", parry=True, on_crit={"damage_plus": 1, "ignores": ["parry"]}),
    ]
    front = {"models": 2, "name": "axemen", "weapons": ["axe", "sabre"], "toughness": 2, "wounds_taken": [1]}
    back = {"models": 1, "name": "leader", "weapons": ["sabre"], "toughness": 2, "defence": 3}
    band = unit("Band", [front, back], charged_this_round=True)
    crowd = unit("Crowd", [{**back, "name": "chief", "magic_defence": 3}, {**front, "name": "crew", "models": 1}])
    both = unit("Pair", weapons=["axe", "sabre"], multi_weapon=True)
    return fight([band, both], [crowd, squad("Mob", 3)], weapons=arms, fp=(3, 2), max_rounds=4)


def many_ties(**rulings: str) -> Any:
    """Units of equal Mobility, those of one side too, and losses for which several test."""
    ones = [squad(name, 2, in_cover=name == "Two", camouflaged=name == "One") for name in ("One", "Two")]
    others = [squad(name, 2, charged_this_round=name == "Three", spirit=2) for name in ("Three", "Four")]
    return fight(ones, others, rulings=rulings, max_rounds=3)


def many_shots(**rulings: str) -> Any:
    """A squad with bows before targets behind one another, of which some may not be shot at."""
    near = unit("Near", knocked_down=True)
    far = unit("Far", camouflaged=True, in_cover=True)
    car = unit("Cart", kind="vehicle", large_target=True, toughness=3)
    lines = [line("Squad", "Near", 6.0), line("Squad", "Far", 9.0), line("Squad", "Cart", 30.0)]
    lines.append(line("Squad", "Back", 12.0, visible_fraction=0.4, cover_struck="Near"))
    arms = [bow(range=20.0, rate_of_fire=2, on_fumble={"self_damage": 1}, on_crit={"extra_hits": 1}), bow("sling")]
    kinds = [{"name": "bows", "models": 2, "weapons": ["bow"]}, {"name": "chief", "weapons": ["sling", "bow"]}]
    shooters = [unit("Squad", kinds), squad("Other", 1, weapons=["bow"])]
    targets = [near, far, car, unit("Back", defence=2)]
    return range_(shooters, targets, lines, weapons=arms, fp=(2, 0), rulings=rulings)


def kept_from_shooting(**given: Any) -> Any:
    shooter = unit("Archer", weapons=["bow"], **given)
    return range_([shooter], [unit("Foe")], [line("Archer", "Foe", 6.0)], weapons=[bow()])


def near_a_melee(**rulings: str) -> Any:
    """Two melees on a table, and those about them."""
    first = [at("Ann", (10, 10)), at("Bob", (20, 10)), at("Cid", (15, 12), (15, 8))]
    second = [at("Dan", (11, 10)), at("Eve", (21, 10), mobility=5), at("Fay", (17, 10), knocked_down=True)]
    wall = piece("wall", 30, 5, 31, 15, height=2, cover=True)
    archer = at("Guy", (33, 10), weapons=["bow"])
    table = {"width": 60, "height": 40}
    given = {"table": table, "terrain": [wall], "weapons": [bow()], "activations": ["Guy"]}
    return fight([*first, archer], second, rulings=rulings, max_rounds=3, **given)


FIGHTS: dict[str, Callable[[], Any]] = {
    **{path.stem: lambda name=path.stem: example(name) for path in sorted(folder().glob("*.toml"))},
    "boosts at the start": lambda: example("fp-duel", fp_windows="start_of_bout", fp_stacking="stack"),
    "a squad has one target": lambda: example("raiders", multi_target="per_unit", lost_target="redirect"),
    "two dice of Spirit": lambda: example("barricade", spirit_dice="2"),
    "keeping out by a contest": lambda: example("bystanders", avoid_test="opposed"),
    "keeping out by Spirit": lambda: example("bystanders", avoid_test="spirit"),
    "all shots named": lambda: example("powder-barrel", volley="all_declared", cover_hit_trigger="missed_by_one"),
    "many kinds": many_kinds,
    "many ties": many_ties,
    "two tests": lambda: many_ties(camouflage_double_test="two", equal_losses="both", loss_scope="losing_side"),
    "many shots": many_shots,
    "shots named first": lambda: many_shots(volley="all_declared", shooting_morale="worst_unit"),
    "who ran": lambda: kept_from_shooting(ran_this_activation=True),
    "who recovers": lambda: kept_from_shooting(recovering=True),
    "who lies": lambda: kept_from_shooting(knocked_down=True),
    "near a melee": near_a_melee,
    "drawn in a chain": lambda: near_a_melee(pull_in_chain="chain", pull_in_move_limit="three_steps"),
}


def of_book(setup: Any) -> Iterator[str]:
    """Measures and aims."""
    for m in RULEBOOK.measures(setup):
        yield from (m.name, m.name.partition(".")[0], m.says, *m.names)
    for a in RULEBOOK.aims(setup):
        yield from (a.name, a.says)


def of_play(start: Any, seed: int) -> Iterator[str]:
    """What a played fight asks, offers, forbids, throws, tells, and how it stands."""
    playing = Playing(RULEBOOK, start, Seeded(seed), Random(seed))
    playing.run()
    for e in playing.log:
        yield from (e.what, e.need, e.result, e.chosen, *(r.name for r in (*e.n_rows, *e.rows)))
        yield from (text for o in e.options for text in (o.label, *(reason for reason, _ in o.reasons)))
    for state in (start, *(state for _, state in playing.moved), playing.state):
        yield from RULEBOOK.describe(state)
    for what, how in result_of(RULEBOOK, playing.state):
        yield from (what, how)


def drawn_words(start: Any) -> Iterator[str]:
    """What stands in the picture of a fight."""
    if start.on_table:
        scene = RULEBOOK.scene(start)
        yield from (scene.caption, *(token.note for token in scene.tokens), *(stroke.label for stroke in scene.strokes))
    else:
        sketch = RULEBOOK.sketch(start)
        yield from (sketch.caption, sketch.hub, *(figure.note for figure in sketch.figures))
        yield from (tie.label for tie in sketch.ties)


def names_of(setup: Any) -> re.Pattern[str]:
    names = {p.id for p in setup.units} | {g.name for p in setup.units for g in p.groups}
    names |= {w.id for w in setup.weapons} | {x.id for x in setup.pieces}
    return re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True) if name))


def bare(text: str, names: re.Pattern[str]) -> set[str]:
    """The words of a text but for names and numbers of clauses."""
    return set(WORDS.findall(names.sub(" ", CLAUSE.sub(" ", text)))) - SHARED


@pytest.mark.parametrize("name", FIGHTS)
def test_what_a_fight_shows_is_translated(name):
    start = FIGHTS[name]()
    names = names_of(start.setup)
    texts = {*of_book(start.setup), *drawn_words(start), *(text for seed in SEEDS for text in of_play(start, seed))}
    left = []
    for text in sorted(texts):
        english = bare(text, names)
        for language in LANGUAGES if english else ():
            words = bare(CATALOGUE.said(text, language), names)
            if {w for w in words if w.isascii()} if language == "ru" else words & english:
                left.append((language, text, CATALOGUE.said(text, language)))
    assert not left, left


def test_a_phrase_within_a_phrase_is_translated_too():
    said = CATALOGUE.said
    assert said("2 axe at Rats, 1 (1 wounded) axe at Rats and sabre at Dog", "pl") == (
        "2 axe → Rats, 1 (ran: 1) axe → Rats i sabre → Dog"
    )
    assert said("Band/leader (sabre at Dog), 1 wounded", "ru") == "Band/leader (sabre → Dog), ран: 1"
    assert said("2 × critical hit, 1 × hit", "ru") == "2 × критическая атака, 1 × попадание"
    assert said("6: critical hit, 3-5: hit, 1: critical miss", "pl") == (
        "6: trafienie krytyczne, 3-5: trafienie, 1: krytyczne pudło"
    )
    line_ = "Band of Wolves (A, fighter), 2 of 3, wounds left 4, in melee, charging"
    assert said(line_, "pl") == "Band of Wolves (A, wojownicy), 2 z 3, pozostałe rany: 4, w walce wręcz, szarża"
    assert said("Cart (B, vehicle), 0 of 1, destroyed", "ru") == "Cart (B, техника), 0 из 1, уничтожен"
