"""Where the answers of a fight come from: dice that are drawn, typed or given, and players who choose.

What is drawn here is the same on every machine and with every Python: bits of the Mersenne Twister, and what lies
beyond the wanted range is rejected, not folded.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from coldsteel.errors import DiceError, RefusedChoice
from coldsteel.kernel.asks import Choose, Option
from coldsteel.kernel.dice import MOST_FACES, Throw
from coldsteel.kernel.log import counting, labels, link_need, reasons, span

__all__ = [
    "Advice",
    "Best",
    "ChoiceSource",
    "DiceSource",
    "First",
    "Given",
    "Person",
    "Policy",
    "Random",
    "Rated",
    "ReadLine",
    "Seeded",
    "Show",
    "Typed",
    "check_faces",
    "side_name",
    "typed_faces",
]

ReadLine = Callable[[str], str]  # shows a prompt, returns what was typed, as `input` does
Show = Callable[[str], None]

MOST_SHOWN = 6  # faces in an example of what to type
TIE = 1e-12  # values that differ by less are equal: floats of the same worth, worked out in two ways


class DiceSource(Protocol):
    """Throws dice."""

    def throw(self, throw: Throw) -> Sequence[int]:
        """The faces that these dice show."""
        ...


class ChoiceSource(Protocol):
    """Chooses for a side."""

    def choose(self, state: Any, answers: tuple[Any, ...], ask: Choose, legal: Sequence[int]) -> int:
        """The number of an option among the `legal` ones; `state` is that of the last step boundary and `answers` are
        those given since."""
        ...


def side_name(names: Sequence[str], side: int | None) -> str:
    """What a side is called; "side 1" for one without a name, nothing for no side."""
    if side is None:
        return ""
    return names[side] if 0 <= side < len(names) else f"side {side + 1}"


def below(bits: random.Random, n: int) -> int:
    """A number from 0 to n-1, each equally likely."""
    width = (n - 1).bit_length()
    while (k := bits.getrandbits(width)) >= n:
        pass
    return k


# ---------------------------------------------------------------- dice
def check_faces(throw: Throw, faces: Sequence[int]) -> tuple[int, ...]:
    """The faces, if these dice can have shown them.

    Raises `DiceError` naming what is wrong.
    """
    faults = []
    for k, face in enumerate(faces, 1):
        if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= throw.die:
            faults.append(f"die {k}: {face!r} is no face of a d{throw.die} (1 to {throw.die})")
        elif throw.taken and throw.taken[0] <= face <= throw.taken[1]:
            faults.append(f"die {k}: dice that show {face} have been counted before")
    if len(faces) != throw.n:
        faults.append(_wrong_number(len(faces), throw.n))
    if faults:
        raise DiceError("; ".join(faults))
    return tuple(faces)


def _wrong_number(given: int, wanted: int) -> str:
    typed = "1 face" if given == 1 else f"{given} faces"
    dice = "1 die" if wanted == 1 else f"{wanted} dice"
    return f"{typed} for {dice}: {abs(given - wanted)} too {'many' if given > wanted else 'few'}"


class Seeded:
    """Dice drawn from a seed; the same seed throws the same dice everywhere."""

    def __init__(self, seed: int) -> None:
        self._bits = random.Random(seed)

    def throw(self, throw: Throw) -> tuple[int, ...]:
        """The next dice."""
        return tuple(self._one(throw) for _ in range(throw.n))

    def _one(self, throw: Throw) -> int:
        low, high = throw.taken or (1, 0)
        while low <= (face := 1 + below(self._bits, throw.die)) <= high:
            pass
        return face


class Given:
    """Dice that are known beforehand: the faces of one throw after the other."""

    def __init__(self, thrown: Iterable[Sequence[int]]) -> None:
        self._thrown = iter(thrown)

    def throw(self, throw: Throw) -> Sequence[int]:
        """The next throw that was given."""
        for faces in self._thrown:
            return faces
        raise DiceError(f"no more dice were given: {throw.n}d{throw.die}, {throw.what or 'unnamed'}, are wanted")


class Typed:
    """Dice thrown at the table and typed in. An entry that cannot be right is told so and asked for again; `?` explains
    what to type."""

    def __init__(self, read_line: ReadLine, show: Show, names: Sequence[str] = ()) -> None:
        self._read_line, self._show, self._names = read_line, show, names

    def throw(self, throw: Throw) -> tuple[int, ...]:
        """The faces that a person types."""
        dice = f"{throw.n} dice" if throw.n > 1 else "1 die"
        what = f", {throw.what}" if throw.what else ""
        clause = f" ({throw.clause})" if throw.clause else ""
        counts = ""
        if throw.stage is not None:
            counts = f", {span(throw.stage.low, throw.stage.high, throw.die)}: {counting(throw.stage)}"
        if throw.link is not None:
            need = link_need(throw.link)
            counts = f", {need}: {counting(throw.link)}" if need else f": {counting(throw.link)}"
            if throw.shown:
                counts += f"; against {', '.join(' '.join(map(str, faces)) for faces in throw.shown)}"
        self._show(f"{side_name(self._names, throw.side)} throws {dice}, d{throw.die}{what}{clause}{counts}")
        while True:
            line = self._read_line("faces (? explains): ")
            if line.strip() == "?":
                self._show(how_to_type(throw))
                continue
            try:
                return typed_faces(line, throw)
            except DiceError as fault:
                self._show(f"Not taken: {fault}. Again.")


def how_to_type(throw: Throw) -> str:
    """What to type for a throw, with an example."""
    low, high = throw.taken or (1, 0)
    can = [face for face in range(throw.die, max(0, throw.die - 100), -1) if not low <= face <= high] or [throw.die]
    faces = " ".join(str(can[k % len(can)]) for k in range(min(throw.n, MOST_SHOWN)))
    more = " and so on" if throw.n > MOST_SHOWN else ""
    dice = "the die shows" if throw.n == 1 else f"the {throw.n} dice show, in one line"
    also = {10: "; 0 is the 10", 100: "; 00 is the 100, and two d10 may be typed for it: 7 0"}.get(throw.die, "")
    without = f"; dice that show {span(low, high, throw.die)} have been counted before" if throw.taken else ""
    return f"Roll {throw.n}d{throw.die} and type what {dice}: such as {faces}{more}{also}{without}."


_NUMBER = re.compile(r"[0-9]+")
_LONGEST = len(str(MOST_FACES))


def typed_faces(line: str, throw: Throw) -> tuple[int, ...]:
    """The faces in a line such as `6 5 5 2 1` or `6,5,5`; `65521` where no face has two digits.

    `0` is the ten of a d10; a d100 may be written as one number (`70`, `07`, `00` for 100) or as its two d10 (`7 0`).

    Raises `DiceError` naming all that is wrong.
    """
    words = [w for w in re.split(r"[\s,;]+", line) if w]
    faults = [f"'{_short(w)}' is not a number" for w in words if not _NUMBER.fullmatch(w)]
    if faults:
        raise DiceError("; ".join(faults))
    if throw.die == 100:
        words = _percentile(words, throw.n)
    if throw.die <= 9 and len(words) != throw.n:
        words = list("".join(words))
    return check_faces(throw, _faces(words, throw.die))


def _faces(words: Sequence[str], die: int) -> list[int]:
    faults = [f"'{_short(w)}' is no face of a d{die} (1 to {die})" for w in words if len(w) > _LONGEST]
    if faults:
        raise DiceError("; ".join(faults))
    special = {"0": 10} if die == 10 else {"00": 100} if die == 100 else {}
    return [special.get(w, int(w)) for w in words]


def _percentile(words: list[str], n: int) -> list[str]:
    """The dice of a d100, each in one word; two words a die are its tens and its units."""
    if len(words) == 2 * n:
        pairs = list(zip(words[::2], words[1::2], strict=True))
        wrong = [f"'{a} {b}' are no two d10" for a, b in pairs if not re.fullmatch(r"[0-9]0? [0-9]", f"{a} {b}")]
        if wrong:
            raise DiceError("; ".join(wrong))
        words = [a[0] + b for a, b in pairs]
    return words


def _short(word: str) -> str:
    return word if len(word) <= 20 else word[:17] + "..."


# ---------------------------------------------------------------- choices
class First:
    """Always the first legal option."""

    def choose(self, state: Any, answers: tuple[Any, ...], ask: Choose, legal: Sequence[int]) -> int:
        """The first legal option."""
        return legal[0]


class Random:
    """Any legal option, all equally likely; the same seed chooses the same everywhere."""

    def __init__(self, seed: int) -> None:
        self._bits = random.Random(f"choices {seed}")  # not the bits that dice of the same seed are drawn from

    def choose(self, state: Any, answers: tuple[Any, ...], ask: Choose, legal: Sequence[int]) -> int:
        """A legal option at random."""
        return legal[below(self._bits, len(legal))]


class Rated(Protocol):
    """An option with its worth to the side that chooses, and the chance with which best play takes it."""

    @property
    def number(self) -> int:
        """Its number among the options of the ask."""
        ...

    @property
    def label(self) -> str:
        """What it is called."""
        ...

    @property
    def value(self) -> float | None:
        """Its worth to the side that chooses; None if it has none."""
        ...

    @property
    def chance(self) -> float:
        """How often best play takes it."""
        ...


class Advice(Protocol):
    """What the options of a side's open choice are worth."""

    @property
    def side(self) -> int:
        """The side that chooses."""
        ...

    @property
    def options(self) -> Sequence[Rated]:
        """The options that may be taken."""
        ...


