"""docs/adding-a-rulebook.md is followed literally, in a copy of the package and its tests."""

from __future__ import annotations

import re
import shutil

import pytest

from coldsteel.rulebooks import BOOKS
from tests.docs.pages import ROOT, files, follow
from tests.docs.running import apart

PAGE = ROOT / "docs" / "adding-a-rulebook.md"
IN_LIST = re.compile(r'^BOOKS = \(("\w+",?(?: "\w+",?)*)\)$', re.M)


@pytest.fixture
def copy(tmp_path):
    """What a checkout has, with `brawl` written into the list of rulebooks as the page says."""
    for name in ("src", "examples", "tests/examination", "tests/house", "tests/rulebooks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("src/coldsteel/rulebooks", "tests/rulebooks"):  # nothing that is not in the list
        for other in (tmp_path / folder).iterdir():
            if other.is_dir() and other.name not in BOOKS:
                shutil.rmtree(other)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copy(ROOT / "tests" / "driving.py", tmp_path / "tests")
    books = tmp_path / "src" / "coldsteel" / "rulebooks" / "__init__.py"
    text = books.read_text(encoding="utf-8")
    (listed,) = IN_LIST.findall(text)
    if '"brawl"' not in listed:  # it is, in the checkout of someone who has followed the page
        books.write_text(text.replace(f"({listed})", f'({listed.rstrip(",")}, "brawl")'), encoding="utf-8")
    return tmp_path


def test_the_page_works_when_followed(copy):
    """Types are left to a test of their own."""

    def run(command, folder):
        return "" if command.startswith("mypy ") else apart(command, folder)

    faults = follow(PAGE, copy, run)
    assert not faults, "\n\n".join(faults)


@pytest.mark.slow
def test_the_book_of_the_page_has_its_types(copy):
    for file, text in files(PAGE.read_text(encoding="utf-8")).items():
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        (copy / file).write_text(text, encoding="utf-8")
    assert apart("mypy --no-error-summary src/coldsteel/rulebooks/brawl", copy) == ""
