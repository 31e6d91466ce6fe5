"""Fights on a table: links and duels by places, charges into contact, withdrawal, faults of places, the map (WB-7,
WB-56, WB-85, WB-C2, WB-C19, WB-R12)."""

from math import hypot
from random import Random

import pytest

from coldsteel.battlefield.lengths import heading
from coldsteel.battlefield.scene import Mark
from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.warband import RULEBOOK
from coldsteel.rulebooks.warband.duels import full_victory
from coldsteel.rulebooks.warband.legality import ALL, activation_bars, challenge_bars
from coldsteel.rulebooks.warband.posts import end_of_post, start_post
from coldsteel.rulebooks.warband.profiles import cross_faults
from coldsteel.rulebooks.warband.ways import way_out
from tests.driving import alone, next_step, step
from tests.rulebooks.warband.builders import (
    P,
    Q,
    R,
    blade,
    captain,
    chief,
    codes,
    fight,
    file,
    levy,
    opened,
    other,
    slot,
    unit,
)


def at(f, name):
    """Where the models of a unit stand, in metres."""
    return [(x / 100, y / 100) for x, y in f.then.ground[slot(f, name)]]


def two(gap, **given):
    """Two blades of P, and two levies of Q so many metres above them; bases have a radius of 0.2 m."""
    return fight(
        unit("a", P, blade(2), positions=[[0, 0], [0.5, 0]]),
        unit("b", Q, levy(2), positions=[[0, gap + 0.4], [0.5, gap + 0.4]]),
        **given,
    )


# ---------------------------------------------------------------- who is in melee, who may be challenged
@pytest.mark.parametrize(("gap", "linked"), [(0.0, True), (0.99, True), (1.0, True), (1.01, False)])
def test_wb_7_a_metre_on_a_table(gap, linked):
    """WB-7: at most 1 m from edge to edge as the post begins."""
    f = opened(two(gap))
    assert f.linked(0, 1) == linked
    assert ("not_eligible" not in codes(activation_bars(f, slot(f, "a"), 1, ALL))) == linked


def test_wb_7_a_diagonal_metre():
    """3-4-5: centres 1.4 m apart at 0.84 and 1.12, so edges are 1.0 m apart."""
    for y, linked in ((1.12, True), (1.13, False)):
        f = fight(unit("a", P, blade(), positions=[[0, 0]]), unit("b", Q, levy(), positions=[[0.84, y]]))
        assert opened(f).linked(0, 1) == linked


@pytest.mark.parametrize(("moved_in", "eligible"), [(1, False), (0, True)])
def test_v2_near_by_a_plain_move_on_a_table(moved_in, eligible):
    """V2: came within 0.5 m by a plain move in this post: no (WB-5); it is in melee from the next post on."""
    walked = [{"unit": "a", "enemy": "b", "metres": 0.5, "moved_in": moved_in}]
    f = opened(two(0.5, distances=walked))
    assert ("not_eligible" not in codes(activation_bars(f, slot(f, "a"), 1, ALL))) == eligible
    assert step(alone(f, start_post, 2)).linked(0, 1)


def test_wb_7_a_link_outlasts_casualties():
    """WB-C3: who is stated to be in melee is so at any distance."""
    f = fight(
        unit("a", P, blade(), positions=[[0, 0]], tied_with=["b"]),
        unit("b", Q, levy(), positions=[[0, 3]]),
    )
    assert opened(f).linked(0, 1)


def test_wb_7_the_nearest_row_that_lives():
    """The champion in front is 0.6 m away, the levies behind him are 1.2 m away."""
    f = fight(
        unit("a", P, blade(), positions=[[0, 0]]),
        unit("b", Q, other(levy(), name="front"), levy(2), positions=[[0, 1.0], [0, 1.6], [0.5, 1.6]]),
    )
    assert opened(f).linked(0, 1)
    assert not opened(f.with_row(1, 0, alive=0)).linked(0, 1)


def led(gap=None, guard=None, mob=None, **given):
    """Captain and blade of P against chief and levy of Q."""
    return fight(
        unit("guard", P, captain(), blade(), positions=guard or [[0, 0], [0.5, 0]]),
        unit("mob", Q, chief(), levy(), positions=mob or [[0, gap + 0.4], [0.5, gap + 0.4]]),
        **given,
    )


def bars(f):
    return codes(challenge_bars(f, 0, 0, ALL))


