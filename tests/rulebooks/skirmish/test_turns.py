"""Turns, activations, actions, owed moves, morale, panic, and the end (SK-1 to SK-14, SK-83 to SK-86, SK-132 to SK-135,
SK-160 to SK-167)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.odds import solve
from coldsteel.kernel.plain import expand, value
from coldsteel.kernel.state import parsed, text
from coldsteel.rulebooks.skirmish import RULEBOOK
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.measures import describe, verdict
from coldsteel.rulebooks.skirmish.morale import morale_test, unit_morale
from coldsteel.rulebooks.skirmish.setup import ForcedMove, Stance
from coldsteel.rulebooks.skirmish.turns import alternate, end_of_turn, new_turn, next_action
from tests.driving import (
    alone,
    ask_of,
    before,
    chance,
    codes,
    ended,
    leaves,
    legal,
    next_step,
    outcomes,
    spread,
    step,
    taking,
)
from tests.rulebooks.skirmish.builders import (
    after,
    attacking,
    champion,
    changed,
    fight,
    gap_of,
    recruit,
    runt,
    slot,
    state_of,
    trooper,
    unit,
    verdicts,
)

FIGHTING = taking("attack", "sword", "+4")


def acting(f, who="T", left=3):
    return alone(changed(f, who, actions_left=left), next_action, slot(f, who))


def duel(a=None, b=None, **given):
    return fight(a or trooper("T", "sword"), b or recruit("U", "sword"), **given)


def has_initiative(side):
    return lambda f: next_step(f) == "alternate" and f.then.tasks[0].args[0] == side


# ---------------------------------------------------------------- initiative
def test_w19_the_trooper_acts_first():
    """SK-W19: DW 12 against 10, ties again: 229/382 of the turns (SK-163)."""
    assert chance(duel(), has_initiative(0), before("alternate")) == F(229, 382)


def chances_to_win(f, policy):
    """The exact chance that side A wins a fight without end in which both sides keep to a policy."""
    found = {}
    todo = [f]
    while todo:
        now = todo.pop()
        if now not in found:
            found[now] = {} if ended(now) else _next(now, policy)
            todo += found[now]
    number = {s: k for k, s in enumerate(found)}
    rows = [[F(0)] * (len(found) + 1) for _ in found]
    for s, nexts in found.items():
        rows[number[s]][number[s]] += 1
        rows[number[s]][-1] = F(verdict(s) == 0) if ended(s) else F(0)
        for t, p in nexts.items():
            rows[number[s]][number[t]] -= p
    return _solved(rows)[number[f]]


def _next(f, policy):
    out = {}
    for s, p in leaves(expand(f), policy):
        out[s] = out.get(s, F(0)) + p
    return out


def _solved(rows):
    for k in range(len(rows)):
        pivot = next(i for i in range(k, len(rows)) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(rows)):
            if i != k and rows[i][k]:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def endless(**given):
    return duel(trooper("T", "sword", actions=1, **given), recruit("U", "sword", actions=1, **given), max_turns=0)


def test_w19_trooper_against_recruit_to_the_end():
    """SK-W19: initiative rolled every turn, no limit: the trooper wins 27959/43166 (SK-164, SK-65, SK-76)."""
    assert chances_to_win(endless(), FIGHTING) == F(27959, 43166)


@pytest.mark.parametrize("r", [0, 4])
def test_w19_fighting_on_is_best_for_both(r):
    """SK-W19 by best play, with a way out and without one: nobody does better than to strike."""
    found = solve(RULEBOOK, endless(r=r))
    assert found.results["side_a"] == pytest.approx(27959 / 43166, abs=1e-11)
    assert found.unresolved == pytest.approx(0, abs=1e-11)


@pytest.mark.parametrize(("rule", "first"), [("side_a_first", [0, 0, 0]), ("alternate", [0, 1, 0])])
def test_c2_other_ways_to_have_the_initiative(rule, first):
    """SK-C2: side A always, or in turn beginning with A."""
    f, found = duel(rulings={"initiative": rule}, max_turns=3), []
    for _ in first:
        f = step(f)
        found.append(f.then.tasks[0].args[0])
        f = after(alone(changed_units(f), alternate, 0))[1]
    assert found == first


def changed_units(f, activated=True):
    for u in range(len(f.units)):
        f = f.with_unit(u, activated=activated)
    return f


def test_163_only_the_living_count():
    """SK-163: the highest printed DW among the living; panic changes nothing."""
    f = fight([champion("T", panicked=True), trooper("F")], trooper("U"))
    assert after(f)[0].figures()[0] == 15 - 12
    f = f.on(field_of(f.setup).without(f.ground, slot(f, "T")))
    assert after(f)[0].figures()[0] == 0


def test_163_the_file_may_say_who_has_it():
    """SK-163: the initiative of the opening turn may be given."""
    f = duel(initiative_side="B", max_turns=3)
    assert has_initiative(1)(step(f))


# ---------------------------------------------------------------- activations
def test_164_the_sides_alternate():
    """SK-164: a side with no unit left lets the other go on; then the turn ends."""
    idle = taking("stop", "unit of b1", "unit of b2")
    f = fight(trooper("a1"), [trooper("b1"), trooper("b2")], max_turns=2, initiative_side="A")
    order, f = [], step(f)
    while next_step(f) != "new_turn":
        if next_step(f) == "next_action":
            order.append(f.name(f.then.tasks[0].args[0]))
        ((f, _),) = leaves(expand(f), idle)
    assert order == ["a1", "b1", "b2"]
    assert not any(u.activated for u in f.units)


def test_164_a_unit_is_activated_once():
    """SK-164: one that has been activated is not offered again."""
    f = fight([trooper("a1"), trooper("a2")], trooper("b1"), initiative_side="A")
    f = step(f)
    ask, _ = after(f)
    assert (ask.side, legal(ask)) == (0, ["unit of a1", "unit of a2"])
    f = after(alone(f.with_unit(0, activated=True), alternate, 0))[1]
    assert f.then.tasks[0].args == (slot(f, "a2"),)
    assert [u.activated for u in f.units] == [True, True, False]


def test_165_the_models_of_a_unit_in_any_order():
    """SK-165: each living model once, up to its actions, the same action any number of times."""
    squad = unit("squad", trooper("T", actions=2), trooper("F", actions=1))
    f = step(fight(squad, trooper("U"), initiative_side="A", max_turns=1))
    f = after(f)[1]
    ask, _ = after(f)
    assert legal(ask) == ["T", "F"]
    f = after(f, 0)[1]
    assert (f.then.tasks[0].args, state_of(f, "T").actions_left) == ((slot(f, "T"),), 2)
    f = after(f, 0)[1]
    assert next_step(f) == "attack"
    f = after(f, 2)[1]
    assert (next_step(f), state_of(f, "T").actions_left) == ("next_action", 1)
    ((f, _),) = leaves(expand(f), taking("stop"))
    f = after(f)[1]
    assert f.then.tasks[0].args == (slot(f, "F"),)
    assert (state_of(f, "T").acted, state_of(f, "F").acted) == (True, True)


def test_165_in_the_middle_of_an_activation():
    """SK-165: a file may begin with a model that has actions left; then comes the rest of its unit."""
    squad = unit("squad", trooper("T", actions_left=1), trooper("F"))
    f = step(fight(squad, trooper("U")))
    assert [t.step.__name__ for t in f.then.tasks] == ["next_action", "activate", "alternate"]
    assert state_of(f, "T").actions_left == 1
    ((f, _),) = leaves(expand(f), taking("stop"))
    ((f, _),) = leaves(expand(f), None)
    assert f.then.tasks[0].args == (slot(f, "F"),)


def test_165_a_model_without_actions_does_nothing():
    """SK-165: with 0 actions there is nothing to choose."""
    f = alone(fight(trooper("T", actions=0), trooper("U"), max_turns=1), alternate, 0)
    assert [t.step.__name__ for t in after(f)[1].then.tasks] == ["alternate"]


# ---------------------------------------------------------------- actions
def test_7_what_a_model_in_melee_may_do():
    """SK-7, SK-9: attack, break off, stand up, shove, and of shove nothing is known."""
    ask = ask_of(acting(duel(trooper("T", stance="firing"))), "action")
    assert legal(ask) == ["attack", "stand up", "stop"]
    assert codes(ask, "wait") == codes(ask, "move") == {"in_melee": "SK-7"}
    assert codes(ask, "shove") == {"no_shove": "SK-9"}


def test_8_an_ability_may_allow_more():
    """SK-8: `melee_actions` are exceptions to SK-7, one by one."""
    ask = ask_of(acting(duel(trooper("T", melee_actions=["wait"]))), "action")
    assert codes(ask, "wait") == {}
    assert codes(ask, "move") == {"in_melee": "SK-7"}


def test_9_shove_may_be_supplied():
    """SK-9, SK-C10: then it is an action without effect."""
    f = acting(duel(rulings={"shove_enabled": True}), left=2)
    ((end, _),) = leaves(expand(f), taking("shove"))
    assert (state_of(end, "T").actions_left, next_step(end)) == (1, "next_action")


def test_83_to_wait_ends_the_activation():
    """SK-83: one action is saved; not in melee, not panicked (SK-161), not twice."""
    f = acting(duel(gap=5))
    ((end, _),) = leaves(expand(f), taking("wait"))
    assert (state_of(end, "T").waiting, state_of(end, "T").actions_left, next_step(end)) == (True, 0, "")
    assert codes(ask_of(changed(f, "T", panicked=True), "action"), "wait") == {"panicked": "SK-161"}
    assert codes(ask_of(changed(f, "T", waiting=True), "action"), "wait") == {"waits_already": "SK-83"}


def test_162_a_model_in_firing_position():
    """SK-162, SK-41: it may attack and stand up, but not move, charge or break off; standing up is an action."""
    f = acting(duel(trooper("T", stance="firing"), gap=3))
    ask = ask_of(f, "action")
    assert codes(ask, "move away") == {"not_standing": "SK-162"}
    assert "SK-41" in codes(ask, "charge").values()
    ((end, _),) = leaves(expand(f), taking("stand up"))
    assert (state_of(end, "T").stance, state_of(end, "T").actions_left) == (Stance.STANDING, 2)
    assert codes(ask_of(acting(duel(gap=3)), "action"), "stand up") == {"standing": "SK-162"}


def test_37_a_plain_move_ends_in_no_contact():
    """SK-37, SK-C13: toward the enemy it stops an inch short of contact."""
    f = acting(duel(gap=3))
    ((end, _),) = leaves(expand(f), taking("move toward"))
    assert field_of(f.setup).gap(end.ground, slot(f, "T"), slot(f, "U")) == 100


def test_161_a_panicked_model():
    """SK-161: it moves toward no enemy, charges none (SK-45), and strikes at -3."""
    ask = ask_of(acting(changed(duel(gap=3), "T", panicked=True)), "action")
    assert codes(ask, "move toward") == {"panicked": "SK-161"}
    assert codes(ask, "move away") == {}
    assert codes(ask, "charge") == {"panicked": "SK-45"}
    f = attacking(duel(trooper("T", "sword", panicked=True)), "T", weapon="sword")
    assert after(f)[0].figures() == (2, 9, 20)


def test_29_an_attack_needs_an_enemy():
    """SK-29: nobody in contact or within reach."""
    ask = ask_of(acting(duel(gap=1)), "action")
    assert codes(ask, "attack") == {"out_of_reach": "SK-29"}


# ---------------------------------------------------------------- owed moves
def test_10_in_melee_an_owed_move_is_ignored():
    """SK-10, SK-13: no attempt to break off is asked for; it stays owed, and the penalties apply."""
    f = acting(duel(trooper("T", "sword", panicked=True, forced_move="away_from_enemy")))
    assert {"attack", "break off"} <= set(legal(ask_of(f, "action")))
    ((end, _),) = leaves(expand(f), taking("stop"))
    assert state_of(end, "T").forced_move == ForcedMove.AWAY_FROM_ENEMY


def test_12_an_owed_move_is_the_next_action():
    """SK-11, SK-12: it costs an action and then nothing is owed."""
    f = acting(duel(trooper("T", forced_move="away_from_enemy"), gap=3))
    ((end, _),) = leaves(expand(f), None)
    x = state_of(end, "T")
    assert (x.forced_move, x.actions_left) == (ForcedMove.NONE, 2)
    assert field_of(f.setup).gap(end.ground, slot(f, "T"), slot(f, "U")) == 700


def test_162_who_owes_a_move_in_firing_position_stands_up():
    """SK-12, SK-162: standing up takes an action, the move another one."""
    f = acting(duel(trooper("T", stance="firing", forced_move="away_from_enemy"), gap=3))
    ((up, _),) = leaves(expand(f), None)
    x = state_of(up, "T")
    assert (x.stance, x.forced_move, x.actions_left) == (Stance.STANDING, ForcedMove.AWAY_FROM_ENEMY, 2)
    ((gone, _),) = leaves(expand(up), None)
    assert state_of(gone, "T").forced_move == ForcedMove.NONE


def test_c8_without_a_living_leader_nothing_is_owed():
    """SK-C8: toward_leader lapses without a living leader, at no cost; with one it is made."""
    squad = [trooper("T", forced_move="toward_leader"), trooper("F")]
    f = acting(fight(unit("squad", *squad, leader="F"), trooper("U"), gap=3))
    ((made, _),) = leaves(expand(f), None)
    assert state_of(made, "T").actions_left == 2
    f = f.on(field_of(f.setup).without(f.ground, slot(f, "F")))
    ((lapsed, _),) = leaves(expand(f), None)
    x = state_of(lapsed, "T")
    assert (x.forced_move, x.actions_left) == (ForcedMove.NONE, 3)


# ---------------------------------------------------------------- morale
def panics(f, name):
    return lambda s: state_of(s, name).panicked


@pytest.mark.parametrize(
    ("dw", "modifier", "panicked", "fails"),
    [(12, 0, False, F(8, 20)), (10, -6, False, F(4, 5)), (12, 0, True, F(11, 20)), (0, 0, False, F(19, 20))],
)
def test_160_a_morale_test(dw, modifier, panicked, fails):
    """SK-2, SK-160: DW with its modifiers, -3 in panic; a 1 always passes."""
    f = changed(duel(trooper("T", dw=dw, waiting=True)), "T", panicked=panicked)
    f = alone(f, morale_test, slot(f, "T"), modifier)
    steady = chance(f, lambda s: state_of(s, "T").waiting)
    assert 1 - steady == fails


def test_2_a_20_always_fails():
    """SK-2: DW 20 and lasting +5 still fail on a 20."""
    f = duel(trooper("T", dw=20, lasting_dw=5))
    assert chance(alone(f, morale_test, slot(f, "T"), 0), panics(f, "T")) == F(1, 20)


def test_161_who_fails_panics():
    """SK-161: waiting is lost, a move away from the enemy is owed."""
    f = duel(trooper("T", waiting=True))
    (found,) = [s for s in outcomes(alone(f, morale_test, slot(f, "T"), 0)) if state_of(s, "T").panicked]
    x = state_of(found, "T")
    assert (x.waiting, x.forced_move) == (False, ForcedMove.AWAY_FROM_ENEMY)


def squad(**given):
    f = fight(unit("squad", recruit("T"), recruit("F"), trooper("G")), trooper("U"), **given)
    return f.on(field_of(f.setup).without(f.ground, slot(f, "T")))


def test_135_every_living_model_of_the_unit_tests():
    """SK-135: two that live, the recruit (DW 10 - 6) fails 4/5, the trooper (12 - 6) 7/10; the dead one takes none."""
    f = squad()
    f = alone(f, unit_morale, slot(f, "T"), -6)
    found = spread(f, lambda s: tuple(state_of(s, n).panicked for n in "TFG"))
    assert found == {
        (False, True, True): F(4, 5) * F(7, 10),
        (False, True, False): F(4, 5) * F(3, 10),
        (False, False, True): F(1, 5) * F(7, 10),
        (False, False, False): F(1, 5) * F(3, 10),
    }


def test_135_one_roll_for_all():
    """SK-C7 highest_dw: one roll with the trooper's DW."""
    f = squad(rulings={"unit_morale": "highest_dw"})
    f = alone(f, unit_morale, slot(f, "T"), -6)
    found = spread(f, lambda s: tuple(state_of(s, n).panicked for n in "TFG"))
    assert found == {(False, True, True): F(7, 10), (False, False, False): F(3, 10)}


