"""``/puzzle``: a position a day, and which choice is the best, in one private message.

After it come puzzles from the server's own matches, then those of days before. Each button's custom
id says the puzzle and the choice, so it works after any restart.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.puzzle.puzzle import ID_DIGITS, Puzzle
from bot.review.values import EvaluatedChoice
from cogs.answers import sending
from cogs.answers.click import Click
from cogs.answers.replies import acknowledge
from cogs.arguments.people import guild_of
from cogs.layouts.address import too_old
from cogs.layouts.daily_puzzle import AGREE, DayPuzzle, answered_page, asked_page
from cogs.layouts.page import Page
from cogs.layouts.position import MORE
from cogs.layouts.server_puzzle import OURS
from cogs.reports.privacy import agreed_text
from cogs.reports.server_puzzles import Chosen, next_address, server_puzzle_page
from cogs.services import Services

__all__ = ["DailyPuzzle"]

ANSWERED: Final = "You've already answered today's puzzle. Your first answer counts."

_CHOICE: Final = f"(?::([0-5])(:{MORE})?)?"
_WORDS: Final = re.compile(f"([1-9][0-9]{{0,5}}){_CHOICE}")
"""What the custom id of a button says: the day, the place of a choice, and whether with figures."""

_OURS: Final = re.compile(f"{OURS}:([0-9a-f]{{{ID_DIGITS}}}){_CHOICE}")
"""The same of a server's own puzzle, with its id."""


class DailyPuzzle(commands.Cog):
    """The puzzle of the day, and those of days before."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(extras={"group": "Play", "costly": True})
    async def puzzle(self, click: Click) -> None:
        """Solve today's puzzle: a position, a few choices, and why one is the best."""
        await sending.answer(click, await self._page(click, self._services.puzzles.today))

    async def press(self, click: Click, words: str) -> None:
        """Show another puzzle, or the answer to one; one click of a person at a time."""
        page = self._pressed(click, words)
        services, line = self._services, (click.user.id, "puzzle")
        services.answering.watch(click)
        if not await services.lines.enter(line):
            await acknowledge(click)
            return
        try:
            services.limits.take(click)
            await sending.private(click, await page())
        finally:
            services.lines.leave(line)

    def _pressed(self, click: Click, words: str) -> Callable[[], Awaitable[Page]]:
        """Return what makes the page that a button asks for."""
        if words == AGREE:
            return partial(self._agree, click)
        if found := _WORDS.fullmatch(words):
            at, more = _read(found)
            return partial(self._page, click, int(found[1]), at, more=more)
        if found := _OURS.fullmatch(words):
            chosen = Chosen(found[1], *_read(found))
            return partial(server_puzzle_page, self._services, click, chosen)
        raise too_old("puzzle")

    async def _agree(self, click: Click) -> Page:
        """Let puzzles be made from the person's matches, and say so above today's puzzle."""
        services, user = self._services, click.user.id
        await services.server_puzzles.store.agree(user, services.time.now())
        visibility = await services.people.visibility([user])
        return await self._page(click, services.puzzles.today, told=agreed_text(visibility[user]))

    async def _page(
        self, click: Click, day: int, at: int | None = None, *, more: bool = False, told: str = ""
    ) -> Page:
        """Return the puzzle of a day, or its answer if the person has chosen one."""
        puzzle = await self._services.puzzles.due(day)
        own, notice = await self._answered(click.user.id, day, puzzle, at)
        asked = await self._asked(click, day, puzzle)
        if own is not None:
            asked = await self._with_more(click, asked, figures=more)
            notice = notice or told
            return await self._made(partial(answered_page, asked, own, notice, figures=more))
        before = await self._before(click, day) if day == self._services.puzzles.today else None
        return await self._made(partial(asked_page, asked, before, told))

    async def _with_more(self, click: Click, asked: DayPuzzle, *, figures: bool) -> DayPuzzle:
        """Return today's answered puzzle with what there is beyond it; others as they are."""
        if asked.day != asked.today:
            return asked
        services = self._services
        with services.limits.reading(click):
            following = await next_address(services, click)
        agreed = figures or await services.server_puzzles.store.agreed(click.user.id)
        return replace(asked, next=following, offer=not agreed)

    async def _answered(
        self, user: int, day: int, puzzle: Puzzle, at: int | None
    ) -> tuple[EvaluatedChoice | None, str]:
        """Return the person's choice, if there is one, and what to say of an earlier one."""
        own = await self._given(day, user, puzzle)
        if at is None:
            return own, ""
        chosen, puzzles = _choice(puzzle, at), self._services.puzzles
        if own is None and (
            day != puzzles.today or await puzzles.answer(day, user, puzzle, chosen)
        ):
            return chosen, ""
        own = own or await self._given(day, user, puzzle) or chosen
        return own, "" if own == chosen else ANSWERED

    async def _given(self, day: int, user: int, puzzle: Puzzle) -> EvaluatedChoice | None:
        """Return what the person has answered today; None if they haven't."""
        puzzles = self._services.puzzles
        answer = await puzzles.answers.own(day, user) if day == puzzles.today else None
        if answer is None or answer.puzzle != puzzle.id:
            return None
        return next((one for one in puzzle.choices if one.action == answer.choice), None)

    async def _asked(self, click: Click, day: int, puzzle: Puzzle) -> DayPuzzle:
        services, guild = self._services, guild_of(click)
        puzzles = services.puzzles
        with services.limits.reading(click):
            if day == puzzles.today:
                results = await puzzles.answers.results(click.user.id)
                lost = await self._services.daily.lost()
                return DayPuzzle(day, puzzle, puzzles.today, results=results, lost=lost)
            counts = await puzzles.answers.counts(day, puzzle.id, guild)
        return DayPuzzle(day, puzzle, puzzles.today, counts)

    async def _before(self, click: Click, day: int) -> DayPuzzle | None:
        if day == 1:
            return None
        puzzle = await self._services.puzzles.due(day - 1)
        return await self._asked(click, day - 1, puzzle)

    async def _made(self, make: Callable[[], Page]) -> Page:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._services.executor, make)


def _read(found: re.Match[str]) -> tuple[int | None, bool]:
    """Return the place of a choice, None if there is none, and whether with figures."""
    return None if found[2] is None else int(found[2]), found[3] is not None


def _choice(puzzle: Puzzle, at: int) -> EvaluatedChoice:
    if at >= len(puzzle.shuffled):
        raise too_old("puzzle")
    return puzzle.shuffled[at]
