"""Explains a fight: its log and its result as plain text, Markdown, BBCode, a page of HTML, or JSON.

Every number is cited: who rolls, what for, how many dice, what counts and why, the faces, the result; every choice with
its options, the reasons against those that were not allowed, and what they were worth if that is known.
"""

from __future__ import annotations

import dataclasses
import html
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from coldsteel.kernel.log import Entry, Offered
from coldsteel.kernel.rulebook import Rulebook
from coldsteel.kernel.sources import side_name
from coldsteel.kernel.tables import Applied

__all__ = [
    "FORMS",
    "Report",
    "as_bbcode",
    "as_html",
    "as_json",
    "as_markdown",
    "as_text",
    "number",
    "percent",
    "result_of",
    "told",
]


# ---------------------------------------------------------------- numbers
def percent(p: float | Fraction, digits: int = 2) -> str:
    """A chance in per cent, never "100 %" for what is not certain nor "0 %" for what can happen.

    Raises `ValueError` for what is no chance (rounding errors of floats are let pass).
    """
    if math.isnan(p) or not -1e-9 <= p <= 1 + 1e-9:
        raise ValueError(f"{p} is no chance: it lies from 0 to 1")
    if p <= 0 or p >= 1:
        return "0 %" if p <= 0 else "100 %"
    shown, unit = f"{100 * float(p):.{digits}f}", 10.0**-digits
    if float(shown) == 0:
        return f"<{unit:.{digits}f} %"
    return f">{100 - unit:.{digits}f} %" if float(shown) == 100 else f"{shown} %"


def number(x: float) -> str:
    """A value in up to four decimals; with "≈" where it would look like a whole number and is none."""
    shown = f"{x:.4f}".rstrip("0").rstrip(".")
    shown = "0" if shown == "-0" else shown
    return f"≈{shown}" if "." not in shown and float(shown) != x else shown


# ---------------------------------------------------------------- what is told
@dataclass(frozen=True, slots=True)
class Report:
    """All that a renderer needs. `result` are pairs: what was counted, and how it came out; `worth` writes the worth of
    an option; `pictures` are SVG drawings, by the number of the entry of the log that they stand before, for HTML;
    `says` turns the English of the log into another language, phrase by phrase."""

    log: Sequence[Entry]
    sides: Sequence[str] = ()
    title: str = "A fight"
    result: Sequence[tuple[str, str]] = ()
    worth: Callable[[float], str] = number
    pictures: Mapping[int, str] = field(default_factory=dict)
    says: Callable[[str], str] = str


def result_of(rulebook: Rulebook, state: Any) -> tuple[tuple[str, str], ...]:
    """How a fight stands: the verdict (if it has ended), and every measure of the rulebook."""
    if state.then.tasks:
        return (("outcome", "still in play"),)
    counted = [("outcome", rulebook.verdicts[int(rulebook.verdict(state))])]
    for m in rulebook.measures(state.setup):
        k = int(m.of(state))
        counted.append((m.name, m.names[k] if 0 <= k < len(m.names) else str(k)))
    return tuple(counted)


@dataclass(frozen=True, slots=True)
class _Span:
    """A piece of text and its part in the sentence: "" plain, "strong", "clause", "face", "counts", "arrow"."""

    text: str
    part: str = ""


_Line = list[_Span]


@dataclass(frozen=True, slots=True)
class _Told:
    """An entry in words: a sentence, and the lines that explain it."""

    kind: str
    head: _Line
    notes: list[_Line]


@dataclass(frozen=True, slots=True)
class _Section:
    heading: str
    clause: str
    entries: list[Entry]
    first: int  # the number of its first entry in the log


def _sections(log: Iterable[Entry]) -> list[_Section]:
    """The log in sections, each begun by an event that is a heading; what comes before has none."""
    out = [_Section("", "", [], 0)]
    for k, e in enumerate(log, 1):
        if e.heading:
            out.append(_Section(e.what, e.clause, [], k))
        else:
            out[-1].entries.append(e)
    return out if out[0].entries else out[1:]


def _clause(number_: str) -> _Line:
    return [_Span(" "), _Span(f"({number_})", "clause")] if number_ else []


