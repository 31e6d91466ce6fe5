"""A waiting model comes to the aid of one that is charged (SK-98 to SK-108, SK-115 to SK-117)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from coldsteel.kernel.asks import Choose
from coldsteel.rulebooks.skirmish.charge import charge
from coldsteel.rulebooks.skirmish.field import field_of
from coldsteel.rulebooks.skirmish.state import Fight
from tests.driving import alone, ask_of, before, chance, codes, legal, next_step, outcomes, spread, taking
from tests.rulebooks.skirmish.builders import (
    dead,
    fight,
    gap_of,
    obstacle_of,
    pair_of,
    recruit,
    runt,
    slot,
    state_of,
    trooper,
)


def rescue(
    *weapons: str,
    c: Any = None,
    d: Any = None,
    friends: Any = (),
    h: dict[str, Any] | None = None,
    to_d: float = 2,
    to_h: float = 3,
    **given: Any,
) -> Fight:
    """C, a trooper with a sword, charges D, a recruit that does not wait; H, a trooper, waits where it can cut the
    line."""
    aid = trooper("H", *(weapons or ("sword",)), **{"waiting": True, "interceptable": True, **(h or {})})
    gaps = [gap_of("C", "D", to_d), gap_of("C", "H", to_h), *given.pop("gaps", ())]
    f = fight([c or trooper("C", "sword"), *friends], [d or recruit("D"), aid], gaps=gaps, **given)
    return alone(f, charge, slot(f, "C"))


AID = taking("H counter-charges", "contact", "D", "nothing", "sword", "+4")
BESIDE = taking("H counter-charges", "beside", "D", "nothing", "spear", "sword", "+4")
ON_LINE = taking("H counter-charges", "on the line", "D", "nothing", "spear", "sword", "+4")


def reaction(f: Fight) -> Choose:
    """The choice of reactions at the start of the line."""
    (found,) = outcomes(f, before("approach"), taking("D"))
    return ask_of(found, "reaction")


def refused(f: Fight) -> dict[str, str]:
    return codes(reaction(f), "H counter-charges")


def touching(f: Fight, a: str, b: str) -> bool:
    return field_of(f.setup).touching(f.ground, slot(f, a), slot(f, b))


# ---------------------------------------------------------------- contact
def test_sk_w13_a_rescuer_stops_the_charge():
    """SK-W13: DW test 3/5. Recruit dead 4/25 (2/5 without the rescuer), charger and rescuer dead 51/250 each."""
    f = rescue()
    assert chance(f, dead("D"), choose=AID) == Fraction(4, 25)
    assert chance(f, dead("C"), choose=AID) == Fraction(51, 250)
    assert chance(f, dead("H"), choose=AID) == Fraction(51, 250)
    assert chance(f, dead("D"), choose=taking("nothing", "D", "sword", "+4")) == Fraction(2, 5)


def test_sk_108_contact_ends_the_charge_however_the_blows_fall():
    """Where all live the charger touches its target after a failed test, else the rescuer, and never both."""
    alive = [s for s in outcomes(rescue(), choose=AID) if not any(dead(name)(s) for name in "CDH")]
    assert {(touching(s, "C", "D"), touching(s, "C", "H")) for s in alive} == {(True, False), (False, True)}


def test_sk_105_the_charger_stops_at_the_point_of_interception():
    """SK-105: after 1 inch of 2 it has 1 left to its target."""
    take = taking("H counter-charges", "contact", "D", "sword")
    wait = taking("nothing", "D")
    f = rescue()
    found = outcomes(f, before("exchange", "attack"), lambda ask: (take if ", 1 in" in ask.what else wait)(ask))
    (stopped,) = [s for s in found if next_step(s) == "exchange"]
    assert touching(stopped, "C", "H")
    assert field_of(stopped.setup).gap(stopped.ground, slot(stopped, "C"), slot(stopped, "D")) == 100


def test_sk_106_after_a_failed_test_the_charge_goes_on():
    f = rescue()
    found = outcomes(f, before("exchange", "attack"), AID)
    (on,) = [s for s in found if next_step(s) == "attack"]
    assert found[on] == Fraction(2, 5)
    assert touching(on, "C", "D")
    assert not state_of(on, "H").waiting


def test_sk_106_a_rescuer_killed_by_a_longer_reach_has_still_ended_the_charge():
    """SK-106, SK-109: the charger's spear strikes first, without modifiers: 47/200; the recruit is safe."""
    f = rescue(c=trooper("C", "spear"))
    take = taking("H counter-charges", "contact", "D", "nothing", "spear", "sword", "+4")
    found = spread(f, lambda s: (bool(dead("C")(s)), bool(dead("H")(s)), bool(dead("D")(s))), choose=take)
    assert found[False, True, False] == Fraction(3, 5) * Fraction(47, 200)
    assert (True, True, False) not in found


