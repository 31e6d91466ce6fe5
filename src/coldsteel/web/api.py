"""The HTTP API: fights, asks, answers, odds, records. The same checks as the pages, for they ask the same fights.

A seat's secret goes into the header `X-Seat`, never into an address, so that it stands in no log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Annotated, Any, Literal, NoReturn

from fastapi import APIRouter, Header, HTTPException, Path, Query, Request, Response, status
from pydantic import BaseModel, ConfigDict, Field

from coldsteel import fights, rulebooks
from coldsteel.errors import (
    ColdSteelError,
    Conflict,
    DiceError,
    NoSuchFight,
    NotSolvable,
    RecordError,
    RefusedChoice,
    StoreError,
)
from coldsteel.fights import Fault, Fight
from coldsteel.kernel import explain, record
from coldsteel.web.jobs import Crowded, Job
from coldsteel.web.live import Live, WrongSeat
from coldsteel.web.show import picture_of, result_of
from coldsteel.web.table import Table
from coldsteel.web.views import AskView, FightView

__all__ = ["check_length", "router"]

MOST_BODY = 1_100_000
Lang = Literal["en", "pl", "ru"]
Form = Literal["md", "html", "bbcode", "txt", "json"]
TYPES = {
    "md": "text/markdown",
    "html": "text/html",
    "bbcode": "text/plain",
    "txt": "text/plain",
    "json": "application/json",
}


Side = Annotated[int, Field(ge=0, le=5)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Why something was not done; `reasons` name clauses where rules say so."""

    detail: str
    reasons: list[dict[str, str]] = []


class FaultOut(BaseModel):
    """What is wrong with a fight file, and where."""

    file: str
    line: int
    what: str
    field: str
    value: str
    allowed: str
    clause: str


class BookOut(BaseModel):
    """A rulebook."""

    name: str
    title: str
    version: str
    clauses: int
    rulings: int


class ClauseOut(BaseModel):
    """A clause; `language` is that of the text, which is English where another lacks."""

    number: str
    origin: str
    text: str
    language: str


class ExampleOut(BaseModel):
    """An example fight."""

    name: str
    rulebook: str
    title: str
    shows: str


class CheckIn(_Body):
    """A fight file as text."""

    text: Annotated[str, Field(description="a fight file (TOML), at most 1,000,000 bytes")]


class CheckOut(BaseModel):
    """What a fight file is: in order, or not."""

    ok: bool
    title: str = ""
    rulebook: str = ""
    faults: list[FaultOut] = []


class FightIn(_Body):
    """A new fight: from a file's text, or from an example; and how it is to be played."""

    text: Annotated[str | None, Field(description="a fight file (TOML), at most 1,000,000 bytes")] = None
    example: Annotated[
        str | None, Field(max_length=200, description="name of an example, such as bayonet/garrison")
    ] = None
    hints: Annotated[
        Literal["never", "after", "always"], Field(description="when players see what options are worth")
    ] = "never"
    dice: Annotated[Literal["rolled", "typed", "either"], Field(description="who rolls the dice")] = "either"
    best: Annotated[
        list[Annotated[int, Field(ge=0, le=5)]], Field(max_length=6, description="sides that the program plays")
    ] = []
    alone: Annotated[bool, Field(description="one seat plays all sides")] = False


class LinksOut(BaseModel):
    """A fight that was set up: its name, and the secrets of its seats, told this once."""

    fight: str
    seats: list[str]


class ThrowIn(_Body):
    """The faces of the dice that are asked for; null has them rolled."""

    turn: Annotated[int, Field(ge=0, le=10_000_000, description="the turn of the view that is answered")]
    faces: Annotated[list[int] | None, Field(max_length=1000)] = None


class ChoiceIn(_Body):
    """The number of an option."""

    turn: Annotated[int, Field(ge=0, le=10_000_000, description="the turn of the view that is answered")]
    number: Annotated[int, Field(ge=-1, le=100_000)]
    side: Annotated[Side | None, Field(description="for which side, where one seat plays several")] = None


class UndoIn(_Body):
    """So many answers to be taken back; at least so many that one of a person is among them."""

    turn: Annotated[int, Field(ge=0, le=10_000_000)]
    n: Annotated[int, Field(ge=1, le=10_000)] = 1


class ConsentIn(_Body):
    """The other side's answer to a wish to take back."""

    turn: Annotated[int, Field(ge=0, le=10_000_000)]
    agreed: bool


class OddsIn(_Body):
    """What the odds are asked for."""

    aim: Annotated[
        str | None, Field(max_length=300, description="a measure or a weighted sum; null: the book's own")
    ] = None
    side: Annotated[int, Field(ge=0, le=5)] = 0


