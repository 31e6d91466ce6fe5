"""The page on which a fight is stated: its form, its map, what is wrong with it, and on to its settings."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from html import escape
from typing import Any

from nicegui import run, ui

from coldsteel import fights, rulebooks
from coldsteel.fights import Fault, Fight
from coldsteel.web.pages.clauses import ClauseReader
from coldsteel.web.pages.editor import MapEditor
from coldsteel.web.pages.forms import Form
from coldsteel.web.pages.shapes import Key, Schema
from coldsteel.web.table import Table
from coldsteel.web.words import Speech, Words

__all__ = ["BuildPage", "values_at"]

MOST_SHOWN = 60


class BuildPage:
    """One visitor's page of a fight that is being stated. What he has done so far is kept as a draft."""

    def __init__(self, table: Table, values: dict[str, Any], draft: str, t: Words) -> None:
        self.table, self.values, self.draft, self.t = table, values, draft, t
        book = rulebooks.rulebook(str(values["rulebook"]))
        self.clauses = ClauseReader(book.catalogue, t)
        title = escape(t("A fight of {book}", book=book.name))
        ui.html(f"<h1>{title}</h1><p class='cs-faint'>{escape(book.catalogue.titled(t.language))}</p>", sanitize=False)
        with ui.element("div").classes("cs-form"):
            with ui.element("div").classes("cs-form-side"):
                self._bar()
                self.editor = self._map(book) if book.board else None
            with ui.element("section").classes("cs-card cs-form-main").props(f'aria-label="{t("The fields")}"'):
                schema = Schema(fights.schema(book))
                self.form = Form(values, schema, book.catalogue.prefix, t, self._changed)

    def _bar(self) -> None:
        t = self.t
        with ui.element("section").classes("cs-card").props(f'aria-label="{t("Check and play")}"'):
            with ui.row().classes("items-center gap-2"):
                ui.button(t("Play"), icon="flag", on_click=self._play).mark("play")
                ui.button(t("Check"), icon="rule", color=None, on_click=self._check).props("outline").mark("check")
                ui.button(t("TOML"), icon="download", color=None, on_click=self._toml).props("flat").mark("toml")
                ui.button(t("JSON"), icon="download", color=None, on_click=self._json).props("flat").mark("json")
            self.says = ui.element("div").props('role="status"').classes("w-full")

    def _map(self, book: Any) -> MapEditor:
        with ui.element("section").classes("cs-card cs-board").props(f'aria-label="{self.t("The table")}"'):
            return MapEditor(book.board, self.values, self.t, self._drawn, Speech(self.t, book.catalogue))

    # ------------------------------------------------------------ changes
    def _changed(self, key: Key) -> None:
        self._keep()
        if self.editor:
            self.editor.draw()

    def _drawn(self, keys: Sequence[Key]) -> None:
        self._keep()
        self.form.show(keys)

    def _keep(self) -> None:
        """Keeps the draft; the address names it from the first change on, so that a reload loses nothing."""
        if self.draft:
            self.table.drafts.keep(self.values, self.draft)
            return
        self.draft = self.table.drafts.keep(self.values)
        ui.run_javascript(f"history.replaceState(null, '', '/form?draft={self.draft}')")

    # ------------------------------------------------------------ check and play
    async def _checked(self) -> Fight | None:
        """The fight, or None with its faults shown."""
        fight, faults = await run.io_bound(fights.examined, deepcopy(self.values)) or (None, ())
        self.says.clear()
        shown = self.form.show_faults(faults[:MOST_SHOWN])
        with self.says:
            if fight is not None:
                ui.html(f'<p class="cs-good"><strong>{self.t("All in order.")}</strong></p>', sanitize=False)
            else:
                self._faults(len(faults), shown)
        return fight

    def _faults(self, n: int, shown: list[tuple[Fault, ui.html | None]]) -> None:
        head = self.t.many("{n} fault", "{n} faults", n)
        ui.html(f'<p class="cs-alert">{escape(head)}</p>', sanitize=False)
        with ui.element("ul").classes("cs-found"):
            for fault, slot in shown:
                with ui.element("li"):
                    text = f"{fault.field}: {self.t(fault.what)}" if fault.field else self.t(fault.what)
                    button = ui.element("button").props('type="button"').classes("cs-jump")
                    with button:
                        ui.html(f"<span>{escape(text)}</span>", sanitize=False)
                    if slot is not None:
                        button.on("click", js_handler=_jump(slot.id))

    async def _check(self) -> None:
        await self._checked()

    async def _play(self) -> None:
        fight = await self._checked()
        if fight is not None:
            self._keep()
            ui.navigate.to(f"/new?draft={self.draft}")

    # ------------------------------------------------------------ downloads
    def _name(self) -> str:
        title = re.sub(r"[^\w]+", "-", str(self.values.get("title") or self.values["rulebook"]).lower()).strip("-")
        return title[:60] or "fight"

    def _toml(self) -> None:
        ui.download.content(fights.toml_of(self.values), f"{self._name()}.toml", "application/toml")

    def _json(self) -> None:
        text = json.dumps(self.values, ensure_ascii=False, indent=2, default=str) + "\n"
        ui.download.content(text, f"{self._name()}.json", "application/json")


def _jump(slot: int) -> str:
    """Brings a field into view and puts the focus on it."""
    return (
        f"() => {{ const found = document.getElementById('c{slot}'); if (!found) return;"
        " const box = found.closest('.cs-field') || found.parentElement;"
        " box.scrollIntoView({block: 'center'});"
        " const control = box.querySelector('input, textarea') || box.querySelector('[role=checkbox], button');"
        " if (control) control.focus({preventScroll: true}); }"
    )


def values_at(table: Table, book: str, example: str, draft: str) -> dict[str, Any] | None:
    """The values that an address names; None where there are none."""
    if draft:
        return table.drafts.found(draft)
    if example:
        found = table.example(example)
        return fights.values_of(fights.load(found.path)) if found else None
    return fights.scratch(book) if book in rulebooks.BOOKS else None
