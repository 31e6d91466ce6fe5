"""Words that several commands use for the same thing."""

from __future__ import annotations

from coldsteel.fights import Fight

__all__ = ["verdict_label"]


def verdict_label(fight: Fight, verdict: str) -> str:
    """A verdict in words: the name of a side means that it has won."""
    return f"{verdict} wins" if verdict in fight.rulebook.sides(fight.setup) else verdict.replace("_", " ")
