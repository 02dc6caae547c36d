"""The migrations lead to the schema, on both databases, and leave nothing half done."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text

from bot.games.registry import GAMES
from bot.league.ledger import DAY
from bot.league.people import Visibility
from bot.league.settings import GuildSettings, SettingValue
from bot.tables.entries import Joined
from bot.tables.store import (
    ALL_SERVERS,
    Bookmark,
    Claim,
    Deferral,
    Effects,
    Lease,
    Listing,
    Phase,
    StoreUnavailableError,
)
from db import schema
from db.engine.opening import open_engine
from db.maintenance.rebuild import rebuild
from db.maintenance.upgrade import MIGRATIONS, SchemaTooNewError, head, revision, upgrade
from db.storage import Storage, open_storage
from tests.db.balanced import faults_in_books
from tests.db.downgrade import downgrade
from tests.db.rows import all_but_bests
from tests.db.samples import GUILD, MINA, NOBODY, SAM, START, acted, gift, keep, listing, result
from tests.db.worlds import kept

DESCENDING = {
    "ix_totals_order": "points DESC",
    "ix_bests_highest_total": "highest_total DESC",
    "ix_bests_highest_round": "highest_round DESC",
}

INDEXES = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE name = :name",
    "postgresql": "SELECT indexdef FROM pg_indexes WHERE indexname = :name",
}

GIFTS = 1001
"""More than the migration writes in one step."""

TABLES_AT_ONCE = 500
"""So many tables a step of the migration looks at."""


async def test_the_migrations_lead_to_the_schema(url: str) -> None:
    async with open_storage(url) as storage, storage.engine.connect() as connection:
        differences, reached = await connection.run_sync(_compared)
    assert differences == []
    assert [reached] == ScriptDirectory(str(MIGRATIONS)).get_heads() == [head()]


def _compared(connection: Connection) -> tuple[object, str | None]:
    # Alembic does not know on SQLite that an index may descend.
    options = {"include_object": lambda _, name, *_more: name not in DESCENDING}
    context = MigrationContext.configure(connection, opts=options)
    return compare_metadata(context, schema.metadata), context.get_current_revision()


async def test_the_migrations_make_every_constraint_of_the_schema(url: str) -> None:
    """What Alembic does not compare: checks, names, the form of SQLite's tables, three indexes."""
    engine = open_engine(url)
    async with engine.begin() as connection:
        migrated = await connection.run_sync(_constraints)
        await connection.run_sync(schema.metadata.drop_all)
        await connection.run_sync(schema.metadata.create_all)
        assert migrated == await connection.run_sync(_constraints)
    await engine.dispose()


def _constraints(connection: Connection) -> object:
    found = inspect(connection)
    indexes = []
    for name, order in DESCENDING.items():
        [index] = connection.execute(text(INDEXES[connection.dialect.name]), {"name": name})
        assert order in str(index)
        indexes.append(str(index))
    return indexes, {
        table.name: (
            sorted(map(str, found.get_check_constraints(table.name))),
            found.get_pk_constraint(table.name),
            sorted(map(str, found.get_foreign_keys(table.name))),
            found.get_table_options(table.name),
        )
        for table in schema.metadata.sorted_tables
    }


async def test_upgrading_again_changes_nothing(empty_url: str) -> None:
    assert (await revision(empty_url)).current is None
    for _ in range(2):
        await upgrade(empty_url)
        assert (await revision(empty_url)).up_to_date
    async with open_storage(empty_url) as storage:
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    await upgrade(empty_url)
    async with open_storage(empty_url) as storage:
        assert await storage.store.load("t") == [acted(1)]


async def test_processes_that_upgrade_at_once_wait_for_each_other(empty_url: str) -> None:
    await asyncio.gather(*(upgrade(empty_url) for _ in range(3)))
    assert (await revision(empty_url)).up_to_date


async def test_the_way_back_leaves_nothing(url: str) -> None:
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(downgrade, "base")
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await engine.dispose()
    assert names == ["alembic_version"]


