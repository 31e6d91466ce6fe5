"""What the dice can show, held against every way that the faces can fall."""

import itertools
import math
import time
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coldsteel.errors import DiceError
from coldsteel.kernel.asks import (
    Pick,
    Roll,
    Stage,
    Tally,
    Total,
    read_bands,
    read_contest,
    read_contest_under,
    read_faces,
    stage,
)
from coldsteel.kernel.dice import answer_of, chances, covered, throws


def odds_of(ask):
    """Answer -> chance, by the weights of `chances`."""
    found = chances(ask, ask.figures())
    assert len(set(found.answers)) == len(found.answers)
    assert all(isinstance(w, int) and w > 0 for w in found.weights)
    assert sum(found.weights) == found.total
    return {a: Fraction(w, found.total) for a, w in zip(found.answers, found.weights, strict=True)}


def faces_of(n, die):
    return itertools.product(range(1, die + 1), repeat=n)


def thrown_out(ask):
    """Answer -> chance, by throwing every face of every throw that the ask needs, one after another. A roll that is
    thrown again is left out, so that what is found are the chances of the others among themselves."""
    out = {}

    def go(thrown, p):
        throw = throws(ask, thrown)
        if throw is None:
            answer = answer_of(ask, thrown)
            out[answer] = out.get(answer, 0) + p
            return
        if isinstance(ask, Roll) and ask.again is not None and thrown and len(thrown) == hands:
            return
        for faces in faces_of(throw.n, throw.die):
            go([*thrown, faces], p / throw.die**throw.n)

    hands = len(list(itertools.groupby(ask.dice))) if isinstance(ask, Roll) else 0
    go([], Fraction(1))
    whole = sum(out.values())
    return {a: p / whole for a, p in out.items()}


def histories(ask):
    """Answer -> chance of a tally, by all faces that every die could show at every stage, counting die by die."""
    deepest = max(len(chain(c)) for c in ask.classes)
    whole = Fraction(1, ask.die ** (deepest * ask.n))
    out = {}
    for dice in itertools.product(faces_of(deepest, ask.die), repeat=ask.n):
        answer = tuple(
            sum(all(s.low <= face <= s.high for s, face in zip(chain(c), die, strict=False)) for die in dice)
            for c in ask.classes
        )
        out[answer] = out.get(answer, 0) + whole
    return out


def chain(stage):
    return [stage] if stage.then is None else [stage, *chain(stage.then)]


# ---------------------------------------------------------------- tallies
bound = st.integers(-2, 8)


@st.composite
def stages(draw, depth):
    low, high = draw(bound), draw(bound)
    return Stage(
        "s", low, high, side=draw(st.sampled_from([None, 0, 1])), then=draw(stages(depth - 1)) if depth else None
    )


@st.composite
def tallies(draw):
    """Up to three classes; of chains up to three long only few dice, so that all their faces can be gone through."""
    die = draw(st.integers(1, 4))
    classes = tuple(draw(st.lists(st.integers(0, 2).flatmap(stages), min_size=1, max_size=3)))
    for a, b in itertools.combinations(classes, 2):
        assume(not any(a.low <= face <= a.high and b.low <= face <= b.high for face in range(1, die + 1)))
    deepest = max(len(chain(c)) for c in classes)
    n = draw(st.integers(0, {1: 4, 2: 3, 3: 2}[deepest]))
    return Tally(0, n, classes, die)


@settings(max_examples=150, deadline=None)
@given(tallies())
def test_a_tally_is_what_the_faces_of_all_dice_show(ask):
    assert odds_of(ask) == histories(ask)


@settings(max_examples=80, deadline=None)
@given(tallies())
def test_the_throws_of_a_tally_come_to_the_same_chances(ask):
    assert odds_of(ask) == thrown_out(ask)


def test_a_chain_is_one_binomial():
    """3+ hits, 4+ wounds, saved on 5+ (so 1 to 4 goes through): 4/6 * 3/6 * 4/6 of each die."""
    ask = Tally(0, 5, (Stage("hit", 3, 6, then=Stage("wound", 4, 6, then=Stage("not saved", 1, 4, side=1))),))
    p = Fraction(4 * 3 * 4, 6**3)
    assert odds_of(ask) == {(k,): math.comb(5, k) * p**k * (1 - p) ** (5 - k) for k in range(6)}


