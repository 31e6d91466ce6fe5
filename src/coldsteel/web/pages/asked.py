"""What is asked now, large and plain, with the means to answer it; what happened just before; taking back."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import run, ui

from coldsteel.errors import ColdSteelError, DiceError, RefusedChoice
from coldsteel.kernel.dice import Throw
from coldsteel.kernel.sources import typed_faces
from coldsteel.web.live import Live
from coldsteel.web.pages import told
from coldsteel.web.table import Table
from coldsteel.web.views import AskView, EntryView, FightView, OptionView
from coldsteel.web.words import Speech, Words

__all__ = ["Asked"]

MOST_JUST_NOW = 4  # lines of what has just happened
TIE = 1e-9  # worths that differ by less are the same


class Asked:
    """The card of one visitor. A part of it is drawn anew only where it says something else, so that nothing is lost
    that somebody is typing; controls carry `data-keep`, by which the page finds the focus again."""

    def __init__(self, table: Table, live: Live, seat: int | None, t: Words, changed: Callable[[], None]) -> None:
        self.table, self.live, self.seat, self.t, self._changed = table, live, seat, t, changed
        self.speech = Speech(t, live.fight.rulebook.catalogue)
        self.view: FightView | None = None
        self._busy = False
        self._drawn: dict[str, Any] = {}
        self._offers: dict[tuple[int, int], ui.html] = {}  # what stands on the options, by side and number
        said = f'aria-label="{t("What is asked now")}" tabindex="-1"'
        with ui.element("section").classes("cs-card cs-ask").props(said) as self.card:
            self.wish = ui.element("div").classes("cs-wish-box")
            self.box = ui.element("div").classes("cs-ask-box")
            self.alert = ui.html("", sanitize=False).props('role="alert"')
            self.back = ui.element("div")
            self.just = ui.html("", sanitize=False).classes("cs-just")

    # ------------------------------------------------------------ drawing
    def draw(self, view: FightView) -> None:
        """Shows a view, as far as it says something else than the one before."""
        self.view = view
        if self._drawn.get("turn") != view.turn:
            self._drawn["turn"] = view.turn
            self.card.props(f"data-turn={view.turn}")
        self._part("wish", self.wish, (view.undo, view.turn), self._draw_wish)
        self._part("ask", self.box, (view.turn, tuple(map(_unweighed, view.asks)), view.ended), self._draw_asks)
        for ask in view.asks:
            self._write_worths(ask)
        self._part("back", self.back, (view.turn, view.may_undo, view.undo), self._draw_undo)
        just = _just_now(view.log)
        if self._drawn.get("just") != just:
            self._drawn["just"] = just
            lines = "".join(told.line(e, self.t) for e in just)
            head = f"<h3>{escape(self.t('Just now'))}</h3>" if just else ""
            self.just.set_content(head + lines)

    def _part(self, name: str, box: ui.element, shown: Any, draw: Callable[[FightView], None]) -> None:
        if self._drawn.get(name) == shown:
            return
        if name == "ask":
            self._say("")
        self._drawn[name] = shown
        box.clear()
        assert self.view is not None
        with box:
            draw(self.view)

    def _draw_asks(self, view: FightView) -> None:
        self._offers = {}
        if view.ended:
            self._draw_end(view)
        for ask in view.asks:
            (self._draw_dice if ask.kind == "dice" else self._draw_choice)(view, ask)

    def _headline(self, ask: AskView) -> None:
        t = self.t
        who = f'<span class="cs-who cs-side-{ask.side}">{escape(ask.side_name)}</span>'
        does = t("rolls") if ask.kind == "dice" else t("chooses")
        clause = told.clause_button(ask.clause, t)
        ui.html(
            f'<h2 data-ask-head tabindex="-1">{who} {escape(does)}: {escape(ask.what)} {clause}</h2>', sanitize=False
        ).props('aria-live="polite" aria-atomic="true"')

    # ------------------------------------------------------------ dice
    def _draw_dice(self, view: FightView, ask: AskView) -> None:
        t = self.t
        with ui.element("div").classes("cs-ask-head"):
            self._headline(ask)
            for faces in ask.thrown:
                before = t("Thrown before: {faces}", faces=" ".join(map(str, faces)))
                ui.html(f'<p class="cs-faint">{escape(before)}</p>', sanitize=False)
            counts = f": {escape(ask.need)}" if ask.need else ""
            ui.html(f'<p class="cs-need"><strong>{ask.n} × {t("d")}{ask.die}</strong>{counts}</p>', sanitize=False)
            ui.html(told.rows((*ask.n_rows, *ask.rows), t), sanitize=False)
        if not ask.mine:
            self._waits(view, ask)
            return
        if view.dice != "typed":
            words_ = t.many("Roll {n} die", "Roll {n} dice", ask.n)
            roll = ui.button(words_, icon="casino", on_click=lambda: self._throw(view.turn, None))
            roll.classes("cs-roll").props('unelevated data-keep="roll"').mark("roll")
        if view.dice != "rolled":
            self._typed(view, ask)

    def _typed(self, view: FightView, ask: AskView) -> None:
        t = self.t

        async def enter() -> None:
            await self._throw_typed(view.turn, ask, field.value)

        with ui.element("div").classes("cs-typed"):
            field = ui.input(t("Faces of your dice, such as {some}", some=_example(ask))).mark("faces")
            field.props('inputmode="text" autocomplete="off" enterkeyhint="go" outlined dense data-keep="faces"')
            button = ui.button(t("Enter"), on_click=enter).mark("enter")
            button.props('outline type="button" data-keep="enter"')
        field.on("keydown.enter", enter)

    # ------------------------------------------------------------ choices
    def _draw_choice(self, view: FightView, ask: AskView) -> None:
        with ui.element("div").classes("cs-ask-head cs-choice"):
            self._headline(ask)
            if ask.given:
                said = self.t("{side} has chosen.", side=ask.side_name)
            elif not ask.mine:
                said = self._who_answers(view, ask)
            elif ask.secret:
                said = self.t("Both sides choose at the same time: what you take is seen when both are in.")
            else:
                said = ""
            ui.html(f'<p class="cs-faint">{escape(said)}</p>' if said else "", sanitize=False)
        if ask.given:
            return
        for o in ask.options:
            if o.legal:
                self._option(view, ask, o)
        for o in ask.options:
            if not o.legal:
                self._barred(o)

    def _write_worths(self, ask: AskView) -> None:
        """What the options are worth. Where it comes later, the buttons stay: somebody may be clicking on one."""
        values = [o.value for o in ask.options if o.legal and o.value is not None]
        best = max(values) if values and max(values) > min(values) + TIE else None
        for o in ask.options:
            if (offer := self._offers.get((ask.side, o.number))) is None:
                continue
            worth = "" if o.value is None else self.t("worth {x}", x=told.worth(o.value))
            if o.value is not None and best is not None and o.value > best - TIE:
                worth += f" · {self.t('best')}"
            offer.set_content(f'<span>{escape(o.label)}</span><span class="cs-worth">{escape(worth)}</span>')

    def _who_answers(self, view: FightView, ask: AskView) -> str:
        if ask.side in view.best:
            return self.t("The program plays {side}.", side=ask.side_name)
        return self.t("It is for {side} to answer.", side=ask.side_name)

    def _waits(self, view: FightView, ask: AskView) -> None:
        ui.html(f'<p class="cs-faint">{escape(self._who_answers(view, ask))}</p>', sanitize=False)

    def _option(self, view: FightView, ask: AskView, o: OptionView) -> None:
        if not ask.mine:
            self._offers[ask.side, o.number] = ui.html("", sanitize=False).classes("cs-offered")
            return

        async def take() -> None:
            await self._do(lambda: self.live.choose(self.seat, view.turn, o.number, ask.side))

        button = ui.button(color=None, on_click=take).classes("cs-option").mark("option")
        button.props(f'outline no-caps data-keep="option {view.turn} {ask.side} {o.number}"')
        with button:
            self._offers[ask.side, o.number] = ui.html("", sanitize=False).classes("cs-offer")

    def _barred(self, o: OptionView) -> None:
        why = "".join(f"<li>{escape(r.text)} {told.clause_button(r.clause, self.t)}</li>" for r in o.reasons)
        title = escape("; ".join(f"{r.text} ({r.clause})" for r in o.reasons), quote=True)
        said = escape(self.t("{option}: not allowed", option=o.label))
        ui.html(
            f'<details class="cs-barred" title="{title}"><summary>{said}</summary><ul>{why}</ul></details>',
            sanitize=False,
        ).classes("w-full")

    # ------------------------------------------------------------ the end
    def _draw_end(self, view: FightView) -> None:
        said = self.live.verdict_now(self.t.language)
        ui.html(
            f'<h2 data-ask-head tabindex="-1">{escape(self.t("The fight is over."))}</h2>'
            f'<p class="cs-need"><strong>{escape(said)}</strong></p>',
            sanitize=False,
        ).props('aria-live="polite"')
        ui.html(told.result(view.result[1:], self.speech("no")), sanitize=False)

    # ------------------------------------------------------------ taking back
    def _draw_undo(self, view: FightView) -> None:
        if self.seat is None or not view.may_undo or view.undo:
            return

        async def back() -> None:
            await self._do(lambda: self.live.undo(self.seat, view.turn))

        button = ui.button(self.t("Take the last answer back"), icon="undo", color=None, on_click=back)
        button.props('flat dense data-keep="undo"').classes("cs-back").mark("undo")

    def _draw_wish(self, view: FightView) -> None:
        t, wish = self.t, view.undo
        if wish is None:
            return
        n = t.many("{n} answer", "{n} answers", wish.n)
        said = t("{side} asks to take back: {n}.", side=wish.side_name, n=n)
        mine = self.seat == wish.seat
        waits = f" {t('The other side has to agree.')}" if mine else ""
        ui.html(f'<p class="cs-wish" role="status"><strong>{escape(said)}</strong>{escape(waits)}</p>', sanitize=False)
        if self.seat is None or mine:
            return

        def consent(agreed: bool) -> Callable[[], Any]:
            return lambda: self._do(lambda: self.live.consent(self.seat, view.turn, agreed))

        with ui.element("div").classes("cs-row"):
            ui.button(t("Agree"), on_click=consent(True)).props('unelevated data-keep="agree"').mark("agree")
            refuse = ui.button(t("Refuse"), on_click=consent(False), color=None)
            refuse.props('outline data-keep="refuse"').mark("refuse")

    # ------------------------------------------------------------ answering
    async def _throw(self, turn: int, faces: tuple[int, ...] | None) -> None:
        await self._do(lambda: self.live.throw(self.seat, turn, faces))

    async def _throw_typed(self, turn: int, ask: AskView, line: str | None) -> None:
        try:
            faces = typed_faces(line or "", Throw(ask.side, ask.n, ask.die, ask.what, ask.clause))
        except DiceError as fault:
            self._say(self.t("These faces cannot be: {why}", why=self.t(str(fault))))
            return
        await self._throw(turn, faces)

    async def _do(self, act: Callable[[], Any]) -> None:
        """Does something to the fight away from the page's own thread, once at a time, and says what went wrong."""
        if self._busy:
            return
        self._busy = True
        alert = ""
        try:
            await run.io_bound(act)
        except RefusedChoice as refused:
            why = "; ".join(f"{self.speech(text)} ({clause})" for text, clause in refused.reasons)
            alert = self.t("Not allowed: {why}", why=why or refused.option)
        except ColdSteelError as fault:
            alert = self.t(str(fault))
        finally:
            self._busy = False
        self._changed()
        self._say(alert)
        await run.io_bound(self.table.stir, self.live)

    def _say(self, text: str) -> None:
        self.alert.set_content(f'<p class="cs-alert">{escape(text)}</p>' if text else "")


def _unweighed(ask: AskView) -> AskView:
    """An ask without the worths of its options."""
    return ask.model_copy(update={"options": tuple(o.model_copy(update={"value": None}) for o in ask.options)})


def _just_now(log: tuple[EntryView, ...]) -> tuple[EntryView, ...]:
    """The last answer and what followed from it."""
    since: list[EntryView] = []
    for e in reversed(log):
        if not e.heading:
            since.append(e)
        if e.kind in ("dice", "choice", "undone") or len(since) == MOST_JUST_NOW:
            break
    return tuple(reversed(since))


def _example(ask: AskView) -> str:
    """Faces such as one would type for these dice."""
    faces = [max(1, round(ask.die * share)) for share in (1, 0.8, 0.3)]
    return " ".join(map(str, faces[: min(ask.n, 3)]))
