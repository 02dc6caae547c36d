"""What can be gained by abuse: ratings by people who only help, points by many accounts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.title import KAPOW
from bot.league.caps import FEWEST_MATCHES
from bot.league.counting import FULL_POINTS, START_MEAN, Rating, anchor
from bot.league.lines import BEST
from bot.league.periods import period_at
from lab.league.world import Capped, Fold, Match, new_skills, ranks_of

EASY_KAI: Final = -1

ANCHORS: Final[Mapping[int, Rating]] = {EASY_KAI: anchor(KAPOW.kai.ratings[KAPOW.kai.play("easy")])}

HONEST: Final = 30

ABUSER: Final = HONEST

HELPER: Final = HONEST + 1
"""Another person, or another account; this number and those above it."""

DAYS: Final = 84

HONEST_DAYS: Final = 28

A_DAY: Final = 8
"""Honest matches; half of the people play on an average day."""

WINS: Final = 100

MOST: Final = BEST * FULL_POINTS
"""A season in which every match that counts was won; without caps each of these farms has it."""

FARM_WINS: Final = 60

FEBRUARY: Final = (31.0, 59.0)
"""When, in days since the first of January 1970, a Thursday; evenly."""

FARMER: Final = 0

OTHERS: Final = (101, 102, 103, 104)
"""They have met each other: enough people for everyone to be known by three."""


@dataclass(frozen=True, slots=True)
class Abuse:
    """A way to win that says nothing about skill."""

    name: str
    matches: Callable[[], Iterator[Match]]
    helper_plays: bool = False
    """Whether the helper is a person of average skill who plays honestly, too, all the time."""


class Gain(NamedTuple):
    """What came of it."""

    abuser: Rating
    best: Rating
    """Of the honest people, the helper not among them."""
    place: int
    """The abuser's among these, from 1."""


def gain(abuse: Abuse, seed: int, *, caps: bool) -> Gain:
    """Return the ratings at the end of a league in which someone abuses it."""
    fold = (Capped if caps else Fold)(ANCHORS)
    honest = _honest(seed, helper_plays=abuse.helper_plays)
    for match in sorted([*honest, *abuse.matches()], key=lambda match: match.day):
        fold.add(match)
    means = [fold.rating(player).mean for player in range(HONEST)]
    own = fold.rating(ABUSER)
    best = means.index(max(means))
    return Gain(own, fold.rating(best), 1 + sum(mean > own.mean for mean in means))


def _honest(seed: int, *, helper_plays: bool) -> Iterator[Match]:
    source = np.random.default_rng(seed)
    skills = (*new_skills(HONEST, source), START_MEAN, START_MEAN)
    for day, players in honest_tables(source, after=[HELPER] if helper_plays else []):
        ranks = ranks_of([skills[player] for player in players], source)
        yield Match(day, tuple(players), ranks)


def honest_tables(
    source: np.random.Generator, *, before: Sequence[int] = (), after: Sequence[int] = ()
) -> Iterator[tuple[float, list[int]]]:
    """Yield the days and players of the honest matches; the abuser plays the first four weeks.

    Others play with the honest people all the time; the order of all decides what is drawn.
    """
    for number in range(DAYS * A_DAY):
        day = number / A_DAY
        abuser = [ABUSER] if day < HONEST_DAYS else []
        present = [*range(HONEST), *before, *abuser, *after]
        size = int(source.integers(2, 5, endpoint=True))
        yield day, [int(player) for player in source.choice(present, size, replace=False)]


def _wins(
    others: Callable[[int], tuple[int, ...]],
    count: int = WINS,
    before: Callable[[float, tuple[int, ...]], Iterator[Match]] | None = None,
) -> Iterator[Match]:
    """Yield the abuser's wins, spread over eight weeks; ``others`` lose all alike.

    Whenever the others change, they first play what ``before`` yields.
    """
    last: tuple[int, ...] = ()
    for number in range(count):
        losers = others(number)
        day = HONEST_DAYS + (DAYS - HONEST_DAYS) * number / count
        if before and losers != last:
            yield from before(day, losers)
        last = losers
        yield Match(day, (ABUSER, *losers), (1, *(2 for _ in losers)))


def _ties(day: float, players: tuple[int, ...]) -> Iterator[Match]:
    """Yield matches after which these accounts have played enough, and are rated as before."""
    for _ in range(FEWEST_MATCHES):
        yield Match(day, players, (1,) * len(players))


def _one_night() -> Iterator[Match]:
    """Yield the wins of one night, the second last of the league."""
    return (match._replace(day=DAYS - 2 + match.day / DAYS / 4) for match in _wins(_helper))


def _helper(_: int) -> tuple[int, ...]:
    return (HELPER,)


def _fresh(accounts: int) -> Callable[[int], tuple[int, ...]]:
    """Return who loses: a number of accounts at one table, new ones after every five matches."""
    return lambda number: tuple(HELPER + number // 5 * accounts + each for each in range(accounts))


ABUSES: Final = (
    Abuse("nothing: four honest weeks", lambda: iter(())),
    Abuse("100 wins against easy Kai alone", lambda: _wins(lambda _: (EASY_KAI,))),
    Abuse("100 wins over a second account", lambda: _wins(_helper)),
    Abuse("the same, which plays with others too", lambda: _wins(_helper), helper_plays=True),
    Abuse("80 wins over a friend, ten a week", lambda: _wins(_helper, 80), helper_plays=True),
    Abuse("100 wins over a friend in one night", _one_night, helper_plays=True),
    Abuse("100 wins, a fresh account every five", lambda: _wins(_fresh(1))),
    Abuse("100 wins, three fresh ones at a table", lambda: _wins(_fresh(3))),
    Abuse("the same, which tie five times before", lambda: _wins(_fresh(3), before=_ties)),
)


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
    """After this many wins, again and again, the first account deletes its data and meets three
    more."""
    wins: int = FARM_WINS
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
    yield Match(0.0, OTHERS, (1, 2, 3, 4))
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
    return Match(day, (account, *OTHERS[:3]), (4, 1, 2, 3))
