"""Being drawn in on a table: who is near, the shortest free way to a place in contact (WL-7 to WL-18)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.wasteland.situation import field_of, number
from tests.driving import before, chance, legal, outcomes, step
from tests.rulebooks.wasteland.builders import all_codes, ask_of, at, bow, codes, fight, of, slot, taking


def at_the_bout(f, *words):
    """The one state in which the first bout begins, everybody being drawn in."""
    (s,) = outcomes(f, before("bout"), taking(*(words or ("be drawn in",))))
    return s


def fighting(f, name, g=0):
    """Is a model in contact with an enemy?"""
    return number(f, slot(f, name), g) in field_of(f).fighting


def place(f, name, g=0):
    """Where a model stands, in steps."""
    return tuple(n / 100 for n in f.spot(slot(f, name), g))


def gap(f, a, b):
    return field_of(f).gap(number(f, slot(f, a), 0), number(f, slot(f, b), 0))


def test_w1_within_three_steps_of_a_fighter_of_either_side():
    """W1: A2 at exactly 3 from A1, A3 at exactly 3 from B1: drawn in; B2 at 3.1 isn't (WL-1, WL-7 to WL-9, WL-11)."""
    f = fight(
        [at("A1", (0, 0)), at("A2", (-4, 0)), at("A3", (5, 0))], [at("B1", (1, 0)), at("B2", (0, 4.1))], fp=(2, 2)
    )
    assert [gap(f, *pair) for pair in (("A2", "A1"), ("A3", "B1"), ("B2", "A1"))] == [3, 3, 3.1]
    s = at_the_bout(f)
    assert [fighting(s, name) for name in ("A2", "A3", "B2")] == [True, True, False]
    assert s.fp == (2, 2)
    assert place(s, "A3") == (2, 0, 0)  # straight on, until the bases touch
    assert not of(s, "A2").charged


@pytest.mark.parametrize(("reading", "drawn"), [("snapshot", [True, False]), ("chain", [True, True])])
def test_w1_a_row_of_warriors_is_measured_once(reading, drawn):
    """W1: fight at 0, warriors at 3 and 5 steps: only the first is drawn in, both under `chain` (WL-9, WL-R1)."""
    f = fight(
        [at("A1", (0, 0)), at("A2", (0, 4)), at("A3", (0, 6))], at("B1", (1, 0)), rulings={"pull_in_chain": reading}
    )
    s = at_the_bout(f)
    assert [fighting(s, name) for name in ("A2", "A3")] == drawn


def test_wl_9_who_was_drawn_in_draws_in_others_in_the_next_round():
    idle = {"weapons": []}
    a = [at("A1", (0, 0), **idle), at("A2", (5, 0), **idle), at("A3", (5, 1), **idle)]
    f = fight(a, at("B1", (1, 0), **idle), melee_in_progress=True)
    first = at_the_bout(f)
    assert [fighting(first, name) for name in ("A2", "A3")] == [True, False]
    (second,) = outcomes(step(first), before("bout"), taking("be drawn in", "blade"))
    assert fighting(second, "A3")


def test_wl_10_the_way_leads_round_who_is_in_between():
    """A2 stands right behind A1, the enemy in front of him: half way round A1 (radius 1 for the centres), where the
    circles round A1 and B1 meet, at 60 degrees: from (-1, 0) an arc of 120 degrees: 2.09 steps."""
    f = fight([at("A1", (0, 0)), at("A2", (-1, 0))], at("B1", (1, 0)))
    s = at_the_bout(f)
    x, y, _ = place(s, "A2")
    assert (x, abs(y)) == (0.5, 0.87)


@pytest.mark.parametrize(("limit", "drawn"), [("none", True), ("three_steps", False)])
def test_wl_r2_how_far_one_is_moved(limit, drawn):
    """WL-R2: 2 steps from a fighting friend, 4 from the nearest enemy edge: drawn in, or not (and it may not shoot)."""
    f = fight(
        [at("A1", (0, 0), weapons=[]), at("A2", (-3, 0), weapons=["bow"])],
        at("B1", (1, 0), weapons=[]),
        weapons=[bow()],
        activations=["A2"],
        rulings={"pull_in_move_limit": limit},
    )
    assert gap(f, "A2", "A1") == 2
    s = at_the_bout(f)
    assert fighting(s, "A2") == drawn
    if not drawn:
        ask = ask_of(f, "A2")
        assert codes(ask, "is drawn in") == {"no_place": "WL-10"}
        assert all_codes(ask_of(f, "shot of A2"))["near_melee"] == "WL-17"


