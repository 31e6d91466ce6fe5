"""What a module says it exports is there."""

import ast
import importlib

import pytest

from tests.house.sources import Source, sources


def says_what_it_exports(source: Source) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "__all__" for node in ast.walk(source.tree))


@pytest.mark.parametrize("name", [source.name for source in sources() if says_what_it_exports(source)])
def test_every_name_in_all_exists_and_stands_there_once(name):
    module = importlib.import_module(name)
    exported = list(module.__all__)
    assert sorted(set(exported)) == sorted(exported), f"{name}.__all__ names something twice"
    missing = [export for export in exported if not hasattr(module, export)]
    assert not missing, f"{name}.__all__ names what isn't there: {', '.join(missing)}"


def test_the_public_names_of_coldsteel_import():
    package = importlib.import_module("coldsteel")
    (top,) = (source for source in sources() if source.name == "coldsteel")
    imported = {
        alias.asname or alias.name
        for node in ast.walk(top.tree)
        if isinstance(node, ast.ImportFrom) and node.module != "__future__"
        for alias in node.names
    }
    public = {*getattr(package, "__all__", ()), *(name for name in imported if not name.startswith("_"))}
    missing = sorted(name for name in {"__version__", *public} if not hasattr(package, name))
    assert not missing, f"coldsteel doesn't have {', '.join(missing)}"
