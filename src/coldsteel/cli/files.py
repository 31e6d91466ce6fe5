"""Fight files as the commands take them: a fight, its side, its rulings, whether anything happens; and `check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from coldsteel import fights
from coldsteel.cli.show import clean, count
from coldsteel.errors import NotSolvable
from coldsteel.fights import Fight
from coldsteel.kernel.play import Entry, Playing

__all__ = ["aim_of", "check", "fight_at", "quiet_end", "side_of", "switches"]


def switches(said: Sequence[str]) -> dict[str, str]:
    """`--ruling SWITCH=VALUE` taken apart."""
    out = {}
    for text in said:
        switch, equals, value = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"'{text}': say SWITCH=VALUE, such as volley_arc=any", param_hint="--ruling")
        out[switch.strip()] = value.strip()
    return out


def fight_at(path: Path, said: Sequence[str] = ()) -> Fight:
    """The fight of a file, with the rulings of the command line.

    Raises `FightFileError`.
    """
    return fights.load(path, switches(said))


def side_of(fight: Fight, said: str | None) -> int:
    """The number of the side that `--for` names."""
    sides = fight.rulebook.sides(fight.setup)
    if said is None:
        return 0
    for k, name in enumerate(sides):
        if said.casefold() == name.casefold():
            return k
    raise typer.BadParameter(f"no side '{said}'; there are {' and '.join(sides)}", param_hint="--for")


def aim_of(fight: Fight, said: str | None) -> Any:
    """The aim that `--aim` names, the book's own for None."""
    try:
        return fight.rulebook.aim(fight.setup, said)
    except NotSolvable as error:
        raise typer.BadParameter(str(error), param_hint="--aim") from None


def quiet_end(fight: Fight) -> str:
    """What comes of a fight in which no dice are thrown and nobody can choose; empty for any other."""
    try:
        playing = Playing(fight.rulebook, fight.start)
    except NotSolvable as error:
        return f"nothing is thrown or chosen here: {error}"
    if not playing.ended:
        return ""
    said = "; ".join(filter(None, map(_happened, playing.log)))
    return "nothing is thrown or chosen here" + (f": {clean(said)}" if said else "")


def _happened(e: Entry) -> str:
    """What an entry of the log has to say to that: an event, or why there was nothing to choose."""
    if e.kind == "choice" and not e.chosen:
        why = [f"{o.label}: {', '.join(_cited(*r) for r in o.reasons)}" for o in e.options if o.reasons]
        return f"{e.what}: {e.result} ({'; '.join(why)})" if why else ""
    return _cited(e.what, e.clause) if e.kind == "event" and not e.heading else ""


def _cited(text: str, clause: str) -> str:
    return f"{text} ({clause})" if clause else text


def check(paths: Sequence[Path]) -> None:
    """Prints what is wrong with files, and which are in order."""
    total = 0
    for path in paths:
        faults = fights.check(path)
        total += len(faults)
        for fault in faults:
            typer.echo(str(fault), err=True)
        if not faults:
            said = quiet_end(fight_at(path))
            typer.echo(f"{path}: in order" + (f"; {said}" if said else ""))
    if total:
        typer.echo(count(total, "fault"), err=True)
        raise typer.Exit(2)
