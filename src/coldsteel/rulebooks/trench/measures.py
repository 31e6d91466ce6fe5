"""How a fight ended, and what can be counted at its end (ledger 5, outcome record)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import partial
from typing import Any

from coldsteel.kernel.figures import any_of, where
from coldsteel.kernel.rulebook import Aim, Measure
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.trench.prisoners import escorted, guarding, guards, unescorted
from coldsteel.rulebooks.trench.retreat import NextTurn, demanded, faces_away, moved, next_turn
from coldsteel.rulebooks.trench.setup import FAR, Setup
from coldsteel.rulebooks.trench.state import End, Fight, Pursuit, Status, Winner

__all__ = ["VERDICTS", "Fate", "aims", "describe", "fate", "lost", "measures", "verdict"]

A, B, NEITHER = range(3)
VERDICTS = ("A", "B", "neither", "unresolved")
SIDES = ("A", "B")


class Fate(IntEnum):
    """What has become of a Group."""

    HOLDING = 0
    FELL_BACK = 1
    SURRENDERED = 2
    OFF_TABLE = 3
    DESTROYED = 4
    PURSUING = 5
    GUARDING = 6


def _words(kind: type[IntEnum]) -> tuple[str, ...]:
    return tuple(x.name.lower() for x in kind)


def verdict(f: Fight) -> int:
    """Who has won: the side of the result; in a building the attackers when every floor is taken."""
    return where(f.winner == Winner.A, A, where(f.winner == Winner.B, B, NEITHER))


# ---------------------------------------------------------------- a Group
def fate(g: int, f: Fight) -> int:
    """What has become of a Group: its status, or destroyed, pursuing, guarding."""
    x = f.groups[g]
    gone: int = where(f.captured(g) > 0, Fate.SURRENDERED, Fate.DESTROYED)
    gone = where(guarding(f, Slot(g)), Fate.GUARDING, gone)
    rides = False
    if f.chase and f.profile(g).cavalry and g in f.setup.fighting[f.side(g)]:
        on = any_of(f.chase[0].pursuit == p for p in (Pursuit.ON, Pursuit.CAUGHT, Pursuit.DRIVEN_OFF))
        rides = on & (f.winner == 1 + f.side(g)) & (x.status == Status.HOLDING)
    return where(x.men == 0, gone, where(rides, Fate.PURSUING, x.status))


def lost(groups: Sequence[int], f: Fight) -> int:
    """The men of some Groups who were killed (and not taken after all)."""
    out = 0
    for g in groups:
        x = f.groups[g]
        out = out + f.profile(g).men - x.men
        if x.taken:
            out = out - x.taken[0].captured - x.taken[0].guards - x.taken[0].from_dead
    return out


def men_left(groups: Sequence[int], f: Fight) -> int:
    """The men of some Groups who live and are free, guards among them."""
    out = 0
    for g in groups:
        x = f.groups[g]
        out = out + x.men * (x.status != Status.SURRENDERED) + f.profile(g).standing_by
        out = out + (x.taken[0].guards if x.taken else 0)
    return out


def _shock(g: int, f: Fight) -> int:
    return f.groups[g].shock


def _level(g: int, f: Fight) -> int:
    return f.groups[g].level


def _floor(g: int, f: Fight) -> int:
    return f.floor(g) + 1


def _points(g: int, f: Fight) -> int:
    out = 0
    for leader in f.groups[g].leaders:
        out = out + leader.points
    return out


def _seen(g: int, f: Fight) -> int:
    night = f.setup.night
    assert night is not None
    return any_of(f.watches[k].seen for k, w in enumerate(night.watches) if w.target == g)


def _of(what: Callable[[Fight, Any], int], g: int, f: Fight) -> int:
    return what(f, g)


def measures(setup: Setup) -> tuple[Measure, ...]:
    """What the fight file asks to be remembered: of every Group, of each side, of the fight."""
    out: list[Measure] = []
    if setup.remember != "end":
        for g in range(len(setup.groups)):
            out += _of_group(setup, g)
        for side, name in enumerate(SIDES):
            out += _of_side(setup, side, name)
    return (*out, *_of_night(setup), *_of_fight(setup))


def _of_group(setup: Setup, g: int) -> list[Measure]:
    p = setup.groups[g]
    out = [
        Measure(f"lost.{p.id}", partial(lost, (g,)), (), "men killed"),
        Measure(f"men.{p.id}", partial(men_left, (g,)), (), "men who live and are free"),
    ]
    if setup.remember == "all":
        out.append(
            Measure(f"shock.{p.id}", partial(_shock, g), (), "Shock: carried at the end, that of the start among it")
        )
    out.append(Measure(f"fate.{p.id}", partial(fate, g), _words(Fate), "what has become of the Group"))
    says = "whole inches that it goes back" if setup.tabletop else "inches that it goes back"
    out.append(Measure(f"moved.{p.id}", partial(_of, moved, g), (), says))
    if min(p.room, p.edge) < FAR or setup.tabletop:  # concrete: the profile
        out.append(Measure(f"demanded.{p.id}", partial(_of, demanded, g), (), "inches back that its result asks for"))
    out += [
        Measure(f"level.{p.id}", partial(_level, g), (), "level on the table of defeats"),
        Measure(f"next_turn.{p.id}", partial(_of, next_turn, g), _words(NextTurn), "what it may do in its next turn"),
        Measure(f"facing_away.{p.id}", partial(_of, faces_away, g), ("no", "yes"), "its back is to the enemy"),
    ]
    if any(x.initiative for x in p.leaders):
        out.append(Measure(f"points.{p.id}", partial(_points, g), (), "Initiative points that its Leaders have left"))
    if setup.captures:
        out.append(Measure(f"guards.{p.id}", partial(_guards, g), (), "its men told off as guards"))
    if setup.house:
        names = ("outside", *(f"floor {k}" for k in range(setup.house.floors)))
        out.append(Measure(f"floor.{p.id}", partial(_floor, g), names, "where it is at the end"))
    return out


def _guards(g: int, f: Fight) -> int:
    return f.groups[g].taken[0].guards


def _of_side(setup: Setup, side: int, name: str) -> list[Measure]:
    groups = tuple(int(g) for g in setup.slots(side))
    out = [
        Measure(f"lost.{name}", partial(lost, groups), (), "men killed"),
        Measure(f"men.{name}", partial(men_left, groups), (), "men who live and are free"),
    ]
    if setup.captures:
        out += [
            Measure(f"escorted.{name}", partial(_of, escorted, side), (), "its men who are prisoners under guard"),
            Measure(
                f"unescorted.{name}", partial(_of, unescorted, side), (), "its men who walk to the rear as prisoners"
            ),
            Measure(f"guards.{name}", partial(_of, guards, side), (), "its men told off as guards"),
        ]
    return out


def _of_night(setup: Setup) -> list[Measure]:
    night = setup.night
    if night is None:
        return []
    targets = sorted({int(w.target) for w in night.watches})
    out = [
        Measure(f"seen.{setup.groups[g].id}", partial(_seen, g), ("no", "yes"), "seen by the enemy's look-outs")
        for g in targets
    ]
    return [*out, *(Measure(f"shells.{n}", partial(_shells, s), (), "star shells left") for s, n in enumerate(SIDES))]


def _shells(side: int, f: Fight) -> int:
    return f.shells[side]


def _of_fight(setup: Setup) -> list[Measure]:
    out = [
        Measure("end", lambda f: f.end, _words(End), "how the last melee ended"),
        Measure("margin", lambda f: f.margin, (), "men more that the beaten side lost; 4: or more"),
    ]
    if setup.tells_round:
        out.append(Measure("round", lambda f: f.round, (), "the round in which it ended"))
    if setup.may_pursue and setup.remember != "end":
        out += [
            Measure("pursuit", lambda f: f.chase[0].pursuit, _words(Pursuit), "cavalry after its victory"),
            Measure("pursuit_turns", lambda f: f.chase[0].turn, (), "turns of the pursuit; 9: or more"),
        ]
    if setup.tabletop and setup.remember != "end":
        out.append(Measure("new_melee", _new_melee, ("no", "yes"), "enemies end nearer than 4 inches to each other"))
    if setup.house:
        out.append(Measure("floors_taken", _floors_taken, (), "floors that the attackers have taken"))
    return out


def _new_melee(f: Fight) -> int:
    return f.renewed[0]


def _floors_taken(f: Fight) -> int:
    out = 0
    for held in f.held:
        out = out + 1 * held
    return out


# ---------------------------------------------------------------- aims
def aims(setup: Setup) -> tuple[Aim, ...]:
    """What a side may want; the first is the default."""
    out = [Aim("win", _win, "from -1, a certain defeat, to +1, a certain victory")]
    if setup.remember != "end":
        out.append(Aim("losses", _losses, "men killed and taken on the other side less one's own"))
        for g, p in enumerate(setup.groups):
            out.append(
                Aim(
                    f"survive.{p.id}",
                    partial(_for_owner, g, _survives),
                    "the chance that it is neither destroyed nor taken; a minus for the enemy",
                )
            )
    if setup.night:
        for g in sorted({int(w.target) for w in setup.night.watches}):
            says = "the chance that the enemy's look-outs do not see it; a minus for the enemy"
            out.append(Aim(f"unseen.{setup.groups[g].id}", partial(_for_owner, g, _unseen), says))
    return tuple(out)


def _win(f: Fight, side: int) -> float:
    ended = verdict(f)
    return 1 * (ended == side) - 1 * (ended == 1 - side)


def _losses(f: Fight, side: int) -> float:
    before = sum(p.men + p.standing_by for p in f.setup.groups if p.side != side)
    before -= sum(p.men + p.standing_by for p in f.setup.groups if p.side == side)
    return before + men_left(f.setup.slots(side), f) - men_left(f.setup.slots(1 - side), f)


def _survives(f: Fight, g: int) -> bool:
    return (f.groups[g].men > 0) & (f.groups[g].status != Status.SURRENDERED)


def _unseen(f: Fight, g: int) -> bool:
    return _seen(g, f) == 0


def _for_owner(g: int, wish: Callable[[Fight, int], bool], f: Fight, side: int) -> float:
    """What a Group's own side wants and the other wants not."""
    return (1 if f.side(g) == side else -1) * wish(f, g)


