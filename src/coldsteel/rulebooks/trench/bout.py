"""A bout: who fights whom for what, in which round. It stands on the agenda as a round and a plain tuple."""

from __future__ import annotations

from dataclasses import dataclass

from coldsteel.kernel.state import Slot
from coldsteel.rulebooks.trench.setup import Cover, Way
from coldsteel.rulebooks.trench.state import Fight

__all__ = ["Bout", "Melee", "bout", "melee_of"]

Slots = tuple[Slot, ...]
Melee = tuple[Slots, Slots, Way, int, bool]
"""Attackers, defenders, how the attackers come, the floor (-1: none), and whether they have fought before today."""


@dataclass(frozen=True)
class Bout:
    """A round of a melee. `sides` are the Groups of side A and of side B."""

    r: int
    sides: tuple[Slots, Slots]
    attacker: int
    way: Way
    floor: int
    again: bool

    @property
    def first(self) -> bool:
        """Is it the first round?"""
        return self.r == 1

    def ours(self, g: Slot, f: Fight) -> Slots:
        """The Groups that fight beside this one, itself among them."""
        return self.sides[f.side(g)]

    def foes(self, g: Slot, f: Fight) -> Slots:
        """The enemy Groups of a Group."""
        return self.sides[1 - f.side(g)]

    def cover(self, g: Slot, f: Fight) -> Cover:
        """What a Group stands in: TR-89 light cover against who comes by the stairs, TR-90 at the door that of the
        building, TR-94 light cover in a dugout, also after a grenade (TR-100, TR-R33)."""
        if f.side(g) == self.attacker or self.way == Way.GROUND:
            return f.profile(g).cover
        if self.way == Way.DOOR:
            return f.setup.house.door_cover if f.setup.house else Cover.NONE
        bare = self.way == Way.AFTER_GRENADE and f.r.grenade_fight_cover == "none"
        return Cover.NONE if bare else Cover.LIGHT


def bout(f: Fight, r: int, melee: Melee) -> Bout:
    """The bout that stands on the agenda so."""
    attackers, defenders, way, floor, again = melee
    attacker = f.setup.attacker
    sides = (defenders, attackers) if attacker else (attackers, defenders)
    return Bout(r, sides, attacker, way, floor, again)


def melee_of(b: Bout) -> Melee:
    """How a bout stands on the agenda."""
    return b.sides[b.attacker], b.sides[1 - b.attacker], b.way, b.floor, b.again
