"""``python -m lab year``: a year of a server, played, recounted, drawn and told."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.face.league.profile import profile_picture, profile_text
from bot.face.league.standings import board_picture, board_text
from bot.face.league.values import Profile
from bot.games.registry import GAMES
from bot.gc_tuning import frozen_gc
from bot.league.periods import period_at
from bot.league.settings import Visibility
from bot.tables.clock import Time
from cogs.profile import About, Sources, profile_of
from cogs.standings import Season, season_board
from db import schema
from db.schema import history
from db.storage import Storage
from lab.league.ratings import spearman
from lab.simulated import live, tell_differences
from lab.year.server import GUILD, open_server
from lab.year.year import Plan, Year, simulate
from tests.db.plain import Forgotten, Plain, Rows, plain
from tests.db.rows import named_rows, rows

COMPARED: Final = ("totals", "bests", "versus", "history", "facts")
"""What is compared with the recount."""

_SHOWN: Final = 5
"""The number of rows of each kind that are told one by one."""

_ENOUGH: Final = 10
"""People with fewer rated matches of a game say nothing about skill."""

SERVER: Final = "Card night"

_PROFILES: Final = 4


def league_year(people: int, matches: int, seed: int, out: Path) -> int:
    """Simulate a year; return the exit status: 1 if what is stored is not what a recount says."""
    with frozen_gc():
        return live(out, "year", lambda: run(Plan(people, matches, seed), out, print))


async def run(plan: Plan, folder: Path, tell: Callable[[str], None]) -> Sequence[str]:
    """Simulate a year in a folder, tell and draw it; return what differs from the recount."""
    async with open_server(folder / "year.db", plan.seed) as server:
        year = await simulate(server, plan, tell)
        for line in await summary(server.storage, year):
            tell(line)
        found, expected = await stored(server.storage), plain(year.events)
        wrong = list(differences(found, expected))
        sizes = (f"{len(getattr(expected, kind)):,} of {kind}" for kind in COMPARED)
        tell(f"recounted rows: {', '.join(sizes)}")
        tell_differences(wrong, tell)
        drawn = await draw(server.storage, year, folder, server.clock)
        tell(f"{drawn} pictures in {folder}")
    return wrong


async def stored(storage: Storage) -> Plain:
    """Return what is stored, in the form of a recount: without former players.

    What is known of people from before a deletion is left out, too.
    """
    duels = [row for row in await rows(storage, schema.versus) if min(row[2:4]) > 0]
    return Plain(
        totals={(*row[:-1], None) for row in await rows(storage, schema.totals) if row[3] > 0},
        bests=await rows(storage, schema.bests),
        versus={(*row[:-1], 0) for row in duels},
        facts=await rows(storage, schema.facts),
        history={row[:-1] for row in await rows(storage, schema.history)},
        points={},
    )


def differences(found: Plain, expected: Plain, kinds: Sequence[str] = COMPARED) -> Iterator[str]:
    """Yield a line for each row that is stored and should not be, or the other way round."""
    for kind in kinds:
        is_there: Rows = getattr(found, kind)
        should_be: Rows = getattr(expected, kind)
        for what, some in (("stored", is_there - should_be), ("missing", should_be - is_there)):
            shown = sorted(some, key=repr)[:_SHOWN]
            yield from (f"{kind}: {what} {row}" for row in shown)
            if len(some) > len(shown):
                yield f"{kind}: {what} {len(some) - len(shown):,} more"


def months_of(year: Year) -> Sequence[str]:
    """Return the months in which matches were finished, in order."""
    return sorted({period_at("month", match.finished_at) for match in year.matches})


async def summary(storage: Storage, year: Year) -> Sequence[str]:
    """Return the lines of the summary."""
    counted = sum(match.counted for match in year.matches)
    forgotten = sum(isinstance(event, Forgotten) for event in year.events)
    played = {seat.user for match in year.matches for seat in match.seats if seat.user}
    left = sum(
        seat.held is not None for match in year.matches for seat in match.seats if not seat.kai
    )
    head = (
        f"{len(year.matches):,} matches finished by {len(played):,} people: {counted:,} counted, "
        f"in {left:,} seats people were not there at the end. {year.closed:,} more closed without "
        f"a result. {year.crashes} crashes, {forgotten} people had their data deleted."
    )
    return [
        head,
        *[line async for line in _champions(storage, year)],
        *[line async for line in _skills(storage, year)],
    ]


async def _champions(storage: Storage, year: Year) -> AsyncIterator[str]:
    months = months_of(year)
    for name, game in GAMES.items():
        leaders = await storage.boards.firsts(GUILD, name, months)
        first = (
            f"{month[5:]} {line.name} ({line.points})"
            for month in months
            for line in leaders.get(month, ())
            if line.place == 1
        )
        yield f"champions of {game.title}: {', '.join(first)}"


async def _skills(storage: Storage, year: Year) -> AsyncIterator[str]:
    """Tell how well ratings order people by their hidden skill."""
    skills = {guest.person.id: guest.skill for guest in year.guests}
    for name, game in GAMES.items():
        ratings = await storage.boards.ratings(GUILD, name, skills)
        known = {user: bands[0] for user, bands in ratings.items() if bands}
        known = {user: one for user, one in known.items() if one.matches >= _ENOUGH}
        told = "too few to say"
        if len(known) > 2:
            means = [one.rating.mean for one in known.values()]
            order = spearman(means, [skills[user] for user in known])
            told = f"{order:.2f}"
        yield (
            f"skill and rating at {game.title}, Spearman: {told} "
            f"({len(known)} people with {_ENOUGH} rated matches or more)"
        )


async def draw(storage: Storage, year: Year, folder: Path, clock: Time) -> int:
    """Draw everything into a folder, each picture with its text; return how many pictures."""
    months = months_of(year)
    drawn = 0
    for name, game in GAMES.items():
        for month in dict.fromkeys((months[len(months) // 2], months[-1])):
            season = Season(GUILD, SERVER, game, month, year.guests[0].person.id, clock.now())
            if shown := await season_board(storage, season, 1, private=True):
                board = shown.board
                _save(folder / f"standings-{name}-{month}", board_picture(board), board_text(board))
                drawn += 1
    for number, profile in enumerate(await _profiles(storage, clock), start=1):
        _save(folder / f"profile-{number}", profile_picture(profile), profile_text(profile))
        drawn += 1
    return drawn


def _save(path: Path, picture: bytes, text: str) -> None:
    path.with_suffix(".png").write_bytes(picture)
    path.with_suffix(".md").write_text(f"{text}\n", "utf-8")


async def _profiles(storage: Storage, clock: Time) -> Sequence[Profile]:
    """Return the profiles of those who have played most."""
    counts = Counter(row.user_id for row in await named_rows(storage, history))
    most = sorted(counts, key=lambda user: (-counts[user], user))[:_PROFILES]
    sources = Sources.of(storage, clock, GAMES)
    asked = (
        About(GUILD, SERVER, user, "Somebody", Visibility.SERVER, "month", clock.now())
        for user in most
    )
    found = [await profile_of(sources, about) for about in asked]
    return [profile for profile in found if profile is not None]
