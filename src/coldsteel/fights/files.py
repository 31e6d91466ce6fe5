"""A TOML file as it is read: its values and where they stand, or what keeps it from being read."""

from __future__ import annotations

import re
import stat
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coldsteel.fights.faults import Fault, Faulty, nearest
from coldsteel.fights.locate import Key, lines

__all__ = ["MOST_BYTES", "Document", "document", "document_of"]

MOST_BYTES = 1_000_000
"""No fight file is longer; what is longer is some other file."""

DEEPEST = 50
MOST_DOTS = 2_000  # in a line: a key of very many parts takes minutes to read

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Document:
    """The values of a file, and the line of each."""

    file: str
    data: dict[str, Any]
    lines: dict[Key, int]


def document(path: Path) -> Document:
    """Reads a TOML file.

    Raises `Faulty` where it cannot be read, is too long, is not UTF-8, or is not TOML.
    """
    return document_of(_bytes(path), str(path))


def document_of(raw: bytes, name: str) -> Document:
    """Reads TOML that came from elsewhere under this name.

    Raises `Faulty` as `document` does.
    """
    _check_length(raw, name)
    text = _text(raw, name)
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise Faulty(Fault(name, 0, "not a fight file: its values are nested too deeply"))
    try:
        data = tomllib.loads(text)
        if _too_deep(data):
            raise RecursionError
        return Document(name, data, lines(text))
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        raise Faulty(Fault(name, line, f"not TOML: {_PLACE.sub('', str(error))}")) from None
    except RecursionError:
        raise Faulty(Fault(name, 0, "not a fight file: its values are nested too deeply")) from None
    except ValueError as error:  # a number with thousands of digits
        raise Faulty(Fault(name, 0, f"not TOML: {error}")) from None


def _too_deep(data: Any) -> bool:
    """Are values nested deeper than any file that makes sense has them? Looked at level by level."""
    level = [data]
    for _ in range(DEEPEST):
        level = [y for x in level for y in (x.values() if isinstance(x, dict) else x) if isinstance(y, (dict, list))]
        if not level:
            return False
    return True


def _text(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        what = f"not UTF-8 text: byte 0x{raw[error.start]:02x} cannot stand here"
        raise Faulty(Fault(name, line, what, allowed="a text file saved as UTF-8")) from None


def _bytes(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise Faulty(Fault(str(path), 0, "a directory, not a file", allowed=_files_in(path)))
        if not stat.S_ISREG(mode):
            raise Faulty(Fault(str(path), 0, "not a plain file"))
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Faulty(Fault(str(path), 0, "no such file", allowed=_like(path))) from None
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Faulty(Fault(str(path), 0, f"cannot be read: {reason.lower()}")) from None
    _check_length(raw, str(path))
    return raw


def _check_length(raw: bytes, name: str) -> None:
    if len(raw) > MOST_BYTES:
        raise Faulty(Fault(name, 0, "too long for a fight file", allowed=f"at most {MOST_BYTES:,} bytes"))


def _files_in(folder: Path) -> str:
    try:
        found = sorted(p.name for p in folder.glob("*.toml"))
    except OSError:
        return ""
    return f"one of its files, {nearest('', found)}" if found else ""


def _like(path: Path) -> str:
    """A file of the same folder with almost the same name."""
    try:
        meant = nearest(path.name, [p.name for p in path.parent.glob("*.toml")])
    except OSError:
        return ""
    return meant if meant.startswith("did you mean") else ""
