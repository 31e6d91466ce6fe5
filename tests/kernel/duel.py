"""A little rulebook for the tests of the kernel: two fighters, a few rounds.

Clauses: DU-1 both choose a stance at one time; DU-2 the winner of a contest of one d6 each strikes first; DU-3 a choice
of blows (a heavy one not twice running, a feint only while fresh); DU-4 dice to hit, DU-5 saved by the other on 5+;
DU-6 who is down to one wound may flee: 2d6, 6+ stands, 10+ rallies and is fresh again; DU-7 the last round ends it.
"""

from __future__ import annotations

import dataclasses
import enum
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from coldsteel.kernel.asks import bar, choose, choose_both, contest, option, say, stage, tally, total
from coldsteel.kernel.clauses import Catalogue
from coldsteel.kernel.figures import most, no, where
from coldsteel.kernel.rulebook import Aim, Measure, Rulebook
from coldsteel.kernel.state import Agenda, Slot, Steps, do, evolve
from coldsteel.kernel.tables import Row, Table


class Stance(enum.IntEnum):
    OPEN = 0
    GUARDED = 1


@dataclass(frozen=True)
class Fighter:
    wounds: Annotated[int, range(4)]  # that are left
    tired: bool = False
    heavy_last: bool = False
    stance: Stance = Stance.OPEN


@dataclass(frozen=True)
class Setup:
    names: tuple[str, str] = ("Ann", "Bob")
    skill: tuple[int, int] = (2, 2)  # dice of a blow
    rounds: int = 2


@dataclass(frozen=True)
class Duel:
    fighters: tuple[Fighter, Fighter]
    fled: tuple[bool, bool]
    setup: Setup = dataclasses.field(compare=False)
    then: Agenda = dataclasses.field(default_factory=Agenda)

    def changed(self, who: int, **changes: Any) -> Duel:
        new = evolve(self.fighters[who], **changes)
        both = (new, self.fighters[1]) if who == 0 else (self.fighters[0], new)
        return evolve(self, fighters=both)

    def out(self, who: int) -> bool:
        return (self.fighters[who].wounds == 0) | self.fled[who]


TO_HIT = Table(
    "to hit",
    Row(+1, "guarded", "DU-1", lambda f, me, foe, heavy: f.fighters[foe].stance == Stance.GUARDED),
    Row(+1, "tired", "DU-3", lambda f, me, foe, heavy: f.fighters[me].tired),
    Row(-1, "heavy blow", "DU-3", lambda f, me, foe, heavy: heavy),
)


def round_(f: Duel, n: int) -> Steps[Duel]:
    """DU-1: a stance each, at one time; DU-7: no round when one of them is out."""
    if f.out(0) | f.out(1):
        return close(f)
    yield from say("Round {n}", n=n, heading=True)
    stances = [option(s, s.name.lower()) for s in Stance]
    mine, theirs = yield from choose_both(0, stances, 1, stances, what="a stance", clause="DU-1")
    f = f.changed(0, stance=mine).changed(1, stance=theirs)
    after = [do(round_, n + 1)] if n < f.setup.rounds else [do(close)]
    return evolve(f, then=f.then.first(do(lead), *after))


def lead(f: Duel) -> Steps[Duel]:
    """DU-2: who strikes first; a tie is rolled again."""
    who = yield from contest(0, 1, 6, ties_again=True, what="the lead", clause="DU-2")
    if who == 2:
        return evolve(f, then=f.then.first(do(strike, Slot(0)), do(strike, Slot(1))))
    return evolve(f, then=f.then.first(do(strike, Slot(1)), do(strike, Slot(0))))


