"""Morale: losses are counted up, the test is taken, models run (WB-88 to WB-102)."""

from __future__ import annotations

from coldsteel.kernel.asks import bar, choose, option, say, total
from coldsteel.kernel.figures import any_of, least, most, where
from coldsteel.kernel.state import Slot, Steps, do, evolve
from coldsteel.kernel.tables import Applied
from coldsteel.rulebooks.warband.state import Fight, never_tests

__all__ = ["flee", "losses_move", "morale", "tests", "will"]


def losses_move(f: Fight, u: int, poster: int) -> Fight:
    """WB-92, WB-100: at the end of a post the losses of the other controllers' units await their next test."""
    if f.side(u) == poster or f.r.morale_when == "every_post_end":
        return f
    x = f.units[u]
    f = f.with_unit(u, losses_due=x.losses_due + x.losses_open, losses_open=0)
    if f.r.duel_losses == "floor":
        return f.with_unit(u, counted_due=x.counted_due + x.counted_open, counted_open=0)
    return f


def tests(f: Fight, post: int) -> Steps[Fight]:
    """WB-99: the units of the poster test, in the order listed (WB-R24: all)."""
    poster = f.setup.poster(post)
    units = [u for u in range(len(f.units)) if f.side(u) == poster]
    if f.r.morale_when == "every_post_end":
        units += [u for u in range(len(f.units)) if f.side(u) != poster]
    testing = [Slot(u) for u in units if not never_tests(f.setup, u)]
    if len(testing) == 1:
        return (yield from morale(f, testing[0]))
    return f.first(*[do(morale, u) for u in testing])


def morale(f: Fight, u: Slot) -> Steps[Fight]:
    """A unit that suffered losses in this round tests: d6 and losses less the willpower bonus run (WB-88 to WB-97).

    It is no ordinary test of willpower: no d100, no degrees (WB-90).
    """
    losses, f = losses_counted(f, u)
    if losses * f.lives(u) == 0:  # WB-89
        return f
    x = f.units[u]
    if (x.fearless_left > 0) | x.fearless_for_good:  # WB-82
        return f
    bonus = will(f, u)
    plus = {"example": losses - bonus, "prose_net": bonus - losses, "prose_gross": 0 - losses}[f.r.morale_formula]
    rows = [Applied(-losses if f.r.morale_formula != "example" else losses, "losses", "WB-92")]
    if f.r.morale_formula != "prose_gross":
        rows.append(Applied(bonus if f.r.morale_formula == "prose_net" else -bonus, "willpower bonus", "WB-98"))
    what = f"morale of {f.id(u)}"
    shown = yield from total(f.side(u), 1, 6, plus=plus, what=what, clause="WB-91", rows=tuple(rows))
    n = least(most(shown, 0), f.living(u))  # WB-94, WB-96
    yield from say("{n} of {who} run away", "WB-95", n=n, who=f.id(u))
    if len(f.rows(u)) == 1 and f.profile(u, 0).wounds == 1:
        return gone(f, u, 0, n)
    if n == 0:
        return f
    leaders = tuple(row for row in f.rows(u) if f.profile(u, row).is_leader)
    groups = [tuple(f.rows(u))]
    if f.r.flee_choice == "rank_first":  # WB-C21
        groups = [g for g in (tuple(row for row in f.rows(u) if row not in leaders), leaders) if g]
    tasks = [do(flee, u, rows, 0) for rows in groups]
    return _running(f, n).first(*tasks)


def losses_counted(f: Fight, u: int) -> tuple[int, Fight]:
    """-> the losses that the test counts, and the fight without them (WB-100; WB-R21, WB-R24, WB-R25)."""
    x = f.units[u]
    real, counted = x.losses_due, x.counted_due
    late = f.r.morale_when == "every_post_end" or f.r.morale_window == "until_test"
    if late:
        real, counted = real + x.losses_open, counted + x.counted_open
        f = f.with_unit(u, losses_open=0, counted_open=0)
    f = f.with_unit(u, losses_due=0, counted_due=0)
    return (most(real, counted) if f.r.duel_losses == "floor" else real), f


def will(f: Fight, u: int) -> int:
    """WB-98: the willpower bonus of the highest living leader, else of the profile with most living models (WB-R26)."""
    leaders = [row for row in f.rows(u) if f.profile(u, row).is_leader or f.r.morale_will == "highest"]
    highest, many, of_most = 0, 0, 0
    for row in f.rows(u):
        bonus, alive = f.profile(u, row).willpower // 10, f.alive(u, row)
        if row in leaders:
            highest = most(highest, bonus * (alive > 0))
        of_most = where(alive > many, bonus, of_most)
        many = most(many, alive)
    return where(any_of(f.alive(u, row) > 0 for row in leaders), highest, of_most)


# ---------------------------------------------------------------- who runs
def flee(f: Fight, u: Slot, rows: tuple[int, ...], at: int) -> Steps[Fight]:
    """WB-102: the controller chooses which models flee, row by row; the last of the rows makes up the number."""
    row, rest = rows[at], rows[at + 1 :]
    alive, later = f.alive(u, row), f.living(u, rest)
    wanted = least(f.fleeing, alive + later)
    n = least(wanted, alive)
    if rest:
        options = [
            option(
                k,
                str(k),
                bar(k > n, "too_many", "WB-95", "more than run, or than there are"),
                bar(wanted - k > later, "too_few", "WB-95", "the others are too few"),
            )
            for k in range(f.profile(u, row).count + 1)
        ]
        picked = yield from choose(f.side(u), options, what=f"how many of {f.name(u, row)} run", clause="WB-102")
        n = 0 if picked is None else picked
        f = f.first(do(flee, u, rows, at + 1))
    lost = f.units[u].rows[row].lost
    stays = True
    if f.profile(u, row).wounds > 1:
        if (lost > 0) & (n > 0) & (n < alive):
            options = [option(1, "the wounded one runs"), option(0, "the wounded one stays")]
            stays = (yield from choose(f.side(u), options, what=f.name(u, row), clause="WB-102")) == 0
    return gone(_running(f, f.fleeing - n), u, row, n, lost if stays else 0)


def _running(f: Fight, n: int) -> Fight:
    """With so many models that run and are still to be named."""
    return evolve(f, fleeing=n)


def gone(f: Fight, u: int, row: int, n: int, lost: int = 0) -> Fight:
    """WB-95, WB-97: so many models of a row are gone for good, counted apart from the killed."""
    alive = f.alive(u, row) - n
    f = f.with_row(u, row, alive=alive, lost=where(alive > 0, lost, 0))
    if f.profile(u, row).is_hero:
        f = f.with_row(u, row, ran=f.units[u].rows[row].ran | (n > 0))
    if "fled" not in f.setup.keeps:
        return f
    return f.with_unit(u, fled=f.units[u].fled + n)
