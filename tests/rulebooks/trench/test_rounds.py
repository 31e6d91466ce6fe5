"""Rounds: blows, losses, draws, further rounds (TR-48 to TR-59, TR-70, TR-71)."""

from fractions import Fraction as F
from itertools import product

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.plain import reachable, value
from coldsteel.rulebooks.trench import RULEBOOK
from coldsteel.rulebooks.trench.spread import fallen, shares
from coldsteel.rulebooks.trench.state import End
from tests.driving import chance, ended, outcomes, spread
from tests.rulebooks.trench.builders import (
    after_round,
    fight,
    foot,
    group,
    leader,
    measure,
    pools,
    step,
    to,
    verdicts,
    veterans,
)


def a_wins(s):
    return RULEBOOK.verdict(s) == 0


def how(s):
    """The end of a round: who won how; nothing where it goes on."""
    if not ended(s):
        return "again"
    return End(s.end).name, "?AB"[s.winner], int(s.margin)


# ---------------------------------------------------------------- one round
def test_w8_three_against_two():
    """W8: again 3875/7776, B beaten by 1 625/2592, A by 1 1325/7776, by 2 125/7776, B wiped out (TR-48 to TR-56)."""
    assert spread(fight(foot("a", 3), foot("b", 2)), how, after_round()) == {
        "again": F(3875, 7776),
        ("DEFEAT", "A", 1): F(625, 2592),
        ("DEFEAT", "B", 1): F(1325, 7776),
        ("DEFEAT", "B", 2): F(125, 7776),
        ("WIPED_OUT", "A", 0): F(2, 27),
    }


def test_w9_eight_against_six():
    """W9: again 22377944375/78364164096, B beaten 2177832631/4897760256, A 2348988625/8707129344 (TR-48, TR-53)."""
    found = spread(fight(foot("a", 8), foot("b", 6)), how, after_round())
    assert found["again"] == F(22377944375, 78364164096)
    assert sum(p for x, p in found.items() if x[1] == "A") == F(2177832631, 4897760256)
    assert sum(p for x, p in found.items() if x[1] == "B") == F(2348988625, 8707129344)


# ---------------------------------------------------------------- whole fights
W10 = fight(foot("a", 3), foot("b", 3), remember="men")
WORTH_10 = {
    "wins": F(695595328229, 1586874322944),
    "STALEMATE": F(97351283507, 793437161472),
    "MUTUAL": F(61318717, 99179645184),
}


def test_w10_three_against_three():
    """W10: each side wins 695595328229/1586874322944, stalemate 97351283507/793437161472, mutual (TR-55 to TR-60)."""
    found = spread(W10, how)
    assert sum(p for x, p in found.items() if x[1] == "A") == WORTH_10["wins"]
    assert sum(p for x, p in found.items() if x[1] == "B") == WORTH_10["wins"]
    assert found["STALEMATE", "?", 0] == WORTH_10["STALEMATE"]
    assert found["MUTUAL", "?", 0] == WORTH_10["MUTUAL"]
    assert chance(W10, lambda s: s.round == 1) == F(25181, 46656)


def test_w10_by_the_fast_reader():
    """W10: the same figures from odds, to 1e-12 (TR-42, TR-55)."""
    odds = solve(RULEBOOK, W10)
    ends = odds.measures["end"]
    assert abs(odds.results["A"] - float(WORTH_10["wins"])) < 1e-12
    assert abs(ends["stalemate"] - float(WORTH_10["STALEMATE"])) < 1e-12
    assert abs(ends["mutual"] - float(WORTH_10["MUTUAL"])) < 1e-12
    assert abs(odds.measures["round"][1] - 25181 / 46656) < 1e-12


def test_w10_when_to_spend_a_point():
    """W10: with a Leader of one point best play wins 16350697/34012224, saving it 30861797/68024448 (TR-14, TR-15)."""
    f = to(fight(foot("a", 1, leaders=[leader(1)]), foot("b", 2)), "spend")
    assert value(f, a_wins)[0] == F(16350697, 34012224)
    assert value(step(f, 1), a_wins)[0] == F(16350697, 34012224)
    assert value(step(f, 0), a_wins)[0] == F(30861797, 68024448)


W11 = {
    (4, 4): F(1024, 6561),
    (3, 3): F(833, 6561),
    (3, 4): F(224, 6561),
    (4, 3): F(224, 6561),
    (2, 2): F(23441, 1679616),
}


def test_w11_the_pools_of_the_second_round():
    """W11: 4 v 4: drawn 24575/62208; pools then 4 v 4, 3 v 3, 3 v 4, 2 v 2 with their chances (TR-22, TR-41)."""
    f = fight(foot("a", 4), foot("b", 4))
    found = spread(f, lambda s: "" if ended(s) else pools(s, 2), after_round())
    assert 1 - found[""] == F(24575, 62208)
    for dice, p in W11.items():
        assert found[dice] == p


W12 = {
    "stands": (F(112889450515505, 144603922678272), F(15588068127211, 144603922678272)),
    "draw": (F(112889450515505, 144603922678272), F(2382014864387, 18075490334784)),
    "uncapped": (
        F(5050428008083043087, 6404037772671962496),
        F(3035956132094171383, 25616151090687849984),
    ),
}


