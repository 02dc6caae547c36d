"""What one seat, or a spectator, may know of a match of CAP-IT."""

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
    """The viewer's own cards in the order in which they came; empty for a spectator."""
    counts: tuple[int, ...]
    """How many cards each seat has."""
    known: tuple[tuple[Card, ...], ...]
    """Of each seat's cards, those that all have seen going there, sorted (C3.2)."""
    draw_pile: int
    """Cards in the stock."""
    discard_pile: tuple[Card, ...]
    """The discard pile from its top card down; all of it was discarded openly."""
    melds: tuple[Laid, ...]
    laid: frozenset[Seat]
    """Who has laid the contract."""
    idle: int
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    """Points over the rounds scored so far."""

    @property
    def contract(self) -> Sequence[Demand]:
        """What has to be laid first in this round (C2.3)."""
        return CONTRACTS[self.round - 1]
