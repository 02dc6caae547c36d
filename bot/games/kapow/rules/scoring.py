"""Scoring a round and ranking a match (K6.4-K6.6)."""

from collections.abc import Sequence

from bot.game import standing
from bot.game.contract import Seat
from bot.games.kapow.rules.cards import PLACES
from bot.games.kapow.rules.positions import points
from bot.games.kapow.rules.scores import HandScore
from bot.games.kapow.rules.triads import Hand

__all__ = ["ranks", "score_hands"]


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


def ranks(scores: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's rank: the lowest score is first, equal scores share (K6.6)."""
    return standing.ranks([-score for score in scores])