async def test_the_heartbeat_becomes_the_time_of_the_one_shard(url: str) -> None:
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(downgrade, "0001")
        beats = "INSERT INTO heartbeat (house, at) VALUES ('main', 1234), ('another', 99999)"
        await connection.execute(text(beats))
    await engine.dispose()
    await upgrade(url)
    async with open_storage(url) as storage:
        claim = await storage.leases.claim(ALL_SERVERS, 60, 5678)
    assert claim == Claim((Lease(0, 1, None, until=0, seen_at=1234),), ())
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(downgrade, "0001")
        rows = (await connection.execute(text("SELECT house, at FROM heartbeat"))).all()
    await engine.dispose()
    assert [tuple(row) for row in rows] == [("main", 5678)]


async def test_who_took_part_is_found_in_the_logs_that_are_there(url: str) -> None:
    """On a database of the version before, with more tables than are looked at in one step."""
    others = TABLES_AT_ONCE + 1
    async with open_storage(url) as storage:
        for table, person, other in (("one", MINA, SAM), ("two", SAM, MINA)):
            await keep(storage, table, person, other)
        await storage.privacy.erase("two", SAM.id, NOBODY)
        await storage.store.append("three", 0, [acted(1)], Effects(listing("three")))
        await asyncio.gather(
            *(
                storage.store.append(f"{n:04}", 0, [Joined(at=1, person=MINA)], Effects(seated(n)))
                for n in range(others)
            )
        )
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0005")
            named = "UPDATE log SET body = 'torn: ' || body WHERE table_id = 'one' AND seq = 2"
            await connection.execute(text(named))
    await upgrade(url)
    async with open_storage(url) as storage, storage.engine.connect() as connection:
        rows = (await connection.execute(select(schema.participants))).all()
        assert {tuple(row) for row in rows} == {
            *((MINA.id, "one"), (SAM.id, "one"), (MINA.id, "two")),
            *((user, "three") for user in listing("three").people),
            *((user, f"{n:04}") for n in range(others) for user in (MINA.id, *seated(n).people)),
        }
        await storage.privacy.erase("one", SAM.id, NOBODY)
        assert str(SAM.id) not in await all_but_bests(storage)


def seated(number: int) -> Listing:
    """A table with a person of its own."""
    return Listing(f"{number:04}", GUILD, 2, "kapow", Phase.LOBBY, (1000 + number,))


LATER_COLUMNS = """
    UPDATE results SET own_turns = NULL, kai_turns = NULL, timeouts = NULL, thought = NULL,
    levels = NULL, facts = NULL
"""
"""What a database of an older version knows nothing of."""


async def test_a_filled_database_gets_deferrals_and_reminders_and_loses_nothing(url: str) -> None:
    async with open_storage(url) as storage:
        closed = Effects(listing("t", Phase.CLOSED), result("t"))
        await storage.store.append("t", 0, [acted(1), acted(2)], closed)
        await storage.bookmarks.set_bookmark(Bookmark("t", 2, GUILD, START, 2))
        await storage.reviews.ask("t", "1.1", START)
        await storage.ledger.book(gift("to begin with", 11, 100))
        async with storage.engine.begin() as connection:
            await connection.execute(text(LATER_COLUMNS))
            await connection.execute(text("UPDATE matches SET options = NULL, clock = NULL"))
            await connection.execute(text("UPDATE matches SET kai_version = NULL"))
        filled = _without_codes(await all_but_bests(storage))
        await storage.bookmarks.set_reminder("t", GUILD)
        await storage.deferrals.note(Deferral(GUILD, "token", 0, START))
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(downgrade, "0006")
    await engine.dispose()
    await upgrade(url)
    async with open_storage(url) as storage:
        assert _without_codes(await all_but_bests(storage)) == filled
        await storage.bookmarks.set_reminder("t", GUILD + 1)
        await storage.bookmarks.set_reminder("t", GUILD + 2)
        assert await storage.bookmarks.reminder("t") == GUILD + 2
        await storage.bookmarks.set_reminder("t", None)
        assert await storage.bookmarks.reminder("t") is None
        await storage.deferrals.note(Deferral(GUILD, "token", 0, START))
        assert await storage.deferrals.left() == [Deferral(GUILD, "token", 0, START)]


