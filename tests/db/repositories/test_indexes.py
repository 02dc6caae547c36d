"""What repositories read and write about people, matches and seasons uses indexes."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any, Final

import pytest
from sqlalchemy import event, select, text

from bot.game.contract import Scoring
from bot.league.fairplay import LATEST
from bot.league.lines import Met
from bot.league.periods import Span
from bot.league.results import Cursor, PageStart
from db import schema
from db.engine.statements import Prepared
from db.repositories import before, ledger, pings, privacy, prune
from db.repositories.weeks import DELETE_OLD, DELETE_PLACE, FINISH, note_place
from db.storage import Storage
from tests.db.samples import GUILD, MINA, NOBODY, SAM, START, gift, keep
from tests.db.worlds import kept

WHOLE: Final = re.compile(rf"(SCAN|Seq Scan on) ({'|'.join(schema.metadata.tables)})\b")
"""How SQLite and PostgreSQL report a full table scan."""

GAMES: Final = ("kapow", "toy")
SEASON: Final = "2027-03"
DURING: Final = Span(0, 2**42)

Asked = list[tuple[str, tuple[Any, ...]]]
"""Questions in SQL with their values."""


@contextmanager
def noted(storage: Storage) -> Iterator[Asked]:
    asked: Asked = []

    def note(_c: object, _d: object, sql: str, values: tuple[object, ...], *_more: object) -> None:
        asked.append((sql, values))

    engines = [engine.sync_engine for engine in (storage.engine, storage.heavy.engine)]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    yield asked
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)


async def plans(storage: Storage, asked: Asked) -> Sequence[tuple[str, str]]:
    """Return each question with how the database would answer it."""
    is_sqlite = storage.engine.dialect.name == "sqlite"
    explain, found = "EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN ", []
    async with storage.engine.connect() as connection:
        if not is_sqlite:
            # With so few rows it would read them all for being quicker.
            await connection.execute(text("SET enable_seqscan = off"))
        for sql, values in asked:
            answer = await connection.exec_driver_sql(explain + sql, values)
            found.append((sql, "\n".join(str(row[-1]) for row in answer.all())))
    return found


async def of_a_person(storage: Storage) -> None:
    """Read what an export and a deletion read."""
    assert (await storage.privacy.export(MINA.id))["tables"]
    for trace in await storage.privacy.traces(MINA.id):
        await storage.privacy.erase(trace.table, MINA.id, NOBODY)
    await storage.privacy.chips.leave(MINA.id, START)


async def of_the_calendar(storage: Storage) -> None:
    seasons = await storage.boards.seasons(GUILD, "kapow")
    assert await storage.boards.firsts(GUILD, "kapow", seasons)
    await storage.places.note(GUILD, ["kapow"], SEASON, START)
    assert await storage.places.before(GUILD, "kapow", SEASON, [11, 12, 13])
    assert await storage.places.noted(GUILD, SEASON, START)
    assert await storage.weeks.played(GUILD, DURING)
    scoring = Scoring("lowest", totals_rank=True, totals_compare=True)
    assert await storage.weeks.best_rounds(GUILD, "kapow", scoring, DURING)
    assert await storage.weeks.rivalries(GUILD, DURING)
    await storage.announcements.known([GUILD, 7], ["week", "season"])


async def of_histories(storage: Storage) -> None:
    way = PageStart(Cursor(2**50, "x"))
    for user, game, given in product((None, 11), (None, "kapow"), (None, way)):
        await storage.histories.page(GUILD, user=user, game=game, way=given)
    await storage.histories.match(GUILD, "x")
    await storage.histories.met(GUILD, 11, 12)
    await storage.histories.between(GUILD, 11, 12, {"kapow": Met(9), "toy": Met(2)})


async def of_fair_play(storage: Storage) -> None:
    for person in (None, 11):
        await storage.fair_play.pairs(GUILD, GAMES, person)
        await storage.fair_play.left_to_kai(GUILD, GAMES, person)
        await storage.fair_play.out_of_time(GUILD, START, person)
    await storage.fair_play.reviewed(GUILD, START)


async def of_profiles(storage: Storage) -> None:
    who, profiles = (GUILD, 11, GAMES), storage.profiles
    await profiles.totals(*who)
    await profiles.places(*who, "2027-01")
    await profiles.ratings(*who)
    await profiles.curve(GUILD, 11, "kapow", "3-4", 200)
    await profiles.recent(*who, 5)
    await profiles.facts(*who)
    await profiles.company(*who, 5)
    await profiles.career(*who, "month", START)
    await profiles.elsewhere(GUILD, 11)
    await profiles.medians(GUILD, "kapow")


READS: Final[Mapping[Callable[[Storage], Awaitable[None]], int]] = {
    of_a_person: 10,
    of_the_calendar: 10,
    of_histories: 10,
    of_fair_play: 8,
    of_profiles: 14,
}
"""With fewer questions than each asks."""


@pytest.mark.parametrize(("read", "fewer"), READS.items())
async def test_reads_use_indexes(
    storage: Storage, read: Callable[[Storage], Awaitable[None]], fewer: int
) -> None:
    await kept(storage, 1)
    for table, person, other in (("one", MINA, SAM), ("two", SAM, MINA)):
        await keep(storage, table, person, other)
    await storage.ledger.book(gift("gift", MINA.id, 5))
    with noted(storage) as asked:
        await read(storage)
    found = await plans(storage, [*asked, (str(select(schema.log)), ())])
    assert len({*found}) > fewer
    *of_reads, (_, whole) = found
    assert [(sql, plan) for sql, plan in of_reads if WHOLE.search(plan)] == []
    assert WHOLE.search(whole), "a table that is read whole is told"
    for sql, plan in of_reads if read is of_histories else ():
        assert "results.user_id = " not in sql or "ix_results_user_id" in plan, plan
    if read is of_fair_play:
        for index in ("ix_versus_guild_matches", "ix_totals_guild_abandoned"):
            assert any(index in plan for _, plan in found)
        assert any(LATEST in values for _, values in asked), "they are bounded"


def changes_of(storage: Storage) -> Sequence[Prepared]:
    """Return what is changed or deleted about a person, and by the calendar."""
    return (
        *(privacy.REPLACE_ENTRY, privacy.REPLACE_PEOPLE),
        *(privacy.CLEAR_NAME, privacy.DELETE_PARTICIPANT),
        *(ledger.MOVE_POSTINGS, ledger.MOVE_BALANCE, ledger.CLOSE_ACCOUNT),
        *(ledger.DELETE_OLDER, ledger.MARK_GONE),
        *privacy.DELETE,
        *privacy.CLEAR,
        *pings.DELETE,
        *(pings.FOLLOW, pings.TELL, prune.DELETE_PINGS),
        *(FINISH, DELETE_OLD, DELETE_PLACE, note_place(storage.engine.dialect.name)),
    )


async def test_changes_use_indexes(sqlite_storage: Storage) -> None:
    dialect, written = sqlite_storage.engine.dialect, []
    for change in changes_of(sqlite_storage):
        values = dict.fromkeys(change.statement.compile(dialect=dialect).params, "1")
        sql, rows = change(values).in_sql(dialect)
        written += [(sql, row) for row in rows or ()]
    for sql, plan in await plans(sqlite_storage, written):
        assert "SEARCH" in plan
        assert not WHOLE.search(plan), f"{sql}\n{plan}"


async def test_booking_a_match_reads_by_keys(sqlite_storage: Storage) -> None:
    dialect, asked = sqlite_storage.engine.dialect, []
    by_keys = (before.FIND_RATED, before.FIND_TOTALS, before.FIND_MET, before.FIND_FACTS)
    for query in (*by_keys, before.FIND_PEOPLE, before.FIND_BEST):
        names = query.statement.compile(dialect=dialect).params
        asked.append((*query.ask(**dict.fromkeys(names, 1)).in_sql(dialect),))
    found = await plans(sqlite_storage, asked)
    for sql, plan in found:
        assert "SEARCH" in plan
        assert not WHOLE.search(plan), f"{sql}\n{plan}"
    # The best of a season are sorted; the people of a server are read in the index's order.
    assert ["TEMP B-TREE" in plan for _, plan in found] == [False] * 5 + [True]


async def test_no_more_people_are_read_than_make_a_difference(storage: Storage) -> None:
    async with storage.engine.begin() as connection:
        for user in range(1, 30):
            left = user < 10
            await connection.execute(
                schema.totals.insert().values(
                    **dict.fromkeys(("wins", "abandoned", "opponents"), 0),
                    guild=1,
                    game="kapow",
                    period="",
                    user_id=user,
                    name="Ann",
                    matches=0 if left else 1,
                    points=0,
                )
            )
        asked = {"guild": 1, "game": "kapow"}
        found = set(await connection.scalars(before.FIND_PEOPLE.statement, asked))
    assert len(found) == 4
    assert found <= {*range(10, 30)}
