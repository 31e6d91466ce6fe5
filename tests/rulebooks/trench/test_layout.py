"""Fight files with places: what is a fault, what follows from places, what is drawn (TR-2, TR-6, TR-74)."""

import pytest

from coldsteel.battlefield.picture import svg
from coldsteel.battlefield.scene import Mark
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.profiles import cross_faults
from tests.rulebooks.trench.builders import beaten_by, cavalry, dugout, fight, file, foot, house, with_group
from tests.rulebooks.trench.places import at, line, square, terrain

A, B = foot("a", 2, **line(2, 10, 10)), foot("b", 2, **line(2, 10, 12))
TABLE = {"width": 30, "height": 30}
GROUP_A, GROUP_B = ("sides", 0, "groups", 0), ("sides", 1, "groups", 0)
INN = {"shape": square(10, 10, 20, 20), "doors": [{"at": [15, 10]}]}
CLIFF = terrain("cliff", square(9, 9, 10.5, 11), impassable=True)


@pytest.mark.parametrize(
    ("model", "place", "clause"),
    [
        (file(A, foot("b", 2)), (*GROUP_B, "positions"), "TR-6"),
        (file(foot("a", 3, **line(2, 10, 10)), B), (*GROUP_A, "positions"), "TR-2"),
        (file({**A, "moved_from": [[1, 1]]}, B), (*GROUP_A, "moved_from"), "TR-2"),
        (file(foot("a", 2), foot("b", 2), table=TABLE), ("sides",), "TR-6"),
        (file(foot("a", 2, facing=10.0), foot("b", 2)), ("sides",), "TR-6"),
        (file(A, B, place="corner"), ("place",), "TR-107"),
        (file({**A, "base_diameter": 1.1}, B), (*GROUP_A, "positions", 1), "TR-6"),
        (file({**A, "base_diameter": 1.0}, {**B, "base_diameter": 3.5}), (*GROUP_B, "positions", 0), "TR-6"),
        (file(A, foot("b", 2, **line(2, 29.5, 12)), table=TABLE), (*GROUP_B, "positions", 1), "TR-6"),
        (file(A, B, terrain=[CLIFF]), (*GROUP_A, "positions", 0), "TR-74"),
        (file(A, B, terrain=[terrain("x", [[0, 0], [4, 4], [4, 0], [0, 4]])]), ("terrain", 0, "shape"), "TR-74"),
        (file(A, B, terrain=[CLIFF, CLIFF]), ("terrain",), "TR-74"),
        (file(A, B, table=TABLE, terrain=[terrain("x", square(40, 40, 41, 41))]), ("terrain",), "TR-74"),
        (file(cavalry("a", 2, **line(2, 10, 10)), B), ("table",), "TR-79"),
        (file({**A, "gap": 3.0}, B), (*GROUP_A, "gap"), "TR-5"),
        (file({**A, "reach": 3.0}, B), (*GROUP_A, "reach"), "TR-8"),
        (file({**A, "chain_reach": 1.0}, B), (*GROUP_A, "chain_reach"), "TR-9"),
        (file({**A, "men_out_of_reach": 1}, B), (*GROUP_A, "men_out_of_reach"), "TR-9"),
        (file({**A, "retreat_room": 12}, B), (*GROUP_A, "retreat_room"), "TR-47"),
        (file({**A, "edge_distance": 11}, B, table=TABLE), (*GROUP_A, "edge_distance"), "TR-81"),
        (file(A, {**B, "struck_in_rear": True}), (*GROUP_B, "struck_in_rear"), "TR-6"),
        (file({**A, "cover": "light"}, B, terrain=[terrain("w", square(20, 20, 22, 22), cover="heavy")]),
         (*GROUP_A, "cover"), "TR-27"),
        (file(A, B, place="building", building=INN), (*GROUP_B, "positions"), "TR-84"),
        (file(A, foot("b", 2), place="building", building={**INN, "doors": []}), ("building", "doors"), "TR-90"),
        (file(A, foot("b", 2), place="building", building={"doors": INN["doors"]}), ("building", "shape"), "TR-90"),
        (file(A, foot("b", 2), place="dugout", dugout={**INN, "entrances": 2}), ("dugout", "doors"), "TR-101"),
    ],
)  # fmt: skip
def test_faults_of_places_name_the_place_and_the_clause(model, place, clause):
    found = {(where, number) for where, _, number in cross_faults(model)}
    assert (place, clause) in found, found


