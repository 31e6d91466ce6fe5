"""A fight as a form, made from its book's schema: every field with what it is for, faults at the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import deepcopy
from html import escape
from typing import Any

from nicegui import ui

from coldsteel.fights import Fault
from coldsteel.fights.faults import shown
from coldsteel.web.pages import told
from coldsteel.web.pages.shapes import Key, Schema, Wanted, at, drop_at, parse, set_at, skeleton, spell
from coldsteel.web.words import Words

__all__ = ["Form"]

AT_ONCE = 6  # plain fields of a table that are shown before its other fields are asked for
TEXT = ("number", "text", "free")
LONG = ("list", "words")


class _Fold:
    """A section that is filled when it is first opened. It holds all that is below `key`, or only some fields of it."""

    def __init__(
        self, label: str, key: Key, names: frozenset[str] | None, fill: Callable[[], None], is_open: bool
    ) -> None:
        self.key, self.names, self._fill, self._filled = key, names, fill, False
        self.expansion = ui.expansion(label, value=is_open).classes("cs-fold")
        self.expansion.on_value_change(lambda e: self._make() if e.value else None)
        if is_open:
            self._make()

    def _make(self) -> None:
        if not self._filled:
            self._filled = True
            with self.expansion:
                self._fill()

    def holds(self, key: Key) -> bool:
        """Does a place lie in this section?"""
        n = len(self.key)
        inside = key[:n] == self.key
        return inside and (self.names is None or (len(key) > n and key[n] in self.names))

    def open(self) -> None:
        """Opens it."""
        self._make()
        self.expansion.set_value(True)

    @property
    def is_open(self) -> bool:
        return bool(self.expansion.value)


class _Field:
    """A control for one value, with help and room for what is wrong."""

    def __init__(self, control: Any, show: Callable[[], Any], slot: ui.html) -> None:
        self.control, self.show, self.slot = control, show, slot


class Form:
    """The form of a fight's values, which it changes in place. `changed` is told the key of every change."""

    def __init__(
        self, values: dict[str, Any], schema: Schema, prefix: str, t: Words, changed: Callable[[Key], None]
    ) -> None:
        self.values, self.schema, self.t, self._changed = values, schema, t, changed
        self._clause = re.compile(rf"\b{re.escape(prefix)}-[A-Z]?\d+\b")
        self._fields: dict[Key, _Field] = {}
        self._slots: dict[Key, ui.html] = {}
        self._folds: list[_Fold] = []
        self._faulty: list[Key] = []
        self._quiet = False
        self._table((), schema.top)

    # ------------------------------------------------------------ tables
    def _table(self, key: Key, node: Any) -> None:
        """The fields of a table: plain ones first, those that are seldom needed folded away, then what has fields of
        its own."""
        fields = list(self.schema.fields(node))
        plain = [(name, w) for name, w in fields if w.kind not in ("table", "tables")]
        found = at(self.values, key)
        given = found if isinstance(found, dict) else {}
        all_shown = not any(w.needed for _, w in fields)
        first = [
            (name, w) for k, (name, w) in enumerate(plain) if all_shown or w.needed or name in given or k < AT_ONCE
        ]
        rest = [f for f in plain if f not in first]
        with ui.element("div").classes("cs-fields"):
            for name, w in first:
                self._field((*key, name), w)
        known = {name for name, _ in fields} | ({"rulebook"} if not key else set())
        for name in [n for n in given if n not in known]:
            self._unknown((*key, name))
        if rest:
            self._more(key, rest)
        below = [(name, w) for name, w in fields if w.kind in ("table", "tables")]
        for name, w in sorted(below, key=lambda f: (_last(f[0]), not f[1].needed)):
            (self._part if w.kind == "table" else self._list)((*key, name), w)

    def _unknown(self, key: Key) -> None:
        """A field that the book does not know: it can only be removed."""
        with ui.element("div").classes("cs-box cs-unknown") as box:
            said = self.t("Unknown field: {name}", name=f"{key[-1]} = {shown(at(self.values, key))}")
            ui.html(f"<span>{escape(said)}</span>", sanitize=False)

            def remove() -> None:
                drop_at(self.values, key)
                self._slots.pop(key, None)
                self._changed(key)
                box.delete()

            button = ui.button(self.t("Remove"), icon="delete", color=None, on_click=remove).props("flat dense")
            button.mark("remove-" + str(key[-1]))
            self._slot(key)

    def _more(self, key: Key, fields: Sequence[tuple[str, Wanted]]) -> None:
        def fill() -> None:
            with ui.element("div").classes("cs-fields"):
                for name, w in fields:
                    self._field((*key, name), w)

        label = self.t.many("{n} more field", "{n} more fields", len(fields))
        self._folds.append(_Fold(label, key, frozenset(name for name, _ in fields), fill, False))

    def _part(self, key: Key, w: Wanted) -> None:
        """A table of its own; one that may lack is added and removed by a button."""
        t = self.t

        def fill() -> None:
            box = ui.element("div").classes("cs-box")
            self._slot(key)

            def draw() -> None:
                self._forget(key, own=False)
                box.clear()
                with box:
                    self._help(w)
                    if w.nullable and at(self.values, key) is None:
                        ui.button(t("Add"), icon="add", color=None, on_click=add).props("flat")
                        return
                    self._table(key, w.node)
                    if w.nullable:
                        ui.button(t("Remove"), icon="delete", color=None, on_click=remove).props("flat")

            def add() -> None:
                self._write(key, skeleton(self.schema, w.node))
                draw()

            def remove() -> None:
                drop_at(self.values, key)
                self._changed(key)
                draw()

            draw()

        self._folds.append(_Fold(self._label(key), key, None, fill, False))

    # ------------------------------------------------------------ lists of tables
    def _list(self, key: Key, w: Wanted) -> None:
        """Entries that can be added, copied and removed; the two sides are always there."""
        if w.fixed:
            self._entries(key, w)
            return
        n = len(self._listed(key))
        label = f"{self._label(key)} ({n})"
        fold: list[_Fold] = []

        def fill() -> None:
            self._entries(key, w, lambda n: fold and fold[0].expansion.set_text(f"{self._label(key)} ({n})"))

        deep = len(key) > 1
        fold.append(_Fold(label, key, None, fill, 0 < n <= 6 and (deep or w.needed)))
        self._folds.append(fold[0])

    def _entries(self, key: Key, w: Wanted, counted: Callable[[int], Any] = lambda n: None) -> None:
        t = self.t
        self._help(w)
        self._slot(key)
        box = ui.element("div").classes("cs-box")

        def draw(opened: Collection[int] | None = None) -> None:
            self._forget(key, own=False)
            box.clear()
            with box:
                entries = self._listed(key)
                for k in range(len(entries)):
                    is_open = k in opened if opened is not None else w.fixed or len(entries) <= 2
                    self._entry(key, w, k, is_open, draw)
            counted(len(self._listed(key)))

        def add() -> None:
            entries = self._listed(key)
            entries.append(skeleton(self.schema, w.items[-1], len(entries) + 1))
            self._write(key, entries)
            draw({*self._open_entries(key), len(entries) - 1})

        draw()
        if not w.fixed:
            label = t("Add to {list}", list=self._label(key).lower())
            ui.button(label, icon="add", color=None, on_click=add).props("flat").mark("add-" + ".".join(map(str, key)))

    def _entry(self, key: Key, w: Wanted, k: int, is_open: bool, draw: Callable[[Collection[int]], None]) -> None:
        t, here = self.t, (*key, k)

        def fill() -> None:
            self._slot(here)
            self._table(here, w.items[min(k, len(w.items) - 1)])
            if w.fixed:
                return
            with ui.row().classes("gap-2"):
                ui.button(t("Copy"), icon="content_copy", color=None, on_click=copy).props("flat dense")
                remove_ = ui.button(t("Remove"), icon="delete", color=None, on_click=remove).props("flat dense")
                remove_.mark("remove-" + ".".join(map(str, here)))

        def copy() -> None:
            entries = self._listed(key)
            entries.insert(k + 1, _renamed(entries[k], [_called(x) for x in entries]))
            self._write(key, entries)
            draw({*(n + (n > k) for n in self._open_entries(key)), k + 1})

        def remove() -> None:
            entries = self._listed(key)
            del entries[k]
            self._write(key, entries)
            draw({n - (n > k) for n in self._open_entries(key) if n != k})

        fold = _Fold(self._title(here), here, None, fill, is_open)
        fold.expansion.classes("cs-entry")
        self._folds.append(fold)

    def _listed(self, key: Key) -> list[Any]:
        """The entries of a list; none where something else stands there."""
        found = at(self.values, key)
        return list(found) if isinstance(found, list) else []

    def _open_entries(self, key: Key) -> set[int]:
        """The numbers of the entries of a list that are open."""
        n = len(key)
        return {
            int(f.key[n])
            for f in self._folds
            if f.is_open and f.names is None and len(f.key) == n + 1 and f.key[:n] == key and isinstance(f.key[n], int)
        }

    def _title(self, key: Key) -> str:
        """What an entry is called: by its id or name, or by what it joins."""
        x = at(self.values, key)
        said = _called(x)
        if not said and isinstance(x, dict):
            said = " – ".join(str(x[n]) for n in ("unit", "target", "a", "b", "enemy", "by", "hero", "other") if n in x)
        side = self.t("Side {side}", side=said) if len(key) == 2 and key[0] == "sides" else said
        return side or f"{self._label(key[:-1])} {int(key[-1]) + 1}"

    # ------------------------------------------------------------ single fields
    def _field(self, key: Key, w: Wanted) -> None:
        long = w.kind in LONG and (w.depth > 1 or not w.numeric)
        with ui.element("div").classes("cs-field cs-long" if long else "cs-field"):
            control, show = self._control(key, w, self._label(key) + (" *" if w.needed else ""))
            self._help(w)
            slot = self._slot(key)
        control.mark("field-" + ".".join(map(str, key)))
        self._fields[key] = _Field(control, show, slot)

    def _control(self, key: Key, w: Wanted, label: str) -> tuple[Any, Callable[[], Any]]:
        if w.kind == "switch" and not w.nullable:
            return self._switch(key, w, label)
        if w.kind in ("choice", "switch"):
            return self._choice(key, w, label)
        if w.kind == "choices":
            return self._choices(key, w, label)
        return self._text(key, w, label)

    def _switch(self, key: Key, w: Wanted, label: str) -> tuple[Any, Callable[[], Any]]:
        box = ui.checkbox(label, value=bool(self._now(key, w)))
        box.on_value_change(lambda e: self._write(key, bool(e.value)))
        return box, lambda: box.set_value(bool(self._now(key, w)))

    def _choice(self, key: Key, w: Wanted, label: str) -> tuple[Any, Callable[[], Any]]:
        known = [False, True] if w.kind == "switch" else list(w.node.get("enum", [w.node.get("const")]))
        options: dict[int, str] = {}
        if not w.needed:
            first = self.t("default: {x}", x=self._word(w.default)) if w.default is not None else self.t("default")
            options[-1] = first
        options |= {k: self._word(x) for k, x in enumerate(known)}

        def number() -> int | None:
            x = at(self.values, key)
            same = [k for k, y in enumerate(known) if y == x and type(y) is type(x)]
            return same[0] if same else (None if w.needed or x is not None else -1)

        select = ui.select(options, label=label, value=number()).props("outlined dense stack-label options-dense")

        def taken(e: Any) -> None:
            if e.value is None or e.value == -1:
                self._write(key, None)
            else:
                self._write(key, known[int(e.value)])

        select.on_value_change(taken)
        return select.classes("w-full"), lambda: select.set_value(number())

    def _choices(self, key: Key, w: Wanted, label: str) -> tuple[Any, Callable[[], Any]]:
        def now() -> list[str]:
            given = self._now(key, w)
            return [x for x in given if x in w.words] if isinstance(given, list | tuple) else []

        options = {x: self._word(x) for x in w.words}
        select = ui.select(options, label=label, value=now(), multiple=True)
        select.props("outlined dense stack-label options-dense").classes("w-full")
        select.on_value_change(lambda e: self._write(key, list(e.value or ())))
        return select, lambda: select.set_value(now())

    def _text(self, key: Key, w: Wanted, label: str) -> tuple[Any, Callable[[], Any]]:
        def now() -> str:
            return spell(at(self.values, key), w.depth)

        hint = "" if w.default in (None, "", [], {}) else self.t("default: {x}", x=spell(w.default, w.depth))
        if w.kind in LONG and (w.depth > 1 or not w.numeric):
            field: Any = ui.textarea(label, value=now(), placeholder=hint).props("autogrow rows=2")
        else:
            field = ui.input(label, value=now(), placeholder=hint)
        mode = "inputmode=decimal" if w.kind == "number" else ""
        field.props(f"outlined dense stack-label debounce=250 autocomplete=off spellcheck=false {mode}").classes(
            "w-full"
        )
        field.on_value_change(
            lambda e: self._write(key, parse(str(e.value), w) if str(e.value or "").strip() else None)
        )
        return field, lambda: field.set_value(now())

    def _now(self, key: Key, w: Wanted) -> Any:
        x = at(self.values, key)
        return w.default if x is None else x

    # ------------------------------------------------------------ words
    def _label(self, key: Key) -> str:
        name = str(key[-1]).replace("_", " ")
        return self.t(name[:1].upper() + name[1:])

    def _word(self, x: Any) -> str:
        if isinstance(x, bool):
            return self.t("yes") if x else self.t("no")
        return self.t(str(x).replace("_", " "))

    def _help(self, w: Wanted) -> None:
        """What a field is for, with its clauses to read, and its limits."""
        parts = [self._clause.sub(lambda m: told.clause_button(m[0], self.t), escape(self.t(w.says)))] if w.says else []
        limits = self._limits(w)
        parts += [f"<span>{escape(limits)}</span>"] if limits else []
        if parts:
            ui.html(f'<div class="cs-help">{" · ".join(parts)}</div>', sanitize=False)

    def _limits(self, w: Wanted) -> str:
        low, high = (w.node.get(k) for k in ("minimum", "maximum"))
        t = self.t
        if w.kind == "number" and low is not None and high is not None:
            return t("from {low} to {high}", low=f"{low:g}", high=f"{high:g}")
        if w.kind == "number" and high is not None:
            return t("at most {high}", high=f"{high:g}")
        if w.kind == "words":
            return t("one a line: name = value")
        if w.kind == "list" and w.depth > 2:
            return t("one outline a line: x, y; x, y; x, y")
        if w.kind == "list" and w.depth == 2:
            return t("one place a line: x, y")
        if w.kind == "list":
            return t("numbers with commas between them") if w.numeric else t("one a line")
        return ""

    # ------------------------------------------------------------ values
    def _write(self, key: Key, value: Any) -> None:
        """A control has changed: None takes the value away, so that the default counts."""
        if self._quiet:
            return
        if value is None:
            if at(self.values, key) is None:
                return
            drop_at(self.values, key)
        else:
            if at(self.values, key) == value and type(at(self.values, key)) is type(value):
                return
            set_at(self.values, key, value)
        self._clear_fault(key)
        if key[-1] in ("id", "name") and len(key) > 1:
            for fold in self._folds:
                if fold.key == key[:-1] and fold.names is None:
                    fold.expansion.set_text(self._title(key[:-1]))
        self._changed(key)

    def show(self, keys: Iterable[Key]) -> None:
        """Values have been changed elsewhere, at or below these places: shows them."""
        keys = tuple(keys)
        self._quiet = True
        try:
            for key, field in self._fields.items():
                if any(key[: len(k)] == k for k in keys):
                    field.show()
        finally:
            self._quiet = False

    def _forget(self, key: Key, own: bool) -> None:
        """What is below a place is drawn anew."""
        n = len(key)
        for known in (self._fields, self._slots):
            for k in [k for k in known if k[:n] == key and (own or len(k) > n)]:
                del known[k]
        self._folds = [f for f in self._folds if not (f.key[:n] == key and (len(f.key) > n or f.names is not None))]

    # ------------------------------------------------------------ faults
    def _slot(self, key: Key) -> ui.html:
        slot = ui.html("", sanitize=False).classes("cs-fault")
        self._slots[key] = slot
        return slot

    def _clear_fault(self, key: Key) -> None:
        if key in self._slots and key in self._faulty:
            self._slots[key].set_content("")
            self._mark(key, False)
            self._faulty.remove(key)

    def _mark(self, key: Key, wrong: bool) -> None:
        field = self._fields.get(key)
        if field is not None:
            if wrong:
                field.control.props('error hide-bottom-space no-error-icon aria-invalid="true"')
            else:
                field.control.props(remove="error aria-invalid")

    def clear_faults(self) -> None:
        """Takes all faults away."""
        for key in list(self._faulty):
            self._clear_fault(key)
        self._faulty.clear()

    def show_faults(self, faults: Iterable[Fault]) -> list[tuple[Fault, ui.html | None]]:
        """Shows every fault at its field, and opens what hides it; -> where each is shown."""
        self.clear_faults()
        said: dict[Key, list[str]] = {}
        places: list[tuple[Fault, Key]] = []
        for fault in faults:
            self.reveal(fault.key)
            key = fault.key
            while key and key not in self._slots:
                key = key[:-1]
            allowed = f" {self.t('Allowed: {what}.', what=fault.allowed)}" if fault.allowed else ""
            field = f"{fault.field}: " if key != fault.key and fault.field else ""
            text = escape(f"{field}{self.t(fault.what)}.{allowed}")
            said.setdefault(key, []).append(f"<p>{text} {told.clause_button(fault.clause, self.t)}</p>")
            places.append((fault, key))
        for key, texts in said.items():
            if key in self._slots:
                self._slots[key].set_content("".join(texts))
                self._mark(key, True)
                self._faulty.append(key)
        return [(fault, self._slots.get(key)) for fault, key in places]

    def reveal(self, key: Key) -> None:
        """Opens every section that a place lies in."""
        while True:
            shut = [f for f in self._folds if f.holds(key) and not f.is_open]
            if not shut:
                return
            for fold in shut:
                fold.open()


def _last(name: str) -> int:
    """What is seldom looked at stands last: readings of the rules, then numbers other than the book's."""
    return ("rulings", "parameters").index(name) + 1 if name in ("rulings", "parameters") else 0


def _called(x: Any) -> str:
    return str(next((x[k] for k in ("id", "name") if isinstance(x, dict) and x.get(k)), ""))


def _renamed(entry: Any, names: list[str]) -> Any:
    """A copy under a name of its own, and off the table: two can't stand in one place."""
    out = deepcopy(entry)
    for k in ("id", "name"):
        if isinstance(out, dict) and isinstance(out.get(k), str):
            base = re.sub(r" \d+$", "", out[k])
            out[k] = next(f"{base} {n}" for n in range(2, 1000) if f"{base} {n}" not in names)
            break
    if isinstance(out, dict):
        for k in ("x", "y", "positions", "moved_from"):
            out.pop(k, None)
    return out
