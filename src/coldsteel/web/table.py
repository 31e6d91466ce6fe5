"""What pages and API of a server share: the store, the fights in play, the jobs; new fights, hints, best play."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coldsteel import fights
from coldsteel.errors import ColdSteelError, Conflict
from coldsteel.fights import Fight
from coldsteel.kernel.play import Playing
from coldsteel.store.store import Links, Store
from coldsteel.web.drafts import Drafts
from coldsteel.web.jobs import Crowded, Job, Jobs
from coldsteel.web.live import MOST_ANSWERS, Live, Lives, settings_of
from coldsteel.web.show import picture_of

__all__ = ["Example", "Table", "examples"]

FOR_HINTS = 400_000  # states: what options are worth is shown in smaller fights only


@dataclass(frozen=True, slots=True)
class Example:
    """A fight that is shipped: its name (`book/file`), its book, title, and the line on what it shows."""

    name: str
    rulebook: str
    title: str
    shows: str
    path: Path


def examples(folder: Path) -> tuple[Example, ...]:
    """The example fights of a folder, by book and name; those that cannot be read are left out."""
    out = []
    for path in sorted(folder.glob("*/*.toml")):
        try:
            fight = fights.load(path)
        except ColdSteelError:
            continue
        out.append(Example(f"{path.parent.name}/{path.stem}", fight.rulebook.name, fight.title, fight.shows, path))
    return tuple(out)


@dataclass
class Table:
    """The server's side of everything."""

    store: Store
    jobs: Jobs = field(default_factory=Jobs)
    folder: Path | None = None  # of examples
    drafts: Drafts = field(default_factory=Drafts)  # values of fights that are being set up
    refused: Drafts = field(default_factory=Drafts)  # faults of files that were sent

    def __post_init__(self) -> None:
        self.lives = Lives(self.store)
        self.examples = examples(self.folder) if self.folder else ()
        self._pictures: dict[str, str | None] = {}
        self._hinted: dict[str, str] = {}  # fight -> place for which its options are being worked out
        self._lock = threading.Lock()

    def close(self) -> None:
        """Stops all work and lets go of the store."""
        self.jobs.close()
        self.store.close()

    # ------------------------------------------------------------ new fights
    def example(self, name: str) -> Example | None:
        """The example of this name."""
        return next((e for e in self.examples if e.name == name), None)

    def picture(self, name: str) -> str | None:
        """The picture of an example as it opens; None where there is no such example."""
        example = self.example(name)
        if example is None:
            return None
        if name not in self._pictures:
            fight = fights.load(example.path)
            self._pictures[name] = picture_of(fight, fight.start, close=True, headed=False)
        return self._pictures[name]

    def create(self, fight: Fight, settings: Mapping[str, Any], alone: bool = False) -> Links:
        """Sets up a fight. `alone`: one seat plays all sides that the program doesn't play.

        Raises `NotSolvable` for one that goes round for ever with nothing to throw or to choose; nothing is kept then.
        """
        Playing(fight.rulebook, fight.start)
        settings = settings_of(settings)
        sides = fight.rulebook.sides(fight.setup)
        return self.store.create(
            fights.values_of(fight),
            rulebook=fight.rulebook.name,
            version=fight.rulebook.version,
            title=fight.title,
            seats=0 if alone else len(sides),
            settings=settings,
        )

    def forget(self, fight: str) -> None:
        """Deletes a fight."""
        self.store.delete(fight)
        self.lives.forget(fight)

    # ------------------------------------------------------------ what the program adds
    def stir(self, live: Live) -> None:
        """After every change: the program plays its sides, and options are weighed where players want hints."""
        for _ in range(10_000):
            side = live.program_side()
            view = live.view(None)
            if len(live.playing.answers) >= MOST_ANSWERS:
                return
            if side is None or not view.asks or view.asks[0].kind != "dice":
                break
            if not self._played(live, view.turn, None):
                return
        if live.view(None).ended or not any(a.kind == "choice" for a in live.view(None).asks):
            return
        if live.program_side() is not None or live.settings["hints"] != "never":
            self._weigh(live)

    def _played(self, live: Live, turn: int, number: int | None) -> bool:
        try:
            live.play_program(turn, number)
        except Conflict:  # somebody was first; the next change stirs again
            return False
        return True

    def _weigh(self, live: Live) -> None:
        """Has the options of the present ask weighed, unless that is being done."""
        key, turn, answers = live.place()
        with self._lock:
            if self._hinted.get(live.name) == key:
                return
            self._hinted[live.name] = key
        arguments = {"values": fights.values_of(live.fight), "answers": answers, "most_states": FOR_HINTS}
        try:
            self.jobs.start("options", arguments, lambda job: self._weighed(live, key, turn, job))
        except Crowded:
            with self._lock:
                self._hinted.pop(live.name, None)

    def _weighed(self, live: Live, key: str, turn: int, job: Job) -> None:
        """The options have been weighed, or cannot be: then the program takes the first legal one."""
        if not job.over or job.status == "cancelled":  # the server closes; it is weighed again when it comes back
            return
        asks = job.result["asks"] if job.result else []
        program = live.program_side()
        mine = next((a for a in asks if a["side"] == program), None)
        if len(asks) == 1 and live.settings["hints"] != "never":
            live.hint(key, {int(k): v for k, v in asks[0]["values"].items()})
        if program is not None:  # taken back, the place comes again
            with self._lock:
                self._hinted.pop(live.name, None)
        if program is not None and live.key() == key and live.turn == turn:
            self._played(live, turn, None if mine is None else int(mine["best"]))
            self.stir(live)

    def odds(self, live: Live, aim: str | None, side: int, listener: Callable[[Job], None] | None = None) -> Job:
        """Has the odds of a fight worked out from where it stands."""
        _, _, answers = live.place()
        arguments = {"values": fights.values_of(live.fight), "answers": answers, "aim": aim, "side": side}
        return self.jobs.start("odds", arguments, listener)