@pytest.mark.parametrize(("gap", "found"), [(0.9, {}), (1.0, {}), (1.1, {"too_far": "WB-56"})])
def test_v14_within_a_metre_on_a_table(gap, found):
    """V14: units 1.0 m apart: legal; 1.1 m: illegal (WB-56), though a charge of old has linked them."""
    f = opened(led(gap, distances=[{"unit": "guard", "enemy": "mob", "metres": gap}]))
    f = f.with_unit(0, tied_at_start=True)
    assert bars(f) == found


@pytest.mark.parametrize(("between", "found"), [("units", {}), ("heroes", {"too_far": "WB-56"})])
def test_wb_r12_units_or_heroes_on_a_table(between, found):
    """Units 0.8 m apart, heroes 1.6 m apart: legal, or illegal."""
    f = led(guard=[[0, 0], [1, 0.4]], mob=[[0, 2.0], [1, 1.6]], rulings={"duel_distance_between": between})
    assert bars(opened(f)) == found


def test_v14_moved_up_without_a_charge_on_a_table():
    """V14: a unit that walked to 0.9 m in this post: illegal (WB-59)."""
    walked = [{"unit": "guard", "enemy": "mob", "metres": 0.9, "moved_in": 1}]
    assert bars(opened(led(0.9, distances=walked))) == {"not_eligible": "WB-59"}


def test_wb_r12_heroes_near_enough():
    f = led(guard=[[0, 0], [1, 0.4]], mob=[[0, 1.4], [1, 1.6]], rulings={"duel_distance_between": "heroes"})
    assert bars(opened(f)) == {}


# ---------------------------------------------------------------- charges
def charged(*charges, **given):
    """A blade 3.6 m below b; c stands 1 m to the side of b."""
    return fight(
        unit("a", P, blade(), positions=[[0, 0]]),
        unit("b", Q, levy(), positions=[[0, 4]]),
        unit("c", Q, levy(), positions=[[1, 4]]),
        charges=[{"unit": "a", "target": target} for target in charges],
        **given,
    )


def test_wb_c2_a_charge_ends_in_contact():
    """By the shortest line, until bases of 0.2 m touch: from (0, 0) to (0, 3.6)."""
    f = opened(charged("b"))
    assert at(f, "a") == [(0.0, 3.6)]
    assert f.linked(0, 1)


def test_wb_c2_a_unit_moves_as_one():
    f = two(2.0, charges=[{"unit": "a", "target": "b"}])
    assert at(opened(f), "a") == [(0.0, 2.0), (0.5, 2.0)]


def test_wb_6_a_charge_that_failed_moves_nobody():
    f = opened(two(2.0, charges=[{"unit": "a", "target": "b", "success": False}]))
    assert at(f, "a") == [(0.0, 0.0), (0.5, 0.0)]


def test_wb_c2_who_charges_two_stands_in_contact_with_the_first():
    f = opened(charged("b", "c"))
    assert at(f, "a") == [(0.0, 3.6)]
    assert f.linked(0, 1)
    assert f.linked(0, 2)


def test_wb_c2_nobody_charges_the_dead():
    f = opened(charged("b", "c").with_row(1, 0, alive=0))
    assert not f.linked(0, 1)
    assert at(f, "a") == [(round(0.9029857, 2), round(3.6119429, 2))]  # 0.4 m short of (1, 4), on the line from (0, 0)


def test_wb_c2_an_intervention_too():
    f = fight(
        unit("a", P, blade(), positions=[[0, 0]]),
        unit("b", Q, levy(), positions=[[0, 0.4]]),
        unit("c", Q, captain(), positions=[[3, 0]]),
        interventions=[{"unit": "c", "target": "a"}],
    )
    assert at(opened(f), "c") == [(0.4, 0.0)]


def test_wb_7_who_is_near_a_charger_is_in_melee_from_the_next_post():
    """The blade stands at (0, 3.6), so c is hypot(1, 0.4) - 0.4 = 0.68 m away. With b destroyed at once the fight is
    not over (WB-103)."""
    f = opened(charged("b"))
    assert not f.linked(0, 2)
    f = step(alone(f.with_row(1, 0, alive=0), end_of_post, 1))
    assert next_step(f) == "start_post"
    assert step(f).linked(0, 2)


def test_wb_103_nobody_near_and_the_fight_is_over():
    f = opened(two(0.5)).with_row(1, 0, alive=0)
    assert next_step(step(alone(f, end_of_post, 1))) == ""


