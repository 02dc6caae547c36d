"""Repository of the tables: their logs, listings, and the effects of log entries."""

import asyncio
import json
import logging
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Row as Found, String, cast, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.privacy.entries import people_in
from bot.tables import store
from bot.tables.entries import Acted, Clock, Entry, read_entry
from bot.tables.store import ALL_SERVERS, Shards
from db import schema
from db.engine.failure import WriteRefusedError
from db.engine.reading import HeavyReads, Repository, on_shards
from db.engine.statements import Row, Rows
from db.engine.writer import Watcher, Writer
from db.repositories.booking import booking_of
from db.repositories.ledger import balance_change, booking_rows, is_overdraft

logger = logging.getLogger(__name__)


class SqlStore(Repository):
    """Implements :class:`bot.tables.store.Store`."""

    def __init__(
        self, engine: AsyncEngine, heavy: HeavyReads, writer: Writer, watcher: Watcher | None
    ) -> None:
        super().__init__(engine, heavy, writer)
        self._watcher = watcher

    def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        effects: store.Effects = store.NO_EFFECTS,
    ) -> asyncio.Future[None]:
        """Write a table's next entries, together with their effects.

        The future raises ``SequenceTakenError`` also for a gap in the log, a second result, a
        booking that exists already, and a first entry without a listing.
        """
        work = None
        rows = dict(_log_rows(table, after, entries))
        rows |= _participant_rows(table, entries, effects.listing)
        if effects.listing is not None:
            rows |= _listing_rows(effects.listing)
        if effects.interventions:
            rows[schema.interventions] = list(effects.interventions)
        if effects.board is not None:
            rows[schema.board_tables] = [(table, effects.board)]
        if effects.result is not None:
            rows |= result_rows(effects.result)
            if effects.result.counted:
                work = partial(booking_of, effects.result)
        changes = []
        if effects.bookings:
            rows |= booking_rows(effects.bookings)
            changes.append(balance_change(effects.bookings))
        written = self._writer.write(rows, changes, partial(_refused, after), work)
        if self._watcher is not None:
            written.add_done_callback(partial(_tell, self._watcher, table, entries))
        return written

    async def load(self, table: str) -> list[Entry]:
        """Return a table's entries in order; raises ``StoreCorruptError``."""
        log = schema.log.c
        query = (
            select(log.seq, log.body)
            .select_from(schema.log.join(schema.tables))
            .where(log.table_id == table, schema.tables.c.phase != schema.PRUNED)
            .order_by(log.seq)
        )
        rows = await self._fetch(query)
        # In a thread, because a long match has some thousand entries to parse.
        return await asyncio.to_thread(_read, table, rows)

    async def listings(self, shards: Shards = ALL_SERVERS) -> list[store.Listing]:
        """Return the unfinished tables of these shards' servers, last changed first."""
        tables, log = schema.tables, schema.log.c
        of_table = select(log.at).where(log.table_id == tables.c.id)
        last_at = of_table.order_by(log.seq.desc()).limit(1).scalar_subquery()
        open_phases = [phase.value for phase in store.Phase if phase is not store.Phase.CLOSED]
        listed = (tables.c.id, tables.c.guild, tables.c.channel, tables.c.game, tables.c.phase)
        query = (
            select(*listed, cast(tables.c.people, String))
            .where(tables.c.phase.in_(open_phases), on_shards(tables.c.guild, shards))
            .order_by(last_at.desc(), tables.c.id)
        )
        listings = [_listing(row) for row in await self._fetch(query)]
        return [listing for listing in listings if listing is not None]


def _listing(row: Found[str, int, int, str, str, str]) -> store.Listing | None:
    table, guild, channel, game, phase, people = row
    try:
        users = tuple(int(user) for user in json.loads(people))
    except (ValueError, TypeError):
        logger.error("table %s is not found again: its listing is damaged", table)  # noqa: TRY400 - one line
        return None
    return store.Listing(table, guild, channel, game, store.Phase(phase), users)


def _refused(after: int, error: WriteRefusedError) -> Exception:
    if is_overdraft(error):
        return store.NotEnoughChipsError(str(error))
    return store.SequenceTakenError(f"after entry {after}: {error}")


def _tell(
    watcher: Watcher, table: str, entries: Sequence[Entry], written: asyncio.Future[None]
) -> None:
    if not written.cancelled() and written.exception() is None:
        watcher.stored(table, entries)


def _read(table: str, rows: Sequence[Found[int, str]]) -> list[Entry]:
    entries: list[Entry] = []
    for seq, body in rows:
        try:
            entries.append(read_entry(body))
        except ValueError:
            # Not chained, because the parser's message quotes the entry with its secrets.
            raise store.StoreCorruptError(table, seq) from None
    return entries


def _log_rows(table: str, after: int, entries: Sequence[Entry]) -> Rows:
    return {
        schema.log: [
            (
                table,
                seq,
                seq - 1 or None,
                entry.at,
                entry.kind,
                entry.model_dump_json(exclude_none=True),
            )
            for seq, entry in enumerate(entries, after + 1)
        ]
    }


def _participant_rows(table: str, entries: Sequence[Entry], listing: store.Listing | None) -> Rows:
    """Return the rows of all users whom entries or a listing name, without former players."""
    people: set[int] = set()
    if listing is not None:
        people.update(user for user in listing.people if user > 0)
    for entry in entries:
        if not isinstance(entry, Acted):  # Most entries are actions, which name nobody.
            people.update(people_in(entry))
    return {schema.participants: [(user, table) for user in people]} if people else {}


def _listing_rows(listing: store.Listing) -> Rows:
    return {
        schema.tables: [
            (
                listing.table,
                listing.guild,
                listing.channel,
                listing.game,
                listing.phase.value,
                json.dumps(listing.people),
            )
        ]
    }


def result_rows(result: store.MatchResult) -> Rows:
    """Return the rows of a match, of its seats, and of each seat's rounds."""
    table = result.table
    return {
        schema.matches: [
            (
                table,
                result.guild,
                result.game,
                result.ranked,
                result.counted,
                result.finished_at,
                result.started_at or None,
                json.dumps(dict(result.options)),
                _clock(result.clock),
                result.kai_version,
                result.full_length,
                result.kind,
                False,  # Booking it decides.
            )
        ],
        schema.results: [_seat_row(table, seat) for seat in result.seats],
        schema.round_points: [
            (table, seat.seat, number, points)
            for seat in result.seats
            for number, points in enumerate(seat.points, 1)
        ],
    }


def _clock(clock: Clock) -> str:
    return clock.kind if clock.kind == "none" else f"{clock.kind} {clock.seconds}"


def _seat_row(table: str, seat: store.SeatResult) -> Row:
    """Return a seat's row; what booking adds is null."""
    tally = seat.tally or store.Tally()
    return (
        *(table, seat.seat, seat.user, seat.name, seat.kai, seat.rank, seat.total),
        *(tally.own_turns, tally.kai_turns, tally.timeouts, tally.thought),
        json.dumps(dict(tally.levels)),
        json.dumps(dict(tally.facts)),
        seat.held,
        *(None,) * 6,
        *(seat.former, None),
    )
