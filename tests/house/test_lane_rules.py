"""What a step may not say, because a figure may stand for many states at once.

`is` compares objects, never figures; `~` turns True into -2; `min` and `max` want one answer where there are many.
A line whose comment says `concrete` may use `min` and `max`: on what is the same in all states. A module of which a
comment says `concrete throughout` meets no figures at all: it reckons with the set-up and the ground.
"""

import ast
import io
import tokenize
from collections.abc import Iterator

import pytest

from tests.house.sources import Source, sources

WITHOUT_STEPS = {"__init__", "profiles", "rulings"}
INSTEAD = {"min": "least", "max": "most"}


def concrete_lines(text: str) -> set[int]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {t.start[0] for t in tokens if t.type == tokenize.COMMENT and "concrete" in t.string}


def throughout(text: str) -> bool:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return any(t.type == tokenize.COMMENT and "concrete throughout" in t.string for t in tokens)


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def faults(source: Source) -> Iterator[str]:
    concrete, everywhere = concrete_lines(source.text), throughout(source.text)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, comparison, right in zip(sides, node.ops, sides[1:], strict=False):
                if isinstance(comparison, ast.Is | ast.IsNot) and not (is_none(left) or is_none(right)):
                    yield source.fault(node, "`is` and `is not` are for None only; figures are compared with == and !=")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            yield source.fault(node, "`~` turns True into -2; use `no`")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in INSTEAD:
            name, last = node.func.id, node.end_lineno or node.lineno
            if not everywhere and not concrete & set(range(node.lineno, last + 1)):
                yield source.fault(node, f"`{name}` is for what a comment says is concrete; use `{INSTEAD[name]}`")


def has_steps(source: Source) -> bool:
    parts = source.name.split(".")
    return source.room == "rulebooks" and len(parts) > 3 and not source.is_package and parts[-1] not in WITHOUT_STEPS


def test_steps_say_nothing_that_figures_cannot_answer():
    found = [fault for source in sources() if has_steps(source) for fault in faults(source)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "a is b",
        "None is a is b",
        "a is not True",
        "~a",
        "min(a, b)",
        "max(\n    a,\n    b,\n)",
        "x = 'concrete'; min(a, b)",
    ],
)
def test_a_fault_is_found(text):
    assert len(list(faults(Source("there.py", "coldsteel.rulebooks.book.melee", text)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "a is None",
        "None is not a",
        "-a",
        "not a",
        "a & b | c",
        "a and b or c",
        "least(a, b)",
        "f.max(a)",
        "min(a, b)  # concrete: lengths of the profile",
        "max(\n    a,  # concrete\n    b,\n)",
        "# concrete throughout: the ground\nmin(a, b)\nmax(a, b)",
    ],
)
def test_what_is_allowed_is_no_fault(text):
    assert not list(faults(Source("there.py", "coldsteel.rulebooks.book.melee", text)))
