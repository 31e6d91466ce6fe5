"""Views as HTML: rows, the log, odds. Every text is escaped here, and only here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from coldsteel.kernel.explain import percent
from coldsteel.web.views import EntryView, PartView, RowView
from coldsteel.web.words import Words

__all__ = ["clause_button", "entry", "odds", "rows"]

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


# ---------------------------------------------------------------- the log
def entry(e: EntryView, t: Words) -> str:
    """A line of the log with the lines that explain it; a heading is one."""
    if e.heading:
        return f"<h3>{_line(e.head, t)}</h3>"
    notes = "".join(f"<li>{_line(note, t)}</li>" for note in e.notes)
    kind = ' class="cs-undone"' if e.kind == "undone" else ""
    return f"<div><p{kind}>{_line(e.head, t)}</p>" + (f"<ul>{notes}</ul>" if notes else "") + "</div>"


def _line(parts: Iterable[PartView], t: Words) -> str:
    return "".join(_part(p, t) for p in parts)


def _part(p: PartView, t: Words) -> str:
    if p.part == "clause":
        return clause_button(p.text.strip("()"), t)
    if p.part == "counts":
        return COUNTS.format(face=escape(p.text), says=escape(t("counts")))
    before, after = TAGS.get(p.part, ("", ""))
    return before + escape(p.text) + after


# ---------------------------------------------------------------- odds
def odds(found: Mapping[str, Any], sides: Sequence[str], t: Words, says: Callable[[str], str]) -> str:
    """What a worker found: verdicts as bars, the value, every measure as a little picture with its figures."""
    parts = [_method(found, t), _verdicts(found, sides, t, says), _value(found, sides, says)]
    parts.append(f'<div class="cs-measures">{"".join(_measure(m, t, says) for m in found["measures"])}</div>')
    return "".join(parts)


def _method(found: Mapping[str, Any], t: Words) -> str:
    if found["method"] == "exact":
        states = t.many("{n} state", "{n} states", found["states"])
        said = t("Exact, best play of both sides: {states}.", states=states)
    else:
        said = t("Estimated from {n} fights, players choose at random.", n=t.number(found["n"]))
        said += " " + t("Ranges hold in 95 of 100 such estimates.")
        if found["why"]:
            said += " " + t("Not exact, because {why}", why=found["why"])
    return f'<p class="cs-faint">{escape(said)}</p>'


def _verdicts(found: Mapping[str, Any], sides: Sequence[str], t: Words, says: Callable[[str], str]) -> str:
    bars = []
    for k, (verdict, p, low, high) in enumerate(found["results"]):
        side = sides.index(verdict) if verdict in sides else 2 + k
        whisker = ""
        shown = percent(p)
        if found["method"] != "exact":
            wide = max(0.3, 100 * (high - low))
            whisker = f'<div class="cs-whisker" style="left:{100 * low:.2f}%;width:{wide:.2f}%"></div>'
            shown = f"{percent(low, 1)} – {percent(high, 1)}"
        bars.append(
            f'<div class="cs-bar"><div>{escape(_verdict(verdict, sides, t, says))}</div>'
            f'<div class="cs-track" aria-hidden="true">'
            f'<div class="cs-fill s{min(side, 3)}" style="width:{100 * p:.2f}%"></div>{whisker}</div>'
            f'<div class="cs-p">{escape(shown)}</div></div>'
        )
    return f'<div class="cs-bars" role="list" aria-label="{escape(t("Verdicts"))}">{"".join(bars)}</div>'


def _verdict(verdict: str, sides: Sequence[str], t: Words, says: Callable[[str], str]) -> str:
    return t("{side} wins", side=verdict) if verdict in sides else says(verdict.replace("_", " "))


def _value(found: Mapping[str, Any], sides: Sequence[str], says: Callable[[str], str]) -> str:
    aim = found["aim"]
    worth = f"{found['value']:+.4f}" + (f" ± {found['error']:.4f}" if "error" in found else "")
    return f"<p>{escape(says(aim['measure']))} ({escape(sides[aim['side']])}): <strong>{escape(worth)}</strong></p>"


def _measure(m: Mapping[str, Any], t: Words, says: Callable[[str], str]) -> str:
    what, _, of = m["name"].partition(".")
    title = f"<h3>{escape(says(what.replace('_', ' ')))}{f' – {escape(of)}' if of else ''}</h3>"
    if m["named"] or len(m["values"]) > 24:
        return f"<section>{title}{_as_bars(m, says)}</section>"
    top = max(p for _, p in m["values"])
    columns = "".join(
        f'<div style="height:{max(2.0, 100 * p / top):.1f}%"><span>{escape(percent(p, 0))}</span></div>'
        for _, p in m["values"]
    )
    axis = "".join(f"<div>{escape(v)}</div>" for v, _ in m["values"])
    said = "; ".join(f"{v}: {percent(p, 1)}" for v, p in m["values"])
    mean = t("{x} on average", x=t.number(m["mean"], 2))
    return (
        f'<section>{title}<div class="cs-hist" role="img" aria-label="{escape(said, quote=True)}">{columns}</div>'
        f'<div class="cs-axis" aria-hidden="true">{axis}</div><div class="cs-faint">{escape(mean)}</div></section>'
    )


def _as_bars(m: Mapping[str, Any], says: Callable[[str], str]) -> str:
    lines = sorted(m["values"], key=lambda pair: -pair[1])[:12]
    return (
        '<div class="cs-bars">'
        + "".join(
            f'<div class="cs-bar cs-narrow"><div>{escape(says(str(v).replace("_", " ")))}</div>'
            f'<div class="cs-track" aria-hidden="true"><div class="cs-fill" style="width:{100 * p:.1f}%"></div></div>'
            f'<div class="cs-p">{escape(percent(p, 1))}</div></div>'
            for v, p in lines
        )
        + "</div>"
    )
