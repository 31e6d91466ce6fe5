"""The addresses of the pages."""

from __future__ import annotations

import logging
import re

from fastapi import FastAPI, Request
from nicegui import run, ui

from coldsteel.errors import ColdSteelError, NoSuchFight
from coldsteel.web.pages.build import BuildPage, values_at
from coldsteel.web.pages.fight import FightPage
from coldsteel.web.pages.home import HomePage
from coldsteel.web.pages.new import NewPage, fight_of
from coldsteel.web.pages.shell import language, page
from coldsteel.web.pages.upload import add_upload, refused_of
from coldsteel.web.table import Table
from coldsteel.web.words import Words, words

__all__ = ["add_pages"]


def add_pages(app: FastAPI, table: Table) -> None:
    """Puts the pages onto an application."""
    add_upload(app, table)
    logging.getLogger("nicegui").addFilter(_without_addresses)

    @ui.page("/")
    async def home(request: Request, refused: str = "") -> None:
        """The first page; `refused` names a file that was sent and has faults."""
        with page(request, "") as t:
            HomePage(table, t, refused_of(table, refused))

    @ui.page("/new")
    async def new(request: Request, example: str = "", draft: str = "") -> None:
        """The settings of a fight before it is made."""
        with page(request, words(language(request))("A new fight")) as t:
            fight, back = await run.io_bound(fight_of, table, example, draft) or (None, "")
            if fight is None:
                _lost(t)
                return
            NewPage(table, fight, back, str(request.base_url).rstrip("/"), t)

    @ui.page("/form")
    async def form(request: Request, book: str = "", example: str = "", draft: str = "") -> None:
        """The form in which a fight is stated."""
        with page(request, words(language(request))("A new fight")) as t:
            values = await run.io_bound(values_at, table, book, example, draft)
            if values is None:
                _lost(t)
                return
            BuildPage(table, values, draft, t)

    @ui.page("/fight/{fight}")
    async def fight(request: Request, fight: str) -> None:
        """A fight as an onlooker sees it."""
        with page(request, "") as t:
            try:
                live = table.lives.live(fight)
            except NoSuchFight:
                ui.label(t("There is no such fight."))
                return
            except ColdSteelError as fault:  # a fight that can never end is refused when it is played
                ui.label(t(str(fault)))
                return
            ui.page_title(f"{live.fight.title} – Cold Steel")
            FightPage(table, live, None, t)

    @ui.page("/seat/{secret}")
    async def seat(request: Request, secret: str) -> None:
        """A fight as a seat sees it."""
        with page(request, "") as t:
            try:
                live, number = table.lives.of_secret(secret)
            except NoSuchFight:
                ui.label(t("No seat is opened by this link."))
                return
            except ColdSteelError as fault:
                ui.label(t(str(fault)))
                return
            ui.page_title(f"{live.fight.title} – Cold Steel")
            FightPage(table, live, number, t)
            table.stir(live)

    ui.run_with(app, title="Cold Steel", dark=None, show_welcome_message=False, tailwind=False, reconnect_timeout=30)


def _without_addresses(line: logging.LogRecord) -> bool:
    """An address that leads nowhere may be that of a seat, badly copied: it stands in no log."""
    line.msg, line.args = re.sub(r"\w+://\S+", "an address", line.getMessage()), None
    return True


def _lost(t: Words) -> None:
    """What an address named is not there any more."""
    ui.label(t("There is no such fight here, or it has been forgotten."))
    ui.link(t("To the first page"), "/")
