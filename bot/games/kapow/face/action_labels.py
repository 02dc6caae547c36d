"""Short descriptions of actions, for the buttons of reviews."""

from bot.face.fonts import MINUS
from bot.games.kapow.face.labels import place_words
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    EndTurn,
    NextRound,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)

__all__ = ["action_label"]

_SPACE = "\N{NO-BREAK SPACE}"
"""Prevents a line break after a single sign."""


def action_label(action: Action) -> str:  # noqa: PLR0911 - one for each kind of action
    """Describe an action in at most 80 characters, without a full stop."""
    match action:
        case Reveal(first, second):
            return f"turn up {place_words(first)} and {place_words(second)}"
        case Take(pile):
            return "draw a card" if pile is Pile.DRAW else "take the top discard"
        case Discard():
            return "discard the card taken"
        case Replace(place):
            return f"put it in {place_words(place)}"
        case PutOnTop(place, sign):
            return f"put it on top of {place_words(place)}, as{_SPACE}{_sign(sign)}"
        case PutBeneath(place, sign):
            return f"put it beneath {place_words(place)}, as{_SPACE}{_sign(sign)}"
        case Swap(kapow, other):
            return f"swap KAPOW! in {place_words(kapow)} with {place_words(other)}"
        case EndTurn():
            return "end the turn"
        case NextRound():
            return "go on to the next round"


def _sign(sign: int) -> str:
    return "+" if sign > 0 else MINUS
