"""The attack at the end of a charge, and the exchange of blows with a target or rescuer that reacts (SK-58 to SK-63,
SK-97, SK-109 to SK-123)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Option, choose, option
from coldsteel.kernel.state import Slot, Steps, Task, do
from coldsteel.rulebooks.skirmish.blows import attack, remove_dead, weapon_options
from coldsteel.rulebooks.skirmish.course import COUNTER, Course, inch, needed_reach
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.legality import longest_reach, reach_of, size_bars, within_reach
from coldsteel.rulebooks.skirmish.state import Fight

__all__ = ["charge_attack", "exchange", "second_blow"]


# ---------------------------------------------------------------- the charge attack
def charge_attack(f: Fight, c: Course) -> tuple[Task, ...]:
    """Every charge ends with an attack, to which a target that counter-charges or is on guard replies (SK-58, SK-97,
    SK-119); no reaction comes between any more (SK-89). One that was cut short of its target has none (SK-29)."""
    if c.reaction:
        return (do(exchange, c.charger, c.target, c.reaction, c.reach, follows(f, c)),)
    needed = needed_reach(f, c.charger, c.target)
    if needed is None:
        return ()
    touching = field_of(f.setup).touching(f.ground, c.charger, c.target)
    target = None if touching and f.r.charge_split == "free" else c.target  # SK-63, SK-R7
    reach = max(c.reach, needed)  # concrete: the agenda and the ground. SK-56 its weapon reaches at least X
    return (do(attack, c.charger, target, c.reach == 0, reach or None, None, False),)  # SK-55 no modifiers by reach


def follows(f: Fight, c: Course) -> int:
    """How far a target that counter-charges may move on after its first inch, if it has to (SK-114, SK-R18)."""
    if c.reaction != COUNTER or field_of(f.setup).touching(f.ground, c.charger, c.target):  # SK-121, SK-123
        return 0
    whole = f.profile(c.target).r if f.r.counter_move == "up_to_r" else inch(f)
    return max(0, whole - c.inched)  # concrete: the profile and the agenda


# ---------------------------------------------------------------- the exchange
def exchange(f: Fight, charger: Slot, reactor: Slot, kind: str, reach: int, left: int) -> Steps[Fight]:
    """Both declare their weapons; who reaches farther strikes first, else they strike at the same time (SK-97, SK-107,
    SK-109, SK-111, SK-118, SK-122). `left`: how far the reactor may still move on (SK-114)."""
    other = {charger: reactor, reactor: charger}
    weapons: dict[Slot, int] = {}
    for who in in_order(f, charger, reactor):
        options = weapon_options(f, who, other[who], reach if who == charger else None)  # SK-56
        chosen = yield from choose(f.side(who), options, what=f"weapon of {f.name(who)}", clause="SK-118")
        assert chosen is not None, "the improvised weapon is always there (SK-17)"
        weapons[who] = chosen
    f, left = yield from met(f, charger, reactor, weapons, left)
    able = [m for m in other if may_strike(f, m, other[m], weapons[m], left if m == reactor else 0)]
    if len(able) < 2:  # SK-123
        return f.first(*(blow(m, other[m], weapons[m], kind == COUNTER, False) for m in able))
    first = yield from strikes_first(f, charger, reactor, weapons)
    if first is None:
        return f.first(*at_once(f, charger, reactor, kind, weapons))
    second = other[first]
    late = kind == COUNTER and f.r.late_bonus == "kept"  # SK-113, SK-R17
    return f.first(
        blow(first, second, weapons[first], False, False),  # SK-109 it forgoes the charge modifiers
        do(second_blow, second, first, weapons[second], late, left if second == reactor else 0),
    )


def met(f: Fight, charger: Slot, reactor: Slot, weapons: dict[Slot, int], left: int) -> Answer[tuple[Fight, int]]:
    """A charger that was cut short of its target, as by a model of its unit (SK-50), may be too far off for either to
    strike; then the target moves on before the blows, or there are none (SK-29, SK-107, SK-114)."""
    reaches = {m: weapon_reach(f, m, k) for m, k in weapons.items()}
    if within_reach(f, reactor, charger, reaches[reactor]) or within_reach(f, charger, reactor, reaches[charger]):
        return f, left
    if not may_strike(f, reactor, charger, weapons[reactor], left):
        return f, left
    return (yield from moved_on(f, reactor, charger, reaches[reactor], left)), 0


def in_order(f: Fight, charger: Slot, reactor: Slot) -> tuple[Slot, Slot]:
    """Who declares first (SK-118, SK-R19)."""
    return (charger, reactor) if f.r.declare_order == "charger_first" else (reactor, charger)


def blow(me: Slot, other: Slot, weapon: int, bonus: bool, together: bool) -> Task:
    """An attack with the other fighter as its fixed target (SK-63). The attack itself withholds the charge modifiers
    without contact and across an obstacle (SK-97, SK-158)."""
    return do(attack, me, other, bonus, None, weapon, together)


def at_once(f: Fight, charger: Slot, reactor: Slot, kind: str, weapons: dict[Slot, int]) -> list[Task]:
    """Each makes its attack as if the other did not happen; then the dead are removed (SK-80, SK-97, SK-120)."""
    a, b = in_order(f, charger, reactor)
    bonus = kind == COUNTER  # SK-120 none under guard
    return [blow(a, b, weapons[a], bonus, True), blow(b, a, weapons[b], bonus, True), do(remove_dead, a, b)]


# ---------------------------------------------------------------- reach
def weapon_reach(f: Fight, m: int, weapon: int) -> int:
    """The reach of an attack with a weapon (SK-28)."""
    return reach_of(f, m, f.profile(m).weapons[weapon])


def compared(f: Fight, m: int, weapon: int) -> int:
    """The reach that decides who strikes first (SK-111, SK-R15)."""
    return weapon_reach(f, m, weapon) if f.r.reach_compared == "weapon_used" else longest_reach(f, m)


def may_strike(f: Fight, me: Slot, enemy: Slot, weapon: int, left: int) -> bool:
    """Does a fighter get to strike, from where it stands or after moving on (SK-114, SK-123), and is it not too big to
    (SK-153; by SK-R26 literal only)?"""
    field, reach = field_of(f.setup), weapon_reach(f, me, weapon)
    if size_bars(f, me, enemy, distant=not field.touching(f.ground, me, enemy)):
        return False
    if within_reach(f, me, enemy, reach):
        return True
    return left > 0 and within_reach(f.on(field.closes(f.ground, me, enemy, left, reach)), me, enemy, reach)


def strikes_first(f: Fight, charger: Slot, reactor: Slot, weapons: dict[Slot, int]) -> Answer[Slot | None]:
    """Who strikes first by longer reach, None if they strike at the same time (SK-109, SK-111)."""
    a, b = (compared(f, m, weapons[m]) for m in (charger, reactor))
    in_reach = within_reach(f, reactor, charger, weapon_reach(f, reactor, weapons[reactor]))
    if a == b and in_reach:
        return None
    longer = charger if a > b or not in_reach else reactor
    if f.r.longer_reach == "mandatory" or not in_reach:  # SK-112
        return longer
    options: list[Option[Slot | None]] = [
        option(longer, "strike first by reach"),
        option(None, "strike at the same time"),  # SK-R16
    ]
    return (yield from choose(f.side(longer), options, what=f"reach of {f.name(longer)}", clause="SK-112"))


# ---------------------------------------------------------------- the second blow
def second_blow(f: Fight, me: Slot, enemy: Slot, weapon: int, bonus: bool, left: int) -> Steps[Fight]:
    """Who has the shorter reach closes the distance that is left, if it lives, and strikes (SK-110, SK-113, SK-114)."""
    field, reach = field_of(f.setup), weapon_reach(f, me, weapon)
    if not (field.there(f.ground, me) and field.there(f.ground, enemy)):
        return f
    if left and not field.touching(f.ground, me, enemy):
        f = yield from moved_on(f, me, enemy, reach, left)
    if not within_reach(f, me, enemy, reach):
        return f
    return f.first(blow(me, enemy, weapon, bonus, False))


def moved_on(f: Fight, me: Slot, enemy: Slot, reach: int, left: int) -> Answer[Fight]:
    """The reactor may move on: into contact, into its reach, or not at all (SK-110, SK-114)."""
    closes = field_of(f.setup).closes
    places = {f.ground: "stay"}
    if reach:
        places.setdefault(closes(f.ground, me, enemy, left, reach), "into reach")
    places.setdefault(closes(f.ground, me, enemy, left, 0), "close in")
    options = [option(g, label) for g, label in places.items()]
    taken = yield from choose(f.side(me), options, what=f"{f.name(me)} moves on", clause="SK-110")
    assert taken is not None, "it may stay"
    return f.on(taken)
