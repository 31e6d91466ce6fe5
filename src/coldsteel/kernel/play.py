"""The reader that plays one fight, with plain ints: dice rolled, typed or replayed; choices asked, best or at random.

`Playing` may be run to the end or stepped, one answer at a time. Every answer is kept, so that a fight can be recorded,
replayed bit for bit, and taken back.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from coldsteel.errors import ColdSteelError, DiceError, NotSolvable, RecordError, RefusedChoice
from coldsteel.kernel.asks import Ask, Both, Choose, DiceAsk, Pick, Pool, Roll, Say, Stage, Tally, Total
from coldsteel.kernel.dice import Throw, answer_of, shaped, throws, untaken
from coldsteel.kernel.log import Entry, Offered, choice_entry, dice_entries, event_entry, labels, reasons
from coldsteel.kernel.plain import is_legal
from coldsteel.kernel.rulebook import Rulebook
from coldsteel.kernel.sources import (
    Advice,
    Best,
    ChoiceSource,
    DiceSource,
    First,
    Given,
    Person,
    Policy,
    Random,
    Rated,
    Seeded,
    Typed,
    check_faces,
    side_name,
    typed_faces,
)
from coldsteel.kernel.state import next_task

__all__ = [
    "NEEDS_CONSENT",
    "Advice",
    "Answered",
    "Best",
    "ChoiceSource",
    "DiceSource",
    "Entry",
    "First",
    "Given",
    "Offered",
    "Person",
    "Playing",
    "Policy",
    "Random",
    "Rated",
    "Seeded",
    "Typed",
    "Undone",
    "legal",
    "side_name",
    "signature",
    "typed_faces",
]

NEEDS_CONSENT = "consent is needed"  # stands in place of the clause where answers may not be taken back without it
MOST_ANSWERS = 20_000  # answers after which a fight is given up as never ending

Choosers = ChoiceSource | Sequence[ChoiceSource]


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that was given: faces, a list for each throw; or the label of the option taken, and of both where two
    sides chose at the same time (None for a side without a legal one)."""

    step: int
    task: str
    ask: str  # the signature of the ask
    faces: tuple[tuple[int, ...], ...] | None = None
    choice: tuple[str | None, ...] = ()

    def told(self) -> str:
        """The answer in words."""
        if self.faces is not None:
            return " / ".join(" ".join(map(str, faces)) for faces in self.faces)
        return " and ".join(c or "no option" for c in self.choice)


@dataclass(frozen=True, slots=True)
class Undone:
    """Answers that were taken back with consent, when `after` answers were left."""

    after: int
    step: int
    task: str
    what: str


# ---------------------------------------------------------------- what an ask is known by
def signature(ask: DiceAsk | Choose | Both) -> str:
    """An ask in one line, without the words that only the log needs: what must be equal in a replay."""
    if isinstance(ask, Both):
        return f"{signature(ask.first)} & {signature(ask.second)}"
    return f"{_signed(ask)} [{ask.clause}]" if ask.clause else _signed(ask)


def sides_asked(ask: DiceAsk | Choose | Both) -> frozenset[int]:
    """The sides that answer an ask: those that choose, or throw dice of it."""
    if isinstance(ask, Both):
        return frozenset((ask.first.side, ask.second.side))
    if isinstance(ask, Pool):
        return frozenset(link.side for link in ask.links)
    if isinstance(ask, Roll):
        return frozenset(side for side, _ in ask.dice)
    return frozenset((ask.side,))


