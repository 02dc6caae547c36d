"""What one seat, or a spectator, may know of a match of Kabobo! (section 5 of the rules)."""

from dataclasses import dataclass

from bot.game.contract import Seat, Viewer
from bot.games.kabobo.rules.cards import Card
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scores import RoundResult
from bot.games.kabobo.rules.state import Hands, Phase

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that ``viewer`` may know.

    A card of ``hands`` is None unless it lies face up, or the viewer has seen it: what has been
    seen stays known and goes with the card. How much of that a private hand shows is a matter of
    the option ``memory_aid`` (B5.2).
    """

    viewer: Viewer
    options: KaboboOptions
    seats: int
    round: int
    phase: Phase
    starter: Seat
    to_move: Seat
    """Of interest in the phases of a turn."""
    turn: int
    turns: int
    """Turns begun in this round."""
    hands: Hands
    draw_pile: int
    """Cards in the deck."""
    discard_pile: tuple[Card, ...]
    """The discard pile from its top card down; all of it was discarded openly."""
    has_drawn: bool
    drawn: Card | None
    """The card drawn; None where there is none, or somebody else drew it."""
    peeked: frozenset[Seat]
    caller: Seat | None
    reshuffles: int
    pieces: tuple[int, ...]
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    """Points over the rounds scored so far."""
