"""Nothing is written to an unknown schema or without the leases; no upgrade while one hosts."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from sqlalchemy import text

from bot.daily.deal import Deal
from bot.games.registry import GAMES
from bot.league.settings import Visibility
from bot.night.night import Joined, NightClosed
from bot.puzzle.puzzle import Answer
from bot.tables.store import (
    ALL_SERVERS,
    Deferral,
    Effects,
    Lease,
    LeaseLostError,
    SchemaChangedError,
    Shards,
    StoreUnavailableError,
)
from db import repositories
from db.engine.connection import writing_connection
from db.engine.opening import open_engine
from db.maintenance.copying import CopyError, move
from db.maintenance.hosting import HostedError
from db.maintenance.rebuild import RebuildError, rebuild
from db.maintenance.recount import Recount
from db.maintenance.upgrade import LEAST_ROOM, SchemaTooNewError, forget_messages, revision, upgrade
from db.storage import Storage, open_storage
from tests.db.downgrade import downgrade
from tests.db.repositories.test_nights import NIGHT, PEOPLE, PLANNED, planned
from tests.db.rows import everything
from tests.db.samples import GUILD, START, acted, gift, listing

BEFORE_THE_FENCE = "0018"

OLD_CLAIM = (
    "INSERT INTO leases (shard, shard_count, house, until, seen_at) "
    "VALUES (0, 1, 'old', 9000000000000, 1)"
)
"""What a process from before the schema was checked does once nobody has the lease."""

NEXT = "UPDATE alembic_version SET version_num = '9999'"


async def _do(url: str, *statements: str, back_to: str | None = None) -> None:
    engine = open_engine(url)
    try:
        async with engine.begin() as connection:
            for statement in statements:
                await connection.execute(text(statement))
            if back_to:
                await connection.run_sync(downgrade, back_to)
    finally:
        await engine.dispose()


async def _hosted_before(url: str) -> None:
    """Leave a database of the version before, whose tables a process hosts."""
    async with open_storage(url, house="old") as storage:
        await storage.leases.claim(ALL_SERVERS, 600, 1)
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    await _do(url, back_to=BEFORE_THE_FENCE)


async def test_an_upgrade_is_refused_as_long_as_a_process_hosts(url: str) -> None:
    await _hosted_before(url)
    with pytest.raises(HostedError, match="The bot “old” hosts tables of this database"):
        await upgrade(url)
    assert (await revision(url)).current == BEFORE_THE_FENCE
    with pytest.raises(HostedError) as refused:
        await upgrade(url, lambda lease: lease.shard > 0)
    [holder] = refused.value.holders
    assert (holder.house, holder.shard, holder.count) == ("old", 0, 1)
    assert await upgrade(url, lambda lease: lease == holder)
    async with open_storage(url, house="new") as storage:
        claim = await storage.leases.claim(ALL_SERVERS, 600, 1)
        # Nobody has it any more; since when nobody hosts is still known.
        assert claim.before == (Lease(0, 1, None, 0, 1),)
        assert not claim.conflicts
    assert not await upgrade(url)


async def test_a_lease_of_any_shard_keeps_an_upgrade_from_beginning(url: str) -> None:
    async with open_storage(url, house="old") as storage:
        await storage.leases.claim(Shards(4, (3,)), 600, 1)
    await _do(url, back_to=BEFORE_THE_FENCE)
    with pytest.raises(HostedError):
        await upgrade(url)


async def test_a_process_that_waits_with_an_older_version_gets_no_lease(url: str) -> None:
    with pytest.raises(Exception, match=r"(?i)null"):
        await _do(url, OLD_CLAIM)


async def _recount(storage: Storage) -> None:
    connection = writing_connection(storage.engine, 60)
    try:
        await connection.run(Recount(storage.engine.dialect).script(GUILD, (), "main"))
    finally:
        await connection.close()


def _url(storage: Storage) -> str:
    return storage.engine.url.render_as_string(hide_password=False)


Writes: TypeAlias = dict[str, Callable[[Storage], Awaitable[object]]]

OF_LEASES: Writes = {
    "a claim": lambda storage: storage.leases.claim(ALL_SERVERS, 600, 1),
    "a renewal": lambda storage: storage.leases.renew(ALL_SERVERS, 600, 1),
    "a release": lambda storage: storage.leases.release(1),
    "a recount": _recount,
    "forgetting messages": lambda storage: forget_messages(_url(storage)),
}

WRITES: Writes = {
    "a move": lambda storage: storage.store.append("t", 1, [acted(2)], Effects(listing("t"))),
    "a setting": lambda storage: storage.league.change_settings(1, {"mention": False}),
    "a reminder": lambda storage: storage.bookmarks.set_reminder("t", 5),
    "a night": lambda storage: storage.nights.plan(planned("b" * 10, START)),
    "a person at a night": lambda storage: storage.nights.append(
        NIGHT, 1, [Joined(person=0)], START, PEOPLE
    ),
    "a night's end": lambda storage: storage.nights.append(NIGHT, 1, [NightClosed()], START, []),
    "a night's message": lambda storage: storage.nights.show(NIGHT, 2, 77, None),
    "a board's results": lambda storage: storage.nights.release("t", None),
    "the end of a series": lambda storage: storage.nights.stop(NIGHT),
    "a wish": lambda storage: storage.ping_subscriptions.ask(NIGHT, 11, wanted=True, changes=0),
    "pings": lambda storage: storage.ping_subscriptions.begin(NIGHT, [11], START),
    "a daily deal": lambda storage: storage.dailies.seal(Deal(9, bytes(32), START)),
    "the end of a day": lambda storage: storage.dailies.close_days(10),
    "an answer to a puzzle": lambda storage: storage.answers.add(
        Answer(9, 11, "0" * 10, "draw", True, START)
    ),
    "a consent": lambda storage: storage.server_puzzles.agree(11, START),
    "a recap": lambda storage: storage.announcements.begin(GUILD, ["recap"], START),
    "places": lambda storage: storage.places.note(GUILD, ["kapow"], "2027-01", 5),
    "chips": lambda storage: storage.ledger.book(gift("g", 11, 5)),
    "a review": lambda storage: storage.reviews.drop("t"),
    "quiet hours": lambda storage: storage.quiet_hours.choose(11, None),
    "who sees results": lambda storage: storage.people.choose(11, Visibility.HIDDEN),
    "how hands are shown": lambda storage: storage.people.choose_text(11, True),
    "a late answer": lambda storage: storage.deferrals.note(Deferral(1, "token", 0, START)),
    "a deletion": lambda storage: storage.privacy.league.erase(11, -11),
    "old pings": lambda storage: storage.pruner.prune_pings(START, START),
}


async def _host(storage: Storage) -> str:
    """Host a table and a night; return what is stored then."""
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    await storage.nights.plan(PLANNED)
    await storage.leases.claim(ALL_SERVERS, 600, 1)
    return await everything(storage)


@pytest.mark.parametrize("what", [*WRITES, *OF_LEASES])
async def test_nothing_is_written_to_a_schema_that_is_not_known(url: str, what: str) -> None:
    async with open_storage(url) as storage:
        before = await _host(storage)
        await _do(url, NEXT)
        with pytest.raises(SchemaChangedError, match="another version of the bot"):
            await {**WRITES, **OF_LEASES}[what](storage)
        assert await everything(storage) == before


@pytest.mark.parametrize("what", WRITES)
async def test_nothing_is_written_once_another_process_has_the_leases(url: str, what: str) -> None:
    """Such as by one that was suspended until its leases had run out."""
    async with open_storage(url, house="a") as asleep, open_storage(url, house="b") as heir:
        await _host(asleep)
        taken = (await heir.leases.claim(ALL_SERVERS, 600, 2)).conflicts
        assert not (await heir.leases.claim(ALL_SERVERS, 600, 2, taken)).conflicts
        before = await everything(heir)
        with pytest.raises(LeaseLostError):
            await WRITES[what](asleep)
        assert await everything(heir) == before
        await WRITES[what](heir)


async def test_leases_wait_for_a_write_that_has_begun(url: str) -> None:
    """Of all that a process writes while another takes its leases, nothing comes after that."""
    async with open_storage(url, house="a") as asleep, open_storage(url, house="b") as heir:
        for shards in (ALL_SERVERS, Shards(2, (0, 1))):
            await asleep.leases.claim(shards, 600, 1)
            void = (await heir.leases.claim(ALL_SERVERS, 600, 2)).conflicts
            moves = [
                asleep.store.append(name, 0, [acted(1)], Effects(listing(name)))
                for name in (f"{shards.count} {number}" for number in range(30))
            ]
            claim = await heir.leases.claim(ALL_SERVERS, 600, 2, void)
            assert not claim.conflicts
            at_the_claim = await everything(heir)
            written = await asyncio.gather(*moves, return_exceptions=True)
            assert {type(each) for each in written} <= {type(None), LeaseLostError}
            assert await everything(heir) == at_the_claim
            await heir.leases.release(3)


async def test_a_process_without_leases_writes_before_it_claims_them(url: str) -> None:
    """As commands do; but not any more after it has given them back."""
    async with open_storage(url, house="a") as storage:
        await storage.dailies.seal(Deal(1, bytes(32), START))
        await storage.leases.claim(Shards(2, (0, 1)), 600, 1)
        await storage.dailies.seal(Deal(2, bytes(32), START))
        assert await storage.leases.renew(Shards(2, (0, 1)), 600, 2)
        await storage.dailies.seal(Deal(3, bytes(32), START))
        await storage.leases.release(3)
        with pytest.raises(LeaseLostError):
            await storage.dailies.seal(Deal(4, bytes(32), START))


def test_all_repositories_but_the_leases_write_by_the_writer() -> None:
    """So that no write is left out."""
    folder = Path(repositories.__file__).parent
    texts = {file.stem: file.read_text(encoding="utf-8") for file in folder.glob("*.py")}
    begins = re.compile(r"\.begin\(\)|\.commit\(\)|exec_driver_sql|raw_connection")
    assert {name for name, text in texts.items() if begins.search(text)} == {"leases"}


async def test_commands_refuse_a_schema_of_a_newer_version(url: str, tmp_path: Path) -> None:
    await _do(url, NEXT)
    newer = "made by a newer version of the bot. Install that version"
    with pytest.raises(RebuildError, match=newer):
        await rebuild(url, GAMES)
    with pytest.raises(CopyError, match=f"The old database can't be used. .*{newer}"):
        await move(url, f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    with pytest.raises(SchemaTooNewError, match=newer):
        await upgrade(url)
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("short", [0, 1])
async def test_a_full_disk_is_said_before(sqlite_url: str, short: int) -> None:
    """A third of what the database has must be free, and a little."""
    await _do(sqlite_url, back_to=BEFORE_THE_FENCE)

    def free(file: Path) -> int:
        return LEAST_ROOM + file.stat().st_size // 3 - short

    if not short:
        assert await upgrade(sqlite_url, free=free)
        return
    why = r"needs 3 MB free on the database's disk, and there are 2 MB. Nothing has changed"
    with pytest.raises(StoreUnavailableError, match=why):
        await upgrade(sqlite_url, free=free)
    assert (await revision(sqlite_url)).current == BEFORE_THE_FENCE
