"""Where everybody stands in a fight stated without a table: gaps, contacts, and what moves do to them (SK-C13)."""

from typing import Any

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.field import Field, Ground, NoWay, field_of
from coldsteel.rulebooks.skirmish.interchange import groups, renamed
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.stated import FAR, Stated, opening
from tests.rulebooks.skirmish.builders import brute, fight, gap_of, obstacle_of, pair_of, slot, trooper, unit


def field(f: Fight) -> tuple[Field, Ground]:
    return field_of(f.setup), f.ground


def duel(gap: float | None = 3, d: dict[str, Any] | None = None, *weapons: str, **given: Any) -> Fight:
    """C, number 0, and D, number 1."""
    return fight(trooper("C", *(weapons or ("sword",))), trooper("D", "sword", **(d or {})), gap=gap, **given)


def two_on_two() -> Fight:
    """C and E against D, in contact with C, and G: 2 from C, 3 from E; E and D are 1.5 apart."""
    gaps = [gap_of("C", "G", 2), gap_of("E", "D", 1.5), gap_of("E", "G", 3)]
    return fight([trooper("C"), trooper("E")], [trooper("D"), trooper("G")], gaps=gaps, contacts=[pair_of("C", "D")])


# ---------------------------------------------------------------- the ground
def test_the_ground_is_who_is_there_and_the_gaps_of_all_pairs():
    field_, g = field(two_on_two())
    assert isinstance(field_, Stated)
    assert g == field_.start() == ((1, 1, 1, 1), (0, 200, 150, 300), 2)


def test_an_opening_takes_pairs_in_either_order_and_wants_them_all():
    assert opening([0, 0, 1], {(0, 2): 100, (2, 1): 200}) == ((1, 1, 1), (100, 200), 2)
    assert opening([0, 0, 1], {(2, 1): 200}, gone=[0]) == ((0, 1, 1), (-1, 200), 2)
    with pytest.raises(KeyError):
        opening([0, 0, 1], {(0, 2): 100})


def test_sk_80_one_who_is_taken_off_touches_nobody():
    field_, g = field(two_on_two())
    assert field_.touched_by(g, 0) == (2,)
    gone = field_.without(g, 2)
    assert gone == ((1, 1, 0, 1), (-1, 200, -1, 300), 2)
    assert not field_.there(gone, 2)
    assert field_.touched_by(gone, 0) == ()
    assert field_.touched_by(gone, 2) == ()


def test_sk_4_contact_is_a_gap_of_0_and_sk_159_none_across_an_obstacle():
    field_, g = field(two_on_two())
    assert [field_.touching(g, a, b) for a, b in ((0, 2), (2, 0), (0, 3), (1, 2))] == [True, True, False, False]
    field_, g = field(duel(0.0, across_obstacle=[obstacle_of("C", "D", 1, 0.5)]))
    assert field_.gap(g, 0, 1) == 0
    assert not field_.touching(g, 0, 1)


def test_sk_85_all_see_each_other_but_one_may_be_stated_to_look_elsewhere():
    field_, g = field(duel(3, {"in_view": False}))
    assert field_.sees(g, 1, 0)
    assert not field_.in_view(g, 1, 0)
    assert field_.in_view(g, 0, 1)
    field_, g = field(duel(3, {"in_view": False}, rulings={"waiting_view": "none"}))
    assert field_.in_view(g, 1, 0)


# ---------------------------------------------------------------- charges
def test_sk_38_the_line_is_as_long_as_the_gap_and_not_longer_than_r():
    for gap, length in ((3.99, 399), (4, 400)):
        field_, g = field(duel(gap))
        line = field_.line(g, 0, 1, 0, False)
        assert line[0] == length
    field_, g = field(duel(4.01))
    found = field_.line(g, 0, 1, 0, False)
    assert isinstance(found, NoWay)
    assert found.clause == "SK-38"


def test_sk_56_a_charge_by_reach_ends_within_reach():
    """SK-W17: a gap of 4.2 is too far for a sword; with a reach of 2 it takes 2.2 inches."""
    field_, g = field(duel(4.2))
    line = field_.line(g, 0, 1, 200, False)
    assert line[:2] == (220, 0)
    there = field_.arrived(g, 0, 1, line)
    assert field_.gap(there, 0, 1) == 200
    assert field_.line(there, 0, 1, 200, False)[0] == 0


def test_sk_c13_a_charge_leaves_the_other_gaps_as_they_are():
    field_, g = field(two_on_two())
    line = field_.line(g, 1, 3, 0, False)
    assert field_.at(g, 1, line, 100) == ((1, 1, 1, 1), (0, 200, 150, 200), 2)
    assert field_.arrived(g, 1, 3, line) == ((1, 1, 1, 1), (0, 200, 150, 0), 2)


