"""Faults of a fight on a table: where nobody can stand, and what is stated otherwise than places show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from coldsteel.battlefield.bases import Base
from coldsteel.battlefield.lengths import EPS, GRAIN
from coldsteel.errors import BattlefieldError
from coldsteel.rulebooks.sheets import Fault
from coldsteel.rulebooks.skirmish.filling import base_of, piece_of, table_of
from coldsteel.rulebooks.skirmish.profiles import FightFile

__all__ = ["layout_faults"]

Place = tuple[str | int, ...]
Placed = dict[str, tuple[Place, Base]]


def layout_faults(model: FightFile) -> list[Fault]:
    """All that is wrong with places and terrain; what is stated besides them is looked at once they are right."""
    found = [*_place_faults(model), *_terrain_faults(model)]
    if found:
        return found
    bases = _bases(model)
    found = [*_standing_faults(model, bases), *_overlap_faults(bases)]
    return found or [*_gap_faults(model, bases), *_contact_faults(model, bases), *_stated_faults(model)]


def _place_faults(model: FightFile) -> Iterator[Fault]:
    for s, side in enumerate(model.sides):
        for u, unit in enumerate(side.units):
            for k, m in enumerate(unit.models):
                place = ("sides", s, "units", u, "models", k)
                for name in ("x", "y"):
                    if getattr(m, name) is None:
                        yield (*place, name), f"on a table '{m.name}' needs a place, x and y", "SK-4"
                if m.in_view is not None:
                    yield (*place, "in_view"), "on a table its place and facing tell what it sees", "SK-85"
                if m.interceptable is not None:
                    yield (*place, "interceptable"), "on a table its place tells where it can go", "SK-99"


def _terrain_faults(model: FightFile) -> Iterator[Fault]:
    sound = True
    for k, t in enumerate(model.terrain):
        try:
            piece_of(t)
        except BattlefieldError as error:
            sound = False
            yield ("terrain", k, "shape"), str(error), "SK-49"
    try:
        table_of(model) if sound else None
    except BattlefieldError as error:
        yield ("terrain",), str(error), "SK-49"


def _bases(model: FightFile) -> Placed:
    return {
        m.name: (("sides", s, "units", u, "models", k), base_of(m))
        for s, side in enumerate(model.sides)
        for u, unit in enumerate(side.units)
        for k, m in enumerate(unit.models)
    }


def _standing_faults(model: FightFile, bases: Placed) -> Iterator[Fault]:
    from coldsteel.battlefield.contact import overlapping
    from coldsteel.battlefield.distances import off_table

    table = table_of(model)
    barred = [piece for piece in table.pieces if piece.impassable]
    for name, (place, base) in bases.items():
        if off_table(base, table):
            yield (*place, "x"), f"'{name}' reaches over the edge of the table", "SK-49"
        for piece in overlapping(base, barred, _tolerance(model)):
            yield (*place, "x"), f"'{name}' stands in '{piece.name}', which is impassable", "SK-49"


def _overlap_faults(bases: Placed) -> Iterator[Fault]:
    from coldsteel.battlefield.contact import overlaps

    for (one, (_, a)), (other, (place, b)) in combinations(bases.items(), 2):
        if overlaps(a, b, GRAIN):
            yield (*place, "x"), f"the bases of '{one}' and '{other}' overlap", "SK-C11"


def _tolerance(model: FightFile) -> float:
    """What bases may miss contact by (SK-C11)."""
    stated = float(model.parameters.model_dump()["contact_tolerance"])
    return max(GRAIN, stated)  # concrete: a number of the file


def _gap_faults(model: FightFile, bases: Placed) -> Iterator[Fault]:
    from coldsteel.battlefield.distances import gap

    for k, g in enumerate(model.gaps):
        shown = gap(bases[g.a][1], bases[g.b][1])
        if abs(shown - g.gap_in) > GRAIN + EPS:
            what = f"as they are placed the gap between '{g.a}' and '{g.b}' is {shown:.2f}"
            yield ("gaps", k, "gap_in"), what, "SK-38"


def _contact_faults(model: FightFile, bases: Placed) -> Iterator[Fault]:
    """Contacts may be left out; where any are listed they are all listed."""
    from coldsteel.battlefield.contact import touching

    marked = {frozenset((c.a, c.b)) for c in model.marked}
    listed = {frozenset((c.a, c.b)) for c in model.contacts}
    for k, c in enumerate(model.contacts):
        if not touching(bases[c.a][1], bases[c.b][1], _tolerance(model)) and frozenset((c.a, c.b)) not in marked:
            yield ("contacts", k), f"as they are placed '{c.a}' and '{c.b}' do not touch", "SK-4"
    names = [[m.name for unit in side.units for m in unit.models] for side in model.sides]
    for a, b in product(*names) if "contacts" in model.model_fields_set else ():
        if frozenset((a, b)) not in listed and touching(bases[a][1], bases[b][1], _tolerance(model)):
            yield ("contacts",), f"as they are placed '{a}' and '{b}' touch", "SK-4"


def _stated_faults(model: FightFile) -> Iterator[Fault]:
    """Obstacles stated besides the terrain: they must be those that the field finds between the two."""
    if not model.across_obstacle:
        return
    from coldsteel.rulebooks.skirmish.field import field_of
    from coldsteel.rulebooks.skirmish.profiles import setup_of

    setup = setup_of(model)
    slot = {p.name: k for k, p in enumerate(setup.models)}
    for k, c in enumerate(model.across_obstacle):
        found = field_of(setup).between(setup.opening, slot[c.a], slot[c.b])
        if found is None:
            what = f"as they are placed no obstacle is between '{c.a}' and '{c.b}'"
        elif abs(found.size - c.size) > EPS or abs(found.width / 100 - c.width) > GRAIN + EPS:
            what = f"as they are placed the obstacle has size {found.size:g} and width {found.width / 100:.2f}"
        else:
            continue
        yield ("across_obstacle", k), what, "SK-154"
