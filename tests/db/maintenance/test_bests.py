"""A filled database of the version before gets best scores by kind of match, and loses nothing."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from pydantic import JsonValue
from sqlalchemy import inspect, select, update

from bot.games.registry import GAMES
from bot.tables.store import MatchResult, SeatResult
from db import schema
from db.maintenance.rebuild import rebuild
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from tests.db.downgrade import downgrade
from tests.db.rows import all_but_bests, everything
from tests.db.samples import GUILD
from tests.db.worlds import keep

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