@pytest.mark.parametrize(
    "given",
    [
        {"gap": 2.0},
        {"gap": 2.009},
        {"reach": 2.0, "chain_reach": 2.0},
        {"men_out_of_reach": 0, "struck_in_rear": False},
        {"edge_distance": 10},
        {"cover": "heavy"},
    ],
)
def test_what_places_and_fields_say_alike_is_no_fault(given):
    assert not cross_faults(file({**A, **given}, B, table=TABLE))


def test_a_disagreement_tells_both():
    ((_, says, _),) = cross_faults(file({**A, "gap": 2.5}, B))
    assert says == "2.5 is stated, but the places show 2"


def test_room_stated_and_shown():
    """Ten whole inches are free behind b in a lane between cliffs."""
    pen = [
        terrain("back", square(9, 22.5, 21, 23), impassable=True),
        terrain("left", square(9, 11, 14.5, 22.5), impassable=True),
        terrain("right", square(15.5, 11, 21, 22.5), impassable=True),
    ]
    b = foot("b", 1, **at(15, 12))
    assert not cross_faults(file(foot("a", 1, **at(15, 10)), {**b, "retreat_room": 10}, terrain=pen))
    assert cross_faults(file(foot("a", 1, **at(15, 10)), {**b, "retreat_room": 9}, terrain=pen))


def test_doors_said_to_be_watched_and_seen_to_be():
    def faults(y, **given):
        model = file(
            foot("a", 2, **line(2, 15, y)), foot("b", 2), place="building", building={**INN, "floors": 2, **given}
        )
        return [where for where, _, _ in cross_faults(model)]

    assert faults(7, watched_exits=[0]) == []
    assert faults(7, watched_exits=[]) == [("building", "watched_exits")]
    assert faults(5, watched_exits=[0]) == [("building", "watched_exits")]
    assert faults(5) == []


def test_a_fight_without_places_has_no_ground():
    f = fight(foot("a", 1), foot("b", 1))
    assert (f.then.ground, f.renewed, f.groups[0].went, RULEBOOK.scene(f)) == ((), (), (), None)


# ---------------------------------------------------------------- the map
def test_the_map_shows_men_and_distances():
    f = fight({**A, "facing": 90.0}, B, table=TABLE, terrain=[terrain("wood", square(1, 1, 4, 4), cover="light")])
    scene = RULEBOOK.scene(f)
    assert [(t.name, t.side, t.note, len(t.members)) for t in scene.tokens] == [
        ("a", 0, "2 men", 2),
        ("b", 1, "2 men", 2),
    ]
    assert scene.tokens[0].members[0].place.facing == 90.0
    assert [(s.mark, s.label) for s in scene.strokes] == [(Mark.DISTANCE, "2 in")]
    assert "wood" in svg(scene)


def test_the_map_shows_the_fallen_where_they_stood_and_nobody_who_has_left():
    f = with_group(fight(A, B, table=TABLE), "b", men=1, shock=3)
    living, fallen = RULEBOOK.scene(f).tokens[1:]
    assert (living.note, len(living.members), fallen.lost, len(fallen.members)) == ("1 man, Shock 3", 1, True, 1)
    gone = RULEBOOK.scene(beaten_by(fight(A, B, table={"width": 30, "height": 15}), 4))
    assert [t.name for t in gone.tokens] == ["a"]
    assert gone.caption == "b has left the table"


def test_the_map_of_a_house_and_of_a_dugout():
    f = house(foot("a", 2, **line(2, 15, 7)), foot("b", 3), INN)
    scene = RULEBOOK.scene(f)
    assert [p.name for p in scene.table.pieces] == ["building", "door"]
    assert (scene.caption, [s.label for s in scene.strokes]) == ("b: 3 men on floor 0", ["3 in"])
    f = dugout(foot("a", 2, **line(2, 15, 7)), foot("b", 3), {"shape": INN["shape"], "doors": INN["doors"]})
    assert [p.name for p in RULEBOOK.scene(f).table.pieces] == ["dugout", "entrance"]
    svg(RULEBOOK.scene(f))
