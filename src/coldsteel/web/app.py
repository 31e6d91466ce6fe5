"""The application: the API, and the pages where they are wanted, over one table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from coldsteel import __version__
from coldsteel.web.api import check_length, router
from coldsteel.web.table import Table

__all__ = ["create_app"]


def create_app(table: Table, *, pages: bool = True) -> FastAPI:
    """The application over a table; it closes the table when it ends."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        table.close()

    app = FastAPI(
        title="Cold Steel",
        version=__version__,
        summary="Plays, predicts and explains close combat in tabletop miniature wargames.",
        lifespan=lifespan,
        docs_url=None,  # its page asks an outside address for its scripts
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(router(table))
    app.middleware("http")(check_length)
    app.middleware("http")(_quiet_headers)
    app.exception_handler(HTTPException)(_refused)
    app.exception_handler(RequestValidationError)(_does_not_fit)
    if pages:
        from coldsteel.web.pages import add_pages

        add_pages(app, table)
    return app


async def _quiet_headers(request: Request, go_on: Any) -> Any:
    """No page is framed by others, and no address with a secret is told to anybody."""
    response = await go_on(request)
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    if request.url.path.startswith(("/seat/", "/api/")):
        response.headers["Cache-Control"] = "no-store"
    return response


async def _does_not_fit(request: Request, fault: Exception) -> JSONResponse:
    """What was sent does not fit the description: the same form, a reason for every place."""
    assert isinstance(fault, RequestValidationError)
    reasons = [{"text": f"{'.'.join(map(str, e['loc']))}: {e['msg']}", "clause": ""} for e in fault.errors()]
    return JSONResponse({"detail": "what was sent does not fit", "reasons": reasons}, 422)


async def _refused(request: Request, fault: Exception) -> JSONResponse:
    """A refusal as {detail, reasons}."""
    assert isinstance(fault, HTTPException)
    told: Any = fault.detail
    body = told if isinstance(told, dict) else {"detail": str(told), "reasons": []}
    return JSONResponse(body, fault.status_code, headers=fault.headers)
