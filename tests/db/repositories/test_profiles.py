"""What a profile tells of a person is what the results say."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import pytest
from sqlalchemy import select

from bot.league.achievements import Career
from bot.league.counting import BANDS, band_of
from bot.league.periods import ALL_TIME
from bot.league.reports import Elsewhere
from bot.tables.store import MatchResult, SeatResult, Tally
from db import schema
from db.repositories.profiles import FEWEST_MATCHES, FEWEST_PEOPLE, ServerMedians
from db.storage import Storage
from tests.db.samples import GUILD, START
from tests.db.worlds import keep, kept
from tests.tables.house import HandClock

GAMES = ("kapow", "toy")
MINA, SAM, KIM, ADA, BO = range(11, 16)
DAY = 86_400_000


def match(
    number: int, *users: int, game: str = "kapow", at: int | None = None, timeouts: int = 0
) -> MatchResult:
    """A match that ended in this order; the first one won."""
    tally = Tally(9, 0, timeouts)
    seats = tuple(
        SeatResult(seat, user, f"user {user}", None, seat + 1, 9 + seat, (9 + seat,), tally)
        for seat, user in enumerate(users)
    )
    finished = START + number * DAY if at is None else at
    return MatchResult(f"t{number:04}", GUILD, game, True, True, finished, seats)


async def career(storage: Storage, user: int, now: int = START + 900 * DAY) -> Career:
    return await storage.profiles.career(GUILD, user, GAMES, "month", now)


async def play(storage: Storage, *matches: MatchResult) -> None:
    for one in matches:
        await keep(storage, one)


async def test_totals_curve_and_form_are_those_of_the_results(storage: Storage) -> None:
    played = await kept(storage, 1)
    profiles = storage.profiles
    for user in {seat.user for one in played for seat in one.seats if seat.user}:
        stored = await _rows(storage, user)
        lines = await profiles.totals(GUILD, user, GAMES)
        assert {(line.game, line.matches, line.wins) for line in lines} == {
            (game, len(own), sum(row[1] for row in own))
            for game in GAMES
            if (own := [row for row in stored if row[0] == game])
        }
        assert [line.matches for line in lines] == sorted(
            (line.matches for line in lines), reverse=True
        )
        for band in BANDS:
            own = [row for row in stored if row[0] == "kapow" and band_of(row[2]) == band]
            expected = [row[3] for row in own]
            curve = await profiles.curve(GUILD, user, "kapow", band, 7)
            assert list(curve) == expected[-7:]
        recent = await profiles.recent(GUILD, user, GAMES, 5)
        assert [(one.seats, one.won) for one in recent] == [(row[2], row[1]) for row in stored[-5:]]


async def _rows(storage: Storage, user: int) -> Sequence[tuple[str, bool, int, float]]:
    """A person's history in order: game, won, seats, rating."""
    line = schema.history.c
    query = (
        select(line.game, line.won, line.seats, line.rating)
        .where(line.user_id == user, line.guild == GUILD)
        .order_by(line.finished_at, line.table_id)
    )
    async with storage.engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(query)]


async def test_places_agree_with_the_standings(storage: Storage) -> None:
    await kept(storage, 1)
    for period in (ALL_TIME, "2027-04", "2027-Q2"):
        lines = await storage.boards.lines(GUILD, "kapow", period, limit=99)
        for line in lines:
            places = await storage.profiles.places(GUILD, line.user, ["kapow"], period)
            assert places == {"kapow": line.place}


async def test_a_stranger_has_nothing(storage: Storage) -> None:
    await kept(storage, 1)
    who = (GUILD, 999, GAMES)
    assert await storage.profiles.totals(*who) == []
    assert await storage.profiles.places(*who, "2027-04") == {}
    assert await storage.profiles.ratings(*who) == {}
    assert await storage.profiles.facts(*who) == {}
    assert (await storage.profiles.company(*who, 5)).most == ()
    assert await storage.profiles.elsewhere(GUILD, 999) == Elsewhere(0, 0)
    assert await career(storage, 999) == Career(games_left=2)


async def test_the_company_is_counted_over_all_games(storage: Storage) -> None:
    await play(
        storage,
        match(1, MINA, SAM, KIM),
        match(2, SAM, MINA, game="toy"),
        match(3, MINA, SAM),
        *(match(10 + n, *((MINA, ADA) if n % 2 else (ADA, MINA))) for n in range(10)),
    )
    found = await storage.profiles.company(GUILD, MINA, GAMES, 2)
    assert [(one.user, one.won, one.tied, one.lost) for one in found.most] == [
        (ADA, 5, 0, 5),
        (SAM, 2, 0, 1),
    ]
    assert [one.name for one in found.most] == [f"user {ADA}", f"user {SAM}"]
    assert (found.people, found.ties, found.even) == (3, 0, 1)


async def test_a_tie_is_told(storage: Storage) -> None:
    one = match(1, MINA, SAM)
    await play(storage, replace(one, seats=tuple(replace(seat, rank=1) for seat in one.seats)))
    found = await storage.profiles.company(GUILD, MINA, GAMES, 5)
    assert (found.ties, found.most[0].tied) == (1, 1)


async def test_games_and_tables_at_which_someone_won(storage: Storage) -> None:
    await play(storage, match(1, MINA, SAM), match(2, SAM, MINA, KIM))
    assert (await career(storage, MINA)).games_left == 1
    assert (await career(storage, MINA)).bands_won == {"2"}
    await play(storage, match(3, MINA, SAM, KIM, ADA, game="toy"))
    found = await career(storage, MINA)
    assert found.games_left == 0
    assert found.bands_won == {"2", "3-4"}
    assert (await career(storage, KIM)).games_left == 2


