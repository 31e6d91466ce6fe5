"""A synthetic d20 duel with decisions, of any size: strike, lunge (two wounds, but tires) or guard. No book's rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from coldsteel.kernel.asks import choose, option, stage, tally
from coldsteel.kernel.clauses import Catalogue
from coldsteel.kernel.figures import count, most, where
from coldsteel.kernel.rulebook import Aim, Measure, Rulebook
from coldsteel.kernel.state import Agenda, Steps, do, evolve


@dataclass(frozen=True, slots=True)
class Fencer:
    """One of the two."""

    wounds: Annotated[int, range(256)]
    guard: bool = False
    tired: bool = False


@dataclass(frozen=True, slots=True)
class Duel:
    """Both fencers; who is to act stands on the agenda."""

    setup: int
    fencers: tuple[Fencer, Fencer]
    then: Agenda


def turn(f: Duel, who: int) -> Steps[Duel]:
    """One action of one fencer; then the other's turn."""
    me, foe = f.fencers[who], f.fencers[1 - who]
    acts = [option(a, a) for a in ("strike", "lunge", "guard")]
    act = yield from choose(who, acts, what="action", clause="D-1")
    if act == "guard":
        return placed(f, who, evolve(me, guard=True, tired=False), foe)
    lunge = act == "lunge"
    skill = 10 + 3 * lunge - 6 * foe.guard - 5 * me.tired
    hit = yield from tally(who, 1, stage("to hit", 1, skill, clause="D-2"), die=20)
    foe = evolve(foe, wounds=most(0, foe.wounds - hit * (1 + lunge)), guard=False)
    me = evolve(me, tired=lunge, guard=False)
    f = placed(f, who, me, foe)
    if foe.wounds == 0:
        return evolve(f, then=Agenda())
    return f


def placed(f: Duel, who: int, me: Fencer, foe: Fencer) -> Duel:
    """The next state, with the other's turn next."""
    pair = (me, foe) if who == 0 else (foe, me)
    return evolve(f, fencers=pair, then=Agenda(do(turn, 1 - who)))


def wins(f: Any, side: int) -> int:
    """1 for who stands, -1 for who has fallen."""
    return count([f.fencers[1 - side].wounds == 0]) - count([f.fencers[side].wounds == 0])


def verdict(f: Any) -> int:
    """0 A stands, 1 B stands, 2 open."""
    return where(f.fencers[1].wounds == 0, 0, where(f.fencers[0].wounds == 0, 1, 2))


DUEL = Rulebook(
    name="duel",
    version="1",
    catalogue=Catalogue("bench", "D"),
    steps=(turn,),
    model=lambda: None,
    setup_of=lambda model: model,
    start=lambda wounds: Duel(wounds, (Fencer(wounds), Fencer(wounds)), Agenda(do(turn, 0))),
    verdict=verdict,
    verdicts=("A", "B", "unresolved"),
    unresolved="unresolved",
    measures=lambda setup: (
        Measure("wounds.A", lambda f: f.fencers[0].wounds),
        Measure("wounds.B", lambda f: f.fencers[1].wounds),
    ),
    aims=lambda setup: (Aim("win", wins),),
    rulings=object,
    parameters=object,
)
