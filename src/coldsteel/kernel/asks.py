"""All that a step may yield: `tally`, `recount`, `pool`, `test`, `total`, `faces`, `contest`, `pick`, `choose`,
`choose_both`, `say`.

`hits = yield from tally(...)` types. Each function yields one frozen ask and returns the reader's answer; the `cast` in
`_ask` is the only untyped place. An ask tells *what the rule asks*: "how many of n dice reach 4", not n faces. The dice
are those really rolled, so that a player may type them; `coldsteel.kernel.dice` knows what they can show.

Figures (numbers of dice, needs) may differ from state to state. What is text (`what`, `clause`, `rows`) serves the log.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, cast

from coldsteel.kernel.tables import Applied

T = TypeVar("T")
U = TypeVar("U")
Answer = Generator["Ask", Any, T]

__all__ = [
    "Answer",
    "Ask",
    "Bar",
    "Both",
    "Choose",
    "DiceAsk",
    "Link",
    "Option",
    "Pick",
    "Pool",
    "Roll",
    "Say",
    "Stage",
    "Tally",
    "Total",
    "bar",
    "choose",
    "choose_both",
    "contest",
    "contest_under",
    "faces",
    "link",
    "option",
    "pick",
    "pool",
    "recount",
    "roll",
    "say",
    "stage",
    "tally",
    "tally_classes",
    "test",
    "total",
]


TOP = 1_000_000  # no die has more faces


# ---------------------------------------------------------------- what is asked
@dataclass(frozen=True, slots=True)
class Stage:
    """What a die must show to count: a face from `low` to `high`. With `then`, a die that counts here is rolled again
    for that stage, by the side named there, and counts only if it counts there too (a hit that is not saved)."""

    what: str
    low: int
    high: int
    clause: str = ""
    rows: tuple[Applied, ...] = ()
    side: int | None = None
    then: Stage | None = None
    counts: str = ""  # what a die that counts is called: "hit", "not saved"


@dataclass(frozen=True, slots=True)
class Tally:
    """`n` dice of `die` faces, thrown by `side`; the answer is how many count, for each class of faces. With `taken`
    the dice lie on the table: none of them shows a face from `taken[0]` to `taken[1]`, those have been counted
    before."""

    side: int
    n: int
    classes: tuple[Stage, ...]
    die: int = 6
    what: str = ""
    clause: str = ""
    n_rows: tuple[Applied, ...] = ()
    taken: tuple[int, int] | None = None

    def figures(self) -> tuple[int, ...]:
        """The figures that the chances hang on."""
        out = [self.n, *(self.taken or (1, 0))]
        for c in self.classes:
            link: Stage | None = c
            while link is not None:
                out += [link.low, link.high]
                link = link.then
        return tuple(out)


@dataclass(frozen=True, slots=True)
class Total:
    """The total of `n` dice plus `plus`. With `bands` the answer is the number of bands whose start it reaches,
    without them it is the total itself."""

    side: int
    n: int
    die: int
    plus: int
    bands: tuple[int, ...]
    names: tuple[str, ...] = ()
    what: str = ""
    clause: str = ""
    rows: tuple[Applied, ...] = ()

    def figures(self) -> tuple[int, ...]:
        """The figures that the chances hang on."""
        return (self.n, self.plus, *self.bands)


class Reading(Protocol):
    """Reads thrown faces: a pure function of the faces and the figures that the ask carries."""

    __name__: str

    def __call__(self, faces: tuple[int, ...], *figures: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Roll:
    """A few dice, each thrown by a side, read by a pure function. The answer is what `read` returns."""

    dice: tuple[tuple[int, int], ...]  # (side, faces) of each die
    read: Callable[..., int]
    on: tuple[int, ...]  # the figures that `read` looks at
    names: tuple[str, ...] = ()  # what the answers 0, 1, .. are called
    what: str = ""
    clause: str = ""
    rows: tuple[Applied, ...] = ()
    again: int | None = None  # this answer means: roll again until another one comes

    def figures(self) -> tuple[int, ...]:
        """The figures that the chances hang on."""
        return self.on


@dataclass(frozen=True, slots=True)
class Link:
    """One die of a chain: `read(faces, *on)` tells whether the chain goes on. It is a pure function of the last `looks`
    faces of the chain, the one just thrown at their end, and of the figures `on`."""

    side: int
    die: int
    read: Callable[..., bool]
    on: tuple[int, ...]
    what: str
    clause: str = ""
    rows: tuple[Applied, ...] = ()
    looks: int = 1
    counts: str = ""  # what a chain that goes on is called: "hit", "not saved"
    needs: str = ""  # what goes on, in words, where the die alone doesn't tell


@dataclass(frozen=True, slots=True)
class Pool:
    """`n` chains of the same links (hit, evaded, wounded, saved), each link with dice of its own; the answer is how
    many come through all of them. `odds` see one binomial; play throws link by link, for the chains that go on."""

    n: int
    links: tuple[Link, ...]
    what: str = ""
    clause: str = ""
    n_rows: tuple[Applied, ...] = ()

    def figures(self) -> tuple[int, ...]:
        """The figures that the chances hang on."""
        return (self.n, *(x for part in self.links for x in part.on))


@dataclass(frozen=True, slots=True)
class Pick:
    """One of `n` things, all equally likely; the answer is its number, from 0."""

    side: int
    n: int
    what: str = ""
    clause: str = ""

    def figures(self) -> tuple[int, ...]:
        """The figures that the chances hang on."""
        return (self.n,)


@dataclass(frozen=True, slots=True)
class Bar:
    """A reason why an option is not allowed: holds where `when` does."""

    when: bool
    code: str
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """Something that may be chosen. It is legal where none of its bars holds."""

    value: T
    label: str
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """The player of `side` picks a legal option; the answer is its number, -1 if none is legal."""

    side: int
    options: tuple[Option[Any], ...]
    what: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Both:
    """Two sides choose at the same time, neither knowing the other's choice; the answer is the pair of numbers."""

    first: Choose
    second: Choose