class Policy(Protocol):
    """Knows what the options are worth at a place in a fight."""

    def both_options(self, state: Any, answers: tuple[Any, ...]) -> Sequence[Advice]:
        """The worth of the options of the choice that is open after these answers; for both sides where they choose at
        the same time."""
        ...


class Best:
    """What is worth most to the side; where several are, the one that best play takes, or the first. A choice made at
    the same time as the other side's is mixed by chance, as the policy says."""

    def __init__(self, policy: Policy, seed: int = 0) -> None:
        self.policy = policy
        self._bits = random.Random(f"mixed choices {seed}")

    def choose(self, state: Any, answers: tuple[Any, ...], ask: Choose, legal: Sequence[int]) -> int:
        """The best legal option."""
        advice = self.policy.both_options(state, answers)
        rated = [o for a in advice if a.side == ask.side for o in a.options if o.number in legal]
        if len(advice) > 1 and rated:
            return self._mixed(rated)
        worth = [(o.value, o) for o in rated if o.value is not None]
        best = max((value for value, _ in worth), default=0.0)
        near = [o for value, o in worth if value >= best - TIE * max(1.0, abs(best))]
        return max(near, key=lambda o: o.chance).number if near else legal[0]

    def _mixed(self, rated: Sequence[Rated]) -> int:
        left = sum(o.chance for o in rated) * (self._bits.getrandbits(53) / 2**53)
        for o in rated:
            left -= o.chance
            if left < 0:
                return o.number
        return max(rated, key=lambda o: o.chance).number


