"""A fight file that somebody sends: checked, and then on to its settings, or back with its faults."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse
from starlette.datastructures import UploadFile

from coldsteel import fights, rulebooks
from coldsteel.errors import FightFileError
from coldsteel.fights import MOST_BYTES, Fault
from coldsteel.fights.faults import Faulty
from coldsteel.fights.files import document_of
from coldsteel.web.table import Table

__all__ = ["Refused", "add_upload", "refused_of"]

MOST_KEPT = 1000  # faults of a file that are remembered
MOST_VALUES, MOST_FIELDS, MOST_NUMBERS = 20_000, 200, 1000
"""What a form can show: values in all, fields of a table or tables in a list, plain values in a list. A form of more
would keep all other visitors waiting."""
MOST_SENT = MOST_BYTES + 10_000  # with the wrapping of a form


@dataclass(frozen=True)
class Refused:
    """A file with faults; `draft` names its values, if a form can show them."""

    name: str
    faults: tuple[Fault, ...]
    draft: str = ""


def add_upload(app: FastAPI, table: Table) -> None:
    """The address that files are sent to."""

    @app.post("/upload", include_in_schema=False)
    async def upload(request: Request) -> RedirectResponse:
        """A fight file from the first page."""
        length = request.headers.get("content-length", "")
        if not length.isdigit() or int(length) > MOST_SENT:  # before a byte of it is read
            fault = Fault("", 0, "too long for a fight file", allowed=f"at most {MOST_BYTES:,} bytes")
            return RedirectResponse(_refuse(table, "fight.toml", (fault,)), 303)
        async with request.form(max_files=1, max_fields=1) as form:
            file = form.get("file")
            name = PurePath((file.filename if isinstance(file, UploadFile) else "") or "fight.toml").name[:80]
            raw = await file.read(MOST_BYTES + 1) if isinstance(file, UploadFile) else b""
        return RedirectResponse(await run_in_threadpool(_taken, table, raw, name), 303)


def _taken(table: Table, raw: bytes, name: str) -> str:
    """Checks a file; -> the address that shows what came of it."""
    try:
        fight, faults = fights.received(raw, name)
    except FightFileError as error:
        fight, faults = None, tuple(Fault(name, 0, str(x)) for x in error.args)
    if fight is not None:
        return f"/new?draft={table.drafts.keep(fights.values_of(fight))}"
    values = _values(raw, name)
    return _refuse(table, name, faults, table.drafts.keep(values) if values is not None else "")


def _refuse(table: Table, name: str, faults: tuple[Fault, ...], draft: str = "") -> str:
    return f"/?refused={table.refused.keep({'name': name, 'faults': faults[:MOST_KEPT], 'draft': draft})}#refused"


def _values(raw: bytes, name: str) -> dict[str, Any] | None:
    """The values of a file with faults, if it can be read and says of which book it is."""
    try:
        values = document_of(raw, name).data
    except Faulty:
        return None
    if not isinstance(values.get("rulebook"), str) or values["rulebook"] not in rulebooks.BOOKS:
        return None
    return values if _count(values) <= MOST_VALUES else None


def _count(x: Any) -> int:
    """How many values there are; too many where one table or list has more than any form shows."""
    inner = list(x.values()) if isinstance(x, dict) else x if isinstance(x, list) else []
    tables = isinstance(x, dict) or any(isinstance(y, dict) for y in inner)
    if len(inner) > (MOST_FIELDS if tables else MOST_NUMBERS):
        return MOST_VALUES + 1
    return 1 + sum(map(_count, inner))


def refused_of(table: Table, name: str) -> Refused | None:
    """The file that was refused under this name; None once it is forgotten."""
    kept = table.refused.found(name) if name else None
    return Refused(**kept) if kept else None
