"""Packed states, states that are known already, and slots that stand for one another."""

import dataclasses
import enum
import itertools
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coldsteel.errors import RulebookError
from coldsteel.kernel import odds
from coldsteel.kernel.asks import pick
from coldsteel.kernel.figures import least
from coldsteel.kernel.packing import Codec, Interchange, Known, distinct
from coldsteel.kernel.rulebook import Aim, Group, Measure
from coldsteel.kernel.state import Agenda, Slot, do, evolve, leaves
from tests.kernel.games import (
    Board,
    SkirmishSetup,
    book,
    exact,
    interchangeable,
    mean,
    skirmish,
    skirmish_book,
    strike,
)


class Mood(enum.IntEnum):
    BROKEN = -2
    STEADY = 0
    KEEN = 5


@dataclass(frozen=True)
class Unit:
    wounds: Annotated[int, range(-1000, 1000)]
    mood: Mood
    flag: bool
    one: Annotated[int, range(3, 4)]
    far: Annotated[int, range(-(2**40), 2**40)]


@dataclass(frozen=True)
class Wide:
    units: tuple[Unit, ...]
    whole: Annotated[int, range(-(2**62), 2**62)]
    setup: Any = dataclasses.field(compare=False)
    then: Agenda = dataclasses.field(default_factory=Agenda)


units = st.builds(
    Unit,
    st.integers(-1000, 999),
    st.sampled_from(Mood),
    st.booleans(),
    st.just(3),
    st.integers(-(2**40), 2**40 - 1),
)
wides = st.builds(
    lambda u, w: Wide(tuple(u), w, None), st.lists(units, min_size=3, max_size=3), st.integers(-(2**62), 2**62 - 1)
)


@given(wides)
def test_a_packed_state_comes_back_whole(state):
    codec = Codec(state)
    assert codec.words == 4
    words = codec.pack(state)
    again = codec.state(Agenda(), words, 0)
    assert again == state
    assert [type(x) for x in leaves(again)] == [type(x) for x in leaves(state)]
    assert [int(codec.column(words, k)[0]) for k in range(len(codec.outline))] == [int(x) for x in leaves(state)]


@given(wides, wides)
def test_leaves_do_not_touch_one_another(state, other):
    """One state is turned into another leaf by leaf; every leaf on the way is the one that was put there."""
    codec = Codec(state)
    words = codec.pack(state)
    mixed = [int(x) for x in leaves(state)]
    for k, x in enumerate(leaves(other)):
        codec.put(words, k, x)
        mixed[k] = int(x)
        assert [int(codec.column(words, j)[0]) for j in range(len(mixed))] == mixed
    assert codec.state(Agenda(), words, 0) == other


@given(st.lists(wides, min_size=2, max_size=9))
def test_rows_are_put_as_arrays(states):
    codec = Codec(states[0])
    words = [np.zeros(len(states), np.int64) for _ in range(codec.words)]
    for k, column in enumerate(zip(*map(leaves, states), strict=True)):
        kind = bool if codec.outline[k].kind is bool else np.int64
        codec.put(words, k, np.array([int(x) for x in column], kind))
    assert [codec.state(Agenda(), words, row) for row in range(len(states))] == states


@dataclass(frozen=True)
class Huge:
    x: Annotated[int, range(2**63 + 1)]
    setup: Any
    then: Agenda


def test_a_range_that_no_word_holds_is_refused_by_name():
    with pytest.raises(RulebookError, match="the leaf x"):
        Codec(Huge(0, None, Agenda()))


def test_a_flag_is_put_into_a_figure_as_0_or_1_whatever_its_range():
    codec = Codec(Board((0,), None, Agenda()))  # -600 and up
    words = [np.zeros(2, np.int64)]
    codec.put(words, 0, np.array([False, True]))
    assert codec.column(words, 0).tolist() == [0, 1]


@pytest.mark.parametrize("x", [2_000, -601, np.array([0, 2_000]), np.array([-601, 0])], ids=str)
def test_a_figure_out_of_its_range_names_the_leaf_and_the_range(x):
    codec = Codec(Board((0,), None, Agenda()))
    with pytest.raises(RulebookError, match=r"the leaf figures\[0\] leaves its range -600\.\.1999"):
        codec.put([np.zeros(2, np.int64)], 0, x)