async def test_last_gifts_are_remembered_and_no_booking_names_anybody(url: str) -> None:
    """On a database of the version before, where keys of gifts had the person in them."""
    named = [
        gift("start user 11", 11, 100, START),
        gift("allowance user 11 20900", 11, 10, START + 3 * DAY),
        replace(gift("start user 11", 11, 100, START), guild=GUILD + 1),
        *(gift(f"start user {user}", user, 100, START) for user in range(100, 100 + GIFTS)),
    ]
    async with open_storage(url) as storage:
        await asyncio.gather(*map(storage.ledger.book, named))
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0007")
    await upgrade(url)
    async with open_storage(url) as storage:
        ledger = storage.ledger
        assert await ledger.last_given(GUILD, 11) == START // DAY + 3
        assert await ledger.last_given(GUILD + 1, 11) == START // DAY
        assert await ledger.last_given(GUILD, 99 + GIFTS) == START // DAY
        assert await ledger.last_given(GUILD, 12) is None
        assert await ledger.balance(GUILD, 11) == 110
        async with storage.engine.connect() as connection:
            keys = list(await connection.scalars(select(schema.postings.c.booking)))
            assert await connection.run_sync(faults_in_books) == []
        assert [key for key in keys if "user" in key] == []
        assert len(set(keys)) == len(keys) / 2 == len(named)
        await storage.privacy.erase_chips(11, START)
        assert not await ledger.book(gift("again", 11, 100, START + 3 * DAY))
        once = await all_but_bests(storage)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0007")
    await upgrade(url)
    async with open_storage(url) as storage:
        assert _without_codes(await all_but_bests(storage)) == _without_codes(once)


async def test_without_gifts_there_is_no_secret_to_be_moved(url: str) -> None:
    async with open_storage(url) as storage:
        assert "secrets (" not in await all_but_bests(storage)


async def test_settings_that_are_numbers_stay_and_others_go_on_the_way_back(url: str) -> None:
    """On a database of the version before, and on one with all that this version stores."""
    numbers: dict[str, SettingValue] = {"mention": False, "daily_chips": 25, "tables_per_person": 1}
    texts: dict[str, SettingValue] = {"season": "quarter", "recap": 2**62, "channels": (5, 2**62)}
    async with open_storage(url) as storage:
        await storage.league.change_settings(GUILD, numbers)
        filled = await all_but_bests(storage)
        await storage.league.change_settings(GUILD, texts)
        await storage.league.change_settings(GUILD + 1, {"default_game": "kapow"})
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0008")
            before = "SELECT name, value FROM guild_settings WHERE guild = :guild ORDER BY name"
            rows = (await connection.execute(text(before), {"guild": GUILD})).all()
    assert [tuple(row) for row in rows] == [
        *(("daily_chips", 25), ("mention", 0), ("tables_per_person", 1))
    ]
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        assert await storage.league.settings(GUILD) == GuildSettings.model_validate(numbers)
        changed = await storage.league.change_settings(GUILD, texts)
        assert changed == GuildSettings.model_validate({**numbers, **texts})


NEW_TABLES = (
    *(schema.history, schema.totals, schema.bests, schema.ratings, schema.versus, schema.facts),
    *(schema.places, schema.announcements, schema.people, schema.quiet_hours),
)

BEFORE_THE_LEAGUE = (
    "SELECT table_id, guild, game, ranked, counted, finished_at FROM matches ORDER BY 1",
    "SELECT table_id, seat, user_id, name, kai, rank, total FROM results ORDER BY 1, 2",
    "SELECT table_id, seat, round, points FROM round_points ORDER BY 1, 2, 3",
    "SELECT table_id, seq, body FROM log ORDER BY 1, 2",
)

OF_THE_LEAGUE = (
    "SELECT count(*) FROM totals",
    "SELECT count(*) FROM ratings",
    "SELECT count(*) FROM versus",
    "SELECT count(*) FROM history",
    "SELECT count(*) FROM facts",
    "SELECT count(*) FROM bests WHERE lowest_total <= highest_total AND lowest_round < 0",
    "SELECT count(*) FROM versus WHERE month > 0 AND this_month > 0",
    "SELECT count(*) FROM places",
    "SELECT count(*) FROM announcements",
    "SELECT count(*) FROM people",
    "SELECT count(*) FROM results WHERE limits IS NOT NULL",
    "SELECT count(*) FROM matches WHERE rated OR coalesce(started_at, kai_version) IS NOT NULL",
    "SELECT count(*) FROM matches WHERE coalesce(options, clock) IS NOT NULL",
    "SELECT count(*) FROM results WHERE coalesce(own_turns, thought, points) IS NOT NULL",
    "SELECT count(*) FROM results WHERE coalesce(levels, facts, held) IS NOT NULL",
    "SELECT count(*) FROM results WHERE coalesce(mean_before, deviation_after) IS NOT NULL",
)


