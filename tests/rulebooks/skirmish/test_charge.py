"""Charges: whom, how, and with which modifiers (SK-36 to SK-63, SK-154 to SK-159)."""

from fractions import Fraction
from typing import Any

import pytest

from coldsteel.rulebooks.skirmish.charge import charge, charge_targets
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.reactions import approach
from coldsteel.rulebooks.skirmish.state import Fight
from coldsteel.rulebooks.skirmish.turns import next_action
from tests.driving import alone, ask_of, before, chance, codes, legal, outcomes, taking
from tests.rulebooks.skirmish.builders import (
    changed,
    dead,
    fight,
    gap_of,
    labels,
    obstacle_of,
    pair_of,
    runt,
    slot,
    trooper,
    unit,
)


def charging(f: Fight, who: str = "C") -> Fight:
    """Nothing to do but the charge of one model."""
    return alone(f, charge, slot(f, who))


def one_on_one(*weapons: str, gap: float = 2, d: dict[str, Any] | None = None, **given: Any) -> Fight:
    """C, a trooper, charges D, a trooper that does not wait."""
    return charging(fight(trooper("C", *weapons), trooper("D", "sword", **(d or {})), gap=gap, **given))


def kills(f: Fight, weapon: str = "sword", target: str = "D") -> Fraction:
    return chance(f, dead(target), choose=taking(target, weapon, "+4"))


def refused(f: Fight, label: str, who: str = "C") -> dict[str, str]:
    """Code -> clause of what stands against the charge at this target."""
    return codes(ask_of(charging(f, who), "charge of"), label)


def targets(f: Fight, who: str = "C") -> list[str]:
    return labels(charge_targets(f, slot(f, who)))


# ---------------------------------------------------------------- the charge attack
@pytest.mark.parametrize(("weapon", "chance_to_kill"), [("sword", Fraction(17, 50)), ("pistol", Fraction(57, 200))])
def test_sk_w3_the_modifiers_of_a_charge(weapon: str, chance_to_kill: Fraction):
    """SK-W3: trooper charges a trooper: sword 17/50; pistol, which gets no damage for it, 57/200 (SK-59, SK-61)."""
    assert kills(one_on_one(weapon), weapon) == chance_to_kill


def test_sk_60_every_test_of_a_multi_hit_weapon_has_the_modifiers():
    """SK-60: twin blades: need 11, damage 8: a test kills with 10/20 x 1/2 + 1/20 x 14/20 = 57/200, so does the second,
    or with need 7 after a natural 20 (SK-73) 6/20 x 1/2 + 1/20 x 14/20 = 37/200."""
    second = Fraction(133, 200) * Fraction(57, 200) + Fraction(1, 20) * Fraction(37, 200)
    assert kills(one_on_one("twin blades"), "twin blades") == Fraction(57, 200) + second


def test_sk_48_a_charge_puts_both_in_melee():
    f = one_on_one("sword")
    assert all(field_of(s.setup).touching(s.ground, slot(s, "C"), slot(s, "D")) for s in outcomes(f, before("attack")))


def test_sk_55_a_reach_charge_has_no_modifiers_and_no_melee():
    """SK-55: spear by reach from 5 inches: need 10, damage 7: 47/200, as without a charge."""
    f = one_on_one("spear", gap=5)
    take = taking("D by reach 2", "spear", "+4")
    assert chance(f, dead("D"), choose=take) == Fraction(47, 200)
    for s in outcomes(f, choose=take):
        assert not field_of(s.setup).touched_by(s.ground, slot(s, "C"))


def test_sk_56_a_reach_charge_stops_where_the_target_is_within_reach():
    (after,) = outcomes(one_on_one("spear", "sword", gap=5), before("attack"), taking("D by reach 2"))
    assert field_of(after.setup).gap(after.ground, slot(after, "C"), slot(after, "D")) == 200
    assert legal(ask_of(after, "weapon")) == ["spear"]


@pytest.mark.parametrize(("reading", "second"), [("target_only", []), ("free", ["E"])])
def test_sk_r7_may_a_charge_attack_be_spread(reading: str, second: list[str]):
    """SK-R7, SK-63: a charge with twin blades ends in contact with D and E and kills its target with the first test:
    the second is lost by default, may go at E under `free`. (An ability lets C charge out of the melee with E, SK-8.)
    """
    f = fight(
        trooper("C", "twin blades", melee_actions=["charge"]),
        [trooper("D"), trooper("E")],
        contacts=[pair_of("C", "E")],
        gaps=[gap_of("C", "D", 1)],
        rulings={"charge_split": reading},
    )
    after = outcomes(charging(f), lambda s: dead("D")(s) or not s.then.tasks, taking("D", "twin blades", "+4"))
    (killed,) = [s for s in after if dead("D")(s) and s.then.tasks]
    found = outcomes(killed, choose=taking("E", "+4"))
    assert any(dead("E")(s) for s in found) == bool(second)


