"""What the benchmarks of the storage read and write is real, and like what people have filled."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import MetaData, Select, func, select

from bot.games.registry import GAMES as KNOWN
from bot.league.periods import ALL_TIME, span
from bot.league.settings import Visibility
from bot.tables.clock import WallTime
from cogs.profile import About, Sources, profile_of
from db.maintenance.checkup import appends_per_second, plain_appends_per_second
from db.schema import history, matches, metadata, results, tables, totals
from db.storage import Storage, open_storage
from tests.db.crowded import BIG, CIRCLE, GAMES, MONTHS, SERVER, Size, fill

MATCHES = 600


@pytest.fixture
async def crowded(url: str) -> AsyncIterator[Storage]:
    await fill(url, Size(MATCHES, 2 * CIRCLE))
    async with open_storage(url) as storage:
        yield storage


async def numbers(storage: Storage, query: Select[*tuple[int, ...]]) -> tuple[int, ...]:
    async with storage.engine.connect() as connection:
        return tuple((await connection.execute(query)).one())


async def test_its_tables_agree_with_each_other(crowded: Storage) -> None:
    count = func.count
    for table in (tables, matches):
        assert await numbers(crowded, select(count()).select_from(table)) == (MATCHES,)
    (seats,) = await numbers(crowded, select(count()).select_from(results))
    for query in (
        select(count()).select_from(history),
        select(func.sum(totals.c.matches)).where(totals.c.period == ALL_TIME),
        select(func.sum(totals.c.matches)).where(totals.c.period.in_(MONTHS)),
        select(func.sum(totals.c.matches)).where(totals.c.period.like("%Q%")),
    ):
        assert await numbers(crowded, query) == (seats,)
    won = select(func.sum(totals.c.wins)).where(totals.c.period == ALL_TIME)
    assert await numbers(crowded, won) == (MATCHES,)
    on_big = select(count()).select_from(matches).where(matches.c.guild == BIG)
    assert await numbers(crowded, on_big) == (MATCHES // 2,)


async def test_it_has_all_seasons_games_and_sizes_of_tables(crowded: Storage) -> None:
    seats = select(func.count(history.c.seats.distinct()), func.max(history.c.seats))
    assert await numbers(crowded, seats) == (5, 6)
    games = select(func.count(matches.c.game.distinct()))
    assert await numbers(crowded, games) == (len(GAMES),)
    ends = select(func.min(matches.c.finished_at), func.max(matches.c.finished_at))
    first, last = await numbers(crowded, ends)
    assert first == span(MONTHS[0]).begins
    assert span(MONTHS[-1]).begins < last < span(MONTHS[-1]).ends


async def test_its_indexes_are_there_again(crowded: Storage) -> None:
    """Without them nothing that is measured would say anything."""
    async with crowded.engine.connect() as connection:
        there = MetaData()
        await connection.run_sync(there.reflect)
    for table in metadata.sorted_tables:
        names = {index.name for index in there.tables[table.name].indexes}
        assert {index.name for index in table.indexes} <= names


async def test_what_a_profile_and_two_people_s_score_read_is_found(crowded: Storage) -> None:
    together = history.alias()
    (user, other) = await numbers(
        crowded,
        select(history.c.user_id, together.c.user_id)
        .join(together, history.c.table_id == together.c.table_id)
        .where(history.c.guild == BIG, history.c.user_id < together.c.user_id)
        .limit(1),
    )
    assert user // SERVER == other // SERVER == BIG
    met = await crowded.histories.met(BIG, user, other)
    assert met
    assert await crowded.histories.between(BIG, user, other, met)
    assert (await crowded.histories.page(BIG, user=user)).matches
    now = span(MONTHS[-1]).ends
    sources = Sources.of(crowded, WallTime(), KNOWN)
    about = About(BIG, "Server", user, "Someone", Visibility.SERVER, "month", now)
    found = await profile_of(sources, about)
    assert found is not None
    for part in (found.games, found.curve, found.form, found.figures, found.facts, found.rivals):
        assert part
    assert any(figure.median for figure in found.figures)


async def test_measured_appends_are_real(empty_url: str) -> None:
    assert await appends_per_second(empty_url, tables=3, moves=5) > 0
    async with open_storage(empty_url) as storage:
        for shown in await storage.store.listings():
            assert len(await storage.store.load(shown.table)) == 6


async def test_the_plain_way_is_measured_too(tmp_path: Path) -> None:
    assert await plain_appends_per_second(tmp_path / "plain.db", 5) > 0
