"""Small fights for tests: Groups as a fight file has them, and ways to drive their steps by hand.

Every fight goes through the pydantic model, so a test cannot state what a file could not.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from coldsteel.kernel.asks import Choose
from coldsteel.kernel.plain import ask_after, is_legal
from coldsteel.kernel.state import Agenda, Slot, evolve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.bout import Bout
from coldsteel.rulebooks.trench.counting import pool
from coldsteel.rulebooks.trench.filling import setup_of
from coldsteel.rulebooks.trench.measures import verdict
from coldsteel.rulebooks.trench.profiles import FightFile, cross_faults
from coldsteel.rulebooks.trench.retreat import demanded
from coldsteel.rulebooks.trench.setup import OUTSIDE, Way
from coldsteel.rulebooks.trench.state import Fight
from tests.driving import ended, legal, next_step, spread

VERDICT = {"A": 0, "B": 1, "neither": 2}


# ---------------------------------------------------------------- what a fight is made of
def foot(name: str, men: int = 0, **given: Any) -> dict[str, Any]:
    """A Group on foot of so many plain men."""
    return {"id": name, "plain": men, **given}


def cavalry(name: str, men: int, **given: Any) -> dict[str, Any]:
    return {"id": name, "arm": "cavalry", "plain": men, **given}


def lancers(name: str, men: int, **given: Any) -> dict[str, Any]:
    return cavalry(name, men, lancers=True, **given)


def leader(status: int = 1, **given: Any) -> dict[str, Any]:
    return {"status": status, **given}


def veterans(name: str, men: int, **given: Any) -> dict[str, Any]:
    return foot(name, men, experience="veteran", **given)


def recruits(name: str, men: int, **given: Any) -> dict[str, Any]:
    return foot(name, men, experience="recruit", **given)


def file(a: Any, b: Any, side_a: Any = None, side_b: Any = None, **given: Any) -> FightFile:
    """A fight file; a single Group may stand for a list of one. `side_a`, `side_b` are more fields of the sides."""
    a, b = ([x] if isinstance(x, dict) else list(x) for x in (a, b))
    sides = [{"name": "A", "groups": a, **(side_a or {})}, {"name": "B", "groups": b, **(side_b or {})}]
    return FightFile.model_validate({"sides": sides, **given})


def fight(a: Any, b: Any, **given: Any) -> Fight:
    """The opening state of a fight without faults; everything is remembered, if not told otherwise."""
    model = file(a, b, **{"remember": "all", **given})
    assert not cross_faults(model), cross_faults(model)
    start: Fight = RULEBOOK.start(setup_of(model))
    return start


def house(a: Any, b: Any, given: Any = None, **more: Any) -> Fight:
    """A fight for a building of two storeys, if not told otherwise."""
    return fight(a, b, place="building", building={"floors": 2, **(given or {})}, **more)


def dugout(a: Any, b: Any, given: Any = None, **more: Any) -> Fight:
    return fight(a, b, place="dugout", dugout=given or {}, **more)


def corner(a: Any, b: Any, **more: Any) -> Fight:
    return fight(a, b, place="corner", **more)


def night(a: Any, b: Any, watches: Any, moon: str = "new", **more: Any) -> Fight:
    return fight(a, b, night={"moon": moon, "watches": watches}, **more)


def slot(f: Fight, name: str) -> Slot:
    return next(Slot(g) for g, p in enumerate(f.setup.groups) if p.id == name)


def group(f: Fight, name: str) -> Any:
    return f.groups[slot(f, name)]


def with_group(f: Fight, name: str, **changes: Any) -> Fight:
    return f.with_group(slot(f, name), **changes)


def bout(f: Fight, r: int = 1, way: Way = Way.GROUND, floor: int = OUTSIDE, again: bool = False) -> Bout:
    """A round between all Groups that take part."""
    return Bout(r, f.setup.fighting, f.setup.attacker, way, floor, again)


def melee(f: Fight) -> Any:
    """How the fight between all Groups that take part stands on the agenda."""
    from coldsteel.rulebooks.trench.bout import melee_of

    return melee_of(bout(f))


def pools(f: Fight, r: int = 1, **given: Any) -> tuple[int, int]:
    """The dice of both sides."""
    b = bout(f, r, **given)
    return pool(f, b, 0).value, pool(f, b, 1).value


def lines(f: Fight, side: int = 0, r: int = 1, **given: Any) -> dict[str, int]:
    """The lines of a side's dice: name -> amount."""
    return {row.name: row.amount for row in pool(f, bout(f, r, **given), side).rows}