def test_sk_92_the_guard_of_a_target_that_is_not_reached_is_wasted():
    f = rescue(d=recruit("D", "sword", waiting=True))
    take = taking("D is on guard", "H counter-charges", "contact", "D", "nothing", "sword", "+4")
    found = outcomes(f, before("exchange"), take)
    with_h = [s for s in found if s.then.tasks[0].args[1] == slot(s, "H")]
    assert with_h
    assert not any(state_of(s, "D").waiting for s in with_h)
    assert all(len(s.then.tasks) == 1 for s in with_h)


# ---------------------------------------------------------------- without contact
def test_sk_w13_a_spear_strikes_from_beside_the_line():
    """SK-W13: charger dead 141/1000, recruit dead 859/2500, rescuer unhurt (SK-115, SK-117)."""
    f = rescue("spear")
    assert chance(f, dead("C"), choose=BESIDE) == Fraction(141, 1000)
    assert chance(f, dead("D"), choose=BESIDE) == Fraction(859, 2500)
    assert chance(f, dead("H"), choose=BESIDE) == 0


def test_sk_116_a_rescuer_on_the_line_takes_over_as_the_target():
    """SK-116, SK-117: DW 3/5; if the spear (47/200) does not kill, the sword strikes H with the modifiers of a charge
    (17/50)."""
    f = rescue("spear")
    lives = Fraction(3, 5) * Fraction(153, 200)
    assert chance(f, dead("C"), choose=ON_LINE) == Fraction(141, 1000)
    assert chance(f, dead("H"), choose=ON_LINE) == lives * Fraction(17, 50)
    assert chance(f, dead("D"), choose=ON_LINE) == Fraction(2, 5) * Fraction(2, 5)


def test_sk_116_whoever_takes_over_has_not_reacted():
    """SK-92, SK-116: the guard of the first target is wasted; the charger simply attacks its new one."""
    f = rescue("spear", d=recruit("D", "sword", waiting=True))
    guarded = taking("D is on guard", "H counter-charges", "on the line", "D", "nothing", "spear", "sword", "+4")
    assert chance(f, dead("H"), choose=guarded) == Fraction(3, 5) * Fraction(153, 200) * Fraction(17, 50)


def test_sk_117_a_reach_charge_goes_on_until_the_rescuer_is_in_reach():
    """SK-117: without modifiers and without contact: 47/200."""
    f = rescue("spear", c=trooper("C", "spear"), to_d=4, to_h=5)
    take = taking("H counter-charges", "on the line", "D by reach", "nothing", "spear", "+4")
    lives = Fraction(3, 5) * Fraction(153, 200)
    assert chance(f, dead("H"), choose=take) == lives * Fraction(47, 200)
    assert not any(touching(s, "C", "H") for s in outcomes(f, choose=take) if not (dead("C")(s) or dead("H")(s)))


@pytest.mark.parametrize(("weapon", "ways"), [("spear", ["contact", "beside the line", "on the line"]), ("sword", [])])
def test_sk_115_places_without_contact_are_for_those_with_reach(weapon: str, ways: list[str]):
    (declared,) = outcomes(rescue(weapon), before("answer"), taking("H counter-charges", "D"))
    assert _ways(declared) == ways


def _ways(f: Fight) -> list[str]:
    """The ways on offer after a passed test; none if there is only one."""
    seen: list[str] = []

    def take(ask: Choose) -> int:
        seen[:] = legal(ask)
        return 0

    outcomes(f, lambda s: next_step(s) != "answer", take)
    return seen


# ---------------------------------------------------------------- who may
def test_sk_98_a_rescuer_in_reach_of_the_line_may_counter_charge():
    assert refused(rescue()) == {}


@pytest.mark.parametrize(
    ("h", "found"),
    [
        ({"stance": "firing"}, {"not_standing": "SK-162"}),
        ({"interceptable": False}, {"out_of_reach": "SK-103"}),
        ({"in_view": False}, {"not_in_view": "SK-85"}),
    ],
)
def test_sk_99_all_that_binds_a_charge_binds_a_rescuer(h: dict[str, Any], found: dict[str, str]):
    assert refused(rescue(h=h)) == found


def test_sk_99_a_rescuer_in_melee_may_not():
    f = rescue(friends=[trooper("friend")], contacts=[pair_of("friend", "H")], gaps=[gap_of("friend", "D", 9)])
    assert refused(f)["in_melee"] == "SK-99"


def test_sk_101_the_charger_must_be_its_priority_target():
    f = rescue(friends=[trooper("friend")], gaps=[gap_of("friend", "H", 2.5), gap_of("friend", "D", 9)])
    assert refused(f) == {"never_priority": "SK-101"}


def test_sk_100_no_way_across_an_obstacle():
    assert refused(rescue(across_obstacle=[obstacle_of("C", "H")])) == {"no_way": "SK-100"}


@pytest.mark.parametrize(("size", "found"), [(4, {}), (5, {})])
def test_sk_153_a_rescuer_alone_may_always(size: int, found: dict[str, str]):
    assert refused(rescue(c=runt("C", "sword"), h={"size": size})) == found


