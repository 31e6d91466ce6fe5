"""The bench can be started: what it measures is no test, but a table that cannot be made is a fault."""

import sys

import pytest

from bench import __main__ as bench


def test_all_parts_are_run_when_none_is_named(monkeypatch, capsys):
    monkeypatch.setattr(bench, "PARTS", {"one": lambda: [("a", "b", "c", "d")], "two": lambda: [("e", "f", "g", "h")]})
    monkeypatch.setattr(sys, "argv", ["bench"])
    bench.main()
    shown = capsys.readouterr().out
    assert all(letter in shown for letter in "abcdefgh")


def test_an_unknown_part_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["bench", "nothing"])
    with pytest.raises(SystemExit) as stop:
        bench.main()
    assert stop.value.code == 2
    assert "no such part: nothing" in capsys.readouterr().err
