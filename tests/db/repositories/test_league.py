"""Standings, best scores and lists of matches, against plain arithmetic in Python."""

import random
from collections.abc import Sequence
from itertools import product

from bot.game.contract import Scoring
from bot.tables.core.store import Effects, Listing, MatchResult, Phase, SeatResult
from bot.tables.league.store import BestScore, MatchLine, Standing
from db.storage import Storage
from tests.db.samples import GUILD, START, acted

WORLDS = 10
"""Servers of one database, each with other results: none may show in another."""

GAMES = ("kapow", "toy")

SCORINGS = (
    Scoring(best="lowest", totals_compare=True),
    Scoring(best="lowest", totals_compare=False),
    Scoring(best="highest", totals_compare=True),
    Scoring(best="highest", totals_compare=False),
)
LOWEST, *_ = SCORINGS


async def test_standings_agree_with_plain_arithmetic(storage: Storage) -> None:
    league = storage.league
    for guild, played in await _worlds(storage):
        await league.change_settings(guild, {"count_short": guild % 2 == 0})
        moves = _counted if guild % 2 else _ranked
        for game, scoring in product(GAMES, SCORINGS):
            moving = [m for m in played if m.game == game and moves(m)]
            expected = _standings(moving, played, scoring)
            pages = [
                await league.standings(guild, game, scoring, offset=at, limit=3)
                for at in (0, 3, 6, 9)
            ]
            assert [line for page in pages for line in page] == expected
            assert await league.standing_count(guild, game) == len(expected)


async def test_best_scores_agree_with_plain_arithmetic(storage: Storage) -> None:
    league = storage.league
    for guild, played in await _worlds(storage):
        for game, scoring in product(GAMES, SCORINGS):
            counted = [m for m in played if m.game == game and _counted(m)]
            matches = _best_matches(counted, played, scoring)
            rounds = _best_rounds(counted, played, scoring)
            assert await league.best_matches(guild, game, scoring) == matches[:5]
            assert await league.best_matches(guild, game, scoring, limit=100) == matches
            assert await league.best_rounds(guild, game, scoring) == rounds[:5]
            assert await league.best_rounds(guild, game, scoring, limit=1000) == rounds


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


async def test_places_are_shared_and_skipped(storage: Storage) -> None:
    """Mina and Sam are equal; Ada won as often, but has the worse mean rank; Ben never won."""
    ranks = {1: (1, 2), 2: (2, 1), 3: (1, 3), 4: (3, 3)}
    for number in range(2):
        seats = [
            SeatResult(seat, user, f"user {user}", None, by_match[number], 9, (4, 5))
            for seat, (user, by_match) in enumerate(ranks.items())
        ]
        await _keep(storage, MatchResult(f"m{number}", GUILD, "kapow", True, True, 5, tuple(seats)))
    lines = await storage.league.standings(GUILD, "kapow", LOWEST)
    assert [(line.place, line.user) for line in lines] == [(1, 1), (1, 2), (3, 3), (4, 4)]
    assert lines[0] == Standing(1, 1, "user 1", 2, 1, 1.5, 4.5, 9)


async def test_points_decide_between_equals_and_the_best_is_shown(storage: Storage) -> None:
    """Ann and Bob have each won a match and lost one; Bob has more points a round."""
    rounds = {1: (("Ann", (9, -5)), ("Bob", (3, 3))), 2: (("Bob", (8,)), ("Ann", (4,)))}
    for number, seats in rounds.items():
        results = tuple(
            SeatResult(rank - 1, ord(name[0]), name, None, rank, sum(points), points)
            for rank, (name, points) in enumerate(seats, 1)
        )
        await _keep(storage, MatchResult(f"m{number}", GUILD, "kapow", True, True, number, results))
    shown = {
        (scoring.best, scoring.totals_compare): [
            (line.place, line.name, line.best)
            for line in await storage.league.standings(GUILD, "kapow", scoring)
        ]
        for scoring in SCORINGS
    }
    assert shown == {
        ("lowest", True): [(1, "Ann", 4), (2, "Bob", 6)],
        ("lowest", False): [(1, "Ann", -5), (2, "Bob", 3)],
        ("highest", True): [(1, "Bob", 8), (2, "Ann", 4)],
        ("highest", False): [(1, "Bob", 8), (2, "Ann", 9)],
    }


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


