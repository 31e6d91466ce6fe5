"""How results look: bars, tables, quiet lines. Works at 80 columns, without colour, and when piped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from coldsteel.errors import Stopped
from coldsteel.kernel.explain import percent

__all__ = [
    "NOTHING",
    "as_written",
    "bar",
    "broad_tables",
    "chances",
    "clean",
    "console",
    "count",
    "counter",
    "folded",
    "heading",
    "plain_table",
    "quiet",
    "share",
    "signed",
    "worths",
]

BAR_WIDTH = 30
LEAST_WIDTH = 80
NOTHING = 1e-9  # a value, or a difference of two, that is no larger is none: floats, worked out in two ways
NAME_WIDTH = 20  # what the name of a unit may take of a broad table; a longer one is broken
GAP = 2  # between two columns
COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
_EIGHTHS = " ▏▎▍▌▋▊▉█"


class _Bare(RenderHook):
    """Everything that is printed, without blanks at the ends of its lines."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """The same, bare."""
        return [_BareLines(r) for r in renderables]


@dataclass(frozen=True)
class _BareLines:
    inner: ConsoleRenderable

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for line in Segment.split_lines(out.render(self.inner, options)):
            while line and not line[-1].control and not line[-1].text.strip(" "):
                line.pop()
            if line and not line[-1].control:
                line[-1] = Segment(line[-1].text.rstrip(" "), line[-1].style)
            yield from line
            yield Segment.line()


def console(stderr: bool = False) -> Console:
    """Where a command writes."""
    out = Console(stderr=stderr, highlight=False, emoji=False, markup=False)
    out.width = max(out.width, LEAST_WIDTH)  # what is narrower breaks the lines, but loses no column
    if not stderr:
        out.push_render_hook(_Bare())
    return out


def is_plain(out: Console) -> bool:
    """Can the console show nothing but ASCII?"""
    return not out.encoding.lower().startswith("utf")


def bar(p: float, width: int = BAR_WIDTH, plain: bool = False) -> str:
    """A bar for a share from 0 to 1; what is not 0 is never without a trace."""
    eighths = max(round(min(max(p, 0.0), 1.0) * width * 8), 1 if p > 0 else 0)
    if plain:
        return "#" * max(round(eighths / 8), 1 if p > 0 else 0)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def heading(out: Console, title: str, shows: str = "") -> None:
    """The title of a fight and what it shows."""
    out.print(Text(clean(title), style="bold"))
    if shows:
        out.print(Text(clean(shows), style="dim"))
    out.print()


def quiet(out: Console, *words: str) -> None:
    """What is good to know, in small voice: one line, or more that are broken between the words."""
    mark = " | " if is_plain(out) else " · "
    lines: list[str] = []
    for word in filter(None, words):
        longer = f"{lines[-1]}{mark}{word}" if lines else word
        if lines and len(longer) > out.width:
            lines.append(word)
        else:
            lines[-1:] = [longer]
    out.print(Text("\n".join(lines), style="dim"))


def chances(out: Console, rows: Iterable[tuple[str, float, str]]) -> None:
    """Bars: (label, share, what is written beside it)."""
    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(overflow="fold", max_width=28)
    table.add_column(width=BAR_WIDTH)
    table.add_column(justify="right")
    for k, (label, p, beside) in enumerate(rows):
        table.add_row(
            Text(clean(label)), Text(bar(p, plain=is_plain(out)), style=COLOURS[k % len(COLOURS)]), Text(beside)
        )
    out.print(Padding(table, (0, 0, 1, 2), expand=False))


def plain_table(headers: Sequence[str], rows: Iterable[Sequence[str | Text]], words: int = 1) -> Table:
    """A table: the first `words` columns hold text, the others figures."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for k, header in enumerate(headers):
        least = max(map(len, header.split()), default=1)  # a word of a header is not broken
        table.add_column(
            header, justify="left" if k < words else "right", overflow="fold", min_width=least if k >= words else None
        )
    for row in rows:
        table.add_row(*[Text(clean(c)) if isinstance(c, str) else c for c in row])
    return table


def broad_tables(headers: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[Table]:
    """A table that may have more columns than a line has room for: several then, each with the names of the rows. No
    figure is broken; a heading is, between its words, where its column would grow too broad."""
    cells = [max(cell_len(clean(row[k])) for row in rows) for k in range(len(headers))]
    least = [max([n, *map(cell_len, header.split())]) for n, header in zip(cells, headers, strict=True)]
    whole = [max(n, cell_len(header)) for n, header in zip(cells, headers, strict=True)]
    least[0] = whole[0] = min(whole[0], NAME_WIDTH)
    parts: list[list[int]] = [[0]]
    for k in range(1, len(headers)):
        if len(parts[-1]) > 1 and sum(least[c] + GAP for c in parts[-1]) + least[k] > width:
            parts.append([0])
        parts[-1].append(k)
    for part in parts:
        table = plain_table([headers[k] for k in part], [[row[k] for k in part] for row in rows])
        spare = width - sum(least[k] for k in part) - GAP * (len(part) - 1)
        for k, column in sorted(zip(part, table.columns, strict=True), key=lambda c: whole[c[0]] - least[c[0]]):
            more = whole[k] - least[k]
            column.width = whole[k] if more <= spare else least[k]
            spare -= more if more <= spare else 0
        yield table


def worths(out: Console, rows: Sequence[Sequence[str]], headers: Sequence[str]) -> None:
    """Options: a mark, the option, and figures; what is marked stands out."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for k, header in enumerate(headers):
        table.add_column(header, justify="right" if k > 1 else "left", overflow="fold")
    for row in rows:
        style = "bold" if row[0] else ""
        table.add_row(*[Text(clean(c), style=style) for c in row])
    out.print(Padding(table, (0, 0, 0, 2), expand=False))


def clean(text: str) -> str:
    """Text without control characters: a name in a file cannot drive the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def folded(line: str, width: int) -> str:
    """A line of a log broken to a width, what follows set in further than its beginning."""
    indent = len(line) - len(line.lstrip(" "))
    return (
        "\n".join(wrap(clean(line), max(width, 20), subsequent_indent=" " * (indent + 2), break_on_hyphens=False))
        or line
    )


def share(p: float) -> str:
    """A chance as it is shown in tables."""
    return percent(p, 1)


def signed(x: float) -> str:
    """A worth: a sign and four places; what these would make nothing, and is not, by its first figure (`+5e-07`)."""
    shown = f"{x:+.4f}"
    if float(shown) == 0:
        return f"{x:+.0e}" if abs(x) > NOTHING else "+0.0000"
    return shown


def count(n: int, one: str) -> str:
    """So many of something: "1 state", "2,749 states"."""
    return f"{n:,} {one}" if n == 1 else f"{n:,} {one}s"


@contextmanager
def counter(what: Callable[..., str], shown: bool = True) -> Iterator[Callable[..., None]]:
    """A line on standard error that tells how far long work has come (`what` puts its figures in words), if somebody
    watches. Work that is stopped by hand and cannot tell how far it came is told so by the last figures."""
    reached = ""
    watched = console(stderr=True).status("working") if shown and sys.stderr.isatty() else None

    def told(*figures: int) -> None:
        nonlocal reached
        reached = what(*figures)
        if watched:
            watched.update(reached)

    try:
        with watched or nullcontext():
            yield told
    except Stopped:
        raise
    except KeyboardInterrupt:
        raise Stopped(f"stopped at {reached}" if reached else "stopped at the beginning") from None


def as_written(value: Any) -> str:
    """A value of a ruling as a fight file has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
