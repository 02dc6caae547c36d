"""The actions of Kabobo! (section 2), and their notation: places from 1 there, from 0 in code."""

from typing import Final, TypeAlias

from bot.game.moves import Decline, Draw, NextRound, NotatedAction, Token, notated, number
from bot.games.kabobo.rules.cards import PLACES, Spot, read_spot

_PLACE: Final = number(len(PLACES))
_SPOT: Final = Token("[1-6][.][1-4]", read_spot)


@notated("peek {first} {second}", first=_PLACE, second=_PLACE)
class Peek(NotatedAction):
    """Look at two of one's own cards before the first turn (B1.2). ``first`` < ``second``."""

    in_any_order = True

    first: int
    second: int


@notated("take {place}", place=_PLACE)
class TakeDiscard(NotatedAction):
    """Replace one's own card by the top discard, face up (B2.1)."""

    place: int


@notated("keep {place}", place=_PLACE)
class Keep(NotatedAction):
    """Replace one's own card by the drawn card, face down (B2.2)."""

    place: int


@notated("season")
class Season(NotatedAction):
    """Discard the drawn card; its power may be used (B2.3)."""


@notated("check {place}", place=_PLACE)
class Check(NotatedAction):
    """Spades: look at one's own face-down card (B2.3)."""

    place: int


@notated("look {spot}", spot=_SPOT)
class Look(NotatedAction):
    """Clubs: look at an opponent's face-down card (B2.3)."""

    spot: Spot


@notated("trade {place} {spot}", place=_PLACE, spot=_SPOT)
class Trade(NotatedAction):
    """Hearts: swap one's own card with an opponent's (B2.3)."""

    place: int
    spot: Spot


@notated("lock {place}", place=_PLACE)
class Lock(NotatedAction):
    """Diamonds: lock one's own card (B2.3)."""

    place: int


@notated("unlock {spot}", spot=_SPOT)
class Unlock(NotatedAction):
    """Diamonds: unlock any locked card (B2.3)."""

    spot: Spot


@notated("call")
class Call(NotatedAction):
    """Call "Kabobo!" instead of a turn (B2.5)."""


Power: TypeAlias = Check | Look | Trade | Lock | Unlock

Action: TypeAlias = Peek | TakeDiscard | Draw | Keep | Season | Power | Decline | Call | NextRound
