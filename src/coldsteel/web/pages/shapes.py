"""What a JSON schema asks for at a place, as a form needs it; and how values are spelled in a field of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

__all__ = ["Key", "Schema", "Wanted", "at", "drop_at", "parse", "set_at", "skeleton", "spell"]

Key = tuple[str | int, ...]
Kind = Literal["table", "tables", "switch", "choice", "choices", "number", "text", "list", "words", "free"]
"""table: fields of their own; tables: a list of them; switch: yes or no; choice, choices: one or several of a few
words; number, text: plain; list: numbers or texts, `depth` lists deep; words: names with a text each; free: one of
several."""


@dataclass(frozen=True)
class Wanted:
    """What may stand at a place. `items` are the schemas of elements; `fixed`: there are as many as there are."""

    kind: Kind
    node: Mapping[str, Any]
    needed: bool = False
    nullable: bool = False
    words: tuple[str, ...] = ()
    depth: int = 0
    numeric: bool = False
    items: tuple[Mapping[str, Any], ...] = ()
    fixed: bool = False

    @property
    def says(self) -> str:
        """What the field is for."""
        return str(self.node.get("description", ""))

    @property
    def default(self) -> Any:
        """What stands where nothing is given; None for nothing."""
        return self.node.get("default")


class Schema:
    """A JSON schema that resolves its own references."""

    def __init__(self, top: Mapping[str, Any]) -> None:
        self.top = top

    def resolved(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """The node itself where it refers to another; what it says beside that goes first."""
        while "$ref" in node:
            target = self.top["$defs"][node["$ref"].rpartition("/")[2]]
            node = {**target, **{k: x for k, x in node.items() if k != "$ref"}}
        return node

    def wanted(self, node: Mapping[str, Any], needed: bool = False) -> Wanted:
        """What a node asks for."""
        node = self.resolved(node)
        ways = [self.resolved(w) for w in node.get("anyOf", ()) if "type" in w or "$ref" in w or "enum" in w]
        real = [w for w in ways if w.get("type") != "null"]
        nullable = len(real) < len(ways)
        if ways and len(real) == 1:
            node = {**real[0], **{k: x for k, x in node.items() if k != "anyOf"}}
        elif len(real) > 1:
            return Wanted("free", node, needed, nullable, depth=max(map(self._depth, real)), numeric=_is_numeric(real))
        return self._plain(node, needed, nullable)

    def _plain(self, node: Mapping[str, Any], needed: bool, nullable: bool) -> Wanted:
        kind = node.get("type")
        if "enum" in node or "const" in node:
            words = tuple(map(str, node.get("enum", [node.get("const")])))
            return Wanted("choice", node, needed, nullable, words=words, numeric=kind in ("integer", "number"))
        if kind == "boolean":
            return Wanted("switch", node, needed, nullable)
        if kind in ("integer", "number"):
            return Wanted("number", node, needed, nullable, numeric=True)
        if kind == "array":
            return self._array(node, needed, nullable)
        if kind == "object":
            return Wanted("table" if "properties" in node else "words", node, needed, nullable)
        return Wanted("text", node, needed, nullable)

    def _array(self, node: Mapping[str, Any], needed: bool, nullable: bool) -> Wanted:
        first = tuple(self.resolved(x) for x in node.get("prefixItems", ()))
        rest = self.resolved(node["items"]) if isinstance(node.get("items"), Mapping) else None
        items = first or ((rest,) if rest is not None else ())
        if items and all("properties" in x for x in items):
            return Wanted("tables", node, needed, nullable, items=items, fixed=bool(first))
        inner = self.wanted(rest) if rest is not None and not first else None
        if inner is not None and inner.kind == "choice":
            return Wanted("choices", node, needed, nullable, words=inner.words)
        return Wanted("list", node, needed, nullable, depth=self._depth(node), numeric=self._numbers(node))

    def _depth(self, node: Mapping[str, Any]) -> int:
        """How deep lists lie in lists."""
        node = self.resolved(node)
        inner = [*node.get("prefixItems", ()), *(x for x in (node.get("items"),) if isinstance(x, Mapping))]
        inner += node.get("anyOf", ())
        deep = max(map(self._depth, inner), default=0)
        return deep + 1 if node.get("type") == "array" else deep

    def _numbers(self, node: Mapping[str, Any]) -> bool:
        """Does a list hold numbers in the end?"""
        node = self.resolved(node)
        inner = [*node.get("prefixItems", ()), *(x for x in (node.get("items"),) if isinstance(x, Mapping))]
        inner += node.get("anyOf", ())
        return any(map(self._numbers, inner)) if inner else node.get("type") in ("integer", "number")

    def fields(self, node: Mapping[str, Any]) -> Iterator[tuple[str, Wanted]]:
        """The fields of a table."""
        node = self.resolved(node)
        needed = set(node.get("required", ()))
        for way in node.get("anyOf", ()):  # an entry may come from a roster instead: not in a form
            needed |= {name for name in way.get("required", ()) if name != "roster"}
        for name, x in node["properties"].items():
            if name not in ("roster", "rosters", "rulebook"):
                yield name, self.wanted(x, name in needed)


def _is_numeric(ways: list[Mapping[str, Any]]) -> bool:
    return all(w.get("type") != "string" for w in ways)


def skeleton(schema: Schema, node: Mapping[str, Any], number: int = 1) -> dict[str, Any]:
    """A new table with what it needs, each at the least that may stand there."""
    return {name: _least(schema, w, name, number) for name, w in schema.fields(node) if w.needed}


def _least(schema: Schema, w: Wanted, name: str, number: int) -> Any:
    if w.kind == "table":
        return skeleton(schema, w.node)
    if w.kind == "tables":
        return [skeleton(schema, x, k + 1) for k, x in enumerate(w.items)]
    if w.kind == "choice":
        return w.words[0]
    if w.kind == "number":
        return max(w.node.get("minimum", 0), min(1, w.node.get("maximum", 1)))
    if w.kind == "switch":
        return False
    if w.kind in ("list", "choices"):
        return []
    return {} if w.kind == "words" else f"New {number}" if name in ("id", "name") else ""


# ---------------------------------------------------------------- places in values
def at(values: Any, key: Key) -> Any:
    """The value at a place; None where nothing stands."""
    for part in key:
        listed = isinstance(values, list) and isinstance(part, int) and 0 <= part < len(values)
        if not listed and not (isinstance(values, dict) and part in values):
            return None
        values = values[part]
    return values


def set_at(values: dict[str, Any], key: Key, value: Any) -> None:
    """Puts a value to a place; tables on the way are made where they lack, or where something else stands."""
    table: Any = values
    for part, after in pairwise(key):
        inner = at(table, (part,))
        if not isinstance(inner, list if isinstance(after, int) else dict):
            inner = table[part] = {} if isinstance(after, str) else []
        table = inner
    table[key[-1]] = value


def drop_at(values: dict[str, Any], key: Key) -> None:
    """Takes the value at a place away, if one stands there."""
    table = at(values, key[:-1])
    if isinstance(table, dict):
        table.pop(key[-1], None)
    elif isinstance(table, list) and isinstance(key[-1], int) and 0 <= key[-1] < len(table):
        del table[key[-1]]


# ---------------------------------------------------------------- values as text
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", re.IGNORECASE)


def spell(value: Any, depth: int = 0) -> str:
    """A value as it stands in a field of text: lists of lists line by line, pairs with a comma."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return "\n".join(f"{name} = {spell(x)}" for name, x in value.items())
    if not isinstance(value, list | tuple):
        return _plain(value)
    if depth >= 3:
        return "\n".join(
            "; ".join(map(_flat, outline)) if isinstance(outline, list) else str(outline) for outline in value
        )
    if depth == 2:
        return "\n".join(map(_flat, value))
    return _flat(value) if all(isinstance(x, int | float) for x in value) else "\n".join(map(str, value))


