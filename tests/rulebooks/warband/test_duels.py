"""Duels: challenge, answer, turn, result, effects (WB-55 to WB-87)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.plain import ask_after, is_legal
from coldsteel.rulebooks.warband.blows import open_rows, take_wound
from coldsteel.rulebooks.warband.duels import (
    compared,
    due,
    duel_result,
    duel_turn,
    full_victory,
    go_on_or_break_off,
    grant,
    strikes_second,
    taken_up,
)
from coldsteel.rulebooks.warband.legality import (
    ALL,
    activation_bars,
    challenge_bars,
    eligible,
    may_be_struck,
    within_duel_range,
)
from coldsteel.rulebooks.warband.posts import answer, end_of_post
from coldsteel.rulebooks.warband.state import DuelResult
from tests.driving import alone, ask_of, before, legal, step
from tests.rulebooks.warband.builders import (
    P,
    Q,
    R,
    blade,
    by_odds,
    captain,
    chance,
    chief,
    codes,
    fight,
    levy,
    melee,
    opened,
    other,
    outcomes,
    taking,
    unit,
)

FRESH = taking("accept", "break off")


def led(metres=None, **given):
    """Captain and 2 blades of P against chief and 3 levies of Q."""
    if metres is not None:
        given["distances"] = [{"unit": "guard", "enemy": "mob", **metres}]
    return fight(unit("guard", P, captain(), blade(2), tied_with=["mob"]), unit("mob", Q, chief(), levy(3)), **given)


def bars(f, k=0):
    return codes(challenge_bars(f, 0, k, ALL))


# ---------------------------------------------------------------- V14
@pytest.mark.parametrize(("metres", "found"), [(0.9, {}), (1.0, {}), (1.1, {"too_far": "WB-56"})])
def test_v14_within_a_metre(metres, found):
    """V14: 1.0 m apart: legal; 1.1 m: illegal (WB-56)."""
    assert bars(opened(led({"metres": metres}))) == found


@pytest.mark.parametrize(("between", "found"), [("units", {}), ("heroes", {"too_far": "WB-56"})])
def test_wb_r12_between_what_the_metre_is_measured(between, found):
    """Units 0.8 m apart, heroes 1.6 m: legal, or illegal (WB-R12)."""
    f = led({"metres": 0.8, "heroes": 1.6}, rulings={"duel_distance_between": between})
    assert bars(opened(f)) == found


def test_wb_56_without_a_table_linked_units_are_within_it():
    f = opened(led())
    assert within_duel_range(f, 0)
    assert not within_duel_range(f.with_link(0, 1, on=False), 0)


def test_v14_the_refusals():
    """V14: hero dead, already activated, second challenge, hero without a point (WB-55, WB-58)."""
    f = opened(led())
    assert bars(f) == {}
    assert bars(f.with_row(1, 0, alive=0)).keys() >= {"hero_dead"}
    assert bars(f.with_unit(1, activated=True)) == {"already_activated": "WB-58"}
    assert bars(f.with_unit(0, declined=True)) == {"declined": "WB-58"}
    assert bars(f.with_unit(1, declined=True)) == {}
    assert bars(f.with_link(0, 1, challenged=True)) == {"challenged_before": "WB-58"}
    assert bars(f.with_row(0, 0, points=0)) == {"hero_cannot_strike": "WB-58"}


@pytest.mark.parametrize(("needed", "found"), [(True, {"not_eligible": "WB-59"}), (False, {})])
def test_wb_r13_moved_up_without_a_charge(needed, found):
    """V14: a unit walked to 0.9 m in this post: illegal, or legal (WB-59, WB-R13)."""
    given = [{"unit": "guard", "enemy": "mob", "metres": 0.9, "moved_in": 1}]
    f = fight(
        unit("guard", P, captain(), blade(2)),
        unit("mob", Q, chief(), levy(3)),
        distances=given,
        rulings={"duel_needs_melee": needed},
    )
    assert bars(opened(f)) == found


def test_v14_after_a_refusal_both_may_be_activated():
    """V14: a refusal has no effect; there is no second challenge in the post (WB-60, WB-61)."""
    f = step(opened(led()))
    ask, _ = ask_after(f, ())
    k = next(k for k, o in enumerate(ask.options) if o.label == "captain challenges chief")
    asked = step(f, k)
    assert asked.then.tasks[0].step == answer
    assert legal(ask_of(asked, "challenges")) == ["refuse", "accept"]
    after = step(asked, 0)
    for u in (0, 1):
        assert codes(activation_bars(after, u, 1, ALL)) == {}
    assert bars(after, 1) == {"challenged_before": "WB-58"}


def test_v14_after_acceptance_nobody_else_strikes():
    """V14: both units count as activated (WB-62)."""
    f = step(alone(opened(led()), answer, 1, 0, 0, 0, ALL), 1)
    f = step(f)
    for u in (0, 1):
        assert codes(activation_bars(f, u, 1, ALL)) == {"already_activated": "WB-10"}


def running():
    return opened(
        fight(
            unit("guard", P, captain(), blade(2), tied_with=["mob"]),
            unit("mob", Q, chief(), levy(3)),
            unit("third", R, levy(2), tied_with=["mob"]),
            order=[P, Q, R],
            sides={P: "us", R: "us"},
            first_poster=R,
            running_duels=[{"hero": "guard", "other": "mob"}],
        )
    )


def test_v14_while_a_duel_goes_on():
    """V14: its units can be neither activated nor challenged; in a third controller's post it stands still (WB-86)."""
    f = running()
    assert codes(activation_bars(f, 1, 1, ALL)) == {"duel_runs": "WB-86"}
    assert bars(f) == {"duel_runs": "WB-86"}
    assert [bool(due(f, 0, post)) for post in (1, 2, 3)] == [False, True, True]
    assert f.then.tasks[0].step.__name__ == "go_on"
    assert not any(t.step == duel_turn for t in step(f).then.tasks)


