"""Shooting on a table: what is seen, the cover that is struck, who may be chosen, from above, range, explosions."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.clauses import ruling_values
from coldsteel.rulebooks.wasteland.legality import shooter_bars, target_bars
from coldsteel.rulebooks.wasteland.rulings import Rulings
from coldsteel.rulebooks.wasteland.situation import engaged, in_blast, line, within_blast
from tests.driving import before, chance, legal, outcomes, spread
from tests.rulebooks.wasteland.builders import (
    ask_of,
    at,
    bow,
    codes,
    fight,
    models,
    removed,
    slot,
    taking,
    weapon,
)
from tests.rulebooks.wasteland.builders import piece as box


def shots(a, b, **given):
    """A fight at a distance: the first unit of A has an activation, in the one round."""
    first = a if isinstance(a, dict) else a[0]
    given = {"weapons": [bow(strike=3, range=40)], "activations": [first["id"]], "max_rounds": 1, **given}
    return fight(a, b, **given)


def view(b, terrain=(), shooter=None, friends=(), **given):
    """Shooter S at the origin, and those he may look at."""
    s = at("S", (0, 0, *((shooter or {}).pop("z", None) or ())), weapons=["bow"], **(shooter or {}))
    return shots([s, *friends], b, terrain=list(terrain), **given)


def seen(f, other="T", g=0, by="S"):
    return line(f, slot(f, by), 0, slot(f, other), g)


def targets(f, name="S"):
    return [label.partition(" at ")[2] for label in legal(ask_of(f, f"shot of {name}")) if label != "stop"]


def refused(f, label):
    return codes(ask_of(f, "shot"), label)


# ---------------------------------------------------------------- how much is seen
T = at("T", (10, 0))


@pytest.mark.parametrize(
    ("terrain", "fraction"),
    [
        (box("nothing", 5, 3, 5.5, 4), 1),
        (box("wall", 5, -2, 5.5, 0, height=2), F(1, 2)),  # the 8 lines to the right
        (box("wall", 5, -2, 5.5, 2, height=2), 0),
        (box("kerb", 5, -2, 5.5, 2, height=0.5), F(10, 11)),  # 1 - 1/2 : 11/20 = 1/11 of the height is hidden
        (box("kerb", 9, -2, 9.2, 2, height=0.5), F(25, 46)),  # 1 - 1/2 : 23/25 = 21/46
        (box("kerb", 5, -2, 5.5, 0, height=0.5), F(21, 22)),
        (box("eye-high", 5, -2, 5.5, 2, height=1.0), 0),
        (box("road", 5, -2, 5.5, 2, height=2, cover=False), 1),
    ],
)
def test_wl_c11_the_seen_part_by_slices(terrain, fraction):
    """C11: the eye is 1 step high (WL-117); 16 lines over the width of the target (WL-119)."""
    assert seen(view(T, [terrain])).visible == pytest.approx(float(fraction), abs=1e-9)


def test_wl_c11_the_worst_obstacle_counts_not_the_sum():
    """Two kerbs, each of which hides some of the height: the nearer to the target hides more."""
    both = view(T, [box("far", 5, -2, 5.5, 2, height=0.5), box("near", 9, -2, 9.2, 2, height=0.5)])
    assert seen(both).visible == pytest.approx(25 / 46)


def test_wl_117_the_eye_is_as_high_as_the_model():
    """An eye at 3 steps sees over a wall of 1 step: hidden up to 3 - 2 : 11/20, below the feet."""
    wall = box("wall", 5, -2, 5.5, 2, height=1)
    assert seen(view(T, [wall])).visible == 0
    assert seen(view(T, [wall], {"height": 3})).visible == 1
    assert seen(view(T, [wall], {"height": 2})).visible == pytest.approx(F(9, 11))  # 2 - 1 : 11/20 = 2/11 are hidden


@pytest.mark.parametrize(("y", "fraction"), [(0, 0), (0.5, F(1, 2)), (1.5, 1)])
def test_wl_119_models_block_sight_friends_included(y, fraction):
    """A friend halfway: right in the way; with his left half beside the line; beside it."""
    f = view(T, friends=[at("friend", (5, y))])
    assert seen(f).visible == fraction
    assert seen(f).cover_unit == (slot(f, "friend") if 0 < fraction < 1 else -1)


@pytest.mark.parametrize(("samples", "fraction"), [(16, F(1, 2)), (1, 1), (3, F(2, 3))])
def test_wl_c11_the_number_of_sample_lines(samples, fraction):
    """A wall up to just short of the middle line: 1 line sees all, of 3 the right one is hidden."""
    f = view(T, [box("wall", 5, -2, 5.5, -0.005, height=2)], parameters={"sight_samples": samples})
    assert seen(f).visible == pytest.approx(fraction)


def test_wl_118_who_stands_in_a_wood_looks_out_of_it_and_is_in_cover():
    f = view(T, [box("wood", -2, -2, 2, 2, height=5)])
    assert seen(f).visible == 1
    into = view(T, [box("wood", 8, -2, 12, 2, height=5)])
    assert seen(into).visible == 1
    hidden = view(at("T", (10, 0), camouflaged=True), [box("wood", 8, -2, 12, 2, height=5)])
    assert refused(hidden, "bow at T") == {"hidden": "WL-133"}


# ---------------------------------------------------------------- which target
def test_w18_the_nearest_enemy_and_the_excuses():
    """W18: N at 6 steps in cover (-1), M at 9 and F at 12 in the open: N or M; F no (`nearer_target` M)."""
    kerb = box("kerb", 6, -1, 6.2, 1, height=0.5)
    f = view([at("N", (7, 0)), at("M", (0, 10)), at("F", (0, -13))], [kerb])
    assert [seen(f, name).distance for name in "NMF"] == [6, 9, 12]
    assert targets(f) == ["N", "M"]
    assert refused(f, "bow at F") == {"nearer_target": "WL-121"}


def test_w18_those_who_do_not_count():
    """W18: E at 2 in melee, H at 3 camouflaged in cover, N at 4 fleeing, M at 8, G at 15 Large Target in cover: N, M or
    G; E no (`target_in_melee`), H no (`hidden`) (WL-126 to WL-128, WL-133)."""
    f = fight(
        [at("S", (0, 0), weapons=["bow"]), at("S2", (-3, 1))],
        [
            at("E", (-3, 0)),
            at("H", (0, 4), camouflaged=True),
            at("N", (5, 0), fleeing=True),
            at("M", (0, -9)),
            at("G", (9, -13.23), large_target=True),
        ],
        weapons=[bow()],
        terrain=[
            box("bush", -1, 3.4, 1, 4.6, height=0.4),
            box("wall", 8, -13, 10, -12.5, height=0.3),
        ],
        activations=["S"],
    )
    distances = [round(line(f, slot(f, "S"), 0, slot(f, e), 0).distance, 1) for e in "EHNMG"]
    assert distances == [2, 3, 4, 8, 15]
    assert line(f, slot(f, "S"), 0, slot(f, "G"), 0).visible < 1
    against = {}
    for e in "EHNMG":
        bars = target_bars(f, slot(f, "S"), 0, 0, (slot(f, e), 0))
        against[e] = {b.code: b.clause for b in bars if b.when}
    assert [e for e, found in against.items() if not found] == ["N", "M", "G"]
    assert against["E"] == {"target_in_melee": "WL-128"}
    assert against["H"] == {"hidden": "WL-133"}


def test_w2_who_may_shoot():
    """W2: a) avoided 2 steps away: `near_melee`; b) 3.5 steps away: yes; c) engaged (WL-17, WL-114)."""
    f = fight(
        [at("A1", (0, 0)), at("a", (0, 3), weapons=["bow"]), at("b", (0, -4.5), weapons=["bow"])],
        [at("B1", (1, 0)), at("B2", (9, 9))],
        weapons=[bow()],
        activations=["a", "b"],
    )

    def bars(name):
        u = slot(f, name)
        ready = f.with_group(u, 0, ready=(1,)) if f.units[u].groups[0].ready else f
        return {x.code: x.clause for x in shooter_bars(ready, u, 0, 0) if x.when}

    assert bars("a") == {"near_melee": "WL-17"}
    assert bars("b") == {}
    assert engaged(f, slot(f, "A1"), 0)


def test_wl_114_only_the_models_in_contact_are_engaged():
    """A squad whose first man fights: the second is near, the third is far enough away and may shoot, or be shot."""
    f = fight(
        [at("a", (0, 0), (0, 3), (0, 8), weapons=["bow"])],
        [at("b", (1, 0)), at("c", (9, 9), weapons=["bow"])],
        weapons=[bow()],
        activations=["a", "c"],
    )
    u = slot(f, "a")
    f = f.with_group(u, 2, ready=(1,))
    codes_ = [{x.code for x in shooter_bars(f, u, g, 0) if x.when} - {"second_weapon"} for g in range(3)]
    assert codes_ == [{"engaged"}, {"near_melee"}, set()]
    found = [{x.code for x in target_bars(f, slot(f, "c"), 0, 0, (u, g)) if x.when} for g in range(3)]
    assert "target_in_melee" in found[0]
    assert found[2] == set()


@pytest.mark.parametrize(("reading", "allowed"), [("chain", ["N", "M"]), ("nearest_only", ["N", "M", "F"])])
def test_wl_r40_which_nearer_enemies_count(reading, allowed):
    """WL-R40: N at 6 in cover, M at 9 and F at 12 in the open: F refused, or allowed (WL-124)."""
    kerb = box("kerb", 6, -1, 6.2, 1, height=0.5)
    f = view([at("N", (7, 0)), at("M", (0, 10)), at("F", (0, -13))], [kerb], rulings={"nearest_rule": reading})
    assert targets(f) == allowed


def test_wl_r41_what_easier_means():
    """WL-R41: hit value 6: nearest -1, further 0: both hit on the natural 6 only: further allowed, or refused."""
    found = []
    for reading in ruling_values(Rulings)["easier_measure"]:
        kerb = box("kerb", 6, -1, 6.2, 1, height=0.5)
        f = view(
            [at("N", (7, 0)), at("M", (0, 10))],
            [kerb],
            weapons=[bow(strike=6)],
            rulings={"easier_measure": reading},
        )
        found.append(targets(f))
    assert found == [["N", "M"], ["N"]]


# ---------------------------------------------------------------- the roll, range
def test_w19_partially_hidden_and_wholly_in_cover():
    """W19: one die, hit value 3, unit of Defence 2: removed with 1/3 in the open, 1/6 partially hidden and in cover."""
    rock = box("rock", 5, -2, 5.5, 0, height=2)
    target = at("T", (10, 0), defence=2)
    assert chance(view(target), lambda s: removed(s, "T"), choose=taking("bow")) == F(1, 2) * F(2, 3)
    beside = view(target, [rock])  # the line of the centres grazes the rock: it is half hidden, but not behind it
    assert chance(beside, lambda s: removed(s, "T"), choose=taking("bow")) == F(1, 3) * F(2, 3)
    wide = view(target, [box("kerb", 9, -2, 9.2, 2, height=0.5)])
    assert chance(wide, lambda s: removed(s, "T"), choose=taking("bow")) == F(1, 3) * F(1, 2)


@pytest.mark.parametrize(
    ("reading", "removes"), [("both", F(1, 6)), ("hit_penalty", F(2, 9)), ("defence_bonus", F(1, 4))]
)
def test_wl_r27_cover_against_shots(reading, removes):
    """WL-R27: hit value 3, Defence 2, one die: 1/6, 2/9, 1/4 (WL-92)."""
    kerb = box("kerb", 9, -2, 9.2, 2, height=0.5)
    f = view(at("T", (10, 0), defence=2), [kerb], rulings={"cover_vs_shots": reading})
    assert chance(f, lambda s: removed(s, "T"), choose=taking("bow")) == removes


@pytest.mark.parametrize(("x", "hits"), [(13, F(1, 2)), (13.01, 0)])
def test_wl_146_range_is_measured_after_the_choice(x, hits):
    """WL-144: beyond range the target may be chosen, and no dice are rolled."""
    f = view(at("T", (x, 0)), weapons=[bow(strike=3, range=12)])
    assert targets(f) == ["T"]
    assert chance(f, lambda s: removed(s, "T"), choose=taking("bow")) == hits


@pytest.mark.parametrize(("radius", "among"), [(None, (0, 1, 2)), (1, (0, 1)), (0, (0,))])
def test_wl_62_blast_radius_round_the_targeted_model(radius, among):
    """Without a blast radius: all of the unit that the shooter sees and has in range, here not the fourth."""
    f = view(at("T", (8, 0), (8, 2), (8, 5), (50, 0)), weapons=[bow(range=20, blast_radius=radius)])
    assert in_blast(f, slot(f, "S"), 0, 0, slot(f, "T"), 0) == (among,)


def test_wl_153_the_targeted_model_suffers_first():
    f = view(at("T", (8, 0), (8, 2), (8, 5)), weapons=[weapon("bow", type="shooting", strike=1, damage=2)])
    s = next(s for s in outcomes(f, before("deal"), taking("bow at T/1")) if s.pool[1])
    ask = ask_of(s, "suffers")
    assert legal(ask) == ["T/1"]
    assert codes(ask, "T/2") == {"targeted_first": "WL-153"}


# ---------------------------------------------------------------- into the cover
def barrel(x=8.2, **given):
    return box("barrel", x, -0.4, x + 0.6, 0.4, height=0.9, explosive={}, **given)


def test_w20_the_barrel_goes_off():
    """W20: rate of fire 2, hit value 3, target behind a powder barrel (-1): it goes off with 11/36; in the open 0
    (WL-135, WL-137, WL-138)."""
    arm = {"weapons": [bow(strike=3, rate_of_fire=2)]}
    f = view(at("T", (10, 0)), [barrel()], **arm)
    assert seen(f).cover_piece == 0
    assert chance(f, lambda s: s.exploded[0], choose=taking("bow")) == F(11, 36)
    aside = view(at("T", (10, 5)), [barrel()], **arm)
    assert chance(aside, lambda s: s.exploded[0], choose=taking("bow")) == 0


def test_wl_c12_everyone_within_two_steps_of_the_edge_of_the_piece():
    """The edges of bases count: T 0.7 away, friend at 2 exactly, the other at 2.01."""
    f = view(at("T", (10, 0)), [barrel()], friends=[at("near", (8.5, 2.9)), at("far", (8.5, -2.91))])
    assert [f.id(u) for u, _ in within_blast(f, 0)] == ["near", "T"]


def test_wl_138_each_model_near_takes_one_hit_and_the_piece_is_gone():
    f = view(
        at("T", (10, 0), (10, 1)),
        [barrel()],
        weapons=[bow(strike=8)],
        rulings={"criticals_in_shooting": "yes"},
    )
    found = spread(f, lambda s: (bool(s.exploded[0]), models(s, "T")), choose=taking("bow at T/1", "T/"))
    assert found == {(False, 2): F(4, 6), (False, 1): F(1, 6), (True, 0): F(1, 6)}
    gone = next(s for s in outcomes(f, choose=taking("bow at T/1")) if s.exploded[0])
    assert all(gone.spot(slot(gone, "T"), g) is None for g in (0, 1))


def test_wl_138_what_hides_most_is_struck_and_of_equals_the_nearest_to_the_target():
    """WL-C12: of two friends in the way that hide equally much, the one nearer to the target."""
    f = view(T, friends=[at("first", (4, 0.5)), at("second", (6, 0.5))])
    assert f.id(seen(f).cover_unit) == "second"
    most = view(T, friends=[at("most", (4, 0.4)), at("least", (6, 0.8))])
    assert most.id(seen(most).cover_unit) == "most"


def test_wl_136_another_warriors_back():
    """A natural 1 of the one die strikes the friend: 1/6; undefended he falls."""
    f = view(T, friends=[at("friend", (5, 0.5))])
    found = spread(f, lambda s: (removed(s, "T"), removed(s, "friend")), choose=taking("bow"))
    assert found == {(0, 1): F(1, 6), (1, 0): F(1, 3), (0, 0): F(1, 2)}
    for s in outcomes(f, choose=taking("bow")):
        assert (s.spot(slot(s, "friend"), 0) is None) == (removed(s, "friend") == 1)


def test_wl_131_who_flees_is_in_the_way_all_the_same():
    """On a table the back of a fleeing friend hides as much as any other; and is struck."""
    f = view(T, friends=[at("friend", (5, 0.5), fleeing=True)])
    found = spread(f, lambda s: (removed(s, "T"), removed(s, "friend")), choose=taking("bow"))
    assert found == {(0, 1): F(1, 6), (1, 0): F(1, 3), (0, 0): F(1, 2)}


def test_wl_138_the_cover_is_struck_when_the_target_has_had_its_hits():
    """Two dice of damage 2, above 3 with -1: T/1 is half hidden by T/2, T/3 stands aside. With one hit and one 1 (1/9)
    T/1 falls and its owner gives the point that is left to T/2, so that the stray one finds nobody: two fall. All three
    fall by two hits only: 1/9."""
    t = at("T", (10, 0), (5, 0.5), (10, 3), large_target=True)
    f = view(t, weapons=[bow(strike=3, range=40, rate_of_fire=2, damage=2)])
    assert seen(f).cover_unit == slot(f, "T")
    take = taking("bow at T/1", "T/2")
    assert chance(f, lambda s: removed(s, "T") == 3, choose=take) == F(1, 9)
    assert spread(f, lambda s: removed(s, "T"), choose=take)[2] == 2 * F(1, 3) * F(2, 3)


def test_wl_48_who_fumbles_suffers_before_the_cover_is_struck():
    """Of S/1 and S/2, who is in the way, the owner gives the point of the fumble to S/2: the stray one finds nobody."""
    s = at("S", (0, 0), (5, 0.5), weapons=["bow"])
    f = shots(s, T, weapons=[bow(strike=3, range=40, on_fumble={"self_damage": 1})])
    take = taking("S/1: bow at T", "stop", "S/2")
    assert seen(f).cover_unit == slot(f, "S")
    assert spread(f, lambda s: removed(s, "S"), choose=take) == {0: F(5, 6), 1: F(1, 6)}


def test_wl_119_what_hides_less_than_lengths_can_tell_hides_nothing():
    """Eye at 1, a kerb that ends at 8 of 12 steps: hidden up to 1 - (1 - h) : 2/3, 0.00000025 of a step."""
    kerb = box("kerb", 7.5, -2, 8, 2, height=0.3333335)
    found = seen(view(at("T", (12, 0)), [kerb]))
    assert (found.visible, found.cover_unit, found.cover_piece) == (1, -1, -1)


def test_wl_138_other_terrain_suffers_nothing():
    f = view(T, [box("wall", 5, -2, 5.5, 0, height=2)])
    assert seen(f).cover_piece == seen(f).cover_unit == -1
    assert chance(f, lambda s: removed(s, "T"), choose=taking("bow")) == F(1, 3)


# ---------------------------------------------------------------- from above
MILL = box("mill", -2, -3, 8, 3, height=5, building=True, levels=[0, 3])


def mill(*marks, **given):
    """A shooter on the upper floor of the mill."""
    return view(list(marks), [MILL, *given.pop("terrain", ())], {"z": (3,)}, **given)


INSIDE, NEAR = at("I", (6, 0, 3)), at("N", (0, -5))
FAR = at("F", (-21, 0))
TREE = box("tree", -19, -2, -18.5, 0, height=12)


def test_w20_enemies_in_the_same_building_come_first():
    """W20: N outside at 4, F outside at 20 half hidden, I in the mill at 5: I only; without I: N or F; P(hit on F) 1/2
    (WL-139 to WL-142)."""
    f = mill(INSIDE, NEAR, FAR, terrain=[TREE])
    assert [seen(f, name).distance for name in "INF"] == [5, 4, 20]
    assert seen(f, "F").visible == F(1, 2)
    assert targets(f) == ["I"]
    assert refused(f, "bow at N") == {"same_building": "WL-142"}
    without = mill(NEAR, FAR, terrain=[TREE])
    assert targets(without) == ["N", "F"]
    assert chance(without, lambda s: removed(s, "F"), choose=taking("bow at F")) == F(1, 2)


def test_wl_142_a_floor_hides_those_below():
    f = mill(at("I", (6, 0)), NEAR)
    assert seen(f, "I").visible == 0
    assert targets(f) == ["N"]


@pytest.mark.parametrize(("reading", "allowed"), [("any", ["I", "J"]), ("nearest", ["I"])])
def test_wl_r44_several_in_the_building(reading, allowed):
    """WL-R44: at 2 and 6 steps inside: both allowed, or the first only (WL-143)."""
    f = mill(at("I", (0, 2.4, 3)), at("J", (7, 0, 3)), rulings={"same_building_choice": reading})
    assert targets(f) == allowed


@pytest.mark.parametrize(("reading", "allowed"), [("large_allowed", ["I", "N"]), ("same_building_first", ["I"])])
def test_wl_r43_a_large_target_outside(reading, allowed):
    f = mill(INSIDE, {**NEAR, "large_target": True}, rulings={"large_vs_same_building": reading})
    assert targets(f) == allowed


@pytest.mark.parametrize(("reading", "hits"), [("absolute", F(2, 3)), ("above_target", F(1, 2))])
def test_wl_r12_the_bonus_of_height_against_one_as_high(reading, hits):
    """Hit value 3: 3 or more with +1; by the other reading a target on the same floor gives none (WL-141)."""
    f = mill(INSIDE, rulings={"elevation_reference": reading})
    assert chance(f, lambda s: removed(s, "I"), choose=taking("bow")) == hits


def test_wl_139_from_a_roof_one_sees_over_its_edge():
    """On top of the mill (5 steps, eye at 6): its edge, 3 away, hides at 5 steps what is below 6 - 1 : 3/5 = 13/3, and
    at 18 steps nothing."""
    f = view([at("N", (0, -5)), at("M", (0, -18))], [{**MILL, "levels": [0, 5]}], {"z": (5,)})
    assert seen(f, "N").visible == 0
    assert seen(f, "M").visible == 1
