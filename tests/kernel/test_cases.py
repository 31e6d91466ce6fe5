"""The small public cases with the right answer, written with the asks of the kernel.

Exact by the plain reader, within 1e-12 by odds. Case 8 (rounding to certainty) is tested with the report, case 12
(wrong number of dice typed) with the play.
"""

import itertools
import math
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coldsteel.errors import DiceError
from coldsteel.kernel import odds, plain
from coldsteel.kernel.asks import (
    Pick,
    Roll,
    Tally,
    Total,
    choose,
    contest_under,
    option,
    read_contest_under,
    roll,
    stage,
    tally,
    tally_classes,
    total,
)
from coldsteel.kernel.dice import MOST_COMBINATIONS, MOST_DICE, MOST_FACES, chances
from coldsteel.kernel.figures import least, most, where
from coldsteel.kernel.rulebook import Aim
from coldsteel.kernel.state import do
from tests.kernel.games import BOARD, agreed, board, book, by_lanes, exact, figure, mean


# ---------------------------------------------------------------- case 1
def blows(f, n, high, die):
    """Alternate blows, A first; figures: wounds of A and of B."""
    me = n % 2
    if f.figures[me] == 0:
        return f
    hit = yield from tally(me, 1, stage("to hit", 1, high), die=die)
    f = f.put(**{f"_{1 - me}": most(0, f.figures[1 - me] - hit)})
    return f.first(do(blows, n - 1, high, die)) if n > 1 else f


def test_case_1_who_is_not_hit_is_alive_and_both_may_live():
    """`n` counts down from 4 so that an even number is A's blow."""
    found = agreed(board(blows, 1, 1, args=(4, 6, 10)))
    assert found == {
        (1, 0): Fraction(87, 125),
        (0, 1): 1 - Fraction(451, 625),
        (1, 1): Fraction(16, 625),
    }
    assert found[1, 0] + found[1, 1] == Fraction(451, 625)


# ---------------------------------------------------------------- case 2
def round_(f):
    """Simultaneous: both pools are thrown before anybody falls. Figures: A, B, rounds left (a leaf of the state)."""
    a, b, left = f.figures
    hits = yield from tally(0, a, stage("to hit", 4))
    others = yield from tally(1, b, stage("to hit", 4))
    f = f.put(_0=most(0, a - others), _1=most(0, b - hits), _2=left - 1)
    return f.first(do(round_)) if f.figures[2] > 0 else f


def after_rounds(n, k):
    """The same by hand, in fractions: chances of (A left, B left)."""
    now = {(n, n): Fraction(1)}
    for _ in range(k):
        new = {}
        for (a, b), p in now.items():
            for x, y in itertools.product(range(a + 1), range(b + 1)):
                key = max(0, a - y), max(0, b - x)
                new[key] = new.get(key, 0) + p * Fraction(math.comb(a, x) * math.comb(b, y), 2 ** (a + b))
        now = new
    return now


@pytest.mark.parametrize(("k", "printed"), [(1, 10.0), (2, 5.057553), (3, 3.180749)])
def test_case_2_the_mean_left_when_the_fight_is_stopped_after_k_rounds(k, printed):
    found = odds.solve(BOARD, board(round_, 20, 20, k))
    left = found.joint.mean(figure(0))
    assert abs(left - printed) <= 5e-7  # printed to six places
    assert abs(left - found.joint.mean(figure(1))) < 1e-12  # both sides are alike


@pytest.mark.parametrize("k", [1, 2, 3])
def test_case_2_exactly_with_four_a_side(k):
    assert agreed(board(round_, 4, 4, k)) == {(*key, 0): p for key, p in after_rounds(4, k).items()}


def test_case_2_twenty_a_side_within_1e_12_of_fractions():
    by_hand, fast = after_rounds(20, 2), by_lanes(board(round_, 20, 20, 2))
    assert {(*key, 0) for key in by_hand} == fast.keys()
    assert max(abs(fast[*key, 0] - float(p)) for key, p in by_hand.items()) < 1e-12


