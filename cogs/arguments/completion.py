"""Autocompletion that never fails loudly: at worst it offers nothing."""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from discord import app_commands

from bot.face.markdown import shorten
from cogs.bounds import LONGEST_TEXT
from cogs.services import Click

__all__ = ["Completion", "Suggestion", "completing"]

logger = logging.getLogger(__name__)

_MOST: Final = 25
"""Discord shows no more suggestions."""

_LONGEST: Final = 100
"""Characters in a suggestion's name, and in its value."""


class Suggestion(NamedTuple):
    """A line to choose, and the word that the command gets."""

    name: str
    value: str


Suggest: TypeAlias = Callable[[Click], Awaitable[Sequence[Suggestion]]]
Completion: TypeAlias = Callable[[Click, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def completing(suggest: Suggest) -> Completion:
    """Offer what ``suggest`` returns, as far as it has the text typed so far in it."""

    async def complete(click: Click, typed: str) -> list[app_commands.Choice[str]]:
        try:
            suggestions = await suggest(click)
        except Exception as error:  # noqa: BLE001 - a list that stays empty harms nobody
            logger.warning("nothing could be suggested: %s", type(error).__name__)
            return []
        wanted = typed[:LONGEST_TEXT].casefold().strip()
        return [
            app_commands.Choice(name=shorten(name, _LONGEST), value=value)
            for name, value in suggestions
            if wanted in f"{name} {value}".casefold() and len(value) <= _LONGEST
        ][:_MOST]

    return complete
