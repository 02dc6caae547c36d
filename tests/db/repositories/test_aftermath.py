"""What a match has changed, as it was booked, against a plain recount."""

from collections.abc import Mapping, Sequence

import pytest

from bot.league.lines import Met
from bot.league.people import Visibility
from bot.league.periods import Length, period_at
from bot.league.ratings import Rating
from bot.league.standings import NOTHING, Aftermath
from bot.tables.store import MatchResult
from db.storage import Storage
from tests.db.plain import Plain, plain
from tests.db.worlds import keep, kept, world

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
