"""Being drawn into a melee on a table, model by model, and who moves where (WL-7 to WL-18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

from coldsteel.battlefield.lengths import EPS
from coldsteel.kernel.asks import Answer, Bar, choose, option, say
from coldsteel.kernel.state import Slot, Steps, do
from coldsteel.rulebooks.wasteland.drawing import IN, OUT, avoids, left_out, pull_bars
from coldsteel.rulebooks.wasteland.situation import field_of, number, placed
from coldsteel.rulebooks.wasteland.state import Fight, cleared

if TYPE_CHECKING:
    from coldsteel.rulebooks.wasteland.ground import Field, Melee

__all__ = ["draw_models", "pull", "summon"]

Asked = tuple[int, int, int, int]
"""A model that has been drawn in, or was to be: its number, and where it stood."""

Called = tuple[Slot, tuple[int, ...], tuple[int, ...]]
"""A unit, its models that one melee draws in, and the enemy models of that melee (by number) they may be led to."""


# ---------------------------------------------------------------- who is drawn in
def pull(f: Fight, asked: tuple[Asked, ...], fresh: bool) -> Steps[Fight]:
    """Who is drawn in is measured once (WL-8, WL-9); by WL-R1 chain again while somebody new is in, from where those
    stood who have just come in (W1). With `fresh`, melees begun by a charge in this round draw in nobody yet (WL-4)."""
    field = field_of(f)
    melees = [m for m in field.melees if not (fresh and any(bool(f.units[u].charged) for u in m.units))]
    if not melees:
        return f
    called: dict[int, list[Called]] = {0: [], 1: []}
    for u in (*f.setup.slots(f.setup.active), *f.setup.slots(1 - f.setup.active)):  # WL-5
        found = yield from _called(f, field, u, melees, asked)
        called[f.side(u)] += found
        if not found and _outside(f, field, u, asked):
            yield from left_out(f, u, _why_not(f, field, u, melees))
    tasks = [do(summon, tuple(called[side])) for side in (f.setup.active, 1 - f.setup.active) if called[side]]
    if tasks and f.r.pull_in_chain == "chain":
        new = sorted(number(f, u, g) for side in (0, 1) for u, models, _ in called[side] for g in models)
        tasks.append(do(pull, (*asked, *((i, *field.spot(i)) for i in new)), fresh))
    return f.first(*tasks)


def _called(f: Fight, field: Field, u: Slot, melees: Sequence[Melee], asked: tuple[Asked, ...]) -> Answer[list[Called]]:
    """The models of a unit within 3 steps of a melee with a place for one of them (WL-7, WL-10, WL-12); all that one
    melee draws in together, or (WL-R4) one by one: who is shut in by his fellows follows them."""
    by_melee: dict[Melee, list[int]] = {}
    for g, i in _free(f, field, u):
        if all(i != k for k, *_ in asked):
            melee = yield from _drawn_by(f, field, u, g, melees, asked)
            if melee is not None:
                by_melee.setdefault(melee, []).append(g)
    out: list[Called] = []
    for melee, models in by_melee.items():
        foes = _foes(field, number(f, u, models[0]), melee)
        free = [g for g in models if way_to(field, number(f, u, g), foes) is not None]
        if free:
            each = [(g,) for g in (*free, *(g for g in models if g not in free))]
            out += [(u, some, foes) for some in ([tuple(models)] if f.r.avoid_scope == "per_unit" else each)]
    return out


def _free(f: Fight, field: Field, u: Slot) -> Iterator[tuple[int, int]]:
    """WL-12: models that neither flee nor lie nor fight."""
    found = ((g, i) for g, i in placed(f, u) if not f.group(u, g).knocked_down)
    return ((g, i) for g, i in found if not field.fled[u] and i not in field.fighting)


def _drawn_by(
    f: Fight, field: Field, u: Slot, g: int, melees: Sequence[Melee], asked: tuple[Asked, ...]
) -> Answer[Melee | None]:
    """WL-10: the nearer melee, if several draw a model in; of those equally near its owner's choice."""
    i = number(f, u, g)
    away = {m: _nearness(field, i, m, asked) for m in melees}
    least_ = min(away.values(), default=inf)  # concrete: places
    nearest = [m for m in melees if away[m] <= least_ <= f.p.draw_in_steps + EPS]
    if len(nearest) < 2:
        return nearest[0] if nearest else None
    options = [option(k, " and ".join(f.id(v) for v in m.units)) for k, m in enumerate(nearest)]
    taken = yield from choose(f.side(u), options, what=f"melee that draws in {f.group_id(u, g)}", clause="WL-10")
    return None if taken is None else nearest[taken]


