"""Places in a fight file: what is wrong with them, and the layout that they make (ledger 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from coldsteel.battlefield.lengths import hundredths
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.sheets import Fault
from coldsteel.rulebooks.warband.setup import Charge, Layout
from coldsteel.rulebooks.warband.ways import Discs, nearest, overlaps

if TYPE_CHECKING:
    from coldsteel.rulebooks.warband.profiles import FightFile, Unit

__all__ = ["layout_of", "meetings", "table_faults"]

AGREES = 0.01 + 1e-6  # metres by which a stated distance may differ from that of the places


# ---------------------------------------------------------------- what is wrong
def table_faults(model: FightFile) -> Iterator[Fault]:
    """Places that are missing, too many, off the table, upon one another, or at odds with stated distances."""
    placed = [bool(unit.positions) for unit in model.units]
    sides = model.table_width, model.table_height
    if (sides[0] is None) != (sides[1] is None):
        yield ("table_width" if sides[0] is None else "table_height",), "a table has a width and a height", "WB-7"
    if not any(placed):
        if sides != (None, None):
            yield ("units", 0, "positions"), "on a table every unit has positions", "WB-7"
        return
    found = [fault for u, unit in enumerate(model.units) for fault in _unit_faults(u, unit, sides)]
    yield from found
    if not found:
        yield from _overlap_faults(model.units)
        yield from _distance_faults(model)


def _unit_faults(u: int, unit: Unit, sides: tuple[float | None, float | None]) -> Iterator[Fault]:
    count = sum(row.count for row in unit.models)
    if len(unit.positions) != count:
        yield ("units", u, "positions"), f"{len(unit.positions)} places for {count} models", "WB-7"
        return
    if isinstance(unit.bases, tuple) and len(unit.bases) != len(unit.models):
        yield ("units", u, "bases"), f"{len(unit.bases)} radii for {len(unit.models)} rows", "WB-7"
        return
    for k, (x, y, radius) in enumerate(disc for row in _rows(unit) for disc in row):
        for at, length in zip((x, y), sides, strict=True):
            if length is not None and not radius <= at <= hundredths(length) - radius:
                yield ("units", u, "positions", k), f"{tuple(unit.positions[k])}: it is not on the table", "WB-7"
                break


def _overlap_faults(units: Sequence[Unit]) -> Iterator[Fault]:
    whose = [(u, k) for u, unit in enumerate(units) for k in range(len(unit.positions))]
    discs = [disc for unit in units for row in _rows(unit) for disc in row]
    for i, j in overlaps((disc, n) for n, disc in enumerate(discs)):
        (u, k), (v, m) = (whose[n] for n in sorted((i, j)))
        what = f"this base and that of model {k + 1} of '{units[u].id}' stand on one another"
        yield ("units", v, "positions", m), what, "WB-7"


def _distance_faults(model: FightFile) -> Iterator[Fault]:
    """WB-7, WB-56, WB-R12: stated distances have to be those of the places."""
    by_name = {unit.id: unit for unit in model.units}
    for k, d in enumerate(model.distances):
        if d.unit not in by_name or d.enemy not in by_name:
            continue
        a, b = by_name[d.unit], by_name[d.enemy]
        apart = _apart(_rows(a), _rows(b))
        if abs(apart - d.metres) > AGREES:
            yield ("distances", k, "metres"), f"{d.metres:g} m, but by their positions {apart:.2f} m", "WB-7"
        heroes = [_heroes(unit) for unit in (a, b)]
        if d.heroes is not None and all(heroes):
            found = sorted(_apart([one], [other]) for one, other in product(*heroes))
            if all(abs(x - d.heroes) > AGREES for x in found):
                what = f"{d.heroes:g} m, but by their positions {found[0]:.2f} m"
                yield ("distances", k, "heroes"), what, "WB-56"


def _heroes(unit: Unit) -> list[Discs]:
    return [discs for row, discs in zip(unit.models, _rows(unit), strict=True) if row.is_hero]


def _apart(ours: Sequence[Discs], theirs: Sequence[Discs]) -> float:
    """The shortest distance of two units' models in metres."""
    return min(nearest(a, b)[0] for a, b in product(ours, theirs)) / 100  # concrete: places


def _rows(unit: Unit) -> tuple[Discs, ...]:
    """The bases of every row."""
    spots = iter(unit.positions)
    return tuple(
        tuple((hundredths(x), hundredths(y), radius) for _, (x, y) in zip(range(row.count), spots, strict=False))
        for row, radius in zip(unit.models, _radii(unit), strict=True)
    )


def _radii(unit: Unit) -> tuple[int, ...]:
    given = unit.bases if isinstance(unit.bases, tuple) else (unit.bases,) * len(unit.models)
    return tuple(map(hundredths, given))


# ---------------------------------------------------------------- the layout
def layout_of(model: FightFile) -> Layout | None:
    """The table of a checked file; None for one without places."""
    if not all(unit.positions for unit in model.units):
        return None
    sides = model.table_width, model.table_height
    return Layout(
        start=tuple(tuple((hundredths(x), hundredths(y)) for x, y in unit.positions) for unit in model.units),
        bases=tuple(_radii(unit) for unit in model.units),
        edges=None if sides[0] is None or sides[1] is None else (hundredths(sides[0]), hundredths(sides[1])),
    )


def meetings(model: FightFile, charges: Sequence[Charge], teams: Sequence[int]) -> Iterator[tuple[Slot, Slot]]:
    """The enemies that can ever come within the ranges of WB-7 and WB-56, whatever happens. Units move in two ways
    only: with a charge or an intervention, and where a hero of theirs loses a duel (WB-85)."""
    if not all(unit.positions for unit in model.units):
        return
    given = model.parameters.model_dump()
    rows = [_rows(unit) for unit in model.units]
    strays = [given["withdraw_m"] * sum(row.is_hero for row in unit.models) for unit in model.units]
    for c in sorted(charges, key=lambda c: c.post):
        if c.success:
            ways = [nearest(a, b)[0] / 100 for a, b in product(rows[c.unit], rows[c.target])]  # some rows may be dead
            strays[c.unit] += sorted(ways)[-1] + strays[c.unit] + strays[c.target]
    reach = max(given["engagement_range_m"], given["duel_range_m"])  # concrete: parameters
    for u, e in product(range(len(rows)), repeat=2):
        if u < e and teams[u] != teams[e] and _apart(rows[u], rows[e]) <= reach + strays[u] + strays[e] + AGREES:
            yield Slot(u), Slot(e)
