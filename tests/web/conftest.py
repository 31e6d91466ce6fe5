"""A server of its own for the tests of pages, and the system's Chromium to look at them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError

import pytest

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
PATIENCE = 60.0  # seconds in which a server comes up


class Server:
    """`coldsteel serve` as a process, over a database in a folder of the test's."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'fights.db'}"
        self.output = folder / "server.txt"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        program = Path(sys.executable).with_name("coldsteel")
        command = [str(program), "serve", "--port", str(self.port), "--database", self.database]
        with self.output.open("ab") as out:
            self._process = subprocess.Popen(command, stdout=out, stderr=out, cwd=self.folder)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self._process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.output.read_text()[-2000:]}")
            try:
                with urllib.request.urlopen(f"{self.url}/api/books", timeout=2):
                    return
            except (URLError, OSError):
                time.sleep(0.2)
        raise RuntimeError(f"the server does not answer: {self.output.read_text()[-2000:]}")

    def kill(self) -> None:
        """Ends it as a failure of power does: kill -9."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Ends it in good order."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """A running server, one for the tests of a module."""
    made = Server(tmp_path_factory.mktemp("server"))
    made.start()
    yield made
    made.stop()
    said = made.output.read_text("utf-8", "replace")
    assert "Traceback" not in said, said[-4000:]


@pytest.fixture(scope="module")
def browser():
    """The system's Chromium."""
    if not os.access(CHROMIUM, os.X_OK):
        pytest.skip(f"no browser to look at pages with: {CHROMIUM} is missing")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as play:
        made = play.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield made
        made.close()


@pytest.fixture
def visit(server, browser):
    """Opens an address of the server as a new visitor: `visit("/", PHONE, dark=True, language="pl")` -> the page.

    At the end no page may have asked an outside address, or have said an error.
    """
    contexts, outside, errors = [], [], []

    def note(request) -> None:
        if not request.url.startswith((server.url, "data:", "blob:", f"ws://127.0.0.1:{server.port}")):
            outside.append(request.url)

    def opened(path: str, size: dict[str, int] = WIDE, dark: bool = False, language: str = "en"):
        context = browser.new_context(
            viewport=size,
            color_scheme="dark" if dark else "light",
            locale=language,
            has_touch=size == PHONE,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", note)
        page.on("pageerror", lambda e: errors.append(str(e)))
        page.goto(server.url + path)
        page.wait_for_selector("main", state="attached")
        page.wait_for_function("window.did_handshake")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert outside == []
    assert errors == []
