"""Shortest ways round what is in the way."""

from __future__ import annotations

from math import asin, cos, hypot, inf, pi, radians, sin, sqrt

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.paths import Path, Within, shortest_path
from coldsteel.battlefield.table import Piece, Table
from coldsteel.errors import BattlefieldError

NEAR = 0.003


def disc(x: float, y: float, r: float = 0.5) -> Base:
    return Base(Round(r), Place(x, y))


def box(name: str, west: float, south: float, east: float, north: float) -> Piece:
    return Piece(name, ((west, south), (east, south), (east, north), (west, north)))


A = disc(0, 0)


# ---------------------------------------------------------------- a path
def test_a_path_is_measured_and_cut():
    path = Path(((0, 0), (3, 0), (3, 4)))
    assert path.length == 7
    assert path.at(-1) == (0, 0)
    assert path.at(2) == (2, 0)
    assert path.at(5) == (3, 2)
    assert path.at(99) == (3, 4)
    assert path.cut(5).points == ((0, 0), (3, 0), (3, 2))
    assert path.cut(3).points == ((0, 0), (3, 0))
    assert path.cut(0).points == ((0, 0),)
    assert path.cut(9) == path
    assert path.rest(5).points == ((3, 2), (3, 4))
    with pytest.raises(BattlefieldError):
        Path(())


@given(st.floats(0, 12), st.floats(0, 12))
def test_what_is_cut_off_and_what_is_left_make_the_whole(at, near):
    path = Path(((0, 0), (3, 0), (3, 4), (-1, 4)))
    assert path.cut(at).length == pytest.approx(min(at, path.length), abs=1e-6)
    assert path.cut(at).length + path.rest(at).length == pytest.approx(path.length, abs=1e-6)
    (x, y), (p, q) = path.at(at), path.at(near)
    assert hypot(x - p, y - q) <= abs(at - near) + 1e-9


# ---------------------------------------------------------------- hand-computed ways
def test_straight_to_contact_and_into_reach():
    assert shortest_path(A, Within(disc(6, 0)), []) == Path(((0, 0), (5, 0)))
    assert shortest_path(A, Within(disc(6, 0), 2.0), []) == Path(((0, 0), (3, 0)))
    assert shortest_path(A, Within(disc(1, 0)), []) == Path(((0, 0),))
    assert shortest_path(A, Within(disc(2, 0), 1.5), []) == Path(((0, 0),))


def test_round_a_disc_by_two_tangents_and_an_arc():
    way = shortest_path(A, (6.0, 0.0), [disc(3, 0)])
    assert way is not None
    assert way.length == pytest.approx(2 * sqrt(8) + 2 * asin(1 / 3), abs=NEAR)
    charge = shortest_path(A, Within(disc(6, 0)), [disc(3, 0)])
    assert charge is not None
    assert charge.length == pytest.approx(2 * sqrt(8) - 1 + 2 * asin(1 / 3), abs=NEAR)


def test_round_the_corners_of_a_wall():
    """Wall from (2, -2) to (3, 2); tangents to circles of 0.5 at its corners (2, 2) and (3, 2), and the flat top."""
    way = shortest_path(A, (5.0, 0.0), [box("wall", 2, -2, 3, 2)])
    assert way is not None
    d = sqrt(8)
    tangent = sqrt(d * d - 0.25)
    arc = 0.5 * (pi / 4 + asin(0.5 / d))
    assert way.length == pytest.approx(2 * tangent + 2 * arc + 1, abs=NEAR)


def test_it_may_squeeze_through_a_gap_as_wide_as_itself():
    walls = [box("south", 2, -5, 3, -0.5), box("north", 2, 0.5, 3, 5)]
    assert shortest_path(A, (5.0, 0.0), walls) == Path(((0, 0), (5, 0)))
    way = shortest_path(disc(0, 0, 0.51), (5.0, 0.0), walls)
    assert way is not None
    assert way.length > 9


def test_no_way_out_of_a_ring():
    ring = [disc(1.5 * cos(radians(a)), 1.5 * sin(radians(a))) for a in range(0, 360, 40)]
    assert shortest_path(A, (9.0, 0.0), ring) is None
    assert shortest_path(A, (9.0, 0.0), ring[2:]) is not None


def test_no_way_off_the_table():
    wall = box("wall", 4, 0, 5, 6)
    assert shortest_path(disc(1, 3), (8.0, 3.0), [wall], Table(10, 6)) is None
    assert shortest_path(disc(1, 3), (8.0, 3.0), [wall], Table(10, 7)) is not None
    assert shortest_path(disc(1, 3), (9.6, 3.0), [], Table(10, 6)) is None
    assert shortest_path(disc(1, 3), (9.5, 3.0), [], Table(10, 6)) is not None


