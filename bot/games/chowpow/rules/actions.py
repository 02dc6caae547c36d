"""The actions of Chow Pow! (sections 2, 3 and 5 of the rules), and their notation.

The cards of an action are sorted, so that equal actions have the same text. Players are numbered
from 1 in notation, from 0 in code.
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeVar

from bot.game.contract import Seat
from bot.game.moves import Decline, NextRound, NotatedAction, Notation, Token, number
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


@dataclass(frozen=True, slots=True)
class Flip(NotatedAction):
    """Flip a slot: in one's own Chow (P2.1), or for the board in a battle of the right (P3.5)."""

    notation = Notation("flip {slot}", slot=SLOT)

    slot: Slot


@dataclass(frozen=True, slots=True)
class Pair(NotatedAction):
    """Choose which of the matching pairs is the match (P2.2). ``first`` < ``second``."""

    notation = Notation("pair {first} {second}", first=SLOT, second=SLOT)
    in_any_order = True

    first: Slot
    second: Slot


@dataclass(frozen=True, slots=True)
class Take(NotatedAction):
    """Take the pile of a slot that touches the match (P2.3)."""

    notation = Notation("take {slot}", slot=SLOT)

    slot: Slot


@dataclass(frozen=True, slots=True)
class Attack(NotatedAction):
    """Attack an opponent with cards (P3.1)."""

    notation = Notation("pow {target} {cards}", target=number(SEATS[-1]), cards=CARDS)

    target: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BattleBoard(NotatedAction):
    """Battle the board with one card, when no opponent has cards (P3.5)."""

    notation = Notation("board {card}", card=CARD)

    card: Card


@dataclass(frozen=True, slots=True)
class Pass(NotatedAction):
    """Skip the battle of one's turn (section 3)."""

    notation = Notation("pass")


@dataclass(frozen=True, slots=True)
class Defend(NotatedAction):
    """Lay cards down against an attack (P3.2)."""

    notation = Notation("defend {cards}", cards=CARDS)

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Counter(NotatedAction):
    """Add cards while behind (P3.3); against the board only one (P3.5)."""

    notation = Notation("counter {cards}", cards=CARDS)

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayDown(NotatedAction):
    """Choose the cards for the showdown of a Battle Buffet, in secret (P5.3)."""

    notation = Notation("lay {cards}", cards=CARDS)

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
