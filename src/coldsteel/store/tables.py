"""What is kept, as tables. A secret itself is never kept, only what it hashes to."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

__all__ = ["Kept", "KeptAnswer", "KeptFight", "KeptMark", "KeptPending", "KeptResult", "KeptSeat"]


class Kept(DeclarativeBase):
    """The parent of all tables."""


class KeptFight(Kept):
    """A fight: what it was set up from, and how it is played."""

    __tablename__ = "fights"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    rulebook: Mapped[str] = mapped_column(String(40))
    version: Mapped[str] = mapped_column(String(20))
    title: Mapped[str] = mapped_column(Text)
    values: Mapped[dict[str, Any]] = mapped_column(JSON)  # the checked fight file
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    ended: Mapped[bool] = mapped_column(default=False)
    answered: Mapped[int] = mapped_column(Integer, default=0)  # answers that stand
    turns: Mapped[int] = mapped_column(Integer, default=0)  # changes of any kind, taking back among them


class KeptSeat(Kept):
    """Who holds this secret may act for this side; -1 is an onlooker."""

    __tablename__ = "seats"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    fight: Mapped[str] = mapped_column(ForeignKey("fights.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int] = mapped_column(Integer)


class KeptAnswer(Kept):
    """An answer: its number in the fight, who gave it, and itself."""

    __tablename__ = "answers"
    fight: Mapped[str] = mapped_column(ForeignKey("fights.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    seat: Mapped[int] = mapped_column(Integer)
    given: Mapped[dict[str, Any]] = mapped_column(JSON)
    when: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class KeptMark(Kept):
    """What was taken back, and stays visible."""

    __tablename__ = "marks"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    fight: Mapped[str] = mapped_column(ForeignKey("fights.id", ondelete="CASCADE"), index=True)
    given: Mapped[dict[str, Any]] = mapped_column(JSON)


class KeptPending(Kept):
    """What a side has said and nobody may act on yet: half of a choice made at one time, a wish to take back."""

    __tablename__ = "pending"
    fight: Mapped[str] = mapped_column(ForeignKey("fights.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)  # "both" or "undo"
    turn: Mapped[int] = mapped_column(Integer)  # lapses when another change comes first
    given: Mapped[dict[str, Any]] = mapped_column(JSON)


class KeptResult(Kept):
    """Odds that were worked out."""

    __tablename__ = "results"
    fight: Mapped[str] = mapped_column(ForeignKey("fights.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(200), primary_key=True)  # turn, aim, side
    found: Mapped[dict[str, Any]] = mapped_column(JSON)


Index("fights_by_date", KeptFight.created)
