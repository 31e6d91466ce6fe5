"""The modules under src/coldsteel, parsed: what the rules of the house are checked on."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "coldsteel"


@dataclass(frozen=True)
class Source:
    """One module: its dotted name, its text, and the path that messages name."""

    path: str
    name: str
    text: str
    is_package: bool = False

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def room(self) -> str:
        """The first name below coldsteel: `kernel`, `errors` ...; empty for coldsteel itself."""
        return room_of(self.name)

    def fault(self, node: ast.AST, rule: str) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 1)}: {rule}"

    def imported(self, node: ast.Import | ast.ImportFrom) -> list[str]:
        """Dotted names that a statement asks for; `from a import b` asks for a.b, be it a module or not."""
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        origin = node.module or ""
        if node.level:
            here = self.name.split(".")
            up = node.level - 1 if self.is_package else node.level
            origin = ".".join(here[: len(here) - up] + ([origin] if origin else []))
        return [f"{origin}.{alias.name}" for alias in node.names]

    def imports(self) -> Iterator[tuple[ast.stmt, str]]:
        """Every import of the module, wherever it stands."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name in self.imported(node):
                    yield node, name

    def imports_on_loading(self) -> Iterator[tuple[ast.stmt, str]]:
        """The imports that run when the module does: none inside a function or under TYPE_CHECKING."""
        waiting: list[ast.AST] = [self.tree]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name in self.imported(node):
                    yield node, name
            elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
                waiting.extend(node.orelse)
            elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                waiting.extend(ast.iter_child_nodes(node))


def room_of(name: str) -> str:
    """The second part of a dotted name, empty where there is none."""
    return name.partition(".")[2].partition(".")[0]


def sources() -> list[Source]:
    """All modules under src/coldsteel, in order of their paths."""
    return [_read(path) for path in sorted(PACKAGE.rglob("*.py"))]


def _read(path: Path) -> Source:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    return Source(path.relative_to(ROOT).as_posix(), name, path.read_text(encoding="utf-8"), is_package)
