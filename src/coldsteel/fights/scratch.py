"""What a fight of a book is begun from, where nobody has stated one yet."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

__all__ = ["scratch"]


def scratch(rulebook: str) -> dict[str, Any]:
    """The values of the least fight of a book: its `scratch.toml`, without faults. Nothing but the book's name for a
    book that has none."""
    path = files("coldsteel.rulebooks").joinpath(rulebook, "scratch.toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {"rulebook": rulebook}
