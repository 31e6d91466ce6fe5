"""Morale: losses and their windows, the test, flight, fearlessness; the end and the outcome (WB-88 to WB-104)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.plain import Decision, ask_after, expand, reachable
from coldsteel.rulebooks.warband import RULEBOOK
from coldsteel.rulebooks.warband.duels import go_on_or_break_off, grant
from coldsteel.rulebooks.warband.measures import VERDICTS, verdict
from coldsteel.rulebooks.warband.morale import flee, losses_move, morale, will
from coldsteel.rulebooks.warband.posts import end_of_post, goes_on, start_post
from tests.driving import alone, before, legal, step
from tests.rulebooks.warband.builders import (
    P,
    Q,
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
    row,
    state_of,
    unit,
)


def mob(count, willpower, champion=None, **given):
    """A unit of so many models, perhaps with a champion among them, and an enemy."""
    rank = count - (champion is not None)
    models = [row("mutant", 40, 40, 40, 40, willpower, 0, 1, 1, count=rank)]
    if champion is not None:
        models.append(row("champion", 40, 40, 40, 40, champion, 0, 1, 1, is_leader=True))
    rulings = given.pop("rulings", {})
    return fight(unit("mob", P, *models, tied_with=["foe"], **given), unit("foe", Q, blade(3)), rulings=rulings)


def first_flee(ask):
    """The ordinary models flee, as many as may."""
    return max(k for k, o in enumerate(ask.options) if not any(b.when for b in o.bars))


def fled(f):
    """Number that flees -> chance."""
    before_ = f.living(0)
    found = {}
    for s, p in outcomes(alone(f, morale, 0), choose=first_flee).items():
        n = before_ - s.living(0)
        found[n] = found.get(n, F(0)) + p
        assert s.units[0].fled == n
    return found


def with_face(f, face):
    """How many flee when the die shows `face`."""
    tree = expand(alone(f, morale, 0))
    found = sorted(fled(f).items())
    assert tree is not None
    flat = [n for n, p in found for _ in range(int(p * 6))]
    return flat[face - 1]


@pytest.mark.parametrize(("champion_lives", "n"), [(True, 5), (False, 8)])
def test_v18a_the_sources_example(champion_lives, n):
    """V18(a): 30 mutants, willpower 50, champion 80, 8 killed, die 5: 5 flee; without him 8 (WB-93, WB-98, WB-101)."""
    f = mob(30, 50, 80, losses_due=8).with_row(0, 0, alive=21)
    if not champion_lives:
        f = f.with_row(0, 0, alive=22).with_row(0, 1, alive=0)
    assert f.living(0) == 22
    assert with_face(f, 5) == n


def test_v18b_losses_as_high_as_the_bonus():
    """V18(b): L 8, W 8: 1 to 6 flee, 1/6 each (WB-91, WB-93)."""
    assert fled(mob(40, 80, losses_due=8)) == {n: F(1, 6) for n in range(1, 7)}


def test_v18c_a_unit_of_50_that_lost_10():
    """V18(c): willpower 30: 8 to 13 flee, expected 21/2 (WB-92)."""
    f = mob(50, 30, losses_due=10).with_row(0, 0, alive=40)
    assert fled(f) == {n: F(1, 6) for n in range(8, 14)}
    assert sum(n * p for n, p in fled(f).items()) == F(21, 2)
    assert by_odds(alone(f, morale, 0), lambda s: s.units[0].fled) == pytest.approx(10.5, abs=1e-12)


def test_v18d_a_test_may_be_passed():
    """V18(d): L 4, W 6, 9 living: 0 flee with 1/3, 1 to 4 with 1/6 each, expected 5/3 (WB-94, WB-95)."""
    found = fled(mob(9, 60, losses_due=4))
    assert found == {0: F(1, 3), 1: F(1, 6), 2: F(1, 6), 3: F(1, 6), 4: F(1, 6)}


def test_v18e_never_more_than_there_are():
    """V18(e): L 6, W 3, 5 living: 4 with 1/6, 5 with 5/6 (WB-96)."""
    assert fled(mob(5, 30, losses_due=6)) == {4: F(1, 6), 5: F(5, 6)}


def test_v18f_no_losses_no_test():
    """V18(f): L 0: no test (WB-88, WB-89)."""
    assert fled(mob(9, 30)) == {0: F(1)}


@pytest.mark.parametrize(
    ("effect", "given", "found"),
    [("no_test", {"fearless": True}, {0: F(1)}), ("no_test", {"fearless_left": 1}, {0: F(1)})],
)
def test_v18g_fearless(effect, given, found):
    """V18(g): no test; the losses are cleared as if it had passed (WB-82)."""
    f = mob(9, 30, losses_due=4, rulings={"fearless_effect": effect}, **given)
    assert fled(f) == found
    assert all(s.units[0].losses_due == 0 for s in outcomes(alone(f, morale, 0)))


def test_wb_c17_fearless_is_a_label_only():
    f = mob(9, 30, losses_due=4, fearless=True, rulings={"fearless_effect": "none"})
    assert fled(f) == {n: F(1, 6) for n in range(2, 8)}
    f = mob(9, 30, losses_due=4, fearless_left=2, rulings={"fearless_effect": "none"})
    assert fled(f) == {n: F(1, 6) for n in range(2, 8)}
    f = grant(mob(9, 30, rulings={"fearless_effect": "none"}), 0, 1, 1)
    assert (f.units[0].attack_bonus_left, f.units[0].fearless_left) == (2, 0)


@pytest.mark.parametrize(("formula", "n"), [("example", 7), ("prose_net", 3), ("prose_gross", 0)])
def test_v18h_three_readings(formula, n):
    """V18(h): L 10, W 8, die 5: 7, 3, 0; with the example's own numbers 5, 5, 0 (WB-R23)."""
    rulings = {"morale_formula": formula}
    assert with_face(mob(40, 80, losses_due=10, rulings=rulings), 5) == n
    own = {"example": 5, "prose_net": 5, "prose_gross": 0}[formula]
    assert with_face(mob(40, 80, losses_due=8, rulings=rulings), 5) == own


