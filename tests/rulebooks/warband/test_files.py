"""Fight files: defaults, faults of fields that do not go together, what becomes of them in the set-up."""

import pytest

from coldsteel.rulebooks.warband.profiles import cross_faults, setup_of
from coldsteel.rulebooks.warband.setup import IMPROVISED
from tests.rulebooks.warband.builders import P, Q, R, blade, captain, chief, file, levy, other, raider, row, unit


def faults(*units, **given):
    return [(place, clause) for place, _, clause in cross_faults(file(*units, **given))]


A, B = unit("a", P, blade(2), tied_with=["b"]), unit("b", Q, levy(2))


def test_a_good_file_has_no_faults():
    assert faults(A, B) == []


@pytest.mark.parametrize(
    ("units", "given", "place", "clause"),
    [
        ((A, B), {"order": [P, Q, P]}, ("order", 2), "WB-1"),
        ((A, B), {"sides": {"nobody": "us"}}, ("sides", "nobody"), "WB-1"),
        ((A, B), {"sides": {P: "us", Q: "us"}}, ("sides",), "WB-104"),
        ((A, B), {"first_poster": "nobody"}, ("first_poster",), "WB-1"),
        ((A, B), {"goals": {"nobody": "win"}}, ("goals", "nobody"), "WB-1"),
        ((A, B), {"goals": {P: "glory"}}, ("goals", P), "WB-105"),
        ((A, unit("a", Q, levy())), {}, ("units", 1, "id"), ""),
        ((A, B, unit(P, P, levy())), {}, ("units", 2, "id"), ""),
        ((A, B, {**unit("c", P, levy()), "controller": "nobody"}), {}, ("units", 2, "controller"), "WB-1"),
        ((unit("a", P, other(blade(), weapons=["wand"])), B), {}, ("units", 0, "models", 0, "weapons", 0), "WB-35"),
        ((unit("a", P, blade(), blade()), B), {}, ("units", 0, "models", 1, "name"), ""),
        ((unit("a", P, blade(wounds_lost=1)), B), {}, ("units", 0, "models", 0, "wounds_lost"), "WB-53"),
        ((unit("a", P, captain(count=2)), B), {}, ("units", 0, "models", 0, "count"), "WB-55"),
        ((unit("a", P, blade(gift_champion=True)), B), {}, ("units", 0, "models", 0, "gift_champion"), "WB-77"),
        ((unit("a", P, captain(is_leader=False)), B), {}, ("units", 0, "models", 0, "is_leader"), "WB-98"),
        ((unit("a", P, blade(), tied_with=["c"]), B), {}, ("units", 0, "tied_with", 0), ""),
        ((unit("a", P, blade(), tied_with=["c"]), B, unit("c", P, levy())), {}, ("units", 0, "tied_with", 0), "WB-7"),
        ((A, B), {"charges": [{"post": 2, "unit": "a", "target": "b"}]}, ("charges", 0, "post"), "WB-11"),
        ((A, B), {"charges": [{"unit": "z", "target": "b"}]}, ("charges", 0, "unit"), ""),
        (
            (A, B),
            {"interventions": [{"post": 9, "unit": "b", "target": "a"}], "max_posts": 3},
            ("interventions", 0, "post"),
            "WB-103",
        ),
        ((A, B), {"distances": [{"unit": "a", "enemy": "b", "metres": 1}] * 2}, ("distances", 1), "WB-7"),
        ((A, B), {"running_duels": [{"hero": "a", "other": "b"}]}, ("running_duels", 0, "hero"), "WB-55"),
    ],
)
def test_a_fault_is_found(units, given, place, clause):
    assert (place, clause) in faults(*units, **given)