async def test_runs_of_wins_and_of_none(storage: Storage) -> None:
    """W L L W W W L: the last loss is no drought that a win has ended."""
    results = (True, False, False, True, True, True, False, False, False)
    for number, won in enumerate(results):
        await play(storage, match(number, *((MINA, SAM) if won else (SAM, MINA))))
    assert (await career(storage, MINA)).streak == 3
    assert (await career(storage, MINA)).drought == 2
    assert (await career(storage, SAM)).streak == 3
    assert (await career(storage, SAM)).drought == 3
    # A match of another game in between counts, too.
    await play(storage, match(20, SAM, MINA, game="toy"), match(21, MINA, SAM))
    assert (await career(storage, MINA)).drought == 4


async def test_a_win_against_three_needs_three_people(storage: Storage) -> None:
    with_kai = match(1, MINA, SAM, KIM, ADA)
    kai = SeatResult(3, None, "Kai", "normal", 4, 9, (9,), Tally(kai_turns=9, levels={"normal": 9}))
    await play(storage, replace(with_kai, seats=(*with_kai.seats[:3], kai)))
    assert not (await career(storage, MINA)).won_against_three
    await play(storage, match(2, SAM, MINA, KIM, ADA))
    assert not (await career(storage, MINA)).won_against_three
    assert (await career(storage, SAM)).won_against_three


async def test_a_giant_is_rated_much_higher(storage: Storage) -> None:
    """Sam wins against many, and then is behind once."""
    others = [21, 22, 23, 24, 25, 26]
    for number in range(60):
        await play(storage, match(number, SAM, others[number % 6], others[(number + 1) % 6]))
    assert not (await career(storage, MINA)).upset
    rated = (await storage.profiles.ratings(GUILD, SAM, GAMES))["kapow"]["3-4"]
    assert rated.rating.mean > 1700
    await play(storage, match(60, SAM, MINA, 21))
    assert not (await career(storage, MINA)).upset
    await play(storage, match(61, MINA, SAM, 21))
    assert (await career(storage, MINA)).upset
    assert not (await career(storage, SAM)).upset


async def test_turns_out_of_time_end_the_run(storage: Storage) -> None:
    await play(storage, match(0, MINA, SAM, timeouts=1))
    for number in range(1, 4):
        await play(storage, match(number, MINA, SAM, game=GAMES[number % 2]))
    assert (await career(storage, MINA)).punctual == 3
    await play(storage, *(match(number, MINA, SAM) for number in range(4, 25)))
    assert (await career(storage, MINA)).punctual == 20
    await play(storage, match(25, MINA, SAM, timeouts=1))
    assert (await career(storage, MINA)).punctual == 0


async def test_medals_are_those_of_seasons_that_are_over(storage: Storage) -> None:
    await play(storage, match(1, MINA, SAM, KIM, ADA, BO))
    season = START + DAY
    assert (await career(storage, MINA, season)).medals == 0
    later = season + 40 * DAY
    found = [(await career(storage, user, later)).medals for user in (MINA, SAM, KIM, ADA, BO)]
    assert found == [1, 1, 1, 0, 0]
    quarters = await storage.profiles.career(GUILD, MINA, GAMES, "quarter", START + 200 * DAY)
    assert quarters.medals == 1


async def test_other_servers_are_added_up(storage: Storage) -> None:
    there = (match(1, MINA, SAM), match(2, SAM, MINA, game="toy"))
    await play(storage, *(replace(one, guild=GUILD + 5) for one in there))
    await play(storage, match(3, MINA, SAM))
    assert await storage.profiles.elsewhere(GUILD, MINA) == Elsewhere(2, 1)
    assert await storage.profiles.elsewhere(GUILD + 5, MINA) == Elsewhere(1, 1)


async def test_medians_are_of_those_who_play(storage: Storage) -> None:
    await kept(storage, 1)
    for guild in (GUILD, GUILD + 1):
        line = schema.totals.c
        query = select(line.points, line.matches, line.wins).where(
            line.guild == guild, line.game == "kapow", line.period == ALL_TIME
        )
        async with storage.engine.connect() as connection:
            rows = [row for row in await connection.execute(query) if row[1] >= FEWEST_MATCHES]
        found = await storage.profiles.medians(guild, "kapow")
        if len(rows) < FEWEST_PEOPLE:
            assert found is None
        else:
            assert found is not None
            assert found.points == pytest.approx(median(row[0] / row[1] for row in rows))
            assert found.wins == pytest.approx(median(row[2] / row[1] for row in rows))
    assert await storage.profiles.medians(GUILD, "kapow") is None


async def test_medians_are_kept_for_some_hours(storage: Storage) -> None:
    clock = HandClock()
    medians = ServerMedians(storage.profiles, clock)
    circle = (MINA, SAM, KIM, ADA, BO)
    await play(storage, *(match(number, *circle) for number in range(5)))
    first = await medians.of(GUILD, "kapow")
    assert first is not None
    await play(storage, *(match(number, *circle, 99) for number in range(5, 9)))
    assert await medians.of(GUILD, "kapow") == first
    assert await medians.of(GUILD, "toy") is None
    clock.advance(12 * 3600)
    again = await medians.of(GUILD, "kapow")
    assert again == await storage.profiles.medians(GUILD, "kapow")
    assert again != first
