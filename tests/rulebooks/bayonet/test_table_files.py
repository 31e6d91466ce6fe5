"""Fight files with places: what is read, what no table can hold, what contradicts it; and the picture of a state."""

import pytest

from coldsteel.battlefield.picture import svg
from coldsteel.battlefield.scene import Mark
from coldsteel.kernel.state import parsed, text
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.profiles import cross_faults, setup_of
from coldsteel.rulebooks.bayonet.setup import Fate, Side
from tests.driving import before, outcomes, taking
from tests.rulebooks.bayonet.builders import at, cavalry, charge, contact, fight, file, line, order, slot, unit

A, B = at(line("a"), 30, 40, 180), at(line("b"), 30, 30)
TOUCHING = at(line("a"), 30, 32, 180)
INN = {"id": "Inn", "x": 30, "y": 20, "width": 4, "depth": 4, "building_size": 3}
GARRISON = line("h", formation="garrison", building="Inn", width=6, depth=2)
U = ("sides", 0, "units", 0)
V = ("sides", 1, "units", 0)


def ordered(a=A, b=B, **given):
    return file(a, b, orders=[order("a", "b", **given)])


@pytest.mark.parametrize(
    ("model", "place", "clause"),
    [
        (file(A, line("b")), (*V, "x"), "BY-20"),
        (file(A, {**B, "width": None}), (*V, "width"), "BY-20"),
        (file(A, line("b", formation="garrison", building="Inn")), (*V, "building"), "BY-23"),
        (file(A, line("b", formation="garrison", building="Inn")), (*V, "width"), "BY-20"),
        (file(A, {**GARRISON, "x": 31}, buildings=[INN]), (*V, "x"), "BY-23"),
        (file(A, {**GARRISON, "facing": 90}, buildings=[INN]), (*V, "facing"), "BY-23"),
        (file(A, {**GARRISON, "building_size": 1}, buildings=[INN]), (*V, "building_size"), "BY-120"),
        (file(A, B, buildings=[INN, {**INN, "x": 50}]), ("buildings", 1, "id"), ""),
        (file(A, B, buildings=[{**INN, "y": 30}]), ("buildings", 0), "BY-28"),
        (file(A, B, impassable=[[[0, 0], [5, 5], [5, 0], [0, 5]]]), ("impassable", 0), "BY-23"),
        (file(A, B, impassable=[[[100, 0], [105, 5], [105, 0]]]), ("impassable", 0), "BY-23"),
        (file(A, B, impassable=[[[29, 29], [31, 29], [31, 31]]]), V, "BY-23"),
        (file(A, at(line("b"), 30, 39)), V, "BY-28"),
        (file(A, at(line("b"), 2.9, 20)), V, "BY-71"),
        (file(A, B, table_width=32), U, "BY-71"),
        (file(line("a"), line("b"), table_width=60), ("table_width",), "BY-23"),
        (file(line("a"), line("b"), buildings=[INN]), ("buildings",), "BY-23"),
    ],
)
def test_by_23_places_that_no_table_can_hold(model, place, clause):
    """All units have places or none, on the table, apart, out of impassable ground; a garrison has its building."""
    assert {where: why for where, _, why in cross_faults(model)}[place] == clause


@pytest.mark.parametrize(
    ("model", "place", "clause"),
    [
        (ordered(distance=8.02), ("orders", 0, "distance"), "BY-20"),
        (ordered(struck_side="left"), ("orders", 0, "struck_side"), "BY-24"),
        (ordered(path_clear=False), ("orders", 0, "path_clear"), "BY-23"),
        (ordered(half_free=False), ("orders", 0, "half_free"), "BY-30"),
        (ordered(turn_needed=True), ("orders", 0, "turn_needed"), "BY-11"),
        (ordered(distance=8, turn=3), ("orders", 0, "distance"), "BY-20"),
        (ordered(b={**B, "evade_room": "blocked"}), (*V, "evade_room"), "BY-66"),
        (ordered(b={**B, "retire_room": "two"}), (*V, "retire_room"), "BY-132"),
        (ordered(b={**B, "turn_room": False}), (*V, "turn_room"), "BY-82"),
        (ordered(b={**B, "counter_room": False}), (*V, "counter_room"), "BY-77"),
        (ordered(b={**B, "support_rear": 1}), (*V, "support_rear"), "BY-121"),
        (ordered(b={**B, "support_flanks": 1}), (*V, "support_flanks"), "BY-121"),
        (file(TOUCHING, {**B, "retire_room": "off_table"}), (*V, "retire_room"), "BY-132"),
        (file(A, B, contacts=[contact("a", "b")]), ("contacts", 0), "BY-29"),
        (file(TOUCHING, B, contacts=[contact("a", "b", "rear")]), ("contacts", 0, "enemy_side"), "BY-29"),
        (file({**A, "charged": True}, B), (*U, "charged"), "BY-107"),
        (file({**A, "won_last": True}, B), (*U, "won_last"), "BY-108"),
        (file({**TOUCHING, "won_last": True}, {**B, "won_last": True}), (*U, "won_last"), "BY-108"),
    ],
)
def test_by_20_what_is_stated_twice_must_agree(model, place, clause):
    """A field that the table contradicts is a fault (BY-20, BY-24, BY-29), with what the table shows."""
    assert {where: why for where, _, why in cross_faults(model)} == {place: clause}


