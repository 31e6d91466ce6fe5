"""What `wasteland` brings to the examination."""

from tests.rulebooks.wasteland.builders import at, bow, fight, piece, squad, unit, weapon

AXE = weapon(
    "axe", strike=5, damage=2, on_crit={"damage_plus": 1, "ignores": ["defence"]}, on_fumble={"self_damage": 1}
)
BOW = bow(strike=3, rate_of_fire=2)


def line(unit, other, distance, **given):
    return {"unit": unit, "other": other, "distance": distance, **given}


SMALL = {
    "duel of FP": fight(unit("A1", magic_defence=2), unit("B1", magic_defence=2), fp=(1, 1)),
    "squads with FP": fight(squad("A1", 2, defence=2), squad("B1", 2, magic_defence=2), fp=(1, 1), max_rounds=2),
    "three a side": fight(
        [unit(f"A{k}", mobility=5) for k in range(3)], [unit(f"B{k}", weapons=[]) for k in range(3)], max_rounds=1
    ),
    "three pairs": fight(
        [unit(f"A{k}", targets=[f"B{k}"], mobility=5) for k in range(3)],
        [unit(f"B{k}", targets=[f"A{k}"], mobility=3 + k) for k in range(3)],
        max_rounds=1,
    ),
    "squads against two": fight(squad("A1", 3), [squad("B1", 2), unit("B2", toughness=2)], max_rounds=2),
    "ambush": fight(unit("A1", charged_this_round=True), squad("B1", 2, camouflaged=True), fp=(1, 0)),
    "axes": fight(
        unit("A1", [{"models": 2, "toughness": 2, "weapons": ["axe"]}, {"weapons": ["blade"], "name": "boss"}]),
        squad("B1", 2, toughness=2, weapons=["axe", "blade"]),
        weapons=[AXE],
        max_rounds=1,
    ),
    "bystanders": fight(
        [unit("A1"), unit("A2", distance_to_melee=2)],
        [unit("B1"), unit("B2", distance_to_melee=3)],
        lines=[line("A2", "B2", 2)],
        max_rounds=2,
    ),
    "shoot-out": fight(
        [squad("A1", 2, weapons=["bow"], distance_to_melee=9)],
        [unit("B1", weapons=["bow"], distance_to_melee=9, defence=2), unit("B2", distance_to_melee=9)],
        weapons=[BOW],
        fp=(1, 0),
        lines=[
            line("A1", "B1", 8, visible_fraction=0.5, cover_struck="barrel"),
            line("A1", "B2", 12),
            line("B1", "A1", 8),
        ],
        explosives=[{"id": "barrel", "near": {"B1": 1, "B2": 1}}],
        activations=["A1", "B1"],
        max_rounds=2,
    ),
    "all struck at once": fight(
        squad("A1", 2, toughness=2),
        squad("B1", 2),
        rulings={"mobility_tie": "simultaneous", "equal_losses": "both", "multi_damage": "one_each"},
        weapons=[weapon("blade", damage=2)],
    ),
    "drawn in on a table": fight(
        [at("A1", (0, 0), mobility=5), at("A2", (-3, 0))],
        at("B1", (1, 0), (0, 3), toughness=2),
        terrain=[piece("wall", 0.4, -1, 0.6, 1, height=0.5)],
        max_rounds=1,
    ),
    "two melees on a table": fight(
        [at("A1", (5, 5)), at("A2", (9, 5), spirit=3)],
        [at("B1", (6, 5), (4, 5)), at("B2", (9, 6), spirit=3)],
        table={"width": 20, "height": 20},
        max_rounds=1,
    ),
    "shoot-out on a table": fight(
        [at("A1", (0, 0), (0, 2), weapons=["bow"])],
        [at("B1", (9, 0), weapons=["bow"], defence=2), at("B2", (9, 1.5))],
        weapons=[BOW],
        terrain=[piece("barrel", 7.6, -0.4, 8.2, 0.4, height=0.9, explosive={})],
        activations=["A1", "B1"],
        max_rounds=1,
    ),
    "never ends": fight(
        unit("A1", weapons=["stick"]), unit("B1", weapons=["stick"]), weapons=[weapon("stick", attacks=0)]
    ),
}

TINY = {
    "one bout": fight(squad("A1", 2, mobility=5), unit("B1", defence=3), max_rounds=1),
    "beast": fight(unit("A1", toughness=2, mobility=5), squad("B1", 2), max_rounds=1),
}

GOLDEN = (
    ("ambush", 1, 1),
    ("barricade", 2, 2),
    ("beast", 3, 3),
    ("fp-duel", 4, 4),
    ("powder-barrel", 5, 5),
    ("sniper", 6, 6),
    ("bystanders", 7, 7),
    ("raiders", 8, 8),
    ("yard", 10, 10),
    ("upper-floor", 42, 42),
    ("two-quarrels", 16, 16),
)

ENDLESS = ("never ends",)

UNCITED = {}