def test_v14_outsiders_cannot_wound_a_duellist():
    """V14: a wound from outside goes to another model; a unit of its duellist only is no target (WB-63)."""
    f = running()
    assert open_rows(f, 1) == (1,)
    alone_left = f.with_row(1, 1, alive=0)
    assert not may_be_struck(alone_left, 2, 1)
    assert may_be_struck(f, 2, 1)


@pytest.mark.parametrize(("shield", "takers"), [("not_duellists", (1,)), ("whole_units", ()), ("free", (0, 1))])
def test_wb_r22_may_others_strike_at_duelling_units(shield, takers):
    """A levy must take the wound; the attack is illegal; or the hero may take it (WB-R22)."""
    f = fight(
        unit("guard", P, captain(), tied_with=["mob"]),
        unit("mob", Q, chief(), levy(2)),
        unit("third", R, levy(2), tied_with=["mob"]),
        sides={P: "us", R: "us"},
        rulings={"duel_shield": shield},
    )
    f = opened(f).with_duel(0, fought=True)
    assert open_rows(f, 1) == takers
    assert bool(may_be_struck(f, 2, 1)) == bool(takers)
    if len(takers) > 1:
        ask, _ = ask_after(alone(f, take_wound, 2, 1, 0), ())
        assert len(ask.options) == 2


def test_wb_87_a_duel_ends_when_a_duellist_is_gone():
    f = running()
    assert f.runs(0)
    gone = f.with_row(1, 0, alive=0)
    assert not gone.runs(0)
    after = step(alone(gone, end_of_post, 1))
    assert not after.duels[0].fought
    assert not after.duels[0].running


# ---------------------------------------------------------------- V15
DEAD = {"alive": 0, "lost": 0}


def result_of(dealt, dead=(), **rulings):
    f = led(rulings=rulings).with_duel(0, fought=True, dealt_first=dealt[0], dealt_second=dealt[1])
    for k in dead:
        f = f.with_row(k, 0, **DEAD)
    return compared(f, f.setup.duels[0], f.duels[0])


