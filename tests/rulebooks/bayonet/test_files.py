"""Fight files of this book: what is read, what is a fault, the schema, the catalogue."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from pydantic import ValidationError

from coldsteel.rulebooks import bayonet
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.bayonet.rulings import NEED_TABLE, Parameters, Rulings
from tests.rulebooks.bayonet.builders import battery, cavalry, contact, file, horse_battery, line, order


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        (line("u"), ("LINE", 6, 3, 3, 12)),
        (cavalry("u"), ("LINE", 6, 0, 3, 18)),
        (battery("u"), ("DEPLOYED", 1, 3, 2, 6)),
        (battery("u", formation="limbered"), ("LIMBERED", 1, 3, 2, 12)),
        (horse_battery("u"), ("DEPLOYED", 1, 3, 2, 18)),
    ],
)
def test_3_1_defaults_of_every_arm(given, filled):
    p = setup_of(file(given, line("b"))).units[0]
    assert (p.formation.name, p.melee, p.shooting, p.stamina, p.full_move) == filled


def test_sides_may_stand_in_any_order_in_the_file():
    model = FightFile.model_validate(
        {"sides": [{"name": "B", "units": [{"id": "b"}]}, {"name": "A", "units": [{"id": "a"}]}]}
    )
    assert [p.id for p in setup_of(model).units] == ["a", "b"]


@pytest.mark.parametrize(
    ("model", "place", "clause"),
    [
        (file(line("u", formation="deployed"), line("b")), ("sides", 0, "units", 0, "formation"), ""),
        (file(cavalry("u", formation="square"), line("b")), ("sides", 0, "units", 0, "formation"), ""),
        (file(line("u", casualties=4), line("b")), ("sides", 0, "units", 0, "casualties"), "BY-12"),
        (file(line("u"), line("u")), ("sides", 1, "units", 0, "id"), ""),
        (file(line("A"), line("b")), ("sides", 0, "units", 0, "id"), ""),
        (file(line("u", building="Inn"), line("b")), ("sides", 0, "units", 0, "building"), "BY-94"),
        (file(line("u", building_size=2), line("b")), ("sides", 0, "units", 0, "building_size"), "BY-94"),
        (
            file(
                [line("u", formation="garrison", building="Inn"), line("v", formation="garrison", building="Inn")],
                line("b"),
            ),
            ("sides", 0, "units", 0, "building"),
            "BY-94",
        ),
        (
            file(line("u", formation="garrison", cover="light"), line("b")),
            ("sides", 0, "units", 0, "cover"),
            "BY-115",
        ),
        (file(line("u", charged=True), line("b")), ("sides", 0, "units", 0, "charged"), "BY-107"),
        (file(line("u", won_last=True), line("b")), ("sides", 0, "units", 0, "won_last"), "BY-108"),
        (file(line("u", won_against=["x"]), line("b")), ("sides", 0, "units", 0, "won_against", 0), ""),
        (file(line("u", won_against=["b"]), line("b")), ("sides", 0, "units", 0, "won_against"), "BY-108"),
        (
            file([line("u", won_last=True, won_against=["v"]), line("v")], line("b"), contacts=[contact("u", "b")]),
            ("sides", 0, "units", 0, "won_against", 0),
            "BY-108",
        ),
        (
            file(line("u", won_last=True), line("b", won_last=True), contacts=[contact("u", "b")]),
            ("contacts", 0),
            "BY-108",
        ),
        (
            file(
                line("u", won_last=True, won_against=["b"]),
                line("b", won_last=True),
                contacts=[contact("u", "b")],
                rulings={"result_scope": "pairwise"},
            ),
            ("contacts", 0),
            "BY-108",
        ),
        (file(line("u"), line("b"), orders=[order("u", "x")]), ("orders", 0, "target"), ""),
        (file(line("u"), line("b"), orders=[order("x", "b")]), ("orders", 0, "unit"), ""),
        (file([line("u"), line("v")], line("b"), orders=[order("u", "v")]), ("orders", 0, "target"), "BY-1"),
        (file(line("u"), line("b"), orders=[order("b", "u")]), ("orders", 0, "turn"), "BY-33"),
        (file(line("u"), line("b"), orders=[order("u", "b", turn=2)]), ("orders", 0, "turn"), "BY-33"),
        (file(line("u"), line("b"), contacts=[contact("u", "x")]), ("contacts", 0, "enemy"), ""),
        (file([line("u"), line("v")], line("b"), contacts=[contact("u", "v")]), ("contacts", 0, "enemy"), "BY-1"),
        (file(line("u"), line("b"), contacts=[contact("u", "b"), contact("b", "u")]), ("contacts", 1), ""),
        (
            file(line("u"), line("b"), parameters={"break_infantry_melee": [6, 4, 6]}),
            ("parameters", "break_infantry_melee"),
            "BY-127",
        ),
        (
            file([line(f"u{k}") for k in range(9)], line("b"), contacts=[contact(f"u{k}", "b") for k in range(9)]),
            ("sides", 1, "units", 0, "id"),
            "",
        ),
    ],
)
def test_faults_that_no_single_field_shows(model, place, clause):
    found = {where: why for where, _, why in cross_faults(model)}
    assert found[place] == clause


def test_by_108_by_pairs_two_that_touch_may_both_have_won_another_pair():
    """u has beaten d and b has beaten v, while u and b drew: by BY-C14 `pairwise` both have won the last round."""
    a = [line("u", won_last=True, won_against=["b", "d"]), line("v")]
    b = [line("b", won_last=True, won_against=["u", "v"]), line("d")]
    contacts = [contact("u", "b"), contact("u", "d"), contact("v", "b")]
    assert cross_faults(file(a, b, contacts=contacts, rulings={"result_scope": "pairwise"})) == []
    assert [where for where, _, _ in cross_faults(file(a, b, contacts=contacts))] == [("contacts", 0)]


def test_what_changes_nothing_without_a_table_says_so():
    defs = FightFile.model_json_schema()["$defs"]
    told = {
        field
        for name in ("RulingsChosen", "ParametersChosen")
        for field, says in defs[name]["properties"].items()
        if "needs a table" in says["description"].lower()
    }
    numbers = {"retire_moves", "stop_gap_in", "near_zone_in", "support_reach_in"}
    assert told == NEED_TABLE | numbers
    code = {p.stem: p.read_text(encoding="utf-8") for p in Path(bayonet.__file__).parent.glob("*.py")}
    on_table = "".join(code.pop(name) for name in ("ways", "moves", "supports"))
    steps = "".join(text for name, text in code.items() if name != "rulings")
    assert {f.name for f in fields(Parameters) if f"p.{f.name}" not in steps} == numbers
    assert {f.name for f in fields(Parameters) if f"s.parameters.{f.name}" in on_table} == numbers


def test_all_faults_are_found_at_once():
    model = file(
        [line("u", casualties=4, formation="deployed"), line("u")],
        line("b"),
        orders=[order("x", "y"), order("u", "u")],
        contacts=[contact("u", "nobody")],
    )
    assert len(cross_faults(model)) == 7


def test_both_sides_must_be_named_differently():
    units = [{"id": "u"}], [{"id": "v"}]
    model = FightFile.model_validate({"sides": [{"name": "A", "units": x} for x in units]})
    assert cross_faults(model)[0][0] == ("sides", 1, "name")


@pytest.mark.parametrize(
    "given",
    [
        {"sides": []},
        {"sides": [{"name": "A", "units": [{"id": "a"}]}]},
        {"sides": [{"name": "C", "units": [{"id": "a"}]}, {"name": "B", "units": [{"id": "b"}]}]},
        {"sides": [{"name": "A", "units": []}, {"name": "B", "units": [{"id": "b"}]}]},
        {"sides": [{"name": "A", "units": [{"id": "a", "morale": 7}]}, {"name": "B", "units": [{"id": "b"}]}]},
        {"sides": [{"name": "A", "units": [{"id": "a", "speed": 7}]}, {"name": "B", "units": [{"id": "b"}]}]},
    ],
)
def test_bad_fields_are_refused(given):
    with pytest.raises(ValidationError):
        FightFile.model_validate(given)


@pytest.mark.parametrize(
    "table", [{"rulings": {"no_such": 1}}, {"parameters": {"hit_base": 0}}, {"rulings": {"small_floor": 2}}]
)
def test_bad_rulings_and_parameters_are_refused(table):
    with pytest.raises(ValidationError):
        file(line("a"), line("b"), **table)


def test_rulings_and_parameters_reach_the_set_up():
    model = file(line("a"), line("b"), rulings={"small_floor": 0, "volley_arc": "any"}, parameters={"hit_base": 3})
    setup = setup_of(model)
    assert setup.rulings == Rulings(small_floor=0, volley_arc="any")
    assert setup.parameters == Parameters(hit_base=3)


def test_the_schema_describes_every_field():
    schema = FightFile.model_json_schema()
    for name, part in schema["$defs"].items():
        for field, says in part["properties"].items():
            assert says.get("description"), f"{name}.{field}"
    assert schema["$defs"]["ParametersChosen"]["properties"]["hit_base"]["maximum"] == 7
    assert {f.name for f in fields(Rulings)} == set(schema["$defs"]["RulingsChosen"]["properties"])


# ---------------------------------------------------------------- the catalogue
CITED = re.compile(r"\bBY-C?\d+\b|(?<=_)by_c?\d+(?=_)")


def citations():
    here, code = Path(__file__).parent, Path(bayonet.__file__).parent
    texts = [p.read_text(encoding="utf-8") for folder in (here, code) for p in folder.glob("*.py")]
    found = {number for text in texts for number in CITED.findall(text)}
    return {number.upper().replace("_", "-") for number in found}


def test_every_citation_is_in_the_catalogue():
    assert citations() <= set(RULEBOOK.catalogue.clauses)


def test_every_clause_is_cited():
    wanted = {n for n, c in RULEBOOK.catalogue.clauses.items() if c.origin in ("source", "ruling", "completion")}
    assert not wanted - citations()


def test_the_catalogue_is_complete():
    clauses = RULEBOOK.catalogue.clauses
    assert [n for n in clauses if "C" not in n] == [f"BY-{k}" for k in range(1, 140)]
    assert [n for n in clauses if "C" in n] == [f"BY-C{k}" for k in range(1, 19)]
    assert {r.number for r in RULEBOOK.catalogue.rulings.values()} >= {f"BY-R{k}" for k in range(1, 40)}
