"""Every example is in order, says what it shows, and has odds that add up."""

from pathlib import Path

import pytest

from coldsteel.fights import check, load
from coldsteel.kernel.odds import solve

FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = sorted(FOLDER.glob("*/*.toml"))


def test_there_are_at_least_ten():
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_an_example(path):
    assert check(path) == ()
    fight = load(path)
    assert fight.model.title
    assert fight.shows
    found = solve(fight.rulebook, fight.start)
    assert sum(found.results.values()) == pytest.approx(1, abs=1e-9)
    assert all(-1e-12 <= p <= 1 + 1e-12 for p in found.results.values())
    for name, spread in found.measures.items():
        assert sum(spread.values()) == pytest.approx(1, abs=1e-9), name


def odds_of(name, **rulings):
    fight = load(FOLDER / "bayonet" / f"{name}.toml", rulings)
    return fight, solve(fight.rulebook, fight.start)


def best_first(found):
    return found.advice[0].best.label


def test_what_the_examples_say_of_themselves():
    assert best_first(odds_of("closing-volley")[1]) == "closing volley"
    assert best_first(odds_of("horse-battery")[1]) == "evade"
    assert best_first(odds_of("turn-to-face")[1]) == "turn to face"
    assert best_first(odds_of("counter-charge")[1]) == "counter-charge"
    assert best_first(odds_of("front-and-flank")[1]).startswith("Hussars")
    assert odds_of("never-ending")[1].unresolved == 1
    assert 0.64 < odds_of("cavalry-against-square")[1].results["B"] < 0.70


def test_without_support_the_rifles_should_go(tmp_path):
    text = (FOLDER / "bayonet" / "closing-volley.toml").read_text().replace("support_rear = 1\n", "")
    (tmp_path / "fight.toml").write_text(text)
    fight = load(tmp_path / "fight.toml")
    assert best_first(solve(fight.rulebook, fight.start)) == "evade"
