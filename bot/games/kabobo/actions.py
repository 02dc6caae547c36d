"""What a player of Kabobo! may do (section 2 of the rules), and its notation.

Places are counted from 1 in notations, from 0 in values; another's card is a :class:`Spot`.
"""

from dataclasses import dataclass
from typing import TypeAlias

from bot.games.game import NextRound
from bot.games.kabobo.cards import Spot

__all__ = [
    "Action",
    "Call",
    "Check",
    "Decline",
    "Draw",
    "Keep",
    "Lock",
    "Look",
    "NextRound",
    "Peek",
    "Power",
    "Season",
    "TakeDiscard",
    "Trade",
    "Unlock",
]


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at two of one's own cards before the first turn (B1.2). ``first`` < ``second``."""

    first: int
    second: int

    def __str__(self) -> str:
        """Return ``peek 1 3``."""
        return f"peek {self.first + 1} {self.second + 1}"


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Let the top discard replace one's own card in a place, face up (B2.1)."""

    place: int

    def __str__(self) -> str:
        """Return ``take 2``."""
        return f"take {self.place + 1}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck (B2.2, B2.3)."""

    def __str__(self) -> str:
        """Return ``draw``."""
        return "draw"


@dataclass(frozen=True, slots=True)
class Keep:
    """Let the card drawn replace one's own card in a place, face down (B2.2)."""

    place: int

    def __str__(self) -> str:
        """Return ``keep 2``."""
        return f"keep {self.place + 1}"


@dataclass(frozen=True, slots=True)
class Season:
    """Discard the card drawn; its power may be used (B2.3)."""

    def __str__(self) -> str:
        """Return ``season``."""
        return "season"


@dataclass(frozen=True, slots=True)
class Check:
    """Spades: look at one's own face-down card (B2.3)."""

    place: int

    def __str__(self) -> str:
        """Return ``check 2``."""
        return f"check {self.place + 1}"


@dataclass(frozen=True, slots=True)
class Look:
    """Clubs: look at an opponent's face-down card (B2.3)."""

    spot: Spot

    def __str__(self) -> str:
        """Return ``look 2.4``."""
        return f"look {self.spot}"


@dataclass(frozen=True, slots=True)
class Trade:
    """Hearts: swap one's own card with an opponent's (B2.3)."""

    place: int
    spot: Spot

    def __str__(self) -> str:
        """Return ``trade 1 2.4``."""
        return f"trade {self.place + 1} {self.spot}"


@dataclass(frozen=True, slots=True)
class Lock:
    """Diamonds: lock one's own card (B2.3)."""

    place: int

    def __str__(self) -> str:
        """Return ``lock 2``."""
        return f"lock {self.place + 1}"


@dataclass(frozen=True, slots=True)
class Unlock:
    """Diamonds: unlock any locked card (B2.3)."""

    spot: Spot

    def __str__(self) -> str:
        """Return ``unlock 2.4``."""
        return f"unlock {self.spot}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave a power unused (B2.3)."""

    def __str__(self) -> str:
        """Return ``decline``."""
        return "decline"


@dataclass(frozen=True, slots=True)
class Call:
    """Call "Kabobo!" in place of a turn (B2.5)."""

    def __str__(self) -> str:
        """Return ``call``."""
        return "call"


Power: TypeAlias = Check | Look | Trade | Lock | Unlock
"""What the suit of a discarded card may be used for."""

Action: TypeAlias = Peek | TakeDiscard | Draw | Keep | Season | Power | Decline | Call | NextRound
