"""Views as HTML: rows, the log, the result. Every text that a visitor may have written is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from coldsteel.web.views import EntryView, PartView, RowView
from coldsteel.web.words import Words

__all__ = ["clause_button", "entry", "line", "result", "rows", "worth"]

TAGS = {"strong": ("<strong>", "</strong>"), "face": ('<span class="cs-die">', "</span>")}
COUNTS = '<span class="cs-die counts">{face}<span class="sr-only"> {says}</span></span>'


def clause_button(number: str, t: Words) -> str:
    """A clause that can be read: pages listen for a press on anything with `data-clause`."""
    if not number:
        return ""
    says = escape(t("Read clause {number}", number=number), quote=True)
    name = escape(number)
    return f'<button type="button" class="cs-clause" data-clause="{name}" aria-label="{says}">{name}</button>'


def rows(given: Iterable[RowView], t: Words) -> str:
    """Modifiers as a table: amount, name, clause."""
    lines = [
        f"<tr><td>{r.amount:+d}</td><td>{escape(r.name)}</td><td>{clause_button(r.clause, t)}</td></tr>" for r in given
    ]
    return f'<table class="cs-rows">{"".join(lines)}</table>' if lines else ""


def worth(value: float) -> str:
    """What something is worth, with its sign; a nought has none."""
    said = f"{value:+.3f}"
    return said if float(said) else "0.000"


# ---------------------------------------------------------------- the log
def entry(e: EntryView, t: Words) -> str:
    """A line of the log with the lines that explain it; a heading is one."""
    if e.heading:
        return f"<h3>{_line(e.head, t)}</h3>"
    notes = "".join(f"<li>{_line(note, t)}</li>" for note in e.notes)
    listed = f"<ul>{notes}</ul>" if notes else ""
    if e.kind == "choice" and listed:
        says = escape(t("What could be chosen"))
        listed = f"<details><summary>{says}</summary>{listed}</details>"
    return f"<div>{line(e, t)}{listed}</div>"


def line(e: EntryView, t: Words) -> str:
    """A line of the log alone."""
    kind = ' class="cs-undone"' if e.kind == "undone" else ""
    return f"<p{kind}>{_line(e.head, t)}</p>"


def result(measured: Iterable[tuple[str, str]], no: str) -> str:
    """How a fight ended, measure by measure; what came to nothing is put behind the rest."""
    lines = [(_named(name), value) for name, value in measured]
    lines.sort(key=lambda pair: pair[1] in ("0", no))
    cells = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value.replace('_', ' '))}</dd></div>" for name, value in lines
    )
    return f'<dl class="cs-result">{cells}</dl>'


def _named(measure: str) -> str:
    what, _, of = measure.partition(".")
    return f"{what.replace('_', ' ')} – {of}" if of else what.replace("_", " ")


def _line(parts: Iterable[PartView], t: Words) -> str:
    return "".join(_part(p, t) for p in parts)


def _part(p: PartView, t: Words) -> str:
    if p.part == "clause":
        return clause_button(p.text.strip("()"), t)
    if p.part == "counts":
        return COUNTS.format(face=escape(p.text), says=escape(t("counts")))
    before, after = TAGS.get(p.part, ("", ""))
    return before + escape(p.text) + after
