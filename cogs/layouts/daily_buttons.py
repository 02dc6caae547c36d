"""What the custom ids of the daily deal say."""

import re
from typing import Final, NamedTuple

from cogs.layouts.address import LONGEST, too_old

__all__ = [
    "BOARD",
    "HAND",
    "PAGE",
    "PLAY",
    "PRACTICE_HAND",
    "PRACTISE",
    "PROOF",
    "SHARE",
    "DailyPress",
    "daily_control",
    "read_daily_control",
]

PAGE: Final = "daily"
"""What the custom ids begin with; the number of the day follows."""

PLAY: Final = "play"
PRACTISE: Final = "practise"
HAND: Final = "h"
PRACTICE_HAND: Final = "p"
BOARD: Final = "board"
SHARE: Final = "share"
PROOF: Final = "proof"
"""What comes after the day: begin the round that counts, one for practice; a control of either
hand; the board; post the result; the proof of the deal."""

_WORDS: Final = re.compile(r"([1-9][0-9]{0,5}):([a-z]{1,8})(?::(.*))?", re.DOTALL)


class DailyPress(NamedTuple):
    """What a click says."""

    day: int
    verb: str
    words: str = ""


def daily_control(day: int, verb: str, words: str = "") -> str:
    """Return a custom id; ``ValueError`` if it would be too long for Discord."""
    text = f"{PAGE}:{day}:{verb}" + (f":{words}" if words else "")
    if len(text) > LONGEST:
        raise ValueError(f"a custom id of {len(text)} characters is too long")
    return text


def read_daily_control(words: str) -> DailyPress:
    """Read a custom id without its first word; ``RefusedError`` if it says nothing."""
    found = _WORDS.fullmatch(words) if len(words) <= LONGEST else None
    if found is None:
        raise too_old(PAGE)
    return DailyPress(int(found[1]), found[2], found[3] or "")
