"""Initiative: how many points each Leader spends in a round (TR-14, TR-15, TR-41)."""

from __future__ import annotations

from itertools import pairwise

from coldsteel.kernel.asks import choose, option
from coldsteel.kernel.figures import least, most
from coldsteel.kernel.state import Slot, Steps, Task, do
from coldsteel.rulebooks.trench.bout import Bout
from coldsteel.rulebooks.trench.legality import spend_bars
from coldsteel.rulebooks.trench.state import Fight

__all__ = ["declarations", "spend", "spent"]


def declarations(f: Fight, b: Bout) -> list[Task]:
    """First the attacker's, then the defender's Leaders (TR-41, TR-C6), one task each."""
    first = b.attacker if f.r.initiative_order == "attacker_first" else 1 - b.attacker
    groups = (*b.sides[first], *b.sides[1 - first])
    return [do(spend, g, k) for g in groups for k in range(len(f.groups[g].leaders))]


def spend(f: Fight, g: Slot, number: int) -> Steps[Fight]:
    """A Leader says openly how many points he spends (TR-14, TR-41)."""
    (leader,) = [x for x in f.profile(g).leaders if x.number == number]
    options = [option(n, str(n), *spend_bars(f, g, number, n)) for n in range(leader.initiative + 1)]
    several = f"Leader {number + 1} of " if len(f.groups[g].leaders) > 1 else ""
    points = yield from choose(f.side(g), options, what=f"Initiative for {several}{f.id(g)}", clause="TR-14")
    assert points is not None, "nobody has to spend any"
    return f.with_leader(g, number, points=f.groups[g].leaders[number].points - points, spent=points)


def spent(f: Fight, b: Bout) -> Fight:
    """The dice are counted: what was spent is gone, or stays for the fight (TR-15, TR-R5)."""
    for g in (*b.sides[0], *b.sides[1]):
        x = f.groups[g]
        if x.lasting:
            bought = x.lasting[0]
            for leader in x.leaders:
                bought = bought + leader.spent
            f = f.with_group(g, lasting=(bought,))
        for k in range(len(x.leaders)):
            f = f.with_leader(g, k, spent=0)
        f = _fewest_first(f, g)
    return f


def _fewest_first(f: Fight, g: Slot) -> Fight:
    """TR-51: of Leaders of one Status he with the fewest points falls first, so they are kept in that order."""
    alike = [x for x in f.profile(g).leaders if x.number >= 0]
    pairs = [(a.number, b.number) for a, b in pairwise(alike) if a.status == b.status]
    for _ in pairs:
        for i, j in pairs:
            one, other = f.groups[g].leaders[i].points, f.groups[g].leaders[j].points
            f = f.with_leader(g, i, points=least(one, other)).with_leader(g, j, points=most(one, other))
    return f
