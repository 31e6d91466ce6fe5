"""What every page has: the head, the language and light or dark, one look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fastapi import Request
from nicegui import ui

from coldsteel.web.words import NAMES, Words, language_of, words

__all__ = ["language", "page"]

STYLE = Path(__file__).parents[1] / "assets" / "style.css"
LANGUAGE_SCRIPT = "document.cookie='cs_lang={code};path=/;max-age=31536000;samesite=lax';location.reload()"


def language(request: Request) -> str:
    """The language of a visitor: chosen before, or the browser's."""
    return language_of(request.cookies.get("cs_lang", ""), request.headers.get("accept-language", ""))


@contextmanager
def page(request: Request, title: str) -> Iterator[Words]:
    """The frame of a page around its content; gives the words of the visitor's language."""
    t = words(language(request))
    ui.add_css(STYLE)
    ui.page_title(f"{title} – Cold Steel" if title else "Cold Steel")
    ui.query("html").props(f'lang="{t.language}"')
    dark = ui.dark_mode(_darkness(request))
    with ui.element("header").classes("cs-head"):
        ui.html(f'<a class="cs-skip" href="#main">{t("To the content")}</a>', sanitize=False)
        ui.html('<a class="cs-name" href="/">Cold Steel</a>', sanitize=False)
        with ui.row().classes("items-center gap-1").props(f'role="group" aria-label="{t("Language")}"'):
            for code, name in NAMES.items():
                button = ui.button(name, color=None).props(f'flat dense size="sm" lang="{code}"')
                button.on("click", js_handler=f"() => {{ {LANGUAGE_SCRIPT.format(code=code)} }}")
                if code == t.language:
                    button.props('aria-pressed="true"').style("text-decoration: underline; font-weight: 600")
        _dark_button(dark, t)
    with ui.element("main").classes("cs-main").props('id="main"'):
        yield t


def _darkness(request: Request) -> bool | None:
    return {"dark": True, "light": False}.get(request.cookies.get("cs_dark", ""))


def _dark_button(dark: ui.dark_mode, t: Words) -> None:
    """Light, dark, or as the system has it, in turn; kept in the browser."""
    order: list[bool | None] = [None, True, False]
    says = {None: t("Light or dark: as the system"), True: t("Dark"), False: t("Light")}
    icons = {None: "brightness_auto", True: "dark_mode", False: "light_mode"}
    kept = {None: "auto", True: "dark", False: "light"}
    button = ui.button(icon=icons[dark.value], color=None).props(f'flat dense round aria-label="{says[dark.value]}"')

    def turn() -> None:
        dark.value = order[(order.index(dark.value) + 1) % 3]
        button.props(f'icon="{icons[dark.value]}" aria-label="{says[dark.value]}"')
        ui.run_javascript(f"document.cookie='cs_dark={kept[dark.value]};path=/;max-age=31536000;samesite=lax'")

    button.on_click(turn)
