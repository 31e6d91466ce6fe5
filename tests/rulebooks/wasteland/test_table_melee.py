"""A melee on a table: contact, reach and sight, damage radius, height, cover, free attacks, flight."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.clauses import ruling_values
from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.wasteland.blows import in_reach
from coldsteel.rulebooks.wasteland.damage import Blows, How
from coldsteel.rulebooks.wasteland.declare import blow_bars
from coldsteel.rulebooks.wasteland.nerve import flee, in_contact, run
from coldsteel.rulebooks.wasteland.rulings import Rulings
from coldsteel.rulebooks.wasteland.situation import elevated, field_of, higher, in_cover
from coldsteel.rulebooks.wasteland.tables import strike_need
from coldsteel.rulebooks.wasteland.wounds import suffer
from tests.driving import alone, before, chance, legal, outcomes, spread, step
from tests.rulebooks.wasteland.builders import (
    ask_of,
    at,
    codes,
    fight,
    line,
    models,
    odds,
    of,
    piece,
    removed,
    slot,
    squad,
    taking,
    unit,
    weapon,
)

PIKE = weapon("pike", reach=2)


def readings(switch):
    """Rulings with each value of a switch, the default first."""
    return [{switch: value} for value in ruling_values(Rulings)[switch]]


def on_roofs(*names, height=1.5):
    """A platform under everything that has a `z`: its top is the only level beside the ground."""
    return [piece("platform", -5, -5, 5, 5, height=height, levels=[0, height], cover=False)]


# ---------------------------------------------------------------- contact and melees
@pytest.mark.parametrize(("x", "touch"), [(1.0, True), (1.03, True), (1.04, True), (1.05, False)])
def test_wl_3_contact_is_bases_that_touch_to_a_millimetre(x, touch):
    """WL-C1: 1 mm of 25 is 0.04 of a step."""
    f = fight(at("a", (0, 0)), at("b", (x, 0)), activations=["a"], max_rounds=1)
    assert bool(field_of(f).contacts) == touch


@pytest.mark.parametrize(("z", "touch"), [(0.5, True), (3, False)])
def test_wl_3_a_floor_parts_those_above_and_below(z, touch):
    """Distances are in plan, so that one fights from a stair; but not through a floor."""
    house = piece("house", -2, -2, 3, 2, height=6, building=True, levels=[0, 0.5, 3])
    f = fight(at("a", (0, 0)), at("b", (1, 0, z)), terrain=[house], activations=["a"], max_rounds=1)
    assert bool(field_of(f).contacts) == touch


def test_wl_3_a_melee_links_contacts_and_units():
    """A squad that touches two enemies apart links them; a pair elsewhere is a melee of its own (WL-4)."""
    f = fight([at("A1", (0, 0), (6, 0)), at("A2", (20, 0))], [at("B1", (1, 0)), at("B2", (7, 0)), at("B3", (21, 0))])
    names = [[f.id(u) for u in melee.units] for melee in field_of(f).melees]
    assert names == [["A1", "B1", "B2"], ["A2", "B3"]]


def test_wl_4_every_melee_fights_its_bout_as_the_active_side_likes():
    f = fight([at("A1", (0, 0)), at("A2", (20, 0))], [at("B1", (1, 0)), at("B3", (21, 0))], active="B")
    ask = ask_of(f, "which melee")
    assert ask.side == 1
    assert legal(ask) == ["A1 and B1", "A2 and B3"]
    s = next(iter(outcomes(f, before("order_of_blows"), taking("A2 and B3", "blade"))))
    assert [bool(x.engaged) for x in s.units] == [False, True, False, True]


def test_two_melees_on_a_table_are_two_duels():
    """A1 kills with 1/2 a bout before B1 strikes; the other pair likewise: independent of each other."""
    fast = {"mobility": 9}
    f = fight(
        [at("A1", (0, 0), **fast), at("A2", (20, 0), **fast)], [at("B1", (1, 0)), at("B2", (21, 0))], max_rounds=1
    )
    found = spread(f, lambda s: (removed(s, "B1"), removed(s, "B2")), choose=taking("A1 and B1", "blade"))
    assert found == {k: F(1, 4) for k in ((0, 0), (0, 1), (1, 0), (1, 1))}


# ---------------------------------------------------------------- who may be struck
@pytest.mark.parametrize(("y", "bars"), [(2.0, {}), (2.01, {"out_of_reach": "WL-22"})])
def test_wl_22_reach_is_measured_from_edge_to_edge(y, bars):
    """WL-23: a weapon without a stated reach has 1 step; who is within it is struck without contact (WL-36)."""
    f = fight(at("a", (0, 0)), [at("b", (1, 0)), at("d", (0, y))])
    f = f.with_unit(slot(f, "d"), engaged=True)
    found = blow_bars(f, slot(f, "a"), 0, slot(f, "d"), 0)
    assert {b.code: b.clause for b in found if b.when} == bars


def test_wl_4_nobody_strikes_at_who_is_not_in_the_melee():
    """Within reach, but kept out: not one of those whose bout it is."""
    f = fight(at("a", (0, 0)), [at("b", (1, 0)), at("d", (0, 2))])
    s = next(iter(outcomes(f, before("declare"), taking("try"))))
    assert codes(ask_of(s, "targets of a"), "blade at d") == {"out_of_reach": "WL-22"}


def test_wl_25_one_looks_through_ones_own_squad():
    """A man in the second rank, 1 step from the enemy, strikes past the man before him."""
    f = fight(at("a", (1, 0), (0, 0)), at("b", (2, 0)))
    field = field_of(f)
    assert field.gap(1, 2) == 1
    assert field.sees(1, 2)
    tough = fight(at("a", (1, 0), (0, 0), mobility=9), at("b", (2, 0), toughness=9), max_rounds=1)
    assert spread(tough, lambda s: int(s.wounds(Slot(1), 0)), before("losses"), taking("blade"))[2] == F(1, 4)


def test_wl_r5_whose_models_block_sight():
    """Reach 2 over a friendly model of another squad: not seen, or (own side) legal (WL-24, WL-26)."""
    found = []
    for r in readings("sight_through"):
        f = fight([at("a", (0, 0), weapons=["pike"]), at("friend", (1, 0))], at("b", (2, 0)), weapons=[PIKE], rulings=r)
        f = f.with_unit(slot(f, "b"), engaged=True)
        found.append({b.code: b.clause for b in blow_bars(f, slot(f, "a"), 0, slot(f, "b"), 0) if b.when})
    assert found == [{"not_seen_in_melee": "WL-24"}, {}]


def test_wl_26_a_wall_blocks_blows_if_it_is_high_enough():
    found = []
    for height in (0.9, 1.0):
        f = fight(
            [at("a", (0, 0), weapons=["pike"]), at("c", (2, 3))],
            [at("b", (2, 0)), at("d", (2, 4))],
            weapons=[PIKE],
            terrain=[piece("wall", 0.7, -3, 1.3, 3, height=height)],
        )
        found.append(field_of(f).sees(0, 2))
    assert found == [True, False]


def test_wl_r6_each_model_has_its_own_target_or_the_squad_one():
    """WL-R6: two models, each reaching another enemy unit only: both strike, or one does (WL-27)."""
    found = []
    for r in readings("multi_target"):
        f = fight(at("a", (0, 0), (6, 0), mobility=9), [at("b", (1, 0)), at("c", (7, 0))], rulings=r, max_rounds=1)
        found.append(chance(f, lambda s: removed(s, "b") + removed(s, "c"), before("losses"), taking("blade")))
    assert found == [1, F(1, 2)]
    s = next(iter(outcomes(f, lambda s: ask_is(s, "a/2"), taking("blade"))))
    assert codes(ask_of(s, "targets of a/2"), "blade at c") == {"split_weapon": "WL-27"}


def ask_is(s, name):
    return bool(s.then.tasks) and s.then.tasks[0].step.__name__ == "declare" and s.then.tasks[0].args == (0, 1)


def test_wl_28_what_was_declared_on_who_is_gone_is_lost():
    """WL-R7: two units declared on x, which both touch; the second touches y as well: it strikes no one, or y."""
    found = []
    for r in readings("lost_target"):
        f = fight(
            [at("a", (0, 0), mobility=9), at("a2", (2, 0), mobility=5)],
            [at("x", (1, 0), mobility=1), at("y", (3, 0), mobility=1)],
            rulings=r,
        )
        found.append(chance(f, lambda s: removed(s, "y"), before("losses"), taking("blade at x")))
    assert found == [0, F(1, 4)]


def test_wl_21_who_saw_nobody_has_named_nobody():
    """A man behind a friend of another squad names his weapon only; that the friend then falls is too late for him."""
    f = fight(
        [at("a", (0, 0), (2, -1), mobility=1, weapons=["pike"]), at("friend", (1, 0), weapons=[])],
        at("b", (2, 0), toughness=9, mobility=9),
        weapons=[PIKE],
        max_rounds=1,
        melee_in_progress=False,
    )
    assert legal(ask_of(f, "targets of a/1")) == ["pike"]
    assert legal(ask_of(f, "targets of a/2")) == ["pike at b"]
    hurt = spread(f, lambda s: int(s.wounds(slot(s, "b"), 0)), before("losses"), taking("blade at friend", "pike"))
    assert hurt == {0: F(1, 2), 1: F(1, 2)}


def test_wl_36_who_has_nobody_in_reach_rolls_no_dice():
    """Five of a squad of six are too far away to strike."""
    f = fight(at("a", (0, 0), *((-4 - k, 0) for k in range(5)), mobility=9), at("b", (1, 0), toughness=9), max_rounds=1)
    found = spread(alone_bout(f), lambda s: int(s.wounds(slot(s, "b"), 0)), before("losses"), taking("try", "blade"))
    assert found == {0: F(1, 2), 1: F(1, 2)}


def alone_bout(f):
    """The fight from its first bout on."""
    return next(iter(outcomes(f, before("bout"), taking("try"))))


# ---------------------------------------------------------------- damage
def test_wl_62_damage_falls_within_the_reach_of_those_that_struck():
    """Reach 1, damage 3: of three in a row at 0, 1 and 2.1 steps the last is out of the radius; damage is lost."""
    f = fight(
        at("a", (0, 0), mobility=9, weapons=["w"]),
        at("b", (1, 0), (2, 0), (3.1, 0)),
        weapons=[weapon("w", strike=1, damage=3)],
        max_rounds=1,
        melee_in_progress=False,
    )
    a, b = slot(f, "a"), slot(f, "b")
    ready = f.with_unit(b, engaged=True)
    assert in_reach(ready, a, (0,), 0, int(b), b) == ((0, 1),)
    assert spread(f, lambda s: models(s, "b"), before("losses"), taking("b/")) == {
        3: F(1, 6),
        1: F(5, 6),
    }


def test_wl_r18_who_is_nearest_to_the_strikers():
    """WL-R18: the leader is listed first but stands behind two grunts; one wound: the owner's choice, the striker's, or
    the closest, of two equally close ones by the owner (WL-67)."""
    groups = [
        {"name": "leader", "positions": [[2.2, 0]], "weapons": ["blade"]},
        {"name": "grunt", "models": 2, "positions": [[1, 0.5], [1, -0.5]], "weapons": ["blade"]},
    ]
    found = []
    for r in readings("wound_chooser"):
        f = fight(at("a", (0.13, 0), weapons=["pike"]), unit("b", groups), weapons=[PIKE], rulings=r)
        b = slot(f, "b")
        among = in_reach(f.with_unit(b, engaged=True), slot(f, "a"), (0,), 0, int(b), b)
        s = suffer(alone(f, run, b).ended(), b, [Blows(1, 1, 1)], How(0, among=among))
        ask = ask_of(s, "suffers")
        found.append((ask.side, legal(ask)))
    everyone = ["b/leader", "b/grunt 1", "b/grunt 2"]
    assert found == [(1, everyone), (0, everyone), (1, everyone[1:])]


def test_wl_59_the_values_of_most_models_within_the_damage_radius():
    """Three armoured men out of reach don't count: the one in reach has no Defence."""
    groups = [
        {"name": "plain", "positions": [[1, 0]], "weapons": []},
        {"name": "armoured", "models": 3, "defence": 5, "positions": [[9, 0], [9, 2], [9, 4]], "weapons": []},
    ]
    f = fight(at("a", (0, 0), mobility=9), unit("b", groups), max_rounds=1)
    assert chance(f, lambda s: removed(s, "b"), before("losses"), taking("blade")) == F(1, 2)


