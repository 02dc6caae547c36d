"""Autocompletion that never fails loudly: at worst it offers nothing."""

import logging
from collections.abc import Awaitable, Sequence
from typing import NamedTuple

from discord import app_commands

from bot.face.markdown import shorten
from bot.tables.core.errors import RefusedError
from cogs.layouts.room import SUGGESTION, SUGGESTIONS
from cogs.limits.bounds import LONGEST_TEXT

__all__ = ["Suggestion", "offered"]

logger = logging.getLogger(__name__)


class Suggestion(NamedTuple):
    """A line to choose, and the word that the command gets."""

    name: str
    value: str


async def offered(
    typed: str, suggestions: Awaitable[Sequence[Suggestion]]
) -> list[app_commands.Choice[str]]:
    """Return the suggestions with the text typed so far in them, as Discord shows them."""
    try:
        found = await suggestions
    except RefusedError:  # The command itself says why.
        return []
    except Exception as error:  # noqa: BLE001 - a list that stays empty harms nobody
        logger.warning("nothing could be suggested: %s", type(error).__name__)
        return []
    wanted = typed[:LONGEST_TEXT].casefold().strip()
    return [
        app_commands.Choice(name=shorten(name, SUGGESTION), value=value)
        for name, value in found
        if wanted in f"{name} {value}".casefold() and len(value) <= SUGGESTION
    ][:SUGGESTIONS]
