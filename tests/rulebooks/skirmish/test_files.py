"""Fight files of this book: what is read, what is a fault, the schema, the catalogue."""

from dataclasses import fields

import pytest
from pydantic import ValidationError

from coldsteel.battlefield.bases import Rectangle, Round
from coldsteel.rulebooks.skirmish.filling import IMPROVISED
from coldsteel.rulebooks.skirmish.profiles import FightFile, cross_faults, setup_of
from coldsteel.rulebooks.skirmish.rulings import CATALOGUE, NEED_TABLE, Parameters, Rulings
from coldsteel.rulebooks.skirmish.setup import ForcedMove, Obstacle, Stance
from coldsteel.rulebooks.skirmish.state import opening

ANN = {"name": "Ann", "ww": 10, "st": 6, "p": 18, "r": 4, "dw": 12}
BOB = {**ANN, "name": "Bob"}
SWORD = {"name": "sword", "cc_modifier": 1, "damage": 2}
PISTOL = {"name": "pistol", "cc_modifier": -1, "damage": 9, "firearm": True}
RIFLE = {"name": "rifle", "damage": 12, "firearm": True}
TOUCHING = [{"a": "Ann", "b": "Bob"}]
MODEL = ("sides", 0, "units", 0, "models", 0)


def unit(*models, **fields):
    return {"name": fields.pop("name", f"unit of {models[0]['name']}"), "models": list(models), **fields}


def file(a=None, b=None, **given):
    """A file of two sides; `a` and `b` are what is different in Ann and Bob, or lists of units."""
    units = [[unit({**who, **(x or {})})] if not isinstance(x, list) else x for who, x in ((ANN, a), (BOB, b))]
    sides = [{"name": name, "units": x} for name, x in zip("AB", units, strict=True)]
    if not {"contacts", "gaps", "table"} & set(given):
        given["contacts"] = TOUCHING
    return FightFile.model_validate({"sides": sides, **given})


def placed(a=(5.0, 5.0), b=(5.0, 8.0), **given):
    """Ann and Bob on a table of 20 by 20, their bases of radius 0.5."""
    spots = [dict(zip("xy", spot, strict=True)) for spot in (a, b)]
    return file(*spots, **{"table": {"width": 20, "height": 20}, **given})


def square(x, y, **given):
    """A piece of terrain of 1 by 1 with this corner."""
    return {"name": "rock", "shape": [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]], **given}


def found(model):
    return {place: clause for place, _, clause in cross_faults(model)}


# ---------------------------------------------------------------- what is read
def test_3_1_defaults_of_a_model():
    p = setup_of(file()).models[0]
    assert (p.wounds, p.wounds_left, p.size, p.actions, p.heavy_armour, p.r) == (1, 1, 2, 3, 0, 400)
    assert (p.base, p.stance, p.forced_move) == (Round(0.5), Stance.STANDING, ForcedMove.NONE)
    assert (p.in_view, p.interceptable, p.vehicle, p.crew) == (True, False, False, ())
    assert (p.waiting, p.panicked, p.acted) == (False, False, False)


def test_sk_17_every_model_has_the_improvised_weapon_last():
    setup = setup_of(file({"weapons": ["pistol", "sword"]}, weapons=[SWORD, PISTOL]))
    assert [w.name for w in setup.models[0].weapons] == ["pistol", "sword", "improvised"]
    (improvised,) = setup.models[1].weapons
    assert improvised is IMPROVISED
    assert (improvised.cc_modifier, improvised.damage, improvised.fixed) == (0, 0, False)
    assert (improvised.hits, improvised.damage_multiplier, improvised.av, improvised.reach) == (1, 1, 0, 0)


@pytest.mark.parametrize(
    ("weapon", "modifier", "fixed"),
    [(SWORD, 1, False), (PISTOL, -1, True), (RIFLE, None, True), ({**SWORD, "damage_base": "fixed"}, 1, True)],
)
def test_sk_15_sk_27_what_a_weapon_is(weapon, modifier, fixed):
    w = setup_of(file({"weapons": [weapon["name"]]}, weapons=[weapon])).models[0].weapons[0]
    assert (w.cc_modifier, w.fixed) == (modifier, fixed)


