"""Actions phrased as advice: ``Flip b3``."""

from bot.face.face import Scene
from bot.face.names import bold
from bot.games.chowpow.face.labels import card_words, cards_words
from bot.games.chowpow.rules.actions import (
    Action,
    Attack,
    BattleBoard,
    Counter,
    Decline,
    Defend,
    Flip,
    LayDown,
    Pair,
    Pass,
    Take,
)
from bot.games.chowpow.rules.view import View

__all__ = ["proposal"]


def proposal(scene: Scene[View], action: Action) -> str:
    """Phrase an action of the viewer in the imperative."""
    words = "Go on to the next round"
    match action:
        case Flip(slot):
            words = f"Flip {slot}"
        case Pair(first, second):
            words = f"Match {first} and {second}"
        case Take(slot):
            words = f"Take the pile of {slot}"
        case Pass():
            words = "Pass"
        case Decline():
            words = "Add nothing"
        case Attack() | BattleBoard() | Defend() | Counter() | LayDown():
            words = _battle(scene, action)
    return words


def _battle(scene: Scene[View], action: Attack | BattleBoard | Defend | Counter | LayDown) -> str:
    deck = scene.view.options.cards
    match action:
        case Attack(target, cards):
            return f"Attack {bold(scene.seats, target)} with {cards_words(deck, cards)}"
        case BattleBoard(card):
            return f"Battle the board with {card_words(deck, card)}"
        case Defend(cards):
            return f"Defend with {cards_words(deck, cards)}"
        case Counter(cards):
            return f"Add {cards_words(deck, cards)}"
        case LayDown(cards):
            return f"Lay {cards_words(deck, cards)}"