@pytest.mark.parametrize(
    ("dealt", "dead", "rulings", "result"),
    [
        ((0, 0), (), {}, DuelResult.DRAW),
        ((2, 2), (), {}, DuelResult.DRAW),
        ((2, 1), (), {}, DuelResult.FIRST_PARTIAL),
        ((0, 1), (), {}, DuelResult.SECOND_PARTIAL),
        ((3, 0), (1,), {}, DuelResult.FIRST_FULL),
        ((1, 1), (0,), {}, DuelResult.SECOND_FULL),
        ((1, 1), (0,), {"duel_kill_or_tie": "tie_first"}, DuelResult.DRAW),
        ((4, 3), (0, 1), {}, DuelResult.DRAW),
    ],
)
def test_v15_results(dealt, dead, rulings, result):
    """V15: draw, partial, full; a kill decides before the count (WB-66 to WB-70, WB-73, WB-78, WB-79, WB-R16)."""
    assert result_of(dealt, dead, **rulings) == result


def partial(post, *answers, winner=0, **given):
    """A partial victory of one of the heroes in this post, and what the sides say to going on: the loser first."""
    f = led(**given).with_duel(0, fought=True, dealt_first=2 - winner, dealt_second=1 + winner - (1 - winner))
    f = alone(f, duel_result, post, 0)
    f = step(f)
    return step(f, *answers)


def test_v15_a_partial_victory_broken_off():
    """V15: winner +1 attack and fearless through its next own post, loser counts 6 losses (WB-70, WB-72, WB-83)."""
    f = partial(2, 0)
    assert (f.units[0].attack_bonus_left, f.units[0].fearless_left) == (1, 1)
    assert f.units[1].losses_open == 6
    assert not f.duels[0].running
    assert f.living(1) == 4


def test_v15_a_partial_victory_continued():
    """V15: bonus yes, losses none (WB-71)."""
    f = partial(2, 1, 1)
    assert f.units[0].attack_bonus_left == 1
    assert f.units[1].losses_open == 0
    assert f.duels[0].running
    assert partial(2, 1, 0).units[1].losses_open == 6


def test_v15_a_full_victory():
    """V15: two own posts; the loser counts 12 losses besides the dead hero and leaves melee (WB-73, WB-75, WB-76)."""
    f = led().with_row(1, 0, **DEAD).suffers(1, 1).with_duel(0, fought=True, dealt_first=3)
    f = step(alone(f, duel_result, 2, 0))
    assert f.units[0].attack_bonus_left == 2
    assert f.units[1].losses_open == 13
    assert f.units[1].withdrew
    assert not f.linked(0, 1)


def test_v15_partial_and_then_full_is_one_attack_more():
    """V15: +1, not +2; the later end holds (WB-74, WB-81)."""
    f = grant(grant(led(), 0, 1, 2), 0, 2, 3)
    assert f.units[0].attack_bonus_left == 3
    assert grant(f, 0, 1, 4).units[0].attack_bonus_left == 3


def test_wb_77_a_marked_champion_receives_a_gift():
    f = fight(unit("guard", P, captain(gift_champion=True), tied_with=["mob"]), unit("mob", Q, chief(), levy(3)))
    f = f.with_row(1, 0, **DEAD).with_duel(0, fought=True, dealt_first=3)
    assert step(alone(f, duel_result, 1, 0)).units[0].rows[0].gift


def test_wb_75_a_unit_that_is_gone_with_its_hero_has_not_withdrawn():
    f = melee([captain()], [chief()]).with_row(1, 0, **DEAD)
    assert not step(alone(f, full_victory, 1, 0, 0)).units[1].withdrew


# ---------------------------------------------------------------- V16
def duel(**given):
    """Captain and chief, alone and fresh, in the captain's post."""
    given.setdefault("max_posts", 1)
    return melee([captain()], [chief()], **given)


