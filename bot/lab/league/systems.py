"""Rating systems that are compared: ours, and those of openskill if it is installed."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any, Final, Protocol

from bot.lab.league.folding import Fold
from bot.lab.league.world import Match
from bot.league.ratings import START_DEVIATION, START_MEAN, Rating, chance

__all__ = ["MISSING", "Openskill", "Ours", "System", "Truth", "rivals"]

MISSING: Final = "openskill is not installed (group bench)"


class System(Protocol):
    """Rates players, match by match."""

    def add(self, match: Match) -> None:
        """Rate a match."""

    def rating(self, player: int) -> Rating:
        """Return a player's rating, on our scale."""

    def chance(self, first: int, second: int) -> float:
        """Return the probability that the first does better than the second."""


class Ours(Fold):
    """The ratings of the league, without caps."""

    def chance(self, first: int, second: int) -> float:
        """Return the probability that the first does better than the second."""
        return chance(self.rating(first), self.rating(second))


class Truth:
    """Knows the hidden skills: no forecast can be better."""

    def __init__(self, skills: Sequence[float]) -> None:
        self._skills = skills

    def add(self, match: Match) -> None:
        """Learn nothing."""

    def rating(self, player: int) -> Rating:
        """Return a player's skill."""
        return Rating(self._skills[player], 0.0)

    def chance(self, first: int, second: int) -> float:
        """Return the probability that the first does better than the second."""
        return chance(self.rating(first), self.rating(second))


class Openskill:
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
            return chance(self.rating(first), self.rating(second))
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
