"""The league recounted is the league as it was booked match by match."""

from collections.abc import Sequence

import pytest
from sqlalchemy import select, text

from bot.games.registry import GAMES
from bot.tables.reach import Shards, shard_of
from db import schema
from db.maintenance.rebuild import RebuildError, Rebuilt, rebuild
from db.storage import Storage, open_storage
from tests.db.rows import everything
from tests.db.samples import GUILD
from tests.db.worlds import kept

DAMAGE: Sequence[str] = (
    "DELETE FROM totals WHERE points > 300",
    "UPDATE totals SET points = 7, wins = wins + 1, abandoned = 4, opponents = 1, name = 'Nobody'",
    "UPDATE totals SET earlier = 7",
    "INSERT INTO totals VALUES (77, 'kapow', '', 5, 'Somebody', 1, 1, 1, 1, 1, 1)",
    "DELETE FROM bests WHERE lowest_total > 0",
    "UPDATE bests SET matches = 9, lowest_total = 1, highest_round = NULL",
    "INSERT INTO bests VALUES (77, 'kapow', '9 cards', 5, 1, 1, 1, 1, 1)",
    "UPDATE ratings SET mean = mean + 100, deviation = 50, matches = 1, at = 0, earlier = 3",
    "DELETE FROM versus WHERE won > 3",
    "UPDATE versus SET matches = 99, week = 0, this_week = 0, month = 1, this_month = 1, known = 2",
    "DELETE FROM facts WHERE fact = 'columns'",
    "UPDATE facts SET number = number + 1",
    "INSERT INTO facts VALUES (78, 'kapow', 5, 'columns', 1)",
    "DELETE FROM history WHERE points = 100",
    "UPDATE history SET points = 0, won = NOT won, seats = 9, rating = 1",
    "INSERT INTO history VALUES (5, 77, 'kapow', 1, 'no table', 2, 1, 1, true, 1)",
    "UPDATE matches SET rated = NOT rated",
    "UPDATE results SET points = 50, mean_after = 1, deviation_after = 1, limits = '{}'",
    "UPDATE results SET mean_before = 2, deviation_before = 3 WHERE user_id > 0 OR kai <> ''",
)
"""Everything that is computed; what former players were worth is not."""

AT_ONCE = 7
"""Matches in memory at once: fewer than there are."""


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_recount_leads_to_what_was_stored(url: str, seed: int) -> None:
    async with open_storage(url) as storage:
        played = await kept(storage, seed)
        before = await everything(storage)
        await _damage(storage)
        assert await everything(storage) != before
    for _ in range(2):
        done = await rebuild(url, GAMES, at_once=AT_ONCE)
        assert done.matches == sum(match.counted for match in played)
        async with open_storage(url) as storage:
            assert sorted((await everything(storage)).split("\n")) == sorted(before.split("\n"))


async def _damage(storage: Storage) -> None:
    async with storage.engine.begin() as connection:
        for sql in DAMAGE:
            await connection.execute(text(sql))


async def test_other_servers_stay_as_they_are(url: str) -> None:
    async with open_storage(url) as storage:
        played = await kept(storage, 1)
        right = await _of(storage, GUILD)
        await _damage(storage)
        damaged = await _of(storage, GUILD + 1)
    matches = sum(match.counted for match in played if match.guild == GUILD)
    assert await rebuild(url, GAMES, GUILD) == Rebuilt(1, matches, 0, 0)
    async with open_storage(url) as storage:
        assert await _of(storage, GUILD) == right
        assert await _of(storage, GUILD + 1) == damaged


async def _of(storage: Storage, guild: int) -> set[tuple[object, ...]]:
    """Return a server's lines."""
    tables = (schema.totals, schema.ratings, schema.versus, schema.facts, schema.history)
    async with storage.engine.connect() as connection:
        return {
            (table.name, *row)
            for table in tables
            for row in await connection.execute(select(table).where(table.c.guild == guild))
        }


async def test_a_recount_is_refused_while_a_bot_hosts_the_tables(url: str) -> None:
    async with open_storage(url, house="main") as storage:
        await kept(storage, 1)
        await _damage(storage)
        shard = shard_of(GUILD, 2)
        await storage.leases.claim(Shards(2, (shard,)), 600, 1)
        before = await everything(storage)
        for guild in (None, GUILD):
            with pytest.raises(RebuildError, match="The bot “main” hosts the tables of server"):
                await rebuild(url, GAMES, guild)
        assert await everything(storage) == before
        other = 1 << 22 if shard == 0 else 0
        assert await rebuild(url, GAMES, other) == Rebuilt(1, 0, 0, 0)
        await storage.leases.release(2)
        before = await everything(storage)
        assert (await rebuild(url, GAMES)).servers == 7
        assert await everything(storage) != before


async def test_a_server_that_cannot_be_recounted_keeps_its_figures(sqlite_url: str) -> None:
    async with open_storage(sqlite_url) as storage:
        await kept(storage, 1)
        right = await _of(storage, GUILD)
        await _damage(storage)
        damaged = await _of(storage, GUILD + 1)
        refusal = (
            f"CREATE TRIGGER refusal BEFORE INSERT ON versus WHEN NEW.guild = {GUILD + 1} "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        async with storage.engine.begin() as connection:
            await connection.execute(text(refusal))
    with pytest.raises(RebuildError, match=r"recounted: 3; all others are as they were. no room"):
        await rebuild(sqlite_url, GAMES)
    async with open_storage(sqlite_url) as storage:
        assert await _of(storage, GUILD) == right
        assert await _of(storage, GUILD + 1) == damaged


async def test_a_database_without_todays_schema_is_refused(empty_url: str) -> None:
    with pytest.raises(RebuildError, match="no database of this bot"):
        await rebuild(empty_url, GAMES)
