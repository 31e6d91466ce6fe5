"""Draws a sketch as SVG: a column for each side, what is between them as lines, narrow enough for a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from coldsteel.battlefield.picture import INK, PAPER, SIDES, STYLES
from coldsteel.battlefield.scene import Figure, Mark, Sketch, Tie

__all__ = ["sketch_svg"]

BOX, GAP, EDGE = 160.0, 106.0, 8.0  # widths: of a figure, of the room between the columns, of the margin
WIDE = 2 * (BOX + EDGE) + GAP
LINE, NAME = 15.0, 17.0  # heights of a line of a note and of a name
LETTERS, NAME_LETTERS, LABEL_LETTERS = 21, 16, 14  # that a line holds


@dataclass(frozen=True)
class _Box:
    """A figure at its place on the sheet."""

    figure: Figure
    left: float
    top: float
    name: tuple[str, ...]
    note: tuple[str, ...]

    @property
    def height(self) -> float:
        return 12 + NAME * len(self.name) + LINE * len(self.note)

    @property
    def middle(self) -> float:
        return self.top + self.height / 2

    @property
    def inner(self) -> float:
        """Its edge towards the other column."""
        return self.left + BOX if self.left < WIDE / 2 else self.left


def sketch_svg(sketch: Sketch, *, headed: bool = True, says: Callable[[str], str] = str) -> str:
    """The sketch as an SVG document, for a page or a file of its own. Without `headed` title and caption are left to
    the page; `says` turns the words on it into another language."""
    sketch = _in_words(sketch, headed, says)
    head = _head(sketch)
    boxes, bottom = _placed(sketch, 26.0 + LINE * (len(head) - 1) if headed else EDGE)
    lines = [
        *(_tie(tie, boxes, sketch, k) for k, tie in enumerate(sketch.ties)),
        *_hub(sketch, boxes),
        *(line for box in boxes for line in _drawn(box)),
        *_labels(sketch, boxes),
    ]
    foot, legend = _legend(sketch, bottom + 8, says)
    return "\n".join(
        [
            f'<svg class="cs-sketch" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:.0f} {foot:.0f}" '
            f'width="{WIDE:.0f}" height="{foot:.0f}" font-family="system-ui, sans-serif" role="img" '
            f"aria-label={quoteattr(_said(sketch, says))}>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *head,
            *lines,
            *legend,
            "</svg>",
            "",
        ]
    )


def _in_words(sketch: Sketch, headed: bool, says: Callable[[str], str]) -> Sketch:
    return replace(
        sketch,
        title=sketch.title if headed else "",
        caption=says(sketch.caption) if headed and sketch.caption else "",
        hub=says(sketch.hub) if sketch.hub else "",
        figures=tuple(replace(f, note=says(f.note) if f.note else "") for f in sketch.figures),
        ties=tuple(replace(t, label=says(t.label) if t.label else "") for t in sketch.ties),
    )


def _said(sketch: Sketch, says: Callable[[str], str]) -> str:
    """The sketch in words, for those who can't see it."""
    names = [f.name for f in sketch.figures]
    ties = []
    for t in sketch.ties:
        if t.second is not None:
            ties.append(f"{names[t.first]} – {names[t.second]}: {t.label or says(t.mark.value)}")
    return ". ".join(x for x in (sketch.title, "; ".join(ties)) if x)


def _head(sketch: Sketch) -> list[str]:
    titled = [(line, 14, 600) for line in wrap(sketch.title, 50)] + [
        (line, 12, 400) for line in wrap(sketch.caption, 62)
    ]
    return [
        f'<text x="{EDGE}" y="{18 + LINE * k:.0f}" font-size="{size}" font-weight="{weight}" fill="{INK}">'
        f"{escape(line)}</text>"
        for k, (line, size, weight) in enumerate(titled or [("", 12, 400)])
    ]


