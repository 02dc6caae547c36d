"""Adding cards to hands and removing them."""

from collections import Counter
from collections.abc import Iterable

from bot.game.contract import IllegalActionError, Seat
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.state import Hand, Hands, Held

__all__ = ["cards_of", "check_held", "given", "known_of", "settled", "taken"]


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand, sorted."""
    return tuple(sorted(held.card for held in hand))


def known_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards that everybody knows, sorted (C3.2)."""
    return tuple(sorted(held.card for held in hand if held.known))


def check_held(hand: Hand, cards: Iterable[Card], rule: str) -> None:
    """Raise :class:`IllegalActionError` (with ``rule``) unless all cards are in the hand."""
    missing = Counter(cards) - Counter(held.card for held in hand)
    if missing:
        raise IllegalActionError(rule, f"You don't have the {min(missing)}.")


def given(hands: Hands, seat: Seat, *cards: Held) -> Hands:
    """Return the hands with cards added to that of a seat."""
    return _put(hands, seat, (*hands[seat], *cards))


def taken(hands: Hands, seat: Seat, cards: Iterable[Card]) -> Hands:
    """Return the hands without some cards of a seat.

    Among equal cards, those that everybody knows are removed first, since nobody could tell.
    """
    left = list(hands[seat])
    for card in cards:
        left.remove(min((held for held in left if held.card == card), key=_not_known))
    return _put(hands, seat, tuple(left))


def settled(hand: Hand) -> Hand:
    """Return a hand at the end of its owner's turn: no card is fresh any more."""
    return tuple(held._replace(fresh=False) for held in hand)


def _not_known(held: Held) -> bool:
    return not held.known


def _put(hands: Hands, seat: Seat, hand: Hand) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])
