"""A fight that people play: the kernel's `Playing`, kept answer by answer, shown to every seat as it may be seen.

What a view shows as done is in the store before anybody is told. After a crash the same fight is made from the store.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coldsteel import fights
from coldsteel.errors import ColdSteelError, Conflict, DiceError, NoSuchFight, NotSolvable, RefusedChoice
from coldsteel.fights import Fight
from coldsteel.kernel import record
from coldsteel.kernel.asks import Both, Choose
from coldsteel.kernel.dice import Throw
from coldsteel.kernel.log import Entry, labels
from coldsteel.kernel.play import NEEDS_CONSENT, Playing, legal
from coldsteel.store.store import ALL, ONLOOKER, Saved, Store
from coldsteel.web.show import ask_views, caption_of, entry_views, picture_of, result_of, scene_of
from coldsteel.web.views import AskView, FightView, UndoView
from coldsteel.web.words import Speech, words

if TYPE_CHECKING:
    from coldsteel.battlefield.scene import Scene

__all__ = ["MOST_ANSWERS", "Live", "Lives", "WrongSeat", "settings_of"]

LOG = logging.getLogger(__name__)

Listener = Callable[[], None]
MOST_LIVES = 500  # fights held in memory; others are made from the store when somebody comes
MOST_ANSWERS = 5_000  # of one fight: a view tells them all

SETTINGS: Mapping[str, Any] = {"hints": "never", "dice": "either", "best": [], "language": "en"}


class WrongSeat(ColdSteelError, PermissionError):
    """A seat that may not do this."""


def settings_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with what is not given at its default."""
    return {**SETTINGS, **given}


class _Fair:
    """Dice that nobody can foresee."""

    def throw(self, throw: Throw) -> tuple[int, ...]:
        low, high = throw.taken or (1, 0)
        faces: list[int] = []
        while len(faces) < throw.n:
            face = 1 + secrets.randbelow(throw.die)
            if not low <= face <= high:
                faces.append(face)
        return tuple(faces)


