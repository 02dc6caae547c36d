"""The points of cards, results of rounds, and the ranks (section 5)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.contract import Seat
from bot.games.capit.rules.cards import ACE, JOKER, TWO, Card

_POINTS_OF_JOKER: Final = 20
_POINTS_OF_TWO: Final = 15
_POINTS_OF_ACE: Final = 15
_POINTS_OF_TEN_TO_KING: Final = 10
_POINTS: Final = 5
_TEN: Final = 10


def points(card: Card) -> int:
    """Return the penalty points of a card in the hand (C5.1)."""
    if card == JOKER:
        return _POINTS_OF_JOKER
    if card.rank == TWO:
        return _POINTS_OF_TWO
    if card.rank == ACE:
        return _POINTS_OF_ACE
    return _POINTS_OF_TEN_TO_KING if card.rank >= _TEN else _POINTS


class End(StrEnum):
    """Why a round ended."""

    OUT = "out"
    """A seat has no cards left (C4.5)."""
    STOCK = "stock"
    """A seat had to draw from an empty stock (C3.4)."""
    STALL = "stall"
    """For several circuits nobody drew, melded or laid off (C5.4)."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round."""

    round: int
    dealer: Seat
    end: End
    hands: tuple[tuple[Card, ...], ...]
    """The cards left in each hand, sorted."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points: the cards left in the hand, 0 for going out (C5.1)."""
        return tuple(sum(map(points, hand)) for hand in self.hands)

    @property
    def best(self) -> tuple[Seat, ...]:
        """The seats with the lowest score of the round (C6.2)."""
        scored = self.points
        return tuple(seat for seat, had in enumerate(scored) if had == min(scored))
