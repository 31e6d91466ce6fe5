"""Goals and best play; duels never change the value of a fight of opposite goals (WB-57 to WB-61, WB-105)."""

import random
from fractions import Fraction as F

import pytest

from coldsteel.errors import NotSolvable
from coldsteel.kernel.odds import solve
from coldsteel.rulebooks.warband import RULEBOOK
from coldsteel.rulebooks.warband.morale import gone
from coldsteel.rulebooks.warband.state import DuelResult
from tests.rulebooks.warband.builders import (
    P,
    Q,
    R,
    blade,
    captain,
    chance,
    chief,
    fight,
    levy,
    melee,
    opened,
    other,
    row,
    taking,
    unit,
)

CAPTAINS = "-10*left chief.b - left levy.b"  # 10 if the chief is dead and 1 per levy killed, less 12
PAY = 12


def offer(**given):
    """Captain alone (posting), chief with 2 levies, judged at the end of the captain's strikes."""
    return fight(
        unit("a", P, captain(), tied_with=["b"]),
        unit("b", Q, chief(), levy(2)),
        max_posts=1,
        goals={P: CAPTAINS, Q: "left.b"},
        rulings={"allocation": "rank_first", "who_fights": "own_post"},
        **given,
    )


def worth(advice):
    return {o.label: o.value for o in advice.options}


def test_v20b_each_has_a_goal_of_his_own():
    """V20(b): the captain challenges and the chief's side accepts: 25/16 and 91/32 (WB-57, WB-60, WB-105)."""
    odds = solve(RULEBOOK, offer())
    assert odds.value + PAY == pytest.approx(25 / 16, abs=1e-12)
    (first,) = [a for a in odds.advice if a.side == 0]
    assert first.best.label == "a challenges chief"
    assert worth(first)["a strikes"] + PAY == pytest.approx(26 / 27, abs=1e-12)
    assert odds.values[1] == pytest.approx(91 / 32, abs=1e-12)
    theirs = solve(RULEBOOK, offer(), side=1)
    assert theirs.value == pytest.approx(91 / 32, abs=1e-12)


def test_v20b_the_chiefs_side_if_goals_are_opposite():
    """V20(b): a side that minimises the captain's payoff refuses; the value is 26/27."""
    assert solve(RULEBOOK, offer(), aim=CAPTAINS).value + PAY == pytest.approx(26 / 27, abs=1e-12)


@pytest.mark.parametrize(
    ("take", "captains", "chiefs"),
    [
        (("a strikes",), F(26, 27), F(55, 27)),
        (("a challenges", "accept", "break off"), F(25, 16), F(91, 32)),
    ],
)
def test_v20b_as_fractions(take, captains, chiefs):
    """V20(b): normal fight 26/27 and 55/27; duel 25/16 and 91/32."""
    f = opened(offer())

    def paid(s):
        return 10 * (1 - s.alive(1, 0)) + 2 - s.alive(1, 1)

    assert chance(f, paid, choose=taking(*take, "levy", "strikes")) == captains
    assert chance(f, lambda s: s.living(1), choose=taking(*take, "levy", "strikes")) == chiefs


# ---------------------------------------------------------------- duels are worth nothing to opposite goals
def heroes(seed, duel_range):
    """A little fight of heroes and their followers, in or out of reach of duels."""
    draw = random.Random(seed)

    def hero(of):
        figures = {"wounds": draw.randint(1, 3), "attacks": draw.randint(1, 2), "weapon_skill": 10 * draw.randint(3, 7)}
        return other(of, **figures, action_points=draw.randint(1, 2))

    followers = [levy(draw.randint(1, 2)), blade(draw.randint(1, 2))]
    return fight(
        unit("a", P, hero(captain()), *followers[: draw.randint(0, 1)], tied_with=["b"]),
        unit("b", Q, hero(chief()), *followers[1 : 1 + draw.randint(0, 1)]),
        distances=[{"unit": "a", "enemy": "b", "metres": 1}],
        parameters={"duel_range_m": duel_range},
        max_posts=draw.randint(2, 3),
        outcome_keeps=[],
        rulings={"allocation": draw.choice(["defender", "rank_first"])},
    )


@pytest.mark.parametrize("goal", ["win", "losses", "hero"])
@pytest.mark.parametrize("seed", range(5))
def test_duels_never_change_the_value_of_a_zero_sum_fight(seed, goal):
    """A refusal costs nothing and a continuation needs both (the property of section 5)."""
    without, with_ = (solve(RULEBOOK, heroes(seed, metres), aim=goal) for metres in (0, 1))
    assert with_.states > without.states
    assert with_.value == pytest.approx(without.value, abs=1e-11)


