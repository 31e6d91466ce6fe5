"""Runs what a page tells to type: `coldsteel`, `pytest`, `python`, `ruff`, those of this very environment."""

from __future__ import annotations

import contextlib
import io
import os
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from coldsteel.cli.app import app

PLAIN = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
WORDS = {
    "coldsteel": [sys.executable, "-c", "from coldsteel.cli import main; main()"],
    "pytest": [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
    "ruff": [sys.executable, "-m", "ruff"],
    "mypy": [sys.executable, "-m", "mypy"],
    "python": [sys.executable],
}


def here(command: str, folder: Path) -> str:
    """In this process: `coldsteel` and `python FILE`."""
    word, *args = shlex.split(command, comments=True)
    with contextlib.chdir(folder):
        if word == "python":
            told = io.StringIO()
            with contextlib.redirect_stdout(told):
                runpy.run_path(args[0])
            return told.getvalue()
        assert word == "coldsteel", command
        return CliRunner(env=PLAIN).invoke(app, args).output


def apart(command: str, folder: Path) -> str:
    """In a process of its own, with the package that lies in `folder/src`."""
    words = shlex.split(command, comments=True)
    said = {}
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        said[name] = value
    kept = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER")}
    path = os.pathsep.join([str(folder / "src"), str(folder)])
    environment = {**kept, **PLAIN, **said, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    command_line = [*WORDS[words[0]], *words[1:]]
    ran = subprocess.run(
        command_line,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return ran.stdout
