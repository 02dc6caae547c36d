"""Rating systems for the simulated leagues, and what they are worth: ours, rivals, the truth."""

import importlib
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import combinations
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np

from bot.league.counting import START_DEVIATION, START_MEAN, Entrant, Rating, chance, rate
from lab.league.world import Fold, Match, new_skills, ranks_of

MISSING: Final = "openskill is not installed (group bench)"

_LEAST: Final = 1e-9
"""No forecast is more certain than this."""

SIZES: Final = (2, 4, 8)

MILESTONES: Final = (5, 10, 20, 40)
"""The number of matches a person after which this holds."""

FOLLOWED: Final = 32
"""Divisible by each of the sizes."""

SEATS: Final = 4

PEOPLE: Final = 100


class System:
    """Rates players, match by match."""

    def add(self, match: Match) -> None:
        """Rate a match."""
        raise NotImplementedError

    def rating(self, player: int) -> Rating:
        """Return a player's rating, on our scale."""
        raise NotImplementedError

    def chance(self, first: int, second: int) -> float:
        """Return the probability that the first does better than the second."""
        return chance(self.rating(first), self.rating(second))


class Ours(Fold, System):
    """The ratings of the league, without caps."""


class Truth(System):
    """Knows the hidden skills: no forecast can be better."""

    def __init__(self, skills: Sequence[float]) -> None:
        self._skills = skills

    def add(self, match: Match) -> None:
        """Learn nothing."""

    def rating(self, player: int) -> Rating:
        """Return a player's skill."""
        return Rating(self._skills[player], 0.0)


class Openskill(System):
    """A model of openskill with its usual constants; the library may not be installed.

    ``own_forecast`` says whether its ``predict_win`` tells the chances, or the formula of ours.
    """

    def __init__(self, model: str, *, own_forecast: bool) -> None:
        self._model: Any = getattr(importlib.import_module("openskill.models"), model)()
        self._fresh: Any = self._model.rating()
        self._ratings: dict[int, Any] = {}
        self._own_forecast = own_forecast

    def add(self, match: Match) -> None:
        """Rate a match."""
        teams = [[self._rated(player)] for player in match.players]
        after = self._model.rate(teams, ranks=list(match.ranks))
        for player, (rating,) in zip(match.players, after, strict=True):
            self._ratings[player] = rating

    def rating(self, player: int) -> Rating:
        """Return a player's rating, on our scale."""
        own, points = self._rated(player), START_DEVIATION / self._fresh.sigma
        return Rating(START_MEAN + (own.mu - self._fresh.mu) * points, own.sigma * points)

    def chance(self, first: int, second: int) -> float:
        """Return the probability that the first does better than the second."""
        if not self._own_forecast:
            return super().chance(first, second)
        teams = [[self._rated(first)], [self._rated(second)]]
        return float(self._model.predict_win(teams)[0])

    def _rated(self, player: int) -> Any:  # noqa: ANN401 - untyped where it is not installed
        # One of its own for each player: two seats with the same object are rated as one.
        return self._ratings.get(player) or self._model.rating()


def rivals() -> Iterator[tuple[str, Callable[[], System]]]:
    """Yield the names of openskill's systems and how to begin one; none if it is missing."""
    if find_spec("openskill") is None:
        return
    yield "openskill, Plackett-Luce", lambda: Openskill("PlackettLuce", own_forecast=True)
    yield "the same, with our forecast", lambda: Openskill("PlackettLuce", own_forecast=False)
    yield "openskill, Bradley-Terry", lambda: Openskill("BradleyTerryFull", own_forecast=False)


class Quality(NamedTuple):
    """Figures of a system in one league."""

    loss: float
    """The mean log loss of each pair's forecast before its match; 0.693 is a coin."""
    spearman: float
    kendall: float
    """Rank correlations of final means and hidden skills, -1 to 1."""


def quality(system: System, matches: Iterable[Match], skills: Sequence[float]) -> Quality:
    """Play a league through a new system: forecast each match, then rate it."""
    losses = []
    for match in matches:
        losses += pair_losses(match, system.chance)
        system.add(match)
    means = [system.rating(player).mean for player in range(len(skills))]
    return Quality(sum(losses) / len(losses), spearman(means, skills), kendall(means, skills))


def pair_losses(match: Match, chance: Callable[[int, int], float]) -> list[float]:
    """Return the log loss of the forecast for each pair of a match."""
    seats = combinations(zip(match.players, match.ranks, strict=True), 2)
    return [
        pair_loss(chance(first, second), rank, other) for (first, rank), (second, other) in seats
    ]


def pair_loss(forecast: float, rank: int, other: int) -> float:
    """Return the log loss of a forecast that the first does better; a tie is half of each."""
    sure = min(max(forecast, _LEAST), 1 - _LEAST)
    won, lost = -math.log(sure), -math.log(1 - sure)
    if rank == other:
        return (won + lost) / 2
    return won if rank < other else lost


def spearman(values: Sequence[float], others: Sequence[float]) -> float:
    """Return Spearman's rank correlation of two sequences without ties."""
    first, second = (np.argsort(np.argsort(each)) for each in (values, others))
    return float(np.corrcoef(first, second)[0, 1])


def kendall(values: Sequence[float], others: Sequence[float]) -> float:
    """Return Kendall's rank correlation: concordant pairs less discordant ones, over all."""
    signs = [
        np.sign(np.subtract.outer(np.asarray(each), np.asarray(each))) for each in (values, others)
    ]
    count = len(values)
    return float((signs[0] * signs[1]).sum() / (count * (count - 1)))


def deviations(new: Callable[[], System], size: int, seed: int) -> Sequence[float]:
    """Return the mean deviation after each of the milestones, in points.

    Everyone plays once in each circuit, at tables of one size with new neighbours, on one day.
    """
    source = np.random.default_rng([seed, size])
    skills = new_skills(FOLLOWED, source)
    system, found = new(), []
    for circuit in range(1, max(MILESTONES) + 1):
        for group in source.permutation(FOLLOWED).reshape(-1, size):
            players = tuple(map(int, group))
            system.add(Match(0.0, players, ranks_of([skills[each] for each in players], source)))
        if circuit in MILESTONES:
            found.append(fmean(system.rating(player).deviation for player in range(FOLLOWED)))
    return found


def matches_per_second(count: int, seed: int) -> float:
    """Fold this many matches of four seats; return how many a second of processor time."""
    source = np.random.default_rng(seed)
    skills = new_skills(PEOPLE, source)
    tables = [source.choice(PEOPLE, SEATS, replace=False).tolist() for _ in range(count)]
    ranks = [ranks_of([skills[player] for player in table], source) for table in tables]
    ratings = [Rating()] * PEOPLE
    start = time.process_time()
    for table, order in zip(tables, ranks, strict=True):
        entrants = [
            Entrant(ratings[player], rank) for player, rank in zip(table, order, strict=True)
        ]
        for player, rating in zip(table, rate(entrants), strict=True):
            ratings[player] = rating
    return count / (time.process_time() - start)