# ---------------------------------------------------------------- case 3
def all_but_criticals_again(f, n):
    """3+ hits, a 6 wounds at once; every other die is thrown once more whatever it shows; hits wound on 5+."""
    at_once = yield from tally(0, n, stage("critical", 6))
    critical, normal = yield from tally_classes(0, n - at_once, stage("critical", 6), stage("hit", 3, 5))
    wounds = yield from tally(0, normal, stage("to wound", 5))
    return f.put(_0=at_once + critical + wounds)


def test_case_3_all_dice_but_criticals_are_thrown_again():
    found = odds.solve(BOARD, board(all_but_criticals_again, 0, args=(36,)))
    assert abs(found.joint.mean(figure(0)) - 16) < 1e-10  # 36 wounds at most, each chance within 1e-12 / 36


def test_case_3_exactly_with_six_dice():
    assert mean(agreed(board(all_but_criticals_again, 0, args=(6,)))) == Fraction(16, 6)


# ---------------------------------------------------------------- cases 4 and 5
def again_if_failed(f, kept, need, sources):
    """One die. It is kept when it shows `kept` or more, else thrown again if there is a source; `need` succeeds."""
    good = yield from tally(0, 1, stage("kept", kept))
    again = yield from tally(0, least(1 - good, sources), stage("to hit", need))
    return f.put(_0=good + again)


@pytest.mark.parametrize(
    ("kept", "p"),
    [(4, Fraction(5, 6)), (3, Fraction(8, 9))],
    ids=["judged before the modifier: a natural 3 is thrown again", "judged after the modifier: a natural 3 is kept"],
)
def test_case_4_the_modifier_before_or_after_the_re_roll(kept, p):
    """4+ with +1: a natural 3 succeeds. Both readings can be said."""
    assert agreed(board(again_if_failed, 0, args=(kept, 3, 1)))[(1,)] == p


@pytest.mark.parametrize(("sources", "p"), [(0, Fraction(1, 2)), (1, Fraction(3, 4)), (2, Fraction(3, 4))])
def test_case_5_one_die_is_thrown_again_once_however_many_sources(sources, p):
    assert agreed(board(again_if_failed, 0, args=(4, 4, sources)))[(1,)] == p


