"""``/learn``: a guided hand of a game, played by clicks in one private message.

Nothing of it is stored: each button's custom id says the game, the step and the choice.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.game.contract import AnyGame
from bot.lesson.course import Course, course_of
from bot.lesson.lesson import LEARNER
from bot.tables.core.errors import RefusedError
from cogs.answers import sending
from cogs.answers.answers import say
from cogs.answers.click import Click, chosen
from cogs.answers.replies import acknowledge
from cogs.arguments.games import GAME_HELP, game_choices, named_game, pick_game
from cogs.commands.opening import open_new
from cogs.layouts.address import LONGEST, NUMBER, HandAddress, read_hand_address
from cogs.layouts.lesson import lesson_page
from cogs.layouts.lesson_buttons import AGAIN, CHOICE, PLAY, STEP
from cogs.layouts.page import Page
from cogs.services import Services

__all__ = ["Learn"]

CHANGED: Final = "This lesson has changed. Please start it again with `/learn`."

_NUMBER: Final = re.compile(NUMBER)


class Learn(commands.Cog):
    """Learning a game by playing it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        taught = {name: game for name, game in services.games.items() if course_of(name)}
        app_commands.choices(game=game_choices(taught))(self.learn)

    @app_commands.command(extras={"group": "Play"})
    @app_commands.describe(game=GAME_HELP)
    async def learn(self, click: Click, game: str | None = None) -> None:
        """Learn a game in two minutes: play a guided hand, for your eyes only."""
        found = await pick_game(self._services, click, game)
        await self._open(click, _course(found))

    async def press(self, click: Click, words: str) -> None:
        """Open a lesson, or go on in it; one click of a person at a time."""
        game, _, rest = words.partition(":")
        self._services.answering.watch(click, thinking=rest == PLAY)
        line = (click.user.id, "lesson")
        if not await self._services.lines.enter(line):
            await acknowledge(click)
            return
        try:
            await self._press(click, _course(named_game(self._services.games, game)), rest)
        finally:
            self._services.lines.leave(line)

    async def _press(self, click: Click, course: Course, words: str) -> None:
        what, _, rest = words[:LONGEST].partition(":")
        if words == "":
            await self._open(click, course)
        elif words == PLAY:
            await self._play(click, course)
        elif what == STEP or words == AGAIN:
            at = 0 if words == AGAIN else _step_of(course, rest)
            await self._show(click, lambda: lesson_page(course, at))
        elif what == CHOICE:
            value = chosen(click) if "values" in (click.data or {}) else None
            pressed = _choice_of(course, rest, value)
            await self._show(click, lambda: _after(course, pressed))
        else:
            raise RefusedError(CHANGED)

    async def _open(self, click: Click, course: Course) -> None:
        """Begin the lesson in a private message of its own."""
        await sending.answer(click, await self._made(lambda: lesson_page(course, 0)))

    async def _show(self, click: Click, make: Callable[[], Page]) -> None:
        await sending.private(click, await self._made(make))

    async def _made(self, make: Callable[[], Page]) -> Page:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._services.executor, make)

    async def _play(self, click: Click, course: Course) -> None:
        """Open a table for a short round, with Kai in all the seats that it needs."""
        services, game = self._services, course.game
        services.limits.take(click)
        kai = game.seats.start - 1
        await say(click, await open_new(services, click, game, kai, course.lesson.options))


def _course(game: AnyGame) -> Course:
    course = course_of(game.name)
    if course is None:
        raise RefusedError(f"There is no lesson for {game.title} yet. `/rules` explains the game.")
    return course


def _step_of(course: Course, words: str) -> int:
    """Return the position that a control leads to; ``RefusedError`` if there is none."""
    if not _NUMBER.fullmatch(words) or int(words) > course.end:
        raise RefusedError(CHANGED)
    return int(words)


def _choice_of(course: Course, words: str, value: str | None) -> HandAddress:
    """Return what was chosen in the hand; ``RefusedError`` if no hand of the lesson offers it."""
    try:
        pressed = read_hand_address(words, value)
    except RefusedError:
        raise RefusedError(CHANGED) from None
    if pressed.seat != LEARNER or pressed.revision >= course.end or pressed.kind == "n":
        raise RefusedError(CHANGED)
    return pressed


def _after(course: Course, pressed: HandAddress) -> Page:
    """Return the lesson after a choice: a step on, a choice deeper, or why not now."""
    at, words = pressed.revision, pressed.words
    if pressed.kind == "a":
        if course.is_move(at, words):
            return lesson_page(course, at + 1, pressed.focus)
        notice = course.why_not(at, words)
        if notice is None:
            raise RefusedError(CHANGED)
        return lesson_page(course, at, pressed.focus, notice)
    if course.leads_on(at, words):
        return lesson_page(course, at, pressed.focus)
    return lesson_page(course, at, pressed._replace(words="").focus, course.not_now(at, words))
