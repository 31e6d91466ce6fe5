"""Clearing a building or a dugout floor by floor (TR-82 to TR-91)."""

from __future__ import annotations

from collections.abc import Iterator

from coldsteel.kernel.asks import Option, choose, option, say
from coldsteel.kernel.figures import all_of, any_of, where
from coldsteel.kernel.state import Slot, Steps, do, evolve
from coldsteel.rulebooks.trench.bout import Melee, bout
from coldsteel.rulebooks.trench.legality import attack_bars, help_bars
from coldsteel.rulebooks.trench.melee import round_of
from coldsteel.rulebooks.trench.prisoners import all_told_off, prisoners_of, survivors
from coldsteel.rulebooks.trench.result import aftermath, closing, nothing_matters, suffered, takes_survivors
from coldsteel.rulebooks.trench.setup import OUTSIDE, House, Place, Way
from coldsteel.rulebooks.trench.stairs import withdraw
from coldsteel.rulebooks.trench.state import End, Fight, Status, Taken, Winner

__all__ = ["engage", "floor_decided", "gather", "help_floor", "next_floor", "on_floor", "settled", "storm", "way_of"]

Slots = tuple[Slot, ...]


# ---------------------------------------------------------------- which floor
def next_floor(f: Fight, again: bool) -> Steps[Fight]:
    """The attackers choose the floor to go to, and how; floors are won one by one (TR-82, TR-84, TR-90)."""
    house, attacker = f.setup.house, f.setup.attacker
    assert house is not None
    if all_of(f.held):
        yield from say("every floor is taken", "TR-90")
        return closing(evolve(f, winner=Winner(1 + attacker)))
    options: list[Option[tuple[int, int] | None]] = []
    for way in ways_in(house):
        options.append(option(way, way_text(f, *way), *attack_bars(f, *way)))
    options.append(option(None, "no further attack"))
    taken = yield from choose(attacker, options, what="the next floor", clause="TR-82")
    if taken is None:
        return closing(evolve(f, winner=Winner.NOBODY))
    return f.first(do(gather, way_of(f, *taken), *taken, again, (), ()))


def ways_in(house: House) -> Iterator[tuple[int, int]]:
    """All (from, to) between outside and floors, and between floors next to each other."""
    for floor in range(house.floors):
        yield OUTSIDE, floor
        if floor:
            yield floor - 1, floor
        if floor + 1 < house.floors:
            yield floor + 1, floor


def way_text(f: Fight, here: int, there: int) -> str:
    """A way in words."""
    if here == OUTSIDE:
        return f"floor {there} from outside"
    return f"floor {there} by the stairs from floor {here}"


def way_of(f: Fight, here: int, there: int) -> Way:
    """How those come who go from one floor, or from outside, to another (TR-89, TR-90)."""
    if here == OUTSIDE:
        return Way.ENTRANCE if f.setup.place == Place.DUGOUT else Way.DOOR
    return Way.STAIRS_FROM_BELOW if here < there else Way.STAIRS_FROM_ABOVE


def on_floor(f: Fight, side: int, floor: int) -> Slots:
    """The living Groups of a side on a floor."""
    return tuple(g for g in f.setup.slots(side) if f.living(g) & (f.floor(g) == floor))


# ---------------------------------------------------------------- who goes in
def gather(f: Fight, way: Way, here: int, there: int, again: bool, going: Slots, asked: Slots) -> Steps[Fight]:
    """Which of the attackers' Groups that stand there go in together (TR-90, TR-101); one of them has to."""
    for g in f.setup.slots(f.setup.attacker):
        if g in asked or not can_go(f, g, here):
            continue
        rest = [e for e in f.setup.slots(f.setup.attacker) if e > g and e not in asked and can_go(f, e, here)]
        enters = True
        if going or rest:
            options = [option(True, "goes in"), option(False, "waits")]
            enters = bool((yield from choose(f.setup.attacker, options, what=f.id(g), clause="TR-90")))
        going = (*going, g) if enters else going
        return f.first(do(gather, way, here, there, again, going, (*asked, g)))
    return engage(f, way, here, there, again, going)