CHANCES = {
    DuelResult.FIRST_FULL: F(5, 32),
    DuelResult.FIRST_PARTIAL: F(255879, 640000),
    DuelResult.DRAW: F(190269, 640000),
    DuelResult.SECOND_PARTIAL: F(46899, 320000),
    DuelResult.SECOND_FULL: F(27, 320000),
}


@pytest.mark.parametrize(("result", "expected"), CHANCES.items())
def test_v16_captain_and_chief(result, expected):
    """V16: captain strikes first, one bout each (WB-64, WB-65, WB-67)."""
    f = alone(opened(duel()), duel_turn, 1, 0, 0)
    assert chance(f, lambda s: s.duels[0].result == result) == expected
    assert by_odds(f, lambda s: s.duels[0].result == result) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize(
    ("rule", "second_wins", "both"),
    [
        ("charger_then_poster", F(27, 320000), F(0)),
        ("challenger", F(1, 10000), F(0)),
        ("simultaneous", F(27, 320000), F(1, 64000)),
    ],
)
def test_wb_r14_who_strikes_first(rule, second_wins, both):
    """The chief's side challenges in the captain's post: P(chief wins fully) 27/320000, 1/10000, or 27/320000 with both
    dead 1/64000 (WB-65, WB-R14)."""
    f = alone(opened(duel(rulings={"duel_first_strike": rule})), duel_turn, 1, 0, 1)
    assert chance(f, lambda s: s.duels[0].result == DuelResult.SECOND_FULL) == second_wins
    assert chance(f, lambda s: (s.living(0) == 0) & (s.living(1) == 0)) == both


def test_wb_65_who_strikes_first():
    f = opened(led())
    assert not strikes_second(f, 1, 0, 1)
    assert strikes_second(f, 2, 0, 0)
    assert strikes_second(f.with_unit(1, charged=True), 1, 0, 0)
    assert not strikes_second(f.with_unit(0, charged=True), 2, 0, 1)
    third = running()
    assert [strikes_second(third, 1, 0, k) for k in (0, 1)] == [False, True]


@pytest.mark.parametrize(
    ("count", "result"), [("per_turn", DuelResult.SECOND_PARTIAL), ("cumulative", DuelResult.DRAW)]
)
def test_wb_r15_wounds_of_a_turn_or_of_the_duel(count, result):
    """First turn 2-1, agreed continuation, second turn 0-1: partial, or a draw (WB-67, WB-R15)."""
    f = led(rulings={"duel_wound_count": count}).with_duel(0, fought=True, dealt_first=2, dealt_second=1)
    f = step(step(alone(f, duel_result, 1, 0)), 1, 1)
    x = f.duels[0]
    f = f.with_duel(0, dealt_second=x.dealt_second + 1)
    assert compared(f, f.setup.duels[0], f.duels[0]) == result


@pytest.mark.parametrize(
    ("rule", "post", "expected"), [("next_post", 2, F(69741, 102400)), ("next_own_post", 1, F(175, 256))]
)
def test_wb_r20_the_next_turn_of_a_duel(rule, post, expected):
    """Captain 3 wounds left and +1 attack, chief 1 left: P(captain wins fully in the second turn) in the chief's post
    69741/102400, in the captain's own 175/256 (WB-86, WB-R20)."""
    f = fight(
        unit("a", P, captain(wounds_lost=1), tied_with=["b"], attack_bonus_left=1),
        unit("b", Q, chief(wounds_lost=2)),
        running_duels=[{"hero": "a", "other": "b"}],
        first_poster=P if post == 1 else Q,
        rulings={"duel_next_turn": rule},
    )
    f = opened(f)
    turn = step(f)
    assert turn.then.tasks[0].step == duel_turn
    found = outcomes(turn, before("command", "tests"), FRESH)
    assert sum(p for s, p in found.items() if s.duels[0].result == DuelResult.FIRST_FULL) == expected
    assert due(f, 0, 1)
    assert bool(due(f, 0, 2)) == (rule == "next_post")