OF_FULL_LENGTH = "SELECT table_id FROM matches WHERE full_length ORDER BY 1"


async def test_results_get_a_league_and_lose_nothing_on_either_way(url: str) -> None:
    """From the released version and back to it. The league is empty then; a recount fills it."""
    async with open_storage(url) as storage:
        played = await kept(storage, 5)
        await storage.people.choose(11, Visibility.HIDDEN)
        async with storage.engine.begin() as connection:
            await connection.execute(text("INSERT INTO places VALUES (1, 'kapow', '', 11, 1)"))
            await connection.execute(text("INSERT INTO announcements VALUES (1, 'week', 2, 3)"))
        with_league = await _answers(storage, OF_THE_LEAGUE)
        assert all(count for [(count,)] in with_league)
        filled = await _answers(storage, BEFORE_THE_LEAGUE)
        assert len(filled[0]) == len(played)
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0008")
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        assert not {table.name for table in NEW_TABLES} & {*names}
        assert await _answers(storage, BEFORE_THE_LEAGUE) == filled
    await upgrade(url)
    async with open_storage(url) as storage:
        assert await _answers(storage, BEFORE_THE_LEAGUE) == filled
        # In that version, matches that counted were those of full length.
        full = sorted((match.table,) for match in played if match.counted)
        assert await _answers(storage, [OF_FULL_LENGTH]) == [full]
        assert await _answers(storage, OF_THE_LEAGUE) == [[(0,)]] * len(OF_THE_LEAGUE)
    done = await rebuild(url, GAMES)
    counted = sum(match.counted for match in played)
    assert (done.matches, done.filled, done.unreadable) == (counted, 0, len(played))
    async with open_storage(url) as storage:
        again = await _answers(storage, BEFORE_THE_LEAGUE)
        # Nobody knows any more who left their seat to Kai, so more people count.
        lines = await _answers(storage, OF_THE_LEAGUE[:4])
        best = await _answers(storage, OF_THE_LEAGUE[5:7])
    assert all(count for [(count,)] in best)
    assert again == filled
    counts = [int(str(count)) for [(count,)] in lines]
    assert all(c >= int(str(b)) for c, [(b,)] in zip(counts, with_league, strict=False))


async def _answers(storage: Storage, queries: Sequence[str]) -> list[list[tuple[object, ...]]]:
    async with storage.engine.connect() as connection:
        found = [(await connection.execute(text(query))).all() for query in queries]
    return [[tuple(row) for row in rows] for rows in found]


def _without_codes(text: str) -> str:
    """Take out what is drawn again where the tables are made again."""
    drawn = ("gifts (", "secrets (")
    return "\n".join(line for line in text.splitlines() if not line.startswith(drawn))


async def test_a_failed_upgrade_leaves_nothing(empty_url: str) -> None:
    engine = open_engine(empty_url)
    async with engine.begin() as connection:
        # In the way of one of the last steps.
        await connection.execute(text("CREATE TABLE leases (house TEXT)"))
    with pytest.raises(StoreUnavailableError, match="leases"):
        await upgrade(empty_url)
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await engine.dispose()
    assert names == ["leases"]


async def test_a_database_of_a_newer_bot_is_left_alone(url: str) -> None:
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await engine.dispose()
    with pytest.raises(SchemaTooNewError, match="newer version"):
        await upgrade(url)
    assert (await revision(url)).current == "9999"


def test_asking_makes_no_file(tmp_path: Path) -> None:
    found = asyncio.run(revision(f"sqlite+aiosqlite:///{tmp_path / 'folder' / 'cards.db'}"))
    assert found.current is None
    assert not found.up_to_date
    assert not any(tmp_path.iterdir())
