"""What a rulebook hands over to the kernel: data and functions, no base class."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from coldsteel.errors import NotSolvable
from coldsteel.kernel.clauses import Catalogue

__all__ = ["Aim", "Group", "Measure", "Rulebook", "later", "named", "weighted"]


def named(where: str) -> Any:
    """What stands in a module: "package.module:name"."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


def later(where: str) -> Callable[..., Any]:
    """A function of a module that is slow to load (pydantic, shapely), and is loaded when it is first called."""
    return lambda *given: named(where)(*given)


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that can be counted at the end of a fight, as a pure function of the last state.

    `name` is `<what>.<unit or side>`; `names` are what the values 0, 1, .. are called, or empty for plain numbers.
    `of` serves plain figures and lanes alike (no `if` on figures).
    """

    name: str
    of: Callable[[Any], int]
    names: tuple[str, ...] = ()
    says: str = ""  # one line that defines it


@dataclass(frozen=True, slots=True)
class Aim:
    """What a side wants: `of(state, side)` of the last state, to be as large as possible for that side.

    `zero_sum`: what one side gains the other loses, so that the value for one side is minus that of the other.
    """

    name: str
    of: Callable[[Any, int], float]
    says: str = ""
    zero_sum: bool = True


@dataclass(frozen=True, slots=True)
class Group:
    """Interchangeable slots: `own[k]` are the names of the leaves of the k-th slot, `shared[k]` of those that it has
    with others (contacts), in the same order for every slot."""

    slots: tuple[int, ...]
    own: tuple[tuple[str, ...], ...]
    shared: tuple[tuple[str, ...], ...] = ()


def _no_groups(state: Any) -> Sequence[Group]:
    return ()


@dataclass(frozen=True)
class Rulebook:
    """A rulebook as the readers see it.

    `model` imports and returns the pydantic model of its fight files; `setup_of` turns a checked model into a set-up
    and `start` a set-up into the opening state. `verdict` numbers how a fight ended, `verdicts` names the numbers.
    Slots are interchangeable on a ground only where `renamed(ground, new)` says what it is with new names.
    """

    name: str
    version: str
    catalogue: Catalogue
    steps: tuple[Callable[..., Any], ...]
    model: Callable[[], Any]
    setup_of: Callable[[Any], Any]
    start: Callable[[Any], Any]
    verdict: Callable[[Any], int]
    verdicts: tuple[str, ...]
    unresolved: str
    measures: Callable[[Any], tuple[Measure, ...]]
    aims: Callable[[Any], tuple[Aim, ...]]
    rulings: type
    parameters: type
    groups: Callable[[Any], Sequence[Group]] = _no_groups
    renamed: Callable[[tuple[Any, ...], Mapping[int, int]], tuple[Any, ...]] | None = None  # a ground, slots renamed
    verdict_names: Callable[[Any], tuple[str, ...]] = lambda setup: ()  # for people; "" for one that can't be here
    words: tuple[type[enum.Enum], ...] = ()  # enums that stand as arguments on an agenda
    counters: Mapping[str, str] = field(default_factory=dict)  # step -> what each time it is done is called ("round")
    describe: Callable[[Any], Sequence[str]] | None = None  # a state in words, a line a unit
    scene: Callable[[Any], Any] | None = None  # a state to draw: a Scene; None where nothing stands on a table
    sketch: Callable[[Any], Any] | None = None  # who is there and what is between them: a Sketch, without places
    board: Callable[[Any], Any] | None = None  # values of a fight file, right or wrong: a Board, for an editor
    sides: Callable[[Any], tuple[str, ...]] = lambda setup: ("A", "B")
    teams: Callable[[Any], tuple[int, ...]] = lambda setup: (0, 1)  # the team of every side: allies want the same
    goals: Callable[[Any], tuple[str, ...]] = lambda setup: ()  # the aim of every side, where they are not opposite

    def aim(self, setup: Any, name: str | None) -> Aim:
        """The aim of this name, the default for None, or a weighted sum of aims and measures (`2*win - casualties.X`).

        Raises `NotSolvable` for a name that this fight has not, with those it has.
        """
        aims = {a.name: a for a in self.aims(setup)}
        if name is None:
            return next(iter(aims.values()))
        return aims[name] if name in aims else weighted(name, aims, {m.name: m for m in self.measures(setup)})


_SIGN = re.compile(r"\s*([+-]?)\s*(?:(\d+(?:\.\d+)?)\s*\*\s*)?")


def weighted(text: str, aims: Mapping[str, Aim], measures: Mapping[str, Measure]) -> Aim:
    """The aim written as a weighted sum of named aims and measures: `2*win + casualties.Old Guard`.

    A measure counts the same whoever looks at it, so the other sides want it low. Names may hold any sign: the longest
    one that fits is meant. Raises `NotSolvable` for a name that is not there, and for a measure that is no number.
    """
    known: dict[str, Aim | Measure] = {**aims, **{n: m for n, m in measures.items() if n not in aims}}
    parts: list[tuple[float, Aim | Measure]] = []
    at = 0
    while at < len(text):
        found = _SIGN.match(text, at)
        assert found is not None  # it may match nothing
        at = found.end()
        name = max((n for n in known if _stands_at(text, at, n)), key=len, default="")
        if not name or (parts and not found[1]):
            raise NotSolvable(f"no aim '{text[at:].strip() or text}' in this fight; there are: {', '.join(known)}")
        thing = known[name]
        if isinstance(thing, Measure) and len(thing.names) > 2:
            raise NotSolvable(f"{name} is no number: it is one of {', '.join(thing.names)}")
        parts.append(((-1.0 if found[1] == "-" else 1.0) * float(found[2] or 1), thing))
        at += len(name)
        at += len(text[at:]) - len(text[at:].lstrip())
    if not parts:
        raise NotSolvable("an aim has no name")

    def of(state: Any, side: int) -> float:
        out: float = 0.0
        sign = 1 if side == 0 else -1
        for weight, thing in parts:
            out = out + weight * (thing.of(state, side) if isinstance(thing, Aim) else thing.of(state) * sign)
        return out

    return Aim(text, of, "a weighted sum", all(not isinstance(t, Aim) or t.zero_sum for _, t in parts))


def _stands_at(text: str, at: int, name: str) -> bool:
    """Does the text go on with this name, and then with nothing, a blank or a sign?"""
    return text.startswith(name, at) and text[at + len(name) : at + len(name) + 1] in ("", " ", "+", "-")
