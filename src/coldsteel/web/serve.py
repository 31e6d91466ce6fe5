"""Starts the server of pages and API."""

from __future__ import annotations

import logging
from pathlib import Path

import typer

__all__ = ["serve"]


def serve(host: str, port: int, database: str | None) -> None:
    """Serves pages and API until stopped."""
    import uvicorn

    from coldsteel.fights.examples import examples_folder
    from coldsteel.store.store import Store
    from coldsteel.web.app import create_app
    from coldsteel.web.table import Table

    url = database or f"sqlite:///{Path('coldsteel.db').resolve()}"
    table = Table(Store(url), folder=examples_folder())
    app = create_app(table)
    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"Cold Steel on http://{shown}:{port} (stop with Ctrl-C)")
    typer.echo(f"Fights are kept in {table.store.url.render_as_string()}")
    logging.getLogger("uvicorn.access").disabled = True
    # No access log: the address of a seat is its secret.
    uvicorn.run(app, host=host, port=port, access_log=False, log_level="warning", ws_max_size=4_000_000)
