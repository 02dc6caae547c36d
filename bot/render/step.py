"""A choice that a player has now, as every game's private hand offers it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.games.moves import NextRound
from bot.render.face import Scene
from bot.render.names import bold
from bot.render.rounds import InRounds, is_over, is_scored
from bot.render.screen import Act, Button, Focus, Row, Style

__all__ = ["BACK", "IDLE", "UNSELECT", "Click", "Step", "between_rounds", "button", "to_move"]

P = TypeVar("P")
"""What names a place where a card lies."""


class Click(NamedTuple):
    """What a card does when it is clicked, and how much it stands out."""

    does: Act | Focus
    style: Style = Style.PLAIN


class Step(NamedTuple, Generic[P]):
    """What to say, which places can be clicked, and the rows beneath them."""

    text: str
    controls: Mapping[P, Click]
    rows: tuple[Row, ...] = ()


BACK: Final = Button("Back", Focus(""))
UNSELECT: Final = Click(Focus(""), Style.MAIN)
"""The ways back from a half-made choice: a button, and the card that was chosen."""

IDLE: Final = "You have nothing to do just now."
"""For whose turn it is, but not to play: the match is paused, or Kai plays for them."""


def button(label: str, click: Click | None) -> Button:
    """Return what lies in a place as a button; without a click it only shows it."""
    return Button(label) if click is None else Button(label, *click)


def to_move(scene: Scene[InRounds]) -> str:
    """Say to whoever has nothing to choose whom all wait for."""
    view = scene.view
    return IDLE if view.viewer == view.to_move else f"{bold(scene.seats, view.to_move)} is to move."


def between_rounds(view: InRounds, legal: Sequence[object]) -> Step[Any] | None:
    """Offer the next round, which anybody may begin; None while a round is played."""
    if not legal and is_scored(view):
        return Step(f"The {'match' if is_over(view) else 'round'} is over.", {})
    return _go_on(legal) if is_scored(view) else None


def _go_on(legal: Sequence[object]) -> Step[Any]:
    row = tuple(
        Button("Next round", Act(str(action)), Style.GOOD)
        for action in legal
        if isinstance(action, NextRound)
    )
    return Step("The round is over. Go on whenever you like.", {}, (row,))
