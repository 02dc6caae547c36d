"""Ratings find who is better, and little is gained by accounts or friends that lose on purpose."""

from collections.abc import Iterator
from functools import cache
from statistics import correlation
from typing import Final, NamedTuple

import numpy as np
import pytest

from bot.league.caps import ALONE_PER_MONTH
from bot.league.counting import FULL_POINTS, START_MEAN
from bot.league.lines import BEST
from bot.league.periods import period_at
from tests.league.leagues import DAY, KAI, League, Plan, Played, new_skills, played, ranks_of

SMALL: Final = Plan("small", people=12, matches=400, seats=(2, 4))


def test_a_small_league_finds_its_order() -> None:
    skills = tuple(1200.0 + 60 * player for player in range(SMALL.people))
    league = League()
    for match in played(SMALL, skills, np.random.default_rng(3)):
        league.add(match)
    order = sorted(range(SMALL.people), key=league.mean)
    assert correlation([order.index(who) for who in range(SMALL.people)], skills) > 0.9


HONEST: Final = 30
ABUSER: Final = HONEST
FRIEND: Final = HONEST + 1
"""Another person, or another account; this number and those above it."""

DAYS, HONEST_DAYS = 84, 28
A_DAY: Final = 8
"""Honest matches."""


class Abuse(NamedTuple):
    """How someone of average skill wins after four honest weeks."""

    wins: int = 100
    losers: int = 1
    """How many accounts lose at each table."""
    fresh_after: int = 1000
    """After how many wins other accounts lose."""
    kai: bool = False
    friend: bool = False
    """Whether the one who loses is someone of average skill who plays with others, too."""
    begins: float = HONEST_DAYS
    ends: float = DAYS

    def matches(self) -> Iterator[Played]:
        for number in range(self.wins):
            first = FRIEND + number // self.fresh_after * self.losers
            losers = (KAI,) if self.kai else tuple(range(first, first + self.losers))
            day = self.begins + (self.ends - self.begins) * number / self.wins
            yield Played(day, (ABUSER, *losers), (1, *(2 for _ in losers)))


@cache
def rating(abuse: Abuse) -> float:
    league = League()
    matches = [*honest_matches(friend=abuse.friend), *abuse.matches()]
    for match in sorted(matches, key=lambda match: match.day):
        league.add(match)
    return league.mean(ABUSER)


def honest_matches(*, friend: bool) -> Iterator[Played]:
    """Yield what people play who do their best; the abuser is one of them for four weeks."""
    source = np.random.default_rng(1)
    skills = (*new_skills(HONEST, source), START_MEAN, START_MEAN)
    for number in range(DAYS * A_DAY):
        day = number / A_DAY
        present = [*range(HONEST), *[ABUSER] * (day < HONEST_DAYS), *[FRIEND] * friend]
        size = int(source.integers(2, 5, endpoint=True))
        players = tuple(map(int, source.choice(present, size, replace=False)))
        yield Played(day, players, ranks_of([skills[who] for who in players], source))


@pytest.mark.parametrize(
    "abuse",
    [Abuse(kai=True), Abuse(), Abuse(fresh_after=5), Abuse(losers=3, fresh_after=5)],
    ids=["over easy Kai", "over an account", "over fresh accounts", "over three fresh accounts"],
)
def test_a_hundred_wins_are_worth_nothing(abuse: Abuse) -> None:
    """Without the caps they lift a rating by 350 and more."""
    assert rating(abuse) == rating(Abuse(wins=0))


def test_a_night_with_a_friend_is_worth_less_than_weeks() -> None:
    weeks = Abuse(wins=80, friend=True)
    one_night = Abuse(friend=True, begins=DAYS - 2, ends=DAYS - 1.75)
    assert rating(Abuse(wins=0, friend=True)) < rating(one_night) < rating(weeks) - 100


ALONE: Final = ALONE_PER_MONTH * FULL_POINTS
MOST: Final = BEST * FULL_POINTS
"""A season in which every match that counts was won."""

FARMER: Final = 0
OTHERS: Final = (101, 102, 103, 104)
"""They have met each other: enough people for everyone to be known by three."""

FEBRUARY: Final = (31.0, 59.0)
"""When, in days since the first of January 1970, a Thursday; evenly."""


class Farm(NamedTuple):
    """Who loses to the farmer."""

    tables: tuple[tuple[int, ...], ...]
    """The accounts that sit with the farmer, match by match, over and over."""
    honest: bool = False
    """Whether each of them has played with three other people, too."""
    wins: int = 60
    days: tuple[float, float] = FEBRUARY

    def matches(self) -> Iterator[Played]:
        yield Played(0.0, OTHERS, (1, 2, 3, 4))
        for account in sorted({account for table in self.tables for account in table}):
            if self.honest:
                yield Played(0.0, (account, *OTHERS[:3]), (4, 1, 2, 3))
        for number in range(self.wins):
            table = self.tables[number % len(self.tables)]
            day = self.days[0] + (self.days[1] - self.days[0]) * number / self.wins
            yield Played(day, (FARMER, *table), (1, *(2 for _ in table)))


@pytest.mark.parametrize(
    ("farm", "points"),
    [
        (Farm(((1,),)), 0),
        (Farm(((1,),), honest=True), ALONE),
        (Farm(((1,), (2,))), 0),
        (Farm(((1,), (2,)), honest=True), 2 * ALONE),
        (Farm(((1, 2),)), 0),
        # Three at one table look like an honest evening of three.
        (Farm(((1, 2),), honest=True), MOST),
        (Farm(((1, 2, 3),)), MOST),
        (Farm(((1, 2, 3),), wins=20, days=(34.95, 35.05)), MOST // 2),  # On a Wednesday night.
        # On a Sunday night two weeks touch: that is what a cap by the week allows.
        (Farm(((1, 2, 3),), wins=20, days=(38.95, 39.05)), MOST),
    ],
)
def test_points_farmed_in_a_month(farm: Farm, points: int) -> None:
    league = League()
    for match in farm.matches():
        league.add(match)
    assert league.totals(FARMER, period_at("month", 31 * DAY)).points == points