def _placed(sketch: Sketch, top: float) -> tuple[list[_Box], float]:
    """Every figure in the column of its side: even sides left, odd ones right, further sides below them."""
    down = [top, top]
    boxes: dict[int, _Box] = {}
    for side in sorted({f.side for f in sketch.figures}):
        column = side % 2
        left = EDGE if column == 0 else WIDE - EDGE - BOX
        for k, f in enumerate(sketch.figures):
            if f.side == side:
                box = _Box(f, left, down[column], tuple(wrap(f.name, NAME_LETTERS)), tuple(wrap(f.note, LETTERS)))
                boxes[k] = box
                down[column] = box.top + box.height + 10
    short = [k for k in (0, 1) if down[k] < max(down)]
    for k, box in boxes.items():  # the shorter column stands in the middle of the longer
        if box.figure.side % 2 in short:
            by = (max(down) - min(down)) / 2
            boxes[k] = _Box(box.figure, box.left, box.top + by, box.name, box.note)
    return [boxes[k] for k in range(len(sketch.figures))], max(down)


def _drawn(box: _Box) -> Iterator[str]:
    f, colour = box.figure, SIDES[box.figure.side % len(SIDES)]
    look = (
        'fill="#f4f4f2" stroke="#9a9a9a" stroke-dasharray="4 3"'
        if f.lost
        else f'fill="{PAPER}" stroke="{colour}" stroke-width="2"'
    )
    says = f"{f.name}: {f.note}" if f.note else f.name
    yield f'<g class="figure" data-name={quoteattr(f.name)}><title>{escape(says)}</title>'
    yield f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{BOX}" height="{box.height:.1f}" rx="6" {look}/>'
    if not f.lost:
        yield f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="6" height="{box.height:.1f}" rx="3" fill="{colour}"/>'
    y = box.top + 4
    ink = "#777777" if f.lost else INK
    for line in box.name:
        y += NAME
        yield _text(box.left + 13, y - 2, line, size=14, fill=ink if f.lost else colour, weight=650)
    for line in box.note:
        y += LINE
        yield _text(box.left + 13, y - 1, line, size=12, fill=ink)
    yield "</g>"


