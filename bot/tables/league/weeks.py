"""What was played in a stretch of time, such as a week; ``db`` implements it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from bot.game.contract import Scoring
from bot.league.periods import Span
from bot.tables.league.boards import BestScore

__all__ = ["Played", "Rivalry", "Weeks"]


class Played(NamedTuple):
    """How many matches of a game were finished."""

    finished: int
    rated: int
    """Those of them that count for somebody."""


class Rivalry(NamedTuple):
    """Two people who met in rated matches, of any game."""

    matches: int
    user: int
    name: str
    won: int
    """Matches in which this one was ahead."""
    other: int
    other_name: str
    lost: int
    """Matches in which the other one was."""


class Weeks(Protocol):
    """Reads a server's matches by when they ended. All calls raise ``StoreUnavailableError``."""

    async def played(self, guild: int, during: Span) -> Mapping[str, Played]:
        """Return what was played, by game, the most finished matches first."""

    async def best_rounds(
        self, guild: int, game: str, scoring: Scoring, during: Span, limit: int = 5
    ) -> Sequence[BestScore]:
        """Return the best scores of rounds in counted matches, best first, then earliest."""

    async def rivalries(self, guild: int, during: Span, limit: int = 5) -> Sequence[Rivalry]:
        """Return who met most often, at least twice."""
