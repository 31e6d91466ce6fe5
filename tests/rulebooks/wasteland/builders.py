"""Small fights for tests: units and weapons as a fight file has them, and ways to drive their steps by hand.

Every fight goes through the pydantic model, so a test cannot state what a file could not. A unit without weapons has
the default one of the ledger: Strike 4, one attack, damage 1.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from coldsteel.kernel import plain
from coldsteel.kernel.asks import Choose
from coldsteel.kernel.odds import Odds, solve
from coldsteel.kernel.plain import Chance, ask_after, expand, is_legal
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.wasteland import RULEBOOK
from coldsteel.rulebooks.wasteland.measures import verdict
from coldsteel.rulebooks.wasteland.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.wasteland.state import Fight
from tests.driving import chance

DEFAULT = {"id": "blade"}
GROUP = {"models", "toughness", "wounds_taken", "defence", "magic_defence", "weapons", "elevated", "building"}
GROUP |= {"knocked_down", "name", "positions", "base", "height", "facing"}


# ---------------------------------------------------------------- what a fight is made of
def unit(name: str, groups: Any = None, **given: Any) -> dict[str, Any]:
    """A unit of one group, whose fields may stand beside those of the unit; or of the groups given."""
    if groups is None:
        groups = [{k: given.pop(k) for k in list(given) if k in GROUP}]
    groups = [{"weapons": ["blade"], **g} for g in groups]
    return {"id": name, "groups": groups, **given}


def squad(name: str, models: int, **given: Any) -> dict[str, Any]:
    return unit(name, models=models, **given)


def at(name: str, *spots: tuple[float, ...], **given: Any) -> dict[str, Any]:
    """A unit on a table, a model in each of these places."""
    return unit(name, models=len(spots), positions=[list(spot) for spot in spots], **given)


def piece(name: str, left: float, low: float, right: float, high: float, **given: Any) -> dict[str, Any]:
    """A piece of terrain: a box in plan."""
    corners = [[left, low], [right, low], [right, high], [left, high]]
    return {"id": name, "footprint": corners, **given}


def weapon(name: str, **given: Any) -> dict[str, Any]:
    return {"id": name, **given}


def bow(name: str = "bow", **given: Any) -> dict[str, Any]:
    return {"id": name, "type": "shooting", **given}


def file(a: Any, b: Any, fp: tuple[int, int] = (0, 0), per_round: tuple[int, int] = (0, 0), **given: Any) -> FightFile:
    """A fight file; a single unit may stand for a list of one."""
    a, b = ([x] if isinstance(x, dict) else list(x) for x in (a, b))
    sides = [
        {"name": name, "units": units, "fp": n, "fp_per_round": more}
        for name, units, n, more in zip("AB", (a, b), fp, per_round, strict=True)
    ]
    weapons = [*given.pop("weapons", ())]
    if not any(w["id"] == "blade" for w in weapons):
        weapons.append(DEFAULT)
    return FightFile.model_validate({"sides": sides, "weapons": weapons, **given})


def fight(a: Any, b: Any, **given: Any) -> Fight:
    """The opening state of a fight without faults."""
    model = file(a, b, **given)
    assert not cross_faults(model), cross_faults(model)
    start: Fight = RULEBOOK.start(setup_of(model))
    return start


def slot(f: Fight, name: str) -> Slot:
    return next(Slot(u) for u, p in enumerate(f.setup.units) if p.id == name)


def of(f: Fight, name: str) -> Any:
    return f.units[slot(f, name)]


# ---------------------------------------------------------------- driving steps


def ask_of(f: Fight, word: str, clause: str = "") -> Choose:
    """The first choice whose subject contains `word`; of others the first option is taken, of dice the
    last answer (all hit)."""
    answers: tuple[Any, ...] = ()
    for _ in range(200):
        ask, end = ask_after(f, answers)
        if ask is None:
            assert end.then.tasks, f"no choice of {word}"
            f, answers = end, ()
            continue
        if isinstance(ask, Choose):
            if word in ask.what and (not clause or ask.clause == clause):
                return ask
            legal_ = [k for k, o in enumerate(ask.options) if is_legal(o)]
            answers = (*answers, legal_[0] if legal_ else -1)
            continue
        tree = expand(f, answers)
        assert isinstance(tree, Chance)
        found = plain.chances(ask, tuple(int(x) for x in ask.figures()))
        answers = (*answers, plain.shaped(ask, found.answers[-1]))
    raise AssertionError(f"no choice of {word}")


def codes(ask: Choose, label: str) -> dict[str, str]:
    """Code -> clause of the reasons against the first option whose label begins so."""
    found = next(o for o in ask.options if o.label.startswith(label))
    return {b.code: b.clause for b in found.bars if b.when}


def all_codes(ask: Choose) -> dict[str, str]:
    return {b.code: b.clause for o in ask.options for b in o.bars if b.when}


# ---------------------------------------------------------------- chances
def taking(*words: str) -> Callable[[Choose], int]:
    """Takes, of every choice, the first legal option whose label begins with one of the words; else the first."""

    def take(ask: Choose) -> int:
        for word in words:
            for k, o in enumerate(ask.options):
                if o.label.startswith(word) and is_legal(o):
                    return k
        return next(k for k, o in enumerate(ask.options) if is_legal(o))

    return take


def score(f: Fight) -> Fraction:
    """WL-159: 1 if A wins, 1/2 if nobody does."""
    return {0: Fraction(1), 1: Fraction(0)}.get(int(verdict(f)), Fraction(1, 2))


def worth(f: Fight) -> Fraction:
    """The exact value of a fight without decisions on cycles, for A."""
    found, _ = plain.value(f, score, endless=Fraction(1, 2))
    return found


def odds(f: Fight, **given: Any) -> Odds:
    return solve(RULEBOOK, f, **given)


def models(f: Fight, name: str) -> int:
    return int(f.size(slot(f, name)))


def best(f: Fight) -> float:
    """The value of a fight for A under best play, by lanes."""
    return odds(f, aim="score").value


# ---------------------------------------------------------------- fractions by the plain reader, floats by lanes
def sure(f: Fight, wanted: Callable[[Fight], Any], choose: Callable[[Choose], int] | None = None) -> Fraction:
    """The exact chance of what is wanted at the end of a fight; lanes must agree to 1e-12 where nobody chooses."""
    exact = chance(f, wanted, choose=choose)
    if choose is None:
        assert abs(sum(p for s, p in odds(f).joint.states() if wanted(s)) - float(exact)) < 1e-12
    return exact


def removed(f: Fight, name: str) -> int:
    return f.profile(slot(f, name)).models - models(f, name)


def stands(f: Fight, name: str) -> bool:
    return bool(f.standing(slot(f, name)))


def one_hit(target: dict[str, Any], arm: Any = None, **given: Any) -> Fraction:
    """The chance that a hit gets through: that the target's only wound is suffered by one die that misses on a 1 only,
    over the 5/6 that it hits."""
    arm = arm or {}
    f = fight(
        unit("a", weapons=["sure"], mobility=12),
        target,
        weapons=[weapon("sure", **{"strike": 1, **arm}), weapon("foil", parry=True), weapon("axe")],
        max_rounds=1,
        **given,
    )
    return sure(f, lambda s: removed(s, target["id"])) / Fraction(5, 6)


def line(unit_: str, other: str, distance: float, **given: Any) -> dict[str, Any]:
    return {"unit": unit_, "other": other, "distance": distance, **given}


def range_(shooters: Any, targets: Any, lines: Any, active: str | None = None, **given: Any) -> Fight:
    """A fight at a distance: the first shooter, or `active`, has an activation in the one round."""
    shooters = [shooters] if isinstance(shooters, dict) else shooters
    targets = [targets] if isinstance(targets, dict) else targets
    far = [[{"distance_to_melee": 50, **u} for u in side] for side in (shooters, targets)]
    return fight(*far, lines=lines, activations=[active or shooters[0]["id"]], max_rounds=1, **given)