def test_the_fallen_leave_the_table():
    f = fight(at("a", (0, 0), mobility=9), at("b", (1, 0)), max_rounds=1)
    s = next(s for s in outcomes(f, before("losses"), taking("blade")) if removed(s, "b"))
    assert s.spot(slot(s, "b"), 0) is None
    assert not field_of(s).contacts


# ---------------------------------------------------------------- height
@pytest.mark.parametrize(("z", "high"), [(1.0, False), (1.01, True)])
def test_wl_95_elevated_is_higher_than_one_step(z, high):
    f = fight(at("a", (0, 0, z)), at("b", (1, 0)), terrain=on_roofs(height=z))
    assert elevated(f, slot(f, "a"), 0) == high


def test_w5_strike_from_high_ground():
    """W5: Strike 5, elevated: 1/2; with prepared defence and charged 2/3 (WL-84, WL-85)."""
    f = fight(
        at("a", (0, 0, 1.5), weapons=["w"], prepared_defence=True),
        at("b", (1, 0), charged_this_round=True),
        weapons=[weapon("w", strike=5)],
        terrain=on_roofs(),
    )
    a, b = slot(f, "a"), slot(f, "b")
    assert F(7 - strike_need(f, a, 0, 0, b).value, 6) == F(1, 2)
    for u in (a, b):
        f = f.with_unit(u, engaged=True)
    assert F(7 - strike_need(f, a, 0, 0, b).value, 6) == F(2, 3)


