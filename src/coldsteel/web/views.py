"""What a seat is shown of a fight: data for pages and for the API, the same for both."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "AskView",
    "EntryView",
    "FightView",
    "OptionView",
    "PartView",
    "ReasonView",
    "RowView",
    "UndoView",
]


class _View(BaseModel):
    model_config = ConfigDict(frozen=True)


class RowView(_View):
    """A modifier: what it adds, why, and the clause that says so."""

    amount: int
    name: str
    clause: str


class ReasonView(_View):
    """Why an option may not be taken."""

    text: str
    clause: str


class OptionView(_View):
    """An option of a choice. `value` is its worth to the side that chooses, best play following, if hints are shown."""

    number: int
    label: str
    legal: bool
    reasons: tuple[ReasonView, ...] = ()
    value: float | None = None


class AskView(_View):
    """What is asked next: of whom, what for, under which clause. For dice: how many, of how many faces, what counts and
    why. For a choice: its options."""

    kind: Literal["dice", "choice"]
    side: int
    side_name: str
    what: str
    clause: str
    n: int = 0
    die: int = 0
    need: str = ""
    rows: tuple[RowView, ...] = ()
    n_rows: tuple[RowView, ...] = ()
    options: tuple[OptionView, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = Field((), description="throws that have been made for the same roll")
    secret: bool = Field(False, description="made at the same time as the other side's, seen when both are in")
    given: bool = Field(False, description="this side has answered, and waits for the other")
    mine: bool = Field(False, description="whoever looks may answer it")


class PartView(_View):
    """A piece of a line of the log: text, and what it is ("" plain, "strong", "clause", "face", "counts")."""

    text: str
    part: str = ""


class EntryView(_View):
    """A line of the log and the lines that explain it."""

    number: int
    kind: str
    heading: bool
    side: int | None
    head: tuple[PartView, ...]
    notes: tuple[tuple[PartView, ...], ...] = ()


class UndoView(_View):
    """A wish to take answers back that waits for the other side's consent."""

    seat: int
    side_name: str
    n: int


class FightView(_View):
    """A fight as one seat sees it. `turn` counts every change; an answer names the turn it was made at. `seat` is None
    for onlookers."""

    fight: str
    rulebook: str
    title: str
    shows: str
    turn: int
    seat: int | None
    sides: tuple[str, ...]
    asks: tuple[AskView, ...]
    log: tuple[EntryView, ...]
    units: tuple[str, ...]
    picture: str | None
    ended: bool
    result: tuple[tuple[str, str], ...]
    undo: UndoView | None
    may_undo: int = Field(description="answers that could be taken back")
    hints: Literal["never", "after", "always"]
    dice: Literal["rolled", "typed", "either"]
    best: tuple[int, ...] = Field(description="sides that the program plays")