# ---------------------------------------------------------------- in words
def describe(f: Fight) -> Sequence[str]:
    """A state in words, a line a Group."""
    return [_line(f, g) for g in range(len(f.groups))]


def _line(f: Fight, g: int) -> str:
    p, x = f.profile(g), f.groups[g]
    words = [f"{p.id} ({SIDES[p.side]}): {p.left[int(x.men)]}"]
    if x.shock:
        words.append(f"Shock {int(x.shock)}")
    for k, leader in enumerate(x.leaders):
        words.append(f"Leader {k + 1} has {_counted(int(leader.points), 'point')} left")
    if x.housed and x.housed[0].floor >= 0:
        words.append(f"on floor {int(x.housed[0].floor)}")
    words += _became(f, Slot(g))
    return ", ".join(words)


def _became(f: Fight, g: Slot) -> list[str]:
    """What has become of a Group, and what it may do in its next turn."""
    became = Fate(int(fate(g, f)))
    words = [] if became == Fate.HOLDING else [became.name.lower().replace("_", " ")]
    if inches := int(moved(f, g)):
        words = [f"goes back {_counted(inches, 'inch', 'inches')}", *(w for w in words if w != "fell back")]
    if words and faces_away(f, g):
        words.append("its back to the enemy")
    doing = {NextTurn.FIRE_ONLY: "next turn it only shoots", NextTurn.NOTHING: "next turn it does nothing"}
    turn = NextTurn(int(next_turn(f, g)))
    return [*words, doing[turn]] if turn in doing else words


def _counted(n: int, what: str, several: str = "") -> str:
    return f"{n} {what}" if n == 1 else f"{n} {several or what + 's'}"
