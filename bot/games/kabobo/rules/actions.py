"""The actions of Kabobo! (section 2), and their notation: places from 1 there, from 0 in code."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.game.moves import Decline, Draw, NextRound, NotatedAction, Notation, Token, number
from bot.games.kabobo.rules.cards import PLACES, Spot, read_spot

_PLACE: Final = number(len(PLACES))
_SPOT: Final = Token("[1-6][.][1-4]", read_spot)


@dataclass(frozen=True, slots=True)
class Peek(NotatedAction):
    """Look at two of one's own cards before the first turn (B1.2). ``first`` < ``second``."""

    notation = Notation("peek {first} {second}", first=_PLACE, second=_PLACE)
    in_any_order = True

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class TakeDiscard(NotatedAction):
    """Replace one's own card by the top discard, face up (B2.1)."""

    notation = Notation("take {place}", place=_PLACE)

    place: int


@dataclass(frozen=True, slots=True)
class Keep(NotatedAction):
    """Replace one's own card by the drawn card, face down (B2.2)."""

    notation = Notation("keep {place}", place=_PLACE)

    place: int


@dataclass(frozen=True, slots=True)
class Season(NotatedAction):
    """Discard the drawn card; its power may be used (B2.3)."""

    notation = Notation("season")


@dataclass(frozen=True, slots=True)
class Check(NotatedAction):
    """Spades: look at one's own face-down card (B2.3)."""

    notation = Notation("check {place}", place=_PLACE)

    place: int


@dataclass(frozen=True, slots=True)
class Look(NotatedAction):
    """Clubs: look at an opponent's face-down card (B2.3)."""

    notation = Notation("look {spot}", spot=_SPOT)

    spot: Spot


@dataclass(frozen=True, slots=True)
class Trade(NotatedAction):
    """Hearts: swap one's own card with an opponent's (B2.3)."""

    notation = Notation("trade {place} {spot}", place=_PLACE, spot=_SPOT)

    place: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class Lock(NotatedAction):
    """Diamonds: lock one's own card (B2.3)."""

    notation = Notation("lock {place}", place=_PLACE)

    place: int


@dataclass(frozen=True, slots=True)
class Unlock(NotatedAction):
    """Diamonds: unlock any locked card (B2.3)."""

    notation = Notation("unlock {spot}", spot=_SPOT)

    spot: Spot


@dataclass(frozen=True, slots=True)
class Call(NotatedAction):
    """Call "Kabobo!" instead of a turn (B2.5)."""

    notation = Notation("call")


Power: TypeAlias = Check | Look | Trade | Lock | Unlock

Action: TypeAlias = Peek | TakeDiscard | Draw | Keep | Season | Power | Decline | Call | NextRound
