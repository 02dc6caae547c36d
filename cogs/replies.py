"""Answers on their way to Discord: as the first answer to a click, or where that was put off."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import discord

from cogs.services import Click

__all__ = ["ALREADY", "PUT_OFF", "Made", "acknowledge", "amend", "is_begun", "reply", "update"]

Made: TypeAlias = Callable[[], Mapping[str, Any]]
"""Makes what Discord is sent, anew for each attempt: files can be read once."""

PUT_OFF: Final = "put off"
"""The extra of a click whose answer is put off: True once Discord has taken that, else False."""

ALREADY: Final = 40060
"""Discord's code for a click that has its first answer."""


def is_begun(click: Click) -> bool:
    """Whether a click has its first answer, as far as we know."""
    return click.response.is_done() or click.extras.get(PUT_OFF) is True


async def reply(click: Click, made: Made) -> None:
    """Answer with a message of its own; raises Discord's faults."""
    if is_begun(click) or not await _is_first(click, click.response.send_message, made):
        await click.followup.send(**made())
    click.client.deferrals.given(click)


async def update(click: Click, made: Made) -> None:
    """Answer by changing the message clicked on; raises Discord's faults."""
    if is_begun(click) or not await _is_first(click, click.response.edit_message, made):
        await click.edit_original_response(**made())
    click.client.deferrals.given(click)


async def amend(click: Click, made: Made) -> None:
    """Change what a click was answered with, later; raises Discord's faults."""
    await click.edit_original_response(**made())
    click.client.deferrals.given(click)


async def acknowledge(click: Click) -> None:
    """Take a click that needs no answer; raises Discord's faults."""
    if not is_begun(click):
        await click.response.defer()


async def _is_first(click: Click, send: Callable[..., Any], made: Made) -> bool:
    """Give the first answer; return False where Discord had taken, unheard, that it is put off."""
    try:
        await send(**made())
    except discord.HTTPException as error:
        if error.code != ALREADY or PUT_OFF not in click.extras:
            raise
        click.extras[PUT_OFF] = True
        return False
    return True