class JobOut(BaseModel):
    """Work that goes on or has ended."""

    job: str
    status: Literal["waiting", "running", "done", "failed", "cancelled"]
    phase: str
    amount: int
    of: int
    seconds: float
    result: dict[str, Any] | None
    error: str


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status.HTTP_400_BAD_REQUEST: {"model": Problem, "description": "what was sent cannot be read"},
    status.HTTP_403_FORBIDDEN: {"model": Problem, "description": "this seat may not do this"},
    status.HTTP_404_NOT_FOUND: {"model": Problem, "description": "no such fight, example or job"},
    status.HTTP_409_CONFLICT: {
        "model": Problem,
        "description": "it has gone on, or is of another version",
    },
    status.HTTP_413_CONTENT_TOO_LARGE: {"model": Problem, "description": "too long"},
    status.HTTP_422_UNPROCESSABLE_CONTENT: {"model": Problem, "description": "not allowed; the reasons say why"},
    status.HTTP_503_SERVICE_UNAVAILABLE: {
        "model": Problem,
        "description": "too much to do, or no store",
    },
}

Name = Annotated[str, Path(max_length=64, pattern=r"^[\w-]+$")]
Secret = Annotated[str | None, Header(alias="X-Seat", max_length=200, description="the secret of a seat")]


def router(table: Table) -> APIRouter:
    """The API over a table."""
    api = APIRouter(prefix="/api", responses=PROBLEMS)
    _add_books(api)
    _add_fights(api, table)
    _add_answers(api, table)
    _add_odds(api, table)
    return api


# ---------------------------------------------------------------- what goes wrong
def _problem(code: int, fault: BaseException) -> NoReturn:
    reasons = []
    if isinstance(fault, RefusedChoice):
        reasons = [{"text": text, "clause": clause} for text, clause in fault.reasons]
    raise HTTPException(code, {"detail": str(fault), "reasons": reasons}) from None


LOG = logging.getLogger(__name__)

CODES: tuple[tuple[type[BaseException], int], ...] = (
    (NoSuchFight, status.HTTP_404_NOT_FOUND),
    (WrongSeat, status.HTTP_403_FORBIDDEN),
    (Conflict, status.HTTP_409_CONFLICT),
    (Crowded, status.HTTP_503_SERVICE_UNAVAILABLE),
    (DiceError, status.HTTP_422_UNPROCESSABLE_CONTENT),
    (RefusedChoice, status.HTTP_422_UNPROCESSABLE_CONTENT),
    (NotSolvable, status.HTTP_422_UNPROCESSABLE_CONTENT),
    (RecordError, status.HTTP_409_CONFLICT),
    (StoreError, status.HTTP_503_SERVICE_UNAVAILABLE),
)