def test_a_base_in_contact_can_slide_off_and_one_in_a_wall_cannot():
    assert shortest_path(A, (-3.0, 0.0), [disc(1, 0)]) == Path(((0, 0), (-3, 0)))
    assert shortest_path(A, (-3.0, 0.0), [disc(0.993, 0)]) == Path(((0, 0), (-3, 0)))  # rounded to the grain
    assert shortest_path(A, (-3.0, 0.0), [disc(0.9, 0)]) is None
    wood = box("wood", -1, -1, 1, 1)
    assert shortest_path(A, (-3.0, 0.0), [wood]) is None
    assert shortest_path(A, (-3.0, 0.0), [wood], ignore=[wood]) == Path(((0, 0), (-3, 0)))


def test_from_contact_round_a_disc_is_half_a_circle():
    way = shortest_path(A, (2.0, 0.0), [disc(1, 0)])
    assert way is not None
    assert way.length == pytest.approx(pi, abs=NEAR)


def test_straight_only_and_limit():
    assert shortest_path(A, Within(disc(6, 0)), [disc(3, 0)], straight_only=True) is None
    assert shortest_path(A, Within(disc(6, 0)), [disc(3, 0)], limit=5.3) is None
    assert shortest_path(A, Within(disc(6, 0)), [disc(3, 0)], limit=5.4) is not None
    assert shortest_path(A, Within(disc(6, 0)), [], limit=5.0) is not None
    assert shortest_path(A, Within(disc(6, 0)), [], limit=4.99) is None


def test_sk_50_it_passes_its_own_unit_but_ends_clear_of_it():
    """A friend stands at the place of contact: the charger ends beside it, where it touches friend and target."""
    friend = disc(4.8, 0)
    assert shortest_path(A, Within(disc(6, 0)), [], ends_clear=[disc(3, 0)]) == Path(((0, 0), (5, 0)))
    way = shortest_path(A, Within(disc(6, 0)), [], ends_clear=[friend])
    assert way is not None
    x, y = way.end
    assert (x, abs(y)) == pytest.approx((5.4, 0.8))
    assert way.length == pytest.approx(hypot(5.4, 0.8))


def test_sk_56_a_reach_charge_stops_short_and_beside_its_friends():
    friend = disc(3, 0)
    way = shortest_path(A, Within(disc(6, 0), 2.0), [], ends_clear=[friend])
    assert way is not None
    x, y = way.end
    assert hypot(x - 3, y) == pytest.approx(1)
    assert hypot(x - 6, y) == pytest.approx(3)


def test_a_rectangular_target_is_met_at_its_side_and_a_wall_before_it_gone_round():
    target = Base(Rectangle(4, 1), Place(0, 5))
    assert shortest_path(A, Within(target), []) == Path(((0, 0), (0, 4)))
    way = shortest_path(A, Within(target), [box("wall", -1, 2, 1, 2.5)])
    assert way is not None
    assert way.end[1] == pytest.approx(4)
    assert 1.5 - 1e-9 <= abs(way.end[0]) <= 1.5 + 1e-9


def test_a_rectangle_goes_as_the_circle_round_it():
    way = shortest_path(Base(Rectangle(6, 8), Place(0, 0)), Within(disc(20, 0)), [])
    assert way is not None
    assert way.length == pytest.approx(20 - 5 - 0.5)


def test_a_gap_below_0_is_refused():
    with pytest.raises(BattlefieldError):
        Within(A, -0.1)


# ---------------------------------------------------------------- properties
coordinate = st.integers(-50, 50).map(lambda n: n / 10)
things = st.lists(
    st.tuples(st.booleans(), coordinate, coordinate, st.integers(3, 25), st.integers(3, 25), st.integers(0, 89)),
    max_size=7,
)


def _things(drawn, by: float = 0.0, shift: tuple[float, float] = (0.0, 0.0)) -> list[Base | Piece]:
    made: list[Base | Piece] = []
    for i, (is_round, x, y, w, h, turn) in enumerate(drawn):
        if is_round:
            made.append(disc(*_moved((x, y), by, shift), w / 10))
        else:
            corners = Base(Rectangle(w / 10, h / 10), Place(x, y, turn)).corners()
            made.append(Piece(f"piece {i}", tuple(_moved(p, by, shift) for p in corners)))
    return made


def _moved(p, by, shift):
    c, s = cos(radians(by)), sin(radians(by))
    return p[0] * c - p[1] * s + shift[0], p[0] * s + p[1] * c + shift[1]


def _ground(thing: Base | Piece) -> shapely.Geometry:
    return thing.core.buffer(thing.margin, quad_segs=64) if isinstance(thing, Base) else thing.shape


