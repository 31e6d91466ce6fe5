"""Fights that somebody is setting up: values that go from page to page, held in memory for a while."""

from __future__ import annotations

import pickle
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

__all__ = ["Drafts"]

MOST_DRAFTS = 100
MOST_BYTES = 30_000_000  # of all together


class Drafts:
    """Values by a name that nobody guesses; the oldest are forgotten. May be called from any thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()  # packed: values of many small lists take much room
        self._lock = threading.Lock()

    def keep(self, values: Mapping[str, Any], name: str = "") -> str:
        """Keeps values, in place of those of this name; -> the name they are found by."""
        name, packed = name or secrets.token_urlsafe(12), pickle.dumps(dict(values))
        with self._lock:
            self._kept[name] = packed
            self._kept.move_to_end(name)
            while len(self._kept) > MOST_DRAFTS or sum(map(len, self._kept.values())) > MOST_BYTES:
                self._kept.popitem(last=False)
        return name

    def found(self, name: str) -> dict[str, Any] | None:
        """The values of this name; None where there are none any more."""
        with self._lock:
            kept = self._kept.get(name)
        found: dict[str, Any] | None = None if kept is None else pickle.loads(kept)
        return found