def strike(f: Duel, me: Slot) -> Steps[Duel]:
    """DU-3 to DU-5: the blow, the dice to hit, the saves."""
    foe = Slot(1 - me)
    if f.out(me) | f.out(foe):
        return f
    blow = yield from choose(
        int(me),
        [
            option("plain", "plain blow"),
            option("heavy", "heavy blow", bar(f.fighters[me].heavy_last, "twice", "DU-3", "not twice running")),
            option("feint", "feint", bar(f.fighters[me].tired, "tired", "DU-3", "only while fresh")),
        ],
        what="a blow",
        clause="DU-3",
    )
    f = f.changed(me, heavy_last=blow == "heavy")
    if blow == "feint":
        f = f.changed(me, tired=True)
    need = TO_HIT.apply(f, me, foe, blow == "heavy", base=3)
    saved = stage("saves", 1, 6 if blow == "feint" else 4, clause="DU-5", side=int(foe), counts="not saved")
    hits = stage("to hit", need.value, clause="DU-4", rows=need.rows, then=saved, counts="hit")
    hurt = yield from tally(int(me), f.setup.skill[me], hits, clause="DU-4")
    f = f.changed(foe, wounds=most(0, f.fighters[foe].wounds - hurt))
    yield from say("{name} has {left} left", "DU-4", name=f.setup.names[foe], left=f.fighters[foe].wounds)
    return evolve(f, then=f.then.first(do(nerve, foe)))


def nerve(f: Duel, me: Slot) -> Steps[Duel]:
    """DU-6: the last wound."""
    if no(f.fighters[me].wounds == 1):
        return f
    names = ("flees", "stands", "rallies")
    band = yield from total(int(me), bands=(6, 10), names=names, what="nerve", clause="DU-6")
    if band == 0:
        fled = (True, f.fled[1]) if me == 0 else (f.fled[0], True)
        return evolve(f, fled=fled)
    if band == 2:
        return f.changed(me, tired=False)
    return f


def close(f: Duel) -> Duel:
    """DU-7: what no longer matters is forgotten."""
    for who in (0, 1):
        f = f.changed(who, tired=False, heavy_last=False, stance=Stance.OPEN)
    return f


@dataclass(frozen=True)
class Rulings:
    ties: Literal["again", "first"] = "again"


@dataclass(frozen=True)
class Parameters:
    rounds: int = 2


def verdict(f: Duel) -> int:
    a, b = f.out(0), f.out(1)
    return where(a & no(b), 1, where(b & no(a), 0, 2))


def won(f: Duel, side: int) -> float:
    return 1.0 * (verdict(f) == side)


def measures(setup: Setup) -> tuple[Measure, ...]:
    return (
        Measure(f"wounds.{setup.names[0]}", lambda f: f.fighters[0].wounds, says="wounds left"),
        Measure(f"wounds.{setup.names[1]}", lambda f: f.fighters[1].wounds, says="wounds left"),
        Measure(f"fled.{setup.names[0]}", lambda f: 1 * f.fled[0], ("no", "yes")),
    )


def lead_of_wounds(f: Duel, side: int) -> float:
    sign = 1 - 2 * side
    return sign * (f.fighters[0].wounds - f.fighters[1].wounds)


def aims(setup: Setup) -> tuple[Aim, ...]:
    return Aim("wounds", lead_of_wounds, "wounds left more than the other"), Aim("win", won, zero_sum=False)


def start(setup: Setup, wounds: tuple[int, int] = (2, 2)) -> Duel:
    fighters = (Fighter(wounds[0]), Fighter(wounds[1]))
    return Duel(fighters, (False, False), setup, Agenda(do(round_, 1)))


TEXTS = {
    "title": "The duel",
    "clauses": {f"DU-{k}": {"origin": "source", "text": f"Clause {k}."} for k in range(1, 8)},
    "rulings": {},
}

DUEL = Rulebook(
    name="duel",
    version="1",
    catalogue=Catalogue("tests.kernel", "DU", {"en": TEXTS}),
    steps=(round_, lead, strike, nerve, close),
    model=lambda: None,
    setup_of=lambda model: Setup(),
    start=start,
    verdict=verdict,
    verdicts=("the first wins", "the second wins", "nobody wins", "no end"),
    unresolved="no end",
    measures=measures,
    aims=aims,
    rulings=Rulings,
    parameters=Parameters,
    words=(Stance,),
    counters={"round_": "round"},
    sides=lambda setup: setup.names,
)
