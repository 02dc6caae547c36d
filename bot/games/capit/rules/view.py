"""The View: what one seat, or a spectator, may know of a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.contract import Seat, Viewer
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.contracts import CONTRACTS, Demand
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.scores import RoundResult
from bot.games.capit.rules.state import Hand, Laid, Phase

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that ``viewer`` may know."""

    viewer: Viewer
    options: CapitOptions
    seats: int
    round: int
    phase: Phase
    dealer: Seat
    to_move: Seat
    turn: int
    hand: Hand
    """The viewer's own cards in the order in which they were received; empty for a spectator."""
    counts: tuple[int, ...]
    """The number of cards of each seat."""
    known: tuple[tuple[Card, ...], ...]
    """Each seat's cards that everybody saw, sorted (C3.2)."""
    draw_pile: int
    """The number of cards in the stock."""
    discard_pile: tuple[Card, ...]
    """From the top card down; all of these cards are public."""
    melds: tuple[Laid, ...]
    laid: frozenset[Seat]
    """The seats that have laid the contract."""
    idle: int
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    """The sum of points over the scored rounds."""

    @property
    def contract(self) -> Sequence[Demand]:
        """The contract of this round (C2.3)."""
        return CONTRACTS[self.round - 1]