def test_wl_r12_both_on_one_roof():
    """WL-R12: both on one roof, Strike 5: 1/2, or 1/3; against one below: 1/2 by both (WL-95)."""
    found = []
    for r in readings("elevation_reference"):
        f = fight(
            at("a", (0, 0, 1.5), weapons=["w"]),
            [at("b", (1, 0, 1.5)), at("c", (-1, 0))],
            weapons=[weapon("w", strike=5)],
            terrain=on_roofs(),
            rulings=r,
        )
        needs = [strike_need(f, slot(f, "a"), 0, 0, slot(f, e)).value for e in "bc"]
        found.append([F(7 - need, 6) for need in needs])
    assert found == [[F(1, 2), F(1, 2)], [F(1, 3), F(1, 2)]]


def test_wl_r12_of_a_unit_the_nearest_model_counts():
    f = fight(
        at("a", (0, 0, 1.5)),
        at("b", (1, 0, 1.5), (3, 0)),
        terrain=on_roofs(),
        rulings={"elevation_reference": "above_target"},
    )
    assert not higher(f, slot(f, "a"), 0, slot(f, "b"))
    turned = fight(
        at("a", (0, 0, 1.5)),
        at("b", (1, 0), (3, 0, 1.5)),
        terrain=on_roofs(),
        rulings={"elevation_reference": "above_target"},
    )
    assert higher(turned, slot(turned, "a"), 0, slot(turned, "b"))


