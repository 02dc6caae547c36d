"""What a deletion may not do: change any number of anyone else, then or later."""

import itertools
from collections.abc import Sequence
from contextlib import closing
from sqlite3 import connect
from typing import Final, NamedTuple, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import update

from bot.games.registry import GAMES
from bot.league.counting import START_DEVIATION, START_MEAN, Player
from bot.league.lines import Before, Match as LeagueMatch, Rated
from bot.league.periods import ALL_TIME, span
from bot.tables.entries import FORMER
from bot.tables.store import MatchResult, SeatResult, Tally
from db import schema
from db.engine.statements import Query
from db.maintenance.rebuild import rebuild
from db.repositories.former import with_earlier_lives
from db.storage import Storage
from tests.db.downgrade import back_to, begin_with
from tests.db.rows import all_but_bests, named_rows
from tests.db.worlds import forget, keep

DAY: Final = 86_400_000
START: Final = span("2027-Q2").begins
PEOPLE: Final = 5
NUMBERS = itertools.count(1)
"""Each league has a server and people of its own, so that one database has many."""


class Gone(NamedTuple):
    """A person, from 0, has their data deleted."""

    person: int


class Match(NamedTuple):
    """A ranked match: after this many days, and in which order; the last one may have left it."""

    days: float
    order: Sequence[int]
    left: bool = False
    game: str = "kapow"


Step: TypeAlias = Match | Gone


def steps(*gaps: float) -> st.SearchStrategy[list[Step]]:
    """Leagues of a few people, with these times between two matches."""
    orders = st.permutations(range(PEOPLE)).flatmap(
        lambda order: st.integers(2, 4).map(lambda seats: tuple(order[:seats]))
    )
    games = st.sampled_from(("kapow", "kapow", "kapow", "toy"))
    match = st.builds(Match, st.sampled_from(gaps), orders, st.booleans(), games)
    gone = st.builds(Gone, st.integers(0, PEOPLE - 1))
    return st.lists(st.one_of(match, match, match, gone), min_size=3, max_size=30)


class League:
    """A server on which all that happens, and its people."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.guild = next(NUMBERS) << 22
        self.at = START
        self._matches = itertools.count()

    def user(self, person: int) -> int:
        return self.guild + 11 + person

    async def play(self, steps: Sequence[Step], *, deletions: bool = True) -> None:
        for step in steps:
            if isinstance(step, Match):
                await self.match(step)
            elif deletions:
                await self.forget(step.person)

    async def match(self, match: Match) -> None:
        self.at += round(match.days * DAY)
        await self.storage.pruner.prune_former(self.at)
        last = len(match.order) - 1
        seats = tuple(
            SeatResult(
                *(seat, self.user(person), f"user {person}", None, seat + 1, 9, (9 + seat,)),
                Tally(9, 1, facts={"columns": 1}),
                "left" if match.left and seat == last else None,
            )
            for seat, person in enumerate(match.order)
        )
        table = f"{self.guild} {next(self._matches):03}"
        await keep(
            self.storage, MatchResult(table, self.guild, match.game, True, True, self.at, seats)
        )

    async def forget(self, person: int) -> int | None:
        return await forget(self.storage, self.user(person), self.at)

    async def worth(self) -> list[tuple[int, int, int | None, str | None]]:
        """What each match was worth to each seat, also to those who deleted their data."""
        found = await named_rows(self.storage, schema.results)
        return sorted(
            (int(row.table_id.split()[1]), row.seat, row.points, row.limits)
            for row in found
            if row.table_id.startswith(f"{self.guild} ")
        )

    async def stored(self, *, of: Sequence[int] | None = None) -> set[tuple[object, ...]]:
        """All lines of the server, or those of some people; ids as they are counted here."""
        found: set[tuple[object, ...]] = set()
        for table in (schema.totals, schema.ratings, schema.versus, schema.facts, schema.history):
            for row in await named_rows(self.storage, table):
                told = row._asdict()
                who = [told[name] - self.user(0) for name in IDS if name in told]
                if told["guild"] == self.guild and (of is None or {*who} <= {*of}):
                    left_out = HERE if of is not None else ()
                    kept = [value for name, value in told.items() if name not in left_out]
                    found.add((table.name, *who, *kept))
        return found


IDS: Final = ("user_id", "other_id")
HERE: Final = (*IDS, "guild", "table_id")
"""Columns in which two servers differ."""

ONCE: Final = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
"""What is found in many leagues is no database's; those below are counted by both."""