# ---------------------------------------------------------------- withdrawal
def beaten(*more, mob=((0, 0.4), (0, 0.8)), dead=(), **given):
    """The chief is dead; his levy leaves melee with the captain, who stands at (0.2, 0.2)."""
    f = fight(
        unit("guard", P, captain(), positions=[[0.2, 0.2]]),
        unit("mob", Q, chief(), levy(), positions=[[x + 0.2, y + 0.2] for x, y in mob]),
        *more,
        **given,
    )
    f = opened(f).with_row(1, 0, alive=0)
    for name in dead:
        f = f.with_row(slot(f, name), 0, alive=0)
    return step(step(alone(f, full_victory, 1, 0, 0)))


def friend(x, y, name="friend", controller=Q):
    return unit(name, controller, other(levy(), attacks=0), positions=[[x, y]])


CORRIDOR = {"table_width": 0.4, "table_height": 8}  # as wide as a base


def test_wb_85_the_way_is_free():
    """The levy's base is 0.4 m from the captain's; 0.61 m straight back, and it is 1.01 m away."""
    f = beaten()
    assert at(f, "mob") == [(0.2, 0.6), (0.2, 1.61)]  # the chief lies where he fell
    assert f.units[1].withdrew
    assert not f.linked(0, 1)
    assert at(f, "guard") == [(0.2, 0.2)]


def test_wb_85_out_from_between_two_enemies():
    """One enemy 0.4 m left, one 0.4 m right of the levy: it needs sqrt(1.41^2 - 0.4^2) = 1.352 m ahead."""
    f = beaten(friend(1.0, 0.2, "right", P), mob=((0.4, -1.0), (0.4, 0.0)))
    assert at(f, "mob")[1] == (0.6, round(0.2 + 1.352, 2))


def test_wb_85_who_is_far_enough_stays():
    f = beaten(mob=((0, 0.4), (0, 1.41)))
    assert at(f, "mob")[1] == (0.2, 1.61)


def test_wb_85_a_metre_is_not_enough():
    """More than 1 m from every enemy: the least step more."""
    f = beaten(mob=((0, 0.4), (0, 1.4)))
    assert at(f, "mob")[1] == (0.2, 1.61)


def test_wb_c19_the_way_is_blocked():
    """In a corridor as wide as a base: a friend at 2.0 m leaves the levy 0.6 m of the 0.61 m that it needs. Its links
    end all the same, and no distance restores them (WB-7)."""
    f = beaten(friend(0.2, 2.0), **CORRIDOR)
    assert at(f, "mob")[1] == (0.2, 1.6)
    assert not f.linked(0, 1)
    assert not step(alone(f, start_post, 2)).linked(0, 1)


def test_wb_c19_a_charge_restores_the_link():
    charge = [{"unit": "mob", "target": "guard", "post": 2}]
    f = step(alone(beaten(friend(0.2, 2.0), charges=charge, **CORRIDOR), start_post, 2))
    assert f.linked(0, 1)
    assert not f.units[1].withdrew
    assert at(f, "mob")[1] == (0.2, 0.6)


def test_wb_c19_enemies_bar_the_way_as_friends_do():
    """In a corridor, 0.4 m from the captain's base and 0.8 m from another enemy's: the middle is farthest from both.
    Where it is in the middle already it stays."""
    assert at(beaten(friend(0.2, 2.2, "barring", P), **CORRIDOR), "mob")[1] == (0.2, 1.2)
    assert at(beaten(friend(0.2, 1.8, "barring", P), **CORRIDOR), "mob")[1] == (0.2, 1.0)


def test_wb_85_the_dead_bar_nobody():
    assert at(beaten(friend(0.2, 2.0), dead=["friend"], **CORRIDOR), "mob")[1] == (0.2, 1.61)
    far = beaten(friend(0.2, 2.2, "enemy", P), dead=["enemy"])
    assert at(far, "mob")[1] == (0.2, 1.61)


def test_wb_85_the_edge_of_the_table():
    """A table 1.5 m high: 0.3 m straight on, and no more."""
    f = beaten(table_width=0.4, table_height=1.5)
    assert at(f, "mob")[1] == (0.2, 1.3)


def test_wb_85_a_way_round():
    """A friend right behind it: along its base, by one whole degree after the other, the first way that is free."""
    f = beaten(friend(0.2, 1.4))
    (x, y), captain_at = at(f, "mob")[1], (0.2, 0.2)
    assert hypot(x - captain_at[0], y - captain_at[1]) - 0.4 > 1.0
    assert hypot(x - 0.2, y - 1.4) > 0.39
    assert x > 0.2  # of two ways alike the one of the lesser angle


