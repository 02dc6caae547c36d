"""What the bot may say in words of its own: none of it depends on any card."""

import re
from typing import Final

from bot.games.registry import GAMES

__all__ = ["LINK", "is_plain"]

LINK: Final = r"(?:\[to the table\]\(https://discord\.com/channels/\d+/\d+/\d+\)|<#\d+>)"

NAME: Final = r"[\w ]{1,32}"

TITLE: Final = f"(?:{'|'.join(re.escape(game.title) for game in GAMES.values())})"

_PLAIN: Final = re.compile(
    "|".join(
        (
            rf"Your table of {TITLE} is open in <#\d+>\. Others sit down with \*\*Join\*\*; .*",
            r"You have cut the deck\.",
            r"You sit at the new table\.",
            r"A new table is open, and you sit at it\.",
            r"This table is closed\. Open a new one with /play\.",
            r"The table has moved on since that button was shown\. Here is your hand\.",
            r"The table has moved on since that hint was offered\. Open your hand again .*",
            r"The next round has already begun\.",
            r"Welcome back: your seat is yours again\.",
            r"You have no seat at this table\. “As text” tells you all that is on it\.",
            r"You have no seat at this table\.",
            r"These buttons belong to another player's hand\.",
            r"Your seat is yours already\.",
            r"It is not your turn\.",
            r"The match is paused(?:; no clock runs)?\.",
            r"The match goes on\.",
            rf"{NAME} has been removed; Kai plays on with the seat's cards and score\.",
            r"Kai plays your seat at the moment\. Press “I'm back” to take it over\.",
            r"\*\*Leave this match\?\*\* Kai will play on for you\. Cards and score stay yours, .*",
            r"You have (?:already )?left: Kai plays your seat\.",
            r"That could not be shown\. Open your hand again to see how things stand\.",
            r"Something went wrong\. Please look at the table again before you go on\.",
            # The labels of these messages' buttons.
            r"Leave the match|I'm back",
        )
    )
)


def is_plain(text: str) -> bool:
    """Whether a text is one of those that depend on no card."""
    return _PLAIN.fullmatch(text) is not None
