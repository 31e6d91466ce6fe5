"""Breaking off: who may, the opposed roll, the way out (SK-136 to SK-145)."""

from fractions import Fraction as F

import pytest

from coldsteel.rulebooks.skirmish.breaking import break_off
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.turns import next_action
from tests.driving import alone, ask_of, chance, codes, legal, outcomes, taking
from tests.rulebooks.skirmish.builders import (
    after,
    brute,
    champion,
    changed,
    fight,
    gap_of,
    recruit,
    slot,
    trooper,
)


def breaking(f, who="T"):
    return alone(f, break_off, slot(f, who))


def free(who="T"):
    """Is nobody in contact with it?"""
    return lambda f: not field_of(f.setup).touched_by(f.ground, slot(f, who))


OUT = taking("U", "clear of the enemy")


def acting(f, who="T", left=3):
    return alone(changed(f, who, actions_left=left), next_action, slot(f, who))


# ---------------------------------------------------------------- the roll
@pytest.mark.parametrize(
    ("me", "enemies", "breaks_off"),
    [
        (trooper("T"), [trooper("U")], F(19, 40)),
        (trooper("T"), [brute("U")], F(17, 50)),
        (trooper("T"), [brute("U"), trooper("V")], F(3, 10)),
        (brute("T"), [trooper("U")], F(247, 400)),
    ],
)
def test_w14_chances_to_break_off(me, enemies, breaks_off):
    """SK-W14: size points for the smaller of the two, +1 for the further enemy in contact; equal sums stay (SK-137,
    SK-139, SK-140, SK-141)."""
    f = fight(me, enemies)
    assert chance(breaking(f), free(), choose=OUT) == breaks_off


def test_139_the_opponent_names_the_enemy_whose_figures_count():
    """SK-139: of brute and trooper the other side picks one; the trooper would hold the model less well."""
    f = breaking(fight(trooper("T"), [brute("U"), trooper("V")]))
    ask, _ = after(f)
    assert (ask.side, legal(ask), ask.clause) == (1, ["U", "V"], "SK-139")
    by_trooper = chance(f, free(), choose=taking("V", "clear of the enemy"))
    assert by_trooper == F(sum(a > b + 1 for a in range(20) for b in range(20)), 400) > F(3, 10)


def test_139_enemies_out_of_contact_add_nothing():
    """SK-139: +1 for each further model in contact, not for one that stands near."""
    f = fight(trooper("T"), [brute("U"), trooper("V")], gaps=[gap_of("T", "V", 0.5)])
    assert chance(breaking(f), free(), choose=OUT) == F(17, 50)


@pytest.mark.parametrize(("reading", "breaks_off"), [("lasting", F(17, 50)), ("printed", F(19, 40))])
def test_r23_a_panicked_trooper_breaks_off(reading, breaks_off):
    """SK-R23: WW 10 - 3 and ST 6 against 16 (SK-138): 17/50; 19/40 with the printed WW."""
    f = fight(trooper("T", panicked=True), trooper("U"), rulings={"break_off_ww": reading})
    assert chance(breaking(f), free(), choose=OUT) == breaks_off


def test_138_other_modifiers_of_ww_do_not_count():
    """SK-138: weapon, abilities, outnumbering and a pending penalty change nothing; a lasting modifier does."""
    f = fight([trooper("T", "sword", hit_bonus=5, pending_penalty=True), trooper("F")], trooper("U", hit_against=-5))
    assert chance(breaking(f), free(), choose=OUT) == F(19, 40)
    f = fight(trooper("T", lasting_ww=2), trooper("U", lasting_ww=2))
    assert chance(breaking(f), free(), choose=OUT) == F(19, 40)
    f = fight(trooper("T"), trooper("U", lasting_ww=3))
    assert chance(breaking(f), free(), choose=OUT) == F(17, 50)