def test_v18i_the_fled_are_no_losses():
    """V18(i): loses 4 in enemy post 1, 2 flee in post 2, none in post 3: no test in post 4 (WB-97, WB-100)."""
    f = melee(blade(3), row("mutant", 40, 40, 40, 40, 40, 0, 1, 1, count=12)).with_row(1, 0, alive=8).suffers(1, 4)
    f = alone(f, end_of_post, 1)
    f = step(f)
    assert (f.units[1].losses_due, f.units[1].losses_open) == (4, 0)
    after = [s for s in outcomes(alone(f, morale, 1)) if s.units[1].fled == 2]
    (f,) = after
    for post in (2, 3):
        f = step(alone(f, end_of_post, post))
    assert f.units[1].losses_due == 0
    assert outcomes(alone(f, morale, 1)).keys() == {alone(f, morale, 1).__class__(**vars_of(f))}


def vars_of(f):
    from coldsteel.kernel.state import Agenda

    return {**{n: getattr(f, n) for n in f.__dataclass_fields__}, "then": Agenda()}


# ---------------------------------------------------------------- windows
@pytest.mark.parametrize(("when", "tested_after"), [("own_post_end", 2), ("every_post_end", 1)])
def test_wb_r24_when_the_test_is(when, tested_after):
    """Levies lose 3 in enemy post 1: test at the end of post 2, or of post 1 (WB-99, WB-R24)."""
    f = melee(blade(3), levy(9), rulings={"morale_when": when}).with_row(1, 0, alive=6).suffers(1, 3)
    from coldsteel.rulebooks.warband.morale import tests as tests_of

    tested = {}
    for post in (1, 2):
        found = outcomes(alone(f, tests_of, post))
        tested[post] = any(s.units[1].fled for s in found)
        if tested[post]:
            break
        (f,) = found
        f = step(alone(f, end_of_post, post))
    assert [post for post, so in tested.items() if so] == [tested_after]


@pytest.mark.parametrize(("window", "losses"), [("enemy_posts", 3), ("until_test", 5)])
def test_wb_r25_which_losses_count(window, losses):
    """3 lost in the enemy's post 1, 2 in its own post 2: L = 3, or 5 (WB-100, WB-R25)."""
    f = melee(levy(20), row("mutant", 40, 40, 40, 40, 0, 0, 1, 1, count=30), rulings={"morale_window": window})
    f = losses_move(f.suffers(1, 3), 1, 0)
    f = f.suffers(1, 2)
    found = {s.units[1].fled for s in outcomes(alone(f, morale, 1))}
    assert min(found) == 1 + losses
    (left,) = {s.units[1].losses_open for s in outcomes(alone(f, morale, 1))}
    assert left == (2 if window == "enemy_posts" else 0)