def _counted(match: MatchResult) -> bool:
    return match.counted


def _ranked(match: MatchResult) -> bool:
    return match.ranked


def _standings(
    moving: Sequence[MatchResult], played: Sequence[MatchResult], scoring: Scoring
) -> list[Standing]:
    users = {seat.user for match in moving for seat in match.seats if seat.user}
    lines = [_standing(user, moving, _name(user, played), scoring) for user in sorted(users)]
    merits = [
        (-line.wins, line.mean_rank, _merit(line.points_per_round, scoring)) for line in lines
    ]
    order = sorted(range(len(lines)), key=merits.__getitem__)
    places = [1 + sum(other < merits[at] for other in merits) for at in order]
    lines = [lines[at] for at in order]
    return [Standing(place, *_fields(line)[1:]) for place, line in zip(places, lines, strict=True)]


def _fields(line: Standing) -> tuple[int, int, str, int, int, float, float, int]:
    return (
        line.place,
        line.user,
        line.name,
        line.matches,
        line.wins,
        line.mean_rank,
        line.points_per_round,
        line.best,
    )


def _merit(score: float, scoring: Scoring) -> float:
    """Return what is the lower the better the score is."""
    return score if scoring.best == "lowest" else -score


def _standing(user: int, moving: Sequence[MatchResult], name: str, scoring: Scoring) -> Standing:
    own = [seat for match in moving for seat in match.seats if seat.user == user]
    points = [point for seat in own for point in seat.points]
    compared = [seat.total for seat in own] if scoring.totals_compare else points
    return Standing(
        place=0,
        user=user,
        name=name,
        matches=len(own),
        wins=sum(seat.rank == 1 for seat in own),
        mean_rank=sum(seat.rank for seat in own) / len(own),
        points_per_round=sum(points) / len(points),
        best=min(compared) if scoring.best == "lowest" else max(compared),
    )


def _name(user: int | None, played: Sequence[MatchResult]) -> str:
    """Return the name of a person's latest match, whatever it was."""
    theirs = [m for m in played if user in {seat.user for seat in m.seats}]
    latest = max(theirs, key=lambda m: (m.finished_at, m.table))
    return next(seat.name for seat in latest.seats if seat.user == user)


def _best_matches(
    counted: Sequence[MatchResult], played: Sequence[MatchResult], scoring: Scoring
) -> list[BestScore]:
    found = [
        ((_merit(seat.total, scoring), m.finished_at, m.table, seat.seat), seat.user, seat.total)
        for m in counted
        for seat in m.seats
        if seat.user
    ]
    return [
        BestScore(user, _name(user, played), total, table, at)
        for (_, at, table, _), user, total in sorted(found)
    ]


def _best_rounds(
    counted: Sequence[MatchResult], played: Sequence[MatchResult], scoring: Scoring
) -> list[BestScore]:
    found = [
        ((_merit(points, scoring), m.finished_at, m.table, seat.seat, number), seat.user, points)
        for m in counted
        for seat in m.seats
        if seat.user
        for number, points in enumerate(seat.points, 1)
    ]
    return [
        BestScore(user, _name(user, played), points, table, at, number)
        for (_, at, table, _, number), user, points in sorted(found)
    ]


def _line(match: MatchResult) -> MatchLine:
    names = tuple(seat.name for seat in match.seats)
    totals = tuple(seat.total for seat in match.seats)
    users = tuple(seat.user for seat in match.seats)
    return MatchLine(match.table, match.game, match.finished_at, match.ranked, names, totals, users)