def test_wl_10_no_room_for_the_base_no_drawing_in():
    """Six bases round one of the same size leave no room for a seventh: B1 has A1 and five others round him."""
    ring = [(1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87)]
    full = fight([at("A1", *ring), at("A2", (0, 4))], at("B1", (0, 0)))
    assert not fighting(at_the_bout(full), "A2")
    assert codes(ask_of(full, "A2"), "is drawn in") == {"no_place": "WL-10"}
    open_ = fight([at("A1", *ring[:1], *ring[2:]), at("A2", (0, 4))], at("B1", (0, 0)))
    s = at_the_bout(open_)
    assert fighting(s, "A2")
    assert place(s, "A2") == (0.5, 0.87, 0)


def test_wl_10_the_nearest_enemy_that_has_room():
    """B1 is nearer but walled in by his own; B2 is farther and free."""
    ring = [(1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87)]
    f = fight([at("A1", (2, 0)), at("A2", (0, 3))], [at("B1", (0, 0)), at("B2", *ring)])
    s = at_the_bout(f)
    field = field_of(s)
    assert not field.touch(number(s, slot(s, "A2"), 0), number(s, slot(s, "B1"), 0))


@pytest.mark.parametrize(
    ("given", "code", "clause"),
    [
        ({"spot": (0, 4.1)}, "not_within_three", "WL-7"),
        ({"spot": (0, 3), "fleeing": True}, "exempt_from_pull", "WL-12"),
        ({"spot": (0, 3), "knocked_down": True}, "exempt_from_pull", "WL-12"),
    ],
)
def test_who_is_not_drawn_in(given, code, clause):
    spot = given.pop("spot")
    f = fight([at("A1", (0, 0)), at("A2", spot, **given)], at("B1", (1, 0)))
    ask = ask_of(f, "A2")
    assert codes(ask, "is drawn in") == {code: clause}
    assert codes(ask, "tries") == {"not_being_drawn_in": "WL-14"}


def test_wl_16_one_decision_and_one_roll_for_all_models_of_a_unit():
    """WL-R4: three warriors, Mobility 4: all keep out with 2/3; one by one with 8/27."""
    found = []
    for scope in ("per_unit", "per_model"):
        three = at("A2", (-3, 0), (-3, 1), (-3, -1), mobility=4)
        f = fight([at("A1", (0, 0)), three], at("B1", (1, 0)), rulings={"avoid_scope": scope})
        out = lambda s: not any(fighting(s, "A2", g) for g in range(3))  # noqa: E731
        found.append(chance(f, out, before("bout"), taking("try")))
    assert found == [F(2, 3), F(8, 27)]


def test_wl_r4_one_by_one_some_stay_and_some_are_drawn_in():
    two = at("A2", (-3, 0), (-3, 1), mobility=4)
    f = fight([at("A1", (0, 0)), two], at("B1", (1, 0)), rulings={"avoid_scope": "per_model"})
    just_one = lambda s: fighting(s, "A2", 0) != fighting(s, "A2", 1)  # noqa: E731
    assert chance(f, just_one, before("bout"), taking("try")) == 2 * F(2, 3) * F(1, 3)


def test_wl_10_the_nearer_of_two_melees_and_at_equal_distance_the_owner_chooses():
    def between(x):
        a = [at("A1", (0, 0)), at("A2", (8, 0)), at("A3", (x, 0))]
        return fight(a, [at("B1", (0, 1)), at("B2", (8, 1))])

    near = at_the_bout(between(3.9))
    assert field_of(near).touch(number(near, slot(near, "A3"), 0), number(near, slot(near, "B1"), 0))
    f = between(4)
    assert legal(ask_of(f, "melee that draws in A3")) == ["A1 and B1", "A2 and B2"]
    chosen = at_the_bout(f, "A2 and B2", "be drawn in")
    assert field_of(chosen).touch(number(chosen, slot(chosen, "A3"), 0), number(chosen, slot(chosen, "B2"), 0))


