"""The book in Polish and Russian: fights in play show no English."""

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
from tests.languages import left_in_english
from tests.rulebooks.warband.builders import P, Q, blade, captain, chief, fight, levy, other, raider, unit

SEEDS = range(1, 6)
SHARED = {"model", "morale", "post", "test"}
"""Words that Polish has in common with English."""


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


def names_of(setup: Any) -> set[str]:
    rows = [row for p in setup.units for row in p.rows]
    names = {*setup.controllers, *(p.id for p in setup.units), *(row.name for row in rows)}
    return names | {w.name for row in rows for w in row.weapons}


@pytest.mark.parametrize("name", FIGHTS)
def test_what_a_fight_shows_is_translated(name):
    start = FIGHTS[name]()
    texts = {*of_book(start.setup), *(text for seed in SEEDS for text in of_play(start, seed))}
    assert left_in_english(RULEBOOK, texts, names_of(start.setup), SHARED) == []
