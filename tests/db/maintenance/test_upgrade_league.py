"""Filled databases of versions before get a league that is counted, and lose nothing."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from pydantic import JsonValue
from sqlalchemy import inspect, select, text, update

from bot.games.registry import GAMES
from bot.league.ledger import DAY
from bot.league.settings import GuildSettings, SettingValue, Visibility
from bot.tables.store import MatchResult, SeatResult
from db import schema
from db.maintenance.rebuild import rebuild
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage
from tests.db.balanced import faults_in_books
from tests.db.downgrade import back_to, downgrade, older
from tests.db.rows import all_but_bests, everything, without_codes
from tests.db.samples import GUILD, START, gift
from tests.db.worlds import keep, kept

SCORES = {"lowest_total", "highest_total", "lowest_round", "highest_round"}

CHOSEN: Mapping[str, Sequence[dict[str, JsonValue]]] = {
    "kapow": [{}, {"cards": None}, {"cards": 9}, {"cards": 12}, {"cards": 9, "rounds": 9}],
    "capit": [{}, {"run_suit": "same"}, {"run_suit": "any"}, {"rounds": 5, "run_suit": "any"}],
    "chowpow": [
        {"hot_sauce": hot, "battle_buffet": buffet, "three_course_meal": True}
        for hot, buffet in product((False, True), repeat=2)
    ],
    "kabobo": [{}, {"memory_aid": False}],
}


def matches() -> Iterator[MatchResult]:
    """Play each game with all options that its kinds depend on, at a small and at a large table."""
    every = [(game, options) for game, chosen in CHOSEN.items() for options in chosen]
    for number, ((game, options), seats) in enumerate(product(every, (4, 5))):
        yield _match(number, game, options, seats)


def _match(number: int, game: str, options: Mapping[str, JsonValue], seats: int) -> MatchResult:
    read = GAMES[game].options.model_validate(options)
    people = tuple(
        SeatResult(seat, 11 + seat, f"user {seat}", None, seat + 1, 10 * seat, (3, seat))
        for seat in range(seats)
    )
    return MatchResult(
        *(f"{number:03}", GUILD, game, True, True, 86_400_000 + number, people),
        started_at=1,
        options=options,
        full_length=read.full_length,
        kind=read.kind(seats),
    )


async def test_each_match_of_before_gets_its_kind_and_a_recount_the_best_scores(url: str) -> None:
    async with open_storage(url) as storage:
        played = [*matches()]
        for match in played:
            await keep(storage, match)
        # From before options were kept: they were the usual ones then.
        old = next(match for match in played if match.kind == "9 cards" and not match.options)
        without = update(schema.matches).where(schema.matches.c.table_id == old.table)
        async with storage.engine.begin() as connection:
            await connection.execute(without.values(options=None))
        filled = await everything(storage)
        rest = await all_but_bests(storage)
        assert rest != filled
        async with storage.engine.begin() as connection:
            await connection.run_sync(downgrade, "0023")
            columns = await connection.run_sync(lambda sync: inspect(sync).get_columns("totals"))
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        assert {column["name"] for column in columns} >= SCORES
        assert "bests" not in names
    await upgrade(url)
    async with open_storage(url) as storage:
        line = schema.matches.c
        async with storage.engine.connect() as connection:
            found = await connection.execute(select(line.table_id, line.kind))
            assert {(*row,) for row in found} == {(match.table, match.kind) for match in played}
        assert await all_but_bests(storage) == rest
    await rebuild(url, GAMES)
    async with open_storage(url) as storage:
        assert sorted((await everything(storage)).splitlines()) == sorted(filled.splitlines())


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


async def test_results_get_a_league_and_lose_nothing(url: str) -> None:
    """From the released version and back to it. The league is empty then; a recount fills it."""
    async with open_storage(url) as storage:
        played = await kept(storage, 1)
        await storage.people.choose(11, Visibility.HIDDEN)
        async with storage.engine.begin() as connection:
            await connection.execute(text("INSERT INTO places VALUES (1, 'kapow', '', 11, 1)"))
            await connection.execute(text("INSERT INTO announcements VALUES (1, 'week', 2, 3)"))
        with_league = await _answers(storage, OF_THE_LEAGUE)
        assert all(count for [(count,)] in with_league)
        filled = await _answers(storage, BEFORE_THE_LEAGUE)
        assert len(filled[0]) == len(played)
        names = await back_to(storage, "0008")
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


GIFTS = 1001
"""More than the migration writes in one step."""


async def test_last_gifts_are_remembered_and_no_booking_names_anybody(url: str) -> None:
    """On a database of the version before, where keys of gifts had the person in them."""
    named = [
        gift("start user 11", 11, 100, START),
        gift("allowance user 11 20900", 11, 10, START + 3 * DAY),
        replace(gift("start user 11", 11, 100, START), guild=GUILD + 1),
        *(gift(f"start user {user}", user, 100, START) for user in range(100, 100 + GIFTS)),
    ]
    async with older(url, "0007") as storage:
        await asyncio.gather(*map(storage.ledger.book, named))
    async with older(url, "0007") as storage:
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
        await storage.privacy.chips.leave(11, START)
        assert not await ledger.book(gift("again", 11, 100, START + 3 * DAY))
        once = await all_but_bests(storage)
    async with open_storage(url) as storage:
        assert without_codes(await all_but_bests(storage)) == without_codes(once)


async def test_without_gifts_there_is_no_secret_to_be_moved(url: str) -> None:
    async with open_storage(url) as storage:
        assert "secrets (" not in await all_but_bests(storage)


async def test_settings_that_are_numbers_stay_and_others_can_be_made(url: str) -> None:
    numbers: dict[str, SettingValue] = {"mention": False, "daily_chips": 25, "tables_per_person": 1}
    texts: dict[str, SettingValue] = {"season": "quarter", "recap": 2**62, "channels": (5, 2**62)}
    async with older(url, "0008") as storage:
        await storage.league.change_settings(GUILD, numbers)
        filled = await all_but_bests(storage)
    async with open_storage(url) as storage:
        assert await all_but_bests(storage) == filled
        assert await storage.league.settings(GUILD) == GuildSettings.model_validate(numbers)
        changed = await storage.league.change_settings(GUILD, texts)
        assert changed == GuildSettings.model_validate({**numbers, **texts})
