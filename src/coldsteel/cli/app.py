"""The commands and their options. What a command needs is imported when it runs, so that `--help` answers at once."""

from __future__ import annotations

import enum
import errno
import os
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from coldsteel.errors import ColdSteelError, FightFileError, NotSolvable, RulebookError, TooLarge

__all__ = ["app", "main"]

REFUSED, STOPPED, BAD_INPUT, FAILED = 3, 130, 2, 1
HINT = "An estimate has no such limit: coldsteel simulate FIGHT -n 100000"


class Commands(TyperGroup):
    """Turns what went wrong into a message and an exit code: never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Runs a command."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, Exception) as error:
            found = _said(error)
            if found is None or (os.environ.get("COLDSTEEL_TRACEBACK") and found[0] == FAILED):
                raise
            code, message = found
            typer.echo(message, err=True)
            raise typer.Exit(code) from None


def _said(error: BaseException) -> tuple[int, str] | None:
    """The exit code and the message for what was raised; None for what typer itself deals with."""
    if type(error).__module__.partition(".")[0] == "typer":
        return None
    if isinstance(error, KeyboardInterrupt):
        return STOPPED, f"{str(error)[:1].upper()}{str(error)[1:]}" if str(error) else "Stopped."
    if isinstance(error, EOFError):
        return BAD_INPUT, "The input has ended, but more is asked: --choose best or random, --seed for the dice."
    if isinstance(error, FightFileError):
        return BAD_INPUT, "\n".join([*error.faults, _count(len(error.faults))])
    if isinstance(error, TooLarge):
        return REFUSED, f"Too large for exact odds: {error}\n{HINT}"
    if isinstance(error, NotSolvable):
        return REFUSED, f"No exact answer: {error}"
    if isinstance(error, ColdSteelError) and not isinstance(error, RulebookError):
        return BAD_INPUT, str(error)
    if isinstance(error, OSError):
        if error.errno == errno.EPIPE:
            return None
        return BAD_INPUT, f"{error.filename or 'a file'}: {(error.strerror or str(error)).lower()}"
    if isinstance(error, MemoryError):
        return REFUSED, "Out of memory. A lower --max-states declines in time; coldsteel simulate needs little."
    where = "COLDSTEEL_TRACEBACK=1 shows where."
    if isinstance(error, RulebookError):
        return FAILED, f"A fault in the rulebook{_book_of(error)}: {error}. {where}"
    return FAILED, f"A fault in Cold Steel itself ({type(error).__name__}: {error}). {where}"


def _book_of(error: BaseException) -> str:
    """The name of the rulebook that was at work when an error was raised, with a blank before it."""
    from coldsteel.fights import Fight
    from coldsteel.kernel.rulebook import Rulebook

    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        for value in frame.f_locals.values():
            book = value.rulebook if isinstance(value, Fight) else value
            if isinstance(book, Rulebook):
                return f" {book.name}"
    return ""


def _count(faults: int) -> str:
    return f"{faults} fault{'s' if faults != 1 else ''}; nothing was done."


app = typer.Typer(
    name="coldsteel",
    cls=Commands,
    help="Plays, predicts and explains close combat in tabletop miniature wargames.",
    epilog="A first fight: coldsteel odds examples/bayonet/closing-volley.toml\n\n"
    "After a fault of the program: COLDSTEEL_TRACEBACK=1 coldsteel ... shows where it arose.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


class Chooser(enum.StrEnum):
    """Who takes the choices of a fight that is played."""

    ASK = "ask"
    BEST = "best"
    RANDOM = "random"


class Language(enum.StrEnum):
    """A language that clauses are read in."""

    EN = "en"
    PL = "pl"
    RU = "ru"


FightPath = Annotated[Path, typer.Argument(metavar="FIGHT", help="A fight file (TOML).", show_default=False)]
AimName = Annotated[
    str | None,
    typer.Option(
        "--aim",
        metavar="MEASURE",
        help="What best play is after: a measure, or a sum such as 'win - 0.1*casualties.Guard'.",
    ),
]
ForSide = Annotated[
    str | None, typer.Option("--for", metavar="SIDE", help="Whose view is shown; by default the first side's.")
]
Ruling = Annotated[
    list[str] | None,
    typer.Option("--ruling", metavar="SWITCH=VALUE", help="Another reading; may be repeated."),
]
MaxStates = Annotated[int, typer.Option("--max-states", min=1, help="Decline over so many states.")]
Json = Annotated[bool, typer.Option("--json", help="JSON on standard output, nothing else (docs/json.md).")]
Log = Annotated[
    Path | None,
    typer.Option("--log", metavar="FILE", help="Write the log: .md, .html, .json, .bbcode or .txt."),
]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="Dice from this seed: the same fight every time.")]

MOST_STATES = 5_000_000
MOST_FIGHTS = 1_000_000_000


@app.callback(invoke_without_command=True)
def options(version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False) -> None:
    """Plays, predicts and explains close combat in tabletop miniature wargames."""
    if version:
        from coldsteel import __version__

        typer.echo(f"coldsteel {__version__}")
        raise typer.Exit


@app.command()
def odds(
    fight: FightPath,
    aim: AimName = None,
    for_side: ForSide = None,
    ruling: Ruling = None,
    max_states: MaxStates = MOST_STATES,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw them: .svg, .png or .pdf.")] = None,
    json: Json = False,
) -> None:
    """How a fight will end, exactly, under best play of both sides."""
    from coldsteel.cli import odds as command

    command.odds(fight, aim, for_side, ruling or [], max_states, plot, json)


@app.command()
def advise(
    fight: FightPath,
    aim: AimName = None,
    for_side: ForSide = None,
    ruling: Ruling = None,
    max_states: MaxStates = MOST_STATES,
    most: Annotated[int, typer.Option("--most", min=1, help="Show so many decisions, the likeliest first.")] = 6,
    json: Json = False,
) -> None:
    """The choices of a fight: what each option is worth, and why others are refused."""
    from coldsteel.cli import odds as command

    command.advise(fight, aim, for_side, ruling or [], max_states, most, json)


@app.command()
def play(
    fight: FightPath,
    seed: Seed = None,
    typed: Annotated[bool, typer.Option("--typed", help="You roll: faces are typed in, such as 6 5 5 2 1.")] = False,
    choose: Annotated[Chooser, typer.Option("--choose", help="Who takes the choices.")] = Chooser.ASK,
    log: Log = None,
    record: Annotated[Path | None, typer.Option("--record", metavar="FILE", help="Write a record for replay.")] = None,
    ruling: Ruling = None,
) -> None:
    """Play a fight, every roll explained."""
    from coldsteel.cli import play as command

    command.play(fight, seed, typed, choose.value, log, record, ruling or [])


@app.command()
def replay(
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", help="What play --record has written.", show_default=False)
    ],
    log: Log = None,
) -> None:
    """Play a recorded fight again, bit for bit."""
    from coldsteel.cli import play as command

    command.replay(record, log)


@app.command()
def simulate(
    fight: FightPath,
    number: Annotated[int, typer.Option("-n", "--number", min=1, max=MOST_FIGHTS, help="How many fights.")] = 100_000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Dice from this seed.")] = 1,
    aim: AimName = None,
    for_side: ForSide = None,
    ruling: Ruling = None,
    json: Json = False,
) -> None:
    """How a fight may end, estimated from many fights, choices taken at random."""
    from coldsteel.cli import simulate as command

    command.simulate(fight, number, seed, aim, for_side, ruling or [], json)


@app.command()
def rulings(
    fight: FightPath,
    aim: AimName = None,
    for_side: ForSide = None,
    ruling: Ruling = None,
    max_states: MaxStates = MOST_STATES,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0: one for each core.")] = 0,
    json: Json = False,
) -> None:
    """What each disputed reading of the rules is worth in this fight."""
    from coldsteel.cli import rulings as command

    command.rulings(fight, aim, for_side, ruling or [], max_states, jobs, json)


@app.command()
def check(
    fights: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Fight files.", show_default=False)],
) -> None:
    """Check fight files: every fault, with line, value and what is allowed."""
    from coldsteel.cli import files

    files.check(fights)


@app.command("map")
def map_(
    fight: FightPath,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.svg", help="Where to; standard output without it.")
    ] = None,
    ruling: Ruling = None,
) -> None:
    """Draw where everything stands as a fight opens: table, terrain, charge lines, contact, sight."""
    from coldsteel.cli import map as command

    command.map_of(fight, out, ruling or [])


@app.command()
def rules(
    book: Annotated[str | None, typer.Argument(metavar="BOOK", help="A rulebook; all are listed without.")] = None,
    clause: Annotated[list[str] | None, typer.Argument(metavar="CLAUSE", help="A number (34, R14) or words.")] = None,
    lang: Annotated[Language, typer.Option("--lang", help="The language of the text.")] = Language.EN,
) -> None:
    """Read the rules: all clauses, one by its number, or those that speak of something."""
    from coldsteel.cli import books

    books.rules(book, " ".join(clause or []), lang.value)


@app.command()
def schema(book: Annotated[str, typer.Argument(metavar="BOOK", help="A rulebook.", show_default=False)]) -> None:
    """The JSON Schema of a book's fight files, for editors."""
    from coldsteel.cli import books

    books.schema(book)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Where to listen; 0.0.0.0: on every address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port.")] = 8080,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="SQLite or PostgreSQL; default: coldsteel.db here.")
    ] = None,
) -> None:
    """The table in a browser: two people, or one against best play; fights are kept."""
    from coldsteel.web import serve as server

    server.serve(host, port, database)


def main() -> None:
    """Runs the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console that lacks a letter shows another, and goes on
    app()
