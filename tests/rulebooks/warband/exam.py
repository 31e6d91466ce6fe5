"""What `warband` brings to the examination."""

from tests.rulebooks.warband.builders import (
    P,
    Q,
    R,
    blade,
    captain,
    chief,
    fight,
    levy,
    melee,
    other,
    raider,
    row,
    unit,
)

MUST = {"activation_optional": False}


def champion():
    return row("champion", 60, 40, 40, 40, 70, 30, 1, 1, weapons=("blade",), is_leader=True)


def weak(hero, **given):
    """A hero of few attacks, so that the plain reader can visit every state of his fights."""
    return other(hero, wounds=2, attacks=1, **given)


THREE_A_SIDE = fight(
    *(unit(f"a{k}", P, blade(), tied_with=[f"b{k}"]) for k in range(3)),
    *(unit(f"b{k}", Q, levy()) for k in range(3)),
    max_posts=1,
    rulings=MUST,
    outcome_keeps=[],
)

THREE_CONTROLLERS = fight(
    unit("p", P, blade(2), tied_with=["q"]),
    unit("q", Q, levy(3), tied_with=["r"]),
    unit("r", R, blade()),
    sides={P: "us", R: "us"},
    max_posts=2,
)

SMALL = {
    "two against two": melee(blade(2), levy(2), max_posts=3),
    "three against three, four posts": melee(blade(3), levy(3), max_posts=4, outcome_keeps=[]),
    "split attacks": fight(
        unit("raider", P, raider(), tied_with=["b", "c"]), unit("b", Q, levy(2)), unit("c", Q, blade()), max_posts=1
    ),
    "two champions": melee([levy(2), champion()], [blade(), champion()], max_posts=1),
    "a duel of heroes": melee([weak(captain())], [weak(chief())], max_posts=2),
    "a hero of two points": melee([weak(captain(action_points=2))], [levy(2)], max_posts=2),
    "a monster of many wounds": melee(
        [row("monster", 50, 20, 60, 60, 60, 30, 5, 2, weapons=("flail",))], [levy(2, wounds=2)], max_posts=2
    ),
    "a charge": fight(
        unit("a", P, blade(2)),
        unit("b", Q, levy(2)),
        charges=[{"post": 2, "unit": "b", "target": "a"}],
        max_posts=3,
    ),
    "three a side": THREE_A_SIDE,
    "three controllers": THREE_CONTROLLERS,
    "a charge on a table": fight(
        unit("a", P, blade(), positions=[[0, 0]]),
        unit("b", Q, levy(2), positions=[[0, 3], [0.5, 3]]),
        unit("c", Q, levy(), positions=[[-1, 3.2]]),
        charges=[{"unit": "a", "target": "b"}],
        max_posts=2,
        outcome_keeps=[],
    ),
    "a duel on a table": fight(
        unit("a", P, weak(captain()), positions=[[0, 0]]),
        unit("b", Q, weak(chief()), levy(), positions=[[0, 0.4], [0.6, 0.6]]),
        unit("c", Q, levy(attacks=0), positions=[[0.8, 1.0]], fearless=True),
        max_posts=2,
        outcome_keeps=[],
    ),
    "one by one": melee(
        [raider()], levy(2), max_posts=1, rulings={"attack_declaration": "one_by_one", "second_side_order": "alternate"}
    ),
}

SURE = row("sure", 60, 0, 40, 40, 40, 0, 1, 1, weapons=("whip",))  # nobody can parry, dodge or save

TINY = {
    "one blow each": melee(SURE, SURE, max_posts=1, rulings=MUST),
    "two posts": melee(SURE, SURE, max_posts=2, rulings=MUST),
    "a blow that is evaded": melee(
        other(SURE, weapon_skill=20), other(SURE, agility=20, weapon_skill=0), max_posts=1, rulings=MUST
    ),
    "morale": melee(SURE, other(SURE, count=3, attacks=0), max_posts=2, rulings={**MUST, "who_fights": "own_post"}),
}

GOLDEN = (
    ("marauders", 1, 1),
    ("duel-of-chiefs", 2, 2),
    ("duel-accepted", 3, 3),
    ("mob-that-flees", 4, 4),
    ("monster", 5, 5),
    ("fearless", 6, 6),
    ("three-controllers", 7, 7),
    ("charge-and-intervention", 12, 12),
    ("charge-on-a-table", 23, 23),
    ("chiefs-on-a-table", 24, 24),
)

ENDLESS = ()

UNCITED: dict[str, str] = {}
