"""Memory usage of idle tables."""

import asyncio
import gc
import random
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.lab.bench.figure import Figure, ratio
from bot.lab.bench.house import act, at_once, open_house, open_lobby, start_match
from bot.tables.hosting.table import Table

__all__ = ["Weights", "figures_of_memory", "weigh_tables"]

PUBLISHED_MATCH: Final = 24.8
PUBLISHED_MOVE: Final = 0.4
"""Published kilobytes of a boardgame.io server for a match, and for each further move."""

MOVES: Final = 10
"""Moves at each table before it is measured again."""

WARM: Final = 8
"""Tables that are opened and played on before measuring, to load what all tables share."""


class Weights(NamedTuple):
    """Bytes per table; ``moved`` per move."""

    lobby: float
    started: float
    moved: float


def figures_of_memory(folder: Path, tables: int) -> Iterator[Figure]:
    """Measure this many tables together."""
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
