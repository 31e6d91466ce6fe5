"""Results, break tests, retreats, further rounds and the end (BY-117 to BY-139)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.plain import reachable, value
from coldsteel.kernel.state import Slot, parsed, text
from coldsteel.rulebooks.bayonet import RULEBOOK
from coldsteel.rulebooks.bayonet.measures import verdict
from coldsteel.rulebooks.bayonet.melee import combat_result
from coldsteel.rulebooks.bayonet.rounds import end_of_round, fights
from coldsteel.rulebooks.bayonet.rout import break_test, surrounded
from coldsteel.rulebooks.bayonet.setup import Fate, Formation
from tests.driving import alone, outcomes, step
from tests.rulebooks.bayonet.builders import (
    SIDES,
    STAND,
    VERDICT,
    battery,
    cavalry,
    chain,
    charge,
    contact,
    fight,
    line,
    melee,
    round_won,
    slot,
    touched,
    unit,
    verdicts,
)


# ---------------------------------------------------------------- one round
def test_v14_line_charges_line():
    """V14: A wins 166523/331776, draw 712909/2985984, B wins 24199/93312 (BY-86, BY-118)."""
    f = charge(line("a"), line("b"))
    assert round_won(f, STAND) == (F(166523, 331776), F(712909, 2985984), F(24199, 93312))


def test_v14_with_support_to_the_rear_and_on_a_flank():
    """V14: with +2 for B: A wins 5419/55296, draw 18065/110592, B wins 81689/110592 (BY-120, BY-121)."""
    f = melee(line("a", charged=True), line("b", support_rear=1, support_flanks=1))
    assert round_won(f) == (F(5419, 55296), F(18065, 110592), F(81689, 110592))


def test_v15_cavalry_charges_a_square():
    """V15: cavalry wins 131/729, draw 1456/6561, square wins 3926/6561 (BY-60, BY-93)."""
    f = melee(cavalry("a", melee=8, charged=True), line("b", formation="square"))
    assert round_won(f) == (F(131, 729), F(1456, 6561), F(3926, 6561))


def result(f, lost_a=0, lost_b=0):
    """The state after the combat result, given the losses of one round between the first units of both sides."""
    a, b = f.setup.slots(0), f.setup.slots(1)
    f = f.with_unit(a[0], lost=lost_a).with_unit(b[0], lost=lost_b)
    return step(alone(f, combat_result, a, b))


def who_tests(f):
    return [f.id(u) for u, x in enumerate(f.units) if x.testing]


@pytest.mark.parametrize(("lost_a", "lost_b", "who"), [(1, 2, ["b"]), (2, 1, ["a"]), (1, 1, [])])
def test_by_117_and_by_123_the_loser_tests(lost_a, lost_b, who):
    assert who_tests(result(melee(line("a"), line("b")), lost_a, lost_b)) == who


@pytest.mark.parametrize(("lost", "who"), [(2, []), (3, ["a", "b"]), (4, ["a", "b"])])
def test_by_124_after_a_draw_the_shaken_test(lost, who):
    """Below, at and above stamina."""
    assert who_tests(result(melee(line("a"), line("b")), lost, lost)) == who


def test_by_123_a_winner_never_tests():
    assert who_tests(result(melee(line("a"), line("b")), 5, 6)) == ["b"]


def test_by_120_squares_and_garrisons_have_no_support_and_a_building_its_size():
    for b, lead in (
        (line("b", stamina=8, formation="square", support_rear=1, support_flanks=2), 0),
        (line("b", stamina=8, formation="garrison", building_size=2, support_rear=1), 2),
        (line("b", stamina=8, formation="garrison"), 1),
        (line("b", stamina=8, support_rear=1, support_flanks=2), 3),
    ):
        f = melee(line("a"), b)
        assert who_tests(result(f, 0, lead)) == []
        assert who_tests(result(f, 0, lead + 1)) == ["b"]


def test_by_122_a_square_has_its_bonus_once_if_some_enemy_is_cavalry():
    f = fight(
        [line("a"), cavalry("c"), cavalry("d")],
        line("b", stamina=8, formation="square"),
        contacts=[contact("a", "b"), contact("c", "b", "left"), contact("d", "b", "rear")],
    )
    assert who_tests(result(f, 0, 3)) == []
    assert who_tests(result(f, 0, 4)) == ["b"]


def test_by_118_casualties_beyond_stamina_count():
    f = result(melee(line("a"), line("b", stamina=1, support_rear=1, support_flanks=2)), 0, 4)
    assert who_tests(f) == ["b"]
    assert unit(f, "b").casualties == 4


def test_by_128_who_does_not_test_loses_its_excess():
    f = result(melee(line("a"), line("b")), 5, 6)
    assert unit(f, "a").casualties == 3
    assert unit(f, "b").casualties == 6
    assert all(s.units[1].casualties == 3 for s in outcomes(alone(f, break_test, Slot(1))))


def test_by_135_winners_stay_where_they_are():
    f = result(melee(line("a"), line("b")), 1, 2)
    for s in outcomes(alone(f, break_test, Slot(0))):
        assert s.in_place(Slot(0))
        assert s.touches(Slot(0), Slot(1))


# ---------------------------------------------------------------- break test
def fates_after(b, casualties=0, **given):
    """The chances of a unit's fates after a lost round."""
    f = melee(line("a"), b, **given)
    f = f.with_unit(slot(f, "b"), testing=True, casualties=casualties)
    found: dict[str, F] = {}
    for s, p in outcomes(alone(f, break_test, slot(f, "b"))).items():
        fate = Fate(unit(s, "b").fate)
        found[fate.name.lower()] = found.get(fate.name.lower(), F(0)) + p
        assert unit(s, "b").disordered == (fate == Fate.RETIRED_DISORDERED) or fate == Fate.IN_PLACE
    return found


