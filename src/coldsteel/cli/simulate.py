"""`simulate`: how a fight may end, estimated from many fights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from coldsteel.cli.files import aim_of, fight_at, side_of
from coldsteel.cli.odds import dumped, head, spread_json
from coldsteel.cli.outcome import expected_lines, unit_table, value_line
from coldsteel.cli.show import chances, console, count, counter, heading, quiet, share
from coldsteel.cli.words import is_told, verdict_label
from coldsteel.fights import Fight

if TYPE_CHECKING:
    from coldsteel.kernel.simulate import Sampled

__all__ = ["simulate"]


def simulate(
    path: Path, number: int, seed: int, aim: str | None, for_side: str | None, rulings: Sequence[str], as_data: bool
) -> None:
    """Prints estimates for a fight file."""
    fight = fight_at(path, rulings)
    aim_of(fight, aim)
    side = side_of(fight, for_side)
    from coldsteel.kernel import simulate as reader

    with counter(lambda done, of: f"{done:,} of {count(of, 'fight')}") as told:
        found = reader.simulate(fight.rulebook, fight.start, number, seed=seed, aim=aim, side=side, progress=told)
    if as_data:
        typer.echo(dumped(as_json(fight, found)))
        return
    out = console()
    heading(out, fight.title, fight.shows)
    chances(out, [(verdict_label(fight, v), p, _between(p, low, high)) for v, (p, low, high) in _rows(fight, found)])
    value_line(out, found.aim, fight.rulebook.sides(fight.setup)[found.side], found.value, found.error)
    unit_table(out, fight, found.measures)
    expected_lines(out, found.expected)
    quiet(
        out,
        "sampled",
        count(found.n, "fight"),
        f"seed {found.seed}",
        f"{found.seconds:.2f} s",
        "ranges hold in 95 % of runs",
        "players choose at random",
    )


def _rows(fight: Fight, found: Sampled) -> list[tuple[str, tuple[float, float, float]]]:
    return [(v, x) for v, x in found.results.items() if is_told(fight, v, x[0])]


def _between(p: float, low: float, high: float) -> str:
    return f"{share(p)}  ({100 * low:.1f} to {100 * high:.1f})"


def as_json(fight: Fight, found: Sampled) -> dict[str, Any]:
    """Estimates as docs/json.md lays them down."""
    return {
        **head(fight, "sampled"),
        "states": None,
        "edges": None,
        "seconds": found.seconds,
        "unresolved": found.unresolved,
        "bound": None,
        "aim": {"side": fight.rulebook.sides(fight.setup)[found.side], "measure": found.aim.name},
        "value": found.value,
        "results": {v: p for v, (p, _, _) in found.results.items()},
        "measures": {name: spread_json(spread) for name, spread in found.measures.items()},
        "expected": dict(found.expected),
        "advice": [],
        "n": found.n,
        "seed": found.seed,
        "error": found.error,
        "intervals": {v: [low, high] for v, (_, low, high) in found.results.items()},
    }