@pytest.mark.parametrize(("whose", "n"), [("leader", 4), ("highest", 2)])
def test_wb_r26_whose_willpower(whose, n):
    """Unit willpower 50, champion 30, L 4, die 3: 4, or 2 flee (WB-98, WB-R26)."""
    assert with_face(mob(20, 50, 30, losses_due=4, rulings={"morale_will": whose}), 3) == n


def test_wb_98_the_highest_of_several_leaders_and_without_one_the_many():
    models = [captain(), row("champion", 40, 40, 40, 40, 80, 0, 1, 1, is_leader=True), levy(3), blade(2)]
    f = melee(models, levy())
    assert will(f, 0) == 8
    f = f.with_row(0, 1, alive=0)
    assert will(f, 0) == 6
    f = f.with_row(0, 0, alive=0)
    assert will(f, 0) == 3
    assert will(f.with_row(0, 2, alive=1), 0) == 4


@pytest.mark.parametrize(("losses", "n"), [("add", 16), ("floor", 12)])
def test_wb_r21_losses_that_a_duel_makes_a_unit_count(losses, n):
    """3 models and the hero (leadership 65) killed in one post: 3 + 1 + 12 = 16, or max(4, 12) = 12 (WB-84, WB-R21)."""
    f = melee(levy(), [chief(), row("mutant", 40, 40, 40, 40, 0, 0, 1, 1, count=30)], rulings={"duel_losses": losses})
    f = f.with_row(1, 0, alive=0).suffers(1, 4).counts(1, 12)
    f = losses_move(f, 1, 0)
    f = alone(f, morale, 1)
    assert min(30 - s.living(1) for s in outcomes(f, choose=first_flee)) == 1 + n


# ---------------------------------------------------------------- V19
def test_v19a_a_duel_partly_lost():
    """V19(a): willpower 30, 10 living, leadership 65, broken off in the enemy's post: 4 to 9 flee (WB-72)."""
    hero = other(chief(), willpower=30)
    f = melee([captain()], [hero, levy(9)]).with_duel(0, fought=True)
    f = step(alone(f, go_on_or_break_off, 0, 0), 0)
    f = losses_move(f, 1, 0)
    found = {}
    for s, p in outcomes(alone(f, morale, 1), choose=first_flee).items():
        found[10 - s.living(1)] = found.get(10 - s.living(1), F(0)) + p
    assert found == {n: F(1, 6) for n in range(4, 10)}


def test_v19b_a_full_defeat():
    """V19(b): hero dead, 10 levies, no other losses: L = 12 + 1 = 13, all flee (WB-76, WB-96)."""
    f = melee([captain()], [chief(), levy(10)]).with_row(1, 0, alive=0, lost=0).suffers(1, 1).counts(1, 12)
    f = losses_move(f, 1, 0)
    assert chance(alone(f, morale, 1), lambda s: s.living(1) == 0, choose=first_flee) == 1


def sides_left(a, b):
    f = melee(blade(2), levy(2))
    for u, (alive, withdrew) in enumerate((a, b)):
        f = f.with_row(u, 0, alive=alive).with_unit(u, withdrew=withdrew)
    return VERDICTS[verdict(f)]


def test_v19c_the_winner():
    """V19(c): WB-104."""
    assert sides_left((2, False), (1, True)) == "A"
    assert sides_left((2, True), (1, True)) == "nobody"
    assert sides_left((0, False), (1, True)) == "B"
    assert sides_left((0, False), (0, False)) == "nobody"
    assert sides_left((2, False), (1, False)) == "nobody"


# ---------------------------------------------------------------- who flees
def test_wb_102_the_controller_chooses_who_flees():
    f = mob(6, 40, 40).with_row(0, 0, alive=5)
    f = alone(f.__class__(**{**vars_of(f), "fleeing": 2}), flee, 0, (0, 1), 0)
    ask, _ = ask_after(f, ())
    assert legal(ask) == ["1", "2"]
    assert codes(ask.options[0].bars) == {"too_few": "WB-95"}
    assert codes(ask.options[3].bars) == {"too_many": "WB-95"}


