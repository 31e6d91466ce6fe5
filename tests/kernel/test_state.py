"""States: what they are made of, the line they print and parse back from, the agenda."""

import dataclasses
import enum
import pickle
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coldsteel.errors import RulebookError
from coldsteel.kernel import odds, plain
from coldsteel.kernel.asks import pick
from coldsteel.kernel.state import (
    Agenda,
    Leaf,
    Slot,
    do,
    evolve,
    leaves,
    next_task,
    outline,
    parsed,
    rebuilt,
    slots_in,
    text,
)
from tests.kernel.duel import DUEL, Setup, start
from tests.kernel.games import BOARD, Board, board


class Order(enum.IntEnum):
    NONE = 0
    HOLD = 1
    FALL_BACK = 4


class Side(enum.IntEnum):
    LEFT = -1
    RIGHT = 1


class Weapon(enum.Enum):
    SWORD = "sword"
    TWIN_BLADES = "twin blades"


@dataclass(frozen=True)
class Man:
    wounds: Annotated[int, range(-3, 12)]
    order: Order = Order.NONE
    side: Side = Side.LEFT
    shaken: bool = False


@dataclass(frozen=True)
class Camp:
    men: tuple[Man, ...]
    gaps: tuple[tuple[Annotated[int, range(2, 9)], ...], ...]
    night: bool
    setup: Any = dataclasses.field(compare=False)
    then: Agenda = dataclasses.field(default_factory=Agenda)


def strike(f, *args):
    return f


def rest(f, *args):
    return f


men = st.builds(Man, st.integers(-3, 11), st.sampled_from(Order), st.sampled_from(Side), st.booleans())
gap = st.integers(2, 8)
words = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=6)
arguments = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-99, 99)
    | st.integers(0, 9).map(Slot)
    | st.sampled_from(Order)
    | st.sampled_from(["Old Guard", "sword", "1st Line", ""]),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)
tasks = st.builds(lambda step, args: do(step, *args), st.sampled_from([strike, rest]), st.lists(arguments, max_size=3))
agendas = st.lists(tasks, max_size=3).map(lambda t: Agenda(*t))


@st.composite
def camps(draw):
    size = draw(st.integers(1, 3))
    gaps = tuple(tuple(draw(gap) for _ in range(2)) for _ in range(size))
    return Camp(tuple(draw(men) for _ in range(size)), gaps, draw(st.booleans()), "set-up", draw(agendas))


@settings(max_examples=200)
@given(camps())
def test_a_state_prints_itself_in_one_line_that_parses_back(camp):
    line = text(camp)
    assert "\n" not in line
    again = parsed(line, camp, (strike, rest), (Order,))
    assert again == camp
    assert again.then is camp.then  # interned, and with the very kinds of its arguments
    assert again.setup == camp.setup
    assert [type(x) for x in leaves(again)] == [type(x) for x in leaves(camp)]


@settings(max_examples=200)
@given(words)
def test_any_name_on_an_agenda_parses_back(word):
    camp = Camp((Man(1),), ((2, 2),), True, None, Agenda(do(strike, word), do(rest, (word, Slot(1)), word)))
    assert parsed(text(camp), camp, (strike, rest)).then is camp.then


def test_only_what_is_not_0_is_written():
    camp = Camp(
        (Man(0), Man(-2, Order.FALL_BACK, Side.RIGHT, True)), ((2,), (3,)), False, None, Agenda(do(strike, Slot(1)))
    )
    assert text(camp) == (
        "men[0].side=LEFT men[1].wounds=-2 men[1].order=FALL_BACK men[1].side=RIGHT men[1].shaken=yes "
        "gaps[0][0]=2 gaps[1][0]=3 | strike(#1)"
    )
    assert text(Board((0, 0), None, Agenda())) == "- | nothing"


CAMP = Camp((Man(1),), ((2, 2),), True, None, Agenda())


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("men[0].wounds=12 | nothing", r"men\[0\]\.wounds=12: not a value"),
        ("men[0].wounds=-4 | nothing", r"men\[0\]\.wounds=-4: not a value"),
        ("men[0].wounds=one | nothing", "not a value"),
        ("men[0].order=CHARGE | nothing", "not a value"),
        ("night=1 | nothing", "not a value"),
        ("men[1].wounds=1 | nothing", r"no figure 'men\[1\]\.wounds'"),
        ("- | charge()", r"'charge\(\)' is no task"),
        ("- | strike", "is no task"),
        ("- | strike(HOLD", "bracket is not closed"),
        ("- | strike(1) > ", "is no task"),
        ("- | strike(1), strike(2)", "is no task"),
        ("- | strike(CHARGE)", "CHARGE"),
        ("- | strike((1)", "bracket"),
        ("- | strike('a)", "a name is not closed"),
        ("- | strike(#x)", "'#x' is no argument"),
        ("- | ", "is no task"),
    ],
)
def test_a_line_that_is_no_state_of_this_fight_is_a_value_error(line, fault):
    with pytest.raises(ValueError, match=fault):
        parsed(line, CAMP, (strike, rest), (Order,))


