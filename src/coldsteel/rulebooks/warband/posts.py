"""Posts: the start of one, whose units come when, its end, and the end of the fight (WB-1 to WB-14, WB-103)."""

from __future__ import annotations

from coldsteel.kernel.asks import Answer, Option, choose, option, say
from coldsteel.kernel.figures import all_of, any_of, most, no, where
from coldsteel.kernel.state import Slot, Steps, Task, do, evolve
from coldsteel.rulebooks.warband.duels import due, duel_turn
from coldsteel.rulebooks.warband.legality import (
    ALL,
    CHARGERS,
    OTHERS,
    activation_bars,
    challenge_bars,
    decline_bars,
)
from coldsteel.rulebooks.warband.morale import losses_move, tests
from coldsteel.rulebooks.warband.setup import Charge, Setup
from coldsteel.rulebooks.warband.state import Fight, opening
from coldsteel.rulebooks.warband.strikes import activate
from coldsteel.rulebooks.warband.tabletop import closed_in, is_on_table, near

__all__ = ["alternate", "answer", "command", "end_of_post", "go_on", "start", "start_post"]

ALTERNATE = "alternate"
ACTIVATE, DECLINE, CHALLENGE = "activate", "decline", "challenge"
Choice = tuple[str, int, int]
"""What a controller does: activate or decline a unit; or a duel, and which of its heroes challenges."""


def start(setup: Setup) -> Fight:
    """The opening state: the first post."""
    return opening(setup).first(do(start_post, 1))


# ---------------------------------------------------------------- the start of a post
def start_post(f: Fight, post: int) -> Steps[Fight]:
    """Who is tied is noted, points are renewed, charges and interventions take effect (WB-3, WB-5, WB-7, WB-18)."""
    poster = f.setup.poster(post)
    name = f.setup.controllers[poster]
    yield from say("Post {n}, of {who}", "WB-1", n=post, who=name, heading=True)
    f = brought_near(f, post)
    for u in range(len(f.units)):
        f = f.with_unit(u, tied_at_start=f.tied(u))
        if f.r.ap_refresh == "each_post" or f.side(u) == poster:  # WB-C4
            f = refreshed(f, u)
    for c in f.setup.charges_in(post):
        if c.success:  # WB-6
            f = joined(f, c)
    f = closed_up(f, post) if is_on_table(f) else f
    return f.first(*melee(f, post), do(tests, post), do(end_of_post, post))


def brought_near(f: Fight, post: int) -> Fight:
    """WB-7: enemies so near at the start of a post are in melee; none that withdrew."""
    for pair, (u, e) in enumerate(f.setup.pairs):
        if f.setup.walked_up_in(pair) < post:
            f = f.with_link(u, e, on=f.link(u, e).on | meets(f, pair))
    return f


def meets(f: Fight, pair: int) -> bool:
    """WB-7: are two units that live so near, and neither has withdrawn? On a table the places say, else the file."""
    (u, e), metres = f.setup.pairs[pair], f.setup.parameters.engagement_range_m
    if is_on_table(f):
        return near(f, u, e, metres) & no(f.units[u].withdrew | f.units[e].withdrew)
    if pair not in f.setup.distances or f.setup.distances[pair].metres > metres:
        return False
    return no(f.units[u].withdrew | f.units[e].withdrew) & f.lives(u) & f.lives(e)


def closed_up(f: Fight, post: int) -> Fight:
    """WB-C2 on a table: who charged or intervened stands in contact, one who did both with the first that he met."""
    moved: set[int] = set()
    for c in f.setup.charges_in(post):
        if c.success and c.unit not in moved:
            if f.lives(c.unit) & f.lives(c.target):
                f = closed_in(f, c.unit, c.target)
                moved.add(c.unit)
    return f


def refreshed(f: Fight, u: int) -> Fight:
    """WB-18: heroes have all their action points again."""
    for row in f.rows(u):
        if f.profile(u, row).is_hero:
            f = f.with_row(u, row, points=where(f.alive(u, row) > 0, f.profile(u, row).action_points, 0))
    return f


def joined(f: Fight, c: Charge) -> Fight:
    """WB-5, WB-7, WB-C2: a successful charge or an intervention links two units that live; who withdrew is back."""
    done = f.lives(c.unit) & f.lives(c.target)
    f = f.with_link(c.unit, c.target, on=f.link(c.unit, c.target).on | done)
    for u in (c.unit, c.target):
        f = f.with_unit(u, withdrew=f.units[u].withdrew & no(done))
    if c.intervention:
        return f.with_unit(c.unit, intervened=f.units[c.unit].intervened | done)
    f = f.with_unit(c.unit, charged=f.units[c.unit].charged | done)
    return f.with_unit(c.target, was_charged=f.units[c.target].was_charged | done)


