"""Lists of matches, against plain arithmetic in Python."""

import random
from collections.abc import Sequence

from bot.league.history import MatchLine
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult
from db.storage import Storage
from tests.db.samples import GUILD, START, acted

WORLDS = 10
"""Servers of one database, each with other results: none may show in another."""

GAMES = ("kapow", "toy")


async def test_matches_are_listed_newest_first(storage: Storage) -> None:
    for guild, played in await _worlds(storage):
        newest = sorted(played, key=lambda m: (m.finished_at, m.table), reverse=True)
        lines = [_line(match) for match in newest]
        assert await storage.league.matches(guild) == lines[:25]
        assert await storage.league.matches(guild, limit=3) == lines[:3]
        for some in (GAMES[:1], GAMES):
            of_these = [line for line in lines if line.game in some]
            assert await storage.league.matches(guild, some) == of_these[:25]
        for match, line in zip(newest, lines, strict=True):
            assert await storage.league.match(guild, match.table) == line
            assert await storage.league.match(guild + 1, match.table) is None


async def _worlds(storage: Storage) -> Sequence[tuple[int, Sequence[MatchResult]]]:
    chance = random.Random(20_260_101)
    worlds = []
    for guild in range(GUILD, GUILD + WORLDS):
        played = [_match(chance, guild, number) for number in range(chance.randrange(16))]
        for match in played:
            await _keep(storage, match)
        worlds.append((guild, played))
    return worlds


async def _keep(storage: Storage, match: MatchResult) -> None:
    listing = Listing(match.table, match.guild, 2, match.game, Phase.CLOSED, ())
    await storage.store.append(match.table, 0, [acted(1)], Effects(listing, match))


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
    game = chance.choice(GAMES)
    table = f"{guild}-{number}"
    return MatchResult(table, guild, game, ranked, ranked and full, finished_at, seats)


def _line(match: MatchResult) -> MatchLine:
    names = tuple(seat.name for seat in match.seats)
    totals = tuple(seat.total for seat in match.seats)
    users = tuple(seat.user for seat in match.seats)
    return MatchLine(match.table, match.game, match.finished_at, match.ranked, names, totals, users)
