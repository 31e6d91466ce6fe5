"""The switches of the disputed places (ledger sections 6 and 7) and the numbers that are parameters (3.4).

The first value of a switch is its default. What each value means stands in the catalogue (`text/en.toml`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from coldsteel.kernel.clauses import Catalogue, Number

__all__ = ["CATALOGUE", "Number", "Parameters", "Rulings"]

CATALOGUE = Catalogue("coldsteel.rulebooks.warband", "WB")
"""The clauses and rulings in words."""


@dataclass(frozen=True)
class Rulings:
    """One value for every disputed place; a fight without `[rulings]` has the defaults."""

    who_fights: Literal["both_sides", "own_post"] = "both_sides"  # WB-R1
    second_side_order: Literal["after_poster", "alternate"] = "after_poster"  # WB-R2
    activation_optional: bool = True  # WB-R3
    tied_may_shoot: bool = False  # WB-R4
    zero_attack_ties_enemy: bool = True  # WB-R5
    split_rule: Literal["free", "needs_two_weapons"] = "free"  # WB-R6
    attack_declaration: Literal["all_first", "one_by_one"] = "all_first"  # WB-R7
    extra_attack_scope: Literal["per_model", "per_attack"] = "per_model"  # WB-R8
    unarmed_when: Literal["no_melee_weapon", "no_weapon"] = "no_melee_weapon"  # WB-R9
    evade_by_agility: Literal["opposed", "simple"] = "opposed"  # WB-R10
    parry_gap: Literal[2, 1] = 2  # WB-R11
    duel_distance_between: Literal["units", "heroes"] = "units"  # WB-R12
    duel_needs_melee: bool = True  # WB-R13
    duel_first_strike: Literal["charger_then_poster", "challenger", "simultaneous"] = "charger_then_poster"  # WB-R14
    duel_wound_count: Literal["per_turn", "cumulative"] = "per_turn"  # WB-R15
    duel_kill_or_tie: Literal["kill_first", "tie_first"] = "kill_first"  # WB-R16
    fearless_lasts: Literal["with_bonus", "rest_of_fight"] = "with_bonus"  # WB-R17
    bonus_attack_scope: Literal["each_model", "unit_once"] = "each_model"  # WB-R18
    duel_effect_clock: Literal["own_posts", "posts"] = "own_posts"  # WB-R19
    duel_next_turn: Literal["next_post", "next_own_post"] = "next_post"  # WB-R20
    duel_losses: Literal["add", "floor"] = "add"  # WB-R21
    duel_shield: Literal["not_duellists", "whole_units", "free"] = "not_duellists"  # WB-R22
    morale_formula: Literal["example", "prose_net", "prose_gross"] = "example"  # WB-R23
    morale_when: Literal["own_post_end", "every_post_end"] = "own_post_end"  # WB-R24
    morale_window: Literal["enemy_posts", "until_test"] = "enemy_posts"  # WB-R25
    morale_will: Literal["leader", "highest"] = "leader"  # WB-R26
    ap_refresh: Literal["each_post", "own_post"] = "each_post"  # WB-C4
    hero_strikes: Literal["after_rank", "before_rank"] = "after_rank"  # WB-C5
    auto_results: Literal["one_and_hundred", "none"] = "one_and_hundred"  # WB-C6
    degrees_mode: Literal["full_tens", "tens_digits"] = "full_tens"  # WB-C7
    opposed_tie: Literal["family", "attacker", "defender"] = "family"  # WB-C8
    wound_mode: Literal["d6_bonus_table", "d100_difference"] = "d6_bonus_table"  # WB-C11
    allocation: Literal["defender", "rank_first", "attacker"] = "defender"  # WB-C12
    bb_mode: Literal["subtract", "negate"] = "subtract"  # WB-C13
    fearless_effect: Literal["no_test", "none"] = "no_test"  # WB-C17
    flee_choice: Literal["owner", "rank_first"] = "owner"  # WB-C21
    settle_morale: bool = True  # WB-C22


@dataclass(frozen=True)
class Parameters:
    """The numbers of the source and of the completions; a fight without `[parameters]` has these."""

    engagement_range_m: Annotated[
        float, Number("WB-7", "metres within which enemy units are in melee with each other", 0.0, 100.0)
    ] = 1.0
    duel_range_m: Annotated[float, Number("WB-56", "metres within which a duel may be fought", 0.0, 100.0)] = 1.0
    withdraw_m: Annotated[
        float, Number("WB-C19", "metres that a unit withdraws at most; needs a table", 0.0, 100.0)
    ] = 5.0
