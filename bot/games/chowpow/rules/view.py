"""What one seat, or a spectator, may know of a match of Chow Pow! (section 6 of the rules)."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.game.contract import Seat, Viewer
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.events import Flipped
from bot.games.chowpow.rules.grid import Slot
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.scores import RoundResult
from bot.games.chowpow.rules.sides import Battle
from bot.games.chowpow.rules.state import Hand, Phase, Won

__all__ = ["SlotView", "View"]


class SlotView(NamedTuple):
    """A slot of the grid as it is shown."""

    cards: int
    """How many cards lie there."""
    face: Card | None
    """The last seen face of its top card, which may still be lying there (P7.9).

    Without the memory aid it is only there if this turn or the last one flipped it.
    """
    up: bool
    """Whether the top card lies face up now."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that ``viewer`` may know, but for what a good memory adds (section 6)."""

    viewer: Viewer
    options: ChowpowOptions
    seats: int
    round: int
    """The game of the match, from 1."""
    phase: Phase
    starter: Seat
    to_move: Seat
    """Whose turn it is."""
    to_act: frozenset[Seat]
    """Who has to decide now; in a battle that may be another seat."""
    turn: int
    turns: int
    """Turns begun in this game."""
    hand: Hand
    """The viewer's own cards in the order in which they came; empty for a spectator."""
    counts: tuple[int, ...]
    """How many cards each seat has, with those chosen for a showdown."""
    slots: tuple[SlotView, ...]
    """The sixteen slots, in the order of ``grid.SLOTS``."""
    draw_pile: int
    """Cards in the deck."""
    won: Won
    """The cards that each seat has won in this game; all of them were laid openly."""
    due: int
    """Slots to flip in this Chow, those flipped already included."""
    up: tuple[Slot, ...]
    """Slots that lie face up in this Chow, in the order flipped."""
    pair: tuple[Slot, Slot] | None
    """The match, in the order flipped, while a slot is taken."""
    flips: tuple[Flipped, ...]
    """All that was flipped in this turn, for the board too."""
    last_flips: tuple[Flipped, ...]
    """All that was flipped in the turn before."""
    battle: Battle | None
    """The battle in progress."""
    chosen: Hand | None
    """In a showdown, what the viewer has chosen to lay down."""
    last: int | None
    """Turns still to begin once the deck was emptied; None before that (P4.1)."""
    drawn: Won
    """What each seat drew to break a tie; empty where none was broken (P4.2)."""
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    """Points over the games scored so far."""

    @property
    def points(self) -> tuple[int, ...]:
        """Return the numbers that each seat has won in this game so far."""
        return tuple(sum(card.number for card in won) for won in self.won)