class Live:
    """A fight in play. All methods may be called from any thread."""

    def __init__(self, store: Store, saved: Saved) -> None:
        self.fight: Fight = fights.restored(saved.values, Path(saved.fight))
        self.name, self.settings = saved.fight, settings_of(saved.settings)
        self._store, self._lock = store, threading.RLock()
        self._listeners: set[Listener] = set()
        self._views: dict[tuple[int | None, str], FightView] = {}
        self._worths: dict[int, Mapping[int, float]] = {}  # number of the answer -> option -> worth
        self._drawings: dict[tuple[str, bool, bool], tuple[str, str] | None] = {}
        self._drawn_at: Any = None  # the state that they show
        self.playing = Playing(self.fight.rulebook, self.fight.start)
        answers = [record.answer_from(a) for a in saved.answers]
        self.playing.replay(answers, [record.mark_from(m) for m in saved.marks])
        self.turn = saved.turns
        self._halves: dict[int, int] = {}
        self._undo: UndoView | None = None
        self._lost = False  # what is in memory is not what is kept
        for (seat, kind), given in saved.pending.items():
            self._restore(seat, kind, given)
        self._recall_worths()

    def _restore(self, seat: int, kind: str, given: Mapping[str, Any]) -> None:
        if kind == "thrown":
            for k, faces in enumerate(given["faces"]):
                if k >= len(self.playing.thrown):  # a throw that can only come out in one way lies there already
                    self.playing.give(faces)
        elif kind == "both":
            self._halves[seat] = int(given["number"])
        elif kind == "undo":
            self._undo = UndoView(seat=seat, side_name=self.side_name(seat), n=int(given["n"]))

    # ------------------------------------------------------------ who may do what
    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return self.fight.rulebook.sides(self.fight.setup)

    def side_name(self, seat: int) -> str:
        """The name of a seat's side."""
        return self.sides[seat] if 0 <= seat < len(self.sides) else ""

    def may_act(self, seat: int | None, side: int) -> bool:
        """May this seat answer for this side?"""
        return seat == ALL or (seat == side and side not in self.settings["best"])

    def _asked(self) -> tuple[int, ...]:
        """The sides that are asked now."""
        ask = self.playing.ask
        if ask is None:
            return ()
        if isinstance(ask, Both):
            return tuple(c.side for c in (ask.first, ask.second) if c.side not in self._halves)
        throw = self.playing.throw
        return (ask.side if isinstance(ask, Choose) else throw.side if throw else 0,)

    def _check_turn(self, turn: int) -> None:
        self._check_kept()
        if turn != self.turn:
            raise Conflict("the fight has gone on since: look again first")

    def _check_seat(self, seat: int | None, side: int) -> None:
        if not self.may_act(seat, side):
            whose = self.side_name(side)
            raise WrongSeat(f"it is for {whose} to answer" if whose else "this seat may not answer")

    # ------------------------------------------------------------ answers
    def throw(self, seat: int | None, turn: int, faces: Sequence[int] | None = None) -> None:
        """The faces of the dice that are asked for; None has them rolled here.

        Raises `WrongSeat`, `Conflict` for an old turn, `DiceError` for faces that cannot be or that are not asked for.
        """
        with self._lock:
            self._check_turn(turn)
            throw = self.playing.throw
            if throw is None:
                raise DiceError("no dice are asked for")
            self._check_seat(seat, throw.side)
            wanted = self.settings["dice"]
            if wanted == "rolled" and faces is not None:
                raise DiceError("in this fight the program rolls the dice")
            if wanted == "typed" and faces is None:
                raise DiceError("in this fight the players roll the dice and type the faces")
            self._throw(seat, throw, _Fair().throw(throw) if faces is None else faces)
        self._tell()

    def _throw(self, seat: int | None, throw: Throw, faces: Sequence[int]) -> None:
        before = len(self.playing.answers)
        self._taken(lambda: self.playing.give(faces))
        if len(self.playing.answers) > before:
            self._kept(seat)
            return
        thrown = {"faces": [list(t) for t in self.playing.thrown]}
        self._stored(lambda: self._store.go_on(self.name, self.turn, _number(seat), "thrown", thrown))

    def choose(self, seat: int | None, turn: int, number: int, side: int | None = None) -> None:
        """The number of an option. `side` tells for which side, where one seat plays several that choose at one time.

        Raises `WrongSeat`, `Conflict` for an old turn, `RefusedChoice` with the reasons.
        """
        with self._lock:
            self._check_turn(turn)
            ask = self.playing.ask
            if isinstance(ask, Both):
                self._choose_half(ask, seat, number, side)
            elif isinstance(ask, Choose):
                self._check_seat(seat, ask.side)
                self._taken(lambda: self.playing.answer(number))
                self._kept(seat)
            else:
                raise RefusedChoice(str(number), (("no choice is asked for", ""),))
        self._tell()

    def _choose_half(self, ask: Both, seat: int | None, number: int, side: int | None) -> None:
        sides = [c.side for c in (ask.first, ask.second)]
        if side is None:
            side = seat if seat in sides else next((s for s in sides if s not in self._halves), sides[0])
        if side not in sides:
            raise WrongSeat("this side has nothing to choose now")
        self._check_seat(seat, side)
        if side in self._halves:
            raise Conflict("this side has chosen; the other side has not yet")
        choice = ask.first if ask.first.side == side else ask.second
        if number not in legal(choice):
            self._refuse(choice, number)
        halves = {**self._halves, side: number}
        if len(halves) < 2:
            self._store.keep_pending(self.name, self.turn, side, "both", {"number": number})
            self._halves, self._views = halves, {}
            return
        self._taken(lambda: self.playing.answer((halves[ask.first.side], halves[ask.second.side])))
        self._kept(seat)

    @staticmethod
    def _refuse(choice: Choose, number: int) -> None:
        named = labels(choice)
        if 0 <= number < len(named):
            why = tuple((b.reason, b.clause) for b in choice.options[number].bars if b.when)
            raise RefusedChoice(named[number], why)
        raise RefusedChoice(str(number), ())

    def _taken(self, act: Callable[[], None]) -> None:
        """Has the fight take faces or an option; where it fails in the midst of a step, it is made anew.

        Raises `NotSolvable` for a fight that goes on and on.
        """
        if len(self.playing.answers) >= MOST_ANSWERS:
            raise NotSolvable(f"this fight has not ended after {MOST_ANSWERS:,} answers: it may never end")
        before = len(self.playing.answers), self.playing.thrown
        try:
            act()
        except Exception:
            if (len(self.playing.answers), self.playing.thrown) != before:
                self._lost = True
                self._reload()
            raise

    def _kept(self, seat: int | None) -> None:
        """Keeps the answer that the fight has just taken."""
        answer = record.answer_out(self.playing.answers[-1])
        ended = self.playing.ended
        self._stored(lambda: self._store.append(self.name, self.turn, _number(seat), answer, ended=ended))

    def _stored(self, write: Callable[[], int]) -> None:
        """Writes a change; where that fails the fight is made anew from what is kept."""
        try:
            self.turn = write()
        except Exception:
            self._lost = True
            self._reload()
            raise
        self._halves, self._undo, self._views = {}, None, {}

    def _reload(self) -> None:
        saved = self._store.saved(self.name)
        fresh = Live(self._store, saved)
        self.playing, self.turn = fresh.playing, fresh.turn
        self._halves, self._undo, self._views, self._worths = fresh._halves, fresh._undo, {}, fresh._worths
        self._lost = False

    def _check_kept(self) -> None:
        """Makes the fight anew where that could not be done before."""
        if self._lost:
            self._reload()

    # ------------------------------------------------------------ taking back
    def undo(self, seat: int | None, turn: int, n: int = 1) -> bool:
        """Takes the last n answers back, or asks the other side for its consent where dice have been seen; -> was it
        done at once? The program would answer again at once: if the last n are all its own, what a person answered
        last goes with them.

        Raises `WrongSeat`, `Conflict`, `RefusedChoice` where there are not so many answers.
        """
        with self._lock:
            if seat is None or seat == ONLOOKER:
                raise WrongSeat("an onlooker takes nothing back")
            self._check_turn(turn)
            if self._undo is not None:  # who agrees, agrees to what he was shown
                raise Conflict("it has been asked already whether answers are taken back")
            since = self._since_a_person()
            if not since:
                raise RefusedChoice(f"undo {n}", (("0 answers can be taken back", "the record"),))
            n = max(n, since)
            alone = seat == ALL or all(s in self.settings["best"] or s == seat for s in range(len(self.sides)))
            try:
                done = self._take_back(seat, n, consent=alone)
            except RefusedChoice as refused:
                if NEEDS_CONSENT not in [need for _, need in refused.reasons]:
                    raise
                self._store.keep_pending(self.name, self.turn, seat, "undo", {"n": n})
                self._undo = UndoView(seat=seat, side_name=self.side_name(seat), n=n)
                done = False
            self._views = {}
        self._tell()
        return done

    def _since_a_person(self) -> int:
        """How many answers go back if the last that a person gave is the first to go; 0 if nobody has given one."""
        best = frozenset(self.settings["best"])
        given_by = reversed(self.playing.answered_by)
        return next((n for n, sides in enumerate(given_by, 1) if sides - best), 0)

    def consent(self, seat: int | None, turn: int, agreed: bool) -> None:
        """The other side's answer to a wish to take back.

        Raises `WrongSeat` for the side that asked, `Conflict` where nothing is asked.
        """
        with self._lock:
            self._check_kept()
            wish = self._undo
            if wish is None or turn != self.turn:
                raise Conflict("nothing is asked to be taken back any more")
            if seat is None or seat == ONLOOKER or seat == wish.seat:
                raise WrongSeat("it is for the other side to consent")
            if agreed:
                self._take_back(wish.seat, wish.n, consent=True)
            else:
                self._store.drop_pending(self.name, "undo")
                self._undo = None
            self._views = {}
        self._tell()

    def _take_back(self, seat: int, n: int, consent: bool) -> bool:
        before = len(self.playing.answers)
        self.playing.undo(n, consent=consent)
        marks = [record.mark_out(u) for u in self.playing.undone]
        gone = before - len(self.playing.answers)
        self._stored(lambda: self._store.take_back(self.name, self.turn, gone, marks))
        self._worths = {k: v for k, v in self._worths.items() if k <= len(self.playing.answers)}
        return True

    # ------------------------------------------------------------ what the program does
    def program_side(self) -> int | None:
        """The side played by the program that is asked now; None if people are."""
        return next((s for s in self._asked() if s in self.settings["best"]), None)

    def play_program(self, turn: int, number: int | None) -> None:
        """The program answers for its side: rolls its dice, or takes the option of this number (the first legal one
        where it is None)."""
        with self._lock:
            self._check_kept()
            side, ask = self.program_side(), self.playing.ask
            if side is None or turn != self.turn:
                return
            throw = self.playing.throw
            if throw is not None:
                self._throw(ALL, throw, _Fair().throw(throw))
            elif isinstance(ask, Both):
                choice = ask.first if ask.first.side == side else ask.second
                self._choose_half(ask, ALL, legal(choice)[0] if number is None else number, side)
            elif isinstance(ask, Choose):
                self._taken(lambda: self.playing.answer(legal(ask)[0] if number is None else number))
                self._kept(ALL)
        self._tell()

    # ------------------------------------------------------------ what options are worth
    def place(self) -> tuple[str, int, list[Any]]:
        """Where the fight stands, all of one moment: its key, its turn, its answers."""
        with self._lock:
            return self.key(), self.turn, [record.answer_out(a) for a in self.playing.answers]

    def key(self) -> str:
        """What the present place in the fight is called in the store: the same answers, the same name."""
        with self._lock:
            done = [record.answer_out(a) for a in self.playing.answers]
            thrown = [list(t) for t in self.playing.thrown]
            return hashlib.sha256(json.dumps([done, thrown]).encode()).hexdigest()[:32]

    def hint(self, key: str, worths: Mapping[int, float]) -> None:
        """What the options of the ask at a place are worth to the side that chooses; kept for the log, also where the
        fight has gone on since."""
        with self._lock:
            self._store.keep_result(self.name, f"options {key}", {str(k): v for k, v in worths.items()})
            if key == self.key():
                self._worths[len(self.playing.answers)] = dict(worths)
            else:
                self._recall_worths()
            self._views = {}
        self._tell()

    def _recall_worths(self) -> None:
        """The worths that were kept, found again by the places that the fight has gone through."""
        done: list[Any] = []
        for k, answer in enumerate([*self.playing.answers, None]):
            key = hashlib.sha256(json.dumps([done, []]).encode()).hexdigest()[:32]
            found = self._store.result(self.name, f"options {key}") if self.settings["hints"] != "never" else None
            if found:
                self._worths[k] = {int(number): float(v) for number, v in found.items()}
            if answer is not None:
                done.append(record.answer_out(answer))

    # ------------------------------------------------------------ views
    def view(self, seat: int | None, language: str = "en") -> FightView:
        """The fight as a seat sees it, in a language; None and `ONLOOKER` are onlookers."""
        with self._lock:
            self._check_kept()
            key = (None if seat == ONLOOKER else seat, language)
            if key not in self._views:
                self._views[key] = self._view(*key)
            return self._views[key]

    def _view(self, seat: int | None, language: str) -> FightView:
        playing, fight = self.playing, self.fight
        book = fight.rulebook
        says = Speech(words(language), book.catalogue)
        return FightView(
            fight=self.name,
            rulebook=book.name,
            title=fight.title,
            shows=fight.shows,
            turn=self.turn,
            seat=seat,
            sides=self.sides,
            asks=self._asks(seat, says),
            log=entry_views(self.told(), self.sides, says),
            units=tuple(map(says, book.describe(playing.state))) if book.describe else (),
            picture=picture_of(fight, playing.state, says=says),
            ended=playing.ended,
            result=tuple((says(a), says(b)) for a, b in result_of(fight, playing.state)) if playing.ended else (),
            undo=self._undo,
            may_undo=len(playing.answers) if self._since_a_person() else 0,
            hints=self.settings["hints"],
            dice=self.settings["dice"],
            best=tuple(self.settings["best"]),
        )

    def _asks(self, seat: int | None, says: Speech) -> tuple[AskView, ...]:
        worths = self._worths.get(len(self.playing.answers), {}) if self.settings["hints"] == "always" else {}
        views = ask_views(self.playing, self.sides, worths, says)
        asked = self._asked()
        return tuple(
            v.model_copy(
                update={
                    "mine": self.may_act(seat, v.side) and v.side in asked,
                    "given": v.secret and v.side not in asked,
                    "options": v.options if not v.secret or self.may_act(seat, v.side) else (),
                }
            )
            for v in views
        )

    def drawing(self, language: str, *, close: bool, narrow: bool) -> tuple[str, str] | None:
        """The map, or the sketch, for a page that has its title already: a caption and the SVG; None without one."""
        with self._lock:
            state, key = self.playing.state, (language, close, narrow)
            if self._drawn_at is not state:
                self._drawings, self._drawn_at = {}, state
            if key not in self._drawings:
                says = Speech(words(language), self.fight.rulebook.catalogue)
                drawn = picture_of(self.fight, state, close, narrow=narrow, headed=False, says=says)
                caption = caption_of(self.fight, state)
                self._drawings[key] = None if drawn is None else (says(caption) if caption else "", drawn)
            return self._drawings[key]

    def scene(self) -> Scene | None:
        """What stands on the table now; None where nothing stands on one."""
        with self._lock:
            return scene_of(self.fight, self.playing.state)

    def verdict(self, name: str, language: str) -> tuple[str, int | None]:
        """A verdict in words, and the side that wins by it, the first of allies; None where none does."""
        book, t = self.fight.rulebook, words(language)
        k, named = book.verdicts.index(name), book.verdict_names(self.fight.setup)
        teams = book.teams(self.fight.setup)
        won = [side for side, team in enumerate(teams) if team == k] if named else []
        if name in self.sides:
            won = [self.sides.index(name)]
        if len(won) == 1 and won[0] < len(self.sides):
            return t("{side} wins", side=self.sides[won[0]]), won[0]
        said = named[k] if k < len(named) and named[k] else name.replace("_", " ")
        return Speech(t, book.catalogue)(said), won[0] if won else None

    def verdict_now(self, language: str) -> str:
        """How the fight has ended, in words; nothing before that."""
        with self._lock:
            if not self.playing.ended:
                return ""
            book = self.fight.rulebook
            return self.verdict(book.verdicts[int(book.verdict(self.playing.state))], language)[0]

    def owners(self) -> dict[str, int]:
        """The side of every unit, by its name, as far as it is drawn."""
        with self._lock:
            book, state = self.fight.rulebook, self.playing.state
            scene = scene_of(self.fight, state)
            sketch = book.sketch(state) if book.sketch and scene is None else None
            return {x.name: x.side for x in (scene.tokens if scene else sketch.figures if sketch else ())}

    def may_ask_odds(self, seat: int | None) -> bool:
        """May this seat have the odds worked out? Onlookers may at all times. Players may as they have agreed on hints:
        `never` before the fight is over, `after` only where nobody is about to choose."""
        hints = self.settings["hints"]
        if seat is None or seat == ONLOOKER or hints == "always" or self.playing.ended:
            return True
        return bool(hints == "after" and not isinstance(self.playing.ask, Choose | Both))

    def told(self) -> list[Entry]:
        """The log, with what options were worth where the players may know."""
        log = self.playing.log
        if self.settings["hints"] == "never" or not self._worths:
            return log
        numbers = iter([k for k, a in enumerate(self.playing.answers) for _ in a.choice])
        out = []
        for e in log:
            if e.kind == "choice" and not e.forced:
                worths = self._worths.get(next(numbers, -1), {})
                offered = tuple(replace(o, value=worths.get(k)) for k, o in enumerate(e.options))
                e = replace(e, options=offered)
            out.append(e)
        return out

    @property
    def still(self) -> AbstractContextManager[bool]:
        """While this is held, the fight does not go on: for whoever reads more than one thing of it."""
        return self._lock

    # ------------------------------------------------------------ who follows
    def follow(self, listener: Listener) -> Callable[[], None]:
        """Has a listener called after every change; -> a function that ends it."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception:  # what was answered is kept, whoever cannot be told
                LOG.exception("somebody who follows a fight could not be told")

    @property
    def followed(self) -> bool:
        """Does anybody look?"""
        return bool(self._listeners)


def _number(seat: int | None) -> int:
    return ONLOOKER if seat is None else seat


class Lives:
    """The fights in play, each once; made from the store when they are asked for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lives: dict[str, Live] = {}
        self._lock = threading.Lock()

    def live(self, fight: str) -> Live:
        """The fight of this name.

        Raises `NoSuchFight`.
        """
        with self._lock:
            found = self._lives.get(fight)
            if found is None:
                found = self._lives[fight] = Live(self.store, self.store.saved(fight))
                self._forget()
            return found

    def of_secret(self, secret: str) -> tuple[Live, int]:
        """The fight and the seat that a secret opens.

        Raises `NoSuchFight`, which does not repeat the secret.
        """
        seat = self.store.seat_of(secret)
        if seat is None:
            raise NoSuchFight("no seat is opened by this link")
        return self.live(seat.fight), seat.seat

    def forget(self, fight: str) -> None:
        """Lets go of a fight that was deleted."""
        with self._lock:
            self._lives.pop(fight, None)

    def _forget(self) -> None:
        too_many = max(0, len(self._lives) - MOST_LIVES)
        for name in [n for n, live in self._lives.items() if not live.followed][:too_many]:
            del self._lives[name]