def _signed(ask: DiceAsk | Choose) -> str:
    if isinstance(ask, Choose):
        shown = (label + ("" if is_legal(o) else "!") for label, o in zip(labels(ask), ask.options, strict=True))
        return f"choose {ask.side}: {' | '.join(shown)}"
    if isinstance(ask, Tally):
        return f"tally {ask.side}: {int(ask.n)}d{ask.die} {' / '.join(map(_stages, ask.classes))}"
    if isinstance(ask, Pool):
        parts = (f"{x.side}:d{x.die} {x.read.__name__}({', '.join(str(int(y)) for y in x.on)})" for x in ask.links)
        return f"pool {int(ask.n)}: {' > '.join(parts)}"
    if isinstance(ask, Total):
        bands = f" in {' '.join(str(int(b)) for b in ask.bands)}" if ask.bands else ""
        return f"total {ask.side}: {int(ask.n)}d{ask.die}{int(ask.plus):+d}{bands}"
    if isinstance(ask, Pick):
        return f"pick {ask.side}: 1 of {int(ask.n)}"
    dice = " ".join(f"{side}:d{die}" for side, die in ask.dice)
    again = "" if ask.again is None else f" again {ask.again}"
    return f"roll {dice} {ask.read.__name__}({', '.join(str(int(x)) for x in ask.on)}){again}"


def _stages(c: Stage) -> str:
    side = "" if c.side is None else f"{c.side}:"
    return f"{side}{int(c.low)}-{int(c.high)}" + (f" > {_stages(c.then)}" if c.then else "")