# ---------------------------------------------------------------- V17
def bonus_posts(f, name, posts):
    """The posts in which a unit has the bonus, once it has been granted."""
    out = []
    for post in posts:
        if f.units[0].attack_bonus_left > 0:
            out.append(post)
        f = step(alone(f, end_of_post, post))
    return out


@pytest.mark.parametrize(
    ("won_in", "full", "clock", "holds"),
    [
        (3, False, "own_posts", [4, 5]),
        (3, True, "own_posts", [4, 5, 6, 7]),
        (4, False, "own_posts", [5]),
        (3, False, "posts", [4]),
        (3, True, "posts", [4, 5]),
        (4, False, "posts", [5]),
    ],
)
def test_v17_the_clock_of_the_bonus(won_in, full, clock, holds):
    """V17: through the next own post, or the second; under WB-R19 `posts` of anybody (WB-81)."""
    f = grant(led(rulings={"duel_effect_clock": clock}), 0, 2 if full else 1, won_in)
    f = step(alone(f, end_of_post, won_in))
    assert bonus_posts(f, "guard", range(won_in + 1, won_in + 6)) == holds


def test_v17_fearless_covers_the_test_of_its_last_post():
    f = grant(led(), 0, 1, 3)
    for post in (3, 4):
        f = step(alone(f, end_of_post, post))
    assert f.units[0].fearless_left == 1


# ---------------------------------------------------------------- the rest
def test_wb_62_a_duel_in_the_place_of_a_fight():
    """Heroes alone strike: no model but a hero dies in the post of the duel."""
    f = step(alone(opened(led(max_posts=1)), duel_turn, 1, 0, 0))
    ends = outcomes(f, choose=FRESH)
    assert all(s.alive(0, 1) == 2 for s in ends)
    assert all(s.alive(1, 1) == 3 for s in ends)


def test_wb_64_a_hero_may_spend_points_in_a_duel():
    two = melee([captain(action_points=2)], [chief()], max_posts=1)
    f = alone(opened(two), duel_turn, 1, 0, 0)
    once = chance(f, lambda s: s.living(1) == 0, choose=taking("no more", "break off"))
    twice = chance(f, lambda s: s.living(1) == 0, choose=taking("another", "break off"))
    assert once == F(5, 32) < twice


def test_wb_72_losses_that_nobody_is_left_to_count():
    f = melee([captain()], [chief()])
    assert f.with_row(1, 0, **DEAD).counts(1, 6).units[1].losses_open == 0


def test_a_hero_without_leadership_has_his_willpower():
    f = fight(unit("a", P, other(captain(), leadership=None), tied_with=["b"]), unit("b", Q, levy()))
    assert f.profile(0, 0).leadership == 60


def test_eligible_units_only_may_duel():
    assert not eligible(led(), 0)
    assert eligible(opened(led()), 0)
    assert all(is_legal(o) for o in ask_after(alone(led(), go_on_or_break_off, 0, 0), ())[0].options)


@pytest.mark.parametrize("challenger", [0, 1])
def test_wb_65_who_challenged_in_a_third_controllers_post(challenger):
    """Neither is the poster: the challenger strikes first, in later turns as well (WB-65, WB-R20 `next_own_post`)."""
    units = (unit("a", P, captain(), tied_with=["b"]), unit("b", Q, chief()), unit("r", R, levy()))
    given = {"first_poster": R, "sides": {P: "us", R: "us"}, "rulings": {"duel_next_turn": "next_own_post"}}
    f = taken_up(opened(fight(*units, **given)), 1, 0, challenger).with_duel(0, running=True)
    assert [bool(due(f, 0, post)) for post in (2, 3, 4)] == [False, False, True]
    assert strikes_second(f, 4, 0, f.duels[0].second_challenged) == bool(challenger)
    names = ("a", "b")
    going = [{"hero": names[challenger], "other": names[1 - challenger], "began_by": R}]
    f = opened(fight(*units, running_duels=going, **given))
    assert strikes_second(f, 1, 0, f.duels[0].second_challenged) == bool(challenger)
