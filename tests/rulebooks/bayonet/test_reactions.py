"""Reactions: what is open to the target, and what each does (BY-34 to BY-85)."""

from fractions import Fraction as F

import pytest

from coldsteel.kernel.plain import value
from coldsteel.rulebooks.bayonet.measures import verdict
from coldsteel.rulebooks.bayonet.setup import Fate, Formation
from tests.driving import ask_of, chance, codes, outcomes, taking
from tests.rulebooks.bayonet.builders import (
    HOME,
    SIDES,
    battery,
    cavalry,
    charge,
    engaged,
    fight,
    horse_battery,
    line,
    need,
    order,
    reactions,
    slot,
    unit,
    verdicts,
)

SKIRMISH = {"formation": "skirmish"}


@pytest.mark.parametrize(
    ("a", "b", "side", "open_to_it"),
    [
        (cavalry("a"), line("b"), "front", ["form square"]),
        (line("a"), line("b"), "front", ["stand", "closing volley"]),
        (cavalry("a"), line("b"), "left", ["stand"]),
        (cavalry("a"), line("b", cover="light"), "front", ["stand", "closing volley"]),
        (line("a"), cavalry("b"), "front", ["stand", "evade", "counter-charge"]),
        (cavalry("a"), cavalry("b"), "rear", ["stand", "turn to face"]),
        (line("a"), cavalry("b", disordered=True), "front", ["stand"]),
        (line("a"), line("b", **SKIRMISH), "rear", ["stand", "evade"]),
        (line("a", **SKIRMISH), line("b", **SKIRMISH), "front", ["stand", "closing volley"]),
        (line("a"), horse_battery("b", formation="limbered"), "front", ["stand", "evade"]),
        (cavalry("a"), battery("b"), "front", ["stand", "closing volley"]),
        (cavalry("a"), cavalry("b"), "front", ["stand", "counter-charge"]),
    ],
)
def test_v6_legal_reactions(a, b, side, open_to_it):
    """V6: what 5.2 leaves to each target (BY-38, BY-40, BY-41, BY-50, BY-52, BY-53, BY-61, BY-62, BY-73)."""
    assert reactions(charge(a, b, struck_side=side)) == open_to_it


def test_v6_a_line_in_contact_stands():
    """V6: a line already in contact, charged in front by cavalry, can only stand (BY-37)."""
    assert reactions(engaged(cavalry("a"))) == ["stand"]


def test_v6_cavalry_evades_cavalry_under_the_second_reading():
    """V6: under `cavalry_evades` = `from_any` cavalry charged by cavalry may also evade (BY-R39)."""
    f = charge(cavalry("a"), cavalry("b"), {"cavalry_evades": "from_any"})
    assert reactions(f) == ["stand", "evade", "counter-charge"]


