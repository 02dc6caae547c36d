"""What the custom ids of a lesson say, and the button that opens it."""

from typing import Final

from bot.lesson.lesson import lesson_of
from cogs.layouts.address import LONGEST
from cogs.layouts.page import Button, Row

__all__ = ["AGAIN", "CHOICE", "PAGE", "PLAY", "STEP", "learn_control", "learn_row"]

PAGE: Final = "learn"
"""What the custom ids of a lesson begin with; the name of the game follows."""

STEP: Final = "step"
CHOICE: Final = "h"
AGAIN: Final = "again"
PLAY: Final = "play"
"""What comes after the game: a step to go to, a control of the hand, the first step, a table."""


def learn_control(game: str, *words: str) -> str:
    """Return the custom id of a control; ``ValueError`` if it would be too long for Discord.

    Without words it opens the lesson.
    """
    text = ":".join((PAGE, game, *words))
    if len(text) > LONGEST:
        raise ValueError(f"a custom id of {len(text)} characters is too long")
    return text


def learn_row(game: str, label: str) -> Row:
    """Return a row with the button that opens a game's lesson; empty if it has none."""
    return (Button(label, learn_control(game)),) if lesson_of(game) else ()
