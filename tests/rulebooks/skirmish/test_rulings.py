"""The switches and numbers of this book: in words, read by the code, and each with a test of its readings.

The situations in which readings differ stand with the clauses that they belong to, in the other files of this folder.
"""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.odds import solve
from coldsteel.rulebooks import skirmish
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.rulings import CATALOGUE, NEED_TABLE, Parameters, Rulings
from tests.rulebooks.skirmish.builders import brute, fight, recruit, trooper, unit

READINGS = ruling_values(Rulings)
STEPS = [p.read_text(encoding="utf-8") for p in Path(skirmish.__file__).parent.glob("*.py") if p.stem != "rulings"]
TESTS = [
    p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py") if p.name != Path(__file__).name
]


def test_the_rulebook_hands_over_its_rulings_and_parameters():
    assert (RULEBOOK.rulings, RULEBOOK.parameters) == (Rulings, Parameters)


@pytest.mark.parametrize("switch", READINGS)
def test_every_switch_is_in_the_catalogue_with_its_values_in_order(switch):
    found = CATALOGUE.rulings[switch]
    assert list(found.values) == [str(v).lower() if isinstance(v, bool) else v for v in READINGS[switch]]
    assert found.question.endswith("?")
    assert found.reason
    told = found.differs.replace("the others:", "if_attacked, if_wounded:")
    assert [v for v in found.values if not re.search(rf"\b{v}\b", told)] == []


def test_the_catalogue_has_no_other_switch():
    assert set(CATALOGUE.rulings) == set(READINGS)


@pytest.mark.parametrize("switch", READINGS)
def test_every_switch_is_read_by_a_step(switch):
    assert any(re.search(rf"\b(r|rulings)\.{switch}\b|\b{switch}=|\[\"{switch}\"\]", text) for text in STEPS)


@pytest.mark.parametrize("switch", READINGS)
def test_every_reading_that_is_no_default_has_a_test(switch):
    tested = [text for text in TESTS if re.search(rf"\b{switch}\b", text)]
    others = [v for v in READINGS[switch][1:] if not isinstance(v, bool)]
    assert tested
    assert [v for v in others if not any(f'"{v}"' in text for text in tested)] == []


@pytest.mark.parametrize("number", [f.name for f in fields(Parameters)])
def test_every_number_is_read(number):
    assert any(re.search(rf"\b(p|parameters)\.{number}\b|\[\"{number}\"\]", text) for text in STEPS)


# ---------------------------------------------------------------- without a table
SWORDS = [trooper("T", "sword", actions_left=1)]
SITUATIONS = {
    "charge": lambda r: fight(SWORDS, trooper("U", "sword", waiting=True), gap=3, max_turns=1, rulings=r),
    "rescue": lambda r: fight(
        SWORDS,
        unit("u", recruit("U"), trooper("V", "sword", waiting=True, interceptable=True), activated=True),
        gap=3,
        max_turns=1,
        rulings=r,
    ),
    "flight": lambda r: fight(
        brute("T", "maul", actions_left=1),
        unit("u", trooper("U", "sword", waiting=True), activated=True),
        gap=1,
        max_turns=1,
        rulings=r,
    ),
}


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("switch", sorted(NEED_TABLE))
def test_what_needs_a_table_changes_nothing_without_one(switch, situation):
    found = [solve(RULEBOOK, SITUATIONS[situation]({switch: v}), aim="kills") for v in READINGS[switch]]
    assert all((o.states, o.value, o.measures) == (found[0].states, found[0].value, found[0].measures) for o in found)
