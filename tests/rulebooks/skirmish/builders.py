"""Small fights for tests: the models and weapons of the ledger's section 8, and ways to look at a fight by name.

Every fight goes through the pydantic model, so a test cannot state what a file could not. `tests.driving` drives steps.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from coldsteel.kernel.asks import Choose, Option
from coldsteel.kernel.plain import ask_after, is_legal
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.blows import attack
from coldsteel.rulebooks.skirmish.measures import verdict
from coldsteel.rulebooks.skirmish.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.turns import new_turn
from tests.driving import alone, outcomes

VERDICT = {"side_a": 0, "side_b": 1, "both_dead": 2, "undecided": 3}


# ---------------------------------------------------------------- weapons and models
def weapon(name: str, cc_modifier: int | None = 0, damage: int = 0, **given: Any) -> dict[str, Any]:
    return {"name": name, "cc_modifier": cc_modifier, "damage": damage, **given}


WEAPONS = [
    weapon("sword", 1, 2),
    weapon("twin blades", 0, 1, hits=2),
    weapon("maul", -2, 4, damage_multiplier=2),
    weapon("spear", 0, 1, reach=2),
    weapon("claw", 0, 3, av=1),
    weapon("pistol", -1, 9, firearm=True),
    weapon("rifle", None, 12, firearm=True),
]


def model(name: str, *weapons: str, ww: int, st: int, p: int, r: float, dw: int, **given: Any) -> dict[str, Any]:
    return {"name": name, "weapons": list(weapons), "ww": ww, "st": st, "p": p, "r": r, "dw": dw, **given}


def recruit(name: str, *weapons: str, **given: Any) -> dict[str, Any]:
    return model(name, *weapons, **{"ww": 8, "st": 5, "p": 16, "r": 4, "dw": 10, **given})


def trooper(name: str, *weapons: str, **given: Any) -> dict[str, Any]:
    return model(name, *weapons, **{"ww": 10, "st": 6, "p": 18, "r": 4, "dw": 12, **given})


def champion(name: str, *weapons: str, **given: Any) -> dict[str, Any]:
    return model(name, *weapons, **{"ww": 13, "st": 8, "p": 20, "wounds": 3, "r": 5, "dw": 15, **given})


def brute(name: str, *weapons: str, **given: Any) -> dict[str, Any]:
    big = {"ww": 11, "st": 10, "p": 23, "wounds": 3, "r": 6, "size": 4, "dw": 13, "heavy_armour": 1}
    return model(name, *weapons, **{**big, **given})


def runt(name: str, *weapons: str, **given: Any) -> dict[str, Any]:
    return model(name, *weapons, **{"ww": 7, "st": 3, "p": 14, "r": 5, "size": 1, "dw": 8, **given})


def unit(name: str, *models: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Models that are activated together; a model that stands by itself in a fight is a unit of its own."""
    return {"name": name, "models": list(models), **given}


# ---------------------------------------------------------------- fights
def file(a: Any, b: Any, *, gap: float | None = None, **given: Any) -> FightFile:
    """A fight file; a single model or unit may stand for a list of one. Without a table, `gap` inches are between all
    enemies of whom nothing else is said; without that they touch."""
    forces = [[_unit(x) for x in ([side] if isinstance(side, dict) else side)] for side in (a, b)]
    names = [[m["name"] for u in force for m in u["models"]] for force in forces]
    placed = any("x" in m for force in forces for u in force for m in u["models"])
    said = {frozenset((x["a"], x["b"])) for key in ("contacts", "marked", "gaps") for x in given.get(key, ())}
    pairs = [] if placed else [pair for pair in product(*names) if frozenset(pair) not in said]
    if gap is None:
        given["contacts"] = [*given.get("contacts", ()), *(pair_of(*pair) for pair in pairs)]
    else:
        given["gaps"] = [*given.get("gaps", ()), *(gap_of(*pair, gap) for pair in pairs)]
    sides = [{"name": name, "units": force} for name, force in zip("AB", forces, strict=True)]
    weapons = [*WEAPONS, *given.pop("weapons", ())]
    return FightFile.model_validate({"sides": sides, "weapons": weapons, **given})


def _unit(x: dict[str, Any]) -> dict[str, Any]:
    return x if "models" in x else unit(f"unit of {x['name']}", x)


def pair_of(a: str, b: str) -> dict[str, Any]:
    return {"a": a, "b": b}


def gap_of(a: str, b: str, inches: float) -> dict[str, Any]:
    return {"a": a, "b": b, "gap_in": inches}


def obstacle_of(a: str, b: str, size: float = 1, width: float = 1) -> dict[str, Any]:
    return {"a": a, "b": b, "size": size, "width": width}


def fight(a: Any, b: Any, **given: Any) -> Fight:
    """The opening state of a fight without faults: nothing is done yet, its first turn is to come."""
    found = file(a, b, **given)
    assert not cross_faults(found), cross_faults(found)
    start: Fight = RULEBOOK.start(setup_of(found))
    return start


def slot(f: Fight, name: str) -> Slot:
    return next(Slot(m) for m, p in enumerate(f.setup.models) if p.name == name)


def state_of(f: Fight, name: str) -> Any:
    """What can change in the model of this name."""
    return f.models[slot(f, name)]


def changed(f: Fight, name: str, **changes: Any) -> Fight:
    """The same fight with changes to one model."""
    return f.with_model(slot(f, name), **changes)


# ---------------------------------------------------------------- tasks by themselves
def attacking(f: Fight, me: str, target: str | None = None, *, bonus: bool = False, weapon: str | None = None) -> Fight:
    """Nothing to do but one attack action."""
    k = None if weapon is None else weapon_number(f, me, weapon)
    fixed = None if target is None else slot(f, target)
    return alone(f, attack, slot(f, me), fixed, bonus, None, k, False)


def weapon_number(f: Fight, me: str, weapon: str) -> int:
    return [w.name for w in f.profile(slot(f, me)).weapons].index(weapon)


def turn_of(f: Fight, side: str) -> Fight:
    """The fight with the initiative on this side in its first turn."""
    return alone(f, new_turn, "AB".index(side), True)


def after(f: Fight, *answers: int) -> tuple[Any, Any]:
    """The first task with these answers -> (the ask that is open, None) or (None, the next state). Choices with one
    legal option or none answer themselves."""
    given: tuple[int, ...] = ()
    left = list(answers)
    while True:
        ask, end = ask_after(f, given)
        legal = [k for k, o in enumerate(ask.options) if is_legal(o)] if isinstance(ask, Choose) else [0, 1]
        if len(legal) < 2:
            given = (*given, *(legal or [-1]))
        elif ask is None or not left:
            assert not left, f"more answers than asks: {left}"
            return ask, end
        else:
            given = (*given, left.pop(0))


# ---------------------------------------------------------------- what comes out
def verdicts(f: Fight, choose: Callable[[Choose], int] | None = None) -> dict[str, Fraction]:
    """The chances of the verdicts."""
    found = outcomes(f, choose=choose)
    return {word: sum((p for s, p in found.items() if verdict(s) == n), Fraction(0)) for word, n in VERDICT.items()}


def dead(name: str) -> Callable[[Fight], bool]:
    """Has this model no wounds left?"""
    return lambda f: state_of(f, name).wounds_left == 0


def labels(options: list[Option[Any]]) -> list[str]:
    """The labels of those that are legal."""
    return [o.label for o in options if is_legal(o)]
