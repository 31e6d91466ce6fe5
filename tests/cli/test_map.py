"""`map`, and the maps in a log of a played fight."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from coldsteel.cli.app import app

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLE = str(EXAMPLES / "skirmish" / "round-the-pit.toml")
STATED = str(EXAMPLES / "skirmish" / "duel.toml")


@pytest.fixture
def run():
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"})
    return lambda *args: runner.invoke(app, [str(a) for a in args])


def test_a_map_is_written_to_a_file_or_to_standard_output(run, tmp_path):
    out = tmp_path / "pit.svg"
    told = run("map", TABLE, "--out", out)
    assert (told.exit_code, "Round the pit" in told.stdout) == (0, True)
    assert ElementTree.parse(out).getroot().tag.endswith("svg")
    assert run("map", TABLE).stdout == out.read_text(encoding="utf-8")


def test_what_cannot_be_drawn_is_refused(run, tmp_path):
    told = run("map", STATED)
    assert told.exit_code == 2
    assert "stated without places" in told.output
    assert run("map", TABLE, "--out", tmp_path / "pit.png").exit_code == 2


def test_a_log_shows_the_map_wherever_something_moved(run, tmp_path):
    out = tmp_path / "log.html"
    assert run("play", TABLE, "--seed", 3, "--choose", "random", "--log", out).exit_code == 0
    page = out.read_text(encoding="utf-8")
    assert page.count("<figure>") == page.count("<svg") > 1
    assert not re.findall(r'(?:src|href)="http', page)
    plain = tmp_path / "stated.html"
    assert run("play", STATED, "--seed", 3, "--choose", "random", "--log", plain).exit_code == 0
    assert "<figure>" not in plain.read_text(encoding="utf-8")


def test_a_reading_of_the_rules_changes_the_map(run):
    assert run("map", TABLE).stdout != run("map", TABLE, "--ruling", "charge_line=straight_only").stdout
