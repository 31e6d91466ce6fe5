"""Small fights for tests: units, orders and contacts as a fight file has them, and ways to drive their steps by hand.

Every fight goes through the pydantic model, so a test cannot state what a file could not.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from coldsteel.kernel.asks import Ask, Choose
from coldsteel.kernel.plain import Chance, Decision, End, Tree, ask_after, expand, is_legal
from coldsteel.kernel.state import Agenda, Slot, do, evolve
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.measures import verdict
from coldsteel.rulebooks.bayonet.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.bayonet.state import Fight
from coldsteel.rulebooks.bayonet.tables import hit_need

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
def step(f: Fight, *answers: Any) -> Fight:
    """The state after the first task of the agenda, with these answers to its asks."""
    ask, end = ask_after(f, answers)
    assert ask is None, f"an answer is wanted: {ask}"
    assert isinstance(end, Fight)
    return end


def alone(f: Fight, task: Callable[..., Any], *args: Any) -> Fight:
    """The same state with nothing but one task to do."""
    return evolve(f, then=Agenda(do(task, *args)))


def ask_of(f: Fight, word: str) -> Choose:
    """The first choice whose subject contains `word`; choices with one legal option on the way answer themselves."""
    answers: tuple[Any, ...] = ()
    while True:
        ask, end = ask_after(f, answers)
        if ask is None:
            assert end.then.tasks, f"no choice of {word}"
            f, answers = end, ()
            continue
        assert isinstance(ask, Choose), ask
        if word in ask.what:
            return ask
        (only,) = [k for k, o in enumerate(ask.options) if is_legal(o)]
        answers = (*answers, only)


def legal(ask: Choose) -> list[str]:
    return [o.label for o in ask.options if is_legal(o)]


def codes(ask: Choose, label: str) -> dict[str, str]:
    """Code -> clause of the reasons against the option whose label begins so."""
    (found,) = [o for o in ask.options if o.label.startswith(label)]
    return {b.code: b.clause for b in found.bars if b.when}


def reactions(f: Fight) -> list[str]:
    return legal(ask_of(f, "reaction"))


def refused(f: Fight) -> dict[str, str]:
    """Code -> clause of the reasons against the first order of a fight."""
    ask, _ = ask_after(f, ())
    assert isinstance(ask, Choose)
    return {b.code: b.clause for b in ask.options[0].bars if b.when}


# ---------------------------------------------------------------- chances
Wish = str | Callable[[Choose], int]


def taking(*words: str) -> Callable[[Choose], int]:
    """Takes, of every choice, the first legal option whose label begins with one of the words."""

    def take(ask: Choose) -> int:
        for word in words:
            for k, o in enumerate(ask.options):
                if o.label.startswith(word) and is_legal(o):
                    return k
        raise AssertionError(f"none of {words} among {legal(ask)}")

    return take


def ended(f: Fight) -> bool:
    return not f.then.tasks


def before(*names: str) -> Callable[[Fight], bool]:
    """Is one of these steps the next to be done?"""
    return lambda f: ended(f) or f.then.tasks[0].step.__name__ in names


HOME = before("close_combat")  # charges have gone home, no blow is struck
STAND = taking("stand")
VOLLEY = taking("closing volley")


def outcomes(
    f: Fight, until: Callable[[Fight], bool] = ended, choose: Callable[[Choose], int] | None = None
) -> dict[Fight, Fraction]:
    """The states at which a fight arrives, with their exact chances. Only for what ends: no cycles."""
    todo, found = {f: Fraction(1)}, dict[Fight, Fraction]()
    while todo:
        now, p = todo.popitem()
        if until(now):
            found[now] = found.get(now, Fraction(0)) + p
            continue
        for after, q in _leaves(expand(now), choose):
            todo[after] = todo.get(after, Fraction(0)) + p * q
    assert sum(found.values()) == 1
    return found


def _leaves(tree: Tree, choose: Callable[[Choose], int] | None) -> list[tuple[Fight, Fraction]]:
    if isinstance(tree, End):
        return [(tree.state, Fraction(1))]
    if isinstance(tree, Chance):
        return [(s, q * Fraction(w, tree.total)) for w, t in tree.branches for s, q in _leaves(t, choose)]
    assert isinstance(tree, Decision)
    assert choose is not None, f"a choice: {legal(tree.ask)}"
    return _leaves(dict(tree.branches)[choose(tree.ask)], choose)


def chance(
    f: Fight,
    wanted: Callable[[Fight], Any],
    until: Callable[[Fight], bool] = ended,
    choose: Callable[[Choose], int] | None = None,
) -> Fraction:
    """The exact chance of what is wanted, at the states where `until` holds."""
    return sum((p for s, p in outcomes(f, until, choose).items() if wanted(s)), Fraction(0))


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


def figures(ask: Ask | None) -> tuple[int, ...]:
    """The figures of the dice that a step asks for."""
    assert ask is not None
    assert not isinstance(ask, Choose)
    return tuple(ask.figures())  # type: ignore[union-attr]