def _nearness(field: Field, i: int, melee: Melee, asked: tuple[Asked, ...]) -> float:
    """How far a model is from a melee, or from where those stood that it has just drawn in."""
    before = (field.at(k, (x, y, z)).gap(i, k) for k, x, y, z in asked if k in melee.models)
    return min((field.nearness(i, melee.models), *before))  # concrete: places


def _foes(field: Field, i: int, melee: Melee) -> tuple[int, ...]:
    """The enemy models of a melee."""
    return tuple(j for j in melee.models if field.side(j) != field.side(i))


def way_to(field: Field, i: int, foes: Sequence[int]) -> tuple[tuple[int, int, int] | None, float] | None:
    """WL-10: where a model is led to, and how far; None if there is no place (WL-R2: none within 3 steps)."""
    from coldsteel.rulebooks.wasteland.moves import way_in

    limit = inf if field.setup.rulings.pull_in_move_limit == "none" else field.setup.parameters.draw_in_move
    return way_in(field, i, foes, limit)


def _outside(f: Fight, field: Field, u: Slot, asked: tuple[Asked, ...]) -> bool:
    """A unit that has models on the table and none in a melee, and was not asked yet."""
    models, before = [i for _, i in placed(f, u)], {k for k, *_ in asked}
    return bool(models) and not any(i in field.fighting or i in before for i in models)


def _why_not(f: Fight, field: Field, u: Slot, melees: Sequence[Melee]) -> tuple[Bar, ...]:
    fighting = [i for m in melees for i in m.models]
    close = any(field.near(i, fighting) for _, i in placed(f, u))
    free = any(True for _ in _free(f, field, u))
    return pull_bars(close, free, not (close and free))


# ---------------------------------------------------------------- the move
def summon(f: Fight, called: tuple[Called, ...]) -> Steps[Fight]:
    """The units of a side are drawn in in the order that their owner likes, where that makes a difference (WL-8)."""
    first = list({entry[0]: entry for entry in reversed(called)}.values())[::-1]
    taken = first[0]
    if len(first) > 1 and _moved(field_of(f), called) != _moved(field_of(f), called[::-1]):
        options = [option(entry, f.id(entry[0])) for entry in first]
        chosen = yield from choose(f.side(taken[0]), options, what="who is drawn in next", clause="WL-8")
        assert chosen is not None, "any of them may be next"
        taken = chosen
    rest = tuple(entry for entry in called if entry != taken)
    return f.first(do(draw_models, *taken), *([do(summon, rest)] if rest else []))


def _moved(field: Field, called: Sequence[Called]) -> tuple[object, ...]:
    """Where everybody stands if all of these are drawn in."""
    for u, models, foes in called:
        field, _ = _led(field, u, models, foes)
    return field.places


def draw_models(f: Fight, u: Slot, models: tuple[int, ...], foes: tuple[int, ...]) -> Steps[Fight]:
    """The owner lets the models be drawn in, or tries to avoid it, with one roll for all (WL-14, WL-16)."""
    who = f.id(u) if f.r.avoid_scope == "per_unit" else f.group_id(u, models[0])
    options = [option(OUT, "try to keep out"), option(IN, "be drawn in")]
    taken = yield from choose(f.side(u), options, what=f"{who} near the melee", clause="WL-14")
    if taken == OUT:
        assert f.setup.layout is not None, "on a table"
        enemies = dict.fromkeys(f.setup.layout.models[j].unit for j in foes)
        if (yield from avoids(f, u, 1, list(enemies))):
            yield from say("{who} keeps out: no shooting, but it may play Melodies", "WL-18", who=who)
            return f
    field, ways = _led(field_of(f), u, models, foes)
    for g, length in ways:
        words = {"who": f.group_id(u, g), "steps": f"{length:g}"}
        yield from say("{who} is drawn in, by a way of {steps} steps", "WL-8", **words)
    if not ways:
        return f
    # WL-11, WL-13, WL-R3; it has moved, so that preparation and camouflage end (WL-C10)
    f = f.on(field.places).with_unit(u, **cleared(f.units[u], ("prepared", "camouflaged")))
    return f.with_unit(u, charged=True) if f.r.pulled_counts_as_charge == "yes" else f


def _led(field: Field, u: Slot, models: Sequence[int], foes: Sequence[int]) -> tuple[Field, list[tuple[int, float]]]:
    """The models in contact, those with the shortest way first; who has no place any more stays (WL-10)."""
    numbers, ways, left = field.layout.number, [], list(models)
    while left:
        found = {g: way for g in left if (way := way_to(field, numbers[int(u), g], foes)) is not None}
        if not found:
            break
        g = min(found, key=lambda g: (found[g][1], g))  # concrete: places
        field = field.at(numbers[int(u), g], found[g][0])
        ways.append((g, found[g][1]))
        left.remove(g)
    return field, ways
