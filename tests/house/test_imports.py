"""Who may import whom, and what no module may be called."""

from collections.abc import Iterator

import pytest

from tests.house.sources import PACKAGE, ROOT, Source, room_of, sources

# A room imports from those above it only; rooms in one line don't know each other.
ORDER = (
    ("errors",),
    ("kernel",),
    ("battlefield",),
    ("rulebooks",),
    ("fights",),
    ("study", "store"),
    ("cli", "web"),
)
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}
OUTSIDE = {"coldsteel", "coldsteel.__main__"}  # what hands over to the rooms; nobody imports from them ...
FROM_THE_TOP = {"coldsteel.__version__"}  # ... but for this
HANDED_OVER = {("coldsteel.cli.app", "coldsteel.web.serve")}  # the command line starts the server, and that is all
NOT_NAMES = {"utils", "base", "core", "common"}
BOOKS = ("bayonet", "trench", "wasteland", "warband", "skirmish")
FOR_ALL_BOOKS = {"sheets"}  # modules beside the books that every one of them may use
HEAVY = {"numpy", "scipy", "matplotlib", "shapely"}  # tenths of a second each: not before they are needed
LIGHT_ROOMS = {"errors", "cli", "fights", "rulebooks"}
LIGHT_IN_KERNEL = {
    *("asks", "clauses", "dice", "explain", "figures", "plain"),
    *("log", "play", "record", "rulebook", "sources", "state", "tables"),
}
LIGHT_IN_BATTLEFIELD = {"bases", "lengths", "scene", "table"}  # what a file states; the rest reckons with shapes
LIGHT = {"kernel": LIGHT_IN_KERNEL, "battlefield": LIGHT_IN_BATTLEFIELD}


def one_way(source: Source) -> Iterator[str]:
    if source.name in OUTSIDE:
        return
    if source.room not in RANK:
        yield f"{source.path}:1: no such room as '{source.room}'; rooms stand in ORDER in {__name__}"
        return
    for node, name in source.imports():
        if name.split(".")[0] != "coldsteel" or name in FROM_THE_TOP or (source.name, name) in HANDED_OVER:
            continue
        room = room_of(name)
        if room not in RANK:
            yield source.fault(node, f"'{name}' is not in a room; import it from the room that it lives in")
        elif room != source.room and RANK[room] >= RANK[source.room]:
            yield source.fault(node, f"{source.room} may not import {room}")


def books_apart(source: Source) -> Iterator[str]:
    if source.name.count(".") < 2 or source.room != "rulebooks":
        return
    book = source.name.split(".")[2]
    for node, name in source.imports():
        if name.startswith("coldsteel.rulebooks.") and name.split(".")[2] not in {book, *FOR_ALL_BOOKS}:
            yield source.fault(node, f"the rulebook {book} may not import from {name}")


def light(source: Source) -> Iterator[str]:
    in_room = source.name.count(".") > 1 and source.name.split(".")[2] in LIGHT.get(source.room, ())
    if source.room not in LIGHT_ROOMS and not in_room:
        return
    for node, name in source.imports_on_loading():
        if name.split(".")[0] in HEAVY:
            yield source.fault(node, f"{name} is imported on loading; import it in the function that needs it")


@pytest.mark.parametrize("rule", [one_way, books_apart, light])
def test_imports_of_all_modules(rule):
    faults = [fault for source in sources() for fault in rule(source)]
    assert not faults, "\n".join(faults)


def test_no_module_has_a_name_that_says_nothing():
    named = [source.path for source in sources() if NOT_NAMES & set(source.name.split("."))]
    assert not named, f"no module or package is called {', '.join(sorted(NOT_NAMES))}: {', '.join(named)}"


def test_the_kernel_names_no_rulebook():
    texts = [path for path in sorted((PACKAGE / "kernel").rglob("*")) if path.is_file() and path.suffix != ".pyc"]
    faults = [
        f"{path.relative_to(ROOT).as_posix()}:{number}: the kernel knows no rulebook, but names {book}"
        for path in texts
        for number, line in enumerate(path.read_text(encoding="utf-8").lower().splitlines(), 1)
        for book in BOOKS
        if book in line
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (one_way, "coldsteel.kernel.odds", "from coldsteel.rulebooks import trench"),
        (one_way, "coldsteel.kernel.odds", "def f():\n    from ..fights import read"),
        (one_way, "coldsteel.errors", "import coldsteel.kernel.asks"),
        (one_way, "coldsteel.study.worth", "from coldsteel import store"),
        (one_way, "coldsteel.store.save", "from coldsteel import study"),
        (one_way, "coldsteel.web.pages", "import coldsteel.cli"),
        (one_way, "coldsteel.cli.screen", "import coldsteel.web"),
        (one_way, "coldsteel.cli.screen", "from coldsteel import play"),
        (one_way, "coldsteel.attic", ""),
        (books_apart, "coldsteel.rulebooks.trench.melee", "from ..bayonet import melee"),
        (books_apart, "coldsteel.rulebooks.trench.melee", "from coldsteel.rulebooks import BOOKS"),
        (light, "coldsteel.kernel.dice", "import numpy as np"),
        (light, "coldsteel.battlefield.bases", "from shapely import Polygon"),
        (light, "coldsteel.rulebooks.trench.melee", "try:\n    from scipy import sparse\nfinally:\n    pass"),
        (light, "coldsteel.cli.plots", "class A:\n    import matplotlib.pyplot"),
    ],
)
def test_a_fault_is_found(rule, name, text):
    assert len(list(rule(Source("there.py", name, text)))) == 1


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (one_way, "coldsteel.rulebooks.trench.melee", "from coldsteel.kernel.asks import tally"),
        (one_way, "coldsteel.kernel.odds", "import numpy\nfrom . import lanes\nfrom ..errors import TooLarge"),
        (one_way, "coldsteel.kernel.record", "from coldsteel import __version__"),
        (one_way, "coldsteel", "from coldsteel.cli import main"),
        (books_apart, "coldsteel.rulebooks.trench.melee", "from . import rout\nfrom .state import Fight"),
        (books_apart, "coldsteel.rulebooks.trench.melee", "from coldsteel.rulebooks.sheets import Sheet"),
        (books_apart, "coldsteel.rulebooks", "from . import bayonet"),
        (light, "coldsteel.battlefield.sight", "import shapely"),
        (light, "coldsteel.kernel.lanes", "import numpy as np"),
        (light, "coldsteel.kernel.dice", "def f():\n    import numpy"),
        (light, "coldsteel.cli.plots", "if TYPE_CHECKING:\n    import numpy"),
    ],
)
def test_what_is_allowed_is_no_fault(rule, name, text):
    is_package = name.count(".") < 2
    assert not list(rule(Source("there.py", name, text, is_package)))
