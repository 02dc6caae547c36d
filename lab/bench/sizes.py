"""How much memory idle tables take, and how much a match adds to the database."""

import asyncio
import gc
import random
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.games.registry import player_for
from bot.kai.player import USUAL_LEVEL
from bot.tables.entries import Entry
from bot.tables.host import Host
from bot.tables.table import Table
from db.storage import open_storage
from lab.bench.figure import Figure, new_folder, ratio
from lab.bench.house import act, at_once, open_house, open_lobby, start_match

PUBLISHED_MATCH: Final = 24.8

PUBLISHED_MOVE: Final = 0.4
"""Published kilobytes of a boardgame.io server for a match, and for each further move."""

MOVES: Final = 10
"""Moves at each table before it is measured again."""

WARM: Final = 8
"""Tables that are opened and played on before measuring, to load what all tables share."""

MATCHES: Final = 2
"""Matches played in parallel."""


def figures_of_memory(tables: int) -> Iterator[Figure]:
    """Measure this many tables together."""
    with new_folder() as folder:
        found = asyncio.run(weigh_tables(folder / "weighed.db", tables))
    source = "boardgame.io (published, not measured here)"
    for name, weight, anchor, of in (
        ("a started table", found.started, PUBLISHED_MATCH, "a match"),
        ("a lobby", found.lobby, PUBLISHED_MATCH, "a match"),
        (f"{MOVES} moves, each adds", found.moved, PUBLISHED_MOVE, "a move"),
    ):
        yield Figure(
            f"memory: {name}",
            f"{weight / 1e3:.2f} KB (Python alone, {tables:,} tables)",
            f"{anchor} KB {of}, {source}",
            ratio(max(weight, 1) / 1e3, anchor),
        )


def figure_of_growth(rounds: int) -> Figure:
    """Let simulated people play matches of this many rounds, choosing as Kai does."""
    with new_folder() as folder:
        found = grow(folder / "grown.db", rounds)
    return Figure(
        f"database: match of {rounds} round{'s' if rounds > 1 else ''}",
        f"{found.file / MATCHES / 1e3:.1f} KB ({found.moves / MATCHES:.0f} moves, "
        f"{found.file / found.moves:.0f} bytes each)",
        f"{found.entries / MATCHES / 1e3:.1f} KB, the JSON of its log alone",
        ratio(found.file, found.entries),
    )


class Weights(NamedTuple):
    """Bytes per table; ``moved`` per move."""

    lobby: float
    started: float
    moved: float


async def weigh_tables(file: Path, tables: int) -> Weights:
    """Open lobbies on a new SQLite file, start matches, make moves; measure after each step."""
    async with open_house(file) as host:
        for number in range(tables, tables + WARM):
            table = await open_lobby(host, number)
            await start_match(table)
            await _move(table, number)
        with _traced():
            weights = [_weight()]
            found = await at_once([open_lobby(host, number) for number in range(tables)])
            weights.append(_weight())
            await at_once([start_match(table) for table in found])
            weights.append(_weight())
            await at_once([_move(table, number) for number, table in enumerate(found)])
            weights.append(_weight())
    empty, lobbies, started, moved = (weight / tables for weight in weights)
    return Weights(lobbies - empty, started - empty, (moved - started) / MOVES)


async def _move(table: Table, number: int) -> None:
    wheel = random.Random(number)  # noqa: S311 - not security-relevant
    for _ in range(MOVES):
        state = table.state
        seat = min(state.to_act)
        await act(table, seat, wheel.choice(state.game.legal(state.position, seat)))


@contextmanager
def _traced() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def _weight() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


class Growth(NamedTuple):
    """The size of finished matches: bytes of the file, bytes of their entries, moves."""

    file: int
    entries: int
    moves: int


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
