"""The map of a fight that is being set up: bases are dragged and turned, distances measured, values written."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from math import isfinite
from pathlib import Path
from typing import Any

from nicegui import ui

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.board import Board, Stand, bases, lift, place_all, put, scene, turn
from coldsteel.battlefield.distances import distance, nearest_point, nearest_points
from coldsteel.battlefield.lengths import Point
from coldsteel.battlefield.picture import svg
from coldsteel.battlefield.scene import Mark, Stroke
from coldsteel.web.pages.shapes import Key
from coldsteel.web.words import Words

__all__ = ["MapEditor"]

SCRIPT = Path(__file__).parents[1] / "assets" / "board.js"


class MapEditor:
    """A card with the map of a fight's values. `written` is told which places of the values it has changed."""

    def __init__(
        self,
        read: Callable[[dict[str, Any]], Board],
        values: dict[str, Any],
        t: Words,
        written: Callable[[Sequence[Key]], None],
        says: Callable[[str], str] = str,
    ) -> None:
        self._says = says
        self._read, self._values, self._t, self._written = read, values, t, written
        self._measured: tuple[Stroke, ...] = ()
        self._shown, self._close = "", False
        self._narrow = "Mobi" in ui.context.client.request.headers.get("user-agent", "")
        words = {
            "base": t("{name}, at {x}, {y}, facing {facing}"),
            "plain": t("{name}, at {x}, {y}"),
            "at": t("at {x}, {y}"),
            "facing": t("facing {facing}"),
            "first": t("Measured from here: now choose the other end."),
        }
        ui.add_body_html(f"<script>window.csBoardWords = {json.dumps(words)};\n{SCRIPT.read_text('utf-8')}</script>")
        ui.html(f"<h2>{t('The table')}</h2>", sanitize=False)
        self._tools()
        self._status = ui.html("", sanitize=False).props('role="status"').classes("cs-map-says")
        self._map = ui.html("", sanitize=False).classes("cs-map w-full")
        said = t(
            "Map. Tab goes from base to base; arrow keys move one, with Shift by little; [ and ] turn it; M measures."
        )
        self._map.props(f'tabindex="0" role="group" aria-label="{escape(said, quote=True)}"')
        self._nobody = ui.html("", sanitize=False)
        self._keys()
        ui.on("board", self._told)
        self.draw()

    def _tools(self) -> None:
        t = self._t
        with ui.row().classes("items-center gap-2 w-full cs-tools"):
            ui.html(
                f'<button type="button" class="cs-button cs-plain" data-measure aria-pressed="false">{t("Measure")}'
                f'</button> <label><input type="checkbox" data-single> {t("Move single figures")}</label>',
                sanitize=False,
            )
            near = ui.button(t("Close up"), color=None).props('flat dense aria-pressed="false"').mark("close-up")
            near.on_click(lambda: self._zoom(near))
            ui.button(t("Put all on the table"), color=None, on_click=self._place).props("flat dense").mark("place")
            ui.button(t("Clear the table"), color=None, on_click=self._lift).props("flat dense").mark("lift")

    def _zoom(self, button: ui.button) -> None:
        """The whole table, or that part of it where somebody stands."""
        self._close = not self._close
        button.set_text(self._t("Whole table") if self._close else self._t("Close up"))
        button.props(f'aria-pressed="{"true" if self._close else "false"}"')
        self.draw()

    def _keys(self) -> None:
        t = self._t
        keys = (
            ("←↑→↓", t("move the base that has the focus, with Shift by little")),
            ("[ ]", t("turn it, with Shift by one degree")),
            ("M", t("measure from it, then to another one")),
            ("Esc", t("forget the measuring")),
        )
        rows = "".join(f"<li><kbd>{escape(k)}</kbd> {escape(says)}</li>" for k, says in keys)
        ui.html(f'<details class="cs-keys"><summary>{t("Keys")}</summary><ul>{rows}</ul></details>', sanitize=False)

    # ------------------------------------------------------------ drawing
    def draw(self) -> None:
        """Draws the values as they are now."""
        board = self._read(self._values)
        there = any(s.at for s in board.stands)
        if there:
            shown = svg(
                scene(board, "", self._measured), self._close, narrow=self._narrow, headed=False, says=self._says
            )
            if shown != self._shown:
                self._map.set_content(shown)
                self._shown = shown
        self._map.set_visibility(there)
        said = self._t("Nobody stands on the table: what is near and in contact is stated in the fields.")
        self._nobody.set_content("" if there else f'<p class="cs-faint">{said}</p>')

    # ------------------------------------------------------------ what the browser tells
    def _told(self, event: Any) -> None:
        given = event.args if isinstance(event.args, dict) else {}
        board = self._read(self._values)
        standing = bases(board)
        if "move" in given:
            self._move(standing, given["move"])
        elif "turn" in given:
            self._turn(standing, given["turn"])
        elif "measure" in given:
            self._measure(board, standing, given["measure"])
        elif "forget" in given:
            self._measured = ()
            self._say("")
            self.draw()

    def _move(self, standing: Sequence[tuple[Stand, int, Base]], moves: Any) -> None:
        touched = []
        for move in moves if isinstance(moves, list) else ():
            number, point = _number(move[:1], standing), _point(move[1:])
            if number is not None and point is not None:
                stand, part, _ = standing[number]
                put(self._values, stand, part, point)
                touched.append(stand.key)
        self._changed(touched)

    def _turn(self, standing: Sequence[tuple[Stand, int, Base]], given: Any) -> None:
        number = _number(given[:1], standing) if isinstance(given, list) else None
        if number is not None and len(given) == 2 and isinstance(given[1], int | float) and isfinite(given[1]):
            stand = standing[number][0]
            turn(self._values, stand, float(given[1]))
            self._changed([stand.key])

    def _changed(self, keys: Sequence[Key]) -> None:
        self._measured = ()
        self.draw()
        self._written(tuple(dict.fromkeys(keys)))

    def _measure(self, board: Board, standing: Sequence[tuple[Stand, int, Base]], ends: Any) -> None:
        """The distance of two bases from edge to edge, or of points, drawn and said in the unit of the book."""
        found = [self._end(x, standing) for x in ends] if isinstance(ends, list) else []
        if len(found) != 2 or found[0] is None or found[1] is None:
            return
        a, b = _nearest(found[0], found[1])
        far = distance(a, b)
        said = f"{far:.2f} {_unit(board.unit, self._t)}"
        self._measured = (Stroke(Mark.DISTANCE, (a, b), said),)
        names = [standing[x][0].name for x in (_number(e, standing) for e in ends) if x is not None]
        self._say(" – ".join([*names, said]) if names else said)
        self.draw()

    @staticmethod
    def _end(x: Any, standing: Sequence[tuple[Stand, int, Base]]) -> Base | Point | None:
        number = _number(x, standing)
        return standing[number][2] if number is not None else _point(x)

    def _say(self, text: str) -> None:
        self._status.set_content(f"<strong>{escape(text)}</strong>" if text else "")

    # ------------------------------------------------------------ all at once
    def _place(self) -> None:
        place_all(self._values, self._read(self._values))
        self._changed([s.key for s in self._read(self._values).stands])

    def _lift(self) -> None:
        stands = self._read(self._values).stands
        for s in stands:
            if s.at:
                lift(self._values, s)
        self._changed([s.key for s in stands])


def _number(x: Any, standing: Sequence[Any]) -> int | None:
    """The number of a base, told as a list of one."""
    good = isinstance(x, list) and len(x) == 1 and isinstance(x[0], int) and 0 <= x[0] < len(standing)
    return int(x[0]) if good else None


def _point(x: Any) -> Point | None:
    good = isinstance(x, list) and len(x) == 2 and all(isinstance(n, int | float) and abs(n) < 1e5 for n in x)
    return (float(x[0]), float(x[1])) if good else None


def _nearest(a: Base | Point, b: Base | Point) -> tuple[Point, Point]:
    """The points of two things that are nearest to each other."""
    if isinstance(a, Base) and isinstance(b, Base):
        return nearest_points(a, b)
    if isinstance(a, Base):
        assert not isinstance(b, Base)
        return nearest_point(a, b), b
    return (a, nearest_point(b, a)) if isinstance(b, Base) else (a, b)


def _unit(unit: str, t: Words) -> str:
    return {"inch": t("inches"), "step": t("steps"), "metre": t("metres")}.get(unit, unit)
