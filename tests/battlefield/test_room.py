"""Room round a base, and friends who make some."""

from __future__ import annotations

from math import acos, atan2, cos, degrees, hypot, radians, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from coldsteel.battlefield.bases import Base, Place, Rectangle, Round
from coldsteel.battlefield.room import angle_apart, room_around, shifted
from coldsteel.battlefield.table import Piece, Table
from coldsteel.errors import BattlefieldError


def disc(x: float, y: float, r: float = 0.5) -> Base:
    return Base(Round(r), Place(x, y))


def at(degree: float, r: float = 0.5, a: float = 0.5) -> Base:
    """A base that touches one of radius a at the origin, at an angle against the clock from +x."""
    return disc((a + r) * cos(radians(degree)), (a + r) * sin(radians(degree)), r)


def angle(base: Base) -> float:
    return degrees(atan2(base.place.y, base.place.x)) % 360


TARGET = disc(0, 0)


# ---------------------------------------------------------------- room
def test_sk_c11_equal_bases_are_60_degrees_apart_and_six_fit():
    assert angle_apart(0.5, 0.5, 0.5) == pytest.approx(60)
    assert room_around(0.5, [0.5] * 6)
    assert not room_around(0.5, [0.5] * 7)


def test_sk_c11_the_angle_of_unequal_bases():
    assert angle_apart(1, 0.5, 2) == pytest.approx(degrees(acos((1.5**2 + 3**2 - 2.5**2) / (2 * 1.5 * 3))))


@pytest.mark.parametrize(("radii", "fits"), [([], True), ([9], True), ([2, 2, 2], True), ([4, 4, 4], False)])
def test_room_for_few(radii, fits):
    assert room_around(0.5, radii) is fits


def test_a_small_base_hides_between_two_great_ones_but_does_not_part_them():
    """Two of 3 round one of 1 take 97.2 degrees, twice; a base of 0.1 fits into the rest, a third of 3 does not."""
    assert angle_apart(1, 3, 3) == pytest.approx(97.18, abs=0.01)
    assert room_around(1, [3, 3, 3])
    assert room_around(1, [3, 3, 3, 0.1, 0.1, 0.1])
    assert not room_around(1, [3, 3, 3, 3])


# ---------------------------------------------------------------- shifting
def test_sk_52_nobody_moves_if_there_is_room():
    found = shifted(at(0), TARGET, [(at(60), ()), (at(-61), ())])
    assert found is not None
    assert found.total == 0
    assert found.newcomer == at(0)


def test_sk_53_a_friend_slides_just_far_enough():
    found = shifted(at(0), TARGET, [(at(40), ())])
    assert found is not None
    assert angle(found.neighbours[0]) == pytest.approx(60)
    assert found.total == pytest.approx(radians(20))
    assert found.neighbours[0].place.facing == pytest.approx(340)  # turned as it slid


def test_sk_53_a_friend_pushes_the_next_one_on():
    found = shifted(at(0), TARGET, [(at(40), ()), (at(100), ()), (at(200), ())])
    assert found is not None
    assert [angle(b) for b in found.neighbours] == pytest.approx([60, 120, 200])
    assert found.total == pytest.approx(radians(40))


def test_sk_53_it_takes_the_shorter_way_round_the_newcomer():
    found = shifted(at(0), TARGET, [(at(10), ())])
    assert found is not None
    assert angle(found.neighbours[0]) == pytest.approx(60)
    crowded = [(at(10), ()), (at(70), ()), (at(130), ()), (at(190), ())]
    found = shifted(at(0), TARGET, crowded)
    assert found is not None
    assert angle(found.neighbours[0]) == pytest.approx(300)
    assert found.total == pytest.approx(radians(70))


def test_sk_53_one_with_another_contact_stays():
    other = disc(1.5 * cos(radians(40)) + 0.5, 1.6)
    assert shifted(at(0), TARGET, [(at(40), (other,))]) is None
    assert shifted(at(0), TARGET, [(at(40), (TARGET,))]) is not None
    found = shifted(at(0), TARGET, [(at(40), (other,))], anywhere=True)
    assert found is not None
    assert angle(found.newcomer) == pytest.approx(340)


def test_sk_53_six_fit_and_a_seventh_does_not():
    five = [(at(60 * n + 20), ()) for n in range(5)]
    found = shifted(at(0), TARGET, five)
    assert found is not None
    assert sorted(angle(b) for b in found.neighbours) == pytest.approx([60, 120, 180, 240, 300], abs=1e-6)
    assert shifted(at(0), TARGET, [(at(60 * n + 20), ()) for n in range(6)], anywhere=True) is None


