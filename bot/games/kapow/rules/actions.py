"""The actions of Kapow! (sections 3 and 4 of the rules), and their notation."""

from enum import StrEnum
from typing import Final, TypeAlias

from bot.game.moves import NextRound, NotatedAction, Token, notated
from bot.games.kapow.rules.cards import Place, read_place

SIGNS: Final = (1, -1)
"""The possible signs of a power card's visible modifier (K1.2)."""


class Pile(StrEnum):
    """The piles from which a card can be taken."""

    DRAW = "draw"
    DISCARD = "discard"


PLACE: Final = Token("[1-4][tmb]", read_place)
PILE: Final = Token("|".join(Pile), Pile)
SIGN: Final = Token(
    "[+-]", lambda text: 1 if text == "+" else -1, lambda sign: "+" if sign > 0 else "-"
)


@notated("reveal {first} {second}", first=PLACE, second=PLACE)
class Reveal(NotatedAction):
    """Turn up two own cards before the first draw of a round (K3.1). ``first`` < ``second``."""

    in_any_order = True

    first: Place
    second: Place


@notated("take {pile}", pile=PILE)
class Take(NotatedAction):
    """Take the top card of a pile (K3.2)."""

    pile: Pile


@notated("discard")
class Discard(NotatedAction):
    """Discard the card taken (K3.3a)."""


@notated("replace {place}", place=PLACE)
class Replace(NotatedAction):
    """Put the card taken in a position, whose old cards are discarded (K3.3b)."""

    place: Place


@notated("top {place} {sign}", place=PLACE, sign=SIGN)
class PutOnTop(NotatedAction):
    """Put the card taken on a lone power card, whose ``sign`` (+1 or -1) stays visible (K3.3c)."""

    place: Place
    sign: int


@notated("beneath {place} {sign}", place=PLACE, sign=SIGN)
class PutBeneath(NotatedAction):
    """Put the power card taken beneath a position, its ``sign`` (+1 or -1) visible (K3.3d)."""

    place: Place
    sign: int


@notated("swap {kapow} {other}", kapow=PLACE, other=PLACE)
class Swap(NotatedAction):
    """Swap a lone KAPOW! card with another position (K4.4, K4.5)."""

    kapow: Place
    other: Place


@notated("end")
class EndTurn(NotatedAction):
    """End the turn: waiting triads are discarded (K4.7)."""


PlaceAction: TypeAlias = Replace | PutOnTop | PutBeneath

Play: TypeAlias = PlaceAction | Discard

Action: TypeAlias = Reveal | Take | Play | Swap | EndTurn | NextRound
