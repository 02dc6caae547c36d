"""A player's private hand as a screen: what to do now, the hand, and exactly the legal choices."""

from collections.abc import Sequence
from typing import Final

from bot.games.kapow.actions import Action, Pile
from bot.games.kapow.cards import Place
from bot.games.kapow.state import Phase
from bot.games.kapow.triads import Hand
from bot.games.kapow.view import View
from bot.render.face import Scene
from bot.render.kapow.grid import grid
from bot.render.kapow.labels import card_words
from bot.render.kapow.reckon import hidden, is_scored, showing
from bot.render.kapow.steps import kapow_step, opening, play, take
from bot.render.names import bold
from bot.render.numbers import number
from bot.render.screen import Screen
from bot.render.step import IDLE, Step, go_on

__all__ = ["screen"]

_LEGEND: Final = "? face down · ±2 power card · K! KAPOW!"


def screen(scene: Scene[View], legal: Sequence[Action], focus: str = "") -> Screen:
    """Lay out the viewer's hand; ``legal`` is empty when it is not the viewer's turn."""
    view = scene.view
    if view.viewer is None:
        return Screen("You are watching: no hand here is yours.")
    hand = view.hands[view.viewer]
    step = _step(view, hand, legal, focus) if legal else Step(_waiting_for(scene), {})
    lines = (_heading(view, view.viewer, hand), *_news(view, legal), step.text)
    text = "\n".join(line for line in lines if line)
    return Screen(text, (*grid(hand, step.controls), *step.rows), _LEGEND)


def _step(view: View, hand: Hand, legal: Sequence[Action], focus: str) -> Step[Place]:
    match view.phase:
        case Phase.OPENING:
            return opening(view, legal, focus)
        case Phase.TAKE:
            return take(view, legal)
        case Phase.PLAY:
            return play(view, hand, legal, focus)
        case Phase.KAPOW:
            return kapow_step(hand, legal, focus)
    return go_on(legal)


def _heading(view: View, seat: int, hand: Hand) -> str:
    total = number(view.totals[seat])
    if is_scored(view):
        return f"**Round {view.round}**: {number(view.results[-1].points[seat])} · total {total}"
    down = hidden(hand)
    turned = f" · {down} face down" if down else ""
    return f"**Your hand** · showing {number(showing(hand))}{turned} · total {total}"


def _news(view: View, legal: Sequence[Action]) -> list[str]:
    """Say what matters for this turn: that it is the last one, and which card was taken."""
    if not legal:
        return []
    news = []
    if view.final_turn and not is_scored(view):
        news.append("**This is your final turn.**")
    if view.drawn is not None and view.drawn.card is not None:
        verb = "drew" if view.drawn.pile is Pile.DRAW else "took"
        news.append(f"You {verb} the **{card_words(view.drawn.card)}**.")
    return news


def _waiting_for(scene: Scene[View]) -> str:
    view = scene.view
    if view.phase is Phase.OVER:
        return "The match is over."
    if view.phase is Phase.SCORED:
        return "The round is over."
    if view.viewer == view.to_move:
        return IDLE
    return f"{bold(scene.seats, view.to_move)} is to move."
