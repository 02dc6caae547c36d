"""The league is counted by the start after an upgrade; where that was ended, by the next one."""

from collections.abc import Sequence

import pytest
from sqlalchemy import select, text

from bot.games.registry import GAMES
from bot.league.book import VERSION
from bot.tables.reach import ALL_SERVERS
from db import schema
from db.maintenance.rebuild import RebuildError, catch_up, rebuild
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from tests.db.downgrade import back_to
from tests.db.rows import everything
from tests.db.samples import GUILD
from tests.db.worlds import kept

BEFORE_THE_LEAGUE = "0009"

SERVERS = 5
"""In the made-up world, with a match that counts."""


async def _from_before_the_league(url: str) -> None:
    async with open_storage(url) as storage:
        await kept(storage, 1)
        await back_to(storage, BEFORE_THE_LEAGUE)
    await upgrade(url)


async def _league(url: str) -> Sequence[str]:
    async with open_storage(url) as storage:
        return sorted((await everything(storage)).splitlines())


async def _due(url: str) -> list[tuple[str, int]]:
    async with open_storage(url) as storage, storage.engine.connect() as connection:
        columns = schema.milestones.c
        query = select(columns.name, columns.value).order_by(columns.name)
        return [(name, value) for name, value in await connection.execute(query)]


async def _run(url: str, statement: str) -> None:
    async with open_storage(url) as storage, storage.engine.begin() as connection:
        await connection.execute(text(statement))


async def test_after_an_upgrade_the_league_is_that_of_a_rebuild(url: str) -> None:
    await _from_before_the_league(url)
    due, told = await _due(url), list[str]()
    assert len(due) == SERVERS + 1
    empty = await _league(url)
    await catch_up(url, GAMES, tell=told.append)
    counted = await _league(url)
    assert counted != empty
    assert told[0] == f"the league is being counted again after an upgrade; servers: {SERVERS}"
    assert told[-1] == "the league is counted"
    assert len(told) == SERVERS + 2
    assert await _due(url) == [("book", VERSION)]
    await rebuild(url, GAMES)
    assert await _league(url) == counted
    told.clear()
    await catch_up(url, GAMES, tell=told.append)
    assert told == []


async def test_what_was_ended_goes_on_where_it_was(url: str) -> None:
    await _from_before_the_league(url)

    class EndedError(Exception):
        pass

    def end(line: str) -> None:
        if "server 3" in line:
            raise EndedError

    with pytest.raises(EndedError):
        await catch_up(url, GAMES, tell=end)
    assert len(await _due(url)) == SERVERS + 1 - 3
    told = list[str]()
    await catch_up(url, GAMES, tell=told.append)
    assert told[0].endswith(f"servers: {SERVERS - 3}")
    counted = await _league(url)
    await rebuild(url, GAMES)
    assert await _league(url) == counted


async def test_each_process_counts_its_own_servers_while_it_has_their_lease(url: str) -> None:
    await _from_before_the_league(url)
    async with open_storage(url, house="this") as storage:
        await storage.leases.claim(ALL_SERVERS, 600, 1)
        with pytest.raises(RebuildError, match="The bot “this” hosts"):
            await catch_up(url, GAMES)
        await catch_up(url, GAMES, ours="this", covers=lambda guild: guild == GUILD)
        assert len(await _due(url)) == SERVERS
        await catch_up(url, GAMES, ours="this", covers=ALL_SERVERS.cover)
    assert await _due(url) == [("book", VERSION)]


async def test_a_league_that_was_counted_by_another_version_is_counted_again(url: str) -> None:
    async with open_storage(url) as storage:
        await kept(storage, 1)
    await catch_up(url, GAMES)
    right = await _league(url)
    await _run(url, "UPDATE totals SET points = 0")
    await catch_up(url, GAMES)
    assert await _league(url) != right
    await _run(url, "UPDATE milestones SET value = value - 1 WHERE name = 'book'")
    await catch_up(url, GAMES)
    assert await _league(url) == right


async def test_short_matches_count_where_the_server_let_them(url: str) -> None:
    """A setting that was applied by whoever read the results is applied once and for all."""
    async with open_storage(url) as storage:
        await kept(storage, 1)
        await storage.league.change_settings(GUILD, {"count_short": True})
        await back_to(storage, BEFORE_THE_LEAGUE)
    await _run(url, "UPDATE matches SET counted = false")
    await upgrade(url)
    async with open_storage(url) as storage, storage.engine.connect() as connection:
        columns = schema.matches.c
        query = select(columns.guild, columns.ranked, columns.counted).distinct()
        found = {tuple(row) for row in await connection.execute(query)}
    assert (GUILD, True, True) in found
    assert not [row for row in found if row[2] and (row[0] != GUILD or not row[1])]
    await catch_up(url, GAMES)
    assert [line for line in await _league(url) if line.startswith(f"totals ('{GUILD}'")]
