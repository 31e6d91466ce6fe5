"""Shooting: who, at whom, the roll, the cover (WL-109 to WL-154)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.wasteland.legality import target_bars
from coldsteel.rulebooks.wasteland.shooting import shoot
from tests.driving import alone, chance, legal, outcomes
from tests.rulebooks.wasteland.builders import (
    all_codes,
    ask_of,
    bow,
    codes,
    fight,
    line,
    of,
    range_,
    removed,
    slot,
    squad,
    taking,
    unit,
)


def targets(f):
    """The targets that may be chosen."""
    return [label.partition(" at ")[2] for label in legal(ask_of(f, "shot")) if label != "stop"]


def refused(f, label):
    return codes(ask_of(f, "shot"), label)


# ---------------------------------------------------------------- who may shoot
@pytest.mark.parametrize(
    ("given", "code", "clause"),
    [
        ({"distance_to_melee": 2}, "near_melee", "WL-17"),
        ({"distance_to_melee": 3.5}, "", ""),
        ({"distance_to_melee": 0}, "engaged", "WL-114"),
        ({"fleeing": True}, "running", "WL-115"),
        ({"recovering": True}, "recovering", "WL-114"),
        ({"ran_this_activation": True}, "running", "WL-115"),
        ({"knocked_down": True}, "knocked_down", "WL-116"),
        ({"weapons": ["sling"]}, "not_in_hand", "WL-110"),
        ({"weapons": ["blade"]}, "not_in_hand", "WL-110"),
    ],
)
def test_w2_who_may_shoot(given, code, clause):
    """W2: a) avoided 2 steps away, no `near_melee`; b) 3.5 steps away, yes; c) `engaged`; d) fleeing `running`;
    e) `recovering`; f) ran `running`; g) `knocked_down`; h) `not_in_hand` (WL-114, WL-115, WL-116, WL-110)."""
    f = fight(
        [unit("A1", weapons=[]), unit("A2", **{"distance_to_melee": 9, "weapons": ["bow"], **given})],
        [unit("B1", weapons=[]), unit("B2", distance_to_melee=20)],
        weapons=[bow(), bow("sling", in_hand=False)],
        lines=[line("A2", "B2", 10)],
        activations=["A2"],
        melee_in_progress=False,
    )
    a2 = slot(f, "A2")
    f = f.with_group(a2, 0, ready=(1,))
    ask = ask_of(alone(f, shoot, a2, ()), "shot")
    if code:
        assert all_codes(ask)[code] == clause
        assert legal(ask) == ["stop"]
    else:
        assert legal(ask) == ["bow at B2", "stop"]


# ---------------------------------------------------------------- which target
def view(*marks, shooter=None, **given):
    """A fight of shooter S against units with lines to them: (unit, distance, visible fraction)."""
    units = [u for u, _, _ in marks]
    lines = [line("S", u["id"], d, visible_fraction=v) for u, d, v in marks]
    return range_(unit("S", weapons=["bow"], **(shooter or {})), units, lines, weapons=[bow(strike=3)], **given)


def test_w18_the_nearest_enemy_and_the_excuses():
    """W18: N at 6 in cover, M at 9, F at 12 in the open: N or M; F no (`nearer_target` M) (WL-121 to WL-125)."""
    f = view((unit("N"), 6, 0.6), (unit("M"), 9, 1), (unit("F"), 12, 1))
    assert targets(f) == ["N", "M"]
    assert refused(f, "bow at F") == {"nearer_target": "WL-121"}
    (named,) = [b.reason for o in ask_of(f, "shot").options if o.label == "bow at F" for b in o.bars if b.when]
    assert named.startswith("M ")


def test_w18_those_who_do_not_count():
    """W18: E in melee, H hidden, N fleeing, M, G a Large Target in cover: N, M or G
    (WL-126, WL-127, WL-128, WL-133)."""
    f = fight(
        [unit("S", weapons=["bow"], distance_to_melee=20), unit("S2", weapons=[])],
        [
            unit("E", weapons=[]),
            unit("H", camouflaged=True, in_cover=True, distance_to_melee=20),
            unit("N", fleeing=True, distance_to_melee=20),
            unit("M", distance_to_melee=20),
            unit("G", large_target=True, distance_to_melee=20),
        ],
        weapons=[bow()],
        lines=[
            line("S", "E", 2),
            line("S", "H", 3),
            line("S", "N", 4),
            line("S", "M", 8),
            line("S", "G", 15, visible_fraction=0.5),
        ],
        activations=["S"],
    )
    bars = {e: target_bars(f, slot(f, "S"), 0, 0, (slot(f, e), 0)) for e in "EHNMG"}
    against = {e: {b.code: b.clause for b in found if b.when} for e, found in bars.items()}
    assert [e for e, found in against.items() if not found] == ["N", "M", "G"]
    assert against["E"] == {"target_in_melee": "WL-128"}
    assert against["H"] == {"hidden": "WL-133"}


def test_wl_122_the_knocked_down_are_no_obstacle():
    assert targets(view((unit("N", knocked_down=True), 4, 1), (unit("M"), 8, 1))) == ["N", "M"]


def test_wl_124_at_equal_distances_the_shooter_chooses():
    assert targets(view((unit("N"), 4, 1), (unit("M"), 4, 1))) == ["N", "M"]


def test_wl_134_a_vehicle_cannot_hide():
    assert targets(view((unit("V", kind="vehicle", camouflaged=True, in_cover=True), 4, 0.5))) == ["V"]


def test_wl_113_what_is_not_seen_is_no_target():
    f = view((unit("N"), 4, 0), (unit("M"), 8, 1))
    assert targets(f) == ["M"]
    assert refused(f, "bow at N") == {"not_visible": "WL-113"}


def test_wl_112_one_weapon_a_model():
    f = range_(
        unit("S", weapons=["bow", "knife"]),
        [unit("N", toughness=5)],
        [line("S", "N", 4)],
        weapons=[bow(), bow("knife")],
    )
    s = next(iter(outcomes(f, lambda s: s.then.tasks and s.then.tasks[0].step.__name__ == "fire", taking("bow"))))
    ask = ask_of(next(iter(outcomes(s, lambda x: x.then.tasks[0].step.__name__ == "shoot"))), "shot")
    assert codes(ask, "knife at N") == {"second_weapon": "WL-112"}


def test_wl_113_others_wait_for_their_own_activation():
    f = range_(
        [unit("S", weapons=["bow"]), unit("S2", weapons=["bow"])], unit("N"), [line("S", "N", 4)], weapons=[bow()]
    )
    assert refused(f, "S2 shoots") == {"not_own_activation": "WL-113"}


# ---------------------------------------------------------------- the roll
def hits(arm, target=None, visible=1.0, distance=5, shooter=None, **given):
    """The chance that a lone target is removed by one shot."""
    f = range_(
        unit("S", weapons=["bow"], **(shooter or {})),
        {**unit("N"), **(target or {})},
        [line("S", "N", distance, visible_fraction=visible)],
        weapons=[bow(**arm)],
        **given,
    )
    return chance(f, lambda s: removed(s, "N"), choose=taking("bow"))


def test_w19_a_shot():
    """W19: rate 2, hit value 3, partially hidden 5/9; `at_least` 3/4; hit value 4, open 1/3; 6 with -1 1/6; beyond
    range 0; Defence 2: open 1/3, partially hidden and wholly in cover 1/6
    (WL-147, WL-149, WL-131, WL-151, WL-146, WL-92, WL-152)."""
    two = {"strike": 3, "rate_of_fire": 2}
    assert hits(two, visible=0.6) == F(5, 9)
    assert hits(two, visible=0.6, rulings={"shot_compare": "at_least"}) == F(3, 4)
    assert hits({"strike": 4}) == F(1, 3)
    assert hits({"strike": 6}, visible=0.6) == F(1, 6)
    assert hits({"strike": 4, "range": 4.9}) == 0
    assert hits({"strike": 3}, unit("N", defence=2)) == F(1, 3)
    assert hits({"strike": 3}, unit("N", defence=2, in_cover=True), visible=0.6) == F(1, 6)


@pytest.mark.parametrize(("distance", "chance_"), [(23.9, F(1, 3)), (24, F(1, 3)), (24.1, 0)])
def test_wl_145_range_includes_its_limit(distance, chance_):
    assert hits({"strike": 4, "range": 24}, distance=distance) == chance_


def test_wl_112_a_brace_fires_both_barrels():
    assert hits({"strike": 4, "pair": True}) == 1 - F(2, 3) ** 2


@pytest.mark.parametrize(("strike", "faces"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 1), (8, 1)])
def test_wl_149_above_the_hit_value(strike, faces):
    assert hits({"strike": strike}) == F(faces, 6)


def test_w20_a_powder_barrel():
    """W20: rate 2, hit value 3, behind a powder barrel (-1): it goes off with 11/36; without the penalty 0
    (WL-135, WL-137, WL-138)."""
    f = range_(
        unit("S", weapons=["bow"]),
        unit("N", toughness=9),
        [line("S", "N", 5, visible_fraction=0.6, cover_struck="barrel")],
        weapons=[bow(strike=3, rate_of_fire=2)],
        explosives=[{"id": "barrel", "near": {"N": 1}}],
    )
    assert chance(f, lambda s: s.exploded[0], choose=taking("bow")) == F(11, 36)
    end = outcomes(f, choose=taking("bow"))
    assert {s.wounds(slot(s, "N"), 0) for s in end if s.exploded[0]} == {1, 2}
    open_ = range_(
        unit("S", weapons=["bow"]),
        unit("N", toughness=9),
        [line("S", "N", 5)],
        weapons=[bow(strike=3, rate_of_fire=2)],
        explosives=[{"id": "barrel", "near": {"N": 1}}],
    )
    assert chance(open_, lambda s: s.exploded[0], choose=taking("bow")) == 0


def test_wl_136_a_warriors_back_as_cover():
    f = range_(
        unit("S", weapons=["bow"]),
        [unit("N"), unit("M", defence=3)],
        [line("S", "N", 5, visible_fraction=0.6, cover_struck="M"), line("S", "M", 6)],
        weapons=[bow(strike=3)],
    )
    assert chance(f, lambda s: removed(s, "M"), choose=taking("bow at N")) == F(1, 12)
    assert chance(f, lambda s: removed(s, "N"), choose=taking("bow at N")) == F(1, 3)


ROOF = {"elevated": True, "building": "mill"}


def test_w20_from_above():
    """W20: elevated in the mill: N at 4, F at 20 half hidden, I in the mill at 5: I only; without I: N or F; P(hit on
    F) with hit value 3: 1/2 (WL-139, WL-140, WL-141, WL-142)."""
    outside = ((unit("N"), 4, 1), (unit("F"), 20, 0.5))
    f = view(*outside, (unit("I", building="mill"), 5, 1), shooter=ROOF)
    assert targets(f) == ["I"]
    assert refused(f, "bow at N") == {"same_building": "WL-142"}
    alone_ = view(*outside, shooter=ROOF)
    assert targets(alone_) == ["N", "F"]
    assert chance(alone_, lambda s: removed(s, "F"), choose=taking("bow at F")) == F(1, 2)


def test_wl_155_shooting_ends_camouflage():
    f = range_(unit("S", weapons=["bow"], camouflaged=True), unit("N"), [line("S", "N", 5)], weapons=[bow()])
    assert not any(of(s, "S").camouflaged for s in outcomes(f, choose=taking("bow")))


def test_wl_120_a_squad_shoots_one_by_one():
    f = range_(
        squad("S", 2, weapons=["bow"]),
        [unit("N"), unit("M")],
        [line("S", "N", 4), line("S", "M", 9)],
        weapons=[bow(strike=3)],
    )
    killed = sum(p * (removed(s, "N") + removed(s, "M")) for s, p in outcomes(f, choose=taking("bow")).items())
    assert killed == 1  # WL-109


def test_wl_153_damage_starts_with_the_targeted_model():
    groups = [{"models": 1, "name": "front"}, {"models": 1, "name": "chief", "toughness": 2}]
    f = range_(
        unit("S", weapons=["bow"]),
        unit("N", groups),
        [line("S", "N/front", 9), line("S", "N/chief", 4)],
        weapons=[bow(strike=1, damage=2)],
    )
    end = outcomes(f, choose=taking("bow"))
    n = slot(f, "N")
    assert sum(p for s, p in end.items() if s.models(n, 1) == 0 and s.models(n, 0) == 1) == F(5, 6)


def test_wl_154_shooting_causes_no_test():
    for morale, broken in (("none", 0), ("worst_unit", F(1, 3) * F(1, 3))):
        f = range_(
            unit("S", weapons=["bow"]),
            squad("N", 2),
            [line("S", "N", 5)],
            weapons=[bow()],
            rulings={"shooting_morale": morale},
        )
        assert chance(f, lambda s: of(s, "N").fled, choose=taking("bow")) == broken
