"""The champions of the seasons that are over, and their medals."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bot.face.league.recap import Champion
from bot.face.league.values import Medals
from bot.league.periods import Length, period_at, span
from bot.tables.league.boards import MOST_SEASONS, Boards, SeasonLine
from bot.tables.league.people import names_in_list

__all__ = [
    "Archive",
    "archive",
    "champion_of",
    "champions_of",
    "length_of",
    "medallists",
    "medals_of",
    "names_in",
    "past",
]


class Archive(NamedTuple):
    """The seasons of a game that are over, newest first, and who was ahead in each."""

    seasons: Sequence[str]
    firsts: Mapping[str, Sequence[SeasonLine]]


def length_of(period: str) -> Length:
    """Return how long a season is."""
    return "quarter" if "Q" in period else "month"


def past(seasons: Collection[str], length: Length, now: int) -> Sequence[str]:
    """Return those seasons of a length that are over now (ms since 1970), newest first."""
    current = period_at(length, now)
    over = (one for one in seasons if length_of(one) == length and one < current)
    return sorted(over, key=lambda one: span(one).begins, reverse=True)[:MOST_SEASONS]


async def archive(boards: Boards, guild: int, game: str, length: Length, now: int) -> Archive:
    """Return all seasons of a length that are over and in which somebody has played.

    Raises ``StoreUnavailableError``.
    """
    seasons = past(await boards.seasons(guild, game), length, now)
    firsts = await boards.firsts(guild, game, seasons)
    return Archive([one for one in seasons if one in firsts], firsts)


async def medals_of(
    boards: Boards, guild: int, game: str, length: Length, now: int
) -> Mapping[int, Medals]:
    """Return everybody's medals in the seasons that are over, by user."""
    found = await archive(boards, guild, game, length, now)
    return _medals(found.firsts)


def _medals(firsts: Mapping[str, Sequence[SeasonLine]]) -> Mapping[int, Medals]:
    """Return how often each person finished in each of the first three places."""
    won = Counter((line.user, line.place) for lines in firsts.values() for line in lines)
    users = {user for user, _ in won}
    return {user: Medals(*(won[user, place] for place in (1, 2, 3))) for user in users}


def medallists(found: Archive, names: Mapping[int, str]) -> Sequence[tuple[str, Medals]]:
    """Return who has won the most medals, of the people who have a name here."""
    won = sorted(_medals(found.firsts).items(), key=lambda one: (one[1], -one[0]), reverse=True)
    return [(names[user], own) for user, own in won if user in names]


def names_in(found: Archive, hidden: Collection[int]) -> Mapping[int, str]:
    """Return what people are called in the archive: as in the latest season; nobody hidden."""
    lines = (line for key in found.seasons for line in found.firsts[key])
    return names_in_list(((line.user, line.name) for line in lines), hidden)


def champions_of(lines: Sequence[SeasonLine], hidden: Collection[int]) -> Sequence[Champion]:
    """Return lines of the standings, with the names of those who are not hidden."""
    names = names_in_list(((line.user, line.name) for line in lines), hidden)
    return [champion_of(line, names) for line in lines]


def champion_of(line: SeasonLine, names: Mapping[int, str]) -> Champion:
    """Return a line of the standings; who has no name here is hidden."""
    return Champion(line.place, names.get(line.user), line.points)
