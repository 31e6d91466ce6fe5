"""Small fights for tests: the ledger's reference profiles, units and fights as a file has them, and ways to drive their
steps by hand.

Every fight goes through the pydantic model, so a test cannot state what a file could not.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from coldsteel.kernel.asks import Choose, Pool
from coldsteel.kernel.dice import chances
from coldsteel.kernel.odds import solve
from coldsteel.kernel.plain import is_legal
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.warband import RULEBOOK
from coldsteel.rulebooks.warband.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.warband.rolls import save_link, to_hit, to_wound
from coldsteel.rulebooks.warband.setup import IMPROVISED
from coldsteel.rulebooks.warband.state import Fight
from tests import driving
from tests.driving import Wish, ended, first_option, legal, step

P, Q, R = "P", "Q", "R"

# ---------------------------------------------------------------- the ledger's reference profiles (section 8)
WEAPONS = (
    {"name": "blade", "piercing": 20},
    {"name": "club", "piercing": 10},
    {"name": "mace", "strength_mode": "bearer_plus", "strength": 20, "piercing": 20, "parry_grade": 2},
    {"name": "knife", "piercing": 10, "extra_attacks": 1},
    {"name": "staff", "piercing": 20, "parry_grade": 2},
    {"name": "sword", "piercing": 10, "damage": 2, "parry_grade": 2},
    {"name": "axe", "piercing": 10},
    {"name": "great blade", "piercing": 20, "parry_grade": 2},
    {"name": "spear", "piercing": 10},
    {"name": "rifle", "type": "ranged", "strength_mode": "fixed", "strength": 60},
    {"name": "stick", "parry_grade": 0},
    {"name": "whip", "unparryable": True},
    {"name": "hammer", "piercing": 20, "damage": 2},
    {"name": "flail", "piercing": 20, "damage": "d3"},
)


def row(name: str, *figures: int, weapons: tuple[str, ...] = (), **given: Any) -> dict[str, Any]:
    """`figures`: weapon skill, agility, strength, toughness, willpower, armour, wounds, attacks."""
    names = ("weapon_skill", "agility", "strength", "toughness", "willpower", "armour", "wounds", "attacks")
    return {"name": name, **dict(zip(names, figures, strict=True)), "weapons": list(weapons), **given}


def blade(count: int = 1, **given: Any) -> dict[str, Any]:
    return row("blade", 60, 40, 40, 40, 40, 40, 1, 1, weapons=("blade",), count=count, **given)


def levy(count: int = 1, **given: Any) -> dict[str, Any]:
    return row("levy", 50, 50, 40, 40, 30, 0, 1, 1, weapons=("club",), count=count, **given)


def raider(count: int = 1, **given: Any) -> dict[str, Any]:
    return row("raider", 50, 40, 40, 40, 40, 40, 1, 2, weapons=("mace", "knife"), count=count, **given)


def warrior(count: int = 1, **given: Any) -> dict[str, Any]:
    return row("warrior", 40, 20, 40, 40, 60, 50, 1, 1, count=count, **given)


def savant(**given: Any) -> dict[str, Any]:
    return row("savant", 40, 50, 40, 40, 60, 50, 4, 1, weapons=("staff",), **given)


def captain(**given: Any) -> dict[str, Any]:
    hero = {"is_hero": True, "leadership": 70}
    return row("captain", 60, 40, 60, 50, 60, 60, 4, 3, weapons=("sword",), **{**hero, **given})


def chief(**given: Any) -> dict[str, Any]:
    hero = {"is_hero": True, "leadership": 65}
    return row("chief", 50, 50, 60, 50, 50, 35, 3, 4, weapons=("axe",), **{**hero, **given})


def slayer(**given: Any) -> dict[str, Any]:
    return row("slayer", 90, 50, 80, 40, 60, 0, 3, 4, weapons=("great blade",), is_hero=True, **given)


def beast(count: int = 1, **given: Any) -> dict[str, Any]:
    return row("beast", 40, 50, 50, 40, 30, 0, 2, 2, count=count, **given)


def guard(count: int = 1, **given: Any) -> dict[str, Any]:
    return row("guard", 50, 50, 40, 40, 50, 95, 1, 1, weapons=("spear",), count=count, **given)


def other(of: dict[str, Any], **given: Any) -> dict[str, Any]:
    """A row like another but for some figures."""
    return {**of, **given}


# ---------------------------------------------------------------- what a fight is made of
def unit(name: str, controller: str, *models: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"id": name, "controller": controller, "models": list(models), **given}


def file(*units: dict[str, Any], **given: Any) -> FightFile:
    """A fight file; who posts is P, Q .. as far as units are run by them."""
    order = [name for name in (P, Q, R) if any(u["controller"] == name for u in units)]
    return FightFile.model_validate({"order": order, "weapons": list(WEAPONS), "units": list(units), **given})


def fight(*units: dict[str, Any], **given: Any) -> Fight:
    """The opening state of a fight without faults."""
    model = file(*units, **given)
    assert not cross_faults(model), cross_faults(model)
    start: Fight = RULEBOOK.start(setup_of(model))
    return start


def melee(a: Any, b: Any, **given: Any) -> Fight:
    """A unit of P and one of Q, tied; each a row or a list of rows."""
    a, b = ([x] if isinstance(x, dict) else list(x) for x in (a, b))
    return fight(unit("a", P, *a, tied_with=["b"]), unit("b", Q, *b), **given)


def slot(f: Fight, name: str) -> Slot:
    return next(Slot(u) for u, p in enumerate(f.setup.units) if p.id == name)


def state_of(f: Fight, name: str) -> Any:
    return f.units[slot(f, name)]


def alive(f: Fight, name: str, of_row: int | None = None) -> int:
    u = slot(f, name)
    return f.living(u) if of_row is None else f.alive(u, of_row)


def killed(f: Fight, name: str) -> int:
    u = slot(f, name)
    return sum(p.count for p in f.unit(u).rows) - f.living(u) - f.units[u].fled


# ---------------------------------------------------------------- driving steps


def opened(f: Fight) -> Fight:
    """The fight after the start of its first post."""
    return step(f)


def codes(bars: Any) -> dict[str, str]:
    """Code -> clause of the reasons that hold."""
    return {b.code: b.clause for b in bars if b.when}


# ---------------------------------------------------------------- chances
def blow(
    f: Fight, attacker: str, weapon: str, target: str, rows: tuple[int, int] = (0, 0)
) -> tuple[Fraction, Fraction]:
    """The chances of one attack to hit, and to end as an unsaved wound."""
    u, t = slot(f, attacker), slot(f, target)
    held = (*f.profile(u, rows[0]).weapons, IMPROVISED)
    arm = next(w for w in held if w.name == weapon)
    hit = to_hit(f, u, rows[0], arm, t, f.profile(t, rows[1]))
    rest = (to_wound(f, u, rows[0], arm, f.profile(t, rows[1])), *save_link(f, t, rows[1], arm))
    return come_through(Pool(1, hit)), come_through(Pool(1, (*hit, *rest)))


def come_through(ask: Pool) -> Fraction:
    found = chances(ask, ask.figures())
    return sum(
        (Fraction(w, found.total) for a, w in zip(found.answers, found.weights, strict=True) if a == (1,)), Fraction(0)
    )


def taking(*words: str) -> Callable[[Choose], int]:
    """Takes, of every choice, the first legal option whose label contains the first of the words that any contains."""

    def take(ask: Choose) -> int:
        for word in words:
            for k, o in enumerate(ask.options):
                if word in o.label and is_legal(o):
                    return k
        raise AssertionError(f"none of {words} among {legal(ask)}")

    return take


def outcomes(f: Fight, until: Callable[[Fight], bool] = ended, choose: Wish = first_option) -> dict[Fight, Fraction]:
    """The states at which a fight arrives, with their exact chances."""
    return driving.outcomes(f, until, choose)


def chance(
    f: Fight, wanted: Callable[[Fight], Any], until: Callable[[Fight], bool] = ended, choose: Wish = first_option
) -> Fraction:
    """The exact chance of what is wanted, or its mean, at the states where `until` holds."""
    return driving.chance(f, wanted, until, choose)


def by_odds(f: Fight, wanted: Callable[[Fight], Any]) -> float:
    """The same at the end of the fight, through lanes."""
    found = solve(RULEBOOK, f)
    return float(sum(p * wanted(s) for s, p in found.joint.states()))


CHANCES_TO_HIT = pytest.mark.parametrize(
    ("ours", "theirs", "rulings", "expected"),
    [
        (40, 40, {}, Fraction(159, 500)),
        (40, 40, {"opposed_tie": "defender"}, Fraction(3, 10)),
        (40, 40, {"opposed_tie": "attacker"}, Fraction(17, 50)),
        (60, 50, {}, Fraction(1, 2)),
        (50, 60, {}, Fraction(3, 10)),
        (45, 40, {}, Fraction(177, 500)),
        (45, 40, {"degrees_mode": "tens_digits"}, Fraction(87, 250)),
        (70, 0, {}, Fraction(7, 10)),
        (100, 0, {}, Fraction(99, 100)),
        (100, 0, {"auto_results": "none"}, Fraction(1)),
    ],
)
"""V8: skill, agility, rulings, and the chance to hit with all 10,000 pairs counted."""
