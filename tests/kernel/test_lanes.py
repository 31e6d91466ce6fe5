"""Lanes: many states at once give what each gives alone, or the rulebook is refused."""

import functools
import operator
from collections.abc import Callable

import pytest

from coldsteel.errors import RulebookError
from coldsteel.kernel import odds
from coldsteel.kernel.asks import choose, option, pick, roll, stage, tally, tally_classes, total
from coldsteel.kernel.asks import test as one_die
from coldsteel.kernel.figures import all_of, any_of, count, least, look, most, no, where, within
from coldsteel.kernel.lanes import Lanes
from coldsteel.kernel.state import do, evolve
from coldsteel.kernel.tables import Row, Table
from tests.kernel.games import BOARD, Board, agreed, board, by_lanes, exact

# Every test of an operator: figure 0 runs from -3 to 3, figure 1 from -2 to 2, so 35 lanes at once; what is worked out
# from them goes into figure 2. `agreed` compares every state with its chance to the plain reader's.


def spread(f, then, *args):
    """Gives figures 0 and 1 all their values, then does the step."""
    a = yield from pick(0, 7)
    b = yield from pick(0, 5)
    return f.put(_0=a - 3, _1=b - 2).first(do(worked, then, *args))


WORKS: dict[str, Callable[..., object]] = {}


def worked(f, name, *args):
    a, b = f.figures[0], f.figures[1]
    result = WORKS[name](a, b, *args)
    return f.put(_2=result)


def elementwise(work, *args):
    WORKS["work"] = work
    found = agreed(board(spread, 0, 0, 0, args=("work", *args)))
    assert len(found) == 35
    return found


