"""Check that a database's ledger balances; run after every test with a database."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, NullPool, create_engine, func, select

from bot.tables.store import Phase
from db.schema import accounts, postings, tables

_FILE: ContextVar[Path] = ContextVar("the file to look into")

_ENGINE: Final = create_engine(
    "sqlite://", poolclass=NullPool, creator=lambda: sqlite3.connect(_FILE.get())
)
"""One for all files, so that SQLAlchemy compiles its questions once for all tests."""

_POSTED, _HELD = postings.c, accounts.c
_BOOKINGS: Final = select(
    _POSTED.guild, _POSTED.booking, func.sum(_POSTED.chips), func.min(func.abs(_POSTED.chips))
).group_by(_POSTED.guild, _POSTED.booking)
_RECKONED: Final = (
    select(_HELD.guild, _HELD.account, _HELD.chips, func.coalesce(func.sum(_POSTED.chips), 0))
    .outerjoin(postings)
    .group_by(_HELD.guild, _HELD.account, _HELD.chips)
)
_CLOSED: Final = select(tables.c.id).where(tables.c.phase == Phase.CLOSED.value)


def balanced(file: Path) -> None:
    """Raise ``AssertionError`` unless the books in a SQLite file are in order."""
    assert faults_in_file(file) == []


def faults_in_file(file: Path) -> Sequence[str]:
    _FILE.set(file)
    with _ENGINE.connect() as connection:
        return faults_in_books(connection)


def faults_in_books(connection: Connection) -> Sequence[str]:
    empty = {f"pot {table}" for table in connection.execute(_CLOSED).scalars()}
    return [
        *_in_bookings(connection.execute(_BOOKINGS).all()),
        *_in_balances(connection.execute(_RECKONED).all(), empty),
    ]


def _in_bookings(booked: Sequence[Any]) -> Iterator[str]:
    for guild, key, total, least in booked:
        if total or not least:
            yield f"booking {key} of {guild} comes to {total}, and its least posting to {least}"


def _in_balances(balances: Sequence[Any], empty: set[str]) -> Iterator[str]:
    if sum(chips for *_, chips, _ in balances):
        yield "all accounts together do not hold nothing"
    for guild, account, chips, posted in balances:
        if chips != posted:
            yield f"{account} of {guild} holds {chips}, and {posted} were posted"
        if chips < 0 and account != "bank":
            yield f"{account} of {guild} holds {chips}"
        if chips and account in empty:
            yield f"{account} of {guild} holds {chips}, though its table is closed"
