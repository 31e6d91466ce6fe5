"""The ground, the part of a state that no reader meets as lanes: where walkers stand on a road."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from coldsteel.errors import RulebookError
from coldsteel.kernel import odds, plain, simulate
from coldsteel.kernel.asks import choose, option, pick
from coldsteel.kernel.figures import no
from coldsteel.kernel.packing import Codec, Interchange
from coldsteel.kernel.rulebook import Aim, Group, Measure
from coldsteel.kernel.state import Agenda, Slot, Steps, do, evolve, parsed, text
from tests.kernel.games import book, exact

WALKERS = 3
END = 3  # who has come this far has gone


@dataclass(frozen=True, slots=True)
class Walker:
    """A walker may fall ill; who is ill goes no more than one step."""

    ill: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Road:
    """The ground is the place of every walker, None for one who has gone."""

    walkers: tuple[Walker, ...]
    days: Annotated[int, range(9)]
    setup: Any = dataclasses.field(compare=False)
    then: Agenda

    def put(self, w: int, place: int) -> Road:
        """A walker put at a place."""
        ground = tuple((place if place < END else None) if k == w else x for k, x in enumerate(self.then.ground))
        walkers = tuple(evolve(x, gone=True) if k == w and place >= END else x for k, x in enumerate(self.walkers))
        return evolve(self, walkers=walkers, then=self.then.on(ground))


def day(f: Road, free: bool) -> Steps[Road]:
    """Somebody walks: by the die, or by choice of whoever still goes."""
    left = [w for w, place in enumerate(f.then.ground) if place is not None]
    f = evolve(f, days=f.days - 1)
    if f.days == 0 or not left:
        return f
    f = evolve(f, then=f.then.first(do(day, free)))
    if free:
        who = yield from choose(0, [option(Slot(w), f"walker {w}") for w in left])
        assert who is not None
        return evolve(f, then=f.then.first(do(walk, who)))
    w = int((yield from pick(0, WALKERS, what="who")))
    return evolve(f, then=f.then.first(do(walk, Slot(w)))) if w in left else f


def walk(f: Road, w: Slot) -> Steps[Road]:
    """One step, or two on a 2 for whoever is well; a 3 makes ill."""
    face = 1 + (yield from pick(0, 3, what="how far"))
    place = f.then.ground[w]
    if (face == 2) & no(f.walkers[w].ill):
        return f.put(w, place + 2)
    f = evolve(f, walkers=tuple(evolve(x, ill=x.ill | (face == 3)) if k == w else x for k, x in enumerate(f.walkers)))
    return f.put(w, place + 1)


def renamed(ground: tuple[Any, ...], new: Any) -> tuple[Any, ...]:
    """The road with walkers named anew."""
    out = list(ground)
    for old, name in new.items():
        out[name] = ground[old]
    return tuple(out)


def alike(f: Road) -> list[Group]:
    """All walkers may be exchanged."""
    own = tuple((f"walkers[{w}].ill", f"walkers[{w}].gone") for w in range(WALKERS))
    return [Group(tuple(range(WALKERS)), own)]


def home(f: Road) -> Any:
    return f.walkers[0].gone + f.walkers[1].gone + f.walkers[2].gone


ROAD = dataclasses.replace(
    book(
        (Aim("home", lambda f, side: home(f) * (1 - 2 * side)),),
        measures=[Measure("home", home), *(Measure(f"ill.{w}", lambda f, w=w: f.walkers[w].ill) for w in range(3))],
        groups=alike,
    ),
    steps=(day, walk),
    renamed=renamed,
)


def road(days: int, places: tuple[int, ...] = (0, 0, 0), free: bool = False) -> Road:
    return Road((Walker(),) * WALKERS, days, None, Agenda(do(day, free), ground=places))


def test_lanes_find_the_chances_of_the_plain_reader():
    found, chances = odds.solve(ROAD, road(5)), exact(road(5))
    home_by_hand: dict[int, float] = {}
    for key, p in chances.items():
        n = key[1] + key[3] + key[5]
        home_by_hand[n] = home_by_hand.get(n, 0) + float(p)
    assert found.measures["home"] == pytest.approx(home_by_hand, abs=1e-14)
    assert 0 < found.measures["home"][1] < 1  # somebody comes home


@pytest.mark.parametrize("chunk", [3, 50, 1 << 20])
@pytest.mark.parametrize("free", [False, True])
def test_sorted_walkers_are_worth_what_unsorted_ones_are(chunk, free):
    start = road(5, free=free)
    plainly = odds.solve(ROAD, start, sort=False, chunk=chunk)
    sorted_ = odds.solve(ROAD, start, chunk=chunk)
    assert sorted_.states < plainly.states / 2
    assert abs(sorted_.value - plainly.value) < 1e-14
    assert sorted_.measures["home"] == pytest.approx(plainly.measures["home"], abs=1e-14)
    if not free:  # under best play one of equal walkers may be preferred
        assert sorted_.measures["ill.2"] == pytest.approx(plainly.measures["ill.2"], abs=1e-14)


def test_the_value_under_best_play_is_that_of_the_plain_reader():
    start = road(4, (0, 1, 2), free=True)
    value, _ = plain.value(start, lambda s: home(s))
    assert abs(odds.solve(ROAD, start).value - float(value)) < 1e-14


def test_a_simulated_fight_walks_the_same_road():
    n = 40_000
    found, sampled = odds.solve(ROAD, road(5)), simulate.simulate(ROAD, road(5), n, seed=3)
    for k, p in found.measures["home"].items():  # five standard deviations
        assert abs(sampled.measures["home"].get(k, 0.0) - p) < 5 * (p * (1 - p) / n) ** 0.5 + 1e-12


def test_walkers_at_other_places_are_not_interchangeable():
    start = road(3, (0, 1, 0))
    assert Interchange(Codec(start), alike(start), start, renamed).groups == [(0, 2)]
    assert Interchange(Codec(start), alike(start), start, None).groups == []


def test_a_ground_becomes_the_first_of_all_that_it_might_be():
    start = road(3)
    codec = Codec(start)
    interchange = Interchange(codec, alike(start), start, renamed)
    seen = set()
    for places in [(0, 1, None), (1, None, 0), (None, 0, 1), (1, 0, None)]:
        f = evolve(road(3, places), walkers=tuple(Walker(gone=p is None) for p in places))
        agenda, words = interchange(f.then, codec.pack(f))
        seen.add((agenda, tuple(int(w[0]) for w in words)))
        after = codec.state(agenda, words, 0)
        assert [w.gone for w in after.walkers] == [p is None for p in agenda.ground]
    assert len(seen) == 1


def test_a_line_with_a_ground_parses_back():
    f = road(3, (2, 0, 1))
    line = text(f)
    assert line == "days=3 | day(False) | (2, 0, 1)"
    assert parsed(line, f, ROAD.steps) == f
    nested = evolve(f, then=f.then.on((("a wall", 12), None, (Slot(1), ()))))
    assert parsed(text(nested), f, ROAD.steps) == nested


@pytest.mark.parametrize("ground", ["12", "(1, 2", "(1) 3", "(x,)"])
def test_a_bad_ground_is_refused(ground):
    with pytest.raises(ValueError, match=r"\w"):
        parsed(f"days=3 | day(False) | {ground}", road(3), ROAD.steps)


def test_equal_agendas_on_one_ground_are_one_object():
    one, other = Agenda(do(day, True), ground=(1, 2)), Agenda(do(day, True), ground=(1, 3))
    assert one.on((1, 3)) is other
    assert one is not other
    assert one.rest().ground == one.first(do(day, True)).ground == (1, 2)
    assert pickle.loads(pickle.dumps(one)) is one
    assert Agenda(ground=(1,)) is not Agenda(ground=(True,))


def test_a_ground_holds_nothing_but_names_and_numbers():
    with pytest.raises(RulebookError, match="names, whole numbers"):
        Agenda().on((1.5,))