OPERATORS = {
    "a + b": lambda a, b: a + b,
    "a + 5": lambda a, b: a + 5,
    "5 + a": lambda a, b: 5 + a,
    "a + 0": lambda a, b: a + 0,
    "0 + a": lambda a, b: 0 + a,
    "a + True": lambda a, b: a + True,
    "a - b": lambda a, b: a - b,
    "a - 5": lambda a, b: a - 5,
    "5 - a": lambda a, b: 5 - a,
    "a * b": lambda a, b: a * b,
    "a * 0": lambda a, b: a * 0,
    "1 * a": lambda a, b: 1 * a,
    "a * 3": lambda a, b: a * 3,
    "a // 2": lambda a, b: a // 2,
    "a // (b + 5)": lambda a, b: a // (b + 5),
    "a // -2": lambda a, b: a // -2,
    "100 // (b - 3)": lambda a, b: 100 // (b - 3),
    "a % 2": lambda a, b: a % 2,
    "a % -3": lambda a, b: a % -3,
    "7 % (b - 3)": lambda a, b: 7 % (b - 3),
    "-a": lambda a, b: -a,
    "abs(a)": lambda a, b: abs(a),
    "a < b": lambda a, b: a < b,
    "a <= b": lambda a, b: a <= b,
    "a > b": lambda a, b: a > b,
    "a >= b": lambda a, b: a >= b,
    "a == b": lambda a, b: a == b,
    "a != b": lambda a, b: a != b,
    "1 < a": lambda a, b: 1 < a,  # noqa: SIM300
    "a & b": lambda a, b: a & b,
    "a | b": lambda a, b: a | b,
    "a & 6": lambda a, b: a & 6,
    "6 | a": lambda a, b: 6 | a,
    "flag + flag": lambda a, b: (a > 0) + (b > 0),
    "flag + flag + flag": lambda a, b: (a > 0) + (b > 0) + (a > b),
    "flag - flag": lambda a, b: (a > 0) - (b > 0),
    "1 - flag": lambda a, b: 1 - (b > 0),
    "-flag": lambda a, b: -(b > 0),
    "abs(flag)": lambda a, b: abs(b > 0),
    "flag * flag": lambda a, b: (a > 0) * (b > 0),
    "1 * flag": lambda a, b: 1 * (a > 0),
    "flag * True": lambda a, b: (a > 0) * True,
    "flag + True": lambda a, b: (a > 0) + True,
    "3 * flag": lambda a, b: 3 * (a > 0),
    "flag + figure": lambda a, b: (a > 0) + b,
    "flag // 1 + flag % 2": lambda a, b: (a > 0) // 1 + (a > 0) % 2,
    "flag < flag": lambda a, b: (a > 0) < (b > 0),
    "flag == flag": lambda a, b: (a > 0) == (b > 0),
    "flag & flag": lambda a, b: (a > 0) & (b > 0),
    "flag | flag": lambda a, b: (a > 0) | (b > 0),
    "flag & True": lambda a, b: (a > 0) & True,
    "flag & False": lambda a, b: (a > 0) & False,
    "True | flag": lambda a, b: True | (a > 0),
    "False | flag": lambda a, b: False | (a > 0),
    "sum of flags": lambda a, b: sum([a > 0, b > 0, a > b]),
    "least(a, b)": least,
    "least(a, 1)": lambda a, b: least(a, 1),
    "least(flag, flag)": lambda a, b: least(a > 0, b > 0) + 1,
    "most(a, b)": most,
    "most(0, a)": lambda a, b: most(0, a),
    "most(flag, b)": lambda a, b: most(a > 0, b),
    "within(-1, a, 2)": lambda a, b: within(-1, a, 2),
    "within(b, a, 2)": lambda a, b: within(b, a, 2),
    "where(flag, a, b)": lambda a, b: where(a > b, a, b),
    "where(flag, a, 7)": lambda a, b: where(a > b, a, 7),
    "where(flag, 7, 9)": lambda a, b: where(a > b, 7, 9),
    "where(flag, flag, flag) + 1": lambda a, b: where(a > b, a > 0, b > 0) + 1,
    "where(flag, True, False)": lambda a, b: where(a > b, True, False),
    "where(flag, False, True) + 1": lambda a, b: where(a > b, False, True) + 1,
    "where(flag, a > 0, 5)": lambda a, b: where(a > b, a > 0, 5),
    "where(flag, a, a)": lambda a, b: where(a > b, a, a),
    "where(figure, 1, 2)": lambda a, b: where(a, 1, 2),
    "where(True, a, b)": lambda a, b: where(True, a, b),
    "no(flag)": lambda a, b: no(a > 0),
    "no(flag) + no(flag)": lambda a, b: no(a > 0) + no(b > 0),
    "no(figure)": lambda a, b: no(a),
    "any_of": lambda a, b: any_of([a > 1, b > 1, a == b]),
    "any_of with True": lambda a, b: any_of([a > 1, True]),
    "any_of none": lambda a, b: any_of([]),
    "all_of": lambda a, b: all_of([a > -1, b > -1, a != b]),
    "all_of with False": lambda a, b: all_of([a > 1, False]),
    "all_of none": lambda a, b: all_of([]),
    "any_of + any_of": lambda a, b: any_of([a > 1, b > 1]) + any_of([a > 0, b > 0]),
    "count": lambda a, b: count([a > 0, b > 0, a > b, True]),
    "count none": lambda a, b: count([]),
    "look": lambda a, b: look((5, 3, 8, -1, 0, 2, 7), a + 3),
    "look by a flag": lambda a, b: look((5, 3), a > b),
    "look in a list": lambda a, b: look([5, 3], 1 * (a > b)),
    "table": lambda a, b: TABLE.apply(None, a, b, base=3).value,
}
TABLE = Table(
    "t",
    Row(+1, "higher", "G-1", lambda f, a, b: a > b),
    Row(-2, "each", "G-2", lambda f, a, b: most(0, b)),
    Row(lambda f: 4, "never", "G-3", lambda f, a, b: False),
    Row(lambda f: 4, "always", "G-4", lambda f, a, b: True),
)


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_gives_for_every_lane_what_it_gives_for_plain_figures(name):
    elementwise(OPERATORS[name])


def test_true_and_true_is_2():
    """numpy: True + True is True; "+1 for each friend" was right for one friend and wrong for two."""
    found = elementwise(lambda a, b: (a > 0) + (b > 0))
    assert {key[2] for key in found} == {0, 1, 2}


def test_operators_of_expressions_are_elementwise_too():
    def work(a, b):
        x = where(a > b, a * b - 3, most(b, -1) // 2)
        return within(-5, x + count([x > 0, a == 1]) * 2 - look((1, 0, 4), least(2, abs(b))), 20)

    elementwise(work)


# ---------------------------------------------------------------- splitting
SPLITS = {
    "if on a flag": lambda a, b: 1 if a > b else 2,
    "if on a figure": lambda a, b: 1 if a else 2,
    "ifs in ifs": lambda a, b: (1 if b > 0 else 2) if a > 0 else (3 if b == 0 else 4 + a),
    "int()": lambda a, b: int(a) * 2,
    "a dict": lambda a, b: {-3: 5, -2: 7, -1: 1, 0: 0, 1: 9, 2: 2, 3: 4}[a],
    "a dict by a flag": lambda a, b: {True: 5, False: 7}[a > b],
    "a tuple": lambda a, b: (5, 7, 1, 0, 9, 2, 4)[a + 3],
    "range": lambda a, b: sum(k * b for k in range(a + 3)),
    "and": lambda a, b: 1 if a > 0 and b > 0 else 2,
    "not": lambda a, b: 1 if not a > b else 2,
    "chained": lambda a, b: 1 if -1 < a < 2 else 2,
    "max": lambda a, b: max(a, b),
    "in": lambda a, b: 1 * (a in (1, 3)),
    "a set": lambda a, b: 1 * (a in {1, 3}),
    "bool()": lambda a, b: 1 * bool(a),
    "while": lambda a, b: functools.reduce(operator.add, [1 for k in range(4) if a > k], 0),
}


@pytest.mark.parametrize("name", SPLITS)
def test_looking_at_a_figure_parts_the_lanes_and_loses_none(name):
    elementwise(SPLITS[name])


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1 << 20])
def test_the_size_of_the_chunks_changes_nothing(chunk):
    WORKS["work"] = SPLITS["ifs in ifs"]
    start = board(spread, 0, 0, 0, args=("work",))
    assert by_lanes(start, chunk=chunk).keys() == exact(start).keys()
    agreed(start, chunk=chunk)