def test_lengths_are_hundredths_of_an_inch():
    spear = {"name": "spear", "cc_modifier": 0, "reach": 1.75}
    p = setup_of(file({"weapons": ["spear"], "r": 4.5, "extra_reach": 0.25}, weapons=[spear])).models[0]
    assert (p.r, p.extra_reach, p.weapons[0].reach) == (450, 25, 175)


def test_the_length_of_a_rectangular_base_is_along_its_facing():
    assert setup_of(file({"base": [3.0, 1.5]})).models[0].base == Rectangle(width=1.5, depth=3.0)


def test_sides_may_stand_in_any_order_in_the_file():
    model = FightFile.model_validate(
        {"sides": [{"name": "B", "units": [unit(BOB)]}, {"name": "A", "units": [unit(ANN)]}], "contacts": TOUCHING}
    )
    setup = setup_of(model)
    assert [(p.name, p.side) for p in setup.models] == [("Ann", 0), ("Bob", 1)]
    assert [(u.name, u.side, u.models) for u in setup.units] == [("unit of Ann", 0, (0,)), ("unit of Bob", 1, (1,))]


def test_the_state_at_the_start():
    a = {"wounds": 3, "wounds_left": 2, "stance": "firing", "pending_penalty": True, "lasting_ww": -1, "panicked": True}
    b = {"waiting": True, "forced_move": "away_from_enemy", "kind": "vehicle", "crew": [{"name": "gunner", "p": 9}]}
    f = opening(setup_of(file(a, b, turn=2)))
    ann, bob = f.models
    assert (ann.wounds_left, ann.stance, ann.pending_penalty, ann.panicked) == (2, Stance.FIRING, True, True)
    assert (bob.waiting, bob.forced_move, bob.crew) == (True, ForcedMove.AWAY_FROM_ENEMY, (1,))
    assert (f.profile(0).lasting_ww, f.turn) == (-1, 2)


def test_sk_165_a_fight_may_open_in_the_middle_of_an_activation():
    eve = {**ANN, "name": "Eve"}
    squad = unit({**ANN, "activated": True}, {**eve, "actions_left": 2})
    model = file([squad], contacts=[*TOUCHING, {"a": "Eve", "b": "Bob"}])
    assert cross_faults(model) == []
    setup = setup_of(model)
    assert setup.acting == (1, 2)
    assert [m.acted for m in opening(setup).models] == [True, False, False]
    assert setup_of(file()).acting is None


def test_sk_167_without_a_limit_of_turns():
    assert setup_of(file()).max_turns == 6
    setup = setup_of(file(max_turns=0, turn=9))
    assert (setup.max_turns, opening(setup).turn) == (None, 0)


def test_rulings_and_parameters_reach_the_set_up():
    setup = setup_of(file(rulings={"natural_one": "needs_value"}, parameters={"panic_ww": -2}))
    assert setup.rulings == Rulings(natural_one="needs_value")
    assert setup.parameters == Parameters(panic_ww=-2)


# ---------------------------------------------------------------- without a table
def test_3_4_gaps_and_contacts_are_the_ground():
    eve = {**BOB, "name": "Eve"}
    model = file(
        None, [unit(BOB, eve)], contacts=[{"a": "Bob", "b": "Ann"}], gaps=[{"a": "Eve", "b": "Ann", "gap_in": 2.5}]
    )
    assert cross_faults(model) == []
    assert setup_of(model).opening == ((1, 1, 1), (0, 250), 1)
    assert setup_of(model).table is None


@pytest.mark.parametrize(("gap", "ground"), [(0, 0), (0.01, 0), (0.02, 2)])
def test_sk_c11_a_gap_within_the_tolerance_is_contact(gap, ground):
    assert setup_of(file(gaps=[{**TOUCHING[0], "gap_in": gap}])).opening[1] == (ground,)


def test_sk_5_a_marked_pair_touches_whatever_its_gap():
    model = file(marked=TOUCHING, gaps=[{"a": "Bob", "b": "Ann", "gap_in": 0.3}])
    assert cross_faults(model) == []
    assert setup_of(model).opening[1] == (0,)


