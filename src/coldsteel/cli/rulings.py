"""`rulings`: what each disputed reading of the rules is worth in a fight."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from os import cpu_count
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from coldsteel import fights
from coldsteel.cli.files import aim_of, fight_at, side_of, switches
from coldsteel.cli.odds import dumped, head, solved, spread_json
from coldsteel.cli.show import NOTHING, as_written, console, count, heading, plain_table, quiet, signed
from coldsteel.errors import ColdSteelError
from coldsteel.fights import Fight
from coldsteel.kernel.clauses import ruling_values

__all__ = ["Reading", "rulings"]

WORTH_A_PROCESS = 0.5  # seconds that all readings take together; below, new processes cost more than they save


@dataclass(frozen=True)
class Reading:
    """One other value of one switch, and what comes of it; `failed` says why nothing does."""

    switch: str
    value: str
    worth: float | None = None
    results: dict[str, float] = field(default_factory=dict)
    failed: str = ""


@dataclass(frozen=True)
class _Task:
    """What another process needs to know."""

    path: Path
    rulings: dict[str, str]
    switch: str
    value: str
    aim: str | None
    side: int
    max_states: int


def _read(task: _Task) -> Reading:
    """The odds under one reading; runs in any process."""
    from coldsteel.kernel.odds import solve

    try:
        fight = fights.load(task.path, {**task.rulings, task.switch: task.value})
        found = solve(fight.rulebook, fight.start, aim=task.aim, side=task.side, max_states=task.max_states)
    except KeyboardInterrupt:
        return Reading(task.switch, task.value, failed="stopped")
    except (ColdSteelError, MemoryError) as error:
        return Reading(task.switch, task.value, failed=str(error) or type(error).__name__)
    return Reading(task.switch, task.value, found.value, spread_json(found.results))


def rulings(
    path: Path,
    aim: str | None,
    for_side: str | None,
    said: Sequence[str],
    max_states: int,
    jobs: int,
    as_data: bool,
) -> None:
    """Prints every other reading of every switch, by how much it moves the value."""
    began = time.perf_counter()
    fight = fight_at(path, said)
    aim_of(fight, aim)
    side = side_of(fight, for_side)
    base = solved(fight, aim, side, max_states)
    tasks = [
        _Task(path, switches(said), switch, value, aim, side, max_states) for switch, value in other_readings(fight)
    ]
    if jobs == 0:
        jobs = 1 if base.seconds * len(tasks) < WORTH_A_PROCESS else cpu_count() or 1
    found: list[Reading] = []
    stopped = False
    try:
        with _progress(len(tasks)) as done:
            for reading in _all(tasks, min(jobs, len(tasks))):
                found.append(reading)
                done(len(found))
    except KeyboardInterrupt:
        stopped = True
    found.sort(key=lambda r: (r.worth is None, -abs((r.worth or 0.0) - base.value), r.switch, r.value))
    seconds = time.perf_counter() - began
    if as_data:
        typer.echo(dumped(_json(fight, base, found, seconds)))
    else:
        _print(fight, base, found, len(tasks), seconds)
    if stopped:
        typer.echo(f"Stopped after {len(found)} of {count(len(tasks), 'reading')}.", err=True)
        raise typer.Exit(130)


def other_readings(fight: Fight) -> Iterator[tuple[str, str]]:
    """Every value of every switch that the fight does not have now."""
    now = fight.setup.rulings
    for switch, values in ruling_values(fight.rulebook.rulings).items():
        for value in values:
            if value != getattr(now, switch):
                yield switch, as_written(value)


def _all(tasks: Sequence[_Task], jobs: int) -> Iterator[Reading]:
    if jobs <= 1:
        yield from map(_read, tasks)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        with _deaf_to_ctrl_c():
            waiting = {pool.submit(_read, task): task for task in tasks}
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                task = waiting.pop(future)
                error = future.exception()
                if error is None:
                    yield future.result()
                else:  # a process that died, for want of memory perhaps
                    yield Reading(task.switch, task.value, failed=str(error) or type(error).__name__)
    except (KeyboardInterrupt, GeneratorExit):
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes begun here do not hear Ctrl-C, so that only the one that shows something answers it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    shape = (TextColumn("readings"), BarColumn(), MofNCompleteColumn())
    with Progress(*shape, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("readings", total=total)
        yield lambda done: progress.update(task, completed=done)


# ---------------------------------------------------------------- what is printed
def _print(fight: Fight, base: Any, found: Sequence[Reading], total: int, seconds: float) -> None:
    out = console()
    side = fight.rulebook.sides(fight.setup)[base.side]
    heading(out, fight.title, fight.shows)
    out.print(Text(f"As it stands, {base.aim.name} for {side} is {signed(base.value)}. Under another reading:"))
    out.print()
    moved = [r for r in found if r.worth is not None and abs(r.worth - base.value) > NOTHING]
    failed = [r for r in found if r.worth is None]
    if moved:
        rows = [_row(fight, r, base.value) for r in moved]
        table = plain_table(("no.", "switch = value", "moves it by", "to"), rows, words=2)
        out.print(Padding(table, (0, 0, 1, 2), expand=False))
    for reading in failed:
        out.print(Text(f"  {reading.switch} = {reading.value}: no odds: {reading.failed}"))
    _rest(out, len(found) - len(moved) - len(failed), bool(moved))
    quiet(out, "exact", f"{len(found)} of {count(total, 'reading')}", f"{seconds:.1f} s")


def _row(fight: Fight, reading: Reading, base: float) -> tuple[str | Text, ...]:
    ruling = fight.rulebook.catalogue.rulings[reading.switch]
    what = Text.assemble((f"{reading.switch} = {reading.value}", "bold"), f"\n{ruling.question}")
    change = (reading.worth or 0.0) - base
    return ruling.number, what, signed(change), signed(reading.worth or 0.0)


def _rest(out: Console, same: int, others: bool) -> None:
    if same:
        which = ("The other" if others else "The only") if same == 1 else f"{'The other' if others else 'All'} {same}"
        out.print(Text(f"  {which} {'reading changes' if same == 1 else 'readings change'} nothing here.", style="dim"))
        out.print()


def _json(fight: Fight, base: Any, found: Sequence[Reading], seconds: float) -> dict[str, Any]:
    catalogue = fight.rulebook.catalogue
    return {
        **head(fight, "exact"),
        "seconds": seconds,
        "aim": {"side": fight.rulebook.sides(fight.setup)[base.side], "measure": base.aim.name},
        "value": base.value,
        "results": spread_json(base.results),
        "readings": [
            {
                "clause": catalogue.rulings[r.switch].number,
                "switch": r.switch,
                "reading": r.value,
                "question": catalogue.rulings[r.switch].question,
                "value": r.worth,
                "change": None if r.worth is None else r.worth - base.value,
                "results": r.results,
                "failed": r.failed or None,
            }
            for r in found
        ],
    }
