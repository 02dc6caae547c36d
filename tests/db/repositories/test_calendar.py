"""What the calendar needs: seasons, their first places, weeks, noted places, what was told."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from sqlalchemy import insert, select

from bot.game.contract import Scoring
from bot.league.periods import Span
from bot.league.reports import Announcement, Played
from bot.tables.store import MatchResult
from db import schema
from db.repositories.weeks import PORTION, note_place
from db.storage import Storage
from tests.db.plain import has_played, met_in
from tests.db.samples import GUILD, START
from tests.db.worlds import kept

GAMES = ("kapow", "toy")
YEAR = 366 * 86_400_000
LOWEST = Scoring(best="lowest", totals_rank=True, totals_compare=True)
HIGHEST = Scoring(best="highest", totals_rank=True, totals_compare=True)

Line = tuple[int, str, int, int, int]


async def lines(storage: Storage, guild: int, game: str, period: str) -> Sequence[Line]:
    """Everyone's line in the standings, from the first on: all that is stored, sorted here."""
    row = schema.totals.c
    query = select(row.user_id, row.name, row.points, row.matches, row.wins).where(
        row.guild == guild, row.game == game, row.period == period, row.matches > 0
    )
    async with storage.engine.connect() as connection:
        found = [tuple(line) for line in await connection.execute(query)]
    return sorted(found, key=lambda line: (-line[2], line[3], line[0]))


async def stored_seasons(storage: Storage, guild: int, game: str) -> set[str]:
    row = schema.totals.c
    query = select(row.period).where(row.guild == guild, row.game == game, row.period != "")
    async with storage.engine.connect() as connection:
        return {period for (period,) in await connection.execute(query)}


def places(everybody: Sequence[Line]) -> Sequence[int]:
    """The places of lines in order: one more than there are people ahead."""
    merits = [(-points, matches) for _, _, points, matches, _ in everybody]
    return [1 + sum(other < own for other in merits) for own in merits]


async def test_seasons_and_their_first_places(storage: Storage) -> None:
    played = await kept(storage, 1)
    shared = 0
    for guild in {match.guild for match in played} | {7}:
        for game in GAMES:
            found = await storage.boards.seasons(guild, game)
            expected = await stored_seasons(storage, guild, game)
            assert sorted(found) == sorted(expected)
            firsts = await storage.boards.firsts(guild, game, [*found, "1999-01"])
            for period in expected:
                everybody = await lines(storage, guild, game, period)
                numbered = list(zip(places(everybody), everybody, strict=True))
                wanted = [(place, *line) for place, line in numbered[:10] if place <= 3]
                got = [
                    (line.place, line.user, line.name, line.points, line.matches, line.wins)
                    for line in firsts.get(period, ())
                ]
                assert got == wanted
                shared += len({place for place, *_ in wanted}) < len(wanted)
    assert shared


async def fill(storage: Storage, points: Mapping[int, tuple[int, int]], period: str) -> None:
    """Give people these points and matches in a season of Kapow!."""
    rows = [
        {
            "guild": GUILD,
            "game": "kapow",
            "period": period,
            "user_id": user,
            "name": f"user {user}",
            "matches": matches,
            "points": scored,
            **dict.fromkeys(("wins", "abandoned", "opponents"), 0),
        }
        for user, (scored, matches) in points.items()
    ]
    async with storage.engine.begin() as connection:
        await connection.execute(schema.totals.delete())
        await connection.execute(insert(schema.totals), rows)


async def noted(storage: Storage) -> Mapping[tuple[str, int], int]:
    async with storage.engine.connect() as connection:
        rows = await connection.execute(select(schema.places))
        return {(period, user): place for _, _, period, user, place in rows}


async def test_places_of_many_people_are_noted_in_portions(storage: Storage) -> None:
    chance = random.Random(5)
    people = 2 * PORTION
    points = {user: (chance.randrange(40), chance.randrange(4)) for user in range(1, people + 1)}
    await fill(storage, points, "2026-11")
    week = START
    assert await storage.places.note(GUILD, GAMES, "2026-11", week) == []
    everybody = await lines(storage, GUILD, "kapow", "2026-11")
    before = {line[0]: place for line, place in zip(everybody, places(everybody), strict=True)}
    assert {user: place for (_, user), place in (await noted(storage)).items()} == before
    assert PORTION < len(before) < people
    points = {user: (chance.randrange(40), 1) for user in range(100, people + 1)}
    await fill(storage, points, "2026-11")
    climbed = await storage.places.note(GUILD, GAMES, "2026-11", week + 1)
    everybody = await lines(storage, GUILD, "kapow", "2026-11")
    now = {line[0]: place for line, place in zip(everybody, places(everybody), strict=True)}
    gains = sorted((before[user] - now[user] for user in now if user in before), reverse=True)
    assert [one.gained for one in climbed] == gains[:5]
    assert {one.user: before[one.user] - now[one.user] for one in climbed} == {
        one.user: one.gained for one in climbed
    }
    after = {user: place for (_, user), place in (await noted(storage)).items()}
    assert {user: after[user] for user in now} == now


async def test_places_of_another_season_are_deleted(storage: Storage) -> None:
    points = dict.fromkeys(range(1, PORTION + 9), (5, 1))
    for period in ("2026-10", "2026-Q4", "2026-11"):
        await fill(storage, points, period)
        await storage.places.note(GUILD, GAMES, period, START)
        assert set(await noted(storage)) == {(period, user) for user in points}
    assert await storage.places.before(GUILD, "kapow", "2026-11", [1, 2, 9999]) == {1: 1, 2: 1}
    assert await storage.places.before(GUILD, "toy", "2026-11", [1]) == {}
    assert await storage.places.before(GUILD + 1, "kapow", "2026-11", [1]) == {}