def test_two_duels_of_one_hero():
    units = (
        unit("a", P, captain(), tied_with=["b", "c"]),
        unit("b", Q, chief()),
        unit("c", R, chief()),
    )
    running = [{"hero": "a", "other": "b"}, {"hero": "c", "other": "a", "began_by": "nobody"}]
    found = faults(*units, running_duels=running)
    assert (("running_duels", 1, "other"), "WB-58") in found
    assert (("running_duels", 1, "began_by"), "WB-1") in found


def test_a_running_duel_of_a_hero_without_attacks():
    units = (unit("a", P, other(captain(), attacks=0), tied_with=["b"]), unit("b", Q, chief()))
    assert faults(*units, running_duels=[{"hero": "a", "other": "b"}]) == [(("running_duels", 0, "hero"), "WB-58")]


NOT_PS = (("charges", 0, "post"), "WB-11")


@pytest.mark.parametrize(("post", "found"), [(1, [NOT_PS]), (2, []), (3, [NOT_PS])])
def test_wb_11_whose_post_it_is_goes_by_the_first_poster(post, found):
    """Q posts first: post 1 is no post for a charge of P's; an intervention belongs to somebody else's post, and who
    posts second may make one in the first (WB-5)."""
    charge = [{"post": post, "unit": "a", "target": "b"}]
    assert faults(A, B, first_poster=Q, charges=charge) == found
    assert faults(A, B, first_poster=Q, interventions=charge, max_posts=3) == []
    late = [{"post": 4, "unit": "a", "target": "b"}]
    assert faults(A, B, first_poster=Q, interventions=late, max_posts=3) == [(("interventions", 0, "post"), "WB-103")]


def test_more_ways_to_split_than_can_be_listed():
    horde = unit("a", P, raider(40), tied_with=["b", "c", "d"])
    foes = [unit(name, Q, levy()) for name in ("b", "c", "d")]
    assert (("units", 0, "models", 0), "WB-25") in faults(horde, *foes)


def test_more_kinds_of_blows_than_can_be_ordered():
    rows = [other(raider(), name=f"raider {k}", weapons=["mace", "knife", "club"]) for k in range(2)]
    assert (("units", 0, "models"), "WB-33") in faults(unit("a", P, *rows, tied_with=["b"]), B)


# ---------------------------------------------------------------- the set-up
def test_defaults_are_filled_in():
    setup = setup_of(file(unit("a", P, captain(), tied_with=["b"]), unit("b", Q, row("m", *[40] * 6, 1, 1))))
    hero, plain = setup.units[0].rows[0], setup.units[1].rows[0]
    assert (hero.is_leader, hero.leadership, hero.action_points) == (True, 70, 1)
    assert (plain.is_leader, plain.action_points, plain.weapons, plain.parry_grade) == (False, 0, (IMPROVISED,), 0)
    assert setup.opposite
    assert setup.poster(1) == 0
    assert setup.poster(2) == 1


@pytest.mark.parametrize(("damage", "die", "plus"), [(2, 0, 2), ("d3", 3, 0), ("d6+2", 6, 2)])
def test_wb_53_damage_as_it_is_written(damage, die, plus):
    weapons = [{"name": "blade", "damage": damage}, {"name": "club"}]
    weapon = setup_of(file(A, B, weapons=weapons)).units[0].rows[0].weapons[0]
    assert (weapon.damage_die, weapon.damage) == (die, plus)


def test_wb_1_the_first_poster_and_the_sides():
    setup = setup_of(file(A, B, unit("c", R, levy()), first_poster=Q, sides={P: "us", R: "us"}))
    assert [setup.poster(post) for post in (1, 2, 3, 4)] == [1, 2, 0, 1]
    assert setup.teams == (0, 1, 0)


def test_wb_2_a_game_master_is_a_controller_like_any_other():
    setup = setup_of(file(A, B, order=["Q", "P"]))
    assert setup.controllers == ("Q", "P")


def test_wb_85_without_a_table_the_reach_of_a_withdrawal_is_noted_only():
    assert setup_of(file(A, B)).parameters.withdraw_m == 5.0