# ---------------------------------------------------------------- the fight
class Playing:
    """A fight in play.

    `choosers` is one source for all sides, or one for each. Without sources a fight is stepped by `give` and `answer`.
    `policy` knows what options are worth, for the log; without one, that of a `Best` among the choosers is asked.
    """

    state: Any  # at the last step boundary
    step: int  # the number of the step in play, from 1
    task: str  # what it does
    ask: DiceAsk | Choose | Both | None  # what is to be answered next; None when the fight has ended
    thrown: tuple[tuple[int, ...], ...]  # the throws made for an ask of several
    pending: tuple[Any, ...]  # the answers in the present step, as the step was sent them
    answers: list[Answered]  # those that somebody gave, all steps together
    answered_by: list[frozenset[int]]  # the sides that gave them
    log: list[Entry]
    moved: list[
        tuple[int, Any]
    ]  # states in which something stands elsewhere than before: (length of the log then, state)

    def __init__(
        self,
        rulebook: Rulebook,
        state: Any,
        dice: DiceSource | None = None,
        choosers: Choosers = (),
        policy: Policy | None = None,
    ) -> None:
        self.rulebook, self.start = rulebook, state
        self._dice, self._choosers = dice, choosers
        each = choosers if isinstance(choosers, Sequence) else (choosers,)
        self._policy = policy or next((c.policy for c in each if isinstance(c, Best)), None)
        self.undone: list[Undone] = []
        self._begin()

    def _begin(self) -> None:
        self.state, self.step, self.task = self.start, 0, ""
        self.answers, self.answered_by, self.log, self.moved = [], [], [], []
        self.ask, self.thrown, self.pending = None, (), ()
        self._lying: dict[int, tuple[int, ...]] = {}  # dice of a side's last throw that have not counted yet
        self._generator: Generator[Ask, Any, Any] | None = None
        self._advance(None)

    @property
    def ended(self) -> bool:
        """Is nothing left to be done?"""
        return self.ask is None

    @property
    def throw(self) -> Throw | None:
        """The dice that are to be thrown next, if dice are asked for."""
        ask = self.ask
        return None if ask is None or isinstance(ask, Choose | Both) else throws(ask, self.thrown)

    # ------------------------------------------------------------ on to the next ask
    def _advance(self, answer: Any) -> None:
        """Sends an answer, and goes on to the next ask that somebody has to answer, or to the end."""
        met: set[Any] = set()
        while True:
            if self._generator is None:
                if not self.state.then.tasks:
                    self.ask = None
                    break
                self.step, self.task = self.step + 1, repr(self.state.then.tasks[0])
                self.pending, self._generator = (), next_task(self.state)
                if self.state in met:
                    raise NotSolvable(
                        f"this fight can never end: it has come back to step {self.step}, {self.task}, "
                        "with nothing changed and nothing left to throw or to choose"
                    )
                met.add(self.state)
            try:
                ask = self._generator.send(answer)
            except StopIteration as stop:
                if stop.value.then.ground != self.state.then.ground:
                    self.moved.append((len(self.log), stop.value))
                self.state, self._generator, self.pending, answer = stop.value, None, (), None
                continue
            if isinstance(ask, Say):
                self.log.append(self._numbered(event_entry(self.step, self.task, ask)))
                answer = None
                continue
            self.ask, self.thrown = ask, ()
            if self._is_open(ask):
                break
            answer = self._shaped(ask)
            self.pending += (answer,)
        at = len(self.answers)
        self.log += [Entry(u.step, u.task, "undone", None, u.what) for u in self.undone if u.after == at]

    def _numbered(self, e: Entry) -> Entry:
        """A heading with `#` in it: the sign becomes the number of times that it has come."""
        before, sign, after = e.what.partition("#")
        if not (e.heading and sign):
            return e
        number = 1 + sum(x.heading and x.what.startswith(before) for x in self.log)
        return replace(e, what=f"{before}{number}{after}")

    def _is_open(self, ask: DiceAsk | Choose | Both) -> bool:
        """Has somebody to answer? If not, the answer is logged (and the thrown faces kept)."""
        if isinstance(ask, Both):
            mine, theirs = legal(ask.first), legal(ask.second)
            if len(mine) > 1 or len(theirs) > 1:
                return True
            self._log_choices(ask, (mine[0], theirs[0]))
        elif isinstance(ask, Choose):
            if len(numbers := legal(ask)) > 1:
                return True
            self._log_choices(ask, (numbers[0],))
        else:
            self._look_again(ask)
            self._throw_what_is_sure(ask)
            if throws(ask, self.thrown) is not None:
                return True
            self._log_dice(ask)
        return False

    def _look_again(self, ask: DiceAsk) -> None:
        """Dice of a recount lie on the table, if this fight has thrown them."""
        if isinstance(ask, Tally) and ask.taken:
            low, high = ask.taken
            faces = tuple(face for face in self._lying.get(ask.side, ()) if not low <= face <= high)
            if len(faces) == ask.n:
                self.thrown = (faces,)

    def _throw_what_is_sure(self, ask: DiceAsk) -> None:
        """Throws that can only come out in one way: no dice, or dice of one face."""
        while (throw := throws(ask, self.thrown)) and (throw.n == 0 or throw.die == 1):
            if isinstance(ask, Roll) and len(self.thrown) > len(ask.dice) and all(die == 1 for _, die in ask.dice):
                raise DiceError(f"step {self.step}, {self.task}: a roll that is rolled again whatever it shows")
            self.thrown += ((1,) * throw.n,)

    def _shaped(self, ask: DiceAsk | Choose | Both) -> Any:
        """The only answer that an ask which is not open has."""
        if isinstance(ask, Both):
            return legal(ask.first)[0], legal(ask.second)[0]
        if isinstance(ask, Choose):
            return legal(ask)[0]
        return shaped(ask, answer_of(ask, self.thrown))

    # ------------------------------------------------------------ the log
    def _log_dice(self, ask: DiceAsk) -> None:
        if isinstance(ask, Tally) and self.thrown:
            self._lying[ask.side] = untaken(ask, self.thrown[0])
        self.log += dice_entries(self.step, self.task, ask, self.thrown, answer_of(ask, self.thrown))

    def _log_choices(self, ask: Choose | Both, numbers: tuple[int, ...]) -> None:
        each = (ask,) if isinstance(ask, Choose) else (ask.first, ask.second)
        for choice, number in zip(each, numbers, strict=True):
            forced = len(legal(choice)) == 1
            worth = {} if forced or self._policy is None else self._worth(self._policy, choice)
            self.log.append(choice_entry(self.step, self.task, choice, number, worth, forced))

    def _worth(self, policy: Policy, ask: Choose) -> dict[int, float]:
        """What the options are worth; an option that has no value (or a policy that doesn't know) is left out."""
        try:
            advice = policy.both_options(self.state, self.pending)
        except ColdSteelError:
            return {}
        return {o.number: o.value for a in advice if a.side == ask.side for o in a.options if o.value is not None}

    # ------------------------------------------------------------ answers
    def give(self, faces: Sequence[int]) -> None:
        """The faces of the next throw.

        Raises `DiceError` for faces that these dice cannot show; nothing is applied then.
        """
        throw = self.throw
        if throw is None:
            raise DiceError(f"step {self.step}, {self.task or 'the start'}: no dice are asked for")
        self.thrown += (check_faces(throw, faces),)
        self._throw_on()

    def _throw_on(self) -> None:
        ask = self.ask
        assert isinstance(ask, Tally | Pool | Total | Roll | Pick)
        self._throw_what_is_sure(ask)
        if throws(ask, self.thrown) is None:
            self._log_dice(ask)
            self._take(ask, shaped(ask, answer_of(ask, self.thrown)), faces=self.thrown)

    def answer(self, given: Any) -> None:
        """The whole answer to the open ask: a sequence of throws (each a sequence of faces); the number or label of an
        option; a pair of these where two sides choose at the same time.

        Raises `DiceError` or `RefusedChoice`; nothing is applied then.
        """
        ask = self.ask
        if ask is None:
            raise RefusedChoice(str(given), (("nothing is asked any more", "the fight has ended"),))
        if isinstance(ask, Both):
            first, second = given
            pair = _number(ask.first, first), _number(ask.second, second)
            self._log_choices(ask, pair)
            self._take(ask, pair, choice=(_label(ask.first, pair[0]), _label(ask.second, pair[1])))
        elif isinstance(ask, Choose):
            number = _number(ask, given)
            self._log_choices(ask, (number,))
            self._take(ask, number, choice=(_label(ask, number),))
        else:
            self.thrown = _all_throws(ask, given)
            self._throw_on()

    def _take(
        self,
        ask: DiceAsk | Choose | Both,
        answer: Any,
        faces: tuple[tuple[int, ...], ...] | None = None,
        choice: tuple[str | None, ...] = (),
    ) -> None:
        self.answers.append(Answered(self.step, self.task, signature(ask), faces, choice))
        self.answered_by.append(sides_asked(ask))
        self.pending += (answer,)
        self._advance(answer)

    # ------------------------------------------------------------ played by the sources
    def play_on(self) -> None:
        """Has the open ask answered by its source.

        Raises `NotSolvable` for a fight that has not ended after `MOST_ANSWERS` answers.
        """
        if len(self.answers) >= MOST_ANSWERS:
            raise NotSolvable(f"this fight has not ended after {MOST_ANSWERS:,} answers: it may never end")
        ask = self.ask
        if isinstance(ask, Both):
            state, pending = self.state, self.pending  # the same for both: neither sees what the other chooses
            self.answer((self._chosen(ask.first, state, pending), self._chosen(ask.second, state, pending)))
        elif isinstance(ask, Choose):
            self.answer(self._chosen(ask, self.state, self.pending))
        elif ask is not None:
            if self._dice is None:
                raise DiceError(f"step {self.step}, {self.task}: nobody to throw the dice")
            while self.ask is ask and (throw := self.throw):
                self.give(self._dice.throw(throw))

    def _chosen(self, ask: Choose, state: Any, pending: tuple[Any, ...]) -> int:
        numbers = legal(ask)
        if len(numbers) == 1:
            return numbers[0]
        if not isinstance(self._choosers, Sequence):
            return self._choosers.choose(state, pending, ask, numbers)
        if not 0 <= ask.side < len(self._choosers):
            raise RefusedChoice(ask.what or "the choice", ((f"nobody chooses for side {ask.side}", ask.clause),))
        return self._choosers[ask.side].choose(state, pending, ask, numbers)

    def run(self) -> Any:
        """Plays to the end; -> the last state.

        Raises `NotSolvable` for a fight that comes back to the same state without dice or choices, or that has not
        ended after `MOST_ANSWERS` answers.
        """
        while self.ask is not None:
            self.play_on()
        return self.state

    # ------------------------------------------------------------ taking back and replaying
    def undo(self, n: int = 1, *, consent: bool = False) -> None:
        """Takes the last n answers back, by replaying the rest. Past a roll, or a choice made at the same time as the
        other side's, that needs consent and stays in the log.

        Raises `RefusedChoice` without consent, or where there are not so many answers.
        """
        if not 1 <= n <= len(self.answers):
            raise RefusedChoice(f"undo {n}", ((f"{len(self.answers)} answers can be taken back", "the record"),))
        kept, dropped = self.answers[:-n], self.answers[-n:]
        seen = [a for a in dropped if a.faces is not None or len(a.choice) > 1]
        if (seen or self.thrown) and not consent:
            raise RefusedChoice(f"undo {n}", (("it takes back what the dice have shown", NEEDS_CONSENT),))
        undone = [Undone(min(u.after, len(kept)), u.step, u.task, u.what) for u in self.undone]
        if seen or self.thrown:
            what = [f"{a.task}: {a.told()}" for a in dropped]
            what += [f"{self.task}: {' / '.join(' '.join(map(str, t)) for t in self.thrown)}"] if self.thrown else []
            undone.append(Undone(len(kept), dropped[0].step, dropped[0].task, "; ".join(what)))
        self.replay(kept, undone)

    def replay(self, answers: Sequence[Answered], undone: Sequence[Undone] = ()) -> None:
        """Begins anew and gives these answers.

        Raises `RecordError` naming the step where one does not fit.
        """
        self.undone = list(undone)
        self._begin()
        for a in answers:
            self._give_again(a)

    def _give_again(self, a: Answered) -> None:
        where = f"step {a.step}, {a.task}"
        if self.ask is None:
            raise RecordError(f"{where}: too many answers; the fight ended at step {self.step}")
        if (a.step, a.task) != (self.step, self.task):
            raise RecordError(f"{where}: expected step {self.step}, {self.task}")
        if a.ask != (expected := signature(self.ask)):
            raise RecordError(f"{where}: expected the ask '{expected}', found '{a.ask}'")
        try:
            if isinstance(self.ask, Both):
                first, second = a.choice if len(a.choice) == 2 else (None, None)
                self.answer((-1 if first is None else first, -1 if second is None else second))
            elif isinstance(self.ask, Choose):
                self.answer(a.choice[0] if len(a.choice) == 1 else "")
            elif a.faces is None:
                raise RecordError("faces are wanted, a choice is given")
            else:
                self.answer(a.faces)
        except (DiceError, RefusedChoice, RecordError) as fault:
            raise RecordError(f"{where}: {fault}") from None