def test_the_stages_of_a_chain_are_thrown_by_their_sides_with_the_dice_that_counted():
    ask = Tally(0, 3, (Stage("hit", 3, 6, then=Stage("not saved", 1, 4, side=1)),))
    first = throws(ask, [])
    assert (first.side, first.n) == (0, 3)
    second = throws(ask, [(2, 3, 6)])
    assert (second.side, second.n) == (1, 2)
    assert throws(ask, [(2, 3, 6), (4, 5)]) is None
    assert answer_of(ask, [(2, 3, 6), (4, 5)]) == (1,)
    assert throws(ask, [(1, 2, 2)]) is None  # nothing to save
    assert answer_of(ask, [(1, 2, 2)]) == (0,)


@given(low=st.integers(-5, 15), high=st.integers(-5, 15), die=st.integers(1, 12))
def test_covered_counts_the_faces(low, high, die):
    assert covered(low, high, die) == sum(low <= face <= high for face in range(1, die + 1))


@pytest.mark.parametrize(("low", "other", "overlap"), [(3, 4, False), (3, 3, True), (1, 3, True)])
def test_classes_of_a_tally_may_touch_but_not_overlap(low, other, overlap):
    ask = Tally(0, 2, (Stage("a", low, 3), Stage("b", other, 6)))
    if not overlap:
        assert odds_of(ask) == histories(ask)
        return
    for refused in (lambda: chances(ask, ask.figures()), lambda: throws(ask, [])):
        with pytest.raises(DiceError, match="overlap"):
            refused()


# ---------------------------------------------------------------- totals
@settings(max_examples=100, deadline=None)
@given(
    n=st.integers(0, 4),
    die=st.integers(1, 6),
    plus=st.integers(-9, 9),
    bands=st.lists(st.integers(-5, 20), max_size=4).map(sorted).map(tuple),
)
def test_a_total_is_the_sum_of_the_faces_read_in_bands(n, die, plus, bands):
    ask = Total(0, n, die, plus, bands)
    by_hand = {}
    for faces in faces_of(n, die):
        value = sum(faces) + plus
        answer = (sum(value >= start for start in bands),) if bands else (value,)
        by_hand[answer] = by_hand.get(answer, 0) + Fraction(1, die**n)
    assert odds_of(ask) == by_hand == thrown_out(ask)


@pytest.mark.parametrize(("total", "band"), [(5, 0), (6, 1), (7, 1), (9, 1), (10, 2)])
def test_a_band_begins_at_its_start(total, band):
    assert answer_of(Total(0, 2, 6, 0, (6, 10)), [(total - 4, 4)]) == (band,)


# ---------------------------------------------------------------- rolls
@settings(max_examples=60, deadline=None)
@given(die=st.integers(1, 20), starts=st.lists(st.integers(-3, 24), max_size=4).map(sorted).map(tuple))
def test_a_test_is_the_number_of_starts_that_the_face_reaches(die, starts):
    ask = Roll(((0, die),), read_bands, starts)
    by_hand = {}
    for face in range(1, die + 1):
        answer = (len([s for s in starts if face >= s]),)
        by_hand[answer] = by_hand.get(answer, 0) + Fraction(1, die)
    assert odds_of(ask) == by_hand == thrown_out(ask)


def test_faces_are_read_in_any_order():
    """2d6: a double one (1/36), a one and a six (2/36), others."""
    ask = Roll(((0, 6), (0, 6)), read_faces, (2, 1, 1, 6, 1))
    assert odds_of(ask) == {(1,): Fraction(1, 36), (2,): Fraction(2, 36), (0,): Fraction(33, 36)} == thrown_out(ask)


@settings(max_examples=60, deadline=None)
@given(die=st.integers(1, 5), dice=st.integers(1, 2), lead=st.integers(-4, 4), again=st.sampled_from([None, 1]))
def test_a_contest_compares_totals_and_ties_may_be_thrown_again(die, dice, lead, again):
    ask = Roll(((0, die),) * dice + ((1, die),) * dice, read_contest, (lead, dice), again=again)
    by_hand = {}
    for faces in faces_of(2 * dice, die):
        a, b = sum(faces[:dice]) + lead, sum(faces[dice:])
        answer = (2 if a > b else 0 if a < b else 1,)
        if answer != (again,):
            by_hand[answer] = by_hand.get(answer, 0) + 1
    if not by_hand:
        with pytest.raises(DiceError, match="again whatever it shows"):
            odds_of(ask)
        return
    whole = sum(by_hand.values())
    assert odds_of(ask) == {a: Fraction(w, whole) for a, w in by_hand.items()} == thrown_out(ask)


