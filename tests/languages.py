"""What a book says in other languages, for tests: texts in its modules, words of a text, what has stayed English."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from coldsteel.kernel.rulebook import Rulebook

LANGUAGES = ("pl", "ru")
HOLE = re.compile(r"\{#?(\w+)\}")
CLAUSE = re.compile(r"\b[A-Z]{2}-\w+")
WORD = re.compile(r"[^\W\d_]{2,}")
OF_FILES = {"board", "faults", "filling", "layout", "profiles", "rulings", "table_faults"}
"""Modules that speak of files, not of a fight."""
SHOWN = {"bar": 3, "NoWay": 2, "option": 1, "Rescue": 0, "Move": 0, "Row": 1, "Applied": 1, "stage": 0, "say": 0}
SHOWN |= {"Measure": 3, "Aim": 2}
"""Calls that take a text that is shown, and at which place."""


def folder_of(book: ModuleType) -> Path:
    assert book.__file__ is not None
    return Path(book.__file__).parent


def shown_by_the_steps(folder: Path) -> Iterator[str]:
    """The texts in the modules of a book that are shown, with {} for what is filled in: reasons, labels, questions,
    rows, what a die means, events."""
    for path in sorted(folder.glob("*.py")):
        calls = ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path.stem not in OF_FILES else ()
        for call in (node for node in calls if isinstance(node, ast.Call)):
            name = getattr(call.func, "id", "")
            given = [call.args[SHOWN[name]]] if len(call.args) > SHOWN.get(name, 99) else []
            given += [k.value for k in call.keywords if k.arg in ("what", "counts")]
            for x in given:
                if isinstance(x, ast.Constant) and isinstance(x.value, str):
                    yield re.sub(r"\{[^}]*\}", "{}", x.value)
                elif isinstance(x, ast.JoinedStr) and name != "Aim":  # an aim made of a formula keeps it
                    yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in x.values)


def words(text: str, names: Iterable[str] = ()) -> set[str]:
    """The words of a text, in small letters, without those names and the numbers of clauses."""
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    if longest_first:
        text = re.sub("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first), " ", text)
    return {word.lower() for word in WORD.findall(CLAUSE.sub(" ", text))}


def left_in_english(
    rulebook: Rulebook, texts: Iterable[str], names: set[str], same: Iterable[str] = (), in_both: Iterable[str] = ()
) -> list[tuple[str, str, str]]:
    """The texts that a language leaves in English, at least in part: language, text, what is said for it.

    `names` are those of a fight file; `same` are words that Polish has in common with English, `in_both` such as
    stay in Russian too."""
    left = []
    for text in sorted({t for t in texts if t}):
        english = words(text, names) - {x.lower() for x in in_both}
        for language in LANGUAGES if english else ():
            said = rulebook.catalogue.said(text, language)
            kept = words(said, names) & english if language == "pl" else {w for w in words(said, names) if w.isascii()}
            if kept - {x.lower() for x in (*in_both, *(same if language == "pl" else ()))}:
                left.append((language, text, said))
    return left
