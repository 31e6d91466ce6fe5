"""`play` and `replay`: one fight, every roll explained."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from coldsteel import fights
from coldsteel.cli.files import fight_at
from coldsteel.cli.map import drawn, has_map
from coldsteel.cli.odds import solved
from coldsteel.cli.show import console, count, folded, heading, signed
from coldsteel.cli.words import verdict_label
from coldsteel.errors import ColdSteelError, FightFileError, RecordError
from coldsteel.fights import Fight
from coldsteel.kernel import explain, record
from coldsteel.kernel.play import Best, Person, Playing, Random, Seeded, Typed

if TYPE_CHECKING:
    from coldsteel.kernel.play import ChoiceSource, DiceSource, Policy

__all__ = ["play", "replay"]

MOST_STATES = 5_000_000
MOST_SEED = 1_000_000


def play(
    path: Path,
    seed: int | None,
    typed: bool,
    choose: str,
    log: Path | None,
    record_to: Path | None,
    rulings: Sequence[str],
) -> None:
    """Plays a fight file to its end; what was played is kept when it is stopped."""
    if typed and seed is not None:
        raise typer.BadParameter("dice are typed in or come from a seed, not both", param_hint="--typed")
    _check_log(log)
    _check_place(log, "--log")
    _check_place(record_to, "--record")
    fight = fight_at(path, rulings)
    seed = secrets.randbelow(MOST_SEED) if seed is None else seed
    names = fight.rulebook.sides(fight.setup)
    dice: DiceSource = Typed(_ask, _show, names) if typed else Seeded(seed)
    chooser, policy = _chooser(fight, choose, seed, names)
    playing = Playing(fight.rulebook, fight.start, dice, chooser, policy)
    out = console()
    heading(out, fight.title, fight.shows)
    with _kept(fight, playing, log, record_to, {} if typed else {"seed": seed}):
        for line in _told(playing, out.width):
            out.print(line)
    _end(fight, playing)
    if not typed:
        out.print(Text(f"Dice from seed {seed}: the same again with --seed {seed}", style="dim"))


def _chooser(fight: Fight, choose: str, seed: int, names: Sequence[str]) -> tuple[ChoiceSource, Policy | None]:
    if choose == "random":
        return Random(seed), None
    if choose == "best":
        policy: Any = solved(fight, None, 0, MOST_STATES).policy
        return Best(policy, seed), policy
    return Person(_ask, _show, names, _Worths(fight)), None


class _Worths:
    """What the options are worth, for a person who asks. Worked out when first asked for."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.policy: Any = None

    def __call__(self, state: Any, answers: tuple[Any, ...], ask: Any) -> Iterator[str]:
        try:
            self.policy = self.policy or solved(self.fight, None, 0, MOST_STATES).policy
            options = self.policy.options(state, answers).options
        except ColdSteelError as error:
            yield f"What the options are worth is not known: {error}"
            return
        yield "Worth to the side that chooses, best play following:"
        for o in options:
            if o.value is not None:
                yield f"  {signed(o.value)}  {o.label}"


def _ask(prompt: str) -> str:
    return input(prompt)


def _show(line: str) -> None:
    console().print(Text(line))


def _told(playing: Playing, width: int) -> Iterator[Text]:
    """The log as it grows: what has happened is told before anything is asked."""
    told = 0
    while True:
        if playing.log[told:]:
            yield _lines(playing, told, width)
        told = len(playing.log)
        if playing.ended:
            return
        playing.play_on()


def _lines(playing: Playing, told: int, width: int) -> Text:
    """The entries of the log from this one on, for the screen: the plain text of the report without its title. A
    heading has an empty line above it, but for the first: that one stands under the title of the fight."""
    report = explain.Report(playing.log[told:], playing.rulebook.sides(playing.start.setup))
    lines = explain.as_text(report).rstrip("\n").split("\n")[2:]
    if not told and lines[:1] == [""]:
        del lines[0]
    text = Text("\n".join(folded(line, width) for line in lines))
    text.highlight_regex(r"\([A-Z]{2,4}-[RC]?\d+\)", "dim")
    text.highlight_regex(r"\d+\*|(?<=-> ).*$", "bold")
    text.highlight_regex(r"(?m)^ {4}.*$", "dim")
    return text


@contextmanager
def _kept(
    fight: Fight, playing: Playing, log: Path | None, record_to: Path | None, more: dict[str, Any]
) -> Iterator[None]:
    """Writes log and record, also of a fight that is stopped."""
    try:
        yield
    finally:
        try:
            if record_to:
                values = fight.model.model_dump(mode="json", exclude_unset=True)
                record.write(record_to, record.record_of(playing, values, **more))
        finally:
            if log:
                _write_log(fight, playing, log)


def _check_place(path: Path | None, option: str) -> None:
    """Before the first die is thrown: can this file be written?"""
    if path and (path.is_dir() or not path.resolve().parent.is_dir() or not os.access(path.resolve().parent, os.W_OK)):
        raise typer.BadParameter(f"'{path}' cannot be written there", param_hint=option)


def _check_log(log: Path | None) -> None:
    if log and _form(log) not in explain.FORMS:
        endings = ", ".join(f".{form}" for form in explain.FORMS)
        raise typer.BadParameter(f"'{log}': a log ends in {endings}", param_hint="--log")


def _form(log: Path) -> str:
    return log.suffix.lower().removeprefix(".")


def _write_log(fight: Fight, playing: Playing, log: Path) -> None:
    result = explain.result_of(fight.rulebook, playing.state)
    pictures = _pictures(fight, playing) if _form(log) == "html" else {}
    report = explain.Report(playing.log, fight.rulebook.sides(fight.setup), fight.title, result, pictures=pictures)
    log.write_text(explain.FORMS[_form(log)](report), encoding="utf-8", newline="\n")


def _pictures(fight: Fight, playing: Playing) -> dict[int, str]:
    """The map at the start and after every step at which something moved, by the number of the entry that follows; a
    heading keeps what stands below it, so that a map before it is put after it."""
    if not has_map(fight):
        return {}
    out = {}
    for at, state in [(0, playing.start), *playing.moved]:
        while at < len(playing.log) and playing.log[at].heading:
            at += 1
        out[at] = drawn(fight, state)
    return out


def _end(fight: Fight, playing: Playing) -> None:
    out = console()
    out.print()
    verdict = fight.rulebook.verdicts[int(fight.rulebook.verdict(playing.state))]
    out.print(Text(f"Verdict: {verdict_label(fight, verdict)}", style="bold"))
    if fight.rulebook.describe:
        for line in fight.rulebook.describe(playing.state):
            out.print(Text(folded(f"  {line}", out.width)))


def replay(path: Path, log: Path | None) -> None:
    """Plays a record again, and says so where it doesn't fit."""
    _check_log(log)
    kept = record.read(path)
    try:
        fight = fights.restored({"rulebook": kept.rulebook, **kept.fight}, path)
    except FightFileError as error:
        raise RecordError(f"{path}: the fight of this record is not in order:\n{error}") from None
    try:
        playing = record.replay(fight.rulebook, fight.start, kept)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    out = console()
    heading(out, fight.title, fight.shows)
    out.print(_lines(playing, 0, out.width))
    if log:
        _write_log(fight, playing, log)
    if playing.ended:
        _end(fight, playing)
    else:
        out.print(
            Text(f"The record ends here, after {count(len(playing.answers), 'answer')}; the fight had not ended.")
        )