async def test_it_is_known_of_which_week_the_places_are(storage: Storage) -> None:
    await fill(storage, {1: (5, 1)}, "2026-11")
    assert not await storage.places.noted(GUILD, "2026-11", START)
    for _ in range(2):
        await storage.places.note(GUILD, GAMES, "2026-11", START)
    assert await storage.places.noted(GUILD, "2026-11", START)
    assert not await storage.places.noted(GUILD, "2026-Q4", START)
    assert not await storage.places.noted(GUILD, "2026-11", START + 7 * 86_400_000)
    assert not await storage.places.noted(GUILD + 1, "2026-11", START)


async def test_what_was_played_in_a_week(storage: Storage) -> None:
    """Compared with plain counting; the first millisecond belongs to it, the last does not."""
    played = await kept(storage, 2)
    (at, _), *_ = Counter(match.finished_at for match in played).most_common(1)
    for during in (Span(at, at + 1), Span(at - 1, at), Span(0, at), Span(0, 2**42)):
        for guild in {match.guild for match in played}:
            now = [
                match
                for match in played
                if match.guild == guild and during.begins <= match.finished_at < during.ends
            ]
            rated = await _rated(storage)
            found = await storage.weeks.played(guild, during)
            assert found == {
                game: Played(
                    sum(match.game == game for match in now),
                    sum(match.game == game and match.table in rated for match in now),
                )
                for game in {match.game for match in now}
            }
            counts = [count.finished for count in found.values()]
            assert counts == sorted(counts, reverse=True)
            await _check_rounds(storage, guild, during, now)
            await _check_rivals(storage, guild, during, [m for m in now if m.table in rated])


async def _rated(storage: Storage) -> set[str]:
    async with storage.engine.connect() as connection:
        query = select(schema.matches.c.table_id).where(schema.matches.c.rated)
        return {table for (table,) in await connection.execute(query)}


async def _check_rounds(
    storage: Storage, guild: int, during: Span, played: Sequence[MatchResult]
) -> None:
    for game in GAMES:
        scores = [
            points
            for match in played
            if match.game == game and match.counted
            for seat in match.seats
            if seat.user and has_played(match, seat)
            for points in seat.points
        ]
        for scoring, order in ((LOWEST, sorted(scores)), (HIGHEST, sorted(scores)[::-1])):
            best = await storage.weeks.best_rounds(guild, game, scoring, during)
            assert [one.score for one in best] == order[:5]


async def _check_rivals(
    storage: Storage, guild: int, during: Span, rated: Sequence[MatchResult]
) -> None:
    met: Counter[tuple[int, int]] = Counter()
    won: Counter[tuple[int, int]] = Counter()
    for match in rated:
        ranks = {seat.user: seat.rank for seat in match.seats if seat.user}
        for one, other in met_in(match):
            if one > other:
                continue
            met[one, other] += 1
            won[one, other] += ranks[one] < ranks[other]
            won[other, one] += ranks[other] < ranks[one]
    often = sorted((pair for pair in met if met[pair] > 1), key=lambda pair: (-met[pair], pair))
    found = await storage.weeks.rivalries(guild, during)
    assert [(one.user, one.other, one.matches, one.won, one.lost) for one in found] == [
        (one, other, met[one, other], won[one, other], won[other, one]) for one, other in often[:5]
    ]


async def test_something_is_begun_once_and_remembered_for_a_year(storage: Storage) -> None:
    told = storage.announcements
    assert await told.begin(GUILD, ["week 1", "season 1"], START)
    assert not await told.begin(GUILD, ["week 1"], START + 1)
    assert not await told.begin(GUILD, ["week 2", "season 1"], START + 1, message=0)
    assert await told.begin(GUILD + 1, ["week 1"], START, message=0)
    known = await told.known([GUILD, GUILD + 1, GUILD + 2], ["week 1", "week 2", "season 1"])
    assert {guild: sorted(found) for guild, found in known.items()} == {
        GUILD: [Announcement("season 1", START, None), Announcement("week 1", START, None)],
        GUILD + 1: [Announcement("week 1", START, 0)],
    }
    await told.finish(GUILD, ["week 1", "season 1"], 2**62)
    known = await told.known([GUILD], ["week 1", "season 1"])
    assert {one.message for one in known[GUILD]} == {2**62}
    assert await told.begin(GUILD, ["week 9"], START + YEAR)
    assert len((await told.known([GUILD], ["week 1", "season 1"]))[GUILD]) == 2
    assert await told.begin(GUILD, ["week 10"], START + YEAR + 1)
    assert await told.known([GUILD], ["week 1", "season 1"]) == {}
    assert len(await told.known([GUILD + 1], ["week 1"])) == 1


async def test_someone_who_is_forgotten_meanwhile_gets_no_place(storage: Storage) -> None:
    """A deletion between the reading of a portion and its writing."""
    await fill(storage, {1: (5, 1), 2: (4, 1)}, "2026-11")
    about = {"g": GUILD, "a": "kapow", "p": "2026-11"}
    values = [{**about, "u": user, "place": user} for user in (1, 2, 3)]
    await storage.writer.write({}, [note_place(storage.engine.dialect.name)(*values)])
    assert await noted(storage) == {("2026-11", 1): 1, ("2026-11", 2): 2}
