"""What may not be done, and why: every refusal has a code, a clause and a reason (ledger 5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from coldsteel.kernel.asks import Bar, bar
from coldsteel.kernel.figures import all_of, any_of, no
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.trench.bout import Bout
from coldsteel.rulebooks.trench.setup import OUTSIDE, House, Place, Setup, around_a_corner
from coldsteel.rulebooks.trench.state import Fight
from coldsteel.rulebooks.trench.tabletop import exit_watched

__all__ = [
    "accept_bars",
    "assault_bars",
    "attack_bars",
    "call_bars",
    "exit_bars",
    "fight_on_bars",
    "floor_bars",
    "grenade_bars",
    "guard_bars",
    "help_bars",
    "hit_bars",
    "hold_bars",
    "ignores",
    "join_bars",
    "keep_out_bars",
    "last_round",
    "melee_bars",
    "nowhere_bars",
    "prisoner_bars",
    "pursue_bars",
    "run_bars",
    "shell_bars",
    "spend_bars",
    "stay_bars",
    "triggers",
]


def _bars(*bars: Bar) -> tuple[Bar, ...]:
    """Without those that can't hold."""
    return tuple(b for b in bars if not (isinstance(b.when, int) and not b.when))


# ---------------------------------------------------------------- who fights
def melee_bars(s: Setup, g: Slot) -> tuple[Bar, ...]:
    """Why a Group starts no melee (TR-5, TR-84)."""
    p = s.groups[g]
    far = p.gap >= s.parameters.melee_distance
    inside = s.place in (Place.BUILDING, Place.DUGOUT)
    return _bars(
        bar(inside, "walls_between", "TR-84", "one is inside, the other outside or on another floor"),
        bar(far and not inside, "too_far", "TR-5", "the nearest enemy is 4 inches away or more"),
    )


def join_bars(s: Setup, g: Slot) -> tuple[Bar, ...]:
    """Why a Group is not drawn in (TR-8, TR-9)."""
    p = s.groups[g]
    far = not triggers(s, g) and p.reach > s.parameters.join_distance
    return _bars(bar(far, "out_of_reach", "TR-8", "none of its men is within 9 inches of an enemy who triggered it"))


def keep_out_bars(s: Setup, g: Slot) -> tuple[Bar, ...]:
    """Why a Group may not keep out (TR-8, TR-9)."""
    return _bars(
        bar(not join_bars(s, g), "drawn_in", "TR-9", "one of its men is within 9 inches: the Group takes part")
    )


def triggers(s: Setup, g: Slot) -> bool:
    """TR-5: is it nearer than 4 inches to an enemy?"""
    return s.groups[g].gap < s.parameters.melee_distance


# ---------------------------------------------------------------- Initiative
def spend_bars(f: Fight, g: Slot, number: int, points: int) -> tuple[Bar, ...]:
    """Why a Leader may not spend so many points (TR-14, TR-15, TR-41, TR-107, TR-R5)."""
    if points == 0:
        return ()
    (k,) = [k for k, leader in enumerate(f.profile(g).leaders) if leader.number == number]
    around = around_a_corner(f.setup)
    limited = points > 1 and f.r.initiative_dice != "per_point"
    others = any_of(x.spent > 0 for e in f.setup.slots(f.side(g)) for x in f.groups[e].leaders)
    return _bars(
        bar(no(f.leader_lives(g, k)), "no_leader", "TR-14", "no such Leader lives in this Group"),
        bar(f.groups[g].leaders[number].points < points, "no_point_left", "TR-41", "he has fewer points left"),
        bar(around, "grenade_fight", "TR-107", "around a corner only grenades count"),
        bar(limited, "one_die", "TR-15", "by this reading Initiative buys one die"),
        bar(
            others if f.r.initiative_dice == "one_per_side" else False,
            "side_has_bought",
            "TR-15",
            "by this reading the side buys one die in a round, and has",
        ),
    )


# ---------------------------------------------------------------- hits and results
def hit_bars(f: Fight, g: Slot) -> tuple[Bar, ...]:
    """A Group without men takes no hits (TR-50)."""
    return _bars(bar(no(f.living(g)), "no_men", "TR-50", "it has no men left"))


def last_round(f: Fight) -> int:
    """TR-56, TR-57: the number of the last round (TR-R20)."""
    return f.p.most_rounds + (1 if f.r.draw_rounds == "three_refights" else 0)


def fight_on_bars(f: Fight, b: Bout, side: int) -> tuple[Bar, ...]:
    """Why a beaten side may not fight on (TR-70, TR-71, TR-73, TR-R26)."""
    over = b.r >= last_round(f) and f.r.ignore_at_cap != "uncapped"
    return _bars(
        bar(f.margin > 1, "beaten_by_more", "TR-70", "only a defeat by 1 can be ignored"),
        bar(no(hardened(f, b, side)), "not_hardened", "TR-71", "a Group is neither veteran nor aggressive"),
        bar(no(unshifted(f, b, side)), "recruits", "TR-73", "recruits read the next row"),
        bar(over, "last_round", "TR-71", "there is no round left to fight on in"),
    )


