"""The example fights: in order, and their odds are the ledger's worked values where it has any."""

from fractions import Fraction as F
from functools import cache
from pathlib import Path

import pytest

from coldsteel.fights.files import document
from coldsteel.fights.rosters import spread
from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.profiles import FightFile, cross_faults, setup_of

FOLDER = Path(__file__).parents[3] / "examples" / "skirmish"
EXAMPLES = sorted(p.stem for p in FOLDER.glob("*.toml"))


def file_of(name):
    sheet = spread(document(FOLDER / f"{name}.toml"))
    assert not sheet.faults
    return FightFile.model_validate(sheet.data)


@cache
def odds_of(name, aim=None):
    return solve(RULEBOOK, RULEBOOK.start(setup_of(file_of(name))), aim=aim)


def worths(name, aim=None):
    """The worth of every legal option of the first decision."""
    return {o.label: o.value for o in odds_of(name, aim).advice[0].options if o.legal}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_in_order_and_says_what_it_shows(name):
    model = file_of(name)
    assert cross_faults(model) == []
    assert model.title
    assert model.shows


def test_there_are_examples_of_both_kinds():
    tables = [setup_of(file_of(name)).table is not None for name in EXAMPLES]
    assert len(tables) >= 10
    assert 3 <= sum(tables) <= len(tables) - 3


def test_w19_the_duel():
    """SK-W19: the trooper wins 27959/43166. Initiative is an opposed roll whose ties are rolled again (SK-3, SK-C1)."""
    found = odds_of("duel").results
    assert found["side_a"] == pytest.approx(float(F(27959, 43166)), abs=1e-9)
    assert found["side_b"] == pytest.approx(float(F(15207, 43166)), abs=1e-9)


def test_w18_guard_is_the_best_answer_to_a_charge():
    """SK-W18: on guard as many chargers die as targets, and SK-W10: how the exchange ends."""
    found = odds_of("guard").results
    assert found["both_dead"] == pytest.approx(3249 / 40000, abs=1e-9)
    assert found["side_a"] == pytest.approx(8151 / 40000, abs=1e-9)
    assert found["side_b"] == pytest.approx(8151 / 40000, abs=1e-9)


def test_91_a_blow_first_is_better_yet_for_survival():
    """SK-91: with the charger in contact and its attack not yet declared, a DW test (3/5) allows a plain attack, which
    kills with 57/200; else the charge kills with 17/50. SK-W18 compares guard, 143/200, with counter-charge only."""
    lives = 1 - F(17, 50) * (1 - F(3, 5) * F(57, 200))
    assert lives > F(143, 200)
    assert worths("guard", "survive.Sentry")["charge"] == pytest.approx(-float(lives), abs=1e-9)


def test_w12_who_charges_a_spear_that_waits_loses_more_than_it_wins():
    """SK-W12: on guard the spear kills with 47/200, the sword with 8721/40000; counter-charging, 2601/10000 for the
    sword. So guard is best for the spear, and staying away for the sword."""
    found = worths("spear-wall")
    assert found["charge"] == pytest.approx(8721 / 40000 - 47 / 200, abs=1e-9)
    assert found["stop"] == 0


def test_w16_across_the_fence_nobody_is_in_melee():
    """SK-W16, SK-159: at the end no bases touch; a charge across it kills with 57/200, not 17/50."""
    found = odds_of("fence")
    assert found.measures["contacts"] == {0: pytest.approx(1)}
    assert found.results["side_a"] > 57 / 200


def test_w13_the_rescuer_saves_the_driver():
    """SK-W13: with a rescuer (DW test 3/5) the recruit dies with 4/25, without with 2/5."""
    assert odds_of("rescue", "kills").measures["killed.Driver"]["yes"] == pytest.approx(4 / 25, abs=1e-9)


def test_105_a_rescuer_waits_until_the_charger_has_a_second_enemy():
    """SK-105, SK-146: the point of interception may be the end of the line, and there the recruit in contact helps: the
    escort needs 13, not 12, and kills with 147/400 (SK-W13 has 17/50 for a point before it)."""
    need_13 = F(12, 20) * F(11, 20) + F(1, 20) * F(15, 20)
    found = odds_of("rescue", "kills").measures
    assert found["killed.Raider"]["yes"] == pytest.approx(float(F(3, 5) * need_13), abs=1e-9)
    assert found["killed.Escort"]["yes"] == pytest.approx(51 / 250, abs=1e-9)


def test_w17_two_of_three_may_be_charged():
    """SK-W17: East and North, not West: the recruit to the east is the better of the two, and dies with 2/5."""
    assert worths("whom-to-charge", "kills")["charge"] == pytest.approx(2 / 5, abs=1e-9)


def test_85_who_looks_away_does_not_react():
    """SK-85: the sentry waits with its back to the raider, so that its saved action is still there at the end; a charge
    round the pit (SK-49) is a champion's attack with need 15, damage 11."""
    found = odds_of("round-the-pit")
    kill = F(14, 20) * F(13, 20) + F(1, 20) * F(17, 20)
    assert found.results["side_a"] == pytest.approx(float(kill), abs=1e-9)
    assert found.results["side_b"] == 0
