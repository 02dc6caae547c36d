"""Check a finished match by its log, its result, the public message, and a replay."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.game.record import parse_record
from bot.game.replay import verify
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.league.results import PastMatch
from bot.tables.entries import Entry
from bot.tables.history import record_of
from bot.tables.loading import state_from
from bot.tables.sight import look
from bot.tables.state import TableState
from db.storage import open_storage
from tests.helpers import PATIENCE, not_none
from tests.wire.evening import Evening


@dataclass(frozen=True, slots=True)
class Verdict:
    """A table as its log has it, and the server's results."""

    table: TableState
    entries: Sequence[Entry]
    results: Sequence[PastMatch]


async def verdict(evening: Evening) -> Verdict:
    """Read the table that was started last."""
    async with open_storage(evening.bot.database_url) as storage:
        entries = await storage.store.load(evening.table)
        results = await storage.histories.recorded(evening.channel.guild.id)
    return Verdict(state_from(evening.table, entries, GAMES), entries, results)


async def until_table(evening: Evening, holds: Callable[[TableState], bool]) -> TableState:
    """Wait until something holds of the table; raises ``TimeoutError``."""
    async with asyncio.timeout(PATIENCE):
        while not holds(table := (await verdict(evening)).table):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    return table


async def assert_right(evening: Evening) -> Verdict:
    """Assert that a match was played to the end and told truly, whatever happened on the way."""
    await evening.discord.quiet()
    found = await verdict(evening)
    assert not_none(found.table.closed).because == "finished"
    record = record_of(found.table, found.entries)
    last = verify(parse_record(str(record)), GAMES)
    outcome = not_none(GAMES[record.game].outcome(last.state))
    told = [
        tuple(seat.total for seat in line.by_seat)
        for line in found.results
        if line.table == evening.table
    ]
    assert told == [outcome.scores]
    _assert_shown(evening, found.table)
    return found


def _assert_shown(evening: Evening, table: TableState) -> None:
    """Assert that the newest public message shows the end, with every seat's total."""
    text = evening.person("Someone").board.text
    assert "the match is over" in text
    outcome = not_none(table.game.outcome(table.position))
    figures = face_of(table.game).ending(look(table).scene, outcome).figures
    assert all(f": **{figure}**" in text for figure in figures)