def test_by_20_the_message_says_what_the_table_shows():
    (_, distance, _), (_, turn, _) = cross_faults(ordered(distance=9, turn_needed=True))
    assert distance == "the table shows 8"
    assert turn == "the table shows false"


def test_by_20_what_is_stated_twice_may_agree():
    model = ordered(
        b={**B, "evade_room": "clear", "retire_room": "one", "turn_room": True, "support_rear": 0},
        distance=8.01,
        struck_side="front",
        path_clear=True,
        half_free=True,
        turn_needed=False,
    )
    assert cross_faults(model) == []
    assert cross_faults(file({**TOUCHING, "charged": True}, B, contacts=[contact("a", "b")])) == []
    passed = [{**B, "evade_room": "friend_passed"}, at(line("g"), 30, 25)]
    assert cross_faults(file(A, passed, orders=[order("a", "b")])) == []


def test_by_71_a_place_between_two_hundredths_at_the_edge():
    """A front of 5.99 centred on 69.005 ends on the edge x = 72; that it is kept as 69.01 is no fault (BY-71)."""
    assert cross_faults(file(at(line("a"), 69.005, 40, width=5.99), B)) == []
    assert [why for _, _, why in cross_faults(file(at(line("a"), 69.03, 40, width=5.99), B))] == ["BY-71"]


def test_by_29_contacts_that_the_table_shows_need_not_be_stated():
    f = fight({**TOUCHING, "charged": True}, B)
    (touch,) = f.setup.touches
    assert (touch.side_a, touch.side_b) == (Side.FRONT, Side.FRONT)
    assert f.fighting()
    assert unit(f, "a").charged
    assert fight(at(line("a"), 26, 30, 90), B).setup.touches[0].side_b == Side.LEFT


def test_by_23_a_garrison_needs_no_place_of_its_own():
    setup = setup_of(file(A, GARRISON, buildings=[INN]))
    assert setup.ground[1] == (3000, 2000, 0, 400, 400)
    assert (setup.units[1].building_size, setup.units[1].width) == (3, 6)


def test_by_c9_the_side_of_a_square_where_none_is_stated():
    """BY-C9: half of the width, at least the depth."""
    found = [setup_of(file(A, at(line("b"), 30, 20, width=w))).units[1].square_side for w in (8, 3)]
    assert found == [4, 2]


def test_by_29_whom_a_charger_may_touch():
    """BY-29: a charger any enemy, cavalry that may counter-charge too; the rest only whom orders and contacts name."""
    a = [A, at(line("c"), 60, 40, 180)]
    b = [at(cavalry("b"), 30, 30), at(line("d"), 50, 20)]
    f = fight(a, b, orders=[order("a", "b")])
    assert {(f.id(u), f.id(e)) for u, e in f.setup.pairs} == {("a", "b"), ("a", "d"), ("c", "b")}
    ignored = fight(a, b, orders=[order("a", "b")], rulings={"collateral_contact": "ignored"})
    assert {(f.id(u), f.id(e)) for u, e in ignored.setup.pairs} == {("a", "b")}


def test_by_29_of_many_enemies_the_nearest_may_be_touched():
    many = [at(line(f"b{k}"), 5 + 6.5 * k, 10) for k in range(10)]
    f = fight(at(line("a"), 5, 20, 180), many, orders=[order("a", "b0")])
    assert [f.id(e) for e in f.enemies(0)] == [f"b{k}" for k in range(8)]


# ---------------------------------------------------------------- a state in words and in a picture
def test_a_state_on_a_table_prints_and_parses_back():
    f = fight(A, B, orders=[order("a", "b")])
    assert parsed(text(f), f, RULEBOOK.steps) == f
    assert "at (30, 40) facing 180" in RULEBOOK.describe(f)[0]


def test_the_scene_of_an_order_and_of_a_contact():
    f = fight([A, at(line("x", casualties=1, disordered=True), 10, 10)], B, orders=[order("a", "b")], buildings=[INN])
    scene = RULEBOOK.scene(f)
    (stroke,) = scene.strokes
    assert (stroke.mark, stroke.points, stroke.label) == (Mark.CHARGE, ((30, 39), (30, 31)), "8.0")
    assert [t.name for t in scene.tokens] == ["a", "x", "b"]
    assert scene.tokens[1].note == "line, 1/3, disordered"
    assert [p.name for p in scene.table.pieces] == ["Inn"]
    assert scene.table.pieces[0].impassable
    (home,) = outcomes(f, before("close_combat"), taking("a ", "stand"))
    (stroke,) = RULEBOOK.scene(home).strokes
    assert stroke.mark == Mark.CONTACT
    assert sorted(stroke.points) == [pytest.approx((27, 31)), pytest.approx((33, 31))]
    assert svg(scene).startswith("<svg")


def test_the_scene_names_those_who_are_gone():
    f = fight(A, at(cavalry("b"), 30, 18.5 + 11.5 - 12, 0), orders=[order("a", "b", order_moves=3)])
    (home,) = outcomes(f, before("close_combat"), taking("a ", "evade"))
    assert unit(home, "b").fate == Fate.LEFT_TABLE
    scene = RULEBOOK.scene(home)
    assert scene.caption == "gone: b left table"
    assert [t.name for t in scene.tokens] == ["a"]
    assert slot(home, "a") == 0


def test_without_a_table_there_is_no_scene():
    assert RULEBOOK.scene(charge(line("a"), line("b"))) is None
