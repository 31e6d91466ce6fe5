"""Unusual situations, their values worked by hand."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.wasteland.damage import Blows, How
from coldsteel.rulebooks.wasteland.nerve import losses
from coldsteel.rulebooks.wasteland.shooting import blast, end_of_activation
from coldsteel.rulebooks.wasteland.tables import mobility
from coldsteel.rulebooks.wasteland.wounds import suffer
from tests.driving import alone, before, chance, outcomes
from tests.rulebooks.wasteland.builders import (
    ask_of,
    bow,
    codes,
    fight,
    line,
    odds,
    of,
    range_,
    removed,
    slot,
    squad,
    taking,
    unit,
    weapon,
)


@pytest.mark.parametrize(("given", "total"), [(None, 5), (True, 5), (False, 4)])
def test_wl_85_a_file_may_say_that_a_unit_was_not_charged(given, total):
    f = fight(unit("a", charged_this_round=True), unit("b", prepared_defence=True, was_charged_this_round=given))
    assert mobility(f, slot(f, "b")).value == total


def test_wl_105_spirit_once_a_round_though_two_tests_are_due():
    f = fight(
        squad("a", 3, charged_this_round=True),
        squad("b", 3, camouflaged=True),
        fp=(2, 0),
        rulings={"camouflage_double_test": "two"},
    )
    f = alone(f.with_unit(slot(f, "a"), lost=1), losses)
    end = outcomes(f, choose=taking("+1 Spirit"))
    assert sum(p for s, p in end.items() if not of(s, "a").fled) == F(5, 6) * F(2, 3)
    assert {s.fp[0] for s in end} == {1}


def test_wl_105_to_hit_once_a_round_in_melee_and_shooting():
    f = fight(
        unit("a", weapons=["sure", "bow"], mobility=9),
        [unit("b", weapons=[]), unit("c", distance_to_melee=20)],
        weapons=[weapon("sure", strike=1), bow()],
        lines=[line("a", "c", 9), line("a", "b", 0)],
        activations=["a"],
        fp=(2, 0),
        max_rounds=1,
    )
    (s,) = outcomes(f, before("blow"), taking("no", "sure at b"))
    met = outcomes(s, before("fire"), taking("+1 to hit", "bow at c"))
    (after,) = [x for x in met if x.then.tasks and removed(x, "b")]
    assert codes(ask_of(after, "FP for a"), "+1 to hit") == {"boost_twice": "WL-105"}


def test_wl_c13_who_breaks_under_fire_runs_by_every_reading_of_equal_losses():
    for reading in ("nobody", "both"):
        rulings = {"shooting_morale": "worst_unit", "equal_losses": reading}
        f = range_(unit("S", weapons=["bow"]), squad("N", 2), [line("S", "N", 5)], weapons=[bow()], rulings=rulings)
        f = alone(f.with_unit(slot(f, "N"), lost=1), end_of_activation, slot(f, "S"))
        assert chance(f, lambda s: of(s, "N").fled) == F(1, 3)


def test_wl_127_those_who_flee_may_be_shot_at_though_nobody_else_stands():
    f = range_(
        squad("S", 2, weapons=["bow"]),
        [unit("N"), unit("R", fleeing=True)],
        [line("S", "N", 4), line("S", "R", 5)],
        weapons=[bow(strike=3)],
    )
    assert abs(odds(f, aim="losses").value - 1) < 1e-12  # half a model a shot: WL-156 waits for the activation's end


@pytest.mark.parametrize(("naturals", "goes_off"), [("yes", 0), ("no", F(1, 6))])
def test_wl_r29_a_six_may_miss_by_one_where_naturals_do_not_count(naturals, goes_off):
    """Hit value 5, -1: a 6 makes 5, not above 5."""
    f = range_(
        unit("S", weapons=["bow"]),
        unit("N", toughness=9),
        [line("S", "N", 5, visible_fraction=0.6, cover_struck="barrel")],
        weapons=[bow(strike=5)],
        explosives=[{"id": "barrel"}],
        rulings={"cover_hit_trigger": "missed_by_one", "criticals_in_shooting": naturals},
    )
    assert chance(f, lambda s: s.exploded[0], choose=taking("bow")) == goes_off


@pytest.mark.parametrize(("naturals", "hurt"), [("yes", F(1, 6)), ("no", 0)])
def test_wl_r37_no_fumbles_where_naturals_do_not_count(naturals, hurt):
    f = range_(
        unit("S", weapons=["bow"]),
        unit("N"),
        [line("S", "N", 5)],
        weapons=[bow(on_fumble={"self_damage": 1})],
        rulings={"criticals_in_shooting": naturals},
    )
    assert chance(f, lambda s: removed(s, "S"), choose=taking("bow")) == hurt


@pytest.mark.parametrize(("cap", "wounds"), [(None, 3), (1, 2)])
def test_wl_62_what_the_models_in_reach_cannot_take_is_lost_by_every_reading(cap, wounds):
    f = fight(unit("a"), squad("b", 3, toughness=2, exposed_cap=cap), rulings={"multi_damage": "one_each"})
    s = suffer(f, slot(f, "b"), [Blows(1, 3, 1)], How(0, capped=True))
    assert s.wounds(slot(s, "b"), 0) == wounds
    assert removed(s, "b") == (cap == 1)


@pytest.mark.parametrize(("damage", "left", "wounds"), [(1, 3, 3), (2, 0, 6), (5, 0, 6)])
def test_wl_138_an_explosion_hurts_each_model_once(damage, left, wounds):
    f = range_(
        unit("S", weapons=["bow"]),
        squad("N", 3, toughness=2),
        [line("S", "N", 5)],
        weapons=[bow()],
        explosives=[{"id": "barrel", "damage": damage, "near": {"N": 3}}],
    )
    n = slot(f, "N")
    (s,) = outcomes(alone(f, blast, 0, n, 3))
    assert (s.size(n), s.wounds(n, 0)) == (left, wounds)


def test_wl_138_each_model_near_has_a_defence_of_its_own():
    """Two of Toughness 2 and Defence 3: 0, 1, 2 wounds with 1/4, 1/2, 1/4; nobody is removed."""
    f = range_(
        unit("S", weapons=["bow"]),
        squad("N", 2, toughness=2, defence=3),
        [line("S", "N", 5)],
        weapons=[bow()],
        explosives=[{"id": "barrel", "near": {"N": 2}}],
    )
    n = slot(f, "N")
    end = outcomes(alone(f, blast, 0, n, 2))
    assert {s.wounds(n, 0): p for s, p in end.items()} == {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}
    assert {s.size(n) for s in end} == {2}
