"""The map of a fight in play: drawn for the width of the window, its lines switched, its bases told of and measured."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from nicegui import ui

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.distances import distance, nearest_point, nearest_points
from coldsteel.battlefield.lengths import Point
from coldsteel.battlefield.scene import Mark, Scene
from coldsteel.web.live import Live
from coldsteel.web.words import Words

__all__ = ["FightMap"]

SCRIPT = Path(__file__).parents[1] / "assets" / "fight.js"


class FightMap:
    """A card with the map, or with the sketch where nothing stands on a table. The page has one."""

    def __init__(self, live: Live, t: Words) -> None:
        self.live, self.t = live, t
        agent = ui.context.client.request.headers.get("user-agent", "")
        self.narrow = "Mobi" in agent
        self.close = self.narrow
        self._shown: tuple[str, str] | None = None
        said = {"first": t("Measured from here: now choose the other end."), "start": t("Tap two places.")}
        ui.add_body_html(f"<script>window.csFightWords = {json.dumps(said)};\n{SCRIPT.read_text('utf-8')}</script>")
        with ui.element("section").classes("cs-card cs-board").props(f'aria-label="{t("The table")}"') as self.card:
            self._tools(live.scene() is not None)
            self.caption = ui.html("", sanitize=False).classes("cs-faint")
            self.map = ui.html("", sanitize=False).classes("cs-table-map").props('tabindex="0" role="group"')
            says = t("Map. Arrow keys go from base to base and tell of each; M measures from it, then to another one.")
            self.map.props(f'aria-label="{escape(says, quote=True)}"')
            ui.html('<p class="cs-map-says" role="status"></p>', sanitize=False)
        ui.on("measure", self._measured)
        ui.on("narrow", self._narrowed)

    def _tools(self, on_table: bool) -> None:
        t = self.t
        if not on_table:
            return
        boxes = "".join(
            f'<label hidden><input type="checkbox" data-lines="{mark.name}" checked> {escape(t(mark.value))}</label>'
            for mark in Mark
        )
        with ui.element("div").classes("cs-map-tools"):
            ui.html(
                f'<button type="button" class="cs-button cs-plain" data-ruler aria-pressed="false">{t("Measure")}'
                f"</button>",
                sanitize=False,
            )
            self.zoom = ui.element("button").classes("cs-button cs-plain").props('type="button"').mark("zoom")
            self.zoom.on("click", self._zoomed)
            with self.zoom:
                self.zoom_says = ui.html("", sanitize=False, tag="span")
            ui.html(boxes, sanitize=False).classes("cs-lines")

    # ------------------------------------------------------------ drawing
    def draw(self) -> None:
        """Draws the fight as it stands now, if anything is different."""
        drawing = self.live.drawing(self.t.language, close=self.close, narrow=self.narrow)
        if hasattr(self, "zoom_says"):
            self.zoom_says.set_content(escape(self.t("Whole table") if self.close else self.t("Close up")))
        if drawing == self._shown:
            return
        self._shown = drawing
        self.card.set_visibility(drawing is not None)
        if drawing is not None:
            self.caption.set_content(escape(drawing[0]))
            self.caption.set_visibility(bool(drawing[0]))
            self.map.set_content(drawing[1])

    def _zoomed(self) -> None:
        self.close = not self.close
        self.draw()

    def _narrowed(self, event: Any) -> None:
        if bool(event.args) != self.narrow:
            self.narrow = self.close = bool(event.args)
            self.draw()

    # ------------------------------------------------------------ measuring
    def _measured(self, event: Any) -> None:
        """The distance between two ends, bases from edge to edge, drawn and said in the unit of the book."""
        scene = self.live.scene()
        ends = event.args if isinstance(event.args, list) else []
        if scene is None or len(ends) != 2:
            return
        first, second = (_end(scene, end) for end in ends)
        if first is None or second is None:
            return
        a, b = _nearest(first, second)
        far = f"{self.t.number(distance(a, b), 2)} {_units(scene.unit, self.t)}"
        names = " – ".join(str(end[0]) for end in ends if end[0])
        said = f"{names}: {far}" if names else far
        ui.run_javascript(
            f"csFight.line({json.dumps(a)}, {json.dumps(b)}, {json.dumps(far)});"
            f"document.querySelector('.cs-map-says').textContent = {json.dumps(said)}"
        )


def _end(scene: Scene, told: Any) -> Base | Point | None:
    """A base by its name and the number of the figure, or a point."""
    if not isinstance(told, list) or len(told) != 4 or not isinstance(told[1], int):
        return None
    if not told[0]:
        good = all(isinstance(x, int | float) and abs(x) < 1e5 for x in told[2:])
        return (float(told[2]), float(told[3])) if good else None
    for token in scene.tokens:
        bases = token.members or (token.base,)
        if token.name == told[0] and 0 <= told[1] < len(bases):
            return bases[told[1]]
    return None


def _nearest(a: Base | Point, b: Base | Point) -> tuple[Point, Point]:
    """The points of two things that are nearest to each other."""
    if isinstance(a, Base):
        return nearest_points(a, b) if isinstance(b, Base) else (nearest_point(a, b), b)
    return (a, nearest_point(b, a)) if isinstance(b, Base) else (a, b)


def _units(unit: str, t: Words) -> str:
    return {"inch": t("inches"), "step": t("steps"), "metre": t("metres")}.get(unit, unit)
