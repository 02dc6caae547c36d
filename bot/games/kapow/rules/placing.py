"""Putting a card in a hand: the legal places, and the resulting positions (K3.3b-d, K3.5)."""

from collections.abc import Iterator
from functools import cache

from bot.games.kapow.rules.actions import SIGNS, PlaceAction, PutBeneath, PutOnTop, Replace
from bot.games.kapow.rules.cards import PLACES, Card, Place, known
from bot.games.kapow.rules.positions import Kind, Position, face_up
from bot.games.kapow.rules.triads import Hand, Kinds

__all__ = ["beneath", "can_go_beneath", "can_go_on_top", "on_top", "placed", "plays"]


def can_go_on_top(below: Kind) -> bool:
    """Whether any card can be put on top of the position (K3.3c)."""
    return below is Kind.LONE_POWER


def can_go_beneath(above: Kind) -> bool:
    """Whether a power card can be put beneath the position (K3.3d)."""
    return above is not Kind.FACE_DOWN


def plays(hand: Hand, card: Card) -> tuple[PlaceAction, ...]:
    """Return the plays of ``card`` in reading order, except into waiting triads (K3.5)."""
    found: tuple[PlaceAction, ...] = ()
    for column, triad in enumerate(hand):
        if triad is not None and not triad.is_complete:
            found += _plays_into(column, triad.kinds, card.is_power)
    return found


@cache
def _plays_into(column: int, kinds: Kinds, is_power: bool) -> tuple[PlaceAction, ...]:  # noqa: FBT001 - a key of the cache
    """Return the plays into a column, of a power card or of another card."""
    return tuple(
        play
        for place, kind in zip(PLACES[column], kinds, strict=True)
        for play in _plays_at(place, kind, is_power=is_power)
    )


def _plays_at(place: Place, kind: Kind, *, is_power: bool) -> Iterator[PlaceAction]:
    yield Replace(place)
    if can_go_on_top(kind):
        yield from (PutOnTop(place, sign) for sign in SIGNS)
    if is_power and can_go_beneath(kind):
        yield from (PutBeneath(place, sign) for sign in SIGNS)


def placed(old: Position, card: Card, play: PlaceAction) -> Position:
    """Return the position after a legal play of ``card`` (K3.3b-d)."""
    if isinstance(play, Replace):
        return face_up(card)
    put = on_top if isinstance(play, PutOnTop) else beneath
    return put(old, card, play.sign)


def on_top(below: Position, card: Card, sign: int) -> Position:
    """Return a lone power card with a card on top and one of its modifiers visible (K3.3c)."""
    power = known(below.upper)
    return Position((card, power), face_up=True, modifiers=(sign * power.face,))


def beneath(above: Position, power: Card, sign: int) -> Position:
    """Return a face-up position with a power card added beneath it (K3.3d, K9.5)."""
    modifiers = (*above.modifiers, sign * power.face)
    return Position((*above.cards, power), face_up=True, modifiers=modifiers)
