"""`rules` and `schema`: what a rulebook says, and what its fight files may hold."""

from __future__ import annotations

import json
import re

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from coldsteel import rulebooks
from coldsteel.cli.show import as_written, console, plain_table
from coldsteel.fights.faults import nearest
from coldsteel.kernel.clauses import Catalogue, Clause, Ruling, ruling_values
from coldsteel.kernel.rulebook import Rulebook

__all__ = ["book_named", "rules", "schema"]

_NUMBER = re.compile(r"(?:[A-Z]{2,4}-?)?([RC]?\d+)", re.IGNORECASE)


def book_named(name: str) -> Rulebook:
    """The rulebook of this name, or a message with those there are."""
    try:
        return rulebooks.rulebook(name.lower())
    except KeyError:
        message = f"no rulebook '{name}'; {nearest(name, rulebooks.BOOKS)}"
        raise typer.BadParameter(message, param_hint="BOOK") from None


def schema(name: str) -> None:
    """Prints the JSON Schema of a book's fight files."""
    from coldsteel import fights

    typer.echo(json.dumps(fights.schema(book_named(name)), indent=2, ensure_ascii=False))


def rules(name: str | None, wanted: str, language: str) -> None:
    """Prints the clauses of a book: all, one, or those that hold some words."""
    out = console()
    if name is None:
        rows = [(n, rulebooks.rulebook(n).catalogue.title) for n in rulebooks.BOOKS]
        out.print(plain_table(("book", "title"), rows, words=2))
        return
    book = book_named(name)
    if not wanted:
        _list(out, book.catalogue, language)
    elif _NUMBER.fullmatch(wanted):
        _one(out, book, wanted, language)
    else:
        _search(out, book, wanted, language)


def _list(out: Console, catalogue: Catalogue, language: str) -> None:
    out.print(Text(catalogue.titled(language), style="bold"))
    for number in catalogue.clauses:
        _clause(out, catalogue.clause(number, language))
    out.print(Text("\nDisputed places", style="bold"))
    rows = [(r.number, r.switch, r.question) for r in catalogue.rulings.values()]
    out.print(plain_table(("no.", "switch", "question"), rows, words=3))


def _clause(out: Console, clause: Clause) -> None:
    head = Text.assemble((clause.number, "bold cyan"), (f"  {clause.origin}", "dim"))
    out.print(head)
    out.print(Padding(Text(clause.text), (0, 0, 0, 2), expand=False))


def _one(out: Console, book: Rulebook, wanted: str, language: str) -> None:
    catalogue = book.catalogue
    ruling = catalogue.ruling_of(wanted)
    try:
        clause = catalogue.clause(wanted, language)
    except KeyError:
        if ruling is None:
            count = f"{len(catalogue.clauses)} clauses and {len(catalogue.rulings)} rulings"
            message = f"{book.name} has no clause {wanted.upper()}; it has {count}"
            raise typer.BadParameter(message, param_hint="CLAUSE") from None
    else:
        _clause(out, clause)
        if clause.language != language:
            out.print(Text(f"  (not yet translated: {language})", style="dim"))
        ruling = ruling or _behind(catalogue, clause)
    if ruling:
        _ruling(out, book, ruling)


def _behind(catalogue: Catalogue, clause: Clause) -> Ruling | None:
    """The ruling that a clause follows, where its text names one."""
    found = re.search(rf"{catalogue.prefix}-R\d+", clause.text)
    return catalogue.ruling_of(found[0]) if found else None


def _ruling(out: Console, book: Rulebook, ruling: Ruling) -> None:
    default = as_written(ruling_values(book.rulings)[ruling.switch][0])
    out.print(Text.assemble((ruling.number, "bold cyan"), ("  ruling  ", "dim"), (ruling.switch, "bold")))
    out.print(Padding(Text(ruling.question), (0, 0, 0, 2), expand=False))
    for value, meaning in ruling.values.items():
        mark = "  (default)" if value == default else ""
        out.print(Padding(Text.assemble((value, "bold"), (mark, "dim"), f": {meaning}"), (0, 0, 0, 4), expand=False))
    for label, text in (("Why the default", ruling.reason), ("Where they differ", ruling.differs)):
        if text:
            out.print(Padding(Text.assemble((f"{label}: ", "dim"), text), (0, 0, 0, 2), expand=False))


def _search(out: Console, book: Rulebook, words: str, language: str) -> None:
    wanted = words.casefold().split()
    catalogue = book.catalogue

    def holds(*texts: str) -> bool:
        text = " ".join(texts).casefold()
        return all(w in text for w in wanted)

    clauses = [c for n in catalogue.clauses if holds((c := catalogue.clause(n, language)).text, c.number)]
    found = [r for r in catalogue.rulings.values() if holds(r.switch, r.question, *r.values.values())]
    for clause in clauses:
        _clause(out, clause)
    for ruling in found:
        _ruling(out, book, ruling)
    if not clauses and not found:
        raise typer.BadParameter(f"nothing in {book.name} speaks of '{words}'", param_hint="CLAUSE")
