"""The switches of the disputed places (ledger sections 6 and 7) and the numbers that are parameters (3.5 and 7).

The first value of a switch is its default. What each value means stands in the catalogue (`text/en.toml`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from coldsteel.kernel.clauses import Catalogue, Number

__all__ = ["CATALOGUE", "NEED_TABLE", "Bands", "Number", "Parameters", "Rulings"]

CATALOGUE = Catalogue("coldsteel.rulebooks.bayonet", "BY")
"""The clauses and rulings in words."""

NEED_TABLE = frozenset(
    {
        "command_zone",
        "quarter_rule",
        "quarter_point",
        "place_tie",
        "collateral_contact",
        "free_half_measure",
        "evade_facing",
        "table_edge",
        "countercharge_alignment",
    }
)
"""Switches whose readings differ in where units stand: without a table they change nothing."""

Bands = tuple[int, int, int]
"""A row of the break table: the highest totals that mean broken, retires disordered, retires in good order."""


@dataclass(frozen=True)
class Rulings:
    """One value for every disputed place; a fight without `[rulings]` has the defaults."""

    conditional_order: Literal["refuse", "lost"] = "refuse"  # BY-R1
    skirmish_ban_covers_cavalry: bool = True  # BY-R2
    disordered_may_charge: bool = True  # BY-R3
    command_zone: Literal["front_midpoint", "front_edge"] = "front_midpoint"  # BY-R4
    quarter_rule: Literal["corners_45", "diagonals"] = "corners_45"  # BY-R5
    quarter_point: Literal["command_zone", "centre"] = "command_zone"  # BY-R6
    place_tie: Literal["nearest", "centre"] = "nearest"  # BY-R7
    collateral_contact: Literal["fights", "ignored"] = "fights"  # BY-R8
    free_half_measure: Literal["total", "longest_stretch"] = "total"  # BY-R9
    phase_contacts_count: bool = True  # BY-R10
    successful_declaration: Literal["in_reach", "order_passed"] = "in_reach"  # BY-R11
    reaction_limit: Literal["per_charge", "per_turn"] = "per_charge"  # BY-R12
    engaged_reactions: Literal["stand_only", "as_listed"] = "stand_only"  # BY-R13
    volley_arc: Literal["front", "any"] = "front"  # BY-R14
    volley_bars_column_and_limbers: bool = True  # BY-R15
    volley_shaken_charger: Literal["goes_on", "halts"] = "goes_on"  # BY-R16
    volley_counts_in_result: bool = False  # BY-R17
    square_exemption: Literal["may_not", "need_not"] = "may_not"  # BY-R18
    square_formations: Literal["all", "formed_only"] = "all"  # BY-R19
    square_clears_disorder: bool = False  # BY-R20
    charge_bonus_against_new_square: bool = True  # BY-R21
    evade_facing: Literal["kept", "reversed"] = "kept"  # BY-R22
    evade_destroys: Literal["all_evaders", "cavalry_only"] = "all_evaders"  # BY-R23
    table_edge: Literal["any_part", "centre", "whole"] = "any_part"  # BY-R24
    charge_bans_bind_countercharge: bool = True  # BY-R25
    countercharge_alignment: Literal["segment", "target_facing"] = "segment"  # BY-R26
    turn_without_room: Literal["not_offered", "forfeited"] = "not_offered"  # BY-R27
    fixed_dice: Literal["after_size", "replace"] = "after_size"  # BY-R28
    small_floor: Literal[1, 0] = 1  # BY-R29
    split_policy: Literal["owner", "even"] = "owner"  # BY-R30
    charge_bonus_lasts: Literal["first_round", "whole_fight"] = "first_round"  # BY-R31
    won_last_scope: Literal["unit", "same_enemy"] = "unit"  # BY-R32
    shaken_and_disordered: Literal["single", "stacking"] = "single"  # BY-R33
    flank_modifiers_last: Literal["while_in_contact", "charge_round"] = "while_in_contact"  # BY-R34
    flanked_penalty_scope: Literal["unit", "that_enemy"] = "unit"  # BY-R35
    skirmish_has_flanks: bool = True  # BY-R36
    natural_extremes: Literal["arithmetic", "one_fails_six_succeeds"] = "arithmetic"  # BY-R37
    square_bonus_scope: Literal["any_cavalry", "only_cavalry"] = "any_cavalry"  # BY-R38
    cavalry_evades: Literal["from_infantry", "from_any"] = "from_infantry"  # BY-R39
    near_zone_check: Literal["front_quarter", "off"] = "front_quarter"  # BY-C3
    path_check: Literal["segment", "off"] = "segment"  # BY-C5
    volley_six_disorders: bool = True  # BY-C7
    volley_break_test: Literal["shooting", "melee", "none"] = "shooting"  # BY-C8
    counter_needs_room: bool = True  # BY-C11
    allocation_first: Literal["active", "other"] = "active"  # BY-C12
    result_scope: Literal["whole_fight", "pairwise"] = "whole_fight"  # BY-C14
    draw_shaken_test: bool = True  # BY-C16


@dataclass(frozen=True)
class Parameters:
    """The numbers of the source and of the completions; a fight without `[parameters]` has these."""

    dice_large: Annotated[int, Number("BY-88", "dice that a large unit has more", 0, 6)] = 2
    dice_small: Annotated[int, Number("BY-89", "dice that a small unit has more (so: fewer)", -12, 0)] = -2
    dice_tiny: Annotated[int, Number("BY-90", "dice of a tiny unit", 0, 12)] = 1
    dice_march_column: Annotated[int, Number("BY-92", "dice of a march column", 0, 12)] = 1
    dice_limbered: Annotated[int, Number("BY-91", "dice of limbered artillery", 0, 12)] = 0
    dice_side_cap: Annotated[
        int, Number("BY-93", "dice that a square or garrison spends on one side at most", 0, 12)
    ] = 2
    hit_base: Annotated[int, Number("BY-100", "what a die must show to hit", 1, 7)] = 4
    hit_charge: Annotated[int, Number("BY-101", "to hit: for charging", -5, 5)] = 1
    hit_won: Annotated[int, Number("BY-102", "to hit: for having won the last round", -5, 5)] = 1
    hit_shaken_or_disordered: Annotated[int, Number("BY-103", "to hit: shaken or disordered", -5, 5)] = -1
    hit_skirmish: Annotated[int, Number("BY-104", "to hit: in skirmish order", -5, 5)] = -1
    hit_flanked: Annotated[int, Number("BY-105", "to hit: attacked on a flank or the rear", -5, 5)] = -1
    hit_flanking: Annotated[int, Number("BY-106", "to hit: attacking a flank or the rear", -5, 5)] = 1
    volley_base: Annotated[int, Number("BY-44", "what a die of a closing volley must show to hit", 1, 7)] = 4
    volley_bonus: Annotated[int, Number("BY-39", "volley to hit: for the closing volley", -5, 5)] = 1
    volley_shaken_or_disordered: Annotated[
        int, Number("BY-44", "volley to hit: shooter shaken or disordered", -5, 5)
    ] = -1
    volley_at_skirmish: Annotated[int, Number("BY-44", "volley to hit: at a charger in skirmish order", -5, 5)] = -1
    volley_artillery_at_column: Annotated[
        int, Number("BY-44", "volley to hit: artillery at an attack column", -5, 5)
    ] = 1
    volley_large: Annotated[int, Number("BY-43", "volley dice that a large unit has more", 0, 6)] = 1
    volley_small: Annotated[int, Number("BY-43", "volley dice that a small unit has more (so: fewer)", -6, 0)] = -1
    volley_square_cap: Annotated[int, Number("BY-43", "volley dice of a square at most", 0, 12)] = 1
    volley_building_cap: Annotated[int, Number("BY-43", "volley dice of a garrison at most", 0, 12)] = 2
    save_attack_column: Annotated[int, Number("BY-115", "to the save: infantry in attack column", -5, 5)] = 1
    save_light_cover: Annotated[int, Number("BY-115", "to the save: light cover", -5, 5)] = 1
    save_heavy_cover: Annotated[int, Number("BY-115", "to the save: heavy cover", -5, 5)] = 2
    save_garrison: Annotated[int, Number("BY-115", "to the save: garrison", -5, 5)] = 2
    save_march_column: Annotated[int, Number("BY-115", "to the save: march column", -5, 5)] = -2
    save_artillery_shot: Annotated[int, Number("BY-115", "to the save: hit by an artillery shot", -5, 5)] = -2
    result_support_rear: Annotated[int, Number("BY-120", "to the combat result: support to the rear", 0, 9)] = 1
    result_support_flank: Annotated[int, Number("BY-120", "to the combat result: each flank supported", 0, 9)] = 1
    result_square_vs_cavalry: Annotated[int, Number("BY-60", "to the combat result: square against cavalry", 0, 9)] = 3
    break_excess: Annotated[int, Number("BY-126", "to the break test: each casualty above stamina", -6, 0)] = -1
    break_disordered: Annotated[int, Number("BY-126", "to the break test: disordered", -6, 6)] = -1
    break_artillery: Annotated[int, Number("BY-126", "to the break test: artillery caused a casualty", -6, 6)] = -1
    break_infantry_melee: Annotated[
        Bands, Number("BY-127", "highest totals: broken, retires disordered, retires in good order", -99, 99)
    ] = (4, 6, 6)
    break_cavalry_melee: Annotated[Bands, Number("BY-127", "as for infantry; 99: never holds", -99, 99)] = (4, 6, 99)
    break_artillery_melee: Annotated[Bands, Number("BY-127", "as for infantry; 99: always broken", -99, 99)] = (
        99,
        99,
        99,
    )
    break_infantry_shooting: Annotated[Bands, Number("BY-127", "the same after a closing volley", -99, 99)] = (4, 5, 5)
    break_cavalry_shooting: Annotated[Bands, Number("BY-127", "the same after a closing volley", -99, 99)] = (4, 5, 5)
    retire_moves: Annotated[int, Number("BY-130", "full moves that a retreat takes; needs a table", 1, 3)] = 1
    stop_gap_in: Annotated[
        float, Number("BY-3", "inches that a unit halts short of an enemy; needs a table", 0.0, 12.0)
    ] = 1.0
    near_zone_in: Annotated[
        float, Number("BY-11", "inches around an enemy in which a charger may not turn; needs a table", 0.0, 48.0)
    ] = 12.0
    support_reach_in: Annotated[
        float, Number("BY-121", "inches between a unit and its support at most; needs a table", 0.0, 48.0)
    ] = 6.0
