"""Fight files of this book: what is read, what is a fault, the schema, the catalogue."""

from dataclasses import fields

import pytest
from pydantic import ValidationError

from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.filling import setup_of
from coldsteel.rulebooks.trench.profiles import FightFile, cross_faults
from coldsteel.rulebooks.trench.rulings import Parameters, Rulings
from coldsteel.rulebooks.trench.setup import FAR, OUTSIDE
from tests.rulebooks.trench.builders import cavalry, file, foot, lancers, leader


def test_defaults_of_a_group():
    p = setup_of(file(foot("a", 3, leaders=[leader(2), leader(0)]), foot("b", 3))).groups[0]
    assert (p.men, p.shock, p.gap, p.room, p.edge, p.floor) == (5, 0, 0.0, FAR, FAR, OUTSIDE)
    assert [(x.status, x.initiative, x.needs, x.number) for x in p.leaders] == [(0, 0, 2, -1), (2, 2, 1, 0)]
    assert p.left[5] == "3 plain, 2 Leaders"
    assert p.left[1] == "1 Leader"
    assert p.left[0] == "no men"


def test_sides_may_stand_in_any_order_in_the_file():
    sides = [{"name": "B", "groups": [foot("b", 1)]}, {"name": "A", "groups": [foot("a", 1)]}]
    assert [p.id for p in setup_of(FightFile.model_validate({"sides": sides})).groups] == ["a", "b"]


A, B = foot("a", 3), foot("b", 3)
WATCH = {"by": "A", "target": "b", "distance": 9.0}


@pytest.mark.parametrize(
    ("model", "place", "clause"),
    [
        (file(foot("u"), B), ("sides", 0, "groups", 0, "plain"), "TR-2"),
        (file(foot("u", leaders=[leader()]), B), ("sides", 0, "groups", 0, "leaders"), "TR-3"),
        (file(foot("b", 1), B), ("sides", 1, "groups", 0, "id"), ""),
        (file(foot("the fight", 1), B), ("sides", 0, "groups", 0, "id"), ""),
        (file(foot("u", 1, lancers=True), B), ("sides", 0, "groups", 0, "lancers"), "TR-33"),
        (file(foot("u", 1, elan=True), B), ("sides", 0, "groups", 0, "elan"), "TR-37"),
        (file(foot("u", 1, move_dice=1, move_dice_seen=2), B), ("sides", 0, "groups", 0, "move_dice_seen"), "TR-21"),
        (file(foot("u", 2, men_out_of_reach=2), B), ("sides", 0, "groups", 0, "men_out_of_reach"), "TR-9"),
        (file(A, B, {"attacker": True}, {"attacker": True}), ("sides", 1, "attacker"), "TR-7"),
        (file([foot(f"u{k}", 30) for k in range(3)], B), ("sides", 0, "groups"), ""),
        (file([cavalry(f"u{k}", 40) for k in range(2)], B), None, ""),
        (file([foot(f"u{k}", 0, trench_brooms=35) for k in range(2)], B), ("sides", 0, "groups"), ""),
        (file(foot("a", 1, gap=1.0), foot("b", 1, gap=2.0)), ("sides", 1, "groups"), "TR-5"),
        (file(A, B, take_prisoners=True, remember="end"), ("remember",), "TR-102"),
        (file(A, B, building={}), ("building",), "TR-82"),
        (file(A, B, dugout={}), ("dugout",), "TR-91"),
        (file(A, B, place="building"), ("place",), "TR-82"),
        (file(A, B, place="dugout"), ("place",), "TR-91"),
        (file(foot("a", 1, floor=0), B), ("sides", 0, "groups", 0, "floor"), "TR-84"),
        (file(A, foot("b", 1, floor=1), place="building", building={}), ("sides", 1, "groups", 0, "floor"), "TR-82"),
        (file(foot("a", 1, floor=0), B, place="building", building={}), ("sides", 0, "groups", 0, "floor"), "TR-84"),
        (file(lancers("a", 1), B, place="building", building={}), ("sides", 0, "groups", 0, "arm"), ""),
        (file(A, B, place="building", building={"staircases": [1]}), ("building", "staircases"), "TR-86"),
        (file(A, B, place="building", building={"exits": [1]}), ("building", "exits", 0), "TR-88"),
        (
            file(A, B, place="building", building={"floors": 2, "watched_exits": [1]}),
            ("building", "watched_exits", 0),
            "TR-90",
        ),
        (file(A, B, place="dugout", dugout={"watched_entrances": 2}), ("dugout", "watched_entrances"), "TR-90"),
        (file(A, B, night={"watches": [{**WATCH, "target": "x"}]}), ("night", "watches", 0, "target"), ""),
        (file(A, B, night={"watches": [{**WATCH, "target": "a"}]}), ("night", "watches", 0, "target"), "TR-109"),
        (
            file(A, B, night={"watches": [{**WATCH, "turn": 2}, WATCH]}),
            ("night", "watches", 1, "turn"),
            "TR-114",
        ),
        (file(A, B, parameters={"casualty_order": ["plain"] * 5}), ("parameters", "casualty_order"), "TR-51"),
        (file(A, B, parameters={"foot_back": [9, 6, 12, 18]}), ("parameters", "foot_back"), "TR-60"),
        (file(A, B, parameters={"spot_bands": [27, 9]}), ("parameters", "spot_bands"), "TR-109"),
    ],
)
def test_faults_that_no_single_field_shows(model, place, clause):
    found = {where: why for where, _, why in cross_faults(model)}
    if place is None:
        assert not found
    else:
        assert found == {place: clause}


