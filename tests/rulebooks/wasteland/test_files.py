"""Fight files of this book, its catalogue, and what its clauses are cited by."""

from dataclasses import fields

import pytest
from pydantic import ValidationError

from coldsteel.rulebooks.wasteland import RULEBOOK
from coldsteel.rulebooks.wasteland.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.wasteland.rulings import Parameters, Rulings
from tests.rulebooks.wasteland.builders import bow, file, line, squad, unit, weapon


@pytest.mark.parametrize(
    ("model", "place", "clause"),
    [
        (file(unit("u"), unit("u")), ("sides", 1, "units", 0, "id"), ""),
        (file(unit("A"), unit("b")), ("sides", 0, "units", 0, "id"), ""),
        (file(squad("v", 2, kind="vehicle"), unit("b")), ("sides", 0, "units", 0, "groups"), "WL-3"),
        (file(squad("v", 0), unit("b")), ("sides", 0, "units", 0, "groups"), "WL-2"),
        (file(unit("a", targets=["a"]), unit("b")), ("sides", 0, "units", 0, "targets", 0), "WL-20"),
        (file(unit("a", spirit=7), unit("b")), ("sides", 0, "units", 0, "spirit"), "WL-73"),
        (file(unit("a", weapons=["no"]), unit("b")), ("sides", 0, "units", 0, "groups", 0, "weapons", 0), "WL-20"),
        (file(unit("a", wounds_taken=1), unit("b")), ("sides", 0, "units", 0, "groups", 0, "wounds_taken"), "WL-68"),
        (
            file(squad("a", 3, toughness=3, wounds_taken=[1, 1]), unit("b")),
            ("sides", 0, "units", 0, "groups", 0, "wounds_taken"),
            "WL-66",
        ),
        (file(squad("a", 31, toughness=30), unit("b")), ("sides", 0, "units", 0, "groups", 0, "toughness"), "WL-63"),
        (
            file(unit("a", distance_to_melee=2, charged_this_round=True), unit("b")),
            ("sides", 0, "units", 0, "charged_this_round"),
            "WL-83",
        ),
        (file(unit("a"), unit("b"), activations=["x"]), ("activations", 0), "WL-109"),
        (file(unit("a"), unit("b"), activations=["a", "a"]), ("activations", 1), "WL-109"),
        (file(unit("a"), unit("b"), per_round=(1, 0)), ("max_rounds",), "WL-103"),
        (file(unit("a"), unit("b"), lines=[line("a", "x", 1)]), ("lines", 0, "other"), ""),
        (file(unit("a"), unit("b"), lines=[line("a", "b", 1), line("a", "b", 2)]), ("lines", 1), ""),
        (
            file(unit("a"), unit("b"), lines=[line("a", "b", 1, cover_struck="b")]),
            ("lines", 0, "cover_struck"),
            "WL-135",
        ),
        (file(unit("a"), unit("b"), lines=[line("a", "b", 1, screened_by="x")]), ("lines", 0, "screened_by"), "WL-24"),
        (file(unit("a"), unit("b"), explosives=[{"id": "x", "near": {"y": 1}}]), ("explosives", 0, "near"), "WL-138"),
        (file(unit("a"), unit("b"), weapons=[weapon("w"), weapon("w")]), ("weapons", 1, "id"), ""),
        (file(unit("a", distance_to_melee=9), unit("b")), ("sides",), "WL-3"),
        (
            file(
                squad("a", 20, weapons=["w", "v", "x"]),
                [unit(f"b{k}") for k in range(3)],
                weapons=[weapon(w) for w in "wvx"],
            ),
            ("sides", 0, "units", 0, "groups", 0, "models"),
            "WL-20",
        ),
    ],
)
def test_faults_that_no_single_field_shows(model, place, clause):
    found = {where: why for where, _, why in cross_faults(model)}
    assert found[place] == clause


def test_all_faults_are_found_at_once():
    assert len(cross_faults(file([unit("u", spirit=7), unit("u")], unit("b"), activations=["x"]))) == 3


@pytest.mark.parametrize(
    "given",
    [{"groups": [{"toughness": 0}]}, {"groups": []}, {"mobility": 13}, {"speed": 4}, {"kind": "tank"}],
)
def test_bad_fields_are_refused(given):
    with pytest.raises(ValidationError):
        file({"id": "a", "groups": [{}], **given}, unit("b"))


@pytest.mark.parametrize(
    "table", [{"rulings": {"no_such": 1}}, {"parameters": {"boost": 0}}, {"rulings": {"volley": "x"}}]
)
def test_bad_rulings_and_parameters_are_refused(table):
    with pytest.raises(ValidationError):
        file(unit("a"), unit("b"), **table)


def test_rulings_and_parameters_reach_the_set_up():
    setup = setup_of(file(unit("a"), unit("b"), rulings={"volley": "all_declared"}, parameters={"boost": 2}))
    assert setup.rulings == Rulings(volley="all_declared")
    assert setup.parameters == Parameters(boost=2)


def test_wl_5_the_active_side_is_who_charged():
    assert setup_of(file(unit("a"), unit("b", charged_this_round=True))).active == 1
    assert setup_of(file(unit("a"), unit("b"))).active == 0
    assert not setup_of(file(unit("a", charged_this_round=True), unit("b"))).melee_in_progress  # WL-4


def test_wl_111_a_weapon_is_a_choice_of_its_own():
    setup = setup_of(file(unit("a", weapons=["bow", "blade"]), unit("b"), weapons=[bow(), weapon("blade")]))
    assert setup.arms(0, 0) == (1,)
    assert setup.arms(0, 0, shooting=True) == (0,)


def test_the_schema_describes_every_field():
    schema = FightFile.model_json_schema()
    for name, part in schema["$defs"].items():
        for field, says in part["properties"].items():
            assert says.get("description") or "$ref" in says or "allOf" in says, f"{name}.{field}"
    assert {f.name for f in fields(Rulings)} == set(schema["$defs"]["RulingsChosen"]["properties"])


def test_the_catalogue_is_complete():
    clauses = RULEBOOK.catalogue.clauses
    assert [n for n in clauses if "C" not in n] == [f"WL-{k}" for k in range(1, 160)]
    assert [n for n in clauses if "C" in n] == [f"WL-C{k}" for k in range(1, 15)]
    numbers = {r.number for r in RULEBOOK.catalogue.rulings.values()}
    assert numbers >= {f"WL-R{k}" for k in range(1, 45)}
