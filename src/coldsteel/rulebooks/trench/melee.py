"""A round: both pools at once, losses compared, another round or a result (TR-41 to TR-59, TR-70, TR-71)."""

from __future__ import annotations

from collections.abc import Sequence

from coldsteel.kernel.asks import Answer, choose, option, say, stage, tally, tally_classes, total
from coldsteel.kernel.figures import least, no, where
from coldsteel.kernel.state import Slot, Steps, Task, do, evolve
from coldsteel.kernel.tables import Sum
from coldsteel.rulebooks.trench.bout import Bout, Melee, bout, melee_of
from coldsteel.rulebooks.trench.counting import overwhelmed, pool
from coldsteel.rulebooks.trench.initiative import declarations, spent
from coldsteel.rulebooks.trench.legality import accept_bars, fight_on_bars, ignores, last_round
from coldsteel.rulebooks.trench.prisoners import dead
from coldsteel.rulebooks.trench.result import (
    beaten,
    closing,
    decided,
    forgotten,
    nothing_matters,
    stepped_back,
    undecided,
)
from coldsteel.rulebooks.trench.spread import deal_kill, deal_shock, faces_of, killed, take_shock
from coldsteel.rulebooks.trench.state import End, Fight
from coldsteel.rulebooks.trench.tabletop import hit_order

__all__ = ["answer_defeat", "compare", "driven_off", "exchange", "roll_back", "round_of"]


def round_of(f: Fight, b: Bout) -> list[Task]:
    """The tasks of a round: Initiative, then the blows."""
    return [*declarations(f, b), do(exchange, b.r, melee_of(b))]


def exchange(f: Fight, r: int, melee: Melee) -> Steps[Fight]:
    """Dice are counted and rolled, kills dealt, losses compared; Shock, which plays no part in that, is looked at after
    it (TR-41 to TR-54)."""
    b = bout(f, r, melee)
    pools = pool(f, b, 0), pool(f, b, 1)
    f = evolve(spent(f, b), round=r if f.setup.tells_round else 0)
    for weak in (0, 1):
        if overwhelmed(f, b, weak, (pools[0].value, pools[1].value)):
            return f.first(do(driven_off, weak, melee))
    if f.r.hit_allocation != "even":
        return (yield from _all_at_once(f, b, pools))
    by_a = yield from kills(f, 0, pools[0])
    by_b = yield from kills(f, 1, pools[1])
    lost = _lost(f, b, 0, by_b), _lost(f, b, 1, by_a)
    hit = hit_order(f, b, 0), hit_order(f, b, 1)
    f = killed(killed(f, hit[0], by_b), hit[1], by_a)
    f, tasks = yield from compared(f, b, lost)
    if not _shock_matters(f, b, tasks):
        return _at_once(f, tasks)
    left = _lying(f, b, 0, pools[0].value - by_a), _lying(f, b, 1, pools[1].value - by_b)
    shock = [do(take_shock, s, hit[s], _pairs_only(f, b)) for s in (b.attacker, 1 - b.attacker)]
    return evolve(f, lying=left).first(*shock, *tasks)


def _lying(f: Fight, b: Bout, side: int, dice: int) -> int:
    """The dice that may still give Shock: none where no living Group is left to take it (TR-52)."""
    return dice * (_men(f, b, 1 - side) > 0)


def kills(f: Fight, side: int, dice: Sum) -> Answer[int]:
    """The kills of a side's pool (TR-48, TR-49)."""
    counted = stage("kills", faces_of(f)[1], 6, clause="TR-48", counts="kill")
    return (yield from tally(side, dice.value, counted, what="the blows", clause="TR-48", n_rows=dice.rows))


def _shock_matters(f: Fight, b: Bout, tasks: Sequence[Task]) -> bool:
    """Will anything look at the Shock of this round: another round, what follows the fight, or who asks for it?"""
    over = not tasks or tasks[0].step in (beaten, closing)
    if over and f.setup.house is not None and nothing_matters(f):
        return False
    if f.setup.remember == "all" or f.setup.captures or f.setup.may_pursue:
        return True
    return not over


def _at_once(f: Fight, tasks: Sequence[Task]) -> Fight:
    """What follows without dice or choices is done at once."""
    for task in tasks:
        f = task.step(f, *task.args)
    return forgotten(f) if nothing_matters(f) else f


