"""The rules of `bayonet` once more, as one would play them by hand: unit by unit, die by die, fight after fight.

It is independent on purpose. It comes of a review, and was written from the ledger of the rules, not from the
rulebook; it imports nothing of Cold Steel, has its own defaults, and shares no idea with the steps: no agenda, no
lanes, no tables, no tallies, but dictionaries and a random number. So a mistake in reading the rules, in a step or in a
reader of steps has to be made twice, in two different ways, to go unseen. Keep it so: mend it from the rules alone, and
never from what the program prints.

A fight is the dictionary that a fight file is. Whoever has a choice takes any legal option, all equally likely.
"""

import itertools
import random
from collections import Counter

SIDES = ("front", "right", "rear", "left")
UNIT = {
    "arm": "infantry",
    "size": "standard",
    "morale": 4,
    "casualties": 0,
    "disordered": False,
    "charged": False,
    "won_last": False,
    "won_against": (),
    "reacted": False,
    "cover": "none",
    "cover_sides": ("front",),
    "building_size": 1,
    "support_rear": 0,
    "support_flanks": 0,
    "retire_room": "one",
    "evade_room": "clear",
    "turn_room": True,
    "counter_room": True,
}
ORDER = {
    "says_attack": True,
    "conditional": False,
    "order_moves": 1,
    "distance": 0,
    "struck_side": "front",
    "path_clear": True,
    "half_free": True,
    "turn_needed": False,
    "turn": 1,
    "optional": False,
}
READINGS = {
    "conditional_order": ("refuse", "lost"),
    "skirmish_ban_covers_cavalry": (True, False),
    "disordered_may_charge": (True, False),
    "phase_contacts_count": (True, False),
    "successful_declaration": ("in_reach", "order_passed"),
    "reaction_limit": ("per_charge", "per_turn"),
    "engaged_reactions": ("stand_only", "as_listed"),
    "volley_arc": ("front", "any"),
    "volley_bars_column_and_limbers": (True, False),
    "volley_shaken_charger": ("goes_on", "halts"),
    "volley_counts_in_result": (False, True),
    "square_exemption": ("may_not", "need_not"),
    "square_formations": ("all", "formed_only"),
    "square_clears_disorder": (False, True),
    "charge_bonus_against_new_square": (True, False),
    "evade_destroys": ("all_evaders", "cavalry_only"),
    "charge_bans_bind_countercharge": (True, False),
    "turn_without_room": ("not_offered", "forfeited"),
    "fixed_dice": ("after_size", "replace"),
    "small_floor": (1, 0),
    "split_policy": ("owner", "even"),
    "charge_bonus_lasts": ("first_round", "whole_fight"),
    "won_last_scope": ("unit", "same_enemy"),
    "shaken_and_disordered": ("single", "stacking"),
    "flank_modifiers_last": ("while_in_contact", "charge_round"),
    "flanked_penalty_scope": ("unit", "that_enemy"),
    "skirmish_has_flanks": (True, False),
    "natural_extremes": ("arithmetic", "one_fails_six_succeeds"),
    "square_bonus_scope": ("any_cavalry", "only_cavalry"),
    "cavalry_evades": ("from_infantry", "from_any"),
    "near_zone_check": ("front_quarter", "off"),
    "path_check": ("segment", "off"),
    "volley_six_disorders": (True, False),
    "volley_break_test": ("shooting", "melee", "none"),
    "counter_needs_room": (True, False),
    "allocation_first": ("active", "other"),
    "result_scope": ("whole_fight", "pairwise"),
    "draw_shaken_test": (True, False),
}
LONGEST = 400  # rounds; no fight of the tests comes near it


