"""Line (8 dice, charging) against line (6 dice), stamina 3, morale 4, to the end: the bayonet fight in four hands.

Ours reads the rulebook. The others are written out by hand, as one would without it: for icepool, in pure Python, and
for numba. They are only right for this one fight, and are checked against ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.profiles import FightFile, setup_of

DICE, STAMINA, MORALE = (8, 6), 3, 4


__all__ = ["RULEBOOK", "by_icepool", "by_numba", "by_python", "fight"]


def fight(a: int = DICE[0], b: int = DICE[1], stamina: int = STAMINA, **given: Any) -> Any:
    """The opening state of two lines in contact."""
    sides = [
        {"name": "A", "units": [{"id": "A1", "melee": a, "stamina": stamina, "charged": True}]},
        {"name": "B", "units": [{"id": "B1", "melee": b, "stamina": stamina}]},
    ]
    contacts = [{"unit": "A1", "enemy": "B1"}]
    return RULEBOOK.start(setup_of(FightFile.model_validate({"sides": sides, "contacts": contacts, **given})))


FATES = ("broken", "retired", "in")  # the first words of the fates in which such a fight can end


def by_icepool() -> dict[tuple[int, str, int, str], float]:
    """Casualties and fate of both units at the end, with icepool's dice mapped until nothing changes: a function of the
    state that gives the next states as a die, as icepool's documentation has it."""
    import icepool  # type: ignore[import-untyped]

    d6, two = icepool.d6, 2 @ icepool.d6

    def unsaved(dice: int, need: int) -> Any:
        hits = dice @ (d6 >= need)
        return hits.map(lambda n: n @ (d6 < MORALE))

    def test(testing: bool, excess: int) -> Any:
        if not testing:
            return icepool.Die([2])
        return (two - excess).map(lambda total: 0 if total <= 4 else 1 if total <= 6 else 2)

    def struck(a: int, b: int, on_b: int, on_a: int) -> Any:
        lost_a, lost_b, lead = a + on_a, b + on_b, on_b - on_a
        tests_a = lead < 0 or (lead == 0 and lost_a >= STAMINA)
        tests_b = lead > 0 or (lead == 0 and lost_b >= STAMINA)
        won = 1 if lead > 0 else 2 if lead < 0 else 0
        kept = min(lost_a, STAMINA), min(lost_b, STAMINA)

        def settled(fate_a: int, fate_b: int) -> Any:
            return (*kept, 0, won if fate_a == fate_b == 2 else 0, fate_a, fate_b)

        return icepool.map(settled, test(tests_a, max(0, lost_a - STAMINA)), test(tests_b, max(0, lost_b - STAMINA)))

    def melee_round(a: int, b: int, charge: int, won: int, fate_a: int, fate_b: int) -> Any:
        if fate_a < 2 or fate_b < 2:
            return (a, b, charge, won, fate_a, fate_b)
        need_a = 4 - charge - (won == 1) + (a >= STAMINA)
        need_b = 4 - (won == 2) + (b >= STAMINA)
        return icepool.map(
            lambda on_b, on_a: struck(a, b, on_b, on_a), unsaved(DICE[0], need_a), unsaved(DICE[1], need_b)
        )

    end = icepool.Die([(0, 0, 1, 0, 2, 2)]).map(melee_round, star=True, repeat="inf")
    found: dict[tuple[int, str, int, str], float] = {}
    for (a, b, _, _, fate_a, fate_b), p in zip(end.keys(), end.probabilities(), strict=True):
        key = (a, FATES[fate_a], b, FATES[fate_b])
        found[key] = found.get(key, 0.0) + float(p)
    return found


def one_by_hand(dice: Callable[[], int]) -> int:
    """One fight, face by face -> 1 A, 2 B, 3 neither."""
    a = b = won = 0
    charge = 1
    while True:
        faces_a = 3 + charge + (won == 1) - (a >= STAMINA)
        faces_b = 3 + (won == 2) - (b >= STAMINA)
        on_a = on_b = 0
        for _ in range(8):
            if dice() <= faces_a and dice() < MORALE:
                on_b += 1
        for _ in range(6):
            if dice() <= faces_b and dice() < MORALE:
                on_a += 1
        a, b, charge = a + on_a, b + on_b, 0
        stays_a = stays_b = True
        if on_a > on_b or (on_a == on_b and a >= STAMINA):
            stays_a = dice() + dice() - max(0, a - STAMINA) >= 7
        if on_b > on_a or (on_a == on_b and b >= STAMINA):
            stays_b = dice() + dice() - max(0, b - STAMINA) >= 7
        if not (stays_a and stays_b):
            return 1 if stays_a else 2 if stays_b else 3
        a, b = min(a, STAMINA), min(b, STAMINA)
        won = 1 if on_b > on_a else 2 if on_a > on_b else 0


def by_python(n: int, seed: int) -> list[int]:
    """n fights in pure Python -> how often each verdict came."""
    rng = random.Random(seed)
    bits = rng.random

    def dice() -> int:
        return int(6 * bits()) + 1

    out = [0, 0, 0, 0]
    for _ in range(n):
        out[one_by_hand(dice)] += 1
    return out


def by_numba() -> Callable[[int, int], list[int]]:
    """The same text, compiled; call once to compile, then measure."""
    import numba

    @numba.njit
    def dice() -> int:
        return np.random.randint(1, 7)

    one: Any = numba.njit(one_by_hand)

    @numba.njit
    def many(n: int, seed: int) -> Any:
        np.random.seed(seed)
        out = np.zeros(4, np.int64)
        for _ in range(n):
            out[one(dice)] += 1
        return out

    def run(n: int, seed: int) -> list[int]:
        found: list[int] = many(n, seed).tolist()
        return found

    return run
