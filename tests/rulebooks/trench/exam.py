"""What `trench` brings to the examination."""

from tests.rulebooks.trench.builders import (
    cavalry,
    corner,
    dugout,
    fight,
    foot,
    house,
    lancers,
    leader,
    night,
    recruits,
    veterans,
)
from tests.rulebooks.trench.places import at, line, square, terrain

WATCH = {"by": "B", "target": "A1", "distance": 15.0, "stationary": True, "ahead": 6.0}

SMALL = {
    "two against two": fight(foot("A1", 2), foot("B1", 2)),
    "men only": fight(foot("A1", 3), foot("B1", 3), remember="men"),
    "the end only": fight(foot("A1", 3), foot("B1", 3, cover="light"), remember="end"),
    "initiative": fight(foot("A1", 1, leaders=[leader(1)]), foot("B1", 1, leaders=[leader(1)]), remember="end"),
    "three a side": fight([foot(f"A{k}", 1) for k in range(3)], [foot(f"B{k}", 1) for k in range(3)], remember="men"),
    "two groups": fight(
        [foot("A1", 1, shock=1), foot("A2", 2)], [veterans("B1", 1), recruits("B2", 1)], remember="men"
    ),
    "veterans may": fight(veterans("A1", 2), foot("B1", 2), rulings={"ignore_choice": "may"}, remember="men"),
    "uncapped": fight(veterans("A1", 2), foot("B1", 2), rulings={"ignore_at_cap": "uncapped"}, remember="end"),
    "lancers": fight(lancers("A1", 1, elan=True), foot("B1", 2, edge_distance=20), remember="men"),
    "cavalry": fight(cavalry("A1", 2), cavalry("B1", 2, retreat_room=3), remember="men"),
    "owner's choice": fight(
        foot("A1", 1), [foot("B1", 1), foot("B2", 1)], rulings={"hit_allocation": "owner_choice"}, remember="end"
    ),
    "at random": fight(
        foot("A1", 1), [foot("B1", 1), foot("B2", 1)], rulings={"hit_allocation": "random"}, remember="men"
    ),
    "prisoners": fight(foot("A1", 2), foot("B1", 2, retreat_room=3), take_prisoners=True, remember="men"),
    "survivors": fight(
        foot("A1", 2), foot("B1", 2), take_prisoners=True, rulings={"prisoner_roll": "extra_survivor"}, remember="men"
    ),
    "house": house(foot("A1", 3), [foot("B1", 1), foot("B2", 1, floor=1)], {"watched_exits": [0]}, remember="end"),
    "stay": house(
        foot("A1", 2),
        foot("B1", 2),
        rulings={"stairs_excess": "stay"},
        parameters={"stair_men": 1},
        remember="end",
    ),
    "dugout": dugout(foot("A1", 2), foot("B1", 1), parameters={"grenade_dice": 2}),
    "corner": corner(foot("A1", 2), foot("B1", 2), parameters={"grenade_dice": 3}, remember="men"),
    "night": night(
        foot("A1", 1), foot("B1", 1), [WATCH, {**WATCH, "turn": 2}], side_a={"star_shells": 0}, remember="end"
    ),
    "on a table": fight(
        [foot("A1", 1, **at(10, 10)), foot("A2", 1, **at(14, 10))],
        [foot("B1", 1, **at(10, 12)), foot("B2", 1, **at(13, 12))],
        table={"width": 24, "height": 24},
        terrain=[terrain("wall", square(0, 13, 24, 14), impassable=True)],
        parameters={"overwhelm_roll_dice": 1, "most_rounds": 2},
        remember="men",
    ),
    "hunted": fight(
        cavalry("A1", 1, **at(12, 10)),
        foot("B1", 3, **line(3, 12, 11)),
        table={"width": 30, "height": 36},
        parameters={"flee_dice": 1, "overwhelm_roll_dice": 1, "most_rounds": 1},
        remember="men",
    ),
    "an inn": house(
        foot("A1", 2, **line(2, 15, 7)),
        foot("B1", 1),
        {"floors": 1, "shape": square(10, 10, 20, 20), "doors": [{"at": [15, 10]}, {"at": [15, 20]}]},
        table={"width": 30, "height": 30},
        remember="men",
    ),
}

TINY = {
    "one against one": fight(foot("A1", 1), foot("B1", 1)),
    "two against one": fight(foot("A1", 2), foot("B1", 1), remember="men"),
    "overwhelmed": fight(foot("A1", 4), foot("B1", 1), parameters={"overwhelm_roll_dice": 2}),
    "two groups": fight([foot("A1", 1), foot("A2", 1)], foot("B1", 1), remember="men"),
}

GOLDEN = (
    ("raid", 1, 1),
    ("lancers-against-cavalry", 2, 2),
    ("cavalry-breaks-infantry", 3, 3),
    ("two-storey-house", 2, 2),
    ("dugout", 6, 6),
    ("three-to-one", 6, 6),
    ("night-raid", 7, 7),
    ("veterans-fight-on", 8, 8),
    ("prisoners", 10, 10),
    ("corner", 6, 6),
    ("backs-to-the-canal", 3, 3),
    ("dragoons-run-on", 20, 20),
)

ENDLESS: dict[str, object] = {}

UNCITED: dict[str, str] = {}
