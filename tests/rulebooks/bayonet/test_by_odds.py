"""Worked values once more, by the fast reader, to 1e-12: the exact solver of the plain reader has them as fractions."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest

from coldsteel.fights import load
from coldsteel.kernel.odds import Odds, solve
from tests.rulebooks.bayonet.builders import RULEBOOK, cavalry, charge, line, melee

CLOSE = 1e-12
EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "bayonet"


def odds(f) -> Odds:
    return solve(RULEBOOK, f)


@pytest.mark.parametrize(
    ("max_rounds", "a", "b", "neither"),
    [
        (1, F(4295, 20736), F(2987, 20736), F(649, 20736)),
        (2, F(12312137417, 34828517376), F(9346938665, 34828517376), F(1947903619, 34828517376)),
        (
            0,
            F(70232654217934356802694311, 139589490944670524521142400),
            F(10696242263874033710174713, 26173029552125723347714200),
            F(7523046233086975716551, 85306268656347845500800),
        ),
    ],
)
def test_v19_by_136_to_by_139_verdicts(max_rounds, a, b, neither):
    """V19: after one round, two, and to the end (BY-107, BY-108, BY-124, BY-128, BY-137, BY-138, BY-139)."""
    f = melee(line("a", melee=2, stamina=1, charged=True), line("b", melee=2, stamina=1), max_rounds=max_rounds)
    found = odds(f)
    for name, p in (("A", a), ("B", b), ("neither", neither), ("unresolved", 1 - a - b - neither)):
        assert abs(found.results[name] - float(p)) < CLOSE
    assert found.bound < CLOSE


def test_v19_by_137_expected_rounds():
    """V19: 87633849340115704463/39493642896457335880 rounds on average (BY-137, BY-138)."""
    f = melee(line("a", melee=2, stamina=1, charged=True), line("b", melee=2, stamina=1))
    expected = F(87633849340115704463, 39493642896457335880)
    assert abs(odds(f).expected["rounds"] - float(expected)) < 1e-11  # a sum over cycles, of some ten visits each


def test_v20_by_34_best_reaction():
    """V20: stand -413389/1889568, evade 0, counter-charge 9479035/322486272: best (BY-38, BY-61, BY-79, BY-34)."""
    f = charge(line("a", melee=2, stamina=1), cavalry("b", melee=3, stamina=1), max_rounds=2)
    (advice,) = odds(f).advice
    worth = {o.label: o.value for o in advice.options if o.legal}
    assert worth.keys() == {"stand", "evade", "counter-charge"}
    assert abs(worth["stand"] - float(F(-413389, 1889568))) < CLOSE
    assert abs(worth["evade"]) < CLOSE
    assert abs(worth["counter-charge"] - float(F(9479035, 322486272))) < CLOSE
    assert advice.best.label == "counter-charge"
    assert (advice.side, advice.clause) == (1, "BY-34")


def test_v16_by_43_to_by_47_the_volley_in_the_joint_outcome():
    """V16: a charger with 2 of 3 casualties breaks with 3971/20736, retires with 5861/62208 (BY-43 to BY-47). Nobody
    has dice for blows, so that the fates are those of the volley."""
    rulings = {"draw_shaken_test": False}
    f = charge(line("a", casualties=2, melee=0), line("b", melee=0), rulings=rulings, max_rounds=1)
    found = odds(f)
    (advice,) = found.advice
    assert advice.best.label == "closing volley"
    fates = found.measures["fate.a"]
    assert abs(fates["broken"] - float(F(3971, 20736))) < CLOSE
    assert abs(fates["retired_disordered"] - float(F(5861, 62208))) < CLOSE
    assert abs(fates["in_place"] - float(F(22217, 31104))) < CLOSE


def test_by_33_the_advice_of_an_example_is_not_to_charge():
    fight = load(EXAMPLES / "should-i-charge.toml")
    (advice,) = solve(fight.rulebook, fight.start).advice[:1]
    assert [o.label for o in advice.options] == ["Grenadiers attacks Jaegers on its front", "hold back Grenadiers"]
    assert advice.best.label == "hold back Grenadiers"
    assert advice.best.value == 0
