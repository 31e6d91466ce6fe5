"""What a state is made of: a tree of frozen dataclasses and tuples whose leaves are bounded figures, and an agenda.

The root is a frozen dataclass with the two fields `setup` (what never changes in a fight; no part of the state's
identity) and `then` (the `Agenda`: what is still to be done, and the ground on which it is done). Every other leaf is a
`bool`, an `IntEnum`, or an `Annotated[int, range(low, high)]`. A state prints itself in one line (`text`) that parses
back (`parsed`).

Agenda and ground are the concrete part of a state: a reader never meets them as lanes. The ground is for what only
plain Python can reckon with, such as where things stand on a table. What is to be measured belongs among the figures.
"""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from types import GeneratorType
from typing import Any, ClassVar, Protocol, TypeVar, cast, get_args, get_origin, get_type_hints

from coldsteel.errors import RulebookError

S = TypeVar("S")
D = TypeVar("D")

__all__ = [
    "Agenda",
    "Leaf",
    "Slot",
    "State",
    "Steps",
    "Task",
    "do",
    "evolve",
    "leaves",
    "next_task",
    "outline",
    "parsed",
    "rebuilt",
    "slots_in",
    "text",
]


class Slot(int):
    """The number of a unit or model. In an agenda it is renamed when interchangeable slots are sorted."""

    def __repr__(self) -> str:
        return f"#{int(self)}"

    __str__ = __repr__


Step = Callable[..., Any]
Steps = Generator[Any, Any, S]
"""What a step of a rulebook is: it yields asks, is sent answers, returns the next state."""


@dataclass(frozen=True, slots=True)
class Task:
    """A step with its arguments: names and literals, never figures from the state."""

    step: Step
    args: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"{self.step.__name__}({', '.join(map(_written, self.args))})"


def do(step: Step, *args: Any) -> Task:
    """A task for the agenda."""
    for x in args:
        _check_argument(step, x)
    return Task(step, args)


def _check_argument(step: Step, x: Any) -> None:
    if isinstance(x, tuple):
        for y in x:
            _check_argument(step, y)
    elif not (x is None or isinstance(x, (int, str))):
        raise RulebookError(
            f"{step.__name__}: an argument of an agenda must be a name or a literal, not {type(x).__name__}; "
            "keep figures in the state"
        )


def _written(x: Any) -> str:
    if isinstance(x, enum.Enum):
        return x.name
    if isinstance(x, tuple):
        return "(" + ", ".join(map(_written, x)) + ("," if len(x) == 1 else "") + ")"
    return repr(x)


class Agenda:
    """What is still to be done, the first thing first, and the `ground` on which it is done: names, whole numbers and
    tuples of them, `()` where nothing stands anywhere. Interned: equal agendas are one object."""

    __slots__ = ("_rest", "ground", "tasks")
    _known: ClassVar[dict[tuple[Any, ...], Agenda]] = {}
    tasks: tuple[Task, ...]
    ground: tuple[Any, ...]
    _rest: Agenda | None

    def __new__(cls, *tasks: Task, ground: tuple[Any, ...] = ()) -> Agenda:
        """The agenda of these tasks: the one that there is, or a new one."""
        key = (*[(t.step, tuple(map(_typed, t.args))) for t in tasks], _typed(ground) if ground else ())
        known = cls._known.get(key)
        if known is None:
            known = cls._known[key] = object.__new__(cls)
            known.tasks, known.ground, known._rest = tasks, ground, None
        return known

    def first(self, *tasks: Task) -> Agenda:
        """These tasks, and then what was to be done anyway."""
        return Agenda(*tasks, *self.tasks, ground=self.ground)

    def rest(self) -> Agenda:
        """All but the first task."""
        if self._rest is None:
            self._rest = Agenda(*self.tasks[1:], ground=self.ground)
        return self._rest

    def on(self, ground: tuple[Any, ...]) -> Agenda:
        """The same tasks on another ground.

        Raises `RulebookError` for a ground of anything but names, whole numbers and tuples of them.
        """
        if ground is self.ground:
            return self
        if not _is_ground(ground):
            raise RulebookError(f"a ground is made of names, whole numbers and tuples of them: {ground!r}")
        return Agenda(*self.tasks, ground=ground)

    def __len__(self) -> int:
        return len(self.tasks)

    def __reduce__(self) -> tuple[Callable[..., Agenda], tuple[Any, ...]]:
        return _agenda, (self.ground, *self.tasks)

    def __repr__(self) -> str:
        return " > ".join(map(repr, self.tasks)) or "nothing"


def _agenda(ground: tuple[Any, ...], *tasks: Task) -> Agenda:
    return Agenda(*tasks, ground=ground)


def _is_ground(x: Any) -> bool:
    return all(map(_is_ground, x)) if isinstance(x, tuple) else x is None or isinstance(x, (int, str))


