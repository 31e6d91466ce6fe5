"""Rounds: the close-combat phase, the fights in it, and what is left for the next turn (BY-136 to BY-138)."""

from __future__ import annotations

from coldsteel.kernel.asks import choose, option, say
from coldsteel.kernel.figures import no
from coldsteel.kernel.state import Slot, Steps, Task, do, evolve
from coldsteel.rulebooks.bayonet.charge import command
from coldsteel.rulebooks.bayonet.melee import combat_result, exchange, share_out
from coldsteel.rulebooks.bayonet.rout import break_test, retreats, surrounded
from coldsteel.rulebooks.bayonet.setup import Setup
from coldsteel.rulebooks.bayonet.state import Fight, opening
from coldsteel.rulebooks.bayonet.supports import Held, supports
from coldsteel.rulebooks.bayonet.tabletop import fights_meet

__all__ = ["close_combat", "end_of_round", "fights", "next_fight", "start"]

Pairs = tuple[tuple[Slot, Slot], ...]


def start(setup: Setup) -> Fight:
    """The opening state: the command phase of the first player turn, if orders are given in it, and close combat."""
    f, opens = opening(setup), do(close_combat, min(1, setup.last_turn), setup.active)  # concrete: the set-up
    return f.first(do(command, 1, setup.active), opens) if setup.last_turn else f.first(opens)


def close_combat(f: Fight, turn: int, active: int) -> Steps[Fight]:
    """One round of every fight: units linked by contact fight together (BY-119, BY-136, BY-138)."""
    touching = tuple(pair for pair in f.setup.pairs if f.touches(*pair))
    if not touching:
        return next_turn(f, turn, active)
    yield from say("Round #", "BY-137", heading=True)
    found = tuple(fights(touching))
    f = f.first(do(end_of_round, turn, active))
    if f.then.ground:
        return settled(f, found, active, supports(f, {u for pair in touching for u in pair}))
    return f.first(*(task for fight in found for task in one_fight(f, fight, active)))


def fights(touching: Pairs) -> list[Pairs]:
    """Sorts contacts into fights: sets of units linked by contact (BY-119)."""
    out: list[Pairs] = []
    for pair in touching:
        linked = [fight for fight in out if any(set(pair) & set(other) for other in fight)]
        joined = (*(p for fight in linked for p in fight), pair)
        out = [*(fight for fight in out if fight not in linked), joined]
    return [tuple(p for p in touching if p in fight) for fight in out]


# ---------------------------------------------------------------- one fight after another
def settled(f: Fight, found: tuple[Pairs, ...], active: int, held: Held) -> Fight:
    """BY-136: on a table, where fights may be in each other's way, the active side picks their order."""
    if len(found) > 1 and fights_meet(f, tuple(_stances(f, fight) for fight in found)):
        return f.first(do(next_fight, found, active, held))
    return f.first(*(task for fight in found for task in one_fight(f, fight, active, held)))


def next_fight(f: Fight, found: tuple[Pairs, ...], active: int, held: Held) -> Steps[Fight]:
    """The active side picks the fight that is settled next (BY-136)."""
    options = [option(k, f"the fight of {' and '.join(map(f.id, pairs[0]))}") for k, pairs in enumerate(found)]
    taken = yield from choose(active, options, what="which fight", clause="BY-136")
    assert taken is not None, "any of them may be the next"
    rest = found[:taken] + found[taken + 1 :]
    f = settled(f, rest, active, held)
    return f.first(*one_fight(f, found[taken], active, held))


def _stances(f: Fight, pairs: Pairs) -> tuple[tuple[Slot, tuple[int, ...]], ...]:
    """The units of a fight, each with its sides that are touched."""
    out: dict[Slot, set[int]] = {}
    for a, b in pairs:
        out.setdefault(a, set()).add(int(f.touched_side(a, b)))
        out.setdefault(b, set()).add(int(f.touched_side(b, a)))
    return tuple((u, tuple(sorted(sides))) for u, sides in sorted(out.items()))


def one_fight(f: Fight, pairs: Pairs, active: int, held: Held = ()) -> list[Task]:
    """The steps of one fight's round, in their order; `held` are the supports on a table."""
    ours, theirs = tuple(sorted({a for a, _ in pairs})), tuple(sorted({b for _, b in pairs}))
    units = (*ours, *theirs)
    foes = {u: tuple(b if u == a else a for a, b in pairs if u in (a, b)) for u in units}
    declares = active if f.r.allocation_first == "active" else 1 - active  # BY-99, BY-C12
    sharing = [u for side in (declares, 1 - declares) for u in (ours, theirs)[side] if len(foes[u]) > 1]
    crowded = [u for side in (active, 1 - active) for u in (ours, theirs)[side] if len(foes[u]) > 3]
    leaving = [do(surrounded, u, active) for u in crowded]
    if f.then.ground:
        held = tuple(x for x in held if x[0] in units)
        leaving = [do(retreats, (ours, theirs)[side], active) for side in (active, 1 - active)]
    return [
        *(do(share_out, u, foes[u]) for u in sharing),
        *(do(exchange, a, b, len(foes[a]) == 1, len(foes[b]) == 1) for a, b in pairs),
        do(combat_result, ours, theirs, *((held,) if held else ())),
        *(do(break_test, u) for u in units),
        *leaving,
    ]


def end_of_round(f: Fight, turn: int, active: int) -> Fight:
    """Contacts of units that are gone are dropped; who still touches fights on (BY-137, BY-138, BY-C18)."""
    for a, b in f.setup.pairs:
        leaving = no(f.in_place(a)) | no(f.in_place(b))
        f = f.without_contact(a, b, f.touches(a, b) & leaving)
        f = _contact_ages(f, a, b)
    for u in range(len(f.units)):
        f = _standing_down(f, u)
    if f.setup.max_rounds:
        f = evolve(f, rounds_left=f.rounds_left - 1)
        if f.rounds_left == 0:  # BY-139 unresolved, if enemies still touch
            return _at_rest(f)
    return next_turn(f, turn, active)


def _contact_ages(f: Fight, a: Slot, b: Slot) -> Fight:
    """What second readings remember of a contact: BY-R32 that it was there, BY-R10 and BY-R34 that it is new."""
    if f.r.won_last_scope == "same_enemy":
        f = f.with_contact(a, b, held=f.touches(a, b))
    if f.r.flank_modifiers_last == "charge_round" or not f.r.phase_contacts_count:
        f = f.with_contact(a, b, fresh=False)
    return f


def _standing_down(f: Fight, u: int) -> Fight:
    """BY-108: the winner's bonus is for those in contact without a break."""
    x, engaged = f.units[u], f.engaged(u)
    return f.with_unit(u, won_last=x.won_last & engaged, charged=x.charged & engaged)


def _at_rest(f: Fight) -> Fight:
    """What no later round will look at is cleared."""
    for u in range(len(f.units)):
        f = f.with_unit(u, won_last=False, charged=False)
    return f


def next_turn(f: Fight, turn: int, active: int) -> Fight:
    """The other side's player turn (BY-136), if orders are still to come or enemies touch."""
    if turn < f.setup.last_turn:
        return f.first(do(command, turn + 1, 1 - active), do(close_combat, turn + 1, 1 - active))
    if f.fighting():  # whose turn it is matters only to those who share out dice, and to who retires first on a table
        matters = f.setup.several or f.then.ground
        return f.first(do(close_combat, turn, 1 - active if matters else active))
    return f
