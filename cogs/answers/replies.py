"""Answers on their way to Discord: as the first answer to a click, or after an announcement."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

import discord

from cogs.answers.click import Click
from cogs.answers.late import late

__all__ = ["ALREADY", "Made", "acknowledge", "amend", "ask", "reply", "update"]

Made: TypeAlias = Callable[[], Mapping[str, Any]]
"""Makes what Discord is sent, anew for each attempt: files can be read once."""

ALREADY: Final = 40060
"""Discord's code for a click that has its first answer."""


async def reply(click: Click, made: Made) -> None:
    """Answer with a message of its own; raises Discord's faults."""
    if not await _is_first(click, click.response.send_message, made):
        await click.followup.send(**made())
    _given(click)


async def update(click: Click, made: Made) -> None:
    """Answer by changing the message clicked on; raises Discord's faults."""
    if not await _is_first(click, click.response.edit_message, made):
        await click.edit_original_response(**made())
    _given(click)


async def ask(click: Click, form: discord.ui.Modal) -> None:
    """Answer with a form; raises Discord's faults, also where an answer was announced."""
    await _is_first(click, partial(click.response.send_modal, form), dict)


async def amend(click: Click, made: Made) -> None:
    """Change an answer later; raises Discord's faults."""
    await click.edit_original_response(**made())
    _given(click)


async def acknowledge(click: Click) -> None:
    """Take a click that needs no answer; raises Discord's faults."""
    await _is_first(click, click.response.defer, dict)


async def _is_first(click: Click, send: Callable[..., Any], made: Made) -> bool:
    """Give the first answer; return False where there is one, such as an announcement."""
    waited = late(click)
    announced = waited is not None and await waited.begin()
    if announced or click.response.is_done():
        return False
    try:
        await send(**made())
    except discord.HTTPException as error:
        if error.code != ALREADY or waited is None or waited.announcing is None:
            raise
        return False  # Discord had taken the announcement, and nobody had heard of that.
    return True


def _given(click: Click) -> None:
    waited = late(click)
    if waited is not None:
        waited.given()
