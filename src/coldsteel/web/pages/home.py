"""The first page: a new fight, the fights that are kept, and examples of every book with a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from html import escape

from babel.dates import format_datetime
from nicegui import ui

from coldsteel import rulebooks
from coldsteel.fights import Fault
from coldsteel.store.store import Listed
from coldsteel.web.pages import told
from coldsteel.web.pages.clauses import ClauseReader
from coldsteel.web.pages.upload import Refused
from coldsteel.web.table import Example, Table
from coldsteel.web.words import Words

__all__ = ["HomePage"]

MOST_LISTED = 100
MOST_FAULTS = 200


class HomePage:
    """One visitor's first page. `refused` is a file that has been sent and has faults."""

    def __init__(self, table: Table, t: Words, refused: Refused | None = None) -> None:
        self.table, self.t = table, t
        values = table.drafts.found(refused.draft) if refused and refused.draft else None
        if values is not None:
            ClauseReader(rulebooks.rulebook(values["rulebook"]).catalogue, t)
        ui.html(f"<h1>{t('Close combat of tabletop miniatures')}</h1>", sanitize=False)
        said = t("Set a fight up, fight it out with every modifier and its clause, or ask how it is likely to end.")
        ui.html(f'<p class="cs-faint">{said}</p>', sanitize=False)
        with ui.element("div").classes("cs-home"):
            self._new(refused)
            self._saved()
        self._examples()

    # ------------------------------------------------------------ a new fight
    def _new(self, refused: Refused | None) -> None:
        t = self.t
        with ui.element("section").classes("cs-card").props(f'aria-label="{t("A new fight")}"'):
            ui.html(f"<h2>{t('A new fight')}</h2>", sanitize=False)
            ui.html(
                f'<p><a href="#examples">{t("From an example")}</a>: {t("the quickest way to a first fight.")}</p>'
                f"<h3>{t('From a file')}</h3>{_upload_form(t)}{_refusal(refused, t) if refused else ''}"
                f'<h3 class="cs-gap">{t("From scratch")}</h3><p class="cs-faint">'
                f"{t('By forms that say of every field what it is. Choose a rulebook:')}</p>"
                f'<ul class="cs-books">{"".join(map(self._scratch, rulebooks.BOOKS))}</ul>',
                sanitize=False,
            )

    def _scratch(self, book: str) -> str:
        title = escape(rulebooks.rulebook(book).catalogue.titled(self.t.language))
        return f'<li><a href="/form?book={book}"><strong>{escape(book)}</strong></a> <span>{title}</span></li>'

    # ------------------------------------------------------------ fights that are kept
    def _saved(self) -> None:
        t = self.t
        kept = self.table.store.listed(MOST_LISTED)
        with ui.element("section").classes("cs-card").props(f'aria-label="{t("Saved fights")}"'):
            ui.html(f"<h2>{t('Saved fights')}</h2>", sanitize=False)
            if not kept:
                ui.html(f'<p class="cs-faint">{t("None yet.")}</p>', sanitize=False)
                return
            lines = "".join(map(self._kept, kept))
            said = t("These links look on. To play, open the link of your seat.")
            ui.html(f'<p class="cs-faint">{said}</p><ul class="cs-saved">{lines}</ul>', sanitize=False)

    def _kept(self, k: Listed) -> str:
        t = self.t
        how = t("ended") if k.ended else t.many("{n} answer so far", "{n} answers so far", k.answered)
        when = k.created if k.created.tzinfo else k.created.replace(tzinfo=UTC)
        shown = format_datetime(when.astimezone(), "medium", locale=t.locale)
        return (
            f'<li><a href="/fight/{escape(k.fight)}">{escape(k.title) or t("no title")}</a>'
            f'<div class="cs-faint">{escape(k.rulebook)} · <time datetime="{_iso(when)}">{escape(shown)}</time> · '
            f"{escape(how)}</div></li>"
        )

    # ------------------------------------------------------------ examples
    def _examples(self) -> None:
        t = self.t
        ui.html(f'<h2 id="examples" class="cs-gap">{t("Examples")}</h2>', sanitize=False)
        books = [b for b in rulebooks.BOOKS if any(e.rulebook == b for e in self.table.examples)]
        with ui.row().classes("gap-2 q-mb-md").props(f'role="group" aria-label="{t("Show examples of")}"'):
            self.buttons = {
                b: ui.button(b or t("all books"), color=None, on_click=self._filter(b))
                .props("flat")
                .classes("cs-filter")
                .mark(f"book-{b}")
                for b in ("", *books)
            }
        self.shelves = {b: self._shelf(b, [e for e in self.table.examples if e.rulebook == b]) for b in books}
        self._show("")

    def _shelf(self, book: str, examples: list[Example]) -> ui.element:
        title = escape(rulebooks.rulebook(book).catalogue.titled(self.t.language))
        with ui.element("section").classes("q-mb-lg").props(f'aria-label="{escape(book)}"') as shelf:
            ui.html(f'<h3 class="cs-shelf">{title}</h3>', sanitize=False)
            ui.html(f'<ul class="cs-grid">{"".join(map(_tile, examples))}</ul>', sanitize=False)
        return shelf

    def _filter(self, book: str) -> Callable[[], None]:
        return lambda: self._show(book)

    def _show(self, book: str) -> None:
        for name, button in self.buttons.items():
            button.props(f'aria-pressed="{"true" if name == book else "false"}"')
            button.classes(add="cs-on" if name == book else "", remove="" if name == book else "cs-on")
        for name, shelf in self.shelves.items():
            shelf.set_visibility(book in ("", name))