anyhow = settings(suppress_health_check=(HealthCheck.function_scoped_fixture, HealthCheck.too_slow))


@ONCE
@anyhow
@given(steps=steps(0.01, 0.1, 1, 2))
async def test_a_deletion_changes_no_match_s_worth(storage: Storage, steps: Sequence[Step]) -> None:
    """Those who come back within the time are met again, and nobody is new a second time."""
    league, other = League(storage), League(storage)
    await league.play(steps)
    await other.play(steps, deletions=False)
    assert await league.worth() == await other.worth()


@ONCE
@anyhow
@given(steps=steps(0.01, 1, 5, 20))
async def test_who_deletes_and_stays_away_changes_nothing_for_others(
    storage: Storage, steps: Sequence[Step]
) -> None:
    gone: set[int] = set()
    kept: list[Step] = []
    for step in steps:
        if isinstance(step, Gone):
            gone.add(step.person)
            kept.append(step)
        elif not gone & {*step.order}:
            kept.append(step)
    league, other = League(storage), League(storage)
    await league.play(kept)
    await other.play(kept, deletions=False)
    assert await league.worth() == await other.worth()
    stay = [person for person in range(PEOPLE) if person not in gone]
    assert await league.stored(of=stay) == await other.stored(of=stay)


@ONCE
@anyhow
@given(steps=steps(0.01, 1, 20, 70))
async def test_a_recount_is_the_same(storage: Storage, url: str, steps: Sequence[Step]) -> None:
    """Also long after the salts are gone, when nobody could be recognised any more."""
    league = League(storage)
    await league.play(steps)
    worth, stored = await league.worth(), await league.stored()
    league.at += 400 * DAY
    await storage.pruner.prune_former(league.at)
    await rebuild(url, GAMES, league.guild)
    assert await league.worth() == worth
    assert await league.stored() == stored


@pytest.fixture
async def league(storage: Storage) -> League:
    """A league in which all five have met, and the first has lost to everyone."""
    league = League(storage)
    for _ in range(6):
        await league.match(Match(1, (4, 3, 2, 0)))
        await league.match(Match(1, (1, 2, 0)))
    return league


async def test_who_comes_back_begins_provisional_and_no_better_than_before(
    storage: Storage, league: League
) -> None:
    [low], [high] = [await _ratings(league, person) for person in (0, 4)]
    assert low.rating.mean < START_MEAN < high.rating.mean
    for person in (0, 4):
        await league.forget(person)
        assert await _ratings(league, person) == []
    await league.match(Match(1, (4, 0, 1)))
    back = [league.user(0), league.user(4)]
    starts = {
        row.user_id: (row.mean_before, row.deviation_before)
        for row in await named_rows(storage, schema.results)
        if row.user_id in back
    }
    assert starts == {
        back[0]: (low.rating.mean, START_DEVIATION),
        back[1]: (START_MEAN, START_DEVIATION),
    }


async def _ratings(league: League, person: int) -> Sequence[Rated]:
    user = league.user(person)
    return (await league.storage.boards.ratings(league.guild, "kapow", [user]))[user]


async def test_nothing_of_before_is_shown(storage: Storage, league: League) -> None:
    gone, other = league.user(0), league.user(2)
    await league.forget(0)
    await league.match(Match(1, (0, 2, 3)))
    met = await storage.histories.met(league.guild, gone, other)
    assert {game: (line.matches, line.won) for game, line in met.items()} == {"kapow": (1, 1)}
    [line] = await storage.profiles.totals(league.guild, gone, ["kapow"])
    assert (line.matches, line.wins, line.opponents, line.points) == (1, 1, 2, 100)
    company = await storage.profiles.company(league.guild, other, ["kapow"], 9)
    assert company.people == 4  # The person who came back is no fifth one.
    lines = await storage.boards.lines(league.guild, "kapow", ALL_TIME)
    assert {line.user for line in lines} == {league.user(person) for person in range(PEOPLE)}
    await league.forget(0)
    lines = await storage.boards.lines(league.guild, "kapow", ALL_TIME)
    assert {line.user for line in lines} == {league.user(person) for person in range(1, PEOPLE)}
    assert FORMER.name not in {line.name for line in lines}
    assert await storage.boards.count(league.guild, "kapow", ALL_TIME) == PEOPLE - 1
    company = await storage.profiles.company(league.guild, other, ["kapow"], 9)
    assert all(opponent.user > 0 for opponent in company.most)
    assert str(gone) not in await all_but_bests(storage)


