"""The tables of fields in README.md and docs/fields.md, made from the models of the fight files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coldsteel.fights.schema import Shape
from coldsteel.kernel.rulebook import Rulebook

HEAD = "| field | may be | default | what it is |\n|---|---|---|---|\n"

Sections = dict[str, tuple[str, dict[str, str]]]
"""Head of a table of a fight file -> what it is, and its fields, each a row."""


def sections(book: Rulebook) -> Sections:
    """Every table that a fight file of this book may have."""
    shape = Shape(book.model(), book.catalogue.prefix)
    out: Sections = {}
    _walk(shape, shape.top, (), "", out)
    return out


def _walk(shape: Shape, node: Mapping[str, Any], key: tuple[str | int, ...], head: str, out: Sections) -> None:
    needed = node.get("required", ())
    rows: dict[str, str] = {}
    inside = []
    for name, field in node.get("properties", {}).items():
        at = (*key, name)
        tables = [x for x in _ways(shape, shape.at(at)) if "properties" in x]
        lists = [x for x in _ways(shape, shape.at((*at, 0))) if "properties" in x]
        path = f"{head}.{name}".lstrip(".")
        inside += [(x, at, path, f"[{path}]") for x in tables]
        inside += [(x, (*at, 0), path, f"[[{path}]]") for x in lists]
        if not tables and not lists:
            rows[name] = _row(shape, at, field, name in needed)
    title = f"[[{head}]]" if key and key[-1] == 0 else f"[{head}]" if head else "at the top"
    says, before = out.get(title, ("", {}))
    out[title] = (says or _one_line(node.get("description", "")), {**before, **rows})
    for x, at, path, _ in inside:
        _walk(shape, x, at, path, out)


def _ways(shape: Shape, node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return shape._ways(node) if node else iter(())


def _row(shape: Shape, at: tuple[str | int, ...], field: Mapping[str, Any], needed: bool) -> str:
    default = field.get("default")
    said = "needed" if needed else "" if default is None else f"`{written(default)}`"
    what = _one_line(shape.at(at).get("description", ""))
    return f"| `{at[-1]}` | {_cell(shape.allowed(at))} | {said} | {_cell(what)} |"


def written(value: Any) -> str:
    """A value as a fight file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(written, value))}]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def page(books: list[Rulebook]) -> str:
    """docs/fields.md."""
    out = [
        "# Fields of fight files\n\n",
        "Made from the models that check fight files; [commands.md](commands.md#fight-files) has an example, and\n",
        "`coldsteel schema BOOK` prints the same for editors. Where no default stands, and the field is not needed,\n",
        "what happens without it stands in the last column.\n",
    ]
    for book in books:
        out.append(f"\n## {book.name}\n")
        for title, (says, rows) in sections(book).items():
            out.append(f"\n### `{title}`\n\n" if title != "at the top" else "\n### At the top\n\n")
            out.append(f"{says}\n" if says else "")
            out += [f"\n{HEAD}", *[f"{row}\n" for row in rows.values()]] if rows else []
    return "".join(out)