def test_a_tie_that_is_thrown_again_asks_for_both_sides_dice_again():
    ask = Roll(((0, 6), (1, 6)), read_contest, (0, 1), again=1)
    sides = [throws(ask, thrown).side for thrown in ([], [(3,)], [(3,), (3,)], [(3,), (3,), (2,)])]
    assert sides == [0, 1, 0, 1]
    assert throws(ask, [(3,), (3,), (2,), (5,)]) is None
    assert answer_of(ask, [(3,), (3,), (2,), (5,)]) == (0,)


@settings(max_examples=40, deadline=None)
@given(skill=st.integers(0, 25), other=st.integers(0, 25))
def test_an_opposed_roll_under_a_skill(skill, other):
    ask = Roll(((0, 20), (1, 20)), read_contest_under, (skill, other))
    by_hand = {}
    for a, b in faces_of(2, 20):
        mine, theirs = (a <= skill, skill // 10 - a // 10), (b <= other, other // 10 - b // 10)
        answer = (2 if mine > theirs else 0 if mine < theirs else 1,)
        by_hand[answer] = by_hand.get(answer, 0) + Fraction(1, 400)
    assert odds_of(ask) == by_hand == thrown_out(ask)


def test_dice_of_several_sizes_are_thrown_by_side_and_size():
    ask = Roll(((0, 4), (0, 4), (0, 6), (1, 6)), lambda faces: sum(faces), ())
    hands = [(t.side, t.n, t.die) for t in (throws(ask, [(1,)] * k) for k in range(3))]
    assert hands == [(0, 2, 4), (0, 1, 6), (1, 1, 6)]
    assert odds_of(ask) == thrown_out(ask)


@given(st.integers(1, 30))
def test_a_pick_is_uniform(n):
    assert odds_of(Pick(0, n)) == {(k,): Fraction(1, n) for k in range(n)} == thrown_out(Pick(0, n))


# ---------------------------------------------------------------- limits
@pytest.mark.parametrize("n", [0, -1])
def test_nothing_to_pick_among_is_refused(n):
    with pytest.raises(DiceError, match=f"a pick among {n}"):
        chances(Pick(0, n), (n,))


def test_the_largest_pool_is_still_thrown():
    ask = Tally(0, 1_000, (Stage("hit", 4, 6),))
    found = chances(ask, ask.figures())
    assert len(found.answers) == 1_001
    assert sum(found.weights) == found.total == 6**1000


@pytest.mark.parametrize(("n", "die"), [(1_000, 200), (142, 1_000)])
def test_a_total_that_takes_too_long_is_refused_before_it_is_begun(n, die):
    """1000d200 spans no more than is allowed, but took a minute."""
    began = time.perf_counter()
    with pytest.raises(DiceError, match="20,000,000 at most"):
        chances(Total(0, n, die, 0, ()), (n, 0))
    assert time.perf_counter() - began < 1


def test_a_total_just_within_the_limits_is_worked_out():
    found = chances(Total(0, 1_000, 6, 0, ()), (1_000, 0))
    assert len(found.answers) == 5_001
    assert sum(found.weights) == found.total == 6**1000


def test_a_pool_and_a_die_over_the_limit_are_not_thrown_either():
    for ask in (Tally(0, 1_001, (Stage("hit", 4, 6),)), Total(0, 1, 1_000_001, 0, ()), Pick(0, 10**9)):
        with pytest.raises(DiceError, match="1,000"):
            throws(ask, [])


# ---------------------------------------------------------------- a second look
@pytest.mark.parametrize("n", range(5))
def test_a_recount_has_the_chances_of_the_second_class_given_the_first(n):
    """Kills on a 6, then Shock on a 5 among the rest, are both classes at once."""
    at_once = Tally(0, n, (stage("kill", 6), stage("Shock", 5, 5)))
    joint = chances(at_once, at_once.figures())
    kills = Tally(0, n, (stage("kill", 6),))
    first = chances(kills, kills.figures())
    product = {}
    for (k,), w in zip(first.answers, first.weights, strict=True):
        again = Tally(0, n - k, (stage("Shock", 5, 5),), taken=(6, 6))
        second = chances(again, again.figures())
        for (s,), v in zip(second.answers, second.weights, strict=True):
            product[k, s] = Fraction(w * v, first.total * second.total)
    assert product == {a: Fraction(w, joint.total) for a, w in zip(joint.answers, joint.weights, strict=True)}


def test_a_recount_cannot_count_what_was_taken():
    again = Tally(0, 3, (stage("Shock", 5, 6),), taken=(6, 6))
    with pytest.raises(DiceError, match="overlap: 5-6 and 6-6"):
        chances(again, again.figures())