def test_sk_154_an_obstacle_between_two():
    fence = {**TOUCHING[0], "size": 1, "width": 1}
    setup = setup_of(file(gaps=[{**TOUCHING[0], "gap_in": 1}], across_obstacle=[fence]))
    assert setup.across == {(0, 1): Obstacle(1, 100), (1, 0): Obstacle(1, 100)}


# ---------------------------------------------------------------- faults
@pytest.mark.parametrize(
    ("a", "given", "place", "clause"),
    [
        ({"name": "A"}, {"contacts": [{"a": "A", "b": "Bob"}]}, (*MODEL, "name"), ""),
        ([unit(ANN, ANN)], {}, ("sides", 0, "units", 0, "models", 1, "name"), ""),
        ([unit(ANN, name="x"), unit({**ANN, "name": "Eve"}, name="x")], {}, ("sides", 0, "units", 1, "name"), ""),
        ({}, {"weapons": [SWORD, SWORD]}, ("weapons", 1, "name"), ""),
        ({}, {"weapons": [{"name": "improvised"}]}, ("weapons", 0, "name"), "SK-17"),
        ({}, {"weapons": [{**PISTOL, "damage_base": "st"}]}, ("weapons", 0, "damage_base"), "SK-27"),
        ({"weapons": ["axe"]}, {"weapons": [SWORD]}, (*MODEL, "weapons", 0), "SK-16"),
        ({"weapons": ["sword", "sword"]}, {"weapons": [SWORD]}, (*MODEL, "weapons", 1), "SK-16"),
        ({"wounds_left": 2}, {}, (*MODEL, "wounds_left"), "SK-79"),
        ({"open_topped": True}, {}, (*MODEL, "open_topped"), "SK-71"),
        ({"crew": [{"name": "x", "p": 1}]}, {}, (*MODEL, "crew"), "SK-71"),
        ({"kind": "vehicle", "crew": [{"name": "x", "p": 1}] * 2}, {}, (*MODEL, "crew", 1, "name"), ""),
        ({"waiting": True, "panicked": True}, {}, (*MODEL, "waiting"), "SK-161"),
        ({"waiting": True, "actions_left": 1}, {}, (*MODEL, "waiting"), "SK-83"),
        ({"actions_left": 4}, {}, (*MODEL, "actions_left"), "SK-165"),
        ({"actions_left": 1, "activated": True}, {}, (*MODEL, "activated"), "SK-165"),
        ({"activated": True}, {}, (*MODEL, "activated"), "SK-165"),
        ([unit({**ANN, "actions_left": 1}, activated=True)], {}, (*MODEL, "actions_left"), "SK-165"),
        (
            [unit({**ANN, "actions_left": 1}), unit({**ANN, "name": "Eve", "actions_left": 1})],
            {},
            ("sides", 0, "units", 1, "models", 0, "actions_left"),
            "SK-165",
        ),
        ([unit(ANN, leader="Bob")], {}, ("sides", 0, "units", 0, "leader"), "SK-12"),
        ({"forced_move": "toward_leader"}, {}, (*MODEL, "forced_move"), "SK-12"),
        ({}, {"turn": 7}, ("turn",), "SK-167"),
        (
            {},
            {"rulings": {"initiative": "side_a_first"}, "initiative_side": "B"},
            ("initiative_side",),
            "SK-C2",
        ),
        (
            {},
            {"rulings": {"initiative": "alternate"}, "initiative_side": "A", "turn": 2},
            ("initiative_side",),
            "SK-C2",
        ),
        ({}, {"contacts": [{"a": "Ann", "b": "Zoe"}]}, ("contacts", 0, "b"), ""),
        ({}, {"contacts": [*TOUCHING, {"a": "Bob", "b": "Ann"}]}, ("contacts", 1), "SK-4"),
        ({}, {"marked": [*TOUCHING, *TOUCHING]}, ("marked", 1), "SK-5"),
        ([unit(ANN, {**ANN, "name": "Eve"})], {"marked": [{"a": "Ann", "b": "Eve"}]}, ("marked", 0, "b"), "SK-5"),
        ({}, {"gaps": []}, ("gaps",), "SK-38"),
        ({}, {"contacts": TOUCHING, "gaps": [{**TOUCHING[0], "gap_in": 0.02}]}, ("gaps", 0, "gap_in"), "SK-4"),
        (
            {},
            {"contacts": TOUCHING, "across_obstacle": [{**TOUCHING[0], "size": 1, "width": 1}]},
            ("across_obstacle", 0),
            "SK-156",
        ),
    ],
)
def test_faults_that_no_single_field_shows(a, given, place, clause):
    assert found(file(a, **given)) == {place: clause}


