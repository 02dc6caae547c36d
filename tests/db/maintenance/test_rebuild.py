"""The league recounted is the league as it was booked match by match, after an upgrade too."""

from collections.abc import Sequence

import pytest
from sqlalchemy import select, text

from bot.games.registry import GAMES
from bot.league.book import VERSION
from bot.tables.store import ALL_SERVERS, Shards, shard_of
from db import schema
from db.maintenance.rebuild import RebuildError, Rebuilt, catch_up, count_due, rebuild
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage
from tests.db.downgrade import back_to
from tests.db.rows import everything
from tests.db.samples import GUILD
from tests.db.worlds import kept

DAMAGE: Sequence[str] = (
    "DELETE FROM totals WHERE points > 300",
    "UPDATE totals SET points = 7, wins = wins + 1, abandoned = 4, opponents = 1, name = 'Nobody'",
    "UPDATE totals SET earlier = 7",
    "INSERT INTO totals VALUES (77, 'kapow', '', 5, 'Someone', 1, 1, 1, 1, 1, 1)",
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
        await count_due(storage, GAMES, ours="this", covers=lambda guild: guild == GUILD)
        assert len(await _due(url)) == SERVERS
        await count_due(storage, GAMES, ours="this", covers=ALL_SERVERS.cover)
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
    """A setting that was applied by those who read the results is applied once and for all."""
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
