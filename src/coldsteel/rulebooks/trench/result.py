"""The result of a fight: levels and Shock of the beaten, and what is done after it (TR-58 to TR-73)."""

from __future__ import annotations

from coldsteel.kernel.figures import least, where
from coldsteel.kernel.state import Slot, Task, do, evolve
from coldsteel.rulebooks.trench.bout import Bout, Melee, bout
from coldsteel.rulebooks.trench.cavalry import pursue
from coldsteel.rulebooks.trench.prisoners import prisoners_of, survivors, take, tell_off
from coldsteel.rulebooks.trench.retreat import beaten_by_cavalry, fall_back, on_level, rolled
from coldsteel.rulebooks.trench.setup import OUTSIDE
from coldsteel.rulebooks.trench.spread import shares
from coldsteel.rulebooks.trench.state import Chase, Dealt, End, Fight, GroupState, Winner
from coldsteel.rulebooks.trench.tabletop import renewed, step_back

__all__ = [
    "aftermath",
    "beaten",
    "closing",
    "decided",
    "go_back",
    "inches_back",
    "nothing_matters",
    "stepped_back",
    "suffered",
    "takes_survivors",
    "undecided",
]


def nothing_matters(f: Fight) -> bool:
    """Is a fight that has ended the last one, and nobody asks what becomes of the men?"""
    lost = f.setup.remember == "end" and f.setup.house is not None and f.winner != 1 + f.setup.attacker
    return f.setup.last_fight or bool(lost)


def decided(f: Fight, end: End, winner: int) -> Fight:
    """The fight has ended so, and this side has won it."""
    margin = f.margin if end == End.DEFEAT else 0
    return evolve(f, end=end, winner=Winner(1 + winner), margin=margin)


def undecided(f: Fight, end: End) -> Fight:
    """The fight has ended so, and nobody has won it (TR-55); or nothing is decided, and there is a step back without
    Shock or restriction (TR-58, TR-59)."""
    return evolve(f, end=end, winner=Winner.NOBODY, margin=0)


def stepped_back(f: Fight, b: Bout) -> Fight:
    """The step back of TR-58, TR-59, where places are known and somebody asks for them."""
    return f if nothing_matters(f) else step_back(f, b)


# ---------------------------------------------------------------- the beaten
def beaten(f: Fight, loser: int, melee: Melee) -> Fight:
    """The beaten side suffers for it and falls back (TR-60 to TR-73). In a building what comes of it stands
    on the agenda already."""
    b = bout(f, 1, melee)
    if f.setup.house:
        return f
    if takes_survivors(f):  # before levels and Shock
        return f.first(do(survivors, 1 - loser, b.sides[loser]), do(go_back, loser, melee))
    return go_back(f, loser, melee)


def suffered(f: Fight, groups: tuple[Slot, ...]) -> Fight:
    """The beaten Groups at their levels, with the Shock that comes with these."""
    return _shock_of_result(_levels(f, groups), groups)


def takes_survivors(f: Fight) -> bool:
    """TR-R34: are living men taken before the beaten fall back?"""
    return f.setup.take_prisoners and f.setup.captures and f.r.prisoner_roll == "extra_survivor"


def _levels(f: Fight, groups: tuple[Slot, ...]) -> Fight:
    """The level of each living Group: recruits one worse (TR-72, TR-73)."""
    for g in groups:
        level = least(4, f.margin + f.profile(g).recruit)
        f = f.with_group(g, level=where((f.end == End.DEFEAT) & f.living(g), level, 0))
    return f


def _shock_of_result(f: Fight, groups: tuple[Slot, ...]) -> Fight:
    """Shock that comes with a level (TR-61 to TR-65)."""
    twos = [f.groups[g].level == 2 for g in groups]
    dealt = shares(f.p.loss2_points, twos)  # TR-62
    if f.r.loss2_shock == "group":  # TR-R22
        dealt = [f.p.loss2_points * two for two in twos]
    for g, points in zip(groups, dealt, strict=True):
        x = f.groups[g]
        more = points + f.p.loss3_points * (x.level == 3) + twice(f, g) * (x.level == 4)
        f = f.with_group(g, shock=x.shock + more)
    return f


