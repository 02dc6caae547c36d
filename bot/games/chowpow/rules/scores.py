"""The result of a game, as data that explains every point (sections 4 and 5 of the rules)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.game import standing
from bot.game.contract import Seat
from bot.games.chowpow.rules.cards import Card, total

__all__ = ["End", "RoundResult", "ranks"]


class End(StrEnum):
    """Why a game ended."""

    DECK = "deck"
    """The deck was emptied, and everybody had one more turn (P4.1)."""
    TURNS = "turns"
    """Everybody had as many turns as a game may have (P4.3)."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored game of the match."""

    round: int
    starter: Seat
    end: End
    won: tuple[tuple[Card, ...], ...]
    """The cards that each seat has won, sorted."""
    left: tuple[tuple[Card, ...], ...]
    """The cards left in each hand, sorted."""
    hot_sauce: bool
    """Whether these count minus their number (P5.1)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points: the numbers won, with Hot Sauce less what is left (P4.2, P5.1)."""
        return tuple(
            total(won) - self.hot_sauce * total(left)
            for won, left in zip(self.won, self.left, strict=True)
        )


def ranks(
    totals: Sequence[int], won: Sequence[int], drawn: Sequence[tuple[Card, ...]]
) -> tuple[int, ...]:
    """Return each seat's rank: by points, cards won, then the numbers of the draw (P4.2).

    Only those tied for the win have drawn. Who loses a draw goes by the number drawn in it, and
    shares the rank of whoever lost it with the same one (P7.6); those still tied when the grid ran
    out share the win. ``won`` counts the cards of all games; ``drawn`` are the cards that each seat
    drew, in order.
    """
    drawn_numbers = [tuple(card.number for card in cards) for cards in drawn]
    return standing.ranks([*zip(totals, won, drawn_numbers, strict=True)])