# ---------------------------------------------------------------- the end of a turn, the end
def test_166_waiting_and_penalties_lapse():
    """SK-75, SK-86, SK-166."""
    f = changed(duel(gap=9, max_turns=2), "T", waiting=True, pending_penalty=True)
    end = end_of_turn(alone(changed_units(f), alternate, 0))
    x = state_of(end, "T")
    assert (x.waiting, x.pending_penalty, end.turn, end.units[0].activated) == (False, False, 2, False)


def test_c6_waiting_may_last_until_its_own_activation():
    """SK-C6 own_next_activation: it survives the turn and lapses as the model is activated."""
    f = duel(gap=9, max_turns=2, rulings={"waiting_expiry": "own_next_activation"})
    f = changed(f, "T", waiting=True)
    assert state_of(end_of_turn(alone(f, alternate, 0)), "T").waiting
    assert not state_of(after(alone(f, alternate, 0))[1], "T").waiting


def test_75_a_penalty_that_can_spoil_nothing_any_more_is_dropped():
    """SK-75: of a model that has acted and does not wait; one that waits may still strike in this turn."""
    f = changed(changed_units(duel(gap=9)), "T", pending_penalty=True).with_unit(1, activated=False)
    assert not state_of(after(alone(f, alternate, 1))[1], "T").pending_penalty
    f = changed(f, "T", waiting=True)
    assert state_of(after(alone(f, alternate, 1))[1], "T").pending_penalty


