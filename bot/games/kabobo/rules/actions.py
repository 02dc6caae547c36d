"""The actions of Kabobo! (section 2 of the rules), and their notation.

Places are numbered from 1 in notation, from 0 in code; another seat's card is a :class:`Spot`.
"""

from dataclasses import dataclass
from typing import Final, Self, TypeAlias, get_args

from bot.game.moves import NextRound
from bot.game.notation import NotatedAction, Notation, Token, action_parser, number
from bot.games.kabobo.rules.cards import PLACES, Spot, read_spot

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
    "parse_action",
]

PLACE: Final = number(len(PLACES))
SPOT: Final = Token("[1-6][.][1-4]", read_spot)


@dataclass(frozen=True, slots=True)
class Peek(NotatedAction):
    """Look at two of one's own cards before the first turn (B1.2). ``first`` < ``second``."""

    notation = Notation("peek {first} {second}", first=PLACE, second=PLACE)

    first: int
    second: int

    @classmethod
    def of(cls, **places: int) -> Self:
        """Make the peek from two places in any order."""
        return cls(*sorted(places.values()))


@dataclass(frozen=True, slots=True)
class TakeDiscard(NotatedAction):
    """Replace one's own card by the top discard, face up (B2.1)."""

    notation = Notation("take {place}", place=PLACE)

    place: int


@dataclass(frozen=True, slots=True)
class Draw(NotatedAction):
    """Draw the top card of the deck (B2.2, B2.3)."""

    notation = Notation("draw")


@dataclass(frozen=True, slots=True)
class Keep(NotatedAction):
    """Replace one's own card by the drawn card, face down (B2.2)."""

    notation = Notation("keep {place}", place=PLACE)

    place: int


@dataclass(frozen=True, slots=True)
class Season(NotatedAction):
    """Discard the drawn card; its power may be used (B2.3)."""

    notation = Notation("season")


@dataclass(frozen=True, slots=True)
class Check(NotatedAction):
    """Spades: look at one's own face-down card (B2.3)."""

    notation = Notation("check {place}", place=PLACE)

    place: int


@dataclass(frozen=True, slots=True)
class Look(NotatedAction):
    """Clubs: look at an opponent's face-down card (B2.3)."""

    notation = Notation("look {spot}", spot=SPOT)

    spot: Spot


@dataclass(frozen=True, slots=True)
class Trade(NotatedAction):
    """Hearts: swap one's own card with an opponent's (B2.3)."""

    notation = Notation("trade {place} {spot}", place=PLACE, spot=SPOT)

    place: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class Lock(NotatedAction):
    """Diamonds: lock one's own card (B2.3)."""

    notation = Notation("lock {place}", place=PLACE)

    place: int


@dataclass(frozen=True, slots=True)
class Unlock(NotatedAction):
    """Diamonds: unlock any locked card (B2.3)."""

    notation = Notation("unlock {spot}", spot=SPOT)

    spot: Spot


@dataclass(frozen=True, slots=True)
class Decline(NotatedAction):
    """Decline to use a power (B2.3)."""

    notation = Notation("decline")


@dataclass(frozen=True, slots=True)
class Call(NotatedAction):
    """Call "Kabobo!" instead of a turn (B2.5)."""

    notation = Notation("call")


Power: TypeAlias = Check | Look | Trade | Lock | Unlock
"""The uses of a discarded card's suit."""

Action: TypeAlias = Peek | TakeDiscard | Draw | Keep | Season | Power | Decline | Call | NextRound

parse_action: Final = action_parser("Kabobo!", get_args(Action))
"""Reads an action; raises :class:`bot.game.contract.UnreadableActionError`."""