# ---------------------------------------------------------------- who may charge whom
def test_sk_42_a_model_in_melee_cannot_charge():
    f = fight(trooper("C"), [trooper("D"), trooper("E")], contacts=[pair_of("C", "E")], gaps=[gap_of("C", "D", 1)])
    assert refused(f, "D")["in_melee"] == "SK-42"


def test_sk_41_charging_takes_a_standing_model():
    assert refused(fight(trooper("C", stance="firing"), trooper("D"), gap=2), "D") == {"not_standing": "SK-41"}


def test_sk_45_a_panicked_model_cannot_charge():
    assert refused(fight(trooper("C", panicked=True), trooper("D"), gap=2), "D") == {"panicked": "SK-45"}


@pytest.mark.parametrize(("gap", "found"), [(3.99, ["D"]), (4, ["D"]), (4.01, [])])
def test_sk_38_the_way_is_not_longer_than_r(gap: float, found: list[str]):
    f = fight(trooper("C", "sword"), trooper("D"), gap=gap)
    assert targets(f) == found
    if not found:
        assert refused(f, "D") == {"out_of_range": "SK-38"}


@pytest.mark.parametrize(("gap", "found"), [(4, ["D", "D by reach 2"]), (6, ["D by reach 2"]), (6.01, [])])
def test_sk_46_reach_lengthens_a_charge(gap: float, found: list[str]):
    """SK-46, SK-55: an enemy out of movement range may be charged by reach."""
    assert targets(fight(trooper("C", "spear"), trooper("D"), gap=gap)) == found


def test_sk_56_extra_reach_makes_a_mode_of_every_weapon():
    f = fight(trooper("C", "spear", extra_reach=1), trooper("D"), gap=5)
    assert targets(f) == ["D by reach 1", "D by reach 3"]


def three(d: float = 2.5, e: float = 2.2, **given: Any) -> Fight:
    """D, not in melee, and E, in melee with a friend of C, at these distances."""
    return fight(
        [trooper("C", "sword"), trooper("friend")],
        [trooper("D"), trooper("E")],
        contacts=[pair_of("friend", "E")],
        gaps=[gap_of("C", "D", d), gap_of("C", "E", e), gap_of("friend", "D", 9)],
        **given,
    )


@pytest.mark.parametrize(("d", "e", "found"), [(2.5, 2.2, ["D", "E"]), (2.5, 2.5, ["D", "E"]), (2.5, 2.6, ["D"])])
def test_sk_35_an_enemy_in_melee_may_be_charged_if_no_other_is_nearer(d: float, e: float, found: list[str]):
    f = three(d, e)
    assert targets(f) == found
    if found == ["D"]:
        assert refused(f, "E") == {"engaged": "SK-35"}


def test_sk_40_the_nearest_enemy_must_be_charged():
    f = fight(trooper("C"), [trooper("D"), trooper("E")], gaps=[gap_of("C", "D", 2), gap_of("C", "E", 3)])
    assert targets(f) == ["D"]
    assert refused(f, "E") == {"not_priority": "SK-40"}


def test_sk_34_of_equal_distances_the_owner_chooses():
    assert targets(fight(trooper("C"), [trooper("D"), trooper("E")], gap=2)) == ["D", "E"]


@pytest.mark.parametrize(("reading", "found"), [("visible", []), ("chargeable", ["E"])])
def test_sk_r3_is_the_nearest_sought_among_those_that_could_be_charged(reading: str, found: list[str]):
    """SK-R3: the nearest enemy, at 2 inches, can't be charged (a high obstacle is between), one at 3 inches can."""
    f = fight(
        trooper("C"),
        [trooper("D"), trooper("E")],
        gaps=[gap_of("C", "D", 2), gap_of("C", "E", 3)],
        across_obstacle=[obstacle_of("C", "D", size=4)],
        rulings={"priority_pool": reading},
    )
    assert targets(f) == found


