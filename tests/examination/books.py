"""What each rulebook brings to the examination: `tests/rulebooks/<book>/exam.py`.

* `SMALL`: name -> opening state of a fight whose every state the plain reader can visit; among them one with three
units
  a side and one with decisions.
* `TINY`: name -> opening state of a fight without decisions and cycles, of so few dice that all faces can be
enumerated.
* `GOLDEN`: (example file, seed of the dice, seed of the choices), each with its text in `golden/`.
* `ENDLESS`: names of `SMALL` fights that can never end, so that they can't be played.
* `UNCITED`: clauses that neither code nor test cites, with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from coldsteel.kernel.rulebook import Rulebook
from coldsteel.rulebooks import BOOKS, rulebook

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Candidate:
    """A rulebook with its exam."""

    book: Rulebook
    small: Mapping[str, Any]
    tiny: Mapping[str, Any]
    golden: tuple[tuple[str, int, int], ...]
    endless: tuple[str, ...]
    uncited: Mapping[str, str]

    @property
    def tests(self) -> Path:
        return ROOT / "tests" / "rulebooks" / self.book.name

    @property
    def source(self) -> Path:
        return ROOT / "src" / "coldsteel" / "rulebooks" / self.book.name


def candidate(name: str) -> Candidate:
    exam = import_module(f"tests.rulebooks.{name}.exam")
    return Candidate(rulebook(name), exam.SMALL, exam.TINY, exam.GOLDEN, exam.ENDLESS, exam.UNCITED)


CANDIDATES = {name: candidate(name) for name in BOOKS}
SMALL = [(name, fight) for name, c in CANDIDATES.items() for fight in c.small]
TINY = [(name, fight) for name, c in CANDIDATES.items() for fight in c.tiny]
GOLDEN = [(name, *golden) for name, c in CANDIDATES.items() for golden in c.golden]
