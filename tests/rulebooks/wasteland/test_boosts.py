"""Reinforcement with FP, and what may not be done: every refusal of the ledger's table (WL-97 to WL-108)."""

import re
from pathlib import Path

import pytest

from tests.driving import before, legal, outcomes, step
from tests.rulebooks.wasteland.builders import (
    all_codes,
    ask_of,
    codes,
    fight,
    line,
    of,
    slot,
    squad,
    taking,
    unit,
    weapon,
)

REFUSALS = (
    *("not_within_three", "exempt_from_pull", "not_being_drawn_in", "out_of_reach", "not_seen_in_melee"),
    *("one_weapon_only", "split_weapon", "no_fp", "boost_twice", "wrong_moment", "no_magic_defence", "leaves_melee"),
    *("not_own_activation", "engaged", "near_melee", "running", "recovering", "knocked_down", "not_in_hand"),
    *("not_visible", "hidden", "target_in_melee", "nearer_target", "same_building", "second_weapon"),
)


def test_every_refusal_of_the_table_has_a_test():
    tests = "".join(
        p.read_text(encoding="utf-8").replace(p.read_text(encoding="utf-8").partition("REFUSALS = (")[2][:900], "")
        if p.name == Path(__file__).name
        else p.read_text(encoding="utf-8")
        for p in Path(__file__).parent.glob("test_*.py")
    )
    provoked = set(re.findall(r'"(\w+)"', tests))
    assert set(REFUSALS) <= provoked


def test_wl_104_a_boost_outside_its_window():
    f = fight(unit("a", magic_defence=2), unit("b"), fp=(1, 0))
    ask = ask_of(f, "FP for a", "WL-99")
    assert legal(ask) == ["no", "+1 Mobility"]
    assert codes(ask, "+1 to hit") == {"wrong_moment": "WL-104"}


def test_wl_97_without_fp_nothing_is_bought():
    f = fight(unit("a"), unit("b"), fp=(1, 0))
    (s,) = outcomes(f, before("order_of_blows"), taking("+1 Mobility"))
    assert s.fp == (0, 0)
    assert codes(ask_of(s, "FP for a", "WL-98"), "+1 to hit") == {"no_fp": "WL-97"}


def test_wl_57_no_magic_defence_to_raise():
    f = fight(unit("a"), unit("b"), fp=(1, 0), rulings={"fp_windows": "start_of_bout"})
    (s,) = outcomes(f, before("raise_mobility"))
    asks = [ask_of(s, "FP for a", clause) for clause in ("WL-99", "WL-98", "WL-101")]
    assert codes(asks[2], "+1 Magic") == {"no_magic_defence": "WL-57"}


def test_wl_105_the_same_boost_once_a_round():
    f = fight(
        [unit("a", weapons=["sure"], mobility=9), unit("a2", weapons=["sure"], mobility=8)],
        unit("b", toughness=9, magic_defence=2),
        weapons=[weapon("sure", strike=1)],
        fp=(0, 2),
    )
    (s,) = outcomes(f, before("blow"), taking("no"))
    after = [x for x in outcomes(s, lambda x: x is not s, taking("+1 Magic")) if of(x, "b").boosts[0].magic]
    assert after
    assert codes(ask_of(after[0], "FP for b", "WL-101"), "+1 Magic") == {"boost_twice": "WL-105"}


def test_wl_101_a_boost_lasts_to_the_end_of_the_bout():
    f = fight(squad("a", 2), squad("b", 2, magic_defence=2), fp=(0, 1), max_rounds=2)
    end = outcomes(f, before("end_of_round"), taking("+1 Magic", "no"))
    assert not any(of(s, "b").boosts[0].magic for s in end)


def test_wl_102_a_boost_serves_the_whole_squad():
    f = fight(squad("a", 3, mobility=9), squad("b", 3), fp=(1, 0))
    (s,) = outcomes(f, before("blow"), taking("no"))
    ask = ask_of(s, "FP for a", "WL-98")
    assert legal(ask) == ["no", "+1 to hit"]
    assert step(s, 1, 3).fp == (0, 0)


def test_wl_22_who_cannot_be_struck():
    f = fight(
        unit("a", weapons=["pike"]),
        [unit("b"), unit("c"), unit("d")],
        weapons=[weapon("pike", reach=2, attacks=2)],
        lines=[line("a", "b", 2), line("a", "c", 2.1), line("a", "d", 1, screened_by="terrain")],
    )
    ask = ask_of(f, "targets of a")
    assert legal(ask) == ["pike at b"]  # WL-23
    assert codes(ask, "pike at c") == {"out_of_reach": "WL-22"}
    assert codes(ask, "pike at d") == {"not_seen_in_melee": "WL-24"}
    assert codes(ask, "pike at several") == {"split_weapon": "WL-27"}
    assert codes(ask, "leave") == {"leaves_melee": "WL-82"}


def test_wl_20_whom_one_may_not_strike_at():
    f = fight(unit("a", targets=["b", "d"]), [unit("b"), unit("c"), unit("d")])
    assert codes(ask_of(f, "targets of a"), "blade at c") == {"out_of_reach": "WL-22"}


@pytest.mark.parametrize(("given", "code"), [({}, ""), ({"recovering": True}, "recovering")])
def test_the_first_round_only(given, code):
    f = fight(
        [unit("s", weapons=["bow"], distance_to_melee=9, **given)],
        [unit("n", distance_to_melee=9, toughness=9)],
        weapons=[{"id": "bow", "type": "shooting"}],
        lines=[line("s", "n", 5)],
        activations=["s"],
        max_rounds=2,
    )
    assert (code in all_codes(ask_of(f, "shot"))) == bool(code)
    second = outcomes(f, lambda s: s.rounds_left == 1 and s.then.tasks[0].step.__name__ == "shoot", taking("stop"))
    (s,) = second
    assert "recovering" not in all_codes(ask_of(s, "shot"))
    assert slot(s, "n") == 1