@dataclass(frozen=True, slots=True)
class Say:
    """An event for the log. `text` is a format string for `facts`."""

    text: str
    clause: str
    facts: tuple[tuple[str, Any], ...]


DiceAsk = Tally | Pool | Total | Roll | Pick
Ask = Tally | Pool | Total | Roll | Pick | Choose | Both | Say


def _ask(ask: Ask) -> Answer[Any]:
    return cast(Any, (yield ask))


# ---------------------------------------------------------------- how a step asks
def stage(
    what: str,
    low: int,
    high: int = TOP,
    *,
    clause: str = "",
    rows: tuple[Applied, ...] = (),
    side: int | None = None,
    then: Stage | None = None,
    counts: str = "",
) -> Stage:
    """A class of faces, `low` to `high` (by default to the highest of the die); see `Stage`."""
    return Stage(what, low, high, clause, rows, side, then, counts)


def tally(
    side: int,
    n: int,
    counted: Stage,
    *,
    die: int = 6,
    what: str = "",
    clause: str = "",
    n_rows: tuple[Applied, ...] = (),
) -> Answer[int]:
    """How many of `n` dice count, after all stages of `counted`."""
    return cast(int, (yield from _ask(Tally(side, n, (counted,), die, what or counted.what, clause, n_rows))))


def recount(
    side: int, n: int, counted: Stage, taken: tuple[int, int], *, die: int = 6, what: str = "", clause: str = ""
) -> Answer[int]:
    """A second look at dice that `side` has thrown in an earlier step: how many of the `n` that did not show a face
    from `taken[0]` to `taken[1]` count now. So a step may end with the first count, and states merge before the
    second."""
    ask = Tally(side, n, (counted,), die, what or counted.what, clause, taken=taken)
    return cast(int, (yield from _ask(ask)))


def tally_classes(
    side: int, n: int, *classes: Stage, die: int = 6, what: str = "", clause: str = "", n_rows: tuple[Applied, ...] = ()
) -> Answer[tuple[int, ...]]:
    """How many of `n` dice fall in each of several classes of faces that do not overlap."""
    return cast("tuple[int, ...]", (yield from _ask(Tally(side, n, classes, die, what, clause, n_rows))))


def link(
    side: int,
    die: int,
    read: Callable[..., bool],
    *on: int,
    what: str,
    clause: str = "",
    rows: tuple[Applied, ...] = (),
    looks: int = 1,
    counts: str = "",
    needs: str = "",
) -> Link:
    """One die of a chain; see `Link`."""
    return Link(side, die, read, on, what, clause, rows, looks, counts, needs)


def pool(n: int, *links: Link, what: str = "", clause: str = "", n_rows: tuple[Applied, ...] = ()) -> Answer[int]:
    """How many of `n` chains come through all their links; see `Pool`. Without links all of them do."""
    return cast(int, (yield from _ask(Pool(n, links, what, clause, n_rows))))


def total(
    side: int,
    n: int = 2,
    die: int = 6,
    *,
    plus: int = 0,
    bands: Sequence[int] = (),
    names: Sequence[str] = (),
    what: str = "",
    clause: str = "",
    rows: tuple[Applied, ...] = (),
) -> Answer[int]:
    """The total of `n` dice plus `plus`. `bands` are the lowest totals of the second, third .. band; the answer is
    then the number of the band, from 0, and `names` tells what the bands are called."""
    return cast(int, (yield from _ask(Total(side, n, die, plus, tuple(bands), tuple(names), what, clause, rows))))


def roll(
    dice: Sequence[tuple[int, int]],
    read: Callable[..., int],
    *on: int,
    names: Sequence[str] = (),
    what: str = "",
    clause: str = "",
    rows: tuple[Applied, ...] = (),
    again: int | None = None,
) -> Answer[int]:
    """A few dice (side, faces) read by a pure function of their faces and of the figures `on`."""
    return cast(int, (yield from _ask(Roll(tuple(dice), read, on, tuple(names), what, clause, rows, again))))