def hardened(f: Fight, b: Bout, side: int) -> bool:
    """TR-71: are all living Groups of a side veteran or aggressive (TR-R26: or any of them)?"""
    if f.r.ignore_scope == "any":
        return any_of(f.living(g) for g in b.sides[side] if f.profile(g).hardened)
    return all_of(no(f.living(g)) for g in b.sides[side] if not f.profile(g).hardened)


def unshifted(f: Fight, b: Bout, side: int) -> bool:
    """TR-73: is no recruit among those who would ignore a defeat by 1 (TR-R27, TR-R26)?"""
    if f.r.recruit_order == "ignore_first":
        return True
    if f.r.ignore_scope == "any":
        return any_of(f.living(g) for g in b.sides[side] if f.profile(g).hardened and not f.profile(g).recruit)
    return all_of(no(f.living(g)) for g in b.sides[side] if f.profile(g).recruit)


def ignores(f: Fight, b: Bout, side: int) -> bool:
    """TR-70, TR-71: would this side ignore a defeat by 1?"""
    return hardened(f, b, side) & unshifted(f, b, side)


def accept_bars(f: Fight, b: Bout, side: int) -> tuple[Bar, ...]:
    """Why a side may not accept a defeat (TR-70, TR-R26)."""
    if f.r.ignore_choice == "may":
        return ()
    barred = any_of(x.when for x in fight_on_bars(f, b, side))
    return _bars(bar(no(barred), "must_fight_on", "TR-71", "veterans and aggressive troops fight on"))


# ---------------------------------------------------------------- houses
def floor_bars(f: Fight, g: Slot, here: int, there: int) -> tuple[Bar, ...]:
    """Why beaten men may not go to another floor (TR-86, TR-87, TR-90)."""
    house = f.setup.house
    assert house is not None
    if abs(here - there) != 1:
        return (bar(True, "not_adjacent", "TR-85", "it is not the floor directly above or below"),)
    stairs = house.stairs[min(here, there)] * f.p.stair_men  # concrete: floors
    used = f.stairs[0] if there > here else f.stairs[1]
    held = any_of(f.living(e) & (f.floor(e) == there) for e in f.setup.slots(1 - f.side(g)))
    x = f.groups[g].housed[0]
    parted = (x.away > 0) & (x.away_floor != there) if f.r.stairs_excess == "stay" else False
    return _bars(
        bar(held, "enemy_on_it", "TR-90", "a floor held by the enemy is no way out"),
        bar(stairs == 0, "no_staircase", "TR-86", "no staircase leads there"),
        bar(
            used >= stairs if stairs else False,
            "stairs_used",
            "TR-86",
            "the stairs let no more men away",
        ),
        bar(parted, "group_parted", "TR-1", "the rest of the Group went another way"),
    )


def exit_bars(f: Fight, here: int) -> tuple[Bar, ...]:
    """Why a beaten Group may not leave by a door (TR-88, TR-90)."""
    house = f.setup.house
    assert house is not None
    return _bars(
        bar(here not in house.exits, "no_exit", "TR-88", "no exit on this floor"),
        bar(
            exit_watched(f, here),
            "exit_watched",
            "TR-90",
            "an enemy is within 4 inches of that door outside",
        ),
    )


def _shut(bars: tuple[Bar, ...]) -> bool:
    return any_of(b.when for b in bars)


def _full(ways: Sequence[tuple[Bar, ...]]) -> bool:
    """Is there a floor to which nothing but used-up stairs stands in the way?"""
    used = [any_of(b.when for b in bars if b.code == "stairs_used") for bars in ways]
    other = [any_of(b.when for b in bars if b.code != "stairs_used") for bars in ways]
    return any_of(full & no(shut) for full, shut in zip(used, other, strict=True))


def nowhere_bars(floors: Sequence[tuple[Bar, ...]], out: tuple[Bar, ...], may_stay: bool) -> tuple[Bar, ...]:
    """Who has a way to go does not give himself up (TR-88); nor who may stay (TR-R31)."""
    way = no(all_of(_shut(bars) for bars in (*floors, out)))
    return _bars(
        bar(way, "has_a_way", "TR-88", "they have somewhere to go"),
        bar(no(way) & _full(floors) if may_stay else False, "may_stay", "TR-87", "by this reading they stay"),
    )


def stay_bars(floors: Sequence[tuple[Bar, ...]], out: tuple[Bar, ...]) -> tuple[Bar, ...]:
    """Who has a way to go, or none but for want of room, does not stay (TR-R31)."""
    way = no(all_of(_shut(bars) for bars in (*floors, out)))
    return _bars(
        bar(way, "has_a_way", "TR-87", "they have somewhere to go"),
        bar(no(_full(floors)), "no_stairs_at_all", "TR-88", "there are no stairs on which others went before them"),
    )


def help_bars(f: Fight, g: Slot, there: int) -> tuple[Bar, ...]:
    """Why a Group may not come to help on another floor (TR-84, TR-R30)."""
    house = f.setup.house
    assert house is not None
    shut = any_of((f.floor(g) == k) & (not _stairs(house, k, there)) for k in (there - 1, there + 1))
    return _bars(bar(shut, "no_staircase", "TR-84", "no staircase leads there"))