# ---------------------------------------------------------------- cover
@pytest.mark.parametrize(
    ("spots", "terrain", "covered"),
    [
        ([(1, 0)], piece("rock", 0.9, -0.1, 1.1, 0.1), True),  # on it
        ([(1, 0)], piece("rock", 1.2, -1, 2, 1), False),  # behind him, not before
        ([(1, 0)], piece("wall", 0.4, -1, 0.6, 1), True),  # between the two
        ([(1, 0)], piece("road", 0.4, -1, 0.6, 1, cover=False), False),
        ([(1, 0), (1, 4)], piece("wall", 0.4, -1, 0.6, 1), False),  # every model of the unit
        ([(1, 0), (1, 1)], piece("wall", 0.4, -1, 0.6, 2), True),
        ([(1, 0)], piece("wood", -1, -1, 0.6, 1), False),  # the attacker's own wood
    ],
)
def test_wl_93_on_in_or_behind_a_piece(spots, terrain, covered):
    """WL-90: every model of the unit; behind: the line from the nearest attacking model crosses the piece."""
    f = fight(at("a", (0, 0)), at("b", *spots), terrain=[terrain])
    assert in_cover(f, slot(f, "b"), slot(f, "a")) == covered


def test_wl_93_who_cannot_attack_gives_nobody_cover():
    """A wall is between b and the one who lies, and none between b and the other, who touches him too (WL-36)."""
    wall = piece("wall", 0.4, -1, 0.6, 0.3)
    for lies, covered in ((True, False), (False, True)):
        groups = [
            {"name": "one", "positions": [[1, 0]], "knocked_down": lies},
            {"name": "two", "positions": [[0, 1]]},
        ]
        f = fight(unit("a", groups), at("b", (0, 0)), terrain=[wall])
        assert in_cover(f, slot(f, "b"), slot(f, "a")) == covered


