"""The page of a fight: what is asked, the map, the odds, the log; for a seat or for an onlooker, following live."""

from __future__ import annotations

import asyncio
from html import escape
from pathlib import Path
from typing import Any

from nicegui import background_tasks, ui

from coldsteel.web.live import Live
from coldsteel.web.pages import told
from coldsteel.web.pages.asked import Asked
from coldsteel.web.pages.clauses import ClauseReader
from coldsteel.web.pages.map import FightMap
from coldsteel.web.pages.odds import OddsPanel
from coldsteel.web.table import Table
from coldsteel.web.words import Words

__all__ = ["FightPage"]

PAUSE = 0.05  # seconds in which changes gather before a page is drawn anew
STYLE = Path(__file__).parents[1] / "assets" / "fight.css"


class FightPage:
    """One visitor's page of a fight. `seat` is None for an onlooker."""

    def __init__(self, table: Table, live: Live, seat: int | None, t: Words) -> None:
        self.table, self.live, self.seat, self.t = table, live, seat, t
        self.view = live.view(seat, t.language)
        self._logged: list[Any] = []
        self._listed: tuple[str, ...] | None = None
        self._stale = False
        self.client = ui.context.client
        self.loop = asyncio.get_running_loop()
        self._build()
        stop = live.follow(self._changed)
        self.client.on_delete(stop)

    # ------------------------------------------------------------ what stands still
    def _build(self) -> None:
        t, view = self.t, self.view
        ui.add_css(STYLE)
        self.clauses = ClauseReader(self.live.fight.rulebook.catalogue, t)
        with ui.element("div").classes("cs-fight-head"):
            ui.html(f"<h1>{escape(view.title)}</h1>", sanitize=False)
            self._who()
            if view.shows:
                ui.html(f'<p class="cs-faint">{escape(view.shows)}</p>', sanitize=False)
        with ui.element("div").classes("cs-fight"):
            with ui.element("div").classes("cs-right"):
                self.asked = Asked(self.table, self.live, self.seat, t, self._draw)
                self._log_box()
            with ui.element("div").classes("cs-left"):
                self.map = FightMap(self.live, t)
                with ui.element("section").classes("cs-card").props(f'aria-label="{t("The units")}"'):
                    ui.html(f"<h2>{escape(t('The units'))}</h2>", sanitize=False)
                    self.units = ui.html("", sanitize=False)
                with ui.element("section").classes("cs-card").props(f'aria-label="{t("The odds")}"'):
                    self.odds = OddsPanel(self.table, self.live, self.seat, t)
        self._draw()

    def _who(self) -> None:
        t = self.t
        if self.seat is None:
            said = t("You are looking on.")
        elif self.seat < 0:
            said = t("You play all sides.")
        else:
            said = t("You play side {side}.", side=self.live.side_name(self.seat))
        side = f"cs-side-{self.seat}" if self.seat is not None and self.seat >= 0 else ""
        with ui.element("div").classes("cs-row"):
            ui.html(f'<strong class="{side}">{escape(said)}</strong>', sanitize=False)
            if self.seat is not None:
                ui.link(t("The page for onlookers"), f"/fight/{self.live.name}", new_tab=True)

    def _log_box(self) -> None:
        t, name = self.t, self.live.name
        with ui.element("section").classes("cs-card cs-log-card").props(f'aria-label="{t("What has happened")}"'):
            ui.html(f"<h2>{escape(t('What has happened'))}</h2>", sanitize=False)
            said = escape(t("The log, the newest last"), quote=True)
            self.log = ui.element("div").classes("cs-log").props(f'role="log" tabindex="0" aria-label="{said}"')
            with ui.element("div").classes("cs-row cs-files"):
                for form, label in (("md", "Markdown"), ("html", "HTML"), ("bbcode", "BBCode"), ("txt", t("Text"))):
                    ui.link(label, f"/api/fights/{name}/log?form={form}", new_tab=True)
                ui.link(t("Record"), f"/api/fights/{name}/record", new_tab=True)
                ui.link(t("Fight file"), f"/api/fights/{name}/file.toml", new_tab=True)

    # ------------------------------------------------------------ following
    def _changed(self) -> None:
        """Called in any thread after a change: the page is drawn anew a moment later, once for all till then."""
        if not self._stale:
            self._stale = True
            self.loop.call_soon_threadsafe(lambda: background_tasks.create(self._later()))

    async def _later(self) -> None:
        await asyncio.sleep(PAUSE)
        self._stale = False
        self._draw()

    def _draw(self) -> None:
        if self.client.id not in type(self.client).instances:
            return  # the visitor has gone
        with self.client:
            self.view = self.live.view(self.seat, self.t.language)
            self.asked.draw(self.view)
            self.map.draw()
            self._draw_units()
            self._draw_log()
            self.odds.place(self.view)

    def _draw_units(self) -> None:
        if self.view.units != self._listed:
            self._listed = self.view.units
            lines = "".join(f"<li>{escape(line)}</li>" for line in self.view.units)
            self.units.set_content(f'<ul class="cs-units">{lines}</ul>')

    def _draw_log(self) -> None:
        """Adds what is new; from the first line on that says something else, all is written again."""
        log = list(self.view.log)
        same = 0
        while same < min(len(log), len(self._logged)) and log[same] == self._logged[same]:
            same += 1
        lines = list(self.log.default_slot.children)
        for line in lines[same:]:
            self.log.remove(line)
        with self.log:
            for e in log[same:]:
                ui.html(told.entry(e, self.t), sanitize=False)
        self._logged = log
