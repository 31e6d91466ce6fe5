"""Values written as a fight file again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["toml_of"]


def toml_of(values: Mapping[str, Any]) -> str:
    """The values of a fight as a TOML file, which says the same; what is null is left out, for TOML has no null."""
    import tomli_w

    return tomli_w.dumps(_filled(_ordered(dict(values))))


def _ordered(values: dict[str, Any]) -> dict[str, Any]:
    """What a reader wants to see first stands first."""
    first = [name for name in ("rulebook", "title", "shows") if name in values]
    return {name: values[name] for name in (*first, *(n for n in values if n not in first))}


def _filled(x: Any) -> Any:
    if isinstance(x, Mapping):
        return {name: _filled(y) for name, y in x.items() if y is not None}
    if isinstance(x, list | tuple):
        return [_filled(y) for y in x if y is not None]
    return x
