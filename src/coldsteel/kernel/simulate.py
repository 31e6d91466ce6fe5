"""Simulation: n independent fights, for graphs too large to be solved. Estimates come with error bars.

Fights that are in the same state are kept together, as one lane with a number. A roll spreads that number over its
outcomes as so many independent fights would be spread (multinomially); where a lane stands for few fights each draws
for itself. So 200,000 fights of a small graph cost hardly more than its states, and of a large one what they must.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coldsteel.errors import NotSolvable, Stopped, TooLarge
from coldsteel.kernel.asks import Both
from coldsteel.kernel.graph import ENDED, Inbox, build
from coldsteel.kernel.odds import Joint, figures_of
from coldsteel.kernel.packing import Codec, Interchange, Words, distinct
from coldsteel.kernel.rulebook import Aim, Rulebook
from coldsteel.kernel.run import Carried, Index, Run
from coldsteel.kernel.state import Agenda

Counts = NDArray[np.int64]

NORMAL = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
MOST_FIGHTS = 1_000_000_000
PATIENCE = 500  # batches without an ending after which it is asked whether there can be one
LOOKED_AT = 2_000  # states that are looked at for that
CHUNK = 1 << 18  # smaller than for odds: it keeps what is worked on in the processor's cache

__all__ = ["MOST_FIGHTS", "Sampled", "simulate", "wilson"]


def wilson(hits: int, n: int) -> tuple[float, float]:
    """95 % interval of a chance of which `hits` in `n` independent trials are known (Wilson)."""
    if n == 0:
        return 0.0, 1.0
    p, z2 = hits / n, NORMAL**2
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = NORMAL / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return 0.0 if hits == 0 else middle - half, 1.0 if hits == n else middle + half


@dataclass(frozen=True)
class Sampled:
    """What `simulate` found. `value` is for `side`, `error` half the width of its 95 % interval; `results` are
    (chance, low, high) of the verdicts; `means` are (mean, half width) of the measures."""

    rulebook: Rulebook = field(repr=False)
    aim: Aim
    side: int
    n: int
    seed: int
    seconds: float
    value: float
    error: float
    results: Mapping[str, tuple[float, float, float]]
    expected: Mapping[str, float]
    unresolved: float
    joint: Joint = field(repr=False)
    start: Any = field(repr=False)
    method: str = "sampled"

    @cached_property
    def measures(self) -> Mapping[str, Mapping[Any, float]]:
        """Name -> value -> share of the fights."""
        return {
            m.name: {v[0]: p for v, p in self.joint.table(m).items()} for m in self.rulebook.measures(self.start.setup)
        }

    @cached_property
    def means(self) -> Mapping[str, tuple[float, float]]:
        """Name -> (mean, half width of its 95 % interval), for measures that are plain numbers."""
        found = {}
        for m in self.rulebook.measures(self.start.setup):
            if not m.names:
                x = self.joint.column(m.of).astype(np.float64)
                found[m.name] = _mean(x, self.joint.chance, self.n)
        return found


def _mean(x: NDArray[np.float64], weight: NDArray[np.float64], n: int) -> tuple[float, float]:
    mean = float(weight @ x)
    spread = float(weight @ (x - mean) ** 2)
    return mean, NORMAL * math.sqrt(spread / max(1, n - 1))


class _Sampler:
    """The sink that draws. The weight of a lane is the number of fights that it stands for."""

    def __init__(self, start: Any, rulebook: Rulebook, seed: int) -> None:
        self.codec = Codec(start)
        self.interchange = Interchange(self.codec, rulebook.groups(start), start, rulebook.renamed)
        self.run = Run(self.codec, self, CHUNK)
        self.rng = np.random.default_rng(seed)
        self.inbox = Inbox()
        self.ended: list[tuple[Words, Counts]] = []
        self.endless: list[tuple[Words, Counts]] = []
        self.judged: dict[Any, bool] = {}
        self.rulebook = rulebook
        self.done = 0
        self.skip: dict[Agenda, int] = defaultdict(int)
        self.counted: dict[str, int] = dict.fromkeys(rulebook.counters.values(), 0)
        self.counters = rulebook.counters

    # -- what a run asks
    def roll(
        self, run: Run, widths: Counts, which: Counts, chances: Sequence[NDArray[np.float64]]
    ) -> tuple[Index, Counts]:
        number = run.path.carried.weight
        many = number > 2 * widths[which]
        links: list[Index] = []
        outcomes: list[Counts] = []
        numbers: list[Counts] = []
        table, cumulative = _tables(widths, chances)
        if not many.all():
            at = np.flatnonzero(~many)
            link = np.repeat(at, number[at])
            drawn = self.rng.random(len(link))
            outcome = np.zeros(len(link), np.int64)
            rows = which[link] if len(chances) > 1 else None
            for k in range(cumulative.shape[1] - 1):
                outcome += drawn >= (cumulative[0, k] if rows is None else cumulative[rows, k])
            links.append(link)
            outcomes.append(outcome)
            numbers.append(np.ones(len(link), np.int64))
        if many.any():
            at = np.flatnonzero(many)
            spread = self.rng.multinomial(number[at], table[which[at]] if len(chances) > 1 else table[0])
            row, outcome = np.nonzero(spread)
            links.append(at[row])
            outcomes.append(outcome)
            numbers.append(spread[row, outcome])
        link = links[0] if len(links) == 1 else np.concatenate(links)
        run.select(link)
        run.path.carried.weight = numbers[0] if len(numbers) == 1 else np.concatenate(numbers)
        return link, outcomes[0] if len(outcomes) == 1 else np.concatenate(outcomes)

    def choose(self, run: Run, side: int, legal: NDArray[np.bool_]) -> None:
        self._spread(run, [legal])

    def both(self, run: Run, ask: Both, legal: NDArray[np.bool_], other: NDArray[np.bool_]) -> None:
        self._spread(run, [legal, other])

    def _spread(self, run: Run, choices: list[NDArray[np.bool_]]) -> None:
        """Every fight picks one of its legal options, all equally likely: lanes are split so that in each only the
        option picked stays legal (a pair of options, where both sides choose at one time)."""
        for index, legal in enumerate(choices):
            count = legal.sum(0)
            if (count <= 1).all():
                continue
            number = run.path.carried.weight
            free = np.where(count > 1, legal / np.maximum(count, 1), 0.0).T
            free[count <= 1, 0] = 1.0
            spread = self.rng.multinomial(number, free)
            lane, option = np.nonzero(spread)
            run.select(lane)
            run.path.carried.weight = spread[lane, option]
            picked = np.zeros((legal.shape[0], len(lane)), bool)
            picked[option, np.arange(len(lane))] = True
            choices[index] = np.where(count[lane] > 1, picked, legal[:, lane])
            for later in range(len(choices)):
                if later != index:
                    choices[later] = choices[later][:, lane]
        run.choices = choices

    def out(self, agenda: Agenda, carried: Carried, words: Words) -> None:
        agenda, words = self.interchange(agenda, words)
        if agenda.tasks:
            self.inbox.put(agenda, carried.weight, *words)
        else:
            self.ended.append((words, carried.weight))
            self.done += int(carried.weight.sum())

    # -- the whole
    def follow(self, start: Any, n: int, progress: Callable[[int, int], None] | None) -> None:
        agenda, words = self.interchange(start.then, self.codec.pack(start))
        if not agenda.tasks:
            self.ended.append((words, np.array([n])))
            return
        self.inbox.put(agenda, np.array([n]), *words)
        patience = waited = PATIENCE
        before = self.done
        while self.inbox:
            waited = patience if self.done > before else waited - 1
            before = self.done
            if waited == 0:
                patience = waited = 2 * patience
                self.break_off(start)
                continue
            agenda, (number, *words) = self.inbox.take()
            number, words = self._merged(agenda, number, words)
            name = self.counters.get(agenda.tasks[0].step.__name__)
            if name:
                self.counted[name] += int(number.sum())
            self.run.over(agenda, words, number, number)
            if progress:
                progress(self.done, n)

    def break_off(self, start: Any) -> None:
        """No fight has ended for long: those that cannot end any more are taken out, as they stand."""
        waiting = Inbox()
        while self.inbox:
            agenda, (number, *words) = self.inbox.take()
            number, words = self._merged(agenda, number, words)
            endless = np.array([self._cannot_end(agenda, words, row) for row in range(min(len(number), LOOKED_AT))])
            endless = np.concatenate([endless, np.zeros(len(number) - len(endless), bool)]).astype(bool)
            if endless.any():
                self.endless.append(([w[endless] for w in words], number[endless]))
                self.done += int(number[endless].sum())
            if not endless.all():
                waiting.put(agenda, number[~endless], *[w[~endless] for w in words])
        self.inbox = waiting

    def _cannot_end(self, agenda: Agenda, words: Words, row: int) -> bool:
        """Is there no end to be reached from a state, whatever is rolled and chosen? Looked at up to a bound."""
        key = (agenda, *(int(w[row]) for w in words))
        if key not in self.judged:
            try:
                graph = build(self.rulebook, self.codec.state(agenda, words, row), max_states=LOOKED_AT, sort=False)
                self.judged[key] = not (graph.kind == ENDED).any()
            except TooLarge:
                self.judged[key] = False
        return self.judged[key]

    def _merged(self, agenda: Agenda, number: Counts, words: Words) -> tuple[Counts, Words]:
        """Lanes in the same state become one; where that hardly ever happens it isn't tried every time."""
        if self.skip[agenda] > 0:
            self.skip[agenda] -= 1
            return number, words
        _, one, which = distinct(words)
        if len(one) > 0.9 * len(number):
            self.skip[agenda] = 4
            if len(one) == len(number):
                return number, words
        return np.bincount(which, number, len(one)).astype(np.int64), [w[one] for w in words]