@pytest.mark.parametrize(("height", "covered"), [(3, False), (0.5, True)])
def test_wl_93_who_does_not_see_is_no_attacker(height, covered):
    """Reach 3. The one 1 step away is behind the wall and, if it is high, sees nothing; from the one 1.5 steps away
    nothing is in between (WL-24)."""
    f = fight(
        at("a", (2, 0), (0, 2.5), weapons=["lance"]),
        at("b", (0, 0)),
        weapons=[weapon("lance", reach=3)],
        terrain=[piece("wall", 0.8, -3, 1.2, 1, height=height)],
        activations=["a"],
        max_rounds=1,
    )
    assert in_cover(f, slot(f, "b"), slot(f, "a")) == covered


@pytest.mark.parametrize(("charged", "through"), [(False, F(1, 2)), (True, F(2, 3))])
def test_w8_cover_in_melee(charged, through):
    """W8: Defence 2, whole unit in cover: 1/2; the same, but the unit charged this round: 2/3 (WL-90, WL-91)."""
    f = fight(
        at("a", (0, 0), mobility=9, weapons=["sure"]),
        at("b", (1, 0), defence=2, charged_this_round=charged),
        weapons=[weapon("sure", strike=1)],
        terrain=[piece("wall", 0.4, -1, 0.6, 1, height=0.5)],
        max_rounds=1,
    )
    hit = F(5, 6)
    assert chance(f, lambda s: removed(s, "b"), before("losses"), taking("sure")) == hit * through


# ---------------------------------------------------------------- free attacks and flight
def broken(f, name):
    """The unit turns to run."""
    u = slot(f, name)
    return alone(f.with_unit(u, breaks=True, engaged=True), run, u)


@pytest.mark.parametrize(("reading", "hits"), [("once_per_enemy", 1), ("per_pair", 2)])
def test_w12_one_enemy_that_touches_two(reading, hits):
    """W12: one enemy touches both: one hit, two under `per_pair` (WL-77, WL-78, WL-R23)."""
    f = fight(at("a", (0, 0)), at("b", (1, 0), (-1, 0), toughness=5), rulings={"free_attack_count": reading})
    assert in_contact(f, slot(f, "b"), slot(f, "a"), 0, (0,)) == hits


