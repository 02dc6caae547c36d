"""Database size: how much a match adds."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot.games.players import USUAL_LEVEL, player_for
from bot.lab.bench.figure import Figure, ratio
from bot.lab.bench.house import act, at_once, open_house, open_lobby, start_match
from bot.tables.core.entries import Entry
from bot.tables.hosting.host import Host
from bot.tables.hosting.table import Table
from db.storage import open_storage

__all__ = ["Growth", "figure_of_growth", "grow"]


MATCHES: Final = 2
"""Matches played in parallel."""


class Growth(NamedTuple):
    """The size of finished matches: bytes of the file, bytes of their entries, moves."""

    file: int
    entries: int
    moves: int


def figure_of_growth(folder: Path, rounds: int) -> Figure:
    """Let simulated people play matches of this many rounds, choosing as Kai does."""
    found = grow(folder / "grown.db", rounds)
    return Figure(
        f"database: match of {rounds} round{'s' if rounds > 1 else ''}",
        f"{found.file / MATCHES / 1e3:.1f} KB ({found.moves / MATCHES:.0f} moves, "
        f"{found.file / found.moves:.0f} bytes each)",
        f"{found.entries / MATCHES / 1e3:.1f} KB, the JSON of its log alone",
        ratio(found.file, found.entries),
    )


def grow(file: Path, rounds: int) -> Growth:
    """Play whole matches on a new SQLite file; return what they added to it."""
    asyncio.run(_play_all(file, 0, rounds))
    before = file.stat().st_size
    tables = asyncio.run(_play_all(file, MATCHES, rounds))
    added = file.stat().st_size - before
    logs = asyncio.run(_logs(file, tables))
    entries = sum(len(entry.model_dump_json().encode()) for log in logs for entry in log)
    return Growth(added, entries, sum(table.state.ply for table in tables))


async def _play_all(file: Path, matches: int, rounds: int) -> list[Table]:
    async with open_house(file) as host:
        return await at_once([_play(host, number, rounds) for number in range(matches)])


async def _logs(file: Path, tables: Sequence[Table]) -> list[Sequence[Entry]]:
    async with open_storage(f"sqlite+aiosqlite:///{file}") as storage:
        return [await storage.store.load(table.id) for table in tables]


async def _play(host: Host, number: int, rounds: int) -> Table:
    """Play a match to its end."""
    table = await open_lobby(host, number, rounds=rounds)
    await start_match(table)
    player = player_for(table.state.game.name, USUAL_LEVEL)
    while not (state := table.state).closed:
        seat = min(state.to_act)
        view, legal = state.game.view(state.position, seat), state.game.legal(state.position, seat)
        await act(table, seat, player.choose(view, legal).action)
    return table
