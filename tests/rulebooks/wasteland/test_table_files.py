"""Fight files with positions: what no table can hold, what disagrees with the places, what is drawn."""

import pytest
from pydantic import ValidationError

from coldsteel.battlefield.scene import Mark
from coldsteel.rulebooks.wasteland import RULEBOOK
from coldsteel.rulebooks.wasteland.profiles import cross_faults, setup_of
from coldsteel.rulebooks.wasteland.situation import field_of
from tests.driving import outcomes
from tests.rulebooks.wasteland.builders import (
    at,
    bow,
    fight,
    file,
    line,
    piece,
    removed,
    slot,
    squad,
    taking,
    unit,
    weapon,
)

A, B = at("a", (0, 0)), at("b", (1, 0))
CROSSED = [[0, 0], [1, 1], [1, 0], [0, 1]]
UNIT, GROUP = ("sides", 0, "units", 0), ("sides", 0, "units", 0, "groups", 0)
FOE = ("sides", 1, "units", 0, "groups", 0, "positions", 0)
PIT = piece("p", -1, -1, 1, 1, levels=[0, 2])
FAR = at("a2", (0, 9), charged_this_round=True)


def faults(a=A, b=B, **given):
    return {where: clause for where, _, clause in cross_faults(file(a, b, **given))}


# ---------------------------------------------------------------- table or not
def test_wl_6_the_mode_follows_from_positions():
    assert setup_of(file(A, B)).layout is not None
    assert setup_of(file(unit("a"), unit("b"))).layout is None
    assert setup_of(file(A, B, mode="abstract")).layout is None


@pytest.mark.parametrize(
    ("found", "place", "clause"),
    [
        (faults(A, unit("b")), ("sides", 1, "units", 0, "groups", 0, "positions"), "WL-1"),
        (faults(squad("a", 2, positions=[[0, 0]])), (*GROUP, "positions"), "WL-1"),
        (faults(unit("a"), unit("b"), mode="table"), (*GROUP, "positions"), "WL-1"),
        (faults(unit("a"), unit("b"), terrain=[piece("p", 0, 0, 1, 1)]), ("terrain",), "WL-1"),
        (faults(unit("a"), unit("b"), table={"width": 9, "height": 9}), ("table",), "WL-1"),
        (
            faults(terrain=[{"id": "p", "footprint": CROSSED}]),
            ("terrain", 0, "footprint"),
            "WL-90",
        ),
        (faults(terrain=[piece("p", 0, 0, 1, 1), piece("p", 2, 2, 3, 3)]), ("terrain", 1, "id"), ""),
        (
            faults(at("a", (5, 5)), at("b", (6, 5)), table={"width": 6, "height": 9}),
            FOE,
            "WL-1",
        ),
        (faults(at("a", (0, 0), (0.5, 0))), (*GROUP, "positions", 1), "WL-1"),
        (faults(b=at("b", (0.9, 0))), FOE, "WL-1"),
        (faults(at("a", (0, 0, 1))), (*GROUP, "positions", 0), "WL-139"),
        (
            faults(at("a", (0, 0, 1)), terrain=[PIT]),
            (*GROUP, "positions", 0),
            "WL-139",
        ),
        (faults(b=at("b", (5, 0))), ("sides",), "WL-3"),
        (
            faults([A, FAR]),
            ("sides", 0, "units", 1, "charged_this_round"),
            "WL-83",
        ),
    ],
)
def test_what_no_table_can_hold(found, place, clause):
    assert found[place] == clause


def test_bases_may_touch_and_stand_above_each_other():
    assert not faults()
    house = piece("house", -2, -2, 3, 2, height=6, building=True, levels=[0, 3])
    assert not faults([A, at("a2", (0, 0, 3))], terrain=[house])
    tall = faults([at("a", (0, 0), height=4), at("a2", (0, 0, 3))], terrain=[house])
    assert tall == {("sides", 0, "units", 1, "groups", 0, "positions", 0): "WL-1"}


@pytest.mark.parametrize(
    "given",
    [
        {"positions": [[1]]},
        {"positions": [[1, 2, 3, 4]]},
        {"base": 0},
        {"height": 0},
        {"positions": [["x", 1]]},
    ],
)
def test_bad_places_are_refused(given):
    with pytest.raises(ValidationError):
        file(unit("a", **given), unit("b"))


def test_a_rectangular_base_is_measured_by_its_edges():
    """75 x 50 mm are 3 x 2 steps: from its edge at 1.5 to a base at 3 of radius 0.5 it is 1 step."""
    f = fight([at("a", (0, 0), base=[75, 50], kind="vehicle")], [at("b", (0, 1.5)), at("c", (3, 0))])
    assert field_of(f).gap(0, 2) == 1
    assert field_of(f).contacts == ((0, 1),)


# ---------------------------------------------------------------- what disagrees
WALL = piece("wall", 0.4, -1, 0.6, 1, height=0.5)


@pytest.mark.parametrize(
    ("field", "wrong", "right", "clause", "given"),
    [
        ("distance_to_melee", 2, 0, "WL-7", {}),
        ("in_cover", True, False, "WL-90", {}),
        ("in_cover", False, True, "WL-90", {"terrain": [WALL]}),
        ("engaged_cap", 0, 1, "WL-6", {}),
        ("exposed_cap", 0, 1, "WL-6", {}),
        ("contact_cap", 0, 1, "WL-6", {}),
        ("contact_pairs", 2, 1, "WL-78", {}),
        ("targets", [], ["b"], "WL-20", {}),
        ("contact_room", False, True, "WL-10", {}),
    ],
)
def test_what_a_unit_states_besides_its_places(field, wrong, right, clause, given):
    assert faults(at("a", (0, 0), **{field: wrong}), **given) == {(*UNIT, field): clause}
    assert not faults(at("a", (0, 0), **{field: right}), **given)


