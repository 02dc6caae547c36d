"""Results of games: the cards behind all points, and the ranks (sections 4 and 5 of the rules)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.game import scoring
from bot.game.contract import Seat
from bot.games.chowpow.rules.cards import Card, total


class End(StrEnum):
    """Why a game ended."""

    DECK = "deck"
    """The deck was emptied, and everyone had one more turn (P4.1)."""
    TURNS = "turns"
    """Everyone had the maximum number of turns (P4.3)."""


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
    """Whether cards left count minus their number (P5.1)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points: numbers won, with Hot Sauce less those left (P4.2, P5.1)."""
        return tuple(
            total(won) - self.hot_sauce * total(left)
            for won, left in zip(self.won, self.left, strict=True)
        )


def ranks(
    totals: Sequence[int], won: Sequence[int], drawn: Sequence[tuple[Card, ...]]
) -> tuple[int, ...]:
    """Return each seat's rank: by points, then cards won, then cards drawn (P4.2).

    Only seats tied for the win have drawn. Seats that lose a draw are ranked by the number they
    drew, equal numbers sharing a rank (P7.6); those still tied when the grid is empty share the
    win. ``won`` counts the cards of all games; ``drawn`` are the cards that each seat drew, in
    order.
    """
    drawn_numbers = [tuple(card.number for card in cards) for cards in drawn]
    return scoring.ranks([*zip(totals, won, drawn_numbers, strict=True)])
