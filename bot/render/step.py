"""A choice that a player has now, as every game's private hand offers it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bot.games.moves import NextRound
from bot.render.screen import Act, Button, Focus, Row, Style

__all__ = ["BACK", "IDLE", "UNSELECT", "Click", "Step", "go_on"]

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


def go_on(legal: Sequence[object]) -> Step[Any]:
    """Offer the next round; anybody may begin it."""
    row = tuple(
        Button("Next round", Act(str(action)), Style.GOOD)
        for action in legal
        if isinstance(action, NextRound)
    )
    return Step("The round is over. Go on whenever you like.", {}, (row,))
