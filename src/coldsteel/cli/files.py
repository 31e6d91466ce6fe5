"""Fight files as the commands take them: a fight, its side, its rulings; and `check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from coldsteel import fights
from coldsteel.fights import Fight

__all__ = ["aim_of", "check", "fight_at", "side_of", "switches"]


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
    from coldsteel.errors import NotSolvable

    try:
        return fight.rulebook.aim(fight.setup, said)
    except NotSolvable as error:
        raise typer.BadParameter(str(error), param_hint="--aim") from None


def check(paths: Sequence[Path]) -> None:
    """Prints what is wrong with files, and which are in order."""
    total = 0
    for path in paths:
        faults = fights.check(path)
        total += len(faults)
        for fault in faults:
            typer.echo(str(fault), err=True)
        if not faults:
            typer.echo(f"{path}: in order")
    if total:
        typer.echo(f"{total} fault{'s' if total != 1 else ''}", err=True)
        raise typer.Exit(2)