def test_sk_44_a_charge_may_not_break_the_size_limit():
    """SK-44, SK-149: four of size 1 touch a model of size 1; a fifth is one too many."""
    crowd = [runt(name) for name in ("K", "L", "M", "N")]
    f = fight(
        [trooper("C", size=1), *crowd],
        runt("D"),
        contacts=[pair_of(m["name"], "D") for m in crowd],
        gaps=[gap_of("C", "D", 2)],
    )
    assert refused(f, "D") == {"sizes": "SK-149"}


@pytest.mark.parametrize(
    ("reading", "fence", "found"),
    [
        ("contacts_and_attacker", False, []),
        ("contacts_only", False, ["D by reach 2"]),
        ("contacts_only", True, ["D", "D by reach 2"]),
    ],
)
def test_sk_r5_does_an_attacker_without_contact_count(reading: str, fence: bool, found: list[str]):
    """SK-R5, SK-152: four size-2 models in contact with a size-2 model; a fifth may not charge it, and by reach or
    across a fence only under `contacts_only`."""
    crowd = [trooper(name) for name in ("K", "L", "M", "N")]
    f = fight(
        [trooper("C", "spear"), *crowd],
        trooper("D"),
        contacts=[pair_of(m["name"], "D") for m in crowd],
        gaps=[gap_of("C", "D", 2)],
        across_obstacle=[obstacle_of("C", "D")] if fence else [],
        rulings={"size_cap_counts": reading},
    )
    assert targets(f) == found


def test_sk_36_the_action_is_refused_with_the_reasons_of_its_targets():
    f = fight(trooper("C", "sword", actions=1), trooper("D"), gap=9)
    f = alone(changed(f, "C", actions_left=1), next_action, slot(f, "C"))
    assert codes(ask_of(f, "action"), "charge") == {"out_of_range": "SK-38"}


def test_sk_54_a_charge_costs_one_action():
    """SK-36, SK-54: move and attack are one action, and nothing else fits into it."""
    f = fight(trooper("C", "sword", actions=2), unit("u", trooper("D"), trooper("E")), gap=2)
    f = alone(changed(f, "C", actions_left=2), next_action, slot(f, "C"))
    found = outcomes(f, before("attack"), taking("charge", "D"))
    assert [s.models[slot(s, "C")].actions_left for s in found] == [1]


def test_sk_29_a_charge_that_does_not_get_to_its_target_makes_no_attack():
    """SK-29, SK-92: a line that was cut an inch short of D: no sword strikes, a spear does, without modifiers: 47/200
    (SK-55)."""
    for weapon, killed in (("sword", Fraction(0)), ("spear", Fraction(47, 200))):
        f = fight(trooper("C", weapon), trooper("D"), gap=3)
        short = (200, 0, slot(f, "D"), 100)
        f = alone(f, approach, slot(f, "C"), slot(f, "D"), 0, short)
        assert chance(f, dead("D"), choose=taking(weapon, "+4")) == killed


# ---------------------------------------------------------------- obstacles
@pytest.mark.parametrize(
    ("size", "width", "found"),
    [(1, 1, {}), (1.5, 1, {"obstacle": "SK-154"}), (1, 1.2, {"obstacle": "SK-154"})],
)
def test_sk_w16_which_obstacle_a_model_fights_across(size: float, width: float, found: dict[str, str]):
    """SK-W16: a trooper (size 2) at an obstacle of size 1 and width 1 may charge; size 1.5 or width 1.2: illegal."""
    f = fight(trooper("C", "sword"), trooper("D"), gap=2, across_obstacle=[obstacle_of("C", "D", size, width)])
    assert refused(f, "D") == found


def test_sk_w16_a_charge_across_an_obstacle():
    """SK-W16: need 11, damage 8, kills a trooper 57/200; not in melee afterwards (SK-158, SK-159)."""
    f = one_on_one("sword", across_obstacle=[obstacle_of("C", "D")])
    assert kills(f) == Fraction(57, 200)
    for s in outcomes(f, choose=taking("sword", "+4")):
        assert not field_of(s.setup).touched_by(s.ground, slot(s, "C"))
        if not dead("D")(s):
            assert field_of(s.setup).gap(s.ground, slot(s, "C"), slot(s, "D")) == 100  # SK-C13


@pytest.mark.parametrize(("reading", "found"), [("none", Fraction(57, 200)), ("damage_only", Fraction(5, 16))])
def test_sk_r28_the_damage_of_a_charge_across_an_obstacle(reading: str, found: Fraction):
    """SK-R28: trooper with sword charges a trooper across a fence: 57/200, 5/16 under `damage_only`."""
    f = one_on_one("sword", across_obstacle=[obstacle_of("C", "D")], rulings={"obstacle_bonus": reading})
    assert kills(f) == found