@settings(max_examples=150, deadline=None)
@given(things, st.integers(0, 359), coordinate, coordinate)
def test_the_shortest_path(drawn, by, dx, dy):
    start, goal = disc(-8, 0), disc(8, 0)
    obstacles = _things(drawn)
    path = shortest_path(start, Within(goal), obstacles)
    overlapped = any(shapely.distance(start.core, _ground(o)) < 0.5 - 1e-3 for o in obstacles)
    if path is None:
        assert overlapped or drawn
        return
    assert path.length >= 15 - 1e-6
    assert hypot(path.end[0] - 8, path.end[1]) == pytest.approx(1, abs=1e-6)
    line = shapely.LineString(path.points)
    assert all(
        shapely.distance(line, _ground(o)) >= 0.5 - 2e-3 or shapely.distance(start.core, _ground(o)) < 0.5
        for o in obstacles
    )
    # It's tight: no three points can be joined by a straight line.
    for i in range(len(path.points) - 2):
        short = shapely.LineString((path.points[i], path.points[i + 2]))
        bent = shapely.LineString(path.points[i : i + 3]).length - short.length
        assert bent < 1e-6 or any(shapely.distance(short, _ground(o)) < 0.5 + 1e-9 for o in obstacles)
    there = shortest_path(
        disc(*_moved((-8, 0), by, (dx, dy))), Within(disc(*_moved((8, 0), by, (dx, dy)))), _things(drawn, by, (dx, dy))
    )
    assert there is not None
    assert there.length == pytest.approx(path.length, abs=2e-3)


@settings(max_examples=60, deadline=None)
@given(things, coordinate, coordinate)
def test_one_more_in_the_way_makes_no_path_shorter_and_back_is_as_long(drawn, x, y):
    start, end = disc(-8, 0), disc(8, 0)
    obstacles = _things(drawn)
    lengths = []
    for some in (obstacles, [*obstacles, disc(x, y, 1)]):
        there, back = shortest_path(start, end.centre, some), shortest_path(end, start.centre, some)
        lengths.append(inf if there is None else there.length)
        if there is not None and back is not None:
            assert there.length == pytest.approx(back.length, abs=1e-3)
    assert lengths[1] >= lengths[0] - 1e-3


@settings(max_examples=30, deadline=None)
@given(things, st.lists(st.tuples(coordinate, coordinate), max_size=4), st.sampled_from([0.0, 1.5]))
def test_the_place_where_it_ends_is_the_first_that_can_be_had(drawn, friends, gap):
    """No way to any of many places near the target is shorter, and the best of them is hardly longer."""
    start, target = disc(-8, 0), disc(4, 0)
    own = [disc(4 + x / 3, y / 3) for x, y in friends]
    obstacles = _things(drawn[:3])
    if any(shapely.distance(o.core, target.core) < 1 for o in own):
        return
    path = shortest_path(start, Within(target, gap), obstacles, ends_clear=own)
    found = inf
    for away in {1.0 + 1e-9, 1 + gap / 2, 1 + gap - 1e-9}:
        for n in range(120):
            point = (4 + away * cos(radians(3 * n)), away * sin(radians(3 * n)))
            way = shortest_path(start, point, [*obstacles, target], ends_clear=own)
            found = min(found, inf if way is None else way.length)
    if path is None:
        assert found == inf
    else:
        assert found >= path.length - 1e-3
        assert found == inf or gap or found <= path.length + 0.1


@settings(max_examples=25, deadline=None)
@given(things)
def test_no_way_on_a_fine_grid_is_shorter(drawn):
    """Dijkstra on a grid of 0.25 with 16 directions is longer than the shortest way, and not by very much."""
    obstacles = _things(drawn)
    start, end = disc(-8, 0), (8.0, 0.0)
    path = shortest_path(start, end, obstacles)
    length = _grid_length(obstacles, 0.5)
    if length < inf:
        assert path is not None
        assert path.length <= length + 1e-6
    if path is not None and not any(shapely.distance(start.core, _ground(o)) < 0.5 for o in obstacles):
        assert path.length >= _grid_length(obstacles, 0.2) * 0.96 - 0.5


def _grid_length(obstacles, radius) -> float:
    solid = shapely.union_all([_ground(o).buffer(radius, quad_segs=32) for o in obstacles] or [shapely.Point(99, 99)])
    shapely.prepare(solid)
    n = 81
    xs, ys = np.meshgrid(np.linspace(-10, 10, n), np.linspace(-10, 10, n), indexing="ij")
    index = np.arange(n * n).reshape(n, n)
    rows, columns, lengths = [], [], []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2)):
        i, j = np.meshgrid(np.arange(n - dx), np.arange(max(0, -dy), min(n, n - dy)), indexing="ij")
        i, j = i.ravel(), j.ravel()
        ends = np.stack([np.stack([xs[i, j], ys[i, j]], 1), np.stack([xs[i + dx, j + dy], ys[i + dx, j + dy]], 1)], 1)
        ok = ~shapely.intersects(shapely.linestrings(ends), solid)
        rows.append(index[i, j][ok])
        columns.append(index[i + dx, j + dy][ok])
        lengths.append(np.full(ok.sum(), hypot(dx, dy) * 0.25))
    graph = coo_array((np.concatenate(lengths), (np.concatenate(rows), np.concatenate(columns))), shape=(n * n, n * n))
    found = dijkstra(graph.tocsr(), directed=False, indices=int(index[8, 40]))
    return float(found[index[72, 40]])
