"""Who may charge whom: 20 models against 20 among 15 pieces of terrain, by the rulebook and by hand.

By hand means with shapely as one would write it without the book: straight lines only, sight tried from points of the
bases, the nearest enemy alone looked at, no reasons given. The rulebook looks at every pair and can say why not.
"""

from __future__ import annotations

import random
from itertools import product
from math import cos, hypot, pi, sin
from typing import Any

import shapely

from coldsteel.kernel.plain import is_legal
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.charge import charge_targets
from coldsteel.rulebooks.skirmish.profiles import FightFile, setup_of

__all__ = ["by_hand", "by_rules", "fight", "file"]

MODELS, PIECES, WIDE, HIGH, R, BASE = 20, 15, 48.0, 32.0, 8.0, 0.5


def file(seed: int = 1) -> dict[str, Any]:
    """Two crowds that have come near each other, pieces among and beside them."""
    draw = random.Random(seed)
    places: list[tuple[float, float]] = []
    pieces: list[tuple[float, float, float]] = []
    while len(pieces) < PIECES:
        x, y, half = draw.uniform(4, WIDE - 4), draw.uniform(4, HIGH - 4), draw.uniform(0.4, 1.3)
        if all(hypot(x - a, y - b) > half + c + 2.2 for a, b, c in pieces):
            pieces.append((x, y, half))
    while len(places) < 2 * MODELS:
        side = len(places) // MODELS
        x, y = draw.uniform(8, WIDE - 8), draw.uniform(HIGH * side / 2 + 1, HIGH * (side + 1) / 2 - 1)
        clear = all(hypot(x - a, y - b) > 2.4 * BASE for a, b in places)
        if clear and all(max(abs(x - a), abs(y - b)) > half + 1.2 * BASE for a, b, half in pieces):
            places.append((round(x, 2), round(y, 2)))
    sides = []
    for s, name in enumerate("AB"):
        models = [_model(f"{name}{k}", *places[s * MODELS + k]) for k in range(MODELS)]
        sides.append({"name": name, "units": [{"name": f"unit {m['name']}", "models": [m]} for m in models]})
    terrain = [_piece(f"piece {k}", *p, blocks=k % 2 == 0) for k, p in enumerate(pieces)]
    table = {"width": WIDE, "height": HIGH}
    rulings = {"charge_line": "straight_only"}
    return {"title": "Crowds", "sides": sides, "table": table, "terrain": terrain, "rulings": rulings}


def _model(name: str, x: float, y: float) -> dict[str, Any]:
    return {"name": name, "ww": 10, "st": 6, "p": 18, "r": R, "dw": 12, "x": x, "y": y}


def _piece(name: str, x: float, y: float, half: float, blocks: bool) -> dict[str, Any]:
    corners = [[round(x + dx * half, 2), round(y + dy * half, 2)] for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return {"name": name, "shape": corners, "impassable": True, "blocks_los": blocks}


def fight(seed: int = 1) -> Any:
    """The opening state, with nothing reckoned yet."""
    return RULEBOOK.start(setup_of(FightFile.model_validate(file(seed))))


def by_rules(f: Any) -> set[tuple[str, str]]:
    """(charger, target) of every legal charge to contact, by the rulebook."""
    out = set()
    for me in (*f.setup.slots(0), *f.setup.slots(1)):
        for o in charge_targets(f, me):
            if is_legal(o) and o.value[1] == 0:
                out.add((f.name(me), f.name(o.value[0])))
    return out


# ---------------------------------------------------------------- by hand
def by_hand(given: dict[str, Any]) -> set[tuple[str, str]]:
    """The same with shapely: every pair, every piece, nothing remembered."""
    models = [
        (m["name"], s, m["x"], m["y"])
        for s, side in enumerate(given["sides"])
        for u in side["units"]
        for m in u["models"]
    ]
    pieces = [(shapely.Polygon(t["shape"]), t["blocks_los"]) for t in given["terrain"]]
    out = set()
    for name, side, x, y in models:
        seen = [
            (hypot(x - a, y - b), other, a, b)
            for other, s, a, b in models
            if s != side and _sees((x, y), (a, b), pieces)
        ]
        if not seen:
            continue
        distance, target, a, b = min(seen)
        if distance - 2 * BASE > R:
            continue
        share = (distance - 2 * BASE) / distance
        way = shapely.LineString([(x, y), (x + (a - x) * share, y + (b - y) * share)])
        strip = way.buffer(BASE - 0.005)
        barred = any(strip.intersects(shape) for shape, _ in pieces)
        barred = barred or any(
            way.distance(shapely.Point(p, q)) < 2 * BASE - 0.005 for n, _, p, q in models if n not in (name, target)
        )
        if not barred:
            out.add((name, target))
    return out


def _sees(a: tuple[float, float], b: tuple[float, float], pieces: list[tuple[shapely.Polygon, bool]]) -> bool:
    blocks = [shape for shape, blocks in pieces if blocks]
    around = [(BASE * cos(k * pi / 8), BASE * sin(k * pi / 8)) for k in range(16)]
    for (p, q), (u, v) in product([(0.0, 0.0), *around], repeat=2):
        line = shapely.LineString([(a[0] + p, a[1] + q), (b[0] + u, b[1] + v)])
        if not any(line.crosses(shape) or line.within(shape) for shape in blocks):
            return True
    return False
