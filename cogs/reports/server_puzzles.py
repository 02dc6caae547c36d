"""Pages of puzzles from a server's own matches, as somebody asks for them."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from cogs.answers.click import Click
from cogs.arguments.people import guild_of
from cogs.layouts.address import too_old
from cogs.layouts.daily_puzzle import day_address
from cogs.layouts.page import Page
from cogs.layouts.server_puzzle import ServerPuzzle, answered_page, asked_page, puzzle_address
from cogs.services import Services

__all__ = ["Chosen", "next_address", "server_puzzle_page"]

ANSWERED = "You've already answered this puzzle. Your first answer counts."


class Chosen(NamedTuple):
    """What a button of a server's puzzle says."""

    puzzle: str
    """The puzzle's id."""
    at: int | None
    """The place of a choice, None to see the puzzle."""
    more: bool
    """Whether the figures are asked for."""


async def next_address(services: Services, click: Click) -> str:
    """Return the custom id of a puzzle of the server that the person has not answered.

    Empty if there is none.
    """
    found = await services.server_puzzles.next(guild_of(click), click.user.id)
    return "" if found is None else puzzle_address(found)


async def server_puzzle_page(services: Services, click: Click, chosen: Chosen) -> Page:
    """Return a puzzle of the server, or its answer if the person has chosen one.

    Raises ``RefusedError`` if there is no such puzzle, or no such choice.
    """
    guild, user, puzzles = guild_of(click), click.user.id, services.server_puzzles
    puzzle = await puzzles.puzzle(guild, chosen.puzzle)
    notice, own = "", await puzzles.given(user, puzzle)
    if chosen.at is not None:
        if chosen.at >= len(puzzle.shuffled):
            raise too_old("puzzle")
        choice = puzzle.shuffled[chosen.at]
        own = await puzzles.answer(user, puzzle, choice)
        notice = "" if own == choice else ANSWERED
    if own is None:
        return await _made(services, partial(asked_page, ServerPuzzle(puzzle)))
    with services.limits.reading(click):
        counts = await puzzles.counts(guild, puzzle)
        following = await next_address(services, click) or _yesterday(services.puzzles.today)
    asked = ServerPuzzle(puzzle, counts, following)
    return await _made(services, partial(answered_page, asked, own, notice, figures=chosen.more))


def _yesterday(today: int) -> str:
    return day_address(today - 1) if today > 1 else ""


async def _made(services: Services, make: Callable[[], Page]) -> Page:
    return await asyncio.get_running_loop().run_in_executor(services.executor, make)