@pytest.mark.parametrize(
    ("b", "casualties", "found"),
    [
        (line("b"), 0, {"broken": F(1, 6), "retired_disordered": F(1, 4), "in_place": F(7, 12)}),
        (
            line("b", disordered=True),
            4,
            {"broken": F(5, 12), "retired_disordered": F(11, 36), "in_place": F(5, 18)},
        ),
        (cavalry("b"), 0, {"broken": F(1, 6), "retired_disordered": F(1, 4), "retired_good": F(7, 12)}),
        (battery("b"), 0, {"broken": F(1)}),
        (cavalry("b", retire_room="two"), 0, {"broken": F(1, 6), "retired_disordered": F(5, 6)}),
        (line("b", retire_room="none"), 0, {"broken": F(1, 6), "destroyed": F(1, 4), "in_place": F(7, 12)}),
        (line("b", retire_room="off_table"), 0, {"broken": F(1, 6), "left_table": F(1, 4), "in_place": F(7, 12)}),
    ],
)
def test_v17_break_test_after_a_lost_round(b, casualties, found):
    """V17: broken, retires, holds by arm; two moves, none, off the table (BY-125, BY-126, BY-127, BY-129 to BY-133)."""
    assert fates_after(b, casualties) == found


def test_by_134_a_garrison_that_retires_is_disordered_and_in_line():
    """Also where its test lets it retire in good order; infantry has no such result by the table of BY-127."""
    table = {"break_infantry_melee": [4, 4, 12]}
    found = fates_after(line("b", formation="garrison"), parameters=table)
    assert found == {"broken": F(1, 6), "retired_disordered": F(5, 6)}
    assert fates_after(line("b"), parameters=table) == {"broken": F(1, 6), "retired_good": F(5, 6)}
    f = melee(line("a"), line("b", formation="garrison"), parameters=table).with_unit(Slot(1), testing=True)
    for s in outcomes(alone(f, break_test, Slot(1))):
        garrison = unit(s, "b").fate == Fate.BROKEN
        assert unit(s, "b").formation == (Formation.GARRISON if garrison else Formation.LINE)


@pytest.mark.parametrize(("room", "fate"), [("none", "destroyed"), ("off_table", "left_table")])
def test_by_134_and_by_132_a_garrison_without_room_is_lost_as_any_unit(room, fate):
    found = fates_after(line("b", formation="garrison", retire_room=room))
    assert found == {"broken": F(1, 6), fate: F(1, 4), "in_place": F(7, 12)}