def _pairs_only(f: Fight, b: Bout) -> bool:
    """Before the last round only complete pairs of Shock matter (TR-22), if nobody asks for it at the end."""
    kept = f.setup.remember == "all" or f.setup.captures or f.setup.may_pursue or f.r.shock_scope == "side"
    kept = kept or f.r.ignore_at_cap == "uncapped" or (f.setup.house is not None and not f.setup.last_fight)
    return not kept and b.r + 1 >= last_round(f)


def _all_at_once(f: Fight, b: Bout, pools: tuple[Sum, Sum]) -> Steps[Fight]:
    """TR-R18: kills and Shock lie open before they are dealt, by their owners, the attacker's first, or at random."""
    shock, kill = faces_of(f)
    classes = stage("kills", kill, 6, clause="TR-48", counts="kill"), stage("Shock", shock, kill - 1, counts="Shock")
    for side, dice in enumerate(pools):
        taken = yield from tally_classes(side, dice.value, *classes, what="the blows", clause="TR-48", n_rows=dice.rows)
        lost = _lost(f, b, 1 - side, taken[0])
        points = where(lost < _men(f, b, 1 - side), taken[1], 0)
        f = f.with_dealt(1 - side, kills=lost, shock=points, lost=lost)
    sides = (b.attacker, 1 - b.attacker)
    tasks = [do(step, side, b.sides[side]) for side in sides for step in (deal_kill, deal_shock)]
    return f.first(*tasks, do(compare, b.r, melee_of(b)))


def _lost(f: Fight, b: Bout, side: int, kills: int) -> int:
    """The men that a side loses: kills beyond the last man are lost (TR-52, TR-54)."""
    return least(kills, _men(f, b, side))


def _men(f: Fight, b: Bout, side: int) -> int:
    men = 0
    for g in b.sides[side]:
        men = men + f.men(g)
    return men


def compare(f: Fight, r: int, melee: Melee) -> Steps[Fight]:
    """TR-R18: the losses of a round whose hits were dealt one by one."""
    lost = f.dealt[0].lost, f.dealt[1].lost
    f = f.with_dealt(0, lost=0).with_dealt(1, lost=0)
    f, tasks = yield from compared(f, bout(f, r, melee), lost)
    return f.first(*tasks)


# ---------------------------------------------------------------- the comparison
Result = Answer[tuple[Fight, list[Task]]]


def compared(f: Fight, b: Bout, lost: tuple[int, int]) -> Result:
    """Who is gone, who has lost more (TR-53 to TR-59) -> the state, and what is to be done next."""
    a_gone, b_gone = _men(f, b, 0) == 0, _men(f, b, 1) == 0
    if a_gone | b_gone:  # TR-55
        return (yield from _wiped_out(f, b, a_gone, b_gone))
    d = _behind(f, b, lost)
    if d == 0:
        return (yield from _drawn(f, b))
    loser = 0 if d > 0 else 1
    yield from say("{side} is beaten by {d}", "TR-54", side=f.side_name(loser), d=abs(d))
    f = evolve(f, margin=least(abs(d), 4))
    if f.chase and f.r.pursuit_share == "last_round":  # TR-R29
        f = f.with_chase(last_lost=lost[loser])
    if _may_answer(f, b, loser):
        return f, [do(answer_defeat, b.r, loser, melee_of(b))]
    return decided(f, End.DEFEAT, 1 - loser), _over(f, b, loser)


def _over(f: Fight, b: Bout, loser: int | None = None) -> list[Task]:
    """What follows a fight; in a house it stands on the agenda already."""
    if f.setup.house:
        return []
    return [do(closing) if loser is None else do(beaten, loser, melee_of(b))]


def _behind(f: Fight, b: Bout, lost: tuple[int, int]) -> int:
    """How many men more A has lost than B, in this round (TR-54) or in the fight so far (TR-R19)."""
    if f.r.loss_window == "round":
        return lost[0] - lost[1]
    return _lost_in_all(f, b, 0) - _lost_in_all(f, b, 1)


def _lost_in_all(f: Fight, b: Bout, side: int) -> int:
    out = 0
    for g in b.sides[side]:
        out = out + dead(f, g)
    return out