def _stairs(house: House, here: int, there: int) -> int:
    """The staircases between two floors, one above the other."""
    lower = here if here < there else there
    return house.stairs[lower] if 0 <= lower < len(house.stairs) else 0


def attack_bars(f: Fight, here: int, there: int) -> tuple[Bar, ...]:
    """Why the attackers may not go from one floor, or from outside, to another (TR-82, TR-84, TR-90)."""
    house = f.setup.house
    assert house is not None
    ours = f.setup.slots(f.setup.attacker)
    nobody = no(any_of(f.living(g) & (f.floor(g) == here) for g in ours))
    shut = there not in house.exits if here == OUTSIDE else not house.stairs[min(here, there)]  # concrete: floors
    return _bars(
        bar(f.held[there], "floor_taken", "TR-84", "the floor is taken"),
        bar(nobody, "nobody_there", "TR-90", "none of the attackers can enter that way"),
        bar(shut, "no_way_in", "TR-90", "there is no door or staircase"),
    )


# ---------------------------------------------------------------- dugouts
def _used(f: Fight) -> tuple[Bar, ...]:
    house = f.setup.house
    dug = f.setup.place == Place.DUGOUT
    used = house is not None and (house.called_on or house.grenaded)
    return (
        bar(not dug, "no_dugout", "TR-92", "the place is no dugout"),
        _away(f),
        bar(used, "used_this_turn", "TR-101", "it has been called on or grenaded this turn"),
    )


def call_bars(f: Fight) -> tuple[Bar, ...]:
    """Why those inside may not be called on (TR-92, TR-101)."""
    return _bars(*_used(f))


def grenade_bars(f: Fight, g: Slot) -> tuple[Bar, ...]:
    """Why a Group may not throw a grenade (TR-96, TR-97)."""
    p = f.profile(g)
    return _bars(
        *_used(f),
        bar(f.p.grenades_per_turn == 0, "no_grenades_allowed", "TR-97", "no grenade is thrown in a turn"),
        bar(p.gap > f.p.entrance_reach, "group_not_at_entrance", "TR-101", "the Group is not at the entrance"),
        bar(not p.grenades, "no_grenade", "TR-97", "the Group has no grenade"),
        bar(no(f.living(g)), "no_men", "TR-97", "the Group has no men"),
    )


def assault_bars(f: Fight) -> tuple[Bar, ...]:
    """Why a dugout may not be assaulted (TR-101)."""
    return _bars(_away(f))


def _away(f: Fight) -> Bar:
    far = all_of(no(f.living(g)) for g in f.setup.slots(f.setup.attacker) if f.profile(g).gap <= f.p.entrance_reach)
    return bar(far, "not_at_entrance", "TR-101", "no man is within 4 inches of the entrance")


# ---------------------------------------------------------------- after the fight
def prisoner_bars(dice: int, dead: int) -> tuple[Bar, ...]:
    """Why so many dice may not be thrown for prisoners (TR-102, TR-103); `dead` are the men killed."""
    return _bars(bar(dead < dice, "too_many_dice", "TR-103", "more dice than men killed"))


def guard_bars(f: Fight, g: Slot) -> tuple[Bar, ...]:
    """A Group without men to spare gives no guard (TR-105)."""
    x = f.groups[g]
    return _bars(bar(x.men == 0, "no_men", "TR-105", "it has no man to give"))


def pursue_bars(over_half: bool) -> tuple[Bar, ...]:
    """TR-78: up to half killed, and it stays in hand."""
    return _bars(bar(no(over_half), "under_control", "TR-78", "no more than half of the enemy has been killed"))


def hold_bars(over_half: bool) -> tuple[Bar, ...]:
    """TR-79: over half killed, and it cannot be held."""
    return _bars(bar(over_half, "runs_on", "TR-79", "more than half of the enemy has been killed"))


def run_bars(f: Fight, g: Slot, turn: int) -> tuple[Bar, ...]:
    """Why a chased Group may not run (TR-61, TR-63, TR-64, TR-81): its restriction covers one turn."""
    level, first = f.groups[g].level, turn == 1
    shoots = ((level == 2) | (level == 3)) & first
    idle = (level == 4) & first if f.r.loss4_idle == "loser" else False
    return _bars(
        bar(shoots, "may_only_shoot", "TR-61", "next turn it does nothing but shoot"),
        bar(idle, "may_do_nothing", "TR-64", "next turn it neither moves nor shoots"),
    )


# ---------------------------------------------------------------- night
def shell_bars(f: Fight, side: int) -> tuple[Bar, ...]:
    """Why no star shell may be fired (TR-118)."""
    night = f.setup.night
    return _bars(
        bar(night is None or night.moon == 0, "no_night", "TR-118", "it is no night game"),
        bar(f.shells[side] == 0 if f.shells else True, "no_shell_left", "TR-118", "it has none left"),
    )
