"""Where the example fights lie: in the package, or beside its sources in a checkout."""

from __future__ import annotations

from pathlib import Path

__all__ = ["examples_folder"]


def examples_folder() -> Path | None:
    """The folder of the example fights, a folder for each book in it; None where they were not installed."""
    package = Path(__file__).parents[1]
    for folder in (package / "examples", package.parents[1] / "examples"):
        if folder.is_dir():
            return folder
    return None
