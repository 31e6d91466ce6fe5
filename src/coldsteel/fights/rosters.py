"""Roster files: units stated once and named by many fights.

A fight says `rosters = ["french.toml"]` (paths from the fight's own folder) and, in place of a profile,
`roster = "Old Guard"`: the entry with that id in the roster's list of the same name (`[[units]]` for a unit). What the
fight says beside it goes before what the roster says.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from coldsteel.fights.faults import Fault, Faulty, Place, named, nearest, shown
from coldsteel.fights.files import Document, document
from coldsteel.fights.locate import Key, within

__all__ = ["Sheet", "spread"]

_HEAD = ("rulebook", "title")  # what a roster may say besides its lists


class Sheet:
    """The values of a fight with its rosters filled in, where each stands, and what was wrong so far."""

    def __init__(self, fight: Document) -> None:
        self.file, self.data = fight.file, fight.data
        self.places = {key: Place(fight.file, line) for key, line in fight.lines.items()}
        self.faults: list[Fault] = []

    def place(self, key: Key) -> Place:
        """Where a key stands; what stands nowhere has the place of the table around it."""
        while key and key not in self.places:
            key = key[:-1]
        return self.places.get(key, Place(self.file))

    def fault(self, key: Key, what: str, *, value: Any = None, allowed: str = "", clause: str = "") -> None:
        """Notes that something is wrong at a place of the fight."""
        at, field = self.place(key), named(self.data, key)
        said = "" if value is None else shown(value)
        self.faults.append(Fault(at.file, at.line, what, field, said, allowed, clause, key))


class _Entries:
    """All entries of the rosters of a fight: (list, id) -> its values and where they stand."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], tuple[dict[str, Any], Document, Key]] = {}
        self.complete = True  # could every roster be read?
        self.files = 0

    def read(self, sheet: Sheet, key: Key, path: Path) -> None:
        self.files += 1
        try:
            roster = document(path)
        except Faulty as error:
            self.complete = False
            for fault in error.faults:
                if fault.line:
                    sheet.faults.append(fault)
                else:
                    sheet.fault(key, fault.what, value=str(path), allowed=fault.allowed)
        else:
            sheet.faults += self.add(roster, sheet.data.get("rulebook"))

    def add(self, roster: Document, rulebook: Any) -> Iterator[Fault]:
        for name, value in roster.data.items():
            if name == "rulebook" and value != rulebook:
                yield Fault(roster.file, roster.lines[(name,)], "a roster of another rulebook", name, shown(value))
            elif name not in _HEAD and not _is_list_of_tables(value):
                what = "a roster has lists of entries only, such as [[units]]"
                yield Fault(roster.file, roster.lines[(name,)], what, name, shown(value))
            elif name not in _HEAD:
                yield from self._add_list(roster, name, value)

    def _add_list(self, roster: Document, name: str, entries: list[dict[str, Any]]) -> Iterator[Fault]:
        for k, entry in enumerate(entries):
            key: Key = (name, k)
            line, label = roster.lines[key], entry.get("id", entry.get("name"))
            if not isinstance(label, str):
                yield Fault(roster.file, line, "an entry needs an id", named(roster.data, key))
            elif (name, label) in self.found:
                _, other, before = self.found[name, label]
                first = f"{other.file}:{other.lines[before]}"
                yield Fault(roster.file, line, f"already stands at {first}", f"{name}[{label}]")
            else:
                self.found[name, label] = entry, roster, key


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(x, dict) for x in value)


def spread(fight: Document) -> Sheet:
    """Fills in what a fight takes from its rosters."""
    sheet = Sheet(fight)
    entries = _Entries()
    files = fight.data.get("rosters", [])
    if not isinstance(files, list) or not all(isinstance(x, str) for x in files):
        sheet.fault(("rosters",), "not a list of files", value=files, allowed='a list such as ["french.toml"]')
        files, entries.complete = [], False
    for k, name in enumerate(files):
        entries.read(sheet, ("rosters", k), Path(fight.file).parent / name)
    _fill(sheet, sheet.data, (), entries)
    sheet.data.pop("rosters", None)
    return sheet


def _fill(sheet: Sheet, data: Any, key: Key, entries: _Entries) -> None:
    for name, x in within(data):
        _fill(sheet, x, (*key, name), entries)
    if isinstance(data, dict) and "roster" in data and len(key) > 1 and isinstance(key[-1], int):
        _take(sheet, data, key, entries)


def _take(sheet: Sheet, own: dict[str, Any], key: Key, entries: _Entries) -> None:
    wanted, kind = own["roster"], str(key[-2])
    found = entries.found.get((kind, wanted)) if isinstance(wanted, str) else None
    if found is None:
        _not_found(sheet, key, wanted, [label for name, label in entries.found if name == kind], entries)
        own.setdefault(_naming(kind, entries), own.pop("roster"))
        return
    del own["roster"]
    entry, roster, at = found
    taken = {name: deepcopy(x) for name, x in entry.items() if name not in own}
    own.update(taken)
    for place, line in roster.lines.items():
        if len(place) > len(at) and place[: len(at)] == at and place[len(at)] in taken:
            sheet.places[(*key, *place[len(at) :])] = Place(roster.file, line)


def _naming(kind: str, entries: _Entries) -> str:
    """The field by which entries of a list are named: `id`, or `name` where they have no id."""
    named_so = [entry for (of, _), (entry, _, _) in entries.found.items() if of == kind]
    return "name" if any("id" not in entry for entry in named_so) else "id"


def _not_found(sheet: Sheet, key: Key, wanted: Any, known: list[str], entries: _Entries) -> None:
    if not isinstance(wanted, str):
        sheet.fault((*key, "roster"), "not the id of an entry", value=wanted, allowed="text")
    elif not entries.files and entries.complete:
        example = 'rosters = ["french.toml"] at the top of the fight'
        sheet.fault((*key, "roster"), "this fight names no roster file", value=wanted, allowed=example)
    elif entries.complete:
        what = "no such entry in the rosters"
        sheet.fault((*key, "roster"), what, value=wanted, allowed=nearest(wanted, known))
