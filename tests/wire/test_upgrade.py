"""A process of this version that is started while one of an older version still hosts."""

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from db.maintenance.upgrade import head, revision
from db.storage import open_storage
from tests.compatibility.keep_house import read_house
from tests.wire.process import BotProcess, Nursery
from tests.wire.stand_in import StandIn

THEN = "0018"
"""The last schema whose processes know nothing of upgrades."""

HELD = (
    "INSERT OR REPLACE INTO leases (shard, shard_count, house, until, seen_at) "
    "VALUES (0, 1, 'old', ?, ?)"
)


def _house(file: Path, guild: int, channel: int) -> list[str]:
    """Write down a house of then, whose tables a process hosts; return which run."""
    sql, told = read_house(THEN)
    ids = {str(told["guild"]): str(guild), str(told["channel"]): str(channel)}
    now = time.time_ns() // 1_000_000
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executescript(re.sub("|".join(ids), lambda found: ids[found[0]], sql))
        connection.execute("DELETE FROM leases")
        connection.execute(HELD, (now + 600_000, now))
    return [*told["running"]]


def _stored(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [*connection.iterdump()]


async def test_a_new_process_waits_until_the_old_one_ends(bots: Nursery, tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    async with StandIn().serving() as discord:
        guild = discord.add_guild()
        running = _house(file, guild.id, guild.channels[0].id)
        before = _stored(file)
        bot = BotProcess(discord, bots, tmp_path, {"CARDS_LEASE_SECONDS": "600"})
        await bot.start(ready=False)
        await bot.says("waiting to upgrade the database, for shard 0 of 1: hosted by old")
        assert _stored(file) == before
        assert "upgrading" not in bot.log
        assert "hosting" not in bot.log

        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE guild_settings SET value = 0 WHERE name = 'count_short'")
            connection.execute("UPDATE leases SET house = NULL, until = 0")
        await bot.ready()
        assert f"upgrading the database's schema from {THEN} to {head()}" in bot.log
        assert (await revision(bot.database_url)).up_to_date
        async with open_storage(bot.database_url) as storage:
            assert {one.table for one in await storage.store.listings()} >= {*running}
            assert not (await storage.league.settings(guild.id)).count_short
        await bot.crash()
        await discord.gateway.gone()