def test_sk_53_six_fit_though_their_places_are_rounded_to_the_grain():
    five = [(b.at(b.place.quantised()), ()) for b in (at(60 * n + 20) for n in range(5))]
    found = shifted(at(0), TARGET, five)
    assert found is not None
    assert sorted(angle(b) for b in found.neighbours) == pytest.approx([60, 120, 180, 240, 300], abs=0.6)
    assert all(hypot(*b.centre) == pytest.approx(1, abs=0.01) for b in found.neighbours)


def test_friends_slide_neither_through_walls_nor_off_the_table():
    wall = Piece("wall", ((-0.1, 1.0), (0.1, 1.0), (0.1, 3), (-0.1, 3)))
    assert shifted(at(0), TARGET, [(at(30), ())]) is not None
    assert shifted(at(0), TARGET, [(at(30), ())], [wall]) is None
    around = disc(5, 0.5)
    wanted, friend = disc(6, 0.5), disc(5 + cos(radians(10)), 0.5 + sin(radians(10)))
    found = shifted(wanted, around, [(friend, ())], table=Table(10, 10))
    assert found is not None
    assert found.total == pytest.approx(radians(50))
    wanted = disc(5 + cos(radians(10)), 0.5 + sin(radians(10)))
    up = [(disc(5 + cos(radians(a)), 0.5 + sin(radians(a))), ()) for a in (20, 80, 140)]
    assert shifted(wanted, around, up) is not None  # to 70, 130, 190
    assert shifted(wanted, around, up, table=Table(10, 10)) is None
    assert shifted(wanted, around, up[:2], table=Table(10, 10)) is not None


def test_a_newcomer_in_a_wall_or_on_its_target_is_refused():
    assert shifted(at(0), TARGET, [], [Piece("wall", ((1, -1), (2, -1), (2, 1), (1, 1)))]) is None
    with pytest.raises(BattlefieldError):
        shifted(disc(0, 0), TARGET, [])


def test_rectangles_do_not_slide():
    block = Base(Rectangle(1, 1), Place(1, 0.8))
    assert shifted(at(0), TARGET, [(block, ())]) is None
    assert shifted(at(-90), TARGET, [(block, ())]) is not None


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(0, 359), min_size=1, max_size=5), st.integers(3, 9), st.integers(0, 359))
def test_the_least_total_is_that_of_linear_programming(turns, radius, direction):
    """In each order of the ring, the least total of slides is a linear programme."""
    r = radius / 10
    need = angle_apart(0.5, r, r)
    placed: list[float] = []
    for t in sorted(turns):
        if all(min((t - p) % 360, (p - t) % 360) >= need for p in placed):
            placed.append(float(t))
    found = shifted(at(direction, r), TARGET, [(at(p, r), ()) for p in placed])
    least = min(_programme([(p - direction) % 360 for p in placed], need), default=None)
    assert (found is None) == (least is None)
    if found is not None and least is not None:
        assert found.total == pytest.approx(radians(least) * (0.5 + r), abs=1e-5)
        bases = [found.newcomer, *found.neighbours]
        for i, b in enumerate(bases):
            assert hypot(*b.centre) == pytest.approx(0.5 + r)
            for c in bases[:i]:
                assert hypot(b.place.x - c.place.x, b.place.y - c.place.y) >= 2 * r - 1e-6


def _programme(angles, need):
    ring = sorted(angles)
    n = len(ring)
    for k in range(n):
        for wrap in (0, 360):
            start = np.array([a - 360 + wrap for a in ring[k:]] + [a + wrap for a in ring[:k]])
            # minimise the sum of t, t >= |x - start|, x increasing by need, from need to 360 - need
            apart = [[*(float(j == i) - float(j == i + 1) for j in range(n)), *[0.0] * n] for i in range(n - 1)]
            eye = np.eye(n)
            sides = np.vstack([np.hstack([eye, -eye]), np.hstack([-eye, -eye])])
            matrix = np.vstack([np.array(apart).reshape(n - 1, 2 * n), sides])
            result = linprog(
                [0] * n + [1] * n,
                A_ub=matrix,
                b_ub=np.concatenate([np.full(n - 1, -need), start, -start]),
                bounds=[(need, 360 - need)] * n + [(0, None)] * n if need <= 180 else None,
            )
            if result.status == 0 and need <= 180:
                yield result.fun