def test_w12_only_those_in_contact_have_a_free_attack():
    """W12: a broken squad of 2, three enemies in contact, damage 1: both removed for sure; with Defence 3: 1/2 (WL-79).
    A fourth enemy 1 step away has none."""
    found = []
    for defence in (0, 3):
        b = at("b", (0, 0), (1, 0), defence=defence)
        f = fight(at("a", (-1, 0), (2, 0), (0, 1), (0, -2)), b)
        gone = chance(broken(f, "b"), lambda s: models(s, "b") == 0, choose=taking("b/"))
        found.append(gone)
    assert found == [1, F(1, 2)]


def test_wl_c8_flight_is_two_dice_straight_away_from_the_nearest_enemy():
    """From A at (0, 0) over (0, 1): to (0, 1 + 2D6)."""
    f = fight([at("a", (0, 0)), at("a2", (0, -9))], at("b", (0, 1)), activations=["a2"], max_rounds=1)
    u = slot(f, "b")
    gone = alone(f.with_unit(u, fled=True), flee, u)
    found = spread(gone, lambda s: s.spot(u, 0))
    assert found == {(0, 100 + 100 * n, 0): F(6 - abs(n - 7), 36) for n in range(2, 13)}


def test_wl_c8_off_the_table_it_is_out_of_play():
    """6 steps to the edge less the base of 0.5: with 7 or more it is gone: 21/36. It is broken, not destroyed."""
    f = fight(
        [at("a", (5, 5)), at("a2", (1, 1))],
        at("b", (5, 6)),
        activations=["a2"],
        table={"width": 10, "height": 12.5},
        max_rounds=1,
    )
    u = slot(f, "b")
    gone = alone(f.with_unit(u, fled=True), flee, u)
    assert chance(gone, lambda s: s.spot(u, 0) is None) == F(21, 36)
    assert all(models(s, "b") == 1 for s in outcomes(gone))


def test_wl_c8_as_far_as_it_can():
    """Somebody stands 3 steps behind: it goes 3 steps, or 2."""
    f = fight([at("a", (0, 0)), at("a2", (0, 5))], at("b", (0, 1)), activations=["a2"], max_rounds=1)
    u = slot(f, "b")
    found = spread(alone(f.with_unit(u, fled=True), flee, u), lambda s: s.spot(u, 0))
    assert found == {(0, 300, 0): F(1, 36), (0, 400, 0): F(35, 36)}


def test_wl_c8_nobody_is_in_the_way_of_his_own_fellows():
    """Two in a file: the one behind goes first, and one roll serves both."""
    f = fight([at("a", (0, 0)), at("a2", (0, -9))], at("b", (0, 1), (0, 2)), activations=["a2"], max_rounds=1)
    u = slot(f, "b")
    found = spread(alone(f.with_unit(u, fled=True), flee, u), lambda s: (s.spot(u, 0), s.spot(u, 1)))
    assert set(found) == {((0, 100 + 100 * n, 0), (0, 200 + 100 * n, 0)) for n in range(2, 13)}


def test_wl_80_who_is_not_in_contact_names_no_weapon_for_a_free_attack():
    f = fight(at("a", (0, 0), (0, -2), multi_weapon=True, weapons=["blade", "pike"]), at("b", (1, 0)), weapons=[PIKE])
    (s,) = outcomes(broken(f, "b"), before("arm_free_hits", "flee"))
    assert [task.step.__name__ for task in s.then.tasks] == ["arm_free_hits", "flee"]


def test_where_nothing_more_can_happen_it_does_not_matter_where_it_ran():
    """So that states merge: no shooter, and no other melee."""
    f = fight(at("a", (0, 0)), at("b", (0, 1)))
    u = slot(f, "b")
    (s,) = outcomes(alone(f.with_unit(u, fled=True), flee, u))
    assert s.spot(u, 0) is None
    assert not step(alone(f.with_group(u, 0, wounds=1), flee, u)).then.tasks