# ---------------------------------------------------------------- driving steps
def step(f: Fight, *answers: Any) -> Fight:
    """The state after the first task of the agenda, with these answers to its asks; a choice with one legal option
    answers itself."""
    ask, end = ask_after(f, answers)
    while isinstance(ask, Choose) and len(legal(ask)) == 1:
        answers = (*answers, next(k for k, o in enumerate(ask.options) if is_legal(o)))
        ask, end = ask_after(f, answers)
    assert ask is None, f"an answer is wanted: {ask}"
    assert isinstance(end, Fight)
    return end


def pick(f: Fight, *labels: str) -> Fight:
    """The state after choices by their labels, one a step; steps without a choice on the way are done."""
    for label in labels:
        ask, _ = ask_after(f, ())
        while not (isinstance(ask, Choose) and len(legal(ask)) > 1):
            f = step(f)
            ask, _ = ask_after(f, ())
        (k,) = [k for k, o in enumerate(ask.options) if o.label == label]
        assert is_legal(ask.options[k]), f"'{label}' is not allowed"
        f = step(f, k)
    return f


def to(f: Fight, *names: str) -> Fight:
    """The state before the first step of one of these names; no dice and no real choices may come before it."""
    while next_step(f) not in names:
        f = step(f)
    return f


def said(f: Fight) -> list[tuple[str, str]]:
    """The events of the next step that carry a code, or their text: (code, clause)."""
    from coldsteel.kernel.asks import Say
    from coldsteel.kernel.state import next_task

    events = [x for x in next_task(f) if isinstance(x, Say)]
    return [(str(dict(x.facts).get("code", x.text)), x.clause) for x in events]


# ---------------------------------------------------------------- chances


def after_round(r: int = 1) -> Callable[[Fight], bool]:
    """Is a round over: the next exchange to come, or the fight decided?"""

    def over(f: Fight) -> bool:
        if ended(f) or next_step(f) not in ("exchange", "spend"):
            return ended(f)
        return any(t.step.__name__ == "exchange" and t.args[0] > r for t in f.then.tasks)

    return over


def verdicts(f: Fight, choose: Callable[[Choose], int] | None = None) -> dict[str, Fraction]:
    """The chances of the verdicts."""
    found = spread(f, verdict, choose=choose)
    return {word: found.get(n, Fraction(0)) for word, n in VERDICT.items()}


def measure(f: Fight, name: str) -> Any:
    """A measure of a last state, by name where its values have names."""
    if name.startswith("demanded."):  # a measure only where there is little room
        return int(demanded(f, slot(f, name.removeprefix("demanded."))))
    (m,) = [m for m in RULEBOOK.measures(f.setup) if m.name == name]
    k = int(m.of(f))
    return m.names[k] if m.names else k


def beaten_by(f: Fight, d: int, loser: int = 1) -> Fight:
    """The last state of a fight in which a side has just been beaten by `d`; nothing else is asked."""
    from coldsteel.rulebooks.trench.result import beaten, decided
    from coldsteel.rulebooks.trench.state import End as How

    f = evolve(f, then=Agenda(ground=f.then.ground), margin=min(4, d))
    f = beaten(decided(f, How.DEFEAT, 1 - loser), loser, melee(f))
    while f.then.tasks:
        f = step(f)
    return f
