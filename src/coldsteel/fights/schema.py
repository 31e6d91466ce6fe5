"""What a book's fight files may hold: the JSON Schema for editors, and what is allowed at a place, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from coldsteel.fights.faults import MOST_LISTED
from coldsteel.fights.locate import Key
from coldsteel.kernel.rulebook import Rulebook

__all__ = ["Shape", "schema"]

LONGEST_SAMPLE = 100

_ROSTERS = {
    "type": "array",
    "items": {"type": "string"},
    "title": "Rosters",
    "description": "Roster files that entries of this fight are taken from; paths from the folder of this file.",
}
_ROSTER = {
    "type": "string",
    "title": "Roster",
    "description": "The id of an entry of the rosters; what is said beside it goes before what the roster says.",
}


def schema(book: Rulebook) -> dict[str, Any]:
    """The JSON Schema of the fight files of a rulebook, rosters included."""
    out: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **book.model().model_json_schema(),
        "title": f"A fight of {book.name}",
    }
    out["properties"] = {**out["properties"], "rosters": _ROSTERS}
    for name in _listed(out):
        entry = out["$defs"][name]
        if _is_named(entry.get("properties", {})):
            entry["properties"] = {**entry["properties"], "roster": _ROSTER}
            needed = entry.pop("required", [])
            entry["anyOf"] = [{"required": needed}, {"required": ["roster"]}]
    return out


def _is_named(properties: Mapping[str, Any]) -> bool:
    """Has the entry of a list an id, or a name that is free to choose? Then a roster may state it."""
    name = properties.get("name", {})
    return "id" in properties or ("name" in properties and not {"enum", "const"} & name.keys())


def _listed(node: Any) -> Iterator[str]:
    """The definitions that stand in lists."""
    if isinstance(node, dict):
        items = node.get("items")
        if isinstance(items, dict) and "$ref" in items:
            yield items["$ref"].rpartition("/")[2]
        for x in node.values():
            yield from _listed(x)
    elif isinstance(node, list):
        for x in node:
            yield from _listed(x)


class Shape:
    """A JSON Schema that can be asked what may stand at a place."""

    def __init__(self, model: Any, prefix: str) -> None:
        self.top: dict[str, Any] = model.model_json_schema()
        self._clause = re.compile(rf"\b{re.escape(prefix)}-[A-Z]?\d+\b")

    def at(self, key: Key) -> Mapping[str, Any]:
        """What the schema says of a place; empty for a place that it does not know."""
        node: Mapping[str, Any] = self.top
        for part in key:
            node = next((found for n in self._ways(node) if (found := self._inside(n, part))), {})
        return self._resolved(node)

    def fields(self, key: Key) -> list[str]:
        """The fields of the table at a place."""
        return [name for n in self._ways(self.at(key)) for name in n.get("properties", {})]

    def allowed(self, key: Key) -> str:
        """What may stand at a place, in words."""
        return self._words(self.at(key))

    def samples(self, key: Key, value: Any) -> list[Any]:
        """Values that might have been meant at a place where `value` is wrong."""
        out: list[Any] = []
        for node in self._ways(self.at(key)):
            if node.get("type") == "boolean":
                out += [False, True]
            elif node.get("type") == "string" and "enum" not in node and "const" not in node and value is not None:
                out.append(str(value)[: node.get("maxLength", LONGEST_SAMPLE)])
            out += [*node.get("enum", ()), *(node[k] for k in ("const", "minimum", "maximum") if k in node)]
        return out

    def clause(self, key: Key) -> str:
        """The clause that a field names for itself, or the first that its description names."""
        node = self.at(key)
        if "clause" in node:
            return str(node["clause"])
        found = self._clause.search(node.get("description", ""))
        return found[0] if found else ""

    # ------------------------------------------------------------ inside
    def _resolved(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in node:
            target = self.top["$defs"][node["$ref"].rpartition("/")[2]]
            node = {**target, **{k: x for k, x in node.items() if k != "$ref"}}
        return node

    def _ways(self, node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        node = self._resolved(node)
        inner = [*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())]
        if not inner:
            yield node
        for n in inner:
            yield from self._ways(n)

    @staticmethod
    def _inside(node: Mapping[str, Any], part: str | int) -> Mapping[str, Any]:
        out: Any
        if isinstance(part, int):
            first: list[Any] = node.get("prefixItems", [])
            out = first[part] if part < len(first) else node.get("items")
        else:
            out = node.get("properties", {}).get(part, node.get("additionalProperties"))
        return out if isinstance(out, dict) else {}

    def _words(self, node: Mapping[str, Any]) -> str:
        ways = list(self._ways(node))
        if len(ways) > 1:
            said = list(dict.fromkeys(self._words(n) for n in ways if n.get("type") != "null"))
            return " or ".join(w for w in said if w)
        node = ways[0]
        choices = node.get("enum", [node["const"]] if "const" in node else [])
        if choices:
            words = [str(c).lower() if isinstance(c, bool) else str(c) for c in choices]
            return words[0] if len(words) == 1 else f"one of {', '.join(words)}"
        return _kind(node, self._words)


def _kind(node: Mapping[str, Any], words: Any) -> str:
    kind = node.get("type")
    if kind == "boolean":
        return "true or false"
    if kind in ("integer", "number"):
        return ("a whole number" if kind == "integer" else "a number") + _range(node)
    if kind == "string":
        return "text" + (", not empty" if node.get("minLength") else "") + _most(node.get("maxLength"), "characters")
    if kind == "array":
        inner = words(node["items"]) if isinstance(node.get("items"), dict) else ""
        return f"a list ({inner})" if inner and inner != "a table" else "a list of tables" if inner else "a list"
    if kind == "object":
        known = list(node.get("properties", {}))
        return f"a table with {', '.join(known)}" if 0 < len(known) <= MOST_LISTED else "a table"
    return ""


def _range(node: Mapping[str, Any]) -> str:
    low, high = node.get("minimum"), node.get("maximum")
    above, below = node.get("exclusiveMinimum"), node.get("exclusiveMaximum")
    if low is not None and high is not None:
        return f" from {_figure(low)} to {_figure(high)}"
    said = [
        f" {word} {_figure(x)}"
        for word, x in (("of at least", low), ("above", above), ("of at most", high), ("below", below))
        if x is not None
    ]
    return " and".join(said)


def _figure(x: float) -> str:
    return f"{x:g}"


def _most(length: int | None, of: str) -> str:
    return f", at most {length} {of}" if length else ""
