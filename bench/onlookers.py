"""How fast a fight is answered while many people look on: the server in a process of its own, every onlooker a page.

An onlooker here is what a browser is to the server: it loads the page and holds the socket that the page would open.
"""

from __future__ import annotations

import ast
import asyncio
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiohttp
import socketio  # type: ignore[import-untyped]

__all__ = ["measured"]

EXAMPLE = "bayonet/front-and-flank"
SEEN_WITHIN = 20.0


async def _view(http: aiohttp.ClientSession, fight: str, secret: str | None = None) -> dict[str, Any]:
    head = {"X-Seat": secret} if secret else {}
    async with http.get(f"/api/fights/{fight}", headers=head) as found:
        shown: dict[str, Any] = await found.json()
        return shown


async def _answer(http: aiohttp.ClientSession, fight: str, seats: list[str]) -> float:
    """Answers what is asked; -> the seconds until the answer to that has come."""
    shown = await _view(http, fight)
    ask = shown["asks"][0]
    body: dict[str, Any] = {"turn": shown["turn"]}
    what = "throws"
    if ask["kind"] == "choice":
        what, body["number"] = "choices", next(o["number"] for o in ask["options"] if o["legal"])
    began = time.perf_counter()
    address = f"/api/fights/{fight}/{what}"
    async with http.post(address, json=body, headers={"X-Seat": seats[ask["side"]]}) as found:
        assert found.status == 200, await found.text()
        await found.read()
    return time.perf_counter() - began


class _Onlooker:
    """A page that follows a fight, and when it last heard of a change."""

    def __init__(self) -> None:
        self.client = socketio.AsyncClient()
        self.heard = 0.0
        self.client.on("update", self._on_update)

    async def _on_update(self, *_: Any) -> None:
        self.heard = time.perf_counter()

    async def open(self, base: str, http: aiohttp.ClientSession, fight: str) -> None:
        async with http.get(f"/fight/{fight}") as found:
            page = await found.text()
        given = re.search(r"query: (\{.*?\}),\n", page)
        assert given, "the page opens no socket"
        query = {**ast.literal_eval(given[1]), "document_id": "d", "tab_id": str(id(self)), "old_tab_id": ""}
        query["implicit_handshake"] = "true"
        address = f"{base}?{urlencode(query)}"
        await self.client.connect(address, socketio_path="/_nicegui_ws/socket.io", transports=["websocket"])


@asynccontextmanager
async def _server(port: int) -> AsyncIterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'fights.db'}"
        command = [
            str(Path(sys.executable).with_name("coldsteel")),
            "serve",
            "--port",
            str(port),
            "--database",
            database,
        ]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        base = f"http://127.0.0.1:{port}"
        try:
            async with aiohttp.ClientSession(base) as http:
                for _ in range(300):
                    try:
                        async with http.get("/api/books"):
                            break
                    except aiohttp.ClientError:
                        await asyncio.sleep(0.1)
            yield base
        finally:
            server.terminate()
            server.wait(20)


async def _measured(onlookers: int, answers: int, port: int) -> tuple[list[float], list[float]]:
    async with _server(port) as base, aiohttp.ClientSession(base) as http:
        async with http.post("/api/fights", json={"example": EXAMPLE}) as made:
            links = await made.json()
        fight, seats = links["fight"], links["seats"]
        crowd = [_Onlooker() for _ in range(onlookers)]
        for k in range(0, onlookers, 10):
            await asyncio.gather(*[o.open(base, http, fight) for o in crowd[k : k + 10]])
        took, seen = [], []
        for _ in range(answers):
            if (await _view(http, fight))["ended"]:
                break
            began = time.perf_counter()
            took.append(await _answer(http, fight, seats))
            while time.perf_counter() - began < SEEN_WITHIN and any(o.heard < began for o in crowd):
                await asyncio.sleep(0.02)
            seen += [o.heard - began for o in crowd if o.heard > began]
        for o in crowd:
            await o.client.disconnect()
        return took, seen


def measured(onlookers: int = 200, answers: int = 12, port: int = 8765) -> dict[str, float]:
    """Seconds at the median and at worst: until an answer is taken, and until an onlooker has been told; and the share
    of tellings that came."""
    took, seen = asyncio.run(_measured(onlookers, answers, port))
    return {
        "answers": len(took),
        "answer_median": statistics.median(took),
        "answer_worst": max(took),
        "seen_median": statistics.median(seen),
        "seen_worst": max(seen),
        "seen_share": len(seen) / (onlookers * len(took)),
    }
