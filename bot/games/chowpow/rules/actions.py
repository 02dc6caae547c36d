"""The actions of Chow Pow! (sections 2, 3 and 5 of the rules), and their notation.

The cards of an action are sorted, so that equal actions have the same text. Players are numbered
from 1 in notation, from 0 in code.
"""

from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from bot.game.contract import Seat
from bot.game.moves import Decline, NextRound, NotatedAction, Token, notated, number
from bot.games.chowpow.rules.cards import Card, Slot, read_cards, read_slot, write_cards
from bot.games.chowpow.rules.options import SEATS, Deck


def _sorted(text: str) -> tuple[Card, ...]:
    return tuple(sorted(read_cards(text)))


def _one(text: str) -> Card:
    (card,) = read_cards(text)
    return card


A = TypeVar("A")

SLOT: Final = Token("..", read_slot)
CARD: Final = Token("[A-Z0-9]{2}", _one)
CARDS: Final = Token("[A-Z0-9]+", _sorted, write_cards)


@notated("flip {slot}", slot=SLOT)
class Flip(NotatedAction):
    """Flip a slot: in one's own Chow (P2.1), or for the board in a battle of the right (P3.5)."""

    slot: Slot


@notated("pair {first} {second}", first=SLOT, second=SLOT)
class Pair(NotatedAction):
    """Choose which of the matching pairs is the match (P2.2). ``first`` < ``second``."""

    in_any_order = True

    first: Slot
    second: Slot


@notated("take {slot}", slot=SLOT)
class Take(NotatedAction):
    """Take the pile of a slot that touches the match (P2.3)."""

    slot: Slot


@notated("pow {target} {cards}", target=number(SEATS[-1]), cards=CARDS)
class Attack(NotatedAction):
    """Attack an opponent with cards (P3.1)."""

    target: Seat
    cards: tuple[Card, ...]


@notated("board {card}", card=CARD)
class BattleBoard(NotatedAction):
    """Battle the board with one card, when no opponent has cards (P3.5)."""

    card: Card


@notated("pass")
class Pass(NotatedAction):
    """Skip the battle of one's turn (section 3)."""


@notated("defend {cards}", cards=CARDS)
class Defend(NotatedAction):
    """Lay cards down against an attack (P3.2)."""

    cards: tuple[Card, ...]


@notated("counter {cards}", cards=CARDS)
class Counter(NotatedAction):
    """Add cards while behind (P3.3); against the board only one (P3.5)."""

    cards: tuple[Card, ...]


@notated("lay {cards}", cards=CARDS)
class LayDown(NotatedAction):
    """Choose the cards for the showdown of a Battle Buffet, in secret (P5.3)."""

    cards: tuple[Card, ...]


Action: TypeAlias = (
    Flip | Pair | Take | Attack | BattleBoard | Pass | Defend | Counter | Decline | LayDown
    | NextRound
)  # fmt: skip


def named(action: A, deck: Deck) -> A:
    """Return an action that was read from notation; its cards now know their names in a deck."""
    match action:
        case (
            Attack(cards=cards) | Defend(cards=cards) | Counter(cards=cards) | LayDown(cards=cards)
        ):
            return replace(action, cards=deck.named(cards))
        case BattleBoard(card):
            return replace(action, card=deck.named([card])[0])
    return action
