"""The table of defeats (TR-60 to TR-75)."""

import pytest

from coldsteel.kernel.state import evolve
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.melee import answer_defeat
from coldsteel.rulebooks.trench.state import Status
from tests.driving import alone, ask_of, codes, ended, legal, outcomes, spread
from tests.rulebooks.trench.builders import (
    after_round,
    beaten_by,
    bout,
    cavalry,
    fight,
    foot,
    group,
    leader,
    measure,
    melee,
    recruits,
    veterans,
    with_group,
)


def row(s, name):
    """Level, inches, Shock, facing, next turn of a Group."""
    return (
        measure(s, f"level.{name}"),
        measure(s, f"moved.{name}"),
        measure(s, f"shock.{name}"),
        measure(s, f"facing_away.{name}"),
        measure(s, f"next_turn.{name}"),
    )


FIRE, FREE, NOTHING = "fire_only", "free", "nothing"
W13 = {
    1: ((1, 6, 0, "no", FREE), (2, 9, 2, "no", FIRE), (1, 12, 0, "no", FREE)),
    2: ((2, 9, 1, "no", FIRE), (3, 12, 2, "no", FIRE), (2, 18, 1, "no", FIRE)),
    3: ((3, 12, 2, "no", FIRE), (4, 18, 0, "yes", NOTHING), (3, 24, 2, "no", FIRE)),
    6: ((4, 18, 0, "yes", NOTHING), (4, 18, 0, "yes", NOTHING), (4, 24, 0, "yes", NOTHING)),
}


def three(**given):
    return fight(foot("a", 9), [foot("foot", 3), recruits("new", 3), cavalry("horse", 3)], **given)


@pytest.mark.parametrize("d", W13)
def test_w13_three_groups_beaten(d):
    """W13: regular foot, recruits and cavalry beaten by 1, 2, 3, 6 (TR-60 to TR-67, TR-72, TR-73)."""
    s = beaten_by(three(), d)
    assert (row(s, "foot"), row(s, "new"), row(s, "horse")) == W13[d]


def test_w13_two_shock_for_each_group():
    """W13: `loss2_shock = group`, beaten by 2: the regular foot takes 2 (TR-61, TR-62)."""
    assert row(beaten_by(three(rulings={"loss2_shock": "group"}), 2), "foot")[2] == 2


SIX = foot("b", 6, shock=2)


def six(**given):
    """W14: six foot with Shock 5, three of it from this fight."""
    rulings = given.pop("rulings", {})
    return with_group(fight(foot("a", 9), foot("b", 6, shock=2, **given), rulings=rulings), "b", shock=5)


@pytest.mark.parametrize(("reading", "shock"), [("this_fight", 8), ("all_carried", 10)])
def test_w14_shock_counts_twice(reading, shock):
    """W14: beaten by 4: 18 inches, Shock 8, or 10 (TR-64, TR-65)."""
    s = beaten_by(six(rulings={"loss4_double": reading}), 4)
    assert (measure(s, "moved.b"), measure(s, "shock.b")) == (18, shock)


@pytest.mark.parametrize("d", [1, 4])
def test_w14_no_room_is_surrender(d):
    """W14: with 3 inches of room, beaten by 1 or by 4: surrender (TR-47, TR-68)."""
    s = beaten_by(six(retreat_room=3), d)
    assert measure(s, "fate.b") == "surrendered"
    assert measure(s, "moved.b") == 0


def test_w14_only_the_overwhelmed_are_surrounded():
    """W14: `surrounded_scope = overwhelmed_only`, beaten by 1: moves 3 inches and stays (TR-47)."""
    given = {"retreat_room": 3, "rulings": {"surrounded_scope": "overwhelmed_only"}}
    s = beaten_by(six(**given), 1)
    assert (measure(s, "fate.b"), measure(s, "moved.b")) == ("fell_back", 3)
    assert measure(beaten_by(six(**given), 4), "fate.b") == "surrendered"


@pytest.mark.parametrize(
    ("reading", "fate", "moves"), [("cannot_break_clear", "fell_back", 10), ("cannot_go_full", "surrendered", 0)]
)
def test_w14_ten_inches_of_room(reading, fate, moves):
    """W14: with 10 inches of room, beaten by 4: moves 10, or surrenders (TR-68, TR-74)."""
    s = beaten_by(six(retreat_room=10, rulings={"no_retreat_means": reading}), 4)
    assert (measure(s, "fate.b"), measure(s, "moved.b")) == (fate, moves)


@pytest.mark.parametrize(
    ("gap", "room", "fate"), [(0.0, 3, "surrendered"), (0.0, 4, "fell_back"), (0.9, 3, "surrendered")]
)
def test_tr_47_below_at_and_above_four_inches(gap, room, fate):
    f = fight(foot("a", 5, gap=gap), foot("b", 5, retreat_room=room))
    assert measure(beaten_by(f, 2), "fate.b") == fate


def test_tr_62_the_two_points_are_dealt_in_list_order():
    f = fight(foot("a", 9), [foot("b", 2), foot("c", 2), foot("d", 2)])
    s = beaten_by(f, 2)
    assert [measure(s, f"shock.{x}") for x in "bcd"] == [1, 1, 0]
    alone_left = with_group(with_group(f, "b", men=0), "c", men=0)
    assert measure(beaten_by(alone_left, 2), "shock.d") == 2