@pytest.mark.parametrize(
    ("metres", "end"),
    [
        ({"engagement_range_m": 6.0}, 6.0),  # it would need 5.61 m and has 5 m
        ({"engagement_range_m": 5.39}, 6.0),  # 5.0 m will just do
        ({"engagement_range_m": 5.38}, 5.99),
        ({"withdraw_m": 0.5}, 1.5),
        ({"withdraw_m": 0.0}, 1.0),
    ],
)
def test_wb_c19_no_farther_than_withdraw_m(metres, end):
    """From (0.2, 1.0) straight back, 5 m at most."""
    assert at(beaten(parameters=metres), "mob")[1] == (0.2, end)


def test_wb_85_without_a_table_only_the_links_end():
    f = fight(unit("guard", P, captain(), tied_with=["mob"]), unit("mob", Q, chief(), levy()))
    f = step(alone(opened(f).with_row(1, 0, alive=0), full_victory, 1, 0, 0))
    assert f.then.ground == ()
    assert next_step(f) == ""
    assert not f.linked(0, 1)


def test_wb_85_a_unit_that_is_gone_with_its_hero_goes_nowhere():
    f = fight(
        unit("guard", P, captain(), positions=[[0, 0]]), unit("mob", Q, chief(), levy(), positions=[[0, 0.4], [0, 0.8]])
    )
    f = opened(f).with_row(1, 0, alive=0).with_row(1, 1, alive=0)
    after = step(step(alone(f, full_victory, 1, 0, 0)))
    assert after.then.ground == f.then.ground
    assert not after.units[1].withdrew


def discs(random, n, low, high):
    return tuple((random.randrange(low, high), random.randrange(low, high), 20) for _ in range(n))


def first_free(angle, crowd, enemies):
    """The first centimetre of a direction that is clear of enemies, nobody run into before; None if there is none."""
    v = heading(angle)
    for way in range(81):
        apart = {(a, b): hypot(a - way * v[0], b - way * v[1]) for a, b, _ in crowd}
        if min(apart.values()) < 40:
            return None
        if all(apart[a, b] >= 142 for a, b, _ in enemies):
            return way
    return None


def test_wb_85_no_shorter_way_is_free():
    """Scattered bases: a way that is found is clear, and of 72 directions, tried centimetre by centimetre, none has a
    shorter one; where none is found none of them has one."""
    random, found, barred = Random(7), 0, 0
    while found < 25:
        crowd = discs(random, 14, -200, 200)
        enemies = crowd[:4]
        if any(hypot(x, y) < 42 for x, y, _ in crowd):
            continue
        x, y = way_out(((0, 0, 20),), enemies, crowd[4:], 100, 80, None)
        tried = [way for angle in range(0, 360, 5) if (way := first_free(angle, crowd, enemies)) is not None]
        if all(hypot(a - x, b - y) > 140 for a, b, _ in enemies):
            steps = [(x * k / 100, y * k / 100) for k in range(101)]
            assert all(hypot(a - p, b - q) > 39 for p, q in steps for a, b, _ in crowd)
            assert hypot(x, y) <= min(tried, default=80) + 1
            found += 1
        else:
            assert not tried
            barred += 1
    assert barred > 2


# ---------------------------------------------------------------- the same fight, with and without a table
def results(f):
    found = solve(RULEBOOK, f)
    return {**found.results, **{(m, v): p for m, of in found.measures.items() for v, p in of.items()}}, found.states


def same(f, g, as_many_states=True):
    (one, states), (two_, others) = results(f), results(g)
    assert one.keys() == two_.keys()
    assert states == others or not as_many_states
    for name, p in one.items():
        assert two_[name] == pytest.approx(p, abs=1e-12), name


def test_odds_with_places_equal_those_of_a_fight_that_is_tied():
    units = (unit("a", P, blade(2), tied_with=["b"]), unit("b", Q, levy(2)))
    same(two(0.8, max_posts=3), fight(*units, max_posts=3))


