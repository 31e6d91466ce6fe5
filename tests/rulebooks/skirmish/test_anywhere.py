"""Moves on a table, wherever models and terrain stand: nobody overlaps, goes too far, or touches by chance."""

from itertools import combinations
from math import hypot
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coldsteel.battlefield.contact import overlaps
from coldsteel.rulebooks.skirmish.field import Field, Ground, NoWay, field_of
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.tabletop import Tabletop
from tests.rulebooks.skirmish.builders import fight, trooper, unit

TRIFLE = 0.02
"""Places are whole hundredths: two that should touch may overlap by less."""

spots = st.tuples(*(st.integers(100, 700).map(lambda n: n / 100),) * 2)
REACH = 200


@st.composite
def fights(draw: Any) -> Fight:
    """Up to six troopers with spears, on both sides, in units or not, among pieces of terrain."""
    places = draw(st.lists(spots, min_size=2, max_size=6, unique=True))
    assume(all(hypot(a - x, b - y) >= 1 for (a, b), (x, y) in combinations(places, 2)))
    men = [
        {**trooper(f"m{k}", "spear", r=draw(st.sampled_from([3, 4, 6]))), "x": x, "y": y}
        for k, (x, y) in enumerate(places)
    ]
    split = draw(st.integers(1, len(men) - 1))
    sides: list[Any] = [men[:split], men[split:]]
    if draw(st.booleans()):
        sides[0] = [unit("squad", *sides[0])]
    terrain = [piece(k, *draw(st.tuples(spots, st.booleans(), st.booleans()))) for k in range(draw(st.integers(0, 2)))]
    assume(not any(_in(p["shape"], x, y) for p in terrain for x, y in places))
    return fight(*sides, gap=1, terrain=terrain)


def piece(k: int, spot: tuple[float, float], tall: bool, impassable: bool) -> dict[str, Any]:
    """A wall 2 inches long and 0.4 thick."""
    (x, y), (w, h) = spot, ((0.4, 2) if tall else (2, 0.4))
    shape = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    return {"name": f"wall {k}", "shape": shape, "size": 1, "impassable": impassable}


def _in(shape: Any, x: float, y: float) -> bool:
    (left, low), _, (right, high), _ = shape
    return hypot(max(left - x, 0, x - right), max(low - y, 0, y - high)) < 0.5


def table(f: Fight) -> tuple[Tabletop, Ground]:
    field = field_of(f.setup)
    assert isinstance(field, Tabletop)
    return field, f.ground


def sound(field: Tabletop, g: Ground) -> bool:
    """Is nobody on another model, or in what is impassable?"""
    t = field.layout(g)
    apart = not any(overlaps(t.base(a), t.base(b), TRIFLE) for a, b in combinations(t.living, 2))
    return apart and not any(overlaps(t.base(m), p, TRIFLE) for m in t.living for p in t.terrain.impassable)


def lines(field: Field, g: Ground, f: Fight) -> Any:
    for charger in range(len(f.setup.models)):
        for target in f.setup.foes(charger):
            for reach in (0, REACH):
                obstacle = field.between(g, charger, target)
                line = field.line(g, charger, target, reach, obstacle is not None and obstacle.width <= 100)
                if not isinstance(line, NoWay):
                    yield charger, target, reach, line


@settings(max_examples=40, deadline=None)
@given(fights())
def test_a_charge_ends_where_it_should(f: Fight):
    """SK-38, SK-48, SK-53, SK-56, SK-157."""
    field, g = table(f)
    for charger, target, reach, line in lines(field, g, f):
        there = field.arrived(g, charger, target, line)
        assert line[0] <= f.setup.models[charger].r
        assert sound(field, there)
        obstacle, gap = field.between(there, charger, target), field.gap(there, charger, target)
        assert bool(line[1]) == (obstacle is not None)
        assert gap <= reach + (obstacle.width if obstacle else 0)
        for a, b in ((a, b) for a in f.setup.slots(0) for b in f.setup.slots(1) if charger not in (a, b)):
            assert field.touching(there, a, b) or not field.touching(g, a, b)


@settings(max_examples=25, deadline=None)
@given(fights(), st.integers(0, 100))
def test_a_charge_that_is_cut_short_goes_on_to_who_is_met(f: Fight, share: int):
    """SK-96, SK-107, SK-115 to SK-117."""
    field, g = table(f)
    for charger, target, reach, line in lines(field, g, f):
        s = line[0] * share // 100
        now = field.at(g, charger, line, s)
        if s < line[0]:
            rest = field.left(now, charger, target, line, s, reach)
            assert abs(rest[0] - (line[0] - s)) <= 6
            assert field.touching(field.arrived(now, charger, target, rest), charger, target) or reach or line[1]
        for rescuer in f.setup.foes(charger):
            ways = (
                field.rescues(now, rescuer, charger, target, line, s, REACH) if rescuer != target else NoWay("", "", "")
            )
            for way in () if isinstance(ways, NoWay) else ways:
                assert sound(field, way.ground)
                assert field.touching(way.ground, rescuer, charger) == way.contact
                assert field.gap(way.ground, rescuer, charger) <= REACH
                assert way.contact or not field.touched_by(way.ground, rescuer)


@settings(max_examples=40, deadline=None)
@given(fights())
def test_a_move_that_is_no_charge_ends_out_of_contact_and_not_too_far(f: Fight):
    """SK-37, SK-51, SK-125, SK-143."""
    field, g = table(f)
    for m, p in enumerate(f.setup.models):
        for move in (*field.moves(g, m, False), *field.breakaways(g, m)):
            assert sound(field, move.ground)
            assert move.length <= p.r
        assert not any(field.touched_by(move.ground, m) for move in field.breakaways(g, m))
        for e in f.setup.foes(m):
            fled = field.flight(g, m, e)
            assert sound(field, fled)
            assert field.gap(fled, m, e) >= field.gap(g, m, e)
            end, caught, contact = field.pursuit(fled, e, m, 300, REACH)
            assert sound(field, end)
            assert caught or not contact
            assert field.touching(end, m, e) or not contact


@settings(max_examples=40, deadline=None)
@given(fights(), st.sampled_from([(1, 0), (0, 1), (-1, 0)]), st.integers(-300, 300))
def test_turning_and_shifting_the_table_changes_nothing(f: Fight, turn: tuple[int, int], by: int):
    """Gaps, contacts and the lengths of lines are the same, seen from elsewhere; terrain is left out."""
    assume(not f.setup.table.pieces)
    field, g = table(f)
    c, s = turn
    facing = {(1, 0): 0, (0, 1): 27000, (-1, 0): 18000}[turn]  # clockwise
    moved = (tuple((c * x - s * y + by, s * x + c * y - by, (d + facing) % 36000) for x, y, d in g[0]), g[1])
    for charger, target, reach, line in lines(field, g, f):
        assert field.gap(moved, charger, target) == field.gap(g, charger, target)
        again = field.line(moved, charger, target, reach, True)
        assert not isinstance(again, NoWay)
        assert abs(again[0] - line[0]) <= 1
