"""Adding cards to hands and removing them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.game.contract import IllegalActionError, Seat
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.state import Hand, Held, State

__all__ = ["cards_of", "check_held", "picked", "settled", "with_hand", "without", "without_cards"]


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand, sorted."""
    return tuple(sorted(held.card for held in hand))


def check_held(hand: Hand, cards: Iterable[Card], rule: str) -> None:
    """Raise :class:`IllegalActionError` (with ``rule``) unless all cards are in the hand."""
    missing = Counter(cards) - Counter(held.card for held in hand)
    if missing:
        raise IllegalActionError(rule, f"You don't have the {min(missing)}.")


def picked(hand: Hand, cards: Iterable[Card]) -> Hand:
    """Return some cards of a hand as they are held.

    Among equal cards, those that everybody knows come first, since nobody could tell.
    """
    left, found = list(hand), []
    for card in cards:
        held = min((held for held in left if held.card == card), key=lambda held: not held.known)
        left.remove(held)
        found.append(held)
    return tuple(found)


def without(hand: Hand, gone: Sequence[Held]) -> Hand:
    """Return a hand without some held cards."""
    left = list(hand)
    for held in gone:
        left.remove(held)
    return tuple(left)


def with_hand(state: State, seat: Seat, hand: Hand) -> State:
    """Return the state with a seat's hand replaced."""
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def without_cards(state: State, seat: Seat, cards: Iterable[Card]) -> State:
    """Return the state after cards have left a seat's hand."""
    hand = state.hands[seat]
    return with_hand(state, seat, without(hand, picked(hand, cards)))


def settled(hand: Hand) -> Hand:
    """Return a hand at the start of its owner's next turn: no card is fresh any more."""
    return tuple(held._replace(fresh=False) for held in hand)
