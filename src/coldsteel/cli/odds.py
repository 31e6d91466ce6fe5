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
from coldsteel.cli.files import aim_of, fight_at, quiet_end, side_of
from coldsteel.cli.outcome import expected_lines, unit_table, value_line
from coldsteel.cli.show import (
    NOTHING,
    chances,
    clean,
    console,
    count,
    counter,
    folded,
    heading,
    quiet,
    share,
    signed,
    worths,
)
from coldsteel.cli.words import is_told, verdict_label
from coldsteel.fights import Fight
from coldsteel.kernel.state import parsed

if TYPE_CHECKING:
    from coldsteel.kernel.odds import Advice, Odds

__all__ = ["advise", "as_json", "chance", "dumped", "head", "odds", "solved", "spread_json"]


def solved(fight: Fight, aim: str | None, side: int, max_states: int, watched: bool = True) -> Odds:
    """The odds of a fight, with a line that tells how far they are."""
    from coldsteel.kernel.odds import solve

    def reached(states: int, edges: int) -> str:
        return f"{count(states, 'state')} and {count(edges, 'edge')}"

    with counter(reached, watched) as told:
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
    chances(out, [(verdict_label(fight, v), p, share(p)) for v, p in found.results.items() if is_told(fight, v, p)])
    value_line(out, found.aim, fight.rulebook.sides(fight.setup)[found.side], found.value)
    unit_table(out, fight, found.measures)
    if found.unresolved < 1:
        expected_lines(out, found.expected)
    if said := quiet_end(fight):
        out.print(Text(folded(f"  {said[:1].upper()}{said[1:]}.", out.width)))
        out.print()
    if found.advice:
        _decision(out, fight, found, found.advice[0], aim, reasons=False)
        if len(found.advice) > 1:
            out.print(Text(f"  Later decisions: {len(found.advice) - 1} (coldsteel advise {path})", style="dim"))
        out.print()
    _last_line(out, found)


def _last_line(out: Console, found: Odds) -> None:
    quiet(
        out,
        "exact",
        count(found.states, "state"),
        count(found.edges, "edge"),
        f"{found.seconds:.2f} s",
        f"unresolved {share(found.unresolved) if found.unresolved else 0}",
        f"bound {found.bound:.0e}" if found.bound else "bound 0",
    )


# ---------------------------------------------------------------- decisions
def _decision(
    out: Console,
    fight: Fight,
    found: Odds,
    advice: Advice,
    aim: str | None,
    reasons: bool = True,
    situation: Sequence[str] = (),
) -> None:
    """A decision: who, what, in which situation, and every option with its worth; if wanted, refused ones with the
    reasons."""
    side = fight.rulebook.sides(fight.setup)[advice.side]
    clause = f" ({advice.clause})" if advice.clause else ""
    reach = "" if advice.reach >= 1 else f", in {share(advice.reach)} of fights"
    out.print(Text.assemble((f"{side} chooses", "bold"), f": {advice.what}{clause}{reach}"))
    if situation:
        out.print(Text("\n".join(folded(f"  {line}", out.width) for line in situation), style="dim"))
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
    out.print(
        Padding(Text(f"Worth: {_worth(fight, found, aim, advice.side)}", style="dim"), (0, 0, 0, 2), expand=False)
    )


def _worth(fight: Fight, found: Odds, aim: str | None, side: int) -> str:
    """What the worth of an option is to the side that chooses: the aim, whose view of it, and what it means."""
    book, setup, whose, minus = fight.rulebook, fight.setup, found.side, ""
    wanted, teams, goals = found.aim, book.teams(setup), book.goals(setup)
    if aim is None and goals:
        wanted, whose = (wanted, whose) if side == whose else (book.aim(setup, goals[side]), side)
    elif teams[side] != teams[whose]:
        whose, minus = (side, "") if wanted.zero_sum else (whose, "minus ")
    said = f"{minus}{wanted.name} for {book.sides(setup)[whose]}"
    return clean(f"{said} ({wanted.says})" if wanted.says else said)


def _mark(chance: float) -> str:
    return ">" if chance > 0 else ""


def _less(value: float, best: float) -> str:
    return signed(best - value)[1:] if best - value > NOTHING else ""


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
    value_line(out, found.aim, fight.rulebook.sides(fight.setup)[found.side], found.value)
    if not found.advice:
        said = quiet_end(fight) or "nobody has anything to choose in this fight"
        out.print(Text(folded(f"{said[:1].upper()}{said[1:]}.", out.width)))
        out.print()
    before = _described(fight, fight.start)
    for advice in found.advice[:most]:
        lines = _described(fight, _read_back(fight, advice.state))
        _decision(out, fight, found, advice, aim, situation=lines if lines != before else ())
        before = lines
        out.print()
    if (left := len(found.advice) - most) > 0:
        more = f"And {count(left, 'decision')} less likely: --most {len(found.advice)}"
        out.print(Text(more, style="dim"))
    _last_line(out, found)


def _read_back(fight: Fight, line: str) -> Any:
    """The state that a line tells; None where it cannot be read back."""
    try:
        return parsed(line, fight.start, fight.rulebook.steps, fight.rulebook.words)
    except ValueError:
        return None


def _described(fight: Fight, state: Any) -> Sequence[str]:
    """A state in words, a line a unit; nothing where there are none for it."""
    return list(fight.rulebook.describe(state)) if fight.rulebook.describe and state is not None else []


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
