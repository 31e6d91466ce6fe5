"""Free places: the nearest, the farthest from enemies, straight away."""

from __future__ import annotations

from math import hypot, sqrt

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.paths import Path, Within
from coldsteel.battlefield.spots import clear_spot_exists, farthest_from, nearest_free, straight_away
from coldsteel.battlefield.table import Piece, Table
from coldsteel.errors import BattlefieldError


def disc(x: float, y: float, r: float = 0.5) -> Base:
    return Base(Round(r), Place(x, y))


def box(name: str, west: float, south: float, east: float, north: float) -> Piece:
    return Piece(name, ((west, south), (east, south), (east, north), (west, north)))


A = disc(0, 0)


# ---------------------------------------------------------------- nearest
def test_the_nearest_free_place_is_the_wanted_one_or_beside_what_stands_there():
    assert nearest_free(A, (3.0, 4.0), []) == Place(3, 4)
    assert nearest_free(A, (3.2, 4.0), [disc(3, 4)]) == Place(4, 4)
    place = nearest_free(A, (3.2, 4.0), [disc(3, 4)], clear_of=[disc(3, 4)])
    assert place == Place(4.02, 4)


def test_the_nearest_free_place_between_two_and_at_the_edge():
    place = nearest_free(A, (0.0, 0.1), [disc(-0.5, 0), disc(0.5, 0)])
    assert place is not None
    assert (place.x, place.y) == pytest.approx((0, sqrt(0.75)), abs=0.01)
    assert nearest_free(A, (0.0, 3.0), [], Table(10, 10)) == Place(0.5, 3)
    assert nearest_free(A, (-1.0, -1.0), [], Table(10, 10)) == Place(0.5, 0.5)
    assert nearest_free(A, (1.0, 1.0), [box("all", -1, -1, 11, 11)], Table(10, 10)) is None


def test_the_nearest_free_place_on_a_path_and_beside_one():
    path = Path(((0, 2), (10, 2)))
    assert nearest_free(disc(4, 5), path, []) == Place(4, 2)
    assert nearest_free(disc(4, 5), path, [disc(4, 2)]) in (Place(3, 2), Place(5, 2))
    assert nearest_free(disc(4, 2.3), (4.0, 2.3), [], beside=[(path, A)]) == Place(4, 3)
    assert nearest_free(disc(4, 9), (4.0, 9.0), [], within=Within(disc(4, 0), 2.0)) == Place(4, 3)
    assert nearest_free(disc(4, 9), (4.0, 9.0), [], within=Within(disc(4, 0), 2.0), beside=[(path, A)]) == Place(4, 3)


number = st.integers(-30, 30).map(lambda n: n / 10)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(number, number, st.integers(3, 15)), max_size=6), st.tuples(number, number))
def test_no_grid_place_that_is_free_is_nearer(drawn, wanted):
    obstacles = [disc(x, y, r / 10) for x, y, r in drawn]
    place = nearest_free(disc(50, 50), wanted, obstacles, Table(60, 60), clear_of=[])
    wanted_there = (max(wanted[0], 0.5), max(wanted[1], 0.5))
    assert place is not None
    assert all(hypot(place.x - o.place.x, place.y - o.place.y) >= 0.5 + o.margin - 0.008 for o in obstacles)
    away = hypot(place.x - wanted[0], place.y - wanted[1])
    for i in range(-20, 21):
        for j in range(-20, 21):
            x, y = wanted_there[0] + i / 10, wanted_there[1] + j / 10
            if min(x, y) >= 0.5 and all(hypot(x - o.place.x, y - o.place.y) >= 0.5 + o.margin for o in obstacles):
                assert away <= hypot(x - wanted[0], y - wanted[1]) + 0.011


# ---------------------------------------------------------------- breaking off
def test_sk_143_away_from_one_enemy_is_straight_away():
    enemy = disc(1, 0)
    place = farthest_from(A, [enemy], 4, [enemy])
    assert place is not None
    assert (place.x, place.y) == pytest.approx((-4, 0), abs=0.03)