def test_wl_81_who_fled_is_no_longer_in_contact():
    f = fight([at("a", (0, 0))], [at("b", (1, 0)), at("c", (-1, 0))])
    f = f.with_unit(slot(f, "b"), fled=True)
    assert field_of(f).contacts == ((0, 2),)
    assert not of(f, "c").fled


# ---------------------------------------------------------------- the same fight with and without a table
@pytest.mark.parametrize(
    ("tabled", "stated", "given"),
    [
        ((at("A1", (0, 0), mobility=5), at("B1", (1, 0))), (unit("A1", mobility=5), unit("B1")), {}),
        (
            (at("A1", (0, 0), (2, 0), defence=2), at("B1", (1, 0), toughness=3, mobility=5, spirit=3)),
            (squad("A1", 2, defence=2), unit("B1", toughness=3, mobility=5, spirit=3)),
            {"fp": (1, 1)},
        ),
        (
            ([at("A1", (0, 0)), at("A2", (2, 3))], at("B1", (1, 0), toughness=2)),
            ([unit("A1"), unit("A2", distance_to_melee=2.1623)], unit("B1", toughness=2)),
            {},
        ),
        (
            (at("A1", (0, 0), charged_this_round=True), at("B1", (1, 0), (-1, 0), camouflaged=True)),
            (unit("A1", charged_this_round=True), squad("B1", 2, camouflaged=True)),
            {"rulings": {"free_attack_count": "per_pair", "spirit_dice": 2}},
        ),
        (
            (at("A1", (0, 0), (2, 0), toughness=2), at("B1", (1, 0), toughness=2)),
            (squad("A1", 2, toughness=2), unit("B1", toughness=2)),
            {"rulings": {"mobility_tie": "simultaneous", "equal_losses": "both"}},
        ),
        (
            (at("A1", (0, 0), (2, 0), mobility=5), at("B1", (1, 0), toughness=3)),
            (squad("A1", 2, mobility=5), unit("B1", toughness=3)),
            {"rulings": {"slain_strike_back": "yes"}},
        ),
    ],
)
def test_a_fight_with_positions_has_the_odds_of_the_same_fight_stated_without(tabled, stated, given):
    """A lone B1 touches everybody, or everybody is drawn to him: then caps and distances say the same as places."""
    on_table, without = odds(fight(*tabled, **given)), odds(fight(*stated, **given))
    assert on_table.value == pytest.approx(without.value, abs=1e-12)
    for name, table in without.measures.items():
        for value, p in table.items():
            assert on_table.measures[name].get(value, 0.0) == pytest.approx(p, abs=1e-12), name


def test_a_shot_on_a_table_has_the_odds_of_the_same_shot_stated_without():
    """A wall hides the right half of the target, 8 steps away."""
    rifle = weapon("rifle", type="shooting", strike=3, rate_of_fire=2)
    given = {"weapons": [rifle], "activations": ["A1"], "max_rounds": 2, "fp": (1, 0)}
    a, b = at("A1", (0, 0), weapons=["rifle"]), at("B1", (9, 0), toughness=2, defence=2)
    tabled = fight(a, b, terrain=[piece("wall", 4, -2, 5, 0, height=3)], **given)
    stated = fight(
        unit("A1", weapons=["rifle"], distance_to_melee=50),
        unit("B1", toughness=2, defence=2, distance_to_melee=50),
        lines=[line("A1", "B1", 8, visible_fraction=0.5)],
        rulings={"cover_vs_shots": "hit_penalty"},
        **given,
    )
    only_penalty = fight(
        a, b, terrain=[piece("wall", 4, -2, 5, 0, height=3)], rulings={"cover_vs_shots": "hit_penalty"}, **given
    )
    assert odds(only_penalty).value == pytest.approx(odds(stated).value, abs=1e-12)
    assert odds(tabled).value < odds(stated).value + 1e-12
