"""Lists of finished matches are what a plain look through all results gives."""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import pytest
from sqlalchemy import text

from bot.league.counting import Rating
from bot.league.lines import Met
from bot.league.results import Cursor, PageStart, Past, PastMatch, PastSeat
from bot.tables.entries import Clock
from bot.tables.store import MatchResult, SeatResult, Tally
from db.storage import Storage
from tests.db.plain import plain
from tests.db.samples import GUILD, START, result
from tests.db.worlds import keep, kept
from tests.helpers import not_none

GAMES = (None, "kapow", "toy", "chess")


async def walk(
    storage: Storage, guild: int, user: int | None, game: str | None, limit: int
) -> list[Past]:
    """All pages of a list, from the newest on."""
    pages = [await storage.histories.page(guild, user=user, game=game, limit=limit)]
    while pages[-1].older:
        last = pages[-1].matches[-1]
        way = PageStart(Cursor(last.finished_at, last.table))
        pages.append(
            await storage.histories.page(guild, user=user, game=game, way=way, limit=limit)
        )
    return pages


def newest(
    played: Sequence[MatchResult], guild: int, user: int | None, game: str | None
) -> list[str]:
    wanted = [
        match
        for match in played
        if match.guild == guild
        and game in (None, match.game)
        and (user is None or user in {seat.user for seat in match.seats})
    ]
    wanted.sort(key=lambda match: (match.finished_at, match.table), reverse=True)
    return [match.table for match in wanted]


async def test_pages_have_every_match_once_in_order(storage: Storage) -> None:
    """Many of these matches end at the same moment, friendly ones are among them."""
    played = await kept(storage, 1)
    for guild, user, game in product((GUILD, GUILD + 1, 7), (None, 11, 12, 99), GAMES):
        pages = await walk(storage, guild, user, game, 7)
        found = [match.table for page in pages for match in page.matches]
        assert found == newest(played, guild, user, game)
        assert [page.newer for page in pages] == [False] + [True] * (len(pages) - 1)
        assert all(len(page.matches) == 7 for page in pages[:-1])


async def test_newer_pages_lead_back(storage: Storage) -> None:
    await kept(storage, 2)
    for user in (None, 12):
        pages = await walk(storage, GUILD, user, None, 6)
        back = pages[-1]
        for expected in reversed(pages[:-1]):
            first = back.matches[0]
            way = PageStart(Cursor(first.finished_at, first.table), older=False)
            back = await storage.histories.page(GUILD, user=user, way=way, limit=6)
            assert back == expected
        assert not back.newer


async def test_a_place_near_the_newest_leads_to_the_newest_page(storage: Storage) -> None:
    await kept(storage, 2)
    first = await storage.histories.page(GUILD)
    third = first.matches[3]
    way = PageStart(Cursor(third.finished_at, third.table), older=False)
    assert await storage.histories.page(GUILD, way=way) == first
    beyond = PageStart(Cursor(0, ""))
    assert (await storage.histories.page(GUILD, way=beyond)).matches == ()


async def test_a_match_is_told_as_it_was_stored(storage: Storage) -> None:
    seats = (
        SeatResult(0, 11, "Mina", None, 2, 12, (12,), Tally(7, 2), "left"),
        SeatResult(1, None, "Kai", "hard", 3, 14, (14,), Tally(0, 9)),
        SeatResult(2, 12, "Sam", None, 1, -3, (-3,), Tally(9, 0)),
    )
    clock = Clock(kind="live", seconds=60)
    match = replace(
        result("one"), seats=seats, started_at=START - 5000, options={"rounds": 1}, clock=clock
    )
    match = replace(match, kai_version=3)
    await keep(storage, match)
    found = not_none(await storage.histories.match(GUILD, "one"))
    sam, mina, kai = found.seats
    assert sam.points == 100
    assert sam.before == Rating()
    assert sam.after is not None
    assert mina == PastSeat(11, "Mina", None, 2, 12, 7, 2, 0, Rating(), mina.after)
    assert kai == PastSeat(None, "Kai", "hard", 3, 14, 0, 9, None, None, None, seat=1)
    assert found == PastMatch(
        *("one", "kapow", START, True, True, START - 5000, {"rounds": 1}, clock),
        3,
        (sam, mina, kai),
    )
    assert await storage.histories.match(GUILD + 1, "one") is None
    assert await storage.histories.match(GUILD, "two") is None