def told(e: Entry, report: Report) -> tuple[_Parts, tuple[_Parts, ...]]:
    """An entry in words, for whoever dresses it: the sentence and the lines that explain it, each in parts (text, what
    it is: "" plain, "strong", "clause", "face", "counts" for a face that counts, "arrow")."""
    found = _event(e, report) if e.heading else _told(e, report)
    return _parts(found.head), tuple(map(_parts, found.notes))


_Parts = tuple[tuple[str, str], ...]


def _parts(line: _Line) -> _Parts:
    return tuple((_one_line(s.text), s.part) for s in line)


def _event(e: Entry, report: Report) -> _Told:
    return _Told("event", [_Span(report.says(e.what)), *_clause(e.clause)], [])


def _told(e: Entry, report: Report) -> _Told:
    if e.kind == "dice":
        return _told_dice(e, report)
    if e.kind == "choice":
        return _told_choice(e, report)
    if e.kind == "undone":
        return _Told("undone", [_Span(f"{report.says('Taken back')}: ", "strong"), _Span(report.says(e.what))], [])
    return _event(e, report)


def _told_dice(e: Entry, report: Report) -> _Told:
    says = report.says
    thrown = f" {says('rolls')} {e.n}{says('d')}{e.die}"
    head = [_Span(side_name(report.sides, e.side), "strong"), _Span(thrown)]
    if e.what:
        head.append(_Span(f", {says(e.what)}"))
    head += _clause(e.clause)
    if e.need:
        head.append(_Span(f", {says(e.need)}"))
    head.append(_Span(": "))
    for k, face in enumerate(e.faces):
        counts = k < len(e.counted) and e.counted[k]
        head += [_Span(" ")] * (k > 0) + [_Span(str(face), "counts" if counts else "face")]
    if not e.faces:
        head.append(_Span(says("no dice")))
    if e.result:
        head += [_Span(" → ", "arrow"), _Span(says(e.result), "strong")]
    notes = [_row(says("dice"), r, report) for r in e.n_rows] + [_row("", r, report) for r in e.rows]
    return _Told("dice", head, notes)


def _row(of: str, r: Applied, report: Report) -> _Line:
    return [_Span(f"{of} {int(r.amount):+d} {report.says(r.name)}".strip()), *_clause(r.clause)]


def _told_choice(e: Entry, report: Report) -> _Told:
    says = report.says
    chooses = f" {says('chooses')}" + (f" {says(e.what)}" if e.what else "")
    head = [_Span(side_name(report.sides, e.side), "strong"), _Span(chooses)]
    head += [*_clause(e.clause), _Span(": ")]
    head += [_Span(says(e.chosen), "strong")] if e.chosen else []
    if e.result:
        head.append(_Span(f", {says(e.result)}" if e.chosen else says(e.result)))
    return _Told("choice", head, _options(e, report))


def _options(e: Entry, report: Report) -> list[_Line]:
    """The options, a line each; all in one line where there is nothing to say of them."""
    if any(o.value is not None or not o.legal for o in e.options):
        return [_option(o, e.chosen, report) for o in e.options]
    among = ", ".join(report.says(o.label) for o in e.options)
    return [[_Span(f"{report.says('out of')} {among}")]] if len(e.options) > 1 else []


def _option(o: Offered, chosen: str, report: Report) -> _Line:
    says = report.says
    line = [_Span(says(o.label), "strong" if o.label == chosen else "")]
    if o.value is not None:
        line.append(_Span(f", {says('worth')} {report.worth(o.value)}"))
    for k, (text, clause) in enumerate(o.reasons):
        line += [_Span("; " if k else f", {says('not allowed')}: "), _Span(says(text)), *_clause(clause)]
    return line if len(line) > 1 or o.legal else [*line, _Span(f", {says('not allowed')}")]


# ---------------------------------------------------------------- dressed
@dataclass(frozen=True)
class _Dress:
    """How a form writes text: `plain` makes any text harmless, `parts` are put around it."""

    plain: Callable[[str], str]
    parts: Mapping[str, tuple[str, str]]

    def line(self, spans: _Line) -> str:
        return "".join(self.parts.get(s.part, ("", ""))[0] + self.plain(s.text) + self.parts.get(s.part, ("", ""))[1]
                       for s in spans)  # fmt: skip


