"""How figures, lines and tables are written."""

import io
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from rich.text import Text

from coldsteel.cli import odds as command
from coldsteel.cli.outcome import headed, unit_table, value_line
from coldsteel.cli.show import broad_tables, console, count, plain_table, quiet, signed
from coldsteel.kernel.rulebook import Aim, Measure


@pytest.fixture
def written(monkeypatch):
    """Runs `print_(out)` for a console of 80 columns; -> what it has written."""

    def run(print_):
        out = console()
        out.file, out.width = io.StringIO(), 80
        print_(out)
        return out.file.getvalue()

    return run


# ---------------------------------------------------------------- figures
@pytest.mark.parametrize(
    ("x", "shown"),
    [
        (0.0, "+0.0000"),
        (-0.0, "+0.0000"),
        (4e-17, "+0.0000"),
        (-1e-9, "+0.0000"),
        (1.1e-9, "+1e-09"),
        (5e-7, "+5e-07"),
        (-0.00004, "-4e-05"),
        (0.0001, "+0.0001"),
        (-1.0, "-1.0000"),
        (0.06670697, "+0.0667"),
    ],
)
def test_what_is_not_nothing_is_not_shown_as_nothing(x, shown):
    assert signed(x) == shown


def test_one_is_not_many():
    assert [count(n, "edge") for n in (0, 1, 2, 5180)] == ["0 edges", "1 edge", "2 edges", "5,180 edges"]


# ---------------------------------------------------------------- lines
def test_no_line_ends_in_blanks(written):
    table = plain_table(("unit", "fate"), [("Guard", ""), (Text("Old\nGuard"), "in place")])
    said = written(lambda out: (out.print(table), out.print(), out.print(Text("word " * 30, style="bold"))))
    assert said.splitlines() == [line.rstrip() for line in said.splitlines()]
    assert "\n\nword" in said


@pytest.mark.parametrize("columns", [1, 6, 12, 40])
def test_a_table_of_many_columns_loses_none_and_breaks_no_figure(written, columns):
    rows = [(name, *[f"{k}{k}.{k % 10} %" for k in range(columns)]) for name in ("Old Guard", "Young Guard")]
    heads = ("unit", *[f"figure no{k}" for k in range(columns)])
    said = written(lambda out: [out.print(t) for t in broad_tables(heads, rows, out.width)])
    words = said.split()
    assert all(len(line) <= 80 for line in said.splitlines())
    assert [words.count(f"no{k}") for k in range(columns)] == [1] * columns
    assert [said.count(f" {k}{k}.{k % 10} %") for k in range(columns)] == [2] * columns
    assert said.count("\nOld Guard ") == said.count("unit") == said.count("\nYoung Guard ")
    assert (said.count("unit") == 1) == (columns <= 6)


def test_a_quiet_line_breaks_between_its_parts(written):
    said = written(lambda out: quiet(out, *["ten letters"] * 7, "the end")).splitlines()
    assert [line.split(" · ") for line in said] == [["ten letters"] * 5, [*["ten letters"] * 2, "the end"]]


def test_the_value_of_a_fight_is_said_with_what_it_means(written):
    aim = Aim("duel", lambda state, side: 0.0, "from -9 to +9")
    assert written(lambda out: value_line(out, aim, "Ann", -0.5)) == "  duel for Ann: -0.5000 (from -9 to +9)\n\n"
    bare = Aim("duel", lambda state, side: 0.0)
    assert written(lambda out: value_line(out, bare, "Ann", 2.0, 0.25)) == "  duel for Ann: +2.0000 ± 0.2500\n\n"


# ---------------------------------------------------------------- a book that says what its figures are
@dataclass
class Book:
    """As much of a rulebook as is needed to print."""

    counted: tuple[Measure, ...] = ()
    wanted: tuple[str, ...] = ()
    named: tuple[str, ...] = ("Ann", "Bob")
    known: dict[str, Aim] = field(default_factory=dict)

    def measures(self, setup):
        return self.counted

    def sides(self, setup):
        return self.named

    def teams(self, setup):
        return tuple(range(len(self.named)))

    def goals(self, setup):
        return self.wanted

    def aim(self, setup, name):
        return self.known[name]


def fight(book, start=None):
    return SimpleNamespace(rulebook=book, setup=None, start=start)


@pytest.mark.parametrize(
    ("says", "heading", "rest"),
    [
        ("units lost: broken or off the table", "units lost", "broken or off the table"),
        ("men more that the beaten side lost; 4: or more", "men lost", ""),
        ("all of them", "men lost", ""),
        ("", "men lost", ""),
    ],
)
def test_a_measure_may_say_what_heads_its_column(says, heading, rest):
    assert headed(Measure("men_lost.Ann", int, says=says)) == (heading, rest)


def test_what_is_counted_at_the_start_already_is_explained(written):
    book = Book((Measure("hurt.Ann", lambda state: state, says="hurts: those of the start among them"),))
    for start, noted in ((0, False), (2, True)):
        said = written(lambda out, start=start: unit_table(out, fight(book, start), {"hurt.Ann": {2: 1.0}}))
        assert said.startswith("  side  hurts\n")
        assert ("  hurts: those of the start among them\n" in said) == noted


def test_a_worth_names_the_aim_of_the_side_that_chooses():
    win = Aim("win", lambda state, side: 0.0, "from -1 to +1")
    gold = Aim("gold", lambda state, side: 0.0, zero_sum=False)
    found = SimpleNamespace(aim=win, side=0)
    opposite, own = fight(Book()), fight(Book(wanted=("win", "gold"), known={"win": win, "gold": gold}))
    assert command._worth(opposite, found, None, 1) == "win for Bob (from -1 to +1)"
    assert command._worth(own, found, None, 1) == "gold for Bob"
    assert command._worth(own, found, "win", 1) == "win for Bob (from -1 to +1)"
    assert command._worth(opposite, SimpleNamespace(aim=gold, side=0), "gold", 1) == "minus gold for Ann"
