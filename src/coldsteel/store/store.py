"""The store: fights are made, found by their secrets, and answered; what is told as done is on the disk."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import create_engine, delete, event, func, select, update
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from coldsteel.errors import Conflict, NoSuchFight, StoreError
from coldsteel.store.tables import Kept, KeptAnswer, KeptFight, KeptMark, KeptPending, KeptResult, KeptSeat

__all__ = ["ALL", "ONLOOKER", "Links", "Listed", "Saved", "SeatRef", "Store"]

ONLOOKER, ALL = -1, -2
"""Seats that are no side: who only looks on, and who plays all sides."""
BUSY = 10_000  # milliseconds that a write waits for another


@dataclass(frozen=True, slots=True)
class Links:
    """What a new fight is reached by: its public name, and a secret for every side. They are told once."""

    fight: str
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatRef:
    """A seat at a fight: the number of a side."""

    fight: str
    seat: int


@dataclass(frozen=True, slots=True)
class Saved:
    """A fight as it is kept. `turns` counts changes of any kind, so that an old view is known as old."""

    fight: str
    rulebook: str
    version: str
    title: str
    values: Mapping[str, Any]
    settings: Mapping[str, Any]
    created: datetime
    ended: bool
    turns: int
    answers: tuple[Mapping[str, Any], ...]
    marks: tuple[Mapping[str, Any], ...]
    pending: Mapping[tuple[int, str], Mapping[str, Any]]  # (seat, kind) -> what was said


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the list of saved fights."""

    fight: str
    rulebook: str
    title: str
    created: datetime
    ended: bool
    answered: int