def test_duels_matter_where_goals_are_not_opposite():
    found = solve(RULEBOOK, offer())
    m = next(m for m in RULEBOOK.measures(found.start.setup) if m.name.startswith("duel with"))
    assert m.names[DuelResult.NONE] == "no duel"
    assert found.measures[m.name].get("no duel", 0) == 0


# ---------------------------------------------------------------- several controllers
def three(sides=None, **given):
    return fight(
        unit("p", P, blade(2), tied_with=["q", "r"] if sides is None else ["q"]),
        unit("q", Q, levy(2), tied_with=["r"]),
        unit("r", R, levy(2)),
        sides=sides or {},
        max_posts=3,
        outcome_keeps=[],
        **given,
    )


def test_three_sides_have_goals_of_their_own():
    """Backward induction: one row of values for each controller (WB-105)."""
    found = solve(RULEBOOK, three())
    assert len(found.values) == 3
    assert [row for row, _ in found.solution.owner] == [0, 1, 2]
    for side in range(3):
        assert solve(RULEBOOK, three(), side=side).value == pytest.approx(found.values[side], abs=1e-12)
    assert RULEBOOK.goals(three().setup) == ("win", "win", "win")


def test_allies_want_the_same():
    f = three({P: "us", R: "us"})
    assert RULEBOOK.goals(f.setup) == ()
    assert RULEBOOK.teams(f.setup) == (0, 1, 0)
    found = solve(RULEBOOK, f)
    assert found.solution.owner == ((0, 1.0), (0, -1.0), (0, 1.0))
    assert solve(RULEBOOK, f, side=2).value == pytest.approx(found.value, abs=1e-12)
    assert solve(RULEBOOK, f, side=1).value == pytest.approx(-found.value, abs=1e-12)


def test_goals_are_those_of_wb_c23():
    """Win, losses, hero; the first of a file is the default."""
    f = melee([captain()], [chief(), levy(2)])
    aims = {a.name: a for a in RULEBOOK.aims(f.setup)}
    dead = f.with_row(1, 0, alive=0).with_row(1, 1, alive=1)
    assert [aims["losses"].of(dead, side) for side in (0, 1)] == [2, -2]
    assert [aims["hero"].of(dead, side) for side in (0, 1)] == [1, -1]
    won = dead.with_row(1, 1, alive=0)
    assert [aims["win"].of(won, side) for side in (0, 1)] == [1, -1]
    assert [aims["win"].of(dead, side) for side in (0, 1)] == [0, 0]
    chosen = melee([captain()], [chief()], goals={P: "losses", Q: "losses"})
    assert RULEBOOK.aim(chosen.setup, None).name == "losses"
    assert RULEBOOK.goals(chosen.setup) == ()


def test_a_hero_who_ran_is_not_dead():
    """The fled are neither killed nor losses; the goal `hero` is about the dead (WB-97, WB-C23)."""
    f = melee([captain()], [chief(), levy(2)])
    hero = next(a for a in RULEBOOK.aims(f.setup) if a.name == "hero")
    ran = gone(f, 1, 0, 1)
    assert ran.alive(1, 0) == 0
    assert [hero.of(ran, side) for side in (0, 1)] == [0, 0]
    assert hero.of(gone(f, 1, 0, 0).with_row(1, 0, alive=0), 0) == 1


def test_a_goal_counts_as_its_controller_wrote_it():
    f = melee([captain()], [chief(), levy(2)], goals={Q: "2*win - left.a"})
    aim = next(a for a in RULEBOOK.aims(f.setup) if a.name == "2*win - left.a")
    assert aim.of(f, 1) == -1
    with pytest.raises(NotSolvable):
        RULEBOOK.aim(f.setup, "nothing")


# ---------------------------------------------------------------- size
def test_ten_against_ten_to_the_end():
    """About 2,500 states at the end of every post; solved in a second."""
    found = solve(RULEBOOK, melee(blade(10), levy(10), outcome_keeps=[]))
    assert 100_000 < found.states < 300_000
    assert found.results["A"] == pytest.approx(0.9286, abs=1e-4)
    assert found.bound == 0


def test_fifty_against_thirty_is_simulated():
    from coldsteel.kernel.simulate import simulate

    mob = row("mutant", 40, 30, 40, 40, 40, 10, 1, 1, weapons=("club",), count=49)
    champion = row("champion", 50, 30, 40, 40, 70, 20, 2, 2, weapons=("blade",), is_leader=True)
    found = simulate(RULEBOOK, melee([mob, champion], blade(30)), 2_000, seed=3)
    assert sum(p for p, _, _ in found.results.values()) == pytest.approx(1)
    assert 0 < found.error < 0.1
