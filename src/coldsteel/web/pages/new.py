"""Before a fight is made: who plays, hints, dice; and after it, once, the links of its seats."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import run, ui

from coldsteel import fights
from coldsteel.errors import ColdSteelError
from coldsteel.fights import Fight
from coldsteel.store.store import Links
from coldsteel.web.show import picture_of
from coldsteel.web.table import Table
from coldsteel.web.words import Speech, Words

__all__ = ["NewPage"]

PEOPLE, ALONE = "people", "alone"

COPY_SCRIPT = """
async function csCopy(id, done) {
  const field = document.getElementById(id);
  field.focus(); field.select();
  try { await navigator.clipboard.writeText(field.value); }
  catch (error) { document.execCommand('copy'); }
  const button = document.querySelector(`[data-copies="${id}"]`);
  if (button) button.textContent = done;
}
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copies]');
  if (button) csCopy(button.dataset.copies, button.dataset.done);
});
"""


class NewPage:
    """The settings of a fight; `back` is the address of the form that can change it."""

    def __init__(self, table: Table, fight: Fight, back: str, origin: str, t: Words) -> None:
        self.table, self.fight, self.origin, self.t = table, fight, origin, t
        self.sides = fight.rulebook.sides(fight.setup)
        ui.add_body_html(f"<script>{COPY_SCRIPT}</script>")
        ui.html(f"<h1>{escape(fight.title)}</h1>", sanitize=False)
        book = fight.rulebook
        says, narrow = Speech(t, book.catalogue), "Mobi" in ui.context.client.request.headers.get("user-agent", "")
        said = " · ".join(x for x in (book.name, book.catalogue.titled(t.language), fight.shows) if x)
        ui.html(f'<p class="cs-faint">{escape(said)}</p>', sanitize=False)
        with ui.element("div").classes("cs-new"):
            self.box = ui.element("section").classes("cs-card").props(f'aria-label="{t("How it is played")}"')
            with ui.element("section").classes("cs-card cs-board").props(f'aria-label="{t("The fight")}"'):
                ui.html(
                    picture_of(fight, fight.start, close=narrow, narrow=narrow, headed=False, says=says) or "",
                    sanitize=False,
                )
                lines = map(says, book.describe(fight.start) if book.describe else ())
                ui.html(f'<ul class="cs-units">{"".join(f"<li>{escape(x)}</li>" for x in lines)}</ul>', sanitize=False)
        with self.box:
            self._settings(back)

    # ------------------------------------------------------------ settings
    def _settings(self, back: str) -> None:
        t = self.t
        n = len(self.sides)
        people = t("Two people, a link for each") if n == 2 else t("{n} people, a link for each", n=n)
        who = {PEOPLE: people, ALONE: t("One person plays all sides")}
        who |= {str(k): t("You play {side} against best play", side=side) for k, side in enumerate(self.sides)}
        self.who = self._radio(t("Who plays?"), who, PEOPLE)
        hints = {
            "never": t("Never"),
            "after": t("After the choice, in the log"),
            "always": t("Always, beside every option"),
        }
        self.hints = self._radio(t("When is shown what options are worth under best play?"), hints, "never")
        dice = {
            "either": t("Either, as you like each time"),
            "rolled": t("The program rolls them"),
            "typed": t("You roll real dice and type the faces"),
        }
        self.dice = self._radio(t("The dice"), dice, "either")
        self.alert = ui.html("", sanitize=False).props('role="alert"')
        with ui.row().classes("items-center gap-3 q-mt-md"):
            ui.button(t("Set up the fight"), icon="flag", on_click=self._make).mark("make")
            ui.link(t("Change it first"), back)

    def _radio(self, label: str, options: dict[str, str], value: str) -> ui.radio:
        with ui.element("div").classes("q-mb-md").props(f'role="group" aria-label="{escape(label, quote=True)}"'):
            ui.html(f"<h2>{escape(label)}</h2>", sanitize=False)
            return ui.radio(options, value=value)

    async def _make(self) -> None:
        who = str(self.who.value)
        best = [k for k in range(len(self.sides)) if who.isdigit() and k != int(who)]
        settings = {"hints": self.hints.value, "dice": self.dice.value, "best": best, "language": self.t.language}
        try:
            links = await run.io_bound(self.table.create, self.fight, settings, who == ALONE)
            assert links is not None
        except ColdSteelError as fault:
            self.alert.set_content(f'<p class="cs-alert">{escape(self.t(str(fault)))}</p>')
            return
        self.box.clear()
        with self.box:
            self._links(links, who, best)

    # ------------------------------------------------------------ links, shown once
    def _links(self, links: Links, who: str, best: list[int]) -> None:
        t = self.t
        ui.html(f'<h2 role="status">{t("The fight is set up.")}</h2>', sanitize=False)
        once = t(
            "These links are shown this once. Whoever has the link of a side plays that side: copy yours, and send "
            "the others theirs."
        )
        ui.html(f'<p class="cs-mark"><strong>{once}</strong></p>', sanitize=False)
        if who == ALONE:
            self._link(0, t("All sides"), f"/seat/{links.seats[0]}")
        else:
            for k, secret in enumerate(links.seats):
                if k not in best:
                    self._link(k, t("Side {side}", side=self.sides[k]), f"/seat/{secret}")
        self._link(99, t("Onlookers, everybody may have it"), f"/fight/{links.fight}")
        more = [(f"/api/fights/{links.fight}/file.toml", t("Fight file (TOML)"))]
        ui.html("".join(f'<p><a href="{a}">{escape(x)}</a></p>' for a, x in more), sanitize=False)

    def _link(self, k: int, label: str, path: str) -> None:
        t, name = self.t, f"link-{k}"
        address = escape(self.origin + path, quote=True)
        label = escape(label)
        ui.html(
            f'<div class="cs-link"><label for="{name}">{label}</label><div>'
            f'<input id="{name}" readonly value="{address}" spellcheck="false">'
            f'<button type="button" class="cs-button cs-plain" data-copies="{name}" data-done="{t("Copied")}" '
            f'aria-label="{t("Copy")}: {label}">{t("Copy")}</button>'
            f'<a class="cs-button" target="_blank" rel="noopener noreferrer" href="{escape(path, quote=True)}" '
            f'aria-label="{t("Go")}: {label}">{t("Go")}</a></div></div>',
            sanitize=False,
        ).classes("w-full").mark(name)


def fight_of(table: Table, example: str, draft: str) -> tuple[Fight | None, str]:
    """The fight that an address names, and the address of the form that can change it."""
    if example:
        found = table.example(example)
        return (fights.load(found.path), f"/form?example={example}") if found else (None, "")
    values: dict[str, Any] | None = table.drafts.found(draft) if draft else None
    if values is None:
        return None, ""
    return fights.examined(values)[0], f"/form?draft={draft}"