# ---------------------------------------------------------------- on a table
def table(c: Any, enemies: list[Any], friends: Any = (), **given: Any) -> Fight:
    """A fight on a table: C and its friends against these enemies."""
    return fight([c, *friends], enemies, **given)


def w17(*weapons: str, c: dict[str, Any] | None = None, b_at: float = 3.2, **given: Any) -> Fight:
    """The table of SK-W17."""
    return table(
        trooper("charger", *weapons, x=0, y=0, **(c or {})),
        [trooper("a", x=3.5, y=0), trooper("b", x=0, y=b_at), trooper("c", x=-4.8, y=0)],
        [trooper("friend", x=0, y=b_at + 1)],
        contacts=[pair_of("friend", "b")],
        **given,
    )


def test_sk_w17_the_gaps():
    f = w17("sword")
    field = field_of(f.setup)
    gaps = [field.gap(f.ground, slot(f, "charger"), slot(f, name)) for name in "abc"]
    assert gaps == [250, 220, 380]


def test_sk_w17_the_legal_targets():
    """SK-W17: A and B are legal; C is not the priority target (SK-40)."""
    f = w17("sword")
    assert targets(f, "charger") == ["a", "b"]
    assert refused(f, "c", "charger") == {"not_priority": "SK-40"}


@pytest.mark.parametrize(("reading", "found"), [("if_nearest", ["a"]), ("always_allowed", ["a", "b"])])
def test_sk_w17_an_engaged_enemy_that_is_farther(reading: str, found: list[str]):
    """SK-W17: with B at (0, 4) (gap 3) only A, since A is nearer (SK-35; A and B under `always_allowed`)."""
    assert targets(w17("sword", b_at=4, rulings={"priority_engaged": reading}), "charger") == found


def test_sk_w17_in_firing_position_none():
    f = w17("sword", c={"stance": "firing"})
    assert targets(f, "charger") == []
    assert refused(f, "a", "charger") == {"not_standing": "SK-41"}


@pytest.mark.parametrize(("weapon", "found"), [("sword", []), ("spear", ["c by reach 2"])])
def test_sk_w17_beyond_movement_by_reach_only(weapon: str, found: list[str]):
    """SK-W17: A and B gone, C at (-5.2, 0): gap 4.2, legal as a reach charge with a spear (SK-38, SK-55)."""
    f = table(trooper("charger", weapon, x=0, y=0), [trooper("c", x=-5.2, y=0)])
    assert targets(f, "charger") == found
    assert refused(f, "c", "charger") == {"out_of_range": "SK-38"}  # to contact


@pytest.mark.parametrize(("reading", "found"), [("visible", []), ("chargeable", ["E"])])
def test_sk_r3_the_nearest_enemy_behind_a_pit(reading: str, found: list[str]):
    """SK-R3: nearest enemy at 2 inches behind an impassable pit with no way round within R, second at 3 inches: by
    default no charge; under `chargeable` the second may be charged."""
    pit = {"name": "pit", "shape": [[1.2, -6], [1.8, -6], [1.8, 6], [1.2, 6]], "impassable": True}
    f = table(
        trooper("C", x=0, y=0),
        [trooper("D", x=3, y=0), trooper("E", x=0, y=-4)],
        terrain=[pit],
        rulings={"priority_pool": reading},
    )
    assert targets(f) == found


@pytest.mark.parametrize(("reading", "found"), [("shortest_path", ["D"]), ("straight_only", [])])
def test_sk_r6_may_the_line_bend_round_a_friend(reading: str, found: list[str]):
    """SK-R6: a friend of another unit stands on the straight line, the detour is not longer than R 4."""
    f = table(
        trooper("C", x=0, y=0),
        [trooper("D", x=4, y=0)],
        [trooper("friend", x=2, y=0)],
        rulings={"charge_line": reading},
    )
    assert targets(f) == found


def test_sk_50_a_model_of_its_own_unit_does_not_bar_the_way():
    """SK-50: under `straight_only` too."""
    squad = unit("squad", trooper("C", x=0, y=0), trooper("mate", x=2, y=0))
    f = fight([squad], trooper("D", x=4, y=0), rulings={"charge_line": "straight_only"})
    assert targets(f) == ["D"]
