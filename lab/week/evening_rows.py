"""Read what the database holds of nights and tables, and recount it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from bot.game.contract import GameError
from bot.games.registry import GAMES
from bot.tables.entries import read_entry
from bot.tables.history import record_of
from bot.tables.loading import state_from
from db.schema import metadata, quiet_hours
from db.storage import Storage
from lab.week import night_recount, resting_recount
from lab.week.week import Diary
from tests.db.recount.tables import NightRow, TableLog, read_logs, read_nights
from tests.db.rows import named_rows


class Evenings(NamedTuple):
    """What the database holds of nights and tables."""

    nights: Mapping[str, NightRow]
    logs: Mapping[str, TableLog]
    texts: Sequence[str]
    """Every row of every table, but for people's quiet hours; and the slow matches' records."""


async def read(storage: Storage) -> Evenings:
    """Read all rows of a database."""
    logs = await read_logs(storage)
    texts = [
        f"{table.name} {tuple(row)}"
        for table in metadata.sorted_tables
        if table.name != quiet_hours.name
        for row in await named_rows(storage, table)
    ]
    texts += [_record(one) for one in logs.values() if one.setup["clock"]["kind"] == "slow"]
    return Evenings(await read_nights(storage), logs, texts)


def faults(kept: Evenings, diary: Diary) -> Iterator[str]:
    """Yield what is wrong, in words; nothing if all is right."""
    try:
        yield from _moves(kept.logs, diary)
        yield from night_recount.faults(kept.nights, kept.logs, diary)
        yield from resting_recount.faults(kept.logs, diary)
    except GameError as error:
        yield f"an action is not legal: {error}"
    for level, text in diary.words("logged"):
        if level in {"ERROR", "CRITICAL"}:
            yield f"an error was logged: {unquote(text)}"
    told = [" ".join(map(unquote, line)) for line in diary.lines if line[0] != "quiet"]
    yield from resting_recount.zone_faults([*kept.texts, *told], diary)


def _record(one: TableLog) -> str:
    """Return a match's record, as the bot makes it."""
    entries = [read_entry(json.dumps(entry)) for entry in one.entries]
    if not one.users:
        return ""
    return str(record_of(state_from(one.id, entries, GAMES), entries))


def _moves(logs: Mapping[str, TableLog], diary: Diary) -> Iterator[str]:
    """Every action that was acknowledged is stored, as that person's, at its place."""
    acted = {name: [e for e in one.entries if e["kind"] == "acted"] for name, one in logs.items()}
    for table, ply, seat, _, *action in diary.words("acted"):
        found = acted.get(table, [])
        entry = found[int(ply) - 1] if int(ply) <= len(found) else {}
        told = (int(seat), " ".join(action), "person")
        if (entry.get("seat"), entry.get("action"), entry.get("by", "person")) != told:
            yield f"table {table}: action {ply} of seat {seat} is lost"
    for kind, expected in (("left", "handed over"), ("back", "returned")):
        for table, seq, seat, user in diary.words(kind):
            # A pause may have begun or ended with it.
            entries = logs[table].entries[int(seq) - 3 : int(seq)] if table in logs else []
            if not any((e["kind"], e.get("seat")) == (expected, int(seat)) for e in entries):
                yield f"table {table}: {user} was told {kind}, and that is lost"