def test_sk_143_between_two_enemies_it_goes_sideways():
    enemies = [disc(-1, 0), disc(1, 0)]
    place = farthest_from(A, enemies, 4, enemies)
    assert place is not None
    assert (place.x, abs(place.y)) == pytest.approx((0, 4), abs=0.03)
    assert place == farthest_from(A, enemies, 4, enemies)


def test_sk_143_a_wall_behind_is_gone_round_or_bars_the_way():
    enemy, wall = disc(1, 0), box("wall", -2, -9, -1, 9)
    place = farthest_from(A, [enemy], 4, [enemy, wall])
    assert place is not None
    assert abs(place.x + 0.5) <= 0.02
    assert abs(place.y) == pytest.approx(sqrt(16 - 0.25), abs=0.03)


def test_sk_145_no_clear_spot_for_one_walled_in():
    enemy = disc(1, 0)
    walls = [box("west", -2, -2, -0.5, 2), box("south", -0.5, -2, 2, -0.5), box("north", -0.5, 0.5, 2, 2)]
    assert farthest_from(A, [enemy], 4, [enemy, *walls]) is None
    assert not clear_spot_exists(A, 4, [enemy, *walls], clear_of=[enemy])
    assert clear_spot_exists(A, 4, [enemy, *walls[1:]], clear_of=[enemy])
    assert clear_spot_exists(A, 4, [enemy], clear_of=[enemy])


def test_sk_145_a_spot_that_is_only_just_clear_is_found():
    """Room for one grain or two to the west, which no ring of steps of 0.8 finds."""
    enemy = disc(1, 0)
    walls = [box("west", -2, -2, -0.53, 2), box("south", -0.5, -2, 2, -0.5), box("north", -0.5, 0.5, 2, 2)]
    assert clear_spot_exists(A, 4, [enemy, *walls], clear_of=[enemy])


def test_farthest_from_nobody_is_refused():
    with pytest.raises(BattlefieldError):
        farthest_from(A, [], 4, [])


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(number, number), min_size=1, max_size=3))
def test_the_farthest_place_is_no_nearer_than_any_on_a_ring(drawn):
    enemies = [disc(x, y) for x, y in drawn if hypot(x, y) >= 1]
    if not enemies:
        return
    place = farthest_from(A, enemies, 3, [])
    assert place is not None
    assert hypot(place.x, place.y) <= 3 + 0.008
    best = max(
        min(shapely.distance(p, e.core) for e in enemies)
        for p in shapely.points(shapely.get_coordinates(shapely.Point(0, 0).buffer(3, quad_segs=24)))
    )
    assert min(hypot(place.x - e.place.x, place.y - e.place.y) for e in enemies) >= best - 0.03


# ---------------------------------------------------------------- straight away
def test_sk_126_flight_is_straight_and_cut_short():
    assert straight_away(A, (-3.0, 0.0), 4, []) == Place(4, 0, 90)
    assert straight_away(A, (-3.0, 0.0), 4, [box("wall", 1.5, -2, 2, 2)]) == Place(1, 0, 90)
    assert straight_away(disc(5, 5), (5.0, 4.0), 9, [], Table(10, 10)) == Place(5, 9.5, 0)
    with pytest.raises(BattlefieldError):
        straight_away(A, (0.0, 0.0), 4, [])


def test_sk_126_contact_behind_does_not_hold_it():
    assert straight_away(A, (-1.0, 0.0), 4, [disc(-1, 0)]) == Place(4, 0, 90)
    assert straight_away(A, (-1.0, 0.0), 4, [disc(-0.995, 0)]) == Place(4, 0, 90)
    assert straight_away(A, (-1.0, 0.0), 4, [disc(1, 0)]) == Place(0, 0, 90)
    assert straight_away(Base(Rectangle(1, 1), Place(0, 0)), (-1.0, 0.0), 4, [disc(3, 0)]) == Place(2, 0, 90)
