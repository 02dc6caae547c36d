"""A player's private hand as a screen: known cards, prompt and choices."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face.face import Scene
from bot.face.rounds import is_scored
from bot.face.screen import Screen
from bot.face.step import IDLE, Step, between_rounds, to_move
from bot.game.contract import Seat
from bot.games.kabobo.face.grid import rows
from bot.games.kabobo.face.labels import (
    HIDDEN,
    LOCKED,
    card_label,
    card_words,
    how_words,
    laid_words,
    place_words,
)
from bot.games.kabobo.face.remembered import (
    Sighting,
    just_seen,
    known_elsewhere,
    remembered,
)
from bot.games.kabobo.face.say import whose
from bot.games.kabobo.face.steps import drawn, peek, power, turn
from bot.games.kabobo.rules.actions import Action
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.scores import PIECES
from bot.games.kabobo.rules.state import Phase
from bot.games.kabobo.rules.view import View

__all__ = ["hand"]

_LEGEND: Final = f"{HIDDEN} not known · {LOCKED} locked"


def hand(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Screen:
    """Lay out a seat's hand."""
    shown = remembered(scene)
    view = shown.view
    step = between_rounds(view, legal) or _step(shown, seat, legal, focus)
    lines = (
        _heading(view, seat),
        *_own_cards(view, seat),
        *_elsewhere(shown),
        *_just_seen(scene, seat),
        *_last_turn(view, seat, legal),
        step.text,
    )
    cards = rows(shown, seat, step.controls)
    return Screen("\n".join(lines), (*cards, *step.rows), _LEGEND)


def _step(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Step[Spot]:
    view = scene.view
    if not legal:
        return Step(_waiting_for(scene), {})
    match view.phase:
        case Phase.PEEK:
            return peek(seat, legal, focus)
        case Phase.TURN:
            return turn(view, seat, legal, focus)
        case Phase.DRAWN:
            return drawn(view, seat, legal)
    return power(view, seat, legal, focus)


def _heading(view: View, seat: Seat) -> str:
    pieces = f"{view.pieces[seat]} of {PIECES} pieces"
    if is_scored(view):
        return f"**Round {view.round}**: {view.results[-1].points[seat]} points · {pieces}"
    return f"**Your kabob** · {pieces} · {view.totals[seat]} points"


def _own_cards(view: View, seat: Seat) -> Iterator[str]:
    """Yield the four cards, and how the player came to know face-down ones."""
    if is_scored(view):
        return
    for place, laid in enumerate(view.hands[seat]):
        how = laid.how(seat)
        shown = laid.card is not None and not laid.face_up and how is not None
        learned = f" ({how_words(how)})" if shown and how is not None else ""
        yield f"{place + 1}. {laid_words(laid)}{learned}"
    yield ""  # Otherwise Markdown would attach the next line to the list.


def _elsewhere(scene: Scene[View]) -> Iterator[str]:
    """Yield the face-down cards of others that the viewer knows, and from where."""
    if is_scored(scene.view):
        return
    known = [
        f"{whose(scene.seats, spot)} is the {card_words(card)} ({how_words(how)})"
        for spot, card, how in known_elsewhere(scene.view)
    ]
    if known:
        yield f"You also know: {'; '.join(known)}."


def _just_seen(scene: Scene[View], seat: Seat) -> Iterator[str]:
    """Yield what the viewer has looked at since their last action; it is shown once."""
    if is_scored(scene.view):
        return
    seen = [_sighting(scene, seat, sighting) for sighting in just_seen(scene.view)]
    if seen:
        yield f"You have just seen: {', '.join(seen)}."


def _sighting(scene: Scene[View], seat: Seat, sighting: Sighting) -> str:
    spot, card, _ = sighting
    if spot.seat == seat:
        return f"your {place_words(spot.place)} card, **{card_label(card)}**"
    return f"{whose(scene.seats, spot)}, **{card_label(card)}**"


def _last_turn(view: View, seat: Seat, legal: Sequence[Action]) -> Iterator[str]:
    if legal and view.caller is not None and not is_scored(view) and view.caller != seat:
        yield "**This is your last turn.**"


def _waiting_for(scene: Scene[View]) -> str:
    view = scene.view
    if view.phase is Phase.PEEK and view.viewer in view.peeked:
        return "The others are still looking at their cards."
    return IDLE if view.phase is Phase.PEEK else to_move(scene)
