"""The odds of a fight from where it stands: asked for, worked out beside the server, stopped, shown as pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from coldsteel.errors import ColdSteelError
from coldsteel.web.jobs import Job
from coldsteel.web.live import Live
from coldsteel.web.pages.outcome import Outcome
from coldsteel.web.table import Table
from coldsteel.web.views import FightView
from coldsteel.web.words import Speech, Words

__all__ = ["OddsPanel"]


class OddsPanel:
    """A panel of the fight page. What it shows is told to be old once the fight has gone on."""

    def __init__(self, table: Table, live: Live, seat: int | None, t: Words) -> None:
        self.table, self.live, self.seat, self.t = table, live, seat, t
        self.job: Job | None = None
        self.turn = -1
        self.client, self.loop = ui.context.client, asyncio.get_running_loop()
        book, setup = live.fight.rulebook, live.fight.setup
        self.speech = Speech(t, book.catalogue)
        ui.html(f"<h2>{escape(t('The odds'))}</h2>", sanitize=False)
        with ui.element("div").classes("cs-asking"):
            aims = {a.name: self.speech(a.name) for a in book.aims(setup)}
            self.aim = ui.select(aims, value=next(iter(aims)), label=t("What best play is after"))
            sides = dict(enumerate(live.sides))
            self.side = ui.select(sides, value=max(0, seat or 0), label=t("For side"))
        with ui.element("div").classes("cs-row cs-odds-go"):
            self.go = ui.button(t("Work out the odds"), icon="insights", on_click=self._start)
            self.go.props("outline").mark("odds")
            self.stop = ui.button(t("Stop"), icon="stop", color=None, on_click=self._stop).props("flat").mark("stop")
        self.bar = ui.linear_progress(value=0, show_value=False).props(f'aria-label="{t("Progress")}"')
        self.says = ui.html("", sanitize=False).props('role="status"')
        self.shown = ui.html("", sanitize=False).classes("w-full").mark("odds-shown")
        self._running(False)
        self.client.on_delete(self._stop)  # nobody waits for them any more

    def place(self, view: FightView) -> None:
        """The fight stands elsewhere now."""
        if self.turn >= 0 and self.turn != view.turn and not (self.job and not self.job.over):
            self._tell(self.t("The fight has gone on since: these odds are those of before."))

    def _agreed(self) -> str:
        """What the players have agreed on. It binds them, not the program: onlookers are let see the odds, and nobody
        can tell who looks on."""
        t = self.t
        if self.live.settings["hints"] == "after":
            return t("The players have agreed on hints after the choice: ask for the odds once it is made.")
        return t(
            "The players have agreed on no hints. Onlookers may see the odds; that players do not look there is left "
            "to their word."
        )

    def _running(self, on: bool) -> None:
        self.bar.set_visibility(on)
        self.stop.set_visibility(on)
        self.go.set_enabled(not on)

    def _start(self) -> None:
        if not self.live.may_ask_odds(self.seat):
            self._tell(self._agreed())
            return
        try:
            self.turn = self.live.turn
            self.job = self.table.odds(self.live, str(self.aim.value), int(self.side.value or 0), self._news)
        except ColdSteelError as fault:
            self._tell(self.t(str(fault)))
            return
        self._running(True)
        self._tell(self.t("Working"))

    def _stop(self) -> None:
        if self.job:
            self.table.jobs.cancel(self.job.id)

    def _news(self, job: Job) -> None:
        """Called in a thread of the jobs'."""
        self.loop.call_soon_threadsafe(lambda: background_tasks.create(self._draw(job)))

    async def _draw(self, job: Job) -> None:
        if job is not self.job or self.client.id not in type(self.client).instances:
            return
        with self.client:
            if not job.over:
                self._progress(job)
                return
            self._running(False)
            if job.result is not None:
                self.shown.set_content(self._pictures(job.result))
                self._tell(self.t("Done in {x} s.", x=self.t.number(job.seconds, 1)))
            else:
                self._tell(self.t("Stopped.") if job.status == "cancelled" else self.t(job.error))

    def _pictures(self, found: Mapping[str, Any]) -> str:
        live, t = self.live, self.t
        return Outcome(found, live.sides, live.owners(), lambda v: live.verdict(v, t.language), t, self.speech).html()

    def _progress(self, job: Job) -> None:
        if job.of:
            self.bar.props(remove="indeterminate")
            self.bar.set_value(job.amount / job.of)
            self._tell(self.t("{n} of {of} fights", n=self.t.number(job.amount), of=self.t.number(job.of)))
        else:
            self.bar.props("indeterminate")
            self._tell(self.t.many("{n} state", "{n} states", job.amount))

    def _tell(self, text: Any) -> None:
        self.says.set_content(f'<p class="cs-faint">{escape(str(text))}</p>')
