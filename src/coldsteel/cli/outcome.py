"""How a fight ended, for people: its value, a table of the units, what is left over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from coldsteel.cli.show import broad_tables, clean, share, signed
from coldsteel.fights import Fight
from coldsteel.kernel.rulebook import Aim, Measure

__all__ = ["Column", "by_unit", "expected_lines", "mean", "unit_table", "value_line"]

Spread = Mapping[Any, float]
"""The chance of each value of a measure: its name, or a plain number."""

NO = ("no", "false", "none")
_HEADING = re.compile(r"([^\W\d][\w' -]{0,23}): (.*)")


def mean(spread: Spread) -> float:
    """The mean of a measure that is a plain number."""
    return sum(float(value) * p for value, p in spread.items())


def by_unit(measures: Sequence[Measure]) -> dict[str, dict[str, Measure]]:
    """The measures as a table: unit (or side) -> what -> measure."""
    out: dict[str, dict[str, Measure]] = {}
    for m in measures:
        what, dot, of = m.name.partition(".")
        if dot:
            out.setdefault(of, {})[what] = m
    return out


def headed(m: Measure) -> tuple[str, str]:
    """What stands over the figures of a measure, and what there is to say of them: the words of `says` before and
    after a colon; its name, and nothing, where `says` has none."""
    found = _HEADING.fullmatch(m.says)
    return (found[1], found[2]) if found else (m.name.partition(".")[0].replace("_", " "), "")


@dataclass(frozen=True)
class Column:
    """A column of the table of units: the chance of one value of a measure, or its mean where `value` is None."""

    what: str
    value: str | None
    header: str

    def cell(self, measure: Measure | None, spread: Spread | None) -> str:
        """What stands in the row of a unit."""
        if measure is None or spread is None:
            return ""
        if self.value is None:
            return f"{mean(spread):.2f}"
        p = spread.get(self.value, 0.0)
        return share(p) if p > 0 else "-"


def columns(measures: Sequence[Measure], spreads: Mapping[str, Spread]) -> list[Column]:
    """A column for every value that some unit may have: chances of named values, means of numbers."""
    out: dict[tuple[str, str | None], Column] = {}
    for m in measures:
        what, dot, _ = m.name.partition(".")
        if not dot or m.name not in spreads:
            continue
        if not m.names:
            out.setdefault((what, None), Column(what, None, headed(m)[0]))
        elif len(m.names) == 2 and m.names[0] in NO:
            out.setdefault((what, m.names[1]), Column(what, m.names[1], headed(m)[0]))
        else:
            for name in m.names:
                if spreads[m.name].get(name, 0.0) > 0:
                    out.setdefault((what, name), Column(what, name, name.replace("_", " ")))
    order = {m.name.partition(".")[0]: k for k, m in reversed(list(enumerate(measures)))}
    values = {(m.name.partition(".")[0], v): k for m in measures for k, v in enumerate(m.names)}
    return sorted(out.values(), key=lambda c: (order[c.what], values.get((c.what, c.value or ""), 0)))


def unit_table(out: Console, fight: Fight, spreads: Mapping[str, Spread]) -> None:
    """Prints what becomes of every unit, and then of every side; and of what is counted at the start already, what it
    is."""
    measures, sides = fight.rulebook.measures(fight.setup), fight.rulebook.sides(fight.setup)
    for head, wanted in (("unit", False), ("side", True)):
        some = [m for m in measures if (m.name.partition(".")[2] in sides) == wanted]
        shown = columns(some, spreads)
        rows = []
        for of, found in by_unit(some).items():
            spread = {what: spreads.get(m.name) for what, m in found.items()}
            rows.append((of, *[c.cell(found.get(c.what), spread.get(c.what)) for c in shown]))
        if rows:
            for table in broad_tables((head, *[c.header for c in shown]), rows, out.width - 2):
                out.print(Padding(table, (0, 0, 1, 2), expand=False))
    notes = [": ".join(headed(m)) for m in measures if not m.names and headed(m)[1] and int(m.of(fight.start))]
    for note in dict.fromkeys(notes):
        out.print(Padding(Text(clean(note), style="dim"), (0, 0, 0, 2), expand=False))
    if notes:
        out.print()


def value_line(out: Console, aim: Aim, side: str, value: float, error: float | None = None) -> None:
    """Prints what a fight is worth, to whom, and what that means: "win for A: -0.0667 (..)"."""
    shown = f"{aim.name} for {side}: {signed(value)}" + ("" if error is None else f" ± {error:.4f}")
    out.print(Padding(Text(clean(f"{shown} ({aim.says})" if aim.says else shown)), (0, 0, 1, 2), expand=False))


def expected_lines(out: Console, expected: Mapping[str, float]) -> None:
    """Prints means that belong to the fight as a whole: "rounds: 2.22 on average"."""
    for name, value in expected.items():
        out.print(Text(f"  {name.replace('_', ' ')}: {value:.2f} on average"))
    if expected:
        out.print()