def _wiped_out(f: Fight, b: Bout, a_gone: bool, b_gone: bool) -> Result:
    """TR-55: both sides without men, or one."""
    if a_gone & b_gone:
        yield from say("nobody is left on either side", "TR-55")
        return undecided(f, End.MUTUAL), _over(f, b)
    winner = 1 if a_gone else 0
    yield from say("{side} is wiped out", "TR-55", side=f.side_name(1 - winner))
    return decided(f, End.WIPED_OUT, winner), _over(f, b, 1 - winner)


def _drawn(f: Fight, b: Bout) -> Result:
    """Equal losses: another round, after the last a step back (TR-56 to TR-59)."""
    if b.r < last_round(f):
        yield from say("equal losses: another round at once", "TR-56")
        return f, _next_round(f, b)
    yield from say("equal losses in the last round: a step back", "TR-58")
    return stepped_back(undecided(f, End.STALEMATE), b), _over(f, b)


def _next_round(f: Fight, b: Bout) -> list[Task]:
    """The same fight goes on; beyond the last round (TR-R26 uncapped) rounds are no longer told apart."""
    return round_of(f, evolve(b, r=min(b.r + 1, max(2, last_round(f)))))  # concrete: the number of the round


# ---------------------------------------------------------------- a defeat that is ignored
def _may_answer(f: Fight, b: Bout, loser: int) -> bool:
    """Has the beaten side something to say (TR-70)? Under TR-R26 `must` only where it has to fight on."""
    if not any(f.profile(g).hardened for g in b.sides[loser]):
        return False
    if f.r.ignore_choice == "may":
        return True
    if b.r >= last_round(f) and f.r.ignore_at_cap == "stands":
        return False
    return (f.margin == 1) & ignores(f, b, loser)


def answer_defeat(f: Fight, r: int, loser: int, melee: Melee) -> Steps[Fight]:
    """Veterans and aggressive troops ignore a defeat by 1 (TR-70, TR-71)."""
    b = bout(f, r, melee)
    last = r >= last_round(f)
    if last and f.r.ignore_at_cap == "draw":  # TR-R26
        if (f.margin == 1) & ignores(f, b, loser):
            return closing(stepped_back(undecided(f, End.STALEMATE), b))
    options = [
        option("fight on", "fight on", *fight_on_bars(f, b, loser)),
        option("fall back", "fall back", *accept_bars(f, b, loser)),
    ]
    taken = yield from choose(loser, options, what=f"{f.side_name(loser)}, beaten", clause="TR-70")
    if taken == "fight on":
        f = f.with_chase(last_lost=0) if f.chase else f  # TR-R29: the next round is not this one
        return evolve(f, margin=0).first(*_next_round(f, b))
    return beaten(decided(f, End.DEFEAT, 1 - loser), loser, melee)


# ---------------------------------------------------------------- overwhelming odds
def driven_off(f: Fight, weak: int, melee: Melee) -> Steps[Fight]:
    """Against four times its dice a side retreats at once, 3d6 inches, with 6 Shock on each Group (TR-42 to TR-45)."""
    b = bout(f, 1, melee)
    yield from say("{side} faces overwhelming odds", "TR-42", side=f.side_name(weak))
    f = decided(f, End.OVERWHELMED, 1 - weak)
    for g in b.sides[weak]:
        f = f.with_group(g, shock=f.groups[g].shock + f.p.overwhelm_shock * f.living(g))
    if f.setup.house:  # rolled for when somebody goes out by a door
        return f
    if f.r.overwhelm_roll == "group":  # TR-R16
        return f.first(*(do(roll_back, weak, g) for g in b.sides[weak]), do(beaten, weak, melee))
    inches = yield from total(weak, f.p.overwhelm_roll_dice, what="inches of the retreat", clause="TR-44")
    return beaten(evolve(f, rolls=(inches,)), weak, melee)


def roll_back(f: Fight, weak: int, g: Slot) -> Steps[Fight]:
    """TR-R16 `group`: each Group rolls for its own retreat."""
    if no(f.living(g)):
        return f
    what = f"inches of the retreat of {f.id(g)}"
    inches = yield from total(weak, f.p.overwhelm_roll_dice, what=what, clause="TR-44")
    return evolve(f, rolls=tuple(inches if k == g else x for k, x in enumerate(f.rolls)))