class Man:
    """A unit on the table."""

    def __init__(self, side, given):
        self.__dict__.update({**UNIT, **given})
        self.side = side
        self.guns = self.arm.endswith("artillery")
        self.formation = given.get("formation", "deployed" if self.guns else "line")
        self.melee = given.get("melee", 1 if self.guns else 6)
        self.shooting = given.get("shooting", 0 if self.arm == "cavalry" else 3)
        self.stamina = given.get("stamina", 2 if self.guns else 3)
        on_foot = 6 if self.guns and self.formation == "deployed" else 12
        self.full_move = given.get("full_move", 18 if self.arm in ("cavalry", "horse_artillery") else on_foot)
        self.garrison = self.formation == "garrison"
        self.won_against = set(self.won_against)
        self.behind_cover = self.cover != "none"
        self.fate = "in_place"
        self.fought = False
        self.turned = 0
        self.off = False  # has left the melee and moved away

    @property
    def shaken(self):
        return self.casualties >= self.stamina

    @property
    def boxed(self):
        return self.formation in ("square", "garrison")

    @property
    def here(self):
        return self.fate == "in_place"


class Battle:
    """One fight, from the file to its end."""

    def __init__(self, file, dice):
        self.file, self.dice = file, dice
        self.r = {name: values[0] for name, values in READINGS.items()} | file.get("rulings", {})
        self.units = {u["id"]: Man(s["name"], u) for s in file["sides"] for u in s["units"]}
        self.orders = [{**ORDER, **o} for o in file.get("orders", ())]
        self.contacts = {}
        for c in file.get("contacts", ()):
            self.touch(c["unit"], c.get("side", "front"), c["enemy"], c.get("enemy_side", "front"))
            new = self.units[c["unit"]].charged or self.units[c["enemy"]].charged
            self.contact(c["unit"], c["enemy"])["new"] = new
        self.rounds = 0

    # ------------------------------------------------------------ small things
    def d6(self):
        return self.dice.randint(1, 6)

    def succeeds(self, face, need):
        if self.r["natural_extremes"] == "one_fails_six_succeeds" and face in (1, 6):
            return face == 6
        return face >= need

    def contact(self, one, other):
        return self.contacts.get(frozenset((one, other)))

    def touch(self, one, its_side, other, other_side):
        self.contacts[frozenset((one, other))] = {
            one: its_side,
            other: other_side,
            "new": True,
            "volley": {one: 0, other: 0},
        }
        self.units[one].fought = self.units[other].fought = True

    def foes(self, u):
        return [e for e in self.units if e != u.id and self.contact(u.id, e)]

    def in_close_combat(self, u):
        """The enemies with whom it is in close combat, as far as orders and reactions go."""
        old_only = not self.r["phase_contacts_count"]
        return [e for e in self.foes(u) if not (old_only and self.contact(u.id, e)["new"])]

    def leave(self, u):
        """A unit goes out of contact; nobody keeps a bonus without an enemy in contact."""
        for e in self.foes(u):
            del self.contacts[frozenset((u.id, e))]
            if not self.foes(self.units[e]):
                self.units[e].won_last = self.units[e].charged = False
        u.won_last = u.charged = False

    # ------------------------------------------------------------ player turns
    def fight_out(self):
        active, turn = self.file.get("active", "A"), 1
        most = self.file.get("max_rounds", 0)
        last = max((o["turn"] for o in self.orders), default=0)
        while self.rounds < LONGEST:
            if turn <= last:
                self.command_phase(turn)
            if self.contacts:
                self.combat_phase(active)
                self.rounds += 1
                if self.rounds == most:
                    return
            if turn >= last and not self.contacts:
                return
            turn, active = turn + 1, "B" if active == "A" else "A"

    def command_phase(self, turn):
        mine = [o for o in self.orders if o["turn"] == turn]
        served = set()
        while True:
            waiting = [o for o in mine if o["unit"] not in served]
            options = [o for o in waiting if self.may_be_given(o)]
            must = [o for o in options if not o["optional"]]
            if not must and any(o["optional"] for o in waiting):
                options.append(None)
            taken = self.dice.choice(options) if options else None
            if taken is None:
                break
            served.add(taken["unit"])
            self.carry_out(taken)
        for u in self.units.values():
            u.reacted = False

    # ------------------------------------------------------------ orders
    def may_be_given(self, o):
        u, target = self.units[o["unit"]], self.units[o["target"]]
        if not (u.here and target.here) or self.foes(u):
            return False
        if o["conditional"]:
            return self.r["conditional_order"] == "lost"
        if not o["says_attack"]:
            return True
        if u.shaken or u.guns or u.formation in ("march_column", "square", "garrison"):
            return False
        if self.loose_against_formed(u, target) or (u.disordered and not self.r["disordered_may_charge"]):
            return False
        if o["order_moves"] == 0:
            return True
        if o["turn_needed"] and self.r["near_zone_check"] == "front_quarter":
            return False
        if not o["path_clear"] and self.r["path_check"] == "segment":
            return False
        if o["half_free"] or self.too_far(o):
            return True
        side = self.struck_side(o)
        return all(self.contact(target.id, e)[target.id] != side for e in self.in_close_combat(target))

    def loose_against_formed(self, u, target):
        if target.arm != "infantry" and not self.r["skirmish_ban_covers_cavalry"]:
            return False
        return u.formation == "skirmish" and target.formation in ("line", "attack_column", "square", "mixed")

    def too_far(self, o):
        return o["distance"] > o["order_moves"] * self.units[o["unit"]].full_move

    def struck_side(self, o):
        """The order names the side as the target stood at first; since then it may have turned."""
        return SIDES[(SIDES.index(o["struck_side"]) - self.units[o["target"]].turned) % 4]

    def carry_out(self, o):
        if o["conditional"] or o["order_moves"] == 0:
            return
        self.units[o["unit"]].behind_cover = False
        if not o["says_attack"]:
            return
        if not self.too_far(o) or self.r["successful_declaration"] == "order_passed":
            self.answer(o)

    # ------------------------------------------------------------ reactions
    def answer(self, o):
        c, t, side, short = self.units[o["unit"]], self.units[o["target"]], self.struck_side(o), self.too_far(o)
        taken = self.dice.choice(self.reactions(c, t, side))
        if taken not in ("stand", "square"):
            t.reacted = True
        getattr(self, taken)(c, t, side, short)

    def reactions(self, c, t, side):
        busy = bool(self.in_close_combat(t))
        defends = t.garrison or (t.behind_cover and side in t.cover_sides)
        drilled = t.formation not in ("square", "skirmish", "march_column")
        if self.r["square_formations"] == "all":
            drilled = t.formation != "square"
        called = t.arm == "infantry" and c.arm == "cavalry" and side == "front" and drilled
        if called and not busy and not defends:
            return ["square"]
        found = ["stand"]
        if busy and self.r["engaged_reactions"] == "stand_only":
            return found
        if called and self.r["square_exemption"] == "need_not" and not t.garrison:
            found.append("square")
        if t.reacted and self.r["reaction_limit"] == "per_turn":
            return found
        ready = t.formation not in ("march_column", "limbered") or not self.r["volley_bars_column_and_limbers"]
        ahead = side == "front" or t.boxed or self.r["volley_arc"] == "any"
        if t.arm != "cavalry" and ready and ahead:
            found.append("volley")
        if t.disordered:
            return found
        if self.may_evade(c, t):
            found.append("evade")
        if t.arm == "cavalry" and side == "front":
            barred = t.shaken or t.formation == "march_column" or self.loose_against_formed(t, c)
            room = t.counter_room or not self.r["counter_needs_room"]
            if room and not (barred and self.r["charge_bans_bind_countercharge"]):
                found.append("counter_charge")
        if t.arm == "cavalry" and side != "front" and (t.turn_room or self.r["turn_without_room"] == "forfeited"):
            found.append("turn_to_face")
        return found

    def may_evade(self, c, t):
        if t.arm == "cavalry" and self.r["cavalry_evades"] == "from_any":
            return True
        loose = t.formation == "skirmish" and c.formation != "skirmish"
        return c.arm == "infantry" and (loose or t.arm in ("cavalry", "horse_artillery"))

    def goes_home(self, c, t, side):
        self.touch(c.id, "front", t.id, side)
        c.charged, c.behind_cover = True, False

    def stand(self, c, t, side, short):
        if not short:
            self.goes_home(c, t, side)

    def volley(self, c, t, side, short):
        if short:
            return
        dice = t.shooting + (t.size == "large")
        if t.size == "small" and dice:
            dice = max(dice - 1, self.r["small_floor"])
        if t.size == "tiny" or t.formation == "square":
            dice = min(dice, 1)
        if t.formation == "garrison":
            dice = min(dice, 2)
        need = 3 + (t.shaken or t.disordered) + (c.formation == "skirmish")
        need -= t.guns and c.formation == "attack_column"
        hits = [face for face in (self.d6() for _ in range(dice)) if self.succeeds(face, need)]
        save = self.save_need(c, "front", shot_by_guns=t.guns)
        hurt = sum(not self.succeeds(self.d6(), save) for _ in hits)
        if 6 in hits and self.r["volley_six_disorders"]:
            c.disordered = True
        c.casualties += hurt
        column = self.r["volley_break_test"]
        if column != "none" and (c.shaken or (t.guns and hurt)):
            self.test(c, (4, 5, 5) if column == "shooting" else self.bands(c), -1 if t.guns and hurt else 0)
        c.casualties = min(c.casualties, c.stamina)
        if c.here and not (c.shaken and self.r["volley_shaken_charger"] == "halts"):
            self.goes_home(c, t, side)
            if self.r["volley_counts_in_result"]:
                self.contact(c.id, t.id)["volley"][t.id] = hurt

    def square(self, c, t, side, short):
        thrown = (self.d6(), self.d6())
        formed = thrown != (1, 1)
        if thrown in ((1, 1), (6, 6)):
            t.disordered = True
        elif self.r["square_clears_disorder"]:
            t.disordered = False
        if formed:
            t.formation, t.behind_cover = "square", False
        if not short:
            self.goes_home(c, t, "front")
            c.charged = self.r["charge_bonus_against_new_square"] or not formed

    def evade(self, c, t, side, short):
        fates = {"blocked": "destroyed", "friend_not_passed": "destroyed", "off_table": "left_table"}
        t.fate = fates.get(t.evade_room, "evaded")
        if t.evade_room == "blocked" and t.arm != "cavalry" and self.r["evade_destroys"] == "cavalry_only":
            t.fate = "evaded"
        t.behind_cover = False
        self.leave(t)

    def counter_charge(self, c, t, side, short):
        if not short:
            self.leave(t)
            self.goes_home(c, t, "front")
            t.charged, t.behind_cover = True, False
            c.charged = c.arm == "cavalry"

    def turn_to_face(self, c, t, side, short):
        if short:
            return
        if not t.turn_room:
            self.goes_home(c, t, side)
            return
        quarters = SIDES.index(side)
        for e in self.foes(t):
            seen = self.contact(t.id, e)
            seen[t.id] = SIDES[(SIDES.index(seen[t.id]) - quarters) % 4]
        t.turned = (t.turned + quarters) % 4
        t.behind_cover = False
        self.goes_home(c, t, "front")

    # ------------------------------------------------------------ blows
    def dice_of(self, u):
        n = u.melee + 2 * (u.size == "large")
        if u.size == "small" and n:
            n = max(n - 2, self.r["small_floor"])
        if u.size == "tiny" or u.formation == "march_column":
            n = 1 if self.r["fixed_dice"] == "replace" else min(n, 1)
        return 0 if u.formation == "limbered" else n

    def shares(self, u):
        """Enemy -> how many dice go to it."""
        foes = self.foes(u)
        sides = [self.contact(u.id, e)[u.id] for e in foes]
        n, cap = self.dice_of(u), 99
        if u.boxed:
            n, cap = min(n, 2 * len(set(sides))), 2

        def within_cap(split):
            return all(sum(k for k, s in zip(split, sides, strict=True) if s == side) <= cap for side in set(sides))

        if self.r["split_policy"] == "even" and len(foes) > 1:
            split, left = [0] * len(foes), n
            while left:
                for k in sorted(range(len(foes)), key=lambda k: SIDES.index(sides[k])):
                    more = [x + (j == k) for j, x in enumerate(split)]
                    if left and within_cap(more):
                        split, left = more, left - 1
        else:
            ways = itertools.product(range(n + 1), repeat=len(foes))
            split = self.dice.choice([w for w in ways if sum(w) == n and within_cap(w)])
        return dict(zip(foes, split, strict=True))

    def on_flank(self, u, e):
        """Has u the enemy e on a flank or in its rear?"""
        seen = self.contact(u.id, e)
        if seen is None or seen[u.id] == "front" or u.boxed:
            return False
        if u.formation == "skirmish" and not self.r["skirmish_has_flanks"]:
            return False
        return seen["new"] or self.r["flank_modifiers_last"] == "while_in_contact"

    def hit_need(self, u, e):
        need = 4
        if u.charged:
            need -= 1
        if u.won_last and (e in u.won_against or self.r["won_last_scope"] == "unit"):
            need -= 1
        both = u.shaken + u.disordered
        need += both if self.r["shaken_and_disordered"] == "stacking" else min(both, 1)
        if u.formation == "skirmish":
            need += 1
        by = self.foes(u) if self.r["flanked_penalty_scope"] == "unit" else [e]
        if any(self.on_flank(u, x) for x in by):
            need += 1
        if self.on_flank(self.units[e], u.id):
            need -= 1
        return need

    def save_need(self, u, side, shot_by_guns=False):
        need = u.morale
        if u.arm == "infantry" and u.formation == "attack_column" and not shot_by_guns:
            need -= 1
        if u.formation == "garrison":
            need -= 2
        elif u.behind_cover and side in u.cover_sides:
            need -= {"light": 1, "heavy": 2}[u.cover]
        if u.formation == "march_column":
            need += 2
        return need + 2 if shot_by_guns else need

    def bonus(self, u, foes):
        n = 0 if u.boxed else u.support_rear + u.support_flanks
        if u.arm == "infantry" and u.formation == "square":
            mounted = [self.units[e].arm == "cavalry" for e in foes]
            n += 3 * (any(mounted) if self.r["square_bonus_scope"] == "any_cavalry" else all(mounted))
        return n + u.building_size * (u.formation == "garrison")

    # ------------------------------------------------------------ a phase of close combat
    def combat_phase(self, active):
        left = {u for pair in self.contacts for u in pair}
        while left:
            linked, more = set(), {min(left)}
            while more:
                linked |= more
                more = {e for u in more for e in self.foes(self.units[u])} - linked
            left -= linked
            self.one_fight([u for u in self.units.values() if u.id in linked], active)
        for pair in list(self.contacts):
            if not all(self.units[u].here for u in pair):
                del self.contacts[pair]
        for seen in self.contacts.values():
            seen["new"] = False
            seen["volley"] = dict.fromkeys(seen["volley"], 0)
        for u in self.units.values():
            u.won_against = set(self.foes(u))
            if not u.won_against:
                u.won_last = u.charged = False

    def one_fight(self, units, active):
        struck = {u.id: self.shares(u) for u in units}
        done = {}
        for u in units:
            for e, n in struck[u.id].items():
                hit, save = self.hit_need(u, e), self.save_need(self.units[e], self.contact(u.id, e)[e])
                hits = sum(self.succeeds(self.d6(), hit) for _ in range(n))
                done[u.id, e] = sum(not self.succeeds(self.d6(), save) for _ in range(hits))
        for (_, e), n in done.items():
            self.units[e].casualties += n
        if self.r["volley_counts_in_result"]:
            done = {(u, e): n + self.contact(u, e)["volley"][u] for (u, e), n in done.items()}
        won, drew, lost = self.compared(units, done)
        for u in units:
            if u.id in lost or (u.id in drew and u.shaken and self.r["draw_shaken_test"]):
                self.test(u, self.bands(u))
        for u in sorted(units, key=lambda u: u.side != active):
            if u.fate.startswith("retired"):
                self.move_off(u)
        for u in units:
            u.casualties = min(u.casualties, u.stamina)
            u.charged = u.charged and u.here and self.r["charge_bonus_lasts"] == "whole_fight"
            u.won_last = u.here and u.id in won

    def compared(self, units, done):
        """Who has won, drawn and lost the round."""
        if self.r["result_scope"] == "whole_fight":
            score = {
                side: sum(n for (u, _), n in done.items() if self.units[u].side == side)
                + sum(self.bonus(u, self.foes(u)) for u in units if u.side == side)
                for side in "AB"
            }
            best = None if score["A"] == score["B"] else max("AB", key=score.get)
            names = {u.id for u in units}
            won = {u.id for u in units if u.side == best}
            return (won, set(), names - won) if best else (set(), names, set())
        won, drew, lost = set(), set(), set()
        for u, e in done:
            lead = done[u, e] + self.bonus(self.units[u], [e]) - done[e, u] - self.bonus(self.units[e], [u])
            (won if lead > 0 else lost if lead < 0 else drew).add(u)
        return won - lost, drew - lost, lost

    # ------------------------------------------------------------ break tests
    def bands(self, u):
        if u.guns:
            return (99, 99, 99)
        return (4, 6, 99) if u.arm == "cavalry" else (4, 6, 6)

    def test(self, u, bands, extra=0):
        total = self.d6() + self.d6() + extra - max(0, u.casualties - u.stamina) - u.disordered
        broken, in_disorder, in_order = bands
        if total > in_order:
            return
        u.behind_cover = False
        if total <= broken:
            u.fate = "broken"
        elif u.retire_room in ("none", "off_table"):
            u.fate = "destroyed" if u.retire_room == "none" else "left_table"
        elif total <= in_disorder or u.retire_room == "two" or u.garrison:
            u.fate = "retired_disordered"
        else:
            u.fate = "retired_good"
        if u.fate != "retired_good":
            u.disordered = u.fate == "retired_disordered"

    def move_off(self, u):
        """Surrounded by those who are still there, a unit that has to retire is destroyed."""
        there = [e for e in self.foes(u) if self.units[e].fate in ("in_place", "retired_good", "retired_disordered")]
        if len({self.contact(u.id, e)[u.id] for e in there if not self.units[e].off}) == 4:
            u.fate, u.disordered = "destroyed", False
        u.off = True

    # ------------------------------------------------------------ the end
    def verdict(self):
        if self.contacts:
            return "unresolved"
        units = self.units.values()
        if any(u.fought for u in units):
            left = {u.side for u in units if u.fought and u.here}
        else:
            beaten = {u.side for u in units if u.fate not in ("in_place", "evaded")}
            left = {"A", "B"} - beaten if beaten else set()
        return left.pop() if len(left) == 1 else "neither"


def played(file, n, seed):
    """The verdicts and measures of n fights: name -> value -> how many."""
    found, dice = {"verdict": Counter()}, random.Random(seed)
    for _ in range(n):
        battle = Battle(file, dice)
        battle.fight_out()
        found["verdict"][battle.verdict()] += 1
        for u in battle.units.values():
            for name, value in (
                ("fate", u.fate),
                ("casualties", u.casualties),
                ("disordered", "yes" if u.disordered else "no"),
            ):
                found.setdefault(f"{name}.{u.id}", Counter())[value] += 1
    return found