class Store:
    """Saved fights in the database of a URL (`sqlite:///coldsteel.db`, `postgresql+psycopg://..`).

    Every method that changes something has it on the disk before it returns. Raises `StoreError` for a database that
    cannot be reached, without naming its password.
    """

    def __init__(self, url: str = "sqlite:///coldsteel.db") -> None:
        try:
            self.url: URL = make_url(_with_driver(url))
            self._engine = _engine(self.url)
            Kept.metadata.create_all(self._engine)
        except (ArgumentError, ImportError) as fault:
            raise StoreError(f"{_shown(url)} is no address of a database, such as sqlite:///fights.db") from fault
        except SQLAlchemyError as fault:
            raise StoreError(f"the database {self.url.render_as_string()} cannot be used: {_said(fault)}") from None

    def close(self) -> None:
        """Lets go of the database."""
        self._engine.dispose()

    @contextmanager
    def _session(self) -> Iterator[Session]:
        try:
            with Session(self._engine) as session, session.begin():
                yield session
        except IntegrityError:
            raise Conflict("somebody else was first") from None
        except SQLAlchemyError as fault:  # also where all connections are taken
            raise StoreError(f"the database did not do it: {_said(fault)}") from None

    # ------------------------------------------------------------ fights
    def create(
        self,
        values: Mapping[str, Any],
        *,
        rulebook: str,
        version: str,
        title: str,
        seats: int,
        settings: Mapping[str, Any] | None = None,
    ) -> Links:
        """Keeps a new fight with so many seats, 0 for one seat that plays all sides; -> its name and their secrets, of
        which only hashes are kept."""
        numbers = tuple(range(seats)) or (ALL,)
        fight, keys = secrets.token_urlsafe(9), tuple(secrets.token_urlsafe(24) for _ in numbers)
        now = datetime.now(UTC)
        with self._session() as session:
            session.add(
                KeptFight(
                    id=fight,
                    rulebook=rulebook,
                    version=version,
                    title=title,
                    values=dict(values),
                    settings=dict(settings or {}),
                    created=now,
                )
            )
            session.flush()
            session.add_all(
                KeptSeat(digest=_digest(key), fight=fight, seat=k) for k, key in zip(numbers, keys, strict=True)
            )
        return Links(fight, keys)

    def seat_of(self, secret: str) -> SeatRef | None:
        """The seat of a secret; None for one that opens nothing."""
        with self._session() as session:
            kept = session.get(KeptSeat, _digest(secret))
            return None if kept is None else SeatRef(kept.fight, kept.seat)

    def saved(self, fight: str) -> Saved:
        """A fight as it is kept.

        Raises `NoSuchFight`.
        """
        with self._session() as session:
            kept = _found(session, fight)
            answers = session.scalars(
                select(KeptAnswer).where(KeptAnswer.fight == fight).order_by(KeptAnswer.number)
            ).all()
            marks = session.scalars(select(KeptMark).where(KeptMark.fight == fight).order_by(KeptMark.id)).all()
            pending = session.scalars(
                select(KeptPending).where(KeptPending.fight == fight, KeptPending.turn == kept.turns)
            ).all()
            return Saved(
                kept.id,
                kept.rulebook,
                kept.version,
                kept.title,
                kept.values,
                kept.settings,
                kept.created,
                kept.ended,
                kept.turns,
                tuple(a.given for a in answers),
                tuple(m.given for m in marks),
                {(p.seat, p.kind): p.given for p in pending},
            )

    def listed(self, limit: int = 50) -> tuple[Listed, ...]:
        """The newest fights."""
        with self._session() as session:
            rows = session.scalars(select(KeptFight).order_by(KeptFight.created.desc()).limit(limit)).all()
            return tuple(Listed(k.id, k.rulebook, k.title, k.created, k.ended, k.answered) for k in rows)

    def number(self) -> int:
        """How many fights are kept."""
        with self._session() as session:
            return session.scalar(select(func.count()).select_from(KeptFight)) or 0

    def delete(self, fight: str) -> None:
        """Forgets a fight and all that hangs on it.

        Raises `NoSuchFight`.
        """
        with self._session() as session:
            session.delete(_found(session, fight))

    # ------------------------------------------------------------ what is answered
    def append(self, fight: str, turn: int, seat: int, answer: Mapping[str, Any], *, ended: bool = False) -> int:
        """Keeps the next answer of a fight that stands at `turn`; -> the turn after it.

        Raises `Conflict` where the fight has gone on since, and `NoSuchFight`.
        """
        with self._session() as session:
            number = self._turned(session, fight, turn, KeptFight.answered + 1, ended)
            now = datetime.now(UTC)
            session.add(KeptAnswer(fight=fight, number=number, seat=seat, given=dict(answer), when=now))
        return turn + 1

    def take_back(self, fight: str, turn: int, n: int, marks: Sequence[Mapping[str, Any]]) -> int:
        """Drops the last `n` answers of a fight that stands at `turn`, and keeps these marks in place of those it had;
        -> the turn after it.

        Raises `Conflict` where the fight has gone on since, and `NoSuchFight`.
        """
        with self._session() as session:
            left = self._turned(session, fight, turn, KeptFight.answered - n, False)
            session.execute(delete(KeptAnswer).where(KeptAnswer.fight == fight, KeptAnswer.number > left))
            session.execute(delete(KeptMark).where(KeptMark.fight == fight))
            session.add_all(KeptMark(fight=fight, given=dict(mark)) for mark in marks)
        return turn + 1

    @staticmethod
    def _turned(session: Session, fight: str, turn: int, answered: Any, ended: bool) -> int:
        """Goes on from `turn`, if the fight stands there; -> the number of its answers. Only one of two that try at
        the same time finds it there: the row is locked by the change."""
        changed = session.execute(
            update(KeptFight)
            .where(KeptFight.id == fight, KeptFight.turns == turn)
            .values(turns=turn + 1, answered=answered, ended=ended)
        )
        kept = _found(session, fight)
        if changed.rowcount != 1:  # type: ignore[attr-defined]
            raise Conflict("the fight has gone on since")
        session.execute(delete(KeptPending).where(KeptPending.fight == fight))
        session.refresh(kept)
        return kept.answered

    # ------------------------------------------------------------ what waits
    def keep_pending(self, fight: str, turn: int, seat: int, kind: str, given: Mapping[str, Any]) -> None:
        """Keeps what a side has said at this turn, in place of what it said before.

        Raises `Conflict` where the fight has gone on since, and `NoSuchFight`.
        """
        with self._session() as session:
            stands = update(KeptFight).where(KeptFight.id == fight, KeptFight.turns == turn).values(turns=turn)
            if session.execute(stands).rowcount != 1:  # type: ignore[attr-defined]
                _found(session, fight)
                raise Conflict("the fight has gone on since")
            session.merge(KeptPending(fight=fight, seat=seat, kind=kind, turn=turn, given=dict(given)))

    def go_on(self, fight: str, turn: int, seat: int, kind: str, given: Mapping[str, Any]) -> int:
        """As `keep_pending`, for what everybody sees: the fight goes on to the next turn, which is returned, and what
        else waited lapses."""
        with self._session() as session:
            self._turned(session, fight, turn, KeptFight.answered, False)
            session.merge(KeptPending(fight=fight, seat=seat, kind=kind, turn=turn + 1, given=dict(given)))
        return turn + 1

    def drop_pending(self, fight: str, kind: str) -> None:
        """Forgets what waits of a kind."""
        with self._session() as session:
            session.execute(delete(KeptPending).where(KeptPending.fight == fight, KeptPending.kind == kind))

    # ------------------------------------------------------------ results
    def keep_result(self, fight: str, key: str, found: Mapping[str, Any]) -> None:
        """Keeps odds under a key (turn, aim, side)."""
        with self._session() as session:
            session.merge(KeptResult(fight=fight, key=key, found=dict(found)))

    def result(self, fight: str, key: str) -> Mapping[str, Any] | None:
        """Odds that were kept; None if they were not."""
        with self._session() as session:
            kept = session.get(KeptResult, (fight, key))
            return None if kept is None else kept.found


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _found(session: Session, fight: str) -> KeptFight:
    kept = session.get(KeptFight, fight)
    if kept is None:
        raise NoSuchFight("no such fight is kept")
    return kept


def _with_driver(url: str) -> str:
    """`postgresql://` and `postgres://` mean psycopg 3 here."""
    for short in ("postgres://", "postgresql://"):
        if url.startswith(short):
            return "postgresql+psycopg://" + url.removeprefix(short)
    return url


def _shown(url: str) -> str:
    """An address that could not be read, without what may be a password in it."""
    scheme, sep, rest = url.partition("://")
    return f"'{scheme}{sep}{'***@' + rest.rpartition('@')[2] if '@' in rest else rest}'" if sep else "this"


def _said(fault: SQLAlchemyError) -> str:
    """What the database said, in one line and without the statement."""
    return str(getattr(fault, "orig", None) or fault).strip().partition("\n")[0]


def _engine(url: URL) -> Engine:
    postgres = url.get_backend_name() == "postgresql"
    more = {"connect_args": {"client_encoding": "utf8"}} if postgres else {}
    engine = create_engine(url, pool_pre_ping=True, hide_parameters=True, **more)
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _durable)
    return engine


def _durable(connection: Any, _: Any) -> None:
    """SQLite: what is committed is on the disk, readers don't wait for writers, a writer waits for another."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