def test_what_one_outside_states_besides_its_place():
    def at_three(**given):
        return faults([A, at("a2", (0, 4), **given)])

    assert not at_three(distance_to_melee=3, contact_distance=3.12)
    assert at_three(distance_to_melee=2.9) == {("sides", 0, "units", 1, "distance_to_melee"): "WL-7"}
    assert at_three(contact_distance=3) == {("sides", 0, "units", 1, "contact_distance"): "WL-10"}


@pytest.mark.parametrize(
    ("field", "wrong", "right", "clause"),
    [("elevated", False, True, "WL-139"), ("building", "barn", "house", "WL-142")],
)
def test_what_a_group_states_besides_its_places(field, wrong, right, clause):
    house = piece("house", -2, -2, 0.6, 2, height=6, building=True, levels=[0, 1.5])
    assert faults(at("a", (0, 0, 1.5), **{field: wrong}), terrain=[house]) == {(*GROUP, field): clause}
    assert not faults(at("a", (0, 0, 1.5), **{field: right}), terrain=[house])


@pytest.mark.parametrize(
    ("wrong", "clause"),
    [
        ({"distance": 7}, "WL-1"),
        ({"visible_fraction": 0.4}, "WL-119"),
        ({"cover_struck": "b"}, "WL-138"),
        ({"screened_by": "c"}, "WL-24"),
    ],
)
def test_what_a_line_states_besides_the_places(wrong, clause):
    """A friend's shoulder hides half of T, 9 steps away."""
    b = [at("b", (10, 0)), at("c", (5, 0.5))]
    shot = {"weapons": [bow()], "activations": ["a"]}
    right = {"unit": "a", "other": "b", "distance": 9, "visible_fraction": 0.5, "cover_struck": "c"}
    assert not faults(A, b, lines=[right], **shot)
    ((name, _),) = wrong.items()
    assert faults(A, b, lines=[{**right, **wrong}], **shot) == {("lines", 0, name): clause}


def test_wl_138_explosives_stated_besides_the_terrain():
    keg = piece("keg", 3, -0.4, 3.6, 0.4, explosive={"radius": 2})

    def with_(**given):
        return faults(terrain=[keg], explosives=[{"id": "keg", **given}])

    assert not with_(near={"b": 1})  # b ends at 1.5, the keg begins at 3; a is 2.5 away
    assert with_(near={"a": 1}) == {("explosives", 0, "near"): "WL-138"}
    assert with_(radius=3) == {("explosives", 0, "radius"): "WL-138"}
    assert faults(explosives=[{"id": "x"}]) == {("explosives", 0, "id"): "WL-138"}


def test_a_line_may_name_a_group_of_the_file():
    groups = [{"name": "g", "models": 2, "positions": [[10, 0], [12, 0]], "weapons": []}]
    given = {"weapons": [bow()], "activations": ["a"]}
    assert not faults(A, unit("b", groups), lines=[line("a", "b/g", 9)], **given)
    assert faults(A, unit("b", groups), lines=[line("a", "b/g", 11)], **given) == {("lines", 0, "distance"): "WL-1"}


# ---------------------------------------------------------------- the set-up and the drawing
def test_every_model_becomes_a_group_of_its_own():
    groups = [
        {"name": "axemen", "models": 2, "positions": [[0, 0], [0, 1]], "toughness": 2, "wounds_taken": 1},
        {"name": "leader", "positions": [[0, 2]]},
    ]
    setup = setup_of(file(unit("a", groups), B))
    assert [g.name for g in setup.units[0].groups] == ["axemen 1", "axemen 2", "leader"]
    assert [g.wounds_taken for g in setup.units[0].groups] == [(1,), (0,), (0,)]
    assert setup.layout.start == ((0, 0, 0), (0, 100, 0), (0, 200, 0), (100, 0, 0))
    assert [g.name for g in setup_of(file(at("a", (0, 0), (0, 1)), B)).units[0].groups] == ["1", "2"]


def test_wl_c1_a_step_may_be_longer():
    """Round bases of 25 mm on steps of 50 mm have a radius of a quarter of a step."""
    setup = setup_of(file(A, at("b", (0.5, 0)), parameters={"step_mm": 50}))
    assert setup.layout.models[0].shape.radius == 0.25


def test_what_is_drawn():
    f = fight(
        [at("a", (3, 3), toughness=2, weapons=["bow"]), at("s", (3, 12), weapons=["bow"])],
        at("b", (4, 3)),
        weapons=[bow(), weapon("blade")],
        activations=["s"],
        table={"width": 20, "height": 20},
        terrain=[piece("keg", 5, 5, 6, 6, explosive={})],
        title="Here",
    )
    scene = RULEBOOK.scene(f)
    assert (scene.title, scene.unit, scene.table.width) == ("Here", "step", 20)
    assert [(t.name, t.side) for t in scene.tokens] == [("a", 0), ("s", 0), ("b", 1)]
    assert scene.tokens[0].note == "2 of 2 wounds"
    assert [(s.mark, s.label) for s in scene.strokes] == [(Mark.CONTACT, ""), (Mark.SIGHT, "100 %, 8.1")]
    assert RULEBOOK.scene(fight(unit("a"), unit("b"))) is None


def test_who_has_fallen_is_no_longer_drawn():
    f = fight(at("a", (0, 0), mobility=9), at("b", (1, 0)), max_rounds=1)
    for s in outcomes(f, choose=taking("blade")):
        names = [t.name for t in RULEBOOK.scene(s).tokens]
        assert ("b" in names) == (not removed(s, "b"))
        assert slot(s, "a") == 0
