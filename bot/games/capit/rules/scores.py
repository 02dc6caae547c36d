"""Results of rounds: the hands behind all points, and the ranks (section 5 of the rules)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.game import standing
from bot.game.contract import Seat
from bot.games.capit.rules.cards import Card, points

__all__ = ["End", "RoundResult", "ranks"]


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


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's rank: the lowest total is first, equal totals share (C5.3)."""
    return standing.ranks([-total for total in totals])