def test_sk_w16_across_an_obstacle_a_charge_ends_at_its_width():
    """SK-W16: an obstacle of size 1 and width 1 (SK-57, SK-C13); by reach at as much more (SK-157)."""
    field_, g = field(duel(3, across_obstacle=[obstacle_of("C", "D", 1, 1)]))
    line = field_.line(g, 0, 1, 0, True)
    assert line[:2] == (200, 1)
    there = field_.arrived(g, 0, 1, line)
    assert field_.gap(there, 0, 1) == 100
    assert field_.touched_by(there, 0) == ()
    assert field_.line(g, 0, 1, 200, True)[0] == 0
    refused = field_.line(g, 0, 1, 0, False)
    assert isinstance(refused, NoWay)
    assert refused.clause == "SK-154"


def test_sk_c13_points_on_offer():
    """Start, full inches, end; and where a spear of the waiting target reaches the charger first: 2.5 - 2 = 0.5."""
    field_, g = field(fight(trooper("C", "sword"), trooper("D", "spear"), gap=2.5))
    line = field_.line(g, 0, 1, 0, False)
    assert field_.points(g, 0, 1, line, ()) == (0, 100, 200, 250)
    assert field_.points(g, 0, 1, line, (1,)) == (0, 50, 100, 200, 250)


# ---------------------------------------------------------------- reactions
def test_sk_95_the_inch_and_sk_96_what_is_left_of_the_line():
    field_, g = field(duel(3))
    line = field_.line(g, 0, 1, 0, False)
    now = field_.at(g, 0, line, 100)
    met = field_.inch(now, 1, 0, 100)
    assert field_.gap(met, 0, 1) == 100
    assert field_.left(met, 0, 1, line, 100, 0)[0] == 100
    field_, g = field(duel(0.6))
    assert field_.touching(field_.inch(g, 1, 0, 100), 0, 1)


def test_sk_r14_an_obstacle_bars_the_inch_unless_the_conditions_do_not_bind_the_target():
    field_, g = field(duel(2, across_obstacle=[obstacle_of("C", "D")]))
    assert isinstance(field_.inch(g, 1, 0, 100), NoWay)
    field_, g = field(duel(2, across_obstacle=[obstacle_of("C", "D")], rulings={"counter_conditions": "none"}))
    assert field_.gap(field_.inch(g, 1, 0, 100), 0, 1) == 100


@pytest.mark.parametrize(("length", "to", "gap"), [(400, 0, 0), (150, 0, 150), (400, 200, 200), (0, 0, 300)])
def test_sk_110_moving_on(length: int, to: int, gap: int):
    field_, g = field(duel(3))
    assert field_.gap(field_.closes(g, 1, 0, length, to), 0, 1) == gap


def test_sk_99_a_rescue_is_possible_where_it_is_stated():
    """With a reach of 2 also without contact, where the rescuer is no farther off than what is left of the line."""
    both = [trooper("D"), trooper("H", "spear", interceptable=True)]
    field_, g = field(fight(trooper("C"), both, gap=3))
    line = field_.line(g, 0, 1, 0, False)
    now = field_.at(g, 0, line, 200)
    ways = field_.rescues(now, 2, 0, 1, line, 200, 200)
    assert not isinstance(ways, NoWay)
    assert [(w.contact, w.on_line, field_.gap(w.ground, 0, 2)) for w in ways] == [
        (True, False, 0),
        (False, False, 200),
        (False, True, 100),
    ]
    assert [w.contact for w in field_.rescues(now, 2, 0, 1, line, 200, 0)] == [True]
    # SK-116: the one on the line is the target now
    assert field_.left(ways[2].ground, 0, 2, line, 200, 0)[0] == 100
    refused = field_.rescues(now, 1, 0, 1, line, 200, 200)
    assert isinstance(refused, NoWay)
    assert refused.clause == "SK-103"


def test_sk_w11_flight_and_pursuit():
    """SK-W11: from 1 inch, 4 inches of flight: 5 of 6 are left, caught; from 3 inches 3 are left, escaped."""
    for gap, left, caught, after in ((1, 500, True, 0), (3, 300, False, 100)):
        field_, g = field(fight(brute("C", "maul"), trooper("D", "sword"), gap=gap))
        there = field_.arrived(g, 0, 1, field_.line(g, 0, 1, 0, False))
        fled = field_.flight(there, 1, 0)
        assert field_.gap(fled, 0, 1) == 400
        end, *found = field_.pursuit(fled, 0, 1, left, 0)
        assert found == [caught, caught]
        assert field_.gap(end, 0, 1) == after


def test_sk_130_a_reach_catches_without_contact():
    field_, g = field(duel(4))
    end, caught, contact = field_.pursuit(g, 0, 1, 250, 200)
    assert (field_.gap(end, 0, 1), caught, contact) == (200, True, False)
    end, caught, contact = field_.pursuit(g, 0, 1, 199, 200)
    assert (field_.gap(end, 0, 1), caught, contact) == (201, False, False)


