"""What somebody gains who abuses a league, with and without the caps.

Everybody plays honestly for four weeks. Then one person, of average skill, stops and only abuses,
while the others play on for eight weeks.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.kai import KAI as KAPOW_KAI
from bot.lab.league.folding import Capped, Fold
from bot.lab.league.world import Match, new_skills, ranks_of
from bot.league.anchors import anchor
from bot.league.caps import FEWEST_MATCHES
from bot.league.ratings import START_MEAN, Rating

__all__ = ["ABUSES", "Gain", "gain"]

EASY_KAI: Final = -1
ANCHORS: Final[Mapping[int, Rating]] = {EASY_KAI: anchor(KAPOW_KAI.ratings[KAPOW_KAI.play("easy")])}

HONEST: Final = 30
ABUSER: Final = HONEST
HELPER: Final = HONEST + 1
"""Another person, or another account; this number and those above it."""

DAYS: Final = 84
HONEST_DAYS: Final = 28
A_DAY: Final = 8
"""Honest matches; half of the people play on an average day."""
WINS: Final = 100


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
    """Return the ratings at the end of a league in which somebody abuses it."""
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
    for number in range(DAYS * A_DAY):
        day = number / A_DAY
        present = [*range(HONEST)]
        present += [ABUSER] if day < HONEST_DAYS else []
        present += [HELPER] if helper_plays else []
        size = int(source.integers(2, 5, endpoint=True))
        players = tuple(map(int, source.choice(present, size, replace=False)))
        yield Match(day, players, ranks_of([skills[player] for player in players], source))


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
    """Return who loses: so many accounts at one table, new ones after every five matches."""
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
