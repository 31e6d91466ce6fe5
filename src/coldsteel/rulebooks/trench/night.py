"""Night: star shells and detection (TR-108 to TR-119)."""

from __future__ import annotations

import math

from coldsteel.kernel.asks import choose, option, roll, total
from coldsteel.kernel.figures import no
from coldsteel.kernel.state import Steps, do, evolve
from coldsteel.kernel.tables import Applied, Row, Sum, Table
from coldsteel.rulebooks.trench.legality import shell_bars
from coldsteel.rulebooks.trench.setup import Cover, Moon, Night, Watch
from coldsteel.rulebooks.trench.state import Fight

__all__ = ["burst", "look_out", "read_burst", "read_dav", "required", "roll_shells", "star_shell"]

TENTHS = 10  # places are told in tenths of an inch


def night_of(f: Fight) -> Night:
    """The night of a fight that has one."""
    assert f.setup.night is not None
    return f.setup.night


# ---------------------------------------------------------------- how many shells
def read_dav(faces: tuple[int, ...], *marks: int) -> int:
    """What the average die shows (TR-119)."""
    return marks[faces[0] - 1]


def roll_shells(f: Fight, side: int) -> Steps[Fight]:
    """One average die a side before the night game (TR-118, TR-119)."""
    marks = night_of(f).dav_faces[side]
    names = tuple(f"{n} shells" for n in range(10))
    shells = yield from roll(((side, 6),), read_dav, *marks, names=names, what="star shells", clause="TR-118")
    return evolve(f, shells=tuple(shells if k == side else x for k, x in enumerate(f.shells)))


# ---------------------------------------------------------------- star shells
def read_burst(faces: tuple[int, ...], dice: int, directions: int, reach: int, *places: int) -> int:
    """Which of some places a shell shows up, as a bit each. It drifts by the sum of the dice from the aiming point, in
    one of so many directions, the first straight on; higher faces mean: on target (TR-112, TR-113). Places are pairs
    (ahead, aside) of tenths of an inch from the aiming point."""
    drift = TENTHS * sum(faces[:dice]) * (faces[dice] <= directions)
    angle = 2 * math.pi * (faces[dice] - 1) / directions
    at = drift * math.cos(angle), drift * math.sin(angle)
    out = 0
    for k in range(len(places) // 2):
        apart = math.hypot(places[2 * k] - at[0], places[2 * k + 1] - at[1])
        out += (apart <= reach + 1e-6) << k
    return out


def shown(f: Fight, k: int) -> tuple[int, ...]:
    """The look-outs, from the k-th on, for whose target a shell fired before it may burn (TR-114, TR-115, TR-R38)."""
    watches, burns = night_of(f).watches, f.p.burn_turns
    if f.r.illum_turns == "after_firing_turn":
        burns += 1
    now = watches[k]
    return tuple(
        n
        for n, w in enumerate(watches)
        if n >= k and w.target == now.target and now.turn <= w.turn < now.turn + burns and not w.lit
    )


def star_shell(f: Fight, k: int) -> Steps[Fight]:
    """Who looks out may fire a star shell first (TR-110, TR-118)."""
    w = night_of(f).watches[k]
    options = [option("hold", "no star shell"), option("fire", "a star shell", *shell_bars(f, w.side))]
    what = f"turn {w.turn}, to see {f.id(w.target)}"
    taken = yield from choose(w.side, options, what=what, clause="TR-118")
    if taken != "fire":
        return f
    left = f.shells[w.side] - 1
    f = evolve(f, shells=tuple(left if s == w.side else x for s, x in enumerate(f.shells)))
    return f.first(do(burst, k))


def burst(f: Fight, k: int) -> Steps[Fight]:
    """Where it bursts, and whom that shows up (TR-110, TR-111, TR-112, TR-113, TR-R36)."""
    night, seen = night_of(f), shown(f, k)
    w = night.watches[k]
    reach = f.p.zone_in * TENTHS // (2 if f.r.illum_zone == "diameter" else 1)
    places = [round(TENTHS * x) for n in seen for x in (night.watches[n].ahead, night.watches[n].aside)]
    faces = f.p.deviation_directions + f.p.deviation_hit_share
    dice = [(w.side, 6)] * f.p.deviation_dice + [(w.side, faces)]
    on = (f.p.deviation_dice, f.p.deviation_directions, reach, *places)
    names = tuple(_lit_in(night, seen, mask) for mask in range(1 << len(seen))) if len(seen) <= 4 else ()
    lit = yield from roll(dice, read_burst, *on, names=names, what=f"star shell over {f.id(w.target)}", clause="TR-112")
    for bit, n in enumerate(seen):
        f = f.with_watch(n, lit // (1 << bit) % 2 == 1, lit=True)
    return f


def _lit_in(night: Night, seen: tuple[int, ...], mask: int) -> str:
    """What a reading of the dice means: the turns in which its target is in the light."""
    turns = [str(night.watches[n].turn) for bit, n in enumerate(seen) if mask >> bit & 1]
    return f"in the light in turn {' and '.join(turns)}" if turns else "in the dark"


# ---------------------------------------------------------------- detection
def base(f: Fight, w: Watch) -> int:
    """2d6 needed by distance (TR-109)."""
    near, middling = f.p.spot_bands
    return f.p.spot_base[0 if w.distance <= near else 1 if w.distance <= middling else 2]


def darkness(f: Fight, k: int) -> int:
    """Harder by the moon, for what no light shows up (TR-108, TR-109, TR-116)."""
    more = {Moon.DAY: 0, Moon.FULL: f.p.moon_full, Moon.NEW: f.p.moon_new}[night_of(f).moon]
    return more * no(f.watches[k].lit)


def keeps_still(f: Fight, k: int) -> bool:
    """-2 against a target that keeps still in a lit zone (TR-116, TR-117; TR-R37: anywhere at night)."""
    w = night_of(f).watches[k]
    if not w.still or night_of(f).moon == Moon.DAY:
        return False
    return f.watches[k].lit if f.r.stationary_scope == "lit" else True


def behind(f: Fight, k: int, cover: Cover) -> bool:
    """Does the target of a look-out stand in this cover?"""
    return night_of(f).watches[k].cover == cover


REQUIRED = Table(
    "detection",
    Row(lambda f: f.p.spot_cover[0], "light cover", "TR-109", lambda f, k: behind(f, k, Cover.LIGHT)),
    Row(lambda f: f.p.spot_cover[1], "medium cover", "TR-109", lambda f, k: behind(f, k, Cover.MEDIUM)),
    Row(lambda f: f.p.spot_cover[2], "heavy cover", "TR-109", lambda f, k: behind(f, k, Cover.HEAVY)),
    Row(1, "night", "TR-108", darkness),
)


def required(f: Fight, k: int) -> Sum:
    """2d6 needed to see the target of a look-out, with the rows that changed it (TR-108, TR-109)."""
    return REQUIRED.apply(f, k, base=base(f, night_of(f).watches[k]))


def look_out(f: Fight, k: int) -> Steps[Fight]:
    """2d6 against the required number (TR-109, TR-116)."""
    w, need = night_of(f).watches[k], required(f, k)
    still = f.p.still_bonus * keeps_still(f, k)
    rows = (*need.rows, *((Applied(still, "keeps still, on the roll", "TR-116"),) if w.still else ()))
    seen = yield from total(
        w.side,
        plus=still,
        bands=(need.value,),
        names=("not seen", "seen"),
        what=f"turn {w.turn}, to see {f.id(w.target)}",
        clause="TR-109",
        rows=rows,
    )
    return f.with_watch(k, seen=seen == 1, lit=False)