@pytest.mark.parametrize(
    ("f", "reaction", "found"),
    [
        (charge(cavalry("a"), line("b")), "stand", {"must_form_square": "BY-50"}),
        (charge(cavalry("a"), line("b")), "closing volley", {"must_form_square": "BY-50"}),
        (engaged(line("a")), "closing volley", {"reaction_engaged": "BY-37"}),
        (engaged(cavalry("a")), "form square", {"reaction_engaged": "BY-37", "square_exempt": "BY-52"}),
        (charge(cavalry("a"), line("b", cover="light")), "form square", {"square_exempt": "BY-52"}),
        (charge(line("a"), line("b")), "form square", {"square_wrong_case": "BY-50"}),
        (charge(cavalry("a"), line("b", formation="square")), "form square", {"square_wrong_case": "BY-53"}),
        (charge(cavalry("a"), line("b"), struck_side="left"), "form square", {"square_wrong_case": "BY-53"}),
        (charge(line("a"), cavalry("b")), "closing volley", {"volley_arm": "BY-39"}),
        (charge(line("a"), line("b"), struck_side="rear"), "closing volley", {"volley_arc": "BY-40"}),
        (charge(line("a"), line("b", formation="march_column")), "closing volley", {"volley_formation": "BY-41"}),
        (charge(line("a"), battery("b", formation="limbered")), "closing volley", {"volley_formation": "BY-41"}),
        (charge(line("a"), line("b")), "evade", {"evade_who": "BY-61"}),
        (charge(cavalry("a"), cavalry("b")), "evade", {"evade_who": "BY-61"}),
        (charge(line("a"), cavalry("b", disordered=True)), "evade", {"evade_disordered": "BY-62"}),
        (charge(line("a"), line("b")), "counter-charge", {"counter_who": "BY-72"}),
        (charge(line("a"), cavalry("b"), struck_side="left"), "counter-charge", {"counter_who": "BY-72"}),
        (charge(line("a"), cavalry("b", disordered=True)), "counter-charge", {"counter_disordered": "BY-73"}),
        (charge(line("a"), cavalry("b", casualties=3)), "counter-charge", {"counter_barred": "BY-74"}),
        (charge(line("a"), cavalry("b", formation="march_column")), "counter-charge", {"counter_barred": "BY-74"}),
        (charge(line("a"), cavalry("b", **SKIRMISH)), "counter-charge", {"counter_barred": "BY-74"}),
        (charge(line("a"), cavalry("b", counter_room=False)), "counter-charge", {"counter_no_room": "BY-77"}),
        (charge(line("a"), line("b"), struck_side="left"), "turn to face", {"turn_who": "BY-80"}),
        (charge(line("a"), cavalry("b")), "turn to face", {"turn_who": "BY-80"}),
        (
            charge(line("a"), cavalry("b", disordered=True), struck_side="left"),
            "turn to face",
            {"turn_disordered": "BY-81"},
        ),
        (
            charge(line("a"), cavalry("b", turn_room=False), struck_side="left"),
            "turn to face",
            {"turn_no_room": "BY-82"},
        ),
    ],
)
def test_5_5_refusals_of_reactions(f, reaction, found):
    assert codes(ask_of(f, "reaction"), reaction) == found


def test_by_54_disorder_neither_frees_from_forming_square_nor_bars_it():
    assert reactions(charge(cavalry("a"), line("b", disordered=True))) == ["form square"]


def test_by_40_a_square_and_a_garrison_fire_to_any_side():
    for formation in ("square", "garrison"):
        f = charge(line("a"), line("b", formation=formation), struck_side="rear")
        assert "closing volley" in reactions(f)


def test_by_52_cover_exempts_only_on_the_side_that_it_protects():
    f = charge(cavalry("a"), line("b", cover="heavy", cover_sides=["left"]))
    assert reactions(f) == ["form square"]


# ---------------------------------------------------------------- form square
@pytest.mark.parametrize(
    ("before_it", "square", "square_disordered", "old_disordered"),
    [(False, F(17, 18), F(1, 36), F(1, 36)), (True, F(0), F(35, 36), F(1, 36))],
)
def test_v7_forming_square(before_it, square, square_disordered, old_disordered):
    """V7: 34/36 square, 1/36 square and disordered, 1/36 old formation and disordered (BY-54, BY-55, BY-56)."""
    f = charge(cavalry("a"), line("b", disordered=before_it))

    def found(formation, disordered):
        return chance(
            f,
            lambda s: unit(s, "b").formation == formation and unit(s, "b").disordered == disordered,
            HOME,
        )

    assert found(Formation.SQUARE, False) == square
    assert found(Formation.SQUARE, True) == square_disordered
    assert found(Formation.LINE, True) == old_disordered


def test_by_57_and_by_58_a_failed_square_is_followed_by_blows_and_no_volley():
    f = charge(cavalry("a"), line("b"))
    for s in outcomes(f, HOME):
        assert s.contacts[0].on
        assert unit(s, "a").charged
        assert s.touched_side(slot(s, "b"), slot(s, "a")) == 0