def test_wb_c21_leaders_last():
    f = mob(6, 40, 40, losses_due=3, rulings={"flee_choice": "rank_first"})
    ends = outcomes(alone(f, morale, 0), choose=first_flee)
    assert all(s.alive(0, 1) == 1 or s.alive(0, 0) == 0 for s in ends)
    assert not isinstance(expand(alone(f, flee, 0, (0,), 0)), Decision)


def test_wb_102_a_wounded_model_may_be_the_one():
    f = melee([levy(3, wounds=2)], blade()).with_row(0, 0, lost=1)
    f = alone(f.__class__(**{**vars_of(f), "fleeing": 1}), flee, 0, (0,), 0)
    ask, _ = ask_after(f, ())
    assert legal(ask) == ["the wounded one runs", "the wounded one stays"]
    assert [step(f, k).units[0].rows[0].lost for k in (0, 1)] == [0, 1]


# ---------------------------------------------------------------- the end
def test_wb_103_what_keeps_a_fight_going():
    f = melee(blade(2), levy(2))
    assert goes_on(f, 1)
    apart = f.with_link(0, 1, on=False)
    assert not goes_on(apart, 1)
    assert goes_on(apart.suffers(1, 1), 1)
    late = fight(unit("a", P, blade()), unit("b", Q, levy()), charges=[{"post": 3, "unit": "a", "target": "b"}])
    assert goes_on(late, 2)
    assert not goes_on(late, 3)


@pytest.mark.parametrize(("settle", "posts"), [(True, {2}), (False, {1})])
def test_wb_c22_losses_that_wait(settle, posts):
    """A unit that has left melee still tests, or its losses are listed (WB-103)."""
    f = fight(
        unit("a", P, blade(2), tied_with=["b"]),
        unit("b", Q, levy(9), withdrew=True, losses_open=3),
        rulings={"settle_morale": settle},
    ).with_link(0, 1, on=False)
    ends = outcomes(f)
    assert {s.posts for s in ends} == posts
    assert {state_of(s, "b").losses_due for s in ends} == ({0} if settle else {3})


def test_wb_103_no_more_posts_than_were_agreed():
    ends = outcomes(melee(blade(), levy(), max_posts=2))
    assert max(s.posts for s in ends) == 2


def test_wb_104_what_the_outcome_records():
    f = fight(
        unit("a", P, captain(gift_champion=True), blade(2), tied_with=["b"]),
        unit("b", Q, chief(), levy(2)),
        max_posts=1,
    )
    names = {m.name for m in RULEBOOK.measures(f.setup)}
    for what in ("left", "killed", "fled", "withdrew", "bonus", "waiting", "wounds", "left captain", "gift"):
        assert f"{what}.a" in names
    assert {"lost.P", "lost.Q", "posts", "duel with chief.a"} <= names
    lean = melee(blade(), levy(), outcome_keeps=[])
    assert "fled.a" not in {m.name for m in RULEBOOK.measures(lean.setup)}
    assert {s.units[1].fled for s in outcomes(lean, before("start_post"))} == {0}


def test_wb_r17_fearless_for_the_rest_of_the_fight():
    """Partial victory in post 3, losses due in post 7: a test, or none (WB-R17)."""
    for lasts, tests in (("with_bonus", True), ("rest_of_fight", False)):
        f = grant(melee(blade(9), levy(9), rulings={"fearless_lasts": lasts}), 0, 1, 3)
        for post in range(3, 7):
            f = step(alone(f, end_of_post, post))
        found = outcomes(alone(f.with_unit(0, losses_due=6), morale, 0))
        assert any(s.units[0].fled for s in found) == tests


def test_a_fight_opens_with_its_first_post():
    f = opened(melee(blade(), levy()))
    assert repr(f.then) == "command(1, 0, 'all') > command(1, 1, 'all') > tests(1) > end_of_post(1)"


def test_states_at_the_ends_of_posts():
    """Section 5: 5 against 5 have 420 states from which play goes on; 40 of them differ in nothing but the losses of a
    unit that is gone, which are forgotten here."""
    f = melee(blade(5), levy(5), max_posts=6, outcome_keeps=[], rulings={"activation_optional": False})
    begun = [s for s in reachable(f) if s.then.tasks and s.then.tasks[0].step == start_post]
    assert len({(s.then.tasks[0].args[0] % 2, s.units) for s in begun}) == 380
