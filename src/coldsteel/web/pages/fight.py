"""The page of a fight: what is asked, the map, the odds, the log; for a seat or for an onlooker, following live."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import background_tasks, run, ui

from coldsteel.errors import ColdSteelError, DiceError, RefusedChoice
from coldsteel.kernel.dice import Throw
from coldsteel.kernel.sources import typed_faces
from coldsteel.web.live import Live
from coldsteel.web.pages import told
from coldsteel.web.pages.clauses import ClauseReader
from coldsteel.web.pages.odds import OddsPanel
from coldsteel.web.table import Table
from coldsteel.web.views import AskView, OptionView
from coldsteel.web.words import Words

__all__ = ["FightPage"]

PAUSE = 0.05  # seconds in which changes gather before a page is drawn anew


class FightPage:
    """One visitor's page of a fight. `seat` is None for an onlooker."""

    def __init__(self, table: Table, live: Live, seat: int | None, t: Words) -> None:
        self.table, self.live, self.seat, self.t = table, live, seat, t
        self.view = live.view(seat, t.language)
        self._logged: list[Any] = []
        self._picture: str | None = None
        self._stale = False
        self._alert = ""
        self.client = ui.context.client
        self.loop = asyncio.get_running_loop()
        self._build()
        stop = live.follow(self._changed)
        self.client.on_delete(stop)

    # ------------------------------------------------------------ what stands still
    def _build(self) -> None:
        t, view = self.t, self.view
        self.clauses = ClauseReader(self.live.fight.rulebook.catalogue, t)
        ui.html(f"<h1>{escape(view.title)}</h1>", sanitize=False)
        if view.shows:
            ui.html(f'<p class="cs-faint">{escape(view.shows)}</p>', sanitize=False)
        self._who()
        with ui.element("div").classes("cs-fight"):
            with ui.element("div").classes("cs-right"):
                self.ask_box = ui.element("section").classes("cs-card cs-ask")
                self.ask_box.props(f'aria-label="{t("What is asked now")}" aria-live="polite"')
                self._odds_box()
            with ui.element("div").classes("cs-left"):
                self.board = ui.element("section").classes("cs-card cs-board").props(f'aria-label="{t("The table")}"')
                self.units = ui.element("section").classes("cs-card").props(f'aria-label="{t("The units")}"')
                self._log_box()
        self._draw()

    def _who(self) -> None:
        t = self.t
        if self.seat is None:
            said = t("You are looking on.")
        elif self.seat < 0:
            said = t("You play all sides.")
        else:
            said = t("You play side {side}.", side=self.live.side_name(self.seat))
        with ui.row().classes("items-center gap-3 q-mb-sm"):
            ui.html(f"<strong>{escape(said)}</strong>", sanitize=False)
            if self.seat is not None:
                address = f"/fight/{self.live.name}"
                ui.link(t("The page for onlookers"), address, new_tab=True)

    def _odds_box(self) -> None:
        with ui.element("section").classes("cs-card").props(f'aria-label="{self.t("The odds")}"'):
            self.odds = OddsPanel(self.table, self.live, self.seat, self.t)

    def _log_box(self) -> None:
        t, name = self.t, self.live.name
        with ui.element("section").classes("cs-card").props(f'aria-label="{t("What has happened")}"'):
            ui.html(f"<h2>{t('What has happened')}</h2>", sanitize=False)
            with ui.row().classes("gap-3"):
                for form, label in (("md", "Markdown"), ("html", "HTML"), ("bbcode", "BBCode"), ("txt", t("Text"))):
                    ui.link(label, f"/api/fights/{name}/log?form={form}", new_tab=True)
                ui.link(t("Record"), f"/api/fights/{name}/record", new_tab=True)
                ui.link(t("Fight file"), f"/api/fights/{name}/file.toml", new_tab=True)
            self.log = ui.element("div").classes("cs-log").props('role="log" tabindex="0"')

    # ------------------------------------------------------------ following
    def _changed(self) -> None:
        """Called in any thread after a change: the page is drawn anew a moment later, once for all till then."""
        if not self._stale:
            self._stale = True
            self.loop.call_soon_threadsafe(lambda: background_tasks.create(self._later()))

    async def _later(self) -> None:
        await asyncio.sleep(PAUSE)
        self._stale = False
        if self.client.id in type(self.client).instances:
            with self.client:
                self._draw()

    def _draw(self) -> None:
        self.view = self.live.view(self.seat, self.t.language)
        self._draw_ask()
        self._draw_board()
        self._draw_log()
        self.odds.place(self.view)

    # ------------------------------------------------------------ what is asked
    def _draw_ask(self) -> None:
        self.ask_box.clear()
        with self.ask_box:
            if self.view.undo:
                self._draw_wish()
            if self.view.ended:
                self._draw_end()
            for ask in self.view.asks:
                (self._draw_dice if ask.kind == "dice" else self._draw_choice)(ask)
            if self._alert:
                ui.html(f'<p class="cs-alert" role="alert">{escape(self._alert)}</p>', sanitize=False)
            self._draw_undo()

    def _headline(self, ask: AskView) -> None:
        t = self.t
        who = f'<span class="cs-who cs-side-{ask.side}">{escape(ask.side_name)}</span>'
        does = t("rolls") if ask.kind == "dice" else t("chooses")
        ui.html(
            f"<h2>{who} {escape(does)}: {escape(ask.what)} {told.clause_button(ask.clause, t)}</h2>", sanitize=False
        )

    def _draw_dice(self, ask: AskView) -> None:
        t = self.t
        self._headline(ask)
        for faces in ask.thrown:
            before = t("Thrown before: {faces}", faces=" ".join(map(str, faces)))
            ui.html(f'<p class="cs-faint">{escape(before)}</p>', sanitize=False)
        counts = f": {escape(ask.need)}" if ask.need else ""
        ui.html(f'<p class="cs-need"><strong>{ask.n} × d{ask.die}</strong>{counts}</p>', sanitize=False)
        ui.html(told.rows((*ask.n_rows, *ask.rows), t), sanitize=False)
        if not ask.mine:
            self._waits(ask)
            return
        if self.view.dice != "typed":
            words_ = t.many("Roll {n} die", "Roll {n} dice", ask.n)
            ui.button(words_, icon="casino", on_click=lambda: self._throw(None)).classes("cs-option").mark("roll")
        if self.view.dice != "rolled":
            self._typed(ask)

    def _typed(self, ask: AskView) -> None:
        t = self.t
        with ui.row().classes("items-end gap-2 w-full no-wrap"):
            field = ui.input(t("Faces of your dice, such as 6 5 2")).classes("grow").mark("faces")
            field.props('inputmode="numeric" autocomplete="off"')
            enter = ui.button(t("Enter"), on_click=lambda: self._throw_typed(ask, field.value)).mark("enter")
            enter.props('type="button"')
        field.on("keydown.enter", lambda: self._throw_typed(ask, field.value))

    def _draw_choice(self, ask: AskView) -> None:
        self._headline(ask)
        if ask.given:
            ui.html(f"<p>{escape(self.t('{side} has chosen.', side=ask.side_name))}</p>", sanitize=False)
            return
        if not ask.mine:
            self._waits(ask)
        for o in ask.options:
            (self._option if o.legal else self._barred)(ask, o)

    def _waits(self, ask: AskView) -> None:
        said = self.t("The program plays {side}.", side=ask.side_name)
        if ask.side not in self.view.best:
            said = self.t("It is for {side} to answer.", side=ask.side_name)
        ui.html(f'<p class="cs-faint">{escape(said)}</p>', sanitize=False)

    def _option(self, ask: AskView, o: OptionView) -> None:
        def taken() -> Any:
            return self._do(lambda: self.live.choose(self.seat, self.view.turn, o.number, ask.side))

        button = ui.button(color="primary" if ask.mine else None, on_click=taken).classes("cs-option")
        button.props("outline" if not ask.mine else "unelevated").mark("option")
        button.set_enabled(ask.mine)
        with button:
            ui.html(f"<span>{escape(o.label)}</span>", sanitize=False)
            if o.value is not None:
                worth = self.t("worth {x}", x=f"{o.value:+.3f}")
                ui.html(f'<span class="cs-worth">{escape(worth)}</span>', sanitize=False)

    def _barred(self, ask: AskView, o: OptionView) -> None:
        why = "".join(f"<li>{escape(r.text)} {told.clause_button(r.clause, self.t)}</li>" for r in o.reasons)
        title = escape("; ".join(f"{r.text} ({r.clause})" for r in o.reasons), quote=True)
        said = escape(self.t("{option}: not allowed", option=o.label))
        ui.html(
            f'<details class="cs-barred" title="{title}"><summary>{said}</summary><ul>{why}</ul></details>',
            sanitize=False,
        ).classes("w-full")

    def _draw_end(self) -> None:
        t = self.t
        rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in self.view.result)
        ui.html(f'<h2>{escape(t("The fight is over."))}</h2><table class="cs-rows">{rows}</table>', sanitize=False)

    # ------------------------------------------------------------ taking back
    def _draw_undo(self) -> None:
        if self.seat is None or not self.view.may_undo or self.view.undo:
            return

        def back() -> Any:
            return self._do(lambda: self.live.undo(self.seat, self.view.turn))

        ui.button(self.t("Take the last answer back"), icon="undo", color=None, on_click=back).props("flat").mark(
            "undo"
        )

    def _draw_wish(self) -> None:
        t, wish = self.t, self.view.undo
        assert wish is not None
        n = t.many("{n} answer", "{n} answers", wish.n)
        said = t("{side} asks to take back: {n}.", side=wish.side_name, n=n)
        ui.html(f'<p role="status"><strong>{escape(said)}</strong></p>', sanitize=False)
        if self.seat is None or self.seat == wish.seat:
            return

        def consent(agreed: bool) -> Callable[[], Any]:
            return lambda: self._do(lambda: self.live.consent(self.seat, self.view.turn, agreed))

        with ui.row():
            ui.button(t("Agree"), on_click=consent(True)).mark("agree")
            ui.button(t("Refuse"), on_click=consent(False), color=None).mark("refuse")

    # ------------------------------------------------------------ answering
    async def _throw(self, faces: tuple[int, ...] | None) -> None:
        await self._do(lambda: self.live.throw(self.seat, self.view.turn, faces))

    async def _throw_typed(self, ask: AskView, line: str | None) -> None:
        try:
            faces = typed_faces(line or "", Throw(ask.side, ask.n, ask.die, ask.what, ask.clause))
        except DiceError as fault:
            self._say(self.t("These faces cannot be: {why}", why=str(fault)))
            return
        await self._throw(faces)

    async def _do(self, act: Callable[[], Any]) -> None:
        """Does something to the fight away from the page's own thread, and says what went wrong."""
        self._alert = ""
        try:
            await run.io_bound(act)
        except RefusedChoice as refused:
            why = "; ".join(f"{self.t(text)} ({clause})" for text, clause in refused.reasons)
            self._say(self.t("Not allowed: {why}", why=why or refused.option))
        except ColdSteelError as fault:
            self._say(self.t(str(fault)))
        else:
            await run.io_bound(self.table.stir, self.live)
            self._draw()

    def _say(self, text: str) -> None:
        self._alert = text
        self._draw()
        self._alert = ""

    # ------------------------------------------------------------ the table and the log
    def _draw_board(self) -> None:
        view = self.view
        if view.picture != self._picture or not self._logged:
            self._picture = view.picture
            self.board.clear()
            self.board.set_visibility(view.picture is not None)
            if view.picture:
                with self.board:
                    ui.html(view.picture, sanitize=False)
        self.units.clear()
        with self.units:
            lines = "".join(f"<li>{escape(line)}</li>" for line in view.units)
            ui.html(f'<h2>{escape(self.t("The units"))}</h2><ul class="cs-units">{lines}</ul>', sanitize=False)

    def _draw_log(self) -> None:
        """Adds what is new; where something was taken back all is written again."""
        log = list(self.view.log)
        known = len(self._logged)
        if log[:known] != self._logged:
            self.log.clear()
            known = 0
        with self.log:
            for e in log[known:]:
                ui.html(told.entry(e, self.t), sanitize=False)
        if log[known:]:
            ui.run_javascript(f"const e = getHtmlElement({self.log.id}); if (e) e.scrollTop = e.scrollHeight")
        self._logged = log