def _tables(widths: Counts, chances: Sequence[NDArray[np.float64]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    table = np.zeros((len(chances), int(widths.max())))
    for row, p in zip(table, chances, strict=True):
        row[: len(p)] = p / p.sum()
    return table, np.cumsum(table, 1)


def simulate(
    rulebook: Rulebook,
    start: Any,
    n: int,
    *,
    seed: int = 1,
    aim: str | None = None,
    side: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Sampled:
    """`n` independent fights with drawn dice; every player picks among legal options at random, all equally likely.

    `progress(done, n)` is called now and then. Raises `NotSolvable` for a senseless n, `Stopped` when stopped by hand.
    """
    if not 1 <= n <= MOST_FIGHTS:
        raise NotSolvable(f"{n:,} fights: from 1 to {MOST_FIGHTS:,} can be simulated")
    began = time.perf_counter()
    wanted = rulebook.aim(start.setup, aim)
    sampler = _Sampler(start, rulebook, seed)
    try:
        sampler.follow(start, n, progress)
    except KeyboardInterrupt as e:
        raise Stopped(f"stopped when {sampler.done:,} of {n:,} fights had ended") from e
    return _sampled(rulebook, sampler, wanted, start, n, seed, side, began)


def _sampled(
    rulebook: Rulebook, sampler: _Sampler, aim: Aim, start: Any, n: int, seed: int, side: int, began: float
) -> Sampled:
    parts = []
    lost = sum(int(number.sum()) for _, number in sampler.endless)
    for words, number in (*sampler.ended, *sampler.endless):
        parts += [(p * number, w) for p, w in sampler.interchange.permutations(words)]
    words = [np.concatenate([w[k] for _, w in parts]) for k in range(sampler.codec.words)]
    weight = np.concatenate([p for p, _ in parts])
    _, one, which = distinct(words)
    joint = Joint(sampler.codec, [w[one] for w in words], np.bincount(which, weight, len(one)) / n)
    hits = dict.fromkeys(rulebook.verdicts, 0)
    for words, number in sampler.ended:
        verdict = np.broadcast_to(figures_of(sampler.codec, words, rulebook.verdict), len(number))
        for k, name in enumerate(rulebook.verdicts):
            hits[name] += int(number[verdict == k].sum())
    hits[rulebook.unresolved] += lost
    results = {name: (h / n, *wilson(h, n)) for name, h in hits.items()}
    gain = joint.column(lambda s: aim.of(s, side)).astype(np.float64)
    value, error = _mean(gain, joint.chance, n)
    return Sampled(
        rulebook,
        aim,
        side,
        n,
        seed,
        time.perf_counter() - began,
        value,
        error,
        results,
        {} if lost else {name: k / n for name, k in sampler.counted.items()},
        results[rulebook.unresolved][0],
        joint,
        start,
    )
