"""Pools of chains: a few links, each with dice of its own, of which a later one may look at earlier faces."""

import itertools
from fractions import Fraction

import pytest

from coldsteel.errors import DiceError
from coldsteel.kernel.asks import Pool, link, pool
from coldsteel.kernel.dice import answer_of, chances, throws
from coldsteel.kernel.log import dice_entries, link_need
from coldsteel.kernel.play import Given, Playing, Typed, signature
from coldsteel.kernel.simulate import simulate
from coldsteel.kernel.state import Agenda, do
from tests.kernel.games import BOARD, Board


def reaches(faces, need):
    return faces[0] >= need


def beats(faces, lead):
    """The first die, with its lead, is not below the second."""
    return faces[0] + lead >= faces[1]


def hit(need=3):
    return link(0, 6, reaches, need, what="hits", clause="G-1", counts="hit")


def parry(lead=0):
    return link(1, 4, beats, lead, what="parries", looks=2, counts="not parried", needs="above the blow")


def wound(need=5):
    return link(0, 8, reaches, need, what="wounds", counts="wound")


POOLS = [
    Pool(0, (hit(),)),
    Pool(1, (hit(), parry())),
    Pool(2, (hit(4), parry(1), wound())),
    Pool(2, (hit(7), wound())),
    Pool(2, (hit(1), wound(0))),
    Pool(3, (wound(8),)),
    Pool(2, ()),
]


def by_faces(ask):
    """The chances of a pool, by all the faces that its dice can show."""
    found, todo = {}, [((), Fraction(1))]
    while todo:
        thrown, p = todo.pop()
        throw = throws(ask, thrown)
        if throw is None:
            found[answer_of(ask, thrown)] = found.get(answer_of(ask, thrown), 0) + p
            continue
        for faces in itertools.product(range(1, throw.die + 1), repeat=throw.n):
            todo.append(((*thrown, faces), p / throw.die**throw.n))
    return found


@pytest.mark.parametrize("ask", POOLS)
def test_chances_are_those_of_all_faces(ask):
    found = chances(ask, ask.figures())
    assert sum(found.weights) == found.total
    assert {a: Fraction(w, found.total) for a, w in zip(found.answers, found.weights, strict=True)} == by_faces(ask)


def test_a_link_sees_no_more_faces_than_it_looks_at():
    seen = set()

    def spy(faces):
        seen.add(len(faces))
        return True

    three = tuple(link(0, 2, spy, what="x", looks=looks) for looks in (1, 2, 1))
    chances(Pool(1, three), (1,))
    answer_of(Pool(1, three), [(1,), (2,), (1,)])
    assert seen == {1, 2}


def test_a_die_of_too_many_faces_is_refused():
    wide = tuple(link(0, 1_000, beats, 0, what="x", looks=looks) for looks in (1, 2))
    with pytest.raises(DiceError, match="combinations"):
        chances(Pool(1, (link(0, 1_000, reaches, 1, what="x"), wide[1])), (1, 1, 0))


def test_links_are_thrown_for_the_chains_that_go_on():
    ask = POOLS[2]
    first = throws(ask, [])
    assert (first.side, first.n, first.die, first.shown) == (0, 2, 6, ())
    second = throws(ask, [(6, 4)])
    assert (second.side, second.n, second.die, second.shown) == (1, 2, 4, ((6,), (4,)))
    assert throws(ask, [(3, 3)]) is None
    assert answer_of(ask, [(6, 4), (4, 4), (5, 8)]) == (2,)


def test_the_log_has_an_entry_for_every_link():
    ask = Pool(2, (hit(), parry(), wound()), clause="G-9")
    entries = dice_entries(1, "blow()", ask, [(3, 5), (4, 4), (8,)], (1,))
    assert [(e.side, e.n, e.die, e.counted, e.result) for e in entries] == [
        (0, 2, 6, (True, True), "2 × hit"),
        (1, 2, 4, (False, True), "1 × not parried"),
        (0, 1, 8, (True,), "1 × wound"),
    ]
    assert [e.clause for e in entries] == ["G-1", "G-9", "G-9"]
    assert [e.need for e in entries] == ["3+", "above the blow", "5+"]
    assert entries[-1].answer == (1,)
    assert link_need(link(0, 6, lambda faces: faces[0] in (1, 6), what="x")) == "1, 6"


def blow(f):
    n = yield from pool(f.figures[0], hit(), parry(), wound(), what="blow")
    return f.put(_1=n)


def board(n):
    return Board((n, 0), None, Agenda(do(blow)))


def test_a_pool_in_play():
    playing = Playing(BOARD, board(2), Given([(3, 5), (4, 4), (8,)]))
    playing.run()
    assert playing.state.figures == (2, 1)
    (given,) = playing.answers
    assert given.ask == signature(Pool(2, (hit(), parry(), wound())))
    again = Playing(BOARD, board(2))
    again.replay(playing.answers)
    assert again.log == playing.log


def test_a_pool_typed_in_tells_what_the_dice_are_against():
    lines, shown = iter(["3 5", "4 4", "8"]), []
    Playing(BOARD, board(2), Typed(lambda prompt: next(lines), shown.append, ("A", "B"))).run()
    assert shown[0] == "A throws 2 dice, d6, hits (G-1), 3+: hit"
    assert shown[1] == "B throws 2 dice, d4, parries, above the blow: not parried; against 3, 5"


def test_a_pool_on_lanes_is_the_pool_of_plain_figures():
    sampled = simulate(BOARD, board(3), 4_000, seed=2)
    exact = chances(Pool(3, (hit(), parry(), wound())), (3, 3, 0, 5))
    mean = sum(a[0] * w for a, w in zip(exact.answers, exact.weights, strict=True)) / exact.total
    assert sampled.joint.column(lambda f: f.figures[1]).astype(float) @ sampled.joint.chance == pytest.approx(
        mean, abs=0.05
    )
