"""Lanes: an int or bool with one value for each of many states, as a lazy expression over numpy arrays.

A step is run on lanes once per control path. Its figures are expressions that are worked out when something looks at
them: an `if` (which splits the lanes, see `coldsteel.kernel.run`), the figures of a roll, the end of the step. An
expression belongs to one batch of states; using it in another is an error of the rulebook, and is found here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from coldsteel.errors import RulebookError

if TYPE_CHECKING:
    from coldsteel.kernel.run import Run

Array = NDArray[Any]

__all__ = ["Lanes", "known", "least", "look", "most", "raw", "where"]


class Lanes:
    """One value per lane: the function `f` of `args` (lanes, arrays or plain figures)."""

    __slots__ = ("args", "batch", "f", "path", "values", "version")
    run: ClassVar[Run | None] = None
    values: Array

    def __init__(self, f: Callable[..., Array], *args: Any) -> None:
        self.f, self.args, self.path = f, args, -1
        self.batch = -1 if Lanes.run is None else Lanes.run.batch

    def now(self) -> Array:
        """The values for the lanes of this moment."""
        run = Lanes.run
        if run is None or self.batch != run.batch:
            raise RulebookError("a figure of an earlier step was kept and used in a later one")
        links = len(run.links)
        if self.path != run.path_number:  # first looked at on this path
            self.values = self.f(*[x.now() if isinstance(x, Lanes) else x for x in self.args])
            self.path, self.version = run.path_number, links
        elif self.version != links:
            self.values = self.values[run.since(self.version)]
            self.version = links
        return self.values

    def __bool__(self) -> bool:
        return bool(self._run().settle(self, True))

    def __index__(self) -> int:
        return self._run().settle(self, False)

    __int__ = __index__

    def __hash__(self) -> int:
        return hash(self.__index__())

    def _run(self) -> Run:
        if Lanes.run is None:
            raise RulebookError("a figure of many states was looked at outside of a step")
        return Lanes.run

    def __neg__(self) -> Lanes:
        return Lanes(lambda a: -_number(a), self)

    def __abs__(self) -> Lanes:
        return Lanes(lambda a: abs(_number(a)), self)

    def __invert__(self) -> Lanes:
        raise RulebookError("~ means something else on plain figures: use no(x)")

    def __format__(self, spec: str) -> str:
        raise RulebookError("a figure of many states cannot be written: leave the wording to say(..) and labels")

    __str__ = __repr__ = lambda self: "<lanes>"

    def __add__(self, other: Any) -> Any:
        return self if _is_zero(other) else _binary(_add, self, other)

    def __and__(self, other: Any) -> Any:
        return other if other is False else _binary(operator.and_, self, other)

    def __or__(self, other: Any) -> Any:
        return self if other is False else _binary(operator.or_, self, other)

    def __mul__(self, other: Any) -> Any:
        return 0 if _is_zero(other) else _binary(_multiply, self, other)

    __radd__, __rand__, __ror__, __rmul__ = __add__, __and__, __or__, __mul__


def _is_zero(x: Any) -> bool:
    return isinstance(x, int) and x == 0


def _number(x: Any) -> Any:
    """numpy: True + True is True. Arithmetic wants ints."""
    return x.view(np.int8).astype(np.int64) if isinstance(x, np.ndarray) and x.dtype == bool else x


def _add(a: Any, b: Any) -> Any:
    return _number(a) + _number(b)


def _multiply(a: Any, b: Any) -> Any:
    if isinstance(b, int) and b == 1:
        return _number(a)
    return _number(a) * _number(b)


def _binary(f: Callable[..., Any], a: Any, b: Any) -> Any:
    if not isinstance(b, (int, float, Lanes)):
        return NotImplemented
    return Lanes(f, a, b)


def _operator(name: str, swapped: bool) -> Callable[[Lanes, Any], Any]:
    plain = getattr(operator, name)

    def on_numbers(a: Any, b: Any) -> Any:
        return plain(_number(a), _number(b))

    def method(self: Lanes, other: Any) -> Any:
        if not isinstance(other, (int, float, Lanes)):
            return NotImplemented
        return Lanes(on_numbers, other, self) if swapped else Lanes(on_numbers, self, other)

    return method


for _name in ("sub", "floordiv", "mod", "lt", "le", "gt", "ge", "eq", "ne", "truediv"):
    setattr(Lanes, f"__{_name}__", _operator(_name, False))
    if _name in ("sub", "floordiv", "mod", "truediv"):
        setattr(Lanes, f"__r{_name}__", _operator(_name, True))


def raw(x: Any) -> Any:
    """The array of lanes, or the plain figure itself."""
    return x.now() if isinstance(x, Lanes) else x


def known(values: Array, run: Run) -> Lanes:
    """Lanes whose values are given, as of this moment of a run."""
    x = Lanes(_never)
    x.values, x.path, x.version = values, run.path_number, len(run.links)
    return x


def _never(*_: Any) -> Array:
    raise RulebookError("an answer of another path was used")


def least(a: Any, b: Any) -> Lanes:
    """`min` that does not split lanes."""
    return Lanes(lambda x, y: np.minimum(_number(x), _number(y)), a, b)


def most(a: Any, b: Any) -> Lanes:
    """`max` that does not split lanes."""
    return Lanes(lambda x, y: np.maximum(_number(x), _number(y)), a, b)


def where(c: Any, a: Any, b: Any) -> Any:
    """`a if c else b` that does not split lanes."""
    if a is b:
        return a
    if a is True and b is False:
        return Lanes(lambda x: x != 0, c)
    return Lanes(_where, c, a, b)


def _where(c: Array, a: Any, b: Any) -> Array:
    if _is_flag(a) and _is_flag(b):
        return cast(Array, np.where(c, a, b))
    return cast(Array, np.where(c, _number(a), _number(b)))


def _is_flag(x: Any) -> bool:
    return isinstance(x, bool) or (isinstance(x, np.ndarray) and x.dtype == bool)


def look(table: Sequence[int], index: Any) -> Lanes:
    """`table[index]` that does not split lanes."""
    array = np.asarray(table, np.int64)

    def at(i: Array) -> Array:
        i = _number(i)
        if len(i) and (i.min() < 0 or i.max() >= len(array)):
            raise IndexError(f"look: an index from {i.min()} to {i.max()} leaves the table of {len(array)}")
        return cast(Array, array[i])

    return Lanes(at, index)
