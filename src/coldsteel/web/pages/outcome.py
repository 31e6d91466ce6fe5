"""The odds as pictures, in HTML: who wins, what options are worth, how losses are spread. Every text is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt
from typing import Any

from coldsteel.kernel.explain import percent
from coldsteel.web.pages import told
from coldsteel.web.words import Words

__all__ = ["Outcome"]

MOST_COLUMNS = 24  # a spread over more values is told by its likeliest ones
MOST_BARS = 12
FEW, LITTLE = 5, 0.02  # with more columns than this, chances below this are not written over them
SURE = 1.96  # standard errors: ranges hold in 95 of 100 estimates


@dataclass(frozen=True)
class Outcome:
    """What a worker found, ready to be drawn. `owners` are the sides of the units by their names, `verdict` tells a
    verdict in words and which side it is for."""

    found: Mapping[str, Any]
    sides: Sequence[str]
    owners: Mapping[str, int]
    verdict: Callable[[str], tuple[str, int | None]]
    t: Words
    says: Callable[[str], str]

    @property
    def sampled(self) -> bool:
        """Is it an estimate?"""
        return bool(self.found["method"] != "exact")

    def html(self) -> str:
        """All of it."""
        return "".join([self._method(), self._verdicts(), self._value(), self._options(), self._measures()])

    # ------------------------------------------------------------ how it was found, and who wins
    def _method(self) -> str:
        t, found = self.t, self.found
        if not self.sampled:
            states = t.many("{n} state", "{n} states", found["states"])
            said = t("Exact, best play of both sides: {states}.", states=states)
        else:
            said = t("Estimated from {n} fights, players choose at random.", n=t.number(found["n"]))
            said += " " + t("Ranges hold in 95 of 100 such estimates.")
            if found["why"]:
                said += " " + t("Not exact, because {why}", why=found["why"])
        return f'<p class="cs-faint">{escape(said)}</p>'

    def _verdicts(self) -> str:
        pieces, rows = [], []
        for k, (verdict, p, low, high) in enumerate(self.found["results"]):
            said, side = self.verdict(verdict)
            colour = f"n{k % 3}" if side is None else f"s{side % 6}"
            pieces.append(f'<div class="cs-fill {colour}" style="width:{100 * p:.3f}%"></div>')
            shown = f"{percent(low, 1)} – {percent(high, 1)}" if self.sampled else percent(p)
            rows.append(
                f'<li><span class="cs-key {colour}"></span><span>{escape(said)}</span>'
                f"<strong>{escape(shown)}</strong></li>"
            )
        label = escape(self.t("Verdicts"), quote=True)
        return (
            f'<div class="cs-verdict" aria-hidden="true">{"".join(pieces)}</div>'
            f'<ul class="cs-verdicts" aria-label="{label}">{"".join(rows)}</ul>'
        )

    def _value(self) -> str:
        aim, worth = self.found["aim"], f"{self.found['value']:+.4f}"
        if self.sampled:
            worth += f" ± {SURE * self.found['error']:.4f}"
        said = self.t("{aim} is worth to {side}", aim=self.says(aim["measure"]), side=self.sides[aim["side"]])
        return f"<p>{escape(said)}: <strong>{escape(worth)}</strong></p>"

    # ------------------------------------------------------------ what is asked now
    def _options(self) -> str:
        return "".join(self._choice(ask) for ask in self.found.get("asks", ()))

    def _choice(self, ask: Mapping[str, Any]) -> str:
        head = self.t("What {side} may choose is worth", side=self.sides[ask["side"]])
        values = [value for _, value, _ in ask["options"]]
        low, wide = min(values), (max(values) - min(values)) or 1.0
        lines = []
        for label, value, best in ask["options"]:
            share = 100 * (value - low) / wide if len(set(values)) > 1 else 100
            named = f"<strong>{escape(self.says(label))}</strong>" if best else escape(self.says(label))
            lines.append(_bar(named, share, told.worth(value), f"s{ask['side'] % 6}"))
        return (
            f'<section class="cs-choices"><h3>{escape(head)}</h3><div class="cs-bars">{"".join(lines)}</div></section>'
        )

    # ------------------------------------------------------------ how losses are spread
    def _measures(self) -> str:
        open_ = [m for m in self.found["measures"] if len(m["values"]) > 1]
        of_sides = [m for m in open_ if _of(m) in self.sides]
        first = {name: k for k, name in reversed(list(enumerate(_what(m) for m in of_sides)))}
        of_sides.sort(key=lambda m: (first[_what(m)], self.sides.index(_of(m))))  # what is compared stands side by side
        others = [m for m in open_ if _of(m) not in self.sides]
        if not of_sides:
            return self._grid(others) + self._certain()
        more = f"<summary>{escape(self.t('Unit by unit'))}</summary>{self._grid(others)}"
        folded = f'<details class="cs-more">{more}</details>' if others else ""
        return self._grid(of_sides) + folded + self._certain()

    def _grid(self, measures: Iterable[Mapping[str, Any]]) -> str:
        return f'<div class="cs-measures">{"".join(map(self._measure, measures))}</div>'

    def _certain(self) -> str:
        sure = [m for m in self.found["measures"] if len(m["values"]) == 1]
        if not sure:
            return ""
        said = "; ".join(f"{self._title(m)}: {self.says(str(m['values'][0][0]))}" for m in sure)
        head = self.t("Never seen to differ") if self.sampled else self.t("Certain")
        return (
            f'<details class="cs-more"><summary>{escape(head)} ({len(sure)})</summary>'
            f'<p class="cs-faint">{escape(said)}</p></details>'
        )

    def _title(self, m: Mapping[str, Any]) -> str:
        said = self.says(m["name"])
        if said != m["name"]:
            return said
        what, _, of = m["name"].partition(".")
        return self.says(what.replace("_", " ")) + (f" – {of}" if of else "")

    def _shade(self, m: Mapping[str, Any]) -> str:
        of = _of(m)
        side = self.sides.index(of) if of in self.sides else self.owners.get(of)
        return "n0" if side is None else f"s{side % 6}"

    def _measure(self, m: Mapping[str, Any]) -> str:
        title = f"<h3>{escape(self._title(m))}</h3>"
        if m["named"] or len(m["values"]) > MOST_COLUMNS:
            return f"<section>{title}{self._as_bars(m)}</section>"
        top = max(p + self._error(p) for _, p in m["values"])
        crowded = len(m["values"]) > FEW
        columns = "".join(self._column(p, top, self._shade(m), crowded) for _, p in m["values"])
        axis = "".join(f"<div>{escape(v)}</div>" for v, _ in m["values"])
        said = "; ".join(f"{v}: {percent(p, 1)}" for v, p in m["values"])
        mean = self.t("{x} on average", x=self.t.number(m["mean"], 2))
        return (
            f'<section>{title}<div class="cs-hist" role="img" aria-label="{escape(said, quote=True)}">{columns}</div>'
            f'<div class="cs-axis" aria-hidden="true">{axis}</div><div class="cs-faint">{escape(mean)}</div></section>'
        )

    def _error(self, p: float) -> float:
        """Half the range in which the chance lies."""
        return SURE * sqrt(max(0.0, p * (1 - p)) / self.found["n"]) if self.sampled else 0.0

    def _column(self, p: float, top: float, colour: str, crowded: bool) -> str:
        high, error = 100 * p / top, 100 * self._error(p) / top
        whisker = ""
        if self.sampled:
            whisker = f'<i style="bottom:{max(0.0, high - error):.2f}%;height:{max(1.5, 2 * error):.2f}%"></i>'
        if crowded and p < LITTLE:
            return f'<div><div class="cs-fill {colour}" style="height:{max(1.5, high):.2f}%"></div>{whisker}</div>'
        return (
            f'<div><div class="cs-fill {colour}" style="height:{max(1.5, high):.2f}%"></div>{whisker}'
            f'<span style="bottom:{min(100.0, high + error):.1f}%">{escape(percent(p, 0))}</span></div>'
        )

    def _as_bars(self, m: Mapping[str, Any]) -> str:
        likely = sorted(m["values"], key=lambda pair: -pair[1])[:MOST_BARS]
        named = [escape(self.says(str(v).replace("_", " "))) for v, _ in likely]
        bars = [_bar(n, 100 * p, self._range(p), self._shade(m)) for n, (_, p) in zip(named, likely, strict=True)]
        return f'<div class="cs-bars">{"".join(bars)}</div>'

    def _range(self, p: float) -> str:
        return f"{percent(p, 1)} ± {100 * self._error(p):.1f}" if self.sampled else percent(p, 1)


def _of(m: Mapping[str, Any]) -> str:
    return str(m["name"]).partition(".")[2]


def _what(m: Mapping[str, Any]) -> str:
    return str(m["name"]).partition(".")[0]


def _bar(named: str, share: float, shown: str, colour: str) -> str:
    return (
        f'<div class="cs-bar"><div>{named}</div><div class="cs-p">{escape(shown)}</div>'
        f'<div class="cs-track" aria-hidden="true"><div class="cs-fill {colour}" style="width:{share:.2f}%"></div>'
        "</div></div>"
    )
