"""What a player of Kapow! may do (sections 3 and 4 of the rules), and its notation."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.games.kapow.cards import Place
from bot.games.moves import NextRound

__all__ = [
    "Action",
    "Discard",
    "EndTurn",
    "NextRound",
    "Pile",
    "PutBeneath",
    "PutOnTop",
    "Replace",
    "Reveal",
    "Swap",
    "Take",
]


class Pile(StrEnum):
    """Where a card can be taken from."""

    DRAW = "draw"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn up two own cards before the first draw of a round (K3.1). ``first`` < ``second``."""

    first: Place
    second: Place

    def __str__(self) -> str:
        """Return ``reveal 1t 2b``."""
        return f"reveal {self.first} {self.second}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of a pile (K3.2)."""

    pile: Pile

    def __str__(self) -> str:
        """Return ``take draw`` or ``take discard``."""
        return f"take {self.pile}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the card taken (K3.3a)."""

    def __str__(self) -> str:
        """Return ``discard``."""
        return "discard"


@dataclass(frozen=True, slots=True)
class Replace:
    """Put the card taken into a position; what lay there is discarded (K3.3b)."""

    place: Place

    def __str__(self) -> str:
        """Return ``replace 1t``."""
        return f"replace {self.place}"


@dataclass(frozen=True, slots=True)
class PutOnTop:
    """Put the card taken on a lone power card, ``sign`` (+1 or -1) staying visible (K3.3c)."""

    place: Place
    sign: int

    def __str__(self) -> str:
        """Return ``top 1t +``."""
        return f"top {self.place} {'+' if self.sign > 0 else '-'}"


@dataclass(frozen=True, slots=True)
class PutBeneath:
    """Put the power card taken beneath a position, ``sign`` (+1 or -1) visible (K3.3d)."""

    place: Place
    sign: int

    def __str__(self) -> str:
        """Return ``beneath 1t -``."""
        return f"beneath {self.place} {'+' if self.sign > 0 else '-'}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Let a lone KAPOW! card change places with another position (K4.4, K4.5)."""

    kapow: Place
    other: Place

    def __str__(self) -> str:
        """Return ``swap 1t 2b``, the KAPOW! card's place first."""
        return f"swap {self.kapow} {self.other}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn: waiting triads are discarded (K4.7)."""

    def __str__(self) -> str:
        """Return ``end``."""
        return "end"


Action: TypeAlias = (
    Reveal | Take | Discard | Replace | PutOnTop | PutBeneath | Swap | EndTurn | NextRound
)
