"""The switches of the disputed places (ledger sections 6 and 7) and the numbers of the source and its completions.

The first value of a switch is its default. What each value means stands in the catalogue (`text/en.toml`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from coldsteel.kernel.clauses import Catalogue, Number

__all__ = ["CATALOGUE", "Number", "Parameters", "Rulings"]

CATALOGUE = Catalogue("coldsteel.rulebooks.wasteland", "WL")
"""The clauses and rulings in words."""


@dataclass(frozen=True)
class Rulings:
    """One value for every disputed place; a fight without `[rulings]` has the defaults."""

    pull_in_chain: Literal["snapshot", "chain"] = "snapshot"  # WL-R1
    pull_in_move_limit: Literal["none", "three_steps"] = "none"  # WL-R2
    pulled_counts_as_charge: Literal["no", "yes"] = "no"  # WL-R3
    avoid_scope: Literal["per_unit", "per_model"] = "per_unit"  # WL-R4
    sight_through: Literal["own_unit", "own_side"] = "own_unit"  # WL-R5
    multi_target: Literal["per_model", "per_unit"] = "per_model"  # WL-R6
    lost_target: Literal["lost", "redirect"] = "lost"  # WL-R7
    mobility_tie: Literal["roll_off", "simultaneous", "charger_first"] = "roll_off"  # WL-R8
    order_by: Literal["unit", "model"] = "unit"  # WL-R9
    slain_strike_back: Literal["no", "yes"] = "no"  # WL-R10
    d6_bonus_scope: Literal["strike", "strike_and_parry", "all_in_favour"] = "strike"  # WL-R11
    elevation_reference: Literal["absolute", "above_target"] = "absolute"  # WL-R12
    defence_read: Literal["roll_under", "threshold"] = "roll_under"  # WL-R13
    zero_value_bonus: Literal["none", "counts"] = "none"  # WL-R14
    magic_defence_scope: Literal["all_hits", "magical_only"] = "all_hits"  # WL-R15
    parry_weapon: Literal["in_use", "any_carried"] = "in_use"  # WL-R16
    damage_radius: Literal["pool", "each"] = "pool"  # WL-R17
    wound_chooser: Literal["owner", "striker", "nearest"] = "owner"  # WL-R18
    multi_damage: Literal["fill_then_spill", "one_each"] = "fill_then_spill"  # WL-R19
    loss_measure: Literal["models", "wounds"] = "models"  # WL-R20
    equal_losses: Literal["nobody", "both"] = "nobody"  # WL-R21
    loss_scope: Literal["worst_unit", "losing_side"] = "worst_unit"  # WL-R22
    free_attack_count: Literal["once_per_enemy", "per_pair"] = "once_per_enemy"  # WL-R23
    free_hit_defences: Literal["all", "no_parry", "none"] = "all"  # WL-R24
    camouflage_who: Literal["all_in_melee", "chargers"] = "all_in_melee"  # WL-R25
    camouflage_double_test: Literal["one", "two"] = "one"  # WL-R26
    cover_vs_shots: Literal["both", "hit_penalty", "defence_bonus"] = "both"  # WL-R27
    under_half_visible: Literal["minus_one", "untargetable", "minus_two"] = "minus_one"  # WL-R28
    cover_hit_trigger: Literal["natural_one", "missed_by_one"] = "natural_one"  # WL-R29
    fp_windows: Literal["just_in_time", "start_of_bout"] = "just_in_time"  # WL-R30
    fp_order: Literal["active_first", "other_first"] = "active_first"  # WL-R31
    fp_stacking: Literal["once_each", "stack"] = "once_each"  # WL-R32
    fp_hit_scope: Literal["all", "melee"] = "all"  # WL-R33
    fp_spirit_scope: Literal["any_test", "panic_only"] = "any_test"  # WL-R34
    shot_compare: Literal["strict", "at_least"] = "strict"  # WL-R35
    shot_modifier_to: Literal["each_die", "dice_count"] = "each_die"  # WL-R36
    criticals_in_shooting: Literal["yes", "no"] = "yes"  # WL-R37
    run_bars_shooting: Literal["run_and_flee", "flee_only"] = "run_and_flee"  # WL-R38
    volley: Literal["one_at_a_time", "all_declared"] = "one_at_a_time"  # WL-R39
    nearest_rule: Literal["chain", "nearest_only"] = "chain"  # WL-R40
    easier_measure: Literal["modifier", "chance"] = "modifier"  # WL-R41
    large_target_bans: Literal["bans_stand", "large_overrides"] = "bans_stand"  # WL-R42
    large_vs_same_building: Literal["large_allowed", "same_building_first"] = "large_allowed"  # WL-R43
    same_building_choice: Literal["any", "nearest"] = "any"  # WL-R44
    avoid_test: Literal["mobility", "opposed", "spirit", "none"] = "mobility"  # WL-C4
    six_always_fails: bool = True  # WL-C6
    spirit_dice: Literal[1, 2] = 1  # WL-C7
    knocked_down_acts: Literal["no", "yes"] = "no"  # WL-C10
    parry_vs_shots: Literal["no", "yes"] = "no"  # WL-C13
    shooting_morale: Literal["none", "worst_unit"] = "none"  # WL-C13


@dataclass(frozen=True)
class Parameters:
    """The numbers of the source and of the completions; a fight without `[parameters]` has these."""

    step_mm: Annotated[float, Number("WL-1", "millimetres of a step, on a table", 1.0, 100.0)] = 25.0
    contact_mm: Annotated[float, Number("WL-3", "millimetres that still count as contact, on a table", 0.0, 10.0)] = 1.0
    draw_in_steps: Annotated[float, Number("WL-7", "steps within which a melee draws models in", 0.0, 24.0)] = 3.0
    draw_in_move: Annotated[float, Number("WL-10", "steps of that move at most, by WL-R2 three_steps", 0.0, 24.0)] = 3.0
    parry_face: Annotated[int, Number("WL-51", "least face that parries", 2, 7)] = 6
    charge_mobility: Annotated[int, Number("WL-83", "Mobility: for charging", -5, 5)] = 1
    elevation_strike: Annotated[int, Number("WL-84", "strike rolls: for high ground", -5, 5)] = 1
    prepared_mobility: Annotated[int, Number("WL-85", "Mobility: charged in prepared defence", -5, 5)] = 1
    prepared_strike: Annotated[int, Number("WL-85", "strike rolls: charged in prepared defence", -5, 5)] = 1
    camouflage_mobility: Annotated[int, Number("WL-86", "Mobility: charged while camouflaged", -5, 5)] = 1
    cover_defence: Annotated[int, Number("WL-90", "Defence: the whole unit in cover", 0, 5)] = 1
    boost: Annotated[int, Number("WL-97", "what one FP adds", 1, 3)] = 1
    cover_shot: Annotated[int, Number("WL-131", "shots: target partially hidden", -5, 0)] = -1
    elevation_shot: Annotated[int, Number("WL-141", "shots: from high ground", -5, 5)] = 1
    elevated_above: Annotated[float, Number("WL-139", "steps above the table, on a table", 0.0, 12.0)] = 1.0
    pair_barrels: Annotated[int, Number("WL-112", "times its rate of fire that a brace fires", 1, 4)] = 2
    flight_dice: Annotated[int, Number("WL-81", "dice of flight, on a table", 0, 6)] = 2
    sight_samples: Annotated[int, Number("WL-119", "sample lines of sight, on a table", 1, 256)] = 16
