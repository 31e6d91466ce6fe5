"""The book in Polish and Russian: fights in play show no English."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from coldsteel.fights import load
from coldsteel.fights.examples import examples_folder
from coldsteel.kernel.explain import result_of
from coldsteel.kernel.play import Playing, Random, Seeded
from coldsteel.rulebooks.wasteland import RULEBOOK
from tests.languages import left_in_english
from tests.rulebooks.wasteland.builders import at, bow, fight, line, piece, range_, squad, unit, weapon

SEEDS = range(1, 6)
SHARED = {"model", "test"}
"""Words that Polish has in common with English."""


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


def names_of(setup: Any) -> set[str]:
    names = {p.id for p in setup.units} | {g.name for p in setup.units for g in p.groups}
    return names | {w.id for w in setup.weapons} | {x.id for x in setup.pieces}


@pytest.mark.parametrize("name", FIGHTS)
def test_what_a_fight_shows_is_translated(name):
    start = FIGHTS[name]()
    texts = {*of_book(start.setup), *drawn_words(start), *(text for seed in SEEDS for text in of_play(start, seed))}
    assert left_in_english(RULEBOOK, texts, names_of(start.setup), SHARED, {"FP"}) == []


def test_a_phrase_within_a_phrase_is_translated_too():
    said = RULEBOOK.catalogue.said
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