def read_bands(faces: tuple[int, ...], *starts: int) -> int:
    """One die: how many of the `starts` its face reaches."""
    return sum(faces[0] >= start for start in starts)


def test(
    side: int,
    die: int,
    *starts: int,
    names: Sequence[str] = (),
    what: str = "",
    clause: str = "",
    rows: tuple[Applied, ...] = (),
) -> Answer[int]:
    """One die read in bands of faces: the answer is how many of `starts` (the lowest face of the second, third .. band)
    the face reaches. A roll under 11 on a d20 whose 1 and 20 are special: `test(side, 20, 2, 12, 20)`."""
    return (yield from roll(((side, die),), read_bands, *starts, names=names, what=what, clause=clause, rows=rows))


def read_faces(faces: tuple[int, ...], n: int, *wanted: int) -> int:
    """Which of the wanted combinations of `n` faces (in any order) is shown, counted from 1; 0 if none."""
    shown = sorted(faces)
    for k in range(len(wanted) // n):
        if shown == sorted(wanted[k * n : k * n + n]):
            return k + 1
    return 0


def faces(
    side: int, n: int, die: int, *wanted: Sequence[int], names: Sequence[str] = (), what: str = "", clause: str = ""
) -> Answer[int]:
    """`n` dice read by their faces: which of the `wanted` combinations came, counted from 1; 0 for any other."""
    flat = [face for combination in wanted for face in combination]
    return (yield from roll([(side, die)] * n, read_faces, n, *flat, names=names, what=what, clause=clause))


def read_contest(faces: tuple[int, ...], lead: int, dice: int) -> int:
    """Opposed totals: 0 the second is higher, 1 equal, 2 the first is higher."""
    a, b = sum(faces[:dice]) + lead, sum(faces[dice:])
    return (a > b) - (a < b) + 1


def contest(
    first: int,
    second: int,
    die: int,
    *,
    dice: int = 1,
    lead: int = 0,
    ties_again: bool = False,
    what: str = "",
    clause: str = "",
    rows: tuple[Applied, ...] = (),
) -> Answer[int]:
    """Both sides total `dice` dice, the first has `lead` more: 2 if it is higher, 1 if equal, 0 if lower."""
    thrown = [(first, die)] * dice + [(second, die)] * dice
    names = ("the second is higher", "equal", "the first is higher")
    return (
        yield from roll(
            thrown,
            read_contest,
            lead,
            dice,
            names=names,
            what=what,
            clause=clause,
            rows=rows,
            again=1 if ties_again else None,
        )
    )


def read_contest_under(faces: tuple[int, ...], first: int, second: int) -> int:
    """Opposed rolls under a skill (percentile): 2 the first wins, 1 equal, 0 the second wins. Levels are the tens of
    the skill less the tens of the roll, whether the roll succeeds or not; a success beats a failure."""
    a, b = faces
    good_a, good_b = a <= first, b <= second
    if good_a != good_b:
        return 2 if good_a else 0
    levels = (first // 10 - a // 10) - (second // 10 - b // 10)
    return (levels > 0) - (levels < 0) + 1


def contest_under(
    first: int, second: int, skill: int, other: int, *, die: int = 100, what: str = "", clause: str = ""
) -> Answer[int]:
    """Opposed d100 (or another die): each side rolls under its skill; see `read_contest_under`."""
    names = ("the second wins", "equal", "the first wins")
    dice = ((first, die), (second, die))
    return (yield from roll(dice, read_contest_under, skill, other, names=names, what=what, clause=clause))


def pick(side: int, n: int, *, what: str = "", clause: str = "") -> Answer[int]:
    """One of `n` things at random."""
    return cast(int, (yield from _ask(Pick(side, n, what, clause))))


def bar(when: bool, code: str, clause: str, reason: str) -> Bar:
    """A reason against an option."""
    return Bar(when, code, clause, reason)


def option(value: T, label: str, *bars: Bar) -> Option[T]:
    """An option with the reasons against it; it is legal where none of them holds."""
    return Option(value, label, bars)


def choose(side: int, options: Sequence[Option[T]], *, what: str = "", clause: str = "") -> Answer[T | None]:
    """The value of the option that the player of `side` takes; None if none is legal."""
    k = yield from _ask(Choose(side, tuple(options), what, clause))
    return None if k < 0 else options[k].value


def choose_both(
    first: int,
    options: Sequence[Option[T]],
    second: int,
    others: Sequence[Option[U]],
    *,
    what: str = "",
    clause: str = "",
) -> Answer[tuple[T | None, U | None]]:
    """Both sides choose at the same time, neither knowing what the other takes."""
    a, b = yield from _ask(
        Both(Choose(first, tuple(options), what, clause), Choose(second, tuple(others), what, clause))
    )
    return (None if a < 0 else options[a].value), (None if b < 0 else others[b].value)


def say(text: str, clause: str = "", **facts: Any) -> Answer[None]:
    """An event for the log; `text` is a format string for the facts. With the fact `heading=True` it is the heading of
    what follows, and a `#` in it becomes the number of times that this heading has come."""
    yield from _ask(Say(text, clause, tuple(facts.items())))