def _iso(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="seconds")


def _tile(e: Example) -> str:
    name = escape(e.name, quote=True)
    return (
        f'<li class="cs-card cs-tile"><a href="/new?example={name}" data-example="{name}">'
        f'<span class="cs-shot"><img src="/api/examples/{name}/map.svg" alt="" loading="lazy"></span>'
        f"<strong>{escape(e.title)}</strong></a><p>{escape(e.shows)}</p></li>"
    )


def _upload_form(t: Words) -> str:
    return (
        '<form class="cs-upload" action="/upload" method="post" enctype="multipart/form-data">'
        f'<label for="fight-file">{t("A fight file (TOML)")}</label>'
        '<input id="fight-file" name="file" type="file" accept=".toml,application/toml,text/plain" required>'
        f'<button type="submit" class="cs-button">{t("Check and set up")}</button></form>'
    )


# ---------------------------------------------------------------- a file with faults
def _refusal(refused: Refused, t: Words) -> str:
    """What is wrong with a file, and the way to the form that can set it right."""
    n = len(refused.faults)
    head = escape(f"{refused.name}: " + t.many("{n} fault", "{n} faults", n))
    form = ""
    if refused.draft:
        form = f'<p><a class="cs-button" href="/form?draft={refused.draft}">{t("Set it right in the form")}</a></p>'
    return (
        f'<div id="refused" class="cs-refused" role="alert" tabindex="-1"><h3>{head}</h3>{form}'
        f"{fault_table(refused.faults[:MOST_FAULTS], t)}</div>"
    )


def fault_table(faults: Iterable[Fault], t: Words) -> str:
    """Faults with line, field, value, what is allowed, clause."""
    heads = "".join(f'<th scope="col">{t(h)}</th>' for h in ("Line", "Field", "Value", "What is wrong", "Allowed"))
    rows = "".join(
        f"<tr><td>{f.line or ''}</td><td>{escape(f.field)}</td><td>{escape(f.value)}</td>"
        f"<td>{escape(t(f.what))} {told.clause_button(f.clause, t)}</td><td>{escape(f.allowed)}</td></tr>"
        for f in faults
    )
    head = f"<thead><tr>{heads}</tr></thead>"
    return f'<div class="cs-wide"><table class="cs-faults">{head}<tbody>{rows}</tbody></table></div>'
