"""Who is hit: kills and Shock spread over the Groups of a side (TR-50 to TR-52, TR-R18)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import prod

from coldsteel.kernel.asks import choose, option, pick, recount, stage
from coldsteel.kernel.figures import is_plain, least, look, most, where
from coldsteel.kernel.state import Slot, Steps, do, evolve
from coldsteel.rulebooks.trench.legality import hit_bars
from coldsteel.rulebooks.trench.setup import around_a_corner
from coldsteel.rulebooks.trench.state import Fight, Status

__all__ = ["deal_kill", "deal_shock", "faces_of", "fallen", "killed", "shares", "shocked", "take_shock"]

Slots = tuple[Slot, ...]


MOST_CELLS = 400_000  # of a table of who falls; above it, it is worked out anew for every kill


def fallen(men: Sequence[int], kills: int, most_men: Sequence[int]) -> list[int]:
    """The men left of Groups of at most `most_men` each, after kills dealt one at a time, round and round; kills beyond
    the last man are lost (TR-50, TR-52)."""
    if len(men) == 1:
        return [most(0, men[0] - kills)]
    kills = least(kills, sum(men))
    if is_plain(kills) or _cells(most_men) > MOST_CELLS:
        return _worked_out(men, kills, max(most_men))  # concrete: profiles
    place = 0
    for m, most_of_it in zip(men, most_men, strict=True):
        place = place * (most_of_it + 1) + m
    place = place * (sum(most_men) + 1) + kills
    return [look(table, place) for table in _tables(tuple(most_men))]


def _cells(most_men: Sequence[int]) -> int:
    return prod(m + 1 for m in most_men) * (sum(most_men) + 1)


@lru_cache(32)
def _tables(most_men: tuple[int, ...]) -> tuple[array[int], ...]:
    """For every Group a table of its men left, by the men of all Groups and the kills."""
    tables = tuple(array("q", [0]) * _cells(most_men) for _ in most_men)
    place = 0
    for men in product(*(range(m + 1) for m in most_men)):
        left, turn = list(men), 0
        for _ in range(sum(most_men) + 1):
            for table, m in zip(tables, left, strict=True):
                table[place] = m
            place += 1
            if any(left):
                while not left[turn % len(left)]:
                    turn += 1
                left[turn % len(left)] -= 1
                turn += 1
    return tables


def _worked_out(men: Sequence[int], kills: int, most_men: int) -> list[int]:
    turns = 0  # full rounds of dealing
    for turn in range(1, most_men + 1):
        turns = turns + 1 * (_dealt(men, turn) <= kills)
    more = kills - _dealt(men, turns)
    left = []
    for m in men:
        hit = 1 * ((m > turns) & (more > 0))
        left.append(m - least(m, turns) - hit)
        more = more - hit
    return left


def _dealt(men: Sequence[int], turns: int) -> int:
    """Kills dealt after so many full rounds."""
    out = 0
    for m in men:
        out = out + least(m, turns)
    return out


def shares(points: int, takes: Sequence[bool]) -> list[int]:
    """Points dealt one at a time, round and round, over those who take some (TR-50, TR-62)."""
    if len(takes) == 1:
        return [points * takes[0]]
    takers, rank, out = 0, 0, []
    for takes_some in takes:
        takers = takers + 1 * takes_some
    takers = most(1, takers)
    for takes_some in takes:
        out.append((points + takers - 1 - rank) // takers * takes_some)
        rank = rank + 1 * takes_some
    return out


def killed(f: Fight, groups: Slots, kills: int) -> Fight:
    """The Groups of a side after these kills, spread evenly; a Group without men loses its Shock and its Leaders'
    points (TR-50, TR-51)."""
    men = [f.men(g) for g in groups]
    most_men = [f.profile(g).men for g in groups]
    for g, m in zip(groups, fallen(men, kills, most_men), strict=True):
        f = _left(f, g, m)
    return f


def _left(f: Fight, g: Slot, men: int) -> Fight:
    """A Group with so many men left, if it still fights."""
    x = f.groups[g]
    there = where(x.status == Status.HOLDING, men, x.men)  # who has surrendered is spared
    f = f.with_group(g, men=there, shock=x.shock * (there > 0))
    for k, leader in enumerate(f.profile(g).leaders):
        if leader.number >= 0:
            points = f.groups[g].leaders[leader.number].points * f.leader_lives(g, k)
            f = f.with_leader(g, leader.number, points=points)
    return f


def shocked(f: Fight, groups: Slots, points: int) -> Fight:
    """The Groups of a side after this Shock, spread evenly over those with living men (TR-50, TR-52)."""
    for g, share in zip(groups, shares(points, [f.living(g) for g in groups]), strict=True):
        f = f.with_group(g, shock=f.groups[g].shock + share)
    return f


def take_shock(f: Fight, side: int, groups: Slots, pairs_only: bool) -> Steps[Fight]:
    """The enemy's dice that did not kill are looked at for Shock (TR-48, TR-50). With `pairs_only` an odd point, which
    nothing will ever hang on, is dropped (TR-22)."""
    shock, kill = faces_of(f)
    dice = f.lying[1 - side]
    counted = stage("Shock", shock, kill - 1, clause="TR-48", counts="Shock")
    points = yield from recount(1 - side, dice, counted, (kill, 6), what="the same dice for Shock", clause="TR-48")
    f = shocked(f, groups, points)
    for g in groups if pairs_only else ():
        f = f.with_group(g, shock=f.groups[g].shock // f.p.shock_per_die * f.p.shock_per_die)
    return evolve(f, lying=tuple(x if s == side else 0 for s, x in enumerate(f.lying)))


def faces_of(f: Fight) -> tuple[int, int]:
    """The lowest faces that give Shock, and that kill (TR-48; TR-97, TR-107)."""
    if around_a_corner(f.setup):
        return f.p.grenade_shock, f.p.grenade_kill
    return f.p.shock_face, f.p.kill_face


# ---------------------------------------------------------------- TR-R18: other ways to deal hits
def deal_kill(f: Fight, side: int, groups: Slots) -> Steps[Fight]:
    """One kill, to the Group that its owner names, or to a random man's."""
    if f.dealt[side].kills == 0:
        return f
    f = f.with_dealt(side, kills=f.dealt[side].kills - 1).first(do(deal_kill, side, groups))
    g = yield from _hit(f, side, groups, "a kill")
    return _left(f, g, f.groups[g].men - 1)


def deal_shock(f: Fight, side: int, groups: Slots) -> Steps[Fight]:
    """One point of Shock, in the same way."""
    if f.dealt[side].shock == 0:
        return f
    f = f.with_dealt(side, shock=f.dealt[side].shock - 1).first(do(deal_shock, side, groups))
    g = yield from _hit(f, side, groups, "a point of Shock")
    return f.with_group(g, shock=f.groups[g].shock + 1)


def _hit(f: Fight, side: int, groups: Slots, what: str) -> Steps[Slot]:
    """The Group that is hit."""
    if f.r.hit_allocation == "owner_choice":
        options = [option(g, f.id(g), *hit_bars(f, g)) for g in groups]
        named = yield from choose(side, options, what=f"who takes {what}", clause="TR-50")
        assert named is not None, "there is a Group with men"
        return named
    men = [f.men(g) for g in groups]
    place = yield from pick(1 - side, sum(men), what=f"who takes {what}", clause="TR-50")
    for g, m in zip(groups[:-1], men, strict=False):
        if place < m:
            return g
        place = place - m
    return groups[-1]