def legal(ask: Choose) -> tuple[int, ...]:
    """The numbers of the legal options; -1 alone if there is none."""
    return tuple(k for k, o in enumerate(ask.options) if is_legal(o)) or (-1,)


def _number(ask: Choose, given: int | str) -> int:
    """The number of a legal option, given by its number or its label."""
    named = labels(ask)
    number = given if isinstance(given, int) else named.index(given) if given in named else None
    if number in legal(ask):
        return number
    if number is not None and 0 <= number < len(named):
        raise RefusedChoice(named[number], reasons(ask.options[number]))
    raise RefusedChoice(str(given), ())


def _label(ask: Choose, number: int) -> str | None:
    return labels(ask)[number] if number >= 0 else None


def _all_throws(ask: DiceAsk, given: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """All throws of an ask, checked.

    Raises `DiceError` for faces that cannot be, and for too few or too many throws.
    """
    thrown: tuple[tuple[int, ...], ...] = ()
    for faces in given:
        throw = throws(ask, thrown)
        if throw is None:
            raise DiceError(f"{len(given)} throws where {len(thrown)} are made")
        thrown += (check_faces(throw, faces),)
    if (throw := throws(ask, thrown)) is not None:
        raise DiceError(
            f"{len(thrown)} throws are too few: {throw.n}d{throw.die}, {throw.what or 'unnamed'}, are missing"
        )
    return thrown
