"""README.md is followed literally: its fights are checked and solved, its commands run, its tables rebuilt."""

from __future__ import annotations

import re
import shutil

import pytest
import typer

from coldsteel.cli.app import app
from coldsteel.rulebooks import BOOKS, rulebook
from tests.docs import fields
from tests.docs.pages import README, ROOT, WRITE, blocks, commands, follow
from tests.docs.running import here

TABLE = re.compile(r"^<!-- (?P<what>[^\n]+) -->\n(?P<text>.*?)^<!-- end -->$", re.M | re.S)
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def rebuilt(what, text):
    """A table of README.md as it has to be; of fields, those that it has."""
    if what == "books":
        head = "| book | what it is | clauses | disputed places |\n|---|---|---|---|\n"
        return head + "".join(book_row(rulebook(name).catalogue, name) for name in BOOKS)
    if what == "commands":
        return "| command | what it does |\n|---|---|\n" + "".join(map(command_row, COMMANDS))
    _, book, title = what.split(" ")
    rows = fields.sections(rulebook(book))[title][1]
    return fields.HEAD + "".join(f"{rows[name]}\n" for name in re.findall(r"^\| `(\w+)`", text, re.M))


def book_row(catalogue, name):
    return f"| `{name}` | {catalogue.title} | {len(catalogue.clauses)} | {len(catalogue.rulings)} |\n"


def command_row(name):
    command = COMMANDS[name]
    given = [p for p in command.params if p.param_type_name == "argument"]
    words = " ".join([name, *(p.metavar if p.required else f"[{p.metavar}]" for p in given)])
    return f"| `coldsteel {words}` | {command.help} |\n"


def test_tables_are_rebuilt():
    page = README.read_text(encoding="utf-8")
    new = TABLE.sub(lambda m: f"<!-- {m['what']} -->\n{rebuilt(m['what'], m['text'])}<!-- end -->", page)
    if WRITE:
        README.write_text(new, encoding="utf-8")
    else:
        assert page == new, "renew them with DOCS=write pytest tests/docs"


def test_every_command_prints_what_the_page_says(tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    faults = follow(README, tmp_path, here)
    assert not faults, "\n\n".join(faults)


def test_make_demo_runs_what_the_page_shows():
    shown = [c for b in blocks(README.read_text(encoding="utf-8")) if b.kind == "console" for c, _ in commands(b.text)]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (fight,) = re.findall(r"^FIGHT := (.*)$", makefile, re.M)
    demo = re.findall(r"^\t\$\(BIN\)/(coldsteel .*)$", makefile, re.M)
    assert demo
    assert [c for c in demo if c.replace("$(FIGHT)", fight) not in shown] == []


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_two_commands_exist(target):
    assert f"    make {target} " in README.read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