def can_go(f: Fight, g: Slot, here: int) -> bool:
    """Does a living Group stand where the way begins?"""
    if f.setup.place == Place.DUGOUT and here == OUTSIDE and f.profile(g).gap > f.p.entrance_reach:
        return False
    return bool(f.living(g) & (f.floor(g) == here))


def engage(f: Fight, way: Way, here: int, there: int, again: bool, ours: Slots) -> Fight:
    """Groups enter a floor: a melee with those who hold it, or it is taken (TR-84, TR-90)."""
    theirs = on_floor(f, 1 - f.setup.attacker, there)
    if not theirs:
        return floor_taken(f, there, ours).first(do(next_floor, again))
    if f.r.floor_defence == "join":  # TR-R30
        near = [g for k in (there - 1, there + 1) if k >= 0 for g in on_floor(f, 1 - f.setup.attacker, k)]
        asks = [do(help_floor, g, there) for g in near]
        return f.first(*asks, do(storm, way, here, there, again, ours))
    return storm(f, way, here, there, again, ours)


def help_floor(f: Fight, g: Slot, there: int) -> Steps[Fight]:
    """TR-R30 `join`: a Group from the floor above or below may come and help."""
    options = [option(True, "comes to help", *help_bars(f, g, there)), option(False, "holds its floor")]
    comes = yield from choose(f.side(g), options, what=f.id(g), clause="TR-84")
    return f.with_housed(g, floor=there) if comes else f


def storm(f: Fight, way: Way, here: int, there: int, again: bool, ours: Slots) -> Fight:
    """The melee for a floor begins (TR-84, TR-90)."""
    theirs = on_floor(f, 1 - f.setup.attacker, there)
    for g in (*ours, *theirs):
        f = f.with_group(g, level=0)
        f = _noted(f, g) if again else f
    melee = (ours, theirs, way, there, again)
    f = evolve(f, stairs=(0, 0), rolls=tuple(0 for _ in f.rolls), end=End.NONE, winner=Winner.NOBODY, margin=0, round=0)
    return f.first(*round_of(f, bout(f, 1, melee)), do(floor_decided, here, melee))


def _noted(f: Fight, g: Slot) -> Fight:
    """What a Group is when a later melee begins, as far as anything asks for it: men for throws for prisoners (TR-103)
    and for losses of the whole fight (TR-R19), Shock for what counts twice at level 4 (TR-65). The attackers fight no
    more after a defeat, so that theirs is noted only where their last Shock is asked for."""
    x, counted = f.groups[g], f.setup.take_prisoners or f.r.loss_window == "fight"
    men = x.men + x.taken[0].captured + x.taken[0].guards + x.housed[0].away  # of whom none falls any more but `men`
    doubled = f.r.loss4_double == "this_fight" and (f.side(g) != f.setup.attacker or f.setup.remember == "all")
    return f.with_housed(g, men=men if counted else 0, shock=x.shock if doubled else 0)


# ---------------------------------------------------------------- what comes of it
def floor_decided(f: Fight, here: int, melee: Melee) -> Steps[Fight]:
    """After the melee for a floor: who is beaten leaves, prisoners and guards, then the next floor (TR-85 to TR-90)."""
    b = bout(f, 1, melee)
    attacker = f.setup.attacker
    if nothing_matters(f):
        return closing(evolve(f, held=tuple(held | (f.winner == 1 + attacker) for held in f.held)))
    if f.winner == Winner.NOBODY:
        yield from say("the attackers go back the way they came", "TR-90")
        left = b.sides[attacker] if f.end == End.STALEMATE else ()
        return (yield from withdraw(f.first(do(closing)), attacker, b.floor, here, left))
    winner = attacker if f.winner == 1 + attacker else 1 - attacker
    loser, back = 1 - winner, OUTSIDE if winner == attacker else here
    rest = [*aftermath(f, winner, b), do(settled, winner, melee)]
    if takes_survivors(f):
        leave = do(withdraw, loser, b.floor, back, b.sides[loser])
        return f.first(do(survivors, winner, b.sides[loser]), do(suffered, b.sides[loser]), leave, *rest)
    f = suffered(f, b.sides[loser])
    if len(rest) == len(b.sides[loser]) == 1:  # nothing else is asked
        f = yield from withdraw(f, loser, b.floor, back, b.sides[loser])
        return settled(f, winner, melee)
    return (yield from withdraw(f.first(*rest), loser, b.floor, back, b.sides[loser]))


