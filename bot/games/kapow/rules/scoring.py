"""Scoring a round and ranking a match (K6.4-K6.6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.game.contract import Seat
from bot.games.kapow.rules.cards import PLACES, Place, Position, points
from bot.games.kapow.rules.hand import Hand


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


def score_hands(hands: Sequence[Hand], out: Seat | None) -> tuple[HandScore, ...]:
    """Score every hand; ``out`` is the seat that went out first, or None (K6.4, K6.5)."""
    items = [
        tuple(
            (place, position, points(position))
            for triad, in_column in zip(hand, PLACES, strict=False)
            if triad is not None
            for position, place in zip(triad, in_column, strict=True)
        )
        for hand in hands
    ]
    sums = [sum(counted for _, _, counted in item) for item in items]
    scores = []
    for seat, (item, total) in enumerate(zip(items, sums, strict=True)):
        doubled = seat == out and total > 0 and min(sums) < total
        scores.append(HandScore(item, total, 2 * total if doubled else total, doubled))
    return tuple(scores)