def melee(f: Fight, post: int) -> list[Task]:
    """WB-11 to WB-14: chargers, running duels, the poster's other units, then those of the others."""
    poster = f.setup.poster(post)
    charging = any(c.success and not c.intervention and f.side(c.unit) == poster for c in f.setup.charges_in(post))
    tasks = [do(command, post, poster, CHARGERS)] if charging else []
    tasks += [do(go_on, post)] if f.setup.duels else []
    if alternating(f):
        return tasks if f.setup.duels else [*tasks, do(alternate, post, poster, 0)]
    tasks.append(do(command, post, poster, OTHERS if charging else ALL))
    if f.r.who_fights == "both_sides":  # WB-R1
        tasks += [do(command, post, c, ALL) for c in others(f, poster)]
    return tasks


def alternating(f: Fight) -> bool:
    """WB-R2: do the controllers take turns after the chargers?"""
    return f.r.second_side_order == "alternate" and f.r.who_fights == "both_sides"


def others(f: Fight, poster: int) -> list[int]:
    """The other controllers, in posting order from the poster on."""
    n = len(f.setup.controllers)
    return [(poster + k) % n for k in range(1, n)]


# ---------------------------------------------------------------- whose turn it is
def command(f: Fight, post: int, controller: int, phase: str) -> Steps[Fight]:
    """WB-8, WB-13, WB-57: one unit after the other is activated, held back, or sent to a challenge."""
    taken = yield from command_of(f, post, controller, phase)
    if taken is None:
        return done_with(f, controller, phase)
    return (yield from carried_out(f, post, controller, phase, taken))


def alternate(f: Fight, post: int, controller: int, idle: int) -> Steps[Fight]:
    """WB-R2: the controllers in turn do one thing each, until nobody has anything left to do. `idle` had nothing."""
    taken = yield from command_of(f, post, controller, ALTERNATE)
    if taken is not None:
        return (yield from carried_out(f, post, controller, ALTERNATE, taken))
    if idle + 1 < len(f.setup.controllers):
        return f.first(do(alternate, post, f.setup.after(controller), idle + 1))
    return f


def command_of(f: Fight, post: int, controller: int, phase: str) -> Answer[Choice | None]:
    """What the controller does; None where nothing is left to be done."""
    options = options_of(f, post, controller, phase)
    if no(any_of(all_of(no(b.when) for b in o.bars) for o in options)):
        return None
    if len(options) == 1:
        return options[0].value
    return (yield from choose(controller, options, what="what to do next", clause="WB-13"))


def options_of(f: Fight, post: int, controller: int, phase: str) -> list[Option[Choice]]:
    """Activate a unit, hold one back, challenge, in this order (WB-105)."""
    units = f.setup.slots(controller)
    out = [option((ACTIVATE, int(u), 0), f"{f.id(u)} strikes", *activation_bars(f, u, post, phase)) for u in units]
    out += [
        option((DECLINE, int(u), 0), f"{f.id(u)} holds back", *decline_bars(f, u, post, phase))
        for u in units
        if f.r.activation_optional or f.duels_of(u)
    ]
    for u in units:
        for d, k in f.duels_of(u):
            out.append(option((CHALLENGE, d, k), challenge_text(f, d, k), *challenge_bars(f, d, k, phase)))
    return out


def challenge_text(f: Fight, d: int, k: int) -> str:
    """Who challenges whom."""
    duel = f.setup.duels[d]
    names = [f.name(u, row) for u, row in zip(duel.units, duel.rows, strict=True)]
    return f"{names[k]} challenges {names[1 - k]}"


def carried_out(f: Fight, post: int, controller: int, phase: str, taken: Choice) -> Steps[Fight]:
    """What was chosen is done; a controller with one unit, and no duels about, has nothing to do after it."""
    what, number, k = taken
    if what == CHALLENGE:
        u, v = f.setup.duels[number].units
        return f.with_link(u, v, challenged=True).first(do(answer, post, number, k, controller, phase))
    if not only_one(f, controller, phase):
        f = f.with_unit(number, **{"activated" if what == ACTIVATE else "declined": True})
        f = f.first(next_command(f, post, controller, phase, True))
    if what == ACTIVATE:
        return (yield from activate(f, Slot(number)))
    yield from say("{who} holds back", "WB-8", who=f.id(number))
    return f


def only_one(f: Fight, controller: int, phase: str) -> bool:
    """Has the controller one unit, and is it his turn but once?"""
    return len(f.setup.slots(controller)) == 1 and not f.setup.duels and phase in (OTHERS, ALL)


def done_with(f: Fight, controller: int, phase: str) -> Fight:
    """Who has struck is forgotten where nothing asks for it any more in this post."""
    if f.setup.duels or phase == CHARGERS:
        return f
    for u in f.setup.slots(controller):
        f = f.with_unit(u, activated=False, declined=False)
    return f


def next_command(f: Fight, post: int, controller: int, phase: str, done: bool) -> Task:
    """Who is to choose next. `done`: the controller has done something (a challenge refused is nothing, WB-61)."""
    if phase == ALTERNATE:
        return do(alternate, post, f.setup.after(controller) if done else controller, 0)
    return do(command, post, controller, phase)