def _text(
    x: float, y: float, words: str, *, size: int, fill: str = INK, weight: int = 400, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


# ---------------------------------------------------------------- what is between them
def _ends(tie: Tie, boxes: list[_Box], sketch: Sketch) -> tuple[tuple[float, float], tuple[float, float]]:
    a = boxes[tie.first]
    if tie.second is None:
        return (a.inner, a.middle), (WIDE / 2, _hub_middle(sketch, boxes))
    b = boxes[tie.second]
    return (a.inner, a.middle), (b.inner, b.middle)


def _hub_middle(sketch: Sketch, boxes: list[_Box]) -> float:
    inside = [boxes[t.first].middle for t in sketch.ties if t.second is None]
    return sum(inside) / len(inside)


def _tie(tie: Tie, boxes: list[_Box], sketch: Sketch, k: int) -> str:
    colour, dashes, width, arrow = STYLES[tie.mark]
    (x1, y1), (x2, y2) = _ends(tie, boxes, sketch)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    bend = GAP * 0.45 if x1 == x2 and tie.second is not None else 0.0  # both in one column: round about
    bend = bend if x1 < WIDE / 2 else -bend
    path = f"M{x1:.1f} {y1:.1f} L{x2:.1f} {y2:.1f}"
    if bend:
        path = f"M{x1:.1f} {y1:.1f} C{x1 + bend:.1f} {y1:.1f} {x2 + bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
    line = f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{min(width, 3.5)}"{dashed}/>'
    return line + (_arrow(x1, y1, x2, y2, colour) if arrow and not bend else "")


def _arrow(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    """A head where the line arrives; no marker, so that several drawings on a page don't share a name."""
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    bx, by = x2 - 10 * ux, y2 - 10 * uy
    corners = ((x2, y2), (bx - 5 * uy, by + 5 * ux), (bx + 5 * uy, by - 5 * ux))
    return f'<path d="M{" L".join(f"{x:.1f} {y:.1f}" for x, y in corners)} Z" fill="{colour}"/>'


def _hub(sketch: Sketch, boxes: list[_Box]) -> Iterator[str]:
    """What several are in together, in the middle."""
    if any(t.second is None for t in sketch.ties):
        x, y = WIDE / 2, _hub_middle(sketch, boxes)
        colour = STYLES[Mark.CONTACT][0]
        wide = min(max(32.0, 3.7 * len(sketch.hub) + 8), GAP / 2 - 2)
        look = f'fill="{PAPER}" stroke="{colour}" stroke-width="2"'
        yield f'<ellipse cx="{x}" cy="{y:.1f}" rx="{wide:.0f}" ry="15" {look}/>'
        yield _text(x, y + 4, sketch.hub, size=12, fill=colour, weight=650, anchor="middle")


def _labels(sketch: Sketch, boxes: list[_Box]) -> Iterator[str]:
    """What is written on ties: along each where there is room, so that no two cover each other."""
    taken: list[tuple[float, float, float, float]] = []
    for tie in sketch.ties:
        lines = wrap(tie.label, LABEL_LETTERS)
        if not lines:
            continue
        (x1, y1), (x2, y2) = _ends(tie, boxes, sketch)
        wide, high = max(map(len, lines)) * 6.2, 13.0 * len(lines)
        bend = 0.0 if x1 != x2 else GAP * 0.34 * (1 if x1 < WIDE / 2 else -1)
        best = min(
            (
                (x1 + (x2 - x1) * share + bend, y1 + (y2 - y1) * share + off)
                for share in (0.5, 0.36, 0.64)
                for off in (0, -12, 12)
            ),
            key=lambda p: round(sum(_shared((p[0] - wide / 2, p[1] - high / 2, wide, high), box) for box in taken)),
        )
        x = min(max(best[0], EDGE + BOX + wide / 2 + 2), WIDE - EDGE - BOX - wide / 2 - 2)
        y = best[1]
        taken.append((x - wide / 2, y - high / 2, wide, high))
        yield (
            f'<rect x="{x - wide / 2 - 2:.1f}" y="{y - high / 2:.1f}" width="{wide + 4:.1f}" '
            f'height="{high:.1f}" rx="3" fill="{PAPER}" fill-opacity="0.9"/>'
        )
        for k, line in enumerate(lines):
            yield _text(x, y - high / 2 + 10.5 + 13 * k, line, size=11, fill=STYLES[tie.mark][0], anchor="middle")


def _shared(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)


# ---------------------------------------------------------------- legend
def _legend(sketch: Sketch, y: float, says: Callable[[str], str]) -> tuple[float, list[str]]:
    """The sides and the kinds of lines that are there; -> the height of the whole."""
    keys = []
    for side in sorted({f.side for f in sketch.figures}):
        name = sketch.sides[side] if side < len(sketch.sides) else str(side)
        colour = SIDES[side % len(SIDES)]
        keys.append((f'<rect x="1" y="1" width="15" height="10" rx="3" fill="{colour}"/>', f"{says('side')} {name}"))
    for mark in dict.fromkeys(t.mark for t in sketch.ties if t.second is not None):
        colour, dashes, thick, _ = STYLES[mark]
        look = f'stroke-width="{min(thick, 3.5)}" stroke-dasharray="{dashes or "none"}"'
        line = f'<path d="M1 6 H19" stroke="{colour}" {look}/>'
        keys.append((line, says(mark.value)))
    x, out = EDGE, []
    for drawn, words in keys:
        if x + 26 + len(words) * 6.4 > WIDE - EDGE and x > EDGE:
            x, y = EDGE, y + 18
        out.append(f'<g transform="translate({x:.1f} {y:.1f})">{drawn}</g>{_text(x + 24, y + 10, words, size=12)}')
        x += 24 + len(words) * 6.4 + 16
    return y + 22, out