def test_odds_with_places_equal_those_of_a_fight_with_distances():
    """A walk in post 1, a duel that ends in a withdrawal: as with stated distances."""
    near = [{"unit": "guard", "enemy": "mob", "metres": 0.9, "moved_in": 1}]
    few = {"max_posts": 3, "outcome_keeps": ["duels"], "rulings": {"allocation": "rank_first"}}
    few["goals"] = {P: "-10*left chief.mob - left levy.mob", Q: "left.mob"}  # so that the duel is fought (V20)
    weak, feeble = captain(), other(chief(), attacks=1, wounds=2)
    stated = fight(unit("guard", P, weak), unit("mob", Q, feeble, levy(2)), distances=near, **few)
    placed = fight(
        unit("guard", P, weak, positions=[[0, 0]]),
        unit("mob", Q, feeble, levy(2), positions=[[0, 1.3], [0.5, 1.3], [1, 1.3]]),
        distances=near,
        **few,
    )
    same(placed, stated, as_many_states=False)  # the withdrawal is a step of its own
    assert solve(RULEBOOK, placed).measures["withdrew.mob"]["yes"] > 0.1


def test_odds_with_places_equal_those_of_a_fight_with_a_charge():
    charge = [{"unit": "a", "target": "b"}]
    units = (unit("a", P, blade(2)), unit("b", Q, levy(2)))
    same(two(3.0, charges=charge, max_posts=2), fight(*units, charges=charge, max_posts=2))


# ---------------------------------------------------------------- enemies that can meet
def test_only_enemies_that_can_ever_meet_are_pairs():
    """A and C are 20 m apart: nothing brings them together. With B's charge on A's neighbour something might."""
    units = (
        unit("a", P, blade(), positions=[[0, 0]]),
        unit("b", Q, levy(), positions=[[0, 1]]),
        unit("c", Q, levy(), positions=[[0, 20]]),
    )
    assert fight(*units).setup.pairs == ((0, 1),)
    assert fight(*units, charges=[{"unit": "c", "target": "a", "post": 2}]).setup.pairs == ((0, 1), (0, 2))
    assert fight(*units, charges=[{"unit": "a", "target": "c"}]).setup.pairs == ((0, 1), (0, 2))


def test_a_charger_goes_as_far_as_the_last_row_of_its_target():
    """With the front row dead the charge takes it 9.6 m up, beside an enemy 10 m off."""
    f = fight(
        unit("a", P, blade(), positions=[[0, 0]]),
        unit("b", Q, other(levy(), name="front"), levy(), positions=[[0, 1], [0, 10]]),
        unit("c", Q, levy(), positions=[[1, 9.6]]),
        charges=[{"unit": "a", "target": "b"}],
    )
    f = opened(f.with_row(1, 0, alive=0))
    assert at(f, "a") == [(0.0, 9.6)]
    assert step(alone(f, start_post, 2)).linked(0, 2)


def test_a_unit_that_may_withdraw_may_come_near_others():
    """Enemies 6 m off: 5 m of withdrawal and 1 m of reach."""
    units = (
        unit("a", P, captain(), blade(), positions=[[0, 0], [0.5, 0]]),
        unit("b", Q, levy(), positions=[[0, 6.3]]),
        unit("c", Q, levy(), positions=[[0, 6.9]]),
    )
    assert fight(*units).setup.pairs == ((0, 1),)


# ---------------------------------------------------------------- faults of places
PLACED = (unit("a", P, blade(), positions=[[1, 1]]), unit("b", Q, levy(2), positions=[[1, 2], [2, 2]]))
HEROES = (unit("a", P, captain(), positions=[[1, 1]]), unit("b", Q, chief(), positions=[[1, 2]]))