def _tried(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except ColdSteelError as fault:
        for kind, code in CODES:
            if isinstance(fault, kind):
                _problem(code, fault)
        raise


# ---------------------------------------------------------------- books, examples, files
def _add_books(api: APIRouter) -> None:
    @api.get("/books", tags=["books"])
    def books() -> list[BookOut]:
        """The rulebooks."""
        return [_book(name) for name in rulebooks.BOOKS]

    @api.get("/books/{book}", tags=["books"])
    def book(book: Name) -> BookOut:
        """A rulebook."""
        return _book(_known(book))

    @api.get("/books/{book}/schema", tags=["books"])
    def schema(book: Name) -> dict[str, Any]:
        """The JSON Schema of a book's fight files."""
        return fights.schema(rulebooks.rulebook(_known(book)))

    @api.get("/books/{book}/clauses", tags=["books"])
    def clauses(book: Name, lang: Lang = "en") -> list[ClauseOut]:
        """The clauses of a book."""
        catalogue = rulebooks.rulebook(_known(book)).catalogue
        return [
            ClauseOut(number=c.number, origin=c.origin, text=c.text, language=c.language)
            for c in (catalogue.clause(number, lang) for number in catalogue.clauses)
        ]

    @api.post("/check", tags=["books"])
    def check(given: CheckIn) -> CheckOut:
        """Everything that is wrong with a fight file."""
        fight, faults = fights.received(given.text.encode("utf-8", "surrogatepass"))
        if fight is None:
            return CheckOut(ok=False, faults=[_fault(f) for f in faults])
        return CheckOut(ok=True, title=fight.title, rulebook=fight.rulebook.name)


def _known(book: str) -> str:
    if book not in rulebooks.BOOKS:
        _problem(status.HTTP_404_NOT_FOUND, NoSuchFight(f"no rulebook '{book}'"))
    return book


def _book(name: str) -> BookOut:
    book = rulebooks.rulebook(name)
    catalogue = book.catalogue
    return BookOut(
        name=name,
        title=catalogue.title,
        version=book.version,
        clauses=len(catalogue.clauses),
        rulings=len(catalogue.rulings),
    )


def _fault(f: Fault) -> FaultOut:
    return FaultOut(
        file=f.file, line=f.line, what=f.what, field=f.field, value=f.value, allowed=f.allowed, clause=f.clause
    )


# ---------------------------------------------------------------- fights
def _add_fights(api: APIRouter, table: Table) -> None:
    @api.get("/examples", tags=["fights"])
    def examples() -> list[ExampleOut]:
        """The example fights of every book."""
        return [ExampleOut(name=e.name, rulebook=e.rulebook, title=e.title, shows=e.shows) for e in table.examples]

    @api.get("/examples/{book}/{name}/map.svg", response_class=Response, tags=["fights"])
    def example_map(book: Name, name: Name) -> Response:
        """The picture of an example as it opens."""
        picture = table.picture(f"{book}/{name}")
        if picture is None:
            _problem(404, NoSuchFight("no such example"))
        return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})

    @api.post("/fights", status_code=status.HTTP_201_CREATED, tags=["fights"])
    def create(given: FightIn) -> LinksOut:
        """Sets up a fight; the secrets of its seats are told this once."""
        fight = _given(table, given)
        sides = len(fight.rulebook.sides(fight.setup))
        if any(side >= sides for side in given.best):
            _problem(422, NotSolvable(f"this fight has {sides} sides, numbered from 0"))
        settings = given.model_dump(include={"hints", "dice", "best"})
        links = _tried(lambda: table.create(fight, settings, given.alone))
        _tried(lambda: table.stir(table.lives.live(links.fight)))
        return LinksOut(fight=links.fight, seats=list(links.seats))

    @api.get("/fights/{fight}", tags=["fights"])
    def view(fight: Name, seat: Secret = None, lang: Lang = "en") -> FightView:
        """A fight as a seat sees it, or as an onlooker."""
        live, number = _seat(table, fight, seat)
        return live.view(number, lang)

    @api.get("/fights/{fight}/ask", tags=["fights"])
    def ask(fight: Name, seat: Secret = None) -> list[AskView]:
        """What is asked next."""
        live, number = _seat(table, fight, seat)
        return list(live.view(number).asks)

    @api.get("/fights/{fight}/file", tags=["fights"])
    def file(fight: Name) -> dict[str, Any]:
        """The checked values of the fight file."""
        return fights.values_of(_live(table, fight).fight)

    @api.get("/fights/{fight}/file.toml", response_class=Response, tags=["fights"])
    def file_toml(fight: Name) -> Response:
        """The fight file, as it can be sent again or be read by `coldsteel`."""
        text = fights.toml_of(fights.values_of(_live(table, fight).fight))
        names = {"Content-Disposition": f'attachment; filename="{fight}.toml"'}
        return Response(text, media_type="application/toml; charset=utf-8", headers=names)

    @api.get("/fights/{fight}/record", response_class=Response, tags=["fights"])
    def kept(fight: Name) -> Response:
        """The record of the fight, for `coldsteel replay`."""
        live = _live(table, fight)
        with live.still:
            lines = list(record.lines(record.record_of(live.playing, fights.values_of(live.fight))))
        return Response("".join(f"{line}\n" for line in lines), media_type="application/x-ndjson")

    @api.get("/fights/{fight}/log", response_class=Response, tags=["fights"])
    def log(fight: Name, form: Annotated[Form, Query()] = "md") -> Response:
        """The log as a report."""
        live = _live(table, fight)
        with live.still:
            result = result_of(live.fight, live.playing.state)
            report = explain.Report(tuple(live.told()), live.sides, live.fight.title, result)
        return Response(explain.FORMS[form](report), media_type=f"{TYPES[form]}; charset=utf-8")

    @api.get("/fights/{fight}/map.svg", response_class=Response, tags=["fights"])
    def map_(fight: Name) -> Response:
        """The map as it stands; of a fight that is stated without places a sketch."""
        live = _live(table, fight)
        picture = picture_of(live.fight, live.playing.state)
        if picture is None:
            _problem(404, NoSuchFight("there is no picture of this fight"))
        return Response(picture, media_type="image/svg+xml")


def _given(table: Table, given: FightIn) -> Fight:
    """The fight that a body asks for."""
    if (given.text is None) == (given.example is None):
        _problem(422, NotSolvable("give the text of a fight file or the name of an example"))
    if given.example is not None:
        example = table.example(given.example)
        if example is None:
            _problem(404, NoSuchFight(f"no example '{given.example}'"))
        return fights.load(example.path)
    assert given.text is not None
    fight, faults = fights.received(given.text.encode("utf-8", "surrogatepass"))
    if fight is None:
        reasons = [{"text": str(f), "clause": f.clause} for f in faults]
        raise HTTPException(422, {"detail": f"the fight file has {len(faults)} faults", "reasons": reasons})
    return fight


