"""What a player of CAP-IT may do (sections 3 and 4 of the rules), and its notation.

Melds on the table are counted from 1 in notations, from 0 in values, in the order of laying.
"""

from dataclasses import dataclass
from typing import TypeAlias

from bot.games.capit.cards import Card, write_cards
from bot.games.capit.melds import Kind, Side
from bot.games.moves import NextRound

__all__ = [
    "Action",
    "Cards",
    "Discard",
    "Draw",
    "LayContract",
    "LayMeld",
    "LayOff",
    "LayOffs",
    "NextRound",
    "Push",
    "Swap",
    "TakeDiscard",
]


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that are to be a meld, with what the player says it is; a run's from low to high."""

    kind: Kind
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """Return ``set 7H7S2D`` or ``run 2H9STS``."""
        return f"{self.kind} {write_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Take the top of the discard pile (C3.1)."""

    def __str__(self) -> str:
        """Return ``take``."""
        return "take"


@dataclass(frozen=True, slots=True)
class Push:
    """Give the tops of stock and discard pile to the left, and draw the next card (C3.2)."""

    def __str__(self) -> str:
        """Return ``push``."""
        return "push"


@dataclass(frozen=True, slots=True)
class Draw:
    """Ask for a card from the stock where no push is possible (C3.3, C3.4)."""

    def __str__(self) -> str:
        """Return ``draw``."""
        return "draw"


@dataclass(frozen=True, slots=True)
class LayContract:
    """Lay all of the round's contract (C4.1)."""

    melds: tuple[Cards, ...]

    def __str__(self) -> str:
        """Return ``lay set 7H7S2D run 9STSXQS``."""
        return " ".join(("lay", *map(str, self.melds)))


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay another meld (C4.2)."""

    meld: Cards

    def __str__(self) -> str:
        """Return ``meld set KHKSX``."""
        return f"meld {self.meld}"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay cards off on a meld of anybody's (C4.2); on a run they lie from low to high."""

    meld: int
    cards: tuple[Card, ...]
    side: Side = Side.HIGH

    def __str__(self) -> str:
        """Return ``off 2 7H``, or ``off 2 low 5S6S`` at the lower end of a run."""
        low = "low " if self.side is Side.LOW else ""
        return f"off {self.meld + 1} {low}{write_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class LayOffs:
    """Lay cards off in several places at once, one after the other (C4.2)."""

    offs: tuple[LayOff, ...]
    """Two or more."""

    def __str__(self) -> str:
        """Return ``off 2 7H 3 low 5S6S``."""
        return " ".join(("off", *(str(off).removeprefix("off ") for off in self.offs)))


@dataclass(frozen=True, slots=True)
class Swap:
    """Put the card that a wild stands for in its place, and use the wild at once (C4.4)."""

    meld: int
    at: int
    """The place in the meld."""
    card: Card
    use: LayMeld | LayOff
    """Where the wild goes, which is among its cards."""

    def __str__(self) -> str:
        """Return ``swap 2.3 5S: off 4 X`` or ``swap 2.3 5S: meld set KHKSX``."""
        return f"swap {self.meld + 1}.{self.at + 1} {self.card}: {self.use}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card, which ends the turn (C4.5)."""

    card: Card

    def __str__(self) -> str:
        """Return ``discard 7H``."""
        return f"discard {self.card}"


Action: TypeAlias = (
    TakeDiscard
    | Push
    | Draw
    | LayContract
    | LayMeld
    | LayOff
    | LayOffs
    | Swap
    | Discard
    | NextRound
)
