"""Odds of a fight from where it stands, as plain data: what a worker process sends back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from coldsteel import fights
from coldsteel.errors import NotSolvable, TooLarge
from coldsteel.kernel import odds as reader
from coldsteel.kernel import record
from coldsteel.kernel import simulate as sampler
from coldsteel.kernel.asks import Both, Choose
from coldsteel.kernel.log import labels
from coldsteel.kernel.play import Playing
from coldsteel.kernel.rulebook import Measure

__all__ = ["MOST_STATES", "SAMPLES", "odds_from", "options_from"]

MOST_STATES = 2_000_000
SAMPLES = 40_000

Progress = Callable[[str, int, int], None]
"""(phase, done, of or 0)."""


def _stands(values: Mapping[str, Any], answers: Sequence[Mapping[str, Any]]) -> tuple[fights.Fight, Playing]:
    fight = fights.restored(values, "the fight")
    playing = Playing(fight.rulebook, fight.start)
    playing.replay([record.answer_from(a) for a in answers])
    return fight, playing


def odds_from(
    values: Mapping[str, Any],
    answers: Sequence[Mapping[str, Any]],
    aim: str | None,
    side: int,
    progress: Progress,
    most_states: int = MOST_STATES,
    samples: int = SAMPLES,
) -> dict[str, Any]:
    """The odds from the last step that is done: exact if the fight is small enough, else sampled, and which.

    Raises `NotSolvable` for an aim that this fight has not.
    """
    fight, playing = _stands(values, answers)
    book, start = fight.rulebook, playing.state
    book.aim(fight.setup, aim)
    why = ""
    if start.then.tasks:
        try:
            return _exact(fight, playing, aim, side, progress, most_states)
        except (TooLarge, NotSolvable) as declined:
            why = str(declined)
    found = sampler.simulate(
        book, start, samples, aim=aim, side=side, progress=lambda done, of: progress("sampling", done, of)
    )
    return {
        "method": "sampled",
        "why": why,
        "n": found.n,
        "value": found.value,
        "error": found.error,
        "aim": {"side": side, "measure": found.aim.name, "says": found.aim.says},
        "results": [[v, p, low, high] for v, (p, low, high) in found.results.items() if p > 0],
        "measures": _spreads(book.measures(fight.setup), found.measures),
        "seconds": found.seconds,
    }


def _exact(
    fight: fights.Fight, playing: Playing, aim: str | None, side: int, progress: Progress, most: int
) -> dict[str, Any]:
    book = fight.rulebook
    found = reader.solve(
        book,
        playing.state,
        aim=aim,
        side=side,
        max_states=most,
        progress=lambda states, edges: progress("states", states, 0),
    )
    return {
        "method": "exact",
        "states": found.states,
        "edges": found.edges,
        "bound": found.bound,
        "unresolved": found.unresolved,
        "value": found.value,
        "aim": {"side": side, "measure": found.aim.name, "says": found.aim.says},
        "results": [[v, p, p, p] for v, p in found.results.items() if p > 0],
        "measures": _spreads(book.measures(fight.setup), found.measures),
        "asks": _asks(found, playing),
        "seconds": found.seconds,
    }


def _asks(found: reader.Odds, playing: Playing) -> list[dict[str, Any]]:
    """What the legal options of the choice that is asked now are worth to the side that chooses: label, worth, is it
    what best play takes."""
    ask = playing.ask
    if not isinstance(ask, Choose | Both):
        return []
    try:
        advice = found.policy.both_options(playing.state, playing.pending)
    except NotSolvable:
        return []
    named = {c.side: labels(c) for c in ((ask.first, ask.second) if isinstance(ask, Both) else (ask,))}
    out = []
    for a in advice:
        names, best = named[a.side], a.best.number
        worths = [[names[o.number], o.value, o.number == best] for o in a.options if o.value is not None]
        if worths:
            out.append({"side": a.side, "options": worths})
    return out


def _spreads(measures: Sequence[Measure], spreads: Mapping[str, Mapping[Any, float]]) -> list[dict[str, Any]]:
    """The measures that may come out in more ways than one, each with its values in order."""
    out = []
    for m in measures:
        spread = {v: p for v, p in spreads.get(m.name, {}).items() if p > 0}
        if not spread:
            continue
        order = sorted(spread, key=lambda v: m.names.index(v) if m.names else v)
        out.append(
            {
                "name": m.name,
                "says": m.says,
                "named": bool(m.names),
                "values": [[str(v), spread[v]] for v in order],
                "mean": None if m.names else sum(float(v) * p for v, p in spread.items()),
            }
        )
    return out


def options_from(
    values: Mapping[str, Any],
    answers: Sequence[Mapping[str, Any]],
    progress: Progress,
    most_states: int = MOST_STATES,
) -> dict[str, Any]:
    """What the options of the choice that is asked now are worth to the side that chooses, and what best play takes.

    Raises `TooLarge` or `NotSolvable` where best play isn't known.
    """
    fight, playing = _stands(values, answers)
    ask = playing.ask
    if not isinstance(ask, Choose | Both):
        raise NotSolvable("nobody has to decide anything here")
    found = reader.solve(
        fight.rulebook,
        playing.state,
        max_states=most_states,
        progress=lambda states, edges: progress("states", states, 0),
    )
    advice = found.policy.both_options(playing.state, playing.pending)
    return {
        "asks": [
            {
                "side": a.side,
                "best": a.best.number,
                "values": {str(o.number): o.value for o in a.options if o.value is not None},
                "chances": {str(o.number): o.chance for o in a.options if o.chance > 0},
            }
            for a in advice
        ],
        "aim": found.aim.name,
        "says": found.aim.says,
        "states": found.states,
        "seconds": found.seconds,
    }
