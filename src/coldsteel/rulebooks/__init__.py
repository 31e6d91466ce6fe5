"""The rulebooks, one package each. `BOOKS` is the list, by hand; a book is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coldsteel.kernel.rulebook import Rulebook

__all__ = ["BOOKS", "rulebook"]

BOOKS = ("bayonet", "skirmish", "trench", "warband", "wasteland")


def rulebook(name: str) -> Rulebook:
    """The rulebook of this name: what its package hands over as `RULEBOOK`.

    Raises `KeyError` for a name that is not in `BOOKS`.
    """
    if name not in BOOKS:
        raise KeyError(name)
    book: Rulebook = import_module(f"coldsteel.rulebooks.{name}").RULEBOOK
    return book
