"""Standings and best scores, from rows of totals."""

from collections.abc import Mapping

from sqlalchemy import event

from bot.game.contract import Scoring
from bot.league.periods import ALL_TIME
from bot.tables.league.boards import BestScore, Place
from db.schema import totals
from db.storage import Storage
from tests.db.samples import GUILD

MONTH = "2027-03"

LOWEST = Scoring(best="lowest", totals_compare=True)
HIGHEST = Scoring(best="highest", totals_compare=False)


async def stand(
    storage: Storage, lines: Mapping[int, tuple[int, int]], *, guild: int = GUILD
) -> None:
    """Store lines by user: points and matches, 0 for somebody who only left a match."""
    rows = [
        (guild, "kapow", MONTH, user, f"user {user}", matches, 0, points, 1, 0, *[None] * 5)
        for user, (points, matches) in lines.items()
    ]
    await storage.writer.write({totals: rows})


async def test_equals_share_a_place_and_the_next_one_is_skipped(storage: Storage) -> None:
    """Of as many points, fewer matches are better; a match that was only left is no line."""
    lines = {1: (50, 3), 2: (90, 2), 3: (50, 2), 4: (90, 2), 5: (0, 0), 6: (50, 3), 7: (0, 1)}
    await stand(storage, lines)
    await stand(storage, {8: (99, 1)}, guild=GUILD + 1)
    expected = [(1, 2), (1, 4), (3, 3), (4, 1), (4, 6), (6, 7)]
    asked = GUILD, "kapow", MONTH
    assert await storage.boards.count(*asked) == len(expected)
    for offset in range(len(expected) + 1):
        for limit in (1, 2, 10):
            found = await storage.boards.lines(*asked, offset=offset, limit=limit)
            told = [(line.place, line.user) for line in found]
            assert told == expected[offset : offset + limit]
    for row, (place, user) in enumerate(expected):
        assert await storage.boards.place(*asked, user) == Place(place, row)
    for nobody in (5, 8):
        assert await storage.boards.place(*asked, nobody) is None


async def test_the_best_scores_are_those_of_all_time_each_person_once(storage: Storage) -> None:
    scores: Mapping[int, tuple[int | None, ...]] = {
        1: (8, 30, -2, 9),
        2: (7, 31, -2, 4),
        3: (9, 29, 0, 9),
        4: (None, None, None, None),
    }
    rows = [
        (GUILD, "kapow", ALL_TIME, user, f"user {user}", 1, 0, 0, 0, 0, *best, None)
        for user, best in scores.items()
    ]
    others = [
        (GUILD, "kapow", MONTH, 5, "user 5", 1, 0, 0, 0, 0, -99, 99, -99, 99, None),
        (GUILD, "toy", ALL_TIME, 5, "user 5", 1, 0, 0, 0, 0, -99, 99, -99, 99, None),
        (GUILD + 1, "kapow", ALL_TIME, 5, "user 5", 1, 0, 0, 0, 0, -99, 99, -99, 99, None),
    ]
    await storage.writer.write({totals: [*rows, *others]})
    best = storage.boards.best
    found = {
        (scoring.best, scored): [(one.user, one.score) for one in lines]
        for scoring in (LOWEST, HIGHEST)
        for scored in ("total", "round")
        for lines in [await best(GUILD, "kapow", scoring, scored)]
    }
    assert found == {
        ("lowest", "total"): [(2, 7), (1, 8), (3, 9)],
        ("lowest", "round"): [(1, -2), (2, -2), (3, 0)],
        ("highest", "total"): [(2, 31), (1, 30), (3, 29)],
        ("highest", "round"): [(1, 9), (3, 9), (2, 4)],
    }
    first = BestScore(2, "user 2", 7)
    assert await best(GUILD, "kapow", LOWEST, "total", limit=1) == [first]


async def test_lines_and_places_are_found_in_the_order_of_the_index(
    sqlite_storage: Storage,
) -> None:
    """Neither sorts a season, nor looks up the lines before a page."""
    asked: list[tuple[str, tuple[object, ...]]] = []

    def note(_c: object, _d: object, sql: str, values: tuple[object, ...], *_more: object) -> None:
        asked.append((sql, values))

    await stand(sqlite_storage, {user: (user, 1) for user in range(1, 30)})
    boards = sqlite_storage.boards
    event.listen(sqlite_storage.heavy.engine.sync_engine, "before_cursor_execute", note)
    await boards.lines(GUILD, "kapow", MONTH, offset=20)
    await boards.place(GUILD, "kapow", MONTH, 20)
    await boards.count(GUILD, "kapow", MONTH)
    async with sqlite_storage.engine.connect() as connection:
        for sql, values in tuple(asked):
            found = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)
            steps = [str(row[-1]) for row in found.all()]
            assert any("COVERING INDEX ix_totals_order" in step for step in steps), sql
            assert not any(step.startswith("SCAN totals") for step in steps), steps
