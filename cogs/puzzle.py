"""``/puzzle``: a position a day, and which choice is the best, in one private message.

After it come puzzles from the server's own matches, then those of days before. Each button's custom
id says the puzzle and the choice, so it works after any restart.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from discord import app_commands

from bot.puzzle.puzzle import ID_DIGITS, Puzzle
from bot.review.review import EvaluatedChoice
from cogs.core.answers import answer
from cogs.core.buttons import Cost, Feature, PageButton, Queue
from cogs.core.click import Click, guild_of, too_old
from cogs.core.limits import in_thread
from cogs.core.page import Page
from cogs.privacy import agreed_text
from cogs.puzzle_page import (
    AGREE,
    MORE,
    OURS,
    PAGE,
    DayPuzzle,
    ServerPuzzle,
    answer_page,
    day_address,
    puzzle_address,
    question_page,
)
from cogs.services import Services

ANSWERED_BEFORE = "You've already answered this puzzle. Your first answer counts."

ANSWERED: Final = "You've already answered today's puzzle. Your first answer counts."

_CHOICE: Final = f"(?::([0-5])(:{MORE})?)?"
_DAY: Final = f"([1-9][0-9]{{0,5}}){_CHOICE}"
"""What the custom id of a button says: the day, the place of a choice, and whether with figures."""

_OURS: Final = f"{OURS}:([0-9a-f]{{{ID_DIGITS}}}){_CHOICE}"
"""The same of a server's own puzzle, with its id."""


class Chosen(NamedTuple):
    """What a button of a server's puzzle says."""

    puzzle: str
    """The puzzle's id."""
    at: int | None
    """The place of a choice, None to see the puzzle."""
    more: bool
    """Whether the figures are asked for."""


class DailyPuzzle(Feature):
    """The puzzle of the day, and those of days before."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the controls of puzzles; a person's clicks are handled one at a time."""
        for words, do in ((AGREE, self.agree), (_DAY, self.choose), (_OURS, self.choose_ours)):
            yield PageButton(PAGE, words, do, Cost.COSTLY, Queue.PERSON)

    @app_commands.command(extras={"costly": True})
    async def puzzle(self, click: Click) -> None:
        """Solve today's puzzle: a position, a few choices, and why one is the best."""
        await answer(click, await self._page(click, self._services.puzzles.today))

    async def agree(self, click: Click, _: re.Match[str]) -> None:
        """Let puzzles be made from the person's matches, and say so above today's puzzle."""
        services, user = self._services, click.user.id
        await services.server_puzzles.store.agree(user, services.time.now())
        visibility = await services.storage.people.visibility([user])
        told = agreed_text(visibility[user])
        page = await self._page(click, services.puzzles.today, told=told)
        await answer(click, page, in_place=True)

    async def choose(self, click: Click, found: re.Match[str]) -> None:
        """Show the puzzle of a day, or its answer."""
        at, more = _read(found)
        await answer(click, await self._page(click, int(found[1]), at, more=more), in_place=True)

    async def choose_ours(self, click: Click, found: re.Match[str]) -> None:
        """Show a puzzle of the server, or its answer."""
        chosen = Chosen(found[1], *_read(found))
        await answer(click, await server_puzzle_page(self._services, click, chosen), in_place=True)

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
            return await in_thread(
                self._services.executor, answer_page, asked, own, notice, figures=more
            )
        before = await self._before(click, day) if day == self._services.puzzles.today else None
        return await in_thread(self._services.executor, question_page, asked, before, told)

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
        notice = "" if own == choice else ANSWERED_BEFORE
    if own is None:
        return await in_thread(services.executor, question_page, ServerPuzzle(puzzle))
    with services.limits.reading(click):
        counts = await puzzles.counts(guild, puzzle)
        following = await next_address(services, click) or _yesterday(services.puzzles.today)
    asked = ServerPuzzle(puzzle, counts, following)
    return await in_thread(services.executor, answer_page, asked, own, notice, figures=chosen.more)


def _yesterday(today: int) -> str:
    return day_address(today - 1) if today > 1 else ""


def _read(found: re.Match[str]) -> tuple[int | None, bool]:
    """Return the place of a choice, None if there is none, and whether with figures."""
    return None if found[2] is None else int(found[2]), found[3] is not None


def _choice(puzzle: Puzzle, at: int) -> EvaluatedChoice:
    if at >= len(puzzle.shuffled):
        raise too_old("puzzle")
    return puzzle.shuffled[at]