def _typed(x: Any) -> Any:
    """Slot(1), True and 1 are equal to Python; on an agenda they are different things."""
    return tuple(map(_typed, x)) if isinstance(x, tuple) else (type(x), x)


def slots_in(agenda: Agenda) -> list[Slot]:
    """The slots that an agenda names, in order of naming, each once."""
    found: dict[Slot, None] = {}

    def walk(x: Any) -> None:
        if isinstance(x, Slot):
            found.setdefault(x)
        elif isinstance(x, tuple):
            for y in x:
                walk(y)

    for task in agenda.tasks:
        walk(task.args)
    return list(found)


class State(Protocol):
    """The root of a state."""

    @property
    def setup(self) -> Any:
        """What never changes in a fight."""

    @property
    def then(self) -> Agenda:
        """What is still to be done."""


def next_task(state: Any) -> Steps[Any]:
    """Does the first task of a state's agenda; the one step that every reader drives."""
    task = state.then.tasks[0]
    out = task.step(evolve(state, then=state.then.rest()), *task.args)
    return cast(Any, (yield from out) if isinstance(out, GeneratorType) else out)


# ---------------------------------------------------------------- the tree
@lru_cache(None)
def _field_names(cls: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls))


def _names(cls: Any) -> tuple[str, ...]:
    """The names of a dataclass's fields, in order."""
    return _field_names(cls)


def evolve(x: D, **changes: Any) -> D:
    """`dataclasses.replace`, but fast."""
    names = _names(type(x))
    return type(x)(*[changes.pop(n) if n in changes else getattr(x, n) for n in names], **changes)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One figure of a state: its name, the range `low <= x < high` and, for an IntEnum, the class."""

    name: str
    low: int
    high: int
    kind: type


@lru_cache(None)
def _type_hints(cls: Any) -> Mapping[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _hints(cls: Any) -> Mapping[str, Any]:
    """The declared types of a dataclass's fields."""
    return _type_hints(cls)


def outline(state: Any) -> tuple[Leaf, ...]:
    """The leaves of a state in order.

    Raises `RulebookError` for a leaf without a declared range.
    """
    return tuple(_outline(state, "", None))


def _outline(x: Any, name: str, hint: Any) -> Iterator[Leaf]:
    if is_dataclass(x) and not isinstance(x, type):
        for n in _names(type(x)):
            if not name and n in ("setup", "then"):
                continue
            yield from _outline(getattr(x, n), f"{name}.{n}".lstrip("."), _hints(type(x))[n])
    elif isinstance(x, tuple):
        inner = next(iter(get_args(hint)), None)
        for i, y in enumerate(x):
            yield from _outline(y, f"{name}[{i}]", inner)
    else:
        yield _leaf(name, hint)


def _leaf(name: str, hint: Any) -> Leaf:
    if hint is bool:
        return Leaf(name, 0, 2, bool)
    if isinstance(hint, type) and issubclass(hint, enum.IntEnum):
        return Leaf(name, min(hint), max(hint) + 1, hint)
    if get_origin(hint) is not None or hasattr(hint, "__metadata__"):
        for extra in getattr(hint, "__metadata__", ()):
            if isinstance(extra, range):
                return Leaf(name, extra.start, extra.stop, int)
    raise RulebookError(
        f"the leaf {name} has no declared range: write Annotated[int, range(low, high)], bool or an IntEnum"
    )


def leaves(state: Any) -> Iterator[Any]:
    """The figures of a state, in the order of `outline`."""
    for n in _names(type(state)):
        if n not in ("setup", "then"):
            yield from _leaves(getattr(state, n))


def _leaves(x: Any) -> Iterator[Any]:
    if isinstance(x, tuple):
        for y in x:
            yield from _leaves(y)
    elif is_dataclass(x):
        for n in _names(type(x)):
            yield from _leaves(getattr(x, n))
    else:
        yield x


def rebuilt(like: Any, agenda: Agenda, figures: Iterator[Any]) -> Any:
    """The state with these figures and this agenda, and the set-up of `like`."""

    def make(x: Any) -> Any:
        if isinstance(x, tuple):
            return tuple([make(y) for y in x])
        if is_dataclass(x) and not isinstance(x, type):
            return type(x)(*[make(getattr(x, n)) for n in _names(type(x))])
        return next(figures)

    return type(like)(
        *[like.setup if n == "setup" else agenda if n == "then" else make(getattr(like, n)) for n in _names(type(like))]
    )


