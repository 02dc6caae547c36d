"""How many points of a season somebody can farm with accounts of their own, or in a ring."""

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
FEBRUARY: Final = (31.0, 59.0)
"""When, in days since the first of January 1970, a Thursday; evenly."""

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
    deletes_first: int = 0
    """How often the farmer plays there and then has their data deleted, before the month."""
    deletes_every: int = 0
    """After so many wins, always again, the first account deletes its data and meets three more."""
    wins: int = WINS
    days: tuple[float, float] = FEBRUARY


FARMS: Final = (
    Farm("one", ((1,),)),
    Farm("one that plays with others too", ((1,),), honest=True),
    Farm("two in turn", ((1,), (2,))),
    Farm("two that play with others too, in turn", ((1,), (2,)), honest=True),
    Farm("two at one table", ((1, 2),)),
    Farm("two that play with others too, at one table", ((1, 2),), honest=True),
    Farm("three at one table", ((1, 2, 3),)),
    Farm("three at one table on Wednesday night", ((1, 2, 3),), wins=20, days=(34.95, 35.05)),
    Farm("three at one table on Sunday night", ((1, 2, 3),), wins=20, days=(38.95, 39.05)),
    Farm("one, deleting three times before", ((1,),), deletes_first=3),
    Farm("two at one table, deleting twice before", ((1, 2),), deletes_first=2),
    Farm("one, which deletes after every five", ((1,),), honest=True, deletes_every=5),
)


def farmed(farm: Farm, *, forgets: bool = False) -> int:
    """Return the points of the farmer's month; ``forgets`` is what a deletion did once."""
    league = Capped()
    for step in _steps(farm):
        if isinstance(step, Match):
            league.add(step)
        elif forgets:
            league.forget(step)
    return league.totals(FARMER, period_at("month", 31 * 86_400_000)).points


def _steps(farm: Farm) -> Iterator[Match | int]:
    """Yield the matches, and who has their data deleted in between."""
    begins, ends = farm.days
    yield Match(0.0, HONEST, (1, 2, 3, 4))
    for account in sorted({account for table in farm.tables for account in table}):
        if farm.honest:
            yield _among_others(0.0, account)
    for _ in range(farm.deletes_first):
        yield Match(0.0, (FARMER, *farm.tables[0]), (1, *(2 for _ in farm.tables[0])))
        yield FARMER
    for number in range(farm.wins):
        table, day = farm.tables[number % len(farm.tables)], begins
        day += (ends - begins) * number / farm.wins
        if farm.deletes_every and number and number % farm.deletes_every == 0:
            yield table[0]
            yield _among_others(day, table[0])
        yield Match(day, (FARMER, *table), (1, *(2 for _ in table)))


def _among_others(day: float, account: int) -> Match:
    return Match(day, (account, *HONEST[:3]), (4, 1, 2, 3))
