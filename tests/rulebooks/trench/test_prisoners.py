"""Prisoners and their guards (TR-69, TR-102 to TR-105)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.asks import Choose
from coldsteel.kernel.plain import ask_after
from coldsteel.kernel.state import Agenda, do, evolve
from coldsteel.rulebooks.trench.prisoners import survivors, take, tell_off
from coldsteel.rulebooks.trench.result import beaten, closing, decided
from coldsteel.rulebooks.trench.state import End, Status, Winner
from tests.driving import alone, ask_of, codes, legal, next_step, outcomes, spread, taking
from tests.rulebooks.trench.builders import beaten_by, fight, foot, group, measure, melee, slot, step, with_group


def won(killed, men=9, a=6, **given):
    """A has beaten B and killed so many of its men."""
    f = fight(foot("a", a), foot("b", men), take_prisoners=True, **given)
    f = with_group(f, "b", men=men - killed, status=Status.FELL_BACK, level=1)
    return evolve(f, end=End.DEFEAT, winner=Winner.A, margin=1)


def throws(f, dice):
    """The chances of prisoners among the dead."""
    return spread(alone(f, take, 0, slot(f, "b")), lambda s: group(s, "b").taken[0].from_dead, choose=taking(str(dice)))


def test_w18_four_dead():
    """W18: four enemies killed: no prisoner with 16/81 (TR-102, TR-103)."""
    assert throws(won(4), 4)[0] == F(16, 81)


def told_off(f):
    return step(alone(f, tell_off, 0, (slot(f, "a"),)))


@pytest.mark.parametrize(("prisoners", "guards"), [(0, 0), (1, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
def test_w18_guards(prisoners, guards):
    """W18: guards for 0, 1, 5, 6 prisoners: 0, 1, 1, 2 (TR-69, TR-104, TR-105)."""
    f = won(12, 20).with_taken(slot(won(12, 20), "b"), from_dead=prisoners)
    s = told_off(f)
    assert measure(s, "guards.a") == guards
    assert group(s, "a").men == 6 - guards
    assert measure(s, "escorted.B") == prisoners


def test_w18_the_mean_number_of_guards():
    """W18: six dice rolled: mean number of guards 74/81 (TR-102, TR-105)."""
    found = throws(won(6), 6)
    assert sum(p * (0 if n == 0 else 1 if n <= 5 else 2) for n, p in found.items()) == F(74, 81)


@pytest.mark.parametrize("killed", [0, 2, 9])
def test_tr_103_as_many_dice_as_men_killed_at_most(killed):
    f = won(killed, 10)
    ask, _ = ask_after(alone(f, take, 0, slot(f, "b")), ())
    assert isinstance(ask, Choose)
    assert legal(ask) == [str(n) for n in range(killed, -1, -1)]
    assert codes(ask, str(killed + 1)) == {"too_many_dice": "TR-103"}


def test_tr_103_a_prisoner_was_not_killed_after_all():
    f = won(3)
    for s in outcomes(alone(f, take, 0, slot(f, "b")), choose=taking("3")):
        assert measure(s, "lost.b") == 3 - group(s, "b").taken[0].from_dead


def test_tr_104_men_without_morale_walk_by_themselves():
    f = with_group(won(4), "b", shock=6).with_taken(1, from_dead=3)
    s = told_off(f)
    assert (measure(s, "unescorted.B"), measure(s, "escorted.B"), measure(s, "guards.a")) == (3, 0, 0)
    s = told_off(with_group(won(4), "b", shock=5).with_taken(1, from_dead=3))
    assert (measure(s, "unescorted.B"), measure(s, "escorted.B"), measure(s, "guards.a")) == (0, 3, 1)


def test_tr_105_a_destroyed_group_has_not_lost_its_morale():
    f = with_group(won(9), "b", shock=0).with_taken(1, from_dead=2)
    assert measure(told_off(f), "unescorted.B") == 0


def test_tr_105_too_few_guards_and_the_rest_scatter():
    f = won(12, 20, a=1).with_taken(1, from_dead=7)
    s = told_off(f)
    assert (measure(s, "guards.a"), measure(s, "escorted.B")) == (1, 5)
    assert measure(s, "fate.a") == "guarding"


def test_tr_105_the_winner_chooses_who_gives_a_guard():
    f = fight([foot("a", 3), foot("c", 3)], foot("b", 9), take_prisoners=True)
    f = evolve(with_group(f, "b", men=1).with_taken(2, from_dead=6), end=End.DEFEAT, winner=Winner.A)
    f = alone(f, tell_off, 0, (slot(f, "a"), slot(f, "c")))
    assert legal(ask_of(f, "guard")) == ["a", "c"]
    f = step(f, 1)
    f = step(f, 1)
    assert (group(f, "c").men, group(f, "c").taken[0].guards) == (1, 2)
    assert next_step(step(f)) == ""
    three = fight([foot("a", 3), foot("c", 3), foot("d", 3)], foot("b", 9), take_prisoners=True)
    three = with_group(with_group(three, "b", men=1), "c", men=0).with_taken(3, from_dead=6)
    assert codes(ask_of(alone(three, tell_off, 0, (0, 1, 2)), "guard"), "c") == {"no_men": "TR-105"}


def test_tr_103_nobody_takes_prisoners_after_a_stalemate():
    f = fight(foot("a", 2), foot("b", 2), take_prisoners=True)
    for s in outcomes(f, choose=taking("2", "1", "0")):
        if s.end in (End.STALEMATE, End.MUTUAL):
            assert measure(s, "escorted.A") == measure(s, "escorted.B") == 0


def test_tr_103_by_the_other_reading_living_men_are_taken():
    """TR-R34: three killed, two survivors: up to two, in list order, before they fall back."""
    f = fight(
        foot("a", 6), [foot("b", 4), foot("c", 1)], take_prisoners=True, rulings={"prisoner_roll": "extra_survivor"}
    )
    f = evolve(with_group(f, "b", men=1), end=End.DEFEAT, winner=Winner.A)
    found = spread(
        alone(f, survivors, 0, (1, 2)),
        lambda s: (group(s, "b").men, group(s, "c").men),
        choose=taking("3"),
    )
    assert found == {(1, 1): F(8, 27), (0, 1): F(12, 27), (0, 0): F(7, 27)}
    s = beaten_by(with_group(f, "b", men=4), 1)
    assert measure(s, "fate.b") == "fell_back"


def test_without_the_wish_nobody_throws():
    f = beaten_by(fight(foot("a", 6), foot("b", 4)), 1)
    assert not f.groups[1].taken


@pytest.mark.parametrize("remember", ["all", "men"])
def test_tr_104_who_walks_by_himself_is_told_also_where_shock_is_not_remembered(remember):
    """Five men with Shock 6 have lost their morale: three prisoners of theirs need no guard."""
    f = fight(foot("a", 8), foot("b", 9), take_prisoners=True, remember=remember)
    for shock, told in ((6, (3, 0, 0)), (5, (0, 3, 1))):
        s = with_group(f, "b", men=5, shock=shock).with_taken(1, from_dead=3)
        s = evolve(s, end=End.DEFEAT, winner=Winner.A, margin=1, then=Agenda(do(tell_off, 0, (0,)), do(closing)))
        s = step(step(s))
        assert (measure(s, "unescorted.B"), measure(s, "escorted.B"), measure(s, "guards.a")) == told


def test_tr_r34_living_men_are_taken_before_the_shock_of_the_result():
    """Beaten by 2; the whole of the first Group is taken: the 2 Shock of the side go to the second (ledger 5)."""
    f = fight(
        foot("a", 6), [foot("b", 4), foot("c", 4)], take_prisoners=True, rulings={"prisoner_roll": "extra_survivor"}
    )
    f = decided(evolve(with_group(f, "b", men=1), then=Agenda(), margin=2), End.DEFEAT, 0)
    found = spread(
        beaten(f, 1, melee(f)),
        lambda s: (group(s, "b").men, group(s, "b").shock, group(s, "c").shock),
        choose=taking("1"),
    )
    assert found == {(1, 1, 1): F(2, 3), (0, 0, 2): F(1, 3)}
