"""`--plot`: the odds as a picture, verdicts above, the casualties of every unit below."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from coldsteel.cli.outcome import mean
from coldsteel.cli.show import share
from coldsteel.cli.words import is_told, verdict_label
from coldsteel.fights import Fight

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["check", "draw"]

KINDS = (".svg", ".png", ".pdf")
VERDICTS = ("#2f6f8f", "#b5483a", "#9a9a9a", "#d0d0d0", "#6b8e4e", "#8a6fae")
SIDES = ("#2f6f8f", "#b5483a")
INK, FAINT = "#222222", "#888888"
MOST_UNITS = 24


def check(path: Path) -> None:
    """Refuses what is no name for a picture, before any work is done."""
    if path.suffix.lower() not in KINDS:
        raise typer.BadParameter(f"'{path}': a picture ends in {', '.join(KINDS)}", param_hint="--plot")


def draw(path: Path, fight: Fight, results: Mapping[str, float], measures: Mapping[str, Mapping[Any, float]]) -> None:
    """Writes the picture. The kind is told by the name: .svg, .png or .pdf."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    units = _counted(fight, measures)[:MOST_UNITS]
    columns = 2 if len(units) in (1, 2, 4) else 3
    rows = -(-len(units) // columns)
    results = {v: p for v, p in results.items() if is_told(fight, v, p)}
    top = 0.9 + 0.36 * len(results)
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": "coldsteel", "font.size": 9.5, "text.color": INK}
    with rc_context(settings):
        figure = Figure(figsize=(8.4, 0.8 + top + 2.0 * rows), layout="constrained")
        figure.suptitle(_fitted(fight.title, 80), fontsize=13, fontweight="bold", x=0.01, ha="left")
        heights = [top, *[2.0] * rows]
        grid = figure.add_gridspec(1 + rows, columns, height_ratios=heights, hspace=0.08, wspace=0.06)
        _verdicts(figure.add_subplot(grid[0, :]), fight, results)
        for k, (unit, side, spread) in enumerate(units):
            axes = figure.add_subplot(grid[1 + k // columns, k % columns])
            _casualties(axes, unit, side, spread, first=k % columns == 0)
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)


def _counted(fight: Fight, measures: Mapping[str, Mapping[Any, float]]) -> list[tuple[str, int, Mapping[int, float]]]:
    """(unit, side, casualties), for every unit that is counted in plain numbers."""
    plain = [m for m in fight.rulebook.measures(fight.setup) if not m.names and "." in m.name and m.name in measures]
    kinds = [m.name.partition(".")[0] for m in plain]
    kind = "casualties" if "casualties" in kinds else next(iter(kinds), "")
    sides = _sides(fight)
    out = []
    for m in plain:
        what, _, unit = m.name.partition(".")
        if what == kind and unit not in fight.rulebook.sides(fight.setup):
            out.append((unit, sides.get(unit, 0), measures[m.name]))
    return out


def _sides(fight: Fight) -> dict[str, int]:
    """Unit -> the side it is listed under."""
    names = fight.rulebook.sides(fight.setup)
    out = {}
    for side in getattr(fight.model, "sides", ()):
        for listed in vars(side).values():  # units, groups, whatever the book calls them
            for unit in listed if isinstance(listed, (list, tuple)) else ():
                out[str(getattr(unit, "id", ""))] = names.index(side.name) if side.name in names else 0
    return out


def _verdicts(axes: Axes, fight: Fight, results: Mapping[str, float]) -> None:
    labels = [verdict_label(fight, v) for v in results]
    chances = list(results.values())
    places = range(len(labels))
    axes.barh(places, chances, color=[VERDICTS[k % len(VERDICTS)] for k in places], height=0.72)
    axes.set_yticks(places, labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"], color=FAINT)
    axes.set_title("How it ends", loc="left", fontsize=10.5)
    for k, p in zip(places, chances, strict=True):
        inside = p > 0.88
        said = share(p) if p else "0"
        x, colour = (p - 0.01, "white") if inside else (p + 0.01, INK)
        axes.text(x, k, said, va="center", ha="right" if inside else "left", color=colour)
    _quiet(axes)


def _casualties(axes: Axes, unit: str, side: int, spread: Mapping[int, float], first: bool) -> None:
    values = sorted(int(v) for v in spread)
    axes.bar(values, [spread[v] for v in values], color=SIDES[side % len(SIDES)], width=0.8)
    axes.set_title(_fitted(unit, 28), loc="left", fontsize=10)
    low, high = values[0], max(values[-1], values[0] + 3)
    axes.set_xlim(low - 0.6, high + 0.6)
    axes.set_xticks(range(low, high + 1, max(1, (high - low) // 8)))
    axes.set_xlabel(f"casualties, {mean(spread):.2f} on average", color=FAINT, fontsize=8.5)
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"] if first else ["", "", ""], color=FAINT)
    for v in values:
        if spread[v] > 0 and high - low <= 8:
            axes.text(v, spread[v] + 0.02, share(spread[v]), ha="center", va="bottom", fontsize=7.5)
    _quiet(axes)


def _quiet(axes: Axes) -> None:
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)
    for edge in ("left", "bottom"):
        axes.spines[edge].set_color(FAINT)
    axes.tick_params(length=0)


def _fitted(text: str, length: int) -> str:
    short = text if len(text) <= length else text[: length - 1] + "…"
    return short.replace("$", r"\$")  # no formula is meant
