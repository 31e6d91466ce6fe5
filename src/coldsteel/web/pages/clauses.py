"""A clause to read: a press on any clause opens it, with the disputed place that it decides."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from coldsteel.kernel.clauses import Catalogue
from coldsteel.web.words import Words

__all__ = ["ClauseReader"]

SCRIPT = """
document.addEventListener('click', (event) => {
  const found = event.target.closest('[data-clause]');
  if (found) { event.preventDefault(); emitEvent('clause', found.dataset.clause); }
});
"""


class ClauseReader:
    """Listens for presses on clauses of one book."""

    def __init__(self, catalogue: Catalogue, t: Words) -> None:
        self.catalogue, self.t = catalogue, t
        ui.add_body_html(f"<script>{SCRIPT}</script>")
        with ui.dialog() as self.dialog, ui.card().classes("cs-card cs-clause-card"):
            self.text = ui.html("", sanitize=False)
            ui.button(t("Close"), on_click=self.dialog.close, color=None).props("flat autofocus")
        ui.on("clause", self._open)

    def _origin(self, origin: str) -> str:
        t = self.t
        return {
            "source": t("From the book."),
            "example": t("From an example in the book."),
            "ruling": t("A ruling: the book can be read in two ways here."),
            "completion": t("A completion: the book says nothing of this."),
        }.get(origin, origin)

    def _open(self, event: Any) -> None:
        number = str(event.args)[:20]
        try:
            clause = self.catalogue.clause(number, self.t.language)
        except KeyError:
            return
        parts = [f"<h2>{escape(clause.number)}</h2>", f'<p lang="{clause.language}">{escape(clause.text)}</p>']
        parts.append(f'<p class="cs-faint">{escape(self._origin(clause.origin))}</p>')
        ruling = self.catalogue.ruling_of(number)
        if ruling is not None:
            parts.append(f'<p class="cs-faint">{escape(self.t("A disputed place"))}: {escape(ruling.question)}</p>')
        self.text.set_content("".join(parts))
        self.dialog.open()
