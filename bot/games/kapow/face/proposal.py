"""Actions phrased as advice: ``Take the 7 from the discard pile``."""

from bot.face.face import Scene
from bot.face.numbers import signed
from bot.games.kapow.face.labels import card_words, place_words, position_words
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.placing import placed
from bot.games.kapow.rules.triads import lying
from bot.games.kapow.rules.view import View

__all__ = ["proposal"]


def proposal(scene: Scene[View], action: Action) -> str:
    """Phrase an action of the seat to move in the imperative."""
    view = scene.view
    words = "Go on to the next round"
    match action:
        case Reveal(first, second):
            words = f"Turn up {place_words(first)} and {place_words(second)}"
        case Take(Pile.DISCARD) if view.discard_pile:
            words = f"Take the {card_words(view.discard_pile[0])} from the discard pile"
        case Take() if view.drawing_ends_round:
            words = "End the round by asking the empty draw pile for a card"
        case Take():
            words = "Draw a card"
        case Swap(kapow, other):
            there = f"{_what(view, other)} ({place_words(other)})"
            words = f"Swap the KAPOW! card ({place_words(kapow)}) with {there}"
        case EndTurn():
            words = "End the turn"
        case Discard() | Replace() | PutOnTop() | PutBeneath():
            words = _play(view, action)
    return words


def _play(view: View, play: Discard | Replace | PutOnTop | PutBeneath) -> str:
    card = view.drawn.card if view.drawn is not None else None
    name = "the card" if card is None else f"the {card_words(card)}"
    if isinstance(play, Discard):
        return f"Discard {name}"
    what, where = _what(view, play.place), place_words(play.place)
    if isinstance(play, Replace):
        return f"Replace {what} ({where}) with {name}"
    how = "on top of" if isinstance(play, PutOnTop) else "beneath"
    return f"Put {name} {how} {what} ({where}){_modifier(view, card, play)}"


def _modifier(view: View, card: Card | None, play: PutOnTop | PutBeneath) -> str:
    position = lying(view.hands[view.to_move], play.place)
    if card is None or position is None:
        return ""
    return f" as {signed(placed(position, card, play).modifiers[-1])}"


def _what(view: View, place: Place) -> str:
    """Name the card or powerset in a place."""
    position = lying(view.hands[view.to_move], place)
    if position is None or not position.face_up:
        return "the hidden card"
    return f"the {position_words(position)}"