def _flat(value: Any) -> str:
    return ", ".join(map(_plain, value)) if isinstance(value, list | tuple) else _plain(value)


def _plain(x: Any) -> str:
    if isinstance(x, float) and x.is_integer() and abs(x) < 1e15:
        return str(int(x))
    return str(x).lower() if isinstance(x, bool) else str(x)


def parse(text: str, w: Wanted) -> Any:
    """The value that a text means at a place. What it can't mean stays text, for the check to find fault with."""
    text = text.strip()
    if w.kind == "number":
        return _number(text)
    if w.kind == "words":
        pairs = [line.partition("=") for line in text.splitlines() if line.strip()]
        return {name.strip(): _number(x.strip()) if _numbers_in(w) else x.strip() for name, _, x in pairs}
    if w.kind == "free":
        plain = "\n" not in text and "," not in text
        return _number(text) if plain else _listed(text, 1 if "\n" not in text else max(1, w.depth), True)
    if w.kind == "list":
        return _listed(text, w.depth, w.numeric)
    return text


def _numbers_in(w: Wanted) -> bool:
    more = w.node.get("additionalProperties")
    return isinstance(more, Mapping) and more.get("type") in ("integer", "number")


def _number(text: str) -> Any:
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        return text
    return int(text) if re.fullmatch(r"[+-]?\d{1,18}", text) else float(text)


def _listed(text: str, depth: int, numeric: bool) -> list[Any]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if depth >= 3:
        return [[_pair(p) for p in line.split(";") if p.strip()] for line in lines]
    if depth == 2:
        return [_pair(line) for line in lines]
    return [x for line in lines for x in _pair(line)] if numeric else lines


def _pair(text: str) -> list[Any]:
    return [_number(x) for x in re.split(r"[,\s]+", text.strip(" ,[]()")) if x]