@pytest.mark.parametrize(
    ("units", "given", "place", "clause"),
    [
        ((PLACED[0], unit("b", Q, levy())), {}, ("units", 1, "positions"), "WB-7"),
        ((PLACED[0], unit("b", Q, levy(2), positions=[[1, 2]])), {}, ("units", 1, "positions"), "WB-7"),
        (PLACED, {"table_width": 5}, ("table_height",), "WB-7"),
        (PLACED, {"table_height": 5}, ("table_width",), "WB-7"),
        ((unit("a", P, blade()), unit("b", Q, levy())), {"table_width": 5, "table_height": 5}, None, "WB-7"),
        (PLACED, {"table_width": 2.1, "table_height": 9}, ("units", 1, "positions", 1), "WB-7"),
        ((*PLACED, unit("c", Q, levy(), positions=[[0.1, 1]])), {"table_width": 9, "table_height": 9}, None, "WB-7"),
        ((*PLACED, unit("c", Q, levy(), positions=[[1.3, 1]])), {}, ("units", 2, "positions", 0), "WB-7"),
        ((PLACED[0], {**PLACED[1], "bases": [0.2, 0.3]}), {}, ("units", 1, "bases"), "WB-7"),
        (PLACED, {"distances": [{"unit": "a", "enemy": "b", "metres": 0.7}]}, ("distances", 0, "metres"), "WB-7"),
        (
            HEROES,
            {"distances": [{"unit": "a", "enemy": "b", "metres": 0.6, "heroes": 0.9}]},
            ("distances", 0, "heroes"),
            "WB-56",
        ),
    ],
)
def test_a_fault_of_places_is_found(units, given, place, clause):
    found = [(where, code) for where, _, code in cross_faults(file(*units, **given))]
    assert [code for _, code in found] == [clause]
    assert place in (None, found[0][0])


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"table_width": 2.2, "table_height": 2.2},
        {"distances": [{"unit": "a", "enemy": "b", "metres": 0.61, "moved_in": 1}]},
    ],
)
def test_places_without_a_fault(given):
    assert cross_faults(file(*PLACED, **given)) == []


def test_bases_may_touch_and_may_be_of_several_sizes():
    units = (PLACED[0], unit("b", Q, chief(), levy(), bases=[0.8, 0.2], positions=[[1, 2], [1, 3]]))
    assert cross_faults(file(*units)) == []
    assert fight(*units).setup.layout.bases == ((20,), (80, 20))
    assert opened(fight(*units)).linked(0, 1)


# ---------------------------------------------------------------- the map
def test_there_is_no_map_without_a_table():
    assert RULEBOOK.scene(fight(*(unit(n, c, levy()) for n, c in (("a", P), ("b", Q))))) is None


def test_the_map_shows_who_stands_and_who_fell():
    """Of three levies two are left: the one farthest from the enemy has fallen."""
    f = fight(
        unit("a", P, blade(), positions=[[0, 0]]),
        unit("b", Q, chief(), levy(3), positions=[[0, 0.4], [0, 2], [0, 1], [0, 1.5]]),
        sides={P: "us"},
    )
    f = opened(f).with_row(1, 1, alive=2)
    scene = RULEBOOK.scene(f)
    assert [(t.name, t.note, t.lost) for t in scene.tokens] == [
        ("a", "", False),
        ("b", "2 of 3", False),
        ("", "", True),
        ("chief", "", False),
    ]
    assert [m.centre for m in scene.tokens[1].members] == [(0, 1), (0, 1.5)]
    assert [m.centre for m in scene.tokens[2].members] == [(0, 2)]
    assert [s.mark for s in scene.strokes] == [Mark.CONTACT]
    assert scene.sides == (P, Q)
    assert not scene.table.bounded


def test_the_map_shows_links_duels_and_distances():
    f = opened(led(0.5, table_width=9, table_height=9, guard=[[1, 1], [2, 1]], mob=[[1, 2], [2, 2.4]]))
    scene = RULEBOOK.scene(f.with_duel(0, fought=True))
    assert [(s.mark, s.label) for s in scene.strokes] == [
        (Mark.DISTANCE, "in melee, 0.60 m"),
        (Mark.DISTANCE, "duel, 0.60 m"),
    ]
    apart = RULEBOOK.scene(f.with_link(0, 1, on=False))
    assert [(s.mark, s.label) for s in apart.strokes] == [(Mark.DISTANCE, "0.60 m")]
    assert (scene.table.width, scene.table.height, scene.unit) == (9, 9, "metre")


def test_the_map_of_a_unit_that_is_gone():
    f = two(0.5).with_row(1, 0, alive=0)
    gone = RULEBOOK.scene(f).tokens[-1]
    assert (gone.name, gone.note, gone.lost, len(gone.members)) == ("b", "0 of 2", True, 2)
    assert RULEBOOK.scene(f).strokes == ()


def test_wb_104_three_controllers_on_a_table():
    """Allies are no enemies: of three units side by side only enemies are pairs."""
    f = fight(
        unit("a", P, blade(), positions=[[0, 0]]),
        unit("b", Q, levy(), positions=[[0, 0.5]]),
        unit("c", R, blade(), positions=[[0.5, 0]]),
        sides={P: "us", R: "us"},
    )
    assert f.setup.pairs == ((0, 1), (1, 2))
    assert RULEBOOK.scene(f).sides == ("P and R", "Q")
