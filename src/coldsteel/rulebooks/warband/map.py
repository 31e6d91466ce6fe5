"""Where everybody stands, to be drawn: units and heroes, who has fallen, who is in melee or in a duel with whom."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from coldsteel.battlefield.bases import Base, Place, Round
from coldsteel.battlefield.lengths import EPS, Point
from coldsteel.battlefield.scene import Mark, Scene, Stroke, Token
from coldsteel.battlefield.table import OPEN, Table
from coldsteel.rulebooks.warband.state import Fight
from coldsteel.rulebooks.warband.tabletop import discs_of, is_on_table, standing
from coldsteel.rulebooks.warband.ways import Disc, Discs, nearest

__all__ = ["fallen_and_left", "scene"]

IN_MELEE = "in melee"
TOUCH = 1.0  # hundredths of a metre: nearer bases are in contact


def scene(f: Fight) -> Scene | None:
    """The map of a state; None without a table."""
    if not is_on_table(f) or f.setup.layout is None:
        return None
    edges = f.setup.layout.edges
    tokens = [token for u in range(len(f.units)) for token in _tokens(f, u)]
    return Scene(
        title=f.setup.title,
        unit="metre",
        table=Table(edges[0] / 100, edges[1] / 100) if edges else OPEN,
        tokens=tuple(tokens),
        strokes=(*_links(f), *_duels(f), *_gaps(f)),
        sides=tuple(_names(f, team) for team in sorted(set(f.setup.teams))),
    )


def _names(f: Fight, team: int) -> str:
    of = zip(f.setup.controllers, f.setup.teams, strict=True)
    return " and ".join(name for name, side in of if side == team)


# ---------------------------------------------------------------- who stands there
def fallen_and_left(f: Fight, u: int, row: int) -> tuple[Discs, Discs]:
    """The bases of those of a row who have fallen or fled, and of those left: the owner takes the farthest from the
    enemy first, the last listed where nobody opposes them."""
    discs, left = discs_of(f, u, row), int(f.alive(u, row))
    foes = _enemies(f, u)
    order = sorted(range(len(discs)), key=lambda k: (round(nearest((discs[k],), foes)[0], 6) if foes else 0.0, k))
    stand = set(order[:left])
    return (
        tuple(disc for k, disc in enumerate(discs) if k not in stand),
        tuple(disc for k, disc in enumerate(discs) if k in stand),
    )


def _enemies(f: Fight, u: int) -> Discs:
    """The bases of the living rows of all enemies."""
    return tuple(disc for e in range(len(f.units)) if f.setup.team(e) != f.setup.team(u) for disc in standing(f, e))


def _left(f: Fight, u: int) -> Discs:
    return tuple(disc for row in f.rows(u) for disc in fallen_and_left(f, u, row)[1])


def _tokens(f: Fight, u: int) -> Iterator[Token]:
    """The ordinary models of a unit are one token, each of its heroes is another."""
    rank = [row for row in f.rows(u) if not f.profile(u, row).is_hero]
    if rank:
        yield from _group(f, u, f.id(u), rank)
    for row in f.rows(u):
        if f.profile(u, row).is_hero:
            yield from _group(f, u, f.name(u, row), [row])


def _group(f: Fight, u: int, name: str, rows: list[int]) -> Iterator[Token]:
    split = [fallen_and_left(f, u, row) for row in rows]
    fallen, left = (tuple(_base(disc) for pair in split for disc in pair[k]) for k in (0, 1))
    count = sum(f.profile(u, row).count for row in rows)
    words = [f"{len(left)} of {count}"] if count > 1 else []
    wounds = sum(int(f.units[u].rows[row].lost) for row in rows)
    words += [f"{wounds} wound{'s' if wounds > 1 else ''} lost"] if wounds else []
    words += ["withdrew"] if f.units[u].withdrew and left else []
    side = f.setup.team(u)
    if left:
        yield Token(name, side, left[0], ", ".join(words), facing=False, members=left)
    if fallen and not (left and f.units[u].withdrew):  # the fallen of a unit that went away lie elsewhere
        shown = ("", "") if left else (name, ", ".join(words))
        yield Token(shown[0], side, fallen[0], shown[1], facing=False, members=fallen, lost=True)


def _base(disc: Disc) -> Base:
    return Base(Round(disc[2] / 100), Place(disc[0] / 100, disc[1] / 100))


# ---------------------------------------------------------------- who is near whom
def _links(f: Fight) -> Iterator[Stroke]:
    """The pairs that are in melee with each other (WB-7)."""
    for u, e in f.setup.pairs:
        if f.linked(u, e):
            yield _stroke(_left(f, u), _left(f, e), IN_MELEE)


def _duels(f: Fight) -> Iterator[Stroke]:
    """The duels of this post, and those that go on (WB-63, WB-86)."""
    for d, duel in enumerate(f.setup.duels):
        (u, v), (row, other) = duel.units, duel.rows
        if f.duels[d].fought and f.alive(u, row) and f.alive(v, other):
            yield _stroke(discs_of(f, u, row), discs_of(f, v, other), "duel")


def _gaps(f: Fight) -> Iterator[Stroke]:
    """How far units that are in melee with nobody are from the nearest enemy, each two of them once."""
    shown: set[frozenset[int]] = set()
    for u in range(len(f.units)):
        if not f.lives(u) or any(f.linked(u, e) for e in f.enemies(u)):
            continue
        foes = [e for e in range(len(f.units)) if f.setup.team(e) != f.setup.team(u) and f.lives(e)]
        apart = {e: nearest(_left(f, u), _left(f, e))[0] for e in foes}
        closest = min(foes, key=lambda e: round(apart[e], 6), default=None)  # concrete: places
        if closest is not None and frozenset((u, closest)) not in shown:
            shown.add(frozenset((u, closest)))
            yield _stroke(_left(f, u), _left(f, closest), "")


def _stroke(ours: Discs, theirs: Discs, word: str) -> Stroke:
    """A line from edge to edge with its length; where bases touch, a mark of contact."""
    gap, a, b = nearest(ours, theirs)
    if gap <= TOUCH:
        middle = _towards(a, b, a[2] + gap / 2)
        aside = _aside(a, b)
        ends = tuple((middle[0] + k * aside[0], middle[1] + k * aside[1]) for k in (-0.1, 0.1))
        return Stroke(Mark.CONTACT, ends, "" if word == IN_MELEE else word)
    length = f"{gap / 100:.2f} m"
    return Stroke(Mark.DISTANCE, (_towards(a, b, a[2]), _towards(b, a, b[2])), f"{word}, {length}" if word else length)


def _towards(a: Disc, b: Disc, way: float) -> Point:
    """The point so far from the centre of one base towards that of another, in metres."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or EPS
    return (a[0] + way * (b[0] - a[0]) / length) / 100, (a[1] + way * (b[1] - a[1]) / length) / 100


def _aside(a: Disc, b: Disc) -> Point:
    """The unit vector across the line of two centres."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or EPS
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length