def test_every_state_of_a_fight_parses_back():
    for state in plain.reachable(start(Setup(rounds=1), (1, 2))):
        again = parsed(text(state), state, DUEL.steps, DUEL.words)
        assert again == state
        assert again.then is state.then


# ---------------------------------------------------------------- leaves
def test_the_outline_names_every_leaf_with_its_range_and_kind():
    assert outline(CAMP) == (
        Leaf("men[0].wounds", -3, 12, int),
        Leaf("men[0].order", 0, 5, Order),
        Leaf("men[0].side", -1, 2, Side),
        Leaf("men[0].shaken", 0, 2, bool),
        Leaf("gaps[0][0]", 2, 9, int),
        Leaf("gaps[0][1]", 2, 9, int),
        Leaf("night", 0, 2, bool),
    )


@dataclass(frozen=True)
class Unbounded:
    men: tuple[int, ...]
    setup: Any
    then: Agenda


@dataclass(frozen=True)
class Loose:
    note: str
    setup: Any
    then: Agenda


@dataclass(frozen=True)
class Typo:
    wounds: Annotated[int, "0 to 3"]
    setup: Any
    then: Agenda


@pytest.mark.parametrize(
    ("state", "leaf"),
    [
        (Unbounded((1, 2), None, Agenda()), r"men\[0\]"),
        (Loose("x", None, Agenda()), "note"),
        (Typo(1, None, Agenda()), "wounds"),
    ],
)
def test_a_leaf_without_a_declared_range_is_an_error_that_names_it(state, leaf):
    with pytest.raises(RulebookError, match=f"the leaf {leaf} has no declared range"):
        outline(state)
    with pytest.raises(RulebookError, match=leaf):
        odds.solve(BOARD, state)


@given(camps())
def test_a_state_is_rebuilt_from_its_leaves(camp):
    assert rebuilt(camp, camp.then, iter(list(leaves(camp)))) == camp


# ---------------------------------------------------------------- evolve
def test_evolve_replaces_what_is_named_and_keeps_the_rest():
    man = Man(3, Order.HOLD)
    new = evolve(man, wounds=2, shaken=True)
    assert new == dataclasses.replace(man, wounds=2, shaken=True)
    assert man == Man(3, Order.HOLD)
    assert evolve(man) == man


def test_evolve_refuses_a_name_that_is_none():
    with pytest.raises(TypeError, match="wouns"):
        evolve(Man(3), wouns=2)


# ---------------------------------------------------------------- the agenda
def test_equal_agendas_are_one_object():
    assert Agenda(do(strike, 1, "sword")) is Agenda(do(strike, 1, "sword"))
    assert Agenda() is Agenda()
    assert Agenda(do(strike, 1)) is not Agenda(do(rest, 1))


def test_a_slot_a_number_and_a_truth_are_different_things_on_an_agenda():
    kinds = [Slot(1), 1, True, Order.HOLD, (1,), (Slot(1),), (True,), "1"]
    assert len({id(Agenda(do(strike, x))) for x in kinds}) == len(kinds)


def test_first_puts_tasks_in_front_and_rest_takes_one_away():
    agenda = Agenda(do(rest)).first(do(strike, 1), do(strike, 2))
    assert repr(agenda) == "strike(1) > strike(2) > rest()"
    assert agenda.rest() is Agenda(do(strike, 2), do(rest))
    assert agenda.rest().rest().rest() is Agenda()
    assert len(agenda) == 3


def test_an_agenda_stays_itself_when_it_is_pickled():
    agenda = Agenda(do(strike, Slot(1), (True, Order.HOLD)))
    assert pickle.loads(pickle.dumps(agenda)) is agenda


def test_the_slots_of_an_agenda_in_order_of_naming_each_once():
    agenda = Agenda(do(strike, Slot(2), 7, (Slot(0), (Slot(2),))), do(rest, Slot(1)))
    assert slots_in(agenda) == [Slot(2), Slot(0), Slot(1)]
    assert all(type(s) is Slot for s in slots_in(agenda))


@pytest.mark.parametrize("x", [1.5, [1], {1}, Man(1), (1, 2.5), Weapon.SWORD])
def test_an_argument_that_is_no_name_or_literal_is_refused(x):
    with pytest.raises(RulebookError, match="strike: an argument of an agenda must be a name or a literal"):
        do(strike, x)


def puts_a_figure_on_the_agenda(f):
    x = yield from pick(0, 3)
    return f.first(do(strike, (x,)))


def test_a_figure_of_many_states_on_an_agenda_is_refused():
    with pytest.raises(
        RulebookError, match=r"strike: an argument of an agenda .* not Lanes; keep figures in the state"
    ):
        odds.solve(BOARD, board(puts_a_figure_on_the_agenda, 0))


def test_the_first_task_is_done_and_gone():
    seen = []

    def look(f, a, b):
        seen.append((a, b, f.then))
        return f.put(_0=7)

    state = Board((0,), None, Agenda(do(look, 1, Slot(2)), do(rest)))
    with pytest.raises(StopIteration) as stop:
        next(next_task(state))
    assert stop.value.value == Board((7,), None, Agenda(do(rest)))
    assert seen == [(1, Slot(2), Agenda(do(rest)))]