def test_all_faults_are_found_at_once():
    model = file(
        [foot("u"), foot("u", 1, lancers=True, elan=True)],
        foot("b", leaders=[leader()]),
        dugout={"floors": 2, "staircases": [1, 1]},
    )
    assert len(cross_faults(model)) == 7


def test_both_sides_must_be_named_differently():
    model = FightFile.model_validate({"sides": [{"name": "A", "groups": [g]} for g in (A, B)]})
    assert cross_faults(model)[0][0] == ("sides", 1, "name")


@pytest.mark.parametrize(
    "given",
    [
        {"sides": []},
        {"sides": [{"name": "A", "groups": [A]}]},
        {"sides": [{"name": "C", "groups": [A]}, {"name": "B", "groups": [B]}]},
        {"sides": [{"name": "A", "groups": []}, {"name": "B", "groups": [B]}]},
        {"sides": [{"name": "A", "groups": [{**A, "plain": 41}]}, {"name": "B", "groups": [B]}]},
        {"sides": [{"name": "A", "groups": [{**A, "speed": 7}]}, {"name": "B", "groups": [B]}]},
    ],
)
def test_bad_fields_are_refused(given):
    with pytest.raises(ValidationError):
        FightFile.model_validate(given)


@pytest.mark.parametrize(
    "table",
    [
        {"rulings": {"no_such": 1}},
        {"rulings": {"round_halves": "sideways"}},
        {"parameters": {"kill_face": 2}},
        {"parameters": {"spot_base": [5, 7]}},
        {"parameters": {"casualty_order": ["plain", "bombers", "cooks", "leaders", "trench_brooms"]}},
    ],
)
def test_bad_rulings_and_parameters_are_refused(table):
    with pytest.raises(ValidationError):
        file(A, B, **table)


def test_rulings_and_parameters_reach_the_set_up():
    given = {"rulings": {"round_halves": "down", "pursued_first": False}, "parameters": {"foot_back": [5, 6, 7, 8]}}
    setup = setup_of(file(A, B, **given))
    assert setup.rulings == Rulings(round_halves="down", pursued_first=False)
    assert setup.parameters == Parameters(foot_back=(5, 6, 7, 8))


@pytest.mark.parametrize(
    ("model", "kept"),
    [
        (file(foot("a", 15), foot("b", 15)), "all"),
        (file(foot("a", 15), foot("b", 16)), "men"),
        (file([foot("a", 4), foot("c", 4)], foot("b", 9)), "men"),
        (file(cavalry("a", 8), foot("b", 8)), "all"),
        (file(foot("a", 6), foot("b", 6), place="dugout", dugout={}), "end"),
        (file(foot("a", 30), foot("b", 30), remember="all"), "all"),
    ],
)
def test_what_is_remembered_by_default(model, kept):
    assert setup_of(model).remember == kept


def test_measures_are_those_that_are_remembered():
    def names(remember):
        return {m.name.partition(".")[0] for m in RULEBOOK.measures(setup_of(file(A, B, remember=remember)))}

    assert names("all") - names("men") == {"shock"}
    assert names("end") == {"end", "margin", "round"}


def test_the_schema_describes_every_field():
    schema = FightFile.model_json_schema()
    for name, part in schema["$defs"].items():
        for field, says in part["properties"].items():
            assert says.get("description"), f"{name}.{field}"
    assert schema["$defs"]["ParametersChosen"]["properties"]["overwhelm_factor"]["maximum"] == 9
    assert {f.name for f in fields(Rulings)} == set(schema["$defs"]["RulingsChosen"]["properties"])


def test_the_catalogue_is_complete():
    assert list(RULEBOOK.catalogue.clauses) == [f"TR-{k}" for k in range(1, 120)]
    assert {r.number for r in RULEBOOK.catalogue.rulings.values()} >= {f"TR-R{k}" for k in range(1, 39)}
