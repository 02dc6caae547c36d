"""How many points of a season somebody can farm with accounts of their own."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.lab.league.folding import Capped
from bot.lab.league.world import Match
from bot.league.book import BEST
from bot.league.counting import FULL_POINTS
from bot.league.periods import period_at

__all__ = ["FARMS", "MOST", "Farm", "farmed"]

MOST: Final = BEST * FULL_POINTS
"""A season in which every match that counts was won; without caps each of these farms has it."""

WINS: Final = 60
DAYS: Final = 28.0
"""All in one month, evenly."""

FARMER: Final = 0
HONEST: Final = (101, 102, 103, 104)
"""They have met each other: enough people for everybody to be known by three."""


class Farm(NamedTuple):
    """Who loses to the farmer."""

    name: str
    tables: tuple[tuple[int, ...], ...]
    """The accounts that sit with the farmer, match by match, over and over."""
    honest: bool = False
    """Whether each of them has played with three other people, too."""


FARMS: Final = (
    Farm("one", ((1,),)),
    Farm("one that plays with others too", ((1,),), honest=True),
    Farm("two in turn", ((1,), (2,))),
    Farm("two that play with others too, in turn", ((1,), (2,)), honest=True),
    Farm("two at one table", ((1, 2),)),
    Farm("two that play with others too, at one table", ((1, 2),), honest=True),
    Farm("three at one table", ((1, 2, 3),)),
)


def farmed(farm: Farm) -> int:
    """Return the points of the farmer's month."""
    league = Capped()
    for match in _matches(farm):
        league.add(match)
    return league.points(FARMER, period_at("month", 0))


def _matches(farm: Farm) -> Iterator[Match]:
    yield Match(0.0, HONEST, (1, 2, 3, 4))
    for account in sorted({account for table in farm.tables for account in table}):
        if farm.honest:
            yield Match(0.0, (account, *HONEST[:3]), (4, 1, 2, 3))
    for number in range(WINS):
        table = farm.tables[number % len(farm.tables)]
        ranks = (1, *(2 for _ in table))
        yield Match(DAYS * number / WINS, (FARMER, *table), ranks)