def test_both_sides_may_not_have_one_name():
    sides = [{"name": "A", "units": [unit(ANN)]}, {"name": "A", "units": [unit(BOB)]}]
    model = FightFile.model_validate({"sides": sides, "contacts": TOUCHING})
    assert found(model) == {("sides", 1, "name"): ""}


def test_more_pairs_than_a_state_can_count():
    crowd = [unit(*({**ANN, "name": f"a{k}"} for k in range(16)), name="a")]
    foes = [unit(*({**BOB, "name": f"b{k}"} for k in range(8)), name="b")]
    assert found(file(crowd, foes, contacts=[])) == {("sides",): ""}  # 128 pairs


def test_sk_38_the_message_names_the_pairs_whose_gap_is_missing():
    model = file(None, [unit(BOB, {**BOB, "name": "Eve"})])
    ((place, what, clause),) = cross_faults(model)
    assert (place, clause) == (("gaps",), "SK-38")
    assert "between 'Ann' and 'Eve'" in what
    assert "Bob" not in what


def test_sk_93_a_model_that_waits_may_have_been_charged_since():
    assert cross_faults(file({"waiting": True})) == []


def test_all_faults_are_found_at_once():
    model = file({"wounds_left": 2, "waiting": True, "panicked": True}, {"weapons": ["axe"]}, turn=9)
    assert len(cross_faults(model)) == 4


# ---------------------------------------------------------------- on a table
@pytest.mark.parametrize(
    ("spots", "given", "place", "clause"),
    [
        (((0.4, 5), (5, 8)), {}, (*MODEL, "x"), "SK-49"),
        (((5, 5), (5, 19.6)), {}, ("sides", 1, "units", 0, "models", 0, "x"), "SK-49"),
        (((5, 5), (5, 5.98)), {}, ("sides", 1, "units", 0, "models", 0, "x"), "SK-C11"),
        (((5, 5), (5, 8)), {"terrain": [square(5.4, 5, impassable=True)]}, (*MODEL, "x"), "SK-49"),
        (((5, 5), (5, 8)), {"terrain": [square(1, 1), square(3, 3)]}, ("terrain", 1, "name"), ""),
        (((5, 5), (5, 8)), {"terrain": [square(25, 1)]}, ("terrain",), "SK-49"),
        (((5, 5), (5, 8)), {"terrain": [square(1, 1, shape=[[1, 1], [2, 2], [2, 1], [1, 2]])]},
         ("terrain", 0, "shape"), "SK-49"),
        (((5, 5), (5, 8)), {"gaps": [{**TOUCHING[0], "gap_in": 2.02}]}, ("gaps", 0, "gap_in"), "SK-38"),
        (((5, 5), (5, 8)), {"contacts": TOUCHING}, ("contacts", 0), "SK-4"),
        (((5, 5), (5, 6)), {"contacts": []}, ("contacts",), "SK-4"),
    ],
)  # fmt: skip
def test_faults_of_places(spots, given, place, clause):
    assert found(placed(*spots, **given)) == {place: clause}


@pytest.mark.parametrize(
    ("spots", "given"),
    [
        (((0.5, 5), (5, 19.5)), {}),
        (((5, 5), (5, 6)), {"contacts": TOUCHING}),
        (((5, 5), (5, 6)), {}),
        (((5, 5), (5, 6.01)), {"contacts": TOUCHING, "gaps": [{**TOUCHING[0], "gap_in": 0}]}),
        (((5, 5), (5, 6.2)), {"contacts": TOUCHING, "marked": TOUCHING}),
        (((5, 5), (5, 8)), {"gaps": [{**TOUCHING[0], "gap_in": 2.01}]}),
        (((5, 5), (5, 8)), {"terrain": [square(5.5, 5, impassable=True)]}),
        (((5, 5), (5, 8)), {"terrain": [square(5, 5)]}),
    ],
)
def test_what_agrees_with_the_places_is_no_fault(spots, given):
    assert cross_faults(placed(*spots, **given)) == []