def twice(f: Fight, g: Slot) -> int:
    """The Shock that counts twice at level 4: what the Group took from dice in this fight (TR-65), or all (TR-R23)."""
    if f.r.loss4_double == "all_carried":
        return f.groups[g].shock
    several = f.setup.house is not None and f.setup.house.floors > 1
    unknown = several and f.setup.remember != "all" and f.side(g) == f.setup.attacker
    return 0 if unknown else f.groups[g].shock - f.shock_before(g)


def inches_back(f: Fight, g: Slot) -> int:
    """The inches that a beaten Group is to go (TR-44, TR-60 to TR-64, TR-76)."""
    return where(f.end == End.OVERWHELMED, rolled(f, g), on_level(f, g, beaten_by_cavalry(f, g)))


def go_back(f: Fight, loser: int, melee: Melee) -> Fight:
    """Levels and Shock of the beaten, who fall back in the open; the winner stays (TR-75). Then prisoners, guards and
    pursuit."""
    groups = bout(f, 1, melee).sides[loser]
    f = suffered(f, groups)
    for g in groups:
        hard = (f.end == End.OVERWHELMED) | (f.groups[g].level == 4)
        f = fall_back(f, g, inches_back(f, g), hard)
    tasks = aftermath(f, 1 - loser, bout(f, 1, melee))
    return f.first(*tasks, do(closing)) if tasks else closing(f)


# ---------------------------------------------------------------- afterwards
def aftermath(f: Fight, winner: int, b: Bout) -> list[Task]:
    """Throws for prisoners, guards, pursuit (ledger 5, step 3)."""
    tasks: list[Task] = []
    ours, theirs = b.sides[winner], b.sides[1 - winner]
    if f.setup.take_prisoners and f.setup.captures and f.r.prisoner_roll == "instead_of_dead":
        tasks += [do(take, winner, g) for g in theirs]
    alone = f.setup.house is not None and len(ours) == 1 and not f.setup.take_prisoners
    if f.setup.captures and not alone:  # in a house one Group alone gives its guards in passing
        tasks.append(do(tell_off, winner, ours))
    riding = any(f.profile(g).cavalry for g in ours) and any(not f.profile(g).cavalry for g in theirs)
    if riding and f.chase:
        tasks.append(do(pursue, winner))
    return tasks


def closing(f: Fight) -> Fight:
    """The fight is over: what no outcome tells is cleared, so that states merge."""
    if f.then.tasks:
        return f
    f = evolve(
        f,
        dealt=tuple(Dealt() for _ in f.dealt),
        stairs=tuple(0 for _ in f.stairs),
        chase=tuple(evolve(x, last_lost=0) for x in f.chase),
        renewed=tuple(f.setup.remember != "end" and renewed(f) for _ in f.renewed),
    )
    if f.setup.remember == "end":
        f = evolve(f, then=f.then.on(()))
    if f.setup.remember != "all":
        f = forgotten(f)
    return _rounded_off(f)


def _rounded_off(f: Fight) -> Fight:
    """What only the way here hung on is cleared; in a building who got away and who stayed are one Group again."""
    for g, taken in enumerate(x.taken for x in f.groups):
        f = f.with_taken(g, told=0) if taken else f
    for g in range(len(f.groups)) if f.setup.house else ():
        x = f.groups[g].housed[0]
        f = f.with_group(g, men=f.groups[g].men + x.away)
        f = f.with_housed(g, men=0, shock=0, away=0, away_floor=OUTSIDE)
    return f


def forgotten(f: Fight) -> Fight:
    """What the fight file does not ask to be remembered is cleared."""
    for g, x in enumerate(f.groups):
        if x.taken and f.setup.remember == "men":  # TR-104: who walks by himself is still told
            broken = f.morale_lost(g) & (prisoners_of(f, Slot(g)) > 0)
            f = f.with_taken(g, broken=x.taken[0].broken | broken)
        f = f.with_group(g, shock=0)
        if f.setup.remember == "end":
            nothing = GroupState()
            f = f.with_group(g, men=0, level=0, status=nothing.status)
            f = f.with_group(
                g, leaders=tuple(evolve(y, points=0) for y in x.leaders), lasting=tuple(0 for _ in x.lasting)
            )
    if f.setup.remember == "end":
        f = evolve(f, rolls=tuple(0 for _ in f.rolls), chase=tuple(Chase() for _ in f.chase))
    return f
