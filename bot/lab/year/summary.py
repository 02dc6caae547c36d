"""What a year came to: matches, champions, and whether skill shows."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from bot.games.registry import GAMES
from bot.lab.league.measures import spearman
from bot.lab.year.server import GUILD
from bot.lab.year.year import Forgotten, Year
from bot.league.periods import period_at
from db.storage import Storage

__all__ = ["months_of", "summary"]

_ENOUGH: Final = 10
"""Who has played fewer rated matches of a game says nothing about skill."""


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
