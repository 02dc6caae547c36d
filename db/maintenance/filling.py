"""Fill in what results do not say of their matches, from the logs that are still there."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from sqlalchemy import Table, bindparam, exists, select, update

from bot.game.contract import AnyGame
from bot.tables.core.store import MatchResult, Phase, StoreCorruptError
from bot.tables.hosting.reading import rebuild
from bot.tables.league.results import match_result
from db.engine.reading import fetch
from db.engine.statements import Change, Prepared
from db.repositories.tables import result_rows
from db.schema import matches, results, tables
from db.storage import Storage

__all__ = ["Filled", "fill"]

_AT_ONCE: Final = 50
"""Matches that are written in one transaction."""

_OF_MATCH: Final = ("started_at", "options", "clock", "full_length", "kind")
_OF_SEAT: Final = (
    *("own_turns", "kai_turns", "timeouts", "thought"),
    *("levels", "facts", "held"),
)
_FILL_MATCH: Final = (
    update(matches)
    .where(matches.c.table_id == bindparam("t"), matches.c.started_at.is_(None))
    .values({name: bindparam(f"new_{name}") for name in _OF_MATCH})
)
_FILL_SEAT: Final = (
    update(results)
    .where(
        results.c.table_id == bindparam("t"),
        results.c.seat == bindparam("n"),
        results.c.own_turns.is_(None),
    )
    .values({name: bindparam(f"new_{name}") for name in _OF_SEAT})
)


class Filled(NamedTuple):
    """How many matches' results say more now, and how many logs could not be read."""

    matches: int
    unreadable: int


async def fill(
    storage: Storage,
    games: Mapping[str, AnyGame],
    guild: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Filled:
    """Replay the logs of matches whose results lack something, on one server or on all.

    ``progress`` is called now and then, with how many were replayed, and of how many.

    What a log cannot tell stays null. Raises ``StoreUnavailableError``; what was filled until then
    stays, and another run goes on from there.
    """
    dialect = storage.engine.dialect
    fill_match, fill_seat = Prepared(_FILL_MATCH, dialect), Prepared(_FILL_SEAT, dialect)
    lacking = await _lacking(storage, guild)
    waiting = iter(lacking)
    done = unreadable = 0
    while some := list(islice(waiting, _AT_ONCE)):
        changes: list[Change] = []
        for table in some:
            result = await _replayed(storage, games, table)
            if result is None:
                unreadable += 1
                continue
            done += 1
            rows = result_rows(result)
            changes.append(fill_match(*_values(matches, rows[matches], _OF_MATCH)))
            changes.append(fill_seat(*_values(results, rows[results], _OF_SEAT)))
        if changes:
            await storage.writer.write({}, changes)
        if progress is not None:
            progress(done + unreadable, len(lacking))
    return Filled(done, unreadable)


async def _lacking(storage: Storage, guild: int | None) -> list[str]:
    """Return the matches that lack something and have a log, the oldest first."""
    of_match = results.c.table_id == matches.c.table_id
    query = (
        select(matches.c.table_id)
        .join(tables, tables.c.id == matches.c.table_id)
        .where(
            tables.c.phase == Phase.CLOSED.value,
            exists().where(of_match, results.c.own_turns.is_(None)),
        )
        .order_by(matches.c.finished_at, matches.c.table_id)
    )
    if guild is not None:
        query = query.where(matches.c.guild == guild)
    return [table for (table,) in await fetch(storage.engine, query)]


async def _replayed(
    storage: Storage, games: Mapping[str, AnyGame], table: str
) -> MatchResult | None:
    """Return a match's result as its log has it; None if that cannot be read."""
    try:
        entries = await storage.store.load(table)
        return match_result(await asyncio.to_thread(rebuild, table, entries, games))
    except StoreCorruptError:
        return None


def _values(table: Table, rows: Any, names: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - as read
    """Yield what fills some columns of a table's rows."""
    for row in rows:
        by_name = dict(zip(table.c.keys(), row, strict=True))
        filled = {f"new_{name}": by_name[name] for name in names}
        yield {"t": by_name["table_id"], "n": by_name.get("seat"), **filled}
