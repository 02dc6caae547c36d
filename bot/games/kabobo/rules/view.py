"""The View: what one seat, or a spectator, may know of a match (section 5 of the rules)."""

from dataclasses import dataclass

from bot.game.contract import Seat, Viewer
from bot.games.kabobo.rules.cards import Card
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scores import RoundResult
from bot.games.kabobo.rules.state import Hands, Phase

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """What ``viewer`` may know.

    A card of ``hands`` is None unless it is face up or the viewer has seen it: a seen card stays
    known wherever it moves. The option ``memory_aid`` decides how much of this a private hand shows
    (B5.2).
    """

    viewer: Viewer
    options: KaboboOptions
    seats: int
    round: int
    phase: Phase
    starter: Seat
    to_move: Seat
    """Only meaningful during turns."""
    turn: int
    turns: int
    """The number of turns begun in this round."""
    hands: Hands
    draw_pile: int
    """The number of cards in the deck."""
    discard_pile: tuple[Card, ...]
    """From the top card down; all of these cards are public."""
    has_drawn: bool
    drawn: Card | None
    """The drawn card; None if there is none, or another seat drew it."""
    peeked: frozenset[Seat]
    caller: Seat | None
    reshuffles: int
    pieces: tuple[int, ...]
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    """The sum of points over the scored rounds."""