# ---------------------------------------------------------------- states that are known
@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 3),
    st.lists(st.lists(st.integers(0, 60), min_size=1, max_size=40), min_size=1, max_size=12),
    st.integers(1, 2**60),
)
def test_known_hands_out_a_node_per_state_as_a_dict_would(width, batches, step):
    """Many batches with repeats within and between them; several words make the key a hash."""
    known, by_hand, made = Known(width > 1), {}, itertools.count()

    def add(n):
        return np.array([next(made) for _ in range(n)], np.int64)

    for batch in batches:
        rows = [tuple((x * step * (w + 1)) % (2**62) // (1 + 7 * w) for w in range(width)) for x in batch]
        words = [np.array([r[w] for r in rows], np.int64) for w in range(width)]
        ids, fresh = known.look(words, add)
        new = {rows[i] for i in fresh.tolist()}
        assert new == set(rows) - by_hand.keys()
        assert len(fresh) == len(new)
        for row, node in zip(rows, ids.tolist(), strict=True):
            assert by_hand.setdefault(row, node) == node
    assert len(set(by_hand.values())) == len(by_hand) == next(made)
    for row, node in by_hand.items():
        assert known.find([np.array([x], np.int64) for x in row]) == node
    assert known.find([np.array([2**62 + 5 + w], np.int64) for w in range(width)]) == -1


def test_a_thousand_batches_are_still_found():
    rng = np.random.default_rng(5)
    known, by_hand = Known(True), {}
    for _ in range(1_000):
        rows = rng.integers(0, 300, (10, 2)) << 40
        ids, _ = known.look([rows[:, 0].copy(), rows[:, 1].copy()], lambda n: np.arange(n) + len(by_hand))
        for row, node in zip(map(tuple, rows.tolist()), ids.tolist(), strict=True):
            assert by_hand.setdefault(row, node) == node


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_distinct_rows(rows):
    words = [np.array([r[w] for r in rows], np.int64) for w in range(2)]
    keys, one, which = distinct(words)
    assert [rows[one[k]] for k in which] == rows
    assert len(keys) == len(set(rows))


# ---------------------------------------------------------------- slots that stand for one another
SIZE = 3
RULES = skirmish_book(SIZE)


def solved(setup, wounds, sort):
    return odds.solve(RULES, skirmish(setup, wounds), sort=sort)


@pytest.mark.parametrize(
    ("wounds", "fewer"),
    [((1, 1, 1, 1, 1, 1), 5), ((2, 2, 2, 1, 1, 1), 5), ((2, 1, 1, 1, 1, 2), 1)],  # three alike a side, or only two
    ids=str,
)
def test_three_a_side_with_contacts_sorted_as_unsorted_by_chance(wounds, fewer):
    """Who acts on whom is drawn, so the outcome is one: the joint distribution of all six by name must be the same.

    Tolerance 1e-12: sums of a few thousand products of floats below 1, each off by about 1e-16 of itself.
    """
    setup = SkirmishSetup(SIZE, turns=1, random=True)
    plainly, sorted_ = solved(setup, wounds, False), solved(setup, wounds, True)
    assert sorted_.states * fewer < plainly.states
    assert abs(sorted_.value - plainly.value) < 1e-12
    measures = RULES.measures(setup)
    for some in [(m,) for m in measures] + [measures[:2], (measures[0], measures[3]), measures]:
        a, b = sorted_.joint.table(*some), plainly.joint.table(*some)
        assert a.keys() == b.keys()
        assert max(abs(a[k] - b[k]) for k in a) < 1e-12
    assert abs(sum(sorted_.joint.table(*measures).values()) - 1) < 1e-12


def test_three_a_side_with_contacts_sorted_as_unsorted_under_best_play():
    """Choices may favour one of several equal models, so only what doesn't name them is one: values and verdicts."""
    setup = SkirmishSetup(SIZE, turns=1)
    plainly, sorted_ = solved(setup, (1,) * 6, False), solved(setup, (1,) * 6, True)
    assert sorted_.states < plainly.states / 5
    assert abs(sorted_.value - plainly.value) < 1e-12


def test_two_friends_help_twice():
    """The pitfall of True + True: with two friends beside him a model needs 2 less, not 1 less."""
    setup = SkirmishSetup(SIZE, turns=1, random=True, low=6)
    start = skirmish(setup, (1,) * 6)
    touching = (True, False, False) * 3  # all three of A touch the first of B
    start = evolve(start, touching=touching, then=Agenda(do(strike, Slot(0), Slot(3))))
    found = odds.solve(RULES, start).measures["wounds.3"]
    assert abs(found[0] - 3 / 6) < 1e-15  # 4+ for 6+


@pytest.mark.parametrize(
    ("wounds", "groups"),
    [
        ((1,) * 6, [(0, 1, 2), (3, 4, 5)]),
        ((2, 2, 1, 1, 1, 1), [(0, 1), (3, 4, 5)]),
        ((1, 2, 3, 2, 2, 1), [(3, 4)]),
        ((1, 1, 1, 3, 2, 1), [(0, 1, 2)]),
    ],
    ids=str,
)
def test_slots_that_differ_at_the_start_are_not_interchangeable(wounds, groups):
    start = skirmish(SkirmishSetup(SIZE), wounds)
    assert Interchange(Codec(start), interchangeable(start), start).groups == groups


def test_a_slot_that_the_agenda_names_at_the_start_is_not_interchangeable():
    start = evolve(skirmish(SkirmishSetup(SIZE), (1,) * 6), then=Agenda(do(strike, Slot(1), Slot(3))))
    assert Interchange(Codec(start), interchangeable(start), start).groups == [(0, 2), (4, 5)]


def test_slots_that_differ_in_their_contacts_at_the_start_are_not_interchangeable():
    start = skirmish(SkirmishSetup(SIZE), (1,) * 6)
    start = evolve(start, touching=(False, False, False, False, False, False, True, False, False))
    # the last of A touches the first of B
    assert Interchange(Codec(start), interchangeable(start), start).groups == [(0, 1)]


def test_renaming_keeps_an_agenda_and_its_figures_together():
    start = skirmish(SkirmishSetup(SIZE), (1,) * 6)
    codec = Codec(start)
    interchange = Interchange(codec, interchangeable(start), start)
    seen = set()
    for order in itertools.permutations(range(SIZE)):
        wounds = [0] * SIZE
        for k, s in enumerate(order):
            wounds[s] = k + 1
        touching = [False] * 9
        touching[order[0] * 3 + 1] = True
        f = skirmish(SkirmishSetup(SIZE), (*wounds, 1, 1, 1))
        f = evolve(f, touching=tuple(touching), then=Agenda(do(strike, Slot(order[2]), Slot(4))))
        agenda, words = interchange(f.then, codec.pack(f))
        seen.add((agenda, tuple(int(w[0]) for w in words)))
        new = codec.state(agenda, words, 0)
        assert agenda == Agenda(do(strike, Slot(0), Slot(3)))
        assert new.models[0].wounds == 3  # the one whose turn it is
        assert new.touching.index(True) // 3 == [m.wounds for m in new.models[:3]].index(1)
        assert new.touching.index(True) % 3 == 0  # and the one that he is to strike
    assert len(seen) == 1  # all of them are one


# ---------------------------------------------------------------- more than five
@dataclass(frozen=True)
class Crowd:
    hits: tuple[Annotated[int, range(3)], ...]
    setup: Any = dataclasses.field(compare=False)
    then: Agenda = dataclasses.field(default_factory=Agenda)


def stone(f, left):
    """A stone hits one of the first of the crowd whom it has not hit twice already, or nobody."""
    size = len(f.hits)
    k = int((yield from pick(0, size + 1)))
    if k < size:
        hits = list(f.hits)
        hits[k] = least(2, hits[k] + 1)
        f = evolve(f, hits=tuple(hits))
    return evolve(f, then=Agenda(do(stone, left - 1))) if left > 1 else f


def of(k):
    return Measure(f"hits.{k}", lambda f: f.hits[k])


@pytest.mark.parametrize("size", [5, 6, 7])
def test_marginals_by_name_of_a_larger_group(size):
    rules = book(
        (Aim("hits", lambda f, side: f.hits[0]),),
        measures=[of(k) for k in range(size)],
        groups=lambda f: (Group(tuple(range(size)), tuple((f"hits[{k}]",) for k in range(size))),),
    )
    start = Crowd((0,) * size, None, Agenda(do(stone, 3)))
    found = odds.solve(rules, start)
    fewer = odds.solve(rules, start, sort=False)
    assert found.states < fewer.states
    by_hand = exact(start)
    for k in range(size):
        whole = float(mean(by_hand, k))
        assert abs(found.joint.mean(of(k)) - whole) < 1e-12
        assert abs(fewer.joint.mean(of(k)) - whole) < 1e-12
        assert found.measures[f"hits.{k}"] == pytest.approx(fewer.measures[f"hits.{k}"], abs=1e-12)
    assert abs(sum(found.joint.chance) - 1) < 1e-12
