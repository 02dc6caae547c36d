"""Results of rounds: the points of every position and hand (K6.4, K6.5)."""

from dataclasses import dataclass
from enum import StrEnum

from bot.game.contract import Seat
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.positions import Position

__all__ = ["HandScore", "RoundReason", "RoundResult"]


class RoundReason(StrEnum):
    """Why a round ended."""

    WENT_OUT = "went out"
    NO_CARDS = "no cards left"
    STALLED = "stalled"
    RESHUFFLES = "reshuffle limit"


@dataclass(frozen=True, slots=True)
class HandScore:
    """One hand's points: those of each position, their sum, and the final points."""

    items: tuple[tuple[Place, Position, int], ...]
    total: int
    """The sum of the items (K6.4)."""
    points: int
    """The final points: ``total``, or twice that if ``doubled`` (K6.5)."""
    doubled: bool


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round; ``out`` is the seat that went out first, or None."""

    round: int
    reason: RoundReason
    starter: Seat
    out: Seat | None
    hands: tuple[HandScore, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        return tuple(hand.points for hand in self.hands)
