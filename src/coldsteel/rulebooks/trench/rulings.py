"""The switches of the disputed places (ledger sections 6 and 7) and the numbers of the source and its completions.

The first value of a switch is its default. What each value means stands in the catalogue (`text/en.toml`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from coldsteel.kernel.clauses import Catalogue, Number

__all__ = ["CATALOGUE", "KINDS", "Kinds", "Number", "Parameters", "Rulings"]

CATALOGUE = Catalogue("coldsteel.rulebooks.trench", "TR")
"""The clauses and rulings in words."""

Kind = Literal["plain", "bombers", "trench_fighters", "trench_brooms", "leaders"]
Kinds = tuple[Kind, Kind, Kind, Kind, Kind]
KINDS: Kinds = ("plain", "bombers", "trench_fighters", "trench_brooms", "leaders")
"""The kinds of men (TR-2), in the order in which they fall (TR-51)."""

Two = tuple[int, int]
Three = tuple[int, int, int]
Four = tuple[int, int, int, int]


@dataclass(frozen=True)
class Rulings:
    """One value for every disputed place; a fight without `[rulings]` has the defaults."""

    participation_unit: Literal["group", "man"] = "group"  # TR-R1
    participation_chain: Literal["direct", "chain"] = "direct"  # TR-R1
    proportional_base: Literal["men", "after_flat"] = "men"  # TR-R2
    rounding_moment: Literal["line", "side_total"] = "line"  # TR-R3
    round_sets: Literal["down", "up"] = "down"  # TR-R4
    round_halves: Literal["up", "down"] = "up"  # TR-R4
    initiative_dice: Literal["per_point", "one_per_leader", "one_per_side"] = "per_point"  # TR-R5
    initiative_lasts: Literal["round", "fight"] = "round"  # TR-R5
    status_versus: Literal["enemy_best", "total"] = "enemy_best"  # TR-R6
    experience_versus: Literal["enemy_best", "enemy_worst"] = "enemy_best"  # TR-R7
    movement_penalty: Literal["foe", "mover", "foe_gains"] = "foe"  # TR-R8
    movement_scope: Literal["group", "once"] = "group"  # TR-R8
    movement_rounds: Literal["first", "every"] = "first"  # TR-R8
    movement_counted: Literal["all", "seen"] = "all"  # TR-R8
    shock_scope: Literal["group", "side"] = "group"  # TR-R9
    bomber_scope: Literal["bombers", "whole_group"] = "bombers"  # TR-R10
    situation_rounds: Literal["every", "first"] = "every"  # TR-R11
    cover_role: Literal["defender", "either"] = "defender"  # TR-R11
    rear_half: Literal["total", "men"] = "total"  # TR-R12
    lancer_clock: Literal["round", "turn"] = "round"  # TR-R13
    lancer_scope: Literal["group", "side"] = "group"  # TR-R13
    lancer_target: Literal["cavalry", "not_lancers"] = "cavalry"  # TR-R13
    double_open: Literal["men", "total"] = "men"  # TR-R14
    ratio_check: Literal["every_round", "first_round"] = "every_round"  # TR-R15
    poor_morale_scope: Literal["all", "any"] = "all"  # TR-R15
    overwhelm_roll: Literal["side", "group"] = "side"  # TR-R16
    surrounded_scope: Literal["any_retreat", "overwhelmed_only"] = "any_retreat"  # TR-R17
    no_retreat_means: Literal["cannot_break_clear", "cannot_go_full"] = "cannot_break_clear"  # TR-R17
    hit_allocation: Literal["even", "owner_choice", "random"] = "even"  # TR-R18
    loss_window: Literal["round", "fight"] = "round"  # TR-R19
    draw_rounds: Literal["three_rounds", "three_refights"] = "three_rounds"  # TR-R20
    draw_retreat: Literal["both", "attacker"] = "both"  # TR-R21
    loss2_shock: Literal["side", "group"] = "side"  # TR-R22
    loss4_double: Literal["this_fight", "all_carried"] = "this_fight"  # TR-R23
    unstated_facing: Literal["away", "enemy"] = "away"  # TR-R24
    loss4_idle: Literal["loser", "winner"] = "loser"  # TR-R25
    ignore_scope: Literal["all", "any"] = "all"  # TR-R26
    ignore_at_cap: Literal["stands", "draw", "uncapped"] = "stands"  # TR-R26
    ignore_choice: Literal["must", "may"] = "must"  # TR-R26
    recruit_order: Literal["shift_first", "ignore_first"] = "shift_first"  # TR-R27
    cavalry_break: Literal["at_least", "replace"] = "at_least"  # TR-R28
    pursuit_share: Literal["whole_fight", "last_round"] = "whole_fight"  # TR-R29
    floor_defence: Literal["separate", "join"] = "separate"  # TR-R30
    stairs_excess: Literal["surrender", "stay"] = "surrender"  # TR-R31
    dugout_leader: Literal["fight_die", "test_bonus"] = "fight_die"  # TR-R32
    grenade_fight_cover: Literal["light", "none"] = "light"  # TR-R33
    prisoner_roll: Literal["instead_of_dead", "extra_survivor"] = "instead_of_dead"  # TR-R34
    corner_fight: Literal["grenades", "melee"] = "grenades"  # TR-R35
    illum_zone: Literal["diameter", "radius"] = "diameter"  # TR-R36
    stationary_scope: Literal["lit", "night"] = "lit"  # TR-R37
    illum_turns: Literal["with_firing_turn", "after_firing_turn"] = "with_firing_turn"  # TR-R38
    initiative_order: Literal["attacker_first", "defender_first"] = "attacker_first"  # TR-C6
    pursued_first: bool = True  # TR-C11


@dataclass(frozen=True)
class Parameters:
    """The numbers of the source and of the completions; a fight without `[parameters]` has these."""

    melee_distance: Annotated[float, Number("TR-5", "inches; nearer than this is a melee", 0.5, 24.0)] = 4.0
    join_distance: Annotated[float, Number("TR-8", "inches within which one is drawn in", 0.5, 48.0)] = 9.0
    rear_arc: Annotated[int, Number("TR-6", "degrees behind a Group; read on a table only", 90, 270)] = 180
    experience_levels: Annotated[Three, Number("TR-4", "levels of recruit, regular, veteran", 0, 9)] = (0, 1, 2)
    experience_dice: Annotated[int, Number("TR-18", "dice for each level above the enemy's best", 0, 6)] = 2
    status_step: Annotated[int, Number("TR-16", "Status above the enemy's best that is worth a die", 1, 4)] = 2
    movement_dice: Annotated[int, Number("TR-20", "dice lost for each movement die", 0, 6)] = 2
    shock_per_die: Annotated[int, Number("TR-22", "Shock points that cost a die", 1, 9)] = 2
    fighter_dice: Annotated[int, Number("TR-25", "dice more for a trench fighter", 0, 6)] = 1
    broom_dice: Annotated[int, Number("TR-26", "dice more for a trench broom", 0, 6)] = 2
    lancer_first: Annotated[int, Number("TR-33", "dice of lancers in their first clash with cavalry", -6, 6)] = 2
    lancer_later: Annotated[int, Number("TR-34", "dice of lancers when that clash goes on", -6, 6)] = -2
    min_dice: Annotated[int, Number("TR-40", "dice that a Group and a side have at least", 0, 3)] = 0
    overwhelm_factor: Annotated[int, Number("TR-42", "times the enemy's dice that drive him off", 2, 9)] = 4
    overwhelm_factor_poor: Annotated[int, Number("TR-42", "the same against poor morale", 2, 9)] = 3
    overwhelm_roll_dice: Annotated[int, Number("TR-44", "dice rolled for the distance of that retreat", 1, 5)] = 3
    overwhelm_shock: Annotated[int, Number("TR-44", "Shock on each Group driven off so", 0, 12)] = 6
    kill_face: Annotated[int, Number("TR-48", "lowest face that kills", 3, 7)] = 6
    shock_face: Annotated[int, Number("TR-48", "lowest face that gives Shock, if it does not kill", 2, 7)] = 5
    casualty_order: Annotated[Kinds, Number("TR-51", "the order in which kinds of men fall", 0, 0)] = KINDS
    most_rounds: Annotated[int, Number("TR-56", "rounds of a fight", 1, 4)] = 3
    stalemate_in: Annotated[int, Number("TR-58", "inches back when nothing is decided", 0, 12)] = 2
    foot_back: Annotated[Four, Number("TR-60", "inches back for foot, by level", 4, 31)] = (6, 9, 12, 18)
    cavalry_back: Annotated[Four, Number("TR-60", "inches back for cavalry, by level", 4, 31)] = (12, 18, 24, 24)
    loss2_points: Annotated[int, Number("TR-61", "Shock of a defeat by 2", 0, 9)] = 2
    loss3_points: Annotated[int, Number("TR-63", "Shock on each Group of a defeat by 3", 0, 9)] = 2
    break_in: Annotated[int, Number("TR-76", "inches that foot breaks before cavalry", 4, 31)] = 12
    turn_step: Annotated[int, Number("TR-74", "degrees; read on a table only", 1, 90)] = 15
    turn_max: Annotated[int, Number("TR-74", "degrees; read on a table only", 0, 180)] = 90
    move_step: Annotated[float, Number("TR-74", "inches; read on a table only", 0.1, 4.0)] = 0.5
    retreat_clearance: Annotated[float, Number("TR-74", "inches; read on a table only", 0.0, 4.0)] = 1.0
    pursuit_in: Annotated[int, Number("TR-79", "inches that cavalry runs on in a turn", 12, 24)] = 12
    flee_dice: Annotated[int, Number("TR-81", "dice rolled for the run of who is chased", 0, 2)] = 2
    stair_men: Annotated[int, Number("TR-86", "men whom a staircase lets get away", 0, 12)] = 3
    entrance_reach: Annotated[float, Number("TR-101", "inches from the entrance at which one may act", 0.5, 12.0)] = 4.0
    call_surrender: Annotated[int, Number("TR-93", "highest face on which those called on give up", 0, 6)] = 4
    grenade_surrender: Annotated[int, Number("TR-98", "highest face on which they do after a grenade", 0, 6)] = 3
    grenade_dice: Annotated[int, Number("TR-96", "dice of a grenade", 0, 20)] = 8
    grenade_kill: Annotated[int, Number("TR-97", "lowest face of a grenade die that kills", 3, 7)] = 6
    grenade_shock: Annotated[int, Number("TR-97", "lowest face of a grenade die that gives Shock", 2, 7)] = 5
    grenades_per_turn: Annotated[int, Number("TR-97", "grenades into a dugout in a turn", 0, 1)] = 1
    morale_factor: Annotated[int, Number("TR-99", "Shock above so many times the men: morale is lost", 1, 9)] = 1
    prisoner_face: Annotated[int, Number("TR-102", "lowest face that takes a prisoner", 2, 7)] = 5
    prisoners_per_guard: Annotated[int, Number("TR-105", "prisoners whom one man can guard", 1, 20)] = 5
    moon_full: Annotated[int, Number("TR-108", "harder to detect under a full moon", 0, 6)] = 1
    moon_new: Annotated[int, Number("TR-108", "harder to detect under a new moon", 0, 6)] = 2
    spot_bands: Annotated[Two, Number("TR-109", "inches up to which detection is near and middling", 1, 72)] = (9, 27)
    spot_base: Annotated[Three, Number("TR-109", "2d6 needed near, middling and far", 2, 13)] = (5, 7, 9)
    spot_cover: Annotated[Three, Number("TR-109", "more for light, medium and heavy cover", 0, 6)] = (1, 2, 3)
    zone_in: Annotated[int, Number("TR-110", "inches across the zone that a star shell shows up", 1, 36)] = 18
    deviation_dice: Annotated[int, Number("TR-112", "dice for how far a star shell drifts", 0, 3)] = 2
    deviation_directions: Annotated[int, Number("TR-113", "directions of the deviation die", 1, 12)] = 8
    deviation_hit_share: Annotated[int, Number("TR-113", "faces of that die, besides, that mean: on target", 0, 12)] = 0
    burn_turns: Annotated[int, Number("TR-114", "turns that a star shell burns", 1, 6)] = 3
    still_bonus: Annotated[int, Number("TR-116", "to the roll against what keeps still", -6, 0)] = -2
