"""`python -m bench [PART ..] [--against DIR]`: one table of what is claimed and what was measured.

`--against DIR` also measures another kernel of the same idea, kept in DIR as `lanes.py` and `demo.py`, on the same
duel. Every row is a ratio within this run; seconds are the best of some repeats, of processor time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import charges, lines
from bench.duel import DUEL
from coldsteel.kernel import plain
from coldsteel.kernel.graph import build
from coldsteel.kernel.odds import solve
from coldsteel.kernel.simulate import simulate

BOOK = lines.RULEBOOK
Rows = list[tuple[str, str, str, str]]


def seconds(f: Callable[[], Any], repeats: int = 3) -> tuple[float, Any]:
    """Best processor time of some repeats, and the last result."""
    best, found = float("inf"), None
    for _ in range(repeats):
        began = time.process_time()
        found = f()
        best = min(best, time.process_time() - began)
    return best, found


def times(slow: float, fast: float) -> str:
    return f"{slow / fast:,.1f} times" if slow < 100 * fast else f"{slow / fast:,.0f} times"


def against_icepool() -> Rows:
    """(a) A whole fight."""
    fight = lines.fight()
    ours, odds = seconds(lambda: solve(BOOK, fight), 5)
    theirs, by_icepool = seconds(lines.by_icepool, 1)
    measures = {m.name: m for m in BOOK.measures(fight.setup)}
    joint = odds.joint.table(*[measures[n] for n in ("casualties.A1", "fate.A1", "casualties.B1", "fate.B1")])
    by_ours: dict[Any, float] = {}
    for (a, fate_a, b, fate_b), p in joint.items():
        key = (a, fate_a.split("_")[0], b, fate_b.split("_")[0])
        by_ours[key] = by_ours.get(key, 0.0) + p
    assert set(by_ours) == set(by_icepool)
    assert all(abs(p - by_ours[key]) < 1e-9 for key, p in by_icepool.items())
    what = f"odds of a whole fight, {odds.states:,} states"
    return [(what, f"icepool {theirs:.2f} s, ours {ours:.4f} s", times(theirs, ours), "at least 200 times")]


def against_plain() -> Rows:
    """(b) The fast reader against the slow one: building the graph of the same fight."""
    rows: Rows = []
    for a, b, stamina in ((1, 1, 1), (2, 2, 1), (4, 3, 2), (8, 6, 3), (12, 12, 5), (12, 12, 8)):
        fight = lines.fight(a, b, stamina)
        slow, trees = seconds(partial(plain.reachable, fight), 1)
        fast, graph = seconds(partial(build, BOOK, fight, sort=False))
        assert len(trees) == graph.states
        n = graph.states
        bar = "at least 20 times" if n >= 20_000 else "never slower" if n > 1_000 else "-"
        rows.append((f"lanes and plain reader, {n:,} states", f"{slow:.3f} s, {fast:.4f} s", times(slow, fast), bar))
    return rows


def simulation() -> Rows:
    """(c) 200,000 fights."""
    n, fight = 200_000, lines.fight()
    ours, sampled = seconds(lambda: simulate(BOOK, fight, n))
    python, by_hand = seconds(lambda: lines.by_python(n, 1), 1)
    compiled = lines.by_numba()
    compiled(10, 1)
    numba, by_numba = seconds(lambda: compiled(n, 1))
    for hits in (by_hand, by_numba):
        assert abs(hits[1] / n - sampled.results["A"][0]) < 0.008
    what = f"{n:,} fights simulated"
    return [
        (what, f"pure Python {python:.2f} s, ours {ours:.4f} s", times(python, ours), "at least 4 times"),
        (what, f"numba {numba:.4f} s, ours {ours:.4f} s", times(numba, ours), "at least 0.33 times"),
    ]


def growth() -> Rows:
    """(d) What a lane costs as fights grow, and how much memory a fight takes."""
    rows: Rows = []
    for name in ("lines 2 2 1", "lines 8 6 3", "lines 12 12 8", "big", "duel 8", "duel 60", "duel 120", "duel 240"):
        told = subprocess.run(
            [sys.executable, "-m", "bench.grow", *name.split()], capture_output=True, text=True, check=True
        )
        states, edges, lanes, build_s, solve_s, mib, bound = map(float, told.stdout.split())
        cost = (build_s + solve_s) / lanes * 1e9
        took = f"build {build_s:.3f} s, solve {solve_s:.3f} s, {mib:,.0f} MiB, bound {bound:.0e}"
        rows.append((f"{name}: {states:,.0f} states, {edges:,.0f} edges", took, f"{cost:,.0f} ns a lane", "not rising"))
    return rows


def geometry() -> Rows:
    """(f) Legal charges of a crowd: the first time, and again, as odds ask for them thousands of times."""
    fight = charges.fight()
    began = time.process_time()
    found = charges.by_rules(fight)
    first = time.process_time() - began
    again, _ = seconds(lambda: charges.by_rules(fight))
    plain_shapely, by_hand = seconds(lambda: charges.by_hand(charges.file()))
    assert found == by_hand
    pairs = 2 * charges.MODELS**2
    what = f"legal charges, {charges.MODELS} against {charges.MODELS}, {charges.PIECES} pieces"
    return [
        (
            f"{what}: first",
            f"plain shapely {plain_shapely:.3f} s, ours {first:.3f} s ({1000 * first / pairs:.2f} ms a pair)",
            times(plain_shapely, first),
            "-",
        ),
        (f"{what}: again", f"first {first:.3f} s, again {again:.3f} s", times(first, again), "at least 5 times"),
    ]


def many_onlookers() -> Rows:
    """(g) A fight that many follow in browsers: how soon an answer is taken, and how soon everybody has been told."""
    from bench.onlookers import measured

    found = measured()
    told = f"median {found['answer_median']:.3f} s, worst {found['answer_worst']:.3f} s"
    seen = f"median {found['seen_median']:.2f} s, worst {found['seen_worst']:.2f} s, {found['seen_share']:.0%} told"
    return [
        ("200 onlookers: an answer is taken", told, f"{found['answer_median']:.3f} s", "at most 1 s"),
        ("200 onlookers: everybody is told", seen, f"{found['seen_median']:.2f} s", "-"),
    ]


def start_up() -> Rows:
    """(e) How long the command line takes to be there."""
    script = Path(sys.executable).with_name("coldsteel")
    example = next(Path(__file__).parents[1].glob("examples/bayonet/*.toml"))

    def run(*command: str) -> float:
        def once() -> None:
            subprocess.run(command, check=True, capture_output=True)

        best = float("inf")
        for _ in range(7):
            began = time.perf_counter()
            once()
            best = min(best, time.perf_counter() - began)
        return best

    nothing = run(sys.executable, "-c", "pass")
    rows: Rows = []
    for words in (["--help"], ["check", str(example)], ["odds", str(example)]):
        took = run(str(script), *words)
        what = f"start: coldsteel {words[0]}"
        rows.append((what, f"{took:.3f} s, python -c pass {nothing:.3f} s", f"{took / nothing:.1f} times", "-"))
    return rows


def against(folder: Path) -> Rows:
    """Another kernel of the same idea, on the same duel."""
    sys.path.insert(0, str(folder))
    import demo as theirs  # type: ignore[import-not-found]
    import lanes as their_lanes  # type: ignore[import-not-found]

    rows: Rows = []
    for n in (8, 60, 120):
        start = theirs.Duel(theirs.Fencer(n), theirs.Fencer(n))
        fast, graph = seconds(partial(build, DUEL, DUEL.start(n)))
        slow, other = seconds(partial(their_lanes.build, theirs.duel_turn, start, theirs.over))
        assert graph.states == len(other[2])
        rows.append(
            (
                f"build, {graph.states:,} states",
                f"other {slow:.3f} s, ours {fast:.3f} s",
                times(slow, fast),
                "1.0 times",
            )
        )
    return rows


PARTS = {
    "icepool": against_icepool,
    "plain": against_plain,
    "simulation": simulation,
    "growth": growth,
    "start": start_up,
    "geometry": geometry,
    "onlookers": many_onlookers,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"which parts to run: {', '.join(PARTS)}")
    parser.add_argument("--against", type=Path, metavar="DIR", help="another kernel to measure against")
    given = parser.parse_args()
    if unknown := [part for part in given.parts if part not in PARTS]:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    table = Table("what", "measured", "result", "bar", title="Cold Steel, measured", title_justify="left")
    for name in given.parts or PARTS:
        for row in PARTS[name]():
            table.add_row(*row)
    if given.against:
        for row in against(given.against):
            table.add_row(*row)
    Console(width=140 if not sys.stdout.isatty() else None).print(table)


if __name__ == "__main__":
    main()
