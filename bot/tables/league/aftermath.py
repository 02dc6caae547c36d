"""What a match has changed in the league, as it was booked; ``db`` implements the reading."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from bot.game.contract import Seat
from bot.league.book import Met
from bot.league.periods import Length
from bot.league.ratings import Rating

__all__ = ["NOTHING", "Aftermath", "Aftermaths", "SeatAfter"]


class SeatAfter(NamedTuple):
    """What a match was worth to the person in a seat."""

    user: int
    points: int
    """Points for the season, 0 to 100."""
    before: Rating
    after: Rating
    place: int
    """In the standings of the season, with this match: from 1, shared with equals."""
    opponents: int
    """How many different people were met in all rated matches of the game on this server."""
    hidden: bool = False
    """Whether the person keeps their results to themselves: others are told nothing of this."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What has changed for the people for whom a match counts."""

    seats: Mapping[Seat, SeatAfter] = field(default_factory=dict)
    met: Mapping[tuple[int, int], Met] = field(default_factory=dict)
    """By user and other user: how they have done against each other, with this match."""


NOTHING: Final = Aftermath()
"""Of a match that counts for nobody."""


class Aftermaths(Protocol):
    """Reads what finished matches have changed."""

    async def aftermath(self, table: str, season: Length) -> Aftermath:
        """Return what a match has changed; empty if it counts for nobody.

        ``season`` is how long the server's seasons are. Raises ``StoreUnavailableError``.
        """
