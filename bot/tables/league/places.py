"""Where people stood when the week began, to tell who has moved; ``db`` implements it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

__all__ = ["Climb", "Places"]


class Climb(NamedTuple):
    """How far somebody has come in the standings of a game since the places were noted before."""

    gained: int
    """Places, at least 1."""
    game: str
    user: int
    name: str


class Places(Protocol):
    """Places by server, game and season. All calls raise ``StoreUnavailableError``."""

    async def noted(self, guild: int, period: str, week: int) -> bool:
        """Whether a season's places were noted in the week that began then (ms since 1970)."""

    async def note(
        self, guild: int, games: Collection[str], period: str, week: int
    ) -> Sequence[Climb]:
        """Store where everybody stands now; return who has climbed most, a few people.

        The places of other seasons are deleted. Reads and writes in small portions, so that neither
        a match nor another server waits; who moves meanwhile is noted before or after that.
        """

    async def before(
        self, guild: int, game: str, period: str, users: Collection[int]
    ) -> Mapping[int, int]:
        """Return the places noted last; without those who had none."""
