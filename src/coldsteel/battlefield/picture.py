"""Draws a scene as SVG: table, terrain, bases with facing and names, lines with what is written on them, a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, hypot, inf, log10
from xml.sax.saxutils import escape, quoteattr

from coldsteel.battlefield.bases import Base, Round
from coldsteel.battlefield.lengths import Point
from coldsteel.battlefield.scene import Mark, Scene, Stroke, Token
from coldsteel.battlefield.table import Piece

__all__ = ["svg"]

WIDE, HIGH = 880.0, 620.0  # what the table may take at most
NARROW = 340.0  # .. on a phone
LEAST_SCALE, MOST_SCALE = 4.0, 70.0  # pixels a unit
EDGE = 18.0
INK, PAPER, GRASS, LINES = "#1f2430", "#ffffff", "#f3f1e7", "#dcd8c6"
SIDES = ("#2f6db3", "#c2571a", "#6b4fa0", "#2e7d5b", "#a03a5b", "#7a6a1f")
STYLES = {
    Mark.CHARGE: ("#b3261e", "", 2.4, True),
    Mark.MOVE: ("#4a5568", "7 4", 1.8, True),
    Mark.CONTACT: ("#b3261e", "", 5.0, False),
    Mark.SIGHT: ("#2e7d5b", "2 4", 1.6, False),
    Mark.NO_SIGHT: ("#8a8a8a", "2 6", 1.4, False),
    Mark.DISTANCE: ("#4a5568", "", 1.0, False),
    Mark.REACH: ("#8854a8", "5 3", 1.4, False),
}
LETTER = 6.6  # width of a letter of the 12-pixel type


@dataclass
class _Sheet:
    """Where the drawing goes: its scale, its corner, how wide it is, and the boxes that labels and tokens take."""

    left: float
    top: float
    scale: float
    down: float
    width: float
    lines: list[str] = field(default_factory=list)
    taken: list[tuple[float, float, float, float]] = field(default_factory=list)
    says: Callable[[str], str] = str

    def at(self, p: Point) -> Point:
        """A point of the table in pixels: y points up on the table and down on the sheet."""
        return EDGE + (p[0] - self.left) * self.scale, self.down + (self.top - p[1]) * self.scale

    def add(self, line: str) -> None:
        """One more element."""
        self.lines.append(line)

    def path(self, points: Sequence[Point], closed: bool) -> str:
        """The `d` of a path through points of the table."""
        return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in map(self.at, points)) + (" Z" if closed else "")

    def text(self, x: float, y: float, words: str, *, size: int = 12, fill: str = INK, anchor: str = "middle") -> None:
        """Words with a halo, so that they are read on anything."""
        self.add(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
            f'stroke="{PAPER}" stroke-width="3" paint-order="stroke" stroke-linejoin="round">{escape(words)}</text>'
        )

    def room(self, x: float, y: float, wide: float, high: float) -> float:
        """How much of a box round a point is taken already."""
        a, b, c, d = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        return sum(max(0.0, min(c, r) - max(a, p)) * max(0.0, min(d, s) - max(b, q)) for p, q, r, s in self.taken)

    def inside(self, x: float, wide: float) -> float:
        """Where the middle of words has to be, at x if it can, so that they do not run off the sheet."""
        most = self.width - wide / 2 - 4
        return min(max(x, wide / 2 + 4), most) if most > wide / 2 + 4 else self.width / 2

    def take(self, x: float, y: float, wide: float, high: float) -> None:
        """Takes a box round a point."""
        self.taken.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))


def svg(
    scene: Scene, close: bool = False, *, narrow: bool = False, headed: bool = True, says: Callable[[str], str] = str
) -> str:
    """The scene as an SVG document, for a page or a file of its own. Its size is in pixels, its scale on the legend.
    `close` shows only that part of the table where somebody stands, `narrow` is for a phone, without `headed` title and
    caption are left to the page; `says` turns the words on it into another language.

    For programs: the pixel (p, q) is the point (data-left + p / data-scale, data-top - q / data-scale) of the table,
    and every base is a group with data-name, data-part (its number in a unit), data-x, data-y, data-facing and
    data-turns (1 where its facing matters).
    """
    left, low, right, top = _near(scene) if close else _bounds(scene)
    wide, high = right - left, top - low
    scale = min((NARROW if narrow else WIDE) / wide, HIGH / high, MOST_SCALE)
    scale = scale if narrow else max(scale, LEAST_SCALE)
    head = (44.0 if scene.caption else 30.0) if headed else EDGE
    width = max(wide * scale + 2 * EDGE, NARROW if narrow else 460.0)
    sheet = _Sheet(left, top, scale, head, width, says=says)
    if close:
        sheet.add('<g clip-path="url(#table)">')
    _table(sheet, scene, (left, low, right, top))
    for piece in scene.table.pieces:
        _piece(sheet, piece)
    if close:
        sheet.add("</g>")
    for token in scene.tokens:
        _claim(sheet, token)
    for token in sorted(scene.tokens, key=lambda t: not t.lost):
        _token(sheet, token)
    for stroke in scene.strokes:
        _stroke(sheet, stroke)
    for token in scene.tokens:
        _name(sheet, token)
    for stroke in scene.strokes:
        _label(sheet, stroke)
    bottom = head + high * scale
    foot = _legend(sheet, scene, bottom + 14, width)
    title = f'<text x="{EDGE}" y="20" font-size="15" font-weight="600" fill="{INK}">{escape(scene.title)}</text>'
    if not headed:
        title = ""
    elif scene.caption:
        title += f'<text x="{EDGE}" y="37" font-size="12" fill="#555">{escape(says(scene.caption))}</text>'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {foot:.0f}" width="{width:.0f}" '
            f'height="{foot:.0f}" font-family="system-ui, sans-serif" role="img" aria-label={quoteattr(scene.title)} '
            f'data-scale="{scale:.6f}" data-left="{left - EDGE / scale:.6f}" data-top="{top + head / scale:.6f}" '
            f"data-unit={quoteattr(scene.unit)}>",
            *_definitions(),
            *(_clip(sheet, (left, low, right, top)) if close else ()),
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            title,
            *sheet.lines,
            "</svg>",
            "",
        ]
    )


def _definitions() -> Iterator[str]:
    yield "<defs>"
    for mark, (colour, _, _, arrow) in STYLES.items():
        if arrow:
            yield (
                f'<marker id="head-{mark.name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" '
                f'markerHeight="11" markerUnits="userSpaceOnUse" orient="auto">'
                f'<path d="M0 0 L10 5 L0 10 Z" fill="{colour}"/></marker>'
            )
    yield (
        '<pattern id="hatched" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="8" height="8" fill="#c9c2b2"/><line x1="0" y1="0" x2="0" y2="8" stroke="#8d8573" '
        'stroke-width="2.5"/></pattern>'
    )
    yield "</defs>"


def _clip(sheet: _Sheet, bounds: tuple[float, float, float, float]) -> Iterator[str]:
    (x, y), (x2, y2) = sheet.at((bounds[0], bounds[3])), sheet.at((bounds[2], bounds[1]))
    yield (
        f'<clipPath id="table"><rect x="{x:.1f}" y="{y:.1f}" width="{x2 - x:.1f}" height="{y2 - y:.1f}"/></clipPath>'
    )


# ---------------------------------------------------------------- how much of the table is shown
def _bounds(scene: Scene) -> tuple[float, float, float, float]:
    """left, low, right, top of what is shown: the table, or what stands there with a margin of two units."""
    if scene.table.bounded:
        return 0.0, 0.0, scene.table.width, scene.table.height
    xs, ys = [], []
    for x, y in _all_points(scene):
        xs.append(x)
        ys.append(y)
    if not xs:
        return 0.0, 0.0, 10.0, 10.0
    return floor(min(xs)) - 2.0, floor(min(ys)) - 2.0, ceil(max(xs)) + 2.0, ceil(max(ys)) + 2.0


def _near(scene: Scene) -> tuple[float, float, float, float]:
    """As `_bounds`: what stands there, with a margin of a tenth, as far as the table goes."""
    points = list(_of_tokens(scene))
    if not points:
        return _bounds(scene)
    xs, ys = zip(*points, strict=True)
    margin = max(2.0, 0.1 * max(max(xs) - min(xs), max(ys) - min(ys)))
    wide = scene.table.width if scene.table.bounded else inf
    high = scene.table.height if scene.table.bounded else inf
    least = 0.0 if scene.table.bounded else -inf
    return (
        max(least, floor(min(xs) - margin)),
        max(least, floor(min(ys) - margin)),
        min(wide, ceil(max(xs) + margin)),
        min(high, ceil(max(ys) + margin)),
    )


def _all_points(scene: Scene) -> Iterator[Point]:
    for piece in scene.table.pieces:
        yield from piece.outline
    yield from _of_tokens(scene)


def _of_tokens(scene: Scene) -> Iterator[Point]:
    for token in scene.tokens:
        for base in token.members or (token.base,):
            x, y = base.centre
            r = _radius(base)
            yield from ((x - r, y - r), (x + r, y + r))
    for stroke in scene.strokes:
        yield from stroke.points


def _radius(base: Base) -> float:
    """The radius of a circle round a base."""
    return base.shape.radius if isinstance(base.shape, Round) else hypot(base.shape.width, base.shape.depth) / 2


def _table(sheet: _Sheet, scene: Scene, bounds: tuple[float, float, float, float]) -> None:
    left, low, right, top = bounds
    (x, y), (x2, y2) = sheet.at((left, top)), sheet.at((right, low))
    sheet.add(f'<rect x="{x:.1f}" y="{y:.1f}" width="{x2 - x:.1f}" height="{y2 - y:.1f}" fill="{GRASS}"/>')
    step = _round_length(70 / sheet.scale)
    for k in range(ceil(left / step), floor(right / step) + 1):
        sheet.add(f'<path d="{sheet.path(((k * step, low), (k * step, top)), False)}" stroke="{LINES}"/>')
    for k in range(ceil(low / step), floor(top / step) + 1):
        sheet.add(f'<path d="{sheet.path(((left, k * step), (right, k * step)), False)}" stroke="{LINES}"/>')
    if scene.table.bounded:
        sheet.add(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{x2 - x:.1f}" height="{y2 - y:.1f}" fill="none" '
            f'stroke="{INK}" stroke-width="2"/>'
        )


def _round_length(least: float) -> float:
    """The least of 1, 2, 5, 10, 20, 50 .. (and their tenths) that is not below this."""
    power = 10 ** floor(log10(max(least, 1e-6)))
    return next(float(power * m) for m in (1, 2, 5, 10) if power * m >= least - 1e-9)


# ---------------------------------------------------------------- what stands there
def _look(piece: Piece) -> tuple[str, str, str]:
    """The fill, the stroke and the word of a piece of terrain."""
    if piece.impassable:
        return "url(#hatched)", "#6e6757", "impassable"
    if piece.floors > 1 or piece.stairs:
        return "#d9d4cc", "#6e6757", "building"
    if piece.blocks_sight:
        return "#a9c19a", "#5f7a4e", "blocks sight"
    if piece.cover:
        return "#dbe2b8", "#8a9259", "cover"
    return "#e4dcc3", "#9b906d", "obstacle" if piece.size or piece.obstacle_width else "open ground"


def _piece(sheet: _Sheet, piece: Piece) -> None:
    fill, stroke, _ = _look(piece)
    sheet.add(f'<path d="{sheet.path(piece.outline, True)}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>')
    if not piece.name:
        return
    inside = piece.shape.representative_point()
    x, y = sheet.at((inside.x, inside.y))
    sheet.text(x, y + 4, piece.name, size=11, fill="#4d4734")
    sheet.take(x, y, len(piece.name) * LETTER, 14)


def _colour(side: int) -> str:
    return SIDES[side % len(SIDES)]


def _claim(sheet: _Sheet, token: Token) -> None:
    for base in token.members or (token.base,):
        x, y = sheet.at(base.centre)
        r = 2 * _radius(base) * sheet.scale * (1.0 if isinstance(base.shape, Round) else 0.72)
        sheet.take(x, y, r, r)


def _token(sheet: _Sheet, token: Token) -> None:
    for part, base in enumerate(token.members or (token.base,)):
        place = base.place
        sheet.add(
            f'<g class="token" data-name={quoteattr(token.name)} data-part="{part}" data-x="{place.x:.6g}" '
            f'data-y="{place.y:.6g}" data-facing="{place.facing:.6g}" data-turns="{int(token.facing)}">'
        )
        _base(sheet, token, base)
        sheet.add("</g>")


def _base(sheet: _Sheet, token: Token, base: Base) -> None:
    colour = _colour(token.side)
    look = (
        f'fill="none" stroke="{colour}" stroke-dasharray="4 3" stroke-opacity="0.6"'
        if token.lost
        else f'fill="{colour}" fill-opacity="0.82" stroke="{INK}" stroke-width="1.2"'
    )
    x, y = sheet.at(base.centre)
    title = f"<title>{escape(f'{token.name}: {sheet.says(token.note)}' if token.note else token.name)}</title>"
    if isinstance(base.shape, Round):
        sheet.add(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{base.shape.radius * sheet.scale:.1f}" {look}>{title}</circle>'
        )
    else:
        sheet.add(f'<path d="{sheet.path(base.corners(), True)}" {look}>{title}</path>')
    if token.facing and not token.lost:
        _facing(sheet, base)


def _facing(sheet: _Sheet, base: Base) -> None:
    """A white arrow head at the front; the front edge of a rectangle is drawn thick."""
    if isinstance(base.shape, Round):
        ahead, half = base.shape.radius, base.shape.radius * 0.45
    else:
        ahead, half = base.shape.depth / 2, min(base.shape.width, base.shape.depth) * 0.3
        front = base.corners()[:2]
        sheet.add(f'<path d="{sheet.path(front, False)}" stroke="{INK}" stroke-width="4" stroke-linecap="round"/>')
    points = [
        base.point_at(0, ahead * 0.92),
        base.point_at(half, ahead * 0.92 - half),
        base.point_at(-half, ahead * 0.92 - half),
    ]
    sheet.add(f'<path d="{sheet.path(points, True)}" fill="{PAPER}"/>')


def _name(sheet: _Sheet, token: Token) -> None:
    """The name where there is most room: below, above, beside."""
    bases = token.members or (token.base,)
    x = sum(sheet.at(b.centre)[0] for b in bases) / len(bases)
    top = min(sheet.at(b.centre)[1] - _reach(sheet, b)[1] for b in bases)
    low = max(sheet.at(b.centre)[1] + _reach(sheet, b)[1] for b in bases)
    side = max(abs(sheet.at(b.centre)[0] - x) + _reach(sheet, b)[0] for b in bases)
    words = f"{token.name} ({sheet.says(token.note)})" if token.note else token.name
    wide, middle = len(words) * LETTER, (top + low) / 2
    beside = side + wide / 2 + 4
    places = [(x, low + 11), (x, top - 9), (x + beside, middle), (x - beside, middle)]
    places = [(sheet.inside(a, wide), b) for a, b in places]
    best = min(places, key=lambda p: (round(sheet.room(p[0], p[1], wide, 14)), places.index(p)))
    sheet.take(*best, wide, 14)
    sheet.text(best[0], best[1] + 4, words, fill=_colour(token.side) if not token.lost else "#8a8a8a")


def _reach(sheet: _Sheet, base: Base) -> Point:
    """Half the width and half the height of a base on the sheet."""
    if isinstance(base.shape, Round):
        return base.shape.radius * sheet.scale, base.shape.radius * sheet.scale
    xs, ys = zip(*map(sheet.at, base.corners()), strict=True)
    return (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2


# ---------------------------------------------------------------- lines
def _stroke(sheet: _Sheet, stroke: Stroke) -> None:
    colour, dashes, width, arrow = STYLES[stroke.mark]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    head = f' marker-end="url(#head-{stroke.mark.name})"' if arrow else ""
    sheet.add(
        f'<path data-mark="{stroke.mark.name}" d="{sheet.path(stroke.points, False)}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}" '
        f'stroke-linecap="round" stroke-linejoin="round"{dashed}{head}/>'
    )


def _label(sheet: _Sheet, stroke: Stroke) -> None:
    if not stroke.label or len(stroke.points) < 2:
        return
    k = (len(stroke.points) - 1) // 2
    (x1, y1), (x2, y2) = sheet.at(stroke.points[k]), sheet.at(stroke.points[k + 1])
    label = sheet.says(stroke.label)
    wide = len(label) * LETTER
    length = hypot(x2 - x1, y2 - y1) or 1.0
    aside = ((y1 - y2) / length, (x2 - x1) / length)
    best, least = (x1, y1), inf
    for share in (0.5, 0.35, 0.65):
        for off in (11, -11, 22, -22):
            p = sheet.inside(x1 + (x2 - x1) * share + aside[0] * off, wide), y1 + (y2 - y1) * share + aside[1] * off
            if (taken := sheet.room(*p, wide, 14)) < least - 1:
                best, least = p, taken
    sheet.take(*best, wide, 14)
    sheet.add(f'<g data-mark="{stroke.mark.name}">')
    sheet.text(best[0], best[1] + 4, label, size=11, fill=STYLES[stroke.mark][0])
    sheet.add("</g>")


# ---------------------------------------------------------------- legend
def _legend(sheet: _Sheet, scene: Scene, y: float, width: float) -> float:
    """Scale, sides, kinds of terrain and of lines that are there, in rows. -> the height of the whole."""
    length = _round_length(60 / sheet.scale)
    many = "" if length == 1 else "es" if scene.unit.endswith("ch") else "s"
    x, wide = EDGE, length * sheet.scale
    sheet.add(f'<path d="M{x:.1f} {y + 2:.1f} v6 h{wide:.1f} v-6" fill="none" stroke="{INK}" stroke-width="1.5"/>')
    words = sheet.says(f"{length:g} {scene.unit}{many}")
    sheet.text(x + wide + 8, y + 10, words, anchor="start")
    x += wide + 8 + len(words) * LETTER + 22
    for drawn, words in _keys(scene, sheet.says):
        if x + 26 + len(words) * LETTER > width - EDGE:
            x, y = EDGE, y + 20
        sheet.add(f'<g transform="translate({x:.1f} {y:.1f})">{drawn}</g>')
        sheet.text(x + 24, y + 10, words, anchor="start")
        x += 24 + len(words) * LETTER + 18
    return y + 26


def _keys(scene: Scene, says: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """What the legend explains: a little drawing and a word each."""
    for side in sorted({t.side for t in scene.tokens}):
        name = scene.sides[side] if side < len(scene.sides) else str(side)
        disc = f'<circle cx="9" cy="6" r="6" fill="{_colour(side)}" fill-opacity="0.82" stroke="{INK}"/>'
        yield disc, f"{says('side')} {name}"
    for fill, stroke, word in dict.fromkeys(map(_look, scene.table.pieces)):
        yield f'<rect x="1" width="17" height="12" fill="{fill}" stroke="{stroke}"/>', says(word)
    for mark in dict.fromkeys(s.mark for s in scene.strokes):
        colour, dashes, thick, _ = STYLES[mark]
        yield (
            f'<path d="M1 6 H19" stroke="{colour}" stroke-width="{thick}" stroke-dasharray="{dashes or "none"}"/>',
            says(mark.value),
        )
    if any(t.lost for t in scene.tokens):
        yield '<circle cx="9" cy="6" r="6" fill="none" stroke="#555" stroke-dasharray="3 2"/>', says("fell here")
