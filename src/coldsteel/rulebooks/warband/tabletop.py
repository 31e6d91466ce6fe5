"""Where models stand: the ground of a state, and what it answers (WB-7, WB-56, WB-85).

A ground has, for every unit, the place of every model in hundredths of a metre, in the order of its rows. Which models
of a row have fallen is for their owner to say, who takes those farthest from the enemy: a row that lives stands where
all of it stood, and so its nearest model holds. Whether it lives is a figure; how far it stands is none.
"""

from __future__ import annotations

from math import hypot

from coldsteel.battlefield.lengths import EPS
from coldsteel.kernel.figures import any_of
from coldsteel.kernel.state import evolve
from coldsteel.rulebooks.warband.setup import Layout
from coldsteel.rulebooks.warband.state import Fight
from coldsteel.rulebooks.warband.ways import NOWHERE, Discs, Vector, into_contact, nearest, way_out

__all__ = [
    "all_discs",
    "closed_in",
    "discs_of",
    "heroes_near",
    "is_on_table",
    "moved",
    "near",
    "standing",
    "withdrawn",
]


def is_on_table(f: Fight) -> bool:
    """Is the fight stated with places?"""
    return bool(f.then.ground)


def _layout(f: Fight) -> Layout:
    assert f.setup.layout is not None, "asked only of a fight on a table"
    return f.setup.layout


def discs_of(f: Fight, u: int, row: int) -> Discs:
    """The bases of one row of a unit, the fallen among them."""
    first, radius = sum(p.count for p in f.unit(u).rows[:row]), _layout(f).bases[u][row]
    spots = f.then.ground[u][first : first + f.profile(u, row).count]
    return tuple((x, y, radius) for x, y in spots)


def all_discs(f: Fight, u: int) -> Discs:
    """The bases of all rows of a unit, the fallen among them."""
    return tuple(disc for row in f.rows(u) for disc in discs_of(f, u, row))


# ---------------------------------------------------------------- how far apart
def near(f: Fight, u: int, e: int, metres: float) -> bool:
    """Are two living models of these units so near, edge to edge (WB-7, WB-56)?"""
    return any_of(
        (f.alive(u, row) > 0) & (f.alive(e, other) > 0)
        for row in f.rows(u)
        for other in f.rows(e)
        if _gap(f, u, row, e, other) <= 100 * metres + EPS
    )


def heroes_near(f: Fight, d: int, metres: float) -> bool:
    """Are the two heroes of a duel so near (WB-R12)?"""
    (u, v), (row, other) = f.setup.duels[d].units, f.setup.duels[d].rows
    return _gap(f, u, row, v, other) <= 100 * metres + EPS


def _gap(f: Fight, u: int, row: int, e: int, other: int) -> float:
    return nearest(discs_of(f, u, row), discs_of(f, e, other))[0]


# ---------------------------------------------------------------- who stands where
def standing(f: Fight, u: int) -> Discs:
    """The bases of the rows of a unit that live."""
    return tuple(disc for row in f.rows(u) if f.alive(u, row) > 0 for disc in discs_of(f, u, row))


def moved(f: Fight, u: int, way: Vector) -> Fight:
    """With all models of the rows of a unit that live moved by one vector; the others lie where they fell."""
    if way == NOWHERE:
        return f
    ground, unit = f.then.ground, []
    for row in f.rows(u):
        dx, dy = way if f.alive(u, row) > 0 else NOWHERE
        unit += [(x + dx, y + dy) for x, y, _ in discs_of(f, u, row)]
    return evolve(f, then=f.then.on((*ground[:u], tuple(unit), *ground[u + 1 :])))


def closed_in(f: Fight, u: int, e: int) -> Fight:
    """A charge or an intervention that came home: the unit is moved by the shortest line until the nearest bases touch
    (WB-C2). How it really went is for the chapter on charges to say, so nobody stands in its way here."""
    ours, theirs = standing(f, u), standing(f, e)
    return moved(f, u, into_contact(ours, theirs)) if ours and theirs else f


# ---------------------------------------------------------------- out of melee
def withdrawn(f: Fight, u: int) -> tuple[Fight, str]:
    """WB-85, WB-C19: a unit leaves melee, all its models by one vector. -> the fight, and what is to be told of it. The
    edges of a table stop it as bases do, which the ledger does not say."""
    p = f.setup.parameters
    clear, most = round(100 * p.engagement_range_m), round(100 * p.withdraw_m)
    ours, by_side = standing(f, u), _in_reach(f, u, clear + most)
    way = way_out(ours, by_side[True], by_side[False], clear, most, _layout(f).edges)
    told = f"{f.id(u)} withdraws {hypot(*way) / 100:.2f} m"
    f = moved(f, u, way)
    if by_side[True]:
        told += f", {nearest(standing(f, u), by_side[True])[0] / 100:.2f} m from the nearest enemy"
    return f, told


def _in_reach(f: Fight, u: int, reach: int) -> dict[bool, Discs]:
    """The bases of living rows of others, enemies (True) and friends, that are near enough to matter on a way so long.
    Of those who are not nobody need ask whether they live."""
    found: dict[bool, Discs] = {True: (), False: ()}
    ours = all_discs(f, u)
    for e in range(len(f.units)):
        if e != u and nearest(ours, all_discs(f, e))[0] <= reach + 2:
            found[f.setup.team(e) != f.setup.team(u)] += standing(f, e)
    return found
