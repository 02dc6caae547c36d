"""Standings and best scores, from rows of totals."""

from collections.abc import Mapping

import pytest

from bot.game.contract import Scoring
from bot.league.periods import ALL_TIME
from bot.league.reports import BestScore, Kind, Place, Scored
from db.schema import bests, totals
from db.storage import Storage
from tests.db.repositories.test_indexes import WHOLE, noted, plans
from tests.db.samples import GUILD

MONTH = "2027-03"

LOWEST = Scoring(best="lowest", totals_rank=True, totals_compare=True)
HIGHEST = Scoring(best="highest", totals_rank=False, totals_compare=False)


async def stand(
    storage: Storage, lines: Mapping[int, tuple[int, int]], *, guild: int = GUILD
) -> None:
    """Store lines by user: points and matches, 0 for someone who only left a match."""
    rows = [
        (guild, "kapow", MONTH, user, f"user {user}", matches, 0, points, 1, 0, None)
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


KIND = Kind("kapow", "12 cards")


async def test_the_best_scores_are_those_of_all_time_each_person_once(storage: Storage) -> None:
    scores: Mapping[int, tuple[int | None, ...]] = {
        1: (8, 30, -2, 9),
        2: (7, 31, -2, 4),
        3: (9, 29, 0, 9),
        4: (None, None, None, None),
    }
    rows = [(GUILD, "kapow", "12 cards", user, 1, *best) for user, best in scores.items()]
    others = [
        (GUILD, "kapow", "9 cards", 5, 1, -99, 99, -99, 99),
        (GUILD, "toy", "12 cards", 5, 1, -99, 99, -99, 99),
        (GUILD + 1, "kapow", "", 5, 1, -99, 99, -99, 99),
    ]
    people = [
        (guild, game, ALL_TIME, user, f"user {user}", 1, 0, 0, 0, 0, None)
        for guild, game in ((GUILD, "kapow"), (GUILD, "toy"), (GUILD + 1, "kapow"))
        for user in range(1, 6)
    ]
    await storage.writer.write({totals: people, bests: [*rows, *others]})
    assert {*await storage.boards.kinds(GUILD, "kapow")} == {"12 cards", "9 cards"}
    assert await storage.boards.kinds(GUILD + 1, "kapow") == [""]
    assert await storage.boards.kinds(GUILD + 1, "toy") == []
    best = storage.boards.best
    found = {
        (scoring.best, scored): [(one.user, one.score) for one in lines]
        for scoring in (LOWEST, HIGHEST)
        for scored in ("total", "round")
        for lines in [await best(GUILD, KIND, scoring, scored)]
    }
    assert found == {
        ("lowest", "total"): [(2, 7), (1, 8), (3, 9)],
        ("lowest", "round"): [(1, -2), (2, -2), (3, 0)],
        ("highest", "total"): [(2, 31), (1, 30), (3, 29)],
        ("highest", "round"): [(1, 9), (3, 9), (2, 4)],
    }
    first = BestScore(2, "user 2", 7)
    assert await best(GUILD, KIND, LOWEST, "total", limit=1) == [first]


async def test_lines_and_places_are_found_in_the_index_s_order(sqlite_storage: Storage) -> None:
    """Neither sorts a season, nor looks up the lines before a page."""
    await stand(sqlite_storage, {user: (user, 1) for user in range(1, 30)})
    boards = sqlite_storage.boards
    with noted(sqlite_storage) as asked:
        await boards.lines(GUILD, "kapow", MONTH, offset=20)
        await boards.place(GUILD, "kapow", MONTH, 20)
        await boards.count(GUILD, "kapow", MONTH)
    for _, plan in await plans(sqlite_storage, asked):
        assert "COVERING INDEX ix_totals_order" in plan
        assert not WHOLE.search(plan), plan


@pytest.mark.parametrize("scoring", [LOWEST, HIGHEST])
@pytest.mark.parametrize("scored", ["total", "round"])
async def test_the_best_scores_of_a_kind_are_found_by_an_index(
    sqlite_storage: Storage, scoring: Scoring, scored: Scored
) -> None:
    boards = sqlite_storage.boards
    with noted(sqlite_storage) as asked:
        await boards.kinds(GUILD, "kapow")
        await boards.best(GUILD, KIND, scoring, scored)
    (_, kinds), (_, best) = await plans(sqlite_storage, asked)
    assert not WHOLE.search(f"{kinds} {best}")
    assert f"SEARCH bests USING COVERING INDEX ix_bests_{scoring.best}_{scored} " in best
