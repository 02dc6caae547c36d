"""Short texts about what has to be done now, for pictures, texts and hands."""

from collections.abc import Iterator
from typing import Final

from bot.face.numbers import counted, ordinal
from bot.face.rounds import is_scored
from bot.game.contract import Seat
from bot.games.chowpow.face.labels import flips_words
from bot.games.chowpow.rules.state import Phase
from bot.games.chowpow.rules.view import View

__all__ = ["acting", "doing", "flipped", "is_last_turn", "status_words", "turns_left"]

_STATUS: Final = {
    Phase.PAIR: "choose which pair is your match.",
    Phase.TAKE: "take a slot next to your match.",
    Phase.DEFEND: "lay cards down against the attack.",
    Phase.BOARD: "flip a slot for the board.",
    Phase.COUNTER: "add cards, or add nothing.",
    Phase.BUFFET: "lay cards down for the showdown, in secret.",
}

_DOING: Final = {
    Phase.PAIR: "chooses the match",
    Phase.TAKE: "takes a slot",
    Phase.POW: "can battle",
    Phase.DEFEND: "defends",
    Phase.BOARD: "flips for the board",
    Phase.COUNTER: "is behind and can add cards",
}


def acting(view: View) -> Seat:
    """Return the seat that has to decide; if there are several, the one whose turn it is."""
    return min(view.to_act) if len(view.to_act) == 1 else view.to_move


def doing(view: View) -> str:
    """Return in a few words what the seat to act is doing, or how many have to lay."""
    if view.phase is Phase.BUFFET:
        return f"{counted(len(view.to_act), 'player')} still to lay"
    if view.phase is Phase.FLIP:
        return f"flips the {ordinal(len(view.up) + 1)} of {counted(view.due, 'slot')}"
    return _DOING.get(view.phase, "")


def flipped(view: View) -> Iterator[str]:
    """Yield the flips of this turn and the last one, so that nobody has to remember (P7.9)."""
    for when, flips in (("This turn", view.flips), ("The turn before", view.last_flips)):
        if flips:
            yield f"{when} flipped: {flips_words(view.options.cards, flips)}."


def status_words(view: View) -> str:
    """Return what the seats to act have to do."""
    if view.phase is Phase.FLIP:
        return f"flip a slot of the grid, the {ordinal(len(view.up) + 1)} of {view.due}."
    if view.phase is Phase.POW:
        others = (count for seat, count in enumerate(view.counts) if seat != view.to_move)
        whom = "another player" if any(others) else "the board"
        return f"battle {whom} with cards from your hand, or pass."
    return _STATUS[view.phase]


def is_last_turn(view: View) -> bool:
    """Whether the current turn began after the deck was emptied (P4.1)."""
    return view.last is not None and view.last < view.seats


def turns_left(view: View) -> str:
    """Return how many turns follow this one once the deck is empty; empty before (P4.1)."""
    if view.last is None or is_scored(view):
        return ""
    return f"deck empty, {counted(view.last, 'turn')} left" if view.last else "the last turn"