def answer(f: Fight, post: int, d: int, k: int, controller: int, phase: str) -> Steps[Fight]:
    """WB-60 to WB-62: the challenged hero's controller refuses, or accepts: the duel is fought at once."""
    u = f.setup.duels[d].units[1 - k]
    options = [option(False, "refuse"), option(True, "accept")]
    accepted = yield from choose(f.side(u), options, what=challenge_text(f, d, k), clause="WB-60")
    follows = next_command(f, post, controller, phase, bool(accepted))
    return f.first(do(duel_turn, post, d, k), follows) if accepted else f.first(follows)


# ---------------------------------------------------------------- duels that go on
def go_on(f: Fight, post: int) -> Fight:
    """WB-86: the duels that go on, in order of their first turns; such a duel is the poster's first (WB-R2)."""
    poster = f.setup.poster(post)
    running = [d for d in range(len(f.duels)) if due(f, d, post)]
    if len(running) > 1 and f.r.duel_next_turn == "next_post":
        running.sort(key=lambda d: int(f.duels[d].began))
    if alternating(f):
        f = f.first(do(alternate, post, f.setup.after(poster) if running else poster, 0))
    return f.first(*[do(duel_turn, post, d, -1) for d in running])


# ---------------------------------------------------------------- the end of a post
def end_of_post(f: Fight, post: int) -> Fight:
    """Clocks run down, what belonged to this post is forgotten; the fight is over, or the next post begins (WB-81,
    WB-103)."""
    poster = f.setup.poster(post)
    for u in range(len(f.units)):
        if f.side(u) == poster or f.r.duel_effect_clock == "posts":  # WB-R19
            x = f.units[u]
            f = f.with_unit(
                u, attack_bonus_left=most(x.attack_bonus_left - 1, 0), fearless_left=most(x.fearless_left - 1, 0)
            )
        f = forgotten(losses_move(f, u, poster), u)
    for a, b in f.setup.pairs:
        f = f.with_link(a, b, on=f.linked(a, b), challenged=False)
    for d in range(len(f.duels)):
        f = duel_forgotten(f, d)
    if post >= f.setup.max_posts:
        return at_rest(f, post)
    if goes_on(f, post):
        return f.first(do(start_post, post + 1))
    return at_rest(f, post)


def goes_on(f: Fight, post: int) -> bool:
    """WB-103: links, running duels, inputs still to come, or losses that wait for a test (WB-C22)."""
    fighting = any_of(x.on for x in f.links) | any_of(x.running for x in f.duels) | (post < f.setup.last_input)
    if is_on_table(f):  # a charge may have brought others so near that the next post links them (WB-7)
        fighting = fighting | any_of(meets(f, pair) for pair in range(len(f.links)))
    if not f.r.settle_morale:
        return fighting
    waiting = 0
    for x in f.units:
        waiting = waiting + x.losses_open + x.losses_due + x.counted_open + x.counted_due
    return fighting | (waiting > 0)


def forgotten(f: Fight, u: int) -> Fight:
    """A unit without what belonged to this post; the dead have no figures at all."""
    x, lives = f.units[u], f.lives(u)
    if f.r.ap_refresh == "each_post":
        for row in f.rows(u):
            if f.profile(u, row).is_hero:
                f = f.with_row(u, row, points=0)
    return f.with_unit(
        u,
        losses_open=where(lives, x.losses_open, 0),
        losses_due=where(lives, x.losses_due, 0),
        counted_open=where(lives, x.counted_open, 0),
        counted_due=where(lives, x.counted_due, 0),
        attack_bonus_left=where(lives, x.attack_bonus_left, 0),
        fearless_left=where(lives, x.fearless_left, 0),
        fearless_for_good=x.fearless_for_good & lives,
        withdrew=x.withdrew & lives,
        charged=False,
        was_charged=False,
        intervened=False,
        tied_at_start=False,
        activated=False,
        declined=False,
    )


def duel_forgotten(f: Fight, d: int) -> Fight:
    """WB-63, WB-87: who fought is shielded no longer unless the duel goes on."""
    runs, x = f.runs(d), f.duels[d]
    return f.with_duel(
        d,
        fought=runs,
        running=runs,
        dealt_first=where(runs, x.dealt_first, 0),
        dealt_second=where(runs, x.dealt_second, 0),
        began=where(runs, x.began, 0),
        second_challenged=x.second_challenged & runs,
    )


def at_rest(f: Fight, post: int) -> Fight:
    """The fight is over: what no outcome records is forgotten (WB-104)."""
    for a, b in f.setup.pairs:
        f = f.with_link(a, b, on=False)
    for d in range(len(f.duels)):
        f = f.with_duel(d, fought=False, running=False, dealt_first=0, dealt_second=0, began=0, second_challenged=False)
    return evolve(f, posts=post)
