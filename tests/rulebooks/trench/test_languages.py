"""The book in Polish and Russian: fights in play show no English."""

import re
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
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.measures import Fate
from coldsteel.rulebooks.trench.retreat import NextTurn
from coldsteel.rulebooks.trench.scene import scene
from coldsteel.rulebooks.trench.sketch import sketch
from coldsteel.rulebooks.trench.state import End, Pursuit, Status
from tests.languages import LANGUAGES, left_in_english
from tests.rulebooks.trench.builders import cavalry, dugout, fight, foot, house, leader, night, recruits, veterans
from tests.rulebooks.trench.exam import SMALL, TINY, WATCH

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "trench").glob("*.toml"))
SAME_IN_POLISH = {"same"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [End, Pursuit, Status, Fate, NextTurn])
def test_words_for_what_becomes_of_groups_and_fights_are_phrases(language, kind: type[IntEnum]):
    words = {x.name.lower() for x in kind}
    said = RULEBOOK.catalogue.said
    assert {word for word in words | {w.replace("_", " ") for w in words} if said(word, language) == word} == set()


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


def english_in(start: Any) -> list[tuple[str, str, str]]:
    texts = {*of_book(start.setup), *(t for seed in range(1, 6) for t in texts_of(start, seed))}
    names = {p.id for p in start.setup.groups} | {p.formation for p in start.setup.groups}
    return left_in_english(RULEBOOK, texts, names, SAME_IN_POLISH)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_an_example_in_play_shows_no_english(path):
    assert english_in(load(path).start) == []


@pytest.mark.parametrize("name", FIGHTS)
def test_other_fights_in_play_show_no_english(name):
    assert english_in(FIGHTS[name]) == []
