"""Small fights for tests: units, orders and contacts as a fight file has them, and ways to drive their steps by hand.

Every fight goes through the pydantic model, so a test cannot state what a file could not.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from coldsteel.battlefield.distances import extent
from coldsteel.kernel.asks import Choose
from coldsteel.kernel.plain import ask_after
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.measures import verdict
from coldsteel.rulebooks.bayonet.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.tables import hit_need
from coldsteel.rulebooks.bayonet.tabletop import base_of
from tests.driving import ask_of, before, legal, outcomes, taking

VERDICT = {"A": 0, "B": 1, "neither": 2, "unresolved": 3}
SIDES = ["front", "right", "rear", "left"]


# ---------------------------------------------------------------- what a fight is made of
def line(name: str, **given: Any) -> dict[str, Any]:
    return {"id": name, "arm": "infantry", **given}


def cavalry(name: str, **given: Any) -> dict[str, Any]:
    return {"id": name, "arm": "cavalry", **given}


def battery(name: str, **given: Any) -> dict[str, Any]:
    return {"id": name, "arm": "foot_artillery", **given}


def horse_battery(name: str, **given: Any) -> dict[str, Any]:
    return {"id": name, "arm": "horse_artillery", **given}


def order(unit: str, target: str, **given: Any) -> dict[str, Any]:
    return {"unit": unit, "target": target, **given}


def contact(unit: str, enemy: str, enemy_side: str = "front", side: str = "front") -> dict[str, Any]:
    """`unit` touches `enemy` on `enemy_side` of the enemy."""
    return {"unit": unit, "side": side, "enemy": enemy, "enemy_side": enemy_side}


def file(a: Any, b: Any, **given: Any) -> FightFile:
    """A fight file; a single unit may stand for a list of one."""
    a, b = ([x] if isinstance(x, dict) else list(x) for x in (a, b))
    sides = [{"name": "A", "units": a}, {"name": "B", "units": b}]
    return FightFile.model_validate({"sides": sides, **given})


def fight(a: Any, b: Any, **given: Any) -> Fight:
    """The opening state of a fight without faults."""
    model = file(a, b, **given)
    assert not cross_faults(model), cross_faults(model)
    start: Fight = RULEBOOK.start(setup_of(model))
    return start


def melee(a: Any, b: Any, **given: Any) -> Fight:
    """Two units that touch front to front."""
    return fight(a, b, contacts=[contact(a["id"], b["id"])], **given)


def charge(a: Any, b: Any, rulings: Any = None, max_rounds: int = 0, **given: Any) -> Fight:
    """One unit of A has the order to charge one of B."""
    orders = [order(a["id"], b["id"], **given)]
    return fight(a, b, orders=orders, rulings=rulings or {}, max_rounds=max_rounds)


def engaged(by: Any, b: Any = None, c: Any = None, touched: str = "front", rulings: Any = None, **given: Any) -> Fight:
    """`b`, a line, that `c`, a line, touches already, is charged by another unit of A."""
    b, c = b or line("b"), c or line("c")
    orders = [order(by["id"], b["id"], **given)]
    return fight([c, by], b, contacts=[contact(c["id"], b["id"], touched)], orders=orders, rulings=rulings or {})


def touched(b: Any, sides: list[str], **given: Any) -> Fight:
    """`b` of B, touched on these sides by one line each: a0, a1, .."""
    contacts = [contact(f"a{k}", b["id"], side) for k, side in enumerate(sides)]
    return fight([line(f"a{k}") for k in range(len(sides))], b, contacts=contacts, **given)


def chain(**given: Any) -> Fight:
    """a1 - b1 - a2 - b2: each touches the next, front to front, and so a1 has one enemy and b1 has two."""
    contacts = [contact("a1", "b1"), contact("a2", "b1"), contact("a2", "b2")]
    return fight([line("a1"), line("a2")], [line("b1"), line("b2")], contacts=contacts, **given)


def slot(f: Fight, name: str) -> Slot:
    return next(Slot(u) for u, p in enumerate(f.setup.units) if p.id == name)


def unit(f: Fight, name: str) -> Any:
    return f.units[slot(f, name)]


def need(f: Fight, who: str, whom: str) -> int:
    """What a die of one must show to hit the other."""
    return hit_need(f, slot(f, who), slot(f, whom)).value


# ---------------------------------------------------------------- driving steps


def reactions(f: Fight) -> list[str]:
    return legal(ask_of(f, "reaction"))


def refused(f: Fight) -> dict[str, str]:
    """Code -> clause of the reasons against the first order of a fight."""
    ask, _ = ask_after(f, ())
    assert isinstance(ask, Choose)
    return {b.code: b.clause for b in ask.options[0].bars if b.when}


# ---------------------------------------------------------------- chances


HOME = before("close_combat")  # charges have gone home, no blow is struck
STAND = taking("stand")
VOLLEY = taking("closing volley")


def verdicts(f: Fight, choose: Callable[[Choose], int] | None = None) -> dict[str, Fraction]:
    """The chances of the verdicts."""
    found = outcomes(f, choose=choose)
    return {word: sum((p for s, p in found.items() if verdict(s) == n), Fraction(0)) for word, n in VERDICT.items()}


def round_won(f: Fight, choose: Callable[[Choose], int] | None = None) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that A wins the first round, that it is drawn, that B wins it."""
    found = outcomes(f, before("break_test", "surrounded", "end_of_round"), choose)
    sides = {0: Fraction(0), 1: Fraction(0), -1: Fraction(0)}
    for s, p in found.items():
        winner = {s.side(u) for u, x in enumerate(s.units) if x.won_last}
        sides[winner.pop() if winner else -1] += p
    return sides[0], sides[-1], sides[1]


# ---------------------------------------------------------------- on a table
def at(unit: dict[str, Any], x: float, y: float, facing: float = 0, width: float = 6, depth: float = 2) -> Any:
    """A unit with a place on the table."""
    return {"x": x, "y": y, "facing": facing, "width": width, "depth": depth, **unit}


def stand_at(f: Fight, name: str) -> tuple[float, ...] | None:
    """Where a unit stands: x, y, facing; None once it has left the table."""
    entry = f.then.ground[slot(f, name)]
    return None if entry is None else tuple(n / 100 for n in entry[:3])


def extent_of(f: Fight, name: str) -> tuple[float, float, float, float]:
    """The footprint of a unit along the axes: least x, greatest x, least y, greatest y."""
    left, low, right, high = extent(base_of(f.then.ground[slot(f, name)]))
    return left, right, low, high