def _live(table: Table, fight: str) -> Live:
    return _tried(lambda: table.lives.live(fight))  # type: ignore[no-any-return]


def _seat(table: Table, fight: str, secret: str | None) -> tuple[Live, int | None]:
    """The fight, and the seat that a secret opens in it."""
    if secret is None:
        return _live(table, fight), None
    live, seat = _tried(lambda: table.lives.of_secret(secret))
    if live.name != fight:
        _problem(status.HTTP_403_FORBIDDEN, WrongSeat("this seat is at another fight"))
    return live, seat


# ---------------------------------------------------------------- answers
def _add_answers(api: APIRouter, table: Table) -> None:
    def done(live: Live, seat: int | None, act: Callable[[], Any]) -> FightView:
        _tried(act)
        try:
            table.stir(live)
        except ColdSteelError:  # what was answered is kept all the same
            LOG.exception("what the program adds to a fight could not be added")
        return live.view(seat)

    @api.post("/fights/{fight}/throws", tags=["answers"])
    def throw(fight: Name, given: ThrowIn, seat: Secret = None) -> FightView:
        """The faces of the dice that are asked for, or rolls them."""
        live, number = _seat(table, fight, seat)
        return done(live, number, lambda: live.throw(number, given.turn, given.faces))

    @api.post("/fights/{fight}/choices", tags=["answers"])
    def choose(fight: Name, given: ChoiceIn, seat: Secret = None) -> FightView:
        """Takes an option."""
        live, number = _seat(table, fight, seat)
        return done(live, number, lambda: live.choose(number, given.turn, given.number, given.side))

    @api.post("/fights/{fight}/undo", tags=["answers"])
    def undo(fight: Name, given: UndoIn, seat: Secret = None) -> FightView:
        """Takes answers back; where dice have been seen, the other side has to consent."""
        live, number = _seat(table, fight, seat)
        return done(live, number, lambda: live.undo(number, given.turn, given.n))

    @api.post("/fights/{fight}/undo/consent", tags=["answers"])
    def consent(fight: Name, given: ConsentIn, seat: Secret = None) -> FightView:
        """The other side's answer to that."""
        live, number = _seat(table, fight, seat)
        return done(live, number, lambda: live.consent(number, given.turn, given.agreed))


# ---------------------------------------------------------------- odds
def _add_odds(api: APIRouter, table: Table) -> None:
    @api.post("/fights/{fight}/odds", status_code=status.HTTP_202_ACCEPTED, tags=["odds"])
    def odds(fight: Name, given: OddsIn, seat: Secret = None) -> JobOut:
        """Has the odds worked out from where the fight stands: exact if it is small enough, else sampled.

        A seat may ask as its players have agreed on hints; onlookers may at all times, and nobody can tell who looks
        on: that players do not is left to their word."""
        live, number = _seat(table, fight, seat)
        if not live.may_ask_odds(number):
            _problem(status.HTTP_403_FORBIDDEN, WrongSeat("the players have agreed on no hints here"))
        if given.side >= len(live.sides):
            _problem(422, NotSolvable(f"this fight has {len(live.sides)} sides, numbered from 0"))
        _tried(lambda: live.fight.rulebook.aim(live.fight.setup, given.aim))
        return _job(_tried(lambda: table.odds(live, given.aim, given.side)))

    @api.get("/jobs/{job}", tags=["odds"])
    def job(job: Name) -> JobOut:
        """How far it is, or what came of it."""
        return _job(_found(job))

    @api.delete("/jobs/{job}", tags=["odds"])
    def cancel(job: Name) -> JobOut:
        """Stops it."""
        found = _found(job)
        table.jobs.cancel(found.id)
        return _job(found)

    def _found(name: str) -> Job:
        found = table.jobs.job(name)
        if found is None:
            _problem(404, NoSuchFight("no such job; it may have been forgotten"))
        return found


def _job(job: Job) -> JobOut:
    return JobOut(
        job=job.id,
        status=job.status,
        phase=job.phase,
        amount=job.amount,
        of=job.of,
        seconds=job.seconds,
        result=dict(job.result) if job.result is not None else None,
        error=job.error,
    )


async def check_length(request: Request, go_on: Callable[[Request], Any]) -> Response:
    """Middleware: no body is longer than a fight file may be."""
    length = request.headers.get("content-length", "0")
    endless = "transfer-encoding" in request.headers  # its length is not told before
    if request.url.path.startswith("/api") and (endless or (length.isdigit() and int(length) > MOST_BODY)):
        return Response('{"detail": "too long", "reasons": []}', 413, media_type="application/json")
    response: Response = await go_on(request)
    return response