def test_sk_c13_a_flight_changes_the_gap_to_the_charger_alone():
    field_, g = field(two_on_two())
    assert field_.flight(g, 2, 0) == ((1, 1, 1, 1), (400, 200, 150, 300), 2)


# ---------------------------------------------------------------- other moves
def test_sk_c13_plain_moves_change_all_gaps_alike_by_whole_inches_and_never_to_less_than_1():
    """G is 2 from C and 3 from E: nearer by 1 inch at most, away by 4."""
    field_, g = field(two_on_two())
    assert [(m.length, m.ground[1]) for m in field_.moves(g, 3, False)] == [
        (100, (0, 100, 150, 200)),
        (400, (0, 600, 150, 700)),
    ]
    assert [m.length for m in field_.moves(g, 3, True)] == [400]  # SK-161
    field_, g = field(duel(1.9))
    assert [m.ground[1] for m in field_.moves(g, 0, False)] == [(590,)]
    field_, g = field(duel(9))
    assert [m.ground[1] for m in field_.moves(g, 0, False)] == [(500,), (1300,)]


def test_gaps_do_not_grow_without_end():
    field_, g = field(duel(71))
    away = field_.moves(g, 0, False)[1].ground
    assert field_.gap(away, 0, 1) == FAR
    assert len(field_.moves(away, 0, False)) == 1


def test_sk_143_a_break_off_move_leaves_r_to_each_former_contact():
    field_, g = field(fight(trooper("C"), [trooper("D"), trooper("G"), trooper("H")], gaps=[gap_of("C", "H", 2)]))
    (move,) = field_.breakaways(g, 0)
    assert move.ground[1] == (400, 400, 200)
    field_, g = field(fight(trooper("C", r=0), trooper("D")))
    assert field_.breakaways(g, 0) == ()  # SK-145


def test_sk_c8_a_move_that_is_owed():
    both = unit("squad", trooper("D"), trooper("L"), leader="L")
    field_, g = field(fight(trooper("C"), both, gap=2))
    assert field_.owed(g, 1, None)[1] == (600, 200)
    assert field_.owed(g, 1, slot(fight(trooper("C"), both, gap=2), "L")) == g


def test_who_is_stated_to_be_far_off_comes_nearer_inch_by_inch():
    """SK-C13: from 100 inches it moves to 96, and no farther away."""
    field_, g = field(duel(100))
    assert [(m.length, m.ground[1]) for m in field_.moves(g, 0, False)] == [(400, (9600,))]
    assert field_.gap(field_.flight(g, 1, 0), 0, 1) == field_.gap(field_.owed(g, 1, None), 0, 1) == 10000


# ---------------------------------------------------------------- names
def test_models_named_anew_keep_their_gaps():
    field_, g = field(two_on_two())
    anew = field_.renamed(g, {0: 1, 1: 0, 2: 2, 3: 3})
    assert anew == ((1, 1, 1, 1), (150, 300, 0, 200), 2)
    assert field_.renamed(anew, {0: 1, 1: 0}) == g
    gone = field_.without(g, 2)
    assert field_.renamed(gone, {2: 3, 3: 2}) == ((1, 1, 1, 0), (200, -1, 300, -1), 2)


def test_a_ground_is_named_anew_whatever_the_numbers_of_the_sides():
    """One against two and two against one have as many models and gaps: the ground says which of them it is."""
    for a, b in ((1, 2), (2, 1)):
        gaps = [gap_of("A0", "B0", 2), gap_of("A0", "B1", 3) if b == 2 else gap_of("A1", "B0", 3)]
        f = fight([trooper(f"A{k}") for k in range(a)], [trooper(f"B{k}") for k in range(b)], gaps=gaps)
        field_, g = field(f)
        new = {0: 1, 1: 0} if a == 2 else {1: 2, 2: 1}
        assert renamed(g, new) == field_.renamed(g, new) == ((1, 1, 1), (300, 200), a)


def test_sides_of_different_size_have_interchangeable_models():
    """One against two of the same kind: their two states after the first is dead are one, by another name."""
    low = {"stance": "firing", "actions": 1}
    f = fight(trooper("T", "sword", **low), [trooper(n, **low) for n in "UV"], max_turns=1)
    assert [g.slots for g in groups(f)] == [(1, 2)]
    plainly, sorted_ = solve(RULEBOOK, f, sort=False), solve(RULEBOOK, f)
    assert sorted_.states < plainly.states
    assert abs(sorted_.value - plainly.value) < 1e-12


def test_words_say_how_far_the_enemies_are():
    field_, g = field(two_on_two())
    assert field_.words(g, 1) == "1.5 from D, 3 from G"
    assert field_.words(field_.without(g, 1), 1) == ""