@pytest.mark.parametrize(("stated", "drawn"), [(None, [False, True]), (True, [True, True]), (False, [False, False])])
def test_wl_4_a_melee_begun_by_a_charge_draws_in_nobody_yet(stated, drawn):
    """Two melees: A1 charged B1 in this round, A2 and B2 have been fighting; A3 and A4 stand near one of them each."""
    f = fight(
        [at("A1", (0, 0), charged_this_round=True), at("A2", (20, 0)), at("A3", (-3, 0)), at("A4", (17, 0))],
        [at("B1", (1, 0)), at("B2", (21, 0))],
        melee_in_progress=stated,
    )
    s = at_the_bout(f)
    assert [fighting(s, name) for name in ("A3", "A4")] == drawn


def test_wl_13_preparation_and_camouflage_end_with_the_move():
    f = fight([at("A1", (0, 0))], [at("B1", (1, 0)), at("B2", (1, 3), camouflaged=True, prepared_defence=True)])
    s = at_the_bout(f)
    assert not of(s, "B2").camouflaged
    assert not of(s, "B2").prepared


@pytest.mark.parametrize(("reading", "charges"), [("no", False), ("yes", True)])
def test_wl_r3_being_drawn_in_may_count_as_a_charge(reading, charges):
    f = fight([at("A1", (0, 0)), at("A2", (0, 3))], at("B1", (1, 0)), rulings={"pulled_counts_as_charge": reading})
    assert bool(of(at_the_bout(f), "A2").charged) == charges


def test_wl_8_who_is_drawn_in_is_in_contact_though_places_have_a_grain():
    """With no tolerance of contact (WL-C1) places are in contact as far as their grain of 0.01 steps can tell."""
    f = fight([at("A1", (0, 0)), at("A2", (2.3, 2.1))], at("B1", (1, 0)), parameters={"contact_mm": 0})
    assert fighting(at_the_bout(f), "A2")


def test_wl_10_within_a_unit_the_shortest_way_is_gone_first():
    """One place is left, and the man listed last is nearest to it."""
    ring = [(1, 0), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87)]
    s = at_the_bout(fight([at("A1", *ring), at("A2", (0, 4), (0.6, 3))], at("B1", (0, 0))))
    assert [fighting(s, "A2", g) for g in (0, 1)] == [False, True]


@pytest.mark.parametrize("scope", ["per_unit", "per_model"])
def test_wl_10_who_is_shut_in_by_his_fellows_follows_them(scope):
    """In a corner of the table, two of his squad before him: once they have gone the way is free (all three within 3
    steps: sqrt(2.5^2 + 2.5^2) - 1 = 2.54)."""
    f = fight(
        [at("A1", (3, 3)), at("A2", (0.5, 0.5), (1.5, 0.5), (0.5, 1.5))],
        at("B1", (3, 4)),
        table={"width": 20, "height": 20},
        rulings={"avoid_scope": scope},
    )
    s = at_the_bout(f)
    assert [fighting(s, "A2", g) for g in range(3)] == [True, True, True]


def test_wl_8_the_owner_orders_his_units_where_it_matters():
    """Two units and one place left: who goes first gets it."""
    ring = [(1, 0), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87)]
    f = fight([at("A1", *ring), at("A2", (0, 4)), at("A3", (1.5, 4))], at("B1", (0, 0)))
    assert legal(ask_of(f, "who is drawn in next")) == ["A2", "A3"]
    s = at_the_bout(f, "A3", "be drawn in")
    assert [fighting(s, name) for name in ("A2", "A3")] == [False, True]
    apart = fight([at("A1", (0, 0)), at("A2", (0, 4)), at("A3", (0, -4))], at("B1", (1, 0)))
    with pytest.raises(AssertionError, match="no choice of"):
        ask_of(apart, "who is drawn in next")
