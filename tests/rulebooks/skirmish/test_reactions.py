"""Reactions of the target and of others that wait: when, by whom, and flight (SK-84 to SK-96, SK-119 to SK-135)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from coldsteel.kernel.asks import Choose
from coldsteel.kernel.plain import ask_after
from coldsteel.rulebooks.skirmish.blows import attack
from coldsteel.rulebooks.skirmish.charge import charge
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.setup import ForcedMove
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.tables import modified_ww
from coldsteel.rulebooks.skirmish.turns import next_action
from tests.driving import alone, ask_of, before, chance, codes, figures, legal, next_step, outcomes, spread, taking
from tests.rulebooks.skirmish.builders import (
    brute,
    changed,
    dead,
    fight,
    gap_of,
    obstacle_of,
    pair_of,
    recruit,
    slot,
    state_of,
    trooper,
    unit,
)


def charged(a: Any = None, b: Any = None, who: str = "C", **given: Any) -> Fight:
    """Nothing to do but the charge of C, by default a trooper with a sword at D, another that waits, from 2 inches."""
    given = given if {"gap", "gaps"} & set(given) else {"gap": 2, **given}
    f = fight(a or trooper("C", "sword"), b or trooper("D", "sword", waiting=True), **given)
    return alone(f, charge, slot(f, who))


def at(inches: float, *words: str) -> Callable[[Choose], int]:
    """Reacts, with the first words that fit, when the charger has come that far and no sooner."""
    late, early = taking(*words), taking("nothing", *words)
    here = f", {inches:g} in "
    return lambda ask: late(ask) if "reaction" not in ask.what or here in ask.what else early(ask)


def reaction(f: Fight, inches: float = 0, *words: str) -> Choose:
    """The choice of reactions when the charger has come that far."""

    def here(s: Fight) -> bool:
        return s.then.tasks[0].step.__name__ == "approach" and f", {inches:g} in " in ask_of(s, "reaction").what

    (found,) = outcomes(f, here, taking("nothing", "D", *words))
    return ask_of(found, "reaction")


def waits(f: Fight, name: str) -> bool:
    return bool(state_of(f, name).waiting)


def gap(f: Fight, a: str = "C", b: str = "D") -> int:
    return field_of(f.setup).gap(f.ground, slot(f, a), slot(f, b))


# ---------------------------------------------------------------- when, and by whom
def test_sk_88_the_other_side_is_asked_at_every_point_of_the_line():
    """SK-88, SK-C13: at the start, every full inch and the end."""
    f, seen = charged(gap=2.5), list[str]()

    def nothing(ask: Choose) -> int:
        seen.append(ask.what)
        return taking("nothing")(ask)

    outcomes(f, before("attack"), nothing)
    assert seen == [f"reaction to the charge of C, {s} in from its start" for s in ("0", "1", "2", "2.5")]


def test_sk_88_between_start_and_end_nobody_is_asked_where_no_reaction_is_legal():
    """SK-88, SK-C13: E waits, out of reach of all: the start and the end show why not; it was asked in between as long
    as D waited too."""
    for waits_, points in ((False, ["0", "2.5"]), (True, ["0", "1", "2", "2.5"])):
        enemies = [trooper("D", waiting=waits_), trooper("E", waiting=True)]
        f = charged(b=enemies, gaps=[gap_of("C", "D", 2.5), gap_of("C", "E", 9)])
        asked: list[str] = []
        while next_step(f) != "attack":
            (f,) = outcomes(f, lambda s, f=f: s != f, taking("nothing", "D"))
            if next_step(f) == "approach":
                asked.append(ask_of(f, "reaction").what)
        assert asked == [f"reaction to the charge of C, {s} in from its start" for s in points]


def test_sk_89_after_the_attack_is_declared_nobody_is_asked():
    (after,) = outcomes(charged(), before("attack"), taking("nothing"))
    assert [t.step.__name__ for t in after.then.tasks] == ["attack"]
    assert waits(after, "D")


def test_sk_87_only_models_that_wait_react():
    f = charged(b=[trooper("D", waiting=True), trooper("E")], gaps=[gap_of("C", "D", 2), gap_of("C", "E", 3)])
    assert codes(reaction(f), "E") == {"not_waiting": "SK-87"}


def test_sk_87_if_nobody_waits_nobody_is_asked():
    (after,) = outcomes(charged(b=trooper("D")), before("attack"))
    assert gap(after) == 0


def test_sk_85_only_a_charger_in_view_is_reacted_to():
    f = charged(b=trooper("D", waiting=True, in_view=False))
    assert legal(reaction(f, 2)) == ["nothing"]
    assert codes(reaction(f, 2), "D flees") == {"not_in_view": "SK-85"}
    free = charged(b=trooper("D", waiting=True, in_view=False), rulings={"waiting_view": "none"})
    assert "D flees" in legal(reaction(free, 2))


def test_sk_124_flight_at_the_moment_of_the_attack_only():
    f = charged()
    assert codes(reaction(f, 0), "D flees") == {"too_early": "SK-124"}
    assert codes(reaction(f, 1), "D flees") == {"too_early": "SK-124"}
    assert "D flees" in legal(reaction(f, 2))


def test_sk_119_guard_and_flight_are_for_the_target():
    f = charged(b=[trooper("D"), trooper("E", waiting=True)], gaps=[gap_of("C", "D", 2), gap_of("C", "E", 3)])
    assert codes(reaction(f, 2), "E is on guard") == {"not_target": "SK-119"}
    assert codes(reaction(f, 2), "E flees") == {"not_target": "SK-124"}


def test_sk_162_in_firing_position_a_target_may_guard_but_not_move():
    f = charged(b=trooper("D", waiting=True, stance="firing"))
    assert codes(reaction(f), "D counter-charges") == {"not_standing": "SK-162"}
    assert codes(reaction(f, 2), "D flees") == {"not_standing": "SK-162"}
    assert "D is on guard" in legal(reaction(f))


@pytest.mark.parametrize(
    ("reading", "found"),
    [
        ("guard_only", {"D is on guard"}),
        ("none", set()),
        ("all", {"D counter-charges", "D is on guard", "D flees"}),
    ],
)
def test_sk_r12_a_waiting_model_that_is_charged_in_melee(reading: str, found: set[str]):
    """SK-R12, SK-93: touched by one enemy, charged by a second: guard is legal by default, nothing under `none`, all
    three under `all`."""
    f = charged(
        [trooper("C"), trooper("friend")],
        trooper("D", waiting=True),
        contacts=[pair_of("friend", "D")],
        gaps=[gap_of("C", "D", 2)],
        rulings={"engaged_reactions": reading},
    )
    three = {"D counter-charges", "D is on guard", "D flees"}
    offered = set(legal(reaction(f, 0))) | (set(legal(reaction(f, 2))) & {"D flees"})
    assert offered & three == found
    for label in three - found:
        assert codes(reaction(f, 0), label)["engaged"] == "SK-93"


def test_sk_93_contact_with_the_charger_itself_does_not_count():
    assert {"D is on guard", "D flees"} <= set(legal(reaction(charged(), 2)))


# ---------------------------------------------------------------- counter-charge
def test_sk_95_the_target_moves_an_inch_and_the_line_gets_shorter():
    """SK-95, SK-96: from 4 inches, after 1: the target moves 1, 2 are left."""
    f = charged(gap=4)
    after = outcomes(f, before("exchange"), at(1, "D counter-charges", "D"))
    (s,) = after
    assert s.then.tasks[0].args[:4] == (slot(s, "C"), slot(s, "D"), "counter", 0)
    assert gap(s) == 0


def test_sk_96_what_is_left_of_the_line_has_points_of_its_own():
    """SK-96, SK-C13: D comes an inch nearer after 1 of 4: E is asked there again, after 2, and at the end after 3."""
    f = charged(
        trooper("C", "sword"),
        [trooper("D", waiting=True), trooper("E", waiting=True, interceptable=True)],
        gaps=[gap_of("C", "D", 4), gap_of("C", "E", 5)],
    )
    seen: list[str] = []

    def take(ask: Choose) -> int:
        seen.append(ask.what.removeprefix("reaction to the charge of C, "))
        return at(1, "D counter-charges", "D", "nothing")(ask)

    outcomes(f, before("exchange"), take)
    assert seen == [f"{s} in from its start" for s in (0, 1, 1, 2, 3)]


def test_sk_114_what_is_left_of_the_move_of_a_counter_charger():
    """SK-114: R 4, of which 1 inch is used, or half an inch where the gap is no wider (SK-96)."""
    for declared, left in ((0, 300), (1, 300)):
        f = charged(trooper("C", "spear"), gap=5)
        (s,) = outcomes(f, before("exchange"), at(declared, "D counter-charges", "D by reach 2"))
        assert s.then.tasks[0].args == (slot(s, "C"), slot(s, "D"), "counter", 200, left)


def test_sk_96_no_counter_charge_once_the_bases_touch():
    assert codes(reaction(charged(), 2), "D counter-charges") == {"no_gap": "SK-96"}


def test_sk_101_target_priority_must_admit_the_charger():
    """SK-101, SK-104: an enemy nearer to the target than the charger. SK-R14 none: no such condition."""

    def found(reading: str) -> Choose:
        f = charged(
            [trooper("C"), trooper("near")],
            trooper("D", waiting=True),
            gaps=[gap_of("C", "D", 3), gap_of("near", "D", 1)],
            rulings={"counter_conditions": reading},
        )
        return reaction(f)

    assert codes(found("path_and_priority"), "D counter-charges") == {"never_priority": "SK-101"}
    assert "D counter-charges" in legal(found("none"))


def test_sk_102_it_is_enough_that_it_was_admitted_at_one_moment():
    """SK-102: D has C at 3 inches, the other enemy at 2: at the start C is not admitted, from 1 inch of the way on it
    is."""
    f = charged(
        [trooper("C"), trooper("other")],
        trooper("D", waiting=True),
        gaps=[gap_of("C", "D", 3), gap_of("other", "D", 2)],
    )
    assert "D counter-charges" not in legal(reaction(f, 0))
    assert "D counter-charges" in legal(reaction(f, 1))


@pytest.mark.parametrize(("reading", "found"), [("path_and_priority", {"no_way": "SK-100"}), ("none", {})])
def test_sk_r14_a_low_wall_in_front_of_the_target(reading: str, found: dict[str, str]):
    """SK-R14, SK-100: no counter-charge by default, allowed under `none`."""
    f = charged(across_obstacle=[obstacle_of("C", "D")], rulings={"counter_conditions": reading})
    assert codes(reaction(f), "D counter-charges") == found


# ---------------------------------------------------------------- other activities
def test_sk_91_a_plain_attack_on_a_charger_within_reach():
    """SK-91: DW test 12/20, then the spear: 47/200, without modifiers; only while the charger is within 2 inches."""
    f = charged(b=trooper("D", "spear", waiting=True), gap=4)
    assert codes(reaction(f, 1), "D attacks") == {"out_of_reach": "SK-29"}
    take = at(2, "D attacks", "D", "spear", "sword", "+4")
    assert chance(f, dead("C"), choose=take) == Fraction(3, 5) * Fraction(47, 200)


def test_sk_84_a_failed_test_wastes_the_saved_action():
    """SK-84: DW 12: the attack is made with 12/20; either way the waiting is over."""
    f = charged(b=trooper("D", "spear", waiting=True), gap=2)
    (after,) = outcomes(f, before("answer"), taking("D attacks", "D"))
    assert not waits(after, "D")
    assert figures(ask_after(after, ())[0]) == (13,)  # DW 12
    strikes = chance(after, lambda s: s.then.tasks[0].step == attack, before("attack", "approach"))
    assert strikes == Fraction(12, 20)


def test_sk_91_standing_up_takes_a_test_too():
    f = charged(b=trooper("D", "sword", waiting=True, stance="firing"))
    take = at(0, "D stands up", "D", "nothing", "sword", "+4")
    standing = chance(f, lambda s: state_of(s, "D").stance == 0, before("attack"), take)
    assert standing == Fraction(3, 5)
    assert codes(reaction(charged()), "D stands up") == {"standing": "SK-162"}


def test_sk_92_one_after_the_other_each_once():
    """SK-92: at one point E attacks, then D may still go on guard; E may not act again."""
    f = charged(
        trooper("C", "sword"),
        [trooper("D", "sword", waiting=True), trooper("E", "spear", waiting=True)],
        gaps=[gap_of("C", "D", 1), gap_of("C", "E", 2)],
    )
    take = taking("E attacks", "D is on guard", "D", "spear", "sword", "+4", "nothing")
    both = spread(f, lambda s: (bool(dead("C")(s)), waits(s, "E"), waits(s, "D")), before("exchange"), take)
    assert both == {
        (True, False, True): Fraction(3, 5) * Fraction(47, 200),
        (False, False, False): 1 - Fraction(3, 5) * Fraction(47, 200),
    }


def test_sk_92_a_guard_for_a_charge_that_never_arrives_is_wasted():
    f = charged(
        trooper("C", "sword"),
        [trooper("D", "sword", waiting=True), trooper("E", "spear", waiting=True)],
        gaps=[gap_of("C", "D", 1), gap_of("C", "E", 2)],
    )
    take = taking("D is on guard", "E attacks", "D", "spear", "sword", "+4", "nothing")
    wasted = chance(f, lambda s: dead("C")(s) and not waits(s, "D") and not dead("D")(s), before("exchange"), take)
    assert wasted == Fraction(3, 5) * Fraction(47, 200)


# ---------------------------------------------------------------- flight
def flight(from_gap: float = 1, mates: bool = False, **given: Any) -> Fight:
    """A brute charges a waiting trooper, perhaps one of a unit of which two recruits are far off."""
    squad = unit("squad", trooper("D", "sword", waiting=True), *([recruit("K"), recruit("L")] if mates else []))
    far = [gap_of("C", name, 20) for name in ("K", "L") if mates]
    f = fight(brute("C", "maul"), [squad], gaps=[gap_of("C", "D", from_gap), *far], **given)
    return alone(f, charge, slot(f, "C"))


FLEE = taking("D flees", "nothing", "D", "pursue", "maul", "+4")


def panicked(f: Fight, name: str = "D") -> bool:
    return bool(state_of(f, name).panicked)


def test_sk_w11_a_fugitive_that_is_caught():
    """SK-W11: brute (maul, R 6) charges a trooper from 1 inch, it flees 4, 5 are left (SK-125, SK-130, SK-132)."""
    found = spread(flight(), lambda s: (bool(dead("D")(s)), panicked(s)), choose=FLEE)
    assert found == {
        (True, False): Fraction(1959, 4000),
        (False, True): Fraction(14287, 40000),
        (False, False): Fraction(6123, 40000),
    }


def test_sk_w11_who_panics_stays_in_melee_and_needs_8():
    """SK-W11: in melee its forced move is ignored, the penalties stay (SK-10, SK-13, SK-161)."""
    for s in outcomes(flight(), choose=FLEE):
        if panicked(s):
            d, c = slot(s, "D"), slot(s, "C")
            sword = s.profile(d).weapons[0]
            assert gap(s) == 0
            assert modified_ww(s, d, c, sword, False, False).value == 8
            assert state_of(s, "D").forced_move == ForcedMove.AWAY_FROM_ENEMY
            mine = alone(changed(s, "D", actions_left=1), next_action, d)
            assert "attack" in legal(ask_of(mine, "action"))


def test_sk_w11_the_death_of_a_fugitive_costs_its_unit_a_test():
    """SK-W11: each living recruit of its unit (DW 10) panics with 4/5 (SK-134, SK-135)."""
    found = outcomes(flight(mates=True), choose=FLEE)
    killed = {s: p for s, p in found.items() if dead("D")(s)}
    assert sum(killed.values()) == Fraction(1959, 4000)
    for name in ("K", "L"):
        assert sum(p for s, p in killed.items() if panicked(s, name)) == Fraction(1959, 4000) * Fraction(4, 5)
    assert not any(panicked(s, "K") for s in found if s not in killed)


def test_sk_w11_from_3_inches_it_escapes_and_the_action_is_wasted():
    """SK-W11: 3 are left, 4 needed (SK-127); a pursuit moves the charger as far as it can (SK-131)."""
    (stayed,) = outcomes(flight(3), choose=taking("D flees", "nothing", "D", "stay"))
    (pursued,) = outcomes(flight(3), choose=taking("D flees", "nothing", "D", "pursue"))
    assert (gap(stayed), gap(pursued)) == (400, 100)
    assert not panicked(stayed)
    assert not waits(stayed, "D")


@pytest.mark.parametrize(("from_gap", "caught"), [(2, True), (2.01, False)])
def test_sk_130_charge_range_is_what_is_left_of_the_move(from_gap: float, caught: bool):
    """SK-129, SK-130: of R 6, 2 inches have been used and 4 are needed."""
    hurt = chance(flight(from_gap), dead("D"), choose=FLEE)
    assert hurt == (Fraction(1959, 4000) if caught else 0)


def test_sk_130_and_the_longest_reach():
    """SK-130, SK-131: a spear reaches 2 inches farther; by reach there are no modifiers and no melee."""
    f = charged(trooper("C", "spear"), trooper("D", waiting=True), gap=2)
    take = taking("D flees", "nothing", "D", "pursue", "spear", "+4")
    assert chance(f, dead("D"), choose=take) == Fraction(47, 200)
    assert {gap(s) for s in outcomes(f, choose=take) if not dead("D")(s)} == {200}


@pytest.mark.parametrize(("reading", "caught"), [("remaining_move", False), ("fresh_move", True)])
def test_sk_r21_is_the_pursuit_limited_to_what_is_left(reading: str, caught: bool):
    """SK-R21: charger R 6 has moved 4, fugitive R 4: escapes by default; caught under `fresh_move`."""
    found = spread(flight(4, rulings={"flight_range": reading}), lambda s: bool(dead("D")(s)), choose=FLEE)
    assert found.get(True, 0) == (Fraction(1959, 4000) if caught else 0)


TEST_FAILED = Fraction(14, 20)  # DW 12 - 6


@pytest.mark.parametrize(
    ("reading", "panics"),
    [("if_attacked", Fraction(14287, 40000)), ("always", Fraction(14287, 40000)), ("if_wounded", Fraction(0))],
)
def test_sk_r22_a_fugitive_that_was_attacked_in_vain(reading: str, panics: Fraction):
    """SK-R22, SK-133: caught, the attack misses: a test by default and under `always`, none under `if_wounded`."""
    f = flight(rulings={"flight_morale": reading})
    assert chance(f, panicked, choose=FLEE) == panics


def test_sk_r22_a_fugitive_that_was_wounded_tests_in_any_reading():
    """SK-R22: D has 2 wounds; under `if_wounded` it tests when just one of them is lost."""
    f = fight(brute("C", "maul"), trooper("D", waiting=True, wounds=2), gap=1, rulings={"flight_morale": "if_wounded"})
    found = outcomes(alone(f, charge, slot(f, "C")), choose=FLEE)
    lost_one = sum(p for s, p in found.items() if state_of(s, "D").wounds_left == 1)
    assert sum(p for s, p in found.items() if panicked(s)) == lost_one * TEST_FAILED > 0
    assert all(state_of(s, "D").wounds_left == 1 for s in found if panicked(s))


@pytest.mark.parametrize(("reading", "panics"), [("if_attacked", Fraction(0)), ("always", TEST_FAILED)])
def test_sk_r22_a_fugitive_that_escaped(reading: str, panics: Fraction):
    """SK-R22: escaped: a test only under `always`."""
    f = flight(3, rulings={"flight_morale": reading})
    assert chance(f, panicked, choose=FLEE) == panics
    assert chance(f, panicked, choose=taking("D flees", "nothing", "D", "stay")) == panics


# ---------------------------------------------------------------- on a table
def on_table(d: dict[str, Any], *terrain: dict[str, Any], **given: Any) -> Fight:
    """C at (0, 0) charges D, which waits and looks at it."""
    f = fight(
        trooper("C", "sword", x=0, y=0),
        trooper("D", "sword", waiting=True, y=0, facing=270, **d),
        terrain=list(terrain),
        **given,
    )
    return alone(f, charge, slot(f, "C"))


def wall(x: float, width: float, half: float, **given: Any) -> dict[str, Any]:
    """A wall across the x axis."""
    return {"name": "wall", "shape": [[x, -half], [x + width, -half], [x + width, half], [x, half]], **given}


@pytest.mark.parametrize(("reading", "found"), [("path_and_priority", {"no_way": "SK-100"}), ("none", {})])
def test_sk_r14_a_low_wall_half_an_inch_in_front_of_the_target(reading: str, found: dict[str, str]):
    """SK-R14: a low wall 0.5 inch in front of the target: no counter-charge by default, allowed under `none`."""
    f = on_table({"x": 4}, wall(2.8, 0.2, 3, size=0.5), rulings={"counter_conditions": reading})
    assert codes(reaction(f), "D counter-charges") == found


@pytest.mark.parametrize(("facing", "seen"), [(270, True), (90, False)])
def test_sk_85_the_field_of_view_of_a_waiting_model(facing: int, seen: bool):
    f = fight(trooper("C", x=0, y=0), trooper("D", waiting=True, x=3, y=0, facing=facing))
    found = codes(reaction(alone(f, charge, slot(f, "C"))), "D is on guard")
    assert found == ({} if seen else {"not_in_view": "SK-85"})


def test_sk_r20_a_wall_behind_the_fugitive():
    """SK-R20, SK-126: a wall 1 inch behind the fugitive: it moves 1 inch by default; under `free` it may run along the
    wall, and comes farther."""
    far = {}
    for reading in ("straight_away", "free"):
        f = on_table({"x": 3}, wall(4.5, 0.5, 6, impassable=True), rulings={"flight_path": reading})
        (fled,) = outcomes(f, before("pursue"), taking("D flees", "nothing"))
        far[reading] = gap(fled)
    assert far["straight_away"] == 100
    assert far["free"] > 200


def test_sk_125_a_fugitive_runs_its_r_and_turns_its_back():
    (fled,) = outcomes(on_table({"x": 3}), before("pursue"), taking("D flees", "nothing"))
    assert gap(fled) == 400
    assert not field_of(fled.setup).in_view(fled.ground, slot(fled, "D"), slot(fled, "C"))


@pytest.mark.parametrize(("x", "killed"), [(2, Fraction(1959, 4000)), (3, Fraction(1959, 4000)), (3.5, Fraction(0))])
def test_sk_w11_on_a_table(x: float, killed: Fraction):
    """SK-W11: from gaps of 1 and 2 inches it is caught, from 2.5 it escapes (SK-130)."""
    f = fight(brute("C", "maul", x=0, y=0), trooper("D", "sword", waiting=True, x=x, y=0, facing=270))
    f = alone(f, charge, slot(f, "C"))
    assert chance(f, dead("D"), choose=FLEE) == killed