@pytest.mark.parametrize(("quarters", "known"), [(1, True), (2, False)])
async def test_a_salt_is_kept_until_the_next_quarter_is_over(
    storage: Storage, league: League, quarters: int, *, known: bool
) -> None:
    await league.forget(0)
    league.at = START + quarters * 92 * DAY
    await league.match(Match(1, (1, 0)))
    salts = [row.name for row in await named_rows(storage, schema.secrets)]
    kept = (["former 2027-Q2"], 1) if known else ([], 0)
    assert (salts, len(await named_rows(storage, schema.former_players))) == kept
    _, seat, points, limits = (await league.worth())[-2]
    assert (seat, points) == (0, 100 if known else 0)
    assert ("points" in str(limits)) is not known


async def test_a_deletion_cut_short_goes_on_with_its_id(storage: Storage, league: League) -> None:
    privacy, user = storage.privacy, league.user(0)
    former = await privacy.lives.begin(user, league.at, new=True)
    await privacy.league.erase(user, former)
    await league.match(Match(0.1, (1, 0)))  # The bot was down in the middle, and they play on.
    assert await league.forget(0) == former
    assert str(user) not in await all_but_bests(storage)
    [week] = [
        row.this_week
        for row in await named_rows(storage, schema.versus)
        if (row.user_id, row.other_id) == (former, league.user(1))
    ]
    assert week > 1
    assert await league.forget(0) is None
    await league.match(Match(0.1, (1, 0)))
    assert await league.forget(0) not in {None, former}


async def test_those_whom_older_versions_deleted_stay_as_they_were(
    storage: Storage, league: League, url: str
) -> None:
    """They are opponents whom nobody knows, with the rating of their match."""
    of_user = schema.results.c.user_id == league.user(0)
    async with storage.engine.begin() as connection:
        await connection.execute(update(schema.results).where(of_user).values(user_id=None))
    await rebuild(url, GAMES, league.guild)
    stored, worth = await league.stored(), await league.worth()
    await rebuild(url, GAMES, league.guild)
    assert (await league.stored(), await league.worth()) == (stored, worth)
    assert {row.user_id for row in await named_rows(storage, schema.totals)} == {
        league.user(person) for person in range(1, PEOPLE)
    }


async def test_an_upgrade_keeps_what_was_and_knows_nobody(storage: Storage, league: League) -> None:
    """The columns are new; of who was deleted before them nothing is known any more."""
    stored, worth = await league.stored(), await league.worth()
    await back_to(storage, "0021")
    async with storage.engine.begin() as connection:
        await connection.run_sync(begin_with, "head")
    assert (await league.stored(), await league.worth()) == (stored, worth)
    assert await named_rows(storage, schema.former_players) == []


async def test_people_with_many_lives_ask_for_little(storage: Storage) -> None:
    """A match is counted in one transaction, which all servers share."""
    if storage.engine.dialect.name != "sqlite":
        pytest.skip("what is asked is the same")
    league = League(storage)
    asked = []
    for _ in range(2):
        for _ in range(5):
            await league.match(Match(0.1, (0, 1)))
            await league.forget(0)
            await league.forget(1)
        asked.append(_questions(league))
    assert asked[1] < 2 * asked[0], "five lives of each, then ten"


def _questions(league: League) -> int:
    """Return how many questions a match of the first two people asks about their lives."""
    players = tuple(Player(seat, league.user(seat), None, seat + 1) for seat in (0, 1))
    where = {"guild": league.guild, "game": "kapow"}
    script = with_earlier_lives(where, LeagueMatch(league.at, players), Before())
    with closing(connect(league.storage.engine.url.database or "")) as database:
        question, count = next(script), 1
        while isinstance(question, Query):
            rows = database.execute(*question.in_sql(league.storage.engine.dialect)).fetchall()
            try:
                question = script.send(rows)
            except StopIteration:
                return count
            count += 1
    pytest.fail("asked for something to be written")
