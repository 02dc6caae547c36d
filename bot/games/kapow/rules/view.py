"""The View: what one seat, or a spectator, may know of a match (section 7 of the rules)."""

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
    """What ``viewer`` may know. Face-down cards are None, even one's own (K7)."""

    viewer: Viewer
    options: KapowOptions
    seats: int
    round: int
    phase: Phase
    starter: Seat
    to_move: Seat
    """Not meaningful in the phases ``SCORED`` and ``OVER``."""
    turn: int
    hands: tuple[Hand, ...]
    draw_pile: int
    """The number of cards in the draw pile."""
    discard_pile: tuple[Card, ...]
    """From the top card down; all of these cards are public."""
    drawn: Drawn | None
    """The card just taken; its face is None unless the viewer took it or it was open."""
    opened: frozenset[Seat]
    out: Seat | None
    swaps: int
    reshuffles: int
    passes: int
    """Consecutive turns in which the top discard was taken and given back (K5.6)."""
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    """The sum of points over the scored rounds."""

    @property
    def final_turn(self) -> bool:
        """Whether the present turns are final turns (K6.2)."""
        return self.out is not None

    @property
    def used_up(self) -> bool:
        """Whether the draw pile is empty and cannot be reshuffled any more (K5.6)."""
        return not self.draw_pile and self.reshuffles >= self.options.max_reshuffles

    @property
    def drawing_ends_round(self) -> bool:
        """Whether drawing ends the round (K9.6)."""
        return self.phase is Phase.TAKE and self.used_up and len(self.discard_pile) > 1