def _one_line(text: str) -> str:
    """Text without line breaks and control characters: a name cannot break out of its line."""
    return "".join(" " if c in "\t\n\v\f\r\x85\u2028\u2029" else c for c in text if c.isprintable() or c.isspace())


def _plain_text(text: str) -> str:
    return _one_line(text).replace("→", "->")


_TEXT = _Dress(_plain_text, {"counts": ("", "*")})


def as_text(report: Report) -> str:
    """Plain text, for a terminal or a mail; a face that counts has an asterisk."""
    out = [*_underlined(_plain_text(report.title), "=")]
    for section in _sections(report.log):
        if section.heading:
            out += ["", *_underlined(_TEXT.line([_Span(section.heading), *_clause(section.clause)]), "-")]
        for e in section.entries:
            told = _told(e, report)
            out.append(_TEXT.line(told.head))
            out += [f"    {_TEXT.line(note)}" for note in told.notes]
    if report.result:
        width = max(len(_plain_text(name)) for name, _ in report.result)
        out += ["", *_underlined("Result", "-")]
        out += [f"{_plain_text(name):{width}}  {_plain_text(value)}" for name, value in report.result]
    return "\n".join(out) + "\n"


def _underlined(title: str, with_: str) -> list[str]:
    return [title, with_ * len(title)]


def _markdown(text: str) -> str:
    """Text that Markdown leaves as it is."""
    text = re.sub(r"([\\`*_{}\[\]<>&~|#!$])", r"\\\1", _one_line(text))
    text = re.sub(r"^(\s*)([-+=])", r"\1\\\2", text)
    return re.sub(r"^(\s*\d+)([.)])", r"\1\\\2", text)


_MARKDOWN = _Dress(_markdown, {"strong": ("**", "**"), "counts": ("**", "**")})


def _strong_edges(line: _Line) -> _Line:
    """Markdown wants no blanks at the inner edges of what is strong, and nothing strong that is empty."""
    out: _Line = []
    for s in line:
        bare = s.text.strip()
        if s.part not in ("strong", "counts") or bare == s.text != "":
            out.append(s)
            continue
        before, after = s.text[: len(s.text) - len(s.text.lstrip())], s.text[len(s.text.rstrip()) :]
        out += [_Span(before), _Span(bare, s.part), _Span(after)] if bare else [_Span(s.text)]
    return out


def as_markdown(report: Report) -> str:
    """Markdown; the faces that count are bold."""
    out = [f"# {_markdown(report.title)}", ""]
    for section in _sections(report.log):
        if section.heading:
            out += [f"## {_MARKDOWN.line([_Span(section.heading), *_clause(section.clause)])}", ""]
        for e in section.entries:
            told = _told(e, report)
            out.append(f"- {_MARKDOWN.line(_strong_edges(told.head))}")
            out += [f"    - {_MARKDOWN.line(_strong_edges(note))}" for note in told.notes]
        out += [""] * bool(section.entries)
    if report.result:
        out += ["## Result", "", "| | |", "|---|---|"]
        out += [f"| {_markdown(name)} | {_markdown(value)} |" for name, value in report.result] + [""]
    return "\n".join(out)


def _bbcode(text: str) -> str:
    """Text that no forum takes for a tag: an invisible blank follows every opening bracket."""
    return _one_line(text).replace("[", "[\u200b")


_BBCODE = _Dress(_bbcode, {"strong": ("[b]", "[/b]"), "counts": ("[b]", "[/b]"), "clause": ("[i]", "[/i]")})


def as_bbcode(report: Report) -> str:
    """BBCode for forum posts, in the tags that every forum knows: b, i, u, list."""
    out = [f"[b]{_bbcode(report.title)}[/b]", ""]
    for section in _sections(report.log):
        if section.heading:
            out.append(f"[u]{_BBCODE.line([_Span(section.heading), *_clause(section.clause)])}[/u]")
        if section.entries:
            out.append("[list]")
            for e in section.entries:
                told = _told(e, report)
                out.append(f"[*]{_BBCODE.line(told.head)}")
                if told.notes:
                    out += ["[list]", *[f"[*]{_BBCODE.line(note)}" for note in told.notes], "[/list]"]
            out.append("[/list]")
    if report.result:
        out += ["[u]Result[/u]", "[list]"]
        out += [f"[*]{_bbcode(name)}: [b]{_bbcode(value)}[/b]" for name, value in report.result] + ["[/list]"]
    return "\n".join(out) + "\n"


