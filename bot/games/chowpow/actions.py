"""What a player of Chow Pow! may do (sections 2, 3 and 5 of the rules), and its notation.

Cards of an action stand in rising order, so that equal actions are the same text. Players are
counted from 1 in notations, from 0 in values.
"""

from dataclasses import dataclass
from typing import TypeAlias

from bot.games.chowpow.cards import Card, write_cards
from bot.games.chowpow.grid import Slot
from bot.games.game import Seat
from bot.games.moves import NextRound

__all__ = [
    "Action",
    "Attack",
    "BattleBoard",
    "Counter",
    "Decline",
    "Defend",
    "Flip",
    "LayDown",
    "NextRound",
    "Pair",
    "Pass",
    "Take",
]


@dataclass(frozen=True, slots=True)
class Flip:
    """Flip a slot: in one's own Chow (P2.1), or for the board in a battle of the right (P3.5)."""

    slot: Slot

    def __str__(self) -> str:
        """Return ``flip b3``."""
        return f"flip {self.slot}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Choose which of the matching pairs is the match (P2.2). ``first`` < ``second``."""

    first: Slot
    second: Slot

    def __str__(self) -> str:
        """Return ``pair a1 b3``."""
        return f"pair {self.first} {self.second}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the pile of a slot that touches the match (P2.3)."""

    slot: Slot

    def __str__(self) -> str:
        """Return ``take b2``."""
        return f"take {self.slot}"


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack an opponent with cards (P3.1)."""

    target: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return ``pow 2 F1F6W3``."""
        return f"pow {self.target + 1} {write_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class BattleBoard:
    """Battle the board with one card, as no opponent has any (P3.5)."""

    card: Card

    def __str__(self) -> str:
        """Return ``board F6``."""
        return f"board {self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave out the battle of one's turn (section 3)."""

    def __str__(self) -> str:
        """Return ``pass``."""
        return "pass"


@dataclass(frozen=True, slots=True)
class Defend:
    """Lay cards down against an attack (P3.2)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return ``defend V5``."""
        return f"defend {write_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class Counter:
    """Add cards while behind (P3.3); against the board it is one card (P3.5)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return ``counter V1V2``."""
        return f"counter {write_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Stay behind, which ends the battle (P3.3)."""

    def __str__(self) -> str:
        """Return ``decline``."""
        return "decline"


@dataclass(frozen=True, slots=True)
class LayDown:
    """Choose the cards for the showdown of a Battle Buffet, in secret (P5.3)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return ``lay F1F6W3``."""
        return f"lay {write_cards(self.cards)}"


Action: TypeAlias = (
    Flip | Pair | Take | Attack | BattleBoard | Pass | Defend | Counter | Decline | LayDown
    | NextRound
)  # fmt: skip