def much(f):
    """Dice before and after ifs, of answers looked at early, late and never; dice whose number hangs on a figure."""
    a = yield from total(0, 2)
    kills, shocks = yield from classes(a)
    if kills > 1:
        more = yield from tally(0, kills, stage("more", 3))
        f = f.put(_0=more)
        if more == a - 3:
            return f.put(_1=shocks + 10)
    elif shocks == 1:
        face = yield from one_die(0, 20, 2, 12 - a, 20)
        return f.put(_0=face, _1=where(face > 1, kills, shocks + a))
    b = yield from pick(0, 3)
    return f.put(_1=b * shocks + kills, _2=a)


def classes(a):
    return (yield from tally_classes(0, a // 3, stage("kill", 6), stage("shock", 5, 5)))


@pytest.mark.parametrize("chunk", [1, 3, 50, 1 << 20])
def test_dice_between_ifs_are_the_same_dice_when_a_step_is_taken_up_again(chunk):
    agreed(board(much, 0, 0, 0), chunk=chunk)


def test_a_choice_sees_all_dice_that_were_rolled():
    """A choice after a tally whose second class decides: who sees it takes what is better for him, lane by lane."""

    def step(f):
        _, shocks = yield from classes(6)
        way = yield from choose(0, [option("keep", "keep"), option("turn", "turn")])
        return f.put(_0=shocks if way == "keep" else 2 - shocks)

    found = odds.solve(BOARD, board(step, 0))
    # 2 dice: no 5 with 25/36, one 10/36, two 1/36; the better of k and 2 - k is 2, 1, 2
    assert abs(found.value - (2 * 25 + 1 * 10 + 2 * 1) / 36) < 1e-12


# ---------------------------------------------------------------- refused
def refused(step, *figures, match):
    with pytest.raises(RulebookError, match=match):
        odds.solve(BOARD, board(step, *(figures or (0, 0, 0))))


def spread_then(step):
    def first(f):
        a = yield from pick(0, 7)
        return f.put(_0=a).first(do(step))

    return first


def test_a_tilde_is_refused():
    refused(spread_then(lambda f: f.put(_1=~f.figures[0])), match=r"use no\(x\)")


def test_a_figure_in_words_is_refused():
    refused(spread_then(lambda f: f.put(_1=len(f"{f.figures[0]}"))), match="cannot be written")


KEPT: list[object] = []


def keeps(f):
    KEPT.append(f.figures[0] + 1)
    return f.first(do(uses))


def uses(f):
    return f.put(_1=KEPT[-1])


def test_a_figure_kept_for_a_later_step_is_refused():
    KEPT.clear()
    refused(spread_then(keeps), match="kept and used in a later")


def looks(f):
    return f.put(_1=1) if KEPT[-1] > 2 else f


def test_a_figure_kept_and_looked_at_in_a_later_step_is_refused():
    KEPT.clear()

    def keep(f):
        KEPT.append(f.figures[0])
        return f.first(do(looks))

    refused(spread_then(keep), match="kept and used in a later")


def test_a_figure_kept_in_a_closure_is_refused():
    cell = {}

    def keep(f):
        cell.setdefault("x", f.figures[0])
        return f.first(do(use))

    def use(f):
        return f.put(_1=cell["x"])

    refused(spread_then(keep), match="kept and used in a later")


def test_a_figure_kept_from_another_fight_is_refused():
    """The first fight keeps it, the second one uses it at the same place, where all counters stand alike."""
    cell = {}

    def first(f):
        a = yield from pick(0, 7)
        if "x" in cell:
            return f.put(_1=cell["x"])
        cell["x"] = a
        return f

    odds.solve(BOARD, board(first, 0, 0, 0))
    refused(first, match="kept and used in a later|another path")


def test_a_figure_looked_at_outside_of_a_step_is_refused():
    cell = {}

    def keep(f):
        a = yield from pick(0, 7)
        cell["x"] = a
        return f.put(_0=a)

    odds.solve(BOARD, board(keep, 0))
    assert isinstance(cell["x"], Lanes)
    with pytest.raises(RulebookError, match="outside of a step"):
        bool(cell["x"])
    with pytest.raises(RulebookError, match="outside of a step"):
        int(cell["x"])


def test_an_answer_kept_for_another_path_is_refused():
    cell = {}

    def step(f):
        a = yield from pick(0, 3)
        if a == 2:
            b = yield from pick(0, 2)
            cell["b"] = b
            return f.put(_0=b)
        return f.put(_0=cell["b"])

    refused(step, match="an answer of another path was used")


def side_effect(other):
    """A step that asks one thing at its first run and another one when it is taken up again."""
    runs = []

    def step(f):
        runs.append(1)
        if len(runs) > 1:
            return (yield from other(f))
        a = yield from pick(0, 3)
        return f.put(_0=1) if a == 1 else f

    return step


def asks_dice(f):
    yield from total(0, 2)
    return f


def asks_nothing(f):
    return f
    yield


def asks_others(f):
    yield from choose(0, [option(1, "one"), option(2, "two")])
    return f


@pytest.mark.parametrize("other", [asks_dice, asks_nothing, asks_others])
def test_a_step_that_asks_something_else_with_the_same_answers_is_refused(other):
    refused(side_effect(other), match="with the same answers")


def test_a_step_that_offers_other_options_with_the_same_answers_is_refused():
    runs = []

    def step(f):
        runs.append(1)
        yield from choose(0, [option(len(runs), "one"), option(-len(runs), "two")])
        return f

    refused(step, match="with the same answers a step asked another question")


def test_a_step_that_throws_other_dice_with_the_same_answers_is_refused():
    runs = []

    def step(f):
        runs.append(1)
        a = yield from roll(((0, 6),) * len(runs), sum)
        return f.put(_0=1) if a > 3 else f

    refused(step, match="with the same answers a step asked another question")


@pytest.mark.parametrize(
    ("x", "found"),
    [(lambda a: a * 1_000, "0..6000"), (lambda a: a - 700, "-700..-694"), (lambda a: 2_000, "2000..2000")],
    ids=["above", "below", "plain"],
)
def test_a_figure_that_leaves_its_range_names_the_leaf(x, found):
    step = spread_then(lambda f: f.put(_1=x(f.figures[0])))
    refused(step, match=rf"the leaf figures\[1\] leaves its range -600\.\.1999: {found}".replace("..", r"\.\."))


@pytest.mark.parametrize("x", [1999, -600])
def test_the_ends_of_a_range_are_in_it(x):
    assert agreed(board(lambda f: f.put(_0=x), 0)) == {(x,): 1}


def test_a_half_is_no_figure():
    refused(spread_then(lambda f: f.put(_1=f.figures[0] / 2)), match=r"the leaf figures\[1\] was given a float")
    refused(lambda f: f.put(_1=0.5), match=r"the leaf figures\[1\] was given a float")
    refused(lambda f: f.put(_1="x"), match=r"the leaf figures\[1\] was given a str")


@pytest.mark.parametrize("new", [None, 7, "over", ()], ids=repr)
def test_a_step_that_returns_no_state_is_refused(new):
    refused(lambda f: new, match=f"a step must return the next state, not {type(new).__name__}")
    refused(spread_then(lambda f: new), match="a step must return the next state")


@pytest.mark.parametrize(
    "figures",
    [(1,), (1, 2, 3, 4), None, 5, [1, 2, 3], ((1,), 2, 3)],
    ids=["short", "long", "None", "int", "list", "deep"],
)
def test_a_state_of_another_shape_is_refused(figures):
    refused(lambda f: evolve(f, figures=figures), match="a state holds|parts for 3|shaped like|was given")


def test_an_agenda_that_is_none_is_refused():
    refused(lambda f: Board(f.figures, None, ()), match="agenda")


def test_and_and_or_with_a_plain_flag_are_those_of_ints():
    """2 & True is 0 and 2 | True is 3, on lanes as on plain figures."""

    def band(f):
        k = yield from pick(0, 3)
        return f.put(_0=1 * (k & True) + 10 * (k | True) + 100 * where(k, True, False))

    plain_figures = {1 * (k & True) + 10 * (k | True) + 100 * (k != 0) for k in range(3)}
    assert {key[0] for key in agreed(board(band, 0))} == plain_figures