@pytest.mark.parametrize(("size", "points"), [(1, 1), (2, 0), (3, 0)])
def test_140_only_the_smaller_adds(size, points):
    """SK-140: +1 per point of difference, for the smaller one only; the enemy is of size 2."""
    f = fight(trooper("T", size=size), trooper("U", ww=10, size=2))
    theirs = max(0, size - 2)
    wins = sum(a + points > b + theirs for a in range(20) for b in range(20))
    assert chance(breaking(f), free(), choose=OUT) == F(wins, 400)


# ---------------------------------------------------------------- what comes of it
def test_141_equal_and_lower_sums_stay():
    """SK-141: an equal sum wastes the action; nothing else has changed."""
    f = breaking(fight(trooper("T"), trooper("U")))
    for answer, is_free in ((0, False), (1, False)):
        _, end = after(f, answer)
        assert free()(end) == is_free
        assert end.ground == f.ground
    ask, _ = after(f, 2)
    assert legal(ask) == ["clear of the enemy", "stay"]


def test_143_the_way_out_may_be_declined():
    """SK-143: then the contact and the melee remain."""
    f = breaking(fight(trooper("T"), trooper("U")))
    assert not chance(f, free(), choose=taking("stay"))


def test_143_it_is_clear_of_all_former_enemies():
    """SK-143: the move ends clear of every enemy base; abstractly at a gap of R to each."""
    f = breaking(fight(trooper("T"), [brute("U"), trooper("V")]))
    field = field_of(f.setup)
    gone = next(s for s in outcomes(f, choose=OUT) if free()(s))
    assert [field.gap(gone.ground, slot(f, "T"), slot(f, e)) for e in "UV"] == [400, 400]
    assert field.touched_by(gone.ground, slot(f, "U")) == ()


def test_142_further_actions_go_into_further_attempts():
    """SK-142: two actions: 1 - (21/40)^2; the third would be a move."""
    f = acting(fight(trooper("T"), trooper("U"), max_turns=1), left=2)
    assert chance(f, free(), choose=taking("break off", "clear", "stop")) == 1 - F(21, 40) ** 2


def test_12_after_breaking_off_an_owed_move_is_made_at_once():
    """SK-10, SK-11, SK-12: in melee the move of a panicked model is ignored; free again it is its next action."""
    f = fight(trooper("T", panicked=True, forced_move="away_from_enemy"), trooper("U"), max_turns=1)
    assert "attack" in legal(ask_of(acting(f), "action"))
    done = outcomes(acting(f, left=2), choose=taking("break off", "clear", "stop"))
    field, gaps = field_of(f.setup), {}
    for s, p in done.items():
        gap = field.gap(s.ground, slot(f, "T"), slot(f, "U"))
        gaps[gap] = gaps.get(gap, 0) + p
    first, second = F(17, 50), F(33, 50) * F(17, 50)
    assert gaps == {800: first, 400: second, 0: 1 - first - second}


# ---------------------------------------------------------------- why not
def test_w14_pinned_models_cannot_choose_it():
    """SK-W14, SK-145: a model with no clear spot to go to; without a table one that cannot move."""
    ask = ask_of(acting(fight(trooper("T", r=0), trooper("U"))), "action")
    assert codes(ask, "break off") == {"nowhere_to_go": "SK-145"}


def test_136_only_from_melee_and_standing():
    """SK-136, SK-162: a model out of melee has nothing to break off from; one in firing position can't."""
    ask = ask_of(acting(fight(trooper("T"), trooper("U"), gap=1)), "action")
    assert codes(ask, "break off") == {"not_in_melee": "SK-136"}
    ask = ask_of(acting(fight(trooper("T", stance="firing"), trooper("U"))), "action")
    assert codes(ask, "break off") == {"not_standing": "SK-162"}
    assert {"stand up", "attack"} <= set(legal(ask))


def test_139_each_further_enemy_adds_one():
    """SK-139: three recruits (8 + 5) in contact: the lead of a champion (13 + 8) is 8 - 2."""
    f = fight(champion("T"), [recruit("U"), recruit("V"), recruit("W")])
    wins = sum(a + 6 > b for a in range(20) for b in range(20))
    assert chance(breaking(f), free(), choose=OUT) == F(wins, 400)
