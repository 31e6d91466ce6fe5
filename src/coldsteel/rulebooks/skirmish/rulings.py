"""The switches of the disputed places (ledger sections 6 and 7) and the numbers of the source and its completions.

The first value of a switch is its default. What each value means stands in the catalogue (`text/en.toml`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from coldsteel.kernel.clauses import Catalogue, Number

__all__ = ["CATALOGUE", "NEED_TABLE", "Number", "Parameters", "Rulings"]

CATALOGUE = Catalogue("coldsteel.rulebooks.skirmish", "SK")
"""The clauses and rulings in words."""

NEED_TABLE = frozenset({"charge_line", "counter_way", "flight_path"})
"""Switches whose readings differ in what lies in the way: in a fight stated without a table all ways are free."""


@dataclass(frozen=True)
class Rulings:
    """One value for every disputed place; a fight without `[rulings]` has the defaults."""

    split_timing: Literal["sequential", "declared"] = "sequential"  # SK-R1
    split_priority: Literal["free_after_first", "strict"] = "free_after_first"  # SK-R2
    priority_pool: Literal["visible", "chargeable"] = "visible"  # SK-R3
    priority_engaged: Literal["if_nearest", "always_allowed", "unengaged_only", "if_no_unengaged"] = (
        "if_nearest"  # SK-R4
    )
    size_cap_counts: Literal["contacts_and_attacker", "contacts_only"] = "contacts_and_attacker"  # SK-R5
    charge_line: Literal["shortest_path", "straight_only"] = "shortest_path"  # SK-R6
    charge_split: Literal["target_only", "free"] = "target_only"  # SK-R7
    natural_one: Literal["always_hits", "needs_value"] = "always_hits"  # SK-R8
    crit_scope: Literal["that_hit", "rest_of_action"] = "that_hit"  # SK-R9
    fumble_scope: Literal["next_test", "next_action"] = "next_test"  # SK-R10
    armour_naturals: Literal["both", "twenty_only", "none"] = "both"  # SK-R11
    engaged_reactions: Literal["guard_only", "none", "all"] = "guard_only"  # SK-R12
    counter_priority: Literal["any_moment", "at_interception"] = "any_moment"  # SK-R13
    counter_conditions: Literal["path_and_priority", "none"] = "path_and_priority"  # SK-R14
    reach_compared: Literal["weapon_used", "best_weapon"] = "weapon_used"  # SK-R15
    longer_reach: Literal["mandatory", "optional"] = "mandatory"  # SK-R16
    late_bonus: Literal["kept", "lost"] = "kept"  # SK-R17
    counter_move: Literal["up_to_r", "one_inch"] = "up_to_r"  # SK-R18
    declare_order: Literal["charger_first", "reactor_first"] = "charger_first"  # SK-R19
    flight_path: Literal["straight_away", "free"] = "straight_away"  # SK-R20
    flight_range: Literal["remaining_move", "fresh_move"] = "remaining_move"  # SK-R21
    flight_morale: Literal["if_attacked", "if_wounded", "always"] = "if_attacked"  # SK-R22
    break_off_ww: Literal["lasting", "printed"] = "lasting"  # SK-R23
    outnumber_cap: Literal["ww_3", "none"] = "ww_3"  # SK-R24
    outnumber_counts: Literal["in_contact", "all_attackers"] = "in_contact"  # SK-R25
    size_cap_single: Literal["one_always_allowed", "literal"] = "one_always_allowed"  # SK-R26
    obstacle_model: Literal["attacker", "both"] = "attacker"  # SK-R27
    obstacle_bonus: Literal["none", "damage_only"] = "none"  # SK-R28
    counter_way: Literal["round_allowed", "obstacle_closes"] = "round_allowed"  # SK-R29
    initiative: Literal["roll_each_turn", "side_a_first", "alternate"] = "roll_each_turn"  # SK-C2
    av_rule: Literal["threshold", "ignore"] = "threshold"  # SK-C4
    waiting_view: Literal["field_of_view", "none"] = "field_of_view"  # SK-C6
    waiting_expiry: Literal["end_of_turn", "own_next_activation"] = "end_of_turn"  # SK-C6
    unit_morale: Literal["per_model", "highest_dw"] = "per_model"  # SK-C7
    shove_enabled: bool = False  # SK-C10


@dataclass(frozen=True)
class Parameters:
    """The numbers of the source and of the completions; a fight without `[parameters]` has these."""

    charge_ww: Annotated[int, Number("SK-59", "WW: for a charge", -10, 10)] = 1
    charge_damage: Annotated[int, Number("SK-59", "damage of a melee weapon: for a charge", -10, 10)] = 1
    absolute_damage: Annotated[int, Number("SK-69", "damage: chosen on a natural 1", 0, 20)] = 4
    absolute_av: Annotated[int, Number("SK-70", "AV: chosen on a natural 1", 0, 5)] = 1
    failure_ww: Annotated[int, Number("SK-73", "WW: after a natural 20", -10, 0)] = -4
    outnumber_ww: Annotated[int, Number("SK-146", "WW: per further friend in contact with the victim", 0, 5)] = 1
    outnumber_most: Annotated[int, Number("SK-147", "WW: for outnumbering at most, by SK-R24 ww_3", 0, 20)] = 3
    size_factor: Annotated[int, Number("SK-149", "times an enemy's size that may attack it", 1, 20)] = 4
    break_off_more: Annotated[int, Number("SK-139", "opposed roll: each further enemy in contact", 0, 5)] = 1
    break_off_size: Annotated[int, Number("SK-140", "opposed roll: each point that the model is smaller", 0, 5)] = 1
    flight_dw: Annotated[int, Number("SK-132", "DW: in the morale test after a flight (SK-134 too)", -20, 0)] = -6
    panic_ww: Annotated[int, Number("SK-161", "WW: panicked", -10, 0)] = -3
    panic_dw: Annotated[int, Number("SK-161", "DW: panicked", -10, 0)] = -3
    counter_in: Annotated[float, Number("SK-95", "inches that a target moves to counter-charge", 0.0, 6.0)] = 1.0
    obstacle_width_in: Annotated[
        float, Number("SK-154", "inches that an obstacle fought across is wide at most", 0.0, 6.0)
    ] = 1.0
    fov_degrees: Annotated[float, Number("SK-85", "degrees of a field of view; needs a table", 0.0, 360.0)] = 180.0
    contact_tolerance: Annotated[
        float, Number("SK-4", "inches between bases that still count as contact", 0.0, 0.5)
    ] = 0.01
