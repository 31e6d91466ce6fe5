"""The book in Polish and Russian: fights in play show no English."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coldsteel.fights import load
from coldsteel.kernel.asks import Both, Choose, Tally
from coldsteel.kernel.explain import result_of
from coldsteel.kernel.log import counting, labels, span
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.scene import scene
from coldsteel.rulebooks.bayonet.setup import Arm, Cover, Fate, Formation, Side, Size
from coldsteel.rulebooks.bayonet.sketch import sketch
from tests.languages import LANGUAGES, left_in_english
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

UNPLAYABLE = "never-ending"
EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "bayonet").glob("*.toml"))
EXAMPLES = [p for p in EXAMPLES if p.stem != UNPLAYABLE]
SAME_IN_POLISH = {"front", "morale", "test"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_what_units_are_and_what_becomes_of_them_are_phrases(language):
    words = {x.name.lower() for kind in (Arm, Formation, Side, Fate) for x in kind}
    words |= {x.name.lower() for x in Size} | {f"{x.name.lower()} cover" for x in Cover if x}
    spoken = {word.replace("_", " ") for word in words} | {fate.name.lower() for fate in Fate}
    same = SAME_IN_POLISH if language == "pl" else set()
    assert {word for word in spoken if RULEBOOK.catalogue.said(word, language) == word} <= same


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


def english_in(start: Any) -> list[tuple[str, str, str]]:
    texts = {t for seed in range(1, 6) for t in texts_of(start, seed)}
    return left_in_english(RULEBOOK, texts, {p.id for p in start.setup.units}, SAME_IN_POLISH)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_an_example_in_play_shows_no_english(path):
    assert english_in(load(path).start) == []


@pytest.mark.parametrize("name", readings())
def test_other_fights_in_play_show_no_english(name):
    assert english_in(readings()[name]) == []


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
