"""Little games for the tests of the kernel: a board of figures, a maze drawn as a graph, a skirmish with contacts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from coldsteel.kernel import odds, plain
from coldsteel.kernel.asks import Option, bar, choose, choose_both, option, pick, read_bands, roll, stage, tally
from coldsteel.kernel.clauses import Catalogue
from coldsteel.kernel.figures import most, no, where
from coldsteel.kernel.rulebook import Aim, Group, Measure, Rulebook
from coldsteel.kernel.state import Agenda, Slot, Steps, do, evolve, leaves


def book(
    aims: Sequence[Aim],
    *,
    verdict: Callable[[Any], int] = lambda s: 0,
    verdicts: tuple[str, ...] = ("over", "no end"),
    measures: Sequence[Measure] = (),
    groups: Callable[[Any], Sequence[Group]] = lambda s: (),
    counters: dict[str, str] | None = None,
) -> Rulebook:
    """A rulebook of which only what the readers of odds need is filled in; the last verdict means `no end`."""
    return Rulebook(
        name="game",
        version="1",
        catalogue=Catalogue("tests.kernel", "G"),
        steps=(),
        model=lambda: None,
        setup_of=lambda model: model,
        start=lambda setup: setup,
        verdict=verdict,
        verdicts=verdicts,
        unresolved=verdicts[-1],
        measures=lambda setup: tuple(measures),
        aims=lambda setup: tuple(aims),
        rulings=object,
        parameters=object,
        groups=groups,
        counters=counters or {},
    )


# ---------------------------------------------------------------- a board of figures
@dataclass(frozen=True, slots=True)
class Board:
    """Any number of figures; `setup` is whatever the steps want to know."""

    figures: tuple[Annotated[int, range(-600, 2_000)], ...]
    setup: Any = dataclasses.field(compare=False)
    then: Agenda

    def put(self, **changes: int) -> Board:
        """`put(_1=3)`: the figure with number 1 becomes 3."""
        new = list(self.figures)
        for name, x in changes.items():
            new[int(name[1:])] = x
        return evolve(self, figures=tuple(new))

    def first(self, *tasks: Any) -> Board:
        return evolve(self, then=self.then.first(*tasks))


def figure(k: int) -> Measure:
    return Measure(f"figure.{k}", lambda f: f.figures[k])


def first_figure(f: Any, side: int) -> Any:
    """Figure 0 for side 0, figure 1 for side 1: aims of their own."""
    return f.figures[side]


BOARD = book(
    (
        Aim("figure", lambda f, side: f.figures[0] * (1 - 2 * side), "figure 0 as large as may be"),
        Aim("own", first_figure, zero_sum=False),
    ),
    measures=tuple(figure(k) for k in range(2)),
    counters={"visit": "visit", "round_": "round"},
)


def board(step: Callable[..., Any], *figures: int, setup: Any = None, args: Sequence[Any] = ()) -> Board:
    """A board on which one step is to be done."""
    return Board(tuple(figures), setup, Agenda(do(step, *args)))


def exact(start: Any) -> dict[tuple[int, ...], Fraction]:
    """The chances of the figures at the end, by the plain reader; a fight without choices and cycles."""
    out: dict[tuple[int, ...], Fraction] = {}
    open_: dict[Any, Fraction] = {start: Fraction(1)}
    while open_:
        state = next(iter(open_))
        p = open_.pop(state)
        if not state.then.tasks:
            key = tuple(int(x) for x in leaves(state))
            out[key] = out.get(key, Fraction(0)) + p
            continue
        for q, end in ends(plain.expand(state)):
            open_[end] = open_.get(end, Fraction(0)) + p * q
    return out


def ends(tree: plain.Tree) -> list[tuple[Fraction, Any]]:
    """The ends of a step of dice, each with its chance."""
    if isinstance(tree, plain.End):
        return [(Fraction(1), tree.state)]
    assert isinstance(tree, plain.Chance), "a choice has no chance"
    return [(Fraction(w, tree.total) * p, end) for w, t in tree.branches for p, end in ends(t)]


def by_lanes(start: Any, rulebook: Rulebook = BOARD, **options: Any) -> dict[tuple[int, ...], float]:
    """The same by odds."""
    found = odds.solve(rulebook, start, **options)
    assert found.unresolved == 0.0
    out: dict[tuple[int, ...], float] = {}
    for state, p in found.joint.states():
        key = tuple(int(x) for x in leaves(state))
        out[key] = out.get(key, 0.0) + p
    return out


def agreed(start: Any, rulebook: Rulebook = BOARD, **options: Any) -> dict[tuple[int, ...], Fraction]:
    """The exact chances of the end, having seen that odds find the same ends with the same chances.

    Tolerance 1e-12: a chance is a sum of products of a few floats below 1, each off by some 1e-16 at most.
    """
    slow, fast = exact(start), by_lanes(start, rulebook, **options)
    assert sum(slow.values()) == 1
    assert slow.keys() == fast.keys()
    for key, p in slow.items():
        assert abs(fast[key] - float(p)) < 1e-12, key
    return slow


def mean(chances: dict[tuple[int, ...], Fraction], k: int = 0) -> Fraction:
    """The mean of one figure."""
    return sum((p * key[k] for key, p in chances.items()), Fraction(0))


# ---------------------------------------------------------------- a maze: a game drawn as a graph
@dataclass(frozen=True)
class Over:
    """The end, with what each side gets."""

    figures: tuple[int, int]


@dataclass(frozen=True)
class Luck:
    """Dice: (weight, room)."""

    ways: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Will:
    """One side decides; the options in the order listed."""

    side: int
    rooms: tuple[int, ...]


@dataclass(frozen=True)
class Clash:
    """Both sides decide at one time: a table of rooms."""

    rooms: tuple[tuple[int, ...], ...]


Maze = tuple[Over | Luck | Will | Clash, ...]


def visit(f: Board, room: int) -> Steps[Board]:
    """One room of the maze (the set-up)."""
    here = f.setup[room]
    if isinstance(here, Over):
        return evolve(f, figures=here.figures)
    if isinstance(here, Luck):
        starts, at = [], 0
        for w, _ in here.ways[:-1]:
            at += w
            starts.append(at + 1)
        k = yield from roll(((0, at + here.ways[-1][0]),), read_bands, *starts)
        return f.first(do(visit, here.ways[int(k)][1]))
    if isinstance(here, Will):
        to = yield from choose(here.side, [option(r, f"room {r}") for r in here.rooms])
        return f.first(do(visit, to))
    rows = [option(i, f"row {i}") for i in range(len(here.rooms))]
    columns = [option(j, f"column {j}") for j in range(len(here.rooms[0]))]
    i, j = yield from choose_both(0, rows, 1, columns)
    return f.first(do(visit, here.rooms[i][j]))


def maze(*rooms: Over | Luck | Will | Clash, stands: tuple[int, int] = (0, 0)) -> Board:
    """The maze from room 0; while it lasts, it is worth `stands`."""
    return Board(stands, rooms, Agenda(do(visit, 0)))


# ---------------------------------------------------------------- a skirmish of several models a side
@dataclass(frozen=True, slots=True)
class Model:
    wounds: Annotated[int, range(4)]
    acted: bool = False


@dataclass(frozen=True)
class Field:
    """`touching[i * n + j]`: model i of A and model j of B are in contact. Slots 0 .. n-1 are A's, n .. 2n-1 B's."""

    models: tuple[Model, ...]
    touching: tuple[bool, ...]
    setup: SkirmishSetup = dataclasses.field(compare=False)
    then: Agenda = dataclasses.field(default_factory=Agenda)

    def changed(self, who: int, **changes: Any) -> Field:
        models = list(self.models)
        models[who] = evolve(models[who], **changes)
        return evolve(self, models=tuple(models))

    def touch(self, a: int, b: int) -> bool:
        n = self.setup.size
        return self.touching[a * n + b - n] if a < n else self.touching[b * n + a - n]


@dataclass(frozen=True)
class SkirmishSetup:
    size: int = 3
    turns: int = 2
    random: bool = False  # who acts, and on whom, is drawn and not chosen
    low: int = 3  # to hit


def mingle(f: Field) -> Steps[Field]:
    """Who is in contact with whom."""
    touching = []
    for _ in f.touching:
        meets = yield from tally(0, 1, stage("meets", 4))
        touching.append(meets == 1)
    return evolve(f, touching=tuple(touching))


def act(f: Field, side: int, turn: int) -> Steps[Field]:
    """One model of a side acts; then it is the other side's turn."""
    n = f.setup.size
    if turn == f.setup.turns:
        return over(f)
    after = do(act, 1 - side, turn + side)
    if f.setup.random:
        who = yield from pick(side, n)
        return evolve(f, then=f.then.first(do(aim, Slot(int(who) + side * n)), after))
    own = [Slot(k + side * n) for k in range(n)]
    able = [(f.models[s].wounds > 0) & no(f.models[s].acted) for s in own]
    me = yield from choose(side, _options(own, able))
    return evolve(f, then=f.then.first(*([] if me is None else [do(aim, me)]), after))