async def test_of_older_matches_the_result_is_told(storage: Storage) -> None:
    await keep(storage, result("old"))
    async with storage.engine.begin() as connection:
        for change in (
            "UPDATE matches SET started_at = NULL, options = NULL, clock = NULL",
            "UPDATE results SET own_turns = NULL, kai_turns = NULL",
            "UPDATE tables SET phase = 'pruned'",
        ):
            await connection.execute(text(change))
    found = not_none(await storage.histories.match(GUILD, "old"))
    assert (found.started_at, found.options, found.clock) == (None, None, None)
    assert not found.recorded
    assert [(seat.name, seat.own_turns, seat.kai_turns) for seat in found.seats] == [
        ("Mina", 0, 0),
        ("Kai", 0, 0),
    ]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.thorough)])
async def test_two_people_s_matches_agree_with_a_recount(storage: Storage, seed: int) -> None:
    """What is counted, and the latest matches listed, are the same: nobody wins after leaving."""
    played = await kept(storage, seed)
    expected = _met(played)
    assert len(expected) > 20
    for guild, (one, two) in product((GUILD, GUILD + 1), product(range(11, 20), repeat=2)):
        met = await storage.histories.met(guild, one, two)
        assert met == expected.get((guild, one, two), {})
        assert list(met) == sorted(met, key=lambda game: (-met[game].matches, game))
        listed = await storage.histories.between(guild, one, two, met, limit=1000)
        assert Counter(match.game for match in listed) == {g: m.matches for g, m in met.items()}
        times = [(match.finished_at, match.table) for match in listed]
        assert times == sorted(times, reverse=True)
        assert all({one, two} <= {seat.user for seat in match.seats} for match in listed)
        assert await storage.histories.between(guild, one, two, met, limit=3) == listed[:3]


def _met(played: Sequence[MatchResult]) -> Mapping[tuple[int, int, int], Mapping[str, Met]]:
    """By server and two people: how they did at each game."""
    found: dict[tuple[int, int, int], dict[str, Met]] = defaultdict(dict)
    for row in plain(played).versus:
        guild, game, one, two, *figures = row
        if figures[0]:
            found[guild, one, two][game] = Met(*figures[:3])  # type: ignore[index,arg-type]  # its columns
    return found


WORLDS = 10
"""Servers of one database, each with other results: none may show in another."""

OF_WORLDS = ("kapow", "toy")


async def test_matches_are_listed_newest_first(storage: Storage) -> None:
    for guild, played in await _worlds(storage):
        newest = sorted(played, key=lambda m: (m.finished_at, m.table), reverse=True)
        for match in newest:
            line = not_none(await storage.histories.match(guild, match.table))
            assert (line.game, line.finished_at) == (match.game, match.finished_at)
            assert line.ranked == match.ranked
            seats = [(one.seat, one.user, one.name, one.total) for one in line.by_seat]
            assert seats == [(one.seat, one.user, one.name, one.total) for one in match.seats]
            assert await storage.histories.match(guild + 1, match.table) is None
        for some in (None, OF_WORLDS[:1], OF_WORLDS):
            of_these = [match.table for match in newest if some is None or match.game in some]
            for limit in (3, 25):
                found = await storage.histories.recorded(guild, some, limit=limit)
                assert [line.table for line in found] == of_these[:limit]


async def _worlds(storage: Storage) -> Sequence[tuple[int, Sequence[MatchResult]]]:
    chance = random.Random(20_260_101)
    worlds = []
    for guild in range(GUILD, GUILD + WORLDS):
        played = [_match(chance, guild, number) for number in range(chance.randrange(16))]
        for match in played:
            await keep(storage, match)
        worlds.append((guild, played))
    return worlds


def _match(chance: random.Random, guild: int, number: int) -> MatchResult:
    """Make a match up: few people and small numbers, so that much is equal."""
    ranked, full = chance.random() < 0.8, chance.random() < 0.7
    rounds = 2 if full else 1
    users = chance.sample([11, 12, 13, 14, 15, 16, 17, None, None], chance.randint(2, 5))
    points = [tuple(chance.randint(-2, 3) for _ in range(rounds)) for _ in users]
    totals = [sum(each) for each in points]
    seats = tuple(
        SeatResult(
            seat=seat,
            user=user,
            name=f"{user} at times {chance.randrange(3)}" if user else "Kai",
            kai=None if user else "normal",
            rank=1 + sum(other < totals[seat] for other in totals),
            total=totals[seat],
            points=points[seat],
        )
        for seat, user in enumerate(users)
    )
    finished_at = START + chance.randrange(8)
    game = chance.choice(OF_WORLDS)
    table = f"{guild}-{number}"
    return MatchResult(table, guild, game, ranked, ranked and full, finished_at, seats)