Explain = Callable[[Any, tuple[Any, ...], Choose], Iterable[str]]


class Person:
    """Asks a person: options with numbers, the illegal ones with the reasons against them. `?` explains; `explain` adds
    lines to that (what an option is worth, the text of a clause)."""

    def __init__(
        self, read_line: ReadLine, show: Show, names: Sequence[str] = (), explain: Explain | None = None
    ) -> None:
        self._read_line, self._show, self._names, self._explain = read_line, show, names, explain

    def choose(self, state: Any, answers: tuple[Any, ...], ask: Choose, legal: Sequence[int]) -> int:
        """The option that a person types, by number or label."""
        named, keys = labels(ask), _keys(labels(ask))
        clause = f" ({ask.clause})" if ask.clause else ""
        self._show(f"{side_name(self._names, ask.side)} chooses{' ' + ask.what if ask.what else ''}{clause}")
        for key, label, o in zip(keys, named, ask.options, strict=True):
            self._show(f"  {key if key == label else key + '  ' + label}{_against(o)}")
        while True:
            word = self._read_line("choice (? explains): ").strip()
            if word == "?":
                self._say_more(state, answers, ask, [keys[k] for k in legal])
                continue
            k = _meant(word, keys, named)
            if k in legal:
                return k
            why = RefusedChoice(named[k], reasons(ask.options[k])) if k >= 0 else RefusedChoice(_short(word), ())
            self._show(f"Not taken: {why}. Again.")

    def _say_more(self, state: Any, answers: tuple[Any, ...], ask: Choose, legal: list[str]) -> None:
        self._show(f"Type one of {', '.join(legal)}, or an option as it is written; what is marked is not allowed now.")
        if self._explain is not None:
            for line in self._explain(state, answers, ask):
                self._show(line)


def _against(o: Option[Any]) -> str:
    why = "; ".join(f"{text} ({clause})" if clause else text for text, clause in reasons(o))
    return f"  -- not allowed: {why}" if why else ""


def _keys(named: Sequence[str]) -> list[str]:
    """What is typed for each option: its number from 1, but the label itself where labels are numbers."""
    if any(label.strip().isdigit() for label in named):
        return list(named)
    return [str(k) for k in range(1, len(named) + 1)]


def _meant(word: str, keys: Sequence[str], named: Sequence[str]) -> int:
    """The option that a word stands for, -1 for none."""
    for words in (keys, named, [label.casefold() for label in named]):
        for k, known in enumerate(words):
            if word == known or word.casefold() == known:
                return k
    return -1