@pytest.mark.parametrize(("casualties", "broken"), [(2, F(1, 6)), (3, F(1, 6)), (4, F(10, 36))])
def test_by_126_excess_is_what_lies_above_stamina(casualties, broken):
    assert fates_after(line("b"), casualties)["broken"] == broken


def surrounded_unit(**fates):
    """Line b, about to retire, touched on all four sides."""
    f = touched(line("b"), SIDES)
    f = f.with_unit(slot(f, "b"), fate=Fate.RETIRED_DISORDERED, disordered=True)
    for name, fate in fates.items():
        f = f.with_unit(slot(f, name), fate=fate)
    return f


@pytest.mark.parametrize(
    ("fates", "active", "fate"),
    [
        ({}, 0, Fate.DESTROYED),
        ({"a2": Fate.BROKEN}, 0, Fate.RETIRED_DISORDERED),  # the broken are removed first
        ({"a2": Fate.RETIRED_GOOD}, 0, Fate.RETIRED_DISORDERED),  # the active side has moved before
        ({"a2": Fate.RETIRED_GOOD}, 1, Fate.DESTROYED),  # it is still there
    ],
)
def test_by_131_touched_on_all_four_sides_a_retreat_is_destruction(fates, active, fate):
    f = surrounded_unit(**fates)
    assert unit(step(alone(f, surrounded, slot(f, "b"), active)), "b").fate == fate


def test_by_131_and_by_136_the_step_comes_where_four_enemies_touch():
    f = surrounded_unit().with_unit(Slot(4), fate=Fate.IN_PLACE, disordered=False)
    names = [t.step.__name__ for t in step(f).then.tasks]
    assert names == ["share_out"] + ["exchange"] * 4 + ["combat_result"] + ["break_test"] * 5 + [
        "surrounded",
        "end_of_round",
    ]


# ---------------------------------------------------------------- several rounds
def duel(max_rounds=0):
    a, b = line("a", melee=2, stamina=1), line("b", melee=2, stamina=1)
    return charge(a, b, max_rounds=max_rounds)


def test_v19_after_one_round():
    """V19: after one round A 4295/20736, B 2987/20736, neither 649/20736, unresolved 12805/20736 (BY-107, BY-139)."""
    assert verdicts(duel(1), STAND) == {
        "A": F(4295, 20736),
        "B": F(2987, 20736),
        "neither": F(649, 20736),
        "unresolved": F(12805, 20736),
    }


def test_v19_after_two_rounds():
    """V19: after at most two rounds (BY-108, BY-124, BY-128, BY-137)."""
    assert verdicts(duel(2), STAND) == {
        "A": F(12312137417, 34828517376),
        "B": F(9346938665, 34828517376),
        "neither": F(1947903619, 34828517376),
        "unresolved": F(11221537675, 34828517376),
    }


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("A", F(70232654217934356802694311, 139589490944670524521142400)),
        ("B", F(10696242263874033710174713, 26173029552125723347714200)),
        ("neither", F(7523046233086975716551, 85306268656347845500800)),
        ("unresolved", F(0)),
    ],
)
def test_v19_to_the_end(result, expected):
    """V19: to the end, exactly (BY-137, BY-138, BY-139)."""
    f = melee(line("a", melee=2, stamina=1, charged=True), line("b", melee=2, stamina=1))
    assert value(f, lambda s: verdict(s) == VERDICT[result])[0] == expected


def touching(f):
    return tuple(pair for pair in f.setup.pairs if f.touches(*pair))


def test_v19_a_chain_is_one_fight_and_falls_apart():
    """V19: with B1 gone A2 and B2 fight on; with A2 gone too A1 and B2 stand apart: neither (BY-119, BY-138)."""
    f = chain()
    assert len(fights(touching(f))) == 1
    f = step(alone(f.with_unit(slot(f, "b1"), fate=Fate.BROKEN), end_of_round, 0, 0))
    assert fights(touching(f)) == [((slot(f, "a2"), slot(f, "b2")),)]
    assert verdict(f) == VERDICT["unresolved"]
    f = step(alone(f.with_unit(slot(f, "a2"), fate=Fate.BROKEN), end_of_round, 0, 0))
    assert verdict(f) == VERDICT["neither"]
    assert not f.then.tasks


