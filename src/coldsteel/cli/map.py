"""`map`: where everything stands as a fight opens, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from coldsteel.cli.files import fight_at
from coldsteel.errors import BattlefieldError
from coldsteel.fights import Fight

__all__ = ["drawn", "has_map", "map_of"]


def has_map(fight: Fight) -> bool:
    """Is the fight stated with places?"""
    return fight.rulebook.scene is not None and fight.rulebook.scene(fight.start) is not None


def drawn(fight: Fight, state: Any) -> str:
    """The map of a state of the fight as SVG."""
    from coldsteel.battlefield.picture import svg

    assert fight.rulebook.scene is not None
    return svg(fight.rulebook.scene(state))


def map_of(path: Path, out: Path | None, rulings: Sequence[str]) -> None:
    """Draws the map of a fight file, to a file or to standard output."""
    if out and out.suffix.lower() != ".svg":
        raise typer.BadParameter(f"'{out}': a map ends in .svg", param_hint="--out")
    fight = fight_at(path, rulings)
    if not has_map(fight):
        raise BattlefieldError(f"{path} is stated without places, so there is no map of it")
    picture = drawn(fight, fight.start)
    if out is None:
        typer.echo(picture, nl=False)
        return
    out.write_text(picture, encoding="utf-8", newline="\n")
    typer.echo(f"{out}: the map of {fight.title or path}")