# ---------------------------------------------------------------- one line that parses back
def text(state: Any) -> str:
    """A state in one line: the figures that are not 0, then the agenda, then the ground if there is one."""
    words = []
    for leaf, x in zip(outline(state), leaves(state), strict=True):
        if int(x) != 0:
            shown = "yes" if leaf.kind is bool else leaf.kind(x).name if leaf.kind is not int else int(x)
            words.append(f"{leaf.name}={shown}")
    ground = f" | {_written(state.then.ground)}" if state.then.ground else ""
    return f"{' '.join(words) or '-'} | {state.then!r}{ground}"


def parsed(line: str, like: Any, steps: Sequence[Step], names: Sequence[type[enum.Enum]] = ()) -> Any:
    """The state that `text` wrote. `like` is any state of the same fight; `steps` and `names` (enums used as
    arguments) are those of its rulebook.

    Raises `ValueError` where the line is not a state of this fight.
    """
    head, _, tail = line.partition(" | ")
    tail, _, ground = tail.partition(" | ")
    shape = outline(like)
    figures: dict[str, Any] = {leaf.name: _unwritten(leaf) for leaf in shape}
    kinds = {leaf.name: leaf for leaf in shape}
    for word in head.split():
        if word == "-":
            continue
        name, _, shown = word.partition("=")
        if name not in kinds:
            raise ValueError(f"no figure '{name}' in this fight")
        figures[name] = _read(kinds[name], shown)
    agenda = _parsed_agenda(tail.strip(), steps, names)
    return rebuilt(like, agenda.on(_parsed_ground(ground.strip(), names)), iter(figures.values()))


def _unwritten(leaf: Leaf) -> Any:
    """The value of a figure that a line doesn't name: 0, if that is one of its values."""
    zero = leaf.low <= 0 < leaf.high and (not issubclass(leaf.kind, enum.Enum) or 0 in leaf.kind._value2member_map_)
    return leaf.kind(0 if zero else leaf.low)


def _read(leaf: Leaf, shown: str) -> Any:
    if leaf.kind is bool and shown in ("yes", "no"):
        return shown == "yes"
    if leaf.kind is not int and leaf.kind is not bool and shown in leaf.kind.__members__:  # type: ignore[attr-defined]
        return leaf.kind[shown]  # type: ignore[index]
    if leaf.kind is int and shown.lstrip("-").isdigit() and leaf.low <= int(shown) < leaf.high:
        return int(shown)
    raise ValueError(f"{leaf.name}={shown}: not a value of this figure")


def _parsed_agenda(line: str, steps: Sequence[Step], names: Sequence[type[enum.Enum]]) -> Agenda:
    if line == "nothing":
        return Agenda()
    known = {s.__name__: s for s in steps}
    words = {member.name: member for cls in names for member in cls}
    tasks, rest = [], f" > {line}"
    while rest:
        name, bracket, inner = rest.removeprefix(" > ").partition("(")
        if not rest.startswith(" > ") or not bracket or name not in known:
            raise ValueError(f"'{rest.removeprefix(' > ')}' is no task of this rulebook")
        args, rest = _arguments(inner, words)
        if not rest.startswith(")"):
            raise ValueError(f"'{line}': a bracket is not closed")
        tasks.append(do(known[name], *args))
        rest = rest[1:]
    return Agenda(*tasks)


def _parsed_ground(line: str, names: Sequence[type[enum.Enum]]) -> tuple[Any, ...]:
    if not line:
        return ()
    args, rest = _arguments(line, {member.name: member for cls in names for member in cls})
    if rest or len(args) != 1 or not isinstance(args[0], tuple):
        raise ValueError(f"'{line}' is no ground")
    return args[0]


_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")


def _arguments(line: str, words: Mapping[str, Any]) -> tuple[list[Any], str]:
    """The comma-separated arguments at the start of a line, and what is left of it from a closing bracket on."""
    out: list[Any] = []
    line = line.strip()
    while line and not line.startswith(")"):
        if line.startswith("("):
            inner, line = _arguments(line[1:], words)
            if not line.startswith(")"):
                raise ValueError("a bracket is not closed")
            out.append(tuple(inner))
            line = line[1:]
        elif line[0] in "'\"":
            quoted = _QUOTED.match(line)
            if quoted is None:
                raise ValueError(f"a name is not closed: {line}")
            out.append(ast.literal_eval(quoted[0]))
            line = line[quoted.end() :]
        else:
            end = min((i for i in (line.find(","), line.find(")")) if i >= 0), default=len(line))
            out.append(_argument(line[:end].strip(), words))
            line = line[end:]
        line = line.lstrip().removeprefix(",").lstrip()
    return out, line


def _argument(word: str, words: Mapping[str, Any]) -> Any:
    constants = {"None": None, "True": True, "False": False, **words}
    if word in constants:
        return constants[word]
    try:
        return Slot(word[1:]) if word.startswith("#") else int(word)
    except ValueError:
        raise ValueError(f"'{word}' is no argument of a task") from None