WALL = {"name": "wall", "shape": [[3, 6], [7, 6], [7, 7], [3, 7]], "size": 1}
ACROSS = {**TOUCHING[0], "size": 1, "width": 1}


@pytest.mark.parametrize(
    ("terrain", "stated", "clauses"),
    [
        ([WALL], ACROSS, []),
        ([{**WALL, "width": 0.5}], {**ACROSS, "width": 0.5}, []),
        ([WALL], {**ACROSS, "width": 0.5}, ["SK-154"]),
        ([WALL], {**ACROSS, "size": 2}, ["SK-154"]),
        ([], ACROSS, ["SK-154"]),
    ],
)
def test_an_obstacle_may_be_stated_besides_the_terrain(terrain, stated, clauses):
    model = placed((5, 5), (5, 8), terrain=terrain, across_obstacle=[stated])
    assert [clause for _, _, clause in cross_faults(model)] == clauses


@pytest.mark.parametrize(("field", "clause"), [("x", "SK-4"), ("y", "SK-4")])
def test_on_a_table_everybody_has_a_place(field, clause):
    spot = {"x": 5, "y": 5}
    del spot[field]
    assert found(file(spot, {"x": 5, "y": 8}, table={"width": 9, "height": 9})) == {(*MODEL, field): clause}


@pytest.mark.parametrize(("field", "clause"), [("in_view", "SK-85"), ("interceptable", "SK-99")])
def test_on_a_table_places_tell_who_sees_and_reaches_whom(field, clause):
    model = file({"x": 5, "y": 5, field: True}, {"x": 5, "y": 8}, gaps=[])
    assert found(model) == {(*MODEL, field): clause}


def test_places_without_a_table_are_open_ground():
    model = file({"x": -5, "y": 5}, {"x": -5, "y": 8}, gaps=[])
    assert cross_faults(model) == []


# ---------------------------------------------------------------- single fields
@pytest.mark.parametrize(
    "a",
    [
        {"ww": 26},
        {"dw": -1},
        {"wounds": 0},
        {"wounds_left": 0},
        {"r": 25},
        {"size": 0},
        {"base": 0},
        {"base": [1.0]},
        {"stance": "prone"},
        {"speed": 3},
        {"melee_actions": ["attack"]},
    ],
)
def test_bad_fields_are_refused(a):
    with pytest.raises(ValidationError):
        file(a)


@pytest.mark.parametrize("table", [{"rulings": {"no_such": 1}}, {"parameters": {"panic_ww": 1}}, {"max_turns": 101}])
def test_bad_rulings_and_parameters_are_refused(table):
    with pytest.raises(ValidationError):
        file(**table)


def test_the_schema_describes_every_field():
    schema = FightFile.model_json_schema()
    for name, part in schema["$defs"].items():
        for field, says in part["properties"].items():
            assert says.get("description"), f"{name}.{field}"
    assert schema["$defs"]["ParametersChosen"]["properties"]["panic_ww"]["maximum"] == 0
    assert {f.name for f in fields(Rulings)} == set(schema["$defs"]["RulingsChosen"]["properties"])


def test_what_changes_nothing_without_a_table_says_so():
    chosen = FightFile.model_json_schema()["$defs"]["RulingsChosen"]["properties"]
    assert {name for name, says in chosen.items() if "Needs a table" in says["description"]} == NEED_TABLE


def test_every_clause_that_a_field_names_is_known():
    import re

    said = re.findall(r"\bSK-[CR]?\d+\b", str(FightFile.model_json_schema()))
    known = {*CATALOGUE.clauses, *(r.number for r in CATALOGUE.rulings.values())}
    assert set(said) <= known


# ---------------------------------------------------------------- the catalogue
def test_the_catalogue_is_complete():
    clauses = CATALOGUE.clauses
    assert [n for n in clauses if "C" not in n] == [f"SK-{k}" for k in range(1, 168)]
    assert [n for n in clauses if "C" in n] == [f"SK-C{k}" for k in range(1, 14)]
    assert {r.number for r in CATALOGUE.rulings.values()} >= {f"SK-R{k}" for k in range(1, 30)}
