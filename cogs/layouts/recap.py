"""The message that tells a server of its week, and of a season that is over."""

from typing import Final

from bot.face.league.recap import (
    Recap,
    SeasonChampions,
    champions_text,
    nameless_recap,
    nameless_season,
    recap_text,
)
from cogs.layouts.page import Line, Page, Part, Text, fitted

__all__ = ["COLOUR", "recap_page"]

COLOUR: Final = 0xD9A441

LATE: Final = "-# This comes late: I couldn't post it before."


def recap_page(
    recap: Recap | None,
    season: SeasonChampions | None,
    *,
    named: bool = True,
    late: bool = False,
) -> Page | None:
    """Return the page, perhaps a ``late`` one; None if there is nothing to tell.

    ``named``: whether people are named; a server's AutoMod may block a word in a name.
    """
    if not named:
        season = None if season is None else nameless_season(season)
        recap = None if recap is None else nameless_recap(recap)
    parts: list[Part] = []
    if season is not None:
        parts.append(Text(champions_text(season), elastic=True))
    if recap is not None:
        parts += [Line()] * bool(parts)
        parts.append(Text(recap_text(recap)))
    return Page(fitted([*parts, Text(LATE if late else "")]), colour=COLOUR) if parts else None