def aim(f: Field, me: Slot) -> Steps[Field]:
    """Whom to strike: one in contact. More friends in contact with him help (+1 each other friend)."""
    n = f.setup.size
    side = int(me >= n)
    foes = [Slot(k + (1 - side) * n) for k in range(n)]
    f = f.changed(me, acted=(f.models[me].wounds > 0))
    if f.setup.random:
        target = foes[int((yield from pick(side, n)))]
        if no(f.touch(me, target) & (f.models[me].wounds > 0)):
            return f
    else:
        found = yield from choose(side, _options(foes, [f.touch(me, s) for s in foes]))
        if found is None:
            return f
        target = found
    return evolve(f, then=f.then.first(do(strike, me, target)))


def _options(slots: list[Slot], legal: list[bool]) -> list[Option[Slot]]:
    return [option(s, f"model {s}", bar(no(ok), "no", "G-1", "not able")) for s, ok in zip(slots, legal, strict=True)]


def strike(f: Field, me: Slot, target: Slot) -> Steps[Field]:
    """A d6 to hit; 6 wounds twice."""
    n = f.setup.size
    friends = range(n) if me < n else range(n, 2 * n)
    help_ = sum(1 * f.touch(s, target) for s in friends if s != me)
    hits = yield from roll(((int(me >= n), 6),), read_bands, f.setup.low - help_, 6)
    f = f.changed(target, wounds=most(0, f.models[target].wounds - hits))
    return evolve(f, then=f.then.first(do(bury, target)))