# ---------------------------------------------------------------- evade
@pytest.mark.parametrize(
    ("room", "fate", "result"),
    [
        ("clear", Fate.EVADED, "neither"),
        ("blocked", Fate.DESTROYED, "A"),
        ("friend_not_passed", Fate.DESTROYED, "A"),
        ("friend_passed", Fate.EVADED, "neither"),
        ("off_table", Fate.LEFT_TABLE, "A"),
    ],
)
def test_v8_evading(room, fate, result):
    """V8: destroyed without room or on a friend, off the table lost, else away.

    BY-64, BY-65, BY-66, BY-68, BY-70, BY-C10.
    """
    f = charge(line("a"), cavalry("b", evade_room=room))
    (state,) = outcomes(f, choose=taking("evade"))
    assert unit(state, "b").fate == fate
    assert not state.fighting()
    assert not unit(state, "a").charged
    assert verdicts(f, taking("evade"))[result] == 1


def test_the_owner_is_told_where_an_evasion_ends():
    assert "evade (destroyed)" in reactions(charge(line("a"), cavalry("b", evade_room="blocked")))
    assert "evade (left table)" in reactions(charge(line("a"), cavalry("b", evade_room="off_table")))


# ---------------------------------------------------------------- counter-charge, turn to face
@pytest.mark.parametrize(("a", "needs"), [(cavalry("a"), (3, 3)), (line("a"), (4, 3))])
def test_v9_counter_charge(a, needs):
    """V9: cavalry on cavalry both hit on 3+; infantry that is counter-charged 4+ against 3+ (BY-75, BY-78, BY-79)."""
    f = charge(a, cavalry("b"))
    (state,) = outcomes(f, HOME, taking("counter-charge"))
    u, e = slot(state, "a"), slot(state, "b")
    assert (need(state, "a", "b"), need(state, "b", "a")) == needs
    assert state.touched_side(e, u) == state.touched_side(u, e) == 0


@pytest.mark.parametrize(("reaction", "needs"), [("stand", (2, 5)), ("turn to face", (3, 4))])
def test_v10_turn_to_face(reaction, needs):
    """V10: cavalry charged on the right: standing 2+ against 5+, turned 3+ against 4+ (BY-82, BY-84, BY-85)."""
    f = charge(cavalry("a"), cavalry("b"), struck_side="right")
    (state,) = outcomes(f, HOME, taking(reaction))
    assert (need(state, "a", "b"), need(state, "b", "a")) == needs


@pytest.mark.parametrize(("first", "second", "then"), [("right", "left", "rear"), ("rear", "left", "right")])
def test_by_83_a_unit_that_has_turned_shows_a_later_charger_another_side(first, second, then):
    orders = [order("a", "b", struck_side=first), order("c", "b", struck_side=second)]
    f = fight([cavalry("a"), cavalry("c")], cavalry("b"), orders=orders)
    (state,) = outcomes(f, HOME, taking("a ", "turn", "stand"))
    b, c = slot(state, "b"), slot(state, "c")
    assert SIDES[state.touched_side(b, c)] == then


def test_v20_the_best_reaction_is_the_counter_charge():
    """V20: stand -413389/1889568, evade 0, counter-charge 9479035/322486272 (BY-34, BY-38, BY-61, BY-79)."""
    f = charge(line("a", melee=2, stamina=1), cavalry("b", melee=3, stamina=1), max_rounds=2)
    worth = {"stand": F(-413389, 1889568), "evade": F(0), "counter-charge": F(9479035, 322486272)}
    for reaction, expected in worth.items():
        found = verdicts(f, taking(reaction))
        assert found["B"] - found["A"] == expected
    best, _ = value(f, lambda s: (verdict(s) == 0) - (verdict(s) == 1))
    assert best == -max(worth.values())