def test_tr_67_the_victors_sit_out_a_turn_under_the_other_reading():
    f = fight(foot("a", 9), foot("b", 9), rulings={"loss4_idle": "winner"})
    s = beaten_by(f, 5)
    assert (measure(s, "next_turn.a"), measure(s, "next_turn.b")) == (NOTHING, FREE)
    assert measure(beaten_by(f, 3), "next_turn.a") == FREE


def test_tr_75_the_winner_stays_where_it_is():
    s = beaten_by(fight(foot("a", 9), foot("b", 9)), 2)
    assert (measure(s, "moved.a"), measure(s, "fate.a"), measure(s, "level.a")) == (0, "holding", 0)


@pytest.mark.parametrize(("d", "margin"), [(3, 3), (4, 4), (5, 4)])
def test_tr_64_four_or_more_is_the_last_row(d, margin):
    s = beaten_by(fight(foot("a", 9), foot("b", 9)), d)
    assert measure(s, "margin") == margin
    assert measure(s, "level.b") == margin


# ---------------------------------------------------------------- a defeat by 1 that is ignored
def answer(b, margin=1, r=1, **rulings):
    """What the beaten side B may answer."""
    f = evolve(fight(foot("a", 9), b, rulings=rulings), margin=margin)
    return ask_of(alone(f, answer_defeat, r, 1, melee(f)))


@pytest.mark.parametrize(
    "b", [veterans("b", 4), foot("b", 4, aggressive=True), [veterans("b", 4), foot("c", 4, aggressive=True)]]
)
def test_tr_70_and_tr_71_they_have_to_fight_on(b):
    ask = answer(b)
    assert legal(ask) == ["fight on"]
    assert codes(ask, "fall back") == {"must_fight_on": "TR-71"}


@pytest.mark.parametrize(
    ("b", "margin", "r", "why"),
    [
        (veterans("b", 4), 2, 1, {"beaten_by_more": "TR-70"}),
        (veterans("b", 4), 1, 3, {"last_round": "TR-71"}),
        ([veterans("b", 4), foot("c", 4)], 1, 1, {"not_hardened": "TR-71"}),
        (recruits("b", 4, aggressive=True), 1, 2, {"recruits": "TR-73"}),
    ],
)
def test_tr_70_to_tr_73_who_may_not_fight_on(b, margin, r, why):
    ask = answer(b, margin, r, ignore_choice="may")
    assert legal(ask) == ["fall back"]
    assert codes(ask, "fight on") == why


def test_tr_71_a_fallen_group_bars_nobody():
    f = with_group(fight(foot("a", 9), [veterans("b", 4), foot("c", 4)]), "c", men=0)
    ask = ask_of(alone(evolve(f, margin=1), answer_defeat, 1, 1, melee(f)))
    assert legal(ask) == ["fight on"]


def test_tr_70_veterans_beaten_by_one_are_in_the_next_round():
    f = fight(foot("a", 3), veterans("b", 3))
    for s in outcomes(f, after_round()):
        if not ended(s) and group(s, "b").men == group(s, "a").men - 1:
            assert s.margin == 0
            break
    else:
        raise AssertionError("no such state")
    assert {s.margin for s in outcomes(f, after_round()) if ended(s) and s.winner == 1 and s.end == 2} == {2, 3} - {
        3
    } | {2}


def test_tr_70_in_the_last_round_a_defeat_by_one_stands():
    f = fight(veterans("a", 1), foot("b", 1))
    found = spread(f, lambda s: (s.round, int(s.margin), int(s.winner)))
    assert all(margin != 1 for r, margin, winner in found if r < 3 and winner == 2)


def test_tr_72_recruits_beaten_by_one_read_the_second_row():
    s = beaten_by(fight(foot("a", 5), recruits("b", 5)), 1)
    assert (measure(s, "level.b"), measure(s, "demanded.b")) == (2, 9)


def test_a_surrendered_group_fights_no_more():
    s = beaten_by(six(retreat_room=3), 1)
    assert group(s, "b").status == Status.SURRENDERED
    assert not s.living(1)
    assert s.men(1) == 0
    assert bout(s).sides[1] == (1,)


def test_describe_tells_what_has_become_of_every_group():
    first, second = RULEBOOK.describe(beaten_by(fight(foot("a", 3, leaders=[leader(2)]), foot("b", 3, shock=1)), 4))
    assert first == "a (A): 3 plain, 1 Leader, Leader 1 has 2 points left"
    assert second == "b (B): 3 plain, Shock 1, goes back 18 inches, its back to the enemy, next turn it does nothing"
    only = RULEBOOK.describe(with_group(fight(foot("a", 3), foot("b", 1)), "b", men=0))[1]
    assert only == "b (B): no men, destroyed"


def test_leaders_are_men_of_their_group():
    f = fight(foot("a", 3, leaders=[leader(1)]), foot("b", 3))
    assert group(f, "a").men == 4