def bury(f: Field, who: Slot) -> Field:
    """The dead touch nobody and have not acted."""
    n = f.setup.size
    alive = f.models[who].wounds > 0
    touching = list(f.touching)
    for k in range(n):
        at = who * n + k if who < n else k * n + who - n
        touching[at] = touching[at] & alive
    return evolve(f.changed(who, acted=f.models[who].acted & alive), touching=tuple(touching))


def over(f: Field) -> Field:
    for k in range(2 * f.setup.size):
        f = f.changed(k, acted=False)
    return f


def standing(f: Field, side: int) -> int:
    n = f.setup.size
    return sum(1 * (m.wounds > 0) for m in f.models[side * n : side * n + n])


def interchangeable(f: Field) -> tuple[Group, Group]:
    n = f.setup.size
    own = [(f"models[{s}].wounds", f"models[{s}].acted") for s in range(2 * n)]
    mine = [tuple(f"touching[{i * n + j}]" for j in range(n)) for i in range(n)]
    theirs = [tuple(f"touching[{i * n + j}]" for i in range(n)) for j in range(n)]
    return (
        Group(tuple(range(n)), tuple(own[:n]), tuple(mine)),
        Group(tuple(range(n, 2 * n)), tuple(own[n:]), tuple(theirs)),
    )


def skirmish_book(size: int) -> Rulebook:
    def wounds_of(s: int) -> Measure:
        return Measure(f"wounds.{s}", lambda f: f.models[s].wounds)

    return book(
        (Aim("standing", lambda f, side: standing(f, side) - standing(f, 1 - side)),),
        verdict=lambda f: where(standing(f, 0) > standing(f, 1), 0, where(standing(f, 1) > standing(f, 0), 1, 2)),
        verdicts=("A", "B", "even", "no end"),
        measures=tuple(wounds_of(s) for s in range(2 * size)),
        groups=interchangeable,
    )


def skirmish(setup: SkirmishSetup, wounds: Sequence[int]) -> Field:
    n = setup.size
    return Field(tuple(map(Model, wounds)), (False,) * (n * n), setup, Agenda(do(mingle), do(act, 0, 0)))