@pytest.mark.parametrize("reading", W12)
def test_w12_veterans_who_fight_on(reading):
    """W12: 3 veterans v 3 plain men under three readings of the last round (TR-18, TR-70, TR-71)."""
    f = fight(veterans("a", 3), foot("b", 3), rulings={"ignore_at_cap": reading}, remember="end")
    wins, stalemate = W12[reading]
    assert value(f, a_wins)[0] == wins
    assert value(f, lambda s: s.end == End.STALEMATE)[0] == stalemate
    odds = solve(RULEBOOK, f)
    assert abs(odds.results["A"] - float(wins)) < 1e-12
    assert abs(odds.measures["end"]["stalemate"] - float(stalemate)) < 1e-12


# ---------------------------------------------------------------- who is hit
@pytest.mark.parametrize(
    ("men", "kills", "left"),
    [
        ([3], 2, [1]),
        ([3], 5, [0]),
        ([2, 2], 1, [1, 2]),
        ([2, 2], 2, [1, 1]),
        ([2, 2], 3, [0, 1]),
        ([1, 4], 2, [0, 3]),
        ([1, 4], 3, [0, 2]),
        ([0, 2, 3], 3, [0, 0, 2]),
        ([1, 1, 1], 7, [0, 0, 0]),
        ([2, 0, 2], 1, [1, 0, 2]),
    ],
)
def test_tr_50_and_tr_52_kills_go_round_and_round(men, kills, left):
    assert fallen(men, kills, men) == left


def test_tr_50_the_table_of_who_falls_says_the_same():
    from coldsteel.rulebooks.trench.spread import _tables, _worked_out

    most_men = (2, 3, 1)
    place = 0
    tables = _tables(most_men)
    for men in product(range(3), range(4), range(2)):
        for kills in range(7):
            assert [t[place] for t in tables] == _worked_out(men, min(kills, sum(men)), 3)
            place += 1


@pytest.mark.parametrize(
    ("points", "takes", "dealt"),
    [
        (3, [True], [3]),
        (3, [False], [0]),
        (3, [True, True], [2, 1]),
        (1, [False, True], [0, 1]),
        (5, [True, False, True], [3, 0, 2]),
        (4, [False, False], [0, 0]),
    ],
)
def test_tr_50_and_tr_62_points_go_round_and_round(points, takes, dealt):
    assert shares(points, takes) == dealt


def test_tr_49_who_dies_has_struck():
    """One man against one: both may die in one round."""
    assert chance(fight(foot("a", 1), foot("b", 1)), lambda s: s.end == End.MUTUAL and s.round == 1) == F(1, 36)


def test_tr_51_a_destroyed_group_loses_its_shock():
    f = fight([foot("a", 1, shock=1), foot("c", 4)], foot("b", 4))
    for s in outcomes(f, after_round()):
        if group(s, "a").men == 0:
            assert group(s, "a").shock == 0


def test_tr_53_shock_plays_no_part():
    """Four plain v four: whatever Shock is dealt, equal losses are a draw."""
    for s in outcomes(fight(foot("a", 2), foot("b", 2)), after_round()):
        if group(s, "a").men == group(s, "b").men > 0:
            assert not ended(s)


def test_tr_58_and_tr_59_both_step_back_after_the_last_draw():
    f = fight(foot("a", 2), foot("b", 2, retreat_room=1, gap=3.5))
    for s in outcomes(f):
        if s.end == End.STALEMATE:
            assert (measure(s, "moved.a"), measure(s, "moved.b")) == (2, 1)
            assert measure(s, "facing_away.a") == "no"
            assert measure(s, "next_turn.b") == "free"
            assert s.winner == 0


def test_tr_57_a_fourth_round_is_never_fought():
    rounds = {
        s.then.tasks[0].args[0] for s in reachable(W10) if s.then.tasks and s.then.tasks[0].step.__name__ == "exchange"
    }
    assert rounds == {1, 2, 3}


def test_tr_41_dice_are_counted_anew_each_round():
    f = fight(foot("a", 3, move_dice=1), foot("b", 3))
    assert (pools(f), pools(f, 2)) == ((3, 1), (3, 3))


def test_states_of_rounds_as_the_ledger_counts_them():
    """Ledger 5.1: states in which rounds 1, 2, 3 begin."""

    def begun(f):
        found = {}
        for s in reachable(f):
            if s.then.tasks and s.then.tasks[0].step.__name__ == "exchange":
                r = s.then.tasks[0].args[0]
                found[r] = found.get(r, 0) + 1
        return found

    assert begun(fight(foot("a", 3), foot("b", 3))) == {1: 1, 2: 29, 3: 95}
    assert begun(fight(foot("a", 5), foot("b", 5))) == {1: 1, 2: 90, 3: 322}


def test_verdicts_of_a_fight_add_up():
    found = verdicts(fight(foot("a", 2), foot("b", 2)))
    assert sum(found.values()) == 1
    assert found["A"] == found["B"]
