"""One fight in a process of its own: states, edges, lanes, seconds to build and to solve, MiB above the libraries,
bound.

`python -m bench.grow lines 8 6 3`, `python -m bench.grow duel 60`, `python -m bench.grow big`
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import Any

from bench.duel import DUEL
from coldsteel.kernel.graph import build
from coldsteel.kernel.odds import solve


def peak() -> float:
    """The most memory this process has had, in MiB. (On Linux `ru_maxrss` begins with that of the parent process.)"""
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def fight(name: str, *sizes: str) -> tuple[Any, Any]:
    """A rulebook and an opening state."""
    if name == "duel":
        return DUEL, DUEL.start(int(sizes[0]))
    from bench import lines

    if name == "lines":
        return lines.RULEBOOK, lines.fight(*map(int, sizes))
    from coldsteel import fights

    loaded = fights.load(Path(__file__).parents[1] / "examples" / "bayonet" / f"{name}.toml")
    return loaded.rulebook, loaded.start


def main() -> None:
    """Prints one line of figures."""
    book, start = fight(*sys.argv[1:])
    small_book, small = fight("duel", "1")
    solve(small_book, small)
    before = peak()
    began = time.process_time()
    build(book, start)
    built = time.process_time()
    odds = solve(book, start)
    done = time.process_time()
    took = built - began
    solved = max(0.0, done - built - took)
    print(odds.states, odds.edges, odds.graph.lanes, took, solved, peak() - before, odds.bound)


if __name__ == "__main__":
    main()
