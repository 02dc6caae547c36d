"""The View: what one seat, or a spectator, may know of a match (section 7 of the rules)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.game.contract import Seat
from bot.game.rounds import SeenRound
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.hand import Hand
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.scoring import RoundResult


class Phase(StrEnum):
    """What the seat to act has to do next."""

    OPENING = "opening"
    """Turn up two cards (K3.1)."""
    TAKE = "take"
    """Take a card (K3.2)."""
    PLAY = "play"
    """Play the card taken (K3.3)."""
    KAPOW = "kapow"
    """Swap KAPOW! cards or end the turn (K4.4-K4.8)."""
    SCORED = "scored"
    """The round is scored; any seat may start the next one."""
    OVER = "over"
    """The match is over."""


class Drawn(NamedTuple):
    """The card just taken, not yet played."""

    card: Card | None
    """None in the Views of those who may not know it."""
    pile: Pile


@dataclass(frozen=True, slots=True, kw_only=True)
class View(SeenRound):
    """What ``viewer`` may know. Face-down cards are None, even one's own (K7)."""

    phase: Phase
    results: tuple[RoundResult, ...]
    options: KapowOptions
    starter: Seat
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