def test_167_after_the_last_turn_it_is_undecided():
    """SK-167: what has been saved up to then is counted."""
    f = changed(duel(gap=9, max_turns=1), "T", waiting=True)
    end = end_of_turn(alone(f, alternate, 0))
    assert (ended(end), verdict(end), end.contacts) == (True, 3, 0)
    found = {m.name: m.of(end) for m in RULEBOOK.measures(f.setup)}
    assert (found["saved.A"], found["turn"], found["killed.A"]) == (1, 1, 0)


def test_167_it_ends_at_once_when_a_side_has_no_living_model():
    """SK-167, SK-80: within an activation; pairs in contact are counted."""
    f = fight([trooper("T", "sword"), trooper("F")], [runt("U", p=0)], max_turns=3)
    found = outcomes(acting(f), choose=FIGHTING)
    won = [s for s in found if verdict(s) == 0]
    assert {(s.contacts, len(s.then.tasks), state_of(s, "T").actions_left) for s in won} == {(0, 0, 0)}
    lasting = end_of_turn(alone(fight(trooper("T"), [trooper("U"), trooper("V")], max_turns=1), alternate, 0))
    assert lasting.contacts == 2


def test_167_all_verdicts_add_up():
    """SK-167: in a turn of alternate blows not both can die."""
    found = verdicts(duel(max_turns=1), FIGHTING)
    assert sum(found.values()) == 1
    assert found["both_dead"] == 0 < found["undecided"] < 1


