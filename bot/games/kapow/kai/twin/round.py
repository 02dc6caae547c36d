"""One round: the options and the numbers that the rules count, all hands, and both piles."""

from enum import IntEnum
from typing import Annotated, Final

from bot.games.kapow.rules.cards import DECK
from bot.games.kapow.rules.state import SEATS
from bot.kai.compiled import Array
from bot.kai.records import Record

__all__ = ["NOBODY", "NOTHING", "PLACES", "Phase", "Round"]

PLACES: Final = 12
"""Places kept for each hand, column by column from the top."""

NOBODY: Final = -1
NOTHING: Final = -1


class Phase(IntEnum):
    """What the seat to move has to do next."""

    OPENING = 0
    TAKE = 1
    PLAY = 2
    KAPOW = 3
    ENDED = 4


class Round(Record):
    """A round. Its order is that of the bytes that a decision's playouts are dealt by."""

    columns: int
    """Columns of a hand, discarded ones included: 4 or 3 (K2.1, K2.2)."""
    seats: int
    no_pass: int
    """1 if a card taken from the discard pile can't go straight back (K3.3a)."""
    max_swaps: int
    stall: int
    max_reshuffles: int
    phase: int
    to_move: int
    turn: int
    opened: int
    """The seats that have made their opening, one bit each (K3.1)."""
    out: int
    """The seat that went out first, or ``NOBODY`` (K6.1)."""
    swaps: int
    reshuffles: int
    passes: int
    drawn: int
    """The card just taken, or ``NOTHING``."""
    from_discard: int
    """1 if that card came from the discard pile."""
    draws: int
    """The number of cards in the draw pile."""
    discards: int
    """The number of cards in the discard pile."""
    points: Annotated[Array, SEATS[-1]]
    """[seat]: points once the round has ended, doubling included (K6.4, K6.5)."""
    hands: Annotated[Array, SEATS[-1] * PLACES]
    """[PLACES * seat + place]: positions; see ``positions``."""
    draw_pile: Annotated[Array, len(DECK)]
    """Its top card is the last one, as is that of the discard pile."""
    discard_pile: Annotated[Array, len(DECK)]
