"""The addresses of the pages."""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from coldsteel.errors import NoSuchFight
from coldsteel.web.pages.fight import FightPage
from coldsteel.web.pages.shell import page
from coldsteel.web.table import Table

__all__ = ["add_pages"]


def add_pages(app: FastAPI, table: Table) -> None:
    """Puts the pages onto an application."""

    @ui.page("/fight/{fight}")
    async def fight(request: Request, fight: str) -> None:
        """A fight as an onlooker sees it."""
        with page(request, "") as t:
            try:
                live = table.lives.live(fight)
            except NoSuchFight:
                ui.label(t("There is no such fight."))
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
            ui.page_title(f"{live.fight.title} – Cold Steel")
            FightPage(table, live, number, t)
            table.stir(live)

    ui.run_with(app, title="Cold Steel", dark=None, show_welcome_message=False, tailwind=False, reconnect_timeout=30)
