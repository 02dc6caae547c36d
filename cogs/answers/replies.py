"""Answers on their way to Discord: as the first answer to a click, or after an announcement."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

import discord

from cogs.answers.click import Click
from cogs.faults import log_fault
from cogs.trouble import is_malformed

__all__ = [
    "ALREADY",
    "WATCHED",
    "Made",
    "Watched",
    "acknowledge",
    "amend",
    "announce_publicly",
    "ask",
    "lost_noticed",
    "reply",
    "update",
]

logger = logging.getLogger(__name__)

Made: TypeAlias = Callable[[], Mapping[str, Any]]
"""Makes what Discord is sent, anew for each attempt: files can be read once."""

ALREADY: Final = 40060
"""Discord's code for a click that has its first answer."""

WATCHED: Final = "watched"
"""The extra of a click with its :class:`Watched`."""


@dataclass(slots=True)
class Watched:
    """How far the answer to a click is that may come late."""

    given: Callable[[], None]
    """To be called once the answer is there."""
    private: bool
    """Whether a late answer is announced to the person alone."""
    begun: bool = False
    """Whether the first answer is on its way, so that it is not announced any more."""
    announcing: asyncio.Task[bool] | None = None
    """Tells Discord that the answer comes later; its result says whether Discord surely knows."""


def announce_publicly(click: Click) -> None:
    """Let everybody see the answer to a watched click, if it is not announced in private by now."""
    watched: Watched | None = click.extras.get(WATCHED)
    if watched is not None:
        watched.private = False


@contextlib.contextmanager
def lost_noticed() -> Iterator[None]:
    """Log an error where Discord refuses the form of what is sent, which is raised all the same.

    Everything that is shown is sent within this, so that nothing of ours is lost unseen.
    """
    try:
        yield
    except discord.HTTPException as error:
        if is_malformed(error):
            log_fault(logger, "an answer was lost: Discord refused its form", error)
        raise


async def reply(click: Click, made: Made) -> None:
    """Answer with a message of its own; raises Discord's faults."""
    with lost_noticed():
        if not await _is_first(click, click.response.send_message, made):
            await click.followup.send(**made())
    _given(click)


async def update(click: Click, made: Made) -> None:
    """Answer by changing the message clicked on; raises Discord's faults."""
    with lost_noticed():
        if not await _is_first(click, click.response.edit_message, made):
            await click.edit_original_response(**made())
    _given(click)


async def ask(click: Click, form: discord.ui.Modal) -> None:
    """Answer with a form; raises Discord's faults. Nothing happens if an answer was announced."""
    with lost_noticed():
        await _is_first(click, partial(click.response.send_modal, form), dict)


async def amend(click: Click, made: Made) -> None:
    """Change an answer later; raises Discord's faults."""
    with lost_noticed():
        await click.edit_original_response(**made())
    _given(click)


async def acknowledge(click: Click) -> None:
    """Take a click that needs no answer; raises Discord's faults."""
    await _is_first(click, click.response.defer, dict)


async def _is_first(click: Click, send: Callable[..., Any], made: Made) -> bool:
    """Give the first answer; return False where there is one, such as an announcement."""
    watched: Watched | None = click.extras.get(WATCHED)
    announced = watched is not None and await _begin(watched)
    if announced or click.response.is_done():
        return False
    try:
        await send(**made())
    except discord.HTTPException as error:
        if error.code != ALREADY or watched is None or watched.announcing is None:
            raise
        return False  # Discord had taken the announcement, and nobody had heard of that.
    return True


async def _begin(watched: Watched) -> bool:
    """Begin to answer; return whether Discord surely knows that an answer comes later."""
    watched.begun = True
    if watched.announcing is None:
        return False
    with contextlib.suppress(Exception):  # The answer itself finds out what is wrong.
        return await asyncio.shield(watched.announcing)
    return False


def _given(click: Click) -> None:
    watched: Watched | None = click.extras.get(WATCHED)
    if watched is not None:
        watched.given()
