"""How a turn begins, as buttons: take the discard, push, or draw (section 3 of the rules)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.games.capit.actions import Action, Draw, Push, TakeDiscard
from bot.games.capit.view import View
from bot.render.capit.labels import card_label
from bot.render.face import Scene
from bot.render.markdown import plain
from bot.render.screen import Act, Button, Focus, Style
from bot.render.step import BACK, Step

__all__ = ["drawing"]

_END: Final = "end"
"""The half-made choice to ask an empty stock for a card."""

_NAME: Final = 16


def drawing(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any]:
    """Offer the ways to a card; the one that ends the round takes a second click (C3.4)."""
    view = scene.view
    if focus == _END and Draw() in legal and not view.stock:
        sure = Button("Yes, end the round", Act(str(Draw())), Style.DANGER)
        text = "The stock is empty. If you ask for a card, the round ends and all hands count."
        return Step(text, {}, ((sure, BACK),))
    row = tuple(_buttons(scene, legal))
    return Step(_text(view, legal), {}, (row,))


def _buttons(scene: Scene[View], legal: Sequence[Action]) -> Iterator[Button]:
    view = scene.view
    for action in legal:
        match action:
            case TakeDiscard():
                label = f"Take the {card_label(view.discard[0])}"
                yield Button(label, Act(str(action)), Style.MAIN)
            case Push():
                left = plain(scene.seats[(view.to_move + 1) % view.seats].name, _NAME)
                yield Button(f"Push to {left}", Act(str(action)), Style.MAIN)
            case Draw() if view.stock:
                yield Button(f"Draw a card ({view.stock})", Act(str(action)), Style.MAIN)
            case Draw():
                yield Button("Ask the empty stock", Focus(_END), Style.DANGER)


def _text(view: View, legal: Sequence[Action]) -> str:
    """Say what the buttons mean."""
    top = f"the {card_label(view.discard[0])}" if view.discard else ""
    if Push() in legal:
        return (
            f"Take {top}; or push: {top} and a card from the stock go to your left, "
            "and you draw the next one."
        )
    take = f"Take {top}, or " if top else ""
    if view.stock:
        text = f"{take}draw a card from the stock."
    else:
        text = f"{take}ask the empty stock for a card, which ends the round."
    return text[0].upper() + text[1:]
