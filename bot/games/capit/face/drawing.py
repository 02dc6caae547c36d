"""The buttons that begin a turn: take the discard, push, or draw (section 3 of the rules)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.face.face import Scene
from bot.face.markdown import plain
from bot.face.screen import Act, Button, Focus, Style
from bot.face.step import BACK, Step
from bot.games.capit.face.labels import card_label, sentence
from bot.games.capit.rules.actions import Action, Draw, Push, TakeDiscard
from bot.games.capit.rules.view import View

__all__ = ["drawing", "drawing_step"]

_END: Final = "end"
"""The focus of asking for a card when the stock is empty."""

_NAME: Final = 16


def drawing(scene: Scene[View], legal: Sequence[Action]) -> Step[Any]:
    """Offer the ways to get a card; the one that ends the round takes two clicks (C3.4)."""
    row = tuple(_buttons(scene, legal))
    return Step(_text(scene.view, legal), {}, (row,))


def drawing_step(view: View, legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    if focus != _END or Draw() not in legal or view.draw_pile:
        return None
    sure = Button("Yes, end the round", Act(str(Draw())), Style.DANGER)
    text = "The draw pile is empty. If you ask for a card, the round ends and all hands count."
    return Step(text, {}, ((sure, BACK),))


def _buttons(scene: Scene[View], legal: Sequence[Action]) -> Iterator[Button]:
    view = scene.view
    for action in legal:
        match action:
            case TakeDiscard():
                label = f"Take the {card_label(view.discard_pile[0])}"
                yield Button(label, Act(str(action)), Style.MAIN)
            case Push():
                left = plain(scene.seats[(view.to_move + 1) % view.seats].name, _NAME)
                yield Button(f"Push to {left}", Act(str(action)), Style.MAIN)
            case Draw() if view.draw_pile:
                yield Button(f"Draw a card ({view.draw_pile})", Act(str(action)), Style.MAIN)
            case Draw():
                yield Button("Ask the empty draw pile", Focus(_END), Style.DANGER)


def _text(view: View, legal: Sequence[Action]) -> str:
    """Return the text that explains the buttons."""
    top = f"the {card_label(view.discard_pile[0])}" if view.discard_pile else ""
    if Push() in legal:
        return (
            f"Take {top}, or push: {top} and a card from the draw pile go to your left, and "
            "you draw the next one."
        )
    take = f"Take {top}, or " if top else ""
    if view.draw_pile:
        text = f"{take}draw a card."
    else:
        text = f"{take}ask the empty draw pile for a card and end the round."
    return sentence(text)
