"""`odds` and `advise`: how a fight will end under best play, and what each option is worth."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from coldsteel.cli import plot as picture
from coldsteel.cli.files import aim_of, fight_at, side_of
from coldsteel.cli.outcome import expected_lines, unit_table
from coldsteel.cli.show import chances, console, counter, heading, quiet, share, signed, worths
from coldsteel.cli.words import verdict_label
from coldsteel.fights import Fight

if TYPE_CHECKING:
    from coldsteel.kernel.odds import Advice, Odds

__all__ = ["advise", "as_json", "chance", "dumped", "head", "odds", "solved", "spread_json"]


def solved(fight: Fight, aim: str | None, side: int, max_states: int, watched: bool = True) -> Odds:
    """The odds of a fight, with a line that tells how far they are."""
    from coldsteel.kernel.odds import solve

    with counter("{:,} states and {:,} edges", watched) as told:
        return solve(fight.rulebook, fight.start, aim=aim, side=side, max_states=max_states, progress=told)


def odds(
    path: Path,
    aim: str | None,
    for_side: str | None,
    rulings: Sequence[str],
    max_states: int,
    plot: Path | None,
    as_data: bool,
) -> None:
    """Prints the odds of a fight file."""
    if plot:
        picture.check(plot)
    fight = fight_at(path, rulings)
    aim_of(fight, aim)
    found = solved(fight, aim, side_of(fight, for_side), max_states)
    if plot:
        picture.draw(plot, fight, found.results, found.measures)
    if as_data:
        typer.echo(dumped(as_json(fight, found)))
        return
    out = console()
    heading(out, fight.title, fight.shows)
    chances(out, [(verdict_label(fight, v), p, share(p)) for v, p in found.results.items() if _tells(fight, v, p)])
    unit_table(out, fight.rulebook.measures(fight.setup), found.measures, fight.rulebook.sides(fight.setup))
    if found.unresolved < 1:
        expected_lines(out, found.expected)
    if found.advice:
        _decision(out, fight, found, found.advice[0], reasons=False)
        if len(found.advice) > 1:
            out.print(Text(f"  Later decisions: {len(found.advice) - 1} (coldsteel advise {path})", style="dim"))
        out.print()
    _last_line(out, found)


def _tells(fight: Fight, verdict: str, p: float) -> bool:
    """A fight that ends for certain need not say that it does."""
    return p > 0 or verdict != fight.rulebook.unresolved


def _last_line(out: Console, found: Odds) -> None:
    quiet(
        out,
        "exact",
        f"{found.states:,} states",
        f"{found.edges:,} edges",
        f"{found.seconds:.2f} s",
        f"unresolved {share(found.unresolved) if found.unresolved else 0}",
        f"bound {found.bound:.0e}" if found.bound else "bound 0",
    )


# ---------------------------------------------------------------- decisions
def _decision(out: Console, fight: Fight, found: Odds, advice: Advice, reasons: bool = True) -> None:
    """A decision: who, what, and every option with its worth; if wanted, refused ones with the reasons."""
    side = fight.rulebook.sides(fight.setup)[advice.side]
    clause = f" ({advice.clause})" if advice.clause else ""
    reach = "" if advice.reach >= 1 else f", in {share(advice.reach)} of fights"
    out.print(Text.assemble((f"{side} chooses", "bold"), f": {advice.what}{clause}{reach}"))
    best = max((o.value for o in advice.options if o.value is not None), default=0.0)
    rows = []
    for o in advice.options:
        if o.value is not None:
            taken = share(o.chance) if 0 < o.chance < 1 else ""
            rows.append((_mark(o.chance), o.label, signed(o.value), _less(o.value, best), taken))
    mixed = any(row[-1] for row in rows)
    heads = ("", "option", f"worth to {side}", "less than best", "taken")
    worths(out, rows if mixed else [row[:-1] for row in rows], heads if mixed else heads[:-1])
    for o in advice.options if reasons else ():
        if not o.legal:
            why = "; ".join(f"{text} ({clause})" if clause else text for text, clause in o.reasons)
            out.print(Padding(Text(f"not allowed: {o.label}: {why}", style="dim"), (0, 0, 0, 5), expand=False))
    out.print(Text(f"  Worth: {found.aim.name}" + (f", {found.aim.says}" if found.aim.says else ""), style="dim"))


def _mark(chance: float) -> str:
    return ">" if chance > 0 else ""


def _less(value: float, best: float) -> str:
    return f"{best - value:.4f}" if best - value >= 0.00005 else ""


def advise(
    path: Path,
    aim: str | None,
    for_side: str | None,
    rulings: Sequence[str],
    max_states: int,
    most: int,
    as_data: bool,
) -> None:
    """Prints the decisions of a fight file, the likeliest first."""
    fight = fight_at(path, rulings)
    aim_of(fight, aim)
    found = solved(fight, aim, side_of(fight, for_side), max_states)
    if as_data:
        typer.echo(dumped(advice_json(fight, found)))
        return
    out = console()
    heading(out, fight.title, fight.shows)
    if not found.advice:
        out.print(Text("Nobody has anything to choose in this fight."))
        out.print()
    for k, advice in enumerate(found.advice[:most]):
        if k:
            out.print(Text(f"  {advice.state}", style="dim"))
        _decision(out, fight, found, advice)
        out.print()
    if len(found.advice) > most:
        more = f"And {len(found.advice) - most} more that are less likely: --most {len(found.advice)}"
        out.print(Text(more, style="dim"))
    _last_line(out, found)


# ---------------------------------------------------------------- JSON
def as_json(fight: Fight, found: Odds) -> dict[str, Any]:
    """The odds as docs/json.md lays them down."""
    sides = fight.rulebook.sides(fight.setup)
    return {
        **head(fight, "exact"),
        "states": found.states,
        "edges": found.edges,
        "seconds": found.seconds,
        "unresolved": chance(found.unresolved),
        "bound": found.bound,
        "aim": {"side": sides[found.side], "measure": found.aim.name},
        "value": found.value,
        "results": spread_json(found.results),
        "measures": {name: spread_json(spread) for name, spread in found.measures.items()},
        "expected": dict(found.expected),
        "advice": [
            {
                "side": sides[a.side],
                "ask": a.what,
                "clause": a.clause,
                "options": [{"option": o.label, "value": o.value} for o in a.options if o.legal],
            }
            for a in found.advice
        ],
    }


def advice_json(fight: Fight, found: Odds) -> dict[str, Any]:
    """The decisions as docs/json.md lays them down: all options, with reasons."""
    sides = fight.rulebook.sides(fight.setup)
    return {
        **head(fight, "exact"),
        "aim": {"side": sides[found.side], "measure": found.aim.name},
        "value": found.value,
        "advice": [
            {
                "side": sides[a.side],
                "ask": a.what,
                "clause": a.clause,
                "reach": a.reach,
                "state": a.state,
                "options": [
                    {
                        "option": o.label,
                        "legal": o.legal,
                        "value": o.value,
                        "chance": o.chance,
                        "reasons": [{"text": text, "clause": clause} for text, clause in o.reasons],
                    }
                    for o in a.options
                ],
            }
            for a in found.advice
        ],
    }


def head(fight: Fight, method: str) -> dict[str, Any]:
    """What every result begins with."""
    return {"rulebook": fight.rulebook.name, "title": fight.title, "method": method}


def spread_json(spread: Any) -> dict[str, float]:
    """The chances of a measure's values; keys of JSON are text."""
    return {str(value): chance(p) for value, p in spread.items()}


def chance(p: float) -> float:
    """A chance without the last bit of rounding that would put it past certain."""
    return min(1.0, max(0.0, p))


def dumped(data: Any) -> str:
    """JSON with every digit; what is no number (an unknown bound) is null."""
    return json.dumps(_finite(data), indent=2, ensure_ascii=False, allow_nan=False)


def _finite(x: Any) -> Any:
    if isinstance(x, dict):
        return {k: _finite(y) for k, y in x.items()}
    if isinstance(x, (list, tuple)):
        return [_finite(y) for y in x]
    if isinstance(x, float) and not math.isfinite(x):
        return None
    return x
