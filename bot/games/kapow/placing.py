"""Where a card can be put in a hand, and what lies there then (K3.3b-d)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from bot.games.kapow.actions import SIGNS, PlaceAction, PutBeneath, PutOnTop, Replace
from bot.games.kapow.cards import POWER_CARDS, Card, Place, known
from bot.games.kapow.positions import FACE_UP, Position, Spot
from bot.games.kapow.remembered import Remembered
from bot.games.kapow.triads import SHAPES, Hand

__all__ = ["Ways", "beneath", "on_top", "placed", "plays", "ways"]

Ways: TypeAlias = tuple[type[PlaceAction], ...]
"""In which ways a card may be put into a position."""

_WAYS: Final[Mapping[Spot, Ways]] = {
    Spot.FACE_DOWN: (Replace,),
    Spot.FACE_UP: (Replace,),
    Spot.LONE_POWER: (Replace, PutOnTop),
    Spot.LONE_KAPOW: (Replace,),
}
_WAYS_OF_POWER: Final[Mapping[Spot, Ways]] = {
    Spot.FACE_DOWN: (Replace,),
    Spot.FACE_UP: (Replace, PutBeneath),
    Spot.LONE_POWER: (Replace, PutOnTop, PutBeneath),
    Spot.LONE_KAPOW: (Replace, PutBeneath),
}


def ways(spot: Spot, card: Card) -> Ways:
    """Return the ways in which ``card`` may be put into a position (K3.3b-d)."""
    return (_WAYS_OF_POWER if card in POWER_CARDS else _WAYS)[spot]


def _plays_in(place: Place, spot: Spot, card: Card) -> Iterator[PlaceAction]:
    for way in ways(spot, card):
        if issubclass(way, Replace):
            yield way(place)
        else:
            yield from (way(place, sign) for sign in SIGNS)


def _plays_in_column(column: int, card: Card) -> Sequence[tuple[PlaceAction, ...]]:
    """Return all plays of ``card`` into a column, by the column's shape."""
    return [
        tuple(
            play
            for row, spot in enumerate(spots)
            for play in _plays_in(Place(column, row), spot, card)
        )
        for spots in SHAPES
    ]


_OF_A_FIXED_CARD, _OF_A_POWER_CARD = (
    tuple(_plays_in_column(column, card) for column in range(4)) for card in (Card.C0, Card.POWER_1)
)
_PLAYS: Final = [_OF_A_POWER_CARD if card.is_power else _OF_A_FIXED_CARD for card in Card]
"""Every play into the hand, by the card, the column and the column's shape."""


def plays(hand: Hand, card: Card) -> tuple[PlaceAction, ...]:
    """Return the plays of ``card`` into a hand in reading order (K3.3b-d)."""
    found: tuple[PlaceAction, ...] = ()
    for in_column, triad in zip(_PLAYS[card], hand, strict=False):
        if triad is not None:
            found += in_column[triad.facts.shape]
    return found


def placed(old: Position, card: Card, play: PlaceAction) -> Position:
    """Return what lies in a position after a play of ``card`` that may be made there (K3.3b-d)."""
    if isinstance(play, Replace):
        return FACE_UP[card]
    put = on_top if isinstance(play, PutOnTop) else beneath
    return put(old, card, play.sign)


def on_top(below: Position, card: Card, sign: int) -> Position:
    """Return a lone power card with a card on top and one of its modifiers visible (K3.3c)."""
    return _ON_TOP[below, card, sign]


def beneath(above: Position, power: Card, sign: int) -> Position:
    """Return what lies face up with a power card lowest, one modifier visible (K3.3d, K9.5)."""
    return _BENEATH[above, power, sign]


def _on_top(made_of: tuple[Position, Card, int]) -> Position:
    below, card, sign = made_of
    power = known(below.upper)
    return Position((card, power), True, (sign * power.face,))


def _beneath(made_of: tuple[Position, Card, int]) -> Position:
    above, power, sign = made_of
    return Position((*above.cards, power), True, (*above.modifiers, sign * power.face))


_ON_TOP: Final = Remembered(_on_top, most=1 << 8)
_BENEATH: Final = Remembered(_beneath, most=1 << 10)
