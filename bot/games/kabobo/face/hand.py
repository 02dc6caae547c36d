"""A player's private hand as a screen: what to do, known cards and recipes, and the choices."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face.face import Scene
from bot.face.rounds import is_scored
from bot.face.screen import Screen
from bot.face.step import IDLE, Step, between_rounds, to_move
from bot.game.contract import Seat
from bot.games.kabobo.face.grid import rows
from bot.games.kabobo.face.known import cards_line, others_line, points_line, seen_line
from bot.games.kabobo.face.labels import HIDDEN, LOCKED
from bot.games.kabobo.face.recipes import RECIPES, recipes_step
from bot.games.kabobo.face.remembered import remembered
from bot.games.kabobo.face.steps import drawn, peek, power, turn
from bot.games.kabobo.rules.actions import Action
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.scores import PIECES
from bot.games.kabobo.rules.state import Phase
from bot.games.kabobo.rules.view import View

__all__ = ["hand"]

_LEGEND: Final = f"{HIDDEN} not known · {LOCKED} locked"


def hand(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Screen:
    """Lay out a seat's hand: first what to do, then what its owner knows."""
    shown = remembered(scene)
    view = shown.view
    step = (
        between_rounds(view, legal)
        or recipes_step(view, seat, focus)
        or _step(shown, seat, legal, focus)
    )
    lines = (step.text, *_last_turn(view, seat, legal), *_knowledge(scene, shown, seat))
    cards = rows(shown, seat, step.controls)
    text = "\n".join((*lines, _standing(view, seat)))
    return Screen(text, (*cards, *step.rows), _LEGEND)


def _step(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Step[Spot]:
    view = scene.view
    if not legal:
        return Step(_waiting_for(scene), {}, ((RECIPES,),))
    match view.phase:
        case Phase.PEEK:
            return peek(seat, legal, focus)
        case Phase.TURN:
            return turn(view, seat, legal, focus)
        case Phase.DRAWN:
            return drawn(view, seat, legal)
    return power(scene, seat, legal, focus)


def _knowledge(scene: Scene[View], shown: Scene[View], seat: Seat) -> Iterator[str]:
    """Yield the cards, their points, and what is known of the others; nothing between rounds.

    ``shown`` leaves out what the viewer has to remember; ``scene`` has what they have just seen.
    """
    view = shown.view
    if is_scored(view):
        return
    yield cards_line(view, seat)
    yield points_line(view, seat)
    yield from seen_line(scene)
    yield from others_line(shown, seat)


def _standing(view: View, seat: Seat) -> str:
    """Return the pieces and points, in small print."""
    pieces = f"{view.pieces[seat]} of {PIECES} pieces"
    if is_scored(view):
        points = view.results[-1].points[seat]
        return f"Round {view.round}: **{points} points** for you. You have {pieces}."
    return f"-# You have {pieces} and {view.totals[seat]} points."


def _last_turn(view: View, seat: Seat, legal: Sequence[Action]) -> Iterator[str]:
    if legal and view.caller is not None and not is_scored(view) and view.caller != seat:
        yield "**This is your last turn.**"


def _waiting_for(scene: Scene[View]) -> str:
    view = scene.view
    if view.phase is Phase.PEEK and view.viewer in view.peeked:
        return "The others are still looking at their cards."
    return IDLE if view.phase is Phase.PEEK else to_move(scene)