def _html(text: str) -> str:
    return html.escape(_one_line(text), quote=True)


_HTML = _Dress(
    _html,
    {
        "strong": ("<strong>", "</strong>"),
        "clause": ('<small class="clause">', "</small>"),
        "face": ('<span class="die">', "</span>"),
        "counts": ('<span class="die counts">', "</span>"),
    },
)

_STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1b; --page: #fbfaf7; --faint: #66635c; --line: #d8d4ca; --mark: #a3271c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e5dd; --page: #191816; --faint: #a19d93; --line: #3b3833; --mark: #ff8a75 }
}
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--page); overflow-wrap: anywhere }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; border-bottom: 1px solid var(--line); margin-top: 2rem }
figure { margin: 1.5rem 0; border: 1px solid var(--line) } figure svg { display: block; width: 100%; height: auto }
ul { list-style: none; padding: 0 } li { margin: .5rem 0 }
li ul { padding-left: 1rem; border-left: 2px solid var(--line); font-size: .9rem } li li { margin: .1rem 0 }
.clause, li ul { color: var(--faint) } .undone { color: var(--mark) }
.die { display: inline-block; min-width: 1.2em; text-align: center }
.die { border: 1px solid var(--line); border-radius: .25em }
.die.counts { border-color: var(--ink); font-weight: bold }
table { border-collapse: collapse } th, td { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top }
th { font-weight: normal; color: var(--faint) }
""".strip()


def as_html(report: Report) -> str:
    """A page of HTML that needs no other file: light or dark as the reader has it, and readable on a phone."""
    out = []
    for section in _sections(report.log):
        if section.heading:
            out.append(f"<h2>{_HTML.line([_Span(section.heading), *_clause(section.clause)])}</h2>")
        out += _html_entries(section, report)
    if len(report.log) in report.pictures:
        out.append(_html_picture(report.pictures[len(report.log)]))
    if report.result:
        rows = [f"<tr><th scope='row'>{_html(name)}</th><td>{_html(value)}</td></tr>" for name, value in report.result]
        out += ["<h2>Result</h2>", "<table>", *rows, "</table>"]
    title = _html(report.title)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>\n{_STYLE}\n</style>",
            "</head>",
            "<body>",
            f"<h1>{title}</h1>",
            *out,
            "</body>",
            "</html>",
            "",
        ]
    )


def _html_entries(section: _Section, report: Report) -> Iterator[str]:
    """The entries of a section as lists, broken where a picture stands."""
    listed = False
    for k, e in enumerate(section.entries, section.first):
        if k in report.pictures:
            yield from ["</ul>"] * listed
            yield _html_picture(report.pictures[k])
            listed = False
        yield from ["<ul>"] * (not listed)
        yield _html_item(_told(e, report))
        listed = True
    yield from ["</ul>"] * listed


def _html_picture(svg: str) -> str:
    return f"<figure>{svg}</figure>"


def _html_item(told: _Told) -> str:
    notes = "".join(f"<li>{_HTML.line(note)}</li>" for note in told.notes)
    return f'<li class="{told.kind}">{_HTML.line(told.head)}' + (f"<ul>{notes}</ul>" if notes else "") + "</li>"


def as_json(report: Report) -> str:
    """JSON: title, sides, sections with the entries of the log as they are, result."""
    sections = [
        {"heading": s.heading, "clause": s.clause, "entries": [dataclasses.asdict(e) for e in s.entries]}
        for s in _sections(report.log)
    ]
    whole = {
        "title": report.title,
        "sides": list(report.sides),
        "sections": sections,
        "result": [{"what": name, "value": value} for name, value in report.result],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


FORMS: Mapping[str, Callable[[Report], str]] = {
    "txt": as_text,
    "md": as_markdown,
    "bbcode": as_bbcode,
    "html": as_html,
    "json": as_json,
}
"""How a report is written, by the ending of its file."""