def settled(f: Fight, winner: int, melee: Melee) -> Fight:
    """The attackers have won a floor: it is theirs, unless somebody stays (TR-82, TR-R31). Or they have lost it."""
    b = bout(f, 1, melee)
    if len(b.sides[winner]) == 1 and not f.setup.take_prisoners:
        f = all_told_off(f, winner, b.sides[winner][0])
    if winner != f.setup.attacker:
        return closing(f)
    ours = tuple(g for g in b.sides[f.setup.attacker] if f.living(g))
    for g in b.sides[1 - f.setup.attacker]:
        f = _rejoined(f, g)
    f = _settled_down(f)
    if on_floor(f, 1 - f.setup.attacker, b.floor) and ours:  # TR-R31 stay: a new melee next turn
        for g in ours:
            f = f.with_housed(g, floor=b.floor)
        return storm(f, Way.GROUND, b.floor, b.floor, True, ours)
    return floor_taken(f, b.floor, ours).first(do(next_floor, True))


def _settled_down(f: Fight) -> Fight:
    """What was noted of the last melee is cleared, so that states merge before the next floor; under `remember = end`
    also what has become of those who fight no more."""
    f = evolve(f, rolls=tuple(0 for _ in f.rolls))
    for g, x in enumerate(f.groups):
        f = f.with_group(g, lasting=tuple(0 for _ in x.lasting))  # TR-R5: of that fight, not of the next
    if f.setup.remember != "all":
        f = evolve(f, margin=0, round=0, end=End.NONE, winner=Winner.NOBODY)
    for g, x in enumerate(f.groups):
        f = f.with_housed(g, men=0, shock=0).with_taken(g, told=prisoners_of(f, Slot(g)))
        here = x.status == Status.HOLDING
        if f.setup.remember != "all":
            f = f.with_group(g, level=where(here, 0, x.level))
        if f.setup.remember == "end":
            f = f.with_group(
                g, men=x.men * here, shock=x.shock * here, level=0, status=Status.HOLDING, taken=(Taken(),)
            )
            f = f.with_housed(g, back=0, floor=where(f.groups[g].men > 0, f.floor(g), OUTSIDE))
    return f


def _rejoined(f: Fight, g: Slot) -> Fight:
    """TR-R31 `stay`: when nobody is left of those who stayed, the Group is where the others went."""
    x = f.groups[g].housed[0]
    if f.r.stairs_excess == "stay":
        if (f.groups[g].men == 0) & (x.away > 0):
            f = f.with_group(g, men=x.away).with_housed(g, floor=x.away_floor, away=0, away_floor=OUTSIDE)
    return f


def floor_taken(f: Fight, floor: int, ours: Slots) -> Fight:
    """A floor without enemies is taken by entering it; one to which the enemy has gone is not (TR-84)."""
    for g in ours:
        f = f.with_housed(g, floor=floor)
    theirs = f.setup.slots(1 - f.setup.attacker)
    held = []
    for k, now in enumerate(f.held):
        enemy = any_of(f.living(e) & (f.floor(e) == k) for e in theirs)
        held.append((now | (k == floor)) & (enemy == 0))
    return evolve(f, held=tuple(held))
