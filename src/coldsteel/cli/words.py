"""Words that several commands use for the same thing."""

from __future__ import annotations

from coldsteel.fights import Fight

__all__ = ["is_told", "verdict_label"]


def verdict_label(fight: Fight, verdict: str) -> str:
    """A verdict in words: what the rulebook calls it in this fight; the name of a side means that it has won. Empty
    for a verdict that this fight cannot have."""
    names = fight.rulebook.verdict_names(fight.setup)
    if names:
        return names[fight.rulebook.verdicts.index(verdict)]
    return f"{verdict} wins" if verdict in fight.rulebook.sides(fight.setup) else verdict.replace("_", " ")


def is_told(fight: Fight, verdict: str, p: float) -> bool:
    """Is a verdict shown? Not where it cannot be, nor one that leaves a fight open and never comes."""
    return p > 0 or (verdict != fight.rulebook.unresolved and bool(verdict_label(fight, verdict)))
