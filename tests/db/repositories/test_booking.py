"""What is stored of the league, and what a match has changed, is what its results come to."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from sqlalchemy import select, text

from bot.league.book import book
from bot.league.caps import Why
from bot.league.counting import Rating
from bot.league.lines import Before, Booked, Match, Met, Rated, Totals
from bot.league.periods import ALL_TIME, Length, period_at
from bot.league.reports import NOTHING, Aftermath
from bot.league.results import league_match
from bot.league.settings import Visibility
from bot.tables.store import Effects, MatchResult, Phase, SequenceTakenError, StoreUnavailableError
from db import schema
from db.repositories.booking import limits_text, read_limits
from db.storage import Storage
from tests.db.plain import Plain, plain
from tests.db.rows import everything, rows
from tests.db.samples import acted, listing
from tests.db.worlds import keep, kept, world

SEEDS = (1, 2)


@pytest.mark.parametrize("seed", SEEDS)
async def test_counts_and_points_agree_with_a_plain_recount(storage: Storage, seed: int) -> None:
    expected = plain(await kept(storage, seed))
    assert await rows(storage, schema.totals) == expected.totals
    assert await rows(storage, schema.bests) == expected.bests
    assert await rows(storage, schema.versus) == expected.versus
    assert await rows(storage, schema.facts) == expected.facts
    history = await rows(storage, schema.history)
    assert {row[:-1] for row in history} == expected.history
    assert await _points(storage) == expected.points
    rated = {table for table, _ in expected.points}
    matches = await rows(storage, schema.matches)
    assert {row[0] for row in matches if row[-1]} == rated


def test_worlds_have_all_that_may_happen() -> None:
    """Otherwise the comparison would say nothing."""
    played = [match for seed in SEEDS for match in world(seed)]
    expected = plain(played)
    assert {len(match.seats) for match in played} == set(range(2, 9))
    assert len({match.finished_at for match in played}) < len(played)
    assert any(row[8] for row in expected.totals)
    assert any(row[5] > 20 and row[2] for row in expected.totals)  # type: ignore[operator]
    assert {row[2] for row in expected.bests} == {"", "9 cards", "12 cards"}
    assert any(row[7] is None for row in expected.bests)
    assert any(row[7] is not None and row[4] > 1 for row in expected.bests)  # type: ignore[operator]  # how many
    people = [(row[:2], row[3]) for row in expected.bests]
    assert len({*people}) < len(people)
    assert any(row[9] == row[10] == 0 for row in expected.versus)
    assert any(row[6] for row in expected.versus)
    booked = [booked for _, booked in _folded(played)]
    limits = [line.limits for each in booked for line in each.seats.values()]
    assert {limit.why for each in limits for limit in each.rating.values()} == {*Why} - {Why.ALONE}
    assert {limit.why for each in limits for limit in each.points.values()} == {
        *(Why.NEW, Why.WEEK, Why.ALONE)
    }
    assert all(read_limits(limits_text(each)) == each for each in limits)
    lines = [seat for match in played for seat in match.seats]
    assert {None, "left", "kicked", "away", "gone"} == {seat.held for seat in lines}


async def _points(storage: Storage) -> Mapping[tuple[str, int], int]:
    columns = schema.results.c
    query = select(columns.table_id, columns.seat, columns.points).where(
        columns.points.is_not(None)
    )
    async with storage.engine.connect() as connection:
        found = await connection.execute(query)
        return {(table, seat): points or 0 for table, seat, points in found}


@pytest.mark.parametrize("seed", SEEDS)
async def test_ratings_are_the_fold_over_the_results(storage: Storage, seed: int) -> None:
    folded = _folded(await kept(storage, seed))
    seats = {
        (match.table, number, *line.before, *line.after, limits_text(line.limits))
        for match, booked in folded
        for number, line in booked.seats.items()
    }
    lines = {
        (match.guild, match.game, league_match(match).band, user): (*rated.rating, *rated[1:])
        for match, booked in folded
        for user, rated in booked.rated.items()
    }
    assert await rows(storage, schema.ratings) == {(*key, *line) for key, line in lines.items()}
    stored = await rows(storage, schema.results)
    assert {(*row[:2], *row[15:20]) for row in stored if row[14] is not None} == seats
    assert all(row[15:20] == (None,) * 5 for row in stored if row[14] is None)
    means = {
        (match.table, match.seats[number].user): line.after.mean
        for match, booked in folded
        for number, line in booked.seats.items()
        if match.seats[number].user
    }
    history = await rows(storage, schema.history)
    assert {(row[4], row[0]): row[-1] for row in history} == means
    assert len({*means.values()}) > 100


class _Shelf:
    """The lines of one game on one server."""

    def __init__(self) -> None:
        self.rated: dict[str, dict[int, Rated]] = defaultdict(dict)
        self.totals: dict[tuple[int, str], Totals] = {}
        self.met: dict[tuple[int, int], Met] = {}
        self.points: dict[tuple[int, str], list[int]] = defaultdict(list)
        self.people: set[int] = set()

    def book(self, match: Match) -> Booked:
        best = {key: sorted(points)[-20:] for key, points in self.points.items()}
        rated = self.rated[match.band]
        booked = book(match, Before(rated, self.totals, self.met, best, people=self.people))
        self.people |= booked.rated.keys()
        self.rated[match.band] |= booked.rated
        self.totals |= booked.totals
        self.met |= booked.met
        for player in match.players:
            for user, period in booked.totals:
                if user == player.user and player.seat in booked.seats and period != ALL_TIME:
                    self.points[user, period].append(booked.seats[player.seat].points)
        return booked


def _folded(played: Sequence[MatchResult]) -> Sequence[tuple[MatchResult, Booked]]:
    shelves: dict[tuple[int, str], _Shelf] = defaultdict(_Shelf)
    return [
        (match, shelves[match.guild, match.game].book(league_match(match)))
        for match in played
        if match.counted
    ]


async def test_a_second_result_changes_nothing(storage: Storage) -> None:
    played = await kept(storage, 3)
    before = await everything(storage)
    first = next(match for match in played if match.counted)
    again = replace(first, seats=first.seats[::-1], finished_at=first.finished_at + 1)
    effects = Effects(listing(first.table, Phase.CLOSED), again)
    with pytest.raises(SequenceTakenError):
        await storage.store.append(first.table, 1, [acted(2)], effects)
    assert await everything(storage) == before


async def test_a_result_and_its_league_appear_together_or_not_at_all(storage: Storage) -> None:
    *some, last = [match for match in world(4) if plain([match]).versus]
    for match in some[:5]:
        await keep(storage, match)
    before = await everything(storage)
    await _execute(storage, "ALTER TABLE versus RENAME TO hidden")
    with pytest.raises(StoreUnavailableError, match="versus"):
        await keep(storage, last)
    await _execute(storage, "ALTER TABLE hidden RENAME TO versus")
    assert await everything(storage) == before
    await keep(storage, last)
    assert await rows(storage, schema.totals) == plain([*some[:5], last]).totals


async def test_a_match_that_can_t_be_booked_takes_no_other_with_it(sqlite_storage: Storage) -> None:
    storage = sqlite_storage
    good, bad = [match for match in world(4) if plain([match]).versus][:2]
    await _execute(
        storage,
        f"CREATE TRIGGER refusal BEFORE INSERT ON history WHEN NEW.table_id = '{bad.table}' "
        "BEGIN SELECT RAISE(ABORT, 'not this one'); END",
    )
    answers = await asyncio.gather(keep(storage, good), keep(storage, bad), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), SequenceTakenError]
    assert bad.table not in await everything(storage)
    assert await rows(storage, schema.totals) == plain([good]).totals


async def _execute(storage: Storage, sql: str) -> None:
    async with storage.engine.begin() as connection:
        await connection.execute(text(sql))


Line = Mapping[int, tuple[int, int]]
"""By user: points and matches."""


def standings(found: Plain, match: MatchResult, period: str) -> Line:
    """The lines of the match's game, of people for whom a match has counted."""
    where = (match.guild, match.game, period)
    rows = [row for row in found.totals if row[:3] == where]
    lines: list[tuple[int, int, int]] = [(row[3], row[7], row[5]) for row in rows]  # type: ignore[misc]
    return {user: (points, matches) for user, points, matches in lines if matches}