def test_sk_r26_literal_binds_a_lone_rescuer_too():
    given = {"c": runt("C", "sword"), "rulings": {"size_cap_single": "literal"}}
    assert refused(rescue(h={"size": 4}, **given)) == {}
    assert refused(rescue(h={"size": 5}, **given)) == {"sizes": "SK-149"}


# ---------------------------------------------------------------- on a table
def at(inches: float, *words: str) -> Callable[[Choose], int]:
    """Reacts when the charger has come that far and no sooner."""
    late, early = taking(*words), taking("nothing", *words)
    here = f", {inches:g} in "
    return lambda ask: late(ask) if "reaction" not in ask.what or here in ask.what else early(ask)


def reaction_at(f: Fight, inches: float) -> Choose:
    """The choice of reactions when the charger has come that far."""

    def here(s: Fight) -> bool:
        return next_step(s) == "approach" and f", {inches:g} in " in ask_of(s, "reaction").what

    (found,) = outcomes(f, here, taking("nothing", "D"))
    return ask_of(found, "reaction")


def on_table(*weapons: str) -> Fight:
    """The charge of SK-W13 on a table: C at (0, 0), D at (3, 0), H south of the middle of the line."""
    f = fight(
        trooper("C", "sword", x=0, y=0),
        [recruit("D", x=3, y=0), trooper("H", *weapons, waiting=True, x=1, y=-3.5)],
    )
    return alone(f, charge, slot(f, "C"))


def test_sk_w13_on_a_table():
    """SK-W13 with the places that it speaks of: H cuts the line at its middle."""
    take = at(1, "H counter-charges", "contact", "D", "sword", "+4")
    f = on_table("sword")
    assert chance(f, dead("D"), choose=take) == Fraction(4, 25)
    assert chance(f, dead("C"), choose=take) == chance(f, dead("H"), choose=take) == Fraction(51, 250)
    spear = on_table("spear")
    take = at(1, "H counter-charges", "beside", "D", "spear", "sword", "+4")
    assert chance(spear, dead("C"), choose=take) == Fraction(141, 1000)
    assert chance(spear, dead("D"), choose=take) == Fraction(859, 2500)
    assert chance(spear, dead("H"), choose=take) == 0


def test_sk_105_at_the_end_of_the_line_the_friend_in_contact_counts():
    """SK-105, SK-146: C touches D already; the spear of H, first and without modifiers of a charge, needs 10 + 1:
    1/20 x 13/20 + 10/20 x 9/20 = 103/400. If C lives it strikes H with 17/50."""
    take = at(2, "H counter-charges", "contact", "D", "spear", "sword", "+4")
    assert chance(rescue("spear"), dead("C"), choose=take) == Fraction(3, 5) * Fraction(103, 400)
    assert chance(rescue("spear"), dead("H"), choose=take) == Fraction(3, 5) * Fraction(297, 400) * Fraction(17, 50)


def test_sk_116_on_a_table_a_rescuer_on_the_line_takes_over():
    take = at(0, "H counter-charges", "on the line", "D", "spear", "sword", "+4", "nothing")
    lives = Fraction(3, 5) * Fraction(153, 200)
    assert chance(on_table("spear"), dead("H"), choose=take) == lives * Fraction(17, 50)


@pytest.mark.parametrize(("reading", "found"), [("any_moment", {}), ("at_interception", {"never_priority": "SK-101"})])
def test_sk_r13_when_the_charger_must_be_the_priority_target(reading: str, found: dict[str, str]):
    """SK-R13: rescuer R 6; the charger starts 4 inches away and is its nearest enemy, another stands at 5; after 2
    inches of its move the charger is 5.4 away."""
    f = fight(
        [trooper("C", "sword", x=5, y=0), trooper("other", x=-6, y=0)],
        [
            trooper("D", waiting=True, x=8, y=4, facing=225),
            trooper("H", "sword", r=6, waiting=True, x=0, y=0, facing=90),
        ],
        rulings={"counter_priority": reading},
    )
    f = alone(f, charge, slot(f, "C"))
    assert codes(reaction_at(f, 0), "H counter-charges") == {}
    assert codes(reaction_at(f, 2), "H counter-charges") == found


@pytest.mark.parametrize(("reading", "legal_then"), [("round_allowed", True), ("obstacle_closes", False)])
def test_sk_r29_a_crate_on_the_straight_way(reading: str, legal_then: bool):
    """SK-R29: a crate on the straight way from the rescuer to the charge line, the way round it within R 4: legal by
    default, illegal under `obstacle_closes` (SK-100)."""
    crate = {"name": "crate", "shape": [[-0.25, -2.25], [0.25, -2.25], [0.25, -1.75], [-0.25, -1.75]]}
    f = fight(
        trooper("C", "sword", x=-3, y=0),
        [recruit("D", waiting=True, x=1.5, y=0, facing=270), trooper("H", "sword", waiting=True, x=0, y=-4)],
        terrain=[{**crate, "size": 1, "impassable": True}],
        rulings={"counter_way": reading},
    )
    found = codes(reaction_at(alone(f, charge, slot(f, "C")), 3), "H counter-charges")
    assert found == ({} if legal_then else {"no_way": "SK-100"})
