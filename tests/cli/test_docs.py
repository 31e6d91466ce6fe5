"""What docs/commands.md and docs/json.md say is so."""

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from coldsteel.cli.app import app
from coldsteel.fights import check

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = (DOCS / "commands.md").read_text(encoding="utf-8")
NAMES = sorted(typer.main.get_command(app).commands)


def test_every_command_is_described():
    assert sorted(re.findall(r"^\| `(\w+)[^`]*` \|", COMMANDS, re.MULTILINE)) == NAMES


def test_the_fight_in_the_docs_is_in_order(tmp_path):
    (text,) = re.findall(r"```toml\n(.*?)```", COMMANDS, re.DOTALL)
    path = tmp_path / "fight.toml"
    path.write_text(text)
    assert check(path) == ()


@pytest.mark.parametrize("name", NAMES)
def test_every_option_in_the_docs_exists(name):
    shown = CliRunner(env={"COLUMNS": "200"}).invoke(app, [name, "--help"]).stdout
    for line in COMMANDS.splitlines():
        if line.strip().startswith(f"coldsteel {name} "):
            for option in re.findall(r"(?<= )--?[a-z][\w-]*", line.partition("#")[0]):
                assert option in shown, line
