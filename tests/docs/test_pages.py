"""The pages under docs/: links lead somewhere, commands run, generated pages are up to date."""

from __future__ import annotations

import glob
import json
import re
import shutil

import pytest
from typer.testing import CliRunner

from coldsteel.cli.app import app
from coldsteel.rulebooks import BOOKS, rulebook
from tests.docs import fields
from tests.docs.pages import PAGES, ROOT, WRITE, follow
from tests.docs.running import PLAIN, here

DOCS = ROOT / "docs"
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
QUOTED = re.compile(r"^<!-- quoted: (\S+) -->\n```\w*\n(.*?)^```$", re.M | re.S)
EXAMPLE = "examples/bayonet/line-against-line.toml"
QUICK = "examples/bayonet/never-ending.toml"  # all its readings together take a second


def anchors(text):
    """The names of a page's headings, as they are linked to."""
    without_code = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    heads = re.findall(r"^#+ (.*)$", without_code, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        to = (page.parent / file).resolve() if file else page
        assert to.exists(), target
        assert not anchor or anchor in anchors(to.read_text(encoding="utf-8")), target


def test_every_page_is_linked_from_the_readme():
    linked = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert [p.name for p in DOCS.glob("*.md") if f"docs/{p.name}" not in linked] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_quoted_code_stands_in_the_file(page):
    for file, code in QUOTED.findall(page.read_text(encoding="utf-8")):
        assert code in (ROOT / file).read_text(encoding="utf-8"), f"{page.name} quotes {file}, which reads otherwise"


def test_the_page_of_fields_is_up_to_date():
    new = fields.page([rulebook(name) for name in BOOKS])
    path = DOCS / "fields.md"
    if WRITE:
        path.write_text(new, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == new, "renew it with DOCS=write pytest tests/docs"


# ---------------------------------------------------------------- commands.md
def test_the_files_in_commands_md_are_as_the_page_says(tmp_path):
    faults = follow(DOCS / "commands.md", tmp_path, here)
    assert not faults, "\n\n".join(faults)


def test_the_commands_in_commands_md_run(tmp_path, monkeypatch):
    """All but those at which somebody has to type: `play` is told to choose at random instead."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    ran = 0
    for line in (DOCS / "commands.md").read_text(encoding="utf-8").splitlines():
        if not line.startswith("    coldsteel ") or "--typed" in line:
            continue
        command = line.partition("#")[0].partition(" > ")[0].split()
        command = [w.replace("FIGHT", QUICK if command[1] == "rulings" else EXAMPLE) for w in command]
        args = [a for word in command[1:] for a in (sorted(glob.glob(word)) or [word])]
        if command[1] == "play" and "--choose" not in args:
            args += ["--choose", "random"]
        told = CliRunner(env=PLAIN).invoke(app, args)
        assert told.exit_code == 0, f"{line}\n{told.output}"
        ran += 1
    assert ran > 10


# ---------------------------------------------------------------- json.md
JSON = (DOCS / "json.md").read_text(encoding="utf-8")
ADDED = {"advise": "odds", "simulate": "odds", "rulings": ""}


def printed(*args):
    return json.loads(CliRunner(env=PLAIN).invoke(app, [*args, "--json"]).stdout)


def part(name):
    """What json.md says of a command."""
    return JSON.partition(f"## `coldsteel {name} ")[2].partition("\n## ")[0]


def keys(text):
    """What the first column of a part's tables names, and what it names in running text."""
    return set(re.findall(r"""[`"](\w+)[`"]""", re.sub(r"^(\|[^|]*\|).*$", r"\1", text, flags=re.M)))


def leaves_agree(said, real, where=""):
    """Is what is said part of what is there, in its order? Times and rounding errors need only be there."""
    if isinstance(said, dict):
        assert [k for k in real if k in said] == list(said), where
        for k, x in said.items():
            leaves_agree(x, real[k], f"{where}.{k}")
    elif isinstance(said, list):
        assert len(said) == len(real), where
        for k, (x, y) in enumerate(zip(said, real, strict=True)):
            leaves_agree(x, y, f"{where}[{k}]")
    elif where not in (".seconds", ".bound"):
        assert said == (pytest.approx(real, abs=1e-9) if isinstance(real, float) else real), where


def test_the_example_in_json_md_is_true(monkeypatch):
    monkeypatch.chdir(ROOT)
    (command, example) = re.findall(r"^`coldsteel ([^`]*) --json`.*?```json\n(.*?)```", JSON, re.M | re.S)[0]
    real, said = printed(*command.split()), json.loads(example)
    assert list(said) == list(real)
    leaves_agree(said, real)


@pytest.mark.parametrize("name", ["odds", "advise", "simulate", "rulings"])
def test_json_md_names_every_key(name):
    more = ["-n", "1000"] if name == "simulate" else ["--jobs", "1"] if name == "rulings" else []
    found = printed(name, str(ROOT / (QUICK if name == "rulings" else EXAMPLE)), *more)
    said = keys(part(name)) | (keys(part("odds")) if name != "odds" else set())
    inner = next((found[k][0] for k in ("readings", "advice") if found.get(k)), {})
    assert {*found, *inner} - said == set()
    assert name == "simulate" or keys(re.sub(r"^[^|].*$", "", part(name), flags=re.M)) - {*found, *inner} == set()