def test_by_119_separate_contacts_are_separate_fights():
    f = fight(
        [line("a1"), line("a2")],
        [line("b1"), line("b2")],
        contacts=[contact("a1", "b1"), contact("a2", "b2")],
    )
    assert len(fights(touching(f))) == 2
    names = [t.step.__name__ for t in step(f).then.tasks]
    one = ["exchange", "combat_result", "break_test", "break_test"]
    assert names == [*one, *one, "end_of_round"]


def test_by_108_only_the_winner_in_contact_keeps_the_bonus():
    f = melee(line("a", won_last=True), line("b"))
    assert unit(step(alone(f, end_of_round, 0, 0)), "a").won_last
    gone = f.with_unit(slot(f, "b"), fate=Fate.RETIRED_GOOD)
    assert not unit(step(alone(gone, end_of_round, 0, 0)), "a").won_last


def test_by_136_turns_alternate_where_it_matters():
    f = chain()
    after = step(alone(f, end_of_round, 0, 0))
    assert after.then.tasks[0].args == (0, 1)


@pytest.mark.parametrize("max_rounds", [1, 2, 3])
def test_by_139_max_rounds_ends_the_fight_unresolved(max_rounds):
    f = melee(line("a", melee=0), line("b", melee=0), max_rounds=max_rounds)
    (state,) = outcomes(f)
    assert verdict(state) == VERDICT["unresolved"]
    assert state.fighting()


def test_a_fight_that_cannot_end_is_worth_what_the_reader_says():
    f = melee(line("a", melee=0), line("b", melee=0))
    assert value(f, lambda s: 1, endless=7)[0] == 7


# ---------------------------------------------------------------- measures
def test_measures_and_aims_at_the_end():
    f = melee(line("Old Guard", melee=2, stamina=1, charged=True), line("b", melee=2, stamina=1), max_rounds=1)
    names = {m.name: m for m in RULEBOOK.measures(f.setup)}
    aims = {a.name: a for a in RULEBOOK.aims(f.setup)}
    assert set(names) >= {"fate.Old Guard", "casualties.b", "disordered.b", "casualties.A", "broken.B"}
    assert next(iter(aims)) == "win"
    for s in outcomes(f):
        assert names["casualties.B"].of(s) == unit(s, "b").casualties
        assert names["broken.B"].of(s) == (unit(s, "b").fate in (Fate.BROKEN, Fate.DESTROYED, Fate.LEFT_TABLE))
        assert names["fate.b"].names[unit(s, "b").fate] == Fate(unit(s, "b").fate).name.lower()
        assert aims["hold.b"].of(s, 1) == s.in_place(slot(s, "b"))
        assert aims["losses"].of(s, 0) == unit(s, "b").casualties - unit(s, "Old Guard").casualties
        for aim in aims.values():
            assert aim.zero_sum
            assert aim.of(s, 0) == -aim.of(s, 1)


def test_describe_names_every_unit():
    f = melee(line("a", charged=True), line("b", disordered=True))
    first, second = RULEBOOK.describe(f)
    assert "a (A, infantry, line)" in first
    assert "charging" in first
    assert "disordered" in second
    assert "touches a" in second


def test_groups_are_units_that_nothing_tells_apart():
    twins = [line("a1", stamina=1), line("a2", stamina=1)]
    f = fight(twins, line("b"), contacts=[contact("a1", "b"), contact("a2", "b")])
    (group,) = RULEBOOK.groups(f)
    assert group.slots == (0, 1)
    other = [line("a1", stamina=1), line("a2", stamina=2)]
    assert RULEBOOK.groups(fight(other, line("b"), contacts=[contact("a1", "b"), contact("a2", "b")])) == ()


@pytest.mark.parametrize(
    "f",
    [
        charge(line("a", stamina=1, melee=1), cavalry("b", stamina=1, melee=1), max_rounds=1),
        fight(
            [line("a1", melee=1), line("a2", melee=1)],
            line("b", melee=1, stamina=1),
            contacts=[contact("a1", "b"), contact("a2", "b", "left")],
            max_rounds=1,
        ),
    ],
)
def test_every_state_prints_a_line_that_parses_back(f):
    found = reachable(f)
    assert len(found) > 50
    for s in found:
        assert parsed(text(s), f, RULEBOOK.steps, RULEBOOK.words) == s