# ---------------------------------------------------------------- case 6
def test_case_6_both_fail_and_the_lesser_failure_wins():
    assert read_contest_under((62, 91), 45, 38) == 2
    levels = [skill // 10 - face // 10 for skill, face in ((45, 62), (38, 91))]
    assert levels == [-2, -6]
    assert levels[0] - levels[1] == 4


def opposed(f):
    """Skills are figures, so that lanes with different skills meet in one ask."""
    better = yield from tally(0, 1, stage("luck", 4))
    f = f.put(_0=where(better == 1, 45, 30))
    won = yield from contest_under(0, 1, f.figures[0], f.figures[1])
    return f.put(_2=won)


def test_case_6_opposed_d100_over_all_10000_pairs():
    found = agreed(board(opposed, 0, 38, 0))
    for skill in (45, 30):
        count = [0, 0, 0]
        for a, b in itertools.product(range(1, 101), repeat=2):
            mine, theirs = (a <= skill, skill // 10 - a // 10), (b <= 38, 3 - b // 10)  # success first, then levels
            count[1 + (mine > theirs) - (mine < theirs)] += 1
        assert [found.get((skill, 38, k), 0) * 2 for k in range(3)] == [Fraction(c, 10_000) for c in count]


# ---------------------------------------------------------------- case 7
def shot(f, modifier):
    hit = yield from tally(0, 1, stage("to hit", 1, 60 + modifier), die=100)
    return f.put(_0=hit)


@pytest.mark.parametrize(
    ("modifier", "p"), [(-100, 0), (-60, 0), (-59, Fraction(1, 100)), (39, Fraction(99, 100)), (40, 1), (100, 1)]
)
def test_case_7_a_target_below_nothing_is_chance_0_and_beyond_all_is_1(modifier, p):
    found = agreed(board(shot, 0, args=(modifier,)))
    assert found.get((1,), 0) == p


@given(low=st.integers(-300, 300), high=st.integers(-300, 300), n=st.integers(0, 3), die=st.integers(1, 120))
def test_case_7_no_chance_is_ever_below_0_or_above_1(low, high, n, die):
    ask = Tally(0, n, (stage("any", low, high),), die)
    found = chances(ask, ask.figures())
    assert all(w > 0 for w in found.weights)
    assert sum(found.weights) == found.total


# ---------------------------------------------------------------- case 9
def difference(f):
    mine = yield from total(0, 1)
    theirs = yield from total(1, 1)
    return f.put(_0=mine - theirs)


def test_case_9_identical_dice_are_still_two_dice():
    for _ in range(2):  # the second time from caches
        found = agreed(board(difference, 0))
        assert found == {(d,): Fraction(6 - abs(d), 36) for d in range(-5, 6)}


def test_case_9_two_fighters_of_equal_profile_strike_with_dice_of_their_own():
    assert agreed(board(round_, 1, 1, 1)) == {(a, b, 0): Fraction(1, 4) for a in (0, 1) for b in (0, 1)}


# ---------------------------------------------------------------- case 10
def bout(f, n):
    """Blows in turn, A first: a plain one, or a heavy one (two wounds, harder to land). The set-up: (high, die, ways of
    A). Figures: wounds of A, wounds of B."""
    me = n % 2
    if (f.figures[0] == 0) | (f.figures[1] == 0):
        return f
    (high, die), ways = f.setup[me], f.setup[2] if me == 0 else ("plain", "heavy")
    way = yield from choose(me, [option(w, w) for w in ways])
    heavy = way == "heavy"
    hit = yield from tally(me, 1, stage("to hit", 1, high - 2 * heavy), die=die)
    f = f.put(**{f"_{1 - me}": most(0, f.figures[1 - me] - hit * (1 + heavy))})
    return f.first(do(bout, n - 1)) if n > 1 else f


def lead(f):
    return (f.figures[0] > 0) * 1 - (f.figures[1] > 0) * 1


def worth_of_bout(high, other, wounds, foes, n=6, ways=("plain", "heavy")):
    start = board(bout, wounds, foes, setup=((high, 10), (other, 10), ways), args=(n,))
    return plain.value(start, lead)[0]


few = st.integers(1, 3)
skill = st.integers(0, 9)


@settings(max_examples=40, deadline=None)
@given(high=skill, other=skill, wounds=few, foes=few)
def test_case_10_no_advantage_hurts(high, other, wounds, foes):
    base = worth_of_bout(high, other, wounds, foes)
    assert worth_of_bout(high + 1, other, wounds, foes) >= base
    assert worth_of_bout(high, other, wounds + 1, foes) >= base
    assert worth_of_bout(high, other + 1, wounds, foes) <= base
    assert worth_of_bout(high, other, wounds, foes + 1) <= base


@settings(max_examples=40, deadline=None)
@given(high=skill, other=skill, wounds=few, foes=few)
def test_case_10_the_optimum_is_no_worse_than_a_fixed_way_of_choosing(high, other, wounds, foes):
    best = worth_of_bout(high, other, wounds, foes)
    for way in ("plain", "heavy"):
        assert best >= worth_of_bout(high, other, wounds, foes, ways=(way,))


def test_case_10_by_odds_as_by_fractions():
    rules = book((Aim("lead", lambda f, side: (1 - 2 * side) * lead(f)),))
    for high, other in itertools.product((0, 3, 7, 10), repeat=2):
        start = board(bout, 3, 2, setup=((high, 10), (other, 10), ("plain", "heavy")), args=(6,))
        assert abs(odds.solve(rules, start).value - worth_of_bout(high, other, 3, 2)) < 1e-12


# ---------------------------------------------------------------- case 11
def tens(f, n):
    found = yield from tally(0, n, stage("tens", 10, 10), die=10)
    return f.put(_0=found)


def test_case_11_at_least_two_tens_in_20d10():
    found = agreed(board(tens, 0, args=(20,)))
    p = 1 - found[(0,)] - found[(1,)]
    assert p == 1 - Fraction(9, 10) ** 20 - 20 * Fraction(9, 10) ** 19 / 10
    assert abs(p - Fraction("0.608253")) <= Fraction(5, 10**7)


def ranks(faces):
    """Four dice, the best first, as one number."""
    out = 0
    for face in sorted(faces, reverse=True):
        out = 6 * out + face - 1
    return out


def ranks_lost(faces, mine):
    """How many of these four dice are beaten by the dice of `mine` of the same rank; of equal ones neither is."""
    lost = 0
    for face in sorted(faces):  # the worst first, as the digits of `mine` come
        mine, other = divmod(mine, 6)
        lost += other + 1 > face
    return lost


def ranked_pairs(f):
    mine = yield from roll(((0, 6),) * 4, ranks)
    lost = yield from roll(((1, 6),) * 4, ranks_lost, mine)
    return f.put(_0=lost)


def test_case_11_ranked_pairs_of_4d6_and_4d6():
    found = agreed(board(ranked_pairs, 0))
    assert found[(4,)] == Fraction(146_735, 1_679_616)


def net_losses(faces, mine):
    """Dice of the pair that lose, ours and theirs: 5 x ours + theirs."""
    ours = theirs = 0
    for face in sorted(faces):
        mine, other = divmod(mine, 6)
        theirs += other + 1 > face
        ours += other + 1 < face
    return 5 * ours + theirs


def ranked_losses(f):
    mine = yield from roll(((0, 6),) * 4, ranks)
    lost = yield from roll(((1, 6),) * 4, net_losses, mine)
    return f.put(_0=lost)


def test_case_11_ties_are_nothing_and_nobody_may_lose():
    found = agreed(board(ranked_losses, 0))
    assert found[(0,)] == Fraction(18_306, 1_679_616)
    assert found[(4,)] == found[(20,)] == Fraction(146_735, 1_679_616)


# ---------------------------------------------------------------- case 13
HUGE = 999_999_999_999
ONE = (stage("any", 1),)


@pytest.mark.parametrize(
    ("ask", "limit"),
    [
        (Tally(0, HUGE, ONE), MOST_DICE),
        (Tally(0, MOST_DICE + 1, ONE), MOST_DICE),
        (Tally(0, 1, ONE, die=10**32), MOST_FACES),
        (Tally(0, 1, ONE, die=MOST_FACES + 1), MOST_FACES),
        (Total(0, HUGE, 6, 0, ()), MOST_DICE),
        (Total(0, 1, 10**32, 0, ()), MOST_FACES),
        (Total(0, MOST_DICE, 201, 0, ()), MOST_COMBINATIONS),
        (Roll(((0, 10**32),), lambda faces: 0, ()), MOST_FACES),
        (Roll(((0, 6),) * 8, lambda faces: 0, ()), MOST_COMBINATIONS),
        (Roll(((0, 6),) * 10_000, lambda faces: 0, ()), MOST_COMBINATIONS),
        (Pick(0, HUGE), MOST_COMBINATIONS),
        (Tally(0, 1_000, tuple(stage("one face", k, k) for k in range(1, 6))), 2_000_000),
    ],
    ids=lambda x: type(x).__name__ if not isinstance(x, int) else f"{x:,}",
)
def test_case_13_huge_inputs_are_refused_with_the_limit_named(ask, limit):
    began = time.perf_counter()
    with pytest.raises(DiceError, match=f"{limit:,}"):
        chances(ask, ask.figures())
    assert time.perf_counter() - began < 1  # bounded: nothing is worked out before the refusal


def throw(f, n, die):
    found = yield from tally(0, n, stage("any", 1, die), die=die)
    return f.put(_0=found)


@pytest.mark.parametrize(("n", "die"), [(HUGE, 6), (1, 10**32), (-1, 6), (1, 0)])
def test_case_13_odds_refuse_them_too(n, die):
    with pytest.raises(DiceError, match=r"a pool has 0 to 1,000|a die has 1 to 1,000,000"):
        odds.solve(BOARD, board(throw, 0, args=(n, die)))
    with pytest.raises(DiceError):
        exact(board(throw, 0, args=(n, die)))


def nothing_thrown(f):
    hits = yield from tally(0, 0, stage("to hit", 4))
    classes = yield from tally_classes(0, 0, stage("6", 6), stage("5", 5, 5))
    sum_ = yield from total(0, 0, plus=3)
    return f.put(_0=hits, _1=classes[0] + classes[1], _2=sum_)


def test_case_13_zero_dice_are_a_legal_roll_worth_nothing():
    assert agreed(board(nothing_thrown, 9, 9, 9)) == {(0, 0, 3): 1}
    assert chances(Roll((), lambda faces: len(faces), ()), ()).answers == ((0,),)