def place(lines: Line, user: int) -> int:
    """One more than there are people with more points, or as many in fewer matches."""
    points, matches = lines[user]
    return 1 + sum(p > points or (p == points and m < matches) for p, m in lines.values())


async def aftermath(storage: Storage, match: MatchResult, season: Length = "month") -> Aftermath:
    return await storage.aftermaths.aftermath(match.table, season)


@pytest.mark.parametrize("season", ["month", "quarter"])
async def test_the_latest_match_of_a_world(storage: Storage, season: Length) -> None:
    """Match by match, so that each is the latest of those that are stored."""
    played: list[MatchResult] = []
    told = 0
    for match in world(1)[:60]:
        await keep(storage, match)
        played.append(match)
        recount = plain(played)
        found = await aftermath(storage, match, season)
        counts = {s.seat: s for s in match.seats if (match.table, s.seat) in recount.points}
        assert {seat: after.user for seat, after in found.seats.items()} == {
            number: seat.user for number, seat in counts.items() if seat.user
        }
        lines = standings(recount, match, period_at(season, match.finished_at))
        for seat, after in found.seats.items():
            assert after.points == recount.points[match.table, seat]
            assert after.place == place(lines, after.user)
            told += 1
        assert found.met == _met(recount, match, [after.user for after in found.seats.values()])
    assert told > 50


def _met(found: Plain, match: MatchResult, users: Sequence[int]) -> Mapping[tuple[int, int], Met]:
    rows = [row for row in found.versus if row[:2] == (match.guild, match.game)]
    return {
        (row[2], row[3]): Met(*row[4:])  # type: ignore[misc,arg-type]
        for row in rows
        if row[2] in users and row[3] in users
    }


async def test_ratings_are_those_of_the_result(storage: Storage) -> None:
    played = await kept(storage, 2)
    moved = 0
    for match in [match for match in played if plain([match]).points][:20]:
        for after in (await aftermath(storage, match)).seats.values():
            assert isinstance(after.before, Rating)
            assert after.after.deviation > 0
            moved += after.before != after.after
    assert moved


async def test_a_match_that_counts_for_nobody_has_changed_nothing(storage: Storage) -> None:
    played = await kept(storage, 2)
    without = [match for match in played if not plain([match]).points]
    assert any(match.ranked for match in without)
    for match in without[:10]:
        assert await aftermath(storage, match) == NOTHING
    assert await storage.aftermaths.aftermath("nothing", "month") == NOTHING


async def test_who_hides_is_known(storage: Storage) -> None:
    match = next(match for match in world(1) if len(plain([match]).history) > 1)
    await keep(storage, match)
    one, *others = [after.user for after in (await aftermath(storage, match)).seats.values()]
    assert (await aftermath(storage, match)).hidden == frozenset()
    await storage.people.choose(one, Visibility.HIDDEN)
    await storage.people.choose(others[0], Visibility.PUBLIC)
    assert (await aftermath(storage, match)).hidden == {one}
    await storage.people.choose(one, Visibility.SERVER)
    assert (await aftermath(storage, match)).hidden == frozenset()
