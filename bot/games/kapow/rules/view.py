"""What one seat, or a spectator, may know of a match of Kapow! (section 7 of the rules)."""

from dataclasses import dataclass

from bot.game.contract import Seat, Viewer
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.scores import RoundResult
from bot.games.kapow.rules.state import Drawn, Phase
from bot.games.kapow.rules.triads import Hand

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that ``viewer`` may know. Face-down cards are None, their owner's too (K7)."""

    viewer: Viewer
    options: KapowOptions
    seats: int
    round: int
    phase: Phase
    starter: Seat
    to_move: Seat
    """Of interest unless the phase is ``SCORED`` or ``OVER``."""
    turn: int
    hands: tuple[Hand, ...]
    draw_pile: int
    """Cards in the draw pile."""
    discard_pile: tuple[Card, ...]
    """The discard pile from its top card down; all of it was discarded openly."""
    drawn: Drawn | None
    """The card just taken; its face only for its taker, or if it came from the discard pile."""
    opened: frozenset[Seat]
    out: Seat | None
    swaps: int
    reshuffles: int
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    """Points over the rounds scored so far."""

    @property
    def final_turn(self) -> bool:
        """Whether the turns being played are the final ones (K6.2)."""
        return self.out is not None

    @property
    def used_up(self) -> bool:
        """Whether the draw pile is empty and may not be made anew any more (K5.6)."""
        return not self.draw_pile and self.reshuffles >= self.options.max_reshuffles

    @property
    def drawing_ends_round(self) -> bool:
        """Whether to take from the draw pile is to end the round now (K9.6)."""
        return self.phase is Phase.TAKE and self.used_up and len(self.discard_pile) > 1
