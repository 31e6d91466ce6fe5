"""Pages that are followed literally: every file that they show is written, every command run, every output compared.

What a page may hold:

* a line with a file's name in bold and backticks, and then a block: the file;
* a block of the kind `console`: lines that begin with `$ ` are commands, what follows is their output. A line `...`
  stands for any lines; figures that differ from run to run (seconds, rounding errors) may differ;
* a block of the kind `diff` under a file's name: a change that is taken back after the next `console` block.

`DOCS=write pytest tests/docs` writes what came out into the pages, and generated tables too; read the diff.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
WRITE = os.environ.get("DOCS") == "write"

_BLOCK = re.compile(r"(?:^\*\*`(?P<file>[^`\n]+)`\*\*\n\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
_VARIES = (
    (re.compile(r"\b\d+\.\d+ ?s\b"), "N s"),
    (re.compile(r"\bbound (?:0|\d+e-1[2-9])(?![\w.-])"), "bound B"),
    (re.compile(r"\b\d+ deselected\b"), "N deselected"),
)

Runner = Callable[[str, Path], str]


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, its text, the file that it is, and where the text stands in the page."""

    kind: str
    text: str
    file: str
    begin: int
    end: int


def blocks(page: str) -> Iterator[Block]:
    for found in _BLOCK.finditer(page):
        yield Block(found["kind"], found["text"], found["file"] or "", found.start("text"), found.end("text"))


def files(page: str) -> dict[str, str]:
    """The files that a page shows."""
    return {b.file: b.text for b in blocks(page) if b.file and b.kind != "diff"}


def follow(path: Path, folder: Path, run: Runner) -> list[str]:
    """Follows a page in a folder; -> what came out other than the page says, a text for each."""
    page = path.read_text(encoding="utf-8")
    written, at, faults, before = [], 0, [], {}
    for b in blocks(page):
        text = b.text
        if b.kind == "diff":
            before[b.file] = (folder / b.file).read_text(encoding="utf-8")
            (folder / b.file).write_text(changed(before[b.file], b.text), encoding="utf-8")
        elif b.file:
            (folder / b.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / b.file).write_text(b.text, encoding="utf-8")
        elif b.kind == "console":
            text = "".join(_told(command, shown, run(command, folder), faults) for command, shown in commands(b.text))
            for file, old in before.items():
                (folder / file).write_text(old, encoding="utf-8")
            before = {}
        written += [page[at : b.begin], text]
        at = b.end
    if WRITE:
        path.write_text("".join([*written, page[at:]]), encoding="utf-8")
        return []
    return faults


def changed(text: str, diff: str) -> str:
    """A file after a change: the lines with a minus, which stand in it once, give way to those with a plus."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if not line.startswith("+"))
    new = "".join(line[1:] for line in lines if not line.startswith("-"))
    assert text.count(old) == 1, f"stands {text.count(old)} times, not once:\n{old}"
    return text.replace(old, new)


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that it is said to print."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *shown = part.rstrip("\n").split("\n")
        yield command, shown


def tidy(output: str) -> list[str]:
    """Lines as they stand in a page: without spaces at their ends, and without empty lines around them."""
    return [line.rstrip() for line in output.strip("\n").splitlines()]


def _told(command: str, shown: list[str], output: str, faults: list[str]) -> str:
    got = tidy(output)
    same = matches([_steady(x) for x in tidy("\n".join(shown))], [_steady(x) for x in got])
    if not same:
        faults.append("\n".join([f"$ {command}", "the page says:", *shown, "it prints:", *got]))
    kept = shown if same or "..." in shown else ["", *got] if shown[:1] == [""] else got
    return "\n".join([f"$ {command}", *kept]) + "\n"


def _steady(line: str) -> str:
    for pattern, word in _VARIES:
        line = pattern.sub(word, line)
    return line


def matches(shown: list[str], got: list[str]) -> bool:
    """Are the lines the same, where a line `...` stands for any lines?"""
    if "..." not in shown:
        return shown == got
    k = shown.index("...")
    if shown[:k] != got[:k]:
        return False
    return any(matches(shown[k + 1 :], got[n:]) for n in range(k, len(got) + 1))