def crowd_of_two(**given):
    """SK-W20: the champion acts first each turn."""
    return fight(
        champion("C", "twin blades", actions=1, r=0),
        [trooper("T", "sword", actions=1, r=0), recruit("R", "sword", actions=1, r=0)],
        max_turns=2,
        rulings={"initiative": "side_a_first", **given},
    )


W20 = [("sequential", F(13205238639, 25600000000)), ("declared", F(13205106159, 25600000000))]


@pytest.mark.parametrize(("timing", "wins"), W20)
def test_w20_best_play_against_two(timing, wins):
    """SK-W20, SK-R1: P(both enemies dead, champion alive) in 2 turns, exactly (SK-22, SK-146)."""
    found, _ = value(crowd_of_two(split_timing=timing), lambda f: int(verdict(f) == 0))
    assert found == wins


@pytest.mark.parametrize(("timing", "wins"), W20)
def test_w20_by_odds(timing, wins):
    """SK-W20: the same by the fast reader."""
    found = solve(RULEBOOK, crowd_of_two(split_timing=timing), aim="wins.A")
    assert found.results["side_a"] == pytest.approx(float(wins), abs=1e-12)


@pytest.mark.parametrize("max_turns", [0, 3])
def test_167_what_can_be_counted(max_turns):
    """SK-167: without a limit turns are not numbered; aims are what one side gains and the other loses."""
    f = duel(max_turns=max_turns)
    names = {m.name for m in RULEBOOK.measures(f.setup)}
    assert ("turn" in names) == bool(max_turns)
    assert {"killed.T", "wounds.U", "panicked.A", "saved.B", "contacts"} <= names
    hurt = changed(changed(f, "U", wounds_left=0), "T", panicked=True)
    for aim in RULEBOOK.aims(f.setup):
        assert aim.of(hurt, 0) == -aim.of(hurt, 1), aim.name
    worth = {aim.name: aim.of(hurt, 0) for aim in RULEBOOK.aims(f.setup)}
    assert worth == {"win": 1, "wins.A": 1, "wins.B": 0, "wounds": 1, "kills": 1, "survive.T": 1, "survive.U": 0}


# ---------------------------------------------------------------- states
def test_a_state_is_written_and_read_back():
    """A state in one line, its ground included, and in words."""
    f = step(fight([trooper("T"), trooper("F")], trooper("U"), initiative_side="A", gaps=[gap_of("F", "U", 3)]))
    assert parsed(text(f), f, RULEBOOK.steps, RULEBOOK.words) == f
    assert describe(f)[0] == "T (A, unit of T), wounds left 1 of 1, touches U, 0 from U"
    assert new_turn in RULEBOOK.steps
