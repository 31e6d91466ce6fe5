"""Long work in processes of its own: with progress, and stopped by ending the process."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal

from coldsteel.errors import ColdSteelError

__all__ = ["Crowded", "Job", "Jobs", "Status"]

LOG = logging.getLogger(__name__)

Status = Literal["waiting", "running", "done", "failed", "cancelled"]
MOST_KEPT = 200  # jobs whose outcome can still be asked for
MOST_WAITING = 50
PAUSE = 0.2  # seconds between two reports of progress


class Crowded(ColdSteelError, RuntimeError):
    """Too much is waiting already."""


@dataclass
class Job:
    """A piece of work: what it is, how far it is, what came of it."""

    id: str
    kind: str
    arguments: Mapping[str, Any]
    status: Status = "waiting"
    phase: str = ""
    amount: int = 0
    of: int = 0
    began: float = 0.0
    seconds: float = 0.0
    result: Mapping[str, Any] | None = None
    error: str = ""
    listeners: list[Callable[[Job], None]] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Has it ended in one way or another?"""
        return self.status in ("done", "failed", "cancelled")


class Jobs:
    """Works through odds in `workers` processes, which are started when they are needed and kept; what options are
    worth has one of its own, for without that a fight against the program does not go on, however long odds take.

    Listeners are called in a thread of the jobs', after every change.
    """

    def __init__(self, workers: int = 1) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: deque[Job] = deque()
        self._changed = threading.Condition()
        self._running: dict[str, BaseProcess] = {}
        self._closed = False
        kinds = ["options", *["odds"] * workers]
        self._threads = [threading.Thread(target=self._work, args=(k,), daemon=True, name=f"jobs: {k}") for k in kinds]
        for thread in self._threads:
            thread.start()

    def start(self, kind: str, arguments: Mapping[str, Any], listener: Callable[[Job], None] | None = None) -> Job:
        """Has a function of `coldsteel.web.results` called with these arguments (plain data).

        Raises `Crowded` where too much is waiting.
        """
        job = Job(secrets.token_urlsafe(12), kind, arguments)
        if listener:
            job.listeners.append(listener)
        with self._changed:
            if sum(w.kind == kind for w in self._waiting) >= MOST_WAITING:
                raise Crowded("too many odds are being worked out; try again in a moment")
            self._jobs[job.id] = job
            self._waiting.append(job)
            while len(self._jobs) > MOST_KEPT:
                oldest = next((name for name, j in self._jobs.items() if j.over), None)
                if oldest is None:
                    break
                del self._jobs[oldest]
            self._changed.notify_all()
        return job

    def job(self, name: str) -> Job | None:
        """The job of this name, if it is still known."""
        return self._jobs.get(name)

    def cancel(self, name: str) -> bool:
        """Stops a job; -> was there something to stop?"""
        with self._changed:
            job = self._jobs.get(name)
            if job is None or job.over:
                return False
            if job.status == "waiting":
                self._waiting.remove(job)
            job.status = "cancelled"
            process = self._running.get(name)
            if process is not None:
                process.terminate()
        self._tell(job)
        return True

    def close(self) -> None:
        """Stops everything."""
        with self._changed:
            self._closed = True
            for job in self._waiting:
                job.status = "cancelled"
            self._waiting.clear()
            for name, process in self._running.items():
                if self._jobs[name].status == "running":
                    self._jobs[name].status = "cancelled"
                process.terminate()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(5)

    # ------------------------------------------------------------ the threads that mind the processes
    def _work(self, kind: str) -> None:
        worker: tuple[BaseProcess, Connection] | None = None
        while True:
            with self._changed:
                while (job := self._next(kind)) is None and not self._closed:
                    self._changed.wait()
                if job is None or self._closed:
                    break
                self._waiting.remove(job)
                job.status, job.began = "running", time.monotonic()
                if worker is None or not worker[0].is_alive():
                    worker = self._started()
                self._running[job.id] = worker[0]
            self._tell(job)
            self._mind(job, worker[1])
            with self._changed:
                del self._running[job.id]
                if not worker[0].is_alive() or self._was_cancelled(job):
                    worker[0].join(5)
                    worker = None
            self._tell(job)
            job.listeners.clear()
            job.arguments = {}
        if worker is not None:
            worker[1].close()
            worker[0].terminate()
            worker[0].join(5)

    def _next(self, kind: str) -> Job | None:
        return next((job for job in self._waiting if job.kind == kind), None)

    @staticmethod
    def _was_cancelled(job: Job) -> bool:
        return job.status == "cancelled"

    def _started(self) -> tuple[BaseProcess, Connection]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        return process, ours

    def _mind(self, job: Job, pipe: Connection) -> None:
        """Sends the work, and follows it to its end."""
        try:
            pipe.send((job.kind, dict(job.arguments)))
            while True:
                what, *news = pipe.recv()
                job.seconds = time.monotonic() - job.began
                if what == "progress":
                    job.phase, job.amount, job.of = news
                    self._tell(job)
                    continue
                with self._changed:
                    if job.status == "running":
                        job.status = "done" if what == "result" else "failed"
                        job.result, job.error = (news[0], "") if what == "result" else (None, news[0])
                return
        except (EOFError, OSError):
            with self._changed:
                if job.status == "running":
                    job.status, job.error = "failed", "the process that worked it out has ended; it may lack memory"

    @staticmethod
    def _tell(job: Job) -> None:
        for listener in tuple(job.listeners):
            try:
                listener(job)
            except Exception:  # the fight was deleted, say, or its page is gone: the next job is worked out
                LOG.exception("what came of %s could not be told", job.kind)


# ---------------------------------------------------------------- in the process
def _serve(pipe: Connection) -> None:
    """Works until the other end is closed."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            kind, arguments = pipe.recv()
            pipe.send(_outcome(pipe, kind, arguments))


def _outcome(pipe: Connection, kind: str, arguments: dict[str, Any]) -> tuple[str, Any]:
    from coldsteel.web import results

    last = 0.0

    def progress(phase: str, done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE:
            last = time.monotonic()
            pipe.send(("progress", phase, done, of))

    works: dict[str, Callable[..., Any]] = {"odds": results.odds_from, "options": results.options_from}
    try:
        return "result", works[kind](**arguments, progress=progress)
    except (ColdSteelError, MemoryError) as fault:
        return "failed", str(fault) or type(fault).__name__
    except Exception as fault:  # a fault of the program: the server goes on
        return "failed", f"a fault of the program: {type(fault).__name__}: {fault}"
