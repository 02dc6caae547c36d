"""The actions of Kapow! (sections 3 and 4 of the rules), and their notation."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from bot.game.moves import NextRound, NotatedAction, Notation, Token
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


@dataclass(frozen=True, slots=True)
class Reveal(NotatedAction):
    """Turn up two own cards before the first draw of a round (K3.1). ``first`` < ``second``."""

    notation = Notation("reveal {first} {second}", first=PLACE, second=PLACE)
    in_any_order = True

    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class Take(NotatedAction):
    """Take the top card of a pile (K3.2)."""

    notation = Notation("take {pile}", pile=PILE)

    pile: Pile


@dataclass(frozen=True, slots=True)
class Discard(NotatedAction):
    """Discard the card taken (K3.3a)."""

    notation = Notation("discard")


@dataclass(frozen=True, slots=True)
class Replace(NotatedAction):
    """Put the card taken in a position, whose old cards are discarded (K3.3b)."""

    notation = Notation("replace {place}", place=PLACE)

    place: Place


@dataclass(frozen=True, slots=True)
class PutOnTop(NotatedAction):
    """Put the card taken on a lone power card, whose ``sign`` (+1 or -1) stays visible (K3.3c)."""

    notation = Notation("top {place} {sign}", place=PLACE, sign=SIGN)

    place: Place
    sign: int


@dataclass(frozen=True, slots=True)
class PutBeneath(NotatedAction):
    """Put the power card taken beneath a position, its ``sign`` (+1 or -1) visible (K3.3d)."""

    notation = Notation("beneath {place} {sign}", place=PLACE, sign=SIGN)

    place: Place
    sign: int


@dataclass(frozen=True, slots=True)
class Swap(NotatedAction):
    """Swap a lone KAPOW! card with another position (K4.4, K4.5)."""

    notation = Notation("swap {kapow} {other}", kapow=PLACE, other=PLACE)

    kapow: Place
    other: Place


@dataclass(frozen=True, slots=True)
class EndTurn(NotatedAction):
    """End the turn: waiting triads are discarded (K4.7)."""

    notation = Notation("end")


PlaceAction: TypeAlias = Replace | PutOnTop | PutBeneath

Play: TypeAlias = PlaceAction | Discard

Action: TypeAlias = Reveal | Take | Play | Swap | EndTurn | NextRound
