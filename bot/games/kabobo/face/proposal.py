"""Actions phrased as advice: ``Draw a card``."""

from bot.face.face import Scene
from bot.games.kabobo.face.labels import card_words, place_words
from bot.games.kabobo.face.say import whose
from bot.games.kabobo.rules.actions import (
    Action,
    Call,
    Check,
    Decline,
    Draw,
    Keep,
    Lock,
    Look,
    Peek,
    Season,
    TakeDiscard,
    Trade,
    Unlock,
)
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.view import View

__all__ = ["proposal"]


def proposal(scene: Scene[View], action: Action) -> str:
    """Phrase an action of the viewer in the imperative."""
    view = scene.view
    words = "Go on to the next round"
    match action:
        case Peek(first, second):
            words = f"Look at your {place_words(first)} and {place_words(second)} cards"
        case TakeDiscard(place):
            card = card_words(view.discard_pile[0])
            words = f"Take the {card} in place of your {place_words(place)} card"
        case Draw():
            words = "Draw a card"
        case Keep(place):
            words = f"Keep {_drawn(view)} in place of your {place_words(place)} card"
        case Season():
            words = f"Discard {_drawn(view)}"
        case Decline():
            words = "Leave the power unused"
        case Call():
            words = "Call “Kabobo!”"
        case Check() | Look() | Trade() | Lock() | Unlock():
            words = _power(scene, action)
    return words


def _power(scene: Scene[View], action: Check | Look | Trade | Lock | Unlock) -> str:
    match action:
        case Check(place):
            return f"Look at your {place_words(place)} card"
        case Look(spot):
            return f"Look at {_whose(scene, spot)}"
        case Trade(place, spot):
            return f"Trade your {place_words(place)} card for {_whose(scene, spot)}"
        case Lock(place):
            return f"Lock your {place_words(place)} card"
        case Unlock(spot):
            return f"Unlock {_whose(scene, spot)}"


def _whose(scene: Scene[View], spot: Spot) -> str:
    if spot.seat == scene.view.viewer:
        return f"your {place_words(spot.place)} card"
    return whose(scene.seats, spot)


def _drawn(view: View) -> str:
    return "the card you drew" if view.drawn is None else f"the {card_words(view.drawn)}"
