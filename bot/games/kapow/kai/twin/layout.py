"""Where everything of a round is in its array of whole numbers.

A round is one array, so that it is copied by one call: first the options and the numbers that the
rules count, then all hands, then both piles with their top card last.
"""

from typing import Final

from bot.games.kapow.rules.cards import DECK
from bot.games.kapow.rules.state import SEATS as _SEATS

__all__ = [
    "CARDS",
    "COLUMNS",
    "DISCARD",
    "DISCARDS",
    "DRAW",
    "DRAWN",
    "DRAWS",
    "ENDED",
    "FROM_DISCARD",
    "HANDS",
    "KAPOW_STEP",
    "MAX_RESHUFFLES",
    "MAX_SWAPS",
    "NOBODY",
    "NOTHING",
    "NO_PASS",
    "OPENED",
    "OPENING",
    "OUT",
    "PASSES",
    "PHASE",
    "PLACES",
    "PLAY",
    "POINTS",
    "RESHUFFLES",
    "SEATS",
    "SIZE",
    "STALL",
    "SWAPS",
    "TAKE",
    "TO_MOVE",
    "TURN",
]

COLUMNS: Final = 0
"""Columns of a hand, discarded ones included: 4 or 3 (K2.1, K2.2)."""
SEATS: Final = 1
NO_PASS: Final = 2
"""1 if a card taken from the discard pile can't go straight back (K3.3a)."""
MAX_SWAPS: Final = 3
STALL: Final = 4
MAX_RESHUFFLES: Final = 5
PHASE: Final = 6
TO_MOVE: Final = 7
TURN: Final = 8
OPENED: Final = 9
"""The seats that have made their opening, one bit each (K3.1)."""
OUT: Final = 10
"""The seat that went out first, or ``NOBODY`` (K6.1)."""
SWAPS: Final = 11
RESHUFFLES: Final = 12
PASSES: Final = 13
DRAWN: Final = 14
"""The card just taken, or ``NOTHING``."""
FROM_DISCARD: Final = 15
"""1 if that card came from the discard pile."""
DRAWS: Final = 16
"""The number of cards in the draw pile."""
DISCARDS: Final = 17
"""The number of cards in the discard pile."""
POINTS: Final = 18
"""Each seat's points once the round has ended, doubling included (K6.4, K6.5)."""

PLACES: Final = 12
"""Places kept for each hand, column by column from the top."""
CARDS: Final = len(DECK)

HANDS: Final = POINTS + _SEATS[-1]
DRAW: Final = HANDS + _SEATS[-1] * PLACES
DISCARD: Final = DRAW + CARDS
SIZE: Final = DISCARD + CARDS

NOBODY: Final = -1
NOTHING: Final = -1

OPENING: Final = 0
TAKE: Final = 1
PLAY: Final = 2
KAPOW_STEP: Final = 3
ENDED: Final = 4
"""The phases: what the seat to move has to do next."""
