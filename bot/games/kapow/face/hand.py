"""A player's private hand as a screen: what to do, cards and legal choices."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face.face import Scene
from bot.face.numbers import number
from bot.face.rounds import is_scored
from bot.face.screen import Screen
from bot.face.step import Step, between_rounds, to_move
from bot.game.contract import Seat
from bot.games.kapow.face.arithmetic import hidden, showing
from bot.games.kapow.face.grid import grid
from bot.games.kapow.face.steps import kapow_step, opening, play, take
from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.triads import Hand
from bot.games.kapow.rules.view import View

__all__ = ["hand"]

_LEGEND: Final = "? face down · ±2 power card · K! KAPOW!"


def hand(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Screen:
    """Lay out a seat's hand."""
    view, own = scene.view, scene.view.hands[seat]
    step = between_rounds(view, legal) or _step(scene, own, legal, focus)
    lines = (step.text, *_last_turn(view, legal), _standing(view, seat, own))
    text = "\n".join(line for line in lines if line)
    return Screen(text, (*grid(own, step.controls), *step.rows), _LEGEND)


def _step(scene: Scene[View], own: Hand, legal: Sequence[Action], focus: str) -> Step[Place]:
    view = scene.view
    if not legal:
        return Step(to_move(scene), {})
    match view.phase:
        case Phase.OPENING:
            return opening(view, legal, focus)
        case Phase.TAKE:
            return take(view, legal)
        case Phase.PLAY:
            return play(view, own, legal, focus)
    return kapow_step(own, legal, focus)


def _standing(view: View, seat: Seat, own: Hand) -> str:
    """Return what the hand shows, or the points of the round, and the total."""
    total = number(view.totals[seat])
    if is_scored(view):
        points = number(view.results[-1].points[seat])
        return f"**Round {view.round}**: {points} · total {total}"
    down = hidden(own)
    turned = f" · {down} face down" if down else ""
    return f"-# Your hand: showing {number(showing(own))}{turned} · total {total}"


def _last_turn(view: View, legal: Sequence[Action]) -> Iterator[str]:
    if legal and view.final_turn and not is_scored(view):
        yield "**This is your final turn.**"
