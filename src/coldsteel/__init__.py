"""Cold Steel plays, predicts and explains close combat in tabletop miniature wargames.

import coldsteel

fight = coldsteel.load("my-fight.toml")
odds = coldsteel.solve(fight.rulebook, fight.start)
print(odds.results, odds.advice)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coldsteel.fights.load import check, load
    from coldsteel.kernel.odds import solve
    from coldsteel.kernel.play import Playing
    from coldsteel.kernel.simulate import simulate
    from coldsteel.rulebooks import rulebook

__version__ = "0.1.0"
__all__ = ["Playing", "check", "load", "rulebook", "simulate", "solve"]

_PLACES = {
    "Playing": "coldsteel.kernel.play",
    "check": "coldsteel.fights",
    "load": "coldsteel.fights",
    "rulebook": "coldsteel.rulebooks",
    "simulate": "coldsteel.kernel.simulate",
    "solve": "coldsteel.kernel.odds",
}


def __getattr__(name: str) -> Any:
    """A public name is imported when it is first used: numpy and pydantic take longer to load than most commands
    run."""
    if name not in _PLACES:
        raise AttributeError(f"module 'coldsteel' has no attribute '{name}'")
    return getattr(import_module(_PLACES[name]), name)
