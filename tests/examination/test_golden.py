"""Golden fights: a fight played with given seeds, as text, compared word for word.

To renew them after a change that is meant: `GOLDEN=write pytest tests/examination/test_golden.py`, and read the diff.
"""

from __future__ import annotations

import os

import pytest

from coldsteel import fights
from coldsteel.kernel import explain
from coldsteel.kernel.play import Playing, Random, Seeded
from tests.examination.books import CANDIDATES, GOLDEN, ROOT


@pytest.mark.parametrize(("name", "example", "dice", "choices"), GOLDEN)
def test_golden_fight(name: str, example: str, dice: int, choices: int) -> None:
    c = CANDIDATES[name]
    fight = fights.load(ROOT / "examples" / name / f"{example}.toml")
    playing = Playing(c.book, fight.start, Seeded(dice), Random(choices))
    playing.run()
    sides = c.book.sides(fight.setup)
    report = explain.Report(tuple(playing.log), sides, fight.title, explain.result_of(c.book, playing.state))
    told = explain.as_text(report)
    path = c.tests / "golden" / f"{example}-{dice}-{choices}.txt"
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == told
